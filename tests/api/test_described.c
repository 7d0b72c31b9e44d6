/* openapi.yaml tells everything in words, and its enumerations are the tables of the code.
 *
 * A new row of a table fails here until openapi.yaml has it, and a new property until it is described. */
#include <jansson.h>

#include "core/base/role.h"
#include "core/bid/question.h"
#include "core/game/table.h"
#include "core/play/request.h"
#include "core/rules/pattern.h"
#include "core/solver/solver.h"
#include "core/value/score.h"
#include "tests/support/test.h"

extern const char openapi_json[]; /* what the build made of openapi.yaml */

static json_t *document;

static int read_document(void **state) {
  document = json_loads(openapi_json, JSON_REJECT_DUPLICATES, NULL);
  return document ? 0 : -1;
}

static int free_document(void **state) {
  json_decref(document);
  return 0;
}

/* Descriptions */

static bool is_told(const json_t *json) {
  const char *text = json_string_value(json_object_get(json, "description"));
  return text && text[0];
}

/* "value: " stands in the description of the enumeration. */
static bool is_value_told(const json_t *schema, const json_t *value) {
  const char *text = json_string_value(json_object_get(schema, "description"));
  char *written = json_dumps(value, JSON_ENCODE_ANY), sign[80];
  const bool quoted = json_is_string(value);
  snprintf(sign, sizeof sign, "%.*s: ", (int)strlen(written) - 2 * quoted, written + quoted);
  free(written);
  const char *found = text ? strstr(text, sign) : NULL;
  while (found && found > text && found[-1] != ' ') found = strstr(found + 1, sign);
  return found != NULL;
}

static int complain(const char *way, const char *what) {
  fprintf(stderr, "openapi.yaml: %s: %s\n", way, what);
  return 1;
}

static int check_properties(const json_t *properties, const char *way) {
  const char *name;
  json_t *property;
  int faults = 0;
  json_object_foreach((json_t *)properties, name, property) {
    char what[200];
    snprintf(what, sizeof what, "%.60s is not described", name);
    if (!is_told(property)) faults += complain(way, what);
  }
  return faults;
}

static int check_values(const json_t *schema, const char *way) {
  size_t i;
  json_t *value;
  int faults = 0;
  json_array_foreach(json_object_get(schema, "enum"), i, value) {
    char what[80];
    snprintf(what, sizeof what, "value %zu is not described", i);
    if (!is_value_told(schema, value)) faults += complain(way, what);
  }
  return faults;
}

static int check_parameters(const json_t *parameters, const char *way) {
  size_t i;
  json_t *parameter;
  int faults = 0;
  json_array_foreach(parameters, i, parameter) if (!json_object_get(parameter, "$ref") && !is_told(parameter))
      faults += complain(way, "a parameter is not described");
  return faults;
}

/* Every schema and operation below `json`; examples are no schemas. */
static int walk(const json_t *json, const char *way) {
  const char *key;
  size_t i;
  json_t *child;
  int faults = 0;
  json_array_foreach(json, i, child) faults += walk(child, way);
  if (!json_is_object(json)) return faults;
  faults += check_parameters(json_object_get(json, "parameters"), way) + check_values(json, way);
  if (json_is_object(json_object_get(json, "properties")))
    faults += check_properties(json_object_get(json, "properties"), way);
  json_object_foreach((json_t *)json, key, child) {
    char below[512];
    snprintf(below, sizeof below, "%.440s/%.60s", way, key);
    if (strcmp(key, "examples") != 0) faults += walk(child, below);
  }
  return faults;
}

TEST(every_property_parameter_and_value_is_described) { assert_int_equal(walk(document, ""), 0); }

/* Chinese */

/* Takes the texts below `json` out of `unused`; how many have no Chinese. The values of examples have no
 * texts. */
