/* The robot of rules: each rule fires where it must and not where it must not, and nothing illegal is ever
 * played. */
#include <math.h>

#include "core/game/table.h"
#include "core/robot/decide.h"
#include "core/value/prompt.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/plays.h"
#include "tests/support/rule_cases.h"
#include "tests/support/test.h"

enum { GAMES = 60, L = DDZ_LANDLORD, D = DDZ_LANDLORD_DOWN, U = DDZ_LANDLORD_UP, NOBODY = -1, ROOM = 4000 };

/* A position as a line: who holds what, what lies on the table, what each seat has left (0: not known). */
struct position {
  const char *rules, *hand;
  int role, owner;
  const char *last;
  int left[DDZ_ROLES];
  const char *gone; /* played before, by the landlord: what can no longer beat anything */
};

/* All but a few cards of the deck, as `gone`. */
static const char all_but_low[] = "789TJQKA2BR";

static struct ddz_rules rules; /* of the last position; the view points at it */

static void set_request(const struct position *p, struct ddz_robot_request *ask) {
  rules = cards_rules(p->rules);
  ddz_robot_defaults(ask);
  ddz_view_bare(&ask->view, &rules, (enum ddz_role)p->role, cards_hand(p->hand));
  for (int i = 0; i < DDZ_ROLES; i++)
    if (i != p->role) ask->view.now.left[i] = p->left[i];
  if (p->gone == all_but_low) {
    ddz_ranks high = ddz_hand_at_least(cards_hand(all_but_low), 1);
    ask->view.now.played[L] = ddz_hand_only(ddz_view_unseen(&ask->view), high) - cards_hand(p->last);
  } else if (p->gone != NULL) {
    ask->view.now.played[L] = cards_hand(p->gone);
  }
  if (p->owner == NOBODY) return;
  struct ddz_play last = cards_play(&rules, p->last);
  assert_int_equal(ddz_view_last(&ask->view, (enum ddz_role)p->owner, &last), DDZ_OK);
}

static struct ddz_robot_move move_at(const struct position *p) {
  struct ddz_robot_request ask;
  struct ddz_robot_move move;
  set_request(p, &ask);
  ddz_decide(engine_here(), &ask, &move, NULL, 0);
  return move;
}

