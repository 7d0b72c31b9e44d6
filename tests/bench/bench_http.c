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
 * 7. Requests a second with one thread and one worker, with two, with four, up to the processors of the
 * servers, beside the echo with as many threads: on processors of their own, and a client on each that is
 * left.
 *
 * usage: bench_http [-on PROCESSORS] [-solve|-robot|-start|-scale] [seconds a round, default 0.5]
 *        expects ddzd two folders up, http_echo beside it; -solve: only 3; -robot: only 5;
 *        -start: only 6; -scale: only 7, which the rest leaves out
 *        -on 0-3,8: the servers run there, with as many threads; we on the others, where there are any */
#include "core/game/table.h"
#include "core/robot/decide.h"
#include "service/ops/thread.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/load.h"
#include "tests/support/measure.h"
#include "tests/support/program.h"
#include "tests/support/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define CONNECTIONS 64
#define ROUNDS 11
#define PACED_ROUNDS 5
#define RATE 1200 /* short requests a second */

/* --- servers --- */

static cpu_set_t servers_on, clients_on; /* processors */

static int server_threads(void) { return CPU_COUNT(&servers_on); }

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
    sched_setaffinity(0, sizeof servers_on, &servers_on);
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

/* --- a load, and what came of it --- */

static struct load_tally tally; /* of the first kind, of the last load */

static bool is_200(int status) { return status == 200; }

static struct load_kind kind_of(struct load_text *texts, size_t count) {
  return (struct load_kind){.texts = texts, .count = count, .weight = 1, .fine = is_200};
}

static void run(struct load *load, double rate, double seconds) {
  load_rate(load, rate);
  load_run(load, seconds);
  load_settle(load, 60);
  tally = *load_tally_of(load, 0);
  if (tally.wrong + tally.refused > 0)
    fprintf(stderr, "bench_http: %llu rejected with 503, %llu with another status, the last %d\n",
            (unsigned long long)tally.refused, (unsigned long long)tally.wrong, tally.last_wrong);
  if (tally.fine == 0) exit(1);
}

/* Answers a second; a rate of 0: closed loop. */
static double load_of(unsigned port, struct load_text *texts, size_t count, size_t connections, double rate,
                      double seconds) {
  struct load_kind kind = kind_of(texts, count);
  struct load_setup setup = {
      .port = port, .kinds = &kind, .kind_count = 1, .connections = {connections}, .seed = 1};
  struct load *load = load_new(&setup);
  const uint64_t begin = measure_now();
  run(load, rate, seconds);
  load_free(load);
  return (double)tally.fine * 1e9 / (double)(measure_now() - begin);
}

static double ms(double share) { return histogram_ms(&tally.took, share); }

static double median(double *values, size_t count) { return measure_at(values, count, 0.5); }

/* How long one request takes alone, in ms: the least of three. */
static double time_alone(unsigned port, const char *path, const char *body, struct wire_reply *reply) {
  double best = 0;
  for (int i = 0; i < 3; i++) {
    const uint64_t begin = measure_now();
    wire_once(port, "POST", path, body, reply);
    const double took = (double)(measure_now() - begin) / 1e6;
    if (reply->status != 200) fail(path);
    if (i == 0 || took < best) best = took;
  }
  return best;
}

/* --- 1: as many as possible --- */

struct contender {
  const char *name;
  const struct server *server;
  struct load_text text;
  double rates[ROUNDS], p50[ROUNDS], p99[ROUNDS];
  double ratio[ROUNDS];  /* of the first one's rate to its own, round by round */
  double cpu_us[ROUNDS]; /* of the server, a request: steadier than the rate when others use the machine */
};

static void compare(struct contender *contenders, size_t count, double seconds) {
  for (int round = 0; round < ROUNDS; round++)
    for (size_t i = 0; i < count; i++) {
      struct contender *c = &contenders[i];
      load_of(c->server->port, &c->text, 1, CONNECTIONS, 0, 0.1); /* warm */
      const double before = cpu_of(c->server);
      c->rates[round] = load_of(c->server->port, &c->text, 1, CONNECTIONS, 0, seconds);
      c->cpu_us[round] = (cpu_of(c->server) - before) * 1e6 / (double)tally.fine;
      c->ratio[round] = contenders[0].rates[round] / c->rates[round];
      c->p50[round] = ms(0.5);
      c->p99[round] = ms(0.99);
    }
  printf("%-44s %9s %8s %8s %8s\n", "64 connections, closed loop", "req/s", "p50 ms", "p99 ms", "cpu us");
  for (size_t i = 0; i < count; i++) {
    struct contender *c = &contenders[i];
    printf("%-44s %9.0f %8.2f %8.2f %8.2f", c->name, median(c->rates, ROUNDS), median(c->p50, ROUNDS),
           median(c->p99, ROUNDS), median(c->cpu_us, ROUNDS));
    if (i) printf("   the first is %.2f of it", median(c->ratio, ROUNDS));
    printf("\n");
  }
}

