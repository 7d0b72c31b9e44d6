/* The engine `net`: what it answers is what its net says, legal, repeatable, and `rules` where it knows
 * nothing.
 */
#include <math.h>

#include "core/game/table.h"
#include "core/net/calibrate.h"
#include "core/play/deals.h"
#include "core/play/net_player.h"
#include "core/robot/decide.h"
#include "lab/net/net_float.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/test.h"
#include "tests/support/toy_net.h"

enum { GAMES = 40, ROOM = 600 };

static void ask_net(struct ddz_robot_request *ask, const struct ddz_view *view) {
  ddz_robot_defaults(ask);
  ask->player = DDZ_PLAYER_NET;
  if (view != NULL) ask->view = *view;
}

/* The value of one play, from its list of inputs by the floats. */
static struct ddz_net_value reference(const struct ddz_view *view, const struct ddz_play *play,
                                      enum ddz_objective objective) {
  const struct toy_net *toy = toy_player_here();
  struct ddz_inputs position;
  struct ddz_change change;
  struct ddz_net_value value;
  uint16_t inputs[DDZ_FEATURE_ACTIVE_MAX];
  ddz_feature_begin(&position, view, engine_here()->power, objective == DDZ_OBJECTIVE_POINTS);
  ddz_feature_play(&position, play, &change);
  int n = ddz_feature_list(&position, &change, inputs);
  ddz_net_floats_value(&toy->shape, &toy->floats[view->role], toy->facts.clip, inputs, (size_t)n, &value);
  value.points *= toy->facts.points_unit;
  return value;
}

typedef void witness(const struct ddz_robot_request *ask, const struct ddz_robot_move *move);

/* Whole games between nets; each decision is shown to `look`. Returns a digest of all that was said. */
static uint64_t play_games_of(const struct ddz_rules *called, int games, witness *look) {
  struct ddz_rules rules = *called;
  uint64_t digest = 0;
  rules.calling = DDZ_CALLING_NONE;
  struct ddz_rng rng = test_rng(test_seed());
  for (int game = 0; game < games; game++) {
    struct ddz_table table;
    assert_int_equal(ddz_table_init(&table, &rules, ddz_rng_next(&rng), NULL), DDZ_OK);
    while (table.phase == DDZ_PHASE_PLAY) {
      struct ddz_robot_request ask;
      struct ddz_robot_move move;
      struct ddz_action action = {.seat = (uint8_t)table.turn};
      ask_net(&ask, NULL);
      ddz_table_view(&table, &ask.view);
      ask.objective = (enum ddz_objective)(game % DDZ_OBJECTIVES);
      ddz_decide(engine_here(), &ask, &move, NULL, 0);
      if (look != NULL) look(&ask, &move);
      action.cards = move.chosen.play.cards;
      assert_int_equal(ddz_table_apply(&table, &action), DDZ_OK);
      digest = (digest ^ move.chosen.play.cards ^ (uint64_t)(1e6 * move.chosen.win_probability)) *
               0x9E3779B97F4A7C15u;
    }
  }
  return digest;
}

static uint64_t play_games(const char *preset, int games, witness *look) {
  const struct ddz_rules rules = cards_rules(preset);
  return play_games_of(&rules, games, look);
}

TEST(it_plays_legal_games_the_same_each_time) {
  const uint64_t digest = play_games("douzero", GAMES, NULL);
  assert_true(digest == play_games("douzero", GAMES, NULL));
  const struct ddz_net *best = engine_here()->nets.play;
  struct ddz_net net = *best;
  engine_here()->nets.play = &net;
  for (size_t k = 0; ddz_net_kernel_at(k) != NULL; k++) { /* on every processor */
    net.kernel = ddz_net_kernel_at(k);
    assert_true(digest == play_games("douzero", GAMES, NULL));
  }
  engine_here()->nets.play = best;
}

/* Nothing among the others is thought better of than what was chosen. */
static void chosen_is_the_best(const struct ddz_robot_request *ask, const struct ddz_robot_move *move) {
  static struct ddz_candidate all[ROOM];
  struct ddz_robot_move again;
  ddz_decide(engine_here(), ask, &again, all, ROOM);
  assert_true(again.chosen.play.cards == move->chosen.play.cards && again.reason == move->reason);
  assert_true(all[0].play.cards == move->chosen.play.cards && move->player == DDZ_PLAYER_NET);
  assert_true(move->candidates <= ROOM && move->nodes == 0);
  for (size_t i = 0; i < move->candidates; i++) {
    assert_true(all[i].visits == 0);
    if (i > 1 && !isnan(all[i].score)) assert_true(all[i].score <= all[i - 1].score);
    if (move->reason == DDZ_REASON_NET_BEST) assert_true(all[i].score <= all[0].score);
    for (size_t j = 0; j < i; j++) assert_true(all[i].play.cards != all[j].play.cards);
  }
}

