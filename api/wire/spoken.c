#include "api/wire/spoken.h"

#include <stdarg.h>
#include <stdio.h>

enum { RUN_OF_ONE = 5, RUN_OF_TWO = 3, RUN_OF_THREE = 2 };

static const char *const ranks[DDZ_RANKS][2] = {{"3", "3"},
                                                {"4", "4"},
                                                {"5", "5"},
                                                {"6", "6"},
                                                {"7", "7"},
                                                {"8", "8"},
                                                {"9", "9"},
                                                {"10", "10"},
                                                {"J", "J"},
                                                {"Q", "Q"},
                                                {"K", "K"},
                                                {"A", "A"},
                                                {"2", "2"},
                                                {"small joker", "小王"},
                                                {"big joker", "大王"},
                                                {"flower", "花牌"}};

/* By how many there are of a rank: alone, and in a run. */
static const struct {
  const char *group[2], *run[2];
} names[] = {{{"the %s", "%s"}, {"the straight %s to %s", "顺子%s到%s"}},
             {{"the pair of %s", "对%s"}, {"the pair straight %s to %s", "连对%s到%s"}},
             {{"the three %s", "三张%s"}, {"the airplane %s to %s", "飞机%s到%s"}},
             {{"the four %s", "四张%s"}, {"the four chain %s to %s", "航天飞机%s到%s"}}};

struct said {
  char *text;
  int at;
};

__attribute__((format(printf, 2, 3))) static void say(struct said *said, const char *format, ...) {
  va_list args;
  va_start(args, format);
  if (said->at < DDZ_SPOKEN_MAX - 1) {
    const int n = vsnprintf(said->text + said->at, (size_t)(DDZ_SPOKEN_MAX - said->at), format, args);
    said->at = n < DDZ_SPOKEN_MAX - said->at ? said->at + n : DDZ_SPOKEN_MAX - 1;
  }
  va_end(args);
}

/* The ranks in a row from `low` on that hold `count` cards each; 1 where they are no run. */
static int run_of(ddz_hand cards, int low, int count) {
  static const int least[] = {RUN_OF_ONE, RUN_OF_TWO, RUN_OF_THREE, RUN_OF_THREE};
  int n = 1;
  while (low <= DDZ_RANK_A && low + n <= DDZ_RANK_A && ddz_hand_count(cards, low + n) == count) n++;
  return count <= 4 && n >= least[count - 1] ? n : 1;
}

/* Equal cards, two or more? */
static bool is_group(ddz_hand cards) {
  int kinds = 0;
  for (int rank = 0; rank < DDZ_RANKS; rank++) kinds += ddz_hand_count(cards, rank) > 0;
  return kinds == 1 && ddz_hand_size(cards) > 1;
}

/* Say the largest part; returns what is left. */
static ddz_hand say_body(struct said *said, ddz_hand cards, bool chinese) {
  int count = 0, low = 0;
  for (int rank = 0; rank < DDZ_RANKS; rank++)
    if (ddz_hand_count(cards, rank) > count) count = ddz_hand_count(cards, rank), low = rank;
  const int length = run_of(cards, low, count), as = (count < 4 ? count : 4) - 1;
  const char *first = ranks[low][chinese], *last = ranks[low + length - 1][chinese];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  if (length > 1)
    say(said, names[as].run[chinese], first, last);
  else
    say(said, names[as].group[chinese], first);
#pragma GCC diagnostic pop
  for (int rank = low; rank < low + length; rank++) cards -= ddz_hand_of(rank, count);
  return cards;
}

void ddz_spoken(ddz_hand cards, bool chinese, char text[DDZ_SPOKEN_MAX]) {
  struct said said = {text, 0};
  text[0] = '\0';
  if (cards == 0) return say(&said, "%s", chinese ? "不要" : "passing");
  if (cards == DDZ_HAND_ROCKET) return say(&said, "%s", chinese ? "王炸" : "the rocket");
  ddz_hand rest = say_body(&said, cards, chinese);
  const char *joint = chinese ? "带" : " with ";
  if (is_group(rest)) {
    say(&said, "%s", joint);
    (void)say_body(&said, rest, chinese);
    return;
  }
  for (int rank = 0; rank < DDZ_RANKS; rank++)
    for (int n = ddz_hand_count(rest, rank); n > 0; n--, joint = chinese ? "、" : ", ")
      say(&said, "%s%s", joint, ranks[rank][chinese]);
}
