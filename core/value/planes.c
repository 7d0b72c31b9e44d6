#include "planes.h"

#include "run.h"

/* Planes being chosen. */
struct choosing {
  const struct ddz_parts *parts;
  struct ddz_planes planes;
  struct ddz_state rest;
  void *self;
  ddz_planes_visitor *visit;
};

static void choose_planes(const struct choosing *before, int from);

static void add_plane(const struct choosing *before, const struct ddz_run *run, int kicker) {
  struct choosing c = *before;
  struct ddz_wants *wants = &c.rest.wants;
  enum ddz_kind kind = kicker == 1 ? DDZ_TRIO_SOLO_CHAIN : DDZ_TRIO_PAIR_CHAIN;
  c.planes.plane[c.planes.count++] =
      (struct ddz_plane){run->take, (uint8_t)kind, run->rank, run->length, run->wilds};
  c.planes.weight += ddz_weight_run(kind, run->rank, run->length);
  c.rest.hand -= run->take;
  wants->wilds -= run->wilds;
  if (kicker == 1) {
    wants->solos += run->length;
    wants->each++;
  } else {
    wants->pairs += run->length;
  }
  int cards = ddz_hand_size(c.rest.hand) + wants->wilds + __builtin_popcount((unsigned)c.parts->jokers);
  if (wants->solos + 2 * wants->pairs > cards) return;
  struct ddz_state rest = ddz_state_settled(c.rest);
  c.visit(c.self, &c.planes, &rest);
  if (c.planes.count < 2) choose_planes(&c, run->rank + run->length);
}

static void add_run(void *self, const struct ddz_run *run) {
  for (int kicker = 1; kicker <= 2; kicker++) add_plane(self, run, kicker);
}

static void choose_planes(const struct choosing *before, int from) {
  struct choosing c = *before;
  ddz_each_plane(c.rest.hand, from, c.rest.wants.wilds, &c, add_run);
}

void ddz_each_planes(const struct ddz_parts *parts, void *self, ddz_planes_visitor *visit) {
  ddz_ranks trios = ddz_hand_at_least(parts->state.hand, 3) & DDZ_CHAIN_RANKS;
  if (parts->state.wants.wilds == 0 && (trios & trios >> 1) == 0) return;
  struct choosing c = {.parts = parts, .rest = parts->state, .self = self, .visit = visit};
  choose_planes(&c, DDZ_RANK_3);
}
