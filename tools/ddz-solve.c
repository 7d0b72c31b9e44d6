/* ddz-solve - open cards: who wins, and with which plays.
 *
 *   ddz-solve RAQQJJT999844 B22AAT886633      two hands, the landlord leads
 *   ddz-solve 3345 67A 882                    three: landlord, the farmer after him, the farmer before him
 *   ddz-solve --all --rules douzero < file    hands from standard input, one position per line
 *   ddz-solve --play HAND HAND                and on: you type one side's plays, it answers for the other
 *
 * Hands are rank letters in any order and case; also 0 or 10 for the ten, y and z or the words 小王 and 大王
 * for the jokers, and with --notation the numbers of a platform. */
#include <getopt.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "api/api.h"
#include "core/base/card.h"
#include "core/engine/engine.h"
#include "core/rules/movegen.h"
#include "core/rules/rules.h"
#include "core/solver/solver.h"
#include "tools/lib/flags.h"

enum { PLAYS_MAX = DDZ_ENGINE_SOLVED, LINE_BYTES = 1024 };

struct task {
  struct ddz_rules rules;
  const char *preset, *forbid, *with, *without, *last, *by, *to_move;
  const char *wild;
  enum ddz_notation notation;
  enum ddz_solutions solutions;
  bool estimate, play, json;
  uint64_t ms, nodes, seed, table_mib;
};

_Noreturn static void fail(const char *what, const char *why) {
  fprintf(stderr, "ddz-solve: %s: %s\n", what, why);
  exit(2);
}

/* ---- reading cards ---- */

/* Other people's spellings as rank letters. `out` needs as many bytes as `text`. */
static void respell(const char *text, char *out) {
  static const struct {
    const char *theirs;
    char ours;
  } words[] = {{"小王", 'B'}, {"大王", 'R'}, {"10", 'T'}, {"0", 'T'},
               {"y", 'B'},    {"Y", 'B'},    {"z", 'R'},  {"Z", 'R'}};
  while (*text != '\0') {
    size_t i = 0, n = sizeof words / sizeof *words;
    while (i < n && strncmp(text, words[i].theirs, strlen(words[i].theirs)) != 0) i++;
    if (i < n) {
      *out++ = words[i].ours;
      text += strlen(words[i].theirs);
    } else {
      if (strchr(" \t\r\n,;'\"[]", *text) == NULL) *out++ = *text;
      text++;
    }
  }
  *out = '\0';
}

/* `given`: the physical cards read so far, each there once. */
static ddz_hand read_numbers(const char *text, enum ddz_notation notation, ddz_cards *given) {
  const bool physical = ddz_notation_is_physical(notation);
  ddz_hand hand = 0;
  while (*(text += strspn(text, " \t\r\n,;[]")) != '\0') {
    char *end;
    int card = 0;
    const long long number = strtoll(text, &end, 10);
    if (end == text || ddz_number_read(notation, number, &card) != DDZ_OK)
      fail(text, "not a card of this notation");
    if (physical && (*given >> card & 1) != 0) fail(text, ddz_error_text(DDZ_ERR_DUPLICATE_CARD));
    if (physical) *given |= (ddz_cards)1 << card;
    hand += ddz_hand_of(physical ? ddz_card_rank(card) : card, 1);
    if (!ddz_hand_contains(DDZ_HAND_DECK55, hand)) fail(text, ddz_error_text(DDZ_ERR_TOO_MANY_OF_RANK));
    text = end;
  }
  return hand;
}

/* False, with a word on the terminal, when the text is no set of cards. */
static bool read_cards(const char *text, enum ddz_notation notation, ddz_cards *given, ddz_hand *hand) {
  char letters[LINE_BYTES];
  size_t at = 0;
  if (strlen(text) >= sizeof letters) fail("cards", "too many");
  if (!ddz_notation_letters(notation)) {
    *hand = read_numbers(text, notation, given);
    return true;
  }
  respell(text, letters);
  const enum ddz_error error = ddz_letters_read(notation, letters, strlen(letters), hand, &at);
  if (error != DDZ_OK) fprintf(stderr, "%s: %s\n", text, ddz_error_text(error));
  return error == DDZ_OK;
}

static const char *text_of(ddz_hand hand) {
  static char text[DDZ_TEXT_MAX];
  ddz_text_write(hand, text);
  return hand == 0 ? "pass" : text;
}

/* ---- options ---- */

