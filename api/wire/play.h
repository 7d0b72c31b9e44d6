/* play.h - cards and plays: which does a field name, and how are they told?
 *
 * Readers as in field.h. A string of single cards with their suits is split in memory of its own; else no
 * allocation but the text's. No globals, any thread. */
#pragma once

#include "api/wire/terms.h"
#include "core/base/code.h"
#include "core/rules/pattern.h"

/* ---- cards ---- */

/* Cards as counts and, in a physical notation, also one by one (else `cards` is 0). Of letters, those that
 * were written with their suits: no such card may be in two places. */
struct ddz_pile {
  ddz_hand hand;
  ddz_cards cards, suited;
};

static inline struct ddz_pile ddz_pile_of(ddz_cards cards) {
  return (struct ddz_pile){.hand = ddz_cards_hand(cards), .cards = cards};
}

static inline void ddz_pile_join(struct ddz_pile *pile, const struct ddz_pile *more) {
  pile->hand += more->hand;
  pile->cards |= more->cards;
  pile->suited |= more->suited;
}

/* Cards: a string of rank letters (card.h), an array of such strings, or an array of numbers in the notation
 * of the request. In an array of single cards suits may be letters, and RJ is the red joker:
 * ["S3","H10","RJ"]; where one is written so, each string must be a card. BJ beside RJ is the black joker. A
 * string of such words, "H3 S3" or "H3S3", is such a list, and suits may stand behind all ranks; "pass" and
 * the like are no cards. At most `max` of them, of the deck of the rules. Absent, "" and [] are no cards.
 * Problems: those of ddz_text_read, NO_FLOWER, DUPLICATE_CARD, TOO_MANY_CARDS, NOTATION_MISSING,
 * WRONG_NOTATION. */
bool ddz_read_some(const struct ddz_field *field, const struct ddz_terms *terms, int max,
                   struct ddz_pile *pile);

/* At most as many as one hand can have under these rules: 17 and the kitty. */
bool ddz_read_cards(const struct ddz_field *field, const struct ddz_terms *terms, struct ddz_pile *pile);

/* A hand: required, at least one card. */
bool ddz_read_hand(const struct ddz_field *field, const struct ddz_terms *terms, struct ddz_pile *hand);

/* The cards as the request writes them, as many as fit: "345", "17, 20". */
struct ddz_phrase ddz_pile_text(const struct ddz_terms *terms, const struct ddz_pile *pile);

/* Cards of `wanted` that `held` has not, or not so many of. */
struct ddz_pile ddz_pile_lack(const struct ddz_pile *held, const struct ddz_pile *wanted);

/* NOT_IN_HAND at `field`, with the cards that `who` lacks. */
bool ddz_check_held(const struct ddz_field *field, const struct ddz_terms *terms, const char *who,
                    const struct ddz_pile *held, const struct ddz_pile *wanted);

/* No card of one pile, as far as they are known one by one, is in the other. Problem at `field`:
 * DUPLICATE_CARD, "♠3 is WHERE". */
bool ddz_check_apart(const struct ddz_field *field, const struct ddz_terms *terms, const struct ddz_pile *a,
                     const struct ddz_pile *b, const char *where);

/* Two piles of one request must fit one deck: together at most what the deck holds of each rank, and no
 * physical card in both. Problem at `field`: TOO_MANY_KNOWN or DUPLICATE_CARD. */
bool ddz_check_deck(const struct ddz_field *field, const struct ddz_terms *terms, const struct ddz_pile *a,
                    const struct ddz_pile *b);

/* ---- plays ---- */

/* Stable name of a reading: type, lowest rank, length ("trio_pair-5-1"). */
enum { DDZ_READING_ID_MAX = 32 };
void ddz_reading_id(const struct ddz_play *play, char id[DDZ_READING_ID_MAX]);

/* A set of cards read as a play: the reading named `id`, or the best one when id is absent.
 * Empty cards are a pass, by its name "pass". Problems at `cards` or `id`: NOT_A_PATTERN, UNKNOWN_READING. */
bool ddz_read_reading(const struct ddz_field *cards, const struct ddz_field *id,
                      const struct ddz_terms *terms, const struct ddz_pile *pile, struct ddz_play *play);

/* The name of the reading in an object that tells a play: its `id`, or the `id` of its `pattern` (given as a
 * field, which must live as long). */
struct ddz_field ddz_told_id(const struct ddz_field *object, const struct ddz_field *pattern);

/* Do `action`, `type` and `pattern` of such an object agree with the play that was read from it? CONFLICT. */
bool ddz_check_told(const struct ddz_field *object, const struct ddz_play *play);

/* `last`: cards, or {"cards":..., "id":..., "role":...}; absent or empty: nothing to beat (a pass). The id
 * alone is enough to compare; then `play` and `pile` lack the kickers, of which an id says nothing. */
struct ddz_last {
  struct ddz_play play;
  struct ddz_pile pile;
};
bool ddz_read_last(const struct ddz_field *body, const struct ddz_terms *terms, struct ddz_last *last);

/* The same without `role`, for callers that read it themselves.
 *
 * whole  who asks for a move must know all cards that were played: MISSING_FIELD */
bool ddz_read_last_play(const struct ddz_field *body, const struct ddz_terms *terms, bool whole,
                        struct ddz_last *last);

/* ---- as JSON (encode.c) ---- */

/* Cards leave in the notation they came in. In a physical notation an answer names cards that are really in
 * the pile they are taken from (lowest suit first, so the same every time); in rank notations the rank says
 * it all. Ascending in every notation. */

/* `cards` (counts) as a rank string or an array of numbers. `from` holds them all. */
void ddz_write_cards(struct ddz_writer *out, const char *key, const struct ddz_terms *terms, ddz_hand cards,
                     const struct ddz_pile *from);

/* A pattern object; null for a pass. `from` holds its cards. */
void ddz_write_play(struct ddz_writer *out, const char *key, const struct ddz_terms *terms,
                    const struct ddz_play *play, const struct ddz_pile *from);

/* A list of patterns, each made of other cards of `from`. */
void ddz_write_split(struct ddz_writer *out, const char *key, const struct ddz_terms *terms,
                     const struct ddz_play *plays, size_t count, const struct ddz_pile *from);

/* Cards taken out of `from`, so that the next ones are others. */
void ddz_write_taken(struct ddz_writer *out, const char *key, const struct ddz_terms *terms, ddz_hand cards,
                     struct ddz_pile *from);

/* "reason": why, as a code and as a sentence of the language. */
void ddz_write_reason(struct ddz_writer *out, enum ddz_reason reason, bool chinese);

/* One rank as its letter. */
void ddz_write_rank(struct ddz_writer *out, const char *key, int rank);
