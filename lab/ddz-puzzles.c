/* ddz-puzzles - endgame puzzles with open cards, made from random deals.
 *
 *   ddz-puzzles --deals 1000 > some.jsonl         one line a puzzle
 *   ddz-puzzles --shelf < some.jsonl              the shelf of the console: six grades of twelve
 *
 * A random deal is played by the engine. After every play the cards of two players, or of all three, are a
 * candidate: one of them leads, as the landlord. It is a puzzle when exactly one first play wins, by proof,
 * and the play that looks best loses: the first of the prompt order. How hard it is, is counted (struct
 * puzzle).
 *
 * Same seed, deals and nets, same lines; a deal depends on no other, so several processes may share the work
 * (--first). The shelf takes its puzzles in the order of the deals. `make shelf` makes that of the console.
 */
#include <getopt.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/card.h"
#include "core/game/open.h"
#include "core/robot/decide.h"
#include "core/rules/movegen.h"
#include "core/solver/solver.h"
#include "core/value/prompt.h"
#include "tools/lib/engine.h"
#include "tools/lib/flags.h"

enum {
  MEMO_BYTES = 16 << 20,
  TABLE_BYTES = 32 << 20,
  SOLVED_MAX = 1 << 14,
  PROMPTS_MAX = 1 << 12,
  CANDIDATES_MAX = 1 << 10,
  SHORTEST = 4, /* plays to the end */
  GRADES = 6,
  A_GRADE = 12
};

/* ---- what is looked for ---- */

/* Kinds of puzzles: the rules, and how many hands. */
static const struct variant {
  const char *preset, *forbid[2];
  int players;
} variants[] = {
    {"standard", {NULL}, 2},
    {"standard", {"trio_solo", "trio_pair"}, 2},
    {"standard", {"four_two_solo", "four_two_pair"}, 2},
    {"laizi", {NULL}, 2},
    {"yuncheng", {NULL}, 2},
    {"standard", {NULL}, 3},
};
enum { VARIANTS = sizeof variants / sizeof *variants };

/* The shelf: cards in each hand, difficulty from the last grade's `most` on, nodes to prove the position or a
 * play, how many of each variant. */
static const struct grade {
  int least_cards, most_cards, most; /* difficulty below this */
  uint64_t nodes;                    /* at most: the console must answer at once */
  int wanted[VARIANTS];
} grades[GRADES] = {
    {5, 7, 70, 1500, {6, 2, 1, 1, 1, 1}},     {5, 9, 85, 4000, {5, 2, 1, 1, 1, 2}},
    {6, 11, 110, 8000, {5, 2, 1, 1, 1, 2}},   {8, 13, 132, 15000, {5, 2, 1, 1, 1, 2}},
    {10, 15, 165, 30000, {7, 2, 2, 0, 0, 1}}, {13, 17, 1000, 60000, {8, 2, 2, 0, 0, 0}},
};

struct task {
  uint64_t seed, first, deals;
  bool shelf;
  const char *model;
};

struct puzzle {
  uint64_t deal;
  const struct variant *variant;
  struct ddz_rules rules;
  ddz_hand hand[DDZ_ROLES]; /* the landlord leads */
  ddz_hand solution;
  int plays;      /* legal first plays, each set of cards once */
  int prompt;     /* place of the solution in the prompt order; all before it lose */
  int robot;      /* its place among the candidates of a level-8 robot that knows the others' cards */
  int length;     /* plays to the end */
  uint64_t limit; /* of nodes, for each proof */
  uint64_t nodes; /* of the proof, from nothing */
  int difficulty; /* ten times the sum of the binary logarithms of prompt, robot and nodes */
};

struct maker {
  struct ddz_engine *engine;
  struct ddz_solver *solver;
  struct ddz_rng rng;
};

/* ---- proof ---- */

static struct ddz_solved_play solved[SOLVED_MAX];

