#include "service/metrics.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Codes with a column of their own; the last column is every other. */
static const int codes[] = {200, 204, 400, 401, 404, 405, 408, 411, 413, 415,
                            417, 422, 429, 431, 500, 501, 503, 505, 0};
#define CODES (sizeof codes / sizeof codes[0])

static const uint64_t bounds_us[] = {50,    100,    200,    500,    1000,    2000,    5000,    10000,   20000,
                                     50000, 100000, 200000, 500000, 1000000, 2000000, 5000000, 10000000};
#define BOUNDS (sizeof bounds_us / sizeof bounds_us[0])

typedef atomic_uint_fast64_t cell;

struct tally {
  cell requests[METRICS_ROUTES_MAX][CODES];
  cell buckets[METRICS_ROUTES_MAX][BOUNDS + 1];
  cell total_us[METRICS_ROUTES_MAX];
};

/* One writer a cell: a load and a store are enough. */
static void add(cell *at, uint64_t by) {
  atomic_store_explicit(at, atomic_load_explicit(at, memory_order_relaxed) + by, memory_order_relaxed);
}

void route_names_init(struct route_names *names) {
  names->path[0] = "other";
  names->count = 1;
}

size_t route_names_find(const struct route_names *names, const char *path) {
  for (size_t i = 1; path && i < names->count; i++)
    if (names->path[i] == path || strcmp(names->path[i], path) == 0) return i;
  return 0;
}

void route_names_add(struct route_names *names, const char *path) {
  if (names->count < METRICS_ROUTES_MAX && route_names_find(names, path) == 0)
    names->path[names->count++] = path;
}

struct tally *tally_new(void) {
  return calloc(1, sizeof(struct tally));
}
void tally_free(struct tally *tally) { free(tally); }

void tally_add(struct tally *tally, size_t route, int status, uint64_t duration_us) {
  size_t code = 0, bucket = 0;
  while (code < CODES - 1 && codes[code] != status) code++;
  while (bucket < BOUNDS && duration_us > bounds_us[bucket]) bucket++;
  add(&tally->requests[route][code], 1);
  add(&tally->buckets[route][bucket], 1);
  add(&tally->total_us[route], duration_us);
}

/* The sum of one cell over all tallies; `at` is the cell's place in a tally. */
static uint64_t sum(struct tally *const *tallies, size_t count, const struct tally *first, const cell *at) {
  size_t offset = (size_t)((const char *)at - (const char *)first);
  uint64_t total = 0;
  for (size_t i = 0; i < count; i++) {
    const cell *here = (const cell *)(const void *)((const char *)tallies[i] + offset);
    total += atomic_load_explicit(here, memory_order_relaxed);
  }
  return total;
}

static void print_requests(FILE *out, const struct route_names *names, struct tally *const *tallies,
                           size_t count) {
  const struct tally *first = tallies[0];
  fprintf(
      out,
      "# HELP ddz_http_requests_total Answered requests; code 0: the connection ended without an answer.\n"
      "# TYPE ddz_http_requests_total counter\n");
  for (size_t route = 0; route < names->count; route++)
    for (size_t code = 0; code < CODES; code++) {
      uint64_t n = sum(tallies, count, first, &first->requests[route][code]);
      if (n)
        fprintf(out, "ddz_http_requests_total{route=\"%s\",code=\"%d\"} %llu\n", names->path[route],
                codes[code], (unsigned long long)n);
    }
}

static void print_latency(FILE *out, const char *path, struct tally *const *tallies, size_t count,
                          size_t route) {
  const struct tally *first = tallies[0];
  const char *name = "ddz_http_request_duration_seconds";
  uint64_t below = 0;
  for (size_t i = 0; i <= BOUNDS; i++) {
    below += sum(tallies, count, first, &first->buckets[route][i]);
    if (i < BOUNDS)
      fprintf(out, "%s_bucket{route=\"%s\",le=\"%g\"} %llu\n", name, path, (double)bounds_us[i] / 1e6,
              (unsigned long long)below);
    else
      fprintf(out, "%s_bucket{route=\"%s\",le=\"+Inf\"} %llu\n", name, path, (unsigned long long)below);
  }
  fprintf(out, "%s_sum{route=\"%s\"} %.6f\n", name, path,
          (double)sum(tallies, count, first, &first->total_us[route]) / 1e6);
  fprintf(out, "%s_count{route=\"%s\"} %llu\n", name, path, (unsigned long long)below);
}

static uint64_t answered(struct tally *const *tallies, size_t count, size_t route) {
  uint64_t n = 0;
  for (size_t i = 0; i <= BOUNDS; i++) n += sum(tallies, count, tallies[0], &tallies[0]->buckets[route][i]);
  return n;
}

void tally_print(FILE *out, const struct route_names *names, struct tally *const *tallies, size_t count) {
  if (count == 0) return;
  print_requests(out, names, tallies, count);
  fprintf(out,
          "# HELP ddz_http_request_duration_seconds From the request line to the last byte of the answer.\n"
          "# TYPE ddz_http_request_duration_seconds histogram\n");
  for (size_t route = 0; route < names->count; route++)
    if (answered(tallies, count, route)) print_latency(out, names->path[route], tallies, count, route);
}

struct process {
  int sizes;             /* /proc/self/statm */
  DIR *descriptors;      /* /proc/self/fd */
  pthread_mutex_t mutex; /* guards the position in descriptors */
};

struct process *process_open(void) {
  struct process *process = calloc(1, sizeof *process);
  if (!process) return NULL;
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

static long resident_bytes(const struct process *process) {
  char line[128] = ""; /* size resident ..., in pages */
  if (process->sizes < 0 || pread(process->sizes, line, sizeof line - 1, 0) <= 0) return 0;
  const char *resident = strchr(line, ' ');
  return resident ? strtol(resident, NULL, 10) * sysconf(_SC_PAGESIZE) : 0;
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

void process_print(struct process *process, FILE *out) {
  struct rusage usage;
  struct rlimit files = {0, 0};
  getrusage(RUSAGE_SELF, &usage);
  getrlimit(RLIMIT_NOFILE, &files);
  double cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
               (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
  fprintf(out,
          "# HELP process_resident_memory_bytes Resident memory.\n"
          "# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes %ld\n",
          resident_bytes(process));
  fprintf(out,
          "# HELP process_open_fds Open file descriptors.\n"
          "# TYPE process_open_fds gauge\nprocess_open_fds %ld\n",
          open_descriptors(process));
  fprintf(out,
          "# HELP process_max_fds Limit of open file descriptors.\n"
          "# TYPE process_max_fds gauge\nprocess_max_fds %llu\n",
          (unsigned long long)files.rlim_cur);
  fprintf(out,
          "# HELP process_cpu_seconds_total User and system time.\n"
          "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total %.3f\n",
          cpu);
}
