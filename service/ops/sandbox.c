#include "service/ops/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define UNCONFINED 1
#elif defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define UNCONFINED 1
#endif
#endif

#if !defined UNCONFINED && defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif !defined UNCONFINED && defined __aarch64__ && !defined __AARCH64EB__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/* --- files: Landlock, by numbers, for headers older than the kernel --- */

enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 }; /* the same on every architecture */
enum { ASK_VERSION = 1, RULE_PATH_BENEATH = 1 };

/* System calls newer than some headers; likewise. */
#ifdef __x86_64__
enum { RSEQ = 334, FACCESSAT2 = 439 };
#else
enum { RSEQ = 293, FACCESSAT2 = 439 };
#endif

#define READ_FILE (1u << 2)
#define READ_FOLDER (1u << 3)

struct ruleset {
  uint64_t files;  /* what is refused unless a rule allows it */
  uint64_t ports;  /* from version 4 on */
  uint64_t scoped; /* from version 6 on */
};

struct path_beneath {
  uint64_t allowed;
  int32_t folder;
} __attribute__((packed));

/* All that this version of the kernel can refuse; executing, writing and making things of any kind. */
static int new_ruleset(void) {
  long version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
  if (version < 1) return -1;
  unsigned kinds = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
  struct ruleset all = {.files = (1u << kinds) - 1, .ports = 3, .scoped = 3};
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  return (int)syscall(CREATE_RULESET, &all, size, 0);
}

static void allow_folder(int ruleset, const char *path) {
  char folder[PATH_MAX];
  size_t length = strlen(path);
  if (length >= sizeof folder) return;
  memcpy(folder, path, length + 1);
  char *slash = strrchr(folder, '/');
  if (slash == folder) slash++;
  if (slash)
    *slash = '\0';
  else
    memcpy(folder, ".", 2);
  struct path_beneath rule = {.allowed = READ_FILE | READ_FOLDER,
                              .folder = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC)};
  if (rule.folder < 0) return; /* what is not there cannot be read anyway */
  syscall(ADD_RULE, ruleset, RULE_PATH_BENEATH, &rule, 0);
  close(rule.folder);
}

static void allow(int ruleset, const char *path) {
  if (!path[0]) return;
  char *real = realpath(path, NULL);
  allow_folder(ruleset, path);
  if (real) allow_folder(ruleset, real);
  free(real);
}

bool sandbox_files(const char *const *paths) {
#ifdef ARCHITECTURE
  int ruleset = new_ruleset();
  if (ruleset < 0) return false;
  for (; *paths; paths++) allow(ruleset, *paths);
  bool done = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(RESTRICT_SELF, ruleset, 0) == 0;
  close(ruleset);
  return done;
#else
  (void)paths;
  (void)allow;
  (void)new_ruleset;
  return false;
#endif
}

/* --- system calls: seccomp --- */

#ifdef ARCHITECTURE

/* What a running service calls. All of tests/service were run under strace on x86-64: nothing fails with
 * EPERM but what test_sandbox tries on purpose. Calls of this list that no test makes (writev, sendfile,
 * restart_syscall, the clock without the vDSO and others) are what the C library, the HTTP library or another
 * kernel may take in the place of one of these. arm64 has the same without the old ones; `make check-arm64`
 * compares it with what the service calls there in emulation. The most frequent come first. Calls that are
 * allowed with some arguments only are in write_filter. */
static const int allowed[] = {
    SYS_futex, SYS_epoll_pwait, SYS_recvfrom, SYS_sendmsg, SYS_sched_yield, SYS_write, SYS_read,
    SYS_epoll_ctl, SYS_clock_gettime, SYS_madvise, SYS_munmap, SYS_brk, SYS_mremap,
#ifdef __x86_64__ /* old ones, which others lack */
    SYS_epoll_wait, SYS_poll, SYS_access, SYS_stat, SYS_lstat, SYS_readlink, SYS_time,
#endif
    /* connections there are */
    SYS_accept4, SYS_close, SYS_shutdown, SYS_setsockopt, SYS_getsockopt, SYS_getsockname, SYS_getpeername,
    SYS_recvmsg, SYS_writev, SYS_readv, SYS_ppoll, SYS_sendfile,
    /* files, as far as Landlock lets them be opened */
    SYS_newfstatat, SYS_fstat, SYS_statx, SYS_lseek, SYS_pread64, SYS_getdents64, SYS_faccessat, FACCESSAT2,
    SYS_readlinkat, SYS_fcntl,
    /* threads */
    SYS_exit, SYS_exit_group, SYS_set_robust_list, RSEQ, SYS_gettid, SYS_getpid, SYS_setpriority,
    SYS_getpriority, SYS_sched_setattr, SYS_sched_getaffinity, SYS_membarrier,
    /* signals and time */
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigtimedwait, SYS_sigaltstack,
    SYS_restart_syscall, SYS_nanosleep, SYS_clock_nanosleep, SYS_clock_getres, SYS_gettimeofday,
    /* what it says of itself */
    SYS_getrusage, SYS_getrandom, SYS_getcpu, SYS_uname, SYS_sysinfo, SYS_getuid, SYS_geteuid, SYS_getgid,
    SYS_getegid};

