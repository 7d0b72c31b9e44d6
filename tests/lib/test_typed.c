/* The typed calls and the table of ddz_core.h: they say what the JSON routes say, and misuse is refused. */
#include <math.h>

#include <jansson.h>

#include "core/base/rng.h"
#include "lib/ddz_core.h"
#include "lib/typed.h"
#include "tests/support/plays.h"
#include "tests/support/test.h"

#define NET "models/ddz.net"

static const char *const presets[] = {"standard", "douzero", "huanle", "botzone", "yuncheng", "laizi"};
enum { PRESETS = sizeof presets / sizeof *presets, ROOM = DDZC_PLAYS_WILD };

static struct ddz *handle;
static struct ddz_rules *rules_of[PRESETS];
static struct ddzc_play list[ROOM];
static struct ddz_rng rng;

/* How often: few in every run, as many as the variable says on demand. */
static long times(const char *variable, long few) {
  const char *text = getenv(variable);
  return text != NULL ? atol(text) : few;
}

static ddz_hand cards(const char *text) {
  ddz_hand hand = 0;
  assert_int_equal(ddzc_hand_read(text, &hand), (int)strlen(text));
  return hand;
}

static json_t *ask(const char *path, const char *body) {
  struct ddz_reply reply;
  if (ddz_ask(handle, path, body, &reply) != 200) fail_msg("%s %s: %s", path, body, reply.text);
  return json_loads(reply.text, 0, NULL);
}

static double real(const json_t *object, const char *key) {
  return json_number_value(json_object_get(object, key));
}

/* ---- values ---- */

TEST(cards_are_what_the_text_says) {
  char text[DDZC_TEXT];
  ddz_hand hand;
  assert_int_equal(ddzc_hand_write(cards("33AA2BR"), text), 7);
  assert_string_equal(text, "33AA2BR");
  assert_int_equal(ddzc_hand_read("3x", &hand), DDZC_BAD_CARDS);
  assert_int_equal(ddzc_hand_write(UINT64_MAX, text), DDZC_BAD_CARDS);
}

TEST(rules_are_those_of_the_requests) {
  static const struct {
    const char *json, *says;
  } rows[] = {{"\"nowhere\"", "no preset"},
              {"7", "preset name"},
              {"{\"preset\":", "end of"},
              {"{\"preset\":\"laizi\",\"wild\":[\"B\"]}", "wild"},
              {"", "'['"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char error[200] = "";
    assert_null(ddzc_rules_open(rows[i].json, error, sizeof error));
    if (strstr(error, rows[i].says) == NULL && i != 4) fail_msg("%s: %s", rows[i].json, error);
    assert_true(error[0] != '\0');
    assert_null(ddzc_rules_open(rows[i].json, NULL, 0));
  }
  struct ddz_rules *rules = ddzc_rules_open("{\"preset\":\"douzero\",\"forbid\":[\"rocket\"]}", NULL, 0);
  struct ddzc_play play;
  assert_int_equal(ddzc_classify(rules, cards("BR"), NULL, &play), DDZC_NOT_A_PLAY);
  ddzc_rules_close(rules);
  ddzc_rules_close(NULL);
}

TEST(plays_are_named_and_compared) {
  static const struct {
    const char *cards, *last;
    int result;
    const char *kind;
  } rows[] = {{"33344455", "", 0, "trio_solo_chain"},
              {"4444", "33", 0, "bomb"},
              {"33", "44", DDZC_DOES_NOT_BEAT, NULL},
              {"34", "", DDZC_NOT_A_PLAY, NULL},
              {"BR", "2222", 0, "rocket"},
              {"34567", "45678", DDZC_DOES_NOT_BEAT, NULL}};
  struct ddzc_play play, last, readings[DDZC_READINGS];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    memset(&last, 0, sizeof last);
    if (rows[i].last[0]) assert_int_equal(ddzc_classify(rules_of[0], cards(rows[i].last), NULL, &last), 0);
    assert_int_equal(ddzc_classify(rules_of[0], cards(rows[i].cards), &last, &play), rows[i].result);
    if (rows[i].result != 0) continue;
    assert_string_equal(ddzc_kind_name(play.kind), rows[i].kind);
    assert_int_equal(ddzc_beats(rules_of[0], &play, &last), 1);
    assert_int_equal(ddzc_beats(rules_of[0], &last, &play), 0);
  }
  struct ddz_rules *two = ddzc_rules_open("{\"preset\":\"laizi\",\"wild\":[\"J\",\"Q\"]}", NULL, 0);
  assert_int_equal(ddzc_readings(two, cards("TJJJQQQQ"), readings, DDZC_READINGS), 34);
  memset(readings, 7, sizeof readings);
  assert_int_equal(ddzc_readings(two, cards("TJJJQQQQ"), readings, 33), 34);
  assert_int_equal(readings[0].kind, 7); /* nothing is written */
  ddzc_rules_close(two);
  assert_null(ddzc_kind_name(DDZC_FOUR_CHAIN_ONE_PAIR + 1));
  assert_string_equal(ddzc_kind_name(DDZC_CALL + 5), "rob");
  assert_string_equal(ddzc_error_text(DDZC_OVER), "the game is over");
  assert_string_equal(ddzc_error_text(-99), "no such error");
}

