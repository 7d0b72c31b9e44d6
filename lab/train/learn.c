#include "lab/train/learn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TOP_PARTS = 8, MOST = DDZ_NET_HIDDEN_MAX };

/* What one net's step works in. */
struct bench {
  struct model *model;
  struct batch batch;
  float *hidden;       /* (blocks, batch, BLOCK): activations, then the gradient of the sums */
  float *w2t;          /* (H1, units) */
  float *top_gradient; /* (chunks, top) */
  struct loss *loss;   /* of each chunk */
  uint8_t *on;         /* (rows): those some sample has on */
  uint16_t *touched;   /* their numbers */
  int touches;
  struct adam adam;
  float decay; /* of weights, in this step */
  float part;  /* of an averaging */
};

struct learner {
  struct thread_pool *thread_pool;
  struct learning learning;
  struct model_shape shape;
  struct top_layout at;
  int chunks, units, blocks, rows;
  struct bench bench[NETS_MAX];
  int nets;
  float **scratch;    /* per thread: gradient of a block (rows, BLOCK), all zero between uses */
  int with[NETS_MAX]; /* nets with a batch */
  int active;
  float *gradient_out; /* tests: where gradients go instead of a step */
  float *top_out;
};

static void *must_alloc(size_t bytes) {
  void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (memory == NULL) {
    fprintf(stderr, "out of memory for learning\n");
    exit(1);
  }
  return memset(memory, 0, (bytes + 63) / 64 * 64);
}

static void bench_new(struct bench *b, const struct learner *l, struct model *model) {
  const size_t units = (size_t)l->units;
  b->model = model;
  b->hidden = must_alloc((size_t)l->learning.batch * units * sizeof(float));
  b->w2t = must_alloc(units * (size_t)l->shape.hidden[0] * sizeof(float));
  b->top_gradient = must_alloc((size_t)l->chunks * model->top.n * sizeof(float));
  b->loss = must_alloc((size_t)l->chunks * sizeof *b->loss);
  b->on = must_alloc((size_t)l->rows);
  b->touched = must_alloc((size_t)l->rows * sizeof *b->touched);
}

static void bench_free(struct bench *b) {
  free(b->hidden);
  free(b->w2t);
  free(b->top_gradient);
  free(b->loss);
  free(b->on);
  free(b->touched);
}

struct learner *learner_new(struct model *const *nets, int n, const struct learning *learning,
                            struct thread_pool *thread_pool) {
  struct learner *l = must_alloc(sizeof *l);
  l->thread_pool = thread_pool;
  l->learning = *learning;
  l->shape = nets[0]->shape;
  l->at = top_layout_of(&l->shape);
  l->chunks = learning->batch / CHUNK;
  l->units = nets[0]->shape.width;
  l->blocks = nets[0]->blocks;
  l->rows = nets[0]->rows;
  l->nets = n;
  for (int i = 0; i < n; i++) bench_new(&l->bench[i], l, nets[i]);
  l->scratch = must_alloc((size_t)thread_pool_threads(thread_pool) * sizeof *l->scratch);
  for (int t = 0; t < thread_pool_threads(thread_pool); t++)
    l->scratch[t] = must_alloc((size_t)l->rows * BLOCK * sizeof(float));
  return l;
}

void learner_free(struct learner *l) {
  for (int i = 0; i < l->nets; i++) bench_free(&l->bench[i]);
  for (int t = 0; t < thread_pool_threads(l->thread_pool); t++) free(l->scratch[t]);
  free(l->scratch);
  free(l);
}

static float *hidden_block(const struct learner *l, const struct bench *b, int block) {
  return b->hidden + (size_t)block * (size_t)l->learning.batch * BLOCK;
}

/* ---- stage 1: the first layer, a block of units for all samples ---- */

static void forward_block(struct learner *l, struct bench *b, int block) {
  const float *w = model_block(b->model, b->model->first.w, block);
  const struct input_list *list = b->batch.list;
  float *hidden = hidden_block(l, b, block);
  for (int s = 0; s < l->learning.batch; s++, hidden += BLOCK)
    kernel_gather(w, list[s].input, list[s].n, MODEL_CLIP, hidden);
}

