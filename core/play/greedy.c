#include "greedy.h"

#include <math.h>
#include <string.h>

#include "core/base/rng.h"
#include "core/play/rulebook.h"

/* The rule sets under which `net` plays itself; under the others it is `rules`. */
static const char *const trained[] = {"standard", "douzero", "huanle",  "botzone",
                                      "yuncheng", "laizi",   "buxipai", "tiandi"};

/* First what most requests are. */
static bool is_trained(const struct ddz_rules *rules) {
  enum { PRESETS = sizeof trained / sizeof *trained };
  for (size_t i = 0; i < PRESETS; i++)
    if (ddz_rules_are(rules, trained[i])) return true;
  for (size_t i = 0; i < PRESETS; i++)
    if (ddz_rules_mean(rules, trained[i])) return true;
  return false;
}

const struct ddz_net *ddz_greedy_net(struct ddz_engine *engine, const struct ddz_rules *rules) {
  const struct ddz_nets *nets = &engine->nets;
  return rules->wildcard != DDZ_WILDCARD_NONE && nets->wild != NULL ? nets->wild : nets->play;
}

static bool is_able(struct ddz_engine *engine, const struct ddz_view *view) {
  return ddz_greedy_net(engine, view->rules) != NULL && is_trained(view->rules);
}

bool ddz_greedy_knows(struct ddz_engine *engine, const struct ddz_view *view) {
  return ddz_view_is_accounted(view) && is_able(engine, view);
}

bool ddz_greedy_guesses(struct ddz_engine *engine, const struct ddz_view *view) {
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
    ddz_judge_these(ddz_greedy_net(scene->engine, scene->rules), scene->engine->power, &view,
                    scene->ask->objective, play, n, judged);
    for (size_t i = 0; i < n; i++) {
      chance[i] += ddz_logistic((double)judged[i].value.win) / DEALS;
      out[i].value.points += judged[i].value.points / DEALS;
    }
  }
  for (size_t i = 0; i < n; i++) out[i].value.win = (float)ddz_logit(chance[i]);
}

void ddz_greedy_judge_these(const struct ddz_scene *scene, const struct ddz_play *play, size_t n,
                            struct ddz_judged *out) {
  if (ddz_view_is_accounted(scene->view))
    ddz_judge_these(ddz_greedy_net(scene->engine, scene->rules), scene->engine->power, scene->view,
                    scene->ask->objective, play, n, out);
  else
    judge_completed(scene, play, n, out);
}

size_t ddz_greedy_judge(const struct ddz_scene *scene, struct ddz_judged *out) {
  struct ddz_play play[DDZ_FEATURE_CANDIDATES];
  const size_t n = ddz_feature_candidates(scene->rules, scene->view->hand, &scene->view->now.last, play);
  if (n > 0) ddz_greedy_judge_these(scene, play, n, out);
  return n;
}

static struct ddz_candidate reported(const struct ddz_scene *scene, const struct ddz_judged *judged) {
  const struct ddz_robot_request *ask = scene->ask;
  const enum ddz_role role = scene->view->role;
  const double stake = ask->multiplier * ddz_role_stakes(role);
  const double win = ddz_judge_probability(ddz_greedy_net(scene->engine, scene->view->rules), scene->view,
                                           ask->objective, judged->value.win);
  const double points = stake * ddz_judge_points(scene->view, ask->objective, judged);
  /* the net learned no other factors; what a last play multiplies is no guess */
  const bool told = ddz_rules_doubles(scene->view->rules) || judged->play.cards == scene->view->hand;
  return (struct ddz_candidate){.play = judged->play,
                                .score = ask->objective == DDZ_OBJECTIVE_POINTS ? points : win,
                                .win_probability = ddz_unproven(win),
                                .expected_points = told ? points : NAN};
}

/* The plays the request includes are judged, too; one that is not listed takes the last place that is free.
 */
static void list_included(const struct ddz_scene *scene, struct ddz_candidate *out, size_t listed) {
  for (size_t i = 0; i < scene->ask->includes && listed > 1; i++) {
    const struct ddz_play *play = &scene->ask->include[i];
    struct ddz_judged judged;
    size_t at = 0;
    while (at < listed - 1 && out[at].play.cards != play->cards) at++;
    if (out[at].play.cards == play->cards && !isnan(out[at].win_probability)) continue;
    ddz_greedy_judge_these(scene, play, 1, &judged);
    out[at] = reported(scene, &judged);
    listed -= at == listed - 1;
  }
}

/* Where a set of cards is among those judged; n when it is not. */
static size_t find(const struct ddz_judged *judged, size_t n, ddz_hand cards) {
  size_t i = 0;
  while (i < n && judged[i].play.cards != cards) i++;
  return i;
}

/* Put the candidate at `from` to `to` <= from; those between move up. */
static void move_up(struct ddz_judged *judged, size_t from, size_t to) {
  const struct ddz_judged one = judged[from];
  memmove(judged + to + 1, judged + to, (from - to) * sizeof *judged);
  judged[to] = one;
}

/* By falling score, equal ones in their order; the first place is the chosen one's. */
static void sort(struct ddz_judged *judged, size_t n, enum ddz_objective objective) {
  for (size_t i = 2; i < n; i++) {
    const float score = ddz_judge_score(&judged[i].value, objective);
    size_t at = i;
    while (at > 1 && ddz_judge_score(&judged[at - 1].value, objective) < score) at--;
    move_up(judged, i, at);
  }
}

