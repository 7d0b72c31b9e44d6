/* ddz-arena - how strong is a player? Engine against engine on mirrored deals.
 *
 * `ddz-arena --help` is the manual; tools/arena/ has the parts: match.h says what is played, spec.h who. */
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/arena/rate.h"
#include "tools/lib/flags.h"

enum { PLAYERS_MAX = 32, TEXT_MAX = 300 };

/* What is done with the players. */
enum mode { MODE_MATCH, MODE_ALL, MODE_LEVELS, MODE_PRESETS, MODE_RATE };

struct task {
  enum mode mode;
  struct match_options match;
  struct sprt sprt;
  uint64_t deals, slow_deals; /* 0: default, as many as `deals` */
  bool ranged;
  const char *model;
  enum ddz_dealing dealing; /* DDZ_DEALINGS: as the rules have it */
  struct spec player[PLAYERS_MAX];
  size_t players;
};

static void fail(const char *what, const char *about) {
  fprintf(stderr, "ddz-arena: %s: %s (try --help)\n", what, about);
  exit(2);
}

static void read_player(const char *text, struct spec *player) {
  const char *wrong = spec_read(text, player);
  if (wrong != NULL) fail(wrong, text);
}

/* ---- options: a row each, from which the help page is made ---- */

static uint64_t number_in(const char *text, uint64_t least, uint64_t most) {
  return flags_whole(text, least, most, fail);
}

static void set_mode(struct task *task, enum mode mode, const char *name) {
  if (task->mode != MODE_MATCH && task->mode != mode) fail("one thing at a time", name);
  task->mode = mode;
}
static void set_all(struct task *task, const char *text) {
  (void)text;
  set_mode(task, MODE_ALL, "--all");
}
static void set_levels(struct task *task, const char *text) {
  (void)text;
  set_mode(task, MODE_LEVELS, "--levels");
}
static void set_rules(struct task *task, const char *text) {
  if (strcmp(text, "all") == 0)
    set_mode(task, MODE_PRESETS, "--rules all");
  else if (ddz_rules_preset(text, &task->match.rules) != DDZ_OK)
    fail("no such preset", text);
}
static void set_dealing(struct task *task, const char *text) {
  task->dealing = ddz_dealing_of(text);
  if (task->dealing == DDZ_DEALINGS) fail("dealing is shuffled or unshuffled", text);
}
static void set_threads(struct task *task, const char *text) {
  task->match.threads = (unsigned)number_in(text, 1, 1024);
}
static void set_timeout(struct task *task, const char *text) {
  task->match.timeout_ms = (int)number_in(text, 1, 3600000);
}
static void set_range(struct task *task, const char *text) {
  char copy[64], *last;
  if (strlen(text) >= sizeof copy || strchr(text, '-') == NULL) fail("a range is FIRST-LAST", text);
  memcpy(copy, text, strlen(text) + 1);
  last = strchr(copy, '-');
  *last++ = '\0';
  task->match.first = number_in(copy, 0, UINT64_MAX / 2);
  task->match.last = number_in(last, task->match.first, UINT64_MAX / 2);
  task->ranged = true;
}
static void set_sprt(struct task *task, const char *text) {
  char *end;
  task->sprt.low = strtod(text, &end);
  task->sprt.high = *end == ',' ? strtod(end + 1, &end) : 0;
  if (*end != '\0' || !(0 < task->sprt.low && task->sprt.low < task->sprt.high && task->sprt.high < 1))
    fail("two shares, 0 < LOW < HIGH < 1, are written LOW,HIGH", text);
  task->match.sprt = &task->sprt;
}
static void set_json(struct task *task, const char *text) {
  task->match.json = strcmp(text, "-") == 0 ? stdout : fopen(text, "w");
  if (task->match.json == NULL) fail("cannot write", text);
}
static void set_replay(struct task *task, const char *text) {
  task->match.replay = strcmp(text, "-") == 0 ? stdin : fopen(text, "r");
  if (task->match.replay == NULL) fail("cannot read", text);
}

