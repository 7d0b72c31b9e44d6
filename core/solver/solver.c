#include "core/solver/solver.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/base/rng.h"
#include "core/rules/movegen.h"
#include "core/solver/dominance.h"
#include "core/solver/endgame.h"

/* Found by trial; none changes an answer that is proven. */
enum {
  FIRST_SHARE = 20000,      /* nodes for each play in a first round, before the hard ones get the rest ... */
  FIRST_SHARE_PART = 8,     /* ... but at most one part of so many of the limit */
  ESTIMATE_NODES = 1000000, /* of random games, without a limit of the caller */
  ESTIMATE_PLAYS = 1024,    /* tried; the best looking when there are more */
  EXPLORATION = 70          /* percent: weight of the term for rarely tried plays in UCB1 */
};

/* ---- the position of a call: hands by role, every legal play, and what each leads to ---- */

struct ddz_solve_request ddz_solve_after(const struct ddz_solve_request *request,
                                         const struct ddz_play *play) {
  struct ddz_solve_request next = *request;
  next.hand[request->now.turn] -= play->cards;
  ddz_position_play(&next.now, play);
  return next;
}

static bool one_side(int a, int b) { return (a == DDZ_LANDLORD) == (b == DDZ_LANDLORD); }

/* The same position for the searches, which know no roles (endgame.h). True when who is to move there, once
 * those who cannot answer have passed, is on the side of the player to move here. */
static bool endgame_of(const struct ddz_prover *s, const struct ddz_solve_request *root,
                       struct ddz_endgame *game) {
  const struct ddz_position *now = &root->now;
  const int n = ddz_position_players(now), turn = now->turn;
  *game = (struct ddz_endgame){.players = (uint8_t)n};
  for (int i = 0; i < n; i++) game->hand[i] = root->hand[(turn + i) % n];
  game->landlord = (uint8_t)((n - turn) % n);
  game->owner = (uint8_t)(((int)now->owner + n - turn) % n);
  const int turns = ddz_endgame_set(s, game, &now->last);
  return one_side((turn + turns) % n, turn);
}

/* The same after a play that does not empty the hand; true: seen from here. */
static bool endgame_after(const struct ddz_prover *s, const struct ddz_solve_request *root,
                          const struct ddz_play *play, struct ddz_endgame *game) {
  const struct ddz_solve_request next = ddz_solve_after(root, play);
  return endgame_of(s, &next, game) == one_side(next.now.turn, root->now.turn);
}

/* Sort in place without more memory (qsort may ask for some): comb sort, about n log n steps; lists of tens
 * of thousands of plays come with wildcards. `before` must be a total order, so that every sort gives the
 * same list. */
