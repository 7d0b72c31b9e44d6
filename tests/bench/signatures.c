/* signatures.c - does the engine still choose the same, and say the same?
 *
 * Deals, proofs and decisions of each kind, each summed up in two hashes: of what was chosen (cards, results,
 * nodes visited) and of all that was told about it (numbers, reasons, candidates). They are printed beside
 * those of tests/data/signatures.txt; another one is a change of play, or of what is told. It fails then, and
 * with DDZ_UPDATE_SIGNATURES=1 it writes the file instead. Limits are in nodes, so a machine's speed changes
 * nothing; another libm may. DDZ_SEED takes other games, which nothing is compared with. */
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/thread.h"
#include "core/robot/actor.h"
#include "core/rules/movegen.h"
#include "core/solver/solver.h"
#include "lib/nets.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/search_games.h"
#include "tests/support/seed.h"

enum { MEMO = 1 << 22, LISTED = 1100, LINE = 80 };
static const char path[] = "tests/data/signatures.txt";

/* ---- hashes ---- */

struct signature {
  uint64_t chosen, told;
};
static const struct signature unsigned_yet = {14695981039346656037u, 14695981039346656037u};

static void hash(uint64_t *sum, uint64_t value) { *sum = (*sum ^ value) * 1099511628211u; }

static void hash_double(uint64_t *sum, double value) {
  uint64_t bits = 0;
  if (!isnan(value)) memcpy(&bits, &value, sizeof bits);
  hash(sum, bits);
}

static void hash_interval(uint64_t *sum, const struct ddz_interval *interval) {
  hash_double(sum, interval->low);
  hash_double(sum, interval->high);
}

static void hash_candidate(uint64_t *sum, const struct ddz_candidate *c) {
  hash(sum, c->play.cards);
  hash(sum, c->visits);
  hash(sum, c->proven);
  hash_double(sum, c->score);
  hash_double(sum, c->win_probability);
  hash_double(sum, c->expected_points);
  if (!c->bounded) return;
  hash_interval(sum, &c->win);
  hash_interval(sum, &c->points);
  hash_double(sum, c->behind_error);
}

static void hash_contrast(uint64_t *sum, const struct ddz_contrast *contrast) {
  if (!contrast->known) return;
  hash(sum, contrast->other);
  for (int i = 0; i < contrast->claims; i++) {
    const struct ddz_claim *claim = &contrast->claim[i];
    hash(sum, claim->cards ^ (uint64_t)claim->why << 60);
    hash_double(sum, claim->share);
    hash_double(sum, claim->other_share);
  }
  for (int i = 0; i < contrast->replies; i++) {
    hash(sum, contrast->reply[i].cards ^ (uint64_t)contrast->reply[i].who << 60);
    hash_double(sum, contrast->reply[i].share);
  }
}

static void sign_move(struct signature *s, const struct ddz_robot_move *move,
                      const struct ddz_candidate *candidate) {
  hash(&s->chosen, move->nodes);
  hash(&s->chosen, move->chosen.play.cards);
  hash(&s->told, move->reason);
  hash(&s->told, move->player);
  hash_candidate(&s->told, &move->chosen);
  for (size_t i = 0; i < move->candidates && i < LISTED; i++) hash_candidate(&s->told, &candidate[i]);
  hash_contrast(&s->told, &move->contrast);
}

static void sign_call(struct signature *s, const struct ddz_bid_advice *advice) {
  hash(&s->chosen, advice->nodes);
  hash(&s->chosen, (uint64_t)advice->choice);
  hash(&s->told, advice->reason);
  hash_double(&s->told, advice->landlord_probability);
  hash_double(&s->told, advice->farmer_probability);
  for (int i = 0; i < DDZ_BID_CHOICES; i++) {
    hash_double(&s->told, advice->expected_points[i]);
    if (advice->rounds > 0) hash_interval(&s->told, &advice->points[i]);
  }
}

/* ---- the list: as printed, against what it was ---- */

static struct {
  FILE *was, *now; /* now: written when asked for */
  int others, lines;
} list;

static void say(const char *name, const struct signature *s) {
  char line[LINE], there[LINE] = "";
  snprintf(line, sizeof line, "%-34s %016" PRIx64 " %016" PRIx64 "\n", name, s->chosen, s->told);
  if (list.now != NULL) fputs(line, list.now);
  if (list.was != NULL && fgets(there, sizeof there, list.was) == NULL) there[0] = '\0';
  const bool same = strcmp(line, there) == 0;
  printf("%s", line);
  if (!same && list.was != NULL) printf("  was %s", there[0] != '\0' ? there : "not there\n");
  fflush(stdout);
  list.others += !same;
  list.lines++;
}

/* ---- deals ---- */

