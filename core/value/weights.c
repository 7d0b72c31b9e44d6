/* weights.c - see weights.h. */
#include "weights.h"

enum {
#define WEIGHT(kind, base, rank, length)                                                                     \
  BASE_##kind = DDZ_WEIGHT(base), RANK_##kind = DDZ_WEIGHT(rank), LENGTH_##kind = DDZ_WEIGHT(length),
#include "weights.def"
};

/* A row for each of pattern.def: one that weights.def lacks does not compile. */
const struct ddz_weight_row ddz_weight_rows[DDZ_KINDS] = {
#define PATTERN(kind, ...) [DDZ_##kind] = {BASE_##kind, RANK_##kind, LENGTH_##kind},
#include "core/rules/pattern.def"
};

ddz_weight_sum ddz_weight(enum ddz_kind kind, int rank, int length, int size) {
  if (kind == DDZ_PASS) return 0;
  if (kind != DDZ_BOMB) return ddz_weight_run(kind, rank, length);
  ddz_weight_sum four = rank == DDZ_RANK_2 ? DDZ_WEIGHT_BOMB_OF_TWOS - 1 : ddz_weight_run(kind, rank, length);
  return four + (size - 4) * DDZ_WEIGHT_FURTHER_CARD;
}
