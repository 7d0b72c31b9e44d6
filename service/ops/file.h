/* file.h - a small file as one text: options, tokens, certificates; and what its words are. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FILE_BYTES_MAX 1048576u

/* The whole file, NUL-terminated and malloc'd; a file with NULs is refused. NULL: `error` says why, in one
 * sentence, and errno; also for what is no regular file (plain.h). `changed_s`: when it was, in seconds since
 * 1970; NULL: nobody asks. */
char *file_read(const char *path, int64_t *changed_s, char *error, size_t room);

/* Cut the next line off `rest`, without the blanks at both its ends. NULL: there is none. */
char *file_line(char **rest);
char *file_trim(char *line); /* the blanks alone */

/* Is all of `text` a decimal number from `min`, at least 0, to `max`, at most 2^31? Is it visible ASCII? */
bool file_number(const char *text, size_t length, long min, long max, long *number);
bool file_is_visible(const char *text, size_t length);
