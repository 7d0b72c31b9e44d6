/* Tables of public programs: every set of at most 20 cards of a deck that is a play. */
#include "api/wire/terms.h"
#include "core/rules/movegen.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

static int by_text(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static struct ddz_rules rules_of(json_t *line) {
  struct ddz_problem problem = {0};
  struct ddz_terms terms;
  const struct ddz_field body = {.json = line, .problem = &problem};
  if (!ddz_read_terms(&body, &terms)) fail_msg("%s", problem.detail);
  return terms.rules;
}

/* FNV-1a of the texts, each with a line feed, in the order of their bytes; `n` becomes the number of
 * different ones. */
static uint64_t hash_of(const char **texts, size_t *n) {
  uint64_t hash = 0xcbf29ce484222325ull;
  size_t different = 0;
  qsort(texts, *n, sizeof *texts, by_text);
  for (size_t i = 0; i < *n; i++) {
    if (i > 0 && strcmp(texts[i], texts[i - 1]) == 0) continue;
    different++;
    for (const char *c = texts[i]; *c != '\0'; c++) hash = (hash ^ (unsigned char)*c) * 0x100000001b3ull;
    hash = (hash ^ '\n') * 0x100000001b3ull;
  }
  *n = different;
  return hash;
}

static void table_line(json_t *line, size_t number, void *self) {
  enum { PLAYS = 50000, CARDS = 20 };
  static struct ddz_play play[PLAYS];
  static char text[PLAYS][DDZ_TEXT_MAX];
  static const char *texts[PLAYS];
  const struct ddz_rules rules = rules_of(line);
  const size_t all = ddz_moves(&rules, ddz_rules_deck(&rules), NULL, DDZ_FILL_ANY, play, PLAYS);
  size_t n = 0;
  char hash[17];
  (void)self;
  assert_true(all <= PLAYS);
  for (size_t i = 0; i < all; i++) {
    if (play[i].size > CARDS) continue;
    ddz_text_write(play[i].cards, text[n]);
    texts[n] = text[n];
    n++;
  }
  snprintf(hash, sizeof hash, "%016llx", (unsigned long long)hash_of(texts, &n));
  if ((json_int_t)n != json_integer_value(json_object_get(line, "plays")) ||
      strcmp(hash, jsonl_text(line, "hash")) != 0)
    fail_msg("line %zu, %s: %zu plays, %s", number, jsonl_text(line, "program"), n, hash);
}

TEST(the_tables_of_public_programs_are_rules) {
  assert_int_equal(jsonl_each("public_tables.jsonl", table_line, NULL), 5);
}

int main(void) { return test_run(NULL, NULL); }
