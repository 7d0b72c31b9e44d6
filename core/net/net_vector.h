/* net_vector.h - the inner loops of a net, for one kind of vectors. Included once for each (net_kernel.c), so
 * without a guard. The file that includes it defines before, and this one forgets after:
 *
 *   OF(name)  a name of this kind
 *   TARGET    the attribute of functions that use its instructions
 *   BYTES     of a vector
 *   SUMS      how many sums of the second layer stay in registers: 4 or 8
 *
 *   OF(row)   BYTES / 2 weights of the first layer, as a vector of int16_t
 *
 * and of the second layer, where a lane has four neighbouring inputs of one output:
 *
 *   OF(sum)   lanes, BYTES / 4 of them
 *   OF(dot)   adds the products of four inputs, each 0..127, with a vector of weights to a sum
 *   OF(store) writes lanes */

enum { OF(LANES) = BYTES / 4 };

typedef int16_t OF(units) __attribute__((vector_size(BYTES), may_alias));

/* `vectors` of units stay in registers while the rows are added. A row may lie anywhere in megabytes, so its
 * next part is asked for early. */
TARGET INLINE void OF(add_block)(const struct ddz_net_role *role, size_t width, size_t j, const int16_t *base,
                                 const struct ddz_net_change *change, int16_t *sum, const int vectors) {
  OF(units) unit[8];
  for (int v = 0; v < vectors; v++) unit[v] = ((const OF(units) *)(const void *)(base + j))[v];
  for (size_t i = 0; i < change->adds; i++) {
    const int8_t *row = row_of(role, width, change->add[i]) + j;
    if (j + 128 < width) ask_for(row + 128);
    for (int v = 0; v < vectors; v++) unit[v] += (OF(units))OF(row)(row + v * (BYTES / 2));
  }
  for (size_t i = 0; i < change->drops; i++) {
    const int8_t *row = row_of(role, width, change->drop[i]) + j;
    for (int v = 0; v < vectors; v++) unit[v] -= (OF(units))OF(row)(row + v * (BYTES / 2));
  }
  for (int v = 0; v < vectors; v++) ((OF(units) *)(void *)(sum + j))[v] = unit[v];
}

TARGET static void OF(add)(const struct ddz_net_role *role, size_t width, const int16_t *base,
                           const struct ddz_net_change *change, int16_t *sum) {
  size_t j = 0;
  for (size_t i = 0; i < change->adds; i++) ask_for(row_of(role, width, change->add[i]));
  for (; j + 4 * BYTES <= width; j += 4 * BYTES) OF(add_block)(role, width, j, base, change, sum, 8);
  for (; j < width; j += 64) OF(add_block)(role, width, j, base, change, sum, 128 / BYTES);
}

/* vectors * LANES outputs from number `from` on, of the first `n` of the batch. */
TARGET INLINE void OF(dots)(const int8_t *w2, size_t H1, size_t from, struct batch *batch, const int vectors,
                            const int n) {
  OF(sum) sum[DDZ_NET_BATCH][SUMS];
  memset(sum, 0, sizeof sum);
  for (size_t g = 0; g < batch->groups; g++) {
    const size_t j = batch->group[g];
    const int8_t *w = w2 + j * H1 + 4 * from;
    for (int v = 0; v < vectors; v++)
      for (int i = 0; i < n; i++) OF(dot)(&sum[i][v], batch->hidden[i] + j, w + v * BYTES);
  }
  for (int i = 0; i < n; i++)
    for (int v = 0; v < vectors; v++) OF(store)(batch->dot[i] + from + v * OF(LANES), &sum[i][v]);
}

/* One and two candidates have loops of their own. All else is computed for a full batch, filled up with
 * zeros. */
TARGET static void OF(top)(const struct ddz_net_shape *shape, const struct ddz_net_role *role,
                           const struct ddz_net_sum *sum, size_t n, float (*head)[DDZ_NET_HEADS]) {
  struct batch batch;
  const size_t W = shape->width, H1 = shape->hidden[0];
  size_t from = 0;
  for (size_t i = 0; i < n; i++) hide(sum[i].unit, role->gain, W, batch.hidden[i]);
  list_groups(&batch, n, W);
  for (const size_t step = SUMS * OF(LANES); n == 1 && from + step <= H1; from += step)
    OF(dots)(role->w2, H1, from, &batch, SUMS, 1);
  for (const size_t step = SUMS / 2 * OF(LANES); n == 2 && from + step <= H1; from += step)
    OF(dots)(role->w2, H1, from, &batch, SUMS / 2, 2);
  for (size_t i = n; from < H1 && i < DDZ_NET_BATCH; i++) memset(batch.hidden[i], 0, W);
  for (const size_t step = SUMS / 4 * OF(LANES); from + step <= H1; from += step)
    OF(dots)(role->w2, H1, from, &batch, SUMS / 4, DDZ_NET_BATCH);
  for (; from < H1; from += OF(LANES)) OF(dots)(role->w2, H1, from, &batch, 1, DDZ_NET_BATCH);
  finish_batch(shape, role, &batch, n, head);
}

#undef OF
#undef TARGET
#undef BYTES
#undef SUMS
