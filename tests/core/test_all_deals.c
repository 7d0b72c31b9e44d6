/* What is decided in every deal that fits is told as decided, and nothing else: 0 or 1, and the points that
 * are paid.
 *
 * Robots play whole games under every preset. At each of their moments with few unseen cards all deals that
 * fit are solved with open hands, by a search of its own over the plays of naive_rules.h: nothing of the
 * engine's solver, proofs or referee is used. In the environment: DDZ_GAMES, how many games; DDZ_OWN,
 * the most cards of the own hand (21: all moments; a hand with wildcards may take a second). */
#include <math.h>

#include "core/base/rng.h"
#include "core/game/open.h"
#include "core/robot/decide.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/naive_rules.h"
#include "tests/support/rule_cases.h"
#include "tests/support/test.h"

enum {
  GAMES = 90,
  UNSEEN = 8,
  OWN = 10,
  LINES = 1 << 17, /* of the table of positions */
  POSITIONS = LINES / 2,
  MOVES = 2000,
  TABLE = -2, /* what lay on the table when the deal began */
  LEAD = -1
};

/* ---- one deal with open hands ---- */

struct state {
  ddz_hand hand[DDZ_ROLES];
  int32_t turn, owner, last; /* last: which of the owner's plays, TABLE or LEAD; owner: 0 on the lead */
  int32_t none;              /* so that no byte is left open */
};

static struct {
  const struct ddz_rules *rules;
  struct ddz_play table;
  struct naive_list plays[DDZ_ROLES];
  struct state at[LINES];
  signed char won[LINES]; /* by the side to act; -1: nothing is known here */
  long positions;
} deal;

static bool together(int a, int b) { return (a == 0) == (b == 0); }

static size_t line_of(const struct state *s) {
  uint64_t h = 0;
  for (int r = 0; r < DDZ_ROLES; r++) h = (h ^ s->hand[r] ^ h >> 31) * 0x9E3779B97F4A7C15ull;
  h = (h ^ (uint64_t)(s->turn * 3 + s->owner) << 32 ^ (uint64_t)(s->last + 2)) * 0xC2B2AE3D27D4EB4Full;
  size_t line = (size_t)(h >> 33) % LINES;
  while (deal.won[line] >= 0 && memcmp(&deal.at[line], s, sizeof *s) != 0) line = (line + 1) % LINES;
  return line;
}

static bool may(const struct state *s, int play) {
  const struct ddz_play *p = &deal.plays[s->turn].play[play];
  if (!ddz_hand_contains(s->hand[s->turn], p->cards)) return false;
  if (s->last == LEAD) return true;
  return naive_beats(deal.rules, p, s->last == TABLE ? &deal.table : &deal.plays[s->owner].play[s->last]);
}

static int plays_of(const struct state *s) { return (int)deal.plays[s->turn].length; }

static bool wins(const struct state *s);

/* Does the side to act win after this play, LEAD: a pass? */
static bool wins_after(const struct state *s, int play) {
  struct state next = *s;
  next.turn = (s->turn + 1) % DDZ_ROLES;
  if (play != LEAD) {
    next.hand[s->turn] -= deal.plays[s->turn].play[play].cards;
    if (next.hand[s->turn] == 0) return true;
    next.last = play;
    next.owner = s->turn;
  } else if (next.turn == s->owner) {
    next.last = LEAD;
    next.owner = 0;
  }
  return wins(&next) == together(next.turn, s->turn);
}

/* Who cannot lead passes on; where nobody can, who should has lost. */
static bool hands_on(const struct state *s) {
  struct state next = *s;
  for (int i = 1; i < DDZ_ROLES; i++) {
    next.turn = (s->turn + i) % DDZ_ROLES;
    for (int play = 0; play < plays_of(&next); play++)
      if (may(&next, play)) return wins(&next) == together(next.turn, s->turn);
  }
  return false;
}

static bool search(const struct state *s) {
  bool any = false;
  for (int i = 0; i < plays_of(s); i++) {
    if (!may(s, i)) continue;
    any = true;
    if (wins_after(s, i)) return true;
  }
  if (s->last != LEAD) return wins_after(s, LEAD);
  return !any && hands_on(s);
}

