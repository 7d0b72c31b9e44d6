/* bench_prompt.c - what prompts and the robot's moves cost.
 *
 * Cold: everything is forgotten before each request, outside the clock. Robot moves are those of whole games
 * between four hands of rules, the memo kept. One core. */
#include <stdio.h>
#include <stdlib.h>

#include "core/robot/decide.h"
#include "core/value/prompt.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/measure.h"
#include "tests/support/seed.h"

enum { HANDS = 2000, GAMES = 200, SHOWN = 20, MEMO = 1 << 20, MOVES = 100000 };

static double samples[MOVES];

/* Prompts of a lead with `naturals` cards and `wilds` wildcards. */
static void bench_lead(struct ddz_engine *engine, const char *name, const char *preset, int naturals,
                       int wilds) {
  struct ddz_rules rules = cards_rules(preset);
  struct ddz_prompt out[SHOWN];
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < HANDS; i++) {
    ddz_hand wild_cards = ddz_rules_wilds(&rules, ddz_rules_deck(&rules));
    ddz_hand deck = ddz_rules_deck(&rules) - wild_cards;
    ddz_hand hand = cards_draw(&rng, &deck, naturals) + cards_draw(&rng, &wild_cards, wilds);
    ddz_power_reset(engine->power);
    uint64_t start = measure_now();
    ddz_prompts(engine->prompter, &rules, hand, NULL, DDZ_ORDER_REST, out, SHOWN);
    samples[i] = (double)(measure_now() - start);
  }
  measure_print(name, samples, HANDS, "us");
}

/* One game from a random deal; each move's time is appended. Returns how many samples there are then. */
static size_t time_game(struct ddz_engine *engine, const struct ddz_rules *rules, struct ddz_rng *rng,
                        size_t n) {
  ddz_hand deck = ddz_rules_deck(rules), hand[DDZ_ROLES];
  struct ddz_view views[DDZ_ROLES];
  for (int seat = 0; seat < DDZ_ROLES; seat++) {
    hand[seat] = cards_draw(rng, &deck, 17 + (seat == DDZ_LANDLORD ? rules->kitty : 0));
    ddz_view_init(&views[seat], rules, (enum ddz_role)seat, hand[seat], 0);
  }
  while (!ddz_position_is_over(&views[0].now) && n < MOVES) {
    enum ddz_role turn = views[0].now.turn;
    struct ddz_robot_request request;
    struct ddz_robot_move move;
    ddz_robot_defaults(&request);
    request.view = views[turn];
    uint64_t start = measure_now();
    ddz_decide(engine, &request, &move, NULL, 0);
    samples[n++] = (double)(measure_now() - start);
    views[turn].hand -= move.chosen.play.cards;
    for (int seat = 0; seat < DDZ_ROLES; seat++) ddz_view_advance(&views[seat], &move.chosen.play);
  }
  return n;
}

static void bench_robot(struct ddz_engine *engine, const char *name, const char *preset) {
  struct ddz_rules rules = cards_rules(preset);
  size_t n = 0;
  struct ddz_rng rng = test_rng(test_seed());
  for (int game = 0; game < GAMES; game++) n = time_game(engine, &rules, &rng, n);
  measure_print(name, samples, n, "us");
}

int main(void) {
  struct ddz_engine *engine = engine_new(MEMO);
  bench_lead(engine, "prompt_lead_20_cold", "standard", 20, 0);
  bench_lead(engine, "prompt_lead_20_flower_cold", "yuncheng", 19, 1);
  bench_lead(engine, "prompt_lead_20_wild4_cold", "laizi 7", 16, 4);
  bench_robot(engine, "robot_move", "standard");
  bench_robot(engine, "robot_move_wild", "laizi 7");
  free(engine);
  return 0;
}
