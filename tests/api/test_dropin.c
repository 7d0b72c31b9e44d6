/* Tests of api/dropin: which routes there are, the form reader, and requests as other programs send them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/dropin/dropin.h"
#include "api/dropin/figure.h"
#include "api/dropin/form.h"
#include "tests/support/api.h"

enum { ALL = (1 << DDZ_DROPINS) - 1 };

static struct reply ask(unsigned dropins, const char *method, const char *path, const char *type,
                        const char *body) {
  return api_ask_for(&(struct ddz_api_request){.method = method,
                                               .path = path,
                                               .content_type = type,
                                               .body = body,
                                               .length = strlen(body),
                                               .dropins = dropins});
}

/* ---- which there are ---- */

static void names_make_a_set_or_are_refused(void **state) {
  (void)state;
  static const struct {
    const char *list, *wrong;
    unsigned set;
  } lines[] = {
      {"", NULL, 0},
      {"rlcard", NULL, 1u << DDZ_DROPIN_RLCARD},
      {"douzeroapi, rlcard", NULL, 1u << DDZ_DROPIN_RLCARD | 1u << DDZ_DROPIN_DOUZEROAPI},
      {"rlcard,douzeroapi,decide_play", NULL, ALL},
      {",decide_play,", NULL, 1u << DDZ_DROPIN_DECIDE_PLAY},
      {"rlcard,douzero", "douzero", 77},
      {"RLCard", "RLCard", 77},
      {"rlcards", "rlcards", 77},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    unsigned set = 77;
    const char *wrong = ddz_api_dropins_of(lines[i].list, &set);
    assert_int_equal(set, lines[i].set);
    assert_int_equal(wrong == NULL, lines[i].wrong == NULL);
    if (wrong) assert_string_equal(wrong, lines[i].wrong);
  }
}

/* Each path is there with its own drop-in, and with no other. */
static void a_route_exists_when_it_was_asked_for_and_never_else(void **state) {
  (void)state;
  const char *method, *path;
  size_t n = 0;
  assert_false(ddz_api_dropin_route_at(0, 0, &method, &path));
  for (int dropin = 0; dropin < DDZ_DROPINS; dropin++)
    for (size_t i = 0; ddz_api_dropin_route_at(1u << dropin, i, &method, &path); i++, n++) {
      struct reply here = ask(1u << dropin, method, path, NULL, ""),
                   gone = ask((unsigned)(ALL & ~(1 << dropin)), method, path, NULL, ""),
                   wrong = ask(1u << dropin, "PUT", path, NULL, "");
      assert_int_not_equal(here.status, 404);
      assert_string_equal(here.route, path);
      assert_string_equal(here.content_type, "application/json");
      assert_int_equal(gone.status, 404);
      assert_string_equal(gone.content_type, "application/problem+json");
      assert_int_equal(wrong.status, 405);
      assert_string_equal(wrong.content_type, "application/json");
      reply_free(&here);
      reply_free(&gone);
      reply_free(&wrong);
    }
  assert_int_equal(n, 9);
  n = 0;
  while (ddz_api_dropin_route_at(ALL, n, &method, &path)) n++;
  assert_int_equal(n, 9);
}

/* ---- small things ---- */

static void figures_are_written_as_python_writes_them(void **state) {
  (void)state;
  static const struct {
    double value;
    int digits;
    const char *text;
  } lines[] = {{0.5123454, 6, "0.512345"},
               {0.1, 6, "0.1"},
               {1, 4, "1.0"},
               {0, 4, "0.0"},
               {-1, 6, "-1.0"},
               {-1e-9, 6, "0.0"},
               {0.75617, 4, "0.7562"},
               {0.99999, 4, "1.0"},
               {-0.25, 6, "-0.25"},
               {100, 4, "100.0"}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    char text[DDZ_FIGURE];
    assert_string_equal(ddz_figure(lines[i].value, lines[i].digits, text), lines[i].text);
  }
}

#define LONG_64 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

