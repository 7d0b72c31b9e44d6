/* engine.h - everything one thread needs to play: the core's front door.
 *
 * An engine is one block of memory given by the caller and used by one thread at a time. Two threads, two
 * engines; nothing is shared but the nets, which nobody writes. Time reaches the core only as a node limit
 * and the `expired` callback.
 *
 *   [ struct | power memo | quick memo | moves | keys | slots | prompts | thinned | solver | solved ]
 *
 * each part on a cache line.
 *
 * The parts after the memos are the scratch of one call: what a call leaves there, the next may overwrite. */
#ifndef DDZ_CORE_ENGINE_H
#define DDZ_CORE_ENGINE_H

#include "core/rules/movegen.h"
#include "core/value/power.h"

struct ddz_net; /* net.h */

struct ddz_engine_options {
  size_t memo_bytes;  /* power memo; 0 means 32 MiB */
  size_t table_bytes; /* solver's table; 0 means its default. Untouched by who never solves */
};

/* A play waiting to be sorted by prompt.c: the smaller key goes first. */
struct ddz_prompt_key {
  uint64_t key;
  double rest;   /* P of the rest */
  uint32_t move; /* index into `moves` */
  int plays;     /* of the rest */
};
struct ddz_prompt;      /* prompt.h */
struct ddz_solver;      /* solver.h */
struct ddz_solved_play; /* likewise */

enum {
  DDZ_ENGINE_SLOTS = 2 * DDZ_MOVES_MAX_WILD, /* of the hash set of card sets; at most half full */
  DDZ_ENGINE_SOLVED = 1 << 17,               /* plays a solution lists: all there can be */
  DDZ_ENGINE_PROMPTS = 1024                  /* plays the robot looks at: the best by the power of the rest */
};

struct ddz_engine {
  struct ddz_power *power;
  struct ddz_power *quick;     /* for playouts: its memo fits the processor's second-level cache */
  struct ddz_play *moves;      /* DDZ_MOVES_MAX_WILD */
  struct ddz_prompt_key *keys; /* DDZ_MOVES_MAX_WILD */
  uint32_t *slots;             /* DDZ_ENGINE_SLOTS */
  struct ddz_prompt *prompts;  /* DDZ_ENGINE_PROMPTS */
  struct ddz_prompt *thinned;  /* DDZ_THIN_MAX: the same for playouts */
  struct ddz_solver *solver;
  struct ddz_solved_play *solved; /* DDZ_ENGINE_SOLVED */
  const struct ddz_net *net;  /* NULL: none. The caller's, who may put another in its place between two calls;
                                 opened by ddz_judge_open, shared by all engines */
  const struct ddz_net *bids; /* likewise for calling (bid_feature.h), opened by ddz_bid_open */
  const struct ddz_net *belief; /* likewise of how unseen cards lie (belief.h), opened by ddz_belief_open */
  struct ddz_engine_options options;
};

/* Bytes for an engine, and laying it out in 64-byte aligned `memory`. `options` may be NULL: all defaults.
 * Besides the memos and the solver's table it takes some 13 MiB, of which a call that solves nothing and
 * holds no wildcards touches few pages. */
size_t ddz_engine_size(const struct ddz_engine_options *options);
struct ddz_engine *ddz_engine_init(void *memory, const struct ddz_engine_options *options);

#endif
