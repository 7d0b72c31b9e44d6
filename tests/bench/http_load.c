/* http_load.c - send requests of a file to a port of this machine and count exactly what comes of them.
 *
 * usage: http_load PORT FILE [--connections N] [--rate PER_SECOND] [--seconds S] [--reuse N]
 *                            [--requests N] [--patience-ms MS] [--name PREFIX]
 *
 * A line of FILE is `KEY PATH BODY`: KEY goes into the header X-Game (`-`: none); without BODY it is a GET.
 * Lines are sent in order, over and over, each with X-Request-Id PREFIX-LINE-COUNT, so that the logs of the
 * servers tell who answered which. Each connection is used for `--reuse` requests, then replaced.
 *
 * With a rate, a request counts from the moment it was due, so a server that makes us wait cannot hide it;
 * with `--rate 0` each connection sends when it has its answer. Nothing is ever sent again: a request without
 * a whole answer is a failure, whatever the reason. Ends after `--seconds`, after `--requests`, or at SIGTERM
 * or SIGINT, when what is under way has ended, and prints one line of name=value:
 *
 *   sent            requests
 *   ok              of them answered 200
 *   failed          the others: every other status, and those below
 *   refused         no connection
 *   broken          the connection ended before the answer did
 *   silent          no answer within the patience
 *   s503 s5xx s4xx  other answers, by status
 *   p50_ms p99_ms max_ms    of the answers 200
 *   worst_s         when the slowest of them was due, from the start
 *
 * Exit 0 when all were answered 200, else 1. */
#include "tests/support/measure.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define CLIENTS_MAX 1024
#define EVENTS 64
#define REQUEST_ROOM 70000
#define ANSWER_ROOM (1 << 20)
#define SAMPLES_MAX 4000000u
#define TOLD_MAX 10 /* failures described on standard error */

static struct settings {
  unsigned port;
  size_t connections, reuse, requests;
  double rate, seconds, patience_ms;
  const char *name;
} settings = {.connections = 16,
              .reuse = 1000,
              .requests = SIZE_MAX,
              .rate = 200,
              .seconds = 10,
              .patience_ms = 40000,
              .name = "load"};

struct line {
  char *key, *path, *body; /* body "" for a GET */
};

static struct line *lines;
static size_t line_count;

struct client {
  int fd; /* -1: not connected */
  bool busy;
  size_t line, used_for; /* requests on this connection */
  uint64_t due_ns, sent_ns;
  char *answer;
  size_t received, head_length, body_length; /* head_length 0: the head is not whole yet */
  int status;
  bool closing;
};

static struct client clients[CLIENTS_MAX];
static int poller;
static volatile sig_atomic_t stopped;

static uint64_t begin_ns;
static size_t sent, ok, refused, broken, silent, status_503, status_5xx, status_4xx, told;
static double *samples, slowest_ms, slowest_s;
static size_t sample_count;

static void die(const char *what) {
  fprintf(stderr, "http_load: %s: %s\n", what, strerror(errno));
  exit(2);
}

static void tell(const struct client *client, const char *what) {
  if (told++ < TOLD_MAX)
    fprintf(stderr, "http_load: %s-%zu %s at %.2f s: %s\n", settings.name, client->line,
            lines[client->line].path, (double)(measure_now() - begin_ns) / 1e9, what);
}

/* --- the file --- */

static char *word(char **rest) {
  char *start = *rest, *end = start + strcspn(start, " \n");
  *rest = *end ? end + 1 : end;
  *end = '\0';
  return start;
}

static void read_lines(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) die(path);
  char *text = NULL;
  size_t room = 0, capacity = 0;
  while (getline(&text, &room, file) > 0) {
    if (line_count == capacity) {
      capacity = capacity ? 2 * capacity : 1024;
      lines = realloc(lines, capacity * sizeof *lines);
      if (!lines) die("memory");
    }
    char *rest = strdup(text);
    if (!rest) die("memory");
    rest[strcspn(rest, "\n")] = '\0';
    struct line *line = &lines[line_count++];
    line->key = word(&rest);
    line->path = word(&rest);
    line->body = rest;
  }
  free(text);
  fclose(file);
  if (line_count == 0) die("an empty file");
}

/* --- connections --- */

static void disconnect(struct client *client) {
  if (client->fd >= 0) close(client->fd);
  client->fd = -1;
  client->busy = false;
}

