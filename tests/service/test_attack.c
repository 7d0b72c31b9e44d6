/* Attacks in one request, against the real program: bodies of a gigabyte, JSON without bottom. Each is
 * refused at little cost, and the service goes on. */
#include "tests/support/program.h"
#include "tests/support/test.h"
#include "tests/support/wire.h"

#include <signal.h>
#include <sys/socket.h>

#define GIBIBYTE (1ull << 30)
/* What a kernel may hold of a body that the service does not read: both sides' socket buffers. */
#define BUFFERS (16ull << 20)

static struct program program;
static struct wire_reply reply;

static int start(void **state) {
  program = program_start((const char *const[]){"--memo-mib", "1", "--log-level", "notice", NULL});
  return program.port ? 0 : -1;
}

static int stop(void **state) { return program_end(&program, SIGTERM); }

static void expect_service(void) {
  assert_int_equal(wire_once(program.port, "POST", "/classify", "{\"cards\":\"33344455\"}", &reply), 200);
}

/* Send zeros, each `before` and `after` them, until the other side has had enough; the bytes it took. */
static unsigned long long push(struct wire *wire, const char *before, const char *after) {
  static char zeros[65536];
  unsigned long long sent = 0;
  while (sent < GIBIBYTE) {
    if (!wire_text(wire, before) || !wire_send(wire, zeros, sizeof zeros) || !wire_text(wire, after)) break;
    sent += sizeof zeros;
  }
  return sent;
}

TEST(a_gibibyte_is_refused_unread) {
  static const struct {
    const char *framing, *before, *after;
  } ways[] = {{"Content-Length: 1073741824", "", ""}, {"Transfer-Encoding: chunked", "10000\r\n", "\r\n"}};
  for (size_t i = 0; i < 2; i++) {
    struct wire wire = wire_open(program.port);
    char head[256];
    snprintf(head, sizeof head, "POST /classify HTTP/1.1\r\nHost: t\r\n%s\r\n\r\n", ways[i].framing);
    wire_text(&wire, head);
    unsigned long long sent = push(&wire, ways[i].before, ways[i].after);
    if (sent > BUFFERS) fail_msg("%s: %llu bytes were taken", ways[i].framing, sent);
    wire_close(&wire);
    printf("%s: %llu KiB of 1 GiB left the client\n", ways[i].framing, sent >> 10);
  }
  expect_service();
}

/* `depth` times `open` around nothing. */
static char *nested(const char *open, size_t depth) {
  size_t step = strlen(open);
  char *text = malloc(step * depth + 1);
  for (size_t i = 0; i < depth; i++) memcpy(text + i * step, open, step);
  text[step * depth] = '\0';
  return text;
}

/* A batch may have 16 times the body of a single question. */
TEST(a_batch_may_be_longer_than_a_question) {
  enum { ITEMS = 256, SIZES = 3 };
  static const struct {
    size_t item;
    int status;
    const char *words;
  } sizes[SIZES] = {
      {200, 200, "[{\"status\":200"}, {4000, 200, "[{\"status\":200"}, {4100, 413, "1048576 bytes"}};
  for (size_t i = 0; i < SIZES; i++) {
    char *body = malloc(ITEMS * sizes[i].item + 3), *to = body;
    *to++ = '[';
    for (int k = 0; k < ITEMS; k++) {
      static const char item[] = "{\"path\":\"/classify\",\"body\":{\"cards\":\"33\"}}";
      const int blanks = (int)(sizes[i].item - sizeof item);
      to += sprintf(to, "%s%*s%s", item, blanks, "", k + 1 < ITEMS ? "," : "]");
    }
    wire_once(program.port, "POST", "/batch", body, &reply);
    assert_int_equal(reply.status, sizes[i].status);
    assert_non_null(strstr(reply.body, sizes[i].words));
    if (sizes[i].item == 4000) {
      assert_int_equal(wire_once(program.port, "POST", "/prompt", body, &reply), 413);
      assert_non_null(strstr(reply.body, "65536 bytes"));
    }
    free(body);
  }
  expect_service();
}

TEST(json_without_bottom_is_refused) {
  static const struct {
    const char *open;
    size_t depth;
    int status;
    const char *code;
  } lines[] = {{"[", 60000, 400, "too_deep"},
               {"{\"hand\":", 8000, 400, "too_deep"},
               {"[", 100000, 413, "body_too_large"},
               {"{\"hand\":[", 100000, 413, "body_too_large"}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    char *body = nested(lines[i].open, lines[i].depth);
    wire_once(program.port, "POST", "/prompt", body, &reply);
    if (reply.status != lines[i].status || !strstr(reply.body, lines[i].code))
      fail_msg("%zu times %s: %d %s", lines[i].depth, lines[i].open, reply.status, reply.body);
    free(body);
  }
  expect_service();
}

/* Where large bodies are allowed, depth is refused as such, and so is a great number of values. */
TEST(a_depth_of_100000_is_refused_where_it_fits) {
  struct program large = program_start((const char *const[]){"--memo-mib", "1", "--body-kib", "2048", NULL});
  assert_true(large.port > 0);
  static const struct {
    const char *path, *open;
    int status;
    const char *code;
  } rows[] = {{"/batch", "[", 400, "too_deep"},
              {"/prompt", "{\"hand\":", 400, "too_deep"},
              {"/prompt", "[{\"a\":", 422, "too_many_items"},
              {"/batch", "[1,", 422, "too_many_items"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char *body = nested(rows[i].open, 100000);
    wire_once(large.port, "POST", rows[i].path, body, &reply);
    assert_int_equal(reply.status, rows[i].status);
    assert_non_null(strstr(reply.body, rows[i].code));
    free(body);
  }
  assert_int_equal(program_end(&large, SIGTERM), 0);
}

int main(void) { return test_run(start, stop); }
