#include "solver.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/rules/movegen.h"
#include "prover.h"

/* The first call of a series: as long as later ones lie within it, the tables hold. */
struct series {
  struct ddz_rules rules;
  int players;
  bool halves; /* the memory is shared by both tables */
  ddz_hand hand[DDZ_ROLES];
};

struct ddz_solver {
  struct ddz_prover search;
  struct series series; /* players 0: none */
  struct ddz_left_slot left[DDZ_LEFT_SLOTS];
  struct ddz_play plays[DDZ_PROVER_PLAYS];
  struct ddz_move moves[DDZ_PROVER_MOVES];
  size_t table_bytes;
  unsigned char *table;
};

/* One call under way. */
struct call {
  struct ddz_solver *solver;
  const struct ddz_solve_request *request;
  struct ddz_solved_play *plays;
  size_t cap;
  struct ddz_solution *out;
};

static size_t round_table(size_t bytes) {
  size_t rounded = DDZ_SOLVER_TABLE_MIN;
  if (bytes == 0) bytes = DDZ_SOLVER_TABLE_DEFAULT;
  while (rounded * 2 <= bytes) rounded *= 2;
  return rounded;
}

static size_t align(size_t bytes) {
  return (bytes + DDZ_PROVEN_LINE - 1) / DDZ_PROVEN_LINE * DDZ_PROVEN_LINE;
}

size_t ddz_solver_size(size_t table_bytes) {
  return align(sizeof(struct ddz_solver)) + round_table(table_bytes);
}

struct ddz_solver *ddz_solver_init(void *memory, size_t table_bytes) {
  struct ddz_solver *solver = memory;
  solver->table_bytes = round_table(table_bytes);
  solver->table = (unsigned char *)memory + align(sizeof *solver);
  solver->search = (struct ddz_prover){.plays = solver->plays, .small = DDZ_PROVER_SMALL};
  ddz_solver_reset(solver);
  return solver;
}

void ddz_solver_reset(struct ddz_solver *solver) { solver->series.players = 0; }

const char *ddz_result_name(enum ddz_result result) {
  static const char *const names[] = {"unknown", "win", "loss"};
  return names[result];
}

static enum ddz_result result_of(enum ddz_outcome outcome) {
  return outcome == DDZ_STOPPED ? DDZ_RESULT_UNKNOWN : outcome == DDZ_WON ? DDZ_RESULT_WIN : DDZ_RESULT_LOSS;
}

/* ---- positions by role ---- */

/* A position as people see it: hands by role, the last play as it was put down. */
struct scene {
  const struct ddz_rules *rules;
  int players;
  ddz_hand hand[DDZ_ROLES];
  int to_move, owner;
  struct ddz_play last;
};

static struct scene scene_of(const struct ddz_solve_request *r) {
  struct scene scene = {
      .rules = r->rules, .players = r->players, .to_move = r->to_move, .owner = r->owner, .last = r->last};
  for (int i = 0; i < r->players; i++) scene.hand[i] = r->hand[i];
  return scene;
}

/* The scene after `play` (or a pass). */
static struct scene scene_after(const struct scene *scene, const struct ddz_play *play) {
  struct scene next = *scene;
  next.to_move = (scene->to_move + 1) % scene->players;
  if (play->kind != DDZ_PASS) {
    next.hand[scene->to_move] -= play->cards;
    next.last = *play;
    next.owner = scene->to_move;
  } else if (scene->last.kind != DDZ_PASS && next.to_move == scene->owner) {
    next.last = (struct ddz_play){0};
  }
  return next;
}

static bool landlord_side(int role) { return role == DDZ_LANDLORD; }

/* The same for the searches. Returns who is to move once those who cannot answer have passed. */
static int game_of(const struct ddz_prover *search, const struct scene *scene, struct ddz_game *game) {
  int n = scene->players, turns;
  *game = (struct ddz_game){.players = (uint8_t)n};
  for (int i = 0; i < n; i++) game->c.hand[i] = scene->hand[(scene->to_move + i) % n];
  game->landlord = (uint8_t)((n - scene->to_move) % n);
  game->owner = (uint8_t)((scene->owner + n - scene->to_move) % n);
  ddz_game_set(search, game, &turns, &scene->last);
  return (scene->to_move + turns) % n;
}

