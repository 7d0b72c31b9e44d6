#include "lab/train/model.h"
#include "lib/net_pack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *must_calloc(size_t n, size_t size) {
  const size_t bytes = (n * size + 63) / 64 * 64;
  void *memory = aligned_alloc(64, bytes);
  if (memory == NULL) {
    fprintf(stderr, "out of memory for a net\n");
    exit(1);
  }
  return memset(memory, 0, bytes);
}

struct top_layout top_layout_of(const struct model_shape *shape) {
  const size_t h1 = (size_t)shape->hidden[0], h2 = (size_t)shape->hidden[1];
  struct top_layout at = {0};
  at.b2 = (size_t)shape->width * h1;
  at.w3 = at.b2 + h1;
  at.b3 = at.w3 + h1 * h2;
  at.w4 = at.b3 + h2;
  at.b4 = at.w4 + h2 * HEADS;
  at.size = at.b4 + HEADS;
  return at;
}

static void params_new(struct params *params, size_t n) {
  float **part[] = {&params->w, &params->m, &params->v, &params->mean};
  for (size_t i = 0; i < sizeof part / sizeof *part; i++) *part[i] = must_calloc(n, sizeof(float));
  params->n = n;
}

static void params_free(struct params *params) {
  free(params->w);
  free(params->m);
  free(params->v);
  free(params->mean);
}

struct model *model_new(const struct model_shape *shape) {
  struct model *model = must_calloc(1, sizeof *model);
  model->shape = *shape;
  model->rows = shape->inputs + 1;
  model->blocks = shape->width / BLOCK;
  model->seen = must_calloc((size_t)model->rows, 1);
  params_new(&model->first, (size_t)model->blocks * (size_t)model->rows * BLOCK);
  params_new(&model->top, top_layout_of(shape).size);
  return model;
}

void model_free(struct model *model) {
  params_free(&model->first);
  params_free(&model->top);
  free(model->seen);
  free(model);
}

static void draw(struct ddz_rng *rng, float *w, size_t n, double bound) {
  for (size_t i = 0; i < n; i++) w[i] = (float)((2 * ddz_rng_unit(rng) - 1) * bound);
}

static void average_is_weight(struct params *params) {
  memcpy(params->mean, params->w, params->n * sizeof(float));
}

void model_draw(struct model *model, const struct model_start *start, struct ddz_rng *rng) {
  const struct top_layout at = top_layout_of(&model->shape);
  const size_t h1 = (size_t)model->shape.hidden[0], h2 = (size_t)model->shape.hidden[1];
  float *top = model->top.w;
  draw(rng, model->first.w, model->first.n, start->first);
  for (int block = 0; block < model->blocks && start->bias != 0; block++)
    for (int u = 0; u < BLOCK; u++)
      model_block(model, model->first.w, block)[model->shape.inputs * BLOCK + u] = (float)start->bias;
  draw(rng, top + at.w2, (size_t)model->shape.width * h1, sqrt(6.0 / model->shape.width));
  draw(rng, top + at.w3, h1 * h2, start->inner != 0 ? start->inner : sqrt(6.0 / (double)h1));
  draw(rng, top + at.w4, h2 * HEADS, start->heads);
  average_is_weight(&model->first);
  average_is_weight(&model->top);
}

/* ---- as net.h lays them out ---- */

static void floats_new(struct ddz_net_floats *floats, const struct ddz_net_shape *shape) {
  const size_t W = shape->width, h1 = shape->hidden[0], h2 = shape->hidden[1];
  *floats = (struct ddz_net_floats){
      .w1 = must_calloc(shape->inputs * W, sizeof(float)),
      .b1 = must_calloc(W, sizeof(float)),
      .w2 = must_calloc(h1 * W, sizeof(float)),
      .b2 = must_calloc(h1, sizeof(float)),
      .w3 = must_calloc(h1 * h2, sizeof(float)),
      .b3 = must_calloc(h2, sizeof(float)),
      .w4 = must_calloc(h2 * HEADS, sizeof(float)),
      .b4 = must_calloc(HEADS, sizeof(float)),
  };
}

void model_floats_free(struct ddz_net_floats *floats) {
  float *parts[] = {floats->w1, floats->b1, floats->w2, floats->b2,
                    floats->w3, floats->b3, floats->w4, floats->b4};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) free(parts[i]);
}

/* Between here (rows, columns), whose rows lie `stride` apart, and its transpose there. */
static void exchange(float *here, float *there, size_t rows, size_t columns, size_t stride, bool back) {
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) {
      float *a = here + r * stride + c, *b = there + c * rows + r;
      if (back)
        *a = *b;
      else
        *b = *a;
    }
}

/* The parts above the first layer, in the order of net.h; `back`: from there. shape  of `floats`, which may
 * be smaller than what is here. */