/* Beside the blocks: which rows are on, and w2 transposed. */
static void prepare(struct learner *l, struct bench *b) {
  const int h1 = l->shape.hidden[0];
  memset(b->on, 0, (size_t)l->rows);
  for (int s = 0; s < l->learning.batch; s++)
    for (int i = 0; i < b->batch.list[s].n; i++) b->on[b->batch.list[s].input[i]] = 1;
  b->touches = 0;
  for (int row = 0; row < l->rows; row++)
    if (b->on[row]) b->touched[b->touches++] = (uint16_t)row, b->model->seen[row] = 1;
  const float *w2 = b->model->top.w;
  for (int i = 0; i < l->units; i++)
    for (int j = 0; j < h1; j++) b->w2t[(size_t)j * (size_t)l->units + (size_t)i] = w2[i * h1 + j];
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
  _Alignas(64) float one[CHUNK * MOST], two[CHUNK * MOST], head[CHUNK * HEADS];
  _Alignas(64) float d_one[CHUNK * MOST], d_two[CHUNK * MOST], d_head[CHUNK * HEADS];
  _Alignas(64) float w3t[MOST * MOST];
};

static void fill_rows(float *to, const float *bias, int columns) {
  for (int s = 0; s < CHUNK; s++) memcpy(to + s * columns, bias, (size_t)columns * sizeof(float));
}

static void forward_heads(const struct learner *l, const float *top, struct layers *y) {
  const struct top_layout at = l->at;
  const int h2 = l->shape.hidden[1];
  kernel_rectify(y->two, CHUNK * (size_t)h2);
  for (int s = 0; s < CHUNK; s++)
    for (int h = 0; h < HEADS; h++) {
      float sum = top[at.b4 + (size_t)h];
      for (int i = 0; i < h2; i++) sum += y->two[s * h2 + i] * top[at.w4 + (size_t)(i * HEADS + h)];
      y->head[s * HEADS + h] = sum;
    }
}

static void forward_top(const struct learner *l, const struct bench *b, int chunk, const float *top,
                        struct layers *y) {
  const struct top_layout at = l->at;
  const int h1 = l->shape.hidden[0], h2 = l->shape.hidden[1];
  fill_rows(y->one, top + at.b2, h1);
  for (int block = 0; block < l->units / BLOCK; block++) {
    const float *hidden = hidden_block(l, b, block) + (size_t)chunk * CHUNK * BLOCK;
    kernel_multiply(&(struct matrices){y->one, hidden, top + at.w2 + (size_t)block * BLOCK * (size_t)h1, h1,
                                       BLOCK, 1, h1, CHUNK, BLOCK, h1});
  }
  kernel_rectify(y->one, CHUNK * (size_t)h1);
  fill_rows(y->two, top + at.b3, h2);
  kernel_multiply(&(struct matrices){y->two, y->one, top + at.w3, h2, h1, 1, h2, CHUNK, h1, h2});
  if (!l->learning.inner) forward_heads(l, top, y);
}

/* The slope of the loss by what the net says, of a sample's share in the batch. */
static void judge(const struct learner *l, const struct bench *b, int chunk, struct layers *y,
                  struct loss *loss) {
  const struct batch *batch = &b->batch;
  const bool inner = l->learning.inner;
  const float share = 1.0f / (float)l->learning.batch;
  float *slope = inner ? y->d_two : y->d_head;
  *loss = (struct loss){.samples = CHUNK};
  batch->judge(batch->self, chunk * CHUNK, inner ? y->two : y->head, slope, loss);
  for (int i = 0; i < CHUNK * (inner ? l->shape.hidden[1] : HEADS); i++) slope[i] *= share;
}

static void backward_heads(const struct learner *l, const float *top, struct layers *y, float *g) {
  const struct top_layout at = l->at;
  const int h2 = l->shape.hidden[1];
  for (int s = 0; s < CHUNK; s++)
    for (int i = 0; i < h2; i++) {
      const float x = y->two[s * h2 + i], d0 = y->d_head[s * HEADS], d1 = y->d_head[s * HEADS + 1];
      const float *w4 = top + at.w4 + i * HEADS;
      g[at.w4 + (size_t)(i * HEADS)] += x * d0;
      g[at.w4 + (size_t)(i * HEADS) + 1] += x * d1;
      y->d_two[s * h2 + i] = x > 0 ? w4[0] * d0 + w4[1] * d1 : 0;
    }
  for (int s = 0; s < CHUNK; s++)
    for (int h = 0; h < HEADS; h++) g[at.b4 + (size_t)h] += y->d_head[s * HEADS + h];
}

