/* flags.h - the options of a tool as the rows of one table: read, and told by --help.
 *
 * `struct task`, what a tool is to do, is each tool's own. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct task;

struct flag {
  const char *name, *takes, *help;                   /* takes: NULL for a switch */
  void (*set)(struct task *task, const char *value); /* NULL: one of the below, at `offset` of the task */
  size_t offset;
  enum { FLAG_IS_ON, FLAG_IS_TEXT, FLAG_IS_WHOLE } kind;
  uint64_t least, most;
};

/* The end of a row for a field that takes the value as it is: a bool that a switch makes true, a text, a
 * whole number from `least` to `most`. A field of another type does not compile. */
#define FLAG_OF(field, type)                                                                                 \
  .offset = _Generic(((struct task *)NULL)->field, type : offsetof(struct task, field))
#define FLAG_ON(field) FLAG_OF(field, bool), .kind = FLAG_IS_ON
#define FLAG_TEXT(field) FLAG_OF(field, const char *), .kind = FLAG_IS_TEXT
#define FLAG_WHOLE(field, least_, most_)                                                                     \
  FLAG_OF(field, uint64_t), .kind = FLAG_IS_WHOLE, .least = (least_), .most = (most_)

/* Print them, --help and --version, the texts from column `width` on. */
void flags_print(const struct flag *flags, size_t n, int width);

/* Set what the command line says, in its order; what is left of the words begins at `optind`. -h, --help and
 * --version, which every tool has, print and end the program; a word that is no option of the table, or lacks
 * its value, fails. */
void flags_read(const struct flag *flags, size_t n, void (*print_help)(void), struct task *task, int argc,
                char **argv);

/* What of a value is a whole number in this range; else false, and the number is not written. */
bool flags_is_whole(const char *text, uint64_t least, uint64_t most, uint64_t *number);

/* Likewise; another ends the program. */
uint64_t flags_whole(const char *text, uint64_t least, uint64_t most);
double flags_number(const char *text, double least, double most);

/* "ddz-game: WHAT: ABOUT (try --help)", and the end with status 2. */
__attribute__((noreturn)) void tool_fail(const char *what, const char *about);

/* What was allocated; NULL ends the program likewise. */
void *tool_must(void *memory);
