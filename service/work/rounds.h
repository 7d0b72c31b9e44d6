/* rounds.h - a poller handles a few requests in each round of its library. The rest waits for the next
 * rounds, and clients alternate.
 *
 *   1. A round has ROUND_US for requests; what comes then waits.
 *   2. While something waits, clients for whom nothing waits are served at once, for ROUND_US more.
 *   3. Each round serves of what waits, too: first the client who has waited longest since it was last
 *      served.
 *
 * So the connections of one client, however many, delay the request of another by some ROUND_US. The library
 * does not say when a round begins. But it handles each connection once in a round: the second event of one
 * connection shows that a new round began. While requests wait, one waiting connection is resumed, so that it
 * has an event in the next round. Pure: memory and clock are the caller's. A step costs as much as clients
 * wait, however many entries each has; rounds_forget looks through one line. */
#pragma once

#include "service/work/fair.h"

enum { ROUND_US = 2000, REQUEST_US = 10 /* that the library and the log take for one, rounded down */ };

/* Zeroed memory: nothing waits. One thread's, but for `waiting`. */
struct rounds {
  struct entry *first;       /* who waits: a line for each client, linked by its first entry */
  struct entry *called;      /* resumed, first of a line; NULL: nobody is */
  uint64_t number, spent_us; /* of this round */
  const void *latest;        /* connection */
  atomic_size_t waiting;
};

/* A request has come over `connection`, whose last one came in the round `*seen`, and now in this. */
void rounds_see(struct rounds *rounds, const void *connection, uint64_t *seen);

/* May the next request be served now, whoever sent it? If this client sent it? */
bool rounds_allow_all(const struct rounds *rounds);
bool rounds_allow(const struct rounds *rounds, const struct client *client);

/* One has been served, in `us` beside REQUEST_US. */
void rounds_spend(struct rounds *rounds, uint64_t us);

void rounds_wait(struct rounds *rounds, struct entry *entry, uint64_t now_us);

/* Choose who comes next and mark it as called. NULL: nobody waits, or one is called already. */
struct entry *rounds_call(struct rounds *rounds);

/* A new round: the one who was called is there, and waits no more. */
void rounds_begin(struct rounds *rounds, uint64_t now_us);

/* Take the next entry out of the queue. NULL: the round is over, or nobody waits. */
struct entry *rounds_take(struct rounds *rounds, uint64_t now_us);

/* Remove an entry whose connection has ended. */
void rounds_forget(struct rounds *rounds, struct entry *entry);
