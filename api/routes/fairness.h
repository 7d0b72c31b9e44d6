/* fairness.h - `fairness` of POST /review: what core/search/fairness.h says of every play of a game, added up
 * for each seat. */
#ifndef DDZ_API_FAIRNESS_H
#define DDZ_API_FAIRNESS_H

#include "api/route.h"
#include "api/wire/game.h"

/* The calls since the cards were dealt, and the tables at which they were asked. */
struct ddz_fairness_calls {
  size_t n;
  struct ddz_fairness_call {
    struct ddz_table asked;
    enum ddz_call said;
    size_t action; /* its index */
  } call[DDZ_CALLS_MAX];
};

/* Keep what was just done at the table `before`, if it is a call. */
void ddz_fairness_hear(struct ddz_fairness_calls *calls, const struct ddz_table *before,
                       const struct ddz_table *after, size_t action);

/* Judge calls and plays and write the object. It ends early where `stop` (NULL: never) says so or the server
 * waits no longer; then `complete` is false.
 *
 * start  where the play begins, `first` the index of the first play among the actions */
void ddz_write_fairness(struct ddz_task *task, const struct ddz_game *game, const struct ddz_table *start,
                        size_t first, const struct ddz_fairness_calls *calls, const struct ddz_stop *stop,
                        struct ddz_writer *out);

#endif