static const struct flag rows[] = {
    {"all", NULL, "every given player against each one given before it: the table of docs/numbers.md",
     .set = set_all},
    {"levels", NULL, "each level of the given player against the level below, and level 1 against prompt",
     .set = set_levels},
    {"rules", "PRESET", "rule preset (douzero); all: the two players under each of them", .set = set_rules},
    {"dealing", "HOW",
     "shuffled; or unshuffled: the cards of the last game gathered and cut (as the rules have it)",
     .set = set_dealing},
    {"calling", NULL, "call, double and so on instead of drawing the landlord; six games per deal",
     FLAG_ON(match.calling)},
    {"deals", "N", "number of deals (1000)", FLAG_WHOLE(deals, 1, 1u << 30)},
    {"slow-deals", "N",
     "number of deals where one of the two searches or is a program (as --deals; with rate 100)",
     FLAG_WHOLE(slow_deals, 1, 1u << 30)},
    {"deal-range", "I-J", "only deals I to J of the seed, counted from 0: to split the work",
     .set = set_range},
    {"model", "FILE",
     "the net of all players that do not name one (the one the service finds); none: no nets",
     FLAG_TEXT(model)},
    {"seed", "S", "seed of the deals (1)", FLAG_WHOLE(match.seed, 0, UINT64_MAX)},
    {"threads", "N", "games played at the same time (number of cores)", .set = set_threads},
    {"timeout", "MS", "time for a response of a program (5000)", .set = set_timeout},
    {"sprt", "LOW,HIGH", "sequential test: is B's share of games LOW or HIGH? Stops when that is decided",
     .set = set_sprt},
    {"json", "FILE", "write the games to FILE, one per line, as POST /table takes them (-: standard output)",
     .set = set_json},
    {"replay", "FILE", "with rate: play nothing, count the games that --json wrote (-: standard input)",
     .set = set_replay},
};
enum { ROWS = sizeof rows / sizeof *rows };

static const char head[] = "usage: ddz-arena [options] A B\n"
                           "       ddz-arena [options] --all PLAYER...\n"
                           "       ddz-arena [options] --levels PLAYER\n"
                           "       ddz-arena [options] rate PLAYER\n"
                           "\n"
                           "How strong is a player? Each deal is played twice: A as the landlord against B "
                           "as both farmers, then with\n"
                           "the sides swapped. The result is the share of games won, and points per game as "
                           "is usual in the field: the\n"
                           "landlord wins or loses 2, doubled by every bomb; the farmers together win or "
                           "lose the same. The same options\n"
                           "give the same games on any number of threads; only limits in ms and programs can "
                           "change them. Times are\n"
                           "computing time; for a program they are elapsed time.\n"
                           "\n"
                           "With --calling all players call, and each deal is played six times: A alone in "
                           "each seat against B in the\n"
                           "other two, then B alone in each seat. So A sits nine times, three times in each "
                           "seat. The result is how often\n"
                           "its seats won, and points per seat and game, with doublings and spring.\n"
                           "\n"
                           "rate is \"ddz-bench 1\": the player against random and levels 1 to 10 on 10,000 "
                           "deals that stay the same\n"
                           "(100 against level 10), without calls and with. --deals N: the first N of them. "
                           "The rating is the mean share\n"
                           "of games won without calls. How it plays: the share of turns on its partner's "
                           "play in which it plays, of\n"
                           "seats that end with a bomb in hand, and that win by a spring. CPU time is on "
                           "standard error.\n"
                           "\n";

static const char foot[] =
    "\nPROGRAMS\n"
    "A program reads JSON lines from its standard input and writes one line for each. `path` says what a "
    "line is, the\n"
    "other fields are the body of that request to the service. /robot-move: {\"cards\":\"34567\"}, \"\" to "
    "pass; `legal` has\n"
    "all plays. /bid-advice, with --calling: {\"call\":\"rob\"}, one of `legal`; {} leaves it to the bid "
    "advice. /table: the\n"
    "game is over, `result` has the score; any line is accepted. Illegal, late and missing responses are "
    "counted; "
    "then the\n"
    "seat declines, passes, or leads what `rules` would lead, and the game goes on.\n"
    "\n"
    "EXAMPLES\n"
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

static void print_players(void) {
  printf("\nPLAYERS\nA player is a name, perhaps with settings: NAME:key=value,key=value\n");
  for (int i = 0; i < DDZ_PLAYERS; i++)
    printf("  %-10s an engine of the service, at full strength\n", ddz_player_names[i]);
  printf("  prompt     the first hint of POST /prompt, but passes to its partner\n"
         "  random     any legal play or pass, all equally likely\n"
         "  cmd:...    any program that writes JSON lines\n"
         "\nSETTINGS\n");
  spec_print_settings(stdout);
}

static void print_help(void) {
  fputs(head, stdout);
  flags_print(rows, ROWS, 18);
  print_players();
  fputs(foot, stdout);
}

static void add_player(struct task *task, const char *text) {
  if (task->players == PLAYERS_MAX) fail("too many players", text);
  read_player(text, &task->player[task->players++]);
}

/* The net for those who name none. */
static void give_model(struct task *task) {
  for (size_t i = 0; i < task->players; i++) {
    const char *wrong = spec_open(&task->player[i], task->model);
    if (wrong != NULL) fail("no net", wrong);
  }
}

