/* The program ddz-calibrate, and players with nets of their own. */
#include <unistd.h>

#include "core/net/judge.h"
#include "tests/support/command.h"
#include "tests/support/test.h"
#include "tests/support/toy_net.h"
#include "tools/lib/engine.h"

static char net_path[] = "/tmp/ddz-net-XXXXXX", other_path[] = "/tmp/ddz-net-XXXXXX";

static void must_say(const char *text) {
  if (strstr(command_said, text) == NULL) fail_msg("no \"%s\" in:\n%s", text, command_said);
}

static int make_nets(void **state) {
  close(mkstemp(net_path));
  close(mkstemp(other_path));
  struct toy_net toy = toy_net_player(3);
  FILE *file = fopen(net_path, "wb");
  const bool good = file != NULL && fwrite(toy.image, 1, toy.size, file) == toy.size;
  toy_net_free(&toy);
  return file == NULL || fclose(file) != 0 || !good;
}

static int drop_nets(void **state) { return unlink(net_path) | unlink(other_path); }

/* The error to win, as a run of ddz-calibrate says it. */
static double error_said(void) {
  static const char before[] = "expected calibration error, win: ";
  const char *at = strstr(command_said, before);
  assert_non_null(at);
  return strtod(at + strlen(before), NULL);
}

/* With the curves written in, what is told is nearer to what happens. */
TEST(a_net_that_was_calibrated_is_nearer) {
  char arguments[256];
  snprintf(arguments, sizeof arguments, "--model %s --games 60 --write %s --name toy-2", net_path,
           other_path);
  assert_int_equal(command_run("ddz-calibrate", arguments), 0);
  must_say("toy-1: ");
  const double before = error_said();
  snprintf(arguments, sizeof arguments, "--model %s --games 60", other_path);
  assert_int_equal(command_run("ddz-calibrate", arguments), 0);
  must_say("toy-2: ");
  if (error_said() >= before) fail_msg("%.4f before:\n%s", before, command_said);
}

TEST(only_the_facts_of_a_calibrated_net_are_others) {
  const struct ddz_net *before = model_open(net_path).play, *after = model_open(other_path).play;
  assert_non_null(before);
  assert_non_null(after);
  assert_string_equal(after->facts.name, "toy-2");
  assert_string_equal(after->record, before->record);
  for (int role = 0; role < DDZ_ROLES; role++)
    assert_memory_equal(after->role[role].b4, before->role[role].b4, 8);
  assert_true(model_open(net_path).play == before);
}

/* Other landlords, other games; without calling in the rules there is nothing to call. */
TEST(games_with_calls_are_others) {
  enum { SAME = 1, OTHER };
  static const struct {
    const char *rules;
    int called;
  } rows[] = {{"standard", OTHER}, {"huanle", OTHER}, {"douzero", SAME}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char arguments[256], *drawn;
    snprintf(arguments, sizeof arguments, "--model %s --rules %s --games 10", net_path, rows[i].rules);
    assert_int_equal(command_run("ddz-calibrate", arguments), 0);
    drawn = strdup(command_said);
    strcat(arguments, " --called");
    assert_int_equal(command_run("ddz-calibrate", arguments), 0);
    assert_int_equal(strcmp(drawn, command_said) == 0 ? SAME : OTHER, rows[i].called);
    free(drawn);
  }
}

/* What it would write, no reader takes, or it turns every probability into a certain one. */
TEST(curves_of_too_few_games_are_not_written) {
  static char written[] = "/tmp/ddz-net-XXXXXX";
  char arguments[256];
  close(mkstemp(written));
  assert_int_equal(unlink(written), 0);
  for (int games = 1; games <= 3; games++) {
    snprintf(arguments, sizeof arguments, "--model %s --games %d --write %s", net_path, games, written);
    assert_int_equal(command_run("ddz-calibrate", arguments), 2);
    must_say("nothing is written: too few games for the curve of: ");
    assert_int_not_equal(access(written, F_OK), 0);
  }
}

TEST(nets_play_each_other_in_the_arena) {
  char arguments[512];
  snprintf(arguments, sizeof arguments, "net:model=%s net --model %s --deals 20", net_path, net_path);
  assert_int_equal(command_run("ddz-arena", arguments), 0);
  must_say("| 0.5000 ±0.0000 |");
  /* other curves: what is counted binds other chances, so they may choose otherwise */
  snprintf(arguments, sizeof arguments, "net:model=%s net --model %s --deals 20", net_path, other_path);
  assert_int_equal(command_run("ddz-arena", arguments), 0);
  must_say("| `net` | 20 |");
  snprintf(arguments, sizeof arguments, "--engine net --model %s --draw", net_path);
  assert_int_equal(command_run("ddz-game", arguments), 0);
  must_say("net_best");
}

TEST(what_is_no_net_is_refused_with_a_word) {
  static const struct {
    const char *program, *arguments, *text;
  } cases[] = {
      {"ddz-calibrate", "--model /nowhere/x.net", "/nowhere/x.net: No such file or directory"},
      {"ddz-calibrate", "--model Makefile --games 1", "Makefile: "},
      {"ddz-calibrate", "--games 0", "number out of range: 0"},
      {"ddz-calibrate", "--speed", "unknown option"},
      {"ddz-calibrate", "more", "unknown argument: more"},
      {"ddz-arena", "net rules --model /nowhere/x.net", "no net: /nowhere/x.net"},
      {"ddz-arena", "net:model=/nowhere/x.net rules", "/nowhere/x.net: No such file or directory"},
      {"ddz-game", "--model /nowhere/x.net", "no net: /nowhere/x.net"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_int_equal(command_run(cases[i].program, cases[i].arguments), 2);
    must_say(cases[i].text);
  }
}

int main(void) { return test_run(make_nets, drop_nets); }