TEST(the_chosen_play_is_the_best_of_all_listed) { play_games("standard", GAMES / 4, chosen_is_the_best); }

static double spread, error, seen;

static void is_the_reference(const struct ddz_robot_request *ask, const struct ddz_robot_move *move) {
  struct ddz_fits fits;
  struct ddz_scene scene;
  ddz_scene_set(&scene, engine_here(), ask);
  if (move->reason != DDZ_REASON_NET_BEST || move->chosen.proven ||
      ddz_fits_list(scene.engine, scene.view, &fits))
    return;
  const struct ddz_net_value value = reference(&ask->view, &move->chosen.play, ask->objective);
  const double logit = log(move->chosen.win_probability / (1 - move->chosen.win_probability));
  const double stake = ask->view.role == DDZ_LANDLORD ? 2 : 1;
  error += pow(logit - value.win, 2) + pow((move->chosen.expected_points / stake - value.points) / 3, 2);
  spread += value.win * value.win + value.points * value.points / 9;
  seen++;
}

/* Sums, changes, thinning and rounding together against the full list of inputs in floats. */
TEST(it_says_what_the_floats_say_up_to_rounding) {
  play_games("douzero", GAMES / 2, is_the_reference);
  print_message("%.0f decisions: rounding moves a head by %.4f of its spread\n", seen, sqrt(error / spread));
  assert_true(seen > 100 && error < 0.03 * 0.03 * spread);
}

/* Two others with 17 cards each; what is then too much was played. */
static void fill(struct ddz_view *view) {
  ddz_hand unseen = ddz_view_unseen(view);
  struct ddz_rng rng = test_rng(test_seed());
  const enum ddz_role next = ddz_role_next(view->role), before = ddz_role_before(view->role);
  view->now.played[next] += cards_draw(&rng, &unseen, ddz_hand_size(unseen) - 34);
  view->now.left[next] = view->now.left[before] = 17;
}

TEST(going_out_and_having_no_choice_keep_their_names) {
  static const struct {
    const char *hand, *last;
    enum ddz_reason reason;
    double win; /* NAN: what the net says */
  } cases[] = {{"334455", "", DDZ_REASON_FINISH, 1},
               {"34", "A", DDZ_REASON_NOTHING_BEATS, NAN},
               {"3BR", "", DDZ_REASON_UNBEATABLE, 1},
               {"3456789TJQKA22", "", DDZ_REASON_NET_BEST, NAN}};
  struct ddz_rules rules = cards_rules("douzero");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct ddz_robot_request ask;
    struct ddz_robot_move move;
    ask_net(&ask, NULL);
    ddz_view_bare(&ask.view, &rules, DDZ_LANDLORD, cards_hand(cases[i].hand));
    struct ddz_play last = cards_play(&rules, cases[i].last);
    if (last.kind != DDZ_PASS) assert_int_equal(ddz_view_last(&ask.view, DDZ_LANDLORD_UP, &last), DDZ_OK);
    fill(&ask.view);
    ddz_decide(engine_here(), &ask, &move, NULL, 0);
    assert_int_equal(move.reason, cases[i].reason);
    assert_int_equal(move.player, DDZ_PLAYER_NET);
    if (isnan(cases[i].win))
      assert_true(move.chosen.win_probability > 0 && move.chosen.win_probability < 1);
    else
      assert_true(move.chosen.win_probability == cases[i].win);
  }
}

TEST(points_are_in_units_of_the_base_stake) {
  struct ddz_rules rules = cards_rules("douzero");
  struct ddz_robot_request ask;
  struct ddz_robot_move one, six;
  ask_net(&ask, NULL);
  ddz_view_bare(&ask.view, &rules, DDZ_LANDLORD, cards_hand("3456789TJQKA22"));
  fill(&ask.view);
  ddz_decide(engine_here(), &ask, &one, NULL, 0);
  ask.multiplier = 6;
  ddz_decide(engine_here(), &ask, &six, NULL, 0);
  assert_true(fabs(six.chosen.expected_points - 6 * one.chosen.expected_points) < 1e-9);
  assert_true(one.chosen.play.cards == six.chosen.play.cards);
}