/* Gradients of the layers above but w2 into g (zeroed before), and d_one. */
static void backward_top(const struct learner *l, const float *top, struct layers *y, float *g) {
  const struct top_layout at = l->at;
  const int h1 = l->shape.hidden[0], h2 = l->shape.hidden[1];
  if (!l->learning.inner) backward_heads(l, top, y, g);
  kernel_multiply(&(struct matrices){g + at.w3, y->one, y->d_two, h2, 1, h1, h2, h1, CHUNK, h2});
  for (int s = 0; s < CHUNK; s++) kernel_add(g + at.b3, y->d_two + s * h2, (size_t)h2);
  for (int i = 0; i < h1; i++)
    for (int j = 0; j < h2; j++) y->w3t[j * h1 + i] = top[at.w3 + (size_t)(i * h2 + j)];
  memset(y->d_one, 0, sizeof y->d_one);
  kernel_multiply(&(struct matrices){y->d_one, y->d_two, y->w3t, h1, h2, 1, h1, CHUNK, h2, h1});
  kernel_pass_above(y->d_one, y->one, CHUNK * (size_t)h1);
  for (int s = 0; s < CHUNK; s++) kernel_add(g + at.b2, y->d_one + s * h1, (size_t)h1);
}

/* The gradient of w2; and hidden becomes the gradient of the sums: what comes down through w2, where the clip
 * lets it pass. */
