/* Players by name. */
#include "tests/support/test.h"
#include "tools/arena/spec.h"

TEST(a_name_alone_is_an_engine_at_its_best) {
  struct spec spec;
  assert_null(spec_read("rules", &spec));
  assert_int_equal(spec.manner, MANNER_ROBOT);
  assert_int_equal(spec.ask.player, DDZ_PLAYER_RULES);
  assert_int_equal(spec.ask.level, DDZ_LEVEL_MAX);
  assert_true(spec.ms == 0 && spec.ask.limit.nodes == 0);
  assert_false(spec_is_slow(&spec));
}

TEST(settings_are_read) {
  struct spec spec;
  assert_null(spec_read("auto:level=3,style=aggressive,objective=points,ms=15,nodes=2000", &spec));
  assert_int_equal(spec.ask.player, DDZ_PLAYER_AUTO);
  assert_int_equal(spec.ask.level, 3);
  assert_int_equal(spec.ask.style, DDZ_STYLE_AGGRESSIVE);
  assert_int_equal(spec.ask.objective, DDZ_OBJECTIVE_POINTS);
  assert_true(spec.ms == 15 && spec.ask.limit.nodes == 2000);
  assert_true(spec_is_slow(&spec));
}

TEST(how_to_call_is_read_for_whoever_plays) {
  static const struct {
    const char *text;
    enum caller caller;
  } cases[] = {{"net", CALLER_MODEL},
               {"net:bid=model", CALLER_MODEL},
               {"rules:bid=formula", CALLER_FORMULA},
               {"search:ms=2,bid=index", CALLER_INDEX},
               {"prompt:bid=index", CALLER_INDEX},
               {"random:bid=formula", CALLER_FORMULA},
               {"net:bid=search,bid_nodes=5", CALLER_SEARCH}};
  struct spec spec;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_null(spec_read(cases[i].text, &spec));
    assert_int_equal(spec.caller, cases[i].caller);
    assert_int_equal(spec.bid_nodes, cases[i].caller == CALLER_SEARCH ? 5 : 20000);
  }
  assert_string_equal(spec_read("net:bid=s1", &spec), "bid is model|formula|index|search");
}

TEST(the_record_is_the_games_unless_the_last_is_wanted) {
  struct spec spec;
  assert_null(spec_read("search:ms=2", &spec));
  assert_false(spec.blind);
  assert_null(spec_read("net:record=last", &spec));
  assert_true(spec.blind);
  assert_string_equal(spec_read("search:record=none", &spec), "record is last");
}

TEST(a_net_is_given_to_who_has_none_and_wants_one) {
  struct spec spec;
  assert_null(spec_read("search", &spec));
  assert_null(spec_open(&spec, "models/ddz.net"));
  const struct ddz_net *first = spec.nets.play;
  assert_non_null(first);
  assert_null(spec_open(&spec, "models/ddz-wild.net"));
  assert_ptr_equal(spec.nets.play, first);
  assert_null(spec_read("search:model=none", &spec));
  assert_null(spec_open(&spec, "models/ddz.net"));
  assert_null(spec.nets.play);
}

/* A test lies where no net is found, as a copy of the arena does. Such a copy once played a whole match of
 * searching players by rules, and its numbers stood in a notebook. */
