/* A question on calling as inputs, and advice from nets: in range, nothing hidden, open, sensible. */
#include <math.h>

#include "core/bid/bid.h"
#include "core/bid/question.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/plays.h"
#include "tests/support/test.h"
#include "tests/support/toy_net.h"

static const char *const presets[] = {"standard", "huanle", "yuncheng", "botzone", "laizi 7", "laizi"};
enum { PRESETS = sizeof presets / sizeof *presets, ROUNDS = 300 };

static struct toy_net toy_bids(uint64_t seed) {
  const struct ddz_net_shape shape = {DDZ_BID_INPUTS, 64, {16, 16}, ddz_bid_signature()};
  return toy_net_new(&shape, seed, 35);
}

typedef void questioned(const struct ddz_table *table, const struct ddz_bid_request *ask);

/* Every question of many deals that are called at random. */
static void for_questions(questioned *check) {
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < ROUNDS; i++) {
    const struct ddz_rules rules = cards_rules(presets[i % PRESETS]);
    struct ddz_table table;
    ddz_table_init(&table, &rules, ddz_rng_next(&rng), NULL);
    while (table_asks(&table)) {
      struct ddz_bid_request ask;
      ddz_bid_question(&table, &ask);
      check(&table, &ask);
      call_said(&table, call_drawn(&rng, ddz_table_calls(&table)));
    }
  }
}

static int most, questions;

static void check_set(const struct ddz_table *table, const struct ddz_bid_request *ask) {
  static unsigned char seen[DDZ_BID_INPUTS];
  uint16_t input[DDZ_BID_ACTIVE_MAX];
  const int n = ddz_bid_list(ask, engine_here()->power, input);
  memset(seen, 0, sizeof seen);
  assert_true(n < DDZ_BID_ACTIVE_MAX);
  for (int i = 0; i < n; i++) {
    assert_true(input[i] > DDZ_BID_IN_CHOICE_LAST && input[i] < DDZ_BID_INPUTS);
    assert_false(seen[input[i]]);
    seen[input[i]] = 1;
  }
  if (n > most) most = n;
  questions++;
}

TEST(inputs_are_in_range_and_each_is_on_once) {
  for_questions(check_set);
  assert_true(questions > 2 * ROUNDS);
  printf("          at most %d inputs of a question\n", most);
  assert_true(most + 1 < DDZ_BID_ACTIVE_MAX);
}

/* The cards of the others dealt anew; the kitty too, while nobody has seen it. */
static struct ddz_table with_others_shuffled(const struct ddz_table *table) {
  struct ddz_table other = *table;
  struct ddz_rng rng;
  ddz_hand hidden = 0;
  const bool shown = table->landlord != DDZ_NO_SEAT;
  for (int seat = 0; seat < DDZ_SEATS; seat++)
    if (seat != table->turn) hidden += table->hand[seat];
  if (!shown) hidden += ddz_cards_hand(table->kitty);
  ddz_rng_seed(&rng, table->seed);
  for (int seat = 0; seat < DDZ_SEATS; seat++)
    if (seat != table->turn) other.hand[seat] = cards_draw(&rng, &hidden, ddz_hand_size(table->hand[seat]));
  if (!shown) other.kitty = 7; /* any three cards */
  return other;
}

static int changed;

static void check_hidden(const struct ddz_table *table, const struct ddz_bid_request *ask) {
  const struct ddz_table other = with_others_shuffled(table);
  struct ddz_bid_request question;
  uint16_t input[2][DDZ_BID_ACTIVE_MAX];
  ddz_bid_question(&other, &question);
  const int n = ddz_bid_list(ask, engine_here()->power, input[0]);
  assert_int_equal(ddz_bid_list(&question, engine_here()->power, input[1]), n);
  assert_memory_equal(input[0], input[1], (size_t)n * sizeof(uint16_t));
  changed += memcmp(table->hand, other.hand, sizeof other.hand) != 0;
}

TEST(hidden_cards_change_no_input) {
  for_questions(check_hidden);
  assert_true(changed > ROUNDS);
}

static struct ddz_net net;

static int ties;

