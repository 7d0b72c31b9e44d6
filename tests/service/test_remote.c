/* The program ddz-remote: the same robot, asked over HTTP, plays the same games. */
#include "tests/support/command.h"
#include "tests/support/program.h"

#include <libgen.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define ARGUMENTS(...) ((const char *const[]){__VA_ARGS__, NULL})

static char remote[1100]; /* the program's path */
static struct program service;

static void must_say(const char *text) {
  if (strstr(command_said, text) == NULL) fail_msg("no \"%s\" in:\n%s", text, command_said);
}

static int start(void **state) {
  char self[1024];
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  (void)state;
  if (length <= 0) return -1;
  self[length] = '\0';
  snprintf(remote, sizeof remote, "%s/../../ddz-remote", dirname(self));
  service = program_start(ARGUMENTS("--memo-mib", "1", "--threads", "2", "--log-level", "notice"));
  return service.port == 0;
}

static int end(void **state) {
  (void)state;
  return program_end(&service, SIGTERM);
}

/* A deal is played twice, sides swapped: who plays alike wins half of it, always. */
static void a_robot_behind_http_plays_as_the_one_in_the_program(void **state) {
  char arguments[2048];
  (void)state;
  snprintf(
      arguments, sizeof arguments,
      "rules \"cmd:%s 127.0.0.1:%u '\\\"engine\\\":\\\"rules\\\",\\\"level\\\":10'\" --deals 5 --threads 1 "
      "--timeout 600000",
      remote, service.port);
  assert_int_equal(command_run("ddz-arena", arguments), 0);
  must_say("in total              0.5000 +-0.0000    +0.0000 +-0.0000");
}

/* Two questions on one connection; then one that the service refuses. */
static void every_question_has_an_answer_of_one_line(void **state) {
  char arguments[512];
  (void)state;
  snprintf(arguments, sizeof arguments,
           "127.0.0.1:%u '\"top\":1' <<'END'\n"
           "{\"hand\":\"333\",\"role\":\"landlord\"}\n{\"hand\":\"4\",\"role\":\"landlord\"}\n{\"hand\":\"?"
           "\"}\nEND",
           service.port);
  assert_int_equal(command_run("ddz-remote", arguments), 0);
  must_say("\"cards\":\"333\"");
  must_say("\"cards\":\"4\"");
  must_say("ddz-remote: status 4");
  int lines = 0;
  for (const char *at = command_said; (at = strchr(at, '\n')) != NULL; at++) lines++;
  assert_int_equal(lines, 4);
}

static void what_cannot_be_asked_is_told(void **state) {
  static const struct {
    const char *arguments, *says;
  } rows[] = {
      {"", "HOST:PORT and perhaps fields are wanted"},
      {"a b c", "HOST:PORT and perhaps fields are wanted"},
      {"127.0.0.1", "not HOST:PORT"},
      {"127.0.0.1:1 <<'END'\nhand\nEND", "not a body of POST /robot-move"},
      {"127.0.0.1:0 <<'END'\n{}\nEND", "no answer"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    assert_int_equal(command_run("ddz-remote", rows[i].arguments), 2);
    must_say(rows[i].says);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_robot_behind_http_plays_as_the_one_in_the_program),
      cmocka_unit_test(every_question_has_an_answer_of_one_line),
      cmocka_unit_test(what_cannot_be_asked_is_told),
  };
  return cmocka_run_group_tests_name("remote", tests, start, end);
}
