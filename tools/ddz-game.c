/* ddz-game - whole games between robots, through the core alone.
 *
 *   ddz-game --seed 7                     one game, printed
 *   ddz-game --games 1000 --farmers prompt   many games, summed up
 *   ddz-game --match rules prompt         two players on mirrored deals: every deal twice, sides swapped
 *   ddz-game --json                       one line a game, a request that POST /table accepts
 *
 * A player is a name, perhaps with a level: "rules", "rules:5", "prompt" (always the first prompt, as S0's
 * robot), "random" (any legal play or pass, all equally likely). Same options, same games. */
#define _POSIX_C_SOURCE 200809L
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/bid.h"
#include "core/prompt.h"
#include "core/robot.h"
#include "core/table.h"

enum { ACTIONS_MAX = 1000, MEMO_BYTES = 8 << 20 };

/* ---- players ---- */

enum manner { RANDOM, PROMPT, ROBOT };

struct player {
  const char *text; /* as given */
  enum manner manner;
  enum ddz_thinker thinker;
  int level;
  uint64_t decisions, ns; /* plays chosen, and the time they took */
};

static bool level_of(const char *text, int *level) {
  char *end;
  const long value = strtol(text, &end, 10);
  if (end == text || *end != '\0' || value < DDZ_LEVEL_MIN || value > DDZ_LEVEL_MAX) return false;
  *level = (int)value;
  return true;
}

/* "name" or "name:level". */
static bool player_of(const char *text, struct player *player) {
  char name[32];
  const size_t length = strcspn(text, ":");
  *player = (struct player){.text = text, .level = DDZ_LEVEL_DEFAULT};
  if (length >= sizeof name) return false;
  memcpy(name, text, length);
  name[length] = '\0';
  if (text[length] == ':' && !level_of(text + length + 1, &player->level)) return false;
  if (strcmp(name, "random") == 0)
    player->manner = RANDOM;
  else if (strcmp(name, "prompt") == 0)
    player->manner = PROMPT;
  else if (ddz_thinker_of(name, &player->thinker))
    player->manner = ROBOT;
  else
    return false;
  return true;
}

/* ---- options ---- */

struct options {
  struct ddz_rules rules;
  uint64_t seed, games;
  const char *role[DDZ_ROLES], *match[2];
  bool draw; /* the landlord is drawn, nobody is asked */
  bool json, list;
};

static const char usage[] =
    "usage: ddz-game [options]\n"
    "       ddz-game [options] --match A B\n"
    "\n"
    "Whole games between robots. A player is rules, prompt, random or another engine's name, perhaps with a\n"
    "level: rules:5.\n"
    "\n"
    "  --rules NAME      rule preset (standard)\n"
    "  --wild RANKS      wild ranks of laizi, as letters (drawn from the seed)\n"
    "  --seed N          of the first game; the next ones count up (1)\n"
    "  --games N         how many: more than one is summed up (1; with --match 100 deals)\n"
    "  --engine P        the player of all seats (rules)\n"
    "  --landlord P      the player of one role\n"
    "  --down P, --up P  the farmer after, before the landlord\n"
    "  --farmers P       both\n"
    "  --match A B       A against B, every deal twice: A as the landlord, then A as the farmers\n"
    "  --draw            draw the landlord from the seed instead of calling (--match always does)\n"
    "  --json            one JSON line a game, a body for POST /table\n"
    "  --print           print every game even when there are several\n"
    "  --help            this page\n";

enum {
  OPT_RULES = 256,
  OPT_WILD,
  OPT_SEED,
  OPT_GAMES,
  OPT_ENGINE,
  OPT_LANDLORD,
  OPT_DOWN,
  OPT_UP,
  OPT_FARMERS,
  OPT_MATCH,
  OPT_DRAW,
  OPT_JSON,
  OPT_PRINT,
  OPT_HELP
};

static const struct option long_options[] = {{"rules", required_argument, NULL, OPT_RULES},
                                             {"wild", required_argument, NULL, OPT_WILD},
                                             {"seed", required_argument, NULL, OPT_SEED},
                                             {"games", required_argument, NULL, OPT_GAMES},
                                             {"engine", required_argument, NULL, OPT_ENGINE},
                                             {"landlord", required_argument, NULL, OPT_LANDLORD},
                                             {"down", required_argument, NULL, OPT_DOWN},
                                             {"up", required_argument, NULL, OPT_UP},
                                             {"farmers", required_argument, NULL, OPT_FARMERS},
                                             {"match", required_argument, NULL, OPT_MATCH},
                                             {"draw", no_argument, NULL, OPT_DRAW},
                                             {"json", no_argument, NULL, OPT_JSON},
                                             {"print", no_argument, NULL, OPT_PRINT},
                                             {"help", no_argument, NULL, OPT_HELP},
                                             {NULL, 0, NULL, 0}};

