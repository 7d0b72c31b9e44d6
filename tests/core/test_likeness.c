/* Which player a seat is like: shares against the formula on a game told again, players recognised by what
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
#include "core/search/likeness.h"
#include "core/search/lookahead.h"
#include "core/value/prompt.h"
#include "tests/support/engine.h"
#include "tests/support/seed.h"
#include "tests/support/trained.h"

enum { GAMES = TEST_SANITIZED ? 6 : 24 };

static const struct {
  const char *name;
  double prior;
} likes[DDZ_LIKES] = {
#define LIKE(name, prior, meaning) {#name, prior},
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

/* What a player of a kind does there. */
static struct ddz_play play_of(const struct ddz_view *view, enum ddz_like like) {
  struct ddz_play play = {0};
  if (like != DDZ_LIKE_NET) {
    ddz_like_play(engine_here(), like, view, ddz_view_unseen(view), &play);
    return play;
  }
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
  const size_t n = ddz_judge(ddz_greedy_net(engine_here(), view->rules), ddz_engine_power(engine_here()),
                             view, DDZ_OBJECTIVE_WIN, judged);
  return n > 0 ? judged[ddz_judge_best(judged, n, DDZ_OBJECTIVE_WIN)].play : play;
}

static void go_on(struct played *game, enum ddz_like like) {
  struct ddz_view view;
  ddz_table_view(&game->table, &view);
  const struct ddz_action action = {.seat = (uint8_t)game->table.turn, .cards = play_of(&view, like).cards};
  assert_int_equal(ddz_table_apply(&game->table, &action), DDZ_OK);
  ddz_record_add_action(&game->record, &game->table, &action);
}

/* ---- shares ---- */

/* How likely each would have done the i-th thing of a game with these hands, as the formula has it; the game
 * is told again from its start. False where that says nothing. */
static bool told_again(const struct ddz_view *now, const struct ddz_record *record, int i,
                       const ddz_hand hand[DDZ_ROLES], double fits[DDZ_LIKES]) {
  struct ddz_view view;
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
  double all = 0, done = -1;
  ddz_view_init(&view, now->rules, DDZ_LANDLORD, 0, now->kitty);
  for (int j = 0; j < i; j++) ddz_view_advance(&view, &record->play[j]);
  view.role = view.now.turn;
  view.hand = hand[view.role];
  for (int j = i; j < record->n; j += DDZ_ROLES) view.hand += record->play[j].cards;
  const size_t n = ddz_judge(ddz_greedy_net(engine_here(), now->rules), ddz_engine_power(engine_here()),
                             &view, DDZ_OBJECTIVE_WIN, judged);
  for (size_t k = 0; k < n; k++) {
    const double p = exp((double)judged[k].value.win / DDZ_LIKE_EASE);
    if (judged[k].play.cards == record->play[i].cards && done < 0) done = p;
    all += p;
  }
  if (n < 2 || n > DDZ_DEED_PLAYS || done < 0) return false;
  for (enum ddz_like like = 0; like < DDZ_LIKES; like++) {
    const double p = like == DDZ_LIKE_NET ? done / all : play_of(&view, like).cards == record->play[i].cards;
    fits[like] = (1 - DDZ_LIKE_SLIP) * p + DDZ_LIKE_SLIP / (double)n;
  }
  return true;
}

/* The shares of a seat from all hands that were looked at. */
static void shares_due(const struct ddz_view *now, const struct ddz_record *record, enum ddz_role role,
                       ddz_hand hands[][DDZ_ROLES], int count, double share[DDZ_LIKES]) {
  double all = 0;
  int looked = 0;
  for (int like = 0; like < DDZ_LIKES; like++) share[like] = likes[like].prior;
  for (int i = record->n - 1; i >= 0 && looked < DDZ_DEEDS; i--) {
    const enum ddz_role who = (enum ddz_role)(i % DDZ_ROLES);
    double mean[DDZ_LIKES] = {0}, fits[DDZ_LIKES];
    int told = 0;
    if (who == now->role) continue;
    looked++;
    if (who != role && now->role != DDZ_LANDLORD) continue;
    for (int h = 0; h < count; h++) {
      if (!told_again(now, record, i, hands[h], fits)) continue;
      told++;
      for (int like = 0; like < DDZ_LIKES; like++) mean[like] += fits[like];
    }
    for (int like = 0; told > 0 && like < DDZ_LIKES; like++) share[like] *= mean[like] / told;
  }
  for (int like = 0; like < DDZ_LIKES; like++) all += share[like];
  for (int like = 0; like < DDZ_LIKES; like++) share[like] /= all;
}

