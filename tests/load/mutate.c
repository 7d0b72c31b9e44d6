/* mutate.c - valid requests with random faults in them, against the real program: no answer is a 500, the
 * service stays, and it answers afterwards as before.
 *
 * Each request of tests/data/requests.jsonl, as the bytes that go over the wire; a few mutations in the head,
 * in the body or anywhere; half the time the Content-Length is put right again, so that the body is read.
 * Many connections at a time, each for one request. One that is not answered within a quarter of a second -
 * most of those wait for bytes that never come - is left alone.
 *
 * usage: load mutate [requests, default 5000]      DDZ_SEED repeats a run */
#include "tests/load/ways.h"

#include "core/base/rng.h"
#include "tests/support/jsonl.h"
#include "tests/support/load.h"
#include "tests/support/measure.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"
#include "tests/support/wire.h"

#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS_MAX = 64, BYTES_MAX = 16384, CONNECTIONS = 64, PATIENCE_MS = 250, BATCH = 1000 };

struct bytes {
  char data[BYTES_MAX];
  size_t length;
};

static struct load_text valid[SEEDS_MAX];
static size_t valid_count;
static struct load_text requests[BATCH]; /* under way */
static size_t statuses[600], silent, wrong;

static void read_valid(json_t *line, size_t number, void *self) {
  json_t *json = json_object_get(line, "body");
  char *body = json ? json_dumps(json, JSON_COMPACT) : NULL;
  (void)number;
  (void)self;
  if (valid_count < SEEDS_MAX) valid[valid_count++] = load_request(jsonl_text(line, "path"), body, "");
  free(body);
}

/* --- mutations: each on `length` bytes from `at` on, within [from, to) of the request --- */

struct place {
  struct bytes *bytes;
  size_t at, to;
  struct ddz_rng *rng;
};

static size_t span(const struct place *p, size_t most) {
  size_t room = p->to - p->at, n = 1 + ddz_rng_below(p->rng, (uint32_t)most);
  return n < room ? n : room;
}

static void cut(struct bytes *bytes, size_t at, size_t n) {
  memmove(bytes->data + at, bytes->data + at + n, bytes->length - at - n);
  bytes->length -= n;
}

static void put(struct bytes *bytes, size_t at, const char *data, size_t n) {
  char copy[256];
  if (n > sizeof copy || bytes->length + n > BYTES_MAX) return;
  memcpy(copy, data, n);
  memmove(bytes->data + at + n, bytes->data + at, bytes->length - at);
  memcpy(bytes->data + at, copy, n);
  bytes->length += n;
}

static void flip_a_bit(struct place *p) { p->bytes->data[p->at] ^= (char)(1u << ddz_rng_below(p->rng, 8)); }
static void set_a_byte(struct place *p) { p->bytes->data[p->at] = (char)ddz_rng_below(p->rng, 256); }
static void leave_out(struct place *p) { cut(p->bytes, p->at, span(p, 16)); }
static void say_twice(struct place *p) { put(p->bytes, p->at, p->bytes->data + p->at, span(p, 64)); }

static void put_noise(struct place *p) {
  char noise[16];
  size_t n = 1 + ddz_rng_below(p->rng, sizeof noise);
  for (size_t i = 0; i < n; i++) noise[i] = (char)ddz_rng_below(p->rng, 256);
  put(p->bytes, p->at, noise, n);
}

static void put_a_token(struct place *p) {
  static const char *const tokens[] = {"\"",
                                       "{",
                                       "}",
                                       "[",
                                       "]",
                                       ",",
                                       ":",
                                       "null",
                                       "true",
                                       "-1",
                                       "1e999",
                                       "99999999999999999999",
                                       "0.5",
                                       "\\u0000",
                                       "\\ud800",
                                       "\xff",
                                       "\r\n",
                                       "\r\n\r\n",
                                       "\n",
                                       " ",
                                       "\t",
                                       "F",
                                       "3333344444",
                                       "BBRR",
                                       "%00",
                                       "..",
                                       "HTTP/1.0",
                                       "Content-Length: 5\r\n",
                                       "Transfer-Encoding: chunked\r\n",
                                       "Expect: 100-continue\r\n",
                                       "Connection: close\r\n",
                                       "\"hand\":",
                                       "\"rules\":\"laizi\"",
                                       "9223372036854775807"};
  const char *token = tokens[ddz_rng_below(p->rng, sizeof tokens / sizeof *tokens)];
  put(p->bytes, p->at, token, strlen(token));
}

static void put_of_another(struct place *p) {
  const struct load_text *other = &valid[ddz_rng_below(p->rng, (uint32_t)valid_count)];
  size_t from = ddz_rng_below(p->rng, (uint32_t)other->length), n = 1 + ddz_rng_below(p->rng, 64);
  if (n > other->length - from) n = other->length - from;
  put(p->bytes, p->at, other->bytes + from, n);
}

/* Another letter or digit: what is still JSON, and often still cards. */
static void misspell(struct place *p) {
  static const char letters[] = "3456789TJQKA2BRF0123456789tjqkax-.";
  size_t at = p->at;
  while (at < p->to && !isalnum((unsigned char)p->bytes->data[at])) at++;
  if (at < p->to) p->bytes->data[at] = letters[ddz_rng_below(p->rng, sizeof letters - 1)];
}

static void break_off(struct place *p) {
  if (ddz_rng_below(p->rng, 4) == 0) cut(p->bytes, p->at, p->to - p->at);
}

static void (*const mutations[])(struct place *) = {flip_a_bit, set_a_byte,  leave_out,      say_twice,
                                                    put_noise,  put_a_token, put_of_another, break_off,
                                                    misspell,   misspell,    misspell,       misspell};

