/* net_pack.h - from floats to the image that plays, and back.
 *
 * The layout and the rounding are described in net.h. Nothing that plays needs this: those who train do, in
 * lab and through libddz. */
#pragma once

#include "core/net/net.h"

/* One role as floats. The arrays are the caller's. */
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

/* Bytes of an image of these floats with a record of `record` bytes. */
size_t ddz_net_image_size(const struct ddz_net_shape *shape, const struct ddz_net_floats floats[DDZ_ROLES],
                          size_t record);

/* How much the packer changed. */
struct ddz_net_loss {
  uint64_t clipped; /* weights and biases that did not fit */
  float worst;      /* the largest change of a weight of the first layer, in floats */
};

/* Write an image of ddz_net_image_size bytes. The same floats give the same bytes.
 *
 * floats  one for each role, finite
 * record  how it was trained: ASCII text and new lines, less than DDZ_NET_RECORD_MAX bytes
 * loss    may be NULL */
void ddz_net_pack(const struct ddz_net_shape *shape, const struct ddz_net_facts *facts,
                  const struct ddz_net_floats floats[DDZ_ROLES], const char *record, void *image,
                  struct ddz_net_loss *loss);

/* Put other facts into an image that opens: its name, its calibration; nothing else of it changes. */
void ddz_net_set_facts(void *image, const struct ddz_net_facts *facts);

/* The floats of one role, to go on training: only the rounding is lost. Arrays as large as the shape says. */
void ddz_net_unpack(const struct ddz_net *net, enum ddz_role role, const struct ddz_net_floats *floats);
