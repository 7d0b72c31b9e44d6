/* endgame.h - a position of two or three open hands: whose turn it is, what may be played, what follows.
 *
 * Hands are in turn order and hand[0] is to move, so who sits where is forgotten. Without wildcards the last
 * play is reduced to what answers it: plays of `kind` and `length` from `rank` on. A player who cannot answer
 * is passed over, so in such a position hand[0] has an answer, or leads.
 * Functions that list plays use the prover's stack and scratch; the others are pure. */
#pragma once

#include "core/base/limit.h"
#include "core/base/role.h"
#include "moves.h"
#include "tt.h"

/* ---- what all searches of one call share: rules, tables, the stack of plays, the limits ----
 *
 * A search answers for the side of the player to move: won, lost, or unknown (a limit was reached, or the
 * stack of plays was too short, which counts as one). It allocates nothing and may be called again and
 * again; what it proved stays in the tables. */

struct ddz_prover {
  struct ddz_solver_caps caps;
  struct ddz_left_slot *left; /* DDZ_LEFT_SLOTS */
  struct ddz_tt table;
  struct ddz_tt dominance; /* of two hands without wildcards (dominance.h) */
  struct ddz_movelist list;
  struct ddz_play *plays;      /* scratch for movegen.h, DDZ_PROVER_PLAYS */
  uint64_t nodes, limit;       /* visited, and how many at most */
  const struct ddz_stop *stop; /* or NULL */
  uint8_t below;               /* of the last search between two hands: see negamax.c */
  bool stopped;                /* a limit was reached: every answer from here on is UNKNOWN */
};

enum {
  DDZ_PROVER_PLAYS = 1 << 17, /* of one hand: with eight wildcards 79,997 were met */
  DDZ_PROVER_MOVES = 1 << 18  /* room of the stack of plays */
};

/* Count a node; true when the search must stop. */
static inline bool ddz_prover_tick(struct ddz_prover *s) {
  if (s->nodes >= s->limit || s->list.full) s->stopped = true;
  if (s->stopped) return true;
  s->nodes++;
  if ((s->nodes & 1023) == 0 && s->stop != NULL && ddz_stop_asked(s->stop)) s->stopped = true;
  return s->stopped;
}

/* What one side knows, as seen from there: the same for an ally, else turned. */
static inline enum ddz_result ddz_result_seen(bool ally, enum ddz_result result) {
  const int other = DDZ_RESULT_WIN + DDZ_RESULT_LOSS - (int)result;
  return ally || result == DDZ_RESULT_UNKNOWN ? result : (enum ddz_result)other;
}

/* ---- a position ---- */

/* A position from hands in turn order: hand, players, landlord and, when `last` is no pass, owner are set.
 * `last` (a pass: hand[0] leads) lies there. The turn moves on to the first who can answer, or back
 * to the owner's lead. Returns by how many seats. */
int ddz_endgame_set(const struct ddz_prover *search, struct ddz_endgame *game, const struct ddz_play *last);

/* Are the players at these two indices on one side? */
static inline bool ddz_endgame_allies(const struct ddz_endgame *game, int a, int b) {
  return (a == game->landlord) == (b == game->landlord);
}

/* Two hands without wildcards: the kind of position most is known about. */
static inline bool ddz_endgame_is_duel(const struct ddz_endgame *game) {
  return !game->wild && game->players == 2;
}

/* The attack sets of all hands. Not with wildcards, nor the next three. (These few are inline because every
 * node calls them.) */
static inline void ddz_endgame_look(const struct ddz_prover *search, const struct ddz_endgame *game,
                                    struct ddz_attack *attack) {
  for (int i = 0; i < game->players; i++)
    ddz_attack_of(&search->caps, game->hand[i], game->links, &attack[i]);
}

/* Bring to normal form; cards below the lowest answer to the last play and cards from it on are kept apart.
 * The attack sets are those from before; ddz_endgame_look_again corrects them. (Apart, so that a caller can
 * fetch a bucket of a table in between.) Bit-parallel. */
void ddz_endgame_normalise(struct ddz_endgame *game, const struct ddz_attack *attack);

/* A hand that reads the same has the same chains too: every link inside one was kept. */
static inline void ddz_endgame_look_again(const struct ddz_prover *search, const struct ddz_endgame *game,
                                          struct ddz_attack *attack) {
  for (int i = 0; i < game->players; i++)
    if (game->hand[i] != attack[i].hand) ddz_attack_of(&search->caps, game->hand[i], game->links, &attack[i]);
}

/* Push the plays of a hand under the whole rule set, without a pass: one that empties it comes first, then
 * ddz_move_order. False when there is no room for them and a pass. */
bool ddz_endgame_push(struct ddz_prover *search, ddz_hand hand, const struct ddz_play *last);

/* List the plays of hand[0] on the stack, without a pass. In normal form with the attack sets of each hand,
 * or wild (then `attack` is not read). True when one of the plays empties the hand. */
bool ddz_endgame_moves(struct ddz_prover *search, const struct ddz_endgame *game,
                       const struct ddz_attack *attack);

/* Bring to normal form and list the plays. */
bool ddz_endgame_expand(struct ddz_prover *search, struct ddz_endgame *game);

/* The position after a play that was listed for it. Returns by how many seats the turn moved: hand[turns] of
 * `game` is hand[0] of `next`. */
int ddz_endgame_play(const struct ddz_prover *search, const struct ddz_endgame *game,
                     const struct ddz_move *move, struct ddz_endgame *next);

/* The same after none of them: a pass, or where a leader has no play (not `can`) the lead goes on to the next
 * who has one. 0: he must play, or nobody can lead, and the leader has lost. */
int ddz_endgame_pass(struct ddz_prover *search, const struct ddz_endgame *game, bool can,
                     struct ddz_endgame *next);

/* The position as a key of the table; `what` (0 or 1) keeps two uses apart. For use 0 two hands without
 * wildcards that differ only in which ranks answer have one key. `key`: DDZ_TT_WORDS words. */
void ddz_endgame_key(const struct ddz_endgame *game, int what, uint64_t *key);

/* ---- who wins it (negamax.c): the one search, for two hands and three, with and without wildcards ----
 *
 * Depth first over won and lost. The next player may be on the other side (his result turned is ours), a
 * partner, or the same player again, when nobody can answer his play; a pass gives the turn on. Positions are
 * brought to normal form before they are looked up so that plays that differ in nothing that
 * matters meet in one entry. Two hands know more: sure wins and plays refuted by others.
 *
 * Cost: a fraction of a microsecond a node for two hands, more for three and for wildcards. The stack is as
 * deep as a game is long: some 100 kB. */

/* The result for the side of hand[0]; UNKNOWN when a limit was reached. */
enum ddz_result ddz_negamax(struct ddz_prover *search, const struct ddz_endgame *position);

/* What a look at the hands or the tables says, UNKNOWN when nothing. Searches nothing and counts no node, so
 * it also answers when a limit was reached. */
enum ddz_result ddz_negamax_known(struct ddz_prover *search, const struct ddz_endgame *position);
