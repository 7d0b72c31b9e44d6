#include "decide.h"

#include <math.h>

#include "core/play/net_player.h"
#include "core/play/options.h"
#include "core/search/search.h"
#include "know.h"

/* A decision, with all that its steps hand on. */
struct decision {
  struct ddz_scene scene;
  struct ddz_verdict verdict;
  struct ddz_options options;
  struct ddz_rating rating;
  struct ddz_fits fits; /* the deals that fit, where they are few; else none */
  const struct ddz_robot_request *ask;
};

/* ---- rate ---- */

/* By enum ddz_player. Where one does not know the position the rules do. */
static bool (*const rate[DDZ_PLAYERS])(struct ddz_scene *scene, const struct ddz_verdict *verdict,
                                       struct ddz_options *options,
                                       struct ddz_rating *rating) = {[DDZ_PLAYER_RULES] = ddz_rulebook_rate,
                                                                     [DDZ_PLAYER_NET] = ddz_net_player_rate,
                                                                     [DDZ_PLAYER_SEARCH] = ddz_search_rate};

/* ---- an option, as it is told ---- */

/* Where the points of a sure result are not known they may still grow: one more bomb may be
 * played. */
static void leave_open(struct ddz_candidate *one) {
  if (one->points.low < one->points.high) return;
  if (one->win_probability == 1)
    one->points.high = 2 * one->points.low;
  else
    one->points.low = 2 * one->points.high;
}

static void tell_sure(const struct decision *d, const struct ddz_option *option, struct ddz_candidate *one) {
  one->proven = true;
  one->win = (struct ddz_interval){option->sure, option->sure};
  if (isnan(option->sure_points)) {
    one->points.low = ddz_option_side(d->ask, option, one->points.low);
    one->points.high = ddz_option_side(d->ask, option, one->points.high);
    leave_open(one);
    return;
  }
  one->bounded = true;
  one->points = (struct ddz_interval){option->sure_points, option->sure_points};
}

/* Intervals hold what is told. */
static void tell_bounds(const struct ddz_option *option, struct ddz_candidate *one) {
  one->win.low = fmax(fmin(one->win.low, option->most), option->least);
  one->win.high = fmax(fmin(one->win.high, option->most), one->win.low);
  if (option->most < option->win) one->points.low = fmin(one->points.low, one->expected_points);
  one->points.low = fmax(one->points.low, option->least_points);
  one->points.high = fmax(one->points.high, one->points.low);
}

/* Each end by the same end of the chance. */
static void cut_range(const struct decision *d, struct ddz_candidate *one) {
  const double least = ddz_robot_paid(d->ask, 1), most = d->ask->cap * ddz_role_stakes(d->ask->view.role);
  if (d->ask->cap <= 0 || !one->bounded) return;
  one->points.low = ddz_points_by_chance(one->points.low, one->win.low, least, most);
  one->points.high = ddz_points_by_chance(one->points.high, one->win.high, least, most);
}

/* Scores move with what is known; those of the rules are of another kind. */
static double score_told(const struct decision *d, const struct ddz_option *option) {
  const double estimate = d->ask->objective == DDZ_OBJECTIVE_POINTS ? option->points : option->win;
  const double now = ddz_option_worth(d->ask, option, estimate);
  if (d->rating.player == DDZ_PLAYER_RULES || now == -HUGE_VAL) return option->score;
  return isnan(estimate) ? now : option->score + now - estimate;
}

static struct ddz_candidate told(const struct decision *d, const struct ddz_option *option) {
  struct ddz_candidate one = {.play = option->play,
                              .score = score_told(d, option),
                              .win_probability = ddz_option_win(option, option->win),
                              .expected_points = ddz_option_points(d->ask, option, option->points),
                              .visits = option->visits,
                              .bounded = option->bounded,
                              .win = option->win_range,
                              .points = option->points_range,
                              .behind_error = option->behind_error};
  if (!isnan(option->sure))
    tell_sure(d, option, &one);
  else
    tell_bounds(option, &one);
  cut_range(d, &one);
  return one;
}

/* ---- choose ---- */

/* plainly: without style and errors, by the net's own rating. */
static double estimate_of(const struct ddz_option *option, bool plainly) {
  return plainly && !isnan(option->win) ? option->score : option->liked;
}

static bool is_better(const struct decision *d, const struct ddz_option *a, const struct ddz_option *b,
                      bool plainly) {
  const double liked = estimate_of(a, plainly), other = estimate_of(b, plainly);
  const double more = ddz_option_worth(d->ask, a, liked), less = ddz_option_worth(d->ask, b, other);
  if (more > less || more < less) return more > less;
  if (a->least > b->least || a->least < b->least)
    return a->least > b->least; /* what is counted, not thought */
  return liked > other || (isnan(other) && !isnan(liked));
}

/* The first of the best, as far as they are counted. */
static size_t best_of(const struct decision *d, bool plainly) {
  const struct ddz_option *option = d->options.option;
  size_t best = 0;
  for (size_t i = 1; i < d->options.n; i++)
    if (is_better(d, &option[i], &option[best], plainly)) best = i;
  return best;
}

/* Counting can only lower an option: the best one is counted, and if that lowers it the best is looked for
 * again. */
static struct ddz_option *best_counted(struct decision *d) {
  struct ddz_option *best;
  do best = &d->options.option[best_of(d, false)];
  while (ddz_know_most(&d->scene, &d->fits, best));
  return best;
}

/* Sure points are given up only where the whole interval of the estimate is above them. A net tells no
 * interval: what it prefers to points that may still grow is worth more on average (4,000 deals: +.024
 * +-.012). */
