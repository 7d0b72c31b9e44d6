/* libddz through its public header alone: settings, answers, errors, threads. */
#include <unistd.h>

#include <pthread.h>

#include "lib/ddz.h"
#include "tests/support/test.h"

#define NET "models/ddz.net"

static struct ddz *open_with(const char *model) {
  struct ddz_settings settings = {
      .size = sizeof settings, .model = model, .memo_bytes = 1 << 20, .table_bytes = 1 << 20};
  char error[200] = "";
  struct ddz *handle = ddz_open(&settings, error, sizeof error);
  if (!handle) fail_msg("%s", error);
  return handle;
}

TEST(a_body_need_not_end_with_nul) {
  static const char body[] = "{\"cards\":\"333\"}trailing";
  struct ddz *handle = open_with("none");
  struct ddz_reply reply;
  assert_int_equal(ddz_ask_bytes(handle, "/classify", body, strlen(body) - 8, &reply), 200);
  assert_int_equal(ddz_ask(handle, "/classify", body, &reply), 400);
  ddz_close(handle);
}

TEST(settings_that_cannot_be_met_are_told_in_words) {
  static const char noise[64] = "not a net";
  static char path[2000]; /* its first 1,023 bytes are those of a net */
  struct {
    struct ddz_settings settings;
    const char *says;
  } rows[] = {
      {{.size = sizeof rows[0].settings, .model = "/nowhere/x.net"},
       "/nowhere/x.net: No such file or directory"},
      {{.size = sizeof rows[0].settings, .model = "/dev/zero"}, "/dev/zero: it is not a regular file"},
      {{.size = sizeof rows[0].settings, .model = "models"}, "models: it is not a regular file"},
      {{.size = sizeof rows[0].settings, .model = "README.md"}, "README.md: "},
      {{.size = sizeof rows[0].settings, .net = {noise, sizeof noise}}, "settings.net: "},
      {{.size = sizeof rows[0].settings, .table_bytes = (size_t)1 << 63}, "settings.table_bytes: too many"},
      {{.size = sizeof rows[0].settings, .memo_bytes = SIZE_MAX}, "settings.memo_bytes: too many"},
      {{.size = sizeof rows[0].settings, .net = {noise, SIZE_MAX}}, "settings: a net has too many bytes"},
      {{.size = sizeof rows[0].settings, .net = {NULL, 5}}, "settings: the bytes of a net are NULL"},
      {{.size = 0}, "settings.size: sizeof(struct ddz_settings) is due"},
      {{.size = 12, .model = "none"}, "settings.size: sizeof(struct ddz_settings) is due"},
      {{.size = sizeof rows[0].settings, .model = path}, "the net's path: too long"},
      {{.size = sizeof rows[0].settings, .belief = {noise, sizeof noise}},
       "settings.belief: needs settings.net"},
  };
  memset(path, '/', sizeof path - 1);
  memcpy(path + 1023 - strlen(NET), NET, strlen(NET));
  memcpy(path, "./", 2);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char error[200] = "";
    assert_null(ddz_open(&rows[i].settings, error, sizeof error));
    if (strncmp(error, rows[i].says, strlen(rows[i].says)) != 0) fail_msg("%s", error);
    assert_null(ddz_open(&rows[i].settings, NULL, 0));
  }
}

TEST(a_program_that_knows_a_shorter_struct_gets_defaults_for_the_rest) {
  struct ddz_settings settings = {.size = offsetof(struct ddz_settings, net), .model = "none"};
  settings.bids.bytes = &settings; /* beyond its size: not read */
  struct ddz *handle = ddz_open(&settings, NULL, 0);
  assert_non_null(handle);
  ddz_close(handle);
  ddz_close(NULL);
}

