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
  return caps;
}

static bool solos_fit(const struct ddz_rules_row *row, ddz_ranks run, ddz_hand naturals, int wilds,
                      ddz_ranks stand) {
  ddz_hand caps = ddz_kicker_caps(row, run);
  if (!ddz_hand_contains(caps, naturals)) return false;
  if (ddz_hand_contains(naturals, DDZ_HAND_ROCKET) && !row->rocket) return false;
  return wilds == 0 || ddz_hand_size(ddz_hand_only(caps - naturals, stand)) >= wilds;
}

static bool pairs_fit(ddz_ranks run, ddz_hand naturals, int wilds, ddz_ranks stand) {
  ddz_ranks all = ddz_hand_at_least(naturals, 1), odd = all & (ddz_ranks)~ddz_hand_at_least(naturals, 2);
  if (ddz_hand_at_least(naturals, 3) != 0 || (odd & ~stand) != 0) return false;
  wilds -= __builtin_popcount(odd);
  return wilds >= 0 && wilds % 2 == 0 &&
         __builtin_popcount(stand & (ddz_ranks)~run & (ddz_ranks)~all) >= wilds / 2;
}

bool ddz_kicker_fits(const struct ddz_rules_row *row, ddz_ranks run, ddz_hand naturals, int wilds,
                     ddz_ranks stand) {
  if (row->kicker == 0) return true;
  return row->kicker == 1 ? solos_fit(row, run, naturals, wilds, stand)
                          : pairs_fit(run, naturals, wilds, stand);
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
    int rank = __builtin_ctz(run);
    place(p, rank, p->reading->copies - ddz_hand_count(p->as, rank));
  }
}

/* `wilds` single kickers: as themselves as far as the caps allow, then the lowest ranks with room. */
static void place_solos(struct placing *p, ddz_ranks stand, int wilds) {
  const struct ddz_kicker_reading *reading = p->reading;
  ddz_hand caps = ddz_kicker_caps(reading->row, reading->run);
  for (int themselves = 1; themselves >= 0; themselves--)
    for (int rank = 0; rank <= DDZ_RANK_2 && wilds > 0; rank++) {
      int room = ddz_hand_count(caps, rank) - ddz_hand_count(p->as, rank);
      if ((stand >> rank & 1) == 0 || (reading->run >> rank & 1) != 0 || room <= 0) continue;
      int n = least(least(room, wilds), themselves ? ddz_hand_count(p->left, rank) : wilds);
      place(p, rank, n);
      wilds -= n;
    }
}

/* `wilds` wildcards as pair kickers: first complete what lies there, then make pairs of their own, those with
 * two wildcards of one rank before those with one before those with none. */
static void place_pairs(struct placing *p, ddz_ranks stand, int wilds) {
  ddz_ranks run = p->reading->run;
  ddz_ranks lying = ddz_hand_at_least(p->reading->naturals, 1) & (ddz_ranks)~run;
  for (ddz_ranks odd = lying & (ddz_ranks)~ddz_hand_at_least(p->reading->naturals, 2); odd != 0;
       odd &= (ddz_ranks)(odd - 1)) {
    place(p, __builtin_ctz(odd), 1);
    wilds--;
  }
  ddz_ranks free = stand & (ddz_ranks) ~(run | lying);
  for (int own = 2; own >= 0; own--)
    for (int rank = 0; rank <= DDZ_RANK_2 && wilds > 0; rank++) {
      if ((free >> rank & 1) == 0 || ddz_hand_count(p->left, rank) < own) continue;
      place(p, rank, 2);
      free &= (ddz_ranks) ~(1u << rank);
      wilds -= 2;
    }
}

/* Wildcards of a rank of the run stay themselves in the body, as many as it has copies. The others can only
 * in kickers: single ones as far as the caps go, pairs no more than two of a rank, those with two first. */
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
    } else {
      alike[held]++;
      solos += least(held, ddz_hand_count(caps, rank));
    }
  }
  if (row->kicker == 0 || subs == 0) return subs;
  const ddz_hand beside = reading->naturals & ~ddz_hand_spread(reading->run, 15);
  const int kickers = row->kickers * reading->length;
  if (row->kicker == 1) return subs - least(solos, kickers - ddz_hand_size(beside));
  const int free = kickers - ddz_hand_size(ddz_hand_spread(ddz_hand_at_least(beside, 1), 1));
  const int full = least(alike[2] + alike[3] + alike[4], free);
  return subs - 2 * full - least(alike[1], free - full);
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
