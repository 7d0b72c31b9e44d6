/* Which player a seat is like: how likely each does a thing against the formula, players recognised by what
 * they do, draws by their shares, and the players themselves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "core/game/open.h"
#include "core/game/table.h"
#include "core/play/greedy.h"
#include "core/play/rulebook.h"
#include "core/search/evidence.h"
#include "core/search/likeness.h"
#include "core/search/lookahead.h"
#include "core/value/prompt.h"
#include "tests/support/engine.h"
#include "tests/support/seed.h"
#include "tests/support/trained.h"

enum { GAMES = TEST_SANITIZED ? 6 : 24 };

static const struct {
  const char *name;
  double ease;
} likes[DDZ_LIKES] = {
#define LIKE(name, prior, ease, meaning) {#name, ease},
#include "core/search/search.def"
#undef LIKE
};

/* A game with all hands known, and what everybody did. */
struct played {
  struct ddz_rules rules;
  struct ddz_table table;
  struct ddz_record record;
};

static void begin(struct played *game, uint64_t seed) {
  assert_int_equal(ddz_rules_preset(seed % 4 == 0 ? "laizi" : "douzero", &game->rules), DDZ_OK);
  game->rules.calling = DDZ_CALLING_NONE;
  game->record.n = 0;
  assert_int_equal(ddz_table_init(&game->table, &game->rules, seed, NULL), DDZ_OK);
}

static void hands_of(const struct played *game, ddz_hand hand[DDZ_ROLES]) {
  for (int r = 0; r < DDZ_ROLES; r++) hand[r] = game->table.hand[(game->table.landlord + r) % DDZ_SEATS];
}

/* What the net thinks of all that can be done; how many there are. */
static size_t judge(const struct ddz_view *view, struct ddz_judged judged[DDZ_FEATURE_CANDIDATES]) {
  return ddz_judge(ddz_greedy_net(engine_here(), view->rules), ddz_engine_power(engine_here()), view,
                   DDZ_OBJECTIVE_WIN, judged);
}

/* The formula's q of one play for a player by the net, in the plainest way. */
static double q_of(const struct ddz_judged *judged, size_t n, size_t at, double ease) {
  double all = 0;
  for (size_t k = 0; k < n; k++) all += exp((double)judged[k].value.win / ease);
  return exp((double)judged[at].value.win / ease) / all;
}

/* What a player of a kind does there. */
static struct ddz_play play_of(const struct ddz_view *view, enum ddz_like like) {
  struct ddz_play play = {0};
  if (!ddz_like_is_net(like)) {
    ddz_like_play(engine_here(), like, view, ddz_view_unseen(view), &play);
    return play;
  }
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
  const size_t n = judge(view, judged);
  return n > 0 ? judged[ddz_judge_best(judged, n, DDZ_OBJECTIVE_WIN)].play : play;
}

/* The same of one who may err. */
static struct ddz_play choice_of(const struct ddz_view *view, enum ddz_like like, struct ddz_rng *chance) {
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
  const size_t n = judge(view, judged);
  if (!ddz_like_is_net(like) || n < 2) return play_of(view, like);
  return judged[ddz_like_choose(like, judged, n, DDZ_OBJECTIVE_WIN, chance)].play;
}

static void go_on(struct played *game, enum ddz_like like) {
  struct ddz_view view;
  ddz_table_view(&game->table, &view);
  const struct ddz_action action = {.seat = (uint8_t)game->table.turn, .cards = play_of(&view, like).cards};
  assert_int_equal(ddz_table_apply(&game->table, &action), DDZ_OK);
  ddz_record_add_action(&game->record, &game->table, &action);
}

/* ---- one deed ---- */

/* How likely each would have done this, as the formula has it, from all plays the net looks at. */
static bool fits_due(const struct ddz_view *view, ddz_hand done, double p[DDZ_LIKES]) {
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
  size_t at = 0;
  const size_t n = judge(view, judged);
  while (at < n && judged[at].play.cards != done) at++;
  if (n < 2 || n > DDZ_LIKE_PLAYS || at == n) return false;
  for (enum ddz_like like = 0; like < DDZ_LIKES; like++) {
    const double q =
        ddz_like_is_net(like) ? q_of(judged, n, at, likes[like].ease) : play_of(view, like).cards == done;
    p[like] = (1 - DDZ_LIKE_SLIP) * q + DDZ_LIKE_SLIP / (double)n;
  }
  return true;
}

