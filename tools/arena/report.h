/* report.h - a match or many, for people to read. */
#ifndef DDZ_TOOLS_ARENA_REPORT_H
#define DDZ_TOOLS_ARENA_REPORT_H

#include "match.h"

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

/* What the players did wrong, and what is done then; nothing when there is nothing to tell. */
void report_faults(FILE *out, const struct match *match, size_t n);
void report_account(FILE *out, const struct account *account);

/* Which games they were: "douzero, landlord drawn, deals 0-29 of seed 5, each played ", without an end. */
void report_games(FILE *out, const struct match_options *options, bool called, uint64_t deals);

#endif
