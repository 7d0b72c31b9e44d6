/* view.h - what one seat can see when it is its turn, and the latest actions.
 *
 * Its own cards, what everyone has put down, who leads, who passed, how many cards are left. It is built in
 * one of two ways: from the history of the game, play by play (ddz_view_init, then ddz_view_check and
 * ddz_view_advance), or by hand from just the last play and the cards left (fill the struct). Hidden cards
 * are nowhere in it. */
#pragma once

#include "core/base/rng.h"
#include "core/game/position.h"

/* ---- the latest actions ---- */

/* As inputs for nets. An action is a play or a pass (an empty play); every action hands the turn on, so who
 * did it follows from its place. */
enum { DDZ_TRAIL = 6, DDZ_TRAIL_WIDTHS = 2 };

struct ddz_trail {
  struct ddz_play recent[DDZ_TRAIL]; /* the last actions, the newest first */
  uint8_t count;                     /* how many of them are known */
  /* the lowest enemy's solo [0] and pair [1] the seat let pass, as rank + 1; 0: none */
  uint8_t refused[DDZ_ROLES][DDZ_TRAIL_WIDTHS];
};

/* Record an action of the seat to act in `before`. */
void ddz_trail_add(struct ddz_trail *trail, const struct ddz_position *before, const struct ddz_play *play);

/* ---- a view ---- */

struct ddz_view {
  const struct ddz_rules *rules;
  enum ddz_role role;        /* the seat that sees */
  ddz_hand hand;             /* his cards now */
  ddz_hand kitty;            /* the cards the landlord took, shown to all; empty: not known */
  ddz_hand apart;            /* what the landlord has put down and is surely not of the kitty: known where
                                cards are told one by one */
  ddz_hand shown[DDZ_ROLES]; /* hands that all know, as they are now; empty: not known */
  struct ddz_position now;   /* what everybody has done, and whose turn it is */
  struct ddz_trail trail;    /* the last actions; empty where there is no history */
};

/* The start of a game: the landlord leads, 17 cards a farmer, the kitty with the landlord.
 *
 * hand   the seat's cards *now*, that is when the history has been replayed (nothing here takes cards out of
 * it). kitty  empty when not known. */
void ddz_view_init(struct ddz_view *view, const struct ddz_rules *rules, enum ddz_role role, ddz_hand hand,
                   ddz_hand kitty);

/* May `role` do this next in the history: put down `cards`, none for a pass? `play` is what it would be.
 *
 * The cards are read in the best way that beats the last play. A leader has to play, but for the seat that
 * cannot (table.h): a pass on the lead is believed where the hidden hand may be a lone flower, or solos are
 * forbidden. Errors: GAME_OVER, WRONG_TURN, PASS_ON_LEAD, NOT_A_PATTERN, DOES_NOT_BEAT, TOO_MANY_CARDS (more
 * than the seat holds), TOO_MANY_OF_RANK (with the hand and all that was played, more than the deck has). */
enum ddz_error ddz_view_check(const struct ddz_view *view, enum ddz_role role, ddz_hand cards,
                              struct ddz_play *play);

/* Apply a play of the seat to act that is known to be legal (movegen.h; an empty one: pass). Unchecked; the
 * hand is not touched. True when the game is over. */
bool ddz_view_advance(struct ddz_view *view, const struct ddz_play *play);

/* A view without history: `role` is to play with `hand`; nothing else is known, and he leads. The caller
 * may then set `left`, `played` and `kitty`, and put down a last play. */
void ddz_view_bare(struct ddz_view *view, const struct ddz_rules *rules, enum ddz_role role, ddz_hand hand);

/* Put down `play` of `owner` as the last one of a bare view; the seats between have passed. When the owner is
 * the view's own role, everybody has passed and it leads.
 *
 * The view is unchanged on an error: TOO_MANY_OF_RANK (with the hand and what was played before, more than
 * the deck has). */
enum ddz_error ddz_view_last(struct ddz_view *view, enum ddz_role owner, const struct ddz_play *play);

/* Deal what was played before a bare view: to each seat as many cards as it must have put down, each card as
 * likely as another; what is missing of the kitty only to the landlord, of a hand that is shown nothing. All
 * that is then unseen is in a hand.
 *
 * False, and unchanged: not all cards left are known, or they are more than a full deal leaves, or what is
 * shown does not fit. */
bool ddz_view_complete(struct ddz_view *view, struct ddz_rng *rng);

/* The cards nobody has seen: the deck without the own hand and all that was played. They are with the others
 * (and, before the landlord is found, in the kitty). */
ddz_hand ddz_view_unseen(const struct ddz_view *view);

/* Is every unseen card in a hand? Not where a hand's size is unknown, or what was played before. */
bool ddz_view_is_accounted(const struct ddz_view *view);

/* A number below 2^53, a seed: of the role, its hand, what each has played and still holds, and what is to be
 * beaten. Not of the kitty, which may be left out, and not of the order of what was played. */
uint64_t ddz_view_seed(const struct ddz_view *view);

/* The cards of the kitty that the landlord must still hold. Where cards are known by rank he may have kept
 * either of two equal ones, so only what must be left counts. Empty where the kitty is not known. */
ddz_hand ddz_view_kitty_left(const struct ddz_view *view);

/* The cards that another seat holds for certain: a hand that is shown; what a shown hand leaves to the third
 * seat, where every unseen card is in a hand; of the landlord else ddz_view_kitty_left. */
ddz_hand ddz_view_sure(const struct ddz_view *view, enum ddz_role role);

/* What is hidden from the seat, said once for all who list, draw or weigh deals. What does not fit, such as
 * more cards for certain than a seat has left, is not known. */
struct ddz_hidden {
  enum ddz_role role;        /* of the seat that sees */
  ddz_hand known[DDZ_ROLES]; /* the own hand; of the others what they hold for certain */
  ddz_hand pool;             /* the other unseen cards */
  int draw[DDZ_ROLES];       /* how many of those each gets; together at most the pool */
  bool assumed;              /* a seat whose number of cards is not known has as many as this one, or what
                                there is; or not all of the pool is drawn: some were played before */
};
void ddz_hidden_of(struct ddz_hidden *hidden, const struct ddz_view *view);

/* All three hands where the next seat in turn gets these cards of the pool, and the third seat the others. */
void ddz_hidden_deal(const struct ddz_hidden *hidden, ddz_hand next, ddz_hand hand[DDZ_ROLES]);
