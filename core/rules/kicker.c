#include "kicker.h"

#include <stddef.h>

static int least(int a, int b) { return a < b ? a : b; }

ddz_ranks ddz_kicker_stand(const struct ddz_rules *rules, ddz_hand naturals, ddz_hand wilds) {
  if (naturals != 0) return rules->stand;
  return rules->wilds_alone ? ddz_hand_at_least(wilds, 1) : 0;
}

ddz_hand ddz_kicker_caps(const struct ddz_rules_row *row, ddz_ranks run) {
  ddz_hand caps = ddz_hand_spread((ddz_ranks)~run & 0x7FFF, row->same);
  if (row->beside != row->same) {
    ddz_ranks beside = (ddz_ranks)((run << 1 | run >> 1) & ~run & DDZ_CHAIN_RANKS);
    caps = (caps & ~ddz_hand_spread(beside, 15)) | ddz_hand_spread(beside, row->beside);
  }
  return row->fourth ? caps | ddz_hand_spread(run, 1) : caps;
}

static bool solos_fit(const struct ddz_rules_row *row, ddz_ranks run, ddz_hand naturals, int wilds,
                      ddz_ranks stand) {
  ddz_hand caps = ddz_kicker_caps(row, run);
  if (!ddz_hand_contains(caps, naturals)) return false;
  if (ddz_hand_contains(naturals, DDZ_HAND_ROCKET) && !row->rocket) return false;
  return wilds == 0 || ddz_hand_size(ddz_hand_only(caps - naturals, stand)) >= wilds;
}

/* The ranks that lack a card of a pair. */
static ddz_ranks odd_ranks(ddz_hand hand) {
  return (ddz_hand_at_least(hand, 1) & (ddz_ranks)~ddz_hand_at_least(hand, 2)) |
         (ddz_hand_at_least(hand, 3) & (ddz_ranks)~ddz_hand_at_least(hand, 4));
}

/* How many pairs there are when each odd rank gets its card. */
static int pairs_begun(ddz_hand hand) {
  return __builtin_popcount(ddz_hand_at_least(hand, 1)) + __builtin_popcount(ddz_hand_at_least(hand, 3));
}

static bool pairs_fit(const struct ddz_rules_row *row, ddz_ranks run, ddz_hand naturals, int wilds,
                      ddz_ranks stand) {
  ddz_ranks odd = odd_ranks(naturals);
  if ((row->same < 2 && ddz_hand_at_least(naturals, 3) != 0) || (odd & ~stand) != 0) return false;
  if (wilds == 0) return odd == 0;
  wilds -= __builtin_popcount(odd);
  const int room =
      row->same * __builtin_popcount(stand & (ddz_ranks)~run) - pairs_begun(ddz_hand_only(naturals, stand));
  return wilds >= 0 && wilds % 2 == 0 && room >= wilds / 2;
}

bool ddz_kicker_fits(const struct ddz_rules_row *row, ddz_ranks run, ddz_hand naturals, int wilds,
                     ddz_ranks stand) {
  if (row->kicker == 0) return true;
  return row->kicker == 1 ? solos_fit(row, run, naturals, wilds, stand)
                          : pairs_fit(row, run, naturals, wilds, stand);
}

/* Wildcards being given their places: `as` grows, `left` shrinks. */
struct placing {
  const struct ddz_kicker_reading *reading;
  ddz_hand as, left; /* left: wildcards that may still stay themselves */
};

/* `want` more cards of `rank`: wildcards of that very rank first. */
static void place(struct placing *p, int rank, int want) {
  int self = least(want, ddz_hand_count(p->left, rank));
  p->as += ddz_hand_of(rank, want);
  p->left -= ddz_hand_of(rank, self);
}

static void place_run(struct placing *p) {
  for (ddz_ranks run = p->reading->run; run != 0; run &= (ddz_ranks)(run - 1)) {
    int rank = __builtin_ctz(run), lack = p->reading->copies - ddz_hand_count(p->as, rank);
    if (lack > 0) place(p, rank, lack);
  }
}

