#include "api/wire/terms.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

#include "core/game/table.h"

bool ddz_read_role(const struct ddz_field *object, enum ddz_role *role) {
  static const char *const chinese[DDZ_ROLES] = {"地主", "地主下家", "地主上家"};
  const struct ddz_field field = ddz_field_of(object, "role");
  for (int i = 0; i < DDZ_ROLES && json_is_string(field.json); i++)
    if (strcmp(json_string_value(field.json), chinese[i]) == 0) return *role = (enum ddz_role)i, true;
  return ddz_read_choice(&field, ddz_role_names, DDZ_ENUM(role));
}

bool ddz_read_lang(const struct ddz_field *object, bool *chinese) {
  static const char *const names[] = {"en", "zh", NULL};
  int index = *chinese;
  if (!ddz_read_choice(DDZ_AT(object, "lang"), names, &index)) return false;
  *chinese = index == 1;
  return true;
}

bool ddz_read_body(const struct ddz_field *body, const char *const *names) {
  return ddz_read_object(body, names) && ddz_read_lang(body, &(bool){false});
}

bool ddz_asks_chinese(const json_t *body) {
  const char *lang = json_string_value(json_object_get(body, "lang"));
  return lang && strcmp(lang, "zh") == 0;
}

/* Its name in any case, or the Chinese one, with or without 斗地主 behind it. */
static bool is_named(const struct ddz_rules *preset, const char *name) {
  const size_t n = strlen(preset->chinese);
  return strcasecmp(preset->name, name) == 0 ||
         (strncmp(preset->chinese, name, n) == 0 && (name[n] == 0 || strcmp(name + n, "斗地主") == 0));
}

static bool read_preset(const struct ddz_field *field, struct ddz_rules *rules) {
  const char *name = "standard";
  if (!ddz_read_string(field, &name)) return false;
  for (size_t i = 0; i < ddz_rules_presets(); i++) {
    *rules = ddz_rules_preset_at(i);
    if (is_named(rules, name)) return true;
  }
  const char *names[16] = {NULL};
  for (size_t i = 0; i < ddz_rules_presets() && i < 15; i++) names[i] = ddz_rules_preset_at(i).name;
  return ddz_field_fail(field, DDZ_PROBLEM_UNKNOWN_PRESET, "no preset %s%s; known are %s",
                        ddz_quote(name).text, ddz_near_text(name, names).text,
                        ddz_names_text(names, DDZ_NAMES).text);
}

static bool read_wild(const struct ddz_field *field, struct ddz_rules *rules) {
  size_t n;
  ddz_ranks wild = 0, last = 0;
  if (!ddz_read_array(field, 2, &n)) return false;
  for (size_t i = 0; i < n; i++) {
    struct ddz_field item = ddz_field_item(field, i);
    ddz_hand hand;
    size_t at;
    if (!json_is_string(item.json)) return ddz_field_wrong_type(&item, "a rank letter in a string");
    enum ddz_error error =
        ddz_text_read(json_string_value(item.json), json_string_length(item.json), &hand, &at);
    if (error || ddz_hand_size(hand) != 1)
      return ddz_field_fail(&item, error ? DDZ_PROBLEM_UNKNOWN_CARD : DDZ_PROBLEM_BAD_WILD,
                            "%s is not one rank; wild is one of 3456789TJQKA2",
                            ddz_quote(json_string_value(item.json)).text);
    last = (ddz_ranks)(1u << ddz_hand_top(hand));
    wild |= last;
  }
  if (__builtin_popcount(wild) != (int)n) return ddz_field_fail_core(field, DDZ_ERR_BAD_WILD);
  if (rules->wildcard != DDZ_WILDCARD_RANKS && wild == rules->wild) return true; /* as /table tells it */
  if (ddz_rules_set_wild(rules, wild) == DDZ_OK) {
    /* where a second rank is drawn later it is shown later, too */
    if (n > 1 && rules->early > 0 && rules->late > 0) rules->hidden = last;
    return true;
  }
  if (rules->wildcard == DDZ_WILDCARD_RANKS) return ddz_field_fail_core(field, DDZ_ERR_BAD_WILD);
  return ddz_field_fail(field, DDZ_PROBLEM_BAD_WILD, "%s has no wild ranks; laizi has", rules->name);
}

static bool pattern_problem(const struct ddz_field *field) {
  const char *names[DDZ_KINDS + 1] = {NULL}, *name = json_string_value(field->json);
  size_t n = 0;
  for (int kind = DDZ_PASS + 1; kind < DDZ_KINDS; kind++) names[n++] = ddz_pattern_rows[kind].name;
  return ddz_field_fail(field, DDZ_PROBLEM_UNKNOWN_PATTERN, "no pattern %s%s; known are %s",
                        ddz_quote(name).text, ddz_near_text(name, names).text,
                        ddz_names_text(names, sizeof(struct ddz_phrase)).text);
}

