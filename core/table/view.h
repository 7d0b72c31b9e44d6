/* view.h - what one seat can see when it is his turn.
 *
 * His own cards, what everyone has put down, who leads, who passed, how many cards are left. It is built in
 * one of two ways: from the history of the game, play by play (ddz_view_init, then ddz_view_play), or by hand
 * from just the last play and the cards left (fill the struct). Hidden cards are nowhere in it.
 * Pure: no allocation, no globals, any thread. */
#ifndef DDZ_CORE_VIEW_H
#define DDZ_CORE_VIEW_H

#include "core/base/role.h"
#include "core/rules/pattern.h"

enum { DDZ_TRAIL = 6, DDZ_TRAIL_WIDTHS = 2 };

/* What was done lately, for who learns from it. An action is a play or a pass (an empty play); every action
 * hands the turn on, so who did it follows from its place. */
struct ddz_trail {
  struct ddz_play recent[DDZ_TRAIL]; /* the last actions, the newest first */
  uint8_t count;                     /* how many of them are known */
  /* the lowest enemy's solo [0] and pair [1] the seat let pass, as rank + 1; 0: none */
  uint8_t refused[DDZ_ROLES][DDZ_TRAIL_WIDTHS];
};

/* `role` does this when `last`, of `owner`, is to be beaten (a pass: he leads). */
void ddz_trail_add(struct ddz_trail *trail, enum ddz_role role, const struct ddz_play *play,
                   const struct ddz_play *last, enum ddz_role owner);

struct ddz_view {
  const struct ddz_rules *rules;
  enum ddz_role role;         /* whose eyes */
  enum ddz_role turn;         /* who is to play */
  ddz_hand hand;              /* his cards now */
  ddz_hand kitty;             /* the cards the landlord took, shown to all; empty: not known */
  ddz_hand played[DDZ_ROLES]; /* what each seat has put down so far */
  int left[DDZ_ROLES];        /* cards each seat holds; 0: not known (who has none has won) */
  struct ddz_play last;       /* what is to be beaten; a pass: `turn` leads */
  enum ddz_role owner;        /* who put `last` down; read only when it is no pass */
  int passes;                 /* passes since `last`: 0 or 1 */
  int bombs;                  /* bombs and rockets played so far */
  int plays[DDZ_ROLES];       /* plays put down so far, passes not counted */
  bool from_start;            /* nothing was played before this view began */
  struct ddz_trail trail;     /* the last actions; empty where there is no history */
};

/* The start of a game: the landlord leads, 17 cards a farmer, the kitty with the landlord.
 *
 * hand   the seat's cards *now*, that is when the history has been replayed (ddz_view_play never takes cards
 *        out of it).
 * kitty  empty when not known. */
void ddz_view_init(struct ddz_view *view, const struct ddz_rules *rules, enum ddz_role role, ddz_hand hand,
                   ddz_hand kitty);

/* Replay one action of the history: `cards` by `role`, none for a pass.
 *
 * The cards are read in the best way that beats the last play. Who leads has to play, but for the seat that
 * cannot (table.h): a pass on the lead is believed where the hidden hand may be a lone flower, or solos are
 * forbidden, and the lead goes on. The view is unchanged on an error:
 * GAME_OVER (someone has no cards left), WRONG_TURN, PASS_ON_LEAD, NOT_A_PATTERN, DOES_NOT_BEAT,
 * TOO_MANY_CARDS (more than the seat holds), TOO_MANY_OF_RANK (with the hand and all that was played, more
 * than the deck has). */
enum ddz_error ddz_view_play(struct ddz_view *view, enum ddz_role role, ddz_hand cards);

/* Whose turn it is does this, for who knows it to be legal: a play (an empty one: pass) of movegen.h. Nothing
 * is checked; the hand is not touched. */
void ddz_view_advance(struct ddz_view *view, const struct ddz_play *play);

/* Did a game that `winner` has ended by this view end in a spring: the landlord won and no farmer ever
 * played, or lost and played once? Where the rules count none, or the view does not know the game from its
 * start, it did not. */
bool ddz_view_is_spring(const struct ddz_view *view, enum ddz_role winner);

/* A view without history: `role` is to play with `hand`; nothing else is known, and he leads. The caller
 * may then set `left`, `played` and `kitty`, and put down a last play. */
void ddz_view_bare(struct ddz_view *view, const struct ddz_rules *rules, enum ddz_role role, ddz_hand hand);

/* Put down `play` of `owner` as the last one of a bare view; who sits between has passed. When the owner is
 * the view's own role everybody has passed and he leads.
 *
 * The view is unchanged on an error: TOO_MANY_OF_RANK (with the hand and what was played before, more than
 * the deck has). */
enum ddz_error ddz_view_last(struct ddz_view *view, enum ddz_role owner, const struct ddz_play *play);

/* The cards nobody has seen: the deck without the own hand and all that was played. They are with the others
 * (and, before the landlord is found, in the kitty). */
ddz_hand ddz_view_unseen(const struct ddz_view *view);

#endif
