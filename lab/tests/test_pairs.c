/* Pairs of farmers, against the match of one pair, a game played by hand, and the referee of the service. */
#include <signal.h>

#include "lab/pairs/pairs.h"
#include "tests/support/api.h"
#include "tests/support/command.h"
#include "tests/support/test.h"

enum { FARMERS_MAX = 4 };

static struct match_options options_of(const char *preset, uint64_t deals) {
  struct match_options options = {.seed = test_seed(), .deals = deals, .threads = 1, .timeout_ms = 5000};
  assert_int_equal(ddz_rules_preset(preset, &options.rules), DDZ_OK);
  return options;
}

/* The players of a run, named by words with blanks between them: the landlord, then the farmers. */
struct run {
  char names[100];
  struct spec spec[1 + FARMERS_MAX];
  struct pair pair[FARMERS_MAX * FARMERS_MAX];
  struct pairs pairs;
};

static void run(const struct match_options *options, const char *names, struct run *run) {
  char *at = run->names;
  size_t n = 0;
  memset(run, 0, sizeof *run);
  assert_true(strlen(names) < sizeof run->names);
  strcpy(run->names, names);
  while (at != NULL) {
    assert_true(n <= FARMERS_MAX);
    assert_null(spec_read(strsep(&at, " "), &run->spec[n++]));
  }
  run->pairs = (struct pairs){.landlord = run->spec, .farmer = run->spec + 1, .n = n - 1, .pair = run->pair};
  assert_null(pairs_play(options, &run->pairs));
  assert_int_equal(run->pairs.deals, options->deals);
}

static const struct {
  const char *rules, *players; /* the landlord first */
} tables[] = {
    {"douzero", "rules random prompt rules:level=5"},
    {"douzero", "prompt rules search:nodes=300"},
    {"standard", "rules:level=3 prompt rules"},
    {"huanle", "random prompt random"},
    {"laizi", "prompt rules prompt"},
    {"yuncheng", "rules rules:level=2 rules"},
};
enum { TABLES = sizeof tables / sizeof *tables };

/* A player with himself is the farmers' side of a match against the landlord. */
TEST(a_matched_pair_is_the_farmers_side_of_a_match) {
  static struct run pairs;
  static struct match match;
  for (size_t t = 0; t < TABLES; t++) {
    const struct match_options options = options_of(tables[t].rules, 20);
    run(&options, tables[t].players, &pairs);
    for (size_t i = 0; i < pairs.pairs.n; i++) {
      const struct yield *games = &pairs.pair[i * (pairs.pairs.n + 1)].games;
      assert_null(match_play(&options, pairs.pairs.landlord, &pairs.pairs.farmer[i], &match));
      assert_true(games->wins.total == match.won_as[0].n - match.won_as[0].total);
      assert_true(games->points.total == -match.points_as[0].total);
      assert_true(games->points.squares == match.points_as[0].squares);
    }
  }
}

static void no_gap(const struct yield *gap, double n) {
  const struct sum none = {.n = n};
  assert_memory_equal(&gap->wins, &none, sizeof none);
  assert_memory_equal(&gap->points, &none, sizeof none);
}

TEST(players_who_play_alike_have_no_gap) {
  static const char *const players[] = {"random prompt prompt prompt", "prompt rules rules",
                                        "rules random random", "rules search:nodes=300 search:nodes=300"};
  static struct run pairs;
  for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
    const struct match_options options = options_of("douzero", 20);
    run(&options, players[i], &pairs);
    const size_t n = pairs.pairs.n;
    for (size_t g = 0; g < n * n; g++) {
      assert_memory_equal(&pairs.pair[g].games, &pairs.pair[0].games, sizeof pairs.pair[g].games);
      no_gap(&pairs.pair[g].gap, 20);
      no_gap(&pairs.pair[g].both, 20);
    }
    no_gap(&pairs.pairs.mixed, 20);
  }
}

/* Times 4, so that every sum is one of whole numbers. */
TEST(gaps_add_up_to_what_the_games_say) {
  static struct run pairs;
  for (size_t t = 0; t < TABLES; t++) {
    const struct match_options options = options_of(tables[t].rules, 20);
    run(&options, tables[t].players, &pairs);
    const size_t n = pairs.pairs.n;
    const struct pair *pair = pairs.pair;
    for (size_t g = 0; g < n * n; g++) {
      const struct pair *down = &pair[g / n * (n + 1)], *up = &pair[g % n * (n + 1)];
      const struct pair *turned = &pair[g % n * n + g / n];
      assert_true(4 * pair[g].gap.wins.total ==
                  4 * pair[g].games.wins.total - 2 * down->games.wins.total - 2 * up->games.wins.total);
      assert_true(4 * pair[g].gap.points.total ==
                  4 * pair[g].games.points.total - 2 * down->games.points.total - 2 * up->games.points.total);
      assert_true(4 * pair[g].both.points.total ==
                  2 * pair[g].gap.points.total + 2 * turned->gap.points.total);
      assert_memory_equal(&pair[g].both, &turned->both, sizeof turned->both);
    }
  }
}

