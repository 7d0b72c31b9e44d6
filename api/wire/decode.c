#include "api/wire/decode.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Where */

struct ddz_field ddz_field_of(const struct ddz_field *object, const char *key) {
  const json_t *json = json_object_get(object->json, key);
  if (json_is_null(json)) json = NULL;
  return (struct ddz_field){.json = json, .up = object, .key = key, .problem = object->problem};
}

struct ddz_field ddz_field_item(const struct ddz_field *array, size_t index) {
  return (struct ddz_field){
      .json = json_array_get(array->json, index), .up = array, .index = index, .problem = array->problem};
}

/* A pointer is built from its end to its beginning; what does not fit is cut off at the front of the way,
 * never in the middle of a step. */
static char *prepend(char *begin, const char *start, const char *text, size_t length) {
  return (size_t)(begin - start) < length ? begin : memcpy(begin - length, text, length);
}

/* One step: "/" and the key with ~ and / escaped. */
static size_t step_text(const struct ddz_field *field, char *text, size_t room) {
  if (!field->key) return (size_t)snprintf(text, room, "/%zu", field->index);
  size_t n = 0, kept = ddz_utf8_prefix(field->key, strlen(field->key), 60);
  text[n++] = '/';
  for (size_t i = 0; i < kept; i++) {
    char c = field->key[i];
    if (c == '~' || c == '/') {
      text[n++] = '~';
      c = c == '~' ? '0' : '1';
    }
    text[n++] = c;
  }
  return n;
}

static void locate(const struct ddz_field *field) {
  struct ddz_problem *problem = field->problem;
  char *start = problem->field, *begin = start + sizeof problem->field - 1;
  *begin = 0;
  for (; field->up; field = field->up) {
    char step[128];
    begin = prepend(begin, start, step, step_text(field, step, sizeof step));
  }
  memmove(start, begin, strlen(begin) + 1);
  problem->has_field = true;
}

bool ddz_field_fail(const struct ddz_field *field, enum ddz_problem_kind kind, const char *format, ...) {
  char detail[sizeof field->problem->detail];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(detail, sizeof detail, format, arguments);
  va_end(arguments);
  locate(field);
  return ddz_problem_set(field->problem, kind, "%s", detail);
}

bool ddz_field_fail_core(const struct ddz_field *field, enum ddz_error error, const char *more) {
  locate(field);
  return ddz_problem_core(field->problem, error, more);
}

/* Scalars and containers */

static const char *type_name(const json_t *json) {
  static const char *const names[] = {"an object",     "an array", "a string", "an integer",
                                      "a real number", "true",     "false",    "null"};
  return names[json_typeof(json)];
}

static bool wrong_type(const struct ddz_field *field, const char *wanted) {
  return ddz_field_fail(field, DDZ_PROBLEM_WRONG_TYPE, "must be %s, not %s", wanted, type_name(field->json));
}

bool ddz_read_required(const struct ddz_field *field) {
  if (field->json) return true;
  return ddz_field_fail(field, DDZ_PROBLEM_MISSING_FIELD, "the field %s is required",
                        ddz_quote(field->key).text);
}

static bool is_listed(const char *name, const char *const *names) {
  for (; *names; names++)
    if (strcmp(*names, name) == 0) return true;
  return false;
}

/* "a, b, c" of a list, as much as fits. */
static const char *list_text(const char *const *names, char *text, size_t room) {
  size_t n = 0;
  text[0] = 0;
  for (size_t i = 0; names[i] && n < room; i++)
    n += (size_t)snprintf(text + n, room - n, "%s%s", i ? ", " : "", names[i]);
  return text;
}

/* What answers of ours tell about a play, an action or a call, beside the fields that are read. */
static const char *const told[] = {
#define TOLD(name) #name,
#include "api/wire/told.def"
#undef TOLD
    NULL};

static const char *const nothing[] = {NULL};

static bool read_object(const struct ddz_field *field, const char *const *names, const char *const *more) {
  if (!json_is_object(field->json)) return wrong_type(field, "an object");
  /* jansson's iterators take a non-const object but do not change it */
  json_t *object = (json_t *)field->json;
  for (void *at = json_object_iter(object); at; at = json_object_iter_next(object, at)) {
    const char *name = json_object_iter_key(at);
    if (is_listed(name, names) || is_listed(name, more)) continue;
    struct ddz_field unknown = {.up = field, .key = name, .problem = field->problem};
    char known[200];
    return ddz_field_fail(&unknown, DDZ_PROBLEM_UNKNOWN_FIELD, "there is no field %s here; known are %s",
                          ddz_quote(name).text, list_text(names, known, sizeof known));
  }
  return true;
}

