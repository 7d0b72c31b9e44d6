/* engine.h - everything one thread needs to play: the core's front door.
 *
 * An engine is one block of memory given by the caller and used by one thread at a time: the power memo,
 * move lists, later the solver's table. Two threads, two engines; nothing is shared. Time reaches the core
 * only as a node limit and the `expired` callback. */
#ifndef DDZ_CORE_ENGINE_H
#define DDZ_CORE_ENGINE_H

#include "movegen.h"
#include "power.h"

struct ddz_engine_options {
  size_t memo_bytes;  /* power memo; 0 means 32 MiB */
  size_t table_bytes; /* solver's table; 0 means none until an engine solves */
};

struct ddz_engine {
  struct ddz_power *power;
  struct ddz_play *moves; /* scratch list of one call; room for DDZ_MOVES_MAX_WILD */
  struct ddz_engine_options options;
};

/* Bytes for an engine, and laying it out in 64-byte aligned `memory`. */
size_t ddz_engine_size(const struct ddz_engine_options *options);
struct ddz_engine *ddz_engine_init(void *memory, const struct ddz_engine_options *options);

/* Limits of one call. */
struct ddz_limit {
  uint64_t nodes;              /* 0: none */
  bool (*expired)(void *self); /* asked every thousand nodes or so; NULL: never */
  void *self;
};

#endif
