#include "api/warm.h"

#include "core/robot/actor.h"

enum { SEED = 1, ACTIONS_MAX = 200 };

void ddz_api_warm(struct ddz_api *api) {
  struct ddz_rules rules;
  struct ddz_table table;
  struct ddz_robot_request how;
  struct ddz_act act;
  if (ddz_rules_preset("standard", &rules) != DDZ_OK || ddz_table_init(&table, &rules, SEED, NULL) != DDZ_OK)
    return;
  ddz_robot_defaults(&how);
  how.level = DDZ_LEVEL_NONE;
  for (int n = 0; n < ACTIONS_MAX && table.phase != DDZ_PHASE_OVER; n++) {
    ddz_table_act(api->engine, &table, &how, &act, NULL, 0);
    if (ddz_table_apply(&table, &act.action) != DDZ_OK) return;
  }
}
