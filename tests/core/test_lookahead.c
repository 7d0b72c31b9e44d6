/* Looking ahead: the ends of games are exact, the same question has the same answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/search/lookahead.h"
#include "core/search/sampler.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/seed.h"
#include "tests/support/toy_net.h"

/* `seat` leads `play`; a net takes what goes out, whatever else it knows. */
static void ends_of_games_are_exact(void **state) {
  (void)state;
  static const struct {
    enum ddz_role seat;
    const char *hand[DDZ_ROLES], *play;
    double win, points;
    int plies;
  } lines[] = {
      {DDZ_LANDLORD, {"34567", "89", "TJ"}, "34567", 1, 1, 1},
      {DDZ_LANDLORD, {"7777", "89", "TJ"}, "7777", 1, 2, 1},
      {DDZ_LANDLORD, {"34", "5", "TJ"}, "3", 0, -1, 2},
      {DDZ_LANDLORD, {"344", "5555", "TJ"}, "3", 0, -2, 2},
      {DDZ_LANDLORD_UP, {"66", "8", "79"}, "7", 1, 1, 3},
  };
  struct ddz_rules rules = cards_rules("douzero");
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    ddz_hand hand[DDZ_ROLES];
    struct ddz_view view;
    struct ddz_play play;
    struct ddz_prospect out;
    for (int k = 0; k < DDZ_ROLES; k++) hand[k] = cards_hand(lines[i].hand[k]);
    ddz_view_bare(&view, &rules, lines[i].seat, hand[lines[i].seat]);
    assert_int_equal(ddz_classify(&rules, cards_hand(lines[i].play), &play), DDZ_OK);
    ddz_lookahead(engine_here(), &view, hand, &play, DDZ_OBJECTIVE_WIN, .85, NULL, &out);
    if (out.win != lines[i].win || out.points != lines[i].points || out.plies != lines[i].plies)
      fail_msg("line %zu: %f, %f, %d plies", i, out.win, out.points, out.plies);
  }
}

/* The net learned games without springs; the end of a game counts them where the rules do. For points a net
 * may think that not to go out is worth more. */
static void a_spring_doubles_the_end(void **state) {
  (void)state;
  static const struct {
    const char *rules, *hand[DDZ_ROLES], *play;
    int played; /* by a farmer before */
    double points;
  } lines[] = {
      {"standard", {"34567", "89", "TJ"}, "34567", 0, 2}, {"standard", {"34567", "89", "TJ"}, "34567", 1, 1},
      {"standard", {"34", "5", "TJ"}, "3", 0, -2},        {"douzero", {"34567", "89", "TJ"}, "34567", 0, 1},
      {"douzero", {"34", "5", "TJ"}, "3", 0, -1},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_rules rules = cards_rules(lines[i].rules);
    ddz_hand hand[DDZ_ROLES];
    struct ddz_view view;
    struct ddz_play play;
    struct ddz_prospect out;
    for (int k = 0; k < DDZ_ROLES; k++) hand[k] = cards_hand(lines[i].hand[k]);
    ddz_view_bare(&view, &rules, DDZ_LANDLORD, hand[DDZ_LANDLORD]);
    view.now.from_start = true;
    view.now.plays[DDZ_LANDLORD_UP] = lines[i].played;
    assert_int_equal(ddz_classify(&rules, cards_hand(lines[i].play), &play), DDZ_OK);
    ddz_lookahead(engine_here(), &view, hand, &play, DDZ_OBJECTIVE_WIN, .85, NULL, &out);
    if (out.points != lines[i].points) fail_msg("line %zu: %f", i, out.points);
  }
}

/* Thoughts on the way keep it from being won or lost for certain; there is no chance in it. */
static void a_game_is_played_to_its_end_and_thought_of_on_the_way(void **state) {
  (void)state;
  struct ddz_rules rules = cards_rules("douzero");
  struct ddz_rng rng;
  ddz_rng_seed(&rng, test_seed());
  for (int i = 0; i < 50; i++) {
    struct ddz_view view;
    struct ddz_sampler sampler;
    struct ddz_play play;
    struct ddz_prospect out, again, end;
    ddz_hand hand[DDZ_ROLES];
    ddz_view_init(&view, &rules, DDZ_LANDLORD, cards_hand("3345567889TJQKAA22BR"), 0);
    ddz_sampler_init(&sampler, &view);
    ddz_sampler_draw(&sampler, &rng, hand);
    assert_int_equal(ddz_classify(&rules, cards_hand("33"), &play), DDZ_OK);
    ddz_lookahead(engine_here(), &view, hand, &play, DDZ_OBJECTIVE_POINTS, .85, NULL, &out);
    ddz_lookahead(engine_here(), &view, hand, &play, DDZ_OBJECTIVE_POINTS, .85, NULL, &again);
    ddz_lookahead(engine_here(), &view, hand, &play, DDZ_OBJECTIVE_POINTS, 1, NULL, &end);
    assert_true(out.end_win == end.win && out.end_points == end.points && end.end_win == end.win);
    assert_true(out.plies > 10); /* 17 and more cards do not go in fewer */
    assert_true(out.win > 0 && out.win < 1);
    assert_true(out.win == again.win && out.points == again.points && out.plies == again.plies);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ends_of_games_are_exact),
      cmocka_unit_test(a_spring_doubles_the_end),
      cmocka_unit_test(a_game_is_played_to_its_end_and_thought_of_on_the_way),
  };
  return cmocka_run_group_tests(tests, toy_player_open, toy_player_close);
}
