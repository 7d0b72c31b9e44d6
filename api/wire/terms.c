#include "api/wire/terms.h"

#include <string.h>

#include "core/rules/alias.h"

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

static bool read_preset(const struct ddz_field *field, struct ddz_rules *rules) {
  const char *name = "standard";
  if (!ddz_read_string(field, &name)) return false;
  if (ddz_rules_preset(name, rules) == DDZ_OK) return true;
  const char *names[16] = {NULL};
  for (size_t i = 0; i < ddz_rules_presets() && i < 15; i++) names[i] = ddz_rules_preset_at(i).name;
  char known[200];
  return ddz_field_fail(field, DDZ_PROBLEM_UNKNOWN_PRESET, "no preset %s; known are %s", ddz_quote(name).text,
                        ddz_names_text(names, known, sizeof known));
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
    if (error) return ddz_field_fail_core(&item, error, ddz_quote(json_string_value(item.json)).text);
    if (ddz_hand_size(hand) != 1) return ddz_field_fail_core(&item, DDZ_ERR_BAD_WILD, NULL);
    wild |= (ddz_ranks)(1u << ddz_hand_top(hand));
  }
  if (__builtin_popcount(wild) != (int)n) return ddz_field_fail_core(field, DDZ_ERR_BAD_WILD, NULL);
  if (rules->wildcard != DDZ_WILDCARD_RANKS && wild == rules->wild) return true; /* as /table tells it */
  if (ddz_rules_set_wild(rules, wild) == DDZ_OK) return true;
  return ddz_field_fail_core(field, DDZ_ERR_BAD_WILD,
                             rules->wildcard == DDZ_WILDCARD_RANKS ? NULL : "only laizi takes wild ranks");
}

static bool read_forbid(const struct ddz_field *field, struct ddz_rules *rules) {
  size_t n;
  if (!ddz_read_array(field, DDZ_KINDS, &n)) return false;
  for (size_t i = 0; i < n; i++) {
    struct ddz_field item = ddz_field_item(field, i);
    if (!json_is_string(item.json)) return ddz_field_wrong_type(&item, "the name of a pattern");
    const uint32_t kinds = ddz_kinds_named(json_string_value(item.json));
    if (kinds == 0)
      return ddz_field_fail_core(&item, DDZ_ERR_UNKNOWN_PATTERN,
                                 ddz_quote(json_string_value(item.json)).text);
    ddz_rules_forbid(rules, kinds);
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
  if (field->json && !json_is_string(field->json))
    return ddz_field_wrong_type(field, "a preset name or an object");
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