static void is_rules(const struct ddz_robot_request *ask, const struct ddz_robot_move *move) {
  assert_int_equal(move->player, DDZ_PLAYER_RULES);
}

TEST(rules_answer_where_the_net_was_not_trained_or_is_not_there) {
  const struct ddz_net *net = engine_here()->nets.play;
  struct ddz_rules narrowed = cards_rules("laizi 7");
  ddz_rules_forbid(&narrowed, 1u << DDZ_ROCKET);
  play_games_of(&narrowed, 3, is_rules);
  engine_here()->nets.play = NULL;
  play_games("douzero", 3, is_rules);
  engine_here()->nets.play = net;
}

static void is_from_net(const struct ddz_robot_request *ask, const struct ddz_robot_move *move) {
  assert_int_equal(move->player, DDZ_PLAYER_NET);
}

/* What is forbidden, and whether the rules still mean what the net was trained for. */
TEST(a_net_knows_rules_by_what_they_mean_and_not_by_their_name) {
  static const struct {
    const char *preset;
    int forbidden;
    bool known;
  } lines[] = {
      {"standard", DDZ_PASS, true},   {"standard", DDZ_FOUR_CHAIN, true}, {"standard", DDZ_TRIO_PAIR, false},
      {"standard", DDZ_BOMB, false},  {"botzone", DDZ_FOUR_CHAIN, false}, {"laizi 7", DDZ_PASS, true},
      {"laizi 7", DDZ_ROCKET, false},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_rules rules = cards_rules(lines[i].preset);
    ddz_rules_forbid(&rules, (uint32_t)(1u << lines[i].forbidden) & DDZ_KINDS_ALL);
    rules.name = "ours";
    play_games_of(&rules, 2, lines[i].known ? is_from_net : is_rules);
  }
}

TEST(the_net_guesses_what_was_played_and_rules_answer_where_cards_left_are_not_known) {
  struct ddz_rules rules = cards_rules("douzero");
  struct ddz_robot_request ask;
  struct ddz_robot_move move, again, known;
  struct ddz_candidate all[ROOM];
  ask_net(&ask, NULL);
  ddz_view_bare(&ask.view, &rules, DDZ_LANDLORD, cards_hand("3456789TJQKA22"));
  ddz_decide(engine_here(), &ask, &move, NULL, 0);
  assert_int_equal(move.player, DDZ_PLAYER_RULES);
  ask.view.now.left[DDZ_LANDLORD_UP] = ask.view.now.left[DDZ_LANDLORD_DOWN] = 9;
  ask.seed = 7;
  ddz_decide(engine_here(), &ask, &move, NULL, 0);
  assert_int_equal(move.player, DDZ_PLAYER_NET);
  assert_true(move.chosen.win_probability > 0 && move.chosen.win_probability < 1);
  chosen_is_the_best(&ask, &move);
  ddz_decide(engine_here(), &ask, &again, all, ROOM);
  assert_true(again.chosen.play.cards == move.chosen.play.cards &&
              again.chosen.win_probability == move.chosen.win_probability);
  ask.seed = 8;
  ddz_decide(engine_here(), &ask, &again, NULL, 0);
  assert_true(again.chosen.win_probability != move.chosen.win_probability);
  fill(&ask.view);
  ddz_decide(engine_here(), &ask, &known, NULL, 0);
  assert_int_equal(known.player, DDZ_PLAYER_NET);
}

/* A level whose net is in doubt errs now and then, says so, and tells the truth about what it plays; asked
 * for by name the net does not err. */
TEST(a_level_in_doubt_slips_and_says_so_and_the_named_net_never_does) {
  static struct ddz_candidate all[ROOM];
  struct ddz_rules rules = cards_rules("douzero");
  int slips = 0;
  for (uint64_t deal = 0; deal < 200; deal++) {
    struct ddz_table table;
    struct ddz_robot_request ask;
    struct ddz_robot_move best, move, again;
    assert_int_equal(ddz_table_init(&table, &rules, test_seed() + deal, NULL), DDZ_OK);
    ask_net(&ask, NULL);
    ask.seed = deal;
    ddz_table_view(&table, &ask.view);
    ddz_decide(engine_here(), &ask, &best, NULL, 0);
    assert_int_not_equal(best.reason, DDZ_REASON_LEVEL_SLIP);
    ask.player = DDZ_PLAYER_AUTO;
    ddz_decide(engine_here(), &ask, &move, all, ROOM);
    ddz_decide(engine_here(), &ask, &again, NULL, 0);
    assert_int_equal(move.player, DDZ_PLAYER_NET);
    assert_true(move.chosen.play.cards == again.chosen.play.cards);
    assert_int_equal(move.reason == DDZ_REASON_LEVEL_SLIP, move.chosen.play.cards != best.chosen.play.cards);
    assert_true(move.chosen.win_probability <= best.chosen.win_probability);
    assert_true(all[0].play.cards == move.chosen.play.cards &&
                all[0].win_probability == move.chosen.win_probability);
    for (size_t i = 1; i < move.candidates; i++) assert_true(all[i].score <= all[i - 1].score);
    slips += move.reason == DDZ_REASON_LEVEL_SLIP;
  }
  assert_in_range(slips, 1, 199);
}

