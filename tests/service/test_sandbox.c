/* What the service gives up after its start. */
#include "service/ops/sandbox.h"
#include "tests/support/program.h"
#include "tests/support/test.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64], inside[96];

static int make_folder(void **state) {
  snprintf(folder, sizeof folder, "/tmp/ddz-sandbox-XXXXXX");
  if (!mkdtemp(folder)) return -1;
  snprintf(inside, sizeof inside, "%s/file", folder);
  FILE *file = fopen(inside, "w");
  if (!file) return -1;
  fputs("log-level off\n", file);
  return fclose(file);
}

static int remove_folder(void **state) {
  unlink(inside);
  return rmdir(folder);
}

/* --- in a child: everything that must fail, and what must go on --- */

static bool opens(const char *path, int flags) {
  int fd = open(path, flags | O_CLOEXEC, 0600);
  if (fd >= 0) close(fd);
  return fd >= 0;
}

static void run_a_program(void) {
  char *argv[] = {(char *)(uintptr_t) "true", NULL};
  execv("/bin/true", argv); /* else we are not here any more, and the exit status is 0 without a word */
}

static void trace(void) { syscall(SYS_ptrace, 0, 0, 0, 0); }

static void read_a_process(void) { syscall(SYS_process_vm_readv, getppid(), NULL, 0, NULL, 0, 0); }

static void *nothing(void *self) { return self; }

static bool starts_a_thread(void) {
  pthread_t thread;
  return pthread_create(&thread, NULL, nothing, NULL) == 0 && pthread_join(thread, NULL) == 0;
}

static bool opens_socket(int family, int type) {
  int fd = socket(family, type, 0);
  if (fd >= 0) close(fd);
  return fd >= 0;
}

/* What has been opened before, in a thread that was there before: it is confined as well. */
struct early {
  pthread_barrier_t go;
  bool opened, socketed;
};

static void *early_thread(void *self) {
  struct early *early = self;
  pthread_barrier_wait(&early->go);
  early->socketed = opens_socket(AF_INET, SOCK_STREAM);
  early->opened = opens(inside, O_WRONLY);
  return NULL;
}

enum { FCHMODAT2 = 452 };

/* 1, and says so: the call gets another error than this one, 0: none. A processor may lack it. */
static int gets_another(const char *name, const long a[6], int error) {
  const int call = seccomp_syscall_resolve_name(name);
  errno = 0;
  const int got = call < 0 || syscall(call, a[0], a[1], a[2], a[3], a[4], a[5]) >= 0 ? 0 : errno;
  if (call < 0 || got == error) return 0;
  printf("%s: %s, not %s\n", name, strerror(got), strerror(error));
  return 1;
}

static int gets_another_word(const char **at, int error) {
  char name[32];
  sscanf(*at, "%31s", name);
  *at += strlen(name);
  return gets_another(name, (const long[6]){0}, error);
}

/* Calls as somebody who has taken over would make them, and what they get. Whatever else is wrong with the
 * arguments, the filter sees them first. */
