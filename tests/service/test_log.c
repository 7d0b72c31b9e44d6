/* The log: one JSON line a request, nothing lost without being counted, nothing that breaks a line. */
#include "service/ops/log.h"
#include "tests/support/test.h"
#include "tests/support/toy_app.h"
#include "tests/support/wire.h"

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <jansson.h>

static struct wire_reply reply;

/* The lines of a log file as an array; every one must be JSON. */
static json_t *lines_of(FILE *file) {
  json_t *lines = json_array();
  char line[8192];
  rewind(file);
  while (fgets(line, sizeof line, file)) {
    json_error_t error;
    json_t *object = json_loads(line, JSON_REJECT_DUPLICATES, &error);
    if (!object) fail_msg("not JSON: %s: %s", error.text, line);
    json_array_append_new(lines, object);
  }
  return lines;
}

static const char *text_in(json_t *line, const char *key) {
  return json_string_value(json_object_get(line, key));
}
static long long number_in(json_t *line, const char *key) {
  return json_integer_value(json_object_get(line, key));
}

TEST(each_request_is_one_line) {
  FILE *file = tmpfile();
  toy.options.log_level = LOG_INFO;
  assert_true(toy_start(fileno(file)));
  struct wire wire = wire_open(toy.port);
  wire_text(
      &wire,
      "POST /echo?secret=1 HTTP/1.1\r\nHost: t\r\nX-Request-Id: my-id\r\nContent-Length: 6\r\n\r\nsecret");
  wire_read(&wire, &reply, false);
  wire_text(&wire, "GET /%22%0a HTTP/1.1\r\nHost: t\r\n\r\n");
  wire_read(&wire, &reply, false);
  wire_post(&wire, "/spread", "3", &reply);
  wire_text(&wire, "B\"\xff\\ / HTTP/1.1\r\nHost: t\r\n\r\n");
  wire_read(&wire, &reply, false);
  wire_close(&wire);
  toy_stop();
  json_t *lines = lines_of(file), *line;
  size_t i, requests = 0;
  json_array_foreach(lines, i, line) {
    if (!text_in(line, "method")) continue;
    static const struct {
      const char *method, *route;
      int status;
    } expected[] = {
        {"POST", "/echo", 200}, {"GET", "other", 404}, {"POST", "/spread", 200}, {"-", "other", 400}};
    assert_true(requests < 4);
    assert_string_equal(text_in(line, "method"), expected[requests].method);
    assert_string_equal(text_in(line, "route"), expected[requests].route);
    assert_int_equal(number_in(line, "status"), expected[requests].status);
    assert_string_equal(text_in(line, "client"), "127.0.0.1");
    assert_int_equal(strlen(text_in(line, "time")), 24);
    assert_non_null(text_in(line, "id"));
    if (requests == 0) {
      assert_string_equal(text_in(line, "id"), "my-id");
      assert_string_equal(text_in(line, "engine"), "toy");
      assert_int_equal(number_in(line, "nodes"), 1);
      assert_int_equal(number_in(line, "out"), 6);
      assert_int_equal(number_in(line, "length"), 6); /* the app's own notes */
      assert_string_equal(text_in(line, "kind"), "toy \"call\"");
      char *whole = json_dumps(line, 0);
      assert_null(strstr(whole, "secret")); /* neither body nor query */
      free(whole);
    }
    if (requests == 1) assert_string_equal(text_in(line, "code"), "not_found");
    if (requests == 2) assert_true(number_in(line, "compute_us") >= 2000);
    requests++;
  }
  assert_int_equal(requests, 4);
  json_decref(lines);
  fclose(file);
}

/* Whatever is worth a line at a start is ours: the library has nothing to complain of. */
TEST(a_start_is_quiet) {
  static const long threads[] = {1, 2};
  for (size_t i = 0; i < 2; i++) {
    FILE *file = tmpfile();
    toy_init();
    toy.options.log_level = LOG_INFO;
    toy.options.threads = threads[i];
    assert_true(toy_start(fileno(file)));
    wire_once(toy.port, "GET", "/fixed", "", &reply);
    toy_stop();
    json_t *lines = lines_of(file), *line;
    size_t k;
    json_array_foreach(lines, k, line) {
      const char *event = text_in(line, "event");
      if (event && strcmp(event, "http") == 0)
        fail_msg("%ld threads: %s", threads[i], text_in(line, "message"));
    }
    assert_true(json_array_size(lines) >= 2);
    json_decref(lines);
    fclose(file);
  }
}

