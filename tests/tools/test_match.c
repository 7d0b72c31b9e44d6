/* Matches: what does not change a result, and games written down and played again by the service. */
#include "core/base/card.h"
#include "tests/support/api.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/test.h"
#include "tools/arena/match.h"

static struct match_options options_of(const char *preset, uint64_t deals) {
  struct match_options options = {.seed = test_seed(), .deals = deals, .threads = 1, .timeout_ms = 5000};
  assert_int_equal(ddz_rules_preset(preset, &options.rules), DDZ_OK);
  return options;
}

static void run(const struct match_options *options, const char *a, const char *b, struct match *match) {
  static struct spec spec[SIDES];
  assert_null(spec_read(a, &spec[0]));
  assert_null(spec_read(b, &spec[1]));
  assert_null(match_play(options, &spec[0], &spec[1], match));
}

/* All that is counted; times are another's business. */
static void same(const struct match *a, const struct match *b) {
  assert_int_equal(a->deals, b->deals);
  assert_memory_equal(&a->wins, &b->wins, sizeof a->wins);
  assert_memory_equal(&a->points, &b->points, sizeof a->points);
  assert_memory_equal(a->won_as, b->won_as, sizeof a->won_as);
  assert_memory_equal(a->points_as, b->points_as, sizeof a->points_as);
  assert_memory_equal(a->account, b->account, sizeof a->account);
}

TEST(the_number_of_threads_changes_nothing) {
  struct match_options options = options_of("douzero", 60 / TEST_SLOWER);
  static struct match one, many;
  run(&options, "rules:level=4", "search:nodes=500", &one);
  for (options.threads = 2; options.threads <= 7; options.threads += 5) {
    run(&options, "rules:level=4", "search:nodes=500", &many);
    same(&one, &many);
  }
}

TEST(a_test_stops_at_the_same_deal_on_any_number_of_threads) {
  const struct sprt test = {.low = .5, .high = .6};
  struct match_options options = options_of("douzero", 5000);
  static struct match one, many;
  options.sprt = &test;
  run(&options, "random", "prompt", &one);
  assert_int_equal(one.verdict, SPRT_HIGH);
  assert_in_range(one.deals, SPRT_LEAST, 200);
  options.threads = 4;
  run(&options, "random", "prompt", &many);
  same(&one, &many);
  run(&options, "prompt", "random", &many);
  assert_int_equal(many.verdict, SPRT_LOW);
}

TEST(a_player_is_even_with_itself) {
  static const char *const players[] = {"random", "prompt", "rules", "rules:level=2", "search:nodes=500"};
  const struct match_options options = options_of("douzero", TEST_SANITIZED ? 10 : 20);
  static struct match match;
  for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
    run(&options, players[i], players[i], &match);
    assert_true(sum_mean(&match.wins) == .5 && sum_mean(&match.points) == 0);
    assert_true(sum_variance(&match.wins) == 0 && sum_variance(&match.points) == 0);
    assert_true(sum_variance(&match.won_as[0]) > 0);
    assert_int_equal(match.account[0].choices, match.account[1].choices);
  }
}

TEST(with_calling_a_player_is_even_with_itself_in_points) {
  static const char *const players[] = {"rules", "rules:bid=formula", "prompt:bid=index",
                                        "rules:bid=search,bid_nodes=200"};
  static struct match match;
  for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
    struct match_options options = options_of(i == 1 ? "huanle" : "standard", 12);
    options.calling = true;
    run(&options, players[i], players[i], &match);
    assert_true(sum_mean(&match.points) == 0 && sum_variance(&match.points) == 0);
    assert_true(match.won_as[0].n > 0 && match.won_as[0].n + match.won_as[1].n == 9 * 12);
    assert_int_equal(match.account[0].choices, match.account[1].choices);
  }
}

/* A deal that is called three times: what is remembered is what would be searched. */
TEST(searched_calls_are_remembered) {
  static struct game game;
  const struct ddz_rules rules = cards_rules("huanle");
  struct spec spec;
  assert_null(spec_read("rules:bid=search,bid_nodes=100", &spec));
  struct player *player = player_new(&spec, 0);
  assert_non_null(player);
  for (uint64_t seed = 0; seed < 12; seed++)
    for (int time = 0; time < 3; time++) {
      game_start(&game, &rules, seed, false);
      while (game.table.phase != DDZ_PHASE_PLAY && game.table.phase != DDZ_PHASE_REDEAL) {
        const enum ddz_call call = caller_call(CALLER_SEARCH, 100, &game.table, engine_here());
        assert_int_equal(player_call(player, &game), FAULT_NONE);
        assert_int_equal(game.action[game.n - 1].call, call);
      }
    }
  player_free(player);
}

TEST(players_call_by_their_own_rule) {
  struct match_options options = options_of("standard", TEST_SANITIZED ? 10 : 60);
  static struct match formula, other;
  options.calling = true;
  run(&options, "rules:bid=formula", "rules:bid=formula", &formula);
  run(&options, "rules:bid=formula", "rules:bid=index", &other);
  assert_true(sum_variance(&formula.points) == 0 && sum_variance(&other.points) > 0);
}

TEST(a_match_seen_from_the_other_side) {
  const struct match_options options = options_of("standard", 40);
  static struct match a, b;
  run(&options, "prompt", "random", &a);
  run(&options, "random", "prompt", &b);
  assert_true(a.wins.total == b.wins.n - b.wins.total);
  assert_true(a.points.total == -b.points.total);
  for (int part = 0; part < SIDES; part++)
    assert_true(a.won_as[part].total == b.won_as[!part].n - b.won_as[!part].total);
}

