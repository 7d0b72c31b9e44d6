/* Games of rule sets drawn at random, played through /table by whatever it lists, against a referee that was
 * written from the definition alone (tests/support/naive_modes.h); and what a robot expects of its last play
 * against what is paid. */
#include "core/base/rng.h"
#include "tests/support/api.h"
#include "tests/support/naive_modes.h"
#include "tests/support/test.h"

enum { GAMES = 150 / TEST_SLOWER, CALLS_MAX = 16 };

static const struct {
  const char *name, *calling;
  int spring, cap;
  bool wild, turn; /* wildcards; one rank of them, which may be shown early */
} presets[] = {
    {"standard", "score", 2, 0, false, false}, {"douzero", "none", 1, 0, false, false},
    {"huanle", "rob", 2, 0, false, false},     {"botzone", "score", 1, 0, false, false},
    {"yuncheng", "kick", 2, 0, true, false},   {"laizi", "rob", 2, 0, true, true},
    {"buxipai", "rob", 2, 64, false, false},   {"tiandi", "rob", 2, 0, true, false},
};
enum { PRESETS = sizeof presets / sizeof *presets };

static struct ddz_rng rng;
static unsigned others; /* sets of cards that were rejected */
static int below(int n) { return (int)ddz_rng_below(&rng, (uint32_t)n); }

/* ---- a rule set ---- */

static int put_factor(json_t *object, const char *name) {
  const int times = 1 + below(6);
  json_object_set_new(object, name, json_integer(times));
  return times;
}

static void draw_factors(json_t *rules, int p, struct naive_modes *m) {
  const bool ranks = presets[p].wild && strcmp(presets[p].name, "yuncheng") != 0;
  m->soft = m->hard = m->pure = m->longer = m->rocket = 2;
  if (below(3) == 0) {
    m->soft = m->hard = m->pure = m->longer = m->rocket = put_factor(rules, "bomb_factor");
  } else if (below(2) == 0) {
    json_t *kinds = json_object();
    if (presets[p].wild) m->soft = put_factor(kinds, "soft");
    if (below(2) == 0) m->hard = put_factor(kinds, "hard");
    if (ranks) m->pure = put_factor(kinds, "pure");
    if (ranks) m->longer = put_factor(kinds, "long");
    m->rocket = put_factor(kinds, "rocket");
    json_object_set_new(rules, "bomb_factor", kinds);
  }
  m->spring = presets[p].spring;
  if (below(2) == 0) m->spring = put_factor(rules, "spring_factor");
}

static void draw_calls(json_t *rules, int p, struct naive_modes *m) {
  static const char *const nobody[] = {"redeal", "first", "last", "random"};
  json_t *must = json_array();
  m->nobody = nobody[0];
  m->rob_back = true;
  if (strcmp(m->calling, "none") != 0) {
    if ((m->both_jokers = below(2) == 0)) json_array_append_new(must, json_string("both_jokers"));
    if ((m->three_twos = below(3) == 0)) json_array_append_new(must, json_string("three_twos"));
    if (!m->three_twos && (m->four_twos = below(2) == 0))
      json_array_append_new(must, json_string("four_twos"));
    m->nobody = nobody[below(4)];
    json_object_set_new(rules, "nobody_calls", json_string(m->nobody));
    json_object_set_new(rules, "kitty_open", json_boolean(below(2)));
  }
  if (json_array_size(must) > 0) json_object_set(rules, "must_call", must);
  json_decref(must);
  if (strcmp(m->calling, "rob") == 0)
    json_object_set_new(rules, "rob_back", json_boolean(m->rob_back = below(2)));
  if (strcmp(m->calling, "kick") == 0 && (m->kick_seat = below(2)))
    json_object_set_new(rules, "kick_scope", json_string("seat"));
  if (presets[p].turn && below(2))
    json_object_set_new(rules, "wild_turn", json_string(below(2) ? "deal" : "landlord"));
}

/* A request of /table without actions, and what it means. */
static json_t *draw_game(struct naive_modes *m) {
  const int p = below(PRESETS), times = 1 + below(4), shown = 1 + below(5);
  json_t *rules = json_pack("{s:s}", "preset", presets[p].name), *body = json_object();
  *m = (struct naive_modes){.calling = presets[p].calling, .cap = presets[p].cap, .extra = 1};
  draw_factors(rules, p, m);
  draw_calls(rules, p, m);
  json_object_set_new(body, "rules", rules);
  json_object_set_new(body, "seed", json_integer(below(1 << 30)));
  json_object_set_new(body, "plays", json_integer(200));
  json_object_set_new(body, "base", json_integer(m->base = 1 + below(100)));
  if (below(3) == 0) json_object_set_new(body, "cap", json_integer(m->cap = 3 + below(200)));
  if (below(3) == 0) json_object_set_new(body, "dealing", json_pack("{s:i}", "loose", below(55)));
  if (below(3) == 0) {
    json_object_set_new(body, "kitty_factor", json_integer(times));
    m->extra *= times;
  }
  if (below(3) == 0) {
    json_object_set_new(body, "shown", json_pack("{s:i}", below(2) ? "0" : "2", shown));
    m->extra *= shown;
  }
  return body;
}

