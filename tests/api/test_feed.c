/* What came out goes in: every answer that is a play, an action, a call or cards, fed into every field that
 * wants such a thing.
 *
 * Games are played by the rules, under all presets and in several notations. At every step the routes are
 * asked what the seat to act does, and each answer is put into the fields: into those that want the next
 * action right away, into those that want what was done one step later. It must be taken, or be refused for a
 * reason that `refusals` names and openapi.yaml has; and what `refusals` names must happen. Hands, kitty,
 * roles, cards left and wild ranks of the questions are what /table answered, too. */
#include "tests/support/api.h"
#include "tests/support/test.h"

extern const char openapi_json[];

static const struct game {
  const char *rules, *notation;
  int seed;
} games[] = {
    {"standard", "rank", 1}, {"standard", "xd", 2},     {"douzero", "douzero", 3}, {"huanle", "cronly", 4},
    {"huanle", "solver", 5}, {"botzone", "botzone", 6}, {"yuncheng", "rank", 7},   {"yuncheng", "cronly", 8},
    {"laizi", "rank", 9},    {"laizi", "botzone", 10},
};
enum { GAMES = sizeof games / sizeof *games, ACTIONS_MAX = 400, SOLVED_CARDS = 12 };

/* Things: what an answer has, and where. "*" of a way is the item that puts down the same cards as the robot.
 */
enum kind {
  PLAY = 1,
  CARDS = 2,
  CALL = 4,
  WORD = 8
}; /* objects of a play, of a call; cards; names of calls */
enum question {
  ASK_TABLE,   /* about a table */
  ASK_REFEREE, /* a table */
  ASK_CARDS,   /* about a table, with the cards that the robot puts down */
  ASK_AFTER,   /* a table where the robot has acted */
  ASK_SOLVER   /* open hands */
};
static const struct source {
  const char *name, *path;
  enum question question;
  const char *more; /* fields of the question beside it */
  const char *way;
  enum kind kind;
  bool differs; /* it may be another play than the robot's: good for the next action only */
} sources[] = {
    {"robot-move", "/robot-move", ASK_TABLE, "{\"engine\":\"rules\",\"top\":3}", "", PLAY, false},
    {"robot-move/cards", "/robot-move", ASK_TABLE, "{\"engine\":\"rules\"}", "/cards", CARDS, false},
    {"robot-move/pattern", "/robot-move", ASK_TABLE, "{\"engine\":\"rules\"}", "/pattern", PLAY, false},
    {"robot-move/candidate", "/robot-move", ASK_TABLE, "{\"engine\":\"rules\",\"top\":100}", "/candidates/*",
     PLAY, false},
    {"robot-move/other", "/robot-move", ASK_TABLE, "{\"engine\":\"rules\",\"top\":2}", "/candidates/1", PLAY,
     true},
    {"prompt", "/prompt", ASK_TABLE, "{\"limit\":1000}", "/prompts/*", PLAY, false},
    {"prompt/cards", "/prompt", ASK_TABLE, "{\"limit\":1000}", "/prompts/*/cards", CARDS, false},
    {"prompt/pattern", "/prompt", ASK_TABLE, "{\"limit\":1000}", "/prompts/*/pattern", PLAY, false},
    {"prompt/first", "/prompt", ASK_TABLE, "{\"limit\":1}", "/prompts/0", PLAY, true},
    {"classify/beats_as", "/classify", ASK_CARDS, "{}", "/beats_as", PLAY, false},
    {"classify/pattern", "/classify", ASK_CARDS, "{}", "/pattern", PLAY, false},
    {"analyze/play", "/analyze", ASK_TABLE, "{}", "/partitions/0/plays/0", PLAY, true},
    {"analyze/group", "/analyze", ASK_TABLE, "{}", "/groups/0/cards", CARDS, true},
    {"table/robot", "/table", ASK_REFEREE, "{\"robot\":{\"engine\":\"rules\"}}", "/robot", PLAY | CALL,
     false},
    {"table/robot/action", "/table", ASK_REFEREE, "{\"robot\":{\"engine\":\"rules\"}}", "/robot/action",
     PLAY | CALL, false},
    {"table/appended", "/table", ASK_REFEREE,
     "{\"robots\":{\"0\":{\"engine\":\"rules\",\"explain\":true,\"top\":2},\"1\":{\"engine\":\"rules\"},"
     "\"2\":{\"engine\":\"rules\"}}}",
     "/appended/0", PLAY | CALL, false},
    {"table/time_out", "/table", ASK_REFEREE, "{}", "/time_out", PLAY | CALL, true},
    {"table/last", "/table", ASK_AFTER, "{}", "/last", PLAY, false},
    {"table/legal_call", "/table", ASK_REFEREE, "{}", "/legal_calls/0", WORD, true},
    {"bid-advice", "/bid-advice", ASK_TABLE, "{}", "", CALL, false},
    {"bid-advice/call", "/bid-advice", ASK_TABLE, "{}", "/call", WORD, false},
    {"bid-advice/advice", "/bid-advice", ASK_TABLE, "{}", "/advice", WORD, false},
    {"review/decision", "/review", ASK_AFTER, "{\"engine\":\"rules\",\"playouts\":0}", "/decisions/-1", PLAY,
     false},
    {"review/best", "/review", ASK_AFTER, "{\"engine\":\"rules\",\"playouts\":0}", "/decisions/-1/best",
     CARDS, false},
    {"review/candidate", "/review", ASK_AFTER, "{\"engine\":\"rules\",\"playouts\":0,\"top\":20}",
     "/decisions/-1/candidates/*", PLAY, false},
    {"solve/move", "/solve", ASK_SOLVER, "{\"engine\":\"montecarlo\",\"limit\":{\"nodes\":50}}", "/moves/*",
     PLAY, false},
    {"solve/line", "/solve", ASK_SOLVER, "{\"limit\":{\"nodes\":20000}}", "/line/0", PLAY, true},
    {"solve/play", "/solve", ASK_SOLVER, "{\"limit\":{\"nodes\":20000}}", "/plays/0", CARDS, true},
};
enum { SOURCES = sizeof sources / sizeof *sources };

