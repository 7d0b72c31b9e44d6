/* Learning to call: outcomes of deals, what they come to however a deal is called, and a net that learns. */
#include <math.h>

#include "core/net/judge.h"
#include "lab/bids/calling.h"
#include "lab/net/net_float.h"
#include "lab/train/model.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/test.h"
#include "tests/support/toy_net.h"

enum { DEALS = 16 };
static const char *const presets[] = {"standard", "huanle", "yuncheng", "laizi"};
static struct toy_net toy;
static struct ddz_net net;

static struct dealt played(const struct ddz_rules *rules, uint64_t i) {
  struct dealt dealt;
  outcome_deal(rules, test_seed(), i, &dealt);
  outcome_play(rules, &net, engine_here()->power, &dealt);
  return dealt;
}

static void act(struct ddz_table *table, const struct ddz_play *play) {
  const struct ddz_action action = {.verb = DDZ_VERB_PLAY,
                                    .seat = DDZ_SEAT_TURN,
                                    .cards = play->cards,
                                    .kind = play->kind,
                                    .rank = play->rank,
                                    .length = play->length};
  assert_int_equal(ddz_table_apply(table, &action), DDZ_OK);
}

static void say(struct ddz_table *table, enum ddz_call call) {
  const struct ddz_action action = {.verb = DDZ_VERB_CALL, .seat = DDZ_SEAT_TURN, .call = (uint8_t)call};
  assert_int_equal(ddz_table_apply(table, &action), DDZ_OK);
}

/* The same players at the referee's table; as in the outcomes they are not told the calls. */
static void play_on(struct ddz_table *table) {
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
  while (table->phase == DDZ_PHASE_PLAY) {
    struct ddz_view view;
    ddz_table_view(table, &view);
    memset(view.now.calls, 0, sizeof view.now.calls);
    const size_t n = ddz_judge(&net, engine_here()->power, &view, DDZ_OBJECTIVE_POINTS, judged);
    act(table, &judged[ddz_judge_best(judged, n, DDZ_OBJECTIVE_POINTS)].play);
  }
}

/* However it is called: what the outcomes say before the game is what the referee counts after it. */
TEST(outcomes_come_to_the_referees_score) {
  int ended = 0;
  struct ddz_rng rng = test_rng(test_seed());
  for (uint64_t i = 0; i < DEALS; i++) {
    const struct ddz_rules rules = cards_rules(presets[i % 4]);
    const struct dealt dealt = played(&rules, i);
    for (int way = 0; way < 6; way++) {
      struct ddz_table table;
      calling_table(&rules, &dealt, &table);
      while (calling_on(&table)) {
        ddz_call_set open = ddz_table_calls(&table);
        if (ddz_rng_below(&rng, 2) == 0) open &= (ddz_call_set)(open - 1);
        say(&table, (enum ddz_call)__builtin_ctz(open));
      }
      double points[DDZ_SEATS];
      for (int seat = 0; seat < DDZ_SEATS; seat++) points[seat] = calling_points(&table, &dealt, seat);
      assert_true(points[0] + points[1] + points[2] == 0);
      if (table.phase != DDZ_PHASE_PLAY) continue;
      play_on(&table);
      for (int seat = 0; seat < DDZ_SEATS; seat++) assert_true(points[seat] == (double)table.score[seat]);
      ended++;
    }
  }
  assert_true(ended > DEALS);
}

TEST(written_outcomes_are_read_again) {
  const struct ddz_rules rules = cards_rules("standard");
  struct dealt dealt[DEALS], again;
  FILE *file = tmpfile();
  assert_non_null(file);
  for (uint64_t i = 0; i < DEALS; i++) {
    dealt[i] = played(&rules, i);
    outcome_write(file, test_seed(), i, &dealt[i]);
  }
  rewind(file);
  for (int i = 0; i < DEALS; i++) {
    assert_true(outcome_read(file, &rules, &again));
    assert_memory_equal(again.hand, dealt[i].hand, sizeof again.hand);
    assert_memory_equal(again.with, dealt[i].with, sizeof again.with);
    assert_true(again.kitty == dealt[i].kitty && again.wild == dealt[i].wild);
  }
  assert_false(outcome_read(file, &rules, &again));
  fclose(file);
}

static bool has(const struct example *e, int first, int last) {
  for (int i = 0; i < e->n; i++)
    if (e->input[i] >= first && e->input[i] <= last) return true;
  return false;
}

