#include "api/wire/terms.h"

#include <string.h>

#include "api/wire/near.h"
#include "api/wire/stake.h"
#include "core/game/table.h"
#include "core/rules/rules.h"

bool ddz_read_role(const struct ddz_field *object, enum ddz_role *role) {
  struct ddz_field field = ddz_field_of(object, "role");
  const char *names[DDZ_ROLES + 1] = {NULL};
  for (int i = 0; i < DDZ_ROLES; i++) names[i] = ddz_role_name((enum ddz_role)i);
  static const char *const chinese[DDZ_ROLES] = {"地主", "地主下家", "地主上家"};
  int index = (int)*role;
  for (int i = 0; i < DDZ_ROLES && json_is_string(field.json); i++)
    if (strcmp(json_string_value(field.json), chinese[i]) == 0) return *role = (enum ddz_role)i, true;
  if (!ddz_read_choice(&field, names, &index)) return false;
  *role = (enum ddz_role)index;
  return true;
}

bool ddz_read_lang(const struct ddz_field *body, bool *chinese) {
  static const char *const names[] = {"en", "zh", NULL};
  struct ddz_field field = ddz_field_of(body, "lang");
  int index = *chinese;
  if (!ddz_read_choice(&field, names, &index)) return false;
  *chinese = index == 1;
  return true;
}

bool ddz_check_lang(const struct ddz_field *body) {
  bool chinese = false;
  return ddz_read_lang(body, &chinese);
}

bool ddz_asks_chinese(const json_t *body) {
  const char *lang = json_string_value(json_object_get(body, "lang"));
  return lang && strcmp(lang, "zh") == 0;
}

static bool read_notation(const struct ddz_field *body, enum ddz_notation *notation) {
  struct ddz_field field = ddz_field_of(body, "notation");
  const char *names[DDZ_NOTATIONS + 1] = {NULL};
  for (int i = 0; i < DDZ_NOTATIONS; i++) names[i] = ddz_notation_name((enum ddz_notation)i);
  int index = DDZ_NOTATION_RANK;
  if (!ddz_read_choice(&field, names, &index)) return false;
  *notation = (enum ddz_notation)index;
  return true;
}

/* Its name in any case, or the Chinese one, with or without 斗地主 behind it. */
static bool is_named(const struct ddz_rules *preset, const char *name) {
  const size_t n = strlen(preset->chinese);
  return ddz_near_same(preset->name, name) ||
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
  char known[200];
  return ddz_field_fail(field, DDZ_PROBLEM_UNKNOWN_PRESET, "no preset %s%s; known are %s",
                        ddz_quote(name).text, ddz_near_text(name, names).text,
                        ddz_names_text(names, known, sizeof known));
}

/* Where a second rank is drawn later it is shown later, too. */
static void hide_second(const struct ddz_field *field, size_t n, struct ddz_rules *rules) {
  ddz_hand hand;
  size_t at;
  const json_t *second = json_array_get(field->json, 1);
  if (n < 2 || rules->early == 0 || rules->late == 0) return;
  (void)ddz_text_read(json_string_value(second), json_string_length(second), &hand, &at);
  rules->hidden = (ddz_ranks)(1u << ddz_hand_top(hand));
}

static bool read_wild(const struct ddz_field *field, struct ddz_rules *rules) {
  size_t n;
  ddz_ranks wild = 0;
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
    wild |= (ddz_ranks)(1u << ddz_hand_top(hand));
  }
  if (__builtin_popcount(wild) != (int)n) return ddz_field_fail_core(field, DDZ_ERR_BAD_WILD, NULL);
  if (rules->wildcard != DDZ_WILDCARD_RANKS && wild == rules->wild) return true; /* as /table tells it */
  if (ddz_rules_set_wild(rules, wild) == DDZ_OK) {
    hide_second(field, n, rules);
    return true;
  }
  if (rules->wildcard == DDZ_WILDCARD_RANKS) return ddz_field_fail_core(field, DDZ_ERR_BAD_WILD, NULL);
  return ddz_field_fail(field, DDZ_PROBLEM_BAD_WILD, "%s has no wild ranks; laizi has", rules->name);
}

