/* Reviews of games: what is said of every decision, and that it adds up. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/support/api.h"
#include "tests/support/jsonl.h"

#define SHORT "\"hands\":{\"landlord\":\"34567R\",\"landlord_down\":\"89\",\"landlord_up\":\"TJ\"}"
#define THREE "{\"cards\":\"3\"}"
#define PASS "{\"cards\":\"\"}"
#define LOST                                                                                                 \
  SHORT ",\"actions\":[" THREE ",{\"cards\":\"8\"}," PASS ",{\"cards\":\"R\"}," PASS "," PASS                \
        ",{\"cards\":\"4\"},{\"cards\":\"9\"}],\"limit\":{\"nodes\":8000}"
#define SPENT                                                                                                \
  SHORT ",\"actions\":[" THREE ",{\"cards\":\"8\"}," PASS ",{\"cards\":\"R\"}," PASS "," PASS                \
        ",{\"cards\":\"4\"},{\"cards\":\"9\"}],\"limit\":{\"nodes\":1}"
#define CALLED "\"seed\":7,\"actions\":[{\"call\":1},{\"call\":3}"

static void every_decision_is_judged_by_what_the_seat_saw(void **state) {
  (void)state;
  static const struct {
    const char *body, *pointer, *value;
  } lines[] = {
      {"{" LOST "}", "/finished", "true"},
      {"{" LOST "}", "/complete", "true"},
      {"{" LOST "}", "/winner", "1"},
      {"{" LOST "}", "/engine", "\"search\""},
      {"{" LOST "}", "/decisions/0/cards", "\"3\""},
      {"{" LOST "}", "/decisions/0/best", "\"34567\""},
      {"{" LOST "}", "/decisions/0/best_win_probability", "1"},
      {"{" LOST "}", "/decisions/0/blunder", "true"},
      {"{" LOST "}", "/decisions/0/verdict", "\"blunder\""},
      {"{" LOST "}", "/decisions/0/unjudged", "null"},
      {"{" LOST ",\"blunder\":1}", "/decisions/0/verdict", "\"mistake\""},
      {"{" LOST "}", "/decisions/4/verdict", "null"},
      {"{" LOST "}", "/decisions/7/verdict", "\"best\""},
      {"{" LOST "}", "/seats/0/verdicts/blunder", "1"},
      {"{" LOST "}", "/decisions/4/points_loss", "0"},
      {"{" LOST ",\"objective\":\"points\"}", "/decisions/0/best", "\"34567\""},
      {"{" LOST ",\"engine\":\"rules\"}", "/decisions/3/unjudged", "\"no_chances\""},
      {"{" CALLED ",{\"cards\":\"7\"}],\"limit\":{\"nodes\":1}}", "/decisions/0/unjudged",
       "\"few_playouts\""},
      {"{" LOST "}", "/decisions/0/reason/code", "\"unbeatable_first\""},
      /* the limit is used up, but what is proven is proven */
      {"{" SPENT "}", "/complete", "false"},
      {"{" SPENT "}", "/decisions/6/unjudged", "\"limit_reached\""},
      {"{" SPENT "}", "/decisions/7/verdict", "\"best\""},
      {"{" LOST "}", "/decisions/4/cards", "\"\""},
      {"{" LOST "}", "/decisions/4/forced", "true"},
      {"{" LOST "}", "/decisions/4/loss", "0"},
      {"{" LOST "}", "/decisions/4/reason", "null"},
      {"{" LOST "}", "/decisions/4/best_win_probability", "0.5"}, /* forced, too */
      {"{" LOST "}", "/decisions/7/win_probability", "1"},
      {"{" LOST "}", "/decisions/7/proven", "true"},
      {"{" LOST "}", "/decisions/7/best", "\"9\""},
      {"{" LOST "}", "/turning_points/0/action", "0"},
      {"{" LOST "}", "/turning_points/0/crosses_half", "true"},
      {"{" LOST "}", "/seats/0/decisions", "3"},
      {"{" LOST "}", "/seats/0/blunders", "1"},
      {"{" LOST ",\"blunder\":1}", "/seats/0/blunders", "0"},
      {"{" LOST ",\"lang\":\"zh\"}", "/decisions/0/reason/text", "\"除一手外都是绝对大牌，先出大牌。\""},
      {"{" LOST ",\"top\":0}", "/decisions/0/candidates", "[]"},
      {"{" LOST ",\"roles\":[\"landlord_up\"]}", "/decisions/0/action", "2"},
      {"{" LOST ",\"roles\":[\"landlord_up\"]}", "/seats/0/role", "\"landlord_up\""},
      {"{" LOST ",\"roles\":[\"landlord_up\"]}", "/seats/1", "absent"},
      {"{" LOST ",\"roles\":[]}", "/decisions", "[]"},
      {"{" LOST ",\"since\":7}", "/decisions/0/action", "7"},
      {"{" LOST ",\"since\":7}", "/decisions/1", "absent"},
      {"{" LOST ",\"since\":7}", "/seats/0/decisions", "0"},
      {"{" LOST ",\"since\":8}", "/decisions", "[]"},
      {"{" LOST ",\"engine\":\"rules\"}", "/decisions/3/loss", "null"},
      {"{" LOST ",\"engine\":\"rules\"}", "/engine", "\"rules\""},
      {"{" LOST ",\"engine\":\"rules\"}", "/nodes", "absent"},
      {"{" SHORT ",\"actions\":[]}", "/finished", "false"},
      {"{" SHORT ",\"actions\":[" THREE "]}", "/winner", "null"},
      {"{" CALLED ",{\"cards\":\"7\"}],\"limit\":{\"nodes\":1}}", "/decisions/0/loss", "null"},
      {"{" CALLED ",{\"cards\":\"7\"}],\"limit\":{\"nodes\":1}}", "/seats/2/judged", "0"},
      {"{\"actions\":[]}", "/seats", "[]"},
      {"{\"actions\":[{\"call\":0},{\"call\":0},{\"call\":0},{\"deal\":true},{\"call\":3}]}", "/decisions",
       "[]"},
      {"{" CALLED ",{\"cards\":\"7\"}],\"limit\":{\"nodes\":9000}}", "/decisions/0/action", "2"},
      {"{" CALLED ",{\"cards\":\"7\"}],\"limit\":{\"nodes\":9000}}", "/decisions/0/seat", "2"},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct reply reply = api_post("/review", lines[i].body);
    assert_int_equal(reply.cost, DDZ_COST_LONG);
    const char *value = reply_at(&reply, lines[i].pointer);
    if (strcmp(value, lines[i].value) != 0)
      fail_msg("%s\n  has at %s %s instead of %s\n  %s", lines[i].body, lines[i].pointer, value,
               lines[i].value, reply.text);
    reply_free(&reply);
  }
}

