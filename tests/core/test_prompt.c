/* Prompts: complete, legal, distinct, in the stated order; and the shared vectors of yuncheng. */
#include <math.h>

#include "core/rules/movegen.h"
#include "core/value/prompt.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/jsonl.h"
#include "tests/support/rule_cases.h"
#include "tests/support/test.h"

enum { ROOM = 1 << 16, ROUNDS = 1500 };
static struct ddz_prompt list[ROOM], shown[ROOM];
static struct ddz_play moves[ROOM];

static size_t prompts(const char *preset, const char *hand, const char *last, enum ddz_order order) {
  struct ddz_rules rules = cards_rules(preset);
  struct ddz_play play = cards_play(&rules, last);
  return ddz_prompts(engine_here()->prompter, &rules, cards_hand(hand), &play, order, list, ROOM);
}

static double power(const struct ddz_prompt *p) { return ddz_sum_power(ddz_play_weight(&p->play)); }
static double rest_power(const struct ddz_prompt *p) { return ddz_sum_power(p->rest); }

TEST(the_first_prompt_is_as_expected) {
  static const struct {
    const char *preset, *hand, *last, *first;
  } lines[] = {
      {"standard", "333356", "", "333356"}, /* S0 itself leads 5 */
      {"standard", "3", "", "3"},
      {"standard", "34567", "", "34567"},
      {"standard", "34569", "", "3"},
      {"standard", "33345", "9", NULL},
      {"standard", "38", "5", "8"},
      {"standard", "4455", "33", "44"},
      {"standard", "99KK", "88", "99"},
      {"standard", "BR3", "", "3"},
      {"botzone", "33334444", "", "33334444"},
      {"douzero", "3333BR", "", "3333BR"},
      {"yuncheng", "F", "", NULL},
      {"yuncheng", "33F", "", "33F"},
      {"yuncheng", "345678F", "", "345678F"},
      {"laizi 7", "3377", "", "3377"},
      {"laizi 7", "33337", "4444", "33337"},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    for (enum ddz_order order = DDZ_ORDER_REST; order <= DDZ_ORDER_TOTAL; order++) {
      size_t n = prompts(lines[i].preset, lines[i].hand, lines[i].last, order);
      assert_int_equal(n == 0, lines[i].first == NULL);
      if (n > 0) assert_string_equal(cards_text(list[0].play.cards), lines[i].first);
    }
}

TEST(total_counts_the_play_itself_and_prefers_the_weaker) {
  /* the partition 3 + BR: leading 3 and leading the rocket add up to the same, 3 is the weaker play */
  size_t n = prompts("standard", "BR3", "", DDZ_ORDER_TOTAL);
  assert_int_equal(n, 4);
  assert_string_equal(cards_text(list[0].play.cards), "3");
  assert_string_equal(cards_text(list[1].play.cards), "BR");
  assert_true(fabs(power(&list[0]) + rest_power(&list[0]) - power(&list[1]) - rest_power(&list[1])) < 1e-6);
}

TEST(equal_rests_are_ordered_by_power_size_and_rank_string) {
  /* kickers 59 and 68 leave 68 and 59, two pairs of solos that add up to the same; so do 5T and 69, and as
   * text 5T is before 69 */
  static const char *const kickers[] = {"33344456", "33344468", "33344458"};
  size_t n = prompts("standard", "3334445689", "", DDZ_ORDER_REST);
  assert_true(n > 6);
  int at[3] = {-1, -1, -1};
  for (size_t i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      if (list[i].play.cards == cards_hand(kickers[k])) at[k] = (int)i;
  assert_true(at[0] >= 0 && at[0] < at[2] && at[2] < at[1]); /* 56 leaves 89, 58 leaves 69, 68 leaves 59 */
  prompts("standard", "333444569T", "", DDZ_ORDER_REST);
  int five_ten = -1, six_nine = -1;
  for (size_t i = 0; i < n; i++) {
    if (list[i].play.cards == cards_hand("3334445T")) five_ten = (int)i;
    if (list[i].play.cards == cards_hand("33344469")) six_nine = (int)i;
  }
  assert_true(five_ten >= 0 && six_nine == five_ten + 1);
}

TEST(a_set_of_cards_is_named_once_by_its_best_reading) {
  size_t n = prompts("yuncheng", "3344F", "", DDZ_ORDER_REST);
  int found = 0;
  for (size_t i = 0; i < n; i++)
    if (list[i].play.size == 5) found++, assert_int_equal(list[i].play.rank, 1); /* trio of 4s, not of 3s */
  assert_int_equal(found, 1);
  n = prompts("douzero", "333444555666", "", DDZ_ORDER_REST);
  for (size_t i = 0; i < n; i++)
    if (list[i].play.size == 12) assert_int_equal(list[i].play.kind, DDZ_TRIO_CHAIN);
  n = prompts("douzero", "444555666777", "333444555666", DDZ_ORDER_REST);
  assert_int_equal(n, 1);
  struct ddz_rules rules = cards_rules("douzero");
  struct ddz_play last = {.kind = DDZ_TRIO_SOLO_CHAIN, .rank = 0, .length = 3, .size = 12};
  n = ddz_prompts(engine_here()->prompter, &rules, cards_hand("444555666777"), &last, DDZ_ORDER_REST, list,
                  ROOM);
  assert_int_equal(n, 1);
  assert_int_equal(list[0].play.kind, DDZ_TRIO_SOLO_CHAIN);
  assert_int_equal(list[0].play.rank, 2); /* 555666777 with 444 is higher than 444555666 with 777 */
}

static int by_cards(const void *a, const void *b) {
  ddz_hand x = *(const ddz_hand *)a, y = *(const ddz_hand *)b;
  return x < y ? -1 : x > y;
}

/* How many distinct sets the generator lists. */
static size_t distinct(size_t n) {
  static ddz_hand sets[ROOM];
  size_t kept = 0;
  for (size_t i = 0; i < n; i++) sets[i] = moves[i].cards;
  qsort(sets, n, sizeof *sets, by_cards);
  for (size_t i = 0; i < n; i++) kept += i == 0 || sets[i] != sets[i - 1];
  return kept;
}

/* The order said once more, with text and doubles. */
static void assert_before(ddz_hand hand, enum ddz_order order, const struct ddz_prompt *a,
                          const struct ddz_prompt *b) {
  bool a_out = a->play.cards == hand, b_out = b->play.cards == hand;
  double a_main = rest_power(a) + (order == DDZ_ORDER_TOTAL ? power(a) : 0);
  double b_main = rest_power(b) + (order == DDZ_ORDER_TOTAL ? power(b) : 0);
  if (a_out != b_out) return assert_true(a_out);
  if (fabs(a_main - b_main) > 1e-6) return assert_true(a_main > b_main);
  if (fabs(power(a) - power(b)) > 1e-6) return assert_true(power(a) < power(b));
  if (a->play.size != b->play.size) return assert_true(a->play.size < b->play.size);
  assert_true(strcmp(cards_text(a->play.cards), cards_text(b->play.cards)) < 0);
}

TEST(every_prompt_is_legal_and_in_order) {
  struct ddz_engine *engine = engine_here();
  struct ddz_rng rng = test_rng(test_seed());
  for (unsigned i = 0; i < ROUNDS; i++) {
    struct ddz_rules rules = rule_case_any(&rng, i);
    ddz_hand hand =
        rule_case_hand(&rng, &rules, 1 + (int)ddz_rng_below(&rng, 17), (int)ddz_rng_below(&rng, 4));
    struct ddz_play last = {0};
    size_t n = ddz_moves(&rules, rule_case_hand(&rng, &rules, 8, 1), NULL, DDZ_FILL_LACK, moves, ROOM);
    if (n > 0 && i % 3 != 0) last = moves[ddz_rng_below(&rng, (uint32_t)n)];
    n = ddz_moves(&rules, hand, &last, DDZ_FILL_LACK, moves, ROOM);
    enum ddz_order order = i % 2 ? DDZ_ORDER_TOTAL : DDZ_ORDER_REST;
    size_t count = ddz_prompts(engine->prompter, &rules, hand, &last, order, list, ROOM);
    assert_int_equal(count, distinct(n));
    for (size_t k = 0; k < count; k++) {
      const struct ddz_prompt *p = &list[k];
      struct ddz_play best;
      assert_true(ddz_hand_contains(hand, p->play.cards));
      assert_int_equal(ddz_answer(&rules, p->play.cards, &last, &best), DDZ_OK);
      assert_true(best.kind == p->play.kind && best.rank == p->play.rank && best.length == p->play.length);
      assert_true(p->rest == ddz_power_of(engine->power, &rules, hand - p->play.cards));
      if (k > 0) assert_before(hand, order, &list[k - 1], p);
    }
    size_t few = count < 7 ? count : 7;
    assert_int_equal(ddz_prompts(engine->prompter, &rules, hand, &last, order, shown, few), count);
    for (size_t k = 0; k < few; k++)
      assert_true(shown[k].play.cards == list[k].play.cards && shown[k].rest == list[k].rest);
  }
}

struct tally {
  size_t missing, lower;
};

static void each_vector(json_t *line, size_t number, void *self) {
  struct tally *tally = self;
  const char *last = jsonl_text(line, "last");
  json_t *plays = json_object_get(line, "plays"), *best = json_object_get(line, "best_rest_s0");
  size_t n = prompts(jsonl_text(line, "rules"), jsonl_text(line, "hand"), last ? last : "", DDZ_ORDER_REST);
  size_t i, found = 0;
  json_t *play;
  json_array_foreach(plays, i, play) {
    ddz_hand cards = cards_hand(json_string_value(play));
    for (size_t k = 0; k < n; k++) found += list[k].play.cards == cards;
  }
  if (n != json_array_size(plays) || found != n) {
    tally->missing++;
    print_error("line %zu: %s on %s: %zu plays of %zu\n", number, jsonl_text(line, "hand"), last ? last : "-",
                found, json_array_size(plays));
  }
  double most = -1e9;
  for (size_t k = 0; k < n; k++) most = fmax(most, rest_power(&list[k]));
  if (json_is_number(best) && most < json_number_value(best) - 0.01) {
    tally->lower++;
    print_error("line %zu: %s: best rest %.3f, S0 finds %.3f\n", number, jsonl_text(line, "hand"), most,
                json_number_value(best));
  }
}

TEST(the_yuncheng_vectors_have_exactly_these_plays_and_no_lower_rest) {
  struct tally tally = {0};
  assert_true(jsonl_each("prompts_yuncheng.jsonl", each_vector, &tally) > 0);
  assert_int_equal(tally.missing, 0);
  assert_int_equal(tally.lower, 0);
}

int main(void) { return test_run(NULL, NULL); }
