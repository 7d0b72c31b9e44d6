/* The posterior of hidden hands: likelihoods against the formula on a game played again, the particles that
 * are picked against a count of every deal, and records of other games. */
#include <math.h>

#include "core/game/table.h"
#include "core/play/net_player.h"
#include "core/robot/decide.h"
#include "core/search/posterior.h"
#include "tests/support/engine.h"
#include "tests/support/test.h"

enum { GAMES = TEST_SANITIZED ? 4 : 12 };

/* A game and what everybody saw of it. */
struct played {
  struct ddz_rules rules;
  struct ddz_table table;
  struct ddz_record record;
};

static struct ddz_robot_request question(struct played *game, uint64_t seed) {
  struct ddz_robot_request ask;
  ddz_robot_defaults(&ask);
  ddz_table_view(&game->table, &ask.view);
  ask.record = &game->record;
  ask.seed = seed;
  return ask;
}

/* One action: of the net, or, one in four, of a low level, which errs. */
static void go_on(struct played *game, struct ddz_rng *rng) {
  struct ddz_robot_request ask = question(game, ddz_rng_next(rng) >> 12);
  struct ddz_robot_move move;
  struct ddz_action action = {.seat = (uint8_t)game->table.turn};
  ask.player = DDZ_PLAYER_NET;
  if (ddz_rng_below(rng, 4) == 0) ask.player = DDZ_PLAYER_AUTO, ask.level = 2;
  ddz_decide(engine_here(), &ask, &move, NULL, 0);
  action.cards = move.chosen.play.cards;
  assert_int_equal(ddz_table_apply(&game->table, &action), DDZ_OK);
  ddz_record_add_action(&game->record, &game->table, &action);
}

static void begin(struct played *game, uint64_t seed) {
  assert_int_equal(ddz_rules_preset(seed % 2 ? "douzero" : "yuncheng", &game->rules), DDZ_OK);
  game->rules.calling = DDZ_CALLING_NONE;
  game->record.n = 0;
  assert_int_equal(ddz_table_init(&game->table, &game->rules, seed, NULL), DDZ_OK);
}

/* ---- weights ---- */

/* The formula, in the plainest way: for each seat and each type the whole game is played again from its
 * start. The likelihood of one action is opponent.h's, which has a test of its own. */
static double told_again(const struct ddz_view *now, const struct ddz_record *record,
                         enum ddz_objective objective, const ddz_hand hand[DDZ_ROLES]) {
  double weight = 1, of[DDZ_ROLES][DDZ_OPPONENTS];
  int looked = 0;
  for (int r = 0; r < DDZ_ROLES; r++)
    for (int type = 0; type < DDZ_OPPONENTS; type++) of[r][type] = 1;
  for (int i = record->n - 1; i >= 0 && looked < DDZ_OBSERVED_MAX; i--) {
    struct ddz_view view;
    double p[DDZ_OPPONENTS];
    ddz_view_init(&view, now->rules, DDZ_LANDLORD, 0, now->kitty);
    for (int j = 0; j < i; j++) ddz_view_advance(&view, &record->play[j]);
    view.role = view.now.turn;
    if (view.role == now->role) continue;
    looked++;
    view.hand = hand[view.role];
    for (int j = i; j < record->n; j++) /* what he has put down since */
      if ((j - i) % DDZ_ROLES == 0) view.hand += record->play[j].cards;
    if (!ddz_opponent_likelihood(engine_here(), &view, objective, &record->play[i], p)) continue;
    for (int type = 0; type < DDZ_OPPONENTS; type++)
      of[now->role == DDZ_LANDLORD ? DDZ_LANDLORD_UP : view.role][type] *= p[type];
  }
  for (int r = 0; r < DDZ_ROLES; r++) {
    double sum = 0;
    for (int type = 0; type < DDZ_OPPONENTS; type++) sum += ddz_opponent_priors[type] * of[r][type];
    weight *= sum;
  }
  return weight;
}

TEST(weights_are_those_of_the_game_told_again) {
  static struct ddz_posterior posterior;
  int weighed = 0, unlikely = 0;
  struct ddz_rng rng = test_rng(test_seed());
  for (int g = 0; g < GAMES; g++) {
    struct played game;
    begin(&game, (test_seed() + (uint64_t)g) % 1000003);
    for (; game.table.phase == DDZ_PHASE_PLAY; go_on(&game, &rng)) {
      struct ddz_view view;
      struct ddz_sampler sampler;
      const enum ddz_objective objective = (enum ddz_objective)(g % DDZ_OBJECTIVES);
      ddz_table_view(&game.table, &view);
      const bool any = ddz_posterior_init(&posterior, &view, objective, &game.record);
      assert_true(any || game.record.n < 2);
      if (!any || ddz_rng_below(&rng, 4) != 0) continue;
      ddz_sampler_init(&sampler, &view);
      for (int k = 0; k < 3; k++) {
        ddz_hand hand[DDZ_ROLES];
        double share[DDZ_ROLES][DDZ_OPPONENTS];
        ddz_sampler_draw(&sampler, &rng, hand);
        const double due = told_again(&view, &game.record, objective, hand);
        const double weight = ddz_posterior_likelihood(&posterior, engine_here(), hand, 0, share);
        assert_true(fabs(weight / due - 1) < 1e-4 && weight <= 1);
        const double cut = ddz_posterior_likelihood(&posterior, engine_here(), hand, sqrt(due), share);
        assert_true(due > 1 - 1e-9 ? cut == 1 : cut >= weight * (1 - 1e-9) && cut <= sqrt(due));
        weighed++;
        unlikely += weight < .05;
      }
    }
  }
  assert_true(weighed > 8 * GAMES && unlikely > weighed / 20);
}

