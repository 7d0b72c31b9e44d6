#include "service/http/console.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *path, const void *file) {
  return strcmp(path, ((const struct console_file *)file)->path);
}

const struct console_file *console_find(const struct console *console, const char *path) {
  if (!console) return NULL;
  return bsearch(path, console->files, console->count, sizeof *console->files, compare);
}
