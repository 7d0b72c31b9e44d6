/* What a seat sees, told by a body, is what the referee shows it of the same game: the nets are asked alike.
 */
#include "api/wire/game.h"
#include "api/wire/view.h"
#include "tests/support/cards.h"
#include "tests/support/plays.h"
#include "tests/support/test.h"

/* A text made to a format, read as JSON. */
__attribute__((format(printf, 1, 2))) static json_t *json_of(const char *format, ...) {
  char text[2000];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  json_t *json = json_loads(text, 0, NULL);
  if (!json) fail_msg("the test's body is no JSON: %s", text);
  return json;
}

/* The view points into `terms`. */
static void view_of(json_t *body, struct ddz_terms *terms, struct ddz_view *view) {
  struct ddz_problem problem = {0};
  struct ddz_field root = {.json = body, .problem = &problem};
  struct ddz_pile hand;
  if (!ddz_read_terms(&root, terms) || !ddz_read_view(&root, terms, &hand, view, NULL))
    fail_msg("%s at %s", problem.detail, problem.field);
  json_decref(body);
}

/* The table points into `game`. */
static void table_of(json_t *body, struct ddz_game *game) {
  struct ddz_problem problem = {0};
  struct ddz_field root = {.json = body, .problem = &problem}, actions = ddz_field_of(&root, "actions");
  *game = (struct ddz_game){0};
  bool fine = ddz_read_game(&root, game);
  for (size_t i = 0; fine && i < json_array_size(actions.json); i++) {
    struct ddz_field action = ddz_field_item(&actions, i);
    fine = ddz_game_next(&action, game);
  }
  if (!fine) fail_msg("%s at %s", problem.detail, problem.field);
  json_decref(body);
}

/* Structs have holes between their members, so they are compared one by one. */
static void same_view(const struct ddz_view *a, const struct ddz_view *b) {
  assert_int_equal(a->role, b->role);
  assert_int_equal(a->now.turn, b->now.turn);
  assert_int_equal(a->hand, b->hand);
  assert_int_equal(a->kitty, b->kitty);
  assert_memory_equal(a->now.played, b->now.played, sizeof a->now.played);
  assert_memory_equal(a->now.left, b->now.left, sizeof a->now.left);
  assert_memory_equal(a->now.plays, b->now.plays, sizeof a->now.plays);
  assert_same_play(&a->now.last, &b->now.last);
  if (a->now.last.kind != DDZ_PASS) assert_int_equal(a->now.owner, b->now.owner);
  assert_int_equal(a->now.passes, b->now.passes);
  assert_memory_equal(a->now.raised, b->now.raised, sizeof a->now.raised);
  assert_int_equal(a->now.from_start, b->now.from_start);
  assert_same_trail(&a->trail, &b->trail);
}

#define NO_KICKS "{\"call\":\"pass\"},{\"call\":\"pass\"}"
#define PASS "{\"cards\":\"\"}"

/* The best reading of 4477F is 77F with fours; who named the other one is seen to have played that. */
TEST(a_history_shows_what_the_table_shows) {
  static const char rules[] = "\"rules\":\"yuncheng\",\"kitty\":\"2BRF\"";
  static const char hands[] = "{\"landlord\":\"3344477KKKAAAA2222BRF\","
                              "\"landlord_down\":\"555566668899TTJJQ\","
                              "\"landlord_up\":\"334778899TTJJQQQK\"}";
#define LOW "{\"cards\":\"4477F\",\"id\":\"trio_pair-4-1\"}"
  static const char *const lines[] = {
      "",
      "{\"cards\":\"4477F\"}",
      LOW,
      LOW ",{\"cards\":\"55566\"}",
      LOW ",{\"cards\":\"55566\"}," PASS ",{\"cards\":\"KKKAA\"}",
      LOW "," PASS "," PASS ",{\"cards\":\"33\"}," PASS ",{\"cards\":\"88\"}",
      "{\"cards\":\"4\"}," PASS "," PASS "," LOW,
      "{\"cards\":\"BR\"}," PASS "," PASS ",{\"cards\":\"AA\"}," PASS "," PASS,
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_game game;
    struct ddz_terms terms;
    struct ddz_view shown, told;
    table_of(json_of("{%s,\"hands\":%s,\"actions\":[" NO_KICKS "%s%s]}", rules, hands, lines[i][0] ? "," : "",
                     lines[i]),
             &game);
    ddz_table_view(&game.table, &shown);
    view_of(json_of("{%s,\"role\":\"%s\",\"hand\":\"%s\",\"history\":[%s]}", rules, ddz_role_name(shown.role),
                    cards_text(shown.hand), lines[i]),
            &terms, &told);
    same_view(&told, &shown);
  }
}

