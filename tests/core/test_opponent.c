/* Opponent types: likelihoods against the formula, types recognised by what they play, draws by their shares,
 * and the plays of each type. */
#include <math.h>

#include "core/game/open.h"
#include "core/game/table.h"
#include "core/play/net_player.h"
#include "core/play/rulebook.h"
#include "core/search/opponent.h"
#include "core/search/posterior.h"
#include "core/search/rollout.h"
#include "core/value/prompt.h"
#include "tests/support/engine.h"
#include "tests/support/test.h"

enum { GAMES = TEST_SANITIZED ? 6 : 24 };

static const char *const names[DDZ_OPPONENTS] = {"NET", "NET_CLOSE", "NET_NOISY", "RULES", "PROMPT"};

/* A game with all hands known, and what everybody did. */
struct played {
  struct ddz_rules rules;
  struct ddz_table table;
  struct ddz_record record;
};

static void begin(struct played *game, uint64_t seed) {
  assert_int_equal(ddz_rules_preset(seed % 4 == 0 ? "laizi" : "douzero", &game->rules), DDZ_OK);
  game->rules.calling = DDZ_CALLING_NONE;
  game->record.n = 0;
  assert_int_equal(ddz_table_init(&game->table, &game->rules, seed, NULL), DDZ_OK);
}

static void hands_of(const struct played *game, ddz_hand hand[DDZ_ROLES]) {
  for (int r = 0; r < DDZ_ROLES; r++) hand[r] = game->table.hand[(game->table.landlord + r) % DDZ_SEATS];
}

/* What the net thinks of all that can be done; how many there are. */
static size_t judge(const struct ddz_view *view, struct ddz_judged judged[DDZ_FEATURE_CANDIDATES]) {
  return ddz_judge(ddz_net_player_net(engine_here(), view->rules), engine_here()->power, view,
                   DDZ_OBJECTIVE_WIN, judged);
}

/* The formula's q of one play for a player by the net, in the plainest way. */
static double q_of(const struct ddz_judged *judged, size_t n, size_t at, double temperature) {
  double all = 0;
  for (size_t k = 0; k < n; k++) all += exp((double)judged[k].value.win / temperature);
  return exp((double)judged[at].value.win / temperature) / all;
}

/* What a player of a kind does there. */
static struct ddz_play play_of(const struct ddz_view *view, enum ddz_opponent type) {
  struct ddz_play play = {0};
  if (!ddz_opponent_by_net(type)) {
    ddz_opponent_play(engine_here(), type, view, ddz_view_unseen(view), &play);
    return play;
  }
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
  const size_t n = judge(view, judged);
  return n > 0 ? judged[ddz_judge_best(judged, n, DDZ_OBJECTIVE_WIN)].play : play;
}

/* The same of one who may err. */
static struct ddz_play choice_of(const struct ddz_view *view, enum ddz_opponent type,
                                 struct ddz_rng *chance) {
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
  const size_t n = judge(view, judged);
  if (!ddz_opponent_by_net(type) || n < 2) return play_of(view, type);
  return judged[ddz_opponent_choose(type, judged, n, DDZ_OBJECTIVE_WIN, chance)].play;
}

static void go_on(struct played *game, enum ddz_opponent type) {
  struct ddz_view view;
  ddz_table_view(&game->table, &view);
  const struct ddz_action action = {.seat = (uint8_t)game->table.turn, .cards = play_of(&view, type).cards};
  assert_int_equal(ddz_table_apply(&game->table, &action), DDZ_OK);
  ddz_record_add_action(&game->record, &game->table, &action);
}

/* ---- likelihoods ---- */

/* How likely each would have done this, as the formula has it, from all plays the net looks at. */
static bool likelihoods_due(const struct ddz_view *view, ddz_hand done, double p[DDZ_OPPONENTS]) {
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
  size_t at = 0;
  const size_t n = judge(view, judged);
  while (at < n && judged[at].play.cards != done) at++;
  if (n < 2 || n > DDZ_OPPONENT_PLAYS_MAX || at == n) return false;
  for (enum ddz_opponent type = 0; type < DDZ_OPPONENTS; type++) {
    const double q = ddz_opponent_by_net(type) ? q_of(judged, n, at, ddz_opponent_temperatures[type])
                                               : play_of(view, type).cards == done;
    p[type] = (1 - DDZ_OPPONENT_EPSILON) * q + DDZ_OPPONENT_EPSILON / (double)n;
  }
  return true;
}

