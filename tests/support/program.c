#include "tests/support/program.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define ARGUMENTS_MAX 32

static unsigned files;
#define SILENCE_MS 60000

static const char *chosen = "ddzd";
void program_choose(const char *name) { chosen = name; }

/* build/MODE/tests/service/test_x -> build/MODE/ddzd */
static void find_program(char path[PATH_MAX]) {
  ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - 1);
  path[n > 0 ? n : 0] = '\0';
  for (int i = 0; i < 3; i++) {
    char *slash = strrchr(path, '/');
    if (slash) *slash = '\0';
  }
  strncat(path, "/", PATH_MAX - strlen(path) - 1);
  strncat(path, chosen, PATH_MAX - strlen(path) - 1);
}

/* fork and exec with standard output, and perhaps standard error, in a pipe; returns its reading end. */
static int launch(const char *const *arguments, int both, pid_t *pid) {
  static char path[PATH_MAX];
  const char *argv[ARGUMENTS_MAX] = {path};
  int pipes[2], n = 1;
  find_program(path);
  for (; *arguments && n < ARGUMENTS_MAX - 1; arguments++) argv[n++] = *arguments;
  if (pipe(pipes) != 0) return -1;
  fcntl(pipes[0], F_SETFD, FD_CLOEXEC);
  *pid = fork();
  if (*pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* when a test fails half-way */
    if (files) setrlimit(RLIMIT_NOFILE, &(struct rlimit){files, files});
    dup2(pipes[1], STDOUT_FILENO);
    if (both) dup2(pipes[1], STDERR_FILENO);
    close(pipes[1]);
    execv(path, (char *const *)(uintptr_t)argv);
    _exit(127);
  }
  close(pipes[1]);
  return pipes[0];
}

void program_allow_files(unsigned count) { files = count; }

struct program program_start(const char *const *arguments) {
  const char *all[ARGUMENTS_MAX] = {"--port", "0", "--hosts", "*"};
  struct program program = {.pid = -1};
  char text[4096];
  size_t used = 0;
  for (int n = 4; *arguments && n < ARGUMENTS_MAX - 1; arguments++) all[n++] = *arguments;
  program.out = launch(all, 0, &program.pid);
  while (used < sizeof text - 1) {
    ssize_t n = read(program.out, text + used, sizeof text - 1 - used);
    if (n <= 0) break;
    used += (size_t)n;
    text[used] = '\0';
    const char *at = strstr(text, "\"port\":");
    if (at && strchr(at, '\n')) {
      program.port = (unsigned)strtoul(at + 7, NULL, 10);
      break;
    }
  }
  return program;
}

bool program_says(struct program *program, const char *text) {
  char said[65536];
  size_t used = 0;
  struct pollfd ready = {.fd = program->out, .events = POLLIN};
  while (used < sizeof said - 1 && poll(&ready, 1, SILENCE_MS) > 0) {
    ssize_t n = read(program->out, said + used, sizeof said - 1 - used);
    if (n <= 0) break;
    used += (size_t)n;
    said[used] = '\0';
    const char *at = strstr(said, text);
    if (at && strchr(at, '\n')) return true;
  }
  return false;
}

static int await_exit(pid_t pid) {
  int status = 0;
  if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

int program_end(struct program *program, int signal) {
  if (signal) kill(program->pid, signal);
  int status = await_exit(program->pid);
  close(program->out);
  return status;
}

int program_say(const char *const *arguments, char *said, size_t room) {
  pid_t pid;
  int out = launch(arguments, 1, &pid);
  size_t used = 0;
  ssize_t n;
  while (used < room - 1 && (n = read(out, said + used, room - 1 - used)) > 0) used += (size_t)n;
  said[used] = '\0';
  close(out);
  return await_exit(pid);
}

double program_mib(pid_t pid) {
  char path[64];
  long pages = 0;
  snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
  FILE *file = fopen(path, "r");
  if (!file || fscanf(file, "%*d %ld", &pages) != 1) pages = 0;
  if (file) fclose(file);
  return (double)pages * (double)sysconf(_SC_PAGESIZE) / 1048576.0;
}
