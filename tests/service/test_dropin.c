/* Drop-ins behind HTTP: they are there when the option names them, also in place of /health, and forms of
 * other pages come in only where --cors lets their pages ask. */
#include "tests/support/program.h"
#include "tests/support/wire.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct wire_reply reply;

static int ask(unsigned port, const char *target, const char *origin, const char *form) {
  struct wire wire = wire_open(port);
  char text[1024], field[128] = "";
  if (origin) snprintf(field, sizeof field, "Origin: %s\r\n", origin);
  if (form)
    snprintf(text, sizeof text,
             "POST %s HTTP/1.1\r\nHost: t\r\n%sContent-Type: application/x-www-form-urlencoded\r\n"
             "Content-Length: %zu\r\nConnection: close\r\n\r\n%s",
             target, field, strlen(form), form);
  else
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: t\r\n%sConnection: close\r\n\r\n", target, field);
  wire_text(&wire, text);
  wire_read(&wire, &reply, false);
  wire_close(&wire);
  return reply.status;
}

static struct program start(const char *dropins, const char *cors) {
  const char *const arguments[] = {"--drop-in", dropins, "--cors", cors, "--model", "none", NULL};
  struct program program = program_start(arguments);
  assert_int_not_equal(program.port, 0);
  return program;
}

static void a_name_that_is_none_is_refused_at_the_start(void **state) {
  (void)state;
  char said[512];
  assert_int_equal(program_say((const char *const[]){"--drop-in", "rlcard,douzero", NULL}, said, sizeof said),
                   2);
  assert_non_null(strstr(said, "\"douzero\""));
  assert_non_null(strstr(said, "rlcard, douzeroapi, decide_play"));
}

static void without_the_option_there_is_none(void **state) {
  (void)state;
  struct program program = start("", "");
  assert_int_equal(ask(program.port, "/health", NULL, NULL), 200);
  assert_string_equal(reply.body, "{\"status\":\"ok\"}");
  assert_int_equal(ask(program.port, "/api/health", NULL, NULL), 404);
  assert_int_equal(ask(program.port, "/legal", NULL, "player_hand_cards=3&rival_move="), 404);
  assert_int_equal(program_end(&program, SIGTERM), 0);
}

static void with_it_health_is_theirs(void **state) {
  (void)state;
  struct program program = start("douzeroapi", "");
  assert_int_equal(ask(program.port, "/health", NULL, NULL), 200);
  assert_string_equal(reply.body, "{\"status\":\"healthy\",\"agent_initialized\":true}");
  assert_int_equal(ask(program.port, "/api/health", NULL, NULL), 200);
  assert_int_equal(ask(program.port, "/ready", NULL, NULL), 200);
  assert_string_equal(reply.body, "{\"status\":\"ready\"}");
  assert_int_equal(ask(program.port, "/legal", NULL, "player_hand_cards=3&rival_move="), 404);
  assert_int_equal(program_end(&program, SIGTERM), 0);
}

#define PAGE "http://page.example"
#define FORM "player_hand_cards=3345&rival_move="

static void a_page_asks_where_cors_lets_it(void **state) {
  (void)state;
  struct program shut = start("rlcard", ""), open = start("rlcard", PAGE);
  assert_int_equal(ask(shut.port, "/legal", NULL, FORM), 200);
  assert_string_equal(reply.body, "{\"status\":0,\"message\":\"success\",\"legal_action\":\"3,33,4,5\"}");
  assert_int_equal(ask(shut.port, "/legal", PAGE, FORM), 415);
  assert_int_equal(ask(open.port, "/legal", PAGE, FORM), 200);
  assert_string_equal(wire_header(&reply, "Access-Control-Allow-Origin"), PAGE);
  assert_int_equal(ask(open.port, "/legal", "http://other.example", FORM), 415);
  assert_int_equal(program_end(&shut, SIGTERM), 0);
  assert_int_equal(program_end(&open, SIGTERM), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_name_that_is_none_is_refused_at_the_start),
      cmocka_unit_test(without_the_option_there_is_none),
      cmocka_unit_test(with_it_health_is_theirs),
      cmocka_unit_test(a_page_asks_where_cors_lets_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
