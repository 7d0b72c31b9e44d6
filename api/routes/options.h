/* options.h - what GET /rules tells of the options of a rule set: stake, calls, bombs. */
#ifndef DDZ_API_OPTIONS_H
#define DDZ_API_OPTIONS_H

#include "api/wire/write.h"
#include "core/rules/rules.h"

/* `options`: all there are, with their usual values; of a preset: those that change something, and how it has
 * them; and each as a field of a `rules` object. */
void ddz_write_options(struct ddz_writer *out);
void ddz_write_options_of(struct ddz_writer *out, const struct ddz_rules *rules);
void ddz_write_option_fields(struct ddz_writer *out);

#endif
