#include "rule_cases.h"

#include "now.h"

#include <stdlib.h>

const struct rule_variant rule_variants[RULE_VARIANTS] = {
    {"standard", "standard", 0},
    {"douzero", "douzero", 0},
    {"huanle", "huanle", 0},
    {"botzone", "botzone", 0},
    {"yuncheng", "yuncheng", 0},
    {"laizi, wild 7", "laizi", 1u << 4},
    {"laizi, wild 2", "laizi", 1u << DDZ_RANK_2},
    {"laizi, wild 78", "laizi", 1u << 4 | 1u << 5},
    {"laizi, wild 72", "laizi", 1u << 4 | 1u << DDZ_RANK_2},
};

struct ddz_rules rule_case(const struct rule_variant *variant) {
  struct ddz_rules rules;
  if (ddz_rules_preset(variant->preset, &rules) != DDZ_OK) abort();
  test_now(NOW_RULES, "%s", variant->name);
  if (variant->wild != 0 && ddz_rules_set_wild(&rules, variant->wild) != DDZ_OK) abort();
  return rules;
}

struct ddz_rules rule_case_any(struct ddz_rng *rng, unsigned i) {
  struct ddz_rules rules = ddz_rules_preset_at(i % ddz_rules_presets());
  test_now(NOW_RULES, "%s, and what is drawn", rules.name);
  if (rules.wildcard == DDZ_WILDCARD_RANKS) {
    ddz_ranks wild = (ddz_ranks)(1u << ddz_rng_below(rng, 13));
    wild |= (ddz_ranks)(1u << ddz_rng_below(rng, 13)); /* the same rank now and then: one wild rank */
    if (ddz_rng_below(rng, 2) == 0) wild &= (ddz_ranks)-wild;
    if (ddz_rules_set_wild(&rules, wild) != DDZ_OK) abort();
  }
  ddz_rules_set_bomb_order(&rules, (enum ddz_bomb_order)ddz_rng_below(rng, DDZ_BOMB_ORDERS));
  return rules;
}

void rule_case_stake(struct ddz_rng *rng, struct ddz_rules *rules) {
  if (ddz_rng_below(rng, 2) == 0) return;
  for (int raise = 0; raise < DDZ_RAISES; raise++)
    ddz_rules_set_factor(rules, (enum ddz_raise)raise, 1 + (int)ddz_rng_below(rng, 4));
  rules->must_call = (uint8_t)ddz_rng_below(rng, 1u << DDZ_MUSTS);
  rules->nobody_calls = (enum ddz_nobody)ddz_rng_below(rng, DDZ_NOBODIES);
  rules->no_rob_back = ddz_rng_below(rng, 2);
  rules->kitty_open = ddz_rng_below(rng, 2);
  rules->kick_own = ddz_rng_below(rng, 2);
}

struct ddz_rules rule_case_own(struct ddz_rng *rng, unsigned i) {
  struct ddz_rules rules = rule_case_any(rng, i);
  ddz_rules_set_switches(&rules, ddz_rng_below(rng, 1u << DDZ_SWITCHES));
  for (int n = ddz_rng_below(rng, 3) == 0 ? 2 : 0; n > 0; n--)
    ddz_rules_forbid(&rules, 1u << (DDZ_SOLO + (int)ddz_rng_below(rng, DDZ_KINDS - DDZ_SOLO)));
  rule_case_stake(rng, &rules);
  return rules;
}

/* Draw `n` cards out of `pile`; all of them when it has fewer. */
static ddz_hand draw(struct ddz_rng *rng, ddz_hand pile, int n) {
  ddz_hand hand = 0;
  for (int left = ddz_hand_size(pile); n > 0 && left > 0; n--, left--) {
    int card = (int)ddz_rng_below(rng, (uint32_t)left), rank = 0;
    for (; card >= ddz_hand_count(pile, rank); rank++) card -= ddz_hand_count(pile, rank);
    hand += ddz_hand_of(rank, 1);
    pile -= ddz_hand_of(rank, 1);
  }
  return hand;
}

ddz_hand rule_case_hand(struct ddz_rng *rng, const struct ddz_rules *rules, int naturals, int wilds) {
  ddz_hand deck = ddz_rules_deck(rules), pile = ddz_rules_naturals(rules, deck);
  if (ddz_rng_below(rng, 2) == 0) {
    int width = naturals / 3 + 2, low = (int)ddz_rng_below(rng, 12);
    ddz_ranks near = (ddz_ranks)(((1u << width) - 1) << low | 3u << DDZ_RANK_B);
    if (ddz_hand_size(ddz_hand_only(pile, near)) >= naturals) pile = ddz_hand_only(pile, near);
  }
  return draw(rng, pile, naturals) + draw(rng, ddz_rules_wilds(rules, deck), wilds);
}

ddz_hand rule_case_run(struct ddz_rng *rng, const struct ddz_rules *rules) {
  const ddz_hand deck = ddz_rules_deck(rules), naturals = ddz_rules_naturals(rules, deck);
  const int wilds = (int)ddz_rng_below(rng, 3), most = 12 + (int)ddz_rng_below(rng, 3);
  const int length = 2 + (int)ddz_rng_below(rng, 3), low = (int)ddz_rng_below(rng, 12 - (uint32_t)length);
  ddz_hand hand = draw(rng, ddz_rules_wilds(rules, deck), wilds);
  for (int rank = low; rank < low + length; rank++) {
    const int copies = ddz_rng_below(rng, 4) == 0 ? 4 : 3;
    if (ddz_hand_count(naturals, rank) >= copies) hand += ddz_hand_of(rank, copies);
  }
  if (ddz_rng_below(rng, 3) == 0) hand |= DDZ_HAND_ROCKET;
  for (int tries = 0; tries < 40 && ddz_hand_size(hand) < most; tries++) {
    const int rank = ddz_rng_below(rng, 2) == 0 ? (low + length) % 13 : (int)ddz_rng_below(rng, 13);
    const int copies = 1 + (int)ddz_rng_below(rng, 4);
    if ((hand & ddz_hand_of(rank, 15)) != 0 || ddz_hand_count(naturals, rank) < copies) continue;
    if (ddz_hand_size(hand) + copies <= most) hand += ddz_hand_of(rank, copies);
  }
  return hand;
}

ddz_hand rule_case_part(struct ddz_rng *rng, ddz_hand hand) {
  ddz_hand part = 0;
  for (int r = 0; r < DDZ_RANKS; r++)
    part += ddz_hand_of(r, (int)ddz_rng_below(rng, (uint32_t)ddz_hand_count(hand, r) + 1));
  return part;
}
