/* console.h - files for a browser, part of the program: the console at GET /.
 *
 * A file is there twice, plain and packed by gzip when the program was built, each with an entity tag of its
 * own; what a request gets depends on two of its header fields alone. Nothing is computed, read or allocated
 * but the answer's fields, so a poller answers at once. The files hold no secret and need no token.
 *
 * Header fields of every answer: revalidate (no-cache), load nothing from other hosts, do not guess types,
 * send no referrer. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define CONSOLE_ROUTE "/" /* under this name log and metrics know all of them */

/* One of the two forms of a file. */
struct console_form {
  const char *bytes;
  size_t length;
  const char *tag; /* entity tag, with its quotes */
};

struct console_file {
  const char *path;   /* "/" or "/folder/name.js" */
  const char *type;   /* content type */
  const char *policy; /* content security policy; NULL: none, it is no document */
  struct console_form plain, packed;
};

struct console {
  const struct console_file *files; /* sorted by path, bytewise */
  size_t count;
};

/* The files of web/, laid into the program by the Makefile (tools/console.sh). */
extern const struct console console_built;

/* NULL: no such file, or `console` is NULL. */
const struct console_file *console_find(const struct console *console, const char *path);
