#include "root.h"

#include "core/rules/movegen.h"
#include "length.h"
#include "negamax.h"
#include "sort.h"
#include "tuning.h"

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
    int rest = outcome != DDZ_STOPPED ? ddz_length(s, &game, outcome) : -1;
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

struct ddz_play ddz_root_listed(const struct ddz_move *m) {
  return (struct ddz_play){.cards = m->cards,
                           .kind = m->kind,
                           .rank = m->rank,
                           .length = m->length,
                           .size = m->size,
                           .subs = m->subs,
                           .grade = m->grade};
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

/* Few plays left come first, then many cards, then low ranks. */
static int order_of(const struct ddz_prover *s, ddz_hand rest, const struct ddz_play *p) {
  int left = ddz_plays_left(&s->caps, s->left, rest & ~ddz_hand_of(DDZ_RANK_F, 15), DDZ_LINKS_ALL);
  if (ddz_is_bomb(p)) left += DDZ_SOLVER_ORDER_ROOT_BOMB;
  return left << 10 | (31 - p->size) << 5 | p->rank;
}

bool ddz_root_list(struct ddz_prover *s, const struct ddz_root *root) {
  struct ddz_move *first = s->list.top;
  ddz_hand hand = root->hand[root->now.turn];
  size_t n = ddz_moves(root->rules, hand, &root->now.last, DDZ_FILL_ANY, s->plays, DDZ_PROVER_PLAYS);
  if (n > DDZ_PROVER_PLAYS || n + 1 > (size_t)(s->list.end - s->list.top)) return false;
  for (size_t i = 0; i < n; i++) {
    const struct ddz_play *p = &s->plays[i];
    *s->list.top++ = ddz_move_of(p, order_of(s, hand - p->cards, p));
  }
  if (!ddz_position_leads(&root->now) || (n == 0 && somebody_leads(root)))
    *s->list.top++ = (struct ddz_move){.order = UINT16_MAX};
  ddz_sort(first, (size_t)(s->list.top - first), sizeof *first, looks_better);
  return true;
}
