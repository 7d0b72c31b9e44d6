#include "tools/train/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *must_calloc(size_t n, size_t size) {
  const size_t bytes = (n * size + 63) / 64 * 64;
  void *memory = aligned_alloc(64, bytes);
  if (memory == NULL) {
    fprintf(stderr, "ddz-train: out of memory\n");
    exit(1);
  }
  return memset(memory, 0, bytes);
}

struct top_layout top_layout_of(int width) {
  struct top_layout at = {0};
  at.b2 = (size_t)width * H1;
  at.w3 = at.b2 + H1;
  at.b3 = at.w3 + (size_t)H1 * H2;
  at.w4 = at.b3 + H2;
  at.b4 = at.w4 + (size_t)H2 * HEADS;
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

struct model *model_new(int width) {
  struct model *model = must_calloc(1, sizeof *model);
  model->width = width;
  model->blocks = width / BLOCK;
  params_new(&model->first, (size_t)model->blocks * ROWS * BLOCK);
  params_new(&model->top, top_layout_of(width).size);
  return model;
}

void model_free(struct model *model) {
  params_free(&model->first);
  params_free(&model->top);
  free(model);
}

static void draw(struct ddz_rng *rng, float *w, size_t n, double bound) {
  for (size_t i = 0; i < n; i++) w[i] = (float)((2 * ddz_rng_unit(rng) - 1) * bound);
}

void model_draw(struct model *model, struct ddz_rng *rng) {
  const struct top_layout at = top_layout_of(model->width);
  float *top = model->top.w;
  draw(rng, model->first.w, model->first.n, 0.08); /* about a hundred inputs are on */
  draw(rng, top + at.w2, (size_t)model->width * H1, sqrt(6.0 / model->width));
  draw(rng, top + at.w3, (size_t)H1 * H2, sqrt(6.0 / H1));
  draw(rng, top + at.w4, (size_t)H2 * HEADS, 0.1);
  memcpy(model->first.mean, model->first.w, model->first.n * sizeof(float));
  memcpy(model->top.mean, model->top.w, model->top.n * sizeof(float));
}

/* ---- images ---- */

static struct ddz_net_shape shape_of(int width) {
  return (struct ddz_net_shape){.inputs = DDZ_FEATURES,
                                .width = (uint32_t)width,
                                .hidden = {H1, H2},
                                .features = ddz_feature_signature()};
}

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

static void floats_free(struct ddz_net_floats *floats) {
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
static void exchange_top(int width, float *top, const struct ddz_net_shape *shape,
                         const struct ddz_net_floats *floats, bool back) {
  const struct top_layout at = top_layout_of(width);
  const size_t W = shape->width, h1 = shape->hidden[0], h2 = shape->hidden[1];
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
  for (size_t block = 0; block < width / BLOCK; block++)
    for (size_t row = 0; row < ROWS; row++) {
      float *here = first + (block * ROWS + row) * BLOCK;
      float *there = (row == BIAS ? floats->b1 : floats->w1 + row * width) + block * BLOCK;
      if (back || model->seen[row])
        memcpy(back ? here : there, back ? there : here, BLOCK * sizeof(float));
      else
        memset(there, 0, BLOCK * sizeof(float));
    }
}

void *model_image(struct model *const roles[DDZ_ROLES], const char *name, const char *record, size_t *size) {
  const struct ddz_net_shape shape = shape_of(roles[0]->width);
  struct ddz_net_facts facts = {.clip = MODEL_CLIP, .points_unit = MODEL_POINTS_UNIT};
  struct ddz_net_floats floats[DDZ_ROLES];
  snprintf(facts.name, sizeof facts.name, "%s", name);
  for (int r = 0; r < DDZ_ROLES; r++) {
    facts.slope[r][0] = facts.slope[r][1] = 1;
    floats_new(&floats[r], &shape);
    exchange_first(roles[r], roles[r]->first.mean, shape.width, &floats[r], false);
    exchange_top(roles[r]->width, roles[r]->top.mean, &shape, &floats[r], false);
  }
  *size = ddz_net_image_size(&shape, floats, strlen(record));
  void *image = must_calloc(*size, 1);
  ddz_net_pack(&shape, &facts, floats, record, image, NULL);
  for (int r = 0; r < DDZ_ROLES; r++) floats_free(&floats[r]);
  return image;
}

/* What goes up from units that the net does not have is nothing yet. */
static void silence_new(struct model *model, const struct ddz_net_shape *shape) {
  const struct top_layout at = top_layout_of(model->width);
  float *top = model->top.w;
  for (size_t i = (size_t)shape->width * H1; i < (size_t)model->width * H1; i++) top[at.w2 + i] = 0;
  for (size_t i = (size_t)shape->hidden[0] * H2; i < (size_t)H1 * H2; i++) top[at.w3 + i] = 0;
  for (size_t i = (size_t)shape->hidden[1] * HEADS; i < (size_t)H2 * HEADS; i++) top[at.w4 + i] = 0;
}

bool model_holds(int width, const struct ddz_net_shape *shape) {
  return shape->width <= (uint32_t)width && shape->hidden[0] <= H1 && shape->hidden[1] <= H2;
}

void model_from_net(struct model *model, const struct ddz_net *net, enum ddz_role role, struct ddz_rng *rng) {
  struct ddz_net_floats floats;
  const size_t W = net->shape.width;
  floats_new(&floats, &net->shape);
  ddz_net_unpack(net, role, &floats);
  model_draw(model, rng);
  silence_new(model, &net->shape);
  exchange_first(model, model->first.w, W, &floats, true);
  for (size_t row = 0; row < DDZ_FEATURES; row++)
    for (size_t u = 0; u < W; u++) model->seen[row] |= floats.w1[row * W + u] != 0;
  model->seen[BIAS] = 1;
  exchange_top(model->width, model->top.w, &net->shape, &floats, true);
  memcpy(model->first.mean, model->first.w, model->first.n * sizeof(float));
  memcpy(model->top.mean, model->top.w, model->top.n * sizeof(float));
  floats_free(&floats);
}

/* ---- state ---- */

bool model_write(const struct model *model, FILE *file) {
  const struct params *params[] = {&model->first, &model->top};
  bool good = fwrite(&model->steps, sizeof model->steps, 1, file) == 1 &&
              fwrite(model->seen, sizeof model->seen, 1, file) == 1;
  for (int i = 0; i < 2; i++) {
    const float *part[] = {params[i]->w, params[i]->m, params[i]->v, params[i]->mean};
    for (int p = 0; p < 4; p++)
      good = good && fwrite(part[p], sizeof(float), params[i]->n, file) == params[i]->n;
  }
  return good;
}

bool model_read(struct model *model, FILE *file) {
  const struct params *params[] = {&model->first, &model->top};
  bool good = fread(&model->steps, sizeof model->steps, 1, file) == 1 &&
              fread(model->seen, sizeof model->seen, 1, file) == 1;
  for (int i = 0; i < 2; i++) {
    float *part[] = {params[i]->w, params[i]->m, params[i]->v, params[i]->mean};
    for (int p = 0; p < 4; p++)
      good = good && fread(part[p], sizeof(float), params[i]->n, file) == params[i]->n;
  }
  return good;
}
