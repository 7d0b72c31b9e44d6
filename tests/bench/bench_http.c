/* bench_http.c - the service over HTTP on loopback, next to a bare echo server.
 *
 * 1. Requests a second of /classify with 64 connections, closed loop, against http_echo (same library, same
 *    threads) that echoes the same body, and one that is as long as the service's answer. The servers take
 *    turns, A B C A B C, and the median round counts, because other work on the machine comes and goes.
 * 2. p99 of short requests that arrive at a fixed rate, without and with 1 % long ones among them. A request
 *    counts from the moment it was due, so a server that makes us wait cannot hide it.
 *
 * 3. The same while 64 other clients solve endgames of 10 v 10 cards, each the next one as soon as it has the
 *    answer to the last. They are a process of their own, at nice 0 and with ordinary slices.
 *
 * 4. A batch of 256 prompts against the same calls one by one over one connection.
 *
 * 5. /robot-move, asked at every turn of whole games with their history: of the engines `rules` and `net`
 *    (without a net the same) at a fixed rate over 64 connections; of `search` with a limit of 10 ms over as
 *    many connections as there are workers, and over twice as many, each asking again when answered: how long
 *    after the limit the answer is there. What is wanted of each stands behind it.
 *
 * 6. From the start of the program to its first answer, without a net and as it comes; what it holds then,
 * and after a round of prompts, proofs and searches, when every thread has touched its memory.
 *
 * The generator is one thread and shares the cores with the servers; where it paces requests it asks for
 * short slices, because its own waiting is not the servers'. Nothing here judges; it prints.
 *
 * usage: bench_http [-solve|-robot|-start] [seconds a round, default 0.5]
 *        expects ddzd two folders up, http_echo beside it; -solve: only 3; -robot: only 5;
 *        -start: only 6 */
#include "core/game/table.h"
#include "core/robot/robot.h"
#include "service/ops/thread.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/measure.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define CONNECTIONS 64
#define ROUNDS 11
#define PACED_ROUNDS 5
#define RATE 1200 /* short requests a second */
#define SAMPLES_MAX 4000000u

/* --- servers --- */

struct server {
  pid_t pid;
  int in, out; /* its standard input; the file its output goes to */
  unsigned port;
};

static void fail(const char *what) {
  fprintf(stderr, "bench_http: %s: %s\n", what, strerror(errno));
  exit(1);
}

static void close_on_exec(const int *fds) {
  for (int i = 0; i < 2; i++) fcntl(fds[i], F_SETFD, FD_CLOEXEC);
}

/* Start `program` with its output in a file, as a log would be, and wait for `marker`, behind which the port
 * stands. */
