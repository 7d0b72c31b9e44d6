/* pattern.h - what a set of cards is, as a play.
 *
 * Given the cards a player puts down, name the pattern, in every way it can be read, and order two plays.
 * The rows live in the compiled rule set (rules.h); this module has no rule of its own.
 *
 * Wildcards. A flower stands for one of 3..A in the body of a play, never for a kicker, never alone. Cards of
 * a wild rank stand for any of 3..2, as body or kicker, or for themselves. A set that is all wildcards stands
 * only for ranks that are in it: 7 is a solo 7, 7799 with both wild is a bomb of sevens or of nines.
 *
 * Tens of nanoseconds. */
#pragma once

#include "rules.h"

/* A set of cards together with one way to read it. 16 bytes. */
struct ddz_play {
  ddz_hand cards; /* the cards put down, wildcards as themselves */
  uint8_t kind;   /* enum ddz_kind */
  uint8_t rank;   /* lowest rank of the run; the rocket has DDZ_RANK_B */
  uint8_t length; /* ranks in the run, 1 for what is no chain; 0 for a pass */
  uint8_t size;   /* cards */
  uint8_t subs;   /* wildcards that stand for another rank (the flower always does) */
  uint8_t grade;  /* bombs only: 0 soft, 1 hard, 2 wildcards only; 0 otherwise */
};

/* Read alike, whatever the cards? */
static inline bool ddz_play_alike(const struct ddz_play *a, const struct ddz_play *b) {
  return a->kind == b->kind && a->rank == b->rank && a->length == b->length;
}

/* A play without wildcards. */
static inline struct ddz_play ddz_play_of(enum ddz_kind kind, int rank, int length, ddz_hand cards) {
  return (struct ddz_play){.cards = cards,
                           .kind = (uint8_t)kind,
                           .rank = (uint8_t)rank,
                           .length = (uint8_t)length,
                           .size = (uint8_t)ddz_hand_size(cards),
                           .grade = kind == DDZ_BOMB};
}

enum { DDZ_READINGS_MAX = 40 }; /* the most met is 36, of 7777888T with every switch on; see test_pattern */

/* Every reading of `cards` as a play under `rules`, best first: bombs before the rest and longer before
 * shorter; higher rank; fewer wildcards standing for others; the longer run; the earlier row of pattern.def.
 * Cards without a wildcard have one reading, except in `douzero`, whose order is kept: the bare chain before
 * those with kickers, and these from the lowest rank up.
 *
 * cards  1..21 cards of the rules' deck; an empty set has no reading (it is a pass).
 * out    receives at most DDZ_READINGS_MAX.
 *
 * Two readings differ in kind, rank or length. Returns how many, 0 when the cards are not a play. */
int ddz_readings(const struct ddz_rules *rules, ddz_hand cards, struct ddz_play *out);

/* The best reading. Errors: EMPTY, NOT_A_PATTERN. */
enum ddz_error ddz_classify(const struct ddz_rules *rules, ddz_hand cards, struct ddz_play *out);

/* May `play` be put on `last`? A pass as `last` is beaten by everything. Rocket over bombs (unless
 * the order of bombs says otherwise), bombs by size, then pure over hard over soft, then rank; otherwise the
 * same kind and length and a higher rank. */
bool ddz_beats(const struct ddz_rules *rules, const struct ddz_play *play, const struct ddz_play *last);

/* Does some reading of `cards` beat `last`? `out` gets the best that does,
 * and of the same kind and length the highest. Errors: EMPTY, NOT_A_PATTERN,
 * DOES_NOT_BEAT. */
enum ddz_error ddz_answer(const struct ddz_rules *rules, ddz_hand cards, const struct ddz_play *last,
                          struct ddz_play *out);

/* The run of a play as a set of ranks. */
static inline ddz_ranks ddz_play_run(const struct ddz_play *play) {
  if (play->kind == DDZ_ROCKET) return 1u << DDZ_RANK_B | 1u << DDZ_RANK_R;
  return (ddz_ranks)(((1u << play->length) - 1) << play->rank);
}

/* A bomb of any length, or the rocket. */
static inline bool ddz_is_bomb(const struct ddz_play *play) {
  return ((uint32_t)DDZ_KINDS_BOMBS >> play->kind & 1) != 0;
}

/* ---- kickers ----
 *
 * Of pairs row->same of a rank, none of the run, no jokers. Of single cards at most these of each rank, as a
 * hand: none of the run, or 1 where the row takes fourth cards. Both jokers together are decided by
 * row->rocket. */
static inline ddz_hand ddz_kicker_caps(const struct ddz_rules_row *row, ddz_ranks run) {
  ddz_hand caps = ddz_hand_spread((ddz_ranks)~run & 0x7FFF, row->same);
  if (row->beside != row->same) {
    ddz_ranks beside = (ddz_ranks)((run << 1 | run >> 1) & ~run & DDZ_CHAIN_RANKS);
    caps = (caps & ~ddz_hand_spread(beside, 15)) | ddz_hand_spread(beside, row->beside);
  }
  return row->fourth ? caps | ddz_hand_spread(run, 1) : caps;
}

/* ---- what wildcards stand for ---- */

/* The ranks with `copies` cards, when `free` wildcards may stand for those of `stand`; of own[n] the hand has
 * n cards. */
static inline ddz_ranks ddz_ranks_filled(const ddz_ranks own[], ddz_ranks stand, int free, int copies) {
  if (free == 0) return own[copies];
  return own[copies] | (ddz_ranks)(copies > free ? stand & own[copies - free] : stand);
}

/* Where the wildcards of a play go, as far as that does not depend on which wildcards they are. */
struct ddz_placing {
  const struct ddz_rules *rules;
  const struct ddz_rules_row *row;
  ddz_ranks run, stand;   /* stand: what a wildcard may stand for */
  ddz_hand body, caps;    /* the run with all its copies; ddz_kicker_caps where kickers are single cards */
  ddz_hand kickers, left; /* those that are no wildcards; left: for pattern.c */
  int wilds;              /* the other kickers */
};

/* How many of these wildcards stand for another rank than their own, when as many as possible stand for
 * themselves; the flower always stands for another. */
int ddz_placing_subs(const struct ddz_placing *placing, ddz_hand wilds);

/* What the cards of a play stand for: the same number of cards, wildcards replaced. As many wildcards as
 * possible stand for themselves, the others for the lowest ranks that fit. Counts may reach 12. */
ddz_hand ddz_play_as(const struct ddz_rules *rules, const struct ddz_play *play);

/* ---- what the unseen cards can do to a play ----
 *
 * Answers about hidden hands are upper bounds: "nobody can beat it" is certain, "it can be beaten" means
 * that the cards for it are out there, perhaps in different hands. Kickers are taken to be found whenever
 * there are cards enough. */

/* Could a seat that holds at most `most` cards, all of them among `unseen`, beat `play`? */
bool ddz_threat_beats(const struct ddz_rules *rules, ddz_hand unseen, int most, const struct ddz_play *play);

/* Could it do so with a play of the same kind? */
bool ddz_threat_matches(const struct ddz_rules *rules, ddz_hand unseen, int most,
                        const struct ddz_play *play);
