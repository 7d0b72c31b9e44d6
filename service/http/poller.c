#include "service/http/poller.h"
#include "service/http/exchange.h"
#include "service/ops/file.h"

#include <errno.h>
#include <limits.h>
#include <netdb.h>
#include <stdarg.h>
#include <stdlib.h>

enum { STUCK_LOOKS = 10 }; /* as many looks at the same call */

#define POOL_BYTES 16384u /* the library's memory of one connection: head, and pieces of the body */

struct poller {
  struct desk *desk;
  struct lane lane;
  struct MHD_Daemon *daemon;
  atomic_uint connections; /* given to it and not closed yet */
  bool awake;              /* its thread has been here */
  atomic_uint calls;       /* entered and left, by its own thread: odd inside of one */
  unsigned seen, looks;    /* of pollers_watch: `calls` at the last look, and looks that saw the same */
};

struct pollers {
  struct desk *desk;
  const struct options *options;
  unsigned count;
  int listening;      /* socket, or -1 */
  bool accepts;       /* the thread below runs */
  atomic_bool closed; /* it is to end */
  pthread_t listener;
  unsigned next; /* who is asked first when a connection comes in; the listener's */
  atomic_bool stuck;
  char *cert, *key; /* PEM, until the start; NULL: no TLS */
  struct poller poller[];
};

/* --- what the library says --- */

/* Before and after each call. */
static void count_call(struct poller *poller) {
  const unsigned calls = atomic_load_explicit(&poller->calls, memory_order_relaxed);
  atomic_store_explicit(&poller->calls, calls + 1, memory_order_relaxed);
}

static void *on_target(void *self, const char *target, struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  struct poller *poller = self;
  struct exchange *x = info ? info->socket_context : NULL;
  return x && exchange_begin(x, &poller->lane, target) ? x : NULL;
}

static enum MHD_Result on_request(void *self, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *piece, size_t *size,
                                  void **context) {
  (void)connection;
  (void)url; /* cut at a NUL; we go by the target */
  if (!*context) return MHD_NO;
  count_call(self);
  const enum MHD_Result result = intake_step(*context, method, version, piece, size);
  count_call(self);
  return result;
}

static void on_done(void *self, struct MHD_Connection *connection, void **context,
                    enum MHD_RequestTerminationCode code) {
  (void)self;
  (void)connection;
  (void)code;
  if (*context) intake_end(*context);
  *context = NULL;
}

static void on_connection(void *self, struct MHD_Connection *connection, void **context,
                          enum MHD_ConnectionNotificationCode code) {
  struct poller *poller = self;
  if (!poller->awake) slice_short();
  poller->awake = true;
  struct exchange *x = *context;
  if (code != MHD_CONNECTION_NOTIFY_CLOSED) { /* NULL: it was not admitted; on_request refuses its requests */
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    *context = x = info ? (struct exchange *)conns_open(poller->desk->conns, info->connect_fd) : NULL;
    if (x) x->connection = connection;
    return;
  }
  atomic_fetch_sub(&poller->connections, 1);
  if (!x) return;
  intake_end(x); /* of a request whose end the library has not told */
  conns_remove(x->desk->conns, &x->conn);
  free(x->body);
  free(x);
  *context = NULL;
}

/* The target stays as it came (strict_path); the library must leave it alone. */
static size_t on_unescape(void *self, struct MHD_Connection *connection, char *text) {
  (void)self;
  (void)connection;
  return strlen(text);
}

static void on_complaint(void *self, const char *format, va_list arguments) {
  struct poller *poller = self;
  char text[200];
  vsnprintf(text, sizeof text, format, arguments);
  size_t length = strlen(text);
  if (length && text[length - 1] == '\n') text[length - 1] = '\0';
  struct log_line line = log_event(LOG_INFO, "http");
  log_text(&line, "message", text, strlen(text));
  log_end(&line, poller->desk->log);
}

/* --- life --- */

/* Read what the options name, if TLS is wanted. */
static bool read_tls(struct pollers *pollers, char *error, size_t room) {
  const char *cert = pollers->options->tls_cert, *key = pollers->options->tls_key;
  if (!cert[0] && !key[0]) return true;
  if (!cert[0] || !key[0]) {
    snprintf(error, room, "tls-cert and tls-key go together.");
    return false;
  }
  if (MHD_is_feature_supported(MHD_FEATURE_TLS) != MHD_YES) {
    snprintf(error, room, "The HTTP library here was built without TLS; put a proxy in front.");
    return false;
  }
  pollers->cert = file_read(cert, NULL, error, room);
  pollers->key = pollers->cert ? file_read(key, NULL, error, room) : NULL;
  return pollers->key != NULL;
}

static void wipe_tls(struct pollers *pollers) {
  if (pollers->key) explicit_bzero(pollers->key, strlen(pollers->key));
  free(pollers->key);
  free(pollers->cert);
  pollers->key = pollers->cert = NULL;
}

