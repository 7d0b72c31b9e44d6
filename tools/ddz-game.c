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
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/arena/match.h"
#include "tools/lib/flags.h"

enum { TIMEOUT_MS = 5000 /* of a program of somebody else */ };
static const uint64_t JSON_SEED_MAX = (uint64_t)1 << 53;

/* ---- options ---- */

struct task {
  struct ddz_rules rules;
  enum ddz_dealing dealing;
  uint64_t seed, games;
  const char *role[DDZ_ROLES], *model, *wild;
  bool draw; /* the landlord is drawn, nobody is asked */
  bool json;
};

static void fail(const char *what, const char *about) {
  fprintf(stderr, "ddz-game: %s: %s (try --help)\n", what, about);
  exit(2);
}

static void set_rules(struct task *t, const char *v) {
  if (ddz_rules_preset(v, &t->rules) != DDZ_OK) fail("no such preset", v);
}
static void set_dealing(struct task *t, const char *v) {
  t->dealing = ddz_dealing_of(v);
  if (t->dealing == DDZ_DEALINGS) fail("dealing is shuffled or unshuffled", v);
}
static void set_landlord(struct task *t, const char *v) { t->role[DDZ_LANDLORD] = v; }
static void set_down(struct task *t, const char *v) { t->role[DDZ_LANDLORD_DOWN] = v; }
static void set_up(struct task *t, const char *v) { t->role[DDZ_LANDLORD_UP] = v; }
static void set_farmers(struct task *t, const char *v) { set_down(t, v), set_up(t, v); }
static void set_engine(struct task *t, const char *v) { set_landlord(t, v), set_farmers(t, v); }

