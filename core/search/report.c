#include "core/search/report.h"

#include <math.h>

#include "core/net/calibrate.h"
#include "core/play/net_player.h"

static const double NEAR = .01;  /* probability */
static const double HAIR = 1e-9; /* by which the chosen one is liked better */

/* What the search found. `chosen` counts where something is told only. */
struct findings {
  const struct ddz_scene *scene;
  const struct ddz_comparison *comparison;
  struct ddz_options *options;
  int chosen;
};

/* A win that is settled: the rollouts do not see how it is won. */
static bool is_settled(const struct findings *f, int i) { return f->comparison->settled && i == 0; }

/* What is known of candidate i: `know` has written it. */
static bool is_sure(const struct findings *f, int i) {
  const struct ddz_option *option = ddz_options_find(f->options, f->comparison->candidate[i].play.cards);
  return option != NULL && option->sure == 1;
}

static bool was_tried(const struct findings *f, int i) {
  const struct ddz_candidate_stats *one = &f->comparison->stats[i];
  return (f->comparison->full ? one->own[DDZ_OBJECTIVE_WIN].n : one->visits) > 0;
}

/* What a mean of candidate i comes to. */
static double meant(const struct findings *f, int i, double mean) {
  return f->comparison->by_net && was_tried(f, i) ? ddz_calibrate_mean(f->scene->view->role, mean) : mean;
}

/* What is shown for it. */
static double shown(const struct findings *f, int i, double mean) { return ddz_unproven(meant(f, i, mean)); }

/* By how much candidate i is better than the chosen one on the same hands, the style apart. Without a prior
 * half a game won and half a game lost are added to each, as to their means. */
static double ahead(const struct findings *f, int i) {
  const struct ddz_search_candidate *admitted = f->comparison->candidate;
  const double rounds = f->comparison->rounds, counts = f->comparison->by_net ? 1 : rounds / (rounds + 1);
  return counts * (ddz_compare_mean(f->comparison, i) - admitted[i].style -
                   (ddz_compare_mean(f->comparison, f->chosen) - admitted[f->chosen].style));
}

/* The mean that is told of what the objective asks for, or of the other one. With effort `decide` it is told
 * how far a candidate is behind the chosen one, on the hands that both were tried on: which is how it was
 * chosen. */
static double mean_told(const struct findings *f, int i, enum ddz_objective objective) {
  const struct ddz_comparison *comparison = f->comparison;
  const bool paired =
      !comparison->full && comparison->rounds > 0 && was_tried(f, i) && objective == comparison->objective;
  const int of = paired ? f->chosen : i;
  const double own = ddz_estimate_mean(comparison, of, objective), mean = paired ? own + ahead(f, i) : own;
  return objective == DDZ_OBJECTIVE_POINTS ? mean : fmin(fmax(mean, 0), 1);
}

static double probability(const struct findings *f, int i) {
  return is_settled(f, i) ? 1 : shown(f, i, mean_told(f, i, DDZ_OBJECTIVE_WIN));
}

static double stake_of(const struct ddz_scene *scene) {
  return scene->ask->multiplier * ddz_role_stakes(scene->view->role);
}

static double settled_points(const struct findings *f) {
  return ddz_options_find(f->options, f->comparison->candidate[0].play.cards)->sure_points;
}

/* Of a play that wins for certain, and nobody knows how much: what a net thinks. NAN: there is none. */
static double guessed_points(const struct findings *f, int i) {
  struct ddz_judged judged;
  if (!ddz_net_player_guesses(f->scene->engine, f->scene->view)) return NAN;
  ddz_net_player_judge_these(f->scene, &f->comparison->candidate[i].play, 1, &judged);
  return stake_of(f->scene) * (double)judged.value.points;
}

static double expected_points(const struct findings *f, int i) {
  const double played = stake_of(f->scene) * mean_told(f, i, DDZ_OBJECTIVE_POINTS);
  if (!is_settled(f, i)) return played;
  double points = settled_points(f);
  if (isnan(points)) points = guessed_points(f, i);
  return isnan(points) && was_tried(f, i) ? played : points;
}