TEST(each_rule_fires_where_it_must) {
  static const struct {
    struct position at;
    const char *play;
    enum ddz_reason reason;
  } lines[] = {
      /* S0 1: going out, over the partner too, with four and two, with wildcards */
      {{"standard", "333356", L, NOBODY, "", {0}, NULL}, "333356", DDZ_REASON_FINISH},
      {{"standard", "9", U, D, "5", {3, 1, 0}, NULL}, "9", DDZ_REASON_FINISH},
      {{"laizi 7", "37", D, L, "22", {9, 0, 9}, NULL}, "", DDZ_REASON_NOTHING_BEATS},
      {{"laizi 7", "A7", D, L, "QQ", {9, 0, 9}, NULL}, "A7", DDZ_REASON_FINISH},
      {{"yuncheng", "345678F", L, NOBODY, "", {0}, NULL}, "345678F", DDZ_REASON_FINISH},
      {{"standard", "3456", L, D, "BR", {0, 9, 9}, NULL}, "", DDZ_REASON_NOTHING_BEATS},
      {{"yuncheng", "F", L, NOBODY, "", {0, 9, 9}, NULL}, "", DDZ_REASON_CANNOT_LEAD},
      /* S0 2: the rocket, then 3: nobody can come between */
      {{"standard", "3BR", L, NOBODY, "", {0, 9, 9}, NULL}, "BR", DDZ_REASON_UNBEATABLE},
      {{"standard", "344R", L, D, "B", {0, 9, 9}, all_but_low}, "R", DDZ_REASON_BEST_REST},
      {{"standard", "44R", L, D, "2", {0, 3, 3}, "3333B"}, "R", DDZ_REASON_UNBEATABLE},
      /* S0 5: the partner has one card left and the lead */
      {{"standard", "79TKA", U, D, "5", {9, 1, 0}, NULL}, "", DDZ_REASON_PARTNER_GOES},
      {{"standard", "79TKA", D, U, "55", {9, 0, 1}, NULL}, "", DDZ_REASON_NOTHING_BEATS},
      {{"standard", "7799K", D, U, "55", {9, 0, 1}, NULL}, "", DDZ_REASON_PARTNER_GOES},
      /* S1: a high card of the partner's is his */
      {{"standard", "34579K2", D, U, "A", {9, 0, 9}, NULL}, "", DDZ_REASON_PARTNER_HOLDS},
      /* S0 4 and 8: the landlord has one card left; the pair of aces is broken */
      {{"standard", "3356799JAA", D, L, "T", {1, 0, 9}, "2222BR"}, "A", DDZ_REASON_STOP_ENEMY},
      {{"standard", "3344556K22", D, L, "T", {1, 0, 9}, "BR"}, "2", DDZ_REASON_STOP_ENEMY},
      /* ... and comes after the partner's low card */
      {{"standard", "3344556K22", U, D, "T", {1, 9, 0}, "BR"}, "2", DDZ_REASON_STOP_ENEMY},
      /* S0 3: the partner plays next and has one card */
      {{"standard", "47799JJK", D, NOBODY, "", {9, 0, 1}, NULL}, "4", DDZ_REASON_FEED_PARTNER},
      /* S0 4 on the lead: no solo to a landlord with one card */
      {{"standard", "347799JK", U, NOBODY, "", {1, 9, 0}, NULL}, "77", DDZ_REASON_AVOID_FEEDING},
      {{"standard", "3479JKR", L, NOBODY, "", {0, 1, 9}, NULL}, "R", DDZ_REASON_AVOID_FEEDING},
      {{"standard", "3479JK", L, NOBODY, "", {0, 1, 9}, NULL}, "K", DDZ_REASON_LAST_STAND},
      {{"standard", "3356799JQ", D, L, "T", {1, 0, 9}, NULL}, "Q", DDZ_REASON_LAST_STAND},
      /* S0 7: the farmer before the landlord raises a low card */
      {{"standard", "34456799JJKA2", U, D, "4", {15, 15, 0}, NULL}, "K", DDZ_REASON_GATEKEEPER},
      /* S0 6 */
      {{"standard", "3333456789JJQ", L, D, "2", {0, 9, 9}, NULL}, "", DDZ_REASON_KEEP_BOMBS},
      {{"standard", "333345678", L, D, "2", {0, 17, 17}, NULL}, "3333", DDZ_REASON_BOMB_PAYS},
      {{"standard", "333345678", L, D, "2", {0, 9, 9}, NULL}, "3333", DDZ_REASON_LIKELY},
      /* plain moves */
      {{"standard", "3456789TJ22", L, D, "TJQKA", {0, 9, 9}, NULL}, "", DDZ_REASON_NOTHING_BEATS},
      {{"standard", "34568", L, NOBODY, "", {0, 9, 9}, NULL}, "3", DDZ_REASON_BEST_REST},
      {{"standard", "34456789TJQQK2", L, D, "9", {0, 9, 9}, NULL}, "Q", DDZ_REASON_BEST_REST},
  };
  int wrong = 0;
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_robot_move move = move_at(&lines[i].at);
    if (move.chosen.play.cards == cards_hand(lines[i].play) && move.reason == lines[i].reason) continue;
    print_error("%s: '%s' (%s), not '%s' (%s)\n", lines[i].at.hand, cards_text(move.chosen.play.cards),
                ddz_reason_rows[move.reason].name, lines[i].play, ddz_reason_rows[lines[i].reason].name);
    wrong++;
  }
  assert_int_equal(wrong, 0);
}

