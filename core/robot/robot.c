#include "robot.h"

#include <math.h>

#include "core/net/calibrate.h"
#include "core/play/greedy.h"
#include "core/play/options.h"
#include "core/search/search.h"
#include "line.h"

enum ddz_player ddz_robot_player(const struct ddz_robot_request *request) {
  if (request->player != DDZ_PLAYER_AUTO) return request->player;
  bool limited = request->limited || request->limit.nodes != 0 || request->effort == DDZ_EFFORT_FULL;
  return limited ? DDZ_PLAYER_SEARCH : ddz_levels[request->level].player;
}

bool ddz_robot_is_long(const struct ddz_robot_request *request) {
  return ddz_robot_player(request) == DDZ_PLAYER_SEARCH;
}

uint64_t ddz_robot_nodes(const struct ddz_robot_request *request) {
  const struct ddz_limit *limit = &request->limit;
  if (limit->nodes != 0) return limit->nodes;
  return request->limited && ddz_limit_in_time(limit) ? 0 : ddz_levels[request->level].nodes;
}

/* What the seat gets that goes out with this play. NAN where it may be a spring and the view cannot tell. */
static double finish_points(const struct ddz_robot_request *request, const struct ddz_play *play) {
  const struct ddz_view *view = &request->view;
  if (view->rules->spring && !view->now.from_start) return NAN;
  return ddz_robot_paid(request, ddz_judge_end(view, play));
}

/* A decision, with all that its steps hand on. */
struct decision {
  struct ddz_scene scene;
  struct ddz_verdict verdict;
  struct ddz_options options;
  struct ddz_rating rating;
  struct ddz_fits fits; /* the deals that fit, where they are few; else none */
  const struct ddz_robot_request *ask;
};

static bool for_points(const struct decision *d) { return d->ask->objective == DDZ_OBJECTIVE_POINTS; }

/* What the seat wins or loses if nothing raises it any more. */
static double stake_now(const struct decision *d) { return ddz_robot_paid(d->ask, 1); }

/* ---- know ---- */

/* The levels below the net's play as they did before plays were counted over deals. */
static bool counts(const struct ddz_robot_request *ask) {
  enum { FROM = 8 };
  return !ddz_robot_errs(ask) || ask->level >= FROM;
}

/* Does it win in every deal that fits? */
static bool wins_all(const struct decision *d, ddz_hand cards) {
  const struct ddz_scene *scene = &d->scene;
  const struct ddz_prompt *prompt = ddz_scene_prompt(scene, cards);
  if (scene->certain.way != DDZ_CERTAIN_DEALS || !counts(d->ask)) return false;
  return cards == 0 ? scene->certain.wins[scene->n]
                    : prompt != NULL && scene->certain.wins[prompt - scene->prompts];
}

static void know_sure(const struct decision *d, struct ddz_option *option) {
  const struct ddz_verdict *verdict = &d->verdict, won = {.stakes = d->scene.certain.stakes};
  const bool out = option->play.cards != 0 && option->play.cards == d->ask->view.hand;
  const bool picked = verdict->certain && option->play.cards == verdict->pick->play.cards;
  const bool all = !out && !picked && !verdict->lost && wins_all(d, option->play.cards);
  if (out || picked || all)
    option->sure = 1;
  else if (verdict->lost)
    option->sure = 0;
  else
    return;
  option->sure_points = out             ? finish_points(d->ask, &option->play)
                        : verdict->lost ? -ddz_verdict_points(&d->scene, verdict)
                                        : ddz_verdict_points(&d->scene, picked ? verdict : &won);
}

/* Of the best line of plays (line.h) its first play is worth no less. */
static void know_line(struct decision *d) {
  struct ddz_line line;
  const bool settled = d->verdict.certain && !for_points(d);
  d->fits.n = 0;
  if (!counts(d->ask) || d->scene.n == 0 || d->verdict.lost || settled) return;
  if (!ddz_fits_list(&d->scene, &d->fits)) d->fits.n = 0;
  if (d->fits.n == 0 || !ddz_line_find(&d->scene, &d->fits, &line)) return;
  struct ddz_option *option = ddz_options_find(&d->options, line.play.cards);
  if (!isnan(option->sure)) return;
  option->least = ddz_unproven(line.win);
  option->least_points = line.stakes * stake_now(d);
}

