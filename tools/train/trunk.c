#include "tools/train/trunk.h"

#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#include "tools/train/clones.h"

/* ---- which row of `embed` an input adds ---- */

/* Groups whose inputs belong to a rank: first + (channel / apart * 16 + rank) * apart + channel % apart. */
struct ranked {
  int first, inputs;
  int apart; /* inputs between a rank and the next */
  bool all;  /* its channels tell all ranks as well: a kind of play */
};
static const struct ranked ranked[] = {
    {DDZ_FEATURE_UNSEEN, 16 * 4, 4, false},     {DDZ_FEATURE_HAND, 16 * 4, 4, false},
    {DDZ_FEATURE_PLAYED, 2 * 16 * 4, 4, false}, {DDZ_FEATURE_LAST, 2 * 18 * 16, 1, true},
    {DDZ_FEATURE_RECENT, 6 * 9 * 16, 1, false}, {DDZ_FEATURE_KITTY, 16 * 4, 4, false},
    {DDZ_FEATURE_REFUSED, 4 * 16, 1, false},    {DDZ_FEATURE_TOP, 2 * 16, 1, false},
    {DDZ_FEATURE_JOINT, 16 * 25, 25, false},    {DDZ_FEATURE_PLAY, 3 * 18 * 16, 1, true},
    {DDZ_FEATURE_KICKERS, 16 * 2, 2, false},    {DDZ_FEATURE_ENDS, 3 * 16, 1, false},
};
enum { RANKED = sizeof ranked / sizeof *ranked, NOWHERE = -1 };

/* Where an input goes: a rank and its row there, a row at all ranks; NOWHERE: to none. */
struct place {
  int16_t rank, row, everywhere;
};

static const struct ranked *group_of(int input) {
  for (int g = 0; g < RANKED; g++)
    if (input >= ranked[g].first && input < ranked[g].first + ranked[g].inputs) return &ranked[g];
  return NULL;
}

/* Rows are numbered like inputs: a channel's is that of its input of the lowest rank, and the next one's that
 * of all ranks. */
static struct place place_of(int input) {
  const struct ranked *g = group_of(input);
  if (g == NULL) return (struct place){NOWHERE, NOWHERE, (int16_t)input};
  const int at = input - g->first, rank = at / g->apart % 16;
  const int row = g->first + at / (16 * g->apart) * 16 * g->apart + at % g->apart;
  if (rank >= TRUNK_RANKS) return (struct place){NOWHERE, NOWHERE, NOWHERE};
  return (struct place){(int16_t)rank, (int16_t)row, (int16_t)(g->all ? row + 1 : NOWHERE)};
}

static struct place place_table[DDZ_FEATURES];
static pthread_once_t places_made = PTHREAD_ONCE_INIT;

static void make_places(void) {
  for (int i = 0; i < DDZ_FEATURES; i++) place_table[i] = place_of(i);
}

static const struct place *places(void) {
  pthread_once(&places_made, make_places);
  return place_table;
}

/* ---- weights ---- */

enum { EMBED = TRUNK_ROWS * BLOCK, OWN = 16 * BLOCK };

size_t trunk_size(int depth) { return depth == 0 ? 0 : (size_t)(EMBED + OWN + 2 * depth * TRUNK_CONV); }

static size_t conv_at(int number) { return EMBED + OWN + (size_t)number * TRUNK_CONV; }

static void draw(struct ddz_rng *rng, float *w, size_t n, double bound) {
  for (size_t i = 0; i < n; i++) w[i] = (float)((2 * ddz_rng_unit(rng) - 1) * bound);
}

void trunk_draw(int depth, float *w, struct ddz_rng *rng) {
  if (depth == 0) return;
  memset(w, 0, trunk_size(depth) * sizeof *w);
  draw(rng, w, EMBED + OWN, 0.15);
  for (int i = 0; i < 2 * depth; i++)
    draw(rng, w + conv_at(i), 3 * BLOCK * BLOCK, sqrt(6.0 / (3 * BLOCK)) * (i % 2 == 0 ? 1 : 0.3));
}

/* ---- layers ---- */

typedef float lanes __attribute__((vector_size(64), aligned(4), may_alias));

/* The places of a chunk begin behind one that is zero. */
static inline float *first_place(float *x) { return x + BLOCK; }

static void clear_pads(float *x, int n) {
  memset(x - BLOCK, 0, BLOCK * sizeof *x);
  for (int s = 0; s < n; s++) memset(x + (s * 16 + 15) * BLOCK, 0, BLOCK * sizeof *x);
  memset(x + n * 16 * BLOCK, 0, BLOCK * sizeof *x);
}

CLONES static void embed(const float *w, const struct input_list *list, float *x) {
  const struct place *place = places();
  float every[BLOCK] = {0};
  memcpy(x, w + EMBED, TRUNK_RANKS * BLOCK * sizeof *x);
  for (int i = 0; i < list->n; i++) {
    if (list->input[i] >= DDZ_FEATURES) continue;
    const struct place *p = &place[list->input[i]];
    if (p->rank != NOWHERE) {
      lanes *to = (lanes *)(x + p->rank * BLOCK);
      const lanes *from = (const lanes *)(w + p->row * BLOCK);
      to[0] += from[0], to[1] += from[1];
    }
    if (p->everywhere != NOWHERE) {
      const lanes *from = (const lanes *)(w + p->everywhere * BLOCK);
      ((lanes *)every)[0] += from[0], ((lanes *)every)[1] += from[1];
    }
  }
  for (int r = 0; r < TRUNK_RANKS; r++)
    for (int u = 0; u < BLOCK; u++) x[r * BLOCK + u] += every[u];
}

