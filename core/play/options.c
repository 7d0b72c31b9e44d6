#include "core/play/options.h"

#include <assert.h>
#include <math.h>

static struct ddz_option *append_option(struct ddz_options *options, const struct ddz_play *play) {
  assert(options->n < DDZ_OPTIONS_MAX);
  struct ddz_option *option = &options->option[options->n++];
  *option = (struct ddz_option){.play = *play,
                                .sure = NAN,
                                .sure_points = NAN,
                                .most = 1,
                                .least_points = NAN,
                                .win = NAN,
                                .points = NAN,
                                .liked = NAN};
  return option;
}

struct ddz_option *ddz_options_find(struct ddz_options *options, ddz_hand cards) {
  for (size_t i = 0; i < options->n; i++)
    if (options->option[i].play.cards == cards) return &options->option[i];
  return NULL;
}

struct ddz_option *ddz_options_of(struct ddz_options *options, const struct ddz_play *play) {
  struct ddz_option *found = ddz_options_find(options, play->cards);
  return found != NULL ? found : append_option(options, play);
}

void ddz_options_list(const struct ddz_scene *scene, struct ddz_options *options) {
  static const struct ddz_play pass;
  options->n = 0;
  for (size_t i = 0; i < scene->n; i++) append_option(options, &scene->prompts[i].play);
  if (!scene->leads || scene->n == 0) append_option(options, &pass);
  for (size_t i = 0; i < scene->ask->includes; i++) ddz_options_of(options, &scene->ask->include[i]);
}

/* ---- what is known goes before what is thought ---- */

double ddz_option_win(const struct ddz_option *option, double win) {
  if (!isnan(option->sure)) return option->sure;
  if (isnan(win)) return option->least > 0 ? option->least : NAN;
  return fmax(fmin(win, option->most), option->least);
}

double ddz_option_side(const struct ddz_robot_request *ask, const struct ddz_option *option, double points) {
  const double stake = ddz_robot_paid(ask, 1);
  if (isnan(points) || isnan(option->sure)) return points;
  return option->sure == 1 ? fmax(points, stake) : fmin(points, -stake);
}

double ddz_option_points(const struct ddz_robot_request *ask, const struct ddz_option *option,
                         double points) {
  const double most = ask->cap * ddz_role_stakes(ask->view.role), stake = ddz_robot_paid(ask, 1);
  if (!isnan(option->sure_points)) return option->sure_points;
  if (option->most < option->win) points -= 2 * (option->win - option->most) * stake;
  points = ddz_option_side(ask, option, fmax(points, option->least_points)); /* a number before NAN */
  return ask->cap > 0 ? ddz_points_by_chance(points, ddz_option_win(option, option->win), stake, most)
                      : points;
}

double ddz_option_worth(const struct ddz_robot_request *ask, const struct ddz_option *option,
                        double estimate) {
  const double within = ask->objective == DDZ_OBJECTIVE_POINTS ? ddz_option_points(ask, option, estimate)
                                                               : ddz_option_win(option, estimate);
  return isnan(within) ? -HUGE_VAL : within;
}