TEST(each_rule_is_silent_where_it_must_be) {
  static const struct {
    struct position at;
    enum ddz_reason silent;
  } lines[] = {
      {{"standard", "333357", L, D, "4444", {0, 9, 9}, NULL}, DDZ_REASON_FINISH},
      {{"standard", "3334", L, NOBODY, "", {0, 9, 9}, NULL}, DDZ_REASON_NOTHING_BEATS},
      /* the last 2 can be beaten by a joker; two low plays are one too many */
      {{"standard", "32", L, NOBODY, "", {0, 9, 9}, NULL}, DDZ_REASON_UNBEATABLE},
      {{"standard", "35BR", L, NOBODY, "", {0, 9, 9}, NULL}, DDZ_REASON_UNBEATABLE},
      /* an enemy's last card is no partner's */
      {{"standard", "79TKA", L, D, "5", {0, 1, 9}, NULL}, DDZ_REASON_PARTNER_GOES},
      {{"standard", "79TKA", D, L, "5", {1, 0, 9}, NULL}, DDZ_REASON_PARTNER_GOES},
      {{"standard", "79TKA", U, D, "5", {9, 8, 0}, NULL}, DDZ_REASON_PARTNER_GOES},
      {{"standard", "34579K2", D, L, "A", {9, 0, 9}, NULL}, DDZ_REASON_PARTNER_HOLDS},
      /* many cards left; the seat that has passed is no danger; the partner's last card is none */
      {{"standard", "3344556AA", D, L, "T", {9, 0, 9}, NULL}, DDZ_REASON_STOP_ENEMY},
      {{"standard", "3344556AA", D, U, "T", {1, 0, 9}, NULL}, DDZ_REASON_STOP_ENEMY},
      {{"standard", "3344556AA", D, L, "T", {9, 0, 1}, NULL}, DDZ_REASON_STOP_ENEMY},
      {{"standard", "47799JJK", D, NOBODY, "", {9, 0, 5}, NULL}, DDZ_REASON_FEED_PARTNER},
      {{"standard", "47799JJK", U, NOBODY, "", {9, 1, 0}, NULL}, DDZ_REASON_FEED_PARTNER},
      {{"standard", "47799JJK", L, NOBODY, "", {0, 1, 9}, NULL}, DDZ_REASON_FEED_PARTNER},
      {{"standard", "347799JK", U, NOBODY, "", {9, 1, 0}, NULL}, DDZ_REASON_AVOID_FEEDING},
      {{"standard", "3356799JQ", D, L, "T", {9, 0, 9}, NULL}, DDZ_REASON_LAST_STAND},
      {{"standard", "3356799JQ", D, U, "T", {1, 0, 9}, NULL}, DDZ_REASON_LAST_STAND},
      {{"yuncheng", "3F", L, NOBODY, "", {0, 9, 9}, NULL}, DDZ_REASON_CANNOT_LEAD},
      {{"yuncheng", "F", L, D, "3", {0, 9, 9}, NULL}, DDZ_REASON_CANNOT_LEAD},
      {{"standard", "34456799JJKA2", D, U, "4", {15, 0, 15}, NULL}, DDZ_REASON_GATEKEEPER},
      {{"standard", "34456799JJKA2", U, D, "K", {15, 15, 0}, NULL}, DDZ_REASON_GATEKEEPER},
      {{"standard", "3333456789JJQ", L, D, "2", {0, 9, 9}, NULL}, DDZ_REASON_BOMB_PAYS},
      {{"standard", "3333456789JJ2", L, D, "A", {0, 9, 9}, NULL}, DDZ_REASON_KEEP_BOMBS},
      {{"standard", "3456789A", L, D, "K", {0, 9, 9}, NULL}, DDZ_REASON_KEEP_SHAPE},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_robot_move move = move_at(&lines[i].at);
    if (move.reason == lines[i].silent) fail_msg("line %zu: %s", i, ddz_reason_rows[move.reason].name);
  }
}

TEST(an_answer_that_wrecks_the_hand_is_not_given) {
  struct position at = {"standard", "3456789TJQKA", L, D, "99", {0, 9, 9}, NULL};
  assert_int_equal(move_at(&at).reason, DDZ_REASON_NOTHING_BEATS);
  struct position wreck = {"standard", "56789", L, D, "4", {0, 15, 15}, NULL};
  struct ddz_robot_move move = move_at(&wreck);
  assert_int_equal(move.reason, DDZ_REASON_KEEP_SHAPE);
  assert_int_equal(move.chosen.play.kind, DDZ_PASS);
}

TEST(a_flower_is_never_left_alone) {
  struct position at = {"yuncheng", "3399F", L, NOBODY, "", {0, 9, 9}, NULL};
  assert_int_not_equal(move_at(&at).chosen.play.cards, cards_hand("3399"));
  struct position last = {"yuncheng", "9F", L, NOBODY, "", {0, 9, 9}, NULL};
  assert_string_equal(cards_text(move_at(&last).chosen.play.cards), "9F");
  struct position answer = {"yuncheng", "9F", L, D, "8", {0, 9, 9}, NULL};
  struct ddz_robot_request ask;
  struct ddz_robot_move move;
  set_request(&answer, &ask);
  ddz_decide(engine_here(), &ask, &move, NULL, 0);
  assert_int_equal(move.chosen.play.kind, DDZ_PASS); /* with the flower alone nobody ever goes out */
}

