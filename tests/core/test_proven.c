/* What is told as proven is so in every deal that fits.
 *
 * Small endings of every preset at random, with flower and wildcards in hand; half of them where all unseen
 * cards are in hands, the others where some were played that nobody names. A play that a robot tells as won
 * or lost for certain is put down in the deals that fit, all of them or some at random, and the solver plays
 * on with open hands.
 *
 * In the environment: DDZ_CLAIMS, how many claims a preset; DDZ_PRESET, the number of one preset alone. */
#include "core/base/rng.h"
#include "core/game/open.h"
#include "core/robot/decide.h"
#include "core/rules/movegen.h"
#include "core/solver/solver.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/rule_cases.h"
#include "tests/support/test.h"

enum {
  CLAIMS = 2000, /* a preset */
  OWN = 9,       /* cards at most, of who acts */
  OTHER = 5,     /* of another */
  DEALS = 40,    /* all deals where there are no more, else so many at random */
  LISTED = 32,   /* plays a robot tells of */
  SOLVER_NODES = 200000
};

struct ending {
  struct ddz_rules rules;
  struct ddz_view view;
  ddz_hand unseen;
};

static enum ddz_role next_of(const struct ending *e) { return ddz_role_next(e->view.role); }
static enum ddz_role before_of(const struct ending *e) { return ddz_role_before(e->view.role); }

/* ---- endings ---- */

static uint32_t below(struct ddz_rng *rng, int n) { return ddz_rng_below(rng, (uint32_t)n); }

/* Up to `most` cards of the pile, from few ranks one time in two, and now and then all wildcards. */
static ddz_hand draw(struct ddz_rng *rng, const struct ddz_rules *rules, ddz_hand *pile, int most) {
  const ddz_ranks near = (ddz_ranks)(31u << below(rng, 11) | 1u << DDZ_RANK_F);
  ddz_hand wilds = ddz_rules_wilds(rules, *pile), hand = 0;
  const int n = 1 + (int)below(rng, most);
  if (wilds != 0 && below(rng, 2) == 0)
    hand = cards_draw(rng, &wilds, 1 + (int)below(rng, ddz_hand_size(wilds)));
  while (ddz_hand_size(hand) > n) hand -= ddz_hand_of(ddz_hand_top(hand), 1);
  ddz_hand rest = *pile - hand, few = ddz_hand_only(rest, near);
  const int more = n - ddz_hand_size(hand);
  if (below(rng, 2) == 0 && ddz_hand_size(few) >= more) rest = few;
  hand += cards_draw(rng, &rest, more);
  *pile -= hand;
  return hand;
}

/* Something that is on the table: a play out of a part of these cards; none: the seat leads. */
static struct ddz_play last_of(struct ddz_rng *rng, const struct ending *e, ddz_hand gone) {
  static struct ddz_play plays[DDZ_MOVES_MAX_WILD];
  const ddz_hand some = draw(rng, &e->rules, &gone, OTHER);
  const size_t n =
      below(rng, 3) == 0 ? 0 : ddz_moves(&e->rules, some, NULL, DDZ_FILL_LACK, plays, DDZ_MOVES_MAX_WILD);
  return n == 0 ? (struct ddz_play){0} : plays[ddz_rng_below(rng, (uint32_t)n)];
}

/* What is gone, to those who put it down: each as many cards as it lacks. */
static void put_down(struct ddz_rng *rng, struct ending *e, ddz_hand gone, const int left[DDZ_ROLES]) {
  for (int r = 0; r < DDZ_ROLES; r++) {
    const int full = DDZ_HAND_DEALT + (r == DDZ_LANDLORD ? e->rules.kitty : 0), lacks = full - left[r];
    const int most = ddz_hand_size(gone);
    e->view.now.played[r] = cards_draw(rng, &gone, r == DDZ_ROLES - 1 || lacks > most ? most : lacks);
    e->view.now.plays[r] = ddz_hand_size(e->view.now.played[r]) > 0 ? 2 : 0;
  }
}

