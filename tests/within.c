/* within.c - run a command for so many seconds at most, and leave nothing behind that it began.
 *
 * usage: within SECONDS IDLE COMMAND [ARGUMENT...]
 *
 * It is over, too, when the command and all that it began use no processor for IDLE seconds: a slow machine
 * makes a command slow, and only a deadlock makes it still. IDLE as large as SECONDS: that is not looked at.
 * Exits as the command does, with 124 when its time is over, and with 128 + N when signal N ends it.
 * Processes that the command leaves running are named and ended, and then 0 becomes 125. Processes whose
 * parents are gone become children of this program, also those in sessions of their own (browsers): none is
 * missed, and the times of all are counted where the caller counts those of its children. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TIME_IS_OVER = 124, LEFT_SOMETHING = 125, NOT_STARTED = 127 };
enum { GRACE = 5 }; /* seconds between a polite signal and SIGKILL; what ends by itself has as long */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The first octets of a file of /proc; what is in it, with blanks for the zeros between arguments. */
static size_t read_some(const char *pid, const char *file, char *text, size_t size) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%.20s/%s", pid, file);
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  const ssize_t n = fd < 0 ? -1 : read(fd, text, size - 1);
  if (fd >= 0) close(fd);
  const size_t length = n > 0 ? (size_t)n : 0;
  for (size_t i = 0; i < length; i++)
    if (text[i] == '\0') text[i] = ' ';
  text[length] = '\0';
  return length;
}

struct process {
  pid_t parent; /* 0 for what has ended, or is no process */
  unsigned long ticks;
};

static struct process process_of(const char *pid) {
  char stat[512], state;
  long parent;
  unsigned long user, system;
  if (!isdigit((unsigned char)*pid) || read_some(pid, "stat", stat, sizeof stat) == 0)
    return (struct process){0};
  const char *after = strrchr(stat, ')'); /* a program's name may have blanks */
  static const char fields[] = " %c %ld %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu";
  if (after == NULL || sscanf(after + 1, fields, &state, &parent, &user, &system) != 4 || state == 'Z')
    return (struct process){0};
  return (struct process){(pid_t)parent, user + system};
}

/* Every process below `parent`, the last first: name it when `name` says so, send it `signal` unless that is
 * 0. Returns the ticks of processor time that they have used. */
static unsigned long each_below(pid_t parent, int signal, bool name) {
  unsigned long ticks = 0;
  DIR *all = opendir("/proc");
  for (const struct dirent *entry; all != NULL && (entry = readdir(all)) != NULL;) {
    const struct process process = process_of(entry->d_name);
    if (process.parent != parent) continue;
    const pid_t pid = (pid_t)atol(entry->d_name);
    char line[160];
    ticks += process.ticks + each_below(pid, signal, name);
    if (name && read_some(entry->d_name, "cmdline", line, sizeof line) > 0)
      fprintf(stderr, "  %ld %s\n", (long)pid, line);
    if (signal != 0) kill(pid, signal);
  }
  if (all != NULL) closedir(all);
  return ticks;
}

/* Takes what has ended. `status` is that of `command`, once it is among it. False when no child is left. */
static bool reap(pid_t command, int *status, bool *ended) {
  for (;;) {
    int one;
    const pid_t pid = waitpid(-1, &one, WNOHANG);
    if (pid == 0) return true;
    if (pid < 0 && errno != EINTR) return false;
    if (pid == command) {
      *status = one;
      *ended = true;
    }
  }
}

/* Waits until no child is left, or for so long. */
static bool all_gone(const sigset_t *signals, double seconds) {
  int status;
  bool ended;
  for (const double until = now() + seconds; reap(0, &status, &ended);) {
    if (now() >= until) return false;
    sigtimedwait(signals, NULL, &(struct timespec){0, 100000000});
  }
  return true;
}

static void end_all(const sigset_t *signals) {
  each_below(getpid(), SIGTERM, false);
  for (double patience = GRACE; !all_gone(signals, patience); patience = .2)
    each_below(getpid(), SIGKILL, false);
}

int main(int argc, char **argv) {
  char *end;
  const double seconds = argc > 3 ? strtod(argv[1], &end) : 0, idle = argc > 3 ? strtod(argv[2], &end) : 0;
  if (argc <= 3 || *end != '\0' || !(seconds > 0) || !(idle > 0)) {
    fprintf(stderr, "usage: within SECONDS IDLE COMMAND [ARGUMENT...]\n");
    return NOT_STARTED;
  }
  sigset_t signals, before;
  sigemptyset(&signals);
  for (const int *one = (const int[]){SIGCHLD, SIGINT, SIGTERM, SIGHUP, 0}; *one != 0; one++)
    sigaddset(&signals, *one);
  sigprocmask(SIG_BLOCK, &signals, &before);
  prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);

  const pid_t command = fork();
  if (command == 0) {
    sigprocmask(SIG_SETMASK, &before, NULL);
    execvp(argv[3], argv + 3);
  }
  if (command <= 0) {
    perror(argv[3]);
    _exit(NOT_STARTED);
  }

  const double until = now() + seconds;
  double moved = now();
  unsigned long ticks = 0;
  int status = 0, caught = 0;
  bool ended = false;
  while (reap(command, &status, &ended) && !ended && now() < until && now() < moved + idle && caught == 0) {
    const int signal = sigtimedwait(&signals, NULL, &(struct timespec){1, 0});
    if (signal > 0 && signal != SIGCHLD) caught = signal;
    const unsigned long used = idle < seconds ? each_below(getpid(), 0, false) : 0;
    if (used != ticks) moved = now(); /* less is progress, too: a process has ended */
    ticks = used;
  }
  if (!ended) {
    if (caught == 0) {
      if (now() < until)
        fprintf(stderr, "within: %s does nothing for %g s; ended are\n", argv[3], idle);
      else
        fprintf(stderr, "within: %s takes longer than %g s; ended are\n", argv[3], seconds);
      each_below(getpid(), 0, true);
    }
    end_all(&signals);
    return caught != 0 ? 128 + caught : TIME_IS_OVER;
  }
  const int rc = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (all_gone(&signals, GRACE)) return rc;
  fprintf(stderr, "within: %s leaves these running; they are ended\n", argv[3]);
  each_below(getpid(), 0, true);
  end_all(&signals);
  return rc == 0 ? LEFT_SOMETHING : rc;
}