TEST(every_choice_is_an_example_and_only_callers_have_one) {
  for (size_t p = 0; p < 3; p++) {
    const struct ddz_rules rules = cards_rules(presets[p]);
    struct calling calling = {
        .rules = &rules, .engine = engine_here(), .caller = CALLER_FORMULA, .explore = .5};
    struct examples examples = {0};
    int count[3] = {0};
    ddz_rng_seed(&calling.rng, test_seed());
    for (uint64_t i = 0; i < DEALS; i++) {
      const struct dealt dealt = played(&rules, i);
      calling_examples(&calling, &dealt, &examples);
    }
    for (size_t i = 0; i < examples.n; i++) {
      const struct example *e = &examples.at[i];
      const bool caller = e->net == DDZ_BID_NET_CALLER;
      assert_int_equal(has(e, DDZ_BID_IN_CHOICE, DDZ_BID_IN_CHOICE_LAST), caller);
      assert_true(caller ? e->win < 0 : (e->win == 1) == (e->points > 0));
      count[e->net]++;
    }
    assert_true(count[0] > DEALS && count[1] > 0 && count[2] > 2 * DEALS);
    free(examples.at);
  }
}

/* Of a coin and two inputs: one says how it falls, the other how much is at stake. */
TEST(a_net_learns_what_there_is_to_learn) {
  enum { N = 4096 };
  static struct example example[N];
  static const struct example *all[N];
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < N; i++) {
    const int won = (int)ddz_rng_below(&rng, 2), high = (int)ddz_rng_below(&rng, 2);
    example[i] = (struct example){.input = {(uint16_t)(10 + won), (uint16_t)(20 + high)},
                                  .n = 2,
                                  .win = (float)won,
                                  .points = (float)((won ? 1 : -1) * (high ? 8 : 2))};
    all[i] = &example[i];
  }
  struct bidder *bidder = bidder_new(1), *same = bidder_new(1);
  const struct bid_loss loss = bidder_learn(bidder, all, N, 20, 5e-3f);
  bidder_learn(same, all, N, 20, 5e-3f);
  assert_true(loss.win < .05 && loss.points < .02);
  const struct ddz_net_shape shape = bidder_shape();
  struct ddz_net_floats floats, twin;
  bidder_floats(bidder, &floats);
  bidder_floats(same, &twin);
  assert_memory_equal(floats.w1, twin.w1, (size_t)shape.inputs * shape.width * sizeof(float));
  struct ddz_net_value value;
  ddz_net_floats_value(&shape, &floats, MODEL_CLIP, (const uint16_t[]){11, 21}, 2, &value);
  assert_true(value.win > 2 && fabsf(value.points * bidder_points_unit - 8) < 1);
  ddz_net_floats_value(&shape, &floats, MODEL_CLIP, (const uint16_t[]){10, 20}, 2, &value);
  assert_true(value.win < -2 && fabsf(value.points * bidder_points_unit + 2) < 1);
  model_floats_free(&floats);
  model_floats_free(&twin);
  bidder_free(bidder);
  bidder_free(same);
}

TEST(s0_calls_by_its_index) {
  static const struct {
    const char *hand;
    int highest;
    enum ddz_call call;
  } lines[] = {
      {"334455667788JQKBR", 0, DDZ_CALL_THREE}, /* both jokers must */
      {"33445567899JQ222R", 0, DDZ_CALL_THREE}, /* index 10/30 */
      {"33445567899JQ222R", 1, DDZ_CALL_PASS},  {"33445567899JQQK2R", 0, DDZ_CALL_PASS}, /* 6/30 */
      {"3344556789JJ2222R", 2, DDZ_CALL_THREE},
  };
  const struct ddz_rules rules = cards_rules("standard");
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct dealt dealt;
    struct ddz_table table;
    ddz_hand deck = ddz_rules_deck(&rules) - cards_hand(lines[i].hand);
    const int seat = lines[i].highest > 0;
    struct ddz_rng rng = test_rng(test_seed());
    for (int s = 0; s < DDZ_SEATS; s++)
      dealt.hand[s] = s == seat ? cards_hand(lines[i].hand) : cards_draw(&rng, &deck, 17);
    dealt.kitty = deck;
    calling_table(&rules, &dealt, &table);
    if (seat > 0) say(&table, (enum ddz_call)(DDZ_CALL_ONE + lines[i].highest - 1));
    assert_int_equal(caller_call(CALLER_INDEX, 0, &table, engine_here()), lines[i].call);
  }
}

/* The landlord's only card is the flower, which nobody may lead: the farmer after him goes out. */
TEST(who_cannot_lead_passes) {
  const struct ddz_rules rules = cards_rules("yuncheng");
  struct dealt dealt = {.hand = {ddz_hand_of(DDZ_RANK_F, 1), ddz_hand_of(0, 1), ddz_hand_of(1, 1)}};
  outcome_play(&rules, &net, engine_here()->power, &dealt);
  assert_false(dealt.with[0].landlord_won);
  assert_true(dealt.with[1].landlord_won);
  assert_true(dealt.with[2].landlord_won);
}

static int open_net(void **state) {
  toy = toy_net_player(3);
  return ddz_judge_open(&net, toy.image, toy.size) == DDZ_NET_OK ? 0 : -1;
}

static int close_net(void **state) {
  toy_net_free(&toy);
  return 0;
}

int main(void) { return test_run(open_net, close_net); }