TEST(a_deadline_ends_a_long_answer) {
  struct ddz_settings settings = {
      .size = sizeof settings, .model = "none", .table_bytes = 1 << 20, .answer_ms = 30};
  struct ddz *handle = ddz_open(&settings, NULL, 0);
  struct ddz_reply reply;
  assert_int_equal(
      ddz_ask(
          handle, "/solve",
          "{\"landlord\":\"334455667789TJQKA2BR\",\"farmer\":\"346789TTJJQQKKA22\",\"solutions\":\"scored\"}",
          &reply),
      200);
  assert_non_null(strstr(reply.text, "unknown"));
  ddz_close(handle);
}

/* The same net as a path and as bytes at an odd address. */
static char *answer_of(struct ddz *handle) {
  struct ddz_reply reply;
  ddz_ask(handle, "/robot-move",
          "{\"hand\":\"33456789TJQKKAA22BR8\",\"role\":\"landlord\",\"engine\":\"net\",\"rules\":\"douzero\","
          "\"top\":5}",
          &reply);
  assert_int_equal(reply.status, 200);
  char *text = strdup(reply.text), *time = strstr(text, "\"elapsed_us\"");
  if (time) *time = 0;
  return text;
}

static void *read_whole(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  char *bytes = malloc(16 << 20);
  *size = fread(bytes + 1, 1, (16 << 20) - 1, file);
  fclose(file);
  return bytes;
}

TEST(nets_come_from_a_path_or_from_bytes_alike) {
  struct ddz_settings settings = {.size = sizeof settings, .memo_bytes = 1 << 20, .table_bytes = 1 << 20};
  size_t size;
  char *bytes = read_whole(NET, &size);
  settings.net = (struct ddz_bytes){bytes + 1, size};
  struct ddz *from_bytes = ddz_open(&settings, NULL, 0), *from_path = open_with(NET);
  assert_non_null(from_bytes);
  free(bytes); /* copied, since it lay on an odd address */
  char *a = answer_of(from_bytes), *b = answer_of(from_path);
  assert_string_equal(a, b);
  assert_non_null(strstr(a, "\"win_probability\":0."));
  free(a);
  free(b);
  ddz_close(from_bytes);
  ddz_close(from_path);
}

/* After each kind of refusal the handle answers what it answered before. */
TEST(a_handle_can_be_used_after_every_error) {
  static const struct {
    const char *path, *body;
    int status;
  } rows[] = {
      {"/classify", "[[[[[[", 400},
      {"/classify", "{\"cards\":\"\\ud800\"}", 400},
      {"/prompt", "{\"hand\":\"3333333333\"}", 422},
      {"/prompt", "{\"hand\":7}", 400},
      {"/table", "{\"rules\":\"nowhere\"}", 422},
      {"/batch", "[{\"path\":\"/batch\",\"body\":[]}]", 200},
      {"", "{}", 404},
      {"/review", "{\"actions\":[{\"cards\":\"3\"}]}", 422},
      {"/version", "{}", 405},
  };
  struct ddz *handle = open_with(NET);
  char *first = answer_of(handle);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct ddz_reply reply;
    if (ddz_ask(handle, rows[i].path, rows[i].body, &reply) != rows[i].status)
      fail_msg("%s %s: %d %s", rows[i].path, rows[i].body, reply.status, reply.text);
    char *again = answer_of(handle);
    assert_string_equal(again, first);
    free(again);
  }
  free(first);
  ddz_close(handle);
}

/* A net alone in its folder: what lies beside it elsewhere is missing here. */
TEST(nets_that_are_missing_are_done_without) {
  static const char *const says[] = {"\"model\":{", "\"bids\":null", "\"belief\":null"};
  char folder[] = "/tmp/ddz-lib-XXXXXX", path[64], whole[4096];
  assert_non_null(mkdtemp(folder));
  assert_non_null(realpath(NET, whole));
  snprintf(path, sizeof path, "%s/alone.net", folder);
  assert_int_equal(symlink(whole, path), 0);
  struct ddz *alone = open_with(path), *none = open_with("none");
  struct ddz_reply reply;
  ddz_ask(alone, "/version", NULL, &reply);
  for (size_t i = 0; i < sizeof says / sizeof *says; i++) assert_non_null(strstr(reply.text, says[i]));
  assert_int_equal(ddz_ask(alone, "/bid-advice", "{\"hand\":\"34566789TJQKA22BR\"}", &reply), 200);
  ddz_ask(none, "/version", NULL, &reply);
  assert_non_null(strstr(reply.text, "\"model\":null"));
  static const char net[] = "{\"hand\":\"34\",\"role\":\"landlord\",\"engine\":\"net\"}";
  assert_int_equal(ddz_ask(none, "/robot-move", net, &reply), 200);
  assert_non_null(strstr(reply.text, "\"win_probability\":null"));
  ddz_close(alone);
  ddz_close(none);
  unlink(path);
  rmdir(folder);
}

