#include "core/search/candidates.h"

#include <assert.h>
#include <math.h>

#include "core/net/calibrate.h"
#include "core/play/net_player.h"
#include "core/play/rulebook.h"

enum { MOST = 10, FIRST = 3 }; /* candidates, beside those that are forced; how many the net admits at once */
/* Cards in all three hands: with no more, no play is left out because the net dislikes it, ... */
enum { FEW_CARDS = 24, VERY_FEW_CARDS = 16 }; /* ... and all are admitted at once */
/* Cards in the own hand: with no more, wildcards may also take the place of cards it has. */
enum { FEW_OWN = 6 };
/* How far below its best play the net may rate one: probability, stakes of a farmer. */
static const double MARGIN_WIN = .5, MARGIN_POINTS = 1.5;
static const double LOST = .05; /* probability: below it, one play is as good as another to the net */

/* ---- the list ---- */

static int position_of(const struct ddz_search_candidate *list, int n, ddz_hand cards) {
  int i = 0;
  while (i < n && list[i].play.cards != cards) i++;
  return i < n ? i : -1;
}

static bool has(const struct ddz_candidates *c, ddz_hand cards) {
  return position_of(c->admitted, c->count, cards) >= 0;
}

static int append(struct ddz_candidates *c, struct ddz_search_candidate candidate) {
  assert(c->count < DDZ_CANDIDATES_MAX);
  c->admitted[c->count] = candidate;
  return c->count++;
}

int ddz_candidates_admit(struct ddz_candidates *c) { return append(c, c->deferred[--c->deferred_count]); }

/* One that is not there yet, where there is room. */
static void append_play(struct ddz_candidates *c, const struct ddz_play *play) {
  if (c->count < c->most && !has(c, play->cards)) append(c, (struct ddz_search_candidate){.play = *play});
}

static void defer(struct ddz_candidates *c, struct ddz_search_candidate candidate) {
  assert(c->deferred_count < DDZ_CANDIDATES_MAX);
  c->deferred[c->deferred_count++] = candidate;
}

void ddz_candidates_keep(struct ddz_candidates *c, int count) {
  while (c->count > count) defer(c, c->admitted[--c->count]);
  if (c->fallback >= count) c->fallback = -1;
}

/* A play that the net has judged, with its prior. */
static struct ddz_search_candidate judged(const struct ddz_scene *scene, const struct ddz_judged *one) {
  const struct ddz_net *net = ddz_net_player_net(scene->engine, scene->rules);
  const double win = ddz_calibrate_logit(net, scene->view, scene->ask->objective, one->value.win);
  return (struct ddz_search_candidate){.play = one->play, .prior = {win, (double)one->value.points}};
}

static struct ddz_search_candidate judge(const struct ddz_candidates *c, const struct ddz_scene *scene,
                                         const struct ddz_play *play) {
  struct ddz_judged one;
  if (!c->by_net) return (struct ddz_search_candidate){.play = *play};
  ddz_net_player_judge_these(scene, play, 1, &one);
  return judged(scene, &one);
}

/* Admit `play` at once, wherever it is now. Returns its number. */
static int admit_now(struct ddz_candidates *c, const struct ddz_scene *scene, const struct ddz_play *play) {
  const int admitted = position_of(c->admitted, c->count, play->cards);
  if (admitted >= 0) return admitted;
  const int deferred = position_of(c->deferred, c->deferred_count, play->cards);
  if (deferred < 0) return append(c, judge(c, scene, play));
  const struct ddz_search_candidate candidate = c->deferred[deferred];
  c->deferred[deferred] = c->deferred[--c->deferred_count];
  return append(c, candidate);
}

/* ---- by the net ---- */

static double margin(const struct ddz_candidates *c) {
  if (c->full || c->cards <= FEW_CARDS) return HUGE_VAL;
  return c->objective == DDZ_OBJECTIVE_POINTS ? MARGIN_POINTS : MARGIN_WIN;
}

/* The net's best plays, the best first. */
static void add_best(struct ddz_candidates *c, const struct ddz_scene *scene) {
  struct ddz_judged all[DDZ_FEATURE_CANDIDATES];
  size_t n = ddz_net_player_judge(scene, all);
  while (n > 0 && c->count < c->most) {
    const size_t best = ddz_judge_best(all, n, c->objective);
    const struct ddz_search_candidate candidate = judged(scene, &all[best]);
    all[best] = all[--n];
    if (has(c, candidate.play.cards)) continue;
    const double top = ddz_expected_of(c->count > 0 ? c->admitted[0].prior : candidate.prior, c->objective);
    if (top - ddz_expected_of(candidate.prior, c->objective) > margin(c)) break;
    append(c, candidate);
  }
}

