/* The console's files: which form of a file an answer holds, its fields, and that it can be switched off. */
#include "service/http/console.h"
#include "tests/support/test.h"
#include "tests/support/toy_app.h"
#include "tests/support/wire.h"

#define POLICY "default-src 'self'"
static const struct console_file files[] = {
    {"/", "text/html; charset=utf-8", POLICY, {"<p>page", 7, "\"a1\""}, {"packed page", 11, "\"a1-gz\""}},
    {"/view/a.js", "text/javascript; charset=utf-8", NULL, {"plain", 5, "\"b2\""}, {"gz", 2, "\"b2-gz\""}},
};
static const struct console two = {files, 2};

static struct wire_reply reply;

static int ask(unsigned port, const char *method, const char *target, const char *fields) {
  struct wire wire = wire_open(port);
  char text[1024];
  snprintf(text, sizeof text, "%s %s HTTP/1.1\r\nHost: t\r\n%sConnection: close\r\n\r\n", method, target,
           fields);
  wire_text(&wire, text);
  wire_read(&wire, &reply, strcmp(method, "HEAD") == 0);
  wire_close(&wire);
  return reply.status;
}

static bool field_is(const char *name, const char *value) {
  const char *found = wire_header(&reply, name);
  return value ? found && strcmp(found, value) == 0 : !found;
}

static int begin(void **state) {
  toy_init();
  toy.console = &two;
  return toy_start(-1) ? 0 : -1;
}

static int end(void **state) {
  toy_stop();
  return 0;
}

TEST(a_page_comes_with_all_its_fields) {
  assert_int_equal(ask(toy.port, "GET", "/", ""), 200);
  assert_string_equal(reply.body, "<p>page");
  assert_true(field_is("Content-Type", "text/html; charset=utf-8"));
  assert_true(field_is("Content-Security-Policy", POLICY));
  assert_true(field_is("X-Content-Type-Options", "nosniff"));
  assert_true(field_is("Referrer-Policy", "no-referrer"));
  assert_true(field_is("Cache-Control", "no-cache"));
  assert_true(field_is("Vary", "Accept-Encoding"));
  assert_true(field_is("ETag", "\"a1\""));
  assert_true(field_is("Content-Encoding", NULL));
  assert_non_null(wire_header(&reply, "X-Request-Id"));
  assert_int_equal(ask(toy.port, "GET", "/view/a.js?v=1", ""), 200);
  assert_string_equal(reply.body, "plain");
  assert_true(field_is("Content-Security-Policy", NULL));
}

TEST(what_a_client_takes_decides_the_form) {
  static const struct {
    const char *accept;
    bool packed;
  } cases[] = {{"gzip", true},
               {"gzip, deflate, br, zstd", true},
               {"br;q=1.0, GZIP;q=0.8, *;q=0.1", true},
               {"deflate ,x-gzip", true},
               {"gzip;q=1", true},
               {"gzip;q=0.001", true},
               {"gzip;q=0", false},
               {"gzip; q=0.00, br", false},
               {"br", false},
               {"gzipped", false},
               {"identity", false},
               {"", false},
               {NULL, false}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char field[128] = "";
    if (cases[i].accept) snprintf(field, sizeof field, "Accept-Encoding: %s\r\n", cases[i].accept);
    assert_int_equal(ask(toy.port, "GET", "/view/a.js", field), 200);
    if (strcmp(reply.body, cases[i].packed ? "gz" : "plain") != 0) fail_msg("case %zu: %s", i, reply.body);
    assert_true(field_is("Content-Encoding", cases[i].packed ? "gzip" : NULL));
    assert_true(field_is("ETag", cases[i].packed ? "\"b2-gz\"" : "\"b2\""));
  }
}

