/* The real program: options, answers, signals, its log; a process of its own, asked over loopback. */
#include "tests/support/program.h"
#include "tests/support/test.h"
#include "tests/support/wire.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jansson.h>

#include "service/ops/thread.h"

static struct wire_reply reply;

#define ARGUMENTS(...) ((const char *const[]){__VA_ARGS__, NULL})

TEST(answers_a_request_and_ends_at_sigterm) {
  struct program program = program_start(ARGUMENTS("--memo-mib", "1", "--threads", "2"));
  assert_true(program.port > 0);
  assert_int_equal(wire_once(program.port, "POST", "/classify", "{\"cards\":\"33344455\"}", &reply), 200);
  assert_string_equal(wire_header(&reply, "Content-Type"), "application/json");
  json_t *answer = json_loads(reply.body, 0, NULL);
  assert_true(json_is_true(json_object_get(answer, "valid")));
  json_decref(answer);
  wire_once(program.port, "GET", "/openapi.json", "", &reply);
  assert_non_null(strstr(reply.body, "{\"openapi\":\"3.1.0\",\"info\":{\"title\":"));
  assert_int_equal(wire_once(program.port, "POST", "/classify", "{", &reply), 400);
  assert_string_equal(wire_header(&reply, "Content-Type"), "application/problem+json");
  assert_int_equal(program_end(&program, SIGTERM), 0);
}

TEST(ends_at_sigint_too) {
  struct program program = program_start(ARGUMENTS("--memo-mib", "1"));
  assert_int_equal(program_end(&program, SIGINT), 0);
}

/* Until a request is on record beside the one that asks, and a signal really finds one. */
static void await_two_requests(unsigned port) {
  assert_true(wire_await_metric(port, "ddz_requests_active", 2));
}

/* Until it drains, and nobody gets in any more. */
static void await_shut_door(unsigned port) {
  uint64_t until_ms = clock_ms() + WIRE_WAIT_MS;
  struct wire late;
  while ((late = wire_open(port)).fd >= 0 && clock_ms() < until_ms) {
    wire_close(&late);
    usleep(2000);
  }
  assert_int_equal(late.fd, -1);
}

/* An upload that has begun holds the first; the second does not wait. It joins no thread, and the one that
 * shut the door may have finished by then: to TSan that is a leak, and not meant here. */
TEST(a_second_sigterm_ends_it_at_once) {
  const char *had = getenv("TSAN_OPTIONS");
  char before[200], during[240];
  snprintf(before, sizeof before, "%s", had ? had : "");
  snprintf(during, sizeof during, "%s report_thread_leaks=0", before);
  setenv("TSAN_OPTIONS", during, 1);
  struct program program =
      program_start(ARGUMENTS("--memo-mib", "1", "--grace-s", "3600", "--upload-ms", "3600000"));
  setenv("TSAN_OPTIONS", before, 1);
  struct wire wire = wire_open(program.port);
  wire_text(&wire, "POST /classify HTTP/1.1\r\nHost: t\r\nContent-Length: 5\r\n\r\n{");
  await_two_requests(program.port);
  kill(program.pid, SIGTERM);
  await_shut_door(program.port);
  assert_int_equal(waitpid(program.pid, NULL, WNOHANG), 0);
  assert_int_equal(program_end(&program, SIGTERM), 1);
  wire_close(&wire);
}

/* So that whoever asks /ready sends others elsewhere before the door shuts. */
TEST(while_draining_ready_says_no_and_requests_are_answered) {
  struct program program = program_start(ARGUMENTS("--memo-mib", "1", "--drain-ms", "600000"));
  assert_int_equal(wire_once(program.port, "GET", "/ready", "", &reply), 200);
  uint64_t until_ms = clock_ms() + WIRE_WAIT_MS;
  kill(program.pid, SIGTERM);
  while (reply.status == 200 && clock_ms() < until_ms) wire_once(program.port, "GET", "/ready", "", &reply);
  assert_int_equal(reply.status, 503);
  assert_int_equal(wire_once(program.port, "POST", "/classify", "{\"cards\":\"33\"}", &reply), 200);
  assert_string_equal(wire_header(&reply, "Connection"), "close");
  assert_int_equal(
      wire_once(program.port, "POST", "/solve", "{\"landlord\":\"3344\",\"farmer\":\"5566\"}", &reply), 200);
  assert_int_equal(program_end(&program, SIGTERM), 1); /* else it would drain for ten minutes */
}

