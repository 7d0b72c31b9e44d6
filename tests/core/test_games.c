/* Random games through the referee: every action leaves a sound table, and each wrong action is refused where
 * it stands. What is paid, test_modes counts a second time. */
#include "core/game/table.h"
#include "core/rules/movegen.h"
#include "tests/support/cards.h"
#include "tests/support/plays.h"
#include "tests/support/rule_cases.h"
#include "tests/support/test.h"

enum { GAMES = 1500 / TEST_SLOWER / TEST_SLOWER }; /* per preset, when DDZ_GAMES does not say */

enum { ACTIONS_MAX = 2048 };

/* Equal in everything; plays and trail apart, whose padding may differ. */
static void assert_same_table(const struct ddz_table *a, const struct ddz_table *b) {
  struct ddz_table x = *a, y = *b;
  assert_same_play(&x.now.last, &y.now.last);
  assert_same_trail(&x.trail, &y.trail);
  memset(&x.now.last, 0, sizeof x.now.last);
  memset(&y.now.last, 0, sizeof y.now.last);
  memset(&x.trail, 0, sizeof x.trail);
  memset(&y.trail, 0, sizeof y.trail);
  assert_memory_equal(&x, &y, sizeof x);
}

/* A game as it happened. */
struct record {
  struct ddz_rules rules;
  uint64_t seed;
  struct ddz_action action[ACTIONS_MAX];
  size_t n;
  struct ddz_table end;
};

static struct ddz_play moves[DDZ_MOVES_MAX_WILD];

static ddz_cards cards_in_game(const struct ddz_table *table) {
  return table->cards[0] | table->cards[1] | table->cards[2];
}

/* What must hold whenever a table is looked at. */
static void check_state(const struct ddz_table *table, ddz_cards gone) {
  const ddz_cards deck = ((ddz_cards)1 << table->rules.deck) - 1;
  const ddz_cards kitty = table->landlord == DDZ_NO_SEAT ? table->kitty : 0;
  int cards = __builtin_popcountll(kitty) + __builtin_popcountll(gone);
  ddz_hand played = 0;
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    assert_int_equal(table->hand[seat], ddz_cards_hand(table->cards[seat]));
    cards += __builtin_popcountll(table->cards[seat]);
    played += table->now.played[seat];
  }
  assert_int_equal(cards_in_game(table) | kitty | gone, deck);
  assert_int_equal(cards, table->rules.deck); /* nothing twice */
  assert_int_equal(played, ddz_cards_hand(gone));
}

/* Every play the generator lists is one the classifier and the referee accept. */
static void check_moves(const struct ddz_table *table, size_t n) {
  const ddz_hand hand = table->hand[table->turn];
  assert_in_range(n, 0, DDZ_MOVES_MAX_WILD);
  for (size_t i = 0; i < n; i++) {
    const struct ddz_play *move = &moves[i];
    struct ddz_play reading[DDZ_READINGS_MAX];
    const int readings = ddz_readings(&table->rules, move->cards, reading);
    int found = 0;
    for (int r = 0; r < readings; r++)
      found +=
          reading[r].kind == move->kind && reading[r].rank == move->rank && reading[r].length == move->length;
    assert_int_equal(found, 1);
    assert_true(ddz_hand_contains(hand, move->cards));
    struct ddz_table copy = *table;
    struct ddz_action action = cards_by(table->turn, move->cards);
    action.kind = move->kind;
    action.rank = move->rank;
    action.length = move->length;
    assert_int_equal(ddz_table_apply(&copy, &action), DDZ_OK);
    assert_same_play(&copy.now.last, move);
    copy = *table;
    action.kind = DDZ_PASS; /* not named: some reading beats, so the best of those lies */
    assert_int_equal(ddz_table_apply(&copy, &action), DDZ_OK);
    assert_true(ddz_beats(&table->rules, &copy.now.last, &table->now.last));
  }
}

static struct ddz_action random_call(const struct ddz_table *table, struct ddz_rng *rng) {
  const ddz_call_set open = ddz_table_calls(table);
  int c;
  int seat = table->turn;
  do c = (int)ddz_rng_below(rng, DDZ_CALLS);
  while ((open >> c & 1) == 0);
  if (ddz_rng_below(rng, 2) == 0) /* doubles come in any order */
    for (int s = 0; s < 3; s++)
      if (ddz_table_awaited(table) >> s & 1) seat = s;
  return call_by(seat, (enum ddz_call)c);
}

