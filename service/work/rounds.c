#include "service/work/rounds.h"

/* Twice in a row is pipelining, not a new round. */
void rounds_see(struct rounds *rounds, const void *connection, uint64_t *seen) {
  if (!rounds->first && *seen == rounds->number && connection != rounds->latest) {
    rounds->number++;
    rounds->spent_us = 0;
  }
  *seen = rounds->number;
  rounds->latest = connection;
}

bool rounds_allow_all(const struct rounds *rounds) { return !rounds->first && rounds->spent_us < ROUND_US; }

/* The link to the client's line; to NULL at the end where it has none. */
static struct entry **line_of(struct entry **first, const struct client *client) {
  while (*first && (*first)->client != client) first = &(*first)->line_next;
  return first;
}

bool rounds_allow(const struct rounds *rounds, const struct client *client) {
  if (!rounds->first) return rounds->spent_us < ROUND_US;
  struct entry *first = rounds->first;
  return rounds->spent_us < 2 * ROUND_US && !*line_of(&first, client);
}

void rounds_spend(struct rounds *rounds, uint64_t us) { rounds->spent_us += REQUEST_US + us; }

static uint64_t place_of(const struct entry *entry) {
  return atomic_load_explicit(&entry->client->place_us, memory_order_relaxed);
}

void rounds_wait(struct rounds *rounds, struct entry *entry, uint64_t now_us) {
  struct entry **line = line_of(&rounds->first, entry->client);
  entry->next = entry->line_next = NULL;
  if (*line) {
    (*line)->line_last->next = entry;
  } else {
    atomic_store_explicit(&entry->client->place_us, now_us, memory_order_relaxed); /* last */
    *line = entry;
  }
  (*line)->line_last = entry;
  atomic_fetch_add(&rounds->waiting, 1);
}

/* Of equal ones the first. */
static struct entry *first_in_place(const struct rounds *rounds) {
  struct entry *best = rounds->first;
  for (struct entry *entry = best; entry; entry = entry->line_next)
    if (place_of(entry) < place_of(best)) best = entry;
  return best;
}

struct entry *rounds_call(struct rounds *rounds) {
  if (rounds->called) return NULL;
  rounds->called = first_in_place(rounds);
  return rounds->called;
}

static void unlink_first(struct entry **line) {
  struct entry *entry = *line, *next = entry->next;
  if (next) {
    next->line_last = entry->line_last;
    next->line_next = entry->line_next;
  }
  *line = next ? next : entry->line_next;
}

void rounds_forget(struct rounds *rounds, struct entry *entry) {
  struct entry **line = line_of(&rounds->first, entry->client), *before = *line;
  if (before == entry) {
    unlink_first(line);
  } else {
    while (before->next != entry) before = before->next;
    before->next = entry->next;
    if ((*line)->line_last == entry) (*line)->line_last = before;
  }
  if (rounds->called == entry) rounds->called = NULL;
  atomic_fetch_sub(&rounds->waiting, 1);
}

static struct entry *take(struct rounds *rounds, struct entry *entry, uint64_t now_us) {
  atomic_store_explicit(&entry->client->place_us, now_us, memory_order_relaxed); /* last */
  rounds_forget(rounds, entry);
  return entry;
}

void rounds_begin(struct rounds *rounds, uint64_t now_us) {
  rounds->number++;
  rounds->spent_us = 0;
  take(rounds, rounds->called, now_us);
}

struct entry *rounds_take(struct rounds *rounds, uint64_t now_us) {
  if (!rounds->first || rounds->spent_us >= ROUND_US) return NULL;
  return take(rounds, first_in_place(rounds), now_us);
}
