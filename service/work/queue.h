/* queue.h - a queue in which clients alternate.
 *
 * Each client has a line of its own, and the clients form a ring:
 *
 *   ring -> A: a1 a2 a3     by turns a1, b1, c1, a2, c2, a3 (see fair_next)
 *           B: b1
 *           C: c1 c2
 *
 * A ticket is the place of a job. So a client with one waits for at most one job of each other client,
 * however many they have. Nothing here locks or allocates: tickets and clients are members of what they
 * belong to. Zeroed memory is an empty queue and a client with nothing waiting. */
#ifndef DDZ_SERVICE_QUEUE_H
#define DDZ_SERVICE_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct client;

struct ticket {
  struct ticket *next;
  struct client *client;
  /* set and read by the owner of the queue only, as most of the client below */
  bool brief;      /* held to FAIR_BRIEF_US by its own limit */
  uint64_t due_us; /* when its own time is over: it is to answer then with what is there; 0: it has none */
  /* of the first ticket of a client that waits for a poller (rounds.h) */
  struct ticket *line_last, *line_next; /* its last one; the first one of another client */
};

struct client {
  struct client *next;           /* in the ring */
  struct ticket *first, *last;   /* NULL: nothing waits */
  size_t held;                   /* jobs in the queue or on their way into it */
  uint64_t held_us;              /* expected of them */
  unsigned running;              /* threads that are at work for it */
  atomic_uint_fast64_t place_us; /* among those who wait for a poller (rounds.h) */
  atomic_size_t unsent, unread;  /* bytes of its answers and bodies (http/desk.h) */
  atomic_uint workers; /* the most that may be; 0: any number. Set by the account's owner (http/access.h) */
};

struct queue {
  struct client *first, *last; /* first: who comes next; NULL: nobody waits */
};

/* At the end of its client's line. */
void queue_push(struct queue *queue, struct ticket *ticket);

/* To the end of the ring, if the client is in it: it has been served. */
void queue_postpone(struct queue *queue, struct client *client);

/* Take one out of its line; its client goes to the end of the ring or leaves it. */
void queue_take(struct queue *queue, struct ticket *ticket);

#endif
