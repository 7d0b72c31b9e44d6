/* A damaged net: refused, or harmless.
 *
 * First byte odd: the rest is the whole file. Even: a good small net is damaged, eight bytes for each place:
 * where (4, little-endian), what is written (4); a place with its highest bit set counts from the header's
 * end, and if the first byte has bit 1, the checksum is made to fit again. What is let in is played with:
 * every kernel must give the same finite values, and hands can be drawn by them. Broken promises abort. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/net/belief.h"
#include "core/net/net.h"
#include "tests/support/toy_net.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUTS = 40, FEATURES = 7, ON = 30 };

static void demand(bool kept) {
  if (!kept) abort();
}

static struct toy_net *good(void) {
  static struct toy_net toy;
  static const struct ddz_net_shape shape = {INPUTS, 64, {16, 16}, FEATURES};
  if (toy.image == NULL) toy = toy_net_new(&shape, 1, ON);
  return &toy;
}

/* Read as nets of belief.h are: whatever is said, hands are drawn. */
static void believe(const struct ddz_net *net, enum ddz_role role, const struct ddz_net_sum *sum) {
  const ddz_hand pool = 0x1113333333333333u; /* 42 cards */
  float inner[DDZ_NET_HIDDEN_MAX] = {0};
  struct ddz_belief belief;
  struct ddz_rng rng;
  ddz_rng_seed(&rng, 1);
  ddz_net_inner_of(net, role, sum, inner);
  for (int i = 0; i < DDZ_NET_HIDDEN_MAX; i++) demand(isfinite(inner[i]));
  ddz_belief_set(&belief, inner, pool, 17);
  const ddz_hand next = ddz_belief_draw(&belief, &rng);
  demand(ddz_hand_contains(pool, next) && ddz_hand_size(next) == 17);
}

/* Some inputs of an image that was let in; any are allowed. */
static void play(struct ddz_net *net) {
  uint16_t inputs[ON];
  const uint32_t F = net->shape.inputs;
  const size_t n = F < ON ? F : ON;
  for (size_t i = 0; i < n; i++) inputs[i] = (uint16_t)(i * F / n);
  for (int role = 0; role < DDZ_ROLES; role++) {
    struct ddz_net_value first, value;
    for (size_t k = 0; ddz_net_kernel_at(k) != NULL; k++) {
      struct ddz_net_sum sum;
      const struct ddz_net_change change = {
          .add = inputs + n / 2, .adds = n - n / 2, .drop = inputs, .drops = 1};
      net->kernel = ddz_net_kernel_at(k);
      ddz_net_begin(net, (enum ddz_role)role, inputs, n / 2, &sum);
      if (n > 1) ddz_net_extend(net, (enum ddz_role)role, &sum, &change, &sum);
      ddz_net_values_of(net, (enum ddz_role)role, &sum, 1, &value);
      believe(net, (enum ddz_role)role, &sum);
      demand(isfinite(value.win) && isfinite(value.points));
      if (k == 0) first = value;
      demand(memcmp(&first, &value, sizeof value) == 0);
      double p = ddz_net_probability(net, (enum ddz_role)role, DDZ_NET_USUAL, 0, value.win);
      demand(p >= 0 && p <= 1);
    }
  }
}

static void damage(const uint8_t *data, size_t size, char *image, size_t bytes) {
  for (; size >= 8; data += 8, size -= 8) {
    uint32_t at, what;
    memcpy(&at, data, 4);
    memcpy(&what, data + 4, 4);
    at = at >> 31 != 0 ? DDZ_NET_HEADER + (at & 0x7FFFFFFF) : at % DDZ_NET_HEADER;
    at %= (uint32_t)bytes - 3;
    memcpy(image + at, &what, 4);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  const bool whole = data[0] & 1, sealed = data[0] & 2;
  const size_t bytes = whole ? size - 1 : good()->size;
  char *image = aligned_alloc(DDZ_NET_ALIGN, (bytes + DDZ_NET_ALIGN) / DDZ_NET_ALIGN * DDZ_NET_ALIGN);
  demand(image != NULL);
  memcpy(image, whole ? (const char *)data + 1 : good()->image, bytes);
  if (!whole) damage(data + 1, size - 1, image, bytes);
  struct ddz_net_header *header = (struct ddz_net_header *)(void *)image;
  const bool changed = whole || memcmp(image, good()->image, bytes) != 0;
  if (sealed && bytes >= DDZ_NET_HEADER) header->checksum = ddz_net_checksum(image, bytes);
  struct ddz_net net;
  const enum ddz_net_error error = ddz_net_open(&net, image, bytes, INPUTS, FEATURES);
  demand(sealed || whole || changed == (error != DDZ_NET_OK)); /* the checksum notices everything */
  demand(strlen(ddz_net_error_text(error)) > 0);
  if (error == DDZ_NET_OK) play(&net);
  free(image);
  return 0;
}
