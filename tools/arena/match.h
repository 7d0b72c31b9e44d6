/* match.h - A against B over many deals, on many threads.
 *
 * Every deal is played twice: A as the landlord against B as both farmers, and the other way round. Both
 * games have the same cards, the same landlord's seat and the same random numbers, so A against itself comes
 * out even to the last game.
 *
 * With calling who becomes the landlord is part of the match, so sides are seats and not roles: a deal is
 * played six times, A in each seat alone against B in the other two, then B in each seat alone. A holds every
 * seat three times, which again makes A against itself even. Counted is what A's nine seats won, points as
 * the table scores them, by nine.
 *
 * Deal i of seed S has its own seed, so the number of threads does not change a game (a time limit, or a
 * program of somebody else, may). For a test and for games that are written down results
 * are added up in the order of the deals, so a test stops at the same deal and the lines have one order; else
 * as they come. */
#pragma once

#include <stdio.h>

#include "tools/arena/player.h"
#include "tools/arena/stats.h"

enum { SIDES = 2 /* A and B */, GAMES_MAX = 6 /* of a deal */ };

struct match_options {
  struct ddz_rules rules;
  bool calling;            /* players call instead of a landlord being drawn */
  uint64_t seed, deals;    /* the first deals of the seed */
  uint64_t threads;        /* at least 1 */
  uint64_t timeout_ms;     /* of outside programs, as an int has it */
  const struct sprt *sprt; /* on the games B wins; NULL: play all deals */
  FILE *json;              /* games as bodies of POST /table, one a line; NULL: none */
  FILE *replay;            /* no game is played: these lines of `json` say what was done; NULL: none */
  struct sample {
    double won, points;
  } * sample;    /* of A in each deal; NULL: not wanted */
  bool progress; /* told on standard error */
};

/* 1,000 deals of seed 1 under `douzero`, on all cores; progress where standard error is a terminal. */
void match_defaults(struct match_options *options);

struct match {
  const struct match_options *options;
  const struct spec *side[SIDES];
  struct sum wins, points;       /* of A; a deal is one sample */
  struct sum won_as[SIDES];      /* games A won as the landlord, as the farmers (with calling: as a farmer) */
  struct sum points_as[SIDES];   /* likewise points; with calling every seat of A is a sample */
  struct account account[SIDES]; /* of A, of B, in the deals counted */
  uint64_t choices[SIDES];       /* of plays, in all that was played */
  double ns[SIDES];              /* they took (player.h) */
  double cpu_ns[SIDES];          /* CPU time of the same; of a program: of its processes */
  long memory[SIDES];            /* KiB a process of a program has had at most; 0: no program */
  uint64_t deals;                /* counted: fewer than asked for when the test stopped early */
  enum sprt_verdict verdict;
};

/* Games played of a deal. */
int match_games(const struct match_options *options);

/* The seed of deal `i` of `seed`, below 2^53; `ddz-game --seed` takes it. */
uint64_t match_deal_seed(uint64_t seed, uint64_t i);

/* The next action: `at` says who sits where. Who is not to call declines. False: the game is over. */
bool match_step(bool calling, struct player *const at[DDZ_SEATS], struct game *game);

/* Play a game that has just begun to its end, and tell the programs. */
void match_game(bool calling, struct player *const at[DDZ_SEATS], struct game *game);

/* A game as a line of options->json, which the caller frees. */
char *match_text(const struct game *game);

/* Play. NULL, or why it could not be played to its end: text that stands until the next match. */
const char *match_play(const struct match_options *options, const struct spec *a, const struct spec *b,
                       struct match *match);

/* ---- deals on many threads ---- */

/* A worker is what one thread needs to play, and holds what its last deal brought. */
struct pool_plan {
  const struct match_options *options; /* deals, threads, progress */
  bool ordered; /* deals are counted in their order: a worker that is early waits for its turn */
  void *self;   /* of whoever plans: `enter` and `play` only read it */

  /* Any thread at any time. */
  void *(*enter)(const void *self);                 /* a new worker */
  const char *(*play)(void *worker, uint64_t deal); /* NULL, or why nobody may go on; copied */

  /* One thread at a time. */
  bool (*count)(void *self, void *worker); /* the last deal; false: that is enough */
  void (*leave)(void *self, void *worker); /* free it */
};

/* Play all deals. NULL, or why it could not be done: text that stands until the next pool. */
const char *pool_play(const struct pool_plan *plan);
