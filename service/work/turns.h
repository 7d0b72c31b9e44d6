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

#include <stddef.h>
#include <stdint.h>

struct turn {
  struct turn *next;
};

struct turns_client {
  struct turns_client *next; /* in the ring */
  struct turn *first, *last; /* NULL: nothing waits */
  /* the owner's own books; not touched here */
  size_t held;      /* jobs in the queue or on their way into it */
  uint64_t held_us; /* expected of them */
  unsigned running; /* threads that are at work for it */
};

struct turns {
  struct turns_client *first, *last;
};

/* At the end of the client's line. */
void turns_push(struct turns *turns, struct turns_client *client, struct turn *turn);

/* Whose turn it is; NULL when nobody waits. */
struct turns_client *turns_front(const struct turns *turns);

/* The next client in the ring after `client`, NULL past the end. */
struct turns_client *turns_after(const struct turns_client *client);

/* Take the first of `client`, who is in the ring; the client goes to the end of the ring or leaves it. */
struct turn *turns_take(struct turns *turns, struct turns_client *client);

#endif
