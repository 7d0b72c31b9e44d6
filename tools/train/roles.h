/* roles.h - the three nets that play, one a role, as the trainer keeps them: shape, loss, files. */
#ifndef DDZ_TOOLS_TRAIN_ROLES_H
#define DDZ_TOOLS_TRAIN_ROLES_H

#include "core/base/role.h"
#include "tools/train/learn.h"
#include "tools/train/sample.h"

enum { ROLES_H1 = 128, ROLES_H2 = 32 };

struct model_shape roles_shape(int width, int depth);
extern const struct model_start roles_start;

/* What is to be learned of samples: the cross entropy of the win plus POINTS_SHARE times half the squared
 * error of the points. Of plays of one decision (sample.h) as well, DIFFER_SHARE times: half the squared
 * error of how far each is from their mean, in probability and in points. self  an array of samples, no
 * decision of which goes over the end of a chunk */
#define POINTS_SHARE 0.5f
#define DIFFER_SHARE 6.0f
void roles_judge(const void *self, int first, const float *said, float *slope, struct loss *loss);

/* The image of the averages (core/net/net.h), in memory to be freed; for nets without a trunk. */
void *roles_image(struct model *const roles[DDZ_ROLES], const char *name, const char *record, size_t *size);

/* The averages in floats, for nets with a trunk, which no image holds. False on an error of the file; `roles`
 * are made by reading, those that are not NULL let go by the caller in any case. */
bool roles_write(struct model *const roles[DDZ_ROLES], const char *path);
bool roles_read(struct model *roles[DDZ_ROLES], const char *path);

#endif
