#include "service/ops/log.h"

#include "service/ops/thread.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#define BUFFER_BYTES (512u * 1024u)
#define FLUSH_MS 100
#define LINGER_MS 1000 /* at the end, for a reader that does not read */

struct log {
  int fd;
  bool is_file;
  bool torn;        /* the writer's: what was written last is no whole line */
  uint64_t told;    /* the writer's: lines dropped, as the last report has it */
  atomic_int level; /* enum log_level */
  pthread_t writer;
  pthread_mutex_t mutex; /* guards the next ones */
  pthread_cond_t wake;
  char *buffer, *spare; /* BUFFER_BYTES; the spare one is the writer's */
  size_t used;
  bool stopping, hurry;
  atomic_uint_fast64_t dropped;
  atomic_uint_fast64_t give_up_ms; /* 0: not ending */
};

static uint64_t lines_in(const char *text, size_t length) {
  uint64_t lines = 0;
  for (size_t i = 0; i < length; i++) lines += text[i] == '\n';
  return lines;
}

/* Bytes written: all, unless they cannot be, or the log is ending and nobody reads it: that must not keep the
 * program from ending. A pipe that is ready takes PIPE_BUF bytes without blocking; a file takes whatever
 * there is. */
static size_t write_all(struct log *log, const char *text, size_t length) {
  size_t done = 0;
  while (done < length) {
    struct pollfd ready = {.fd = log->fd, .events = POLLOUT};
    int rc = log->is_file ? 1 : poll(&ready, 1, FLUSH_MS);
    uint64_t give_up_ms = atomic_load(&log->give_up_ms);
    if (rc <= 0 && give_up_ms && clock_ms() > give_up_ms) break;
    if (rc <= 0) continue;
    const size_t left = length - done;
    ssize_t n = write(log->fd, text + done, log->is_file || left < PIPE_BUF ? left : PIPE_BUF);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break; /* closed, or full */
    log->torn = text[done + (size_t)n - 1] != '\n';
    done += (size_t)n;
  }
  return done;
}

/* Whole lines; the number of those that are lost. A piece of one that is there already gets a line of its
 * own.
 */
static uint64_t write_lines(struct log *log, const char *text, size_t length) {
  if (length && log->torn && write_all(log, "\n", 1) == 0) return lines_in(text, length);
  const size_t done = write_all(log, text, length);
  return lines_in(text + done, length - done);
}

/* --- the writer --- */

/* Its text, malloc'd, with the end of the line in the NUL's place. NULL: memory is short. */
static char *text_of(struct log_line *line, size_t *length) {
  ddz_write_close(&line->out, '}');
  char *text = ddz_writer_take(&line->out, length);
  if (text) text[(*length)++] = '\n';
  return text;
}

/* Write what `text` has, and how many lines are lost since that was told; as soon as it can be, and past the
 * buffer, which may be full. */
static void flush(struct log *log, const char *text, size_t length) {
  atomic_fetch_add_explicit(&log->dropped, write_lines(log, text, length), memory_order_relaxed);
  const uint64_t dropped = log_dropped(log);
  if (dropped == log->told) return;
  struct log_line line = log_event(LOG_ERROR, "log_lines_dropped");
  log_count(&line, "count", dropped - log->told);
  char *report = text_of(&line, &length);
  if (log_level_of(log) < LOG_ERROR || (report && write_lines(log, report, length) == 0)) log->told = dropped;
  free(report);
}

static void *writer(void *self) {
  struct log *log = self;
  bool stopping = false;
  while (!stopping) {
    const struct timespec until = clock_at_us(clock_us() + FLUSH_MS * 1000u);
    pthread_mutex_lock(&log->mutex);
    int rc = 0;
    while (!log->stopping && !log->hurry && rc == 0)
      rc = pthread_cond_timedwait(&log->wake, &log->mutex, &until);
    stopping = log->stopping;
    log->hurry = false;
    char *full = log->buffer;
    const size_t length = log->used;
    log->buffer = log->spare;
    log->spare = full;
    log->used = 0;
    pthread_mutex_unlock(&log->mutex);
    flush(log, full, length);
  }
  return NULL;
}

