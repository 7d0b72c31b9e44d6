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
static struct turn **line_of(struct turn **first, const struct turns_client *client) {
  while (*first && (*first)->client != client) first = &(*first)->line_next;
  return first;
}

bool rounds_allow(const struct rounds *rounds, const struct turns_client *client) {
  if (!rounds->first) return rounds->spent_us < ROUND_US;
  struct turn *first = rounds->first;
  return rounds->spent_us < 2 * ROUND_US && !*line_of(&first, client);
}

void rounds_spend(struct rounds *rounds, uint64_t us) { rounds->spent_us += REQUEST_US + us; }

static void go_last(struct turns_client *client, uint64_t now_us) {
  atomic_store_explicit(&client->place_us, now_us, memory_order_relaxed);
}

static uint64_t place_of(const struct turn *turn) {
  return atomic_load_explicit(&turn->client->place_us, memory_order_relaxed);
}

void rounds_wait(struct rounds *rounds, struct turn *turn, uint64_t now_us) {
  struct turn **line = line_of(&rounds->first, turn->client);
  turn->next = turn->line_next = NULL;
  if (*line) {
    (*line)->line_last->next = turn;
  } else {
    go_last(turn->client, now_us);
    *line = turn;
  }
  (*line)->line_last = turn;
  atomic_fetch_add(&rounds->waiting, 1);
}

/* Of equal ones the first. */
static struct turn *whose_turn(const struct rounds *rounds) {
  struct turn *best = rounds->first;
  for (struct turn *turn = best; turn; turn = turn->line_next)
    if (place_of(turn) < place_of(best)) best = turn;
  return best;
}

struct turn *rounds_call(struct rounds *rounds) {
  if (rounds->called) return NULL;
  rounds->called = whose_turn(rounds);
  return rounds->called;
}

static void unlink_first(struct turn **line) {
  struct turn *turn = *line, *next = turn->next;
  if (next) {
    next->line_last = turn->line_last;
    next->line_next = turn->line_next;
  }
  *line = next ? next : turn->line_next;
}

void rounds_forget(struct rounds *rounds, struct turn *turn) {
  struct turn **line = line_of(&rounds->first, turn->client), *before = *line;
  if (before == turn) {
    unlink_first(line);
  } else {
    while (before->next != turn) before = before->next;
    before->next = turn->next;
    if ((*line)->line_last == turn) (*line)->line_last = before;
  }
  if (rounds->called == turn) rounds->called = NULL;
  atomic_fetch_sub(&rounds->waiting, 1);
}

static struct turn *take(struct rounds *rounds, struct turn *turn, uint64_t now_us) {
  go_last(turn->client, now_us);
  rounds_forget(rounds, turn);
  return turn;
}

void rounds_begin(struct rounds *rounds, uint64_t now_us) {
  rounds->number++;
  rounds->spent_us = 0;
  take(rounds, rounds->called, now_us);
}

struct turn *rounds_take(struct rounds *rounds, uint64_t now_us) {
  if (!rounds->first || rounds->spent_us >= ROUND_US) return NULL;
  return take(rounds, whose_turn(rounds), now_us);
}