TEST(likelihoods_are_those_of_the_formula) {
  int checked = 0, silent = 0;
  struct ddz_rng rng = test_rng(test_seed());
  for (int g = 0; g < GAMES / 2; g++) {
    struct played game;
    begin(&game, (test_seed() + (uint64_t)g) % 1000003);
    for (; game.table.phase == DDZ_PHASE_PLAY;
         go_on(&game, (enum ddz_opponent)ddz_rng_below(&rng, DDZ_OPPONENTS))) {
      struct ddz_view view;
      double due[DDZ_OPPONENTS], p[DDZ_OPPONENTS];
      ddz_table_view(&game.table, &view);
      const struct ddz_play done = play_of(&view, (enum ddz_opponent)ddz_rng_below(&rng, DDZ_OPPONENTS));
      const bool tells = likelihoods_due(&view, done.cards, due);
      assert_int_equal(ddz_opponent_likelihood(engine_here(), &view, DDZ_OBJECTIVE_WIN, &done, p), tells);
      for (int type = 0; tells && type < DDZ_OPPONENTS; type++) assert_true(fabs(p[type] - due[type]) < 1e-4);
      checked += tells;
      silent += !tells;
    }
  }
  assert_true(checked > 3 * GAMES && silent > 0);
}

/* ---- players ---- */

/* By the net or not, and how: those who play by it more or less exactly play alike. */
static int way_of(enum ddz_opponent type) { return ddz_opponent_by_net(type) ? -1 : (int)type; }

/* Whole games of one kind of player, looked at in the end with the hands as they lay. */
TEST(players_are_recognised) {
  static struct ddz_posterior posterior;
  for (enum ddz_opponent type = 0; type < DDZ_OPPONENTS; type++) {
    double sum = 0, prior = 0;
    int seats = 0;
    for (enum ddz_opponent other = 0; other < DDZ_OPPONENTS; other++)
      if (way_of(other) == way_of(type)) prior += ddz_opponent_priors[other];
    for (int g = 0; g < GAMES; g++) {
      struct played game;
      struct ddz_view view;
      double share[DDZ_ROLES][DDZ_OPPONENTS];
      ddz_hand hand[DDZ_ROLES];
      begin(&game, (test_seed() + (uint64_t)g) % 1000003);
      while (game.table.phase == DDZ_PHASE_PLAY) {
        ddz_table_view(&game.table, &view);
        hands_of(&game, hand);
        go_on(&game, type);
      }
      game.record.n--; /* as it was before the last play */
      if (!ddz_posterior_init(&posterior, &view, DDZ_OBJECTIVE_WIN, &game.record)) continue;
      (void)ddz_posterior_likelihood(&posterior, engine_here(), hand, 0, share);
      for (enum ddz_role role = 0; role < DDZ_ROLES; role++) {
        double all = 0, right = 0;
        if (role == view.role) continue;
        for (enum ddz_opponent other = 0; other < DDZ_OPPONENTS; other++) {
          all += share[role][other];
          if (way_of(other) == way_of(type)) right += share[role][other];
        }
        sum += right / all, seats++;
      }
    }
    print_message("%s: %.2f, by the prior %.2f\n", names[type], sum / seats, prior);
    assert_true(sum / seats > (1 + prior) / 2);
  }
}

TEST(types_are_drawn_by_their_shares) {
  enum { DRAWS = 30000 };
  struct ddz_rng rng;
  int drawn[DDZ_ROLES][DDZ_OPPONENTS] = {{0}};
  double all = 0, twice[DDZ_OPPONENTS], share[DDZ_ROLES][DDZ_OPPONENTS];
  ddz_rng_seed(&rng, test_seed());
  for (int type = 0; type < DDZ_OPPONENTS; type++) twice[type] = 2 * ddz_opponent_priors[type];
  for (int role = 0; role < DDZ_ROLES; role++) memcpy(share[role], twice, sizeof twice);
  for (int i = 0; i < DRAWS; i++) {
    struct ddz_opponents opponents;
    ddz_opponents_draw(i % 2 ? share : NULL, &rng, &opponents);
    for (int role = 0; role < DDZ_ROLES; role++) drawn[role][opponents.type[role]]++;
  }
  for (int type = 0; type < DDZ_OPPONENTS; type++) {
    all += ddz_opponent_priors[type];
    for (int role = 0; role < DDZ_ROLES; role++)
      assert_true(fabs((double)drawn[role][type] / DRAWS - ddz_opponent_priors[type]) < .02);
  }
  assert_true(fabs(all - 1) < 1e-12);
}

/* The naive player is the first prompt on fewer plays: never with a better rest, mostly with the same. */
TEST(the_naive_player_is_the_first_prompt) {
  int same = 0, all = 0;
  struct ddz_rng rng = test_rng(test_seed());
  for (int g = 0; g < GAMES; g++) {
    struct played game;
    begin(&game, 4 * ((test_seed() + (uint64_t)g) % 1000003) + 1);
    for (; game.table.phase == DDZ_PHASE_PLAY;
         go_on(&game, (enum ddz_opponent)ddz_rng_below(&rng, DDZ_OPPONENTS))) {
      struct ddz_view view;
      struct ddz_prompt first;
      struct ddz_play play;
      ddz_table_view(&game.table, &view);
      ddz_rulebook_naive(engine_here(), &view, &play);
      const bool leads = view.now.last.kind == DDZ_PASS;
      if (!leads && ddz_role_partners(view.role, view.now.owner)) {
        assert_true(play.cards == 0);
        continue;
      }
      const size_t n = ddz_prompts(engine_here()->prompter, view.rules, view.hand, &view.now.last,
                                   DDZ_ORDER_REST, &first, 1);
      assert_int_equal(n == 0, play.cards == 0);
      if (n == 0) continue;
      const ddz_hand rest = view.hand - play.cards;
      const int left = ddz_sum_units(ddz_power_of(engine_here()->power, view.rules, rest));
      assert_true(first.play.cards == view.hand ? rest == 0 : left <= ddz_sum_units(first.rest));
      same += first.play.cards == view.hand || left == ddz_sum_units(first.rest);
      all++;
    }
  }
  print_message("%d of %d leave what the first prompt leaves\n", same, all);
  assert_true(all > 10 * GAMES && same > .9 * all);
}

