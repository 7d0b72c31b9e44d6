/* prover.h - what the searches share: the rule set, the tables, the stack of plays, the limits.
 *
 * A search answers for the side of the player to move: won, lost, or stopped (a limit was reached, or the
 * stack of plays was too short, which counts as one). It allocates nothing and may be called again and
 * again; what it proved stays in the tables.
 *
 *   duel.c      two hands without wildcards: the fast one
 *   alliance.c  any position: three hands, wildcards
 *   length.c    how many plays a won position takes
 *   carlo.c     an estimate by random games */
#ifndef DDZ_CORE_SOLVER_PROVER_H
#define DDZ_CORE_SOLVER_PROVER_H

#include "better.h"
#include "canon.h"
#include "core/base/rng.h"
#include "moves.h"
#include "proven.h"

enum ddz_outcome { DDZ_STOPPED = -1, DDZ_LOST = 0, DDZ_WON = 1 };

struct ddz_prover {
  struct ddz_mover mover;
  struct ddz_proven table;  /* short entries: duels */
  struct ddz_better better; /* duels: better and worse positions */
  struct ddz_proven wide; /* long entries: everything else; may have no lines when only duels are searched */
  struct ddz_movelist list;
  struct ddz_play *plays; /* scratch for movegen.h, DDZ_PROVER_PLAYS */
  uint64_t nodes, limit;  /* visited, and how many at most */
  uint64_t small;         /* nodes before the table of better positions is begun: it pays in long searches */
  bool (*expired)(void *self); /* or NULL */
  void *self;
  uint8_t below; /* see duel.c */
  bool stopped;  /* a limit was reached: every answer from here on is STOPPED */
};

enum {
  DDZ_PROVER_PLAYS = 1 << 17, /* of one hand: with eight wildcards 79,997 were met */
  DDZ_PROVER_MOVES = 1 << 18, /* room of the stack of plays */
  DDZ_PROVER_SMALL = 20000    /* nodes */
};

/* Count a node; true when the search must stop. */
static inline bool ddz_prover_tick(struct ddz_prover *s) {
  if (s->nodes >= s->limit || s->list.full) s->stopped = true;
  if (s->stopped) return true;
  s->nodes++;
  if ((s->nodes & 1023) == 0 && s->expired != NULL && s->expired(s->self)) s->stopped = true;
  return s->stopped;
}

static inline enum ddz_outcome ddz_outcome_turned(enum ddz_outcome outcome) {
  return outcome == DDZ_STOPPED ? outcome : (enum ddz_outcome)(DDZ_WON - outcome);
}

/* A position between two hands without wildcards, neither empty: hand[0] is to move. */
struct ddz_duel {
  struct ddz_canon c;   /* hand[2] is empty */
  uint8_t kind, length; /* what hand[0] may answer with, which he can; kind 0: he leads */
  uint8_t rank;         /* from this rank on (of a bomb, DDZ_REPLY_ROCKET: the rocket only) */
};

enum ddz_outcome ddz_duel_solve(struct ddz_prover *search, const struct ddz_duel *position);

/* Any position. Hands in turn order, hand[0] is to move; none is empty.
 *
 * While somebody holds wildcards (`wild`), kind .. grade are the last play itself. Else they say what answers
 * it: plays of `kind` and `length` from `rank` on, as in a duel. */
struct ddz_game {
  struct ddz_canon c;
  uint8_t players;  /* 2 or 3 */
  uint8_t landlord; /* index of the landlord's hand */
  uint8_t owner;    /* index of who put the last play down; 0 when hand[0] leads */
  bool wild;
  uint8_t kind, length, rank, size, grade; /* kind 0: hand[0] leads */
};

/* A game from hands in turn order; `last` (NULL or a pass: hand[0] leads) lies there from `owner`. The turn
 * moves on to the first who can answer, or back to the owner's lead; `turns` gets by how many seats. */
void ddz_game_set(const struct ddz_prover *search, struct ddz_game *game, int *turns,
                  const struct ddz_play *last);

/* Bring to normal form and list the plays of hand[0] on the stack (without a pass). True when one of them
 * empties the hand. */
bool ddz_game_expand(struct ddz_prover *search, struct ddz_game *game);

/* The game after a play that was listed for it, and after a pass. `turns`: by how many seats the turn
 * moved; hand[turns] of `game` is hand[0] of `next`. */
void ddz_game_play(const struct ddz_prover *search, const struct ddz_game *game, const struct ddz_move *move,
                   struct ddz_game *next, int *turns);
void ddz_game_pass(const struct ddz_prover *search, const struct ddz_game *game, struct ddz_game *next,
                   int *turns);

/* The game after the leader, who has no play, passed the lead on to the next who has one. False when nobody
 * has: then the leader has lost. */
bool ddz_game_pass_lead(struct ddz_prover *search, const struct ddz_game *game, struct ddz_game *next,
                        int *turns);

/* Are the players at these two indices on one side? */
static inline bool ddz_game_allies(const struct ddz_game *game, int a, int b) {
  return (a == game->landlord) == (b == game->landlord);
}

/* Normal form; part of expand. */
void ddz_game_normalise(const struct ddz_prover *search, struct ddz_game *game);

/* The position as a key of the wide table; `what` (0 or 1) keeps two uses apart. */
void ddz_game_key(const struct ddz_game *game, int what, uint64_t *key);

enum ddz_outcome ddz_game_solve(struct ddz_prover *search, const struct ddz_game *game);

/* What a look at the hands or the tables say of a position, STOPPED when nothing. Searches nothing and counts
 * no node, so it also answers when a limit was reached. */
enum ddz_outcome ddz_duel_known(struct ddz_prover *search, const struct ddz_duel *position);
enum ddz_outcome ddz_game_known(struct ddz_prover *search, const struct ddz_game *game);

/* The play to be searched next: lowest order first. The list must not be empty. */
static inline struct ddz_move *ddz_move_best(struct ddz_move *m, const struct ddz_move *end) {
  struct ddz_move *best = m;
  for (; m < end; m++)
    if (m->order < best->order) best = m;
  return best;
}

/* How many plays to the end of a game whose outcome is known: cards put down by anybody, passes not counted,
 * the winners as fast and the losers as slow as they can. -1 when stopped. 0: the leader has no legal
 * play. */
int ddz_game_length(struct ddz_prover *search, const struct ddz_game *game, enum ddz_outcome outcome);

/* Play a game at random to its end: the outcome for the side of hand[0], or STOPPED. */
enum ddz_outcome ddz_game_playout(struct ddz_prover *search, const struct ddz_game *game,
                                  struct ddz_rng *rng);

#endif
