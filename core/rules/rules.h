/* rules.h - a rule set is data, compiled once.
 *
 * Platforms disagree about kickers, wildcards and bombs. A rule set is declared: a preset row of rules.def,
 * perhaps with other switches, forbidden patterns and wild ranks. Whatever declares also compiles: into rows
 * that say for each kind which runs and kickers there are, and a few facts about bombs and wildcards.
 * Classifier, generator, solver and all others read the compiled part alone; only rules.c knows what a
 * switch means. Callers build a rule set once per request (half a microsecond), copy it freely and change it
 * through the functions below only. No pointers but to static text. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/code.h"
#include "core/base/hand.h"

/* ---- the kinds of play there are, as rows of pattern.def ----
 *
 * What a kind is made of, whatever the rules: body, run, kickers. What of it a rule set plays is compiled,
 * see below. The order of the kinds means nothing but the order in which plays are listed: ask a row for its
 * properties. */

enum ddz_kind {
  DDZ_PASS = 0, /* no cards; a zeroed play is a pass */
#define PATTERN(kind, ...) DDZ_##kind,
#include "pattern.def"
  DDZ_KINDS
};

/* What a kind is for; a set of kinds has bit 1 << kind. */
enum {
  DDZ_IS_RUN = 0,  /* a run of ranks, with kickers or without */
  DDZ_IS_BOMB = 1, /* beats what is no bomb */
  DDZ_KINDS_BOMBS = 0
#define PATTERN(kind, name, chinese, class, ...) | DDZ_IS_##class << DDZ_##kind
#include "pattern.def"
  ,
  DDZ_KINDS_ALL = (1 << DDZ_KINDS) - 2, /* but the pass */
  DDZ_KINDS_RUNS = DDZ_KINDS_ALL & ~DDZ_KINDS_BOMBS
};

/* DDZ_LEAST_SOLO_CHAIN, ...: ranks of the shortest run of a kind. */
enum {
#define PATTERN(kind, name, chinese, class, body, min, ...) DDZ_LEAST_##kind = (min),
#include "pattern.def"
};

/* One row of pattern.def. */
struct ddz_pattern_row {
  const char *name, *chinese;
  uint8_t body;     /* copies of each rank of the run */
  uint8_t min, max; /* ranks in the run */
  uint8_t kicker;   /* equal cards a kicker: 0 none, 1 solo, 2 pair */
  uint8_t kickers;  /* kickers for each rank of the run */
  uint32_t needs;   /* switch without which the row is not played; 0: always */
  uint32_t repeat;  /* switches that together let kickers repeat a rank; 0: never */
  uint32_t rocket;  /* switch that lets single kickers hold both jokers; 0: never */
  uint32_t fourth;  /* switch that lets single kickers be the fourth card of a rank of the run; 0: never */
};
extern const struct ddz_pattern_row ddz_pattern_rows[DDZ_KINDS]; /* row 0, the pass, is empty */

/* The kind of `count` equal cards: 0 none, 1 a solo, 2 a pair, 3 a trio, 4 and more a bomb. */
static inline enum ddz_kind ddz_kind_of_equal(int count) {
  static const uint8_t kinds[] = {DDZ_PASS, DDZ_SOLO, DDZ_PAIR, DDZ_TRIO, DDZ_BOMB};
  return (enum ddz_kind)kinds[count < 4 ? count : 4];
}

/* Kind of a name ("trio_solo"); DDZ_KINDS when there is no such pattern. */
enum ddz_kind ddz_kind_of(const char *name);

/* The patterns that a name means, bit k = kind k: one by its name or its Chinese name, or all that an alias
 * means. 0: there is no such name. */
uint32_t ddz_kinds_named(const char *name);

extern const struct ddz_alias {
  const char *name;
  uint32_t kinds;
} ddz_aliases[]; /* closed by a name of NULL */

/* ---- the switches: on what platforms disagree; rules.c alone says what one does ---- */

enum ddz_switch_index {
#define SWITCH(name, ...) DDZ_SWITCH_INDEX_##name,
#include "rules.def"
  DDZ_SWITCHES
};

enum ddz_switch {
#define SWITCH(name, ...) DDZ_SWITCH_##name = 1 << DDZ_SWITCH_INDEX_##name,
#include "rules.def"
};

/* Rows of rules.def. */
struct ddz_switch_row {
  enum ddz_switch bit;
  const char *name, *text, *chinese, *example, *needs;
};
extern const struct ddz_switch_row ddz_switch_rows[DDZ_SWITCHES];

/* ---- a rule set ---- */

enum ddz_calling {
#define CALLING(name, ...) DDZ_CALLING_##name,
#include "rules.def"
  DDZ_CALLINGS
};

enum ddz_dealing {
#define DEALING(name, ...) DDZ_DEALING_##name,
#include "rules.def"
  DDZ_DEALINGS
};

