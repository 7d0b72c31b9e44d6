#include "style.h"

/* Hundredths of a logit. */
static const struct {
  int lead, blast, yield;
} styles[DDZ_STYLES] = {
#define STYLE(id, name, give, bomb, cover, lead, blast, yield) {lead, blast, yield},
#include "robot.def"
#undef STYLE
};

double ddz_style_bonus(const struct ddz_robot_request *request, const struct ddz_play *play) {
  const struct ddz_view *view = &request->view;
  const bool follows = !ddz_position_leads(&view->now);
  const bool after_partner = follows && ddz_role_partners(view->role, view->now.owner);
  int bonus = 0;
  if (play->kind == DDZ_PASS) return after_partner ? styles[request->style].yield / 100.0 : 0;
  if (follows && !after_partner) bonus += styles[request->style].lead;
  if (ddz_is_bomb(play)) bonus += styles[request->style].blast;
  return bonus / 100.0;
}

double ddz_style_bonus_of(const struct ddz_robot_request *request, const struct ddz_play *play) {
  /* a logit is a quarter of a chance where chances are even, and half a stake */
  return ddz_style_bonus(request, play) / (request->objective == DDZ_OBJECTIVE_POINTS ? 2 : 4);
}