/* ---- particles ---- */

enum { POOL = 9, DEALS = 1 << POOL, DRAWS = 20000 };

/* All deals of the pool, card by card, with their weights. */
struct deals {
  int n;
  ddz_hand next[DEALS];
  double share[DEALS];
};

static void count_deals(struct deals *deals, struct ddz_posterior *posterior,
                        const struct ddz_sampler *sampler) {
  const enum ddz_role next = ddz_role_next(sampler->hidden.role),
                      before = ddz_role_before(sampler->hidden.role);
  double all = 0;
  deals->n = 0;
  for (int set = 0; set < 1 << sampler->pool.size; set++) {
    ddz_hand hand[DDZ_ROLES];
    double share[DDZ_ROLES][DDZ_OPPONENTS];
    if (__builtin_popcount((unsigned)set) != sampler->hidden.draw[next]) continue;
    memcpy(hand, sampler->hidden.known, sizeof hand);
    for (int i = 0; i < sampler->pool.size; i++)
      hand[set >> i & 1 ? next : before] += ddz_hand_of(sampler->pool.rank[i], 1);
    int at = 0;
    while (at < deals->n && deals->next[at] != hand[next]) at++;
    if (at == deals->n) deals->next[deals->n++] = hand[next], deals->share[at] = 0;
    const double weight =
        pow(ddz_posterior_likelihood(posterior, engine_here(), hand, 0, share), DDZ_POSTERIOR_EXPONENT);
    deals->share[at] += weight;
    all += weight;
  }
  for (int i = 0; i < deals->n; i++) deals->share[i] /= all;
}

static double spread(const double *share, int n) {
  double most = 0, least = 1;
  for (int i = 0; i < n; i++) most = fmax(most, share[i]), least = fmin(least, share[i]);
  return most / least;
}

/* How often each deal is picked, against its share; a half of the summed differences. */
static double distance(const struct deals *deals, struct ddz_posterior *posterior,
                       struct ddz_sampler *sampler, struct ddz_rng *rng) {
  static double seen[DEALS];
  const enum ddz_role next = ddz_role_next(sampler->hidden.role);
  double sum = 0;
  memset(seen, 0, sizeof seen);
  for (int i = 0; i < DRAWS; i++) {
    int at = 0;
    ddz_posterior_draw(posterior, engine_here(), sampler, rng);
    const struct ddz_particle *particle = ddz_posterior_pick(posterior);
    while (deals->next[at] != particle->hand[next]) at++;
    seen[at] += 1.0 / DRAWS;
  }
  for (int i = 0; i < deals->n; i++) sum += fabs(seen[i] - deals->share[i]) / 2;
  return sum;
}

TEST(particles_are_picked_by_their_weights) {
  static struct ddz_posterior posterior;
  static struct deals deals;
  int compared = 0;
  struct ddz_rng rng = test_rng(test_seed());
  for (uint64_t g = 0; compared < 3; g++) {
    struct played game;
    begin(&game, (test_seed() + g) % 1000003);
    for (; game.table.phase == DDZ_PHASE_PLAY; go_on(&game, &rng)) {
      struct ddz_view view;
      struct ddz_sampler sampler;
      ddz_table_view(&game.table, &view);
      ddz_sampler_init(&sampler, &view);
      if (sampler.pool.size < 5 || sampler.pool.size > POOL) continue;
      if (!ddz_posterior_init(&posterior, &view, DDZ_OBJECTIVE_WIN, &game.record)) continue;
      count_deals(&deals, &posterior, &sampler);
      if (deals.n < 6 || spread(deals.share, deals.n) < 4) continue;
      const double off = distance(&deals, &posterior, &sampler, &rng);
      print_message("%d deals, likeliest to rarest %.1f, the picks are off by %.4f\n", deals.n,
                    spread(deals.share, deals.n), off);
      assert_int_equal(posterior.particles, deals.n); /* nothing is weighed twice */
      assert_true(off < 0.06);                        /* .01 to .035 */
      compared++;
      break;
    }
  }
}