/* --- 2: at a fixed rate, some of them long --- */

static double print_paced(const char *name, double more) {
  printf("%-44s %9llu %8.3f %8.3f %8.0f\n", name, (unsigned long long)tally.fine, ms(0.5), ms(0.99), more);
  return ms(0.99);
}

/* Beside RATE short requests a second one in a hundred is long, over connections of its own. */
static double with_long_ones(unsigned port, struct load_text *shorts, struct load_text *longs,
                             double seconds) {
  struct load_kind kinds[] = {kind_of(shorts, 1), kind_of(longs, 1)};
  kinds[0].weight = 99;
  kinds[1].group = 1;
  struct load *load = load_new(&(struct load_setup){
      .port = port, .kinds = kinds, .kind_count = 2, .connections = {CONNECTIONS, 32}, .seed = 1});
  run(load, RATE, seconds);
  const uint64_t answered = load_tally_of(load, 1)->fine;
  load_free(load);
  return (double)answered;
}

static void compare_paced(unsigned port, struct load_text *shorts, const char *batch, double seconds) {
  static struct wire_reply reply;
  struct load_text longs = load_request("/batch", batch, "");
  char name[128];
  double without[PACED_ROUNDS], with[PACED_ROUNDS];
  snprintf(name, sizeof name, "1 %% batches of 256 prompts (%.1f ms alone)",
           time_alone(port, "/batch", batch, &reply));
  printf("\n%-44s %9s %8s %8s %8s\n", "1200 short requests/s", "short", "p50 ms", "p99 ms", "long");
  for (int round = 0; round < PACED_ROUNDS; round++) {
    load_of(port, shorts, 1, CONNECTIONS, RATE, seconds);
    without[round] = print_paced("none long", 0);
    const double answered = with_long_ones(port, shorts, &longs, seconds);
    with[round] = print_paced(name, answered);
  }
  const double a = median(without, PACED_ROUNDS), b = median(with, PACED_ROUNDS);
  printf("median p99 %.3f ms without, %.3f ms with: %.2f times\n", a, b, b / a);
  free(longs.bytes);
}

/* --- 3: at a fixed rate, while others solve --- */

#define SOLVERS 64
#define DEAL 10 /* cards of each side */

/* Two hands out of one deck; always the same ones for the same seed. */
static struct load_text make_deal(unsigned *seed) {
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
  return load_request("/solve", body, "");
}

enum { DEALS = 4096 };

/* The solving clients are a process of their own. Until it is ended. */
static pid_t start_solvers(unsigned port, unsigned seed) {
  static struct load_text deals[DEALS];
  fflush(stdout);
  const pid_t pid = fork();
  if (pid != 0) return pid;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  slice_ordinary();
  for (int i = 0; i < DEALS; i++) deals[i] = make_deal(&seed);
  for (;;) load_of(port, deals, DEALS, SOLVERS, 0, 3600);
}

/* Requests for /solve that were answered with 200, by the service's own count. */
static double solved_by(unsigned port) {
  return wire_metric(port, "ddz_http_requests_total{route=\"/solve\",code=\"200\"}");
}

