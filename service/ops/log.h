/* log.h - JSON lines, written by a thread of its own.
 *
 * A line is appended to one buffer, and the writer takes it from there. So a slow disk or a full pipe never
 * holds up an answer: what a full buffer has no room for is dropped. What cannot be written (a full disk) is
 * lost, too. Both are counted, and an event says how many lines as soon as one can be written again. */
#pragma once

#include "api/api.h"

enum log_level { LOG_OFF, LOG_ERROR, LOG_WARNING, LOG_NOTICE, LOG_INFO };

struct log;

/* Write to `fd`, which stays the caller's. NULL when memory or threads are short. */
struct log *log_new(int fd, enum log_level level);

/* Write what is left, unless nobody reads it for a second, then free. NULL is allowed. */
void log_free(struct log *log);

enum log_level log_level_of(const struct log *log);
void log_level_set(struct log *log, enum log_level level); /* any thread, any time */
uint64_t log_dropped(const struct log *log);               /* lines */

/* Append the bytes of whole lines; NULL, one that memory was too short for. `hurry`: write it at once. Any
 * thread. */
void log_append(struct log *log, const char *lines, size_t length, bool hurry);

/* --- a line --- */

/* A JSON object, whose members are written to `out` between begin and end. */
struct log_line {
  struct ddz_writer out;
  enum log_level level;
};

/* The time as RFC 3339 has it, in UTC with milliseconds. The second's text is kept between lines. */
struct log_stamp {
  int64_t second;
  char text[32];
};

/* With the first members of every line: time and level; of an event of the server itself, its name, too. */
struct log_line log_begin(struct log_stamp *stamp, enum log_level level);
struct log_line log_event(enum log_level level, const char *event);

static inline void log_count(struct log_line *line, const char *name, uint64_t value) {
  ddz_write_int(&line->out, name, (long long)value);
}

/* Any bytes, of which at most LOG_TEXT_MAX are kept. */
enum { LOG_TEXT_MAX = 1024 };
static inline void log_text(struct log_line *line, const char *name, const char *text, size_t length) {
  ddz_write_bytes(&line->out, name, text, ddz_utf8_prefix(text, length, LOG_TEXT_MAX));
}

/* The end of a line, which goes into the log if its level is wanted there. Any thread. False: memory was too
 * short for it. */
bool log_end(struct log_line *line, struct log *log);