/* What in play multiplies the stake of the whole table. */
enum ddz_raise {
#define RAISE(name, ...) DDZ_RAISE_##name,
#include "rules.def"
  DDZ_RAISES
};
enum { DDZ_FACTOR_MAX = 16 /* of one raise */ };

/* What a hand may hold that obliges it to call, as bits. */
enum ddz_must {
#define MUST(name, ...) DDZ_MUST_##name,
#include "rules.def"
  DDZ_MUSTS
};

/* Who is the landlord when nobody calls; REDEAL: nobody. */
enum ddz_nobody {
#define NOBODY(name, ...) DDZ_NOBODY_##name,
#include "rules.def"
  DDZ_NOBODIES
};

enum { DDZ_LOOSE_MAX = 54 };

enum ddz_wildcard {
  DDZ_WILDCARD_NONE,
  DDZ_WILDCARD_FLOWER, /* one card F: stands for 3..A, never alone, never a kicker */
  DDZ_WILDCARD_RANKS   /* all cards of one or two ranks: stand for 3..2; a set of wildcards only stands for
                          nothing but the ranks among it */
};

/* Bombs go by size, then pure over hard over soft; where among them the rocket stands, the order says. */
enum ddz_bomb_order {
#define ORDER(name, ...) DDZ_BOMB_##name,
#include "rules.def"
  DDZ_BOMB_ORDERS
};

/* A kind as a rule set plays it. Generator, solver and nets know no other numbers of kickers of one rank: a
 * new switch that makes some needs them to learn it first (test_rules). Eight bytes. */
struct ddz_rules_row {
  uint8_t body;            /* copies of each rank of the run */
  uint8_t min, max;        /* ranks in the run */
  uint8_t kicker, kickers; /* equal cards a kicker (0 none, 1 solo, 2 pair); kickers for each rank */
  uint8_t same;            /* most kickers of one rank: singles 1, 3 or 4, pairs 1 or 2 */
  uint8_t beside;          /* likewise of a rank right next to the run: 2, or as `same` */
  bool rocket : 1;         /* may single kickers hold both jokers? */
  bool fourth : 1;         /* may a single kicker be the fourth card of a rank of the run? */
};

/* Cards for each rank of the run, kickers included. */
static inline int ddz_rules_row_cards(const struct ddz_rules_row *row) {
  return row->body + row->kicker * row->kickers;
}

struct ddz_rules {
  /* as declared */
  const char *name;    /* of the preset, static text */
  const char *chinese; /* likewise */
  uint32_t switches;   /* set of enum ddz_switch: for people; what they mean is compiled */
  uint32_t forbidden;  /* bit per enum ddz_kind: may not be played */
  enum ddz_wildcard wildcard;
  ddz_ranks wild; /* the wild ranks: {F} for the flower, one or two of 3..2 for ranks, else empty */
  enum ddz_bomb_order bomb_order;
  int deck;  /* cards: 54 or 55 */
  int kitty; /* cards: 3 or 4 */
  enum ddz_calling calling;
  uint8_t early, late; /* wild ranks that a table draws: with the deal, when the landlord is found */
  ddz_ranks hidden;    /* those of `wild` that a table shows when the landlord is found; empty: none */
  enum ddz_dealing dealing;
  uint8_t loose; /* of LOOSE: how often two cards change places, 0..DDZ_LOOSE_MAX */
  int cap;       /* the highest multiplier where a game has none of its own; 0: none */

  /* stake and calls, as declared; the plays do not depend on them */
  uint8_t factor[DDZ_RAISES]; /* what each raise multiplies the stake by, 1..DDZ_FACTOR_MAX */
  bool spring;                /* its factor is more than 1 */
  uint8_t must_call;          /* set of 1 << enum ddz_must */
  enum ddz_nobody nobody_calls;
  bool no_rob_back; /* the first caller does not answer a rob */
  bool kitty_open;  /* the kitty lies open while calling */
  bool kick_own;    /* a kick raises the factor of its seat, not the stake of the table */

  /* compiled */
  uint32_t kinds;                           /* bit per enum ddz_kind: may be played */
  uint32_t kinds_of_size[DDZ_HAND_MAX + 1]; /* of these the runs and bombs of so many cards */
  struct ddz_rules_row row[DDZ_KINDS];      /* of forbidden kinds, too */
  uint8_t bomb_most;                        /* cards of the longest bomb: 4 or 12; 0: no bombs */
  bool long_top, pure_top;                  /* bombs of five and more, four wildcards beat the rocket */
  bool bombs_are_graded;                    /* of one size, pure bombs beat hard ones and these soft ones */
  bool kicker_wilds;                        /* wildcards may be kickers */
  bool wilds_alone; /* wildcards without another card are themselves; else they are no play */
  ddz_ranks stand;  /* what a wildcard beside other cards stands for; empty: there are no wildcards */
};

/* The presets, in the order of rules.def; 0 is the default, `standard`. */
size_t ddz_rules_presets(void);
struct ddz_rules ddz_rules_preset_at(size_t index); /* below ddz_rules_presets() */

