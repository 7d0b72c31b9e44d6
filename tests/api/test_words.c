/* What is said to people is said in English and in Chinese: every row of every table, and every route. */
#include "api/wire/player.h"
#include "tests/support/api.h"
#include "tests/support/cards.h"
#include "tests/support/test.h"

/* ---- rows ---- */

static const struct row {
  const char *table, *name, *english, *chinese;
} rows[] = {
#define PROBLEM(id, status, code, text, chinese, ...) {"problem.def", code, text, chinese},
#include "api/wire/problem.def"
#define LEGALITY(id, code, text, chinese) {"classify.def", #id, text, chinese},
#include "api/routes/classify.def"
#define VERDICT(id, name, loss, text, chinese) {"review.def", name, text, chinese},
#include "api/routes/review.def"
#define UNJUDGED(id, name, text, chinese) {"review.def", name, text, chinese},
#include "api/routes/review.def"
#define PLAY_REASON(id, code, text, chinese) {"reason.def", code, text, chinese},
#include "core/base/reason.def"
#define CALL_REASON(id, code, text, chinese) {"reason.def", code, text, chinese},
#include "core/base/reason.def"
#define PHASE(id, name, text, chinese) {"table.def", name, text, chinese},
#include "core/game/table.def"
#define CALL(id, name, bid, times, own, text, chinese) {"table.def", name, text, chinese},
#include "core/game/table.def"
#define PATTERN(id, name, chinese, ...) {"pattern.def", name, name, chinese},
#include "core/rules/pattern.def"
#define SWITCH(id, name, text, chinese, example, needs) {"rules.def", name, text, chinese},
#include "core/rules/rules.def"
#define CALLING(id, name, text, chinese) {"rules.def", name, text, chinese},
#include "core/rules/rules.def"
#define DEALING(id, name, text, chinese) {"rules.def", name, text, chinese},
#include "core/rules/rules.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

/* Characters beyond ASCII. */
static size_t foreign(const char *text) {
  size_t n = 0;
  for (; *text; text++) n += ((unsigned char)*text & 0xC0) == 0xC0;
  return n;
}

TEST(every_row_has_both_languages) {
  for (size_t i = 0; i < ROWS; i++) {
    if (!rows[i].english[0] || foreign(rows[i].english) > 0)
      fail_msg("%s: the English of %s is '%s'", rows[i].table, rows[i].name, rows[i].english);
    if (foreign(rows[i].chinese) == 0)
      fail_msg("%s: the Chinese of %s is '%s'", rows[i].table, rows[i].name, rows[i].chinese);
  }
}

/* "0.02 or more" is where a bad word begins, "less than 0.02" where the next word does. */
TEST(verdicts_name_their_losses) {
  static const struct {
    double loss;
    const char *text;
  } verdicts[] = {
#define VERDICT(id, name, loss, text, chinese) {loss, text},
#include "api/routes/review.def"
  };
  for (size_t i = 0; verdicts[i].loss <= 1; i++) {
    char from[40], below[40];
    snprintf(from, sizeof from, "%g or more", verdicts[i].loss);
    snprintf(below, sizeof below, "less than %g", verdicts[i + 1].loss);
    if (strstr(verdicts[i].text, verdicts[i].loss < .02 ? below : from) == NULL)
      fail_msg("%s", verdicts[i].text);
  }
}

/* ---- cards ---- */

TEST(cards_are_said_as_players_say_them) {
  static const struct {
    const char *cards, *english, *chinese;
  } lines[] = {{"", "passing", "不要"},
               {"T", "the 10", "10"},
               {"R", "the big joker", "大王"},
               {"B", "the small joker", "小王"},
               {"BR", "the rocket", "王炸"},
               {"33", "the pair of 3", "对3"},
               {"777", "the three 7", "三张7"},
               {"2222", "the four 2", "四张2"},
               {"89TJQ", "the straight 8 to Q", "顺子8到Q"},
               {"445566", "the pair straight 4 to 6", "连对4到6"},
               {"TTTJJJ", "the airplane 10 to J", "飞机10到J"},
               {"3444", "the three 4 with 3", "三张4带3"},
               {"33444", "the three 4 with the pair of 3", "三张4带对3"},
               {"5556667B", "the airplane 5 to 6 with 7, small joker", "飞机5到6带7、小王"}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    char text[DDZ_SPOKEN_MAX];
    ddz_hand cards = 0;
    if (lines[i].cards[0]) cards = cards_hand(lines[i].cards);
    ddz_spoken(cards, false, text);
    assert_string_equal(text, lines[i].english);
    ddz_spoken(cards, true, text);
    assert_string_equal(text, lines[i].chinese);
  }
}

/* ---- routes ---- */

#define SMALL "\"hands\":{\"landlord\":\"3345\",\"landlord_down\":\"67\",\"landlord_up\":\"89\"}"
#define HAND "\"hand\":\"33344455566678999\""

/* A question without its language, and where it says something to people. */
static const struct line {
  const char *path, *body, *pointer;
} lines[] = {
    {"/classify", "\"cards\":\"334\"", "/reason"},
    {"/classify", "\"cards\":\"33333\"", "/title"},
    {"/prompt", "\"hand\":\"33333\"", "/title"},
    {"/prompt", "\"hand\":3", "/title"},
    {"/analyze", "\"top\":0," HAND, "/title"},
    {"/robot-move", HAND ",\"role\":\"landlord_up\",\"last\":\"3\"", "/title"},
    {"/robot-move", HAND ",\"role\":\"landlord_down\",\"engine\":\"rules\"", "/reason/text"},
    {"/bid-advice", HAND, "/reason/text"},
    {"/bid-advice", HAND ",\"phase\":\"rob\"", "/title"},
    {"/solve", "\"landlord\":\"3\",\"farmer\":\"\"", "/title"},
    {"/table", "\"seed\":7", "/text"},
    {"/table", "\"seed\":7,\"robot\":true", "/robot/reason/text"},
    {"/table", SMALL ",\"robots\":{\"0\":{\"engine\":\"rules\"}}", "/appended/0/reason/text"},
    {"/table", "\"actions\":[{\"call\":\"kick\"}]", "/title"},
    {"/review", SMALL ",\"engine\":\"rules\",\"actions\":[{\"cards\":\"4\"}]", "/decisions/0/text"},
    {"/review", SMALL ",\"engine\":\"rules\",\"actions\":[{\"cards\":\"4\"}]", "/decisions/0/reason/text"},
    {"/review", SMALL ",\"limit\":{\"nodes\":5000},\"actions\":[{\"cards\":\"4\"}]", "/decisions/0/text"},
    {"/review", SMALL ",\"actions\":[{\"cards\":\"9\"}]", "/title"},
};

/* What a route says in a language, "" when it is told none. Kept until the next call. */
static const char *said(const char *path, const char *body, const char *lang, const char *pointer,
                        bool batch) {
  char question[600], whole[700], way[80];
  snprintf(question, sizeof question, "{%s%s%s%s}", body, lang[0] ? ",\"lang\":\"" : "", lang,
           lang[0] ? "\"" : "");
  snprintf(whole, sizeof whole, "[{\"path\":\"%s\",\"body\":%s}]", path, question);
  snprintf(way, sizeof way, "%s%s", batch ? "/0/body" : "", pointer);
  struct reply reply = api_post(batch ? "/batch" : path, batch ? whole : question);
  const char *value = reply_at(&reply, way);
  if (strcmp(value, "absent") == 0 || strcmp(value, "null") == 0)
    fail_msg("%s %s says nothing: %s", path, question, reply.text);
  return value;
}

/* reply_at escapes what is beyond ASCII, or not; either way Chinese is not English. */
static bool is_chinese(const char *value) { return foreign(value) > 0 || strstr(value, "\\u") != NULL; }

TEST(every_route_speaks_the_language_that_is_asked_for) {
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    for (int batch = 0; batch < 2; batch++) {
      const struct line *line = &lines[i];
      if (!is_chinese(said(line->path, line->body, "zh", line->pointer, batch)))
        fail_msg("%s %s is not told in Chinese at %s", line->path, line->body, line->pointer);
      if (is_chinese(said(line->path, line->body, "en", line->pointer, batch)) ||
          is_chinese(said(line->path, line->body, "", line->pointer, batch)))
        fail_msg("%s %s is not told in English at %s", line->path, line->body, line->pointer);
    }
}

/* Every route that takes an object takes `lang`, and only the languages there are. */
TEST(every_route_checks_the_language) {
  static const struct {
    const char *path, *body;
  } valid[] = {
      {"/classify", "\"cards\":\"3\""},
      {"/prompt", "\"hand\":\"3\""},
      {"/analyze", "\"hand\":\"3\""},
      {"/robot-move", "\"hand\":\"3\",\"role\":\"landlord\""},
      {"/bid-advice", HAND},
      {"/solve", "\"landlord\":\"3\",\"farmer\":\"4\""},
      {"/table", "\"seed\":7"},
      {"/review", SMALL ",\"actions\":[]"},
  };
  for (size_t i = 0; i < sizeof valid / sizeof *valid; i++) {
    static const char *const langs[] = {"en", "zh", "fr"};
    for (size_t k = 0; k < 3; k++) {
      char question[300];
      snprintf(question, sizeof question, "{%s,\"lang\":\"%s\"}", valid[i].body, langs[k]);
      struct reply reply = api_post(valid[i].path, question);
      if (strcmp(reply_at(&reply, "/field"), k < 2 ? "absent" : "\"/lang\"") != 0)
        fail_msg("%s %s: %s", valid[i].path, question, reply.text);
    }
  }
}

/* ---- names of patterns ---- */

/* Each alias that GET /rules lists forbids the pattern under which it stands. */
TEST(aliases_that_are_listed_are_taken) {
  struct reply rules = api_get("/rules");
  size_t i, k, n = 0;
  json_t *pattern, *alias;
  json_array_foreach(json_object_get(rules.json, "patterns"), i, pattern) {
    const char *type = json_string_value(json_object_get(pattern, "type"));
    json_array_foreach(json_object_get(pattern, "aliases"), k, alias) {
      char body[300];
      snprintf(body, sizeof body, "{\"hand\":\"3\",\"rules\":{\"preset\":\"botzone\",\"forbid\":[\"%s\"]}}",
               json_string_value(alias));
      struct reply reply = api_post("/prompt", body);
      if (reply.status != 200)
        fail_msg("%s of %s is refused: %s", json_string_value(alias), type, reply.text);
      const bool solo = strcmp(type, "solo") == 0;
      assert_string_equal(reply_at(&reply, "/count"), solo ? "0" : "1");
      n++;
    }
  }
  assert_true(n >= 20);
  struct reply reply =
      api_post("/prompt", "{\"hand\":\"BR\",\"last\":{\"cards\":\"33344456\",\"type\":\"飞机带翅膀\"}}");
  assert_int_equal(reply.status, 200);
  reply = api_post("/prompt", "{\"hand\":\"BR\",\"last\":{\"cards\":\"33344456\",\"type\":\"火箭\"}}");
  assert_string_equal(reply_at(&reply, "/field"), "\"/last/type\"");
}

int main(void) { return test_run(NULL, NULL); }
