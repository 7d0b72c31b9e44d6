/* Every player plays what certain.c proves; that it holds in every deal is for test_proven.c and
 * test_all_deals.c.
 *
 * DDZ_ENDINGS in the environment: how many endings are drawn; 1,000 take minutes. */
#include <math.h>

#include "core/base/rng.h"
#include "core/game/open.h"
#include "core/play/deals.h"
#include "core/play/rulebook.h"
#include "core/robot/decide.h"
#include "core/solver/solver.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/rule_cases.h"
#include "tests/support/test.h"

enum { ENDINGS = 120, CARDS_MAX = 26 /* in all hands */ };

/* ---- endings in which something is proved ---- */

struct ending {
  struct ddz_rules rules;
  struct ddz_open open;
  struct ddz_certain certain;
};

static void prove(const struct ddz_view *view, enum ddz_objective objective, struct ddz_certain *certain) {
  struct ddz_robot_request ask;
  struct ddz_scene scene;
  ddz_robot_defaults(&ask);
  ask.view = *view;
  ask.objective = objective;
  ddz_scene_set(&scene, engine_here(), &ask);
  ddz_rulebook_decide(&scene);
  *certain = scene.certain;
}

static int cards_in(const struct ddz_open *open) {
  return ddz_hand_size(open->hand[0]) + ddz_hand_size(open->hand[1]) + ddz_hand_size(open->hand[2]);
}

static void start(struct ddz_rng *rng, struct ending *e) {
  ddz_hand deck = ddz_rules_deck(&e->rules), hand[DDZ_ROLES];
  for (int r = 0; r < DDZ_ROLES; r++) hand[r] = cards_draw(rng, &deck, DDZ_HAND_DEALT);
  hand[DDZ_LANDLORD] += deck;
  ddz_open_start(&e->open, &e->rules, hand, deck);
}

/* A game played on by the rules until a seat can prove something with few cards in all hands; going out at
 * once is none.
 *
 * by_partner  it must be the partner who goes out
 *
 * False when nobody does. */
static bool play_to_proof(struct ddz_rng *rng, enum ddz_objective objective, bool by_partner,
                          struct ending *e) {
  struct ddz_robot_request ask;
  struct ddz_robot_move move;
  start(rng, e);
  ddz_robot_defaults(&ask);
  ask.player = DDZ_PLAYER_RULES;
  ask.level = 5; /* does not see what is certain, so games go on past it */
  ask.seed = ddz_rng_next(rng);
  do {
    e->open.view.rules = &e->rules;
    prove(&e->open.view, objective, &e->certain);
    const bool way = by_partner ? e->certain.way == DDZ_CERTAIN_PASS || e->certain.way == DDZ_CERTAIN_FEED
                                : e->certain.way > DDZ_CERTAIN_OUT;
    const bool settled = e->certain.full && !isnan(e->certain.stakes);
    if (way && (objective == DDZ_OBJECTIVE_WIN || settled) && cards_in(&e->open) <= CARDS_MAX) return true;
    ask.view = e->open.view;
    ddz_decide(engine_here(), &ask, &move, NULL, 0);
  } while (!ddz_open_play(&e->open, &move.chosen.play));
  return false;
}

/* Every fourth is won by the partner. */
static void next_ending(struct ddz_rng *rng, int i, enum ddz_objective objective, struct ending *e) {
  do {
    e->rules = rule_case_any(rng, ddz_rng_below(rng, 100));
  } while (!play_to_proof(rng, objective, i % 4 == 3, e));
}

/* ---- every player plays it ---- */

static const struct {
  enum ddz_player player;
  int level;
} players[] = {{DDZ_PLAYER_RULES, 8}, {DDZ_PLAYER_NET, 8},  {DDZ_PLAYER_SEARCH, 8},
               {DDZ_PLAYER_AUTO, 8},  {DDZ_PLAYER_AUTO, 9}, {DDZ_PLAYER_AUTO, 10}};

/* What wins in every deal only the highest level looks for. */
static void check_players(const struct ddz_view *view, enum ddz_objective objective,
                          const struct ddz_certain *certain) {
  const ddz_hand cards = certain->cards;
  for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
    if (certain->way == DDZ_CERTAIN_DEALS && players[i].level < DDZ_LEVEL_MAX) continue;
    struct ddz_robot_request ask;
    struct ddz_robot_move move;
    ddz_robot_defaults(&ask);
    ask.view = *view;
    ask.objective = objective;
    ask.player = players[i].player;
    ask.level = players[i].level;
    ask.seed = i;
    if (ask.player == DDZ_PLAYER_SEARCH) ask.limit.nodes = 500;
    ddz_decide(engine_here(), &ask, &move, NULL, 0);
    if (move.chosen.play.cards != cards)
      fail_msg("%s, level %d, for %s: '%s' of %s, not '%s'", ddz_player_names[ask.player], ask.level,
               ddz_objective_names[objective], cards_text(move.chosen.play.cards), cards_text(view->hand),
               cards_text(cards));
    assert_true(move.chosen.win_probability == 1);
  }
}

