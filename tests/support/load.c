#include "tests/support/load.h"

#include "service/ops/thread.h"
#include "tests/support/measure.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* ---- times ---- */

/* Exact below 64, then six bits behind the leading one. */
static size_t bin_of(uint64_t ns) {
  if (ns < 64) return (size_t)ns;
  unsigned shift = 63u - (unsigned)__builtin_clzll(ns) - 6u;
  size_t bin = 64u * (shift + 1) + (size_t)(ns >> shift) - 64u;
  return bin < HISTOGRAM_BINS ? bin : HISTOGRAM_BINS - 1;
}

/* The largest value of a bin. */
static uint64_t top_of(size_t bin) {
  if (bin < 64) return bin;
  unsigned shift = (unsigned)(bin / 64) - 1;
  return ((bin % 64 + 65) << shift) - 1;
}

void histogram_add(struct histogram *histogram, uint64_t ns) {
  histogram->count++;
  histogram->bins[bin_of(ns)]++;
  if (ns > histogram->max_ns) histogram->max_ns = ns;
}

void histogram_merge(struct histogram *into, const struct histogram *from) {
  into->count += from->count;
  if (from->max_ns > into->max_ns) into->max_ns = from->max_ns;
  for (size_t i = 0; i < HISTOGRAM_BINS; i++) into->bins[i] += from->bins[i];
}

double histogram_ms(const struct histogram *histogram, double share) {
  uint64_t wanted = (uint64_t)(share * (double)histogram->count + 0.5), seen = 0;
  if (wanted == 0) wanted = histogram->count > 0;
  for (size_t i = 0; i < HISTOGRAM_BINS && wanted; i++) {
    seen += histogram->bins[i];
    if (seen >= wanted) return (double)(top_of(i) < histogram->max_ns ? top_of(i) : histogram->max_ns) / 1e6;
  }
  return 0;
}

#define STALE_NS 5000000000ull /* half of what the service gives a new connection for its first line */

enum { HEAD_ROOM = 2048, EVENTS = 256, BURST = 32, GATHERED = 256, SWALLOW = LOAD_CONNECTIONS_MAX };

struct client {
  int fd; /* -1: not connected */
  unsigned group;
  struct load_kind *kind; /* of the request under way; NULL: idle */
  size_t number;          /* of its text */
  struct load_text text;
  char *named; /* the text with its name, owned */
  size_t sent;
  uint64_t used_for; /* requests on this connection */
  uint64_t due_ns, sent_ns, idle_ns /* since when */;
  char head[HEAD_ROOM]; /* of the answer, until it is whole */
  size_t used;
  int status;  /* once the head is whole */
  size_t left; /* bytes of the body still to come */
  bool last;   /* the server will close */
};

struct waiting {
  struct load_kind *kind;
  uint64_t due_ns;
};

struct group {
  struct client *idle[LOAD_CONNECTIONS_MAX];
  size_t idle_count;
  struct waiting *line; /* a ring */
  size_t first, length, room;
};

struct load {
  struct load_setup setup;
  struct load_tally tallies[LOAD_KINDS_MAX];
  size_t turn[LOAD_KINDS_MAX]; /* of the texts */
  struct client *clients;
  size_t client_count;
  struct group groups[LOAD_GROUPS_MAX];
  struct histogram late;
  unsigned weights;
  uint64_t random, step_ns /* 0: closed loop */, due_ns, issued, looked_ns;
  bool quiet; /* nothing new is sent */
  int poll, swallow;
};

static void fail(const char *what) {
  fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
  exit(1);
}

struct load_text load_request(const char *path, const char *body, const char *fields) {
  struct load_text text;
  const bool posts = body && *body;
  int n =
      asprintf(&text.bytes, "%s %s HTTP/1.1\r\nHost: localhost\r\n%s", posts ? "POST" : "GET", path, fields);
  char *head = text.bytes;
  if (n >= 0 && posts)
    n = asprintf(&text.bytes, "%sContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s", head,
                 strlen(body), body);
  else if (n >= 0)
    n = asprintf(&text.bytes, "%s\r\n", head);
  if (n < 0) fail("memory");
  free(head);
  text.length = (size_t)n;
  return text;
}

/* --- connections --- */

static void watch(struct load *load, struct client *client, int how, uint32_t events) {
  struct epoll_event event = {.events = events, .data.u64 = (uint64_t)(client - load->clients)};
  if (epoll_ctl(load->poll, how, client->fd, &event) != 0) fail("epoll_ctl");
}