static struct ddz_action random_play(const struct ddz_table *table, struct ddz_rng *rng) {
  const ddz_hand hand = table->hand[table->turn];
  const size_t n = ddz_moves(&table->rules, hand, &table->now.last, DDZ_FILL_LACK, moves, DDZ_MOVES_MAX_WILD);
  check_moves(table, n);
  const bool lead = ddz_position_leads(&table->now);
  const size_t i = n == 0 ? 0 : ddz_rng_below(rng, (uint32_t)n + !lead);
  struct ddz_action action = cards_by(table->turn, 0);
  if (i == n) return action;
  action.cards = moves[i].cards;
  if (ddz_rng_below(rng, 2) == 0) return action;
  action.kind = moves[i].kind;
  action.rank = moves[i].rank;
  action.length = moves[i].length;
  if (ddz_rng_below(rng, 2) == 0)
    assert_int_equal(ddz_cards_pick(table->cards[table->turn], action.cards, &action.picked), DDZ_OK);
  return action;
}

/* Play one game at random, looking at the table after every action. */
static void random_game(struct record *game, struct ddz_rng *rng) {
  struct ddz_table table;
  ddz_cards gone = 0;
  game->seed = ddz_rng_next(rng);
  game->n = 0;
  assert_int_equal(ddz_table_init(&table, &game->rules, game->seed, NULL), DDZ_OK);
  while (table.phase != DDZ_PHASE_OVER) {
    struct ddz_action *action = &game->action[game->n++];
    assert_in_range(game->n, 1, ACTIONS_MAX - 1);
    if (table.phase == DDZ_PHASE_REDEAL)
      *action = (struct ddz_action){.verb = DDZ_VERB_DEAL};
    else if (table.phase == DDZ_PHASE_PLAY)
      *action = random_play(&table, rng);
    else
      *action = random_call(&table, rng);
    const ddz_cards before = cards_in_game(&table);
    const bool playing = table.phase == DDZ_PHASE_PLAY;
    assert_int_equal(ddz_table_apply(&table, action), DDZ_OK);
    if (playing) gone |= before & ~cards_in_game(&table);
    check_state(&table, gone);
  }
  game->end = table;
}

/* ---- mutations ---- */

/* Apply a list. On an error the table stands where the refused action found it, and *bad is its index. */
static enum ddz_error replay(struct ddz_table *table, const struct ddz_action *actions, size_t n,
                             size_t *bad) {
  for (size_t i = 0; i < n; i++) {
    enum ddz_error error = ddz_table_apply(table, &actions[i]);
    if (error == DDZ_OK) continue;
    *bad = i;
    return error;
  }
  return DDZ_OK;
}

/* The list with action `at` replaced is refused there and nowhere else, with this error, and the table stands
 * as before the action. */
static void refused_at(struct record *game, size_t at, struct ddz_action mutant, enum ddz_error error) {
  struct ddz_table table, before;
  size_t bad = SIZE_MAX;
  const struct ddz_action kept = game->action[at];
  const size_t n = at < game->n ? game->n : at + 1;
  game->action[at] = mutant;
  assert_int_equal(ddz_table_init(&before, &game->rules, game->seed, NULL), DDZ_OK);
  assert_int_equal(replay(&before, game->action, at, &bad), DDZ_OK);
  assert_int_equal(bad, SIZE_MAX);
  assert_int_equal(ddz_table_init(&table, &game->rules, game->seed, NULL), DDZ_OK);
  assert_int_equal(replay(&table, game->action, n, &bad), error);
  assert_int_equal(bad, at);
  assert_same_table(&table, &before);
  game->action[at] = kept;
}

/* How often each mutation could be made. */
enum mutation {
  OTHER_SEAT,
  CALL_IN_PLAY,
  PLAY_IN_CALL,
  CLOSED_CALL,
  FOREIGN_CARD,
  NO_PATTERN,
  LOWER_PLAY,
  PASS_ON_LEAD,
  AFTER_END,
  MUTATIONS
};

