/* ddz-botzone - a bot for Botzone's FightTheLandlord, with calls (version 2) and without.
 *
 *   make botzone                  one file with its nets in it, to be uploaded
 *   ddz-botzone --once < turn     one turn
 *
 * A line comes in, a line goes out. The first one holds all requests and answers so far; a line behind the
 * answer asks Botzone to keep the process, and then each line is the next request alone. What cannot be read
 * is answered with a pass that says why. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/bid/bid_feature.h"
#include "core/net/belief.h"
#include "core/net/judge.h"
#include "core/robot/robot.h"
#include "tools/botzone/seat.h"
#include "tools/lib/engine.h"
#include "tools/lib/flags.h"

/* A turn may take about 1 s. Thinking ends long before: what is under way when the time is over must end,
 * too, and the processor may be slower there. */
enum { THINK_MS = 600, WALL_MS = 800, MEMO_BYTES = 16 << 20, TABLE_BYTES = 16 << 20 };

struct task {
  const char *model;
  uint64_t ms, nodes;
  bool once;
};

static void fail(const char *what, const char *about) {
  fprintf(stderr, "ddz-botzone: %s: %s (try --help)\n", what, about);
  exit(2);
}

static const struct flag rows[] = {
    {"ms", "N", "computing time of a move, at most (600)", FLAG_WHOLE(ms, 1, THINK_MS)},
    {"nodes", "N", "a limit that does not look at the time, as well", FLAG_WHOLE(nodes, 1, UINT64_MAX)},
    {"once", NULL, "one turn, then end", FLAG_ON(once)},
    {"model", "FILE", "the net, others beside it; without: those built in, or of the installation",
     FLAG_TEXT(model)},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void print_help(void) {
  printf("usage: ddz-botzone [options] < requests\n\n"
         "A bot for FightTheLandlord of Botzone: it reads a line of JSON and writes one, and lets Botzone\n"
         "keep the process. Both versions of the game, with calls and without.\n\n");
  flags_print(rows, ROWS, 17);
  printf("\nEXAMPLES\n"
         "  ddz-botzone --once < request.json     one turn\n"
         "  ddz-botzone --ms 200                  quicker moves\n"
         "\nEXIT STATUS\n"
         "  0   the input ended\n"
         "  2   wrong options, or a net that cannot be read\n");
}

/* ---- nets ---- */

static void use_built(struct ddz_nets *nets) {
  static struct ddz_net plays, bids, belief;
  const struct built *built = built_nets();
  const bool good = ddz_judge_open(&plays, built[0].bytes, built[0].size) == DDZ_NET_OK &&
                    ddz_bid_open(&bids, built[1].bytes, built[1].size) == DDZ_NET_OK &&
                    ddz_belief_open(&belief, built[2].bytes, built[2].size) == DDZ_NET_OK;
  if (!good) fail("the nets in this program", "are damaged");
  *nets = (struct ddz_nets){.play = &plays, .bids = &bids, .belief = &belief};
}

/* Without any the rules play. */
static void use_files(struct ddz_nets *nets, const char *path) {
  const struct ddz_net *net = model_open(path);
  if (!net && (path || *model_error())) fail("model", model_error());
  if (net) *nets = model_nets(net);
}

static struct ddz_engine *engine_new(const struct task *task) {
  struct ddz_engine *engine = tool_engine_new(MEMO_BYTES, TABLE_BYTES);
  if (!engine) fail("engine", "out of memory");
  if (!task->model && built_nets != NULL)
    use_built(&engine->nets);
  else
    use_files(&engine->nets, task->model);
  return engine;
}

/* ---- time ---- */

static uint64_t ms_of(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* When thinking must end, by the time this process has computed and by the time that has gone by. */
struct deadline {
  uint64_t computed_ms, wall_ms;
};

/* 1, once one of the two is over. */
static uint64_t is_over(void *self) {
  const struct deadline *deadline = self;
  return ms_of(CLOCK_PROCESS_CPUTIME_ID) >= deadline->computed_ms ||
         ms_of(CLOCK_MONOTONIC) >= deadline->wall_ms;
}

/* ---- answers ---- */

/* The process, from the start or since the last answer; what it was kept for. */
struct bot {
  const struct task *task;
  struct ddz_engine *engine;
  struct seat seat;
  uint64_t since_ms; /* computed before this turn */
};

static json_t *call(struct bot *bot) {
  struct ddz_rules rules;
  struct ddz_bid_request ask;
  struct ddz_bid_advice advice;
  seat_call(&bot->seat, &rules, &ask);
  ddz_bid_advise(bot->engine, &ask, &advice);
  return json_integer(advice.choice);
}

static json_t *numbers_of(ddz_cards cards) {
  json_t *array = json_array();
  int card;
  for (int number = 0; ddz_number_read(DDZ_NOTATION_BOTZONE, number, &card) == DDZ_OK; number++)
    if (cards >> card & 1) json_array_append_new(array, json_integer(number));
  return array;
}

static json_t *play(struct bot *bot, const char **wrong) {
  static struct ddz_rules rules;
  struct deadline deadline = {bot->since_ms + bot->task->ms, ms_of(CLOCK_MONOTONIC) + WALL_MS};
  const struct ddz_stop stop = {.clock_us = is_over, .self = &deadline, .until_us = 1};
  struct ddz_robot_request ask;
  struct ddz_robot_move move;
  struct ddz_record record;
  ddz_cards cards = 0;
  ddz_robot_defaults(&ask);
  *wrong = seat_view(&bot->seat, &rules, &ask.view, &record);
  if (*wrong) return json_array();
  ask.multiplier = bot->seat.bid > 1 ? bot->seat.bid : 1;
  ask.record = &record;
  ask.player = DDZ_PLAYER_SEARCH;
  ask.limited = true;
  ask.limit = (struct ddz_limit){.nodes = bot->task->nodes, .stop = &stop};
  ddz_robot_choose(bot->engine, &ask, &move, NULL, 0);
  (void)ddz_cards_pick(bot->seat.cards, move.chosen.play.cards, &cards);
  return numbers_of(cards);
}

/* The answer to what the seat was asked last; `debug` says what is wrong. */
static void answer(struct bot *bot, const char *wrong) {
  json_t *response = wrong ? json_array() : bot->seat.asked == SEAT_CALL ? call(bot) : play(bot, &wrong);
  json_t *line = json_pack("{s:o}", "response", response);
  if (wrong) json_object_set_new(line, "debug", json_string(wrong));
  seat_answer(&bot->seat, response);
  char *text = json_dumps(line, JSON_COMPACT);
  if (!text) fail("answer", "out of memory");
  puts(text);
  if (!bot->task->once) puts(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<");
  fflush(stdout);
  free(text);
  json_decref(line);
}

/* ---- lines ---- */

/* All requests so far, each but the last with its answer. */
static const char *read_turns(struct seat *seat, const json_t *requests, const json_t *responses) {
  const size_t n = json_array_size(requests);
  const char *wrong = n == 0 ? "`requests` is empty" : NULL;
  memset(seat, 0, sizeof *seat);
  for (size_t i = 0; i < n && !wrong; i++) {
    if (i > 0) seat_answer(seat, json_array_get(responses, i - 1));
    wrong = seat_request(seat, json_array_get(requests, i));
  }
  return wrong;
}

static void take_line(struct bot *bot, const char *text, size_t length) {
  json_error_t error;
  json_t *line = json_loadb(text, length, 0, &error);
  const json_t *requests = json_object_get(line, "requests");
  const char *wrong = "the line is no JSON";
  if (requests)
    wrong = read_turns(&bot->seat, requests, json_object_get(line, "responses"));
  else if (line)
    wrong = seat_request(&bot->seat, line);
  answer(bot, wrong);
  json_decref(line);
}

int main(int argc, char **argv) {
  struct task task = {.ms = THINK_MS};
  char *text = NULL;
  size_t room = 0;
  ssize_t length;
  flags_read(&(struct flags){rows, ROWS, print_help, fail}, &task, argc, argv);
  struct bot bot = {.task = &task, .engine = engine_new(&task)};
  while ((length = getline(&text, &room, stdin)) >= 0) {
    if (strspn(text, " \t\r\n") == (size_t)length) continue;
    take_line(&bot, text, (size_t)length);
    bot.since_ms = ms_of(CLOCK_PROCESS_CPUTIME_ID);
    if (task.once) break;
  }
  free(text);
  free(bot.engine);
  return 0;
}
