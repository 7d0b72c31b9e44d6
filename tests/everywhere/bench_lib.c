/* bench_lib.c - what a question costs in process.
 *
 * usage: bench_lib engine [GAMES]
 *        bench_lib questions [GAMES]
 *        bench_lib ask ROUNDS < LINES
 *
 * engine: each decision of the net in whole games, by the engine alone and as /robot-move through libddz,
 * five times each in turn; the fastest of each counts.
 *
 * questions: the same decisions as JSON lines {"kind","path","body"}, of the kinds net, prompt and search.
 *
 * ask: a line "kind questions us" for each kind: the fastest round of each question, on average. */
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/table.h"
#include "core/net/judge.h"
#include "core/robot/decide.h"
#include "lib/ddz.h"
#include "lib/mapped.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/measure.h"

#define NET "models/ddz.net"

enum { ROUNDS = 5, SAMPLES = 20000, MEMO = 32 << 20, BODY = 16384, LINES = 5000 };

static struct ddz *open_handle(void) {
  const struct ddz_settings settings = {.size = sizeof settings, .model = NET};
  char error[200];
  struct ddz *handle = ddz_open(&settings, error, sizeof error);
  if (handle == NULL) {
    fprintf(stderr, "%s\n", error);
    exit(1);
  }
  return handle;
}

/* ---- questions of whole games ---- */

struct body {
  char text[BODY], history[BODY];
  size_t n; /* bytes of history */
};

__attribute__((format(printf, 2, 3))) static void add(struct body *body, const char *format, ...) {
  va_list list;
  va_start(list, format);
  body->n += (size_t)vsnprintf(body->history + body->n, sizeof body->history - body->n, format, list);
  va_end(list);
}

static void add_play(struct body *body, const struct ddz_table *table, ddz_hand cards) {
  char text[DDZ_TEXT_MAX] = "";
  if (cards != 0) ddz_text_write(cards, text);
  add(body, "%s{\"role\":\"%s\",\"cards\":\"%s\"}", body->n ? "," : "",
      ddz_role_name(ddz_table_role(table, table->turn)), text);
}

static const char *body_of(struct body *body, const struct ddz_table *table, const char *more) {
  char hand[DDZ_TEXT_MAX], kitty[DDZ_TEXT_MAX];
  ddz_text_write(table->hand[table->turn], hand);
  ddz_text_write(ddz_cards_hand(table->kitty), kitty);
  const int n = snprintf(body->text, sizeof body->text,
                         "{\"rules\":\"douzero\",\"hand\":\"%s\",\"role\":\"%s\",\"kitty\":\"%s\",%s,"
                         "\"history\":[%.*s]}",
                         hand, ddz_role_name(ddz_table_role(table, table->turn)), kitty, more, (int)body->n,
                         body->history);
  if (n >= (int)sizeof body->text) abort();
  return body->text;
}

static void print_questions(struct body *body, const struct ddz_table *table, unsigned decision) {
  char hand[DDZ_TEXT_MAX];
  ddz_text_write(table->hand[table->turn], hand);
  printf("{\"kind\":\"net\",\"path\":\"/robot-move\",\"body\":%s}\n",
         body_of(body, table, "\"engine\":\"net\""));
  printf("{\"kind\":\"prompt\",\"path\":\"/"
         "prompt\",\"body\":{\"hand\":\"%s\",\"rules\":\"douzero\",\"limit\":1000}}\n",
         hand);
  if (decision % 10 == 0)
    printf("{\"kind\":\"search\",\"path\":\"/robot-move\",\"body\":%s}\n",
           body_of(body, table, "\"engine\":\"search\",\"limit\":{\"nodes\":1000}"));
}

/* ---- the engine alone, and in process ---- */

static struct samples {
  double engine[SAMPLES], asked[SAMPLES], ratio[SAMPLES];
  size_t n, differ;
} samples;

static void compare(struct ddz_engine *engine, struct ddz *handle, const struct ddz_robot_request *ask,
                    const char *body, const struct ddz_robot_move *move) {
  uint64_t fastest[2] = {UINT64_MAX, UINT64_MAX};
  char cards[DDZ_TEXT_MAX + 16] = "\"cards\":\"", text[DDZ_TEXT_MAX] = "";
  struct ddz_reply reply;
  for (int round = 0; round < ROUNDS; round++) {
    struct ddz_robot_move again;
    const uint64_t start = measure_now();
    ddz_decide(engine, ask, &again, NULL, 0);
    const uint64_t middle = measure_now();
    ddz_ask(handle, "/robot-move", body, &reply);
    const uint64_t end = measure_now();
    if (middle - start < fastest[0]) fastest[0] = middle - start;
    if (end - middle < fastest[1]) fastest[1] = end - middle;
  }
  if (move->chosen.play.cards != 0) ddz_text_write(move->chosen.play.cards, text);
  strcat(strcat(cards, text), "\"");
  samples.differ += reply.status != 200 || strstr(reply.text, cards) == NULL;
  samples.engine[samples.n] = (double)fastest[0];
  samples.asked[samples.n] = (double)fastest[1];
  samples.ratio[samples.n++] = (double)fastest[1] - 1.3 * (double)fastest[0];
}

