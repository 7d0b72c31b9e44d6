/* learn.h - gradient steps on batches of samples.
 *
 * For every role that has one, a batch: forward and backward through its net, then one step of Adam. The
 * loss of a sample is the cross entropy of the win plus POINTS_SHARE times half the squared error of the
 * points. The first layer is split by blocks of units, which share nothing; the layers above by chunks of
 * samples, whose gradients are summed in one order. So results do not depend on how many threads there are.
 * Rows of the first layer that no sample of the batch has on are not touched, nor are their moments. */
#ifndef DDZ_TOOLS_TRAIN_LEARN_H
#define DDZ_TOOLS_TRAIN_LEARN_H

#include "tools/train/crew.h"
#include "tools/train/model.h"
#include "tools/train/sample.h"

#define POINTS_SHARE 0.5f

enum { CHUNK = 64 };

struct learner;

/* batch  samples a step, a multiple of CHUNK
 * bound  weights of the first layer stay within +-bound: the largest of a unit is 127 steps of what plays */
struct learner *learner_new(struct model *const roles[DDZ_ROLES], int batch, float bound, struct crew *crew);
void learner_free(struct learner *learner);

struct loss {
  double win, points; /* sums over samples */
  double samples;
};

/* One step. batch[r]  as many samples as learner_new was told, or NULL: nothing for this role.
 * keep  of the averages: mean = keep * mean + (1 - keep) * weight, each step. */
void learner_step(struct learner *learner, const struct sample *const *const batch[DDZ_ROLES], float rate,
                  float keep, struct loss loss[DDZ_ROLES]);

/* The same for one role by the calling thread alone; threads may do so for different roles at a time.
 * thread  its number in the crew */
void learner_step_alone(struct learner *learner, enum ddz_role role, const struct sample *const *batch,
                        float rate, float keep, int thread, struct loss *loss);

/* The gradient of one batch, without a step, for tests: first (as model->first) and top. */
void learner_gradient(struct learner *learner, enum ddz_role role, const struct sample *const *batch,
                      float *first, float *top, struct loss *loss);

#endif
