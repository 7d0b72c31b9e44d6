/* file.h - a small file as one text: options, tokens, certificates. */
#ifndef DDZ_SERVICE_FILE_H
#define DDZ_SERVICE_FILE_H

#include <stddef.h>

#define FILE_BYTES_MAX 1048576u

/* The whole file, NUL-terminated and malloc'd, its NULs kept out of the way by being refused. NULL: `error`
 * says why, in one sentence; also for what is no regular file (plain.h). */
char *file_read(const char *path, char *error, size_t room);

/* Cut the blanks off both ends of a line, in place. */
char *file_trim(char *line);

#endif