static void fail(const char *what, const char *about) {
  fprintf(stderr, "ddz-game: %s: %s (try --help)\n", what, about);
  exit(2);
}

static uint64_t number_of(const char *text) {
  char *end;
  const unsigned long long value = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end != '\0') fail("not a number", text);
  return value;
}

static ddz_ranks ranks_of(const char *text) {
  ddz_hand hand;
  size_t at;
  if (ddz_text_read(text, strlen(text), &hand, &at) != DDZ_OK) fail("not ranks", text);
  return ddz_hand_at_least(hand, 1);
}

static void set_option(struct options *o, int option, char *const *argv, const char **wild) {
  switch (option) {
  case OPT_RULES:
    if (ddz_rules_preset(optarg, &o->rules) != DDZ_OK) fail("no such preset", optarg);
    break;
  case OPT_WILD:
    *wild = optarg;
    break;
  case OPT_SEED:
    o->seed = number_of(optarg);
    break;
  case OPT_GAMES:
    o->games = number_of(optarg);
    break;
  case OPT_ENGINE:
    o->role[0] = o->role[1] = o->role[2] = optarg;
    break;
  case OPT_LANDLORD:
    o->role[DDZ_LANDLORD] = optarg;
    break;
  case OPT_DOWN:
    o->role[DDZ_LANDLORD_DOWN] = optarg;
    break;
  case OPT_UP:
    o->role[DDZ_LANDLORD_UP] = optarg;
    break;
  case OPT_FARMERS:
    o->role[DDZ_LANDLORD_DOWN] = o->role[DDZ_LANDLORD_UP] = optarg;
    break;
  case OPT_MATCH:
    o->match[0] = optarg;
    o->match[1] = argv[optind];
    if (o->match[1] == NULL) fail("--match takes two players", optarg);
    optind++;
    break;
  case OPT_DRAW:
    o->draw = true;
    break;
  case OPT_JSON:
    o->json = true;
    break;
  case OPT_PRINT:
    o->list = true;
    break;
  case OPT_HELP:
    fputs(usage, stdout);
    exit(0);
  default:
    fail("unknown option", argv[optind - 1]);
  }
}

static struct options read_options(int argc, char **argv) {
  struct options o = {.seed = 1, .role = {"rules", "rules", "rules"}};
  const char *wild = NULL;
  int option;
  ddz_rules_preset("standard", &o.rules);
  opterr = 0;
  while ((option = getopt_long(argc, argv, "", long_options, NULL)) != -1)
    set_option(&o, option, argv, &wild);
  if (optind < argc) fail("unknown argument", argv[optind]);
  if (wild != NULL && ddz_rules_set_wild(&o.rules, ranks_of(wild)) != DDZ_OK)
    fail("no wild ranks here", wild);
  if (o.games == 0) o.games = o.match[0] != NULL ? 100 : 1;
  if (o.match[0] != NULL || o.draw) o.rules.calling = DDZ_CALLING_NONE;
  return o;
}

/* ---- one game ---- */

struct game {
  struct ddz_table table;
  struct ddz_engine *engine;
  struct player *player[DDZ_ROLES];
  struct ddz_rng rng; /* of the random players */
  struct ddz_action action[ACTIONS_MAX];
  size_t n;
  enum ddz_reason reason; /* of the last robot move */
  bool reasoned;
};

static ddz_hand random_play(struct game *game) {
  const struct ddz_table *table = &game->table;
  const size_t n = ddz_moves(&table->rules, table->hand[table->turn], &table->last, DDZ_FILL_LACK,
                             game->engine->moves, DDZ_MOVES_MAX_WILD);
  const uint32_t choices = (uint32_t)n + (n == 0 || table->owner != DDZ_NO_SEAT);
  const uint32_t i = ddz_rng_below(&game->rng, choices);
  return i < n ? game->engine->moves[i].cards : 0;
}

