/* Calls by rollouts: open, repeatable, blind to hidden cards; hands fit what was said; the points add up. */
#include <math.h>

#include "core/bid/bid.h"
#include "core/bid/question.h"
#include "core/search/call_search.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/plays.h"
#include "tests/support/test.h"
#include "tests/support/toy_net.h"

enum { BY_RULES = 1, BY_NET = 2 };

enum { DEALS = 40 / TEST_SLOWER, NODES = 1000, LAST_ROUND = 3000, DRAWS = 300 };
static const char *const presets[] = {"standard", "huanle", "yuncheng", "botzone", "laizi", "laizi 7"};
enum { PRESETS = sizeof presets / sizeof *presets };

typedef void questioned(const struct ddz_table *table);

/* Every question of many deals that are called at random. */
static void for_questions(questioned *check) {
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < DEALS; i++) {
    const struct ddz_rules rules = cards_rules(presets[i % PRESETS]);
    struct ddz_table table;
    assert_int_equal(ddz_table_init(&table, &rules, ddz_rng_next(&rng), NULL), DDZ_OK);
    table.cap = i % 3 == 0 ? 12 : 0;
    while (table_asks(&table)) {
      check(&table);
      call_said(&table, call_drawn(&rng, ddz_table_calls(&table)));
    }
  }
}

static struct ddz_bid_advice search(const struct ddz_table *table, uint64_t nodes) {
  const struct ddz_limit limit = {.nodes = nodes};
  struct ddz_bid_request ask;
  struct ddz_bid_advice advice;
  ddz_bid_question(table, &ask);
  ddz_call_search(engine_here(), &ask, table, 5, &limit, &advice);
  return advice;
}

static void check_answer(const struct ddz_table *table) {
  struct ddz_bid_request ask;
  const struct ddz_bid_advice answer = search(table, NODES);
  const ddz_call_set open = ddz_table_calls(table);
  ddz_bid_question(table, &ask);
  assert_true(open >> ddz_bid_call(&ask, answer.choice) & 1);
  assert_string_equal(answer.source, "search");
  assert_int_equal(answer.reason, DDZ_REASON_PLAYED_OUT);
  assert_in_range(answer.rounds, 1, NODES);
  assert_in_range(answer.nodes, 1, NODES + LAST_ROUND);
  for (int choice = 0; choice < DDZ_BID_CHOICES; choice++) {
    const bool is_open = choice < ddz_bid_choices(ask.phase) && open >> ddz_bid_call(&ask, choice) & 1;
    const double points = answer.expected_points[choice];
    const struct ddz_interval told = answer.points[choice];
    assert_int_equal(!isnan(points), is_open);
    assert_int_equal(told.low <= points && points <= told.high && told.low < told.high, is_open);
    if (is_open) assert_true(points <= answer.expected_points[answer.choice] + 1e-9);
    const double most = ddz_bid_most(&ask, choice);
    if (is_open) assert_true(fabs(points) <= most && -most <= told.low && told.high <= most);
  }
}

TEST_IN(BY_RULES | BY_NET, answers_are_open_and_told_in_full) { for_questions(check_answer); }

static void check_same(const struct ddz_table *a, const struct ddz_table *b) {
  const struct ddz_bid_advice one = search(a, NODES), other = search(b, NODES);
  assert_int_equal(one.choice, other.choice);
  assert_int_equal(one.rounds, other.rounds);
  assert_int_equal(one.nodes, other.nodes);
  assert_memory_equal(one.expected_points, other.expected_points, sizeof one.expected_points);
  assert_memory_equal(one.points, other.points, sizeof one.points);
}

/* The others change their hands, and before it is shown the kitty goes to one of them; what the engine
 * remembers is forgotten. */
static void check_blind(const struct ddz_table *table) {
  struct ddz_table other = *table;
  const int next = (table->turn + 1) % DDZ_SEATS, before = (table->turn + 2) % DDZ_SEATS;
  other.hand[next] = table->hand[before];
  other.hand[before] = table->hand[next];
  if (table->landlord == DDZ_NO_SEAT) {
    other.kitty = table->cards[next] & -table->cards[next];
    other.drawn = 0;
  }
  check_same(table, &other);
  ddz_power_reset(engine_here()->power);
  ddz_power_reset(engine_here()->quick);
  check_same(table, table);
}

