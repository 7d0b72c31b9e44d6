/* A position and a play as inputs: in range, each once, nothing hidden among them. */
#include "core/game/table.h"
#include "core/net/feature.h"
#include "core/rules/movegen.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/plays.h"
#include "tests/support/test.h"

static const char *presets[] = {"standard", "douzero", "huanle",  "botzone",
                                "yuncheng", "laizi 7", "laizi 7J"};
enum { PRESETS = sizeof presets / sizeof *presets };

static int most_state, most_add, most_active;

static int of_group(const char *name, const uint16_t *list, int n) {
  const struct ddz_feature_group *group;
  const size_t groups = ddz_feature_groups(&group);
  int count = 0;
  for (size_t g = 0; g < groups; g++)
    for (int i = 0; i < n && strcmp(group[g].name, name) == 0; i++)
      count += list[i] >= group[g].first && list[i] < group[g].first + group[g].inputs;
  return count;
}

/* Every input below DDZ_FEATURES and none twice. */
static void assert_set(const uint16_t *list, int n) {
  static unsigned char seen[DDZ_FEATURES];
  memset(seen, 0, sizeof seen);
  assert_true(n <= DDZ_FEATURE_ACTIVE_MAX);
  for (int i = 0; i < n; i++) {
    assert_true(list[i] < DDZ_FEATURES);
    assert_false(seen[list[i]]);
    seen[list[i]] = 1;
  }
}

static void check_candidate(const struct ddz_inputs *position, const struct ddz_play *play) {
  struct ddz_change change;
  uint16_t list[DDZ_FEATURE_ACTIVE_MAX];
  ddz_feature_play(position, play, &change);
  const int n = ddz_feature_list(position, &change, list);
  assert_int_equal(n, position->n - change.drops + change.adds); /* what is dropped was there */
  assert_set(list, n);
  assert_int_equal(of_group("PLAY", list, n), 1);
  assert_int_equal(of_group("OUT", list, n), play->cards == position->view->hand);
  if (change.adds > most_add) most_add = change.adds;
  if (n > most_active) most_active = n;
}

/* Any legal play or pass. */
static void act(struct ddz_table *table, const struct ddz_view *view, struct ddz_rng *rng) {
  static struct ddz_play move[DDZ_MOVES_MAX_WILD];
  const size_t n =
      ddz_moves(view->rules, view->hand, &view->now.last, DDZ_FILL_LACK, move, DDZ_MOVES_MAX_WILD);
  const bool pass = n == 0 || (view->now.last.kind != DDZ_PASS && ddz_rng_below(rng, 3) == 0);
  const size_t i = pass ? 0 : ddz_rng_below(rng, (uint32_t)n);
  struct ddz_action action = {.seat = DDZ_SEAT_TURN, .cards = pass ? 0 : move[i].cards};
  if (!pass) action.kind = move[i].kind, action.rank = move[i].rank, action.length = move[i].length;
  assert_int_equal(ddz_table_apply(table, &action), DDZ_OK);
}

static void begin(struct ddz_table *table, const struct ddz_rules *rules, uint64_t seed) {
  struct ddz_rules drawn = *rules;
  drawn.calling = DDZ_CALLING_NONE;
  assert_int_equal(ddz_table_init(table, &drawn, seed, NULL), DDZ_OK);
}

