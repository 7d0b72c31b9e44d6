/* Any bytes as what comes over a connection: the whole service behind them, without a port.
 *
 * The service is the real one, main.c and server.c included; only the library's loop is ours: it is started
 * without threads of its own, gets each input as one end of a pair of sockets, and is turned by hand until
 * nothing moves. Then the client stops sending, and the connection has to end.
 *
 * Broken promises abort: an answer that is no HTTP, a 500, a connection that stays. */
int ddzd_main(int argc, char **argv);
#define main ddzd_main
#include "service/main.c"
#undef main
#include "service/server.c"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/socket.h>
#include <time.h>

enum { INPUT_MAX = 80000, ANSWERS_MAX = 1 << 20, TURNS_MAX = 3000, QUICK_TURNS = 200, LAST_TURNS = 5000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct MHD_Daemon *crank;

/* In place of the library's: no threads. */
struct MHD_Daemon *MHD_start_daemon(unsigned flags, uint16_t port, MHD_AcceptPolicyCallback accept,
                                    void *accept_self, MHD_AccessHandlerCallback handle, void *handle_self,
                                    ...) {
  va_list options;
  va_start(options, handle_self);
  unsigned ours = flags & ~(unsigned)(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ERROR_LOG);
  crank = MHD_start_daemon_va(ours, port, accept, accept_self, handle, handle_self, options);
  va_end(options);
  return crank;
}

static void demand(bool kept, const char *what, const char *answers) {
  if (kept) return;
  fprintf(stderr, "%s\n%s\n", what, answers);
  abort();
}

static struct server *server_here(void) {
  static struct program program;
  static char error[256];
  if (program.server) return program.server;
  spare_install();
  signal(SIGPIPE, SIG_IGN);
  program.options = options_default();
  program.options.port = 0;
  program.options.hosts = "*";
  program.options.threads = program.options.workers = 1;
  program.options.memo_mib = 1;
  program.options.answer_ms = 100;
  program.options.log_level = LOG_OFF;
  program.nets = nets_open(&(struct nets_source){.model = "none"}, error, sizeof error);
  demand(program.nets != NULL, "no model", error);
  struct server_setup setup = {.options = &program.options,
                               .model = program.nets->model,
                               .name = NAME,
                               .version = DDZ_VERSION,
                               .log_fd = STDERR_FILENO};
  program.server = server_start(&setup, error, sizeof error);
  demand(program.server != NULL, "no server", error);
  return program.server;
}

/* --- one connection --- */

struct talk {
  struct server *server;
  int fd; /* the client's end */
  const char *data;
  size_t size, sent, used;
  bool ended; /* by the service */
};
static char answers[ANSWERS_MAX + 1];

/* Send what fits, let the library work, take what came; false when nothing moved. */
static bool turn(struct talk *talk) {
  bool moved = false;
  ssize_t n =
      talk->sent < talk->size ? send(talk->fd, talk->data + talk->sent, talk->size - talk->sent, 0) : 0;
  if (n > 0) talk->sent += (size_t)n, moved = true;
  if (n < 0 && errno != EAGAIN) talk->sent = talk->size; /* it does not listen any more */
  MHD_run(crank);
  n = recv(talk->fd, answers + talk->used, ANSWERS_MAX - talk->used, 0);
  if (n > 0) talk->used += (size_t)n, moved = true;
  if (n == 0 || (n < 0 && errno != EAGAIN)) talk->ended = true;
  return moved;
}

static bool workers_busy(const struct server *server) {
  const struct pool_view pool = pool_look(server->desk.pool);
  return pool.busy + pool.queued > 0;
}

static size_t connections(const struct talk *talk) { return conns_look(talk->server->desk.conns).open; }

/* True after giving a worker that is at work some time. On a busy machine it may take long, so such turns are
 * not counted: a worker that never ends is what the fuzzer's own time limit is for. */
static bool waited(const struct talk *talk) {
  if (!workers_busy(talk->server)) return false;
  nanosleep(&(struct timespec){0, 200000}, NULL);
  return true;
}

/* Until nothing has moved for some turns, and no worker is at work. */
static void talk_on(struct talk *talk, int turns) {
  for (int still = 0, all = 0; still < 4 && !talk->ended;) {
    still = turn(talk) ? 0 : still + 1;
    if (waited(talk))
      still = 0;
    else
      demand(++all < turns, "it never comes to rest", answers);
  }
}

static void end_talk(struct talk *talk, int theirs) {
  shutdown(talk->fd, SHUT_WR);
  talk_on(talk, TURNS_MAX);
  /* Where the library overlooks the end that came with data, the warden would look after a second. */
  if (!talk->ended) shutdown(theirs, SHUT_RDWR);
  /* A worker that has done its work may be put off the processor before it hands the connection back. */
  for (int i = 0; i < LAST_TURNS && connections(talk); i += !waited(talk)) {
    MHD_run(crank);
    if (i > QUICK_TURNS) nanosleep(&(struct timespec){0, 1000000}, NULL);
  }
  demand(connections(talk) == 0, "the connection stays", answers);
  close(talk->fd);
}

/* --- the answers --- */

static bool is_status_of_ours(int status) {
  return (status >= 200 && status < 300) || (status >= 400 && status < 500) || status == 100 ||
         status == 501 || status == 503 || status == 505;
}

/* Status lines, as far as the lengths lead from one to the next: an answer to HEAD has one but no body. */
static void check_answers(const struct talk *talk, bool may_be_head) {
  const char *at = answers, *end = answers + talk->used;
  while (at < end) {
    demand(end - at >= 12 && memcmp(at, "HTTP/1.", 7) == 0, "an answer that is no HTTP", at);
    int status = atoi(at + 9);
    demand(is_status_of_ours(status), "a status of nobody's", at);
    const char *head = memmem(at, (size_t)(end - at), "\r\n\r\n", 4);
    if (may_be_head || !head) return;
    const char *length = memmem(at, (size_t)(head - at), "\r\nContent-Length: ", 18);
    at = head + 4 + (length ? strtoul(length + 18, NULL, 10) : 0);
    /* refusing a bad length, the library sends the head of its refusal twice (0.9.75) */
    if (status == 400 || status == 413) return;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  int pair[2];
  struct sockaddr_in from = {.sin_family = AF_INET, .sin_port = htons(1)};
  if (size > INPUT_MAX) return 0;
  struct talk talk = {.server = server_here(), .data = (const char *)data, .size = size};
  from.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0) abort();
  talk.fd = pair[1];
  pollers_take(talk.server->desk.pollers, pair[0], (struct sockaddr *)&from, sizeof from);
  demand(connections(&talk) == 1, "not taken", "");
  talk_on(&talk, TURNS_MAX);
  end_talk(&talk, pair[0]);
  answers[talk.used] = '\0';
  check_answers(&talk, memmem(data, size, "HEAD", 4) != NULL);
  return 0;
}