/* Of what the objective asks for, in what is shown. */
static double unit_of(const struct findings *f) {
  return f->comparison->objective == DDZ_OBJECTIVE_POINTS ? stake_of(f->scene) : 1;
}

/* How much the search likes a candidate: the number shown plus the style bonus. */
static double liked(const struct findings *f, int i) {
  const bool for_points = f->comparison->objective == DDZ_OBJECTIVE_POINTS;
  return (for_points ? expected_points(f, i) : probability(f, i)) +
         f->comparison->candidate[i].style * unit_of(f);
}

/* With effort `decide` the estimate; a settled win scores 1. */
static double score(const struct findings *f, int i) {
  if (f->comparison->full) return liked(f, i);
  return is_settled(f, i) ? 1 : ddz_compare_mean(f->comparison, i) * unit_of(f);
}

void ddz_report_scores(const struct ddz_scene *scene, const struct ddz_comparison *comparison,
                       struct ddz_options *options, double out[DDZ_CANDIDATES_MAX]) {
  const struct findings f = {scene, comparison, options, 0};
  for (int i = 0; i < comparison->count; i++) out[i] = score(&f, i);
  if (comparison->settled) out[0] = HUGE_VAL;
}

static int best_tried(const struct findings *f) {
  double score_of[DDZ_CANDIDATES_MAX];
  int best = 0;
  ddz_report_scores(f->scene, f->comparison, f->options, score_of);
  for (int i = 1; i < f->comparison->count; i++)
    if (was_tried(f, i) && score_of[i] > score_of[best]) best = i;
  return best;
}

/* ---- how sure ---- */

/* It may reach 0 and 1, and holds what is told. */
static struct ddz_interval win_interval(const struct findings *f, int i) {
  const double mean = mean_told(f, i, DDZ_OBJECTIVE_WIN);
  const double half = DDZ_Z_90 * ddz_estimate_error(f->comparison, i, DDZ_OBJECTIVE_WIN);
  const double low = meant(f, i, fmax(mean - half, 0)), high = meant(f, i, fmin(mean + half, 1));
  return (struct ddz_interval){fmin(low, ddz_unproven(low)), fmax(high, ddz_unproven(high))};
}

static struct ddz_interval points_interval(const struct findings *f, int i) {
  const double mean = mean_told(f, i, DDZ_OBJECTIVE_POINTS), stake = stake_of(f->scene);
  const double half = DDZ_Z_90 * ddz_estimate_error(f->comparison, i, DDZ_OBJECTIVE_POINTS);
  if (is_settled(f, i)) return (struct ddz_interval){settled_points(f), settled_points(f)};
  return (struct ddz_interval){stake * (mean - half), stake * (mean + half)};
}

/* By how much the correction stretches what lies between two means. */
static double stretch(const struct findings *f, int i, double a, double b) {
  const double low = fmax(fmin(a, b) - NEAR, 0), high = fmin(fmax(a, b) + NEAR, 1);
  return (shown(f, i, high) - shown(f, i, low)) / (high - low);
}

static double behind_error(const struct findings *f, int i) {
  const double own = ddz_estimate_mean(f->comparison, i, DDZ_OBJECTIVE_WIN);
  if (is_sure(f, f->chosen)) /* behind a win */
    return ddz_estimate_error(f->comparison, i, DDZ_OBJECTIVE_WIN) * stretch(f, i, own, own);
  return ddz_estimate_error_between(f->comparison, f->chosen, i) *
         stretch(f, i, own, ddz_estimate_mean(f->comparison, f->chosen, DDZ_OBJECTIVE_WIN));
}

/* ---- what the search thinks of the options ---- */