/* Copy of a preset by name. A preset with wild ranks starts with none: set them before play.
 * Error: UNKNOWN_PRESET. */
enum ddz_error ddz_rules_preset(const char *name, struct ddz_rules *rules);

/* Name the wild ranks of a WILDCARD_RANKS preset: one or two of 3..2, none of them hidden. Error: BAD_WILD
 * (also for other presets). */
enum ddz_error ddz_rules_set_wild(struct ddz_rules *rules, ddz_ranks wild);

/* Must a table draw wild ranks, since not all that are needed are named? */
static inline bool ddz_rules_draw(const struct ddz_rules *rules) {
  const int named = __builtin_popcount(rules->wild);
  return rules->wildcard == DDZ_WILDCARD_RANKS && named < rules->early + rules->late;
}

/* Forbid these kinds (bit per enum ddz_kind) too; which bombs are highest; a set of enum ddz_switch in place
 * of the preset's. */
void ddz_rules_forbid(struct ddz_rules *rules, uint32_t kinds);
void ddz_rules_set_bomb_order(struct ddz_rules *rules, enum ddz_bomb_order order);
void ddz_rules_set_switches(struct ddz_rules *rules, uint32_t switches);

/* What a raise multiplies the stake by: 1..DDZ_FACTOR_MAX. */
void ddz_rules_set_factor(struct ddz_rules *rules, enum ddz_raise raise, int times);

/* Are all factors 2, or 1 for no spring, as the nets learned them? */
bool ddz_rules_doubles(const struct ddz_rules *rules);

/* Must this hand call while nobody has? */
bool ddz_rules_must_call(const struct ddz_rules *rules, ddz_hand hand);

/* Would there be other plays, or another order, with these switches and this order of bombs? Without
 * wildcards, say, long_bombs changes nothing. About a microsecond. */
bool ddz_rules_differ(const struct ddz_rules *rules, uint32_t switches, enum ddz_bomb_order order);

/* May plays of this kind be played? */
static inline bool ddz_rules_play(const struct ddz_rules *rules, int kind) {
  return (rules->kinds >> kind & 1) != 0;
}

/* What the rules mean, as one number: the plays there are and which beats which, what wildcards may do, deck,
 * kitty and whether there is a spring. Equal for rule sets that differ in name, in calling, in factors, in
 * which ranks are wild, or in switches and prohibitions that change nothing. About 0.15 us. */
uint64_t ddz_rules_signature(const struct ddz_rules *rules);

/* Is all played as in the preset of this name, whatever is written? A net that learned it then knows the
 * rules. A few nanoseconds for the preset that was declared, if nothing was changed; else half a microsecond,
 * since it is compiled. */
bool ddz_rules_play_as(const struct ddz_rules *rules, const char *name);

/* Deck of these rules as counts (54 or 55 cards). */
ddz_hand ddz_rules_deck(const struct ddz_rules *rules);

/* Where may a run of `length` ranks begin, with `copies` of each, when these are the ranks that have as many?
 * Longer runs stay within 3..A; of a joker there is one. */
static inline ddz_ranks ddz_run_starts(ddz_ranks ranks, int copies, int length) {
  ranks &= copies > 1 ? 0x1FFF : 0x7FFF;
  if (length > 1) ranks &= DDZ_CHAIN_RANKS;
  for (int i = 1, all = ranks; i < length; i++) ranks &= (ddz_ranks)(all >> i);
  return ranks;
}

/* Does a bomb of this size and grade (pattern.h) beat the rocket? */
static inline bool ddz_rules_over_rocket(const struct ddz_rules *rules, int size, int grade) {
  return (rules->long_top && size > 4) || (rules->pure_top && grade == 2);
}

/* The cards of the landlord at the start of play, and of the others. */
static inline int ddz_rules_start(const struct ddz_rules *rules, bool landlord) {
  return DDZ_HAND_DEALT + (landlord ? rules->kitty : 0);
}

/* The wildcards of a hand under these rules, and the other cards. */
static inline ddz_hand ddz_rules_wilds(const struct ddz_rules *rules, ddz_hand hand) {
  return rules->wild != 0 ? ddz_hand_only(hand, rules->wild) : 0;
}
static inline ddz_hand ddz_rules_naturals(const struct ddz_rules *rules, ddz_hand hand) {
  return hand - ddz_rules_wilds(rules, hand);
}

/* Rows for `GET /rules`. */
extern const struct ddz_words ddz_calling_rows[DDZ_CALLINGS], ddz_dealing_rows[DDZ_DEALINGS],
    ddz_order_rows[DDZ_BOMB_ORDERS], ddz_raise_rows[DDZ_RAISES], ddz_must_rows[DDZ_MUSTS],
    ddz_nobody_rows[DDZ_NOBODIES];

/* The dealing of a name; DDZ_DEALINGS when there is none. */
enum ddz_dealing ddz_dealing_of(const char *name);
