/* What an open look at a decision says: nothing of a seat that sees its own cards, much of one that sees all,
 * and that loss is loss. */
#include <math.h>

#include "core/bid/question.h"
#include "core/game/table.h"
#include "core/play/deals.h"
#include "core/play/net_player.h"
#include "core/search/fairness.h"
#include "lib/mapped.h"
#include "tests/support/engine.h"
#include "tests/support/test.h"

/* A decision takes seconds under a sanitizer: a few of them, of which no figure is asked. */
enum { GAMES = 3, DECISIONS = TEST_SANITIZED ? 1 : 1000, TRIED = 3, SEEN_WITH = 77 };

/* Sums over decisions. */
struct evidence {
  double d, v, squares, loss, random;
  int n;
};

static double z_of(const struct evidence *e) { return e->d / sqrt(e->v); }

static bool look(const struct ddz_view *view, const ddz_hand *hand, const struct ddz_play *chosen,
                 uint64_t seed, const double *habits, struct ddz_fairness *out) {
  double own[DDZ_OPPONENTS];
  memcpy(own, habits, sizeof own);
  const struct ddz_fairness_ask ask = {.view = view, .hand = hand, .chosen = chosen, .seed = seed};
  return ddz_fairness_of(engine_here(), &ask, own, out);
}

/* Who chooses; the deal is drawn anew for every decision, so it is one draw of those that fit. */
typedef struct ddz_play chooser(const struct ddz_view *view, const ddz_hand *hand, const double *habits,
                                const struct ddz_judged *judged, size_t n, struct ddz_rng *rng);

static struct ddz_play by_net(const struct ddz_view *view, const ddz_hand *hand, const double *habits,
                              const struct ddz_judged *judged, size_t n, struct ddz_rng *rng) {
  return judged[ddz_judge_best(judged, n, DDZ_OBJECTIVE_WIN)].play;
}

static struct ddz_play at_random(const struct ddz_view *view, const ddz_hand *hand, const double *habits,
                                 const struct ddz_judged *judged, size_t n, struct ddz_rng *rng) {
  return judged[ddz_rng_below(rng, (uint32_t)n)].play;
}

/* Of the net's best plays the one with the most of d, by other playouts than those that judge. */
static struct ddz_play who_sees(const struct ddz_view *view, const ddz_hand *hand, const double *habits,
                                const struct ddz_judged *judged, size_t n, struct ddz_rng *rng) {
  const float best = judged[ddz_judge_best(judged, n, DDZ_OBJECTIVE_WIN)].value.win;
  struct ddz_play most_of = by_net(view, hand, habits, judged, n, rng);
  double most = -HUGE_VAL;
  int tried = 0;
  for (size_t i = 0; i < n && tried < TRIED; i++) {
    struct ddz_fairness one;
    if (judged[i].value.win < best - 1) continue;
    tried++;
    if (!look(view, hand, &judged[i].play, SEEN_WITH, habits, &one) || one.d <= most) continue;
    most = one.d;
    most_of = judged[i].play;
  }
  return most_of;
}

/* The decisions of some games between nets, with everybody's choice in `chooser`'s hands. */
static struct evidence decide(const char *preset, chooser *choose) {
  struct evidence sum = {0};
  struct ddz_rules rules;
  struct ddz_rng rng = test_rng(test_seed() + 3);
  assert_int_equal(ddz_rules_preset(preset, &rules), DDZ_OK);
  rules.calling = DDZ_CALLING_NONE;
  for (uint64_t game = 0; game < GAMES && sum.n < DECISIONS; game++) {
    struct ddz_table table;
    double habits[DDZ_ROLES][DDZ_OPPONENTS];
    for (int role = 0; role < DDZ_ROLES; role++)
      memcpy(habits[role], ddz_opponent_priors, sizeof habits[role]);
    assert_int_equal(ddz_table_init(&table, &rules, test_seed() + game, NULL), DDZ_OK);
    while (table.phase == DDZ_PHASE_PLAY && sum.n < DECISIONS) {
      struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
      struct ddz_view view;
      struct ddz_sampler sampler;
      struct ddz_fairness one;
      ddz_hand hand[DDZ_ROLES];
      struct ddz_action action = {.verb = DDZ_VERB_PLAY, .seat = (uint8_t)table.turn};
      ddz_table_view(&table, &view);
      const size_t n = ddz_judge(ddz_net_player_net(engine_here(), &rules), engine_here()->power, &view,
                                 DDZ_OBJECTIVE_WIN, judged);
      if (n > 0) action.cards = judged[ddz_judge_best(judged, n, DDZ_OBJECTIVE_WIN)].play.cards;
      if (n > 1) {
        ddz_sampler_init(&sampler, &view);
        ddz_sampler_draw(&sampler, &rng, hand);
        const struct ddz_play chosen = choose(&view, hand, habits[view.role], judged, n, &rng);
        if (look(&view, hand, &chosen, 1, habits[view.role], &one)) {
          sum.n += one.insight;
          sum.d += one.d, sum.v += one.v, sum.squares += one.d * one.d;
          sum.loss += one.loss, sum.random += one.random;
          assert_true(one.loss >= 0 && one.squares >= one.random * one.random - 1e-12);
          assert_true(choose != by_net || one.loss == 0);
        }
      }
      assert_int_equal(ddz_table_apply(&table, &action), DDZ_OK);
    }
  }
  return sum;
}

