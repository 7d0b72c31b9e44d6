/* Learning how cards lie: observations that are true and tell nothing hidden, nets that learn, a tool that
 * repeats itself. */
#include <unistd.h>

#include <math.h>

#include "core/net/judge.h"
#include "lab/beliefs/believer.h"
#include "tests/support/cards.h"
#include "tests/support/command.h"
#include "tests/support/engine.h"
#include "tests/support/test.h"
#include "tests/support/toy_net.h"

static struct toy_net toy;
static struct ddz_net net;
static struct mixture mixture;

static struct observations games(float opponent_pool, float blind) {
  return (struct observations){.tools = {.engine = engine_here(), .power = engine_here()->power},
                               .net = &net,
                               .mixture = &mixture,
                               .seed = test_seed(),
                               .opponent_pool = opponent_pool,
                               .temperature = .03f,
                               .explore = .1f,
                               .blind = blind};
}

static bool has(const struct observation *observation, int first, int last) {
  for (int i = 0; i < observation->n; i++)
    if (observation->input[i] >= first && observation->input[i] <= last) return true;
  return false;
}

TEST(sights_are_of_games_for_the_win_and_leave_something_open) {
  static struct observations first, again;
  int of[DDZ_ROLES] = {0};
  first = again = games(.3f, 0);
  for (int i = 0; i < 600; i++) {
    struct observation observation, same;
    observations_next(&first, &observation);
    observations_next(&again, &same);
    assert_true(observation.next == same.next && observation.pool == same.pool && observation.n == same.n);
    assert_memory_equal(observation.input, same.input, observation.n * sizeof *observation.input);
    assert_true(ddz_hand_contains(observation.pool, observation.next));
    assert_int_equal(ddz_hand_size(observation.next), observation.draw);
    assert_true(observation.draw > 0 && observation.draw < ddz_hand_size(observation.pool));
    assert_false(has(&observation, DDZ_FEATURE_MODE, DDZ_FEATURE_MODE));
    for (int k = 0; k < observation.n; k++) assert_true(observation.input[k] < DDZ_BELIEF_INPUTS);
    of[observation.role]++;
  }
  for (int role = 0; role < DDZ_ROLES; role++) assert_true(of[role] > 60);
}

TEST(calls_are_known_in_games_that_have_them) {
  for (int called = 0; called < 2; called++) {
    static struct observations some;
    static struct mixture others;
    const struct ddz_rules standard = cards_rules("standard");
    others = mixture_of(&standard);
    others.called = called;
    some = games(.3f, .3f);
    some.mixture = &others;
    for (int i = 0; i < 200; i++) {
      struct observation observation;
      observations_next(&some, &observation);
      assert_int_equal(has(&observation, DDZ_FEATURE_CALLS, DDZ_FEATURE_CALLS_LAST), called);
    }
  }
}

TEST(blind_ones_do_not_know_what_was_done_lately) {
  static struct observations blind, seeing;
  int kitties = 0, recents = 0;
  blind = games(0, 1);
  seeing = games(0, 0);
  for (int i = 0; i < 600; i++) {
    struct observation observation;
    observations_next(&blind, &observation);
    assert_false(has(&observation, DDZ_FEATURE_RECENT, DDZ_FEATURE_RECENT_LAST));
    assert_false(has(&observation, DDZ_FEATURE_REFUSED, DDZ_FEATURE_REFUSED_LAST));
    kitties += has(&observation, DDZ_FEATURE_KITTY, DDZ_FEATURE_KITTY_LAST);
    observations_next(&seeing, &observation);
    recents += has(&observation, DDZ_FEATURE_RECENT, DDZ_FEATURE_RECENT_LAST);
  }
  assert_true(kitties > 100 && kitties < 500 && recents > 400);
}

/* One input says that the next seat likes high cards, another that he likes low ones; how much: the odds of
 * a card are 4 to 1 of what they would be. The best anybody can do is known. */
