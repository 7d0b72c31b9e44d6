/* position.h - calls, and the state of play: whose turn it is, what is to be beaten, what everybody has done
 * so far.
 *
 * It holds what all players can see and no hidden card: who holds which cards is kept beside it (view.h: the
 * own hand; open.h: all hands; table.h: all hands as physical cards). The referee, views, rollouts, the
 * solver's root and the trainer all follow a game with this value.
 *
 * A game is finite: cards only get fewer, and it is over when everybody in a row could not lead. A few
 * nanoseconds an action. */
#pragma once

#include "core/base/role.h"
#include "core/rules/pattern.h"

/* ---- what is said before play: to become the landlord, and to raise the stake ----
 *
 * The calls of every scheme are rows of table.def; who may say what, and when, table.h knows. */

enum ddz_call {
#define CALL(name, ...) DDZ_CALL_##name,
#include "table.def"
  DDZ_CALLS
};

typedef uint16_t ddz_call_set; /* bit c = enum ddz_call c */

struct ddz_call_row {
  const char *name;
  int bid, times, own; /* table.def */
};
extern const struct ddz_call_row ddz_call_rows[DDZ_CALLS];

/* The calls that open, as a set: if nobody made one of them, nobody called. */
enum {
  DDZ_CALLS_OPENING = 0
#define CALL(name, text, bid, ...) | ((bid) > 0) << DDZ_CALL_##name
#include "table.def"
};

enum ddz_call ddz_call_of(const char *name, size_t length); /* DDZ_CALLS: no such call */

/* ---- the state of play ---- */

/* Most plays and passes of a game: 55 plays, between two of them at most two passes and two leads that are
 * passed on, and the three that end a game nobody can go on with. */
enum { DDZ_PLIES_MAX = 55 * 5 + 3 };

struct ddz_position {
  struct ddz_play last;          /* what is to be beaten; a pass: `turn` leads */
  enum ddz_role turn;            /* who is to play */
  enum ddz_role owner;           /* who put `last` down; read only when it is no pass */
  int passes;                    /* since `last`: 0 or 1 */
  int skips;                     /* who in a row could not lead */
  uint8_t raised[DDZ_RAISES];    /* how often each has raised the stake so far; the spring comes at the end */
  int left[DDZ_ROLES];           /* cards each holds; 0: not known (who has none has won) */
  int plays[DDZ_ROLES];          /* plays put down so far, passes not counted */
  ddz_hand played[DDZ_ROLES];    /* what each has put down so far */
  ddz_call_set calls[DDZ_ROLES]; /* all that each said before play; empty: nothing, or not known */
  bool from_start;               /* nothing was played before: the counts above are those of the whole game */
  bool duel;                     /* the landlord against landlord_down alone */
};

/* Apply an action of the player to act: a play, or a pass (an empty play). It must be legal; nothing is
 * checked. A pass on the lead is that of a seat that cannot lead. True when it ends the game: the seat has no
 * cards left (where `left` tells), or nobody can lead. */
bool ddz_position_play(struct ddz_position *position, const struct ddz_play *play);

/* How many play. */
static inline int ddz_position_players(const struct ddz_position *position) {
  return position->duel ? DDZ_ROLES - 1 : DDZ_ROLES;
}

/* Does the player to act lead? */
static inline bool ddz_position_leads(const struct ddz_position *position) {
  return position->last.kind == DDZ_PASS;
}

/* What `cards` are when they are played here: the reading with the kind, rank and length of `as`, or, where
 * that is a pass, the best reading that beats the last play.
 * Errors: NOT_A_PATTERN, NO_READING (they cannot be read as `as`), DOES_NOT_BEAT. */
enum ddz_error ddz_position_read(const struct ddz_position *position, const struct ddz_rules *rules,
                                 ddz_hand cards, const struct ddz_play *as, struct ddz_play *out);

/* Is the game over? `left` must be known of all. */
bool ddz_position_is_over(const struct ddz_position *position);

/* Is it a spring that `winner` ends the game here: the landlord won and no farmer ever played, or lost and
 * played once? Not where the game is not known from its start, or nobody won (DDZ_ROLES). The rules say
 * whether it counts. */
bool ddz_position_is_spring(const struct ddz_position *position, enum ddz_role winner);

/* Bombs and rockets so far. */
int ddz_position_bombs(const struct ddz_position *position);

/* Count a play among those that raised so far, if it does. */
void ddz_raise_count(uint8_t raised[DDZ_RAISES], const struct ddz_play *play);

/* What play multiplies the stake by when `winner` ends the game here: the factors of the rules, the spring's
 * where it is one. The referee, players and rollouts all get it here.
 *
 * since   what was played by then does not count; NULL: all counts
 * winner  DDZ_ROLES: nobody has won (yet), no spring */
double ddz_position_factor(const struct ddz_position *position, const struct ddz_rules *rules,
                           enum ddz_role winner, const struct ddz_position *since);
