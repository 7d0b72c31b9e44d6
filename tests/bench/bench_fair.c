/* bench_fair.c - what one address asks for, and what another waits for it.
 *
 * Six connections of one address have a proof of 20 s each under way, over and over. Another address asks
 * /robot-move with 20 ms to think, one after the other: alone, and beside them. With two workers and with
 * one.
 *
 * Wanted: beside them, 99 of 100 come within 100 ms more than alone with two workers, and within 1 s with
 * one; nobody hears a refusal. Nothing here judges; it prints. That the order is right whatever the time, is
 * tests/service/test_admission.c's.
 *
 * usage: bench_fair [questions, default 100]      expects ddzd two folders up */
#include "tests/support/measure.h"
#include "tests/support/program.h"
#include "tests/support/wire.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROOFS = 6, QUESTIONS_MAX = 10000 };

static const char proof[] =
    "{\"hands\":{\"landlord\":\"3344667799TTQQKKA22J\",\"landlord_down\":\"345567889TJJQKA2B\","
    "\"landlord_up\":\"345567889TJQKAA2R\"},\"limit\":{\"ms\":20000}}";
static const char question[] =
    "{\"hand\":\"33456789TJQKKA22B\",\"role\":\"landlord_down\",\"kitty\":\"34R\",\"left\":"
    "{\"landlord\":20,\"landlord_up\":17},\"engine\":\"search\",\"limit\":{\"ms\":20}}";

static struct wire_reply reply;

struct crowd {
  unsigned port;
  struct wire wires[PROOFS];
  unsigned asked, refused;
};

static void ask_proof(struct crowd *crowd, int i) {
  char head[256];
  snprintf(head, sizeof head, "POST /solve HTTP/1.1\r\nHost: bench\r\nContent-Length: %zu\r\n\r\n",
           strlen(proof));
  wire_text(&crowd->wires[i], head);
  wire_text(&crowd->wires[i], proof);
  crowd->asked++;
}

static void begin(struct crowd *crowd, int workers) {
  for (int i = 0; i < PROOFS; i++) {
    crowd->wires[i] = wire_open_from(crowd->port, "127.0.0.1");
    ask_proof(crowd, i);
  }
  wire_await_metric(crowd->port, "ddz_workers_busy", workers);
  wire_await_metric(crowd->port, "ddz_queue_depth", PROOFS - workers);
}

/* Who has an answer asks again. */
static void go_on(struct crowd *crowd) {
  for (int i = 0; i < PROOFS; i++) {
    struct pollfd ready = {.fd = crowd->wires[i].fd, .events = POLLIN};
    if (poll(&ready, 1, 0) <= 0) continue;
    wire_read(&crowd->wires[i], &reply, false);
    crowd->refused += reply.status != 200;
    ask_proof(crowd, i);
  }
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Times of all answers in ns, sorted; how many were no answer. */
static int ask_all(unsigned port, struct crowd *crowd, double *times, int n) {
  struct wire wire = wire_open_from(port, "127.0.0.2");
  int refused = 0;
  for (int i = 0; i < n; i++) {
    if (crowd) go_on(crowd);
    uint64_t begin_ns = measure_now();
    wire_post(&wire, "/robot-move", question, &reply);
    times[i] = (double)(measure_now() - begin_ns);
    refused += reply.status != 200;
  }
  wire_close(&wire);
  qsort(times, (size_t)n, sizeof *times, ascending);
  return refused;
}

static int within(const double *times, int n, double ns) {
  int count = 0;
  while (count < n && times[count] <= ns) count++;
  return count;
}

static bool measure(int workers, int n) {
  static double alone[QUESTIONS_MAX], beside[QUESTIONS_MAX];
  char name[64], count[16];
  snprintf(count, sizeof count, "%d", workers);
  struct program program =
      program_start((const char *const[]){"--workers", count, "--log-level", "notice", NULL});
  if (!program.port) return false;
  struct crowd crowd = {.port = program.port};
  int refused = ask_all(program.port, NULL, alone, n);
  begin(&crowd, workers);
  refused += ask_all(program.port, &crowd, beside, n);
  double wanted = workers > 1 ? alone[n / 2] + 100e6 : 1e9;
  snprintf(name, sizeof name, "robot_move_alone_%d", workers);
  measure_print(name, alone, (size_t)n, "ms");
  snprintf(name, sizeof name, "robot_move_beside_%d", workers);
  measure_print(name, beside, (size_t)n, "ms");
  printf("  %d of %d within %.0f ms, 99 of 100 are wanted; %d refused; of %u proofs %u refused\n",
         within(beside, n, wanted), n, wanted / 1e6, refused, crowd.asked, crowd.refused);
  for (int i = 0; i < PROOFS; i++) wire_close(&crowd.wires[i]);
  return program_end(&program, SIGTERM) == 0;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 100;
  if (n < 2 || n > QUESTIONS_MAX) return 2;
  signal(SIGPIPE, SIG_IGN);
  return measure(2, n) && measure(1, n) ? 0 : 1;
}
