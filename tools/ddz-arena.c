/* ddz-arena - how strong is a player? Engine against engine on mirrored deals.
 *
 * `ddz-arena --help` is the manual; tools/arena/ has the parts: match.h says what is played, spec.h who. */
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/arena/match.h"
#include "tools/lib/flags.h"

enum { PLAYERS_MAX = 32 };

struct task {
  bool all, presets, rates; /* every two players; under every preset; "rate" */
  struct match_options match;
  struct sprt sprt;
  uint64_t deals, slow_deals; /* 0: default, as many as `deals` */
  const char *model;
  struct spec player[PLAYERS_MAX];
  size_t players;
};

/* ---- options: a row each, from which the help page is made ---- */

static void set_rules(struct task *task, const char *text) {
  task->presets = strcmp(text, "all") == 0;
  if (!task->presets && ddz_rules_preset(text, &task->match.rules) != DDZ_OK)
    tool_fail("no such preset", text);
}
static void set_sprt(struct task *task, const char *text) {
  char *end;
  task->sprt.low = strtod(text, &end);
  task->sprt.high = *end == ',' ? strtod(end + 1, &end) : 0;
  if (*end != '\0' || !(0 < task->sprt.low && task->sprt.low < task->sprt.high && task->sprt.high < 1))
    tool_fail("two shares, 0 < LOW < HIGH < 1, are written LOW,HIGH", text);
  task->match.sprt = &task->sprt;
}
static void set_json(struct task *task, const char *text) {
  task->match.json = strcmp(text, "-") == 0 ? stdout : fopen(text, "w");
  if (task->match.json == NULL) tool_fail("cannot write", text);
}
static void set_replay(struct task *task, const char *text) {
  task->match.replay = strcmp(text, "-") == 0 ? stdin : fopen(text, "r");
  if (task->match.replay == NULL) tool_fail("cannot read", text);
}

static const struct flag rows[] = {
    {"all", NULL, "every given player against each one given before it: the table of docs/numbers.md",
     FLAG_ON(all)},
    {"rules", "PRESET", "rule preset (douzero); all: under each of them", .set = set_rules},
    {"calling", NULL, "call, double and so on instead of drawing the landlord; six games per deal",
     FLAG_ON(match.calling)},
    {"deals", "N", "number of deals (1000)", FLAG_WHOLE(deals, 1, 1u << 30)},
    {"slow-deals", "N",
     "number of deals where one of the two searches or is a program (as --deals; with rate 100)",
     FLAG_WHOLE(slow_deals, 1, 1u << 30)},
    {"model", "FILE",
     "the net of all players that do not name one (the one the service finds); none: no nets",
     FLAG_TEXT(model)},
    {"seed", "S", "seed of the deals (1)", FLAG_WHOLE(match.seed, 0, UINT64_MAX)},
    {"threads", "N", "games played at the same time (number of cores)", FLAG_WHOLE(match.threads, 1, 1024)},
    {"timeout", "MS", "time for a response of a program (5000)", FLAG_WHOLE(match.timeout_ms, 1, 3600000)},
    {"sprt", "LOW,HIGH", "sequential test: is B's share of games LOW or HIGH? Stops when that is decided",
     .set = set_sprt},
    {"json", "FILE", "write the games to FILE, one per line, as POST /table takes them (-: standard output)",
     .set = set_json},
    {"replay", "FILE", "with rate: play nothing, count the games that --json wrote (-: standard input)",
     .set = set_replay},
};
enum { ROWS = sizeof rows / sizeof *rows };

static const char head[] =
    "usage: ddz-arena [options] A B\n"
    "       ddz-arena [options] --all PLAYER...\n"
    "       ddz-arena [options] rate PLAYER\n\n"
    "How strong is a player? Each deal is played twice: A as the landlord against B as both farmers, then\n"
    "with the sides swapped. The result is the share of games won, and points per game as is usual in the\n"
    "field: the landlord wins or loses 2, doubled by every bomb; the farmers together win or lose the same.\n"
    "The same options give the same games on any number of threads; only limits in ms and programs can\n"
    "change them. Times are means of computing time; for a program they are elapsed time.\n\n"
    "With --calling all players call, and each deal is played six times: A alone in each seat against B in\n"
    "the other two, then B alone in each seat. So A sits nine times, three times in each seat. The result\n"
    "is how often its seats won, and points per seat and game, with doublings and spring.\n\n"
    "rate is \"ddz-bench 1\": the player against random and levels 1 to 10 on 10,000 deals that stay the\n"
    "same (100 against level 10), without calls and with. --deals N: the first N of them. The rating is the\n"
    "mean share of games won without calls. How it plays: the share of turns on its partner's play in which\n"
    "it plays, of seats that end with a bomb in hand, and that win by a spring. CPU time is on standard\n"
    "error.\n\n";

