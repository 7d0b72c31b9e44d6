/* toy_app.h - a stand-in of api.h for the server's tests, so that every path of it can be walked at will. It
 * is linked in the place of the api.
 *
 *   POST /echo    bounded   the body
 *   POST /wait    long      until the gate is open or the deadline passes; then "opened" or "late"
 *   POST /nap     long      2 ms, and 20 at most, as it says itself; then "rested"
 *   POST /spread  long      body N: spread N items of 2 ms over the workers; "N in order, S states"
 *   POST /steps  long      the same, but an item ends only when toy_step was called once more than its number
 *   POST /meet   long      the same, but no item ends before two states have one
 *   POST /yield  long      as /wait, but when others wait it ends, with "busy"
 *   POST /order  long      how many of these ran before it
 *   POST /hold   bounded   as /wait
 *   POST /stay   long      until the gate is open, whatever it is told; "opened"
 *   POST /sit    bounded   as /stay
 *   POST /rank   bounded   as /order, after 2 ms
 *   POST /big    bounded   body N: N bytes
 *   GET  /fixed  bounded   "fixed"
 *   GET  /who    bounded   the number of the state that answers: workers and pollers in the order they were
 *                          made, from 0 */
#pragma once

#include "service/server.h"

#include <pthread.h>
#include <stdatomic.h>

struct toy {
  struct options options;
  const struct console *console; /* NULL after toy_init */
  struct server *server;
  unsigned port;
  pthread_mutex_t mutex;
  pthread_cond_t moved;
  bool open;        /* the gate */
  unsigned waiting; /* calls of /wait that run now */
  unsigned ordered; /* calls of /order that ran */
  unsigned steps;   /* items of /steps that may end */
  unsigned stepped; /* and that have begun */
  bool met;
  const void *first;             /* state that has an item of /meet */
  unsigned states;               /* alive */
  unsigned made;                 /* states, ever */
  atomic_uint opened_by_workers; /* calls */
};

extern struct toy toy;

/* Defaults for tests: two pollers, two workers, port 0, no log, an hour for everything. Change toy.options,
 * then start. */
void toy_init(void);
bool toy_start(int log_fd);
void toy_stop(void); /* opens the gate first; once it is stopped nothing more */

/* For test_each. */
int toy_begin(void **state);
int toy_end(void **state);

void toy_open_gate(void);
void toy_await_waiting(unsigned n); /* until n calls of /wait run */
void toy_step(void);
void toy_await_stepped(unsigned n); /* until n items of /steps have begun */