static void check_advice(const struct ddz_table *table, const struct ddz_bid_request *ask) {
  const ddz_call_set open = ddz_table_calls(table);
  const char *name = table->rules.name;
  const bool known = strcmp(name, "standard") == 0 || strcmp(name, "huanle") == 0 ||
                     strcmp(name, "yuncheng") == 0 ||
                     (strcmp(name, "laizi") == 0 && (table->draws_wild || ask->role < DDZ_ROLES));
  struct ddz_bid_advice a;
  enum ddz_call call;
  ddz_bid_advise(engine_here(), ask, true, &a);
  assert_string_equal(a.source, known ? "model" : "formula");
  assert_int_equal(ddz_table_choice(table, a.choice, &call), DDZ_OK);
  assert_true(open >> call & 1);
  assert_true(a.landlord_probability > 0 && a.landlord_probability < 1);
  assert_true(a.farmer_probability > 0 && a.farmer_probability < 1);
  for (int choice = 0; choice < ddz_bid_choices(ask->phase); choice++) {
    const bool is_open = ddz_table_choice(table, choice, &call) == DDZ_OK && (open >> call & 1) != 0;
    assert_int_equal(isnan(a.expected_points[choice]) == 0, is_open);
    if (known && is_open) assert_true(a.expected_points[choice] <= a.expected_points[a.choice]);
  }
}

/* What the cap makes worth the same is chosen among as if there were none; only doubling ends at it. */
static void check_tie(const struct ddz_table *table, const struct ddz_bid_request *ask) {
  struct ddz_bid_request at = *ask;
  struct ddz_bid_advice none, cut;
  at.cap = ask->multiplier;
  ddz_bid_advise(engine_here(), ask, true, &none);
  ddz_bid_advise(engine_here(), &at, true, &cut);
  if (strcmp(cut.source, "model") != 0 || ask->role < DDZ_ROLES) return;
  for (int choice = 0; choice < ddz_bid_choices(ask->phase); choice++) {
    if (cut.expected_points[choice] != cut.expected_points[cut.choice]) continue;
    assert_true(none.expected_points[choice] <= none.expected_points[cut.choice]);
    ties += choice != cut.choice;
  }
}

TEST(advice_of_any_nets_is_open_and_worth_most) {
  for (uint64_t seed = 1; seed <= 3; seed++) {
    struct toy_net toy = toy_bids(seed);
    assert_int_equal(ddz_bid_open(&net, toy.image, toy.size), DDZ_NET_OK);
    engine_here()->nets.bids = &net;
    for_questions(check_advice);
    for_questions(check_tie);
    engine_here()->nets.bids = NULL;
    toy_net_free(&toy);
  }
  assert_true(ties > 0);
}

/* Calling is learned of a game and of the way its landlord is found. */
TEST(nets_for_calling_know_rules_by_what_they_mean) {
  static const struct {
    const char *rules;
    int forbidden;
    enum ddz_calling calling;
    enum ddz_bid_phase phase;
    const char *source;
  } lines[] = {
      {"standard", DDZ_PASS, DDZ_CALLING_SCORE, DDZ_BID_SCORE, "model"},
      {"standard", DDZ_FOUR_CHAIN, DDZ_CALLING_SCORE, DDZ_BID_SCORE, "model"},
      {"standard", DDZ_PAIR_CHAIN, DDZ_CALLING_SCORE, DDZ_BID_SCORE, "formula"},
      {"standard", DDZ_PASS, DDZ_CALLING_ROB, DDZ_BID_CALL, "model"}, /* huanle by another name */
      {"standard", DDZ_PASS, DDZ_CALLING_KICK, DDZ_BID_CALL, "formula"},
      {"botzone", DDZ_PASS, DDZ_CALLING_SCORE, DDZ_BID_SCORE, "formula"},
  };
  struct toy_net toy = toy_bids(1);
  assert_int_equal(ddz_bid_open(&net, toy.image, toy.size), DDZ_NET_OK);
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_rules rules = cards_rules(lines[i].rules);
    struct ddz_bid_advice advice;
    ddz_rules_forbid(&rules, (uint32_t)(1u << lines[i].forbidden) & DDZ_KINDS_ALL);
    rules.calling = lines[i].calling;
    rules.name = "ours";
    const struct ddz_bid_request ask = {.rules = &rules,
                                        .hand = cards_hand("34456789TTJQKKA2R"),
                                        .phase = lines[i].phase,
                                        .role = DDZ_ROLES,
                                        .multiplier = 1};
    engine_here()->nets.bids = &net;
    ddz_bid_advise(engine_here(), &ask, true, &advice);
    engine_here()->nets.bids = NULL;
    assert_string_equal(advice.source, lines[i].source);
  }
  toy_net_free(&toy);
}

