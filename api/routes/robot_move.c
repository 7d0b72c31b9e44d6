/* POST /robot-move: what would you play? */
#include "api/route.h"
#include "api/wire/game.h"
#include "api/wire/player.h"
#include "api/wire/view.h"
#include "core/robot/actor.h"

enum { ROOM = DDZ_TOP_MAX + 200 }; /* more than a search or the net looks at: what is included is in it */

struct question {
  struct ddz_terms terms;
  struct ddz_pile hand;
  struct ddz_robot_settings robot;
  struct ddz_judge_limit judge;
  struct ddz_play include[DDZ_INCLUDE_MAX];
  size_t includes;
  bool unseen, at_table;
  struct ddz_game game; /* of a question about a table; of others its record alone */
};

static bool read_table(const struct ddz_field *body, struct question *q) {
  if (!ddz_read_table(body, true, &q->game, &q->terms, &q->hand, NULL)) return false;
  q->robot.ask = ddz_table_request(&q->game.table, &q->robot.ask);
  return true;
}

static bool read_seat(const struct ddz_field *body, struct question *q) {
  struct ddz_kitty_factor factor = {0};
  struct ddz_pile kitty;
  long long times = 1;
  if (!ddz_read_terms(body, &q->terms) ||
      !ddz_read_view(body, &q->terms, &q->hand, &q->robot.ask.view, &q->game.record) ||
      !ddz_read_int(DDZ_AT(body, "multiplier"), 1, DDZ_MULTIPLIER_MAX, &times) ||
      !ddz_read_some(DDZ_AT(body, "kitty"), &q->terms, q->terms.rules.kitty, &kitty) ||
      !ddz_read_kitty_factor(body, &q->terms, &kitty, &factor))
    return false;
  q->robot.ask.cap = (double)DDZ_CAP_MAX;
  q->robot.ask.multiplier = (double)(times * ddz_kitty_times(&factor, kitty.cards | kitty.suited));
  return true;
}

/* A play of `hand` that beats the last one, or a pass where there is one to beat. */
static bool read_included(const struct ddz_field *field, struct question *q) {
  struct ddz_pile pile = {0};
  struct ddz_play *play = &q->include[q->includes++];
  const struct ddz_play *last = &q->robot.ask.view.now.last;
  if (!ddz_read_cards(field, &q->terms, &pile)) return false;
  if (pile.hand == 0)
    return last->kind != DDZ_PASS ||
           ddz_field_fail(field, DDZ_PROBLEM_PASS_ON_LEAD, "the seat leads, so it cannot pass");
  if (!ddz_check_held(field, &q->terms, "the hand", &q->hand, &pile)) return false;
  const enum ddz_error error = ddz_answer(&q->terms.rules, pile.hand, last, play);
  return error == DDZ_OK || ddz_field_fail_core(field, error);
}

static bool read_include(const struct ddz_field *body, struct question *q) {
  const struct ddz_field all = ddz_field_of(body, "include");
  size_t n;
  if (!ddz_read_array(&all, DDZ_INCLUDE_MAX, &n)) return false;
  for (size_t i = 0; i < n; i++)
    if (!read_included(DDZ_ITEM(&all, i), q)) return false;
  return true;
}

static bool read_question(const struct ddz_field *body, void *question) {
  struct question *q = question;
  static const char *const names[] = {DDZ_ROBOT_FIELDS, "hand",       "role",         "rules", "notation",
                                      "kitty",          "history",    "last",         "left",  "played",
                                      "table",          "multiplier", "unseen",       "calls", "include",
                                      "judge",          "shown",      "kitty_factor", NULL};
  static const struct ddz_beside others[] = {{"level", NULL}, {"style", "steady"}, {"engine", "auto"},
                                             {"limit", NULL}, {"seed", "0"},       {"effort", "decide"},
                                             {NULL, NULL}};
  q->at_table = ddz_has_table(body);
  if (!ddz_read_object(body, names) || !ddz_read_bool(DDZ_AT(body, "unseen"), &q->unseen) ||
      !ddz_read_robot(body, &q->robot) || !ddz_read_judge(body, others, &q->judge) ||
      !(q->at_table ? read_table(body, q) : read_seat(body, q)) || !read_include(body, q))
    return false;
  ddz_judge_request(&q->judge, &q->robot.ask);
  if (q->judge.nodes != 0) q->robot.nodes = q->judge.nodes; /* a search by them alone */
  return true;
}

