#include "tools/train/learn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { AVERAGE_EVERY = 16, TOP_PARTS = 8, TOP_BOUND = 100 };

/* What one role's step works in. */
struct bench {
  struct model *model;
  const struct sample *const *batch; /* NULL: nothing to do */
  float *hidden;                     /* (blocks, batch, BLOCK): activations, then the gradient of the sums */
  float *w2t;                        /* (H1, W) */
  float *top_gradient;               /* (chunks, top) */
  struct loss *loss;                 /* of each chunk */
  uint16_t *touched;                 /* rows some sample has on */
  int touches;
  struct adam adam;
  float part; /* of an averaging */
};

struct learner {
  struct crew *crew;
  int batch, chunks, width, blocks;
  float bound; /* of the first layer's weights; the others have none */
  struct bench bench[DDZ_ROLES];
  float **scratch;      /* per thread: gradient of a block (ROWS, BLOCK), all zero between uses */
  int roles[DDZ_ROLES]; /* those with a batch */
  int active;
  float *gradient_out; /* tests: where gradients go instead of a step */
  float *top_out;
};

static void *must_alloc(size_t bytes) {
  void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (memory == NULL) {
    fprintf(stderr, "ddz-train: out of memory\n");
    exit(1);
  }
  return memset(memory, 0, (bytes + 63) / 64 * 64);
}

struct learner *learner_new(struct model *const roles[DDZ_ROLES], int batch, float bound, struct crew *crew) {
  struct learner *l = must_alloc(sizeof *l);
  l->crew = crew;
  l->batch = batch;
  l->bound = bound;
  l->chunks = batch / CHUNK;
  l->width = roles[0]->width;
  l->blocks = roles[0]->blocks;
  for (int r = 0; r < DDZ_ROLES; r++) {
    struct bench *b = &l->bench[r];
    b->model = roles[r];
    b->hidden = must_alloc((size_t)batch * (size_t)l->width * sizeof(float));
    b->w2t = must_alloc((size_t)l->width * H1 * sizeof(float));
    b->top_gradient = must_alloc((size_t)l->chunks * roles[r]->top.n * sizeof(float));
    b->loss = must_alloc((size_t)l->chunks * sizeof *b->loss);
    b->touched = must_alloc(ROWS * sizeof *b->touched);
  }
  l->scratch = must_alloc((size_t)crew_threads(crew) * sizeof *l->scratch);
  for (int t = 0; t < crew_threads(crew); t++)
    l->scratch[t] = must_alloc((size_t)ROWS * BLOCK * sizeof(float));
  return l;
}

void learner_free(struct learner *l) {
  for (int r = 0; r < DDZ_ROLES; r++) {
    struct bench *b = &l->bench[r];
    free(b->hidden);
    free(b->w2t);
    free(b->top_gradient);
    free(b->loss);
    free(b->touched);
  }
  for (int t = 0; t < crew_threads(l->crew); t++) free(l->scratch[t]);
  free(l->scratch);
  free(l);
}

static float *hidden_block(const struct learner *l, const struct bench *b, int block) {
  return b->hidden + (size_t)block * (size_t)l->batch * BLOCK;
}

/* ---- stage 1: the first layer, a block of units for all samples ---- */

static void forward_block(struct learner *l, struct bench *b, int block) {
  const float *w = model_block(b->model->first.w, block);
  float *hidden = hidden_block(l, b, block);
  for (int s = 0; s < l->batch; s++, hidden += BLOCK)
    kernel_gather(w, b->batch[s]->input, b->batch[s]->n, MODEL_CLIP, hidden);
}

/* Beside the blocks: which rows are on, and w2 transposed. */
static void prepare(struct learner *l, struct bench *b) {
  static _Thread_local uint8_t on[ROWS];
  memset(on, 0, sizeof on);
  for (int s = 0; s < l->batch; s++)
    for (int i = 0; i < b->batch[s]->n; i++) on[b->batch[s]->input[i]] = 1;
  b->touches = 0;
  for (int row = 0; row < ROWS; row++)
    if (on[row]) b->touched[b->touches++] = (uint16_t)row, b->model->seen[row] = 1;
  const float *w2 = b->model->top.w;
  for (int i = 0; i < l->width; i++)
    for (int j = 0; j < H1; j++) b->w2t[(size_t)j * (size_t)l->width + (size_t)i] = w2[i * H1 + j];
}

