/* record.h - all that was done in a game so far, from its first lead on, as everybody saw it.
 *
 * A view (view.h) keeps what has come of it and the last few actions; who wants to know how it came about
 * reads the record: what a player did tells of his hand (core/search/posterior.h). Pure data. */
#ifndef DDZ_CORE_RECORD_H
#define DDZ_CORE_RECORD_H

#include "table.h"

struct ddz_record {
  int n;
  struct ddz_play
      play[DDZ_PLIES_MAX]; /* the oldest first; an empty one: pass. Whose it is follows by turns */
};

/* One more; it must be legal. */
void ddz_record_add(struct ddz_record *record, const struct ddz_play *play);

/* What a table has just accepted; a call is no play, and is left out. */
void ddz_record_add_action(struct ddz_record *record, const struct ddz_table *table,
                           const struct ddz_action *action);

#endif
