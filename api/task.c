#include "api/task.h"

void ddz_task_close(struct ddz_task *task, struct ddz_writer *out, const char *engine) {
  uint64_t now_us = ddz_api_now_us(task->api);
  task->engine = engine;
  ddz_write_string(out, "engine", engine);
  if (task->nodes || task->says_nodes) ddz_write_int(out, "nodes", (long long)task->nodes);
  ddz_write_int(out, "elapsed_us", now_us ? (long long)(now_us - task->started_us) : 0);
  ddz_write_close(out, '}');
}

static bool is_expired(void *self) {
  const struct ddz_clock *clock = self;
  return clock->host->now_us(clock->host->self) >= clock->until_us;
}

struct ddz_limit ddz_task_limit(const struct ddz_task *task, uint64_t ms, uint64_t nodes,
                                struct ddz_clock *clock) {
  uint64_t until = ms ? task->arrived_us + ms * 1000 : 0;
  if (task->deadline_us && (!until || task->deadline_us < until)) until = task->deadline_us;
  *clock = (struct ddz_clock){.host = &task->api->host, .until_us = until};
  struct ddz_limit limit = {.nodes = nodes};
  if (until && clock->host->now_us) {
    limit.expired = is_expired;
    limit.self = clock;
  }
  return limit;
}