TEST(too_little_room_writes_nothing) {
  const ddz_hand hand = cards("33344455566677789TJQ");
  struct ddzc_prompt prompts[1024];
  struct ddzc_play before[4];
  const int n = ddzc_plays(rules_of[1], hand, NULL, list, ROOM);
  assert_true(n > 256 && ddzc_plays(rules_of[1], hand, NULL, NULL, 0) == n);
  struct ddzc_play *copy = malloc((size_t)n * sizeof *copy);
  assert_int_equal(ddzc_plays(rules_of[1], hand, NULL, copy, (size_t)n), n);
  for (int i = 0; i < n; i++) assert_true(copy[i].cards == list[i].cards && copy[i].kind == list[i].kind);
  memset(before, 9, sizeof before);
  memcpy(copy, before, sizeof before);
  assert_int_equal(ddzc_plays(rules_of[1], hand, NULL, copy, (size_t)n - 1), n);
  assert_memory_equal(copy, before, sizeof before);
  free(copy);
  const int all = ddzc_prompts(handle, rules_of[1], hand, NULL, prompts, 1024);
  memset(prompts, 9, sizeof *prompts);
  assert_int_equal(ddzc_prompts(handle, rules_of[1], hand, NULL, prompts, (size_t)all - 1), all);
  assert_int_equal(prompts[0].play.kind, 9);
}