/* Also one who plays at random: skill does not matter. z has a standard deviation of 1, and v is the mean
 * square of d. */
TEST(who_sees_his_own_cards_shows_no_insight) {
  static const struct {
    const char *preset, *who;
    chooser *choose;
  } rows[] = {{"douzero", "net", by_net}, {"laizi", "random", at_random}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const struct evidence sum = decide(rows[i].preset, rows[i].choose);
    const double squares = sum.squares / sum.v;
    print_message("%s, %s: z %.2f of %d decisions, squares %.2f of v\n", rows[i].preset, rows[i].who,
                  z_of(&sum), sum.n, squares);
    if (TEST_SANITIZED) continue;
    assert_true(sum.n > 8 * GAMES && fabs(z_of(&sum)) < 3.5);
    assert_true(squares > .4 && squares < 4);
    if (rows[i].choose == at_random) /* loses what a choice at random loses */
      assert_true(sum.loss > .5 * sum.random && sum.loss < 1.5 * sum.random);
  }
}

TEST(who_sees_all_cards_shows_it) {
  const struct evidence seen = decide("douzero", who_sees);
  print_message("z %.2f of %d decisions\n", z_of(&seen), seen.n);
  assert_true(TEST_SANITIZED || z_of(&seen) > 1.5);
}

/* A position of the first leads, and what the net would do. */
static void first_lead(struct ddz_table *table, struct ddz_view *view, ddz_hand hand[DDZ_ROLES]) {
  static struct ddz_rules rules;
  assert_int_equal(ddz_rules_preset("douzero", &rules), DDZ_OK);
  assert_int_equal(ddz_table_init(table, &rules, test_seed(), NULL), DDZ_OK);
  ddz_table_view(table, view);
  for (int role = 0; role < DDZ_ROLES; role++)
    hand[role] = table->hand[ddz_table_seat(table, (enum ddz_role)role)];
}

TEST(the_same_question_has_the_same_answer) {
  struct ddz_table table;
  struct ddz_view view;
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
  struct ddz_fairness a, b, c;
  double habits[DDZ_OPPONENTS];
  ddz_hand hand[DDZ_ROLES];
  first_lead(&table, &view, hand);
  assert_true(ddz_judge(ddz_net_player_net(engine_here(), view.rules), engine_here()->power, &view,
                        DDZ_OBJECTIVE_WIN, judged) > 1);
  memcpy(habits, ddz_opponent_priors, sizeof habits);
  assert_true(look(&view, hand, &judged[1].play, 1, habits, &a));
  assert_true(look(&view, hand, &judged[1].play, 1, habits, &b));
  assert_true(look(&view, hand, &judged[1].play, 2, habits, &c));
  assert_true(a.insight && a.d == b.d && a.v == b.v && a.loss == b.loss && a.nodes == b.nodes);
  assert_true(a.d != c.d && a.loss == c.loss);
}

/* Drawn deals are those that fit what the others did, where a record of this view says it. */
TEST(what_the_others_did_counts) {
  struct ddz_record record = {0}, others_record;
  const struct ddz_record *records[] = {&record, NULL, &others_record};
  struct ddz_fairness said[3];
  struct ddz_table table;
  struct ddz_view view;
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
  ddz_hand hand[DDZ_ROLES];
  first_lead(&table, &view, hand);
  for (;;) {
    const size_t n = ddz_judge(ddz_net_player_net(engine_here(), view.rules), engine_here()->power, &view,
                               DDZ_OBJECTIVE_WIN, judged);
    const struct ddz_play best = judged[ddz_judge_best(judged, n, DDZ_OBJECTIVE_WIN)].play;
    if (record.n > 6 && n > 2) break;
    ddz_record_add(&record, &best);
    assert_int_equal(ddz_table_apply(&table, &(struct ddz_action){.verb = DDZ_VERB_PLAY,
                                                                  .seat = (uint8_t)table.turn,
                                                                  .cards = best.cards}),
                     DDZ_OK);
    ddz_table_view(&table, &view);
  }
  for (int role = 0; role < DDZ_ROLES; role++)
    hand[role] = table.hand[ddz_table_seat(&table, (enum ddz_role)role)];
  others_record = record;
  others_record.n--;
  for (int i = 0; i < 3; i++) {
    double habits[DDZ_OPPONENTS];
    memcpy(habits, ddz_opponent_priors, sizeof habits);
    const struct ddz_fairness_ask ask = {
        .view = &view, .hand = hand, .chosen = &judged[1].play, .record = records[i]};
    assert_true(ddz_fairness_of(engine_here(), &ask, habits, &said[i]));
  }
  assert_true(said[0].insight && said[1].insight && said[0].d != said[1].d);
  assert_true(said[2].d == said[1].d && said[2].v == said[1].v);
}

