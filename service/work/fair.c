#include "service/work/fair.h"

unsigned fair_cap(const struct fair *fair) { return fair->workers > 1 ? fair->workers - 1 : 1; }

static bool is_full(const struct fair *fair) { return fair->busy - fair->passing >= fair->workers; }

bool fair_may(const struct fair *fair, const struct turns_client *client, bool brief) {
  const unsigned quota = atomic_load_explicit(&client->workers, memory_order_relaxed);
  if (quota && client->running >= quota) return false;
  if (is_full(fair)) return !fair->passing && brief && client->running == 0;
  return brief || client->slow < fair_cap(fair);
}

struct turn *fair_next(const struct fair *fair) {
  struct turn *best = NULL;
  for (struct turns_client *at = fair->queue.first; at; at = at->next) {
    if (best && at->running >= best->client->running) continue;
    struct turn *turn = at->first;
    while (turn && !fair_may(fair, at, turn->brief)) turn = turn->next;
    if (turn) best = turn;
  }
  return best;
}

void fair_begin(struct fair *fair, unsigned i, const struct fair_work *work) {
  fair->work[i] = *work;
  fair->work[i].passing = is_full(fair);
  fair->passing += fair->work[i].passing;
  fair->busy++;
  fair->slow += !work->brief;
  work->client->running++;
  work->client->slow += !work->brief;
}

void fair_end(struct fair *fair, unsigned i) {
  struct fair_work *work = &fair->work[i];
  fair->busy--;
  fair->passing -= work->passing;
  fair->slow -= !work->brief;
  work->client->running--;
  work->client->slow -= !work->brief;
  turns_postpone(&fair->queue, work->client);
  *work = (struct fair_work){.client = NULL};
}

/* Do more clients wait with nothing running than turns are ending? */
static bool somebody_waits(const struct fair *fair) {
  unsigned waiting = 0, ending = 0;
  for (struct turns_client *at = fair->queue.first; at; at = at->next) waiting += at->running == 0;
  for (unsigned i = 0; i <= fair->workers; i++) ending += fair->work[i].told;
  return waiting > ending;
}

/* Of the client with more slow work, and of equal ones the older. */
static bool comes_before(const struct fair_work *a, const struct fair_work *b) {
  return a->client->slow != b->client->slow ? a->client->slow > b->client->slow : a->began_us < b->began_us;
}

struct fair_work *fair_over(struct fair *fair, uint64_t now_us, uint64_t *again_us) {
  struct fair_work *over = NULL;
  *again_us = FAIR_NEVER;
  if (fair->slow < fair->workers || !somebody_waits(fair)) return NULL;
  for (unsigned i = 0; i <= fair->workers; i++) {
    struct fair_work *work = &fair->work[i];
    if (!work->client || work->brief || !work->yields || work->told) continue;
    const uint64_t end_us = work->began_us + fair->turn_us;
    if (end_us > now_us && end_us < *again_us) *again_us = end_us;
    if (end_us <= now_us && (!over || comes_before(work, over))) over = work;
  }
  if (over) over->told = true;
  return over;
}