TEST(when_the_time_to_drain_is_over_it_ends) {
  struct program program = program_start(ARGUMENTS("--memo-mib", "1", "--drain-ms", "300"));
  uint64_t before_ms = clock_ms();
  assert_int_equal(program_end(&program, SIGTERM), 0);
  assert_true(clock_ms() - before_ms >= 300);
}

/* Engines are told to end by a clock that is past everything; that is no time to tell a client. */
static void cut_a_proof_short(void) {
  static const char proof[] =
      "{\"hands\":{\"landlord\":\"3344667799TTQQKKA22J\",\"landlord_down\":\"345567889TJJQKA2B\","
      "\"landlord_up\":\"345567889TJQKAA2R\"},\"limit\":{\"ms\":60000}}";
  struct program program =
      program_start(ARGUMENTS("--memo-mib", "1", "--grace-s", "0", "--answer-ms", "3600000"));
  struct wire wire = wire_open(program.port);
  char head[128];
  snprintf(head, sizeof head, "POST /solve HTTP/1.1\r\nHost: t\r\nContent-Length: %zu\r\n\r\n",
           strlen(proof));
  wire_text(&wire, head);
  wire_text(&wire, proof);
  assert_true(wire_await_metric(program.port, "ddz_workers_busy", 1));
  kill(program.pid, SIGTERM);
  wire_read(&wire, &reply, false);
  assert_int_equal(program_end(&program, 0), 0);
  wire_close(&wire);
}

/* On a busy machine the end may come before the engine has begun: then it is 503; and it may have waited. */
TEST(an_answer_that_the_end_cuts_short_tells_no_time) {
  reply.status = 503;
  for (int i = 0; i < 20 && reply.status == 503; i++) cut_a_proof_short();
  assert_int_equal(reply.status, 200);
  assert_non_null(strstr(reply.body, "\"elapsed_us\":0,"));
  assert_non_null(strstr(reply.body, "\"limit_reached\":\"deadline\"}"));
}

TEST(a_slow_upload_finishes_before_the_end) {
  struct program program =
      program_start(ARGUMENTS("--memo-mib", "1", "--grace-s", "3600", "--upload-ms", "3600000"));
  const char *body = "{\"cards\":\"33\"}";
  struct wire wire = wire_open(program.port);
  wire_text(&wire, "POST /classify HTTP/1.1\r\nHost: t\r\nContent-Length: 14\r\n\r\n{");
  await_two_requests(program.port);
  kill(program.pid, SIGTERM);
  await_shut_door(program.port);
  wire_text(&wire, body + 1);
  assert_int_equal(wire_read(&wire, &reply, false), 200);
  assert_string_equal(wire_header(&reply, "Connection"), "close");
  assert_int_equal(program_end(&program, 0), 0);
  wire_close(&wire);
}

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

/* The level goes up and down while one connection goes on as if nothing were. */
TEST(sighup_reads_the_log_level_again) {
  char path[] = "/tmp/ddz-config-XXXXXX";
  close(mkstemp(path));
  write_file(path, "# for a test\nmemo-mib = 1\nlog-level notice\n");
  struct program program = program_start(ARGUMENTS("--config", path));
  struct wire wire = wire_open(program.port);
  assert_int_equal(wire_post(&wire, "/classify", "{\"cards\":\"33\"}", &reply), 200);
  write_file(path, "memo-mib = 1\nlog-level = info\n");
  kill(program.pid, SIGHUP);
  assert_true(program_says(&program, "\"event\":\"reloaded\",\"what\":\"log-level\""));
  assert_int_equal(wire_post(&wire, "/classify", "{\"cards\":\"33\"}", &reply), 200);
  assert_true(program_says(&program, "\"route\":\"/classify\""));
  write_file(path, "memo-mib = 1\nlog-level = loud\n");
  kill(program.pid, SIGHUP);
  assert_true(program_says(&program, "Line 2 of the file: log-level wants one of"));
  assert_int_equal(wire_post(&wire, "/classify", "{\"cards\":\"44\"}", &reply), 200);
  assert_true(program_says(&program, "\"route\":\"/classify\"")); /* as it was */
  wire_close(&wire);
  assert_int_equal(program_end(&program, SIGTERM), 0);
  unlink(path);
}

