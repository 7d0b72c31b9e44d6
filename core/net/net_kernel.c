#include "core/net/net.h"

#include <string.h>

#if defined(__x86_64__)
#define NET_X86 1
#include <immintrin.h>
#endif
#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF /* GCC does not fuse in ISO C */
#endif

#define INLINE static inline __attribute__((always_inline))

/* ---- what all kernels share: the floats above the second layer ---- */

enum { LANES = 8 };

INLINE float above_zero(float x) { return x > 0 ? x : 0; }

/* A bit for each of 64 inputs that is not zero; the first is the lowest. */
INLINE uint64_t live_of(const float *one) {
  uint8_t flag[64];
  uint64_t live = 0;
  for (int i = 0; i < 64; i++) flag[i] = one[i] > 0;
  for (int i = 0; i < 64; i += 8) {
    uint64_t eight;
    __builtin_memcpy(&eight, flag + i, 8);
    live |= (eight * 0x0102040810204080u >> 56) << i; /* the lowest bit of each byte */
  }
  return live;
}

INLINE void add_inputs(const float *restrict w3, size_t H2, const float *restrict one, uint64_t live,
                       float *restrict sum) {
  for (; live != 0; live &= live - 1) {
    const int i = __builtin_ctzll(live);
    for (size_t k = 0; k < H2; k++) sum[k] += one[i] * w3[(size_t)i * H2 + k];
  }
}

/* Order of the sums, which makes them the same everywhere: of layer three even and odd inputs apart, then
 * both; of the heads eight lanes, then lane with lane. Nine tenths of the inputs are zero and change nothing.
 * Plain loops: compilers turn them into vectors, and may not change an order.
 *
 * one  DDZ_NET_HIDDEN_MAX, those beyond H1 zero; none is negative */
INLINE void layer_three(const struct ddz_net_role *role, size_t H1, size_t H2, const float *restrict one,
                        float *restrict two) {
  const uint64_t even = 0x5555555555555555u;
  float odd[DDZ_NET_HIDDEN_MAX];
  for (size_t k = 0; k < H2; k++) two[k] = role->b3[k], odd[k] = 0;
  for (size_t i = 0; i < H1; i += 64) {
    const uint64_t live = live_of(one + i);
    add_inputs(role->w3 + i * H2, H2, one + i, live & even, two);
    add_inputs(role->w3 + i * H2, H2, one + i, live & ~even, odd);
  }
  for (size_t k = 0; k < H2; k++) two[k] += odd[k];
}

INLINE void finish(const struct ddz_net_role *role, size_t H1, size_t H2, const float *restrict one,
                   float *restrict head) {
  float two[DDZ_NET_HIDDEN_MAX], lane[DDZ_NET_HEADS][LANES] = {{0}};
  layer_three(role, H1, H2, one, two);
  for (size_t k = 0; k < H2; k++) two[k] = above_zero(two[k]);
  for (size_t h = 0; h < DDZ_NET_HEADS; h++) {
    for (size_t k = 0; k < H2; k += LANES)
      for (size_t l = 0; l < LANES; l++) lane[h][l] += two[k + l] * role->w4[h * H2 + k + l];
    float *p = lane[h];
    head[h] = role->b4[h] + (((p[0] + p[4]) + (p[2] + p[6])) + ((p[1] + p[5]) + (p[3] + p[7])));
  }
}

/* The usual shape with its sizes known to the compiler. */
INLINE void finish_any(const struct ddz_net_shape *shape, const struct ddz_net_role *role, const float *one,
                       float *head) {
  if (shape->hidden[0] == 128 && shape->hidden[1] == 32)
    finish(role, 128, 32, one, head);
  else
    finish(role, shape->hidden[0], shape->hidden[1], one, head);
}

INLINE float scaled(int32_t dot, float step, float bias) { return above_zero((float)dot * step + bias); }

/* ---- plain C ---- */

static bool runs_always(void) { return true; }

INLINE const int8_t *row_of(const struct ddz_net_role *role, size_t width, uint16_t input) {
  return role->w1 + role->row[input] * width;
}

static void add_plain(const struct ddz_net_role *role, size_t width, const int16_t *base,
                      const struct ddz_net_change *change, int16_t *sum) {
  int16_t unit[DDZ_NET_WIDTH_MAX];
  for (size_t j = 0; j < width; j++) unit[j] = base[j];
  for (size_t i = 0; i < change->adds; i++) {
    const int8_t *row = row_of(role, width, change->add[i]);
    for (size_t j = 0; j < width; j++) unit[j] = (int16_t)(unit[j] + row[j]);
  }
  for (size_t i = 0; i < change->drops; i++) {
    const int8_t *row = row_of(role, width, change->drop[i]);
    for (size_t j = 0; j < width; j++) unit[j] = (int16_t)(unit[j] - row[j]);
  }
  for (size_t j = 0; j < width; j++) sum[j] = unit[j];
}

