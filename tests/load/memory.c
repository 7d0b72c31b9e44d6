/* memory.c - what much memory is asked of: does the service stay below its ceiling, and give it back?
 *
 *   largest  batches of 40 of the largest answers, read to the end
 *   unread   64 connections of one address that ask for them and read nothing; another address asks for as
 *            large ones meanwhile, a tenth as many as there are batches of prompts, and gets them all
 *   prompts  batches of 256 prompts, as many at a time as the queue takes; who hears 503 or 429 asks again
 * after the time that the answer names
 *
 * The service runs with its default options on two cores. Demanded: its resident memory is at no time
 * MOST_MIB or more (the kernel's own high-water mark), and some seconds after each part, which are printed,
 * it is at most KEPT_MIB more than before the first. Nothing depends on the machine's speed: a part takes as
 * long as it takes.
 *
 * usage: load memory [batches of prompts, default 1000 [GROUP HOME]]
 *
 * GROUP and HOME are files cgroup.procs: the service starts in the first, whose limit it is to live through;
 * who asks stays in the second. */
#include "tests/load/ways.h"

#include "tests/support/load.h"
#include "tests/support/program.h"
#include "tests/support/wire.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_MIB = 450, KEPT_MIB = 120 };
enum {
  LARGEST = 40,
  PROMPTS = 256,
  FEW = 16,
  MANY = 256,
  BATCHES = 48,
  UNREAD = 64,
  BODY = 65536,
  PATIENCE_S = 1800
};

static const char LARGE_ITEM[] =
    "{\"path\":\"/solve\",\"body\":{\"landlord\":\"3333555567\",\"farmer\":\"4466778899T\","
    "\"rules\":{\"preset\":\"laizi\",\"wild\":[\"3\",\"5\"]},\"solutions\":\"scored\",\"limit\":{\"ms\":60}}"
    "}";
static const char PROMPT_ITEM[] =
    "{\"path\":\"/prompt\",\"body\":{\"hand\":\"33445566778899TTJJQQ\",\"last\":\"4\"}}";

/* A line of /proc/PID/status, in MiB. */
static double status_mib(pid_t pid, const char *name) {
  char path[64], line[256];
  double kib = 0;
  snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
  FILE *file = fopen(path, "r");
  while (file && fgets(line, sizeof line, file))
    if (strncmp(line, name, strlen(name)) == 0) kib = strtod(line + strlen(name) + 1, NULL);
  if (file) fclose(file);
  return kib / 1024;
}

/* --- asking --- */

/* A whole request for `n` times `item` in a batch; to be freed. */
static char *request_of(const char *item, size_t n) {
  static char body[BODY];
  char *at = body;
  for (size_t i = 0; i < n; i++) at += snprintf(at, (size_t)(body + BODY - at), "%c%s", i ? ',' : '[', item);
  strcpy(at, "]");
  return load_request("/batch", body, "").bytes;
}

struct heard {
  int status; /* 0: no whole answer came */
  unsigned retry_s;
  size_t length, refused; /* of a batch: items that are no answer */
};

static size_t count_of(const char *text, const char *what) {
  size_t n = 0;
  for (text = strstr(text, what); text; text = strstr(text + 1, what)) n++;
  return n;
}

/* The whole answer to what was sent, however long the service takes for it. */
static struct heard hear(int fd) {
  struct heard heard = {0};
  size_t used = 0, room = 16 << 20, whole = 0;
  char *text = malloc(room + 1);
  while (text && used < room) {
    ssize_t n = read(fd, text + used, room - used);
    if (n <= 0) break;
    text[used += (size_t)n] = '\0';
    const char *body = whole ? NULL : strstr(text, "\r\n\r\n"), *length = strstr(text, "Content-Length: ");
    if (body && length) whole = (size_t)(body + 4 - text) + strtoul(length + 16, NULL, 10);
    if (whole && used >= whole) break;
  }
  if (whole && used >= whole) {
    const char *retry = strstr(text, "Retry-After: ");
    heard = (struct heard){.status = (int)strtol(text + 9, NULL, 10),
                           .retry_s = retry ? (unsigned)strtoul(retry + 13, NULL, 10) : 1,
                           .length = used,
                           .refused = count_of(text, "urn:ddz:problem:")};
  }
  free(text);
  return heard;
}

/* --- many at a time --- */

struct crowd {
  unsigned port;
  const char *request;
  atomic_long left;
  atomic_ulong answered, again, failed, bytes, refused;
};

/* One batch, until it is answered; waits as it is told. */
static bool ask(struct crowd *crowd) {
  for (int i = 0; i < PATIENCE_S; i++) {
    struct wire wire = wire_open(crowd->port);
    struct heard heard = {0};
    if (wire.fd >= 0 && wire_text(&wire, crowd->request)) heard = hear(wire.fd);
    wire_close(&wire);
    if (heard.status != 503 && heard.status != 429) {
      crowd->bytes += heard.length;
      crowd->refused += heard.refused;
      return heard.status == 200;
    }
    crowd->again++;
    sleep(heard.retry_s);
  }
  return false;
}

