#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "core/judge.h"
#include "service/mapped.h"

static struct model {
  struct model *next;
  struct mapped file;
  struct ddz_net net;
  char path[];
} * opened;

static char error[MAPPED_PATH + 200];

const char *model_error(void) { return error; }

static struct model *model_new(const char *path) {
  const size_t length = strlen(path) + 1;
  struct model *model = malloc(sizeof *model + length);
  if (model == NULL) return NULL;
  memcpy(model->path, path, length);
  if (!mapped_open(&model->file, path, error, sizeof error)) {
    free(model);
    return NULL;
  }
  const enum ddz_net_error wrong = ddz_judge_open(&model->net, model->file.bytes, model->file.size);
  if (wrong == DDZ_NET_OK) return model;
  snprintf(error, sizeof error, "%s: %s", path, ddz_net_error_text(wrong));
  mapped_close(&model->file);
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

const struct ddz_net *model_default(void) {
  static const char *const places[] = {DDZ_MODEL_PLACES, NULL};
  char path[MAPPED_PATH];
  error[0] = '\0';
  return mapped_find(places, path) ? model_open(path) : NULL;
}
