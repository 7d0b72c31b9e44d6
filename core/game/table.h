/* table.h - the referee: one game from the deal to the score.
 *
 * A table is a value. It is made from rules, a seed and perhaps given hands; actions change it or are
 * refused, and a refused action changes nothing. The same beginning and the same actions always give the same
 * table, so a server need not keep it: the list of actions rebuilds it.
 *
 *   CALL -> [ROB] -> [KICK | DOUBLE] -> PLAY -> OVER
 *     \-> REDEAL -> CALL
 *
 * Seats are 0, 1, 2; calling and playing go 0, 1, 2, 0. Calling schemes (a row each in table.c):
 *
 *   none   the landlord is drawn from the seed; play begins at once.
 *   score  each seat is asked once, from `first` on: pass or a bid above the highest so far. 3 ends it. The
 *          highest bidder is the landlord, his bid the stake.
 *   rob    pass or call until somebody calls. Then each seat that has not been asked yet may rob, once, in
 *          order (who passed is out); if somebody robbed, the first caller may rob back. The last of them is
 *          the landlord; each rob doubles the stake. Then all double, in any order: none, x2 or x4; `turn` is
 *          the first of landlord, landlord_down, landlord_up who has not yet.
 *   kick   the first to call is the landlord. Then landlord_down and landlord_up are asked: kick, or follow
 *          when the other kicked. If one kicked, the landlord may kick back. Each doubles the stake.
 *
 * The rules may change this: a strong hand must call while nobody has (must_call), the first caller does not
 * rob back (no_rob_back), a kick raises the factor of its seat alone (kick_own), the kitty lies open
 * (kitty_open).
 *
 * When nobody calls the rules name the landlord, and the stake is 1; or the phase is REDEAL, and the one
 * thing to do is to deal again: from the same seed, but the next deal of it. The landlord takes the kitty as
 * soon as he is found, and leads.
 *
 * The seat that leads has to play. A seat that cannot lead anything (the flower alone is no play; patterns
 * may be forbidden) passes, and the lead goes on to the next; when no seat can lead the game is over without
 * a winner.
 *
 * Score. The multiplier is bid x 2^(robs or kicks) x what play multiplies, the spring or anti-spring included
 * where the rules have it (ddz_position_factor). A seat's own doubling or kick counts between two players: a
 * farmer wins or loses base x multiplier x his own factor x the landlord's, the landlord the sum of both. The
 * three scores sum to zero. Neither the multiplier nor its product with the two factors is more than the cap,
 * DDZ_CAP_MAX where there is none: so no score reaches 2^53. Spring: no farmer played a card; anti-spring:
 * the landlord played once; neither in a game that was begun elsewhere (hands given that are not a whole
 * deck), since plays made there are not known.
 *
 * About 400 bytes; tens of nanoseconds an action. */
#pragma once

#include "core/game/deal.h"
#include "core/game/position.h"
#include "core/game/view.h"

enum ddz_phase {
#define PHASE(name, ...) DDZ_PHASE_##name,
#include "table.def"
  DDZ_PHASES
};

enum { DDZ_BASE_MAX = 1000000 };
#define DDZ_CAP_MAX ((int64_t)1 << 32)
_Static_assert(2 * DDZ_BASE_MAX * DDZ_CAP_MAX < (int64_t)1 << 53, "a score is exact as a double");

struct ddz_table {
  struct ddz_rules rules; /* a copy; rules.wild are the wild ranks that are shown so far */
  uint64_t seed;
  uint64_t more[7]; /* the words of a long seed after the first */
  int64_t base;     /* points; 1 after init, the caller may set 1..DDZ_BASE_MAX before the game is over */
  int64_t cap; /* highest multiplier, 0: DDZ_CAP_MAX; after init that of the rules. The caller may set 3 and
                  more before the first call */
  struct ddz_kitty_factor kitty_factor; /* of the kitty, once the landlord is found; ddz_table_agree */
  uint8_t shown;                        /* seats whose hands all know, bit s = seat s */
  bool one_by_one;  /* players see which of two equal cards is played; the caller may set it */
  int shown_factor; /* what they multiply the stake by, from then on, too */
  uint32_t deals;   /* deals so far, the present one included */
  ddz_ranks given;  /* wild ranks that came with the rules */
  ddz_ranks drawn;  /* those that are shown when the landlord is found; empty: none */
  bool draws_wild;  /* the rules came without all the wild ranks they need */
  bool whole;       /* every card of the deck is in the game */

