/* POST /bid-advice: call, rob, double, kick - or not? */
#include "api/handler.h"
#include "core/robot/bid.h"
#include "core/table/table.h"

enum { CALLS_MAX = 12 };

struct question {
  struct ddz_terms terms;
  struct ddz_pile hand, kitty;
  struct ddz_bid_request bid;
  bool chinese;
};

/* "call" is the first question of the rules, whatever they ask in it: a bid of points, or yes or no. */
static bool read_phase(const struct ddz_field *body, struct question *q) {
  struct ddz_field field = ddz_field_of(body, "phase");
  const char *names[DDZ_BID_PHASES + 1] = {NULL};
  for (int i = 0; i < DDZ_BID_PHASES; i++) names[i] = ddz_bid_phase_name((enum ddz_bid_phase)i);
  int phase = DDZ_BID_CALL;
  if (!ddz_read_choice(&field, names, &phase)) return false;
  q->bid.phase =
      phase == DDZ_BID_CALL ? ddz_bid_first_phase(q->terms.rules.calling) : (enum ddz_bid_phase)phase;
  return true;
}

/* The referee's word for a call, as /table has it: a pass is 0; but where points are bid, any other is a yes.
 */
static bool is_referees_call(const json_t *json, enum ddz_bid_phase phase, int *call) {
  enum ddz_call said = ddz_call_of(json_string_value(json), json_string_length(json));
  if (said == DDZ_CALLS || (phase == DDZ_BID_SCORE && said != DDZ_CALL_PASS)) return false;
  *call = said != DDZ_CALL_PASS && said != DDZ_CALL_NONE;
  return true;
}

/* One call already made: a choice of the phase by number or by name, or what /table calls it. */
static bool read_call(const struct ddz_field *field, enum ddz_bid_phase phase, int *call) {
  long long number = 0;
  if (json_is_string(field->json) && is_referees_call(field->json, phase, call)) return true;
  if (json_is_string(field->json)) {
    const char *names[DDZ_BID_CHOICES + 1] = {NULL};
    for (int i = 0; i < ddz_bid_choices(phase); i++) names[i] = ddz_bid_choice_name(phase, i);
    return ddz_read_choice(field, names, call);
  }
  if (!ddz_read_int(field, 0, ddz_bid_choices(phase) - 1, &number)) return false;
  *call = (int)number;
  return true;
}

static bool read_calls(const struct ddz_field *body, struct question *q, int *calls, size_t *count) {
  struct ddz_field field = ddz_field_of(body, "calls");
  *count = 0;
  if (!ddz_field_given(&field)) return true;
  if (!ddz_read_array(&field, CALLS_MAX, count)) return false;
  for (size_t i = 0; i < *count; i++) {
    struct ddz_field item = ddz_field_item(&field, i);
    int call = 0;
    if (!read_call(&item, q->bid.phase, &call)) return false;
    if (q->bid.phase == DDZ_BID_SCORE && call > 0 && call <= q->bid.highest)
      return ddz_field_fail(&item, DDZ_PROBLEM_CONFLICT, "a bid must be higher than the last one, %d",
                            q->bid.highest);
    if (call > q->bid.highest) q->bid.highest = call;
    calls[i] = call;
  }
  return true;
}

/* Who is asked after three calls: where they rob, who called. */
static size_t caller_of(const int *call) {
  size_t seat = 0;
  while (seat < 2 && call[seat] == 0) seat++;
  return seat;
}

/* In score calling everyone calls once, so the calls so far say whose turn it is. */
static bool read_seat(const struct ddz_field *body, struct question *q, const int *call, size_t calls) {
  struct ddz_field field = ddz_field_of(body, "seat");
  bool score = q->bid.phase == DDZ_BID_SCORE;
  if (score && calls > 2) {
    struct ddz_field made = ddz_field_of(body, "calls");
    return ddz_field_fail(&made, DDZ_PROBLEM_CONFLICT, "everyone has called: no call is left to advise on");
  }
  long long seat = (long long)(q->bid.phase == DDZ_BID_ROB && calls == 3 ? caller_of(call) : calls % 3);
  if (!ddz_read_int(&field, 0, 2, &seat)) return false;
  if (score && calls > 0 && seat != (long long)calls)
    return ddz_field_fail(&field, DDZ_PROBLEM_CONFLICT,
                          "after %zu calls it is the turn of seat %zu, not %lld", calls, calls, seat);
  q->bid.seat = (int)seat;
  return true;
}

/* The wild ranks are shown with the kitty: who calls need not name them, who doubles must. */
static bool check_wild(const struct ddz_field *body, struct question *q) {
  bool doubling = q->bid.phase == DDZ_BID_DOUBLE || q->bid.phase == DDZ_BID_KICK;
  return !doubling || ddz_read_terms(body, &q->terms);
}