static void start_daemon(struct poller *poller, const struct pollers *pollers) {
  const struct options *options = pollers->options;
  static char protocols[] = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA";
  /* At its limit the library closes connections without a word. Ours (conns.h) must come first on every
   * poller, however unevenly they share. */
  const unsigned limit = (unsigned)options->connections + 256u;
  unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME |
                   MHD_USE_ITC | MHD_USE_ERROR_LOG;
  struct MHD_OptionItem more[4];
  size_t count = 0;
  if (pollers->cert) {
    flags |= MHD_USE_TLS;
    more[count++] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_CERT, 0, pollers->cert};
    more[count++] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_KEY, 0, pollers->key};
    more[count++] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_PRIORITIES, 0, protocols};
  }
  more[count] = (struct MHD_OptionItem){MHD_OPTION_END, 0, NULL};
  poller->daemon = MHD_start_daemon(flags, 0, NULL, NULL, on_request, poller,                    //
                                    MHD_OPTION_EXTERNAL_LOGGER, on_complaint, poller,            //
                                    MHD_OPTION_THREAD_STACK_SIZE, (size_t)THREAD_STACK,          //
                                    MHD_OPTION_CONNECTION_LIMIT, limit,                          //
                                    MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)POOL_BYTES,      //
                                    MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)options->idle_s,    //
                                    MHD_OPTION_STRICT_FOR_CLIENT, strict_layout_known() ? 0 : 1, //
                                    MHD_OPTION_URI_LOG_CALLBACK, on_target, poller,              //
                                    MHD_OPTION_UNESCAPE_CALLBACK, on_unescape, poller,           //
                                    MHD_OPTION_NOTIFY_COMPLETED, on_done, poller,                //
                                    MHD_OPTION_NOTIFY_CONNECTION, on_connection, poller, MHD_OPTION_ARRAY,
                                    more, MHD_OPTION_END);
}

struct pollers *pollers_new(struct desk *desk, const struct options *options, char *error, size_t room) {
  const unsigned count = (unsigned)options->threads;
  struct pollers *pollers = calloc(1, sizeof *pollers + count * sizeof pollers->poller[0]);
  if (!pollers) return NULL;
  *pollers = (struct pollers){.desk = desk, .options = options, .count = count, .listening = -1};
  bool good = true;
  for (unsigned i = 0; good && i < count; i++) {
    struct poller *poller = &pollers->poller[i];
    poller->desk = desk;
    poller->lane.tally = tally_new(&desk->tallies);
    good = poller->lane.tally && lane_open(&poller->lane, "poller", i, &desk->lanes, NULL, false);
  }
  if (good && read_tls(pollers, error, room)) return pollers;
  pollers_free(pollers);
  return NULL;
}

bool pollers_return(const struct pollers *pollers, uint64_t ms) {
  const uint64_t until_ms = clock_ms() + ms;
  for (unsigned i = 0; pollers && i < pollers->count; i++) {
    const struct poller *poller = &pollers->poller[i];
    const unsigned calls = atomic_load(&poller->calls);
    while (calls % 2 == 1 && atomic_load(&poller->calls) == calls) {
      if (clock_ms() >= until_ms) return false;
      usleep(1000);
    }
  }
  return true;
}

void pollers_stop(struct pollers *pollers) {
  for (unsigned i = 0; pollers && i < pollers->count; i++) {
    struct poller *poller = &pollers->poller[i];
    while (atomic_load(&poller->lane.rounds.waiting)) usleep(1000); /* who waits is suspended */
    if (poller->daemon) MHD_stop_daemon(poller->daemon);
    poller->daemon = NULL;
  }
}

void pollers_free(struct pollers *pollers) {
  for (unsigned i = 0; pollers && i < pollers->count; i++) {
    lane_close(&pollers->poller[i].lane);
    free(pollers->poller[i].lane.tally);
  }
  if (pollers) wipe_tls(pollers);
  if (pollers && pollers->listening >= 0) close(pollers->listening);
  free(pollers);
}

/* --- connections come in --- */

/* The one with the fewest connections; of equal ones each in turn. */
static struct poller *least_busy(struct pollers *pollers) {
  struct poller *best = &pollers->poller[0];
  unsigned least = UINT_MAX, count = pollers->count, first = pollers->next++;
  for (unsigned i = 0; i < count; i++) {
    struct poller *poller = &pollers->poller[(first + i) % count];
    const unsigned connections = atomic_load(&poller->connections);
    if (connections < least) best = poller, least = connections;
  }
  return best;
}

/* What is said fits: nothing was sent before. WELCOME: memory is short, and a connection that closes says it.
 */
