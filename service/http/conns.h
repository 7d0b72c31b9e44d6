/* conns.h - the open connections: how many, from where, and how long each may take.
 *
 * The HTTP library notices only silence; a client that sends a byte a second stays connected without end. So
 * every connection carries a phase with the time it began, and a warden thread cuts those that stay too long:
 *
 *   OPEN     between two requests               idle limit      closed
 *   BEGUN    no request line yet, but one ought upload limit    answered 408 if anything has come, closed
 *            to come: the connection is new, or first bytes after OPEN have been seen
 *   READING  request line seen, rest on its way upload limit    answered 408, closed
 *   BUSY     whole request is here              none (the answer has a deadline of its own); a client that
 *                                               leaves is noted, so that no work is wasted on it
 *   WRITING  the answer is on its way           idle limit      closed
 *   CUT      the warden has cut it; this is final
 *   GONE     likewise, because the client had left; the library overlooks that when the end comes together
 *            with data
 *
 * The library does not say when the first bytes of a request line come, only when the line is there; the
 * kernel is asked. The state stays OPEN where it does not know, and within 20 ms of the last answer.
 *
 * A phase changes by compare-and-swap, so a request that completes at the very moment of the cut is either
 * cut or answered, never both: outside OPEN, BEGUN, READING and WRITING the warden does not touch a
 * connection, and after a cut the poller does not.
 *
 * The warden also gives memory back (thread.h), because it has time.
 *
 * Locks: one mutex guards the list and the address counts. The warden holds it while it uses a descriptor,
 * and conns_remove takes it before the library closes the descriptor, so a cut never hits a reused one. */
#pragma once

#include <sys/queue.h>

#include "api/api.h"
#include "service/http/peers.h"
#include "service/ops/options.h"
#include "service/work/fair.h"

enum conn_phase { CONN_OPEN, CONN_BEGUN, CONN_READING, CONN_BUSY, CONN_WRITING, CONN_CUT, CONN_GONE };
enum conn_standing { CONN_WELCOME, CONN_ADDRESS_FULL, CONN_SERVER_FULL };

struct conn {
  struct conns *conns;
  LIST_ENTRY(conn) link; /* of the list it is in */
  struct conn_address *address;
  struct conn_address *speaks_for; /* of a proxy's connection: whose request is under way, NULL: its own */
  struct client *account;          /* of the token of the request under way, NULL: none */
  bool proxied;                    /* it comes from one of our proxies */
  atomic_uint_fast64_t phase;      /* milliseconds * 8 + enum conn_phase */
  int fd;
  enum conn_standing standing;
  atomic_int stop;               /* enum ddz_stop_word: LEFT when the client has gone */
  char client[INET6_ADDRSTRLEN]; /* numeric, for the log */
};

struct conns;

/* With the limits that the options say, and `reserve` connections beyond one that are answered so, not closed
 * at once. `late`: a whole HTTP answer, or "", sent before a connection is cut that has sent part of a
 * request. All outlive this. Starts the warden. NULL when memory or threads are short. */
struct conns *conns_new(const struct options *options, size_t reserve, const struct peers *proxies,
                        const char *late);
void conns_free(struct conns *conns); /* every connection is removed already; NULL is allowed */

/* May a connection from `address`, with this descriptor, be opened at all? `conn` is zeroed memory that
 * free() takes. False: it is the caller's, and its standing says why. Beyond its limits the server still
 * opens some, to tell them so (see standing). One that is admitted is counted and kept here until conns_open
 * gives it to its poller; one that the library closed before that, until the next one with this descriptor.
 */
bool conns_admit(struct conns *conns, struct conn *conn, int fd, const struct sockaddr *address);
struct conn *conns_open(struct conns *conns, int fd); /* NULL: none was admitted, or it has been opened */

void conns_remove(struct conns *conns, struct conn *conn); /* one that was opened; it is the caller's now */

/* On the connection's own thread. False: it has been cut, and what the warden says has been sent; touch
 * nothing, let it close. */
bool conn_enter(struct conn *conn, enum conn_phase phase, uint64_t now_us);
bool conn_was_cut(const struct conn *conn);  /* CUT or GONE; sent likewise */
bool conn_was_late(const struct conn *conn); /* CUT */
/* Until conns_speak_for_itself the connection is a client's with the address `key`. On its own thread. */
void conns_speak_for(struct conns *conns, struct conn *conn, const struct in6_addr *key);
void conns_speak_for_itself(struct conns *conns, struct conn *conn); /* nothing to do is allowed */

/* The client of the workers' queue: the account of the token, or else all connections of one address (of an
 * IPv6 network: peer_network). Lives as long as any of them does, or speaks for it. */
struct client *conn_client(const struct conn *conn);

/* Send `text`, a whole HTTP answer or "", past the library and shut the connection. For requests that must
 * not be read to their end; nothing of an answer may be on its way. */
void conn_cut(struct conn *conn, const char *text);

struct conns_view {
  size_t open, limit;
  uint64_t accepted, address_full, server_full, cut;
};
struct conns_view conns_look(struct conns *conns);