TEST(bodies_are_logged_when_asked) {
  FILE *file = tmpfile();
  static char large[3001];
  memset(large, '"', 3000);
  toy.options.log_level = LOG_INFO;
  toy.options.log_bodies = 1;
  assert_true(toy_start(fileno(file)));
  struct wire wire = wire_open(toy.port); /* one connection: one poller, whose lines are in order */
  wire_post(&wire, "/echo", "{\"a\":\n1}", &reply);
  wire_post(&wire, "/echo", large, &reply);
  wire_text(&wire, "GET /fixed HTTP/1.1\r\nHost: t\r\n\r\n");
  wire_read(&wire, &reply, false);
  wire_close(&wire);
  toy_stop();
  json_t *lines = lines_of(file), *line;
  size_t i, requests = 0;
  json_array_foreach(lines, i, line) {
    if (!text_in(line, "method")) continue;
    if (requests == 0) assert_string_equal(text_in(line, "body"), "{\"a\":\n1}");
    if (requests == 1) assert_in_range(strlen(text_in(line, "body")), 100, 2000);
    if (requests == 2) assert_null(text_in(line, "body"));
    requests++;
  }
  assert_int_equal(requests, 3);
  json_decref(lines);
  fclose(file);
}

TEST(at_error_level_requests_are_not_logged) {
  FILE *file = tmpfile();
  toy.options.log_level = LOG_ERROR;
  assert_true(toy_start(fileno(file)));
  wire_once(toy.port, "GET", "/fixed", "", &reply);
  toy_stop();
  assert_int_equal(ftell(file), 0);
  json_t *lines = lines_of(file);
  assert_int_equal(json_array_size(lines), 0);
  json_decref(lines);
  fclose(file);
}

/* Every byte there is, and more than a line keeps: what is too long is cut between two letters. */
TEST(an_event_may_say_anything) {
  FILE *file = tmpfile();
  struct log *log = log_new(fileno(file), LOG_INFO);
  char odd[256], endless[5001];
  for (size_t i = 0; i < sizeof odd; i++) odd[i] = (char)(i + 1); /* a NUL ends it */
  for (size_t i = 0; i < sizeof endless; i++) endless[i] = "三"[i % 3];
  struct log_line line = log_event(LOG_INFO, "http");
  log_text(&line, "message", odd, strlen(odd));
  log_text(&line, "more", endless, sizeof endless);
  log_count(&line, "n", UINT64_MAX / 2);
  log_end(&line, log);
  log_free(log);
  json_t *lines = lines_of(file), *object = json_array_get(lines, 0);
  assert_int_equal(json_array_size(lines), 1);
  const char *whole = text_in(object, "message");
  assert_int_equal(strlen(whole), 255);
  for (size_t i = 0; i < 255; i++) assert_int_equal(whole[i], odd[i] & 0x80 ? '?' : odd[i]);
  assert_int_equal(strlen(text_in(object, "more")), LOG_TEXT_MAX / 3 * 3);
  assert_memory_equal(text_in(object, "more"), endless, LOG_TEXT_MAX / 3 * 3);
  assert_true(number_in(object, "n") == (long long)(UINT64_MAX / 2));
  json_decref(lines);
  fclose(file);
}

TEST(what_the_library_complains_of_is_a_line) {
  FILE *file = tmpfile();
  toy.options.log_level = LOG_INFO;
  assert_true(toy_start(fileno(file)));
  wire_say(toy.port, "POST /echo HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n",
           &reply);
  toy_stop();
  json_t *lines = lines_of(file), *line;
  size_t i, complaints = 0;
  json_array_foreach(lines, i, line) {
    const char *event = text_in(line, "event"), *message = text_in(line, "message");
    if (!event || strcmp(event, "http") != 0) continue;
    assert_non_null(message);
    assert_true(strlen(message) > 10);
    assert_null(strchr(message, '\n'));
    complaints++;
  }
  assert_true(complaints > 0);
  json_decref(lines);
  fclose(file);
}

