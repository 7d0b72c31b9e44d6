/* ddz-solve - open cards: who wins, and with which plays.
 *
 *   ddz-solve RAQQJJT999844 B22AAT886633      two hands, the landlord leads
 *   ddz-solve 3345 67A 882                    three: landlord, the farmer after him, the farmer before him
 *   ddz-solve --all --rules douzero < file    hands from standard input, one a line
 *
 * The command line becomes the body of POST /solve, which reads and checks everything; its answer is printed.
 */
#include <getopt.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "api/api.h"
#include "core/base/card.h"
#include "core/base/role.h"
#include "tools/lib/flags.h"

enum { LINE_BYTES = 1024 };

struct task {
  const char *preset, *forbid, *with, *without, *last, *by, *to_move, *wild, *notation, *solutions;
  bool estimate, json;
  uint64_t ms, nodes, seed, table_mib;
};

_Noreturn static void fail(const char *what, const char *why) {
  fprintf(stderr, "ddz-solve: %s: %s\n", what, why);
  exit(2);
}

/* ---- options ---- */

static void set_all(struct task *o, const char *v) { (void)v, o->solutions = "all"; }
static void set_scored(struct task *o, const char *v) { (void)v, o->solutions = "scored"; }

static const struct flag rows[] = {
    {"all", NULL, "find every winning play", .set = set_all},
    {"scored", NULL, "judge every legal play, and how many plays it takes to the end", .set = set_scored},
    {"estimate", NULL, "estimate by random games instead of a proof", FLAG_ON(estimate)},
    {"to-move", "ROLE", "landlord (default), farmer, landlord_down, landlord_up", FLAG_TEXT(to_move)},
    {"last", "CARDS", "the play to beat", FLAG_TEXT(last)},
    {"by", "ROLE", "who played it (needed with three hands)", FLAG_TEXT(by)},
    {"rules", "NAME", "rule preset (standard)", FLAG_TEXT(preset)},
    {"wild", "RANKS", "wild ranks of laizi, as letters", FLAG_TEXT(wild)},
    {"forbid", "NAMES", "patterns that may not be played: trio_pair,four_two_solo", FLAG_TEXT(forbid)},
    {"with", "NAMES", "switches of the rule set turned on: four_pair,kicker_rocket", FLAG_TEXT(with)},
    {"without", "NAMES", "switches of the rule set turned off", FLAG_TEXT(without)},
    {"notation", "NAME", "how cards are written: cronly, botzone, douzero, solver, xd", FLAG_TEXT(notation)},
    {"ms", "N", "limit in ms; past it the result is: unknown", FLAG_WHOLE(ms, 0, UINT32_MAX)},
    {"nodes", "N", "limit in positions; past it the result is: unknown", FLAG_WHOLE(nodes, 0, INT64_MAX)},
    {"seed", "N", "seed of the random games", FLAG_WHOLE(seed, 0, INT64_MAX)},
    {"table-mib", "N", "memory of the transposition table, MiB (32)", FLAG_WHOLE(table_mib, 1, 65536)},
    {"json", NULL, "print the response of POST /solve", FLAG_ON(json)},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void print_help(void) {
  printf("usage: ddz-solve [options] LANDLORD FARMER\n"
         "       ddz-solve [options] LANDLORD LANDLORD_DOWN LANDLORD_UP\n"
         "       ddz-solve [options]                     hands from standard input, one a line\n\n"
         "Open cards: who wins, and with which plays? The result is a proof. The landlord leads unless\n"
         "--to-move and --last say otherwise. Cards are letters: 3456789TJQKA2, B and R are the jokers.\n\n");
  flags_print(rows, ROWS, 17);
  printf("\nEXAMPLES\n"
         "  ddz-solve RAQQJJT999844 B22AAT886633      two hands, the landlord leads\n"
         "  ddz-solve 3345 67A 882                    three hands\n"
         "  ddz-solve --scored 46899JKAA 33455677TTJA2\n"
         "  ddz-solve --all --rules douzero < hands   from a file, one a line\n"
         "\nEXIT STATUS\n"
         "  0   proved, or estimated\n"
         "  1   rejected, or the limit came first\n"
         "  2   wrong options\n");
}

/* ---- the body ---- */

/* Numbers as a list, as a notation of numbers wants them; any other text as it is. */
static json_t *cards_json(const struct task *o, const char *text) {
  char list[LINE_BYTES + 4];
  if (strlen(text) > LINE_BYTES) fail("cards", "too many");
  snprintf(list, sizeof list, "[%s]", text);
  for (char *at = list; *at != '\0'; at++)
    if (*at == ' ' && strchr("0123456789", at[1]) != NULL) *at = ',';
  json_t *numbers = o->notation != NULL ? json_loads(list, 0, NULL) : NULL;
  return numbers != NULL ? numbers : json_string(text);
}

/* Put each of `names`, which are separated by commas, where `put` wants it; NULL: none. */
static void for_each_name(const char *names, json_t *rules, void (*put)(json_t *rules, const char *name)) {
  for (const char *at = names; at != NULL && *at != '\0';) {
    char name[64];
    const size_t length = strcspn(at, ",");
    snprintf(name, sizeof name, "%.*s", (int)length, at);
    put(rules, name);
    at += length + (at[length] == ',');
  }
}
static void put_forbidden(json_t *rules, const char *name) {
  json_array_append_new(json_object_get(rules, "forbid"), json_string(name));
}
static void put_true(json_t *rules, const char *name) { json_object_set_new(rules, name, json_true()); }
static void put_false(json_t *rules, const char *name) { json_object_set_new(rules, name, json_false()); }

static json_t *rules_json(const struct task *o) {
  json_t *rules = json_pack("{s:s, s:[]}", "preset", o->preset, "forbid");
  for_each_name(o->forbid, rules, put_forbidden);
  for_each_name(o->with, rules, put_true);
  for_each_name(o->without, rules, put_false);
  if (o->wild == NULL) return rules;
  json_t *wild = json_array();
  for (const char *at = o->wild; *at != '\0'; at++) json_array_append_new(wild, json_stringn(at, 1));
  json_object_set_new(rules, "wild", wild);
  return rules;
}

/* Hands from the arguments, else one a line until an empty line. */
static void put_hands(const struct task *o, int argc, char **argv, json_t *body) {
  static char line[DDZ_ROLES][LINE_BYTES];
  const char *hand[DDZ_ROLES];
  int n = 0;
  for (; optind < argc && n < DDZ_ROLES; optind++) hand[n++] = argv[optind];
  if (optind < argc) fail(argv[optind], "a fourth hand");
  for (bool given = n > 0; !given && n < DDZ_ROLES && fgets(line[n], LINE_BYTES, stdin) != NULL;) {
    line[n][strcspn(line[n], "\r\n")] = '\0';
    given = *line[n] == '\0' && n > 0;
    if (*line[n] != '\0') hand[n] = line[n], n++;
  }
  if (n < 2) fail("hands", "two or three, please (--help)");
  json_t *hands = n > 2 ? json_object() : body;
  for (int i = 0; i < n; i++)
    json_object_set_new(hands, n == 2 && i > 0 ? "farmer" : ddz_role_name((enum ddz_role)i),
                        cards_json(o, hand[i]));
  if (n > 2) json_object_set_new(body, "hands", hands);
}

static json_t *body_of(const struct task *o, int argc, char **argv) {
  json_t *body = json_pack("{s:o, s:s, s:s, s:I}", "rules", rules_json(o), "solutions", o->solutions,
                           "engine", o->estimate ? "montecarlo" : "exact", "seed", (json_int_t)o->seed);
  json_t *limit = json_object();
  put_hands(o, argc, argv, body);
  if (o->to_move != NULL) json_object_set_new(body, "to_move", json_string(o->to_move));
  if (o->notation != NULL) json_object_set_new(body, "notation", json_string(o->notation));
  if (o->last != NULL) {
    json_t *last = json_pack("{s:o}", "cards", cards_json(o, o->last));
    if (o->by != NULL) json_object_set_new(last, "role", json_string(o->by));
    json_object_set_new(body, "last", last);
  }
  if (o->ms != 0) json_object_set_new(limit, "ms", json_integer((json_int_t)o->ms));
  if (o->nodes != 0) json_object_set_new(limit, "nodes", json_integer((json_int_t)o->nodes));
  json_object_set_new(body, "limit", limit);
  return body;
}

/* ---- the answer ---- */

/* As they are played: letters as they are, numbers with spaces. */
static void print_cards(const json_t *cards, int width) {
  char text[LINE_BYTES] = "pass";
  int n = 0;
  for (size_t i = 0; i < json_array_size(cards); i++) {
    const json_t *card = json_array_get(cards, i);
    if (json_is_integer(card))
      n += snprintf(text + n, sizeof text - (size_t)n, "%s%d", i > 0 ? " " : "",
                    (int)json_integer_value(card));
    else
      n += snprintf(text + n, sizeof text - (size_t)n, "%s", json_string_value(card));
  }
  const char *letters = json_string_value(cards);
  printf(" %-*s", width, letters != NULL && *letters != '\0' ? letters : text);
}

static void print_plays(const json_t *answer, const char *list, const char *result) {
  const json_t *play;
  size_t i;
  json_array_foreach(json_object_get(answer, list), i, play) {
    printf(" ");
    print_cards(play, 22);
    printf(" %s\n", result);
  }
}

static void print_moves(const json_t *answer) {
  const json_t *move, *moves = json_object_get(answer, "moves");
  size_t i;
  json_array_foreach(moves, i, move) {
    const json_t *pattern = json_object_get(move, "pattern"),
                 *chance = json_object_get(move, "win_probability");
    const json_int_t length = json_integer_value(json_object_get(move, "length"));
    printf(" ");
    print_cards(json_object_get(move, "cards"), 22);
    printf(" %-8s", json_string_value(json_object_get(move, "result")));
    if (chance != NULL) printf(" %5.1f %%", 100 * json_number_value(chance));
    if (length > 0) printf(" in %2d plays", (int)length);
    if (json_is_object(pattern))
      printf("  %s %s", json_string_value(json_object_get(pattern, "type")),
             json_string_value(json_object_get(pattern, "name")));
    printf("\n");
  }
  const json_int_t more =
      json_integer_value(json_object_get(answer, "count")) - (json_int_t)json_array_size(moves);
  if (more > 0) printf("  and %lld more\n", (long long)more);
}

static void print_answer(const json_t *answer) {
  const json_int_t length = json_integer_value(json_object_get(answer, "length"));
  const json_t *line = json_object_get(answer, "line");
  printf("%s to move: %s", json_string_value(json_object_get(answer, "to_move")),
         json_string_value(json_object_get(answer, "result")));
  if (length > 0) printf(" in %d plays", (int)length);
  printf(" (%lld nodes)\n", (long long)json_integer_value(json_object_get(answer, "nodes")));
  if (json_object_get(answer, "moves") != NULL) {
    print_moves(answer);
  } else {
    print_plays(answer, "plays", "win");
    print_plays(answer, "unproven", "unknown");
  }
  if (json_array_size(line) == 0) return;
  printf("line:");
  for (size_t i = 0; i < json_array_size(line); i++)
    print_cards(json_object_get(json_array_get(line, i), "cards"), 0);
  printf("\n");
}

/* ---- the whole ---- */

static uint64_t now_us(void *self) {
  (void)self;
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* The tables are read at random: large pages make a proof a third faster. Whole pages of it are advised. */
static void advise(void *self, void *memory, size_t bytes) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE), before = (page - (uintptr_t)memory % page) % page;
  (void)self;
  if (before + page <= bytes) madvise((char *)memory + before, (bytes - before) / page * page, MADV_HUGEPAGE);
}