static void shares_are_those_of_the_game_told_again(void **state) {
  (void)state;
  enum { HANDS = 3 };
  static struct ddz_evidence evidence;
  struct ddz_rng rng;
  int checked = 0;
  ddz_rng_seed(&rng, test_seed());
  for (int g = 0; g < GAMES / 2; g++) {
    struct played game;
    begin(&game, (test_seed() + (uint64_t)g) % 1000003);
    for (; game.table.phase == DDZ_PHASE_PLAY; go_on(&game, (enum ddz_like)ddz_rng_below(&rng, DDZ_LIKES))) {
      struct ddz_view view;
      struct ddz_sampler sampler;
      struct ddz_likeness likeness;
      ddz_hand hands[HANDS][DDZ_ROLES];
      if (ddz_rng_below(&rng, 4) != 0) continue;
      ddz_table_view(&game.table, &view);
      if (!ddz_evidence_gather(&evidence, &view, DDZ_OBJECTIVE_WIN, &game.record)) continue;
      ddz_sampler_init(&sampler, &view);
      ddz_likeness_init(&likeness);
      for (int h = 0; h < HANDS; h++) {
        ddz_sampler_draw(&sampler, &rng, hands[h]);
        ddz_likeness_study(&likeness, &evidence, engine_here(), hands[h]);
      }
      assert_int_equal(likeness.hands, HANDS);
      for (enum ddz_role role = 0; role < DDZ_ROLES; role++) {
        double due[DDZ_LIKES];
        if (role == view.role) continue;
        shares_due(&view, &game.record, role, hands, HANDS, due);
        for (int like = 0; like < DDZ_LIKES; like++)
          assert_true(fabs(likeness.share[role][like] - due[like]) < 1e-4);
        checked++;
      }
    }
  }
  assert_true(checked > GAMES);
}

/* ---- players ---- */

/* Whole games of one kind of player, looked at in the end with the hands as they lay. */
static void players_are_recognised(void **state) {
  (void)state;
  static struct ddz_evidence evidence;
  for (enum ddz_like like = 0; like < DDZ_LIKES; like++) {
    double sum = 0;
    int seats = 0;
    for (int g = 0; g < GAMES; g++) {
      struct played game;
      struct ddz_view view;
      struct ddz_likeness likeness;
      ddz_hand hand[DDZ_ROLES];
      begin(&game, (test_seed() + (uint64_t)g) % 1000003);
      while (game.table.phase == DDZ_PHASE_PLAY) {
        ddz_table_view(&game.table, &view);
        hands_of(&game, hand);
        go_on(&game, like);
      }
      game.record.n--; /* as it was before the last play */
      if (!ddz_evidence_gather(&evidence, &view, DDZ_OBJECTIVE_WIN, &game.record)) continue;
      ddz_likeness_init(&likeness);
      ddz_likeness_study(&likeness, &evidence, engine_here(), hand);
      for (enum ddz_role role = 0; role < DDZ_ROLES; role++)
        if (role != view.role) sum += likeness.share[role][like], seats++;
    }
    print_message("%s: %.2f, by the prior %.2f\n", likes[like].name, sum / seats, likes[like].prior);
    assert_true(sum / seats > (1 + likes[like].prior) / 2);
  }
}

static void likes_are_drawn_by_their_shares(void **state) {
  (void)state;
  enum { DRAWS = 30000 };
  struct ddz_likeness likeness;
  struct ddz_rng rng;
  int drawn[DDZ_LIKES] = {0};
  double all = 0;
  ddz_rng_seed(&rng, test_seed());
  ddz_likeness_init(&likeness);
  for (int i = 0; i < DRAWS; i++) drawn[ddz_likeness_draw(&likeness, DDZ_LANDLORD, &rng)]++;
  for (int like = 0; like < DDZ_LIKES; like++) {
    all += likes[like].prior;
    assert_true(fabs((double)drawn[like] / DRAWS - likes[like].prior) < .02);
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

/* Looking ahead, the others play on as who they are taken for. */
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
    enum ddz_like like[DDZ_ROLES];
    ddz_hand hand[DDZ_ROLES];
    int plies = 1, quick = 0;
    ddz_table_view(&game.table, &view);
    hands_of(&game, hand);
    for (enum ddz_role r = 0; r < DDZ_ROLES; r++)
      like[r] = r == view.role ? DDZ_LIKE_NET : (enum ddz_like)ddz_rng_below(&rng, DDZ_LIKES);
    const struct ddz_play play = play_of(&view, DDZ_LIKE_NET);
    ddz_lookahead(engine_here(), &view, hand, &play, DDZ_OBJECTIVE_WIN, 1, like, &out);
    struct ddz_open open;
    ddz_open_of(&open, &view, hand);
    for (struct ddz_play next = play; !ddz_open_play(&open, &next);) {
      const enum ddz_like who = like[open.view.role];
      next = play_of(&open.view, who);
      *(who == DDZ_LIKE_NET ? &plies : &quick) += 1;
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
      cmocka_unit_test(shares_are_those_of_the_game_told_again),
      cmocka_unit_test(players_are_recognised),
      cmocka_unit_test(likes_are_drawn_by_their_shares),
      cmocka_unit_test(the_naive_player_is_the_first_prompt),
      cmocka_unit_test(others_play_on_as_they_are_like),
  };
  return cmocka_run_group_tests(tests, trained_open, trained_close);
}
