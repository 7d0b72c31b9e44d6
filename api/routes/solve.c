/* POST /solve: open cards; who can force the win?
 *
 * Two hands (`landlord`, `farmer`) or all three (`hands`). With a limit of nodes the search starts from
 * nothing, so that the same question has the same answer; else what this thread proved about the same deal
 * before is used again, and following a line costs no second search. */
#include "core/solver/solver.h"

#include <assert.h>
#include <search.h>
#include <string.h>

#include "api/route.h"
#include "api/wire/player.h"

enum {
  MS = 10000,                       /* when the caller sets no limit */
  MS_WITH_NODES = DDZ_THINK_MS_MAX, /* nodes alone decide, as far as a server can wait */
  TOP_MAX = 1000
};

static const char *const role_names[] = {"landlord", "farmer", "landlord_down", "landlord_up", NULL};
static const enum ddz_role roles[] = {DDZ_LANDLORD, DDZ_LANDLORD_DOWN, DDZ_LANDLORD_DOWN, DDZ_LANDLORD_UP};

struct question {
  struct ddz_terms terms;
  struct ddz_solve_request solve;
  struct ddz_pile pile[DDZ_ROLES];
  long long ms, nodes, top; /* top: most plays of each list */
};

/* ---- reading ---- */

/* All cards of the hands that were read. */
static struct ddz_pile held(const struct question *q) {
  struct ddz_pile all = {0};
  for (int i = 0; i < DDZ_ROLES; i++) ddz_pile_join(&all, &q->pile[i]);
  return all;
}

static bool read_one_hand(const struct ddz_field *field, struct question *q, enum ddz_role role) {
  struct ddz_pile pile = {0};
  const struct ddz_pile others = held(q);
  if (!ddz_read_hand(field, &q->terms, &pile) || !ddz_check_deck(field, &q->terms, &others, &pile))
    return false;
  q->pile[role] = pile;
  q->solve.hand[role] = pile.hand;
  return true;
}

static bool read_three(const struct ddz_field *hands, struct question *q) {
  if (!ddz_read_object(hands, ddz_role_names)) return false;
  for (int i = 0; i < DDZ_ROLES; i++)
    if (!read_one_hand(DDZ_AT(hands, ddz_role_names[i]), q, (enum ddz_role)i)) return false;
  return true;
}

static bool read_hands(const struct ddz_field *body, struct question *q) {
  struct ddz_field hands = ddz_field_of(body, "hands"), landlord = ddz_field_of(body, "landlord"),
                   farmer = ddz_field_of(body, "farmer");
  if (ddz_field_given(&hands)) {
    const struct ddz_field *other = ddz_field_given(&landlord) ? &landlord : &farmer;
    if (ddz_field_given(other))
      return ddz_field_fail(other, DDZ_PROBLEM_CONFLICT, "give two hands, or all three in `hands`, not both");
    return read_three(&hands, q);
  }
  q->solve.now.duel = true;
  return read_one_hand(&landlord, q, DDZ_LANDLORD) && read_one_hand(&farmer, q, DDZ_LANDLORD_DOWN);
}

/* A role of this question: "farmer" for two hands, the roles of the table for three. */
static bool read_player(const struct ddz_field *field, const struct question *q, enum ddz_role *role) {
  int index = -1;
  if (!ddz_read_choice(field, role_names, &index)) return false;
  if (index < 0) return true;
  bool two = q->solve.now.duel;
  if (two ? roles[index] == DDZ_LANDLORD_UP : index == 1)
    return ddz_field_fail(field, DDZ_PROBLEM_UNKNOWN_VALUE,
                          two ? "with two hands the roles are landlord and farmer"
                              : "with three hands say landlord, landlord_down or landlord_up");
  *role = roles[index];
  return true;
}

/* Who put the last play down; where nobody did, a role that is said must still be one. */
static bool read_owner(const struct ddz_field *last, struct question *q) {
  struct ddz_field role = ddz_field_of(last, "role");
  enum ddz_role owner = q->solve.now.turn == DDZ_LANDLORD ? DDZ_LANDLORD_DOWN : DDZ_LANDLORD;
  if (q->solve.now.last.kind == DDZ_PASS) return read_player(&role, q, &owner);
  if (!q->solve.now.duel && !ddz_field_given(&role))
    return ddz_field_fail(&role, DDZ_PROBLEM_MISSING_FIELD,
                          "with three hands say who played it: {\"role\":...,\"cards\":...}");
  if (!read_player(&role, q, &owner)) return false;
  if (owner == q->solve.now.turn)
    return ddz_field_fail(&role, DDZ_PROBLEM_CONFLICT, "the player to move cannot have played the last play");
  q->solve.now.owner = owner;
  return true;
}

