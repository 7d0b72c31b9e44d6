/* mix.h - what a service is asked in a day: every route, hands as they are dealt.
 *
 * 98 % short questions, 1 % long ones, 1 % that are malformed, half as JSON and half as HTTP. The same seed
 * gives the same requests. */
#pragma once

#include "tests/support/load.h"

enum mix_group { MIX_CHEAP, MIX_LONG, MIX_BAD, MIX_GROUPS };

struct mix {
  struct load_kind kinds[LOAD_KINDS_MAX];
  size_t count;
};

void mix_make(struct mix *mix, uint64_t seed);
void mix_free(struct mix *mix);

/* Weights of a group, to have less or none of it. */
void mix_weigh(struct mix *mix, enum mix_group group, unsigned factor);

/* The tallies of a group added up; `refusal` and `took` included. */
void mix_sum(const struct mix *mix, struct load *load, enum mix_group group, struct load_tally *sum);
