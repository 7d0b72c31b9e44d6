/* What a seat sees, from a history and from a last play alone; and the roles it is told in. */
#include "core/game/table.h"
#include "core/game/view.h"
#include "core/rules/movegen.h"
#include "tests/support/cards.h"
#include "tests/support/plays.h"
#include "tests/support/test.h"

static struct ddz_rules standard;
static const enum ddz_role L = DDZ_LANDLORD, DOWN = DDZ_LANDLORD_DOWN, UP = DDZ_LANDLORD_UP;

static struct ddz_view seen_by(enum ddz_role role, const char *hand) {
  struct ddz_view view;
  ddz_view_init(&view, &standard, role, cards_hand(hand), cards_hand("345"));
  return view;
}

/* "L:33 D:44 U: ..." replayed; the error of the last action, DDZ_OK for those before it. */
static enum ddz_error replay(struct ddz_view *view, const char *history) {
  char copy[256];
  enum ddz_error error = DDZ_OK;
  snprintf(copy, sizeof copy, "%s", history);
  for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " ")) {
    assert_int_equal(error, DDZ_OK);
    enum ddz_role role = word[0] == 'L' ? L : word[0] == 'D' ? DOWN : UP;
    error = view_play(view, role, cards_hand(word + 2));
  }
  return error;
}

TEST(the_three_roles_sit_in_a_ring_and_two_are_partners) {
  for (int r = 0; r < DDZ_ROLES; r++) {
    assert_int_equal(ddz_role_before(ddz_role_next((enum ddz_role)r)), r);
    assert_false(ddz_role_partners((enum ddz_role)r, (enum ddz_role)r));
    assert_false(ddz_role_enemies((enum ddz_role)r, (enum ddz_role)r));
  }
  assert_int_equal(ddz_role_next(L), DOWN);
  assert_int_equal(ddz_role_next(DOWN), UP);
  assert_true(ddz_role_partners(DOWN, UP));
  assert_true(ddz_role_enemies(L, UP) && ddz_role_enemies(DOWN, L));
  assert_false(ddz_role_enemies(DOWN, UP) || ddz_role_partners(L, UP));
}

TEST(a_game_begins_with_the_landlord_and_his_kitty) {
  struct ddz_view view = seen_by(UP, "33445566778899TJQ");
  assert_int_equal(view.now.turn, L);
  assert_int_equal(view.now.left[L], 20);
  assert_int_equal(view.now.left[DOWN], 17);
  assert_int_equal(view.now.left[UP], 17);
  assert_int_equal(view.now.last.kind, DDZ_PASS);
  assert_int_equal(ddz_view_unseen(&view), DDZ_HAND_DECK54 - view.hand);
}

TEST(a_history_tells_who_leads_who_passed_and_what_is_left) {
  struct ddz_view view = seen_by(DOWN, "3445566778899TJQ");
  assert_int_equal(replay(&view, "L:33 D: U:55 L:"), DDZ_OK);
  assert_int_equal(view.now.turn, DOWN);
  assert_int_equal(view.now.owner, UP);
  assert_int_equal(view.now.passes, 1);
  assert_int_equal(view.now.last.cards, cards_hand("55"));
  assert_int_equal(view.now.left[L], 18);
  assert_int_equal(view.now.left[UP], 15);
  assert_int_equal(view.now.played[L], cards_hand("33"));
  assert_int_equal(replay(&view, "D:"), DDZ_OK);
  assert_int_equal(view.now.turn, UP);
  assert_int_equal(view.now.last.kind, DDZ_PASS);
  assert_int_equal(replay(&view, "U:AAAA L:BR"), DDZ_OK);
  assert_int_equal(ddz_position_bombs(&view.now), 2);
  assert_int_equal(view.now.left[UP], 11);
}