static struct ddz_solve_request question(const struct puzzle *p, enum ddz_solutions solutions) {
  struct ddz_solve_request r = {
      .rules = &p->rules, .now.duel = p->variant->players == 2, .solutions = solutions};
  memcpy(r.hand, p->hand, sizeof r.hand);
  r.limit.nodes = p->limit;
  return r;
}

/* Does this first play win? What was proven before is used again. */
static enum ddz_result result_of(struct maker *m, const struct puzzle *p, const struct ddz_play *play) {
  const struct ddz_solve_request asked = question(p, DDZ_SOLUTIONS_ONE), r = ddz_solve_after(&asked, play);
  struct ddz_solution out;
  if (r.hand[DDZ_LANDLORD] == 0) return DDZ_RESULT_WIN;
  if (ddz_solve(m->solver, &r, solved, SOLVED_MAX, &out) != DDZ_OK) return DDZ_RESULT_UNKNOWN;
  if (out.result == DDZ_RESULT_UNKNOWN) return out.result;
  return out.result == DDZ_RESULT_WIN ? DDZ_RESULT_LOSS : DDZ_RESULT_WIN;
}

/* Is it won? Counts the nodes of the proof from nothing. */
static bool is_won(struct maker *m, struct puzzle *p) {
  const struct ddz_solve_request r = question(p, DDZ_SOLUTIONS_ONE);
  struct ddz_solution out;
  ddz_solver_reset(m->solver);
  if (ddz_solve(m->solver, &r, solved, SOLVED_MAX, &out) != DDZ_OK) return false;
  p->nodes = out.nodes;
  return out.result == DDZ_RESULT_WIN;
}

static int by_cards(const void *a, const void *b) {
  const ddz_hand x = ((const struct ddz_play *)a)->cards, y = ((const struct ddz_play *)b)->cards;
  return x < y ? -1 : x > y;
}

/* Exactly one set of cards wins as the first play. Counts all of them. */
static bool has_one_solution(struct maker *m, struct puzzle *p) {
  static struct ddz_play plays[SOLVED_MAX];
  const size_t n = ddz_moves(&p->rules, p->hand[DDZ_LANDLORD], NULL, DDZ_FILL_ANY, plays, SOLVED_MAX);
  if (n > SOLVED_MAX) return false;
  qsort(plays, n, sizeof *plays, by_cards);
  p->plays = 0;
  p->solution = 0;
  for (size_t i = 0; i < n; i++) {
    p->plays += i == 0 || plays[i - 1].cards != plays[i].cards;
    if (plays[i].cards == p->solution) continue;
    const enum ddz_result result = result_of(m, p, &plays[i]);
    if (result == DDZ_RESULT_UNKNOWN || (result == DDZ_RESULT_WIN && p->solution != 0)) return false;
    if (result == DDZ_RESULT_WIN) p->solution = plays[i].cards;
  }
  return p->solution != 0;
}

static bool measure_length(struct maker *m, struct puzzle *p) {
  struct ddz_solve_request r = question(p, DDZ_SOLUTIONS_SCORED);
  struct ddz_solution out;
  r.limit.nodes *= 20;
  if (ddz_solve(m->solver, &r, solved, SOLVED_MAX, &out) != DDZ_OK) return false;
  p->length = out.length;
  return out.length > 0;
}

/* ---- how good it looks ---- */

static struct ddz_prompt prompts[PROMPTS_MAX];

static size_t prompt(struct maker *m, const struct puzzle *p) {
  const size_t n = ddz_prompts(m->engine->prompter, &p->rules, p->hand[DDZ_LANDLORD], NULL, DDZ_ORDER_REST,
                               prompts, PROMPTS_MAX);
  return n < PROMPTS_MAX ? n : PROMPTS_MAX;
}

/* Does the play that looks best lose? */
static bool is_trap(struct maker *m, const struct puzzle *p) {
  return prompt(m, p) > 1 && result_of(m, p, &prompts[0].play) == DDZ_RESULT_LOSS;
}

