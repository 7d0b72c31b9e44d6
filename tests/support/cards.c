#include "cards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/card.h"
#include "now.h"

static void wrong(const char *what, const char *text) {
  fprintf(stderr, "tests/support/cards: wrong %s '%s'\n", what, text);
  abort();
}

ddz_hand cards_hand(const char *letters) {
  ddz_hand hand = 0;
  size_t at = 0;
  test_now(NOW_CARDS, "%s", letters);
  if (ddz_text_read(letters, strlen(letters), &hand, &at) != DDZ_OK) wrong("cards", letters);
  return hand;
}

const char *cards_text(ddz_hand hand) {
  enum { BUFFERS = 8 };
  static char text[BUFFERS][DDZ_TEXT_MAX];
  static unsigned next;
  char *out = text[next++ % BUFFERS];
  ddz_text_write(hand, out);
  return out;
}

struct ddz_rules cards_rules(const char *name) {
  char preset[32];
  struct ddz_rules rules;
  size_t length = strcspn(name, " ");
  test_now(NOW_RULES, "%s", name);
  snprintf(preset, sizeof preset, "%.*s", (int)length, name);
  if (ddz_rules_preset(preset, &rules) != DDZ_OK) wrong("preset", name);
  ddz_ranks wild = name[length] == 0 ? 0 : ddz_hand_at_least(cards_hand(name + length), 1);
  if (wild != 0 && ddz_rules_set_wild(&rules, wild) != DDZ_OK) wrong("wild ranks", name);
  return rules;
}

struct ddz_play cards_play(const struct ddz_rules *rules, const char *letters) {
  struct ddz_play play = {0};
  ddz_hand cards = cards_hand(letters);
  if (cards != 0 && ddz_classify(rules, cards, &play) != DDZ_OK) wrong("play", letters);
  return play;
}

ddz_hand cards_draw(struct ddz_rng *rng, ddz_hand *deck, int size) {
  ddz_hand hand = 0;
  while (size-- > 0) {
    int rank = 0, nth = (int)ddz_rng_below(rng, (uint32_t)ddz_hand_size(*deck));
    while (nth >= ddz_hand_count(*deck, rank)) nth -= ddz_hand_count(*deck, rank++);
    hand += ddz_hand_of(rank, 1);
    *deck -= ddz_hand_of(rank, 1);
  }
  return hand;
}
