/* naive_rules.h - the rules said a second time: a slow classifier, order and generator.
 *
 * The fast code in core/ is held against this one. It was written from the rules alone, shares no line with
 * core/rules/pattern.c and core/rules/movegen.c, and takes the straight way everywhere: one `if` for each
 * pattern, every assignment of ranks to the wildcards, every sub-multiset of a hand. It uses from core/ only
 * the types and the one-line helpers of hand.h.
 *
 * Cost: a natural set about a microsecond; a set with k wildcards C(k + 12, 12) times that; a hand the
 * product of (count + 1) over its ranks times that. */
#pragma once

#include "core/rules/movegen.h"

/* A growing list of plays, owned by the caller; start from a zeroed one. */
struct naive_list {
  struct ddz_play *play;
  size_t length, room;
};
void naive_list_free(struct naive_list *list);

/* Readings of counts in which nothing is a wildcard (a rank may occur up to 15 times): kind, rank, length and
 * size are set, the order is that of no promise. `out` needs room for DDZ_READINGS_MAX. */
int naive_natural(const struct ddz_rules *rules, ddz_hand counts, struct ddz_play *out);

/* As ddz_readings, by trying every assignment: complete, in the order pattern.h promises. Returns how many
 * there are; at most `cap` are written. */
int naive_readings(const struct ddz_rules *rules, ddz_hand cards, struct ddz_play *out, int cap);

/* As ddz_play_as: of all ways to the reading with the fewest wildcards standing for others, the one whose
 * cards, written from the lowest up, come first. 0 when the reading is none of these cards. */
ddz_hand naive_play_as(const struct ddz_rules *rules, const struct ddz_play *play);

/* Is `counts` a way to replace the wildcards of `cards`? `subs` gets how many of them stand for another rank.
 */
bool naive_stands_for(const struct ddz_rules *rules, ddz_hand cards, ddz_hand counts, int *subs);

/* As ddz_beats. */
bool naive_beats(const struct ddz_rules *rules, const struct ddz_play *play, const struct ddz_play *last);

/* As ddz_moves, in the order of naive_compare; the list is emptied first. */
void naive_moves(const struct ddz_rules *rules, ddz_hand hand, const struct ddz_play *last,
                 enum ddz_fill fill, struct naive_list *out);

/* May FILL_LACK propose this reading? Wildcards fill only what the hand lacks: each rank of the run is taken
 * from the hand as far as it goes, and a kicker that is half natural half wildcard only where the hand has no
 * natural pair. */
bool naive_fills_lack(const struct ddz_rules *rules, ddz_hand hand, const struct ddz_play *play);

/* Total order for qsort, to compare lists as sets: cards, kind, rank, length. */
int naive_compare(const void *a, const void *b);

/* The same play in every field? (Structs have no padding promise.) */
bool naive_same(const struct ddz_play *a, const struct ddz_play *b);

/* Rank letters to counts and back, without core/base/card.c. Aborts on a wrong letter: test data is ours. */
ddz_hand naive_hand(const char *letters);
const char *naive_text(ddz_hand hand, char *text); /* text: DDZ_NAIVE_TEXT bytes */
enum { DDZ_NAIVE_TEXT = 16 * 15 + 1 };
