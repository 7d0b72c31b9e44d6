#include "report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- times ---- */

struct span {
  char text[24];
};

/* Nanoseconds in a unit that fits. */
static struct span span_of(double ns) {
  static const struct {
    double ns;
    const char *name;
  } units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}};
  struct span span;
  size_t i = 0;
  while (i < 2 && ns < units[i].ns) i++;
  snprintf(span.text, sizeof span.text, "%.3g %s", ns / units[i].ns, units[i].name);
  return span;
}

static double mean_time(const struct times *times) {
  return times->n > 0 ? times->total / (double)times->n : 0;
}

/* ---- one match ---- */

static void line(FILE *out, const char *label, const struct sum *wins, const struct sum *points) {
  fprintf(out, "%-20s  %.4f +-%.4f   %+8.4f +-%.4f\n", label, sum_mean(wins), sum_margin(wins),
          sum_mean(points), sum_margin(points));
}

static double spread(const struct sum *a, const struct sum *b) {
  return sqrt((sum_variance(a) + sum_variance(b)) / 4);
}

/* What mirroring is worth: the spread of the mean of two games on one deal, and as if they had nothing in
 * common. */
static void line_spread(FILE *out, const struct match *m) {
  fprintf(out, "%-20s  %.4f            %8.4f\n", "spread of a deal", sqrt(sum_variance(&m->wins)),
          sqrt(sum_variance(&m->points)));
  fprintf(out, "%-20s  %.4f            %8.4f\n", "  were it unpaired", spread(&m->won_as[0], &m->won_as[1]),
          spread(&m->points_as[0], &m->points_as[1]));
}

static void line_player(FILE *out, const struct match *m, int side) {
  const struct times *times = &m->times[side];
  const uint64_t *faults = m->account[side].faults;
  fprintf(out, "%-26.26s %8" PRIu64 " %8s %8s %8s %8s %8" PRIu64 " %6" PRIu64 " %6" PRIu64 "\n",
          m->side[side]->text, m->account[side].choices, span_of(mean_time(times)).text,
          span_of(times_quantile(times, .5)).text, span_of(times_quantile(times, .99)).text,
          span_of((double)times->most).text, faults[FAULT_ILLEGAL], faults[FAULT_LATE], faults[FAULT_ENDED]);
}

void report_games(FILE *out, const struct match_options *o, bool called, uint64_t deals) {
  fprintf(out, "%s, %s, %sdeals %" PRIu64 "-%" PRIu64 " of seed %" PRIu64 ", each played ", o->rules.name,
          called ? "called" : "landlord drawn", o->rules.dealing == DDZ_DEALING_SHUFFLED ? "" : "unshuffled ",
          o->first, o->first + deals - 1, o->seed);
}

static void line_title(FILE *out, const struct match_options *o, const struct match *m) {
  fprintf(out, "%s against %s\n", m->side[0]->text, m->side[1]->text);
  report_games(out, o, o->calling, m->deals);
  fprintf(out, "%s\n\n",
          o->calling ? "six times: each side in each seat alone, and in the other two"
                     : "twice, sides swapped");
}

/* Of a sequential test. */
static void tell_verdict(FILE *out, const struct match_options *o, const struct match *m) {
  static const char *const said[] = {[SPRT_OPEN] = "open: play more deals",
                                     [SPRT_LOW] = "no: B wins no more than the low share",
                                     [SPRT_HIGH] = "yes: B wins at least the high share"};
  fprintf(out, "is B (%s) better? low %.3f, high %.3f, B won %.4f in %" PRIu64 " deals: %s\n",
          m->side[1]->text, o->sprt->low, o->sprt->high, 1 - sum_mean(&m->wins), m->deals, said[m->verdict]);
}

void report_match(FILE *out, const struct match_options *o, const struct match *m) {
  line_title(out, o, m);
  fprintf(out, "%-20s  %-15s   %s\n", "95 % intervals", "games won",
          o->calling ? "points a seat and game" : "points a game");
  line(out, "in total", &m->wins, &m->points);
  line(out, "as the landlord", &m->won_as[0], &m->points_as[0]);
  line(out, o->calling ? "as a farmer" : "as the farmers", &m->won_as[1], &m->points_as[1]);
  if (!o->calling) line_spread(out, m);
  fprintf(out, "\n%-26s %8s %8s %8s %8s %8s %8s %6s %6s\n", "", "choices", "mean", "median", "p99", "max",
          "illegal", "late", "ended");
  for (int side = 0; side < SIDES; side++) line_player(out, m, side);
  report_faults(out, m, 1);
  const uint64_t games = (uint64_t)match_games(o) * m->deals;
  fprintf(out, "\n%" PRIu64 " games in %.1f s on %u threads: %.0f games a second\n", games, m->seconds,
          o->threads, (double)games / m->seconds);
  if (o->sprt != NULL) tell_verdict(out, o, m);
}

