#include "api/wire/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ddz_reading_id(const struct ddz_play *play, char id[DDZ_READING_ID_MAX]) {
  if (play->kind == DDZ_PASS) {
    memcpy(id, "pass", sizeof "pass");
    return;
  }
  const char *name = ddz_pattern_rows[play->kind].name; /* printf is a tenth of a /classify */
  size_t n = strlen(name);
  memcpy(id, name, n);
  id[n++] = '-';
  id[n++] = ddz_rank_letters[play->rank];
  id[n++] = '-';
  if (play->length >= 10) id[n++] = (char)('0' + play->length / 10);
  id[n++] = (char)('0' + play->length % 10);
  id[n] = 0;
}

bool ddz_read_reading(const struct ddz_field *cards, const struct ddz_field *id,
                      const struct ddz_terms *terms, const struct ddz_pile *pile, struct ddz_play *play) {
  const char *wanted = NULL;
  struct ddz_play readings[DDZ_READINGS_MAX];
  if (!ddz_read_string(id, &wanted)) return false;
  readings[0] = (struct ddz_play){0}; /* a pass */
  int n = pile->hand != 0 ? ddz_readings(&terms->rules, pile->hand, readings) : 1;
  if (n == 0)
    return ddz_field_fail_more(cards, DDZ_ERR_NOT_A_PATTERN, "send one play whole, as it was put down");
  for (int i = 0; i < n; i++) {
    char name[DDZ_READING_ID_MAX];
    ddz_reading_id(&readings[i], name);
    if (wanted && strcmp(name, wanted) != 0) continue;
    *play = readings[i];
    return true;
  }
  return ddz_field_fail(id, DDZ_PROBLEM_UNKNOWN_READING,
                        "these cards cannot be read as %s; /classify lists their interpretations",
                        ddz_quote(wanted).text);
}

struct ddz_field ddz_told_id(const struct ddz_field *object, const struct ddz_field *pattern) {
  struct ddz_field id = ddz_field_of(object, "id");
  return !ddz_field_given(&id) && json_is_object(pattern->json) ? ddz_field_of(pattern, "id") : id;
}

/* `type` of an object is the name of the play's pattern. */
static bool check_type(const struct ddz_field *object, const struct ddz_play *play) {
  struct ddz_field type = ddz_field_of(object, "type");
  const char *name = play->kind == DDZ_PASS ? "pass" : ddz_pattern_rows[play->kind].name;
  if (!json_is_string(type.json) || strcmp(json_string_value(type.json), name) == 0 ||
      ddz_kinds_named(json_string_value(type.json)) >> play->kind & 1)
    return true;
  return ddz_field_fail(&type, DDZ_PROBLEM_CONFLICT, "the cards are a %s, not a %s", name,
                        ddz_quote(json_string_value(type.json)).text);
}

bool ddz_check_told(const struct ddz_field *object, const struct ddz_play *play) {
  struct ddz_field action = ddz_field_of(object, "action"), pattern = ddz_field_of(object, "pattern");
  const char *done = play->kind == DDZ_PASS ? "pass" : "play";
  if (json_is_string(action.json) && strcmp(json_string_value(action.json), done) != 0)
    return ddz_field_fail(&action, DDZ_PROBLEM_CONFLICT, "these cards are a %s", done);
  return check_type(object, play) && (!json_is_object(pattern.json) || check_type(&pattern, play));
}

/* May a play of this kind have this run under the rules? */
static bool has_run(const struct ddz_rules *rules, enum ddz_kind kind, int rank, int length) {
  const struct ddz_rules_row *row = &rules->row[kind];
  if (!ddz_rules_play(rules, kind) || length < row->min || length > row->max) return false;
  if (kind == DDZ_ROCKET) return rank == DDZ_RANK_B;
  if (length > 1) return rank + length - 1 <= DDZ_RANK_A;
  return rank <= (kind == DDZ_SOLO ? DDZ_RANK_R : DDZ_RANK_2);
}

/* "trio_pair-5-1": a pattern, its lowest rank and its length. False when it is none of that form. */
static bool split_id(const char *text, enum ddz_kind *kind, int *rank, int *length) {
  char name[DDZ_READING_ID_MAX], letter, digits[3];
  int end = 0;
  if (sscanf(text, "%31[^-]-%c-%2[0-9]%n", name, &letter, digits, &end) != 3 || text[end]) return false;
  const char *at = strchr(ddz_rank_letters, letter);
  if (at == NULL) return false;
  *kind = ddz_kind_of(name);
  *rank = (int)(at - ddz_rank_letters);
  *length = (int)strtol(digits, NULL, 10);
  return *kind < DDZ_KINDS;
}

/* What such an id says alone: all but the kickers. */
static bool read_id_alone(const struct ddz_field *id, const struct ddz_rules *rules, struct ddz_last *last) {
  const char *text = "";
  enum ddz_kind kind;
  int rank, length;
  if (!ddz_read_string(id, &text)) return false;
  if (strcmp(text, "pass") == 0) return true;
  if (!split_id(text, &kind, &rank, &length) || !has_run(rules, kind, rank, length))
    return ddz_field_fail(id, DDZ_PROBLEM_UNKNOWN_READING,
                          "%s names no play of these rules; an id is pattern, lowest rank and length, as in "
                          "trio_pair-5-1",
                          ddz_quote(text).text);
  if (kind == DDZ_BOMB && rules->bomb_most > 4)
    return ddz_field_fail(id, DDZ_PROBLEM_MISSING_FIELD,
                          "send `cards`, too: the id of a bomb does not say how many cards it has");
  const struct ddz_rules_row *row = &rules->row[kind];
  const int kickers = row->kicker * row->kickers * length;
  for (int i = 0; i < length; i++) last->pile.hand += ddz_hand_of(rank + i, row->body);
  if (kind == DDZ_ROCKET) last->pile.hand = DDZ_HAND_ROCKET;
  last->play = ddz_play_of(kind, rank, length, last->pile.hand);
  last->play.size = (uint8_t)(last->play.size + kickers);
  return true;
}

bool ddz_read_last_play(const struct ddz_field *body, const struct ddz_terms *terms, bool whole,
                        struct ddz_last *last) {
  static const char *const names[] = {"cards", "id", "role", NULL};
  const struct ddz_field field = ddz_field_of(body, "last"),
                         id = ddz_told_id(&field, DDZ_AT(&field, "pattern"));
  const bool object = json_is_object(field.json);
  const struct ddz_field cards = object ? ddz_field_of(&field, "cards") : field;
  struct ddz_last read = {0};
  if (object && !ddz_read_told(&field, names)) return false;
  const bool named = !ddz_field_given(&cards) && ddz_field_given(&id);
  if (named && !read_id_alone(&id, &terms->rules, &read)) return false;
  if (!named && ((object && !ddz_read_required(&cards)) || !ddz_read_cards(&cards, terms, &read.pile) ||
                 !ddz_read_reading(&cards, &id, terms, &read.pile, &read.play)))
    return false;
  if (!ddz_check_told(&field, &read.play)) return false;
  if (whole && ddz_hand_size(read.pile.hand) < read.play.size)
    return ddz_field_fail(DDZ_AT(&field, "cards"), DDZ_PROBLEM_MISSING_FIELD,
                          "send the cards of the last play: its id does not say the kickers");
  *last = read;
  return true;
}

bool ddz_read_last(const struct ddz_field *body, const struct ddz_terms *terms, struct ddz_last *last) {
  enum ddz_role role;
  return ddz_read_last_play(body, terms, false, last) && ddz_read_role(DDZ_AT(body, "last"), &role);
}