enum { SORT_MAX = 64 /* bytes of an item */ };
static void sort(void *items, size_t n, size_t size, bool (*before)(const void *a, const void *b)) {
  _Alignas(max_align_t) unsigned char held[SORT_MAX];
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

/* ---- the list ---- */

/* Can any of the others lead? */
static bool somebody_leads(const struct ddz_solve_request *root) {
  for (int i = 0; i < ddz_position_players(&root->now); i++)
    if (i != (int)root->now.turn && ddz_moves(root->rules, root->hand[i], NULL, DDZ_FILL_ANY, NULL, 0) > 0)
      return true;
  return false;
}

/* The order of movegen.h, a pass last: no two plays are equal. */
static bool listed_before(const struct ddz_play *a, const struct ddz_play *b) {
  if (a->kind != b->kind) return b->kind == DDZ_PASS || (a->kind != DDZ_PASS && a->kind < b->kind);
  if (a->length != b->length) return a->length < b->length;
  return a->rank != b->rank ? a->rank < b->rank : a->cards < b->cards;
}

static bool looks_better(const void *left, const void *right) {
  const struct ddz_move *a = left, *b = right;
  return a->order != b->order ? a->order < b->order : listed_before(&a->play, &b->play);
}

/* Push every legal play on the stack of the prover, the best looking first, a pass last. False when they are
 * too many. A leader may pass only when he has no play and somebody else has. */
static bool push_plays(struct ddz_prover *s, const struct ddz_solve_request *root) {
  struct ddz_move *first = s->list.top;
  if (!ddz_endgame_push(s, root->hand[root->now.turn], &root->now.last)) return false;
  if (!ddz_position_leads(&root->now) || (s->list.top == first && somebody_leads(root)))
    *s->list.top++ = (struct ddz_move){.order = UINT16_MAX};
  sort(first, (size_t)(s->list.top - first), sizeof *first, looks_better);
  return true;
}
/* ---- length: how many plays a decided position takes ----
 *
 * Plays are cards put down by anybody; passes do not count. The winners play for the quickest end, the losers
 * for the latest.
 *
 * Yes-or-no questions: can the winners force the end within n plays? n grows until the answer is
 * yes. The table keeps two bounds of each position: at least `low` plays, at most `high`. Positions that
 * the winners have lost are cut off by ddz_negamax, whose results are in the tables already. */

enum { NEVER = 0xFF };

static enum ddz_result within(struct ddz_prover *s, const struct ddz_endgame *asked, bool ours, int plays);

/* After a move: is it still won for the winners, and within what is left? */
static enum ddz_result onward(struct ddz_prover *s, const struct ddz_endgame *next, bool chosen, bool ours,
                              int plays) {
  /* with no play left of the count, only a leader without a legal play ends the game */
  const bool may_be_stuck = next->wild || !s->caps.free;
  if (plays < 0 || (plays == 0 && !may_be_stuck)) return DDZ_RESULT_LOSS;
  if (chosen) { /* a choice of the winners may be wrong */
    enum ddz_result result = ddz_negamax(s, next);
    if (result == DDZ_RESULT_UNKNOWN) return result;
    if ((result == DDZ_RESULT_WIN) != ours) return DDZ_RESULT_LOSS;
  }
  return within(s, next, ours, plays);
}

/* Winners need one good move, losers one that lasts longer. */
static enum ddz_result each_move(struct ddz_prover *s, const struct ddz_endgame *game, bool ours, int plays,
                                 struct ddz_move *first) {
  struct ddz_move *const end = s->list.top;
  const bool played = end > first;
  struct ddz_endgame next;
  int turns;
  enum ddz_result decides = ours ? DDZ_RESULT_WIN : DDZ_RESULT_LOSS;
  for (; first < end; first++) {
    const struct ddz_move m = ddz_move_take(first, end);
    turns = ddz_endgame_play(s, game, &m, &next);
    enum ddz_result r = onward(s, &next, ours, ddz_endgame_allies(game, 0, turns) == ours, plays - 1);
    if (r == DDZ_RESULT_UNKNOWN || r == decides) return r;
  }
  turns = ddz_endgame_pass(s, game, played, &next);
  if (turns == 0) return ddz_result_seen(false, decides);
  return onward(s, &next, ours, ddz_endgame_allies(game, 0, turns) == ours, plays);
}

/* `ours`: the winners are to move. */
static enum ddz_result within(struct ddz_prover *s, const struct ddz_endgame *asked, bool ours, int plays) {
  if (ddz_prover_tick(s)) return DDZ_RESULT_UNKNOWN;
  uint64_t key[DDZ_TT_WORDS];
  struct ddz_endgame game = *asked;
  struct ddz_move *first = s->list.top;
  const bool out = ddz_endgame_expand(s, &game) && ours;
  ddz_endgame_key(&game, 1, key);
  unsigned known = ddz_tt_get(&s->table, key);
  int low = (int)(known & 0xFF), high = known != 0 ? (int)(known >> 8) : NEVER;
  enum ddz_result r = DDZ_RESULT_WIN;
  if (plays < low)
    r = DDZ_RESULT_LOSS;
  else if (plays < high && !(out && plays > 0))
    r = each_move(s, &game, ours, plays, first);
  s->list.top = first;
  if (r == DDZ_RESULT_WIN && plays < high) high = out ? 1 : plays;
  if (r == DDZ_RESULT_LOSS && plays >= low) low = plays + 1;
  if (r != DDZ_RESULT_UNKNOWN) ddz_tt_put(&s->table, key, (unsigned)(high << 8 | low));
  return r;
}

/* `result`: WIN or LOSS, the true one for the side of hand[0]. -1 when a limit was reached. 0: the leader
 * has no legal play. */
static int length_of(struct ddz_prover *s, const struct ddz_endgame *game, enum ddz_result result) {
  for (int plays = 0; plays < NEVER; plays++) {
    enum ddz_result r = within(s, game, result == DDZ_RESULT_WIN, plays);
    if (r == DDZ_RESULT_UNKNOWN) return -1;
    if (r == DDZ_RESULT_WIN) return plays;
  }
  return -1;
}

/* ---- one call under way: its answer is written into the caller's room, in its final order ---- */

struct call {
  struct ddz_prover *search;
  const struct ddz_solve_request *root;
  struct ddz_solved_play *plays;
  size_t cap; /* of plays; more are counted, not kept */
  struct ddz_solution *out;
};

/* What the play leads to, for the side to move of `root`; once a limit was reached, as far as it is known
 * without search. Its length, this play included, where the call asks for lengths; 0: not known. */
static struct ddz_solved_play look_after(const struct call *call, const struct ddz_solve_request *root,
                                         const struct ddz_play *play) {
  const bool scored = call->root->solutions == DDZ_SOLUTIONS_SCORED;
  struct ddz_prover *s = call->search;
  struct ddz_solved_play solved = {
      .play = *play, .result = DDZ_RESULT_WIN, .length = scored, .probability = NAN};
  if (play->cards == root->hand[root->now.turn]) return solved;
  struct ddz_endgame game;
  const bool ally = endgame_after(s, root, play, &game);
  enum ddz_result result = ddz_negamax(s, &game);
  if (result == DDZ_RESULT_UNKNOWN) result = ddz_negamax_known(s, &game);
  const int rest = scored && result != DDZ_RESULT_UNKNOWN ? length_of(s, &game, result) : -1;
  solved.length = rest >= 0 ? rest + (play->kind != DDZ_PASS) : 0;
  solved.result = ddz_result_seen(ally, result);
  return solved;
}

/* Add a play in the order of the calls: kept while there is room, counted always. */
static void add_solved(const struct call *call, const struct ddz_solved_play *play) {
  if (call->out->count < call->cap) call->plays[call->out->count] = *play;
  call->out->count++;
}

/* Wins are better than what is unknown, and that than losses; then quick wins and slow losses, and a length
 * that is known. */
static bool is_better(const struct ddz_solved_play *a, const struct ddz_solved_play *b) {
  static const int place[] = {[DDZ_RESULT_WIN] = 0, [DDZ_RESULT_UNKNOWN] = 1, [DDZ_RESULT_LOSS] = 2};
  if (a->result != b->result) return place[a->result] < place[b->result];
  if (a->length == 0 || b->length == 0) return a->length > b->length;
  return a->result == DDZ_RESULT_WIN ? a->length < b->length : a->length > b->length;
}

static bool comes_before(const void *left, const void *right) {
  const struct ddz_solved_play *a = left, *b = right;
  const bool known = !isnan(a->probability);
  if (known != !isnan(b->probability)) return known;
  if (known && (a->probability > b->probability || a->probability < b->probability))
    return a->probability > b->probability;
  if (a->result != b->result || a->length != b->length) return is_better(a, b);
  return listed_before(&a->play, &b->play);
}

_Static_assert(sizeof(struct ddz_solved_play) <= SORT_MAX, "a play to be sorted");

/* Winning plays first, quick ones before slow ones; then unknown; then lost, slow ones first. With an
 * estimate: by falling probability. Otherwise in the order of movegen.h, a pass last. */
static void sort_solved(const struct call *call) {
  size_t kept = call->out->count < call->cap ? call->out->count : call->cap;
  sort(call->plays, kept, sizeof *call->plays, comes_before);
}

/* ---- an estimate: how likely does each play win? By random games ----
 *
 * Each round the most promising play gets one more game (UCB1: Auer, Cesa-Bianchi, Fischer, "Finite-time
 * analysis of the multiarmed bandit problem", 2002) until a limit is reached. A play that empties the hand
 * wins for sure and ends the estimate. Same seed and nodes, same answer. */

/* The best play half of the time, the second best a quarter, and so on; false: pass. */
static bool pick(struct ddz_move *first, const struct ddz_move *end, bool may_pass, struct ddz_rng *rng,
                 struct ddz_move *picked) {
  for (uint64_t coins = ddz_rng_next(rng); first < end; first++, coins >>= 1) {
    *picked = ddz_move_take(first, end);
    if ((coins & 1) != 0 || (!may_pass && first + 1 == end)) return true;
  }
  return false;
}

/* Play the game to its end: the result for the side of hand[0]; UNKNOWN when a limit was reached. Plays are
 * drawn at random, good-looking ones (few plays left in the rest) more often. Each position visited counts as
 * a node. */
static enum ddz_result random_game(struct ddz_prover *s, const struct ddz_endgame *start,
                                   struct ddz_rng *rng) {
  struct ddz_endgame g = *start, next;
  bool ally = true; /* is the player to move on the side of the first one? */
  for (;;) {
    if (ddz_prover_tick(s)) return DDZ_RESULT_UNKNOWN;
    struct ddz_move *first = s->list.top;
    bool out = ddz_endgame_expand(s, &g);
    bool over = false;
    int turns = 0;
    if (!out) {
      struct ddz_move m;
      const bool plays = pick(first, s->list.top, g.kind != 0, rng, &m);
      turns = plays ? ddz_endgame_play(s, &g, &m, &next) : ddz_endgame_pass(s, &g, false, &next);
      over = !plays && turns == 0;
    }
    s->list.top = first;
    if (s->list.full) continue; /* the next tick stops */
    if (out || over) return ally == out ? DDZ_RESULT_WIN : DDZ_RESULT_LOSS;
    ally = ddz_endgame_allies(&g, 0, turns) == ally;
    g = next;
  }
}

/* The games of each play. */
struct games {
  uint32_t won[ESTIMATE_PLAYS], played[ESTIMATE_PLAYS];
  uint32_t total;
};

/* The share of wins so far plus what chance allows. */
static size_t most_promising(const struct games *games, size_t n) {
  const double exploration = EXPLORATION / 100.0;
  size_t best = 0;
  double most = -1;
  for (size_t i = 0; i < n; i++) {
    if (games->played[i] == 0) return i;
    double share = games->won[i] / (double)games->played[i];
    double promise = share + exploration * sqrt(log(games->total) / games->played[i]);
    if (promise > most) {
      most = promise;
      best = i;
    }
  }
  return best;
}

/* One random game after the play: for the side to move. */
static enum ddz_result try_play(const struct call *call, const struct ddz_play *play, struct ddz_rng *rng) {
  struct ddz_endgame game;
  bool ally = endgame_after(call->search, call->root, play, &game);
  return ddz_result_seen(ally, random_game(call->search, &game, rng));
}

/* Every play (at most ESTIMATE_PLAYS, the best looking) without a result yet, but for one that empties the
 * hand. */
static void add_plays(const struct call *call) {
  struct ddz_prover *s = call->search;
  struct ddz_move *first = s->list.top;
  struct ddz_solution *out = call->out;
  if (!push_plays(s, call->root)) return;
  const struct ddz_move *end = s->list.top;
  for (struct ddz_move *at = first; at < end && out->count < ESTIMATE_PLAYS && out->count < call->cap; at++) {
    struct ddz_solved_play solved = {.play = at->play, .probability = NAN};
    if (at->cards == call->root->hand[call->root->now.turn]) solved.result = out->result = DDZ_RESULT_WIN;
    add_solved(call, &solved);
  }
  s->list.top = first;
}

/* Adds the plays with their share of games won; sorts. The answer gets the share of the best play. */
static void estimate_plays(const struct call *call) {
  struct games games = {.total = 1};
  struct ddz_solution *out = call->out;
  struct ddz_rng rng;
  ddz_rng_seed(&rng, call->root->seed);
  add_plays(call);
  for (; out->result != DDZ_RESULT_WIN && out->count > 0; games.total++) {
    size_t i = most_promising(&games, out->count);
    enum ddz_result result = try_play(call, &call->plays[i].play, &rng);
    if (result == DDZ_RESULT_UNKNOWN) break;
    games.played[i]++;
    games.won[i] += result == DDZ_RESULT_WIN;
  }
  for (size_t i = 0; i < out->count; i++) {
    struct ddz_solved_play *p = &call->plays[i];
    if (games.played[i] > 0) p->probability = games.won[i] / (double)games.played[i];
    if (p->result == DDZ_RESULT_WIN) p->probability = 1;
  }
  sort_solved(call);
  if (out->count > 0) out->probability = call->plays[0].probability;
}

struct ddz_solver {
  struct ddz_prover search;
  /* the first call of a series: as long as later ones lie within it, the tables hold */
  struct ddz_rules rules;
  ddz_hand hand[DDZ_ROLES];
  int players; /* 0: none */
  struct ddz_left_slot left[DDZ_LEFT_SLOTS];
  struct ddz_play plays[DDZ_PROVER_PLAYS];
  struct ddz_move moves[DDZ_PROVER_MOVES];
};

size_t ddz_solver_table_size(size_t bytes) {
  size_t rounded = DDZ_SOLVER_TABLE_MIN;
  if (bytes == 0) bytes = DDZ_SOLVER_TABLE_DEFAULT;
  while (rounded <= bytes / 2) rounded *= 2;
  return rounded;
}

static size_t align(size_t bytes) { return (bytes + DDZ_TT_ALIGNED - 1) / DDZ_TT_ALIGNED * DDZ_TT_ALIGNED; }

size_t ddz_solver_size(size_t table_bytes) {
  return align(sizeof(struct ddz_solver)) + ddz_solver_table_size(table_bytes);
}

struct ddz_solver *ddz_solver_init(void *memory, size_t table_bytes) {
  struct ddz_solver *solver = memory;
  struct ddz_prover *s = &solver->search;
  unsigned char *tables = (unsigned char *)memory + align(sizeof *solver);
  const size_t half = ddz_solver_table_size(table_bytes) / 2;
  *s = (struct ddz_prover){.left = solver->left, .plays = solver->plays};
  ddz_tt_init(&s->table, tables, half, DDZ_TT_WORDS);
  ddz_tt_init(&s->dominance, tables + half, half, DDZ_DOMINANCE_SIZE);
  solver->rules.kinds = 0;
  ddz_solver_reset(solver);
  return solver;
}

void ddz_solver_reset(struct ddz_solver *solver) { solver->players = 0; }

/* ---- one play, and the line ---- */

/* What the player to move of `root` does, the result for his side being known: the first play in order that
 * wins, or the first of those that all lose; scored the quickest win, the slowest loss. False when a limit
 * was reached before it was found: then a play wins only if what was proven so far tells it. */
static bool choose(const struct call *call, const struct ddz_solve_request *root, enum ddz_result result,
                   struct ddz_play *play) {
  struct ddz_prover *s = call->search;
  struct ddz_move *first = s->list.top;
  const bool scored = call->root->solutions == DDZ_SOLUTIONS_SCORED;
  struct ddz_solved_play best = {.result = DDZ_RESULT_LOSS};
  if (!push_plays(s, root)) return false;
  const struct ddz_move *end = s->list.top;
  for (struct ddz_move *at = first; at < end; at++) {
    struct ddz_solved_play solved = {.play = at->play, .result = result};
    if (scored || result == DDZ_RESULT_WIN) solved = look_after(call, root, &at->play);
    if (at == first || is_better(&solved, &best)) best = solved;
    if (!scored && best.result == result) break;
  }
  s->list.top = first;
  *play = best.play;
  return result == DDZ_RESULT_WIN && !scored ? best.result == result : !s->stopped && end > first;
}

static void solve_one(const struct call *call) {
  struct ddz_endgame game;
  struct ddz_solved_play solved = {.result = DDZ_RESULT_WIN, .probability = NAN};
  const bool ally = endgame_of(call->search, call->root, &game);
  enum ddz_result result = ddz_result_seen(ally, ddz_negamax(call->search, &game));
  if (result == DDZ_RESULT_WIN && call->root->solutions == DDZ_SOLUTIONS_ONE) {
    if (choose(call, call->root, result, &solved.play))
      add_solved(call, &solved);
    else
      result = DDZ_RESULT_UNKNOWN; /* won, but which play wins is not known */
  }
  call->out->result = result;
}

static void follow_line(const struct call *call) {
  struct ddz_solution *out = call->out;
  struct ddz_solve_request root = *call->root;
  const bool landlord_wins = (root.now.turn == DDZ_LANDLORD) == (out->result == DDZ_RESULT_WIN);
  if (out->result == DDZ_RESULT_UNKNOWN) return;
  while (out->line_length < DDZ_LINE_MAX) {
    const int mover = root.now.turn;
    enum ddz_result result = (mover == DDZ_LANDLORD) == landlord_wins ? DDZ_RESULT_WIN : DDZ_RESULT_LOSS;
    struct ddz_play play = {0};
    if (!choose(call, &root, result, &play)) return;
    out->line[out->line_length++] = play;
    root = ddz_solve_after(&root, &play);
    if (root.hand[mover] == 0) return;
  }
}

/* ---- every play ---- */

/* One play within `budget` nodes. False when the budget alone stopped it: there is more to spend. */
static bool solve_play(const struct call *call, uint64_t budget, const struct ddz_play *play,
                       struct ddz_solved_play *solved) {
  struct ddz_prover *s = call->search;
  const uint64_t limit = s->limit;
  if (budget < limit - s->nodes) s->limit = s->nodes + budget;
  *solved = look_after(call, call->root, play);
  const bool spent = s->stopped && s->limit < limit && s->nodes >= s->limit && !s->list.full;
  if (spent) s->stopped = false;
  s->limit = limit;
  return !spent;
}

/* Every play, the best looking first. So that one hard play does not eat what many easy ones need, each
 * first gets a small share of the limit. */
static void solve_all(const struct call *call) {
  struct ddz_prover *s = call->search;
  struct ddz_move *first = s->list.top, *end;
  struct ddz_solved_play best = {.result = DDZ_RESULT_LOSS}; /* what the position is worth */
  if (!push_plays(s, call->root)) return;
  end = s->list.top;
  uint64_t share = s->limit / FIRST_SHARE_PART;
  if (share > FIRST_SHARE) share = FIRST_SHARE;
  for (int round = 0; round < 2; round++) {
    struct ddz_move *kept = first;
    for (struct ddz_move *at = first; at < end; at++) {
      struct ddz_solved_play solved;
      if (!solve_play(call, round == 0 ? share : UINT64_MAX, &at->play, &solved)) {
        *kept++ = *at;
        continue;
      }
      if (is_better(&solved, &best)) best = solved;
      add_solved(call, &solved);
    }
    end = kept;
  }
  s->list.top = first;
  struct ddz_solution *out = call->out;
  out->result = best.result;
  if (!s->stopped) out->length = best.length; /* the position's only when every play's is known */
  sort_solved(call);
}

/* ---- the call ---- */

static enum ddz_error check(const struct ddz_solve_request *r) {
  const int players = ddz_position_players(&r->now);
  ddz_hand deck = ddz_rules_deck(r->rules);
  for (int rank = 0; rank < DDZ_RANKS; rank++) {
    int held = 0;
    for (int i = 0; i < players; i++) held += ddz_hand_count(r->hand[i], rank);
    if (held > ddz_hand_count(deck, rank)) return DDZ_ERR_TOO_MANY_OF_RANK;
  }
  for (int i = 0; i < players; i++) {
    if (r->hand[i] == 0) return DDZ_ERR_EMPTY;
    if (ddz_hand_size(r->hand[i]) > DDZ_HAND_MAX) return DDZ_ERR_TOO_MANY_CARDS;
  }
  return DDZ_OK;
}

static bool continues(const struct ddz_solver *solver, const struct ddz_solve_request *r) {
  const int players = ddz_position_players(&r->now);
  if (solver->players != players || solver->rules.wild != r->rules->wild ||
      ddz_rules_signature(&solver->rules) != ddz_rules_signature(r->rules))
    return false;
  for (int i = 0; i < players; i++)
    if (!ddz_hand_contains(solver->hand[i], r->hand[i])) return false;
  return true;
}

/* All is forgotten but how many plays a hand needs, which the kinds that may be played decide. */
static void begin_series(struct ddz_solver *solver, const struct ddz_solve_request *r) {
  struct ddz_prover *s = &solver->search;
  if (solver->rules.kinds != r->rules->kinds) memset(solver->left, 0, sizeof solver->left);
  solver->rules = *r->rules;
  solver->players = ddz_position_players(&r->now);
  memcpy(solver->hand, r->hand, sizeof r->hand);
  ddz_solver_caps_init(&s->caps, &solver->rules);
  ddz_tt_clear(&s->table);
  ddz_tt_clear(&s->dominance);
}

static void begin(struct ddz_solver *solver, const struct ddz_solve_request *r) {
  struct ddz_prover *s = &solver->search;
  if (!continues(solver, r)) begin_series(solver, r);
  s->list = (struct ddz_movelist){solver->moves, solver->moves, solver->moves + DDZ_PROVER_MOVES, false};
  s->nodes = 0;
  s->limit = r->limit.nodes != 0 ? r->limit.nodes : r->estimate ? ESTIMATE_NODES : UINT64_MAX;
  s->stop = r->limit.stop;
  s->stopped = false;
}

enum ddz_error ddz_solve(struct ddz_solver *solver, const struct ddz_solve_request *request,
                         struct ddz_solved_play *plays, size_t cap, struct ddz_solution *out) {
  enum ddz_error error = check(request);
  if (error != DDZ_OK) return error;
  const struct call call = {&solver->search, request, plays, cap, out};
  *out = (struct ddz_solution){.probability = NAN};
  begin(solver, request);
  if (request->estimate)
    estimate_plays(&call);
  else if (request->solutions == DDZ_SOLUTIONS_ONE || request->solutions == DDZ_SOLUTIONS_NONE)
    solve_one(&call);
  else
    solve_all(&call);
  if (!request->estimate && request->solutions != DDZ_SOLUTIONS_NONE) follow_line(&call);
  out->nodes = call.search->nodes;
  return DDZ_OK;
}