TEST(nothing_is_said_without_a_net_or_a_choice) {
  struct ddz_table table;
  struct ddz_view view;
  struct ddz_fairness out;
  double habits[DDZ_OPPONENTS];
  ddz_hand hand[DDZ_ROLES];
  struct ddz_engine *engine = engine_here();
  const struct ddz_nets nets = engine->nets;
  const struct ddz_play pass = {0};
  first_lead(&table, &view, hand);
  memcpy(habits, ddz_opponent_priors, sizeof habits);
  engine->nets = (struct ddz_nets){0};
  assert_false(look(&view, hand, &pass, 1, habits, &out));
  engine->nets = nets;
  view.hand = ddz_hand_of(0, 1); /* one card is one lead */
  assert_false(look(&view, hand, &pass, 1, habits, &out));
}

/* Who always does what the first prompt is seems to be of that type. */
TEST(habits_follow_what_a_seat_does) {
  struct ddz_rules rules;
  struct ddz_table table;
  double habits[DDZ_OPPONENTS];
  double shares = 0;
  assert_int_equal(ddz_rules_preset("douzero", &rules), DDZ_OK);
  assert_int_equal(ddz_table_init(&table, &rules, test_seed(), NULL), DDZ_OK);
  memcpy(habits, ddz_opponent_priors, sizeof habits);
  while (table.phase == DDZ_PHASE_PLAY) {
    struct ddz_view view;
    struct ddz_play play;
    ddz_hand hand[DDZ_ROLES];
    ddz_table_view(&table, &view);
    for (int role = 0; role < DDZ_ROLES; role++)
      hand[role] = table.hand[ddz_table_seat(&table, (enum ddz_role)role)];
    ddz_rulebook_naive(engine_here(), &view, &play);
    struct ddz_fairness one;
    const struct ddz_fairness_ask ask = {.view = &view, .hand = hand, .chosen = &play};
    if (view.role == DDZ_LANDLORD) (void)ddz_fairness_of(engine_here(), &ask, habits, &one);
    const struct ddz_action action = {
        .verb = DDZ_VERB_PLAY, .seat = (uint8_t)table.turn, .cards = play.cards};
    assert_int_equal(ddz_table_apply(&table, &action), DDZ_OK);
  }
  for (int type = 0; type < DDZ_OPPONENTS; type++) shares += habits[type];
  assert_true(fabs(shares - 1) < 1e-9);
  assert_true(habits[DDZ_OPPONENT_PROMPT] > 2 * ddz_opponent_priors[DDZ_OPPONENT_PROMPT]);
}

/* At the first question all deals are alike. The seat that sees takes the call with the most of d, by other
 * draws than those that judge; the other one any open call. */
static struct evidence call(const char *preset, bool sees) {
  struct evidence sum = {0};
  struct ddz_rules rules;
  struct ddz_rng rng = test_rng(test_seed() + 5);
  assert_int_equal(ddz_rules_preset(preset, &rules), DDZ_OK);
  for (uint64_t deal = 0; deal < (TEST_SANITIZED ? 5 : 24); deal++) {
    struct ddz_table table;
    struct ddz_fairness one;
    double most = -HUGE_VAL;
    enum ddz_call said = DDZ_CALLS;
    assert_int_equal(ddz_table_init(&table, &rules, test_seed() + deal, NULL), DDZ_OK);
    for (enum ddz_call each = 0; each < DDZ_CALLS; each++) {
      if ((ddz_table_calls(&table) >> each & 1) == 0) continue;
      if (sees && !ddz_fairness_of_call(engine_here(), &table, each, SEEN_WITH, &one)) continue;
      const double worth = sees ? one.d : ddz_rng_unit(&rng);
      if (worth > most) most = worth, said = each;
    }
    if (!ddz_fairness_of_call(engine_here(), &table, said, 1, &one)) continue;
    sum.n += one.insight, sum.d += one.d, sum.v += one.v;
    assert_true(one.loss == 0 && one.random == 0);
  }
  return sum;
}

TEST(who_calls_without_a_look_shows_no_insight) {
  static struct mapped file;
  static struct ddz_net bids;
  char error[256];
  assert_true(mapped_open(&file, "models/ddz-bids.net", error, sizeof error));
  assert_int_equal(ddz_bid_open(&bids, file.bytes, file.size), DDZ_NET_OK);
  assert_int_equal(call("huanle", false).n, 0); /* no nets that call */
  engine_here()->nets.bids = &bids;
  const struct evidence score = call("standard", false), rob = call("huanle", false),
                        seen = call("huanle", true);
  engine_here()->nets.bids = NULL;
  mapped_close(&file);
  print_message("z %.2f and %.2f; who sees %.2f\n", z_of(&score), z_of(&rob), z_of(&seen));
  assert_true(score.n > 4 && fabs(z_of(&score)) < 3.5 && fabs(z_of(&rob)) < 3.5);
  assert_true(z_of(&seen) > (TEST_SANITIZED ? .5 : 2));
}

int main(void) { return test_run(trained_open, trained_close); }
