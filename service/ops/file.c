#include "service/ops/file.h"

#include "lib/plain.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is wrong, or NULL. */
static const char *read_all(int file, char *text) {
  size_t length = 0;
  ssize_t n = 1;
  while (n > 0 && length <= FILE_BYTES_MAX) {
    n = read(file, text + length, FILE_BYTES_MAX + 1 - length);
    if (n < 0) return strerror(errno);
    length += (size_t)n;
  }
  if (length > FILE_BYTES_MAX) return "it is too long";
  text[length] = '\0';
  return strlen(text) < length ? "it holds a NUL" : NULL;
}

char *file_read(const char *path, int64_t *changed_s, char *error, size_t room) {
  const char *why;
  struct stat about;
  errno = 0;
  const int file = plain_open(path, &why);
  const int number = errno;
  if (file >= 0 && changed_s && fstat(file, &about) == 0) *changed_s = about.st_mtime;
  char *text = file >= 0 ? malloc(FILE_BYTES_MAX + 1) : NULL;
  if (file >= 0) {
    why = text ? read_all(file, text) : "memory is short";
    close(file);
  }
  if (!why) return text;
  snprintf(error, room, "Cannot read %s: %s.", path, why);
  free(text);
  errno = number;
  return NULL;
}

char *file_line(char **rest) {
  char *line = strsep(rest, "\n");
  return line ? file_trim(line) : NULL;
}

bool file_number(const char *text, size_t length, long min, long max, long *number) {
  long value = 0;
  for (size_t i = 0; i < length; i++) {
    if (text[i] < '0' || text[i] > '9' || value > max) return false;
    value = value * 10 + (text[i] - '0');
  }
  if (length == 0 || value < min || value > max) return false;
  *number = value;
  return true;
}

bool file_is_visible(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if ((unsigned char)text[i] <= 0x20 || (unsigned char)text[i] >= 0x7f) return false;
  return true;
}

char *file_trim(char *line) {
  line += strspn(line, " \t\r");
  size_t length = strlen(line);
  while (length && strchr(" \t\r", line[length - 1])) line[--length] = '\0';
  return line;
}