static bool read_last(const struct ddz_field *body, struct question *q) {
  struct ddz_field field = ddz_field_of(body, "last");
  const struct ddz_pile all = held(q);
  struct ddz_last last;
  if (!ddz_read_last_play(body, &q->terms, true, &last)) return false;
  q->solve.now.last = last.play;
  return ddz_check_deck(&field, &q->terms, &all, &last.pile) && read_owner(&field, q);
}

static bool read_kind(const struct ddz_field *body, struct question *q) {
  static const char *const solutions[] = {
      [DDZ_SOLUTIONS_ONE] = "one", [DDZ_SOLUTIONS_ALL] = "all", [DDZ_SOLUTIONS_SCORED] = "scored", NULL};
  static const char *const engines[] = {"exact", "montecarlo", NULL};
  int which = 0;
  long long drawn = 0;
  if (!ddz_read_choice(DDZ_AT(body, "solutions"), solutions, DDZ_ENUM(&q->solve.solutions)) ||
      !ddz_read_choice_or(DDZ_AT(body, "engine"), engines, DDZ_PROBLEM_UNSUPPORTED_ENGINE, &which) ||
      !ddz_read_int(DDZ_AT(body, "seed"), 0, DDZ_SEED_MAX, &drawn))
    return false;
  q->solve.estimate = which == 1;
  q->solve.seed = (uint64_t)drawn;
  return true;
}

static bool read_question(const struct ddz_field *body, void *question) {
  struct question *q = question;
  static const char *const names[] = {"landlord",  "farmer", "hands", "to_move", "last", "rules", "notation",
                                      "solutions", "engine", "limit", "seed",    "top",  "lang",  NULL};
  if (!ddz_read_body(body, names) || !ddz_read_terms(body, &q->terms) || !read_hands(body, q)) return false;
  q->solve.rules = &q->terms.rules;
  q->top = TOP_MAX;
  if (!read_player(DDZ_AT(body, "to_move"), q, &q->solve.now.turn) || !read_last(body, q) ||
      !read_kind(body, q) || !ddz_read_limit(body, &q->ms, &q->nodes) ||
      !ddz_read_int(DDZ_AT(body, "top"), 0, TOP_MAX, &q->top))
    return false;
  if (q->ms == 0) q->ms = q->nodes > 0 ? MS_WITH_NODES : MS;
  return true;
}

/* ---- answering ---- */

static const char *player_name(const struct question *q, int role) {
  return q->solve.now.duel && role != DDZ_LANDLORD ? "farmer" : ddz_role_name((enum ddz_role)role);
}

static void out_cards(struct ddz_writer *out, const char *key, const struct question *q, int role,
                      const struct ddz_play *play) {
  ddz_write_cards(out, key, &q->terms, play->cards, &q->pile[role]);
}

static int by_cards(const void *a, const void *b) {
  const struct ddz_solved_play *p = a, *q = b;
  return (p->play.cards > q->play.cards) - (p->play.cards < q->play.cards);
}

/* The sets of cards whose result is the given one, each once: one play may be read in two ways. Then how many
 * there are, for the list is bounded. */
static void out_plays(struct ddz_writer *out, const char *key, const char *count_key,
                      const struct question *q, const struct ddz_solved_play *plays, size_t count,
                      enum ddz_result result) {
  void *seen = NULL; /* a tree of plays */
  size_t n = 0;
  ddz_write_open(out, key, '[');
  for (size_t i = 0; i < count; i++) {
    if (plays[i].result != result) continue;
    const struct ddz_solved_play **const at = tsearch(&plays[i], &seen, by_cards);
    if (!at) ddz_writer_fail(out);
    if (!at || *at != &plays[i] || n++ >= (size_t)q->top) continue;
    out_cards(out, NULL, q, q->solve.now.turn, &plays[i].play);
  }
  while (seen) tdelete(*(void **)seen, &seen, by_cards);
  ddz_write_close(out, ']');
  ddz_write_int(out, count_key, (long long)n);
}

