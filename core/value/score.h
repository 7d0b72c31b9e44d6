/* score.h - S2's scores: the value that a game designer gives a play.
 *
 * The idea of S2: a 3 costs as much as the big joker gains; the value of a card is what it does for
 * the lead. The numbers are rows of score.def, in two versions. Pure tables; nanoseconds. */
#ifndef DDZ_CORE_SCORE_H
#define DDZ_CORE_SCORE_H

#include "partition.h"

enum ddz_score_version { DDZ_SCORE_V1 = 1, DDZ_SCORE_V2 = 2 };

/* The sum over the plays of a partition. Where S2's tables are silent: a bare trio counts as one with a
 * kicker, a trio of 2s with a kicker as the trio alone, the rocket as its two jokers, bombs of any length as
 * a bomb. Of anything else of six cards and more 0, as S2 has it. */
int ddz_partition_score(enum ddz_score_version version, const struct ddz_partition *partition);

/* S2's tactics by the score of a hand; the thresholds are rows of score.def. */
const char *ddz_tactics_of(int hand_score); /* "attack", ... */

/* S2's big-card score, by which it calls. S2 names it without a formula; ours is derived from its tables: the
 * scores of what the hand has in jokers, 2s, aces and bombs, each rank taken as one solo, pair, trio or bomb.
 * A wildcard (the flower too) counts as a single 2 wherever it is. */
ddz_hand ddz_big_cards(const struct ddz_rules *rules, ddz_hand hand); /* the cards it counts */
int ddz_big_card_score(enum ddz_score_version version, const struct ddz_rules *rules, ddz_hand hand);

#endif
