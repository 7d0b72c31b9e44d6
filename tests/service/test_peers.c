/* Addresses as text, networks, and what a proxy of ours may say. */
#include "service/http/peers.h"
#include "service/ops/log.h"
#include "tests/support/test.h"
#include "tests/support/toy_app.h"
#include "tests/support/wire.h"

TEST(addresses_are_read_and_written) {
  static const struct {
    const char *text, *written; /* NULL: refused */
  } lines[] = {{"10.1.2.3", "10.1.2.3"},
               {"10.1.2.3:8080", "10.1.2.3"},
               {"2001:DB8::1", "2001:db8::1"},
               {"[2001:db8::1]:443", "2001:db8::1"},
               {"[::1]", "::1"},
               {"::ffff:1.2.3.4", "1.2.3.4"},
               {"10.1.2", NULL},
               {"10.1.2.300", NULL},
               {"", NULL},
               {"unknown", NULL},
               {"[::1", NULL},
               {"[1.2.3.4]", NULL},
               {"1111:2222:3333:4444:5555:6666:7777:8888:9999:aaaa:bbbb:cccc:dddd", NULL}};
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    struct in6_addr key;
    char text[INET6_ADDRSTRLEN];
    bool good = peer_read(lines[i].text, strlen(lines[i].text), &key);
    if (good != (lines[i].written != NULL)) fail_msg("%s", lines[i].text);
    if (!good) continue;
    peer_write(&key, text);
    assert_string_equal(text, lines[i].written);
  }
}

/* From the end, past the proxies that are ours. */
TEST(the_last_of_a_list_that_is_no_proxy_of_ours_counts) {
  static const struct {
    const char *value, *written;
    enum peer_step step;
  } lines[] = {{"1.1.1.1", "1.1.1.1", PEER_CLIENT},
               {"6.6.6.6, 1.1.1.1", "1.1.1.1", PEER_CLIENT},
               {"6.6.6.6,1.1.1.1:9 ", "1.1.1.1", PEER_CLIENT},
               {"6.6.6.6, 1.1.1.1, 10.0.0.1", "1.1.1.1", PEER_CLIENT},
               {"6.6.6.6,\t1.1.1.1 ,10.0.0.1:80, [fd00::2]:9", "1.1.1.1", PEER_CLIENT},
               {"10.0.0.2, 10.0.0.1", "10.0.0.2", PEER_OURS},
               {"6.6.6.6, nonsense, 10.0.0.1", "10.0.0.1", PEER_UNKNOWN},
               {"6.6.6.6 1.1.1.1", NULL, PEER_UNKNOWN},
               {"6.6.6.6, unknown", NULL, PEER_UNKNOWN},
               {"1.1.1.1,", NULL, PEER_UNKNOWN},
               {"", NULL, PEER_UNKNOWN}};
  struct peers ours;
  assert_true(peers_read(&ours, "10.0.0.0/8,fd00::/8"));
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    struct in6_addr key;
    char text[INET6_ADDRSTRLEN];
    assert_int_equal(peer_forwarded(lines[i].value, strlen(lines[i].value), &ours, &key), lines[i].step);
    if (lines[i].written) peer_write(&key, text);
    if (lines[i].written) assert_string_equal(text, lines[i].written);
  }
}

TEST(ipv6_addresses_count_by_their_network) {
  static const struct {
    const char *a, *b;
    bool same;
  } lines[] = {{"2001:db8::1", "2001:db8::ffff:ffff:ffff:ffff", true},
               {"2001:db8::1", "2001:db8:0:1::1", false},
               {"1.2.3.4", "1.2.3.5", false},
               {"1.2.3.4", "::ffff:1.2.3.4", true}};
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    struct in6_addr a, b;
    assert_true(peer_read(lines[i].a, strlen(lines[i].a), &a) &&
                peer_read(lines[i].b, strlen(lines[i].b), &b));
    a = peer_network(&a), b = peer_network(&b);
    assert_int_equal(memcmp(&a, &b, sizeof a) == 0, lines[i].same);
  }
}

static bool have(const struct peers *peers, const char *text) {
  struct in6_addr key;
  assert_true(peer_read(text, strlen(text), &key));
  return peers_have(peers, &key);
}

TEST(networks_have_their_addresses) {
  struct peers peers;
  assert_true(peers_read(&peers, "10.0.0.0/8,192.168.1.7,2001:db8::/33,172.16.0.0/12"));
  static const char *const in[] = {"10.0.0.1", "10.255.255.255", "192.168.1.7", "2001:db8:7fff::1",
                                   "172.31.9.9"},
                           *const out[] = {"11.0.0.1",   "9.255.255.255", "192.168.1.8", "2001:db8:8000::1",
                                           "172.32.0.1", "::1",           "::a00:1"};
  for (size_t i = 0; i < sizeof in / sizeof in[0]; i++) assert_true(have(&peers, in[i]));
  for (size_t i = 0; i < sizeof out / sizeof out[0]; i++) assert_false(have(&peers, out[i]));
  assert_true(peers_read(&peers, "0.0.0.0/0"));
  assert_true(have(&peers, "1.2.3.4"));
  assert_false(have(&peers, "2001:db8::1"));
  assert_true(peers_read(&peers, ""));
  assert_false(have(&peers, "127.0.0.1"));
  static const char *const wrong[] = {"10.0.0.0/33", "10.0.0.0/", "10.0.0.0/x",
                                      "::1/129",     "proxy",     "10.0.0.1,,"};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) assert_false(peers_read(&peers, wrong[i]));
}

