/* learn.h - gradient steps on batches of samples: for the nets that play, call and believe alike.
 *
 * For every net that has one, a batch: forward and backward, then one step of Adam. What is to be learned is
 * the caller's: it is shown what the net says of the samples and tells the loss and its slope. The first
 * layer is split by blocks of units, which share nothing; the layers above by chunks of samples, whose
 * gradients are summed in one order. So results do not depend on how many threads there are. Rows of the
 * first layer that no sample of the batch has on are not touched, nor are their moments. */
#pragma once

#include "lab/train/model.h"
#include "lab/train/thread_pool.h"

enum { CHUNK = 64, NETS_MAX = 3 };

/* Sums over samples. A net that is read at `two` has one. */
struct loss {
  double win, points;
  double apart_win, apart_points; /* of differences within a decision (roles.h), where there are any */
  double samples, apart;          /* samples; those of them in such decisions */
};

/* What one net learns in a step. */
struct batch {
  const struct input_list *list; /* of each sample of the batch, the bias among them; NULL: no batch */
  /* The samples first..first+CHUNK-1: said (CHUNK,HEADS), or (CHUNK,H2) where nets are read before `two` is
   * cut at 0. Writes the slope of each sample's loss by what was said, and adds to `loss`. */
  void (*judge)(const void *self, int first, const float *said, float *slope, struct loss *loss);
  const void *self;
};

struct learning {
  int batch;              /* samples a step, a multiple of CHUNK */
  float bound, top_bound; /* weights of the first layer, and of those above, stay within +-bound */
  float decay;            /* and lose this part of themselves at rate 1 */
  int average_every;      /* steps between averagings */
  bool inner;             /* the nets are read at `two` before its max(0, .): belief.h */
  bool frozen;            /* the first layer stays as it is */
  const uint8_t *only;    /* (inputs + 1) NULL, or: rows of the first layer that learn; all else stays */
};

struct learner;

/* n  1..NETS_MAX nets of one shape */
struct learner *learner_new(struct model *const *nets, int n, const struct learning *learning,
                            struct thread_pool *thread_pool);
void learner_free(struct learner *learner);

/* One step of all nets that have a batch. keep  of the averages: mean = keep * mean + (1 - keep) * weight,
 * each step. Adds to loss[net]. */
void learner_step(struct learner *learner, const struct batch *batch, float rate, float keep,
                  struct loss *loss);

/* The same for one net by the calling thread alone; threads may do so for different nets at a time.
 * thread  its number in the thread_pool */
void learner_step_alone(struct learner *learner, int net, const struct batch *batch, float rate, float keep,
                        int thread, struct loss *loss);

/* The gradient of one batch, without a step, for tests: first (as model->first) and top. */
void learner_gradient(struct learner *learner, int net, const struct batch *batch, float *first, float *top,
                      struct loss *loss);
