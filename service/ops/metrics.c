#include "service/ops/metrics.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* ---- counters by kind of answer ---- */

typedef atomic_uint_fast64_t cell;

/* One writer a cell: a load and a store are enough. */
static void add(cell *at, uint64_t by) {
  atomic_store_explicit(at, atomic_load_explicit(at, memory_order_relaxed) + by, memory_order_relaxed);
}

/* The first two are of every response; of the others, how many have the note. */
enum { ANSWERS, COMPUTE, NOTES };
static const char *const notes[KINDS_FIGURES] = {[NOTES] = "early", "proved", "busy"};
static const struct metric_figure figures[KINDS_FIGURES] = {
    {"ddz_engine_answers_total",
     "Responses of an engine, by level of play and preset of rules; empty where a response has none.", 1},
    {"ddz_engine_compute_seconds_total", "Seconds that computing the responses of an engine took.", 1e-6},
    {"ddz_engine_early_total", "Searches that were sure before their limit was reached.", 1},
    {"ddz_engine_proved_total", "Responses of an engine whose result is proved.", 1},
    {"ddz_engine_busy_total", "Responses that ended early because other clients waited.", 1},
};

static const struct ddz_api_note *note_named(const struct ddz_answer *answer, const char *name) {
  for (size_t i = 0; i < answer->notes.count; i++)
    if (strcmp(answer->notes.note[i].name, name) == 0) return &answer->notes.note[i];
  return NULL;
}

/* Of a longer word as much as there is room for: seven parts, and the NUL. */
static void write_labels(const struct ddz_answer *answer, char text[KINDS_LABELS]) {
  const struct ddz_api_note *level = note_named(answer, "level"), *preset = note_named(answer, "preset");
  char number[24] = "";
  if (level) snprintf(number, sizeof number, "%llu", (unsigned long long)level->number);
  const char *const parts[] = {
      "engine=\"", answer->engine, "\",level=\"", number, "\",preset=\"", preset ? preset->text : "", "\""};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    text = mempcpy(text, parts[i], strnlen(parts[i], KINDS_PART));
  *text = '\0';
}

/* The row of this kind, a new one if need be; the last one is for what finds no room. */
static struct kind *row_of(struct kinds *kinds, const char *labels) {
  const size_t count = atomic_load_explicit(&kinds->count, memory_order_relaxed);
  for (size_t i = 0; i < count; i++)
    if (strcmp(kinds->kind[i].labels, labels) == 0) return &kinds->kind[i];
  if (count == KINDS_MAX) return &kinds->kind[KINDS_MAX - 1];
  struct kind *row = &kinds->kind[count];
  if (count == KINDS_MAX - 1) labels = "engine=\"other\",level=\"\",preset=\"\"";
  strcpy(row->labels, labels);
  atomic_store_explicit(&kinds->count, count + 1, memory_order_release);
  return row;
}

void kinds_add(struct kinds *kinds, const struct ddz_answer *answer, uint64_t compute_us) {
  char labels[KINDS_LABELS];
  if (!answer->engine) return;
  write_labels(answer, labels);
  struct kind *row = row_of(kinds, labels);
  add(&row->figure[ANSWERS], 1);
  add(&row->figure[COMPUTE], compute_us);
  for (size_t i = NOTES; i < KINDS_FIGURES; i++) {
    const struct ddz_api_note *note = note_named(answer, notes[i]);
    add(&row->figure[i], note && note->number);
  }
}

void kinds_merge(struct kinds *total, const struct kinds *more) {
  const size_t rows = atomic_load_explicit(&more->count, memory_order_acquire);
  for (size_t i = 0; i < rows; i++) {
    struct kind *row = row_of(total, more->kind[i].labels);
    for (size_t k = 0; k < KINDS_FIGURES; k++) add(&row->figure[k], atomic_load(&more->kind[i].figure[k]));
  }
}

void kinds_print(FILE *out, const struct kinds *kinds) {
  for (size_t i = 0; i < KINDS_FIGURES; i++) {
    metric_head(out, figures[i].name, "counter", figures[i].help);
    for (size_t k = 0; k < kinds->count; k++)
      fprintf(out, "%s{%s} %.15g\n", figures[i].name, kinds->kind[k].labels,
              (double)atomic_load(&kinds->kind[k].figure[i]) * figures[i].unit);
  }
}

/* ---- tallies ---- */

/* Codes with a column of their own, 0: no answer; the last column is every other code. */
enum { OTHER_CODE = -1 };
static const int codes[] = {0,   200, 204, 304, 400, 401, 404, 405, 408, 413,       415,
                            417, 421, 422, 429, 431, 500, 501, 503, 505, OTHER_CODE};
#define CODES (sizeof codes / sizeof codes[0])

