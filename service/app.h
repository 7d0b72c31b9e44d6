/* app.h - what the server serves, as the server sees it.
 *
 * The server handles bytes, threads and time; the application knows what a request means. This is the only
 * interface between them: a table of functions, one opaque state a thread, one opaque call a request.
 *
 *   open   any thread: find the route, parse, classify the cost; may answer at once. Of a large body a worker
 *   run    the thread that owns `state`: compute the answer
 *   close  any thread, after open, exactly once
 *
 * A call that is BOUNDED runs where it was read (a poller); a LONG one runs in a worker. */
#ifndef DDZ_SERVICE_APP_H
#define DDZ_SERVICE_APP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What the server lends to the state of one thread. */
struct app_host {
  void *self;
  uint64_t (*now_us)(void *self); /* monotonic; past every deadline once the server must stop */
  /* Run item(arg, i, state) for i = 0..n-1, each once, perhaps on several threads, each with the state of its
   * own thread; returns when all are done. NULL on threads that must not wait for others. */
  void (*spread)(void *self, size_t n, void (*item)(void *arg, size_t i, void *state), void *arg);
  bool spare; /* seldom used: it does with little memory */
};

struct app_request {
  const char *method;       /* HEAD arrives as GET */
  const char *path;         /* as it came, without query */
  const char *content_type; /* NULL when absent */
  const char *body;         /* not NUL-terminated; stays valid until close */
  size_t length;            /* bytes */
  uint64_t arrived_us;      /* when it was all there; the clock of app_host */
};

enum app_cost { APP_BOUNDED, APP_LONG };

/* BUSY: others wait for a worker. LEFT: nobody waits for the answer any more. */
enum app_word { APP_GO_ON, APP_BUSY, APP_LEFT };

#define APP_NOTES_MAX 6
#define APP_LABELS 3

/* Zeroed before open. */
struct app_answer {
  const char *route; /* set by open; static text out of route_at, or "other" */
  enum app_cost cost;
  unsigned size;       /* of a LONG call: equal sizes of a route take about equal time; 0..15 */
  uint64_t at_most_us; /* it will not take longer; 0: not known */
  uint64_t own_us;     /* its own limit in time, from its arrival; 0: none */
  int status;          /* 0: there is work to run */
  const char *content_type;
  const char *allow;  /* for 405 */
  char *text;         /* malloc'd; the server takes it */
  size_t length;      /* bytes of text */
  const char *engine; /* for the log; static text or NULL */
  uint64_t nodes;     /* for the log */
  const char *code;   /* why it is an error, for the log; static text or NULL */
  struct app_note {   /* more for the log; static texts. `text` NULL: the number */
    const char *name, *text;
    uint64_t number;
  } notes[APP_NOTES_MAX];
  size_t note_count;
};

/* A text that the server answers as it is. */
struct app_page {
  const char *path, *content_type, *text;
  const size_t *length; /* bytes */
};

/* A number of every state, published after each call. Several states of one name differ by the label
 * `engine`. */
struct app_gauge {
  const char *name; /* whole metric name */
  const char *help;
  bool counter; /* else a gauge */
};
#define APP_GAUGES_MAX 8

struct app {
  void *self;
  size_t call_size; /* bytes of one call; memory comes from the server, aligned for any type */
  void *(*state_new)(void *self, const struct app_host *host); /* NULL: no memory */
  void (*state_free)(void *state);
  void (*open)(void *self, void *call, const struct app_request *request, struct app_answer *answer);
  /* deadline_us  on the clock of app_host; 0: none
   * word         enum app_word, said while it runs */
  void (*run)(void *state, void *call, uint64_t deadline_us, const atomic_int *word,
              struct app_answer *answer);
  void (*close)(void *call);

  /* Factor on the body limit for this path (a batch holds several questions). NULL: 1. */
  unsigned (*body_times)(void *self, const char *path);

  /* Route `i`; false past the end. */
  bool (*route_at)(void *self, size_t i, const char **method, const char **path);
  /* An error the server found by itself, as malloc'd text, NULL when memory is short; `status` is written in
   * any case. */
  char *(*problem)(const char *code, const char *detail, int *status);
  const char *problem_type; /* its content type */
  const char *interface;    /* version of what is served, for X-Api-Version; NULL: it has none */

  /* Answers are counted by engine and by the notes in `labels`; for each name in `counted` also those whose
   * note is not 0. NULL ends a list. */
  const char *labels[APP_LABELS], *counted[APP_LABELS];

  const struct app_gauge *gauges;
  size_t gauge_count;
  void (*read)(void *state, uint64_t *values); /* on the owner's thread */
  void (*metrics)(void *self, FILE *out);      /* more lines of /metrics; any thread; or NULL */
};

#endif
