/* ways.h - the ways of tests/load/load.c, each with its own arguments; argv[0] is its name. They return 0, or
 * 2 where the arguments are wrong; faults are counted by `demand`. */
#pragma once

#include <stdbool.h>

int day(int argc, char **argv);
int overload(int argc, char **argv);
int lines(int argc, char **argv);

/* Print a figure: good, or FAULT; where it is not judged, a note. */
void demand(bool judged, bool kept, const char *format, ...) __attribute__((format(printf, 3, 4)));
