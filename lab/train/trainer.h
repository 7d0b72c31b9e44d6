/* trainer.h - self-play and learning by turns.
 *
 * A round: games of the averaged nets against themselves, all threads; their decisions go into the rings;
 * then as many gradient steps as the new samples pay for. What a round does depends on the seed, the settings
 * and the rounds before, not on the number of threads; and not on time, when the end is given in frames. */
#pragma once

#include "lab/train/play.h"
#include "lab/train/roles.h"

struct settings {
  struct mixture mixture;           /* of games; `douzero` alone */
  int threads, width, batch, games; /* games of a round */
  size_t ring;                      /* samples a role; as many forks */
  size_t fill;                      /* samples a ring must hold before it is learned from */
  double rate, rate_end, hold; /* learning rate: constant for `hold` of the run, then falling to the end's */
  double explore, explore_end, lambda, warm; /* the first `warm` of the run explores, with lambda 1 */
  double temperature;                        /* of the plays near the best that are tried too (play.h) */
  double opponent_pool;                      /* share of games with one side played by others (play.h) */
  double forks;                              /* share of decisions that are forked (fork.h) */
  bool distill;                              /* forks are not followed (fork.h) */
  double reuse;                              /* times each sample is learned from */
  double bound;                              /* of the first layer's weights */
  double keep;                               /* of the averages, a step */
  uint64_t seed;
  const uint8_t *off;         /* inputs left out, or NULL */
  bool frozen;                /* the first layer stays as it is */
  const uint8_t *only;        /* (DDZ_FEATURES + 1) inputs that learn, all else stays as it is; or NULL */
  bool one_mode;              /* play all games to win */
  struct mind teacher;        /* plays the games in the nets' place, where it has nets */
  const struct ddz_net *bids; /* advises who calls; NULL: the formula */
};

void settings_defaults(struct settings *settings);

/* What a run has done; written with the weights. */
struct progress {
  double part; /* of the run, 0..1: what the schedules follow */
  uint64_t rounds, games, frames, plies, samples, forks;
  double seconds; /* of the clock, over all runs that led here */
};

/* The latest forks of one role. */
struct fork_ring {
  struct fork *fork;
  size_t size, count, next;
};

struct trainer {
  struct settings settings;
  struct progress progress;
  struct thread_pool *thread_pool;
  struct model *role[DDZ_ROLES];
  struct learner *learner;
  struct ring ring[DDZ_ROLES];
  struct fork_ring forks[DDZ_ROLES];  /* where there are forks, nine of ten samples of a batch are theirs */
  double credit[DDZ_ROLES];           /* samples still to be learned from */
  struct player_tools *tools;         /* per thread */
  struct episode *episode;            /* per game of a round */
  struct sample *batch[DDZ_ROLES];    /* copies: read many times, so they lie together */
  struct input_list *list[DDZ_ROLES]; /* of the batch */
  void *image;                        /* of the nets that play */
  size_t image_size;
  struct ddz_net net;
  struct ddz_rng rng[DDZ_ROLES]; /* which samples a batch holds */
  double playing, learning;      /* seconds, since the caller last zeroed them */
  struct loss loss[DDZ_ROLES];   /* likewise */
};

struct trainer *trainer_new(const struct settings *settings);
void trainer_free(struct trainer *trainer);

/* Play and learn once; `part` is how much of the run is over. */
void trainer_round(struct trainer *trainer, double part);

/* The nets that learn, as players. */
struct mind trainer_mind(const struct trainer *trainer);

/* Make the image that plays from the averages; the round does it. */
void trainer_refresh(struct trainer *trainer);

/* Deals 0..deals-1 of a contest. */
void trainer_match(struct trainer *trainer, const struct contest *contest, int deals, struct tally *tally);

/* The whole state. False when the file cannot be written, or read and fits. */
bool trainer_write(const struct trainer *trainer, const char *path);
bool trainer_read(struct trainer *trainer, const char *path);

/* Start from weights alone; the schedules start at `part`. */
void trainer_from_net(struct trainer *trainer, const struct ddz_net *net, double part);
