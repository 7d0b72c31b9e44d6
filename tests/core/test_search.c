/* The search: repeatable, legal, within its limits, blind to hidden cards, and right where it can be told. */
#include <math.h>

#include "core/game/open.h"
#include "core/game/table.h"
#include "core/net/judge.h"
#include "core/play/rulebook.h"
#include "core/robot/actor.h"
#include "core/robot/decide.h"
#include "core/search/candidates.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/rule_cases.h"
#include "tests/support/test.h"
#include "tests/support/toy_net.h"

enum { NETLESS = 1, NET = 2, TRAINED = 4 };

enum { GAMES = TEST_SANITIZED ? 12 : 24, NODES = 1500, ROOM = 1100 };

static void set_search(struct ddz_robot_request *ask, uint64_t nodes, uint64_t seed) {
  ddz_robot_defaults(ask);
  ask->player = DDZ_PLAYER_SEARCH;
  ask->limit.nodes = nodes;
  ask->seed = seed;
}

/* As many are listed as are counted, each once, the pass where it is allowed among them. One that the net
 * thought little of was counted once, but not listed: in its place stood what lay in memory before. Fuzzing
 * found it. */
static void check_listed(const struct ddz_view *view, const struct ddz_robot_move *move,
                         const struct ddz_candidate *all) {
  bool passed = false;
  assert_true(move->candidates <= ROOM);
  for (size_t i = 0; i < move->candidates; i++) {
    assert_true(all[i].play.kind < DDZ_KINDS && !isnan(all[i].score));
    for (int rank = 0; rank < DDZ_RANKS; rank++)
      assert_true(ddz_hand_count(all[i].play.cards, rank) <= ddz_hand_count(view->hand, rank));
    for (size_t k = 0; k < i; k++) assert_true(all[k].play.cards != all[i].play.cards);
    passed = passed || all[i].play.kind == DDZ_PASS;
  }
  assert_int_equal(passed, view->now.last.kind != DDZ_PASS || move->chosen.play.kind == DDZ_PASS);
}

/* A whole game of searchers, refereed; a digest of the moves and what was said about them. */
static uint64_t play_game(const struct ddz_rules *rules, uint64_t seed, uint64_t nodes) {
  struct ddz_table table;
  uint64_t digest = 0;
  assert_int_equal(ddz_table_init(&table, rules, seed, NULL), DDZ_OK);
  for (int ply = 0; table.phase == DDZ_PHASE_PLAY; ply++) {
    struct ddz_robot_request ask;
    struct ddz_robot_move move;
    struct ddz_candidate all[ROOM];
    struct ddz_action action = {.seat = (uint8_t)table.turn};
    assert_true(ply < 400);
    set_search(&ask, nodes, seed);
    ask.objective = (enum ddz_objective)(ply % DDZ_OBJECTIVES);
    ddz_table_view(&table, &ask.view);
    memset(all, 0xFF, sizeof all);
    ddz_decide(engine_here(), &ask, &move, all, ROOM);
    check_listed(&ask.view, &move, all);
    assert_true(move.nodes < nodes + 400); /* the last rollout may go over */
    action.cards = move.chosen.play.cards;
    assert_int_equal(ddz_table_apply(&table, &action), DDZ_OK);
    uint64_t said;
    memcpy(&said, &move.chosen.win_probability, sizeof said);
    digest =
        (digest ^ move.chosen.play.cards ^ move.nodes ^ (isnan(move.chosen.win_probability) ? 0 : said)) *
        0x9E3779B97F4A7C15ull;
  }
  return digest;
}

static struct ddz_rules without_calling(struct ddz_rules rules) {
  rules.calling = DDZ_CALLING_NONE;
  return rules;
}

TEST_IN(NETLESS | NET, searchers_play_legal_games_under_all_rules) {
  struct ddz_rng rng = test_rng(test_seed());
  for (unsigned i = 0; i < GAMES; i++) {
    struct ddz_rules rules = without_calling(rule_case_any(&rng, i));
    rule_case_stake(&rng, &rules);
    play_game(&rules, ddz_rng_next(&rng), 300);
  }
}

