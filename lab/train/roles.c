#include "lab/train/roles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/train/mind.h"
#include "lib/net_pack.h"

struct model_shape roles_shape(int width) {
  return (struct model_shape){.inputs = DDZ_FEATURES, .width = width, .hidden = {ROLES_H1, ROLES_H2}};
}

const struct model_start roles_start = {.first = 0.08, .heads = 0.1}; /* about a hundred inputs are on */

static void judge_level(const struct sample *sample, const float *said, float *slope, struct loss *loss) {
  const float miss = said[1] - sample->points;
  loss->win += (double)(fmaxf(said[0], 0) - said[0] * sample->win + log1pf(expf(-fabsf(said[0]))));
  loss->points += (double)(0.5f * miss * miss);
  slope[0] = mind_chance(said[0]) - sample->win;
  slope[1] = POINTS_SHARE * miss;
}

/* n plays of one decision. */
static void judge_differences(const struct sample *sample, int n, const float *said, float *slope,
                              struct loss *loss) {
  float win = 0, points = 0; /* how much too high all are together */
  loss->apart += n;
  for (int i = 0; i < n; i++) {
    win += (mind_chance(said[i * HEADS]) - sample[i].win) / (float)n;
    points += (said[i * HEADS + 1] - sample[i].points) / (float)n;
  }
  for (int i = 0; i < n; i++) {
    const float p = mind_chance(said[i * HEADS]), off = p - sample[i].win - win;
    const float missed = said[i * HEADS + 1] - sample[i].points - points;
    loss->apart_win += (double)(off * off / 2);
    loss->apart_points += (double)(missed * missed / 2);
    slope[i * HEADS] += DIFFER_SHARE * off * p * (1 - p);
    slope[i * HEADS + 1] += POINTS_SHARE * DIFFER_SHARE * missed;
  }
}

void roles_judge(const void *self, int first, const float *said, float *slope, struct loss *loss) {
  const struct sample *sample = (const struct sample *)self + first;
  for (int s = 0; s < CHUNK; s++) judge_level(&sample[s], said + s * HEADS, slope + s * HEADS, loss);
  for (int s = 0; s < CHUNK; s += sample[s].follow + 1)
    if (sample[s].follow > 0)
      judge_differences(&sample[s], sample[s].follow + 1, said + s * HEADS, slope + s * HEADS, loss);
}

void *roles_image(struct model *const roles[DDZ_ROLES], const char *name, const char *record, size_t *size) {
  const struct ddz_net_shape shape = model_net_shape(roles[0], ddz_feature_signature());
  struct ddz_net_facts facts = {.clip = MODEL_CLIP, .points_unit = POINTS_UNIT};
  struct ddz_net_floats floats[DDZ_ROLES];
  snprintf(facts.name, sizeof facts.name, "%s", name);
  for (int r = 0; r < DDZ_ROLES; r++) {
    facts.curves->slope[r][0] = facts.curves->slope[r][1] = 1;
    model_floats(roles[r], &floats[r]);
  }
  *size = ddz_net_image_size(&shape, floats, strlen(record));
  void *image = aligned_alloc(DDZ_NET_ALIGN, (*size + DDZ_NET_ALIGN - 1) / DDZ_NET_ALIGN * DDZ_NET_ALIGN);
  if (image == NULL) {
    fprintf(stderr, "ddz-train: out of memory\n");
    exit(1);
  }
  ddz_net_pack(&shape, &facts, floats, record, image, NULL);
  for (int r = 0; r < DDZ_ROLES; r++) model_floats_free(&floats[r]);
  return image;
}
