/* ddz-fair: legal games with cheats, the same each time, and who sits where; what is wrong is refused. */
#include <jansson.h>
#include <unistd.h>

#include "tests/support/api.h"
#include "tests/support/command.h"
#include "tests/support/test.h"

/* Every line is a game that /table plays to its end. Returns how many there are. */
static int check_games(const char *first, const char *second, const char *third) {
  const char *const names[] = {first, second, third};
  int games = 0;
  for (char *line = strtok(command_said, "\n"); line != NULL; line = strtok(NULL, "\n"), games++) {
    json_t *game = json_loads(line, 0, NULL);
    assert_non_null(game);
    const json_t *players = json_object_get(game, "players");
    for (size_t seat = 0; seat < 3; seat++)
      assert_string_equal(json_string_value(json_array_get(players, seat)), names[(seat + games) % 3]);
    json_object_del(game, "players");
    const struct reply reply = api_post_json("/table", game);
    assert_string_equal(reply_at(&reply, "/phase"), "\"over\"");
  }
  return games;
}

TEST(cheats_play_legal_games) {
  static const struct {
    const char *rules, *cheat;
  } rows[] = {{"douzero", "all"},    {"huanle", "bold"},  {"yuncheng", "sharp"}, {"laizi", "partner"},
              {"standard", "enemy"}, {"tiandi", "third"}, {"huanle", "kitty"},   {"yuncheng", "passes"},
              {"buxipai", "bombs"},  {"botzone", "feeds"}};
  if (access("models/ddz.net", R_OK) != 0) skip();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char words[120], cheat[40];
    snprintf(cheat, sizeof cheat, "cheat:%s", rows[i].cheat);
    snprintf(words, sizeof words, "--games 2 --seed 3 --rules %s %s net net", rows[i].rules, cheat);
    assert_int_equal(command_run("ddz-fair", words), 0);
    assert_int_equal(check_games(cheat, "net", "net (3)"), 2);
  }
}

TEST(equal_options_give_equal_games) {
  static char first[sizeof command_said];
  if (access("models/ddz.net", R_OK) != 0) skip();
  assert_int_equal(command_run("ddz-fair", "--games 2 cheat:all rules random"), 0);
  memcpy(first, command_said, sizeof first);
  assert_int_equal(command_run("ddz-fair", "--games 2 cheat:all rules random"), 0);
  assert_string_equal(command_said, first);
  assert_int_equal(command_run("ddz-fair", "--games 2 --seed 2 cheat:all rules random"), 0);
  assert_string_not_equal(command_said, first);
}

TEST(what_is_not_understood_is_refused) {
  static const char *const wrong[] = {"net net",
                                      "net net net net",
                                      "cheat:not net net",
                                      "cheat:luck net net",
                                      "--rules chess net net net",
                                      "--games 0 net net net",
                                      "nobody net net"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_int_equal(command_run("ddz-fair", wrong[i]), 2);
    assert_non_null(strstr(command_said, "ddz-fair: "));
  }
}

int main(void) { return test_run(NULL, NULL); }