/* The answer of POST /solve, or its problem; `status` as over HTTP. Without a limit in ms there is no clock,
 * so no time can be up: a proof goes on to its end. */
static char *ask(const struct task *o, const char *body, int *status) {
  const struct ddz_api_options options = {.memo_bytes = 1 << 20, .table_bytes = o->table_mib << 20};
  const struct ddz_host host = {.now_us = o->ms != 0 ? now_us : NULL, .advise = advise};
  struct ddz_api *api = ddz_api_new(&options, &host);
  struct ddz_api_call call;
  if (api == NULL) fail("memory", "short");
  ddz_api_open(&call, &(struct ddz_api_request){
                          .method = "POST", .path = "/solve", .body = body, .length = strlen(body)});
  ddz_api_run(api, &call);
  char *text = call.answer.text != NULL ? strdup(call.answer.text) : NULL;
  *status = call.answer.status;
  ddz_api_close(&call);
  ddz_api_free(api);
  if (text == NULL) fail("memory", "short");
  return text;
}

int main(int argc, char **argv) {
  struct task o = {.preset = "standard", .solutions = "one", .table_mib = 32};
  int status;
  flags_read(&(struct flags){rows, ROWS, print_help, fail}, &o, argc, argv);
  json_t *body = body_of(&o, argc, argv);
  char *asked = json_dumps(body, JSON_COMPACT);
  if (asked == NULL) fail("options", "no text of this encoding");
  char *text = ask(&o, asked, &status);
  json_t *answer = json_loads(text, 0, NULL);
  if (status != 200 && !o.json) fail("rejected", json_string_value(json_object_get(answer, "detail")));
  if (o.json)
    puts(text);
  else
    print_answer(answer);
  const char *result = json_string_value(json_object_get(answer, "result"));
  const bool open = status != 200 || (!o.estimate && !o.json && strcmp(result, "unknown") == 0);
  json_decref(body);
  json_decref(answer);
  free(asked);
  free(text);
  return open ? 1 : 0;
}
