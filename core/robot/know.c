#include "know.h"

#include <math.h>

#include "core/net/calibrate.h"

/* ---- sure ---- */

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

static bool is_sure_pick(const struct ddz_verdict *verdict, ddz_hand cards) {
  return verdict->certain && cards == verdict->pick->play.cards;
}

static void know_sure(const struct ddz_scene *scene, const struct ddz_verdict *verdict,
                      struct ddz_option *option) {
  const struct ddz_certain *certain = &scene->certain;
  const ddz_hand cards = option->play.cards;
  const double points = isnan(certain->stakes) ? NAN : ddz_robot_paid(scene->ask, certain->stakes);
  if (cards != 0 && cards == scene->view->hand) {
    option->sure = 1;
    option->sure_points = finish_points(scene->ask, &option->play);
  } else if (is_sure_pick(verdict, cards)) {
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
  option->settled = is_sure_pick(verdict, cards) && (scene->ask->objective == DDZ_OBJECTIVE_WIN ||
                                                     (certain->full && !isnan(certain->stakes)));
}

/* ---- over the deals that fit ---- */

static void know_least(const struct ddz_scene *scene, const struct ddz_fits *fits,
                       struct ddz_options *options) {
  struct ddz_plan plan;
  if (!ddz_plan_find(scene, fits, &plan)) return;
  struct ddz_option *option = ddz_options_find(options, plan.play.cards);
  if (!isnan(option->sure)) return;
  option->least = ddz_unproven(plan.win);
  option->least_points = plan.stakes * ddz_robot_paid(scene->ask, 1);
}

void ddz_know(const struct ddz_scene *scene, const struct ddz_verdict *verdict, struct ddz_options *options,
              struct ddz_fits *fits) {
  const bool won = verdict->certain && scene->ask->objective == DDZ_OBJECTIVE_WIN;
  for (size_t i = 0; i < options->n; i++) know_sure(scene, verdict, &options->option[i]);
  fits->n = 0;
  if (!counts_deals(scene->ask) || scene->n == 0 || scene->certain.lost || won) return;
  if (ddz_fits_list(scene->engine, scene->view, fits))
    know_least(scene, fits, options);
  else
    fits->n = 0;
}

bool ddz_know_most(const struct ddz_scene *scene, const struct ddz_fits *fits, struct ddz_option *option) {
  if (option->counted || fits->n == 0 || !isnan(option->sure) || isnan(option->win)) return false;
  option->counted = true;
  const double most = ddz_fits_won(scene->engine, scene->view, fits, &option->play);
  if (!isnan(most)) option->most = ddz_unproven(most);
  return option->most < option->win;
}
