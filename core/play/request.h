/* request.h - a question to the robot: what a seat sees, and how it is to play. */
#ifndef DDZ_CORE_REQUEST_H
#define DDZ_CORE_REQUEST_H

#include "core/base/limit.h"
#include "core/base/objective.h"
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
 * judges more plays (search.h). */
enum ddz_effort { DDZ_EFFORT_DECIDE, DDZ_EFFORT_FULL, DDZ_EFFORTS };

enum { DDZ_INCLUDE_MAX = 8 };

/* NONE: the best quick move, without errors on purpose. */
enum { DDZ_LEVEL_NONE = 0, DDZ_LEVEL_MIN = 1, DDZ_LEVEL_DEFAULT = 8, DDZ_LEVEL_MAX = 10 };

/* A row of robot.def. */
struct ddz_level {
  enum ddz_player player;
  uint64_t nodes;
  int noise, forgets, sees;
  double doubt; /* logits */
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
  double cap; /* highest multiplier (table.h), in the unit of `multiplier`; 0: none. Points told are cut to
                 it; plays are chosen without */
  uint64_t seed;
  struct ddz_limit limit;
  bool limited; /* the caller asked for a search within `limit`; without, `stop` is for emergencies only
                 */
  const struct ddz_record *record; /* how the view came about, for a search; NULL: not known */
  enum ddz_effort effort;
  const struct ddz_play *include; /* legal plays (or a pass) that are judged too, whatever they are worth */
  size_t includes;                /* how many, at most DDZ_INCLUDE_MAX */
};

/* Fill everything but the view with defaults: auto, steady, win, level 8, multiplier 1 and even, no cap, seed
 * 0, not limited, no record, effort decide, nothing to include. */
void ddz_robot_defaults(struct ddz_robot_request *request);

/* What the seat wins or loses when play multiplies the stake by `factor`, cut to the cap. */
double ddz_robot_paid(const struct ddz_robot_request *request, double factor);

/* Does it err on purpose? Levels below the highest do, where no engine is named and nothing is to be
 * searched. */
bool ddz_robot_errs(const struct ddz_robot_request *request);

/* Names for requests and answers, closed by NULL. */
extern const char *const ddz_player_names[DDZ_PLAYERS + 1]; /* "auto", "rules", "net", "search" */
extern const char *const ddz_style_names[DDZ_STYLES + 1];   /* "steady", "aggressive", "cooperative" */
extern const char *const ddz_effort_names[DDZ_EFFORTS + 1]; /* "decide", "full" */

#endif
