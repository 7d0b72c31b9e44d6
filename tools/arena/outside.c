#include "outside.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { END_MS = 300 /* for a program to end when nothing more comes */ };

void outside_init(struct outside *outside, const char *command, int timeout_ms) {
  outside->command = command;
  outside->timeout_ms = timeout_ms;
  outside->pid = outside->status = 0;
  outside->late = false;
  outside->cpu_ns = 0;
  outside->memory = 0;
  outside->used = 0;
}

/* ---- the process ---- */

static bool spawn(struct outside *outside, int in, int out) {
  char name[] = "sh", option[] = "-c", *command = strdup(outside->command);
  char *const argv[] = {name, option, command, NULL};
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;
  sigset_t pipe_signal;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
  posix_spawnattr_init(&how);
  posix_spawnattr_setsigdefault(&how, &pipe_signal);
  posix_spawnattr_setpgroup(&how, 0); /* its own group, to be killed as a whole */
  posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  const bool spawned =
      command != NULL && posix_spawn(&outside->pid, "/bin/sh", &files, &how, argv, environ) == 0;
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&how);
  free(command);
  if (!spawned) outside->pid = 0;
  return spawned;
}

/* The pipes close on exec, so that the programs of other threads do not hold them open. */
static bool start(struct outside *outside) {
  int question[2], answer[2];
  if (pipe2(question, O_CLOEXEC) != 0) return false;
  if (pipe2(answer, O_CLOEXEC) != 0) {
    close(question[0]);
    close(question[1]);
    return false;
  }
  outside->to = question[1];
  outside->from = answer[0];
  outside->used = 0;
  const bool spawned = spawn(outside, question[0], answer[1]);
  close(question[0]);
  close(answer[1]);
  if (!spawned) {
    close(outside->to);
    close(outside->from);
    return false;
  }
  fcntl(outside->to, F_SETFL, O_NONBLOCK);
  fcntl(outside->from, F_SETFL, O_NONBLOCK);
  return true;
}

void outside_stop(struct outside *outside) {
  if (outside->pid == 0) return;
  close(outside->to);
  close(outside->from);
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

static int64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Wait until `fd` can be read or written, or the time is up: LATE. */
static enum outside_state await(int fd, short events, int64_t deadline) {
  for (;;) {
    const int64_t left = deadline - now_ms();
    struct pollfd poll_fd = {.fd = fd, .events = events};
    const int ready = poll(&poll_fd, 1, left > 0 ? (int)left : 0);
    if (ready > 0) return OUTSIDE_ANSWERED;
    if (ready == 0) return OUTSIDE_LATE;
    if (errno != EINTR) return OUTSIDE_ENDED;
  }
}

static enum outside_state send_all(struct outside *outside, const char *bytes, size_t length,
                                   int64_t deadline) {
  while (length > 0) {
    const ssize_t sent = write(outside->to, bytes, length);
    if (sent > 0) {
      bytes += sent;
      length -= (size_t)sent;
      continue;
    }
    if (errno != EAGAIN && errno != EINTR) return OUTSIDE_ENDED;
    const enum outside_state state = await(outside->to, POLLOUT, deadline);
    if (state != OUTSIDE_ANSWERED) return state;
  }
  return OUTSIDE_ANSWERED;
}

/* What it said unasked is no answer to the next question. */
static void drop_leftovers(struct outside *outside) {
  while (read(outside->from, outside->line, sizeof outside->line) > 0) {
  }
  outside->used = 0;
}

static enum outside_state read_line(struct outside *outside, int64_t deadline) {
  for (;;) {
    const enum outside_state state = await(outside->from, POLLIN, deadline);
    if (state != OUTSIDE_ANSWERED) return state;
    const ssize_t got =
        read(outside->from, outside->line + outside->used, sizeof outside->line - 1 - outside->used);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (got <= 0) return OUTSIDE_ENDED; /* also when the line is full */
    char *newline = memchr(outside->line + outside->used, '\n', (size_t)got);
    outside->used += (size_t)got;
    if (newline == NULL) continue;
    *newline = '\0';
    return OUTSIDE_ANSWERED;
  }
}

enum outside_state outside_ask(struct outside *outside, const char *question, size_t length) {
  const int64_t deadline = now_ms() + outside->timeout_ms;
  if (outside->pid == 0 && !start(outside)) return OUTSIDE_ENDED;
  drop_leftovers(outside);
  enum outside_state state = send_all(outside, question, length, deadline);
  if (state == OUTSIDE_ANSWERED) state = read_line(outside, deadline);
  outside->late = state == OUTSIDE_LATE;
  if (state != OUTSIDE_ANSWERED) outside_stop(outside);
  return state;
}
