/* Rollouts. By the rules: plays are legal, a last play is made when there is one, games end, and equal
 * positions end alike. By the net: outcomes are exact, and the same arguments give the same result. */
#include <math.h>

#include "core/play/deals.h"
#include "core/play/rulebook.h"
#include "core/rules/movegen.h"
#include "core/search/rollout.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/rule_cases.h"
#include "tests/support/test.h"
#include "tests/support/toy_net.h"

enum { HANDS = 3000, GAMES = 100 };

static bool listed(const struct ddz_play *plays, size_t n, const struct ddz_play *play) {
  for (size_t i = 0; i < n; i++)
    if (plays[i].cards == play->cards && plays[i].kind == play->kind && plays[i].rank == play->rank &&
        plays[i].length == play->length && plays[i].size == play->size)
      return true;
  return false;
}

/* Every thinned play is one of all plays; none at all only where there is none; going out is the first. */
static void check_thin(const struct ddz_rules *rules, ddz_hand hand, const struct ddz_play *last) {
  static struct ddz_play all[DDZ_MOVES_MAX_WILD];
  struct ddz_play thin[DDZ_THIN_MAX], out;
  size_t n = ddz_thin_moves(rules, hand, last, thin);
  size_t most = ddz_moves(rules, hand, last, DDZ_FILL_LACK, all, DDZ_MOVES_MAX_WILD);
  bool goes_out = ddz_answer(rules, hand, last, &out) == DDZ_OK;
  assert_int_equal(n == 0, most == 0 && !goes_out);
  if (goes_out) assert_true(thin[0].cards == hand);
  for (size_t i = 0; i < n; i++) {
    if (thin[i].cards == hand && goes_out) continue; /* the best reading, which the generator need not list */
    if (!listed(all, most, &thin[i]))
      fail_msg("%s: %s is not legal on %s of %s", rules->name, cards_text(thin[i].cards),
               cards_text(last->cards), cards_text(hand));
  }
}

TEST(thinned_plays_are_legal_and_some_are_there) {
  struct ddz_rng rng = test_rng(test_seed());
  for (unsigned i = 0; i < HANDS; i++) {
    struct ddz_rules rules = rule_case_any(&rng, i);
    static struct ddz_play all[DDZ_MOVES_MAX_WILD];
    ddz_hand deck = ddz_rules_deck(&rules), other = cards_draw(&rng, &deck, 10);
    ddz_hand hand = cards_draw(&rng, &deck, 1 + (int)ddz_rng_below(&rng, 20));
    struct ddz_play last = {0};
    size_t n = ddz_moves(&rules, other, NULL, DDZ_FILL_LACK, all, DDZ_MOVES_MAX_WILD);
    check_thin(&rules, hand, &last);
    if (n == 0) continue;
    last = all[ddz_rng_below(&rng, (uint32_t)n)];
    check_thin(&rules, hand, &last);
  }
}

/* Kickers are chosen of ranks apart; three trios in a row can answer two with kickers of one rank only, and
 * the list was empty once. */
TEST(kickers_of_one_rank_are_found_where_there_are_no_others) {
  static const char *const lines[][2] = {{"555666777", "33344489"}, {"666777888", "44455539"}};
  struct ddz_rules rules = cards_rules("standard");
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_play last, thin[DDZ_THIN_MAX];
    assert_int_equal(ddz_classify(&rules, cards_hand(lines[i][1]), &last), DDZ_OK);
    assert_true(ddz_thin_moves(&rules, cards_hand(lines[i][0]), &last, thin) > 0);
    check_thin(&rules, cards_hand(lines[i][0]), &last);
  }
}

/* To its end by the fast policy; how many plies. */
static int play(const struct ddz_rules *rules, const ddz_hand hand[DDZ_ROLES], struct ddz_open *open) {
  int plies = 0;
  ddz_open_start(open, rules, hand, 0);
  for (bool over = false; !over; plies++) {
    struct ddz_play next;
    ddz_rulebook_quick(engine_here(), &open->view, ddz_open_others(open), &next);
    over = ddz_open_play(open, &next);
  }
  return plies;
}

