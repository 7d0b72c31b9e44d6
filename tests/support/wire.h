/* wire.h - a client for one connection that sends exactly the bytes it is told to.
 *
 * For tests of servers: it has no opinion about what a valid request is. Loopback only; every wait ends after
 * WIRE_WAIT_MS at most. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define WIRE_WAIT_MS 60000

struct wire {
  int fd;
  char *buffer; /* received and not yet taken */
  size_t used, room;
};

struct wire_reply {
  int status;        /* 0: the connection ended or stayed silent before a whole answer came */
  char head[4096];   /* status line and headers, NUL-terminated */
  char body[524288]; /* NUL-terminated */
  size_t length;
};

/* fd is -1 when nobody listens. */
struct wire wire_open(unsigned port);
struct wire wire_open_from(unsigned port, const char *address); /* a loopback address: 127.x.x.x */
void wire_close(struct wire *wire);

bool wire_send(struct wire *wire, const char *bytes, size_t length); /* false: the other side is gone */
bool wire_text(struct wire *wire, const char *text);

/* The next answer; this and the two below return its status. `head_only` for answers to HEAD. Answers 100 are
 * skipped. */
int wire_read(struct wire *wire, struct wire_reply *reply, bool head_only);

/* Does the other side close now, without sending more? */
bool wire_ends(struct wire *wire);

/* Does the other side close now, and was `text` in nothing it sent before? */
bool wire_ends_without(struct wire *wire, const char *text);

/* POST `body` to `path` over `wire` and read the answer. */
int wire_post(struct wire *wire, const char *path, const char *body, struct wire_reply *reply);

/* What one request is answered that consists of these bytes, on a connection of its own. */
int wire_say(unsigned port, const char *text, struct wire_reply *reply);

/* One request on a connection of its own. */
int wire_once(unsigned port, const char *method, const char *path, const char *body,
              struct wire_reply *reply);

/* The value of a series of GET /metrics, its labels included, or -1. */
double wire_metric(unsigned port, const char *series);

/* Ask until it has that value, WIRE_WAIT_MS at most; false: it never had. */
bool wire_await_metric(unsigned port, const char *series, double value);

/* The value of a header, or NULL; valid until the next call. */
const char *wire_header(const struct wire_reply *reply, const char *name);