TEST(misuse_is_refused) {
  const ddz_hand many = cards("33334444555566667777"), five = (ddz_hand)5, odd = (ddz_hand)0xF << 20;
  const struct ddz_rules *rules = rules_of[0];
  struct ddzc_play bad = {.kind = 40, .cards = 1}, play, good = {.kind = DDZC_SOLO, .length = 1, .size = 1};
  struct ddzc_seat seat = {.hand = five};
  struct ddzc_choice choice[DDZC_TOP];
  struct ddzc_question question = {.hand = many};
  struct ddzc_open open = {.hand = {five, 1}};
  struct ddzc_advice advice;
  struct ddzc_result result;
  struct ddzc_power power;
  struct ddzc_table table;
  struct ddzc_view view;
  good.cards = cards("3");
  assert_int_equal(ddzc_classify(rules, 0, NULL, &play), DDZC_BAD_CARDS);
  assert_int_equal(ddzc_classify(rules, five, NULL, &play), DDZC_BAD_CARDS);
  assert_int_equal(ddzc_classify(rules, odd, NULL, &play), DDZC_BAD_CARDS);
  assert_int_equal(ddzc_classify(rules, UINT64_MAX, NULL, &play), DDZC_BAD_CARDS);
  assert_int_equal(ddzc_classify(rules, cards("3"), &bad, &play), DDZC_BAD_ARGUMENT);
  assert_int_equal(ddzc_beats(rules, &bad, &play), DDZC_BAD_ARGUMENT);
  assert_int_equal(ddzc_plays(rules, many + cards("8899"), NULL, list, ROOM), DDZC_BAD_CARDS);
  assert_int_equal(ddzc_prompts(handle, rules, 1, &bad, NULL, 0), DDZC_BAD_ARGUMENT);
  assert_int_equal(ddzc_power(handle, rules, five, &power), DDZC_BAD_CARDS);
  assert_int_equal(ddzc_move(handle, rules, &seat, NULL, choice, 1), DDZC_BAD_CARDS);
  seat.hand = cards("34");
  assert_int_equal(ddzc_move(handle, rules, &seat, NULL, choice, 0), DDZC_BAD_ARGUMENT);
  assert_int_equal(ddzc_move(handle, rules, &seat, NULL, choice, DDZC_TOP + 1), DDZC_BAD_ARGUMENT);
  assert_int_equal(ddzc_move(handle, rules, &seat, &(struct ddzc_player){.level = 11}, choice, 1),
                   DDZC_BAD_ARGUMENT);
  assert_int_equal(ddzc_move(handle, rules_of[5], &seat, NULL, choice, 1), DDZC_BAD_ARGUMENT); /* wild? */
  const ddz_hand twice[] = {cards("3"), cards("3")};
  seat = (struct ddzc_seat){.hand = cards("4"), .played = twice, .actions = 2};
  assert_int_equal(ddzc_move(handle, rules, &seat, NULL, choice, 1), DDZC_DOES_NOT_BEAT);
  seat = (struct ddzc_seat){.hand = cards("4"), .role = 1, .last = good, .owner = 7};
  assert_int_equal(ddzc_move(handle, rules, &seat, NULL, choice, 1), DDZC_BAD_ARGUMENT);
  assert_int_equal(ddzc_bid(handle, rules, &question, &advice),
                   DDZC_BAD_ARGUMENT); /* a landlord, while called */
  question.role = DDZC_NOBODY;
  assert_int_equal(ddzc_bid(handle, rules, &question, &advice), DDZC_BAD_CARDS);
  struct ddz_rules *drawn = ddzc_rules_open("\"douzero\"", NULL, 0);
  assert_int_equal(ddzc_bid(handle, drawn, &question, &advice), DDZC_BAD_ARGUMENT); /* nobody calls there */
  ddzc_rules_close(drawn);
  assert_int_equal(ddzc_solve(handle, rules, &open, &result, NULL, 0), DDZC_BAD_CARDS);
  open = (struct ddzc_open){.hand = {1, 0}};
  assert_int_equal(ddzc_solve(handle, rules, &open, &result, NULL, 0), DDZC_BAD_CARDS);
  ddzc_table_init(&table, rules, 1);
  assert_int_equal(ddzc_table_act(&table, -1), DDZC_BAD_ARGUMENT);
  assert_int_equal(ddzc_table_act(&table, 4), DDZC_BAD_ARGUMENT);
  assert_int_equal(ddzc_table_do(&table, &good), DDZC_WRONG_PHASE);
  assert_int_equal(ddzc_table_do(&table, &(struct ddzc_play){.kind = DDZC_DEAL}), DDZC_WRONG_PHASE);
  assert_int_equal(ddzc_table_do(&table, &(struct ddzc_play){.kind = DDZC_CALL + 5}), DDZC_ILLEGAL_CALL);
  assert_int_equal(ddzc_table_do(&table, &bad), DDZC_BAD_ARGUMENT);
  assert_int_equal(ddzc_table_view(&table, 3, &view), DDZC_BAD_ARGUMENT);
  assert_int_equal(ddzc_table_redraw(&table, -1, 0), DDZC_BAD_ARGUMENT);
  assert_int_equal(ddzc_table_deal(&table, rules, 1, (ddz_hand[3]){1, 2, 1}, 0, 9), DDZC_BAD_ARGUMENT);
  assert_int_equal(ddzc_table_deal(&table, rules, 1, (ddz_hand[3]){1, five, 1}, 0, 0), DDZC_BAD_CARDS);
  assert_int_equal(ddzc_table_deal(&table, rules, 1, (ddz_hand[3]){1, 1, 1}, 0, 3), DDZC_BAD_CARDS);
}

/* ---- the same as the routes ---- */

static void text_of(ddz_hand hand, char text[DDZC_TEXT]) {
  text[0] = '\0';
  if (hand != 0) ddzc_hand_write(hand, text);
}