  enum ddz_phase phase;
  int first;    /* seat asked first */
  int lot;      /* the landlord when nobody calls and the rules draw one */
  int turn;     /* seat to act; DDZ_NO_SEAT in REDEAL and OVER */
  int landlord; /* DDZ_NO_SEAT until found */

  ddz_hand hand[DDZ_SEATS];   /* what each seat holds now */
  ddz_cards cards[DDZ_SEATS]; /* the same as physical cards */
  ddz_cards kitty;            /* not in a hand before the landlord is found, in his or played after */

  /* calling */
  uint8_t pending;              /* seats still to be asked in this phase, bit s = seat s */
  uint8_t asked[DDZ_SEATS];     /* the last call of each seat in this deal; DDZ_CALLS: none yet */
  ddz_call_set said[DDZ_SEATS]; /* all calls of each seat in this deal */
  int caller;                   /* the first who called, DDZ_NO_SEAT: none */
  int holder;                   /* who would be the landlord now: highest bidder, last robber */
  int bid;                      /* the highest so far, 0: none */
  int raises;                   /* robs, or kicks, follows and kicks back */
  int factor[DDZ_SEATS];        /* own doubling: 1, 2 or 4 */
  int64_t multiplier; /* stake without base and own doublings, at most cap; spring included when over */

  /* play */
  struct ddz_position now; /* by role; as at the start of play until there are roles */
  ddz_cards last_cards;    /* the physical cards of now.last */
  struct ddz_trail trail;  /* the last actions */

  /* over */
  int winner;               /* the seat that has no cards left; DDZ_NO_SEAT before, or when nobody can lead */
  bool spring;              /* spring or anti-spring was counted */
  int64_t score[DDZ_SEATS]; /* points won; zero before the end */
};

/* One of 3..2 that is not wild yet, each as likely. */
ddz_ranks ddz_table_draw_rank(ddz_ranks wild, struct ddz_rng *rng);

/* A fresh table, cards dealt, at the first question.
 *
 * rules  copied. Wild ranks that are needed and not named are drawn from the seed (rules->early, late).
 * seed   decides the deal (unless given), who is asked first, wild ranks, and every redeal.
 * deal   the first deal, or NULL: from the seed. With a landlord known the game starts at KICK, DOUBLE or
 *        PLAY as the rules have it; with given cards that are not the whole deck, at PLAY.
 *
 * Errors: those of ddz_deal_check; none without a deal. */
enum ddz_error ddz_table_init(struct ddz_table *table, const struct ddz_rules *rules, uint64_t seed,
                              const struct ddz_deal *deal);

/* The same from a long seed: word 0 is the lowest, and alone it is the seed of ddz_table_init. */
enum { DDZ_SEED_WORDS = 8 };
enum ddz_error ddz_table_init_wide(struct ddz_table *table, const struct ddz_rules *rules,
                                   const uint64_t seed[DDZ_SEED_WORDS], const struct ddz_deal *deal);

/* What is agreed beside the rules, right after init: factors of the kitty, hands that are shown and their
 * factor. Where the landlord is known already they count at once. */
void ddz_table_agree(struct ddz_table *table, const struct ddz_kitty_factor *kitty, unsigned shown,
                     int factor);

/* What they will multiply the stake by when the landlord is found, as far as everybody knows. */
int ddz_table_agreed(const struct ddz_table *table);

enum ddz_verb { DDZ_VERB_PLAY, DDZ_VERB_CALL, DDZ_VERB_DEAL };

/* Who acts, when not a seat 0..2. */
enum { DDZ_SEAT_TURN = 3 /* whose turn it is */, DDZ_SEAT_ROLE = 4 /* + enum ddz_role */ };