/* Layer two. */
static void ones_of(const struct ddz_net_shape *shape, const struct ddz_net_role *role, const int16_t *sum,
                    float *one) {
  const size_t H1 = shape->hidden[0];
  int32_t dot[DDZ_NET_HIDDEN_MAX] = {0};
  for (size_t j = 0; j < shape->width; j++) {
    const int32_t scaled_sum = (sum[j] * role->gain[j] + (1 << 14)) >> 15;
    const int32_t hidden = scaled_sum < 0 ? 0 : scaled_sum > 127 ? 127 : scaled_sum;
    const int8_t *column = role->w2 + j / 4 * H1 * 4 + j % 4;
    for (size_t k = 0; k < H1; k++) dot[k] += hidden * column[k * 4];
  }
  for (size_t k = 0; k < H1; k++) one[k] = scaled(dot[k], role->step2[k], role->b2[k]);
}

void ddz_net_inner_of(const struct ddz_net *net, enum ddz_role role, const struct ddz_net_sum *sum,
                      float *inner) {
  float one[DDZ_NET_HIDDEN_MAX] = {0};
  ones_of(&net->shape, &net->role[role], sum->unit, one);
  layer_three(&net->role[role], net->shape.hidden[0], net->shape.hidden[1], one, inner);
}

static void top_plain(const struct ddz_net_shape *shape, const struct ddz_net_role *role,
                      const struct ddz_net_sum *sum, size_t n, float (*head)[DDZ_NET_HEADS]) {
  for (size_t i = 0; i < n; i++) {
    float one[DDZ_NET_HIDDEN_MAX] = {0};
    ones_of(shape, role, sum[i].unit, one);
    finish_any(shape, role, one, head[i]);
  }
}

#if defined(NET_X86) || defined(__wasm_simd128__)

/* What lies between the first two layers, and what comes of it: for a batch. About a third of the groups of
 * four neighbours are zero in the whole batch, because the candidates of a decision have most inputs in
 * common. The others are listed; only they are computed. */
struct batch {
  _Alignas(64) uint8_t hidden[DDZ_NET_BATCH][DDZ_NET_WIDTH_MAX];
  _Alignas(64) int32_t dot[DDZ_NET_BATCH][DDZ_NET_HIDDEN_MAX];
  uint32_t group[DDZ_NET_WIDTH_MAX / 4]; /* the number of the first of four */
  size_t groups;
};

INLINE void finish_batch(const struct ddz_net_shape *shape, const struct ddz_net_role *role,
                         const struct batch *batch, size_t n, float (*head)[DDZ_NET_HEADS]) {
  float one[DDZ_NET_HIDDEN_MAX] = {0};
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < shape->hidden[0]; k++)
      one[k] = scaled(batch->dot[i][k], role->step2[k], role->b2[k]);
    finish_any(shape, role, one, head[i]);
  }
}

/* 128 units of a row, which will be added soon. */
INLINE void ask_for(const int8_t *row) {
  __builtin_prefetch(row);
  __builtin_prefetch(row + 64);
}

INLINE int32_t four_of(const uint8_t *hidden) {
  int32_t four;
  __builtin_memcpy(&four, hidden, 4);
  return four;
}

#ifdef __wasm_simd128__
INLINE void hide(const int16_t *sum, const int16_t *gain, size_t W, uint8_t *hidden) {
  for (size_t j = 0; j < W; j += 16) {
    v128_t x[2];
    for (size_t v = 0; v < 2; v++) {
      x[v] = wasm_i16x8_q15mulr_sat(wasm_v128_load(sum + j + 8 * v), wasm_v128_load(gain + j + 8 * v));
      x[v] = wasm_i16x8_min(wasm_i16x8_max(x[v], wasm_i16x8_const_splat(0)), wasm_i16x8_const_splat(127));
    }
    wasm_v128_store(hidden + j, wasm_u8x16_narrow_i16x8(x[0], x[1]));
  }
}
#else
/* Compilers know the two steps of rounding as one instruction of x86, and each of the bounds. */
INLINE void hide(const int16_t *restrict sum, const int16_t *restrict gain, size_t W,
                 uint8_t *restrict hidden) {
  for (size_t j = 0; j < W; j += 64)
    for (size_t k = j; k < j + 64; k++) {
      const int16_t x = (int16_t)(((sum[k] * gain[k] >> 14) + 1) >> 1);
      const int16_t positive = x > 0 ? x : 0, least = positive < 127 ? positive : 127;
      hidden[k] = (uint8_t)least;
    }
}
#endif

