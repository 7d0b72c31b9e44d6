/* load.h - load over HTTP from one thread, open loop or closed.
 *
 * Open loop: requests leave when they are due, whatever has become of those before, and a request's time
 * counts from the moment it was due; a server that lets us wait cannot hide it, and neither can we. A request
 * for which no connection is free waits here; when it has waited too long it is given up, unsent.
 * Closed loop: each connection sends its next request when it has its answer.
 *
 * Kinds share the load by weight, and each has connections of its own group, so that long requests do not
 * keep short ones from leaving. Connections that end are opened again. */
#ifndef DDZ_TESTS_LOAD_H
#define DDZ_TESTS_LOAD_H

#include "tests/support/histogram.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LOAD_KINDS_MAX = 24, LOAD_GROUPS_MAX = 4, LOAD_CONNECTIONS_MAX = 4096 };

struct load_text {
  char *bytes;
  size_t length;
};

struct load_kind {
  const char *name;
  struct load_text *texts; /* taken in turn */
  size_t count;
  unsigned weight, group;
  bool (*fine)(int status); /* status 0: the connection ended without an answer */
};

/* What became of the requests of a kind. */
struct load_tally {
  uint64_t sent, fine, refused /* 503, 429 */, too_many /* of them 429 */, wrong, unsent;
  int last_wrong;           /* status of the last wrong one */
  struct histogram took;    /* fine ones, from when they were due */
  struct histogram served;  /* fine ones, from when they were sent */
  struct histogram refusal; /* from when they were sent */
};

struct load;

struct load_setup {
  unsigned port;
  const char *source; /* address to come from; NULL: any */
  unsigned sources;   /* this many of 127.0.0.1, 127.0.0.2 ... in turn instead; 0: `source` */
  struct load_kind *kinds;
  size_t kind_count;
  size_t connections[LOAD_GROUPS_MAX];
  uint64_t give_up_ms; /* 0: requests wait for ever */
  uint64_t gather_us;  /* look only that often at what is due and what has come, as through a network card
                          that gathers packets: the load then takes less of the machine. 0: at once */
  uint64_t seed;
};

struct load *load_new(const struct load_setup *setup); /* connects; ends the program when it cannot */
void load_free(struct load *load);

/* Throw away what is written to `fd` from now on: a log that nobody else reads. */
void load_swallow(struct load *load, int fd);

/* Requests a second from now on; 0: closed loop. What is due and unsent is forgotten. */
void load_rate(struct load *load, double rate);

/* Go on for `seconds`. */
void load_run(struct load *load, double seconds);

/* Send nothing new and wait for the answers under way, at most `seconds`; false: some did not come. */
bool load_settle(struct load *load, double seconds);

void load_tally_add(struct load_tally *to, const struct load_tally *from);
struct load_tally *load_tally_of(struct load *load, size_t kind);
void load_forget(struct load *load); /* all tallies back to nothing */

/* How late requests left for which a connection was free: the generator's own fault. */
const struct histogram *load_lateness(const struct load *load);

#endif
