#include "net_player.h"

#include <math.h>
#include <string.h>

#include "core/base/rng.h"
#include "core/net/calibrate.h"

/* The rule sets under which `net` plays itself; under the others it is `rules`. */
static const char *const trained[] = {"standard", "douzero", "huanle",  "botzone",
                                      "yuncheng", "laizi",   "buxipai", "tiandi"};

/* First under the name that they have: that is what most requests are. */
static bool is_trained(const struct ddz_rules *rules) {
  enum { PRESETS = sizeof trained / sizeof *trained };
  for (size_t i = 0; i < PRESETS; i++)
    if (strcmp(rules->name, trained[i]) == 0 && ddz_rules_play_as(rules, trained[i])) return true;
  for (size_t i = 0; i < PRESETS; i++)
    if (ddz_rules_play_as(rules, trained[i])) return true;
  return false;
}

const struct ddz_net *ddz_net_player_net(struct ddz_engine *engine, const struct ddz_rules *rules) {
  const struct ddz_nets *nets = &engine->nets;
  return rules->wildcard != DDZ_WILDCARD_NONE && nets->wild != NULL ? nets->wild : nets->play;
}

static bool is_able(struct ddz_engine *engine, const struct ddz_view *view) {
  return ddz_net_player_net(engine, view->rules) != NULL && is_trained(view->rules);
}

bool ddz_net_player_knows(struct ddz_engine *engine, const struct ddz_view *view) {
  return ddz_view_is_accounted(view) && is_able(engine, view);
}

bool ddz_net_player_guesses(struct ddz_engine *engine, const struct ddz_view *view) {
  if (!is_able(engine, view)) return false;
  if (ddz_view_is_accounted(view)) return true;
  struct ddz_view completed = *view;
  struct ddz_rng rng;
  ddz_rng_seed(&rng, 0);
  return ddz_view_complete(&completed, &rng);
}

enum { DEALS = 16 }; /* of what was played before the view */

/* What the net says of one deal after the other: the mean of its chances and of its points. */
static void judge_completed(const struct ddz_scene *scene, const struct ddz_play *play, size_t n,
                            struct ddz_judged *out) {
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
  double chance[DDZ_FEATURE_CANDIDATES] = {0};
  struct ddz_rng rng;
  ddz_rng_seed_stream(&rng, scene->ask->seed, ddz_view_seed(scene->view));
  for (size_t i = 0; i < n; i++) out[i] = (struct ddz_judged){.play = play[i]};
  for (int deal = 0; deal < DEALS; deal++) {
    struct ddz_view view = *scene->view;
    ddz_view_complete(&view, &rng);
    ddz_judge_these(ddz_net_player_net(scene->engine, scene->rules), scene->engine->power, &view,
                    scene->ask->objective, play, n, judged);
    for (size_t i = 0; i < n; i++) {
      chance[i] += ddz_logistic((double)judged[i].value.win) / DEALS;
      out[i].value.points += judged[i].value.points / DEALS;
    }
  }
  for (size_t i = 0; i < n; i++) out[i].value.win = (float)ddz_logit(chance[i]);
}

void ddz_net_player_judge_these(const struct ddz_scene *scene, const struct ddz_play *play, size_t n,
                                struct ddz_judged *out) {
  if (ddz_view_is_accounted(scene->view))
    ddz_judge_these(ddz_net_player_net(scene->engine, scene->rules), scene->engine->power, scene->view,
                    scene->ask->objective, play, n, out);
  else
    judge_completed(scene, play, n, out);
}

size_t ddz_net_player_judge(const struct ddz_scene *scene, struct ddz_judged *out) {
  struct ddz_play play[DDZ_FEATURE_CANDIDATES];
  const size_t n = ddz_feature_candidates(scene->rules, scene->view->hand, &scene->view->now.last, play);
  if (n > 0) ddz_net_player_judge_these(scene, play, n, out);
  return n;
}

/* ---- what the net thinks of the options ---- */

/* What the net tells of a play that it values so. */
struct told {
  double win, points;
};

