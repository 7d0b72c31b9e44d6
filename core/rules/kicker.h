/* kicker.h - which kickers a body may take, and what the wildcards in a play stand for.
 *
 * Shared by the classifier and the generator, so that both obey one reading of the switches. How often a
 * rank may appear depends on the row: ranks of the run do not, but for the fourth card of one (row->fourth).
 * Single kickers: ddz_kicker_caps. Pair kickers: row->same of a rank, no jokers. */
#pragma once

#include "pattern.h"

/* The ranks that the wildcards of a play may stand for; empty for a lone flower. */
ddz_ranks ddz_kicker_stand(const struct ddz_rules *rules, ddz_hand naturals, ddz_hand wilds);

/* The most copies of each rank among the single kickers of a run, as a hand; 0 for ranks of the run, or 1
 * where the row takes fourth cards. Both jokers together are decided by row->rocket. */
static inline ddz_hand ddz_kicker_caps(const struct ddz_rules_row *row, ddz_ranks run) {
  ddz_hand caps = ddz_hand_spread((ddz_ranks)~run & 0x7FFF, row->same);
  if (row->beside != row->same) {
    ddz_ranks beside = (ddz_ranks)((run << 1 | run >> 1) & ~run & DDZ_CHAIN_RANKS);
    caps = (caps & ~ddz_hand_spread(beside, 15)) | ddz_hand_spread(beside, row->beside);
  }
  return row->fourth ? caps | ddz_hand_spread(run, 1) : caps;
}

/* May `naturals` together with `wilds` more wildcards be the kickers of `run`?
 *
 * naturals  cards that stand for themselves, outside the body.
 * stand     the ranks a wildcard may stand for.
 * The caller checks the number of cards: naturals + wilds = row->kicker * row->kickers * length. */
bool ddz_kicker_fits(const struct ddz_rules_row *row, ddz_ranks run, ddz_hand naturals, int wilds,
                     ddz_ranks stand);

/* How many wildcards of a play stand for another rank than their own, when as many as possible stand for
 * themselves; the flower always stands for another. `subs` of the play is not read.
 *
 * naturals  its cards that are no wildcards */
int ddz_kicker_subs(const struct ddz_rules *rules, const struct ddz_play *play, ddz_hand naturals);

/* What the cards of a play stand for: the same number of cards, wildcards replaced. As many wildcards as
 * possible stand for themselves, the others for the lowest ranks that fit. Counts may reach 12. */
ddz_hand ddz_kicker_as(const struct ddz_rules *rules, const struct ddz_play *play);
