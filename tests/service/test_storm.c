/* A storm: connections that are reset, half closed, filled with requests in a row, cut in the middle, while
 * the tokens are replaced. Witnesses ask all the while, and each must get its own answer.
 *
 * Under ASan and TSan too (make check, sanitize). DDZ_STORM_SECONDS: how long; DDZ_SEED: which storm. */
#include "tests/support/program.h"
#include "tests/support/seed.h"
#include "tests/support/test.h"
#include "tests/support/wire.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <unistd.h>

#include "service/ops/thread.h"

#define KEPT "the-token-that-is-always-there"
#define OTHER "the-token-that-comes-and-goes"

enum { WITNESSES = 3, STORMERS = 3, QUESTIONS = 8, ROW = 5 };

/* What is asked, and what is in the answer to it alone. */
static const struct question {
  const char *cards, *id;
} questions[QUESTIONS] = {{"33", "pair-3-1"},         {"444", "trio-4-1"},         {"5555", "bomb-5-1"},
                          {"6", "solo-6-1"},          {"34567", "solo_chain-3-5"}, {"77", "pair-7-1"},
                          {"88899", "trio_pair-8-1"}, {"BR", "rocket-B-1"}};

static struct program program;
static char path[] = "/tmp/ddz-test-storm-XXXXXX", next[80];
static uint64_t first_seed;
static atomic_bool over;
static atomic_uint answers, faults, storms, unknown;

static uint64_t draw(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return *seed >> 33;
}

static void write_tokens(bool with_other) {
  FILE *file = fopen(next, "w");
  fprintf(file, "all " KEPT " scrape=1\n%s", with_other ? "other " OTHER "\n" : "");
  fclose(file);
  if (rename(next, path) != 0) fail();
}

/* Question `i` by `token`, numbered `n`; the length. */
static size_t write_request(char *text, size_t room, unsigned i, const char *token, const char *who,
                            unsigned n) {
  char body[64];
  snprintf(body, sizeof body, "{\"cards\":\"%s\"}", questions[i].cards);
  return (size_t)snprintf(text, room,
                          "POST /classify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                          "Authorization: Bearer %s\r\nX-Request-Id: %s-%u\r\nContent-Length: %zu\r\n\r\n%s",
                          token, who, n, strlen(body), body);
}

static void blame(const char *what, const struct wire_reply *reply) {
  if (atomic_fetch_add(&faults, 1) < 5)
    print_message("%s: %d %s %.200s\n", what, reply->status, reply->head, reply->body);
}

/* Is it the answer to this very request? */
static bool is_own(const struct wire_reply *reply, unsigned i, const char *who, unsigned n) {
  char id[64], pattern[64];
  snprintf(id, sizeof id, "%s-%u", who, n);
  snprintf(pattern, sizeof pattern, "\"id\":\"%s\"", questions[i].id);
  const char *told = wire_header(reply, "X-Request-Id");
  return reply->status == 200 && told && strcmp(told, id) == 0 && strstr(reply->body, pattern);
}

static void *witness(void *self) {
  static _Thread_local struct wire_reply reply;
  const unsigned number = *(unsigned *)self;
  char who[16], text[1024];
  snprintf(who, sizeof who, "w%u", number);
  struct wire wire = wire_open(program.port);
  for (unsigned n = 0; !atomic_load(&over); n++) {
    const unsigned i = (n * 3 + number) % QUESTIONS;
    wire_send(&wire, text, write_request(text, sizeof text, i, KEPT, who, n));
    wire_read(&wire, &reply, false);
    if (!is_own(&reply, i, who, n)) blame("a witness", &reply);
    if (reply.status == 0) {
      wire_close(&wire);
      wire = wire_open(program.port);
    }
    atomic_fetch_add(&answers, 1);
  }
  wire_close(&wire);
  return NULL;
}

static void reset(struct wire *wire) {
  setsockopt(wire->fd, SOL_SOCKET, SO_LINGER, &(struct linger){1, 0}, sizeof(struct linger));
}

