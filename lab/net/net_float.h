/* net_float.h - a net as floats: what a trainer keeps, and the reference the quantised kernels are held to.
 */
#ifndef DDZ_LAB_NET_FLOAT_H
#define DDZ_LAB_NET_FLOAT_H

#include "core/net/net.h"

/* One role. The arrays are the caller's. */
struct ddz_net_floats {
  float *w1; /* (F,W): row i is what input i adds */
  float *b1; /* (W)     */
  float *w2; /* (H1,W)  */
  float *b2; /* (H1)    */
  float *w3; /* (H2,H1) */
  float *b3; /* (H2)    */
  float *w4; /* (2,H2)  */
  float *b4; /* (2)     */
};

/* The reference: straight sums in float, nothing quantised. clip  C. `points` is the bare head, not yet in
 * units. Cost: F has no part in it, about W * (n + H1) multiplications. */
void ddz_net_floats_value(const struct ddz_net_shape *shape, const struct ddz_net_floats *floats, float clip,
                          const uint16_t *inputs, size_t n, struct ddz_net_value *value);

#endif
