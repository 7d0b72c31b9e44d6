/* outside.h - a program of somebody else, asked over its standard input and output.
 *
 * One JSON line in, one JSON line out for every decision. The question is the body of POST /robot-move: hand,
 * role, rules, kitty, history and so on. The answer is an object with `cards`, a string of rank letters
 * ("34567") or an array of them, empty to pass; {"action":"pass"} also passes. Other fields are not read.
 * The question tells everything, so the program need not keep anything from one to the next.
 *
 * The program is run by /bin/sh and started at the first question. One that is late, ends, or writes a line
 * without end is killed and started anew at the next question. What it writes to standard error is not
 * touched. One program for one thread. */
#ifndef DDZ_TOOLS_ARENA_OUTSIDE_H
#define DDZ_TOOLS_ARENA_OUTSIDE_H

#include <stddef.h>
#include <sys/types.h>

enum { OUTSIDE_LINE_MAX = 1 << 16 };

struct outside {
  const char *command;
  int timeout_ms;
  pid_t pid; /* 0: does not run */
  int to, from;
  size_t used;
  char line[OUTSIDE_LINE_MAX]; /* the answer, NUL-terminated */
};

enum outside_state { OUTSIDE_ANSWERED, OUTSIDE_LATE, OUTSIDE_ENDED };

/* Nothing is started yet. `command` is not copied. Writing to a program that has ended raises SIGPIPE, which
 * the caller must ignore. */
void outside_init(struct outside *outside, const char *command, int timeout_ms);

/* Send `question` (one line, with its newline) and wait for the answer in outside->line. */
enum outside_state outside_ask(struct outside *outside, const char *question, size_t length);

/* Kill it if it runs. */
void outside_stop(struct outside *outside);

#endif
