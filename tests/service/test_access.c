/* Who may ask: bearer tokens, names of the service, origins. */
#include "service/http/access.h"
#include "service/ops/thread.h"
#include "tests/support/test.h"
#include "tests/support/toy_app.h"
#include "tests/support/wire.h"

#include <unistd.h>
#include <utime.h>

#define FIRST "first-token-of-the-test"
#define SECOND "second-token.of~the+test=="
#define THIRD "a-third-one-nobody-had-before"

static struct wire_reply reply;
static char path[64], error[256];

static void write_file(const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

/* A file of tokens, and a server that wants them. */
static void begin(const char *tokens) {
  snprintf(path, sizeof path, "/tmp/ddz-tokens-XXXXXX");
  close(mkstemp(path));
  write_file(tokens);
  toy.options.tokens = path;
}

static int end(void **state) {
  unlink(path);
  return toy_end(state);
}

static int ask(const char *method, const char *target, const char *fields) {
  char text[1024];
  snprintf(text, sizeof text, "%s %s HTTP/1.1\r\nHost: t\r\n%sContent-Length: 0\r\n\r\n", method, target,
           fields);
  return wire_say(toy.port, text, &reply);
}

TEST(any_token_of_the_file_opens_and_no_other) {
  begin("# ours\n" FIRST "\n\n  " SECOND "\r\n");
  assert_true(toy_start(-1));
  static const struct {
    const char *fields;
    int status;
  } cases[] = {
      {"Authorization: Bearer " FIRST "\r\n", 200},
      {"Authorization: bearer   " SECOND "\r\n", 200},
      {"", 401},
      {"Authorization: Bearer\r\n", 401},
      {"Authorization: Bearer \r\n", 401},
      {"Authorization: Bearer " FIRST "x\r\n", 401},
      {"Authorization: Bearer first-token-of-the-tes\r\n", 401},
      {"Authorization: Bearer " FIRST " " SECOND "\r\n", 401},
      {"Authorization: Bearer " THIRD "\r\n", 401},
      {"Authorization: Bearer # ours\r\n", 401},
      {"Authorization: Basic " FIRST "\r\n", 401},
      {"Authorization: " FIRST "\r\n", 401},
      {"Authorization: Bearer " FIRST "\r\nAuthorization: Bearer " FIRST "\r\n", 400},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    if (ask("POST", "/echo", cases[i].fields) != cases[i].status)
      fail_msg("%s is answered %d", cases[i].fields, reply.status);
  assert_int_equal(ask("GET", "/metrics", ""), 401);
  assert_int_equal(ask("GET", "/fixed", ""), 401);
  assert_int_equal(ask("GET", "/nowhere", ""), 401);
}

TEST(a_refusal_says_what_is_wanted) {
  begin(FIRST);
  assert_true(toy_start(-1));
  assert_int_equal(ask("POST", "/echo", ""), 401);
  assert_string_equal(wire_header(&reply, "WWW-Authenticate"), "Bearer");
  assert_string_equal(wire_header(&reply, "Content-Type"), "application/problem+json");
  assert_string_equal(wire_header(&reply, "X-Content-Type-Options"), "nosniff");
  assert_non_null(strstr(reply.body, "\"unauthorized\""));
  ask("POST", "/echo", "Authorization: Bearer " SECOND "\r\n");
  assert_string_equal(wire_header(&reply, "WWW-Authenticate"), "Bearer error=\"invalid_token\"");
  assert_null(strstr(reply.body, SECOND));
}

TEST(probes_need_no_token) {
  begin(FIRST);
  assert_true(toy_start(-1));
  assert_int_equal(ask("GET", "/health", ""), 200);
  assert_int_equal(ask("GET", "/ready", ""), 200);
  assert_int_equal(ask("GET", "/ready?x", ""), 200);
  assert_int_equal(ask("GET", "/healthy", ""), 401);
  assert_int_equal(ask("GET", "/%72eady", ""), 401);
  assert_int_equal(ask("OPTIONS", "/echo", ""), 204);
}

TEST(tokens_are_read_again) {
  begin(FIRST);
  assert_true(toy_start(-1));
  write_file(SECOND "\n" THIRD);
  assert_true(server_reload(toy.server, &toy.options, error, sizeof error));
  assert_int_equal(ask("POST", "/echo", "Authorization: Bearer " FIRST "\r\n"), 401);
  assert_int_equal(ask("POST", "/echo", "Authorization: Bearer " THIRD "\r\n"), 200);
  write_file("# none\n");
  assert_false(server_reload(toy.server, &toy.options, error, sizeof error));
  assert_non_null(strstr(error, "holds no token"));
  assert_int_equal(ask("POST", "/echo", "Authorization: Bearer " THIRD "\r\n"), 200); /* as before */
  unlink(path);
  assert_false(server_reload(toy.server, &toy.options, error, sizeof error));
  assert_non_null(strstr(error, "Cannot read"));
  assert_int_equal(ask("POST", "/echo", "Authorization: Bearer " THIRD "\r\n"), 200);
}

TEST(a_wrong_file_is_refused_with_its_line) {
  static const struct {
    const char *text, *said;
  } cases[] = {{"\n# nothing\n", "holds no token"},
               {FIRST "\nshort\n", "Line 2 of"},
               {"two words in one line\n", "Line 1 of"},
               {"duel " FIRST " rate=0\n", "rate is 1 to"},
               {"duel " FIRST " rate=5x\n", "rate is 1 to"},
               {"duel " FIRST " workers=1025\n", "workers 1 to 1024"},
               {"duel " FIRST " ms=\n", "ms 1 to"},
               {"duel " FIRST " rate=5 rate=6\n", "twice"},
               {"duel " FIRST " speed=5\n", "only rate=N"},
               {"-duel " FIRST "\n", "a name is"},
               {"duel \"" FIRST "\"\n\nduel! " FIRST "\n", "Line 3 of"},
               {"abcdefghijabcdefghijabcdefghijabc " FIRST "\n", "a name is"},
               {FIRST " workers=1000000000\n", "alone or after its name"},
               {FIRST " duel\n", "alone or after its name"},
               {"duel " FIRST "\nteahouse " FIRST "\n", "Line 2 of"},
               {"duel " FIRST "\n" FIRST "\n", "another name"},
               {"duel " FIRST " scrape=2\n", "scrape 1"},
               {"duel REPLACE-THIS-TOKEN-OF-DUEL\n", "that of a sample"},
               {FIRST "\nreplace-me-with-your-own\n", "that of a sample"},
               {"duel " FIRST " ms=5\nduel " SECOND "\n", "other quotas"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    begin(cases[i].text);
    assert_null(access_new(path, 1, "", "*", error, sizeof error));
    if (!strstr(error, cases[i].said)) fail_msg("case %zu: %s", i, error);
    assert_null(strstr(error, "short\n"));
    assert_null(strstr(error, FIRST));
    assert_null(strstr(error, SECOND));
    unlink(path);
  }
  assert_null(access_new("/nowhere/tokens", 1, "", "*", error, sizeof error));
  assert_non_null(strstr(error, "Cannot read /nowhere/tokens"));
}

/* --- names and quotas --- */

#define AS(token) "Authorization: Bearer " token "\r\n"

/* In the end: a request is counted when its answer has been sent. */
static bool metrics_say(const char *line) {
  const uint64_t until_ms = clock_ms() + 10000;
  do assert_int_equal(ask("GET", "/metrics", AS(THIRD)), 200);
  while (!strstr(reply.body, line) && clock_ms() < until_ms);
  return strstr(reply.body, line) != NULL;
}

/* Two tokens of one name are one account, through a reload, too; no token is in the metrics. */
TEST(names_are_counted_and_tokens_are_not_told) {
  begin("duel " FIRST "\nduel " SECOND "\nall " THIRD " scrape=1\n");
  assert_true(toy_start(-1));
  for (int i = 0; i < 3; i++) assert_int_equal(ask("POST", "/echo", AS(FIRST)), 200);
  assert_int_equal(ask("POST", "/echo", AS(SECOND)), 200);
  assert_true(metrics_say("\nddz_client_requests_total{client=\"duel\"} 4\n"));
  write_file("duel " SECOND " rate=1000\nall " THIRD " scrape=1\n");
  assert_true(server_reload(toy.server, &toy.options, error, sizeof error));
  assert_int_equal(ask("POST", "/echo", AS(FIRST)), 401);
  assert_int_equal(ask("POST", "/nowhere", AS(FIRST)), 401);
  assert_int_equal(ask("POST", "/echo", AS(SECOND)), 200);
  assert_true(metrics_say("\nddz_http_requests_total{route=\"/echo\",code=\"401\"} 1\n"));
  assert_true(metrics_say("\nddz_http_requests_total{route=\"other\",code=\"401\"} 1\n"));
  assert_true(metrics_say("\nddz_client_requests_total{client=\"duel\"} 5\n"));
  assert_true(metrics_say("\nddz_client_requests_total{client=\"-\"} "));
  assert_null(strstr(reply.body, THIRD));
  assert_null(strstr(reply.body, SECOND));
}

/* A client sees what it has used; what the others and the server do, only who has the mark. */
TEST(a_token_sees_its_own_figures) {
  begin("duel " FIRST "\nteahouse " SECOND "\nall " THIRD " scrape=1\na-token-without-any-name\n");
  assert_true(toy_start(-1));
  assert_int_equal(ask("POST", "/echo", AS(FIRST)), 200);
  assert_true(metrics_say("\nddz_client_requests_total{client=\"duel\"} 1\n"));
  assert_true(metrics_say("\nddz_client_requests_total{client=\"teahouse\"} 0\n"));
  assert_true(metrics_say("\nddz_tokens 4\n"));
  assert_int_equal(ask("GET", "/metrics", AS(FIRST)), 200);
  assert_non_null(strstr(reply.body, "\nddz_client_requests_total{client=\"duel\"} 1\n"));
  static const char *const others[] = {"teahouse",  "all",      "{client=\"-\"}",
                                       "ddz_http_", "process_", "ddz_tokens"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) assert_null(strstr(reply.body, others[i]));
  assert_int_equal(ask("GET", "/metrics", AS("a-token-without-any-name")), 200);
  assert_non_null(strstr(reply.body, "\nddz_client_requests_total{client=\"-\"} 0\n"));
  assert_null(strstr(reply.body, "duel"));
  write_file("duel " FIRST " scrape=1\n"); /* the mark is read again, as quotas are */
  assert_true(server_reload(toy.server, &toy.options, error, sizeof error));
  assert_int_equal(ask("GET", "/metrics", AS(FIRST)), 200);
  assert_non_null(strstr(reply.body, "\nddz_tokens 1\n"));
}

/* A counter does not fall when a token without a name leaves: it went from 4 to 1. */
TEST(what_tokens_without_a_name_used_stays) {
  begin(FIRST "\n" SECOND "\nall " THIRD " scrape=1\n");
  assert_true(toy_start(-1));
  for (int i = 0; i < 3; i++) assert_int_equal(ask("POST", "/echo", AS(FIRST)), 200);
  assert_int_equal(ask("POST", "/echo", AS(SECOND)), 200);
  assert_true(metrics_say("\nddz_client_requests_total{client=\"-\"} 4\n"));
  write_file(SECOND "\nall " THIRD " scrape=1\n");
  assert_true(server_reload(toy.server, &toy.options, error, sizeof error));
  assert_true(metrics_say("\nddz_client_requests_total{client=\"-\"} 4\n"));
}

/* The operator sees which file is in force: the one that could be read last. */
TEST(the_file_in_force_is_told) {
  struct utimbuf then = {.modtime = 1000000000};
  begin("all " THIRD " scrape=1\n");
  assert_int_equal(utime(path, &then), 0);
  assert_true(toy_start(-1));
  assert_true(metrics_say("\nddz_tokens_changed_seconds 1000000000\n"));
  write_file("bad\n");
  assert_false(server_reload(toy.server, &toy.options, error, sizeof error));
  assert_true(metrics_say("\nddz_tokens_changed_seconds 1000000000\n"));
  write_file("all " THIRD " scrape=1\n");
  then.modtime++;
  assert_int_equal(utime(path, &then), 0);
  assert_true(server_reload(toy.server, &toy.options, error, sizeof error));
  assert_true(metrics_say("\nddz_tokens_changed_seconds 1000000001\n"));
}

/* --- names of the service --- */

static int ask_by(const char *host) {
  char text[512];
  snprintf(text, sizeof text, "GET /fixed HTTP/1.1\r\nHost: %s\r\n\r\n", host);
  return wire_say(toy.port, text, &reply);
}

static void expect_hosts(const char *hosts, const char *const *ours, const char *const *others) {
  static const char *const loopback[] = {"localhost",      "LocalHost:80", "127.0.0.1",
                                         "127.1.2.3:8080", "[::1]",        "[::1]:8080",
                                         "app.localhost",  "localhost.",   NULL};
  toy_init();
  toy.options.hosts = hosts;
  assert_true(toy_start(-1));
  for (int i = 0; loopback[i]; i++)
    if (ask_by(loopback[i]) != 200) fail_msg("%s: %d", loopback[i], reply.status);
  for (int i = 0; ours[i]; i++)
    if (ask_by(ours[i]) != 200) fail_msg("%s: %d", ours[i], reply.status);
  for (int i = 0; others[i]; i++)
    if (ask_by(others[i]) != 421 || !strstr(reply.body, "\"wrong_host\""))
      fail_msg("%s: %d", others[i], reply.status);
  toy_stop();
}

/* A page of evil.example whose name is made to point to 127.0.0.1: to the browser it is of one origin with
 * the service, so that no rule of browsers stands between. Only Host still says where it comes from. */
TEST(a_name_of_elsewhere_is_not_answered_on_loopback) {
  static const char *const none[] = {NULL},
                           *const foreign[] = {"evil.example",
                                               "evil.example:8080",
                                               "localhost.evil.example",
                                               "notlocalhost",
                                               "127.0.0.1.evil.example",
                                               "10.0.0.1",
                                               "[::2]",
                                               "0.0.0.0",
                                               NULL},
                           *const named[] = {"ddz.example", "DDZ.example:443", "10.0.0.1:80", NULL},
                           *const rest[] = {"x.ddz.example", "evil.example", NULL},
                           *const any[] = {"evil.example", NULL};
  expect_hosts("", none, foreign);
  expect_hosts("ddz.example,10.0.0.1", named, rest);
  expect_hosts("*", any, none);
}

TEST(elsewhere_every_name_is_answered_unless_some_are_listed) {
  toy.options.listen = "0.0.0.0";
  toy.options.hosts = "";
  assert_true(toy_start(-1));
  assert_int_equal(ask_by("ddz.example"), 200);
  toy_stop();
  toy_init();
  toy.options.listen = "0.0.0.0";
  toy.options.hosts = "ddz.example";
  assert_true(toy_start(-1));
  assert_int_equal(ask_by("ddz.example"), 200);
  assert_int_equal(ask_by("evil.example"), 421);
}

/* 2 at once, then none for half a second; another name is not held up, nor are probes. */
TEST(a_rate_is_answered_429_when_it_is_used_up) {
  begin("duel " FIRST " rate=2\nteahouse " SECOND "\nall " THIRD " scrape=1\n");
  assert_true(toy_start(-1));
  int answered = 0, limited = 0;
  for (int i = 0; i < 40; i++) {
    answered += ask("POST", "/echo", AS(FIRST)) == 200;
    limited += reply.status == 429;
    if (reply.status == 429) assert_string_equal(wire_header(&reply, "Retry-After"), "1");
  }
  assert_int_equal(answered + limited, 40);
  assert_true(answered >= 2 && limited > 0);
  struct wire wire = wire_open(toy.port); /* lives on, though the answer is 429 before the body is needed */
  for (int i = 0; i < 20; i++) {
    wire_text(&wire, "POST /echo HTTP/1.1\r\nHost: t\r\n" AS(FIRST) "Content-Length: 4\r\n\r\nbody");
    wire_read(&wire, &reply, false);
    if (reply.status != 200) assert_int_equal(reply.status, 429);
    limited += reply.status == 429;
  }
  wire_close(&wire);
  assert_int_equal(ask("GET", "/health", AS(FIRST)), 200);
  assert_int_equal(ask("POST", "/echo", AS(SECOND)), 200);
  char line[96];
  snprintf(line, sizeof line, "\nddz_client_limited_total{client=\"duel\"} %d\n", limited);
  assert_true(metrics_say(line));
}

/* The bucket against a count of every request of the last second. */
TEST(a_bucket_lets_a_second_of_requests_through) {
  struct tenant tenant = {.step_us = 200000};
  uint64_t times[4096], wait_us;
  size_t admitted = 0;
  for (uint64_t now_us = 5000000; now_us < 15000000; now_us += 7000)
    if (tenant_admit(&tenant, now_us, &wait_us))
      times[admitted++] = now_us;
    else
      assert_true(wait_us > 0 && wait_us <= 200000);
  assert_in_range(admitted, 5 + 9 * 5, 5 + 10 * 5);
  for (size_t i = 5 + 5; i < admitted; i++) assert_true(times[i] - times[i - 5] > 900000);
}

/* Each of so many instances has its part of a name's rate and workers, also after a reload that says so. */
TEST(instances_share_what_a_name_may_use) {
  static const struct {
    unsigned instances;
    const char *quotas;
    size_t least, most; /* requests that all of them let through in a minute */
    unsigned workers;   /* each */
  } rows[] = {{1, " rate=10 workers=5", 600, 610, 5},
              {3, " rate=10 workers=5", 600, 612, 2},
              {30, " rate=10 workers=5", 600, 630, 1},
              {30, " rate=1 workers=60", 60, 90, 2},
              {7, "", 7 * 60000, 7 * 60000, 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[128];
    snprintf(text, sizeof text, "duel " FIRST "%s\n", rows[i].quotas);
    begin(text);
    struct access *access = access_new(path, 1, "", "*", error, sizeof error);
    assert_true(access_reload(access, rows[i].instances, error, sizeof error));
    struct tenant *tenant = access_grants(access, "Bearer " FIRST);
    assert_int_equal(tenant->workers, rows[i].workers);
    size_t admitted = 0;
    for (unsigned k = 0; k < rows[i].instances;
         k++) { /* one after the other: each begins with a full bucket */
      uint64_t wait_us;
      tenant->next_us = 0;
      for (uint64_t now_us = 100000000; now_us < 160000000; now_us += 1000)
        admitted += tenant_admit(tenant, now_us, &wait_us);
    }
    if (admitted < rows[i].least || admitted > rows[i].most) fail_msg("row %zu: %zu requests", i, admitted);
    tenant_release(tenant);
    access_free(access);
    unlink(path);
  }
}

/* Its time for an answer, not the server's. */
TEST(a_names_requests_have_its_time) {
  begin("duel " FIRST " ms=60\nall " THIRD " scrape=1\n");
  toy.options.answer_ms = 3600000;
  assert_true(toy_start(-1));
  ask("POST", "/wait", AS(FIRST)); /* the gate stays shut: only its time ends it, or its wait for a worker */
  assert_true(reply.status == 200 || strstr(reply.body, "too_late"));
}

/* --- origins --- */

TEST(listed_origins_are_let_in) {
  toy.options.cors = "https://a.example,https://b.example:8443";
  assert_true(toy_start(-1));
  ask("POST", "/echo", "Origin: https://b.example:8443\r\n");
  assert_int_equal(reply.status, 200);
  assert_string_equal(wire_header(&reply, "Access-Control-Allow-Origin"), "https://b.example:8443");
  assert_string_equal(wire_header(&reply, "Vary"), "Origin");
  assert_non_null(wire_header(&reply, "Access-Control-Expose-Headers"));
  static const char *const strangers[] = {"https://c.example", "https://a.example.org", "https://a.exampl",
                                          "null", ""};
  for (size_t i = 0; i < sizeof strangers / sizeof strangers[0]; i++) {
    char field[128];
    snprintf(field, sizeof field, "Content-Type: application/json\r\nOrigin: %s\r\n", strangers[i]);
    assert_int_equal(ask("POST", "/echo", field), 200);
    assert_null(wire_header(&reply, "Access-Control-Allow-Origin"));
    assert_string_equal(wire_header(&reply, "Vary"), "Origin");
  }
  ask("GET", "/nowhere", "Origin: https://a.example\r\n");
  assert_int_equal(reply.status, 404);
  assert_string_equal(wire_header(&reply, "Access-Control-Allow-Origin"), "https://a.example");
}

TEST(a_preflight_is_answered) {
  begin(FIRST);
  toy.options.cors = "https://a.example";
  assert_true(toy_start(-1));
  ask("OPTIONS", "/echo",
      "Origin: https://a.example\r\nAccess-Control-Request-Method: POST\r\n"
      "Access-Control-Request-Headers: authorization,content-type\r\n");
  assert_int_equal(reply.status, 204);
  assert_string_equal(wire_header(&reply, "Access-Control-Allow-Origin"), "https://a.example");
  assert_string_equal(wire_header(&reply, "Access-Control-Allow-Methods"), "POST, OPTIONS");
  /* All that callers are told to send. */
  assert_string_equal(wire_header(&reply, "Access-Control-Allow-Headers"),
                      "Authorization, Content-Type, X-Game, X-Request-Id");
  assert_non_null(wire_header(&reply, "Access-Control-Max-Age"));
  ask("OPTIONS", "/echo", "Origin: https://b.example\r\nAccess-Control-Request-Method: POST\r\n");
  assert_int_equal(reply.status, 204);
  assert_null(wire_header(&reply, "Access-Control-Allow-Methods"));
}

TEST(any_origin_when_told_so_and_none_otherwise) {
  toy.options.cors = "*";
  assert_true(toy_start(-1));
  ask("POST", "/echo", "Origin: https://anyone.example\r\n");
  assert_string_equal(wire_header(&reply, "Access-Control-Allow-Origin"), "*");
  toy_stop();
  toy_init();
  assert_true(toy_start(-1));
  ask("POST", "/echo", "Content-Type: application/json\r\nOrigin: https://anyone.example\r\n");
  assert_int_equal(reply.status, 200);
  assert_null(wire_header(&reply, "Access-Control-Allow-Origin"));
  assert_null(wire_header(&reply, "Vary"));
}

int main(void) {
  test_each(toy_begin, end);
  return test_run(NULL, NULL);
}
