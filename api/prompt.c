/* POST /prompt: all legal plays, best first. */
#include "core/robot/prompt.h"
#include "api/handler.h"

enum { LIMIT_MAX = 1000 }; /* the engine has room for more: DDZ_ENGINE_PROMPTS */
_Static_assert((int)LIMIT_MAX <= (int)DDZ_ENGINE_PROMPTS, "prompts go to the engine's scratch");

static const char *const orders[] = {[DDZ_ORDER_REST] = "rest", [DDZ_ORDER_TOTAL] = "total", NULL};

struct question {
  struct ddz_terms terms;
  struct ddz_pile hand;
  struct ddz_last last;
  long long limit;
  int order;
};

static bool read_question(const struct ddz_field *body, struct question *q) {
  static const char *const names[] = {"hand", "rules", "notation", "last", "limit", "order", NULL};
  if (!ddz_read_object(body, names) || !ddz_read_terms(body, &q->terms)) return false;
  struct ddz_field last = ddz_field_of(body, "last"), limit = ddz_field_of(body, "limit"),
                   order = ddz_field_of(body, "order");
  return ddz_read_hand(body, &q->terms, &q->hand) && ddz_read_last(body, &q->terms, &q->last) &&
         ddz_check_deck(&last, &q->terms, &q->hand, &q->last.pile) &&
         ddz_read_int(&limit, 1, LIMIT_MAX, &q->limit) && ddz_read_choice(&order, orders, &q->order);
}

static void out_prompt(struct ddz_out *out, const struct question *q, const struct ddz_prompt *prompt) {
  ddz_out_open(out, NULL, '{');
  ddz_out_cards(out, "cards", &q->terms, prompt->play.cards, &q->hand);
  ddz_out_play(out, "pattern", &q->terms, &prompt->play, &q->hand);
  ddz_out_real(out, "rest_power", prompt->rest_power);
  ddz_out_real(out, "power", prompt->power);
  ddz_out_int(out, "rest_plays", prompt->rest_plays);
  ddz_out_close(out, '}');
}

bool ddz_handle_prompt(struct ddz_task *task, const struct ddz_field *body, struct ddz_out *out) {
  struct question q = {.limit = 20, .order = DDZ_ORDER_REST};
  if (!read_question(body, &q)) return false;
  struct ddz_engine *engine = task->api->engine;
  struct ddz_prompt *prompts = engine->prompts;
  size_t cap = (size_t)q.limit;
  size_t count =
      ddz_prompts(engine, &q.terms.rules, q.hand.hand, &q.last.play, (enum ddz_order)q.order, prompts, cap);
  struct ddz_value value = ddz_power_of(engine->power, &q.terms.rules, q.hand.hand);

  ddz_out_open(out, NULL, '{');
  ddz_out_open(out, "prompts", '[');
  for (size_t i = 0; i < count && i < cap; i++) out_prompt(out, &q, &prompts[i]);
  ddz_out_close(out, ']');
  ddz_out_int(out, "count", (long long)count);
  ddz_out_bool(out, "can_pass", q.last.play.kind != DDZ_PASS || count == 0); /* as the referee has it */
  ddz_out_real(out, "hand_power", value.power);
  ddz_out_int(out, "hand_plays", value.plays);
  ddz_task_close(task, out, "power");
  return true;
}
