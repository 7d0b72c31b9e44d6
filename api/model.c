#include "api/model.h"

#include <stdlib.h>

#include "core/bid/bid_feature.h"
#include "core/net/belief.h"
#include "core/net/judge.h"

static const struct {
  const char *mark, *name;
  enum ddz_net_error (*open)(struct ddz_net *net, const void *image, size_t size);
} parts[DDZ_MODEL_PARTS] = {
    [DDZ_MODEL_BIDS] = {"-bids", "bids", ddz_bid_open},
    [DDZ_MODEL_BELIEF] = {"-belief", "belief", ddz_belief_open},
    [DDZ_MODEL_WILD] = {"-wild", "wild", ddz_judge_open},
};

struct ddz_api_model {
  struct ddz_net net, part[DDZ_MODEL_PARTS];
  bool plays, with[DDZ_MODEL_PARTS];
};

const char *ddz_model_mark(enum ddz_model_part part) { return parts[part].mark; }

const char *ddz_api_model_open(const void *bytes, size_t size, struct ddz_api_model **model) {
  struct ddz_api_model *opened = calloc(1, sizeof *opened);
  if (opened == NULL) return "memory is short";
  opened->plays = bytes != NULL;
  const enum ddz_net_error error = opened->plays ? ddz_judge_open(&opened->net, bytes, size) : DDZ_NET_OK;
  if (error != DDZ_NET_OK) {
    free(opened);
    return ddz_net_error_text(error);
  }
  *model = opened;
  return NULL;
}

const char *ddz_api_model_part(struct ddz_api_model *model, enum ddz_model_part part, const void *bytes,
                               size_t size) {
  const enum ddz_net_error error = parts[part].open(&model->part[part], bytes, size);
  model->with[part] = model->with[part] || error == DDZ_NET_OK;
  return error == DDZ_NET_OK ? NULL : ddz_net_error_text(error);
}

void ddz_api_model_close(struct ddz_api_model *model) { free(model); }
const char *ddz_api_model_name(const struct ddz_api_model *model) { return model->net.facts.name; }
uint64_t ddz_api_model_checksum(const struct ddz_api_model *model) { return model->net.checksum; }

static const struct ddz_net *part_of(const struct ddz_api_model *model, enum ddz_model_part part) {
  return model->with[part] ? &model->part[part] : NULL;
}

struct ddz_nets ddz_api_model_nets(const struct ddz_api_model *model) {
  if (model == NULL) return (struct ddz_nets){0};
  return (struct ddz_nets){.play = model->plays ? &model->net : NULL,
                           .bids = part_of(model, DDZ_MODEL_BIDS),
                           .belief = part_of(model, DDZ_MODEL_BELIEF),
                           .wild = part_of(model, DDZ_MODEL_WILD)};
}

void ddz_api_use_model(struct ddz_api *api, const struct ddz_api_model *model) {
  api->engine->nets = ddz_api_model_nets(model);
}

static void write_net(struct ddz_writer *out, const char *name, const struct ddz_net *net) {
  static const char digits[] = "0123456789abcdef";
  char checksum[17] = {0};
  if (net == NULL) {
    ddz_write_null(out, name);
    return;
  }
  for (int i = 0; i < 16; i++) checksum[i] = digits[net->checksum >> (60 - 4 * i) & 15];
  ddz_write_open(out, name, '{');
  ddz_write_string(out, "name", net->facts.name);
  ddz_write_string(out, "checksum", checksum);
  ddz_write_string(out, "record", net->record);
  ddz_write_close(out, '}');
}

void ddz_api_model_write(const struct ddz_api *api, struct ddz_writer *out) {
  write_net(out, "model", api->engine->nets.play);
  write_net(out, parts[DDZ_MODEL_WILD].name, api->engine->nets.wild);
  write_net(out, parts[DDZ_MODEL_BIDS].name, api->engine->nets.bids);
  write_net(out, parts[DDZ_MODEL_BELIEF].name, api->engine->nets.belief);
}