TEST(rollouts_end_under_all_rules_and_always_alike) {
  struct ddz_rng rng = test_rng(test_seed());
  for (unsigned i = 0; i < GAMES; i++) {
    struct ddz_rules rules = rule_case_any(&rng, i);
    ddz_hand deck = ddz_rules_deck(&rules), hand[DDZ_ROLES];
    struct ddz_open open, again;
    for (int r = 0; r < DDZ_ROLES; r++) hand[r] = cards_draw(&rng, &deck, 17 + (r == 0 ? rules.kitty : 0));
    const int plies = play(&rules, hand, &open);
    const enum ddz_role winner = ddz_open_winner(&open);
    assert_in_range(plies, 1, DDZ_PLIES_MAX);
    for (int r = 0; r < DDZ_ROLES; r++) assert_int_equal(ddz_hand_size(open.hand[r]), open.view.now.left[r]);
    if (winner == DDZ_ROLES) assert_int_equal(open.view.now.skips, DDZ_ROLES); /* nobody could lead */
    ddz_power_reset(engine_here()->quick);
    assert_int_equal(play(&rules, hand, &again), plies);
    assert_int_equal(ddz_open_winner(&again), winner);
    assert_int_equal(ddz_position_bombs(&again.view.now), ddz_position_bombs(&open.view.now));
  }
}

TEST(a_certain_ending_is_played_right) {
  struct ddz_rules rules = cards_rules("standard");
  static const struct {
    const char *hand[DDZ_ROLES];
    enum ddz_role winner;
  } lines[] = {
      {{"33BR", "4", "5"}, DDZ_LANDLORD},        /* the rocket, then the pair */
      {{"357", "8", "9999"}, DDZ_LANDLORD_DOWN}, /* any single lets him out */
      {{"3344", "4K", "A2"}, DDZ_LANDLORD},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    ddz_hand hand[DDZ_ROLES];
    struct ddz_open open;
    for (int r = 0; r < DDZ_ROLES; r++) hand[r] = cards_hand(lines[i].hand[r]);
    play(&rules, hand, &open);
    if (ddz_open_winner(&open) != lines[i].winner) fail_msg("line %zu", i);
  }
}

/* ---- by net ---- */

static const struct ddz_rollout_way to_end = {.objective = DDZ_OBJECTIVE_POINTS, .lambda = 1};

/* `seat` leads `play`; a net plays what goes out, whatever else it knows. */
TEST(by_net_the_outcome_is_exact) {
  static const struct {
    enum ddz_role seat;
    const char *hand[DDZ_ROLES], *play;
    double win, points;
    uint64_t plies;
  } lines[] = {
      {DDZ_LANDLORD, {"34567", "89", "TJ"}, "34567", 1, 1, 1},
      {DDZ_LANDLORD, {"7777", "89", "TJ"}, "7777", 1, 2, 1},
      {DDZ_LANDLORD, {"34", "5", "TJ"}, "3", 0, -1, 2},
      {DDZ_LANDLORD, {"344", "5555", "TJ"}, "3", 0, -2, 2},
      {DDZ_LANDLORD_UP, {"66", "8", "79"}, "7", 1, 1, 3},
  };
  struct ddz_rules rules = cards_rules("douzero");
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    ddz_hand hand[DDZ_ROLES];
    struct ddz_view view;
    struct ddz_play play;
    struct ddz_rollout out;
    for (int k = 0; k < DDZ_ROLES; k++) hand[k] = cards_hand(lines[i].hand[k]);
    ddz_view_bare(&view, &rules, lines[i].seat, hand[lines[i].seat]);
    assert_int_equal(ddz_classify(&rules, cards_hand(lines[i].play), &play), DDZ_OK);
    ddz_roll_out(engine_here(), &view, hand, &play,
                 &(struct ddz_rollout_way){.seat = view.role, .lambda = .85}, &out);
    if (out.value.win != lines[i].win || out.value.points != lines[i].points ||
        out.nodes != 3 * lines[i].plies)
      fail_msg("line %zu: %f, %f, %d plies", i, out.value.win, out.value.points, (int)out.nodes / 3);
  }
}

