/* rule_cases.h - rule sets and hands to test with.
 *
 * The variants are the presets, the wildcard presets in more than one shape; random hands lean towards what
 * makes plays: few ranks, many of each, a chosen number of wildcards. Everything comes from the generator
 * given, so a printed seed repeats it. */
#pragma once

#include "core/base/rng.h"
#include "core/rules/pattern.h"

/* One shape of a preset. */
struct rule_variant {
  const char *name; /* "laizi 78" */
  const char *preset;
  ddz_ranks wild; /* of laizi; 0 elsewhere */
};
enum { RULE_VARIANTS = 9 };
extern const struct rule_variant rule_variants[RULE_VARIANTS];

/* The rules of a variant. Aborts when the preset is not there. */
struct ddz_rules rule_case(const struct rule_variant *variant);

/* Preset `i` modulo their number; laizi with one or two random wild ranks; any bomb order. */
struct ddz_rules rule_case_any(struct ddz_rng *rng, unsigned i);

/* Any stake and any calls, one time in two those of the preset. */
void rule_case_stake(struct ddz_rng *rng, struct ddz_rules *rules);

/* A rule set of one's own: as rule_case_any, with any switches and, one time in three, patterns forbidden. */
struct ddz_rules rule_case_own(struct ddz_rng *rng, unsigned i);

/* Do generator, solver and nets know the kickers of this row? Of single ones one rank may come once, up to
 * three times or up to four, at most twice right beside the run; of pairs once or twice. */
static inline bool rule_row_fits(const struct ddz_rules_row *row) {
  if (row->kicker == 2) return row->beside == row->same && (row->same == 1 || row->same == 2);
  const bool any = row->same == 1 || row->same == 3 || row->same == 4;
  return any && (row->beside == row->same || (row->beside == 2 && row->same > 2));
}

/* 12 to 14 cards around a run of trios, a few of them fours: trios, fours, pairs and both jokers beside it,
 * as the switches of kickers distinguish them. At most two of them wildcards. */
ddz_hand rule_case_run(struct ddz_rng *rng, const struct ddz_rules *rules);

/* A random hand of the rules' deck: `naturals` cards that are no wildcards, `wilds` that are (as many as
 * there are, at most). One hand in two is drawn from a few neighbouring ranks and the jokers. */
ddz_hand rule_case_hand(struct ddz_rng *rng, const struct ddz_rules *rules, int naturals, int wilds);

/* A random part of a hand. */
ddz_hand rule_case_part(struct ddz_rng *rng, ddz_hand hand);
