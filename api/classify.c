/* POST /classify: is this a play, which, and may it be put on the last one? */
#include "api/handler.h"

/* S0's legality answer, by which game clients already branch. */
static const struct verdict {
  int code;
  const char *reason;
} verdicts[] = {{0, "these cards may be played"},
                {102, "no cards are selected"},
                {103, "these cards are not a play under these rules"},
                {105, "this play does not beat the last one"},
                {107, "these cards are not in the hand"}};
enum { FINE, NOTHING_SELECTED, NO_PATTERN, TOO_LOW, NOT_YOURS };

struct question {
  struct ddz_terms terms;
  struct ddz_pile cards, hand;
  struct ddz_last last;
  bool has_last, has_hand;
};

static bool read_question(const struct ddz_field *body, struct question *q) {
  static const char *const names[] = {"cards", "rules", "notation", "last", "hand", NULL};
  if (!ddz_read_object(body, names) || !ddz_read_terms(body, &q->terms)) return false;
  struct ddz_field cards = ddz_field_of(body, "cards"), hand = ddz_field_of(body, "hand"),
                   last = ddz_field_of(body, "last");
  int max = ddz_terms_hand_max(&q->terms);
  q->has_last = ddz_field_given(&last);
  q->has_hand = ddz_field_given(&hand);
  return ddz_read_required(&cards) && ddz_read_cards(&cards, &q->terms, max, &q->cards) &&
         ddz_read_cards(&hand, &q->terms, max, &q->hand) && ddz_read_last(body, &q->terms, &q->last) &&
         ddz_check_deck(&last, &q->terms, &q->cards, &q->last.pile) &&
         ddz_check_deck(&last, &q->terms, &q->hand, &q->last.pile); /* `cards` are of the hand, or 107 */
}

static bool is_held(const struct question *q) {
  return ddz_hand_contains(q->hand.hand, q->cards.hand) && (q->cards.cards & ~q->hand.cards) == 0;
}

static const struct verdict *judge(const struct question *q, bool valid, bool beats) {
  if (q->cards.hand == 0) return &verdicts[NOTHING_SELECTED];
  if (q->has_hand && !is_held(q)) return &verdicts[NOT_YOURS];
  if (!valid) return &verdicts[NO_PATTERN];
  return &verdicts[beats ? FINE : TOO_LOW];
}

bool ddz_handle_classify(struct ddz_task *task, const struct ddz_field *body, struct ddz_out *out) {
  struct question q = {0};
  struct ddz_play readings[DDZ_READINGS_MAX], answer = {0};
  if (!read_question(body, &q)) return false;
  int n = q.cards.hand ? ddz_readings(&q.terms.rules, q.cards.hand, readings) : 0;
  bool beats = n > 0 && ddz_answer(&q.terms.rules, q.cards.hand, &q.last.play, &answer) == DDZ_OK;
  const struct verdict *verdict = judge(&q, n > 0, beats);

  ddz_out_open(out, NULL, '{');
  ddz_out_bool(out, "valid", n > 0);
  if (n > 0)
    ddz_out_play(out, "pattern", &q.terms, &readings[0], &q.cards);
  else
    ddz_out_null(out, "pattern");
  ddz_out_open(out, "readings", '[');
  if (n > 0) ddz_out_value(out, NULL, json_incref(json_object_get(out->root, "pattern"))); /* built once */
  for (int i = 1; i < n; i++) ddz_out_play(out, NULL, &q.terms, &readings[i], &q.cards);
  ddz_out_close(out, ']');
  if (q.has_last) {
    ddz_out_bool(out, "beats", beats);
    ddz_out_play(out, "beats_as", &q.terms, &answer, &q.cards);
  }
  ddz_out_int(out, "code", verdict->code);
  ddz_out_string(out, "reason", verdict->reason);
  ddz_task_close(task, out, "rules");
  return true;
}
