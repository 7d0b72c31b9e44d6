/* robots.h - robots at a table: who they are, and what they did.
 *
 * POST /table takes `robot`, how the seat to act would be played, and `robots`, who plays which seat. Both
 * name settings as /robot-move does, or are `true` for the best quick move. No globals, any thread. */
#ifndef DDZ_API_ROBOTS_H
#define DDZ_API_ROBOTS_H

#include "api/wire/game.h"
#include "api/wire/player.h"
#include "core/robot/actor.h"

struct ddz_robots {
  bool asked;                      /* is there `robot`? */
  struct ddz_robot_settings robot; /* of `robot` */
  bool sits[DDZ_SEATS];            /* is there a robot in this seat? */
  struct ddz_robot_settings seat[DDZ_SEATS];
};

/* Fields `robot` and `robots` of a body; both are optional. `chinese`: the language where they name none. */
bool ddz_read_robots(const struct ddz_field *body, bool chinese, struct ddz_robots *robots);

/* Does a robot sit anywhere? */
bool ddz_robots_sit(const struct ddz_robots *robots);

/* Fields of an action, ready to be appended: who acts and `call`, `cards` with `pattern`, or `deal`. The
 * table is as it was before the action; `seat` is the one to act, DDZ_NO_SEAT when it deals again. */
void ddz_write_action(struct ddz_writer *out, const struct ddz_terms *terms, const struct ddz_table *table,
                      const struct ddz_act *act);

/* Why it was done: `reason`, and of a play what /robot-move tells. */
void ddz_write_act_thought(struct ddz_writer *out, const struct ddz_terms *terms,
                           const struct ddz_table *table, const struct ddz_robot_settings *robot,
                           const struct ddz_act *act, const struct ddz_candidate *candidates);

#endif
