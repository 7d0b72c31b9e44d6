/* framings.c - mutated framings through a proxy: how many requests does the proxy pass on, and how many does
 * the service see? A request that only one of them sees is what smuggling is made of.
 *
 * Each try is a POST, with a length or in chunks, with faults where its end is told, and a second request
 * behind it. What comes back does not matter here; tests/attack/framings.sh compares the counts of both
 * sides.
 *
 * usage: framings PORT TRIES      DDZ_SEED repeats a run */
#include "core/base/rng.h"
#include "tests/support/measure.h"
#include "tests/support/seed.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CONNECTIONS = 48, PATIENCE_MS = 400, BYTES_MAX = 8192 };

struct text {
  char data[BYTES_MAX];
  size_t length;
};

static void add_bytes(struct text *text, const char *bytes, size_t length) {
  if (text->length + length > BYTES_MAX) return;
  memcpy(text->data + text->length, bytes, length);
  text->length += length;
}

static void add(struct text *text, const char *bytes) { add_bytes(text, bytes, strlen(bytes)); }

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define ONE_OF(rng, array) (array)[ddz_rng_below(rng, COUNT(array))]

/* Now and then what follows, mostly what should be there. */
static const char *either(struct ddz_rng *rng, const char *right, const char *const *wrong, size_t count) {
  return ddz_rng_below(rng, 4) ? right : wrong[ddz_rng_below(rng, (uint32_t)count)];
}

static const char *const ends[] = {"\n", "\r", "\r\r\n", "\n\r", " \r\n", "\t\r\n", "\r\n ", ""};
static const char *const sizes[] = {"05",
                                    "0x5",
                                    "+5",
                                    " 5",
                                    "5 ",
                                    "5;",
                                    "5;a",
                                    "5;a=b",
                                    "5;a=\"\r\"",
                                    "-5",
                                    "0005",
                                    "6",
                                    "4",
                                    "5,5",
                                    "5\t",
                                    "5;a\nb",
                                    "5;\"a;b\"",
                                    "55",
                                    "V",
                                    "",
                                    "5\v",
                                    "5;;",
                                    "5; ",
                                    "00000000000000000005",
                                    "10000000000000005"};
static const char *const lasts[] = {
    "00", "0;", "0;a", "0 ", "-0", "+0", "0x0", "", "000000000000000000000000", "0\t"};
static const char *const trailers[] = {"A: b\r\n",
                                       "A: b\r\n c\r\n",
                                       "A : b\r\n",
                                       "A\r\n",
                                       ": b\r\n",
                                       "Content-Length: 5\r\n",
                                       "Transfer-Encoding: chunked\r\n",
                                       "A: b\n",
                                       "A: \x01\r\n",
                                       " A: b\r\n"};
static const char *const codings[] = {"Transfer-Encoding: chunked, chunked\r\n",
                                      "Transfer-Encoding: identity\r\n",
                                      "Transfer-Encoding: chunked, identity\r\n",
                                      "Transfer-Encoding : chunked\r\n",
                                      "Transfer-Encoding:\tchunked\r\n",
                                      "Transfer-Encoding: Chunked\r\n",
                                      "Transfer-Encoding: xchunked\r\n",
                                      "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                                      "Transfer-Encoding:\r\n chunked\r\n",
                                      "Transfer-Encoding: \"chunked\"\r\n",
                                      "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
                                      "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
                                      "Transfer-Encoding: chunked\n",
                                      " Transfer-Encoding: chunked\r\n",
                                      "Transfer-Encoding: chunked;a=b\r\n",
                                      "Transfer_Encoding: chunked\r\n"};
static const char *const lengths[] = {"Content-Length: 5\r\nContent-Length: 5\r\n",
                                      "Content-Length: 5\r\nContent-Length: 6\r\n",
                                      "Content-Length: +5\r\n",
                                      "Content-Length: 5, 5\r\n",
                                      "Content-Length: 05\r\n",
                                      "Content-Length: 0x5\r\n",
                                      "Content-Length: 5 \r\n",
                                      "Content-Length : 5\r\n",
                                      "Content-Length: 5\n",
                                      "Content-Length:\r\n 5\r\n",
                                      "Content-Length: \r\n",
                                      "Content-Length: -5\r\n",
                                      "Content-Length: 5;\r\n",
                                      "Content_Length: 5\r\n",
                                      ""};

