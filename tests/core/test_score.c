/* S2's tables, row by row, and what is derived from them. */
#include "core/value/score.h"
#include "tests/support/cards.h"
#include "tests/support/test.h"

static int score_of(enum ddz_score_version version, struct ddz_play play) {
  return ddz_partition_score(version, &(struct ddz_partition){.plays = 1, .play = {play}});
}

TEST(plays_score_as_both_versions_say) {
  static const struct {
    const char *play;
    int v1, v2;
  } lines[] = {
      {"", 0, 0},         {"3", -100, -100},   {"6", -100, -100},   {"7", -80, -80},     {"T", -80, -80},
      {"J", -55, -55},    {"Q", -55, -55},     {"K", -35, -35},     {"A", -15, -15},     {"2", 30, 35},
      {"B", 60, 70},      {"R", 100, 110},     {"66", -95, -95},    {"TT", -75, -75},    {"QQ", -55, -55},
      {"KK", -25, -25},   {"AA", -10, -5},     {"22", 60, 70},      {"222", 90, 105},    {"2223", 90, 105},
      {"3333", 120, 150}, {"2222", 120, 150},  {"BR", 160, 180},    {"3334", -60, -59},  {"66644", -60, -59},
      {"7773", -35, -29}, {"TTT33", -35, -29}, {"JJJ3", -10, -9},   {"KKK33", -10, -9},  {"AAA3", 25, 25},
      {"333", -60, -59},  {"34567", -40, -40}, {"6789T", -40, -40}, {"789TJ", -20, -20}, {"89TJQ", -20, -20},
      {"9TJQK", -5, -5},  {"TJQKA", 10, 10},   {"345678", 0, 0},    {"334455", 0, 0},    {"333444", 0, 0},
      {"33344456", 0, 0}, {"333345", 0, 0},    {"33334455", 0, 0},
  };
  struct ddz_rules rules = cards_rules("standard");
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_play play = cards_play(&rules, lines[i].play);
    assert_int_equal(score_of(DDZ_SCORE_V1, play), lines[i].v1);
    assert_int_equal(score_of(DDZ_SCORE_V2, play), lines[i].v2);
  }
}

TEST(a_long_bomb_scores_as_a_bomb) {
  struct ddz_rules rules = cards_rules("laizi 7");
  struct ddz_play five = cards_play(&rules, "33337"), eight = cards_play(&rules, "33337777");
  assert_int_equal(score_of(DDZ_SCORE_V2, five), 150);
  assert_int_equal(score_of(DDZ_SCORE_V2, eight), 150);
}

TEST(a_partition_scores_the_sum_of_its_plays) {
  struct ddz_rules rules = cards_rules("standard");
  struct ddz_partition partition = {
      .plays = 3, .play = {cards_play(&rules, "34567"), cards_play(&rules, "R"), cards_play(&rules, "TT")}};
  assert_int_equal(ddz_partition_score(DDZ_SCORE_V2, &partition), -40 + 110 - 75);
}

TEST(tactics_follow_the_score_without_gaps) {
  static const char *const names[] = {"defend", "balanced", "attack"};
  int at = 0;
  assert_string_equal(ddz_tactics_of(-5000), names[0]);
  for (int score = -2000; score <= 1000; score++) {
    if (at < 2 && strcmp(ddz_tactics_of(score), names[at]) != 0) at++;
    assert_string_equal(ddz_tactics_of(score), names[at]);
  }
  assert_int_equal(at, 2);
}

TEST(big_cards_are_jokers_twos_aces_and_bombs) {
  static const struct {
    const char *rules, *hand;
    int score;
  } lines[] = {
      {"standard", "3456789TJQK", 0}, {"standard", "BR", 180},
      {"standard", "2", 35},          {"standard", "22", 70},
      {"standard", "222", 105},       {"standard", "2222", 150},
      {"standard", "A", -15},         {"standard", "AA", -5},
      {"standard", "AAA", 25},        {"standard", "AAAA", 150},
      {"standard", "3333999", 150},   {"standard", "333344AA22BR", 150 - 5 + 70 + 180},
      {"yuncheng", "3F", 35},         {"laizi 3", "3333R", 4 * 35 + 110},
      {"laizi 2A", "22AA", 4 * 35},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_rules rules = cards_rules(lines[i].rules);
    assert_int_equal(ddz_big_card_score(DDZ_SCORE_V2, &rules, cards_hand(lines[i].hand)), lines[i].score);
  }
}

int main(void) { return test_run(NULL, NULL); }