static void deals(enum ddz_dealing dealing) {
  enum { DEALS = 300 };
  struct signature s = unsigned_yet;
  struct ddz_rng rng = test_rng(test_seed());
  char name[LINE];
  for (size_t i = 0; i < DEALS * ddz_rules_presets(); i++) {
    struct ddz_rules rules = ddz_rules_preset_at(i % ddz_rules_presets());
    struct ddz_deal deal;
    rules.dealing = dealing;
    ddz_deal_random(&rules, &rng, &deal);
    for (int seat = 0; seat < DDZ_SEATS; seat++) hash(&s.chosen, deal.cards[seat]);
    hash(&s.chosen, deal.kitty);
    hash(&s.told, (uint64_t)deal.first << 8 | (uint8_t)deal.landlord);
  }
  snprintf(name, sizeof name, "deals_%s", ddz_dealing_rows[dealing].name);
  say(name, &s);
}

/* ---- proofs ---- */

struct proofs {
  const char *name, *rules;
  int players, cards, deals;
  enum ddz_solutions solutions;
  bool estimate;
};

/* One of them leads, or has a play of the seat before it to beat. */
static struct ddz_solve_request question(const struct proofs *kind, const struct ddz_rules *rules,
                                         struct ddz_rng *rng, bool leads) {
  static struct ddz_play plays[DDZ_MOVES_MAX_WILD];
  struct ddz_solve_request ask = {.rules = rules,
                                  .now.duel = kind->players == 2,
                                  .solutions = kind->solutions,
                                  .estimate = kind->estimate,
                                  .seed = ddz_rng_next(rng),
                                  .limit.nodes = kind->estimate ? 20000 : 200000};
  ddz_hand deck = ddz_rules_deck(rules);
  for (int i = 0; i < kind->players; i++) ask.hand[i] = cards_draw(rng, &deck, kind->cards);
  if (leads) return ask;
  ask.now.owner = (enum ddz_role)(kind->players - 1);
  const ddz_hand held = ask.hand[ask.now.owner] + cards_draw(rng, &deck, 4);
  const size_t n = ddz_moves(rules, held, NULL, DDZ_FILL_LACK, plays, DDZ_MOVES_MAX_WILD);
  const struct ddz_play *play = &plays[ddz_rng_below(rng, (uint32_t)n)];
  if (play->cards == held) return ask;
  ask.now.last = *play;
  ask.hand[ask.now.owner] = held - play->cards;
  return ask;
}

static void proofs(struct ddz_engine *engine, const struct proofs *kind) {
  struct signature s = unsigned_yet;
  struct ddz_rules rules = cards_rules(kind->rules);
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < kind->deals; i++) {
    const struct ddz_solve_request ask = question(kind, &rules, &rng, i % 2 == 0);
    struct ddz_solution solution;
    if (i % 4 < 2) ddz_solver_reset(engine->solver);
    const enum ddz_error error =
        ddz_solve(engine->solver, &ask, engine->solved, DDZ_ENGINE_SOLVED, &solution);
    assert(error == DDZ_OK);
    (void)error;
    hash(&s.chosen, solution.nodes * 4 + solution.result);
    hash(&s.told, (uint64_t)solution.length << 32 | solution.count);
    hash_double(&s.told, solution.probability);
    for (size_t j = 0; j < solution.line_length; j++) hash(&s.told, solution.line[j].cards);
    for (size_t j = 0; j < solution.count; j++) {
      const struct ddz_solved_play *play = &engine->solved[j];
      hash(&s.told, play->play.cards);
      hash(&s.told, (uint64_t)play->play.kind << 8 | play->play.rank);
      hash(&s.told, (uint64_t)play->length << 2 | play->result);
      hash_double(&s.told, play->probability);
    }
  }
  say(kind->name, &s);
}

/* ---- whole games, from the first call to the last card ---- */

/* Who plays: `auto` at the levels 1 to 8 in turn, or one player; in all styles and with both efforts. */
struct players {
  const char *name;
  enum ddz_player player;
  uint64_t nodes; /* of a search */
  int games;      /* in all presets together */
  bool calls;     /* they end when the calling does */
};

static struct ddz_robot_request how_of(const struct players *who, uint64_t game) {
  struct ddz_robot_request how;
  ddz_robot_defaults(&how);
  how.player = who->player;
  how.level = who->player == DDZ_PLAYER_AUTO ? (int)(1 + game % 8) : DDZ_LEVEL_NONE;
  how.style = (enum ddz_style)(game % 3 % DDZ_STYLES);
  how.objective = (enum ddz_objective)(game / 3 % DDZ_OBJECTIVES);
  how.effort = (enum ddz_effort)(who->nodes > 0 ? game % DDZ_EFFORTS : DDZ_EFFORT_DECIDE);
  how.limit.nodes = who->nodes;
  how.limited = who->nodes > 0;
  return how;
}

static void whole_game(struct ddz_engine *engine, const struct ddz_rules *rules, const struct players *who,
                       uint64_t game, struct signature *s) {
  static struct ddz_candidate all[LISTED];
  struct ddz_robot_request how = how_of(who, game);
  struct ddz_table table;
  ddz_table_init(&table, rules, test_seed() + game, NULL);
  for (how.seed = test_seed(); table.phase != DDZ_PHASE_OVER; how.seed++) {
    struct ddz_act act;
    const bool plays = table.phase == DDZ_PHASE_PLAY;
    if (plays && who->calls) return;
    ddz_table_act(engine, &table, &how, &act, all, LISTED);
    if (plays) sign_move(s, &act.move, all);
    if (act.action.verb == DDZ_VERB_CALL) sign_call(s, &act.called);
    const enum ddz_error error = ddz_table_apply(&table, &act.action);
    assert(error == DDZ_OK);
    (void)error;
  }
}