static void *reader(void *arg) {
  struct crowd *crowd = arg;
  while (atomic_fetch_sub(&crowd->left, 1) > 0)
    if (ask(crowd))
      crowd->answered++;
    else
      crowd->failed++;
  return NULL;
}

static void ask_all(struct crowd *crowd, int readers, long batches) {
  pthread_t threads[MANY];
  crowd->left = batches;
  for (int i = 0; i < readers; i++)
    if (pthread_create(&threads[i], NULL, reader, crowd) != 0) abort();
  for (int i = 0; i < readers; i++) pthread_join(threads[i], NULL);
}

/* --- the parts --- */

struct trial {
  struct program program;
  double before;
};

static void judge(const struct trial *trial, const char *name) {
  double most = status_mib(trial->program.pid, "VmHWM:"), now = 0;
  int seconds = 0;
  do {
    sleep(1);
    now = status_mib(trial->program.pid, "VmRSS:");
  } while (now > trial->before + KEPT_MIB && ++seconds < PATIENCE_S / 10);
  demand(true, most > 0 && most < MOST_MIB, "%s: at most %.0f MiB so far, demanded below %d", name, most,
         MOST_MIB);
  demand(true, now > 0 && now <= trial->before + KEPT_MIB,
         "%s: %.0f MiB %d s later, %.0f before the first; at most %d more", name, now, seconds + 1,
         trial->before, KEPT_MIB);
}

static void read_all(const struct trial *trial, const char *name, int readers, const char *item, size_t items,
                     long batches) {
  char *request = request_of(item, items);
  struct crowd crowd = {.port = trial->program.port, .request = request};
  ask_all(&crowd, readers, batches);
  demand(true, !crowd.failed && (long)crowd.answered == batches,
         "%s: %lu of %ld batches answered, %lu KiB each, %lu items refused, %lu asked again", name,
         crowd.answered, batches, crowd.bytes / 1024 / (unsigned long)batches, crowd.refused, crowd.again);
  judge(trial, name);
  free(request);
}

/* The largest answers to another address, one after the other. */
static void ask_beside(unsigned port, const char *request, long n) {
  long whole = 0;
  size_t bytes = 0;
  for (long i = 0; i < n; i++) {
    struct wire wire = wire_open_from(port, "127.0.0.2");
    struct heard heard = {0};
    if (wire.fd >= 0 && wire_text(&wire, request)) heard = hear(wire.fd);
    wire_close(&wire);
    whole += heard.status == 200;
    bytes += heard.length;
  }
  demand(true, whole == n && bytes >= (size_t)n << 20,
         "unread: %ld of %ld of another address are answered, %zu KiB each", whole, n,
         bytes / 1024 / (size_t)n);
}

/* Asks on every connection and waits until nothing more is made: what waits to be sent no longer changes. */
static void leave_unread(const struct trial *trial, long beside) {
  char *request = request_of(LARGE_ITEM, LARGEST);
  struct wire wires[UNREAD];
  double last = -1, most = 0;
  for (int i = 0; i < UNREAD; i++) {
    wires[i] = wire_open(trial->program.port);
    if (wires[i].fd >= 0) wire_text(&wires[i], request);
  }
  for (int still = 0, i = 0; still < 5 && i < 120; i++) {
    sleep(1);
    double now = wire_metric(trial->program.port, "ddz_answers_unsent_bytes") / 1048576;
    still = now > 0 && now == last ? still + 1 : 0;
    if (now > most) most = now;
    last = now;
  }
  demand(true, most >= 8 && most <= 65,
         "unread: answers of up to %.1f MiB wait to be sent, at least 8 and at most 65", most);
  ask_beside(trial->program.port, request, beside);
  for (int i = 0; i < UNREAD; i++) wire_close(&wires[i]);
  judge(trial, "unread");
  free(request);
}

/* The process that calls this goes over to a control group. */
static bool enter(const char *procs) {
  FILE *file = fopen(procs, "w");
  bool written = file && fputs("0", file) >= 0;
  return file && fclose(file) == 0 && written;
}

static struct program start(const char *group, const char *home) {
  struct program none = {.port = 0};
  if (group && !enter(group)) return none;
  struct program program =
      program_start((const char *[]){"--threads", "2", "--workers", "2", "--log-level", "notice", NULL});
  if (!home || enter(home)) return program;
  program_end(&program, SIGKILL);
  return none;
}

int memory(int argc, char **argv) {
  long prompts = argc > 1 ? strtol(argv[1], NULL, 10) : 1000;
  if (prompts < 1 || argc == 3) return 2;
  struct trial trial = {.program = start(argc > 3 ? argv[2] : NULL, argc > 3 ? argv[3] : NULL)};
  if (!trial.program.port) return 2;
  trial.before = status_mib(trial.program.pid, "VmRSS:");
  read_all(&trial, "largest", FEW, LARGE_ITEM, LARGEST, BATCHES);
  leave_unread(&trial, prompts < 10 ? 1 : prompts / 10);
  read_all(&trial, "prompts", MANY, PROMPT_ITEM, PROMPTS, prompts);
  demand(true, program_end(&trial.program, SIGTERM) == 0, "it ends with 0");
  return 0;
}