TEST(candidates_start_with_the_chosen_and_fall_in_score) {
  struct position at = {"standard", "3344556KAA22R", D, L, "T", {9, 0, 9}, NULL};
  struct ddz_robot_request ask;
  struct ddz_robot_move move;
  struct ddz_candidate all[64], few[3];
  set_request(&at, &ask);
  ddz_decide(engine_here(), &ask, &move, all, 64);
  assert_int_equal(move.candidates, 5); /* K A 2 R and the pass */
  assert_int_equal(all[0].play.cards, move.chosen.play.cards);
  bool pass = false;
  for (size_t i = 0; i < move.candidates; i++) {
    pass = pass || all[i].play.kind == DDZ_PASS;
    assert_true(isnan(all[i].win_probability) && isnan(all[i].expected_points));
    if (i > 0) assert_true(all[i - 1].score >= all[i].score);
    for (size_t k = 0; k < i; k++) assert_int_not_equal(all[k].play.cards, all[i].play.cards);
  }
  assert_true(pass);
  ddz_decide(engine_here(), &ask, &move, few, 3);
  assert_int_equal(move.candidates, 5);
  for (int i = 0; i < 3; i++) assert_int_equal(few[i].play.cards, all[i].play.cards);
}

/* Going out is exact in points: the stake, what the last play doubles, the spring. */
TEST(going_out_is_told_in_points) {
  static const struct {
    const char *rules, *hand, *play; /* the landlord led `play` and holds `hand` */
    double points;
  } lines[] = {{"standard", "5", "34567", 12}, /* spring */
               {"douzero", "5", "34567", 6},   /* there is none */
               {"douzero", "8888", "34567", 12}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_robot_request ask;
    struct ddz_robot_move move;
    struct ddz_candidate all[4];
    rules = cards_rules(lines[i].rules);
    ddz_robot_defaults(&ask);
    ask.multiplier = 3;
    ddz_view_init(&ask.view, &rules, DDZ_LANDLORD, cards_hand(lines[i].hand), 0);
    assert_int_equal(view_play(&ask.view, DDZ_LANDLORD, cards_hand(lines[i].play)), DDZ_OK);
    assert_int_equal(view_play(&ask.view, DDZ_LANDLORD_DOWN, 0), DDZ_OK);
    assert_int_equal(view_play(&ask.view, DDZ_LANDLORD_UP, 0), DDZ_OK);
    ddz_decide(engine_here(), &ask, &move, all, 4);
    assert_int_equal(move.reason, DDZ_REASON_FINISH);
    assert_true(move.chosen.win_probability == 1 && move.chosen.expected_points == lines[i].points);
    assert_true(all[0].expected_points == lines[i].points);
    ddz_view_bare(&ask.view, &rules, DDZ_LANDLORD, cards_hand(lines[i].hand));
    ddz_decide(engine_here(), &ask, &move, all, 4);
    assert_int_equal(isnan(move.chosen.expected_points), i == 0); /* was it a spring? */
  }
}

/* A whole game of robots; every move is checked by the view, which is the referee of plays. Returns a digest
 * of the moves. */
static uint64_t play_game(struct ddz_rng *rng, const struct ddz_rules *game_rules, int level, uint64_t seed) {
  ddz_hand deck = ddz_rules_deck(game_rules), hand[DDZ_ROLES];
  struct ddz_view view[DDZ_ROLES];
  uint64_t digest = 0;
  for (int seat = 0; seat < DDZ_ROLES; seat++) {
    hand[seat] = cards_draw(rng, &deck, seat == L ? 17 + game_rules->kitty : 17);
    ddz_view_init(&view[seat], game_rules, (enum ddz_role)seat, hand[seat], 0);
  }
  for (int ply = 0; !ddz_position_is_over(&view[0].now); ply++) {
    enum ddz_role turn = view[0].now.turn;
    struct ddz_robot_request ask;
    struct ddz_robot_move move;
    assert_true(ply < 300);
    ddz_robot_defaults(&ask);
    ask.view = view[turn];
    ask.level = level;
    ask.seed = seed;
    ask.style = (enum ddz_style)(ply % DDZ_STYLES);
    ddz_decide(engine_here(), &ask, &move, NULL, 0);
    if (move.chosen.play.kind == DDZ_PASS && view[turn].now.last.kind == DDZ_PASS)
      return digest; /* a lone flower leads */
    assert_true(ddz_hand_contains(hand[turn], move.chosen.play.cards));
    hand[turn] -= move.chosen.play.cards;
    view[turn].hand = hand[turn];
    for (int seat = 0; seat < DDZ_ROLES; seat++)
      assert_int_equal(view_play(&view[seat], turn, move.chosen.play.cards), DDZ_OK);
    digest = (digest ^ move.chosen.play.cards ^ (uint64_t)move.reason << 60) * 0x9E3779B97F4A7C15ull;
  }
  return digest;
}