static void stage_forward(struct learner *l, struct bench *b, int part, int thread) {
  (void)thread;
  if (part == 0)
    prepare(l, b);
  else
    forward_block(l, b, part - 1);
}

/* ---- stage 2: the layers above, forward and backward, a chunk of samples ---- */

/* (CHUNK, n) matrices of a chunk. */
struct layers {
  _Alignas(64) float one[CHUNK * H1], two[CHUNK * H2], head[CHUNK * HEADS];
  _Alignas(64) float d_one[CHUNK * H1], d_two[CHUNK * H2], d_head[CHUNK * HEADS];
  _Alignas(64) float w3t[H2 * H1];
};

static void fill_rows(float *to, const float *bias, int columns) {
  for (int s = 0; s < CHUNK; s++) memcpy(to + s * columns, bias, (size_t)columns * sizeof(float));
}

static void forward_top(const struct learner *l, const struct bench *b, int chunk, const float *top,
                        struct layers *y) {
  const struct top_layout at = top_layout_of(l->width);
  fill_rows(y->one, top + at.b2, H1);
  for (int block = 0; block < l->blocks; block++) {
    const float *hidden = hidden_block(l, b, block) + (size_t)chunk * CHUNK * BLOCK;
    kernel_multiply(&(struct matrices){y->one, hidden, top + at.w2 + (size_t)block * BLOCK * H1, H1, BLOCK, 1,
                                       H1, CHUNK, BLOCK, H1});
  }
  kernel_rectify(y->one, CHUNK * H1);
  fill_rows(y->two, top + at.b3, H2);
  kernel_multiply(&(struct matrices){y->two, y->one, top + at.w3, H2, H1, 1, H2, CHUNK, H1, H2});
  kernel_rectify(y->two, CHUNK * H2);
  for (int s = 0; s < CHUNK; s++)
    for (int h = 0; h < HEADS; h++) {
      float sum = top[at.b4 + (size_t)h];
      for (int i = 0; i < H2; i++) sum += y->two[s * H2 + i] * top[at.w4 + (size_t)(i * HEADS + h)];
      y->head[s * HEADS + h] = sum;
    }
}

/* The loss, and its gradient by the heads. */
static void judge(const struct learner *l, const struct sample *const *batch, struct layers *y,
                  struct loss *loss) {
  const float share = 1.0f / (float)l->batch;
  *loss = (struct loss){.samples = CHUNK};
  for (int s = 0; s < CHUNK; s++) {
    const float *head = y->head + s * HEADS;
    const float p = 1 / (1 + expf(-head[0])), miss = head[1] - batch[s]->points;
    loss->win += fmaxf(head[0], 0) - head[0] * batch[s]->win + log1pf(expf(-fabsf(head[0])));
    loss->points += 0.5f * miss * miss;
    y->d_head[s * HEADS] = (p - batch[s]->win) * share;
    y->d_head[s * HEADS + 1] = POINTS_SHARE * miss * share;
  }
}

/* Gradients of the layers above but w2 into g (zeroed before), and d_one. */
static void backward_top(const struct learner *l, const float *top, struct layers *y, float *g) {
  const struct top_layout at = top_layout_of(l->width);
  for (int s = 0; s < CHUNK; s++)
    for (int i = 0; i < H2; i++) {
      const float x = y->two[s * H2 + i], d0 = y->d_head[s * HEADS], d1 = y->d_head[s * HEADS + 1];
      const float *w4 = top + at.w4 + i * HEADS;
      g[at.w4 + (size_t)(i * HEADS)] += x * d0;
      g[at.w4 + (size_t)(i * HEADS) + 1] += x * d1;
      y->d_two[s * H2 + i] = x > 0 ? w4[0] * d0 + w4[1] * d1 : 0;
    }
  for (int s = 0; s < CHUNK; s++)
    for (int h = 0; h < HEADS; h++) g[at.b4 + (size_t)h] += y->d_head[s * HEADS + h];
  kernel_multiply(&(struct matrices){g + at.w3, y->one, y->d_two, H2, 1, H1, H2, H1, CHUNK, H2});
  for (int s = 0; s < CHUNK; s++) kernel_add(g + at.b3, y->d_two + s * H2, H2);
  for (int i = 0; i < H1; i++)
    for (int j = 0; j < H2; j++) y->w3t[j * H1 + i] = top[at.w3 + (size_t)(i * H2 + j)];
  memset(y->d_one, 0, sizeof y->d_one);
  kernel_multiply(&(struct matrices){y->d_one, y->d_two, y->w3t, H1, H2, 1, H1, CHUNK, H2, H1});
  kernel_pass_above(y->d_one, y->one, CHUNK * H1);
  for (int s = 0; s < CHUNK; s++) kernel_add(g + at.b2, y->d_one + s * H1, H1);
}