void report_account(FILE *out, const struct account *account) {
  uint64_t faults = 0;
  for (int f = FAULT_NONE + 1; f < FAULTS; f++) faults += account->faults[f];
  if (faults > 0)
    fprintf(out,
            "%" PRIu64
            " choices were illegal, late or missing: the table passed, or led what `rules` leads; a\n"
            "program that was late or ended was started anew.\n",
            faults);
}

void report_faults(FILE *out, const struct match *match, size_t n) {
  struct account all = {0};
  for (size_t i = 0; i < n; i++)
    for (int side = 0; side < SIDES; side++) account_add(&all, &match[i].account[side]);
  report_account(out, &all);
}

/* ---- many matches ---- */

/* All that `player` spent thinking, in any match. */
static void join_times(struct times *all, const struct spec *player, const struct match *match, size_t n) {
  memset(all, 0, sizeof *all);
  for (size_t i = 0; i < n; i++)
    for (int side = 0; side < SIDES; side++)
      if (match[i].side[side] == player) times_join(all, &match[i].times[side]);
}

static void cell(FILE *out, const struct match *m, bool as_a) {
  const double wins = sum_mean(&m->wins), points = sum_mean(&m->points);
  fprintf(out, " %.3f ±%.3f, %+.2f ±%.2f |", as_a ? wins : 1 - wins, sum_margin(&m->wins),
          as_a ? points : -points, sum_margin(&m->points));
}

static const struct match *find(const struct match *match, size_t n, const struct spec *a,
                                const struct spec *b) {
  for (size_t i = 0; i < n; i++)
    if (match[i].side[0] == a && match[i].side[1] == b) return &match[i];
  return NULL;
}

static void row(FILE *out, const struct spec *player, size_t n, size_t i, const struct match *match) {
  const size_t pairs = n * (n - 1) / 2;
  struct times times;
  join_times(&times, &player[i], match, pairs);
  fprintf(out, "| `%s` | %s | %s |", player[i].text, span_of(mean_time(&times)).text,
          span_of(times_quantile(&times, .99)).text);
  for (size_t j = 0; j < n; j++) {
    if (i == j)
      fprintf(out, " |");
    else
      cell(out,
           i < j ? find(match, pairs, &player[i], &player[j]) : find(match, pairs, &player[j], &player[i]),
           i < j);
  }
  fprintf(out, "\n");
}

void report_table(FILE *out, const struct spec *player, size_t n, const struct match *match) {
  fprintf(out, "| player | a move | p99 |");
  for (size_t i = 0; i < n; i++) fprintf(out, " against `%s` |", player[i].text);
  fprintf(out, "\n|---|---|---|");
  for (size_t i = 0; i < n; i++) fprintf(out, "---|");
  fprintf(out, "\n");
  for (size_t i = 0; i < n; i++) row(out, player, n, i, match);
}

void report_ladder(FILE *out, const struct match *match, size_t n) {
  fprintf(out, "| player | against | games won | points a game | a move | p99 | deals |\n");
  fprintf(out, "|---|---|---|---|---|---|---|\n");
  for (size_t i = 0; i < n; i++) {
    const struct match *m = &match[i];
    fprintf(out, "| `%s` | `%s` | %.3f ±%.3f | %+.2f ±%.2f | %s | %s | %" PRIu64 " |\n", m->side[0]->text,
            m->side[1]->text, sum_mean(&m->wins), sum_margin(&m->wins), sum_mean(&m->points),
            sum_margin(&m->points), span_of(mean_time(&m->times[0])).text,
            span_of(times_quantile(&m->times[0], .99)).text, m->deals);
  }
}

static void share(FILE *out, const struct sum *wins, const struct sum *points) {
  fprintf(out, " %.3f ±%.3f, %+.2f ±%.2f |", sum_mean(wins), sum_margin(wins), sum_mean(points),
          sum_margin(points));
}

void report_presets(FILE *out, const struct match *match) {
  fprintf(out, "| `%s` against `%s` | games won, points | as the landlord | as the farmers | deals |\n",
          match->side[0]->text, match->side[1]->text);
  fprintf(out, "|---|---|---|---|---|\n");
  for (size_t i = 0; i < ddz_rules_presets(); i++) {
    const struct match *m = &match[i];
    fprintf(out, "| %s |", ddz_rules_preset_at(i).name);
    share(out, &m->wins, &m->points);
    for (int role = 0; role < SIDES; role++) share(out, &m->won_as[role], &m->points_as[role]);
    fprintf(out, " %" PRIu64 " |\n", m->deals);
  }
}
