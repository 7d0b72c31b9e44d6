#include "core/search/candidates.h"

#include <assert.h>
#include <math.h>
#include <string.h>

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

/* c->listed: it is not there. */
static int place_of(const struct ddz_comparison *c, ddz_hand cards) {
  int i = 0;
  while (i < c->listed && c->candidate[i].play.cards != cards) i++;
  return i;
}

static bool has(const struct ddz_comparison *c, ddz_hand cards) { return place_of(c, cards) < c->listed; }

/* Those behind it move on. */
static void insert(struct ddz_comparison *c, int at, struct ddz_search_candidate candidate) {
  assert(c->listed < DDZ_CANDIDATES_MAX);
  memmove(&c->candidate[at + 1], &c->candidate[at], (size_t)(c->listed++ - at) * sizeof candidate);
  c->candidate[at] = candidate;
}

/* One that is not there yet, where there is room. */
static void append_play(struct ddz_comparison *c, const struct ddz_play *play) {
  if (c->listed < c->most && !has(c, play->cards))
    insert(c, c->listed, (struct ddz_search_candidate){.play = *play});
}

/* A play that the net has judged, with its prior. */
static struct ddz_search_candidate judged(const struct ddz_scene *scene, const struct ddz_judged *one) {
  const struct ddz_net *net = ddz_net_player_net(scene->engine, scene->rules);
  const double win = ddz_calibrate_logit(net, scene->view, scene->ask->objective, one->value.win);
  return (struct ddz_search_candidate){.play = one->play, .prior = {win, (double)one->value.points}};
}

/* One that is not there yet, whatever the net thinks of it. */
static void insert_play(struct ddz_comparison *c, int at, const struct ddz_scene *scene,
                        const struct ddz_play *play) {
  struct ddz_judged one;
  if (has(c, play->cards)) return;
  if (!c->by_net) return insert(c, at, (struct ddz_search_candidate){.play = *play});
  ddz_net_player_judge_these(scene, play, 1, &one);
  insert(c, at, judged(scene, &one));
}

/* Admit `play` at once, wherever it is now. Returns its number. */
static int admit_now(struct ddz_comparison *c, const struct ddz_scene *scene, const struct ddz_play *play) {
  insert_play(c, c->count, scene, play);
  const int at = place_of(c, play->cards);
  if (at < c->count) return at;
  const struct ddz_search_candidate candidate = c->candidate[at];
  c->candidate[at] = c->candidate[c->count];
  c->candidate[c->count] = candidate;
  return c->count++;
}

/* ---- by the net ---- */

static double margin(const struct ddz_comparison *c) {
  if (c->full || c->cards <= FEW_CARDS) return HUGE_VAL;
  return c->objective == DDZ_OBJECTIVE_POINTS ? MARGIN_POINTS : MARGIN_WIN;
}

/* The net's best plays, the best first. */
static void add_best(struct ddz_comparison *c, const struct ddz_scene *scene) {
  struct ddz_judged all[DDZ_FEATURE_CANDIDATES];
  size_t n = ddz_net_player_judge(scene, all);
  while (n > 0 && c->listed < c->most) {
    const size_t best = ddz_judge_best(all, n, c->objective);
    const struct ddz_search_candidate candidate = judged(scene, &all[best]);
    all[best] = all[--n];
    if (has(c, candidate.play.cards)) continue;
    const struct ddz_expected top = c->listed > 0 ? c->candidate[0].prior : candidate.prior;
    if (ddz_expected_of(top, c->objective) - ddz_expected_of(candidate.prior, c->objective) > margin(c))
      break;
    insert(c, c->listed, candidate);
  }
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

static void gather_by_net(struct ddz_comparison *c, const struct ddz_scene *scene,
                          const struct ddz_option *pick) {
  static const struct ddz_play pass;
  struct ddz_play filled[MOST];
  const bool all_at_once = c->full || c->cards <= VERY_FEW_CARDS;
  if (c->settled) admit_now(c, scene, &pick->play);
  add_best(c, scene);
  c->count = all_at_once || c->listed < FIRST ? c->listed : FIRST;
  const int n = list_filled(scene, filled, c->listed < MOST ? MOST - c->listed : 0);
  for (int i = 0; i < n; i++) insert_play(c, c->listed, scene, &filled[i]);
  insert_play(c, c->count, scene, &pick->play);
  if (!scene->leads) insert_play(c, c->count, scene, &pass);
  if (all_at_once) c->count = c->listed;
  if (!c->full && c->objective == DDZ_OBJECTIVE_WIN && c->candidate[0].prior.win < LOST)
    c->fallback = admit_now(c, scene, &pick->play);
}

/* ---- by the rules ---- */

static bool has_body(const struct ddz_comparison *c, const struct ddz_play *play) {
  int i = 0;
  while (i < c->listed && !ddz_play_alike(&c->candidate[i].play, play)) i++;
  return i < c->listed;
}

/* The rules' choice, the pass, one play of each body by what it leaves, then the same with other kickers. */
static void list_by_rules(struct ddz_comparison *c, const struct ddz_scene *scene,
                          const struct ddz_option *pick) {
  static const struct ddz_play pass;
  struct ddz_play filled[MOST];
  append_play(c, &pick->play);
  if (c->settled && !c->full) return;
  if (!scene->leads) append_play(c, &pass);
  for (size_t i = 0; i < scene->n; i++)
    if (!has_body(c, &scene->prompts[i].play)) append_play(c, &scene->prompts[i].play);
  for (size_t i = 0; i < scene->n; i++) append_play(c, &scene->prompts[i].play);
  const int n = list_filled(scene, filled, MOST);
  for (int i = 0; i < n; i++) append_play(c, &filled[i]);
}

void ddz_candidates_gather(struct ddz_comparison *c, const struct ddz_scene *scene,
                           const struct ddz_option *pick) {
  const struct ddz_robot_request *ask = scene->ask;
  const int *left = scene->view->now.left;
  const bool full = ask->effort == DDZ_EFFORT_FULL;
  const bool asked = (full || !pick->settled) && (scene->n > 0 || !scene->leads);
  *c = (struct ddz_comparison){.by_net = asked && ddz_net_player_guesses(scene->engine, scene->view),
                               .objective = ask->objective,
                               .full = full,
                               .settled = pick->settled,
                               .wild = scene->view->rules->wildcard == DDZ_WILDCARD_RANKS,
                               .cards = left[0] + left[1] + left[2],
                               .most = full ? DDZ_CANDIDATES_BEST : MOST,
                               .fallback = -1};
  (c->by_net ? gather_by_net : list_by_rules)(c, scene, pick);
  if (!c->by_net) c->count = c->listed;
  for (size_t i = 0; i < ask->includes; i++)
    c->candidate[admit_now(c, scene, &ask->include[i])].included = true;
  for (int i = 0; i < c->listed; i++) c->candidate[i].style = ddz_style_bonus_of(ask, &c->candidate[i].play);
  c->alive = c->count;
}
