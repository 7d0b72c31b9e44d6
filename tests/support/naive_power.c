#include "naive_power.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROCKET = 0, NONE = -1 };

long naive_weight(int copies, int rank, int length, int kicker) {
  long v = rank + 3;
  if (copies == ROCKET) return 650000;
  if (copies == 1 && length == 1) return -215395 + 1510 * v;
  if (copies == 1) return -216150 + 1510 * v - 1245 * length;
  if (copies == 2 && length == 1) return -215450 + 1500 * v;
  if (copies == 2) return -216200 + 1500 * v - 1250 * length;
  if (copies == 3 && length == 1) return -222300 + 2000 * v + 1000 * kicker;
  if (copies == 3) return -223300 + 2000 * v - 1000 * length + 1000 * kicker;
  return (rank == DDZ_RANK_2 ? 315000 : 196250 + 17500 * v) + 120000 * (copies - 4);
}

/* ---- what is left of a hand ---- */

/* Naturals, and wildcards of up to two kinds. The flower is kind 0 of its own sort. */
struct rest {
  int natural[15];
  int wild[2];
};

struct listing;

struct job {
  struct listing *listing; /* all partitions are wanted, not the best value */
  bool flower;
  int wild_rank[2]; /* of each kind, NONE when there is no second; the flower has no rank */
  size_t used;
};

/* The values of one job. The table is large and is cleared by undoing what was written. */
struct entry {
  uint64_t key; /* 0: free */
  struct naive_value value;
};
enum { TABLE = 1 << 21 };
static struct entry table[TABLE];
static struct entry *written[TABLE / 2];

static uint64_t key_of(const struct rest *rest) {
  uint64_t key = 1;
  for (int rank = 0; rank < 13; rank++) key = key * 5 + (uint64_t)rest->natural[rank];
  for (int rank = 13; rank < 15; rank++) key = key * 2 + (uint64_t)rest->natural[rank];
  return (key * 5 + (uint64_t)rest->wild[0]) * 5 + (uint64_t)rest->wild[1];
}

static struct entry *find(uint64_t key) {
  size_t at = key * 0x9E3779B97F4A7C15ull >> 43;
  while (table[at].key != 0 && table[at].key != key) at = (at + 1) % TABLE;
  return &table[at];
}

static void remember(struct job *job, uint64_t key, struct naive_value value) {
  if (job->used == TABLE / 2) {
    fprintf(stderr, "naive_power: the table is too small\n");
    abort();
  }
  struct entry *entry = find(key);
  *entry = (struct entry){key, value};
  written[job->used++] = entry;
}

static void forget(struct job *job) {
  while (job->used > 0) *written[--job->used] = (struct entry){0, {0, 0}};
}

/* ---- plays that hold the highest card ---- */

/* A play being put together. */
struct building {
  struct job *job;
  const struct rest *hand; /* before the play */
  struct rest left;        /* after what has been taken */
  int copies, rank, length, kicker;
  int naturals, wilds; /* cards in the play */
  struct naive_value best;
};

static struct naive_value solve(struct job *job, const struct rest *rest);
static void list_play(const struct building *b);

static int highest(const struct rest *rest) {
  for (int rank = 14; rank >= 0; rank--)
    if (rest->natural[rank] > 0) return rank;
  return NONE;
}

static bool covers_highest(const struct building *b) {
  int top = highest(b->hand);
  if (top != NONE) return b->left.natural[top] < b->hand->natural[top];
  int kind = b->hand->wild[0] > 0 ? 0 : 1;
  return b->left.wild[kind] < b->hand->wild[kind];
}

/* A play of wildcards only is made of their own ranks. The flower stands for any of 3..A even alone. */
static bool made_of_itself(const struct building *b) {
  if (b->naturals > 0 || b->job->flower) return true;
  if (b->length > 1 || b->kicker > 0) return false;
  for (int kind = 0; kind < 2; kind++)
    if (b->left.wild[kind] < b->hand->wild[kind] && b->job->wild_rank[kind] == b->rank) return true;
  return false;
}

