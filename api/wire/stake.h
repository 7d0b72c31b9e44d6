/* stake.h - what a rule set of one's own says of the stake and the calls.
 *
 * Readers as in field.h. No allocation, no globals, any thread. */
#ifndef DDZ_API_STAKE_H
#define DDZ_API_STAKE_H

#include "api/wire/field.h"
#include "core/rules/rules.h"

/* The fields, for the list of ddz_read_object. */
#define DDZ_STAKE_FIELDS                                                                                     \
  "bomb_factor", "spring_factor", "must_call", "nobody_calls", "rob_back", "kitty_open", "kick_scope"
enum { DDZ_STAKE_FIELDS_COUNT = 7 };

/* One of the names of these rows; the output is its index. Without the field it stays as it is. */
bool ddz_read_word(const struct ddz_field *field, const struct ddz_rules_word *rows, int n, int *index);

/* Read them into rules whose patterns and wildcards are complete. CONFLICT where one changes nothing. */
bool ddz_read_stake(const struct ddz_field *object, struct ddz_rules *rules);

/* Can such a bomb, the rocket or a spring be met under these rules? */
bool ddz_raise_is_met(const struct ddz_rules *rules, enum ddz_raise raise);

#endif