static bool pattern_problem(const struct ddz_field *field) {
  const char *names[DDZ_KINDS + 1] = {NULL}, *name = json_string_value(field->json);
  size_t n = 0;
  char known[320];
  for (int kind = DDZ_PASS + 1; kind < DDZ_KINDS; kind++) names[n++] = ddz_pattern_rows[kind].name;
  return ddz_field_fail(field, DDZ_PROBLEM_UNKNOWN_PATTERN, "no pattern %s%s; known are %s",
                        ddz_quote(name).text, ddz_near_text(name, names).text,
                        ddz_names_text(names, known, sizeof known));
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

/* What is asked for must change something: a switch that is turned on, or is not as in the preset. */
static bool check_switches(const struct ddz_field *object, const struct ddz_rules *rules, uint32_t preset) {
  for (int i = 0; i < DDZ_SWITCHES; i++) {
    const struct ddz_switch_row *row = &ddz_switch_rows[i];
    const struct ddz_field field = ddz_field_of(object, row->name);
    const bool on = (rules->switches & row->bit) != 0, differs = ((rules->switches ^ preset) & row->bit) != 0;
    if (!ddz_field_given(&field) || !(on || differs) || ddz_rules_switch_matters(rules, row->bit)) continue;
    return ddz_field_fail(&field, DDZ_PROBLEM_CONFLICT,
                          "%s changes nothing under these rules: it needs %s; leave it out, or allow that",
                          row->name, row->needs);
  }
  return true;
}

static bool read_bomb_order(const struct ddz_field *field, struct ddz_rules *rules) {
  int order = (int)rules->bomb_order;
  if (!ddz_read_word(field, ddz_order_rows, DDZ_BOMB_ORDERS, &order)) return false;
  ddz_rules_set_bomb_order(rules, (enum ddz_bomb_order)order);
  return true;
}

static bool check_bomb_order(const struct ddz_field *field, const struct ddz_rules *rules) {
  if (rules->bomb_order == DDZ_BOMB_ROCKET_TOP || ddz_rules_bomb_order_matters(rules)) return true;
  return ddz_field_fail(field, DDZ_PROBLEM_CONFLICT,
                        "%s changes nothing under these rules: it needs long_bombs, wildcards, bomb and "
                        "rocket; leave it out, or allow that",
                        ddz_order_rows[rules->bomb_order].name);
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

static bool read_rules_object(const struct ddz_field *field, struct ddz_rules *rules) {
  enum { OTHERS = 5 + DDZ_STAKE_FIELDS_COUNT };
  const char *names[OTHERS + DDZ_SWITCHES + 1] = {"preset",     "wild",   "wild_turn",
                                                  "bomb_order", "forbid", DDZ_STAKE_FIELDS};
  for (int i = 0; i < DDZ_SWITCHES; i++) names[OTHERS + i] = ddz_switch_rows[i].name;
  if (!ddz_read_object(field, names)) return false;
  struct ddz_field preset = ddz_field_of(field, "preset"), wild = ddz_field_of(field, "wild"),
                   turn = ddz_field_of(field, "wild_turn"), order = ddz_field_of(field, "bomb_order"),
                   forbid = ddz_field_of(field, "forbid");
  if (!read_preset(&preset, rules)) return false;
  const uint32_t switches = rules->switches;
  return (!wild.json || read_wild(&wild, rules)) && read_wild_turn(&turn, rules) &&
         read_bomb_order(&order, rules) && read_switches(field, rules) &&
         (!forbid.json || read_forbid(&forbid, rules)) && check_switches(field, rules, switches) &&
         check_bomb_order(&order, rules) && ddz_read_stake(field, rules);
}

static bool read_rules(const struct ddz_field *field, struct ddz_rules *rules) {
  if (json_is_object(field->json)) return read_rules_object(field, rules);
  if (field->json && !json_is_string(field->json))
    return ddz_field_wrong_type(field, "a preset name or an object");
  return read_preset(field, rules);
}

bool ddz_read_terms_drawn(const struct ddz_field *body, struct ddz_terms *terms) {
  struct ddz_field rules = ddz_field_of(body, "rules");
  terms->suited = false;
  return read_rules(&rules, &terms->rules) && read_notation(body, &terms->notation);
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

int ddz_terms_hand_max(const struct ddz_terms *terms) { return 17 + terms->rules.kitty; }

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