/* The gradient of w2; and hidden becomes the gradient of the sums: what comes down through w2, where the clip
 * lets it pass. */
static void backward_hidden(const struct learner *l, const struct bench *b, int chunk, const float *d_one,
                            float *g) {
  _Alignas(64) float down[CHUNK * BLOCK];
  for (int block = 0; block < l->blocks; block++) {
    float *hidden = hidden_block(l, b, block) + (size_t)chunk * CHUNK * BLOCK;
    kernel_multiply(&(struct matrices){g + (size_t)block * BLOCK * H1, hidden, d_one, H1, 1, BLOCK, H1, BLOCK,
                                       CHUNK, H1});
    memset(down, 0, sizeof down);
    kernel_multiply(
        &(struct matrices){down, d_one, b->w2t + block * BLOCK, BLOCK, H1, 1, l->width, CHUNK, H1, BLOCK});
    kernel_pass(hidden, down, MODEL_CLIP, CHUNK * BLOCK);
  }
}

static void stage_top(struct learner *l, struct bench *b, int chunk, int thread) {
  (void)thread;
  const float *top = b->model->top.w;
  float *g = b->top_gradient + (size_t)chunk * b->model->top.n;
  struct layers y;
  memset(g, 0, b->model->top.n * sizeof(float));
  forward_top(l, b, chunk, top, &y);
  judge(l, b->batch + chunk * CHUNK, &y, &b->loss[chunk]);
  backward_top(l, top, &y, g);
  backward_hidden(l, b, chunk, y.d_one, g);
}

/* ---- stage 3: the first layer backward, a block; and the steps ---- */

static void backward_block(struct learner *l, struct bench *b, int block, float *g) {
  struct params *p = &b->model->first;
  const size_t at = (size_t)block * ROWS * BLOCK;
  const float *d = hidden_block(l, b, block);
  for (int s = 0; s < l->batch; s++, d += BLOCK) kernel_scatter(g, b->batch[s]->input, b->batch[s]->n, d);
  if (l->gradient_out != NULL) {
    memcpy(l->gradient_out + at, g, (size_t)ROWS * BLOCK * sizeof(float));
    memset(g, 0, (size_t)ROWS * BLOCK * sizeof(float));
    return;
  }
  struct adam adam = b->adam;
  adam.bound = l->bound;
  for (int i = 0; i < b->touches; i++) {
    const size_t row = (size_t)b->touched[i] * BLOCK;
    kernel_adam(&adam, p->w + at + row, p->m + at + row, p->v + at + row, g + row, BLOCK);
  }
}

/* The gradients of all chunks of a part of the top, summed into the first. */
static void step_top(struct learner *l, struct bench *b, int part) {
  struct params *p = &b->model->top;
  const size_t from = p->n * (size_t)part / TOP_PARTS, to = p->n * (size_t)(part + 1) / TOP_PARTS;
  float *g = b->top_gradient;
  for (int c = 1; c < l->chunks; c++) kernel_add(g + from, g + (size_t)c * p->n + from, to - from);
  if (l->top_out != NULL)
    memcpy(l->top_out + from, g + from, (to - from) * sizeof(float));
  else
    kernel_adam(&b->adam, p->w + from, p->m + from, p->v + from, g + from, to - from);
}

static void stage_backward(struct learner *l, struct bench *b, int part, int thread) {
  if (part < l->blocks)
    backward_block(l, b, part, l->scratch[thread]);
  else
    step_top(l, b, part - l->blocks);
}

/* ---- averages, now and then ---- */

static void stage_average(struct learner *l, struct bench *b, int part, int thread) {
  (void)thread;
  const struct model *model = b->model;
  const size_t n = (size_t)ROWS * BLOCK, at = (size_t)part * n;
  if (part < l->blocks)
    kernel_average(model->first.mean + at, model->first.w + at, b->part, n);
  else
    kernel_average(model->top.mean, model->top.w, b->part, model->top.n);
}