/* One thing somebody does. Zeroed but for `seat` it is a pass. */
struct ddz_action {
  uint8_t verb; /* enum ddz_verb */
  uint8_t seat; /* 0..2, DDZ_SEAT_TURN, or DDZ_SEAT_ROLE + role; not read by DEAL */
  uint8_t call; /* CALL: enum ddz_call */
  /* PLAY: a reading named by the caller, kind DDZ_PASS: the best that beats the last play */
  uint8_t kind, rank, length;
  ddz_hand cards;   /* PLAY: what is put down, empty: pass. Not read when physical cards are given */
  ddz_cards picked; /* PLAY: the same as physical cards; empty: the lowest suits in the hand */
};

/* Do it, or refuse and leave the table as it is. Errors, the first that applies:
 *
 *   any        GAME_OVER; NO_LANDLORD (a role before there are roles)
 *   CALL       WRONG_PHASE, WRONG_TURN, ILLEGAL_CALL
 *   PLAY       WRONG_PHASE, WRONG_TURN, PASS_ON_LEAD, NOT_IN_HAND, NOT_A_PATTERN, NO_READING, DOES_NOT_BEAT
 *   DEAL       WRONG_PHASE outside REDEAL */
enum ddz_error ddz_table_apply(struct ddz_table *table, const struct ddz_action *action);

/* The seats whose action is accepted now, bit s = seat s: the seat to act; while doubling all that have not
 * decided, for they decide at the same time. */
unsigned ddz_table_awaited(const struct ddz_table *table);

/* The calls open to table->turn; empty outside the calling phases. The first of the set declines, unless the
 * seat must call. */
ddz_call_set ddz_table_calls(const struct ddz_table *table);

/* The same without a look at the hand. */
ddz_call_set ddz_table_calls_seen(const struct ddz_table *table);

/* All calls that a way of calling knows. */
ddz_call_set ddz_calling_calls(enum ddz_calling calling);

/* The call that is choice number `choice` of the question asked now, numbered as in bid.h: 0 declines, then
 * 1, 2, 3 points, or yes, or double and super. It may be one that is not open (a bid too low).
 * Errors: WRONG_PHASE when nothing is asked, ILLEGAL_CALL when the question has no such choice. */
enum ddz_error ddz_table_choice(const struct ddz_table *table, int choice, enum ddz_call *call);

/* The same as a call that is open: where the choice is not, the one that declines. In calling phases only. */
enum ddz_call ddz_table_call(const struct ddz_table *table, int choice);

/* The seat that put down what is to be beaten; DDZ_NO_SEAT when nothing is. */
int ddz_table_owner(const struct ddz_table *table);

/* Plays that a seat has put down in this game, passes not counted. */
int ddz_table_plays(const struct ddz_table *table, int seat);

/* Role of a seat, DDZ_ROLES before the landlord is found; seat of a role, likewise DDZ_NO_SEAT. */
enum ddz_role ddz_table_role(const struct ddz_table *table, int seat);
int ddz_table_seat(const struct ddz_table *table, enum ddz_role role);

/* What the seat to play sees; phase PLAY only. The view points at table->rules. */
void ddz_table_view(const struct ddz_table *table, struct ddz_view *view);

/* Put the hands that all know into a view; once there are roles. */
void ddz_table_show(const struct ddz_table *table, struct ddz_view *view);

/* The highest multiplier there can be. */
int64_t ddz_table_cap(const struct ddz_table *table);

/* Points that `seat` wins or loses if the game ended now, without spring; needs a landlord. */
int64_t ddz_table_stake(const struct ddz_table *table, int seat);

extern const struct ddz_words ddz_phase_rows[DDZ_PHASES]; /* with a sentence */

/* ---- a record of the game ---- */

/* All that was done in a game so far, from its first lead on, as everybody saw it. A view (view.h) keeps what
 * has come of it and the last few actions; who wants to know how it came about reads the record: what a
 * player did tells of his hand (core/search/posterior.h). */
struct ddz_record {
  int n;
  struct ddz_play
      play[DDZ_PLIES_MAX]; /* the oldest first; an empty one: pass. Whose it is follows by turns */
};

/* One more; it must be legal. */
void ddz_record_add(struct ddz_record *record, const struct ddz_play *play);

/* What a table has just accepted; a call is no play, and is left out. */
void ddz_record_add_action(struct ddz_record *record, const struct ddz_table *table,
                           const struct ddz_action *action);