TEST(inputs_are_in_range_and_each_on_once_in_random_games_of_all_presets) {
  struct ddz_rng rng = test_rng(test_seed());
  for (int g = 0; g < 700; g++) {
    const struct ddz_rules rules = cards_rules(presets[g % PRESETS]);
    struct ddz_table table;
    begin(&table, &rules, ddz_rng_next(&rng));
    while (table.phase == DDZ_PHASE_PLAY) {
      struct ddz_view view;
      struct ddz_inputs position;
      struct ddz_play play[DDZ_FEATURE_CANDIDATES];
      ddz_table_view(&table, &view);
      ddz_feature_begin(&position, &view, engine_here()->power, g % 2);
      assert_set(position.input, position.n);
      if (position.n > most_state) most_state = position.n;
      const size_t n = ddz_feature_candidates(view.rules, view.hand, &view.now.last, play);
      assert_true(n <= DDZ_FEATURE_CANDIDATES);
      for (size_t i = 0; i < n; i++) check_candidate(&position, &play[i]);
      act(&table, &view, &rng);
    }
  }
  print_message("most inputs on: position %d of %d, added %d of %d, candidate %d of %d\n", most_state,
                DDZ_FEATURE_STATE_MAX, most_add, DDZ_FEATURE_ADD_MAX, most_active, DDZ_FEATURE_ACTIVE_MAX);
}

/* The same position from the referee, and from the history as a request tells it. */
TEST(a_history_and_the_referee_give_the_same_inputs) {
  struct ddz_rng rng = test_rng(test_seed() + 2);
  for (int g = 0; g < 200; g++) {
    const struct ddz_rules rules = cards_rules("douzero");
    struct ddz_table table;
    struct ddz_view seen[DDZ_ROLES];
    begin(&table, &rules, ddz_rng_next(&rng));
    for (int r = 0; r < DDZ_ROLES; r++)
      ddz_view_init(&seen[r], &rules, (enum ddz_role)r, table.hand[ddz_table_seat(&table, (enum ddz_role)r)],
                    ddz_cards_hand(table.kitty));
    while (table.phase == DDZ_PHASE_PLAY) {
      struct ddz_view view;
      struct ddz_inputs a, b;
      ddz_table_view(&table, &view);
      const enum ddz_role role = view.role;
      ddz_feature_begin(&a, &view, engine_here()->power, true);
      ddz_feature_begin(&b, &seen[role], engine_here()->power, true);
      assert_int_equal(a.n, b.n);
      assert_memory_equal(a.input, b.input, (size_t)a.n * sizeof *a.input);
      const ddz_hand before = view.hand;
      const int seat = table.turn;
      act(&table, &view, &rng);
      const ddz_hand cards = before - table.hand[seat];
      seen[role].hand -= cards; /* the view wants the hand as it is when the history is told */
      for (int r = 0; r < DDZ_ROLES && table.phase == DDZ_PHASE_PLAY; r++)
        assert_int_equal(view_play(&seen[r], role, cards), DDZ_OK);
    }
  }
}

/* Any call that is open, till cards are played. */
static void call_any(struct ddz_table *table, struct ddz_rng *rng, ddz_call_set said[DDZ_SEATS]) {
  memset(said, 0, DDZ_SEATS * sizeof *said);
  while (table->phase != DDZ_PHASE_PLAY) {
    struct ddz_action action = {.verb = DDZ_VERB_DEAL, .seat = DDZ_SEAT_TURN};
    if (table->phase == DDZ_PHASE_REDEAL) {
      memset(said, 0, DDZ_SEATS * sizeof *said);
    } else {
      const ddz_call_set open = ddz_table_calls(table);
      action.verb = DDZ_VERB_CALL;
      do action.call = (uint8_t)ddz_rng_below(rng, DDZ_CALLS);
      while ((open >> action.call & 1) == 0);
      said[table->turn] |= (ddz_call_set)(1u << action.call);
    }
    assert_int_equal(ddz_table_apply(table, &action), DDZ_OK);
  }
}