/* No play wins more often than with open hands. That takes the solver, so it is asked of those alone that may
 * be chosen or told. Does it bind? */
static bool count(struct decision *d, struct ddz_option *option) {
  if (option->counted || d->fits.n == 0 || !isnan(option->sure) || isnan(option->win)) return false;
  option->counted = true;
  const double most = ddz_fits_won(&d->scene, &d->fits, &option->play);
  if (!isnan(most)) option->most = ddz_unproven(most);
  return option->most < option->win;
}

/* ---- rate: the players ---- */

static bool rate_by_rules(struct decision *d) {
  static const struct ddz_prompt pass;
  static const double EVEN = .4999; /* what the rules choose is taken to win as often as not */
  for (size_t i = 0; i < d->options.n; i++) {
    struct ddz_option *option = &d->options.option[i];
    const struct ddz_prompt *prompt = ddz_scene_prompt(&d->scene, option->play.cards);
    option->score = ddz_scene_value(&d->scene, prompt != NULL ? prompt : &pass);
    if (option->play.cards == d->verdict.pick->play.cards) option->liked = for_points(d) ? HUGE_VAL : EVEN;
  }
  d->rating = (struct ddz_rating){.player = DDZ_PLAYER_RULES,
                                  .picks = true,
                                  .pick = d->verdict.pick->play.cards,
                                  .reason = d->verdict.reason,
                                  .swayed = d->verdict.reason,
                                  .nodes = d->rating.nodes};
  return true;
}

static bool rate_by_net(struct decision *d) { return ddz_greedy_rate(&d->scene, &d->options, &d->rating); }

/* Something to choose, or a play to compare with; with full effort a forced pass has a value, too, and so
 * have the plays beside a certain win. */
static bool is_to_search(const struct decision *d) {
  const struct ddz_robot_request *ask = d->ask;
  const bool full = ask->effort == DDZ_EFFORT_FULL,
             settled = ddz_verdict_settles(&d->verdict, ask->objective);
  const size_t options = d->scene.n + (full && !d->scene.leads);
  if (options > (settled ? 1 : 0) && (full || !settled)) return true;
  for (size_t i = 0; i < ask->includes; i++)
    if (!settled || ask->include[i].cards != d->verdict.pick->play.cards) return true;
  return false;
}

static bool rate_by_search(struct decision *d) {
  return is_to_search(d) &&
         ddz_search(&d->scene, &d->verdict, ddz_robot_nodes(d->ask), &d->options, &d->rating);
}

/* By enum ddz_player. Where one does not know the position the rules do. */
static bool (*const rate[DDZ_PLAYERS])(struct decision *d) = {
    [DDZ_PLAYER_RULES] = rate_by_rules, [DDZ_PLAYER_NET] = rate_by_net, [DDZ_PLAYER_SEARCH] = rate_by_search};

/* ---- choose ---- */

/* What an estimate comes to within what is known of its option. NAN: nobody has an opinion, and nothing is
 * known. */
static double win_within(const struct ddz_option *option, double win) {
  if (!isnan(option->sure)) return option->sure;
  if (isnan(win)) return option->least > 0 ? option->least : NAN;
  return fmax(fmin(win, option->most), option->least);
}

/* Points of a sure result are never on the other side of what is at stake now. */
static double on_its_side(const struct decision *d, const struct ddz_option *option, double points) {
  const double stake = stake_now(d);
  if (isnan(points) || isnan(option->sure)) return points;
  return option->sure == 1 ? fmax(points, stake) : fmin(points, -stake);
}

/* What is lost more often than the player thinks is lost for the stake, at least. Nobody wins or loses more
 * than the cap allows, or less than the game is worth now. */
