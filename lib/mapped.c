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

#include <dlfcn.h>
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

bool mapped_beside(const char *path, const char *mark, char *beside) {
  const char *slash = strrchr(path, '/'), *dot = strrchr(slash != NULL ? slash : path, '.');
  const size_t stem = dot != NULL ? (size_t)(dot - path) : strlen(path);
  const int length = snprintf(beside, MAPPED_PATH, "%.*s%s%s", (int)stem, path, mark, path + stem);
  return length > 0 && length < MAPPED_PATH && access(beside, R_OK) == 0;
}

/* The file that holds the code; of the program itself the dynamic linker knows only what it was called. */
static bool find_code(const void *code, char *path) {
  Dl_info facts;
  if (code == NULL) {
    const ssize_t n = readlink("/proc/self/exe", path, MAPPED_PATH - 1);
    path[n > 0 ? n : 0] = '\0';
    return n > 0;
  }
  return dladdr(code, &facts) != 0 && facts.dli_fname != NULL && strlen(facts.dli_fname) < MAPPED_PATH &&
         strcpy(path, facts.dli_fname) != NULL;
}

/* Without "..". */
static void straighten(char *path) {
  char *straight = realpath(path, NULL);
  if (straight != NULL && strlen(straight) < MAPPED_PATH) strcpy(path, straight);
  free(straight);
}

bool mapped_find(const char *const *places, const void *code, char *path) {
  char here[MAPPED_PATH];
  if (!find_code(code, here)) return false;
  char *slash = strrchr(here, '/');
  strcpy(slash != NULL ? slash : here, slash != NULL ? "" : ".");
  for (; *places != NULL; places++) {
    const int length = snprintf(path, MAPPED_PATH, "%s/%s", here, *places);
    if (length <= 0 || length >= MAPPED_PATH || access(path, R_OK) != 0) continue;
    straighten(path);
    return true;
  }
  return false;
}

#endif
