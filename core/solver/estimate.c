#include "estimate.h"

#include <math.h>

/* ---- one game ---- */

/* The best play half of the time, the second best a quarter, and so on; NULL: pass. */
static const struct ddz_move *pick(struct ddz_move *first, struct ddz_move *end, bool may_pass,
                                   struct ddz_rng *rng) {
  uint64_t coins = ddz_rng_next(rng);
  for (; first < end; first++, coins >>= 1) {
    struct ddz_move *best = ddz_move_best(first, end), m = *best;
    *best = *first;
    *first = m;
    if ((coins & 1) != 0 || (!may_pass && first + 1 == end)) return first;
  }
  return NULL;
}

/* Play the game to its end: the outcome for the side of hand[0]; STOPPED when a limit was reached. Plays are
 * drawn at random, good-looking ones (few plays left in the rest) more often. Each position visited counts as
 * a node. */
static enum ddz_outcome random_game(struct ddz_prover *s, const struct ddz_endgame *start,
                                    struct ddz_rng *rng) {
  struct ddz_endgame g = *start, next;
  bool ally = true; /* is the player to move on the side of the first one? */
  for (;;) {
    if (ddz_prover_tick(s)) return DDZ_STOPPED;
    struct ddz_move *first = s->list.top;
    bool out = ddz_endgame_expand(s, &g);
    bool over = false;
    int turns = 0;
    if (!out) {
      const struct ddz_move *m = pick(first, s->list.top, g.kind != 0, rng);
      if (m != NULL)
        turns = ddz_endgame_play(s, &g, m, &next);
      else if (g.kind != 0)
        turns = ddz_endgame_pass(s, &g, &next);
      else
        over = (turns = ddz_endgame_pass_lead(s, &g, &next)) == 0;
    }
    s->list.top = first;
    if (s->list.full) continue; /* the next tick stops */
    if (out || over) return ally == out ? DDZ_WON : DDZ_LOST;
    ally = ddz_endgame_allies(&g, 0, turns) == ally;
    g = next;
  }
}

/* ---- many games ---- */

/* The games of each play. */
struct games {
  uint32_t won[DDZ_SOLVER_ESTIMATE_PLAYS], played[DDZ_SOLVER_ESTIMATE_PLAYS];
  uint32_t total;
};

/* The share of wins so far plus what chance allows. */
static size_t most_promising(const struct games *games, size_t n) {
  const double exploration = DDZ_SOLVER_EXPLORATION / 100.0;
  size_t best = 0;
  double most = -1;
  for (size_t i = 0; i < n; i++) {
    if (games->played[i] == 0) return i;
    double share = games->won[i] / (double)games->played[i];
    double promise = share + exploration * sqrt(log(games->total) / games->played[i]);
    if (promise > most) {
      most = promise;
      best = i;
    }
  }
  return best;
}

/* One random game after the play; false when a limit was reached. */
static bool try_play(struct ddz_prover *s, const struct ddz_root *root, const struct ddz_play *play,
                     struct ddz_rng *rng, bool *won) {
  struct ddz_endgame game;
  bool ally = ddz_root_play(s, root, play, &game);
  enum ddz_outcome outcome = random_game(s, &game, rng);
  *won = (outcome == DDZ_WON) == ally;
  return outcome != DDZ_STOPPED;
}

/* Every play without a result yet, but for one that empties the hand. */
static bool add_plays(struct ddz_prover *s, const struct ddz_root *root, struct ddz_answer *answer) {
  struct ddz_move *first = s->list.top;
  struct ddz_solution *out = answer->out;
  if (!ddz_root_list(s, root)) return false;
  const struct ddz_move *end = s->list.top;
  for (struct ddz_move *at = first;
       at < end && out->count < DDZ_SOLVER_ESTIMATE_PLAYS && out->count < answer->cap; at++) {
    struct ddz_solved_play solved = {.play = ddz_root_listed(at), .probability = NAN};
    if (at->cards == root->hand[root->now.turn]) solved.result = out->result = DDZ_RESULT_WIN;
    ddz_answer_add(answer, &solved);
  }
  s->list.top = first;
  return true;
}

void ddz_estimate(struct ddz_prover *s, const struct ddz_root *root, uint64_t seed,
                  struct ddz_answer *answer) {
  struct games games = {.total = 1};
  struct ddz_solution *out = answer->out;
  struct ddz_rng rng;
  ddz_rng_seed(&rng, seed);
  if (!add_plays(s, root, answer)) return;
  for (; out->result != DDZ_RESULT_WIN && out->count > 0; games.total++) {
    size_t i = most_promising(&games, out->count);
    bool won;
    if (!try_play(s, root, &answer->plays[i].play, &rng, &won)) break;
    games.played[i]++;
    games.won[i] += won;
  }
  for (size_t i = 0; i < out->count; i++) {
    struct ddz_solved_play *p = &answer->plays[i];
    if (games.played[i] > 0) p->probability = games.won[i] / (double)games.played[i];
    if (p->result == DDZ_RESULT_WIN) p->probability = 1;
  }
  ddz_answer_sort(answer);
  if (out->count > 0) out->probability = answer->plays[0].probability;
}
