#include "service/http/listener.h"
#include "service/ops/thread.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the kernel holds of an answer that is not read; else it grows to some MiB for each connection. */
enum { BACKLOG = 1024, SEND_BYTES = 128 << 10 };

struct listener {
  int fd;
  unsigned port;
  atomic_bool stopped;
  bool started;
  pthread_t thread;
  listener_take *take;
  void *self;
};

static unsigned port_of(int fd) {
  struct sockaddr_in6 address = {.sin6_port = 0}; /* where IPv4 has its port, too */
  socklen_t length = sizeof address;
  getsockname(fd, (struct sockaddr *)&address, &length);
  return ntohs(address.sin6_port);
}

/* A descriptor, or -1 with errno. */
static int bound(const struct addrinfo *address) {
  const int on = 1, fd = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &(int){SEND_BYTES}, sizeof(int)); /* of each connection to come */
  if (bind(fd, address->ai_addr, address->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0) return fd;
  const int why = errno;
  close(fd);
  errno = why;
  return -1;
}

struct listener *listener_open(const char *address, const char *port, char *error, size_t room) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                           .ai_flags = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV};
  struct addrinfo *found = NULL;
  const int rc = getaddrinfo(address, port, &hints, &found);
  if (rc != 0) {
    snprintf(error, room, "Cannot listen on \"%s\": %s.", address, gai_strerror(rc));
    return NULL;
  }
  struct listener *listener = calloc(1, sizeof *listener);
  const int fd = listener ? bound(found) : -1;
  if (fd < 0) snprintf(error, room, "Cannot listen on %s port %s: %s.", address, port, strerror(errno));
  freeaddrinfo(found);
  if (fd < 0) {
    free(listener);
    return NULL;
  }
  listener->fd = fd;
  listener->port = port_of(fd);
  return listener;
}

unsigned listener_port(const struct listener *listener) { return listener->port; }

/* Waits in the kernel; listener_stop wakes it. Whatever else goes wrong concerns the one connection, or
 * passes: without descriptors or memory clients wait in the backlog. */
static void *listen_on(void *self) {
  struct listener *listener = self;
  while (!atomic_load(&listener->stopped)) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    const int fd = accept4(listener->fd, (struct sockaddr *)&address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd >= 0)
      listener->take(listener->self, fd, (struct sockaddr *)&address, length);
    else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
      usleep(10000); /* until there may be a descriptor again */
  }
  return NULL;
}

bool listener_start(struct listener *listener, listener_take *take, void *self) {
  listener->take = take;
  listener->self = self;
  listener->started = thread_start(&listener->thread, listen_on, listener) == 0;
  return listener->started;
}

void listener_stop(struct listener *listener) {
  atomic_store(&listener->stopped, true);
  shutdown(listener->fd, SHUT_RDWR);
  if (listener->started) pthread_join(listener->thread, NULL);
  listener->started = false;
}

void listener_close(struct listener *listener) {
  if (!listener) return;
  listener_stop(listener);
  close(listener->fd);
  free(listener);
}
