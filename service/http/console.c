#include "service/http/console.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int compare(const void *path, const void *file) {
  return strcmp(path, ((const struct console_file *)file)->path);
}

const struct console_file *console_find(const struct console *console, const char *path) {
  if (!console) return NULL;
  return bsearch(path, console->files, console->count, sizeof *console->files, compare);
}

/* A weight is `q=0`, `q=0.0` and so on: not wanted. */
static bool is_refused(const char *parameters, size_t length) {
  size_t at = 0;
  while (at < length && (parameters[at] == ';' || parameters[at] == ' ')) at++;
  if (at + 2 > length || strncasecmp(parameters + at, "q=", 2) != 0) return false;
  return strspn(parameters + at + 2, "0.") >= length - at - 2;
}

/* Is gzip, under one of its names, in the list and not refused? */
static bool takes_gzip(const char *list) {
  static const char blanks[] = " \t", ends[] = ",";
  while (list && *list) {
    list += strspn(list, blanks);
    size_t item = strcspn(list, ends), name = strcspn(list, ",; \t");
    bool gzip = (name == 4 && strncasecmp(list, "gzip", 4) == 0) ||
                (name == 6 && strncasecmp(list, "x-gzip", 6) == 0);
    if (gzip) return !is_refused(list + name, item - name);
    list += item;
    list += strspn(list, ends);
  }
  return false;
}

/* Tags are hexadecimal in quotes, so one that is found in the list is an item of it. */
static bool has_tag(const char *list, const char *tag) {
  return list && (strcmp(list, "*") == 0 || strstr(list, tag));
}

const struct console_form *console_choose(const struct console_file *file, const char *accept_encoding,
                                          const char *if_none_match, int *status) {
  const struct console_form *form = takes_gzip(accept_encoding) ? &file->packed : &file->plain;
  *status = has_tag(if_none_match, form->tag) ? 304 : 200;
  return form;
}