TEST(what_the_client_has_already_is_not_sent_again) {
  static const struct {
    const char *fields;
    int status;
  } cases[] = {{"If-None-Match: \"b2\"\r\n", 304},
               {"If-None-Match: W/\"b2\"\r\n", 304},
               {"If-None-Match: \"x\", \"b2\"\r\n", 304},
               {"If-None-Match: *\r\n", 304},
               {"If-None-Match: \"b2-gz\"\r\nAccept-Encoding: gzip\r\n", 304},
               {"If-None-Match: \"b2-gz\"\r\n", 200},
               {"If-None-Match: \"b2\"\r\nAccept-Encoding: gzip\r\n", 200},
               {"If-None-Match: \"b\"\r\n", 200},
               {"If-None-Match: b2\r\n", 200}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    int status = ask(toy.port, "GET", "/view/a.js", cases[i].fields);
    if (status != cases[i].status) fail_msg("case %zu: %d", i, status);
    assert_true(field_is("Cache-Control", "no-cache"));
    assert_non_null(wire_header(&reply, "ETag"));
    if (status == 304) assert_int_equal(reply.length, 0);
  }
  /* 0 would say that there was no answer. */
  assert_true(wire_await_metric(toy.port, "ddz_http_requests_total{route=\"/\",code=\"304\"}", 5));
  assert_true(wire_metric(toy.port, "ddz_http_requests_total{route=\"/\",code=\"0\"}") < 0);
}

TEST(head_tells_and_sends_nothing) {
  assert_int_equal(ask(toy.port, "HEAD", "/", ""), 200);
  assert_int_equal(reply.length, 0);
  assert_true(field_is("Content-Length", "7"));
  assert_true(field_is("Content-Security-Policy", POLICY));
}

TEST(other_methods_are_not_allowed) {
  assert_int_equal(ask(toy.port, "POST", "/", "Content-Length: 0\r\n"), 405);
  assert_true(field_is("Allow", "GET, HEAD, OPTIONS"));
  assert_int_equal(ask(toy.port, "DELETE", "/view/a.js", ""), 405);
  assert_int_equal(ask(toy.port, "OPTIONS", "/view/a.js", ""), 204);
  assert_true(field_is("Allow", "GET, HEAD, OPTIONS"));
}

TEST(only_exact_paths_are_files) {
  static const char *const none[] = {"/view/", "/view/a.jsx",  "/view/../view/a.js",
                                     "//",     "/view%2Fa.js", "/View/a.js"};
  for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
    if (ask(toy.port, "GET", none[i], "") == 200) fail_msg("%s: %s", none[i], reply.body);
  assert_int_equal(ask(toy.port, "GET", "/fixed", ""), 200);
  assert_string_equal(reply.body, "fixed");
}

TEST(a_server_without_files_has_none) {
  toy_stop();
  toy_init();
  assert_true(toy_start(-1));
  assert_int_not_equal(ask(toy.port, "GET", "/", ""), 200);
}

TEST(metrics_know_them_as_one_route) {
  ask(toy.port, "GET", "/", "");
  ask(toy.port, "GET", "/view/a.js", "");
  /* when the answer is out, which a client may see sooner */
  assert_true(wire_await_metric(toy.port, "ddz_http_requests_total{route=\"/\",code=\"200\"}", 2));
}

/* --- the files of web/ --- */

TEST(every_file_is_found_by_its_path) {
  assert_true(console_built.count > 10);
  for (size_t i = 0; i < console_built.count; i++) {
    const struct console_file *file = &console_built.files[i];
    if (console_find(&console_built, file->path) != file) fail_msg("%s is out of order", file->path);
    assert_int_equal((unsigned char)file->packed.bytes[0], 0x1f);
    assert_int_equal((unsigned char)file->packed.bytes[1], 0x8b);
    assert_true(file->plain.length > 0);
    bool page = strstr(file->type, "html") != NULL;
    if (page != (file->policy != NULL)) fail_msg("%s: policy", file->path);
  }
}

int main(void) {
  test_each(begin, end);
  return test_run(NULL, NULL);
}