static int check_chinese(const json_t *json, const json_t *chinese, json_t *unused) {
  const char *key;
  size_t i;
  json_t *child;
  int faults = 0;
  json_array_foreach(json, i, child) faults += check_chinese(child, chinese, unused);
  json_object_foreach((json_t *)json, key, child) {
    const char *text = json_string_value(child);
    if (text && (strcmp(key, "description") == 0 || strcmp(key, "summary") == 0)) {
      if (!json_object_get(chinese, text)) faults += complain("no Chinese in web/contract.zh.json", text);
      json_object_del(unused, text);
    }
    if (strcmp(key, "value") != 0 || !json_object_get(json, "summary"))
      faults += check_chinese(child, chinese, unused);
  }
  return faults;
}

/* The console shows the reference in Chinese, too. */
TEST(every_text_has_its_chinese) {
  json_t *chinese = json_load_file("web/contract.zh.json", JSON_REJECT_DUPLICATES, NULL), *unused, *text;
  assert_non_null(chinese);
  unused = json_copy(chinese);
  const char *english;
  int faults = check_chinese(document, chinese, unused);
  json_object_foreach(unused, english, text) faults +=
      complain("web/contract.zh.json: no such text", english);
  assert_int_equal(faults, 0);
  json_decref(unused);
  json_decref(chinese);
}

/* Enumerations and their tables */

enum { NAMES_MAX = 100 };

/* Names in the order of a table. */
struct names {
  size_t count;
  const char *name[NAMES_MAX]; /* NULL: null */
};

static void put(struct names *names, const char *name) {
  assert_true(names->count < NAMES_MAX);
  names->name[names->count++] = name;
}

/* A code that two tables have is listed once. */
static void put_once(struct names *names, const char *name) {
  for (size_t i = 0; i < names->count; i++)
    if (strcmp(names->name[i], name) == 0) return;
  put(names, name);
}

static const json_t *at(const char *pointer) {
  const json_t *json = document;
  for (size_t n; *pointer == '/'; pointer += n) {
    char key[80];
    n = strcspn(++pointer, "/");
    snprintf(key, sizeof key, "%.*s", (int)n, pointer);
    json = json_object_get(json, key);
  }
  return json;
}

/* The enumeration there has these values, in this order. */
static void check_enum(const char *schema, const struct names *names) {
  char pointer[200];
  snprintf(pointer, sizeof pointer, "/components/schemas/%s/enum", schema);
  const json_t *values = at(pointer);
  if (!json_is_array(values)) fail_msg("no enumeration at %s", pointer);
  for (size_t i = 0; i < names->count || i < json_array_size(values); i++) {
    const char *wanted = i < names->count ? names->name[i] : "nothing";
    const char *found = json_string_value(json_array_get(values, i));
    if (i >= names->count || i >= json_array_size(values) || (wanted == NULL) != (found == NULL) ||
        (found && strcmp(found, wanted) != 0))
      fail_msg("%s has %s as value %zu, the table %s", pointer, found ? found : "none", i,
               wanted ? wanted : "null");
  }
}

/* From a function that names the rows `from` to `to`, the latter not included. */
#define NAMED(schema, from, to, of, type)                                                                    \
  do {                                                                                                       \
    struct names names = {0};                                                                                \
    for (int i = (int)(from); i < (int)(to); i++) put(&names, of((type)i));                                  \
    check_enum(schema, &names);                                                                              \
  } while (0)

/* From a list closed by NULL. */
static void check_list(const char *schema, const char *const *list) {
  struct names names = {0};
  for (; *list != NULL; list++) put(&names, *list);
  check_enum(schema, &names);
}

TEST(names_of_core_are_those_of_the_tables) {
  check_list("Role", ddz_role_names);
  check_list("Notation", ddz_notation_names);
  check_list("BidPhase", ddz_bid_phase_names);
  check_list("PlayerName", ddz_player_names);
  check_list("Style", ddz_style_names);
  check_list("Objective", ddz_objective_names);
  check_list("AnalyzeResponse/properties/tactics",
             (const char *const[]){"defend", "balanced", "attack", NULL});
  check_list("AnalyzeResponse/properties/groups/items/properties/group",
             (const char *const[]){"trio_chains", "pair_chains", "straights", "trios", "pairs", "solos",
                                   "twos", "bombs", "jokers", "wilds", NULL});
  check_list("SolveResult", ddz_result_names);
}

