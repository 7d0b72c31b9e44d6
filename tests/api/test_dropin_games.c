/* Whole games through each drop-in: what it says is played at the referee's table, and he must take it.
 *
 * DDZ_GAMES games through each (200); a failure names the drop-in, the game and the request. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/dropin/dropin.h"
#include "api/dropin/state.h"
#include "core/game/table.h"
#include "core/rules/movegen.h"
#include "tests/support/api.h"
#include "tests/support/plays.h"
#include "tests/support/seed.h"
#include "tests/support/toy_net.h"

enum { GAMES = 200 / TEST_SLOWER, BODY = 8192, DEALS = 300, SEEN = 300 / TEST_SLOWER };

/* A game, and what these programs keep of it. */
struct game {
  struct ddz_table table;
  struct ddz_rng rng;
  ddz_hand action[DDZ_PLIES_MAX];
  size_t actions;
  enum ddz_role seat; /* who is asked */
  char body[BODY];
  size_t length;
};

/* ---- what is asked ---- */

static void add(struct game *game, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct game *game, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  game->length += (size_t)vsnprintf(game->body + game->length, BODY - game->length, format, arguments);
  va_end(arguments);
  assert_true(game->length < BODY);
}

static const char *xd(ddz_hand hand) {
  static char text[4][DDZ_TEXT_MAX];
  static unsigned at;
  char *here = text[at++ % 4];
  ddz_letters_write(DDZ_NOTATION_XD, hand, here);
  return here;
}

static ddz_hand held(const struct game *game, enum ddz_role role) {
  return game->table.hand[ddz_table_seat(&game->table, role)];
}

/* The last move of a role; no cards when it passed or has not moved. */
static ddz_hand last_of(const struct game *game, enum ddz_role role) {
  for (size_t i = game->actions; i > 0; i--)
    if ((i - 1) % DDZ_ROLES == (size_t)role) return game->action[i - 1];
  return 0;
}

static void ask_rlcard(struct game *game) {
  static const char *const order[] = {"landlord", "landlord_up", "landlord_down"};
  const struct ddz_position *now = &game->table.now;
  add(game, "three_landlord_cards=%s&player_position=%d&player_hand_cards=%s",
      xd(ddz_cards_hand(game->table.kitty)), game->seat, xd(held(game, game->seat)));
  for (int i = 0; i < DDZ_ROLES; i++) {
    const enum ddz_role role = ddz_role_of(order[i]);
    add(game, "&num_cards_left_%s=%d&last_move_%s=%s&played_cards_%s=%s", order[i], now->left[role], order[i],
        xd(last_of(game, role)), order[i], xd(now->played[role]));
  }
  add(game,
      "&other_hand_cards=%s%s&bomb_num=%d&card_play_action_seq=", xd(held(game, ddz_role_next(game->seat))),
      xd(held(game, ddz_role_before(game->seat))), ddz_position_bombs(now));
  for (size_t i = 0; i < game->actions; i++) add(game, "%s%s", i ? "%2C" : "", xd(game->action[i]));
}

/* Some callers tell little. */
static bool tells(struct game *game) { return ddz_rng_below(&game->rng, 4) > 0; }

static void ask_douzeroapi(struct game *game) {
  const struct ddz_position *now = &game->table.now;
  const size_t told = ddz_rng_below(&game->rng, 2) ? 2 : 6,
               from = game->actions > told ? game->actions - told : 0;
  add(game, "{\"position\":\"%s\",\"my_cards\":\"%s\",\"last_moves\":[", ddz_role_name(game->seat),
      xd(held(game, game->seat)));
  for (size_t i = from; i < game->actions; i++)
    add(game, "%s\"%s\"", i > from ? "," : "", xd(game->action[i]));
  add(game, "],\"bid_info\":[[1,0,0]],\"multiply_info\":null");
  if (tells(game))
    add(game, ",\"played_cards\":{\"landlord\":\"%s\",\"landlord_down\":\"%s\",\"landlord_up\":\"%s\"}",
        xd(now->played[0]), xd(now->played[1]), xd(now->played[2]));
  if (tells(game))
    add(game, ",\"cards_left\":{\"landlord\":%d,\"landlord_down\":%d,\"landlord_up\":%d}", now->left[0],
        now->left[1], now->left[2]);
  if (tells(game)) add(game, ",\"landlord_cards\":\"%s\"", xd(ddz_cards_hand(game->table.kitty)));
  add(game, ",\"bomb_count\":%d}", ddz_position_bombs(now));
}

