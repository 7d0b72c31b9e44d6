#include "lab/train/kernel.h"

#include <math.h>
#include <string.h>

#include "lab/train/clones.h"

/* Eight floats are what every kind of processor below has a register for: of wider vectors gcc builds a sum
 * of products through the stack where it has to split them (with AVX2 a tenth of the speed). */
enum { LANES = 8 };
typedef float lanes __attribute__((vector_size(LANES * sizeof(float)), aligned(4), may_alias));

static inline __attribute__((always_inline)) const lanes *row_of(const float *w, int row) {
  return (const lanes *)(w + (size_t)row * BLOCK);
}

CLONES void kernel_gather(const float *w, const uint16_t *row, int n, float most, float *hidden) {
  lanes a[BLOCK / LANES] = {0}, b[BLOCK / LANES] = {0};
  int i = 0;
  for (; i + 2 <= n; i += 2) {
    const lanes *x = row_of(w, row[i]), *y = row_of(w, row[i + 1]);
    for (int v = 0; v < BLOCK / LANES; v++) a[v] += x[v], b[v] += y[v];
  }
  if (i < n)
    for (int v = 0; v < BLOCK / LANES; v++) a[v] += row_of(w, row[i])[v];
  for (int v = 0; v < BLOCK / LANES; v++) ((lanes *)hidden)[v] = a[v] + b[v];
  for (int u = 0; u < BLOCK; u++) {
    const float x = hidden[u] > 0 ? hidden[u] : 0;
    hidden[u] = x < most ? x : most;
  }
}

CLONES void kernel_pass(float *x, const float *d, float most, size_t n) {
  for (size_t i = 0; i < n; i++) x[i] = ((x[i] > 0) & (x[i] < most)) ? d[i] : 0.0f;
}

CLONES void kernel_pass_above(float *restrict d, const float *restrict x, size_t n) {
  for (size_t i = 0; i < n; i++) d[i] = x[i] > 0 ? d[i] : 0.0f;
}

CLONES void kernel_rectify(float *x, size_t n) {
  for (size_t i = 0; i < n; i++) x[i] = x[i] > 0 ? x[i] : 0.0f;
}

CLONES void kernel_scatter(float *g, const uint16_t *row, int n, const float *d) {
  const lanes *from = (const lanes *)d;
  for (int i = 0; i < n; i++) {
    lanes *to = (lanes *)(g + (size_t)row[i] * BLOCK);
    for (int v = 0; v < BLOCK / LANES; v++) to[v] += from[v];
  }
}

/* Four rows and `wide` vectors of columns of C. */
static inline __attribute__((always_inline)) void tile(const struct matrices *mul, int i, int n,
                                                       const int wide) {
  float *c = mul->c + (size_t)i * (size_t)mul->ldc + n;
  const float *a = mul->a + (size_t)i * (size_t)mul->ai, *b = mul->b + n;
  lanes s[4][2];
  for (int r = 0; r < 4; r++)
    for (int v = 0; v < wide; v++) s[r][v] = ((lanes *)(c + (size_t)r * (size_t)mul->ldc))[v];
  for (int k = 0; k < mul->k; k++) {
    lanes column[2];
    for (int v = 0; v < wide; v++) column[v] = ((const lanes *)b)[v];
    for (int r = 0; r < 4; r++) {
      const float x = a[(size_t)r * (size_t)mul->ai];
      for (int v = 0; v < wide; v++) s[r][v] += x * column[v];
    }
    a += mul->aj;
    b += mul->ldb;
  }
  for (int r = 0; r < 4; r++)
    for (int v = 0; v < wide; v++) ((lanes *)(c + (size_t)r * (size_t)mul->ldc))[v] = s[r][v];
}

CLONES void kernel_multiply(const struct matrices *mul) {
  const int pairs = mul->n / (2 * LANES) * 2 * LANES;
  for (int i = 0; i < mul->m; i += 4) {
    for (int n = 0; n < pairs; n += 2 * LANES) tile(mul, i, n, 2);
    if (pairs < mul->n) tile(mul, i, pairs, 1);
  }
}

CLONES void kernel_adam(const struct adam *adam, float *restrict w, float *restrict m, float *restrict v,
                        float *restrict g, size_t n) {
  const float rate = adam->rate, keep_m = adam->keep_m, keep_v = adam->keep_v, tiny = adam->tiny;
  const float bound = adam->bound;
  for (size_t i = 0; i < n; i++) {
    const float d = g[i];
    m[i] = keep_m * m[i] + (1 - keep_m) * d;
    v[i] = keep_v * v[i] + (1 - keep_v) * d * d;
    const float x = w[i] - rate * m[i] / (sqrtf(v[i]) + tiny);
    w[i] = x > bound ? bound : x < -bound ? -bound : x;
    g[i] = 0;
  }
}

CLONES void kernel_shrink(float *w, float part, size_t n) {
  for (size_t i = 0; i < n; i++) w[i] -= part * w[i];
}

CLONES void kernel_average(float *restrict e, const float *restrict w, float part, size_t n) {
  for (size_t i = 0; i < n; i++) e[i] += part * (w[i] - e[i]);
}

CLONES void kernel_add(float *restrict to, const float *restrict from, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] += from[i];
}