TEST_IN(NETLESS | NET, the_same_seed_and_nodes_give_the_same_answers) {
  struct ddz_rules rules = without_calling(cards_rules("douzero"));
  for (uint64_t i = 0; i < 4 / TEST_SLOWER; i++) {
    uint64_t first = play_game(&rules, test_seed() + i, NODES);
    ddz_power_reset(engine_here()->power); /* what the engine remembers changes nothing */
    ddz_power_reset(engine_here()->quick);
    assert_true(play_game(&rules, test_seed() + i, NODES) == first);
  }
}

TEST_IN(NETLESS | NET, hidden_cards_change_nothing) {
  struct ddz_rules rules = without_calling(cards_rules("standard"));
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < 10; i++) {
    struct ddz_deal deal, other;
    struct ddz_table table, swapped;
    struct ddz_robot_request ask, same;
    struct ddz_robot_move a, b;
    ddz_deal_random(&rules, &rng, &deal);
    other = deal; /* the two farmers' hands change places: the landlord cannot see it */
    int next = (deal.landlord + 1) % DDZ_SEATS, before = (deal.landlord + 2) % DDZ_SEATS;
    other.cards[next] = deal.cards[before];
    other.cards[before] = deal.cards[next];
    assert_int_equal(ddz_table_init(&table, &rules, 1, &deal), DDZ_OK);
    assert_int_equal(ddz_table_init(&swapped, &rules, 1, &other), DDZ_OK);
    set_search(&ask, NODES, 7);
    set_search(&same, NODES, 7);
    ddz_table_view(&table, &ask.view);
    ddz_table_view(&swapped, &same.view);
    ddz_decide(engine_here(), &ask, &a, NULL, 0);
    ddz_decide(engine_here(), &same, &b, NULL, 0);
    assert_true(a.chosen.play.cards == b.chosen.play.cards && a.nodes == b.nodes);
  }
}

struct countdown {
  int asked, left;
};
/* 1, once it was asked as often as it may be. */
static uint64_t run_out(void *self) {
  struct countdown *c = self;
  c->asked++;
  return c->left-- <= 0;
}

TEST_IN(NETLESS, the_best_so_far_is_answered_when_time_is_up) {
  struct ddz_rules rules = cards_rules("standard");
  for (int left = 0; left < 20; left += 4) {
    struct countdown countdown = {.left = left};
    const struct ddz_stop stop = {.clock_us = run_out, .self = &countdown, .until_us = 1};
    struct ddz_robot_request ask;
    struct ddz_robot_move move;
    set_search(&ask, 0, 1);
    ddz_view_init(&ask.view, &rules, DDZ_LANDLORD, cards_hand("3345567889TJQKAA22BR"), 0);
    ask.limited = true;
    ask.limit.stop = &stop;
    ddz_decide(engine_here(), &ask, &move, NULL, 0);
    assert_true(countdown.asked <= left + 3);
    assert_true(move.chosen.play.kind != DDZ_PASS);
    if (left == 0) assert_int_equal(move.player, DDZ_PLAYER_RULES); /* nothing was searched */
    if (left == 16) assert_int_equal(move.player, DDZ_PLAYER_SEARCH);
    assert_true(left > 0 || isnan(move.chosen.win_probability));
  }
}

TEST_IN(NETLESS, candidates_are_all_plays_the_chosen_one_first) {
  struct ddz_rules rules = cards_rules("standard");
  struct ddz_robot_request ask;
  struct ddz_robot_move move;
  struct ddz_candidate all[ROOM], few[3];
  set_search(&ask, 4000, 3);
  ddz_view_init(&ask.view, &rules, DDZ_LANDLORD, cards_hand("3345567889TJQKAA22BR"), 0);
  ask.multiplier = 3;
  ddz_decide(engine_here(), &ask, &move, all, ROOM);
  assert_true(move.candidates > 10 && move.candidates < ROOM);
  assert_true(all[0].play.cards == move.chosen.play.cards &&
              all[0].win_probability == move.chosen.win_probability);
  assert_true(move.chosen.win_probability > 0 && move.chosen.win_probability < 1);
  assert_true(fabs(move.chosen.expected_points) >= 0 && fabs(move.chosen.expected_points) <= 6 * 16);
  for (size_t i = 1; i < move.candidates; i++) {
    assert_int_equal(all[i].visits == 0, isnan(all[i].win_probability));
    assert_true(all[i].score <= all[i - 1].score);
    for (size_t k = 0; k < i; k++) assert_true(all[k].play.cards != all[i].play.cards);
  }
  ddz_decide(engine_here(), &ask, &move, few, 3);
  for (int i = 0; i < 3; i++) assert_true(few[i].play.cards == all[i].play.cards);
}