TEST(the_rules_say_whose_curves_are_read) {
  static const struct {
    const char *preset;
    enum ddz_dealing dealing;
    enum ddz_net_deal deal;
  } lines[] = {{"standard", DDZ_DEALING_SHUFFLED, DDZ_NET_USUAL},
               {"standard", DDZ_DEALING_UNSHUFFLED, DDZ_NET_UNSHUFFLED},
               {"laizi", DDZ_DEALING_SHUFFLED, DDZ_NET_USUAL},
               {"buxipai", DDZ_DEALING_LOOSE, DDZ_NET_USUAL},
               {"yuncheng", DDZ_DEALING_SHUFFLED, DDZ_NET_FLOWER},
               {"yuncheng", DDZ_DEALING_UNSHUFFLED, DDZ_NET_UNSHUFFLED}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_rules rules;
    assert_int_equal(ddz_rules_preset(lines[i].preset, &rules), DDZ_OK);
    rules.dealing = lines[i].dealing;
    assert_int_equal(ddz_deals_curves(&rules), lines[i].deal);
  }
}

/* The more bombs a deal has the more is taken off what the landlord is told at the start; near the end, and
 * of a last play, nothing is; and of two plays the better one stays the better one. */
TEST(points_are_corrected_by_deal_and_cards_left) {
  static const char whole[] = "33445566778899TTJQKA", few[] = "34";
  static const struct {
    const char *preset;
    int loose;          /* swaps; -1: shuffled */
    double least, most; /* off the points of a whole hand: stakes */
  } lines[] = {{"standard", -1, 0, .3},  {"laizi", -1, .2, .8}, {"buxipai", 54, 0, .3},
               {"buxipai", 20, .3, 1.5}, {"buxipai", 8, 2, 4},  {"buxipai", 0, 12, 25}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    for (int o = 0; o < 2; o++) {
      struct ddz_rules rules = cards_rules(lines[i].preset);
      struct ddz_view view;
      struct ddz_judged judged = {.value = {0, 0}}, better = {.value = {0, 1}};
      if (lines[i].loose >= 0) rules.dealing = DDZ_DEALING_LOOSE, rules.loose = (uint8_t)lines[i].loose;
      ddz_view_init(&view, &rules, DDZ_LANDLORD, cards_hand(whole), 0);
      const double told = ddz_calibrate_points(&view, (enum ddz_objective)o, &judged);
      assert_true(-told >= lines[i].least && -told <= lines[i].most);
      assert_true(ddz_calibrate_points(&view, (enum ddz_objective)o, &better) > told);
      view.hand = cards_hand(few);
      assert_true(fabs(ddz_calibrate_points(&view, (enum ddz_objective)o, &judged)) < .3);
      judged.play.cards = view.hand;
      assert_true(ddz_calibrate_points(&view, (enum ddz_objective)o, &judged) == 0);
    }
}

/* A leader with the flower alone has nothing to choose from. */
TEST(nothing_to_lead_is_a_pass) {
  struct ddz_rules rules = cards_rules("yuncheng");
  struct ddz_robot_request ask;
  struct ddz_robot_move move;
  struct ddz_candidate out[2];
  ask_net(&ask, NULL);
  ddz_view_bare(&ask.view, &rules, DDZ_LANDLORD, cards_hand("F"));
  ddz_decide(engine_here(), &ask, &move, out, 2);
  assert_int_equal(move.chosen.play.kind, DDZ_PASS);
  assert_int_equal(move.candidates, 1);
  assert_true(isnan(move.chosen.win_probability) && out[0].play.kind == DDZ_PASS);
}

int main(void) { return test_run(toy_player_open, toy_player_close); }
