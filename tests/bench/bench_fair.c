/* bench_fair.c - what one client asks for, and what another waits for it.
 *
 * Others have proofs of 30 s each under way, over and over, or many connections that ask for bounded batches.
 * A client of another address asks one question after the other, first alone, then beside them; each trial
 * has a fresh service with its default options. Nothing here judges; it prints the bars that are wanted. That
 * the order is right whatever the time, is for tests/service.
 *
 * usage: bench_fair [questions of a kind, default 100 [first trial, last trial]]   expects ddzd two folders
 * up
 */
#include "tests/support/load.h"
#include "tests/support/measure.h"
#include "tests/support/program.h"
#include "tests/support/wire.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { QUESTIONS_MAX = 10000, EASY = 60, BODY = 4096 };

/* 10 against 10 cards, which cannot be proven in this time, and which can at once. */
static const char hard[] =
    "{\"hands\":{\"landlord\":\"3344667799TTQQKKA22J\",\"landlord_down\":\"345567889TJJQKA2B\","
    "\"landlord_up\":\"345567889TJQKAA2R\"},\"limit\":{\"ms\":30000}}";
static const char easy[] =
    "{\"hands\":{\"landlord\":\"33344455566677788899\",\"landlord_down\":\"34567899TTJJQQKKA\","
    "\"landlord_up\":\"TTJJQQKKAAA2222BR\"},\"limit\":{\"ms\":30000}}";
/* The most that a poller computes for one question: tests/attack/worst.c looks for it. */
static const char worst[] =
    "{\"path\":\"/"
    "prompt\",\"body\":{\"hand\":\"95K47Q44536AT255R48J\",\"limit\":1000,\"rules\":\"yuncheng\"}}";

static const struct trial {
  const char *name, *item; /* of a batch, or a proof */
  unsigned items;          /* 0: no batch */
  size_t connections;
  unsigned addresses;
  bool easy_first; /* the service has learned that proofs are short */
} trials[] = {
    {"alone", NULL, 0, 0, 0, false},
    {"4 proofs, one address", hard, 0, 4, 1, false},
    {"the same after 60 easy ones", hard, 0, 4, 1, true},
    {"60 easy proofs at a time", easy, 0, 60, 1, false},
    {"8 proofs, two addresses", hard, 0, 8, 2, false},
    {"32 proofs, eight addresses", hard, 0, 32, 8, false},
    {"60 connections with batches", worst, 1, 60, 1, false},
    {"300 connections with batches", worst, 1, 300, 1, false},
    {"900 connections with batches", worst, 1, 900, 1, false},
};
enum { TRIALS = sizeof trials / sizeof *trials };

#define ASKED                                                                                                \
  "\"hand\":\"244557799ABJJKKKT\",\"role\":\"landlord_down\",\"kitty\":\"62Q\",\"left\":{\"landlord\":20,"   \
  "\"landlord_up\":17}"
static const struct question {
  const char *name, *path, *body; /* NULL: a batch of 16 prompts */
  int every;                      /* one in so many questions is asked: slow ones are */
  bool of_worker;
  const char *wanted; /* beside one address */
} questions[] = {
    {"/classify", "/classify", "{\"cards\":\"3334445566\"}", 1, false, "p99 10, 30, 100 beside 60, 300, 900"},
    {"/health", "/health", NULL, 1, false, "the same"},
    {"batch of 16 prompts", "/batch", NULL, 1, true, "50"},
    {"search of 20 ms", "/robot-move", "{" ASKED ",\"engine\":\"search\",\"limit\":{\"ms\":20}}", 1, true,
     "60"},
    {"search of <= 300 ms", "/robot-move", "{" ASKED ",\"engine\":\"search\",\"limit\":{\"ms\":300}}", 4,
     true, "700"},
    {"level 10", "/robot-move", "{" ASKED ",\"level\":10}", 4, true, "twice as alone"},
};
enum { KINDS = sizeof questions / sizeof *questions };

static const char ADDRESS[] = "127.0.0.99";
static struct wire_reply reply;