static const uint64_t bounds_us[] = {50,    100,    200,    500,    1000,    2000,    5000,    10000,   20000,
                                     50000, 100000, 200000, 500000, 1000000, 2000000, 5000000, 10000000};
#define BOUNDS (sizeof bounds_us / sizeof bounds_us[0])

struct histogram {
  cell buckets[BOUNDS + 1];
  cell total_us;
};

struct counts { /* cells throughout */
  cell requests[METRICS_ROUTES_MAX][CODES];
  struct histogram duration[METRICS_ROUTES_MAX];
  struct histogram compute[METRICS_ROUTES_MAX]; /* of those done by workers */
  struct histogram wait;                        /* for a worker */
  cell searches[DDZ_SEARCH_OUTCOMES];
  cell received, sent;
};

struct tally {
  struct tally *next;
  struct counts counts;
  struct kinds kinds;
};

size_t route_names_find(const struct route_names *names, const char *path) {
  for (size_t i = 1; path && i < names->count; i++)
    if (names->path[i] == path || strcmp(names->path[i], path) == 0) return i;
  return 0;
}

void route_names_add(struct route_names *names, const char *path) {
  if (names->count < METRICS_ROUTES_MAX && route_names_find(names, path) == 0)
    names->path[names->count++] = path;
}

struct tally *tally_new(struct tally **all) {
  struct tally *tally = calloc(1, sizeof *tally);
  if (!tally) return NULL;
  tally->next = *all;
  *all = tally;
  return tally;
}

static void enter(struct histogram *histogram, uint64_t us) {
  size_t bucket = 0;
  while (bucket < BOUNDS && us > bounds_us[bucket]) bucket++;
  add(&histogram->buckets[bucket], 1);
  add(&histogram->total_us, us);
}

void tally_add(struct tally *tally, const struct tally_entry *entry) {
  struct counts *counts = &tally->counts;
  size_t code = 0;
  while (code < CODES - 1 && codes[code] != entry->status) code++;
  add(&counts->requests[entry->route][code], 1);
  enter(&counts->duration[entry->route], entry->duration_us);
  if (entry->queued) enter(&counts->compute[entry->route], entry->compute_us);
  if (entry->queued) enter(&counts->wait, entry->queue_us);
  for (size_t i = 0; i < DDZ_SEARCH_OUTCOMES; i++)
    add(&counts->searches[i], entry->answer->searches.ended[i]);
  add(&counts->received, entry->received);
  add(&counts->sent, entry->sent);
  kinds_add(&tally->kinds, entry->answer, entry->compute_us);
}

/* --- printing, of sums that belong to one thread --- */

static void merge(struct tally *total, const struct tally *more) {
  cell *to = (cell *)(void *)&total->counts;
  const cell *from = (const cell *)(const void *)&more->counts;
  for (size_t i = 0; i < sizeof total->counts / sizeof(cell); i++)
    add(&to[i], atomic_load_explicit(&from[i], memory_order_relaxed));
  kinds_merge(&total->kinds, &more->kinds);
}

static void print_requests(FILE *out, const struct route_names *names, const struct counts *counts) {
  metric_head(out, "ddz_http_requests_total", "counter",
              "Requests by route and status code; code 0: the connection ended without a response.");
  for (size_t route = 0; route < names->count; route++)
    for (size_t code = 0; code < CODES; code++) {
      const uint64_t n = counts->requests[route][code];
      if (!n) continue;
      char label[16] = "other";
      if (codes[code] != OTHER_CODE) snprintf(label, sizeof label, "%d", codes[code]);
      fprintf(out, "ddz_http_requests_total{route=\"%s\",code=\"%s\"} %llu\n", names->path[route], label,
              (unsigned long long)n);
    }
}

static void print_searches(FILE *out, const struct counts *counts) {
  static const char *const outcomes[DDZ_SEARCH_OUTCOMES] = {[DDZ_SEARCH_WHOLE] = "whole",
                                                            [DDZ_SEARCH_CUT] = "cut",
                                                            [DDZ_SEARCH_STOOD_IN] = "stood_in",
                                                            [DDZ_SEARCH_BRIEF] = "brief",
                                                            [DDZ_SEARCH_REFUSED] = "refused"};
  metric_head(
      out, "ddz_searches_total", "counter",
      "Searches and proofs that were requested: one of /robot-move, /bid-advice, /solve and /review, one "
      "of each turn of a searching robot at a /table; items of a /batch as they would be alone. whole: it "
      "had "
      "its limit, or was sure before; cut: others took more than half of its time; stood_in: likewise, and "
      "another engine responded in its place; brief: another engine responded, because the limit was too "
      "short; refused: 503. Not those whose client left or was over a limit of its own (429).");
  for (size_t i = 0; i < DDZ_SEARCH_OUTCOMES; i++)
    fprintf(out, "ddz_searches_total{outcome=\"%s\"} %llu\n", outcomes[i],
            (unsigned long long)counts->searches[i]);
}