static enum ddz_role role_of(const char *name) {
  const enum ddz_role role = strcmp(name, "farmer") == 0 ? DDZ_LANDLORD_DOWN : ddz_role_of(name);
  if (role == DDZ_ROLES) fail(name, "no such role");
  return role;
}

/* `names`: separated by commas; NULL: none. */
static void for_each_name(const char *names, void (*use)(struct ddz_rules *, const char *),
                          struct ddz_rules *rules) {
  for (const char *at = names; at != NULL && *at != '\0';) {
    char name[64];
    const size_t length = strcspn(at, ",");
    snprintf(name, sizeof name, "%.*s", (int)length, at);
    use(rules, name);
    at += length + (at[length] == ',');
  }
}

static void forbid(struct ddz_rules *rules, const char *name) {
  const uint32_t kinds = ddz_kinds_named(name);
  if (kinds == 0) fail(name, "no such pattern");
  ddz_rules_forbid(rules, kinds);
}

static void set_switch(struct ddz_rules *rules, const char *name, bool on) {
  int i = 0;
  while (i < DDZ_SWITCHES && strcmp(ddz_switch_rows[i].name, name) != 0) i++;
  if (i == DDZ_SWITCHES) fail(name, "no such switch (GET /rules lists them)");
  const uint32_t bit = ddz_switch_rows[i].bit;
  const bool changes = on != ((rules->switches & bit) != 0);
  if (changes) ddz_rules_set_switches(rules, rules->switches ^ bit);
  if ((on || changes) && !ddz_rules_switch_matters(rules, bit)) fail(name, "has no effect in this rule set");
}
static void switch_on(struct ddz_rules *rules, const char *name) { set_switch(rules, name, true); }
static void switch_off(struct ddz_rules *rules, const char *name) { set_switch(rules, name, false); }

static void complete_rules(struct task *o) {
  if (ddz_rules_preset(o->preset, &o->rules) != DDZ_OK) fail(o->preset, "no such preset");
  if (o->wild != NULL) {
    ddz_hand ranks;
    ddz_cards none = 0;
    if (!read_cards(o->wild, DDZ_NOTATION_RANK, &none, &ranks)) exit(2);
    if (ddz_rules_set_wild(&o->rules, ddz_hand_at_least(ranks, 1)) != DDZ_OK)
      fail(o->wild, ddz_error_text(DDZ_ERR_BAD_WILD));
  }
  if (o->rules.wildcard == DDZ_WILDCARD_RANKS && o->rules.wild == 0)
    fail(o->preset, "say which ranks are wild: --wild 7");
  for_each_name(o->forbid, forbid, &o->rules);
  for_each_name(o->with, switch_on, &o->rules);
  for_each_name(o->without, switch_off, &o->rules);
}

static void set_all(struct task *o, const char *v) { (void)v, o->solutions = DDZ_SOLUTIONS_ALL; }
static void set_scored(struct task *o, const char *v) { (void)v, o->solutions = DDZ_SOLUTIONS_SCORED; }
static void set_notation(struct task *o, const char *v) {
  o->notation = ddz_notation_of(v, strlen(v));
  if (o->notation == DDZ_NOTATIONS) fail(v, "no such notation");
}

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
    {"notation", "NAME", "how cards are written: cronly, botzone, douzero, solver, xd", .set = set_notation},
    {"ms", "N", "limit in ms; past it the answer is: unknown", FLAG_WHOLE(ms, 0, UINT64_MAX)},
    {"nodes", "N", "limit in positions; past it the answer is: unknown", FLAG_WHOLE(nodes, 0, UINT64_MAX)},
    {"seed", "N", "seed of the random games", FLAG_WHOLE(seed, 0, UINT64_MAX)},
    {"table-mib", "N", "memory of the transposition table, MiB (32)", FLAG_WHOLE(table_mib, 1, 65536)},
    {"play", NULL, "play it out: you type the plays of the other side", FLAG_ON(play)},
    {"json", NULL, "print the answer of POST /solve", FLAG_ON(json)},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void print_help(void) {
  printf(
      "usage: ddz-solve [options] LANDLORD FARMER\n"
      "       ddz-solve [options] LANDLORD LANDLORD_DOWN LANDLORD_UP\n"
      "       ddz-solve [options]                     hands from standard input, one position per line\n\n");
  flags_print(rows, ROWS, 17);
}

