/* The weights that ship say what they said when they were committed: games of the net against itself, each
 * decision with the bits of what it thought. Whoever trains new weights writes the file anew
 * (DDZ_GOLDEN=write) and sees in the diff how they play. Every kernel, on every machine, must give these bits
 * (net.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/card.h"
#include "core/net/judge.h"
#include "core/table/table.h"
#include "service/mapped.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"

enum { GAMES = 3, LINE = 200 };
static const char path[] = "tests/data/net_golden.txt";

static uint32_t bits_of(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

/* A decision: the game, the seat and its hand, what it plays, the bits of the two heads. */
static void tell(char line[LINE], uint64_t game, const struct ddz_view *view, const struct ddz_judged *best) {
  char hand[DDZ_TEXT_MAX], cards[DDZ_TEXT_MAX];
  ddz_text_write(view->hand, hand);
  ddz_text_write(best->play.cards, cards);
  snprintf(line, LINE, "%d %s %s %s %08x %08x\n", (int)game, ddz_role_name(view->role), hand,
           cards[0] != '\0' ? cards : "pass", bits_of(best->value.win), bits_of(best->value.points));
}

/* Play the games; each decision's line is written to `file`, or must be the file's next. Returns how many. */
static int play_games(const struct ddz_net *net, FILE *file, bool write) {
  const struct ddz_rules rules = cards_rules("douzero");
  char line[LINE], golden[LINE];
  int decisions = 0;
  for (uint64_t game = 0; game < GAMES; game++) {
    struct ddz_table table;
    ddz_table_init(&table, &rules, game, NULL);
    while (table.phase == DDZ_PHASE_PLAY) {
      struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
      struct ddz_view view;
      const enum ddz_objective objective = game & 1 ? DDZ_OBJECTIVE_POINTS : DDZ_OBJECTIVE_WIN;
      ddz_table_view(&table, &view);
      const size_t n = ddz_judge(net, engine_here()->power, &view, objective, judged);
      const struct ddz_judged *best = &judged[ddz_judge_best(judged, n, objective)];
      const struct ddz_action action = {.seat = (uint8_t)table.turn, .cards = best->play.cards};
      tell(line, game, &view, best);
      if (write)
        fputs(line, file);
      else if (fgets(golden, LINE, file) == NULL || strcmp(golden, line) != 0)
        fail_msg("decision %d is now %s", decisions + 1, line);
      decisions++;
      assert_int_equal(ddz_table_apply(&table, &action), DDZ_OK);
    }
  }
  return decisions;
}

static void the_shipped_weights_say_what_they_said(void **state) {
  (void)state;
  struct mapped file = {0};
  struct ddz_net net;
  char error[256];
  const char *asked = getenv("DDZ_GOLDEN");
  const bool write = asked != NULL && strcmp(asked, "write") == 0;
  if (!mapped_open(&file, "models/ddz.net", error, sizeof error)) skip();
  assert_int_equal(ddz_judge_open(&net, file.bytes, file.size), DDZ_NET_OK);
  for (size_t k = 0; ddz_net_kernel_at(k) != NULL; k++) {
    FILE *golden = fopen(path, write ? "w" : "r");
    assert_non_null(golden);
    net.kernel = ddz_net_kernel_at(k);
    const int decisions = play_games(&net, golden, write);
    print_message("%s: %d decisions\n", ddz_net_kernel_name(net.kernel), decisions);
    fclose(golden);
  }
  mapped_close(&file);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_shipped_weights_say_what_they_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
