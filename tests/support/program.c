#include "tests/support/program.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define ARGUMENTS_MAX 32

static const char *chosen = "ddzd";
void program_choose(const char *name) { chosen = name; }

void program_path(char path[PATH_MAX]) {
  ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - 1);
  path[n > 0 ? n : 0] = '\0';
  for (int i = 0; i < 3; i++) {
    char *slash = strrchr(path, '/');
    if (slash) *slash = '\0';
  }
  strncat(path, "/", PATH_MAX - strlen(path) - 1);
  strncat(path, chosen, PATH_MAX - strlen(path) - 1);
}

/* fork and exec with standard output in a pipe; returns its reading end. */
static int launch(const char *const *argv, pid_t *pid) {
  int pipes[2];
  if (pipe(pipes) != 0) return -1;
  fcntl(pipes[0], F_SETFD, FD_CLOEXEC);
  *pid = fork();
  if (*pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* when a test fails half-way */
    dup2(pipes[1], STDOUT_FILENO);
    close(pipes[1]);
    execv(argv[0], (char *const *)(uintptr_t)argv);
    _exit(127);
  }
  close(pipes[1]);
  return pipes[0];
}

struct program program_start(const char *const *arguments) {
  char path[PATH_MAX];
  const char *argv[ARGUMENTS_MAX] = {path, "--port", "0", "--hosts", "*"};
  struct program program = {.pid = -1};
  char text[4096];
  size_t used = 0;
  program_path(path);
  for (int n = 5; *arguments && n < ARGUMENTS_MAX - 1; arguments++) argv[n++] = *arguments;
  program.out = launch(argv, &program.pid);
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

int program_end(struct program *program, int signal) {
  int status = 0;
  if (signal) kill(program->pid, signal);
  if (waitpid(program->pid, &status, 0) != program->pid || !WIFEXITED(status)) status = -1;
  close(program->out);
  return status < 0 ? -1 : WEXITSTATUS(status);
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
