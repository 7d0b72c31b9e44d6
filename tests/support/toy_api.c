#include "toy_api.h"

#include <stdlib.h>

#include "toy_net.h"

struct ddz_api *toy_api(uint64_t (*now_us)(void *self)) {
  static struct ddz_api *here;
  static struct toy_net toy;
  const struct ddz_api_options options = {.memo_bytes = 1 << 20, .table_bytes = 1 << 20};
  const struct ddz_host host = {.now_us = now_us};
  struct ddz_api_model *model;
  if (here) return here;
  toy = toy_net_player(1);
  here = ddz_api_new(&options, &host);
  if (!here || ddz_api_model_open(toy.image, toy.size, &model)) abort();
  ddz_api_use_model(here, model);
  return here;
}
