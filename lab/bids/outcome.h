/* outcome.h - how a deal ends, whoever of the three is the landlord.
 *
 * Our players do not look at what was called. So a deal is played three times, once with each seat as the
 * landlord, and from then on any way of calling it can be tried at no cost: who gets the landlord's place is
 * known from the calls, and how it ends is known already. */
#pragma once

#include <stdio.h>

#include "core/engine/engine.h"
#include "core/game/deal.h"
#include "core/net/net.h"

struct outcome {
  uint8_t landlord_won;
  uint8_t bombs;  /* and rockets */
  uint8_t spring; /* or anti-spring */
};

/* A deal that was played. Seats are in calling order: seat 0 is asked first. */
struct dealt {
  ddz_hand hand[DDZ_SEATS]; /* without the kitty */
  ddz_hand kitty;
  ddz_ranks
      wild; /* ranks that are wild in this deal, where the rules draw them: shown once there is a landlord */
  struct outcome with[DDZ_SEATS]; /* that seat as the landlord */
};

/* Hands and wild ranks of deal number `i` of the seed; `with` is left alone. */
void outcome_deal(const struct ddz_rules *rules, uint64_t seed, uint64_t i, struct dealt *dealt);

/* Play it three times for points, by `net`, greedily. */
void outcome_play(const struct ddz_rules *rules, const struct ddz_net *net, struct ddz_power *power,
                  struct dealt *dealt);

/* +-2^(bombs and spring): the stakes a farmer's game came to, positive when the landlord won. */
double outcome_points(const struct outcome *outcome, bool spring_counts);

/* ---- files: text, a line a deal, so that runs on several machines are joined by `cat` ---- */

/* "seed i ccc", c a letter for each landlord's seat. */
void outcome_write(FILE *file, uint64_t seed, uint64_t i, const struct dealt *dealt);
/* False at the end, or where a line is none. */
bool outcome_read(FILE *file, const struct ddz_rules *rules, struct dealt *dealt);
