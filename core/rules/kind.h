/* kind.h - the kinds of play there are, as rows of pattern.def.
 *
 * What a kind is made of, whatever the rules: body, run, kickers. What of it a rule set plays is compiled
 * into rules.h. The order of the kinds means nothing but the order in which plays are listed: ask a row for
 * its properties. Constants. */
#ifndef DDZ_CORE_KIND_H
#define DDZ_CORE_KIND_H

#include <stdint.h>

#include "core/base/error.h"

enum ddz_kind {
  DDZ_PASS = 0, /* no cards; a zeroed play is a pass */
#define PATTERN(kind, ...) DDZ_##kind,
#include "pattern.def"
#undef PATTERN
  DDZ_KINDS
};

/* What a kind is for; a set of kinds has bit 1 << kind. */
enum {
  DDZ_IS_RUN = 0,  /* a run of ranks, with kickers or without */
  DDZ_IS_BOMB = 1, /* beats what is no bomb */
  DDZ_KINDS_BOMBS = 0
#define PATTERN(kind, name, chinese, class, ...) | DDZ_IS_##class << DDZ_##kind
#include "pattern.def"
#undef PATTERN
  ,
  DDZ_KINDS_ALL = (1 << DDZ_KINDS) - 2, /* but the pass */
  DDZ_KINDS_RUNS = DDZ_KINDS_ALL & ~DDZ_KINDS_BOMBS
};

/* DDZ_LEAST_SOLO_CHAIN, ...: ranks of the shortest run of a kind. */
enum {
#define PATTERN(kind, name, chinese, class, body, min, ...) DDZ_LEAST_##kind = (min),
#include "pattern.def"
#undef PATTERN
};

/* One row of pattern.def. */
struct ddz_pattern_row {
  const char *name, *chinese;
  uint8_t body;     /* copies of each rank of the run */
  uint8_t min, max; /* ranks in the run */
  uint8_t kicker;   /* equal cards a kicker: 0 none, 1 solo, 2 pair */
  uint8_t kickers;  /* kickers for each rank of the run */
  uint32_t needs;   /* switch without which the row is not played; 0: always */
  uint32_t repeat;  /* switch that lets single kickers repeat a rank; 0: never */
  uint32_t rocket;  /* switch that lets single kickers hold both jokers; 0: never */
};
extern const struct ddz_pattern_row ddz_pattern_rows[DDZ_KINDS]; /* row 0, the pass, is empty */

/* Cards for each rank of the run, kickers included. */
static inline int ddz_pattern_cards(const struct ddz_pattern_row *row) {
  return row->body + row->kicker * row->kickers;
}

/* The kind of `count` equal cards: 0 none, 1 a solo, 2 a pair, 3 a trio, 4 and more a bomb. */
static inline enum ddz_kind ddz_kind_of_equal(int count) {
  static const uint8_t kinds[] = {DDZ_PASS, DDZ_SOLO, DDZ_PAIR, DDZ_TRIO, DDZ_BOMB};
  return (enum ddz_kind)kinds[count < 4 ? count : 4];
}

/* Kind of a name ("trio_solo"); DDZ_KINDS when there is no such pattern. */
enum ddz_kind ddz_kind_of(const char *name);

#endif
