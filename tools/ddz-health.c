/* ddz-health - ask a service of this machine whether it is well.
 *
 *   ddz-health && echo well
 *
 * For health checks where no curl is, as in the container image. Address and port are those of the
 * environment of the service. Where it speaks TLS, that it takes the connection is enough. */
#include <arpa/inet.h>
#include <getopt.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "tools/lib/flags.h"

enum { SECONDS = 2 /* for the response */ };

struct task {
  const char *listen, *port, *path;
};

/* Checks of containers know one status of what is not well. */
_Noreturn static void fail(const char *what, const char *about) {
  fprintf(stderr, "ddz-health: %s: %s\n", what, about);
  exit(1);
}

static const struct flag rows[] = {
    {"listen", "ADDRESS", "of the service (DDZ_LISTEN, or 127.0.0.1)", FLAG_TEXT(listen)},
    {"port", "N", "its port (DDZ_PORT, or 8080)", FLAG_TEXT(port)},
    {"path", "PATH",
     "the path to request: /health, or /ready, which is 503 while the service stops (/health)",
     FLAG_TEXT(path)},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void print_help(void) {
  printf("usage: ddz-health [options]\n\n"
         "A health check for containers, which need no shell for it: does the service of this machine\n"
         "respond with 200? With TLS only whether it accepts a connection.\n\n");
  flags_print(rows, ROWS, 18);
  printf("\nEXAMPLES\n"
         "  ddz-health\n"
         "  ddz-health --port 9000 --path /ready\n"
         "\nEXIT STATUS\n"
         "  0   the response is 200\n"
         "  1   it is not, or did not come in 2 s\n"
         "  2   wrong options\n");
}

static const char *environment(const char *name, const char *otherwise) {
  const char *value = getenv(name);
  return value != NULL && *value != '\0' ? value : otherwise;
}

static int connect_to(const struct task *t) {
  const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV};
  const struct timeval limit = {.tv_sec = SECONDS};
  struct addrinfo *found;
  if (getaddrinfo(t->listen, t->port, &hints, &found) != 0) fail("not an address and a port", t->listen);
  const int fd = socket(found->ai_family, SOCK_STREAM, 0);
  if (fd < 0) fail("no socket", t->listen);
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  if (connect(fd, found->ai_addr, found->ai_addrlen) != 0) fail("nobody listens at port", t->port);
  freeaddrinfo(found);
  return fd;
}

/* Does it answer 200 in time? */
static bool is_well(int fd, const char *path) {
  char line[64];
  dprintf(fd, "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", path);
  FILE *answer = fdopen(fd, "r");
  return answer != NULL && fgets(line, sizeof line, answer) != NULL && strncmp(line, "HTTP/1.", 7) == 0 &&
         strncmp(line + 8, " 200 ", 5) == 0;
}

int main(int argc, char **argv) {
  struct task task = {.listen = environment("DDZ_LISTEN", "127.0.0.1"),
                      .port = environment("DDZ_PORT", "8080"),
                      .path = "/health"};
  flags_read(rows, ROWS, print_help, &task, argc, argv);
  if (optind < argc) tool_fail("unknown argument", argv[optind]);
  const int fd = connect_to(&task);
  const bool tls = *environment("DDZ_TLS_CERT", "") != '\0';
  if (!tls && !is_well(fd, task.path)) fail("no 200 from", task.path);
  close(fd);
  return 0;
}
