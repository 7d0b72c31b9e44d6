/* The state of play: followed action by action it is what the whole list of actions tells, with two and with
 * three players; springs; readings; games end. */
#include "core/game/open.h"
#include "core/rules/movegen.h"
#include "tests/support/cards.h"
#include "tests/support/plays.h"
#include "tests/support/rule_cases.h"
#include "tests/support/test.h"

enum { GAMES = 400 };
static const enum ddz_role L = DDZ_LANDLORD, DOWN = DDZ_LANDLORD_DOWN, UP = DDZ_LANDLORD_UP;

/* ---- the slow way: everything from the list of all actions, counted anew each time ---- */

struct history {
  int players, n;
  struct ddz_play play[DDZ_PLIES_MAX];
};

static int actor(const struct history *h, int i) { return i % h->players; } /* the landlord began */

/* How many actions at the end are passes. */
static int passes_at_end(const struct history *h) {
  int passes = 0;
  while (passes < h->n && h->play[h->n - 1 - passes].kind == DDZ_PASS) passes++;
  return passes;
}

static struct ddz_position position_of(const struct history *h, const ddz_hand start[DDZ_ROLES]) {
  struct ddz_position p = {
      .from_start = true, .duel = h->players == 2, .turn = (enum ddz_role)actor(h, h->n)};
  const int passes = passes_at_end(h), last = h->n - 1 - passes;
  for (int i = 0; i < h->n; i++) {
    p.played[actor(h, i)] += h->play[i].cards;
    p.plays[actor(h, i)] += h->play[i].cards != 0;
    ddz_raise_count(p.raised, &h->play[i]);
  }
  for (int r = 0; r < h->players; r++) p.left[r] = ddz_hand_size(start[r] - p.played[r]);
  if (last >= 0) p.owner = (enum ddz_role)actor(h, last);
  if (last >= 0 && passes < h->players - 1) {
    p.last = h->play[last];
    p.passes = passes;
  } else {
    p.skips = passes - (last >= 0 ? h->players - 1 : 0);
  }
  return p;
}

static void assert_same_position(const struct ddz_position *a, const struct ddz_position *b) {
  assert_same_play(&a->last, &b->last);
  assert_int_equal(a->turn, b->turn);
  if (a->last.kind != DDZ_PASS) assert_int_equal(a->owner, b->owner);
  assert_int_equal(a->passes, b->passes);
  assert_int_equal(a->skips, b->skips);
  assert_memory_equal(a->raised, b->raised, sizeof a->raised);
  assert_memory_equal(a->left, b->left, sizeof a->left);
  assert_memory_equal(a->plays, b->plays, sizeof a->plays);
  assert_memory_equal(a->played, b->played, sizeof a->played);
}

/* A random legal action: one in three passes where one may. */
static struct ddz_play any_play(struct ddz_rng *rng, const struct ddz_rules *rules, ddz_hand hand,
                                const struct ddz_play *last) {
  static struct ddz_play move[DDZ_MOVES_MAX_WILD];
  const size_t n = ddz_moves(rules, hand, last, DDZ_FILL_LACK, move, DDZ_MOVES_MAX_WILD);
  if (n == 0 || (last->kind != DDZ_PASS && ddz_rng_below(rng, 3) == 0)) return (struct ddz_play){0};
  return move[ddz_rng_below(rng, (uint32_t)n)];
}

/* Hands of `players`: 17 cards each, or (a game's end) a few, so that nobody can lead now and then. */
static void deal(struct ddz_rng *rng, const struct ddz_rules *rules, int players, ddz_hand hand[DDZ_ROLES]) {
  ddz_hand deck = ddz_rules_deck(rules);
  const int size = ddz_rng_below(rng, 2) == 0 ? 17 : 1 + (int)ddz_rng_below(rng, 4);
  for (int r = 0; r < DDZ_ROLES; r++) hand[r] = r < players ? cards_draw(rng, &deck, size) : 0;
}

TEST(a_position_is_what_all_actions_together_tell) {
  int stuck = 0, longest = 0;
  struct ddz_rng rng = test_rng(test_seed());
  for (unsigned g = 0; g < GAMES; g++) {
    struct ddz_rules rules = rule_case_any(&rng, g);
    struct history h = {.players = 2 + (int)(g % 2)};
    ddz_hand start[DDZ_ROLES], hand[DDZ_ROLES];
    if (ddz_rng_below(&rng, 3) == 0) ddz_rules_forbid(&rules, 1u << DDZ_SOLO);
    deal(&rng, &rules, h.players, start);
    memcpy(hand, start, sizeof hand);
    struct ddz_position p = position_of(&h, start);
    bool over = false;
    while (!over) {
      assert_false(ddz_position_is_over(&p));
      const enum ddz_role turn = p.turn;
      const struct ddz_play play = any_play(&rng, &rules, hand[turn], &p.last);
      assert_in_range(h.n, 0, DDZ_PLIES_MAX - 1);
      hand[turn] -= play.cards;
      h.play[h.n++] = play;
      over = ddz_position_play(&p, &play);
      const struct ddz_position want = position_of(&h, start);
      assert_same_position(&p, &want);
      assert_int_equal(over, hand[turn] == 0 || want.skips == h.players);
      assert_int_equal(over, ddz_position_is_over(&p));
    }
    stuck += p.skips == h.players;
    longest = h.n > longest ? h.n : longest;
  }
  printf("%d games, %d that nobody could go on with, the longest of %d actions\n", GAMES, stuck, longest);
  assert_true(stuck > 0);
}

