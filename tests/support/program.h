/* program.h - run the service's program, which lies two folders above the test's. */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct program {
  pid_t pid;
  int out;       /* its log */
  unsigned port; /* 0: it did not begin to listen */
};

/* Another program from now on, by its path below build/MODE; not copied. */
void program_choose(const char *name);

/* Where it lies: build/MODE/ddzd of build/MODE/tests/service/test_x. */
void program_path(char path[PATH_MAX]);

/* Start it with `--port 0 --hosts *` and the arguments, a list that ends with NULL; returns when it listens
 * or has ended. Its log is not read any further: the pipe holds some hundred lines, what is more is dropped.
 */
struct program program_start(const char *const *arguments);

/* Send `signal` (0: none) and wait; the exit status, or -1 when it died of a signal. */
int program_end(struct program *program, int signal);

/* What a process holds of the machine's memory, in MiB. */
double program_mib(pid_t pid);