TEST_IN(BY_RULES | BY_NET, hidden_cards_change_nothing) { for_questions(check_blind); }

/* A game that is drawn asks the same question of a seat that holds the same, and all cards are in it. */
static void check_drawn(const struct ddz_table *table) {
  struct ddz_call_sampler sampler;
  struct ddz_bid_request ask;
  struct ddz_limit limit = {0};
  struct ddz_budget budget = {.limit = &limit};
  struct ddz_rng rng = test_rng(test_seed());
  ddz_bid_question(table, &ask);
  assert_true(ddz_call_sampler_init(&sampler, engine_here(), &ask, table));
  for (int i = 0; i < 5; i++) {
    struct ddz_table drawn;
    ddz_call_sampler_draw(&sampler, &rng, &budget, &drawn);
    assert_int_equal(drawn.phase, table->phase);
    assert_int_equal(drawn.turn, table->turn);
    assert_int_equal(drawn.landlord, table->landlord);
    assert_int_equal(drawn.multiplier, table->multiplier);
    assert_int_equal(drawn.cap, table->cap);
    assert_int_equal(drawn.rules.wild, table->rules.wild);
    assert_memory_equal(drawn.asked, table->asked, sizeof table->asked);
    assert_memory_equal(drawn.said, table->said, sizeof table->said);
    assert_memory_equal(drawn.factor, table->factor, sizeof table->factor);
    assert_true(drawn.hand[table->turn] == table->hand[table->turn]);
    const bool found = table->landlord != DDZ_NO_SEAT;
    if (found) assert_true(ddz_cards_hand(drawn.kitty) == ddz_cards_hand(table->kitty));
    ddz_hand all = found ? 0 : ddz_cards_hand(drawn.kitty);
    for (int seat = 0; seat < DDZ_SEATS; seat++) {
      assert_int_equal(ddz_hand_size(drawn.hand[seat]), ddz_hand_size(table->hand[seat]));
      all += drawn.hand[seat];
    }
    assert_true(all == ddz_rules_deck(&table->rules));
  }
}

TEST_IN(BY_RULES, drawn_games_ask_the_same) { for_questions(check_drawn); }

/* The mean index of seat 0's drawn hands after it said `call`. */
static double index_after(const char *preset, enum ddz_call call) {
  const struct ddz_rules rules = cards_rules(preset);
  struct ddz_table table;
  struct ddz_call_sampler sampler;
  struct ddz_bid_request ask;
  struct ddz_limit limit = {0};
  struct ddz_budget budget = {.limit = &limit};
  double sum = 0;
  struct ddz_rng rng = test_rng(test_seed());
  assert_int_equal(ddz_table_init(&table, &rules, 3, NULL), DDZ_OK);
  const int first = table.turn;
  call_said(&table, call);
  ddz_bid_question(&table, &ask);
  assert_true(ddz_call_sampler_init(&sampler, engine_here(), &ask, &table));
  for (int i = 0; i < DRAWS; i++) {
    struct ddz_table drawn;
    ddz_call_sampler_draw(&sampler, &rng, &budget, &drawn);
    sum += ddz_landlord_index(&rules, drawn.hand[first]);
  }
  return sum / DRAWS;
}

TEST_IN(BY_RULES, who_calls_holds_more_than_who_passes) {
  static const char *const lines[] = {"huanle", "yuncheng", "laizi"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    const double called = index_after(lines[i], DDZ_CALL_CALL), passed = index_after(lines[i], DDZ_CALL_PASS);
    if (called < passed + .01) fail_msg("%s: %f, %f", lines[i], called, passed);
  }
}