static ddz_hand first_prompt(struct game *game) {
  const struct ddz_table *table = &game->table;
  struct ddz_prompt prompt;
  const size_t n = ddz_prompts(game->engine, &table->rules, table->hand[table->turn], &table->last,
                               DDZ_ORDER_REST, &prompt, 1);
  return n > 0 ? prompt.play.cards : 0;
}

static ddz_hand robot_play(struct game *game, const struct player *player) {
  struct ddz_robot_request request;
  struct ddz_robot_move move;
  ddz_robot_defaults(&request);
  ddz_table_view(&game->table, &request.view);
  request.thinker = player->thinker;
  request.level = player->level;
  request.seed = ddz_rng_next(&game->rng);
  request.multiplier = (double)game->table.multiplier;
  ddz_robot_choose(game->engine, &request, &move, NULL, 0);
  game->reason = move.reason;
  game->reasoned = true;
  return move.play.cards;
}

static uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static ddz_hand choose_play(struct game *game) {
  const struct ddz_table *table = &game->table;
  struct player *player = game->player[ddz_table_role(table, table->turn)];
  /* the lone flower cannot be led */
  const bool stuck = table->owner == DDZ_NO_SEAT &&
                     ddz_moves(&table->rules, table->hand[table->turn], NULL, DDZ_FILL_LACK, NULL, 0) == 0;
  game->reasoned = false;
  if (stuck) return 0;
  const uint64_t began = now_ns();
  const ddz_hand cards = player->manner == RANDOM   ? random_play(game)
                         : player->manner == PROMPT ? first_prompt(game)
                                                    : robot_play(game, player);
  player->ns += now_ns() - began;
  player->decisions++;
  return cards;
}

/* Calls follow the bid advice, whoever plays: before there is a landlord there are no roles. */
static enum ddz_call choose_call(struct game *game) {
  static const enum ddz_bid_phase phase_of[DDZ_PHASES] = {[DDZ_PHASE_CALL] = DDZ_BID_CALL,
                                                          [DDZ_PHASE_ROB] = DDZ_BID_ROB,
                                                          [DDZ_PHASE_KICK] = DDZ_BID_KICK,
                                                          [DDZ_PHASE_DOUBLE] = DDZ_BID_DOUBLE};
  const struct ddz_table *table = &game->table;
  const ddz_call_set open = ddz_table_calls(table);
  struct ddz_bid_request request = {
      .rules = &table->rules,
      .hand = table->hand[table->turn],
      .phase =
          table->phase == DDZ_PHASE_CALL ? ddz_bid_first_phase(table->rules.calling) : phase_of[table->phase],
      .seat = (table->turn - table->first + DDZ_SEATS) % DDZ_SEATS,
      .highest = table->bid,
      .role = ddz_table_role(table, table->turn),
      .kitty = table->landlord == DDZ_NO_SEAT ? 0 : ddz_cards_hand(table->kitty),
      .multiplier = (double)table->multiplier};
  struct ddz_bid_advice advice;
  enum ddz_call call;
  ddz_bid_advise(game->engine, &request, &advice);
  if (ddz_table_choice(table, advice.choice, &call) != DDZ_OK || (open >> call & 1) == 0)
    call = (enum ddz_call)__builtin_ctz(open);
  return call;
}

/* The next action: applied and remembered. False when the game is over. */
static bool step(struct game *game) {
  struct ddz_table *table = &game->table;
  if (table->phase == DDZ_PHASE_OVER || game->n == ACTIONS_MAX) return false;
  struct ddz_action action = {.verb = DDZ_VERB_PLAY, .seat = (uint8_t)table->turn};
  if (table->phase == DDZ_PHASE_REDEAL) {
    action = (struct ddz_action){.verb = DDZ_VERB_DEAL};
  } else if (ddz_table_calls(table) != 0) {
    action.verb = DDZ_VERB_CALL;
    action.call = (uint8_t)choose_call(game);
  } else {
    action.cards = choose_play(game);
  }
  const enum ddz_error error = ddz_table_apply(table, &action);
  if (error != DDZ_OK) fail("a player broke the rules", ddz_error_text(error));
  game->action[game->n++] = action;
  return true;
}

static void play_out(struct game *game) {
  while (step(game)) {
  }
}

