#include "api/task.h"

void ddz_task_close(struct ddz_task *task, struct ddz_writer *out, const char *engine) {
  const uint64_t now_us = ddz_api_now_us(task->api);
  task->engine = engine;
  ddz_write_string(out, "engine", engine);
  if (task->nodes || task->says_nodes) ddz_write_int(out, "nodes", (long long)task->nodes);
  ddz_write_int(out, "elapsed_us", now_us < DDZ_HOST_ENDS_US ? (long long)(now_us - task->started_us) : 0);
  if (task->yields && ddz_task_is_busy(task)) ddz_write_bool(out, "busy", true);
  ddz_write_close(out, '}');
}

struct ddz_limit ddz_task_limit(struct ddz_task *task, uint64_t ms, uint64_t nodes, struct ddz_stop *stop) {
  const struct ddz_host *host = &task->api->host;
  uint64_t until = ms ? task->arrived_us + ms * 1000 : 0;
  if (task->deadline_us && (!until || task->deadline_us < until)) until = task->deadline_us;
  task->yields = task->yields || (ms && !nodes);
  *stop = (struct ddz_stop){
      .word = task->word, .heeds = ms && !nodes ? DDZ_STOP_BUSY : DDZ_STOP_LEFT, .until_us = until};
  if (until) stop->clock_us = host->now_us, stop->self = host->self;
  return (struct ddz_limit){.nodes = nodes, .stop = stop->word || stop->clock_us ? stop : NULL};
}

void ddz_task_tell(struct ddz_task *task, const char *preset, const struct ddz_limit *limit, bool proved) {
  ddz_note(&task->notes, "preset", preset, 0);
  const bool limited = limit->nodes || ddz_limit_in_time(limit),
             spent = limit->nodes && task->nodes >= limit->nodes;
  if (task->nodes && limited)
    ddz_note(&task->notes, "early", NULL, !spent && !(limit->stop && ddz_stop_asked(limit->stop)));
  if (proved) ddz_note(&task->notes, "proved", NULL, 1);
}

bool ddz_task_is_late(const struct ddz_task *task) {
  struct ddz_task copy = *task;
  struct ddz_stop stop;
  const struct ddz_limit limit = ddz_task_limit(&copy, 0, 0, &stop);
  return limit.stop && ddz_stop_asked(limit.stop);
}

bool ddz_task_is_busy(const struct ddz_task *task) {
  return task->word && atomic_load_explicit(task->word, memory_order_relaxed) == DDZ_STOP_BUSY;
}
