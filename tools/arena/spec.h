/* spec.h - a player as somebody names him on the command line.
 *
 *   rules                          an engine of the core by its name, at its best
 *   rules:level=3,style=aggressive with settings (spec.c has the list); rules:3 is short for the level
 *   search:ms=10,objective=points
 *   net:model=other.net            with a net of its own; search:model=none plays without any
 *   search:belief=none             with all hidden hands that fit equally likely
 *   net:bid=index                  another way to call; any engine and robot has it
 *   prompt                         the weight-based robot: the first prompt, but a partner is let through
 *   random                         any legal play or pass, all equally likely
 *   cmd:./program arguments        a program of somebody else, asked in JSON lines (outside.h) */
#ifndef DDZ_TOOLS_ARENA_SPEC_H
#define DDZ_TOOLS_ARENA_SPEC_H

#include <stdio.h>

#include "core/net/net.h"
#include "core/robot/robot.h"

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
  bool beats_partner;  /* MANNER_PROMPT */
  const char *command; /* MANNER_OUTSIDE: part of text */
  /* MANNER_ROBOT */
  enum ddz_player player;
  enum ddz_style style;
  enum ddz_objective objective;
  int level; /* DDZ_LEVEL_MAX unless named */
  uint64_t ms, nodes;
  bool netless;                 /* wants none */
  bool beliefless;              /* wants no belief, though there is one */
  bool forgets;                 /* is not told how the game came about, only how it stands */
  bool blind;                   /* and of that only the last play, the kitty, and how many cards are left */
  const struct ddz_net *net;    /* NULL: none named */
  const struct ddz_net *wild;   /* for games with wildcards; likewise */
  const struct ddz_net *bids;   /* for calling; likewise */
  const struct ddz_net *belief; /* how unseen cards lie; likewise */
  enum caller caller;
  uint64_t bid_nodes; /* of a call by search */
};

/* Read `text`, which must outlive the spec. NULL, or what is wrong with it: static text. */
const char *spec_read(const char *text, struct spec *spec);

/* Play on this net, and what lies beside it, unless another was named or none is wanted. */
void spec_give(struct spec *spec, const struct ddz_net *net);

/* The same with the net of a file, "none", or NULL: the one the service would find. NULL, or why there is
 * none: a file that is named must be there, and a player by nets does not play without any. */
const char *spec_open(struct spec *spec, const char *model);

/* MANNER_ROBOT: everything of a request but the view, the seed and the callback of a limit in ms. */
void spec_request(const struct spec *spec, struct ddz_robot_request *request);

/* Does a move of his take more than microseconds? Such players get fewer deals. */
bool spec_is_slow(const struct spec *spec);

/* The settings there are, a line each. */
void spec_print_settings(FILE *out);

#endif
