#include "api/wire/robots.h"

/* `true`, or an object of settings. False as value: there is no robot. */
static bool read_one(const struct ddz_field *field, struct ddz_robot_settings *robot, bool *there) {
  static const char *const names[] = {DDZ_ROBOT_FIELDS, "explain", NULL};
  *there = ddz_field_given(field) && !json_is_false(field->json);
  if (!*there) return true;
  if (json_is_true(field->json)) {
    struct ddz_field empty = {.problem = field->problem};
    return ddz_read_robot(&empty, robot);
  }
  if (!json_is_object(field->json)) return ddz_field_wrong_type(field, "true, or an object of settings");
  struct ddz_field explain = ddz_field_of(field, "explain");
  return ddz_read_object(field, names) && ddz_read_robot(field, robot) &&
         ddz_read_bool(&explain, &robot->explain);
}

bool ddz_read_robots(const struct ddz_field *body, bool chinese, struct ddz_robots *robots) {
  static const char *const seats[] = {"0", "1", "2", NULL};
  struct ddz_field robot = ddz_field_of(body, "robot"), all = ddz_field_of(body, "robots");
  robots->robot.chinese = chinese;
  if (!read_one(&robot, &robots->robot, &robots->asked)) return false;
  if (!ddz_field_given(&all)) return true;
  const bool listed = json_is_array(all.json); /* by seat; null or false: no robot */
  size_t n;
  if (listed ? !ddz_read_array(&all, DDZ_SEATS, &n) : !ddz_read_object(&all, seats)) return false;
  for (size_t seat = 0; seat < DDZ_SEATS; seat++) {
    struct ddz_field one = listed ? ddz_field_item(&all, seat) : ddz_field_of(&all, seats[seat]);
    if (json_is_null(one.json)) one.json = NULL;
    robots->seat[seat].chinese = chinese;
    if (!read_one(&one, &robots->seat[seat], &robots->sits[seat])) return false;
  }
  return true;
}

bool ddz_robots_sit(const struct ddz_robots *robots) {
  return robots->sits[0] || robots->sits[1] || robots->sits[2];
}

void ddz_write_action(struct ddz_writer *out, const struct ddz_terms *terms, const struct ddz_table *table,
                      const struct ddz_act *act) {
  if (act->action.verb == DDZ_VERB_DEAL) {
    ddz_write_bool(out, "deal", true);
    return;
  }
  const enum ddz_role role = ddz_table_role(table, table->turn);
  const struct ddz_pile pile = {.hand = table->hand[table->turn], .cards = table->cards[table->turn]};
  ddz_write_int(out, "seat", table->turn);
  if (role != DDZ_ROLES) ddz_write_string(out, "role", ddz_role_name(role));
  if (act->action.verb == DDZ_VERB_CALL) {
    ddz_write_string(out, "call", ddz_call_name((enum ddz_call)act->action.call));
    return;
  }
  ddz_write_cards(out, "cards", terms, act->move.play.cards, &pile);
  ddz_write_play(out, "pattern", terms, &act->move.play, &pile);
}

void ddz_write_act_thought(struct ddz_writer *out, const struct ddz_terms *terms,
                           const struct ddz_table *table, const struct ddz_robot_settings *robot,
                           const struct ddz_act *act, const struct ddz_candidate *candidates) {
  if (act->action.verb == DDZ_VERB_PLAY) {
    const struct ddz_pile pile = {.hand = table->hand[table->turn], .cards = table->cards[table->turn]};
    ddz_write_thought(out, terms, &pile, robot, &act->move, candidates);
    ddz_write_string(out, "engine", ddz_player_name(act->move.player));
  } else if (act->action.verb == DDZ_VERB_CALL) {
    const struct ddz_bid_advice *advice = &act->called.advice;
    ddz_write_real(out, "landlord_probability", advice->landlord_probability);
    ddz_write_real(out, "expected_points", advice->expected_points[advice->choice]);
    if (act->called.rounds > 0)
      ddz_write_interval(out, "points_interval", true, act->called.points[advice->choice]);
    ddz_write_reason(out, advice->reason, robot->chinese);
    ddz_write_string(out, "engine", advice->source);
  }
}
