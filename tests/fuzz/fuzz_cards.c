/* Any bytes as card text, as card numbers, and what is read from them as plays.
 *
 * The first byte chooses the question, the rest is its input. Broken promises abort. */
#include <stdlib.h>
#include <string.h>

#include "core/base/card.h"
#include "core/rules/pattern.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool kept) {
  if (!kept) abort();
}

/* What can be read can be written, and read again as the same. */
static bool read_hand(const char *text, size_t length, ddz_hand *hand) {
  ddz_hand again;
  size_t at = (size_t)-1;
  char written[DDZ_TEXT_MAX];
  if (ddz_text_read(text, length, hand, &at) != DDZ_OK) {
    demand(at <= length);
    return false;
  }
  demand(ddz_hand_contains(DDZ_HAND_DECK55, *hand));
  size_t n = ddz_text_write(*hand, written);
  demand(n == (size_t)ddz_hand_size(*hand) && written[n] == 0);
  demand(ddz_text_read(written, n, &again, &at) == DDZ_OK && again == *hand);
  return true;
}

static void read_text(const char *text, size_t length) {
  ddz_hand hand;
  (void)read_hand(text, length, &hand);
}

/* Eight bytes a number, in every notation that has numbers. */
static void read_numbers(const char *bytes, size_t length) {
  for (; length >= 8; bytes += 8, length -= 8) {
    long long number;
    int card;
    memcpy(&number, bytes, sizeof number);
    if (number & 1 << 7) number &= 63; /* most of 64 bits are far away from any card */
    for (int n = DDZ_NOTATION_CRONLY; n < DDZ_NOTATIONS; n++) {
      enum ddz_notation notation = (enum ddz_notation)n;
      if (ddz_number_read(notation, number, &card) != DDZ_OK) continue;
      demand(card >= 0 && card < (ddz_notation_is_physical(notation) ? 55 : DDZ_RANKS));
      demand(ddz_number_write(notation, card) == number);
    }
  }
}

/* Every reading under every rule set is made of these cards and answers to itself by its rules. */
static void read_plays(const char *text, size_t length) {
  ddz_hand hand;
  if (length < 1 || !read_hand(text + 1, length - 1, &hand)) return;
  if (hand == 0 || ddz_hand_size(hand) > DDZ_HAND_MAX) return;
  for (size_t i = 0; i < ddz_rules_presets(); i++) {
    struct ddz_rules rules = ddz_rules_preset_at(i);
    struct ddz_play readings[DDZ_READINGS_MAX];
    ddz_ranks wild = (ddz_ranks)(1u << (unsigned char)text[0] % 13 | 1u << (unsigned char)text[0] / 13 % 13);
    if (rules.wildcard == DDZ_WILDCARD_RANKS) demand(ddz_rules_set_wild(&rules, wild) == DDZ_OK);
    if (!ddz_hand_contains(ddz_rules_deck(&rules), hand)) continue;
    int found = ddz_readings(&rules, hand, readings);
    demand(found >= 0 && found <= DDZ_READINGS_MAX);
    for (int r = 0; r < found; r++) {
      demand(readings[r].cards == hand && readings[r].size == ddz_hand_size(hand));
      demand(ddz_hand_size(ddz_play_as(&rules, &readings[r])) == readings[r].size);
      demand(!ddz_beats(&rules, &readings[r], &readings[r]));
    }
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static void (*const questions[])(const char *, size_t) = {read_text, read_numbers, read_plays};
  if (size == 0) return 0;
  questions[data[0] % 3]((const char *)data + 1, size - 1);
  return 0;
}
