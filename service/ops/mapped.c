#include "service/ops/mapped.h"

#include "service/ops/plain.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LARGE_PAGE = 2 << 20 };

static bool fail(char *error, size_t room, const char *path, const char *why) {
  snprintf(error, room, "%s: %s", path, why);
  return false;
}

static bool read_all(int file, char *bytes, size_t size) {
  size_t have = 0;
  while (have < size) {
    const ssize_t got = read(file, bytes + have, size - have);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    have += (size_t)got;
  }
  return true;
}

static bool map_file(struct mapped *mapped, int file, const char *path, char *error, size_t room) {
  struct stat about;
  if (fstat(file, &about) != 0) return fail(error, room, path, strerror(errno));
  if (about.st_size <= 0) return fail(error, room, path, "empty");
  if (about.st_size > MAPPED_MAX) return fail(error, room, path, "too large");
  mapped->size = (size_t)about.st_size;
  mapped->room = (mapped->size + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE + LARGE_PAGE;
  void *begin = mmap(NULL, mapped->room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (begin == MAP_FAILED) return fail(error, room, path, strerror(errno));
  madvise(begin, mapped->room, MADV_HUGEPAGE); /* small pages do as well, only slower */
  mapped->begin = begin;
  char *bytes = (char *)begin + (LARGE_PAGE - (uintptr_t)begin % LARGE_PAGE) % LARGE_PAGE;
  mapped->bytes = bytes;
  if (!read_all(file, bytes, mapped->size)) {
    mapped_close(mapped);
    return fail(error, room, path, "cannot be read to its end");
  }
  mprotect(begin, mapped->room, PROT_READ);
  return true;
}

bool mapped_open(struct mapped *mapped, const char *path, char *error, size_t room) {
  *mapped = (struct mapped){0};
  const char *why;
  const int file = plain_open(path, &why);
  if (file < 0) return fail(error, room, path, why);
  const bool good = map_file(mapped, file, path, error, room);
  close(file);
  return good;
}

void mapped_close(struct mapped *mapped) {
  if (mapped->begin != NULL) munmap(mapped->begin, mapped->room);
  *mapped = (struct mapped){0};
}

/* Without "..". */
static bool tidy(char *path) {
  char *straight = realpath(path, NULL);
  if (straight != NULL && strlen(straight) < MAPPED_PATH) memcpy(path, straight, strlen(straight) + 1);
  free(straight);
  return true;
}

bool mapped_find(const char *const *places, char *path) {
  char here[MAPPED_PATH];
  const ssize_t n = readlink("/proc/self/exe", here, sizeof here - 1);
  if (n <= 0) return false;
  here[n] = '\0';
  char *slash = strrchr(here, '/');
  if (slash == NULL) return false;
  *slash = '\0';
  for (; *places != NULL; places++) {
    const int length = snprintf(path, MAPPED_PATH, "%s/%s", here, *places);
    if (length > 0 && length < MAPPED_PATH && access(path, R_OK) == 0) return tidy(path);
  }
  return false;
}

bool mapped_beside(const char *path, const char *mark, char *beside) {
  const char *slash = strrchr(path, '/'), *dot = strrchr(slash != NULL ? slash : path, '.');
  const size_t stem = dot != NULL ? (size_t)(dot - path) : strlen(path);
  const int length = snprintf(beside, MAPPED_PATH, "%.*s%s%s", (int)stem, path, mark, path + stem);
  return length > 0 && length < MAPPED_PATH && access(beside, R_OK) == 0;
}
