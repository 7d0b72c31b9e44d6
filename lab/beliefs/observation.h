/* observation.h - what a seat saw, and how the cards lay that it did not see.
 *
 * Games as those the nets learn to play from (lab/train/play.h), all of them for the win: the nets against
 * themselves, in some of them one side played by others; in half of the games plays near the best are tried
 * too, as a search would. Each decision of a net is a observation. Some are blind: without the last actions,
 * every second of them without the kitty, as when a request does not tell them. Calls are always told:
 * without them a landlord is one who was drawn. */
#pragma once

#include "core/net/belief.h"
#include "lab/train/play.h"

struct observation {
  ddz_hand pool, next; /* the cards whose place is not certain; those the next seat has of them */
  uint8_t role, draw;  /* who looks; cards of `next` */
  uint8_t n;
  uint16_t input[DDZ_FEATURE_STATE_MAX];
};

struct observations {
  struct player_tools tools;
  const struct ddz_net *net;
  const struct mixture *mixture; /* the games; those of calls need nets for calling in the engine */
  uint64_t seed, game;           /* number of the next game */
  float opponent_pool, temperature, explore, blind;
  /* of the game just played */
  struct ddz_rng rng;
  struct episode episode;
  struct observation observation[EPISODE_SAMPLES];
  int n;
};

/* The next one. Sights of one game come one after the other. */
void observations_next(struct observations *observations, struct observation *observation);
