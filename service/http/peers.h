/* peers.h - who is on the other side: addresses as keys, and which of them are our proxies.
 *
 * IPv4 addresses are kept as IPv6 ones (::ffff:a.b.c.d), so that there is one kind of key. */
#pragma once

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

#define PEERS_MAX 32u

/* The key of an IPv4 or IPv6 address; all zero for other families. */
struct in6_addr peer_of(const struct sockaddr *address);

/* `a.b.c.d`, `a.b.c.d:port`, `v6` or `[v6]:port`. */
bool peer_read(const char *text, size_t length, struct in6_addr *key);

bool peer_is_loopback(const struct in6_addr *key);

/* Numeric, as people write it. */
void peer_write(const struct in6_addr *key, char text[INET6_ADDRSTRLEN]);

/* The client as the limits see it: an IPv6 network of 64 bits, for that is what one subscriber has at least;
 * an IPv4 address. */
struct in6_addr peer_network(const struct in6_addr *key);

/* Networks. */
struct peers {
  struct {
    struct in6_addr address;
    unsigned bits; /* that count, 0..128 */
  } net[PEERS_MAX];
  size_t count;
};

/* Addresses and networks (`10.0.0.0/8`), separated by commas; "" is none. */
bool peers_read(struct peers *peers, const char *list);
bool peers_have(const struct peers *peers, const struct in6_addr *key);

/* One value of X-Forwarded-For, read from its end: each proxy adds whom it was asked by. `key` becomes the
 * first address that is not in `ours`.
 *
 * PEER_OURS     there is none, all are ours: `key` is the first of the value, and what stood before goes on
 * PEER_UNKNOWN  before one is found, there is something that is no address; `key` is unchanged or one of ours
 */
enum peer_step { PEER_CLIENT, PEER_OURS, PEER_UNKNOWN };
enum peer_step peer_forwarded(const char *value, size_t length, const struct peers *ours,
                              struct in6_addr *key);
