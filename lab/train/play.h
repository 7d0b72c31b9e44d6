/* play.h - games of the nets against themselves and others.
 *
 * Points count a spring where the rules do. Decisions without a choice, and plays that go out, are made
 * without asking the net and not learned from: their worth is known. */
#pragma once

#include "core/robot/decide.h"
#include "lab/train/choice.h"
#include "lab/train/fork.h"
#include "lab/train/mixture.h"

/* ---- self-play ---- */

/* Somebody who is shown each decision of the nets before it is made: the view of the seat, and all hands.
 */
struct witness {
  void (*see)(void *self, const struct ddz_view *view, const ddz_hand hand[DDZ_ROLES]);
  void *self;
};

struct episode_options {
  struct mind mind;
  const struct mixture *mixture; /* which games */
  uint64_t seed;
  float explore;     /* probability of a random play */
  float temperature; /* otherwise plays whose worth is within about so much of the best are tried too; 0: the
                        best */
  float
      opponent_pool; /* share of the games in which one side is played by `rules` or the weight-based robot */
  float lambda;      /* 1: what the game came to; less: also what the net thought on the way */
  float forks;       /* share of the decisions whose best plays are all followed to the end (fork.h) */
  bool distill;      /* they are not followed: what `mind` thinks of them is learned */
  const struct witness *witness; /* NULL: nobody */
};

enum { EPISODE_SAMPLES = 160, EPISODE_FORKS = 20 };

struct episode {
  int n;      /* samples */
  int plies;  /* all that was done */
  int frames; /* decisions the net was asked for */
  int bombs;
  bool landlord_won;
  int forks;
  struct sample sample[EPISODE_SAMPLES];
  struct fork fork[EPISODE_FORKS];
};

/* Game number `game` of the seed; every other one is played for points. */
void play_episode(const struct player_tools *tools, const struct episode_options *options, uint64_t game,
                  struct episode *episode);

/* ---- matches ---- */

enum opponent { OPPONENT_NET, OPPONENT_RULES, OPPONENT_PROMPT, OPPONENT_RANDOM };

struct contest {
  struct mind mind, other; /* other: for OPPONENT_NET */
  enum opponent opponent;
  bool points; /* the net's objective, and the other net's */
  const struct mixture *mixture;
  uint64_t seed;
};

struct tally {
  int games, won;
  double points; /* of the net: +-2 * 2^doublings a game */
  double square; /* sum over deals of (mean points of its two games)^2 */
  double decisions;
};

/* Deal number `deal`, played twice: the net as the landlord, then as both farmers. */
void play_deal(const struct player_tools *tools, const struct contest *contest, uint64_t deal,
               struct tally *tally);
