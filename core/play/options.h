/* options.h - everything that a seat may do in one decision: listed once, with what is known of each and what
 * the player thinks of it.
 *
 * The steps of a decision go through it (core/robot/decide.h). Chances are as they are told (ddz_unproven);
 * points are of the seat, in units of the base stake. */
#pragma once

#include "core/net/feature.h"
#include "core/play/scene.h"

struct ddz_option {
  struct ddz_play play; /* an empty one: pass */

  /* what is known */
  double sure;         /* 1: it wins, whoever holds what; 0: it loses; NAN: neither is proved */
  double sure_points;  /* what that brings; NAN: not known */
  bool settled;        /* it wins, and no estimate is worth more: nothing is left to think about */
  double least, most;  /* chance to win: no less and no more than this */
  double least_points; /* NAN: nothing is known */
  bool counted;        /* `most` was computed, or tried */

  /* what the player thinks */
  double win, points; /* estimates; NAN: not known */
  double liked;       /* the one of these that the objective asks for, with style and errors of the player's
                         level. NAN: it has no opinion */
  double score;       /* told; higher is better */
  struct ddz_candidate told; /* visits, intervals, behind_error; the rest is written when it is told */
};

enum { DDZ_OPTIONS_MAX = DDZ_PROMPTS_MAX + 1 + DDZ_FEATURE_CANDIDATES + DDZ_INCLUDE_MAX };

struct ddz_options {
  size_t n;
  struct ddz_option option[DDZ_OPTIONS_MAX];
};

/* Of all options, by one player. */
struct ddz_rating {
  enum ddz_player player;
  uint64_t nodes;               /* it has searched */
  bool tried_only;              /* options that it did not rate are left out of the answer */
  bool picks;                   /* it names a pick; else that is the option of highest score */
  ddz_hand pick;                /* what it would choose by itself */
  enum ddz_reason reason;       /* of the pick */
  enum ddz_reason swayed;       /* of another option that it likes better, or that is left */
  struct ddz_contrast contrast; /* of the pick with another one */
};

/* ---- the list ---- */

/* The prompts of the scene in their order, the pass, what the request includes; nothing known, nothing
 * thought. Where nothing can be led there is the pass alone. */
void ddz_options_list(const struct ddz_scene *scene, struct ddz_options *options);

/* The option of these cards; NULL: there is none. */
struct ddz_option *ddz_options_find(struct ddz_options *options, ddz_hand cards);

/* The same, added at the end where it is not listed: another way to place wildcards. */
struct ddz_option *ddz_options_of(struct ddz_options *options, const struct ddz_play *play);

/* ---- what is known goes before what is thought ---- */

/* What a chance that a player thinks of comes to, and what points do: proved results stand, estimates end
 * where bounds are. What is lost more often than the player thinks is lost for the stake, at least; and
 * nobody wins or loses more than the cap allows, or less than the game is worth now. NAN: nobody thinks
 * anything, and nothing is known. */
double ddz_option_win(const struct ddz_option *option, double win);
double ddz_option_points(const struct ddz_robot_request *ask, const struct ddz_option *option, double points);

/* The one that the objective asks for; -HUGE_VAL for NAN. */
double ddz_option_worth(const struct ddz_robot_request *ask, const struct ddz_option *option,
                        double estimate);

/* Points of a proved result are never on the other side of the stake. */
double ddz_option_side(const struct ddz_robot_request *ask, const struct ddz_option *option, double points);