static double points_within(const struct decision *d, const struct ddz_option *option, double points) {
  const double most = d->ask->cap * ddz_role_stakes(d->ask->view.role), stake = stake_now(d);
  if (!isnan(option->sure_points)) return option->sure_points;
  if (option->most < option->win) points -= 2 * (option->win - option->most) * stake;
  points = on_its_side(d, option, fmax(points, option->least_points)); /* a number before NAN */
  return d->ask->cap > 0 ? ddz_points_by_chance(points, win_within(option, option->win), stake, most)
                         : points;
}

/* What an option counts for that is worth `estimate` to a player. */
static double worth(const struct decision *d, const struct ddz_option *option, double estimate) {
  const double within = for_points(d) ? points_within(d, option, estimate) : win_within(option, estimate);
  return isnan(within) ? -HUGE_VAL : within;
}

/* Without style and errors a net likes what it rates highest. */
static double estimate_of(const struct ddz_option *option, bool plainly) {
  return plainly && !isnan(option->win) ? option->score : option->liked;
}

static bool is_better(const struct decision *d, const struct ddz_option *a, const struct ddz_option *b,
                      bool plainly) {
  const double liked = estimate_of(a, plainly), other = estimate_of(b, plainly);
  const double more = worth(d, a, liked), less = worth(d, b, other);
  return more > less || (!(more < less) && (liked > other || (isnan(other) && !isnan(liked))));
}

/* The first of the best. Bounds only lower what was not counted yet, so it is enough to count the best one,
 * until it stays the best. */
static struct ddz_option *best_of(struct decision *d, bool plainly) {
  struct ddz_option *best;
  do {
    best = d->options.option;
    for (struct ddz_option *o = best + 1; o < d->options.option + d->options.n; o++)
      if (is_better(d, o, best, plainly)) best = o;
  } while (count(d, best));
  return best;
}

static struct ddz_candidate told(const struct decision *d, const struct ddz_option *option);

/* Points that are sure are left only for an estimate that is above them as a whole. A net tells no interval:
 * what it prefers to points that may still grow is worth more on average (4,000 deals: +.024 +-.012). */
static bool is_kept(const struct decision *d, const struct ddz_option *sure, const struct ddz_option *best) {
  const double points = ddz_verdict_points(&d->scene, &d->verdict);
  return for_points(d) && d->verdict.certain && best != sure && best->bounded &&
         told(d, best).points.low <= (isnan(points) ? stake_now(d) : points);
}

static struct ddz_option *choose(struct decision *d) {
  struct ddz_option *pick = ddz_options_of(&d->options, &d->verdict.pick->play);
  if (d->scene.n == 0 || ddz_verdict_settles(&d->verdict, d->ask->objective)) return pick;
  struct ddz_option *best = best_of(d, false);
  return is_kept(d, pick, best) ? pick : best;
}

/* ---- tell ---- */

/* Where the points of a sure result are not known nothing says that they are settled: one more bomb may be
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
    one->points.low = on_its_side(d, option, one->points.low);
    one->points.high = on_its_side(d, option, one->points.high);
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

static void cut_range(const struct decision *d, struct ddz_candidate *one) {
  const double most = d->ask->cap * ddz_role_stakes(d->ask->view.role);
  if (d->ask->cap > 0 && one->bounded)
    one->points = ddz_interval_by_chance(one->points, one->win, stake_now(d), most);
}

/* Scores move with what is known; those of the rules are of another kind. */
static double score_told(const struct decision *d, const struct ddz_option *option) {
  const double estimate = for_points(d) ? option->points : option->win;
  const double now = worth(d, option, estimate);
  if (d->rating.player == DDZ_PLAYER_RULES || now == -HUGE_VAL) return option->score;
  return isnan(estimate) ? now : option->score + now - estimate;
}