static void a_deed_fits_as_the_formula_has_it(void **state) {
  (void)state;
  struct ddz_rng rng;
  int checked = 0, silent = 0;
  ddz_rng_seed(&rng, test_seed());
  for (int g = 0; g < GAMES / 2; g++) {
    struct played game;
    begin(&game, (test_seed() + (uint64_t)g) % 1000003);
    for (; game.table.phase == DDZ_PHASE_PLAY; go_on(&game, (enum ddz_like)ddz_rng_below(&rng, DDZ_LIKES))) {
      struct ddz_view view;
      double due[DDZ_LIKES], p[DDZ_LIKES];
      ddz_table_view(&game.table, &view);
      const struct ddz_play done = play_of(&view, (enum ddz_like)ddz_rng_below(&rng, DDZ_LIKES));
      const bool tells = fits_due(&view, done.cards, due);
      assert_int_equal(ddz_like_fit(engine_here(), &view, DDZ_OBJECTIVE_WIN, &done, p), tells);
      for (int like = 0; tells && like < DDZ_LIKES; like++) assert_true(fabs(p[like] - due[like]) < 1e-4);
      checked += tells;
      silent += !tells;
    }
  }
  assert_true(checked > 3 * GAMES && silent > 0);
}

/* ---- players ---- */

/* By the net or not, and how: those who play by it more or less exactly play alike. */
static int way_of(enum ddz_like like) { return ddz_like_is_net(like) ? -1 : (int)like; }

/* Whole games of one kind of player, looked at in the end with the hands as they lay. */
static void players_are_recognised(void **state) {
  (void)state;
  static struct ddz_evidence evidence;
  for (enum ddz_like like = 0; like < DDZ_LIKES; like++) {
    double sum = 0, prior = 0;
    int seats = 0;
    for (enum ddz_like other = 0; other < DDZ_LIKES; other++)
      if (way_of(other) == way_of(like)) prior += ddz_like_priors[other];
    for (int g = 0; g < GAMES; g++) {
      struct played game;
      struct ddz_view view;
      double share[DDZ_ROLES][DDZ_LIKES];
      ddz_hand hand[DDZ_ROLES];
      begin(&game, (test_seed() + (uint64_t)g) % 1000003);
      while (game.table.phase == DDZ_PHASE_PLAY) {
        ddz_table_view(&game.table, &view);
        hands_of(&game, hand);
        go_on(&game, like);
      }
      game.record.n--; /* as it was before the last play */
      if (!ddz_evidence_gather(&evidence, &view, DDZ_OBJECTIVE_WIN, &game.record)) continue;
      (void)ddz_evidence_weigh(&evidence, engine_here(), hand, 0, share);
      for (enum ddz_role role = 0; role < DDZ_ROLES; role++) {
        double all = 0, right = 0;
        if (role == view.role) continue;
        for (enum ddz_like other = 0; other < DDZ_LIKES; other++) {
          all += share[role][other];
          if (way_of(other) == way_of(like)) right += share[role][other];
        }
        sum += right / all, seats++;
      }
    }
    print_message("%s: %.2f, by the prior %.2f\n", likes[like].name, sum / seats, prior);
    assert_true(sum / seats > (1 + prior) / 2);
  }
}

static void likes_are_drawn_by_their_shares(void **state) {
  (void)state;
  enum { DRAWS = 30000 };
  struct ddz_rng rng;
  int drawn[DDZ_LIKES] = {0};
  double all = 0, twice[DDZ_LIKES];
  ddz_rng_seed(&rng, test_seed());
  for (int like = 0; like < DDZ_LIKES; like++) twice[like] = 2 * ddz_like_priors[like];
  for (int i = 0; i < DRAWS; i++) drawn[ddz_like_draw(twice, &rng)]++;
  for (int like = 0; like < DDZ_LIKES; like++) {
    all += ddz_like_priors[like];
    assert_true(fabs((double)drawn[like] / DRAWS - ddz_like_priors[like]) < .02);
  }
  assert_true(fabs(all - 1) < 1e-12);
}

/* The naive player is the first prompt on fewer plays: never with a better rest, mostly with the same. */
static void the_naive_player_is_the_first_prompt(void **state) {
  (void)state;
  struct ddz_rng rng;
  int same = 0, all = 0;
  ddz_rng_seed(&rng, test_seed());
  for (int g = 0; g < GAMES; g++) {
    struct played game;
    begin(&game, 4 * ((test_seed() + (uint64_t)g) % 1000003) + 1);
    for (; game.table.phase == DDZ_PHASE_PLAY; go_on(&game, (enum ddz_like)ddz_rng_below(&rng, DDZ_LIKES))) {
      struct ddz_view view;
      struct ddz_prompt first;
      struct ddz_play play;
      ddz_table_view(&game.table, &view);
      ddz_rulebook_naive(engine_here(), &view, &play);
      const bool leads = view.now.last.kind == DDZ_PASS;
      if (!leads && ddz_role_partners(view.role, view.now.owner)) {
        assert_true(play.cards == 0);
        continue;
      }
      const size_t n = ddz_prompts(ddz_engine_prompter(engine_here()), view.rules, view.hand, &view.now.last,
                                   DDZ_ORDER_REST, &first, 1);
      assert_int_equal(n == 0, play.cards == 0);
      if (n == 0) continue;
      const ddz_hand rest = view.hand - play.cards;
      const double left =
          rest == 0 ? 0 : ddz_power_of(ddz_engine_power(engine_here()), view.rules, rest).power;
      assert_true(first.play.cards == view.hand ? rest == 0 : left <= first.rest_power);
      same += first.play.cards == view.hand || left == first.rest_power;
      all++;
    }
  }
  print_message("%d of %d leave what the first prompt leaves\n", same, all);
  assert_true(all > 10 * GAMES && same > .9 * all);
}