static void mutate_call(struct record *game, size_t at, const struct ddz_table *table, unsigned *made) {
  struct ddz_action a = game->action[at];
  a.seat = (uint8_t)((a.seat + 1) % 3);
  if ((ddz_table_awaited(table) >> a.seat & 1) == 0) {
    refused_at(game, at, a, DDZ_ERR_WRONG_TURN);
    made[OTHER_SEAT]++;
  }
  refused_at(game, at, cards_by(table->turn, ddz_hand_of(ddz_hand_bottom(table->hand[table->turn]), 1)),
             DDZ_ERR_WRONG_PHASE);
  made[PLAY_IN_CALL]++;
  for (int c = 0; c < DDZ_CALLS; c++)
    if ((ddz_table_calls(table) >> c & 1) == 0)
      refused_at(game, at, call_by(table->turn, (enum ddz_call)c), DDZ_ERR_ILLEGAL_CALL);
  made[CLOSED_CALL]++;
}

/* A card of another seat, by rank where the own hand has none of it, and as a physical card. */
static void mutate_foreign(struct record *game, size_t at, const struct ddz_table *table, unsigned *made) {
  const int seat = table->turn, other = (seat + 1) % 3;
  for (int rank = 0; rank < DDZ_RANKS; rank++)
    if (ddz_hand_count(table->hand[seat], rank) == 0)
      refused_at(game, at, cards_by(seat, ddz_hand_of(rank, 1)), DDZ_ERR_NOT_IN_HAND);
  struct ddz_action a = cards_by(seat, 0);
  a.picked = table->cards[other] & -table->cards[other];
  refused_at(game, at, a, DDZ_ERR_NOT_IN_HAND);
  made[FOREIGN_CARD]++;
}

static void mutate_cards(struct record *game, size_t at, const struct ddz_table *table, struct ddz_rng *rng,
                         unsigned *made) {
  const int seat = table->turn;
  struct ddz_play reading[DDZ_READINGS_MAX];
  ddz_cards some;
  do some = table->cards[seat] & ddz_rng_next(rng);
  while (some == 0);
  struct ddz_action a = cards_by(seat, 0);
  a.picked = some;
  if (ddz_readings(&table->rules, ddz_cards_hand(some), reading) == 0) {
    refused_at(game, at, a, DDZ_ERR_NOT_A_PATTERN);
    made[NO_PATTERN]++;
  }
  if (ddz_position_leads(&table->now)) return;
  const size_t n =
      ddz_moves(&table->rules, table->hand[seat], NULL, DDZ_FILL_LACK, moves, DDZ_MOVES_MAX_WILD);
  if (n == 0) return;
  const ddz_hand cards = moves[ddz_rng_below(rng, (uint32_t)n)].cards;
  const int readings = ddz_readings(&table->rules, cards, reading);
  bool beats = false;
  for (int i = 0; i < readings; i++) beats = beats || ddz_beats(&table->rules, &reading[i], &table->now.last);
  if (beats) return;
  refused_at(game, at, cards_by(seat, cards), DDZ_ERR_DOES_NOT_BEAT);
  made[LOWER_PLAY]++;
}

static void mutate_play(struct record *game, size_t at, const struct ddz_table *table, struct ddz_rng *rng,
                        unsigned *made) {
  struct ddz_action a = game->action[at];
  a.seat = (uint8_t)((a.seat + 1 + ddz_rng_below(rng, 2)) % 3);
  refused_at(game, at, a, DDZ_ERR_WRONG_TURN);
  made[OTHER_SEAT]++;
  refused_at(game, at, call_by(table->turn, DDZ_CALL_PASS), DDZ_ERR_WRONG_PHASE);
  refused_at(game, at, (struct ddz_action){.verb = DDZ_VERB_DEAL}, DDZ_ERR_WRONG_PHASE);
  made[CALL_IN_PLAY]++;
  mutate_foreign(game, at, table, made);
  mutate_cards(game, at, table, rng, made);
  if (ddz_position_leads(&table->now) && game->action[at].cards != 0) {
    refused_at(game, at, cards_by(table->turn, 0), DDZ_ERR_PASS_ON_LEAD);
    made[PASS_ON_LEAD]++;
  }
}

