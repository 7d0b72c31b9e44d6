#include "api/routes/options.h"

#include <string.h>

static bool always(const struct ddz_rules *rules) { return (void)rules, true; }
static bool calls(const struct ddz_rules *rules) { return rules->calling != DDZ_CALLING_NONE; }
static bool robs(const struct ddz_rules *rules) { return rules->calling == DDZ_CALLING_ROB; }
static bool kicks(const struct ddz_rules *rules) { return rules->calling == DDZ_CALLING_KICK; }
static bool turns_one(const struct ddz_rules *rules) { return rules->early + rules->late == 1; }
static bool has_long_bombs(const struct ddz_rules *rules) { return rules->bomb_most > 4; }

/* The value that a preset has, but for the spring, and with it all that are usual. */
#define VALUES(usual, rest) usual, "[" usual "," rest "]"

static const struct option {
  const char *name, *text, *chinese, *usual, *values, *example;
  bool (*matters)(const struct ddz_rules *rules);
} options[] = {
    {"bomb_factor",
     "What a bomb or the rocket multiplies the stake by, 1 to 16: a number, or an object by kind.",
     "炸弹和王炸的倍数，1 到 16：一个数，或按种类分别写。",
     VALUES("2", "1,3,4,{\"soft\":2,\"hard\":4,\"pure\":4,\"long\":6,\"rocket\":6}"), "3", always},
    {"spring_factor", "What a spring multiplies the stake by, 1 to 16; 1: there is none.",
     "春天的倍数，1 到 16；1 就是没有春天。", VALUES("1", "2,3,4"), "3", always},
    {"must_call", "Hands that must not pass while nobody has called: both_jokers, three_twos, four_twos.",
     "必须叫地主的牌（还没有人叫时）：both_jokers 双王，three_twos 三个 2，four_twos 四个 2。",
     VALUES("[]", "[\"both_jokers\"],[\"both_jokers\",\"four_twos\"],[\"both_jokers\",\"three_twos\"]"),
     "both_jokers", calls},
    {"nobody_calls", "Who is the landlord when nobody calls: first, last or random; redeal: nobody.",
     "没有人叫时谁当地主：first 第一家，last 最后一家，random 随机；redeal 就重新发牌。",
     VALUES("\"redeal\"", "\"first\",\"last\",\"random\""), "last", calls},
    {"rob_back", "May the first caller rob back?", "叫地主的人被抢后能不能再抢。", VALUES("true", "false"),
     "false", robs},
    {"kitty_open", "Does the kitty lie open while calling?", "叫地主时底牌是否亮开。",
     VALUES("false", "true"), "true", calls},
    {"kick_scope", "table: a kick doubles the stake of all; seat: that of the kicker alone.",
     "table：踢一次全桌翻倍；seat：只翻踢的人自己的倍数。", VALUES("\"table\"", "\"seat\""), "seat", kicks},
    {"wild_turn", "When the wild rank is shown: with the deal, or when the landlord is found.",
     "癞子何时翻开：deal 发牌时，landlord 定地主后。", VALUES("\"landlord\"", "\"deal\""), "deal", turns_one},
    {"bomb_order",
     "rocket_top: the rocket beats every bomb; long_top: bombs of five and more beat it; long_top_pure: four "
     "wildcards, too.",
     "rocket_top：王炸最大；long_top：五张及以上的炸弹大过王炸；long_top_pure：四张癞子的炸弹也大过王炸。",
     VALUES("\"rocket_top\"", "\"long_top\",\"long_top_pure\""), "long_top", has_long_bombs},
};
enum { OPTIONS = sizeof options / sizeof *options, SPRING = 1 };

static void open_option(struct ddz_writer *out, const struct option *option) {
  ddz_write_open(out, NULL, '{');
  ddz_write_string(out, "name", option->name);
  ddz_write_string(out, "text", option->text);
  ddz_write_string(out, "chinese", option->chinese);
}

void ddz_write_options(struct ddz_writer *out) {
  ddz_write_open(out, "options", '[');
  for (int i = 0; i < OPTIONS; i++) {
    open_option(out, &options[i]);
    ddz_write_raw(out, "values", options[i].values, strlen(options[i].values));
    ddz_write_close(out, '}');
  }
  ddz_write_close(out, ']');
}

void ddz_write_options_of(struct ddz_writer *out, const struct ddz_rules *rules) {
  ddz_write_open(out, "options", '{');
  for (int i = 0; i < OPTIONS; i++) {
    const struct option *option = &options[i];
    if (!option->matters(rules)) continue;
    if (i == SPRING)
      ddz_write_int(out, option->name, rules->factor[DDZ_RAISE_SPRING]);
    else
      ddz_write_raw(out, option->name, option->usual, strlen(option->usual));
  }
  ddz_write_close(out, '}');
}

void ddz_write_option_fields(struct ddz_writer *out) {
  for (int i = 0; i < OPTIONS; i++) {
    open_option(out, &options[i]);
    ddz_write_string(out, "example", options[i].example);
    ddz_write_close(out, '}');
  }
}
