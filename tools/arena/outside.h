/* outside.h - a program of somebody else, asked over its standard input and output.
 *
 * One JSON line in, one JSON line out. `path` says what the line is; the other fields are the body of that
 * request to the service:
 *
 *   /robot-move  a move: hand, role, rules, kitty, history and so on, and `legal`, all plays there are ("": a
 *                pass). The response is an object with `cards`, a string of rank letters ("34567") or an
 *                array of them, empty to pass; {"action":"pass"} also passes. Other fields are not read.
 *   /bid-advice  a call, in a match with calling: hand, rules, phase, the calls so far, and `legal`, the open
 *                calls. The response is {"call":"rob"}; an object without `call` leaves it to the arena.
 *   /table       the game is over: all of it, and `result`: the seats the program held, landlord, winner,
 *                score by seat. Any line will do.
 *
 * A line tells everything, so the program need not keep anything from one to the next.
 *
 * The program is run by /bin/sh and started at the first question. One that is late, ends, or writes a line
 * without end is killed and started anew at the next question. What it writes to standard error is not
 * touched. One program for one thread. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { OUTSIDE_LINE_MAX = 1 << 16 };

/* What went wrong with a choice. Whatever it was, the table then does what it does for a player who does not
 * answer (core/robot/actor.h): a pass, or on the lead what the engine `rules` leads. */
enum fault {
  FAULT_NONE,
  FAULT_ILLEGAL, /* no JSON, no cards, or cards that may not be played */
  FAULT_LATE,    /* no answer in time; the program is started anew */
  FAULT_ENDED,   /* the program ended instead; likewise */
  FAULTS
};
/* Zeroed but for its first two fields: nothing is started yet. */
struct outside {
  const char *command; /* NULL: it is no program */
  int timeout_ms;
  pid_t pid;     /* 0: does not run */
  int fd;        /* to it and from it */
  int status;    /* of the last process, as waitpid tells it; 0: ended well, or killed for being late */
  double cpu_ns; /* of the processes that have ended */
  long memory;   /* KiB one of them has had at most */
  bool late;     /* it was killed for being late */
  char line[OUTSIDE_LINE_MAX]; /* the answer, NUL-terminated */
};

/* Send `question` (one line, with its newline) and wait for the answer in outside->line: NONE, LATE, ENDED.
 */
enum fault outside_ask(struct outside *outside, const char *question, size_t length);

/* Why the last question had no answer: "it ends with status 127". Static or of the thread. */
const char *outside_why(const struct outside *outside);

/* End it if it runs: it has a moment to end by itself, unless it was late. */
void outside_stop(struct outside *outside);
