/* How scores are made, as docs/rules.md says it in both languages: its table against GET /rules. */
#include <math.h>

#include "tests/support/api.h"
#include "tests/support/test.h"

static const char *const pages[] = {"docs/rules.md", "docs/zh/rules.md"};

static char *page_of(const char *path) {
  FILE *file = fopen(path, "r");
  if (file == NULL) fail_msg("no %s: tests run in the root of the project", path);
  char *text = calloc(1, 1 << 16);
  assert_non_null(text);
  assert_in_range(fread(text, 1, (1 << 16) - 1, file), 1, (1 << 16) - 2);
  fclose(file);
  return text;
}

/* "rob x2, bomb x2", in Chinese "抢 ×2、炸弹 ×2"; a bid is its name, and where that is no number, what it
 * sets. */
static void put_cell(const json_t *object, bool bids, bool chinese, char *row, size_t room) {
  static const char *const words[][2] = {{"bomb", "炸弹"},      {"rocket", "王炸"}, {"spring", "春天"},
                                         {"rob", "抢地主"},     {"kick", "踢"},     {"follow", "跟踢"},
                                         {"kick_back", "回踢"}, {"double", "加倍"}, {"super", "超级加倍"},
                                         {"call", "叫地主"}};
  const char *name;
  json_t *value;
  bool first = true;
  json_object_foreach((json_t *)object, name, value) {
    const char *word = name;
    for (size_t i = 0; chinese && i < sizeof words / sizeof *words; i++)
      if (strcmp(name, words[i][0]) == 0) word = words[i][1];
    char part[40] = "";
    if (!bids)
      snprintf(part, sizeof part, " %s%d", chinese ? "×" : "x", (int)json_integer_value(value));
    else if (atoi(name) == 0)
      snprintf(part, sizeof part, " %d", (int)json_integer_value(value));
    const size_t at = strlen(row);
    snprintf(row + at, room - at, "%s%s%s", first ? "" : chinese ? "、" : ", ", word, part);
    first = false;
  }
  strncat(row, " |", room - strlen(row) - 1);
}

TEST(the_table_is_that_of_the_referee) {
  struct reply rules = api_get("/rules");
  for (size_t p = 0; p < sizeof pages / sizeof *pages; p++) {
    char *page = page_of(pages[p]);
    size_t i;
    json_t *preset;
    json_array_foreach(json_object_get(rules.json, "presets"), i, preset) {
      const json_t *scoring = json_object_get(preset, "scoring");
      char row[400];
      snprintf(row, sizeof row, "| `%s` | ", json_string_value(json_object_get(preset, "name")));
      put_cell(json_object_get(scoring, "bids"), true, p, row, sizeof row - 2);
      strncat(row, " ", sizeof row - strlen(row) - 1);
      put_cell(json_object_get(scoring, "multiplier"), false, p, row, sizeof row - 2);
      strncat(row, " ", sizeof row - strlen(row) - 1);
      put_cell(json_object_get(scoring, "factor"), false, p, row, sizeof row);
      if (strstr(page, row) == NULL) fail_msg("%s lacks the row\n%s", pages[p], row);
    }
    free(page);
  }
}

static double number(const struct reply *reply, const char *name) {
  return json_number_value(json_object_get(reply->json, name));
}

/* A game that is worth the cap already is won or lost by that much: its points are told by the chance alone.
 * They once were only cut to the cap: 6 points at .95 to win, and advice for a bid that loses. */
TEST(at_the_cap_points_follow_from_the_chance) {
  static const struct {
    const char *path, *body, *chance, *choice; /* choice: of expected_points; NULL: that is a number */
    double most;
  } lines[] = {
#define KICKED                                                                                               \
  "\"actions\":[{\"call\":\"pass\"},{\"call\":\"pass\"},{\"call\":\"call\"},{\"call\":\"pass\"},{\"call\":"  \
  "\"kick\"},{\"call\":\"kick_back\"}]},\"engine\":\"search\",\"limit\":{\"nodes\":2000}}"
      {"/robot-move", "{\"table\":{\"rules\":\"yuncheng\",\"seed\":704025,\"cap\":3," KICKED,
       "win_probability", NULL, 6},
      {"/robot-move", "{\"table\":{\"rules\":\"yuncheng\",\"seed\":704025,\"cap\":3,\"base\":10," KICKED,
       "win_probability", NULL, 60},
      {"/bid-advice", "{\"table\":{\"seed\":171,\"cap\":3}}", "landlord_probability", "3", 6},
      {"/bid-advice", "{\"table\":{\"seed\":179623,\"cap\":3}}", "landlord_probability", "3", 6},
  };
#undef KICKED
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct reply reply = api_post(lines[i].path, lines[i].body);
    const json_t *points = json_object_get(reply.json, "expected_points");
    if (lines[i].choice != NULL) points = json_object_get(points, lines[i].choice);
    const double chance = number(&reply, lines[i].chance);
    assert_true(json_is_number(points) && chance > 0 && chance < 1);
    if (fabs(json_number_value(points) - lines[i].most * (2 * chance - 1)) > 1e-4)
      fail_msg("%s: %s", lines[i].body, reply.text);
  }
}

/* A drawn landlord takes the kitty at once: its factor once raised the stake before the table had its cap. */
TEST(a_drawn_landlord_begins_within_the_cap) {
  struct reply reply = api_post(
      "/table", "{\"rules\":\"douzero\",\"seed\":1,\"cap\":13,\"kitty_factor\":4,\"shown\":{\"2\":5}}");
  assert_int_equal(number(&reply, "multiplier"), 13);
}

int main(void) { return test_run(NULL, NULL); }
