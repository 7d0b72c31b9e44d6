/* poller.h - the threads that speak HTTP: each is a daemon of the library with its connections.
 *
 * What the library tells of a connection goes to the exchange on it (intake.h). */
#ifndef DDZ_SERVICE_POLLER_H
#define DDZ_SERVICE_POLLER_H

#include "service/http/desk.h"
#include "service/http/tls.h"

struct pollers;

/* As many as the options say, with their lanes; no thread yet. Both stay the caller's. NULL when memory is
 * short. */
struct pollers *pollers_new(struct desk *desk, const struct options *options);
void pollers_free(struct pollers *pollers); /* stopped; NULL is allowed */

/* Start the library on each. False: `error` says why; pollers_stop is due. */
bool pollers_start(struct pollers *pollers, const struct tls *tls, char *error, size_t room);

/* Every suspended connection has been resumed. NULL is allowed. */
void pollers_stop(struct pollers *pollers);

/* The one with the fewest connections takes another one (listener_take of the pollers). */
void pollers_take(void *self, int fd, const struct sockaddr *address, socklen_t length);

/* Requests between request line and last byte of the answer. Any thread; NULL has none. */
size_t pollers_active(struct pollers *pollers);

/* Look whether each gets on, about once a second, on one thread; and what the last look saw, on any. */
bool pollers_watch(struct pollers *pollers);
bool pollers_stuck(const struct pollers *pollers);

/* Poller `i`'s lane, for its counters; NULL past the end. */
struct lane *pollers_lane(struct pollers *pollers, size_t i);

/* The version of the library that is linked. */
const char *pollers_library(void);

#endif