/* What the two parts sum to is the total. */
TEST(parts_add_up) {
  const struct match_options options = options_of("douzero", TEST_SANITIZED ? 15 : 50);
  static struct match all;
  run(&options, "prompt", "rules", &all);
  assert_true(all.wins.total == (all.won_as[0].total + all.won_as[1].total) / 2);
  assert_true(all.points.total == (all.points_as[0].total + all.points_as[1].total) / 2);
}

TEST(the_better_player_wins) {
  const struct match_options options = options_of("douzero", TEST_SANITIZED ? 40 : 100);
  static struct match match;
  run(&options, "prompt", "random", &match);
  assert_true(sum_mean(&match.wins) > .9 && sum_mean(&match.points) > 1.5);
  run(&options, "rules", "prompt", &match);
  assert_true(sum_mean(&match.wins) > .5);
}

/* ---- games as text ---- */

/* What A won, as the landlord in game 0, as the farmers in game 1. */
static void add_drawn(const struct reply *reply, int g, double *won, double *points) {
  const json_int_t landlord = json_integer_value(json_object_get(reply->json, "landlord"));
  const bool landlord_won = json_integer_value(json_object_get(reply->json, "winner")) == landlord;
  const json_t *score = json_array_get(json_object_get(reply->json, "score"), (size_t)landlord);
  assert_non_null(score);
  *won += landlord_won == (g == 0);
  *points += (g == 0 ? 1 : -1) * (double)json_integer_value(score);
}

/* What A's seats won in six games, A in seat g alone or in the two others. */
static void add_called(const struct reply *reply, int g, double *won, double *points) {
  const json_int_t landlord = json_integer_value(json_object_get(reply->json, "landlord"));
  const bool landlord_won = json_integer_value(json_object_get(reply->json, "winner")) == landlord;
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    if ((seat == g % DDZ_SEATS) != (g < DDZ_SEATS)) continue;
    *won += (seat == landlord) == landlord_won;
    *points +=
        (double)json_integer_value(json_array_get(json_object_get(reply->json, "score"), (size_t)seat));
  }
}

/* A line a game: A the landlord, A the farmers; or the six of a deal that was called. */
static void replay_all(FILE *file, const struct match_options *options, const struct match *match) {
  struct sum wins = {0}, points = {0};
  char *line = NULL;
  size_t room = 0;
  rewind(file);
  for (uint64_t i = 0; i < match->deals; i++) {
    double won = 0, scored = 0;
    for (int g = 0; g < match_games(options); g++) {
      assert_true(getline(&line, &room, file) > 0);
      struct reply reply = api_post("/table", line);
      if (reply.status != 200) fail_msg("%s\n%s", reply.text, line);
      assert_string_equal(json_string_value(json_object_get(reply.json, "phase")), "over");
      if (options->calling)
        add_called(&reply, g, &won, &scored);
      else
        add_drawn(&reply, g, &won, &scored);
    }
    const int samples = options->calling ? 9 : 2;
    sum_add(&wins, won / samples);
    sum_add(&points, scored / samples);
  }
  assert_true(getline(&line, &room, file) < 0);
  free(line);
  assert_memory_equal(&wins, &match->wins, sizeof wins);
  assert_memory_equal(&points, &match->points, sizeof points);
}

TEST(written_games_are_replayed_by_the_referee_to_the_same_score) {
  const size_t n = ddz_rules_presets();
  static struct match match;
  for (size_t i = 0; i < n; i += TEST_SLOWER)
    for (int calling = 0; calling <= 1; calling++) {
      struct match_options options = options_of(ddz_rules_preset_at(i).name, 4);
      options.calling = calling != 0;
      options.threads = 3;
      options.json = tmpfile();
      assert_non_null(options.json);
      run(&options, "rules", "random", &match);
      replay_all(options.json, &options, &match);
      fclose(options.json);
    }
}

/* Every question of some games, put to the service, has the answer that the engine gives here. */
TEST(a_question_is_a_body_that_the_service_takes) {
  static const char *const presets[] = {"douzero", "yuncheng", "laizi"};
  static struct game game;
  struct spec spec;
  assert_null(spec_read("rules:level=8", &spec));
  struct player *player = player_new(&spec, 0);
  assert_non_null(player);
  for (size_t i = 0; i < sizeof presets / sizeof *presets; i++) {
    struct ddz_rules rules;
    assert_int_equal(ddz_rules_preset(presets[i], &rules), DDZ_OK);
    game_start(&game, &rules, match_deal_seed(test_seed(), i), true);
    while (game.table.phase != DDZ_PHASE_OVER) {
      if (game.table.phase != DDZ_PHASE_PLAY) {
        player_decline(player, &game);
        continue;
      }
      if (game_forced(&game)) break;
      json_t *question = player_question(player, &game, 7);
      json_object_del(question, "path");
      json_object_del(question, "legal");
      json_object_set_new(question, "engine", json_string("rules"));
      char *text = json_dumps(question, JSON_COMPACT);
      struct reply reply = api_post("/robot-move", text);
      if (reply.status != 200) fail_msg("%s\n%s", reply.text, text);
      assert_int_equal(player_act(player, &game, 7), FAULT_NONE);
      char played[DDZ_TEXT_MAX];
      ddz_text_write(game.action[game.n - 1].cards, played);
      assert_string_equal(json_string_value(json_object_get(reply.json, "cards")), played);
      free(text);
      json_decref(question);
    }
  }
  player_free(player);
}

int main(void) { return test_run(NULL, NULL); }