static struct ddz_candidate told(const struct decision *d, const struct ddz_option *option) {
  struct ddz_candidate one = {.play = option->play,
                              .score = score_told(d, option),
                              .win_probability = win_within(option, option->win),
                              .expected_points = points_within(d, option, option->points),
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

/* Is it chosen for what is known of it, where the player alone would have chosen another? */
static bool is_raised(const struct decision *d, const struct ddz_option *chosen) {
  bool others = isnan(chosen->liked);
  if (!others && !(worth(d, chosen, chosen->liked) > chosen->liked)) return false;
  for (size_t i = 0; i < d->options.n; i++) others |= d->options.option[i].liked > chosen->liked;
  return others;
}

static enum ddz_reason reason_of(struct decision *d, const struct ddz_option *chosen) {
  const struct ddz_rating *rating = &d->rating;
  const bool named = chosen->play.cards == d->verdict.pick->play.cards;
  if (named && (d->verdict.certain || d->scene.n == 0)) return d->verdict.reason;
  if (!d->verdict.lost && is_raised(d, chosen))
    return chosen->sure == 1 ? DDZ_REASON_SOLVED : DDZ_REASON_LINE;
  const bool pick = rating->picks ? chosen->play.cards == rating->pick : chosen == best_of(d, true);
  return pick ? rating->reason : rating->swayed;
}

/* Is one listed behind the other? */
static bool is_behind(const struct decision *d, size_t a, size_t b) {
  return score_told(d, &d->options.option[a]) < score_told(d, &d->options.option[b]);
}

/* Their places by falling score, of equal ones in their order. Returns how many are told. */
static size_t order(const struct decision *d, const struct ddz_option *chosen, size_t *at) {
  size_t n = 0;
  at[n++] = (size_t)(chosen - d->options.option);
  for (size_t i = 0; i < d->options.n; i++) {
    const struct ddz_option *option = &d->options.option[i];
    if (option == chosen || (d->rating.tried_only && isnan(option->liked))) continue;
    size_t to = n++;
    for (; to > 1 && is_behind(d, at[to - 1], i); to--) at[to] = at[to - 1];
    at[to] = i;
  }
  return n;
}

/* Who is told is counted, and may then stand further behind. */
static void list(struct decision *d, size_t *at, size_t n, struct ddz_candidate *out, size_t cap) {
  for (size_t i = 1; i < n && i < cap;) {
    if (!count(d, &d->options.option[at[i]])) {
      i++;
      continue;
    }
    const size_t moved = at[i];
    size_t to = i;
    for (; to + 1 < n && is_behind(d, moved, at[to + 1]); to++) at[to] = at[to + 1];
    at[to] = moved;
  }
  for (size_t i = 0; i < n && i < cap; i++) out[i] = told(d, &d->options.option[at[i]]);
  ddz_candidates_lower_others(out, n < cap ? n : cap);
}

static void tell(struct decision *d, const struct ddz_option *chosen, struct ddz_robot_move *move,
                 struct ddz_candidate *out, size_t cap) {
  size_t at[DDZ_OPTIONS_MAX];
  const bool picked = d->rating.picks && chosen->play.cards == d->rating.pick;
  *move = (struct ddz_robot_move){.reason = reason_of(d, chosen),
                                  .player = d->rating.player,
                                  .nodes = d->rating.nodes,
                                  .candidates = order(d, chosen, at)};
  if (picked) move->contrast = d->rating.contrast;
  list(d, at, move->candidates, out, cap);
  move->chosen = told(d, chosen);
}

/* ---- a decision, step by step ---- */

void ddz_robot_choose(struct ddz_engine *engine, const struct ddz_robot_request *request,
                      struct ddz_robot_move *move, struct ddz_candidate *out, size_t cap) {
  struct decision d;
  d.ask = request;
  d.rating.nodes = 0;
  ddz_scene_set(&d.scene, engine, request);  /* see */
  ddz_options_list(&d.scene, &d.options);    /* list */
  d.verdict = ddz_rulebook_decide(&d.scene); /* know */
  for (size_t i = 0; i < d.options.n; i++) know_sure(&d, &d.options.option[i]);
  know_line(&d);
  if (!rate[ddz_robot_player(request)](&d)) rate_by_rules(&d); /* rate */
  tell(&d, choose(&d), move, out, cap);                        /* choose, tell */
}