/* Fields, and the question around them. "-" of a way is a new item of a list. */
enum base {
  AT_REFEREE, /* a table */
  AT_TABLE,   /* about a table */
  AT_HAND,    /* about a hand */
  AT_SEAT,    /* what a seat knows: hand, role, kitty, left */
  AT_HISTORY, /* likewise, by all that was played but the last */
  AT_HANDS,   /* open hands */
  AT_CALLS    /* a hand, and what was called but the last */
};
static const struct field {
  const char *name, *path;
  enum base base;
  const char *more;
  const char *way;
  int wants;  /* kinds */
  bool after; /* it wants what was done */
} fields[] = {
    {"table/actions", "/table", AT_REFEREE, "{}", "/actions/-", PLAY | CALL, false},
    {"table/actions/cards", "/table", AT_REFEREE, "{}", "/actions/-/cards", CARDS, false},
    {"table/actions/call", "/table", AT_REFEREE, "{}", "/actions/-/call", WORD, false},
    {"analyze/table/actions", "/analyze", AT_TABLE, "{}", "/table/actions/-", PLAY | CALL, false},
    {"robot-move/table/actions", "/robot-move", AT_TABLE, "{\"engine\":\"rules\"}", "/table/actions/-", PLAY,
     false},
    {"review/actions", "/review", AT_REFEREE, "{\"engine\":\"rules\",\"playouts\":0}", "/actions/-",
     PLAY | CALL, false},
    {"classify/cards", "/classify", AT_TABLE, "{}", "/cards", CARDS, false},
    {"classify/last", "/classify", AT_HAND, "{\"cards\":[]}", "/last", PLAY | CARDS, true},
    {"prompt/last", "/prompt", AT_HAND, "{}", "/last", PLAY | CARDS, true},
    {"robot-move/last", "/robot-move", AT_SEAT, "{\"engine\":\"rules\"}", "/last", PLAY | CARDS, true},
    {"robot-move/history", "/robot-move", AT_HISTORY, "{\"engine\":\"rules\"}", "/history/-", PLAY, true},
    {"analyze/last", "/analyze", AT_SEAT, "{\"unseen\":true}", "/last", PLAY | CARDS, true},
    {"analyze/history", "/analyze", AT_HISTORY, "{\"unseen\":true}", "/history/-", PLAY, true},
    {"solve/last", "/solve", AT_HANDS, "{\"engine\":\"montecarlo\",\"limit\":{\"nodes\":50}}", "/last",
     PLAY | CARDS, true},
    {"bid-advice/calls", "/bid-advice", AT_CALLS, "{}", "/calls/-", CALL | WORD, true},
};
enum { FIELDS = sizeof fields / sizeof *fields, CODES_MAX = 4 };

