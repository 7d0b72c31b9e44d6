#include "rules.h"

#include <string.h>

/* ---- kinds and their names ---- */

#define DDZ_SWITCH_ALWAYS 0
#define DDZ_SWITCH_NEVER 0
#define DDZ_SWITCH_FOUR_PAIR_TWICE (DDZ_SWITCH_FOUR_PAIR | DDZ_SWITCH_KICKER_FOUR_PAIRS)

const struct ddz_pattern_row ddz_pattern_rows[DDZ_KINDS] = {
    {.name = "pass", .chinese = "不要"},
#define PATTERN(kind, name, chinese, class, body, min, max, kicker, kickers, needs, repeat, rocket, fourth)  \
  {name,                                                                                                     \
   chinese,                                                                                                  \
   body,                                                                                                     \
   min,                                                                                                      \
   max,                                                                                                      \
   kicker,                                                                                                   \
   kickers,                                                                                                  \
   DDZ_SWITCH_##needs,                                                                                       \
   DDZ_SWITCH_##repeat,                                                                                      \
   DDZ_SWITCH_##rocket,                                                                                      \
   DDZ_SWITCH_##fourth},
#include "pattern.def"
};

enum ddz_kind ddz_kind_of(const char *name) {
  int kind = DDZ_PASS + 1;
  while (kind < DDZ_KINDS && strcmp(ddz_pattern_rows[kind].name, name) != 0) kind++;
  return (enum ddz_kind)kind;
}

const struct ddz_alias ddz_aliases[] = {
#define IS(kind) (1u << DDZ_##kind)
#define ALIAS(name, kinds) {name, kinds},
#include "pattern.def"
#undef IS
    {NULL, 0}};

uint32_t ddz_kinds_named(const char *name) {
  for (int kind = DDZ_PASS + 1; kind < DDZ_KINDS; kind++)
    if (strcmp(ddz_pattern_rows[kind].name, name) == 0 || strcmp(ddz_pattern_rows[kind].chinese, name) == 0)
      return 1u << kind;
  const struct ddz_alias *alias = ddz_aliases;
  while (alias->name != NULL && strcmp(alias->name, name) != 0) alias++;
  return alias->kinds;
}

/* ---- what was declared ---- */

const struct ddz_switch_row ddz_switch_rows[DDZ_SWITCHES] = {
#define SWITCH(bit_, name_, text_, chinese_, example_, needs_)                                               \
  {DDZ_SWITCH_##bit_, name_, text_, chinese_, example_, needs_},
#include "rules.def"
};

enum { USUAL_FACTOR = 2, USUAL_LOOSE = 8 };

/* What a row does not say is the usual; ddz_rules_preset_at adds that and compiles. */
#define ON(name) DDZ_SWITCH_##name
static const struct ddz_rules presets[] = {
#define PRESET(name_, chinese_, switches_, wildcard_, early_, late_, deck_, kitty_, calling_, spring_,       \
               dealing_, cap_)                                                                               \
  {.name = name_,                                                                                            \
   .chinese = chinese_,                                                                                      \
   .switches = switches_,                                                                                    \
   .wildcard = DDZ_WILDCARD_##wildcard_,                                                                     \
   .early = early_,                                                                                          \
   .late = late_,                                                                                            \
   .deck = deck_,                                                                                            \
   .kitty = kitty_,                                                                                          \
   .calling = DDZ_CALLING_##calling_,                                                                        \
   .factor = {[DDZ_RAISE_SPRING] = spring_},                                                                 \
   .dealing = DDZ_DEALING_##dealing_,                                                                        \
   .loose = USUAL_LOOSE,                                                                                     \
   .cap = cap_},
#include "rules.def"
};
#undef ON

#define WORD(id_, name_, text_, chinese_) {name_, text_, chinese_},
#define CALLING WORD
const struct ddz_words ddz_calling_rows[DDZ_CALLINGS] = {
#include "rules.def"
};
#define DEALING WORD
const struct ddz_words ddz_dealing_rows[DDZ_DEALINGS] = {
#include "rules.def"
};
#define ORDER WORD
const struct ddz_words ddz_order_rows[DDZ_BOMB_ORDERS] = {
#include "rules.def"
};
#define RAISE WORD
const struct ddz_words ddz_raise_rows[DDZ_RAISES] = {
#include "rules.def"
};
#define MUST WORD
const struct ddz_words ddz_must_rows[DDZ_MUSTS] = {
#include "rules.def"
};
#define NOBODY WORD
const struct ddz_words ddz_nobody_rows[DDZ_NOBODIES] = {
#include "rules.def"
};
#undef WORD

enum ddz_dealing ddz_dealing_of(const char *name) {
  int i = 0;
  while (i < DDZ_DEALINGS && strcmp(ddz_dealing_rows[i].name, name) != 0) i++;
  return (enum ddz_dealing)i;
}

/* ---- what it means ---- */

enum { SAME_ONE = 1, SAME_PAIR = 2, SAME_TWICE = 2, SAME_TRIO = 3, SAME_FOUR = 4 };
enum { BOMB = 4, LONGEST_BOMB = 12 };

static struct ddz_rules_row row_of(const struct ddz_pattern_row *pattern, uint32_t switches) {
  struct ddz_rules_row row = {.body = pattern->body,
                              .min = pattern->min,
                              .max = pattern->max,
                              .kicker = pattern->kicker,
                              .kickers = pattern->kickers,
                              .same = SAME_ONE,
                              .rocket = (switches & pattern->rocket) != 0,
                              .fourth = (switches & pattern->fourth) != 0};
  const bool four = (switches & DDZ_SWITCH_KICKER_FOUR) != 0 && row.kickers * row.max >= SAME_FOUR;
  if (pattern->repeat != 0 && (pattern->repeat & ~switches) == 0)
    row.same = row.kicker == 2 ? SAME_TWICE : four ? SAME_FOUR : SAME_TRIO;
  row.beside = row.same;
  /* a trio right beside a chain of trios would extend it */
  if (row.body == SAME_TRIO && row.same > SAME_PAIR && (switches & DDZ_SWITCH_KICKER_TRIO_NEXT) == 0)
    row.beside = SAME_PAIR;
  return row;
}

static void list_sizes(struct ddz_rules *rules, int kind) {
  const struct ddz_rules_row *row = &rules->row[kind];
  const int each = ddz_rules_row_cards(row);
  for (int length = row->min; length <= row->max && length * each <= DDZ_HAND_MAX; length++)
    rules->kinds_of_size[length * each] |= 1u << kind;
}

static void compile_rows(struct ddz_rules *rules) {
  rules->kinds = 0;
  memset(rules->kinds_of_size, 0, sizeof rules->kinds_of_size);
  for (int kind = DDZ_PASS + 1; kind < DDZ_KINDS; kind++) {
    const struct ddz_pattern_row *pattern = &ddz_pattern_rows[kind];
    rules->row[kind] = row_of(pattern, rules->switches);
    if ((rules->forbidden >> kind & 1) != 0 || (pattern->needs & ~rules->switches) != 0) continue;
    rules->kinds |= 1u << kind;
    if ((DDZ_KINDS_RUNS >> kind & 1) != 0) list_sizes(rules, kind);
  }
}

static void compile(struct ddz_rules *rules) {
  static const ddz_ranks stand[] = {
      [DDZ_WILDCARD_NONE] = 0,
      [DDZ_WILDCARD_FLOWER] = DDZ_CHAIN_RANKS,
      [DDZ_WILDCARD_RANKS] = DDZ_CHAIN_RANKS | 1u << DDZ_RANK_2,
  };
  const bool longer = (rules->switches & DDZ_SWITCH_LONG_BOMBS) != 0 && rules->wildcard != DDZ_WILDCARD_NONE;
  const bool ranks = rules->wildcard == DDZ_WILDCARD_RANKS;
  compile_rows(rules);
  rules->bomb_most = !ddz_rules_play(rules, DDZ_BOMB) ? 0 : longer ? LONGEST_BOMB : BOMB;
  for (int size = BOMB; size <= rules->bomb_most; size++) rules->kinds_of_size[size] |= 1u << DDZ_BOMB;
  rules->long_top = rules->bomb_order != DDZ_BOMB_ROCKET_TOP;
  rules->pure_top = rules->bomb_order == DDZ_BOMB_LONG_TOP_PURE && ranks;
  rules->stand = stand[rules->wildcard];
  /* a flower is no card of a rank; a bomb with one is a bomb like any other */
  rules->kicker_wilds = rules->wilds_alone = rules->bombs_are_graded = ranks;
}

size_t ddz_rules_presets(void) { return sizeof presets / sizeof *presets; }

struct ddz_rules ddz_rules_preset_at(size_t index) {
  struct ddz_rules rules = presets[index];
  if (rules.wildcard == DDZ_WILDCARD_FLOWER) rules.wild = 1u << DDZ_RANK_F;
  for (int raise = 0; raise < DDZ_RAISES; raise++)
    ddz_rules_set_factor(&rules, (enum ddz_raise)raise,
                         raise == DDZ_RAISE_SPRING ? rules.factor[raise] : USUAL_FACTOR);
  compile(&rules);
  return rules;
}

/* Which preset has this name; their number: none. */
static size_t preset_of(const char *name) {
  size_t i = 0;
  while (i < ddz_rules_presets() && strcmp(presets[i].name, name) != 0) i++;
  return i;
}

enum ddz_error ddz_rules_preset(const char *name, struct ddz_rules *rules) {
  const size_t i = preset_of(name);
  if (i == ddz_rules_presets()) return DDZ_ERR_UNKNOWN_PRESET;
  *rules = ddz_rules_preset_at(i);
  return DDZ_OK;
}

enum ddz_error ddz_rules_set_wild(struct ddz_rules *rules, ddz_ranks wild) {
  const ddz_ranks allowed = DDZ_CHAIN_RANKS | 1u << DDZ_RANK_2;
  int n = __builtin_popcount(wild);
  if (rules->wildcard != DDZ_WILDCARD_RANKS || (wild & ~allowed) != 0 || n < 1 || n > 2)
    return DDZ_ERR_BAD_WILD;
  rules->wild = wild;
  rules->hidden = 0;
  return DDZ_OK;
}

void ddz_rules_forbid(struct ddz_rules *rules, uint32_t kinds) {
  rules->forbidden |= kinds;
  compile(rules);
}

void ddz_rules_set_bomb_order(struct ddz_rules *rules, enum ddz_bomb_order order) {
  rules->bomb_order = order;
  compile(rules);
}

void ddz_rules_set_switches(struct ddz_rules *rules, uint32_t switches) {
  rules->switches = switches;
  compile(rules);
}

/* ---- stake and calls ---- */

void ddz_rules_set_factor(struct ddz_rules *rules, enum ddz_raise raise, int times) {
  rules->factor[raise] = (uint8_t)times;
  rules->spring = rules->factor[DDZ_RAISE_SPRING] > 1;
}

bool ddz_rules_doubles(const struct ddz_rules *rules) {
  for (int raise = 0; raise < DDZ_RAISES; raise++)
    if (rules->factor[raise] != USUAL_FACTOR && (raise != DDZ_RAISE_SPRING || rules->spring)) return false;
  return true;
}

bool ddz_rules_must_call(const struct ddz_rules *rules, ddz_hand hand) {
  const int twos = ddz_hand_count(hand, DDZ_RANK_2);
  const unsigned holds = (unsigned)ddz_hand_contains(hand, DDZ_HAND_ROCKET) << DDZ_MUST_BOTH_JOKERS |
                         (unsigned)(twos >= 3) << DDZ_MUST_THREE_TWOS |
                         (unsigned)(twos == 4) << DDZ_MUST_FOUR_TWOS;
  return (rules->must_call & holds) != 0;
}

/* ---- what it means, as one number ---- */

static uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15ull;
  return hash ^ hash >> 32;
}

