/* How many connections are let in from where. */
#include "service/http/conns.h"
#include "tests/support/test.h"

#include <arpa/inet.h>

/* Of `count` connections, each from the address that `pattern` and its number make. */
static unsigned admitted(unsigned count, const char *pattern) {
  struct peers proxies = {.count = 0};
  struct options options = options_default();
  options.connections = 10000;
  options.per_address = 2;
  struct conns *conns = conns_new(&options, 64, &proxies, "");
  unsigned taken = 0;
  assert_non_null(conns);
  for (unsigned i = 0; i < count; i++) {
    struct sockaddr_in6 address = {.sin6_family = AF_INET6};
    char text[64];
    snprintf(text, sizeof text, pattern, i);
    assert_int_equal(inet_pton(AF_INET6, text, &address.sin6_addr), 1);
    struct conn *conn = calloc(1, sizeof *conn);
    const bool good = conns_admit(conns, conn, 1000 + (int)i, (const struct sockaddr *)&address);
    taken += good;
    if (!good) free(conn);
  }
  conns_free(conns);
  return taken;
}

/* Some more than the limit are let in, to be told so. */
TEST(addresses_of_one_network_are_taken_as_one) {
  unsigned one = admitted(100, "2001:db8::1%.0u");
  assert_in_range(one, 2, 99);
  assert_int_equal(admitted(100, "2001:db8::%x"), one);
  assert_int_equal(admitted(100, "2001:db8::%x:0:0:1"), one);
  assert_int_equal(admitted(100, "2001:db8:0:%x::1"), 100);
  assert_int_equal(admitted(100, "::ffff:10.0.0.%u"), 100);
}

int main(void) { return test_run(NULL, NULL); }
