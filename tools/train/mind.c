#include "tools/train/mind.h"

#include <string.h>

float mind_share(const struct mind *mind, int i) {
  double sum = 0;
  for (int k = 0; k < mind->nets; k++) sum += mind->share[k];
  return (float)(mind->share[i] / sum);
}

/* What the layers work in; the second layer has rows for TRUNK_SAMPLES lists. */
struct work {
  struct trunk_layers trunk;
  _Alignas(64) float hidden[(DDZ_NET_WIDTH_MAX / BLOCK + TRUNK_RANKS) * TRUNK_SAMPLES * BLOCK];
  _Alignas(64) float one[TRUNK_SAMPLES * DDZ_NET_HIDDEN_MAX], two[TRUNK_SAMPLES * DDZ_NET_HIDDEN_MAX];
};

static void fill(float *to, const float *bias, int n, int columns) {
  for (int s = 0; s < n; s++) memcpy(to + s * columns, bias, (size_t)columns * sizeof(float));
}

void mind_values(const struct model *model, const struct input_list *list, int n,
                 struct ddz_net_value *value) {
  static _Thread_local struct work work;
  const struct top_layout at = top_layout_of(&model->shape);
  const float *top = model->top.mean;
  const int rows = (n + 3) / 4 * 4, h1 = model->shape.hidden[0], h2 = model->shape.hidden[1];
  const size_t stride = TRUNK_SAMPLES * BLOCK;
  for (int block = 0; block < model->blocks; block++)
    for (int s = 0; s < n; s++)
      kernel_gather(model_block(model, model->first.mean, block), list[s].input, list[s].n, MODEL_CLIP,
                    work.hidden + (size_t)block * stride + (size_t)(s * BLOCK));
  if (model->shape.depth > 0)
    trunk_forward(model->shape.depth, top + at.trunk, list, n, &work.trunk,
                  work.hidden + (size_t)model->blocks * stride, stride);
  fill(work.one, top + at.b2, rows, h1);
  for (int block = 0; block < model->units / BLOCK; block++)
    kernel_multiply(&(struct matrices){work.one, work.hidden + (size_t)block * stride,
                                       top + at.w2 + (size_t)block * BLOCK * (size_t)h1, h1, BLOCK, 1, h1,
                                       rows, BLOCK, h1});
  kernel_rectify(work.one, (size_t)rows * (size_t)h1);
  fill(work.two, top + at.b3, rows, h2);
  kernel_multiply(&(struct matrices){work.two, work.one, top + at.w3, h2, h1, 1, h2, rows, h1, h2});
  kernel_rectify(work.two, (size_t)rows * (size_t)h2);
  for (int s = 0; s < n; s++) {
    float head[HEADS] = {top[at.b4], top[at.b4 + 1]};
    for (int i = 0; i < h2; i++)
      for (int h = 0; h < HEADS; h++) head[h] += work.two[s * h2 + i] * top[at.w4 + (size_t)(i * HEADS + h)];
    value[s] = (struct ddz_net_value){head[0], head[1] * POINTS_UNIT};
  }
}