/* The robot would never try these; they are tried because they were played. */
static void what_was_played_is_always_tried(void **state) {
  (void)state;
  static const char *const played[] = {"2", "KKK2", "TTTBB", "4", "AA", "89", "44", "TTTKKK"};
  int legal = 0;
  for (size_t i = 0; i < sizeof played / sizeof *played; i++) {
    char body[300];
    snprintf(body, sizeof body, "{" CALLED ",{\"cards\":\"%s\"}],\"limit\":{\"nodes\":30000},\"top\":20}",
             played[i]);
    struct reply reply = api_post("/review", body);
    if (reply.status == 200) {
      assert_true(strtol(reply_at(&reply, "/decisions/0/visits"), NULL, 10) >= 16);
      assert_string_not_equal(reply_at(&reply, "/decisions/0/loss"), "null");
      legal++;
    } else {
      assert_string_equal(reply_at(&reply, "/field"), "\"/actions/2/cards\"");
    }
    reply_free(&reply);
  }
  assert_int_equal(legal, 5);
}

static void hidden_cards_change_nothing(void **state) {
  (void)state;
  struct reply one = api_post("/review",
                              "{\"hands\":{\"landlord\":\"3467R\",\"landlord_down\":\"89\","
                              "\"landlord_up\":\"TJ\"},\"actions\":[" THREE "],\"limit\":{\"nodes\":5000}}"),
               other = api_post("/review", "{\"hands\":{\"landlord\":\"3467R\",\"landlord_down\":\"B2\","
                                           "\"landlord_up\":\"44\"},\"actions\":[" THREE
                                           "],\"limit\":{\"nodes\":5000}}");
  char *kept = strdup(reply_at(&one, "/decisions"));
  assert_int_equal(one.status, 200);
  assert_string_equal(kept, reply_at(&other, "/decisions"));
  free(kept);
  reply_free(&one);
  reply_free(&other);
}