/* --- the server behind a proxy --- */

static struct wire_reply reply;

static struct wire post_for(const char *from, const char *client, const char *path) {
  struct wire wire = wire_open_from(toy.port, from);
  char text[256];
  assert_true(wire.fd >= 0);
  snprintf(text, sizeof text,
           "POST %s HTTP/1.1\r\nHost: t\r\nX-Forwarded-For: 6.6.6.6, %s\r\nContent-Length: 0\r\n\r\n", path,
           client);
  wire_text(&wire, text);
  return wire;
}

static int status_of(struct wire *wire) {
  wire_read(wire, &reply, false);
  wire_close(wire);
  return reply.status;
}

/* Two may wait for each client; the proxy's clients are told apart, those of a stranger are not. */
TEST(shares_are_those_of_the_clients_behind_a_proxy) {
  toy.options.workers = 1;
  toy.options.queue = 10;
  toy.options.queue_share = 20;
  toy.options.proxies = "127.0.0.1";
  assert_true(toy_start(-1));
  struct wire wires[10], wire;
  int n = 0;
  wires[n++] = post_for("127.0.0.1", "1.1.1.1", "/wait");
  toy_await_waiting(1);
  wires[n++] = post_for("127.0.0.1", "8.8.8.8", "/wait"); /* on the threads for clients that have none */
  wires[n++] = post_for("127.0.0.1", "9.9.9.9", "/wait");
  toy_await_waiting(3);
  static const char *const clients[] = {"1.1.1.1", "2.2.2.2", "2001:db8::1"};
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 2; k++) wires[n++] = post_for("127.0.0.1", clients[i], "/wait");
    char line[64];
    snprintf(line, sizeof line, "\nddz_queue_depth %d\n", 2 * (i + 1));
    reply.body[0] = '\0';
    for (int tries = 0; tries < 2000 && !strstr(reply.body, line); tries++)
      wire_once(toy.port, "GET", "/metrics", "", &reply);
    wire = post_for("127.0.0.1", clients[i], "/wait");
    assert_int_equal(status_of(&wire), 429);
  }
  toy_open_gate();
  for (int i = 0; i < n; i++)
    if (status_of(&wires[i]) != 200) fail_msg("%d: %d %s", i, reply.status, reply.body);
}

TEST(a_proxy_may_hold_any_number_of_connections) {
  toy.options.per_address = 2;
  toy.options.proxies = "127.0.0.0/31";
  assert_true(toy_start(-1));
  struct wire wires[6];
  for (int i = 0; i < 6; i++) {
    wires[i] = wire_open_from(toy.port, i < 3 ? "127.0.0.1" : "127.0.0.2");
    wire_post(&wires[i], "/echo", "x", &reply);
    assert_int_equal(reply.status, i < 5 ? 200 : 429);
  }
  for (int i = 0; i < 6; i++) wire_close(&wires[i]);
}

TEST(the_log_names_the_client_behind_a_proxy) {
  static const struct {
    const char *from, *client, *logged;
  } lines[] = {{"127.0.0.1", "1.2.3.4", "\"client\":\"1.2.3.4\""},
               {"127.0.0.1", "1.2.3.4, 127.0.0.1", "\"client\":\"1.2.3.4\""},
               {"127.0.0.1", "1.2.3.4\r\nX-Forwarded-For: 127.0.0.1", "\"client\":\"1.2.3.4\""},
               {"127.0.0.1", "2001:db8::7", "\"client\":\"2001:db8::7\""},
               {"127.0.0.1", "nonsense", "\"client\":\"127.0.0.1\""},
               {"127.0.0.2", "1.2.3.4", "\"client\":\"127.0.0.2\""}};
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    FILE *file = tmpfile();
    char text[4096];
    toy_init();
    toy.options.log_level = LOG_INFO;
    toy.options.proxies = "127.0.0.1";
    assert_true(toy_start(fileno(file)));
    struct wire wire = post_for(lines[i].from, lines[i].client, "/echo");
    assert_int_equal(status_of(&wire), 200);
    toy_stop();
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    if (!strstr(text, lines[i].logged)) fail_msg("no %s in %s", lines[i].logged, text);
  }
}

int main(void) {
  test_each(toy_begin, toy_end);
  return test_run(NULL, NULL);
}
