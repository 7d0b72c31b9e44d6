/* What a seat sees, from a history and from a last play alone; and the roles it is told in. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/game/view.h"
#include "tests/support/cards.h"
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
    error = ddz_view_play(view, role, cards_hand(word + 2));
  }
  return error;
}

static void the_three_roles_sit_in_a_ring_and_two_are_partners(void **state) {
  for (int r = 0; r < DDZ_ROLES; r++) {
    assert_int_equal(ddz_role_of(ddz_role_name((enum ddz_role)r)), r);
    assert_int_equal(ddz_role_before(ddz_role_next((enum ddz_role)r)), r);
    assert_false(ddz_role_partners((enum ddz_role)r, (enum ddz_role)r));
    assert_false(ddz_role_enemies((enum ddz_role)r, (enum ddz_role)r));
  }
  assert_int_equal(ddz_role_next(L), DOWN);
  assert_int_equal(ddz_role_next(DOWN), UP);
  assert_true(ddz_role_partners(DOWN, UP));
  assert_true(ddz_role_enemies(L, UP) && ddz_role_enemies(DOWN, L));
  assert_false(ddz_role_enemies(DOWN, UP) || ddz_role_partners(L, UP));
  assert_int_equal(ddz_role_of("peasant"), DDZ_ROLES);
}

static void a_game_begins_with_the_landlord_and_his_kitty(void **state) {
  struct ddz_view view = seen_by(UP, "33445566778899TJQ");
  assert_int_equal(view.now.turn, L);
  assert_int_equal(view.now.left[L], 20);
  assert_int_equal(view.now.left[DOWN], 17);
  assert_int_equal(view.now.left[UP], 17);
  assert_int_equal(view.now.last.kind, DDZ_PASS);
  assert_int_equal(ddz_view_unseen(&view), DDZ_HAND_DECK54 - view.hand);
}

static void a_history_tells_who_leads_who_passed_and_what_is_left(void **state) {
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

static void a_history_that_breaks_the_rules_is_refused_and_changes_nothing(void **state) {
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
static void a_pass_on_the_lead_is_believed_of_a_lone_flower(void **state) {
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

static void a_last_play_alone_tells_who_passed(void **state) {
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

int main(void) {
  standard = cards_rules("standard");
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_three_roles_sit_in_a_ring_and_two_are_partners),
      cmocka_unit_test(a_game_begins_with_the_landlord_and_his_kitty),
      cmocka_unit_test(a_history_tells_who_leads_who_passed_and_what_is_left),
      cmocka_unit_test(a_history_that_breaks_the_rules_is_refused_and_changes_nothing),
      cmocka_unit_test(a_pass_on_the_lead_is_believed_of_a_lone_flower),
      cmocka_unit_test(a_last_play_alone_tells_who_passed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
