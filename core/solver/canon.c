#include "canon.h"

#include "bits.h"

#define ONES DDZ_NIBBLE_ONES

/* The form being written. A block is a row of ranks of one owner, in any order. */
struct writer {
  ddz_hand hand[DDZ_CANON_HANDS];
  int next;      /* rank to be given out */
  int owner;     /* of the open block */
  uint32_t open; /* the block's ranks with one, two, three, four cards: a byte each */
};

static void close_block(struct writer *w) {
  for (uint32_t open = w->open, count = 1; open != 0; open >>= 8, count++) {
    int n = (int)(open & 0xFF);
    if (n == 0) continue;
    w->hand[w->owner] |= ddz_hand_spread((ddz_ranks)(((1u << n) - 1) << w->next), (int)count);
    w->next += n;
  }
  w->open = 0;
}

/* The one holder of the rank, or -1 when several are. */
static int holder(const struct ddz_canon *c, int rank) {
  int who = -1;
  for (int i = 0; i < DDZ_CANON_HANDS; i++)
    if ((c->hand[i] >> 4 * rank & 15) != 0) {
      if (who >= 0) return -1;
      who = i;
    }
  return who;
}

static bool a_rocket(const struct ddz_canon *c) {
  for (int i = 0; i < DDZ_CANON_HANDS; i++)
    if ((c->hand[i] & DDZ_HAND_ROCKET) == DDZ_HAND_ROCKET) return true;
  return false;
}

/* Links between ranks that some one hand could play in a chain. */
static uint32_t live_links(uint32_t links, const uint16_t *runs) {
  uint32_t live = 0;
  for (int i = 0; i < DDZ_CANON_HANDS; i++) live |= (uint32_t)runs[i] & (uint32_t)runs[i] >> 1;
  return links & live;
}

void ddz_canon_of(struct ddz_canon *c, const uint16_t *runs, uint8_t *rank) {
  struct writer w = {.next = 0};
  ddz_hand all = c->hand[0] | c->hand[1] | c->hand[2], rocket = a_rocket(c) ? DDZ_HAND_ROCKET : 0;
  uint32_t chained = runs[0] | runs[1] | runs[2], links = live_links(c->links, runs), kept = 0;
  uint8_t mark = 0xFF;
  for (ddz_ranks ranks = ddz_hand_at_least(all & ~rocket, 1); ranks != 0; ranks &= (ddz_ranks)(ranks - 1)) {
    int r = __builtin_ctz(ranks), who = holder(c, r);
    bool single = who >= 0 && (chained >> r & 1) == 0;
    if (w.open != 0 && (!single || who != w.owner || r == *rank)) close_block(&w);
    if (r == *rank) mark = (uint8_t)w.next;
    if (single) {
      w.owner = who;
      w.open += 1u << 8 * (ddz_hand_count(c->hand[who], r) - 1);
      continue;
    }
    for (int i = 0; i < DDZ_CANON_HANDS; i++) w.hand[i] |= ddz_hand_of(w.next, ddz_hand_count(c->hand[i], r));
    kept |= (links >> r & 1) << w.next;
    w.next++;
  }
  if (w.open != 0) close_block(&w);
  for (int i = 0; i < DDZ_CANON_HANDS; i++) c->hand[i] = w.hand[i] | (c->hand[i] & rocket);
  c->links = kept;
  if (mark != 0xFF) *rank = mark;
}

/* A flag in bit 0 of every nibble that is not 0. */
static uint64_t held(ddz_hand h) { return (h | h >> 1 | h >> 2) & ONES; }

/* Drop the ranks nobody holds. */
static void close_gaps(struct ddz_canon *c, int hands, uint64_t present, uint8_t *rank) {
  if (present == 0) return;
  uint64_t gaps = ~present & ONES & (((uint64_t)1 << (63 - __builtin_clzll(present))) - 1);
  while (gaps != 0) {
    int at = __builtin_ctzll(gaps);
    uint64_t below = ((uint64_t)1 << at) - 1;
    for (int i = 0; i < hands; i++) c->hand[i] = (c->hand[i] & below) | (c->hand[i] >> 4 & ~below);
    if (*rank<DDZ_RANK_F && * rank> at / 4) --*rank;
    gaps = (gaps & (gaps - 1)) >> 4;
  }
}

/* Where hand `h` alone holds a rank and the next, and more of the first. */
static uint64_t unsorted(ddz_hand h, uint64_t pairs) { return ~(((h >> 4 | 8 * ONES) - h) >> 3) & pairs; }

static ddz_hand sort_blocks(ddz_hand h, uint64_t pairs) {
  for (uint64_t wrong = unsorted(h, pairs); wrong != 0; wrong = unsorted(h, pairs)) {
    int at = __builtin_ctzll(wrong);
    uint64_t differ = (h >> at ^ h >> (at + 4)) & 15;
    h ^= differ << at | differ << (at + 4);
  }
  return h;
}

void ddz_canon_plain(struct ddz_canon *c, int hands, uint8_t *rank) {
  ddz_hand rocket[DDZ_CANON_HANDS];
  uint64_t present = 0, apart = 0;
  bool fixed = a_rocket(c);
  for (int i = 0; i < hands; i++) {
    rocket[i] = fixed ? c->hand[i] & DDZ_HAND_ROCKET : 0;
    c->hand[i] ^= rocket[i];
    present |= held(c->hand[i]);
  }
  uint8_t mark = fixed && *rank >= DDZ_RANK_B ? 0xFF : *rank;
  close_gaps(c, hands, present, &mark);
  if (mark != 0xFF) *rank = mark;
  if (mark < DDZ_RANK_F && mark > 0) apart = (uint64_t)1 << 4 * (mark - 1);
  const uint64_t own[DDZ_CANON_HANDS] = {held(c->hand[0]), held(c->hand[1]),
                                         hands > 2 ? held(c->hand[2]) : 0};
  for (int i = 0; i < hands; i++) {
    uint64_t alone = own[i] & ~own[(i + 1) % 3] & ~own[(i + 2) % 3];
    c->hand[i] = sort_blocks(c->hand[i], alone & alone >> 4 & ~apart) | rocket[i];
  }
}

ddz_ranks ddz_canon_same(const struct ddz_canon *c, uint16_t runs) {
  ddz_ranks own = ddz_hand_at_least(c->hand[0], 1);
  ddz_ranks alone = own & (ddz_ranks) ~(ddz_hand_at_least(c->hand[1], 1) | ddz_hand_at_least(c->hand[2], 1)) &
                    (ddz_ranks)~runs & (ddz_ranks) ~(3u << DDZ_RANK_B);
  ddz_ranks unequal = ddz_hand_at_least(c->hand[0] ^ c->hand[0] << 4, 1);
  return alone & (ddz_ranks)(alone << 1) & (ddz_ranks)~unequal;
}
