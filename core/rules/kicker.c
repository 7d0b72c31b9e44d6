#include "kicker.h"

#include <stddef.h>

ddz_ranks ddz_kicker_stand(const struct ddz_rules *rules, ddz_hand naturals, ddz_hand wilds) {
  if (naturals != 0) return rules->stand;
  return rules->wilds_alone ? ddz_hand_at_least(wilds, 1) : 0;
}

static bool solos_fit(const struct ddz_rules_row *row, ddz_ranks run, ddz_hand naturals, int wilds,
                      ddz_ranks stand) {
  ddz_hand caps = ddz_kicker_caps(row, run);
  if (!ddz_hand_contains(caps, naturals)) return false;
  if (ddz_hand_contains(naturals, DDZ_HAND_ROCKET) && !row->rocket) return false;
  return wilds == 0 || ddz_hand_size(ddz_hand_only(caps - naturals, stand)) >= wilds;
}

/* The ranks that lack a card of a pair: those with one or three. */
static ddz_ranks odd_ranks(ddz_hand hand) { return ddz_hand_at_least(hand & 0x1111111111111111ull, 1); }

/* How many pairs there are when each odd rank gets its card: half of each count, rounded up. */
static int pairs_begun(ddz_hand hand) {
  return ddz_hand_size((hand + 0x1111111111111111ull) >> 1 & 0x7777777777777777ull);
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
  int self = ddz_least(want, ddz_hand_count(p->left, rank));
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
  ddz_hand caps = reading->caps;
  if (reading->row->fourth) caps += ddz_hand_spread(reading->run, reading->copies);
  if (!reading->rules->kicker_wilds) stand &= reading->run; /* in the body, a card of that rank the kicker */
  for (int themselves = 1; themselves >= 0; themselves--)
    for (int rank = 0; rank <= DDZ_RANK_2 && wilds > 0; rank++) {
      int room = ddz_hand_count(caps, rank) - ddz_hand_count(p->as, rank);
      if ((stand >> rank & 1) == 0 || room <= 0) continue;
      int n = ddz_least(ddz_least(room, wilds), themselves ? ddz_hand_count(p->left, rank) : wilds);
      place(p, rank, n);
      wilds -= n;
    }
}

/* `wilds` wildcards as pair kickers: first complete what lies there, then make pairs of their own, those with
 * two wildcards of one rank before those with one before those with none. */
static void place_pairs(struct placing *p, ddz_ranks stand, int wilds) {
  const ddz_ranks run = p->reading->run;
  const int full = 2 * p->reading->row->same;
  const ddz_hand beside = p->reading->naturals & ~ddz_hand_spread(run, 15);
  for (ddz_ranks odd = odd_ranks(beside); odd != 0; odd &= (ddz_ranks)(odd - 1)) {
    place(p, __builtin_ctz(odd), 1);
    wilds--;
  }
  for (int own = 2; own >= 0; own--)
    for (int rank = 0; rank <= DDZ_RANK_2; rank++) {
      if (((stand & ~run) >> rank & 1) == 0) continue;
      while (wilds > 0 && ddz_hand_count(p->as, rank) < full && ddz_hand_count(p->left, rank) >= own) {
        place(p, rank, 2);
        wilds -= 2;
      }
    }
}

/* How many of the wildcards stay themselves as single kickers: as far as the caps go, and in the run those
 * that the body does not take. */
static int own_solos(const struct ddz_kicker_reading *reading, ddz_hand beside) {
  const struct ddz_rules_row *row = reading->row;
  int own = 0;
  for (ddz_hand wilds = reading->wilds; wilds != 0;) {
    const int rank = ddz_hand_bottom(wilds), held = ddz_hand_count(wilds, rank);
    const int body = (reading->run >> rank & 1) != 0 ? reading->copies : 0;
    wilds -= ddz_hand_of(rank, held);
    own += ddz_least(ddz_most(held - body, 0), ddz_hand_count(reading->caps, rank));
  }
  int kickers = row->kickers * reading->length - ddz_hand_size(beside);
  if (row->fourth) kickers -= __builtin_popcount(ddz_hand_at_least(reading->naturals, 4) & reading->run);
  return ddz_least(own, kickers);
}

/* The same of pair kickers: pairs of a rank as often as the row says, those with two of their own first. */
static int own_pairs(const struct ddz_kicker_reading *reading, ddz_hand beside) {
  const struct ddz_rules_row *row = reading->row;
  int ones = 0, twos = 0; /* pairs that may have one card, two cards of their own */
  for (ddz_hand wilds = ddz_hand_only(reading->wilds, (ddz_ranks)~reading->run); wilds != 0;) {
    const int rank = ddz_hand_bottom(wilds), held = ddz_hand_count(wilds, rank);
    wilds -= ddz_hand_of(rank, held);
    const int full = ddz_least(held / 2, row->same);
    twos += full;
    ones += held % 2 != 0 && full < row->same;
  }
  const int free = row->kickers * reading->length - pairs_begun(beside);
  const int full = ddz_least(twos, free);
  return 2 * full + ddz_least(ones, free - full);
}

/* Wildcards of a rank of the run stay themselves in the body, as many as it has copies; the others only in
 * kickers. */
int ddz_kicker_subs(const struct ddz_kicker_reading *reading) {
  int subs = 0;
  for (ddz_hand wilds = reading->wilds; wilds != 0;) {
    const int rank = ddz_hand_bottom(wilds), held = ddz_hand_count(wilds, rank);
    wilds -= ddz_hand_of(rank, held);
    subs += (reading->run >> rank & 1) != 0 ? ddz_most(held - reading->copies, 0) : held;
  }
  if (reading->row->kicker == 0 || subs == 0) return subs;
  const ddz_hand beside = reading->naturals & ~ddz_hand_spread(reading->run, 15);
  return subs - (reading->row->kicker == 1 ? own_solos(reading, beside) : own_pairs(reading, beside));
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
