/* ddz-fair - games with players who are not fair, for `python3 -m ddz.fairness`.
 *
 *   ddz-fair --games 100 --rules huanle cheat:all net rules:level=5 | python3 -m ddz.fairness -
 *
 * Players as for ddz-arena, or cheat:NAME (fair/cheat.h). They change seats from game to game. A game is a
 * line: the body of POST /table with `players`, the words of the command line. The friend of a player who
 * loses on purpose is the next one of the command line. Equal options give equal games. */
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lab/fair/cheat.h"
#include "tools/arena/match.h"
#include "tools/lib/flags.h"

struct task {
  struct ddz_rules rules;
  const char *model;
  uint64_t games, seed;
  bool drawn;
};

static void set_rules(struct task *task, const char *text) {
  if (ddz_rules_preset(text, &task->rules) != DDZ_OK) tool_fail("no such preset", text);
}

static const struct flag flags[] = {
    {"rules", "PRESET", "rule preset (douzero)", .set = set_rules},
    {"drawn", NULL, "the landlord is drawn: nobody calls", FLAG_ON(drawn)},
    {"games", "N", "number of games (100)", FLAG_WHOLE(games, 1, 1u << 30)},
    {"seed", "S", "seed of the deals (1)", FLAG_WHOLE(seed, 0, UINT64_MAX)},
    {"model", "FILE", "the net (the one the service finds)", FLAG_TEXT(model)},
};
enum { FLAGS = sizeof flags / sizeof *flags };

static void print_help(void) {
  printf("usage: ddz-fair [options] PLAYER PLAYER PLAYER\n\n"
         "Games as lines of JSON. Players as for ddz-arena, or cheat: and one of");
  for (enum cheat cheat = CHEAT_NOT + 1; cheat < CHEATS; cheat++) printf(" %s", cheat_names[cheat]);
  printf(".\n\n");
  flags_print(flags, FLAGS, 16);
}

/* Somebody at the table. His name is his word of the command line, and which it is where it came before. */
struct guest {
  char name[120];
  enum cheat cheat;
  struct spec spec;
  struct player *player;
};

static void invite(const struct task *task, const char *name, struct guest *guest) {
  static const char cheats[] = "cheat:";
  const bool cheats_on = strncmp(name, cheats, strlen(cheats)) == 0;
  if (cheats_on) guest->cheat = CHEAT_NOT + 1;
  while (cheats_on && strcmp(name + strlen(cheats), cheat_names[guest->cheat]) != 0)
    if (++guest->cheat == CHEATS) tool_fail("no such cheat", name);
  const char *wrong = spec_read(cheats_on ? "net" : name, &guest->spec);
  if (wrong == NULL) wrong = spec_open(&guest->spec, task->model);
  if (wrong != NULL) tool_fail(wrong, name);
  guest->player = player_new(&guest->spec, 5000);
}

static void play_game(const struct task *task, uint64_t number, struct guest guest[DDZ_SEATS]) {
  static struct game game;
  struct player *at[DDZ_SEATS];
  const struct ddz_table *table = &game.table;
  game_start(&game, &task->rules, match_deal_seed(task->seed, number), task->drawn);
  for (int seat = 0; seat < DDZ_SEATS; seat++) at[seat] = guest[(seat + number) % DDZ_SEATS].player;
  for (;;) {
    const int seat = table->turn == DDZ_NO_SEAT ? 0 : table->turn;
    const enum cheat cheat = guest[(seat + number) % DDZ_SEATS].cheat;
    if (cheat == CHEAT_NOT || table->phase == DDZ_PHASE_OVER || game_forced(&game) ||
        !cheat_acts(cheat, at[seat]->engine, &game, number % 3 == 0, (seat + 1) % DDZ_SEATS))
      if (!match_step(!task->drawn, at, &game)) break;
  }
  json_t *line = game_json(&game), *names = json_array();
  for (int seat = 0; seat < DDZ_SEATS; seat++)
    json_array_append_new(names, json_string(guest[(seat + number) % DDZ_SEATS].name));
  json_object_set_new(line, "players", names);
  json_dumpf(line, stdout, JSON_COMPACT);
  putchar('\n');
  json_decref(line);
}

int main(int argc, char **argv) {
  static struct task task = {.games = 100, .seed = 1};
  static struct guest guest[DDZ_SEATS];
  set_rules(&task, "douzero");
  flags_read(flags, FLAGS, print_help, &task, argc, argv);
  if (argc - optind != DDZ_SEATS) tool_fail("three players", "PLAYER PLAYER PLAYER");
  for (int i = 0; i < DDZ_SEATS; i++) {
    const char *word = argv[optind + i];
    bool again = false;
    for (int j = 0; j < i; j++) again = again || strcmp(word, argv[optind + j]) == 0;
    snprintf(guest[i].name, sizeof guest[i].name, again ? "%s (%d)" : "%s", word, i + 1);
    invite(&task, word, &guest[i]);
  }
  for (uint64_t number = 0; number < task.games; number++) play_game(&task, number, guest);
  for (int i = 0; i < DDZ_SEATS; i++) player_free(guest[i].player);
  return 0;
}
