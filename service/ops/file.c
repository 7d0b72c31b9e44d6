#include "service/ops/file.h"

#include "lib/plain.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is wrong with what was read, or NULL. */
static const char *fault(FILE *in, const char *text, size_t length) {
  if (ferror(in)) return strerror(errno);
  if (length > FILE_BYTES_MAX) return "it is too long";
  return memchr(text, '\0', length) ? "it holds a NUL" : NULL;
}

static char *read_all(FILE *in, const char **why) {
  char *text = malloc(FILE_BYTES_MAX + 1);
  *why = "memory is short";
  if (!text) return NULL;
  size_t length = fread(text, 1, FILE_BYTES_MAX + 1, in);
  *why = fault(in, text, length);
  if (*why) {
    free(text);
    return NULL;
  }
  text[length] = '\0';
  return text;
}

char *file_read(const char *path, char *error, size_t room) {
  const char *why;
  const int file = plain_open(path, &why);
  FILE *in = file >= 0 ? fdopen(file, "r") : NULL;
  if (file >= 0 && !in) why = "memory is short", close(file);
  char *text = in ? read_all(in, &why) : NULL;
  if (in) fclose(in);
  if (!text) snprintf(error, room, "Cannot read %s: %s.", path, why);
  return text;
}

char *file_trim(char *line) {
  line += strspn(line, " \t\r");
  size_t length = strlen(line);
  while (length && strchr(" \t\r", line[length - 1])) line[--length] = '\0';
  return line;
}