/* Where `client` comes from, if that is not left to the system. */
static void bind_client(const struct load *load, const struct client *client) {
  struct sockaddr_in from = {.sin_family = AF_INET};
  size_t i = (size_t)(client - load->clients);
  if (load->setup.sources)
    from.sin_addr.s_addr = htonl(INADDR_LOOPBACK + (uint32_t)(i % load->setup.sources));
  else if (!load->setup.source)
    return;
  else if (inet_pton(AF_INET, load->setup.source, &from.sin_addr) != 1)
    fail(load->setup.source);
  if (bind(client->fd, (struct sockaddr *)&from, sizeof from) != 0) fail("bind");
}

static void disconnect(struct client *client) {
  if (client->fd >= 0) close(client->fd);
  client->fd = -1;
}

/* What came to the last request, or to none: proxies close a connection that nobody used with a 408. */
static void forget_answer(struct client *client) {
  client->used = client->left = 0;
  client->status = 0;
  client->last = false;
}

/* False: nobody listens. */
static bool connect_client(struct load *load, struct client *client) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)load->setup.port)};
  int on = 1;
  struct linger hard = {1, 0}; /* ours close with a reset: no port is kept waiting */
  client->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (client->fd < 0) fail("socket");
  bind_client(load, client);
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(client->fd, (struct sockaddr *)&to, sizeof to) != 0 && errno != EINPROGRESS) {
    disconnect(client);
    return false;
  }
  setsockopt(client->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(client->fd, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
  watch(load, client, EPOLL_CTL_ADD, EPOLLIN);
  client->used_for = 0;
  forget_answer(client);
  return true;
}

static void become_idle(struct load *load, struct client *client) {
  struct group *group = &load->groups[client->group];
  client->kind = NULL;
  client->idle_ns = measure_now();
  forget_answer(client);
  group->idle[group->idle_count++] = client;
}

/* --- requests --- */

static uint64_t draw(struct load *load) { /* xorshift64 */
  load->random ^= load->random << 13;
  load->random ^= load->random >> 7;
  load->random ^= load->random << 17;
  return load->random;
}

static struct load_kind *choose(struct load *load) {
  uint64_t pick = draw(load) % load->weights;
  struct load_kind *kind = load->setup.kinds;
  for (; pick >= kind->weight; kind++) pick -= kind->weight;
  return kind;
}

static void count_answer(struct load *load, struct client *client, int status, uint64_t now_ns) {
  struct load_tally *tally = &load->tallies[client->kind - load->setup.kinds];
  if (client->kind->fine(status)) {
    tally->fine++;
    histogram_add(&tally->took, now_ns - client->due_ns);
    histogram_add(&tally->served, now_ns - client->sent_ns);
  } else if (status == 503 || status == 429) {
    tally->refused++;
    tally->too_many += status == 429;
    histogram_add(&tally->refusal, now_ns - client->sent_ns);
  } else {
    tally->wrong++;
    tally->last_wrong = status;
  }
  if (load->setup.ended) load->setup.ended(client->number, status, client->due_ns);
}

/* The name goes behind the first line. */
static void name_request(const struct load *load, struct client *client) {
  const struct load_text *text = &client->kind->texts[client->number];
  client->text = *text;
  if (!load->setup.name || !*load->setup.name) return;
  const size_t room = text->length + strlen(load->setup.name) + 64,
               line = (size_t)(strstr(text->bytes, "\r\n") - text->bytes) + 2;
  client->named = realloc(client->named, room);
  if (!client->named) fail("realloc");
  memcpy(client->named, text->bytes, line);
  const int n =
      sprintf(client->named + line, "X-Request-Id: %s-%zu-%llu\r\n", load->setup.name, client->number,
              (unsigned long long)load->tallies[client->kind - load->setup.kinds].sent);
  memcpy(client->named + line + n, text->bytes + line, text->length - line);
  client->text = (struct load_text){client->named, text->length + (size_t)n};
}

static void send_more(struct load *load, struct client *client) {
  const struct load_text *text = &client->text;
  ssize_t n = send(client->fd, text->bytes + client->sent, text->length - client->sent, MSG_NOSIGNAL);
  if (n > 0) client->sent += (size_t)n;
  if (n < 0 && errno == ECONNREFUSED) client->status = LOAD_REFUSED; /* shows when it is read */
  if (client->sent < text->length && (n >= 0 || errno == EAGAIN))
    watch(load, client, EPOLL_CTL_MOD, EPOLLIN | EPOLLOUT); /* as a lost connection does */
}

static void send_on(struct load *load, struct client *client, struct load_kind *kind, uint64_t due_ns,
                    uint64_t now_ns) {
  const size_t k = (size_t)(kind - load->setup.kinds);
  client->kind = kind;
  client->number = load->turn[k]++ % kind->count;
  client->sent = 0;
  client->due_ns = due_ns;
  client->sent_ns = now_ns;
  name_request(load, client);
  load->tallies[k].sent++;
  /* As good clients do with a connection that the service may be about to close for its idleness: what is
   * sent at that moment is lost, and nobody is to blame. */
  if (now_ns > client->idle_ns + STALE_NS) disconnect(client);
  if (client->fd >= 0 || connect_client(load, client)) {
    client->used_for++;
    send_more(load, client);
  } else {
    count_answer(load, client, LOAD_REFUSED, now_ns);
    become_idle(load, client);
  }
}

static void stand_in_line(struct group *group, struct load_kind *kind, uint64_t due_ns) {
  if (group->length == group->room) {
    size_t room = group->room ? 2 * group->room : 1024;
    struct waiting *line = malloc(room * sizeof *line);
    if (!line) fail("malloc");
    for (size_t i = 0; i < group->length; i++) line[i] = group->line[(group->first + i) % group->room];
    free(group->line);
    group->line = line;
    group->room = room;
    group->first = 0;
  }
  group->line[(group->first + group->length++) % group->room] = (struct waiting){kind, due_ns};
}

static void leave_line(struct group *group) {
  group->first = (group->first + 1) % group->room;
  group->length--;
}

static void serve_line(struct load *load, struct group *group, uint64_t now_ns) {
  uint64_t patience_ns = load->setup.give_up_ms * 1000000u;
  while (group->length) {
    struct waiting *next = &group->line[group->first];
    if (patience_ns && now_ns > next->due_ns + patience_ns)
      load->tallies[next->kind - load->setup.kinds].unsent++;
    else if (group->idle_count && !load->quiet)
      send_on(load, group->idle[--group->idle_count], next->kind, next->due_ns, now_ns);
    else
      return;
    leave_line(group);
  }
}

static bool may_issue(const struct load *load) {
  return load->setup.most == 0 || load->issued < load->setup.most;
}

/* What is due now; some at a time, so that answers are read in between. */
static void send_due(struct load *load, uint64_t now_ns) {
  int most = load->setup.gather_us ? GATHERED : BURST;
  for (int i = 0; i < most && load->due_ns <= now_ns && may_issue(load); i++, load->due_ns += load->step_ns) {
    load->issued++;
    struct load_kind *kind = choose(load);
    struct group *group = &load->groups[kind->group];
    if (group->length == 0 && group->idle_count) histogram_add(&load->late, now_ns - load->due_ns);
    stand_in_line(group, kind, load->due_ns);
  }
  for (size_t g = 0; g < LOAD_GROUPS_MAX; g++) serve_line(load, &load->groups[g], now_ns);
}

/* Closed loop: every connection that has nothing to do. The kind decides the group, so kinds are drawn until
 * one has a connection; with one group for all, that is the first. */
static void send_all(struct load *load, uint64_t now_ns) {
  for (int tries = 0; tries < 64 && may_issue(load); tries++) {
    struct load_kind *kind = choose(load);
    struct group *group = &load->groups[kind->group];
    if (!group->idle_count) continue;
    load->issued++;
    send_on(load, group->idle[--group->idle_count], kind, now_ns, now_ns);
    tries = -1;
  }
}

/* --- answers --- */

/* The value of a field of the whole head that ends at `end`; NULL: it is not there. */
static const char *field_of(const char *head, const char *end, const char *name) {
  size_t length = strlen(name);
  for (const char *line = strstr(head, "\r\n"); line != end; line = strstr(line, "\r\n")) {
    line += 2;
    if (strncasecmp(line, name, length) == 0) return line + length;
  }
  return NULL;
}

/* Take the head apart once it is whole. False: it is not, or it is none (then `status` is -1). */
static bool read_head(struct client *client) {
  client->head[client->used] = '\0';
  const char *end = strstr(client->head, "\r\n\r\n");
  if (!end && client->used == HEAD_ROOM - 1) client->status = LOAD_GARBLED;
  if (!end) return false;
  if (memcmp(client->head, "HTTP/1.1 1", 10) == 0) { /* the one that counts is still to come */
    client->used -= (size_t)(end + 4 - client->head);
    memmove(client->head, end + 4, client->used + 1);
    return read_head(client);
  }
  if (memcmp(client->head, "HTTP/1.", 7) != 0) return client->status = LOAD_GARBLED, false;
  const char *length = field_of(client->head, end, "Content-Length:");
  client->status = (int)strtol(client->head + 9, NULL, 10);
  size_t body = length ? strtoul(length, NULL, 10) : 0;
  size_t here = client->used - (size_t)(end + 4 - client->head);
  client->left = body > here ? body - here : 0;
  client->last = field_of(client->head, end, "Connection: close") != NULL;
  return true;
}

/* Read what is there; true when the answer is whole or the connection has ended. */
static bool receive(struct client *client) {
  static char away[1 << 16];
  for (;;) {
    bool in_body = client->status != 0;
    size_t room = in_body ? sizeof away : HEAD_ROOM - 1 - client->used;
    ssize_t n = recv(client->fd, in_body ? away : client->head + client->used, room, 0);
    if (n < 0 && errno == EAGAIN) return false;
    if (n <= 0) {
      client->last = true;
      if (in_body && client->left) client->status = LOAD_BROKEN;
      if (n < 0 && errno == ECONNREFUSED) client->status = LOAD_REFUSED;
      return true;
    }
    if (in_body)
      client->left -= (size_t)n < client->left ? (size_t)n : client->left;
    else
      client->used += (size_t)n;
    if (!in_body && !read_head(client) && client->status == 0) continue;
    if (client->status < 0) client->last = true;
    if (client->status != 0 && client->left == 0) return true;
  }
}

static void end_request(struct load *load, struct client *client) {
  const bool over =
      client->last || !client->kind || (load->setup.reuse > 0 && client->used_for >= load->setup.reuse);
  if (over) disconnect(client);
  if (client->kind) become_idle(load, client);
}

static void attend(struct load *load, struct client *client, uint32_t events) {
  if (events & EPOLLOUT) {
    watch(load, client, EPOLL_CTL_MOD, EPOLLIN);
    if (client->kind && client->sent < client->text.length) send_more(load, client);
  }
  if (!(events & ~(uint32_t)EPOLLOUT) || !receive(client)) return;
  if (client->kind) count_answer(load, client, client->status, measure_now());
  end_request(load, client);
}

/* Those that wait for too long. */
static void give_up(struct load *load, uint64_t now_ns) {
  if (load->setup.patience_ms == 0 || now_ns < load->looked_ns + 100000000u) return;
  load->looked_ns = now_ns;
  for (size_t i = 0; i < load->client_count; i++) {
    struct client *client = &load->clients[i];
    if (!client->kind || now_ns < client->sent_ns + load->setup.patience_ms * 1000000u) continue;
    count_answer(load, client, LOAD_SILENT, now_ns);
    client->last = true;
    end_request(load, client);
  }
}

static void swallow(const struct load *load) {
  static char away[1 << 16];
  if (read(load->swallow, away, sizeof away) == 0) /* the writer has ended */
    epoll_ctl(load->poll, EPOLL_CTL_DEL, load->swallow, NULL);
}

/* --- the loop --- */

static struct timespec timespec_of(uint64_t ns) {
  return (struct timespec){(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};
}

static void gather(const struct load *load) {
  uint64_t every_ns = load->setup.gather_us * 1000u;
  if (every_ns == 0) return;
  struct timespec rest = timespec_of(every_ns - measure_now() % every_ns);
  nanosleep(&rest, NULL);
}

static void turn(struct load *load, uint64_t until_ns) {
  struct epoll_event events[EVENTS];
  gather(load);
  uint64_t now_ns = measure_now();
  give_up(load, now_ns);
  if (!load->quiet && load->step_ns) send_due(load, now_ns);
  if (!load->quiet && !load->step_ns) send_all(load, now_ns);
  uint64_t wake_ns = load->step_ns && !load->quiet && load->due_ns < until_ns ? load->due_ns : until_ns;
  uint64_t wait_ns = wake_ns > now_ns && !load->setup.gather_us ? wake_ns - now_ns : 0;
  struct timespec wait = timespec_of(wait_ns);
  int n = epoll_pwait2(load->poll, events, EVENTS, &wait, NULL);
  for (int i = 0; i < n; i++) {
    if (events[i].data.u64 == SWALLOW)
      swallow(load);
    else
      attend(load, &load->clients[events[i].data.u64], events[i].events);
  }
}

void load_run(struct load *load, double seconds) {
  uint64_t until_ns = measure_now() + (uint64_t)(seconds * 1e9);
  load->quiet = false;
  while (measure_now() < until_ns) turn(load, until_ns);
}

bool load_settle(struct load *load, double seconds) {
  uint64_t until_ns = measure_now() + (uint64_t)(seconds * 1e9);
  size_t idle = 0;
  load->quiet = true;
  for (size_t g = 0; g < LOAD_GROUPS_MAX; g++) load->groups[g].length = 0;
  while (measure_now() < until_ns) {
    idle = 0;
    for (size_t g = 0; g < LOAD_GROUPS_MAX; g++) idle += load->groups[g].idle_count;
    if (idle == load->client_count) return true;
    uint64_t soon_ns = measure_now() + 50000000u;
    turn(load, soon_ns < until_ns ? soon_ns : until_ns);
  }
  return false;
}

void load_rate(struct load *load, double rate) {
  load->step_ns = rate > 0 ? (uint64_t)(1e9 / rate) : 0;
  load->due_ns = measure_now();
  for (size_t g = 0; g < LOAD_GROUPS_MAX; g++) load->groups[g].length = 0;
}

/* --- life --- */

static void raise_descriptors(size_t wanted) {
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= wanted + 64) return;
  files.rlim_cur = files.rlim_max < wanted + 64 ? files.rlim_max : wanted + 64;
  setrlimit(RLIMIT_NOFILE, &files);
}

struct load *load_new(const struct load_setup *setup) {
  struct load *load = calloc(1, sizeof *load);
  for (size_t g = 0; g < LOAD_GROUPS_MAX; g++) load->client_count += setup->connections[g];
  load->clients = calloc(load->client_count, sizeof *load->clients);
  if (!load->clients || load->client_count > LOAD_CONNECTIONS_MAX) fail("connections");
  raise_descriptors(load->client_count);
  load->setup = *setup;
  load->poll = epoll_create1(EPOLL_CLOEXEC);
  load->swallow = -1;
  load->random = setup->seed | 1;
  for (size_t k = 0; k < setup->kind_count; k++) load->weights += setup->kinds[k].weight;
  struct client *client = load->clients;
  for (unsigned g = 0; g < LOAD_GROUPS_MAX; g++)
    for (size_t i = 0; i < setup->connections[g]; i++, client++) {
      client->group = g;
      if (!connect_client(load, client)) fail("connect");
      become_idle(load, client);
    }
  slice_short();
  return load;
}

void load_free(struct load *load) {
  for (size_t i = 0; i < load->client_count; i++) {
    disconnect(&load->clients[i]);
    free(load->clients[i].named);
  }
  for (size_t g = 0; g < LOAD_GROUPS_MAX; g++) free(load->groups[g].line);
  close(load->poll);
  free(load->clients);
  free(load);
}

void load_swallow(struct load *load, int fd) {
  struct epoll_event event = {.events = EPOLLIN, .data.u64 = SWALLOW};
  load->swallow = fd;
  if (epoll_ctl(load->poll, EPOLL_CTL_ADD, fd, &event) != 0) fail("epoll_ctl");
}

void load_tally_add(struct load_tally *to, const struct load_tally *from) {
  to->sent += from->sent;
  to->fine += from->fine;
  to->refused += from->refused;
  to->too_many += from->too_many;
  to->wrong += from->wrong;
  to->unsent += from->unsent;
  if (from->wrong) to->last_wrong = from->last_wrong;
  histogram_merge(&to->took, &from->took);
  histogram_merge(&to->served, &from->served);
  histogram_merge(&to->refusal, &from->refusal);
}

struct load_tally *load_tally_of(struct load *load, size_t kind) {
  return &load->tallies[kind];
}

void load_forget(struct load *load) {
  memset(load->tallies, 0, sizeof load->tallies);
  memset(&load->late, 0, sizeof load->late);
}

const struct histogram *load_lateness(const struct load *load) { return &load->late; }