/* Every field of a compiled row matters (row_of). */
static uint64_t mix_row(uint64_t hash, const struct ddz_rules_row *row) {
  const uint8_t part[sizeof(uint64_t)] = {
      row->body,    row->min,  row->max,    row->kicker,
      row->kickers, row->same, row->beside, (uint8_t)(row->fourth << 1 | row->rocket)};
  uint64_t word;
  memcpy(&word, part, sizeof word);
  return mix(hash, word);
}

uint64_t ddz_rules_signature(const struct ddz_rules *rules) {
  const bool longer = rules->bomb_most > BOMB;
  uint64_t hash = mix(0, (uint64_t)rules->deck << 8 | (uint64_t)rules->kitty);
  for (uint32_t left = rules->kinds; left != 0; left &= left - 1)
    hash = mix_row(hash, &rules->row[__builtin_ctz(left)]);
  const bool rocket = ddz_rules_play(rules, DDZ_ROCKET), bombs = rules->bomb_most > 0;
  hash = mix(hash, (uint64_t)rules->bomb_most << 8 | (uint64_t)(bombs && rocket && rules->pure_top) << 1 |
                       (longer && rules->long_top && rocket));
  hash = mix(hash, (uint64_t)rules->stand << 8 | (uint64_t)(rules->bombs_are_graded << 2 |
                                                            rules->kicker_wilds << 1 | rules->wilds_alone));
  return mix(hash, rules->spring);
}

