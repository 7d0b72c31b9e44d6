#include "lib/mapped.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64, LARGE_PAGE = 2 << 20 };

bool mapped_copy(struct mapped *mapped, const void *bytes, size_t size) {
  void *copy = aligned_alloc(ALIGNMENT, (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
  *mapped = (struct mapped){.bytes = copy, .size = size, .begin = copy};
  if (copy != NULL) memcpy(copy, bytes, size);
  return copy != NULL;
}

#ifdef __wasm__

void mapped_close(struct mapped *mapped) {
  free(mapped->begin);
  *mapped = (struct mapped){0};
}

#else

#include "lib/plain.h"

#include <stdio.h>
#include <sys/mman.h>

void mapped_close(struct mapped *mapped) {
  if (mapped->room > 0)
    munmap(mapped->begin, mapped->room);
  else
    free(mapped->begin);
  *mapped = (struct mapped){0};
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

/* NULL, or what is wrong. */
static const char *read_in(struct mapped *mapped, int file) {
  const size_t room = (mapped->size + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE + LARGE_PAGE;
  void *begin = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (begin == MAP_FAILED) return strerror(errno);
  mapped->begin = begin;
  mapped->room = room;
  madvise(begin, room, MADV_HUGEPAGE); /* small pages do as well, only slower */
  char *bytes = (char *)begin + (LARGE_PAGE - (uintptr_t)begin % LARGE_PAGE) % LARGE_PAGE;
  mapped->bytes = bytes;
  if (!read_all(file, bytes, mapped->size)) return "cannot be read to its end";
  mprotect(begin, room, PROT_READ);
  return NULL;
}

static const char *measure(struct mapped *mapped, int file) {
  struct stat about;
  if (fstat(file, &about) != 0) return strerror(errno);
  if (about.st_size <= 0) return "empty";
  if (about.st_size > MAPPED_MAX) return "too large";
  mapped->size = (size_t)about.st_size;
  return NULL;
}

bool mapped_open(struct mapped *mapped, const char *path, char *error, size_t room) {
  const char *wrong;
  *mapped = (struct mapped){0};
  const int file = plain_open(path, &wrong);
  if (file >= 0) {
    wrong = measure(mapped, file);
    if (wrong == NULL) wrong = read_in(mapped, file);
    close(file);
  }
  if (wrong == NULL) return true;
  mapped_close(mapped);
  if (room > 0) snprintf(error, room, "%s: %s", path, wrong);
  return false;
}

#endif