/* ---- a game ---- */

struct game {
  struct naive_modes modes;
  json_t *body, *actions;
  char hand[3][64]; /* at the deal */
  int first, drawn, n;
  struct naive_call call[CALLS_MAX];
  char word[CALLS_MAX][12];
  int plays[3];
  int lazy;        /* roles that pass whenever they may, so that springs come */
  long long times; /* of the bombs */
};

static struct reply state_of(const struct game *g) {
  char *text = json_dumps(g->body, JSON_COMPACT);
  struct reply reply = api_post("/table", text);
  if (reply.status != 200) fail_msg("%s\n%s", text, reply.text);
  free(text);
  return reply;
}

static const char *text_of(const struct reply *reply, const char *name) {
  return json_string_value(json_object_get(reply->json, name));
}
static int number_of(const struct reply *reply, const char *name) {
  const json_t *value = json_object_get(reply->json, name);
  return json_is_integer(value) ? (int)json_integer_value(value) : -1;
}

static void differ(const struct game *g, const struct reply *reply, const char *what, long long found,
                   long long wanted) {
  char *text = json_dumps(g->body, JSON_COMPACT);
  fail_msg("%s is %lld instead of %lld\n%s\n%s", what, found, wanted, text, reply->text);
}

static long long cut(const struct game *g, long long multiplier) {
  return g->modes.cap > 0 && multiplier > g->modes.cap ? g->modes.cap : multiplier;
}

static void note_deal(struct game *g, const struct reply *reply) {
  g->first = number_of(reply, "first");
  g->drawn = number_of(reply, "landlord");
  g->n = 0;
  g->times = 1;
  for (int seat = 0; seat < 3; seat++) {
    const json_t *one = json_array_get(json_object_get(reply->json, "seats"), (size_t)seat);
    snprintf(g->hand[seat], sizeof g->hand[seat], "%s", json_string_value(json_object_get(one, "hand")));
    g->plays[seat] = 0;
  }
}

static struct naive_stand stand_of(const struct game *g) {
  const char *const hand[3] = {g->hand[0], g->hand[1], g->hand[2]};
  return naive_calls(&g->modes, hand, g->first, g->drawn, g->call, g->n);
}

/* Does the table stand where it should, before the first card? */
static void check_calls(struct game *g, const struct reply *reply) {
  struct naive_stand s = stand_of(g);
  if (s.landlord == -2) { /* the seed names him */
    g->drawn = number_of(reply, "landlord");
    s = stand_of(g);
  }
  if (strcmp(text_of(reply, "phase"), s.phase) != 0) differ(g, reply, s.phase, 0, 0);
  if (number_of(reply, "landlord") != s.landlord)
    differ(g, reply, "landlord", number_of(reply, "landlord"), s.landlord);
  if (number_of(reply, "turn") != s.turn) differ(g, reply, "turn", number_of(reply, "turn"), s.turn);
  if (number_of(reply, "multiplier") != cut(g, s.multiplier))
    differ(g, reply, "multiplier", number_of(reply, "multiplier"), cut(g, s.multiplier));
  const json_t *open = json_object_get(reply->json, "legal_calls"),
               *pending = json_object_get(reply->json, "awaited");
  size_t words = 0;
  for (; s.open[words]; words++)
    if (words >= json_array_size(open) ||
        strcmp(json_string_value(json_array_get(open, words)), s.open[words]) != 0)
      differ(g, reply, s.open[words], 0, 1);
  if (json_array_size(open) != words)
    differ(g, reply, "legal_calls", (long long)json_array_size(open), (long long)words);
  size_t waiting = 0;
  for (int seat = 0; seat < 3; seat++) {
    const bool may = s.pending[seat] || (strcmp(s.phase, "play") == 0 && seat == s.turn);
    const json_t *one = json_array_get(json_object_get(reply->json, "seats"), (size_t)seat);
    if (may && json_integer_value(json_array_get(pending, waiting)) != seat)
      differ(g, reply, "awaited", seat, 1);
    waiting += may;
    if (json_integer_value(json_object_get(one, "factor")) != s.factor[seat])
      differ(g, reply, "factor", seat, s.factor[seat]);
  }
  if (json_array_size(pending) != waiting)
    differ(g, reply, "waiting", (long long)json_array_size(pending), (long long)waiting);
}

