/* options.h - the server's settings, from the command line and the environment.
 *
 * Order: default, then environment, then command line; the last one wins. Both `--name value` and
 * `--name=value` are understood. The rows are in options.def. */
#ifndef DDZ_SERVICE_OPTIONS_H
#define DDZ_SERVICE_OPTIONS_H

#include <stddef.h>
#include <stdio.h>

struct options {
#define NUMBER(field, name, env, value, min, max, help) long field;
#define TEXT(field, name, env, value, help) const char *field;
#define CHOICE(field, name, env, value, names, help) long field;
#include "service/options.def"
#undef NUMBER
#undef TEXT
#undef CHOICE
};

enum options_result {
  OPTIONS_OK,
  OPTIONS_HELP,    /* --help was asked for */
  OPTIONS_VERSION, /* --version */
  OPTIONS_WRONG    /* `error` says what, in one sentence */
};

/* The defaults. */
struct options options_default(void);

/* Read environment (`getenv_of`, normally getenv) and arguments. Texts point into what was read.
 * `options` is changed only on OPTIONS_OK. */
enum options_result options_read(struct options *options, int argc, char **argv,
                                 char *(*getenv_of)(const char *name), char *error, size_t room);

void options_help(FILE *out, const char *program);

#endif
