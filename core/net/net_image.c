#include "net_image.h"

#include <string.h>

bool ddz_net_shape_fits(const struct ddz_net_shape *shape, const uint32_t rows[DDZ_ROLES]) {
  if (shape->inputs == 0 || shape->inputs > DDZ_NET_INPUTS_MAX) return false;
  if (shape->width == 0 || shape->width > DDZ_NET_WIDTH_MAX || shape->width % 64 != 0) return false;
  for (int i = 0; i < 2; i++)
    if (shape->hidden[i] == 0 || shape->hidden[i] > DDZ_NET_HIDDEN_MAX || shape->hidden[i] % 16 != 0)
      return false;
  for (int i = 0; i < DDZ_ROLES; i++)
    if (rows[i] == 0 || rows[i] > shape->inputs + 1) return false;
  return true;
}

/* Offset of a part of `bytes`; moves the end behind it. */
static size_t place(size_t *end, size_t bytes) {
  size_t at = *end;
  *end = (at + bytes + DDZ_NET_ALIGN - 1) / DDZ_NET_ALIGN * DDZ_NET_ALIGN;
  return at;
}

struct ddz_net_layout ddz_net_lay_out(const struct ddz_net_shape *shape, const uint32_t rows[DDZ_ROLES],
                                      size_t record) {
  const size_t F = shape->inputs, W = shape->width, H1 = shape->hidden[0], H2 = shape->hidden[1];
  struct ddz_net_layout at;
  size_t end = DDZ_NET_HEADER;
  at.record = place(&end, record);
  for (int role = 0; role < DDZ_ROLES; role++) {
    const size_t R = rows[role];
#define NET_ARRAY(type, name, count)                                                                         \
  at.array[role][DDZ_NET_ARRAY_##name] = place(&end, sizeof(type) * (count));
#include "net_array.def"
#undef NET_ARRAY
  }
  at.size = end;
  return at;
}

struct ddz_net_role ddz_net_role_at(const struct ddz_net_layout *layout, const void *image,
                                    enum ddz_role role) {
  const char *base = image;
  struct ddz_net_role arrays;
#define NET_ARRAY(type, name, count)                                                                         \
  arrays.name = (const type *)(const void *)(base + layout->array[role][DDZ_NET_ARRAY_##name]);
#include "net_array.def"
#undef NET_ARRAY
  return arrays;
}

/* Each step is a bijection of the state for a given word and of the word for a given state, so a single word
 * that differs is never missed. Four lanes, because a multiplication takes its time. */
uint64_t ddz_net_checksum(const void *image, size_t size) {
  const char *bytes = image;
  uint64_t lane[4] = {1, 2, 3, 4}, sum = size;
  size_t at = offsetof(struct ddz_net_header, size);
  for (size_t i = 0; at + 8 <= size; i = (i + 1) % 4, at += 8) {
    uint64_t word;
    memcpy(&word, bytes + at, 8);
    lane[i] = (lane[i] ^ word) * 0x9E3779B97F4A7C15u;
    lane[i] ^= lane[i] >> 32;
  }
  for (int i = 0; i < 4; i++) {
    sum = (sum ^ lane[i]) * 0x9E3779B97F4A7C15u;
    sum ^= sum >> 29;
  }
  return sum;
}