bool ddz_read_object(const struct ddz_field *field, const char *const *names) {
  return read_object(field, names, nothing);
}

bool ddz_read_told(const struct ddz_field *field, const char *const *names) {
  return read_object(field, names, told);
}

bool ddz_read_array(const struct ddz_field *field, size_t max, size_t *count) {
  if (!json_is_array(field->json)) return wrong_type(field, "an array");
  if (json_array_size(field->json) > max)
    return ddz_field_fail(field, DDZ_PROBLEM_TOO_MANY_ITEMS, "at most %zu items, not %zu", max,
                          json_array_size(field->json));
  *count = json_array_size(field->json);
  return true;
}

/* 3 and 3.0 are the same JSON integer. */
static bool integer_of(const json_t *json, long long *value) {
  double real = json_real_value(json);
  if (json_is_integer(json))
    *value = json_integer_value(json);
  else if (json_is_real(json) && fabs(real) < 9e15 && real == floor(real))
    *value = (long long)real;
  else
    return false;
  return true;
}

bool ddz_read_int(const struct ddz_field *field, long long min, long long max, long long *value) {
  long long given;
  if (!field->json) return true;
  if (!integer_of(field->json, &given)) return wrong_type(field, "an integer");
  if (given < min || given > max)
    return ddz_field_fail(field, DDZ_PROBLEM_OUT_OF_RANGE, "must be between %lld and %lld, not %lld", min,
                          max, given);
  *value = given;
  return true;
}

bool ddz_read_bool(const struct ddz_field *field, bool *value) {
  if (!field->json) return true;
  if (!json_is_boolean(field->json)) return wrong_type(field, "true or false");
  *value = json_is_true(field->json);
  return true;
}

bool ddz_read_string(const struct ddz_field *field, const char **value) {
  if (!field->json) return true;
  if (!json_is_string(field->json)) return wrong_type(field, "a string");
  *value = json_string_value(field->json);
  return true;
}

bool ddz_read_choice_or(const struct ddz_field *field, const char *const *names, enum ddz_problem_kind kind,
                        int *index) {
  const char *name = NULL;
  if (!ddz_read_string(field, &name)) return false;
  if (!name) return true;
  for (int i = 0; names[i]; i++)
    if (strcmp(names[i], name) == 0) {
      *index = i;
      return true;
    }
  char known[200];
  return ddz_field_fail(field, kind, "must be one of %s, not %s", list_text(names, known, sizeof known),
                        ddz_quote(name).text);
}

bool ddz_read_choice(const struct ddz_field *field, const char *const *names, int *index) {
  return ddz_read_choice_or(field, names, DDZ_PROBLEM_UNKNOWN_VALUE, index);
}

/* Words of the game */

bool ddz_read_role(const struct ddz_field *object, enum ddz_role *role) {
  struct ddz_field field = ddz_field_of(object, "role");
  const char *names[DDZ_ROLES + 1] = {NULL};
  for (int i = 0; i < DDZ_ROLES; i++) names[i] = ddz_role_name((enum ddz_role)i);
  int index = (int)*role;
  if (!ddz_read_choice(&field, names, &index)) return false;
  *role = (enum ddz_role)index;
  return true;
}

bool ddz_read_lang(const struct ddz_field *body, bool *chinese) {
  static const char *const names[] = {"en", "zh", NULL};
  struct ddz_field field = ddz_field_of(body, "lang");
  int index = 0;
  if (!ddz_read_choice(&field, names, &index)) return false;
  *chinese = index == 1;
  return true;
}

/* Terms */

static bool read_notation(const struct ddz_field *body, enum ddz_notation *notation) {
  struct ddz_field field = ddz_field_of(body, "notation");
  const char *names[DDZ_NOTATIONS + 1] = {NULL};
  for (int i = 0; i < DDZ_NOTATIONS; i++) names[i] = ddz_notation_name((enum ddz_notation)i);
  int index = DDZ_NOTATION_RANK;
  if (!ddz_read_choice(&field, names, &index)) return false;
  *notation = (enum ddz_notation)index;
  return true;
}