static void add_numbers(struct game *game, const char *key, ddz_hand hand) {
  add(game, "%s[", key);
  for (ddz_hand left = hand; left != 0;) {
    const int rank = ddz_hand_bottom(left);
    add(game, "%s%d", left != hand ? "," : "", ddz_number_write(DDZ_NOTATION_DOUZERO, rank));
    left -= ddz_hand_of(rank, 1);
  }
  add(game, "]");
}

static void ask_decide_play(struct game *game) {
  const struct ddz_position *now = &game->table.now;
  const bool leads = ddz_position_leads(now);
  add(game, "{\"position\":\"%s\",", ddz_role_name(game->seat));
  add_numbers(game, "\"hand\":", held(game, game->seat));
  add_numbers(game, ",\"bottom_cards\":", ddz_cards_hand(game->table.kitty));
  for (int role = 0; role < DDZ_ROLES; role++) {
    char key[64];
    snprintf(key, sizeof key, ",\"played_cards_%s\":", ddz_role_name((enum ddz_role)role));
    add_numbers(game, key, now->played[role]);
  }
  if (tells(game)) {
    add(game, ",\"card_play_action_seq\":[");
    for (size_t i = 0; i < game->actions; i++) add_numbers(game, i ? "," : "", game->action[i]);
    add(game, "]");
  }
  add(game, ",\"num_cards_left\":{\"landlord\":%d,\"landlord_down\":%d,\"landlord_up\":%d}", now->left[0],
      now->left[1], now->left[2]);
  add_numbers(game, ",\"last_move\":", leads ? 0 : now->last.cards);
  add(game, ",\"last_move_position\":\"%s\",\"must_play\":%s}", leads ? "" : ddz_role_name(now->owner),
      leads ? "true" : "false");
}

/* ---- what is answered ---- */

static ddz_hand hand_of(const char *text) {
  ddz_hand hand = 0;
  size_t at;
  assert_int_equal(ddz_letters_read(DDZ_NOTATION_XD, text, strlen(text), &hand, &at), DDZ_OK);
  return hand;
}

/* As the page does: the play of the highest figure. Both lists name the same plays. */
static ddz_hand read_rlcard(const json_t *answer) {
  json_t *result = json_object_get(answer, "result"), *rates = json_object_get(answer, "win_rates");
  const char *best = NULL;
  double most = -9;
  assert_int_equal(json_integer_value(json_object_get(answer, "status")), 0);
  assert_in_range(json_object_size(result), 1, 3);
  assert_int_equal(json_object_size(result), json_object_size(rates));
  for (void *at = json_object_iter(result); at; at = json_object_iter_next(result, at)) {
    const char *play = json_object_iter_key(at), *figure = json_string_value(json_object_iter_value(at)),
               *rate = json_string_value(json_object_get(rates, play));
    assert_true(figure && rate && strlen(figure) <= 9 && strlen(rate) <= 6);
    assert_true(atof(rate) >= 0 && atof(rate) <= 1 && atof(figure) != most);
    if (atof(figure) <= most) continue;
    most = atof(figure);
    best = play;
  }
  return hand_of(best);
}

static ddz_hand read_douzeroapi(const json_t *answer) {
  const char *cards = json_string_value(json_object_get(answer, "cards"));
  assert_int_equal(json_object_size(answer), 6);
  assert_non_null(json_string_value(json_object_get(answer, "action_type")));
  assert_int_equal(json_is_true(json_object_get(answer, "is_pass")), cards && *cards == '\0');
  return hand_of(cards);
}

static ddz_hand read_decide_play(const json_t *answer) {
  const json_t *action = json_object_get(answer, "action");
  ddz_hand hand = 0;
  assert_true(json_is_null(json_object_get(answer, "error")));
  for (size_t i = 0; i < json_array_size(action); i++) {
    int rank;
    const long long number = json_integer_value(json_array_get(action, i));
    assert_int_equal(ddz_number_read(DDZ_NOTATION_DOUZERO, number, &rank), DDZ_OK);
    hand += ddz_hand_of(rank, 1);
  }
  return hand;
}

/* ---- games ---- */

static const struct program {
  const char *path;
  void (*ask)(struct game *game);
  ddz_hand (*read)(const json_t *answer);
} programs[] = {{"/predict", ask_rlcard, read_rlcard},
                {"/api/play", ask_douzeroapi, read_douzeroapi},
                {"/decide_play", ask_decide_play, read_decide_play}};

static ddz_hand play_of(const struct program *program, struct game *game) {
  game->length = 0;
  program->ask(game);
  struct reply reply = api_ask_for(&(struct ddz_api_request){
      .method = "POST", .path = program->path, .body = game->body, .length = game->length, .dropins = ~0u});
  json_t *answer = json_loads(reply.text, 0, NULL);
  if (reply.status != 200 || !answer) fail_msg("%s %s\n  %s", program->path, game->body, reply.text);
  const ddz_hand hand = program->read(answer);
  json_decref(answer);
  reply_free(&reply);
  return hand;
}