/* Nobody here has any use for these, except somebody who has taken over: the end of the process. */
static const int deadly[] = {
    SYS_execve,           SYS_execveat,          SYS_ptrace,
    SYS_process_vm_readv, SYS_process_vm_writev, SYS_init_module,
    SYS_finit_module,     SYS_kexec_load,        SYS_bpf,
};

/* Not there at all, as far as callers can see: they take the older ones, whose arguments a filter can see. */
static const int unknown[] = {
#ifdef SYS_clone3
    SYS_clone3,
#endif
#ifdef SYS_openat2
    SYS_openat2,
#endif
    SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register,
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define WRITES ((uint32_t)(O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY)))
#define FAIL(error) (SECCOMP_RET_ERRNO | (error))
#define ARGUMENT(i)                                                                                          \
  (offsetof(struct seccomp_data, args) + 8 * (i)) /* its lower half: both are little-endian */

struct program {
  struct sock_filter step[2 * (COUNT(allowed) + COUNT(deadly) + COUNT(unknown)) + 64];
  unsigned short length;
};

static void add(struct program *program, uint16_t code, uint32_t k, uint8_t yes, uint8_t no) {
  program->step[program->length++] = (struct sock_filter){code, yes, no, k};
}

static void load(struct program *program, uint32_t at) { add(program, BPF_LD | BPF_W | BPF_ABS, at, 0, 0); }
static void finish(struct program *program, uint32_t with) { add(program, BPF_RET | BPF_K, with, 0, 0); }

static void finish_if(struct program *program, int call, uint32_t with) {
  add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1);
  finish(program, with);
}

/* The call is decided by bits of one argument: `set` when any of them is set, `clear` when none is. */
static void decide_by_bits(struct program *program, int call, unsigned argument, uint32_t bits, uint32_t set,
                           uint32_t clear) {
  add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 4);
  load(program, (uint32_t)ARGUMENT(argument));
  add(program, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
  finish(program, set);
  finish(program, clear);
}

/* The lower half of an argument must be this: abort and raise of the C library signal a thread of their own.
 */
static void decide_by_value(struct program *program, int call, unsigned argument, uint32_t value) {
  add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 4);
  load(program, (uint32_t)ARGUMENT(argument));
  add(program, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
  finish(program, SECCOMP_RET_ALLOW);
  finish(program, FAIL(EPERM));
}

static void write_filter(struct program *program) {
  load(program, offsetof(struct seccomp_data, arch));
  add(program, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  finish(program, FAIL(EPERM));
  load(program, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__ /* the numbers of x32 */
  add(program, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  finish(program, FAIL(EPERM));
#endif
  for (size_t i = 0; i < COUNT(allowed); i++) finish_if(program, allowed[i], SECCOMP_RET_ALLOW);
  for (size_t i = 0; i < COUNT(deadly); i++) finish_if(program, deadly[i], SECCOMP_RET_KILL_PROCESS);
  for (size_t i = 0; i < COUNT(unknown); i++) finish_if(program, unknown[i], FAIL(ENOSYS));
  decide_by_value(program, SYS_tgkill, 0, (uint32_t)getpid());
  decide_by_value(program, SYS_prctl, 0, PR_SET_NAME);
  decide_by_value(program, SYS_prlimit64, 2, 0); /* asks, and sets nothing */
  decide_by_value(program, SYS_sendto, 4, 0);    /* to nobody else than the socket is connected to */
  decide_by_bits(program, SYS_mmap, 2, PROT_EXEC, FAIL(EPERM), SECCOMP_RET_ALLOW);
  decide_by_bits(program, SYS_mprotect, 2, PROT_EXEC, FAIL(EPERM), SECCOMP_RET_ALLOW);
  decide_by_bits(program, SYS_clone, 0, CLONE_THREAD, SECCOMP_RET_ALLOW, FAIL(EPERM));
  decide_by_bits(program, SYS_openat, 2, WRITES, FAIL(EPERM), SECCOMP_RET_ALLOW);
#ifdef SYS_open
  decide_by_bits(program, SYS_open, 1, WRITES, FAIL(EPERM), SECCOMP_RET_ALLOW);
#endif
  finish(program, FAIL(EPERM));
}

bool sandbox_calls(void) {
  struct program program = {.length = 0};
  write_filter(&program);
  struct sock_fprog filter = {.len = program.length, .filter = program.step};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter) == 0;
}

#else

bool sandbox_calls(void) { return false; }

#endif