/* The game after `play`. True when who is to move in it is on the side of who is now. */
static bool game_after(const struct call *call, const struct scene *scene, const struct ddz_play *play,
                       struct ddz_game *game) {
  struct scene next = scene_after(scene, play);
  return landlord_side(game_of(&call->solver->search, &next, game)) == landlord_side(scene->to_move);
}

/* Who wins after `play`, for the side to move now. `length`: also how fast (then 0 means not known). */
static enum ddz_outcome outcome_after(struct call *call, const struct scene *scene,
                                      const struct ddz_play *play, int *length) {
  struct ddz_prover *search = &call->solver->search;
  int count = play->kind != DDZ_PASS;
  if (play->cards == scene->hand[scene->to_move]) {
    if (length != NULL) *length = 1;
    return DDZ_WON;
  }
  struct ddz_game game;
  bool ally = game_after(call, scene, play, &game);
  enum ddz_outcome outcome = ddz_game_solve(search, &game);
  if (length != NULL) {
    int rest = outcome != DDZ_STOPPED ? ddz_game_length(search, &game, outcome) : -1;
    *length = rest >= 0 ? rest + count : 0;
  }
  return ally ? outcome : ddz_outcome_turned(outcome);
}

/* The same as far as it is known without search. The play does not empty the hand. */
static enum ddz_outcome known_after(const struct call *call, const struct scene *scene,
                                    const struct ddz_play *play) {
  struct ddz_game game;
  bool ally = game_after(call, scene, play, &game);
  enum ddz_outcome outcome = ddz_game_known(&call->solver->search, &game);
  return ally ? outcome : ddz_outcome_turned(outcome);
}

/* ---- all legal plays, the best looking first ---- */

static struct ddz_play play_of(const struct ddz_move *m) {
  return (struct ddz_play){.cards = m->cards,
                           .kind = m->kind,
                           .rank = m->rank,
                           .length = m->length,
                           .size = m->size,
                           .subs = m->reply_kind,
                           .grade = m->reply_rank};
}

/* Can any of the others lead? */
static bool somebody_leads(const struct scene *scene) {
  for (int i = 0; i < scene->players; i++)
    if (i != scene->to_move && ddz_moves(scene->rules, scene->hand[i], NULL, DDZ_FILL_ANY, NULL, 0) > 0)
      return true;
  return false;
}

/* Comb sort: in place, without the memory that qsort may ask for. Wildcards make lists of tens of thousands.
 * `before` is a total order, so that every sort gives the same list. */
static void sort(void *items, size_t n, size_t size, bool (*before)(const void *a, const void *b)) {
  _Alignas(struct ddz_solved_play) unsigned char held[sizeof(struct ddz_solved_play)];
  unsigned char *base = items;
  assert(size <= sizeof held);
  for (size_t gap = n / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11)
    for (size_t i = gap; i < n; i++) {
      size_t j = i;
      memcpy(held, base + i * size, size);
      for (; j >= gap && before(held, base + (j - gap) * size); j -= gap)
        memcpy(base + j * size, base + (j - gap) * size, size);
      memcpy(base + j * size, held, size);
    }
}

static bool looks_better(const void *left, const void *right) {
  const struct ddz_move *a = left, *b = right;
  if (a->order != b->order) return a->order < b->order;
  if (a->kind != b->kind) return a->kind < b->kind;
  if (a->length != b->length) return a->length < b->length;
  return a->rank != b->rank ? a->rank < b->rank : a->cards < b->cards;
}