/* One of those who may speak says one of the words; where all double, any of them. */
static void say(struct game *g, const struct reply *reply) {
  const json_t *open = json_object_get(reply->json, "legal_calls"),
               *pending = json_object_get(reply->json, "awaited");
  const char *word = json_string_value(json_array_get(open, (size_t)below((int)json_array_size(open))));
  const int seat =
      (int)json_integer_value(json_array_get(pending, (size_t)below((int)json_array_size(pending))));
  snprintf(g->word[g->n], sizeof g->word[g->n], "%s", word);
  g->call[g->n] = (struct naive_call){seat, g->word[g->n]};
  g->n++;
  json_array_append_new(g->actions, json_pack("{s:i, s:s}", "seat", seat, "call", word));
}

/* What a robot that goes out with all its cards expects, in points; false: it says something else. */
static bool expect(const struct game *g, const char *hand, double *points) {
  json_t *table = json_copy(g->body), *ask = json_object();
  json_object_del(table, "plays");
  json_object_set_new(ask, "table", table);
  json_object_set_new(ask, "engine", json_string(below(2) ? "rules" : "net"));
  char *text = json_dumps(ask, JSON_COMPACT);
  struct reply reply = api_post("/robot-move", text);
  if (reply.status != 200) fail_msg("%s\n%s", text, reply.text);
  const char *cards = text_of(&reply, "cards");
  const json_t *told = json_object_get(reply.json, "expected_points");
  const bool out = cards && strlen(cards) == strlen(hand) && json_is_number(told);
  *points = json_number_value(told);
  free(text);
  json_decref(ask);
  return out;
}

static void check_end(const struct game *g, const struct reply *reply, bool foretold, double points) {
  const struct naive_stand s = stand_of(g);
  const int winner = number_of(reply, "winner"), lord = s.landlord;
  const int down = (lord + 1) % 3, up = (lord + 2) % 3;
  long long score[3], multiplier = s.multiplier * g->times;
  if (winner < 0) return; /* nobody could lead */
  const bool spring = winner == lord ? g->plays[down] + g->plays[up] == 0 : g->plays[lord] == 1;
  if (spring) multiplier *= g->modes.spring;
  naive_score(&g->modes, cut(g, multiplier), s.factor, lord, winner, score);
  if (json_is_true(json_object_get(reply->json, "spring")) != (spring && g->modes.spring > 1))
    differ(g, reply, "spring", 0, spring);
  for (int seat = 0; seat < 3; seat++) {
    const long long paid =
        json_integer_value(json_array_get(json_object_get(reply->json, "score"), (size_t)seat));
    if (paid != score[seat]) differ(g, reply, "score", paid, score[seat]);
    if (foretold && seat == winner && (double)paid != points)
      differ(g, reply, "foretold", (long long)points, paid);
  }
}

/* One of the listed plays, or a pass. Returns the cards. */
static const char *choose(const struct game *g, const struct reply *reply) {
  const char *role = text_of(reply, "role");
  const int place = strcmp(role, "landlord") == 0 ? 0 : strcmp(role, "landlord_down") == 0 ? 1 : 2;
  const bool lazy = g->lazy >> place & 1;
  const json_t *plays = json_object_get(reply->json, "plays");
  const bool may_pass = json_is_true(json_object_get(reply->json, "can_pass"));
  const size_t n = json_array_size(plays);
  if (n == 0 || (may_pass && (lazy || below(4) == 0))) return "";
  const json_t *play = json_array_get(plays, (size_t)below((int)n));
  for (size_t i = 0; i < n; i++) { /* bombs are few in lists, and their factors many */
    const json_t *one = json_array_get(plays, i);
    const char *type = json_string_value(json_object_get(json_object_get(one, "pattern"), "type"));
    if (strcmp(type, "bomb") == 0 && below(4) == 0) play = one;
  }
  return json_string_value(json_object_get(play, "cards"));
}

static void wilds_of(const struct reply *reply, char wild[8]) {
  const json_t *ranks = json_object_get(reply->json, "wild");
  for (size_t i = 0; i < json_array_size(ranks); i++)
    strncat(wild, json_string_value(json_array_get(ranks, i)), 7 - strlen(wild));
}

/* Put down; the type of what lies there then. */
static void play(struct game *g, const struct reply *before, const char *cards) {
  const int seat = number_of(before, "turn");
  json_array_append_new(g->actions, json_pack("{s:i, s:s}", "seat", seat, "cards", cards));
  g->plays[seat] += cards[0] != 0;
}

static void count_bomb(struct game *g, const struct reply *after, const char *cards) {
  char wild[8] = "";
  const json_t *pattern = json_object_get(json_object_get(after->json, "last"), "pattern");
  const char *type = json_string_value(json_object_get(pattern, "type"));
  wilds_of(after, wild);
  if (cards[0] != 0) g->times *= naive_times(&g->modes, type, cards, wild);
}

