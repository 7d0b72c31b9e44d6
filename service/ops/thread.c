#include "service/ops/thread.h"

#include "service/ops/options.h"

#include <limits.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* ---- processors ---- */

/* The numbers that a file begins with; what is not there leaves them as they are. */
static void scan(const char *folder, const char *name, long *first, long *second) {
  char path[PATH_MAX], text[64] = "", *rest = text;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "re");
  if (file && fgets(text, sizeof text, file)) *first = strtol(text, &rest, 10);
  if (rest > text) *second = strtol(rest, NULL, 10);
  if (file) fclose(file);
}

/* Processors that the quota of a group is worth: v2 writes it into one file, v1 into two. LONG_MAX: it has
 * none. */
static long quota_of(const char *folder) {
  long quota = 0, period = 0, other;
  scan(folder, "cpu.max", &quota, &period);
  scan(folder, "cpu.cfs_quota_us", &quota, &other);
  scan(folder, "cpu.cfs_period_us", &period, &other);
  return quota > 0 && period > 0 ? (quota - 1) / period + 1 : LONG_MAX;
}

/* The least of a group and of all above it; in a container the lower ones may be folders of the host. */
static long least_quota(const char *root, const char *top, const char *group) {
  char folder[PATH_MAX];
  const size_t above = strlen(root) + strlen(top);
  snprintf(folder, sizeof folder, "%s%s%s", root, top, group);
  for (long least = LONG_MAX;;) {
    const long quota = quota_of(folder);
    char *end = strrchr(folder, '/');
    if (quota < least) least = quota;
    if (end < folder + above) return least;
    *end = '\0';
  }
}

/* Where the groups of a line of /proc/self/cgroup lie that bound the time; NULL: they do not. */
static const char *top_of(char *controllers) {
  const char *name;
  if (!*controllers) return "/sys/fs/cgroup"; /* v2 */
  while ((name = strsep(&controllers, ",")) != NULL)
    if (strcmp(name, "cpu") == 0) return "/sys/fs/cgroup/cpu";
  return NULL;
}

static long quota_here(const char *root) {
  char line[PATH_MAX];
  long least = LONG_MAX;
  snprintf(line, sizeof line, "%s/proc/self/cgroup", root);
  FILE *file = fopen(line, "re");
  while (file && fgets(line, sizeof line, file)) { /* number:controllers:group */
    char *rest = line;
    strsep(&rest, ":");
    char *controllers = strsep(&rest, ":"), *group = strsep(&rest, "\n");
    const char *top = group ? top_of(controllers) : NULL;
    const long quota = top && *group == '/' ? least_quota(root, top, group) : LONG_MAX;
    if (quota < least) least = quota;
  }
  if (file) fclose(file);
  return least;
}

unsigned cores_here(const char *root) {
  cpu_set_t set;
  long most = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : sysconf(_SC_NPROCESSORS_ONLN);
  const long quota = quota_here(root);
  if (quota < most) most = quota;
  if (most > OPTIONS_THREADS_MAX) most = OPTIONS_THREADS_MAX;
  return most < 1 ? 1 : (unsigned)most;
}

/* ---- memory ---- */

enum {
  KEPT_BYTES = 4 << 20, /* free memory that a thread keeps */
  LARGE_BYTES = 65536,  /* threads ask for smaller ones all the time */
  MUCH_BYTES = 1 << 20, /* freed by large ones, worth a sweep */
  PAUSE_US = 1000000
};

static atomic_size_t freed;
static atomic_uint_fast64_t settled_us;

void heap_tune(void) {
#ifdef __GLIBC__
  mallopt(M_MXFAST, 0);
  mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
  mallopt(M_MMAP_THRESHOLD, KEPT_BYTES); /* setting this one turns off the automatic growth of the other */
#endif
}

void heap_freed(size_t bytes) {
  if (bytes >= LARGE_BYTES) atomic_fetch_add_explicit(&freed, bytes, memory_order_relaxed);
}

void heap_settle(void) {
#ifdef __GLIBC__
  const uint64_t now_us = clock_us();
  if (atomic_load_explicit(&freed, memory_order_relaxed) < MUCH_BYTES) return;
  if (now_us < atomic_load(&settled_us) + PAUSE_US) return;
  atomic_store(&settled_us, now_us);
  atomic_store_explicit(&freed, 0, memory_order_relaxed);
  malloc_trim(KEPT_BYTES);
#endif
}
