/* Files that are read again: when they have become something else, the service goes on as before and hears
 * the next signal. */
#include "tests/support/program.h"
#include "tests/support/seed.h"
#include "tests/support/test.h"
#include "tests/support/wire.h"

#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static struct wire_reply reply;
static char folder[] = "/tmp/ddz-test-reload-XXXXXX", path[64], other[64];

static int begin(void **state) {
  if (!mkdtemp(folder)) return -1;
  snprintf(path, sizeof path, "%s/file", folder);
  snprintf(other, sizeof other, "%s/other", folder);
  return 0;
}

static int end(void **state) { return rmdir(folder); }

/* --- what a file may become --- */

static int be_fifo(void) { return mkfifo(path, 0600); }
static int be_device(void) { return symlink("/dev/zero", path); }
static int be_folder(void) { return mkdir(path, 0700); }
static int be_itself(void) { return symlink(path, path); }

static int be_socket(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
  int rc = bind(fd, (struct sockaddr *)&address, sizeof address);
  close(fd);
  return rc;
}

static int be_link_to_fifo(void) { return mkfifo(other, 0600) == 0 ? symlink(other, path) : -1; }

static const struct {
  const char *name;
  int (*become)(void);
} kinds[] = {
    {"a pipe", be_fifo},     {"a device", be_device},     {"a socket", be_socket},
    {"a folder", be_folder}, {"its own link", be_itself}, {"a link to a pipe", be_link_to_fifo},
};

static void write_tokens(FILE *file) { fputs("a-token-of-this-test\n", file); }
static void write_config(FILE *file) { fputs("log-level notice\n", file); }

static const struct {
  const char *option;
  void (*write)(FILE *file);
} files[] = {{"--tokens", write_tokens}, {"--config", write_config}, {"--model", NULL}};

enum { READ_AGAIN = 2 }; /* of them, by SIGHUP */

static void try_kind(size_t f, size_t k) {
  FILE *file = fopen(path, "wb");
  files[f].write(file);
  fclose(file);
  struct program program =
      program_start((const char *const[]){"--memo-mib", "1", files[f].option, path, "--model", "none", NULL});
  assert_true(program.port > 0);
  unlink(path);
  assert_int_equal(kinds[k].become(), 0);
  kill(program.pid, SIGHUP);
  if (!program_says(&program, "\"event\":\"reload_failed\""))
    fail_msg("%s becomes %s: not refused", files[f].option, kinds[k].name);
  assert_int_equal(wire_once(program.port, "GET", "/health", "", &reply), 200);
  assert_int_equal(program_end(&program, SIGTERM), 0); /* the signal is heard */
  if (rmdir(path) != 0) unlink(path);
  unlink(other);
}

TEST(what_is_no_file_any_more_is_refused_and_the_service_goes_on) {
  for (size_t f = 0; f < READ_AGAIN; f++)
    for (size_t k = f; k < sizeof kinds / sizeof kinds[0]; k += TEST_SLOWER) try_kind(f, k);
}

TEST(what_is_no_file_is_refused_at_the_start) {
  char said[4096];
  for (size_t f = 0; f < sizeof files / sizeof files[0]; f++) {
    assert_int_equal(be_fifo(), 0);
    assert_int_not_equal(
        program_say((const char *const[]){"--port", "0", files[f].option, path, NULL}, said, sizeof said), 0);
    assert_non_null(strstr(said, "it is not a regular file"));
    unlink(path);
  }
}

int main(void) { return test_run(begin, end); }