/* Who looks knows what each said, own calls first; of a landlord who was drawn nothing is told. */
TEST(what_was_called_is_an_input_for_the_seat_that_said_it) {
  struct ddz_rng rng = test_rng(test_seed() + 3);
  for (int g = 0; g < 400; g++) {
    const struct ddz_rules rules = cards_rules(presets[g % PRESETS]);
    struct ddz_table table;
    ddz_call_set said[DDZ_SEATS];
    struct ddz_view view;
    struct ddz_inputs inputs;
    int due = 0;
    assert_int_equal(ddz_table_init(&table, &rules, ddz_rng_next(&rng), NULL), DDZ_OK);
    call_any(&table, &rng, said);
    for (int plays = 0; plays < g % 3; plays++) {
      ddz_table_view(&table, &view);
      act(&table, &view, &rng);
    }
    if (table.phase != DDZ_PHASE_PLAY) continue;
    ddz_table_view(&table, &view);
    ddz_feature_begin(&inputs, &view, engine_here()->power, g % 2);
    assert_set(inputs.input, inputs.n);
    for (int i = 0; i < DDZ_SEATS; i++)
      for (int call = 0; call < DDZ_CALLS; call++) {
        const bool on = said[(table.turn + i) % DDZ_SEATS] >> call & 1;
        bool found = false;
        for (int k = 0; k < inputs.n; k++)
          found = found || inputs.input[k] == DDZ_FEATURE_CALLS + DDZ_CALLS * i + call;
        assert_int_equal(found, on);
        due += on;
      }
    assert_int_equal(of_group("CALLS", inputs.input, inputs.n), due);
    assert_int_equal(due > 0, rules.calling != DDZ_CALLING_NONE);
  }
}

TEST(a_landlord_who_did_not_call_tells_nothing_by_doubling) {
  const struct ddz_rules rules = cards_rules("huanle");
  struct ddz_view view;
  struct ddz_inputs inputs;
  ddz_view_init(&view, &rules, DDZ_LANDLORD, cards_hand("33445566778899TTJJQK"), 0);
  view.now.calls[DDZ_LANDLORD_UP] = 1u << DDZ_CALL_PASS;
  view.now.calls[DDZ_LANDLORD] = 1u << DDZ_CALL_DOUBLE;
  ddz_feature_begin(&inputs, &view, engine_here()->power, false);
  assert_int_equal(of_group("CALLS", inputs.input, inputs.n), 0);
  view.now.calls[DDZ_LANDLORD] |= 1u << DDZ_CALL_CALL;
  ddz_feature_begin(&inputs, &view, engine_here()->power, false);
  assert_int_equal(of_group("CALLS", inputs.input, inputs.n), 3);
}

TEST(what_is_not_known_has_no_input) {
  const struct ddz_rules rules = cards_rules("standard");
  struct ddz_view view;
  struct ddz_inputs position;
  ddz_view_bare(&view, &rules, DDZ_LANDLORD_UP, cards_hand("33445566778"));
  ddz_feature_begin(&position, &view, engine_here()->power, false);
  assert_int_equal(of_group("LEFT", position.input, position.n), 1); /* the own */
  assert_int_equal(of_group("LEFTS", position.input, position.n), 0);
  assert_int_equal(of_group("RECENT", position.input, position.n), 0);
  assert_int_equal(of_group("KITTY", position.input, position.n), 0);
  assert_int_equal(of_group("LEADS", position.input, position.n), 1);
  const struct ddz_play last = cards_play(&rules, "TT"), pass = {0};
  assert_int_equal(ddz_view_last(&view, DDZ_LANDLORD, &last), DDZ_OK);
  ddz_feature_begin(&position, &view, engine_here()->power, false);
  assert_int_equal(of_group("LEADS", position.input, position.n), 0);
  assert_int_equal(of_group("LAST", position.input, position.n), 1);
  assert_int_equal(of_group("RECENT", position.input, position.n), 2); /* the pair, and a pass on it */
  assert_int_equal(of_group("REFUSED", position.input, position.n), 1);
  check_candidate(&position, &pass);
}

/* ---- wildcards, springs, other rules ---- */