static struct told told_of(const struct ddz_scene *scene, const struct ddz_judged *judged) {
  const struct ddz_robot_request *ask = scene->ask;
  const double stake = ask->multiplier * ddz_role_stakes(scene->view->role);
  const double win = ddz_calibrate_logit(ddz_net_player_net(scene->engine, scene->rules), scene->view,
                                         ask->objective, judged->value.win);
  return (struct told){ddz_unproven(win), stake * ddz_calibrate_points(scene->view, ask->objective, judged)};
}

/* How far a seat in doubt misjudges a play, the same one in the same way whenever the same is asked; and what
 * its style likes. In logits. */
static double sway_of(const struct ddz_scene *scene, const struct ddz_play *play, double doubt) {
  const double drawn = ddz_rng_of_play(scene->ask->seed, scene->view->hand, play->cards);
  return ddz_style_bonus(scene->ask, play) + doubt * (drawn - .5);
}

/* The same judgement, moved so far. */
static struct ddz_judged moved(const struct ddz_judged *judged, double logits) {
  struct ddz_judged other = *judged;
  other.value.win += (float)logits;
  other.value.points += (float)(logits / 2); /* a logit is half a stake */
  return other;
}

static void rate_one(const struct ddz_scene *scene, const struct ddz_judged *judged, double doubt,
                     struct ddz_option *option) {
  const bool for_points = scene->ask->objective == DDZ_OBJECTIVE_POINTS;
  const double sway = sway_of(scene, &judged->play, doubt);
  const struct ddz_judged swayed = moved(judged, sway);
  const struct told told = told_of(scene, judged), liked = sway != 0 ? told_of(scene, &swayed) : told;
  /* the net learned no other factors; what a last play multiplies is no guess */
  const bool tells = ddz_rules_doubles(scene->rules) || judged->play.cards == scene->view->hand;
  if (!isnan(option->win) && option->score >= (for_points ? told.points : told.win)) return;
  option->play = judged->play; /* of the readings of these cards the better one */
  option->win = told.win;
  option->points = tells ? told.points : NAN;
  option->score = for_points ? told.points : told.win;
  option->liked = for_points ? liked.points : liked.win;
}

/* Behind those judged the others, in their order. */
static void score_others(struct ddz_options *options) {
  double least = 0;
  for (size_t i = 0; i < options->n; i++)
    if (!isnan(options->option[i].win)) least = fmin(least, options->option[i].score);
  for (size_t i = 0; i < options->n; i++)
    if (isnan(options->option[i].win)) options->option[i].score = --least;
}

/* The plays the request includes are judged, whether the net chooses from them or not. */
static void rate_included(const struct ddz_scene *scene, double doubt, struct ddz_options *options) {
  for (size_t i = 0; i < scene->ask->includes; i++) {
    const struct ddz_play *play = &scene->ask->include[i];
    struct ddz_option *option = ddz_options_of(options, play);
    struct ddz_judged judged;
    if (!isnan(option->win)) continue;
    ddz_net_player_judge_these(scene, play, 1, &judged);
    rate_one(scene, &judged, doubt, option);
  }
}

bool ddz_net_player_rate(const struct ddz_scene *scene, struct ddz_options *options,
                         struct ddz_rating *rating) {
  const struct ddz_robot_request *ask = scene->ask;
  const double doubt = ask->player == DDZ_PLAYER_NET ? 0 : ddz_levels[ask->level].doubt;
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
  if (!ddz_net_player_guesses(scene->engine, scene->view)) return false;
  const size_t n = ddz_net_player_judge(scene, judged);
  for (size_t i = 0; i < n; i++) rate_one(scene, &judged[i], doubt, ddz_options_of(options, &judged[i].play));
  rate_included(scene, doubt, options);
  score_others(options);
  *rating = (struct ddz_rating){.player = DDZ_PLAYER_NET,
                                .reason = DDZ_REASON_NET_BEST,
                                .swayed = doubt > 0 ? DDZ_REASON_LEVEL_SLIP : DDZ_REASON_STYLE};
  return true;
}
