/* TLS: what is spoken and what is not, a client that has gone, options that cannot work. */
#include "service/ops/thread.h"
#include "tests/support/program.h"
#include "tests/support/test.h"
#include "tests/support/toy_app.h"
#include "tests/support/wire.h"

#include <dlfcn.h>
#include <signal.h>
#include <unistd.h>

#include <microhttpd.h>

static struct wire_reply reply;

static char said[65536]; /* by what was run last */

__attribute__((format(printf, 1, 2))) static int shell(const char *format, ...) {
  char command[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(command, sizeof command, format, arguments);
  va_end(arguments);
  FILE *pipe = popen(command, "r");
  said[fread(said, 1, sizeof said - 1, pipe)] = '\0';
  return pclose(pipe);
}

/* A key and its certificate in a folder of their own. */
struct identity {
  char folder[32], cert[64], key[64];
};

#define CURVE "ec -pkeyopt ec_paramgen_curve:P-256"

/* False: there is nothing here to make them with. */
static bool make_identity(struct identity *own, const char *kind) {
  strcpy(own->folder, "/tmp/ddz-tls-XXXXXX");
  if (MHD_is_feature_supported(MHD_FEATURE_TLS) != MHD_YES || !mkdtemp(own->folder)) return false;
  snprintf(own->cert, sizeof own->cert, "%s/cert.pem", own->folder);
  snprintf(own->key, sizeof own->key, "%s/key.pem", own->folder);
  if (shell("command -v curl openssl && openssl req -x509 -newkey %s -nodes "
            "-days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 -keyout %s -out %s 2>&1",
            kind, own->key, own->cert) == 0)
    return true;
  rmdir(own->folder);
  print_message("no curl or no openssl here\n");
  return false;
}

static void remove_identity(const struct identity *own) {
  unlink(own->cert);
  unlink(own->key);
  rmdir(own->folder);
}

static struct program start_with(const struct identity *own) {
  struct program program =
      program_start((const char *const[]){"--memo-mib", "1", "--workers", "1", "--answer-ms", "600000",
                                          "--tls-cert", own->cert, "--tls-key", own->key, NULL});
  assert_true(program.port > 0);
  return program;
}

TEST(tls_is_spoken_with_a_certificate) {
  struct identity own;
  if (!make_identity(&own, CURVE)) skip();
  struct program program = start_with(&own);
  assert_int_equal(
      shell("curl -s --max-time 60 --cacert %s -d '{\"cards\":\"33344455\"}' https://127.0.0.1:%u/classify",
            own.cert, program.port),
      0);
  assert_non_null(strstr(said, "\"valid\":true"));
  assert_int_equal(shell("curl -s --max-time 60 --cacert %s -d "
                         "'{\"landlord\":\"33445566\",\"farmer\":\"778899TT\"}' https://127.0.0.1:%u/solve",
                         own.cert, program.port),
                   0); /* by a worker */
  assert_non_null(strstr(said, "\"result\""));
  wire_once(program.port, "GET", "/health", "", &reply); /* plain HTTP is not understood */
  assert_int_equal(reply.status, 0);
  assert_int_not_equal(
      shell("curl -s --max-time 60 --tls-max 1.1 -k https://127.0.0.1:%u/health", program.port), 0);
  assert_int_equal(program_end(&program, SIGTERM), 0);
  remove_identity(&own);
}

/* A key that is stolen later must not open what was sent before: a key of RSA signs, it never carries the
 * secret of a connection. */
TEST(only_forward_secrecy_is_spoken) {
  static const struct {
    const char *ciphers;
    bool spoken;
  } cases[] = {{"ECDHE-RSA-AES128-GCM-SHA256", true}, {"kRSA", false}};
  struct identity own;
  if (!make_identity(&own, "rsa:2048")) skip();
  struct program program = start_with(&own);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    assert_int_equal(
        shell("timeout 60 openssl s_client -connect 127.0.0.1:%u -tls1_2 -cipher %s </dev/null 2>&1",
              program.port, cases[i].ciphers) == 0,
        cases[i].spoken);
  assert_int_equal(program_end(&program, SIGTERM), 0);
  remove_identity(&own);
}

static double busy_workers(unsigned port) {
  if (shell("curl -sk --max-time 60 https://127.0.0.1:%u/metrics", port) != 0) return -1;
  const char *at = strstr(said, "\nddz_workers_busy ");
  return at ? strtod(at + strlen("\nddz_workers_busy "), NULL) : -1;
}

/* curl says goodbye in TLS before it closes. The proof would take all of the minute it has. */
TEST(a_client_that_has_gone_is_noticed_over_tls) {
  struct identity own;
  if (!make_identity(&own, CURVE)) skip();
  struct program program = start_with(&own);
  shell("curl -sk -d '{\"hands\":{\"landlord\":\"3344667799TTQQKKA22J\","
        "\"landlord_down\":\"345567889TJJQKA2B\",\"landlord_up\":\"345567889TJQKAA2R\"},"
        "\"limit\":{\"ms\":60000}}' --max-time 3 https://127.0.0.1:%u/solve; echo $?",
        program.port);
  assert_string_equal(said, "28\n"); /* it gave up */
  const uint64_t until_ms = clock_ms() + 40000;
  double busy;
  while ((busy = busy_workers(program.port)) != 0 && clock_ms() < until_ms) continue;
  assert_true(busy == 0);
  assert_int_equal(program_end(&program, SIGTERM), 0);
  remove_identity(&own);
}

TEST(tls_options_that_cannot_work_are_refused) {
  if (MHD_is_feature_supported(MHD_FEATURE_TLS) != MHD_YES) skip();
  static const char *const none[] = {"--port", "0", "--tls-cert", "/nowhere.pem", NULL},
                           *const missing[] = {"--port",       "0", "--tls-cert", "/nowhere.pem", "--tls-key",
                                               "/nowhere.key", NULL},
                           *const wrong[] = {"--port",    "0",           "--tls-cert", "/etc/passwd",
                                             "--tls-key", "/etc/passwd", NULL};
  assert_int_equal(program_say(none, said, sizeof said), 1);
  assert_non_null(strstr(said, "go together"));
  assert_int_equal(program_say(missing, said, sizeof said), 1);
  assert_non_null(strstr(said, "/nowhere.pem"));
  assert_int_equal(program_say(wrong, said, sizeof said), 1);
  assert_non_null(strstr(said, "does not start with this certificate"));
}

/* In the place of the library's own. */
static bool without_tls;

enum MHD_Result MHD_is_feature_supported(enum MHD_FEATURE feature) {
  static enum MHD_Result (*real)(enum MHD_FEATURE);
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, "MHD_is_feature_supported");
  return without_tls && feature == MHD_FEATURE_TLS ? MHD_NO : real(feature);
}

/* No server that speaks plainly where it was told to speak TLS. */
TEST(a_library_without_tls_is_said) {
  char error[256];
  struct server_setup setup = {.options = &toy.options, .name = "toy", .version = "1", .log_fd = -1};
  toy.options.tls_cert = toy.options.tls_key = "/etc/passwd"; /* it can be read */
  without_tls = true;
  struct server *server = server_start(&setup, error, sizeof error);
  without_tls = false;
  assert_null(server);
  assert_non_null(strstr(error, "built without TLS"));
}

int main(void) {
  test_each(toy_begin, toy_end);
  return test_run(NULL, NULL);
}
