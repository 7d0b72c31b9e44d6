#include "outside.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/lib/engine.h"

enum { END_MS = 300 /* for a program to end when nothing more comes */ };

/* ---- the process ---- */

/* Our end closes on exec, so that the programs of other threads do not hold it open. */
static bool start(struct outside *outside) {
  int end[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, end) != 0) return false;
  const pid_t pid = fork();
  if (pid == 0) {
    setpgid(0, 0); /* its own group, to be killed as a whole */
    signal(SIGPIPE, SIG_DFL);
    dup2(end[1], STDIN_FILENO);
    dup2(end[1], STDOUT_FILENO);
    execl("/bin/sh", "sh", "-c", outside->command, (char *)NULL);
    _exit(127);
  }
  close(end[1]);
  if (pid < 0) {
    close(end[0]);
    return false;
  }
  setpgid(pid, pid); /* whoever of the two comes first */
  outside->pid = pid;
  outside->fd = end[0];
  return true;
}

void outside_stop(struct outside *outside) {
  if (outside->pid == 0) return;
  close(outside->fd);
  struct rusage used = {0};
  pid_t gone = 0;
  /* One that ends by itself is awaited by its shell, and so its time is known. */
  for (int ms = 0; !outside->late && gone == 0 && ms < END_MS; ms++) {
    gone = wait4(outside->pid, &outside->status, WNOHANG, &used);
    if (gone == 0) poll(NULL, 0, 1);
  }
  kill(-outside->pid, SIGKILL);
  while (gone <= 0 && wait4(outside->pid, &outside->status, 0, &used) < 0 && errno == EINTR) {
  }
  outside->cpu_ns += 1e9 * (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                     1e3 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
  if (used.ru_maxrss > outside->memory) outside->memory = used.ru_maxrss;
  outside->pid = 0;
}

const char *outside_why(const struct outside *outside) {
  static _Thread_local char text[64];
  const int status = outside->status;
  if (outside->late) return "it is late every time (--timeout)";
  if (WIFEXITED(status))
    snprintf(text, sizeof text, "it ends with status %d", WEXITSTATUS(status));
  else
    snprintf(text, sizeof text, "it is ended by signal %d", WTERMSIG(status));
  return text;
}

/* ---- a question ---- */

/* Wait until it can be read or written, or the time is up: LATE. */
static enum fault await(const struct outside *outside, short events, uint64_t deadline) {
  for (;;) {
    const uint64_t now = tool_now_us(NULL), left = now < deadline ? (deadline - now + 999) / 1000 : 0;
    struct pollfd ready = {.fd = outside->fd, .events = events};
    const int n = poll(&ready, 1, (int)left);
    if (n >= 0) return n > 0 ? FAULT_NONE : FAULT_LATE;
    if (errno != EINTR) return FAULT_ENDED;
  }
}

static enum fault send_all(struct outside *outside, const char *bytes, size_t length, uint64_t deadline) {
  enum fault state = FAULT_NONE;
  while (length > 0 && state == FAULT_NONE) {
    const ssize_t sent = send(outside->fd, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent > 0) {
      bytes += sent;
      length -= (size_t)sent;
    } else {
      state = errno == EAGAIN || errno == EINTR ? await(outside, POLLOUT, deadline) : FAULT_ENDED;
    }
  }
  return state;
}

/* What it said unasked is no answer to the next question. */
static void drop_leftovers(struct outside *outside) {
  while (recv(outside->fd, outside->line, sizeof outside->line, MSG_DONTWAIT) > 0) {
  }
}

static enum fault read_line(struct outside *outside, uint64_t deadline) {
  for (size_t used = 0;;) {
    const enum fault state = await(outside, POLLIN, deadline);
    if (state != FAULT_NONE) return state;
    const ssize_t got =
        recv(outside->fd, outside->line + used, sizeof outside->line - 1 - used, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (got <= 0) return FAULT_ENDED; /* also when the line is full */
    char *newline = memchr(outside->line + used, '\n', (size_t)got);
    if (newline != NULL) {
      *newline = '\0';
      return FAULT_NONE;
    }
    used += (size_t)got;
  }
}

enum fault outside_ask(struct outside *outside, const char *question, size_t length) {
  const uint64_t deadline = tool_now_us(NULL) + (uint64_t)outside->timeout_ms * 1000;
  if (outside->pid == 0 && !start(outside)) return FAULT_ENDED;
  drop_leftovers(outside);
  enum fault state = send_all(outside, question, length, deadline);
  if (state == FAULT_NONE) state = read_line(outside, deadline);
  outside->late = state == FAULT_LATE;
  if (state != FAULT_NONE) outside_stop(outside);
  return state;
}
