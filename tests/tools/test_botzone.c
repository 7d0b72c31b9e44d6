/* Games of ddz-botzone at a table of Botzone's shape: three processes, requests and answers over pipes.
 *
 * Some games have calls, some are of the older version without; some keep their processes, in some each turn
 * is a process of its own. The referee of the core judges every answer. What a move takes of time and memory
 * is told, and judged only where DDZ_STRICT asks for it (make check-botzone): 0.9 s of computing, 200 MB.
 *
 * DDZ_GAMES games (6, under a sanitizer 3); DDZ_BOTZONE: the program below build/MODE. */
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <jansson.h>

#include "core/game/table.h"
#include "tests/support/test.h"

enum {
  GAMES = TEST_SANITIZED ? 3 : 6,
  SILENCE_MS = 240000,
  LINE = 1 << 16,
  MOVE_US = 900000,
  MEMORY_KB = 200 * 1024
};

/* Every so many games; and where it is strict, of every so many one thinks as long as it may. */
enum { OLD_EVERY = 4, ONCE_EVERY = 5, LONG_EVERY = 50 };

#define KEEP_RUNNING ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"

static struct {
  long move_us, memory_kb; /* the most met */
  size_t moves, calls;
} met;

static bool is_strict(void) { return test_env("DDZ_STRICT", 0) != 0; }

/* ---- a process ---- */

struct bot {
  pid_t pid; /* 0: it does not run */
  int in, out;
  char text[LINE]; /* read and not yet taken */
  size_t used;
  bool once;                    /* a process a turn */
  const char *limit, *value;    /* how it is told to think */
  json_t *requests, *responses; /* so far */
};

/* build/MODE/tests/tools/test_botzone -> build/MODE/ddz-botzone */
static void find_program(char path[PATH_MAX]) {
  const char *name = getenv("DDZ_BOTZONE");
  ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - 1);
  path[n > 0 ? n : 0] = '\0';
  for (int i = 0; i < 3; i++) {
    char *slash = strrchr(path, '/');
    if (slash) *slash = '\0';
  }
  const size_t length = strlen(path);
  snprintf(path + length, PATH_MAX - length, "/%s", name ? name : "ddz-botzone");
}

static void bot_start(struct bot *bot) {
  static char path[PATH_MAX];
  int to[2], from[2];
  find_program(path);
  assert_int_equal(pipe2(to, O_CLOEXEC), 0);
  assert_int_equal(pipe2(from, O_CLOEXEC), 0);
  bot->pid = fork();
  assert_true(bot->pid >= 0);
  if (bot->pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* when the test fails half-way */
    dup2(to[0], STDIN_FILENO);
    dup2(from[1], STDOUT_FILENO);
    if (bot->once)
      execl(path, path, bot->limit, bot->value, "--once", (char *)NULL);
    else
      execl(path, path, bot->limit, bot->value, (char *)NULL);
    _exit(127);
  }
  close(to[0]);
  close(from[1]);
  bot->in = to[1];
  bot->out = from[0];
  bot->used = 0;
}

/* Its input ends, and so does it. */
static void bot_end(struct bot *bot, struct rusage *usage) {
  int status;
  if (bot->pid == 0) return;
  close(bot->in);
  assert_int_equal(wait4(bot->pid, &status, 0, usage), bot->pid);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  close(bot->out);
  bot->pid = 0;
  if (usage->ru_maxrss > met.memory_kb) met.memory_kb = usage->ru_maxrss;
}

static void send_line(struct bot *bot, const json_t *json) {
  char *text = json_dumps(json, JSON_COMPACT);
  const size_t length = strlen(text);
  text[length] = '\n';
  for (size_t sent = 0; sent <= length;) {
    const ssize_t n = write(bot->in, text + sent, length + 1 - sent);
    if (n < 0 && errno == EINTR) continue;
    assert_true(n > 0);
    sent += (size_t)n;
  }
  free(text);
}

/* The next line, without its end. */
static void take_line(struct bot *bot, char line[LINE]) {
  struct pollfd ready = {.fd = bot->out, .events = POLLIN};
  char *end;
  while (!(end = memchr(bot->text, '\n', bot->used))) {
    assert_true(bot->used < LINE);
    if (poll(&ready, 1, SILENCE_MS) <= 0) fail_msg("it says nothing");
    const ssize_t n = read(bot->out, bot->text + bot->used, LINE - bot->used);
    if (n <= 0) fail_msg("it ended without an answer");
    bot->used += (size_t)n;
  }
  const size_t length = (size_t)(end - bot->text);
  memcpy(line, bot->text, length);
  line[length] = '\0';
  bot->used -= length + 1;
  memmove(bot->text, end + 1, bot->used);
}

static long computed_us(pid_t pid) {
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return time.tv_sec * 1000000L + time.tv_nsec / 1000;
}

