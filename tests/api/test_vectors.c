/* The shared vectors, asked through the api as a client would. */
#include "api/wire/terms.h"
#include "core/rules/movegen.h"
#include "tests/support/api.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

static struct reply ask(const char *path, json_t *body) {
  char *text = json_dumps(body, 0);
  struct reply reply = api_post(path, text);
  if (reply.status != 200) fail_msg("%s %s: %s", path, text, reply.text);
  free(text);
  json_decref(body);
  return reply;
}

/* [type, rank, length] of every reading, in the order of the answer. */
static json_t *triples(const json_t *readings) {
  json_t *all = json_array();
  for (size_t i = 0; i < json_array_size(readings); i++) {
    const json_t *r = json_array_get(readings, i);
    json_array_append_new(all, json_pack("[sOO]", json_string_value(json_object_get(r, "type")),
                                         json_object_get(r, "rank"), json_object_get(r, "length")));
  }
  return all;
}

static void classify_line(json_t *line, size_t number, void *self) {
  const char *cards = jsonl_text(line, "cards"), *standard = jsonl_text(line, "standard");
  struct reply douzero = ask("/classify", json_pack("{ssss}", "cards", cards, "rules", "douzero"));
  json_t *readings = triples(json_object_get(douzero.json, "readings"));
  if (!json_equal(readings, json_object_get(line, "douzero"))) fail_msg("line %zu: %s", number, douzero.text);
  struct reply plain = ask("/classify", json_pack("{ss}", "cards", cards));
  const char *type = json_string_value(json_object_get(json_object_get(plain.json, "pattern"), "type"));
  if ((type == NULL) != (standard == NULL) || (type && strcmp(type, standard) != 0))
    fail_msg("line %zu: %s", number, plain.text);
  json_decref(readings);
}

TEST(every_line_of_classify_is_read_so) {
  assert_true(jsonl_each("classify.jsonl", classify_line, NULL) >= 250);
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The strings of a list, sorted; of objects their `cards`. */
static size_t sorted(const json_t *list, const char **texts, size_t room) {
  size_t n = json_array_size(list);
  assert_true(n <= room);
  for (size_t i = 0; i < n; i++) {
    const json_t *item = json_array_get(list, i);
    texts[i] = json_string_value(json_is_string(item) ? item : json_object_get(item, "cards"));
  }
  qsort(texts, n, sizeof *texts, by_text);
  return n;
}

static void check_plays(json_t *line, size_t number, const struct reply *reply) {
  static const char *due[4096], *given[4096];
  size_t n = sorted(json_object_get(line, "plays"), due, 4096);
  size_t m = sorted(json_object_get(reply->json, "prompts"), given, 4096);
  if (n != m || json_integer_value(json_object_get(reply->json, "count")) != (json_int_t)n)
    fail_msg("line %zu: %zu plays instead of %zu", number, m, n);
  for (size_t i = 0; i < n; i++)
    if (strcmp(due[i], given[i]) != 0) fail_msg("line %zu: %s instead of %s", number, given[i], due[i]);
}

static struct reply prompts_of(json_t *line, const char *rules) {
  return ask("/prompt", json_pack("{ss ss sO si}", "hand", jsonl_text(line, "hand"), "rules", rules, "last",
                                  json_object_get(line, "last"), "limit", 1000));
}

static void moves_line(json_t *line, size_t number, void *self) {
  struct reply reply = prompts_of(line, "douzero");
  check_plays(line, number, &reply);
  if (!json_equal(json_object_get(line, "can_pass"), json_object_get(reply.json, "can_pass")))
    fail_msg("line %zu: can_pass", number);
}

TEST(every_line_of_moves_is_prompted_so) { assert_true(jsonl_each("moves.jsonl", moves_line, NULL) >= 100); }

static void yuncheng_line(json_t *line, size_t number, void *self) {
  struct reply reply = prompts_of(line, jsonl_text(line, "rules"));
  const json_t *prompts = json_object_get(reply.json, "prompts"),
               *best = json_object_get(line, "best_rest_s0");
  double rest = -1e9;
  check_plays(line, number, &reply);
  for (size_t i = 0; i < json_array_size(prompts); i++) {
    double power = json_number_value(json_object_get(json_array_get(prompts, i), "rest_power"));
    if (power > rest) rest = power;
  }
  if (json_is_number(best) && rest < json_number_value(best) - 0.01)
    fail_msg("line %zu: best rest %f, S0 finds %f", number, rest, json_number_value(best));
}

TEST(every_line_of_yuncheng_prompts_is_prompted_so) {
  assert_true(jsonl_each("prompts_yuncheng.jsonl", yuncheng_line, NULL) >= 50);
}

static void power_line(json_t *line, size_t number, void *self) {
  const char *hand = jsonl_text(line, "hand");
  struct reply reply = ask(
      "/analyze", json_pack("{ssss}", "hand", hand, "rules", strchr(hand, 'F') ? "yuncheng" : "standard"));
  double power = json_number_value(json_object_get(reply.json, "power"));
  double due = json_number_value(json_object_get(line, "power"));
  if (power < due - 1e-3 || power > due + 1e-3)
    fail_msg("line %zu: %s is %f, not %f", number, hand, power, due);
}

TEST(every_line_of_power_is_analyzed_so) { assert_true(jsonl_each("power.jsonl", power_line, NULL) >= 50); }

/* --- tables of public programs: every set of at most 20 cards of a deck that is a play --- */

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