TEST(advice_is_that_of_the_routes) {
  const ddz_hand hand = cards("34566789TTJQKA22B"), a = cards("334455667788"), b = cards("34599TTJJQ");
  struct ddzc_question question = {.hand = hand, .role = DDZC_NOBODY, .seat = 1, .choices = 1};
  struct ddzc_open open = {.hand = {a, b}, .all = 2};
  struct ddzc_prompt prompts[1024];
  struct ddzc_solved plays[300];
  struct ddzc_advice advice;
  struct ddzc_result result;
  struct ddzc_power power;
  json_t *json = ask("/bid-advice", "{\"hand\":\"34566789TTJQKA22B\",\"calls\":[\"pass\"],\"seat\":1}");
  assert_int_equal(ddzc_bid(handle, rules_of[0], &question, &advice), 0);
  assert_true(fabs(advice.landlord - real(json, "landlord_probability")) < 1e-6);
  assert_true(isnan(advice.points[0]) == 0);
  json_decref(json);
  json = ask("/prompt", "{\"hand\":\"34566789TTJQKA22B\",\"limit\":1000}");
  const int n = ddzc_prompts(handle, rules_of[0], hand, NULL, prompts, 1024);
  assert_int_equal(n, (int)real(json, "count"));
  for (int i = 0; i < n; i++) {
    char text[DDZC_TEXT];
    const json_t *prompt = json_array_get(json_object_get(json, "prompts"), (size_t)i);
    text_of(prompts[i].play.cards, text);
    assert_string_equal(json_string_value(json_object_get(prompt, "cards")), text);
    assert_true(prompts[i].rest == real(prompt, "rest_power"));
  }
  assert_int_equal(ddzc_power(handle, rules_of[0], hand, &power), 0);
  assert_true(power.power == real(json, "hand_power") && power.plays == (int)real(json, "hand_plays"));
  json_decref(json);
  json = ask("/solve", "{\"landlord\":\"334455667788\",\"farmer\":\"34599TTJJQ\",\"solutions\":\"scored\"}");
  const int moves = ddzc_solve(handle, rules_of[0], &open, &result, plays, 300);
  assert_int_equal(moves, (int)real(json, "count"));
  assert_int_equal(result.result, DDZC_WIN);
  assert_int_equal(result.length, (int)real(json, "length"));
  assert_string_equal(json_string_value(json_object_get(json, "result")), "win");
  json_decref(json);
}

/* Whole games of the net: each move from the history, and from the table, is /robot-move's. */
TEST(moves_are_those_of_the_route) {
  static char body[30000];
  const struct ddzc_player net = {.engine = DDZC_NET, .level = 8};
  for (int game = 0; game < 6; game++) {
    struct ddzc_table table;
    ddz_hand played[300], hand[3], kitty;
    size_t n = 0;
    assert_int_equal(ddzc_table_init(&table, rules_of[1], (uint64_t)game), 0);
    for (struct ddzc_view view;; n++) {
      char text[2][DDZC_TEXT], chosen[DDZC_TEXT];
      struct ddzc_choice choice[5];
      struct ddzc_play row;
      ddzc_table_hands(&table, hand, &kitty);
      ddzc_table_view(&table, 0, &view);
      if (view.phase != DDZC_PHASE_PLAY) break;
      const uint8_t role = (uint8_t)((view.turn + 3 - view.landlord) % 3);
      const struct ddzc_seat seat = {
          .hand = hand[view.turn], .kitty = kitty, .role = role, .played = played, .actions = n};
      text_of(seat.hand, text[0]);
      text_of(kitty, text[1]);
      static const char *const roles[] = {"landlord", "landlord_down", "landlord_up"};
      size_t at =
          (size_t)snprintf(body, sizeof body,
                           "{\"rules\":\"douzero\",\"engine\":\"net\",\"hand\":\"%s\",\"kitty\":\"%s\","
                           "\"role\":\"%s\",\"history\":[",
                           text[0], text[1], roles[role]);
      for (size_t i = 0; i < n; i++) {
        text_of(played[i], text[0]);
        at += (size_t)snprintf(body + at, sizeof body - at, "%s{\"cards\":\"%s\"}", i ? "," : "", text[0]);
      }
      snprintf(body + at, sizeof body - at, "]}");
      json_t *json = ask("/robot-move", body);
      const char *cards_told = json_string_value(json_object_get(json, "cards"));
      assert_true(ddzc_move(handle, rules_of[1], &seat, &net, choice, 5) >= 1);
      text_of(choice[0].play.cards, chosen);
      assert_string_equal(chosen, cards_told);
      const double win = choice[0].win;
      assert_int_equal(ddzc_move(handle, rules_of[1], &seat, &net, choice, 1), 1);
      assert_true(win == choice[0].win || (isnan(win) && isnan(choice[0].win)));
      assert_int_equal(ddzc_table_robot(handle, &table, &net, &row), 0);
      assert_true(row.cards == choice[0].play.cards);
      played[n] = row.cards;
      json_decref(json);
      assert_int_equal(ddzc_table_do(&table, &row), 0);
    }
  }
}

