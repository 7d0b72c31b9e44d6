/* POST /robot-move: what would you play? */
#include "api/route.h"
#include "api/wire/player.h"
#include "api/wire/seat.h"
#include "api/wire/unseen.h"
#include "api/wire/view.h"
#include "core/robot/actor.h"

struct question {
  struct ddz_terms terms;
  struct ddz_pile hand;
  struct ddz_robot_settings robot;
  bool unseen;
  struct ddz_game game; /* of a question about a table; of others its record alone */
};

static bool read_table(const struct ddz_field *body, struct question *q) {
  if (!ddz_read_table(body, true, &q->game)) return false;
  q->terms = ddz_table_terms(&q->game);
  q->hand = ddz_table_hand(&q->game);
  q->robot.ask = ddz_table_request(&q->game.table, &q->robot.ask);
  return true;
}

static bool read_seat(const struct ddz_field *body, struct question *q) {
  struct ddz_field multiplier = ddz_field_of(body, "multiplier");
  long long times = 1;
  if (!ddz_read_terms(body, &q->terms) ||
      !ddz_read_view(body, &q->terms, &q->hand, &q->robot.ask.view, &q->game.record) ||
      !ddz_read_int(&multiplier, 1, DDZ_MULTIPLIER_MAX, &times))
    return false;
  q->robot.ask.multiplier = (double)times;
  return true;
}

static bool read_question(const struct ddz_field *body, void *question) {
  struct question *q = question;
  static const char *const names[] = {DDZ_ROBOT_FIELDS, "hand",    "role",  "rules", "notation",
                                      "kitty",          "history", "last",  "left",  "table",
                                      "multiplier",     "unseen",  "calls", NULL};
  struct ddz_field unseen = ddz_field_of(body, "unseen");
  return ddz_read_object(body, names) && ddz_read_bool(&unseen, &q->unseen) &&
         ddz_read_robot(body, &q->robot) && (ddz_has_table(body) ? read_table(body, q) : read_seat(body, q));
}

/* A search, by its engine, its level or a limit; or many wildcards. */
static struct ddz_cost cost_of(const void *question) {
  const struct question *q = question;
  if (ddz_robot_is_long(&q->robot.ask))
    return ddz_cost_long(q->robot.ask.level, (uint64_t)q->robot.ms * 1000);
  return ddz_cost_of_plays(&q->terms.rules, q->hand.hand);
}

static void run(struct ddz_task *task, const void *question, struct ddz_writer *out) {
  const struct question *q = question;
  const struct ddz_robot_settings *robot = &q->robot;
  struct ddz_robot_request ask = robot->ask;
  struct ddz_candidate candidates[DDZ_TOP_MAX];
  struct ddz_robot_move move;
  struct ddz_clock clock;
  ask.record = &q->game.record;
  ask.limit = ddz_task_limit(task, (uint64_t)robot->ms, (uint64_t)robot->nodes, &clock);
  ddz_robot_choose(task->api->engine, &ask, &move, candidates, (size_t)robot->top);
  task->nodes = move.nodes;

  ddz_write_open(out, NULL, '{');
  ddz_write_string(out, "action", move.play.kind == DDZ_PASS ? "pass" : "play");
  ddz_write_cards(out, "cards", &q->terms, move.play.cards, &q->hand);
  ddz_write_play(out, "pattern", &q->terms, &move.play, &q->hand);
  ddz_write_thought(out, &q->terms, &q->hand, robot, &move, candidates);
  if (robot->leveled)
    ddz_write_int(out, "level", robot->ask.level);
  else
    ddz_write_null(out, "level");
  if (q->unseen) ddz_write_unseen(out, task->api->engine, &robot->ask.view);
  ddz_task_close(task, out, ddz_player_name(move.player));
}

const struct ddz_handler ddz_handle_robot_move = {
    .size = sizeof(struct question), .read = read_question, .cost = cost_of, .run = run, .lower = "top"};
