#include "net_float.h"

static float clipped(float x, float clip) { return x < 0 ? 0 : x > clip ? clip : x; }

/* out (n) = a (n,m) . x (m) + b (n) */
static void dense(const float *a, const float *b, const float *x, size_t n, size_t m, float *out) {
  for (size_t i = 0; i < n; i++) {
    out[i] = b[i];
    for (size_t j = 0; j < m; j++) out[i] += a[i * m + j] * x[j];
  }
}

void ddz_net_floats_value(const struct ddz_net_shape *shape, const struct ddz_net_floats *floats, float clip,
                          const uint16_t *inputs, size_t n, struct ddz_net_value *value) {
  const size_t W = shape->width, H1 = shape->hidden[0], H2 = shape->hidden[1];
  float hidden[DDZ_NET_WIDTH_MAX], one[DDZ_NET_HIDDEN_MAX], two[DDZ_NET_HIDDEN_MAX], head[DDZ_NET_HEADS];
  for (size_t j = 0; j < W; j++) hidden[j] = floats->b1[j];
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < W; j++) hidden[j] += floats->w1[inputs[i] * W + j];
  for (size_t j = 0; j < W; j++) hidden[j] = clipped(hidden[j], clip);
  dense(floats->w2, floats->b2, hidden, H1, W, one);
  for (size_t i = 0; i < H1; i++) one[i] = one[i] > 0 ? one[i] : 0;
  dense(floats->w3, floats->b3, one, H2, H1, two);
  for (size_t i = 0; i < H2; i++) two[i] = two[i] > 0 ? two[i] : 0;
  dense(floats->w4, floats->b4, two, DDZ_NET_HEADS, H2, head);
  *value = (struct ddz_net_value){.win = head[0], .points = head[1]};
}
