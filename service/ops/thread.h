/* thread.h - what threads need of the system: processors, a stack, the time, a slice, memory.
 *
 * A stack as large as it needs, whatever the limit of the shell that started us says. */
#pragma once

#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* The parser takes up to 700 KiB, for lists 2,000 deep; all else takes 110. The thread's own variables lie
 * here as well. Only what is used is touched. Sanitizers take several times as much. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { THREAD_STACK = 8 << 20 };
#else
enum { THREAD_STACK = 2 << 20 };
#endif

/* As pthread_create. */
static inline int thread_start(pthread_t *thread, void *(*run)(void *self), void *self) {
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error != 0) return error;
  error = pthread_attr_setstacksize(&attributes, THREAD_STACK);
  if (error == 0) error = pthread_create(thread, &attributes, run, self);
  pthread_attr_destroy(&attributes);
  return error;
}

/* ---- processors ---- */

/* How many threads can compute at the same time: the processors that the calling thread may use, but no more
 * than the cgroup's quota of their time is worth, rounded up. 1 to OPTIONS_THREADS_MAX.
 *
 * root  where /proc and /sys lie: "" */
unsigned cores_here(const char *root);

/* ---- the time: monotonic, for measuring and for waiting ---- */

#define CLOCK_NEVER_US (UINT64_MAX / 2) /* past every deadline */

/* Monotonic microseconds, for measuring and deadlines. */
static inline uint64_t clock_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

static inline uint64_t clock_ms(void) { return clock_us() / 1000u; }

/* For waiting until a time on this clock. */
static inline void clock_cond_init(pthread_cond_t *cond) {
  pthread_condattr_t monotonic;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(cond, &monotonic);
  pthread_condattr_destroy(&monotonic);
}

static inline struct timespec clock_at_us(uint64_t us) {
  return (struct timespec){.tv_sec = (time_t)(us / 1000000u), .tv_nsec = (long)(us % 1000000u * 1000u)};
}

/* ---- slices of the scheduler ---- */

/* A poller has short ones: it runs briefly, but at once. Since Linux 6.12 a thread that wakes up takes the
 * processor from one with a longer slice; without that, a poller waits for the next tick (up to 4 ms)
 * whenever workers have all cores. Older kernels ignore the slice or refuse the call; then nothing changes.
 */
enum { SLICE_SHORT_NS = 100000 }; /* the shortest there is */

/* The calling thread, of the ordinary policy and nice value 0, gets short ones. */
static inline void slice_short(void) {
#ifdef SYS_sched_setattr
  struct { /* struct sched_attr of the kernel, first version */
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
  } attributes = {.size = sizeof attributes, .policy = SCHED_OTHER, .runtime = SLICE_SHORT_NS};
  syscall(SYS_sched_setattr, 0, &attributes, 0);
#endif
}

/* ---- memory ---- */

/* What threads keep for the next request, and what goes back to the system. A request is thousands of small
 * blocks. By default glibc sweeps its lists and returns pages, which the next request must fault in again:
 * that was half of the work of a poller. So threads keep some free memory, and what large answers took, which
 * lies between small blocks, is given back now and then. */

/* At the start of the program. */
void heap_tune(void);

/* So many bytes of a request and its answer are free again. Any thread. */
void heap_freed(size_t bytes);

/* Now and then, on a thread that nobody waits for: gives back what is free, if that can be much and has not
 * been done in the last second. */
void heap_settle(void);