static bool is_kept(const struct decision *d, const struct ddz_option *sure, const struct ddz_option *best) {
  const double points = sure->sure_points;
  return d->ask->objective == DDZ_OBJECTIVE_POINTS && sure->sure == 1 && best != sure && best->bounded &&
         told(d, best).points.low <= (isnan(points) ? ddz_robot_paid(d->ask, 1) : points);
}

static struct ddz_option *choose(struct decision *d) {
  struct ddz_option *pick = ddz_options_find(&d->options, d->verdict.pick->play.cards);
  if (d->scene.n == 0 || pick->settled) return pick;
  struct ddz_option *best = best_counted(d);
  return is_kept(d, pick, best) ? pick : best;
}

/* ---- tell ---- */

/* Is it chosen for what is known of it, where the player alone would have chosen another? */
static bool is_raised(const struct decision *d, const struct ddz_option *chosen) {
  bool others = isnan(chosen->liked);
  if (!others && !(ddz_option_worth(d->ask, chosen, chosen->liked) > chosen->liked)) return false;
  for (size_t i = 0; i < d->options.n; i++) others |= d->options.option[i].liked > chosen->liked;
  return others;
}

static enum ddz_reason reason_of(const struct decision *d, const struct ddz_option *chosen) {
  const struct ddz_rating *rating = &d->rating;
  const bool named = chosen->play.cards == d->verdict.pick->play.cards;
  if (named && (d->verdict.certain || d->scene.n == 0)) return d->verdict.reason;
  if (!rating->picks && chosen != &d->options.option[best_of(d, true)]) return rating->swayed;
  if (!d->scene.certain.lost && is_raised(d, chosen))
    return chosen->sure == 1 ? DDZ_REASON_SOLVED : DDZ_REASON_PLAN;
  return !rating->picks || chosen->play.cards == rating->pick ? rating->reason : rating->swayed;
}

/* Is one listed behind the other? */
static bool is_behind(const struct decision *d, size_t a, size_t b) {
  return score_told(d, &d->options.option[a]) < score_told(d, &d->options.option[b]);
}

/* Their places, the chosen one first, the others by falling score, of equal ones in their order: if more than
 * one is to be told. Returns how many could be. */
static size_t order(const struct decision *d, const struct ddz_option *chosen, size_t *at, size_t cap) {
  size_t n = 0;
  at[n++] = (size_t)(chosen - d->options.option);
  for (size_t i = 0; i < d->options.n; i++) {
    const struct ddz_option *option = &d->options.option[i];
    if (option == chosen || (d->rating.tried_only && isnan(option->liked))) continue;
    size_t to = n++;
    for (; cap > 1 && to > 1 && is_behind(d, at[to - 1], i); to--) at[to] = at[to - 1];
    at[to] = i;
  }
  return n;
}

/* Where the chosen candidate, which stands first, was not chosen for its score (a rule took it, or no other
 * was clearly better) the scores of all others are lowered by as much as the best of them is above it: they
 * keep their distances, and scores fall from the first to the last. */
static void lower_others(struct ddz_candidate *out, size_t n) {
  double above = n > 1 ? out[1].score - out[0].score : 0;
  for (size_t i = 1; i < n && above > 0; i++) /* the difference is rounded */
    out[i].score = fmin(out[i].score - above, out[0].score);
}

/* Each option that is told is counted first, which may move it back in the list. */
static void list(struct decision *d, size_t *at, size_t n, struct ddz_candidate *out, size_t cap) {
  for (size_t i = 1; i < n && i < cap;) {
    if (!ddz_know_most(&d->scene, &d->fits, &d->options.option[at[i]])) {
      i++;
      continue;
    }
    const size_t moved = at[i];
    size_t to = i;
    for (; to + 1 < n && is_behind(d, moved, at[to + 1]); to++) at[to] = at[to + 1];
    at[to] = moved;
  }
  for (size_t i = 0; i < n && i < cap; i++) out[i] = told(d, &d->options.option[at[i]]);
  lower_others(out, n < cap ? n : cap);
}

static void tell(struct decision *d, const struct ddz_option *chosen, struct ddz_robot_move *move,
                 struct ddz_candidate *out, size_t cap) {
  size_t at[DDZ_OPTIONS_MAX];
  const bool picked = d->rating.picks && chosen->play.cards == d->rating.pick;
  *move = (struct ddz_robot_move){.reason = reason_of(d, chosen),
                                  .player = d->rating.player,
                                  .nodes = d->rating.nodes,
                                  .candidates = order(d, chosen, at, cap)};
  if (picked) move->contrast = d->rating.contrast;
  list(d, at, move->candidates, out, cap);
  move->chosen = told(d, chosen);
}

/* ---- the steps ---- */

void ddz_decide(struct ddz_engine *engine, const struct ddz_robot_request *request,
                struct ddz_robot_move *move, struct ddz_candidate *out, size_t cap) {
  struct decision d;
  d.ask = request;
  d.rating.nodes = 0;
  ddz_scene_set(&d.scene, engine, request);            /* 1 */
  ddz_options_list(&d.scene, &d.options);              /* 2 */
  d.verdict = ddz_rulebook_decide(&d.scene);           /* 3 */
  ddz_know(&d.scene, &d.verdict, &d.options, &d.fits); /* 4 */
  if (!rate[ddz_robot_player(request)](&d.scene, &d.verdict, &d.options, &d.rating))
    ddz_rulebook_rate(&d.scene, &d.verdict, &d.options, &d.rating); /* 5 */
  const struct ddz_option *chosen = choose(&d);                     /* 6 */
  tell(&d, chosen, move, out, cap);                                 /* 7 */
}