/* The clock of these tests goes on by 100 us at every look, so that 1 ms is over after ten. */
static void a_deadline_leaves_what_is_known(void **state) {
  (void)state;
  struct reply whole = api_post("/review", "{" LOST "}");
  struct reply cut = api_post("/review", "{" SHORT ",\"actions\":[" THREE ",{\"cards\":\"8\"}," PASS
                                         ",{\"cards\":\"R\"}," PASS "," PASS
                                         ",{\"cards\":\"4\"},{\"cards\":\"9\"}],\"limit\":{\"ms\":1}}");
  const json_t *all = json_object_get(whole.json, "decisions"),
               *some = json_object_get(cut.json, "decisions");
  assert_string_equal(reply_at(&cut, "/complete"), "false");
  assert_string_equal(reply_at(&cut, "/finished"), "true");
  assert_int_equal(json_array_size(all), 8);
  assert_int_equal(json_array_size(some), 8); /* those beyond the limit, too, and why they have no verdict */
  assert_non_null(strstr(cut.text, "\"verdict\":null,\"unjudged\":\"limit_reached\""));
  reply_free(&whole);
  reply_free(&cut);
}

static double number(const json_t *object, const char *key) {
  const json_t *value = json_object_get(object, key);
  return json_is_number(value) ? json_number_value(value) : NAN;
}

/* Is the loss as great as what is unsure, but not surely small? */
static bool is_unclear(const json_t *decision, double lost) {
  const json_t *interval = json_object_get(decision, "loss_interval");
  const double low = json_number_value(json_array_get(interval, 0)),
               high = json_number_value(json_array_get(interval, 1));
  if (json_is_null(interval)) return false;
  assert_true(low <= lost && lost <= high);
  return low <= 0 && high >= .02;
}

/* A word for every loss that is clear, or a reason for there being none. */
static void check_verdict(const json_t *decision, double lost) {
  const char *verdict = json_string_value(json_object_get(decision, "verdict"));
  const char *unjudged = json_string_value(json_object_get(decision, "unjudged"));
  assert_int_equal(verdict == NULL, isnan(lost) || is_unclear(decision, lost));
  assert_int_equal(unjudged == NULL, verdict != NULL);
  if (verdict == NULL && !isnan(lost)) assert_string_equal(unjudged, "unclear");
  if (verdict == NULL) return;
  assert_string_equal(verdict, lost < .005  ? "best"
                               : lost < .02 ? "good"
                               : lost < .05 ? "inaccuracy"
                               : lost < .1  ? "mistake"
                                            : "blunder");
}

/* One decision by itself; adds to the sums of its seat. */
static void check_decision(const json_t *decision, const json_t *actions, double loss[3], int judged[3]) {
  size_t action = (size_t)number(decision, "action");
  int seat = (int)number(decision, "seat");
  double best = number(decision, "best_win_probability"), played = number(decision, "win_probability"),
         lost = number(decision, "loss");
  bool forced = json_is_true(json_object_get(decision, "forced"));
  assert_true(json_equal(json_object_get(json_array_get(actions, action), "cards"),
                         json_object_get(decision, "cards")));
  assert_true(json_array_size(json_object_get(decision, "candidates")) <= 3);
  if (forced) {
    assert_true(lost == 0 && best == played);
    assert_true(json_equal(json_object_get(decision, "cards"), json_object_get(decision, "best")));
    return;
  }
  check_verdict(decision, lost);
  if (isnan(lost)) return;
  assert_true(best >= 0 && best <= 1 && played >= 0 && played <= 1);
  assert_true(fabs(lost - fmax(0, best - played)) < 2e-6);
  assert_int_equal(json_is_true(json_object_get(decision, "blunder")),
                   lost >= 0.1 && !is_unclear(decision, lost));
  loss[seat] += lost;
  judged[seat]++;
}