/* ---- a turn ---- */

/* One request, the caller's no more; its answer is borrowed from `responses`. */
static const json_t *bot_ask(struct bot *bot, json_t *request) {
  char line[LINE];
  struct rusage usage;
  const bool fresh = bot->pid == 0;
  assert_int_equal(json_array_append_new(bot->requests, request), 0);
  if (fresh) bot_start(bot);
  const long before = fresh ? 0 : computed_us(bot->pid);
  json_t *all = fresh ? json_pack("{s:O,s:O,s:s,s:i}", "requests", bot->requests, "responses", bot->responses,
                                  "data", "", "time_limit", 1)
                      : json_incref(request);
  send_line(bot, all);
  json_decref(all);
  take_line(bot, line);
  json_t *answer = json_loads(line, 0, NULL), *response = json_object_get(answer, "response");
  if (!response || json_object_get(answer, "debug")) fail_msg("it answers %s", line);
  assert_int_equal(json_array_append(bot->responses, response), 0);
  json_decref(answer);
  if (!bot->once) take_line(bot, line);
  if (!bot->once) assert_string_equal(line, KEEP_RUNNING);
  long took = computed_us(bot->pid) - before;
  if (bot->once) {
    bot_end(bot, &usage);
    took = (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000L + usage.ru_utime.tv_usec +
           usage.ru_stime.tv_usec;
  }
  if (took > met.move_us) met.move_us = took;
  met.moves++;
  return json_array_get(bot->responses, json_array_size(bot->responses) - 1);
}

/* ---- a game ---- */

struct game {
  struct bot bot[DDZ_SEATS];
  struct ddz_table table;
  ddz_cards own[DDZ_SEATS], kitty; /* as dealt */
  ddz_cards last[2];               /* put down by the seat before the last, and by the last */
  bool old;                        /* the version without calls */
  int landlord, bid;
  bool begun[DDZ_SEATS];
};

static json_t *numbers_of(ddz_cards cards) {
  json_t *array = json_array();
  for (int number = 0, card; ddz_number_read(DDZ_NOTATION_BOTZONE, number, &card) == DDZ_OK; number++)
    if (cards >> card & 1) json_array_append_new(array, json_integer(number));
  return array;
}

static ddz_cards cards_of(const json_t *numbers) {
  ddz_cards cards = 0;
  assert_true(json_is_array(numbers));
  for (size_t i = 0; i < json_array_size(numbers); i++) {
    const json_t *number = json_array_get(numbers, i);
    int card;
    assert_true(json_is_integer(number));
    assert_int_equal(ddz_number_read(DDZ_NOTATION_BOTZONE, json_integer_value(number), &card), DDZ_OK);
    assert_false(cards >> card & 1);
    cards |= (ddz_cards)1 << card;
  }
  return cards;
}

/* Each seat once, from seat 0 on, until somebody calls 3. */
static void find_landlord(struct game *game) {
  json_t *bids = json_array();
  game->landlord = 0;
  game->bid = 0;
  for (int seat = 0; seat < DDZ_SEATS && game->bid < 3; seat++) {
    const json_t *answer =
        bot_ask(&game->bot[seat],
                json_pack("{s:o,s:o}", "own", numbers_of(game->own[seat]), "bid", json_deep_copy(bids)));
    const long long bid = json_integer_value(answer);
    assert_true(json_is_integer(answer) && (bid == 0 || (bid > game->bid && bid <= 3)));
    json_array_append_new(bids, json_integer(bid));
    if (bid > 0) game->landlord = seat;
    if (bid > 0) game->bid = (int)bid;
    met.calls++;
  }
  if (game->bid == 0) game->bid = 1;
  json_decref(bids);
}

static json_t *request_to(struct game *game, int seat) {
  json_t *request = json_pack("{s:[o,o]}", "history", numbers_of(game->last[0]), numbers_of(game->last[1]));
  if (game->begun[seat]) return request;
  game->begun[seat] = true;
  const bool joined = game->old && seat == game->landlord;
  json_object_set_new(request, "own", numbers_of(game->own[seat] | (joined ? game->kitty : 0)));
  json_object_set_new(request, "publiccard", numbers_of(game->kitty));
  if (game->old) return request;
  json_object_set_new(request, "landlord", json_integer(game->landlord));
  json_object_set_new(request, "pos", json_integer(seat));
  json_object_set_new(request, "finalbid", json_integer(game->bid));
  return request;
}

static void play_out(struct game *game, uint64_t seed) {
  while (game->table.phase == DDZ_PHASE_PLAY) {
    const int seat = game->table.turn;
    const ddz_cards cards = cards_of(bot_ask(&game->bot[seat], request_to(game, seat)));
    const struct ddz_action action = {
        .verb = DDZ_VERB_PLAY, .seat = DDZ_SEAT_TURN, .cards = ddz_cards_hand(cards), .picked = cards};
    const enum ddz_error error = ddz_table_apply(&game->table, &action);
    if (error) fail_msg("seed %llu, seat %d: %s", (unsigned long long)seed, seat, ddz_error_rows[error].text);
    game->last[0] = game->last[1];
    game->last[1] = cards;
  }
  assert_int_equal(game->table.phase, DDZ_PHASE_OVER);
}

static void seat_bots(struct game *game, uint64_t number) {
  const bool thinks = is_strict() && number % LONG_EVERY == 0;
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    struct bot *bot = &game->bot[seat];
    bot->once = number % ONCE_EVERY == 0;
    bot->limit = is_strict() ? "--ms" : "--nodes";
    bot->value = thinks ? "600" : is_strict() ? "25" : "200";
    bot->requests = json_array();
    bot->responses = json_array();
  }
}

