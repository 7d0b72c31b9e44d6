/* Nets: every kernel is the plain one bit for bit, that is the floats' up to rounding, and a file that is not
 * whole is refused. */
#include <math.h>

#include "core/base/rng.h"
#include "core/net/net.h"
#include "lab/net/net_float.h"
#include "tests/support/test.h"
#include "tests/support/toy_net.h"

enum { POSITIONS = 300, FEATURES = 0xFEA7 };

static const struct ddz_net_shape shapes[] = {
    {700, 512, {64, 32}, FEATURES}, /* the one that ships, with fewer inputs */
    {40, 64, {16, 16}, FEATURES},    {300, 192, {48, 32}, FEATURES},
    {300, 1024, {32, 48}, FEATURES}, {300, 704, {64, 64}, FEATURES},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static struct ddz_net open_toy(const struct toy_net *toy) {
  struct ddz_net net;
  assert_int_equal(ddz_net_open(&net, toy->image, toy->size, toy->shape.inputs, FEATURES), DDZ_NET_OK);
  return net;
}

/* `n` different inputs. */
static void draw_inputs(struct ddz_rng *rng, uint32_t of, uint16_t *inputs, size_t n) {
  for (size_t i = 0; i < n; i++) {
    size_t seen = 0;
    inputs[i] = (uint16_t)ddz_rng_below(rng, of);
    while (inputs[seen] != inputs[i]) seen++;
    if (seen < i) i--;
  }
}

static struct ddz_net_value value_by(struct ddz_net *net, const struct ddz_net_kernel *kernel,
                                     enum ddz_role role, const uint16_t *inputs, size_t n, size_t state) {
  struct ddz_net_sum base, sum;
  struct ddz_net_value value;
  net->kernel = kernel;
  /* of the state's inputs the last three go again, and come back */
  const size_t away = state < 3 ? state : 3;
  const struct ddz_net_change change = {
      .add = inputs + state - away, .adds = n - state + away, .drop = inputs + state - away, .drops = away};
  ddz_net_begin(net, role, inputs, state, &base);
  ddz_net_extend(net, role, &base, &change, &sum);
  ddz_net_values_of(net, role, &sum, 1, &value);
  return value;
}

TEST(every_kernel_gives_the_same_bits) {
  struct ddz_rng rng = test_rng(test_seed());
  for (int s = 0; s < SHAPES; s++) {
    struct toy_net toy = toy_net_new(&shapes[s], test_seed() + (uint64_t)s, 30);
    struct ddz_net net = open_toy(&toy);
    for (int i = 0; i < POSITIONS; i++) {
      uint16_t inputs[DDZ_NET_ACTIVE];
      const size_t n = ddz_rng_below(&rng, shapes[s].inputs < 100 ? 40 : DDZ_NET_ACTIVE) + 1;
      const enum ddz_role role = (enum ddz_role)(i % DDZ_ROLES);
      draw_inputs(&rng, shapes[s].inputs, inputs, n);
      const struct ddz_net_value plain = value_by(&net, ddz_net_kernel_at(0), role, inputs, n, 0);
      for (size_t k = 0; ddz_net_kernel_at(k) != NULL; k++) {
        const size_t first = ddz_rng_below(&rng, (uint32_t)n + 1);
        const struct ddz_net_value other = value_by(&net, ddz_net_kernel_at(k), role, inputs, n, first);
        if (memcmp(&plain, &other, sizeof plain) != 0)
          fail_msg("%s, width %u: %a %a is not %a %a", ddz_net_kernel_at(k)->name, shapes[s].width, other.win,
                   other.points, plain.win, plain.points);
      }
    }
    toy_net_free(&toy);
  }
}

/* The heads of these nets spread over about 1; what rounding does to them is a few hundredths of that. */
TEST(quantised_is_the_floats_up_to_rounding) {
  struct toy_net toy = toy_net_new(&shapes[0], test_seed(), 120);
  struct ddz_net net = open_toy(&toy);
  double squares = 0, difference = 0, worst = 0;
  struct ddz_rng rng = test_rng(test_seed());
  assert_int_equal(toy.loss.clipped, 0);
  for (int i = 0; i < POSITIONS; i++) {
    uint16_t inputs[120];
    struct ddz_net_value exact;
    draw_inputs(&rng, shapes[0].inputs, inputs, 120);
    ddz_net_floats_value(&toy.shape, &toy.floats[i % 3], toy.facts.clip, inputs, 120, &exact);
    exact.points *= toy.facts.points_unit;
    struct ddz_net_value got =
        value_by(&net, net.kernel, (enum ddz_role)(i % 3), inputs, 120, (size_t)i % 120);
    squares += exact.win * exact.win + exact.points * exact.points / 9;
    double by = fmax(fabsf(got.win - exact.win), fabsf(got.points - exact.points) / 3);
    difference += by * by;
    worst = fmax(worst, by);
  }
  double spread = sqrt(squares / 2 / POSITIONS), error = sqrt(difference / POSITIONS);
  print_message("heads spread %.3f, rounding moves them %.4f, at most %.4f\n", spread, error, worst);
  assert_true(error < 0.03 * spread && worst < 0.12 * spread);
  toy_net_free(&toy);
}

TEST(a_batch_is_the_same_as_one_by_one) {
  struct ddz_rng rng = test_rng(test_seed());
  for (int s = 0; s < SHAPES; s++) {
    struct toy_net toy = toy_net_new(&shapes[s], test_seed(), 30);
    struct ddz_net net = open_toy(&toy);
    for (size_t k = 0; ddz_net_kernel_at(k) != NULL; k++) {
      struct ddz_net_sum sum[DDZ_NET_BATCH];
      struct ddz_net_value all[DDZ_NET_BATCH], one;
      uint16_t inputs[30];
      net.kernel = ddz_net_kernel_at(k);
      for (size_t i = 0; i < DDZ_NET_BATCH; i++) {
        draw_inputs(&rng, shapes[s].inputs, inputs, 30);
        ddz_net_begin(&net, DDZ_LANDLORD_DOWN, inputs, 30, &sum[i]);
      }
      for (size_t n = 1; n <= DDZ_NET_BATCH; n++) {
        ddz_net_values_of(&net, DDZ_LANDLORD_DOWN, sum, n, all);
        for (size_t i = 0; i < n; i++) {
          ddz_net_values_of(&net, DDZ_LANDLORD_DOWN, &sum[i], 1, &one);
          assert_memory_equal(&one, &all[i], sizeof one);
        }
      }
    }
    toy_net_free(&toy);
  }
}

TEST(sums_do_not_depend_on_how_they_are_split) {
  struct ddz_rng rng;
  struct toy_net toy = toy_net_new(&shapes[2], test_seed(), 60);
  struct ddz_net net = open_toy(&toy);
  struct ddz_net_sum whole, part;
  uint16_t inputs[60];
  const struct ddz_net_change nothing = {.adds = 0}, rest = {.add = inputs + 20, .adds = 40};
  ddz_rng_seed(&rng, test_seed());
  draw_inputs(&rng, shapes[2].inputs, inputs, 60);
  for (size_t k = 0; ddz_net_kernel_at(k) != NULL; k++) {
    net.kernel = ddz_net_kernel_at(k);
    ddz_net_begin(&net, DDZ_LANDLORD_UP, inputs, 60, &whole);
    ddz_net_begin(&net, DDZ_LANDLORD_UP, inputs, 20, &part);
    ddz_net_extend(&net, DDZ_LANDLORD_UP, &part, &nothing, &part);
    ddz_net_extend(&net, DDZ_LANDLORD_UP, &part, &rest, &part);
    assert_memory_equal(whole.unit, part.unit, shapes[2].width * sizeof *part.unit);
  }
  toy_net_free(&toy);
}

/* All weights as large as they get, of one sign, with as many inputs on as may be. */
TEST(no_sum_overflows) {
  static const struct ddz_net_shape shape = {DDZ_NET_ACTIVE, 64, {16, 16}, FEATURES};
  for (int sign = -1; sign <= 1; sign += 2) {
    struct toy_net toy = toy_net_new(&shape, 1, 30);
    struct ddz_net net;
    struct ddz_net_sum sum;
    uint16_t inputs[DDZ_NET_ACTIVE];
    for (size_t i = 0; i < DDZ_NET_ACTIVE; i++) inputs[i] = (uint16_t)i;
    for (size_t i = 0; i < shape.inputs * shape.width; i++) toy.floats[0].w1[i] = (float)sign * 1e3f;
    for (size_t j = 0; j < shape.width; j++) toy.floats[0].b1[j] = (float)sign * 1e6f;
    free(toy.image);
    toy.size = ddz_net_image_size(&shape, toy.floats, 0);
    toy.image = aligned_alloc(DDZ_NET_ALIGN, toy.size);
    ddz_net_pack(&shape, &toy.facts, toy.floats, "", toy.image, &toy.loss);
    assert_int_equal(toy.loss.clipped, (DDZ_NET_ACTIVE + 1) * 64);
    assert_int_equal(ddz_net_open(&net, toy.image, toy.size, shape.inputs, FEATURES), DDZ_NET_OK);
    ddz_net_begin(&net, DDZ_LANDLORD, inputs, DDZ_NET_ACTIVE, &sum);
    assert_int_equal(sum.unit[63], sign * (DDZ_NET_ACTIVE * 127 + DDZ_NET_BIAS_MAX));
    toy_net_free(&toy);
  }
}

TEST(packing_again_what_was_unpacked_changes_nothing_that_plays) {
  struct toy_net toy = toy_net_new(&shapes[1], test_seed(), 20);
  struct ddz_net net = open_toy(&toy), twin;
  struct ddz_net_floats floats[DDZ_ROLES];
  void *image = aligned_alloc(DDZ_NET_ALIGN, toy.size);
  assert_non_null(image);
  for (int role = 0; role < DDZ_ROLES; role++) {
    floats[role] = toy_floats_new(&toy.shape);
    ddz_net_unpack(&net, (enum ddz_role)role, &floats[role]);
    for (size_t i = 0; i < toy_floats_count(&toy.shape); i++)
      assert_float_equal(floats[role].w1[i], toy.floats[role].w1[i], 0.02);
  }
  ddz_net_pack(&toy.shape, &net.facts, floats, net.record, image, NULL);
  assert_int_equal(ddz_net_open(&twin, image, toy.size, toy.shape.inputs, FEATURES), DDZ_NET_OK);
  const struct ddz_net_role *a = &net.role[2], *b = &twin.role[2];
  assert_memory_equal(a->row, b->row, toy.shape.inputs * sizeof *a->row);
  assert_memory_equal(a->w1, b->w1, 37 * toy.shape.width);
  assert_memory_equal(a->w2, b->w2, toy.shape.hidden[0] * toy.shape.width);
  assert_memory_equal(a->gain, b->gain, toy.shape.width * sizeof *a->gain);
  assert_memory_equal(a->b1, b->b1, toy.shape.width * sizeof *a->b1);
  for (int role = 0; role < DDZ_ROLES; role++) free(floats[role].w1);
  free(image);
  toy_net_free(&toy);
}

TEST(an_image_tells_its_name_record_and_checksum) {
  struct toy_net toy = toy_net_new(&shapes[1], 5, 20), same = toy_net_new(&shapes[1], 5, 20),
                 other = toy_net_new(&shapes[1], 6, 20);
  struct ddz_net net = open_toy(&toy);
  assert_string_equal(net.facts.name, "toy-1");
  assert_string_equal(net.record, "random weights\nfor tests");
  assert_true(net.checksum == open_toy(&same).checksum);
  assert_true(net.checksum != open_toy(&other).checksum);
  assert_memory_equal(toy.image, same.image, toy.size);
  toy_net_free(&toy);
  toy_net_free(&same);
  toy_net_free(&other);
}

TEST(facts_can_be_changed_and_nothing_else) {
  struct toy_net toy = toy_net_new(&shapes[1], 5, 20), same = toy_net_new(&shapes[1], 5, 20);
  struct ddz_net_facts facts = toy.facts;
  memset(facts.name, 'x', sizeof facts.name); /* does not end */
  facts.curves->slope[2][1] = 0.5f;
  ddz_net_set_facts(toy.image, &facts);
  const struct ddz_net net = open_toy(&toy);
  assert_int_equal(strlen(net.facts.name), DDZ_NET_NAME - 1);
  assert_true(net.facts.curves->slope[2][1] == 0.5f);
  ddz_net_set_facts(toy.image, &same.facts);
  assert_memory_equal(toy.image, same.image, toy.size);
  toy_net_free(&toy);
  toy_net_free(&same);
}

TEST(probability_is_the_calibrated_logistic_of_the_logit) {
  static const struct ddz_net net = {
      .facts.curves = {[DDZ_NET_USUAL] = {.slope = {{1, 2}, {1, 1}, {1, 1}}, .offset = {{0, 1}}},
                       [DDZ_NET_FLOWER] = {.slope = {{3, 1}, {1, 1}, {1, 1}}, .offset = {{.5f}}}}};
  static const struct {
    enum ddz_net_deal deal;
    int objective;
    float logit;
    double bent;
  } lines[] = {{DDZ_NET_USUAL, 0, 0, 0},
               {DDZ_NET_USUAL, 0, 2, 2},
               {DDZ_NET_USUAL, 1, 2, 5},
               {DDZ_NET_UNSHUFFLED, 1, 2, 5}, /* not measured: as usual */
               {DDZ_NET_FLOWER, 0, 2, 6.5}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    const double p = ddz_net_probability(&net, DDZ_LANDLORD, lines[i].deal,
                                         (enum ddz_objective)lines[i].objective, lines[i].logit);
    assert_true(fabs(p - 1 / (1 + exp(-lines[i].bent))) < 1e-9);
  }
}

/* ---- damage ---- */

struct damage {
  const char *what;
  struct {
    size_t at, bytes;
  } place;
  uint64_t value;
  long grown;  /* of the size that is told */
  bool sealed; /* with a checksum that fits */
  enum ddz_net_error error;
};
#define FIELD(name)                                                                                          \
  { offsetof(struct ddz_net_header, name), sizeof(((struct ddz_net_header *)0)->name) }

static const struct damage damages[] = {
    {"nothing", {0, 0}, 0, 0, false, DDZ_NET_OK},
    {"sealed again", {0, 0}, 0, 0, true, DDZ_NET_OK},
    {"no bytes", {0, 0}, 0, -1000000, false, DDZ_NET_TOO_SHORT},
    {"another magic", {0, 8}, 0x1234, 0, true, DDZ_NET_BAD_MAGIC},
    {"a later format", FIELD(format), 2, 0, true, DDZ_NET_BAD_FORMAT},
    {"no width", FIELD(shape.width), 0, 0, true, DDZ_NET_BAD_SHAPE},
    {"an odd width", FIELD(shape.width), 100, 0, true, DDZ_NET_BAD_SHAPE},
    {"a huge width", FIELD(shape.width), 1u << 31, 0, true, DDZ_NET_BAD_SHAPE},
    {"a huge layer", FIELD(shape.hidden[0]), 144, 0, true, DDZ_NET_BAD_SHAPE},
    {"no second layer", FIELD(shape.hidden[1]), 0, 0, true, DDZ_NET_BAD_SHAPE},
    {"too many inputs", FIELD(shape.inputs), 65536, 0, true, DDZ_NET_BAD_SHAPE},
    {"no rows", FIELD(rows[1]), 0, 0, true, DDZ_NET_BAD_SHAPE},
    {"more rows than inputs", FIELD(rows[2]), 42, 0, true, DDZ_NET_BAD_SHAPE},
    {"fewer rows", FIELD(rows[0]), 30, 0, true, DDZ_NET_BAD_SIZE},
    {"other inputs", FIELD(shape.inputs), 41, 0, true, DDZ_NET_OTHER_INPUTS},
    {"other features", FIELD(shape.features), 1, 0, true, DDZ_NET_OTHER_INPUTS},
    {"another width", FIELD(shape.width), 128, 0, true, DDZ_NET_BAD_SIZE},
    {"a byte short", {0, 0}, 0, -1, false, DDZ_NET_BAD_SIZE},
    {"a byte long", {0, 0}, 0, 1, false, DDZ_NET_BAD_SIZE},
    {"another size", FIELD(size), 64, 0, true, DDZ_NET_BAD_SIZE},
    {"no record", FIELD(record), 0, 0, true, DDZ_NET_BAD_TEXT},
    {"a huge record", FIELD(record), 1u << 31, 0, true, DDZ_NET_BAD_TEXT},
    {"a record that ends early", {DDZ_NET_HEADER + 3, 1}, 0, 0, true, DDZ_NET_BAD_TEXT},
    {"a record that does not end", {DDZ_NET_HEADER + 24, 1}, 'x', 0, true, DDZ_NET_BAD_TEXT},
    {"a letter that is not ASCII", {DDZ_NET_HEADER, 1}, 0xC3, 0, true, DDZ_NET_BAD_TEXT},
    {"a bell in the record", {DDZ_NET_HEADER, 1}, 7, 0, true, DDZ_NET_BAD_TEXT},
    {"no name", FIELD(facts.name[0]), 0, 0, true, DDZ_NET_BAD_TEXT},
    {"a quote in the name", FIELD(facts.name[1]), '"', 0, true, DDZ_NET_BAD_TEXT},
    {"another checksum", FIELD(checksum), 1, 0, false, DDZ_NET_BAD_CHECKSUM},
    {"a weight", {8000, 1}, 77, 0, false, DDZ_NET_BAD_CHECKSUM},
    {"a row that is not there", {320, 2}, 37, 0, true, DDZ_NET_BAD_NUMBER},
    {"no clip", FIELD(facts.clip), 0, 0, true, DDZ_NET_BAD_NUMBER},
    {"an infinite unit", FIELD(facts.points_unit), 0x7F800000, 0, true, DDZ_NET_BAD_NUMBER},
    {"a slope that is no number", FIELD(facts.curves[2].slope[1][1]), 0x7FC00000, 0, true,
     DDZ_NET_BAD_NUMBER},
};

static enum ddz_net_error open_damaged(const struct toy_net *toy, const struct damage *damage) {
  const size_t size = damage->grown < -100000 ? 0 : (size_t)((long)toy->size + damage->grown);
  char *copy = aligned_alloc(DDZ_NET_ALIGN, toy->size + DDZ_NET_ALIGN);
  struct ddz_net net;
  assert_non_null(copy);
  memset(copy, 0, toy->size + DDZ_NET_ALIGN);
  memcpy(copy, toy->image, toy->size);
  memcpy(copy + damage->place.at, &damage->value, damage->place.bytes);
  if (damage->sealed) ((struct ddz_net_header *)(void *)copy)->checksum = ddz_net_checksum(copy, size);
  enum ddz_net_error error = ddz_net_open(&net, copy, size, toy->shape.inputs, FEATURES);
  free(copy);
  return error;
}

TEST(a_damaged_image_is_refused_and_why) {
  struct toy_net toy = toy_net_new(&shapes[1], 5, 20);
  bool met[DDZ_NET_ERRORS] = {false};
  for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
    enum ddz_net_error error = open_damaged(&toy, &damages[i]);
    if (error != damages[i].error) fail_msg("%s: %s", damages[i].what, ddz_net_error_text(error));
    met[error] = true;
  }
  for (int e = 0; e < DDZ_NET_ERRORS; e++) {
    if (!met[e]) fail_msg("never seen: %s", ddz_net_error_text((enum ddz_net_error)e));
    assert_true(strlen(ddz_net_error_text((enum ddz_net_error)e)) > 5);
  }
  toy_net_free(&toy);
}