/* Every play of the player to move, on top of the list, the best looking first. */
static bool list_plays(struct ddz_prover *s, const struct scene *scene) {
  struct ddz_move *first = s->list.top;
  ddz_hand hand = scene->hand[scene->to_move];
  size_t n = ddz_moves(scene->rules, hand, &scene->last, DDZ_FILL_ANY, s->plays, DDZ_PROVER_PLAYS);
  if (n > DDZ_PROVER_PLAYS || n + 1 > (size_t)(s->list.end - s->list.top)) return false;
  for (size_t i = 0; i < n; i++) {
    const struct ddz_play *p = &s->plays[i];
    ddz_hand rest = (hand - p->cards) & ~ddz_hand_of(DDZ_RANK_F, 15);
    int left = ddz_plays_left(&s->mover, rest, DDZ_LINKS_ALL) + (ddz_is_bomb(p) ? 2 : 0);
    *s->list.top++ = (struct ddz_move){.cards = p->cards,
                                       .kind = p->kind,
                                       .length = p->length,
                                       .rank = p->rank,
                                       .size = p->size,
                                       .reply_kind = p->subs,
                                       .reply_rank = p->grade,
                                       .order = (uint16_t)(left << 10 | (31 - p->size) << 5 | p->rank)};
  }
  if (scene->last.kind != DDZ_PASS || (n == 0 && somebody_leads(scene)))
    *s->list.top++ = (struct ddz_move){.order = 0xFFFF};
  sort(first, (size_t)(s->list.top - first), sizeof *first, looks_better);
  return true;
}

/* ---- answers ---- */

static void report(struct call *call, const struct ddz_solved_play *solved) {
  if (call->out->count < call->cap) call->plays[call->out->count] = *solved;
  call->out->count++;
}

/* ONE: the first play in order that wins. The position is known to be won; once a limit was reached, a play
 * is found only if what was proven so far tells that it wins. */
static enum ddz_outcome winning_play(struct call *call, const struct scene *scene, struct ddz_play *play) {
  struct ddz_prover *s = &call->solver->search;
  struct ddz_move *first = s->list.top, *end;
  enum ddz_outcome outcome = DDZ_STOPPED;
  if (!list_plays(s, scene)) return DDZ_STOPPED;
  end = s->list.top;
  for (struct ddz_move *m = first; m < end; m++) { /* out at once? */
    if (m->cards != scene->hand[scene->to_move]) continue;
    *play = play_of(m);
    s->list.top = first;
    return DDZ_WON;
  }
  for (struct ddz_move *at = first; at < end && outcome != DDZ_WON; at++) {
    *play = play_of(at);
    outcome = outcome_after(call, scene, play, NULL);
    if (outcome == DDZ_STOPPED) outcome = known_after(call, scene, play);
  }
  s->list.top = first;
  return outcome;
}

static void solve_one(struct call *call, const struct scene *scene) {
  struct ddz_game game;
  struct ddz_solved_play solved = {.result = DDZ_RESULT_WIN, .probability = NAN};
  bool ally = landlord_side(game_of(&call->solver->search, scene, &game)) == landlord_side(scene->to_move);
  enum ddz_outcome outcome = ddz_game_solve(&call->solver->search, &game);
  if (!ally) outcome = ddz_outcome_turned(outcome);
  if (outcome == DDZ_WON) {
    if (winning_play(call, scene, &solved.play) == DDZ_WON)
      report(call, &solved);
    else
      outcome = DDZ_STOPPED; /* won, but nobody could say how */
  }
  call->out->result = result_of(outcome);
}

/* Winning plays first, quick ones before slow ones; then unknown; then lost, slow ones first. */
static int place_of(const struct ddz_solved_play *p) {
  int length = p->length > 0 ? p->length : 200;
  if (p->result == DDZ_RESULT_WIN) return length;
  return p->result == DDZ_RESULT_UNKNOWN ? 400 : 1000 - (p->length > 0 ? p->length : 0);
}