/* Doublings and springs at the end of a game that `winner` has won. */
TEST(a_spring_needs_a_side_that_hardly_played_and_a_game_known_from_its_start) {
  static const struct {
    enum ddz_role winner;
    int plays[DDZ_ROLES], bombs;
    bool from_start, spring;
    int doublings; /* where springs count */
  } lines[] = {
      {DDZ_LANDLORD, {5, 0, 0}, 0, true, true, 1},    {DDZ_LANDLORD, {5, 0, 0}, 2, true, true, 3},
      {DDZ_LANDLORD, {5, 1, 0}, 0, true, false, 0},   {DDZ_LANDLORD, {5, 0, 1}, 1, true, false, 1},
      {DDZ_LANDLORD, {1, 0, 0}, 0, true, true, 1},    {DDZ_LANDLORD_DOWN, {1, 4, 3}, 0, true, true, 1},
      {DDZ_LANDLORD_UP, {1, 0, 3}, 1, true, true, 2}, {DDZ_LANDLORD_UP, {2, 0, 3}, 1, true, false, 1},
      {DDZ_LANDLORD, {5, 0, 0}, 0, false, false, 0},  {DDZ_LANDLORD_UP, {1, 0, 3}, 1, false, false, 1},
      {DDZ_ROLES, {1, 0, 0}, 3, true, false, 3},
  };
  const struct ddz_rules counted = cards_rules("standard"), uncounted = cards_rules("douzero");
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_position p = {.raised = {[DDZ_RAISE_HARD] = lines[i].bombs},
                             .from_start = lines[i].from_start};
    memcpy(p.plays, lines[i].plays, sizeof p.plays);
    if (ddz_position_is_spring(&p, lines[i].winner) != lines[i].spring ||
        ddz_position_factor(&p, &counted, lines[i].winner, NULL) != 1 << lines[i].doublings ||
        ddz_position_factor(&p, &uncounted, lines[i].winner, NULL) != 1 << lines[i].bombs)
      fail_msg("line %zu", i);
  }
}

TEST(cards_are_read_as_named_or_in_the_best_way_that_beats) {
  static const struct {
    const char *rules, *last, *cards, *as; /* as: cards that have the kind, rank and length; "" the best */
    enum ddz_error error;
    const char *got; /* likewise */
  } lines[] = {
      {"standard", "", "345", "", DDZ_ERR_NOT_A_PATTERN, NULL},
      {"standard", "", "345", "3", DDZ_ERR_NOT_A_PATTERN, NULL},
      {"standard", "", "33", "44", DDZ_ERR_NO_READING, NULL},
      {"standard", "4", "33", "33", DDZ_ERR_DOES_NOT_BEAT, NULL},
      {"standard", "4", "33", "", DDZ_ERR_DOES_NOT_BEAT, NULL},
      {"laizi 7", "", "3337", "", DDZ_OK, "3333"},
      {"laizi 7", "", "3337", "3334", DDZ_OK, "3334"},
      {"laizi 7", "5", "3337", "3334", DDZ_ERR_DOES_NOT_BEAT, NULL},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    const struct ddz_rules rules = cards_rules(lines[i].rules);
    const struct ddz_position p = {.last = cards_play(&rules, lines[i].last)};
    const struct ddz_play as = cards_play(&rules, lines[i].as);
    struct ddz_play got;
    const enum ddz_error error = ddz_position_read(&p, &rules, cards_hand(lines[i].cards), &as, &got);
    if (error != lines[i].error) fail_msg("line %zu: %d", i, (int)error);
    if (error != DDZ_OK) continue;
    const struct ddz_play want = cards_play(&rules, lines[i].got);
    assert_int_equal(got.kind, want.kind);
    assert_int_equal(got.rank, want.rank);
    assert_int_equal(got.cards, cards_hand(lines[i].cards));
  }
}

/* Seen with open cards: whose turn it is sees his hand and no other, and the points are the stake's. */
TEST(an_open_game_shows_each_seat_its_own_hand) {
  const struct ddz_rules rules = cards_rules("standard");
  const ddz_hand hand[DDZ_ROLES] = {cards_hand("3333K"), cards_hand("45"), cards_hand("67")};
  struct ddz_open open;
  ddz_open_start(&open, &rules, hand, cards_hand("33K"));
  const struct ddz_play bomb = cards_play(&rules, "3333"), pass = {0}, king = cards_play(&rules, "K");
  assert_int_equal(open.view.now.left[L], 5);
  assert_false(ddz_open_play(&open, &bomb));
  const struct ddz_position bombed = open.view.now;
  assert_int_equal(open.view.role, DOWN);
  assert_int_equal(open.view.hand, hand[DOWN]);
  assert_int_equal(ddz_open_winner(&open), DDZ_ROLES);
  assert_false(ddz_open_play(&open, &pass));
  assert_int_equal(open.view.hand, hand[UP]);
  assert_int_equal(ddz_view_kitty_left(&open.view), cards_hand("K"));
  assert_false(ddz_open_play(&open, &pass));
  assert_int_equal(open.view.trail.count, 3);
  assert_true(ddz_open_play(&open, &king));
  assert_int_equal(ddz_open_winner(&open), L);
  assert_true(ddz_open_points(&open, L, NULL) == 4); /* a bomb and a spring */
  assert_true(ddz_open_points(&open, UP, &bombed) == -2);
}

int main(void) { return test_run(NULL, NULL); }