static bool check_sizes(const struct ddz_field *body, const struct question *q) {
  struct ddz_field hand = ddz_field_of(body, "hand"), kitty = ddz_field_of(body, "kitty");
  int held = ddz_hand_size(q->hand.hand), shown = ddz_hand_size(q->kitty.hand),
      full = ddz_terms_hand_max(&q->terms);
  if (held != 17 && !(q->bid.role == DDZ_LANDLORD && held == full))
    return ddz_field_fail(&hand, DDZ_PROBLEM_WRONG_HAND_SIZE,
                          "a hand has 17 cards before play (the landlord's %d with the kitty), not %d", full,
                          held);
  if (shown != 0 && shown != q->terms.rules.kitty)
    return ddz_field_fail(&kitty, DDZ_PROBLEM_WRONG_HAND_SIZE, "the kitty has %d cards, not %d",
                          q->terms.rules.kitty, shown);
  if (held == 17) return ddz_check_deck(&kitty, &q->terms, &q->hand, &q->kitty);
  if (!ddz_hand_contains(q->hand.hand, q->kitty.hand) || (q->kitty.cards & ~q->hand.cards))
    return ddz_field_fail(&kitty, DDZ_PROBLEM_CONFLICT, "the landlord's %d cards must hold the kitty", full);
  return true;
}

static bool read_question(const struct ddz_field *body, struct question *q) {
  static const char *const names[] = {"hand", "rules", "notation",   "seat", "calls", "phase",
                                      "role", "kitty", "multiplier", "lang", NULL};
  if (!ddz_read_object(body, names) || !ddz_read_terms_drawn(body, &q->terms)) return false;
  struct ddz_field kitty = ddz_field_of(body, "kitty"), multiplier = ddz_field_of(body, "multiplier");
  int call[CALLS_MAX];
  size_t calls;
  long long times = 1;
  bool ok = ddz_read_hand(body, &q->terms, &q->hand) &&
            ddz_read_cards(&kitty, &q->terms, ddz_terms_hand_max(&q->terms), &q->kitty) &&
            ddz_read_role(body, &q->bid.role) && read_phase(body, q) && check_wild(body, q) &&
            read_calls(body, q, call, &calls) && read_seat(body, q, call, calls) && check_sizes(body, q) &&
            ddz_read_int(&multiplier, 1, DDZ_MULTIPLIER_MAX, &times) && ddz_read_lang(body, &q->chinese);
  q->bid.multiplier = (double)times;
  if (ok) ddz_bid_calls(&q->bid, call, calls);
  return ok;
}

static void out_expected(struct ddz_out *out, enum ddz_bid_phase phase, const struct ddz_bid_advice *advice) {
  ddz_out_open(out, "expected_points", '{');
  for (int i = 0; i < ddz_bid_choices(phase); i++)
    ddz_out_real(out, ddz_bid_choice_name(phase, i), advice->expected_points[i]);
  ddz_out_close(out, '}');
}

bool ddz_handle_bid_advice(struct ddz_task *task, const struct ddz_field *body, struct ddz_out *out) {
  struct question q = {.bid = {.role = DDZ_ROLES}};
  struct ddz_bid_advice advice;
  if (!read_question(body, &q)) return false;
  q.bid.rules = &q.terms.rules;
  q.bid.hand = q.hand.hand;
  q.bid.kitty = q.kitty.hand;
  ddz_bid_advise(task->api->engine, &q.bid, &advice);

  ddz_out_open(out, NULL, '{');
  ddz_out_string(out, "phase", ddz_bid_phase_name(q.bid.phase));
  if (q.bid.phase == DDZ_BID_SCORE)
    ddz_out_int(out, "advice", advice.choice);
  else
    ddz_out_string(out, "advice", ddz_bid_choice_name(q.bid.phase, advice.choice));
  ddz_out_real(out, "landlord_probability", advice.landlord_probability);
  ddz_out_real(out, "farmer_probability", advice.farmer_probability);
  ddz_out_bool(out, "must", advice.must);
  ddz_out_real(out, "landlord_index", advice.landlord_index);
  ddz_out_int(out, "big_card_score", advice.big_card_score);
  out_expected(out, q.bid.phase, &advice);
  ddz_out_reason(out, ddz_bid_reason_code(advice.reason),
                 q.chinese ? ddz_bid_reason_chinese(advice.reason) : ddz_bid_reason_text(advice.reason));
  ddz_out_string(out, "source", advice.source);
  ddz_task_close(task, out, advice.source);
  return true;
}
