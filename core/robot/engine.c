#include "engine.h"

#include "core/rules/thin.h"
#include "core/solver/solver.h"
#include "prompt.h"

enum { LINE = 64, DEFAULT_MEMO = 32 << 20, QUICK_MEMO = 256 << 10 };

/* Where the parts lie, in bytes from the start. */
struct layout {
  size_t power, quick, moves, keys, slots, prompts, thinned, solver, solved, size;
};

/* Offset of a part of `bytes`; moves the end behind it. */
static size_t place(size_t *end, size_t bytes) {
  size_t at = *end;
  *end = (at + bytes + LINE - 1) / LINE * LINE;
  return at;
}

static struct ddz_engine_options complete(const struct ddz_engine_options *options) {
  struct ddz_engine_options all = {0};
  if (options != NULL) all = *options;
  if (all.memo_bytes == 0) all.memo_bytes = DEFAULT_MEMO;
  return all;
}

static struct layout lay_out(const struct ddz_engine_options *options) {
  struct layout at;
  size_t end = 0;
  place(&end, sizeof(struct ddz_engine));
  at.power = place(&end, ddz_power_size(options->memo_bytes));
  at.quick = place(&end, ddz_power_size(QUICK_MEMO));
  at.moves = place(&end, DDZ_MOVES_MAX_WILD * sizeof(struct ddz_play));
  at.keys = place(&end, DDZ_MOVES_MAX_WILD * sizeof(struct ddz_prompt_key));
  at.slots = place(&end, DDZ_ENGINE_SLOTS * sizeof(uint32_t));
  at.prompts = place(&end, DDZ_ENGINE_PROMPTS * sizeof(struct ddz_prompt));
  at.thinned = place(&end, DDZ_THIN_MAX * sizeof(struct ddz_prompt));
  at.solver = place(&end, ddz_solver_size(options->table_bytes));
  at.solved = place(&end, DDZ_ENGINE_SOLVED * sizeof(struct ddz_solved_play));
  at.size = end;
  return at;
}

size_t ddz_engine_size(const struct ddz_engine_options *options) {
  struct ddz_engine_options all = complete(options);
  return lay_out(&all).size;
}

struct ddz_engine *ddz_engine_init(void *memory, const struct ddz_engine_options *options) {
  struct ddz_engine_options all = complete(options);
  struct layout at = lay_out(&all);
  char *base = memory;
  struct ddz_engine *engine = memory;
  engine->power = ddz_power_init(base + at.power, all.memo_bytes);
  engine->quick = ddz_power_init(base + at.quick, QUICK_MEMO);
  engine->moves = (void *)(base + at.moves);
  engine->keys = (void *)(base + at.keys);
  engine->slots = (void *)(base + at.slots);
  engine->prompts = (void *)(base + at.prompts);
  engine->thinned = (void *)(base + at.thinned);
  engine->solver = ddz_solver_init(base + at.solver, all.table_bytes);
  engine->solved = (void *)(base + at.solved);
  engine->net = engine->bids = engine->belief = NULL;
  engine->options = all;
  return engine;
}
