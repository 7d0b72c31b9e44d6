/* roles.h - the three nets that play, one a role, as the trainer keeps them: shape, loss, files. */
#pragma once

#include "core/base/role.h"
#include "lab/train/learn.h"
#include "lab/train/sample.h"

enum { ROLES_H1 = 128, ROLES_H2 = 32 };

struct model_shape roles_shape(int width);
extern const struct model_start roles_start;

/* What is to be learned of samples: the cross entropy of the win plus POINTS_SHARE times half the squared
 * error of the points. Of plays of one decision (sample.h) as well, DIFFER_SHARE times: half the squared
 * error of how far each is from their mean, in probability and in points. self  an array of samples, no
 * decision of which goes over the end of a chunk */
#define POINTS_SHARE 0.5f
#define DIFFER_SHARE 6.0f
void roles_judge(const void *self, int first, const float *said, float *slope, struct loss *loss);

/* The image of the averages (core/net/net.h), in memory to be freed. */
void *roles_image(struct model *const roles[DDZ_ROLES], const char *name, const char *record, size_t *size);
