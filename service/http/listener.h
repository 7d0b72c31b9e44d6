/* listener.h - where do clients come in? One thread takes them off the listening socket and hands them on.
 *
 * Threads that share a listening socket share it unevenly: the one that is awake takes a whole burst (all but
 * a few of 200, measured on libmicrohttpd 0.9.75). Here one thread accepts all and distributes them. */
#ifndef DDZ_SERVICE_LISTENER_H
#define DDZ_SERVICE_LISTENER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

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

#endif