static bool read_preset(const struct ddz_field *field, struct ddz_rules *rules) {
  const char *name = "standard";
  if (!ddz_read_string(field, &name)) return false;
  if (ddz_rules_preset(name, rules) == DDZ_OK) return true;
  const char *names[16] = {NULL};
  for (size_t i = 0; i < ddz_rules_presets() && i < 15; i++) names[i] = ddz_rules_preset_at(i).name;
  char known[200];
  return ddz_field_fail(field, DDZ_PROBLEM_UNKNOWN_PRESET, "no preset %s; known are %s", ddz_quote(name).text,
                        list_text(names, known, sizeof known));
}

static bool read_wild(const struct ddz_field *field, struct ddz_rules *rules) {
  size_t n;
  ddz_ranks wild = 0;
  if (!ddz_read_array(field, 2, &n)) return false;
  for (size_t i = 0; i < n; i++) {
    struct ddz_field item = ddz_field_item(field, i);
    ddz_hand hand;
    size_t at;
    if (!json_is_string(item.json)) return wrong_type(&item, "a rank letter in a string");
    enum ddz_error error =
        ddz_text_read(json_string_value(item.json), json_string_length(item.json), &hand, &at);
    if (error) return ddz_field_fail_core(&item, error, ddz_quote(json_string_value(item.json)).text);
    if (ddz_hand_size(hand) != 1) return ddz_field_fail_core(&item, DDZ_ERR_BAD_WILD, NULL);
    wild |= (ddz_ranks)(1u << ddz_hand_top(hand));
  }
  if (__builtin_popcount(wild) != (int)n) return ddz_field_fail_core(field, DDZ_ERR_BAD_WILD, NULL);
  if (ddz_rules_set_wild(rules, wild) == DDZ_OK) return true;
  return ddz_field_fail_core(field, DDZ_ERR_BAD_WILD,
                             rules->wildcard == DDZ_WILDCARD_RANKS ? NULL : "only laizi takes wild ranks");
}

static bool read_forbid(const struct ddz_field *field, struct ddz_rules *rules) {
  size_t n;
  if (!ddz_read_array(field, DDZ_KINDS, &n)) return false;
  for (size_t i = 0; i < n; i++) {
    struct ddz_field item = ddz_field_item(field, i);
    enum ddz_kind kind;
    if (!json_is_string(item.json)) return wrong_type(&item, "the name of a pattern");
    if (ddz_kind_of(json_string_value(item.json), &kind) != DDZ_OK)
      return ddz_field_fail_core(&item, DDZ_ERR_UNKNOWN_PATTERN,
                                 ddz_quote(json_string_value(item.json)).text);
    ddz_rules_forbid(rules, 1u << kind);
  }
  return true;
}

static bool read_rules_object(const struct ddz_field *field, struct ddz_rules *rules) {
  static const char *const names[] = {"preset", "wild", "bomb_order", "forbid", NULL};
  static const char *const orders[] = {"rocket_top", "long_top", NULL};
  if (!ddz_read_object(field, names)) return false;
  struct ddz_field preset = ddz_field_of(field, "preset"), wild = ddz_field_of(field, "wild"),
                   order = ddz_field_of(field, "bomb_order"), forbid = ddz_field_of(field, "forbid");
  int bomb_order = DDZ_BOMB_ROCKET_TOP;
  if (!read_preset(&preset, rules)) return false;
  if (wild.json && !read_wild(&wild, rules)) return false;
  if (!ddz_read_choice(&order, orders, &bomb_order)) return false;
  ddz_rules_set_bomb_order(rules, (enum ddz_bomb_order)bomb_order);
  return !forbid.json || read_forbid(&forbid, rules);
}

static bool read_rules(const struct ddz_field *field, struct ddz_rules *rules) {
  if (json_is_object(field->json)) return read_rules_object(field, rules);
  if (field->json && !json_is_string(field->json)) return wrong_type(field, "a preset name or an object");
  return read_preset(field, rules);
}

bool ddz_read_terms_drawn(const struct ddz_field *body, struct ddz_terms *terms) {
  struct ddz_field rules = ddz_field_of(body, "rules");
  return read_rules(&rules, &terms->rules) && read_notation(body, &terms->notation);
}

bool ddz_read_terms(const struct ddz_field *body, struct ddz_terms *terms) {
  if (!ddz_read_terms_drawn(body, terms)) return false;
  if (terms->rules.wildcard != DDZ_WILDCARD_RANKS || terms->rules.wild) return true;
  struct ddz_field rules = ddz_field_of(body, "rules"), wild = ddz_field_of(&rules, "wild");
  return ddz_field_fail(
      &wild, DDZ_PROBLEM_WILD_MISSING,
      "say which one or two ranks are wild in this game: \"rules\":{\"preset\":\"%s\",\"wild\":[\"7\"]}",
      terms->rules.name);
}

