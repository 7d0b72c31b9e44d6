/* engine.h - the memory of one thread that plays: one block, in which every module has a workspace of its
 * own.
 *
 * The caller gives the block and uses it from one thread at a time. Two threads, two engines; nothing is
 * shared but the nets, which nobody writes. The engine knows no rule of the game: it lays out the workspaces
 * and hands them out.
 *
 *   [ struct | power | quick power | prompter | solver | solved ]      each part at a multiple of 64 bytes
 *
 * What is not a memo or the solver's table is the scratch of one call: the next call may overwrite it. */
#pragma once

#include "core/value/power.h"

struct ddz_net;         /* net.h */
struct ddz_prompter;    /* prompt.h */
struct ddz_solver;      /* solver.h */
struct ddz_solved_play; /* likewise */

/* The nets it plays with, NULL: none. The caller owns them and may replace them between two calls. */
struct ddz_nets {
  const struct ddz_net *play;   /* opened by ddz_judge_open */
  const struct ddz_net *wild;   /* for games with wildcards, instead of `play` (net_player.h); or NULL */
  const struct ddz_net *bids;   /* for calling (question.h), opened by ddz_bid_open */
  const struct ddz_net *belief; /* how unseen cards lie (belief.h), opened by ddz_belief_open */
};

enum { DDZ_ENGINE_SOLVED = 1 << 17 }; /* all plays that a solution can list */

/* The workspaces. */
struct ddz_engine {
  struct ddz_power *power, *quick; /* quick: for rollouts, its memo fits the processor's second-level cache */
  struct ddz_prompter *prompter;
  struct ddz_solver *solver;
  struct ddz_solved_play *solved; /* room for DDZ_ENGINE_SOLVED */
  struct ddz_nets nets;
};

struct ddz_engine_options {
  size_t memo_bytes;  /* power memo, emptied when it is laid out; 0 means 1 MiB */
  size_t table_bytes; /* solver's tables; 0 means its default. Hardly touched unless something is solved */
};

/* Bytes for an engine, and laying it out in 64-byte aligned `memory`, without nets. Besides the memos and the
 * solver's table it takes some 13 MiB, of which a call that solves nothing and holds no wildcards touches few
 * pages. */
size_t ddz_engine_size(const struct ddz_engine_options *options);
struct ddz_engine *ddz_engine_init(void *memory, const struct ddz_engine_options *options);

/* Its tables, in bytes from its start. They are read at random, all over: large pages make that cheaper. */
struct ddz_engine_tables {
  struct ddz_engine_part {
    size_t at, bytes;
  } memo, solver;
};
struct ddz_engine_tables ddz_engine_tables(const struct ddz_engine_options *options);
