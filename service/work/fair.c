#include "service/work/fair.h"

/* Are no more threads at work than may be for a client that has so many, not counting what is passing? */
static bool has_room(const struct fair *fair, unsigned running) {
  return fair->busy - fair->passing < fair->workers + (running == 0 ? FAIR_SLOW_SPARE : 0);
}

bool fair_may(const struct fair *fair, const struct client *client, bool brief) {
  const unsigned quota = atomic_load_explicit(&client->workers, memory_order_relaxed);
  if (quota && client->running >= quota) return false;
  return has_room(fair, client->running) || (brief && client->running <= 1 && !fair->passing);
}

static bool is_due(const struct ticket *ticket, uint64_t now_us) {
  return ticket->due_us && ticket->due_us <= now_us;
}

static bool may_begin(const struct fair *fair, const struct ticket *ticket, uint64_t now_us) {
  if (is_due(ticket, now_us)) return has_room(fair, 0) || fair->passing < FAIR_PASSING;
  return fair_may(fair, ticket->client, ticket->brief);
}

struct ticket *fair_next(const struct fair *fair, uint64_t now_us) {
  struct ticket *best = NULL;
  unsigned fewest = 0;
  for (struct client *at = fair->queue.first; at; at = at->next)
    for (struct ticket *ticket = at->first; ticket; ticket = ticket->next) {
      const unsigned running = is_due(ticket, now_us) ? 0 : at->running;
      if ((best && running >= fewest) || !may_begin(fair, ticket, now_us)) continue;
      best = ticket;
      fewest = running;
    }
  return best;
}

void fair_begin(struct fair *fair, unsigned i, const struct fair_work *work) {
  fair->work[i] = *work;
  fair->work[i].passing = fair->passing < FAIR_PASSING && !has_room(fair, work->client->running);
  fair->passing += fair->work[i].passing;
  fair->busy++;
  work->client->running++;
}

void fair_end(struct fair *fair, unsigned i) {
  struct fair_work *work = &fair->work[i];
  fair->busy--;
  fair->passing -= work->passing;
  work->client->running--;
  queue_postpone(&fair->queue, work->client);
  *work = (struct fair_work){.client = NULL};
}

static bool has_slow(const struct client *client) {
  const struct ticket *ticket = client->first;
  while (ticket && ticket->brief) ticket = ticket->next;
  return ticket != NULL;
}

/* Do more clients wait with nothing running than turns are ending? Brief work waits for brief work alone. */
static bool somebody_waits(const struct fair *fair) {
  unsigned waiting = 0, ending = 0;
  for (struct client *at = fair->queue.first; at; at = at->next) waiting += at->running == 0 && has_slow(at);
  for (unsigned i = 0; i < fair->workers + FAIR_SPARE; i++) ending += fair->work[i].told;
  return waiting > ending;
}

/* The first time at which something that waits is due. */
static uint64_t next_due(const struct fair *fair, uint64_t now_us) {
  uint64_t due_us = FAIR_NEVER;
  for (struct client *at = fair->queue.first; at; at = at->next)
    for (struct ticket *ticket = at->first; ticket; ticket = ticket->next)
      if (ticket->due_us > now_us && ticket->due_us < due_us) due_us = ticket->due_us;
  return due_us;
}

/* Of the client with more threads, and of equal ones the older. */
static bool comes_before(const struct fair_work *a, const struct fair_work *b) {
  return a->client->running != b->client->running ? a->client->running > b->client->running
                                                  : a->began_us < b->began_us;
}

/* When work has had its part of its own time, beside what waits of its client; FAIR_NEVER: nothing does. */
static uint64_t part_ends(const struct fair *fair, const struct fair_work *work) {
  uint64_t waiting = 0, ending = 0;
  if (!work->due_us) return FAIR_NEVER;
  for (const struct ticket *ticket = work->client->first; ticket; ticket = ticket->next)
    waiting += ticket->due_us != 0;
  for (unsigned i = 0; i < fair->workers + FAIR_SPARE; i++)
    ending += fair->work[i].client == work->client && fair->work[i].told;
  if (waiting <= ending || work->due_us <= work->began_us) return FAIR_NEVER;
  const uint64_t running = work->client->running, left_us = work->due_us - work->began_us,
                 part_us = left_us * running / (running + waiting);
  return work->began_us + (part_us > FAIR_PART_US ? part_us : FAIR_PART_US);
}

static uint64_t turn_ends(const struct fair *fair, const struct fair_work *work) {
  return work->brief ? FAIR_NEVER : work->began_us + fair_turn_us(fair, work->due_us != 0);
}

struct fair_work *fair_over(struct fair *fair, uint64_t now_us, uint64_t *again_us) {
  struct fair_work *over = NULL;
  const bool waits = somebody_waits(fair);
  *again_us = next_due(fair, now_us);
  for (unsigned i = 0; i < fair->workers + FAIR_SPARE; i++) {
    struct fair_work *work = &fair->work[i];
    if (!work->client || work->told) continue;
    const uint64_t part_us = part_ends(fair, work), turn_us = waits ? turn_ends(fair, work) : FAIR_NEVER;
    const uint64_t end_us = part_us < turn_us ? part_us : turn_us;
    if (end_us > now_us && end_us < *again_us) *again_us = end_us;
    if (end_us <= now_us && (!over || comes_before(work, over))) over = work;
  }
  if (over) over->told = true;
  return over;
}
