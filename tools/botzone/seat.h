/* seat.h - what the requests of Botzone's FightTheLandlord told one seat, request by request.
 *
 * Two versions of the game: the newer one asks every seat for a call first and names the landlord; in the
 * older one seat 0 is the landlord and gets all his 20 cards at once. Cards are numbers 0..53 (notation
 * botzone). */
#ifndef DDZ_TOOLS_BOTZONE_SEAT_H
#define DDZ_TOOLS_BOTZONE_SEAT_H

#include <jansson.h>

#include "core/bid/bid.h"
#include "core/game/table.h"

enum seat_asked { SEAT_NOTHING, SEAT_CALL, SEAT_PLAY };

/* Zeroed: a game that has not begun. */
struct seat {
  enum seat_asked asked; /* by the last request */
  ddz_cards cards;       /* what the seat holds now */
  ddz_cards kitty;       /* empty: not shown yet */
  bool plays;            /* the first play was asked for */
  enum ddz_role role;    /* once it plays */
  int bid;               /* what the landlord called; 1 where nobody calls */
  int landlord;          /* his number, once the seat plays */
  int call[DDZ_SEATS];   /* by seat: those before this one's, and this one's once it is answered */
  size_t calls;
  size_t actions; /* plays and passes of all, from the landlord's first on */
  ddz_hand action[DDZ_PLIES_MAX];
};

/* One more request; NULL, or what is wrong with it: static text. */
const char *seat_request(struct seat *seat, const json_t *request);

/* What the seat answered to it. A call or a play that it cannot have made counts as a pass. */
void seat_answer(struct seat *seat, const json_t *response);

/* The question a call is asked for; `rules` is filled and must live as long. */
void seat_call(const struct seat *seat, struct ddz_rules *rules, struct ddz_bid_request *ask);

/* What each said, as far as the seat can know: those before it and itself; of those behind it the landlord,
 * and that nobody is asked after a call of 3. Another behind it is taken to have passed. All empty where
 * there were no calls. */
void seat_calls(const struct seat *seat, ddz_call_set calls[DDZ_ROLES]);

/* What the seat sees when it is to play, and how it came about; NULL, or what does not fit together. The view
 * points at `rules`, which is filled. */
const char *seat_view(const struct seat *seat, struct ddz_rules *rules, struct ddz_view *view,
                      struct ddz_record *record);

/* ---- nets that the program holds within itself ---- */

struct built {
  const void *bytes; /* aligned for nets */
  size_t size;
};

/* To play, to call, and to believe. The function itself is NULL where `make botzone` put none in
 * (tools/nets.sh). */
__attribute__((weak)) const struct built *built_nets(void);

#endif
