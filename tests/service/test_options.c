/* Options: default, environment, command line. */
#include "service/ops/options.h"
#include "tests/support/test.h"

#include <unistd.h>

static char error[256];

static char *no_environment(const char *name) { return NULL; }

static char *some_environment(const char *name) {
  static char port[] = "9000", queue[] = "7";
  if (strcmp(name, "DDZ_PORT") == 0) return port;
  return strcmp(name, "DDZ_QUEUE") == 0 ? queue : NULL;
}

static char *bad_environment(const char *name) {
  static char value[] = "many";
  return strcmp(name, "DDZ_THREADS") == 0 ? value : NULL;
}

static enum options_result read_one(struct options *options, const char *first, const char *second,
                                    char *(*environment)(const char *)) {
  char *argv[4] = {(char *)(uintptr_t) "ddzd", (char *)(uintptr_t)first, (char *)(uintptr_t)second, NULL};
  return options_read(options, first ? second ? 3 : 2 : 1, argv, environment, error, sizeof error);
}

TEST(defaults_hold_when_nothing_is_said) {
  struct options options;
  assert_int_equal(read_one(&options, NULL, NULL, no_environment), OPTIONS_OK);
  assert_int_equal(options.port, 8080);
  assert_string_equal(options.listen, "127.0.0.1");
  assert_int_equal(options.memo_mib, 4);
  assert_int_equal(options.body_kib, 64);
  assert_int_equal(options.log_level, 4);
}

TEST(the_command_line_beats_the_environment) {
  struct options options;
  assert_int_equal(read_one(&options, "--port", "9001", some_environment), OPTIONS_OK);
  assert_int_equal(options.port, 9001);
  assert_int_equal(options.queue, 7);
  assert_int_equal(read_one(&options, "--log-level=error", NULL, some_environment), OPTIONS_OK);
  assert_int_equal(options.port, 9000);
  assert_int_equal(options.log_level, 1);
  assert_int_equal(read_one(&options, "--listen=::1", NULL, no_environment), OPTIONS_OK);
  assert_string_equal(options.listen, "::1");
}

TEST(wrong_options_are_named) {
  static const struct {
    const char *first, *second, *said;
  } cases[] = {
      {"--port", "65536", "--port wants a number from 0 to 65535"},
      {"--port", "-1", "--port"},
      {"--port", "12x", "--port"},
      {"--port", "", "--port"},
      {"--port=99999999999999999999", NULL, "--port"},
      {"--port", NULL, "wants a value"},
      {"--listen", "", "must not be empty"},
      {"--log-level", "loud", "off|error|warning|notice|info"},
      {"--log-level", "err", "off|error|warning|notice|info"},
      {"--nonsense", "1", "--nonsense"},
      {"port", "1", "port"},
      {"--", NULL, "--"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct options options = options_default();
    options.port = 1234;
    assert_int_equal(read_one(&options, cases[i].first, cases[i].second, no_environment), OPTIONS_WRONG);
    if (!strstr(error, cases[i].said)) fail_msg("case %zu: %s", i, error);
    assert_int_equal(options.port, 1234); /* untouched */
  }
  struct options options;
  assert_int_equal(read_one(&options, NULL, NULL, bad_environment), OPTIONS_WRONG);
  assert_non_null(strstr(error, "DDZ_THREADS"));
}

TEST(help_is_given_whatever_else_is_wrong) {
  struct options options;
  assert_int_equal(read_one(&options, "--nonsense=1", "--help", no_environment), OPTIONS_HELP);
  assert_int_equal(read_one(&options, "--version", NULL, bad_environment), OPTIONS_VERSION);
}

TEST(help_names_every_option_with_its_default) {
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  options_help(out, "ddzd");
  fclose(out);
#define NUMBER(field, name, env, value, min, max, help)                                                      \
  assert_non_null(strstr(text, "--" name)), assert_non_null(strstr(text, env));
#define TEXT(field, name, env, value, help)                                                                  \
  assert_non_null(strstr(text, "--" name)), assert_non_null(strstr(text, value));
#define CHOICE(field, name, env, value, names, help)                                                         \
  assert_non_null(strstr(text, "--" name)), assert_non_null(strstr(text, names));
#include "service/ops/options.def"
  assert_non_null(strstr(text, "default info"));
  free(text);
}

/* A file with `text`, named by --config, and perhaps one more option. */
static enum options_result read_file(struct options *options, const char *text, const char *more,
                                     char *(*environment)(const char *)) {
  char path[] = "/tmp/ddz-options-XXXXXX";
  int fd = mkstemp(path);
  assert_int_equal(write(fd, text, strlen(text)), strlen(text));
  close(fd);
  char *argv[] = {(char *)(uintptr_t) "ddzd", (char *)(uintptr_t) "--config", path, (char *)(uintptr_t)more,
                  NULL};
  enum options_result result = options_read(options, more ? 4 : 3, argv, environment, error, sizeof error);
  unlink(path);
  return result;
}

TEST(a_file_yields_to_environment_and_command_line) {
  struct options options;
  assert_int_equal(read_file(&options,
                             "# ours\n\n  listen = ::1\r\nport 7000\nqueue=8\nthreads=3\nlog-level = off",
                             "--threads=4", some_environment),
                   OPTIONS_OK);
  assert_string_equal(options.listen, "::1");
  assert_int_equal(options.port, 9000); /* the environment's */
  assert_int_equal(options.queue, 7);   /* likewise */
  assert_int_equal(options.threads, 4); /* the command line's */
  assert_int_equal(options.log_level, 0);
  options_free(&options);
}

TEST(a_wrong_file_is_named_with_its_line) {
  static const struct {
    const char *text, *said;
  } cases[] = {
      {"port = 1\nport = 99999\n", "Line 2 of the file: port wants a number"},
      {"\n\nnonsense 1", "Line 3 of the file: there is no option \"nonsense\""},
      {"config = /etc/other\n", "Line 1 of the file: there is no option \"config\""},
      {"port\n", "Line 1 of the file: port wants a number"},
      {"listen =\n", "Line 1 of the file: listen must not be empty"},
  };
  struct options options = {.port = 1234};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    assert_int_equal(read_file(&options, cases[i].text, NULL, no_environment), OPTIONS_WRONG);
    if (!strstr(error, cases[i].said)) fail_msg("case %zu: %s", i, error);
  }
  assert_int_equal(read_one(&options, "--config", "/nowhere/at/all", no_environment), OPTIONS_WRONG);
  assert_non_null(strstr(error, "Cannot read /nowhere/at/all"));
  assert_int_equal(options.port, 1234);
}

int main(void) { return test_run(NULL, NULL); }