/* A total order, so that every sort gives the same list. */
static bool comes_before(const void *left, const void *right) {
  const struct ddz_solved_play *a = left, *b = right;
  const struct ddz_play *p = &a->play, *q = &b->play;
  bool known = !isnan(a->probability);
  if (known != !isnan(b->probability)) return known;
  if (known && (a->probability > b->probability || a->probability < b->probability))
    return a->probability > b->probability;
  if (place_of(a) != place_of(b)) return place_of(a) < place_of(b);
  if (p->kind != q->kind) return q->kind == DDZ_PASS || (p->kind != DDZ_PASS && p->kind < q->kind);
  if (p->length != q->length) return p->length < q->length;
  if (p->rank != q->rank) return p->rank < q->rank;
  return p->cards < q->cards;
}

static void finish_all(struct call *call) {
  struct ddz_solution *out = call->out;
  size_t kept = out->count < call->cap ? out->count : call->cap;
  sort(call->plays, kept, sizeof *call->plays, comes_before);
}

/* What ALL and SCORED gather. */
struct tally {
  bool win, unknown;
  int quickest, longest;
};

static void count_play(struct tally *t, const struct ddz_solved_play *p) {
  if (p->result == DDZ_RESULT_WIN) t->win = true;
  if (p->result == DDZ_RESULT_UNKNOWN) t->unknown = true;
  if (p->length == 0) return;
  if (p->result == DDZ_RESULT_WIN && (t->quickest == 0 || p->length < t->quickest)) t->quickest = p->length;
  if (p->result == DDZ_RESULT_LOSS && p->length > t->longest) t->longest = p->length;
}

/* One play within `budget` nodes. False when the budget alone stopped it: there is more to spend. */
static bool solve_play(struct call *call, const struct scene *scene, bool scored, uint64_t budget,
                       struct ddz_solved_play *solved) {
  struct ddz_prover *s = &call->solver->search;
  const uint64_t limit = s->limit;
  const uint64_t left = s->nodes < limit ? limit - s->nodes : 0;
  const bool staged = budget < left && !s->stopped;
  if (staged) s->limit = s->nodes + budget;
  solved->result = result_of(outcome_after(call, scene, &solved->play, scored ? &solved->length : NULL));
  const bool spent = staged && s->stopped && s->nodes >= s->limit && !s->list.full;
  if (spent) s->stopped = false;
  s->limit = limit;
  return !spent;
}

/* Every play, the best looking first. So that one hard play does not eat what many easy ones need, each
 * first gets a small share of the limit. */
static void solve_all(struct call *call, const struct scene *scene, bool scored) {
  enum { SHARE = 20000 };
  struct ddz_prover *s = &call->solver->search;
  struct ddz_move *first = s->list.top, *end;
  struct tally tally = {0};
  if (!list_plays(s, scene)) return;
  end = s->list.top;
  uint64_t share = s->limit / 8 < SHARE ? s->limit / 8 : SHARE;
  for (int round = 0; round < 2; round++) {
    struct ddz_move *kept = first;
    for (struct ddz_move *at = first; at < end; at++) {
      struct ddz_solved_play solved = {.play = play_of(at), .probability = NAN};
      if (!solve_play(call, scene, scored, round == 0 ? share : UINT64_MAX, &solved)) {
        *kept++ = *at;
        continue;
      }
      count_play(&tally, &solved);
      report(call, &solved);
    }
    end = kept;
  }
  s->list.top = first;
  struct ddz_solution *out = call->out;
  out->result = tally.win ? DDZ_RESULT_WIN : tally.unknown ? DDZ_RESULT_UNKNOWN : DDZ_RESULT_LOSS;
  /* a length is the position's only when every play's is known */
  if (scored && !s->stopped) out->length = tally.win ? tally.quickest : tally.longest;
  finish_all(call);
}

/* ---- random games ---- */

enum { PLAYOUT_NODES = 1000000 };

/* Of the plays tried so far the one with the best hope: its share of wins plus what chance allows (UCB1). */
static size_t most_hopeful(const struct ddz_solved_play *plays, const uint32_t *wins, const uint32_t *games,
                           size_t n, uint32_t total) {
  size_t best = 0;
  double most = -1;
  for (size_t i = 0; i < n; i++) {
    if (games[i] == 0) return i;
    double hope = wins[i] / (double)games[i] + 0.7 * sqrt(log(total) / games[i]);
    if (plays[i].result == DDZ_RESULT_WIN) hope = 2;
    if (hope > most) {
      most = hope;
      best = i;
    }
  }
  return best;
}