/* What may be refused, and why; all else is taken. "*": any. */
static const struct refusal {
  const char *source, *field;
  const char *codes[CODES_MAX];
} refusals[] = {
    /* the game ends, or is dealt again, with this action */
    {"*", "analyze/table/actions", {"game_over", "wrong_phase"}},
    {"*", "robot-move/table/actions", {"game_over"}},
    /* what the robot says of an action is no action: that is in its `action` */
    {"table/robot", "*", {"missing_field"}},
    /* when the robot passes, the last play is somebody else's */
    {"table/last", "*", {"wrong_turn", "duplicate_card"}},
    /* how a hand splits does not look at the last play */
    {"analyze/play", "*", {"does_not_beat"}},
    {"analyze/group", "*", {"does_not_beat"}},
    /* a farmer, and the solver with three hands, must know who put the last play down */
    {"robot-move", "*", {"missing_field"}},
    {"robot-move/cards", "*", {"missing_field"}},
    {"robot-move/pattern", "*", {"missing_field"}},
    {"robot-move/candidate", "*", {"missing_field"}},
    {"prompt", "*", {"missing_field"}},
    {"prompt/cards", "*", {"missing_field"}},
    {"prompt/pattern", "*", {"missing_field"}},
    {"classify/beats_as", "*", {"missing_field"}},
    {"classify/pattern", "*", {"missing_field"}},
    {"review/best", "*", {"missing_field"}},
    {"review/candidate", "*", {"missing_field"}},
    {"solve/move", "*", {"missing_field"}},
};
enum { REFUSALS = sizeof refusals / sizeof *refusals };
static int seen[REFUSALS][CODES_MAX];
static int fed[SOURCES][FIELDS];

/* ---- a step of a game ---- */

struct step {
  const struct game *game;
  json_t *actions;        /* so far */
  json_t *calls;          /* those that /bid-advice wants to be told in this phase */
  struct reply now;       /* what the referee says */
  json_t *action;         /* what the robot does */
  int kinds;              /* of things that there are in this phase */
  json_t *thing[SOURCES]; /* NULL: there is none here */
};

static struct reply post(const char *path, const json_t *body) {
  char *text = json_dumps(body, JSON_COMPACT);
  struct reply reply = api_post(path, text);
  free(text);
  return reply;
}

static const char *phase_of(const struct step *step) {
  return json_string_value(json_object_get(step->now.json, "phase"));
}
static bool is_phase(const struct step *step, const char *phase) {
  return strcmp(phase_of(step), phase) == 0;
}

static json_t *referee_body(const struct step *step) {
  return json_pack("{s:s, s:s, s:i, s:o}", "rules", step->game->rules, "notation", step->game->notation,
                   "seed", step->game->seed, "actions", json_copy(step->actions));
}

/* The rules of a question about a hand: with the wild ranks that the table shows. */
static json_t *rules_of(const struct step *step) {
  json_t *wild = json_object_get(step->now.json, "wild");
  if (json_array_size(wild) == 0) return json_string(step->game->rules);
  return json_pack("{s:s, s:O}", "preset", step->game->rules, "wild", wild);
}

