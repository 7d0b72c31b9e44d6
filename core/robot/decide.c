#include "decide.h"

#include <math.h>
#include <string.h>

#include "core/net/calibrate.h"
#include "core/play/deals.h"
#include "core/play/net_player.h"
#include "core/rules/movegen.h"
#include "core/search/search.h"

/* A decision, with all that its steps hand on. */
struct decision {
  struct ddz_scene scene;
  struct ddz_options options;
  struct ddz_rating rating;
  struct ddz_fits fits; /* the deals that fit, where they are few; else none */
  const struct ddz_robot_request *ask;
};

/* ---- know ---- */

/* What the seat gets that goes out with this play. NAN where it may be a spring and the view cannot tell. */
static double finish_points(const struct ddz_robot_request *ask, const struct ddz_play *play) {
  const struct ddz_view *view = &ask->view;
  if (view->rules->spring && !view->now.from_start) return NAN;
  return ddz_robot_paid(ask, ddz_judge_end(view, play));
}

/* Levels that play by the rules do not count deals. */
static bool counts_deals(const struct ddz_robot_request *ask) {
  return !ddz_robot_errs(ask) || ddz_levels[ask->level].player != DDZ_PLAYER_RULES;
}

/* Does it win in every deal that fits? */
static bool wins_all(const struct ddz_scene *scene, ddz_hand cards) {
  if (scene->certain.way != DDZ_CERTAIN_DEALS || !counts_deals(scene->ask)) return false;
  const struct ddz_prompt *prompt = ddz_scene_prompt(scene, cards);
  return cards == 0 ? scene->certain.wins[scene->n]
                    : prompt != NULL && scene->certain.wins[prompt - scene->prompts];
}

static bool is_sure_pick(const struct ddz_scene *scene, ddz_hand cards) {
  return scene->pick_wins && cards == scene->pick->play.cards;
}

static void know_sure(const struct ddz_scene *scene, struct ddz_option *option) {
  const struct ddz_certain *certain = &scene->certain;
  const ddz_hand cards = option->play.cards;
  const double points = isnan(certain->stakes) ? NAN : ddz_robot_paid(scene->ask, certain->stakes);
  if (cards != 0 && cards == scene->view->hand) {
    option->sure = 1;
    option->sure_points = finish_points(scene->ask, &option->play);
  } else if (is_sure_pick(scene, cards)) {
    option->sure = 1;
    if (certain->way != DDZ_CERTAIN_NOT && cards == certain->cards) option->sure_points = points;
  } else if (certain->lost) {
    option->sure = 0;
    option->sure_points = -points;
  } else if (wins_all(scene, cards)) {
    option->sure = 1;
    option->sure_points = points;
  }
  /* a player for points does not give up points that are sure */
  option->settled = is_sure_pick(scene, cards) && (scene->ask->objective == DDZ_OBJECTIVE_WIN ||
                                                   (certain->full && !isnan(certain->stakes)));
}

enum {
  RUN_CARDS = 9,  /* of the own hand at most */
  RUN_NODES = 300 /* leads that are looked at */
};

/* Of an own play in one deal: nobody beats it, an enemy can, or the side goes out on it. */
enum fate { STANDS, BEATEN, WINS };

static enum fate fate_of(const struct decision *d, size_t deal, const struct ddz_play *play) {
  const enum ddz_role role = d->ask->view.role, others[] = {ddz_role_next(role), ddz_role_before(role)};
  struct ddz_play out;
  for (int i = 0; i < 2; i++) {
    const ddz_hand hand = d->fits.hand[deal][others[i]];
    if (!ddz_role_enemies(role, others[i])) {
      if (ddz_answer(d->scene.rules, hand, play, &out) == DDZ_OK) return WINS;
    } else if (ddz_threat_beats(d->scene.rules, hand, ddz_hand_size(hand), play)) {
      return BEATEN;
    }
  }
  return STANDS;
}

/* How likely the side goes out, of the deals in `alive` (a bit each), by own leads from `play` on, the same
 * ones in all deals: no enemy can beat any of them but the last, or the partner goes out on one. The enemies
 * know them, and the partner does nothing else: a lower bound. 0 where it is no more than `above`. */