#define ROW(rows, i) (rows)[i].name
static const char *preset_name(size_t i) { return ddz_rules_preset_at(i).name; }
static const char *pattern_name(int kind) { return ROW(ddz_pattern_rows, kind); }
static const char *phase_name(int i) { return ROW(ddz_phase_rows, i); }
static const char *call_name(int i) { return ROW(ddz_call_rows, i); }
static const char *calling_name(int i) { return ROW(ddz_calling_rows, i); }
static const char *dealing_name(int i) { return ROW(ddz_dealing_rows, i); }

TEST(rules_are_those_of_the_tables) {
  NAMED("Preset", 0, ddz_rules_presets(), preset_name, size_t);
  NAMED("Phase", 0, DDZ_PHASES, phase_name, int);
  NAMED("CallName", 0, DDZ_CALLS, call_name, int);
  NAMED("PatternName", DDZ_PASS + 1, DDZ_KINDS, pattern_name, int);
  NAMED("RulesResponse/properties/presets/items/properties/calling", 0, DDZ_CALLINGS, calling_name, int);
  NAMED("RulesResponse/properties/presets/items/properties/dealing", 0, DDZ_DEALINGS, dealing_name, int);
  struct names ranks = {0};
  static char letters[DDZ_RANKS][2];
  for (int rank = 0; rank < DDZ_RANKS; rank++) {
    letters[rank][0] = ddz_rank_letters[rank];
    put(&ranks, letters[rank]);
  }
  check_enum("Rank", &ranks);
}

/* A rule set of one's own says each switch by its name. */
TEST(a_rules_object_takes_every_switch) {
  for (int i = 0; i < DDZ_SWITCHES; i++) {
    char path[100];
    snprintf(path, sizeof path, "/components/schemas/RulesObject/properties/%s/type",
             ddz_switch_rows[i].name);
    const char *type = json_string_value(at(path));
    if (type == NULL || strcmp(type, "boolean") != 0) fail_msg("%s is no boolean", path);
  }
}

TEST(codes_are_those_of_the_tables) {
  struct names problems = {0}, reasons = {0};
#define PROBLEM(name, status, code, ...) put(&problems, code);
#include "api/wire/problem.def"
#define PLAY_REASON(name, code, ...) put_once(&reasons, code);
#include "core/base/reason.def"
#define CALL_REASON(name, code, ...) put_once(&reasons, code);
#include "core/base/reason.def"
  check_enum("ProblemCode", &problems);
  check_enum("ReasonCode", &reasons);
}

TEST(words_of_a_review_are_those_of_the_table) {
  struct names verdicts = {0}, unjudged = {0};
#define VERDICT(name, text, ...) put(&verdicts, text);
#include "api/routes/review.def"
#define UNJUDGED(name, text, ...) put(&unjudged, text);
#include "api/routes/review.def"
  size_t n;
  json_t *counts = json_object_get(at("/components/schemas/ReviewSeat/properties/verdicts"), "properties");
  for (n = 0; n < verdicts.count; n++) assert_non_null(json_object_get(counts, verdicts.name[n]));
  assert_int_equal(json_object_size(counts), n);
  put(&verdicts, NULL);
  put(&unjudged, NULL);
  check_enum("Decision/properties/verdict", &verdicts);
  check_enum("Decision/properties/unjudged", &unjudged);
}

/* Who answers: the players that decide, and what else computes. */
TEST(engines_are_players_and_what_else_computes) {
  struct names engines = {0};
  for (int i = DDZ_PLAYER_AUTO + 1; i < DDZ_PLAYERS; i++) put(&engines, ddz_player_names[i]);
  static const char *const others[] = {"power", "model", "formula", "exact", "montecarlo", "referee", NULL};
  for (size_t i = 0; others[i]; i++) put(&engines, others[i]);
  check_enum("Engine", &engines);
}

TEST(levels_are_those_of_the_table) {
  const json_t *level = at("/components/schemas/Level");
  assert_int_equal(json_integer_value(json_object_get(level, "minimum")), DDZ_LEVEL_MIN);
  assert_int_equal(json_integer_value(json_object_get(level, "maximum")), DDZ_LEVEL_MAX);
}

int main(void) { return test_run(read_document, free_document); }
