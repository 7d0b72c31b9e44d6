#include "core/net/net.h"

#include <string.h>

#if defined(__x86_64__)
#define NET_X86 1
#include <immintrin.h>
#endif
#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF /* GCC does not fuse in ISO C */
#endif

#define INLINE static inline __attribute__((always_inline))

/* ---- what all kernels share: the floats above the second layer ---- */

enum { LANES = 8 };

INLINE float above_zero(float x) { return x > 0 ? x : 0; }

/* A bit for each of 64 inputs that is not zero; the first is the lowest. */
INLINE uint64_t live_of(const float *one) {
  uint8_t flag[64];
  uint64_t live = 0;
  for (int i = 0; i < 64; i++) flag[i] = one[i] > 0;
  for (int i = 0; i < 64; i += 8) {
    uint64_t eight;
    __builtin_memcpy(&eight, flag + i, 8);
    live |= (eight * 0x0102040810204080u >> 56) << i; /* the lowest bit of each byte */
  }
  return live;
}

INLINE void add_inputs(const float *restrict w3, size_t H2, const float *restrict one, uint64_t live,
                       float *restrict sum) {
  for (; live != 0; live &= live - 1) {
    const int i = __builtin_ctzll(live);
    for (size_t k = 0; k < H2; k++) sum[k] += one[i] * w3[(size_t)i * H2 + k];
  }
}

/* Order of the sums, which makes them the same everywhere: of layer three even and odd inputs apart, then
 * both; of the heads eight lanes, then lane with lane. Nine tenths of the inputs are zero and change nothing.
 * Plain loops: compilers turn them into vectors, and may not change an order.
 *
 * one  DDZ_NET_HIDDEN_MAX, those beyond H1 zero; none is negative */
INLINE void layer_three(const struct ddz_net_role *role, size_t H1, size_t H2, const float *restrict one,
                        float *restrict two) {
  const uint64_t even = 0x5555555555555555u;
  float odd[DDZ_NET_HIDDEN_MAX];
  for (size_t k = 0; k < H2; k++) two[k] = role->b3[k], odd[k] = 0;
  for (size_t i = 0; i < H1; i += 64) {
    const uint64_t live = live_of(one + i);
    add_inputs(role->w3 + i * H2, H2, one + i, live & even, two);
    add_inputs(role->w3 + i * H2, H2, one + i, live & ~even, odd);
  }
  for (size_t k = 0; k < H2; k++) two[k] += odd[k];
}

INLINE void finish(const struct ddz_net_role *role, size_t H1, size_t H2, const float *restrict one,
                   float *restrict head) {
  float two[DDZ_NET_HIDDEN_MAX], lane[DDZ_NET_HEADS][LANES] = {{0}};
  layer_three(role, H1, H2, one, two);
  for (size_t k = 0; k < H2; k++) two[k] = above_zero(two[k]);
  for (size_t h = 0; h < DDZ_NET_HEADS; h++) {
    for (size_t k = 0; k < H2; k += LANES)
      for (size_t l = 0; l < LANES; l++) lane[h][l] += two[k + l] * role->w4[h * H2 + k + l];
    float *p = lane[h];
    head[h] = role->b4[h] + (((p[0] + p[4]) + (p[2] + p[6])) + ((p[1] + p[5]) + (p[3] + p[7])));
  }
}

/* The usual shape with its sizes known to the compiler. */
INLINE void finish_any(const struct ddz_net_shape *shape, const struct ddz_net_role *role, const float *one,
                       float *head) {
  if (shape->hidden[0] == 128 && shape->hidden[1] == 32)
    finish(role, 128, 32, one, head);
  else
    finish(role, shape->hidden[0], shape->hidden[1], one, head);
}

INLINE float scaled(int32_t dot, float step, float bias) { return above_zero((float)dot * step + bias); }

/* ---- plain C ---- */

static bool runs_always(void) { return true; }

INLINE const int8_t *row_of(const struct ddz_net_role *role, size_t width, uint16_t input) {
  return role->w1 + role->row[input] * width;
}

