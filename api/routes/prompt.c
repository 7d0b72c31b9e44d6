/* POST /prompt: all legal plays, best first. */
#include "core/value/prompt.h"
#include "api/route.h"
#include "api/wire/encode.h"
#include "api/wire/seat.h"
#include "core/engine/engine.h"

enum { LIMIT_MAX = 1000 };
_Static_assert((int)LIMIT_MAX <= (int)DDZ_PROMPTS_MAX, "prompts go to the prompter's own room");

static const char *const orders[] = {[DDZ_ORDER_REST] = "rest", [DDZ_ORDER_TOTAL] = "total", NULL};

struct question {
  struct ddz_terms terms;
  struct ddz_pile hand;
  struct ddz_last last;
  long long limit;
  int order;
};

static bool read_cards(const struct ddz_field *body, struct question *q) {
  struct ddz_field last = ddz_field_of(body, "last");
  return ddz_read_terms(body, &q->terms) && ddz_read_hand(body, &q->terms, &q->hand) &&
         ddz_read_last(body, &q->terms, &q->last) &&
         ddz_check_deck(&last, &q->terms, &q->hand, &q->last.pile);
}

static bool read_question(const struct ddz_field *body, void *question) {
  struct question *q = question;
  *q = (struct question){.limit = 20, .order = DDZ_ORDER_REST};
  static const char *const names[] = {"hand",  "rules", "notation", "last", "table",
                                      "limit", "order", "lang",     NULL};
  struct ddz_field limit = ddz_field_of(body, "limit"), order = ddz_field_of(body, "order");
  return ddz_read_object(body, names) && ddz_check_lang(body) &&
         (ddz_has_table(body) ? ddz_read_turn(body, &q->terms, &q->hand, &q->last) : read_cards(body, q)) &&
         ddz_read_int(&limit, 1, LIMIT_MAX, &q->limit) && ddz_read_choice(&order, orders, &q->order);
}

static void out_prompt(struct ddz_writer *out, const struct question *q, const struct ddz_prompt *prompt) {
  ddz_write_open(out, NULL, '{');
  ddz_write_cards(out, "cards", &q->terms, prompt->play.cards, &q->hand);
  ddz_write_play(out, "pattern", &q->terms, &prompt->play, &q->hand);
  ddz_write_real(out, "rest_power", prompt->rest_power);
  ddz_write_real(out, "power", prompt->power);
  ddz_write_int(out, "rest_plays", prompt->rest_plays);
  ddz_write_close(out, '}');
}

static struct ddz_cost cost_of(const void *question) {
  const struct question *q = question;
  return ddz_cost_of_plays(&q->terms.rules, q->hand.hand);
}

static void run(struct ddz_task *task, const void *question, struct ddz_writer *out) {
  const struct question *q = question;
  struct ddz_engine *engine = task->api->engine;
  struct ddz_prompter *prompter = ddz_engine_prompter(engine);
  struct ddz_prompt *prompts = ddz_prompter_out(prompter);
  size_t cap = (size_t)q->limit;
  size_t count = ddz_prompts(prompter, &q->terms.rules, q->hand.hand, &q->last.play, (enum ddz_order)q->order,
                             prompts, cap);
  struct ddz_value value = ddz_power_of(ddz_engine_power(engine), &q->terms.rules, q->hand.hand);

  ddz_write_open(out, NULL, '{');
  ddz_write_open(out, "prompts", '[');
  for (size_t i = 0; i < count && i < cap; i++) out_prompt(out, q, &prompts[i]);
  ddz_write_close(out, ']');
  ddz_write_int(out, "count", (long long)count);
  ddz_write_bool(out, "can_pass", q->last.play.kind != DDZ_PASS || count == 0); /* as the referee has it */
  ddz_write_real(out, "hand_power", value.power);
  ddz_write_int(out, "hand_plays", value.plays);
  ddz_task_close(task, out, "power");
}

const struct ddz_handler ddz_handle_prompt = {
    .size = sizeof(struct question), .read = read_question, .cost = cost_of, .run = run, .lower = "limit"};
