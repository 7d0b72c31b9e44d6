/* turns.h - a queue in which clients take turns.
 *
 * Each client has a line of its own; the front of the ring is whose turn it is:
 *
 *   ring -> A: a1 a2 a3     pop gives a1, b1, c1, a2, c2, a3
 *           B: b1
 *           C: c1 c2
 *
 * So a client with one job waits for at most one job of each other client, however many they have.
 * Nothing here locks or allocates: items and clients are members of what they belong to. Zeroed memory is an
 * empty queue and a client with nothing waiting. */
#ifndef DDZ_SERVICE_TURNS_H
#define DDZ_SERVICE_TURNS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct turns_client;

struct turn {
  struct turn *next;
  struct turns_client *client;
  /* set and read by the owner of the queue only, as most of the client below */
  bool brief;      /* held to FAIR_BRIEF_US by its own limit */
  uint64_t due_us; /* when its own time is over: it is to answer then with what is there; 0: it has none */
  /* of the first turn of a client that waits for a poller (rounds.h) */
  struct turn *line_last, *line_next; /* its last one; the first one of another client */
};

struct turns_client {
  struct turns_client *next;     /* in the ring */
  struct turn *first, *last;     /* NULL: nothing waits */
  size_t held;                   /* jobs in the queue or on their way into it */
  uint64_t held_us;              /* expected of them */
  unsigned running;              /* threads that are at work for it */
  atomic_uint_fast64_t place_us; /* among those who wait for a poller (rounds.h) */
  atomic_size_t unsent, unread;  /* bytes of its answers and bodies (http/bound.h) */
  atomic_uint workers; /* the most that may be; 0: any number. Set by the account's owner (tenant.h) */
};

struct turns {
  struct turns_client *first, *last; /* first: whose turn it is; NULL: nobody waits */
};

/* At the end of its client's line. */
void turns_push(struct turns *turns, struct turn *turn);

/* To the end of the ring, if the client is in it: it has had its turn. */
void turns_postpone(struct turns *turns, struct turns_client *client);

/* Take one out of its line; its client goes to the end of the ring or leaves it. */
void turns_take(struct turns *turns, struct turn *turn);

#endif