/* In every array but the weights some numbers are refused, in the weights none; whatever is let in computes
 * finite values. */
TEST(any_byte_that_is_let_in_does_no_harm) {
  struct toy_net toy = toy_net_new(&shapes[1], 5, 20);
  uint64_t let_in = 0, refused = 0;
  struct ddz_rng rng = test_rng(test_seed());
  for (size_t at = DDZ_NET_HEADER; at < toy.size; at += 1 + ddz_rng_below(&rng, 12)) {
    char *byte = (char *)toy.image + at, was = *byte;
    struct ddz_net_header *header = toy.image;
    struct ddz_net net;
    uint16_t inputs[40];
    struct ddz_net_value value;
    *byte = (char)ddz_rng_next(&rng);
    bool changed = *byte != was;
    if (changed)
      assert_int_equal(ddz_net_open(&net, toy.image, toy.size, 40, FEATURES), DDZ_NET_BAD_CHECKSUM);
    uint64_t seal = header->checksum;
    header->checksum = ddz_net_checksum(toy.image, toy.size);
    if (ddz_net_open(&net, toy.image, toy.size, 40, FEATURES) == DDZ_NET_OK) {
      let_in++;
      draw_inputs(&rng, 40, inputs, 20);
      value = value_by(&net, net.kernel, (enum ddz_role)ddz_rng_below(&rng, 3), inputs, 20, 7);
      assert_true(isfinite(value.win) && isfinite(value.points));
    } else {
      refused++;
    }
    header->checksum = seal;
    *byte = was;
  }
  assert_true(let_in > 100 && refused > 10);
  toy_net_free(&toy);
}

int main(void) { return test_run(NULL, NULL); }