/* Without a history, where nothing was played but the landlord's first. */
TEST(a_first_play_shows_what_the_table_shows) {
  static const char rules[] = "\"rules\":\"standard\",\"kitty\":\"567\"";
  static const struct {
    const char *told, *actions;
  } rows[] = {
      {"\"left\":{\"landlord_down\":17,\"landlord_up\":17}", ""},
      {"\"last\":{\"role\":\"landlord\",\"cards\":\"34567\"},\"left\":{\"landlord\":15,\"landlord_up\":17}",
       "{\"cards\":\"34567\"}"},
      {"\"last\":{\"role\":\"landlord\",\"cards\":\"4444\"},\"left\":{\"landlord\":16,\"landlord_down\":17}",
       "{\"cards\":\"4444\"}," PASS},
      {"\"last\":{\"role\":\"landlord\",\"cards\":\"3\"},\"played\":{\"landlord\":\"3\"}",
       "{\"cards\":\"3\"}"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct ddz_game game;
    struct ddz_terms terms;
    struct ddz_view shown, told;
    table_of(json_of("{%s,\"hands\":{\"landlord\":\"33344445555666677788\","
                     "\"landlord_down\":\"88999TTTTJJJJQQQQ\",\"landlord_up\":\"9KKKKAAAA2222BR37\"},"
                     "\"actions\":[%s]}",
                     rules, rows[i].actions),
             &game);
    ddz_table_view(&game.table, &shown);
    view_of(json_of("{%s,\"role\":\"%s\",\"hand\":\"%s\",%s}", rules, ddz_role_name(shown.role),
                    cards_text(shown.hand), rows[i].told),
            &terms, &told);
    assert_true(shown.now.from_start);
    same_view(&told, &shown);
  }
}

/* The same calls, as a list for one seat and as actions of a table. */
TEST(calls_show_what_the_table_shows) {
  static const struct {
    const char *rules;
    int first;
    const char *told, *actions;
  } rows[] = {
      {"standard", 0, "", "{\"call\":\"3\"}"},
      {"standard", 1,
       "{\"role\":\"landlord_down\",\"call\":\"1\"},{\"role\":\"landlord_up\",\"call\":\"pass\"}",
       "{\"call\":\"1\"},{\"call\":\"pass\"},{\"call\":\"3\"}"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct ddz_game game;
    struct ddz_terms terms;
    struct ddz_view shown, told;
    table_of(json_of("{\"rules\":\"%s\",\"first\":%d,\"hands\":[\"33344455566677788\",\"88999TTTTJJJJQQQQ\","
                     "\"9KKKKAAAA2222BR34\"],\"kitty\":\"567\",\"actions\":[%s]}",
                     rows[i].rules, rows[i].first, rows[i].actions),
             &game);
    ddz_table_view(&game.table, &shown);
    view_of(json_of("{\"rules\":\"%s\",\"role\":\"landlord\",\"hand\":\"%s\",\"calls\":[%s%s"
                    "{\"role\":\"landlord\",\"call\":\"3\"}]}",
                    rows[i].rules, cards_text(shown.hand), rows[i].told, rows[i].told[0] ? "," : ""),
            &terms, &told);
    assert_memory_equal(told.now.calls, shown.now.calls, sizeof shown.now.calls);
    assert_int_equal(told.now.calls[DDZ_LANDLORD], 1u << DDZ_CALL_THREE);
    assert_int_equal(told.now.calls[DDZ_LANDLORD_UP], i == 0 ? 0 : 1u << DDZ_CALL_PASS);
  }
}

/* Two wild ranks make a pair that may be read in several ways. */
TEST(a_last_play_is_seen_in_the_reading_that_is_named) {
  static const char rules[] = "\"rules\":{\"preset\":\"laizi\",\"wild\":[\"7\",\"8\"]}";
  struct ddz_terms terms;
  struct ddz_view view;
  struct ddz_play readings[DDZ_READINGS_MAX];
  view_of(json_of("{%s,\"hand\":\"9\",\"role\":\"landlord\"}", rules), &terms, &view);
  int n = ddz_readings(&terms.rules, cards_hand("78"), readings);
  assert_true(n > 1);
  for (int i = 0; i < n; i++) {
    char id[DDZ_READING_ID_MAX];
    ddz_reading_id(&readings[i], id);
    view_of(json_of("{%s,\"hand\":\"9\",\"role\":\"landlord_up\",\"last\":"
                    "{\"role\":\"landlord\",\"cards\":\"78\",\"id\":\"%s\"}}",
                    rules, id),
            &terms, &view);
    assert_same_play(&view.now.last, &readings[i]);
    assert_int_equal(view.trail.count, 2);
    assert_int_equal(view.trail.recent[0].kind, DDZ_PASS);
    assert_same_play(&view.trail.recent[1], &readings[i]);
    assert_int_equal(view.trail.refused[DDZ_LANDLORD_DOWN][1], readings[i].rank + 1);
  }
}

int main(void) { return test_run(NULL, NULL); }