static struct task read_options(int argc, char **argv) {
  struct task o = {
      .preset = "standard", .to_move = "landlord", .notation = DDZ_NOTATION_RANK, .table_mib = 32};
  flags_read(&(struct flags){rows, ROWS, print_help, fail}, &o, argc, argv);
  complete_rules(&o);
  return o;
}

/* Hands from the arguments, else one a line until an empty line. Returns how many. */
static int read_hands(const struct task *o, int argc, char **argv, ddz_cards *given, ddz_hand *hands) {
  char line[LINE_BYTES];
  int n = 0;
  for (; optind < argc && n < DDZ_ROLES; optind++)
    if (!read_cards(argv[optind], o->notation, given, &hands[n++])) exit(2);
  if (optind < argc) fail(argv[optind], "a fourth hand");
  if (n > 0) return n;
  while (n < DDZ_ROLES && fgets(line, sizeof line, stdin) != NULL) {
    if (line[strspn(line, " \t\r\n")] == '\0') {
      if (n > 0) break;
      continue;
    }
    if (!read_cards(line, o->notation, given, &hands[n++])) exit(2);
  }
  return n;
}

/* ---- solving ---- */

static uint64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* Time of one search, and the word on the terminal when it takes longer. */
struct watch {
  uint64_t started, limit, shown; /* ms */
  bool terminal;
};

/* Milliseconds so far; shows them, too. */
static uint64_t look(void *self) {
  struct watch *watch = self;
  const uint64_t passed = now_ms() - watch->started;
  if (watch->terminal && passed >= 1000 && passed - watch->shown >= 500) {
    fprintf(stderr, "\rsearching, %" PRIu64 ".%" PRIu64 " s ", passed / 1000, passed % 1000 / 100);
    watch->shown = passed;
  }
  return passed;
}

struct session {
  const struct task *o;
  struct ddz_solver *solver;
  struct ddz_solve_request request;
  struct ddz_solution solution;
  struct ddz_solved_play plays[PLAYS_MAX];
};

static void solve(struct session *s) {
  struct watch watch = {.started = now_ms(), .limit = s->o->ms, .terminal = isatty(STDERR_FILENO) != 0};
  const struct ddz_stop stop = {
      .clock_us = look, .self = &watch, .until_us = watch.limit != 0 ? watch.limit : UINT64_MAX};
  s->request.limit = (struct ddz_limit){.nodes = s->o->nodes, .stop = &stop};
  const enum ddz_error error = ddz_solve(s->solver, &s->request, s->plays, PLAYS_MAX, &s->solution);
  s->request.limit.stop = NULL;
  if (watch.shown > 0) fprintf(stderr, "\r                        \r");
  if (error != DDZ_OK) fail("these hands", ddz_error_text(error));
}

static const char *player_name(const struct session *s, int role) {
  return s->request.players == 2 && role != DDZ_LANDLORD ? "farmer" : ddz_role_name((enum ddz_role)role);
}

static void print_position(const struct session *s) {
  const struct ddz_solve_request *r = &s->request;
  for (int i = 0; i < r->players; i++) printf("%-14s %s\n", player_name(s, i), text_of(r->hand[i]));
  if (r->last.kind != DDZ_PASS)
    printf("%-14s %s, by the %s\n", "to beat", text_of(r->last.cards), player_name(s, r->owner));
}

static void print_plays(const struct session *s) {
  for (size_t i = 0; i < s->solution.count && i < PLAYS_MAX; i++) {
    const struct ddz_solved_play *p = &s->plays[i];
    const struct ddz_pattern_row *row = &ddz_pattern_rows[p->play.kind];
    if (!s->request.estimate && s->request.solutions != DDZ_SOLUTIONS_SCORED && p->result == DDZ_RESULT_LOSS)
      break;
    printf("  %-22s %-8s", text_of(p->play.cards), ddz_result_name(p->result));
    if (s->request.estimate) printf(" %5.1f %%", 100 * p->probability);
    if (p->length > 0) printf(" in %2d plays", p->length);
    printf("  %s %s\n", row->name, row->chinese);
  }
}

static void print_line(const struct session *s) {
  if (s->solution.line_length == 0) return;
  printf("line:");
  for (size_t i = 0; i < s->solution.line_length; i++) printf(" %s", text_of(s->solution.line[i].cards));
  printf("\n");
}

static void print_solution(const struct session *s) {
  printf("%s to move: %s", player_name(s, s->request.to_move), ddz_result_name(s->solution.result));
  if (s->solution.length > 0) printf(" in %d plays", s->solution.length);
  printf(" (%" PRIu64 " nodes)\n", s->solution.nodes);
  print_plays(s);
  print_line(s);
}

