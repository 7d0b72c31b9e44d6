#include "core/search/search.h"

#include <math.h>
#include <string.h>

#include "core/search/compare.h"
#include "core/search/posterior.h"
#include "core/search/report.h"

enum {
  FIRST_ELIMINATION = 4, /* rounds before it */
  ROUNDS_MAX = 1 << 16,  /* more are not needed */
  FULL_ROUNDS = 1 << 24, /* with full effort the limit comes first */
  SETTLED_ROUNDS = 64,   /* with full effort, of the plays beside a certain win */
  ROUNDS_ALONE = 16,     /* with one candidate: to say how the game stands, unless a net has said it */
  LEAST_NODES = 256,     /* of a search that began in time: two plays on one deal, under a millisecond */
};
/* With more cards in all three hands the first rounds of effort `decide` end at the fifth own decision: so
 * there are more of them, and the ends do not count yet (compare.c). */
enum { EARLY_CARDS = 42, EARLY_ROUNDS = 32, EARLY_LOOKS = 5 };

struct search {
  const struct ddz_scene *scene;
  struct ddz_budget budget;
  struct ddz_findings findings;
  struct ddz_candidates candidates;
  struct ddz_determinizer determinizer;
  struct ddz_determinization drawn[DDZ_DEFER_ROUNDS]; /* of the first rounds, for those who join */
  struct ddz_comparison comparison;
  struct ddz_traces traces[DDZ_CANDIDATES_MAX]; /* with full effort: of its rollouts */
};

/* ---- one round ---- */

static int looks_of(const struct search *s) {
  const bool early = s->candidates.cards > EARLY_CARDS && s->comparison.rounds < EARLY_ROUNDS;
  return early && !s->candidates.full ? EARLY_LOOKS : 0;
}

static void roll_out(struct search *s, const struct ddz_play *play, const struct ddz_determinization *d,
                     struct ddz_rollout *out) {
  const struct ddz_scene *scene = s->scene;
  const struct ddz_rollout_way way = {.seat = scene->view->role,
                                      .by_rules = !s->candidates.by_net,
                                      .objective = scene->ask->objective,
                                      .lambda = DDZ_ROLLOUT_LAMBDA,
                                      .looks = looks_of(s),
                                      .opponents = &d->opponents};
  struct ddz_view view = *scene->view;
  memcpy(view.now.played, d->played, sizeof view.now.played);
  ddz_roll_out(scene->engine, &view, d->hand, play, &way, out);
  s->budget.nodes += out->nodes;
}

static bool try_one(struct search *s, int i, const struct ddz_determinization *d,
                    struct ddz_rollout *result) {
  if (ddz_budget_over(&s->budget)) return false;
  roll_out(s, &s->candidates.admitted[i].play, d, &result[i]);
  ddz_compare_visit(&s->comparison, i, &result[i]);
  if (s->candidates.full) ddz_traces_count(&s->traces[i], s->scene->view->role, &result[i].trace);
  return true;
}

/* A first round that a limit cuts short is one of those that were tried; the others wait. */
static bool keep_tried(struct search *s, int tried) {
  if (s->comparison.rounds > 0 || tried < 2) return false;
  for (int i = tried; i < s->candidates.count; i++) s->comparison.stats[i].alive = false;
  s->comparison.alive = tried;
  ddz_candidates_keep(&s->candidates, tried);
  return true;
}

/* Every candidate alive; false when a limit came before all were done. */
static bool roll_out_all(struct search *s, const struct ddz_determinization *d, struct ddz_rollout *result) {
  for (int i = 0; i < s->candidates.count; i++)
    if (s->comparison.stats[i].alive && !try_one(s, i, d, result)) return keep_tried(s, i);
  return true;
}

/* The same for the first round of full effort: the play to beat and what is included come first, and where
 * the limit ends it, it is a round of those that were tried. */
static bool roll_out_first(struct search *s, const struct ddz_determinization *d,
                           struct ddz_rollout *result) {
  bool tried[DDZ_CANDIDATES_MAX] = {false}, any = false;
  for (int later = 0; later < 2; later++)
    for (int i = 0; i < s->candidates.count; i++) {
      const bool first = i == 0 || s->candidates.included[i];
      if (first == (later == 0)) any |= tried[i] = try_one(s, i, d, result);
    }
  for (int i = 0; i < s->candidates.count; i++) s->comparison.stats[i].alive = tried[i];
  return any;
}

