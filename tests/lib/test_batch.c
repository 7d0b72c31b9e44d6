/* The batch of ddz_core.h: games are those of single tables, whatever threads and tables; nothing half done.
 */
#include "core/base/rng.h"
#include "core/net/feature.h"
#include "core/rules/movegen.h"
#include "lib/ddz_core.h"
#include "tests/support/plays.h"
#include "tests/support/test.h"

enum { ROOM = 1 << 18, TABLES = TEST_SANITIZED ? 20 : 120, STEPS = TEST_SANITIZED ? 60 : 120 };

static const char *const presets[] = {"standard", "douzero", "huanle", "botzone", "yuncheng", "laizi"};
enum { PRESETS = sizeof presets / sizeof *presets };

static struct ddz_rules *rules_of(const char *preset) {
  char json[40];
  snprintf(json, sizeof json, "\"%s\"", preset);
  return ddzc_rules_open(json, NULL, 0);
}

static void *room(size_t bytes) {
  void *block = calloc(1, bytes);
  assert_non_null(block);
  return block;
}

static struct ddzc_arrays arrays_new(size_t tables) {
  return (struct ddzc_arrays){.size = sizeof(struct ddzc_arrays),
                              .room = ROOM,
                              .first = room(4 * (tables + 1)),
                              .rows = room((size_t)16 * ROOM),
                              .ids = room((size_t)4 * ROOM),
                              .turn = room(tables),
                              .done = room(tables),
                              .reward = room(12 * tables),
                              .seed = room(8 * tables),
                              .v1 = room(DDZC_V1 * tables),
                              .open = room(DDZC_OPEN * tables),
                              .douzero_x = room(DDZC_DOUZERO_X * tables),
                              .douzero_z = room(DDZC_DOUZERO_Z * tables),
                              .douzero_rows = room((size_t)DDZC_DOUZERO_ROW * ROOM),
                              .role = room(tables),
                              .forced = room(tables),
                              .stake = room(4 * tables)};
}

