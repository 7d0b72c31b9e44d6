#include "tools/convert/convert.h"

#include <string.h>

#include "core/net/belief.h"
#include "core/net/feature.h"
#include "core/net/net_image.h"
#include "core/net/net_pack.h"

enum { OLD_KINDS = 18, RANKS = 16, OLD_REVISION = 1, OLD_BELIEF_REVISION = 0xBE11EF };

enum old_place {
#define OLD_GROUP(name, inputs) OLD_##name, OLD_##name##_LAST = OLD_##name + (inputs)-1,
#define OLD_BY_KIND(name, seats) OLD_GROUP(name, (seats)*OLD_KINDS *RANKS)
#include "tools/convert/inputs_1.def"
#undef OLD_BY_KIND
#undef OLD_GROUP
  OLD_INPUTS
};

static const struct ddz_feature_group old_groups[] = {
#define OLD_GROUP(name, inputs) {#name, "", OLD_##name, (inputs), false},
#define OLD_BY_KIND(name, seats) OLD_GROUP(name, (seats)*OLD_KINDS *RANKS)
#include "tools/convert/inputs_1.def"
#undef OLD_BY_KIND
#undef OLD_GROUP
};
enum { OLD_COUNT = sizeof old_groups / sizeof *old_groups };

static const uint8_t old_kinds[OLD_KINDS] = {
#define OLD_KIND(kind) DDZ_##kind,
#include "tools/convert/inputs_1.def"
#undef OLD_KIND
};

/* A net that believes has the inputs of the position only: those before PLAY. */
uint32_t convert_old_inputs(enum net_purpose purpose) { return purpose == NET_PLAYS ? OLD_INPUTS : OLD_PLAY; }

uint32_t convert_old_signature(enum net_purpose purpose) {
  size_t n = OLD_COUNT;
  if (purpose == NET_PLAYS) return ddz_feature_sign(old_groups, n, OLD_REVISION);
  while (old_groups[n - 1].first >= OLD_PLAY) n--;
  return ddz_feature_sign(old_groups, n, OLD_BELIEF_REVISION);
}

bool convert_open(struct ddz_net *net, enum net_purpose *purpose, const void *image, size_t size,
                  enum ddz_net_error *error) {
  for (int i = 0; i < NET_PURPOSES; i++) {
    *purpose = (enum net_purpose)i;
    *error = ddz_net_open(net, image, size, convert_old_inputs(*purpose), convert_old_signature(*purpose));
    if (*error == DDZ_NET_OK) return true;
    if (*error != DDZ_NET_OTHER_INPUTS) return false;
  }
  return false;
}

/* row[i]: what input i adds now. Groups keep their order within. */
static void copy_group(const uint16_t *old, size_t n, uint16_t *row) { memcpy(row, old, n * sizeof *row); }

static void spread_kinds(const uint16_t *old, int seats, uint16_t *row) {
  for (int seat = 0; seat < seats; seat++)
    for (int number = 0; number < OLD_KINDS; number++) {
      const int slot = ddz_feature_slot((enum ddz_kind)old_kinds[number]);
      copy_group(old + (seat * OLD_KINDS + number) * RANKS, RANKS,
                 row + (seat * DDZ_FEATURE_SLOTS + slot) * RANKS);
    }
}

/* It is long only in rows of a table. NOLINTNEXTLINE(readability-function-size) */
static void convert_rows(enum net_purpose purpose, const uint16_t *old, uint16_t *row) {
#define OLD_GROUP(name, inputs)                                                                              \
  if (OLD_##name < convert_old_inputs(purpose))                                                              \
    copy_group(old + OLD_##name, inputs, row + DDZ_FEATURE_##name);
#define OLD_BY_KIND(name, seats)                                                                             \
  if (OLD_##name < convert_old_inputs(purpose))                                                              \
    spread_kinds(old + OLD_##name, seats, row + DDZ_FEATURE_##name);
#include "tools/convert/inputs_1.def"
#undef OLD_BY_KIND
#undef OLD_GROUP
}

static struct ddz_net_header header_of(const struct ddz_net *old, enum net_purpose purpose) {
  struct ddz_net_header header = *(const struct ddz_net_header *)old->image;
  const bool plays = purpose == NET_PLAYS;
  header.shape.inputs = plays ? (uint32_t)DDZ_FEATURES : (uint32_t)DDZ_BELIEF_INPUTS;
  header.shape.features = plays ? ddz_feature_signature() : ddz_belief_signature();
  header.size = ddz_net_lay_out(&header.shape, header.rows, header.record).size;
  return header;
}

size_t convert_size(const struct ddz_net *old, enum net_purpose purpose) {
  return header_of(old, purpose).size;
}

void convert_write(const struct ddz_net *old, enum net_purpose purpose, void *image) {
  const struct ddz_net_header *before = old->image, header = header_of(old, purpose);
  const struct ddz_net_layout from = ddz_net_lay_out(&before->shape, before->rows, before->record);
  const struct ddz_net_layout to = ddz_net_lay_out(&header.shape, header.rows, header.record);
  const char *in = old->image;
  char *out = image;
  memset(image, 0, header.size);
  memcpy(image, &header, sizeof header);
  memcpy(out + to.record, in + from.record, header.record);
  for (int role = 0; role < DDZ_ROLES; role++) {
    const size_t F = 0, W = header.shape.width, H1 = header.shape.hidden[0], H2 = header.shape.hidden[1],
                 R = header.rows[role]; /* F: the table of rows is not copied */
#define NET_ARRAY(type, name, count)                                                                         \
  memcpy(out + to.array[role][DDZ_NET_ARRAY_##name], in + from.array[role][DDZ_NET_ARRAY_##name],            \
         sizeof(type) * (count));
#include "core/net/net_array.def"
#undef NET_ARRAY
    convert_rows(purpose, (const uint16_t *)(const void *)(in + from.array[role][DDZ_NET_ARRAY_row]),
                 (uint16_t *)(void *)(out + to.array[role][DDZ_NET_ARRAY_row]));
  }
  ddz_net_set_facts(image, &header.facts);
}