bool ddz_rules_differ(const struct ddz_rules *rules, uint32_t switches, enum ddz_bomb_order order) {
  struct ddz_rules other = *rules;
  other.switches = switches;
  ddz_rules_set_bomb_order(&other, order);
  return ddz_rules_signature(&other) != ddz_rules_signature(rules);
}

/* Are all fields that matter in play as the preset declares them? */
static bool is_as_declared(const struct ddz_rules *rules, const struct ddz_rules *preset) {
  return strcmp(rules->name, preset->name) == 0 && rules->switches == preset->switches &&
         rules->forbidden == 0 && rules->bomb_order == DDZ_BOMB_ROCKET_TOP &&
         rules->wildcard == preset->wildcard && rules->deck == preset->deck &&
         rules->kitty == preset->kitty && rules->spring == (preset->factor[DDZ_RAISE_SPRING] > 1);
}

bool ddz_rules_play_as(const struct ddz_rules *rules, const char *name) {
  const size_t i = preset_of(name);
  if (i == ddz_rules_presets()) return false;
  if (is_as_declared(rules, &presets[i])) return true;
  const struct ddz_rules preset = ddz_rules_preset_at(i);
  return ddz_rules_signature(rules) == ddz_rules_signature(&preset);
}

ddz_hand ddz_rules_deck(const struct ddz_rules *rules) {
  return rules->deck == 55 ? DDZ_HAND_DECK55 : DDZ_HAND_DECK54;
}
