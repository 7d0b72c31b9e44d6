#include "service/http/peers.h"

#include "service/ops/file.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void map_v4(struct in6_addr *key, const void *four) {
  memset(key, 0, sizeof *key);
  key->s6_addr[10] = key->s6_addr[11] = 0xff;
  memcpy(&key->s6_addr[12], four, 4);
}

struct in6_addr peer_of(const struct sockaddr *address) {
  struct in6_addr key;
  memset(&key, 0, sizeof key);
  if (address->sa_family == AF_INET6)
    key = ((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
  else if (address->sa_family == AF_INET)
    map_v4(&key, &((const struct sockaddr_in *)(const void *)address)->sin_addr);
  return key;
}

bool peer_read(const char *text, size_t length, struct in6_addr *key) {
  char copy[INET6_ADDRSTRLEN + 8];
  struct in_addr four;
  bool bracketed = length && text[0] == '[';
  const char *end = bracketed ? memchr(text, ']', length) : NULL;
  if (bracketed && !end) return false;
  if (bracketed) text++, length = (size_t)(end - text);
  if (length == 0 || length >= sizeof copy) return false;
  memcpy(copy, text, length);
  copy[length] = '\0';
  if (inet_pton(AF_INET6, copy, key) == 1) return true;
  if (bracketed) return false;
  copy[strcspn(copy, ":")] = '\0'; /* a port */
  if (inet_pton(AF_INET, copy, &four) != 1) return false;
  map_v4(key, &four);
  return true;
}

bool peer_is_loopback(const struct in6_addr *key) {
  return IN6_IS_ADDR_LOOPBACK(key) || (IN6_IS_ADDR_V4MAPPED(key) && key->s6_addr[12] == 127);
}

void peer_write(const struct in6_addr *key, char text[INET6_ADDRSTRLEN]) {
  bool four = IN6_IS_ADDR_V4MAPPED(key);
  inet_ntop(four ? AF_INET : AF_INET6, four ? (const void *)&key->s6_addr[12] : key, text, INET6_ADDRSTRLEN);
}

struct in6_addr peer_network(const struct in6_addr *key) {
  struct in6_addr network = *key;
  if (!IN6_IS_ADDR_V4MAPPED(key)) memset(&network.s6_addr[8], 0, 8);
  return network;
}

/* --- networks --- */

static bool read_net(struct peers *peers, const char *text, size_t length) {
  const char *slash = memchr(text, '/', length);
  size_t name = slash ? (size_t)(slash - text) : length;
  struct in6_addr key;
  if (peers->count == PEERS_MAX || !peer_read(text, name, &key)) return false;
  unsigned base = IN6_IS_ADDR_V4MAPPED(&key) ? 96 : 0, bits = 128 - base;
  long said = bits;
  if (slash && !file_number(slash + 1, length - name - 1, 0, bits, &said)) return false;
  peers->net[peers->count].address = key;
  peers->net[peers->count++].bits = base + (unsigned)said;
  return true;
}

bool peers_read(struct peers *peers, const char *list) {
  peers->count = 0;
  while (*list) {
    size_t length = strcspn(list, ",");
    if (!read_net(peers, list, length)) return false;
    list += length + (list[length] == ',');
  }
  return true;
}

static bool same_bits(const struct in6_addr *a, const struct in6_addr *b, unsigned bits) {
  unsigned whole = bits / 8, rest = bits % 8;
  unsigned mask = 0xff00u >> rest & 0xffu;
  return memcmp(a->s6_addr, b->s6_addr, whole) == 0 &&
         (rest == 0 || ((a->s6_addr[whole] ^ b->s6_addr[whole]) & mask) == 0);
}

bool peers_have(const struct peers *peers, const struct in6_addr *key) {
  for (size_t i = 0; i < peers->count; i++)
    if (same_bits(&peers->net[i].address, key, peers->net[i].bits)) return true;
  return false;
}

enum peer_step peer_forwarded(const char *value, size_t length, const struct peers *ours,
                              struct in6_addr *key) {
  for (;;) {
    while (length && isblank((unsigned char)value[length - 1])) length--;
    size_t from = length;
    while (from && value[from - 1] != ',') from--;
    size_t word = from;
    while (word < length && isblank((unsigned char)value[word])) word++;
    struct in6_addr found;
    if (!peer_read(value + word, length - word, &found)) return PEER_UNKNOWN;
    *key = found;
    if (!peers_have(ours, key)) return PEER_CLIENT;
    if (from == 0) return PEER_OURS;
    length = from - 1;
  }
}