static void play_game(struct ddz_engine *engine, struct ddz *handle, uint64_t seed, bool print) {
  static struct body body;
  struct ddz_rules rules = cards_rules("douzero");
  struct ddz_table table;
  body.n = 0;
  ddz_table_init(&table, &rules, seed, NULL);
  for (unsigned decision = 0; table.phase == DDZ_PHASE_PLAY && samples.n < SAMPLES; decision++) {
    struct ddz_robot_request ask;
    struct ddz_robot_move move;
    struct ddz_action action = {.seat = (uint8_t)table.turn};
    ddz_robot_defaults(&ask);
    ask.player = DDZ_PLAYER_NET;
    ddz_table_view(&table, &ask.view);
    ddz_decide(engine, &ask, &move, NULL, 0);
    if (print)
      print_questions(&body, &table, decision);
    else
      compare(engine, handle, &ask, body_of(&body, &table, "\"engine\":\"net\""), &move);
    add_play(&body, &table, move.chosen.play.cards);
    action.cards = move.chosen.play.cards;
    ddz_table_apply(&table, &action);
  }
}

static int play_games(uint64_t games, bool print) {
  struct ddz_engine *engine = engine_new(MEMO);
  struct ddz *handle = open_handle();
  struct mapped file = {0};
  struct ddz_net net;
  char error[256];
  if (!mapped_open(&file, NET, error, sizeof error)) return fprintf(stderr, "%s\n", error), 1;
  if (ddz_judge_open(&net, file.bytes, file.size) != DDZ_NET_OK) return 1;
  engine->nets.play = &net;
  for (uint64_t game = 0; game < games; game++) play_game(engine, handle, 1 + game, print);
  if (!print) {
    double sum[2] = {0};
    for (size_t i = 0; i < samples.n; i++) sum[0] += samples.engine[i], sum[1] += samples.asked[i];
    printf("means: engine %.1f us, in process %.1f us, %zu decisions, %zu answered otherwise\n",
           sum[0] / 1000 / (double)samples.n, sum[1] / 1000 / (double)samples.n, samples.n, samples.differ);
    measure_print("engine alone", samples.engine, samples.n, "us");
    measure_print("/robot-move in process", samples.asked, samples.n, "us");
    measure_print("beyond 1.3 times the engine's own", samples.ratio, samples.n, "us");
  }
  ddz_close(handle);
  mapped_close(&file);
  free(engine);
  return samples.differ != 0;
}

/* ---- lines ---- */

struct question {
  char *kind, *path, *body;
  uint64_t fastest;
};

static size_t read_questions(struct question *question) {
  static char line[2 * BODY];
  size_t n = 0;
  while (n < LINES && fgets(line, sizeof line, stdin) != NULL) {
    json_t *json = json_loads(line, 0, NULL);
    question[n++] = (struct question){strdup(json_string_value(json_object_get(json, "kind"))),
                                      strdup(json_string_value(json_object_get(json, "path"))),
                                      json_dumps(json_object_get(json, "body"), JSON_COMPACT), UINT64_MAX};
    json_decref(json);
  }
  return n;
}

static int ask_lines(int rounds) {
  static const char *const kinds[] = {"net", "prompt", "search"};
  static struct question question[LINES];
  const size_t n = read_questions(question);
  struct ddz *handle = open_handle();
  for (int round = 0; round < rounds; round++)
    for (size_t i = 0; i < n; i++) {
      struct ddz_reply reply;
      const uint64_t start = measure_now();
      if (ddz_ask(handle, question[i].path, question[i].body, &reply) != 200) return 1;
      const uint64_t took = measure_now() - start;
      if (took < question[i].fastest) question[i].fastest = took;
    }
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    double sum = 0;
    size_t of = 0;
    for (size_t i = 0; i < n; i++)
      if (strcmp(question[i].kind, kinds[k]) == 0) sum += (double)question[i].fastest, of++;
    printf("%s %zu %.2f\n", kinds[k], of, sum / 1000 / (double)(of ? of : 1));
  }
  for (size_t i = 0; i < n; i++) {
    free(question[i].kind);
    free(question[i].path);
    free(question[i].body);
  }
  ddz_close(handle);
  return 0;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "engine";
  const int number = argc > 2 ? atoi(argv[2]) : 20;
  if (strcmp(what, "ask") == 0) return ask_lines(number);
  return play_games((uint64_t)number, strcmp(what, "questions") == 0);
}