/* Some requests in one piece: as many answers, in order. The token may have gone in between. */
static void in_a_row(struct wire *wire, uint64_t *seed, const char *who) {
  static _Thread_local struct wire_reply reply;
  char text[ROW * 1024];
  unsigned asked[ROW];
  size_t used = 0;
  for (unsigned k = 0; k < ROW; k++) {
    asked[k] = (unsigned)(draw(seed) % QUESTIONS);
    used += write_request(text + used, sizeof text - used, asked[k], OTHER, who, k);
  }
  wire_send(wire, text, used);
  for (unsigned k = 0; k < ROW; k++) {
    wire_read(wire, &reply, false);
    if (reply.status == 401) { /* which closes */
      atomic_fetch_add(&unknown, 1);
      return;
    }
    if (!is_own(&reply, asked[k], who, k)) blame("in a row", &reply);
  }
}

/* The sending side ends behind a whole request: its own answer, or none. */
static void half_closed(struct wire *wire, uint64_t *seed, const char *who) {
  static _Thread_local struct wire_reply reply;
  char text[1024];
  const unsigned i = (unsigned)(draw(seed) % QUESTIONS);
  wire_send(wire, text, write_request(text, sizeof text, i, KEPT, who, 0));
  shutdown(wire->fd, SHUT_WR);
  wire_read(wire, &reply, false);
  if (reply.status != 0 && !is_own(&reply, i, who, 0)) blame("half closed", &reply);
}

/* A part of a request, then nothing more. */
static void cut(struct wire *wire, uint64_t *seed, const char *who) {
  char text[1024];
  const size_t whole = write_request(text, sizeof text, 0, KEPT, who, 0);
  wire_send(wire, text, 1 + draw(seed) % (whole + 1) % whole);
}

static void *stormer(void *self) {
  const unsigned number = *(unsigned *)self;
  uint64_t seed = first_seed + number;
  char who[32];
  for (unsigned n = 0; !atomic_load(&over); n++) {
    struct wire wire = wire_open(program.port);
    if (wire.fd < 0) {
      atomic_fetch_add(&faults, 1);
      break;
    }
    snprintf(who, sizeof who, "s%u-%u", number, n);
    const unsigned kind = (unsigned)(draw(&seed) % 4);
    if (kind == 0) in_a_row(&wire, &seed, who);
    if (kind == 1) half_closed(&wire, &seed, who);
    if (kind >= 2) cut(&wire, &seed, who);
    if (kind == 3) reset(&wire);
    wire_close(&wire);
    atomic_fetch_add(&storms, 1);
    usleep(3000); /* one that ends within a request is noticed after a second: there is a limit to them */
  }
  return NULL;
}

/* Tokens are replaced all the while; every reload is heard. */
static unsigned replace_tokens(uint64_t until_ms) {
  unsigned times = 0;
  while (clock_ms() < until_ms) {
    write_tokens(++times % 2 == 0);
    kill(program.pid, SIGHUP);
    assert_true(program_says(&program, "\"event\":\"reloaded\",\"what\":\"tokens\""));
    usleep(20000);
  }
  return times;
}

TEST(witnesses_get_their_own_answers_in_a_storm) {
  static unsigned numbers[WITNESSES + STORMERS];
  pthread_t threads[WITNESSES + STORMERS];
  first_seed = test_seed();
  close(mkstemp(path));
  snprintf(next, sizeof next, "%s-next", path);
  write_tokens(true);
  program = program_start((const char *const[]){"--memo-mib", "1", "--model", "none", "--tokens", path,
                                                "--log-level", "notice", "--upload-ms", "2000",
                                                "--per-address", "0", NULL});
  assert_true(program.port > 0);
  for (unsigned i = 0; i < WITNESSES + STORMERS; i++) {
    numbers[i] = i;
    assert_int_equal(pthread_create(&threads[i], NULL, i < WITNESSES ? witness : stormer, &numbers[i]), 0);
  }
  const unsigned times = replace_tokens(clock_ms() + test_env("DDZ_STORM_SECONDS", 3) * 1000);
  atomic_store(&over, true);
  for (unsigned i = 0; i < WITNESSES + STORMERS; i++) pthread_join(threads[i], NULL);
  print_message("%u answers to witnesses, %u storms, %u reloads, %u times without the token, seed %llu\n",
                (unsigned)answers, (unsigned)storms, times, (unsigned)unknown,
                (unsigned long long)first_seed);
  assert_int_equal(faults, 0);
  assert_true(answers > 20 && storms > 20 && times > 2);
  assert_int_equal(program_end(&program, SIGTERM), 0);
  unlink(path);
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  return test_run(NULL, NULL);
}
