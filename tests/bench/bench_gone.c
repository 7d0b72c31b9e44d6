/* bench_gone.c - how long until the service notices that a client has gone, and until it ends when it is
 * told.
 *
 * Proofs of a minute are under way. A client closes its connection with a next request in it, closes its
 * sending side alone, or says goodbye over TLS (curl and openssl; left out where there are none): the time
 * until the log has its request, whose work has stopped then. And the time from SIGTERM until the process has
 * ended: idle, and when the file of tokens has become a pipe and was refused.
 *
 * Wanted: 2 s, and 1 s. Nothing here judges; it prints. That they happen at all is what tests/service tests.
 *
 * usage: bench_gone [times each, default 20]      expects ddzd two folders up */
#include "tests/support/measure.h"
#include "tests/support/program.h"
#include "tests/support/wire.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TIMES_MAX = 1000 };

#define PROOF                                                                                                \
  "{\"hands\":{\"landlord\":\"3344667799TTQQKKA22J\",\"landlord_down\":\"345567889TJJQKA2B\","               \
  "\"landlord_up\":\"345567889TJQKAA2R\"},\"limit\":{\"ms\":60000}}"
#define ASK_NEXT "GET /version HTTP/1.1\r\nHost: bench\r\n\r\n"
#define LOGGED "\"route\":\"/solve\""
#define OPTIONS "--workers", "1", "--answer-ms", "600000"

static double times[TIMES_MAX];

/* --- clients that go --- */

static bool ask_and_close(struct program *program) {
  struct wire wire = wire_open(program->port);
  char head[128];
  snprintf(head, sizeof head, "POST /solve HTTP/1.1\r\nHost: bench\r\nContent-Length: %zu\r\n\r\n",
           strlen(PROOF));
  bool asked = wire_text(&wire, head) && wire_text(&wire, PROOF) &&
               wire_await_metric(program->port, "ddz_workers_busy", 1) && wire_text(&wire, ASK_NEXT);
  wire_close(&wire);
  return asked;
}

static struct wire half; /* until the next one */

static bool ask_and_shut(struct program *program) {
  char head[128];
  wire_close(&half);
  half = wire_open(program->port);
  snprintf(head, sizeof head, "POST /solve HTTP/1.1\r\nHost: bench\r\nContent-Length: %zu\r\n\r\n",
           strlen(PROOF));
  return wire_text(&half, head) && wire_text(&half, PROOF) &&
         wire_await_metric(program->port, "ddz_workers_busy", 1) && shutdown(half.fd, SHUT_WR) == 0;
}

/* curl gives up after a second, and is over when it has closed. */
static bool ask_over_tls(struct program *program) {
  char command[512];
  snprintf(command, sizeof command,
           "curl -sk --max-time 1 -o /dev/null -d '" PROOF "' https://127.0.0.1:%u/solve; test $? = 28",
           program->port);
  return system(command) == 0;
}

static bool print_noticed(const char *name, struct program program, bool (*ask_and_go)(struct program *),
                          int n) {
  bool good = program.port > 0;
  for (int i = 0; good && i < n; i++) {
    good = ask_and_go(&program);
    uint64_t gone_ns = measure_now();
    good = good && program_says(&program, LOGGED);
    times[i] = (double)(measure_now() - gone_ns);
  }
  if (good) measure_print(name, times, (size_t)n, "ms");
  return program_end(&program, SIGTERM) == 0 && good;
}

static bool print_noticed_over_tls(const char *folder, int n) {
  char cert[96], key[96], command[512];
  snprintf(cert, sizeof cert, "%s/cert", folder);
  snprintf(key, sizeof key, "%s/key", folder);
  snprintf(command, sizeof command,
           "command -v curl >/dev/null && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 "
           "-nodes -days 2 -subj /CN=localhost -keyout %s -out %s 2>/dev/null",
           key, cert);
  bool good = true;
  if (system(command) != 0)
    puts("gone_over_tls: no curl or no openssl here");
  else
    good = print_noticed(
        "gone_over_tls",
        program_start((const char *const[]){OPTIONS, "--tls-cert", cert, "--tls-key", key, NULL}),
        ask_over_tls, n);
  unlink(cert);
  unlink(key);
  return good;
}

/* --- the end --- */

static bool print_ended(const char *name, const char *tokens, int n) {
  bool good = true;
  for (int i = 0; good && i < n; i++) {
    FILE *file = tokens ? fopen(tokens, "w") : NULL;
    if (file) fputs("a-token-of-this-bench\n", file);
    if (file) fclose(file);
    struct program program = program_start(
        (const char *const[]){"--log-level", "notice", tokens ? "--tokens" : NULL, tokens, NULL});
    if (tokens) {
      unlink(tokens);
      good = mkfifo(tokens, 0600) == 0 && kill(program.pid, SIGHUP) == 0 &&
             program_says(&program, "\"event\":\"reload_failed\"");
      unlink(tokens);
    }
    uint64_t told_ns = measure_now();
    good = program_end(&program, SIGTERM) == 0 && good;
    times[i] = (double)(measure_now() - told_ns);
  }
  if (good) measure_print(name, times, (size_t)n, "ms");
  return good;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 20;
  char folder[] = "/tmp/ddz-gone-XXXXXX", tokens[64];
  const char *const plain[] = {OPTIONS, NULL};
  if (n < 2 || n > TIMES_MAX || !mkdtemp(folder)) return 2;
  signal(SIGPIPE, SIG_IGN);
  half.fd = -1;
  snprintf(tokens, sizeof tokens, "%s/tokens", folder);
  bool good = print_noticed("gone_with_unread_bytes", program_start(plain), ask_and_close, n) &&
              print_noticed("half_closed", program_start(plain), ask_and_shut, n) &&
              print_noticed_over_tls(folder, n) && print_ended("ended_when_idle", NULL, n) &&
              print_ended("ended_after_a_pipe_for_tokens", tokens, n);
  wire_close(&half);
  rmdir(folder);
  return good ? 0 : 1;
}
