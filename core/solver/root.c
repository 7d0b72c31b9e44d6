#include "root.h"

#include <assert.h>
#include <string.h>

#include "core/rules/movegen.h"

struct ddz_root ddz_root_after(const struct ddz_root *root, const struct ddz_play *play) {
  struct ddz_root next = *root;
  next.hand[root->now.turn] -= play->cards;
  ddz_position_play(&next.now, play);
  return next;
}

static bool one_side(int a, int b) { return (a == DDZ_LANDLORD) == (b == DDZ_LANDLORD); }

bool ddz_root_endgame(const struct ddz_prover *s, const struct ddz_root *root, struct ddz_endgame *game) {
  const struct ddz_position *now = &root->now;
  const int n = ddz_position_players(now), turn = now->turn;
  *game = (struct ddz_endgame){.players = (uint8_t)n};
  for (int i = 0; i < n; i++) game->c.hand[i] = root->hand[(turn + i) % n];
  game->landlord = (uint8_t)((n - turn) % n);
  game->owner = (uint8_t)(((int)now->owner + n - turn) % n);
  const int turns = ddz_endgame_set(s, game, &now->last);
  return one_side((turn + turns) % n, turn);
}

bool ddz_root_play(const struct ddz_prover *s, const struct ddz_root *root, const struct ddz_play *play,
                   struct ddz_endgame *game) {
  const struct ddz_root next = ddz_root_after(root, play);
  return ddz_root_endgame(s, &next, game) == one_side(next.now.turn, root->now.turn);
}

/* ---- length: how many plays a decided position takes ----
 *
 * Plays are cards put down by anybody; passes do not count. The winners play for the quickest end, the losers
 * for the latest.
 *
 * Yes-or-no questions: can the winners force the end within n plays? n grows until the answer is
 * yes. The wide table keeps two bounds of each position: at least `low` plays, at most `high`. Positions that
 * the winners have lost are cut off by the outcome search, whose results are in the tables already. */

enum { NEVER = 0xFF };

/* A question about one position. `ours`: the winners are to move. */
struct question {
  struct ddz_endgame game;
  bool ours;
  int plays;
};

static enum ddz_outcome within(struct ddz_prover *s, const struct question *q);

/* After a move: is it still won for the winners, and within what is left? */
static enum ddz_outcome onward(struct ddz_prover *s, const struct question *q, const struct ddz_endgame *next,
                               int turns, int plays) {
  struct question then = {
      .game = *next, .ours = ddz_endgame_allies(&q->game, 0, turns) == q->ours, .plays = plays};
  /* with no play left of the count, only a leader without a legal play ends the game */
  bool may_be_stuck = next->wild || !s->caps.free;
  if (plays < 0 || (plays == 0 && !may_be_stuck)) return DDZ_LOST;
  if (q->ours) { /* a choice of the winners may be wrong */
    enum ddz_outcome outcome = ddz_negamax(s, next);
    if (outcome == DDZ_STOPPED) return outcome;
    if ((outcome == DDZ_WON) != then.ours) return DDZ_LOST;
  }
  return within(s, &then);
}

/* Winners need one good move, losers one that lasts longer. */
static enum ddz_outcome each_move(struct ddz_prover *s, const struct question *q, struct ddz_move *first) {
  struct ddz_move *const end = s->list.top;
  const bool played = end > first;
  struct ddz_endgame next;
  int turns;
  enum ddz_outcome decides = q->ours ? DDZ_WON : DDZ_LOST;
  for (; first < end; first++) {
    const struct ddz_move m = ddz_move_take(first, end);
    turns = ddz_endgame_play(s, &q->game, &m, &next);
    enum ddz_outcome r = onward(s, q, &next, turns, q->plays - 1);
    if (r == DDZ_STOPPED || r == decides) return r;
  }
  if (q->game.kind != 0)
    turns = ddz_endgame_pass(s, &q->game, &next);
  else if (played || (turns = ddz_endgame_pass_lead(s, &q->game, &next)) == 0)
    return ddz_outcome_turned(decides); /* nobody can lead: over for the leader, who has lost */
  return onward(s, q, &next, turns, q->plays);
}

