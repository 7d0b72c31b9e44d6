/* POST /classify: is this a play, which, and may it be put on the last one? */
#include "api/route.h"
#include "api/wire/game.h"

enum legality {
#define LEGALITY(name, ...) name,
#include "classify.def"
  LEGALITIES
};

static const struct verdict {
  int code;
  const char *text, *chinese;
} verdicts[LEGALITIES] = {
#define LEGALITY(name, code_, text_, chinese_) {.code = code_, .text = text_, .chinese = chinese_},
#include "classify.def"
};

struct question {
  struct ddz_terms terms;
  struct ddz_pile cards, hand;
  struct ddz_last last;
  bool has_last, has_hand;
};

static bool read_seat(const struct ddz_field *body, struct question *q) {
  struct ddz_field hand = ddz_field_of(body, "hand"), last = ddz_field_of(body, "last");
  const bool table = ddz_has_table(body); /* a leader there has nothing to beat: an error that says it */
  q->has_last = table || ddz_field_given(&last);
  q->has_hand = table || ddz_field_given(&hand);
  if (table) {
    struct ddz_game game = {0};
    return ddz_read_table(body, true, &game, &q->terms, &q->hand, &q->last);
  }
  return ddz_read_terms(body, &q->terms) && ddz_read_cards(&hand, &q->terms, &q->hand) &&
         ddz_read_last(body, &q->terms, &q->last) &&
         ddz_check_deck(&last, &q->terms, &q->hand, &q->last.pile);
}

static bool read_question(const struct ddz_field *body, void *question) {
  struct question *q = question;
  static const char *const names[] = {"cards", "rules", "notation", "last", "hand", "table", "lang", NULL};
  struct ddz_field cards = ddz_field_of(body, "cards");
  return ddz_read_body(body, names) && ddz_read_required(&cards) && read_seat(body, q) &&
         ddz_read_cards(&cards, &q->terms, &q->cards);
}

static const struct verdict *judge(const struct question *q, bool valid, bool beats) {
  if (q->cards.hand == 0) return &verdicts[NOTHING_SELECTED];
  if (q->has_hand && (!ddz_hand_contains(q->hand.hand, q->cards.hand) || (q->cards.cards & ~q->hand.cards)))
    return &verdicts[NOT_YOURS];
  if (!valid) return &verdicts[NO_PATTERN];
  return &verdicts[beats ? FINE : TOO_LOW];
}

static void run(struct ddz_task *task, const void *question, struct ddz_writer *out) {
  const struct question *q = question;
  struct ddz_play readings[DDZ_READINGS_MAX], answer = {0};
  readings[0] = answer; /* a pass */
  int n = q->cards.hand ? ddz_readings(&q->terms.rules, q->cards.hand, readings) : 0;
  bool beats = n > 0 && ddz_answer(&q->terms.rules, q->cards.hand, &q->last.play, &answer) == DDZ_OK;
  const struct verdict *verdict = judge(q, n > 0, beats);

  ddz_write_open(out, NULL, '{');
  ddz_write_bool(out, "valid", n > 0);
  ddz_write_play(out, "pattern", &q->terms, &readings[0], &q->cards);
  ddz_write_open(out, "readings", '[');
  for (int i = 0; i < n; i++) ddz_write_play(out, NULL, &q->terms, &readings[i], &q->cards);
  ddz_write_close(out, ']');
  if (q->has_last) {
    ddz_write_bool(out, "beats", beats);
    ddz_write_play(out, "beats_as", &q->terms, &answer, &q->cards);
  }
  ddz_write_int(out, "code", verdict->code);
  ddz_write_string(out, "reason", task->span->chinese ? verdict->chinese : verdict->text);
  ddz_task_close(task, out, "rules", NULL, false);
}

const struct ddz_handler ddz_handle_classify = {
    .size = sizeof(struct question), .read = read_question, .run = run};
