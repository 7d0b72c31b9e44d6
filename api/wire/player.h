/* player.h - which robot is asked for, and which plays it considered.
 *
 * The fields that POST /robot-move and POST /review share. No globals, any thread. */
#pragma once

#include "api/wire/play.h"
#include "core/robot/decide.h"

enum { DDZ_THINK_MS_MAX = 60000 }; /* the longest a request may ask for */

enum { DDZ_TOP_MAX = 100 }; /* candidates told at most */

/* How a robot is to play: fields of /robot-move, and of `robot` and `robots` in /table. */
struct ddz_robot_settings {
  struct ddz_robot_request ask; /* without view and multiplier */
  long long ms, nodes;          /* of its limit, 0: none */
  long long top;                /* candidates to tell */
  bool leveled;                 /* a level or an engine is named; without: the best quick move */
  bool chinese, explain;        /* language of reasons; tell candidates of `robots` */
};
#define DDZ_ROBOT_FIELDS "level", "style", "engine", "limit", "top", "seed", "objective", "lang", "effort"

/* These fields of an object; what is absent is untouched, but for the language, which is that of the request.
 * `explain` is left alone.
 *
 * most  candidates that may be told */
bool ddz_read_settings(const struct ddz_field *object, long long most, struct ddz_robot_settings *robot);

/* The same for a move: what is absent has its default, the best quick move without a level, an engine or a
 * limit. */
bool ddz_read_robot(const struct ddz_field *object, struct ddz_robot_settings *robot);

/* `judge`: {"nodes", "seed"}: one judgement of a position, the same whoever makes it: a search with full
 * effort and so many nodes. The same request cannot say `others` of its fields. */
struct ddz_judge_limit {
  long long nodes; /* of a decision; 0: no `judge` is given */
  bool seeded;     /* else the seed is that of the position (ddz_view_seed) */
  long long seed;
};
bool ddz_read_judge(const struct ddz_field *body, const struct ddz_beside *others,
                    struct ddz_judge_limit *judge);

/* Let a request whose view is set judge so; not without nodes. */
void ddz_judge_request(const struct ddz_judge_limit *judge, struct ddz_robot_request *ask);

/* `limit`: {"ms", "nodes"}; what is absent is untouched. */
bool ddz_read_limit(const struct ddz_field *body, long long *ms, long long *nodes);

/* An interval as [low, high]; null where it is not known. */
void ddz_write_interval(struct ddz_writer *out, const char *key, bool known, struct ddz_interval interval);

/* One thing the robot could do; `hand` holds its cards. */
void ddz_write_candidate(struct ddz_writer *out, const struct ddz_terms *terms, const struct ddz_pile *hand,
                         const struct ddz_candidate *candidate);

/* What a robot thought of a move: `win_probability`, `expected_points`, `candidates` and `reason`. */
void ddz_write_thought(struct ddz_writer *out, const struct ddz_terms *terms, const struct ddz_pile *hand,
                       const struct ddz_robot_settings *robot, const struct ddz_robot_move *move,
                       const struct ddz_candidate *candidates);

/* "why": what sets the chosen play apart from another one, as sentences and as claims for machines; null
 * where nothing is known. Cards are ranks as text in every notation: the sentences name them, and cards of
 * others lie in no known hand.
 *
 * seat  whose move it is */
void ddz_write_why(struct ddz_writer *out, enum ddz_role seat, const struct ddz_robot_move *move,
                   bool chinese);

enum { DDZ_SPOKEN_MAX = 160 }; /* bytes, the end included */

/* `cards` as one play, as a player says them: "the pair of 3", 对3; never the letters of a notation. None: to
 * pass. What is more than a run or a group of equal cards is said as its largest part "with" the others. */
void ddz_spoken(ddz_hand cards, bool chinese, char text[DDZ_SPOKEN_MAX]);