static void next_ending(struct ddz_rng *rng, unsigned preset, struct ending *e) {
  const enum ddz_role role = (enum ddz_role)below(rng, DDZ_ROLES);
  e->rules = below(rng, 8) == 0 ? rule_case_own(rng, preset) : rule_case_any(rng, preset);
  ddz_hand pile = ddz_rules_deck(&e->rules), hand[DDZ_ROLES];
  for (int i = 0; i < DDZ_ROLES; i++) {
    const int at = (role + i) % DDZ_ROLES;
    hand[at] = draw(rng, &e->rules, &pile, at == (int)role ? OWN : OTHER);
  }
  ddz_view_bare(&e->view, &e->rules, role, hand[role]);
  for (int r = 0; r < DDZ_ROLES; r++) e->view.now.left[r] = ddz_hand_size(hand[r]);
  const struct ddz_play last = last_of(rng, e, pile);
  if (below(rng, 2) == 0) put_down(rng, e, pile - last.cards, e->view.now.left);
  if (below(rng, 4) == 0 && e->view.now.left[DDZ_LANDLORD] >= e->rules.kitty)
    e->view.kitty = ddz_hand_highest(hand[DDZ_LANDLORD], e->rules.kitty);
  const enum ddz_role shown = (enum ddz_role)below(rng, DDZ_ROLES);
  if (below(rng, 8) == 0 && shown != role) e->view.shown[shown] = hand[shown];
  if (last.size > 0)
    (void)ddz_view_last(&e->view, (enum ddz_role)((role + 1 + below(rng, 2)) % DDZ_ROLES), &last);
  e->unseen = ddz_view_unseen(&e->view);
}

/* ---- claims against deals ---- */

struct claim {
  ddz_hand cards; /* none: a pass */
  bool win;
};

static struct { long endings, claims, wins, deals, unknown, whole, wrong; } tally;

/* Does the seat's side win? A pass on the lead is one of a seat that cannot lead: the solver, too, passes on.
 */
static bool solve_after(const struct ending *e, const struct claim *claim, const ddz_hand hand[DDZ_ROLES],
                        enum ddz_result *result) {
  static struct ddz_solved_play plays[1];
  struct ddz_open open;
  struct ddz_solution solution;
  struct ddz_play play = {0};
  ddz_open_of(&open, &e->view, hand);
  if (claim->cards != 0)
    assert_int_equal(ddz_answer(&e->rules, claim->cards, &open.view.now.last, &play), DDZ_OK);
  *result = DDZ_RESULT_WIN;
  const bool stuck = play.size == 0 && ddz_position_leads(&open.view.now);
  if (!stuck && ddz_open_play(&open, &play)) return true;
  struct ddz_solve_request ask = {.rules = &e->rules, .now = open.view.now, .limit.nodes = SOLVER_NODES};
  memcpy(ask.hand, open.hand, sizeof ask.hand);
  assert_int_equal(ddz_solve(engine_here()->solver, &ask, plays, 1, &solution), DDZ_OK);
  *result = solution.result;
  return (solution.result == DDZ_RESULT_WIN) == !ddz_role_enemies(e->view.role, ask.now.turn);
}

static const char *rules_text(const struct ending *e) {
  static char text[64];
  (void)snprintf(text, sizeof text, "%s, wild %s, forbidden %#x, switches %#x", e->rules.name,
                 cards_text(ddz_hand_spread(e->rules.wild, 1)), (unsigned)e->rules.forbidden,
                 (unsigned)e->rules.switches);
  return text;
}

static void check_deal(const struct ending *e, const struct claim *claim, const ddz_hand hand[DDZ_ROLES]) {
  enum ddz_result result;
  const bool won = solve_after(e, claim, hand, &result);
  tally.deals++;
  tally.unknown += result == DDZ_RESULT_UNKNOWN;
  if (result == DDZ_RESULT_UNKNOWN || won == claim->win) return;
  if (tally.wrong++ < 20)
    print_message("%s: %s plays '%s' to beat '%s': told %s, but not with hands %s, %s, %s; left %d, %d, %d\n",
                  rules_text(e), ddz_role_name(e->view.role), cards_text(claim->cards),
                  cards_text(e->view.now.last.cards), claim->win ? "won" : "lost", cards_text(hand[0]),
                  cards_text(hand[1]), cards_text(hand[2]), e->view.now.left[0], e->view.now.left[1],
                  e->view.now.left[2]);
}

static bool fits(const struct ending *e, const ddz_hand hand[DDZ_ROLES]) {
  for (int r = 0; r < DDZ_ROLES; r++)
    if (e->view.shown[r] != 0 && e->view.shown[r] != hand[r]) return false;
  return e->view.role == DDZ_LANDLORD || ddz_hand_contains(hand[DDZ_LANDLORD], ddz_view_kitty_left(&e->view));
}