/* Whatever decided: the rules, the search, time. */
TEST_IN(NETLESS | NET, scores_fall_from_the_chosen_one_on) {
  struct ddz_rules rules = without_calling(cards_rules("standard"));
  for (unsigned i = 0; i < 3 * GAMES; i++) {
    struct ddz_table table;
    struct ddz_robot_request ask;
    struct ddz_robot_move move;
    struct ddz_candidate all[ROOM];
    assert_int_equal(ddz_table_init(&table, &rules, test_seed() + i, NULL), DDZ_OK);
    set_search(&ask, 50 << i % 6, i);
    ask.objective = (enum ddz_objective)(i % DDZ_OBJECTIVES);
    ddz_table_view(&table, &ask.view);
    ddz_decide(engine_here(), &ask, &move, all, ROOM);
    assert_int_equal(all[0].play.cards, move.chosen.play.cards);
    for (size_t k = 1; k < move.candidates && k < ROOM; k++) assert_true(all[k].score <= all[k - 1].score);
    /* An estimate is a chance, and what is told of the chosen one is near it. */
    if (ask.objective == DDZ_OBJECTIVE_WIN && move.player == DDZ_PLAYER_SEARCH)
      assert_true(fabs(all[0].score - move.chosen.win_probability) <= .5);
  }
}

TEST_IN(NETLESS, probabilities_tell_won_from_lost_positions) {
  static const struct {
    const char *hand;
    int role, left_l, left_d, left_u;
    double least, most;
  } lines[] = {
      {"33446688TTJQKA22BR", DDZ_LANDLORD, 18, 17, 17, .4, 1},
      {"3579JK", DDZ_LANDLORD, 6, 1, 1, 0, .35},
      {"3579JK", DDZ_LANDLORD_UP, 1, 12, 6, 0, .7},
  };
  struct ddz_rules rules = cards_rules("standard");
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_robot_request ask;
    struct ddz_robot_move move;
    set_search(&ask, 20000, 1);
    ddz_view_bare(&ask.view, &rules, (enum ddz_role)lines[i].role, cards_hand(lines[i].hand));
    ask.view.now.left[DDZ_LANDLORD] = lines[i].left_l;
    ask.view.now.left[DDZ_LANDLORD_DOWN] = lines[i].left_d;
    ask.view.now.left[DDZ_LANDLORD_UP] = lines[i].left_u;
    ddz_decide(engine_here(), &ask, &move, NULL, 0);
    if (move.chosen.win_probability < lines[i].least || move.chosen.win_probability > lines[i].most)
      fail_msg("line %zu: %f", i, move.chosen.win_probability);
  }
}

/* The index of the candidate with these cards; fails when there is none. */
static size_t candidate_of(const struct ddz_candidate *out, size_t n, ddz_hand cards) {
  for (size_t i = 0; i < n; i++)
    if (out[i].play.cards == cards) return i;
  fail_msg("not among the %zu candidates", n);
  return 0;
}

/* Each play of a lead in turn: it is tried as long as the chosen one, even where the rules see a certain win
 * and would not search. */
