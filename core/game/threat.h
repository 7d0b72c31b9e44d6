/* threat.h - what the unseen cards can do to a play.
 *
 * Answers about hidden hands are upper bounds: "nobody can beat it" is certain, "it can be beaten" means
 * that the cards for it are out there, perhaps in different hands. Kickers are taken to be found whenever
 * there are cards enough. Tens of nanoseconds. */
#ifndef DDZ_CORE_THREAT_H
#define DDZ_CORE_THREAT_H

#include "core/rules/pattern.h"

/* Could a seat that holds at most `most` cards, all of them among `unseen`, beat `play`? */
bool ddz_threat_beats(const struct ddz_rules *rules, ddz_hand unseen, int most, const struct ddz_play *play);

/* Could it do so with a play of the same kind? */
bool ddz_threat_matches(const struct ddz_rules *rules, ddz_hand unseen, int most,
                        const struct ddz_play *play);

#endif
