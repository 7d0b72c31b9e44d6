/* thinker.h - how the robot is asked to think, and what it thought of.
 *
 * What POST /robot-move and POST /review take and tell alike. No globals, any thread. */
#ifndef DDZ_API_THINKER_H
#define DDZ_API_THINKER_H

#include "api/encode.h"
#include "core/robot/robot.h"

enum { DDZ_THINK_MS_MAX = 60000 }; /* the longest a request may ask for */

/* `engine` by its name; untouched when absent. UNSUPPORTED_ENGINE. */
bool ddz_read_thinker(const struct ddz_field *body, enum ddz_thinker *thinker);

/* `limit`: {"ms", "nodes"}; what is absent is untouched. */
bool ddz_read_limit(const struct ddz_field *body, long long *ms, long long *nodes);

/* One thing the robot could do; `hand` holds its cards. */
void ddz_out_candidate(struct ddz_out *out, const struct ddz_terms *terms, const struct ddz_pile *hand,
                       const struct ddz_candidate *candidate);

#endif