static void play_game(const struct program *program, uint64_t seed, size_t *plies) {
  struct game game = {.actions = 0};
  struct ddz_rules rules;
  assert_int_equal(ddz_rules_preset("douzero", &rules), DDZ_OK);
  assert_int_equal(ddz_table_init(&game.table, &rules, seed, NULL), DDZ_OK);
  ddz_rng_seed(&game.rng, seed);
  while (game.table.phase == DDZ_PHASE_PLAY) {
    game.seat = ddz_table_role(&game.table, game.table.turn);
    const ddz_hand cards = play_of(program, &game);
    const struct ddz_action action = {.verb = DDZ_VERB_PLAY, .seat = DDZ_SEAT_TURN, .cards = cards};
    const enum ddz_error error = ddz_table_apply(&game.table, &action);
    if (error)
      fail_msg("%s, seed %llu, %s: %s\n  %s", program->path, (unsigned long long)seed, xd(cards),
               ddz_error_text(error), game.body);
    game.action[game.actions++] = cards;
  }
  assert_int_equal(game.table.phase, DDZ_PHASE_OVER);
  *plies += game.actions;
}

static void whole_games_are_legal_through_every_drop_in(void **state) {
  (void)state;
  const uint64_t games = test_env("DDZ_GAMES", GAMES), seed = test_seed();
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    size_t plies = 0;
    for (uint64_t n = 0; n < games; n++) play_game(&programs[i], seed + n, &plies);
    print_message("%s: %llu games, %zu answers\n", programs[i].path, (unsigned long long)games, plies);
  }
}

/* ---- what is told of a game ---- */

static void tell_all(const struct game *game, struct ddz_state *told) {
  const struct ddz_position *now = &game->table.now;
  memset(told, 0, sizeof *told);
  ddz_state_terms(told, "douzero", DDZ_NOTATION_XD);
  told->role = now->turn;
  told->hand = held(game, now->turn);
  told->kitty = ddz_cards_hand(game->table.kitty);
  told->others = held(game, ddz_role_next(now->turn)) + held(game, ddz_role_before(now->turn));
  told->bombs = ddz_position_bombs(now);
  for (int role = 0; role < DDZ_ROLES; role++) {
    told->played[role] = now->played[role];
    told->left[role] = now->left[role];
  }
  told->actions = game->actions;
  memcpy(told->action, game->action, sizeof told->action);
  assert_true(ddz_state_last(told, game->action, game->actions));
  assert_true(ddz_state_fits(told));
}

static void check_cards(const struct ddz_view *a, const struct ddz_view *b) {
  assert_int_equal(a->role, b->role);
  assert_int_equal(a->hand, b->hand);
  assert_int_equal(a->now.turn, b->now.turn);
  assert_int_equal(a->now.last.cards, b->now.last.cards);
  assert_int_equal(ddz_position_bombs(&a->now), ddz_position_bombs(&b->now));
  assert_memory_equal(a->now.left, b->now.left, sizeof a->now.left);
  assert_memory_equal(a->now.played, b->now.played, sizeof a->now.played);
  if (a->now.last.kind != DDZ_PASS) assert_int_equal(a->now.owner, b->now.owner);
}

/* Told all plays, a seat sees what the referee lets it see. Told the rest without them, it sees the same
 * cards, but not what came before. */
static void what_is_told_is_what_the_seat_sees(void **state) {
  (void)state;
  const uint64_t seed = test_seed();
  for (uint64_t n = 0; n < SEEN; n++) {
    static struct game game;
    struct ddz_rules rules;
    memset(&game, 0, sizeof game);
    assert_int_equal(ddz_rules_preset("douzero", &rules), DDZ_OK);
    assert_int_equal(ddz_table_init(&game.table, &rules, seed + n, NULL), DDZ_OK);
    ddz_rng_seed(&game.rng, seed + n);
    while (game.table.phase == DDZ_PHASE_PLAY) {
      static struct ddz_state told;
      static struct ddz_play moves[DDZ_MOVES_MAX];
      static struct ddz_record record;
      struct ddz_view whole, pieces, due;
      game.seat = game.table.now.turn;
      ddz_table_view(&game.table, &due);
      tell_all(&game, &told);
      ddz_state_view(&told, &whole, &record);
      check_cards(&whole, &due);
      assert_int_equal(whole.kitty, due.kitty);
      assert_true(whole.now.from_start);
      assert_same_trail(&whole.trail, &due.trail);
      told.actions = game.actions ? 0 : told.actions;
      ddz_state_view(&told, &pieces, &record);
      check_cards(&pieces, &due);
      assert_int_equal(pieces.kitty, due.kitty);
      assert_int_equal(pieces.now.from_start, game.actions == 0);
      const size_t all = ddz_moves(&rules, due.hand, &due.now.last, DDZ_FILL_ANY, moves, DDZ_MOVES_MAX);
      const bool passes = due.now.last.kind != DDZ_PASS && (all == 0 || ddz_rng_below(&game.rng, 2));
      const struct ddz_action action = {
          .verb = DDZ_VERB_PLAY,
          .seat = DDZ_SEAT_TURN,
          .cards = passes ? 0 : moves[ddz_rng_below(&game.rng, (uint32_t)all)].cards};
      assert_int_equal(ddz_table_apply(&game.table, &action), DDZ_OK);
      game.action[game.actions++] = action.cards;
    }
  }
}

