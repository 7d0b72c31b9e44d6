/* ddz-botzone - a bot for Botzone's FightTheLandlord, with calls (version 2) and without.
 *
 *   make botzone                  one file with its nets in it, to be uploaded
 *   ddz-botzone --once < turn     one turn
 *
 * A line comes in, a line goes out. The first one holds all requests and answers so far; a line behind the
 * answer asks Botzone to keep the process, and then each line is the next request alone. Each request becomes
 * the body of POST /bid-advice or /robot-move, which check everything: what they reject is answered with a
 * pass that says why. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/hand.h"
#include "core/base/role.h"
#include "lib/ddz.h"
#include "lib/nets.h"
#include "tools/lib/engine.h"
#include "tools/lib/flags.h"

/* A turn may take about 1 s. Thinking ends long before: what is under way when the time is over must end,
 * too, and the processor may be slower there. */
enum { THINK_MS = 600, MEMO_BYTES = 16 << 20, TABLE_BYTES = 16 << 20 };

struct task {
  const char *model;
  uint64_t ms, nodes;
  bool once;
};

static const struct flag rows[] = {
    {"ms", "N", "time of a move, at most (600)", FLAG_WHOLE(ms, 1, THINK_MS)},
    {"nodes", "N", "a limit that does not look at the time, as well", FLAG_WHOLE(nodes, 1, INT64_MAX)},
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

/* A game as its requests say. */
struct seat {
  enum { ASKED_NOTHING, ASKED_CALL, ASKED_PLAY } asked; /* by the last request */
  uint64_t hand;                                        /* what it holds now, bit n: card number n */
  json_t *kitty;                                        /* NULL: not shown */
  json_t *bids;    /* of the seats from 0 on, as far as this one was told; its own once it is answered */
  json_t *history; /* plays and passes of all, from the landlord's first on; NULL: it was not asked to play */
  int landlord, role;
  int bid; /* what the landlord called; 1 where nobody calls */
};

/* The process, from the start or since the last answer; what it was kept for. */
struct bot {
  const struct task *task;
  struct ddz_api *api;
  struct seat seat;
};

/* ---- nets ---- */

/* To play, to call, and to believe, aligned for nets. The function itself is NULL where `make botzone` put
 * none in (tools/nets.sh). */
__attribute__((weak)) const struct ddz_bytes *built_nets(void);

static const struct ddz_api_model *built_model(void) {
  const struct ddz_bytes *net = built_nets();
  struct ddz_api_model *model = NULL;
  for (int part = DDZ_MODEL_PLAY; part <= DDZ_MODEL_BELIEF; part++)
    if (ddz_api_model_add(&model, (enum ddz_model_part)part, net[part].bytes, net[part].size) != NULL)
      tool_fail("the nets in this program", "are damaged");
  return model;
}

/* NULL: there is none, and the rules play. */
static const struct ddz_api_model *model_of(const char *path) {
  char error[MAPPED_PATH + 200];
  if (path == NULL && built_nets != NULL) return built_model();
  const struct nets *nets = nets_open(&(struct nets_source){.model = path}, error, sizeof error);
  if (nets == NULL) tool_fail("model", error);
  return nets->model;
}

/* ---- requests ---- */

/* Numbers as a set of cards, each once. False: they are none. */
static bool read_cards(const json_t *list, uint64_t *cards) {
  const json_t *item;
  size_t i;
  *cards = 0;
  json_array_foreach(list, i, item) {
    const json_int_t number = json_integer_value(item);
    if (!json_is_integer(item) || number < 0 || number >= 54 || *cards >> number & 1) return false;
    *cards |= 1ull << number;
  }
  return json_is_array(list);
}

static json_t *numbers_of(uint64_t cards) {
  json_t *list = json_array();
  for (int number = 0; number < 54; number++)
    if (cards >> number & 1) json_array_append_new(list, json_integer(number));
  return list;
}

static void add_play(struct seat *seat, json_t *cards) {
  json_array_append_new(seat->history, json_pack("{s:o}", "cards", cards));
}

/* The first play of this seat is asked for. Where nobody called, the landlord has 20 cards, and the farmer
 * after him has seen one play. */
static const char *begin_play(struct seat *seat, json_t *request, const json_t *history) {
  uint64_t kitty = 0;
  int pos = -1;
  json_decref(seat->kitty);
  seat->kitty = json_incref(json_object_get(request, "publiccard"));
  seat->history = json_array();
  seat->landlord = 0;
  seat->bid = 1;
  if (!read_cards(json_object_get(request, "own"), &seat->hand)) return "`own` is no list of cards";
  if (seat->kitty != NULL && !read_cards(seat->kitty, &kitty)) return "`publiccard` is no list of cards";
  if (json_unpack(request, "{s?i, s?i, s?i}", "landlord", &seat->landlord, "pos", &pos, "finalbid",
                  &seat->bid) != 0 ||
      seat->landlord < 0 || seat->landlord >= DDZ_ROLES || pos >= DDZ_ROLES)
    return "`landlord`, `pos` or `finalbid` is out of range";
  if (pos >= 0)
    seat->role = (pos - seat->landlord + DDZ_ROLES) % DDZ_ROLES;
  else if (__builtin_popcountll(seat->hand) > DDZ_HAND_DEALT)
    seat->role = DDZ_LANDLORD;
  else
    seat->role = json_array_size(json_array_get(history, 0)) == 0 ? DDZ_LANDLORD_DOWN : DDZ_LANDLORD_UP;
  if (seat->role == DDZ_LANDLORD) seat->hand |= kitty;
  return NULL;
}

static const char *take_play(struct seat *seat, json_t *request, json_t *history) {
  const bool first = seat->history == NULL;
  if (json_array_size(history) != 2) return "`history` has two plays";
  const char *wrong = first ? begin_play(seat, request, history) : NULL;
  /* At first only those have played who sit between the landlord and this seat. */
  for (size_t i = first ? 2u - (unsigned)seat->role : 0; i < 2 && wrong == NULL; i++)
    add_play(seat, json_incref(json_array_get(history, i)));
  seat->asked = ASKED_PLAY;
  return wrong;
}

/* One more; NULL, or what is wrong with it. */
static const char *take_request(struct seat *seat, json_t *request) {
  json_t *history = json_object_get(request, "history"), *bids = json_object_get(request, "bid");
  seat->asked = ASKED_NOTHING;
  if (!json_is_object(request)) return "a request is an object";
  if (history != NULL) return take_play(seat, request, history);
  if (!json_is_array(bids)) return "a request has `bid` or `history`";
  json_decref(seat->bids);
  seat->bids = json_copy(bids);
  seat->asked = ASKED_CALL;
  return read_cards(json_object_get(request, "own"), &seat->hand) ? NULL : "`own` is no list of cards";
}

/* What the seat answered to it. Cards that it does not hold are a pass. */
static void take_answer(struct seat *seat, json_t *response) {
  uint64_t cards;
  if (seat->asked == ASKED_CALL) json_array_append(seat->bids, response);
  if (seat->asked != ASKED_PLAY) return;
  if (!read_cards(response, &cards) || (cards & ~seat->hand) != 0) cards = 0;
  seat->hand &= ~cards;
  add_play(seat, numbers_of(cards));
}

/* All requests so far, each but the last with its answer. */
static const char *take_turns(struct seat *seat, const json_t *requests, const json_t *responses) {
  const char *wrong = json_array_size(requests) == 0 ? "`requests` is empty" : NULL;
  json_t *request;
  size_t i;
  json_decref(seat->kitty);
  json_decref(seat->bids);
  json_decref(seat->history);
  *seat = (struct seat){.bids = json_array()};
  json_array_foreach(requests, i, request) {
    if (i > 0) take_answer(seat, json_array_get(responses, i - 1));
    if (wrong == NULL) wrong = take_request(seat, request);
  }
  return wrong;
}

/* ---- questions ---- */

/* What each called, as far as the seat can know: those before it and itself; of those behind it the landlord,
 * and that nobody is asked after a call of 3. Another behind it is taken to have passed. */
static json_t *calls_of(const struct seat *seat) {
  const int known = (int)json_array_size(seat->bids);
  json_t *calls = json_array();
  json_int_t call = 0;
  for (int i = 0; i < DDZ_ROLES && known > 0 && call != 3; i++) {
    const int role = (i - seat->landlord + DDZ_ROLES) % DDZ_ROLES;
    call = role == DDZ_LANDLORD ? seat->bid : 0;
    if (i < known) call = json_integer_value(json_array_get(seat->bids, (size_t)i));
    if (role == DDZ_LANDLORD && call != seat->bid) { /* nobody called */
      json_array_clear(calls);
      break;
    }
    json_array_append_new(calls,
                          json_pack("{s:s, s:I}", "role", ddz_role_name((enum ddz_role)role), "call", call));
  }
  return calls;
}

static json_t *play_question(const struct task *task, const struct seat *seat) {
  json_t *body =
      json_pack("{s:s, s:s, s:o, s:s, s:O*, s:O, s:o, s:i, s:s, s:{s:I}}", "rules", "botzone", "notation",
                "botzone", "hand", numbers_of(seat->hand), "role", ddz_role_name((enum ddz_role)seat->role),
                "kitty", seat->kitty, "history", seat->history, "calls", calls_of(seat), "multiplier",
                seat->bid > 1 ? seat->bid : 1, "engine", "search", "limit", "ms", (json_int_t)task->ms);
  if (task->nodes != 0)
    json_object_set_new(json_object_get(body, "limit"), "nodes", json_integer((json_int_t)task->nodes));
  return body;
}

/* The calls are those of `standard`, and our nets have learned them. */
static json_t *call_question(const struct seat *seat) {
  return json_pack("{s:s, s:s, s:o, s:O}", "rules", "standard", "notation", "botzone", "hand",
                   numbers_of(seat->hand), "calls", seat->bids);
}

/* The answer to the last request: a pass that says why, where that was wrong or is rejected. */
static json_t *answer_of(struct bot *bot, const char *wrong) {
  const bool calls = bot->seat.asked == ASKED_CALL;
  if (wrong != NULL) return json_pack("{s:[], s:s}", "response", "debug", wrong);
  json_t *body = calls ? call_question(&bot->seat) : play_question(bot->task, &bot->seat);
  char *text = tool_ask(bot->api, calls ? "/bid-advice" : "/robot-move", body);
  json_t *told = json_loads(text, 0, NULL), *response = json_object_get(told, calls ? "advice" : "cards");
  const char *field = json_string_value(json_object_get(told, "field")),
             *detail = json_string_value(json_object_get(told, "detail"));
  json_t *answer = response != NULL ? json_pack("{s:O}", "response", response)
                                    : json_pack("{s:[], s:o}", "response", "debug",
                                                json_sprintf("%s: %s", field != NULL ? field : "/", detail));
  json_decref(told);
  free(text);
  return answer;
}

static void take_line(struct bot *bot, const char *text, size_t length) {
  json_t *line = json_loadb(text, length, 0, NULL);
  const json_t *requests = json_object_get(line, "requests");
  const char *wrong = requests != NULL ? take_turns(&bot->seat, requests, json_object_get(line, "responses"))
                                       : take_request(&bot->seat, line);
  json_t *answer = answer_of(bot, line == NULL ? "the line is no JSON" : wrong);
  take_answer(&bot->seat, json_object_get(answer, "response"));
  char *said = tool_must(json_dumps(answer, JSON_COMPACT));
  puts(said);
  if (!bot->task->once) puts(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<");
  fflush(stdout);
  free(said);
  json_decref(answer);
  json_decref(line);
}

int main(int argc, char **argv) {
  static struct bot bot = {0};
  struct task task = {.ms = THINK_MS};
  char *text = NULL;
  size_t room = 0;
  ssize_t length;
  flags_read(rows, ROWS, print_help, &task, argc, argv);
  bot.task = &task;
  bot.seat.bids = json_array();
  bot.api =
      tool_must(ddz_api_new(&(struct ddz_api_options){.memo_bytes = MEMO_BYTES, .table_bytes = TABLE_BYTES},
                            &(struct ddz_host){.now_us = tool_now_us}));
  ddz_api_use_model(bot.api, model_of(task.model));
  while ((length = getline(&text, &room, stdin)) >= 0) {
    if (strspn(text, " \t\r\n") == (size_t)length) continue;
    take_line(&bot, text, (size_t)length);
    if (task.once) break;
  }
  take_turns(&bot.seat, NULL, NULL);
  json_decref(bot.seat.bids);
  ddz_api_free(bot.api);
  free(text);
  return 0;
}
