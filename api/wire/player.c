#include "api/wire/player.h"

#include <math.h>
#include <string.h>

enum { JUDGE_NODES = 20000 }; /* where the caller names none: about 60 ms */

bool ddz_read_settings(const struct ddz_field *object, long long most, struct ddz_robot_settings *robot) {
  struct ddz_robot_request *ask = &robot->ask;
  long long level = ask->level, seed = 0;
  robot->chinese = object->problem->chinese;
  if (!ddz_read_int(DDZ_AT(object, "level"), DDZ_LEVEL_MIN, DDZ_LEVEL_MAX, &level) ||
      !ddz_read_int(DDZ_AT(object, "seed"), 0, DDZ_SEED_MAX, &seed) ||
      !ddz_read_int(DDZ_AT(object, "top"), 0, most, &robot->top) ||
      !ddz_read_choice_or(DDZ_AT(object, "engine"), ddz_player_names, DDZ_PROBLEM_UNSUPPORTED_ENGINE,
                          DDZ_ENUM(&ask->player)) ||
      !ddz_read_choice(DDZ_AT(object, "style"), ddz_style_names, DDZ_ENUM(&ask->style)) ||
      !ddz_read_choice(DDZ_AT(object, "objective"), ddz_objective_names, DDZ_ENUM(&ask->objective)) ||
      !ddz_read_choice(DDZ_AT(object, "effort"), ddz_effort_names, DDZ_ENUM(&ask->effort)) ||
      !ddz_read_limit(object, &robot->ms, &robot->nodes) || !ddz_read_lang(object, &robot->chinese))
    return false;
  ask->level = (int)level;
  ask->seed = (uint64_t)seed;
  ask->limited = robot->ms != 0 || robot->nodes != 0;
  robot->leveled = ddz_field_given(DDZ_AT(object, "level")) || ask->player != DDZ_PLAYER_AUTO;
  return true;
}

bool ddz_read_robot(const struct ddz_field *object, struct ddz_robot_settings *robot) {
  ddz_robot_defaults(&robot->ask);
  if (!ddz_read_settings(object, DDZ_TOP_MAX, robot)) return false;
  if (!robot->leveled && !robot->ask.limited) robot->ask.level = DDZ_LEVEL_NONE;
  return true;
}

bool ddz_read_judge(const struct ddz_field *body, const struct ddz_beside *others,
                    struct ddz_judge_limit *judge) {
  static const char *const names[] = {"nodes", "seed", NULL};
  struct ddz_field field = ddz_field_of(body, "judge");
  *judge = (struct ddz_judge_limit){0};
  if (!ddz_field_given(&field)) return true;
  judge->nodes = JUDGE_NODES;
  if (!json_is_object(field.json)) return ddz_field_wrong_type(&field, "an object such as {\"nodes\":20000}");
  struct ddz_field seed = ddz_field_of(&field, "seed");
  judge->seeded = ddz_field_given(&seed);
  if (!ddz_read_object(&field, names) ||
      !ddz_read_int(DDZ_AT(&field, "nodes"), 1, 1000000000000, &judge->nodes) ||
      !ddz_read_int(&seed, 0, DDZ_SEED_MAX, &judge->seed))
    return false;
  return ddz_check_alone(body, "`judge` says how to think:", others);
}

void ddz_judge_request(const struct ddz_judge_limit *judge, struct ddz_robot_request *ask) {
  if (judge->nodes == 0) return;
  ask->player = DDZ_PLAYER_SEARCH;
  ask->effort = DDZ_EFFORT_FULL;
  ask->level = DDZ_LEVEL_MAX;
  ask->limited = true;
  ask->limit.nodes = (uint64_t)judge->nodes;
  ask->seed = judge->seeded ? (uint64_t)judge->seed : ddz_view_seed(&ask->view);
}

bool ddz_read_limit(const struct ddz_field *body, long long *ms, long long *nodes) {
  static const char *const names[] = {"ms", "nodes", NULL};
  struct ddz_field limit = ddz_field_of(body, "limit");
  if (!ddz_field_given(&limit)) return true;
  if (!json_is_object(limit.json))
    return ddz_field_wrong_type(&limit, "an object such as {\"ms\":100} or {\"nodes\":10000}");
  if (!ddz_read_object(&limit, names)) return false;
  return ddz_read_int(DDZ_AT(&limit, "ms"), 1, DDZ_THINK_MS_MAX, ms) &&
         ddz_read_int(DDZ_AT(&limit, "nodes"), 1, 1000000000000, nodes);
}

void ddz_write_interval(struct ddz_writer *out, const char *key, bool known, struct ddz_interval interval) {
  if (!known || isnan(interval.low) || isnan(interval.high)) return ddz_write_null(out, key);
  ddz_write_open(out, key, '[');
  ddz_write_real(out, NULL, interval.low);
  ddz_write_real(out, NULL, interval.high);
  ddz_write_close(out, ']');
}

/* What a play is worth, and how sure that is; a proven chance is itself its interval. */
static void write_worth(struct ddz_writer *out, const struct ddz_candidate *candidate) {
  const double win = candidate->win_probability;
  const struct ddz_interval point = {win, win};
  ddz_write_real(out, "win_probability", win);
  ddz_write_real(out, "expected_points", candidate->expected_points);
  ddz_write_interval(out, "interval", candidate->proven || candidate->bounded,
                     candidate->proven ? point : candidate->win);
  ddz_write_interval(out, "points_interval", candidate->bounded, candidate->points);
  ddz_write_bool(out, "proven", candidate->proven);
}

void ddz_write_candidate(struct ddz_writer *out, const struct ddz_terms *terms, const struct ddz_pile *hand,
                         const struct ddz_candidate *candidate) {
  ddz_write_open(out, NULL, '{');
  ddz_write_cards(out, "cards", terms, candidate->play.cards, hand);
  ddz_write_play(out, "pattern", terms, &candidate->play, hand);
  ddz_write_real(out, "score", candidate->score);
  write_worth(out, candidate);
  ddz_write_int(out, "visits", (long long)candidate->visits);
  ddz_write_close(out, '}');
}

void ddz_write_thought(struct ddz_writer *out, const struct ddz_terms *terms, const struct ddz_pile *hand,
                       const struct ddz_robot_settings *robot, const struct ddz_robot_move *move,
                       const struct ddz_candidate *candidates) {
  write_worth(out, &move->chosen);
  ddz_write_open(out, "candidates", '[');
  for (size_t i = 0; i < move->candidates && i < (size_t)robot->top; i++)
    ddz_write_candidate(out, terms, hand, &candidates[i]);
  ddz_write_close(out, ']');
  ddz_write_reason(out, move->reason, robot->chinese);
}
