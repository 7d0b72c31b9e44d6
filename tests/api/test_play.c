/* Tests of api/wire/terms.c, pile.c and play.c: a line of read.jsonl gives a body and what the readers make
 * of it. */
#include "api/wire/game.h"
#include "api/wire/play.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

/* Read a body of terms, hand and last; the outcome as text: "hand|last id" or "code at field". */
static const char *outcome_of(const char *body) {
  static char text[400];
  struct ddz_problem problem = {0};
  json_t *json = json_loads(body, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
  if (!json) fail_msg("the test's body is no JSON: %s", body);
  struct ddz_field root = {.json = json, .problem = &problem};
  static const char *const names[] = {"hand", "rules", "notation", "last", NULL};
  struct ddz_terms terms;
  struct ddz_pile hand;
  struct ddz_last last;
  if (ddz_read_object(&root, names) && ddz_read_terms(&root, &terms) &&
      ddz_read_hand(DDZ_AT(&root, "hand"), &terms, &hand) && ddz_read_last(&root, &terms, &last)) {
    char cards[DDZ_TEXT_MAX], id[DDZ_READING_ID_MAX];
    ddz_text_write(hand.hand, cards);
    ddz_reading_id(&last.play, id);
    assert_true(hand.cards == 0 || ddz_cards_hand(hand.cards) == hand.hand);
    snprintf(text, sizeof text, "%s|%s", cards, id);
  } else {
    assert_true(problem.has_field);
    snprintf(text, sizeof text, "%s at %s", problem.code, problem.field);
  }
  json_decref(json);
  return text;
}

static void read_line(json_t *line, size_t number, void *self) {
  char *body = json_dumps(json_object_get(line, "body"), JSON_COMPACT);
  assert_string_equal(outcome_of(body), jsonl_text(line, "outcome"));
  free(body);
}

TEST(cards_rules_and_the_last_play_are_read_as_their_lines_say) {
  assert_true(jsonl_each("read.jsonl", read_line, NULL) >= 140);
}

/* Without calls a deal has its landlord: a table that was to find one was refused, and read as it lay in
 * memory. */
TEST(a_table_to_ask_at_is_there_under_all_rules) {
  for (size_t i = 0; i < 2 * ddz_rules_presets(); i++) {
    const struct ddz_rules rules = ddz_rules_preset_at(i / 2);
    struct ddz_table table;
    memset(&table, 0xA5, sizeof table);
    ddz_stand_in(&rules, 1, i % 2 != 0, &table);
    assert_true(table.multiplier == 1 && table.rules.calling == rules.calling);
    assert_int_equal(__builtin_popcountll(table.kitty), ddz_rules_start(&rules, true) - DDZ_HAND_DEALT);
  }
}

int main(void) { return test_run(NULL, NULL); }