static void start(struct game *game, const struct options *o, uint64_t seed, const struct ddz_deal *deal) {
  if (ddz_table_init(&game->table, &o->rules, seed, deal) != DDZ_OK) fail("no such deal", "internal");
  ddz_rng_seed_stream(&game->rng, seed, 1);
  game->n = 0;
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

static void print_play(const struct game *game, int seat) {
  const struct ddz_table *table = &game->table;
  const struct ddz_action *action = &game->action[game->n - 1];
  const bool passed = action->cards == 0;
  char cards[DDZ_TEXT_MAX] = "pass";
  if (!passed) ddz_text_write(action->cards, cards);
  printf("%-14s  %2d left  %-20s", ddz_role_name(ddz_table_role(table, seat)),
         ddz_hand_size(table->hand[seat]), cards);
  if (!passed) {
    const ddz_hand stands = ddz_play_as(&table->rules, &table->last);
    char as[DDZ_TEXT_MAX];
    printf("  %s", ddz_pattern_rows[table->last.kind].name);
    ddz_text_write(stands, as);
    if (stands != action->cards) printf(" as %s", as);
  }
  if (game->reasoned) printf("  (%s)", ddz_reason_code(game->reason));
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
static void play_aloud(struct game *game) {
  const struct ddz_table *table = &game->table;
  printf("rules %s, seed %" PRIu64 "\n", table->rules.name, table->seed);
  print_deal(table);
  if (table->landlord != DDZ_NO_SEAT) print_landlord(table);
  for (int seat = table->turn, landlord = table->landlord; step(game); seat = table->turn) {
    const struct ddz_action *action = &game->action[game->n - 1];
    if (action->verb == DDZ_VERB_PLAY) print_play(game, seat);
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

static void print_json(const struct game *game, const struct options *o) {
  char text[DDZ_TEXT_MAX];
  printf("{\"rules\":{\"preset\":\"%s\"", o->rules.name);
  if (o->rules.wildcard == DDZ_WILDCARD_RANKS && o->rules.wild != 0) {
    ddz_text_write(ddz_hand_spread(o->rules.wild, 1), text);
    printf(",\"wild\":[");
    for (const char *c = text; *c != '\0'; c++) printf("%s\"%c\"", c == text ? "" : ",", *c);
    printf("]");
  }
  printf("},\"seed\":%" PRIu64 ",\"actions\":[", game->table.seed);
  for (size_t i = 0; i < game->n; i++) {
    const struct ddz_action *a = &game->action[i];
    printf("%s{", i == 0 ? "" : ",");
    if (a->verb == DDZ_VERB_DEAL) {
      printf("\"deal\":true}");
    } else if (a->verb == DDZ_VERB_CALL) {
      printf("\"seat\":%d,\"call\":\"%s\"}", a->seat, ddz_call_name((enum ddz_call)a->call));
    } else {
      ddz_text_write(a->cards, text);
      printf("\"seat\":%d,\"cards\":\"%s\"}", a->seat, text);
    }
  }
  printf("]}\n");
}

/* ---- sums ---- */

/* Mean of a measure, and half the width of its 95 % interval. */
struct sum {
  double n, total, squares;
};

static void add(struct sum *sum, double x) {
  sum->n++;
  sum->total += x;
  sum->squares += x * x;
}

static double mean(const struct sum *sum) { return sum->n > 0 ? sum->total / sum->n : 0; }

static double margin(const struct sum *sum) {
  if (sum->n < 2) return 0;
  const double m = mean(sum), variance = (sum->squares - sum->n * m * m) / (sum->n - 1);
  return 1.96 * sqrt(fmax(variance, 0) / sum->n);
}

static void print_sum(const char *label, const struct sum *sum) {
  printf("%-26s%8.4f +- %.4f\n", label, mean(sum), margin(sum));
}

/* The player of a name; seats of one name share one, so that their times add up. */
static struct player *seat_player(struct player *players, int n, const char *text) {
  for (int i = 0; i < n; i++)
    if (strcmp(players[i].text, text) == 0) return &players[i];
  if (!player_of(text, &players[n])) fail("no such player", text);
  return &players[n];
}

static void print_times(const struct player *players, int n) {
  for (int i = 0; i < n; i++)
    if (players[i].decisions > 0)
      printf("%-26s%8.1f us a play\n", players[i].text,
             (double)players[i].ns / 1000 / (double)players[i].decisions);
}

struct totals {
  struct sum wins, points, plays, bombs, springs, redeals;
};

static void count(struct totals *t, const struct game *game) {
  const struct ddz_table *table = &game->table;
  int plays = 0;
  for (size_t i = 0; i < game->n; i++)
    plays += game->action[i].verb == DDZ_VERB_PLAY && game->action[i].cards != 0;
  add(&t->wins, table->winner == table->landlord);
  add(&t->points, table->landlord == DDZ_NO_SEAT ? 0 : (double)table->score[table->landlord]);
  add(&t->plays, plays);
  add(&t->bombs, table->bombs);
  add(&t->springs, table->spring);
  add(&t->redeals, table->deals - 1);
}

static void run_games(const struct options *o, struct game *game) {
  struct totals totals = {0};
  struct player players[DDZ_ROLES];
  int n = 0;
  for (int role = 0; role < DDZ_ROLES; role++) {
    game->player[role] = seat_player(players, n, o->role[role]);
    if (game->player[role] == &players[n]) n++;
  }
  for (uint64_t i = 0; i < o->games; i++) {
    start(game, o, o->seed + i, NULL);
    if (!o->json && (o->games == 1 || o->list)) {
      play_aloud(game);
    } else {
      play_out(game);
    }
    if (o->json) print_json(game, o);
    count(&totals, game);
  }
  if (o->json || o->games == 1) return;
  printf("%" PRIu64 " games of %s, seeds %" PRIu64 "..%" PRIu64 ": landlord %s, down %s, up %s\n", o->games,
         o->rules.name, o->seed, o->seed + o->games - 1, o->role[0], o->role[1], o->role[2]);
  print_sum("landlord wins", &totals.wins);
  print_sum("landlord's points", &totals.points);
  print_sum("plays a game", &totals.plays);
  print_sum("bombs a game", &totals.bombs);
  print_sum("springs", &totals.springs);
  print_sum("redeals", &totals.redeals);
  print_times(players, n);
}

/* ---- a match ---- */

struct match_totals {
  struct sum wins, points;      /* of A, a deal (two games) being one sample */
  struct sum landlord, farmers; /* games A won in each part */
};

/* A in one part of a deal; returns A's points, *won whether A's side won. */
static double play_part(const struct options *o, struct game *game, uint64_t seed, struct player *a,
                        struct player *b, bool a_landlord, bool *won) {
  game->player[DDZ_LANDLORD] = a_landlord ? a : b;
  game->player[DDZ_LANDLORD_DOWN] = game->player[DDZ_LANDLORD_UP] = a_landlord ? b : a;
  start(game, o, seed, NULL);
  play_out(game);
  const struct ddz_table *table = &game->table;
  const double points = (double)table->score[table->landlord];
  *won = table->winner != DDZ_NO_SEAT && (table->winner == table->landlord) == a_landlord;
  return a_landlord ? points : -points;
}

static void run_match(const struct options *o, struct game *game) {
  struct match_totals t = {0};
  struct player players[2];
  for (int i = 0; i < 2; i++)
    if (!player_of(o->match[i], &players[i])) fail("no such player", o->match[i]);
  for (uint64_t i = 0; i < o->games; i++) {
    /* by turns the landlord or the farmers first: who comes second finds warm caches */
    const bool order = i % 2 == 0;
    bool first, second;
    double points = play_part(o, game, o->seed + i, &players[0], &players[1], order, &first);
    points += play_part(o, game, o->seed + i, &players[0], &players[1], !order, &second);
    add(&t.wins, (first + second) / 2.0);
    add(&t.points, points / 2);
    add(&t.landlord, order ? first : second);
    add(&t.farmers, order ? second : first);
  }
  printf("%s against %s, %s, %" PRIu64 " deals from seed %" PRIu64 ", each played twice, 95 %% intervals\n",
         o->match[0], o->match[1], o->rules.name, o->games, o->seed);
  print_sum("games won", &t.wins);
  print_sum("points a game", &t.points);
  print_sum("won as the landlord", &t.landlord);
  print_sum("won as the farmers", &t.farmers);
  print_times(players, 2);
}

int main(int argc, char **argv) {
  const struct options o = read_options(argc, argv);
  const struct ddz_engine_options options = {.memo_bytes = MEMO_BYTES};
  static struct game game;
  void *memory = aligned_alloc(64, ddz_engine_size(&options));
  if (memory == NULL) fail("out of memory", "engine");
  game.engine = ddz_engine_init(memory, &options);
  if (o.match[0] != NULL)
    run_match(&o, &game);
  else
    run_games(&o, &game);
  free(memory);
  return 0;
}
