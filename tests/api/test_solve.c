/* POST /solve: what the handler adds to the solver. */
#include "core/base/card.h"
#include "core/rules/movegen.h"
#include "tests/support/api.h"
#include "tests/support/test.h"

static int by_cards(const void *a, const void *b) {
  const struct ddz_play *p = a, *q = b;
  return p->cards < q->cards ? -1 : p->cards > q->cards;
}

#define PUZZLE "\"landlord\":\"46899JKAA\",\"farmer\":\"3346TTJA2\",\"rules\":\"douzero\""
#define LARGE "\"landlord\":\"33346678899TJQAA2\",\"farmer\":\"34557789TTJQKAA2B\""

TEST(a_limit_makes_it_unknown_not_late) {
  struct reply nodes = api_post("/solve", "{" LARGE ",\"limit\":{\"nodes\":3000}}");
  struct reply ms =
      api_post("/solve", "{" LARGE ",\"limit\":{\"ms\":2}}"); /* the clock runs when looked at */
  assert_string_equal(reply_at(&nodes, "/result"), "\"unknown\"");
  assert_string_equal(reply_at(&nodes, "/nodes"), "3000");
  assert_string_equal(reply_at(&ms, "/result"), "\"unknown\"");
}

/* Going out at once takes no node; the answer says so instead of nothing. */
TEST(nodes_are_told_even_when_there_are_none) {
  static const char *const bodies[] = {
      "{\"landlord\":\"3\",\"farmer\":\"4\",\"solutions\":\"all\"}",
      "{\"landlord\":\"3\",\"farmer\":\"4\",\"engine\":\"montecarlo\"}",
  };
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
    struct reply reply = api_post("/solve", bodies[i]);
    assert_string_equal(reply_at(&reply, "/result"), "\"win\"");
    assert_string_equal(reply_at(&reply, "/nodes"), "0");
  }
}

TEST(the_same_question_with_a_limit_of_nodes_has_the_same_answer) {
  static const char *const bodies[] = {
      "{" PUZZLE ",\"solutions\":\"all\",\"limit\":{\"nodes\":100000}}",
      "{" PUZZLE ",\"solutions\":\"all\",\"limit\":{\"nodes\":100}}",
      "{" PUZZLE ",\"engine\":\"montecarlo\",\"seed\":3,\"limit\":{\"nodes\":5000}}",
  };
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
    struct reply first = api_post("/solve", bodies[i]);
    (void)api_post("/solve", "{\"landlord\":\"TTQQ2\",\"farmer\":\"3A\"}");
    struct reply again = api_post("/solve", bodies[i]);
    assert_string_equal(first.text, again.text);
  }
}

TEST(following_a_line_costs_no_second_search) {
  struct reply first = api_post("/solve", "{" PUZZLE "}");
  struct reply next =
      api_post("/solve", "{\"landlord\":\"4899JKAA\",\"farmer\":\"3346TTJA2\",\"rules\":\"douzero\","
                         "\"to_move\":\"farmer\",\"last\":\"6\"}");
  json_int_t before = json_integer_value(json_object_get(first.json, "nodes"));
  json_int_t after = json_integer_value(json_object_get(next.json, "nodes"));
  assert_string_equal(reply_at(&next, "/result"), "\"loss\"");
  assert_true(after * 10 < before);
}

/* Eight wildcards: the list once stopped at 8,192 readings without a word, and took a second of sorting. */
TEST(tens_of_thousands_of_plays_are_all_counted) {
  struct reply reply =
      api_post("/solve", "{\"landlord\":\"3355667777888899TJQK\",\"farmer\":\"44\",\"rules\":{"
                         "\"preset\":\"laizi\",\"wild\":[\"7\",\"8\"]},\"limit\":{\"nodes\":1},"
                         "\"solutions\":\"all\"}");
  struct ddz_rules rules;
  static struct ddz_play plays[1 << 17];
  ddz_hand hand;
  size_t at;
  assert_int_equal(ddz_rules_preset("laizi", &rules), DDZ_OK);
  assert_int_equal(ddz_rules_set_wild(&rules, 1u << 4 | 1u << 5), DDZ_OK);
  assert_int_equal(ddz_text_read("3355667777888899TJQK", 20, &hand, &at), DDZ_OK);
  size_t n = ddz_moves(&rules, hand, NULL, DDZ_FILL_ANY, plays, 1 << 17), sets = 0;
  assert_in_range(n, 8193, 1 << 17);
  qsort(plays, n, sizeof *plays, by_cards);
  for (size_t i = 0; i < n; i++) sets += i == 0 || plays[i].cards != plays[i - 1].cards;
  assert_int_equal(json_integer_value(json_object_get(reply.json, "plays_count")) +
                       json_integer_value(json_object_get(reply.json, "unproven_count")),
                   sets);
}

int main(void) { return test_run(NULL, NULL); }