/* A search, by its engine, its level or a limit; or many wildcards. */
static struct ddz_cost cost_of(const void *question) {
  const struct question *q = question;
  if (ddz_robot_is_long(&q->robot.ask))
    return ddz_cost_of_search(&q->terms.rules, &q->robot.ask, q->robot.ms, q->robot.nodes);
  return ddz_cost_of_plays(&q->terms.rules, q->hand.hand, 0);
}

/* Behind the `top` best those that are included. Returns how many are told. */
static size_t keep_told(const struct question *q, struct ddz_candidate *all, size_t n) {
  size_t kept = n < (size_t)q->robot.top ? n : (size_t)q->robot.top;
  for (size_t i = kept, k; i < n; i++) {
    for (k = 0; k < q->includes && q->include[k].cards != all[i].play.cards;) k++;
    if (k < q->includes) all[kept++] = all[i];
  }
  return kept;
}

static void run(struct ddz_task *task, const void *question, struct ddz_writer *out) {
  const struct question *q = question;
  struct ddz_robot_settings told = q->robot;
  const struct ddz_robot_settings *robot = &q->robot;
  struct ddz_robot_request ask = robot->ask;
  struct ddz_candidate candidates[ROOM];
  const size_t room = q->includes > 0 ? ROOM : (size_t)robot->top;
  struct ddz_robot_move move;
  struct ddz_stop stop;
  ask.record = &q->game.record;
  ask.include = q->include;
  ask.includes = q->includes;
  ask.limit = ddz_task_limit(task, robot->ms, robot->nodes, &stop);
  ddz_decide(task->api->engine, &ask, &move, candidates, room);
  told.top = (long long)keep_told(q, candidates, move.candidates < room ? move.candidates : room);
  task->nodes = move.nodes;
  if (robot->leveled) ddz_note(&task->notes, "level", NULL, (uint64_t)robot->ask.level);

  ddz_write_open(out, NULL, '{');
  ddz_write_string(out, "action", move.chosen.play.kind == DDZ_PASS ? "pass" : "play");
  ddz_write_cards(out, "cards", &q->terms, move.chosen.play.cards, &q->hand);
  ddz_write_play(out, "pattern", &q->terms, &move.chosen.play, &q->hand);
  ddz_write_thought(out, &q->terms, &q->hand, &told, &move, candidates);
  if (ask.effort == DDZ_EFFORT_FULL) ddz_write_why(out, ask.view.role, &move, robot->chinese);
  ddz_write_known(out, "level", robot->leveled, robot->ask.level);
  if (q->unseen) ddz_write_unseen(out, task->api->engine, &robot->ask.view);
  if (!q->at_table) ddz_write_lacks(out, &robot->ask.view);
  const bool searches = ddz_robot_is_long(&ask);
  task->limited = searches;
  task->own_nodes = searches ? ddz_robot_nodes(&ask) : 0;
  ddz_task_close(task, out, ddz_player_names[move.player],
                 searches ? ddz_player_names[ddz_robot_player(&ask)] : NULL,
                 robot->ask.player == DDZ_PLAYER_SEARCH);
  ddz_task_tell(task, q->terms.rules.name, &ask.limit,
                move.chosen.win_probability >= 1 || move.reason == DDZ_REASON_SOLVED);
}

const struct ddz_handler ddz_handle_robot_move = {
    .size = sizeof(struct question), .read = read_question, .cost = cost_of, .run = run, .lower = "top"};