/* Who plays by the net chooses each play as often as the formula says; the less exactly he plays, the more
 * often another than the best. */
TEST(second_bests_are_played_by_their_shares) {
  enum { DRAWS = 4000 };
  struct ddz_rng rng;
  int checked = 0, seconds[DDZ_OPPONENTS] = {0};
  ddz_rng_seed(&rng, test_seed());
  for (int g = 0; g < 12; g++) {
    struct played game;
    struct ddz_view view;
    struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
    begin(&game, (test_seed() + (uint64_t)g) % 1000003);
    ddz_table_view(&game.table, &view);
    const size_t n = judge(&view, judged);
    const size_t best = ddz_judge_best(judged, n, DDZ_OBJECTIVE_WIN);
    for (enum ddz_opponent type = 0; type < DDZ_OPPONENTS; type++) {
      int chosen[DDZ_FEATURE_CANDIDATES] = {0};
      if (!ddz_opponent_by_net(type)) continue;
      for (int i = 0; i < DRAWS; i++) chosen[ddz_opponent_choose(type, judged, n, DDZ_OBJECTIVE_WIN, &rng)]++;
      for (size_t k = 0; k < n; k++) {
        const double q = q_of(judged, n, k, ddz_opponent_temperatures[type]);
        if (fabs((double)chosen[k] / DRAWS - q) > 5 * sqrt(q * (1 - q) / DRAWS) + .001)
          fail_msg("%s: %d of %d, not %.4f", names[type], chosen[k], DRAWS, q);
      }
      seconds[type] += DRAWS - chosen[best];
      checked++;
    }
  }
  assert_int_equal(checked, 36);
  assert_true(seconds[DDZ_OPPONENT_NET] < seconds[DDZ_OPPONENT_NET_CLOSE] &&
              seconds[DDZ_OPPONENT_NET_CLOSE] < seconds[DDZ_OPPONENT_NET_NOISY]);
}

/* In a rollout each seat plays as its type does; the same opponents, the same game. */
TEST(rollouts_play_each_seat_by_its_type) {
  int compared = 0;
  struct ddz_rng rng = test_rng(test_seed());
  for (int g = 0; g < GAMES; g++) {
    struct played game;
    begin(&game, (test_seed() + (uint64_t)g) % 1000003);
    const uint32_t skipped = ddz_rng_below(&rng, 12);
    for (uint32_t i = 0; i < skipped && game.table.phase == DDZ_PHASE_PLAY; i++)
      go_on(&game, DDZ_OPPONENT_NET);
    if (game.table.phase != DDZ_PHASE_PLAY) continue;
    struct ddz_view view;
    struct ddz_rollout out;
    struct ddz_opponents others;
    ddz_hand hand[DDZ_ROLES];
    int plies = 1, quick = 0;
    ddz_table_view(&game.table, &view);
    hands_of(&game, hand);
    for (enum ddz_role r = 0; r < DDZ_ROLES; r++)
      others.type[r] = (enum ddz_opponent)ddz_rng_below(&rng, DDZ_OPPONENTS);
    ddz_rng_seed(&others.rng, ddz_rng_next(&rng));
    const struct ddz_play play = play_of(&view, DDZ_OPPONENT_NET);
    ddz_roll_out(engine_here(), &view, hand, &play,
                 &(struct ddz_rollout_way){.seat = view.role, .lambda = 1, .opponents = &others}, &out);
    struct ddz_open open;
    ddz_open_of(&open, &view, hand);
    for (struct ddz_play next = play; !ddz_open_play(&open, &next);) {
      const bool own = open.view.role == view.role;
      const enum ddz_opponent who = own ? DDZ_OPPONENT_NET : others.type[open.view.role];
      next = own ? play_of(&open.view, who) : choice_of(&open.view, who, &others.rng);
      *(ddz_opponent_by_net(who) ? &plies : &quick) += 1;
    }
    assert_true(out.outcome.points == ddz_open_points(&open, view.role, &view.now));
    assert_int_equal(out.nodes, 3 * plies + quick);
    compared++;
  }
  assert_true(compared > GAMES / 2);
}

int main(void) { return test_run(trained_open, trained_close); }
