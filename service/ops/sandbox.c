#include "service/ops/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if !defined UNCONFINED && (defined __x86_64__ || defined __aarch64__)

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
  snprintf(copy, sizeof copy, "%s", path);
  struct path_beneath rule = {.allowed = READ_FILE | READ_FOLDER,
                              .folder = open(dirname(copy), O_PATH | O_DIRECTORY | O_CLOEXEC)};
  if (rule.folder < 0) return; /* what is not there cannot be read anyway */
  syscall(ADD_RULE, ruleset, RULE_PATH_BENEATH, &rule, 0);
  close(rule.folder);
}

static void allow(int ruleset, const char *path) {
  char *real = realpath(path, NULL);
  allow_folder(ruleset, path);
  if (real) allow_folder(ruleset, real);
  free(real);
}

bool sandbox_files(const char *const *paths) {
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); /* no core with tokens in it, and no debugger of the same user */
  int ruleset = new_ruleset();
  if (ruleset < 0) return false;
  for (; *paths; paths++)
    if (**paths) allow(ruleset, *paths);
  bool done = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(RESTRICT_SELF, ruleset, 0) == 0;
  close(ruleset);
  return done;
}

/* --- system calls: seccomp --- */

/* By name; what a processor lacks (arm64 the old names) the library passes over.
 *
 * Nobody here has any use for these, except somebody who has taken over: the end of the process. */
static const char deadly[] =
    "execve execveat ptrace process_vm_readv process_vm_writev init_module finit_module "
    "delete_module kexec_load bpf perf_event_open userfaultfd";

/* Refused: new sockets; signals to others, and their descriptors; to become or to see somebody else; memory
 * that is shared; changes of files, and the old names of some. */
static const char refused[] =
    "socket socketpair connect bind listen "
    "kill tkill rt_sigqueueinfo rt_tgsigqueueinfo pidfd_open pidfd_getfd pidfd_send_signal "
    "setuid setresuid setrlimit personality acct setns unshare mount umount2 chroot pivot_root fsopen "
    "open_tree "
    "memfd_create shmget shmat msgget semget keyctl add_key "
    "unlinkat renameat renameat2 linkat symlinkat mkdirat mknodat truncate fchmod fchmodat fchownat "
    "utimensat "
    "setxattr fork vfork creat unlink rename link mkdir rmdir chmod chown utime utimes futimesat";

/* Not there at all, as far as callers can see: they take the older ones, whose arguments a filter can see. */
static const char unknown[] = "clone3 openat2 io_uring_setup io_uring_enter io_uring_register";
enum { FCHMODAT2 = 452 }; /* likewise; newer than some libraries, the same on every processor */

#define WRITES (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY))

/* One argument decides: refused with any of the bits, or where it is anything else than `value`. */
static const struct by_argument {
  const char *name;
  unsigned argument, bits;
  uint64_t value;
} by_argument[] = {
    {"mmap", 2, PROT_EXEC, 0},    {"mprotect", 2, PROT_EXEC, 0},
    {"openat", 2, WRITES, 0},     {"open", 1, WRITES, 0},
    {"prctl", 0, 0, PR_SET_NAME}, {"prlimit64", 2, 0, 0}, /* asks, and sets nothing */
    {"sendto", 4, 0, 0},                                  /* to nobody else than the socket is connected to */
};

#define REFUSE SCMP_ACT_ERRNO(EPERM)

static bool add(scmp_filter_ctx filter, uint32_t action, int call, unsigned conditions,
                struct scmp_arg_cmp when) {
  return call != __NR_SCMP_ERROR && seccomp_rule_add(filter, action, call, conditions, when) == 0;
}

static bool add_all(scmp_filter_ctx filter, uint32_t action, const char *names) {
  bool good = true;
  for (char name[32]; good && sscanf(names, "%31s", name) == 1; names += strspn(names, " ")) {
    names += strlen(name);
    good = add(filter, action, seccomp_syscall_resolve_name(name), 0, (struct scmp_arg_cmp){0});
  }
  return good;
}

static bool add_by_argument(scmp_filter_ctx filter, const struct by_argument *rule) {
  const int call = seccomp_syscall_resolve_name(rule->name);
  if (!rule->bits) return add(filter, REFUSE, call, 1, SCMP_CMP(rule->argument, SCMP_CMP_NE, rule->value));
  for (unsigned bits = rule->bits, bit; bits; bits -= bit) {
    bit = bits & -bits;
    if (!add(filter, REFUSE, call, 1, SCMP_CMP(rule->argument, SCMP_CMP_MASKED_EQ, bit, bit))) return false;
  }
  return true;
}

static bool write_filter(scmp_filter_ctx filter) {
  const struct scmp_arg_cmp other = SCMP_A0(SCMP_CMP_NE, (scmp_datum_t)getpid()),
                            process = SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0);
  bool good = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, REFUSE) == 0 && /* x32 is one of them */
              seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) == 0 &&
              add_all(filter, SCMP_ACT_KILL_PROCESS, deadly) && add_all(filter, REFUSE, refused) &&
              add_all(filter, SCMP_ACT_ERRNO(ENOSYS), unknown) &&
              add(filter, SCMP_ACT_ERRNO(ENOSYS), FCHMODAT2, 0, other) &&
              add(filter, REFUSE, SCMP_SYS(tgkill), 1, other) && /* but abort and raise */
              add(filter, REFUSE, SCMP_SYS(clone), 1, process);  /* but threads */
  for (size_t i = 0; i < sizeof by_argument / sizeof *by_argument; i++)
    good = good && add_by_argument(filter, &by_argument[i]);
  return good;
}

bool sandbox_calls(void) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  const bool done = filter && write_filter(filter) && seccomp_load(filter) == 0;
  seccomp_release(filter);
  return done;
}

#else

bool sandbox_files(const char *const *paths) { return (void)paths, false; }
bool sandbox_calls(void) { return false; }

#endif
