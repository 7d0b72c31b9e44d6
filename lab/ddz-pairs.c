/* ddz-pairs - farmers who do not play alike: what a mixed pair loses.
 *
 *   ddz-pairs net rules prompt --landlord net --deals 2000
 *
 * Every ordered pair (landlord_down, landlord_up) of the players plays each deal once against the same
 * landlord, so nothing needs to be mirrored. The gap is what a mixed pair makes of a deal less the mean of
 * what its two players make of it when each plays with himself (lab/pairs/pairs.h). */
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>

#include "lab/pairs/pairs.h"
#include "tools/lib/flags.h"

enum { PLAYERS_MAX = 32 };

struct task {
  struct match_options match;
  enum ddz_dealing dealing;
  const char *model;
  struct spec player[PLAYERS_MAX], landlord;
  size_t players;
};

static void read_player(const char *text, struct spec *player) {
  const char *wrong = spec_read(text, player);
  if (wrong != NULL) tool_fail(wrong, text);
}

static void set_landlord(struct task *task, const char *text) { read_player(text, &task->landlord); }
static void set_rules(struct task *task, const char *text) {
  if (ddz_rules_preset(text, &task->match.rules) != DDZ_OK) tool_fail("no such preset", text);
}
static void set_dealing(struct task *task, const char *text) {
  task->dealing = ddz_dealing_of(text);
  if (task->dealing == DDZ_DEALINGS) tool_fail("dealing is shuffled or unshuffled", text);
}

static const struct flag rows[] = {
    {"landlord", "PLAYER", "who plays the landlord in every game", .set = set_landlord},
    {"rules", "PRESET", "rule preset (douzero)", .set = set_rules},
    {"dealing", "HOW", "shuffled; or unshuffled (shuffled)", .set = set_dealing},
    {"deals", "N", "number of deals (1000)", FLAG_WHOLE(match.deals, 1, 1u << 30)},
    {"seed", "S", "seed of the deals (1)", FLAG_WHOLE(match.seed, 0, UINT64_MAX)},
    {"model", "FILE",
     "the net of all players that do not name one (the one the service finds); none: no nets",
     FLAG_TEXT(model)},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void print_help(void) {
  printf("usage: ddz-pairs [options] PLAYER PLAYER... --landlord PLAYER\n\n"
         "How often farmers win, their points, and the gap of a mixed pair. Players as for ddz-arena.\n\n");
  flags_print(rows, ROWS, 18);
}

static void open_net(struct spec *player, const char *model) {
  const char *wrong = spec_open(player, model);
  if (wrong != NULL) tool_fail("no net", wrong);
}

static void read_options(struct task *task, int argc, char **argv) {
  flags_read(rows, ROWS, print_help, task, argc, argv);
  task->match.rules.dealing = task->dealing;
  for (; optind < argc; optind++) {
    if (task->players == PLAYERS_MAX) tool_fail("too many players", argv[optind]);
    read_player(argv[optind], &task->player[task->players++]);
  }
  if (task->players < 2) tool_fail("at least two players", "PLAYER PLAYER");
  if (task->landlord.text == NULL) tool_fail("pairs of farmers take a landlord", "--landlord");
  for (size_t i = 0; i < task->players; i++) open_net(&task->player[i], task->model);
  open_net(&task->landlord, task->model);
}

/* ---- the tables ---- */

static void pair_games(const struct pairs *pairs) {
  const size_t n = pairs->n;
  printf("| games won, points |");
  for (size_t i = 0; i < n; i++) printf(" `%s` up |", pairs->farmer[i].text);
  printf("\n|---|");
  for (size_t i = 0; i < n; i++) printf("---|");
  for (size_t g = 0; g < n * n; g++) {
    const struct yield *games = &pairs->pair[g].games;
    if (g % n == 0) printf("\n| `%s` down |", pairs->farmer[g / n].text);
    printf(" %.4f ±%.4f, %+.3f ±%.3f |", sum_mean(&games->wins), sum_margin(&games->wins),
           sum_mean(&games->points), sum_margin(&games->points));
  }
  printf("\n");
}

static void gap_cell(const struct yield *gap) {
  printf(" %+.4f ±%.4f, %+.3f ±%.3f |", sum_mean(&gap->wins), sum_margin(&gap->wins), sum_mean(&gap->points),
         sum_margin(&gap->points));
}

/* A row for any two players, and one for all of them. */
static void pair_gaps(const struct pairs *pairs) {
  const size_t n = pairs->n;
  printf("| gap | first down, second up | first up, second down | both ways |\n|---|---|---|---|\n");
  for (size_t i = 0; i < n; i++)
    for (size_t j = i + 1; j < n; j++) {
      printf("| `%s`, `%s` |", pairs->farmer[i].text, pairs->farmer[j].text);
      gap_cell(&pairs->pair[i * n + j].gap);
      gap_cell(&pairs->pair[j * n + i].gap);
      gap_cell(&pairs->pair[i * n + j].both);
      printf("\n");
    }
  printf("| all | | |");
  gap_cell(&pairs->mixed);
  printf("\n");
}

int main(int argc, char **argv) {
  static struct task task;
  match_defaults(&task.match);
  read_options(&task, argc, argv);
  static struct pair pair[PLAYERS_MAX * PLAYERS_MAX];
  struct pairs pairs = {.landlord = &task.landlord, .farmer = task.player, .n = task.players, .pair = pair};
  const char *wrong = pairs_play(&task.match, &pairs);
  if (wrong != NULL) tool_fail(wrong, "pairs");
  printf("farmers against %s as the landlord\n", task.landlord.text);
  printf("%s, landlord drawn, %sdeals 0-%" PRIu64 " of seed %" PRIu64
         ", each played by every pair; 95 %% intervals\n\n",
         task.match.rules.name, task.dealing == DDZ_DEALING_SHUFFLED ? "" : "unshuffled ", pairs.deals - 1,
         task.match.seed);
  pair_games(&pairs);
  printf("\n");
  pair_gaps(&pairs);
  for (int f = FAULT_NONE + 1; f < FAULTS; f++)
    if (pairs.account.faults[f] > 0)
      printf("\n%" PRIu64 " choices were %s\n", pairs.account.faults[f], fault_names[f]);
  return 0;
}