static void rate_one(const struct findings *f, int i) {
  const struct ddz_play *play = &f->comparison->candidate[i].play;
  struct ddz_option *option = ddz_options_of(f->options, play);
  option->play = *play;
  option->win = probability(f, i);
  option->points = expected_points(f, i);
  option->liked = liked(f, i);
  option->score = score(f, i);
  option->told.visits = f->comparison->stats[i].visits;
  option->told.bounded = is_settled(f, i) || was_tried(f, i);
  if (!option->told.bounded) return;
  option->told.win = win_interval(f, i);
  option->told.points = points_interval(f, i);
  option->told.behind_error = i == f->chosen ? 0 : behind_error(f, i);
}

static void rate_candidates(const struct findings *f) {
  struct ddz_options *options = f->options;
  double most = -HUGE_VAL, least = 0;
  for (int i = 0; i < f->comparison->count; i++) {
    if ((f->comparison->full || f->comparison->rounds > 0) && !was_tried(f, i)) continue;
    rate_one(f, i);
    most = fmax(most, liked(f, i));
    least = fmin(least, score(f, i));
  }
  /* a fallback, or what no other was clearly better than */
  struct ddz_option *chosen = ddz_options_find(options, f->comparison->candidate[f->chosen].play.cards);
  chosen->liked = most + HAIR;
  for (size_t i = 0; i < options->n; i++)
    if (isnan(options->option[i].liked)) options->option[i].score = --least;
}

/* Is it chosen for what the rules say? */
static bool by_rules(const struct findings *f) {
  const bool forced = f->scene->n + !f->scene->leads <= 1;
  return forced || f->chosen == f->comparison->fallback || is_settled(f, f->chosen) ||
         (f->chosen == 0 && !f->comparison->by_net);
}

/* What the choice is held against: the first play that the request includes, or else the next best one. -1:
 * nothing. */
static int rival(const struct findings *f) {
  const struct ddz_comparison *c = f->comparison;
  int best = -1;
  for (int i = 0; i < c->count; i++) {
    if (i == f->chosen || !was_tried(f, i)) continue;
    if (f->scene->ask->includes > 0 && c->candidate[i].play.cards == f->scene->ask->include[0].cards)
      return i;
    if (best < 0 || score(f, i) > score(f, best)) best = i;
  }
  return best;
}

/* Only if the difference is outside its 90 % interval. */
static struct ddz_contrast contrast(const struct findings *f) {
  const struct ddz_search_candidate *admitted = f->comparison->candidate;
  const bool ends = admitted[f->chosen].play.cards == f->scene->view->hand;
  const int other = !f->comparison->full || ends ? -1 : rival(f);
  if (other < 0 || probability(f, f->chosen) - probability(f, other) < DDZ_Z_90 * behind_error(f, other))
    return (struct ddz_contrast){.known = false};
  return ddz_contrast_of(f->scene, &admitted[f->chosen].play, &f->comparison->stats[f->chosen].traces,
                         &admitted[other].play, &f->comparison->stats[other].traces);
}

void ddz_report_rate(const struct ddz_scene *scene, const struct ddz_comparison *comparison,
                     struct ddz_options *options, struct ddz_rating *rating) {
  const bool searched = comparison->rounds > 0;
  const enum ddz_reason best = searched ? DDZ_REASON_SEARCHED : DDZ_REASON_NET_BEST;
  struct findings f = {scene, comparison, options, 0};
  f.chosen = comparison->full ? best_tried(&f) : ddz_compare_choose(comparison);
  rate_candidates(&f);
  *rating = (struct ddz_rating){.nodes = rating->nodes,
                                .player = searched             ? DDZ_PLAYER_SEARCH
                                          : comparison->by_net ? DDZ_PLAYER_NET
                                                               : DDZ_PLAYER_RULES,
                                .reason = by_rules(&f) ? scene->reason : best,
                                .swayed = best,
                                .picks = true,
                                .tried_only = comparison->full,
                                .pick = comparison->candidate[f.chosen].play.cards,
                                .contrast = contrast(&f)};
}