enum { THREADS = 8, ROUNDS = 20 };

static void *ask_many(void *arg) {
  struct ddz *handle = open_with(NET);
  char *first = answer_of(handle);
  for (int i = 0; i < ROUNDS; i++) {
    struct ddz_reply reply;
    ddz_ask(handle, "/prompt", "{\"hand\":\"3\",\"nothing\":1}", &reply); /* an error in between */
    char *again = answer_of(handle);
    if (reply.status != 422 || strcmp(first, again) != 0) strcpy(first, "differs");
    free(again);
  }
  ddz_close(handle);
  return first;
}

TEST(eight_threads_with_a_handle_each_agree) {
  pthread_t threads[THREADS];
  char *said[THREADS];
  for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&threads[i], NULL, ask_many, NULL), 0);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], (void **)&said[i]);
  for (int i = 0; i < THREADS; i++) assert_string_equal(said[i], said[0]);
  assert_string_not_equal(said[0], "differs");
  for (int i = 0; i < THREADS; i++) free(said[i]);
}

/* Its answer but for the time it took. */
static void play(struct ddz *handle, char text[65536]) {
  static const char ask[] = "{\"hand\":\"34567799TTJQKKAA22BR\",\"role\":\"landlord\",\"engine\":\"net\"}";
  struct ddz_reply reply;
  assert_int_equal(ddz_ask(handle, "/robot-move", ask, &reply), 200);
  snprintf(text, 65536, "%s", reply.text);
  char *time = strstr(text, "\"elapsed_us\":");
  if (time) memset(time + 13, '0', strspn(time + 13, "0123456789"));
  if (time) time[14] = '\0';
}

/* A file that is written over or cut short while handles play with it: mapped, it would end the process by
 * SIGBUS. */
TEST(files_may_change_under_a_handle) {
  static char before[2][65536], after[65536];
  char path[] = "/tmp/ddz-test-lib-XXXXXX", error[200];
  struct ddz_settings settings = {.size = sizeof settings, .model = path};
  struct ddz *handle[2];
  FILE *from = fopen(NET, "rb");
  const int file = mkstemp(path);
  assert_true(from != NULL && file >= 0);
  for (int byte; (byte = fgetc(from)) != EOF;) {
    static char block[1 << 16];
    block[0] = (char)byte;
    const size_t got = 1 + fread(block + 1, 1, sizeof block - 1, from);
    assert_int_equal(write(file, block, got), got);
  }
  fclose(from);
  for (int i = 0; i < 2; i++) {
    handle[i] = open_with(path);
    play(handle[i], before[i]);
  }
  assert_non_null(strstr(before[0], "\"engine\":\"net\""));
  assert_int_equal(pwrite(file, "overwritten in place", 20, 4096), 20);
  assert_int_equal(ftruncate(file, 5000), 0);
  for (int i = 0; i < 2; i++) {
    play(handle[i], after);
    assert_string_equal(after, before[i]);
  }
  assert_null(ddz_open(&settings, error, sizeof error)); /* a later one reads what is there now */
  assert_non_null(strstr(error, path));
  ddz_close(handle[0]);
  play(handle[1], after);
  assert_string_equal(after, before[1]);
  ddz_close(handle[1]);
  close(file);
  unlink(path);
}

int main(void) { return test_run(NULL, NULL); }
