/* poller.h - where clients come in, and the threads that speak HTTP.
 *
 * Each of these is a daemon of the library with its connections. What the library tells of a connection goes
 * to the exchange on it (exchange.h). */
#ifndef DDZ_SERVICE_POLLER_H
#define DDZ_SERVICE_POLLER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

#include "service/http/desk.h"
#include "service/ops/options.h"

/* ---- the listening socket ---- */

/* One thread takes them off the listening socket and hands them on.
 *
 * Threads that share a listening socket share it unevenly: the one that is awake takes a whole burst (all but
 * a few of 200, measured on libmicrohttpd 0.9.75). Here one thread accepts all and distributes them. */

struct listener;

/* A connection that has come in, on the listener's thread; `fd`, not blocking, is the taker's from here on.
 */
typedef void listener_take(void *self, int fd, const struct sockaddr *address, socklen_t length);

/* Bind to a numeric address; port "0": any. From now on the kernel queues new connections. NULL: `error`
 * says why, in one sentence. */
struct listener *listener_open(const char *address, const char *port, char *error, size_t room);

/* The port that is really bound. */
unsigned listener_port(const struct listener *listener);

/* Start to accept connections. False: no thread could be started. */
bool listener_start(struct listener *listener, listener_take *take, void *self);

/* No connection is accepted any more when this returns; new ones are refused. */
void listener_stop(struct listener *listener);

/* Stops it, too. NULL is allowed. */
void listener_close(struct listener *listener);

/* ---- pollers ---- */

struct pollers;

/* As many as the options say, with their lanes; no thread yet. Certificate and key are read, if TLS is
 * wanted, and kept as texts until the start. Both stay the caller's. NULL: `error` says why. */
struct pollers *pollers_new(struct desk *desk, const struct options *options, char *error, size_t room);
void pollers_free(struct pollers *pollers); /* stopped; NULL is allowed */

/* Start the library on each. False: `error` says why; pollers_stop is due. */
bool pollers_start(struct pollers *pollers, char *error, size_t room);

/* Is none in a call that lasts longer than `ms` from now? */
bool pollers_return(const struct pollers *pollers, uint64_t ms);

/* Every suspended connection has been resumed. NULL is allowed. */
void pollers_stop(struct pollers *pollers);

/* The one with the fewest connections takes another one (listener_take of the pollers). */
void pollers_take(void *self, int fd, const struct sockaddr *address, socklen_t length);

/* Requests between request line and last byte of the answer. Any thread; NULL has none. */
size_t pollers_active(struct pollers *pollers);

/* Look whether each gets on, about once a second, on one thread; and what the last look saw, on any. */
bool pollers_watch(struct pollers *pollers);
bool pollers_stuck(const struct pollers *pollers);

/* The version of the library that is linked. */
const char *pollers_library(void);

#endif