/* A candidate whatever the net thinks of it. */
static void defer_forced(struct ddz_candidates *c, const struct ddz_scene *scene,
                         const struct ddz_play *play) {
  if (has(c, play->cards) || position_of(c->deferred, c->deferred_count, play->cards) >= 0) return;
  defer(c, judge(c, scene, play));
}

/* Plays with a wildcard in the place of a card that the hand has. The lists of plays leave
 * them out, because a wildcard is worth more than the card. But near the end it may be of no use: 99 of 99F
 * leaves a flower, which is never played alone. */
static int list_filled(const struct ddz_scene *scene, struct ddz_play *out, int most) {
  const struct ddz_view *view = scene->view;
  struct ddz_play all[DDZ_FEATURE_CANDIDATES];
  int n = 0;
  if (ddz_rules_wilds(view->rules, view->hand) == 0 || ddz_hand_size(view->hand) > FEW_OWN) return 0;
  size_t found =
      ddz_moves(view->rules, view->hand, &view->now.last, DDZ_FILL_ANY, all, DDZ_FEATURE_CANDIDATES);
  if (found > DDZ_FEATURE_CANDIDATES) found = DDZ_FEATURE_CANDIDATES;
  for (size_t i = 0; i < found && n < most; i++)
    if (ddz_scene_prompt(scene, all[i].cards) == NULL && (n == 0 || out[n - 1].cards != all[i].cards))
      out[n++] = all[i];
  return n;
}

static void gather_by_net(struct ddz_candidates *c, const struct ddz_scene *scene,
                          const struct ddz_option *pick) {
  static const struct ddz_play pass;
  const bool all_at_once = c->full || c->cards <= VERY_FEW_CARDS;
  if (c->settled) admit_now(c, scene, &pick->play);
  add_best(c, scene);
  struct ddz_play filled[MOST];
  for (int i = list_filled(scene, filled, c->count < MOST ? MOST - c->count : 0); i-- > 0;)
    defer_forced(c, scene, &filled[i]);
  while (!all_at_once && c->count > FIRST) defer(c, c->admitted[--c->count]);
  defer_forced(c, scene, &pick->play);
  if (!scene->leads) defer_forced(c, scene, &pass);
  while (all_at_once && c->deferred_count > 0) ddz_candidates_admit(c);
  if (!c->full && c->objective == DDZ_OBJECTIVE_WIN && c->admitted[0].prior.win < LOST)
    c->fallback = admit_now(c, scene, &pick->play);
}

/* ---- by the rules ---- */

static bool has_body(const struct ddz_candidates *c, const struct ddz_play *play) {
  int i = 0;
  while (i < c->count && !ddz_play_alike(&c->admitted[i].play, play)) i++;
  return i < c->count;
}

/* The rules' choice, the pass, one play of each body by what it leaves, then the same with other kickers. */
static void gather_by_rules(struct ddz_candidates *c, const struct ddz_scene *scene,
                            const struct ddz_option *pick) {
  static const struct ddz_play pass;
  append_play(c, &pick->play);
  if (c->settled && !c->full) return;
  if (!scene->leads) append_play(c, &pass);
  for (size_t i = 0; i < scene->n; i++)
    if (!has_body(c, &scene->prompts[i].play)) append_play(c, &scene->prompts[i].play);
  for (size_t i = 0; i < scene->n; i++) append_play(c, &scene->prompts[i].play);
  struct ddz_play filled[MOST];
  const int n = list_filled(scene, filled, MOST);
  for (int i = 0; i < n; i++) append_play(c, &filled[i]);
}

void ddz_candidates_gather(struct ddz_candidates *c, const struct ddz_scene *scene,
                           const struct ddz_option *pick) {
  const struct ddz_robot_request *ask = scene->ask;
  const int *left = scene->view->now.left;
  const bool full = ask->effort == DDZ_EFFORT_FULL;
  const bool options = scene->n > 0 || ((full || ask->includes > 0) && !scene->leads);
  const bool asked = options && (full || !pick->settled);
  const bool by_net = asked && ddz_net_player_guesses(scene->engine, scene->view);
  *c = (struct ddz_candidates){.by_net = by_net,
                               .objective = ask->objective,
                               .full = full,
                               .settled = pick->settled,
                               .wild = scene->view->rules->wildcard == DDZ_WILDCARD_RANKS,
                               .cards = left[0] + left[1] + left[2],
                               .fallback = -1};
  c->most = full ? DDZ_CANDIDATES_BEST : MOST;
  (by_net ? gather_by_net : gather_by_rules)(c, scene, pick);
  for (size_t i = 0; i < ask->includes; i++) c->included[admit_now(c, scene, &ask->include[i])] = true;
  for (int i = 0; i < c->count; i++) c->admitted[i].style = ddz_style_bonus_of(ask, &c->admitted[i].play);
  for (int i = 0; i < c->deferred_count; i++)
    c->deferred[i].style = ddz_style_bonus_of(ask, &c->deferred[i].play);
}