static void forms_are_read_or_refused(void **state) {
  (void)state;
  static const struct {
    const char *body, *read; /* as JSON with sorted keys, or the code of the problem */
  } lines[] = {
      {"", "{}"},
      {"a=1", "{\"a\":\"1\"}"},
      {"a=1&b=", "{\"a\":\"1\",\"b\":\"\"}"},
      {"a", "{\"a\":\"\"}"},
      {"&a=1&&b=2&", "{\"a\":\"1\",\"b\":\"2\"}"},
      {"a=1=2", "{\"a\":\"1=2\"}"},
      {"a+b=c+d", "{\"a b\":\"c d\"}"},
      {"%61=%2C%2c%26%3D%2B", "{\"a\":\",,&=+\"}"},
      {"a=%E7%89%8C", "{\"a\":\"牌\"}"},
      {LONG_64 "=1", "{\"" LONG_64 "\":\"1\"}"},
      {LONG_64 "b=1", "bad_request"},
      {"=1", "bad_request"},
      {"a=%", "bad_request"},
      {"a=%4", "bad_request"},
      {"a=%4g", "bad_request"},
      {"%zz=1", "bad_request"},
      {"a=%00", "bad_request"},
      {"a%00=", "bad_request"},
      {"a=%ff", "invalid_utf8"},
      {"%ff=a", "invalid_utf8"},
      {"a=1&a=1", "duplicate_key"},
      {"a=1&%61=2", "duplicate_key"},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    struct ddz_problem problem = {0};
    json_t *form = ddz_form_read(lines[i].body, strlen(lines[i].body), &problem);
    char *text = form ? json_dumps(form, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    const char *read = text ? text : problem.code;
    if (strcmp(read, lines[i].read) != 0) fail_msg("%s is read as %s", lines[i].body, read);
    free(text);
    json_decref(form);
  }
  struct ddz_problem problem = {0};
  assert_null(ddz_form_read("a\0b", 3, &problem));
}

static void a_form_has_at_most_64_fields(void **state) {
  (void)state;
  char body[1024] = "";
  for (int fields = 1; fields <= DDZ_FORM_FIELDS + 1; fields++) {
    struct ddz_problem problem = {0};
    sprintf(body + strlen(body), "&f%d=%d", fields, fields);
    json_t *form = ddz_form_read(body, strlen(body), &problem);
    assert_int_equal(form != NULL, fields <= DDZ_FORM_FIELDS);
    if (!form) assert_string_equal(problem.code, "too_many_items");
    if (form) assert_int_equal(json_object_size(form), fields);
    json_decref(form);
  }
}

static void forms_have_one_type_or_none(void **state) {
  (void)state;
  static const struct {
    const char *type;
    bool form;
  } lines[] = {{NULL, true},
               {"", true},
               {"application/x-www-form-urlencoded", true},
               {" Application/X-WWW-Form-Urlencoded; charset=UTF-8", true},
               {"application/x-www-form-urlencodedx", false},
               {"application/x-www-form", false},
               {"application/json", false},
               {"multipart/form-data; boundary=x", false}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    assert_int_equal(ddz_form_type(lines[i].type), lines[i].form);
}

/* ---- requests and what is answered, byte for byte ---- */

#define FORM "application/x-www-form-urlencoded;charset=utf-8"
#define JSON "application/json"

struct line {
  const char *path, *type, *body;
  int status;
  const char *answer;
};

static void check(const struct line *lines, size_t n) {
  for (size_t i = 0; i < n; i++) {
    struct reply reply = ask(ALL, "POST", lines[i].path, lines[i].type, lines[i].body);
    if (reply.status != lines[i].status || strcmp(reply.text, lines[i].answer) != 0)
      fail_msg("%s %s\n  is answered  %d %s\n  instead of   %d %s", lines[i].path, lines[i].body,
               reply.status, reply.text, lines[i].status, lines[i].answer);
    reply_free(&reply);
  }
}
#define CHECK(lines) check(lines, sizeof(lines) / sizeof *(lines))

/* The landlord leads his last card; landlord_down has one and landlord_up two left. */
#define LEFT(l, d, u)                                                                                        \
  "&num_cards_left_landlord=" l "&num_cards_left_landlord_down=" d "&num_cards_left_landlord_up=" u
#define REST "&last_move_landlord=&last_move_landlord_down=&last_move_landlord_up=&bomb_num=0"
#define PLAYED "&played_cards_landlord=44&played_cards_landlord_down=55&played_cards_landlord_up=66"
#define SEQUENCE(text) "&card_play_action_seq=" text
#define END REST PLAYED
#define PREDICT(own, left, kitty, others)                                                                    \
  "player_position=" own left "&three_landlord_cards=" kitty SEQUENCE("") "&other_hand_cards=" others END

#define UNREADABLE "{\"status\":-1,\"message\":\"the request cannot be read\"}"

static void rlcards_page_gets_what_its_server_answers(void **state) {
  (void)state;
  static const struct line lines[] = {
      {"/predict", FORM, PREDICT("0&player_hand_cards=3", LEFT("1", "1", "2"), "78X", "78D"), 200,
       "{\"status\":0,\"message\":\"success\",\"result\":{\"3\":\"1.0\"},\"win_rates\":{\"3\":\"1.0\"}}"},
      /* The rocket goes out, whatever the others hold. */
      {"/predict", NULL, PREDICT("2&player_hand_cards=XD", LEFT("1", "1", "2"), "", "34"), 200,
       "{\"status\":0,\"message\":\"success\",\"result\":{\"XD\":\"1.0\",\"X\":\"0.999998\",\"D\":\"0."
       "999998\"},"
       "\"win_rates\":{\"XD\":\"1.0\",\"X\":\"1.0\",\"D\":\"1.0\"}}"},
      {"/predict", FORM, "", 200, "{\"status\":1,\"message\":\"player_position must be 0, 1 or 2\"}"},
      {"/predict", FORM, PREDICT("3&player_hand_cards=3", LEFT("1", "1", "2"), "", "78D"), 200,
       "{\"status\":1,\"message\":\"player_position must be 0, 1 or 2\"}"},
      {"/predict", FORM, PREDICT("00&player_hand_cards=3", LEFT("1", "1", "2"), "", "78D"), 200,
       "{\"status\":1,\"message\":\"player_position must be 0, 1 or 2\"}"},
      {"/predict", FORM,
       PREDICT("0&player_hand_cards=333344445555666677778", LEFT("21", "1", "2"), "", "88D"), 200,
       "{\"status\":2,\"message\":\"the landlord holds 1 to 20 cards\"}"},
      {"/predict", FORM, PREDICT("0&player_hand_cards=", LEFT("0", "1", "2"), "", "88D"), 200,
       "{\"status\":2,\"message\":\"the landlord holds 1 to 20 cards\"}"},
      {"/predict", FORM, PREDICT("1&player_hand_cards=333344445555666677", LEFT("1", "18", "2"), "", "88D"),
       200, "{\"status\":3,\"message\":\"a farmer holds 1 to 17 cards\"}"},
      {"/predict", FORM, PREDICT("0&player_hand_cards=3", LEFT("2", "1", "2"), "", "78D"), 200,
       "{\"status\":4,\"message\":\"the number of cards left is not that of the hand\"}"},
      {"/predict", FORM, PREDICT("0&player_hand_cards=3", LEFT("1", "-1", "2"), "", "78D"), 200,
       "{\"status\":5,\"message\":\"a number of cards left is out of range\"}"},
      {"/predict", FORM, PREDICT("0&player_hand_cards=3", LEFT("1", "18", "2"), "", "78D"), 200,
       "{\"status\":5,\"message\":\"a number of cards left is out of range\"}"},
      {"/predict", FORM, PREDICT("0&player_hand_cards=3", LEFT("1", "1", "2"), "4567", "78D"), 200,
       "{\"status\":6,\"message\":\"there are at most 3 landlord cards\"}"},
      {"/predict", FORM, PREDICT("0&player_hand_cards=3", LEFT("1", "1", "2"), "456", "78"), 200,
       "{\"status\":7,\"message\":\"the other hand cards are not as many as the others have left\"}"},
      {"/predict", FORM, PREDICT("0&player_hand_cards=B", LEFT("1", "1", "2"), "456", "78D"), 200,
       UNREADABLE},
      {"/predict", FORM, PREDICT("0&player_hand_cards=3", LEFT("1", "one", "2"), "456", "78D"), 200,
       UNREADABLE},
      {"/predict", FORM, PREDICT("0", LEFT("1", "1", "2"), "456", "78D"), 200, UNREADABLE},
      {"/predict", FORM, "player_position=0&player_hand_cards=3" LEFT("1", "1", "2"), 200, UNREADABLE},
      {"/predict", FORM, "player_position=0&player_position=1", 200,
       "{\"status\":-1,\"message\":\"the form has 'player_position' twice\"}"},
      {"/predict", JSON, "{}", 200,
       "{\"status\":-1,\"message\":\"/predict takes a form as application/x-www-form-urlencoded, not "
       "'application/json'\"}"},
      {"/legal", FORM, "player_hand_cards=3345&rival_move=", 200,
       "{\"status\":0,\"message\":\"success\",\"legal_action\":\"3,33,4,5\"}"},
      {"/legal", FORM, "player_hand_cards=3345&rival_move=33", 200,
       "{\"status\":0,\"message\":\"success\",\"legal_action\":\"\"}"},
      {"/legal", FORM, "player_hand_cards=DX22AA3333&rival_move=KK", 200,
       "{\"status\":0,\"message\":\"success\",\"legal_action\":\",3333,AA,22,XD\"}"},
      {"/legal", FORM, "player_hand_cards=444555&rival_move=333", 200,
       "{\"status\":0,\"message\":\"success\",\"legal_action\":\",444,555\"}"},
      {"/legal", FORM, "player_hand_cards=34567&rival_move=", 200,
       "{\"status\":0,\"message\":\"success\",\"legal_action\":\"3,34567,4,5,6,7\"}"},
      {"/legal", FORM, "player_hand_cards=4444T5&rival_move=3%40", 200, UNREADABLE},
      {"/legal", FORM, "player_hand_cards=44445XD&rival_move=347", 200,
       "{\"status\":0,\"message\":\"success\",\"legal_action\":\",4444,XD\"}"},
      {"/legal", FORM, "player_hand_cards=3", 200, UNREADABLE},
      {"/legal", FORM, "player_hand_cards=333344445555666677778&rival_move=", 200, UNREADABLE},
  };
  CHECK(lines);
}

#define ACTION(cards, rate, type, pass, bomb)                                                                \
  "{\"cards\":\"" cards "\",\"win_rate\":" rate ",\"action_type\":\"" type "\",\"confidence\":" rate         \
  ",\"is_pass\":" pass ",\"is_bomb\":" bomb "}"

/* Going out is certain, so the figures are the same with every net. */
static void callers_of_douzeroapi_get_what_it_answers(void **state) {
  (void)state;
  static const struct line lines[] = {
      {"/api/play", JSON,
       "{\"position\":\"landlord\",\"my_cards\":\"8\",\"played_cards\":{\"landlord\":\"3344\",\"landlord_"
       "up\":\"\","
       "\"landlord_down\":\"\"},\"last_moves\":[\"7\",\"\"],\"landlord_cards\":\"33D\",\"cards_left\":{"
       "\"landlord\":1,\"landlord_up\":17,\"landlord_down\":16},\"bomb_count\":0,\"bid_info\":[[1,1,1]],"
       "\"multiply_info\":[1,0,0]}",
       200, ACTION("8", "1.0", "single", "false", "false")},
      {"/api/play", JSON, "{\"position\":\"landlord_up\",\"my_cards\":\"DX\",\"last_moves\":[\"33\"]}", 200,
       ACTION("XD", "1.0", "rocket", "false", "true")},
      {"/api/play", JSON,
       "{\"position\":\"landlord_up\",\"my_cards\":\"4444\",\"last_moves\":[null,\"pass\"]}", 200,
       ACTION("4444", "1.0", "bomb", "false", "true")},
      {"/api/play", JSON, "{\"position\":\"landlord\",\"my_cards\":[\"10\",\"T\"]}", 200,
       ACTION("TT", "1.0", "pair", "false", "false")},
      {"/api/play", JSON, "{\"position\":\"landlord\",\"my_cards\":\"3344666777\",\"last_moves\":[]}", 200,
       ACTION("3344666777", "1.0", "airplane_pair", "false", "false")},
      /* The newest counts; nobody asks how KK came to lie before 55. */
      {"/api/play", JSON, "{\"position\":\"landlord\",\"my_cards\":\"66\",\"last_moves\":[\"KK\",\"55\"]}",
       200, ACTION("66", "1.0", "pair", "false", "false")},
      {"/api/actions", JSON, "{\"position\":\"landlord_down\",\"my_cards\":\"5\",\"last_moves\":[\"4\"]}",
       200,
       "{\"best_action\":" ACTION("5", "1.0", "single", "false", "false") ",\"actions\":[" ACTION(
           "5", "1.0", "single", "false", "false") "," ACTION("", "1.0", "pass", "true",
                                                              "false") "],\"total_count\":2}"},
      {"/api/play", JSON, "{\"position\":\"dealer\",\"my_cards\":\"8\"}", 422,
       "{\"detail\":\"position: must be one of landlord, landlord_down, landlord_up, not 'dealer'\"}"},
      {"/api/play", JSON, "{\"my_cards\":\"8\"}", 422,
       "{\"detail\":\"position: the field 'position' is required\"}"},
      {"/api/play", JSON, "{\"position\":\"landlord\"}", 422,
       "{\"detail\":\"my_cards: the field 'my_cards' is required\"}"},
      {"/api/play", JSON, "{\"position\":\"landlord\",\"my_cards\":\"\"}", 422,
       "{\"detail\":\"my_cards: no cards given\"}"},
      {"/api/play", JSON, "{\"position\":\"landlord\",\"my_cards\":\"3B\"}", 422,
       "{\"detail\":\"my_cards: not a card of this notation: 'B' at byte 1; cards are 3456789TJQKA2XDF\"}"},
      {"/api/play", JSON, "{\"position\":\"landlord\",\"my_cards\":\"8\",\"last_moves\":[\"34\"]}", 422,
       "{\"detail\":\"last_moves: these cards are not a play under these rules\"}"},
      {"/api/play", JSON, "{\"position\":\"landlord\",\"my_cards\":\"888\",\"last_moves\":[\"88\"]}", 422,
       "{\"detail\":\"last_moves: more cards of one rank than the deck holds: the hand counts, too\"}"},
      {"/api/play", JSON, "[]", 400, "{\"detail\":\"must be an object, not an array\"}"},
      {"/api/play", JSON, "", 400, "{\"detail\":\"/api/play needs a JSON body\"}"},
      {"/api/bid", JSON, "{\"cards\":\"34\",\"threshold\":0.5}", 422,
       "{\"detail\":\"cards: a hand has 17 cards before play, not 2\"}"},
      {"/api/bid", JSON, "{\"cards\":\"3456789TJQKA2222D\",\"threshold\":2}", 422,
       "{\"detail\":\"threshold: must be between 0 and 1\"}"},
      {"/api/double", JSON, "{\"cards\":\"3456789TJQKA2222D\",\"landlord_cards\":\"22X\"}", 422,
       "{\"detail\":\"landlord_cards: with the hand these are more than the deck has\"}"},
      {"/api/double", JSON, "{\"cards\":\"3\"}", 422,
       "{\"detail\":\"cards: a hand has 17 cards before play (the landlord's 20 with the landlord cards), "
       "not 1\"}"},
  };
  CHECK(lines);
  static const char healthy[] = "{\"status\":\"healthy\",\"agent_initialized\":true}";
  struct reply health = ask(ALL, "GET", "/health", NULL, ""),
               again = ask(ALL, "GET", "/api/health", NULL, "");
  assert_string_equal(health.text, healthy);
  assert_string_equal(again.text, healthy);
  reply_free(&health);
  reply_free(&again);
}

/* One place of an answer. */
static json_t *asked(const char *path, const char *body) {
  struct reply reply = ask(ALL, "POST", path, JSON, body);
  json_t *json = json_loads(reply.text, 0, NULL);
  assert_int_equal(reply.status, 200);
  assert_non_null(json);
  reply_free(&reply);
  return json;
}

static void check_rates(const json_t *json, const char *const *names) {
  for (; *names; names++) {
    const double rate = json_number_value(json_object_get(json, *names));
    assert_true(rate > 0 && rate < 1);
  }
}

/* The advice itself is judged where it is made (test_bid); here how the threshold turns it. */
static void a_bid_is_made_from_the_threshold_on(void **state) {
  (void)state;
  static const char *const rates[] = {"win_rate", "farmer_win_rate", "confidence", NULL};
  static const struct {
    const char *body;
    bool should;
  } lines[] = {{"{\"cards\":\"3456789TJQKA222XD\"}", true},
               {"{\"cards\":\"3456789TJQKA222XD\",\"threshold\":0.5}", true},
               {"{\"cards\":\"3456789TJQKA222XD\",\"threshold\":1}", false},
               {"{\"cards\":\"334455678899TTJJ4\",\"threshold\":0.5}", false},
               {"{\"cards\":\"334455678899TTJJ4\",\"threshold\":0}", true}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    json_t *json = asked("/api/bid", lines[i].body);
    assert_int_equal(json_object_size(json), 4);
    assert_int_equal(json_is_true(json_object_get(json, "should_bid")), lines[i].should);
    check_rates(json, rates);
    json_decref(json);
  }
}

static void doubling_follows_the_hand(void **state) {
  (void)state;
  static const char *const rates[] = {"win_rate", "confidence", NULL};
  static const struct {
    const char *body;
    bool should;
  } lines[] = {
      {"{\"cards\":\"3456789TJQKA222XD\",\"is_landlord\":true,\"landlord_cards\":\"TJ2\",\"position\":0}",
       true},
      {"{\"cards\":\"3456789TJQKA222XDTJ2\",\"is_landlord\":true,\"landlord_cards\":\"TJ2\"}", true},
      {"{\"cards\":\"33445566788T9TJJ4\",\"is_landlord\":false,\"landlord_cards\":\"222\",\"position\":"
       "\"landlord_up\"}",
       false}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    json_t *json = asked("/api/double", lines[i].body);
    assert_int_equal(json_object_size(json), 4);
    assert_int_equal(json_is_true(json_object_get(json, "should_double")), lines[i].should);
    assert_true(json_is_boolean(json_object_get(json, "should_super_double")));
    check_rates(json, rates);
    json_decref(json);
  }
}

static void the_go_server_gets_numbers(void **state) {
  (void)state;
  static const struct line lines[] = {
      {"/decide_play", JSON, "{\"position\":\"landlord\",\"hand\":[30,20],\"bottom_cards\":[3,4,5]}", 200,
       "{\"action\":[20,30],\"error\":null}"},
      {"/decide_play", JSON,
       "{\"position\":\"landlord_up\",\"hand\":[17],\"bottom_cards\":null,\"played_cards_landlord\":[3],"
       "\"played_cards_landlord_up\":null,\"played_cards_landlord_down\":[],\"card_play_action_seq\":[[3],"
       "null],"
       "\"num_cards_left\":{\"landlord\":19,\"landlord_up\":1,\"landlord_down\":17},\"last_move\":[3],"
       "\"last_move_position\":\"landlord\",\"must_play\":false}",
       200, "{\"action\":[17],\"error\":null}"},
      /* Nothing beats it. */
      {"/decide_play", JSON, "{\"position\":\"landlord\",\"hand\":[3,4],\"last_move\":[5,5]}", 200,
       "{\"action\":[],\"error\":null}"},
      /* Who must play leads. */
      {"/decide_play", JSON,
       "{\"position\":\"landlord\",\"hand\":[3,3],\"last_move\":[5,5],\"must_play\":true}", 200,
       "{\"action\":[3,3],\"error\":null}"},
      {"/decide_play", JSON,
       "{\"position\":\"landlord\",\"hand\":[3,3],\"last_move\":[],\"last_move_position\":\"\"}", 200,
       "{\"action\":[3,3],\"error\":null}"},
      {"/decide_play", JSON,
       "{\"position\":\"landlord\",\"hand\":[3,3],\"last_move\":[14],\"last_move_position\":\"landlord\"}",
       200, "{\"action\":[3,3],\"error\":null}"},
      {"/decide_play", JSON, "{\"position\":\"landlord\",\"hand\":[]}", 422,
       "{\"action\":[],\"error\":\"hand: no cards given\"}"},
      {"/decide_play", JSON, "{\"position\":\"landlord\",\"hand\":[15]}", 422,
       "{\"action\":[],\"error\":\"hand/0: not a card of this notation: 15 in notation douzero, whose "
       "numbers are 3 to 14, 17 (two), 20 and 30 (jokers)\"}"},
      {"/decide_play", JSON, "{\"hand\":[3]}", 422,
       "{\"action\":[],\"error\":\"position: the field 'position' is required\"}"},
      {"/decide_play", JSON, "{\"position\":\"landlord\",\"hand\":[3],\"last_move\":[3,4]}", 422,
       "{\"action\":[],\"error\":\"last_move: these cards are not a play under these rules\"}"},
      {"/decide_play", JSON, "nonsense", 400, NULL},
  };
  check(lines, sizeof lines / sizeof *lines - 1);
  const struct line *bad = &lines[sizeof lines / sizeof *lines - 1];
  struct reply reply = ask(ALL, "POST", bad->path, bad->type, bad->body);
  assert_int_equal(reply.status, 400);
  assert_memory_equal(reply.text, "{\"action\":[],\"error\":\"", 22);
  reply_free(&reply);
}

/* ---- short memory ---- */

/* Of jansson's allocations the one that `left` counts down to fails, and every one after it. */
static long left;
static bool failed;
static void *failing(size_t size) {
  if (--left > 0) return malloc(size);
  failed = true;
  return NULL;
}

/* jansson calls an allocation that fails within a token a syntax error. */
static void an_allocation_that_fails_does_no_more_than_a_503(void **state) {
  (void)state;
  static const struct {
    const char *path, *body;
  } lines[] = {{"/predict", PREDICT("0&player_hand_cards=3", LEFT("1", "1", "2"), "78X", "78D")},
               {"/legal", "player_hand_cards=3345&rival_move="},
               {"/api/play", "{\"position\":\"landlord\",\"my_cards\":\"8\",\"last_moves\":[\"7\",\"\"]}"},
               {"/decide_play", "{\"position\":\"landlord\",\"hand\":[3,4]}"}};
  (void)api_here();
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    failed = true;
    for (long n = 1; failed; n++) {
      left = n;
      failed = false;
      json_set_alloc_funcs(failing, free);
      struct reply reply = ask(ALL, "POST", lines[i].path, NULL, lines[i].body);
      json_set_alloc_funcs(malloc, free);
      const int due = failed ? 503 : 200;
      if (reply.status != due && !(failed && reply.status == 400))
        fail_msg("%s: allocation %ld fails, and the answer is %d %s", lines[i].path, n, reply.status,
                 reply.text);
      assert_string_equal(reply.content_type, "application/json");
      reply_free(&reply);
      assert_true(n < 10000);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_make_a_set_or_are_refused),
      cmocka_unit_test(a_route_exists_when_it_was_asked_for_and_never_else),
      cmocka_unit_test(figures_are_written_as_python_writes_them),
      cmocka_unit_test(forms_are_read_or_refused),
      cmocka_unit_test(a_form_has_at_most_64_fields),
      cmocka_unit_test(forms_have_one_type_or_none),
      cmocka_unit_test(rlcards_page_gets_what_its_server_answers),
      cmocka_unit_test(callers_of_douzeroapi_get_what_it_answers),
      cmocka_unit_test(a_bid_is_made_from_the_threshold_on),
      cmocka_unit_test(doubling_follows_the_hand),
      cmocka_unit_test(the_go_server_gets_numbers),
      cmocka_unit_test(an_allocation_that_fails_does_no_more_than_a_503),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
