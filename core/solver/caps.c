#include "caps.h"

void ddz_solver_caps_init(struct ddz_solver_caps *caps, const struct ddz_rules *rules) {
  caps->rules = rules;
  caps->kinds = rules->kinds;
  caps->repeat = true;
  for (int kind = DDZ_SOLO, next = 1; kind < DDZ_KINDS; kind++) {
    const struct ddz_rules_row *row = &rules->row[kind];
    caps->type[kind] = (uint8_t)(next - row->min);
    next += row->max - row->min + 1;
  }
  caps->type[DDZ_PASS] = 0;
  for (int kind = DDZ_SOLO; kind < DDZ_KINDS; kind++) {
    const struct ddz_rules_row *row = &rules->row[kind];
    if (ddz_rules_play(rules, kind) && row->kicker == 1 && row->kickers * row->max > 1 && row->same == 1)
      caps->repeat = false;
  }
  caps->free = ddz_solver_may(caps, DDZ_SOLO);
  caps->repeat &= caps->free;
}
