/* batch.h - what the parts of a batch share: a table with its moves, and the arrays it is told in. */
#pragma once

#include "core/value/power.h"
#include "lib/typed.h"

enum { PLACE_PAST = 15 };

/* A table of a batch. */
struct place {
  struct ddz_table table;
  ddz_hand past[PLACE_PAST]; /* moves of this deal, the newest first; the mover follows by turns */
  int pasts;
  uint32_t actions; /* of this game, calls included */
  int done, forced;
  float reward[DDZ_SEATS];
  size_t at, count; /* its rows in the list of its worker */
};

/* Rows from place `to` of the arrays on. */
void observe_rows(const struct ddzc_arrays *arrays, size_t to, const struct ddz_play *row, size_t n);

/* All of table `i` that is no row. */
void observe_table(const struct ddzc_arrays *arrays, size_t i, const struct place *place);

/* The inputs of the nets for the rows of a table. */
void observe_engine(uint16_t *out, const struct place *place, const struct ddz_play *row,
                    struct ddz_power *power);
