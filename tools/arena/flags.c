#include "tools/arena/flags.h"

#include <assert.h>
#include <getopt.h>
#include <stdio.h>

enum { FLAGS_MAX = 64, FIRST = 256 };

void flags_print(const struct flag *flags, size_t n, int width) {
  for (size_t i = 0; i < n; i++) {
    char left[40];
    snprintf(left, sizeof left, "--%s %s", flags[i].name, flags[i].takes != NULL ? flags[i].takes : "");
    printf("  %-*s %s\n", width, left, flags[i].help);
  }
}

bool flags_read(const struct flag *flags, size_t n, struct task *task, int argc, char **argv,
                const char **wrong) {
  struct option options[FLAGS_MAX + 1] = {0};
  int option;
  assert(n <= FLAGS_MAX);
  for (size_t i = 0; i < n; i++)
    options[i] = (struct option){flags[i].name, flags[i].takes != NULL, NULL, FIRST + (int)i};
  *wrong = NULL;
  opterr = 0;
  while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
    if (option == '?') *wrong = argv[optind - 1];
    if (option == '?' || flags[option - FIRST].set == NULL) return false;
    flags[option - FIRST].set(task, optarg);
  }
  return true;
}
