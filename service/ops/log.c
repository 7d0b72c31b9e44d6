#include "service/ops/log.h"

#include "service/ops/clock.h"
#include "service/ops/thread.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define CHANNEL_BYTES (256u * 1024u)
#define FLUSH_MS 100
#define LINGER_MS 1000 /* at the end, for a reader that does not read */

struct log_channel {
  struct log *log;
  struct log_channel *next;
  pthread_mutex_t mutex; /* guards the rest */
  char *buffer;          /* CHANNEL_BYTES */
  size_t used;
  uint64_t dropped; /* since the last report */
};

struct log {
  int fd;
  bool is_file;
  atomic_int level; /* enum log_level */
  pthread_t writer;
  char *spare;           /* the writer's first */
  pthread_mutex_t mutex; /* guards the rest, but for the atomic */
  pthread_cond_t wake;
  struct log_channel *channels;
  struct log_channel *events; /* of log_event */
  bool stopping, hurry;
  atomic_uint_fast64_t dropped;
  atomic_uint_fast64_t give_up_ms; /* 0: not ending */
};

/* The lines of `text` are lost: counted, but not told in the log, which may take no more. */
static void lose(struct log *log, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (text[i] == '\n') atomic_fetch_add_explicit(&log->dropped, 1, memory_order_relaxed);
}

/* Write it all, unless the log is ending and nobody reads it: that must not keep the program from ending. A
 * pipe that is ready takes PIPE_BUF bytes without blocking; a file takes whatever there is. */
static void write_all(struct log *log, const char *text, size_t length) {
  while (length) {
    struct pollfd ready = {.fd = log->fd, .events = POLLOUT};
    int rc = log->is_file ? 1 : poll(&ready, 1, FLUSH_MS);
    uint64_t give_up_ms = atomic_load(&log->give_up_ms);
    if (rc <= 0 && give_up_ms && clock_ms() > give_up_ms) return;
    if (rc <= 0) continue;
    ssize_t n = write(log->fd, text, log->is_file || length < PIPE_BUF ? length : PIPE_BUF);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) { /* closed, or full */
      lose(log, text, length);
      return;
    }
    text += n;
    length -= (size_t)n;
  }
}

/* Swap the channel's buffer for `spare` and write it; returns the new spare. */
static char *flush_channel(struct log *log, struct log_channel *channel, char *spare) {
  pthread_mutex_lock(&channel->mutex);
  char *full = channel->buffer;
  size_t length = channel->used;
  uint64_t dropped = channel->dropped;
  channel->buffer = spare;
  channel->used = 0;
  channel->dropped = 0;
  pthread_mutex_unlock(&channel->mutex);
  write_all(log, full, length);
  if (dropped) log_event(log, LOG_ERROR, "log_lines_dropped", "\"count\":%llu", (unsigned long long)dropped);
  return full;
}

static char *flush_all(struct log *log, struct log_channel *channel, char *spare) {
  for (; channel; channel = channel->next) spare = flush_channel(log, channel, spare);
  return spare;
}

/* Channels are only ever added at the head, so the list from a head read under the mutex stays whole. */
static void *writer(void *self) {
  struct log *log = self;
  char *spare = log->spare;
  bool stopping = false;
  while (!stopping) {
    const struct timespec until = clock_after_ms(FLUSH_MS);
    pthread_mutex_lock(&log->mutex);
    int rc = 0;
    while (!log->stopping && !log->hurry && rc == 0)
      rc = pthread_cond_timedwait(&log->wake, &log->mutex, &until);
    stopping = log->stopping;
    log->hurry = false;
    struct log_channel *channels = log->channels;
    pthread_mutex_unlock(&log->mutex);
    spare = flush_all(log, channels, spare);
  }
  free(spare);
  return NULL;
}