/* The net learned games without springs; the end of a game counts them where the rules do. For points a net
 * may think that not to go out is worth more. */
TEST(by_net_a_spring_doubles_the_outcome) {
  static const struct {
    const char *rules, *hand[DDZ_ROLES], *play;
    int played; /* by a farmer before */
    double points;
  } lines[] = {
      {"standard", {"34567", "89", "TJ"}, "34567", 0, 2}, {"standard", {"34567", "89", "TJ"}, "34567", 1, 1},
      {"standard", {"34", "5", "TJ"}, "3", 0, -2},        {"douzero", {"34567", "89", "TJ"}, "34567", 0, 1},
      {"douzero", {"34", "5", "TJ"}, "3", 0, -1},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_rules rules = cards_rules(lines[i].rules);
    ddz_hand hand[DDZ_ROLES];
    struct ddz_view view;
    struct ddz_play play;
    struct ddz_rollout out;
    for (int k = 0; k < DDZ_ROLES; k++) hand[k] = cards_hand(lines[i].hand[k]);
    ddz_view_bare(&view, &rules, DDZ_LANDLORD, hand[DDZ_LANDLORD]);
    view.now.from_start = true;
    view.now.plays[DDZ_LANDLORD_UP] = lines[i].played;
    assert_int_equal(ddz_classify(&rules, cards_hand(lines[i].play), &play), DDZ_OK);
    ddz_roll_out(engine_here(), &view, hand, &play,
                 &(struct ddz_rollout_way){.seat = view.role, .lambda = .85}, &out);
    if (out.value.points != lines[i].points) fail_msg("line %zu: %f", i, out.value.points);
  }
}

/* Estimates on the way keep the value from being 0 or 1. No chance in it. */
TEST(estimates_on_the_way_are_mixed_into_the_outcome) {
  struct ddz_rules rules = cards_rules("douzero");
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < 50; i++) {
    struct ddz_view view;
    struct ddz_sampler sampler;
    struct ddz_play play;
    struct ddz_rollout out, again, end;
    ddz_hand hand[DDZ_ROLES];
    ddz_view_init(&view, &rules, DDZ_LANDLORD, cards_hand("3345567889TJQKAA22BR"), 0);
    ddz_sampler_init(&sampler, &view);
    ddz_sampler_draw(&sampler, &rng, hand);
    assert_int_equal(ddz_classify(&rules, cards_hand("33"), &play), DDZ_OK);
    const struct ddz_rollout_way mixed = {.objective = DDZ_OBJECTIVE_POINTS, .lambda = .85};
    ddz_roll_out(engine_here(), &view, hand, &play, &mixed, &out);
    ddz_roll_out(engine_here(), &view, hand, &play, &mixed, &again);
    ddz_roll_out(engine_here(), &view, hand, &play, &to_end, &end);
    assert_true(out.outcome.win == end.value.win && out.outcome.points == end.value.points &&
                end.outcome.win == end.value.win);
    assert_true(out.nodes > 3 * 10); /* 17 and more cards do not go in fewer */
    assert_true(out.value.win > 0 && out.value.win < 1);
    assert_true(out.value.win == again.value.win && out.value.points == again.value.points &&
                out.nodes == again.nodes);
  }
}

/* A rollout that ends at its k-th look mixes the estimates at the first k own decisions. So what one look
 * more changes says what the estimate there is, and from the last one the whole rollout follows. One that
 * never gets so far goes to its end. */
