/* The real program and its trained net: named, damaged, none, and another one after a restart. */
#include "core/bid/question.h"
#include "core/net/belief.h"
#include "tests/support/program.h"
#include "tests/support/test.h"
#include "tests/support/toy_net.h"
#include "tests/support/wire.h"

#include <signal.h>
#include <unistd.h>

#define ARGUMENTS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define QUESTION "{\"hand\":\"34567799TTJQKKAA22BR\",\"role\":\"landlord\",\"engine\":\"net\"}"

static struct wire_reply reply;
static char path[] = "/tmp/ddz-test-model-XXXXXX";
static struct toy_net toys[2];

static int make_nets(void **state) {
  const int file = mkstemp(path);
  if (file < 0) return -1;
  close(file);
  for (int i = 0; i < 2; i++) toys[i] = toy_net_player((uint64_t)i + 1);
  return 0;
}

static int drop_nets(void **state) {
  for (int i = 0; i < 2; i++) toy_net_free(&toys[i]);
  return unlink(path);
}

/* In place: the same file, written over. */
static void write_at(const char *where, const void *bytes, size_t size) {
  FILE *file = fopen(where, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

static void write_file(const void *bytes, size_t size) { write_at(path, bytes, size); }

static bool has(const struct wire_reply *got, const char *text) { return strstr(got->body, text) != NULL; }

TEST(a_net_that_is_named_plays_and_is_told) {
  write_file(toys[0].image, toys[0].size);
  struct program program = program_start(ARGUMENTS("--memo-mib", "1", "--model", path));
  assert_true(program.port > 0);
  wire_once(program.port, "GET", "/version", "", &reply);
  assert_true(has(&reply, "\"model\":{\"name\":\"toy-1\",\"checksum\":\""));
  wire_once(program.port, "POST", "/robot-move", QUESTION, &reply);
  assert_true(has(&reply, "\"engine\":\"net\"") && has(&reply, "\"net_best\""));
  assert_int_equal(program_end(&program, SIGTERM), 0);
}

/* They lie beside the net and come, stay and go with it. */
static const struct beside {
  const char *mark, *name;
  uint32_t inputs, second;
  uint32_t (*signature)(void);
  const char *path, *ask, *with, *without; /* a question, and what its answers hold */
} besides[] = {
    {"-bids", "bids", DDZ_BID_INPUTS, 16, ddz_bid_signature, "/bid-advice",
     "{\"hand\":\"34567789TJQKA22BR\"}", "\"source\":\"model\"", "\"source\":\"formula\""},
    {"-belief", "belief", DDZ_BELIEF_INPUTS, DDZ_BELIEF_WEIGHTS, ddz_belief_signature, "/robot-move",
     QUESTION, "\"net_best\"", "\"net_best\""},
};

static void try_beside(const struct beside *b) {
  const struct ddz_net_shape shape = {b->inputs, 64, {16, b->second}, b->signature()};
  struct toy_net nets = toy_net_new(&shape, 3, 35);
  char beside[sizeof path + 8], said[4096] = "", is_there[64], is_gone[64];
  snprintf(beside, sizeof beside, "%s%s", path, b->mark);
  snprintf(is_there, sizeof is_there, "\"%s\":{\"name\":\"toy-1\"", b->name);
  snprintf(is_gone, sizeof is_gone, "\"%s\":null", b->name);
  write_file(toys[0].image, toys[0].size);
  write_at(beside, toys[0].image, toys[0].size); /* a net, but another one */
  assert_int_equal(program_say(ARGUMENTS("--model", path), said, sizeof said), 2);
  assert_true(strstr(said, beside) != NULL && strstr(said, "trained on other features") != NULL);
  write_at(beside, nets.image, nets.size);
  struct program program = program_start(ARGUMENTS("--memo-mib", "1", "--model", path));
  assert_true(program.port > 0);
  wire_once(program.port, "GET", "/version", "", &reply);
  assert_true(has(&reply, is_there));
  wire_once(program.port, "POST", b->path, b->ask, &reply);
  assert_true(has(&reply, b->with));
  assert_int_equal(program_end(&program, SIGTERM), 0);
  assert_int_equal(unlink(beside), 0);
  program = program_start(ARGUMENTS("--memo-mib", "1", "--model", path));
  wire_once(program.port, "GET", "/version", "", &reply);
  assert_true(has(&reply, is_gone));
  wire_once(program.port, "POST", b->path, b->ask, &reply);
  assert_true(has(&reply, b->without));
  assert_int_equal(program_end(&program, SIGTERM), 0);
  toy_net_free(&nets);
}

TEST(nets_beside_it_come_and_go_with_it) {
  for (size_t i = 0; i < sizeof besides / sizeof *besides; i++) try_beside(&besides[i]);
}

TEST(without_a_net_rules_answer) {
  struct program program = program_start(ARGUMENTS("--memo-mib", "1", "--model", "none"));
  wire_once(program.port, "GET", "/version", "", &reply);
  assert_true(has(&reply, "\"model\":null"));
  wire_once(program.port, "POST", "/robot-move", QUESTION, &reply);
  assert_true(has(&reply, "\"engine\":\"rules\""));
  assert_int_equal(program_end(&program, SIGTERM), 0);
}

TEST(a_file_that_is_no_net_is_refused_at_the_start) {
  static const struct {
    size_t size, damaged; /* 0: nothing */
    const char *said;
  } cases[] = {{0, 0, "empty"},
               {100, 0, "shorter than the header of a net"},
               {50000, 0, "longer or shorter than its own header says"},
               {1000000000, 60000, "its checksum does not match"},
               {1000000000, 3, "not a net of this program"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char said[4096] = "", *bytes = malloc(toys[0].size);
    assert_non_null(bytes);
    memcpy(bytes, toys[0].image, toys[0].size);
    if (cases[i].damaged != 0) bytes[cases[i].damaged] ^= 8;
    write_file(bytes, cases[i].size < toys[0].size ? cases[i].size : toys[0].size);
    free(bytes);
    assert_int_equal(program_say(ARGUMENTS("--model", path), said, sizeof said), 2);
    if (strstr(said, path) == NULL || strstr(said, cases[i].said) == NULL) fail_msg("said: %s", said);
  }
  char said[4096] = "";
  assert_int_equal(program_say(ARGUMENTS("--model", "/nowhere/ddz.net"), said, sizeof said), 2);
  assert_non_null(strstr(said, "/nowhere/ddz.net: No such file or directory"));
}

/* ---- another net: a restart ---- */

static void checksum_of(unsigned port, char *checksum) {
  wire_once(port, "GET", "/version", "", &reply);
  const char *at = strstr(reply.body, "\"checksum\":\"");
  assert_non_null(at);
  snprintf(checksum, 17, "%s", at + strlen("\"checksum\":\""));
}

#define SEARCH                                                                                               \
  "{\"hand\":\"34567799TTJQKKAA22BR\",\"role\":\"landlord\",\"engine\":\"search\",\"limit\":{\"nodes\":"     \
  "100000}}"

/* Requests that had begun when SIGTERM came, and are searched while it drains: none can be done before. The
 * file is written over meanwhile, in place. */
TEST(a_restart_takes_another_net_and_loses_nothing_that_was_accepted) {
  enum { ASKED = 6 };
  static const char most[] = "POST /robot-move HTTP/1.1\r\nHost: t\r\nContent-Type: "
                             "application/json\r\nContent-Length: %zu\r\n\r\n%.*s";
  struct wire wire[ASKED];
  char before[17], after[17], request[400];
  const size_t length = strlen(SEARCH);
  write_file(toys[0].image, toys[0].size);
  struct program program = program_start(ARGUMENTS("--memo-mib", "1", "--model", path, "--workers", "2",
                                                   "--answer-ms", "120000", "--grace-s", "120"));
  checksum_of(program.port, before);
  snprintf(request, sizeof request, most, length, (int)length - 1, SEARCH);
  for (int i = 0; i < ASKED; i++) {
    wire[i] = wire_open(program.port);
    assert_true(wire_text(&wire[i], request));
  }
  assert_true(wire_await_metric(program.port, "ddz_requests_active", ASKED + 1));
  write_file(toys[1].image, toys[1].size);
  kill(program.pid, SIGTERM);
  assert_true(program_says(&program, "\"event\":\"draining\""));
  for (int i = 0; i < ASKED; i++) assert_true(wire_text(&wire[i], &SEARCH[length - 1]));
  for (int i = 0; i < ASKED; i++) {
    assert_int_equal(wire_read(&wire[i], &reply, false), 200);
    assert_string_equal(wire_header(&reply, "Connection"), "close");
    wire_close(&wire[i]);
  }
  assert_int_equal(program_end(&program, 0), 0);
  program = program_start(ARGUMENTS("--memo-mib", "1", "--model", path));
  checksum_of(program.port, after);
  assert_string_not_equal(before, after);
  kill(program.pid, SIGHUP); /* which reads no net */
  write_file(toys[0].image, 1000);
  assert_true(program_says(&program, "\"event\":\"reloaded\",\"what\":\"tokens\""));
  checksum_of(program.port, before);
  assert_string_equal(before, after);
  wire_once(program.port, "POST", "/robot-move", QUESTION, &reply);
  assert_true(has(&reply, "\"engine\":\"net\""));
  assert_int_equal(program_end(&program, SIGTERM), 0);
}

int main(void) { return test_run(make_nets, drop_nets); }
