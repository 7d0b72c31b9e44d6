/* kernel.h - the inner loops of learning, on floats.
 *
 * Plain C over vectors of the compiler; built for several kinds of processor where the compiler can, one of
 * which is chosen when the program starts. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { BLOCK = 32 }; /* units of the first layer that are computed together */

/* hidden (BLOCK) = clip(the sum of the rows of w (.., BLOCK) named by `row`, 0, most). */
void kernel_gather(const float *w, const uint16_t *row, int n, float most, float *hidden);

/* x = d where 0 < x < most, else 0: what a clip lets pass downwards. x and d may be the same. */
void kernel_pass(float *x, const float *d, float most, size_t n);

/* d = 0 where x is not above 0. */
void kernel_pass_above(float *d, const float *x, size_t n);

/* x = max(x, 0) */
void kernel_rectify(float *x, size_t n);

/* Add d (BLOCK) to the rows of g (.., BLOCK) named by `row`. */
void kernel_scatter(float *g, const uint16_t *row, int n, const float *d);

/* C (m,n) += A (m,k) . B (k,n): C and B have rows of ldc and ldb floats; A's element (i,j) is at
 * a[i * ai + j * aj]. m a multiple of 4, n of 16. */
struct matrices {
  float *c;
  const float *a, *b;
  int ldc, ai, aj, ldb, m, k, n;
};
void kernel_multiply(const struct matrices *mul);

/* Adam (Kingma and Ba, 2015): one step of n parameters; g is zeroed. rate holds the bias corrections. */
struct adam {
  float rate, keep_m, keep_v, tiny, bound; /* parameters stay within +-bound */
};
void kernel_adam(const struct adam *adam, float *w, float *m, float *v, float *g, size_t n);

/* w -= part * w */
void kernel_shrink(float *w, float part, size_t n);

/* e += part * (w - e) */
void kernel_average(float *e, const float *w, float part, size_t n);

/* A list of inputs that are on. */
struct input_list {
  const uint16_t *input;
  int n;
};

/* to += from */
void kernel_add(float *to, const float *from, size_t n);
