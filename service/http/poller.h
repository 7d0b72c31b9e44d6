/* poller.h - where clients come in, and the threads that speak HTTP.
 *
 * Each of these is a daemon of the library with its connections. What the library tells of a connection goes
 * to the exchange on it (exchange.h). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

#include "service/http/desk.h"
#include "service/ops/options.h"

struct pollers;

/* As many as the options say, with their lanes; no thread yet. Certificate and key are read, if TLS is
 * wanted, and kept as texts until the start. Both stay the caller's. NULL: `error` says why. */
struct pollers *pollers_new(struct desk *desk, const struct options *options, char *error, size_t room);
void pollers_free(struct pollers *pollers); /* stopped; NULL is allowed */

/* Bind to the address and port of the options; port 0: any, and pollers_port tells which. From now on the
 * kernel queues new connections. False: `error` says why, in one sentence. */
bool pollers_listen(struct pollers *pollers, char *error, size_t room);
unsigned pollers_port(const struct pollers *pollers);

/* Start the library on each, then to accept connections; the one with the fewest takes the next. False:
 * `error` says why; pollers_stop is due. */
bool pollers_start(struct pollers *pollers, char *error, size_t room);

/* A connection that came in; `fd`, which does not block, is theirs from here on. */
void pollers_take(struct pollers *pollers, int fd, const struct sockaddr *address, socklen_t length);

/* No connection is accepted any more when this returns; new ones are refused. Twice, or NULL, is allowed. */
void pollers_refuse(struct pollers *pollers);

/* Is none in a call that lasts longer than `ms` from now? */
bool pollers_return(const struct pollers *pollers, uint64_t ms);

/* Every suspended connection has been resumed. NULL is allowed. */
void pollers_stop(struct pollers *pollers);

/* Requests between request line and last byte of the answer. Any thread; NULL has none. */
size_t pollers_active(struct pollers *pollers);

/* Look whether each gets on, about once a second, on one thread; and what the last look saw, on any. */
bool pollers_watch(struct pollers *pollers);
bool pollers_stuck(const struct pollers *pollers);
