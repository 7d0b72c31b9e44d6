/* What a body will cost, judged before it is computed. */
#include "api/handler.h"
#include "core/robot/robot.h"

enum ddz_api_cost ddz_cost_bounded(const json_t *body) {
  (void)body;
  return DDZ_COST_BOUNDED;
}

enum ddz_api_cost ddz_cost_long(const json_t *body) {
  (void)body;
  return DDZ_COST_LONG;
}

/* From this many wildcards on, ranking all plays of a 20-card lead takes longer than a poller should (about
 * 2 ms). Measured with /robot-move, p95 of 400 random leads on one core: no wildcard 0.1 ms, one 0.4, two
 * 0.9, three 1.6, four 2.5, eight 8.8. */
enum { MANY_WILDCARDS = 4 };

enum ddz_api_cost ddz_cost_wild(const json_t *body) {
  struct ddz_problem ignored = {0};
  struct ddz_field root = {.json = body, .problem = &ignored};
  struct ddz_terms terms;
  struct ddz_pile hand;
  if (!json_is_object(json_object_get(body, "rules"))) return DDZ_COST_BOUNDED; /* no wild ranks without */
  if (!ddz_read_terms(&root, &terms) || !ddz_read_hand(&root, &terms, &hand)) return DDZ_COST_BOUNDED;
  return ddz_hand_size(ddz_rules_wilds(&terms.rules, hand.hand)) < MANY_WILDCARDS ? DDZ_COST_BOUNDED
                                                                                  : DDZ_COST_LONG;
}

/* The referee counts the plays of whose turn it is and asks the robot what a time-out plays. With one wild
 * rank that is short; with two, and all eight wildcards in a hand of 20, 5 ms warm and 25 ms cold. */
enum ddz_api_cost ddz_cost_table(const json_t *body) {
  const json_t *wild = json_object_get(json_object_get(body, "rules"), "wild");
  return json_array_size(wild) < 2 ? DDZ_COST_BOUNDED : DDZ_COST_LONG;
}

/* A robot that searches, by its engine, its level or a limit; or many wildcards. */
enum ddz_api_cost ddz_cost_robot(const json_t *body) {
  struct ddz_robot_request robot;
  const json_t *engine = json_object_get(body, "engine"), *level = json_object_get(body, "level");
  ddz_robot_defaults(&robot);
  robot.limited = json_is_object(json_object_get(body, "limit"));
  if (json_is_string(engine)) ddz_thinker_of(json_string_value(engine), &robot.thinker);
  if (json_is_integer(level)) {
    json_int_t wanted = json_integer_value(level);
    if (wanted >= DDZ_LEVEL_MIN && wanted <= DDZ_LEVEL_MAX) robot.level = (int)wanted;
  }
  return ddz_robot_is_long(&robot) ? DDZ_COST_LONG : ddz_cost_wild(body);
}

enum { SIZES = 16 };

/* Cards as text or numbers; never mind how they are written. */
static size_t cards_in(const json_t *hand) {
  return json_is_string(hand) ? json_string_length(hand) : json_array_size(hand);
}

/* Open hands by their cards, games by their length, searches by their level, batches by their items. */
unsigned ddz_cost_size(const json_t *body) {
  const json_t *hands = json_object_get(body, "hands");
  const json_t *level = json_object_get(body, "level");
  size_t cards = cards_in(json_object_get(body, "landlord")) + cards_in(json_object_get(body, "farmer"));
  size_t played =
      json_array_size(json_object_get(body, "history")) + json_array_size(json_object_get(body, "actions"));
  for (int i = 0; i < DDZ_ROLES; i++)
    cards += cards_in(json_object_get(hands, ddz_role_name((enum ddz_role)i)));
  size_t size = json_is_array(body)      ? json_array_size(body) / 16
                : cards                  ? cards / 3
                : json_is_integer(level) ? (size_t)(json_integer_value(level) & 15)
                                         : played / 8;
  return size < SIZES ? (unsigned)size : SIZES - 1;
}

uint64_t ddz_cost_at_most_us(const json_t *body) {
  const json_t *ms = json_object_get(json_object_get(body, "limit"), "ms");
  json_int_t value = json_is_integer(ms) ? json_integer_value(ms) : 0;
  return value > 0 && value < 1000000000 ? (uint64_t)value * 1000u : 0;
}