/* How many players a task takes. */
static void check_players(const struct task *task) {
  const bool two = task->mode == MODE_MATCH || task->mode == MODE_PRESETS;
  if (task->match.sprt != NULL && task->mode != MODE_MATCH)
    fail("a test takes two players under one preset", "--sprt");
  if (two && task->players != 2) fail("two players", "PLAYER PLAYER");
  if (task->mode == MODE_LEVELS && (task->players != 1 || task->player[0].manner != MANNER_ROBOT))
    fail("one engine", "--levels");
  if (task->mode == MODE_LEVELS && task->player[0].player != DDZ_PLAYER_AUTO &&
      task->player[0].player != DDZ_PLAYER_RULES)
    fail("net and search have no levels; auto and rules have", "--levels");
  if (task->mode == MODE_RATE && (task->players != 1 || task->model != NULL))
    fail("one player, with a net of its own", "rate");
  if (task->match.replay != NULL && task->mode != MODE_RATE) fail("only with rate", "--replay");
  if (task->mode == MODE_ALL && task->players < 2) fail("at least two players", "--all");
}

static void deal_as_told(struct task *task) {
  if (task->dealing != DDZ_DEALINGS) task->match.rules.dealing = task->dealing;
}

static void read_options(struct task *task, int argc, char **argv) {
  flags_read(&(struct flags){rows, ROWS, print_help, fail}, task, argc, argv);
  deal_as_told(task);
  if (optind < argc && strcmp(argv[optind], "rate") == 0) {
    set_mode(task, MODE_RATE, "rate");
    optind++;
  }
  while (optind < argc) add_player(task, argv[optind++]);
  check_players(task);
  give_model(task);
}

/* ---- the table: a row a match ---- */

/* Standard output, unless the games go there. */
static FILE *told(const struct task *task) { return task->match.json == stdout ? stderr : stdout; }