static double run_from(const struct decision *d, ddz_hand hand, const struct ddz_play *play, uint64_t alive,
                       double above, int *nodes) {
  static const struct ddz_play pass;
  struct ddz_play lead[DDZ_THIN_MAX];
  double out = 0, on = 0, best = 0;
  for (size_t i = 0; i < d->fits.n; i++) {
    if ((alive >> i & 1) == 0) continue;
    const enum fate fate = play->cards == hand ? WINS : fate_of(d, i, play);
    if (fate == WINS) out += d->fits.chance[i];
    if (fate == STANDS) on += d->fits.chance[i];
    if (fate != STANDS) alive -= (uint64_t)1 << i;
  }
  if (out + on <= above) return 0;
  const size_t n = alive != 0 ? ddz_thin_moves(d->scene.rules, hand - play->cards, &pass, lead) : 0;
  for (size_t i = 0; i < n && (*nodes)-- > 0; i++)
    best = fmax(best, run_from(d, hand - play->cards, &lead[i], alive, best, nodes));
  return out + best;
}

/* What it brings where it is won with these bombs and lost with all there are. NAN where it may be a spring
 * and the view cannot tell. */
static double run_points(const struct decision *d, const struct ddz_play *play, double win) {
  const struct ddz_view *view = &d->ask->view;
  const ddz_hand left = view->hand - play->cards + d->scene.unseen;
  struct ddz_position end = view->now;
  if (view->rules->spring && !view->now.from_start) return NAN;
  ddz_position_play(&end, play);
  const double won = ddz_position_factor(&end, view->rules, view->role, &view->now);
  end.raised[DDZ_RAISE_HARD] += (uint8_t)__builtin_popcount(ddz_hand_at_least(left, 4));
  end.raised[DDZ_RAISE_ROCKET] += ddz_hand_contains(left, DDZ_HAND_ROCKET);
  const enum ddz_role winner = view->role == DDZ_LANDLORD ? DDZ_LANDLORD_DOWN : DDZ_LANDLORD;
  const double lost = ddz_position_factor(&end, view->rules, winner, &view->now);
  return ddz_robot_paid(d->ask, win * won - (1 - win) * lost);
}

/* Of a play that no enemy can beat, and the leads after it. */
static void know_least(const struct decision *d, struct ddz_option *option) {
  const struct ddz_play *play = &option->play;
  int nodes = RUN_NODES;
  if (!isnan(option->sure) || play->kind == DDZ_PASS) return;
  for (size_t i = 0; i < d->fits.n; i++)
    if (fate_of(d, i, play) == BEATEN) return;
  const double win = run_from(d, d->scene.view->hand, play, ~(uint64_t)0 >> (64 - d->fits.n), 0, &nodes);
  if (win == 0) return;
  option->least = ddz_unproven(fmin(win, 1));
  option->least_points = run_points(d, play, win);
}

/* Write what is sure, and list the deals that fit: not where they are many, where the level does not count
 * them (those that play by the rules), or where nothing is left to find out. */
static void know(struct decision *d) {
  const struct ddz_scene *scene = &d->scene;
  const bool won = scene->pick_wins && d->ask->objective == DDZ_OBJECTIVE_WIN;
  for (size_t i = 0; i < d->options.n; i++) know_sure(scene, &d->options.option[i]);
  const bool open = counts_deals(d->ask) && scene->n > 0 && !scene->certain.lost && !won;
  if (!open || !ddz_fits_list(scene->engine, scene->view, &d->fits)) d->fits.n = 0;
  if (ddz_hand_size(scene->view->hand) > RUN_CARDS) return;
  for (size_t i = 0; i < d->options.n && d->fits.n > 0; i++) know_least(d, &d->options.option[i]);
}

/* How likely an option wins with open hands, if that was not counted yet: no play wins more often. True if it
 * is below the player's estimate. Up to 2,000 nodes of the solver. */
static bool know_most(const struct decision *d, struct ddz_option *option) {
  const struct ddz_scene *scene = &d->scene;
  if (option->counted || d->fits.n == 0 || !isnan(option->sure) || isnan(option->win)) return false;
  option->counted = true;
  const double most = ddz_fits_won(scene->engine, scene->view, &d->fits, &option->play);
  if (!isnan(most)) option->most = ddz_unproven(most);
  return option->most < option->win;
}

/* ---- rate ---- */

/* By enum ddz_player. Where one does not know the position the rules do. */
static bool (*const rate[DDZ_PLAYERS])(const struct ddz_scene *scene, struct ddz_options *options,
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
  struct ddz_candidate one = option->told;
  one.play = option->play;
  one.score = score_told(d, option);
  one.win_probability = ddz_option_win(option, option->win);
  one.expected_points = ddz_option_points(d->ask, option, option->points);
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
  while (know_most(d, best));
  return best;
}

