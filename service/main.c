/* main.c - the program: options, nets, the server, what SIGHUP reads again. */
#include "api/api.h"
#include "lib/nets.h"
#include "lib/spare.h"
#include "service/http/console.h"
#include "service/ops/thread.h"
#include "service/server.h"

#include <jansson.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>

#define NAME "ddzd"

/* What there is one of. */
struct program {
  int argc;
  char **argv;
  struct options options; /* as at the start */
  struct server *server;
  const struct nets *nets;
  int notify;         /* a socket of the service manager, or -1 */
  bool watched;       /* by it */
  atomic_uint reread; /* signals to read again that are not done yet */
};

/* --- signals: one after the other, on the main thread --- */

/* From the first line of the program on, and in every thread: SIGTERM and SIGINT end in order, SIGHUP reads
 * again what can be read again; each waits until somebody looks. What cannot be written says so itself. */
static sigset_t signals_hold(void) {
  sigset_t held;
  sigemptyset(&held);
  sigaddset(&held, SIGTERM);
  sigaddset(&held, SIGINT);
  sigaddset(&held, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &held, NULL);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  return held;
}

enum { LAST_WORDS_MS = 500 };

static void leave_at_once(int signal) {
  (void)signal;
  _exit(1);
}

/* From now on a second one ends the program at once. */
static void signals_end(sigset_t held) {
  sigdelset(&held, SIGHUP);
  signal(SIGTERM, leave_at_once);
  signal(SIGINT, leave_at_once);
  pthread_sigmask(SIG_UNBLOCK, &held, NULL);
}

/* --- the service manager: sd_notify's protocol, without its library --- */

/* `path`: the value of NOTIFY_SOCKET, or NULL. Opened once, because the sandbox forbids it later. */
static int notify_open(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = path ? strlen(path) : 0;
  if (length < 2 || length >= sizeof address.sun_path || (path[0] != '/' && path[0] != '@')) return -1;
  memcpy(address.sun_path, path, length);
  if (path[0] == '@') address.sun_path[0] = '\0'; /* a name without a file */
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
  if (fd < 0 || connect(fd, (const struct sockaddr *)&address, size) == 0) return fd;
  close(fd);
  return -1;
}

/* "READY=1", "RELOADING=1" until the next READY, "WATCHDOG=1", "STOPPING=1"; with the time, which RELOADING
 * needs. */
static void notify_say(int fd, const char *state) {
  char text[64];
  snprintf(text, sizeof text, "%s\nMONOTONIC_USEC=%llu\n", state, (unsigned long long)clock_us());
  if (fd >= 0) send(fd, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* --- reading again --- */

static void reload_all(struct program *program) {
  struct options fresh;
  char error[256] = "";
  notify_say(program->notify, "RELOADING=1");
  const bool good =
      options_read(&fresh, program->argc, program->argv, getenv, error, sizeof error) == OPTIONS_OK;
  server_reload(program->server, good ? &fresh : NULL, error, sizeof error);
  if (good) options_free(&fresh);
  notify_say(program->notify, "READY=1");
}

/* What is asked for during a round is done by another behind it. */
static void *reload_rounds(void *self) {
  struct program *program = self;
  unsigned seen;
  pthread_setname_np(pthread_self(), "reloader"); /* by itself: in a sandbox nobody else may */
  do {
    seen = atomic_load(&program->reread);
    reload_all(program);
  } while (!atomic_compare_exchange_strong(&program->reread, &seen, 0));
  return NULL;
}

/* On a thread of its own, with requests under way: a file system that hangs blocks no other thread. */
static void reload(struct program *program) {
  char error[] = "There are too many threads.";
  pthread_t thread;
  if (atomic_fetch_add(&program->reread, 1) > 0) return;
  if (thread_start(&thread, reload_rounds, program) == 0) {
    pthread_detach(thread);
  } else {
    atomic_store(&program->reread, 0);
    server_reload(program->server, NULL, error, sizeof error);
  }
}

/* --- the program --- */

/* Until the first signal that ends. A poller that is stuck shows in what the service manager does not hear.
 */
static void await_end(struct program *program, const sigset_t *held) {
  const struct timespec second = {.tv_sec = 1};
  for (;;) {
    const int signal = sigtimedwait(held, NULL, &second);
    if (signal == SIGTERM || signal == SIGINT) return;
    if (signal == SIGHUP) reload(program);
    if (server_watch(program->server) && program->watched) notify_say(program->notify, "WATCHDOG=1");
  }
}

static int serve(struct program *program, const sigset_t *held) {
  char error[256];
  const char *reread[] = {program->options.config, program->options.tokens, NULL};
  struct server_setup setup = {.options = &program->options,
                               .model = program->nets->model,
                               .model_path = program->nets->path,
                               .name = NAME,
                               .version = DDZ_VERSION,
                               .console = program->options.console ? &console_built : NULL,
                               .log_fd = STDOUT_FILENO,
                               .confine = true,
                               .reread = reread};
  program->notify = notify_open(getenv("NOTIFY_SOCKET"));
  program->watched = getenv("WATCHDOG_USEC") != NULL;
  program->server = server_start(&setup, error, sizeof error);
  if (!program->server) {
    fprintf(stderr, NAME ": %s\n", error);
    return 1;
  }
  notify_say(program->notify, "READY=1");
  await_end(program, held);
  signals_end(*held);
  notify_say(program->notify, "STOPPING=1");
  if (!server_drain(program->server)) {
    usleep(LAST_WORDS_MS * 1000); /* the log writes in a thread of its own */
    _exit(1);
  }
  for (int ms = 0; ms < 500 && atomic_load(&program->reread); ms++) usleep(1000);
  if (atomic_load(&program->reread)) _exit(0); /* it hangs in a file, with what would be freed in its hands */
  server_free(program->server);
  return 0;
}

int main(int argc, char **argv) {
  const sigset_t held = signals_hold();
  struct program program = {.argc = argc, .argv = argv};
  char error[MAPPED_PATH + 256];
  int status = 2;
  switch (options_read(&program.options, argc, argv, getenv, error, sizeof error)) {
  case OPTIONS_HELP:
    options_help(stdout, NAME);
    return 0;
  case OPTIONS_VERSION:
    printf(NAME " %s\n", ddz_build);
    return 0;
  case OPTIONS_WRONG:
    fprintf(stderr, NAME ": %s\n", error);
    return 2;
  case OPTIONS_OK:
    break;
  }
  heap_tune();
  spare_install();
  json_object_seed(0); /* seed from the system now; in the sandbox it would come from the clock */
  const struct nets_source source = {.model = *program.options.model ? program.options.model : NULL};
  program.nets = nets_open(&source, error, sizeof error);
  if (program.nets)
    status = serve(&program, &held);
  else
    fprintf(stderr, NAME ": %s\n", error);
  nets_close(program.nets);
  options_free(&program.options);
  return status;
}
