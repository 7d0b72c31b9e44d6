#include "kicker.h"

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

/* Wildcards being given their places: `kickers` grows, `left` shrinks. */
struct placing {
  const struct ddz_rules *rules;
  const struct ddz_rules_row *row;
  ddz_ranks run;
  ddz_hand kickers;
  ddz_hand left; /* wildcards that may still stay themselves; in the end those that do not */
};

/* `want` more kickers of `rank`: wildcards of that very rank first. */
static void place(struct placing *p, int rank, int want) {
  int self = ddz_least(want, ddz_hand_count(p->left, rank));
  p->kickers += ddz_hand_of(rank, want);
  p->left -= ddz_hand_of(rank, self);
}

/* `wilds` single kickers: as themselves as far as the caps allow, then the lowest ranks with room. */
static void place_solos(struct placing *p, ddz_ranks stand, int wilds) {
  const ddz_hand caps = ddz_kicker_caps(p->row, p->run);
  if (!p->rules->kicker_wilds) stand &= p->run; /* in the body, a card of that rank the kicker */
  for (int themselves = 1; themselves >= 0; themselves--) {
    ddz_ranks ranks = themselves ? stand & ddz_hand_at_least(p->left, 1) : stand;
    for (; ranks != 0 && wilds > 0; ranks &= (ddz_ranks)(ranks - 1)) {
      const int rank = __builtin_ctz(ranks);
      const int room = ddz_hand_count(caps, rank) - ddz_hand_count(p->kickers, rank);
      const int most = ddz_least(room, themselves ? ddz_hand_count(p->left, rank) : room);
      const int n = ddz_least(most, wilds);
      place(p, rank, n);
      wilds -= n;
    }
  }
}

/* `wilds` wildcards as pair kickers: first complete what lies there, then make pairs of their own, those with
 * two wildcards of one rank before those with one before those with none. */
static void place_pairs(struct placing *p, ddz_ranks stand, int wilds) {
  const int full = 2 * p->row->same;
  for (ddz_ranks odd = odd_ranks(p->kickers); odd != 0; odd &= (ddz_ranks)(odd - 1)) {
    place(p, __builtin_ctz(odd), 1);
    wilds--;
  }
  stand &= (ddz_ranks)~p->run;
  for (int own = 2; own >= 0; own--) {
    ddz_ranks ranks = own > 0 ? stand & ddz_hand_at_least(p->left, own) : stand;
    for (; ranks != 0 && wilds > 0; ranks &= (ddz_ranks)(ranks - 1)) {
      const int rank = __builtin_ctz(ranks);
      while (wilds > 0 && ddz_hand_count(p->kickers, rank) < full && ddz_hand_count(p->left, rank) >= own) {
        place(p, rank, 2);
        wilds -= 2;
      }
    }
  }
}

/* Of each rank of the run: more than the row's body for long bombs. */
static int copies_of(const struct ddz_rules *rules, const struct ddz_play *play) {
  return play->kind == DDZ_BOMB ? play->size : rules->row[play->kind].body;
}

/* Wildcards of a rank of the run stay themselves in the body, as many as it has copies; the others only in
 * kickers. */
static struct placing placed(const struct ddz_rules *rules, const struct ddz_play *play, ddz_hand naturals) {
  const struct ddz_rules_row *row = &rules->row[play->kind];
  const ddz_ranks run = ddz_play_run(play);
  const ddz_hand in_run = ddz_hand_spread(run, 15), all = play->cards - naturals;
  const int copies = copies_of(rules, play);
  struct placing p = {
      .rules = rules, .row = row, .run = run, .kickers = naturals & ~in_run, .left = all & ~in_run};
  for (ddz_hand wilds = all & in_run; wilds != 0;) {
    const int rank = ddz_hand_bottom(wilds), held = ddz_hand_count(wilds, rank);
    wilds -= ddz_hand_of(rank, held);
    p.left += ddz_hand_of(rank, ddz_most(held - copies, 0));
  }
  if (row->kicker == 0) return p;
  if (row->fourth) p.kickers += ddz_hand_spread(run & ddz_hand_at_least(naturals, copies + 1), 1);
  const int wilds = row->kicker * row->kickers * play->length - ddz_hand_size(p.kickers);
  const ddz_ranks stand = ddz_kicker_stand(rules, naturals, all);
  if (wilds > 0) (row->kicker == 1 ? place_solos : place_pairs)(&p, stand, wilds);
  return p;
}

int ddz_kicker_subs(const struct ddz_rules *rules, const struct ddz_play *play, ddz_hand naturals) {
  return ddz_hand_size(placed(rules, play, naturals).left);
}

ddz_hand ddz_kicker_as(const struct ddz_rules *rules, const struct ddz_play *play) {
  const ddz_hand naturals = ddz_rules_naturals(rules, play->cards);
  if (naturals == play->cards) return play->cards;
  return placed(rules, play, naturals).kickers + ddz_hand_spread(ddz_play_run(play), copies_of(rules, play));
}
