/* request.h - a question to the robot: what a seat sees, and how it is to play; and what it answers. */
#pragma once

#include "core/base/code.h"
#include "core/base/limit.h"
#include "core/base/role.h"
#include "core/game/table.h"
#include "core/game/view.h"

/* Who decides; in the API's words the `engine`. */
enum ddz_player {
  DDZ_PLAYER_AUTO, /* the strongest there is for this request */
#define PLAYER(name, ...) DDZ_PLAYER_##name,
#include "robot.def"
  DDZ_PLAYERS
};

enum ddz_style {
#define STYLE(name, ...) DDZ_STYLE_##name,
#include "robot.def"
  DDZ_STYLES
};

/* How a search uses its limit. DECIDE: it stops when the choice is clear. FULL: it uses the whole limit and
 * tries more plays (search.h). */
enum ddz_effort { DDZ_EFFORT_DECIDE, DDZ_EFFORT_FULL, DDZ_EFFORTS };

enum { DDZ_INCLUDE_MAX = 8 };

/* NONE: the best quick move, without errors on purpose. */
enum { DDZ_LEVEL_NONE = 0, DDZ_LEVEL_MIN = 1, DDZ_LEVEL_DEFAULT = 8, DDZ_LEVEL_MAX = 10 };

/* What a level is. Rules also have a level from which they are known (rulebook.c). */
struct ddz_level {
  enum ddz_player player; /* that `auto` is; NET is RULES where no net knows its way */
  uint64_t nodes;         /* of a search (search.h) that has no limit of its own */
  int noise;    /* width of the error with which each play is rated: a play more or less counts about 200 */
  int forgets;  /* so many of 100 ranks that were played are not remembered */
  int sees;     /* cards of the longest play it sees, going out and bombs apart */
  double doubt; /* width, in logits, of the error of `auto`'s net; one that is asked for by name has none */
};
extern const struct ddz_level ddz_levels[DDZ_LEVEL_MAX + 1];

struct ddz_robot_request {
  struct ddz_view view; /* view.turn == view.role; 1..21 cards in view.hand */
  enum ddz_player player;
  enum ddz_style style;
  enum ddz_objective objective;
  int level;         /* 1..10, or DDZ_LEVEL_NONE */
  double multiplier; /* of the stake so far, for OBJECTIVE_POINTS */
  double uneven;     /* for the landlord against one farmer it is so much more, against the other less */
  double cap;        /* highest multiplier (table.h), in the unit of `multiplier`; 0: none. Points are cut to
                        it, in the choice too */
  uint64_t seed;
  struct ddz_limit limit;
  bool limited; /* a search within `limit` was asked for; without, `stop` is for emergencies only */
  const struct ddz_record *record; /* how the view came about, for a search; NULL: not known */
  enum ddz_effort effort;
  const struct ddz_play *include; /* legal plays (or a pass) that are rated too, whatever they are worth */
  size_t includes;                /* how many, at most DDZ_INCLUDE_MAX */
};

/* Level 8, multiplier 1, and what is zero: auto, steady, win, effort decide, no cap, not limited. The view is
 * to be set afterwards. */
void ddz_robot_defaults(struct ddz_robot_request *request);

/* What the seat wins or loses when play multiplies the stake by `factor`, cut to the cap. */
double ddz_robot_paid(const struct ddz_robot_request *request, double factor);

/* Does it err on purpose? Levels below the highest do, where neither net nor search is named and nothing
 * is to be searched. */
bool ddz_robot_errs(const struct ddz_robot_request *request);

/* Who is asked: the player of the request; for `auto` the one that its limit or its level names. With neither
 * of them `auto` searches where an enemy is nearly out and it is not known what was played. Where the player
 * does not know the position, rules answer for him. */
enum ddz_player ddz_robot_player(const struct ddz_robot_request *request);

/* Will this request search? Then it takes milliseconds, else microseconds. */
bool ddz_robot_is_long(const struct ddz_robot_request *request);

/* Nodes that such a search takes at most: the caller's, or the level's; 0: time alone ends it. */
uint64_t ddz_robot_nodes(const struct ddz_robot_request *request);

/* Names for requests and answers, closed by NULL. */
extern const char *const ddz_player_names[DDZ_PLAYERS + 1]; /* "auto", "rules", "net", "search" */
extern const char *const ddz_style_names[DDZ_STYLES + 1];   /* "steady", "aggressive", "cooperative" */
extern const char *const ddz_effort_names[DDZ_EFFORTS + 1]; /* "decide", "full" */

/* ---- what sets the chosen play apart from another one, and what came after the other ----
 *
 * Claims that anybody can check against the position, or by rollouts of his own. */

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

/* ---- the answer: the play, why, and what else was considered ---- */

/* One thing the robot could do, a pass included (an empty play). What the player cannot tell is NAN. */
struct ddz_candidate {
  struct ddz_play play;
  double score;                    /* higher is better; comparable within one answer only, see below */
  double win_probability;          /* 0..1, of the seat's side */
  double expected_points;          /* of the seat, in units of the base stake */
  uint64_t visits;                 /* rollouts or nodes spent on it; 0 where nothing was searched */
  bool proven;                     /* win_probability is certain, not estimated */
  bool bounded;                    /* the three below are set */
  struct ddz_interval win, points; /* nine of ten true values lie in such a one */
  double behind_error; /* standard error of how far win_probability is behind that of the first candidate */
};

struct ddz_robot_move {
  struct ddz_candidate chosen; /* what to play */
  enum ddz_reason reason;
  enum ddz_player player;       /* which one really played */
  uint64_t nodes;               /* searched; plies of rollouts; 0 for `rules` */
  size_t candidates;            /* how many there were in all */
  struct ddz_contrast contrast; /* of a search with full effort */
};
