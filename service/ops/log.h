/* log.h - JSON lines, written by a thread of its own.
 *
 * A line is appended to one buffer, and the writer takes it from there. So a slow disk or a full pipe never
 * holds up an answer: what a full buffer has no room for is dropped. What cannot be written (a full disk) is
 * lost, too. Both are counted, and an event says how many lines as soon as one can be written again. */
#ifndef DDZ_SERVICE_LOG_H
#define DDZ_SERVICE_LOG_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum log_level { LOG_OFF, LOG_ERROR, LOG_WARNING, LOG_NOTICE, LOG_INFO };

struct log;

/* Write to `fd`, which stays the caller's. NULL when memory or threads are short. */
struct log *log_new(int fd, enum log_level level);

/* Write what is left, unless nobody reads it for a second, then free. NULL is allowed. */
void log_free(struct log *log);

enum log_level log_level_of(const struct log *log);
void log_level_set(struct log *log, enum log_level level); /* any thread, any time */
uint64_t log_dropped(const struct log *log);               /* lines */

/* Append the bytes of whole lines; any thread. */
void log_append(struct log *log, const char *lines, size_t length);

/* --- building a line --- */

/* Text that never overflows; a line that does not fit is cut short and stays valid JSON only if the caller
 * leaves room, so keep values short. */
struct log_line {
  char text[2048];
  size_t length;
  enum log_level level;
};
static inline void log_line_bytes(struct log_line *line, const char *text, size_t length) {
  size_t room = sizeof line->text - line->length;
  if (length > room) length = room;
  memcpy(line->text + line->length, text, length);
  line->length += length;
}
/* Inline, so that a literal costs a few stores. */
static inline void log_line_raw(struct log_line *line, const char *text) {
  log_line_bytes(line, text, strlen(text));
}
void log_line_string(struct log_line *line, const char *value); /* quoted and escaped, at most 80 bytes */
/* At most `longest` bytes of line. */
void log_line_text(struct log_line *line, const char *value, size_t length, size_t longest);
void log_line_number(struct log_line *line, uint64_t value);

/* `,"NAME":`, before a value. */
static inline void log_line_name(struct log_line *line, const char *name) {
  log_line_raw(line, ",\"");
  log_line_raw(line, name);
  log_line_raw(line, "\":");
}

/* With any text, of which a half of the room is left for what follows; with one that needs no escaping; with
 * a number. */
void log_line_say(struct log_line *line, const char *name, const char *value);
static inline void log_line_member(struct log_line *line, const char *name, const char *text) {
  log_line_name(line, name);
  log_line_raw(line, "\"");
  log_line_raw(line, text);
  log_line_raw(line, "\"");
}
static inline void log_line_count(struct log_line *line, const char *name, uint64_t value) {
  log_line_name(line, name);
  log_line_number(line, value);
}

/* RFC 3339 in UTC with milliseconds, 25 bytes with the NUL. The second's text is kept between calls. */
struct log_stamp {
  int64_t second;
  char text[32];
};
const char *log_stamp_now(struct log_stamp *stamp);

/* The first members of every line: time and level; of an event of the server itself, its name, too. */
void log_line_begin(struct log_line *line, struct log_stamp *stamp, enum log_level level);
void log_line_event(struct log_line *line, enum log_level level, const char *event);

/* The end of a line, which goes into the log if its level is wanted there. Any thread. */
void log_line_end(struct log_line *line, struct log *log);

#endif