TEST(a_history_that_breaks_the_rules_is_refused_and_changes_nothing) {
  static const struct {
    const char *history;
    enum ddz_error error;
  } lines[] = {
      {"D:3", DDZ_ERR_WRONG_TURN},
      {"L:", DDZ_ERR_PASS_ON_LEAD},
      {"L:34", DDZ_ERR_NOT_A_PATTERN},
      {"L:5 D:5", DDZ_ERR_DOES_NOT_BEAT},
      {"L:5 D:66", DDZ_ERR_DOES_NOT_BEAT},
      {"L:5 L:6", DDZ_ERR_WRONG_TURN},
      {"L:5 D:6 U: L: D:", DDZ_ERR_PASS_ON_LEAD},
      {"L:33 D:444", DDZ_ERR_DOES_NOT_BEAT},
      {"L:AAAA D: U: L:AA", DDZ_ERR_TOO_MANY_OF_RANK},
      {"L:QQQQ", DDZ_ERR_TOO_MANY_OF_RANK}, /* the hand below has one of them */
      {"L:3456789TJQKA D: U: L:34567 D: U: L:555", DDZ_ERR_TOO_MANY_OF_RANK},
      {"L:3456789TJQKA D: U: L:3456789T D:", DDZ_ERR_GAME_OVER},
      {"L:3456789TJQKA D: U: L:3456789TJ", DDZ_ERR_TOO_MANY_CARDS},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_view view = seen_by(UP, "Q"), before;
    char start[256];
    snprintf(start, sizeof start, "%s", lines[i].history);
    char *last = strrchr(start, ' ');
    if (last != NULL) {
      *last++ = 0;
      assert_int_equal(replay(&view, start), DDZ_OK);
    }
    before = view;
    assert_int_equal(replay(&view, last != NULL ? last : start), lines[i].error);
    assert_memory_equal(&before, &view, sizeof view);
  }
}

/* Down to his last card the landlord passes the lead: right only if that card can be the flower. */
TEST(a_pass_on_the_lead_is_believed_of_a_lone_flower) {
  static const struct {
    const char *rules, *hand, *history;
    enum ddz_error error;
  } lines[] = {
      {"yuncheng", "2", "L:3456789TJQKA D: U: L:3456789T D: U: L:", DDZ_OK},
      {"yuncheng", "2", "L:3456789TJQKA D: U: L:3456789 D: U: L:", DDZ_ERR_PASS_ON_LEAD}, /* two cards */
      {"yuncheng", "2F", "L:3456789TJQKA D: U: L:3456789T D: U: L:", DDZ_ERR_PASS_ON_LEAD},
      {"yuncheng", "2", "L:3456789TJQKA D: U: L:3456789F D: U: L:", DDZ_ERR_PASS_ON_LEAD},
      {"standard", "2", "L:3456789TJQKA D: U: L:3456789 D: U: L:", DDZ_ERR_PASS_ON_LEAD},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    const struct ddz_rules rules = cards_rules(lines[i].rules);
    struct ddz_view view;
    ddz_view_init(&view, &rules, DOWN, cards_hand(lines[i].hand), 0);
    assert_int_equal(replay(&view, lines[i].history), lines[i].error);
    if (lines[i].error != DDZ_OK) continue;
    assert_int_equal(view.now.turn, DOWN);
    assert_int_equal(view.now.passes, 0);
    assert_int_equal(replay(&view, "D:3 U:4 L: D: U:5"), DDZ_OK);
  }
  struct ddz_rules rules = cards_rules("standard");
  struct ddz_view view;
  ddz_rules_forbid(&rules, 1u << DDZ_SOLO);
  ddz_view_init(&view, &rules, DOWN, cards_hand("2"), 0);
  assert_int_equal(replay(&view, "L: D: U:33"), DDZ_OK);
}

static enum ddz_error put(struct ddz_view *view, enum ddz_role owner, const char *cards) {
  struct ddz_play play = cards_play(view->rules, cards);
  return ddz_view_last(view, owner, &play);
}