TEST(every_player_plays_what_is_proved) {
  struct ending e;
  const int endings = (int)test_env("DDZ_ENDINGS", ENDINGS);
  struct ddz_rng rng = test_rng(test_seed() + 1);
  for (int i = 0; i < endings; i++) {
    const enum ddz_objective objective = i % 3 == 0 ? DDZ_OBJECTIVE_POINTS : DDZ_OBJECTIVE_WIN;
    next_ending(&rng, i, objective, &e);
    check_players(&e.open.view, objective, &e.certain);
  }
}

/* ---- a short time ---- */

/* A clock that moves on whenever somebody looks at it. */
static uint64_t tick(void *self) { return ++*(uint64_t *)self; }

/* Prove within `until` looks; returns how many there were. */
static uint64_t prove_until(const struct ddz_view *view, uint64_t until, struct ddz_certain *certain) {
  uint64_t looks = 0;
  const struct ddz_stop stop = {.clock_us = tick, .self = &looks, .until_us = until};
  struct ddz_robot_request ask;
  struct ddz_scene scene;
  ddz_robot_defaults(&ask);
  ask.view = *view;
  ask.player = DDZ_PLAYER_SEARCH;
  ask.limited = true;
  ask.limit.stop = &stop;
  ddz_scene_set(&scene, engine_here(), &ask);
  ddz_rulebook_decide(&scene);
  *certain = scene.certain;
  return looks;
}

TEST(proofs_use_half_of_a_short_time) {
  enum { WANTED = 5, LOOKS = 12, BESIDE = 4 /* looks: to set the scene, and that see the end */ };
  struct ending e;
  struct ddz_rng rng = test_rng(test_seed() + 2);
  int found = 0;
  for (int i = 0; i < ENDINGS * WANTED && found < WANTED; i++) {
    struct ddz_certain whole, cut;
    next_ending(&rng, 0, DDZ_OBJECTIVE_WIN, &e);
    const uint64_t looks = prove_until(&e.open.view, UINT64_MAX, &whole);
    if (whole.way != DDZ_CERTAIN_DEALS || looks < LOOKS) continue;
    found++;
    assert_true(prove_until(&e.open.view, looks, &cut) <= looks / 2 + BESIDE);
    assert_true(cut.way == DDZ_CERTAIN_NOT && !cut.lost);
  }
  assert_int_equal(found, WANTED);
}

/* ---- positions ---- */

struct position {
  const char *rules;
  enum ddz_role role;
  const char *hand, *last;
  enum ddz_role owner;
  int left[DDZ_ROLES];
  const char *unseen;
  enum ddz_objective objective;
  enum ddz_certain_way way;
  const char *cards;
};

static void set_view(const struct position *p, struct ddz_rules *rules, struct ddz_view *view) {
  *rules = cards_rules(p->rules);
  const ddz_hand gone = ddz_rules_deck(rules) - cards_hand(p->hand) - cards_hand(p->unseen);
  const struct ddz_play last = cards_play(rules, p->last);
  ddz_view_bare(view, rules, p->role, cards_hand(p->hand));
  view->now.played[p->role] = gone - last.cards;
  memcpy(view->now.left, p->left, sizeof view->now.left);
  view->now.left[p->role] = ddz_hand_size(view->hand);
  view->now.plays[DDZ_LANDLORD] = view->now.plays[DDZ_LANDLORD_UP] = 4;
  if (last.size > 0) assert_int_equal(ddz_view_last(view, p->owner, &last), DDZ_OK);
}

static const enum ddz_role L = DDZ_LANDLORD, D = DDZ_LANDLORD_DOWN, U = DDZ_LANDLORD_UP;
static const enum ddz_objective WIN = DDZ_OBJECTIVE_WIN, POINTS = DDZ_OBJECTIVE_POINTS;

