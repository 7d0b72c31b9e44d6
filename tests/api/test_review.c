/* Reviews of games: what is said of every decision, and that it adds up. */
#include <math.h>

#include "tests/support/api.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

#define SHORT "\"hands\":{\"landlord\":\"34567R\",\"landlord_down\":\"89\",\"landlord_up\":\"TJ\"}"
#define THREE "{\"cards\":\"3\"}"
#define PASS "{\"cards\":\"\"}"
#define LOST                                                                                                 \
  SHORT ",\"actions\":[" THREE ",{\"cards\":\"8\"}," PASS ",{\"cards\":\"R\"}," PASS "," PASS                \
        ",{\"cards\":\"4\"},{\"cards\":\"9\"}],\"limit\":{\"nodes\":8000}"
#define CALLED "\"seed\":7,\"actions\":[{\"call\":1},{\"call\":3}"

/* The robot would never try these; they are tried because they were played. */
TEST(what_was_played_is_always_tried) {
  static const char *const played[] = {"2", "KKK2", "TTTBB", "4", "AA", "89", "44", "TTTKKK"};
  int legal = 0;
  for (size_t i = 0; i < sizeof played / sizeof *played; i++) {
    char body[300];
    snprintf(body, sizeof body, "{" CALLED ",{\"cards\":\"%s\"}],\"limit\":{\"nodes\":30000},\"top\":20}",
             played[i]);
    struct reply reply = api_post("/review", body);
    if (reply.status == 200) {
      assert_true(strtol(reply_at(&reply, "/decisions/0/visits"), NULL, 10) >= 16);
      assert_string_not_equal(reply_at(&reply, "/decisions/0/loss_interval"), "null");
      legal++;
    } else {
      assert_string_equal(reply_at(&reply, "/field"), "\"/actions/2/cards\"");
    }
  }
  assert_int_equal(legal, 5);
}

TEST(hidden_cards_change_nothing) {
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
}

/* The clock of these tests goes on by 100 us at every look, so that 1 ms is over after ten. */
TEST(a_deadline_leaves_what_is_known) {
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
}

/* Also where the limit is time alone and the level's own player does not search. */
TEST(a_review_searches_at_every_level_and_effort) {
  for (int i = 0; i < 20; i++) {
    char body[400];
    snprintf(body, sizeof body,
             "{" SHORT ",\"actions\":[" THREE "],\"level\":%d,\"effort\":\"%s\",\"limit\":{\"ms\":100}}",
             1 + i / 2, i % 2 ? "full" : "decide");
    struct reply reply = api_post("/review", body);
    assert_string_equal(reply_at(&reply, "/engine"), "\"search\"");
  }
}

static double number(const json_t *object, const char *key) {
  const json_t *value = json_object_get(object, key);
  return json_is_number(value) ? json_number_value(value) : NAN;
}

/* The word that is true of every loss in the interval, from the written rule. */
static const char *word_of(double low, double high) {
  static const double half = 5e-7; /* of what is told */
  return low > .1 - half      ? "blunder"
         : low > .05 - half   ? "mistake"
         : low > .02 - half   ? "inaccuracy"
         : high < .005 - half ? "best"
         : high < .02 - half  ? "good"
                              : "close";
}

/* A word for every loss that lies in an interval, or a reason for there being none; no loss of a close one.
 */
static void check_verdict(const json_t *decision) {
  const char *verdict = json_string_value(json_object_get(decision, "verdict"));
  const json_t *interval = json_object_get(decision, "loss_interval");
  const double low = json_number_value(json_array_get(interval, 0)),
               high = json_number_value(json_array_get(interval, 1)), lost = number(decision, "loss");
  const bool close = verdict != NULL && strcmp(verdict, "close") == 0;
  assert_int_equal(verdict == NULL || close, !json_is_null(json_object_get(decision, "unjudged")));
  if (verdict == NULL) return;
  assert_false(json_is_null(interval));
  assert_string_equal(verdict, word_of(low, high));
  assert_int_equal(close, isnan(lost));
  if (!isnan(lost)) assert_true(low <= lost && lost <= high);
  assert_int_equal(json_is_true(json_object_get(decision, "blunder")), strcmp(verdict, "blunder") == 0);
}

/* The points of what a decision tells of a play; NAN: it tells none. */
static double points_of(const json_t *decision, const json_t *cards) {
  const json_t *all = json_object_get(decision, "candidates"), *one;
  size_t i;
  json_array_foreach(all, i, one) {
    if (json_equal(json_object_get(one, "cards"), cards)) return number(one, "expected_points");
  }
  return NAN;
}

