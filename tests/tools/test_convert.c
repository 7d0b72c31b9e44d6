/* Old nets in this program: every old input finds its row, and no other input has one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/rng.h"
#include "core/net/belief.h"
#include "core/net/feature.h"
#include "core/net/judge.h"
#include "core/net/net_pack.h"
#include "tests/support/seed.h"
#include "tests/support/toy_net.h"
#include "tools/convert/convert.h"

enum { OLD_KINDS = 18, RANKS = 16 };

/* The old table again, as groups of whole ranges and of kinds. */
struct old_group {
  const char *name;
  int inputs, seats; /* seats: 0 for a whole range */
};
static const struct old_group old[] = {
#define OLD_GROUP(name, inputs) {#name, (inputs), 0},
#define OLD_BY_KIND(name, seats) {#name, (seats)*OLD_KINDS * RANKS, (seats)},
#include "tools/convert/inputs_1.def"
#undef OLD_BY_KIND
#undef OLD_GROUP
};
static const int old_kind[OLD_KINDS] = {
#define OLD_KIND(kind) DDZ_##kind,
#include "tools/convert/inputs_1.def"
#undef OLD_KIND
};

static int first_of(const char *name) {
  const struct ddz_feature_group *group;
  const size_t n = ddz_feature_groups(&group);
  for (size_t i = 0; i < n; i++)
    if (strcmp(group[i].name, name) == 0) return group[i].first;
  fail_msg("no group %s", name);
  return -1;
}

/* Where an old input is now. */
static int now_at(const struct old_group *group, int i) {
  const int first = first_of(group->name), seat = i / RANKS / OLD_KINDS, kind = i / RANKS % OLD_KINDS;
  if (group->seats == 0) return first + i;
  return first + (seat * DDZ_FEATURE_SLOTS + ddz_feature_slot((enum ddz_kind)old_kind[kind])) * RANKS +
         i % RANKS;
}

/* An old net of random weights. */
static struct ddz_net_floats random_floats(const struct ddz_net_shape *shape, struct ddz_rng *rng) {
  struct ddz_net_floats floats = toy_floats_new(shape);
  const size_t n = toy_floats_count(shape);
  for (size_t i = 0; i < n; i++) floats.w1[i] = (float)(ddz_rng_unit(rng) - 0.5);
  for (size_t i = 3; i < shape->inputs; i += 7)
    memset(floats.w1 + i * shape->width, 0, shape->width * sizeof(float));
  return floats;
}

static void *pack_old(enum net_purpose purpose, struct ddz_rng *rng, size_t *size) {
  const struct ddz_net_shape shape = {
      convert_old_inputs(purpose), 64, {16, 64}, convert_old_signature(purpose)};
  struct ddz_net_facts facts = {.name = "old-1", .clip = 2, .points_unit = 3};
  struct ddz_net_floats floats[DDZ_ROLES];
  for (int role = 0; role < DDZ_ROLES; role++) {
    floats[role] = random_floats(&shape, rng);
    for (int i = 0; i < 2; i++) facts.curves->slope[role][i] = 1;
  }
  *size = ddz_net_image_size(&shape, floats, strlen("made up"));
  void *image = aligned_alloc(DDZ_NET_ALIGN, *size);
  assert_non_null(image);
  ddz_net_pack(&shape, &facts, floats, "made up", image, NULL);
  for (int role = 0; role < DDZ_ROLES; role++) free(floats[role].w1);
  return image;
}

static struct ddz_net_value value_of(const struct ddz_net *net, enum ddz_role role, const uint16_t *input,
                                     size_t n) {
  struct ddz_net_sum sum;
  struct ddz_net_value value;
  ddz_net_begin(net, role, input, n, &sum);
  ddz_net_value_of(net, role, &sum, &value);
  return value;
}

/* Each old input alone, in each role: the same bits. Then all others: nothing is added. */
static void compare(const struct ddz_net *was, const struct ddz_net *now, uint32_t inputs) {
  static unsigned char used[DDZ_FEATURES];
  memset(used, 0, sizeof used);
  uint32_t at = 0;
  for (size_t g = 0; g < sizeof old / sizeof *old && at < inputs; g++)
    for (int i = 0; i < old[g].inputs; i++, at++) {
      const uint16_t before = (uint16_t)at, after = (uint16_t)now_at(&old[g], i);
      used[after]++;
      for (int role = 0; role < DDZ_ROLES; role++) {
        const struct ddz_net_value a = value_of(was, (enum ddz_role)role, &before, 1),
                                   b = value_of(now, (enum ddz_role)role, &after, 1);
        assert_memory_equal(&a, &b, sizeof a);
      }
    }
  assert_int_equal(at, inputs);
  for (uint32_t i = 0; i < now->shape.inputs; i++) {
    assert_true(used[i] <= 1);
    for (int role = 0; role < DDZ_ROLES && !used[i]; role++) assert_int_equal(now->role[role].row[i], 0);
  }
}

static void a_converted_net_says_the_same_bits(void **state) {
  (void)state;
  struct ddz_rng rng;
  ddz_rng_seed(&rng, test_seed());
  for (int i = 0; i < NET_PURPOSES; i++) {
    struct ddz_net was, now;
    enum net_purpose purpose;
    enum ddz_net_error error;
    size_t size;
    void *image = pack_old((enum net_purpose)i, &rng, &size);
    assert_true(convert_open(&was, &purpose, image, size, &error));
    assert_int_equal(purpose, i);
    const size_t bytes = convert_size(&was, purpose);
    void *converted = aligned_alloc(DDZ_NET_ALIGN, bytes);
    assert_non_null(converted);
    convert_write(&was, purpose, converted);
    assert_int_equal((i == NET_PLAYS ? ddz_judge_open : ddz_belief_open)(&now, converted, bytes), DDZ_NET_OK);
    assert_string_equal(now.facts.name, "old-1");
    assert_string_equal(now.record, "made up");
    compare(&was, &now, convert_old_inputs(purpose));
    assert_false(convert_open(&was, &purpose, converted, bytes, &error)); /* it is no old one any more */
    assert_int_equal(error, DDZ_NET_OTHER_INPUTS);
    free(image);
    free(converted);
  }
}

static void what_is_no_old_net_is_refused(void **state) {
  (void)state;
  struct ddz_rng rng;
  struct ddz_net net;
  enum net_purpose purpose;
  enum ddz_net_error error;
  size_t size;
  ddz_rng_seed(&rng, test_seed());
  char *image = pack_old(NET_PLAYS, &rng, &size);
  assert_false(convert_open(&net, &purpose, image, 100, &error));
  assert_int_equal(error, DDZ_NET_TOO_SHORT);
  image[size / 2] ^= 1;
  assert_false(convert_open(&net, &purpose, image, size, &error));
  assert_int_equal(error, DDZ_NET_BAD_CHECKSUM);
  free(image);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_converted_net_says_the_same_bits),
      cmocka_unit_test(what_is_no_old_net_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