static void add_plain(const struct ddz_net_role *role, size_t width, const int16_t *base,
                      const struct ddz_net_change *change, int16_t *sum) {
  int16_t unit[DDZ_NET_WIDTH_MAX];
  for (size_t j = 0; j < width; j++) unit[j] = base[j];
  for (size_t i = 0; i < change->adds; i++) {
    const int8_t *row = row_of(role, width, change->add[i]);
    for (size_t j = 0; j < width; j++) unit[j] = (int16_t)(unit[j] + row[j]);
  }
  for (size_t i = 0; i < change->drops; i++) {
    const int8_t *row = row_of(role, width, change->drop[i]);
    for (size_t j = 0; j < width; j++) unit[j] = (int16_t)(unit[j] - row[j]);
  }
  for (size_t j = 0; j < width; j++) sum[j] = unit[j];
}

/* Layer two. */
static void ones_of(const struct ddz_net_shape *shape, const struct ddz_net_role *role, const int16_t *sum,
                    float *one) {
  const size_t H1 = shape->hidden[0];
  int32_t dot[DDZ_NET_HIDDEN_MAX] = {0};
  for (size_t j = 0; j < shape->width; j++) {
    const int32_t scaled_sum = (sum[j] * role->gain[j] + (1 << 14)) >> 15;
    const int32_t hidden = scaled_sum < 0 ? 0 : scaled_sum > 127 ? 127 : scaled_sum;
    const int8_t *column = role->w2 + j / 4 * H1 * 4 + j % 4;
    for (size_t k = 0; k < H1; k++) dot[k] += hidden * column[k * 4];
  }
  for (size_t k = 0; k < H1; k++) one[k] = scaled(dot[k], role->step2[k], role->b2[k]);
}

void ddz_net_inner_of(const struct ddz_net *net, enum ddz_role role, const struct ddz_net_sum *sum,
                      float *inner) {
  float one[DDZ_NET_HIDDEN_MAX] = {0};
  ones_of(&net->shape, &net->role[role], sum->unit, one);
  layer_three(&net->role[role], net->shape.hidden[0], net->shape.hidden[1], one, inner);
}

static void top_plain(const struct ddz_net_shape *shape, const struct ddz_net_role *role,
                      const struct ddz_net_sum *sum, size_t n, float (*head)[DDZ_NET_HEADS]) {
  for (size_t i = 0; i < n; i++) {
    float one[DDZ_NET_HIDDEN_MAX] = {0};
    ones_of(shape, role, sum[i].unit, one);
    finish_any(shape, role, one, head[i]);
  }
}

#if defined(NET_X86) || defined(__wasm_simd128__)

/* What lies between the first two layers, and what comes of it: for a batch. About a third of the groups of
 * four neighbours are zero in the whole batch, because the candidates of a decision have most inputs in
 * common. The others are listed; only they are computed. */
struct batch {
  _Alignas(64) uint8_t hidden[DDZ_NET_BATCH][DDZ_NET_WIDTH_MAX];
  _Alignas(64) int32_t dot[DDZ_NET_BATCH][DDZ_NET_HIDDEN_MAX];
  uint32_t group[DDZ_NET_WIDTH_MAX / 4 + 16]; /* the number of the first of four; room for a whole vector */
  size_t groups;
};

INLINE void finish_batch(const struct ddz_net_shape *shape, const struct ddz_net_role *role,
                         const struct batch *batch, size_t n, float (*head)[DDZ_NET_HEADS]) {
  float one[DDZ_NET_HIDDEN_MAX] = {0};
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < shape->hidden[0]; k++)
      one[k] = scaled(batch->dot[i][k], role->step2[k], role->b2[k]);
    finish_any(shape, role, one, head[i]);
  }
}

#endif
#ifdef NET_X86

/* ---- AVX2 ---- */

#define AVX2 __attribute__((target("avx2")))

static bool runs_avx2(void) { return __builtin_cpu_supports("avx2"); }

AVX2 INLINE __m256i row_avx2(const int8_t *row, int v) {
  return _mm256_cvtepi8_epi16(_mm_load_si128((const __m128i *)(const void *)row + v));
}

/* 128 units of a row, which will be added soon: rows lie anywhere in megabytes, and are waited for. */
AVX2 INLINE void ask_avx2(const int8_t *row) {
  _mm_prefetch((const char *)row, _MM_HINT_T0);
  _mm_prefetch((const char *)row + 64, _MM_HINT_T0);
}