TEST_IN(NETLESS | NET, what_is_included_is_tried_on_the_same_hands_as_the_best) {
  static const char *const hands[] = {"34456789TTTJQKAA22BR", "34567R"};
  struct ddz_rules rules = cards_rules("standard");
  for (size_t h = 0; h < sizeof hands / sizeof *hands; h++) {
    struct ddz_robot_request ask;
    struct ddz_robot_move move, again;
    struct ddz_candidate all[ROOM], out[ROOM];
    set_search(&ask, 3000 / TEST_SLOWER, 1);
    ddz_view_bare(&ask.view, &rules, DDZ_LANDLORD, cards_hand(hands[h]));
    ask.view.now.left[DDZ_LANDLORD_DOWN] = ask.view.now.left[DDZ_LANDLORD_UP] = 2;
    ddz_decide(engine_here(), &ask, &move, all, ROOM);
    assert_in_range(move.candidates, 6, ROOM);
    for (size_t i = 0; i < move.candidates; i++) {
      ask.include = &all[i].play, ask.includes = 1;
      ddz_decide(engine_here(), &ask, &again, out, ROOM);
      check_listed(&ask.view, &again, out);
      size_t at = candidate_of(out, again.candidates, all[i].play.cards);
      if (at == 0) continue; /* it was chosen */
      assert_true(out[at].visits > 0);
      assert_true(out[at].visits + 1 >= out[0].visits); /* the last round may be cut short */
      assert_false(isnan(out[at].win_probability));
    }
  }
}

/* What the request includes is a candidate at once and waits no longer, wherever it stood in the list. */
TEST_IN(TRAINED, no_play_is_a_candidate_twice) {
  struct ddz_rules rules = cards_rules("standard");
  struct ddz_robot_request ask;
  struct ddz_comparison plain, c;
  struct ddz_scene scene;
  set_search(&ask, 1000, 1);
  ddz_view_init(&ask.view, &rules, DDZ_LANDLORD, cards_hand("34456789TTTJQKAA22BR"), 0);
  ddz_scene_set(&scene, engine_here(), &ask);
  ddz_rulebook_decide(&scene);
  const struct ddz_option pick = {.play = scene.pick->play};
  ddz_candidates_gather(&plain, &scene, &pick);
  assert_true(plain.by_net && plain.listed > plain.count + 1);
  for (int i = plain.count; i < plain.listed; i++) {
    ask.include = &plain.candidate[i].play, ask.includes = 1;
    ddz_candidates_gather(&c, &scene, &pick);
    assert_true(c.count == plain.count + 1 && c.listed == plain.listed);
    for (int k = 0; k < c.listed; k++)
      assert_true((c.candidate[k].play.cards == ask.include->cards) == (k == plain.count));
  }
}

/* The rules' play is a fallback exactly where the net gives no play a chance. Games by the net. */
TEST_IN(TRAINED, there_is_a_fallback_where_every_play_loses) {
  const struct ddz_rules rules = cards_rules("standard");
  int with = 0, without = 0;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    struct ddz_table table;
    assert_int_equal(ddz_table_init(&table, &rules, seed, NULL), DDZ_OK);
    while (table.phase != DDZ_PHASE_OVER && table.phase != DDZ_PHASE_REDEAL) {
      struct ddz_robot_request ask;
      struct ddz_scene scene;
      struct ddz_comparison c;
      struct ddz_act act;
      set_search(&ask, 1000, 1);
      if (table.phase == DDZ_PHASE_PLAY) {
        ddz_table_view(&table, &ask.view);
        ddz_scene_set(&scene, engine_here(), &ask);
        ddz_rulebook_decide(&scene);
        const struct ddz_option pick = {.play = scene.pick->play, .settled = scene.pick_wins};
        ddz_candidates_gather(&c, &scene, &pick);
        double best = 0;
        for (int i = 0; i < c.count; i++) best = fmax(best, c.candidate[i].prior.win);
        if (c.by_net) {
          assert_int_equal(c.fallback >= 0, best < .05);
          c.fallback >= 0 ? with++ : without++;
        }
      }
      ask.player = DDZ_PLAYER_NET;
      ddz_table_act(engine_here(), &table, &ask, &act, NULL, 0);
      assert_int_equal(ddz_table_apply(&table, &act.action), DDZ_OK);
    }
  }
  assert_true(with > 10 && without > 100);
}

