/* Why a play is better: every claim is checked against the cards, or against rollouts of another seed.
 *
 * DDZ_CLAIMS=500 checks that many instead of the few of every run. */
#include "core/robot/actor.h"
#include "core/rules/pattern.h"
#include "core/search/posterior.h"
#include "core/search/rollout.h"
#include "core/value/score.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/test.h"

enum { CLAIMS = TEST_SANITIZED ? 4 : 30, NODES = 30000, DRAWS = 96, ROOM = 64 };
enum { OTHER_SEED = 1000003 };

static struct { int claims, right, replies, usual, of[DDZ_WHYS]; } seen;

/* Rollouts of a play, on hands drawn with another seed. */
static struct ddz_traces rolled_out(const struct ddz_robot_request *ask, ddz_hand cards) {
  static const struct ddz_limit no_limit;
  struct ddz_budget budget = {.limit = &no_limit};
  struct ddz_determinizer determinizer;
  struct ddz_traces traces = {0};
  struct ddz_scene scene = {
      .engine = engine_here(), .ask = ask, .view = &ask->view, .rules = ask->view.rules};
  struct ddz_play play = {0};
  if (cards != 0)
    assert_int_equal(ddz_position_read(&ask->view.now, ask->view.rules, cards, &play, &play), DDZ_OK);
  ddz_determinizer_init(&determinizer, &scene, true);
  for (int i = 0; i < DRAWS; i++) {
    struct ddz_determinization drawn;
    struct ddz_rollout rollout;
    ddz_determinizer_draw(&determinizer, &budget, &drawn);
    const struct ddz_rollout_way way = {
        .seat = ask->view.role, .objective = ask->objective, .lambda = .85, .opponents = &drawn.opponents};
    ddz_roll_out(engine_here(), &ask->view, drawn.hand, &play, &way, &rollout);
    ddz_traces_count(&traces, ask->view.role, &rollout.trace);
  }
  return traces;
}

static double difference(const uint32_t a[DDZ_ROLES], const uint32_t b[DDZ_ROLES], enum ddz_role who) {
  return ((double)a[who] - (double)b[who]) / DRAWS;
}

/* At least half of what was claimed, seen again. */
static bool seen_again(const struct ddz_claim *claim, const struct ddz_traces *best,
                       const struct ddz_traces *other) {
  const double claimed = (claim->share - claim->other_share) / 2;
  assert_true(claimed > 0 && claim->share <= 1 && claim->other_share >= 0);
  if (claim->why == DDZ_WHY_LEADS)
    return difference(best->next_leader, other->next_leader, claim->who) >= claimed;
  if (claim->why == DDZ_WHY_GOES_OUT)
    return difference(best->wins_next_turn, other->wins_next_turn, claim->who) >= claimed;
  return difference(other->wins_next_turn, best->wins_next_turn, claim->who) >= claimed;
}

static int plays_of(const struct ddz_view *view, ddz_hand rest) {
  struct ddz_partition best;
  return rest == 0                                                                   ? 0
         : ddz_partitions(engine_here()->prompter, view->rules, rest, 1, &best) == 1 ? best.plays
                                                                                     : -1;
}

static int lowest(ddz_hand cards) {
  int rank = 0;
  while (ddz_hand_count(cards, rank) == 0) rank++;
  return rank;
}

/* -1: there are none */
static int highest(ddz_hand cards) {
  int rank = DDZ_RANKS - 1;
  while (rank >= 0 && ddz_hand_count(cards, rank) == 0) rank--;
  return rank;
}