/* 128 or 64 units at a time, which stay in registers while the rows are added. */
AVX2 INLINE void add_block_avx2(const struct ddz_net_role *role, size_t width, size_t j, const int16_t *base,
                                const struct ddz_net_change *change, int16_t *sum, const int vectors) {
  __m256i unit[8];
  for (int v = 0; v < vectors; v++) unit[v] = _mm256_load_si256((const __m256i *)base + v);
  for (size_t i = 0; i < change->adds; i++) {
    const int8_t *row = row_of(role, width, change->add[i]) + j;
    if (j + 128 < width) ask_avx2(row + 128);
    for (int v = 0; v < vectors; v++) unit[v] = _mm256_add_epi16(unit[v], row_avx2(row, v));
  }
  for (size_t i = 0; i < change->drops; i++) {
    const int8_t *row = row_of(role, width, change->drop[i]) + j;
    for (int v = 0; v < vectors; v++) unit[v] = _mm256_sub_epi16(unit[v], row_avx2(row, v));
  }
  for (int v = 0; v < vectors; v++) _mm256_store_si256((__m256i *)sum + v, unit[v]);
}

AVX2 static void add_avx2(const struct ddz_net_role *role, size_t width, const int16_t *base,
                          const struct ddz_net_change *change, int16_t *sum) {
  size_t j = 0;
  for (size_t i = 0; i < change->adds; i++) ask_avx2(row_of(role, width, change->add[i]));
  for (; j + 128 <= width; j += 128) add_block_avx2(role, width, j, base + j, change, sum + j, 8);
  for (; j < width; j += 64) add_block_avx2(role, width, j, base + j, change, sum + j, 4);
}

AVX2 INLINE __m256i hidden_avx2(const int16_t *sum, const int16_t *gain) {
  __m256i x =
      _mm256_mulhrs_epi16(_mm256_load_si256((const __m256i *)sum), _mm256_load_si256((const __m256i *)gain));
  return _mm256_min_epi16(_mm256_max_epi16(x, _mm256_setzero_si256()), _mm256_set1_epi16(127));
}

AVX2 INLINE void hide_avx2(const int16_t *sum, const int16_t *gain, size_t W, uint8_t *hidden) {
  for (size_t j = 0; j < W; j += 32) {
    __m256i x = _mm256_packs_epi16(hidden_avx2(sum + j, gain + j), hidden_avx2(sum + j + 16, gain + j + 16));
    _mm256_store_si256((__m256i *)(void *)(hidden + j), _mm256_permute4x64_epi64(x, 0xD8));
  }
}

AVX2 INLINE void list_avx2(struct batch *batch, size_t n, size_t W) {
  batch->groups = 0;
  for (size_t j = 0; j < W; j += 32) {
    __m256i any = _mm256_setzero_si256();
    for (size_t i = 0; i < n; i++)
      any = _mm256_or_si256(any, _mm256_load_si256((const __m256i *)(const void *)(batch->hidden[i] + j)));
    const __m256i none = _mm256_cmpeq_epi32(any, _mm256_setzero_si256());
    unsigned some = ~(unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(none)) & 255;
    for (; some != 0; some &= some - 1)
      batch->group[batch->groups++] = (uint32_t)j + 4 * (uint32_t)__builtin_ctz(some);
  }
}

/* 8 * vectors outputs from number `from` on, of the first `n` of the batch. */
AVX2 INLINE void dot_avx2(const int8_t *w2, size_t H1, size_t from, struct batch *batch, const int vectors,
                          const int n) {
  const __m256i ones = _mm256_set1_epi16(1);
  __m256i sum[DDZ_NET_BATCH][8];
  for (int i = 0; i < n; i++)
    for (int v = 0; v < vectors; v++) sum[i][v] = _mm256_setzero_si256();
  for (size_t g = 0; g < batch->groups; g++) {
    const size_t j = batch->group[g];
    const __m256i *w = (const __m256i *)(const void *)(w2 + j * H1 + 4 * from);
    __m256i x[DDZ_NET_BATCH];
    for (int i = 0; i < n; i++) {
      int32_t four;
      __builtin_memcpy(&four, batch->hidden[i] + j, 4);
      x[i] = _mm256_set1_epi32(four);
    }
    for (int v = 0; v < vectors; v++) {
      const __m256i row = _mm256_load_si256(w + v);
      for (int i = 0; i < n; i++) /* 127 * 128 twice: pairs do not saturate */
        sum[i][v] = _mm256_add_epi32(sum[i][v], _mm256_madd_epi16(_mm256_maddubs_epi16(x[i], row), ones));
    }
  }
  for (int i = 0; i < n; i++)
    for (int v = 0; v < vectors; v++)
      _mm256_store_si256((__m256i *)(void *)(batch->dot[i] + from) + v, sum[i][v]);
}