static void print_top(const struct task *task) {
  const struct match_options *o = &task->match;
  fprintf(told(task),
          "%s, %sdeals of seed %" PRIu64 " from %" PRIu64 " on, each played %s; 95 %% intervals\n\n"
          "| rules | player | against | deals | games won | points a game | as the landlord | as %s | a "
          "move, p99 "
          "| of the other |\n|---|---|---|---|---|---|---|---|---|---|\n",
          o->calling ? "called" : "landlord drawn",
          task->dealing == DDZ_DEALING_UNSHUFFLED ? "unshuffled " : "", o->seed, o->first,
          o->calling ? "six times: each side in each seat alone, and in the other two"
                     : "twice, sides swapped",
          o->calling ? "a farmer" : "the farmers");
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

static void print_side(FILE *out, const struct times *times, const struct account *account) {
  print_time(out, times->n > 0 ? times->total / (double)times->n : 0);
  fputc(',', out);
  print_time(out, times_quantile(times, .99));
  for (int f = FAULT_NONE + 1; f < FAULTS; f++)
    if (account->faults[f] > 0) fprintf(out, ", %" PRIu64 " %s", account->faults[f], fault_names[f]);
  fprintf(out, " |");
}

static void print_row(FILE *out, const struct match_options *o, const struct match *m) {
  fprintf(out, "| %s | `%s` | `%s` | %" PRIu64 " |", o->rules.name, m->side[0]->text, m->side[1]->text,
          m->deals);
  print_means(out, &m->wins, &m->points, " |");
  for (int role = 0; role < SIDES; role++) print_means(out, &m->won_as[role], &m->points_as[role], ",");
  for (int side = 0; side < SIDES; side++) print_side(out, &m->times[side], &m->account[side]);
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

/* ---- tasks ---- */

static void play(const struct task *task, const struct spec *a, const struct spec *b) {
  static struct match match;
  struct match_options options = task->match;
  const bool slow = spec_is_slow(a) || spec_is_slow(b);
  /* Where one searches or is a program there may be fewer deals. */
  if (!task->ranged) options.last = (slow && task->slow_deals != 0 ? task->slow_deals : task->deals) - 1;
  const char *wrong = match_play(&options, a, b, &match);
  if (wrong != NULL) fail(wrong, slow ? "a program or a searching engine" : "the match");
  print_row(told(task), &options, &match);
  if (options.sprt != NULL) print_verdict(told(task), options.sprt, &match);
}

static void play_all(struct task *task) {
  for (size_t i = 0; i < task->players; i++)
    for (size_t j = 0; j < i; j++) play(task, &task->player[i], &task->player[j]);
}

/* Level 1 against prompt, 2 against 1, ... */
static void play_levels(struct task *task) {
  struct spec step[DDZ_LEVEL_MAX + 1];
  char text[DDZ_LEVEL_MAX + 1][TEXT_MAX];
  if (spec_read("prompt", &step[0]) != NULL) abort();
  for (int level = DDZ_LEVEL_MIN; level <= DDZ_LEVEL_MAX; level++) {
    step[level] = task->player[0];
    step[level].level = level;
    snprintf(text[level], sizeof text[level], "%.256s, level %d", task->player[0].text, level);
    step[level].text = text[level];
    play(task, &step[level], &step[level - 1]);
  }
}

static void play_match(struct task *task) { play(task, &task->player[0], &task->player[1]); }

static void play_presets(struct task *task) {
  for (size_t i = 0; i < ddz_rules_presets(); i++) {
    task->match.rules = ddz_rules_preset_at(i);
    deal_as_told(task);
    play_match(task);
  }
}

static void print_met(const struct match_options *o, const struct match *m) {
  FILE *out = o->json == stdout ? stderr : stdout;
  fprintf(out, "| %s | `%s` | %" PRIu64 " |", o->rules.name, m->side[1]->text, m->deals);
  print_means(out, &m->wins, &m->points, " |");
  for (int role = 0; role < SIDES; role++) print_means(out, &m->won_as[role], &m->points_as[role], ",");
  fprintf(out, "\n");
  fflush(out);
}

static double share(uint64_t of, uint64_t all) { return all > 0 ? (double)of / (double)all : 0; }

/* The last rows: the rating, what went wrong, how it plays. */
static void print_rating(FILE *out, const char *who, const struct rating part[RATE_PARTS],
                         const struct account *account) {
  fprintf(out, "\n| player | rating | points a game | with calls, points a seat | illegal | late | ended "
               "| beats its partner | keeps a bomb | spring |\n|---|---|---|---|---|---|---|---|---|---|\n");
  fprintf(out, "| `%s` | %.4f ±%.4f | %+.3f ±%.3f | %+.3f ±%.3f |", who, part[0].won, part[0].won_margin,
          part[0].points, part[0].points_margin, part[1].points, part[1].points_margin);
  for (int f = FAULT_NONE + 1; f < FAULTS; f++) fprintf(out, " %" PRIu64 " |", account->faults[f]);
  fprintf(out, " %.3f | %.3f | %.3f |\n", share(account->beaten, account->partner),
          share(account->bombs_kept, account->seats), share(account->springs, account->seats));
}

static void play_rate(struct task *task) {
  FILE *out = told(task);
  const struct spec *player = &task->player[0];
  const uint64_t deals = task->deals != 0 ? task->deals : RATE_DEALS;
  const uint64_t slow = task->slow_deals != 0 ? task->slow_deals : RATE_SLOW_DEALS;
  struct rating part[RATE_PARTS];
  struct account account = {0};
  fprintf(out,
          "ddz-bench 1, `%s`, %s%" PRIu64 " deals; 95 %% intervals\n\n"
          "| rules | against | deals | games won | points a game | as the landlord | as the farmers |\n"
          "|---|---|---|---|---|---|---|\n",
          player->text, deals == RATE_DEALS && slow == RATE_SLOW_DEALS ? "" : "a part: ", deals);
  for (int i = 0; i < RATE_PARTS; i++) {
    const char *wrong = rate_part(i, &task->match, deals, slow, player, print_met, &part[i]);
    if (wrong != NULL) fail(wrong, "rate");
    account_add(&account, &part[i].account);
  }
  print_rating(out, player->text, part, &account);
  if (account.choices == 0) return;
  const long memory = part[0].memory > part[1].memory ? part[0].memory : part[1].memory;
  fprintf(stderr, "CPU time of a move:");
  print_time(stderr, (part[0].cpu_ns + part[1].cpu_ns) / (double)account.choices);
  if (memory > 0) fprintf(stderr, "; memory: %ld MiB", memory / 1024);
  fprintf(stderr, "\n");
}

static void (*const modes[])(struct task *task) = {[MODE_MATCH] = play_match,
                                                   [MODE_ALL] = play_all,
                                                   [MODE_LEVELS] = play_levels,
                                                   [MODE_PRESETS] = play_presets,
                                                   [MODE_RATE] = play_rate};

int main(int argc, char **argv) {
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  static struct task task = {.dealing = DDZ_DEALINGS};
  task.match =
      (struct match_options){.seed = 1, .threads = cores > 0 ? (unsigned)cores : 1, .timeout_ms = 5000};
  ddz_rules_preset("douzero", &task.match.rules);
  if (isatty(STDERR_FILENO)) task.match.progress = stderr;
  signal(SIGPIPE, SIG_IGN); /* any program that writes JSON lines may end while it is asked */
  read_options(&task, argc, argv);
  if (task.deals == 0 && task.mode != MODE_RATE) task.deals = 1000;
  if (task.mode != MODE_RATE) print_top(&task);
  modes[task.mode](&task);
  if (task.match.json != NULL && fclose(task.match.json) != 0) fail("cannot write", "--json");
  return 0;
}