/* ---- playing on ---- */

/* Put a play down; true when the hand is empty. */
static bool put(struct session *s, const struct ddz_play *play) {
  struct ddz_solve_request *r = &s->request;
  const enum ddz_role mover = r->to_move, next = (enum ddz_role)(((int)mover + 1) % r->players);
  printf("%s: %s\n", player_name(s, mover), text_of(play->cards));
  r->to_move = next;
  if (play->kind != DDZ_PASS) {
    r->hand[mover] -= play->cards;
    r->last = *play;
    r->owner = mover;
  } else if (r->last.kind != DDZ_PASS && next == r->owner) {
    r->last = (struct ddz_play){0};
  }
  if (r->hand[mover] != 0) return false;
  printf("%s wins\n", player_name(s, mover));
  return true;
}

/* A line of the user as a play that may be put down now. */
static bool accept(struct session *s, const char *line, struct ddz_play *play) {
  const struct ddz_solve_request *r = &s->request;
  ddz_cards given = 0;
  ddz_hand cards = 0;
  if (strspn(line, " \t\r\n") != strlen(line) && strncmp(line, "pass", 4) != 0 &&
      !read_cards(line, s->o->notation, &given, &cards))
    return false;
  *play = (struct ddz_play){0};
  if (cards == 0) {
    if (r->last.kind != DDZ_PASS ||
        ddz_moves(r->rules, r->hand[r->to_move], NULL, DDZ_FILL_ANY, NULL, 0) == 0)
      return true;
    printf("%s\n", ddz_error_text(DDZ_ERR_PASS_ON_LEAD));
    return false;
  }
  enum ddz_error error = DDZ_ERR_NOT_IN_HAND;
  if (ddz_hand_contains(r->hand[r->to_move], cards)) error = ddz_answer(r->rules, cards, &r->last, play);
  if (error != DDZ_OK) printf("%s\n", ddz_error_text(error));
  return error == DDZ_OK;
}

/* What we play: a winning play, the likeliest, or the first of the line. */
static struct ddz_play choose(struct session *s) {
  solve(s);
  if (s->solution.count > 0 && s->plays[0].result == DDZ_RESULT_WIN) return s->plays[0].play;
  if (s->solution.line_length > 0) return s->solution.line[0];
  return s->solution.count > 0 ? s->plays[0].play : (struct ddz_play){0};
}

/* The solver plays the side that was to move; the user types for the other. */
static void play_on(struct session *s) {
  const enum ddz_role ours = s->request.to_move;
  char line[LINE_BYTES];
  for (;;) {
    struct ddz_play play;
    if (!ddz_role_enemies(s->request.to_move, ours)) {
      play = choose(s);
    } else {
      do {
        printf("%s (%s)> ", player_name(s, s->request.to_move), text_of(s->request.hand[s->request.to_move]));
        fflush(stdout);
        if (fgets(line, sizeof line, stdin) == NULL || strncmp(line, "quit", 4) == 0) return;
      } while (!accept(s, line, &play));
    }
    if (put(s, &play)) return;
  }
}

/* ---- JSON: what the service answers ---- */

static json_t *rules_json(const struct task *o) {
  json_t *rules = json_pack("{s:s}", "preset", o->preset), *list = json_array();
  for (int kind = DDZ_SOLO; kind < DDZ_KINDS; kind++)
    if ((o->rules.forbidden >> kind & 1) != 0)
      json_array_append_new(list, json_string(ddz_pattern_rows[kind].name));
  json_object_set_new(rules, "forbid", list);
  struct ddz_rules preset;
  ddz_rules_preset(o->preset, &preset);
  for (int i = 0; i < DDZ_SWITCHES; i++)
    if (((o->rules.switches ^ preset.switches) & ddz_switch_rows[i].bit) != 0)
      json_object_set_new(rules, ddz_switch_rows[i].name,
                          json_boolean(o->rules.switches & ddz_switch_rows[i].bit));
  if (o->rules.wildcard != DDZ_WILDCARD_RANKS) return rules;
  list = json_array();
  for (int rank = 0; rank <= DDZ_RANK_2; rank++)
    if ((o->rules.wild >> rank & 1) != 0)
      json_array_append_new(list, json_stringn(&ddz_rank_letters[rank], 1));
  json_object_set_new(rules, "wild", list);
  return rules;
}