/* Who plays by the net chooses each play as often as the formula says; the less exactly he plays, the more
 * often another than the best. */
static void second_bests_are_played_by_their_shares(void **state) {
  (void)state;
  enum { DRAWS = 4000 };
  struct ddz_rng rng;
  int checked = 0, seconds[DDZ_LIKES] = {0};
  ddz_rng_seed(&rng, test_seed());
  for (int g = 0; g < 12; g++) {
    struct played game;
    struct ddz_view view;
    struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
    begin(&game, (test_seed() + (uint64_t)g) % 1000003);
    ddz_table_view(&game.table, &view);
    const size_t n = judge(&view, judged);
    const size_t best = ddz_judge_best(judged, n, DDZ_OBJECTIVE_WIN);
    for (enum ddz_like like = 0; like < DDZ_LIKES; like++) {
      int chosen[DDZ_FEATURE_CANDIDATES] = {0};
      if (!ddz_like_is_net(like)) continue;
      for (int i = 0; i < DRAWS; i++) chosen[ddz_like_choose(like, judged, n, DDZ_OBJECTIVE_WIN, &rng)]++;
      for (size_t k = 0; k < n; k++) {
        const double q = q_of(judged, n, k, likes[like].ease);
        if (fabs((double)chosen[k] / DRAWS - q) > 5 * sqrt(q * (1 - q) / DRAWS) + .001)
          fail_msg("%s: %d of %d, not %.4f", likes[like].name, chosen[k], DRAWS, q);
      }
      seconds[like] += DRAWS - chosen[best];
      checked++;
    }
  }
  assert_int_equal(checked, 36);
  assert_true(seconds[DDZ_LIKE_NET] < seconds[DDZ_LIKE_NEAR] &&
              seconds[DDZ_LIKE_NEAR] < seconds[DDZ_LIKE_ANY]);
}

/* Looking ahead, the others play on as who they are taken for; the same others, the same game. */
static void others_play_on_as_they_are_like(void **state) {
  (void)state;
  struct ddz_rng rng;
  int compared = 0;
  ddz_rng_seed(&rng, test_seed());
  for (int g = 0; g < GAMES; g++) {
    struct played game;
    begin(&game, (test_seed() + (uint64_t)g) % 1000003);
    const uint32_t skipped = ddz_rng_below(&rng, 12);
    for (uint32_t i = 0; i < skipped && game.table.phase == DDZ_PHASE_PLAY; i++) go_on(&game, DDZ_LIKE_NET);
    if (game.table.phase != DDZ_PHASE_PLAY) continue;
    struct ddz_view view;
    struct ddz_prospect out;
    struct ddz_others others;
    ddz_hand hand[DDZ_ROLES];
    int plies = 1, quick = 0;
    ddz_table_view(&game.table, &view);
    hands_of(&game, hand);
    for (enum ddz_role r = 0; r < DDZ_ROLES; r++)
      others.like[r] = (enum ddz_like)ddz_rng_below(&rng, DDZ_LIKES);
    ddz_rng_seed(&others.chance, ddz_rng_next(&rng));
    const struct ddz_play play = play_of(&view, DDZ_LIKE_NET);
    ddz_lookahead(engine_here(), &view, hand, &play, DDZ_OBJECTIVE_WIN, 1, &others, &out);
    struct ddz_open open;
    ddz_open_of(&open, &view, hand);
    for (struct ddz_play next = play; !ddz_open_play(&open, &next);) {
      const bool own = open.view.role == view.role;
      const enum ddz_like who = own ? DDZ_LIKE_NET : others.like[open.view.role];
      next = own ? play_of(&open.view, who) : choice_of(&open.view, who, &others.chance);
      *(ddz_like_is_net(who) ? &plies : &quick) += 1;
    }
    assert_true(out.end_points == ddz_open_points(&open, view.role, view.now.bombs));
    assert_int_equal(out.plies, plies);
    assert_int_equal(out.quick, quick);
    compared++;
  }
  assert_true(compared > GAMES / 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_deed_fits_as_the_formula_has_it),
      cmocka_unit_test(players_are_recognised),
      cmocka_unit_test(likes_are_drawn_by_their_shares),
      cmocka_unit_test(the_naive_player_is_the_first_prompt),
      cmocka_unit_test(second_bests_are_played_by_their_shares),
      cmocka_unit_test(others_play_on_as_they_are_like),
  };
  return cmocka_run_group_tests(tests, trained_open, trained_close);
}
