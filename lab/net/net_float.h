/* net_float.h - a net in floats: the reference that the quantised kernels are held to. */
#pragma once

#include "lib/net_pack.h"

/* The reference: straight sums in float, nothing quantised. clip  C. `points` is the bare head, not yet in
 * units. Cost: F has no part in it, about W * (n + H1) multiplications. */
void ddz_net_floats_value(const struct ddz_net_shape *shape, const struct ddz_net_floats *floats, float clip,
                          const uint16_t *inputs, size_t n, struct ddz_net_value *value);