static int makes_calls(void) {
  static const char plain[] = "socket socketpair connect bind listen kill tkill rt_sigqueueinfo "
                              "rt_tgsigqueueinfo pidfd_open pidfd_getfd "
                              "pidfd_send_signal setuid setresuid setrlimit personality acct setns unshare "
                              "mount umount2 chroot pivot_root "
                              "fsopen open_tree memfd_create shmget shmat msgget semget keyctl add_key "
                              "unlinkat renameat renameat2 linkat "
                              "symlinkat mkdirat mknodat truncate fchmod fchmodat fchownat utimensat "
                              "setxattr fork vfork creat unlink rename "
                              "link mkdir rmdir chmod chown utime utimes futimesat";
  static const char unknown[] = "clone3 openat2 io_uring_setup io_uring_enter io_uring_register";
  const struct {
    const char *name;
    long argument[6];
    int error;
  } rows[] = {
      {"clone", {SIGCHLD}, EPERM},
      {"mmap", {0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0}, EPERM},
      {"mmap", {0, 4096, PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0}, EPERM},
      {"mmap", {0, 1 << 24, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0}, 0},
      {"mprotect", {0, 0, PROT_READ | PROT_EXEC}, EPERM},
      {"mprotect", {0, 0, PROT_READ}, 0},
      {"openat", {AT_FDCWD, (long)"/", O_WRONLY}, EPERM},
      {"openat", {AT_FDCWD, (long)"/", O_RDWR}, EPERM},
      {"openat", {AT_FDCWD, (long)"/", O_CREAT}, EPERM},
      {"openat", {AT_FDCWD, (long)"/", O_TRUNC}, EPERM},
      {"openat", {AT_FDCWD, (long)"/", O_TMPFILE}, EPERM},
      {"openat", {AT_FDCWD, (long)"/nowhere/at/all", O_DIRECTORY}, ENOENT},
      {"open", {(long)"/", O_WRONLY}, EPERM},
      {"open", {(long)"/", O_CREAT}, EPERM},
      {"prctl", {PR_SET_DUMPABLE, 1}, EPERM},
      {"prctl", {PR_SET_NAME, (long)"confined"}, 0},
      {"prlimit64", {0, RLIMIT_CORE, 8, 0}, EPERM},
      {"prlimit64", {0, RLIMIT_CORE, 0, 0}, 0},
      {"sendto", {-1, 0, 0, 0, 8, 0}, EPERM},
      {"sendto", {-1, 0, 0, 0, 0, 0}, EBADF},
      {"tgkill", {getppid(), getppid(), 0}, EPERM},
      {"tgkill", {getpid(), gettid(), 0}, 0}, /* as abort does */
  };
  int wrong = 0;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    wrong += gets_another(rows[i].name, rows[i].argument, rows[i].error);
  for (const char *at = plain; *at; at += strspn(at, " ")) wrong += gets_another_word(&at, EPERM);
  for (const char *at = unknown; *at; at += strspn(at, " ")) wrong += gets_another_word(&at, ENOSYS);
  return wrong + (syscall(FCHMODAT2, AT_FDCWD, inside, 0777, 0) == 0);
}

#define MUST(what)                                                                                           \
  if (!(what)) return printf("this must work: " #what "\n"), 1
#define MUST_NOT(what)                                                                                       \
  if (what) return printf("this must not work: " #what "\n"), 1

static int confined(bool files, const struct early *early) {
  char new_one[128];
  snprintf(new_one, sizeof new_one, "%s/new", folder);
  MUST(opens(inside, O_RDONLY));
  MUST_NOT(opens(inside, O_RDWR));
  MUST_NOT(opens(new_one, O_WRONLY | O_CREAT));
  if (files) {
    MUST_NOT(opens("/etc/passwd", O_RDONLY));
    MUST_NOT(opens("/proc/self/mem", O_RDONLY));
    MUST_NOT(opens("/tmp", O_RDONLY | O_DIRECTORY));
  }
  MUST_NOT(early->socketed);
  MUST_NOT(early->opened);
  MUST(starts_a_thread());
  MUST(raise(0) == 0);
  MUST(makes_calls() == 0);
  return 0;
}

/* 0: as it should be; 2: this system cannot. Without Landlock the filter of calls stands alone. */
static int in_child(bool landlock) {
  static struct early early; /* its thread may still wait for it when this returns */
  const char *paths[] = {"", inside, "/nowhere/at/all", NULL};
  pthread_t thread;
  pthread_barrier_init(&early.go, NULL, 2);
  bool files = landlock && sandbox_files(paths);
  pthread_create(&thread, NULL, early_thread, &early);
  if (!sandbox_calls()) return 2;
  pthread_barrier_wait(&early.go);
  pthread_join(thread, NULL);
  if (landlock && !files) printf("files are not confined here\n");
  return confined(files, &early);
}

static void expect_confined(bool landlock) {
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    int status = in_child(landlock);
    fflush(stdout);
    _exit(status);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  assert_true(WIFEXITED(status));
  if (WEXITSTATUS(status) == 2) skip();
  assert_int_equal(WEXITSTATUS(status), 0);
}

TEST(after_the_start_forbidden_things_fail) { expect_confined(true); }

/* Kernels before 5.13 have no Landlock, those before 6.12 none that knows of signals. */
TEST(they_fail_by_the_filter_of_calls_alone) { expect_confined(false); }

/* These have no use but for somebody who has taken over. */
TEST(what_only_attackers_call_ends_the_process) {
  static void (*const calls[])(void) = {run_a_program, trace, read_a_process};
  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
      if (!sandbox_calls()) _exit(2);
      calls[i]();
      _exit(0);
    }
    waitpid(pid, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 2) skip();
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGSYS);
  }
}

