#include "service/ops/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
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
  char copy[PATH_MAX];
  if (strlen(path) >= sizeof copy) return;
  memcpy(copy, path, strlen(path) + 1);
  struct path_beneath rule = {.allowed = READ_FILE | READ_FOLDER,
                              .folder = open(dirname(copy), O_PATH | O_DIRECTORY | O_CLOEXEC)};
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
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); /* no core with tokens in it, and no debugger of the same user */
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

/* Nobody here has any use for these, except somebody who has taken over: the end of the process. */
static const int deadly[] = {
    SYS_execve,          SYS_execveat,     SYS_ptrace,        SYS_process_vm_readv, SYS_process_vm_writev,
    SYS_init_module,     SYS_finit_module, SYS_delete_module, SYS_kexec_load,       SYS_bpf,
    SYS_perf_event_open, SYS_userfaultfd};

/* Refused: new sockets; signals to others, and their descriptors; to become or to see somebody else; memory
 * that is shared; changes of files. */
static const int sockets[] = {SYS_socket, SYS_socketpair, SYS_connect, SYS_bind, SYS_listen};
static const int signals[] = {SYS_kill,       SYS_tkill,       SYS_rt_sigqueueinfo,  SYS_rt_tgsigqueueinfo,
                              SYS_pidfd_open, SYS_pidfd_getfd, SYS_pidfd_send_signal};
static const int others[] = {SYS_setuid,     SYS_setresuid, SYS_setrlimit, SYS_personality, SYS_acct,
                             SYS_setns,      SYS_unshare,   SYS_mount,     SYS_umount2,     SYS_chroot,
                             SYS_pivot_root, SYS_fsopen,    SYS_open_tree};
static const int memory[] = {SYS_memfd_create, SYS_shmget, SYS_shmat,  SYS_msgget,
                             SYS_semget,       SYS_keyctl, SYS_add_key};
static const int files[] = {SYS_unlinkat, SYS_renameat,  SYS_renameat2, SYS_linkat, SYS_symlinkat,
                            SYS_mkdirat,  SYS_mknodat,   SYS_truncate,  SYS_fchmod, SYS_fchmodat,
                            SYS_fchownat, SYS_utimensat, SYS_setxattr};

#ifdef __x86_64__ /* the old names of some of them, which others lack */
static const int old[] = {SYS_fork,  SYS_vfork, SYS_creat, SYS_unlink, SYS_rename, SYS_link,     SYS_mkdir,
                          SYS_rmdir, SYS_chmod, SYS_chown, SYS_utime,  SYS_utimes, SYS_futimesat};
#endif

enum { FCHMODAT2 = 452 }; /* newer than some headers; the same on every architecture */

/* Not there at all, as far as callers can see: they take the older ones, whose arguments a filter can see. */
static const int unknown[] = {SYS_clone3,         SYS_openat2,        FCHMODAT2,
                              SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define WRITES ((uint32_t)(O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY)))
#define FAIL(error) (SECCOMP_RET_ERRNO | (error))

/* One argument decides: the call fails when `test` holds for its lower half (both are little-endian). */
static const struct by_argument {
  int call;
  unsigned argument;
  uint16_t test; /* BPF_JSET: any of the bits; BPF_JEQ: anything else than `value` */
  uint32_t value;
} by_argument[] = {
    {SYS_mmap, 2, BPF_JSET, PROT_EXEC},   {SYS_mprotect, 2, BPF_JSET, PROT_EXEC},
    {SYS_openat, 2, BPF_JSET, WRITES},
#ifdef SYS_open
    {SYS_open, 1, BPF_JSET, WRITES},
#endif
    {SYS_prctl, 0, BPF_JEQ, PR_SET_NAME}, {SYS_prlimit64, 2, BPF_JEQ, 0}, /* asks, and sets nothing */
    {SYS_sendto, 4, BPF_JEQ, 0}, /* to nobody else than the socket is connected to */
};

struct filter {
  struct sock_filter step[256]; /* some 210 are used */
  unsigned short length;
};

static void add(struct filter *filter, uint16_t code, uint32_t k, uint8_t yes, uint8_t no) {
  filter->step[filter->length++] = (struct sock_filter){code, yes, no, k};
}

static void load(struct filter *filter, size_t at) {
  add(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)at, 0, 0);
}
static void finish(struct filter *filter, uint32_t with) { add(filter, BPF_RET | BPF_K, with, 0, 0); }

static void each(struct filter *filter, const int *calls, size_t count, uint32_t with) {
  for (size_t i = 0; i < count; i++) {
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)calls[i], 0, 1);
    finish(filter, with);
  }
}

static void decide(struct filter *filter, const struct by_argument *rule) {
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)rule->call, 0, 4);
  load(filter, offsetof(struct seccomp_data, args) + 8 * rule->argument);
  add(filter, BPF_JMP | rule->test | BPF_K, rule->value, rule->test == BPF_JEQ, rule->test == BPF_JSET);
  finish(filter, FAIL(EPERM));
  finish(filter, SECCOMP_RET_ALLOW);
}

static void write_filter(struct filter *filter) {
  load(filter, offsetof(struct seccomp_data, arch));
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  finish(filter, FAIL(EPERM));
  load(filter, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__ /* the numbers of x32 */
  add(filter, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  finish(filter, FAIL(EPERM));
  each(filter, old, COUNT(old), FAIL(EPERM));
#endif
  each(filter, deadly, COUNT(deadly), SECCOMP_RET_KILL_PROCESS);
  each(filter, sockets, COUNT(sockets), FAIL(EPERM));
  each(filter, signals, COUNT(signals), FAIL(EPERM));
  each(filter, others, COUNT(others), FAIL(EPERM));
  each(filter, memory, COUNT(memory), FAIL(EPERM));
  each(filter, files, COUNT(files), FAIL(EPERM));
  each(filter, unknown, COUNT(unknown), FAIL(ENOSYS));
  for (size_t i = 0; i < COUNT(by_argument); i++) decide(filter, &by_argument[i]);
  const struct by_argument own[] = {{SYS_tgkill, 0, BPF_JEQ, (uint32_t)getpid()}}; /* abort and raise */
  decide(filter, own);
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3); /* threads only */
  load(filter, offsetof(struct seccomp_data, args));
  add(filter, BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0);
  finish(filter, FAIL(EPERM));
  finish(filter, SECCOMP_RET_ALLOW);
}

bool sandbox_calls(void) {
  struct filter filter = {.length = 0};
  write_filter(&filter);
  struct sock_fprog all = {.len = filter.length, .filter = filter.step};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &all) == 0;
}

#else

bool sandbox_calls(void) { return false; }

#endif