/* All mistakes and blunders, and nothing else. */
static void check_turning(const json_t *points, const json_t *decisions) {
  size_t labelled = 0;
  for (size_t i = 0; i < json_array_size(points); i++) {
    double loss = number(json_array_get(points, i), "loss");
    assert_true(loss >= 0.05);
    if (i > 0) assert_true(loss <= number(json_array_get(points, i - 1), "loss"));
  }
  for (size_t i = 0; i < json_array_size(decisions); i++) {
    const char *verdict = json_string_value(json_object_get(json_array_get(decisions, i), "verdict"));
    labelled += verdict && (strcmp(verdict, "mistake") == 0 || strcmp(verdict, "blunder") == 0);
  }
  assert_int_equal(json_array_size(points), labelled);
}

/* /robot-move about the table before a decision, with its nodes and seed and what was played: the same
 * numbers. */
static void check_repeated(const json_t *game, const json_t *decision) {
  const size_t action = (size_t)number(decision, "action");
  json_t *table = json_deep_copy(game), *actions = json_object_get(table, "actions");
  if (json_is_null(json_object_get(decision, "nodes"))) return json_decref(table);
  while (json_array_size(actions) > action) json_array_remove(actions, action);
  static const char *const others[] = {"limit", "roles", "top", "level", "blunder", "engine"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) json_object_del(table, others[i]);
  json_t *body =
      json_pack("{s:o,s:{s:O},s:O,s:s,s:[O],s:i,s:s}", "table", table, "limit", "nodes",
                json_object_get(decision, "nodes"), "seed", json_object_get(decision, "seed"), "effort",
                "full", "include", json_object_get(decision, "cards"), "top", 30, "engine", "search");
  char *text = json_dumps(body, JSON_COMPACT);
  struct reply reply = api_post("/robot-move", text);
  if (reply.status != 200) fail_msg("%s\n%s", text, reply.text);
  assert_true(json_equal(json_object_get(reply.json, "cards"), json_object_get(decision, "best")));
  assert_true(json_equal(json_object_get(reply.json, "why"), json_object_get(decision, "why")));

  const json_t *all = json_object_get(reply.json, "candidates");
  bool found = false;
  for (size_t i = 0; i < json_array_size(all); i++) {
    const json_t *one = json_array_get(all, i),
                 *told = json_array_get(json_object_get(decision, "candidates"), i);
    if (told) assert_true(json_equal(one, told));
    if (!json_equal(json_object_get(one, "cards"), json_object_get(decision, "cards"))) continue;
    found = true;
    if (!json_is_null(json_object_get(decision, "win_probability"))) {
      assert_true(
          json_equal(json_object_get(one, "win_probability"), json_object_get(decision, "win_probability")));
      assert_true(json_equal(json_object_get(one, "interval"), json_object_get(decision, "interval")));
    }
  }
  assert_true(found);
  free(text);
  json_decref(body);
  reply_free(&reply);
}

/* The coach: a review of this decision alone, with its nodes, is the same word for word. */
static void check_coached(const json_t *game, const json_t *decision) {
  const size_t action = (size_t)number(decision, "action");
  json_t *body = json_deep_copy(game), *actions = json_object_get(body, "actions");
  if (json_is_null(json_object_get(decision, "nodes"))) return json_decref(body);
  while (json_array_size(actions) > action + 1) json_array_remove(actions, action + 1);
  json_object_set_new(body, "since", json_integer((json_int_t)action));
  json_object_set_new(body, "limit", json_pack("{s:O}", "nodes", json_object_get(decision, "nodes")));
  char *text = json_dumps(body, JSON_COMPACT);
  struct reply reply = api_post("/review", text);
  assert_true(json_equal(json_array_get(json_object_get(reply.json, "decisions"), 0), decision));
  free(text);
  json_decref(body);
  reply_free(&reply);
}