/* At the first lead: inputs that are on of each group. */
static const struct game_row {
  const char *rules;
  int game, spring, wild, in_hand;
} game_rows[] = {
    {"douzero", 0, 0, 0, 0},  {"standard", 2, 1, 0, 0}, {"huanle", 2, 1, 0, 0},   {"botzone", 2, 0, 0, 0},
    {"yuncheng", 3, 1, 1, 1}, {"laizi 7", 3, 1, 1, 1},  {"laizi 7J", 3, 1, 2, 1},
};

TEST(what_a_game_has_is_an_input) {
  for (size_t i = 0; i < sizeof game_rows / sizeof *game_rows; i++) {
    const struct game_row *row = &game_rows[i];
    const struct ddz_rules rules = cards_rules(row->rules);
    struct ddz_table table;
    struct ddz_view view;
    struct ddz_inputs p;
    begin(&table, &rules, i + 1);
    ddz_table_view(&table, &view);
    ddz_feature_begin(&p, &view, engine_here()->power, true);
    const int on[] = {of_group("GAME", p.input, p.n), of_group("SPRING", p.input, p.n),
                      of_group("WILD", p.input, p.n), of_group("WILD_HAND", p.input, p.n)};
    if (on[0] != row->game || on[1] != row->spring || on[2] != row->wild || on[3] != row->in_hand)
      fail_msg("%s: game %d, spring %d, wild %d, in hand %d", row->rules, on[0], on[1], on[2], on[3]);
    view.now.from_start = false; /* nobody can tell whether it is a spring */
    ddz_feature_begin(&p, &view, engine_here()->power, true);
    assert_int_equal(of_group("SPRING", p.input, p.n), 0);
  }
}

/* The input of a group that is on, counted from its first; -1: none. */
static int input_of(const struct ddz_change *change, int first, int inputs) {
  for (int i = 0; i < change->adds; i++)
    if (change->add[i] >= first && change->add[i] < first + inputs) return change->add[i] - first;
  return -1;
}

/* Fewest wildcards besides the unseen natural cards of an answer to `play`, found by listing all answers:
 * those in kind, or bombs. 5: none. */
static int fewest(const struct ddz_rules *rules, ddz_hand naturals, ddz_hand wilds,
                  const struct ddz_play *play, bool bombs) {
  static struct ddz_play move[DDZ_MOVES_MAX_WILD];
  int least = 5;
  const size_t n = ddz_moves(rules, naturals + wilds, play, DDZ_FILL_LACK, move, DDZ_MOVES_MAX_WILD);
  for (size_t i = 0; i < n; i++) {
    const int used = ddz_hand_size(ddz_rules_wilds(rules, move[i].cards));
    if (ddz_is_bomb(&move[i]) == bombs && used < least) least = used < 4 ? used : 4;
  }
  return least;
}

/* Few cards unseen, so that all answers can be listed. Kickers are taken to be found, so plays with them are
 * left out; so are bombs of wildcards alone. */
