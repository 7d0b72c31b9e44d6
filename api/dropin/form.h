/* form.h - an HTML form as JSON: an object of strings.
 *
 * application/x-www-form-urlencoded, strictly: names and values are UTF-8, escapes are a percent sign and two
 * hexadecimal digits, a plus sign is a space, no name comes twice, no byte is zero. */
#ifndef DDZ_API_FORM_H
#define DDZ_API_FORM_H

#include <jansson.h>

#include "api/wire/problem.h"

enum { DDZ_FORM_FIELDS = 64, DDZ_FORM_NAME = 64 /* bytes */ };

/* Is this the type of such a body, or none at all? */
bool ddz_form_type(const char *type);

/* The object, the caller's; no bytes are a form without fields. NULL: the problem is filled in (BAD_REQUEST,
 * INVALID_UTF8, DUPLICATE_KEY, TOO_MANY_ITEMS, OUT_OF_MEMORY). One allocation of `length`, and the object. */
json_t *ddz_form_read(const char *body, size_t length, struct ddz_problem *problem);

#endif