/* Claims about cards are true or a fault. */
static bool check_cards(const struct ddz_view *view, ddz_hand best, ddz_hand other,
                        const struct ddz_claim *claim) {
  switch (claim->why) {
  case DDZ_WHY_KEEPS:
    for (int rank = 0; rank < DDZ_RANKS; rank++)
      assert_true(ddz_hand_count(claim->cards, rank) <= ddz_hand_count(other, rank));
    assert_true(claim->cards != 0 && ddz_hand_contains(view->hand - best, claim->cards));
    if (!ddz_hand_contains(ddz_big_cards(view->rules, view->hand), claim->cards))
      assert_true(lowest(claim->cards) >= DDZ_RANK_A - 3 && lowest(claim->cards) > highest(best));
    return true;
  case DDZ_WHY_PLAYS:
    assert_true(claim->share == plays_of(view, view->hand - best));
    assert_true(claim->other_share == plays_of(view, view->hand - other) &&
                claim->other_share > claim->share);
    return true;
  case DDZ_WHY_PARTNER:
    assert_true(ddz_role_partners(view->role, view->now.owner) && best == 0 && other != 0);
    assert_true(claim->cards == view->now.last.cards);
    return true;
  case DDZ_WHY_TAKES: {
    struct ddz_play play, last = {0};
    const ddz_hand unseen = ddz_view_unseen(view);
    assert_true(claim->cards != 0 && claim->cards == view->hand - best);
    assert_int_equal(ddz_classify(view->rules, claim->cards, &last), DDZ_OK);
    assert_int_equal(ddz_answer(view->rules, best, &view->now.last, &play), DDZ_OK);
    assert_false(ddz_threat_beats(view->rules, unseen, DDZ_HAND_MAX, &play) &&
                 ddz_threat_beats(view->rules, unseen, view->now.left[ddz_role_next(view->role)], &play));
    return true;
  }
  case DDZ_WHY_BREAKS:
    for (int rank = 0; rank < DDZ_RANKS; rank++) {
      const int held = ddz_hand_count(view->hand, rank), taken = ddz_hand_count(other, rank);
      const int spent = ddz_hand_count(best, rank);
      assert_int_equal(ddz_hand_count(claim->cards, rank), taken > 0 && taken < held ? held : 0);
      assert_true(spent == 0 || spent == held);
    }
    return true;
  case DDZ_WHY_BEATS:
    assert_true(ddz_role_enemies(view->role, view->now.owner) && claim->who == view->now.owner);
    assert_true(best != 0 && other == 0 && claim->cards == view->now.last.cards);
    return true;
  default:
    return false;
  }
}

static void check(const struct ddz_robot_request *ask, const struct ddz_robot_move *move) {
  const struct ddz_contrast *contrast = &move->contrast;
  struct ddz_robot_request again = *ask;
  again.seed = ask->seed + OTHER_SEED;
  const struct ddz_traces best = rolled_out(&again, move->chosen.play.cards),
                          other = rolled_out(&again, contrast->other);
  for (int i = 0; i < contrast->claims; i++) {
    const struct ddz_claim *claim = &contrast->claim[i];
    const bool fact = check_cards(&ask->view, move->chosen.play.cards, contrast->other, claim);
    seen.claims++;
    seen.of[claim->why]++;
    seen.right += fact || seen_again(claim, &best, &other);
  }
  if (contrast->replies == 0) return;
  int same = 0;
  for (int i = 0; i < DDZ_TRACES_KEPT; i++) same += other.kept[i].reply[0] == contrast->reply[0].cards;
  assert_int_equal(contrast->reply[0].who, ddz_role_next(ask->view.role));
  seen.replies++;
  seen.usual += same >= contrast->reply[0].share * DDZ_TRACES_KEPT / 2;
}

