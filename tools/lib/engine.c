#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/nets.h"

enum { LINE = 64 };

struct ddz_engine *tool_engine_new(size_t memo_bytes, size_t table_bytes) {
  const struct ddz_engine_options options = {.memo_bytes = memo_bytes, .table_bytes = table_bytes};
  void *memory = aligned_alloc(LINE, (ddz_engine_size(&options) + LINE - 1) / LINE * LINE);
  return memory != NULL ? ddz_engine_init(memory, &options) : NULL;
}

static struct model {
  struct model *next;
  struct nets nets;
} * opened;

static char error[MAPPED_PATH + 200];

const char *model_error(void) { return error; }

static const struct ddz_net *play_of(const struct model *model) {
  return ddz_api_model_nets(model->nets.model).play;
}

const struct ddz_net *model_open(const char *path) {
  const struct nets_source source = {.model = path};
  char found[MAPPED_PATH];
  error[0] = '\0';
  if (!nets_find(&source, found)) return NULL;
  for (const struct model *model = opened; model != NULL; model = model->next)
    if (strcmp(model->nets.path, found) == 0) return play_of(model);
  struct model *model = calloc(1, sizeof *model);
  if (model == NULL) snprintf(error, sizeof error, "%s: out of memory", found);
  if (model == NULL || !nets_open(&model->nets, &source, error, sizeof error)) {
    free(model);
    return NULL;
  }
  model->next = opened;
  opened = model;
  return play_of(model);
}

struct ddz_nets model_nets(const struct ddz_net *net) {
  const struct model *model = net != NULL ? opened : NULL;
  while (model != NULL && play_of(model) != net) model = model->next;
  return ddz_api_model_nets(model != NULL ? model->nets.model : NULL);
}
