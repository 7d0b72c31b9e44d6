/* slice.h - short time slices: a poller runs briefly, but at once.
 *
 * Since Linux 6.12 a thread that wakes up takes the processor from one with a longer slice; without that, a
 * poller waits for the next tick (up to 4 ms) whenever workers have all cores. Older kernels ignore the slice
 * or refuse the call; then nothing changes. */
#ifndef DDZ_SERVICE_SLICE_H
#define DDZ_SERVICE_SLICE_H

#include <sched.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SLICE_SHORT_NS = 100000 }; /* the shortest there is */

/* The calling thread, of the ordinary policy and nice value 0, gets slices of `ns`; 0: ordinary ones. */
static inline void slice_set(uint64_t ns) {
#ifdef SYS_sched_setattr
  struct { /* struct sched_attr of the kernel, first version */
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
  } attributes = {.size = sizeof attributes, .policy = SCHED_OTHER, .runtime = ns};
  syscall(SYS_sched_setattr, 0, &attributes, 0);
#else
  (void)ns;
#endif
}

static inline void slice_short(void) { slice_set(SLICE_SHORT_NS); }
static inline void slice_ordinary(void) { slice_set(0); }

#endif
