/* playout.h - a game played out to its end by the fast policy, all hands known to the referee only.
 *
 * Each seat is played by the rules of rulebook.c on what that seat may know (its own hand, the cards left,
 * what is still out), with the plays of thin.h. So a playout of sampled hidden hands (sample.h) says how a
 * game between decent players goes on. No chance in it: the same position has the same end. No allocation;
 * one engine, one thread; some 20 microseconds for a whole game. */
#ifndef DDZ_CORE_PLAYOUT_H
#define DDZ_CORE_PLAYOUT_H

#include "robot.h"

/* A position with all cards open. */
struct ddz_playout {
  struct ddz_view view; /* whose turn, what lies there, cards left; role and hand follow the turn */
  ddz_hand hand[DDZ_ROLES];
};

/* From what a seat sees and the hands all are taken to hold; cards left are counted in these. */
void ddz_playout_set(struct ddz_playout *playout, const struct ddz_view *view,
                     const ddz_hand hand[DDZ_ROLES]);

/* Put a play down (an empty one: pass) for whose turn it is. True when the game is over. */
bool ddz_playout_play(struct ddz_playout *playout, const struct ddz_play *play);

struct ddz_ending {
  enum ddz_role winner; /* DDZ_ROLES: nobody could lead */
  int bombs;            /* in the playout */
  int plies;
};

/* Play to the end. */
struct ddz_ending ddz_playout_run(struct ddz_engine *engine, struct ddz_playout *playout);

#endif
