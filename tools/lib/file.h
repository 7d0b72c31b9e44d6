/* file.h - a whole file in memory, for the tools.
 *
 * What is read is a copy: changes of the file do not reach it. Not for the service, which keeps its nets in
 * pages that nobody can write. */
#ifndef DDZ_TOOLS_LIB_FILE_H
#define DDZ_TOOLS_LIB_FILE_H

#include <stdbool.h>
#include <stddef.h>

enum { FILE_PATH = 1024 /* bytes of a path */ };

struct file {
  void *bytes; /* on the boundary of a large page: nets are read all over; NULL: nothing was read */
  size_t size;
};

/* Read it in full. False: `error` says why, in a sentence that names the file. */
bool file_read(struct file *file, const char *path, char *error, size_t room);
void file_free(struct file *file); /* a zeroed one is allowed */

/* The file beside `path` of the same name with `mark` before its last dot: x.net, x-mark.net. False when
 * there is none; else `beside` (FILE_PATH bytes) is its path. */
bool file_beside(const char *path, const char *mark, char *beside);

/* The first file there is among `places`, paths relative to the folder of the running program; NULL ends the
 * list. False when there is none; else `path` (FILE_PATH bytes) is it. */
bool file_find(const char *const *places, char *path);

#endif
