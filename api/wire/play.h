/* play.h - which play do these cards of a request stand for?
 *
 * Readers as in field.h. No allocation, no globals, any thread. */
#ifndef DDZ_API_PLAY_H
#define DDZ_API_PLAY_H

#include "api/wire/pile.h"
#include "core/rules/pattern.h"

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
  bool lacks; /* cards that are not known */
};
bool ddz_read_last(const struct ddz_field *body, const struct ddz_terms *terms, struct ddz_last *last);

/* The same without `role`, for callers that read it themselves: they have other names for the players. */
bool ddz_read_last_play(const struct ddz_field *body, const struct ddz_terms *terms, struct ddz_last *last);

/* Are all its cards known? Who asks for a move must know what was played: MISSING_FIELD. */
bool ddz_check_last_known(const struct ddz_field *body, const struct ddz_last *last);

#endif
