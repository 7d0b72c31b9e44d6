#include "api/model.h"

#include <stdlib.h>

#include "core/bid/bid_feature.h"
#include "core/net/belief.h"
#include "core/net/judge.h"

static const struct {
  const char *mark;
  enum ddz_net_error (*open)(struct ddz_net *net, const void *image, size_t size);
} parts[DDZ_MODEL_PARTS] = {
    [DDZ_MODEL_BIDS] = {"-bids", ddz_bid_open},
    [DDZ_MODEL_BELIEF] = {"-belief", ddz_belief_open},
    [DDZ_MODEL_WILD] = {"-wild", ddz_judge_open},
};

struct ddz_api_model {
  struct ddz_net net, part[DDZ_MODEL_PARTS];
  struct ddz_nets nets; /* those of them that were opened */
};

const char *ddz_model_mark(enum ddz_model_part part) { return parts[part].mark; }

const char *ddz_api_model_open(const void *bytes, size_t size, struct ddz_api_model **model) {
  struct ddz_api_model *opened = calloc(1, sizeof *opened);
  if (opened == NULL) return "memory is short";
  const enum ddz_net_error error = bytes ? ddz_judge_open(&opened->net, bytes, size) : DDZ_NET_OK;
  if (error != DDZ_NET_OK) {
    free(opened);
    return ddz_net_error_text(error);
  }
  if (bytes) opened->nets.play = &opened->net;
  *model = opened;
  return NULL;
}

const char *ddz_api_model_part(struct ddz_api_model *model, enum ddz_model_part part, const void *bytes,
                               size_t size) {
  const enum ddz_net_error error = parts[part].open(&model->part[part], bytes, size);
  const struct ddz_net **const nets[DDZ_MODEL_PARTS] = {[DDZ_MODEL_BIDS] = &model->nets.bids,
                                                        [DDZ_MODEL_BELIEF] = &model->nets.belief,
                                                        [DDZ_MODEL_WILD] = &model->nets.wild};
  if (error != DDZ_NET_OK) return ddz_net_error_text(error);
  *nets[part] = &model->part[part];
  return NULL;
}

void ddz_api_model_close(struct ddz_api_model *model) { free(model); }
const char *ddz_api_model_name(const struct ddz_api_model *model) { return model->net.facts.name; }
uint64_t ddz_api_model_checksum(const struct ddz_api_model *model) { return model->net.checksum; }

struct ddz_nets ddz_api_model_nets(const struct ddz_api_model *model) {
  return model ? model->nets : (struct ddz_nets){0};
}

void ddz_api_use_model(struct ddz_api *api, const struct ddz_api_model *model) {
  api->engine->nets = ddz_api_model_nets(model);
}
