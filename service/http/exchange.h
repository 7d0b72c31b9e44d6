/* exchange.h - one connection, the request that is under way on it, and the steps it goes through.
 *
 * `now` belongs to one request and is cleared for the next; the rest lives as long as the
 * connection. Who touches it: the connection's poller; between suspend and resume a worker (dispatch.c). */
#pragma once

#include "service/http/desk.h"
#include "service/http/strict.h"

/* ROUND: it waits for a round of its poller, OPENING: a worker parses it, WORKER: a worker computes it; the
 * connection is suspended, or has just been resumed. */
enum stage { STAGE_HEAD, STAGE_BODY, STAGE_ROUND, STAGE_OPENING, STAGE_WORKER, STAGE_ANSWERED };

struct request {
  enum stage stage;
  bool active;           /* counted by its lane */
  bool opened;           /* by the api */
  size_t length;         /* of the body so far; may exceed the limit, then the excess is not kept */
  int status;            /* answered, 0: not yet, or that failed */
  size_t sent;           /* bytes of its body */
  size_t held;           /* of them, in the outbox ... */
  struct client *holder; /* ... for this client */
  size_t taken;          /* of the inbox, for a large body ... */
  struct client *taker;  /* ... of this client */
  bool crowded;          /* too long, or no room for it: the body is thrown away */
  uint64_t began_us;     /* when its line was there */
  uint64_t now_us;       /* when the clock was last read for it */
  uint64_t handed_us;    /* when it began to wait, if a worker got it; else 0 */
  uint64_t queue_us;     /* it waited */
  uint64_t compute_us;   /* it was computed, or parsed by a worker ... */
  uint64_t helped_us;    /* ... and by others who helped */
  bool forwarded;        /* by a proxy of ours, for `client` */
  struct in6_addr client;
  struct tenant *tenant; /* whose token it shows; NULL: it shows none, or needs none */
  struct strict_head head;
  struct ddz_api_request api;      /* from socket to search, and back */
  size_t route;                    /* the index of its path, 0: none of ours, or not looked at yet */
  const struct console_file *file; /* that its path is; NULL: none */
  unsigned retry_s;                /* for Retry-After */
};

struct exchange {
  struct conn conn; /* first, so that it is its exchange */
  struct desk *desk;
  struct MHD_Connection *connection;
  struct lane *lane; /* its poller's */
  char *body;        /* room bytes */
  size_t room;
  struct request now;
  uint64_t round; /* of the last request (rounds.h) */
  struct job job; /* of `now`, where it waits or a worker has it */
  char id[80];    /* of `now` */
  char path[256]; /* of `now`; "": its target is no path */
};

/* ---- reply.c: answers, as the library wants them ----
 *
 * Each hands the answer of `now.api` to the library, with the fields that go with its status, and ends the
 * reading of the request; while the connection is suspended, too: it is sent when that is resumed. MHD_NO,
 * here and below: memory is short or the connection was cut; the library closes it. */

/* The api's answer. */
enum MHD_Result reply_answer(struct exchange *x);

/* `now.file`, in the form the request asks for. */
enum MHD_Result reply_file(struct exchange *x);

/* An error the server found by itself. The api knows status and title of `code`, a static text. */
enum MHD_Result reply_problem(struct exchange *x, const char *code, const char *detail);

/* 413, with the number. */
enum MHD_Result reply_too_large(struct exchange *x);

/* ---- routes.c: what the server answers by itself: /health, /ready, /metrics, the description of the api
 * ---- */

const struct route *routes_find(const char *path); /* NULL: none of these */
enum MHD_Result routes_answer(struct exchange *x, const struct route *route);

/* ---- dispatch.c: who answers a request that is whole: the server, the api here, or a worker ----
 *
 * A long one is suspended before its job is published, because the worker may resume it at once. From then on
 * it is the worker's, until it is resumed. A large body is parsed by a worker, too, as a job of its own; then
 * the request goes on as others do. What the poller has no time for in this round is suspended, too,
 * and one of those resumed at once, which tells us when the library's next round is there. */

/* On the connection's poller. */
enum MHD_Result dispatch(struct exchange *x);

/* It has been resumed: a worker has opened it; a worker is done with it; it waited for a round of its poller,
 * and a new one begins, with it. */
enum MHD_Result dispatch_opened(struct exchange *x);
enum MHD_Result dispatch_resumed(struct exchange *x);
enum MHD_Result dispatch_round(struct exchange *x);

/* It waited for a round, and its connection has ended. */
void dispatch_forget(struct exchange *x);

/* ---- intake.c: a request as it comes in, piece by piece, until it is whole; and its end ----
 *
 * What the library does to us, and in which order, per request (poller.c calls), all of it on the
 * connection's own poller:
 *
 *   exchange_begin  the request line is there          phase READING
 *   intake_step     the head is there                  check it; an answer given here closes the connection
 *   intake_step     a piece of the body, 0..n times    keep it
 *   intake_step     the request is whole               dispatch: answer, or suspend and hand to a worker
 *   intake_step     after a worker has resumed us      answer
 *   intake_end      the answer is out, or all is lost  count, log, clean up */

/* The request line is there, with `target`. False: the connection was cut. */
bool exchange_begin(struct exchange *x, struct lane *lane, const char *target);

/* `size` bytes at `piece` are the next of the body; taken when *size is 0 afterwards. */
enum MHD_Result intake_step(struct exchange *x, const char *method, const char *version, const char *piece,
                            size_t *size);

/* Whose the request is, as allowances and threads are counted: of a proxy's connection, the one it asks for.
 */
struct client *exchange_client(struct exchange *x);

/* May be called when there is nothing to do: the library does not report the end of every request, so the end
 * of the connection calls it again. */
void intake_end(struct exchange *x);
