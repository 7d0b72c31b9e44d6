/* A style changes some decisions of the levels that play with a net or a search, and in its direction.
 *
 * DDZ_GAMES in the environment: games of which the decisions are taken. */
#include <math.h>

#include "core/base/rng.h"
#include "core/game/open.h"
#include "core/net/feature.h"
#include "core/play/rulebook.h"
#include "core/robot/decide.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/test.h"

enum { GAMES = 60, SEARCHED_EACH = 8 /* one decision in so many is searched */, NODES = 2000 };

struct tally {
  int asked, changed;
  int takes, bombs, yields; /* more of them with the style than without: leads taken from enemies, bombs,
                               passes to the partner */
};

static bool takes(const struct ddz_view *view, const struct ddz_play *play) {
  return play->kind != DDZ_PASS && !ddz_position_leads(&view->now) &&
         ddz_role_enemies(view->role, view->now.owner);
}

static bool yields(const struct ddz_view *view, const struct ddz_play *play) {
  return play->kind == DDZ_PASS && !ddz_position_leads(&view->now) &&
         ddz_role_partners(view->role, view->now.owner);
}

static struct ddz_play choose(const struct ddz_view *view, int level, enum ddz_style style) {
  struct ddz_robot_request ask;
  struct ddz_robot_move move;
  ddz_robot_defaults(&ask);
  ask.view = *view;
  ask.level = level;
  ask.style = style;
  ask.seed = 1;
  if (level == DDZ_LEVEL_MAX) ask.limit.nodes = NODES;
  ddz_decide(engine_here(), &ask, &move, NULL, 0);
  return move.chosen.play;
}

static struct ddz_play by_net(const struct ddz_view *view) {
  struct ddz_robot_request ask;
  struct ddz_robot_move move;
  ddz_robot_defaults(&ask);
  ask.view = *view;
  ask.player = DDZ_PLAYER_NET;
  ddz_decide(engine_here(), &ask, &move, NULL, 0);
  return move.chosen.play;
}

/* Does the play win in every deal that fits? Levels below the highest do not look for that. */
static bool is_proved(const struct ddz_view *view) {
  struct ddz_robot_request ask;
  struct ddz_robot_move move;
  ddz_robot_defaults(&ask);
  ask.view = *view;
  ask.level = DDZ_LEVEL_NONE;
  ddz_decide(engine_here(), &ask, &move, NULL, 0);
  return move.chosen.proven;
}

static void compare(const struct ddz_view *view, int level, enum ddz_style style, struct tally *tally) {
  const struct ddz_play steady = choose(view, level, DDZ_STYLE_STEADY), styled = choose(view, level, style);
  tally->asked++;
  tally->changed += steady.cards != styled.cards;
  tally->takes += takes(view, &styled) - takes(view, &steady);
  tally->bombs += ddz_is_bomb(&styled) - ddz_is_bomb(&steady);
  tally->yields += yields(view, &styled) - yields(view, &steady);
}

static bool has_choice(const struct ddz_view *view) {
  struct ddz_play play[DDZ_FEATURE_CANDIDATES];
  return ddz_feature_candidates(view->rules, view->hand, &view->now.last, play) > 1;
}

static void ask_game(struct ddz_rng *rng, struct tally tally[DDZ_LEVEL_MAX + 1][DDZ_STYLES]) {
  const struct ddz_rules rules = cards_rules("douzero");
  ddz_hand deck = ddz_rules_deck(&rules), hand[DDZ_ROLES];
  struct ddz_open open;
  struct ddz_play play;
  for (int r = 0; r < DDZ_ROLES; r++) hand[r] = cards_draw(rng, &deck, DDZ_HAND_DEALT);
  hand[DDZ_LANDLORD] += deck;
  ddz_open_start(&open, &rules, hand, deck);
  do {
    for (int level = 8; level <= DDZ_LEVEL_MAX && has_choice(&open.view); level++) {
      if (level == DDZ_LEVEL_MAX && ddz_rng_below(rng, SEARCHED_EACH) > 0) continue;
      for (int style = DDZ_STYLE_AGGRESSIVE; style < DDZ_STYLES; style++)
        compare(&open.view, level, (enum ddz_style)style, &tally[level][style]);
    }
    play = choose(&open.view, DDZ_LEVEL_NONE, DDZ_STYLE_STEADY);
    assert_true(play.cards == by_net(&open.view).cards || is_proved(&open.view)); /* no errors on purpose */
  } while (!ddz_open_play(&open, &play));
}

TEST(a_style_changes_few_decisions_in_its_direction) {
  static struct tally tally[DDZ_LEVEL_MAX + 1][DDZ_STYLES];
  const int games = (int)test_env("DDZ_GAMES", GAMES);
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < games; i++) ask_game(&rng, tally);
  for (int level = 8; level <= DDZ_LEVEL_MAX; level++)
    for (int style = DDZ_STYLE_AGGRESSIVE; style < DDZ_STYLES; style++) {
      const struct tally *t = &tally[level][style];
      print_message(
          "level %d, %s: %d of %d decisions (%.3f); %+d leads taken, %+d bombs, %+d passes to the partner\n",
          level, ddz_style_names[style], t->changed, t->asked, (double)t->changed / t->asked, t->takes,
          t->bombs, t->yields);
      assert_true(t->changed * 100 >= 3 * t->asked && t->changed * 100 <= 15 * t->asked);
      assert_true(style == DDZ_STYLE_AGGRESSIVE ? t->takes + t->bombs > 0 : t->yields > 0);
    }
}

/* In hundredths of a logit: what its row of robot.def says where it applies, nothing elsewhere. */
TEST(a_style_adds_what_its_row_says) {
  static const struct {
    const char *play;
    bool follows;
    enum ddz_role owner; /* of the last play, a 9 */
    int hundredths[DDZ_STYLES];
  } lines[] = {
      {"3", false, DDZ_LANDLORD_DOWN, {0, 0, 0}}, {"5555", false, DDZ_LANDLORD_DOWN, {0, 38, 0}},
      {"A", true, DDZ_LANDLORD, {0, 22, 0}},      {"5555", true, DDZ_LANDLORD, {0, 22 + 38, 0}},
      {"A", true, DDZ_LANDLORD_UP, {0, 0, 0}},    {"5555", true, DDZ_LANDLORD_UP, {0, 38, 0}},
      {"", true, DDZ_LANDLORD_UP, {0, 0, 60}},    {"", true, DDZ_LANDLORD, {0, 0, 0}},
  };
  const struct ddz_rules rules = cards_rules("standard");
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    for (int style = 0; style < DDZ_STYLES; style++) {
      struct ddz_robot_request ask;
      ddz_robot_defaults(&ask);
      ddz_view_bare(&ask.view, &rules, DDZ_LANDLORD_DOWN, cards_hand("355558A"));
      if (lines[i].follows) ask.view.now.last = cards_play(&rules, "9"), ask.view.now.owner = lines[i].owner;
      ask.style = (enum ddz_style)style;
      const struct ddz_play play =
          lines[i].play[0] ? cards_play(&rules, lines[i].play) : (struct ddz_play){0};
      const double bonus = ddz_style_bonus(&ask, &play);
      if (lround(bonus * 100) != lines[i].hundredths[style])
        fail_msg("line %zu, %s: %g", i, ddz_style_names[style], bonus);
    }
}

int main(void) { return test_run(trained_open, trained_close); }