/* One random game after the play; false when a limit was reached. */
static bool try_play(struct call *call, const struct scene *scene, const struct ddz_play *play,
                     struct ddz_rng *rng, bool *won) {
  struct ddz_prover *s = &call->solver->search;
  struct ddz_game game;
  bool ally = game_after(call, scene, play, &game);
  enum ddz_outcome outcome = ddz_game_playout(s, &game, rng);
  *won = (outcome == DDZ_WON) == ally;
  return outcome != DDZ_STOPPED;
}

static void estimate(struct call *call, const struct scene *scene) {
  enum { MOST = 1024 }; /* plays tried; the best-looking when there are more */
  struct ddz_prover *s = &call->solver->search;
  struct ddz_move *first = s->list.top, *end;
  uint32_t wins[MOST] = {0}, games[MOST] = {0};
  struct ddz_rng rng;
  ddz_rng_seed(&rng, call->request->seed);
  if (!list_plays(s, scene)) return;
  end = s->list.top;
  for (struct ddz_move *at = first; at < end && call->out->count < MOST && call->out->count < call->cap;
       at++) {
    struct ddz_solved_play solved = {.play = play_of(at), .probability = NAN};
    if (at->cards == scene->hand[scene->to_move]) solved.result = call->out->result = DDZ_RESULT_WIN;
    report(call, &solved);
  }
  s->list.top = first;
  for (uint32_t total = 1; call->out->result != DDZ_RESULT_WIN && call->out->count > 0; total++) {
    size_t i = most_hopeful(call->plays, wins, games, call->out->count, total);
    bool won;
    if (!try_play(call, scene, &call->plays[i].play, &rng, &won)) break;
    games[i]++;
    wins[i] += won;
  }
  for (size_t i = 0; i < call->out->count; i++) {
    struct ddz_solved_play *p = &call->plays[i];
    if (games[i] > 0) p->probability = wins[i] / (double)games[i];
    if (p->result == DDZ_RESULT_WIN) p->probability = 1;
  }
  finish_all(call);
  if (call->out->count > 0) call->out->probability = call->plays[0].probability;
}

/* ---- the line ---- */

/* What the player to move does on the principal line. */
static bool line_play(struct call *call, const struct scene *scene, enum ddz_outcome outcome, bool scored,
                      struct ddz_play *play) {
  struct ddz_prover *s = &call->solver->search;
  struct ddz_move *first = s->list.top, *end;
  int chosen = 0;
  if (!scored && outcome == DDZ_WON) return winning_play(call, scene, play) == DDZ_WON;
  if (!list_plays(s, scene)) return false;
  end = s->list.top;
  for (struct ddz_move *at = first; at < end && !s->stopped; at++) {
    struct ddz_play p = play_of(at);
    int length = 0;
    if (!scored) {
      *play = p;
      break;
    }
    if (outcome_after(call, scene, &p, &length) != outcome || length == 0) continue;
    if (chosen == 0 || (outcome == DDZ_WON ? length < chosen : length > chosen)) {
      *play = p;
      chosen = length;
    }
  }
  s->list.top = first;
  return !s->stopped && end > first;
}

static void follow_line(struct call *call, struct scene scene, bool scored) {
  struct ddz_solution *out = call->out;
  bool winners = landlord_side(scene.to_move) == (out->result == DDZ_RESULT_WIN);
  if (out->result == DDZ_RESULT_UNKNOWN) return;
  while (out->line_length < DDZ_LINE_MAX) {
    enum ddz_outcome outcome = landlord_side(scene.to_move) == winners ? DDZ_WON : DDZ_LOST;
    struct ddz_play play = {0};
    if (!line_play(call, &scene, outcome, scored, &play)) return;
    out->line[out->line_length++] = play;
    int mover = scene.to_move;
    scene = scene_after(&scene, &play);
    if (scene.hand[mover] == 0) return;
  }
}

