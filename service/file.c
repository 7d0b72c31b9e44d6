#include "service/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_all(FILE *in, const char **why) {
  char *text = malloc(FILE_BYTES_MAX + 1);
  size_t length = text ? fread(text, 1, FILE_BYTES_MAX + 1, in) : 0;
  *why = !text || ferror(in) ? strerror(errno) : length > FILE_BYTES_MAX ? "it is too long" : NULL;
  if (!*why && memchr(text, '\0', length)) *why = "it holds a NUL";
  if (!*why) {
    text[length] = '\0';
    char *fitting = realloc(text, length + 1);
    return fitting ? fitting : text;
  }
  free(text);
  return NULL;
}

char *file_read(const char *path, char *error, size_t room) {
  FILE *in = fopen(path, "re");
  const char *why = in ? NULL : strerror(errno);
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
