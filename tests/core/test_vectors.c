/* The shared vectors: every line of classify, moves and prompts. */
#include "core/rules/movegen.h"
#include "tests/support/jsonl.h"
#include "tests/support/naive_rules.h"
#include "tests/support/rule_cases.h"
#include "tests/support/test.h"

enum { ORACLE_HAND = TEST_SANITIZED ? 11 : 14 }; /* larger hands take the oracle too long */

/* What a file's lines are tried on, and how it went. */
struct tally {
  int (*readings)(const struct ddz_rules *, ddz_hand, struct ddz_play *);
  bool naive; /* the oracle's generator, else the fast one */
  size_t lines, wrong;
};

static void wrong_line(struct tally *tally, json_t *line, size_t number, const char *why) {
  char *text = json_dumps(line, JSON_COMPACT);
  if (tally->wrong++ < 10) print_error("line %zu: %s: %.300s\n", number, why, text);
  free(text);
}

static struct ddz_rules preset(const char *name) {
  struct rule_variant variant = {name, name, 0};
  return rule_case(&variant);
}

/* --- classify ------------------------------------------------------------------------------------------ */

static int slow_readings(const struct ddz_rules *rules, ddz_hand cards, struct ddz_play *out) {
  return naive_readings(rules, cards, out, DDZ_READINGS_MAX);
}

static bool is_reading(json_t *reading, const struct ddz_play *play) {
  char rank[DDZ_NAIVE_TEXT];
  return strcmp(json_string_value(json_array_get(reading, 0)), ddz_pattern_rows[play->kind].name) == 0 &&
         strcmp(json_string_value(json_array_get(reading, 1)),
                naive_text(ddz_hand_of(play->rank, 1), rank)) == 0 &&
         json_integer_value(json_array_get(reading, 2)) == play->length;
}

static bool same_readings(json_t *expected, const struct ddz_play *play, int n) {
  if (json_array_size(expected) != (size_t)n) return false;
  for (int i = 0; i < n; i++)
    if (!is_reading(json_array_get(expected, (size_t)i), &play[i])) return false;
  return true;
}

static void classify_line(json_t *line, size_t number, void *self) {
  struct tally *tally = self;
  struct ddz_rules douzero = preset("douzero"), standard = preset("standard");
  struct ddz_play play[DDZ_READINGS_MAX];
  ddz_hand cards = naive_hand(jsonl_text(line, "cards"));
  tally->lines++;
  if (!same_readings(json_object_get(line, "douzero"), play, tally->readings(&douzero, cards, play)))
    wrong_line(tally, line, number, "douzero");
  const char *kind = jsonl_text(line, "standard");
  int n = tally->readings(&standard, cards, play);
  if (n != (kind != NULL) || (n == 1 && strcmp(kind, ddz_pattern_rows[play[0].kind].name) != 0))
    wrong_line(tally, line, number, "standard");
}

TEST(classify_lines_are_read_as_written) {
  struct tally fast = {.readings = ddz_readings}, slow = {.readings = slow_readings};
  jsonl_each("classify.jsonl", classify_line, &fast);
  jsonl_each("classify.jsonl", classify_line, &slow);
  print_message("%zu lines of classify\n", fast.lines);
  assert_true(fast.lines >= 250);
  assert_int_equal(fast.wrong, 0);
  assert_int_equal(slow.wrong, 0);
}

/* --- moves and prompts --------------------------------------------------------------------------------- */

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* The plays as distinct texts, sorted: what a line lists. */
static size_t texts_of(const struct naive_list *list, char **text) {
  ddz_hand before = 0;
  size_t n = 0;
  for (size_t i = 0; i < list->length; i++) {
    if (list->play[i].cards == before) continue;
    before = list->play[i].cards;
    naive_text(before, text[n++]);
  }
  qsort(text, n, sizeof *text, by_text);
  return n;
}

static bool lists(json_t *plays, const struct naive_list *list) {
  char(*letters)[DDZ_NAIVE_TEXT] = malloc((list->length + 1) * sizeof *letters);
  char **text = malloc((list->length + 1) * sizeof *text);
  assert_non_null(letters);
  assert_non_null(text);
  for (size_t i = 0; i < list->length; i++) text[i] = letters[i];
  size_t n = texts_of(list, text), found = 0, i;
  json_t *play;
  json_array_foreach(plays, i, play) {
    const char *key = json_string_value(play);
    found += n > 0 && bsearch(&key, text, n, sizeof *text, by_text) != NULL;
  }
  bool same = n == json_array_size(plays) && found == n;
  free(text);
  free(letters);
  return same;
}

static void moves_line(json_t *line, size_t number, void *self) {
  struct tally *tally = self;
  struct ddz_rules rules = preset(jsonl_text(line, "rules"));
  ddz_hand hand = naive_hand(jsonl_text(line, "hand"));
  const char *text = jsonl_text(line, "last");
  struct ddz_play last = {0};
  if (tally->naive && ddz_hand_size(hand) > ORACLE_HAND) return;
  tally->lines++;
  if (text != NULL && ddz_classify(&rules, naive_hand(text), &last) != DDZ_OK)
    wrong_line(tally, line, number, "last is no play");

  struct naive_list list = {0};
  if (tally->naive) {
    naive_moves(&rules, hand, &last, DDZ_FILL_LACK, &list);
  } else {
    static struct ddz_play plays[DDZ_MOVES_MAX];
    list.play = plays;
    list.length = ddz_moves(&rules, hand, &last, DDZ_FILL_LACK, plays, DDZ_MOVES_MAX);
    qsort(plays, list.length, sizeof *plays, naive_compare);
  }
  if (!lists(json_object_get(line, "plays"), &list)) wrong_line(tally, line, number, "other plays");
  if (tally->naive) naive_list_free(&list);
}

static void every_line_lists_our_plays(const char *name, size_t least) {
  struct tally fast = {.naive = false}, slow = {.naive = true};
  jsonl_each(name, moves_line, &fast);
  jsonl_each(name, moves_line, &slow);
  print_message("%zu lines of %s, %zu by the oracle\n", fast.lines, name, slow.lines);
  assert_true(fast.lines >= least);
  assert_int_equal(fast.wrong, 0);
  assert_int_equal(slow.wrong, 0);
}

TEST(moves_lines_list_all_plays) { every_line_lists_our_plays("moves.jsonl", 120); }

TEST(prompts_with_and_without_a_flower_list_all_plays) {
  every_line_lists_our_plays("prompts_yuncheng.jsonl", 50);
}

int main(void) { return test_run(NULL, NULL); }