/* The difference of the two plays, where both are told. */
static void check_points(const json_t *decision, int *known) {
  const double best = points_of(decision, json_object_get(decision, "best")),
               played = points_of(decision, json_object_get(decision, "cards")),
               lost = number(decision, "points_loss");
  if (isnan(best) || isnan(played) || isnan(lost)) return;
  assert_true(fabs(lost - fmax(0, best - played)) < 2e-6);
  *known += best != played;
}

/* What the decisions of a seat come to. */
struct sums {
  int decisions, forced, judged, same, points;
  double loss;
};

/* One decision by itself; adds to the sums of its seat. */
static void check_decision(const json_t *decision, const json_t *actions, struct sums *seats) {
  size_t action = (size_t)number(decision, "action");
  struct sums *sums = &seats[(int)number(decision, "seat")];
  double best = number(decision, "best_win_probability"), played = number(decision, "win_probability"),
         lost = number(decision, "loss");
  bool forced = json_is_true(json_object_get(decision, "forced"));
  assert_true(json_equal(json_object_get(json_array_get(actions, action), "cards"),
                         json_object_get(decision, "cards")));
  assert_true(json_array_size(json_object_get(decision, "candidates")) <= 20);
  sums->decisions++;
  sums->forced += forced;
  if (forced) {
    assert_true(lost == 0 && best == played);
    assert_true(json_equal(json_object_get(decision, "cards"), json_object_get(decision, "best")));
    return;
  }
  check_verdict(decision);
  check_points(decision, &sums->points);
  sums->same += json_equal(json_object_get(decision, "cards"), json_object_get(decision, "best"));
  const json_t *verdict = json_object_get(decision, "verdict");
  sums->judged +=
      !isnan(lost) || (json_is_string(verdict) && strcmp(json_string_value(verdict), "close") == 0);
  if (isnan(lost)) return;
  assert_true(best >= 0 && best <= 1 && played >= 0 && played <= 1);
  assert_true(fabs(lost - fmax(0, best - played)) < 2e-6);
  sums->loss += lost;
}

/* The sums of a seat, once more. */
static void check_seat(const json_t *told, const struct sums *sums, const json_t *decisions) {
  const json_t *verdicts = json_object_get(told, "verdicts");
  const char *word;
  json_t *count;
  assert_int_equal((int)number(told, "decisions"), sums->decisions);
  assert_int_equal((int)number(told, "forced"), sums->forced);
  assert_int_equal((int)number(told, "judged"), sums->judged);
  assert_int_equal((int)number(told, "same"), sums->same);
  assert_true(fabs(number(told, "total_loss") - sums->loss) < 1e-4);
  if (sums->judged > 0) assert_true(fabs(number(told, "mean_loss") * sums->judged - sums->loss) < 1e-4);
  assert_int_equal((int)number(told, "blunders"), (int)number(verdicts, "blunder"));
  json_object_foreach((json_t *)(uintptr_t)verdicts, word, count) {
    int n = 0;
    for (size_t i = 0; i < json_array_size(decisions); i++) {
      const json_t *one = json_array_get(decisions, i), *verdict = json_object_get(one, "verdict");
      n += json_equal(json_object_get(one, "seat"), json_object_get(told, "seat")) &&
           json_is_string(verdict) && strcmp(json_string_value(verdict), word) == 0;
    }
    assert_int_equal((int)json_integer_value(count), n);
  }
}

/* All mistakes and blunders, and nothing else, the greatest loss first, equal ones as they were played. */
static void check_turning(const json_t *points, const json_t *decisions) {
  size_t labelled = 0;
  for (size_t i = 0; i < json_array_size(points); i++) {
    const json_t *point = json_array_get(points, i), *before = i > 0 ? json_array_get(points, i - 1) : NULL;
    const double loss = number(point, "loss"), earlier = before ? number(before, "loss") : 1;
    assert_true(loss >= 0.05 && loss <= earlier);
    if (loss == earlier && before) assert_true(number(before, "action") < number(point, "action"));
  }
  for (size_t i = 0; i < json_array_size(decisions); i++) {
    const json_t *decision = json_array_get(decisions, i);
    const char *verdict = json_string_value(json_object_get(decision, "verdict"));
    if (verdict == NULL || (strcmp(verdict, "mistake") != 0 && strcmp(verdict, "blunder") != 0)) continue;
    labelled++;
    for (size_t at = 0; at < json_array_size(points); at++) {
      const json_t *point = json_array_get(points, at);
      if (!json_equal(json_object_get(point, "action"), json_object_get(decision, "action"))) continue;
      assert_true(number(point, "loss") == number(decision, "loss"));
      assert_int_equal(json_is_true(json_object_get(point, "crosses_half")),
                       number(decision, "best_win_probability") >= .5 &&
                           number(decision, "win_probability") < .5);
    }
  }
  assert_int_equal(json_array_size(points), labelled);
}

/* /robot-move about the table before a decision, with its nodes and seed and what was played: the same
 * numbers. */
