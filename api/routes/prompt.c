/* POST /prompt: all legal plays, best first. */
#include <string.h>

#include "api/route.h"
#include "api/wire/game.h"
#include "core/robot/actor.h"
#include "core/value/prompt.h"

enum {
  LIMIT_MAX = 1000,
  RATED_MAX = 256, /* more than the net looks at */
  NO_PASS = -1     /* it may not pass, or nobody asked the robot */
};
_Static_assert((int)LIMIT_MAX <= (int)DDZ_PROMPTS_MAX, "prompts go to the prompter's own room");

enum { ORDER_ROBOT = DDZ_ORDER_TOTAL + 1 };
static const char *const orders[] = {
    [DDZ_ORDER_REST] = "rest", [DDZ_ORDER_TOTAL] = "total", [ORDER_ROBOT] = "robot", NULL};

struct question {
  struct ddz_terms terms;
  struct ddz_pile hand;
  struct ddz_last last;
  struct ddz_game game; /* of a question about a table */
  long long limit;
  int order;
};

static bool read_seat(const struct ddz_field *body, struct question *q) {
  if (ddz_has_table(body)) return ddz_read_table(body, true, &q->game, &q->terms, &q->hand, &q->last);
  return ddz_read_terms(body, &q->terms) && ddz_read_hand(DDZ_AT(body, "hand"), &q->terms, &q->hand) &&
         ddz_read_last(body, &q->terms, &q->last) &&
         ddz_check_deck(DDZ_AT(body, "last"), &q->terms, &q->hand, &q->last.pile);
}

static bool read_order(const struct ddz_field *body, struct question *q) {
  struct ddz_field order = ddz_field_of(body, "order");
  if (!ddz_read_choice(&order, orders, &q->order)) return false;
  if (q->order != ORDER_ROBOT || ddz_has_table(body)) return true;
  return ddz_field_fail(
      &order, DDZ_PROBLEM_CONFLICT,
      "what the robot plays depends on the seat and on what was played: robot needs `table`");
}

static bool read_question(const struct ddz_field *body, void *question) {
  struct question *q = question;
  q->limit = 20;
  q->order = DDZ_ORDER_REST;
  static const char *const names[] = {"hand",  "rules", "notation", "last", "table",
                                      "limit", "order", "lang",     NULL};
  return ddz_read_body(body, names) && read_seat(body, q) &&
         ddz_read_int(DDZ_AT(body, "limit"), 1, LIMIT_MAX, &q->limit) && read_order(body, q);
}

static void out_prompt(struct ddz_writer *out, const struct question *q, const struct ddz_prompt *prompt) {
  ddz_write_open(out, NULL, '{');
  ddz_write_cards(out, "cards", &q->terms, prompt->play.cards, &q->hand);
  ddz_write_play(out, "pattern", &q->terms, &prompt->play, &q->hand);
  ddz_write_real(out, "rest_power", ddz_sum_power(prompt->rest));
  ddz_write_real(out, "power", ddz_sum_power(ddz_play_weight(&prompt->play)));
  ddz_write_int(out, "rest_plays", ddz_sum_plays(prompt->rest));
  ddz_write_close(out, '}');
}

/* ---- by the robot ---- */

/* What the net, or the rules where no net knows these, plays and rates. */
struct rating {
  struct ddz_robot_move move;
  struct ddz_candidate rated[RATED_MAX]; /* best first */
  size_t count;
};

static void rate(struct ddz_engine *engine, const struct question *q, struct rating *rating) {
  struct ddz_robot_request how;
  ddz_robot_defaults(&how);
  how.player = DDZ_PLAYER_NET;
  how = ddz_table_request(&q->game.table, &how);
  how.record = &q->game.record;
  ddz_decide(engine, &how, &rating->move, rating->rated, RATED_MAX);
  rating->count = rating->move.candidates < RATED_MAX ? rating->move.candidates : RATED_MAX;
}

/* Bring the rated ones to the front, in their order. Returns how many are rated above passing. */
static int put_in_order(const struct rating *rating, struct ddz_prompt *prompts, size_t n) {
  int pass_at = NO_PASS;
  size_t front = 0;
  for (size_t i = 0; i < rating->count; i++) {
    size_t at = front;
    if (rating->rated[i].play.cards == 0) pass_at = (int)front;
    while (at < n && prompts[at].play.cards != rating->rated[i].play.cards) at++;
    if (at >= n) continue;
    const struct ddz_prompt one = prompts[at];
    memmove(prompts + front + 1, prompts + front, (at - front) * sizeof *prompts);
    prompts[front++] = one;
  }
  return pass_at;
}

static struct ddz_cost cost_of(const void *question) {
  const struct question *q = question;
  return ddz_cost_of_plays(&q->terms.rules, q->hand.hand, q->limit);
}

static void run(struct ddz_task *task, const void *question, struct ddz_writer *out) {
  const struct question *q = question;
  struct ddz_engine *engine = task->api->engine;
  struct ddz_prompter *prompter = engine->prompter;
  struct ddz_prompt *prompts = ddz_prompter_out(prompter);
  const bool by_robot = q->order == ORDER_ROBOT;
  struct rating rating;
  if (by_robot) rate(engine, q, &rating);
  const size_t cap = (size_t)q->limit, most = by_robot ? DDZ_PROMPTS_MAX : cap;
  const size_t count = ddz_prompts(prompter, &q->terms.rules, q->hand.hand, &q->last.play,
                                   by_robot ? DDZ_ORDER_REST : (enum ddz_order)q->order, prompts, most);
  const int pass_at = by_robot ? put_in_order(&rating, prompts, count < most ? count : most) : NO_PASS;
  const ddz_weight_sum value = ddz_power_of(engine->power, &q->terms.rules, q->hand.hand);

  ddz_write_open(out, NULL, '{');
  ddz_write_open(out, "prompts", '[');
  for (size_t i = 0; i < count && i < cap; i++) out_prompt(out, q, &prompts[i]);
  ddz_write_close(out, ']');
  ddz_write_int(out, "count", (long long)count);
  ddz_write_bool(out, "can_pass", q->last.play.kind != DDZ_PASS || count == 0); /* as the referee has it */
  ddz_write_real(out, "hand_power", ddz_sum_power(value));
  ddz_write_int(out, "hand_plays", ddz_sum_plays(value));
  if (pass_at != NO_PASS) ddz_write_int(out, "pass_at", pass_at);
  ddz_task_close(task, out, by_robot ? ddz_player_names[rating.move.player] : "power", NULL, false);
}

const struct ddz_handler ddz_handle_prompt = {
    .size = sizeof(struct question), .read = read_question, .cost = cost_of, .run = run, .lower = "limit"};