/* Place of the solution in the prompt order, from 1; 0: not proposed. */
static int prompt_place(struct maker *m, const struct puzzle *p) {
  const size_t n = prompt(m, p);
  for (size_t i = 0; i < n; i++)
    if (prompts[i].play.cards == p->solution) return (int)i + 1;
  return 0;
}

/* Take up to `n` cards, the lowest first. */
static ddz_hand take(ddz_hand *from, int n) {
  ddz_hand taken = 0;
  for (; n > 0 && *from != 0; n--) {
    const ddz_hand card = ddz_hand_of(ddz_hand_bottom(*from), 1);
    taken += card;
    *from -= card;
  }
  return taken;
}

/* The landlord's view; all other cards have been played, so that what is unseen is with the farmers. */
static void see(const struct puzzle *p, struct ddz_view *view) {
  static const int dealt[DDZ_ROLES] = {DDZ_HAND_DEALT, DDZ_HAND_DEALT, DDZ_HAND_DEALT};
  ddz_hand gone = ddz_rules_deck(&p->rules);
  for (int r = 0; r < p->variant->players; r++) gone -= p->hand[r];
  ddz_view_bare(view, &p->rules, DDZ_LANDLORD, p->hand[DDZ_LANDLORD]);
  view->now.duel = p->variant->players == 2;
  for (int r = 0; r < DDZ_ROLES; r++) {
    const int held = ddz_hand_size(p->hand[r]), most = dealt[r] + (r == DDZ_LANDLORD ? p->rules.kitty : 0);
    view->now.left[r] = held;
    view->now.played[r] = take(&gone, most - held);
  }
}

/* Place of the solution among the robot's candidates, from 1. */
static int robot_place(struct maker *m, const struct puzzle *p) {
  static struct ddz_candidate out[CANDIDATES_MAX];
  struct ddz_robot_request request;
  struct ddz_robot_move move;
  ddz_robot_defaults(&request);
  see(p, &request.view);
  ddz_decide(m->engine, &request, &move, out, CANDIDATES_MAX);
  for (size_t i = 0; i < move.candidates && i < CANDIDATES_MAX; i++)
    if (out[i].play.cards == p->solution) return (int)i + 1;
  return (int)move.candidates + 1;
}

/* Is it a puzzle? Fills in all but the hands. */
static bool make(struct maker *m, struct puzzle *p) {
  if (!is_won(m, p) || !is_trap(m, p) || !has_one_solution(m, p)) return false;
  p->prompt = prompt_place(m, p);
  if (p->prompt < 2) return false;
  p->robot = robot_place(m, p);
  p->difficulty = (int)lround(10 * (log2((double)p->nodes) + log2(p->prompt) + log2(p->robot)));
  return true;
}

/* ---- deals ---- */

static void set_rules(struct maker *m, struct puzzle *p) {
  if (ddz_rules_preset(p->variant->preset, &p->rules) != DDZ_OK) abort();
  for (int i = 0; i < 2 && p->variant->forbid[i] != NULL; i++)
    ddz_rules_forbid(&p->rules, 1u << ddz_kind_of(p->variant->forbid[i]));
  if (p->rules.wildcard == DDZ_WILDCARD_RANKS &&
      ddz_rules_set_wild(&p->rules, (ddz_ranks)(1u << ddz_rng_below(&m->rng, DDZ_RANK_2 + 1))) != DDZ_OK)
    abort();
}

static ddz_hand draw(struct ddz_rng *rng, ddz_hand *deck, int n) {
  ddz_hand hand = 0;
  for (; n > 0; n--) {
    int at = (int)ddz_rng_below(rng, (uint32_t)ddz_hand_size(*deck)), rank = 0;
    while ((at -= ddz_hand_count(*deck, rank)) >= 0) rank++;
    hand += ddz_hand_of(rank, 1);
    *deck -= ddz_hand_of(rank, 1);
  }
  return hand;
}