static void check_repeated(const json_t *game, const json_t *decision, bool seeded) {
  const size_t action = (size_t)number(decision, "action");
  json_t *table = json_deep_copy(game), *actions = json_object_get(table, "actions");
  if (json_is_null(json_object_get(decision, "nodes"))) return json_decref(table);
  while (json_array_size(actions) > action) json_array_remove(actions, action);
  static const char *const others[] = {"limit",  "roles", "top",  "level",   "blunder",
                                       "engine", "judge", "seen", "playouts"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) json_object_del(table, others[i]);
  json_t *judge = json_pack("{s:O}", "nodes", json_object_get(decision, "nodes"));
  if (seeded) json_object_set(judge, "seed", json_object_get(decision, "seed"));
  json_t *body = json_pack("{s:o,s:o,s:[O],s:i}", "table", table, "judge", judge, "include",
                           json_object_get(decision, "cards"), "top", 30);
  char *text = json_dumps(body, JSON_COMPACT);
  struct reply reply = api_post("/robot-move", text);
  if (reply.status != 200) fail_msg("%s\n%s", text, reply.text);
  assert_true(json_equal(json_object_get(reply.json, "cards"), json_object_get(decision, "best")));
  assert_true(json_equal(json_object_get(reply.json, "why"), json_object_get(decision, "why")));
  const json_t *best = json_object_get(decision, "best_win_probability"); /* null: too few rollouts */
  assert_true(json_is_null(best) || json_equal(json_object_get(reply.json, "win_probability"), best));

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
}

/* The coach: a review of this decision alone, with its nodes, is the same word for word. */
static void check_coached(const json_t *game, const json_t *decision) {
  const size_t action = (size_t)number(decision, "action");
  json_t *body = json_deep_copy(game), *actions = json_object_get(body, "actions");
  if (json_is_null(json_object_get(decision, "nodes"))) return json_decref(body);
  while (json_array_size(actions) > action + 1) json_array_remove(actions, action + 1);
  json_object_set_new(body, "since", json_integer((json_int_t)action));
  json_object_set_new(body, "limit", json_pack("{s:O}", "nodes", json_object_get(decision, "nodes")));
  struct reply reply = api_post_json("/review", body);
  assert_true(json_equal(json_array_get(json_object_get(reply.json, "decisions"), 0), decision));
}

/* The story of the open hands: one entry for the start and one after every action, from 0 to 1, null without
 * a landlord, and the end is certain. (test_chances compares proofs with the naive solver.) */
static void check_open(const json_t *game, const json_t *review) {
  const json_t *open = json_object_get(review, "open");
  const size_t actions = json_array_size(json_object_get(game, "actions"));
  bool called = false;
  assert_int_equal(json_array_size(open), actions + 1);
  for (size_t i = 0; i <= actions; i++) {
    const json_t *one = json_array_get(open, i), *chance = json_object_get(one, "landlord");
    const bool proven = json_is_true(json_object_get(one, "proven"));
    assert_false(called && json_is_null(chance));
    called = called || !json_is_null(chance);
    if (!json_is_null(chance)) {
      const double landlord = json_number_value(chance);
      assert_true(proven ? landlord == 0 || landlord == 1 : landlord > 0 && landlord < 1);
    }
    if (i < actions) assert_true(called || !proven);
  }
  assert_true(json_is_true(json_object_get(json_array_get(open, actions), "proven")));
}

/* An entry of `seen` against what a decision says; where the one is unknown, the other is. */
static bool is_seen(const json_t *seen, size_t at, const json_t *decision, const char *key) {
  const bool landlord = strcmp(json_string_value(json_object_get(decision, "role")), "landlord") == 0;
  const double chance = number(decision, key), told = number(json_array_get(seen, at), "landlord");
  return isnan(chance) ? isnan(told) : fabs(told - (landlord ? chance : 1 - chance)) < 2e-6;
}

/* What a seat saw is what its decisions say, as the landlord's chance, and nothing else in the play. */
static void check_seen(const json_t *review, const json_t *actions, int seat) {
  const json_t *seen = json_object_get(review, "seen"), *decisions = json_object_get(review, "decisions");
  const size_t all = json_array_size(seen), first = (size_t)number(json_array_get(decisions, 0), "action");
  assert_int_equal(all, json_array_size(actions) + 1);
  for (size_t i = first; i < all; i++) {
    const json_t *here = NULL, *before = NULL, *one;
    size_t at;
    json_array_foreach(decisions, at, one) {
      if ((int)number(one, "seat") != seat) continue;
      if ((size_t)number(one, "action") == i) here = one;
      if ((size_t)number(one, "action") + 1 == i) before = one;
    }
    if (here)
      assert_true(is_seen(seen, i, here, "best_win_probability"));
    else if (before)
      assert_true(is_seen(seen, i, before, "win_probability"));
    else
      assert_true(isnan(number(json_array_get(seen, i), "landlord")));
  }
}