static size_t head_of(const struct bytes *bytes) {
  const char *end = memmem(bytes->data, bytes->length, "\r\n\r\n", 4);
  return end ? (size_t)(end - bytes->data) + 4 : bytes->length;
}

/* Where the value of Content-Length still is a number, make it the one it should be. */
static void right_length(struct bytes *bytes) {
  size_t head = head_of(bytes);
  char *at = memmem(bytes->data, head, "Content-Length: ", 16), number[24];
  if (!at) return;
  size_t from = (size_t)(at - bytes->data) + 16, digits = 0;
  while (from + digits < head && bytes->data[from + digits] >= '0' && bytes->data[from + digits] <= '9')
    digits++;
  int n = snprintf(number, sizeof number, "%zu", bytes->length - head);
  cut(bytes, from, digits);
  put(bytes, from, number, (size_t)n);
}

static void mutate(struct bytes *bytes, struct ddz_rng *rng) {
  uint32_t where = ddz_rng_below(rng, 4), times = 1 + ddz_rng_below(rng, 3);
  for (uint32_t i = 0; i < times && bytes->length; i++) {
    size_t head = head_of(bytes), from = where == 0 ? 0 : head, to = where == 0 ? head : bytes->length;
    if (where == 3) from = 0;
    if (from >= to) from = 0, to = bytes->length;
    struct place place = {bytes, from + ddz_rng_below(rng, (uint32_t)(to - from)), to, rng};
    mutations[ddz_rng_below(rng, sizeof mutations / sizeof *mutations)](&place);
  }
  if (where != 0 && ddz_rng_below(rng, 2)) right_length(bytes);
}

/* --- the attack --- */

static bool any(int status) { return status != LOAD_BROKEN; }

static void ended(size_t number, int status, uint64_t due_ns) {
  (void)due_ns;
  silent += status < 100 || status > 599;
  if (status >= 100 && status <= 599) statuses[status]++;
  if (status != LOAD_GARBLED && (status < 500 || status == 501 || status == 503 || status == 505)) return;
  wrong++;
  fprintf(stderr, "answered %d, it was\n%.*s\n----\n", status, (int)requests[number].length,
          requests[number].bytes);
}

static void make_requests(size_t count, struct ddz_rng *rng) {
  static struct bytes bytes;
  for (size_t i = 0; i < count; i++) {
    const struct load_text *text = &valid[ddz_rng_below(rng, (uint32_t)valid_count)];
    do {
      memcpy(bytes.data, text->bytes, text->length);
      bytes.length = text->length;
      mutate(&bytes, rng);
    } while (bytes.length == 0);
    free(requests[i].bytes);
    requests[i] = (struct load_text){malloc(bytes.length), bytes.length};
    memcpy(requests[i].bytes, bytes.data, bytes.length);
  }
}

static void attack(unsigned port, size_t count) {
  struct load_kind kind = {.texts = requests, .count = count, .weight = 1, .fine = any};
  struct load *load = load_new(&(struct load_setup){.port = port,
                                                    .kinds = &kind,
                                                    .kind_count = 1,
                                                    .connections = {CONNECTIONS},
                                                    .reuse = 1,
                                                    .most = count,
                                                    .patience_ms = PATIENCE_MS,
                                                    .ended = ended});
  load_rate(load, 0);
  while (load_tally_of(load, 0)->sent < count) load_run(load, 0.01);
  load_settle(load, 60);
  load_free(load);
}

static json_t *answer_of(unsigned port) {
  static struct wire_reply reply;
  wire_once(port, "POST", "/prompt", "{\"hand\":\"3344556677889TJQKA2\",\"limit\":50}", &reply);
  json_t *answer = reply.status == 200 ? json_loads(reply.body, 0, NULL) : NULL;
  json_object_del(answer, "elapsed_us");
  return answer;
}

static bool still_as_before(const struct program *program, json_t *before) {
  json_t *after = answer_of(program->port);
  const bool same = after && json_equal(before, after);
  json_decref(before);
  json_decref(after);
  return same;
}

int mutate_requests(int argc, char **argv) {
  const size_t count = argc > 1 ? strtoul(argv[1], NULL, 10) : 5000;
  struct ddz_rng rng = test_rng(test_seed());
  jsonl_each("requests.jsonl", read_valid, NULL);
  struct program program = program_start(
      (const char *const[]){"--memo-mib", "1", "--answer-ms", "200", "--log-level", "notice", NULL});
  if (program.port == 0) return 1;
  json_t *before = answer_of(program.port);
  const uint64_t began_ns = measure_now();
  for (size_t done = 0, n; done < count; done += n) {
    n = count - done < BATCH ? count - done : BATCH;
    make_requests(n, &rng);
    attack(program.port, n);
  }
  printf("%zu mutated requests in %.1f s:", count, (double)(measure_now() - began_ns) / 1e9);
  for (int i = 1; i < 600; i++)
    if (statuses[i]) printf(" %zu of %d,", statuses[i], i);
  printf(" %zu unanswered (cut off, or closed)\n", silent);
  demand(true, wrong == 0, "no server error, and no answer that is no HTTP");
  demand(true, statuses[200] > 0 && statuses[400] > 0, "some are answered, some rejected");
  demand(true, still_as_before(&program, before), "a good request is answered as before");
  demand(true, program_end(&program, SIGTERM) == 0, "the service ended with 0");
  for (size_t i = 0; i < valid_count; i++) free(valid[i].bytes);
  for (size_t i = 0; i < BATCH; i++) free(requests[i].bytes);
  return 0;
}