/* --- life --- */

struct log *log_new(int fd, enum log_level level) {
  struct log *log = calloc(1, sizeof *log);
  if (!log) return NULL;
  struct stat stat;
  log->fd = fd;
  log->is_file = fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode);
  atomic_init(&log->level, (int)level);
  clock_cond_init(&log->wake);
  pthread_mutex_init(&log->mutex, NULL);
  log->buffer = malloc(BUFFER_BYTES);
  log->spare = malloc(BUFFER_BYTES);
  if (!log->buffer || !log->spare || thread_start(&log->writer, writer, log) != 0) {
    free(log->buffer);
    free(log->spare);
    free(log);
    return NULL;
  }
  pthread_setname_np(log->writer, "log");
  return log;
}

void log_free(struct log *log) {
  if (!log) return;
  atomic_store(&log->give_up_ms, clock_ms() + LINGER_MS);
  pthread_mutex_lock(&log->mutex);
  log->stopping = true;
  pthread_cond_signal(&log->wake);
  pthread_mutex_unlock(&log->mutex);
  pthread_join(log->writer, NULL);
  flush(log, log->buffer, log->used);
  pthread_mutex_destroy(&log->mutex);
  pthread_cond_destroy(&log->wake);
  free(log->buffer);
  free(log->spare);
  free(log);
}

enum log_level log_level_of(const struct log *log) {
  return (enum log_level)atomic_load_explicit(&log->level, memory_order_relaxed);
}
void log_level_set(struct log *log, enum log_level level) {
  atomic_store_explicit(&log->level, (int)level, memory_order_relaxed);
}
uint64_t log_dropped(const struct log *log) {
  return atomic_load_explicit(&log->dropped, memory_order_relaxed);
}

void log_append(struct log *log, const char *lines, size_t length, bool hurry) {
  pthread_mutex_lock(&log->mutex);
  const bool fits = lines && length <= BUFFER_BYTES - log->used, empty = log->used < BUFFER_BYTES / 2;
  if (fits) {
    memcpy(log->buffer + log->used, lines, length);
    log->used += length;
  } else {
    atomic_fetch_add_explicit(&log->dropped, lines ? lines_in(lines, length) : 1, memory_order_relaxed);
  }
  if (hurry || (empty && log->used >= BUFFER_BYTES / 2)) {
    log->hurry = true;
    pthread_cond_signal(&log->wake);
  }
  pthread_mutex_unlock(&log->mutex);
}

/* --- a line --- */

static const char *stamp_now(struct log_stamp *stamp) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (now.tv_sec != stamp->second) {
    struct tm utc;
    gmtime_r(&now.tv_sec, &utc);
    strftime(stamp->text, sizeof stamp->text, "%Y-%m-%dT%H:%M:%S.000Z", &utc);
    stamp->second = now.tv_sec;
  }
  unsigned ms = (unsigned)(now.tv_nsec / 1000000);
  stamp->text[20] = (char)('0' + ms / 100);
  stamp->text[21] = (char)('0' + ms / 10 % 10);
  stamp->text[22] = (char)('0' + ms % 10);
  return stamp->text;
}

struct log_line log_begin(struct log_stamp *stamp, enum log_level level) {
  static const char *const names[] = {"off", "error", "warning", "notice", "info"};
  struct log_line line = {.level = level};
  ddz_write_open(&line.out, NULL, '{');
  ddz_write_string(&line.out, "time", stamp_now(stamp));
  ddz_write_string(&line.out, "level", names[level]);
  return line;
}

struct log_line log_event(enum log_level level, const char *event) {
  struct log_stamp stamp = {.second = -1};
  struct log_line line = log_begin(&stamp, level);
  ddz_write_string(&line.out, "event", event);
  return line;
}

/* Events are few, and somebody may be waiting for one. */
bool log_end(struct log_line *line, struct log *log) {
  size_t length = 0;
  char *text = text_of(line, &length);
  if (line->level <= log_level_of(log)) log_append(log, text, length, line->level <= LOG_NOTICE);
  free(text);
  return length > 0;
}