/* ---- /legal ---- */

/* How many sets of cards are among the moves: those that differ in their reading alone are one. */
static size_t sets_of(const struct ddz_play *moves, size_t n) {
  size_t sets = 0;
  for (size_t i = 0; i < n; i++) {
    size_t j = 0;
    while (j < i && moves[j].cards != moves[i].cards) j++;
    sets += j == i;
  }
  return sets;
}

/* Each of the list is legal, the pass first and only where something lies; sorted, so that equal ones would
 * stand together. Returns how many there are. */
static size_t check_list(const char *text, const struct ddz_rules *rules, const struct ddz_play *rival) {
  ddz_hand before = 0;
  for (size_t listed = 0;; listed++) {
    char one[DDZ_TEXT_MAX];
    struct ddz_play play;
    const size_t length = strcspn(text, ",");
    snprintf(one, sizeof one, "%.*s", (int)length, text);
    const ddz_hand cards = hand_of(one);
    assert_true(listed == 0 || cards != before);
    if (cards == 0)
      assert_true(listed == 0 && rival->cards != 0);
    else
      assert_int_equal(ddz_answer(rules, cards, rival, &play), DDZ_OK);
    before = cards;
    if (text[length] == '\0') return listed + 1;
    text += length + 1;
  }
}

static void what_may_be_played_is_what_the_referee_takes(void **state) {
  (void)state;
  static struct ddz_play moves[DDZ_MOVES_MAX];
  struct ddz_rng rng;
  struct ddz_rules rules;
  assert_int_equal(ddz_rules_preset("douzero", &rules), DDZ_OK);
  ddz_rng_seed(&rng, test_seed());
  for (int n = 0; n < DEALS; n++) {
    struct ddz_deal deal;
    struct ddz_play rival = {.cards = 0};
    char body[256];
    ddz_deal_random(&rules, &rng, &deal);
    const ddz_hand hand = ddz_cards_hand(deal.cards[0]), other = ddz_cards_hand(deal.cards[1]);
    size_t all = ddz_moves(&rules, other, NULL, DDZ_FILL_ANY, moves, DDZ_MOVES_MAX);
    if (n % 3) rival = moves[ddz_rng_below(&rng, (uint32_t)all)];
    (void)ddz_classify(&rules, rival.cards, &rival); /* the reading that cards alone tell */
    all = ddz_moves(&rules, hand, &rival, DDZ_FILL_ANY, moves, DDZ_MOVES_MAX);
    snprintf(body, sizeof body, "player_hand_cards=%s&rival_move=%s", xd(hand), xd(rival.cards));
    struct reply reply = api_ask_for(&(struct ddz_api_request){
        .method = "POST", .path = "/legal", .body = body, .length = strlen(body), .dropins = ~0u});
    json_t *answer = json_loads(reply.text, 0, NULL);
    const char *text = json_string_value(json_object_get(answer, "legal_action"));
    assert_non_null(text);
    assert_int_equal(check_list(text, &rules, &rival), sets_of(moves, all) + (rival.cards != 0));
    json_decref(answer);
    reply_free(&reply);
  }
}

/* ---- the net ---- */

static struct toy_net toy;
static struct ddz_api_model *model;

static int net_open(void **state) {
  (void)state;
  toy = toy_net_player(test_seed());
  if (ddz_api_model_open(toy.image, toy.size, &model)) return -1;
  ddz_api_use_model(api_here(), model);
  return 0;
}

static int net_close(void **state) {
  (void)state;
  ddz_api_use_model(api_here(), NULL);
  ddz_api_model_close(model);
  toy_net_free(&toy);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(whole_games_are_legal_through_every_drop_in),
      cmocka_unit_test(what_is_told_is_what_the_seat_sees),
      cmocka_unit_test(what_may_be_played_is_what_the_referee_takes),
  };
  return cmocka_run_group_tests(tests, net_open, net_close);
}