/* Nothing is written behind the room that there is, whoever plays. */
TEST_IN(TRAINED, a_list_ends_where_its_room_does) {
  const struct ddz_rules rules = cards_rules("standard");
  for (int player = 0; player < DDZ_PLAYERS; player++)
    for (size_t room = 0; room <= 5; room++) {
      struct ddz_candidate all[6], before;
      struct ddz_robot_request ask;
      struct ddz_robot_move move;
      memset(all, 0xA5, sizeof all);
      before = all[room];
      set_search(&ask, 300, 1);
      ask.player = (enum ddz_player)player;
      ddz_view_init(&ask.view, &rules, DDZ_LANDLORD, cards_hand("34456789TTTJQKAA22BR"), 0);
      ddz_decide(engine_here(), &ask, &move, all, room);
      assert_true(move.candidates > room);
      assert_memory_equal(&all[room], &before, sizeof before);
    }
}

/* The rocket is gone. Going out with all six at once is certain; so is a bomb and a pair, and the bomb
 * doubles: who plays for the win takes it, too. A search took the first certain win there was. */
TEST_IN(NETLESS, a_dearer_win_is_looked_for_behind_a_certain_one) {
  struct ddz_rules rules = cards_rules("douzero");
  for (int objective = 0; objective < DDZ_OBJECTIVES; objective++) {
    struct ddz_robot_request ask;
    struct ddz_robot_move move;
    set_search(&ask, 3000, 1);
    ask.objective = (enum ddz_objective)objective;
    ddz_view_bare(&ask.view, &rules, DDZ_LANDLORD, cards_hand("AA2222"));
    ask.view.now.left[DDZ_LANDLORD_DOWN] = ask.view.now.left[DDZ_LANDLORD_UP] = 5;
    ask.view.now.played[DDZ_LANDLORD] = cards_hand("BR");
    ddz_decide(engine_here(), &ask, &move, NULL, 0);
    assert_int_equal(move.chosen.play.size, 4);
    assert_true(move.chosen.win_probability > .95);
    assert_true(move.chosen.expected_points == 4);
  }
}

TEST_IN(NETLESS, a_request_is_long_when_it_will_search) {
  struct ddz_robot_request ask;
  ddz_robot_defaults(&ask);
  assert_false(ddz_robot_is_long(&ask));
  ask.limited = true;
  assert_true(ddz_robot_is_long(&ask));
  ask.player = DDZ_PLAYER_RULES;
  assert_false(ddz_robot_is_long(&ask));
  ddz_robot_defaults(&ask);
  ask.limit.nodes = 100;
  assert_true(ddz_robot_is_long(&ask));
  ddz_robot_defaults(&ask);
  ask.level = DDZ_LEVEL_MAX;
  assert_true(ddz_robot_is_long(&ask));
  ask.player = DDZ_PLAYER_RULES;
  assert_false(ddz_robot_is_long(&ask));
  ddz_robot_defaults(&ask);
  ask.player = DDZ_PLAYER_SEARCH;
  assert_true(ddz_robot_is_long(&ask));
}

/* Of a hand of nine where nobody tells what was played: by how many cards the landlord and the partner hold.
 */
TEST_IN(NETLESS, without_history_it_searches_where_an_enemy_is_nearly_out) {
  static const struct {
    int landlord, partner, level;
    bool is_long;
  } rows[] = {{2, 9, DDZ_LEVEL_NONE, true},
              {3, 2, DDZ_LEVEL_NONE, false},
              {0, 9, DDZ_LEVEL_NONE, false},
              {2, 9, DDZ_LEVEL_DEFAULT, false}};
  struct ddz_rules rules = cards_rules("standard");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct ddz_robot_request ask;
    ddz_robot_defaults(&ask);
    ddz_view_bare(&ask.view, &rules, DDZ_LANDLORD_UP, cards_hand("3899QQKA2"));
    ask.view.now.left[DDZ_LANDLORD] = rows[i].landlord;
    ask.view.now.left[DDZ_LANDLORD_DOWN] = rows[i].partner;
    ask.level = rows[i].level;
    if (ddz_robot_is_long(&ask) != rows[i].is_long) fail_msg("row %zu", i);
  }
}