static bool read_forbid(const struct ddz_field *field, struct ddz_rules *rules) {
  const uint32_t before = rules->kinds;
  size_t n;
  if (!ddz_read_array(field, DDZ_KINDS, &n)) return false;
  for (size_t i = 0; i < n; i++) {
    struct ddz_field item = ddz_field_item(field, i);
    if (!json_is_string(item.json)) return ddz_field_wrong_type(&item, "the name of a pattern");
    const char *name = json_string_value(item.json);
    const uint32_t kinds = ddz_kinds_named(name);
    if (kinds == 0) return pattern_problem(&item);
    if ((rules->kinds & kinds) == 0)
      return ddz_field_fail(&item, DDZ_PROBLEM_CONFLICT,
                            (before & kinds) != 0
                                ? "%s is forbidden twice; leave one out"
                                : "to forbid %s changes nothing: these rules do not have it; leave it out",
                            ddz_quote(name).text);
    ddz_rules_forbid(rules, kinds);
  }
  return true;
}

/* Switches stand beside the other fields, by their names. */
static bool read_switches(const struct ddz_field *object, struct ddz_rules *rules) {
  uint32_t switches = rules->switches;
  for (int i = 0; i < DDZ_SWITCHES; i++) {
    const struct ddz_field field = ddz_field_of(object, ddz_switch_rows[i].name);
    bool on = (switches & ddz_switch_rows[i].bit) != 0;
    if (!ddz_read_bool(&field, &on)) return false;
    switches = on ? switches | ddz_switch_rows[i].bit : switches & ~(uint32_t)ddz_switch_rows[i].bit;
  }
  ddz_rules_set_switches(rules, switches);
  return true;
}

static bool changes_nothing(const struct ddz_field *field, const char *needs) {
  return ddz_field_fail(field, DDZ_PROBLEM_CONFLICT,
                        "%s changes nothing under these rules: it needs %s; leave it out, or allow that",
                        field->key, needs);
}

/* What is asked for must change something: a switch that is turned on, or is not as in the preset. */
static bool check_switches(const struct ddz_field *object, const struct ddz_rules *rules, uint32_t preset) {
  for (int i = 0; i < DDZ_SWITCHES; i++) {
    const struct ddz_switch_row *row = &ddz_switch_rows[i];
    const struct ddz_field field = ddz_field_of(object, row->name);
    const bool on = (rules->switches & row->bit) != 0, differs = ((rules->switches ^ preset) & row->bit) != 0;
    if (ddz_field_given(&field) && (on || differs) &&
        !ddz_rules_differ(rules, rules->switches ^ row->bit, rules->bomb_order))
      return changes_nothing(&field, row->needs);
  }
  return true;
}

bool ddz_read_word(const struct ddz_field *field, const struct ddz_words *rows, int n, int *index) {
  enum { MOST = 8 };
  const char *names[MOST + 1] = {NULL};
  assert(n <= MOST);
  for (int i = 0; i < n; i++) names[i] = rows[i].name;
  return ddz_read_choice(field, names, index);
}

static bool read_bomb_order(const struct ddz_field *field, struct ddz_rules *rules) {
  enum ddz_bomb_order order = rules->bomb_order;
  if (!ddz_read_word(field, ddz_order_rows, DDZ_BOMB_ORDERS, DDZ_ENUM(&order))) return false;
  ddz_rules_set_bomb_order(rules, order);
  return true;
}

static bool check_bomb_order(const struct ddz_field *field, const struct ddz_rules *rules) {
  return rules->bomb_order == DDZ_BOMB_ROCKET_TOP ||
         ddz_rules_differ(rules, rules->switches, DDZ_BOMB_ROCKET_TOP) ||
         changes_nothing(field, "long_bombs, wildcards, bomb and rocket");
}

/* When the wild rank is shown; one that is given as well. */
static bool read_wild_turn(const struct ddz_field *field, struct ddz_rules *rules) {
  static const char *const turns[] = {"deal", "landlord", NULL};
  int turn = 1;
  if (!ddz_field_given(field)) return true;
  if (!ddz_read_choice(field, turns, &turn)) return false;
  if (rules->early + rules->late != 1)
    return ddz_field_fail(field, DDZ_PROBLEM_CONFLICT, "%s; leave it out",
                          rules->early > 0 ? "one rank is shown with the deal, one with the landlord"
                                           : "there is no wild rank under these rules");
  rules->early = turn == 0;
  rules->late = turn == 1;
  if (turn == 1) rules->hidden = rules->wild;
  return true;
}

/* ---- stake and calls ---- */

