/* mapped.h - files as bytes in memory that nobody can write.
 *
 * Only regular files of at most MAPPED_MAX bytes. Any thread may read the bytes. WebAssembly has copies only.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { MAPPED_PATH = 1024, MAPPED_MAX = 64 << 20 /* bytes of a file */ };

struct mapped {
  const void *bytes; /* on a boundary of 64 at least; NULL: nothing is open */
  size_t size;       /* of the file */
  void *begin;       /* what is to be given back */
  size_t room;       /* of the mapping; 0: `begin` is malloc'd */
};

/* Read the file in full into pages of its own, which are then read-only: large pages where the system has
 * them. If the file is overwritten or cut short later, these bytes do not change. False: `error` says why, in
 * one sentence that names the file. */
bool mapped_open(struct mapped *mapped, const char *path, char *error, size_t room);

/* A copy of bytes. False when memory is short. */
bool mapped_copy(struct mapped *mapped, const void *bytes, size_t size);

void mapped_close(struct mapped *mapped); /* a zeroed one is allowed */