static void turn_away(struct pollers *pollers, int fd, enum conn_standing standing) {
  const char *why = pollers->desk->raw[standing == CONN_ADDRESS_FULL ? RAW_CROWD : RAW_FULL];
  if (standing != CONN_WELCOME) send(fd, why, strlen(why), MSG_DONTWAIT | MSG_NOSIGNAL);
  close(fd);
}

void pollers_take(struct pollers *pollers, int fd, const struct sockaddr *address, socklen_t length) {
  struct exchange *x = calloc(1, sizeof *x);
  if (x) x->desk = pollers->desk;
  if (!x || !conns_admit(pollers->desk->conns, &x->conn, fd, address)) {
    turn_away(pollers, fd, x ? x->conn.standing : CONN_WELCOME);
    free(x);
    return;
  }
  struct poller *poller = least_busy(pollers);
  atomic_fetch_add(&poller->connections, 1);
  if (MHD_add_connection(poller->daemon, fd, address, length) != MHD_YES) /* the library has closed it */
    atomic_fetch_sub(&poller->connections, 1);
}

/* Threads that share a listening socket share it unevenly: the one that is awake takes a whole burst (all but
 * a few of 200, measured on libmicrohttpd 0.9.75). So one thread accepts all. It waits in the kernel, and
 * pollers_refuse wakes it. Whatever else goes wrong concerns the one connection, or passes: without
 * descriptors or memory clients wait in the backlog. */
static void *listen_on(void *self) {
  struct pollers *pollers = self;
  while (!atomic_load(&pollers->closed)) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    const int fd =
        accept4(pollers->listening, (struct sockaddr *)&address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd >= 0)
      pollers_take(pollers, fd, (struct sockaddr *)&address, length);
    else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
      usleep(10000); /* until there may be a descriptor again */
  }
  return NULL;
}

/* What the kernel holds of an answer that is not read; else it grows to some MiB for each connection. */
enum { BACKLOG = 1024, SEND_BYTES = 128 << 10 };

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

bool pollers_listen(struct pollers *pollers, char *error, size_t room) {
  const struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                                 .ai_flags = AI_PASSIVE | AI_NUMERICHOST | AI_NUMERICSERV};
  const char *address = pollers->options->listen;
  struct addrinfo *found;
  char port[16];
  snprintf(port, sizeof port, "%ld", pollers->options->port);
  const int rc = getaddrinfo(address, port, &hints, &found);
  if (rc != 0) {
    snprintf(error, room, "Cannot listen on \"%s\": %s.", address, gai_strerror(rc));
    return false;
  }
  pollers->listening = bound(found);
  if (pollers->listening < 0)
    snprintf(error, room, "Cannot listen on %s port %s: %s.", address, port, strerror(errno));
  freeaddrinfo(found);
  return pollers->listening >= 0;
}

unsigned pollers_port(const struct pollers *pollers) {
  struct sockaddr_in6 address = {.sin6_port = 0}; /* where IPv4 has its port, too */
  socklen_t length = sizeof address;
  getsockname(pollers->listening, (struct sockaddr *)&address, &length);
  return ntohs(address.sin6_port);
}

bool pollers_start(struct pollers *pollers, char *error, size_t room) {
  bool good = true;
  for (unsigned i = 0; good && i < pollers->count; i++) {
    start_daemon(&pollers->poller[i], pollers);
    good = pollers->poller[i].daemon != NULL;
  }
  if (!good)
    snprintf(error, room, "The HTTP library does not start%s; the log may say why.",
             pollers->cert ? " with this certificate and key" : "");
  wipe_tls(pollers);
  pollers->accepts = good && thread_start(&pollers->listener, listen_on, pollers) == 0;
  return pollers->accepts;
}

void pollers_refuse(struct pollers *pollers) {
  if (!pollers) return;
  atomic_store(&pollers->closed, true);
  shutdown(pollers->listening, SHUT_RDWR);
  if (pollers->accepts) pthread_join(pollers->listener, NULL);
  pollers->accepts = false;
}

/* --- looks --- */

bool pollers_watch(struct pollers *pollers) {
  bool stuck = false;
  for (unsigned i = 0; i < pollers->count; i++) {
    struct poller *poller = &pollers->poller[i];
    const unsigned calls = atomic_load_explicit(&poller->calls, memory_order_relaxed);
    poller->looks = calls % 2 == 1 && calls == poller->seen ? poller->looks + 1 : 0;
    poller->seen = calls;
    stuck |= poller->looks >= STUCK_LOOKS;
  }
  atomic_store(&pollers->stuck, stuck);
  return !stuck;
}

bool pollers_stuck(const struct pollers *pollers) { return atomic_load(&pollers->stuck); }

size_t pollers_active(struct pollers *pollers) {
  size_t active = 0;
  for (unsigned i = 0; pollers && i < pollers->count; i++)
    active += atomic_load(&pollers->poller[i].lane.active);
  return active;
}
