/* spec.h - a player as somebody names him on the command line: "rules", "rules:3", "search:ms=10,bid=index",
 * "cmd:./program arguments". `ddz-arena --help` lists who there is, and the settings of each. */
#pragma once

#include <stdio.h>

#include "core/engine/engine.h"
#include "core/robot/decide.h"

/* What a player says when he is asked: does he call, how high, does he double?
 *
 *   model    the bid advice of an engine with nets for it; where they know nothing, as `formula`
 *   formula  the bid advice without nets
 *   index    S0's rule: call with both jokers or four 2s, or from a landlord index (core/bid/bid.h) of
 *            0.3 when nobody has called yet, of 0.6 when somebody has; double from 0.6. S0 does not say
 *            how many points to bid: here always 3, which was its best (lab/notebooks/bids.md)
 *   search   by rollouts (core/search/call_search.h), seeded by the table's seed */
enum caller { CALLER_MODEL, CALLER_FORMULA, CALLER_INDEX, CALLER_SEARCH, CALLERS };

enum manner { MANNER_RANDOM, MANNER_PROMPT, MANNER_ROBOT, MANNER_OUTSIDE };

struct spec {
  const char *text; /* as given; not copied */
  enum manner manner;
  const char *command;          /* MANNER_OUTSIDE: part of text */
  struct ddz_robot_request ask; /* MANNER_ROBOT: all but the view, the seed and the clock of a limit in ms */
  uint64_t ms;                  /* computing time of a move; 0: no limit */
  bool blind;                   /* knows the last play, the kitty, and how many cards are left, no more */
  bool netless;                 /* wants no nets */
  struct ddz_nets nets;         /* all NULL: none named */
  enum caller caller;
  uint64_t bid_nodes; /* of a call by search */
};

/* Read `text`, which must outlive the spec. NULL, or what is wrong with it: text that stands until the next
 * spec is read. */
const char *spec_read(const char *text, struct spec *spec);

/* Play on the net of a file, and what lies beside it, unless another was named or none is wanted. `model` is
 * a path, "none", or NULL: the one the service would find. NULL, or why there is none: a file that is named
 * must be there, and a player by nets does not play without any. */
const char *spec_open(struct spec *spec, const char *model);

/* Does a move of his take more than microseconds? Such players get fewer deals. */
bool spec_is_slow(const struct spec *spec);

/* The settings there are, a line each. */
void spec_print_settings(FILE *out);