struct log *log_new(int fd, enum log_level level) {
  struct log *log = calloc(1, sizeof *log);
  if (!log) return NULL;
  struct stat stat;
  log->fd = fd;
  log->is_file = fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode);
  atomic_init(&log->level, (int)level);
  clock_cond_init(&log->wake);
  pthread_mutex_init(&log->mutex, NULL);
  log->events = log_channel_new(log);
  log->spare = malloc(CHANNEL_BYTES);
  if (!log->events || !log->spare || thread_start(&log->writer, writer, log) != 0) {
    if (log->events) free(log->events->buffer);
    free(log->events);
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
  for (struct log_channel *channel = log->channels, *next; channel; channel = next) {
    next = channel->next;
    write_all(log, channel->buffer, channel->used);
    pthread_mutex_destroy(&channel->mutex);
    free(channel->buffer);
    free(channel);
  }
  pthread_mutex_destroy(&log->mutex);
  pthread_cond_destroy(&log->wake);
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

struct log_channel *log_channel_new(struct log *log) {
  struct log_channel *channel = calloc(1, sizeof *channel);
  char *buffer = malloc(CHANNEL_BYTES);
  if (!channel || !buffer) {
    free(channel);
    free(buffer);
    return NULL;
  }
  channel->log = log;
  channel->buffer = buffer;
  pthread_mutex_init(&channel->mutex, NULL);
  pthread_mutex_lock(&log->mutex);
  channel->next = log->channels;
  log->channels = channel;
  pthread_mutex_unlock(&log->mutex);
  return channel;
}

static void hurry(struct log *log) {
  pthread_mutex_lock(&log->mutex);
  log->hurry = true;
  pthread_cond_signal(&log->wake);
  pthread_mutex_unlock(&log->mutex);
}

void log_append(struct log_channel *channel, const char *lines, size_t length) {
  if (!channel || length == 0) return;
  pthread_mutex_lock(&channel->mutex);
  size_t before = channel->used;
  bool fits = length <= CHANNEL_BYTES - before;
  if (fits) {
    memcpy(channel->buffer + before, lines, length);
    channel->used = before + length;
  } else {
    channel->dropped++;
  }
  bool half = before < CHANNEL_BYTES / 2 && channel->used >= CHANNEL_BYTES / 2;
  pthread_mutex_unlock(&channel->mutex);
  if (!fits) atomic_fetch_add_explicit(&channel->log->dropped, 1, memory_order_relaxed);
  if (half) hurry(channel->log); /* the channel's mutex is free again: log before channel */
}

/* Events are few, and somebody may be waiting for one. */
static void end_event(struct log *log, struct log_line *line, enum log_level level) {
  log_line_raw(line, "}\n");
  log_append(log->events, line->text, line->length);
  if (level <= LOG_NOTICE) hurry(log);
}

static void begin_event(struct log_line *line, enum log_level level, const char *event) {
  struct log_stamp stamp = {.second = -1};
  log_line_begin(line, &stamp, level);
  log_line_raw(line, ",\"event\":");
  log_line_string(line, event);
}

void log_event(struct log *log, enum log_level level, const char *event, const char *fields, ...) {
  if (level > log_level_of(log)) return;
  struct log_line line;
  begin_event(&line, level, event);
  if (fields) {
    char text[512];
    va_list arguments;
    va_start(arguments, fields);
    vsnprintf(text, sizeof text, fields, arguments);
    va_end(arguments);
    log_line_raw(&line, ",");
    log_line_raw(&line, text);
  }
  end_event(log, &line, level);
}

void log_say(struct log *log, enum log_level level, const char *event, ...) {
  if (level > log_level_of(log)) return;
  struct log_line line;
  begin_event(&line, level, event);
  va_list members;
  va_start(members, event);
  for (const char *name; (name = va_arg(members, const char *));) {
    log_line_raw(&line, ",");
    log_line_string(&line, name);
    log_line_raw(&line, ":");
    const char *value = va_arg(members, const char *);
    log_line_text(&line, value, strlen(value), (sizeof line.text - line.length) / 2);
  }
  va_end(members);
  end_event(log, &line, level);
}

/* --- building a line --- */

void log_line_text(struct log_line *line, const char *value, size_t length, size_t longest) {
  size_t before = line->length;
  log_line_raw(line, "\"");
  for (size_t i = 0; i < length && line->length - before + 8 <= longest; i++) {
    unsigned char c = (unsigned char)value[i];
    if (c >= 0x20 && c < 0x7f && c != '"' && c != '\\') {
      log_line_bytes(line, value + i, 1);
    } else {
      char escaped[8];
      snprintf(escaped, sizeof escaped, "\\u%04x", c);
      log_line_bytes(line, escaped, 6);
    }
  }
  log_line_raw(line, "\"");
}

void log_line_string(struct log_line *line, const char *value) {
  log_line_text(line, value, strlen(value), 82);
}

void log_line_number(struct log_line *line, uint64_t value) {
  char digits[20];
  size_t i = sizeof digits;
  do {
    digits[--i] = (char)('0' + value % 10);
    value /= 10;
  } while (value);
  log_line_bytes(line, digits + i, sizeof digits - i);
}

const char *log_stamp_now(struct log_stamp *stamp) {
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

void log_line_begin(struct log_line *line, struct log_stamp *stamp, enum log_level level) {
  static const char *const names[] = {"off", "error", "notice", "info"};
  line->length = 0;
  log_line_raw(line, "{\"time\":\"");
  log_line_raw(line, log_stamp_now(stamp));
  log_line_raw(line, "\"");
  log_line_member(line, "level", names[level]);
}