TEST(robots_of_every_level_play_legal_games_under_all_rules) {
  struct ddz_rng rng = test_rng(test_seed());
  for (unsigned i = 0; i < GAMES; i++) {
    struct ddz_rules any = rule_case_any(&rng, i);
    play_game(&rng, &any, 1 + (int)(i % DDZ_LEVEL_MAX), i);
  }
}

TEST(equal_requests_have_equal_answers) {
  struct ddz_rules standard = cards_rules("standard");
  int differ = 0;
  for (uint64_t i = 0; i < 20; i++) {
    uint64_t digest[3];
    for (int k = 0; k < 3; k++) {
      struct ddz_rng rng;
      ddz_rng_seed_stream(&rng, test_seed(), i);
      if (k == 1) ddz_power_reset(engine_here()->power); /* what the memo holds changes nothing */
      digest[k] = play_game(&rng, &standard, 3, k == 2 ? 77 : 5);
    }
    assert_true(digest[0] == digest[1]);
    differ += digest[0] != digest[2];
  }
  assert_true(differ > 10); /* a low level errs in another way under another seed */
}

TEST(a_low_level_slips_and_says_so_and_a_high_one_never_does) {
  struct position at = {"standard", "334456778TJJQKA2", L, NOBODY, "", {0, 17, 17}, NULL};
  struct ddz_robot_request ask;
  struct ddz_robot_move best, move;
  int slips = 0;
  set_request(&at, &ask);
  ddz_decide(engine_here(), &ask, &best, NULL, 0);
  for (uint64_t seed = 0; seed < 200; seed++) {
    ask.seed = seed;
    ask.level = DDZ_LEVEL_DEFAULT;
    ddz_decide(engine_here(), &ask, &move, NULL, 0);
    assert_int_equal(move.chosen.play.cards, best.chosen.play.cards);
    ask.level = DDZ_LEVEL_MIN;
    ddz_decide(engine_here(), &ask, &move, NULL, 0);
    assert_int_equal(move.reason == DDZ_REASON_LEVEL_SLIP, move.chosen.play.cards != best.chosen.play.cards);
    slips += move.reason == DDZ_REASON_LEVEL_SLIP;
  }
  assert_true(slips > 50);
}

