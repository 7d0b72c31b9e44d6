/* What is done for players who do not answer. */
#include "core/robot/actor.h"
#include "core/robot/decide.h"
#include "tests/support/test.h"

static struct ddz_engine *engine;

static int make_engine(void **state) {
  const struct ddz_engine_options options = {.memo_bytes = 1 << 20};
  engine = ddz_engine_init(aligned_alloc(64, ddz_engine_size(&options)), &options);
  return 0;
}

static int free_engine(void **state) {
  free(engine);
  return 0;
}

/* A table where seat `caller`, counted from the first asked, calls and the rest is left to the clock. */
static struct ddz_table started(const struct ddz_rules *rules, uint64_t seed, int caller) {
  struct ddz_table table;
  struct ddz_action action;
  assert_int_equal(ddz_table_init(&table, rules, seed, NULL), DDZ_OK);
  for (int i = 0; i < caller && table.phase == DDZ_PHASE_CALL; i++) {
    ddz_table_timeout(engine, &table, &action);
    assert_int_equal(ddz_table_apply(&table, &action), DDZ_OK);
  }
  if (table.phase != DDZ_PHASE_CALL) return table;
  const int last = 31 - __builtin_clz(ddz_table_calls(&table));
  action = (struct ddz_action){.verb = DDZ_VERB_CALL, .seat = DDZ_SEAT_TURN, .call = (uint8_t)last};
  assert_int_equal(ddz_table_apply(&table, &action), DDZ_OK);
  return table;
}

TEST(nobody_answering_declines_until_the_cards_are_dealt_again) {
  static const char *const names[] = {"standard", "huanle", "yuncheng"};
  for (size_t i = 0; i < 3; i++) {
    struct ddz_rules rules;
    struct ddz_table table;
    struct ddz_action action;
    assert_int_equal(ddz_rules_preset(names[i], &rules), DDZ_OK);
    assert_int_equal(ddz_table_init(&table, &rules, 1, NULL), DDZ_OK);
    for (int seat = 0; seat < 3; seat++) {
      ddz_table_timeout(engine, &table, &action);
      assert_int_equal(action.verb, DDZ_VERB_CALL);
      assert_int_equal(action.call, DDZ_CALL_PASS);
      assert_int_equal(ddz_table_apply(&table, &action), DDZ_OK);
    }
    assert_int_equal(table.phase, DDZ_PHASE_REDEAL);
    ddz_table_timeout(engine, &table, &action);
    assert_int_equal(ddz_table_apply(&table, &action), DDZ_OK);
    assert_int_equal(table.phase, DDZ_PHASE_CALL);
  }
}

TEST(an_undecided_player_does_not_double) {
  struct ddz_rules rules;
  struct ddz_action action;
  assert_int_equal(ddz_rules_preset("huanle", &rules), DDZ_OK);
  struct ddz_table table = started(&rules, 5, 2);
  assert_int_equal(table.phase, DDZ_PHASE_DOUBLE);
  ddz_table_timeout(engine, &table, &action);
  assert_int_equal(action.call, DDZ_CALL_NONE);
}

/* The landlord leads again and again while the others' time runs out, and so he wins. */
TEST(a_game_of_time_outs_is_won_by_who_leads) {
  const size_t n = ddz_rules_presets();
  for (size_t i = 0; i < 5 * n; i++) {
    const struct ddz_rules rules = ddz_rules_preset_at(i % n);
    struct ddz_table table = started(&rules, test_seed() + i, (int)(i / n) % 3);
    for (int k = 0; table.phase != DDZ_PHASE_OVER; k++) {
      struct ddz_action action;
      const bool leads = ddz_position_leads(&table.now), playing = table.phase == DDZ_PHASE_PLAY;
      ddz_table_timeout(engine, &table, &action);
      if (playing && !leads) assert_int_equal(action.cards, 0);
      if (playing && leads && ddz_hand_size(table.hand[table.turn]) > 1)
        assert_int_not_equal(action.cards, 0);
      assert_int_equal(ddz_table_apply(&table, &action), DDZ_OK);
      assert_in_range(k, 0, 100);
    }
    /* but for a lone flower, which cannot be led */
    if (rules.wildcard != DDZ_WILDCARD_FLOWER) assert_int_equal(table.winner, table.landlord);
  }
}

TEST(who_cannot_lead_passes) {
  struct ddz_rules rules;
  struct ddz_deal deal;
  struct ddz_table table;
  struct ddz_action action;
  assert_int_equal(ddz_rules_preset("yuncheng", &rules), DDZ_OK);
  const ddz_hand hand[3] = {ddz_hand_of(DDZ_RANK_F, 1), ddz_hand_of(0, 2), ddz_hand_of(1, 2)};
  assert_int_equal(ddz_deal_of_hands(&rules, hand, 0, 0, &deal), DDZ_OK);
  assert_int_equal(ddz_table_init(&table, &rules, 1, &deal), DDZ_OK);
  ddz_table_timeout(engine, &table, &action);
  assert_int_equal(action.cards, 0);
  assert_int_equal(ddz_table_apply(&table, &action), DDZ_OK);
  assert_int_equal(table.turn, 1);
}

int main(void) { return test_run(make_engine, free_engine); }
