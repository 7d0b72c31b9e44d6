/* crew.h - threads that share out numbered items of work.
 *
 * crew_run hands the items 0..n-1 of a task to whoever is free, the caller among them, and returns when all
 * are done. What an item does must not depend on who does it; then results do not depend on the number of
 * threads. */
#ifndef DDZ_TOOLS_TRAIN_CREW_H
#define DDZ_TOOLS_TRAIN_CREW_H

struct crew;
typedef void crew_task(void *self, int item, int thread);

struct crew *crew_new(int threads); /* exits when threads cannot be had */
int crew_threads(const struct crew *crew);
void crew_run(struct crew *crew, crew_task *task, void *self, int items);
void crew_free(struct crew *crew);

#endif
