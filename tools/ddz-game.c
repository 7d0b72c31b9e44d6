/* ddz-game - whole games between robots, through the core alone.
 *
 *   ddz-game --seed 7                        one game, printed
 *   ddz-game --games 3 --farmers prompt      three games
 *   ddz-game --json                          one line a game, a request that POST /table accepts
 *
 * A player is what ddz-arena takes for one (tools/arena/spec.h). Same options, same games; `ddz-arena` is the
 * program that tells who is stronger. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/arena/match.h"
#include "tools/lib/flags.h"

enum { TIMEOUT_MS = 5000 /* of a program of somebody else */ };
static const uint64_t JSON_SEED_MAX = (uint64_t)1 << 53;

/* ---- options ---- */

struct task {
  struct ddz_rules rules;
  uint64_t seed, games;
  const char *engine, *landlord, *farmers, *model;
  bool draw /* the landlord, instead of asking */, json;
};

static void set_rules(struct task *t, const char *v) {
  if (ddz_rules_preset(v, &t->rules) != DDZ_OK) tool_fail("no such preset", v);
}

static const struct flag rows[] = {
    {"rules", "NAME", "rule preset (standard)", .set = set_rules},
    {"seed", "N", "seed of the first game; the next games count up (1)", FLAG_WHOLE(seed, 0, UINT64_MAX)},
    {"games", "N", "number of games (1)", FLAG_WHOLE(games, 1, UINT64_MAX)},
    {"engine", "P", "the player of all seats (rules)", FLAG_TEXT(engine)},
    {"landlord", "P", "the player of the landlord", FLAG_TEXT(landlord)},
    {"farmers", "P", "the player of both farmers", FLAG_TEXT(farmers)},
    {"model", "FILE",
     "the net of all players that do not name one (the one the service finds); none: no nets",
     FLAG_TEXT(model)},
    {"draw", NULL, "draw the landlord from the seed instead of calling", FLAG_ON(draw)},
    {"json", NULL, "print one JSON line per game: a body for POST /table", FLAG_ON(json)},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void print_help(void) {
  printf(
      "usage: ddz-game [options]\n\n"
      "Plays whole games between robots. A player P is the name of an engine, or prompt, or random, with a\n"
      "level if you like (rules:5), or with other settings. ddz-arena --help lists them; ddz-arena\n"
      "measures who is stronger.\n\n");
  flags_print(rows, ROWS, 18);
  printf(
      "\nEXAMPLES\n"
      "  ddz-game                                            a game of the rules with themselves\n"
      "  ddz-game --engine net --rules huanle --seed 7\n"
      "  ddz-game --landlord search:ms=50 --farmers net:5    a search against two farmers of level 5\n"
      "  ddz-game --games 100 --json > games.jsonl           for POST /table and the review of the console\n"
      "\nEXIT STATUS\n"
      "  0   all games are played\n"
      "  2   wrong options, or a net that cannot be read\n");
}

/* ---- one game ---- */

struct play {
  struct game game;
  struct player *player[DDZ_ROLES];
};

/* Who plays in a seat; before there are roles the landlord's player speaks for all. */
static struct player *player_of(const struct play *play, int seat) {
  const enum ddz_role role = ddz_table_role(&play->game.table, seat);
  return play->player[role < DDZ_ROLES ? role : DDZ_LANDLORD];
}

/* The next action, done. False when the game is over. */
static bool step(struct play *play) {
  struct player *at[DDZ_SEATS];
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    at[seat] = player_of(play, seat);
    at[seat]->reason = DDZ_REASONS;
  }
  return match_step(true, at, &play->game);
}

/* ---- printing ---- */

static void print_deal(const struct ddz_table *table) {
  char text[DDZ_TEXT_MAX];
  for (int i = 0; i < DDZ_SEATS; i++) {
    const int seat = (table->first + i) % DDZ_SEATS;
    ddz_text_write(table->hand[seat], text);
    printf("seat %-11d%s\n", seat, text);
  }
  ddz_text_write(ddz_cards_hand(table->kitty), text);
  printf("kitty           %s\n", text);
}

static void print_landlord(const struct ddz_table *table) {
  char wild[DDZ_RANKS + 1];
  printf("seat %d is the landlord, the stake is %" PRId64 "\n", table->landlord, table->multiplier);
  if (table->rules.wild == 0) return;
  ddz_text_write(ddz_hand_spread(table->rules.wild, 1), wild);
  printf("wild: %s\n", wild);
}

