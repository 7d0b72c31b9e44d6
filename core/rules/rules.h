/* rules.h - a rule set is data.
 *
 * Platforms disagree about kickers, wildcards and bombs. Nothing here decides anything: pattern.c and
 * movegen.c read these switches. A rule set is a preset row of rules.def, perhaps narrowed by forbidden
 * patterns and completed by wild ranks; callers build it once per request. Pure data, copy it freely. */
#ifndef DDZ_CORE_RULES_H
#define DDZ_CORE_RULES_H

#include <stddef.h>

#include "core/base/error.h"
#include "core/base/hand.h"

enum ddz_switch_index {
#define SWITCH(name, ...) DDZ_SWITCH_INDEX_##name,
#include "rules.def"
#undef SWITCH
  DDZ_SWITCHES
};

enum ddz_switch {
#define SWITCH(name, ...) DDZ_SWITCH_##name = 1 << DDZ_SWITCH_INDEX_##name,
#include "rules.def"
#undef SWITCH
};

enum ddz_calling {
#define CALLING(name, ...) DDZ_CALLING_##name,
#include "rules.def"
#undef CALLING
  DDZ_CALLINGS
};

enum ddz_wildcard {
  DDZ_WILDCARD_NONE,
  DDZ_WILDCARD_FLOWER, /* one card F: stands for 3..A, never alone, never a wing or kicker */
  DDZ_WILDCARD_RANKS   /* all cards of one or two ranks: stand for 3..2; a set of wildcards only stands for
                          nothing but the ranks among it */
};

enum ddz_bomb_order {
  DDZ_BOMB_ROCKET_TOP, /* the rocket beats every bomb */
  DDZ_BOMB_LONG_TOP    /* bombs of five and more beat the rocket */
};

struct ddz_rules {
  const char *name;    /* of the preset, static text */
  const char *chinese; /* likewise */
  uint32_t switches;   /* set of enum ddz_switch */
  uint32_t forbidden;  /* bit per enum ddz_kind (pattern.h): may not be played */
  enum ddz_wildcard wildcard;
  ddz_ranks wild; /* the wild ranks: {F} for the flower, one or two of 3..2 for ranks, else empty */
  enum ddz_bomb_order bomb_order;
  int deck;  /* cards: 54 or 55 */
  int kitty; /* cards: 3 or 4 */
  enum ddz_calling calling;
  bool spring; /* spring and anti-spring double */
};

/* The presets, in the order of rules.def; index 0 is the default, `standard`. */
size_t ddz_rules_presets(const struct ddz_rules **out);

/* Copy of a preset by name. A preset with wild ranks starts with none: set them before play.
 * Error: UNKNOWN_PRESET. */
enum ddz_error ddz_rules_preset(const char *name, struct ddz_rules *rules);

/* Name the wild ranks of a WILDCARD_RANKS preset: one or two of 3..2. Error: BAD_WILD (also for other
 * presets). */
enum ddz_error ddz_rules_set_wild(struct ddz_rules *rules, ddz_ranks wild);

/* Deck of these rules as counts (54 or 55 cards). */
ddz_hand ddz_rules_deck(const struct ddz_rules *rules);

/* The wildcards of a hand under these rules, and the other cards. */
static inline ddz_hand ddz_rules_wilds(const struct ddz_rules *rules, ddz_hand hand) {
  return ddz_hand_only(hand, rules->wild);
}
static inline ddz_hand ddz_rules_naturals(const struct ddz_rules *rules, ddz_hand hand) {
  return hand & ~ddz_hand_spread(rules->wild, 15);
}

static inline bool ddz_rules_has(const struct ddz_rules *rules, enum ddz_switch which) {
  return (rules->switches & which) != 0;
}

/* Rows for `GET /rules`. */
struct ddz_switch_row {
  enum ddz_switch bit;
  const char *name, *text, *example;
};
extern const struct ddz_switch_row ddz_switch_rows[DDZ_SWITCHES];
extern const struct ddz_calling_row { const char *name, *text; } ddz_calling_rows[DDZ_CALLINGS];

#endif