/* Are these the same cards, in whatever order? */
static bool same_cards(const char *a, const char *b) {
  int seen[128] = {0};
  if (strlen(a) != strlen(b)) return false;
  for (; *a; a++, b++) seen[(int)*a]++, seen[(int)*b]--;
  for (int i = 0; i < 128; i++)
    if (seen[i] != 0) return false;
  return true;
}

/* Some cards of a hand: a few at random, or those of a play with one exchanged for another. */
static void draw_cards(const char *hand, const char *like, char cards[64]) {
  const int held = (int)strlen(hand);
  bool taken[64] = {false};
  int n = 0;
  for (int i = 0; i < held; i++) {
    const char *at = strchr(like, hand[i]);
    taken[i] = at != NULL && n < (int)strlen(like) && below(8) != 0;
    n += taken[i];
  }
  taken[below(held)] = true;
  n = 0;
  for (int i = 0; i < held; i++)
    if (taken[i]) cards[n++] = hand[i];
  cards[n] = 0;
}

/* Where all plays are listed, cards are accepted when they are in the list, and no others. (A wildcard is
 * listed where a card is lacking, and may also stand where the hand has one.) */
static void try_cards(struct game *g, const struct reply *reply, const char *hand) {
  const json_t *plays = json_object_get(reply->json, "plays");
  const size_t n = json_array_size(plays);
  char cards[64], wild[8] = "F";
  bool listed = false;
  wilds_of(reply, wild);
  if ((int)n != number_of(reply, "legal_plays") || strpbrk(hand, wild)) return;
  draw_cards(hand,
             n > 0 ? json_string_value(json_object_get(json_array_get(plays, (size_t)below((int)n)), "cards"))
                   : "",
             cards);
  for (size_t i = 0; i < n && !listed; i++)
    listed = same_cards(cards, json_string_value(json_object_get(json_array_get(plays, i), "cards")));
  json_array_append_new(g->actions, json_pack("{s:s}", "cards", cards));
  char *text = json_dumps(g->body, JSON_COMPACT);
  struct reply tried = api_post("/table", text);
  if ((tried.status == 200) != listed)
    fail_msg("%s is %slisted\n%s\n%s", cards, listed ? "" : "not ", text, tried.text);
  free(text);
  json_array_remove(g->actions, json_array_size(g->actions) - 1);
  others += !listed;
}

static void play_out(struct game *g, struct reply *reply, unsigned *foretold) {
  while (strcmp(text_of(reply, "phase"), "over") != 0) {
    char cards[64];
    double points = 0;
    const json_t *seat =
        json_array_get(json_object_get(reply->json, "seats"), (size_t)number_of(reply, "turn"));
    const char *hand = json_string_value(json_object_get(seat, "hand"));
    snprintf(cards, sizeof cards, "%s", choose(g, reply));
    const bool last = strlen(cards) == strlen(hand), told = last && expect(g, hand, &points);
    if (below(3) == 0) try_cards(g, reply, hand);
    play(g, reply, cards);
    *reply = state_of(g);
    count_bomb(g, reply, cards);
    if (last) check_end(g, reply, told, points);
    *foretold += told;
  }
}

static void play_game(unsigned *foretold, unsigned *redealt) {
  struct game g = {.actions = json_array(), .lazy = below(8)};
  g.body = draw_game(&g.modes);
  json_object_set(g.body, "actions", g.actions);
  struct reply reply = state_of(&g);
  note_deal(&g, &reply);
  for (;;) {
    check_calls(&g, &reply);
    if (strcmp(text_of(&reply, "phase"), "play") == 0) break;
    if (strcmp(text_of(&reply, "phase"), "redeal") == 0) {
      json_array_append_new(g.actions, json_pack("{s:b}", "deal", 1));
      reply = state_of(&g);
      note_deal(&g, &reply);
      ++*redealt;
      continue;
    }
    say(&g, &reply);
    reply = state_of(&g);
  }
  play_out(&g, &reply, foretold);
  json_decref(g.body);
  json_decref(g.actions);
}

TEST(games_of_random_rules_are_called_and_paid_as_the_definition_says) {
  const unsigned games = (unsigned)test_env("DDZ_GAMES", GAMES);
  unsigned foretold = 0, redealt = 0;
  ddz_rng_seed(&rng, test_seed());
  for (unsigned i = 0; i < games; i++) play_game(&foretold, &redealt);
  printf("%u games, %u dealt again, %u ends foretold to the point, %u sets of cards rejected\n", games,
         redealt, foretold, others);
  assert_true(foretold > games / 2 && others > games);
}

int main(void) { return test_run(NULL, NULL); }
