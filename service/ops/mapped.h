/* mapped.h - a file as bytes in memory that nobody can write.
 *
 * The file is read once, in full, into pages of its own, which are then read-only. If the file is
 * overwritten or cut short later, these bytes do not change. Large pages where the system has
 * them. Any thread may read the bytes. */
#ifndef DDZ_SERVICE_MAPPED_H
#define DDZ_SERVICE_MAPPED_H

#include <stdbool.h>
#include <stddef.h>

enum { MAPPED_PATH = 1024, MAPPED_MAX = 64 << 20 /* bytes of a file */ };

struct mapped {
  const void *bytes; /* on the boundary of a large page */
  size_t size;       /* of the file */
  void *begin;       /* of the mapping */
  size_t room;
};

/* False: `error` says why, in one sentence that names the file. */
bool mapped_open(struct mapped *mapped, const char *path, char *error, size_t room);
void mapped_close(struct mapped *mapped); /* a zeroed one is allowed */

/* The file that lies beside `path` under the same name with `mark` before its last dot: x.net, x-mark.net.
 * False when there is none; `beside` (MAPPED_PATH bytes) is its path. */
bool mapped_beside(const char *path, const char *mark, char *beside);

/* The first file there is among `places`, paths relative to the folder of the running program, NULL ends the
 * list. False when there is none; else `path` (MAPPED_PATH bytes) is it. */
bool mapped_find(const char *const *places, char *path);

#endif