static void add_chunks(struct text *text, struct ddz_rng *rng) {
  for (uint32_t n = 1 + ddz_rng_below(rng, 2); n; n--) {
    add(text, either(rng, "5", sizes, COUNT(sizes)));
    add(text, either(rng, "\r\n", ends, COUNT(ends)));
    add(text, n == 1 ? "    \"" : "\"    ");
    add(text, either(rng, "\r\n", ends, COUNT(ends)));
  }
  add(text, either(rng, "0", lasts, COUNT(lasts)));
  add(text, either(rng, "\r\n", ends, COUNT(ends)));
  if (ddz_rng_below(rng, 3) == 0) add(text, ONE_OF(rng, trailers));
  if (ddz_rng_below(rng, 40) == 0) add_bytes(text, "A: \0b\r\n", 7);
  add(text, either(rng, "\r\n", ends, COUNT(ends)));
}

static void make(struct text *text, struct ddz_rng *rng) {
  text->length = 0;
  add(text, "POST /classify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n");
  if (ddz_rng_below(rng, 3)) {
    add(text, either(rng, "Transfer-Encoding: chunked\r\n", codings, COUNT(codings)));
    add(text, "\r\n");
    add_chunks(text, rng);
  } else {
    add(text, either(rng, "Content-Length: 5\r\n", lengths, COUNT(lengths)));
    add(text, "\r\n\"   \"");
  }
  add(text, "GET /rules HTTP/1.1\r\nHost: localhost\r\n\r\n");
}

struct try {
  int fd; /* -1: free */
  uint64_t began_ns;
};

static int open_to(unsigned port) {
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0) return fd;
  if (fd >= 0) close(fd);
  return -1;
}

/* Read on; true when the other side has closed, or had its time. */
static bool is_over(const struct try *try, bool readable) {
  char bytes[16384];
  if (readable && recv(try->fd, bytes, sizeof bytes, MSG_DONTWAIT) <= 0 && errno != EAGAIN) return true;
  return measure_now() - try->began_ns > PATIENCE_MS * 1000000ull;
}

static void watch(struct try *tries) {
  struct pollfd polled[CONNECTIONS];
  for (int i = 0; i < CONNECTIONS; i++) polled[i] = (struct pollfd){.fd = tries[i].fd, .events = POLLIN};
  poll(polled, CONNECTIONS, 20);
  for (int i = 0; i < CONNECTIONS; i++) {
    if (tries[i].fd < 0) continue;
    errno = 0;
    if (!is_over(&tries[i], polled[i].revents != 0)) continue;
    close(tries[i].fd);
    tries[i].fd = -1;
  }
}

static bool start(struct try *try, unsigned port, struct ddz_rng *rng) {
  static struct text text;
  make(&text, rng);
  *try = (struct try){.fd = open_to(port), .began_ns = measure_now()};
  return try->fd >= 0 && send(try->fd, text.data, text.length, MSG_NOSIGNAL) >= 0;
}

int main(int argc, char **argv) {
  struct try tries[CONNECTIONS];
  unsigned port = argc > 2 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
  long left = argc > 2 ? strtol(argv[2], NULL, 10) : 0, failed = 0;
  int busy = 0;
  signal(SIGPIPE, SIG_IGN);
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < CONNECTIONS; i++) tries[i].fd = -1;
  do {
    busy = 0;
    for (int i = 0; i < CONNECTIONS; i++) {
      if (tries[i].fd < 0 && left > 0) failed += !start(&tries[i], port, &rng), left--;
      busy += tries[i].fd >= 0;
    }
    watch(tries);
  } while (busy || left > 0);
  if (failed) printf("%ld could not be sent\n", failed);
  return failed ? 1 : 0;
}
