#include "api/task.h"

#include <string.h>

/* What ended the search. */
static const char *limit_reached(const struct ddz_task *task, uint64_t now_us) {
  if (task->own_nodes && task->nodes >= task->own_nodes) return "nodes";
  if (ddz_task_is_busy(task)) return "busy";
  if (now_us >= DDZ_HOST_ENDS_US) return "deadline";
  if (task->own_until_us && now_us >= task->own_until_us) return "time";
  return task->span->deadline_us && now_us >= task->span->deadline_us ? "deadline" : "none";
}

/* More than half of its own time went by in the queue. */
static bool waited_long(const struct ddz_task *task) {
  return task->own_until_us && task->started_us > task->arrived_us / 2 + task->own_until_us / 2;
}

void ddz_task_close(struct ddz_task *task, struct ddz_writer *out, const char *engine, const char *wanted,
                    bool insists) {
  const uint64_t now_us = ddz_api_now_us(task->api), waited_ms = (task->started_us - task->arrived_us) / 1000;
  const char *reached = task->limited ? limit_reached(task, now_us) : "none";
  const bool other = wanted && strcmp(wanted, engine) != 0, ended = strcmp(reached, "none") != 0;
  const bool busy = task->limited && (strcmp(reached, "busy") == 0 || waited_long(task));
  task->engine = engine;
  task->refused = other && insists && ended && task->nodes == 0;
  ddz_write_string(out, "engine", engine);
  if (other && ended) ddz_write_string(out, "stands_in_for", wanted);
  if (task->nodes || task->says_nodes) ddz_write_int(out, "nodes", (long long)task->nodes);
  ddz_write_int(out, "elapsed_us", now_us < DDZ_HOST_ENDS_US ? (long long)(now_us - task->started_us) : 0);
  if (task->limited && waited_ms) ddz_write_int(out, "waited_ms", (long long)waited_ms);
  if (task->limited) ddz_write_string(out, "limit_reached", reached);
  if (busy) {
    ddz_write_bool(out, "busy", true);
    ddz_note(&task->notes, "busy", NULL, 1);
  }
  ddz_write_close(out, '}');
}

struct ddz_limit ddz_task_limit(struct ddz_task *task, uint64_t ms, uint64_t nodes, struct ddz_stop *stop) {
  const struct ddz_host *host = &task->api->host;
  uint64_t until = ms ? task->arrived_us + ms * 1000 : 0;
  if (task->span->deadline_us && (!until || task->span->deadline_us < until)) until = task->span->deadline_us;
  task->limited = true;
  task->own_until_us = ms ? task->arrived_us + ms * 1000 : 0;
  task->own_nodes = nodes;
  *stop = (struct ddz_stop){.word = task->span->word, .until_us = until};
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
  return task->span->word && atomic_load_explicit(task->span->word, memory_order_relaxed) == DDZ_STOP_BUSY;
}