/* `wilds` single kickers: as themselves as far as the caps allow, then the lowest ranks with room. */
static void place_solos(struct placing *p, ddz_ranks stand, int wilds) {
  const struct ddz_kicker_reading *reading = p->reading;
  ddz_hand caps = ddz_kicker_caps(reading->row, reading->run);
  if (reading->row->fourth) caps += ddz_hand_spread(reading->run, reading->copies);
  if (!reading->rules->kicker_wilds) stand &= reading->run; /* in the body, a card of that rank the kicker */
  for (int themselves = 1; themselves >= 0; themselves--)
    for (int rank = 0; rank <= DDZ_RANK_2 && wilds > 0; rank++) {
      int room = ddz_hand_count(caps, rank) - ddz_hand_count(p->as, rank);
      if ((stand >> rank & 1) == 0 || room <= 0) continue;
      int n = least(least(room, wilds), themselves ? ddz_hand_count(p->left, rank) : wilds);
      place(p, rank, n);
      wilds -= n;
    }
}

/* `wilds` wildcards as pair kickers: first complete what lies there, then make pairs of their own, those with
 * two wildcards of one rank before those with one before those with none. */
static void place_pairs(struct placing *p, ddz_ranks stand, int wilds) {
  const ddz_ranks run = p->reading->run;
  const int most = 2 * p->reading->row->same;
  const ddz_hand beside = p->reading->naturals & ~ddz_hand_spread(run, 15);
  for (ddz_ranks odd = odd_ranks(beside); odd != 0; odd &= (ddz_ranks)(odd - 1)) {
    place(p, __builtin_ctz(odd), 1);
    wilds--;
  }
  for (int own = 2; own >= 0; own--)
    for (int rank = 0; rank <= DDZ_RANK_2; rank++) {
      if (((stand & ~run) >> rank & 1) == 0) continue;
      while (wilds > 0 && ddz_hand_count(p->as, rank) < most && ddz_hand_count(p->left, rank) >= own) {
        place(p, rank, 2);
        wilds -= 2;
      }
    }
}

/* Wildcards of a rank of the run stay themselves in the body, as many as it has copies. The others can only
 * in kickers: single ones as far as the caps go, pairs of a rank as often as the row says, those with two of
 * their own first. */
int ddz_kicker_subs(const struct ddz_kicker_reading *reading) {
  const struct ddz_rules_row *row = reading->row;
  const ddz_hand caps = row->kicker == 1 ? ddz_kicker_caps(row, reading->run) : 0;
  int subs = 0, alike[5] = {0}; /* ranks outside the run, by how many wildcards they have */
  int solos = 0;                /* wildcards that might stay themselves as single kickers */
  for (ddz_hand wilds = reading->wilds; wilds != 0;) {
    int rank = ddz_hand_bottom(wilds), held = ddz_hand_count(wilds, rank);
    wilds -= ddz_hand_of(rank, held);
    subs += held;
    if (reading->run >> rank & 1) {
      subs -= least(held, reading->copies);
      if (held > reading->copies) solos += ddz_hand_count(caps, rank); /* the fourth card */
    } else {
      alike[held]++;
      solos += least(held, ddz_hand_count(caps, rank));
    }
  }
  if (row->kicker == 0 || subs == 0) return subs;
  const ddz_hand beside = reading->naturals & ~ddz_hand_spread(reading->run, 15);
  const int kickers = row->kickers * reading->length;
  if (row->kicker == 1) {
    const ddz_ranks fourths = row->fourth ? ddz_hand_at_least(reading->naturals, 4) & reading->run : 0;
    return subs - least(solos, kickers - ddz_hand_size(beside) - __builtin_popcount(fourths));
  }
  const bool twice = row->same > 1;
  const int free = kickers - pairs_begun(beside);
  const int full = least(alike[2] + alike[3] + (twice ? 2 : 1) * alike[4], free);
  return subs - 2 * full - least(alike[1] + (twice ? alike[3] : 0), free - full);
}

ddz_hand ddz_kicker_as(const struct ddz_kicker_reading *reading) {
  struct placing p = {.reading = reading, .as = reading->naturals, .left = reading->wilds};
  if (reading->wilds == 0) return p.as;
  const ddz_ranks stand = ddz_kicker_stand(reading->rules, reading->naturals, reading->wilds);
  place_run(&p);
  const int kickers = ddz_hand_size(reading->naturals) + ddz_hand_size(reading->wilds) - ddz_hand_size(p.as);
  if (kickers > 0) (reading->row->kicker == 1 ? place_solos : place_pairs)(&p, stand, kickers);
  return p.as;
}
