#include "tools/lib/flags.h"

#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

enum { FLAGS_MAX = 64, FIRST = 256 };

void flags_print(const struct flag *flags, size_t n, int width) {
  for (size_t i = 0; i < n; i++) {
    char left[40];
    snprintf(left, sizeof left, "--%s %s", flags[i].name, flags[i].takes != NULL ? flags[i].takes : "");
    printf("  %-*s %s\n", width, left, flags[i].help);
  }
}

void flags_read(const struct flags *flags, struct task *task, int argc, char **argv) {
  struct option options[FLAGS_MAX + 1] = {0};
  int option;
  assert(flags->n <= FLAGS_MAX);
  for (size_t i = 0; i < flags->n; i++)
    options[i] = (struct option){flags->row[i].name, flags->row[i].takes != NULL, NULL, FIRST + (int)i};
  opterr = 0;
  while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
    if (option == '?') {
      flags->fail("unknown option, or its value is missing", argv[optind - 1]);
      return;
    }
    const struct flag *flag = option == 'h' ? NULL : &flags->row[option - FIRST];
    if (flag == NULL || flag->set == NULL) {
      flags->print_help();
      exit(0);
    }
    flag->set(task, optarg);
  }
}

double flags_number(const char *text, double least, double most,
                    void (*fail)(const char *what, const char *about)) {
  char *end;
  const double value = strtod(text, &end);
  if (end == text || *end != '\0' || !(value >= least && value <= most)) fail("no such number", text);
  return value;
}

bool flags_is_whole(const char *text, uint64_t least, uint64_t most, uint64_t *number) {
  char *end;
  errno = 0;
  const unsigned long long value = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || value < least || value > most) return false;
  *number = value;
  return true;
}

uint64_t flags_whole(const char *text, uint64_t least, uint64_t most,
                     void (*fail)(const char *what, const char *about)) {
  uint64_t number = least;
  if (!flags_is_whole(text, 0, UINT64_MAX, &number)) fail("not a number", text);
  if (!flags_is_whole(text, least, most, &number)) fail("number out of range", text);
  return number;
}