/* Eight sums stay in registers. What is left is computed for the whole batch, the last of zeros. */
AVX2 INLINE void dots_avx2(const int8_t *w2, size_t H1, size_t W, struct batch *batch, size_t n) {
  size_t from = 0;
  for (; n == 1 && from + 64 <= H1; from += 64) dot_avx2(w2, H1, from, batch, 8, 1);
  for (; n == 2 && from + 32 <= H1; from += 32) dot_avx2(w2, H1, from, batch, 4, 2);
  for (size_t i = n; from < H1 && i < DDZ_NET_BATCH; i++) memset(batch->hidden[i], 0, W);
  for (; from < H1; from += 16) dot_avx2(w2, H1, from, batch, 2, DDZ_NET_BATCH);
}

AVX2 static void top_avx2(const struct ddz_net_shape *shape, const struct ddz_net_role *role,
                          const struct ddz_net_sum *sum, size_t n, float (*head)[DDZ_NET_HEADS]) {
  struct batch batch;
  const size_t W = shape->width, H1 = shape->hidden[0];
  for (size_t i = 0; i < n; i++) hide_avx2(sum[i].unit, role->gain, W, batch.hidden[i]);
  list_avx2(&batch, n, W);
  dots_avx2(role->w2, H1, W, &batch, n);
  finish_batch(shape, role, &batch, n, head);
}

/* ---- AVX-512 with VNNI ---- */

#define AVX512 __attribute__((target("avx2,avx512f,avx512bw,avx512vl,avx512vnni")))

static bool runs_avx512(void) {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni");
}

AVX512 INLINE __m512i row_avx512(const int8_t *row, int v) {
  return _mm512_cvtepi8_epi16(_mm256_load_si256((const __m256i *)(const void *)row + v));
}

AVX512 INLINE void add_block_avx512(const struct ddz_net_role *role, size_t width, size_t j,
                                    const int16_t *base, const struct ddz_net_change *change, int16_t *sum,
                                    const int vectors) {
  __m512i unit[16];
  for (int v = 0; v < vectors; v++) unit[v] = _mm512_load_si512(base + 32 * v);
  for (size_t i = 0; i < change->adds; i++) {
    const int8_t *row = row_of(role, width, change->add[i]) + j;
    for (int v = 0; v < vectors; v++) unit[v] = _mm512_add_epi16(unit[v], row_avx512(row, v));
  }
  for (size_t i = 0; i < change->drops; i++) {
    const int8_t *row = row_of(role, width, change->drop[i]) + j;
    for (int v = 0; v < vectors; v++) unit[v] = _mm512_sub_epi16(unit[v], row_avx512(row, v));
  }
  for (int v = 0; v < vectors; v++) _mm512_store_si512(sum + 32 * v, unit[v]);
}

AVX512 static void add_avx512(const struct ddz_net_role *role, size_t width, const int16_t *base,
                              const struct ddz_net_change *change, int16_t *sum) {
  size_t j = 0;
  for (; j + 512 <= width; j += 512) add_block_avx512(role, width, j, base + j, change, sum + j, 16);
  for (; j + 128 <= width; j += 128) add_block_avx512(role, width, j, base + j, change, sum + j, 4);
  for (; j < width; j += 64) add_block_avx512(role, width, j, base + j, change, sum + j, 2);
}

