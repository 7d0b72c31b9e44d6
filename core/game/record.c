#include "record.h"

#include <assert.h>

void ddz_record_add(struct ddz_record *record, const struct ddz_play *play) {
  assert(record->n < DDZ_PLIES_MAX);
  record->play[record->n++] = *play;
}

void ddz_record_add_action(struct ddz_record *record, const struct ddz_table *table,
                           const struct ddz_action *action) {
  static const struct ddz_play pass;
  if (action->verb != DDZ_VERB_PLAY) return;
  const bool passed = action->cards == 0 && action->picked == 0;
  ddz_record_add(record, passed ? &pass : &table->now.last);
}
