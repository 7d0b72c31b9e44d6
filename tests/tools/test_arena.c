/* The program ddz-arena as somebody at a terminal meets it. */
#include <unistd.h>

#include "core/rules/rules.h"
#include "tests/support/command.h"
#include "tests/support/test.h"

static void says(const char *arguments, int status, const char *text) {
  const int is = command_run("ddz-arena", arguments);
  if (is != status || strstr(command_said, text) == NULL)
    fail_msg("ddz-arena %s: status %d, not %d, or no \"%s\" in:\n%s", arguments, is, status, text,
             command_said);
}

TEST(the_help_names_every_option_and_player) {
  static const char *const words[] = {"--all",     "--rules",    "--calling", "--deals",    "--seed",
                                      "--threads", "--sprt",     "--json",    "rules ",     "prompt ",
                                      "random ",   "cmd:",       "level=",    "objective=", "nodes=",
                                      "--timeout", "{\"cards\":"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) says("--help", 0, words[i]);
}

TEST(what_it_cannot_do_it_says_and_ends_with_2) {
  static const struct {
    const char *arguments, *text;
  } cases[] = {
      {"", "two players"},
      {"rules", "two players"},
      {"rules prompt random", "two players"},
      {"rules nobody", "no such player: nobody"},
      {"rules prompt --deals 0", "number out of range: 0"},
      {"rules prompt --deals many", "not a number: many"},
      {"rules prompt --rules whist", "no such preset: whist"},
      {"rules prompt --speed 3", "unknown option"},
      {"rules prompt --sprt 0.6,0.5", "two shares"},
      {"rules prompt --sprt 0.6", "two shares"},
      {"--all rules", "at least two players"},
      {"--all rules prompt --sprt 0.5,0.6", "a test takes two players"},
      {"rules --rules all", "two players"},
      {"rate rules --rules all", "one player"},
      {"rules prompt --rules all --sprt 0.5,0.6", "a test takes two players"},
      {"rate", "one player"},
      {"rate rules prompt", "one player"},
      {"rate rules --model none", "with a net of its own"},
      {"rules prompt --replay /dev/null", "only with rate"},
      {"rate rules --replay /no/such/file", "cannot read"},
      {"rate rules --replay /dev/null --deals 2", "the record ends too soon"},
      {"rules prompt --json /no/such/folder/games", "cannot write"},
      {"rules cmd:false --deals 30", "no response ever came from 'false': it ends with status 1"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) says(cases[i].arguments, 2, cases[i].text);
}

TEST(a_match_is_a_row_with_both_roles_and_times) {
  static const char *const words[] = {"landlord drawn, deals of seed 5, each played twice",
                                      "| as the landlord | as the farmers | a move | of the other |",
                                      "\n| douzero | `prompt` | `random` | 30 | "};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    says("prompt random --deals 30 --seed 5", 0, words[i]);
}

/* A program that answers a word that is no answer: what it did wrong stands beside its times. */
TEST(faults_are_counted_by_kind) {
  says("random 'cmd:while read -r line; do echo {}; done' --deals 2 --threads 1", 0, " illegal |");
}

TEST(a_test_says_its_verdict) {
  says("random prompt --sprt 0.5,0.6 --deals 5000", 0, "is B (prompt) better? low 0.500, high 0.600");
  assert_non_null(strstr(command_said, "yes: B wins at least the high share"));
  says("prompt random --sprt 0.5,0.6 --deals 5000", 0, "no: B wins no more than the low share");
  says("rules rules --sprt 0.45,0.55 --deals 100", 0, "open: play more deals");
}

TEST(all_is_a_row_for_each_two) {
  double win, points;
  says("--all random prompt rules --deals 50 --threads 2", 0, "\n| douzero | `rules` | `random` | 50 |");
  assert_non_null(strstr(command_said, "\n| douzero | `rules` | `prompt` | 50 |"));
  const char *row = strstr(command_said, "\n| douzero | `prompt` | `random` |");
  assert_non_null(row);
  assert_int_equal(sscanf(row, "\n| douzero | `prompt` | `random` | 50 | %lf ±%*f | %lf ±", &win, &points),
                   2);
  assert_true(win > .9 && points > 1);
}

TEST(games_go_to_standard_output_when_asked_to) {
  const char *line = command_said;
  int lines = 0;
  says("prompt random --deals 3 --json - 2>/dev/null", 0, "{\"rules\":\"douzero\",\"seed\":");
  for (; *line != '\0'; line = strchr(line, '\n') + 1) {
    assert_memory_equal(line, "{\"rules\"", 8);
    lines++;
  }
  assert_int_equal(lines, 6);
}

/* The seed in a line is all that ddz-game needs to play the same game again. */
TEST(a_game_can_be_played_again_by_its_seed) {
  static const char *const presets[] = {"douzero", "standard", "laizi"};
  for (size_t i = 0; i < sizeof presets / sizeof *presets; i++) {
    char arguments[200], line[8192];
    long long seed;
    snprintf(arguments, sizeof arguments, "prompt random --deals 1 --rules %s --json - 2>/dev/null",
             presets[i]);
    assert_int_equal(command_run("ddz-arena", arguments), 0);
    assert_int_equal(sscanf(command_said, "{\"rules\":\"%*[a-z]\",\"seed\":%lld", &seed), 1);
    assert_true(strcspn(command_said, "\n") < sizeof line);
    snprintf(line, sizeof line, "%.*s", (int)strcspn(command_said, "\n"), command_said);
    snprintf(arguments, sizeof arguments,
             "--rules %s --draw --json --seed %lld --landlord prompt --farmers random", presets[i], seed);
    assert_int_equal(command_run("ddz-game", arguments), 0);
    /* where somebody could double the advice is asked here, and nobody there: the cards are the same */
    const size_t compared = strcmp(presets[i], "laizi") == 0 ? strcspn(line, "]") : strlen(line);
    assert_memory_equal(command_said, line, compared);
  }
}

/* Cards that were not shuffled are told in the line. */
TEST(cards_are_dealt_as_the_rules_have_it) {
  says("prompt random --deals 1 --rules standard --json - 2>/dev/null", 0, "{\"rules\":\"standard\"");
  assert_null(strstr(command_said, "\"dealing\""));
  says("prompt random --deals 1 --rules buxipai --json - 2>/dev/null", 0, "\"dealing\":");
}

/* A row a preset, in which a player is even with itself. */
TEST(two_players_meet_under_every_preset) {
  char row[100];
  says("prompt prompt --rules all --deals 3 --threads 2", 0, "| player |");
  for (size_t i = 0; i < ddz_rules_presets(); i++) {
    snprintf(row, sizeof row, "\n| %s | `prompt` | `prompt` | 3 | 0.5000 ±0.0000 | +0.000 ±0.000 |",
             ddz_rules_preset_at(i).name);
    assert_non_null(strstr(command_said, row));
  }
}

/* Runs on one thread and two are the same text, the record gives it again, and no other record does. It is
 * left out under a sanitizer: a rating takes a minute there, and test_match runs the same matches. */
TEST(a_rating_is_the_same_wherever_it_is_made) {
  if (TEST_SANITIZED) return;
  static char once[sizeof command_said];
  char record[] = "/tmp/ddz-rate-XXXXXX", options[120];
  const int file = mkstemp(record);
  assert_true(file >= 0);
  close(file);
  snprintf(options, sizeof options, "rate rules:3 --deals 1 --threads 2 --json %s 2>/dev/null", record);
  says(options, 0, "ddz-bench 1, `rules:3`, a part: 1 deals");
  snprintf(once, sizeof once, "%s", command_said);
  says("rate rules:3 --deals 1 --threads 1 2>/dev/null", 0, once);
  snprintf(options, sizeof options, "rate rules:3 --deals 1 --replay %s", record);
  says(options, 0, once);
  snprintf(options, sizeof options, "rate rules:3 --deals 2 --replay %s", record);
  says(options, 2, "the record is not that of these deals");
  unlink(record);
}

int main(void) { return test_run(NULL, NULL); }
