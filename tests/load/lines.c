/* lines.c - send requests of a file to a port of this machine and count exactly what comes of them.
 *
 * usage: load lines PORT FILE [--connections N] [--rate PER_SECOND] [--seconds S] [--reuse N]
 *                             [--requests N] [--patience-ms MS] [--name PREFIX] [--sources N]
 *
 * A line of FILE is `KEY PATH BODY`: KEY goes into the header X-Game (`-`: none); without BODY it is a GET.
 * Lines are sent in order, over and over, each with X-Request-Id PREFIX-LINE-COUNT, so that the logs of the
 * servers tell who answered which; an empty PREFIX: without. Each connection is used for `--reuse` requests
 * (0: any number), then replaced; they come from `--sources` addresses of this machine.
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
 *   per_s           answers 200 a second, up to the last
 *
 * Exit 0 when all were answered 200, else 1. */
#include "tests/load/ways.h"
#include "tests/support/load.h"
#include "tests/support/measure.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOLD_MAX = 10 /* failures described on standard error */ };

static struct load_setup setup = {.connections = {16}, .reuse = 1000, .patience_ms = 40000, .name = "load"};
static double rate = 200, seconds = 10;
static struct load_kind kind = {.weight = 1};
static char **paths; /* of the lines, for failures */
static volatile sig_atomic_t stopped;

static uint64_t begin_ns, last_ns;
static size_t ok, told, refused, broken, silent, status_503, status_5xx, status_4xx;
static double slowest_ms, slowest_s;

static void die(const char *what) {
  fprintf(stderr, "load lines: %s: %s\n", what, strerror(errno));
  exit(2);
}

/* --- the file --- */

static char *word(char **rest) {
  char *start = *rest, *end = start + strcspn(start, " \n");
  *rest = *end ? end + 1 : end;
  *end = '\0';
  return start;
}

static void add_line(char *rest) {
  char game[256] = "";
  rest[strcspn(rest, "\n")] = '\0';
  const char *key = word(&rest), *path = word(&rest);
  if (strcmp(key, "-") != 0) snprintf(game, sizeof game, "X-Game: %.200s\r\n", key);
  kind.texts = realloc(kind.texts, (kind.count + 1) * sizeof *kind.texts);
  paths = realloc(paths, (kind.count + 1) * sizeof *paths);
  if (!kind.texts || !paths) die("memory");
  kind.texts[kind.count] = load_request(path, rest, game);
  paths[kind.count++] = strdup(path);
}

static void read_lines(const char *path) {
  FILE *file = fopen(path, "r");
  char *line = NULL;
  size_t room = 0;
  if (!file) die(path);
  while (getline(&line, &room, file) > 0) add_line(line);
  free(line);
  fclose(file);
  if (kind.count == 0) die("an empty file");
}

/* --- the run --- */

static bool is_ok(int status) { return status == 200; }

static size_t *count_of(int status) {
  if (status == LOAD_REFUSED || status == LOAD_SILENT) return status == LOAD_REFUSED ? &refused : &silent;
  if (status < 100) return &broken;
  return status == 503 ? &status_503 : status >= 500 ? &status_5xx : &status_4xx;
}

static void ended(size_t text, int status, uint64_t due_ns) {
  last_ns = measure_now();
  const double ms = (double)(last_ns - due_ns) / 1e6, due_s = (double)(due_ns - begin_ns) / 1e9;
  if (status == 200) {
    ok++;
    if (ms > slowest_ms) slowest_ms = ms, slowest_s = due_s;
    return;
  }
  ++*count_of(status);
  if (told++ < TOLD_MAX)
    fprintf(stderr, "load lines: %s-%zu %s due at %.2f s: %s %d after %.1f ms\n", setup.name, text,
            paths[text], due_s, status >= 100 ? "status" : "no answer", status, ms);
}

static void stop(int signal) {
  (void)signal;
  stopped = 1;
}

static void read_option(const char *name, const char *value) {
  const double number = strtod(value, NULL);
  if (strcmp(name, "--connections") == 0)
    setup.connections[0] = (size_t)number;
  else if (strcmp(name, "--rate") == 0)
    rate = number;
  else if (strcmp(name, "--seconds") == 0)
    seconds = number;
  else if (strcmp(name, "--reuse") == 0)
    setup.reuse = (uint64_t)number;
  else if (strcmp(name, "--requests") == 0)
    setup.most = (uint64_t)number;
  else if (strcmp(name, "--patience-ms") == 0)
    setup.patience_ms = (uint64_t)number;
  else if (strcmp(name, "--sources") == 0)
    setup.sources = (unsigned)number;
  else if (strcmp(name, "--name") == 0)
    setup.name = value;
  else
    errno = EINVAL, die(name);
}

int lines(int argc, char **argv) {
  if (argc < 3 || argc % 2 == 0) return 2;
  for (int i = 3; i < argc; i += 2) read_option(argv[i], argv[i + 1]);
  read_lines(argv[2]);
  kind.fine = is_ok;
  setup.port = (unsigned)strtoul(argv[1], NULL, 10);
  setup.kinds = &kind;
  setup.kind_count = 1;
  setup.ended = ended;
  signal(SIGTERM, stop);
  signal(SIGINT, stop);
  struct load *load = load_new(&setup);
  const struct load_tally *tally = load_tally_of(load, 0);
  begin_ns = measure_now();
  load_rate(load, rate);
  while (!stopped && (double)(measure_now() - begin_ns) / 1e9 < seconds &&
         (setup.most == 0 || tally->sent < setup.most))
    load_run(load, 0.02);
  load_settle(load, (double)setup.patience_ms / 1000 + 1);
  const size_t sent = tally->sent;
  printf("sent=%zu ok=%zu failed=%zu refused=%zu broken=%zu silent=%zu s503=%zu s5xx=%zu s4xx=%zu "
         "p50_ms=%.3f p99_ms=%.3f max_ms=%.1f worst_s=%.1f per_s=%.1f\n",
         sent, ok, sent - ok, refused, broken, silent, status_503, status_5xx, status_4xx,
         histogram_ms(&tally->took, 0.5), histogram_ms(&tally->took, 0.99), slowest_ms, slowest_s,
         (double)ok * 1e9 / (double)(last_ns - begin_ns + 1));
  load_free(load);
  return ok != sent;
}
