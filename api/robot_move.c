/* POST /robot-move: what would you play? */
#include "api/handler.h"
#include "api/thinker.h"
#include "api/view.h"

enum { TOP_MAX = 100 };

struct question {
  struct ddz_terms terms;
  struct ddz_pile hand;
  struct ddz_robot_request robot;
  long long ms, nodes, top;
  bool chinese;
};

static bool read_style(const struct ddz_field *body, enum ddz_style *style) {
  struct ddz_field field = ddz_field_of(body, "style");
  const char *names[DDZ_STYLES + 1] = {NULL};
  for (int i = 0; i < DDZ_STYLES; i++) names[i] = ddz_style_name((enum ddz_style)i);
  int index = (int)*style;
  if (!ddz_read_choice(&field, names, &index)) return false;
  *style = (enum ddz_style)index;
  return true;
}

static bool read_objective(const struct ddz_field *body, enum ddz_objective *objective) {
  struct ddz_field field = ddz_field_of(body, "objective");
  const char *names[DDZ_OBJECTIVES + 1] = {NULL};
  for (int i = 0; i < DDZ_OBJECTIVES; i++) names[i] = ddz_objective_name((enum ddz_objective)i);
  int index = (int)*objective;
  if (!ddz_read_choice(&field, names, &index)) return false;
  *objective = (enum ddz_objective)index;
  return true;
}

static bool read_numbers(const struct ddz_field *body, struct question *q) {
  struct ddz_field level = ddz_field_of(body, "level"), seed = ddz_field_of(body, "seed"),
                   top = ddz_field_of(body, "top"), multiplier = ddz_field_of(body, "multiplier");
  long long chosen = q->robot.level, drawn = 0, times = 1;
  if (!ddz_read_int(&level, DDZ_LEVEL_MIN, DDZ_LEVEL_MAX, &chosen) ||
      !ddz_read_int(&seed, 0, DDZ_SEED_MAX, &drawn) || !ddz_read_int(&top, 0, TOP_MAX, &q->top) ||
      !ddz_read_int(&multiplier, 1, DDZ_MULTIPLIER_MAX, &times))
    return false;
  q->robot.level = (int)chosen;
  q->robot.seed = (uint64_t)drawn;
  q->robot.multiplier = (double)times;
  return true;
}

static bool read_question(const struct ddz_field *body, struct question *q) {
  static const char *const names[] = {"hand", "role", "rules",     "notation",   "kitty",  "history",
                                      "last", "left", "level",     "style",      "engine", "limit",
                                      "top",  "seed", "objective", "multiplier", "lang",   NULL};
  return ddz_read_object(body, names) && ddz_read_terms(body, &q->terms) &&
         ddz_read_view(body, &q->terms, &q->hand, &q->robot.view) && read_numbers(body, q) &&
         ddz_read_thinker(body, &q->robot.thinker) && read_style(body, &q->robot.style) &&
         read_objective(body, &q->robot.objective) && ddz_read_limit(body, &q->ms, &q->nodes) &&
         ddz_read_lang(body, &q->chinese);
}

bool ddz_handle_robot_move(struct ddz_task *task, const struct ddz_field *body, struct ddz_out *out) {
  struct question q = {.terms = {.notation = DDZ_NOTATION_RANK}};
  struct ddz_candidate candidates[TOP_MAX];
  struct ddz_robot_move move;
  ddz_robot_defaults(&q.robot);
  if (!read_question(body, &q)) return false;
  struct ddz_clock clock;
  q.robot.limited = q.ms != 0 || q.nodes != 0;
  q.robot.limit = ddz_task_limit(task, (uint64_t)q.ms, (uint64_t)q.nodes, &clock);
  ddz_robot_choose(task->api->engine, &q.robot, &move, candidates, (size_t)q.top);
  task->nodes = move.nodes;

  ddz_out_open(out, NULL, '{');
  ddz_out_string(out, "action", move.play.kind == DDZ_PASS ? "pass" : "play");
  ddz_out_cards(out, "cards", &q.terms, move.play.cards, &q.hand);
  ddz_out_play(out, "pattern", &q.terms, &move.play, &q.hand);
  ddz_out_real(out, "win_probability", move.win_probability);
  ddz_out_real(out, "expected_points", move.expected_points);
  ddz_out_open(out, "candidates", '[');
  for (size_t i = 0; i < move.candidates && i < (size_t)q.top; i++)
    ddz_out_candidate(out, &q.terms, &q.hand, &candidates[i]);
  ddz_out_close(out, ']');
  ddz_out_reason(out, ddz_reason_code(move.reason),
                 q.chinese ? ddz_reason_chinese(move.reason) : ddz_reason_text(move.reason));
  ddz_out_int(out, "level", q.robot.level);
  ddz_task_close(task, out, ddz_thinker_name(move.thinker));
  return true;
}