/* The gradient of the same. */
CLONES static void unembed(float *g, const struct input_list *list, const float *d) {
  const struct place *place = places();
  float every[BLOCK] = {0};
  for (int i = 0; i < TRUNK_RANKS * BLOCK; i++) g[EMBED + i] += d[i];
  for (int r = 0; r < TRUNK_RANKS; r++)
    for (int u = 0; u < BLOCK; u++) every[u] += d[r * BLOCK + u];
  for (int i = 0; i < list->n; i++) {
    if (list->input[i] >= DDZ_FEATURES) continue;
    const struct place *p = &place[list->input[i]];
    if (p->rank != NOWHERE) {
      lanes *to = (lanes *)(g + p->row * BLOCK);
      const lanes *from = (const lanes *)(d + p->rank * BLOCK);
      to[0] += from[0], to[1] += from[1];
    }
    if (p->everywhere != NOWHERE) {
      lanes *to = (lanes *)(g + p->everywhere * BLOCK);
      to[0] += ((lanes *)every)[0], to[1] += ((lanes *)every)[1];
    }
  }
}

CLONES static void rectified(float *restrict to, const float *restrict from, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] = from[i] > 0 ? from[i] : 0.0f;
}

/* y += conv(x) + b; the places in between stay zero. */
static void convolve(const float *w, const float *x, float *y, int n) {
  const float *b = w + 3 * BLOCK * BLOCK;
  for (int s = 0; s < n; s++)
    for (int r = 0; r < TRUNK_RANKS; r++) kernel_add(y + (s * 16 + r) * BLOCK, b, BLOCK);
  kernel_multiply(&(struct matrices){y, x - BLOCK, w, BLOCK, BLOCK, 1, BLOCK, n * 16, 3 * BLOCK, BLOCK});
  clear_pads(y, n);
}

void trunk_forward(int depth, const float *w, const struct input_list *list, int n, struct trunk_layers *y,
                   float *hidden, size_t stride) {
  const size_t all = (size_t)n * 16 * BLOCK;
  float *x = first_place(y->x);
  for (int s = 0; s < n; s++) embed(w, &list[s], x + s * 16 * BLOCK);
  clear_pads(x, n);
  for (int k = 0; k < depth; k++) {
    float *a = first_place(y->a[k]), *h = first_place(y->h[k]);
    rectified(a - BLOCK, x - BLOCK, all + 2 * BLOCK);
    memset(h - BLOCK, 0, (all + 2 * BLOCK) * sizeof *h);
    convolve(w + conv_at(2 * k), a, h, n);
    kernel_rectify(h, all);
    convolve(w + conv_at(2 * k + 1), h, x, n);
  }
  for (int s = 0; s < n; s++)
    for (int r = 0; r < TRUNK_RANKS; r++)
      for (int u = 0; u < BLOCK; u++) {
        const float v = x[(s * 16 + r) * BLOCK + u];
        hidden[(size_t)r * stride + (size_t)(s * BLOCK + u)] = v < 0 ? 0 : v > 2.0f ? 2.0f : v;
      }
}

/* A conv's weights for the way back: neighbours exchanged, inputs and outputs too. */
static void turn(const float *w, float *back) {
  for (int t = 0; t < 3; t++)
    for (int i = 0; i < BLOCK; i++)
      for (int o = 0; o < BLOCK; o++)
        back[((2 - t) * BLOCK + o) * BLOCK + i] = w[(t * BLOCK + i) * BLOCK + o];
}

/* d: the gradient of a conv's output; e = that of its input x, where x let pass. */
static void convolve_back(const float *w, const float *x, const float *d, float *e, int n, float *back,
                          float *g) {
  const int places_ = n * 16;
  kernel_multiply(&(struct matrices){g, x - BLOCK, d, BLOCK, 1, BLOCK, BLOCK, 3 * BLOCK, places_, BLOCK});
  for (int p = 0; p < places_; p++) kernel_add(g + 3 * BLOCK * BLOCK, d + p * BLOCK, BLOCK);
  turn(w, back);
  memset(e - BLOCK, 0, ((size_t)places_ + 2) * BLOCK * sizeof *e);
  kernel_multiply(&(struct matrices){e, d - BLOCK, back, BLOCK, BLOCK, 1, BLOCK, places_, 3 * BLOCK, BLOCK});
  kernel_pass_above(e, x, (size_t)places_ * BLOCK);
}

void trunk_backward(int depth, const float *w, const struct input_list *list, int n, struct trunk_layers *y,
                    const float *hidden, size_t stride, float *g) {
  const size_t all = (size_t)n * 16 * BLOCK;
  float *d = first_place(y->x), *e = first_place(y->e), *f = first_place(y->d);
  for (int s = 0; s < n; s++)
    for (int r = 0; r < TRUNK_RANKS; r++)
      memcpy(d + (s * 16 + r) * BLOCK, hidden + (size_t)r * stride + (size_t)(s * BLOCK), BLOCK * sizeof *d);
  clear_pads(d, n);
  for (int k = depth - 1; k >= 0; k--) {
    const float *a = first_place(y->a[k]), *h = first_place(y->h[k]);
    convolve_back(w + conv_at(2 * k + 1), h, d, e, n, y->back, g + conv_at(2 * k + 1));
    convolve_back(w + conv_at(2 * k), a, e, f, n, y->back, g + conv_at(2 * k));
    kernel_add(d, f, all);
  }
  for (int s = 0; s < n; s++) unembed(g, &list[s], d + s * 16 * BLOCK);
}