/* Plays that differ in their reading only are one candidate: the better one. */
static size_t keep_distinct(struct ddz_judged *judged, size_t n) {
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    if (find(judged, kept, judged[i].play.cards) == kept) judged[kept++] = judged[i];
  return kept;
}

/* Behind those judged the others, in the order of the prompts. */
static void list_others(const struct ddz_scene *scene, const struct ddz_judged *judged, size_t n,
                        struct ddz_candidate *out, size_t cap) {
  size_t at = n;
  const double least = n > 0 && n <= cap ? fmin(out[n - 1].score, out[0].score) : 0;
  for (size_t i = 0; i < scene->n && at < cap; i++) {
    const struct ddz_play *play = &scene->prompts[i].play;
    if (find(judged, n, play->cards) < n) continue;
    out[at] = (struct ddz_candidate){
        .play = *play, .score = least - (double)(at - n + 1), .win_probability = NAN, .expected_points = NAN};
    at++;
  }
}

/* The best as a seat of this style sees them, and one in doubt: then each play is misjudged, the same one in
 * the same way whenever the same is asked. */
static size_t best_to_seat(const struct ddz_scene *scene, const struct ddz_judged *judged, size_t n,
                           double doubt) {
  const enum ddz_objective objective = scene->ask->objective;
  const double width = objective == DDZ_OBJECTIVE_POINTS ? doubt / 2 : doubt; /* a logit is half a stake */
  double most = -HUGE_VAL;
  size_t best = 0;
  for (size_t i = 0; i < n; i++) {
    const double drawn = ddz_rng_of_play(scene->ask->seed, scene->view->hand, judged[i].play.cards);
    const double liked =
        ddz_style_bonus(scene->ask, &judged[i].play) / (objective == DDZ_OBJECTIVE_POINTS ? 2 : 1);
    const double score = (double)ddz_judge_score(&judged[i].value, objective) + liked + width * (drawn - 0.5);
    if (score > most) best = i, most = score;
  }
  return best;
}

/* Which play, by whose word. */
struct choice {
  size_t at;   /* its place among those judged; their number: it is none of them */
  bool forced; /* the rulebook decides alone */
  bool ruled;  /* the rulebook names it too, and for certain: its reason stands */
  bool best;   /* the net decides: it rates no other higher */
};

static struct choice choose(const struct ddz_scene *scene, const struct ddz_verdict *verdict, double doubt,
                            const struct ddz_judged *judged, size_t n) {
  const struct ddz_robot_request *ask = scene->ask;
  const ddz_hand pick = verdict->pick->play.cards;
  if (ddz_verdict_settles(verdict, ask->objective) || scene->n == 0)
    return (struct choice){.at = find(judged, n, pick), .forced = true, .ruled = true};
  const size_t best = ddz_judge_best(judged, n, ask->objective);
  const bool plain = doubt <= 0 && ask->style == DDZ_STYLE_STEADY;
  const size_t at = plain ? best : best_to_seat(scene, judged, n, doubt);
  return (struct choice){
      .at = at, .ruled = verdict->certain && judged[at].play.cards == pick, .best = at == best};
}

static enum ddz_reason reason_of(const struct choice *choice, const struct ddz_verdict *verdict,
                                 double doubt) {
  if (choice->ruled) return verdict->reason;
  if (choice->best) return DDZ_REASON_NET_BEST;
  return doubt > 0 ? DDZ_REASON_LEVEL_SLIP : DDZ_REASON_STYLE;
}

/* The chosen play with the net's numbers; what the rulebook knows for certain goes before them. */
static struct ddz_candidate chosen_one(const struct ddz_scene *scene, const struct ddz_verdict *verdict,
                                       const struct choice *choice, const struct ddz_judged *judged) {
  struct ddz_candidate one = reported(scene, judged);
  if (!choice->ruled) return one;
  if (verdict->certain) one.win_probability = 1;
  if (verdict->certain && !isnan(verdict->stakes)) one.expected_points = ddz_verdict_points(scene, verdict);
  if (choice->forced && verdict->certain)
    one.score = scene->ask->objective == DDZ_OBJECTIVE_POINTS ? one.expected_points : one.win_probability;
  return one;
}

void ddz_greedy(struct ddz_scene *scene, const struct ddz_verdict *verdict, double doubt,
                struct ddz_robot_move *move, struct ddz_candidate *out, size_t cap) {
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES + 1];
  const enum ddz_objective objective = scene->ask->objective;
  size_t n = ddz_greedy_judge(scene, judged);
  const struct choice choice = choose(scene, verdict, doubt, judged, n);
  if (choice.at == n) /* not one of those the net looks at, or nothing can be led */
    judged[n++] = (struct ddz_judged){verdict->pick->play, {NAN, NAN}};
  move_up(judged, choice.at, 0);
  if (cap > 1) sort(judged, n, objective);
  n = keep_distinct(judged, n);
  const struct ddz_candidate first = chosen_one(scene, verdict, &choice, &judged[0]);
  const size_t all = scene->n + !scene->leads;
  *move = (struct ddz_robot_move){.player = DDZ_PLAYER_NET,
                                  .reason = reason_of(&choice, verdict, doubt),
                                  .chosen = first,
                                  .candidates = all > n ? all : n};
  for (size_t i = 0; i < n && i < cap; i++) out[i] = i == 0 ? first : reported(scene, &judged[i]);
  list_others(scene, judged, n, out, cap);
  const size_t listed = move->candidates < cap ? move->candidates : cap;
  list_included(scene, out, listed);
  if (!choice.best) ddz_candidates_lower_others(out, listed);
}
