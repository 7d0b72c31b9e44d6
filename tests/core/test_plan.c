/* Plans that few deals stop, near the end of games: what is told of them lies between what the plan
 * surely brings and what open hands allow. */
#include <math.h>

#include "core/robot/actor.h"
#include "core/robot/know.h"
#include "core/rules/movegen.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/seed.h"
#include "tests/support/test.h"
#include "tests/support/trained.h"

enum { GAMES = 400 / TEST_SLOWER, FEW = 5 };

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

/* How often the best plan from here wins, of the deals in `alive`: every order, no limits. */
static double naive(const struct ddz_scene *scene, const struct ddz_fits *fits, ddz_hand hand,
                    const struct ddz_play *last, uint64_t alive) {
  struct ddz_play play[512];
  const enum ddz_role role = scene->view->role, seat[] = {ddz_role_next(role), ddz_role_before(role)};
  const size_t n = ddz_moves(scene->rules, hand, last, DDZ_FILL_LACK, play, 512);
  double best = 0;
  assert_true(n <= 512);
  for (size_t i = 0; i < n; i++) {
    double sum = 0;
    uint64_t on = 0;
    for (size_t d = 0; d < fits->n; d++) {
      bool stopped = false, out = play[i].cards == hand;
      if ((alive >> d & 1) == 0) continue;
      for (int s = 0; s < 2 && !out && !stopped; s++) {
        const ddz_hand his = fits->hand[d][seat[s]];
        const bool partner = ddz_role_partners(role, seat[s]);
        out = partner && empties(scene->rules, his, &play[i]);
        stopped = !partner && has_answer(scene->rules, his, &play[i]);
      }
      if (out)
        sum += fits->chance[d];
      else if (!stopped)
        on |= (uint64_t)1 << d;
    }
    if (on != 0) sum += naive(scene, fits, hand - play[i].cards, NULL, on);
    if (sum > best) best = sum;
  }
  return best;
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

static void check(const struct ddz_robot_request *ask, struct tally *tally) {
  struct ddz_scene scene;
  struct ddz_fits fits;
  struct ddz_plan plan;
  ddz_scene_set(&scene, engine_here(), ask);
  if (scene.n == 0 || !ddz_fits_list(scene.engine, scene.view, &fits)) return;
  check_deals(&scene, &fits);
  const bool found = ddz_plan_find(&scene, &fits, &plan);
  if (ddz_hand_size(ask->view.hand) <= FEW) {
    const double due = naive(&scene, &fits, ask->view.hand, &ask->view.now.last,
                             fits.n == 64 ? ~(uint64_t)0 : ((uint64_t)1 << fits.n) - 1);
    assert_true((found ? plan.win : 0) <= due + 1e-9); /* what may answer is an upper bound */
    tally->small++;
    tally->same += fabs((found ? plan.win : 0) - due) < 1e-9;
  }
  if (!found) return;
  const double most =
      plan.play.cards == ask->view.hand ? 1 : ddz_fits_won(scene.engine, scene.view, &fits, &plan.play);
  if (!isnan(most)) assert_true(plan.win <= most + 1e-9);
  tally->seen++;
}

TEST(a_plan_wins_as_often_as_counted_by_hand) {
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
        const struct ddz_robot_request ask = ddz_table_request(&table, &how);
        check(&ask, &tally);
      }
      ddz_table_act(engine_here(), &table, &how, &act, NULL, 0);
      assert_int_equal(ddz_table_apply(&table, &act.action), DDZ_OK);
    }
  }
  print_message("%d plans; of %d small hands %d as counted by hand\n", tally.seen, tally.small, tally.same);
  assert_true(tally.seen > GAMES / 4 && tally.small > GAMES / 4 && tally.same * 100 >= tally.small * 99);
}

int main(void) { return test_run(NULL, NULL); }
