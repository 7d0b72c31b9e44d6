#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/net/belief.h"
#include "core/net/judge.h"
#include "core/robot/bid_feature.h"
#include "service/mapped.h"

static struct model {
  struct model *next;
  struct mapped file, part_file[DDZ_MODEL_PARTS];
  struct ddz_net net, part[DDZ_MODEL_PARTS];
  char path[];
} * opened;

static char error[MAPPED_PATH + 200];

const char *model_error(void) { return error; }

typedef enum ddz_net_error opener(struct ddz_net *net, const void *image, size_t size);
static opener *const openers[DDZ_MODEL_PARTS] = {
    [DDZ_MODEL_BIDS] = ddz_bid_open, [DDZ_MODEL_BELIEF] = ddz_belief_open};

static bool opens_file(const char *path, struct mapped *file, opener *open, struct ddz_net *net) {
  if (!mapped_open(file, path, error, sizeof error)) return false;
  const enum ddz_net_error wrong = open(net, file->bytes, file->size);
  if (wrong != DDZ_NET_OK) snprintf(error, sizeof error, "%s: %s", path, ddz_net_error_text(wrong));
  return wrong == DDZ_NET_OK;
}

static bool opens(struct model *model) {
  bool good = opens_file(model->path, &model->file, ddz_judge_open, &model->net);
  for (int i = 0; i < DDZ_MODEL_PARTS && good; i++) {
    char beside[MAPPED_PATH];
    if (mapped_beside(model->path, ddz_model_mark((enum ddz_model_part)i), beside))
      good = opens_file(beside, &model->part_file[i], openers[i], &model->part[i]);
  }
  return good;
}

static struct model *model_new(const char *path) {
  const size_t length = strlen(path) + 1;
  struct model *model = calloc(1, sizeof *model + length);
  if (model == NULL) return NULL;
  memcpy(model->path, path, length);
  if (opens(model)) return model;
  mapped_close(&model->file);
  for (int i = 0; i < DDZ_MODEL_PARTS; i++) mapped_close(&model->part_file[i]);
  free(model);
  return NULL;
}

const struct ddz_net *model_open(const char *path) {
  struct model *model = opened;
  while (model != NULL && strcmp(model->path, path) != 0) model = model->next;
  if (model != NULL) return &model->net;
  snprintf(error, sizeof error, "%s: out of memory", path);
  model = model_new(path);
  if (model == NULL) return NULL;
  error[0] = '\0';
  model->next = opened;
  opened = model;
  return &model->net;
}

const struct ddz_net *model_part(const struct ddz_net *net, enum ddz_model_part part) {
  const struct model *model = opened;
  while (model != NULL && &model->net != net) model = model->next;
  return model != NULL && model->part_file[part].bytes != NULL ? &model->part[part] : NULL;
}

const struct ddz_net *model_default(void) {
  static const char *const places[] = {DDZ_MODEL_PLACES, NULL};
  char path[MAPPED_PATH];
  error[0] = '\0';
  return mapped_find(places, path) ? model_open(path) : NULL;
}
