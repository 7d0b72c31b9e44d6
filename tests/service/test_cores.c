/* Threads by default: as many as can compute at the same time. */
#include "service/ops/thread.h"
#include "service/work/fair.h"
#include "tests/support/test.h"
#include "tests/support/toy_app.h"
#include "tests/support/wire.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILES = 4 };

static void write_below(const char *root, const char *path, const char *text) {
  char whole[512];
  snprintf(whole, sizeof whole, "%s%s", root, path);
  for (char *at = whole + strlen(root) + 1; (at = strchr(at, '/')) != NULL; at++) {
    *at = '\0';
    mkdir(whole, 0700);
    *at = '/';
  }
  FILE *file = fopen(whole, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

/* Files of the system as they are found on machines, in containers, under systemd; what they mean where there
 * are processors enough. */
TEST(a_quota_bounds_the_threads) {
  static const struct {
    const char *groups; /* /proc/self/cgroup */
    struct {
      const char *path, *text;
    } files[FILES];
    unsigned quota; /* 0: none */
  } rows[] = {
      {"0::/\n", {{NULL, NULL}}, 0},
      {"0::/\n", {{"/cpu.max", "max 100000\n"}}, 0},
      {"0::/\n", {{"/cpu.max", "100000 100000\n"}}, 1},
      {"0::/\n", {{"/cpu.max", "100001 100000\n"}}, 2},
      {"0::/\n", {{"/cpu.max", "1000 100000\n"}}, 1},
      {"0::/system.slice/ddzd.service\n", {{"/system.slice/ddzd.service/cpu.max", "150000 100000\n"}}, 2},
      {"0::/a/b\n", {{"/a/b/cpu.max", "max 100000\n"}, {"/a/cpu.max", "50000 50000\n"}}, 1},
      {"0::/a/b\n", {{"/a/b/cpu.max", "50000 50000\n"}, {"/a/cpu.max", "300000 100000\n"}}, 1},
      {"0::/../ab\n", {{"/cpu.max", "100000 100000\n"}}, 1},
      {"12:cpuset:/x\n4:cpu,cpuacct:/docker/0123\n",
       {{"/cpu/cpu.cfs_quota_us", "150000\n"}, {"/cpu/cpu.cfs_period_us", "100000\n"}},
       2},
      {"1:cpuacct,cpu:/a\n0::/b\n",
       {{"/cpu/a/cpu.cfs_quota_us", "20000\n"}, {"/cpu/a/cpu.cfs_period_us", "20000\n"}},
       1},
      {"1:cpu:/\n", {{"/cpu/cpu.cfs_quota_us", "-1\n"}, {"/cpu/cpu.cfs_period_us", "100000\n"}}, 0},
      {"1:cpuset:/a\n", {{"/cpu/cpu.cfs_quota_us", "9\n"}, {"/cpu/cpu.cfs_period_us", "9\n"}}, 0},
      {"0:/\nx\n\n", {{"/cpu.max", "1 1\n"}}, 0},
      {"0::/\n", {{"/cpu.max", "\n"}}, 0},
      {"0::/\n", {{"/cpu.max", "1 0\n"}}, 0},
  };
  const unsigned all = cores_here("/nowhere");
  int wrong = 0;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char root[] = "/tmp/ddz-cores-XXXXXX", path[128], command[64];
    assert_non_null(mkdtemp(root));
    write_below(root, "/proc/self/cgroup", rows[i].groups);
    for (size_t k = 0; k < FILES && rows[i].files[k].path; k++) {
      snprintf(path, sizeof path, "/sys/fs/cgroup%s", rows[i].files[k].path);
      write_below(root, path, rows[i].files[k].text);
    }
    const unsigned most = cores_here(root), quota = rows[i].quota;
    const unsigned expected = quota && quota < all ? quota : all;
    if (most != expected) print_message("row %zu: %u, not %u\n", i, most, expected);
    wrong += most != expected;
    snprintf(command, sizeof command, "rm -r %s", root);
    assert_int_equal(system(command), 0);
  }
  assert_int_equal(wrong, 0);
}

TEST(one_processor_gets_one_thread_of_each) {
  cpu_set_t all, one;
  assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
  CPU_ZERO(&one);
  for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; i++)
    if (CPU_ISSET(i, &all)) CPU_SET(i, &one);
  assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
  toy.options.threads = toy.options.workers = 0;
  const bool started = toy_start(-1);
  const double workers = started ? wire_metric(toy.port, "ddz_workers") : 0;
  sched_setaffinity(0, sizeof all, &all);
  assert_true(started && workers == 1);
  assert_int_equal(toy.made, 1 + 1 + FAIR_SPARE); /* a poller, a worker and those beside them */
}

int main(void) {
  test_each(toy_begin, toy_end);
  return test_run(NULL, NULL);
}
