#include "service/work/fair.h"

/* ---- the queue ---- */

/* Everything here walks from the start, as fair_next does. */

static void append(struct fair *fair, struct client *client) {
  struct client **end = &fair->ring;
  while (*end) end = &(*end)->next;
  *end = client;
  client->next = NULL;
}

/* Of a client that is in the ring: to its end, or out of it when nothing of it waits. */
static void postpone(struct fair *fair, struct client *client) {
  struct client **link = &fair->ring;
  while (*link != client) link = &(*link)->next;
  *link = client->next;
  if (client->first) append(fair, client);
}

void fair_push(struct fair *fair, struct entry *entry) {
  struct entry **end = &entry->client->first;
  if (!*end) append(fair, entry->client);
  while (*end) end = &(*end)->next;
  *end = entry;
  entry->next = NULL;
}

void fair_take(struct fair *fair, struct entry *entry) {
  struct entry **link = &entry->client->first;
  while (*link != entry) link = &(*link)->next;
  *link = entry->next;
  postpone(fair, entry->client);
}

/* ---- the rule ---- */

/* Are no more threads at work than may be for a client that has so many, not counting express work? */
static bool has_room(const struct fair *fair, unsigned running) {
  return fair->busy - fair->express < fair->workers + (running == 0 ? FAIR_SLOW_SPARE : 0);
}

bool fair_may(const struct fair *fair, const struct client *client, bool brief) {
  const unsigned quota = client->workers ? atomic_load_explicit(client->workers, memory_order_relaxed) : 0;
  if (quota && client->running >= quota) return false;
  return has_room(fair, client->running) || (brief && client->running <= 1 && !fair->express);
}

static bool is_due(const struct entry *entry, uint64_t now_us) {
  return entry->due_us && entry->due_us <= now_us;
}

static bool may_begin(const struct fair *fair, const struct entry *entry, uint64_t now_us) {
  if (is_due(entry, now_us)) return has_room(fair, 0) || fair->express < FAIR_EXPRESS;
  return fair_may(fair, entry->client, entry->brief);
}

struct entry *fair_next(const struct fair *fair, uint64_t now_us) {
  struct entry *best = NULL;
  unsigned fewest = 0;
  for (struct client *at = fair->ring; at; at = at->next)
    for (struct entry *entry = at->first; entry; entry = entry->next) {
      const unsigned running = is_due(entry, now_us) ? 0 : at->running;
      if ((best && running >= fewest) || !may_begin(fair, entry, now_us)) continue;
      best = entry;
      fewest = running;
    }
  return best;
}

void fair_begin(struct fair *fair, unsigned i, struct entry *entry, uint64_t now_us) {
  const bool express = fair->express < FAIR_EXPRESS && !has_room(fair, entry->client->running);
  fair->work[i] = (struct fair_work){.entry = entry, .began_us = now_us, .express = express};
  fair->express += express;
  fair->busy++;
  entry->client->running++;
}

void fair_end(struct fair *fair, unsigned i) {
  struct client *client = fair->work[i].entry->client;
  fair->busy--;
  fair->express -= fair->work[i].express;
  client->running--;
  if (client->first) postpone(fair, client); /* it has been served */
  fair->work[i].entry = NULL;
}

static bool has_slow(const struct client *client) {
  const struct entry *entry = client->first;
  while (entry && entry->brief) entry = entry->next;
  return entry != NULL;
}

/* Threads whose work is to end, of one client; NULL: of all. */
static unsigned ending(const struct fair *fair, const struct client *client) {
  unsigned threads = 0;
  for (unsigned i = 0; i < fair->workers + FAIR_SPARE; i++) {
    const struct fair_work *work = &fair->work[i];
    threads += work->entry && work->stopped && (!client || work->entry->client == client);
  }
  return threads;
}

/* Do more clients wait with nothing running than threads are ending? Brief work waits for brief work alone.
 */
static bool somebody_waits(const struct fair *fair) {
  unsigned waiting = 0;
  for (struct client *at = fair->ring; at; at = at->next) waiting += at->running == 0 && has_slow(at);
  return waiting > ending(fair, NULL);
}

/* The first time at which something that waits is due. */
static uint64_t next_due(const struct fair *fair, uint64_t now_us) {
  uint64_t due_us = FAIR_NEVER;
  for (struct client *at = fair->ring; at; at = at->next)
    for (struct entry *entry = at->first; entry; entry = entry->next)
      if (entry->due_us > now_us && entry->due_us < due_us) due_us = entry->due_us;
  return due_us;
}

/* Of the client with more threads, and of equal ones the older. */
static bool comes_before(const struct fair_work *a, const struct fair_work *b) {
  const unsigned many = a->entry->client->running, others = b->entry->client->running;
  return many != others ? many > others : a->began_us < b->began_us;
}

/* How much waits of the client that has a time of its own. */
static unsigned timed_waiting(const struct client *client) {
  unsigned entries = 0;
  for (const struct entry *entry = client->first; entry; entry = entry->next) entries += entry->due_us != 0;
  return entries;
}

/* When work has had its part of its own time, beside what waits of its client; FAIR_NEVER: nothing does, or
 * enough ends already. */
static uint64_t part_ends(const struct fair *fair, const struct fair_work *work) {
  const struct client *client = work->entry->client;
  const unsigned waiting = timed_waiting(client);
  if (work->entry->due_us <= work->began_us || waiting <= ending(fair, client)) return FAIR_NEVER;
  const uint64_t own_us = work->entry->due_us - work->began_us,
                 part_us = own_us * client->running / (client->running + waiting);
  return work->began_us + (part_us > FAIR_PART_US ? part_us : FAIR_PART_US);
}

struct entry *fair_over(struct fair *fair, uint64_t now_us, uint64_t *again_us) {
  struct fair_work *over = NULL;
  const bool waits = somebody_waits(fair);
  *again_us = next_due(fair, now_us);
  for (unsigned i = 0; i < fair->workers + FAIR_SPARE; i++) {
    struct fair_work *work = &fair->work[i];
    if (!work->entry || work->stopped) continue;
    uint64_t end_us = part_ends(fair, work);
    const uint64_t slice_us = work->began_us + fair_slice_us(fair, work->entry->due_us != 0);
    if (waits && !work->entry->brief && slice_us < end_us) end_us = slice_us;
    if (end_us > now_us && end_us < *again_us) *again_us = end_us;
    if (end_us <= now_us && (!over || comes_before(work, over))) over = work;
  }
  if (!over) return NULL;
  over->stopped = true;
  return over->entry;
}
