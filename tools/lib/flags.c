#include "tools/lib/flags.h"

#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "api/version.h"

enum { FLAGS_MAX = 64, FIRST = 256 };

static void print(const char *name, const char *takes, const char *help, int width) {
  char left[40];
  snprintf(left, sizeof left, "--%s %s", name, takes != NULL ? takes : "");
  printf("  %-*s %s\n", width, left, help);
}

void flags_print(const struct flag *flags, size_t n, int width) {
  for (size_t i = 0; i < n; i++) print(flags[i].name, flags[i].takes, flags[i].help, width);
  print("help", NULL, "this page", width);
  print("version", NULL, "the version, its commit and date", width);
}

static void set(const struct flag *flag, struct task *task, const char *value) {
  void *field = (char *)task + flag->offset;
  if (flag->set != NULL)
    flag->set(task, value);
  else if (flag->kind == FLAG_IS_ON)
    *(bool *)field = true;
  else if (flag->kind == FLAG_IS_TEXT)
    *(const char **)field = value;
  else
    *(uint64_t *)field = flags_whole(value, flag->least, flag->most);
}

void flags_read(const struct flag *flags, size_t n, void (*print_help)(void), struct task *task, int argc,
                char **argv) {
  struct option options[FLAGS_MAX + 3] = {{"help", no_argument, NULL, 'h'},
                                          {"version", no_argument, NULL, 'V'}};
  int option;
  assert(n <= FLAGS_MAX);
  for (size_t i = 0; i < n; i++)
    options[i + 2] = (struct option){flags[i].name, flags[i].takes != NULL, NULL, FIRST + (int)i};
  opterr = 0;
  while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
    if (option == '?') tool_fail("unknown option, or its value is missing", argv[optind - 1]);
    if (option == 'h') print_help();
    if (option == 'V') printf("%s %s\n", program_invocation_short_name, ddz_build);
    if (option < FIRST) exit(0);
    set(&flags[option - FIRST], task, optarg);
  }
}

bool flags_is_whole(const char *text, uint64_t least, uint64_t most, uint64_t *number) {
  char *end;
  errno = 0;
  const unsigned long long value = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || value < least || value > most) return false;
  *number = value;
  return true;
}

uint64_t flags_whole(const char *text, uint64_t least, uint64_t most) {
  uint64_t number = least;
  if (!flags_is_whole(text, 0, UINT64_MAX, &number)) tool_fail("not a number", text);
  if (!flags_is_whole(text, least, most, &number)) tool_fail("number out of range", text);
  return number;
}

double flags_number(const char *text, double least, double most) {
  char *end;
  const double value = strtod(text, &end);
  if (end == text || *end != '\0' || !(value >= least && value <= most)) tool_fail("no such number", text);
  return value;
}

void tool_fail(const char *what, const char *about) {
  fprintf(stderr, "%s: %s: %s (try --help)\n", program_invocation_short_name, what, about);
  exit(2);
}

void *tool_must(void *memory) {
  if (memory == NULL) tool_fail("out of memory", program_invocation_short_name);
  return memory;
}