/* Hands are data: what is proved, and what must not be. */
TEST(positions_are_judged_right) {
  const struct position lines[] = {
      /* the pair goes out, and nobody can double any more */
      {"douzero", L, "66", "", D, {0, 4, 5}, "3345578TT", POINTS, DDZ_CERTAIN_OUT, "66"},
      /* whatever the partner holds beats the play: pass */
      {"standard", D, "34", "5", L, {3, 0, 1}, "789T", WIN, DDZ_CERTAIN_PASS, ""},
      /* one card that does not: he may hold it */
      {"standard", D, "34", "7", L, {3, 0, 1}, "789T", WIN, DDZ_CERTAIN_NOT, ""},
      /* the partner's play stands, and he leads his last card */
      {"standard", U, "34", "2", D, {3, 1, 0}, "789T", WIN, DDZ_CERTAIN_PASS, ""},
      {"standard", U, "34", "9", D, {3, 1, 0}, "789T", WIN, DDZ_CERTAIN_NOT, ""},
      /* two cards that are a pair, whichever they are */
      {"standard", D, "3345", "44", L, {2, 0, 2}, "7777", WIN, DDZ_CERTAIN_PASS, ""},
      {"standard", D, "3345", "44", L, {2, 0, 2}, "7788", WIN, DDZ_CERTAIN_NOT, ""},
      /* on the lead: the lowest card feeds him */
      {"standard", D, "48A", "", L, {3, 0, 1}, "789T", WIN, DDZ_CERTAIN_FEED, "4"},
      /* after a landlord who cannot answer */
      {"standard", U, "3R", "", D, {3, 2, 0}, "77788", WIN, DDZ_CERTAIN_RUN, "R"},
      /* a bomb is thinkable */
      {"standard", L, "TJQKA3", "", D, {0, 4, 4}, "44445689", WIN, DDZ_CERTAIN_NOT, ""},
      {"standard", L, "TJQKA3", "", D, {0, 3, 4}, "4445689", WIN, DDZ_CERTAIN_RUN, "TJQKA"},
      /* nobody has four cards for it */
      {"standard", L, "TJQKA3", "", D, {0, 3, 3}, "444456", WIN, DDZ_CERTAIN_RUN, "TJQKA"},
      /* a lone flower cannot be led */
      {"yuncheng", U, "34", "2", D, {1, 1, 0}, "7F", WIN, DDZ_CERTAIN_NOT, ""},
      /* nor be the end of a run */
      {"yuncheng", U, "A222F", "", D, {1, 2, 0}, "334", WIN, DDZ_CERTAIN_RUN, "222"},
      /* 3782 as a trio of threes would let the partner take over; it is read as one of eights */
      {"laizi 72", U, "37899JK2B", "", D, {3, 5, 0}, "72234577", WIN, DDZ_CERTAIN_DEALS, "3"},
  };
  int wrong = 0;
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_rules rules;
    struct ddz_view view;
    struct ddz_certain certain;
    set_view(&lines[i], &rules, &view);
    prove(&view, lines[i].objective, &certain);
    const bool right = certain.way == lines[i].way &&
                       (certain.way == DDZ_CERTAIN_NOT || certain.cards == cards_hand(lines[i].cards));
    if (!right)
      print_message("line %d, %s: way %d '%s'\n", (int)i, lines[i].hand, (int)certain.way,
                    cards_text(certain.cards));
    wrong += !right;
    if (right && certain.way != DDZ_CERTAIN_NOT) check_players(&view, lines[i].objective, &certain);
  }
  assert_int_equal(wrong, 0);
}

/* Where only a bomb could stop a run the rules weigh how likely it is. */
TEST(a_bomb_that_is_hardly_there_stops_no_run) {
  const struct position lines[] = {
      {"standard", L, "TJQKA3", "", D, {0, 4, 4}, "44445689", WIN, DDZ_CERTAIN_NOT, "TJQKA"},
      {"standard", L, "TJQKA3", "", D, {0, 4, 4}, "44445555", WIN, DDZ_CERTAIN_NOT, "TJQKA"},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_robot_request ask;
    struct ddz_robot_move move;
    struct ddz_rules rules;
    ddz_robot_defaults(&ask);
    set_view(&lines[i], &rules, &ask.view);
    ask.player = DDZ_PLAYER_RULES;
    ddz_decide(engine_here(), &ask, &move, NULL, 0);
    assert_true(move.chosen.play.cards == cards_hand(lines[i].cards));
    assert_int_equal(move.reason, DDZ_REASON_LIKELY);
    assert_true(!move.chosen.proven && !(move.chosen.win_probability >= .999));
  }
}

int main(void) { return test_run(trained_open, trained_close); }