bool ddz_raise_is_met(const struct ddz_rules *rules, enum ddz_raise raise) {
  const bool bombs = rules->bomb_most > 0;
  const bool met[DDZ_RAISES] = {
      [DDZ_RAISE_SOFT] = bombs && rules->stand != 0,          [DDZ_RAISE_HARD] = bombs,
      [DDZ_RAISE_PURE] = bombs && rules->wilds_alone,         [DDZ_RAISE_LONG] = rules->bomb_most > 4,
      [DDZ_RAISE_ROCKET] = ddz_rules_play(rules, DDZ_ROCKET), [DDZ_RAISE_SPRING] = true};
  return met[raise];
}

bool ddz_read_factors(const struct ddz_field *field, const char *const *names, const char *wanted,
                      long long times[]) {
  const bool one = json_is_number(field->json);
  if (!one && !json_is_object(field->json)) return ddz_field_wrong_type(field, wanted);
  if (!one && !ddz_read_object(field, names)) return false;
  for (int i = 0; names[i]; i++)
    if (!ddz_read_int(one ? field : DDZ_AT(field, names[i]), 1, DDZ_FACTOR_MAX, &times[i])) return false;
  return true;
}

static bool read_bomb_factor(const struct ddz_field *field, struct ddz_rules *rules) {
  const char *names[DDZ_RAISES] = {NULL};
  const bool by_kind = json_is_object(field->json);
  long long times[DDZ_RAISE_SPRING];
  bool differs = false;
  if (!ddz_field_given(field)) return true;
  for (int raise = 0; raise < DDZ_RAISE_SPRING; raise++) {
    names[raise] = ddz_raise_rows[raise].name;
    times[raise] = rules->factor[raise];
  }
  if (!ddz_read_factors(field, names, "a number, or an object by kind of bomb", times)) return false;
  for (int raise = 0; raise < DDZ_RAISE_SPRING; raise++) {
    if (times[raise] == rules->factor[raise]) continue;
    if (by_kind && !ddz_raise_is_met(rules, (enum ddz_raise)raise))
      return changes_nothing(DDZ_AT(field, names[raise]), "such bombs");
    ddz_rules_set_factor(rules, (enum ddz_raise)raise, (int)times[raise]);
    differs = true;
  }
  if (by_kind || !differs || rules->bomb_most > 0 || ddz_rules_play(rules, DDZ_ROCKET)) return true;
  return changes_nothing(field, "bombs, or the rocket");
}

static bool read_spring_factor(const struct ddz_field *field, struct ddz_rules *rules) {
  long long times = rules->factor[DDZ_RAISE_SPRING];
  if (!ddz_read_int(field, 1, DDZ_FACTOR_MAX, &times)) return false;
  ddz_rules_set_factor(rules, DDZ_RAISE_SPRING, (int)times);
  return true;
}

/* ---- calls ---- */

static bool read_must_call(const struct ddz_field *field, struct ddz_rules *rules) {
  size_t n;
  if (!ddz_field_given(field)) return true;
  if (!ddz_read_array(field, DDZ_MUSTS, &n)) return false;
  rules->must_call = 0;
  for (size_t i = 0; i < n; i++) {
    const struct ddz_field item = ddz_field_item(field, i);
    int must = 0;
    if (!json_is_string(item.json)) return ddz_field_wrong_type(&item, "what obliges a seat to call");
    if (!ddz_read_word(&item, ddz_must_rows, DDZ_MUSTS, &must)) return false;
    if (rules->must_call >> must & 1)
      return ddz_field_fail(&item, DDZ_PROBLEM_CONFLICT, "%s is named twice; leave one out",
                            ddz_must_rows[must].name);
    rules->must_call |= (uint8_t)(1u << must);
  }
  const unsigned twos = 1u << DDZ_MUST_THREE_TWOS | 1u << DDZ_MUST_FOUR_TWOS;
  return (rules->must_call & twos) != twos ||
         ddz_field_fail(field, DDZ_PROBLEM_CONFLICT,
                        "who must call with three_twos must with four_twos, too; leave one out");
}

/* What is asked for must change something. */
static bool check_calls(const struct ddz_field *object, const struct ddz_rules *rules) {
  const bool called = rules->calling != DDZ_CALLING_NONE;
  const struct {
    const char *name;
    bool asked, matters;
    const char *needs;
  } rows[] = {
      {"must_call", rules->must_call != 0, called, "calling"},
      {"nobody_calls", rules->nobody_calls != DDZ_NOBODY_REDEAL, called, "calling"},
      {"rob_back", rules->no_rob_back, rules->calling == DDZ_CALLING_ROB, "calling by robbing, as in huanle"},
      {"kitty_open", rules->kitty_open, called, "calling"},
      {"kick_scope", rules->kick_own, rules->calling == DDZ_CALLING_KICK, "kicks, as in yuncheng"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].asked && !rows[i].matters)
      return changes_nothing(DDZ_AT(object, rows[i].name), rows[i].needs);
  return true;
}