TEST(who_plays_by_nets_does_not_without) {
  static const struct {
    const char *text, *model, *wrong;
  } cases[] = {
      {"net", NULL, "this player needs nets"},
      {"search:nodes=100", NULL, "this player needs nets"},
      {"rules:bid=search", NULL, "this player needs nets"},
      {"auto", NULL, "this player needs nets"},
      {"auto:8", NULL, "this player needs nets"},
      {"auto:level=3,nodes=100", NULL, "this player needs nets"},
      {"auto:7", NULL, NULL},
      {"net", "none", NULL},
      {"net:model=none", NULL, NULL},
      {"rules", NULL, NULL},
      {"prompt", NULL, NULL},
      {"random", NULL, NULL},
      {"cmd:false", NULL, NULL},
      {"rules", "/nowhere/x.net", "/nowhere/x.net: No such file or directory"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct spec spec;
    assert_null(spec_read(cases[i].text, &spec));
    const char *wrong = spec_open(&spec, cases[i].model);
    if (cases[i].wrong == NULL ? wrong != NULL : wrong == NULL || strstr(wrong, cases[i].wrong) != wrong)
      fail_msg("%s, model %s: %s", cases[i].text, cases[i].model, wrong != NULL ? wrong : "taken");
  }
}

TEST(a_limit_makes_a_search) {
  struct spec spec;
  assert_null(spec_read("search:objective=points,nodes=2000", &spec));
  assert_true(spec.ask.limited && spec.ask.limit.nodes == 2000);
  assert_null(spec_read("search:ms=3", &spec));
  assert_true(spec.ask.limited && spec.ask.limit.nodes == 0);
  assert_null(spec_read("search", &spec));
  assert_false(spec.ask.limited);
}

TEST(who_searches_is_slow) {
  static const struct {
    const char *text;
    bool slow;
  } cases[] = {{"rules", false},  {"rules:ms=5", false}, {"search", true},
               {"auto", true},    {"auto:1", false},     {"auto:1,ms=5", true},
               {"prompt", false}, {"random", false},     {"cmd:x", true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct spec spec;
    assert_null(spec_read(cases[i].text, &spec));
    if (spec_is_slow(&spec) != cases[i].slow) fail_msg("%s", cases[i].text);
  }
}

TEST(a_bare_number_is_a_level) {
  struct spec spec;
  assert_null(spec_read("rules:5", &spec));
  assert_int_equal(spec.ask.level, 5);
}

TEST(every_engine_goes_by_its_name) {
  for (int i = 0; i < DDZ_PLAYERS; i++) {
    struct spec spec;
    assert_null(spec_read(ddz_player_names[i], &spec));
    assert_int_equal(spec.ask.player, i);
  }
}

TEST(the_simple_players) {
  struct spec spec;
  assert_null(spec_read("random", &spec));
  assert_int_equal(spec.manner, MANNER_RANDOM);
  assert_null(spec_read("prompt", &spec));
  assert_int_equal(spec.manner, MANNER_PROMPT);
}

TEST(a_command_line_is_taken_as_it_stands) {
  struct spec spec;
  assert_null(spec_read("cmd:./robot --level=3,4 a:b", &spec));
  assert_int_equal(spec.manner, MANNER_OUTSIDE);
  assert_string_equal(spec.command, "./robot --level=3,4 a:b");
  assert_true(spec_is_slow(&spec));
}

TEST(what_is_no_player_is_refused_with_a_word) {
  static const struct {
    const char *text, *wrong;
  } cases[] = {
      {"", "no such player"},
      {"rule", "no such player"},
      {"cmd:", "cmd: takes the command line of a program"},
      {"rules:level=11", "level is 1..10"},
      {"rules:0", "level is 1..10"},
      {"rules:level=", "level is 1..10"},
      {"rules:level=-1", "level is 1..10"},
      {"rules:level", "a setting is written key=value"},
      {"rules:level=3,", "a setting is written key=value"},
      {"rules:style=wild", "style is steady|aggressive|cooperative"},
      {"rules:objective=fun", "objective is win|points"},
      {"rules:ms=0", "ms is 1..3600000"},
      {"rules:nodes=1e3", "nodes is N"},
      {"rules:partner=beat", "this player has no such setting"},
      {"prompt:level=3", "this player has no such setting"},
      {"prompt:3", "this player has no such setting"},
      {"random:seed=3", "this player has no such setting"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct spec spec;
    const char *wrong = spec_read(cases[i].text, &spec);
    if (wrong == NULL || strcmp(wrong, cases[i].wrong) != 0)
      fail_msg("\"%s\": %s", cases[i].text, wrong != NULL ? wrong : "accepted");
  }
  char long_text[400] = "rules:";
  memset(long_text + 6, '1', 390);
  struct spec spec;
  assert_string_equal(spec_read(long_text, &spec), "too long for a player");
}

int main(void) { return test_run(NULL, NULL); }