static void backward_hidden(const struct learner *l, const struct bench *b, int chunk, const float *d_one,
                            float *g) {
  _Alignas(64) float down[CHUNK * BLOCK];
  const int h1 = l->shape.hidden[0];
  for (int block = 0; block < l->units / BLOCK; block++) {
    float *hidden = hidden_block(l, b, block) + (size_t)chunk * CHUNK * BLOCK;
    kernel_multiply(&(struct matrices){g + (size_t)block * BLOCK * (size_t)h1, hidden, d_one, h1, 1, BLOCK,
                                       h1, BLOCK, CHUNK, h1});
    memset(down, 0, sizeof down);
    kernel_multiply(
        &(struct matrices){down, d_one, b->w2t + block * BLOCK, BLOCK, h1, 1, l->units, CHUNK, h1, BLOCK});
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
  judge(l, b, chunk, &y, &b->loss[chunk]);
  backward_top(l, top, &y, g);
  backward_hidden(l, b, chunk, y.d_one, g);
}

/* ---- stage 3: the first layer backward, a block; and the steps ---- */

/* One step of some parameters, `at` and the n behind it. */
static void step(const struct bench *b, const struct adam *adam, struct params *p, size_t at, float *g,
                 size_t n) {
  if (b->decay > 0) kernel_shrink(p->w + at, b->decay, n);
  kernel_adam(adam, p->w + at, p->m + at, p->v + at, g, n);
}

static void backward_block(struct learner *l, struct bench *b, int block, float *g) {
  struct params *p = &b->model->first;
  if (l->learning.frozen) return;
  const size_t n = (size_t)l->rows * BLOCK, at = (size_t)block * n;
  const struct input_list *list = b->batch.list;
  const float *d = hidden_block(l, b, block);
  for (int s = 0; s < l->learning.batch; s++, d += BLOCK) kernel_scatter(g, list[s].input, list[s].n, d);
  if (l->gradient_out != NULL) {
    memcpy(l->gradient_out + at, g, n * sizeof(float));
    memset(g, 0, n * sizeof(float));
    return;
  }
  struct adam adam = b->adam;
  adam.bound = l->learning.bound;
  for (int i = 0; i < b->touches; i++) {
    const size_t row = (size_t)b->touched[i] * BLOCK;
    if (l->learning.only == NULL || l->learning.only[b->touched[i]])
      step(b, &adam, p, at + row, g + row, BLOCK);
    else
      memset(g + row, 0, BLOCK * sizeof *g);
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
  else if (l->learning.only == NULL)
    step(b, &b->adam, p, from, g + from, to - from);
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
  const size_t n = (size_t)l->rows * BLOCK, at = (size_t)part * n;
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

static void begin(struct learner *l, const struct batch *batch) {
  l->active = 0;
  for (int i = 0; i < l->nets; i++) {
    l->bench[i].batch = batch[i];
    if (batch[i].list != NULL) l->with[l->active++] = i;
  }
}

static void add_losses(const struct learner *l, const struct bench *b, struct loss *sum) {
  for (int c = 0; c < l->chunks; c++) {
    sum->win += b->loss[c].win;
    sum->points += b->loss[c].points;
    sum->samples += b->loss[c].samples;
    sum->apart_win += b->loss[c].apart_win;
    sum->apart_points += b->loss[c].apart_points;
    sum->apart += b->loss[c].apart;
  }
}

static struct adam adam_of(const struct learning *learning, uint64_t steps, float rate) {
  const double keep_m = 0.9, keep_v = 0.999, t = (double)steps;
  const double corrected = rate * sqrt(1 - pow(keep_v, t)) / (1 - pow(keep_m, t));
  return (struct adam){.rate = (float)corrected,
                       .keep_m = (float)keep_m,
                       .keep_v = (float)keep_v,
                       .tiny = 1e-8f,
                       .bound = learning->top_bound};
}

/* x^n */
static float power(float x, int n) {
  float y = 1;
  while (n > 0) {
    if (n & 1) y *= x;
    x *= x;
    n >>= 1;
  }
  return y;
}

static void prepare_step(const struct learner *l, struct bench *b, float rate, float keep) {
  const uint64_t steps = ++b->model->steps;
  const float early = (float)steps / (10.0f + (float)steps); /* at first the mean follows faster */
  b->adam = adam_of(&l->learning, steps, rate);
  b->decay = rate * l->learning.decay;
  b->part = 1 - power(fminf(keep, early), l->learning.average_every);
}

static bool is_averaging(const struct learner *l, const struct bench *b) {
  return b->model->steps % (uint64_t)l->learning.average_every == 0;
}

/* What a thread_pool does: a stage for all nets that have a batch. */
struct shared_stage {
  struct learner *learner;
  int number;
};

static void shared_item(void *self, int item, int thread) {
  const struct shared_stage *shared = self;
  struct learner *l = shared->learner;
  struct bench *b = &l->bench[l->with[item % l->active]];
  if (shared->number < AVERAGING || is_averaging(l, b))
    stages[shared->number](l, b, item / l->active, thread);
}

static void run_stages(struct learner *l, int count) {
  for (int i = 0; i < count; i++) {
    struct shared_stage shared = {l, i};
    thread_pool_run(l->thread_pool, shared_item, &shared, parts_of(l, i) * l->active);
  }
}

void learner_step(struct learner *l, const struct batch *batch, float rate, float keep, struct loss *loss) {
  bool averaging = false;
  begin(l, batch);
  if (l->active == 0) return;
  for (int i = 0; i < l->active; i++) {
    struct bench *b = &l->bench[l->with[i]];
    prepare_step(l, b, rate, keep);
    averaging = averaging || is_averaging(l, b);
  }
  run_stages(l, averaging ? STAGES : AVERAGING);
  for (int i = 0; i < l->active; i++) add_losses(l, &l->bench[l->with[i]], &loss[l->with[i]]);
}

void learner_step_alone(struct learner *l, int net, const struct batch *batch, float rate, float keep,
                        int thread, struct loss *loss) {
  struct bench *b = &l->bench[net];
  b->batch = *batch;
  prepare_step(l, b, rate, keep);
  for (int i = 0; i < (is_averaging(l, b) ? STAGES : AVERAGING); i++)
    for (int part = 0; part < parts_of(l, i); part++) stages[i](l, b, part, thread);
  add_losses(l, b, loss);
}

void learner_gradient(struct learner *l, int net, const struct batch *batch, float *first, float *top,
                      struct loss *loss) {
  struct batch batches[NETS_MAX] = {0};
  batches[net] = *batch;
  l->gradient_out = first;
  l->top_out = top;
  begin(l, batches);
  run_stages(l, AVERAGING);
  *loss = (struct loss){0};
  add_losses(l, &l->bench[net], loss);
  l->gradient_out = l->top_out = NULL;
}