struct reading {
  int fd;
  long whole, told; /* whole lines read; lines reported as dropped */
};

static void *read_all(void *self) {
  struct reading *reading = self;
  FILE *in = fdopen(reading->fd, "r");
  char text[300];
  while (fgets(text, sizeof text, in)) {
    const char *count = strstr(text, "\"count\":");
    if (count) reading->told += strtol(count + 8, NULL, 10);
    reading->whole += strlen(text) == 100 && text[0] == 'x';
  }
  fclose(in);
  return NULL;
}

/* A reader that does not read: writers go on at once, what does not fit is counted, and the count is told. */
TEST(a_reader_that_stops_holds_up_nobody) {
  int ends[2];
  pthread_t reader;
  assert_int_equal(pipe(ends), 0);
  struct log *log = log_new(ends[1], LOG_INFO);
  const long lines = 20000;
  char line[101];
  memset(line, 'x', 99);
  line[99] = '\n';
  for (long i = 0; i < lines; i++) log_append(log, line, 100, false);
  long dropped = (long)log_dropped(log);
  assert_true(dropped > 0); /* 2 MB do not fit into two buffers and a pipe */
  struct reading reading = {.fd = ends[0]};
  assert_int_equal(pthread_create(&reader, NULL, read_all, &reading), 0);
  log_free(log);
  close(ends[1]);
  pthread_join(reader, NULL);
  assert_int_equal(reading.told, dropped);
  assert_int_equal(reading.whole, lines - dropped);
}

TEST(a_reader_that_stops_for_ever_does_not_keep_the_log_from_ending) {
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  struct log *log = log_new(ends[1], LOG_INFO);
  char line[1000];
  memset(line, 'x', 999);
  line[999] = '\n';
  for (int i = 0; i < 1200; i++) log_append(log, line, sizeof line, false);
  log_free(log); /* returns */
  close(ends[0]);
  close(ends[1]);
}

/* As on a full disk. */
TEST(lines_that_cannot_be_written_are_counted) {
  FILE *full = fopen("/dev/full", "w");
  assert_non_null(full);
  struct log *log = log_new(fileno(full), LOG_INFO);
  log_append(log, "{}\n{}\n", 6, false);
  struct log_line line = log_event(LOG_NOTICE, "hurry");
  log_end(&line, log);
  for (int i = 0; i < 6000 && log_dropped(log) < 3; i++) usleep(10000);
  assert_int_equal(log_dropped(log), 3);
  log_free(log);
  fclose(full);
}

/* A disk that is full for a while, in the middle of a line: no two lines become one, and what is lost is told
 * when there is room again. */
TEST(after_a_full_disk_lines_are_whole_and_the_loss_is_told) {
  struct rlimit before, small;
  FILE *file = tmpfile();
  struct log *log = log_new(fileno(file), LOG_INFO);
  char line[101], text[300];
  long whole = 0, torn = 0, told = 0;
  memset(line, 'x', 99);
  line[99] = '\n';
  signal(SIGXFSZ, SIG_IGN);
  getrlimit(RLIMIT_FSIZE, &before);
  small = before;
  small.rlim_cur = 1050; /* in the middle of line 11 */
  setrlimit(RLIMIT_FSIZE, &small);
  for (int i = 0; i < 30; i++) log_append(log, line, 100, false);
  for (int i = 0; i < 6000 && log_dropped(log) < 20; i++) usleep(10000);
  setrlimit(RLIMIT_FSIZE, &before);
  assert_int_equal(log_dropped(log), 20);
  log_append(log, line, 100, false);
  log_free(log);
  for (rewind(file); fgets(text, sizeof text, file);) {
    const char *count = strstr(text, "\"event\":\"log_lines_dropped\",\"count\":");
    whole += strlen(text) == 100 && strspn(text, "x") == 99;
    torn += strlen(text) == 51 && strspn(text, "x") == 50;
    if (count) told += strtol(count + 36, NULL, 10);
  }
  assert_int_equal(whole, 11);
  assert_int_equal(torn, 1);
  assert_int_equal(told, 20);
  fclose(file);
}

int main(void) {
  test_each(toy_begin, toy_end);
  return test_run(NULL, NULL);
}