/* Leads of a whole deal, answers and an ending; with the net and without one it knows. */
TEST_IN(NET, full_effort_tries_every_row_and_orders_by_what_it_shows) {
  static const struct {
    const char *preset, *hand;
    int role, others;
    size_t least; /* candidates */
  } rows[] = {{"standard", "3345566789TJQQKAA22B", DDZ_LANDLORD, 17, 16},
              {"douzero", "34456TTJQKAA2R", DDZ_LANDLORD, 9, 14},
              {"douzero", "3446TTR", DDZ_LANDLORD, 5, 5},
              {"standard", "34557899TJJKA2BR", DDZ_LANDLORD, 3, 14}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
    for (int objective = 0; objective < DDZ_OBJECTIVES; objective++) {
      struct ddz_rules rules = cards_rules(rows[r].preset);
      struct ddz_robot_request ask;
      struct ddz_robot_move move;
      struct ddz_candidate out[ROOM];
      uint64_t most = 0, least = UINT64_MAX;
      const uint64_t limit = 40000 / TEST_SLOWER;
      set_search(&ask, limit, 1);
      ask.effort = DDZ_EFFORT_FULL;
      ask.objective = (enum ddz_objective)objective;
      if (rows[r].others == 17)
        ddz_view_init(&ask.view, &rules, (enum ddz_role)rows[r].role, cards_hand(rows[r].hand), 0);
      else
        ddz_view_bare(&ask.view, &rules, (enum ddz_role)rows[r].role, cards_hand(rows[r].hand));
      ask.view.now.left[DDZ_LANDLORD_DOWN] = ask.view.now.left[DDZ_LANDLORD_UP] = rows[r].others;
      ddz_decide(engine_here(), &ask, &move, out, ROOM);
      assert_true(move.nodes >= limit);
      assert_in_range(move.candidates, rows[r].least,
                      18); /* the choice of the rules and the pass beside the best */
      assert_true(move.chosen.play.cards == out[0].play.cards &&
                  move.chosen.win_probability == out[0].win_probability);
      for (size_t i = 0; i < move.candidates; i++) {
        const struct ddz_candidate *one = &out[i];
        const bool points = objective == DDZ_OBJECTIVE_POINTS;
        const double shown = points ? one->expected_points : one->win_probability;
        const double before =
            points ? out[i ? i - 1 : 0].expected_points : out[i ? i - 1 : 0].win_probability;
        most = one->visits > most ? one->visits : most;
        least = one->visits < least ? one->visits : least;
        assert_true(shown <= before);
        assert_true(one->bounded && one->win.low < one->win.high && !one->proven);
        assert_true(one->win.low <= one->win_probability && one->win_probability <= one->win.high);
        assert_true(.001 <= one->win_probability && one->win_probability <= .999); /* not proven */
        assert_true(one->points.low < one->expected_points && one->expected_points < one->points.high);
        assert_true(i == 0 || one->behind_error > 0);
      }
      assert_true(least > 0 && least * 10 >= most);
    }
}

/* Going out is proved; what is asked beside it is still estimated. */
TEST_IN(NET, a_proof_has_its_value_beside_what_is_included) {
  struct ddz_rules rules = cards_rules("douzero");
  const struct ddz_play three = {
      .cards = cards_hand("3"), .kind = DDZ_SOLO, .rank = DDZ_RANK_3, .length = 1, .size = 1};
  for (int effort = 0; effort < DDZ_EFFORTS; effort++) {
    struct ddz_robot_request ask;
    struct ddz_robot_move move;
    struct ddz_candidate out[ROOM];
    set_search(&ask, 3000, 1);
    ask.effort = (enum ddz_effort)effort;
    ask.include = &three;
    ask.includes = 1;
    ddz_view_bare(&ask.view, &rules, DDZ_LANDLORD, cards_hand("34567"));
    ask.view.now.left[DDZ_LANDLORD_DOWN] = ask.view.now.left[DDZ_LANDLORD_UP] = 5;
    ddz_decide(engine_here(), &ask, &move, out, ROOM);
    assert_true(move.chosen.play.size == 5 && move.chosen.win_probability == 1 && move.chosen.proven);
    assert_true(out[0].proven && out[0].win.low == 1 && out[0].win.high == 1);
    const struct ddz_candidate *solo = &out[candidate_of(out, move.candidates, three.cards)];
    assert_true(!solo->proven && solo->visits > 0 && solo->win.low < solo->win.high);
  }
}

/* Going out with the king is certain; the style likes the pass, because the partner leads then. Full effort
 * added that to the chance of the pass, and passed. */
TEST_IN(NETLESS | NET | TRAINED, a_certain_win_is_not_given_up_for_a_style) {
  struct ddz_rules rules = cards_rules("standard");
  for (int left = 2; left <= 3; left++) {
    struct ddz_robot_request ask;
    struct ddz_robot_move move;
    struct ddz_candidate out[ROOM];
    set_search(&ask, 3000, 0);
    ask.effort = DDZ_EFFORT_FULL;
    ask.style = DDZ_STYLE_COOPERATIVE;
    ddz_view_bare(&ask.view, &rules, DDZ_LANDLORD_DOWN, cards_hand("K"));
    ask.view.now.left[DDZ_LANDLORD] = 9;
    ask.view.now.left[DDZ_LANDLORD_UP] = left;
    ask.view.now.last = cards_play(&rules, "3");
    ask.view.now.owner = DDZ_LANDLORD_UP;
    ddz_decide(engine_here(), &ask, &move, out, ROOM);
    assert_int_equal(move.candidates, 2);
    assert_true(move.chosen.play.size == 1 && move.chosen.proven && out[0].score >= out[1].score);
    assert_int_equal(move.reason, DDZ_REASON_FINISH);
  }
}

/* A time that is over as soon as the search begins; and one that was over before. */
TEST_IN(NET, a_search_that_begins_in_time_gets_a_round) {
  static const struct {
    const char *preset;
    int left; /* looks at the clock before the time is over */
    enum ddz_player player;
  } rows[] = {{"standard", 1, DDZ_PLAYER_SEARCH},
              {"standard", 0, DDZ_PLAYER_NET},
              {"laizi", 1, DDZ_PLAYER_SEARCH},
              {"laizi", 0, DDZ_PLAYER_NET}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct ddz_rules rules = cards_rules(rows[i].preset);
    struct countdown countdown = {.left = rows[i].left};
    const struct ddz_stop stop = {.clock_us = run_out, .self = &countdown, .until_us = 1};
    struct ddz_robot_request ask;
    struct ddz_robot_move move;
    set_search(&ask, 0, 1);
    ddz_view_init(&ask.view, &rules, DDZ_LANDLORD, cards_hand("3345567889TJQKAA22BR"), 0);
    ask.limited = true;
    ask.limit.stop = &stop;
    ddz_decide(engine_here(), &ask, &move, NULL, 0);
    if (move.player != rows[i].player || (move.nodes > 0) != (rows[i].left > 0))
      fail_msg("row %zu: player %d, %llu nodes", i, (int)move.player, (unsigned long long)move.nodes);
  }
}

/* Before anything is tried the net's own play and opinion stand. */
TEST_IN(NET, without_time_the_net_alone_answers) {
  struct ddz_rules rules = cards_rules("douzero");
  struct countdown countdown = {.left = 0};
  const struct ddz_stop stop = {.clock_us = run_out, .self = &countdown, .until_us = 1};
  struct ddz_robot_request ask;
  struct ddz_robot_move greedy, move;
  set_search(&ask, 0, 1);
  ddz_view_init(&ask.view, &rules, DDZ_LANDLORD, cards_hand("3345567889TJQKAA22BR"), 0);
  ask.limited = true;
  ask.limit.stop = &stop;
  ddz_decide(engine_here(), &ask, &move, NULL, 0);
  ask.player = DDZ_PLAYER_NET;
  ddz_decide(engine_here(), &ask, &greedy, NULL, 0);
  assert_true(move.chosen.play.cards == greedy.chosen.play.cards && move.reason == DDZ_REASON_NET_BEST);
  assert_true(fabs(move.chosen.win_probability - greedy.chosen.win_probability) < 1e-9);
  assert_int_equal(move.player, DDZ_PLAYER_NET); /* nothing was searched */
}

/* Whatever the net thinks of them. */
TEST_IN(NET, the_pass_and_the_choice_of_the_rules_are_tried) {
  struct ddz_rules rules = cards_rules("douzero");
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < 20; i++) {
    ddz_hand deck = ddz_rules_deck(&rules), hand[DDZ_ROLES];
    struct ddz_robot_request ask;
    struct ddz_robot_move move, by_rules;
    struct ddz_candidate out[ROOM];
    struct ddz_open open;
    for (int r = 0; r < DDZ_ROLES; r++) hand[r] = cards_draw(&rng, &deck, DDZ_HAND_DEALT);
    hand[DDZ_LANDLORD] += deck;
    ddz_open_start(&open, &rules, hand, deck);
    const struct ddz_play lead = cards_play(&rules, cards_text(ddz_hand_of(ddz_hand_bottom(hand[0]), 1)));
    ddz_open_play(&open, &lead);
    set_search(&ask, 20000, 1);
    ask.view = open.view;
    ddz_decide(engine_here(), &ask, &move, out, ROOM);
    assert_int_equal(move.player, DDZ_PLAYER_SEARCH);
    assert_true(move.nodes > 0 && out[0].visits > 0);
    assert_true(out[candidate_of(out, ROOM, 0)].visits > 0);
    ask.player = DDZ_PLAYER_RULES;
    ddz_decide(engine_here(), &ask, &by_rules, NULL, 0);
    assert_true(out[candidate_of(out, ROOM, by_rules.chosen.play.cards)].visits > 0);
  }
}

