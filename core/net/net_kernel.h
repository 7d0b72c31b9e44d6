/* net_kernel.h - the inner loops of net.h, one set for each kind of processor.
 *
 * All sets compute the same integers, and the same floats bit for bit: sums of floats are taken in one order,
 * said at net_top. Internal to net*.c. */
#ifndef DDZ_CORE_NET_KERNEL_H
#define DDZ_CORE_NET_KERNEL_H

#include "net.h"

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

#endif
