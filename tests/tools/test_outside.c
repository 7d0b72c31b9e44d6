/* Programs of somebody else: the good ones play, the others are counted. */
#include <libgen.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/test.h"
#include "tools/arena/match.h"

/* "cmd:.../forged_player MANNER N", kept until the next call. */
static const char *forged(const char *manner, int every) {
  static char text[1200];
  char self[1024];
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  assert_true(length > 0);
  self[length] = '\0';
  snprintf(text, sizeof text, "cmd:exec %s/forged_player %s %d", dirname(self), manner, every);
  return text;
}

static const char *run(const char *b, uint64_t deals, unsigned threads, struct match *match) {
  static struct spec spec[SIDES];
  struct match_options options = {
      .seed = test_seed(), .deals = deals, .threads = threads, .timeout_ms = 120000};
  ddz_rules_preset("douzero", &options.rules);
  assert_null(spec_read("rules:level=8", &spec[0]));
  assert_null(spec_read(b, &spec[1]));
  return match_play(&options, &spec[0], &spec[1], match);
}

TEST(a_program_that_answers_as_the_service_is_the_engine) {
  static struct match match, robot;
  assert_null(run(forged("never", 0), 6, 2, &match));
  assert_null(run("auto:level=8", 6, 2, &robot));
  assert_int_equal(match.account[1].faults[FAULT_NONE], match.account[1].choices);
  assert_int_equal(match.account[1].choices, robot.account[1].choices);
  assert_memory_equal(&match.points, &robot.points, sizeof match.points);
}

TEST(every_bad_answer_is_counted_and_no_other) {
  static const struct {
    const char *manner;
    int every;
    enum fault fault;
  } cases[] = {
      {"illegal", 3, FAULT_ILLEGAL}, {"garbage", 7, FAULT_ILLEGAL}, {"ends", 9, FAULT_ENDED},
      {"endless", 9, FAULT_ENDED},   {"twice", 5, FAULT_NONE},
  };
  static struct match match;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_null(run(forged(cases[i].manner, cases[i].every), 3, 1, &match));
    for (int f = FAULT_NONE + 1; f < FAULTS; f++) {
      const uint64_t wanted =
          f == (int)cases[i].fault ? match.account[1].choices / (uint64_t)cases[i].every : 0;
      if (match.account[1].faults[f] != wanted)
        fail_msg("%s: %d times %s, not %d", cases[i].manner, (int)match.account[1].faults[f], fault_names[f],
                 (int)wanted);
    }
    assert_int_equal(match.account[0].faults[FAULT_NONE], match.account[0].choices);
    assert_int_equal(match.deals, 3);
  }
}

/* A program that answers once and is then silent. False: it was late already with its first answer. */
static bool silence_is_noticed(int timeout_ms) {
  static struct outside outside;
  outside =
      (struct outside){.command = "read -r a; echo one; read -r a; sleep 10000", .timeout_ms = timeout_ms};
  enum fault state = outside_ask(&outside, "{}\n", 3);
  const pid_t first = outside.pid;
  if (state == FAULT_NONE) {
    assert_string_equal(outside.line, "one");
    assert_int_equal(outside_ask(&outside, "{}\n", 3), FAULT_LATE);
    assert_int_equal(outside.pid, 0);
    state = outside_ask(&outside, "{}\n", 3);
    if (state == FAULT_NONE) assert_int_not_equal(outside.pid, first);
  }
  outside_stop(&outside);
  assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* nobody left behind */
  assert_int_equal(errno, ECHILD);
  assert_true(state == FAULT_NONE || state == FAULT_LATE);
  return state == FAULT_NONE;
}

/* What the time-out of a program costs is what was asked for; a new program answers the next question. A slow
 * machine needs a longer one to start it. */
TEST(a_silent_program_is_late_and_started_anew) {
  assert_true(silence_is_noticed(300) || silence_is_noticed(3000) || silence_is_noticed(60000));
}

/* False: on a machine under load so many answers were late that the match was given up. */
static bool lateness_is_counted(int timeout_ms) {
  static struct match match;
  static struct spec spec[SIDES];
  struct match_options options = {
      .seed = test_seed(), .deals = 1, .threads = 1, .timeout_ms = (uint64_t)timeout_ms};
  ddz_rules_preset("douzero", &options.rules);
  assert_null(spec_read("rules", &spec[0]));
  assert_null(spec_read(forged("silent", 9), &spec[1]));
  if (match_play(&options, &spec[0], &spec[1], &match)) return false;
  assert_true(match.account[1].faults[FAULT_LATE] >= match.account[1].choices / 9);
  assert_true(match.account[1].faults[FAULT_LATE] > 0);
  assert_int_equal(match.account[1].faults[FAULT_ILLEGAL] + match.account[1].faults[FAULT_ENDED], 0);
  assert_true(match.ns[1] >= (double)timeout_ms * 1e6);
  return true;
}

TEST(late_answers_are_counted) {
  assert_true(lateness_is_counted(400) || lateness_is_counted(4000) || lateness_is_counted(30000));
}

TEST(a_program_that_never_answers_ends_the_match) {
  static struct match match;
  assert_string_equal(run("cmd:exit 3", 1000, 2, &match),
                      "no response ever came from 'exit 3': it ends with status 3");
  assert_true(match.deals < 100);
}

/* The program looks at its questions; what it misses it writes down. */
TEST(a_program_gets_legal_plays_calls_and_results) {
  static const char script[] =
      "cmd:exec python3 -c '\n"
      "import json, sys\n"
      "for line in sys.stdin:\n"
      "    q = json.loads(line)\n"
      "    if q[\"path\"] == \"/table\":\n"
      "        r = q[\"result\"]\n"
      "        assert r[\"winner\"] in (0, 1, 2) and sum(r[\"score\"]) == 0 and r[\"seats\"]\n"
      "        print(\"{}\", flush=True)\n"
      "    elif q[\"path\"] == \"/bid-advice\":\n"
      "        assert len(q[\"hand\"]) in (17, 20) and q[\"phase\"]\n"
      "        print(json.dumps({\"call\": q[\"legal\"][-1]}), flush=True)\n"
      "    else:\n"
      "        print(json.dumps({\"cards\": q[\"legal\"][0]}), flush=True)\n'";
  static struct match match;
  static struct spec spec[SIDES];
  struct match_options options = {
      .seed = test_seed(), .deals = 3, .threads = 1, .timeout_ms = 120000, .calling = true};
  ddz_rules_preset("huanle", &options.rules);
  assert_null(spec_read("rules", &spec[0]));
  assert_null(spec_read(script, &spec[1]));
  assert_null(match_play(&options, &spec[0], &spec[1], &match));
  for (int f = FAULT_NONE + 1; f < FAULTS; f++) assert_int_equal(match.account[1].faults[f], 0);
  assert_true(match.account[1].choices > 50);
}

int main(void) { return test_run(NULL, NULL); }