/* --- what must be read before --- */

/* The signals that a process blocks. */
static unsigned long long blocked(pid_t pid) {
  char path[64], line[256];
  unsigned long long mask = 0;
  snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
  FILE *file = fopen(path, "r");
  while (file && fgets(line, sizeof line, file)) sscanf(line, "SigBlk: %llx", &mask);
  if (file) fclose(file);
  return mask;
}

/* Runs the service until it opens `path`, or begins to confine itself or to listen; did it open it, and which
 * signals were blocked then? -1: not known, because this system lets nobody trace. */
static int opens_before_it_is_confined(const char *program, const char *path, unsigned long long *mask) {
  pid_t pid = fork();
  if (pid == 0) {
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) _exit(99);
    execl(program, program, "--port", "0", "--memo-mib", "1", "--log-level", "off", "--config", inside, NULL);
    _exit(98);
  }
  int status = 0, opened = 0;
  waitpid(pid, &status, 0);
  if (!WIFSTOPPED(status) ||
      ptrace(PTRACE_SETOPTIONS, pid, NULL, PTRACE_O_EXITKILL | PTRACE_O_TRACESYSGOOD) != 0)
    return -1;
  while (ptrace(PTRACE_SYSCALL, pid, NULL, NULL) == 0 && waitpid(pid, &status, 0) == pid &&
         WIFSTOPPED(status)) {
    struct __ptrace_syscall_info call;
    char name[64] = "";
    if (WSTOPSIG(status) != (SIGTRAP | 0x80)) continue;
    if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof call, &call) <= 0) return -1;
    if (call.op != PTRACE_SYSCALL_INFO_ENTRY) continue;
    if (call.entry.nr == 446 /* landlock_restrict_self */ || call.entry.nr == SYS_seccomp ||
        call.entry.nr == SYS_listen)
      break;
    if (call.entry.nr != SYS_openat) continue;
    struct iovec here = {name, sizeof name - 1},
                 there = {(void *)(uintptr_t)call.entry.args[1], sizeof name - 1};
    process_vm_readv(pid, &here, 1, &there, 1, 0);
    opened |= strcmp(name, path) == 0;
    if (opened) *mask = blocked(pid);
    if (opened) break;
  }
  kill(pid, SIGKILL);
  waitpid(pid, &status, 0);
  return opened;
}

/* The hash of names is seeded before: later it would be guessed from the clock, and keys that collide could
 * be found. A service manager may send signals while the program still reads its options. */
TEST(names_are_seeded_and_signals_held_before) {
  static const int held[] = {SIGHUP, SIGTERM, SIGINT};
  const char *const paths[] = {"/dev/urandom", inside};
  char program[PATH_MAX];
  unsigned long long mask = 0;
  program_path(program);
  for (size_t i = 0; i < 2; i++) {
    const int opens = opens_before_it_is_confined(program, paths[i], &mask);
    if (opens < 0) skip();
    if (opens != 1) fail_msg("%s is not read before", paths[i]);
  }
  for (size_t i = 0; i < sizeof held / sizeof *held; i++) assert_true(mask >> (held[i] - 1) & 1);
}

int main(void) { return test_run(make_folder, remove_folder); }