TEST(a_last_play_alone_tells_who_passed) {
  struct ddz_view view;
  ddz_view_bare(&view, &standard, UP, cards_hand("3456"));
  assert_int_equal(view.now.turn, UP);
  assert_int_equal(view.now.left[UP], 4);
  assert_int_equal(view.now.left[L], 0);
  assert_int_equal(put(&view, L, "5"), DDZ_OK);
  assert_int_equal(view.now.passes, 1);
  assert_int_equal(ddz_hand_count(ddz_view_unseen(&view), 2), 2);

  ddz_view_bare(&view, &standard, UP, cards_hand("3456"));
  assert_int_equal(put(&view, DOWN, "5"), DDZ_OK);
  assert_int_equal(view.now.passes, 0);

  ddz_view_bare(&view, &standard, UP, cards_hand("3456"));
  assert_int_equal(put(&view, UP, "7"), DDZ_OK);
  assert_int_equal(view.now.last.kind, DDZ_PASS);

  struct ddz_view before = view;
  assert_int_equal(put(&view, L, "5555"), DDZ_ERR_TOO_MANY_OF_RANK);
  assert_memory_equal(&before, &view, sizeof view);
}

/* The last play and the cards left of what a seat sees. */
static struct ddz_view cut(const struct ddz_view *all) {
  struct ddz_view view;
  ddz_view_bare(&view, all->rules, all->role, all->hand);
  view.kitty = all->kitty;
  memcpy(view.shown, all->shown, sizeof view.shown);
  memcpy(view.now.left, all->now.left, sizeof view.now.left);
  if (!ddz_position_leads(&all->now))
    assert_int_equal(ddz_view_last(&view, all->now.owner, &all->now.last), DDZ_OK);
  return view;
}

/* Every unseen card is with somebody, those of the shown hands with their owners. */
static void is_hidden_right(const struct ddz_view *view) {
  struct ddz_hidden hidden;
  ddz_hidden_of(&hidden, view);
  assert_false(hidden.assumed);
  for (int role = 0; role < DDZ_ROLES; role++) {
    assert_int_equal(ddz_hand_size(hidden.known[role]) + hidden.draw[role], view->now.left[role]);
    if (view->shown[role] != 0) assert_true(hidden.known[role] == view->shown[role]);
  }
  assert_true(hidden.known[0] + hidden.known[1] + hidden.known[2] + hidden.pool ==
              view->hand + ddz_view_unseen(view));
}

/* As many cards of each are gone as in the game, what is known stays, the kitty is the landlord's. */
static void is_completed(const struct ddz_view *all, struct ddz_rng *rng) {
  const struct ddz_view known = cut(all);
  struct ddz_view view = known, again = known;
  struct ddz_rng same = *rng;
  assert_true(ddz_view_complete(&view, rng) && ddz_view_complete(&again, &same));
  assert_memory_equal(&view, &again, sizeof view);
  assert_true(ddz_view_is_accounted(&view));
  is_hidden_right(&view);
  for (int role = 0; role < DDZ_ROLES; role++) {
    assert_int_equal(ddz_hand_size(view.now.played[role]), ddz_hand_size(all->now.played[role]));
    assert_true(ddz_hand_contains(view.now.played[role], known.now.played[role]));
  }
  assert_true(ddz_hand_contains(ddz_view_unseen(&known), ddz_view_unseen(&view)));
  if (all->role == DDZ_LANDLORD)
    assert_true(ddz_hand_contains(view.hand + view.now.played[DDZ_LANDLORD], all->kitty));
  else
    assert_true(ddz_hand_contains(ddz_view_unseen(&view), ddz_view_kitty_left(&view)));
}

