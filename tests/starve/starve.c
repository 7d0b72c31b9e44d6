#include "tests/starve/starve.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* These run before a sanitizer has set itself up. */
#define BARE __attribute__((no_sanitize("address", "undefined", "thread")))

static struct starve own;
static struct starve *orders = &own;

struct starve *starve_orders(void) {
  return orders;
}

void starve_after(struct starve *to, long n, bool all_after) {
  atomic_store(&to->failed, 0);
  atomic_store(&to->seen, 0);
  atomic_store(&to->all_after, all_after);
  atomic_store(&to->countdown, n);
}

long starve_end(struct starve *to) {
  atomic_store(&to->countdown, 0);
  atomic_store(&to->all_after, false);
  return atomic_load(&to->failed);
}

static struct starve *map(int fd) {
  void *at = mmap(NULL, sizeof(struct starve), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  return at == MAP_FAILED ? NULL : at;
}

struct starve *starve_share(void) {
  static char name[64];
  snprintf(name, sizeof name, "/tmp/ddz-starve-%d-XXXXXX", (int)getpid());
  int fd = mkstemp(name);
  if (fd < 0 || ftruncate(fd, sizeof(struct starve)) != 0) return NULL;
  setenv("DDZ_STARVE", name, 1);
  return map(fd);
}

__attribute__((constructor)) BARE static void take_orders(void) {
  const char *name = getenv("DDZ_STARVE");
  int fd = name ? open(name, O_RDWR | O_CLOEXEC) : -1;
  struct starve *shared = fd >= 0 ? map(fd) : NULL;
  if (shared) orders = shared;
}

/* A sanitizer's own start of a thread does not count: it aborts when memory is short. */
static _Thread_local bool exempt;

BARE int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes) {
  static int (*real)(pthread_t, pthread_attr_t *);
  exempt = true;
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "pthread_getattr_np");
  int status = real(thread, attributes);
  exempt = false;
  return status;
}

/* Is this the allocation that fails? The countdown goes on below 0 once it has struck, and stays there until
 * starve_end. */
BARE static bool strikes(void) {
  struct starve *now = orders;
  if (exempt) return false;
  if (atomic_load_explicit(&now->countdown, memory_order_relaxed) == 0) return false;
  atomic_fetch_add(&now->seen, 1);
  long left = atomic_fetch_sub(&now->countdown, 1);
  if (left == 1) atomic_store(&now->countdown, -1); /* 0 would mean: no orders */
  bool strike = left == 1 || (left < 0 && atomic_load(&now->all_after));
  if (strike) atomic_fetch_add(&now->failed, 1);
  if (strike) errno = ENOMEM;
  return strike;
}

/* --- the real ones: a sanitizer's where there is one, else libc's --- */

#define REAL(type, name, parameters)                                                                         \
  type __interceptor_##name parameters __attribute__((weak));                                                \
  type __libc_##name parameters __attribute__((weak));
REAL(void *, malloc, (size_t))
REAL(void *, calloc, (size_t, size_t))
REAL(void *, realloc, (void *, size_t))
REAL(void *, memalign, (size_t, size_t))
void *__interceptor_aligned_alloc(size_t, size_t) __attribute__((weak));

BARE void *malloc(size_t size) {
  if (strikes()) return NULL;
  return __interceptor_malloc ? __interceptor_malloc(size) : __libc_malloc(size);
}

BARE void *calloc(size_t n, size_t size) {
  if (strikes()) return NULL;
  return __interceptor_calloc ? __interceptor_calloc(n, size) : __libc_calloc(n, size);
}

BARE void *realloc(void *old, size_t size) {
  if (strikes()) return NULL;
  return __interceptor_realloc ? __interceptor_realloc(old, size) : __libc_realloc(old, size);
}

BARE void *aligned_alloc(size_t alignment, size_t size) {
  if (strikes()) return NULL;
  return __interceptor_aligned_alloc ? __interceptor_aligned_alloc(alignment, size)
                                     : __libc_memalign(alignment, size);
}

BARE void *reallocarray(void *old, size_t n, size_t size) {
  size_t all;
  if (__builtin_mul_overflow(n, size, &all)) return NULL;
  return realloc(old, all);
}

BARE char *strndup(const char *text, size_t limit) {
  size_t length = strnlen(text, limit);
  char *copy = malloc(length + 1);
  if (!copy) return NULL;
  memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

BARE char *strdup(const char *text) { return strndup(text, SIZE_MAX); }