static bool wins(const struct state *s) {
  const size_t known = line_of(s);
  if (deal.won[known] >= 0) return deal.won[known] != 0;
  if (++deal.positions > POSITIONS) return false;
  const bool won = search(s);
  const size_t line = line_of(s);
  deal.at[line] = *s;
  deal.won[line] = won;
  return won;
}

/* ---- all deals that fit ---- */

struct moment {
  const struct ddz_view *view;
  ddz_hand cards[MOVES]; /* of the plays there are; none: a pass */
  bool always[MOVES];    /* wins in every deal */
  int moves;
  bool some;  /* something wins in some deal */
  bool known; /* none was too much work */
  long deals;
};

static void put(struct moment *m, int move, ddz_hand cards, bool won) {
  m->always[move] = won && (m->deals == 0 || m->always[move]);
  m->cards[move] = cards;
  m->some = m->some || won;
  m->moves = move + 1;
}

static void solve_deal(struct moment *m, const ddz_hand hand[DDZ_ROLES]) {
  const struct ddz_position *now = &m->view->now;
  struct state s = {.turn = (int32_t)now->turn, .last = LEAD};
  int move = 0;
  memset(deal.won, -1, sizeof deal.won);
  deal.positions = 0;
  deal.table = now->last;
  for (int r = 0; r < DDZ_ROLES; r++) {
    s.hand[r] = hand[r];
    naive_moves(deal.rules, hand[r], NULL, DDZ_FILL_ANY, &deal.plays[r]);
  }
  m->known = plays_of(&s) < MOVES;
  if (now->last.size > 0) s.last = TABLE, s.owner = (int32_t)now->owner;
  for (int i = 0; m->known && i < plays_of(&s); i++)
    if (may(&s, i)) put(m, move++, deal.plays[s.turn].play[i].cards, wins_after(&s, i));
  if (m->known && s.last == TABLE) put(m, move, 0, wins_after(&s, LEAD));
  if (m->known && move == 0 && s.last == LEAD) put(m, 0, 0, hands_on(&s));
  m->known = m->known && deal.positions <= POSITIONS;
  m->deals++;
}

/* All ways to give `wanted` of the pool's ranks from `rank` on to the next seat. */
static void each_deal(struct moment *m, ddz_hand pool, int rank, int wanted, ddz_hand next) {
  const struct ddz_view *view = m->view;
  if (!m->known) return;
  if (wanted > 0) {
    for (int n = 0; rank < DDZ_RANKS && n <= ddz_hand_count(pool, rank) && n <= wanted; n++)
      each_deal(m, pool, rank + 1, wanted - n, next + ddz_hand_of(rank, n));
    return;
  }
  const int seat = (int)view->role;
  ddz_hand hand[DDZ_ROLES];
  hand[seat] = view->hand;
  hand[(seat + 1) % DDZ_ROLES] = next;
  hand[(seat + 2) % DDZ_ROLES] = pool - next;
  const ddz_hand kitty = seat == 0 ? 0 : ddz_view_kitty_left(view);
  if (ddz_hand_contains(hand[0], kitty)) solve_deal(m, hand);
}

/* ---- games ---- */

static struct { long moments, skipped, deals, lost, won, left, paid, wrong; } tally;

static void tell(const struct ddz_view *view, const char *what, const struct ddz_robot_move *move) {
  tally.wrong++;
  print_message("%s: %s of %s, told %g, %g points: '%s', unseen %s, to beat '%s'\n", what,
                cards_text(move->chosen.play.cards), ddz_role_name(view->role), move->chosen.win_probability,
                move->chosen.expected_points, cards_text(view->hand), cards_text(ddz_view_unseen(view)),
                cards_text(view->now.last.cards));
}

