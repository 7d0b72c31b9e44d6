/* Short memory in the writer: whichever allocation fails, there is the whole text or none, and no leak. */
#include "api/wire/write.h"
#include "tests/starve/starve.h"
#include "tests/support/test.h"

static char *write_list(size_t *length, enum ddz_writer_failure *failure) {
  struct ddz_writer out = {0};
  ddz_write_open(&out, NULL, '[');
  for (int i = 0; i < 20000; i++) ddz_write_string(&out, NULL, "text");
  ddz_write_close(&out, ']');
  char *text = ddz_writer_take(&out, length);
  *failure = out.failure;
  return text;
}

TEST(an_allocation_that_fails_leaves_the_whole_text_or_none) {
  enum ddz_writer_failure failure;
  size_t due, length, refused = 0, kept = 0;
  bool failed = true;
  char *whole = write_list(&due, &failure);
  assert_non_null(whole);
  for (long n = 1; failed; n++) {
    starve_after(starve_orders(), n, false);
    char *text = write_list(&length, &failure);
    failed = starve_end(starve_orders()) > 0;
    assert_int_equal(text == NULL, failure == DDZ_WRITER_NO_MEMORY);
    if (text) assert_true(length == due && strcmp(text, whole) == 0);
    refused += text == NULL;
    kept += text != NULL;
    free(text);
  }
  assert_true(refused > 5 && kept >= 1);
  free(whole);
}

int main(void) { return test_run(NULL, NULL); }
