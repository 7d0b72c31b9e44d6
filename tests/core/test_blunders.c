/* Positions in which only some plays are right, whoever holds what: the robot must not blunder.
 *
 * tests/data/blunders.jsonl, a position a line: `left` by role (0: not told), `gone` what was played before
 * `last`, `right` the right plays ("" is a pass), `reason` the rule that names it, null where no rule does.
 * Most are mined from games between robots, kept where the right plays can be proven from what the seat may
 * know: a play that goes out; plays that win against every lie of the unseen cards; a pass that gives the
 * lead to a partner with one card; leads that an enemy's last card cannot beat, where there are such; any
 * answer where a pass ends the game; a solo below every unseen card to a partner with one. */
#include "core/play/net_player.h"
#include "core/robot/decide.h"
#include "lib/mapped.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

enum { LEAST_POSITIONS = 200, NODES = 5000 };

struct tally {
  enum ddz_player player;
  int asked, right, named, named_right, by_net;
};

static enum ddz_role role_in(json_t *line) {
  int role = 0;
  while (strcmp(jsonl_text(line, "role"), ddz_role_names[role]) != 0) role++;
  return (enum ddz_role)role;
}

static void set_view(json_t *line, struct ddz_view *view, struct ddz_rules *rules) {
  *rules = cards_rules(jsonl_text(line, "rules"));
  enum ddz_role role = role_in(line);
  json_t *last = json_object_get(line, "last");
  ddz_view_bare(view, rules, role, cards_hand(jsonl_text(line, "hand")));
  view->now.played[DDZ_LANDLORD] = cards_hand(jsonl_text(line, "gone"));
  for (size_t i = 0; i < DDZ_ROLES; i++)
    if (i != (size_t)role)
      view->now.left[i] = (int)json_integer_value(json_array_get(json_object_get(line, "left"), i));
  if (last == NULL) return;
  enum ddz_role owner = role_in(last);
  struct ddz_play play = cards_play(rules, jsonl_text(last, "cards"));
  assert_int_equal(ddz_view_last(view, owner, &play), DDZ_OK);
}

static bool is_right(json_t *line, ddz_hand cards) {
  json_t *plays = json_object_get(line, "right");
  for (size_t i = 0; i < json_array_size(plays); i++)
    if (cards_hand(json_string_value(json_array_get(plays, i))) == cards) return true;
  return false;
}

static void ask_line(json_t *line, size_t number, void *self) {
  struct tally *tally = self;
  struct ddz_rules rules;
  struct ddz_robot_request ask;
  struct ddz_robot_move move;
  ddz_robot_defaults(&ask);
  ask.player = tally->player;
  ask.limit.nodes = NODES;
  ask.seed = 1;
  set_view(line, &ask.view, &rules);
  ddz_decide(engine_here(), &ask, &move, NULL, 0);
  bool right = is_right(line, move.chosen.play.cards), named = jsonl_text(line, "reason") != NULL;
  tally->asked++;
  tally->by_net += ddz_net_player_knows(engine_here(), &ask.view);
  tally->right += right;
  tally->named += named;
  tally->named_right += named && right;
  if (!right)
    print_message("%s: line %zu, %s of %s: '%s' (%s)\n", ddz_player_names[tally->player], number,
                  jsonl_text(line, "name"), jsonl_text(line, "hand"), cards_text(move.chosen.play.cards),
                  ddz_reason_rows[move.reason].name);
}

TEST(the_rules_are_right_wherever_a_rule_names_it) {
  struct tally tally = {.player = DDZ_PLAYER_RULES};
  jsonl_each("blunders.jsonl", ask_line, &tally);
  assert_true(tally.asked >= LEAST_POSITIONS);
  assert_int_equal(tally.named_right, tally.named);
}

TEST(the_search_is_right_in_nineteen_of_twenty) {
  struct tally tally = {.player = DDZ_PLAYER_SEARCH};
  jsonl_each("blunders.jsonl", ask_line, &tally);
  print_message("search: %d of %d\n", tally.right, tally.asked);
  assert_true(tally.right * 100 >= tally.asked * 95);
}

/* On the shipped net; where cards are not accounted for it is the search without one. */
TEST(the_search_on_the_net_is_right_in_nineteen_of_twenty) {
  struct tally tally = {.player = DDZ_PLAYER_SEARCH};
  struct mapped file = {0};
  struct ddz_net net;
  char error[256];
  if (!mapped_open(&file, "models/ddz.net", error, sizeof error)) skip();
  assert_int_equal(ddz_judge_open(&net, file.bytes, file.size), DDZ_NET_OK);
  engine_here()->nets.play = &net;
  jsonl_each("blunders.jsonl", ask_line, &tally);
  engine_here()->nets.play = NULL;
  mapped_close(&file);
  print_message("search on the net: %d of %d, the net in %d\n", tally.right, tally.asked, tally.by_net);
  assert_true(tally.by_net > 0);
  assert_true(tally.right * 100 >= tally.asked * 95);
}

int main(void) { return test_run(NULL, NULL); }
