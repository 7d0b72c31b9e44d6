/* robot.h - what to play.
 *
 * A request says what a seat sees (view.h) and how to play; the answer is a legal play or a pass, the reason,
 * and what else was considered. Engines differ in how they think, not in this interface:
 *
 *   rules   a list of rules tried in order (rulebook.h), S0's and those S0 only wrote down; microseconds
 *   net     the play of which a trained net thinks most (greedy.h); microseconds
 *   search  each play tried against many hands the others may hold (search.h); as long as it is let
 *   auto    `search` when the request is limited, else what its level is (robot.def)
 *
 * Deterministic: the same request has the same answer; chance (at low levels) comes from `seed` alone.
 * No allocation; one engine, one thread. */
#ifndef DDZ_CORE_ROBOT_H
#define DDZ_CORE_ROBOT_H

#include "core/base/limit.h"
#include "core/base/objective.h"
#include "core/table/view.h"
#include "engine.h"

enum ddz_thinker {
  DDZ_THINKER_AUTO, /* the strongest there is for this request */
#define THINKER(name, ...) DDZ_THINKER_##name,
#include "robot.def"
#undef THINKER
  DDZ_THINKERS
};

enum ddz_style {
#define STYLE(name, ...) DDZ_STYLE_##name,
#include "robot.def"
#undef STYLE
  DDZ_STYLES
};

enum ddz_reason {
#define REASON(name, ...) DDZ_REASON_##name,
#include "robot_reason.def"
#undef REASON
  DDZ_REASONS
};

enum { DDZ_LEVEL_MIN = 1, DDZ_LEVEL_DEFAULT = 8, DDZ_LEVEL_MAX = 10 };

struct ddz_robot_request {
  struct ddz_view view; /* view.turn == view.role; 1..21 cards in view.hand */
  enum ddz_thinker thinker;
  enum ddz_style style;
  enum ddz_objective objective;
  int level;         /* 1..10 */
  double multiplier; /* of the stake so far, for OBJECTIVE_POINTS */
  uint64_t seed;
  struct ddz_limit limit;
  bool limited; /* the caller asked for a search within `limit`; without, `expired` is but a last resort */
  const struct ddz_play *include; /* a legal play (or pass) a search must judge too; NULL: none */
};

/* Fill everything but the view with defaults: auto, steady, win, level 8, multiplier 1, seed 0, not limited,
 * nothing to include. */
void ddz_robot_defaults(struct ddz_robot_request *request);

/* One thing the robot could do, a pass included (an empty play). What an engine cannot tell is NAN. */
struct ddz_candidate {
  struct ddz_play play;
  double score;           /* higher is better; comparable within one answer only, see below */
  double win_probability; /* 0..1, of the seat's side */
  double expected_points; /* of the seat, in units of the base stake */
  uint64_t visits;        /* playouts or nodes spent on it; 0 where nothing was searched */
};

/* The chosen candidate stands first. Where it was not chosen for its score (a rule took it, or no other was
 * clearly better) the scores of all others are lowered by as much as the best of them is above it: they keep
 * their distances, and scores fall from the first to the last. */
void ddz_candidates_settle(struct ddz_candidate *out, size_t n);

struct ddz_robot_move {
  struct ddz_play play; /* a pass is an empty play */
  enum ddz_reason reason;
  enum ddz_thinker thinker; /* which one really played */
  double win_probability;   /* NAN when not known */
  double expected_points;   /* likewise */
  uint64_t nodes;           /* searched; plies of playouts; 0 for `rules` */
  size_t candidates;        /* how many there were in all */
};

/* Will this request search? Then it takes milliseconds, else microseconds. */
bool ddz_robot_is_long(const struct ddz_robot_request *request);

/* Choose. The best `cap` candidates go to `out` (may be NULL when cap is 0), the chosen one first. */
void ddz_robot_choose(struct ddz_engine *engine, const struct ddz_robot_request *request,
                      struct ddz_robot_move *move, struct ddz_candidate *out, size_t cap);

const char *ddz_reason_code(enum ddz_reason reason);
const char *ddz_reason_text(enum ddz_reason reason);    /* one English sentence */
const char *ddz_reason_chinese(enum ddz_reason reason); /* one Chinese sentence */

/* Names for requests and answers; the `_of` return false when there is no such name. */
const char *ddz_thinker_name(enum ddz_thinker thinker); /* "auto", "rules", "net", "search" */
bool ddz_thinker_of(const char *name, enum ddz_thinker *thinker);
const char *ddz_style_name(enum ddz_style style); /* "steady", "aggressive", "cooperative" */
bool ddz_style_of(const char *name, enum ddz_style *style);

#endif
