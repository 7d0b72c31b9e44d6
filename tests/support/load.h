/* load.h - load over HTTP from one thread, open loop or closed.
 *
 * Open loop: requests leave when they are due, whatever has become of those before, and a request's time
 * counts from the moment it was due; a server that lets us wait cannot hide it, and neither can we. A request
 * for which no connection is free waits here; when it has waited too long it is given up, unsent.
 * Closed loop: each connection sends its next request when it has its answer.
 *
 * Kinds share the load by weight, and each has connections of its own group, so that long requests do not
 * keep short ones from leaving. A connection that has ended is opened again by the next request. Nothing is
 * ever sent again: a request without a whole answer is a failure, whatever the reason. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Many times in little memory: 64 steps to each power of two, so a value is known to 1.6 %. */
enum { HISTOGRAM_BINS = 64 * 36 }; /* up to 70 s in ns */

struct histogram {
  uint64_t count, max_ns;
  uint32_t bins[HISTOGRAM_BINS];
};

void histogram_add(struct histogram *histogram, uint64_t ns);
void histogram_merge(struct histogram *into, const struct histogram *from);

/* The value that `share` (0..1) of all do not exceed, in ms; 0 when there are none. */
double histogram_ms(const struct histogram *histogram, double share);

enum { LOAD_KINDS_MAX = 24, LOAD_GROUPS_MAX = 4, LOAD_CONNECTIONS_MAX = 4096 };

struct load_text {
  char *bytes;
  size_t length;
};

/* One POST of `body` to `path`, or a GET with no body (NULL or ""), with these fields, a line each, in its
 * head. */
struct load_text load_request(const char *path, const char *body, const char *fields);

struct load_kind {
  const char *name;
  struct load_text *texts; /* taken in turn */
  size_t count;
  unsigned weight, group;
  bool (*fine)(int status); /* or one of load_failure */
};

/* In the place of a status: no whole answer, one that is no HTTP, no connection, none in the patience. */
enum load_failure { LOAD_BROKEN = 0, LOAD_GARBLED = -1, LOAD_REFUSED = -2, LOAD_SILENT = -3 };

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
  const char *name; /* each has X-Request-Id NAME-TEXT-COUNT, TEXT its number in the kind; NULL, "": none */
  uint64_t reuse;   /* requests on a connection, then another; 0: any number */
  uint64_t most;    /* requests in all; 0: any number */
  uint64_t patience_ms;                                    /* for an answer; 0: for ever */
  void (*ended)(size_t text, int status, uint64_t due_ns); /* each request; NULL: nobody asks */
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