static enum ddz_outcome within(struct ddz_prover *s, const struct question *asked) {
  if (ddz_prover_tick(s)) return DDZ_STOPPED;
  uint64_t before = s->nodes, key[DDZ_TT_LONG];
  struct question q = *asked;
  struct ddz_move *first = s->list.top;
  bool out = ddz_endgame_expand(s, &q.game);
  ddz_endgame_key(&q.game, 1, key);
  unsigned known = ddz_tt_get(&s->wide, key);
  int low = (int)(known & 0xFF), high = known != 0 ? (int)(known >> 8) : NEVER;
  enum ddz_outcome r;
  if (q.plays >= high)
    r = DDZ_WON;
  else if (q.plays < low)
    r = DDZ_LOST;
  else if (out && q.ours && q.plays > 0)
    r = DDZ_WON;
  else
    r = each_move(s, &q, first);
  s->list.top = first;
  if (r == DDZ_WON && q.plays < high) high = out && q.ours ? 1 : q.plays;
  if (r == DDZ_LOST && q.plays >= low) low = q.plays + 1;
  if (r != DDZ_STOPPED) ddz_tt_put(&s->wide, key, (unsigned)(high << 8 | low), s->nodes - before + 1);
  return r;
}

/* `outcome`: WON or LOST, the true one for the side of hand[0]. -1 when a limit was reached. 0: the leader
 * has no legal play. The prover's wide table must have room. */
static int length_of(struct ddz_prover *s, const struct ddz_endgame *game, enum ddz_outcome outcome) {
  struct question q = {.game = *game, .ours = outcome == DDZ_WON};
  for (q.plays = 0; q.plays < NEVER; q.plays++) {
    enum ddz_outcome r = within(s, &q);
    if (r == DDZ_STOPPED) return -1;
    if (r == DDZ_WON) return q.plays;
  }
  return -1;
}

/* ---- what a play leads to ---- */

enum ddz_outcome ddz_root_outcome(struct ddz_prover *s, const struct ddz_root *root,
                                  const struct ddz_play *play, int *length) {
  if (play->cards == root->hand[root->now.turn]) {
    if (length != NULL) *length = 1;
    return DDZ_WON;
  }
  struct ddz_endgame game;
  bool ally = ddz_root_play(s, root, play, &game);
  enum ddz_outcome outcome = ddz_negamax(s, &game);
  if (length != NULL) {
    int rest = outcome != DDZ_STOPPED ? length_of(s, &game, outcome) : -1;
    *length = rest >= 0 ? rest + (play->kind != DDZ_PASS) : 0;
  }
  return ally ? outcome : ddz_outcome_turned(outcome);
}

enum ddz_outcome ddz_root_known(struct ddz_prover *s, const struct ddz_root *root,
                                const struct ddz_play *play) {
  struct ddz_endgame game;
  bool ally = ddz_root_play(s, root, play, &game);
  enum ddz_outcome outcome = ddz_negamax_known(s, &game);
  return ally ? outcome : ddz_outcome_turned(outcome);
}

/* ---- the list ---- */

void ddz_root_sort(void *items, size_t n, size_t size, bool (*before)(const void *a, const void *b)) {
  _Alignas(max_align_t) unsigned char held[DDZ_ROOT_SORT_MAX];
  unsigned char *base = items;
  assert(size <= sizeof held);
  for (size_t gap = n / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11)
    for (size_t i = gap; i < n; i++) {
      size_t j = i;
      memcpy(held, base + i * size, size);
      for (; j >= gap && before(held, base + (j - gap) * size); j -= gap)
        memcpy(base + j * size, base + (j - gap) * size, size);
      memcpy(base + j * size, held, size);
    }
}

/* Can any of the others lead? */
static bool somebody_leads(const struct ddz_root *root) {
  for (int i = 0; i < ddz_position_players(&root->now); i++)
    if (i != (int)root->now.turn && ddz_moves(root->rules, root->hand[i], NULL, DDZ_FILL_ANY, NULL, 0) > 0)
      return true;
  return false;
}

static bool looks_better(const void *left, const void *right) {
  const struct ddz_move *a = left, *b = right;
  if (a->order != b->order) return a->order < b->order;
  if (a->kind != b->kind) return a->kind < b->kind;
  if (a->length != b->length) return a->length < b->length;
  return a->rank != b->rank ? a->rank < b->rank : a->cards < b->cards;
}

bool ddz_root_list(struct ddz_prover *s, const struct ddz_root *root) {
  enum { BOMB = 2 /* plays, that a bomb counts more: found by trial */ };
  struct ddz_move *first = s->list.top;
  if (!ddz_endgame_push(s, root->hand[root->now.turn], &root->now.last, BOMB)) return false;
  if (!ddz_position_leads(&root->now) || (s->list.top == first && somebody_leads(root)))
    *s->list.top++ = (struct ddz_move){.order = UINT16_MAX};
  ddz_root_sort(first, (size_t)(s->list.top - first), sizeof *first, looks_better);
  return true;
}
