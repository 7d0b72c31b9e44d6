/* why.h - what sets the chosen play apart from another one, and what came after the other: claims that
 * anybody can check against the position, or by rollouts of his own. Plain data. */
#ifndef DDZ_CORE_WHY_H
#define DDZ_CORE_WHY_H

#include "core/game/view.h"

enum ddz_why {
#define WHY(name, ...) DDZ_WHY_##name,
#include "why.def"
  DDZ_WHYS
};

struct ddz_claim {
  enum ddz_why why;
  enum ddz_role who;         /* of LEADS, GOES_OUT, LETS_OUT, BEATS */
  ddz_hand cards;            /* of TAKES (the last play), KEEPS, BREAKS, PARTNER, BEATS (what lies there) */
  double share, other_share; /* of the rollouts, 0..1; of PLAYS the numbers of plays */
};

/* One step of what usually came next. */
struct ddz_step {
  enum ddz_role who;
  ddz_hand cards; /* none: a pass */
  double share;   /* of all rollouts kept, 0..1 */
};

enum { DDZ_CLAIMS_MAX = 2, DDZ_REPLIES_MAX = 3 };

struct ddz_contrast {
  bool known;                             /* is there anything to say? Else nothing below is set */
  ddz_hand other;                         /* the play that the chosen one is held against; none: a pass */
  int claims, replies;                    /* replies to `other` */
  struct ddz_claim claim[DDZ_CLAIMS_MAX]; /* what weighs most first */
  struct ddz_step reply[DDZ_REPLIES_MAX];
};

const char *ddz_why_code(enum ddz_why why);
const char *ddz_why_text(enum ddz_why why, bool chinese); /* with {names} to be filled in */

#endif
