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

static void floats_new(struct ddz_net_floats *floats, int width) {
  const size_t W = (size_t)width;
  *floats = (struct ddz_net_floats){
      .w1 = must_calloc(DDZ_FEATURES * W, sizeof(float)),
      .b1 = must_calloc(W, sizeof(float)),
      .w2 = must_calloc(H1 * W, sizeof(float)),
      .b2 = must_calloc(H1, sizeof(float)),
      .w3 = must_calloc((size_t)H1 * H2, sizeof(float)),
      .b3 = must_calloc(H2, sizeof(float)),
      .w4 = must_calloc((size_t)H2 * HEADS, sizeof(float)),
      .b4 = must_calloc(HEADS, sizeof(float)),
  };
}

static void floats_free(struct ddz_net_floats *floats) {
  float *parts[] = {floats->w1, floats->b1, floats->w2, floats->b2,
                    floats->w3, floats->b3, floats->w4, floats->b4};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) free(parts[i]);
}

/* Copy between a (rows, columns) matrix and its transpose. */
static void transpose(const float *from, float *to, size_t rows, size_t columns) {
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) to[c * rows + r] = from[r * columns + c];
}

/* The parts above the first layer, in the order of net.h; `back`: from there. */
static void exchange_top(int width, float *top, const struct ddz_net_floats *floats, bool back) {
  const struct top_layout at = top_layout_of(width);
  const struct {
    size_t at, rows, columns;
    float *there;
  } part[] = {
      {at.w2, (size_t)width, H1, floats->w2},
      {at.b2, 1, H1, floats->b2},
      {at.w3, H1, H2, floats->w3},
      {at.b3, 1, H2, floats->b3},
      {at.w4, H2, HEADS, floats->w4},
      {at.b4, 1, HEADS, floats->b4},
  };
  for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
    if (back)
      transpose(part[i].there, top + part[i].at, part[i].columns, part[i].rows);
    else
      transpose(top + part[i].at, part[i].there, part[i].rows, part[i].columns);
  }
}

/* The first layer, row by row. */
static void exchange_first(const struct model *model, float *first, const struct ddz_net_floats *floats,
                           bool back) {
  for (int block = 0; block < model->blocks; block++)
    for (size_t row = 0; row < ROWS; row++) {
      float *here = first + ((size_t)block * ROWS + row) * BLOCK;
      float *there = (row == BIAS ? floats->b1 : floats->w1 + row * (size_t)model->width) + block * BLOCK;
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
    floats_new(&floats[r], roles[r]->width);
    exchange_first(roles[r], roles[r]->first.mean, &floats[r], false);
    exchange_top(roles[r]->width, roles[r]->top.mean, &floats[r], false);
  }
  *size = ddz_net_image_size(&shape, floats, strlen(record));
  void *image = must_calloc(*size, 1);
  ddz_net_pack(&shape, &facts, floats, record, image, NULL);
  for (int r = 0; r < DDZ_ROLES; r++) floats_free(&floats[r]);
  return image;
}

void model_from_net(struct model *model, const struct ddz_net *net, enum ddz_role role) {
  struct ddz_net_floats floats;
  floats_new(&floats, model->width);
  ddz_net_unpack(net, role, &floats);
  exchange_first(model, model->first.w, &floats, true);
  for (size_t row = 0; row < DDZ_FEATURES; row++)
    for (int u = 0; u < model->width; u++)
      model->seen[row] |= floats.w1[row * (size_t)model->width + (size_t)u] != 0;
  model->seen[BIAS] = 1;
  exchange_top(model->width, model->top.w, &floats, true);
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
