#include "core/search/search.h"

#include <math.h>
#include <string.h>

#include "core/search/candidates.h"
#include "core/search/posterior.h"
#include "core/search/report.h"

enum {
  FIRST_ELIMINATION = 4, /* rounds before it */
  ROUNDS_MAX = 1 << 16,  /* more are not needed */
  FULL_ROUNDS = 1 << 24, /* with full effort the limit comes first */
  SETTLED_ROUNDS = 64,   /* with full effort, of the plays beside a certain win */
  ROUNDS_ALONE = 16,     /* with one candidate */
  LEAST_NODES = 256,     /* of a search that began in time: two plays on one deal, under a millisecond */
};
/* With more cards in all three hands the first rounds of effort `decide` end at the fifth own decision: so
 * there are more of them, and the ends do not count yet (compare.c). */
enum { EARLY_CARDS = 42, EARLY_ROUNDS = 32, EARLY_LOOKS = 5 };

struct search {
  const struct ddz_scene *scene;
  struct ddz_options *options;
  struct ddz_budget budget;
  struct ddz_determinizer determinizer;
  struct ddz_determinization drawn[DDZ_DEFER_ROUNDS]; /* of the first rounds, for those who join */
  struct ddz_comparison comparison;
};

/* ---- one round ---- */

static int looks_of(const struct search *s) {
  const bool early = s->comparison.cards > EARLY_CARDS && s->comparison.rounds < EARLY_ROUNDS;
  return early && !s->comparison.full ? EARLY_LOOKS : 0;
}

static void roll_out(struct search *s, const struct ddz_play *play, const struct ddz_determinization *d,
                     struct ddz_rollout *out) {
  const struct ddz_scene *scene = s->scene;
  const struct ddz_rollout_way way = {.seat = scene->view->role,
                                      .by_rules = !s->comparison.by_net,
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
  struct ddz_comparison *c = &s->comparison;
  if (ddz_budget_over(&s->budget)) return false;
  roll_out(s, &c->candidate[i].play, d, &result[i]);
  ddz_compare_visit(c, i, &result[i]);
  if (c->full) ddz_traces_count(&c->stats[i].traces, s->scene->view->role, &result[i].trace);
  return true;
}

/* Every candidate that takes part. In the first round the play to beat and what is included come first, and
 * where a limit ends it, it is a round of those that were tried, of two at least, or one with full effort.
 * Else false where a limit came before all were done. */
static bool try_all(struct search *s, const struct ddz_determinization *d, struct ddz_rollout *result) {
  struct ddz_comparison *c = &s->comparison;
  const int count = c->count, least = c->rounds > 0 ? c->alive : c->full ? 1 : 2;
  bool tried[DDZ_CANDIDATES_MAX] = {false};
  int n = 0;
  for (int k = c->rounds > 0 ? count : 0; k < 2 * count; k++) {
    const int i = k % count;
    const bool later = k < count && i > 0 && !c->candidate[i].included;
    if (later || tried[i] || c->stats[i].dropped) continue;
    tried[i] = try_one(s, i, d, result);
    if (!tried[i]) break;
    n++;
  }
  if (n < least && n < c->alive) return false;
  for (int i = 0; i < count; i++) c->stats[i].dropped = !tried[i];
  c->alive = n;
  return true;
}

/* Draw, roll out, compare. False when a limit cut the round short: then it does not count. */
static bool play_round(struct search *s) {
  struct ddz_determinization d;
  struct ddz_rollout result[DDZ_CANDIDATES_MAX];
  if (ddz_budget_over(&s->budget)) return false;
  ddz_determinizer_draw(&s->determinizer, &s->budget, &d);
  if (ddz_budget_over(&s->budget)) return false;
  if (!try_all(s, &d, result)) return false;
  if (s->comparison.rounds < DDZ_DEFER_ROUNDS) s->drawn[s->comparison.rounds] = d;
  ddz_compare_round(&s->comparison, result);
  return true;
}

/* Try those that wait on the determinizations so far, and admit them. False when a limit came first: then
 * those that are not done stay out. */
static bool admit_waiting(struct search *s) {
  struct ddz_comparison *c = &s->comparison;
  while (c->count < c->listed) {
    struct ddz_rollout result[DDZ_DEFER_ROUNDS];
    for (int r = 0; r < c->rounds; r++) {
      if (ddz_budget_over(&s->budget)) return false;
      roll_out(s, &c->candidate[c->count].play, &s->drawn[r], &result[r]);
    }
    ddz_compare_admit(c, result);
  }
  return true;
}

/* ---- all rounds ---- */

/* How many there may be. Alone a candidate is tried to say how the game stands, unless that is known. */
static int rounds_of(const struct ddz_comparison *c) {
  if (c->listed == 1) return (c->full ? c->settled : c->by_net) ? 0 : ROUNDS_ALONE;
  return !c->full ? ROUNDS_MAX : c->settled ? SETTLED_ROUNDS : FULL_ROUNDS;
}

/* After a round of effort `decide`. False when the choice is clear, or a limit came. */
static bool narrow(struct search *s) {
  struct ddz_comparison *c = &s->comparison;
  if (c->rounds >= FIRST_ELIMINATION) ddz_compare_eliminate(c);
  if ((c->rounds == DDZ_DEFER_ROUNDS || c->alive == 1) && !admit_waiting(s)) return false;
  return c->alive > 1 || c->listed == 1;
}

/* After one of full effort, which goes on until the limit. */
static bool share_out(struct search *s) {
  double score[DDZ_CANDIDATES_MAX];
  ddz_report_scores(s->scene, &s->comparison, s->options, score);
  ddz_allocate(&s->comparison, score);
  return true;
}

static void play_rounds(struct search *s) {
  const struct ddz_comparison *c = &s->comparison;
  const int rounds = rounds_of(c);
  if (rounds > 0) ddz_determinizer_init(&s->determinizer, s->scene, c->by_net);
  bool more = true;
  while (more && c->rounds < rounds) more = play_round(s) && (c->full ? share_out : narrow)(s);
}

/* Is there one thing to do, whose value nobody asks for, or a settled win without another play to compare
 * with? With full effort a forced pass has a value. */
static bool is_clear(const struct search *s) {
  const struct ddz_scene *scene = s->scene;
  const bool forced = scene->n == 0 && scene->ask->includes == 0 && !(s->comparison.full && !scene->leads);
  return s->comparison.listed == 1 && (s->comparison.settled || forced);
}

bool ddz_search_rate(const struct ddz_scene *scene, struct ddz_options *options, struct ddz_rating *rating) {
  struct search s;
  s.scene = scene;
  s.options = options;
  s.budget = (struct ddz_budget){.limit = &scene->ask->limit, .node_limit = ddz_robot_nodes(scene->ask)};
  if (scene->in_time) s.budget.next_check = LEAST_NODES;
  ddz_candidates_gather(&s.comparison, scene, ddz_options_find(options, scene->pick->play.cards));
  if (is_clear(&s)) return false;
  play_rounds(&s);
  rating->nodes = s.budget.nodes;
  if (s.comparison.rounds == 0 && !s.comparison.by_net && !s.comparison.full)
    return false; /* a part of a round says nothing */
  ddz_report_rate(scene, &s.comparison, options, rating);
  return true;
}
