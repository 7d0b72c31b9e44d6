/* encode.h - cards and plays as JSON.
 *
 * Cards leave in the notation they came in. In a physical notation an answer names cards that are really in
 * the pile they are taken from (lowest suit first, so the same every time); in rank notations the rank says
 * it all. Ascending in every notation. No allocation but the text's, any thread. */
#ifndef DDZ_API_ENCODE_H
#define DDZ_API_ENCODE_H

#include "api/wire/play.h"
#include "api/wire/write.h"
#include "core/base/code.h"

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

/* Ranks of a set as an array of letters. */
void ddz_write_ranks(struct ddz_writer *out, const char *key, ddz_ranks ranks);

#endif