/* Every legal play with what is known of it, the first of them, and how many there are. */
static void out_moves(struct ddz_writer *out, const struct question *q, const struct ddz_solved_play *plays,
                      size_t count) {
  ddz_write_open(out, "moves", '[');
  for (size_t i = 0; i < count && i < (size_t)q->top; i++) {
    ddz_write_open(out, NULL, '{');
    out_cards(out, "cards", q, q->solve.now.turn, &plays[i].play);
    ddz_write_play(out, "pattern", &q->terms, &plays[i].play, &q->pile[q->solve.now.turn]);
    ddz_write_string(out, "result", ddz_result_names[plays[i].result]);
    if (q->solve.estimate)
      ddz_write_real(out, "win_probability", plays[i].probability);
    else
      ddz_write_known(out, "length", plays[i].length > 0, plays[i].length);
    ddz_write_close(out, '}');
  }
  ddz_write_close(out, ']');
  ddz_write_int(out, "count", (long long)count);
}

/* Physical cards of a line are taken from the hands as it goes on. */
static void out_line(struct ddz_writer *out, const struct question *q, const struct ddz_solution *solution) {
  struct ddz_pile left[DDZ_ROLES];
  int role = q->solve.now.turn;
  memcpy(left, q->pile, sizeof left);
  ddz_write_open(out, "line", '[');
  for (size_t i = 0; i < solution->line_length; i++) {
    ddz_write_open(out, NULL, '{');
    ddz_write_string(out, "role", player_name(q, role));
    ddz_write_taken(out, "cards", &q->terms, solution->line[i].cards, &left[role]);
    ddz_write_close(out, '}');
    role = (role + 1) % ddz_position_players(&q->solve.now);
  }
  ddz_write_close(out, ']');
}

static void out_solution(struct ddz_writer *out, const struct question *q,
                         const struct ddz_solution *solution, const struct ddz_solved_play *plays) {
  size_t count = solution->count < DDZ_ENGINE_SOLVED ? solution->count : DDZ_ENGINE_SOLVED;
  bool one = q->solve.solutions == DDZ_SOLUTIONS_ONE, scored = q->solve.solutions == DDZ_SOLUTIONS_SCORED;
  ddz_write_open(out, NULL, '{');
  ddz_write_string(out, "result", ddz_result_names[solution->result]);
  ddz_write_string(out, "to_move", player_name(q, q->solve.now.turn));
  out_plays(out, "plays", "plays_count", q, plays, count, DDZ_RESULT_WIN);
  if (!one && !q->solve.estimate)
    out_plays(out, "unproven", "unproven_count", q, plays, count, DDZ_RESULT_UNKNOWN);
  if (scored || q->solve.estimate) out_moves(out, q, plays, count);
  if (scored && !q->solve.estimate && solution->length > 0) ddz_write_int(out, "length", solution->length);
  if (q->solve.estimate) ddz_write_real(out, "win_probability", solution->probability);
  if (!q->solve.estimate) out_line(out, q, solution);
}

/* Open hands take time by their cards. */
static struct ddz_cost cost_of(const void *question) {
  const struct question *q = question;
  int cards = 0;
  for (int i = 0; i < DDZ_ROLES; i++) cards += ddz_hand_size(q->pile[i].hand);
  return ddz_cost_long(cards / 3, q->ms, q->nodes, 0);
}

static void run(struct ddz_task *task, const void *question, struct ddz_writer *out) {
  const struct question *q = question;
  struct ddz_solve_request ask = q->solve;
  struct ddz_engine *engine = task->api->engine;
  struct ddz_solution solution = {.result = DDZ_RESULT_UNKNOWN};
  struct ddz_stop stop;
  ask.limit = ddz_task_limit(task, q->ms, q->nodes, &stop);
  if (q->nodes > 0 || q->solve.estimate) ddz_solver_reset(engine->solver);
  enum ddz_error error = ddz_solve(engine->solver, &ask, engine->solved, DDZ_ENGINE_SOLVED, &solution);
  assert(error == DDZ_OK); /* the hands were checked against the deck */
  (void)error;
  task->nodes = solution.nodes;
  task->says_nodes = true;
  ddz_note(&task->notes, "result", ddz_result_names[solution.result], 0);
  out_solution(out, q, &solution, engine->solved);
  ddz_task_close(task, out, q->solve.estimate ? "montecarlo" : "exact", NULL, false);
  ddz_task_tell(task, q->terms.rules.name, &ask.limit, solution.result != DDZ_RESULT_UNKNOWN);
}

const struct ddz_handler ddz_handle_solve = {
    .size = sizeof(struct question), .read = read_question, .cost = cost_of, .run = run, .lower = "top"};