static const char foot[] =
    "\nPROGRAMS\n"
    "A program reads JSON lines from its standard input and writes one line for each. `path` says what a\n"
    "line is, the other fields are the body of that request to the service. /robot-move:\n"
    "{\"cards\":\"34567\"}, \"\" to pass; `legal` has all plays. /bid-advice, with --calling: "
    "{\"call\":\"rob\"},\n"
    "one of `legal`; {} leaves it to the bid advice. /table: the game is over, `result` has the score; any\n"
    "line is accepted. Illegal, late and missing responses are counted; then the seat declines, passes, or\n"
    "leads what `rules` would lead, and the game goes on.\n"
    "\nEXAMPLES\n"
    "  ddz-arena rules prompt --deals 10000\n"
    "  ddz-arena rules rules:style=aggressive --sprt 0.5,0.52 --deals 100000\n"
    "  ddz-arena --all random prompt rules --deals 10000\n"
    "  ddz-arena rules 'cmd:python3 my_robot.py' --timeout 1000\n"
    "  ddz-arena rules prompt --deals 10 --json games.jsonl\n"
    "Over HTTP, with a script move.sh that says (`path` and `legal` are the last fields)\n"
    "  while read -r q; do curl -s -d \"${q%,\\\"path\\\"*}}\" http://127.0.0.1:8080/robot-move; echo; done\n"
    "  ddz-arena rules 'cmd:sh move.sh'\n"
    "\nEXIT STATUS\n"
    "  0   all games are played\n"
    "  2   wrong options, or a player that cannot be had\n";

static void print_help(void) {
  fputs(head, stdout);
  flags_print(rows, ROWS, 18);
  printf("\nPLAYERS\nA player is a name, perhaps with settings: NAME:key=value,key=value\n");
  for (int i = 0; i < DDZ_PLAYERS; i++)
    printf("  %-10s an engine of the service, at full strength\n", ddz_player_names[i]);
  printf("  prompt     the first hint of POST /prompt, but passes to its partner\n"
         "  random     any legal play or pass, all equally likely\n"
         "  cmd:...    any program that writes JSON lines\n"
         "\nSETTINGS\n");
  spec_print_settings(stdout);
  fputs(foot, stdout);
}

static void check_task(const struct task *task) {
  if (task->match.sprt != NULL && (task->all || task->presets || task->rates))
    tool_fail("a test takes two players under one preset", "--sprt");
  if (task->rates && (task->players != 1 || task->model != NULL || task->all || task->presets))
    tool_fail("one player, with a net of its own", "rate");
  if (task->match.replay != NULL && !task->rates) tool_fail("only with rate", "--replay");
  if (task->all && task->players < 2) tool_fail("at least two players", "--all");
  if (!task->all && !task->rates && task->players != 2) tool_fail("two players", "PLAYER PLAYER");
}

static void read_options(struct task *task, int argc, char **argv) {
  const char *wrong;
  flags_read(rows, ROWS, print_help, task, argc, argv);
  task->rates = optind < argc && strcmp(argv[optind], "rate") == 0;
  for (optind += task->rates; optind < argc; optind++) {
    if (task->players == PLAYERS_MAX) tool_fail("too many players", argv[optind]);
    wrong = spec_read(argv[optind], &task->player[task->players++]);
    if (wrong != NULL) tool_fail(wrong, argv[optind]);
  }
  check_task(task);
  for (size_t i = 0; i < task->players; i++)
    if ((wrong = spec_open(&task->player[i], task->model)) != NULL) tool_fail("no net", wrong);
}

/* ---- the table: a row a match ---- */

/* Standard output, unless the games go there. */
static FILE *told(const struct match_options *o) { return o->json == stdout ? stderr : stdout; }

static void print_columns(FILE *out, const char *farmers, bool timed) {
  fprintf(out,
          "| rules | player | against | deals | games won | points a game | as the landlord | as %s |%s\n"
          "|---|---|---|---|---|---|---|---|%s\n",
          farmers, timed ? " a move | of the other |" : "", timed ? "---|---|" : "");
}

static void print_means(FILE *out, const struct sum *wins, const struct sum *points, const char *between) {
  fprintf(out, " %.4f ±%.4f%s %+.3f ±%.3f |", sum_mean(wins), sum_margin(wins), between, sum_mean(points),
          sum_margin(points));
}

/* Nanoseconds in a unit that fits. */
static void print_time(FILE *out, double ns) {
  static const struct {
    double ns;
    const char *name;
  } units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}};
  size_t i = 0;
  while (i < 2 && ns < units[i].ns) i++;
  fprintf(out, " %.3g %s", ns / units[i].ns, units[i].name);
}

