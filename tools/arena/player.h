/* player.h - somebody who plays, and the game he plays in.
 *
 * A player is an engine of the core, a simple robot, or a program of somebody else (spec.h names them). Every
 * player has an engine of its own, and belongs to one thread at a time.
 *
 * A game is the table, how it began, and everything done since. The referee (core/game/table.h) judges every
 * action; the game remembers them, so that it can be shown to a player who keeps nothing, written down, and
 * replayed. The text is that of the service: a game as the body of POST /table, a decision as the body of
 * POST /robot-move. */
#pragma once

#include <jansson.h>

#include "core/engine/engine.h"
#include "core/game/table.h"
#include "tools/arena/outside.h"
#include "tools/arena/spec.h"

/* ---- what somebody did ---- */

extern const char *const fault_names[FAULTS]; /* outside.h */

struct account {
  uint64_t choices, faults[FAULTS]; /* by kind */
  uint64_t seats;                   /* he held in games that are over */
  uint64_t bombs_kept, springs;     /* of them with a bomb in hand at the end; won by a spring */
  uint64_t partner, beaten;         /* turns on a partner's play; and what was played on it */
};
void account_add(struct account *sum, const struct account *more);

/* ---- a game ---- */

enum { GAME_ACTIONS_MAX = 1000 };

struct game {
  struct ddz_table table;
  struct ddz_deal deal; /* how it began, when `given` */
  bool given;           /* the landlord was drawn where the rules would have called */
  struct ddz_action action[GAME_ACTIONS_MAX];
  size_t n;
  struct ddz_record record; /* of what was played */
  struct ddz_rng chance;    /* of the players */
  struct account account[DDZ_SEATS];
};

/* Deal from `seed` (at most 2^53 - 1, what JSON holds). With `drawn` the landlord is drawn from the seed even
 * where the rules have calling, and doublings are still asked for. */
void game_start(struct game *game, const struct ddz_rules *rules, uint64_t seed, bool drawn);

/* The seed of the next choice, below 2^53. */
uint64_t game_chance(struct game *game);

/* Do it and remember it; an error changes nothing. */
enum ddz_error game_apply(struct game *game, const struct ddz_action *action);

/* Is there nothing to choose? A redeal when nobody called, a pass of a seat that cannot lead anything. */
bool game_forced(const struct game *game);

/* The game until now as POST /table takes it, a new reference. */
json_t *game_json(const struct game *game);

/* Do one of the `actions` of game_json. False: it is none, or the table rejects it. */
bool game_read(struct game *game, const json_t *action);

/* ---- calls ---- */

/* An open call for table->turn, in a calling phase. `nodes`: of a search, which needs some; else not read. */
enum ddz_call caller_call(enum caller caller, uint64_t nodes, const struct ddz_table *table,
                          struct ddz_engine *engine);

/* ---- a player ---- */

struct player {
  const struct spec *spec;
  struct ddz_engine *engine;
  struct outside outside; /* MANNER_OUTSIDE */
  uint64_t choices;       /* of plays */
  double ns;              /* they took: computing time of the thread, of a program time on the wall */
  uint64_t answers;       /* of the outside program, that came at all */
  /* Searched calls: a deal is played six times, and most of its questions come again. */
  struct called {
    uint64_t question;
    enum ddz_call call;
  } called[64];
  enum ddz_reason reason; /* of the last choice of an engine of the core; DDZ_REASONS: there is none */
};

/* `spec` is not copied. `timeout_ms`: of an outside program. */
struct player *player_new(const struct spec *spec, int timeout_ms);
void player_free(struct player *player);

/* CPU time of its choices. A program of somebody else is ended by this. */
double player_cpu_ns(struct player *player);

/* Choose for the seat to play and do it, in phase PLAY. All chance comes from `seed` (below 2^53). */
enum fault player_act(struct player *player, struct game *game, uint64_t seed);

/* Call for the seat to act, in a phase of calls. */
enum fault player_call(struct player *player, struct game *game);

/* What the seat to act sees, as a line of outside.h, a new reference. */
json_t *player_question(struct player *player, const struct game *game, uint64_t seed);

/* Do what a time-out does, which also is all there is where the game is forced. */
void player_decline(struct player *player, struct game *game);

/* The game is over: a program that runs gets its result and all cards, and answers with any line. */
void player_told(struct player *player, const struct game *game, unsigned seats);

/* Why one may give up a program that never answered, with its name: text of the thread. NULL: go on. */
const char *player_silence(const struct player *player);
