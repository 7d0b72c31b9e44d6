#include "tests/support/wire.h"

#include "tests/support/measure.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

struct wire wire_open(unsigned port) {
  return wire_open_from(port, "127.0.0.1");
}

struct wire wire_open_from(unsigned port, const char *from) {
  struct wire wire = {.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  struct sockaddr_in own = {.sin_family = AF_INET};
  int on = 1;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  inet_pton(AF_INET, from, &own.sin_addr);
  if (bind(wire.fd, (struct sockaddr *)&own, sizeof own) != 0 ||
      connect(wire.fd, (struct sockaddr *)&address, sizeof address) != 0) {
    close(wire.fd);
    wire.fd = -1;
    return wire;
  }
  setsockopt(wire.fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return wire;
}

void wire_close(struct wire *wire) {
  if (wire->fd >= 0) close(wire->fd);
  free(wire->buffer);
  *wire = (struct wire){.fd = -1};
}

bool wire_send(struct wire *wire, const char *bytes, size_t length) {
  while (length) {
    ssize_t n = send(wire->fd, bytes, length, MSG_NOSIGNAL);
    if (n <= 0) return false;
    bytes += n;
    length -= (size_t)n;
  }
  return true;
}

bool wire_text(struct wire *wire, const char *text) { return wire_send(wire, text, strlen(text)); }

/* Receive some more; false at the end, on an error, or after WIRE_WAIT_MS of silence. */
static bool receive(struct wire *wire) {
  struct pollfd ready = {.fd = wire->fd, .events = POLLIN};
  if (wire->fd < 0 || poll(&ready, 1, WIRE_WAIT_MS) <= 0) return false;
  if (wire->room - wire->used < 4096) {
    char *more = realloc(wire->buffer, wire->room + 65536);
    if (!more) return false;
    wire->buffer = more;
    wire->room += 65536;
  }
  ssize_t n = recv(wire->fd, wire->buffer + wire->used, wire->room - wire->used, 0);
  if (n <= 0) return false;
  wire->used += (size_t)n;
  return true;
}

static void take(struct wire *wire, char *to, size_t length) {
  memcpy(to, wire->buffer, length);
  to[length] = '\0';
  wire->used -= length;
  memmove(wire->buffer, wire->buffer + length, wire->used);
}

static bool read_head(struct wire *wire, struct wire_reply *reply) {
  for (;;) {
    char *end = wire->used >= 4 ? memmem(wire->buffer, wire->used, "\r\n\r\n", 4) : NULL;
    if (end) {
      size_t length = (size_t)(end - wire->buffer) + 4;
      if (length >= sizeof reply->head) return false;
      take(wire, reply->head, length);
      return sscanf(reply->head, "HTTP/1.%*c %d", &reply->status) == 1;
    }
    if (!receive(wire)) return false;
  }
}

int wire_read(struct wire *wire, struct wire_reply *reply, bool head_only) {
  do {
    reply->status = 0;
    reply->length = 0;
    reply->head[0] = reply->body[0] = '\0';
    if (!read_head(wire, reply)) return 0;
  } while (reply->status == 100);
  const char *value = wire_header(reply, "Content-Length");
  size_t length = value && !head_only ? strtoul(value, NULL, 10) : 0;
  if (length >= sizeof reply->body) return reply->status = 0;
  while (wire->used < length)
    if (!receive(wire)) return reply->status = 0;
  if (length) take(wire, reply->body, length);
  reply->length = length;
  return reply->status;
}

bool wire_ends(struct wire *wire) {
  if (wire->used) return false;
  struct pollfd ready = {.fd = wire->fd, .events = POLLIN};
  char byte;
  return poll(&ready, 1, WIRE_WAIT_MS) > 0 && recv(wire->fd, &byte, 1, 0) <= 0;
}

bool wire_ends_without(struct wire *wire, const char *text) {
  while (receive(wire)) continue;
  if (wire->used && memmem(wire->buffer, wire->used, text, strlen(text))) return false;
  wire->used = 0;
  return wire_ends(wire);
}

int wire_post(struct wire *wire, const char *path, const char *body, struct wire_reply *reply) {
  char head[512];
  snprintf(head, sizeof head, "POST %s HTTP/1.1\r\nHost: test\r\nContent-Length: %zu\r\n\r\n", path,
           strlen(body));
  wire_text(wire, head);
  wire_text(wire, body);
  return wire_read(wire, reply, false);
}

int wire_say(unsigned port, const char *text, struct wire_reply *reply) {
  struct wire wire = wire_open(port);
  wire_text(&wire, text);
  wire_read(&wire, reply, false);
  wire_close(&wire);
  return reply->status;
}

int wire_once(unsigned port, const char *method, const char *path, const char *body,
              struct wire_reply *reply) {
  struct wire wire = wire_open(port);
  char head[8192];
  snprintf(head, sizeof head,
           "%s %s HTTP/1.1\r\nHost: test\r\nConnection: close\r\nContent-Length: %zu\r\n\r\n", method, path,
           strlen(body));
  wire_text(&wire, head);
  wire_text(&wire, body);
  wire_read(&wire, reply, strcmp(method, "HEAD") == 0);
  wire_close(&wire);
  return reply->status;
}

static double series_of(const struct wire_reply *page, const char *series) {
  char line[160];
  snprintf(line, sizeof line, "\n%s ", series);
  const char *at = strstr(page->body, line);
  return at ? strtod(at + strlen(line), NULL) : -1;
}

double wire_metric(unsigned port, const char *series) {
  static _Thread_local struct wire_reply page;
  wire_once(port, "GET", "/metrics", "", &page);
  return series_of(&page, series);
}

/* Over one connection: who asked before is no request under way any more when the next is answered. */
bool wire_await_metric(unsigned port, const char *series, double value) {
  static _Thread_local struct wire_reply page;
  const uint64_t until_ns = measure_now() + WIRE_WAIT_MS * 1000000ull;
  struct wire wire = wire_open(port);
  bool met = false;
  while (!met && measure_now() < until_ns) {
    wire_text(&wire, "GET /metrics HTTP/1.1\r\nHost: test\r\n\r\n");
    wire_read(&wire, &page, false);
    met = series_of(&page, series) == value;
    if (page.status != 0) continue;
    wire_close(&wire);
    wire = wire_open(port);
  }
  wire_close(&wire);
  return met;
}

const char *wire_header(const struct wire_reply *reply, const char *name) {
  static _Thread_local char value[512];
  size_t length = strlen(name);
  for (const char *line = strstr(reply->head, "\r\n"); line && line[2]; line = strstr(line + 2, "\r\n")) {
    const char *at = line + 2;
    if (strncasecmp(at, name, length) != 0 || at[length] != ':') continue;
    at += length + 1;
    at += strspn(at, " \t");
    snprintf(value, sizeof value, "%.*s", (int)strcspn(at, "\r"), at);
    return value;
  }
  return NULL;
}
