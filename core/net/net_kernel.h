/* net_kernel.h - the inner loops of net.h, one set for each kind of processor.
 *
 * All sets compute the same integers, and the same floats bit for bit: sums of floats are taken in one order,
 * said at net_top. Plays use it through net.h. */
#ifndef DDZ_CORE_NET_KERNEL_H
#define DDZ_CORE_NET_KERNEL_H

#include "net_shape.h"

/* The first layer's sum, of the inputs so far. */
struct ddz_net_sum {
  _Alignas(DDZ_NET_ALIGN) int16_t unit[DDZ_NET_WIDTH_MAX];
};

/* What a sum gains and loses. */
struct ddz_net_change {
  const uint16_t *add, *drop; /* not on yet; on */
  size_t adds, drops;
};

struct ddz_net_kernel {
  const char *name;
  bool (*runs)(void); /* can this processor run it? */
  /* sum (W) = base (W) + the rows of w1 that a change adds - those it drops */
  void (*add)(const struct ddz_net_role *role, size_t width, const int16_t *base,
              const struct ddz_net_change *change, int16_t *sum);
  /* the layers above `n` sums, 1..DDZ_NET_BATCH; the weights are read once for all of them */
  void (*top)(const struct ddz_net_shape *shape, const struct ddz_net_role *role,
              const struct ddz_net_sum *sum, size_t n, float (*head)[DDZ_NET_HEADS]);
};

/* inner (H2) = layer three of a sum, before its max: in plain C for all, it is asked for once a decision */
void ddz_net_kernel_inner(const struct ddz_net_shape *shape, const struct ddz_net_role *role,
                          const int16_t *sum, float *inner);

/* Kernel `i` of those this processor can run, plain C first, the best (which open chose) last; NULL past the
 * end. */
const struct ddz_net_kernel *ddz_net_kernel_at(size_t i);
const char *ddz_net_kernel_name(const struct ddz_net_kernel *kernel);

#endif