TEST_IN(BY_RULES, good_hands_call_and_poor_ones_do_not) {
  static const struct {
    const char *preset, *hand;
    int choice;
  } lines[] = {
      {"standard", "3JJQQKKAAAA2222BR", 3}, {"standard", "334456678899TTJJQ", 0},
      {"huanle", "3JJQQKKAAAA2222BR", 1},   {"huanle", "334456678899TTJJQ", 0},
      {"yuncheng", "3JJQQKKAAAA2222BR", 1}, {"yuncheng", "334456678899TTJJQ", 0},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    const struct ddz_rules rules = cards_rules(lines[i].preset);
    struct ddz_table table;
    const struct ddz_limit limit = {.nodes = 20000};
    struct ddz_bid_request ask;
    struct ddz_bid_advice answer;
    assert_int_equal(ddz_table_init(&table, &rules, 3, NULL), DDZ_OK);
    ddz_bid_question(&table, &ask);
    ask.hand = cards_hand(lines[i].hand);
    ddz_call_search(engine_here(), &ask, &table, 0, &limit, &answer);
    if (answer.choice != lines[i].choice) fail_msg("line %zu: %d", i, answer.choice);
  }
}

/* After the last one to double nobody is asked, so his stake is all that a choice changes. */
TEST_IN(BY_RULES, points_go_with_the_stake) {
  const struct ddz_rules rules = cards_rules("huanle");
  for (uint64_t seed = 0; seed < 10; seed++) {
    struct ddz_table table;
    assert_int_equal(ddz_table_init(&table, &rules, seed, NULL), DDZ_OK);
    call_said(&table, DDZ_CALL_CALL);
    while (table.phase == DDZ_PHASE_ROB) call_said(&table, DDZ_CALL_PASS);
    call_said(&table, DDZ_CALL_NONE);
    call_said(&table, DDZ_CALL_DOUBLE);
    const struct ddz_bid_advice answer = search(&table, 1);
    const double *points = answer.expected_points;
    assert_int_equal(answer.rounds, 1);
    assert_true(fabs(points[1] - 2 * points[0]) < 1e-9 && fabs(points[2] - 4 * points[0]) < 1e-9);
  }
}

TEST_IN(BY_RULES, without_a_table_the_advice_is_the_quick_one) {
  const struct ddz_rules rules = cards_rules("standard");
  const struct ddz_bid_request ask = {
      .rules = &rules, .hand = cards_hand("3345567799JQKAA2B"), .role = DDZ_ROLES, .multiplier = 1};
  const struct ddz_limit limit = {.nodes = NODES};
  struct ddz_bid_advice answer, quick;
  ddz_call_search(engine_here(), &ask, NULL, 0, &limit, &answer);
  ddz_bid_advise(engine_here(), &ask, true, &quick);
  assert_int_equal(answer.choice, quick.choice);
  assert_string_equal(answer.source, "formula");
  assert_int_equal(answer.rounds, 0);
  assert_true(isnan(answer.points[0].low));
}

/* The nets and the formula know games in which all doubles: under other factors they tell no points, as of
 * plays; what is played out is paid by the rules as they are. */
TEST_IN(BY_RULES, other_factors_have_points_only_where_calls_are_played_out) {
  struct ddz_rules rules = cards_rules("huanle");
  struct ddz_table table;
  ddz_rules_set_factor(&rules, DDZ_RAISE_ROCKET, 16);
  struct ddz_bid_advice quick, searched = {.rounds = 0};
  for (uint64_t seed = 0; seed < 100 && searched.rounds == 0; seed++) {
    assert_int_equal(ddz_table_init(&table, &rules, seed, NULL), DDZ_OK);
    searched = search(&table, NODES);
    const struct ddz_limit limit = {0};
    struct ddz_bid_request ask;
    ddz_bid_question(&table, &ask);
    ddz_call_search(engine_here(), &ask, NULL, 5, &limit, &quick);
  }
  assert_true(quick.rounds == 0 && searched.rounds > 0);
  for (int i = 0; i < 2; i++) {
    assert_true(isnan(quick.expected_points[i]));
    assert_false(isnan(searched.expected_points[i]));
  }
}

int main(void) {
  return test_run_group(BY_RULES, "by rules", NULL, NULL) +
         test_run_group(BY_NET, "by net", toy_player_open, toy_player_close);
}
