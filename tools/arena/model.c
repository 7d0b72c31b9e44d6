#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "core/net/judge.h"
#include "core/robot/bid_feature.h"
#include "service/mapped.h"

static struct model {
  struct model *next;
  struct mapped file, bids_file;
  struct ddz_net net, bids;
  char path[];
} * opened;

static char error[MAPPED_PATH + 200];

const char *model_error(void) { return error; }

static bool opens(struct model *model) {
  char beside[MAPPED_PATH];
  const char *path = model->path;
  if (!mapped_open(&model->file, path, error, sizeof error)) return false;
  enum ddz_net_error wrong = ddz_judge_open(&model->net, model->file.bytes, model->file.size);
  if (wrong == DDZ_NET_OK && mapped_beside(path, DDZ_MODEL_BIDS, beside)) {
    path = beside;
    if (!mapped_open(&model->bids_file, path, error, sizeof error)) return false;
    wrong = ddz_bid_open(&model->bids, model->bids_file.bytes, model->bids_file.size);
  }
  if (wrong != DDZ_NET_OK) snprintf(error, sizeof error, "%s: %s", path, ddz_net_error_text(wrong));
  return wrong == DDZ_NET_OK;
}

static struct model *model_new(const char *path) {
  const size_t length = strlen(path) + 1;
  struct model *model = calloc(1, sizeof *model + length);
  if (model == NULL) return NULL;
  memcpy(model->path, path, length);
  if (opens(model)) return model;
  mapped_close(&model->file);
  mapped_close(&model->bids_file);
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

const struct ddz_net *model_bids(const struct ddz_net *net) {
  const struct model *model = opened;
  while (model != NULL && &model->net != net) model = model->next;
  return model != NULL && model->bids_file.bytes != NULL ? &model->bids : NULL;
}

const struct ddz_net *model_default(void) {
  static const char *const places[] = {DDZ_MODEL_PLACES, NULL};
  char path[MAPPED_PATH];
  error[0] = '\0';
  return mapped_find(places, path) ? model_open(path) : NULL;
}