static void review_adds_up(json_t *game, size_t line, void *self) {
  int *known = self;
  double loss[3] = {0};
  int judged[3] = {0};
  if (line % 4 != 0) return;
  json_object_set_new(game, "limit", json_pack("{s:i}", "nodes", 60000));
  char *text = json_dumps(game, JSON_COMPACT);
  struct reply reply = api_post("/review", text), again = api_post("/review", text);
  assert_int_equal(reply.status, 200);
  assert_string_equal(reply_at(&reply, "/finished"), "true");
  assert_string_equal(reply_at(&reply, "/complete"), "true");
  json_object_del(reply.json, "elapsed_us");
  json_object_del(again.json, "elapsed_us");
  assert_true(json_equal(reply.json, again.json));
  const json_t *decisions = json_object_get(reply.json, "decisions");
  const json_t *seats = json_object_get(reply.json, "seats");
  for (size_t i = 0; i < json_array_size(decisions); i++) {
    check_decision(json_array_get(decisions, i), json_object_get(game, "actions"), loss, judged);
    check_repeated(game, json_array_get(decisions, i));
    check_coached(game, json_array_get(decisions, i));
  }
  for (int seat = 0; seat < 3; seat++) {
    const json_t *sums = json_array_get(seats, (size_t)seat);
    assert_int_equal((int)number(sums, "judged"), judged[seat]);
    assert_true(fabs(number(sums, "total_loss") - loss[seat]) < 1e-4);
    *known += judged[seat];
  }
  check_turning(json_object_get(reply.json, "turning_points"), decisions);
  free(text);
  reply_free(&reply);
  reply_free(&again);
}

static void reviews_of_whole_games_add_up_and_repeat_themselves(void **state) {
  (void)state;
  int known = 0;
  jsonl_each("table_games.jsonl", review_adds_up, &known);
  assert_true(known > 50);
}

/* 99F under yuncheng, to beat 55: 99 leaves the flower, which is never played alone, and loses; 9F wins.
 * Lists of plays put no wildcard where the hand has the card, and the search once knew no others: 99 was
 * called the best. */
static void a_wildcard_that_would_stay_for_nothing_is_spent(void **state) {
#define HANDS                                                                                                \
  "\"rules\":\"yuncheng\",\"hands\":{\"landlord\":\"3399F\",\"landlord_down\":\"77T\",\"landlord_up\":"      \
  "\"556\"}"
#define BEFORE "{\"cards\":\"33\"},{\"cards\":\"\"},{\"cards\":\"55\"}"
  (void)state;
  struct reply move = api_post("/robot-move", "{\"table\":{" HANDS ",\"actions\":[" BEFORE "]},"
                                              "\"engine\":\"search\",\"limit\":{\"nodes\":2000}}");
  assert_string_equal(json_string_value(json_object_get(move.json, "cards")), "9F");
  reply_free(&move);
  struct reply review = api_post("/review", "{" HANDS ",\"actions\":[" BEFORE ",{\"cards\":\"99\"}],"
                                            "\"since\":3,\"limit\":{\"nodes\":20000}}");
  const json_t *decision = json_array_get(json_object_get(review.json, "decisions"), 0);
  assert_string_equal(json_string_value(json_object_get(decision, "best")), "9F");
  assert_string_equal(json_string_value(json_object_get(decision, "verdict")), "blunder");
  reply_free(&review);
#undef BEFORE
#undef HANDS
}

/* A search that ends within its first round has nothing to say; the rules decide, and no number is told. */
static void part_of_a_round_says_nothing(void **state) {
  (void)state;
  struct reply move =
      api_post("/robot-move",
               "{\"hand\":\"34567799TTJQKKAA22BR\",\"role\":\"landlord\",\"engine\":\"search\",\"limit\":{"
               "\"nodes\":1},\"top\":3,\"rules\":{\"four_pair\":false}}");
  const json_t *first = json_array_get(json_object_get(move.json, "candidates"), 0);
  assert_string_equal(json_string_value(json_object_get(move.json, "engine")), "rules");
  assert_true(json_is_null(json_object_get(move.json, "win_probability")));
  assert_true(json_is_null(json_object_get(move.json, "interval")));
  assert_true(json_is_null(json_object_get(first, "win_probability")));
  reply_free(&move);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_decision_is_judged_by_what_the_seat_saw),
      cmocka_unit_test(what_was_played_is_always_tried),
      cmocka_unit_test(hidden_cards_change_nothing),
      cmocka_unit_test(a_deadline_leaves_what_is_known),
      cmocka_unit_test(reviews_of_whole_games_add_up_and_repeat_themselves),
      cmocka_unit_test(a_wildcard_that_would_stay_for_nothing_is_spent),
      cmocka_unit_test(part_of_a_round_says_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