static bool connected(struct client *client) {
  if (client->fd >= 0) return true;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)settings.port)};
  int on = 1;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  client->fd = socket(AF_INET, SOCK_STREAM, 0);
  if (client->fd < 0) die("socket");
  if (connect(client->fd, (struct sockaddr *)&address, sizeof address) != 0) {
    disconnect(client);
    return false;
  }
  setsockopt(client->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  fcntl(client->fd, F_SETFL, O_NONBLOCK);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = client};
  epoll_ctl(poller, EPOLL_CTL_ADD, client->fd, &event);
  client->used_for = 0;
  return true;
}

/* --- requests --- */

static int write_request(char *text, const struct line *line) {
  char game[128] = "";
  if (strcmp(line->key, "-") != 0) snprintf(game, sizeof game, "X-Game: %s\r\n", line->key);
  int n =
      snprintf(text, REQUEST_ROOM, "%s %s HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: %s-%zu-%zu\r\n%s",
               *line->body ? "POST" : "GET", line->path, settings.name, (size_t)(line - lines), sent, game);
  if (*line->body)
    n += snprintf(text + n, REQUEST_ROOM - (size_t)n,
                  "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s", strlen(line->body),
                  line->body);
  else
    n += snprintf(text + n, REQUEST_ROOM - (size_t)n, "\r\n");
  if (n >= REQUEST_ROOM) die("a request that is too long");
  return n;
}

static void send_next(struct client *client, uint64_t due_ns) {
  static char text[REQUEST_ROOM];
  client->line = sent % line_count;
  client->due_ns = due_ns;
  client->sent_ns = measure_now();
  int length = write_request(text, &lines[client->line]);
  sent++;
  if (!connected(client)) {
    refused++;
    tell(client, "no connection");
    return;
  }
  client->busy = true;
  client->received = client->head_length = 0;
  client->used_for++;
  if (send(client->fd, text, (size_t)length, MSG_NOSIGNAL) == length) return;
  broken++; /* a loopback socket takes 64 KiB at once */
  tell(client, "could not be sent");
  disconnect(client);
}

/* --- answers --- */

static void read_head(struct client *client) {
  char *end = memmem(client->answer, client->received, "\r\n\r\n", 4);
  if (!end) return;
  client->head_length = (size_t)(end - client->answer) + 4;
  *end = '\0';
  const char *length = strcasestr(client->answer, "\r\nContent-Length:");
  const char *close = strcasestr(client->answer, "\r\nConnection: close");
  client->status = (int)strtol(client->answer + strlen("HTTP/1.1 "), NULL, 10);
  client->body_length = length ? strtoul(length + strlen("\r\nContent-Length:"), NULL, 10) : 0;
  client->closing = close != NULL;
  if (client->head_length + client->body_length > ANSWER_ROOM) die("an answer that is too long");
}

static void count_answer(struct client *client) {
  double ms = (double)(measure_now() - client->due_ns) / 1e6;
  if (client->status != 200) {
    char what[64];
    snprintf(what, sizeof what, "answered %d after %.1f ms", client->status, ms);
    tell(client, what);
    *(client->status == 503 ? &status_503 : client->status >= 500 ? &status_5xx : &status_4xx) += 1;
    return;
  }
  ok++;
  if (sample_count < SAMPLES_MAX) samples[sample_count++] = ms;
  if (ms <= slowest_ms) return;
  slowest_ms = ms;
  slowest_s = (double)(client->due_ns - begin_ns) / 1e9;
}

static void receive(struct client *client) {
  ssize_t n = recv(client->fd, client->answer + client->received, ANSWER_ROOM - client->received, 0);
  if (n < 0 && errno == EAGAIN) return;
  if (n <= 0) {
    if (client->busy) {
      broken++;
      tell(client, n < 0 ? strerror(errno) : "the connection was closed");
    }
    disconnect(client); /* an idle one may be closed at any time */
    return;
  }
  client->received += (size_t)n;
  if (client->head_length == 0) read_head(client);
  if (client->head_length == 0 || client->received < client->head_length + client->body_length) return;
  count_answer(client);
  client->busy = false;
  if (client->closing || client->used_for >= settings.reuse) disconnect(client);
}