/* The net's best 16, the choice of the rules, the pass and eight that are asked for. There was room for 24,
 * and a request like this one ended the service. Where there is little time it goes to what is asked for. */
TEST_IN(TRAINED, what_is_asked_for_has_room_and_is_tried_first) {
  static const char *const asked[] = {"JJJA", "JKKK", "KKKA", "TTTA", "QQQ2", "KAAA", "QQQA", "JJJ2"};
  enum { INCLUDES = sizeof asked / sizeof *asked };
  struct ddz_rules rules = cards_rules("standard");
  const struct ddz_play lead = cards_play(&rules, "3334");
  struct ddz_play include[INCLUDES];
  struct ddz_robot_request ask;
  struct ddz_robot_move move;
  struct ddz_candidate out[ROOM];
  for (int i = 0; i < INCLUDES; i++) include[i] = cards_play(&rules, asked[i]);
  set_search(&ask, 6000, 0);
  ask.effort = DDZ_EFFORT_FULL;
  ask.include = include;
  ask.includes = INCLUDES;
  ddz_view_init(&ask.view, &rules, DDZ_LANDLORD, 0, 0);
  ddz_view_advance(&ask.view, &lead);
  ask.view.role = DDZ_LANDLORD_DOWN;
  ask.view.hand = cards_hand("TTTJJJQQQKKKAAA52");
  ddz_decide(engine_here(), &ask, &move, out, ROOM);
  assert_in_range(move.candidates, 25, 26);
  for (int i = 0; i < INCLUDES; i++)
    assert_true(out[candidate_of(out, move.candidates, include[i].cards)].visits > 0);
  ask.limit.nodes = 40;
  ask.includes = 1;
  for (ask.effort = DDZ_EFFORT_DECIDE; ask.effort < DDZ_EFFORTS; ask.effort++) {
    ddz_decide(engine_here(), &ask, &move, out, ROOM);
    assert_true(out[candidate_of(out, move.candidates, include[0].cards)].visits > 0);
  }
}

int main(void) {
  return test_run_group(NETLESS, "netless", NULL, NULL) +
         test_run_group(NET, "on a net", toy_player_open, toy_player_close) +
         test_run_group(TRAINED, "on the trained net", trained_open, trained_close) +
         test_run_group(NET, "on a net that believes", toy_believer_open, toy_believer_close);
}
