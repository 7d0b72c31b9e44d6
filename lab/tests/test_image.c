/* Nets as files: written, read again, and refused when they are none. */
#include <unistd.h>

#include "core/net/judge.h"
#include "lab/train/image.h"
#include "tests/support/test.h"
#include "tests/support/toy_net.h"

static char path[] = "/tmp/ddz-test-image-XXXXXX", error[MAPPED_PATH + 200];

TEST(what_is_written_is_read_again) {
  struct toy_net toy = toy_net_player(3);
  struct image image = {0};
  assert_true(image_write(toy.image, toy.size, path));
  for (int i = 0; i < 2; i++) { /* in the place of what was there, too */
    assert_true(image_read(&image, ddz_judge_open, path, error, sizeof error));
    assert_int_equal(image.net.size, toy.size);
    assert_memory_equal(image.net.image, toy.image, toy.size);
  }
  image_close(&image);
  image_close(&image);
  toy_net_free(&toy);
  assert_false(image_write("x", 1, "/tmp"));
}

/* A folder was once taken for a file of its own size. */
TEST(what_is_no_net_is_refused_by_name) {
  const char *const wrong[] = {path, "/tmp", "/tmp/no-such-file"};
  struct image image = {0};
  assert_true(image_write("not a net", 9, path));
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_false(image_read(&image, ddz_judge_open, wrong[i], error, sizeof error));
    assert_non_null(strstr(error, wrong[i]));
  }
  image_close(&image);
}

static int make_file(void **state) {
  const int fd = mkstemp(path);
  return fd < 0 ? -1 : close(fd);
}

static int remove_file(void **state) { return unlink(path); }

int main(void) { return test_run(make_file, remove_file); }