/* One action of the game, chosen at random, in every wrong way; and one more after the end. */
static void mutate(struct record *game, struct ddz_rng *rng, unsigned *made) {
  const size_t at = ddz_rng_below(rng, (uint32_t)game->n);
  struct ddz_table table;
  size_t bad;
  assert_int_equal(ddz_table_init(&table, &game->rules, game->seed, NULL), DDZ_OK);
  assert_int_equal(replay(&table, game->action, at, &bad), DDZ_OK);
  if (table.phase == DDZ_PHASE_PLAY)
    mutate_play(game, at, &table, rng, made);
  else if (table.phase == DDZ_PHASE_REDEAL)
    refused_at(game, at, call_by(0, DDZ_CALL_PASS), DDZ_ERR_WRONG_PHASE);
  else
    mutate_call(game, at, &table, made);
  for (int seat = 0; seat < 3; seat++) {
    refused_at(game, game->n, cards_by(seat, 0), DDZ_ERR_GAME_OVER);
    refused_at(game, game->n, call_by(seat, DDZ_CALL_PASS), DDZ_ERR_GAME_OVER);
  }
  refused_at(game, game->n, game->action[game->n - 1], DDZ_ERR_GAME_OVER);
  made[AFTER_END]++;
}

/* Wild ranks: one named, two named, or to be drawn. */
static void random_wild(struct ddz_rules *rules, struct ddz_rng *rng) {
  const int ranks = DDZ_RANK_2 + 1;
  ddz_ranks wild = 0;
  if (rules->wildcard != DDZ_WILDCARD_RANKS) return;
  for (uint32_t n = ddz_rng_below(rng, 3); n > 0; n--) wild |= (ddz_ranks)(1u << ddz_rng_below(rng, ranks));
  if (wild != 0) assert_int_equal(ddz_rules_set_wild(rules, wild), DDZ_OK);
  ddz_rules_set_bomb_order(rules, (enum ddz_bomb_order)ddz_rng_below(rng, DDZ_BOMB_ORDERS));
}

static void play_random_games(const char *name) {
  static struct record game;
  const uint64_t games = test_env("DDZ_GAMES", GAMES);
  unsigned made[MUTATIONS] = {0}, landlord_wins = 0, springs = 0;
  uint64_t actions = 0;
  struct ddz_rng rng = test_rng(test_seed());
  for (uint64_t i = 0; i < games; i++) {
    game.rules = cards_rules(name);
    random_wild(&game.rules, &rng);
    rule_case_stake(&rng, &game.rules);
    random_game(&game, &rng);
    mutate(&game, &rng, made);
    actions += game.n;
    landlord_wins += game.end.winner == game.end.landlord;
    springs += game.end.spring;
  }
  printf("%s: %llu games, %.1f actions a game, landlord wins %.3f, springs %.4f\n", name,
         (unsigned long long)games, (double)actions / (double)games, landlord_wins / (double)games,
         springs / (double)games);
  if (games < 1000) return;
  for (int m = 0; m < MUTATIONS; m++) {
    const bool calling = m == PLAY_IN_CALL || m == CLOSED_CALL;
    if (!(calling && game.rules.calling == DDZ_CALLING_NONE)) assert_true(made[m] > games / 200);
  }
}

TEST(random_games_of_every_preset_stay_legal) {
  for (size_t i = 0; i < ddz_rules_presets(); i++) play_random_games(ddz_rules_preset_at(i).name);
}

/* With patterns forbidden a seat may be unable to lead; the game ends all the same. */
TEST(games_with_forbidden_patterns_end) {
  static struct record game;
  int dead = 0, won = 0;
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < 600; i++) {
    game.rules = ddz_rules_preset_at((size_t)i % ddz_rules_presets());
    ddz_rules_forbid(&game.rules, (uint32_t)(ddz_rng_next(&rng) & ddz_rng_next(&rng)) & DDZ_KINDS_ALL);
    random_wild(&game.rules, &rng);
    random_game(&game, &rng);
    dead += game.end.winner == DDZ_NO_SEAT;
    won += game.end.winner != DDZ_NO_SEAT;
    for (int seat = 0; seat < 3; seat++)
      if (game.end.winner == DDZ_NO_SEAT) assert_int_equal(game.end.score[seat], 0);
  }
  assert_true(dead > 0 && won > 0);
}

int main(void) { return test_run(NULL, NULL); }
