/* threat.h - what the unseen cards can do to a play.
 *
 * Answers about hidden hands are upper bounds: "nobody can beat it" is certain, "it can be beaten" means
 * that the cards for it are out there, perhaps in different hands. Kickers are taken to be found whenever
 * there are cards enough. Pure: no allocation, no globals, any thread; tens of nanoseconds. */
#ifndef DDZ_CORE_THREAT_H
#define DDZ_CORE_THREAT_H

#include "core/rules/pattern.h"

/* Could a seat that holds at most `most` cards, all of them among `unseen`, beat `play`? */
bool ddz_threat_beats(const struct ddz_rules *rules, ddz_hand unseen, int most, const struct ddz_play *play);

/* Could it do so with a bomb or the rocket? */
bool ddz_threat_bombs(const struct ddz_rules *rules, ddz_hand unseen, int most, const struct ddz_play *play);

/* What could beat a play. */
struct ddz_threats {
  ddz_ranks same;  /* lowest ranks of plays of its kind and length */
  ddz_ranks bombs; /* ranks of bombs */
  bool rocket;
};

/* Everything with which such a seat could beat `play`. Without wildcards among the cards it is exact, kickers
 * included: each of these plays is there, if one seat holds all its cards. With wildcards it is an upper
 * bound, as above. */
struct ddz_threats ddz_threat_list(const struct ddz_rules *rules, ddz_hand unseen, int most,
                                   const struct ddz_play *play);

/* How many ranks that makes. */
static inline int ddz_threat_count(const struct ddz_threats *threats) {
  return __builtin_popcount(threats->same) + __builtin_popcount(threats->bombs) + threats->rocket;
}

#endif