static size_t give_up(void) {
  size_t busy = 0;
  uint64_t now = measure_now();
  for (size_t i = 0; i < settings.connections; i++) {
    if (!clients[i].busy) continue;
    if ((double)(now - clients[i].sent_ns) / 1e6 < settings.patience_ms) {
      busy++;
      continue;
    }
    silent++;
    tell(&clients[i], "no answer");
    disconnect(&clients[i]);
  }
  return busy;
}

/* --- the run --- */

static struct client *idle_client(void) {
  for (size_t i = 0; i < settings.connections; i++)
    if (!clients[i].busy) return &clients[i];
  return NULL;
}

/* Send what is due; when the next one is, in ms from now, at most 20. */
static int send_due(uint64_t now, uint64_t *due_ns) {
  struct client *client;
  if (settings.rate <= 0) {
    while (sent < settings.requests && (client = idle_client())) {
      send_next(client, now);
      if (client->fd < 0) break; /* nobody listens: not as fast as we can */
    }
    return 20;
  }
  while (sent < settings.requests && *due_ns <= now && (client = idle_client())) {
    send_next(client, *due_ns);
    *due_ns += (uint64_t)(1e9 / settings.rate);
  }
  if (*due_ns <= now) return 20;
  uint64_t wait = (*due_ns - now) / 1000000u;
  return wait > 20 ? 20 : (int)wait;
}

static void run(void) {
  struct epoll_event events[EVENTS];
  uint64_t end = begin_ns + (uint64_t)(settings.seconds * 1e9), due = begin_ns, looked = begin_ns;
  for (bool sending = true; sending || give_up();) {
    uint64_t now = measure_now();
    sending = sending && now < end && sent < settings.requests && !stopped;
    int wait = sending ? send_due(now, &due) : 20;
    int n = epoll_wait(poller, events, EVENTS, wait);
    for (int i = 0; i < n; i++) receive(events[i].data.ptr);
    if (now - looked < 100000000u) continue;
    give_up();
    looked = now;
  }
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double at(double share) {
  return sample_count ? samples[(size_t)(share * (double)(sample_count - 1))] : 0;
}

static void print(void) {
  qsort(samples, sample_count, sizeof *samples, ascending);
  printf("sent=%zu ok=%zu failed=%zu refused=%zu broken=%zu silent=%zu s503=%zu s5xx=%zu s4xx=%zu "
         "p50_ms=%.2f p99_ms=%.2f max_ms=%.1f worst_s=%.1f\n",
         sent, ok, sent - ok, refused, broken, silent, status_503, status_5xx, status_4xx, at(0.5), at(0.99),
         slowest_ms, slowest_s);
}

static void stop(int signal) {
  (void)signal;
  stopped = 1;
}

static void read_option(const char *name, const char *value) {
  double number = strtod(value, NULL);
  if (strcmp(name, "--connections") == 0)
    settings.connections = (size_t)number;
  else if (strcmp(name, "--rate") == 0)
    settings.rate = number;
  else if (strcmp(name, "--seconds") == 0)
    settings.seconds = number;
  else if (strcmp(name, "--reuse") == 0)
    settings.reuse = (size_t)number;
  else if (strcmp(name, "--requests") == 0)
    settings.requests = (size_t)number;
  else if (strcmp(name, "--patience-ms") == 0)
    settings.patience_ms = number;
  else if (strcmp(name, "--name") == 0)
    settings.name = value;
  else
    errno = EINVAL, die(name);
}

int main(int argc, char **argv) {
  if (argc < 3 || argc % 2 == 0) {
    fprintf(stderr, "usage: http_load PORT FILE [--option value]...\n");
    return 2;
  }
  settings.port = (unsigned)strtoul(argv[1], NULL, 10);
  for (int i = 3; i < argc; i += 2) read_option(argv[i], argv[i + 1]);
  if (settings.connections > CLIENTS_MAX) settings.connections = CLIENTS_MAX;
  read_lines(argv[2]);
  signal(SIGTERM, stop);
  signal(SIGINT, stop);
  poller = epoll_create1(0);
  samples = malloc(SAMPLES_MAX * sizeof *samples);
  if (!samples) die("memory");
  for (size_t i = 0; i < settings.connections; i++) {
    clients[i].fd = -1;
    clients[i].answer = malloc(ANSWER_ROOM);
    if (!clients[i].answer) die("memory");
  }
  begin_ns = measure_now();
  run();
  print();
  return ok == sent ? 0 : 1;
}