/* Draw, roll out, compare. False when a limit cut the round short: then it does not count. */
static bool play_round(struct search *s) {
  struct ddz_determinization d;
  struct ddz_rollout result[DDZ_CANDIDATES_MAX];
  if (ddz_budget_over(&s->budget)) return false;
  ddz_determinizer_draw(&s->determinizer, &s->budget, &d);
  if (ddz_budget_over(&s->budget)) return false;
  const bool first = s->candidates.full && s->comparison.rounds == 0;
  if (!(first ? roll_out_first : roll_out_all)(s, &d, result)) return false;
  if (s->comparison.rounds < DDZ_DEFER_ROUNDS) s->drawn[s->comparison.rounds] = d;
  ddz_compare_round(&s->comparison, result);
  return true;
}

/* Try the deferred candidates on the determinizations so far, and admit them. False when a limit came first:
 * then those that are not done stay out. */
static bool admit_deferred(struct search *s) {
  while (s->candidates.deferred_count > 0) {
    const struct ddz_play *play = &s->candidates.deferred[s->candidates.deferred_count - 1].play;
    struct ddz_rollout result[DDZ_DEFER_ROUNDS];
    for (int r = 0; r < s->comparison.rounds; r++) {
      if (ddz_budget_over(&s->budget)) return false;
      roll_out(s, play, &s->drawn[r], &result[r]);
    }
    ddz_compare_admit(&s->comparison, ddz_candidates_admit(&s->candidates), result);
  }
  return true;
}

/* ---- all rounds ---- */

/* Effort `decide`: until the choice is clear. */
static void search_decide(struct search *s) {
  const struct ddz_comparison *comparison = &s->comparison;
  const bool alone = s->candidates.count + s->candidates.deferred_count == 1;
  const int rounds = !alone ? ROUNDS_MAX : s->candidates.by_net ? 0 : ROUNDS_ALONE;
  if (rounds > 0) ddz_determinizer_init(&s->determinizer, s->scene, s->candidates.by_net);
  while (comparison->rounds < rounds && play_round(s)) {
    if (comparison->rounds >= FIRST_ELIMINATION) ddz_compare_eliminate(&s->comparison);
    if ((comparison->rounds == DDZ_DEFER_ROUNDS || comparison->alive == 1) && !admit_deferred(s)) return;
    if (comparison->alive == 1 && !alone) return;
  }
}

/* Full effort: until the limit, or for a short while where there is nothing to compare. */
static void search_full(struct search *s) {
  const bool alone = s->candidates.count == 1;
  const bool settled = s->candidates.settled;
  const int rounds = alone ? (settled ? 0 : ROUNDS_ALONE) : settled ? SETTLED_ROUNDS : FULL_ROUNDS;
  double score[DDZ_CANDIDATES_MAX];
  memset(s->traces, 0, sizeof s->traces);
  s->findings.traces = s->traces;
  ddz_determinizer_init(&s->determinizer, s->scene, s->candidates.by_net);
  while (s->comparison.rounds < rounds && play_round(s)) {
    ddz_report_scores(&s->findings, score);
    ddz_allocate(&s->comparison, score);
  }
}

/* Something to choose, or a play to compare with; with full effort a forced pass has a value, too, and so
 * have the plays beside a certain win. */
static bool is_to_search(const struct ddz_scene *scene, const struct ddz_option *pick) {
  const struct ddz_robot_request *ask = scene->ask;
  const bool full = ask->effort == DDZ_EFFORT_FULL, settled = pick->settled;
  const size_t options = scene->n + (full && !scene->leads);
  if (options > (settled ? 1 : 0) && (full || !settled)) return true;
  for (size_t i = 0; i < ask->includes; i++)
    if (!settled || ask->include[i].cards != pick->play.cards) return true;
  return false;
}

bool ddz_search_rate(const struct ddz_scene *scene, struct ddz_options *options, struct ddz_rating *rating) {
  const struct ddz_option *pick = ddz_options_find(options, scene->pick->play.cards);
  struct search s;
  if (!is_to_search(scene, pick)) return false;
  ddz_candidates_gather(&s.candidates, scene, pick);
  ddz_compare_init(&s.comparison, &s.candidates);
  s.scene = scene;
  s.budget = (struct ddz_budget){.limit = &scene->ask->limit, .node_limit = ddz_robot_nodes(scene->ask)};
  if (scene->in_time) s.budget.next_check = LEAST_NODES;
  s.findings = (struct ddz_findings){.scene = scene, .options = options, .comparison = &s.comparison};
  const bool full = s.candidates.full;
  if (full)
    search_full(&s);
  else
    search_decide(&s);
  s.findings.chosen = full ? ddz_report_best(&s.findings) : ddz_compare_choose(&s.comparison);
  rating->nodes = s.budget.nodes;
  if (s.comparison.rounds == 0 && !s.candidates.by_net && !full)
    return false; /* a part of a round says nothing */
  ddz_report_rate(&s.findings, rating);
  rating->nodes = s.budget.nodes;
  return true;
}