static void compare_solving(unsigned port, struct load_text *shorts, double seconds) {
  double without[PACED_ROUNDS], with[PACED_ROUNDS], ratio[PACED_ROUNDS];
  printf("\n%-44s %9s %8s %8s %8s\n", "1200 short requests/s", "short", "p50 ms", "p99 ms", "solved/s");
  for (unsigned round = 0; round < PACED_ROUNDS; round++) {
    load_of(port, shorts, 1, CONNECTIONS, RATE, seconds);
    without[round] = print_paced("alone", 0);
    const pid_t solvers = start_solvers(port, 1 + round);
    load_of(port, shorts, 1, CONNECTIONS, RATE, 0.2); /* until they are at it */
    const double before = solved_by(port);
    load_of(port, shorts, 1, CONNECTIONS, RATE, seconds);
    with[round] = print_paced("while 64 clients solve 10 v 10", (solved_by(port) - before) / seconds);
    kill(solvers, SIGKILL);
    waitpid(solvers, NULL, 0);
    ratio[round] = with[round] / without[round];
  }
  const double a = median(without, PACED_ROUNDS), b = median(with, PACED_ROUNDS);
  printf(
      "median p99 %.3f ms alone, %.3f ms while others solve: %.2f times; median of the rounds %.2f times\n",
      a, b, b / a, median(ratio, PACED_ROUNDS));
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

static const char *make_batch(unsigned seed) {
  static char body[60000];
  char prompt[64];
  size_t used = 0;
  for (size_t i = 0; i < ITEMS; i++) {
    make_prompt(prompt, &seed);
    used += (size_t)snprintf(body + used, sizeof body - used, "%s{\"path\":\"/prompt\",\"body\":%s}",
                             i ? "," : "[", prompt);
  }
  snprintf(body + used, sizeof body - used, "]");
  return body;
}

/* Each round has hands of its own, for batch and singles alike, so that neither finds the other's in the
 * memo. */
static void compare_batch(unsigned port) {
  static struct wire_reply reply;
  double ratio[ROUNDS], batch[ROUNDS], singles[ROUNDS];
  struct wire wire = wire_open(port);
  for (unsigned round = 0; round < ROUNDS; round++) {
    unsigned seed = 1000 + 2 * round;
    uint64_t begin = measure_now();
    for (int i = 0; i < ITEMS; i++) {
      char prompt[64];
      make_prompt(prompt, &seed);
      wire_post(&wire, "/prompt", prompt, &reply);
    }
    singles[round] = (double)(measure_now() - begin) / 1e6;
    const char *body = make_batch(1001 + 2 * round);
    begin = measure_now();
    wire_post(&wire, "/batch", body, &reply);
    batch[round] = (double)(measure_now() - begin) / 1e6;
    if (reply.status != 200) fail("/batch");
    ratio[round] = singles[round] / batch[round];
  }
  wire_close(&wire);
  printf("\n%d prompts one by one over one connection %.1f ms, as a batch %.1f ms: %.2f times as fast\n",
         ITEMS, median(singles, ROUNDS), median(batch, ROUNDS), median(ratio, ROUNDS));
}

/* --- 5: the robot --- */

enum { POSITIONS = 256, BODY_MAX = 8192, LIMIT_MS = 10, ENGINE_MEMO = 1 << 20 };

/* What is asked at one turn of a game: all a player knows, the whole history too. */
static struct load_text make_move(const struct ddz_table *table, const char *history, const char *how) {
  char body[BODY_MAX], hand[64], kitty[64];
  snprintf(hand, sizeof hand, "%s", cards_text(table->hand[table->turn]));
  snprintf(kitty, sizeof kitty, "%s", cards_text(ddz_cards_hand(table->kitty)));
  snprintf(body, sizeof body,
           "{\"hand\":\"%s\",\"role\":\"%s\",\"rules\":\"douzero\",\"kitty\":\"%s\",\"history\":[%s],%s}",
           hand, ddz_role_name(ddz_table_role(table, table->turn)), kitty, history, how);
  return load_request("/robot-move", body, "");
}

/* Every turn of a game that the rules play, from `made` on; `how` is what else is said. Returns how many
 * there are then. */
static size_t make_game(struct ddz_engine *engine, uint64_t seed, struct load_text *requests, size_t made,
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
    requests[made++] = make_move(&table, history, how);
    ddz_robot_defaults(&ask);
    ask.player = DDZ_PLAYER_RULES;
    ddz_table_view(&table, &ask.view);
    ddz_decide(engine, &ask, &move, NULL, 0);
    used += (size_t)snprintf(history + used, sizeof history - used, "%s{\"role\":\"%s\",\"cards\":\"%s\"}",
                             used > 0 ? "," : "", ddz_role_name(ask.view.role),
                             cards_text(move.chosen.play.cards));
    action.cards = move.chosen.play.cards;
    if (ddz_table_apply(&table, &action) != DDZ_OK) abort();
  }
  return made;
}

static void make_moves(struct ddz_engine *engine, struct load_text *requests, const char *how) {
  size_t made = 0;
  for (uint64_t seed = 77; made < POSITIONS; seed++) made = make_game(engine, seed, requests, made, how);
}