/* ---- the call ---- */

static enum ddz_error check(const struct ddz_solve_request *r) {
  ddz_hand deck = ddz_rules_deck(r->rules);
  for (int rank = 0; rank < DDZ_RANKS; rank++) {
    int held = 0;
    for (int i = 0; i < r->players; i++) held += ddz_hand_count(r->hand[i], rank);
    if (held > ddz_hand_count(deck, rank)) return DDZ_ERR_TOO_MANY_OF_RANK;
  }
  for (int i = 0; i < r->players; i++) {
    if (r->hand[i] == 0) return DDZ_ERR_EMPTY;
    if (ddz_hand_size(r->hand[i]) > DDZ_HAND_MAX) return DDZ_ERR_TOO_MANY_CARDS;
  }
  return DDZ_OK;
}

static bool same_rules(const struct ddz_rules *a, const struct ddz_rules *b) {
  return a->switches == b->switches && a->forbidden == b->forbidden && a->wildcard == b->wildcard &&
         a->wild == b->wild && a->bomb_order == b->bomb_order;
}

static bool continues(const struct series *series, const struct ddz_solve_request *r, bool halves) {
  if (series->players != r->players || !same_rules(&series->rules, r->rules)) return false;
  if (halves && !series->halves) return false;
  for (int i = 0; i < r->players; i++)
    if (!ddz_hand_contains(series->hand[i], r->hand[i])) return false;
  return true;
}

/* Share the memory between the tables, both empty. */
static void divide(struct ddz_solver *solver, bool halves) {
  struct ddz_prover *s = &solver->search;
  size_t bytes = halves ? solver->table_bytes / 2 : solver->table_bytes;
  ddz_proven_init(&s->table, solver->table, bytes / 2, DDZ_PROVEN_SHORT);
  ddz_better_init(&s->better, solver->table + bytes / 2, bytes / 2);
  if (halves) ddz_proven_init(&s->wide, solver->table + bytes, bytes, DDZ_PROVEN_LONG);
}

static void begin(struct ddz_solver *solver, const struct ddz_solve_request *r) {
  struct ddz_prover *s = &solver->search;
  ddz_hand all = 0;
  for (int i = 0; i < r->players; i++) all |= r->hand[i];
  bool halves = r->players > 2 || r->solutions == DDZ_SOLUTIONS_SCORED || ddz_rules_wilds(r->rules, all) != 0;
  if (!continues(&solver->series, r, halves)) {
    ddz_mover_init(&s->mover, r->rules, solver->left);
    solver->series = (struct series){.rules = *r->rules, .players = r->players, .halves = halves};
    memcpy(solver->series.hand, r->hand, sizeof r->hand);
    divide(solver, halves);
  }
  s->mover.rules = &solver->series.rules;
  s->list = (struct ddz_movelist){solver->moves, solver->moves, solver->moves + DDZ_PROVER_MOVES, false};
  s->nodes = 0;
  s->limit = r->limit.nodes != 0 ? r->limit.nodes : r->estimate ? PLAYOUT_NODES : UINT64_MAX;
  s->expired = r->limit.expired;
  s->self = r->limit.self;
  s->stopped = false;
}

enum ddz_error ddz_solve(struct ddz_solver *solver, const struct ddz_solve_request *request,
                         struct ddz_solved_play *plays, size_t cap, struct ddz_solution *out) {
  enum ddz_error error = check(request);
  if (error != DDZ_OK) return error;
  struct call call = {solver, request, plays, cap, out};
  struct scene scene = scene_of(request);
  bool scored = request->solutions == DDZ_SOLUTIONS_SCORED;
  *out = (struct ddz_solution){.probability = NAN};
  begin(solver, request);
  if (request->estimate)
    estimate(&call, &scene);
  else if (request->solutions == DDZ_SOLUTIONS_ONE)
    solve_one(&call, &scene);
  else
    solve_all(&call, &scene, scored);
  if (!request->estimate) follow_line(&call, scene, scored);
  out->nodes = solver->search.nodes;
  return DDZ_OK;
}