/* ---- the table ---- */

static int step(struct ddzc_table *table) {
  const int n = ddzc_table_plays(table, list, ROOM);
  assert_true(n >= 0);
  if (n == 0) return 0;
  assert_int_equal(ddzc_table_act(table, (int)ddz_rng_below(&rng, (uint32_t)n)), 0);
  return n;
}

static void add_action(json_t *actions, const struct ddzc_play *row, const struct ddz_rules *rules) {
  char text[DDZC_TEXT];
  json_t *action = json_object();
  text_of(row->cards, text);
  if (row->kind == DDZC_DEAL)
    json_object_set_new(action, "deal", json_true());
  else if (row->kind >= DDZC_CALL)
    json_object_set_new(action, "call", json_string(ddzc_kind_name(row->kind)));
  else
    json_object_set_new(action, "cards", json_string(text));
  json_array_append_new(actions, action);
}

static void same_as_route(const struct ddzc_table *table, json_t *body) {
  char *text = json_dumps(body, JSON_COMPACT), cards_text[DDZC_TEXT];
  json_t *json = ask("/table", text);
  struct ddzc_view view;
  int64_t score[3];
  ddz_hand hand[3], kitty;
  static const char *const phases[] = {"call", "rob", "kick", "double", "play", "redeal", "over"};
  ddzc_table_view(table, 0, &view);
  ddzc_table_hands(table, hand, &kitty);
  assert_string_equal(json_string_value(json_object_get(json, "phase")), phases[view.phase]);
  const json_t *turn = json_object_get(json, "turn");
  assert_int_equal(json_is_integer(turn) ? (int)json_integer_value(turn) : DDZC_NOBODY, view.turn);
  for (size_t seat = 0; seat < 3; seat++) {
    const json_t *told = json_array_get(json_object_get(json, "seats"), seat);
    text_of(hand[seat], cards_text);
    assert_string_equal(json_string_value(json_object_get(told, "hand")), cards_text);
    assert_int_equal((int)real(told, "factor"), view.factor[seat]);
    if (ddzc_table_score(table, score)) assert_int_equal((int)real(told, "score"), (int)score[seat]);
  }
  assert_int_equal((int)real(json, "multiplier"), (int)view.multiplier);
  assert_int_equal((int)real(json, "bombs"), view.bombs);
  json_decref(json);
  free(text);
}

/* With the wild rank that the table shows. */
static const struct ddz_rules *shown_rules(int preset, unsigned wild) {
  static struct ddz_rules *named[16];
  const int rank = wild ? __builtin_ctz(wild) : 0;
  char json[60];
  if (strcmp(presets[preset], "laizi") != 0) return rules_of[preset];
  snprintf(json, sizeof json, "{\"preset\":\"laizi\",\"wild\":[\"%c\"]}", "3456789TJQKA2"[rank]);
  ddzc_rules_close(named[rank]);
  return named[rank] = ddzc_rules_open(json, NULL, 0);
}

/* DDZ_GAMES=10000: so many a preset, compared at their ends; a few at every action. */
TEST(games_are_those_of_the_route) {
  const long games = times("DDZ_GAMES", 20);
  for (int p = 0; p < PRESETS; p++)
    for (long game = 0; game < games; game++) {
      struct ddzc_table table;
      json_t *actions = json_array();
      json_t *body =
          json_pack("{s:s,s:I,s:o}", "rules", presets[p], "seed", (json_int_t)game, "actions", actions);
      assert_int_equal(ddzc_table_init(&table, rules_of[p], (uint64_t)game), 0);
      for (int n; (n = ddzc_table_plays(&table, list, ROOM)) > 0;) {
        const int i = (int)ddz_rng_below(&rng, (uint32_t)n);
        struct ddzc_play row = list[i], best;
        struct ddzc_view view;
        ddzc_table_view(&table, 0, &view);
        if (p >= 4 && row.cards != 0) { /* the route is told cards alone, and takes the best reading */
          assert_int_equal(ddzc_classify(shown_rules(p, view.wild), row.cards, &view.last, &best), 0);
          row = best;
          assert_int_equal(ddzc_table_do(&table, &row), 0);
        } else {
          assert_int_equal(ddzc_table_act(&table, i), 0);
        }
        add_action(actions, &row, rules_of[p]);
        if (game < 2) same_as_route(&table, body);
      }
      same_as_route(&table, body);
      json_decref(body);
    }
}