/* Two groups at a time. */
INLINE void list_groups(struct batch *batch, size_t n, size_t W) {
  uint8_t any[DDZ_NET_WIDTH_MAX];
  memcpy(any, batch->hidden[0], W);
  for (size_t i = 1; i < n; i++)
    for (size_t j = 0; j < W; j++) any[j] |= batch->hidden[i][j];
  batch->groups = 0;
  for (size_t j = 0; j < W; j += 8) {
    uint64_t eight;
    __builtin_memcpy(&eight, any + j, 8);
    batch->group[batch->groups] = (uint32_t)j;
    batch->groups += (uint32_t)eight != 0;
    batch->group[batch->groups] = (uint32_t)j + 4;
    batch->groups += eight >> 32 != 0;
  }
}

#endif
#ifdef NET_X86

/* ---- AVX2 ---- */

#define OF(name) name##_avx2
#define TARGET __attribute__((target("avx2")))
#define BYTES 32
#define SUMS 8

typedef __m256i sum_avx2;

static bool runs_avx2(void) { return __builtin_cpu_supports("avx2"); }

TARGET INLINE __m256i row_avx2(const int8_t *row) {
  return _mm256_cvtepi8_epi16(_mm_load_si128((const void *)row));
}

/* 127 * 128 twice: pairs do not saturate. */
TARGET INLINE void dot_avx2(__m256i *sum, const uint8_t *hidden, const int8_t *w) {
  const __m256i pairs =
      _mm256_maddubs_epi16(_mm256_set1_epi32(four_of(hidden)), _mm256_load_si256((const void *)w));
  *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

TARGET INLINE void store_avx2(int32_t *dot, const __m256i *sum) { _mm256_store_si256((void *)dot, *sum); }

#include "net_vector.h"

/* ---- AVX-512 with VNNI ---- */

#define OF(name) name##_avx512
#define TARGET __attribute__((target("avx2,avx512f,avx512bw,avx512vl,avx512vnni")))
#define BYTES 64
#define SUMS 8

typedef __m512i sum_avx512;

static bool runs_avx512(void) {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni");
}

TARGET INLINE __m512i row_avx512(const int8_t *row) {
  return _mm512_cvtepi8_epi16(_mm256_load_si256((const void *)row));
}

TARGET INLINE void dot_avx512(__m512i *sum, const uint8_t *hidden, const int8_t *w) {
  *sum = _mm512_dpbusd_epi32(*sum, _mm512_set1_epi32(four_of(hidden)), _mm512_load_si512(w));
}

TARGET INLINE void store_avx512(int32_t *dot, const __m512i *sum) { _mm512_store_si512(dot, *sum); }

#include "net_vector.h"

#endif
#ifdef __wasm_simd128__

/* ---- WebAssembly's 128 bits ---- */

#define OF(name) name##_simd128
#define TARGET
#define BYTES 16
#define SUMS 4

/* A lane holds the sum of two of the four inputs of an output; both lanes of an output are added in the
 * end. */
typedef struct {
  v128_t low, high;
} sum_simd128;

INLINE v128_t row_simd128(const int8_t *row) { return wasm_i16x8_load8x8(row); }

INLINE void dot_simd128(sum_simd128 *sum, const uint8_t *hidden, const int8_t *w) {
  const v128_t x = wasm_i16x8_extend_low_i8x16(wasm_v128_load32_splat(hidden));
  sum->low = wasm_i32x4_add(sum->low, wasm_i32x4_dot_i16x8(x, wasm_i16x8_load8x8(w)));
  sum->high = wasm_i32x4_add(sum->high, wasm_i32x4_dot_i16x8(x, wasm_i16x8_load8x8(w + 8)));
}

INLINE void store_simd128(int32_t *dot, const sum_simd128 *sum) {
  wasm_v128_store(dot, wasm_i32x4_add(wasm_i32x4_shuffle(sum->low, sum->high, 0, 2, 4, 6),
                                      wasm_i32x4_shuffle(sum->low, sum->high, 1, 3, 5, 7)));
}

#include "net_vector.h"

/* One by one: of one candidate half of the groups are zero, of a batch a third. */
static void each_simd128(const struct ddz_net_shape *shape, const struct ddz_net_role *role,
                         const struct ddz_net_sum *sum, size_t n, float (*head)[DDZ_NET_HEADS]) {
  for (size_t i = 0; i < n; i++) top_simd128(shape, role, sum + i, 1, head + i);
}

#endif

/* ---- which there are, the best last ---- */

static const struct ddz_net_kernel kernels[] = {
    {"plain", runs_always, add_plain, top_plain},
#ifdef NET_X86
    {"avx2", runs_avx2, add_avx2, top_avx2},
    {"avx512", runs_avx512, add_avx512, top_avx512},
#endif
#ifdef __wasm_simd128__
    {"simd128", runs_always, add_simd128, each_simd128},
#endif
};

const struct ddz_net_kernel *ddz_net_kernel_at(size_t i) {
  for (size_t at = 0; at < sizeof kernels / sizeof *kernels; at++)
    if (kernels[at].runs() && i-- == 0) return &kernels[at];
  return NULL;
}