static void print_play(const struct play *play, int seat) {
  const struct game *game = &play->game;
  const struct ddz_table *table = &game->table;
  const struct ddz_action *action = &game->action[game->n - 1];
  const enum ddz_reason reason = player_of(play, seat)->reason;
  const bool passed = action->cards == 0;
  char cards[DDZ_TEXT_MAX] = "pass";
  if (!passed) ddz_text_write(action->cards, cards);
  printf("%-14s  %2d left  %-20s", ddz_role_name(ddz_table_role(table, seat)),
         ddz_hand_size(table->hand[seat]), cards);
  if (!passed) {
    const ddz_hand stands = ddz_play_as(&table->rules, &table->now.last);
    char as[DDZ_TEXT_MAX];
    printf("  %s", ddz_pattern_rows[table->now.last.kind].name);
    ddz_text_write(stands, as);
    if (stands != action->cards) printf(" as %s", as);
  }
  if (reason != DDZ_REASONS) printf("  (%s)", ddz_reason_rows[reason].name);
  printf("\n");
}

static void print_end(const struct ddz_table *table) {
  if (table->winner == DDZ_NO_SEAT) {
    printf("nobody can lead: no winner\n");
    return;
  }
  printf("%s wins%s, the stake is %" PRId64 "\n",
         table->winner == table->landlord ? "the landlord" : "the farmers' side",
         table->spring ? " (spring)" : "", table->multiplier);
  for (int role = 0; role < DDZ_ROLES; role++) {
    const int seat = ddz_table_seat(table, (enum ddz_role)role);
    printf("%-14s  %+" PRId64 "\n", ddz_role_name((enum ddz_role)role), table->score[seat]);
  }
}

/* Play the game, telling it. */
static void play_aloud(struct play *play) {
  const struct game *game = &play->game;
  const struct ddz_table *table = &game->table;
  printf("rules %s, seed %" PRIu64 "\n", table->rules.name, table->seed);
  print_deal(table);
  if (table->landlord != DDZ_NO_SEAT) print_landlord(table);
  for (int seat = table->turn, landlord = table->landlord; step(play); seat = table->turn) {
    const struct ddz_action *action = &game->action[game->n - 1];
    if (action->verb == DDZ_VERB_PLAY) print_play(play, seat);
    if (action->verb == DDZ_VERB_CALL)
      printf("seat %d          %s\n", seat, ddz_call_rows[action->call].name);
    if (action->verb == DDZ_VERB_DEAL) {
      printf("nobody called: the cards are dealt again\n");
      print_deal(table);
    }
    if (landlord == DDZ_NO_SEAT && table->landlord != DDZ_NO_SEAT) print_landlord(table);
    landlord = table->landlord;
  }
  print_end(table);
}

static void play_silently(struct play *play) {
  while (step(play)) {
  }
  char *text = match_text(&play->game);
  puts(text);
  free(text);
}

int main(int argc, char **argv) {
  struct task t = {.seed = 1, .games = 1, .engine = "rules"};
  struct spec spec[DDZ_ROLES];
  static struct play play;
  uint64_t faults = 0;
  ddz_rules_preset("standard", &t.rules);
  flags_read(rows, ROWS, print_help, &t, argc, argv);
  if (optind < argc) tool_fail("unknown argument", argv[optind]);
  if (t.seed > JSON_SEED_MAX - t.games) tool_fail("a seed has at most 53 bits", "--seed");
  for (int role = 0; role < DDZ_ROLES; role++) {
    const char *named = role == DDZ_LANDLORD ? t.landlord : t.farmers, *who = named ? named : t.engine;
    const char *wrong = spec_read(who, &spec[role]);
    if (wrong != NULL) tool_fail(wrong, who);
    wrong = spec_open(&spec[role], t.model);
    if (wrong != NULL) tool_fail("no net", wrong);
    play.player[role] = player_new(&spec[role], TIMEOUT_MS);
  }
  for (uint64_t seed = t.seed; seed < t.seed + t.games; seed++) {
    game_start(&play.game, &t.rules, seed, t.draw);
    (t.json ? play_silently : play_aloud)(&play);
    for (int seat = 0; seat < DDZ_SEATS; seat++)
      faults += play.game.account[seat].choices - play.game.account[seat].faults[FAULT_NONE];
  }
  if (faults > 0) fprintf(stderr, "ddz-game: %" PRIu64 " plays were illegal, late or missing\n", faults);
  for (int role = 0; role < DDZ_ROLES; role++) player_free(play.player[role]);
  return 0;
}