static void exchange_top(const struct model *model, float *top, const struct ddz_net_shape *shape,
                         const struct ddz_net_floats *floats, bool back) {
  const struct top_layout at = top_layout_of(&model->shape);
  const size_t W = shape->width, h1 = shape->hidden[0], h2 = shape->hidden[1];
  const size_t H1 = (size_t)model->shape.hidden[0], H2 = (size_t)model->shape.hidden[1];
  exchange(top + at.w2, floats->w2, W, h1, H1, back);
  exchange(top + at.b2, floats->b2, 1, h1, H1, back);
  exchange(top + at.w3, floats->w3, h1, h2, H2, back);
  exchange(top + at.b3, floats->b3, 1, h2, H2, back);
  exchange(top + at.w4, floats->w4, h2, HEADS, HEADS, back);
  exchange(top + at.b4, floats->b4, 1, HEADS, HEADS, back);
}

/* The first layer, row by row. */
static void exchange_first(const struct model *model, float *first, size_t width,
                           const struct ddz_net_floats *floats, bool back) {
  const size_t rows = (size_t)model->rows, bias = rows - 1;
  for (size_t block = 0; block < width / BLOCK; block++)
    for (size_t row = 0; row < rows; row++) {
      float *here = first + (block * rows + row) * BLOCK;
      float *there = (row == bias ? floats->b1 : floats->w1 + row * width) + block * BLOCK;
      if (back || model->seen[row])
        memcpy(back ? here : there, back ? there : here, BLOCK * sizeof(float));
      else
        memset(there, 0, BLOCK * sizeof(float));
    }
}

struct ddz_net_shape model_net_shape(const struct model *model, uint32_t features) {
  return (struct ddz_net_shape){
      .inputs = (uint32_t)model->shape.inputs,
      .width = (uint32_t)model->shape.width,
      .hidden = {(uint32_t)model->shape.hidden[0], (uint32_t)model->shape.hidden[1]},
      .features = features};
}

void model_floats(const struct model *model, struct ddz_net_floats *floats) {
  const struct ddz_net_shape shape = model_net_shape(model, 0);
  floats_new(floats, &shape);
  exchange_first(model, model->first.mean, shape.width, floats, false);
  exchange_top(model, model->top.mean, &shape, floats, false);
}

/* What goes up from units that the net does not have is nothing yet. */
static void silence_new(struct model *model, const struct ddz_net_shape *shape) {
  const struct top_layout at = top_layout_of(&model->shape);
  const size_t h1 = (size_t)model->shape.hidden[0], h2 = (size_t)model->shape.hidden[1];
  float *top = model->top.w;
  for (size_t i = (size_t)shape->width * h1; i < (size_t)model->shape.width * h1; i++) top[at.w2 + i] = 0;
  for (size_t i = (size_t)shape->hidden[0] * h2; i < h1 * h2; i++) top[at.w3 + i] = 0;
  for (size_t i = (size_t)shape->hidden[1] * HEADS; i < h2 * HEADS; i++) top[at.w4 + i] = 0;
}

bool model_holds(const struct model_shape *model, const struct ddz_net_shape *shape) {
  return shape->inputs == (uint32_t)model->inputs && shape->width <= (uint32_t)model->width &&
         shape->hidden[0] <= (uint32_t)model->hidden[0] && shape->hidden[1] <= (uint32_t)model->hidden[1];
}

void model_from_net(struct model *model, const struct model_start *start, const struct ddz_net *net,
                    enum ddz_role role, struct ddz_rng *rng) {
  struct ddz_net_floats floats;
  const size_t W = net->shape.width;
  floats_new(&floats, &net->shape);
  ddz_net_unpack(net, role, &floats);
  model_draw(model, start, rng);
  silence_new(model, &net->shape);
  exchange_first(model, model->first.w, W, &floats, true);
  for (size_t row = 0; row < net->shape.inputs; row++)
    for (size_t u = 0; u < W; u++) model->seen[row] |= floats.w1[row * W + u] != 0;
  model->seen[model->rows - 1] = 1;
  exchange_top(model, model->top.w, &net->shape, &floats, true);
  average_is_weight(&model->first);
  average_is_weight(&model->top);
  model_floats_free(&floats);
}

/* ---- files ---- */

static bool put(const void *from, size_t size, size_t n, FILE *file) {
  return fwrite(from, size, n, file) == n;
}

static bool get(void *to, size_t size, size_t n, FILE *file) { return fread(to, size, n, file) == n; }

bool model_write(const struct model *model, FILE *file) {
  const struct params *params[] = {&model->first, &model->top};
  bool good =
      put(&model->steps, sizeof model->steps, 1, file) && put(model->seen, 1, (size_t)model->rows, file);
  for (int i = 0; i < 2; i++) {
    const float *part[] = {params[i]->w, params[i]->m, params[i]->v, params[i]->mean};
    for (int p = 0; p < 4; p++) good = good && put(part[p], sizeof(float), params[i]->n, file);
  }
  return good;
}

bool model_read(struct model *model, FILE *file) {
  const struct params *params[] = {&model->first, &model->top};
  bool good =
      get(&model->steps, sizeof model->steps, 1, file) && get(model->seen, 1, (size_t)model->rows, file);
  for (int i = 0; i < 2; i++) {
    float *part[] = {params[i]->w, params[i]->m, params[i]->v, params[i]->mean};
    for (int p = 0; p < 4; p++) good = good && get(part[p], sizeof(float), params[i]->n, file);
  }
  return good;
}