int ddz_terms_hand_max(const struct ddz_terms *terms) { return 17 + terms->rules.kitty; }

/* Cards */

/* Add one card (a physical number 0..54 or a rank, as the notation has it) to the pile. */
static enum ddz_error add_card(struct ddz_pile *pile, bool physical, int card) {
  int rank = physical ? ddz_card_rank(card) : card;
  if (physical) {
    if (pile->cards >> card & 1) return DDZ_ERR_DUPLICATE_CARD;
    pile->cards |= (ddz_cards)1 << card;
  }
  if (ddz_hand_count(pile->hand, rank) >= ddz_hand_count(DDZ_HAND_DECK55, rank))
    return DDZ_ERR_TOO_MANY_OF_RANK;
  pile->hand += ddz_hand_of(rank, 1);
  return DDZ_OK;
}

static enum ddz_error add_hand(struct ddz_pile *pile, ddz_hand more) {
  for (int rank = 0; rank < DDZ_RANKS; rank++)
    for (int n = ddz_hand_count(more, rank); n > 0; n--) {
      enum ddz_error error = add_card(pile, false, rank);
      if (error) return error;
    }
  return DDZ_OK;
}

/* The offending part of a text, for the sentence: from the byte the reader stopped at. */
static bool text_problem(const struct ddz_field *field, enum ddz_error error, const char *text, size_t at) {
  if (error != DDZ_ERR_UNKNOWN_TOKEN && error != DDZ_ERR_AMBIGUOUS_TOKEN)
    return ddz_field_fail_core(field, error, NULL);
  int n = 1; /* bytes of that character */
  while (((unsigned char)text[at + (size_t)n] & 0xC0) == 0x80) n++;
  char more[64];
  snprintf(more, sizeof more, "'%.*s' at byte %zu", n, text + at, at);
  return ddz_field_fail_core(field, error, more);
}

static bool read_text(const struct ddz_field *field, struct ddz_pile *pile) {
  const char *text = json_string_value(field->json);
  ddz_hand hand;
  size_t at = 0;
  enum ddz_error error = ddz_text_read(text, json_string_length(field->json), &hand, &at);
  if (error) return text_problem(field, error, text, at);
  error = add_hand(pile, hand);
  return error ? ddz_field_fail_core(field, error, NULL) : true;
}

static bool read_number(const struct ddz_field *field, enum ddz_notation notation, struct ddz_pile *pile) {
  long long number;
  int card;
  if (!integer_of(field->json, &number)) return wrong_type(field, "a card number");
  if (notation == DDZ_NOTATION_RANK)
    return ddz_field_fail(field, DDZ_PROBLEM_NOTATION_MISSING,
                          "cards as numbers need \"notation\": cronly, botzone, douzero or solver");
  enum ddz_error error = ddz_number_read(notation, number, &card);
  char more[64];
  snprintf(more, sizeof more, "%lld in notation %s", number, ddz_notation_name(notation));
  if (!error) error = add_card(pile, ddz_notation_is_physical(notation), card);
  return error ? ddz_field_fail_core(field, error, more) : true;
}

static bool wrong_notation(const struct ddz_field *field, enum ddz_notation notation) {
  return ddz_field_fail(field, DDZ_PROBLEM_WRONG_NOTATION,
                        "the request says notation %s, so cards are arrays of its numbers, not rank letters",
                        ddz_notation_name(notation));
}

static bool read_items(const struct ddz_field *field, enum ddz_notation notation, struct ddz_pile *pile) {
  size_t n = json_array_size(field->json);
  if (n > 55) return ddz_field_fail_core(field, DDZ_ERR_TOO_MANY_CARDS, NULL);
  for (size_t i = 0; i < n; i++) {
    struct ddz_field item = ddz_field_item(field, i);
    bool text = json_is_string(item.json);
    if (text && notation != DDZ_NOTATION_RANK) return wrong_notation(&item, notation);
    if (!(text ? read_text(&item, pile) : read_number(&item, notation, pile))) return false;
  }
  return true;
}

static bool read_any_cards(const struct ddz_field *field, enum ddz_notation notation, struct ddz_pile *pile) {
  if (!field->json) return true;
  if (json_is_array(field->json)) return read_items(field, notation, pile);
  if (!json_is_string(field->json)) return wrong_type(field, "cards: a string of rank letters or an array");
  if (notation != DDZ_NOTATION_RANK && json_string_length(field->json) > 0)
    return wrong_notation(field, notation);
  return read_text(field, pile);
}

