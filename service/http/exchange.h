/* exchange.h - one connection, and the request that is under way on it.
 *
 * `now` belongs to one request and is cleared for the next; the rest lives as long as the
 * connection. Who touches it: the connection's poller; between suspend and resume a worker (dispatch.h). */
#ifndef DDZ_SERVICE_EXCHANGE_H
#define DDZ_SERVICE_EXCHANGE_H

#include "service/http/desk.h"
#include "service/http/strict.h"

/* ROUND: it waits for a round of its poller, OPENING: a worker parses it, WORKER: a worker computes it,
 * READY: its answer is there; the connection is suspended, or has just been resumed. */
enum stage { STAGE_HEAD, STAGE_BODY, STAGE_ROUND, STAGE_OPENING, STAGE_WORKER, STAGE_READY, STAGE_ANSWERED };

struct request {
  enum stage stage;
  bool active;                   /* counted by its lane */
  bool opened;                   /* by the api */
  size_t length;                 /* of the body so far; may exceed the limit, then the excess is not kept */
  int status;                    /* answered, 0: not yet */
  struct MHD_Response *response; /* ready to be sent, or NULL */
  size_t sent;                   /* bytes of its body */
  size_t held;                   /* of them, in the outbox ... */
  struct client *holder;         /* ... for this client */
  size_t taken;                  /* of the inbox, for a large body ... */
  struct client *taker;          /* ... of this client */
  bool crowded;                  /* too long, or no room for it: the body is thrown away */
  uint64_t began_us;             /* when its line was there */
  uint64_t now_us;               /* when the clock was last read for it */
  uint64_t handed_us;            /* when it began to wait, if a worker got it; else 0 */
  uint64_t queue_us;             /* it waited */
  uint64_t compute_us;           /* it was computed, or parsed by a worker ... */
  uint64_t helped_us;            /* ... and by others who helped */
  bool forwarded;                /* by a proxy of ours, for `client` */
  struct in6_addr client;
  struct tenant *tenant; /* whose token it shows; NULL: it shows none, or needs none */
  struct strict_head head;
  struct ddz_api_call call; /* from socket to search, and back */
  size_t route;             /* its index, once opened */
  unsigned retry_s;         /* for Retry-After */
};

struct exchange {
  struct conn conn;
  struct desk *desk;
  struct MHD_Connection *connection;
  struct lane *lane; /* its poller's */
  char *body;        /* room bytes */
  size_t room;
  struct request now;
  uint64_t round; /* of the last request (rounds.h) */
  struct job job; /* of `now`, where it waits or a worker has it */
  char id[80];    /* of `now` */
  char path[256]; /* of `now`, as far as it was read */
};

/* For a connection that has been opened. NULL when memory is short. */
struct exchange *exchange_new(struct desk *desk, struct MHD_Connection *connection, int fd,
                              const struct sockaddr *address);
void exchange_free(struct exchange *x);

/* The request line is there, with `target`; clears the last request. False: the connection was cut. */
bool exchange_begin(struct exchange *x, struct lane *lane, const char *target);

/* Ready for the connection's next request. */
void exchange_reset(struct exchange *x);

/* Make room for bytes of the body. False: memory is short. */
bool exchange_make_room(struct exchange *x, size_t bytes);

/* Whose the request is, as shares and threads are counted: of a proxy's connection, the one it asks for. */
struct client *exchange_client(struct exchange *x);

/* When its answer must be there, on the clock of the desk. */
uint64_t exchange_deadline(const struct exchange *x);

#endif