/* `label` is "route=\"...\"" or "". */
static void print_histogram(FILE *out, const char *name, const char *label,
                            const struct histogram *histogram) {
  const char *comma = label[0] ? "," : "", *open = label[0] ? "{" : "", *close = label[0] ? "}" : "";
  unsigned long long below = 0;
  for (size_t i = 0; i <= BOUNDS; i++) {
    below += histogram->buckets[i];
    if (i < BOUNDS)
      fprintf(out, "%s_bucket{%s%sle=\"%g\"} %llu\n", name, label, comma, (double)bounds_us[i] / 1e6, below);
    else
      fprintf(out, "%s_bucket{%s%sle=\"+Inf\"} %llu\n", name, label, comma, below);
  }
  fprintf(out, "%s_sum%s%s%s %.6f\n", name, open, label, close, (double)histogram->total_us / 1e6);
  fprintf(out, "%s_count%s%s%s %llu\n", name, open, label, close, below);
}

/* One of each route that has any; `histograms` by route. */
static void print_by_route(FILE *out, const char *name, const char *help, const struct route_names *names,
                           const struct histogram *histograms) {
  metric_head(out, name, "histogram", help);
  for (size_t route = 0; route < names->count; route++) {
    char label[160];
    snprintf(label, sizeof label, "route=\"%s\"", names->path[route]);
    uint64_t any = 0;
    for (size_t i = 0; i <= BOUNDS; i++) any |= histograms[route].buckets[i];
    if (any) print_histogram(out, name, label, &histograms[route]);
  }
}

void tally_print(FILE *out, const struct route_names *names, const struct tally *all) {
  struct tally total;
  memset(&total, 0, sizeof total);
  for (; all; all = all->next) merge(&total, all);
  const struct counts *counts = &total.counts;
  kinds_print(out, &total.kinds);
  print_requests(out, names, counts);
  print_searches(out, counts);
  print_by_route(out, "ddz_http_request_duration_seconds",
                 "Seconds from the first line of a request to the last byte of its response.", names,
                 counts->duration);
  print_by_route(out, "ddz_compute_duration_seconds", "Seconds that workers computed a long request.", names,
                 counts->compute);
  metric_head(out, "ddz_queue_wait_seconds", "histogram", "Seconds that a long request waited for a worker.");
  print_histogram(out, "ddz_queue_wait_seconds", "", &counts->wait);
  metric_print(out, "ddz_http_received_bytes_total", "counter", "Bytes of requests, heads and bodies.",
               (double)counts->received);
  metric_print(out, "ddz_http_sent_bytes_total", "counter", "Bytes of responses, bodies alone.",
               (double)counts->sent);
}

/* ---- the process ---- */

struct process {
  double began_s;        /* since 1970 */
  int sizes;             /* /proc/self/statm */
  DIR *descriptors;      /* /proc/self/fd */
  pthread_mutex_t mutex; /* guards the position in descriptors */
};

struct process *process_open(void) {
  struct process *process = calloc(1, sizeof *process);
  if (!process) return NULL;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  process->began_s = (double)now.tv_sec + (double)now.tv_nsec / 1e9;
  process->sizes = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  process->descriptors = opendir("/proc/self/fd");
  pthread_mutex_init(&process->mutex, NULL);
  return process;
}

void process_close(struct process *process) {
  if (!process) return;
  if (process->sizes >= 0) close(process->sizes);
  if (process->descriptors) closedir(process->descriptors);
  pthread_mutex_destroy(&process->mutex);
  free(process);
}

static long open_descriptors(struct process *process) {
  long n = 0;
  if (!process->descriptors) return 0;
  pthread_mutex_lock(&process->mutex);
  rewinddir(process->descriptors);
  for (struct dirent *entry; (entry = readdir(process->descriptors));)
    if (entry->d_name[0] != '.') n++;
  pthread_mutex_unlock(&process->mutex);
  return n;
}

struct process_view process_look(struct process *process) {
  char line[128] = ""; /* size resident ..., in pages */
  const bool told = process->sizes >= 0 && pread(process->sizes, line, sizeof line - 1, 0) > 0;
  const char *resident = told ? strchr(line, ' ') : NULL;
  struct rusage usage;
  struct rlimit files = {0, 0};
  getrusage(RUSAGE_SELF, &usage);
  getrlimit(RLIMIT_NOFILE, &files);
  return (struct process_view){.resident_bytes =
                                   resident ? strtod(resident, NULL) * (double)sysconf(_SC_PAGESIZE) : 0,
                               .descriptors = (double)open_descriptors(process),
                               .descriptors_most = (double)files.rlim_cur,
                               .began_s = process->began_s,
                               .cpu_s = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                                        (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6};
}