/* A play at random, now and then a pass. */
static struct ddz_action any_action(const struct ddz_table *table, const struct ddz_view *view,
                                    struct ddz_rng *rng) {
  static struct ddz_play plays[DDZ_MOVES_MAX];
  const size_t n = ddz_moves(view->rules, view->hand, &view->now.last, DDZ_FILL_LACK, plays, DDZ_MOVES_MAX);
  const bool passes = n == 0 || (!ddz_position_leads(&view->now) && ddz_rng_below(rng, 3) == 0);
  return (struct ddz_action){.seat = (uint8_t)table->turn,
                             .cards = passes ? 0 : plays[ddz_rng_below(rng, (uint32_t)n)].cards};
}

TEST(what_was_played_before_is_dealt_to_those_who_played_it) {
  struct ddz_rules rules = cards_rules("douzero");
  int seen = 0;
  struct ddz_rng rng = test_rng(test_seed());
  for (int game = 0; game < 40; game++) {
    struct ddz_table table;
    assert_int_equal(ddz_table_init(&table, &rules, ddz_rng_next(&rng), NULL), DDZ_OK);
    table.shown = (uint8_t)(game % 8); /* seats whose hands all know */
    for (; table.phase == DDZ_PHASE_PLAY; seen++) {
      struct ddz_view view;
      ddz_table_view(&table, &view);
      is_completed(&view, &rng);
      const struct ddz_action action = any_action(&table, &view, &rng);
      assert_int_equal(ddz_table_apply(&table, &action), DDZ_OK);
    }
  }
  assert_true(seen > 400);
}

/* Any of equal cards, so that of the kitty now this one is played and now another. */
static ddz_cards any_of(struct ddz_rng *rng, ddz_cards from, ddz_hand wanted) {
  ddz_cards picked;
  if (ddz_cards_pick(from & ddz_rng_next(rng), wanted, &picked) == DDZ_OK) return picked;
  assert_int_equal(ddz_cards_pick(from, wanted, &picked), DDZ_OK);
  return picked;
}

/* Told one by one, what is left of the kitty is what lies in the landlord's hand of it; told by rank it is at
 * most that. */
TEST(of_cards_told_one_by_one_the_kitty_is_known_exactly) {
  struct ddz_rules rules = cards_rules("yuncheng");
  int more = 0;
  struct ddz_rng rng = test_rng(test_seed());
  rules.calling = DDZ_CALLING_NONE;
  for (int game = 0; game < 200; game++) {
    struct ddz_table table;
    assert_int_equal(ddz_table_init(&table, &rules, ddz_rng_next(&rng), NULL), DDZ_OK);
    table.one_by_one = true;
    while (table.phase == DDZ_PHASE_PLAY) {
      struct ddz_view view;
      ddz_table_view(&table, &view);
      const ddz_hand left = ddz_cards_hand(table.kitty & table.cards[table.landlord]);
      assert_true(ddz_view_kitty_left(&view) == left);
      is_completed(&view, &rng);
      struct ddz_action action = any_action(&table, &view, &rng);
      action.picked = any_of(&rng, table.cards[table.turn], action.cards);
      view.apart = 0;
      assert_true(ddz_hand_contains(left, ddz_view_kitty_left(&view)));
      more += ddz_view_kitty_left(&view) != left;
      assert_int_equal(ddz_table_apply(&table, &action), DDZ_OK);
    }
  }
  assert_true(more > 100);
}

TEST(nothing_is_completed_where_cards_left_are_not_known_or_too_many) {
  static const int left[][DDZ_ROLES] = {{4, 0, 5}, {4, 5, 18}, {4, 17, 17}};
  struct ddz_rng rng = test_rng(test_seed());
  for (size_t i = 0; i < sizeof left / sizeof *left; i++) {
    struct ddz_view view, before;
    ddz_view_bare(&view, &standard, L, cards_hand("3456"));
    memcpy(view.now.left, left[i], sizeof view.now.left);
    before = view;
    assert_int_equal(ddz_view_complete(&view, &rng), i == 2);
    if (i < 2) assert_memory_equal(&view, &before, sizeof view);
  }
}

int main(void) {
  standard = cards_rules("standard");
  return test_run(NULL, NULL);
}
