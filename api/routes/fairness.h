/* fairness.h - `fairness` of POST /review: what core/search/fairness.h says of every play of a game, added up
 * for each seat. */
#ifndef DDZ_API_FAIRNESS_H
#define DDZ_API_FAIRNESS_H

#include "api/route.h"
#include "api/wire/game.h"

/* Judge the plays and write the object. It ends early where `stop` (NULL: never) says so or the server waits
 * no longer; then `complete` is false.
 *
 * start  where the play begins, `first` the index of the first play among the actions */
void ddz_write_fairness(struct ddz_task *task, const struct ddz_game *game, const struct ddz_table *start,
                        size_t first, const struct ddz_stop *stop, struct ddz_writer *out);

#endif