/* Deals of all unseen cards; counts them, and beyond DEALS stops. */
static int each_deal(const struct ending *e, const struct claim *claim) {
  ddz_hand next = ddz_hand_highest(e->unseen, e->view.now.left[next_of(e)]), hand[DDZ_ROLES];
  int n = 0;
  do {
    hand[e->view.role] = e->view.hand;
    hand[next_of(e)] = next;
    hand[before_of(e)] = e->unseen - next;
    if (!fits(e, hand)) continue;
    if (claim != NULL) check_deal(e, claim, hand);
    n++;
  } while (n <= DEALS && ddz_hand_next(e->unseen, &next));
  return n;
}

/* A deal at random: what is shown, what is left of the kitty, and then any card. */
static void some_deal(struct ddz_rng *rng, const struct ending *e, const struct claim *claim) {
  ddz_hand hand[DDZ_ROLES] = {0}, pool = e->unseen;
  memcpy(hand, e->view.shown, sizeof hand);
  if (e->view.role != DDZ_LANDLORD && hand[DDZ_LANDLORD] == 0)
    hand[DDZ_LANDLORD] = ddz_view_kitty_left(&e->view);
  pool -= hand[next_of(e)] + hand[before_of(e)];
  for (int i = 1; i < DDZ_ROLES; i++) {
    const int r = (e->view.role + i) % DDZ_ROLES;
    hand[r] += cards_draw(rng, &pool, e->view.now.left[r] - ddz_hand_size(hand[r]));
  }
  hand[e->view.role] = e->view.hand;
  check_deal(e, claim, hand);
}

static void check_claim(struct ddz_rng *rng, const struct ending *e, const struct claim *claim) {
  tally.claims++;
  tally.wins += claim->win;
  ddz_solver_reset(engine_here()->solver);
  const bool whole = ddz_view_is_accounted(&e->view) && each_deal(e, NULL) <= DEALS;
  tally.whole += whole;
  if (whole)
    each_deal(e, claim);
  else
    for (int i = 0; i < DEALS; i++) some_deal(rng, e, claim);
}

/* ---- who tells ---- */

static const struct {
  enum ddz_player player;
  int level;
  uint64_t nodes;
} players[] = {{DDZ_PLAYER_RULES, 10, 0}, {DDZ_PLAYER_AUTO, 8, 0}, {DDZ_PLAYER_RULES, 6, 0},
               {DDZ_PLAYER_AUTO, 0, 0},   {DDZ_PLAYER_NET, 10, 0}, {DDZ_PLAYER_SEARCH, 10, 60}};
enum { PLAYERS = sizeof players / sizeof *players };

static void check_ending(struct ddz_rng *rng, const struct ending *e) {
  static struct ddz_candidate listed[LISTED];
  struct ddz_robot_request ask;
  struct ddz_robot_move move;
  const unsigned who = below(rng, PLAYERS);
  ddz_robot_defaults(&ask);
  ask.view = e->view;
  ask.player = players[who].player;
  ask.level = players[who].level;
  ask.limit.nodes = players[who].nodes;
  ask.objective = below(rng, 2) == 0 ? DDZ_OBJECTIVE_WIN : DDZ_OBJECTIVE_POINTS;
  ask.seed = ddz_rng_next(rng);
  ddz_decide(engine_here(), &ask, &move, listed, LISTED);
  tally.endings++;
  for (size_t i = 0; i < move.candidates && i < LISTED; i++) {
    const struct claim claim = {listed[i].play.cards, listed[i].win_probability == 1};
    const bool goes_out = claim.cards == e->view.hand;
    if (listed[i].proven && !goes_out) check_claim(rng, e, &claim);
  }
}

TEST(what_is_told_as_proven_is_so_in_every_deal) {
  const long claims = (long)test_env("DDZ_CLAIMS", CLAIMS / TEST_SLOWER);
  struct ddz_rng rng = test_rng(test_seed());
  struct ending e;
  const uint64_t alone = test_env("DDZ_PRESET", ddz_rules_presets());
  for (unsigned preset = 0; preset < ddz_rules_presets(); preset++) {
    if (alone < ddz_rules_presets() && alone != preset) continue;
    memset(&tally, 0, sizeof tally - sizeof tally.wrong);
    while (tally.claims < claims) {
      next_ending(&rng, preset, &e);
      e.view.rules = &e.rules;
      check_ending(&rng, &e);
    }
    print_message(
        "%s: %ld endings, %ld claims (%ld of wins), %ld with all deals; %ld deals, %ld not solved\n",
        ddz_rules_preset_at(preset).name, tally.endings, tally.claims, tally.wins, tally.whole, tally.deals,
        tally.unknown);
  }
  assert_int_equal(tally.wrong, 0);
}

int main(void) { return test_run(trained_open, trained_close); }