static void deal(struct maker *m, const struct ddz_rules *rules, struct ddz_open *open) {
  ddz_hand deck = ddz_rules_deck(rules), hand[DDZ_ROLES];
  for (int r = 0; r < DDZ_ROLES; r++) hand[r] = draw(&m->rng, &deck, DDZ_HAND_DEALT);
  hand[DDZ_LANDLORD] += deck;
  ddz_open_start(open, rules, hand, deck);
}

/* One play by the robot; true when the game is over. */
static bool advance(struct maker *m, struct ddz_open *open) {
  struct ddz_robot_request request;
  struct ddz_robot_move move;
  ddz_robot_defaults(&request);
  request.view = open->view;
  ddz_decide(m->engine, &request, &move, NULL, 0);
  return ddz_open_play(open, &move.chosen.play);
}

/* Is a hand of `cards` as large as the grade wants? Of three hands each may be smaller. */
static bool fits(int cards, int players, int g) {
  const int less = players > 2 ? 3 : 0;
  return cards >= grades[g].least_cards - less && cards <= grades[g].most_cards - less / 2;
}

/* The nodes a proof may take: those of the last grade that the hands fit; 0: they fit none. */
static uint64_t limit_of(const struct puzzle *p) {
  uint64_t limit = 0;
  for (int g = 0; g < GRADES; g++) {
    bool all = grades[g].wanted[p->variant - variants] > 0;
    for (int r = 0; r < p->variant->players; r++)
      all = all && fits(ddz_hand_size(p->hand[r]), p->variant->players, g);
    if (all) limit = grades[g].nodes;
  }
  return limit;
}

/* ---- writing ---- */

static json_t *text_of(ddz_hand hand) {
  char text[DDZ_TEXT_MAX];
  ddz_text_write(hand, text);
  return json_string(text);
}

static json_t *rules_json(const struct puzzle *p) {
  json_t *rules = json_pack("{s:s}", "preset", p->variant->preset), *list = json_array();
  for (int i = 0; i < 2 && p->variant->forbid[i] != NULL; i++)
    json_array_append_new(list, json_string(p->variant->forbid[i]));
  if (p->rules.forbidden != 0) json_object_set(rules, "forbid", list);
  json_decref(list);
  if (p->rules.wildcard == DDZ_WILDCARD_RANKS)
    json_object_set_new(rules, "wild", json_pack("[o]", text_of(ddz_hand_spread(p->rules.wild, 1))));
  return rules;
}

static json_t *hands_json(const struct puzzle *p) {
  json_t *hands = json_object();
  for (int r = 0; r < p->variant->players; r++) {
    const bool farmer = p->variant->players == 2 && r != DDZ_LANDLORD;
    json_object_set_new(hands, farmer ? "farmer" : ddz_role_name((enum ddz_role)r), text_of(p->hand[r]));
  }
  return hands;
}

static json_t *puzzle_json(const struct puzzle *p) {
  return json_pack("{s:o,s:o,s:s,s:i,s:i,s:i,s:i,s:I,s:i}", "rules", rules_json(p), "hands", hands_json(p),
                   "to_move", "landlord", "plays", p->plays, "prompt", p->prompt, "robot", p->robot, "length",
                   p->length, "nodes", (json_int_t)p->nodes, "difficulty", p->difficulty);
}

static void print_line(json_t *json, const char *end) {
  char *text = json_dumps(json, JSON_COMPACT);
  if (text == NULL) tool_fail("memory", "short");
  printf("%s%s\n", text, end);
  fflush(stdout);
  free(text);
  json_decref(json);
}

static void print_puzzle(const struct puzzle *p) {
  json_t *json = json_pack("{s:I,s:i}", "deal", (json_int_t)p->deal, "variant", (int)(p->variant - variants));
  json_t *rest = puzzle_json(p);
  json_object_update(json, rest);
  json_object_set_new(json, "solution", text_of(p->solution));
  json_decref(rest);
  print_line(json, "");
}

/* ---- the shelf ---- */