TEST(questions_no_table_asks_are_answered_by_the_formula) {
  static const struct {
    const char *rules;
    enum ddz_bid_phase phase;
    enum ddz_role role;
  } odd[] = {
      {"standard", DDZ_BID_DOUBLE, DDZ_LANDLORD}, {"standard", DDZ_BID_CALL, DDZ_ROLES},
      {"huanle", DDZ_BID_SCORE, DDZ_ROLES},       {"huanle", DDZ_BID_DOUBLE, DDZ_ROLES},
      {"yuncheng", DDZ_BID_ROB, DDZ_ROLES},       {"standard", DDZ_BID_SCORE, DDZ_LANDLORD_UP},
      {"douzero", DDZ_BID_CALL, DDZ_ROLES},       {"laizi 7", DDZ_BID_CALL, DDZ_ROLES},
  };
  struct toy_net toy = toy_bids(1);
  assert_int_equal(ddz_bid_open(&net, toy.image, toy.size), DDZ_NET_OK);
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
    const struct ddz_rules rules = cards_rules(odd[i].rules);
    const struct ddz_bid_request ask = {.rules = &rules,
                                        .hand = cards_hand("34456789TTJQKKA2R"),
                                        .phase = odd[i].phase,
                                        .role = odd[i].role,
                                        .multiplier = 1};
    struct ddz_bid_advice with, without;
    ddz_bid_advise(engine_here(), &ask, true, &without);
    engine_here()->nets.bids = &net;
    ddz_bid_advise(engine_here(), &ask, true, &with);
    engine_here()->nets.bids = NULL;
    assert_string_equal(with.source, "formula");
    assert_true(with.landlord_probability == without.landlord_probability && with.choice == without.choice);
  }
  toy_net_free(&toy);
}

/* ---- the nets we ship ---- */

static void *image;

static bool open_shipped(void) {
  FILE *file = fopen("models/ddz-bids.net", "rb");
  if (file == NULL) return false;
  assert_int_equal(fseek(file, 0, SEEK_END), 0);
  const size_t size = (size_t)ftell(file);
  rewind(file);
  image = aligned_alloc(DDZ_NET_ALIGN, (size + 63) / 64 * 64);
  assert_non_null(image);
  assert_int_equal(fread(image, 1, size, file), size);
  fclose(file);
  assert_int_equal(ddz_bid_open(&net, image, size), DDZ_NET_OK);
  return true;
}

/* Not a proof for a single hand, but over many: a big joker for a low card is worth a good deal to whoever
 * holds it, to call it is worth more, and calls after it are no fewer. */
TEST(better_cards_win_more_and_call_more) {
  enum { HANDS = 1500 };
  if (!open_shipped()) skip();
  struct ddz_rng rng = test_rng(test_seed());
  engine_here()->nets.bids = &net;
  for (size_t p = 0; p < 3; p++) {
    const struct ddz_rules rules = cards_rules(presets[p]);
    double landlord[2] = {0}, farmer[2] = {0}, worth[2] = {0};
    int calls[2] = {0}, better = 0, hands = 0;
    for (int i = 0; i < HANDS; i++) {
      ddz_hand deck = ddz_rules_deck(&rules);
      struct ddz_bid_request ask = {.rules = &rules,
                                    .phase = ddz_bid_first_phase(rules.calling),
                                    .hand = cards_draw(&rng, &deck, 17),
                                    .role = DDZ_ROLES,
                                    .multiplier = 1};
      const int low = ddz_hand_bottom(ask.hand);
      if (ddz_hand_count(ask.hand, DDZ_RANK_R) > 0 || ddz_hand_count(ask.hand, low) != 1) continue;
      struct ddz_bid_advice a[2];
      ddz_bid_advise(engine_here(), &ask, true, &a[0]);
      ask.hand += ddz_hand_of(DDZ_RANK_R, 1) - ddz_hand_of(low, 1);
      ddz_bid_advise(engine_here(), &ask, true, &a[1]);
      for (int k = 0; k < 2; k++) {
        assert_string_equal(a[k].source, "model");
        landlord[k] += a[k].landlord_probability;
        farmer[k] += a[k].farmer_probability;
        worth[k] += a[k].expected_points[a[k].choice];
        calls[k] += a[k].choice > 0;
      }
      better += a[1].landlord_probability > a[0].landlord_probability;
      hands++;
    }
    assert_true(hands > HANDS / 10);
    assert_true(landlord[1] > landlord[0] + 0.05 * hands && farmer[1] > farmer[0] + 0.02 * hands);
    assert_true(worth[1] > worth[0] && calls[1] > calls[0] && better > 0.9 * hands);
  }
  engine_here()->nets.bids = NULL;
  free(image);
}

int main(void) { return test_run(NULL, NULL); }