static bool read_calls(const struct ddz_field *object, struct ddz_rules *rules) {
  static const char *const scopes[] = {"table", "seat", NULL};
  bool rob_back = !rules->no_rob_back;
  int scope = rules->kick_own;
  if (!read_must_call(DDZ_AT(object, "must_call"), rules) ||
      !ddz_read_word(DDZ_AT(object, "nobody_calls"), ddz_nobody_rows, DDZ_NOBODIES,
                     DDZ_ENUM(&rules->nobody_calls)) ||
      !ddz_read_bool(DDZ_AT(object, "rob_back"), &rob_back) ||
      !ddz_read_bool(DDZ_AT(object, "kitty_open"), &rules->kitty_open) ||
      !ddz_read_choice(DDZ_AT(object, "kick_scope"), scopes, &scope))
    return false;
  rules->no_rob_back = !rob_back;
  rules->kick_own = scope == 1;
  return check_calls(object, rules);
}

/* ---- the whole ---- */

static bool read_rules_object(const struct ddz_field *field, struct ddz_rules *rules) {
  enum { OTHERS = 12 };
  const char *names[OTHERS + DDZ_SWITCHES + 1] = {
      "preset",        "wild",      "wild_turn",    "bomb_order", "forbid",     "bomb_factor",
      "spring_factor", "must_call", "nobody_calls", "rob_back",   "kitty_open", "kick_scope"};
  for (int i = 0; i < DDZ_SWITCHES; i++) names[OTHERS + i] = ddz_switch_rows[i].name;
  if (!ddz_read_object(field, names)) return false;
  struct ddz_field wild = ddz_field_of(field, "wild"), order = ddz_field_of(field, "bomb_order");
  if (!read_preset(DDZ_AT(field, "preset"), rules)) return false;
  const uint32_t switches = rules->switches;
  return (!wild.json || read_wild(&wild, rules)) && read_wild_turn(DDZ_AT(field, "wild_turn"), rules) &&
         read_bomb_order(&order, rules) && read_switches(field, rules) &&
         read_forbid(DDZ_AT(field, "forbid"), rules) && check_switches(field, rules, switches) &&
         check_bomb_order(&order, rules) && read_bomb_factor(DDZ_AT(field, "bomb_factor"), rules) &&
         read_spring_factor(DDZ_AT(field, "spring_factor"), rules) && read_calls(field, rules);
}

static bool read_rules(const struct ddz_field *field, struct ddz_rules *rules) {
  if (json_is_object(field->json)) return read_rules_object(field, rules);
  if (field->json && !json_is_string(field->json))
    return ddz_field_wrong_type(field, "a preset name or an object");
  return read_preset(field, rules);
}

bool ddz_read_terms_drawn(const struct ddz_field *body, struct ddz_terms *terms) {
  terms->suited = false;
  terms->notation = DDZ_NOTATION_RANK;
  return read_rules(DDZ_AT(body, "rules"), &terms->rules) &&
         ddz_read_choice(DDZ_AT(body, "notation"), ddz_notation_names, DDZ_ENUM(&terms->notation));
}

bool ddz_read_terms(const struct ddz_field *body, struct ddz_terms *terms) {
  if (!ddz_read_terms_drawn(body, terms)) return false;
  if (!ddz_rules_draw(&terms->rules)) return true;
  struct ddz_field rules = ddz_field_of(body, "rules"), wild = ddz_field_of(&rules, "wild");
  const bool two = terms->rules.early > 0 && terms->rules.late > 0;
  return ddz_field_fail(&wild, DDZ_PROBLEM_WILD_MISSING,
                        "say which %s wild in this game: \"rules\":{\"preset\":\"%s\",\"wild\":[\"7\"%s]}",
                        two ? "two ranks are" : "one or two ranks are", terms->rules.name,
                        two ? ",\"9\"" : "");
}

bool ddz_read_cap(const struct ddz_field *field, const struct ddz_terms *terms, long long *cap) {
  const ddz_call_set calls = ddz_calling_calls(terms->rules.calling);
  int bid = 1;
  for (int call = 0; call < DDZ_CALLS; call++)
    if ((calls >> call & 1) != 0 && ddz_call_rows[call].bid > bid) bid = ddz_call_rows[call].bid;
  *cap = terms->rules.cap;
  if (!ddz_read_int(field, 1, DDZ_MULTIPLIER_MAX, cap)) return false;
  if (!ddz_field_given(field) || *cap >= bid) return true;
  return ddz_field_fail(field, DDZ_PROBLEM_CONFLICT, "a bid of %d alone is more: `cap` must be %d or more",
                        bid, bid);
}