/* The play is complete but for which wildcards it takes. */
static void finish(struct building *b) {
  struct rest before = b->left;
  for (int first = 0; first <= b->wilds; first++) {
    b->left = before;
    b->left.wild[0] -= first;
    b->left.wild[1] -= b->wilds - first;
    if (b->left.wild[0] < 0 || b->left.wild[1] < 0) continue;
    if (!covers_highest(b) || !made_of_itself(b)) continue;
    if (b->job->listing != NULL) {
      list_play(b);
      continue;
    }
    struct naive_value value = solve(b->job, &b->left);
    value.power += naive_weight(b->copies, b->rank, b->length, b->kicker);
    value.plays++;
    if (value.power > b->best.power || (value.power == b->best.power && value.plays < b->best.plays))
      b->best = value;
  }
  b->left = before;
}

static int wilds_left(const struct building *b) { return b->hand->wild[0] + b->hand->wild[1] - b->wilds; }

/* `n` cards of `rank`: as many naturals as one likes, wildcards for the others. */
static bool take(struct building *b, int rank, int natural, int n) {
  if (natural > b->left.natural[rank] || n - natural > wilds_left(b)) return false;
  b->left.natural[rank] -= natural;
  b->naturals += natural;
  b->wilds += n - natural;
  return true;
}

static void put_back(struct building *b, int rank, int natural, int n) {
  b->left.natural[rank] += natural;
  b->naturals -= natural;
  b->wilds -= n - natural;
}

/* `wanted` more kickers of distinct ranks, `from` and up, outside the run. */
static void add_kickers(struct building *b, int wanted, int from) {
  if (wanted == 0) {
    finish(b);
    return;
  }
  for (int rank = from; rank < 15; rank++) {
    if (rank >= b->rank && rank < b->rank + b->length) continue;
    if (rank > DDZ_RANK_2 && b->kicker == 2) continue;
    for (int natural = 0; natural <= b->kicker; natural++) {
      if (natural < b->kicker && (b->job->flower || rank > DDZ_RANK_2)) continue;
      if (!take(b, rank, natural, b->kicker)) continue;
      add_kickers(b, wanted - 1, rank + 1);
      put_back(b, rank, natural, b->kicker);
    }
  }
}

/* The body from its `i`-th rank on. */
static void add_body(struct building *b, int i) {
  if (i == b->length) {
    if (b->kicker > 0)
      add_kickers(b, b->length, 0);
    else
      finish(b);
    return;
  }
  int rank = b->rank + i;
  for (int natural = 0; natural <= b->copies; natural++) {
    if (natural < b->copies && (rank > DDZ_RANK_2 || (b->job->flower && rank > DDZ_RANK_A))) continue;
    if (!take(b, rank, natural, b->copies)) continue;
    add_body(b, i + 1);
    put_back(b, rank, natural, b->copies);
  }
}

static void try_shape(struct building *b, int copies, int length, int kicker) {
  int last = length > 1 ? DDZ_RANK_A : copies > 1 ? DDZ_RANK_2 : DDZ_RANK_R;
  b->copies = copies, b->length = length, b->kicker = kicker;
  for (b->rank = 0; b->rank + length - 1 <= last; b->rank++) add_body(b, 0);
}

static void try_all(struct building *b) {
  int longest = b->job->wild_rank[0] == NONE || b->job->flower ? 4 : 12;
  for (int copies = 1; copies <= longest; copies++) try_shape(b, copies, 1, 0);
  for (int length = 5; length <= 12; length++) try_shape(b, 1, length, 0);
  for (int length = 3; length <= 10; length++) try_shape(b, 2, length, 0);
  for (int length = 2; length <= 7; length++) try_shape(b, 3, length, 0);
  for (int length = 1; length <= 5; length++)
    for (int kicker = 1; kicker <= 2; kicker++) try_shape(b, 3, length, kicker);
  if (b->left.natural[13] > 0 && b->left.natural[14] > 0) {
    b->copies = ROCKET, b->rank = DDZ_RANK_B, b->length = 1, b->kicker = 0;
    take(b, DDZ_RANK_B, 1, 1);
    take(b, DDZ_RANK_R, 1, 1);
    finish(b);
  }
}