/* A game of the net, with a slip now and then; each decision is explained. */
static void play_game(struct ddz_rng *rng, uint64_t seed, int wanted) {
  struct ddz_rules rules = cards_rules(seed % 2 ? "standard" : "douzero");
  struct ddz_table table;
  struct ddz_record record = {0};
  rules.calling = DDZ_CALLING_NONE;
  assert_int_equal(ddz_table_init(&table, &rules, seed, NULL), DDZ_OK);
  while (table.phase == DDZ_PHASE_PLAY && seen.claims < wanted) {
    struct ddz_robot_request how, ask;
    struct ddz_robot_move move, net;
    struct ddz_candidate rated[ROOM], all[ROOM];
    ddz_robot_defaults(&how);
    ask = ddz_table_request(&table, &how);
    ask.record = &record;
    ask.player = DDZ_PLAYER_NET;
    ddz_decide(engine_here(), &ask, &net, rated, ROOM);
    const size_t n = net.candidates < 4 ? net.candidates : 4;
    const struct ddz_play *played =
        &rated[ddz_rng_below(rng, 3) == 0 && n > 0 ? ddz_rng_below(rng, (uint32_t)n) : 0].play;
    if (ddz_rng_below(rng, 4) == 0) {
      ask.player = DDZ_PLAYER_SEARCH;
      ask.effort = DDZ_EFFORT_FULL;
      ask.limit.nodes = NODES;
      ask.seed = seed;
      ask.include = played;
      ask.includes = 1;
      ddz_decide(engine_here(), &ask, &move, all, ROOM);
      if (move.contrast.known) check(&ask, &move);
    }
    const struct ddz_action action = {.seat = (uint8_t)table.turn, .cards = played->cards};
    assert_int_equal(ddz_table_apply(&table, &action), DDZ_OK);
    ddz_record_add_action(&record, &table, &action);
  }
}

TEST(what_is_claimed_is_so) {
  const int wanted = (int)test_env("DDZ_CLAIMS", CLAIMS);
  struct ddz_rng rng = test_rng(test_seed());
  for (uint64_t game = 0; seen.claims < wanted; game++) play_game(&rng, test_seed() + game, wanted);
  for (int why = 0; why < DDZ_WHYS; why++) printf("%s: %d\n", ddz_why_rows[why].name, seen.of[why]);
  printf("%d of %d claims are true, %d of %d replies usual\n", seen.right, seen.claims, seen.usual,
         seen.replies);
  if (wanted < 20) return; /* so few say nothing about shares */
  assert_true(20 * seen.right >= 19 * seen.claims);
  assert_true(10 * seen.usual >= 9 * seen.replies);
}

/* A play that ends the game, and where nothing is searched with full effort: nothing is said. */
TEST(where_nothing_is_known_nothing_is_said) {
  static const struct {
    const char *hand;
    enum ddz_effort effort;
  } rows[] = {{"34567", DDZ_EFFORT_FULL}, {"3445566789TJQKA2R", DDZ_EFFORT_DECIDE}, {"3", DDZ_EFFORT_FULL}};
  struct ddz_rules rules = cards_rules("douzero");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct ddz_robot_request ask;
    struct ddz_robot_move move;
    struct ddz_candidate all[ROOM];
    ddz_robot_defaults(&ask);
    ask.player = DDZ_PLAYER_SEARCH;
    ask.effort = rows[i].effort;
    ask.limit.nodes = 4000;
    ddz_view_bare(&ask.view, &rules, DDZ_LANDLORD, cards_hand(rows[i].hand));
    ddz_decide(engine_here(), &ask, &move, all, ROOM);
    assert_false(move.contrast.known);
  }
}

/* Where nobody can lead any more nobody goes out. Such a rollout was counted for a role that there is not. */
TEST(a_game_that_nobody_wins_is_not_counted) {
  const struct ddz_trace trace = {
      .plies = 3, .lead_known = true, .next_leader = DDZ_ROLES, .winner = DDZ_ROLES};
  struct ddz_traces traces = {0};
  ddz_traces_count(&traces, DDZ_LANDLORD, &trace);
  assert_int_equal(traces.n, 0);
  for (int role = 0; role < DDZ_ROLES; role++)
    assert_int_equal(traces.wins_next_turn[role] + traces.next_leader[role], 0);
}

int main(void) { return test_run(trained_open, trained_close); }