/* More hands than there is room for: the best stay. */
TEST(a_full_list_keeps_the_best) {
  static struct ddz_posterior posterior;
  struct played game;
  struct ddz_view view;
  struct ddz_sampler sampler;
  struct ddz_rng rng = test_rng(test_seed());
  begin(&game, 11);
  for (int i = 0; i < 6; i++) go_on(&game, &rng);
  ddz_table_view(&game.table, &view);
  ddz_sampler_init(&sampler, &view);
  assert_true(ddz_posterior_init(&posterior, &view, DDZ_OBJECTIVE_WIN, &game.record));
  double most = 0;
  for (int i = 0; i < 3 * DDZ_PARTICLES_MAX; i++) {
    ddz_posterior_draw(&posterior, engine_here(), &sampler, &rng);
    double best = 0;
    for (int j = 0; j < posterior.particles; j++) best = fmax(best, posterior.particle[j].weight);
    assert_true(best >= most && posterior.particles <= DDZ_PARTICLES_MAX);
    most = best;
  }
  assert_int_equal(posterior.particles, DDZ_PARTICLES_MAX);
}

/* ---- records ---- */

TEST(a_record_of_another_game_is_refused) {
  static struct ddz_posterior posterior;
  struct played a, b;
  struct ddz_view view;
  struct ddz_rng rng = test_rng(test_seed());
  begin(&a, 11), begin(&b, 13);
  ddz_table_view(&a.table, &view);
  assert_false(ddz_posterior_init(&posterior, &view, DDZ_OBJECTIVE_WIN, &a.record)); /* nobody did anything */
  for (int i = 0; i < 5; i++) go_on(&a, &rng), go_on(&b, &rng);
  ddz_table_view(&a.table, &view);
  assert_true(ddz_posterior_init(&posterior, &view, DDZ_OBJECTIVE_WIN, &a.record));
  assert_false(ddz_posterior_init(&posterior, &view, DDZ_OBJECTIVE_WIN, &b.record));
  a.record.n--;
  assert_false(ddz_posterior_init(&posterior, &view, DDZ_OBJECTIVE_WIN, &a.record));
}

TEST(a_search_with_a_record_is_repeatable_and_within_its_limit) {
  enum { NODES = 1500 };
  int differ = 0, searched = 0;
  struct ddz_rng rng = test_rng(test_seed());
  for (int g = 0; g < GAMES / 2; g++) {
    struct played game;
    begin(&game, (test_seed() + (uint64_t)g) % 1000003);
    for (; game.table.phase == DDZ_PHASE_PLAY; go_on(&game, &rng)) {
      struct ddz_robot_request ask = question(&game, 5);
      struct ddz_robot_move move[3];
      ask.player = DDZ_PLAYER_SEARCH;
      ask.limit.nodes = NODES;
      for (int i = 0; i < 3; i++) {
        if (i == 2) ask.record = NULL;
        ddz_decide(engine_here(), &ask, &move[i], NULL, 0);
        assert_true(move[i].nodes < NODES + 400); /* the last rollout may go over */
      }
      assert_true(move[0].chosen.play.cards == move[1].chosen.play.cards && move[0].nodes == move[1].nodes);
      assert_true(move[0].chosen.win_probability == move[1].chosen.win_probability ||
                  isnan(move[0].chosen.win_probability));
      searched += move[0].nodes > 0;
      differ += move[0].nodes != move[2].nodes;
    }
  }
  assert_true(searched > 10 && differ > searched / 4);
}

/* From the cards left alone: what is drawn as played and held is the deck, and everyone has as many cards. */
TEST(what_the_view_does_not_say_is_drawn_too) {
  struct played game;
  struct ddz_rng rng;
  struct ddz_scene scene;
  struct ddz_determinizer determinizer;
  struct ddz_budget budget = {.node_limit = 1000};
  ddz_rng_seed(&rng, test_seed());
  begin(&game, 1);
  for (; game.table.phase == DDZ_PHASE_PLAY; go_on(&game, &rng)) {
    struct ddz_robot_request ask = question(&game, 5);
    const struct ddz_view all = ask.view;
    struct ddz_determinization d;
    ddz_view_bare(&ask.view, all.rules, all.role, all.hand);
    memcpy(ask.view.now.left, all.now.left, sizeof all.now.left);
    ddz_scene_set(&scene, engine_here(), &ask);
    ddz_determinizer_init(&determinizer, &scene, true);
    ddz_determinizer_draw(&determinizer, &budget, &d);
    ddz_hand deck = 0;
    for (int role = 0; role < DDZ_ROLES; role++) {
      assert_int_equal(ddz_hand_size(d.hand[role]), all.now.left[role]);
      assert_int_equal(ddz_hand_size(d.played[role]), ddz_hand_size(all.now.played[role]));
      deck += d.hand[role] + d.played[role];
    }
    assert_true(deck == DDZ_HAND_DECK54 && d.hand[all.role] == all.hand);
  }
}

int main(void) { return test_run(trained_open, trained_close); }