static struct naive_value solve(struct job *job, const struct rest *rest) {
  if (highest(rest) == NONE && rest->wild[0] + rest->wild[1] == 0) return (struct naive_value){0, 0};
  uint64_t key = key_of(rest);
  struct entry *entry = find(key);
  if (entry->key != 0) return entry->value;
  struct building b = {.job = job, .hand = rest, .left = *rest, .best = {-1000000000L, 0}};
  try_all(&b);
  remember(job, key, b.best);
  return b.best;
}

struct naive_value naive_power(const struct ddz_rules *rules, ddz_hand hand) {
  struct job job = {.flower = ddz_hand_count(hand, DDZ_RANK_F) > 0, .wild_rank = {NONE, NONE}};
  struct rest rest = {{0}, {0}};
  int kinds = 0;
  for (int rank = 0; rank < DDZ_RANKS; rank++) {
    int count = ddz_hand_count(hand, rank);
    if (count == 0) continue;
    if (rank != DDZ_RANK_F && (rules->wild >> rank & 1) == 0) {
      rest.natural[rank] = count;
      continue;
    }
    job.wild_rank[kinds] = rank;
    rest.wild[kinds++] = count;
  }
  struct naive_value value = solve(&job, &rest);
  forget(&job);
  return value;
}

/* ---- all partitions ---- */

enum { PIECES = DDZ_HAND_MAX };

/* A partition: its bodies and kickers as numbers, sorted. */
struct listed {
  struct naive_value value;
  int count, piece[PIECES];
};

struct listing {
  struct listed now; /* what has been played on the way; not sorted */
  struct listed *all;
  size_t length, room;
};

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static int best_first(const void *a, const void *b) {
  const struct listed *x = a, *y = b;
  if (x->value.power != y->value.power) return x->value.power < y->value.power ? 1 : -1;
  return x->value.plays - y->value.plays;
}

static void list_partition(struct listing *l) {
  struct listed done = l->now;
  qsort(done.piece, (size_t)done.count, sizeof *done.piece, ascending);
  for (size_t i = 0; i < l->length; i++) {
    struct listed *old = &l->all[i];
    if (old->count != done.count || memcmp(old->piece, done.piece, sizeof(int) * (size_t)done.count) != 0)
      continue;
    if (best_first(&done, old) < 0) *old = done;
    return;
  }
  if (l->length == l->room) {
    l->room = l->room == 0 ? 64 : 2 * l->room;
    l->all = realloc(l->all, l->room * sizeof *l->all);
    if (l->all == NULL) abort();
  }
  l->all[l->length++] = done;
}

/* Every rank outside the run of which cards were taken gave kickers: `kicker` each. */
static void list_play(const struct building *b) {
  struct listing *l = b->job->listing;
  struct listed before = l->now;
  l->now.piece[l->now.count++] = b->copies * 10000 + b->rank * 100 + b->length;
  for (int rank = 0; b->copies != ROCKET && rank < 15; rank++)
    if ((rank < b->rank || rank >= b->rank + b->length) && b->left.natural[rank] < b->hand->natural[rank])
      l->now.piece[l->now.count++] = 1000000 + b->kicker * 100 + rank;
  l->now.value.power += naive_weight(b->copies, b->rank, b->length, b->kicker);
  l->now.value.plays++;
  if (highest(&b->left) == NONE) {
    list_partition(l);
  } else {
    struct building next = {.job = b->job, .hand = &b->left, .left = b->left};
    try_all(&next);
  }
  l->now = before;
}

int naive_partitions(ddz_hand hand, int k, struct naive_value *out) {
  struct listing listing = {.all = NULL};
  struct job job = {.listing = &listing, .wild_rank = {NONE, NONE}};
  struct rest rest = {{0}, {0}};
  for (int rank = 0; rank < 15; rank++) rest.natural[rank] = ddz_hand_count(hand, rank);
  struct building first = {.job = &job, .hand = &rest, .left = rest};
  try_all(&first);
  qsort(listing.all, listing.length, sizeof *listing.all, best_first);
  int n = 0;
  for (; n < k && (size_t)n < listing.length; n++) out[n] = listing.all[n].value;
  free(listing.all);
  return n;
}