/* A line that was read. */
struct line {
  json_t *json;
  json_int_t deal;
  int variant, difficulty;
  bool taken; /* it has a place */
};

static json_int_t number(const json_t *json, const char *key) {
  return json_integer_value(json_object_get(json, key));
}

static int by_deal(const void *a, const void *b) {
  const struct line *p = a, *q = b;
  return p->deal < q->deal ? -1 : p->deal > q->deal;
}

static int by_difficulty(const void *a, const void *b) {
  const struct line *p = a, *q = b;
  return p->difficulty != q->difficulty ? p->difficulty - q->difficulty : by_deal(a, b);
}

/* The lines of standard input, in the order of their deals; returns how many. */
static size_t read_lines(struct line *lines, size_t cap) {
  size_t n = 0;
  for (json_error_t error; n < cap; n++) {
    json_t *json = json_loadf(stdin, JSON_DISABLE_EOF_CHECK, &error);
    if (json == NULL) break;
    lines[n] = (struct line){.json = json,
                             .deal = number(json, "deal"),
                             .variant = (int)number(json, "variant"),
                             .difficulty = (int)number(json, "difficulty")};
    if (lines[n].variant < 0 || lines[n].variant >= VARIANTS) tool_fail("a line", "not of this program");
  }
  qsort(lines, n, sizeof *lines, by_deal);
  return n;
}

/* Do difficulty, length and hands suit the grade? */
static bool suits(const struct line *line, int g) {
  json_t *hands = json_object_get(line->json, "hands"), *hand;
  const char *role;
  bool all = number(line->json, "length") >= SHORTEST && line->difficulty < grades[g].most &&
             (g == 0 || line->difficulty >= grades[g - 1].most);
  json_object_foreach(hands, role, hand) all =
      all && fits((int)json_string_length(hand), (int)json_object_size(hands), g);
  return all;
}

/* The first of each variant that the grade wants, then whatever suits it. Returns how many. */
static size_t choose(struct line *lines, size_t n, int g, struct line chosen[A_GRADE]) {
  int wanted[VARIANTS];
  size_t kept = 0;
  memcpy(wanted, grades[g].wanted, sizeof wanted);
  for (int round = 0; round < 2; round++)
    for (size_t i = 0; i < n && kept < A_GRADE; i++) {
      if (lines[i].taken || !suits(&lines[i], g)) continue;
      if (round == 0 && wanted[lines[i].variant]-- <= 0) continue;
      lines[i].taken = true;
      chosen[kept++] = lines[i];
    }
  return kept;
}

/* A place on the shelf tells neither the solution nor where it comes from. */
static void print_place(json_t *json, int g, size_t i, bool last) {
  char id[48];
  snprintf(id, sizeof id, "%d-%02zu", g + 1, i + 1);
  json_t *place = json_pack("{s:s,s:i}", "id", id, "grade", g + 1);
  json_object_del(json, "deal");
  json_object_del(json, "variant");
  json_object_del(json, "solution");
  json_object_update(place, json);
  print_line(place, last ? "" : ",");
}

static void print_shelf(void) {
  static struct line lines[1 << 14];
  const size_t n = read_lines(lines, sizeof lines / sizeof *lines);
  printf("[\n");
  for (int g = 0; g < GRADES; g++) {
    struct line chosen[A_GRADE] = {{.json = NULL}};
    const size_t kept = choose(lines, n, g, chosen);
    qsort(chosen, kept, sizeof *chosen, by_difficulty);
    if (kept < A_GRADE) fprintf(stderr, "ddz-puzzles: grade %d: %zu of %d puzzles\n", g + 1, kept, A_GRADE);
    for (size_t i = 0; i < kept; i++) print_place(chosen[i].json, g, i, g == GRADES - 1 && i + 1 == kept);
  }
  printf("]\n");
  for (size_t i = 0; i < n; i++) json_decref(lines[i].json);
}

/* ---- the whole ---- */