TEST(the_number_of_threads_changes_nothing) {
  struct match_options options = options_of("douzero", 40);
  static struct run one, many;
  run(&options, "rules random rules:level=4 search:nodes=300", &one);
  for (options.threads = 2; options.threads <= 7; options.threads += 5) {
    run(&options, "rules random rules:level=4 search:nodes=300", &many);
    assert_memory_equal(one.pair, many.pair, sizeof one.pair);
    assert_memory_equal(&one.pairs.mixed, &many.pairs.mixed, sizeof one.pairs.mixed);
    assert_memory_equal(&one.pairs.account, &many.pairs.account, sizeof one.pairs.account);
  }
}

/* ---- games as text ---- */

/* One game by three players of its own, each asked by his role: the line that must be written. */
static char *by_hand(const struct match_options *o, uint64_t deal,
                     const struct spec *const by_role[DDZ_ROLES]) {
  static struct game game;
  struct player *player[DDZ_ROLES];
  const uint64_t seed = match_deal_seed(o->seed, deal);
  for (int role = 0; role < DDZ_ROLES; role++)
    assert_non_null(player[role] = player_new(by_role[role], (int)o->timeout_ms));
  game_start(&game, &o->rules, seed, true);
  while (game.table.phase == DDZ_PHASE_PLAY) {
    struct player *turn = player[ddz_table_role(&game.table, game.table.turn)];
    if (game_forced(&game))
      player_decline(turn, &game);
    else
      player_act(turn, &game, game_chance(&game));
  }
  assert_int_equal(game.table.phase, DDZ_PHASE_OVER);
  for (int role = 0; role < DDZ_ROLES; role++) player_free(player[role]);
  return match_text(&game);
}

/* A line for every pair, a deal after the other: who sits where, and what the referee says of the score. */
TEST(every_written_game_is_that_of_its_pair) {
  static const char *const presets[] = {"douzero", "botzone"};
  static struct run pairs;
  char *line = NULL;
  size_t room = 0;
  for (size_t p = 0; p < sizeof presets / sizeof *presets; p++) {
    struct match_options options = options_of(presets[p], 3);
    double points[9] = {0};
    options.json = tmpfile();
    options.threads = 3;
    assert_non_null(options.json);
    run(&options, "rules:level=6 random prompt rules", &pairs);
    rewind(options.json);
    for (size_t at = 0; at < 3 * 9; at++) {
      const struct spec *const by_role[DDZ_ROLES] = {[DDZ_LANDLORD] = pairs.pairs.landlord,
                                                     [DDZ_LANDLORD_DOWN] = &pairs.pairs.farmer[at % 9 / 3],
                                                     [DDZ_LANDLORD_UP] = &pairs.pairs.farmer[at % 3]};
      char *wanted = by_hand(&options, at / 9, by_role);
      assert_true(getline(&line, &room, options.json) > 0);
      line[strcspn(line, "\n")] = '\0';
      assert_string_equal(line, wanted);
      struct reply reply = api_post("/table", line);
      assert_int_equal(reply.status, 200);
      const size_t landlord = (size_t)json_integer_value(json_object_get(reply.json, "landlord"));
      points[at % 9] -=
          (double)json_integer_value(json_array_get(json_object_get(reply.json, "score"), landlord));
      free(wanted);
    }
    assert_true(getline(&line, &room, options.json) < 0);
    for (int g = 0; g < 9; g++) assert_true(points[g] == pairs.pair[g].games.points.total);
    fclose(options.json);
  }
  free(line);
}

TEST(a_program_that_never_answers_ends_them) {
  const struct match_options options = options_of("douzero", 30);
  struct spec spec[3];
  struct pair pair[4] = {0};
  struct pairs pairs = {.landlord = spec, .farmer = spec + 1, .n = 2, .pair = pair};
  assert_null(spec_read("rules", &spec[0]));
  assert_null(spec_read("prompt", &spec[1]));
  assert_null(spec_read("cmd:false", &spec[2]));
  assert_string_equal(pairs_play(&options, &pairs),
                      "no response ever came from 'false': it ends with status 1");
}

TEST(the_program_prints_a_table_and_the_gaps) {
  static const char *const words[] = {
      "farmers against rules:3 as the landlord",
      "douzero, landlord drawn, deals 0-29 of seed 5, each played by every pair",
      "| games won, points | `random` up | `prompt` up |",
      "\n| `random` down | 0.",
      "\n| `prompt` down | 0.",
      "| gap | first down, second up | first up, second down | both ways |",
      "\n| `random`, `prompt` | ",
      "\n| all | | | "};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (command_run("ddz-pairs", "random prompt --landlord rules:3 --deals 30 --seed 5") != 0 ||
        strstr(command_said, words[i]) == NULL)
      fail_msg("no \"%s\" in %s", words[i], command_said);
  assert_int_equal(command_run("ddz-pairs", "prompt prompt --landlord random --deals 5 --rules laizi "
                                            "--dealing unshuffled"),
                   0);
  assert_non_null(strstr(command_said, "laizi, landlord drawn, unshuffled deals 0-4"));
  assert_non_null(strstr(command_said, "| all | | | +0.0000 ±0.0000, +0.000 ±0.000 |"));
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  return test_run(NULL, NULL);
}