bool ddz_read_cards(const struct ddz_field *field, const struct ddz_terms *terms, int max,
                    struct ddz_pile *pile) {
  struct ddz_pile read = {0, 0};
  if (!read_any_cards(field, terms->notation, &read)) return false;
  if (ddz_hand_count(read.hand, DDZ_RANK_F) > 0 && terms->rules.deck < 55)
    return ddz_field_fail_core(field, DDZ_ERR_NO_FLOWER, NULL);
  if (ddz_hand_size(read.hand) > max) {
    char more[64];
    snprintf(more, sizeof more, "%d, at most %d here", ddz_hand_size(read.hand), max);
    return ddz_field_fail_core(field, DDZ_ERR_TOO_MANY_CARDS, more);
  }
  *pile = read;
  return true;
}

bool ddz_read_hand(const struct ddz_field *body, const struct ddz_terms *terms, struct ddz_pile *hand) {
  struct ddz_field field = ddz_field_of(body, "hand");
  struct ddz_pile read = {0, 0};
  if (!ddz_read_required(&field) || !ddz_read_cards(&field, terms, ddz_terms_hand_max(terms), &read))
    return false;
  if (read.hand == 0) return ddz_field_fail_core(&field, DDZ_ERR_EMPTY, NULL);
  *hand = read;
  return true;
}

/* Plays */

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
  if (n == 0) return ddz_field_fail_core(cards, DDZ_ERR_NOT_A_PATTERN, NULL);
  for (int i = 0; i < n; i++) {
    char name[DDZ_READING_ID_MAX];
    ddz_reading_id(&readings[i], name);
    if (wanted && strcmp(name, wanted) != 0) continue;
    *play = readings[i];
    return true;
  }
  return ddz_field_fail(id, DDZ_PROBLEM_UNKNOWN_READING,
                        "these cards cannot be read as %s; ask /classify for their readings",
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
  if (!json_is_string(type.json) || strcmp(json_string_value(type.json), name) == 0) return true;
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

bool ddz_read_last_play(const struct ddz_field *body, const struct ddz_terms *terms, struct ddz_last *last) {
  static const char *const names[] = {"cards", "id", "role", NULL};
  struct ddz_field field = ddz_field_of(body, "last");
  bool object = json_is_object(field.json);
  if (object && !ddz_read_told(&field, names)) return false;
  struct ddz_field pattern = ddz_field_of(&field, "pattern");
  struct ddz_field cards = object ? ddz_field_of(&field, "cards") : field;
  struct ddz_field id = object ? ddz_told_id(&field, &pattern) : (struct ddz_field){.problem = field.problem};
  struct ddz_last read = {0};
  if (object && !ddz_read_required(&cards)) return false;
  if (!ddz_read_cards(&cards, terms, ddz_terms_hand_max(terms), &read.pile)) return false;
  if (!ddz_read_reading(&cards, &id, terms, &read.pile, &read.play)) return false;
  if (object && !ddz_check_told(&field, &read.play)) return false;
  *last = read;
  return true;
}

bool ddz_read_last(const struct ddz_field *body, const struct ddz_terms *terms, struct ddz_last *last) {
  struct ddz_field field = ddz_field_of(body, "last");
  struct ddz_last read = {0};
  enum ddz_role role = DDZ_ROLES;
  if (!ddz_read_last_play(body, terms, &read)) return false;
  if (json_is_object(field.json) && !ddz_read_role(&field, &role)) return false;
  *last = read;
  return true;
}

bool ddz_check_deck(const struct ddz_field *field, const struct ddz_terms *terms, const struct ddz_pile *a,
                    const struct ddz_pile *b) {
  if (a->cards & b->cards)
    return ddz_field_fail_core(field, DDZ_ERR_DUPLICATE_CARD,
                               "a card here is also somewhere else in this request");
  ddz_hand deck = ddz_rules_deck(&terms->rules);
  for (int rank = 0; rank < DDZ_RANKS; rank++)
    if (ddz_hand_count(a->hand, rank) + ddz_hand_count(b->hand, rank) > ddz_hand_count(deck, rank))
      return ddz_field_fail(field, DDZ_PROBLEM_TOO_MANY_KNOWN,
                            "with these, the request has more cards of rank %c than the deck",
                            ddz_rank_letters[rank]);
  return true;
}
