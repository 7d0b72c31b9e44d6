/* field.h - what does this field of a JSON body hold, and where does it stand?
 *
 * A ddz_field is a JSON value together with the way to it, so that every error can name its place as a JSON
 * pointer. A reader returns true and writes its output, or fills the problem and returns false; an output is
 * untouched on failure. JSON null counts as absent. Borrowed references only: nothing here changes a
 * reference count, so different threads may read different parts of one body.
 *
 *   if (!ddz_read_int(DDZ_AT(body, "top"), 0, TOP_MAX, &top)) return false;
 *
 * No allocation, no globals, any thread. */
#pragma once

#include <jansson.h>

#include "api/wire/problem.h"

struct ddz_field {
  const json_t *json;         /* NULL: absent */
  const struct ddz_field *up; /* what it is in; NULL: the body itself */
  const char *key;            /* its name in an object, or NULL: ... */
  size_t index;               /* ... its place in an array */
  struct ddz_problem *problem;
};

/* A member of an object, absent (`json` NULL) where there is none or it is null; an item of an array. The
 * container, and `key`, must live as long as the field. */
struct ddz_field ddz_field_of(const struct ddz_field *object, const char *key);
struct ddz_field ddz_field_item(const struct ddz_field *array, size_t index);

/* The same for as long as the block lasts, where one place alone needs it. */
#define DDZ_AT(object, key) ((const struct ddz_field[]){ddz_field_of(object, key)})
#define DDZ_ITEM(array, index) ((const struct ddz_field[]){ddz_field_item(array, index)})

/* Is it there, and not null? */
static inline bool ddz_field_given(const struct ddz_field *field) { return field->json != NULL; }

/* Fill the problem with this field as its place; false. */
bool ddz_field_fail(const struct ddz_field *field, enum ddz_problem_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool ddz_field_fail_core(const struct ddz_field *field, enum ddz_error error);
/* With more than the sentence of the core says. */
bool ddz_field_fail_more(const struct ddz_field *field, enum ddz_error error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "must be `wanted`, not a string": WRONG_TYPE; false. The field is there. */
bool ddz_field_wrong_type(const struct ddz_field *field, const char *wanted);

/* Is it there? MISSING_FIELD. */
bool ddz_read_required(const struct ddz_field *field);

/* Is it an object with no other fields than these (a list closed by NULL)? WRONG_TYPE, UNKNOWN_FIELD. */
bool ddz_read_object(const struct ddz_field *field, const char *const *names);

/* The same, but fields that this service itself writes about a play, an action or a call are allowed, too
 * ("pattern", "reason", "win_probability", ...): answers may be sent back. They are ignored, but for
 * ddz_check_told. */
bool ddz_read_told(const struct ddz_field *field, const char *const *names);

/* Is it an array of at most `max` items? Absent it has none. WRONG_TYPE, TOO_MANY_ITEMS. */
bool ddz_read_array(const struct ddz_field *field, size_t max, size_t *count);

/* Optional scalars: when absent the output keeps its value. WRONG_TYPE, OUT_OF_RANGE, UNKNOWN_VALUE. */
bool ddz_read_int(const struct ddz_field *field, long long min, long long max, long long *value);
bool ddz_read_bool(const struct ddz_field *field, bool *value);
bool ddz_read_string(const struct ddz_field *field, const char **value);
/* One of the names (a list closed by NULL); the output is its index. */
bool ddz_read_choice(const struct ddz_field *field, const char *const *names, int *index);
/* Where an enumeration keeps the index of a choice: one of ours is an int. */
#define DDZ_ENUM(value) ((int *)(value))
_Static_assert(sizeof(enum ddz_problem_kind) == sizeof(int), "enumerations are read as ints");
/* The same with another problem than UNKNOWN_VALUE when it is none of them. */
bool ddz_read_choice_or(const struct ddz_field *field, const char *const *names, enum ddz_problem_kind kind,
                        int *index);

/* "; did you mean 'b'?" for the end of a sentence: the name of a list closed by NULL that is nearest to
 * `word`, where few letters differ (a third of them at most; case, "-" and "_" do not count). "" where none
 * is near. */
struct ddz_phrase ddz_near_text(const char *word, const char *const *names);

/* None of these fields may be given beside another that says the same: CONFLICT, the sentence `because` and
 * to leave it out. What openapi.yaml states as the default of a field is what leaving it out is: a word, a
 * digit for a number, NULL for none. The last name is NULL. */
struct ddz_beside {
  const char *name, *due;
};
bool ddz_check_alone(const struct ddz_field *body, const char *because, const struct ddz_beside *others);

/* Is it an integer? 3 and 3.0 are the same one. */
bool ddz_integer_of(const json_t *json, long long *value);

/* "a, b, c" of a list closed by NULL, as much as fits into so many bytes. */
enum { DDZ_NAMES = 200 }; /* of most lists */
struct ddz_phrase ddz_names_text(const char *const *names, size_t most);
