/* Lists written by hand that a new route or a new preset must be added to: each is held against the tables.
 */
#include "api/api.h"
#include "core/rules/rules.h"
#include "tests/support/test.h"

enum { POST_ALONE = 1, PRESETS = 2 };

static const struct {
  const char *file;
  int has;
} lists[] = {
    {"tests/fuzz/fuzz_api.c", POST_ALONE},
    {"tests/support/mix.c", PRESETS},
    {"tests/everywhere/questions.py", PRESETS},
    {"deploy/kubernetes/base/ingress.yaml", 0},
};

static char *read_file(const char *path) {
  FILE *file = fopen(path, "r");
  char *text = calloc(1, 1 << 18);
  if (!file || !text) fail_msg("%s cannot be read", path);
  text[fread(text, 1, (1 << 18) - 1, file)] = 0;
  fclose(file);
  return text;
}

/* Is it there as a whole word? */
static bool has_word(const char *text, const char *word) {
  const char *const more = "abcdefghijklmnopqrstuvwxyz_-/";
  for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) {
    const char before = at > text ? at[-1] : ' ', behind = at[strlen(word)];
    if (!(before && strchr(more, before)) && !(behind && strchr(more, behind))) return true;
  }
  return false;
}

static int count_missing(size_t i, const char *text) {
  int missing = 0;
  const char *method, *path;
  for (size_t r = 0; ddz_api_route_at(r, &method, &path); r++) {
    if (lists[i].has == POST_ALONE && strcmp(method, "POST") != 0) continue;
    if (has_word(text, path)) continue;
    fprintf(stderr, "%s lacks %s\n", lists[i].file, path);
    missing++;
  }
  for (size_t r = 0; lists[i].has == PRESETS && r < ddz_rules_presets(); r++) {
    const struct ddz_rules rules = ddz_rules_preset_at(r);
    if (has_word(text, rules.name)) continue;
    fprintf(stderr, "%s lacks %s\n", lists[i].file, rules.name);
    missing++;
  }
  return missing;
}

TEST(every_list_has_every_route_and_preset) {
  int missing = 0;
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    char *text = read_file(lists[i].file);
    missing += count_missing(i, text);
    free(text);
  }
  assert_int_equal(missing, 0);
}

int main(void) { return test_run(NULL, NULL); }
