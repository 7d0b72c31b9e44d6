#include "service/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
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
enum { PIDFD_SEND_SIGNAL = 424, PIDFD_OPEN = 434, PIDFD_GETFD = 438, FCHMODAT2 = 452 };

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
  if (!path || !path[0]) return;
  char *real = realpath(path, NULL);
  allow_folder(ruleset, path);
  if (real) allow_folder(ruleset, real);
  free(real);
}

bool sandbox_files(const char *const *paths, size_t count) {
#ifdef ARCHITECTURE
  int ruleset = new_ruleset();
  if (ruleset < 0) return false;
  for (size_t i = 0; i < count; i++) allow(ruleset, paths[i]);
  bool done = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(RESTRICT_SELF, ruleset, 0) == 0;
  close(ruleset);
  return done;
#else
  (void)paths;
  (void)count;
  (void)allow;
  (void)new_ruleset;
  return false;
#endif
}

/* --- system calls: seccomp --- */

#ifdef ARCHITECTURE

/* Refused whatever their arguments. Architectures differ in which old ones they have. */
static const int refused[] = {
    /* connections */
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    /* programs and processes */
    SYS_execve,
    SYS_execveat,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kill,
    SYS_tkill,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    PIDFD_SEND_SIGNAL,
    PIDFD_OPEN,
    PIDFD_GETFD,
    SYS_setns,
    SYS_unshare,
#ifdef SYS_fork
    SYS_fork,
    SYS_vfork,
#endif
    /* files: making, removing, renaming, changing */
    SYS_mkdirat,
    SYS_mknodat,
    SYS_unlinkat,
    SYS_linkat,
    SYS_symlinkat,
    SYS_renameat2,
    SYS_truncate,
    SYS_fchmod,
    SYS_fchmodat,
    FCHMODAT2,
    SYS_fchown,
    SYS_fchownat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_removexattr,
    SYS_lremovexattr,
    SYS_fremovexattr,
    SYS_utimensat,
    SYS_open_by_handle_at,
#ifdef SYS_renameat
    SYS_renameat,
#endif
#ifdef SYS_creat
    SYS_creat,
    SYS_mkdir,
    SYS_rmdir,
    SYS_mknod,
    SYS_unlink,
    SYS_link,
    SYS_symlink,
    SYS_rename,
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
#endif
    /* the machine */
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_swapon,
    SYS_swapoff,
    SYS_reboot,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_sethostname,
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
  struct sock_filter step[2 * (COUNT(refused) + COUNT(unknown)) + 32];
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

/* Its first argument must be this process: abort and raise of the C library signal a thread of their own. */
static void decide_by_process(struct program *program, int call) {
  add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 4);
  load(program, (uint32_t)ARGUMENT(0));
  add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 0, 1);
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
  for (size_t i = 0; i < COUNT(refused); i++) finish_if(program, refused[i], FAIL(EPERM));
  for (size_t i = 0; i < COUNT(unknown); i++) finish_if(program, unknown[i], FAIL(ENOSYS));
  decide_by_process(program, SYS_tgkill);
  decide_by_bits(program, SYS_clone, 0, CLONE_THREAD, SECCOMP_RET_ALLOW, FAIL(EPERM));
  decide_by_bits(program, SYS_openat, 2, WRITES, FAIL(EPERM), SECCOMP_RET_ALLOW);
#ifdef SYS_open
  decide_by_bits(program, SYS_open, 1, WRITES, FAIL(EPERM), SECCOMP_RET_ALLOW);
#endif
  finish(program, SECCOMP_RET_ALLOW);
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