AVX512 INLINE __m256i hidden_avx512(const int16_t *sum, const int16_t *gain) {
  __m512i x = _mm512_mulhrs_epi16(_mm512_load_si512(sum), _mm512_load_si512(gain));
  x = _mm512_min_epi16(_mm512_max_epi16(x, _mm512_setzero_si512()), _mm512_set1_epi16(127));
  return _mm512_cvtepi16_epi8(x);
}

AVX512 INLINE void list_avx512(struct batch *batch, size_t n, size_t W) {
  __m512i at = _mm512_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60);
  batch->groups = 0;
  for (size_t j = 0; j < W; j += 64, at = _mm512_add_epi32(at, _mm512_set1_epi32(64))) {
    __m512i any = _mm512_setzero_si512();
    for (size_t i = 0; i < n; i++) any = _mm512_or_si512(any, _mm512_load_si512(batch->hidden[i] + j));
    const __mmask16 some = _mm512_test_epi32_mask(any, any);
    _mm512_storeu_si512(batch->group + batch->groups, _mm512_maskz_compress_epi32(some, at));
    batch->groups += (size_t)__builtin_popcount(some);
  }
}

/* 16 * vectors outputs from number `from` on, of `n` of the batch. */
AVX512 INLINE void dot_avx512(const int8_t *w2, size_t H1, size_t from, struct batch *batch,
                              const int vectors, const int n) {
  __m512i sum[DDZ_NET_BATCH][4];
  for (int i = 0; i < n; i++)
    for (int v = 0; v < vectors; v++) sum[i][v] = _mm512_setzero_si512();
  for (size_t g = 0; g < batch->groups; g++) {
    const size_t j = batch->group[g];
    const int8_t *w = w2 + j * H1 + 4 * from;
    for (int i = 0; i < n; i++) {
      int32_t four;
      __builtin_memcpy(&four, batch->hidden[i] + j, 4);
      const __m512i x = _mm512_set1_epi32(four);
      for (int v = 0; v < vectors; v++)
        sum[i][v] = _mm512_dpbusd_epi32(sum[i][v], x, _mm512_load_si512(w + 64 * v));
    }
  }
  for (int i = 0; i < n; i++)
    for (int v = 0; v < vectors; v++) _mm512_store_si512(batch->dot[i] + from + 16 * v, sum[i][v]);
}

/* For three the whole batch, the last of zeros. */
AVX512 INLINE void dots_avx512(const int8_t *w2, size_t H1, size_t from, struct batch *batch,
                               const int vectors, size_t n) {
  if (n == 1)
    dot_avx512(w2, H1, from, batch, vectors, 1);
  else if (n == 2)
    dot_avx512(w2, H1, from, batch, vectors, 2);
  else
    dot_avx512(w2, H1, from, batch, vectors, DDZ_NET_BATCH);
}

AVX512 static void top_avx512(const struct ddz_net_shape *shape, const struct ddz_net_role *role,
                              const struct ddz_net_sum *sum, size_t n, float (*head)[DDZ_NET_HEADS]) {
  struct batch batch;
  const size_t W = shape->width, H1 = shape->hidden[0];
  size_t from = 0;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < W; j += 32)
      _mm256_store_si256((__m256i *)(void *)(batch.hidden[i] + j),
                         hidden_avx512(sum[i].unit + j, role->gain + j));
  if (n == DDZ_NET_BATCH - 1) memset(batch.hidden[n], 0, W);
  list_avx512(&batch, n, W);
  for (; from + 64 <= H1; from += 64) dots_avx512(role->w2, H1, from, &batch, 4, n);
  for (; from < H1; from += 16) dots_avx512(role->w2, H1, from, &batch, 1, n);
  finish_batch(shape, role, &batch, n, head);
}

#endif
#ifdef __wasm_simd128__

/* ---- WebAssembly's 128 bits ---- */

