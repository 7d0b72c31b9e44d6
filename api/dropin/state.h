/* state.h - what another program tells of a game, as what the seat sees; and what the engine thinks of it.
 *
 * Such programs send what they have at hand: perhaps all plays from the first on, perhaps the last one alone,
 * perhaps what does not fit together. What makes a whole game is replayed; else the seat sees his cards, the
 * play to beat and as much of the rest as fits one deck. Pure but for ddz_state_think; any thread. */
#ifndef DDZ_API_STATE_H
#define DDZ_API_STATE_H

#include "api/route.h"
#include "api/wire/pile.h"
#include "core/play/answer.h"

struct ddz_state {
  struct ddz_terms terms; /* ddz_state_terms */
  enum ddz_role role;
  ddz_hand hand;              /* 1 to 20 cards */
  ddz_hand kitty;             /* empty: not told */
  ddz_hand played[DDZ_ROLES]; /* put down so far, with the last play or without it */
  ddz_hand others;            /* what the other two hold; empty: not told */
  int left[DDZ_ROLES];        /* 0: not told */
  int bombs;
  struct ddz_play last; /* to be beaten; a pass: the seat leads */
  enum ddz_role owner;  /* whose it is; not read when nothing is to be beaten */
  size_t actions;       /* plays and passes from the first on; 0: not told */
  ddz_hand action[DDZ_PLIES_MAX];
};

/* The rules by their name, and the notation these programs write cards in. */
void ddz_state_terms(struct ddz_state *state, const char *preset, enum ddz_notation notation);

/* A role by its name; untouched when absent. */
bool ddz_state_role(const struct ddz_field *field, enum ddz_role *role);

/* Cards, at most `max` of them. */
bool ddz_state_cards(const struct ddz_field *field, const struct ddz_terms *terms, int max, ddz_hand *hand);

/* What went wrong and where, as one text: "my_cards: no cards given". */
enum { DDZ_STATE_TROUBLE = 600 };
const char *ddz_state_trouble(const struct ddz_problem *problem, char text[DDZ_STATE_TROUBLE]);

/* The play to beat from all plays so far, the newest last: the last one, or, behind a pass, the one before.
 * `cards` may be few, or none. False: they are no play. */
bool ddz_state_last(struct ddz_state *state, const ddz_hand *cards, size_t n);

/* Do the hand and the play to beat come from one deck? Must be so before the state is used. */
bool ddz_state_fits(const struct ddz_state *state);

/* The view; it points at state->terms. record  of all actions, as far as they make a game, else empty */
void ddz_state_view(const struct ddz_state *state, struct ddz_view *view, struct ddz_record *record);

/* Everything the seat may do (a pass is an empty play), the best first: up to `cap` go to `out`. Returns how
 * many did; `all`: how many there are. Each has a chance to win, 0..1, and none a higher one than those
 * before it. The best quick engine: the net where it knows the position, else a short search. Sets what the
 * log wants. */
size_t ddz_state_think(struct ddz_task *task, const struct ddz_state *state, struct ddz_candidate *out,
                       size_t cap, size_t *all);

#endif