static json_t *body_of(const struct session *s) {
  static const char *const solutions[] = {"one", "all", "scored"};
  const struct ddz_solve_request *r = &s->request;
  json_t *body = json_pack("{s:o,s:s,s:s,s:s,s:I}", "rules", rules_json(s->o), "solutions",
                           solutions[r->solutions], "to_move", player_name(s, r->to_move), "engine",
                           r->estimate ? "montecarlo" : "exact", "seed", (json_int_t)r->seed);
  json_t *hands = r->players > 2 ? json_object() : body, *limit = json_object();
  for (int i = 0; i < r->players; i++)
    json_object_set_new(hands, player_name(s, i), json_string(text_of(r->hand[i])));
  if (r->players > 2) json_object_set_new(body, "hands", hands);
  if (r->last.kind != DDZ_PASS)
    json_object_set_new(
        body, "last",
        json_pack("{s:s,s:s}", "cards", text_of(r->last.cards), "role", player_name(s, r->owner)));
  if (s->o->ms != 0) json_object_set_new(limit, "ms", json_integer((json_int_t)s->o->ms));
  if (s->o->nodes != 0) json_object_set_new(limit, "nodes", json_integer((json_int_t)s->o->nodes));
  json_object_set_new(body, "limit", limit);
  return body;
}

static uint64_t now_us(void *self) {
  (void)self;
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static int answer_json(const struct session *s) {
  const struct ddz_api_options options = {.memo_bytes = 1 << 20, .table_bytes = s->o->table_mib << 20};
  const struct ddz_host host = {.now_us = now_us};
  struct ddz_api *api = ddz_api_new(&options, &host);
  json_t *body = body_of(s);
  char *text = json_dumps(body, JSON_COMPACT);
  struct ddz_api_call call;
  if (api == NULL || text == NULL) fail("memory", "short");
  ddz_api_open(&call, &(struct ddz_api_request){
                          .method = "POST", .path = "/solve", .body = text, .length = strlen(text)});
  ddz_api_run(api, &call);
  if (call.answer.text != NULL) puts(call.answer.text);
  const int status = call.answer.status;
  ddz_api_close(&call);
  free(text);
  json_decref(body);
  ddz_api_free(api);
  return status == 200 ? 0 : 1;
}

/* ---- the whole ---- */

static void read_request(struct session *s, int argc, char **argv) {
  const struct task *o = s->o;
  struct ddz_solve_request *r = &s->request;
  ddz_cards given = 0;
  ddz_hand last = 0;
  *r = (struct ddz_solve_request){.rules = &o->rules,
                                  .to_move = role_of(o->to_move),
                                  .solutions = o->solutions,
                                  .estimate = o->estimate,
                                  .seed = o->seed};
  r->players = read_hands(o, argc, argv, &given, r->hand);
  if (r->players < 2) fail("hands", "two or three, please (--help)");
  if ((int)r->to_move >= r->players) fail(o->to_move, "not with two hands");
  if (o->last == NULL) return;
  if (!read_cards(o->last, o->notation, &given, &last)) exit(2);
  if (last != 0 && ddz_classify(r->rules, last, &r->last) != DDZ_OK)
    fail(o->last, ddz_error_text(DDZ_ERR_NOT_A_PATTERN));
  if (o->by == NULL && r->players > 2) fail("--last", "say who played it: --by landlord");
  r->owner = o->by != NULL ? role_of(o->by) : (enum ddz_role)(1 - (int)r->to_move);
  if (r->owner == r->to_move || (int)r->owner >= r->players) fail("--by", "not who is to move");
}

int main(int argc, char **argv) {
  static struct session session;
  const struct task o = read_options(argc, argv);
  session.o = &o;
  read_request(&session, argc, argv);
  if (o.json) return answer_json(&session);
  const size_t page = 2 << 20, bytes = (ddz_solver_size(o.table_mib << 20) + page - 1) / page * page;
  void *memory = aligned_alloc(page, bytes);
  if (memory == NULL) fail("memory", "short");
  madvise(memory, bytes, MADV_HUGEPAGE);
  session.solver = ddz_solver_init(memory, o.table_mib << 20);
  print_position(&session);
  solve(&session);
  print_solution(&session);
  if (o.play) play_on(&session);
  free(memory);
  return session.solution.result == DDZ_RESULT_UNKNOWN && !o.estimate ? 1 : 0;
}