/* Sure points are given up only where the whole interval of the estimate is above them. A net tells no
 * interval: what it prefers to points that may still grow is worth more on average (4,000 deals: +.024
 * +-.012). */
static bool is_kept(const struct decision *d, const struct ddz_option *sure, const struct ddz_option *best) {
  const double points = sure->sure_points;
  return d->ask->objective == DDZ_OBJECTIVE_POINTS && sure->sure == 1 && best != sure && best->told.bounded &&
         told(d, best).points.low <= (isnan(points) ? ddz_robot_paid(d->ask, 1) : points);
}

static struct ddz_option *choose(struct decision *d) {
  struct ddz_option *pick = ddz_options_find(&d->options, d->scene.pick->play.cards);
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
  const bool named = chosen->play.cards == d->scene.pick->play.cards;
  if (named && (d->scene.pick_wins || d->scene.n == 0)) return d->scene.reason;
  if (!rating->picks && chosen != &d->options.option[best_of(d, true)]) return rating->swayed;
  if (!d->scene.certain.lost && is_raised(d, chosen))
    return chosen->sure == 1 ? DDZ_REASON_SOLVED : DDZ_REASON_PLAN;
  return !rating->picks || chosen->play.cards == rating->pick ? rating->reason : rating->swayed;
}

/* Where the chosen candidate, which stands first, was not chosen for its score (a rule took it, or no other
 * was clearly better) the scores of all others are lowered by as much as the best of them is above it: they
 * keep their distances, and scores fall from the first to the last. */
static void lower_others(struct ddz_candidate *out, size_t n) {
  double above = n > 1 ? out[1].score - out[0].score : 0;
  for (size_t i = 1; i < n && above > 0; i++) /* the difference is rounded */
    out[i].score = fmin(out[i].score - above, out[0].score);
}

/* An option that may be told. */
struct listed {
  struct ddz_option *option;
  double score;
};

/* Bring the best of those from `at` on to the front, the first of equal ones. It is counted before it is
 * told, which may lower it. */
static void bring_next(const struct decision *d, struct listed *at, size_t n) {
  for (;;) {
    size_t best = 0;
    for (size_t i = 1; i < n; i++)
      if (at[i].score > at[best].score) best = i;
    const struct listed next = at[best];
    memmove(&at[1], at, best * sizeof *at);
    at[0] = next;
    if (!know_most(d, next.option)) return;
    at[0].score = score_told(d, next.option);
  }
}

/* The chosen one stands first. */
static void tell(struct decision *d, struct ddz_option *chosen, struct ddz_robot_move *move,
                 struct ddz_candidate *out, size_t cap) {
  struct listed at[DDZ_OPTIONS_MAX];
  const bool picked = d->rating.picks && chosen->play.cards == d->rating.pick;
  size_t n = 0;
  *move = (struct ddz_robot_move){
      .reason = reason_of(d, chosen), .player = d->rating.player, .nodes = d->rating.nodes};
  if (picked) move->contrast = d->rating.contrast;
  at[n++] = (struct listed){chosen, 0};
  for (size_t i = 0; i < d->options.n; i++) {
    struct ddz_option *one = &d->options.option[i];
    if (one == chosen || (d->rating.tried_only && isnan(one->liked))) continue;
    at[n++] = (struct listed){one, cap > 1 ? score_told(d, one) : 0};
  }
  for (size_t i = 0; i < n && i < cap; i++) {
    if (i > 0) bring_next(d, &at[i], n - i);
    out[i] = told(d, at[i].option);
  }
  lower_others(out, n < cap ? n : cap);
  move->candidates = n;
  move->chosen = told(d, chosen);
}

/* ---- the steps ---- */

void ddz_decide(struct ddz_engine *engine, const struct ddz_robot_request *request,
                struct ddz_robot_move *move, struct ddz_candidate *out, size_t cap) {
  struct decision d;
  d.ask = request;
  d.rating.nodes = 0;
  ddz_scene_set(&d.scene, engine, request); /* 1 */
  ddz_options_list(&d.scene, &d.options);   /* 2 */
  ddz_rulebook_decide(&d.scene);            /* 3 */
  know(&d);                                 /* 4 */
  if (!rate[ddz_robot_player(request)](&d.scene, &d.options, &d.rating))
    ddz_rulebook_rate(&d.scene, &d.options, &d.rating); /* 5 */
  struct ddz_option *chosen = choose(&d);               /* 6 */
  tell(&d, chosen, move, out, cap);                     /* 7 */
}