static struct server start(const char *program, const char *const *arguments, const char *marker) {
  int in[2];
  FILE *log = tmpfile();
  if (!log || pipe(in) != 0) fail("pipe");
  close_on_exec(in);
  struct server server = {.in = in[1], .out = fileno(log)};
  server.pid = fork();
  if (server.pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* whatever becomes of us */
    dup2(in[0], STDIN_FILENO);
    dup2(server.out, STDOUT_FILENO);
    execv(program, (char *const *)(uintptr_t)arguments);
    _exit(127);
  }
  close(in[0]);
  for (int i = 0; i < 10000; i++) {
    char text[4096];
    ssize_t n = pread(server.out, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = '\0';
    const char *at = strstr(text, marker);
    if (at && strchr(at, '\n')) {
      server.port = (unsigned)strtoul(at + strlen(marker), NULL, 10);
      return server;
    }
    usleep(1000);
  }
  fail(program);
  return server;
}

static void stop(struct server *server) {
  close(server->in);
  kill(server->pid, SIGTERM);
  waitpid(server->pid, NULL, 0);
  close(server->out);
}

/* Processor time it has used, user and system, in seconds. */
static double cpu_of(const struct server *server) {
  char path[64], text[1024] = "";
  snprintf(path, sizeof path, "/proc/%d/stat", (int)server->pid);
  FILE *file = fopen(path, "r");
  if (!file) fail(path);
  const char *at = fgets(text, sizeof text, file) ? strrchr(text, ')') : NULL;
  fclose(file);
  unsigned long user = 0, system = 0; /* fields 14 and 15; the name before may hold blanks */
  if (!at || sscanf(at + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
    fail(path);
  return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static double resident_mib(const struct server *server) {
  char path[64];
  long pages = 0;
  snprintf(path, sizeof path, "/proc/%d/statm", (int)server->pid);
  FILE *file = fopen(path, "r");
  if (!file || fscanf(file, "%*d %ld", &pages) != 1) fail(path);
  fclose(file);
  return (double)pages * (double)sysconf(_SC_PAGESIZE) / 1048576;
}

/* --- requests --- */

struct request {
  char text[65536];
  size_t length;
};

static void make_request(struct request *request, const char *path, const char *body) {
  request->length = (size_t)snprintf(request->text, sizeof request->text,
                                     "POST %s HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
                                     "Content-Length: %zu\r\n\r\n%s",
                                     path, strlen(body), body);
}

struct client {
  int fd;
  bool busy, long_one;
  uint64_t due_ns; /* when the request under way should have left */
  char answer[1 << 19];
  size_t used;
  int status;
};

static struct client clients[CONNECTIONS + 32];
static double *samples;
static size_t sample_count;

static int open_connection(unsigned port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  int on = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0) fail("connect");
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  fcntl(fd, F_SETFL, O_NONBLOCK);
  return fd;
}

static int open_clients(unsigned port, size_t count) {
  int poll = epoll_create1(0);
  for (size_t i = 0; i < count; i++) {
    clients[i].fd = open_connection(port);
    clients[i].used = 0;
    clients[i].busy = false;
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = i};
    epoll_ctl(poll, EPOLL_CTL_ADD, clients[i].fd, &event);
  }
  return poll;
}

static void close_clients(int poll, size_t count) {
  for (size_t i = 0; i < count; i++) close(clients[i].fd);
  close(poll);
}

static void send_request(struct client *client, const struct request *request, uint64_t due_ns) {
  client->due_ns = due_ns;
  client->busy = true;
  if (send(client->fd, request->text, request->length, MSG_NOSIGNAL) != (ssize_t)request->length)
    fail("send");
}

/* Read what is there; true when an answer is whole. */
static bool receive(struct client *client) {
  ssize_t n = recv(client->fd, client->answer + client->used, sizeof client->answer - 1 - client->used, 0);
  if (n == 0) errno = client->used == sizeof client->answer - 1 ? EMSGSIZE : ECONNRESET;
  if (n == 0 || (n < 0 && errno != EAGAIN)) fail("recv");
  if (n < 0) return false;
  client->used += (size_t)n;
  client->answer[client->used] = '\0';
  char *end = strstr(client->answer, "\r\n\r\n");
  char *length = end ? strstr(client->answer, "Content-Length: ") : NULL;
  if (!length || client->used < (size_t)(end - client->answer) + 4 + strtoul(length + 16, NULL, 10))
    return false;
  client->status = (int)strtol(client->answer + 9, NULL, 10);
  client->used = 0;
  client->busy = false;
  return true;
}

static void expect_good(const struct client *client) {
  if (client->status == 200) return;
  fprintf(stderr, "bench_http: an answer %d: %s\n", client->status, strstr(client->answer, "\r\n\r\n") + 4);
  exit(1);
}

/* --- 1: as many as possible --- */

/* Each connection sends one of the `kinds` requests, and the next when it has its answer. */
static double closed_loop(unsigned port, size_t connections, const struct request *requests, size_t kinds,
                          double seconds) {
  int poll = open_clients(port, connections);
  struct epoll_event events[CONNECTIONS];
  uint64_t begin = measure_now(), end = begin + (uint64_t)(seconds * 1e9), now = begin;
  size_t answers = 0;
  sample_count = 0;
  for (size_t i = 0; i < connections; i++) send_request(&clients[i], &requests[i % kinds], begin);
  while (now < end) {
    int n = epoll_wait(poll, events, (int)connections, 1000);
    now = measure_now();
    for (int i = 0; i < n; i++) {
      struct client *client = &clients[events[i].data.u64];
      if (!receive(client)) continue;
      expect_good(client);
      answers++;
      if (sample_count < SAMPLES_MAX) samples[sample_count++] = (double)(now - client->due_ns);
      send_request(client, &requests[(connections + answers) % kinds], now);
    }
  }
  close_clients(poll, connections);
  return (double)answers / ((double)(now - begin) / 1e9);
}

static double throughput(unsigned port, const struct request *request, double seconds) {
  return closed_loop(port, CONNECTIONS, request, 1, seconds);
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double sorted_at(double *values, size_t count, double share) {
  qsort(values, count, sizeof *values, ascending);
  return count ? values[(size_t)(share * (double)(count - 1))] : 0;
}

#define CONTENDERS_MAX 4
struct contender {
  const char *name;
  struct server *server;
  struct request *request;
  double rates[ROUNDS], p50[ROUNDS], p99[ROUNDS];
  double cpu_us[ROUNDS]; /* of the server, a request: steadier than the rate when others use the machine */
};

static void compare(struct contender *contenders, size_t count, double seconds) {
  for (int round = 0; round < ROUNDS; round++)
    for (size_t i = 0; i < count; i++) {
      struct contender *c = &contenders[i];
      throughput(c->server->port, c->request, 0.1); /* warm */
      double before = cpu_of(c->server);
      c->rates[round] = throughput(c->server->port, c->request, seconds);
      c->cpu_us[round] = (cpu_of(c->server) - before) * 1e6 / (double)sample_count;
      c->p50[round] = sorted_at(samples, sample_count, 0.50) / 1e6;
      c->p99[round] = sorted_at(samples, sample_count, 0.99) / 1e6;
    }
  printf("%-44s %9s %8s %8s %8s\n", "64 connections, closed loop", "req/s", "p50 ms", "p99 ms", "cpu us");
  double ratio[CONTENDERS_MAX][ROUNDS]; /* round by round, before the rounds are sorted */
  for (size_t i = 0; i < count; i++)
    for (int round = 0; round < ROUNDS; round++)
      ratio[i][round] = contenders[0].rates[round] / contenders[i].rates[round];
  for (size_t i = 0; i < count; i++) {
    struct contender *c = &contenders[i];
    double rate = sorted_at(c->rates, ROUNDS, 0.5);
    printf("%-44s %9.0f %8.2f %8.2f %8.2f", c->name, rate, sorted_at(c->p50, ROUNDS, 0.5),
           sorted_at(c->p99, ROUNDS, 0.5), sorted_at(c->cpu_us, ROUNDS, 0.5));
    if (i) printf("   the first is %.2f of it", sorted_at(ratio[i], ROUNDS, 0.5));
    printf("\n");
  }
}

/* --- 2: at a fixed rate, some of them long --- */

static struct client *idle_client(size_t from, size_t to) {
  for (size_t i = from; i < to; i++)
    if (!clients[i].busy) return &clients[i];
  return NULL;
}

/* Short requests, `kinds` of them in turn, go over the first CONNECTIONS, long ones over the rest. `every`:
 * one request in so many is long; 0: none. Returns the number of long requests answered with 200. */
static size_t paced(unsigned port, const struct request *shorts, size_t kinds, const struct request *longs,
                    unsigned every, double seconds, double rate) {
  const size_t all = CONNECTIONS + 32;
  int poll = open_clients(port, all);
  struct epoll_event events[CONNECTIONS + 32];
  uint64_t begin = measure_now(), end = begin + (uint64_t)(seconds * 1e9), now = begin,
           step = (uint64_t)(1e9 / rate);
  uint64_t due = begin;
  size_t sent = 0, long_answers = 0;
  sample_count = 0;
  while ((now = measure_now()) < end) {
    while (due <= now) {
      bool is_long = every && sent % every == every - 1;
      struct client *client = is_long ? idle_client(CONNECTIONS, all) : idle_client(0, CONNECTIONS);
      if (!client && !is_long) break; /* due already: the wait counts */
      if (client) {
        client->long_one = is_long;
        send_request(client, is_long ? longs : &shorts[sent % kinds], due);
      }
      sent++;
      due += step;
    }
    int n = epoll_wait(poll, events, (int)all, 0);
    now = measure_now();
    for (int i = 0; i < n; i++) {
      struct client *client = &clients[events[i].data.u64];
      if (!receive(client)) continue;
      if (client->long_one) {
        long_answers += client->status == 200;
        continue;
      }
      expect_good(client);
      if (sample_count < SAMPLES_MAX) samples[sample_count++] = (double)(now - client->due_ns);
    }
    if (n == 0) usleep(50); /* leave the cores to the server; adds at most this to a latency */
  }
  close_clients(poll, all);
  return long_answers;
}

static double print_paced(const char *name, size_t longs) {
  double p99 = sorted_at(samples, sample_count, 0.99) / 1e6;
  printf("%-44s %9zu %8.3f %8.3f %8zu\n", name, sample_count, sorted_at(samples, sample_count, 0.5) / 1e6,
         p99, longs);
  return p99;
}

/* How long it takes alone, in ms; negative: it is not answered with 200. */
static double time_alone(unsigned port, const struct request *request) {
  int poll = open_clients(port, 1);
  double best = -1;
  for (int i = 0; i < 3; i++) {
    uint64_t begin = measure_now();
    send_request(&clients[0], request, begin);
    while (!receive(&clients[0])) usleep(100);
    double ms = (double)(measure_now() - begin) / 1e6;
    if (clients[0].status != 200) break;
    if (best < 0 || ms < best) best = ms;
  }
  close_clients(poll, 1);
  return best;
}

static void compare_paced(struct server *server, const struct request *shorts, const struct request *longs,
                          const char *long_name, double seconds) {
  double alone = time_alone(server->port, longs);
  if (alone < 0) {
    printf("\n%s: answered %d\n", long_name, clients[0].status);
    exit(1);
  }
  printf("\n%-44s %9s %8s %8s %8s\n", "1200 short requests/s", "short", "p50 ms", "p99 ms", "long");
  double without[PACED_ROUNDS], with[PACED_ROUNDS];
  for (int round = 0; round < PACED_ROUNDS; round++) {
    paced(server->port, shorts, 1, longs, 0, seconds, RATE);
    without[round] = print_paced("none long", 0);
    size_t answered = paced(server->port, shorts, 1, longs, 100, seconds, RATE);
    char name[128];
    snprintf(name, sizeof name, "1 %% %s (%.1f ms alone)", long_name, alone);
    with[round] = print_paced(name, answered);
  }
  double a = sorted_at(without, PACED_ROUNDS, 0.5), b = sorted_at(with, PACED_ROUNDS, 0.5);
  printf("median p99 %.3f ms without, %.3f ms with: %.2f times\n", a, b, b / a);
}

/* --- 3: at a fixed rate, while others solve --- */

#define SOLVERS 64
#define DEAL 10 /* cards of each side */

/* Two hands out of one deck; always the same ones for the same seed. */
static void make_deal(struct request *request, unsigned *seed) {
  static const char ranks[] = "3456789TJQKA2BR";
  char deck[54], body[128];
  for (int i = 0; i < 54; i++) deck[i] = ranks[i < 52 ? i / 4 : i - 39];
  for (int i = 0; i < 2 * DEAL; i++) {
    *seed = *seed * 1103515245u + 12345u;
    int k = i + (int)((*seed >> 16) % (unsigned)(54 - i));
    char card = deck[i];
    deck[i] = deck[k];
    deck[k] = card;
  }
  snprintf(body, sizeof body, "{\"landlord\":\"%.*s\",\"farmer\":\"%.*s\"}", DEAL, deck, DEAL, deck + DEAL);
  make_request(request, "/solve", body);
}

static volatile sig_atomic_t ended;
static void end(int signal) {
  (void)signal;
  ended = 1;
}

/* The process of the solving clients: until SIGTERM, then the number of answers 200 and of others goes to
 * `report`. */
static void solve_until_told(unsigned port, unsigned seed, int report) {
  static struct request request;
  struct sigaction action = {.sa_handler = end};
  struct epoll_event events[SOLVERS];
  size_t answers[2] = {0, 0};
  sigaction(SIGTERM, &action, NULL);
  int poll = open_clients(port, SOLVERS);
  for (size_t i = 0; i < SOLVERS; i++) {
    make_deal(&request, &seed);
    send_request(&clients[i], &request, 0);
  }
  while (!ended) {
    int n = epoll_wait(poll, events, SOLVERS, 100);
    for (int i = 0; i < n; i++) {
      struct client *client = &clients[events[i].data.u64];
      if (!receive(client)) continue;
      answers[client->status != 200]++;
      make_deal(&request, &seed);
      send_request(client, &request, 0);
    }
  }
  if (write(report, answers, sizeof answers) != sizeof answers) _exit(1);
  _exit(0);
}

struct solvers {
  pid_t pid;
  int report;
};

static struct solvers start_solvers(unsigned port, unsigned seed) {
  int ends[2];
  if (pipe(ends) != 0) fail("pipe");
  struct solvers solvers = {.pid = fork(), .report = ends[0]};
  if (solvers.pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    slice_ordinary();
    solve_until_told(port, seed, ends[1]);
  }
  close(ends[1]);
  return solvers;
}

static void stop_solvers(struct solvers *solvers, size_t answers[2]) {
  kill(solvers->pid, SIGTERM);
  if (read(solvers->report, answers, 2 * sizeof *answers) != 2 * sizeof *answers) fail("solvers");
  close(solvers->report);
  waitpid(solvers->pid, NULL, 0);
}

static void compare_solving(struct server *server, const struct request *shorts, double seconds) {
  double without[PACED_ROUNDS], with[PACED_ROUNDS];
  printf("\n%-44s %9s %8s %8s %8s\n", "1200 short requests/s", "short", "p50 ms", "p99 ms", "solved/s");
  for (unsigned round = 0; round < PACED_ROUNDS; round++) {
    size_t answers[2];
    paced(server->port, shorts, 1, NULL, 0, seconds, RATE);
    without[round] = print_paced("alone", 0);
    uint64_t begin = measure_now();
    struct solvers solvers = start_solvers(server->port, 1 + round);
    paced(server->port, shorts, 1, NULL, 0, 0.2, RATE); /* until they are at it */
    paced(server->port, shorts, 1, NULL, 0, seconds, RATE);
    stop_solvers(&solvers, answers);
    double spent = (double)(measure_now() - begin) / 1e9;
    with[round] = print_paced("while 64 clients solve 10 v 10", (size_t)((double)answers[0] / spent));
    if (answers[1]) printf("%zu solutions were refused\n", answers[1]);
  }
  double ratio[PACED_ROUNDS]; /* round by round, before the rounds are sorted */
  for (int round = 0; round < PACED_ROUNDS; round++) ratio[round] = with[round] / without[round];
  double a = sorted_at(without, PACED_ROUNDS, 0.5), b = sorted_at(with, PACED_ROUNDS, 0.5);
  printf(
      "median p99 %.3f ms alone, %.3f ms while others solve: %.2f times; median of the rounds %.2f times\n",
      a, b, b / a, sorted_at(ratio, PACED_ROUNDS, 0.5));
}

/* --- 4: a batch, and the same calls one by one --- */

#define ITEMS 256

/* Hands of 20 cards, always the same ones. */
static void make_prompt(char body[64], unsigned *seed) {
  static const char ranks[] = "3456789TJQKA2";
  int count[13] = {0};
  int used = snprintf(body, 64, "{\"limit\":1,\"hand\":\"");
  for (int cards = 0; cards < 20;) {
    *seed = *seed * 1103515245u + 12345u;
    unsigned rank = (*seed >> 16) % 13;
    if (count[rank] == 4) continue;
    count[rank]++;
    body[used++] = ranks[rank];
    cards++;
  }
  snprintf(body + used, (size_t)(64 - used), "\"}");
}

static void make_batch(struct request *request, unsigned seed) {
  static char body[60000];
  char prompt[64];
  size_t used = 0;
  for (size_t i = 0; i < ITEMS; i++) {
    make_prompt(prompt, &seed);
    used += (size_t)snprintf(body + used, sizeof body - used, "%s{\"path\":\"/prompt\",\"body\":%s}",
                             i ? "," : "[", prompt);
  }
  snprintf(body + used, sizeof body - used, "]");
  make_request(request, "/batch", body);
}

/* One request on the first client, waiting for its answer. */
static void ask(const struct request *request) {
  send_request(&clients[0], request, 0);
  struct pollfd ready = {.fd = clients[0].fd, .events = POLLIN};
  while (!receive(&clients[0])) poll(&ready, 1, 1000);
  expect_good(&clients[0]);
}

/* Each round has hands of its own, for batch and singles alike, so that neither finds the other's in the
 * memo. */
static void compare_batch(unsigned port) {
  static struct request request;
  double ratio[ROUNDS], batch[ROUNDS], singles[ROUNDS];
  int epoll = open_clients(port, 1);
  for (unsigned round = 0; round < ROUNDS; round++) {
    uint64_t begin = measure_now();
    unsigned seed = 1000 + 2 * round;
    for (int i = 0; i < ITEMS; i++) {
      char prompt[64];
      make_prompt(prompt, &seed);
      make_request(&request, "/prompt", prompt);
      ask(&request);
    }
    singles[round] = (double)(measure_now() - begin) / 1e6;
    make_batch(&request, 1001 + 2 * round);
    begin = measure_now();
    ask(&request);
    batch[round] = (double)(measure_now() - begin) / 1e6;
    ratio[round] = singles[round] / batch[round];
  }
  close_clients(epoll, 1);
  printf("\n%d prompts one by one over one connection %.1f ms, as a batch %.1f ms: %.2f times as fast\n",
         ITEMS, sorted_at(singles, ROUNDS, 0.5), sorted_at(batch, ROUNDS, 0.5),
         sorted_at(ratio, ROUNDS, 0.5));
}

/* --- 5: the robot --- */

enum { POSITIONS = 256, BODY_MAX = 8192, LIMIT_MS = 10, ENGINE_MEMO = 1 << 20 };

/* What is asked at one turn of a game: all a player knows, the whole history too. */
static void make_move(struct request *request, const struct ddz_table *table, const char *history,
                      const char *how) {
  char body[BODY_MAX], hand[64], kitty[64];
  snprintf(hand, sizeof hand, "%s", cards_text(table->hand[table->turn]));
  snprintf(kitty, sizeof kitty, "%s", cards_text(ddz_cards_hand(table->kitty)));
  snprintf(body, sizeof body,
           "{\"hand\":\"%s\",\"role\":\"%s\",\"rules\":\"douzero\",\"kitty\":\"%s\",\"history\":[%s],%s}",
           hand, ddz_role_name(ddz_table_role(table, table->turn)), kitty, history, how);
  make_request(request, "/robot-move", body);
}

/* Every turn of a game that the rules play, from `made` on; `how` is what else is said. Returns how many
 * there are then. */
static size_t make_game(struct ddz_engine *engine, uint64_t seed, struct request *requests, size_t made,
                        const char *how) {
  struct ddz_rules rules = cards_rules("douzero");
  struct ddz_table table;
  char history[BODY_MAX / 2] = "";
  size_t used = 0;
  ddz_table_init(&table, &rules, seed, NULL);
  while (table.phase == DDZ_PHASE_PLAY && made < POSITIONS) {
    struct ddz_robot_request ask;
    struct ddz_robot_move move;
    struct ddz_action action = {.seat = (uint8_t)table.turn};
    make_move(&requests[made++], &table, history, how);
    ddz_robot_defaults(&ask);
    ask.player = DDZ_PLAYER_RULES;
    ddz_table_view(&table, &ask.view);
    ddz_robot_choose(engine, &ask, &move, NULL, 0);
    used += (size_t)snprintf(history + used, sizeof history - used, "%s{\"role\":\"%s\",\"cards\":\"%s\"}",
                             used > 0 ? "," : "", ddz_role_name(ask.view.role), cards_text(move.play.cards));
    action.cards = move.play.cards;
    if (ddz_table_apply(&table, &action) != DDZ_OK) abort();
  }
  return made;
}

static void make_moves(struct ddz_engine *engine, struct request *requests, const char *how) {
  size_t made = 0;
  for (uint64_t seed = 77; made < POSITIONS; seed++) made = make_game(engine, seed, requests, made, how);
}

static void print_robot(const char *name, double less_ms, const char *bars) {
  printf("%-44s %9zu %8.3f %8.3f   %s\n", name, sample_count,
         sorted_at(samples, sample_count, 0.5) / 1e6 - less_ms,
         sorted_at(samples, sample_count, 0.99) / 1e6 - less_ms, bars);
}

static void bench_robot(unsigned port, double seconds) {
  static struct request rules[POSITIONS], net[POSITIONS], search[POSITIONS];
  const size_t workers = (size_t)sysconf(_SC_NPROCESSORS_ONLN);
  struct ddz_engine *engine = engine_new(ENGINE_MEMO);
  char name[64];
  make_moves(engine, rules, "\"engine\":\"rules\"");
  make_moves(engine, net, "\"engine\":\"net\"");
  make_moves(engine, search, "\"engine\":\"search\",\"limit\":{\"ms\":10}");
  free(engine);
  printf("\n%-44s %9s %8s %8s   %s\n", "/robot-move, every turn of whole games", "answers", "p50 ms",
         "p99 ms", "wanted");
  closed_loop(port, workers, rules, POSITIONS, seconds);
  print_robot("rules, a connection a core, closed loop", 0, "0.150, 1.000");
  closed_loop(port, workers, net, POSITIONS, seconds);
  print_robot("net, a connection a core, closed loop", 0, "");
  closed_loop(port, 64, net, POSITIONS, seconds);
  print_robot("net, 64 connections, closed loop", 0, "");
  for (int round = 0; round < 2; round++) { /* paced: cores sleep between two requests and have to wake up */
    paced(port, rules, POSITIONS, NULL, 0, seconds, RATE);
    print_robot("rules, 1200/s over 64 connections", 0, "0.150, 1.000");
    paced(port, net, POSITIONS, NULL, 0, seconds, RATE);
    print_robot("net, 1200/s over 64 connections", 0, "0.200, 1.500");
  }
  for (size_t connections = workers; connections <= 2 * workers; connections += workers) {
    closed_loop(port, connections, search, POSITIONS, seconds);
    snprintf(name, sizeof name, "search, %zu at a time: after its %d ms", connections, LIMIT_MS);
    print_robot(name, LIMIT_MS, connections == workers ? "p99 5.000" : "");
  }
}

/* --- 6: the start --- */

/* One after the other what needs memory: hands of their own, open cards, a search. */
static void make_uses(struct request *requests) {
  static struct request searches[POSITIONS];
  struct ddz_engine *engine = engine_new(ENGINE_MEMO);
  unsigned seed = 4321;
  char prompt[64];
  make_moves(engine, searches, "\"engine\":\"search\",\"limit\":{\"ms\":10}");
  free(engine);
  for (size_t i = 0; i < POSITIONS; i++) {
    make_prompt(prompt, &seed);
    if (i % 3 == 0) make_request(&requests[i], "/prompt", prompt);
    if (i % 3 == 1) make_deal(&requests[i], &seed);
    if (i % 3 == 2) requests[i] = searches[i];
  }
}

/* `threads` pollers and as many workers. */
static void time_starts(const char *program, const char *model, const char *threads, double seconds,
                        const struct request *uses) {
  static struct request request;
  const char *arguments[] = {program,     "--port", "0",  "--threads", threads,
                             "--workers", threads,  NULL, model,       NULL};
  double ms[ROUNDS], mib[ROUNDS], used_mib[ROUNDS];
  if (model) arguments[7] = "--model";
  make_request(&request, "/classify", "{\"cards\":\"33\"}");
  for (int round = 0; round < ROUNDS; round++) {
    uint64_t begin = measure_now();
    struct server server = start(program, arguments, "\"port\":");
    int epoll = open_clients(server.port, 1);
    ask(&request);
    ms[round] = (double)(measure_now() - begin) / 1e6;
    mib[round] = resident_mib(&server);
    close_clients(epoll, 1);
    closed_loop(server.port, CONNECTIONS, uses, POSITIONS, seconds);
    used_mib[round] = resident_mib(&server);
    stop(&server);
  }
  printf("%s pollers, %s workers, %-8s median %3.0f ms, slowest %3.0f ms; resident then %3.0f MiB, in use "
         "%3.0f MiB\n",
         threads, threads, model ? "no net:" : "nets:", sorted_at(ms, ROUNDS, 0.5), sorted_at(ms, ROUNDS, 1),
         sorted_at(mib, ROUNDS, 0.5), sorted_at(used_mib, ROUNDS, 0.5));
}

static void bench_start(const char *program, double seconds) {
  static struct request uses[POSITIONS];
  static const char *const threads[] = {"1", "2", "4"};
  make_uses(uses);
  printf("\nfrom the start to the first answer, and what the process holds\n");
  for (int i = 0; i < 3; i++)
    for (int net = 0; net < 2; net++) time_starts(program, net ? NULL : "none", threads[i], seconds, uses);
}

static const char *beside(const char *relative) {
  static char paths[2][PATH_MAX];
  static int turn;
  char self[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (n < 0) fail("readlink");
  self[n] = '\0';
  char *path = paths[turn++ % 2];
  snprintf(path, PATH_MAX, "%.*s/%s", (int)(strlen(self) - strlen(strrchr(self, '/'))), self, relative);
  return path;
}

/* One part alone: false when `option` names none. */
static bool only(const char *option, const char *program, double seconds) {
  static struct request classify;
  const bool solving = strcmp(option, "-solve") == 0;
  if (strcmp(option, "-start") == 0) {
    bench_start(program, seconds);
    return true;
  }
  if (!solving && strcmp(option, "-robot") != 0) return false;
  struct server service = start(program, (const char *const[]){program, "--port", "0", NULL}, "\"port\":");
  make_request(&classify, "/classify", "{\"cards\":\"3334445566\",\"rules\":\"standard\"}");
  slice_short();
  if (solving)
    compare_solving(&service, &classify, seconds * 6);
  else
    bench_robot(service.port, seconds * 6);
  stop(&service);
  return true;
}

int main(int argc, char **argv) {
  const bool part = argc > 1 && argv[1][0] == '-';
  double seconds = argc > 1 + part ? strtod(argv[1 + part], NULL) : 0.5;
  static struct request classify, echo_same, echo_long, batch;
  const char *body = "{\"cards\":\"3334445566\",\"rules\":\"standard\"}";
  char threads[16];
  snprintf(threads, sizeof threads, "%ld", sysconf(_SC_NPROCESSORS_ONLN));
  const char *program = beside("../../ddzd"), *echo_program = beside("http_echo");
  samples = malloc(SAMPLES_MAX * sizeof *samples);
  if (part) {
    const bool done = only(argv[1], program, seconds);
    free(samples);
    return done ? 0 : 2;
  }
  struct server service = start(program, (const char *const[]){program, "--port", "0", NULL}, "\"port\":");
  struct server echo = start(echo_program, (const char *const[]){echo_program, threads, NULL}, "");

  make_request(&classify, "/classify", body);
  make_request(&echo_same, "/classify", body);
  time_alone(service.port, &classify);
  make_request(&echo_long, "/classify",
               strstr(clients[0].answer, "\r\n\r\n") + 4); /* what the service answers */
  struct contender contenders[] = {
      {.name = "/classify", .server = &service, .request = &classify},
      {.name = "echo of the same request", .server = &echo, .request = &echo_same},
      {.name = "echo of a body as long as our answer", .server = &echo, .request = &echo_long},
  };
  compare(contenders, 3, seconds);
  make_batch(&batch, 1);
  slice_short(); /* our own waiting is not the servers' */
  compare_paced(&service, &classify, &batch, "batches of 256 prompts", seconds * 6);
  compare_solving(&service, &classify, seconds * 6);
  compare_batch(service.port);
  bench_robot(service.port, seconds * 6);
  stop(&service);
  stop(&echo);
  bench_start(program, seconds);
  free(samples);
  return 0;
}