static void arrays_free(struct ddzc_arrays *a) {
  void *all[] = {a->first,  a->rows, a->ids,    a->turn,      a->done,      a->reward,
                 a->seed,   a->v1,   a->open,   a->douzero_x, a->douzero_z, a->douzero_rows,
                 a->engine, a->role, a->forced, a->stake};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

static struct ddzc_batch *open_batch(const struct ddz_rules *rules, uint32_t tables, uint32_t threads) {
  const struct ddzc_batch_settings settings = {
      .size = sizeof settings, .rules = rules, .seed = 7, .tables = tables, .threads = threads};
  struct ddzc_batch *batch = ddzc_batch_open(&settings, NULL, 0);
  assert_non_null(batch);
  return batch;
}

/* What table i does in a step: by chance, the same in every batch. */
static int32_t choice(uint32_t i, int step, int32_t n) {
  struct ddz_rng rng;
  ddz_rng_seed_stream(&rng, i, (uint64_t)step);
  return (int32_t)ddz_rng_below(&rng, (uint32_t)n);
}

static void choose(const struct ddzc_arrays *a, uint32_t tables, int step, int32_t *action) {
  for (uint32_t i = 0; i < tables; i++) action[i] = choice(i, step, a->first[i + 1] - a->first[i]);
}

/* Eight bytes at a time: under a sanitizer each access counts. */
static uint64_t hash(uint64_t h, const void *bytes, size_t n) {
  const char *at = bytes;
  for (; n > 0;) {
    const size_t some = n < 8 ? n : 8;
    uint64_t word = 0;
    memcpy(&word, at, some);
    h = (h ^ word) * 0x9E3779B97F4A7C15u;
    h ^= h >> 29;
    at += some;
    n -= some;
  }
  return h;
}

static uint64_t hash_bytes(uint64_t h, const char *text) {
  for (; *text; text++) h = (h ^ (uint8_t)*text) * 1099511628211u;
  return h;
}

/* All that is told of the first `of` tables. */
static uint64_t told(uint64_t h, const struct ddzc_arrays *a, uint32_t of) {
  const size_t n = (size_t)a->first[of];
  h = hash(h, a->first, 4 * (of + 1));
  h = hash(h, a->rows, 16 * n);
  h = hash(h, a->ids, 4 * n);
  h = hash(h, a->turn, of);
  h = hash(h, a->done, of);
  h = hash(h, a->reward, 12 * of);
  h = hash(h, a->seed, 8 * of);
  h = hash(h, a->v1, DDZC_V1 * of);
  h = hash(h, a->open, DDZC_OPEN * of);
  h = hash(h, a->douzero_x, DDZC_DOUZERO_X * of);
  h = hash(h, a->douzero_z, DDZC_DOUZERO_Z * of);
  h = hash(h, a->role, of);
  h = hash(h, a->forced, of);
  h = hash(h, a->stake, 4 * of);
  return hash(h, a->douzero_rows, DDZC_DOUZERO_ROW * n);
}

static uint64_t played(const struct ddz_rules *rules, uint32_t tables, uint32_t threads, uint32_t of) {
  struct ddzc_batch *batch = open_batch(rules, tables, threads);
  struct ddzc_arrays a = arrays_new(tables);
  int32_t *action = room(4 * tables);
  assert_true(ddzc_batch_look(batch, &a) >= (int)tables);
  uint64_t h = told(14695981039346656037u, &a, of);
  for (int step = 0; step < STEPS; step++) {
    choose(&a, tables, step, action);
    const int n = ddzc_batch_step(batch, action, &a);
    assert_true(n >= (int)tables && n <= ROOM && n == a.first[tables]);
    h = told(h, &a, of);
  }
  free(action);
  arrays_free(&a);
  ddzc_batch_close(batch);
  return h;
}

TEST(threads_and_tables_change_no_game) {
  for (int p = 0; p < PRESETS; p++) {
    struct ddz_rules *rules = rules_of(presets[p]);
    const uint64_t one = played(rules, TABLES, 1, TABLES);
    assert_true(played(rules, TABLES, 2, TABLES) == one);
    assert_true(played(rules, TABLES, 7, TABLES) == one);
    const uint64_t first = played(rules, 1, 1, 1);
    assert_true(played(rules, 4, 4, 1) == first);
    if (p == 0 && !TEST_SANITIZED) assert_true(played(rules, 4096, 2, 1) == first);
    ddzc_rules_close(rules);
  }
}

/* ---- the same as single tables ---- */

static ddz_hand counts(const uint8_t *bytes, int n) {
  ddz_hand hand = 0;
  for (int r = 0; r < n; r++) hand |= (ddz_hand)bytes[r] << 4 * r;
  return hand;
}

static unsigned number(const uint8_t *bytes) { return bytes[0] + 256u * bytes[1]; }

static void same_observation(const uint8_t *v1, const uint8_t *open, const struct ddzc_table *table) {
  struct ddzc_view view, at;
  ddz_hand hand[3], kitty;
  ddzc_table_view(table, 0, &at);
  ddzc_table_view(table, at.turn, &view);
  ddzc_table_hands(table, hand, &kitty);
  assert_true(counts(v1, 16) == view.hand && counts(v1 + 16, 16) == view.unseen);
  assert_true(counts(v1 + 32, 16) == view.kitty && counts(v1 + 48, 16) == view.last.cards);
  assert_true(v1[112] == view.last.kind && v1[113] == view.last.rank && v1[114] == view.last.length);
  assert_int_equal(v1[115], view.owner == DDZC_NOBODY ? 3 : (view.owner - view.turn + 3) % 3);
  for (int k = 0; k < 3; k++) {
    const int seat = (view.turn + k) % 3;
    assert_true(counts(v1 + 64 + 16 * k, 16) == view.played[seat]);
    assert_true(counts(open + 16 * k, 16) == hand[seat]);
    assert_true(v1[116 + k] == view.left[seat] && v1[128 + k] == view.factor[seat]);
    assert_int_equal(number(v1 + 134 + 2 * k), view.said[seat]);
  }
  assert_true(counts(open + 48, 16) == kitty);
  assert_true(v1[119] == view.role && v1[120] == view.phase && v1[121] == view.bid && v1[122] == view.bombs);
  assert_true(v1[123] == view.passes && number(v1 + 124) == (unsigned)view.multiplier);
  assert_true(v1[126] == view.plies && v1[131] == view.deals && number(v1 + 132) == view.wild);
  assert_int_equal(v1[141], view.turn);
}

/* The moves that v1 tells are the newest, and those of who is said to have made them. */
static void same_moves(const uint8_t *v1, const ddz_hand *past, int n) {
  assert_int_equal(v1[140], n < 15 ? n : 15);
  for (int k = 0; k < 15; k++) {
    const uint8_t *move = v1 + 144 + 16 * k;
    if (k >= n) {
      assert_int_equal(move[15], 255);
      continue;
    }
    assert_true(counts(move, 15) == (past[k] & 0x0FFFFFFFFFFFFFFF));
    assert_int_equal(move[15] >> 7, past[k] >> 60);
    assert_int_equal(move[15] & 127, 2 - k % 3);
  }
}

TEST(a_batch_is_many_single_tables) {
  static struct ddzc_play list[ROOM];
  for (int p = 0; p < PRESETS; p++) {
    struct ddz_rules *rules = rules_of(presets[p]);
    struct ddzc_batch *batch = open_batch(rules, 20, 2);
    struct ddzc_arrays a = arrays_new(20);
    struct ddzc_table table[20], copy;
    ddz_hand past[20][400];
    int pasts[20] = {0};
    int32_t action[20];
    long games = 0;
    ddzc_batch_look(batch, &a);
    for (int i = 0; i < 20; i++) ddzc_table_init(&table[i], rules, a.seed[i]);
    for (int step = 0; step < (TEST_SANITIZED ? 150 : 400); step++) {
      choose(&a, 20, step, action);
      for (uint32_t i = 0; i < 20; i++) {
        const int n = ddzc_table_plays(&table[i], list, ROOM), at = a.first[i];
        assert_int_equal(n, a.first[i + 1] - at);
        for (int k = 0; k < n; k++) {
          const uint8_t *row = a.rows + 16 * (at + k);
          assert_true(counts(row, 15) == (list[k].cards & 0x0FFFFFFFFFFFFFFF));
          assert_int_equal(row[15], list[k].kind | (unsigned)(list[k].cards >> 60) << 7);
        }
        assert_int_equal(ddzc_batch_table(batch, i, &copy), 0);
        same_observation(a.v1 + DDZC_V1 * i, a.open + DDZC_OPEN * i, &copy);
        same_observation(a.v1 + DDZC_V1 * i, a.open + DDZC_OPEN * i, &table[i]);
        same_moves(a.v1 + DDZC_V1 * i, past[i], pasts[i]);
        if (list[action[i]].kind < DDZC_CALL) {
          memmove(past[i] + 1, past[i], (size_t)pasts[i]++ * sizeof **past);
          past[i][0] = list[action[i]].cards;
        }
        assert_int_equal(ddzc_table_do(&table[i], &list[action[i]]), 0);
        if (ddzc_table_plays(&table[i], list, ROOM) == 1 && list[0].kind == DDZC_DEAL)
          assert_int_equal(ddzc_table_act(&table[i], 0), 0);
      }
      assert_true(ddzc_batch_step(batch, action, &a) > 0);
      for (int i = 0; i < 20; i++) {
        int64_t score[3];
        assert_int_equal(ddzc_table_score(&table[i], score), a.done[i]);
        for (int s = 0; s < 3; s++) assert_true(a.reward[3 * i + s] == (a.done[i] ? (float)score[s] : 0));
        if (!a.done[i]) continue;
        ddzc_table_init(&table[i], rules, a.seed[i]);
        pasts[i] = 0;
        games++;
      }
    }
    assert_true(games > 20);
    arrays_free(&a);
    ddzc_batch_close(batch);
    ddzc_rules_close(rules);
  }
}

/* ---- the inputs of the nets ---- */

/* Of the rows of a table whose moves were `past`: as they follow from its hand and the moves. */
static void same_inputs(const struct ddz_rules *rules, const struct ddzc_arrays *a, uint32_t i,
                        const ddz_hand *past, int pasts, struct ddz_power *power) {
  static struct ddz_play list[DDZC_PLAYS + 1];
  const uint8_t *v1 = a->v1 + DDZC_V1 * i;
  struct ddz_inputs inputs;
  struct ddz_view view;
  ddz_view_init(&view, rules, (enum ddz_role)(pasts % 3), counts(v1, 16), counts(v1 + 32, 16));
  for (int k = 0; k < pasts; k++) assert_int_equal(view_play(&view, (enum ddz_role)(k % 3), past[k]), DDZ_OK);
  const size_t pass = !ddz_position_leads(&view.now);
  const size_t n = pass + ddz_moves(rules, view.hand, &view.now.last, DDZ_FILL_LACK, list + pass, DDZC_PLAYS);
  if (pass) list[0] = (struct ddz_play){0};
  assert_int_equal(n, a->first[i + 1] - a->first[i]);
  ddz_feature_begin(&inputs, &view, power, false);
  for (size_t k = 0; k < n; k++) {
    uint16_t due[DDZC_ENGINE];
    struct ddz_change change;
    memset(due, 255, sizeof due);
    ddz_feature_play(&inputs, &list[k], &change);
    ddz_feature_list(&inputs, &change, due);
    assert_memory_equal(due, a->engine + DDZC_ENGINE * ((size_t)a->first[i] + k), sizeof due);
  }
}

TEST(inputs_are_those_of_the_nets) {
  const size_t memo = 1 << 16, bytes = (ddz_power_size(memo) + 63) / 64 * 64;
  struct ddz_rules *rules = rules_of("douzero");
  struct ddzc_batch *batch = open_batch(rules, 2, 2);
  struct ddzc_arrays a = arrays_new(2);
  struct ddz_power *power = ddz_power_init(aligned_alloc(64, bytes), memo);
  ddz_hand past[2][400];
  int pasts[2] = {0}, games = 0;
  a.engine = room((size_t)2 * DDZC_ENGINE * ROOM);
  a.size = offsetof(struct ddzc_arrays, engine); /* of an older header, which has no such array */
  assert_true(ddzc_batch_look(batch, &a) > 0);
  assert_int_equal(a.engine[DDZC_ENGINE - 1], 0);
  a.size = sizeof a;
  ddzc_batch_look(batch, &a);
  for (int step = 0; step < 150; step++) {
    int32_t action[2];
    choose(&a, 2, step, action);
    for (uint32_t i = 0; i < 2; i++) {
      same_inputs(rules, &a, i, past[i], pasts[i], power);
      past[i][pasts[i]++] = counts(a.rows + 16 * (a.first[i] + action[i]), 15);
    }
    assert_true(ddzc_batch_step(batch, action, &a) > 0);
    for (int i = 0; i < 2; i++)
      if (a.done[i]) games++, pasts[i] = 0;
  }
  assert_true(games > 0);
  free(power);
  arrays_free(&a);
  ddzc_batch_close(batch);
  ddzc_rules_close(rules);
}

/* ---- what is done inside of a step ---- */

enum { TWINS = 12 };

/* A single table goes on by itself until there is a choice. Returns how many moves were forced. */
static int on_to_a_choice(struct ddz *engine, const struct ddz_rules *rules, struct ddzc_table *table,
                          int *actions, uint64_t *seed, int64_t reward[3]) {
  static struct ddzc_play list[ROOM];
  for (int forced = 0;;) {
    struct ddzc_view view;
    int64_t score[3];
    if (ddzc_table_score(table, score)) {
      struct ddz_rng rng; /* the deal after it, as batch.c draws it */
      ddz_rng_seed_stream(&rng, *seed, 0x4E787);
      *seed = ddz_rng_next(&rng) >> 11;
      for (int s = 0; s < 3; s++) reward[s] += score[s];
      ddzc_table_init(table, rules, *seed);
      *actions = 0;
    }
    ddzc_table_view(table, 0, &view);
    if (view.phase != DDZC_PHASE_PLAY) {
      const struct ddzc_player player = {.seed = *seed + (uint64_t)*actions};
      assert_int_equal(ddzc_table_robot(engine, table, &player, &list[0]), 0);
      assert_int_equal(ddzc_table_do(table, &list[0]), 0);
      ddzc_table_view(table, 0, &view);
      if (view.phase == DDZC_PHASE_REDEAL) assert_int_equal(ddzc_table_act(table, 0), 0);
    } else {
      if (ddzc_table_plays(table, list, ROOM) > 1) return forced;
      assert_int_equal(ddzc_table_act(table, 0), 0);
      forced++;
    }
    ++*actions;
  }
}

TEST(skipped_moves_are_those_that_a_single_table_makes) {
  const struct ddz_settings settings = {
      .size = sizeof settings, .model = "models/ddz.net", .table_bytes = 1 << 20};
  struct ddz *engine = ddz_open(&settings, NULL, 0);
  for (int p = 0; p < PRESETS; p++) {
    struct ddz_rules *rules = rules_of(presets[p]);
    const struct ddzc_batch_settings how = {.size = sizeof how,
                                            .rules = rules,
                                            .seed = 7,
                                            .tables = TWINS,
                                            .threads = 2,
                                            .engine = &settings,
                                            .skip = DDZC_SKIP_FORCED | DDZC_SKIP_CALLS};
    struct ddzc_batch *batch = ddzc_batch_open(&how, NULL, 0), *first = open_batch(rules, TWINS, 1);
    struct ddzc_arrays a = arrays_new(TWINS);
    struct ddzc_table table[TWINS];
    uint64_t seed[TWINS];
    int32_t action[TWINS];
    int actions[TWINS] = {0}, moves = 0, games = 0;
    ddzc_batch_look(first, &a); /* the deals that all batches of this seed begin with */
    for (int i = 0; i < TWINS; i++) ddzc_table_init(&table[i], rules, seed[i] = a.seed[i]);
    ddzc_batch_look(batch, &a);
    for (int step = 0; step < (TEST_SANITIZED ? 60 : 80); step++) {
      for (int i = 0; i < TWINS; i++) {
        struct ddzc_view view;
        int64_t reward[3] = {0}, stake;
        const int forced = on_to_a_choice(engine, rules, &table[i], &actions[i], &seed[i], reward);
        ddzc_table_view(&table[i], 0, &view);
        ddzc_table_view(&table[i], view.turn, &view);
        stake = view.multiplier * view.factor[view.landlord];
        if (view.turn != view.landlord)
          stake *= view.factor[view.turn];
        else
          stake *= view.factor[(view.turn + 1) % 3] + view.factor[(view.turn + 2) % 3];
        assert_true(a.seed[i] == seed[i] && a.turn[i] == view.turn && a.role[i] == view.role);
        assert_true(a.forced[i] == forced && a.stake[i] == (float)stake);
        for (int s = 0; s < 3; s++) assert_true(a.reward[3 * i + s] == (float)reward[s]);
        moves += forced;
        games += a.done[i];
      }
      choose(&a, TWINS, step, action);
      for (int i = 0; i < TWINS; i++, actions[i - 1]++) {
        assert_true(a.first[i + 1] - a.first[i] > 1);
        assert_int_equal(ddzc_table_act(&table[i], action[i]), 0);
      }
      assert_true(ddzc_batch_step(batch, action, &a) > 0);
    }
    assert_true(moves > TWINS && games > 0);
    arrays_free(&a);
    ddzc_batch_close(batch);
    ddzc_batch_close(first);
    ddzc_rules_close(rules);
  }
  ddz_close(engine);
}

/* ---- nothing half done ---- */

TEST(a_refused_step_leaves_no_trace) {
  struct ddz_rules *rules = rules_of("douzero");
  struct ddzc_batch *batch = open_batch(rules, 64, 2);
  struct ddzc_arrays a = arrays_new(64), before = arrays_new(64);
  int32_t action[64] = {0};
  const int n = ddzc_batch_look(batch, &a);
  ddzc_batch_look(batch, &before);
  const uint64_t h = told(1, &a, 64);
  action[63] = a.first[64] - a.first[63];
  assert_int_equal(ddzc_batch_step(batch, action, &a), DDZC_BAD_ARGUMENT);
  action[63] = -1;
  assert_int_equal(ddzc_batch_step(batch, action, &a), DDZC_BAD_ARGUMENT);
  action[63] = 0;
  a.room = 10;
  const int due = ddzc_batch_step(batch, action, &a);
  assert_true(due > 10);
  assert_int_equal(ddzc_batch_look(batch, &a), n); /* too many for it, too */
  a.size = 8;
  assert_int_equal(ddzc_batch_step(batch, action, &a), DDZC_BAD_ARGUMENT);
  assert_int_equal(ddzc_batch_look(batch, &a), DDZC_BAD_ARGUMENT);
  assert_true(told(1, &a, 64) == h); /* nothing was written */
  ddzc_batch_look(batch, &before);
  assert_true(told(1, &before, 64) == h); /* nothing has moved */
  assert_int_equal(ddzc_batch_step(batch, action, &before), due);
  assert_int_equal(ddzc_batch_table(batch, 64, &(struct ddzc_table){0}), DDZC_BAD_ARGUMENT);
  arrays_free(&a);
  arrays_free(&before);
  ddzc_batch_close(batch);
  ddzc_rules_close(rules);
}

TEST(wrong_settings_are_told) {
  struct ddz_rules *rules = rules_of("douzero");
  const struct ddzc_batch_settings good = {.size = sizeof good, .rules = rules, .tables = 2, .threads = 2};
  static const struct ddz_settings nowhere = {.size = sizeof nowhere, .model = "/nowhere"};
  struct ddzc_batch_settings bad[8];
  for (int i = 0; i < 8; i++) bad[i] = good;
  bad[0].size = 1;
  bad[1].rules = NULL;
  bad[2].tables = 0;
  bad[3].threads = 257;
  bad[4].robots = 7;
  bad[5].robot[1].level = 11;
  bad[6].robots = 1;
  bad[6].engine = &nowhere;
  bad[7].skip = 4;
  for (int i = 0; i < 8; i++) {
    char error[200] = "";
    assert_null(ddzc_batch_open(&bad[i], error, sizeof error));
    assert_true(error[0] != '\0');
    assert_null(ddzc_batch_open(&bad[i], NULL, 0));
  }
  ddzc_batch_close(NULL);
  ddzc_rules_close(rules);
}

static uint64_t with_robots(const struct ddz_rules *rules, uint32_t threads) {
  const struct ddz_settings engine = {
      .size = sizeof engine, .model = "models/ddz.net", .table_bytes = 1 << 20};
  const struct ddzc_batch_settings settings = {.size = sizeof settings,
                                               .rules = rules,
                                               .seed = 3,
                                               .tables = 12,
                                               .threads = threads,
                                               .engine = &engine,
                                               .robot = {{.level = 3}, {0}, {.engine = DDZC_NET}},
                                               .robots = 5};
  struct ddzc_batch *batch = ddzc_batch_open(&settings, NULL, 0);
  struct ddzc_arrays a = arrays_new(12);
  int32_t action[12];
  uint64_t h = 1;
  long games = 0;
  assert_non_null(batch);
  ddzc_batch_look(batch, &a);
  for (int step = 0; step < 60; step++) {
    for (int i = 0; i < 12; i++) assert_int_equal(a.turn[i], 1);
    choose(&a, 12, step, action);
    assert_true(ddzc_batch_step(batch, action, &a) > 0);
    for (int i = 0; i < 12; i++) games += a.done[i];
    h = told(h, &a, 12);
  }
  assert_true(games > 12);
  arrays_free(&a);
  ddzc_batch_close(batch);
  return h;
}

TEST(robots_sit_in_any_seat) {
  struct ddz_rules *rules = rules_of("standard");
  assert_true(with_robots(rules, 1) == with_robots(rules, 3));
  ddzc_rules_close(rules);
}

/* ---- numbers of others ---- */

/* Its whole list, each play and a blank, as one number; and some of them. */
TEST(plays_have_the_numbers_of_rlcard) {
  static const struct {
    const char *cards;
    int id;
  } rows[] = {{"3", 0},
              {"3334", 41},
              {"AA222", 378},
              {"33344455", 512},
              {"33444555", 600},
              {"333366", 25300},
              {"6888999TTTJJJKKB", 9000},
              {"KKAA2222", 27456},
              {"BR", 27470},
              {"333444BR", -1},
              {"33334444", -1},
              {"34", -1}};
  static char text[27472][DDZC_TEXT];
  struct ddz_rules *rules = rules_of("standard");
  struct ddz_play *all = room(sizeof *all * 27477);
  uint64_t h = 14695981039346656037u;
  ddz_hand hand;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    ddzc_hand_read(rows[i].cards, &hand);
    if (ddzc_rlcard_id(hand) != rows[i].id)
      fail_msg("%s: %d, not %d", rows[i].cards, ddzc_rlcard_id(hand), rows[i].id);
  }
  assert_int_equal(ddz_moves(rules, DDZ_HAND_DECK54, NULL, DDZ_FILL_LACK, all, 27477), 27477);
  for (int i = 0; i < 27477; i++)
    if (all[i].size <= 20) ddzc_hand_write(all[i].cards, text[ddzc_rlcard_id(all[i].cards)]);
  strcpy(text[ddzc_rlcard_id(0)], "pass");
  for (int i = 0; i < 27472; i++) h = hash_bytes(hash_bytes(h, text[i]), " ");
  assert_true(h == 0x72998f8324d5c7ca);
  free(all);
  ddzc_rules_close(rules);
}

int main(void) { return test_run(NULL, NULL); }
