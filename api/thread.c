#include "api/thread.h"

#include <stdlib.h>

#include "core/bid/question.h"
#include "core/net/belief.h"
#include "core/net/judge.h"
#include "core/robot/actor.h"

/* An api is its struct and, behind it, the engine's memory, 64-byte aligned. */
enum { LARGE_PAGE = 2 << 20 };

static size_t bound_of(size_t asked, size_t fallback) {
  size_t bound = asked ? asked : fallback;
  return bound > DDZ_ANSWER_BYTES_MIN ? bound : DDZ_ANSWER_BYTES_MIN;
}

static void advise(const struct ddz_host *host, char *engine, const struct ddz_engine_options *options) {
  const struct ddz_engine_tables tables = ddz_engine_tables(options);
  if (!host->advise) return;
  host->advise(host->self, engine + tables.memo.at, tables.memo.bytes);
  /* The solver's tables begin at quarters of its memory and grow from a small window: large pages there would
   * cost 2 MiB each for a handful of proofs. */
  for (size_t i = 0, quarter = tables.solver.bytes / 4; i < 4 && quarter > LARGE_PAGE; i++)
    host->advise(host->self, engine + tables.solver.at + i * quarter + LARGE_PAGE, quarter - LARGE_PAGE);
}

struct ddz_api *ddz_api_new(const struct ddz_api_options *options, const struct ddz_host *host) {
  struct ddz_engine_options engine = {.memo_bytes = options->memo_bytes, .table_bytes = options->table_bytes};
  size_t head = (sizeof(struct ddz_api) + 63) & ~(size_t)63;
  size_t bytes = (head + ddz_engine_size(&engine) + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
  struct ddz_api *api = aligned_alloc(LARGE_PAGE, bytes);
  if (!api) return NULL;
  advise(host, (char *)api + head, &engine);
  api->host = *host;
  api->answer_bytes = bound_of(options->answer_bytes, DDZ_ANSWER_BYTES);
  api->batch_bytes = bound_of(options->batch_bytes, DDZ_BATCH_BYTES);
  api->engine = ddz_engine_init((char *)api + head, &engine);
  return api;
}

void ddz_api_free(struct ddz_api *api) { free(api); }

void ddz_api_stats(const struct ddz_api *api, uint64_t stats[DDZ_API_STATS]) {
  const struct ddz_memo_stats memo = ddz_power_stats(api->engine->power);
  stats[DDZ_API_MEMO_HITS] = memo.hits;
  stats[DDZ_API_MEMO_MISSES] = memo.misses;
  stats[DDZ_API_MEMO_FILL] = memo.fill;
  stats[DDZ_API_MEMO_CAPACITY] = memo.capacity;
}

uint64_t ddz_api_now_us(const struct ddz_api *api) {
  return api->host.now_us ? api->host.now_us(api->host.self) : 0;
}

/* The beginning of a game between robots: it uses the memo, the nets, the workspaces of the players. The
 * memory of proofs is taken when they come. */
void ddz_api_warm(struct ddz_api *api) {
  enum { ACTIONS_MAX = 12 };
  struct ddz_rules rules;
  struct ddz_table table;
  struct ddz_robot_request how;
  struct ddz_act act;
  if (ddz_rules_preset("standard", &rules) != DDZ_OK || ddz_table_init(&table, &rules, 1, NULL) != DDZ_OK)
    return;
  ddz_robot_defaults(&how);
  how.level = DDZ_LEVEL_NONE;
  for (int n = 0; n < ACTIONS_MAX && table.phase != DDZ_PHASE_OVER; n++) {
    ddz_table_act(api->engine, &table, &how, &act, NULL, 0);
    if (ddz_table_apply(&table, &act.action) != DDZ_OK) return;
  }
}

/* ---- the trained nets ---- */

struct ddz_api_model {
  struct ddz_net net[DDZ_MODEL_PARTS];
  struct ddz_nets nets; /* those of them that were opened */
};

static const struct {
  const char *mark;
  enum ddz_net_error (*open)(struct ddz_net *net, const void *image, size_t size);
  size_t at; /* in struct ddz_nets */
} parts[DDZ_MODEL_PARTS] = {
    [DDZ_MODEL_PLAY] = {"", ddz_judge_open, offsetof(struct ddz_nets, play)},
    [DDZ_MODEL_BIDS] = {"-bids", ddz_bid_open, offsetof(struct ddz_nets, bids)},
    [DDZ_MODEL_BELIEF] = {"-belief", ddz_belief_open, offsetof(struct ddz_nets, belief)},
    [DDZ_MODEL_WILD] = {"-wild", ddz_judge_open, offsetof(struct ddz_nets, wild)},
};

const char *ddz_model_mark(enum ddz_model_part part) { return parts[part].mark; }

const char *ddz_api_model_add(struct ddz_api_model **model, enum ddz_model_part part, const void *bytes,
                              size_t size) {
  struct ddz_api_model *into = *model ? *model : calloc(1, sizeof *into);
  if (!into) return "memory is short";
  const enum ddz_net_error error = parts[part].open(&into->net[part], bytes, size);
  if (error != DDZ_NET_OK) {
    if (into != *model) free(into);
    return ddz_net_error_text(error);
  }
  *(const struct ddz_net **)(void *)((char *)&into->nets + parts[part].at) = &into->net[part];
  *model = into;
  return NULL;
}

void ddz_api_model_close(struct ddz_api_model *model) { free(model); }
const char *ddz_api_model_name(const struct ddz_api_model *model) {
  return model->net[DDZ_MODEL_PLAY].facts.name;
}
uint64_t ddz_api_model_checksum(const struct ddz_api_model *model) {
  return model->net[DDZ_MODEL_PLAY].checksum;
}

struct ddz_nets ddz_api_model_nets(const struct ddz_api_model *model) {
  return model ? model->nets : (struct ddz_nets){0};
}

void ddz_api_use_model(struct ddz_api *api, const struct ddz_api_model *model) {
  api->engine->nets = ddz_api_model_nets(model);
}
