#include "request.h"

#include <math.h>

#include <string.h>

static const char *const players[DDZ_PLAYERS] = {
    "auto",
#define PLAYER(id, name) name,
#include "robot.def"
#undef PLAYER
};
static const char *const styles[DDZ_STYLES] = {
#define STYLE(id, name, ...) name,
#include "robot.def"
#undef STYLE
};

const char *ddz_player_name(enum ddz_player player) {
  return player < DDZ_PLAYERS ? players[player] : "unknown";
}
const char *ddz_style_name(enum ddz_style style) { return style < DDZ_STYLES ? styles[style] : "unknown"; }

enum ddz_player ddz_player_of(const char *name) {
  int player = 0;
  while (player < DDZ_PLAYERS && strcmp(name, players[player]) != 0) player++;
  return (enum ddz_player)player;
}
enum ddz_style ddz_style_of(const char *name) {
  int style = 0;
  while (style < DDZ_STYLES && strcmp(name, styles[style]) != 0) style++;
  return (enum ddz_style)style;
}

const char *ddz_effort_name(enum ddz_effort effort) { return effort == DDZ_EFFORT_FULL ? "full" : "decide"; }

void ddz_robot_defaults(struct ddz_robot_request *request) {
  request->player = DDZ_PLAYER_AUTO;
  request->style = DDZ_STYLE_STEADY;
  request->objective = DDZ_OBJECTIVE_WIN;
  request->level = DDZ_LEVEL_DEFAULT;
  request->multiplier = 1;
  request->uneven = 0;
  request->cap = 0;
  request->seed = 0;
  request->limit = (struct ddz_limit){0};
  request->limited = false;
  request->record = NULL;
  request->effort = DDZ_EFFORT_DECIDE;
  request->include = NULL;
  request->includes = 0;
}

double ddz_robot_paid(const struct ddz_robot_request *request, double factor) {
  const double most = request->cap > 0 ? request->cap : HUGE_VAL, apart = request->uneven;
  if (request->view.role != DDZ_LANDLORD) return fmin(request->multiplier * factor, most);
  return fmin((request->multiplier + apart) * factor, most) +
         fmin((request->multiplier - apart) * factor, most);
}

bool ddz_robot_errs(const struct ddz_robot_request *request) {
  const bool named = request->player == DDZ_PLAYER_NET || request->player == DDZ_PLAYER_SEARCH;
  const bool limited = request->limited || request->limit.nodes != 0 || request->effort == DDZ_EFFORT_FULL;
  return !named && !limited && request->level != DDZ_LEVEL_NONE && request->level < DDZ_LEVEL_MAX;
}
