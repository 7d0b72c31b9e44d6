/* Endings: what the solver proves of a candidate is said of that candidate. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "core/search/ending.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"

/* The nine is wild. Read as 45678 the chain is not beaten, and the 3 goes out; read as 34567 it is beaten by
 * the farmer's last five cards. Both were said to win, since their cards are the same. */
static void each_reading_has_its_own_result(void **state) {
  (void)state;
  static const struct ddz_limit no_limit;
  const struct ddz_rules rules = cards_rules("laizi 9");
  const ddz_hand chain = cards_hand("45679"),
                 hand[DDZ_ROLES] = {chain + cards_hand("3"), cards_hand("45678"), cards_hand("K")};
  struct ddz_budget budget = {.limit = &no_limit};
  struct ddz_candidates candidates = {.count = 2, .solved_cards = 12};
  struct ddz_rollout result[DDZ_CANDIDATES_MAX];
  struct ddz_robot_request ask;
  struct ddz_scene scene;
  ddz_robot_defaults(&ask);
  ddz_view_bare(&ask.view, &rules, DDZ_LANDLORD, hand[DDZ_LANDLORD]);
  ddz_scene_set(&scene, engine_here(), &ask);
  for (int i = 0; i < 2; i++)
    candidates.admitted[i].play = (struct ddz_play){.cards = chain,
                                                    .kind = DDZ_SOLO_CHAIN,
                                                    .rank = (uint8_t)(DDZ_RANK_3 + i),
                                                    .length = 5,
                                                    .size = 5,
                                                    .subs = 1};
  assert_true(ddz_ending_is(&scene, &candidates, hand));
  assert_true(ddz_ending_solve(&scene, &candidates, hand, &budget, result));
  assert_true(result[0].value.win == 0 && result[1].value.win == 1);
  assert_true(isnan(result[1].value.points)); /* a wildcard makes bombs */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(each_reading_has_its_own_result)};
  return cmocka_run_group_tests_name("endings", tests, NULL, NULL);
}