static void print_robot(const char *name, double less_ms, const char *bars) {
  printf("%-44s %9llu %8.3f %8.3f   %s\n", name, (unsigned long long)tally.fine, ms(0.5) - less_ms,
         ms(0.99) - less_ms, bars);
}

static void bench_robot(unsigned port, double seconds) {
  static struct load_text rules[POSITIONS], net[POSITIONS], search[POSITIONS];
  const size_t workers = (size_t)server_threads();
  struct ddz_engine *engine = engine_new(ENGINE_MEMO);
  make_moves(engine, rules, "\"engine\":\"rules\"");
  make_moves(engine, net, "\"engine\":\"net\"");
  make_moves(engine, search, "\"engine\":\"search\",\"limit\":{\"ms\":10}");
  free(engine);
  const struct {
    const char *name, *wanted;
    struct load_text *texts;
    size_t connections;
    double rate, less_ms;
  } trials[] = {
      /* paced: cores sleep between two requests and have to wake up */
      {"rules, a connection a core, closed loop", "0.150, 1.000", rules, workers, 0, 0},
      {"net, a connection a core, closed loop", "", net, workers, 0, 0},
      {"net, 64 connections, closed loop", "", net, 64, 0, 0},
      {"rules, 1200/s over 64 connections", "0.150, 1.000", rules, 64, RATE, 0},
      {"net, 1200/s over 64 connections", "0.200, 1.500", net, 64, RATE, 0},
      {"rules, 1200/s over 64 connections", "0.150, 1.000", rules, 64, RATE, 0},
      {"net, 1200/s over 64 connections", "0.200, 1.500", net, 64, RATE, 0},
      {"search, one a core: after its 10 ms", "p99 5.000", search, workers, 0, LIMIT_MS},
      {"search, two a core: after its 10 ms", "", search, 2 * workers, 0, LIMIT_MS},
  };
  printf("\n%-44s %9s %8s %8s   %s\n", "/robot-move, every turn of whole games", "answers", "p50 ms",
         "p99 ms", "wanted");
  for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
    load_of(port, trials[i].texts, POSITIONS, trials[i].connections, trials[i].rate, seconds);
    print_robot(trials[i].name, trials[i].less_ms, trials[i].wanted);
  }
}

/* --- 6: the start --- */

/* One after the other what needs memory: hands of their own, open cards, a search. */
static void make_uses(struct load_text *requests) {
  struct ddz_engine *engine = engine_new(ENGINE_MEMO);
  unsigned seed = 4321;
  char prompt[64];
  make_moves(engine, requests, "\"engine\":\"search\",\"limit\":{\"ms\":10}");
  free(engine);
  for (size_t i = 0; i < POSITIONS; i++) {
    make_prompt(prompt, &seed);
    if (i % 3 == 0) requests[i] = load_request("/prompt", prompt, "");
    if (i % 3 == 1) requests[i] = make_deal(&seed);
  }
}

/* `threads` pollers and as many workers. */
static void time_starts(const char *program, const char *model, const char *threads, double seconds,
                        struct load_text *uses) {
  static struct wire_reply reply;
  const char *arguments[] = {program, "--port",    "0",     "--hosts", "*",   "--threads",
                             threads, "--workers", threads, NULL,      model, NULL};
  double took[ROUNDS], mib[ROUNDS], used_mib[ROUNDS];
  if (model) arguments[9] = "--model";
  for (int round = 0; round < ROUNDS; round++) {
    const uint64_t begin = measure_now();
    struct server server = start(program, arguments, "\"port\":");
    wire_once(server.port, "POST", "/classify", "{\"cards\":\"33\"}", &reply);
    took[round] = (double)(measure_now() - begin) / 1e6;
    mib[round] = program_mib(server.pid);
    load_of(server.port, uses, POSITIONS, CONNECTIONS, 0, seconds);
    used_mib[round] = program_mib(server.pid);
    stop(&server);
  }
  printf("%s pollers, %s workers, %-8s median %3.0f ms, slowest %3.0f ms; resident then %3.0f MiB, in use "
         "%3.0f MiB\n",
         threads, threads, model ? "no net:" : "nets:", median(took, ROUNDS), measure_at(took, ROUNDS, 1),
         median(mib, ROUNDS), median(used_mib, ROUNDS));
}

