/* terms.h - by which rules does a request play, and in which notation and language does it speak?
 *
 * Readers as in field.h. No allocation, no globals, any thread. */
#pragma once

#include "api/wire/field.h"
#include "core/base/card.h"
#include "core/base/role.h"
#include "core/rules/rules.h"

/* Which rules a request plays by, and how it writes cards. */
struct ddz_terms {
  struct ddz_rules rules;
  enum ddz_notation notation;
  bool suited; /* of a game whose hands were written with suits: CJ is the jack of clubs */
};

/* Fields `rules` (a preset name or an object; default `standard`) and `notation` (default rank) of a body.
 * Wild ranks must be named where the preset has some: WILD_MISSING. */
bool ddz_read_terms(const struct ddz_field *body, struct ddz_terms *terms);

/* The same, but wild ranks may be missing: for a table that draws them itself, and for calls before they are
 * shown. */
bool ddz_read_terms_drawn(const struct ddz_field *body, struct ddz_terms *terms);

/* Optional `cap`, the highest multiplier: not less than the highest bid of the rules, which say what it is
 * by default; 0: none. */
bool ddz_read_cap(const struct ddz_field *field, const struct ddz_terms *terms, long long *cap);

/* Optional `role` of an object (untouched when absent) and `lang` of an object ("en" or "zh", likewise). */
bool ddz_read_role(const struct ddz_field *object, enum ddz_role *role);
bool ddz_read_lang(const struct ddz_field *object, bool *chinese);

/* A whole body: an object with no other fields than these, and a `lang` there is. What it says is known
 * already (ddz_asks_chinese). */
bool ddz_read_body(const struct ddz_field *body, const char *const *names);

/* Does an unchecked body ask for Chinese? It is the language of a problem that is found in it (`chinese` of
 * the problem), and of its answer (of the span). */
bool ddz_asks_chinese(const json_t *body);

/* One of the names of these rows; the output is its index. Without the field it stays as it is. */
bool ddz_read_word(const struct ddz_field *field, const struct ddz_words *rows, int n, int *index);

/* A factor for all of these, or an object with those of some: 1..DDZ_FACTOR_MAX. What is absent stays as it
 * is. */
bool ddz_read_factors(const struct ddz_field *field, const char *const *names, const char *wanted,
                      long long times[]);

/* Can such a bomb, the rocket or a spring be met under these rules? */
bool ddz_raise_is_met(const struct ddz_rules *rules, enum ddz_raise raise);

enum { DDZ_MULTIPLIER_MAX = 1 << 20 };  /* of a stake: far beyond any game */
#define DDZ_SEED_MAX 9007199254740991LL /* what every JSON reader holds exactly */
