#include "engine.h"

#include "core/solver/solver.h"
#include "core/value/prompt.h"

enum { ALIGNED = 64, DEFAULT_MEMO = 1 << 20, QUICK_MEMO = 256 << 10 /* bytes */ };

/* The bytes of the power memo, and where the parts lie, in bytes from the start. */
struct layout {
  size_t memo_bytes, power, quick, prompter, solver, solved, size;
};

/* Offset of a part of `bytes`; moves the end behind it. */
static size_t place(size_t *end, size_t bytes) {
  size_t at = *end;
  *end = (at + bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
  return at;
}

static struct layout lay_out(const struct ddz_engine_options *options) {
  struct layout at = {.memo_bytes = options->memo_bytes != 0 ? options->memo_bytes : DEFAULT_MEMO};
  place(&at.size, sizeof(struct ddz_engine));
  at.power = place(&at.size, ddz_power_size(at.memo_bytes));
  at.quick = place(&at.size, ddz_power_size(QUICK_MEMO));
  at.prompter = place(&at.size, ddz_prompter_size());
  at.solver = place(&at.size, ddz_solver_size(options->table_bytes));
  at.solved = place(&at.size, DDZ_ENGINE_SOLVED * sizeof(struct ddz_solved_play));
  return at;
}

size_t ddz_engine_size(const struct ddz_engine_options *options) { return lay_out(options).size; }

struct ddz_engine_tables ddz_engine_tables(const struct ddz_engine_options *options) {
  const struct layout at = lay_out(options);
  const size_t table = ddz_solver_table_size(options->table_bytes);
  return (struct ddz_engine_tables){.memo = {0, at.quick}, .solver = {at.solved - table, table}};
}

struct ddz_engine *ddz_engine_init(void *memory, const struct ddz_engine_options *options) {
  const struct layout at = lay_out(options);
  char *base = memory;
  struct ddz_engine *engine = memory;
  engine->power = ddz_power_init(base + at.power, at.memo_bytes);
  engine->quick = ddz_power_init(base + at.quick, QUICK_MEMO);
  engine->prompter = ddz_prompter_init(base + at.prompter, engine->power);
  engine->solver = ddz_solver_init(base + at.solver, options->table_bytes);
  engine->solved = (void *)(base + at.solved);
  engine->nets = (struct ddz_nets){0};
  return engine;
}
