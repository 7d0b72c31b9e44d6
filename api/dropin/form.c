#include "api/dropin/form.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "api/route.h"

static int hex(char c) {
  static const char digits[] = "0123456789abcdef";
  const char *at = c ? strchr(digits, tolower((unsigned char)c)) : NULL;
  return at ? (int)(at - digits) : -1;
}

/* Decode a name or a value to `out`, which may be where it stands. False: an escape is broken, or a byte is
 * zero. */
static bool decode(const char *text, size_t length, char *out, size_t *decoded) {
  size_t n = 0;
  for (size_t i = 0; i < length; i++) {
    int byte = text[i] == '+' ? ' ' : (unsigned char)text[i];
    if (text[i] == '%') {
      const int high = i + 2 < length ? hex(text[i + 1]) : -1, low = i + 2 < length ? hex(text[i + 2]) : -1;
      if (high < 0 || low < 0) return false;
      byte = high << 4 | low;
      i += 2;
    }
    if (byte == 0) return false;
    out[n++] = (char)byte;
  }
  *decoded = n;
  return true;
}

/* One `name=value` becomes a field; `text` is overwritten. */
static bool add_field(json_t *form, char *text, size_t length, struct ddz_problem *problem) {
  char *equals = memchr(text, '=', length), name[DDZ_FORM_NAME + 1];
  const size_t before = equals ? (size_t)(equals - text) : length;
  char *value = equals ? equals + 1 : text + length;
  size_t n, m;
  if (before > DDZ_FORM_NAME || !decode(text, before, name, &n) || n == 0)
    return ddz_problem_set(problem, DDZ_PROBLEM_BAD_REQUEST,
                           "a name in the form is empty, longer than %d bytes or badly escaped",
                           DDZ_FORM_NAME);
  if (!decode(value, length - (size_t)(value - text), value, &m))
    return ddz_problem_set(problem, DDZ_PROBLEM_BAD_REQUEST, "a value in the form is badly escaped");
  name[n] = '\0';
  if (!ddz_is_utf8(name, n) || !ddz_is_utf8(value, m))
    return ddz_problem_set(problem, DDZ_PROBLEM_INVALID_UTF8, "the form is not UTF-8");
  if (json_object_get(form, name))
    return ddz_problem_set(problem, DDZ_PROBLEM_DUPLICATE_KEY, "the form has %s twice", ddz_quote(name).text);
  return json_object_set_new(form, name, json_stringn(value, m)) == 0 || ddz_memory_problem(problem);
}

static bool add_fields(json_t *form, char *text, size_t length, struct ddz_problem *problem) {
  size_t fields = 0;
  for (size_t at = 0, n; at < length; at += n + 1) {
    const char *end = memchr(text + at, '&', length - at);
    n = end ? (size_t)(end - text) - at : length - at;
    if (n == 0) continue;
    if (++fields > DDZ_FORM_FIELDS)
      return ddz_problem_set(problem, DDZ_PROBLEM_TOO_MANY_ITEMS, "the form has more than %d fields",
                             DDZ_FORM_FIELDS);
    if (!add_field(form, text + at, n, problem)) return false;
  }
  return true;
}

bool ddz_form_type(const char *type) {
  static const char form[] = "application/x-www-form-urlencoded";
  size_t n = 0;
  if (!type) return true;
  type += strspn(type, " \t");
  while (form[n] && tolower((unsigned char)type[n]) == form[n]) n++;
  return *type == '\0' || (form[n] == '\0' && strchr("; \t", type[n]));
}

json_t *ddz_form_read(const char *body, size_t length, struct ddz_problem *problem) {
  char *text = malloc(length + 1);
  json_t *form = text ? json_object() : NULL;
  if (form)
    memcpy(text, body, length);
  else
    ddz_memory_problem(problem);
  if (form && !add_fields(form, text, length, problem)) {
    json_decref(form);
    form = NULL;
  }
  free(text);
  return form;
}
