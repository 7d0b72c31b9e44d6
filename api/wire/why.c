#include "api/wire/player.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NAME_MAX = 64, SENTENCE_MAX = 1200 };

/* ---- cards as a player says them ---- */

enum { RUN_OF_ONE = 5, RUN_OF_TWO = 3, RUN_OF_THREE = 2 };

static const char *const ranks[][DDZ_RANKS] = {
    {"3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "small joker", "big joker", "flower"},
    {"3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "小王", "大王", "花牌"}};

/* By how many there are of a rank: alone, and in a run. */
static const struct {
  const char *group[2], *run[2];
} names[] = {{{"the %s", "%s"}, {"the straight %s to %s", "顺子%s到%s"}},
             {{"the pair of %s", "对%s"}, {"the pair straight %s to %s", "连对%s到%s"}},
             {{"the three %s", "三张%s"}, {"the airplane %s to %s", "飞机%s到%s"}},
             {{"the four %s", "四张%s"}, {"the four chain %s to %s", "航天飞机%s到%s"}}};

/* What was said so far; what has no room is left out. */
struct said {
  char *text;
  int at, room;
};

__attribute__((format(printf, 2, 3))) static void say(struct said *said, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const int left = said->room - said->at, n = vsnprintf(said->text + said->at, (size_t)left, format, args);
  said->at = n < left ? said->at + n : said->room - 1;
  va_end(args);
}

/* The ranks in a row from `low` on that hold `count` cards each; 1 where they are no run. */
static int run_of(ddz_hand cards, int low, int count) {
  static const int least[] = {RUN_OF_ONE, RUN_OF_TWO, RUN_OF_THREE, RUN_OF_THREE};
  int n = 1;
  while (low <= DDZ_RANK_A && low + n <= DDZ_RANK_A && ddz_hand_count(cards, low + n) == count) n++;
  return count <= 4 && n >= least[count - 1] ? n : 1;
}

/* Say the largest part; returns what is left. */
static ddz_hand say_body(struct said *said, ddz_hand cards, bool chinese) {
  int count = 0, low = 0;
  for (int rank = 0; rank < DDZ_RANKS; rank++)
    if (ddz_hand_count(cards, rank) > count) count = ddz_hand_count(cards, rank), low = rank;
  const int length = run_of(cards, low, count), as = (count < 4 ? count : 4) - 1;
  const char *first = ranks[chinese][low], *last = ranks[chinese][low + length - 1];
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
  struct said said = {text, 0, DDZ_SPOKEN_MAX};
  text[0] = '\0';
  if (cards == 0) return say(&said, "%s", chinese ? "不要" : "passing");
  if (cards == DDZ_HAND_ROCKET) return say(&said, "%s", chinese ? "王炸" : "the rocket");
  ddz_hand rest = say_body(&said, cards, chinese);
  const char *joint = chinese ? "带" : " with ";
  if (__builtin_popcount(ddz_hand_at_least(rest, 1)) == 1 && ddz_hand_size(rest) > 1) { /* equal cards */
    say(&said, "%s", joint);
    (void)say_body(&said, rest, chinese);
    return;
  }
  for (int rank = 0; rank < DDZ_RANKS; rank++)
    for (int n = ddz_hand_count(rest, rank); n > 0; n--, joint = chinese ? "、" : ", ")
      say(&said, "%s%s", joint, ranks[chinese][rank]);
}

/* ---- words ---- */

static const char *role_name(enum ddz_role seat, enum ddz_role who, bool chinese) {
  if (who == seat) return chinese ? "自己" : "this seat";
  if (ddz_role_partners(seat, who)) return chinese ? "队友" : "the partner";
  if (who == DDZ_LANDLORD) return chinese ? "地主" : "the landlord";
  return who == DDZ_LANDLORD_DOWN ? (chinese ? "下家" : "the farmer who plays next")
                                  : (chinese ? "上家" : "the farmer who plays before");
}

/* ---- sentences ---- */

struct value {
  const char *key, *text;
};

/* Say `text` with its {keys} filled in. */
static void fill(struct said *said, const char *text, const struct value *values, size_t n) {
  for (;;) {
    const size_t plain = strcspn(text, "{"), key = strcspn(text + plain, "}");
    say(said, "%.*s", (int)plain, text);
    if (text[plain] == '\0') return;
    for (size_t i = 0; i < n; i++)
      if (strlen(values[i].key) == key - 1 && memcmp(values[i].key, text + plain + 1, key - 1) == 0)
        say(said, "%s", values[i].text);
    text += plain + key + 1;
  }
}

static void tell(struct said *said, enum ddz_role seat, const struct ddz_robot_move *move,
                 const struct ddz_claim *claim, bool chinese) {
  char best[DDZ_SPOKEN_MAX], other[DDZ_SPOKEN_MAX], cards[DDZ_SPOKEN_MAX], share[NAME_MAX], less[NAME_MAX];
  ddz_spoken(move->chosen.play.cards, chinese, best);
  ddz_spoken(move->contrast.other, chinese, other);
  ddz_spoken(claim->cards, chinese, cards);
  snprintf(share, sizeof share, "%.0f", claim->share); /* of plays; no sentence tells shares */
  snprintf(less, sizeof less, "%.0f", claim->other_share);
  const struct value values[] = {{"best", best},   {"other", other},
                                 {"cards", cards}, {"share", share},
                                 {"less", less},   {"who", role_name(seat, claim->who, chinese)}};
  const struct ddz_words *row = &ddz_why_rows[claim->why];
  if (said->at > 0 && !chinese) say(said, " ");
  char *first = said->text + said->at;
  fill(said, chinese ? row->chinese : row->text, values, sizeof values / sizeof *values);
  if (*first >= 'a' && *first <= 'z')
    *first = (char)(*first - 'a' + 'A'); /* sentences begin with a capital */
}

/* ---- the object ---- */

static void out_cards(struct ddz_writer *out, const char *key, ddz_hand cards) {
  char text[NAME_MAX] = "";
  if (cards != 0) ddz_text_write(cards, text);
  ddz_write_string(out, key, text);
}

static void out_claim(struct ddz_writer *out, const struct ddz_claim *claim) {
  const bool shared =
      claim->why == DDZ_WHY_LEADS || claim->why == DDZ_WHY_GOES_OUT || claim->why == DDZ_WHY_LETS_OUT;
  ddz_write_open(out, NULL, '{');
  ddz_write_string(out, "code", ddz_why_rows[claim->why].name);
  if (shared || claim->why == DDZ_WHY_BEATS) ddz_write_string(out, "role", ddz_role_name(claim->who));
  if (claim->cards != 0) out_cards(out, "cards", claim->cards);
  if (shared || claim->why == DDZ_WHY_PLAYS) {
    ddz_write_real(out, "share", claim->share);
    ddz_write_real(out, "less", claim->other_share);
  }
  ddz_write_close(out, '}');
}

void ddz_write_why(struct ddz_writer *out, enum ddz_role seat, const struct ddz_robot_move *move,
                   bool chinese) {
  const struct ddz_contrast *contrast = &move->contrast;
  char text[SENTENCE_MAX] = "";
  struct said said = {text, 0, SENTENCE_MAX};
  if (!contrast->known) return ddz_write_null(out, "why");
  for (int i = 0; i < contrast->claims; i++) tell(&said, seat, move, &contrast->claim[i], chinese);
  ddz_write_open(out, "why", '{');
  out_cards(out, "other", contrast->other);
  ddz_write_text(out, "text", said.at > 0 ? text : NULL);
  ddz_write_open(out, "claims", '[');
  for (int i = 0; i < contrast->claims; i++) out_claim(out, &contrast->claim[i]);
  ddz_write_close(out, ']');
  ddz_write_open(out, "line", '[');
  for (int i = 0; i < contrast->replies; i++) {
    ddz_write_open(out, NULL, '{');
    ddz_write_string(out, "role", ddz_role_name(contrast->reply[i].who));
    out_cards(out, "cards", contrast->reply[i].cards);
    ddz_write_real(out, "share", contrast->reply[i].share);
    ddz_write_close(out, '}');
  }
  ddz_write_close(out, ']');
  ddz_write_close(out, '}');
}
