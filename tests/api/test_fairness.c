/* `fairness` of /review, with the shipped nets: it adds up, and repeats itself. */
#include <math.h>

#include "lib/nets.h"
#include "tests/support/api.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

static const struct nets *nets;

static int open_nets(void **state) {
  const struct nets_source source = {.model = "models/ddz.net"};
  char error[512];
  nets = nets_open(&source, error, sizeof error);
  if (!nets) fail_msg("%s", error);
  ddz_api_use_model(api_here(), nets->model);
  return 0;
}

static int close_nets(void **state) {
  ddz_api_use_model(api_here(), NULL);
  nets_close(nets);
  return 0;
}

static double number(const json_t *object, const char *key) {
  return json_number_value(json_object_get(object, key));
}

/* Of every seat the sums of its decisions, and the enemies gain; twice the same, and nothing unless asked. */
static void fairness_adds_up(json_t *game, size_t line, void *self) {
  int *seen = self;
  if (TEST_SANITIZED ? line != 18 : line % 16 != 1) return; /* a short game there */
  json_object_set_new(game, "roles", json_array());
  json_object_set_new(game, "playouts", json_integer(0));
  json_object_set_new(game, "limit", json_pack("{s:i}", "nodes", 1));
  assert_null(json_object_get(api_post_json("/review", json_deep_copy(game)).json, "fairness"));
  json_object_set_new(game, "fairness", json_true());
  const json_t *told = json_object_get(api_post_json("/review", json_deep_copy(game)).json, "fairness");
  const json_t *again = told;
  if (!TEST_SANITIZED)
    again = json_object_get(api_post_json("/review", json_deep_copy(game)).json, "fairness");
  assert_true(json_equal(told, again) && json_is_true(json_object_get(told, "complete")));
  const json_t *seats = json_object_get(told, "seats"), *decisions = json_object_get(told, "decisions");
  for (size_t seat = 0; seat < json_array_size(seats); seat++) {
    const json_t *sums = json_array_get(seats, seat), *one;
    const json_t *insight = json_object_get(sums, "insight"), *loss = json_object_get(sums, "loss");
    const bool lord = strcmp(json_string_value(json_object_get(sums, "role")), "landlord") == 0;
    double d = 0, v = 0, lost = 0;
    int choices = 0, insights = 0, called = 0;
    size_t at;
    json_array_foreach(decisions, at, one) {
      if ((size_t)number(one, "seat") != seat) continue;
      choices += number(one, "random") > 0, lost += number(one, "loss");
      if (json_is_null(json_object_get(one, "insight"))) continue;
      called += number(one, "random") <= 0;
      if (number(one, "random") <= 0) continue;
      insights++, d += number(one, "insight"), v += number(one, "variance");
    }
    assert_true(fabs(d - number(insight, "sum")) < 1e-4 && fabs(v - number(insight, "variance")) < 1e-4);
    assert_true(fabs(lost - number(loss, "sum")) < 1e-4 && insights == (int)number(insight, "decisions"));
    assert_int_equal(choices, (int)number(loss, "decisions"));
    assert_int_equal(json_array_size(json_object_get(loss, "gains")), lord ? 2 : 1);
    assert_int_equal(called, (int)number(json_object_get(sums, "calls"), "decisions"));
    seen[0] += insights;
    seen[1] += called;
  }
}

TEST(fairness_adds_up_and_repeats_itself) {
  int seen[2] = {0}; /* plays, calls */
  jsonl_each("table_games.jsonl", fairness_adds_up, seen);
  print_message("%d plays, %d calls\n", seen[0], seen[1]);
  assert_true(seen[0] > 10 && seen[1] > (TEST_SANITIZED ? 0 : 3));
}

int main(void) { return test_run(open_nets, close_nets); }