TEST(the_fewest_wildcards_that_beat_a_play_are_found) {
  static const char *const with_wilds[] = {"yuncheng", "laizi 7", "laizi 5J", "laizi 2"};
  struct ddz_rng rng;
  int checked = 0, wanted = 0; /* wanted: wildcards are */
  ddz_rng_seed(&rng, test_seed() + 7);
  for (int g = 0; g < 1500; g++) {
    const struct ddz_rules rules = cards_rules(with_wilds[g % 4]);
    struct ddz_view view;
    struct ddz_inputs position;
    struct ddz_play play[DDZ_FEATURE_CANDIDATES];
    ddz_hand deck = ddz_rules_deck(&rules);
    ddz_view_bare(&view, &rules, DDZ_LANDLORD, cards_draw(&rng, &deck, 8));
    const ddz_hand unseen = cards_draw(&rng, &deck, 14), wilds = ddz_rules_wilds(&rules, unseen);
    view.now.played[DDZ_LANDLORD_UP] = deck;
    if (ddz_hand_size(wilds) > 3) continue;
    assert_true(ddz_view_unseen(&view) == unseen);
    ddz_feature_begin(&position, &view, engine_here()->power, false);
    const size_t n = ddz_feature_candidates(view.rules, view.hand, &view.now.last, play);
    for (size_t i = 0; i < n; i++) {
      struct ddz_change change;
      if (play[i].kind == DDZ_ROCKET || play[i].grade == 2) continue;
      if (ddz_pattern_rows[play[i].kind].kicker != 0) continue;
      ddz_feature_play(&position, &play[i], &change);
      const int kind = input_of(&change, DDZ_FEATURE_WILD_BEATEN, 6);
      const int bomb = input_of(&change, DDZ_FEATURE_WILD_BEATEN + 6, 6);
      const int in_kind = fewest(&rules, unseen - wilds, wilds, &play[i], false);
      const int in_bomb = fewest(&rules, unseen - wilds, wilds, &play[i], true);
      if (bomb != in_bomb || (!ddz_is_bomb(&play[i]) && kind != in_kind)) {
        print_message("%s: %s of %d against ", rules.name, cards_text(play[i].cards), play[i].kind);
        fail_msg("%s: in kind %d of %d, by a bomb %d of %d", cards_text(unseen), kind, in_kind, bomb,
                 in_bomb);
      }
      checked++;
      wanted += in_kind % 5 > 0 || in_bomb % 5 > 0;
    }
  }
  print_message("%d plays checked, %d are beaten with wildcards only\n", checked, wanted);
  assert_true(checked > 500 && wanted > 500);
}

TEST(the_table_has_no_gap_and_a_signature) {
  const struct ddz_feature_group *group;
  const size_t n = ddz_feature_groups(&group);
  int next = 0;
  for (size_t i = 0; i < n; i++) {
    assert_int_equal(group[i].first, next);
    assert_true(strlen(group[i].text) > 10);
    next += group[i].inputs;
  }
  assert_int_equal(next, DDZ_FEATURES);
  assert_int_not_equal(ddz_feature_signature(), 0);
}

/* A new kind has a slot of its own, or the table of slots must be asked for more. */
TEST(every_kind_has_a_slot_of_its_own) {
  int of_slot[DDZ_FEATURE_SLOTS];
  for (int slot = 0; slot < DDZ_FEATURE_SLOTS; slot++) of_slot[slot] = DDZ_KINDS;
  for (int kind = 0; kind < DDZ_KINDS; kind++) {
    const int slot = ddz_feature_slot((enum ddz_kind)kind);
    assert_in_range(slot, 0, DDZ_FEATURE_SLOTS - 1);
    if (of_slot[slot] != DDZ_KINDS)
      fail_msg("%s and %s share a slot", ddz_pattern_rows[kind].name, ddz_pattern_rows[of_slot[slot]].name);
    of_slot[slot] = kind;
  }
}

TEST(what_is_taken_of_a_room_keeps_the_signature) {
  enum { REVISION = 1, MOST = 128, TAKEN = 3 };
  const struct ddz_feature_group *group;
  struct ddz_feature_group taken[MOST];
  const size_t n = ddz_feature_groups(&group);
  size_t m = 0;
  assert_true(2 * n <= MOST);
  for (size_t i = 0; i < n; i++) {
    taken[m++] = group[i];
    if (!group[i].room) continue;
    taken[m - 1].inputs -= TAKEN;
    taken[m] = (struct ddz_feature_group){"ANOTHER", "something else", 0, TAKEN, true};
    taken[m].first = (uint16_t)(taken[m - 1].first + taken[m - 1].inputs);
    m++;
  }
  assert_true(m > n);
  assert_int_equal(ddz_feature_sign(taken, m, REVISION), ddz_feature_sign(group, n, REVISION));
  taken[2].inputs++;
  assert_int_not_equal(ddz_feature_sign(taken, m, REVISION), ddz_feature_sign(group, n, REVISION));
}

int main(void) { return test_run(NULL, NULL); }