static void batch_of(const char *item, unsigned n, char body[BODY]) {
  size_t used = 0;
  for (unsigned i = 0; i < n; i++)
    used += (size_t)snprintf(body + used, BODY - used, "%c%s", i ? ',' : '[', item);
  snprintf(body + used, BODY - used, "]");
}

/* --- the others --- */

static bool any(int status) { return status > 0; }

/* Until it is ended. */
static void crowd_run(unsigned port, const struct trial *trial) {
  char body[BODY];
  if (trial->items)
    batch_of(trial->item, trial->items, body);
  else
    snprintf(body, BODY, "%s", trial->item);
  struct load_text text = load_request(trial->items ? "/batch" : "/solve", body, "");
  struct load_kind kind = {.name = "crowd", .texts = &text, .count = 1, .weight = 1, .fine = any};
  struct load_setup setup = {.port = port,
                             .sources = trial->addresses,
                             .kinds = &kind,
                             .kind_count = 1,
                             .connections = {trial->connections},
                             .seed = 1};
  struct load *load = load_new(&setup);
  for (;;) load_run(load, 1000);
}

static pid_t crowd_start(unsigned port, const struct trial *trial) {
  fflush(stdout);
  pid_t pid = fork();
  if (pid != 0) return pid;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  crowd_run(port, trial);
  _exit(0);
}

/* --- the one --- */

/* How long it takes, in ns; who asks for /health, comes on a connection of its own. */
static double ask(unsigned port, struct wire *wire, const struct question *question) {
  char body[BODY];
  batch_of("{\"path\":\"/prompt\",\"body\":{\"hand\":\"33445566778899TTJJQQ\"}}", 16, body);
  const uint64_t begin_ns = measure_now();
  if (strcmp(question->path, "/health") == 0) {
    wire_close(wire);
    *wire = wire_open_from(port, ADDRESS);
    wire_text(wire, "GET /health HTTP/1.1\r\nHost: bench\r\n\r\n");
    wire_read(wire, &reply, false);
  } else {
    wire_post(wire, question->path, question->body ? question->body : body, &reply);
  }
  return (double)(measure_now() - begin_ns);
}

static void ask_all(unsigned port, const struct question *question, int n) {
  static double times[QUESTIONS_MAX];
  struct wire wire = wire_open_from(port, ADDRESS);
  char name[64];
  int refused = 0;
  for (int i = 0; i < n; i++) {
    times[i] = ask(port, &wire, question);
    refused += reply.status != 200;
    usleep(2000);
  }
  wire_close(&wire);
  snprintf(name, sizeof name, "  %-20s", question->name);
  double most = 0;
  for (int i = 0; i < n; i++) most = times[i] > most ? times[i] : most;
  measure_print(name, times, (size_t)n, "ms");
  printf("    at most %.1f ms, %d refused; wanted: %s\n", most / 1e6, refused, question->wanted);
}

static bool run(const struct trial *trial, int n) {
  struct program program = program_start((const char *const[]){"--log-level", "notice", NULL});
  if (!program.port) return false;
  printf("%s\n", trial->name);
  for (int i = 0; trial->easy_first && i < EASY; i++) wire_once(program.port, "POST", "/solve", easy, &reply);
  pid_t crowd = trial->connections ? crowd_start(program.port, trial) : 0;
  if (crowd) sleep(2);
  for (int i = 0; i < KINDS; i++)
    if (!trial->items || !questions[i].of_worker)
      ask_all(program.port, &questions[i], n * (questions[i].of_worker ? 1 : 10) / questions[i].every);
  if (crowd) kill(crowd, SIGKILL), waitpid(crowd, NULL, 0);
  return program_end(&program, SIGTERM) == 0;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 100;
  int first = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 0,
      last = argc > 3 ? (int)strtol(argv[3], NULL, 10) : TRIALS - 1;
  if (n < 4 || n > QUESTIONS_MAX / 10 || first < 0 || last >= TRIALS) return 2;
  signal(SIGPIPE, SIG_IGN);
  bool good = true;
  for (int i = first; i <= last; i++) good &= run(&trials[i], n);
  return good ? 0 : 1;
}