static json_t *seat_at(const struct step *step, size_t seat) {
  return json_array_get(json_object_get(step->now.json, "seats"), seat);
}
static json_t *seat_to_act(const struct step *step) {
  return seat_at(step, (size_t)json_integer_value(json_object_get(step->now.json, "turn")));
}

static json_t *hand_body(const struct step *step) {
  return json_pack("{s:o, s:s, s:O}", "rules", rules_of(step), "notation", step->game->notation, "hand",
                   json_object_get(seat_to_act(step), "hand"));
}

/* By role: "hand" or "left" of every seat. */
static json_t *by_role(const struct step *step, const char *key) {
  json_t *all = json_object();
  for (size_t seat = 0; seat < 3; seat++)
    json_object_set(all, json_string_value(json_object_get(seat_at(step, seat), "role")),
                    json_object_get(seat_at(step, seat), key));
  return all;
}

static json_t *seat_body(const struct step *step) {
  json_t *body = hand_body(step);
  json_object_set(body, "role", json_object_get(step->now.json, "role"));
  json_object_set(body, "kitty", json_object_get(step->now.json, "kitty"));
  return body;
}

static json_t *history_of(const struct step *step, size_t less) {
  json_t *history = json_array(), *action;
  size_t i, n = json_array_size(step->actions);
  json_array_foreach(step->actions, i, action) if (i + less < n && json_object_get(action, "cards"))
      json_array_append(history, action);
  return history;
}

static json_t *hands_body(const struct step *step) {
  return json_pack("{s:o, s:s, s:o, s:O}", "rules", rules_of(step), "notation", step->game->notation, "hands",
                   by_role(step, "hand"), "to_move", json_object_get(step->now.json, "role"));
}

static json_t *calls_body(const struct step *step) {
  json_t *body = hand_body(step), *calls = json_copy(step->calls);
  json_array_remove(calls, json_array_size(calls) - 1);
  json_object_set_new(body, "calls", calls);
  json_object_set(body, "phase", json_object_get(step->now.json, "phase"));
  if (json_is_string(json_object_get(step->now.json, "role")))
    json_object_set(body, "role", json_object_get(step->now.json, "role"));
  return body;
}

static json_t *base_body(const struct step *step, enum base base) {
  json_t *body;
  switch (base) {
  case AT_REFEREE:
    return referee_body(step);
  case AT_TABLE:
    return json_pack("{s:o}", "table", referee_body(step));
  case AT_HAND:
    return hand_body(step);
  case AT_HANDS:
    return hands_body(step);
  case AT_CALLS:
    return calls_body(step);
  case AT_SEAT:
    body = seat_body(step);
    json_object_set_new(body, "left", by_role(step, "left"));
    return body;
  default:
    body = seat_body(step);
    json_object_set_new(body, "history", history_of(step, 1));
    return body;
  }
}

static void add_fields(json_t *body, const char *more) {
  json_t *fields_of = json_loads(more, 0, NULL);
  json_object_update_missing(body, fields_of);
  json_decref(fields_of);
}

/* Put a value where a way leads: "-" is a new item of a list. */
static void put(json_t *body, const char *way, json_t *value) {
  char key[32];
  const size_t n = strcspn(way + 1, "/");
  const bool last = way[1 + n] == 0;
  snprintf(key, sizeof key, "%.*s", (int)n, way + 1);
  json_t *child = last ? value : strcmp(key, "-") == 0 ? json_object() : json_object_get(body, key);
  if (strcmp(key, "-") == 0)
    json_array_append(body, child);
  else
    json_object_set(body, key, child);
  if (!last) put(child, way + 1 + n, value);
  if (!last && strcmp(key, "-") == 0) json_decref(child);
}

/* ---- things ---- */

static json_t *question_of(const struct step *step, const struct source *source) {
  json_t *body;
  switch (source->question) {
  case ASK_REFEREE:
    return referee_body(step);
  case ASK_SOLVER:
    body = hands_body(step);
    json_object_set(body, "last", json_object_get(step->now.json, "last"));
    return body;
  case ASK_AFTER:
    body = referee_body(step);
    json_array_append(json_object_get(body, "actions"), step->action);
    return body;
  default:
    body = json_pack("{s:o}", "table", referee_body(step));
    if (source->question == ASK_CARDS) json_object_set(body, "cards", json_object_get(step->action, "cards"));
    return body;
  }
}

