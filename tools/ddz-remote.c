/* ddz-remote - a robot behind HTTP as a program for ddz-arena.
 *
 * The arena asks in lines of JSON, each the body of POST /robot-move; this sends them to a service over one
 * connection that stays open, and prints what it answers. So another version of the service, or another
 * machine's, can be played against:
 *
 *   build/release/ddz-arena net "cmd:build/release/ddz-remote 127.0.0.1:8081 '\"engine\":\"net\"'" */
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HEAD_MAX = 1024, BODY_MAX = 1 << 16, HOST_MAX = 256, OK = 200 };

struct remote {
  char host[HOST_MAX];
  const char *port;
  int fd; /* -1: not connected */
};

static void fail(const char *what, const char *about) {
  fprintf(stderr, "ddz-remote: %s: %s (try --help)\n", what, about);
  exit(2);
}

static void print_help(void) {
  printf(
      "usage: ddz-remote HOST:PORT ['\"field\":value,...']\n\n"
      "Reads bodies of POST /robot-move, one a line, asks the service at HOST:PORT and prints its answers, "
      "one a line.\n"
      "The fields, if any, are put first into each body. For ddz-arena: cmd:ddz-remote ...\n");
}

/* ---- the connection ---- */

static int connect_one(const struct addrinfo *to) {
  const int at_once = 1, fd = socket(to->ai_family, to->ai_socktype, to->ai_protocol);
  if (fd >= 0 && connect(fd, to->ai_addr, to->ai_addrlen) == 0) {
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
    return fd;
  }
  if (fd >= 0) close(fd);
  return -1;
}

static bool connect_to(struct remote *remote) {
  const struct addrinfo how = {.ai_socktype = SOCK_STREAM};
  struct addrinfo *all;
  if (getaddrinfo(remote->host, remote->port, &how, &all) != 0) return false;
  for (const struct addrinfo *to = all; to != NULL && remote->fd < 0; to = to->ai_next)
    remote->fd = connect_one(to);
  freeaddrinfo(all);
  return remote->fd >= 0;
}

static void hang_up(struct remote *remote) {
  if (remote->fd >= 0) close(remote->fd);
  remote->fd = -1;
}

static bool send_all(int fd, const char *bytes, size_t n) {
  while (n > 0) {
    const ssize_t sent = send(fd, bytes, n, MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes += sent;
    n -= (size_t)sent;
  }
  return true;
}

/* ---- one question ---- */

static bool send_question(const struct remote *remote, const char *body, size_t n) {
  char head[HEAD_MAX];
  const int length = snprintf(head, sizeof head,
                              "POST /robot-move HTTP/1.1\r\nHost: %s:%s\r\nContent-Type: application/json\r\n"
                              "Content-Length: %zu\r\n\r\n",
                              remote->host, remote->port, n);
  if (length < 0 || (size_t)length >= sizeof head) return false;
  return send_all(remote->fd, head, (size_t)length) && send_all(remote->fd, body, n);
}

/* The value of Content-Length in a head; false when it is not told. */
static bool length_of(const char *head, size_t *length) {
  static const char name[] = "\r\nContent-Length:";
  for (const char *at = strstr(head, "\r\n"); at != NULL; at = strstr(at + 1, "\r\n"))
    if (strncasecmp(at, name, sizeof name - 1) == 0)
      return *length = strtoul(at + sizeof name - 1, NULL, 10), true;
  return false;
}

/* One answer into `text`, NUL-terminated; its status, and where its body begins. 0: no whole answer came. */
static int read_answer(int fd, char *text, size_t room, char **body) {
  size_t used = 0, length = 0;
  *body = NULL;
  while (*body == NULL || used < (size_t)(*body - text) + length) {
    const ssize_t got = used + 1 < room ? recv(fd, text + used, room - 1 - used, 0) : 0;
    if (got <= 0) return 0;
    used += (size_t)got;
    text[used] = '\0';
    char *end = *body == NULL ? strstr(text, "\r\n\r\n") : NULL;
    if (end == NULL) continue;
    *body = end + 4;
    *end = '\0';
    if (!length_of(text, &length) || length >= room - (size_t)(*body - text)) return 0;
  }
  (*body)[length] = '\0';
  return (int)strtol(text + strlen("HTTP/1.1 "), NULL, 10);
}

/* A connection that stood idle may have been closed by the other side: once more on a new one. */
static int ask(struct remote *remote, const char *question, size_t n, char *text, size_t room, char **body) {
  for (int attempt = 0; attempt < 2; attempt++) {
    if (remote->fd < 0 && !connect_to(remote)) break;
    const int status = send_question(remote, question, n) ? read_answer(remote->fd, text, room, body) : 0;
    if (status != 0) return status;
    hang_up(remote);
  }
  return 0;
}

/* The question with our fields in front: {fields, what was asked}. */
static size_t body_of(const char *line, const char *fields, char *body, size_t room) {
  const char *rest = line + 1;
  const bool both = *fields != '\0' && *rest != '}';
  const int n = snprintf(body, room, "{%s%s%s", fields, both ? "," : "", rest);
  return n > 0 && (size_t)n < room ? (size_t)n : 0;
}

static void print_line(char *text) {
  for (char *at = text; *at != '\0'; at++)
    if (*at == '\n') *at = ' ';
  puts(text);
  fflush(stdout);
}

static int answer_all(struct remote *remote, const char *fields) {
  static char line[BODY_MAX], question[2 * BODY_MAX], text[4 * BODY_MAX];
  char *body;
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    const size_t n = line[0] == '{' ? body_of(line, fields, question, sizeof question) : 0;
    if (n == 0) fail("not a body of POST /robot-move", line);
    const int status = ask(remote, question, n, text, sizeof text, &body);
    if (status == 0) fail("no answer", remote->host);
    if (status != OK) fprintf(stderr, "ddz-remote: status %d: %s\n", status, body);
    print_line(body);
  }
  return 0;
}

int main(int argc, char **argv) {
  struct remote remote = {.fd = -1};
  if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) return print_help(), 0;
  if (argc < 2 || argc > 3)
    fail("HOST:PORT and perhaps fields are wanted", argc < 2 ? "none" : argv[argc - 1]);
  const char *colon = strrchr(argv[1], ':');
  if (colon == NULL || (size_t)(colon - argv[1]) >= sizeof remote.host) fail("not HOST:PORT", argv[1]);
  memcpy(remote.host, argv[1], (size_t)(colon - argv[1]));
  remote.port = colon + 1;
  const int left = answer_all(&remote, argc == 3 ? argv[2] : "");
  hang_up(&remote);
  return left;
}
