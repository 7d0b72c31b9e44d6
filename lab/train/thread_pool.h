/* thread_pool.h - threads that share out numbered items of work.
 *
 * thread_pool_run hands the items 0..n-1 of a task to whoever is free, the caller among them, and returns
 * when all are done. What an item does must not depend on who does it; then results do not depend on the
 * number of threads. */
#pragma once

struct thread_pool;
typedef void thread_pool_task(void *self, int item, int thread);

struct thread_pool *thread_pool_new(int threads); /* exits when threads cannot be had */
int thread_pool_threads(const struct thread_pool *thread_pool);
void thread_pool_run(struct thread_pool *thread_pool, thread_pool_task *task, void *self, int items);
void thread_pool_free(struct thread_pool *thread_pool);
