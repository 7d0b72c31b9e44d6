#include "rules.h"

#include <string.h>

#define ON(name) DDZ_SWITCH_##name
static const struct ddz_rules presets[] = {
#define PRESET(name_, chinese_, switches_, wildcard_, deck_, kitty_, calling_, spring_)                      \
  {.name = name_,                                                                                            \
   .chinese = chinese_,                                                                                      \
   .switches = switches_,                                                                                    \
   .wildcard = DDZ_WILDCARD_##wildcard_,                                                                     \
   .wild = DDZ_WILDCARD_##wildcard_ == DDZ_WILDCARD_FLOWER ? 1u << DDZ_RANK_F : 0,                           \
   .deck = deck_,                                                                                            \
   .kitty = kitty_,                                                                                          \
   .calling = DDZ_CALLING_##calling_,                                                                        \
   .spring = spring_},
#include "rules.def"
#undef PRESET
};
#undef ON

const struct ddz_switch_row ddz_switch_rows[DDZ_SWITCHES] = {
#define SWITCH(bit_, name_, text_, example_) {DDZ_SWITCH_##bit_, name_, text_, example_},
#include "rules.def"
#undef SWITCH
};

const struct ddz_calling_row ddz_calling_rows[DDZ_CALLINGS] = {
#define CALLING(id_, name_, text_) {name_, text_},
#include "rules.def"
#undef CALLING
};

size_t ddz_rules_presets(const struct ddz_rules **out) {
  *out = presets;
  return sizeof presets / sizeof *presets;
}

enum ddz_error ddz_rules_preset(const char *name, struct ddz_rules *rules) {
  for (size_t i = 0; i < sizeof presets / sizeof *presets; i++)
    if (strcmp(presets[i].name, name) == 0) {
      *rules = presets[i];
      return DDZ_OK;
    }
  return DDZ_ERR_UNKNOWN_PRESET;
}

enum ddz_error ddz_rules_set_wild(struct ddz_rules *rules, ddz_ranks wild) {
  const ddz_ranks allowed = DDZ_CHAIN_RANKS | 1u << DDZ_RANK_2;
  int n = __builtin_popcount(wild);
  if (rules->wildcard != DDZ_WILDCARD_RANKS || (wild & ~allowed) != 0 || n < 1 || n > 2)
    return DDZ_ERR_BAD_WILD;
  rules->wild = wild;
  return DDZ_OK;
}

ddz_hand ddz_rules_deck(const struct ddz_rules *rules) {
  return rules->deck == 55 ? DDZ_HAND_DECK55 : DDZ_HAND_DECK54;
}
