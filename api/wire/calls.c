#include "api/wire/game.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

struct ddz_phrase ddz_calls_text(const struct ddz_table *table) {
  const ddz_call_set open = ddz_table_calls(table);
  const char *names[DDZ_CALLS + 1] = {NULL};
  size_t n = 0;
  for (int call = 0; call < DDZ_CALLS; call++)
    if (open >> call & 1) names[n++] = ddz_call_rows[call].name;
  if (n == 0) return ddz_phrase("nobody calls in phase %s", ddz_phase_rows[table->phase].name);
  return ddz_phrase("open are %s", ddz_names_text(names, DDZ_NAMES).text);
}

/* A call by its name, by its Chinese one, or as it is spoken; DDZ_CALLS: there is none. */
static enum ddz_call call_of(const char *said) {
  static const struct {
    const char *said;
    enum ddz_call call;
  } spoken[] = {
#define CALL(id, name, bid, times, own, text, chinese) {chinese, DDZ_CALL_##id},
#include "core/game/table.def"
      {"pass", DDZ_CALL_PASS}, {"p", DDZ_CALL_PASS},    {"0", DDZ_CALL_PASS},
      {"过", DDZ_CALL_PASS},   {"不叫", DDZ_CALL_PASS}, {"不抢", DDZ_CALL_PASS},
      {"不踢", DDZ_CALL_PASS}, {"叫", DDZ_CALL_CALL},   {"抢", DDZ_CALL_ROB}};
  enum ddz_call call = ddz_call_of(said, strlen(said));
  for (size_t i = 0; call == DDZ_CALLS && i < sizeof spoken / sizeof *spoken; i++)
    if (strcasecmp(spoken[i].said, said) == 0) call = spoken[i].call;
  return call;
}

/* "yes" and "no", where they have one meaning. */
static bool read_yes_or_no(const struct ddz_field *field, const struct ddz_table *table,
                           enum ddz_call *call) {
  const char *said = json_string_value(field->json);
  enum ddz_call third;
  if (strcmp(said, "no") == 0) return ddz_table_choice(table, 0, call) == DDZ_OK;
  return strcmp(said, "yes") == 0 && ddz_table_choice(table, 1, call) == DDZ_OK &&
         ddz_table_choice(table, 2, &third) != DDZ_OK;
}

static bool unknown_call(const struct ddz_field *field, const struct ddz_table *table) {
  const char *names[DDZ_CALLS + 3] = {"yes", "no"}, *said = json_string_value(field->json);
  if (strcmp(said, "yes") == 0)
    return ddz_field_fail(field, DDZ_PROBLEM_UNKNOWN_VALUE, "'yes' has more than one meaning here; %s",
                          ddz_calls_text(table).text);
  for (int i = 0; i < DDZ_CALLS; i++) names[2 + i] = ddz_call_rows[i].name;
  return ddz_field_fail(field, DDZ_PROBLEM_UNKNOWN_VALUE, "there is no call %s%s; %s", ddz_quote(said).text,
                        ddz_near_text(said, names).text, ddz_calls_text(table).text);
}

bool ddz_read_call(const struct ddz_field *field, const struct ddz_table *table, struct ddz_action *action) {
  enum ddz_call call = DDZ_CALLS; /* what the table refuses */
  long long choice = 0;
  if (json_is_string(field->json)) {
    call = call_of(json_string_value(field->json));
    if (call == DDZ_CALLS && !read_yes_or_no(field, table, &call)) return unknown_call(field, table);
  } else {
    if (!ddz_integer_of(field->json, &choice))
      return ddz_field_wrong_type(field, "a call, such as \"pass\" or 0");
    if (!ddz_read_int(field, 0, 3, &choice)) return false;
    (void)ddz_table_choice(table, (int)choice, &call);
  }
  action->verb = DDZ_VERB_CALL;
  action->call = (uint8_t)call;
  return true;
}

void ddz_stand_in(const struct ddz_rules *rules, int first, bool found, struct ddz_table *table) {
  struct ddz_deal deal;
  struct ddz_rng rng;
  ddz_rng_seed(&rng, 0);
  ddz_deal_random(rules, &rng, &deal);
  if (deal.landlord != DDZ_NO_SEAT) deal.cards[deal.landlord] &= ~deal.kitty; /* of rules without calls */
  deal.first = first;
  deal.landlord = found ? 0 : DDZ_NO_SEAT;
  if (found) deal.cards[0] |= deal.kitty;
  const enum ddz_error error = ddz_table_init(table, rules, 0, &deal);
  assert(error == DDZ_OK);
  (void)error;
  table->rules.must_call = 0; /* its hands are not those that called */
  table->lot = 0;             /* where the rules draw a landlord he sits at seat 0, too */
}

/* The landlord sits at seat 0, so that a role is a seat. */
static bool read_next(const struct ddz_field *item, const struct ddz_rules *rules, bool first,
                      struct ddz_table *table) {
  static const char *const names[] = {"role", "call", NULL};
  struct ddz_field role_field = ddz_field_of(item, "role"), call = ddz_field_of(item, "call");
  struct ddz_action action = {.verb = DDZ_VERB_CALL};
  enum ddz_role role = DDZ_ROLES;
  if (!ddz_read_told(item, names) || !ddz_read_required(&role_field) || !ddz_read_required(&call) ||
      !ddz_read_role(item, &role))
    return false;
  if (first) ddz_stand_in(rules, (int)role, false, table);
  if (!ddz_read_call(&call, table, &action)) return false;
  action.seat = (uint8_t)role;
  const enum ddz_error error = ddz_table_apply(table, &action);
  if (error == DDZ_ERR_WRONG_TURN)
    return ddz_field_fail_more(&role_field, error, "%s", ddz_role_name((enum ddz_role)table->turn));
  return !error || ddz_field_fail_more(&call, error, "%s", ddz_calls_text(table).text);
}

bool ddz_read_calls(const struct ddz_field *body, const struct ddz_rules *rules,
                    ddz_call_set calls[DDZ_ROLES]) {
  struct ddz_field field = ddz_field_of(body, "calls");
  struct ddz_table table;
  size_t n;
  memset(calls, 0, DDZ_ROLES * sizeof *calls);
  if (!ddz_read_array(&field, DDZ_CALLS_MAX, &n)) return false;
  if (n > 0 && rules->calling == DDZ_CALLING_NONE)
    return ddz_field_fail(&field, DDZ_PROBLEM_CONFLICT, "under these rules nobody calls");
  for (size_t i = 0; i < n; i++)
    if (!read_next(DDZ_ITEM(&field, i), rules, i == 0, &table)) return false;
  if (n == 0) return true;
  if (table.landlord == DDZ_NO_SEAT)
    return ddz_field_fail(&field, DDZ_PROBLEM_CONFLICT, "nobody is the landlord after these calls");
  if (table.landlord != DDZ_LANDLORD)
    return ddz_field_fail(&field, DDZ_PROBLEM_CONFLICT, "after these calls %s would be the landlord",
                          ddz_role_name((enum ddz_role)table.landlord));
  memcpy(calls, table.now.calls, sizeof table.now.calls);
  return true;
}
