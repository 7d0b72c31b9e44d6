#include "api/wire/stake.h"

#include <assert.h>

static bool changes_nothing(const struct ddz_field *field, const char *needs) {
  return ddz_field_fail(field, DDZ_PROBLEM_CONFLICT,
                        "%s changes nothing under these rules: it needs %s; leave it out", field->key, needs);
}

bool ddz_read_word(const struct ddz_field *field, const struct ddz_rules_word *rows, int n, int *index) {
  enum { MOST = 8 };
  const char *names[MOST + 1] = {NULL};
  assert(n <= MOST);
  for (int i = 0; i < n; i++) names[i] = rows[i].name;
  return ddz_read_choice(field, names, index);
}

/* ---- factors ---- */

bool ddz_raise_is_met(const struct ddz_rules *rules, enum ddz_raise raise) {
  const bool bombs = rules->bomb_most > 0;
  switch (raise) {
  case DDZ_RAISE_SOFT:
    return bombs && rules->stand != 0;
  case DDZ_RAISE_HARD:
    return bombs;
  case DDZ_RAISE_PURE:
    return bombs && rules->wilds_alone;
  case DDZ_RAISE_LONG:
    return rules->bomb_most > 4;
  case DDZ_RAISE_ROCKET:
    return ddz_rules_play(rules, DDZ_ROCKET);
  default:
    return true;
  }
}

static bool read_kinds(const struct ddz_field *field, struct ddz_rules *rules) {
  const char *names[DDZ_RAISES] = {NULL};
  for (int raise = 0; raise < DDZ_RAISE_SPRING; raise++) names[raise] = ddz_raise_rows[raise].name;
  if (!ddz_read_object(field, names)) return false;
  for (int raise = 0; raise < DDZ_RAISE_SPRING; raise++) {
    const struct ddz_field kind = ddz_field_of(field, names[raise]);
    long long times = rules->factor[raise];
    if (!ddz_read_int(&kind, 1, DDZ_FACTOR_MAX, &times)) return false;
    if (times != rules->factor[raise] && !ddz_raise_is_met(rules, (enum ddz_raise)raise))
      return changes_nothing(&kind, "such bombs");
    ddz_rules_set_factor(rules, (enum ddz_raise)raise, (int)times);
  }
  return true;
}

static bool read_bomb_factor(const struct ddz_field *field, struct ddz_rules *rules) {
  long long times = 0;
  if (!ddz_field_given(field)) return true;
  if (json_is_object(field->json)) return read_kinds(field, rules);
  if (!json_is_number(field->json))
    return ddz_field_wrong_type(field, "a number, or an object by kind of bomb");
  if (!ddz_read_int(field, 1, DDZ_FACTOR_MAX, &times)) return false;
  bool differs = false;
  for (int raise = 0; raise < DDZ_RAISE_SPRING; raise++) {
    differs = differs || rules->factor[raise] != times;
    ddz_rules_set_factor(rules, (enum ddz_raise)raise, (int)times);
  }
  if (!differs || rules->bomb_most > 0 || ddz_rules_play(rules, DDZ_ROCKET)) return true;
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
  if ((rules->must_call & twos) == twos)
    return ddz_field_fail(field, DDZ_PROBLEM_CONFLICT,
                          "who must call with three_twos must with four_twos, too; leave one out");
  return rules->must_call == 0 || rules->calling != DDZ_CALLING_NONE || changes_nothing(field, "calling");
}

static bool read_nobody(const struct ddz_field *field, struct ddz_rules *rules) {
  int nobody = (int)rules->nobody_calls;
  if (!ddz_read_word(field, ddz_nobody_rows, DDZ_NOBODIES, &nobody)) return false;
  rules->nobody_calls = (enum ddz_nobody)nobody;
  return nobody == DDZ_NOBODY_REDEAL || rules->calling != DDZ_CALLING_NONE ||
         changes_nothing(field, "calling");
}

static bool read_rob_back(const struct ddz_field *field, struct ddz_rules *rules) {
  bool back = !rules->no_rob_back;
  if (!ddz_read_bool(field, &back)) return false;
  rules->no_rob_back = !back;
  return back || rules->calling == DDZ_CALLING_ROB ||
         changes_nothing(field, "calling by robbing, as in huanle");
}

static bool read_kitty_open(const struct ddz_field *field, struct ddz_rules *rules) {
  if (!ddz_read_bool(field, &rules->kitty_open)) return false;
  return !rules->kitty_open || rules->calling != DDZ_CALLING_NONE || changes_nothing(field, "calling");
}

static bool read_kick_scope(const struct ddz_field *field, struct ddz_rules *rules) {
  static const char *const scopes[] = {"table", "seat", NULL};
  int scope = rules->kick_own;
  if (!ddz_read_choice(field, scopes, &scope)) return false;
  rules->kick_own = scope == 1;
  return !rules->kick_own || rules->calling == DDZ_CALLING_KICK ||
         changes_nothing(field, "kicks, as in yuncheng");
}

bool ddz_read_stake(const struct ddz_field *object, struct ddz_rules *rules) {
  static bool (*const read[])(const struct ddz_field *, struct ddz_rules *) = {
      read_bomb_factor, read_spring_factor, read_must_call, read_nobody,
      read_rob_back,    read_kitty_open,    read_kick_scope};
  static const char *const names[] = {DDZ_STAKE_FIELDS};
  for (int i = 0; i < DDZ_STAKE_FIELDS_COUNT; i++) {
    const struct ddz_field field = ddz_field_of(object, names[i]);
    if (!read[i](&field, rules)) return false;
  }
  return true;
}