/* The deepest lists that the parser takes, and a move of the net. */
TEST(threads_have_the_stack_they_need) {
  static char nested[2 * 2000 + 1];
  struct rlimit before, small;
  memset(nested, '[', sizeof nested / 2);
  memset(nested + sizeof nested / 2, ']', sizeof nested / 2);
  assert_int_equal(getrlimit(RLIMIT_STACK, &before), 0);
  small = before;
  small.rlim_cur = 256 << 10;
  assert_int_equal(setrlimit(RLIMIT_STACK, &small), 0);
  struct program program = program_start(ARGUMENTS("--memo-mib", "1"));
  setrlimit(RLIMIT_STACK, &before);
  assert_int_equal(wire_once(program.port, "POST", "/classify", nested, &reply), 400);
  assert_int_equal(wire_once(program.port, "POST", "/robot-move",
                             "{\"hand\":\"33456789TJQKKAA22BR8\",\"role\":\"landlord\"}", &reply),
                   200);
  assert_int_equal(program_end(&program, SIGTERM), 0);
}

TEST(a_log_at_its_limit_does_not_end_the_service) {
  struct program program = program_start(ARGUMENTS("--memo-mib", "1"));
  assert_int_equal(kill(program.pid, SIGXFSZ), 0);
  assert_int_equal(wire_once(program.port, "GET", "/health", "", &reply), 200);
  assert_int_equal(program_end(&program, SIGTERM), 0);
}

/* What the api wants said beside engine and nodes, and no cards: letters that no time, number or id has. */
TEST(the_log_tells_what_was_asked_but_no_cards) {
  struct program program = program_start(ARGUMENTS("--memo-mib", "1"));
  assert_int_equal(
      wire_once(program.port, "POST", "/solve", "{\"landlord\":\"JJQQ\",\"farmer\":\"KKAA\"}", &reply), 200);
  assert_int_equal(wire_once(program.port, "POST", "/classify", "{\"cards\":\"JJJJJ\"}", &reply), 422);
  assert_int_equal(wire_once(program.port, "POST", "/batch",
                             "[{\"path\":\"/classify\",\"body\":{\"cards\":\"3\"}},{}]", &reply),
                   200);
  char said[8192];
  size_t used = 0;
  kill(program.pid, SIGTERM);
  for (ssize_t n; (n = read(program.out, said + used, sizeof said - 1 - used)) > 0;) used += (size_t)n;
  said[used] = '\0';
  assert_non_null(strstr(said, "\"engine\":\"exact\",\"nodes\":"));
  assert_non_null(strstr(said, "\"result\":\""));
  assert_non_null(strstr(said, "\"code\":\"too_many_of_rank\""));
  assert_non_null(strstr(said, "\"items\":2,\"refused\":1"));
  assert_null(strstr(said, "JJ"));
  assert_null(strstr(said, "KK"));
  assert_int_equal(program_end(&program, 0), 0);
}

TEST(wrong_options_and_help) {
  char said[16384];
  assert_int_equal(program_say(ARGUMENTS("--help"), said, sizeof said), 0);
  assert_non_null(strstr(said, "--memo-mib"));
  assert_int_equal(program_say(ARGUMENTS("--version"), said, sizeof said), 0);
  assert_int_equal(strncmp(said, "ddzd ", 5), 0);
  assert_int_equal(program_say(ARGUMENTS("--port", "x"), said, sizeof said), 2);
  assert_non_null(strstr(said, "--port wants a number"));
  assert_int_equal(program_say(ARGUMENTS("--listen", "nowhere"), said, sizeof said), 1);
  assert_non_null(strstr(said, "nowhere"));
}