/* The item that puts down what the robot puts down. */
static json_t *same_play(const struct step *step, const json_t *list) {
  size_t i;
  json_t *item;
  json_array_foreach(list, i, item) if (json_equal(json_object_get(item, "cards"),
                                                   json_object_get(step->action, "cards"))) return item;
  return NULL;
}

static json_t *follow(const struct step *step, json_t *json, const char *way) {
  while (json && *way == '/') {
    char key[32];
    const size_t n = strcspn(++way, "/");
    snprintf(key, sizeof key, "%.*s", (int)n, way);
    way += n;
    if (strcmp(key, "*") == 0)
      json = same_play(step, json);
    else if (json_is_array(json))
      json = json_array_get(json, key[0] == '-' ? json_array_size(json) - 1 : (size_t)atoi(key));
    else
      json = json_object_get(json, key);
  }
  return json;
}

static size_t cards_held(const struct step *step) {
  size_t n = 0;
  for (size_t seat = 0; seat < 3; seat++)
    n += (size_t)json_integer_value(json_object_get(seat_at(step, seat), "left"));
  return n;
}

/* Can this be asked here? Proofs only of few cards. */
static bool is_asked(const struct step *step, const struct source *source) {
  if (source->question == ASK_SOLVER && strstr(source->way, "moves") == NULL &&
      cards_held(step) > SOLVED_CARDS)
    return false;
  return (source->kind & step->kinds) != 0;
}

static void find_things(struct step *step) {
  for (size_t i = 0; i < SOURCES; i++) {
    step->thing[i] = NULL;
    if (!is_asked(step, &sources[i])) continue;
    json_t *body = question_of(step, &sources[i]);
    add_fields(body, sources[i].more);
    struct reply reply = post(sources[i].path, body);
    if (reply.status != 200) fail_msg("%s is not answered: %s", sources[i].name, reply.text);
    json_t *thing = follow(step, reply.json, sources[i].way);
    if (thing && !json_is_null(thing)) step->thing[i] = json_incref(thing);
    json_decref(body);
  }
}

/* ---- feeding ---- */

static bool fits(const char *name, const char *pattern) {
  return strcmp(pattern, "*") == 0 || strcmp(name, pattern) == 0;
}

static bool is_allowed(const struct source *source, const struct field *field, const char *code) {
  for (size_t i = 0; i < REFUSALS; i++) {
    if (!fits(source->name, refusals[i].source) || !fits(field->name, refusals[i].field)) continue;
    for (size_t k = 0; k < CODES_MAX && refusals[i].codes[k]; k++)
      if (strcmp(refusals[i].codes[k], code) == 0) return seen[i][k]++, true;
  }
  return false;
}

static void feed(const struct step *step, size_t source, size_t field, json_t *thing) {
  json_t *body = base_body(step, fields[field].base);
  add_fields(body, fields[field].more);
  put(body, fields[field].way, thing);
  struct reply reply = post(fields[field].path, body);
  fed[source][field]++;
  if (reply.status != 200 && !is_allowed(&sources[source], &fields[field], reply_code(&reply))) {
    char *text = json_dumps(body, JSON_COMPACT);
    fail_msg("%s into %s is refused\n  %s\n  %s", sources[source].name, fields[field].name, text, reply.text);
    free(text);
  }
  json_decref(body);
}

/* Things of these kinds, into the fields that want the next action, or into those that want what was done. */
static void feed_all(const struct step *step, json_t *const *things, int kinds, bool after) {
  for (size_t f = 0; f < FIELDS; f++)
    for (size_t s = 0; s < SOURCES; s++)
      if (fields[f].after == after && things[s] && (sources[s].kind & fields[f].wants & kinds) &&
          !(after && sources[s].differs))
        feed(step, s, f, things[s]);
}

