/* ddz-solve - open cards: who wins, and with which plays.
 *
 *   ddz-solve RAQQJJT999844 B22AAT886633      two hands, the landlord leads
 *   ddz-solve 3345 67A 882                    three: landlord, the farmer after him, the farmer before him
 *
 * The command line becomes the body of POST /solve, which reads and checks everything; its answer is printed.
 */
#include <getopt.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/base/role.h"
#include "tools/lib/engine.h"
#include "tools/lib/flags.h"

struct task {
  const char *to_move, *last, *rules, *body;
  bool all, scored, json;
  uint64_t nodes, table_mib;
};

/* ---- options ---- */

static const struct flag rows[] = {
    {"all", NULL, "find every winning play", FLAG_ON(all)},
    {"scored", NULL, "judge every legal play, and how many plays it takes to the end", FLAG_ON(scored)},
    {"to-move", "ROLE", "landlord (default), farmer, landlord_down, landlord_up", FLAG_TEXT(to_move)},
    {"last", "CARDS", "the play to beat; with three hands as {\"role\":\"landlord\",\"cards\":\"33\"}",
     FLAG_TEXT(last)},
    {"rules", "NAME", "rule preset (standard), or rules as JSON", FLAG_TEXT(rules)},
    {"body", "JSON", "more fields for the body of POST /solve", FLAG_TEXT(body)},
    {"nodes", "N", "limit in positions; past it the result is: unknown", FLAG_WHOLE(nodes, 0, INT64_MAX)},
    {"table-mib", "N", "memory of the transposition table, MiB (32)", FLAG_WHOLE(table_mib, 1, 65536)},
    {"json", NULL, "print the response of POST /solve", FLAG_ON(json)},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void print_help(void) {
  printf("usage: ddz-solve [options] LANDLORD FARMER\n"
         "       ddz-solve [options] LANDLORD LANDLORD_DOWN LANDLORD_UP\n\n"
         "Open cards: who wins, and with which plays? The result is a proof. The landlord leads unless\n"
         "--to-move and --last say otherwise. Cards are letters: 3456789TJQKA2, B and R are the jokers.\n\n");
  flags_print(rows, ROWS, 17);
  printf("\nEXAMPLES\n"
         "  ddz-solve RAQQJJT999844 B22AAT886633      two hands, the landlord leads\n"
         "  ddz-solve 3345 67A 882                    three hands\n"
         "  ddz-solve --scored 46899JKAA 33455677TTJA2\n"
         "  ddz-solve --rules '{\"preset\":\"laizi\",\"wild\":[\"7\"]}' 3457 66\n"
         "  ddz-solve --body '{\"notation\":\"botzone\"}' '[0,1,2]' '[12,13]'\n"
         "\nEXIT STATUS\n"
         "  0   proved\n"
         "  1   rejected, or the limit came first\n"
         "  2   wrong options\n");
}

/* ---- the body ---- */

/* A JSON list or object as it is, any other text as a string; NULL stays NULL. */
static json_t *value_of(const char *text) {
  json_t *value = text != NULL ? json_loads(text, 0, NULL) : NULL;
  return value != NULL || text == NULL ? value : json_string(text);
}

static json_t *body_of(const struct task *o, int hands, char **hand) {
  json_t *body = json_pack("{s:o, s:s, s:s*, s:o*}", "rules", value_of(o->rules), "solutions",
                           o->scored ? "scored"
                           : o->all  ? "all"
                                     : "one",
                           "to_move", o->to_move, "last", value_of(o->last));
  json_t *held = hands > 2 ? json_object() : body;
  if (hands != 2 && hands != 3) tool_fail("hands", "two or three, please");
  for (int i = 0; i < hands; i++)
    json_object_set_new(held, hands == 2 && i > 0 ? "farmer" : ddz_role_name((enum ddz_role)i),
                        value_of(hand[i]));
  if (hands > 2) json_object_set_new(body, "hands", held);
  if (o->nodes != 0) json_object_set_new(body, "limit", json_pack("{s:I}", "nodes", (json_int_t)o->nodes));
  json_t *more = value_of(o->body);
  const bool merged = more == NULL || json_object_update(body, more) == 0;
  json_decref(more);
  if (!merged) tool_fail("no JSON object", o->body);
  return body;
}

/* ---- the answer ---- */

static void print_cards(const json_t *cards, int width) {
  const char *letters = json_string_value(cards);
  char *numbers = letters == NULL ? json_dumps(cards, JSON_COMPACT) : NULL;
  printf(" %-*s", width, letters == NULL ? numbers : *letters == '\0' ? "pass" : letters);
  free(numbers);
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
    const json_t *pattern = json_object_get(move, "pattern");
    const json_int_t length = json_integer_value(json_object_get(move, "length"));
    printf(" ");
    print_cards(json_object_get(move, "cards"), 22);
    printf(" %-8s", json_string_value(json_object_get(move, "result")));
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
  const json_t *line = json_object_get(answer, "line"), *play;
  size_t i;
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
  json_array_foreach(line, i, play) { print_cards(json_object_get(play, "cards"), 0); }
  printf("\n");
}

/* ---- the whole ---- */

/* The tables are read at random: large pages make a proof a third faster. Whole pages of it are advised. */
static void advise(void *self, void *memory, size_t bytes) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE), before = (page - (uintptr_t)memory % page) % page;
  (void)self;
  if (before + page <= bytes) madvise((char *)memory + before, (bytes - before) / page * page, MADV_HUGEPAGE);
}

int main(int argc, char **argv) {
  struct task o = {.rules = "standard", .table_mib = 32};
  flags_read(rows, ROWS, print_help, &o, argc, argv);
  /* A host without a clock: no time can be up, and a proof goes on to its end. */
  struct ddz_api *api = tool_must(
      ddz_api_new(&(struct ddz_api_options){.memo_bytes = 1 << 20, .table_bytes = o.table_mib << 20},
                  &(struct ddz_host){.advise = advise}));
  char *text = tool_ask(api, "/solve", body_of(&o, argc - optind, argv + optind));
  json_t *answer = json_loads(text, 0, NULL);
  const char *result = json_string_value(json_object_get(answer, "result"));
  if (o.json)
    puts(text);
  else if (result == NULL)
    tool_fail("rejected", json_string_value(json_object_get(answer, "detail")));
  else
    print_answer(answer);
  const bool proved = result != NULL && strcmp(result, "unknown") != 0;
  json_decref(answer);
  free(text);
  ddz_api_free(api);
  return proved ? 0 : 1;
}
