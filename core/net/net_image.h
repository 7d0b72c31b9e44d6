/* net_image.h - how an image of net.h lies in its bytes.
 *
 *   [ header 256 | record, NUL | role 0 | role 1 | role 2 ]
 *
 * each part, and within a role each array in the order of net_array.def, begins on a multiple of 64 bytes;
 * the gaps are zero. Little-endian. Internal to net*.c. */
#ifndef DDZ_CORE_NET_IMAGE_H
#define DDZ_CORE_NET_IMAGE_H

#include "net_shape.h"

enum { DDZ_NET_FORMAT = 1, DDZ_NET_HEADER = 256, DDZ_NET_BIAS_MAX = 7167 };
#define DDZ_NET_MAGIC "DDZ net" /* and its NUL: eight bytes */

struct ddz_net_header {
  char magic[8];
  uint64_t checksum; /* of all bytes behind this field */
  uint64_t size;     /* of the image */
  uint32_t format;
  uint32_t record; /* bytes of the record, NUL included */
  struct ddz_net_shape shape;
  uint32_t rows[DDZ_ROLES]; /* of each role's w1, 1..F + 1 */
  struct ddz_net_facts facts;
};
_Static_assert(sizeof(struct ddz_net_header) <= DDZ_NET_HEADER, "the header fits its room");
_Static_assert(DDZ_NET_ACTIVE * 128 + DDZ_NET_BIAS_MAX <= INT16_MAX, "no sum of the first layer overflows");
_Static_assert(DDZ_NET_WIDTH_MAX * 127 * 128 < 1 << 24, "a dot product of the second is exact as a float");

enum ddz_net_array {
#define NET_ARRAY(type, name, count) DDZ_NET_ARRAY_##name,
#include "net_array.def"
#undef NET_ARRAY
  DDZ_NET_ARRAYS
};

/* Where everything begins, in bytes. */
struct ddz_net_layout {
  size_t record, array[DDZ_ROLES][DDZ_NET_ARRAYS], size;
};
struct ddz_net_layout ddz_net_lay_out(const struct ddz_net_shape *shape, const uint32_t rows[DDZ_ROLES],
                                      size_t record);

/* May this shape be run? Then nothing in lay_out overflows. */
bool ddz_net_shape_fits(const struct ddz_net_shape *shape, const uint32_t rows[DDZ_ROLES]);

/* The arrays of a role in an image. */
struct ddz_net_role ddz_net_role_at(const struct ddz_net_layout *layout, const void *image,
                                    enum ddz_role role);

/* Any change of one byte changes it. */
uint64_t ddz_net_checksum(const void *image, size_t size);

#endif
