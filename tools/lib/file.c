#include "file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGE_PAGE = 2 << 20, MOST = 64 << 20 /* bytes of a file */ };

/* What keeps an open file from being read; NULL: nothing. */
static const char *objection(FILE *from, size_t *size) {
  struct stat about;
  if (fstat(fileno(from), &about) != 0) return strerror(errno);
  *size = (size_t)about.st_size;
  if (!S_ISREG(about.st_mode)) return "not a file";
  if (about.st_size <= 0) return "empty";
  return about.st_size > MOST ? "too large" : NULL;
}

static const char *read_all(struct file *file, FILE *from) {
  const char *wrong = objection(from, &file->size);
  if (wrong != NULL) return wrong;
  const size_t room = (file->size + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
  file->bytes = aligned_alloc(LARGE_PAGE, room);
  if (file->bytes == NULL) return "out of memory";
  madvise(file->bytes, room, MADV_HUGEPAGE); /* small pages do as well, only slower */
  return fread(file->bytes, 1, file->size, from) == file->size ? NULL : "cannot be read to its end";
}

bool file_read(struct file *file, const char *path, char *error, size_t room) {
  FILE *from = fopen(path, "rb");
  *file = (struct file){0};
  const char *wrong = from == NULL ? strerror(errno) : read_all(file, from);
  if (from != NULL) fclose(from);
  if (wrong == NULL) return true;
  snprintf(error, room, "%s: %s", path, wrong);
  file_free(file);
  return false;
}

void file_free(struct file *file) {
  free(file->bytes);
  *file = (struct file){0};
}

bool file_beside(const char *path, const char *mark, char *beside) {
  const char *slash = strrchr(path, '/'), *dot = strrchr(slash != NULL ? slash : path, '.');
  const size_t stem = dot != NULL ? (size_t)(dot - path) : strlen(path);
  const int length = snprintf(beside, FILE_PATH, "%.*s%s%s", (int)stem, path, mark, path + stem);
  return length > 0 && length < FILE_PATH && access(beside, R_OK) == 0;
}

/* The folder of the running program. */
static bool folder(char here[FILE_PATH]) {
  const ssize_t n = readlink("/proc/self/exe", here, FILE_PATH - 1);
  here[n > 0 ? n : 0] = '\0';
  char *slash = strrchr(here, '/');
  if (slash != NULL) *slash = '\0';
  return slash != NULL;
}

bool file_find(const char *const *places, char *path) {
  char here[FILE_PATH];
  if (!folder(here)) return false;
  for (; *places != NULL; places++) {
    const int length = snprintf(path, FILE_PATH, "%s/%s", here, *places);
    if (length <= 0 || length >= FILE_PATH || access(path, R_OK) != 0) continue;
    char *straight = realpath(path, NULL); /* without ".." */
    if (straight != NULL && strlen(straight) < FILE_PATH) memcpy(path, straight, strlen(straight) + 1);
    free(straight);
    return true;
  }
  return false;
}
