/* weights.c - see weights.h. */
#include "weights.h"

const struct ddz_weight_row ddz_weight_rows[DDZ_KINDS] = {
#define WEIGHT(kind, base, rank, length) [DDZ_##kind] = {DDZ_WORTH(base), DDZ_WORTH(rank), DDZ_WORTH(length)},
#include "weights.def"
#undef WEIGHT
};

ddz_worth ddz_weight(enum ddz_kind kind, int rank, int length, int size) {
  if (kind == DDZ_PASS) return 0;
  if (kind != DDZ_BOMB) return ddz_weight_run(kind, rank, length);
  ddz_worth four = rank == DDZ_RANK_2 ? DDZ_WORTH_BOMB_OF_TWOS - 1 : ddz_weight_run(kind, rank, length);
  return four + (size - 4) * DDZ_WORTH_FURTHER_CARD;
}