/* Print the candidate if it is a puzzle for one of the grades. */
static bool consider(struct maker *m, struct puzzle *p) {
  p->limit = limit_of(p);
  if (p->limit == 0 || !make(m, p)) return false;
  if (!measure_length(m, p) || p->length < SHORTEST) return false;
  print_puzzle(p);
  return true;
}

/* Every way to make a candidate of the hands in which the last play changed something: of two hands any one
 * may lead against any other; of three each may be the landlord's. */
static bool consider_all(struct maker *m, const ddz_hand hand[DDZ_ROLES], int changed, struct puzzle *p) {
  const int others = p->variant->players == 2 ? 2 : 1;
  for (int first = 0; first < DDZ_ROLES; first++)
    for (int step = 1; step <= others; step++) {
      const int second = (first + step) % DDZ_ROLES, third = (first + 2) % DDZ_ROLES;
      if (others == 2 && first != changed && second != changed) continue;
      p->hand[DDZ_LANDLORD] = hand[first];
      p->hand[DDZ_LANDLORD_DOWN] = hand[second];
      p->hand[DDZ_LANDLORD_UP] = others == 2 ? 0 : hand[third];
      if (consider(m, p)) return true;
    }
  return false;
}

/* As often as the shelf wants it. */
static const struct variant *variant_of(uint64_t deal) {
  int total = 0, v = -1;
  for (int g = 0; g < GRADES * VARIANTS; g++) total += grades[g / VARIANTS].wanted[g % VARIANTS];
  for (int at = (int)(deal % (uint64_t)total); at >= 0;) {
    v++;
    for (int g = 0; g < GRADES; g++) at -= grades[g].wanted[v];
  }
  return &variants[v];
}

/* Play the deal to its end, or to its first puzzle. */
static void play_deal(struct maker *m, uint64_t number, const struct task *task) {
  struct puzzle p = {.deal = number, .variant = variant_of(number)};
  struct ddz_open open;
  ddz_rng_seed_stream(&m->rng, task->seed, number);
  set_rules(m, &p);
  deal(m, &p.rules, &open);
  int mover;
  do {
    const ddz_hand before = open.hand[mover = open.view.now.turn];
    if (advance(m, &open)) return;
    if (open.hand[mover] == before) continue;
    if (consider_all(m, open.hand, mover, &p)) return;
  } while (true);
}

static const struct flag rows[] = {
    {"deals", "N", "number of random deals to look at (1000)", FLAG_WHOLE(deals, 1, UINT64_MAX)},
    {"first", "N", "number of the first deal (0)", FLAG_WHOLE(first, 0, INT64_MAX)},
    {"seed", "N", "seed of the deals (1)", FLAG_WHOLE(seed, 0, UINT64_MAX)},
    {"shelf", NULL, "read puzzles from standard input, print six grades of twelve as a JSON array",
     FLAG_ON(shelf)},
    {"model", "FILE", "the net of the robots (the one the service finds)", FLAG_TEXT(model)},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void print_help(void) {
  printf("usage: ddz-puzzles [options]\n\n"
         "Looks for puzzles with open hands in random deals and prints one JSON line for each.\n\n");
  flags_print(rows, ROWS, 17);
}

static void make_puzzles(const struct task *task) {
  struct maker maker = {.engine = tool_engine_new(MEMO_BYTES, TABLE_BYTES)};
  maker.solver = maker.engine->solver;
  const struct ddz_net *net = model_open(task->model).play;
  if (net == NULL) tool_fail("no net", model_error());
  maker.engine->nets.play = net;
  for (uint64_t i = 0; i < task->deals; i++) play_deal(&maker, task->first + i, task);
  free(maker.engine);
}

int main(int argc, char **argv) {
  struct task task = {.seed = 1, .deals = 1000};
  flags_read(rows, ROWS, print_help, &task, argc, argv);
  if (task.shelf)
    print_shelf();
  else
    make_puzzles(&task);
  return 0;
}