static const struct flag rows[] = {
    {"rules", "NAME", "rule preset (standard)", .set = set_rules},
    {"dealing", "HOW", "shuffled; or unshuffled: the cards of the last game gathered and cut (shuffled)",
     .set = set_dealing},
    {"wild", "RANKS", "wild ranks of laizi, as letters (drawn from the seed)", FLAG_TEXT(wild)},
    {"seed", "N", "seed of the first game; the next games count up (1)", FLAG_WHOLE(seed, 0, UINT64_MAX)},
    {"games", "N", "number of games (1)", FLAG_WHOLE(games, 1, UINT64_MAX)},
    {"engine", "P", "the player of all seats (rules)", .set = set_engine},
    {"landlord", "P", "the player of the landlord", .set = set_landlord},
    {"down", "P", "the player of the farmer after the landlord", .set = set_down},
    {"up", "P", "the player of the farmer before the landlord", .set = set_up},
    {"farmers", "P", "the player of both farmers", .set = set_farmers},
    {"model", "FILE",
     "the net of all players that do not name one (the one the service finds); none: no nets",
     FLAG_TEXT(model)},
    {"draw", NULL, "draw the landlord from the seed instead of calling", FLAG_ON(draw)},
    {"json", NULL, "print one JSON line per game: a body for POST /table", FLAG_ON(json)},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void print_help(void) {
  printf("usage: ddz-game [options]\n\n"
         "Plays whole games between robots. A player P is the name of an engine, or prompt, or random, with "
         "a level\n"
         "if you like (rules:5), or with other settings. ddz-arena --help lists them; ddz-arena measures who "
         "is\n"
         "stronger.\n\n");
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

static ddz_ranks ranks_of(const char *text) {
  ddz_hand hand;
  size_t at;
  if (ddz_text_read(text, strlen(text), &hand, &at) != DDZ_OK) fail("not ranks", text);
  return ddz_hand_at_least(hand, 1);
}

static struct task read_options(int argc, char **argv) {
  struct task t = {.seed = 1, .games = 1, .role = {"rules", "rules", "rules"}};
  ddz_rules_preset("standard", &t.rules);
  flags_read(&(struct flags){rows, ROWS, print_help, fail}, &t, argc, argv);
  if (optind < argc) fail("unknown argument", argv[optind]);
  if (t.wild != NULL && ddz_rules_set_wild(&t.rules, ranks_of(t.wild)) != DDZ_OK)
    fail("no wild ranks here", t.wild);
  t.rules.dealing = t.dealing;
  if (t.seed > JSON_SEED_MAX - t.games) fail("a seed has at most 53 bits", "--seed");
  return t;
}

/* ---- one game ---- */

struct play {
  struct game game;
  struct player *player[DDZ_ROLES];
  struct ddz_rng rng;     /* of the players */
  enum ddz_reason reason; /* of the last action; DDZ_REASONS: none is known */
  uint64_t faults;        /* plays that were none, and what the time-out did instead */
};

static void choose_play(struct play *play) {
  struct player *player = play->player[ddz_table_role(&play->game.table, play->game.table.turn)];
  play->faults += player_act(player, &play->game, match_chance(&play->rng)) != FAULT_NONE;
  play->reason = player->reason;
}

/* Calls follow the bid advice, whoever plays: before there is a landlord there are no roles. */
static void choose_call(struct play *play) {
  struct game *game = &play->game;
  const enum ddz_call call = caller_call(play->player[0]->spec->caller, play->player[0]->spec->bid_nodes,
                                         &game->table, play->player[0]->engine);
  const struct ddz_action action = {
      .verb = DDZ_VERB_CALL, .seat = (uint8_t)game->table.turn, .call = (uint8_t)call};
  if (game_apply(game, &action) != DDZ_OK) fail("an illegal call", ddz_call_name(call));
}

/* The next action, done. False when the game is over. */
static bool step(struct play *play) {
  struct game *game = &play->game;
  struct ddz_action forced;
  play->reason = DDZ_REASONS;
  if (game->table.phase == DDZ_PHASE_OVER || game->n == GAME_ACTIONS_MAX) return false;
  if (game_forced(game, &forced)) return game_apply(game, &forced) == DDZ_OK;
  if (game->table.phase == DDZ_PHASE_PLAY)
    choose_play(play);
  else
    choose_call(play);
  return true;
}

static void start(struct play *play, const struct task *o, uint64_t seed) {
  game_start(&play->game, &o->rules, seed, o->draw);
  match_chance_of(&play->rng, seed);
}

/* ---- printing ---- */

static void print_hand(const char *label, ddz_hand hand) {
  char text[DDZ_TEXT_MAX];
  ddz_text_write(hand, text);
  printf("%-16s%s\n", label, text);
}

static void print_deal(const struct ddz_table *table) {
  char label[32];
  for (int i = 0; i < DDZ_SEATS; i++) {
    const int seat = (table->first + i) % DDZ_SEATS;
    snprintf(label, sizeof label, "seat %d", seat);
    print_hand(label, table->hand[seat]);
  }
  if (table->kitty != 0) print_hand("kitty", ddz_cards_hand(table->kitty));
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
  if (play->reason != DDZ_REASONS) printf("  (%s)", ddz_reason_rows[play->reason].name);
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
      printf("seat %d          %s\n", seat, ddz_call_name((enum ddz_call)action->call));
    if (action->verb == DDZ_VERB_DEAL) {
      printf("nobody called: the cards are dealt again\n");
      print_deal(table);
    }
    if (landlord == DDZ_NO_SEAT && table->landlord != DDZ_NO_SEAT) print_landlord(table);
    landlord = table->landlord;
  }
  print_end(table);
}

static void print_json(const struct game *game) {
  char *text = match_text(game);
  if (text == NULL) fail("out of memory", "a game");
  puts(text);
  free(text);
}

/* One game after the other. */
static void run_games(const struct task *o, struct play *play) {
  for (uint64_t i = 0; i < o->games; i++) {
    start(play, o, o->seed + i);
    if (!o->json) {
      play_aloud(play);
      continue;
    }
    while (step(play)) {
    }
    print_json(&play->game);
  }
  if (play->faults > 0)
    fprintf(stderr, "ddz-game: %" PRIu64 " plays were illegal, late or missing\n", play->faults);
}

int main(int argc, char **argv) {
  const struct task o = read_options(argc, argv);
  struct spec spec[DDZ_ROLES];
  static struct play play;
  signal(SIGPIPE, SIG_IGN); /* a program of somebody else may end while it is asked */
  for (int role = 0; role < DDZ_ROLES; role++) {
    const char *wrong = spec_read(o.role[role], &spec[role]);
    if (wrong != NULL) fail(wrong, o.role[role]);
    wrong = spec_open(&spec[role], o.model);
    if (wrong != NULL) fail("no net", wrong);
    play.player[role] = player_new(&spec[role], TIMEOUT_MS);
    if (play.player[role] == NULL) fail("out of memory", "players");
  }
  run_games(&o, &play);
  for (int role = 0; role < DDZ_ROLES; role++) player_free(play.player[role]);
  return 0;
}
