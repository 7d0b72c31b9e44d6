/* Counters by kind of answer: each kind its row, a bound for all of them, sums over threads. */
#include "service/ops/metrics.h"
#include "tests/support/test.h"

static struct ddz_answer answer_of(const char *engine, uint64_t level, const char *preset, uint64_t early) {
  return (struct ddz_answer){
      .engine = engine,
      .notes = {
          {{.name = "level", .number = level}, {.name = "preset", .text = preset}, {"early", NULL, early}},
          3}};
}

static char page[1 << 18];

static void print(struct kinds *const *kinds, size_t count) {
  FILE *out = fmemopen(page, sizeof page, "w");
  struct kinds *total = calloc(1, sizeof *total);
  for (size_t i = 0; i < count; i++) kinds_merge(total, kinds[i]);
  kinds_print(out, total);
  free(total);
  fclose(out);
}

static size_t lines_with(const char *text) {
  size_t n = 0;
  for (const char *at = page; (at = strstr(at, text)); at++) n++;
  return n;
}

TEST(kinds_are_summed_over_threads) {
  struct kinds *kinds[2] = {calloc(1, sizeof(struct kinds)), calloc(1, sizeof(struct kinds))};
  struct ddz_answer one = answer_of("search", 3, "standard", 1), two = answer_of("search", 3, "douzero", 0),
                    none = answer_of(NULL, 3, "standard", 1), bare = {.engine = "batch"};
  kinds_add(kinds[0], &one, 1500000);
  kinds_add(kinds[1], &two, 1000);
  kinds_add(kinds[1], &one, 500000);
  kinds_add(kinds[1], &none, 1);
  kinds_add(kinds[1], &bare, 1);
  print(kinds, 2);
  static const char *const lines[] = {
      "\nddz_engine_answers_total{engine=\"search\",level=\"3\",preset=\"standard\"} 2\n",
      "\nddz_engine_answers_total{engine=\"search\",level=\"3\",preset=\"douzero\"} 1\n",
      "\nddz_engine_answers_total{engine=\"batch\",level=\"\",preset=\"\"} 1\n",
      "\nddz_engine_compute_seconds_total{engine=\"search\",level=\"3\",preset=\"standard\"} 2\n",
      "\nddz_engine_early_total{engine=\"search\",level=\"3\",preset=\"standard\"} 2\n",
      "\nddz_engine_early_total{engine=\"search\",level=\"3\",preset=\"douzero\"} 0\n",
      "\nddz_engine_proved_total{engine=\"search\",level=\"3\",preset=\"standard\"} 0\n"};
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
    if (!strstr(page, lines[i])) fail_msg("no %s in %s", lines[i], page);
  assert_int_equal(lines_with("\nddz_engine_answers_total{"), 3);
  free(kinds[0]);
  free(kinds[1]);
}

TEST(of_a_long_word_as_much_is_kept_as_has_room) {
  struct kinds *kinds = calloc(1, sizeof *kinds);
  char word[200] = "", line[200];
  memset(word, 'w', sizeof word - 1);
  struct ddz_answer answer = answer_of(word, UINT64_MAX, word, 0);
  kinds_add(kinds, &answer, 0);
  print(&kinds, 1);
  snprintf(line, sizeof line, "{engine=\"%.32s\",level=\"18446744073709551615\",preset=\"%.32s\"} 1\n", word,
           word);
  assert_non_null(strstr(page, line));
  free(kinds);
}

TEST(there_are_only_so_many) {
  struct kinds *kinds = calloc(1, sizeof *kinds);
  for (uint64_t level = 0; level < 1000; level++) {
    struct ddz_answer answer = answer_of("search", level, "standard", 0);
    kinds_add(kinds, &answer, 0);
  }
  print(&kinds, 1);
  assert_int_equal(lines_with("\nddz_engine_answers_total{"), KINDS_MAX);
  char line[96];
  snprintf(line, sizeof line, "\nddz_engine_answers_total{engine=\"other\",level=\"\",preset=\"\"} %u\n",
           1000 - KINDS_MAX + 1);
  assert_non_null(strstr(page, line));
  free(kinds);
}

int main(void) { return test_run(NULL, NULL); }
