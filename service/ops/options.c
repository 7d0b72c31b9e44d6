#include "service/ops/options.h"

#include "service/ops/file.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum kind { KIND_GROUP, KIND_NUMBER, KIND_TEXT, KIND_CHOICE };

struct row {
  const char *name, *env, *help;
  enum kind kind;
  size_t offset;
  long number, min, max;
  const char *text; /* default of a TEXT, names of a CHOICE */
};

static const struct row rows[] = {
#define GROUP(title) {title, NULL, NULL, KIND_GROUP, 0, 0, 0, 0, NULL},
#define NUMBER(field, name, env, value, min, max, help)                                                      \
  {name, env, help, KIND_NUMBER, offsetof(struct options, field), value, min, max, NULL},
#define TEXT(field, name, env, value, help)                                                                  \
  {name, env, help, KIND_TEXT, offsetof(struct options, field), 0, 0, 0, value},
#define CHOICE(field, name, env, value, names, help)                                                         \
  {name, env, help, KIND_CHOICE, offsetof(struct options, field), value, 0, 0, names},
#include "service/ops/options.def"
#undef NUMBER
#undef TEXT
#undef CHOICE
};
#define ROWS (sizeof rows / sizeof rows[0])

static long *number_of(struct options *options, const struct row *row) {
  return (long *)(void *)((char *)options + row->offset);
}

static const char **text_of(struct options *options, const struct row *row) {
  return (const char **)(void *)((char *)options + row->offset);
}

struct options options_default(void) {
  struct options options;
  memset(&options, 0, sizeof options);
  for (size_t i = 0; i < ROWS; i++) {
    if (rows[i].kind == KIND_TEXT)
      *text_of(&options, &rows[i]) = rows[i].text;
    else if (rows[i].kind != KIND_GROUP)
      *number_of(&options, &rows[i]) = rows[i].number;
  }
  return options;
}

/* The place of `value` in "a|b|c", or -1. */
static long choice_index(const char *names, const char *value) {
  size_t length = strlen(value);
  for (long i = 0;; i++) {
    size_t here = strcspn(names, "|");
    if (here == length && memcmp(names, value, length) == 0) return i;
    if (names[here] == '\0') return -1;
    names += here + 1;
  }
}

/* `where` is how the user named the option: --port or DDZ_PORT. */
static bool set(struct options *options, const struct row *row, const char *where, const char *value,
                char *error, size_t room) {
  switch (row->kind) {
  case KIND_GROUP:
    break;
  case KIND_NUMBER:
    if (file_number(value, strlen(value), row->min, row->max, number_of(options, row))) return true;
    snprintf(error, room, "%s wants a number from %ld to %ld, not \"%s\".", where, row->min, row->max, value);
    return false;
  case KIND_CHOICE: {
    long i = choice_index(row->text, value);
    if (i >= 0) *number_of(options, row) = i;
    if (i < 0) snprintf(error, room, "%s wants one of %s, not \"%s\".", where, row->text, value);
    return i >= 0;
  }
  case KIND_TEXT: {
    bool good = value[0] || !row->text[0]; /* what is off by default may be switched off */
    if (good) *text_of(options, row) = value;
    if (!good) snprintf(error, room, "%s must not be empty.", where);
    return good;
  }
  }
  return false;
}

static const struct row *row_named(const char *name, size_t length) {
  for (size_t i = 0; i < ROWS; i++)
    if (rows[i].env && strlen(rows[i].name) == length && memcmp(rows[i].name, name, length) == 0)
      return &rows[i];
  return NULL;
}

static bool read_environment(struct options *options, char *(*getenv_of)(const char *), char *error,
                             size_t room) {
  for (size_t i = 0; i < ROWS; i++) {
    const char *value = rows[i].env ? getenv_of(rows[i].env) : NULL;
    if (value && !set(options, &rows[i], rows[i].env, value, error, room)) return false;
  }
  return true;
}

/* One argument, and the next one when it is its value; `used` says how many were. */
static enum options_result read_argument(struct options *options, char **argv, int left, int *used,
                                         char *error, size_t room) {
  const char *argument = argv[0];
  *used = 1;
  if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0) return OPTIONS_HELP;
  if (strcmp(argument, "--version") == 0) return OPTIONS_VERSION;
  size_t length = strncmp(argument, "--", 2) == 0 ? strcspn(argument + 2, "=") : 0;
  const struct row *row = length ? row_named(argument + 2, length) : NULL;
  if (!row) {
    snprintf(error, room, "There is no option \"%s\"; --help lists them.", argument);
    return OPTIONS_WRONG;
  }
  const char *value = argument[2 + length] == '=' ? argument + 3 + length : NULL;
  if (!value && left > 1) {
    value = argv[1];
    *used = 2;
  }
  if (!value) {
    snprintf(error, room, "%s wants a value.", argument);
    return OPTIONS_WRONG;
  }
  char where[64];
  snprintf(where, sizeof where, "--%s", row->name);
  return set(options, row, where, value, error, room) ? OPTIONS_OK : OPTIONS_WRONG;
}

/* --- the file --- */

