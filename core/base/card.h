/* card.h - cards as people and platforms write them.
 *
 * Two things: text in rank letters, and physical cards under the number schemes of the platforms. A
 * set of physical cards is one 64-bit word, bit i = S0's id i+1:
 *
 *   bits 0..12 clubs A 2 3 .. K, 13..25 diamonds, 26..38 hearts, 39..51 spades, 52 B, 53 R, 54 F
 *
 * Sources: the id tables of S0, S1 (= botzone), DouZero and S4. */
#pragma once

#include <stddef.h>

#include "code.h"
#include "hand.h"

typedef uint64_t ddz_cards; /* a set of physical cards */

enum ddz_notation {
  DDZ_NOTATION_RANK,    /* letters 3456789TJQKA2BRF */
  DDZ_NOTATION_CRONLY,  /* 1..55, physical (S0) */
  DDZ_NOTATION_BOTZONE, /* 0..53, physical, rank = id div 4 (S1) */
  DDZ_NOTATION_DOUZERO, /* 3..14, 17 two, 20 small, 30 big; ranks only */
  DDZ_NOTATION_SOLVER,  /* 3..14, 18 two, 20 small, 30 big; ranks only (S4) */
  DDZ_NOTATION_VALUE,   /* 3..14, 15 two, 16 small, 17 big; ranks only (S0's values) */
  DDZ_NOTATION_XD,      /* letters 3456789TJQKA2XDF: X small joker, D big joker */
  DDZ_NOTATIONS
};

extern const char ddz_rank_letters[DDZ_RANKS + 1]; /* "3456789TJQKA2BRF" */

extern const char *const ddz_notation_names[DDZ_NOTATIONS + 1]; /* closed by NULL */

/* Do its numbers name physical cards (true) or only ranks? */
bool ddz_notation_is_physical(enum ddz_notation notation);

/* The letter of each rank where cards are letters (RANK, XD); NULL where they are numbers. */
const char *ddz_notation_letters(enum ddz_notation notation);

/* Read rank letters: any order and case, "10" and "0" are T, full-width forms are as narrow ones. Blanks,
 * commas, hyphens and the like are ignored, and so are suits that stand before a rank ("♠3", "黑桃3"); jokers
 * have names, too ("大王", "small joker", "王炸" for both): word.def has all of them. The text need not end
 * in NUL.
 *
 * hand  the counts, at most what one 55-card deck holds. Empty text is an empty hand.
 * at    byte offset of the offending token, written only on an error.
 *
 * Errors: UNKNOWN_TOKEN; AMBIGUOUS_TOKEN for X, D, S, and for BJ in a text that is sorted
 * otherwise (a shuffled one has a joker and a jack side by side), and for "joker" alone;
 * DUPLICATE_CARD for a suit and a rank twice; TOO_MANY_OF_RANK; TOO_MANY_CARDS past 55 letters. */
enum ddz_error ddz_text_read(const char *text, size_t length, ddz_hand *hand, size_t *at);

/* Write rank letters in ascending order and a closing NUL. Returns the length.
 * `text` needs ddz_hand_size(hand) + 1 bytes; DDZ_TEXT_MAX is enough for any hand. */
enum { DDZ_TEXT_MAX = 64 };
size_t ddz_text_write(ddz_hand hand, char *text);

/* The same in a notation that has letters. In XD the jokers are X and D: B, R and S are UNKNOWN_TOKEN, and
 * nothing is ambiguous.
 *
 * suited  the cards that the texts before this one wrote with their suits, and then those of this one, too;
 *         one that is there already is DUPLICATE_CARD */
enum ddz_error ddz_suited_read(enum ddz_notation notation, const char *text, size_t length, ddz_cards *suited,
                               ddz_hand *hand, size_t *at);

size_t ddz_letters_write(enum ddz_notation notation, ddz_hand hand, char *text);

/* One number of a number scheme -> a physical card 0..54, or for rank schemes a rank 0..15.
 * Error: UNKNOWN_TOKEN. */
enum ddz_error ddz_number_read(enum ddz_notation notation, long long number, int *card_or_rank);

/* And back: the number by which a physical card (or, for rank schemes, a rank) is written.
 * -1 where the scheme has none (the flower outside cronly). */
int ddz_number_write(enum ddz_notation notation, int card_or_rank);

/* The rank of physical card 0..54, and the counts of a set of cards. */
int ddz_card_rank(int card);
ddz_hand ddz_cards_hand(ddz_cards cards);

/* Pick from `from` physical cards that realise `wanted` (S0: getSelCards). Lowest suit first: clubs,
 * diamonds, hearts, spades, so the answer is the same every time.
 * Error: NOT_IN_HAND when the counts are not there. */
enum ddz_error ddz_cards_pick(ddz_cards from, ddz_hand wanted, ddz_cards *picked);

/* The cards of a set in display order: rank descending, then suit descending (S0). `out` holds up to 55
 * card numbers 0..54; returns how many. */
size_t ddz_cards_sorted(ddz_cards cards, unsigned char *out);
