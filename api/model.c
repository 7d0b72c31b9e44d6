/* The trained net, as the surroundings hand it in. */
#include <stdlib.h>

#include "api/handler.h"
#include "core/judge.h"

struct ddz_api_model {
  struct ddz_net net;
};

const char *ddz_api_model_open(const void *bytes, size_t size, struct ddz_api_model **model) {
  struct ddz_api_model *opened = malloc(sizeof *opened);
  if (opened == NULL) return "memory is short";
  const enum ddz_net_error error = ddz_judge_open(&opened->net, bytes, size);
  if (error != DDZ_NET_OK) {
    free(opened);
    return ddz_net_error_text(error);
  }
  *model = opened;
  return NULL;
}

void ddz_api_model_close(struct ddz_api_model *model) { free(model); }
const char *ddz_api_model_name(const struct ddz_api_model *model) { return model->net.facts.name; }
uint64_t ddz_api_model_checksum(const struct ddz_api_model *model) { return model->net.checksum; }

void ddz_api_use_model(struct ddz_api *api, const struct ddz_api_model *model) {
  api->engine->net = model != NULL ? &model->net : NULL;
}

void ddz_api_model_write(const struct ddz_api *api, struct ddz_out *out) {
  static const char digits[] = "0123456789abcdef";
  const struct ddz_net *net = api->engine->net;
  char checksum[17] = {0};
  if (net == NULL) {
    ddz_out_null(out, "model");
    return;
  }
  for (int i = 0; i < 16; i++) checksum[i] = digits[net->checksum >> (60 - 4 * i) & 15];
  ddz_out_open(out, "model", '{');
  ddz_out_string(out, "name", net->facts.name);
  ddz_out_string(out, "checksum", checksum);
  ddz_out_string(out, "record", net->record);
  ddz_out_close(out, '}');
}
