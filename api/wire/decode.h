/* decode.h - typed readers of a JSON body.
 *
 * A ddz_field is a JSON value together with the way to it, so that every error can name its place as a JSON
 * pointer. A reader returns true and writes its output, or fills the problem and returns false; an output is
 * untouched on failure. JSON null counts as absent. Borrowed references only: nothing here changes a
 * reference count, so different threads may read different parts of one body.
 *
 *   struct ddz_field hand = ddz_field_of(body, "hand");
 *   if (!ddz_read_required(&hand)) return false;
 *
 * No allocation, no globals, any thread. */
#ifndef DDZ_API_DECODE_H
#define DDZ_API_DECODE_H

#include <jansson.h>

#include "api/wire/problem.h"
#include "core/base/card.h"
#include "core/base/role.h"
#include "core/rules/pattern.h"

struct ddz_field {
  const json_t *json;         /* NULL: absent */
  const struct ddz_field *up; /* what it is in; NULL: the body itself */
  const char *key;            /* its name in an object, or NULL: ... */
  size_t index;               /* ... its place in an array */
  struct ddz_problem *problem;
};

struct ddz_field ddz_field_of(const struct ddz_field *object, const char *key);
struct ddz_field ddz_field_item(const struct ddz_field *array, size_t index);

static inline bool ddz_field_given(const struct ddz_field *field) { return field->json != NULL; }

/* Fill the problem with this field as its place; false. */
bool ddz_field_fail(const struct ddz_field *field, enum ddz_problem_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool ddz_field_fail_core(const struct ddz_field *field, enum ddz_error error, const char *more);

/* Is it there? MISSING_FIELD. */
bool ddz_read_required(const struct ddz_field *field);

/* Is it an object with no other fields than these (a list closed by NULL)? WRONG_TYPE, UNKNOWN_FIELD. */
bool ddz_read_object(const struct ddz_field *field, const char *const *names);

/* The same, but what this service tells about a play, an action or a call may stand there, too ("pattern",
 * "reason", "win_probability", ...): what came out goes in. It is read over, but for ddz_check_told. */
bool ddz_read_told(const struct ddz_field *field, const char *const *names);

/* Is it an array of at most `max` items? WRONG_TYPE, TOO_MANY_ITEMS. */
bool ddz_read_array(const struct ddz_field *field, size_t max, size_t *count);

/* Optional scalars: when absent the output keeps its value. WRONG_TYPE, OUT_OF_RANGE, UNKNOWN_VALUE. */
bool ddz_read_int(const struct ddz_field *field, long long min, long long max, long long *value);
bool ddz_read_bool(const struct ddz_field *field, bool *value);
bool ddz_read_string(const struct ddz_field *field, const char **value);
/* One of the names (a list closed by NULL); the output is its index. */
bool ddz_read_choice(const struct ddz_field *field, const char *const *names, int *index);
/* The same with another problem than UNKNOWN_VALUE when it is none of them. */
bool ddz_read_choice_or(const struct ddz_field *field, const char *const *names, enum ddz_problem_kind kind,
                        int *index);

/* Which rules a request plays by, and how it writes cards. */
struct ddz_terms {
  struct ddz_rules rules;
  enum ddz_notation notation;
};

/* Fields `rules` (a preset name or an object; default `standard`) and `notation` (default rank) of a body.
 * Wild ranks must be named where the preset has some: WILD_MISSING. */
bool ddz_read_terms(const struct ddz_field *body, struct ddz_terms *terms);

/* Likewise without asking for wild ranks: for a table that draws them itself, and for who calls before they
 * are shown. */
bool ddz_read_terms_drawn(const struct ddz_field *body, struct ddz_terms *terms);

/* Most cards one hand can hold under these rules: 17 and the kitty. */
int ddz_terms_hand_max(const struct ddz_terms *terms);

/* Cards as counts and, in a physical notation, also one by one (else `cards` is 0). */
struct ddz_pile {
  ddz_hand hand;
  ddz_cards cards;
};

/* Cards: a string of rank letters, an array of such strings, or an array of numbers in the notation of the
 * request. At most `max` of them, of the deck of the rules. Absent, "" and [] are no cards.
 * Problems: those of ddz_text_read, NO_FLOWER, DUPLICATE_CARD, TOO_MANY_CARDS, NOTATION_MISSING,
 * WRONG_NOTATION. */
bool ddz_read_cards(const struct ddz_field *field, const struct ddz_terms *terms, int max,
                    struct ddz_pile *pile);

/* `hand`: required, at least one card. */
bool ddz_read_hand(const struct ddz_field *body, const struct ddz_terms *terms, struct ddz_pile *hand);

/* A set of cards read as a play: the reading named `id`, or the best one when id is absent.
 * Empty cards are a pass, by its name "pass". Problems at `cards` or `id`: NOT_A_PATTERN, UNKNOWN_READING. */
bool ddz_read_reading(const struct ddz_field *cards, const struct ddz_field *id,
                      const struct ddz_terms *terms, const struct ddz_pile *pile, struct ddz_play *play);

/* The name of the reading in an object that tells a play: its `id`, or the `id` of its `pattern` (given as a
 * field, which must live as long). */
struct ddz_field ddz_told_id(const struct ddz_field *object, const struct ddz_field *pattern);

/* Do `action`, `type` and `pattern` of such an object agree with the play that was read from it? CONFLICT. */
bool ddz_check_told(const struct ddz_field *object, const struct ddz_play *play);

/* `last`: cards, or {"cards":..., "id":..., "role":...}; absent or empty: nothing to beat (a pass). */
struct ddz_last {
  struct ddz_play play;
  struct ddz_pile pile;
};
bool ddz_read_last(const struct ddz_field *body, const struct ddz_terms *terms, struct ddz_last *last);

/* The same for who reads `role` himself, having other names for the players. */
bool ddz_read_last_play(const struct ddz_field *body, const struct ddz_terms *terms, struct ddz_last *last);

/* Two piles of one request must fit one deck: together at most what the deck holds of each rank, and no
 * physical card in both. Problem at `field`: TOO_MANY_KNOWN or DUPLICATE_CARD. */
bool ddz_check_deck(const struct ddz_field *field, const struct ddz_terms *terms, const struct ddz_pile *a,
                    const struct ddz_pile *b);

/* Optional `role` of an object (untouched when absent) and `lang` of a body ("en", the default, or "zh"). */
bool ddz_read_role(const struct ddz_field *object, enum ddz_role *role);
bool ddz_read_lang(const struct ddz_field *body, bool *chinese);

enum { DDZ_MULTIPLIER_MAX = 1 << 20 };  /* of a stake: far beyond any game */
#define DDZ_SEED_MAX 9007199254740991LL /* what every JSON reader holds exactly */

/* Stable name of a reading: type, lowest rank, length ("trio_pair-5-1"). */
enum { DDZ_READING_ID_MAX = 32 };
void ddz_reading_id(const struct ddz_play *play, char id[DDZ_READING_ID_MAX]);

#endif