static bool read_line(struct options *options, char *line, unsigned number, char *error, size_t room) {
  char where[96];
  if (line[0] == '\0' || line[0] == '#') return true;
  size_t length = strcspn(line, " \t=");
  const struct row *row = row_named(line, length);
  if (!row || row->offset == offsetof(struct options, config)) {
    snprintf(error, room, "Line %u of the file: there is no option \"%.*s\" for it.", number, (int)length,
             line);
    return false;
  }
  char *value = file_trim(line + length);
  if (value[0] == '=') value = file_trim(value + 1);
  snprintf(where, sizeof where, "Line %u of the file: %s", number, row->name);
  return set(options, row, where, value, error, room);
}

/* --- all of it --- */

static enum options_result read_arguments(struct options *options, int argc, char **argv, char *error,
                                          size_t room) {
  bool good = true;
  for (int i = 1, used; i < argc; i += used) { /* to the end even when wrong: help may be asked for */
    char *said = good ? error : NULL;          /* only the first mistake is told */
    enum options_result one = read_argument(options, argv + i, argc - i, &used, said, good ? room : 0);
    if (one == OPTIONS_HELP || one == OPTIONS_VERSION) return one;
    good = good && one == OPTIONS_OK;
  }
  return good ? OPTIONS_OK : OPTIONS_WRONG;
}

/* Twice: the first time finds out which file, whose values then yield to the others'. */
enum options_result options_read(struct options *options, int argc, char **argv,
                                 char *(*getenv_of)(const char *name), char *error, size_t room) {
  struct options first = options_default(), read = options_default();
  char ignored[256];
  bool good = read_environment(&first, getenv_of, error, room);
  enum options_result result =
      read_arguments(&first, argc, argv, good ? error : ignored, good ? room : sizeof ignored);
  if (result != OPTIONS_OK || !good) return result == OPTIONS_OK ? OPTIONS_WRONG : result;
  read.file = first.config[0] ? file_read(first.config, NULL, error, room) : NULL;
  good = read.file || !first.config[0];
  char *rest = read.file, *line; /* cut into lines, it stays the home of the values */
  for (unsigned number = 1; good && (line = file_line(&rest)); number++)
    good = read_line(&read, line, number, error, room);
  if (!good) {
    options_free(&read);
    return OPTIONS_WRONG;
  }
  read_environment(&read, getenv_of, error, room);
  read_arguments(&read, argc, argv, error, room);
  *options = read;
  return OPTIONS_OK;
}

void options_free(struct options *options) {
  free(options->file);
  options->file = NULL;
}

static void print_row(FILE *out, const struct row *row) {
  const char *name = row->text; /* of a CHOICE: its default */
  for (long i = 0; row->kind == KIND_CHOICE && i < row->number; i++) name += strcspn(name, "|") + 1;
  fprintf(out, "  --%-12s %-16s %s", row->name, row->env, row->help);
  if (row->kind == KIND_NUMBER)
    fprintf(out, " (%ld..%ld, default %ld)\n", row->min, row->max, row->number);
  else if (row->kind == KIND_TEXT)
    fprintf(out, "%s%s%s\n", row->text[0] ? " (default " : "", row->text, row->text[0] ? ")" : "");
  else
    fprintf(out, " (%s, default %.*s)\n", row->text, (int)strcspn(name, "|"), name);
}

void options_help(FILE *out, const char *program) {
  fprintf(
      out,
      "usage: %s [--option value]...\n\n"
      "A Dou Dizhu backend over HTTP: rules, referee, hints, robots, scores. It keeps no state and needs\n"
      "no database. Every option is also an environment variable, and a line of the file of --config.\n",
      program);
  for (size_t i = 0; i < ROWS; i++)
    if (rows[i].kind == KIND_GROUP)
      fprintf(out, "\n%s:\n", rows[i].name);
    else
      print_row(out, &rows[i]);
  fprintf(out, "\nOther:\n  --%-12s %-16s %s\n", "help", "", "this page");
  fprintf(out, "  --%-12s %-16s %s\n", "version", "", "name and version");
  fprintf(
      out,
      "\nEXAMPLES\n"
      "  %s                                         on http://127.0.0.1:8080/, for this machine only\n"
      "  %s --port 0                                on a free port; the log says which\n"
      "  %s --listen :: --tokens /etc/ddzd/tokens   for other machines, with tokens\n"
      "  %s --config /etc/ddzd/ddzd.conf            options from a file\n"
      "  %s --workers 2 --answer-ms 2000            two threads for searches, no response later than 2 s\n"
      "\nSIGNALS\n"
      "  TERM, INT   stop: accepted requests are processed; a second one stops at once\n"
      "  HUP         read the tokens and log-level again\n"
      "\nFILES\n"
      "  share/ddz/*.net   the nets, beside the program or in its installation\n"
      "  The program writes no files; the log goes to standard output.\n"
      "\nEXIT STATUS\n"
      "  0   stopped by a signal, or --help and --version\n"
      "  1   it cannot start or go on: a port in use, a file that cannot be read\n"
      "  2   wrong options\n"
      "\nMemory: docs/operate.md has the bound and how to compute it.\n",
      program, program, program, program, program);
}
