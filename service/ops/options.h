/* options.h - the server's settings, from a file, the environment and the command line.
 *
 * Order: default, then the file that `--config` names, then environment, then command line; later ones
 * win. Both `--name value` and `--name=value` are understood. A line of the file is `name value` or `name =
 * value`; empty lines and lines that begin with # say nothing. The rows are in options.def. */
#pragma once

#include <stddef.h>
#include <stdio.h>

enum { OPTIONS_THREADS_MAX = 256 };

struct options {
#define NUMBER(field, name, env, value, min, max, help) long field;
#define TEXT(field, name, env, value, help) const char *field;
#define CHOICE(field, name, env, value, names, help) long field;
#include "service/ops/options.def"
#undef NUMBER
#undef TEXT
#undef CHOICE
  char *file; /* text of the config file, into which texts may point; NULL: none */
};

enum options_result {
  OPTIONS_OK,
  OPTIONS_HELP,    /* --help was asked for */
  OPTIONS_VERSION, /* --version */
  OPTIONS_WRONG    /* `error` says what, in one sentence */
};

/* The defaults. */
struct options options_default(void);

/* Read file, environment (`getenv_of`, normally getenv) and arguments. Texts point into what was read.
 * `options` is changed only on OPTIONS_OK, and then options_free is due. */
enum options_result options_read(struct options *options, int argc, char **argv,
                                 char *(*getenv_of)(const char *name), char *error, size_t room);

/* Free the texts of a file that was read; `options` may be zeroed. */
void options_free(struct options *options);

/* Print the page of --help. */
void options_help(FILE *out, const char *program);
