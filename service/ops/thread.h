/* thread.h - a thread with the stack it needs, whatever the limit of the shell that started us says. */
#ifndef DDZ_SERVICE_THREAD_H
#define DDZ_SERVICE_THREAD_H

#include <pthread.h>

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

#endif