static void bench_start(const char *program, double seconds) {
  static struct load_text uses[POSITIONS];
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

#define SHORT "{\"cards\":\"3334445566\",\"rules\":\"standard\"}"

/* The service beside echoes: of the same request, and of a body as long as our answer. */
static void bench_echo(const struct server *service, double seconds) {
  static struct wire_reply reply;
  char threads[16];
  const char *program = beside("http_echo");
  snprintf(threads, sizeof threads, "%d", server_threads());
  struct server echo = start(program, (const char *const[]){program, threads, NULL}, "");
  time_alone(service->port, "/classify", SHORT, &reply);
  struct contender contenders[] = {
      {.name = "/classify", .server = service, .text = load_request("/classify", SHORT, "")},
      {.name = "echo of the same request", .server = &echo, .text = load_request("/classify", SHORT, "")},
      {.name = "echo of a body as long as our answer",
       .server = &echo,
       .text = load_request("/classify", reply.body, "")},
  };
  compare(contenders, 3, seconds);
  stop(&echo);
}

/* --- 7: more processors --- */

enum { SCALE_CONNECTIONS = 32 /* of each client */, CLIENTS_MAX = 64 };

struct scaled {
  const char *name;
  bool is_long;
  struct load_text texts[POSITIONS];
  double alone; /* with one thread */
};

static struct load_text make_table(uint64_t seed) {
  struct ddz_rules rules = cards_rules("standard");
  struct ddz_table table;
  char body[256];
  ddz_table_init(&table, &rules, seed, NULL);
  snprintf(body, sizeof body, "{\"seed\":%llu,\"actions\":[{\"seat\":%d,\"call\":\"3\"}]}",
           (unsigned long long)seed, (int)table.turn);
  return load_request("/table", body, "");
}

/* The first `most` of the set; all when there are fewer. */
static cpu_set_t first_of(const cpu_set_t *all, int most) {
  cpu_set_t some;
  CPU_ZERO(&some);
  for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&some) < most; i++)
    if (CPU_ISSET(i, all)) CPU_SET(i, &some);
  return some;
}

/* Of what is long two for each worker: it would wait too long. */
static size_t connections_of(const struct scaled *kind) {
  const int each = (2 * server_threads() + CPU_COUNT(&clients_on) - 1) / CPU_COUNT(&clients_on);
  return kind->is_long ? (size_t)each : SCALE_CONNECTIONS;
}

static void load_from(int processor, int to, unsigned port, struct scaled *kind, double seconds) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor, &one);
  sched_setaffinity(0, sizeof one, &one);
  const double rate = load_of(port, kind->texts, POSITIONS, connections_of(kind), 0, seconds);
  if (write(to, &rate, sizeof rate) != sizeof rate) _exit(1);
  _exit(0);
}

/* Answers a second to a client on each processor, together. */
static double rate_of(unsigned port, struct scaled *kind, double seconds) {
  int rates[2];
  double sum = 0, rate;
  pid_t client[CLIENTS_MAX];
  int clients = 0;
  if (pipe(rates) != 0) fail("pipe");
  fflush(stdout);
  for (int i = 0; i < CPU_SETSIZE && clients < CLIENTS_MAX; i++) {
    if (!CPU_ISSET(i, &clients_on)) continue;
    if ((client[clients++] = fork()) == 0) load_from(i, rates[1], port, kind, seconds);
  }
  close(rates[1]);
  while (read(rates[0], &rate, sizeof rate) == sizeof rate) sum += rate;
  close(rates[0]);
  for (int i = 0; i < clients; i++) waitpid(client[i], NULL, 0);
  return sum;
}

static void print_scaled(struct scaled *kind, unsigned port, double seconds) {
  rate_of(port, kind, .1);
  const double rate = rate_of(port, kind, seconds);
  if (kind->alone == 0) kind->alone = rate;
  printf(" %9.0f x%-4.1f", rate, rate / kind->alone);
}