TEST(a_rollout_ends_at_its_last_look) {
  struct ddz_rules rules = cards_rules("douzero");
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < 30; i++) {
    const enum ddz_objective objective = i % 2 ? DDZ_OBJECTIVE_POINTS : DDZ_OBJECTIVE_WIN;
    struct ddz_view view;
    struct ddz_play play;
    struct ddz_rollout whole, first, last = {0};
    ddz_hand deck = ddz_rules_deck(&rules), hand[DDZ_ROLES];
    double weight = 1, estimate = 0;
    for (int r = 0; r < DDZ_ROLES; r++) hand[r] = cards_draw(&rng, &deck, r == 0 ? 20 : 17);
    ddz_view_init(&view, &rules, DDZ_LANDLORD, hand[DDZ_LANDLORD], 0);
    assert_int_equal(ddz_classify(&rules, ddz_hand_of(ddz_hand_bottom(view.hand), 1), &play),
                     DDZ_OK); /* a long game */
    struct ddz_rollout_way way = {.seat = view.role, .objective = objective};
    ddz_roll_out(engine_here(), &view, hand, &play, &way, &first);
    way.lambda = DDZ_ROLLOUT_LAMBDA;
    ddz_roll_out(engine_here(), &view, hand, &play, &way, &whole);
    for (way.looks = 1;; way.looks++) {
      struct ddz_rollout out;
      ddz_roll_out(engine_here(), &view, hand, &play, &way, &out);
      if (out.nodes == whole.nodes) break; /* it never got so far */
      assert_true(out.outcome.win == out.value.win && out.outcome.points == out.value.points);
      assert_true(out.nodes > last.nodes);
      if (way.looks > 1) weight *= DDZ_ROLLOUT_LAMBDA;
      estimate += (out.value.win - last.value.win) / weight;
      if (way.looks == 1) assert_true(out.value.win == first.value.win);
      assert_in_range((long long)(estimate * 1e6 + 1), 0, 1000002);
      last = out;
    }
    weight *= DDZ_ROLLOUT_LAMBDA;
    assert_true(fabs(last.value.win + weight * (whole.outcome.win - estimate) - whole.value.win) < 1e-9);
  }
}

/* A game as it stands is the one that goes on with the own best play of the net, or of the rules. */
TEST(a_game_goes_on_as_its_first_play_does) {
  const struct ddz_net *net = engine_here()->nets.play;
  struct ddz_rules rules = cards_rules("douzero");
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < 30; i++) {
    const bool by_net = i % 2 == 0;
    struct ddz_view view;
    struct ddz_open open;
    struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
    struct ddz_rollout whole, farmer, first;
    ddz_hand deck = ddz_rules_deck(&rules), hand[DDZ_ROLES];
    for (int r = 0; r < DDZ_ROLES; r++) hand[r] = cards_draw(&rng, &deck, r == 0 ? 20 : 17);
    ddz_view_init(&view, &rules, DDZ_LANDLORD, hand[DDZ_LANDLORD], 0);
    struct ddz_rollout_way way = {
        .seat = DDZ_LANDLORD, .by_rules = !by_net, .objective = DDZ_OBJECTIVE_POINTS, .lambda = 1};
    ddz_roll_out(engine_here(), &view, hand, NULL, &way, &whole);
    way.seat = DDZ_LANDLORD_UP;
    ddz_roll_out(engine_here(), &view, hand, NULL, &way, &farmer);
    assert_true(farmer.value.points == -whole.value.points && farmer.value.win == 1 - whole.value.win);
    if (by_net) {
      const size_t n = ddz_judge(net, engine_here()->power, &view, DDZ_OBJECTIVE_POINTS, judged);
      ddz_roll_out(engine_here(), &view, hand, &judged[ddz_judge_best(judged, n, DDZ_OBJECTIVE_POINTS)].play,
                   &to_end, &first);
      assert_int_equal(whole.nodes, first.nodes);
      assert_true(whole.value.points == first.value.points);
    } else {
      assert_int_equal(whole.nodes, play(&rules, hand, &open));
      assert_true(whole.value.points == ddz_open_points(&open, DDZ_LANDLORD, NULL));
    }
  }
}

int main(void) { return test_run(toy_player_open, toy_player_close); }