static void same_tables(const struct ddzc_table *a, const struct ddzc_table *b) {
  struct ddzc_view view[2];
  ddz_hand hand[2][3], kitty[2];
  for (int seat = 0; seat < 3; seat++) {
    ddzc_table_view(a, seat, &view[0]);
    ddzc_table_view(b, seat, &view[1]);
    assert_memory_equal(&view[0], &view[1], sizeof view[0]);
  }
  ddzc_table_hands(a, hand[0], &kitty[0]);
  ddzc_table_hands(b, hand[1], &kitty[1]);
  assert_memory_equal(hand[0], hand[1], sizeof hand[0]);
}

/* DDZ_COPIES=1000000. */
TEST(a_copy_plays_on_as_its_original_would) {
  const long copies = times("DDZ_COPIES", 2000);
  for (long done = 0, game = 0; done < copies; game++) {
    struct ddzc_table table, copy, again;
    ddzc_table_init(&table, rules_of[game % PRESETS], (uint64_t)game);
    do {
      copy = table;
      const struct ddz_rng from = rng;
      again = copy;
      for (int i = 0; i < 6 && step(&again) > 0; i++) continue;
      const struct ddz_rng after = rng;
      rng = from;
      for (int i = 0; i < 6 && step(&copy) > 0; i++) continue;
      same_tables(&copy, &again);
      rng = after;
      done++;
    } while (step(&table) > 0 && done < copies);
  }
}

/* DDZ_REDRAWS=100000. */
TEST(hands_dealt_anew_fit_what_is_seen) {
  const long redraws = times("DDZ_REDRAWS", 3000);
  long differ = 0;
  for (long done = 0, game = 0; done < redraws; game++) {
    struct ddzc_table table, drawn;
    ddzc_table_init(&table, rules_of[game % PRESETS], (uint64_t)game);
    do {
      const int seat = (int)ddz_rng_below(&rng, 3);
      struct ddzc_view before, after;
      ddz_hand hand[2][3], kitty[2];
      drawn = table;
      assert_int_equal(ddzc_table_redraw(&drawn, seat, ddz_rng_next(&rng)), 0);
      ddzc_table_view(&table, seat, &before);
      ddzc_table_view(&drawn, seat, &after);
      assert_memory_equal(&before, &after, sizeof before);
      ddzc_table_hands(&table, hand[0], &kitty[0]);
      ddzc_table_hands(&drawn, hand[1], &kitty[1]);
      differ += memcmp(hand[0], hand[1], sizeof hand[0]) != 0;
      const bool shown = before.landlord != DDZC_NOBODY;
      ddz_hand sum[2] = {0};
      for (int i = 0; i < 2; i++) sum[i] = hand[i][0] + hand[i][1] + hand[i][2] + (shown ? 0 : kitty[i]);
      assert_true(sum[0] == sum[1] && (!shown || kitty[0] == kitty[1]));
      for (int rank = 0; shown && rank < 16; rank++) { /* of the kitty what is not played is his */
        const int his = (int)(hand[1][before.landlord] >> 4 * rank & 15);
        const int due =
            (int)(kitty[1] >> 4 * rank & 15) - (int)(before.played[before.landlord] >> 4 * rank & 15);
        assert_true(his >= due);
      }
      done++;
      if (done % 50 == 0)
        while (step(&drawn) > 0) continue; /* it is a game like others */
    } while (step(&table) > 0 && done < redraws);
  }
  assert_true(differ > redraws / 3);
}