/* 64 units at a time. */
static void add_simd128(const struct ddz_net_role *role, size_t width, const int16_t *base,
                        const struct ddz_net_change *change, int16_t *sum) {
  for (size_t j = 0; j < width; j += 64) {
    v128_t unit[8];
    for (int v = 0; v < 8; v++) unit[v] = wasm_v128_load(base + j + 8 * v);
    for (size_t i = 0; i < change->adds; i++) {
      const int8_t *row = row_of(role, width, change->add[i]) + j;
      for (int v = 0; v < 8; v++) unit[v] = wasm_i16x8_add(unit[v], wasm_i16x8_load8x8(row + 8 * v));
    }
    for (size_t i = 0; i < change->drops; i++) {
      const int8_t *row = row_of(role, width, change->drop[i]) + j;
      for (int v = 0; v < 8; v++) unit[v] = wasm_i16x8_sub(unit[v], wasm_i16x8_load8x8(row + 8 * v));
    }
    for (int v = 0; v < 8; v++) wasm_v128_store(sum + j + 8 * v, unit[v]);
  }
}

INLINE v128_t hidden_simd128(const int16_t *sum, const int16_t *gain) {
  v128_t x = wasm_i16x8_q15mulr_sat(wasm_v128_load(sum), wasm_v128_load(gain));
  return wasm_i16x8_min(wasm_i16x8_max(x, wasm_i16x8_const_splat(0)), wasm_i16x8_const_splat(127));
}

/* Here of one candidate at a time: half of its groups are zero. */
INLINE void list_simd128(struct batch *batch, size_t i, size_t W) {
  batch->groups = 0;
  for (size_t j = 0; j < W; j += 4) {
    uint32_t four;
    __builtin_memcpy(&four, batch->hidden[i] + j, 4);
    batch->group[batch->groups] = (uint32_t)j;
    batch->groups += four != 0;
  }
}

/* 16 outputs from number `from` on. A lane holds the sum of two of the four inputs of an output; both lanes
 * of an output are added in the end. */
INLINE void dot_simd128(const int8_t *w2, size_t H1, size_t from, struct batch *batch, size_t i) {
  int32_t *dot = batch->dot[i];
  v128_t sum[8];
  for (int v = 0; v < 8; v++) sum[v] = wasm_i32x4_const_splat(0);
  for (size_t g = 0; g < batch->groups; g++) {
    const size_t j = batch->group[g];
    const int8_t *w = w2 + j * H1 + 4 * from;
    const v128_t x = wasm_i16x8_extend_low_i8x16(wasm_v128_load32_splat(batch->hidden[i] + j));
    for (int v = 0; v < 8; v++)
      sum[v] = wasm_i32x4_add(sum[v], wasm_i32x4_dot_i16x8(x, wasm_i16x8_load8x8(w + 8 * v)));
  }
  for (int v = 0; v < 8; v += 2)
    wasm_v128_store(dot + from + 2 * v, wasm_i32x4_add(wasm_i32x4_shuffle(sum[v], sum[v + 1], 0, 2, 4, 6),
                                                       wasm_i32x4_shuffle(sum[v], sum[v + 1], 1, 3, 5, 7)));
}

static void top_simd128(const struct ddz_net_shape *shape, const struct ddz_net_role *role,
                        const struct ddz_net_sum *sum, size_t n, float (*head)[DDZ_NET_HEADS]) {
  struct batch batch;
  const size_t W = shape->width, H1 = shape->hidden[0];
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < W; j += 16)
      wasm_v128_store(batch.hidden[i] + j,
                      wasm_u8x16_narrow_i16x8(hidden_simd128(sum[i].unit + j, role->gain + j),
                                              hidden_simd128(sum[i].unit + j + 8, role->gain + j + 8)));
    list_simd128(&batch, i, W);
    for (size_t from = 0; from < H1; from += 16) dot_simd128(role->w2, H1, from, &batch, i);
  }
  finish_batch(shape, role, &batch, n, head);
}

#endif

/* ---- which there are, the best last ---- */

static const struct ddz_net_kernel kernels[] = {
    {"plain", runs_always, add_plain, top_plain},
#ifdef NET_X86
    {"avx2", runs_avx2, add_avx2, top_avx2},
    {"avx512", runs_avx512, add_avx512, top_avx512},
#endif
#ifdef __wasm_simd128__
    {"simd128", runs_always, add_simd128, top_simd128},
#endif
};

const struct ddz_net_kernel *ddz_net_kernel_at(size_t i) {
  for (size_t at = 0; at < sizeof kernels / sizeof *kernels; at++)
    if (kernels[at].runs() && i-- == 0) return &kernels[at];
  return NULL;
}