static void play_game(uint64_t number, uint64_t seed) {
  static struct game game;
  struct ddz_rules rules;
  struct ddz_deal deal;
  struct rusage usage;
  memset(&game, 0, sizeof game);
  struct ddz_rng rng = test_rng(seed);
  assert_int_equal(ddz_rules_preset("botzone", &rules), DDZ_OK);
  ddz_deal_random(&rules, &rng, &deal);
  memcpy(game.own, deal.cards, sizeof game.own);
  game.kitty = deal.kitty;
  game.old = number % OLD_EVERY == 1;
  game.bid = 1;
  seat_bots(&game, number);
  if (!game.old) find_landlord(&game);
  deal.landlord = game.landlord;
  deal.cards[game.landlord] |= deal.kitty;
  assert_int_equal(ddz_table_init(&game.table, &rules, seed, &deal), DDZ_OK);
  play_out(&game, seed);
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    bot_end(&game.bot[seat], &usage);
    json_decref(game.bot[seat].requests);
    json_decref(game.bot[seat].responses);
  }
}

TEST(whole_games_have_no_illegal_answer) {
  const uint64_t games = test_env("DDZ_GAMES", GAMES), seed = test_seed();
  signal(SIGPIPE, SIG_IGN);
  for (uint64_t n = 0; n < games; n++) play_game(n, seed + n);
  print_message(
      "%llu games, %zu answers, %zu of them calls; a move computed at most %.3f s; at most %.1f MB\n",
      (unsigned long long)games, met.moves, met.calls, (double)met.move_us / 1e6,
      (double)met.memory_kb / 1024);
  if (!is_strict()) return;
  assert_true(met.move_us <= MOVE_US);
  assert_true(met.memory_kb <= MEMORY_KB);
}

/* ---- what cannot be read ---- */

TEST(a_line_that_is_no_request_gets_a_pass_that_says_why) {
  static const struct {
    const char *line, *answer;
  } lines[] = {
      {"x", "{\"response\":[],\"debug\":\"the line is no JSON\"}"},
      {"[]", "{\"response\":[],\"debug\":\"a request is an object\"}"},
      {"{}", "{\"response\":[],\"debug\":\"a request has `bid` or `history`\"}"},
      {"{\"requests\":[]}", "{\"response\":[],\"debug\":\"`requests` is empty\"}"},
      {"{\"requests\":[{\"own\":[0],\"bid\":[]}]}",
       "{\"response\":[],\"debug\":\"/hand: a hand has 17 cards before play (the landlord's 20 with the "
       "kitty), not 1\"}"},
      {"{\"requests\":[{\"own\":[0,0],\"bid\":[]}]}",
       "{\"response\":[],\"debug\":\"`own` is no list of cards\"}"},
      {"{\"own\":[0,1,2],\"bid\":[4]}",
       "{\"response\":[],\"debug\":\"/calls/0: must be between 0 and 3, not 4\"}"},
      {"{\"history\":[]}", "{\"response\":[],\"debug\":\"`history` has two plays\"}"},
      {"{\"history\":[[],[]],\"own\":[54]}", "{\"response\":[],\"debug\":\"`own` is no list of cards\"}"},
  };
  static struct bot bot;
  struct rusage usage;
  char line[LINE];
  bot.limit = "--nodes";
  bot.value = "1";
  bot_start(&bot);
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    const size_t length = strlen(lines[i].line);
    assert_int_equal(write(bot.in, lines[i].line, length), (ssize_t)length);
    assert_int_equal(write(bot.in, "\n", 1), 1);
    take_line(&bot, line);
    assert_string_equal(line, lines[i].answer);
    take_line(&bot, line);
    assert_string_equal(line, KEEP_RUNNING);
  }
  bot_end(&bot, &usage);
}

int main(void) { return test_run(NULL, NULL); }