TEST(ipv6_works_where_there_is_any) {
  struct program program = program_start(ARGUMENTS("--memo-mib", "1", "--listen", "::1"));
  if (program.port == 0) {
    program_end(&program, SIGTERM);
    skip();
  }
  assert_int_equal(program_end(&program, SIGTERM), 0);
}

/* Every path of the route table has figures under its own name. */
TEST(metrics_name_the_routes_and_the_memos) {
  struct program program = program_start(ARGUMENTS("--memo-mib", "1", "--threads", "1", "--workers", "1"));
  struct wire wire = wire_open(program.port);
  wire_post(&wire, "/classify", "{\"cards\":\"33\"}", &reply);
  wire_text(&wire, "GET /metrics HTTP/1.1\r\nHost: t\r\n\r\n");
  wire_read(&wire, &reply, false);
  assert_non_null(strstr(reply.body, "\nddz_http_requests_total{route=\"/classify\",code=\"200\"} 1\n"));
  static const char *const series[] = {"ddz_memo_hits_total{engine=\"poller-0\"} ",
                                       "ddz_memo_misses_total{engine=\"worker-0\"} ",
                                       "ddz_memo_fill{engine=\"poller-0\"} ",
                                       "ddz_memo_capacity{engine=\"worker-0\"} ",
                                       "ddz_build_info{name=\"ddzd\",version=",
                                       "ddz_reloads_total 0",
                                       "# TYPE ddz_model_info gauge"};
  for (size_t i = 0; i < sizeof series / sizeof series[0]; i++)
    assert_non_null(strstr(reply.body, series[i]));
  wire_close(&wire);
  assert_int_equal(program_end(&program, SIGTERM), 0);
}

/* The threads beside the workers have a small memo. Any thread that waited was woken, so they had two of
 * three requests that came one after the other. */
TEST(requests_one_by_one_run_on_the_workers) {
  static const char search[] =
      "{\"hand\":\"3345567889TJQKAA22BR\",\"role\":\"landlord\",\"engine\":\"search\","
      "\"limit\":{\"nodes\":4000}}";
  struct program program = program_start(ARGUMENTS("--memo-mib", "1", "--workers", "2", "--model", "none"));
  double hits[2] = {0}; /* of the workers, of the others */
  for (int i = 0; i < 24; i++)
    assert_int_equal(wire_once(program.port, "POST", "/robot-move", search, &reply), 200);
  for (int i = 0; i < 6; i++) {
    char series[60];
    snprintf(series, sizeof series, "ddz_memo_hits_total{engine=\"worker-%d\"}", i);
    hits[i >= 2] += wire_metric(program.port, series);
  }
  assert_true(hits[0] > hits[1]);
  assert_int_equal(program_end(&program, SIGTERM), 0);
}

/* Stopped longer than a request may take to come in, as by a debugger or a machine that is moved: what has
 * come meanwhile is whole, and is answered. */
TEST(a_process_that_stood_still_answers_what_is_whole) {
  enum { EACH = 4, ALL = 3 * EACH };
  static const char first[] = "GET /version HTTP/1.1\r\n", rest[] = "Host: t\r\n\r\n";
  struct wire wire[ALL];
  struct program program =
      program_start((const char *const[]){"--memo-mib", "1", "--upload-ms", "400", NULL});
  assert_true(program.port > 0);
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < ALL; i++) { /* new, kept from a request before, within a request */
      wire[i] = wire_open(program.port);
      if (i / EACH > 0) wire_text(&wire[i], first);
      if (i / EACH == 1) wire_text(&wire[i], rest);
      if (i / EACH == 1) wire_read(&wire[i], &reply, false);
    }
    usleep(50000);
    kill(program.pid, SIGSTOP);
    for (int i = 0; i < ALL; i++) {
      if (i / EACH < 2) wire_text(&wire[i], first);
      wire_text(&wire[i], rest);
    }
    usleep(900000);
    kill(program.pid, SIGCONT);
    for (int i = 0; i < ALL; i++) {
      wire_read(&wire[i], &reply, false);
      if (reply.status != 200) fail_msg("round %d, connection %d: status %d", round, i, reply.status);
      wire_close(&wire[i]);
    }
  }
  assert_int_equal(program_end(&program, SIGTERM), 0);
}

int main(void) { return test_run(NULL, NULL); }