/* A rank was drawn for rules that have none left to draw, and one that was wild already. */
TEST(a_redrawn_table_has_as_many_wild_ranks) {
  static const struct {
    const char *rules;
    int ranks;
  } lines[] = {{"\"laizi\"", 1}, {"{\"preset\":\"laizi\",\"wild_turn\":\"deal\"}", 1}, {"\"tiandi\"", 2}};
  int found = 0;
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_rules *rules = ddzc_rules_open(lines[i].rules, NULL, 0);
    assert_non_null(rules);
    for (uint64_t seed = 0; seed < 100; seed++) {
      struct ddzc_table table;
      struct ddzc_view view;
      ddzc_table_init(&table, rules, seed);
      assert_int_equal(ddzc_table_redraw(&table, (int)(seed % 3), seed), 0);
      do ddzc_table_view(&table, 0, &view);
      while (view.landlord == DDZC_NOBODY && step(&table) > 0);
      if (view.landlord == DDZC_NOBODY || view.deals > 1) continue;
      assert_int_equal(__builtin_popcount(view.wild), lines[i].ranks);
      found++;
    }
    ddzc_rules_close(rules);
  }
  assert_true(found > 100);
}

TEST(a_kitty_that_lies_open_stays) {
  struct ddz_rules *rules = ddzc_rules_open("{\"preset\":\"huanle\",\"kitty_open\":true}", NULL, 0);
  struct ddzc_table table, drawn;
  struct ddzc_view before, after;
  assert_non_null(rules);
  ddzc_table_init(&table, rules, 3);
  drawn = table;
  assert_int_equal(ddzc_table_redraw(&drawn, 1, 9), 0);
  ddzc_table_view(&table, 1, &before);
  ddzc_table_view(&drawn, 1, &after);
  assert_true(before.kitty != 0 && before.landlord == DDZC_NOBODY);
  assert_memory_equal(&before, &after, sizeof before);
  ddzc_rules_close(rules);
}

/* ---- questions of the calling ---- */

enum { ROUNDS = 300, CHOICES_MAX = 16 };

static uint8_t choice_of(const struct ddz_table *table, enum ddz_call call) {
  enum ddz_call is;
  int choice = 0;
  while (ddz_table_choice(table, choice, &is) != DDZ_OK || is != call)
    if (++choice == DDZ_BID_CHOICES) fail_msg("%s is no choice", ddz_call_rows[call].name);
  return (uint8_t)choice;
}

TEST(calls_by_their_choices_say_the_same_as_the_table) {
  int told = 0;
  for (int i = 0; i < ROUNDS; i++) {
    struct ddz_table table;
    uint8_t choice[CHOICES_MAX];
    size_t n = 0;
    bool found = false;
    ddz_table_init(&table, rules_of[i % PRESETS], ddz_rng_next(&rng), NULL);
    while (table_asks(&table)) {
      struct ddz_bid_request ask, again;
      if (!found && table.landlord != DDZ_NO_SEAT) n = 0; /* doubling is told from its own beginning */
      found = table.landlord != DDZ_NO_SEAT;
      ddz_bid_question(&table, &ask);
      again = ask;
      memset(again.said, 0, sizeof again.said);
      typed_said(&again, choice, n);
      assert_memory_equal(again.said, ask.said, sizeof ask.said);
      told += n > 0;
      const enum ddz_call call = call_drawn(&rng, ddz_table_calls(&table));
      choice[n++] = choice_of(&table, call);
      call_said(&table, call);
    }
  }
  assert_true(told > ROUNDS);
}

static int open_all(void **state) {
  struct ddz_settings settings = {.size = sizeof settings, .model = NET, .table_bytes = 1 << 20};
  char error[200];
  const char *seed = getenv("DDZ_SEED");
  handle = ddz_open(&settings, error, sizeof error);
  for (int p = 0; p < PRESETS; p++) {
    char json[40];
    snprintf(json, sizeof json, "\"%s\"", presets[p]);
    rules_of[p] = ddzc_rules_open(json, NULL, 0);
  }
  printf("seed %s\n", seed ? seed : "1");
  ddz_rng_seed(&rng, seed ? strtoull(seed, NULL, 10) : 1);
  return handle == NULL;
}

static int close_all(void **state) {
  ddz_close(handle);
  for (int p = 0; p < PRESETS; p++) ddzc_rules_close(rules_of[p]);
  return 0;
}

int main(void) { return test_run(open_all, close_all); }
