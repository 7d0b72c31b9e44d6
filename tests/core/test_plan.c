/* Plays that no enemy beats, near the end of games: what is told of them is what the leads after them surely
 * bring, and no more than open hands allow. */
#include <math.h>

#include "core/net/calibrate.h"
#include "core/play/deals.h"
#include "core/play/options.h"
#include "core/robot/actor.h"
#include "core/robot/decide.h"
#include "core/rules/movegen.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/test.h"

enum { GAMES = 1000 / TEST_SLOWER, FEW = 7 };

/* Can this seat put anything on the play? By its list of plays. */
static bool has_answer(const struct ddz_rules *rules, ddz_hand hand, const struct ddz_play *play) {
  return ddz_moves(rules, hand, play, DDZ_FILL_ANY, NULL, 0) > 0;
}

static bool empties(const struct ddz_rules *rules, ddz_hand hand, const struct ddz_play *play) {
  static struct ddz_play all[DDZ_MOVES_MAX];
  const size_t n = ddz_moves(rules, hand, play, DDZ_FILL_ANY, all, DDZ_MOVES_MAX);
  for (size_t i = 0; i < n; i++)
    if (all[i].cards == hand) return true;
  return false;
}

/* What the leads from this play on come to in one deal: 1 won, 0 stopped, -1 they go on. */
static int fate(const struct ddz_scene *scene, const ddz_hand hand[DDZ_ROLES], const struct ddz_play *play) {
  const enum ddz_role role = scene->view->role, seat[] = {ddz_role_next(role), ddz_role_before(role)};
  for (int s = 0; s < 2; s++) {
    const bool partner = ddz_role_partners(role, seat[s]);
    if (partner && empties(scene->rules, hand[seat[s]], play)) return 1;
    if (!partner && has_answer(scene->rules, hand[seat[s]], play)) return 0;
  }
  return -1;
}

/* How often this play wins with the best leads after it, of the deals in `alive`: every order, no limits. */
static double naive(const struct ddz_scene *scene, const struct ddz_fits *fits, ddz_hand hand,
                    const struct ddz_play *play, uint64_t alive) {
  struct ddz_play lead[512];
  double sum = 0, best = 0;
  uint64_t on = 0;
  for (size_t d = 0; d < fits->n; d++) {
    if ((alive >> d & 1) == 0) continue;
    const int end = play->cards == hand ? 1 : fate(scene, fits->hand[d], play);
    if (end == 1) sum += fits->chance[d];
    if (end == -1) on |= (uint64_t)1 << d;
  }
  const size_t n = on == 0 ? 0 : ddz_moves(scene->rules, hand - play->cards, NULL, DDZ_FILL_LACK, lead, 512);
  assert_true(n <= 512);
  for (size_t i = 0; i < n; i++) best = fmax(best, naive(scene, fits, hand - play->cards, &lead[i], on));
  return sum + best;
}

/* As it is to be told: only of a play that is beaten in no deal. */
static double due(const struct ddz_scene *scene, const struct ddz_fits *fits, const struct ddz_play *play) {
  for (size_t d = 0; d < fits->n; d++)
    if (fate(scene, fits->hand[d], play) == 0) return 0;
  return naive(scene, fits, scene->view->hand, play, ~(uint64_t)0 >> (64 - fits->n));
}

struct tally {
  int seen, small, same;
};

static void check_deals(const struct ddz_scene *scene, const struct ddz_fits *fits) {
  const struct ddz_view *view = scene->view;
  double sum = 0;
  for (size_t d = 0; d < fits->n; d++) {
    ddz_hand all = 0;
    for (int role = 0; role < DDZ_ROLES; role++) {
      assert_int_equal(ddz_hand_size(fits->hand[d][role]), view->now.left[role]);
      all += fits->hand[d][role];
    }
    assert_true(fits->hand[d][view->role] == view->hand && all == view->hand + scene->unseen);
    sum += fits->chance[d];
  }
  assert_true(fabs(sum - 1) < 1e-9);
}

/* The rules have no opinion of other plays than their own, so what is told of those is what is counted. */
static void check_told(const struct ddz_scene *scene, const struct ddz_fits *fits,
                       const struct ddz_candidate *one, struct tally *tally) {
  if (one->proven || one->play.kind == DDZ_PASS) return;
  const double told = isnan(one->win_probability) ? 0 : one->win_probability;
  const double most = ddz_fits_won(scene->engine, scene->view, fits, &one->play);
  tally->seen += told > 0;
  if (!isnan(most)) assert_true(told <= ddz_unproven(most) + 1e-9);
  if (ddz_hand_size(scene->view->hand) > FEW) return;
  const double by_hand = due(scene, fits, &one->play);
  const double wanted = by_hand > 0 ? ddz_unproven(fmin(by_hand, 1)) : 0;
  assert_true(told <= wanted + 1e-9); /* what may answer is an upper bound */
  tally->small += by_hand > 0;
  tally->same += by_hand > 0 && fabs(told - wanted) < 1e-9;
}

static void check(const struct ddz_robot_request *ask, struct tally *tally) {
  static struct ddz_candidate told[DDZ_OPTIONS_MAX];
  struct ddz_robot_move move;
  struct ddz_scene scene;
  struct ddz_fits fits;
  ddz_decide(engine_here(), ask, &move, told, DDZ_OPTIONS_MAX);
  ddz_scene_set(&scene, engine_here(), ask);
  if (scene.n == 0 || move.chosen.proven || !ddz_fits_list(scene.engine, scene.view, &fits)) return;
  check_deals(&scene, &fits);
  for (size_t i = 0; i < move.candidates; i++) check_told(&scene, &fits, &told[i], tally);
}

TEST(a_play_that_stands_wins_as_often_as_counted_by_hand) {
  struct tally tally = {0};
  for (int i = 0; i < GAMES; i++) {
    const struct ddz_rules rules = cards_rules(i % 2 ? "standard" : "douzero");
    struct ddz_robot_request how;
    struct ddz_table table;
    ddz_robot_defaults(&how);
    how.level = DDZ_LEVEL_NONE;
    assert_int_equal(ddz_table_init(&table, &rules, test_seed() + (uint64_t)i, NULL), DDZ_OK);
    for (int actions = 0; table.phase != DDZ_PHASE_OVER && actions < 400; actions++) {
      struct ddz_act act;
      if (table.phase == DDZ_PHASE_PLAY) {
        const struct ddz_robot_request ask = ddz_table_request(&table, &how); /* of the rules */
        check(&ask, &tally);
      }
      ddz_table_act(engine_here(), &table, &how, &act, NULL, 0);
      assert_int_equal(ddz_table_apply(&table, &act.action), DDZ_OK);
    }
  }
  print_message("%d plays; of %d of small hands %d are as counted by hand\n", tally.seen, tally.small,
                tally.same);
  assert_true(tally.seen > GAMES / 8 && tally.small > GAMES / 8 && tally.same * 100 >= tally.small * 99);
}

int main(void) { return test_run(NULL, NULL); }