/* A line for each preset, or one for all. */
static void whole_games(struct ddz_engine *engine, const struct players *who, bool each) {
  struct signature s = unsigned_yet;
  char name[LINE];
  for (size_t i = 0; i < ddz_rules_presets(); i++) {
    const struct ddz_rules rules = ddz_rules_preset_at(i);
    const uint64_t games = (uint64_t)who->games / ddz_rules_presets();
    for (uint64_t game = 0; game < games; game++) whole_game(engine, &rules, who, i + game, &s);
    if (!each) continue;
    snprintf(name, sizeof name, "%s_%s", who->name, rules.name);
    say(name, &s);
    s = unsigned_yet;
  }
  if (!each) say(who->name, &s);
}

/* ---- search ---- */

static void sign_search(void *signature, const struct search_decision *d) {
  sign_move(signature, d->move, d->candidate);
}

static void searches(struct ddz_engine *engine, const struct ddz_nets *nets, enum search_games kind) {
  struct signature s = unsigned_yet;
  search_games_play(engine, nets, kind, sign_search, &s);
  say(search_games_name(kind), &s);
}

/* ---- all ---- */

static void sign_all(struct ddz_engine *engine, const struct ddz_nets *nets) {
  static const struct proofs kinds[] = {
      {"proofs_of_two", "douzero", 2, 13, 300, DDZ_SOLUTIONS_ONE, false},
      {"proofs_of_two_whole", "standard", 2, 17, 30, DDZ_SOLUTIONS_ONE, false},
      {"proofs_of_three", "standard", 3, 7, 150, DDZ_SOLUTIONS_ONE, false},
      {"proofs_of_all_plays", "yuncheng", 3, 5, 80, DDZ_SOLUTIONS_ALL, false},
      {"proofs_scored", "huanle", 3, 5, 60, DDZ_SOLUTIONS_SCORED, false},
      {"proofs_with_wildcards", "laizi 7", 2, 7, 60, DDZ_SOLUTIONS_ALL, false},
      {"proofs_with_wildcards_of_three", "tiandi 7Q", 3, 4, 60, DDZ_SOLUTIONS_SCORED, false},
      {"solver_estimates", "standard", 3, 10, 20, DDZ_SOLUTIONS_ALL, true},
  };
  static const struct players rules = {"rules", DDZ_PLAYER_RULES, 0, 240, false},
                              formula = {"calls_by_formula", DDZ_PLAYER_RULES, 0, 400, true},
                              levels = {"levels", DDZ_PLAYER_AUTO, 0, 128, false},
                              net = {"net", DDZ_PLAYER_NET, 0, 240, false},
                              calls = {"calls_by_net", DDZ_PLAYER_NET, 0, 400, true},
                              tried = {"calls_by_search", DDZ_PLAYER_SEARCH, 4000, 48, true},
                              search = {"search_whole_games", DDZ_PLAYER_SEARCH, 400, 24, false};
  for (int dealing = 0; dealing < DDZ_DEALINGS; dealing++) deals((enum ddz_dealing)dealing);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) proofs(engine, &kinds[i]);
  whole_games(engine, &formula, false);
  engine->nets = *nets;
  whole_games(engine, &rules, true);
  whole_games(engine, &levels, false);
  whole_games(engine, &net, true);
  whole_games(engine, &calls, false);
  whole_games(engine, &tried, false);
  whole_games(engine, &search, true);
  for (int kind = 0; kind < SEARCH_GAMES; kind++) searches(engine, nets, (enum search_games)kind);
}

int main(void) {
  const char *asked = getenv("DDZ_UPDATE_SIGNATURES");
  const bool update = asked != NULL && strcmp(asked, "1") == 0;
  const bool compare = !update && getenv("DDZ_SEED") == NULL;
  char error[256];
  const struct nets *nets = nets_open(&(struct nets_source){.model = "models/ddz.net"}, error, sizeof error);
  if (nets == NULL) {
    fprintf(stderr, "signatures: %s\n", error);
    return 1;
  }
  struct ddz_engine *engine = engine_new(MEMO);
  const struct ddz_nets open = ddz_api_model_nets(nets->model);
  if (compare) list.was = fopen(path, "r");
  if (update) list.now = fopen(path, "w");
  if ((compare && list.was == NULL) || (update && list.now == NULL)) {
    perror(path);
    return 1;
  }
  sign_all(engine, &open);
  if (compare) printf("%d of %d lines are others\n", list.others, list.lines);
  if (list.now != NULL) fclose(list.now);
  if (list.was != NULL) fclose(list.was);
  free(engine);
  nets_close(nets);
  return compare && list.others > 0;
}