static double share(double of, uint64_t all) { return all > 0 ? of / (double)all : 0; }

static void print_row(const struct match *m, bool timed) {
  FILE *out = told(m->options);
  fprintf(out, "| %s | `%s` | `%s` | %" PRIu64 " |", m->options->rules.name, m->side[0]->text,
          m->side[1]->text, m->deals);
  print_means(out, &m->wins, &m->points, " |");
  for (int role = 0; role < SIDES; role++) print_means(out, &m->won_as[role], &m->points_as[role], ",");
  for (int side = 0; timed && side < SIDES; side++) {
    print_time(out, share(m->ns[side], m->choices[side]));
    for (int f = FAULT_NONE + 1; f < FAULTS; f++)
      if (m->account[side].faults[f] > 0)
        fprintf(out, ", %" PRIu64 " %s", m->account[side].faults[f], fault_names[f]);
    fprintf(out, " |");
  }
  fprintf(out, "\n");
  fflush(out);
}

/* Of a sequential test. */
static void print_verdict(FILE *out, const struct sprt *test, const struct match *m) {
  static const char *const said[] = {[SPRT_OPEN] = "open: play more deals",
                                     [SPRT_LOW] = "no: B wins no more than the low share",
                                     [SPRT_HIGH] = "yes: B wins at least the high share"};
  fprintf(out, "\nis B (%s) better? low %.3f, high %.3f, B won %.4f in %" PRIu64 " deals: %s\n",
          m->side[1]->text, test->low, test->high, 1 - sum_mean(&m->wins), m->deals, said[m->verdict]);
}

/* ---- matches ---- */

static void play(const struct task *task, const struct spec *a, const struct spec *b) {
  static struct match match;
  struct match_options options = task->match;
  const bool slow = spec_is_slow(a) || spec_is_slow(b);
  if (task->deals != 0) options.deals = task->deals;
  if (slow && task->slow_deals != 0) options.deals = task->slow_deals;
  const char *wrong = match_play(&options, a, b, &match);
  if (wrong != NULL) tool_fail(wrong, slow ? "a program or a searching engine" : "the match");
  print_row(&match, true);
  if (options.sprt != NULL) print_verdict(told(&options), options.sprt, &match);
}

static void play_matches(struct task *task) {
  const struct match_options *o = &task->match;
  fprintf(told(o), "%s, deals of seed %" PRIu64 ", each played %s; 95 %% intervals\n\n",
          o->calling ? "called" : "landlord drawn", o->seed,
          o->calling ? "six times: each side in each seat alone, and in the other two"
                     : "twice, sides swapped");
  print_columns(told(o), o->calling ? "a farmer" : "the farmers", true);
  for (size_t preset = 0; preset < (task->presets ? ddz_rules_presets() : 1); preset++) {
    if (task->presets) task->match.rules = ddz_rules_preset_at(preset);
    if (!task->all) play(task, &task->player[0], &task->player[1]);
    for (size_t i = 0; task->all && i < task->players; i++)
      for (size_t j = 0; j < i; j++) play(task, &task->player[i], &task->player[j]);
  }
}

/* ---- rate: "ddz-bench 1" ----
 *
 * How strong is a player, as one number that others can repeat? Two parts of the same seed: `douzero`, the
 * landlord drawn, each deal played twice; `standard`, called, each deal six times (match.h). In each the
 * player meets `random` and levels 1 to 10 of the package. The rating is the mean share of games it wins in
 * the first part; the second gives points a seat and game.
 *
 * Nothing here changes: another field, deal or rule would be "ddz-bench 2". */

enum { RATE_PARTS = 2, RATE_DEALS = 10000, RATE_SLOW_DEALS = 100 /* against level 10, which searches */ };
enum { RATE_SEED = 0x67F8C2A6 }; /* of SHA-256 of "ddz-bench 1" the first eight digits */

static const char *const field[] = {"random", "auto:1", "auto:2", "auto:3", "auto:4", "auto:5",
                                    "auto:6", "auto:7", "auto:8", "auto:9", "auto:10"};
enum { FIELD = sizeof field / sizeof *field };

struct rating {
  /* Means over the opponents, and half the width of their 95 % intervals: a deal is one sample, whoever met
   * in it. */
  struct {
    double won, won_margin, points, points_margin;
  } part[RATE_PARTS];
  struct account account; /* of the player */
  double cpu_ns;
  long memory; /* KiB, of a program */
};

