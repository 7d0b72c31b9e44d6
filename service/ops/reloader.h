/* reloader.h - reload files on a thread of its own: a file system that hangs blocks no other thread.
 *
 * One round runs at a time; asked during a round, another follows it. */
#ifndef DDZ_SERVICE_RELOADER_H
#define DDZ_SERVICE_RELOADER_H

#include <stdatomic.h>
#include <stdbool.h>

/* Counted by the thread that reloads, printed by /metrics. */
struct reloads {
  atomic_uint all, failed;
};

struct reloader;

/* Starts the thread, which calls again(self) for each round. NULL when memory or threads are short. */
struct reloader *reloader_new(void (*again)(void *self), void *self);

/* Any thread; returns at once. */
void reloader_ask(struct reloader *reloader);

/* No round any more. False: one hangs and did not end within half a second; then nothing that it may use can
 * be freed, nor the reloader. NULL is allowed. */
bool reloader_free(struct reloader *reloader);

#endif