/* ---- the step ---- */

/* The stages in order: each part of one needs all parts of the one before. */
typedef void stage(struct learner *l, struct bench *b, int part, int thread);
enum { STAGES = 4, AVERAGING = 3 };
static stage *const stages[STAGES] = {stage_forward, stage_top, stage_backward, stage_average};

static int parts_of(const struct learner *l, int number) {
  const int parts[STAGES] = {l->blocks + 1, l->chunks, l->blocks + TOP_PARTS, l->blocks + 1};
  return parts[number];
}

static void begin(struct learner *l, const struct sample *const *const batch[DDZ_ROLES]) {
  l->active = 0;
  for (int r = 0; r < DDZ_ROLES; r++) {
    l->bench[r].batch = batch[r];
    if (batch[r] != NULL) l->roles[l->active++] = r;
  }
}

static void add_losses(const struct learner *l, const struct bench *b, struct loss *sum) {
  for (int c = 0; c < l->chunks; c++) {
    sum->win += b->loss[c].win;
    sum->points += b->loss[c].points;
    sum->samples += b->loss[c].samples;
  }
}

static struct adam adam_of(uint64_t steps, float rate) {
  const double keep_m = 0.9, keep_v = 0.999, t = (double)steps;
  const double corrected = rate * sqrt(1 - pow(keep_v, t)) / (1 - pow(keep_m, t));
  return (struct adam){(float)corrected, (float)keep_m, (float)keep_v, 1e-8f, TOP_BOUND};
}

static void prepare_step(struct bench *b, float rate, float keep) {
  const uint64_t steps = ++b->model->steps;
  const float early = (float)steps / (10.0f + (float)steps); /* at first the mean follows faster */
  b->adam = adam_of(steps, rate);
  b->part = 1 - powf(fminf(keep, early), AVERAGE_EVERY);
}

static bool is_averaging(const struct bench *b) { return b->model->steps % AVERAGE_EVERY == 0; }

/* What a crew does: a stage for all roles that have a batch. */
struct shared_stage {
  struct learner *learner;
  int number;
};

static void shared_item(void *self, int item, int thread) {
  const struct shared_stage *shared = self;
  struct learner *l = shared->learner;
  struct bench *b = &l->bench[l->roles[item % l->active]];
  if (shared->number < AVERAGING || is_averaging(b)) stages[shared->number](l, b, item / l->active, thread);
}

static void run_stages(struct learner *l, int count) {
  for (int i = 0; i < count; i++) {
    struct shared_stage shared = {l, i};
    crew_run(l->crew, shared_item, &shared, parts_of(l, i) * l->active);
  }
}

void learner_step(struct learner *l, const struct sample *const *const batch[DDZ_ROLES], float rate,
                  float keep, struct loss loss[DDZ_ROLES]) {
  bool averaging = false;
  begin(l, batch);
  if (l->active == 0) return;
  for (int i = 0; i < l->active; i++) {
    prepare_step(&l->bench[l->roles[i]], rate, keep);
    averaging = averaging || is_averaging(&l->bench[l->roles[i]]);
  }
  run_stages(l, averaging ? STAGES : AVERAGING);
  for (int i = 0; i < l->active; i++) add_losses(l, &l->bench[l->roles[i]], &loss[l->roles[i]]);
}

void learner_step_alone(struct learner *l, enum ddz_role role, const struct sample *const *batch, float rate,
                        float keep, int thread, struct loss *loss) {
  struct bench *b = &l->bench[role];
  b->batch = batch;
  prepare_step(b, rate, keep);
  for (int i = 0; i < (is_averaging(b) ? STAGES : AVERAGING); i++)
    for (int part = 0; part < parts_of(l, i); part++) stages[i](l, b, part, thread);
  add_losses(l, b, loss);
}

void learner_gradient(struct learner *l, enum ddz_role role, const struct sample *const *batch, float *first,
                      float *top, struct loss *loss) {
  const struct sample *const *batches[DDZ_ROLES] = {0};
  batches[role] = batch;
  l->gradient_out = first;
  l->top_out = top;
  begin(l, batches);
  run_stages(l, AVERAGING);
  *loss = (struct loss){0};
  add_losses(l, &l->bench[role], loss);
  l->gradient_out = l->top_out = NULL;
}
