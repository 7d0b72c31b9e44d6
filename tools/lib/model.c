#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/bid/bid_feature.h"
#include "core/net/belief.h"
#include "core/net/judge.h"
#include "tools/lib/file.h"
#include "tools/lib/image.h"

static struct model {
  struct model *next;
  struct image image, part[DDZ_MODEL_PARTS];
  char path[];
} * opened;

static char error[FILE_PATH + 200];

const char *model_error(void) { return error; }

static image_opener *const openers[DDZ_MODEL_PARTS] = {
    [DDZ_MODEL_BIDS] = ddz_bid_open, [DDZ_MODEL_BELIEF] = ddz_belief_open, [DDZ_MODEL_WILD] = ddz_judge_open};

static bool opens(struct model *model) {
  bool good = image_read(&model->image, ddz_judge_open, model->path, error, sizeof error);
  for (int i = 0; i < DDZ_MODEL_PARTS && good; i++) {
    char beside[FILE_PATH];
    if (file_beside(model->path, ddz_model_mark((enum ddz_model_part)i), beside))
      good = image_read(&model->part[i], openers[i], beside, error, sizeof error);
  }
  return good;
}

static struct model *model_new(const char *path) {
  const size_t length = strlen(path) + 1;
  struct model *model = calloc(1, sizeof *model + length);
  if (model == NULL) return NULL;
  memcpy(model->path, path, length);
  if (opens(model)) return model;
  image_close(&model->image);
  for (int i = 0; i < DDZ_MODEL_PARTS; i++) image_close(&model->part[i]);
  free(model);
  return NULL;
}

const struct ddz_net *model_open(const char *path) {
  struct model *model = opened;
  while (model != NULL && strcmp(model->path, path) != 0) model = model->next;
  if (model != NULL) return &model->image.net;
  snprintf(error, sizeof error, "%s: out of memory", path);
  model = model_new(path);
  if (model == NULL) return NULL;
  error[0] = '\0';
  model->next = opened;
  opened = model;
  return &model->image.net;
}

const struct ddz_net *model_part(const struct ddz_net *net, enum ddz_model_part part) {
  const struct model *model = opened;
  while (model != NULL && &model->image.net != net) model = model->next;
  return model != NULL && model->part[part].file.bytes != NULL ? &model->part[part].net : NULL;
}

const struct ddz_net *model_default(void) {
  static const char *const places[] = {DDZ_MODEL_PLACES, NULL};
  char path[FILE_PATH];
  error[0] = '\0';
  return file_find(places, path) ? model_open(path) : NULL;
}
