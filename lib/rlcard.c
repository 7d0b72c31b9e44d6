/* rlcard.c - the number that RLCard's doudizhu has for a play.
 *
 * Its 27,472 plays are those of `standard` from a whole deck with 20 cards and fewer, in the order of our
 * kinds, then length, then the lowest rank, then the kickers, lower ones first; the pass comes last. So the
 * list is made, not stored.
 */
#include <pthread.h>
#include <stdlib.h>

#include "core/rules/movegen.h"
#include "lib/typed.h"

enum { PLAYS = 27471, ALL = PLAYS + 6, MOST = 20, SLOTS = 1 << 16 };

static struct slot {
  ddz_hand cards; /* 0: free */
  int32_t id;
} slots[SLOTS];

static struct slot *slot_of(ddz_hand cards) {
  size_t at = (size_t)(cards * 0x9E3779B97F4A7C15u >> 48);
  while (slots[at].cards != 0 && slots[at].cards != cards) at = (at + 1) % SLOTS;
  return &slots[at];
}

/* Of trio_solo_chain: with three ranks in the chain distinct kickers come first, then trios, then pairs by
 * their rank; with more, those with a joker come first. */
static int group(const struct ddz_play *play) {
  const ddz_hand kickers = play->cards - ddz_hand_spread(ddz_play_run(play), 3);
  const ddz_ranks pairs = ddz_hand_at_least(kickers, 2);
  if (play->kind != DDZ_TRIO_SOLO_CHAIN || play->length < 3) return 0;
  if (play->length > 3) return kickers >> 4 * DDZ_RANK_B == 0;
  if (ddz_hand_at_least(kickers, 3) != 0) return 1;
  return pairs != 0 ? 2 + __builtin_ctz(pairs) : 0;
}

static int in_order(const void *one, const void *other) {
  const struct ddz_play *a = one, *b = other;
  if (a->kind != b->kind) return a->kind - b->kind;
  if (a->length != b->length) return a->length - b->length;
  if (a->rank != b->rank) return a->rank - b->rank;
  if (group(a) != group(b)) return group(a) - group(b);
  const ddz_hand differ = a->cards ^ b->cards;
  if (differ == 0) return 0;
  const int rank = ddz_hand_bottom(differ); /* more of the lowest rank comes first */
  return ddz_hand_count(b->cards, rank) - ddz_hand_count(a->cards, rank);
}

static void make(void) {
  const struct ddz_rules rules = ddz_rules_preset_at(0);
  struct ddz_play *list = malloc(ALL * sizeof *list);
  if (list == NULL) return; /* then no play has a number */
  const size_t n = ddz_moves(&rules, DDZ_HAND_DECK54, NULL, DDZ_FILL_LACK, list, ALL);
  int32_t id = 0;
  qsort(list, n < ALL ? n : ALL, sizeof *list, in_order);
  for (size_t i = 0; i < n && i < ALL; i++)
    if (list[i].size <= MOST) *slot_of(list[i].cards) = (struct slot){list[i].cards, id++};
  free(list);
}

int ddzc_rlcard_id(ddz_hand cards) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make);
  if (cards == 0) return PLAYS;
  const struct slot *slot = slot_of(cards);
  return slot->cards == cards ? slot->id : -1;
}