static bool has_bomb(const struct ddz_rules *rules, ddz_hand cards) {
  static struct naive_list plays;
  naive_moves(rules, cards, NULL, DDZ_FILL_ANY, &plays);
  for (size_t i = 0; i < plays.length; i++)
    if (plays.play[i].kind == DDZ_BOMB || plays.play[i].kind == DDZ_ROCKET) return true;
  return false;
}

/* What is paid where no bomb is left and each side has played: the stake, of the landlord twice. */
static void check_points(const struct ddz_view *view, const struct ddz_robot_move *move) {
  const struct ddz_position *now = &view->now;
  if (has_bomb(view->rules, view->hand + ddz_view_unseen(view))) return;
  if (now->plays[0] < 2 || now->plays[1] + now->plays[2] == 0) return;
  const double paid = view->role == 0 ? 2 : 1; /* what was raised before is in the multiplier, 1 here */
  tally.paid++;
  if (fabs(move->chosen.expected_points - (move->chosen.win_probability > .5 ? paid : -paid)) > 1e-9)
    tell(view, "points", move);
}

static void check(const struct ddz_view *view, const struct ddz_robot_move *move) {
  static struct moment m;
  m = (struct moment){.view = view, .known = true};
  const int next = view->now.left[(view->role + 1) % DDZ_ROLES];
  deal.rules = view->rules;
  each_deal(&m, ddz_view_unseen(view), 0, next, 0);
  tally.moments++;
  tally.skipped += !m.known;
  tally.deals += m.deals;
  if (!m.known) return;
  bool sure = false, chosen = false;
  for (int i = 0; i < m.moves; i++) {
    sure = sure || m.always[i];
    chosen = chosen || (m.always[i] && m.cards[i] == move->chosen.play.cards);
  }
  tally.lost += !m.some;
  tally.won += chosen;
  tally.left += sure && !chosen;
  if (!m.some && !(move->chosen.win_probability == 0 && move->chosen.proven)) tell(view, "lost", move);
  if (chosen && !(move->chosen.win_probability == 1 && move->chosen.proven)) tell(view, "won", move);
  if (move->chosen.proven && move->chosen.win_probability == 1 && !chosen) tell(view, "not won", move);
  if (move->chosen.proven && move->chosen.win_probability == 0 && m.some) tell(view, "not lost", move);
  if (!m.some || chosen) check_points(view, move);
}

static void play(struct ddz_rng *rng, unsigned game) {
  const struct ddz_rules rules = rule_case(&rule_variants[game % RULE_VARIANTS]);
  ddz_hand deck = ddz_rules_deck(&rules), hand[DDZ_ROLES];
  struct ddz_open open;
  struct ddz_robot_request ask;
  struct ddz_robot_move move;
  for (int r = 0; r < DDZ_ROLES; r++) hand[r] = cards_draw(rng, &deck, DDZ_HAND_DEALT);
  hand[0] += deck;
  ddz_open_start(&open, &rules, hand, deck);
  ddz_robot_defaults(&ask);
  const int own = (int)test_env("DDZ_OWN", OWN);
  do {
    open.view.rules = &rules;
    ask.view = open.view;
    ask.seed = ddz_rng_next(rng);
    ddz_decide(engine_here(), &ask, &move, NULL, 0);
    if (ddz_hand_size(open.view.hand) <= own && ddz_hand_size(ddz_view_unseen(&open.view)) <= UNSEEN)
      check(&open.view, &move);
  } while (!ddz_open_play(&open, &move.chosen.play));
}

TEST(what_is_decided_in_every_deal_is_told) {
  struct ddz_rng rng = test_rng(test_seed());
  const unsigned games = (unsigned)test_env("DDZ_GAMES", GAMES);
  for (unsigned i = 0; i < games; i++) play(&rng, i);
  print_message(
      "%ld moments (%ld too much work), %ld deals: %ld lost, %ld won, %ld sure wins left; points of %ld\n",
      tally.moments, tally.skipped, tally.deals, tally.lost, tally.won, tally.left, tally.paid);
  assert_true(tally.lost > 0 && tally.won > 0 && tally.paid > 0);
  assert_int_equal(tally.wrong, 0);
}

int main(void) { return test_run(trained_open, trained_close); }