/* `beyond`: what each deal adds to the means of the field, beyond them. */
static void add_up(struct rating *rating, int part, const struct match *match, struct sample *beyond) {
  const double won = sum_mean(&match->wins), points = sum_mean(&match->points);
  for (uint64_t i = 0; i < match->deals; i++) {
    beyond[i].won += (match->options->sample[i].won - won) / (double)match->deals;
    beyond[i].points += (match->options->sample[i].points - points) / (double)match->deals;
  }
  rating->part[part].won += won / FIELD;
  rating->part[part].points += points / FIELD;
  account_add(&rating->account, &match->account[0]);
  rating->cpu_ns += match->cpu_ns[0];
  if (match->memory[0] > rating->memory) rating->memory = match->memory[0];
}

static void meet_all(const struct task *task, int part, struct match_options *options, struct sample *beyond,
                     struct rating *rating) {
  static struct match match;
  for (size_t i = 0; i < FIELD; i++) {
    struct spec opponent;
    const char *wrong = spec_read(field[i], &opponent);
    if (wrong == NULL) wrong = spec_open(&opponent, NULL);
    options->deals = task->deals;
    if (spec_is_slow(&opponent) && task->slow_deals < task->deals) options->deals = task->slow_deals;
    if (wrong == NULL) wrong = match_play(options, &task->player[0], &opponent, &match);
    if (wrong != NULL) tool_fail(wrong, "rate");
    print_row(&match, false);
    add_up(rating, part, &match, beyond);
  }
}

static void rate_part(const struct task *task, int part, struct rating *rating) {
  struct match_options options = task->match;
  struct sample *beyond = tool_must(calloc(task->deals, sizeof *beyond));
  double won = 0, points = 0;
  options.sample = tool_must(calloc(task->deals, sizeof *options.sample));
  options.seed = RATE_SEED;
  options.calling = part == 1;
  if (options.replay != NULL) options.threads = 1;
  ddz_rules_preset(part == 0 ? "douzero" : "standard", &options.rules);
  meet_all(task, part, &options, beyond, rating);
  for (uint64_t i = 0; i < task->deals; i++) {
    won += beyond[i].won * beyond[i].won;
    points += beyond[i].points * beyond[i].points;
  }
  rating->part[part].won_margin = STATS_Z95 * sqrt(won) / FIELD;
  rating->part[part].points_margin = STATS_Z95 * sqrt(points) / FIELD;
  free(options.sample);
  free(beyond);
}

/* The last rows: the rating, what went wrong, how it plays. */
static void print_rating(FILE *out, const char *who, const struct rating *r) {
  const struct account *a = &r->account;
  fprintf(out,
          "\n| player | rating | points a game | with calls, points a seat | illegal | late | ended "
          "| beats its partner | keeps a bomb | spring |\n|---|---|---|---|---|---|---|---|---|---|\n"
          "| `%s` | %.4f ±%.4f | %+.3f ±%.3f | %+.3f ±%.3f |",
          who, r->part[0].won, r->part[0].won_margin, r->part[0].points, r->part[0].points_margin,
          r->part[1].points, r->part[1].points_margin);
  for (int f = FAULT_NONE + 1; f < FAULTS; f++) fprintf(out, " %" PRIu64 " |", a->faults[f]);
  fprintf(out, " %.3f | %.3f | %.3f |\n", share((double)a->beaten, a->partner),
          share((double)a->bombs_kept, a->seats), share((double)a->springs, a->seats));
}

static void rate(struct task *task) {
  FILE *out = told(&task->match);
  const char *who = task->player[0].text;
  struct rating rating = {0};
  if (task->deals == 0) task->deals = RATE_DEALS;
  if (task->slow_deals == 0) task->slow_deals = RATE_SLOW_DEALS;
  fprintf(out, "ddz-bench 1, `%s`, %s%" PRIu64 " deals; 95 %% intervals\n\n", who,
          task->deals == RATE_DEALS && task->slow_deals == RATE_SLOW_DEALS ? "" : "a part: ", task->deals);
  print_columns(out, "the farmers", false);
  for (int part = 0; part < RATE_PARTS; part++) rate_part(task, part, &rating);
  print_rating(out, who, &rating);
  if (rating.account.choices == 0) return;
  fprintf(stderr, "CPU time of a move:");
  print_time(stderr, share(rating.cpu_ns, rating.account.choices));
  if (rating.memory > 0) fprintf(stderr, "; memory: %ld MiB", rating.memory / 1024);
  fprintf(stderr, "\n");
}

int main(int argc, char **argv) {
  static struct task task;
  match_defaults(&task.match);
  read_options(&task, argc, argv);
  if (task.rates)
    rate(&task);
  else
    play_matches(&task);
  if (task.match.json != NULL && fclose(task.match.json) != 0) tool_fail("cannot write", "--json");
  return 0;
}