/* ---- games ---- */

static void ask_robot(struct step *step) {
  json_t *body = referee_body(step);
  json_object_set_new(body, "robot", json_pack("{s:s}", "engine", "rules"));
  step->now = post("/table", body);
  json_decref(body);
  if (step->now.status != 200) fail_msg("%s", step->now.text);
  step->action = json_incref(json_object_get(json_object_get(step->now.json, "robot"), "action"));
}

/* What was called: since the deal, and once the landlord is found since then. */
static void keep_calls(struct step *step, const char *before) {
  const bool found = strcmp(before, "call") == 0 || strcmp(before, "rob") == 0;
  if (is_phase(step, "redeal") || (found && (is_phase(step, "kick") || is_phase(step, "double"))))
    json_array_clear(step->calls);
}

static int kinds_of(const struct step *step) {
  if (is_phase(step, "play")) return PLAY | CARDS;
  return is_phase(step, "redeal") || is_phase(step, "over") ? 0 : CALL | WORD;
}

static void play_game(const struct game *game) {
  struct step step = {.game = game, .actions = json_array(), .calls = json_array()};
  char phase[16] = "";
  for (int n = 0; n < ACTIONS_MAX && strcmp(phase, "over") != 0; n++) {
    json_t *before[SOURCES];
    const int done = step.kinds;
    memcpy(before, step.thing, sizeof before);
    memset(step.thing, 0, sizeof step.thing);
    ask_robot(&step);
    keep_calls(&step, phase);
    snprintf(phase, sizeof phase, "%s", phase_of(&step));
    step.kinds = kinds_of(&step);
    if (done != (CALL | WORD) || json_array_size(step.calls) > 0)
      feed_all(&step, before, done & step.kinds, true);
    for (size_t i = 0; i < SOURCES; i++) json_decref(before[i]);
    if (step.kinds != (PLAY | CARDS) || n % 4 == 0) find_things(&step); /* a quarter of the plays will do */
    feed_all(&step, step.thing, step.kinds, false);
    json_array_append(step.actions, step.action);
    if (json_object_get(step.action, "call")) json_array_append(step.calls, step.action);
    json_decref(step.action);
  }
  assert_string_equal(phase, "over");
  json_decref(step.actions);
  json_decref(step.calls);
}

static void check_all_fed(void) {
  for (size_t f = 0; f < FIELDS; f++)
    for (size_t s = 0; s < SOURCES; s++)
      if ((sources[s].kind & fields[f].wants) && !(fields[f].after && sources[s].differs) && fed[s][f] == 0)
        fail_msg("%s never got into %s", sources[s].name, fields[f].name);
}

/* Each reason happens, and openapi.yaml has it. */
static void check_refusals(void) {
  json_t *document = json_loads(openapi_json, 0, NULL), *code;
  json_t *schemas = json_object_get(json_object_get(document, "components"), "schemas");
  json_t *codes = json_object_get(json_object_get(schemas, "ProblemCode"), "enum");
  assert_true(json_array_size(codes) > 0);
  for (size_t i = 0; i < REFUSALS; i++)
    for (size_t k = 0; k < CODES_MAX && refusals[i].codes[k]; k++) {
      size_t at;
      bool listed = false;
      json_array_foreach(codes, at, code) listed =
          listed || strcmp(json_string_value(code), refusals[i].codes[k]) == 0;
      if (!listed) fail_msg("openapi.yaml has no code %s", refusals[i].codes[k]);
      if (seen[i][k] == 0)
        fail_msg("%s into %s is never refused as %s", refusals[i].source, refusals[i].field,
                 refusals[i].codes[k]);
    }
  json_decref(document);
}

/* Under a sanitizer every second game, so not all that can happen. */
TEST(what_came_out_goes_in) {
  for (size_t i = 0; i < GAMES; i += 1 + TEST_SANITIZED) play_game(&games[i]);
  if (TEST_SANITIZED) return;
  check_all_fed();
  check_refusals();
}

int main(void) { return test_run(NULL, NULL); }
