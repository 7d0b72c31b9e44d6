/* report.h - a match, many, or pairs of farmers, for people to read. */
#ifndef DDZ_TOOLS_ARENA_REPORT_H
#define DDZ_TOOLS_ARENA_REPORT_H

#include "pairs.h"

/* One match in full. */
void report_match(FILE *out, const struct match_options *options, const struct match *match);

/* All players against each other, as the table of docs/strength.md: a row a player, a column an opponent, in
 * each place the share of games won and the points a game. `match` holds the pairs (0,1), (0,2), .. (1,2),
 * ..; `n` players. */
void report_table(FILE *out, const struct spec *player, size_t n, const struct match *match);

/* One row a match, for a ladder of levels. */
void report_ladder(FILE *out, const struct match *match, size_t n);

/* The same two under every preset, a row each; `match` in the order of ddz_rules_preset_at. */
void report_presets(FILE *out, const struct match *match);

/* Pairs of farmers: what each made of the deals, a row a landlord_down, a column a landlord_up; then the
 * gaps, a row any two players, and all together. */
void report_pairs(FILE *out, const struct match_options *options, const struct pairs *pairs);

/* What the players did wrong, and what is done then; nothing when there is nothing to tell. */
void report_faults(FILE *out, const struct match *match, size_t n);

#endif