static void review_adds_up(json_t *game, size_t line, void *self) {
  int *known = self;
  struct sums sums[3] = {{0}};
  if (line % 4 != 0) return;
  const bool judged = line % 8 == 0, seeded = line % 16 == 0;
  json_t *nodes = judged ? json_pack("{s:i}", "nodes", 2000) : json_pack("{s:i}", "nodes", 60000);
  if (seeded) json_object_set_new(nodes, "seed", json_integer((json_int_t)line));
  json_object_set_new(game, judged ? "judge" : "limit", nodes);
  json_object_set_new(game, "seen", json_integer((json_int_t)(line / 4 % 3)));
  json_object_set_new(game, "top", json_integer(20));
  char *text = json_dumps(game, JSON_COMPACT);
  struct reply reply = api_post("/review", text), again = api_post("/review", text);
  if (reply.status != 200) fail_msg("%s\n%s", text, reply.text);
  assert_string_equal(reply_at(&reply, "/finished"), "true");
  assert_string_equal(reply_at(&reply, "/complete"), "true");
  json_object_del(reply.json, "elapsed_us");
  json_object_del(again.json, "elapsed_us");
  assert_true(json_equal(reply.json, again.json));
  const json_t *decisions = json_object_get(reply.json, "decisions");
  const json_t *seats = json_object_get(reply.json, "seats");
  for (size_t i = 0; i < json_array_size(decisions); i++) {
    check_decision(json_array_get(decisions, i), json_object_get(game, "actions"), sums);
    check_repeated(game, json_array_get(decisions, i), seeded);
    if (!judged) check_coached(game, json_array_get(decisions, i));
  }
  for (int seat = 0; seat < 3; seat++) {
    check_seat(json_array_get(seats, (size_t)seat), &sums[seat], decisions);
    *known += sums[seat].points;
  }
  check_turning(json_object_get(reply.json, "turning_points"), decisions);
  check_open(game, reply.json);
  check_seen(reply.json, json_object_get(game, "actions"), (int)(line / 4 % 3));
  free(text);
}

TEST(reviews_of_whole_games_add_up_and_repeat_themselves) {
  int known = 0;
  jsonl_each("table_games.jsonl", review_adds_up, &known);
  assert_true(known > 10); /* losses in points of another play than the best */
}

/* 99F under yuncheng, to beat 55: 99 leaves the flower, which is never played alone, and loses; 9F wins.
 * Lists of plays put no wildcard where the hand has the card, and the search once knew no others: 99 was
 * called the best. */
TEST(a_wildcard_that_would_stay_for_nothing_is_spent) {
#define HANDS                                                                                                \
  "\"rules\":\"yuncheng\",\"hands\":{\"landlord\":\"3399F\",\"landlord_down\":\"77T\",\"landlord_up\":"      \
  "\"556\"}"
#define BEFORE "{\"cards\":\"33\"},{\"cards\":\"\"},{\"cards\":\"55\"}"
  struct reply move = api_post("/robot-move", "{\"table\":{" HANDS ",\"actions\":[" BEFORE "]},"
                                              "\"engine\":\"search\",\"limit\":{\"nodes\":2000}}");
  assert_string_equal(json_string_value(json_object_get(move.json, "cards")), "9F");
  struct reply review = api_post("/review", "{" HANDS ",\"actions\":[" BEFORE ",{\"cards\":\"99\"}],"
                                            "\"since\":3,\"limit\":{\"nodes\":20000}}");
  const json_t *decision = json_array_get(json_object_get(review.json, "decisions"), 0);
  assert_string_equal(json_string_value(json_object_get(decision, "best")), "9F");
  assert_string_equal(json_string_value(json_object_get(decision, "verdict")), "blunder");
#undef BEFORE
#undef HANDS
}

/* A search that ends within its first round has nothing to say; the rules decide, and no number is told. */
TEST(part_of_a_round_says_nothing) {
  struct reply move =
      api_post("/robot-move",
               "{\"hand\":\"34567799TTJQKKAA22BR\",\"role\":\"landlord\",\"engine\":\"search\",\"limit\":{"
               "\"nodes\":1},\"top\":3,\"rules\":{\"four_pair\":false}}");
  const json_t *first = json_array_get(json_object_get(move.json, "candidates"), 0);
  assert_string_equal(json_string_value(json_object_get(move.json, "engine")), "rules");
  assert_true(json_is_null(json_object_get(move.json, "win_probability")));
  assert_true(json_is_null(json_object_get(move.json, "interval")));
  assert_true(json_is_null(json_object_get(first, "win_probability")));
}

int main(void) { return test_run(NULL, NULL); }