TEST(styles_bend_the_rules) {
  static const struct {
    struct position at;
    const char *play[DDZ_STYLES]; /* steady, aggressive, cooperative */
  } lines[] = {
      /* two plays would be left after the bomb */
      {{"standard", "33334567899", L, D, "2", {0, 9, 9}, NULL}, {"", "3333", ""}},
      /* the partner's ten is covered or left to him; his king only by who presses on */
      {{"standard", "3344669J", D, U, "T", {9, 0, 9}, NULL}, {"J", "J", ""}},
      {{"standard", "3344669A", D, U, "K", {9, 0, 9}, NULL}, {"", "A", ""}},
      /* a low card of his is nobody's pride */
      {{"standard", "3344668J", D, U, "6", {9, 0, 9}, NULL}, {"8", "8", "8"}},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    for (int style = 0; style < DDZ_STYLES; style++) {
      struct ddz_robot_request ask;
      struct ddz_robot_move move;
      set_request(&lines[i].at, &ask);
      ask.style = (enum ddz_style)style;
      ddz_decide(engine_here(), &ask, &move, NULL, 0);
      if (move.chosen.play.cards != cards_hand(lines[i].play[style]))
        fail_msg("line %zu, %s: '%s'", i, ddz_style_names[ask.style], cards_text(move.chosen.play.cards));
    }
}

/* A beginner plays no combinations, the others none that are too long for them; all see bombs and what goes
 * out. */
TEST(a_low_level_does_not_see_long_plays) {
  static const int sees[] = {[1] = 3, [2] = 4, [3] = 5, [4] = 6, [5] = 8, [6] = DDZ_HAND_MAX};
  enum { LEVELS = sizeof sees / sizeof *sees };
  struct ddz_rules standard = cards_rules("standard");
  int longest[LEVELS] = {0};
  standard.calling = DDZ_CALLING_NONE;
  for (unsigned i = 0; i < 400; i++) {
    struct ddz_table table;
    const int level = 1 + (int)(i % (LEVELS - 1));
    assert_int_equal(ddz_table_init(&table, &standard, i, NULL), DDZ_OK); /* these have plays as long */
    while (table.phase == DDZ_PHASE_PLAY) {
      struct ddz_robot_request ask;
      struct ddz_robot_move move;
      struct ddz_action action = {.seat = (uint8_t)table.turn};
      ddz_robot_defaults(&ask);
      ddz_table_view(&table, &ask.view);
      ask.level = level;
      ddz_decide(engine_here(), &ask, &move, NULL, 0);
      const bool free = move.chosen.play.cards == ask.view.hand || ddz_is_bomb(&move.chosen.play);
      if (!free && move.chosen.play.size > longest[level]) longest[level] = move.chosen.play.size;
      action.cards = move.chosen.play.cards;
      assert_int_equal(ddz_table_apply(&table, &action), DDZ_OK);
    }
  }
  for (int level = 1; level < LEVELS - 1; level++) assert_int_equal(longest[level], sees[level]);
  assert_true(longest[LEVELS - 1] > sees[LEVELS - 2]);
}

/* However weak, nobody stays when he could go out, and below the level that stops enemies at any price nobody
 * bombs his partner. */
TEST(no_level_errs_absurdly) {
  struct ddz_rules standard = cards_rules("standard");
  int outs = 0, partners = 0;
  standard.calling = DDZ_CALLING_NONE;
  for (unsigned i = 0; i < 300; i++) {
    struct ddz_table table;
    int level = 1 + (int)(i % DDZ_LEVEL_MAX);
    assert_int_equal(ddz_table_init(&table, &standard, test_seed() + i, NULL), DDZ_OK);
    while (table.phase == DDZ_PHASE_PLAY) {
      struct ddz_robot_request ask;
      struct ddz_robot_move move;
      struct ddz_play out;
      struct ddz_action action = {.seat = (uint8_t)table.turn};
      ddz_robot_defaults(&ask);
      ddz_table_view(&table, &ask.view);
      ask.level = level;
      ask.seed = i;
      if (ddz_robot_is_long(&ask)) ask.limit.nodes = 100;
      ddz_decide(engine_here(), &ask, &move, NULL, 0);
      if (ddz_answer(&standard, ask.view.hand, &table.now.last, &out) == DDZ_OK) {
        const bool dearer = level == DDZ_LEVEL_MAX && move.chosen.proven; /* as sure, and for more points */
        assert_true(move.chosen.play.cards == ask.view.hand || dearer);
        outs++;
      }
      bool by_partner = table.now.last.kind != DDZ_PASS &&
                        ddz_role_partners(ask.view.role, ask.view.now.owner) && level < 4;
      if (by_partner && move.chosen.play.cards != ask.view.hand) assert_false(ddz_is_bomb(&move.chosen.play));
      partners += by_partner;
      action.cards = move.chosen.play.cards;
      assert_int_equal(ddz_table_apply(&table, &action), DDZ_OK);
    }
  }
  assert_true(outs >= 300 && partners > 300);
}

TEST(every_reason_has_a_name) {
  for (int i = 0; i < DDZ_REASONS; i++) {
    assert_true(strlen(ddz_reason_rows[i].name) > 0);
    assert_true(strlen(ddz_reason_rows[i].text) > 10);
    assert_true(strlen(ddz_reason_rows[i].chinese) > 10);
  }
}

/* The partner plays next and has one card, and there is no card that does not beat the lead: it is won. Where
 * one is as low, or the landlord comes between, nothing is certain. */
TEST(feeding_a_partner_who_beats_anything_is_certain) {
  static const struct {
    struct position at;
    bool certain;
  } lines[] = {
      {{"standard", "37799JJK", D, NOBODY, "", {9, 8, 1}, "333"}, true},
      {{"standard", "47799JJK", D, NOBODY, "", {9, 8, 1}, "3333"}, false},
      {{"standard", "47799JJK", D, NOBODY, "", {9, 8, 1}, "3333444"}, true},
      {{"yuncheng", "37799JJK", D, NOBODY, "", {9, 8, 1}, "333"},
       false}, /* the flower may be his last card */
      {{"standard", "37799JJK", U, NOBODY, "", {9, 1, 8}, "333"}, false},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    const struct ddz_robot_move move = move_at(&lines[i].at);
    if ((move.chosen.win_probability == 1) != lines[i].certain) fail_msg("line %zu", i);
  }
}

int main(void) { return test_run(NULL, NULL); }