TEST(nets_learn_what_there_is_to_learn) {
  enum {
    STEPS = (TEST_SANITIZED ? 20 : 235) * BELIEVER_BATCH,
    LAST = (TEST_SANITIZED ? 10 : 40) * BELIEVER_BATCH
  };
  const ddz_hand pool = cards_hand("3344KKAA2");
  struct believer *believer = believer_new(1);
  struct ddz_belief truth[2];
  double thought = 0, best = 0, blank = 0;
  static const float none[DDZ_BELIEF_WEIGHTS];
  struct ddz_belief uniform;
  struct ddz_rng rng = test_rng(test_seed());
  ddz_belief_set(&uniform, none, pool, 4);
  for (int likes = 0; likes < 2; likes++) {
    float z[DDZ_BELIEF_WEIGHTS];
    for (int i = 0; i < DDZ_BELIEF_WEIGHTS; i++)
      z[i] = (float)((i / DDZ_BELIEF_MOST > 5) == likes ? log(4) * (i % DDZ_BELIEF_MOST + 1) : 0);
    ddz_belief_set(&truth[likes], z, pool, 4);
  }
  for (int i = 0; i < STEPS; i++) {
    const int likes = (int)ddz_rng_below(&rng, 2);
    const struct observation observation = {.pool = pool,
                                            .next = ddz_belief_draw(&truth[likes], &rng),
                                            .draw = 4,
                                            .n = 1,
                                            .input = {(uint16_t)(100 + likes)}};
    double said;
    if (believer_learn(believer, &observation, 2e-3f, &said) && i >= STEPS - LAST)
      thought += said * BELIEVER_BATCH / LAST;
    if (i < STEPS - LAST) continue;
    best += log(ddz_belief_chance(&truth[likes], observation.next)) / LAST;
    blank += log(ddz_belief_chance(&uniform, observation.next)) / LAST;
  }
  print_message("thought %.4f, best %.4f, all alike %.4f\n", thought, best, blank);
  assert_true(best > blank + .2 && thought < best + .02);
  assert_true(thought > (TEST_SANITIZED ? blank - .2 : best - .02)); /* after few steps it is on its way */
  believer_free(believer);
}

static size_t read_file(const char *path, char *bytes, size_t room) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  const size_t n = fread(bytes, 1, room, file);
  fclose(file);
  return n;
}

TEST(equal_seeds_give_equal_nets) {
  enum { ROOM = 1 << 20 };
  static char bytes[3][ROOM];
  static const char *const seeds[3] = {"5", "5", "6"};
  char path[] = "/tmp/ddz-test-beliefs-XXXXXX", line[256];
  size_t size[3];
  if (access("models/ddz.net", R_OK) != 0) skip();
  const int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  for (int i = 0; i < 3; i++) {
    snprintf(line, sizeof line, "--observations %d --test 200 --seed %s --out %s", 3000 / TEST_SLOWER,
             seeds[i], path);
    assert_int_equal(command_run("ddz-beliefs", line), 0);
    assert_non_null(strstr(command_said, "nats a decision"));
    size[i] = read_file(path, bytes[i], ROOM);
    assert_true(size[i] > 1000 && size[i] < ROOM);
  }
  assert_true(size[0] == size[1] && memcmp(bytes[0], bytes[1], size[0]) == 0);
  assert_true(size[0] != size[2] || memcmp(bytes[0], bytes[2], size[0]) != 0);
  snprintf(line, sizeof line, "--belief %s --test 200", path);
  assert_int_equal(command_run("ddz-beliefs", line), 0);
  unlink(path);
}

TEST(what_is_not_understood_is_refused) {
  static const char *const wrong[] = {"",
                                      "--out",
                                      "--observations 0 --out x",
                                      "--belief /",
                                      "--rate x --out y",
                                      "--belief /dev/null --out /dev/null",
                                      "more",
                                      "--belief models/ddz-bids.net"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_int_equal(command_run("ddz-beliefs", wrong[i]), 2);
    assert_non_null(strstr(command_said, "ddz-beliefs: "));
  }
  assert_int_equal(command_run("ddz-beliefs", "--help"), 0);
  assert_non_null(strstr(command_said, "--observations"));
}

static int open_net(void **state) {
  toy = toy_net_player(3);
  const struct ddz_rules rules = cards_rules("douzero");
  mixture = mixture_of(&rules);
  return ddz_judge_open(&net, toy.image, toy.size) == DDZ_NET_OK ? 0 : -1;
}

static int close_net(void **state) {
  toy_net_free(&toy);
  return 0;
}

int main(void) { return test_run(open_net, close_net); }