static void bench_scale(const char *program, double seconds) {
  static struct scaled kinds[] = {{.name = "classify"},
                                  {.name = "prompt"},
                                  {.name = "net"},
                                  {.name = "table"},
                                  {.name = "20,000", .is_long = true},
                                  {.name = "echo"}};
  enum { KINDS = sizeof kinds / sizeof *kinds };
  const cpu_set_t all = servers_on;
  const char *echo_program = beside("http_echo");
  struct ddz_engine *engine = engine_new(ENGINE_MEMO);
  unsigned seed = 1;
  char prompt[64];
  for (size_t i = 0; i < POSITIONS; i++) {
    make_prompt(prompt, &seed);
    kinds[0].texts[i] = kinds[5].texts[i] = load_request("/classify", SHORT, "");
    kinds[1].texts[i] = load_request("/prompt", prompt, "");
    kinds[3].texts[i] = make_table(i);
  }
  make_moves(engine, kinds[2].texts, "\"engine\":\"net\"");
  make_moves(engine, kinds[4].texts, "\"engine\":\"search\",\"limit\":{\"nodes\":20000}");
  free(engine);
  printf("requests a second, times those of one thread; %d clients of %d connections\nthreads",
         CPU_COUNT(&clients_on), SCALE_CONNECTIONS);
  for (size_t i = 0; i < KINDS; i++) printf(" %15s", kinds[i].name);
  for (int threads = 1;; threads = 2 * threads < CPU_COUNT(&all) ? 2 * threads : CPU_COUNT(&all)) {
    char count[16];
    snprintf(count, sizeof count, "%d", threads);
    servers_on = first_of(&all, threads);
    struct server service = start(
        program, (const char *const[]){program, "--port", "0", "--hosts", "*", "--log-level", "notice", NULL},
        "\"port\":");
    struct server echo = start(echo_program, (const char *const[]){echo_program, count, NULL}, "");
    printf("\n%7d", threads);
    for (size_t i = 0; i < KINDS; i++)
      print_scaled(&kinds[i], (i + 1 < KINDS ? service : echo).port, seconds);
    stop(&echo);
    stop(&service);
    if (threads == CPU_COUNT(&all)) break;
  }
  printf("\n");
}

/* "0-3,8"; false: that is no such list. */
static bool read_processors(const char *text, cpu_set_t *set) {
  char *end;
  CPU_ZERO(set);
  do {
    const long from = strtol(text, &end, 10), to = *end == '-' ? strtol(end + 1, &end, 10) : from;
    if (end == text || from < 0 || to < from || to >= CPU_SETSIZE) return false;
    for (long i = from; i <= to; i++) CPU_SET((size_t)i, set);
    text = end + 1;
  } while (*end == ',');
  return *end == '\0';
}

/* Ours are those that the servers leave, all where they leave none; without a list both use all. */
static bool share_processors(const char *servers) {
  sched_getaffinity(0, sizeof clients_on, &clients_on);
  servers_on = clients_on;
  if (!servers) return true;
  if (!read_processors(servers, &servers_on)) return false;
  cpu_set_t others;
  CPU_AND(&servers_on, &servers_on, &clients_on);
  CPU_XOR(&others, &clients_on, &servers_on);
  if (CPU_COUNT(&others) > 0) clients_on = others;
  return CPU_COUNT(&servers_on) > 0 && sched_setaffinity(0, sizeof clients_on, &clients_on) == 0;
}

int main(int argc, char **argv) {
  const bool pinned = argc > 2 && strcmp(argv[1], "-on") == 0;
  if (!share_processors(pinned ? argv[2] : NULL)) return 2;
  argc -= pinned ? 2 : 0;
  argv += pinned ? 2 : 0;
  const bool part = argc > 1 && argv[1][0] == '-';
  const char *only = part ? argv[1] : "", *program = beside("../../ddzd");
  const double seconds = argc > 1 + part ? strtod(argv[1 + part], NULL) : 0.5;
  if (strcmp(only, "-scale") == 0) return bench_scale(program, seconds), 0;
  if (part && strcmp(only, "-solve") != 0 && strcmp(only, "-robot") != 0 && strcmp(only, "-start") != 0)
    return 2;
  if (strcmp(only, "-start") != 0) {
    struct server service =
        start(program, (const char *const[]){program, "--port", "0", "--hosts", "*", NULL}, "\"port\":");
    struct load_text shorts = load_request("/classify", SHORT, "");
    if (!part) bench_echo(&service, seconds);
    slice_short(); /* our own waiting is not the servers' */
    if (!part) compare_paced(service.port, &shorts, make_batch(1), seconds * 6);
    if (strcmp(only, "-robot") != 0) compare_solving(service.port, &shorts, seconds * 6);
    if (!part) compare_batch(service.port);
    if (strcmp(only, "-solve") != 0) bench_robot(service.port, seconds * 6);
    stop(&service);
  }
  if (!part || strcmp(only, "-start") == 0) bench_start(program, seconds);
  return 0;
}
