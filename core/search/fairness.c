#include "core/search/fairness.h"

#include <math.h>
#include <string.h>

#include "core/game/open.h"
#include "core/net/calibrate.h"
#include "core/play/deals.h"
#include "core/play/net_player.h"
#include "core/rules/movegen.h"
#include "core/search/call_search.h"
#include "core/search/posterior.h"

enum {
  PLAYS = 6,       /* that are compared, besides the chosen one */
  DRAWN = 128,     /* deals, by the belief */
  DEALS_MOST = 20, /* of them, by what the others did */
};

/* Where ranks are wild a playout costs three times as much, and fewer of them tell as much. */
struct effort {
  uint32_t deals, real; /* with two playouts of each; playouts of the real deal */
};
static const struct effort PLAIN = {DEALS_MOST, 24}, WILD = {8, 12};

static const double MOST_SHARE = .5; /* where fewer than two deals are likely, nothing is compared */
static const double LIKELY = .01;    /* plays that are less so are not compared */
static const double FORGET = .02;    /* how much of the habits is forgotten with every decision */
static const double LAMBDA = .9;

/* ---- who plays how ---- */

/* Plays of a decision, and how likely each is. */
struct choice {
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES + 1];
  double win[DDZ_FEATURE_CANDIDATES + 1];                    /* as the net rates them */
  double by_type[DDZ_OPPONENTS][DDZ_FEATURE_CANDIDATES + 1]; /* p(play | type), opponent.h */
  size_t n, chosen;                                          /* chosen: n when it is none of them */
};

static void learn(double habits[DDZ_OPPONENTS], const struct choice *choice) {
  double all = 0;
  for (int type = 0; type < DDZ_OPPONENTS; type++)
    all += habits[type] *= choice->by_type[type][choice->chosen];
  for (int type = 0; type < DDZ_OPPONENTS; type++)
    habits[type] = (1 - FORGET) * habits[type] / all + FORGET * ddz_opponent_priors[type];
}

/* ---- what is compared ---- */

/* The plays that are likely, with their weights, and the chosen one, which may weigh nothing. */
struct compared {
  struct ddz_play play[PLAYS + 1];
  double weight[PLAYS + 1]; /* sum to 1 */
  int n, chosen;
};

static void compare(const double habits[DDZ_OPPONENTS], const struct choice *choice,
                    const struct ddz_play *chosen, struct compared *c) {
  double weight[DDZ_FEATURE_CANDIDATES] = {0}, all = 0;
  for (size_t i = 0; i < choice->n; i++) {
    for (int type = 0; type < DDZ_OPPONENTS; type++) weight[i] += habits[type] * choice->by_type[type][i];
  }
  for (c->n = 0; c->n < PLAYS; c->n++) {
    size_t most = 0;
    for (size_t i = 1; i < choice->n; i++)
      if (weight[i] > weight[most]) most = i;
    if (weight[most] < LIKELY) break;
    c->play[c->n] = choice->judged[most].play;
    all += c->weight[c->n] = weight[most];
    weight[most] = 0;
  }
  for (int i = 0; i < c->n; i++) c->weight[i] /= all;
  for (c->chosen = 0; c->chosen < c->n; c->chosen++)
    if (c->play[c->chosen].cards == chosen->cards) return;
  c->play[c->n] = *chosen;
  c->weight[c->n++] = 0;
}

/* ---- the real deal against drawn ones ---- */

/* Sums of one quantity. */
struct moments {
  double n, sum, squares;
};

static void add(struct moments *m, double x) { m->n++, m->sum += x, m->squares += x * x; }
static double mean_of(const struct moments *m) { return m->sum / m->n; }
static double variance_of(const struct moments *m) {
  return fmax(0, m->squares - m->sum * m->sum / m->n) / (m->n - 1);
}

/* A of the chosen play in one playout: every play is compared under the same random choices. */
static double play_out(struct ddz_engine *engine, const struct ddz_view *view, const struct compared *c,
                       const ddz_hand hand[DDZ_ROLES], uint64_t number, uint64_t *nodes) {
  struct ddz_opponents others;
  struct ddz_rng rng;
  double mean = 0, chosen = 0;
  ddz_rng_seed(&rng, number);
  ddz_opponents_draw(NULL, &rng, &others);
  const struct ddz_rollout_way way = {.seat = view->role, .lambda = LAMBDA, .opponents = &others};
  for (int i = 0; i < c->n; i++) {
    struct ddz_rollout rollout;
    ddz_roll_out(engine, view, hand, &c->play[i], &way, &rollout);
    *nodes += rollout.nodes;
    mean += c->weight[i] * rollout.value.win;
    if (i == c->chosen) chosen = rollout.value.win;
  }
  return chosen - mean;
}

/* Draw by the belief, then choose by the likelihood of what the others did (posterior.h): systematic
 * resampling. The exponent is 1, for a strong player reads all of it. Returns the sum of the squares of the
 * probabilities: 1 over how many deals the drawn ones are worth. */
static double draw(const struct ddz_fairness_ask *ask, struct ddz_engine *engine, struct ddz_sampler *sampler,
                   struct ddz_rng *rng, uint32_t deals, ddz_hand chosen[DEALS_MOST][DDZ_ROLES],
                   uint64_t *nodes) {
  struct ddz_posterior posterior;
  ddz_hand hand[DRAWN][DDZ_ROLES];
  double p[DRAWN], type[DDZ_ROLES][DDZ_OPPONENTS], best = 0, all = 0, squares = 0;
  const bool known =
      ask->record != NULL && ddz_posterior_init(&posterior, ask->view, DDZ_OBJECTIVE_WIN, ask->record);
  for (int i = 0; i < DRAWN; i++) {
    ddz_sampler_draw(sampler, rng, hand[i]);
    const double least = DDZ_NEGLIGIBLE_LIKELIHOOD * best;
    p[i] = known ? ddz_posterior_likelihood(&posterior, engine, hand[i], least, type) : 1;
    best = fmax(best, p[i]);
    all += p[i], squares += p[i] * p[i];
  }
  if (known) *nodes += DDZ_LIKELIHOOD_NODES * posterior.likelihoods;
  const double first = ddz_rng_unit(rng);
  double below = p[0];
  for (uint32_t k = 0, i = 0; k < deals; k++) {
    while (below <= (k + first) * all / deals && i < DRAWN - 1) below += p[++i];
    memcpy(chosen[k], hand[i], sizeof hand[i]);
  }
  return squares / (all * all);
}

/* Two playouts of each drawn deal tell apart how much deals differ and how much playouts do; the real deal
 * has the mean of more. For an honest seat it is a deal like the others, so it counts among them in v: where
 * it is like none of them, one decision must not decide. */
static void weigh(const struct ddz_fairness_ask *ask, struct ddz_engine *engine, const struct compared *c,
                  struct ddz_sampler *sampler, struct ddz_fairness *out) {
  const struct ddz_view *view = ask->view;
  struct moments real = {0}, drawn = {0}, apart = {0};
  ddz_hand deal[DEALS_MOST][DDZ_ROLES];
  const struct effort effort = view->rules->wildcard == DDZ_WILDCARD_RANKS ? WILD : PLAIN;
  struct ddz_rng rng;
  ddz_rng_seed_stream(&rng, ask->seed, ddz_view_seed(view));
  const uint64_t first = ddz_rng_next(&rng);
  const double share = draw(ask, engine, sampler, &rng, effort.deals, deal, &out->nodes);
  if (share > MOST_SHARE) return;
  for (uint64_t k = 0; k < effort.real; k++)
    add(&real, play_out(engine, view, c, ask->hand, first + k, &out->nodes));
  for (uint64_t k = 0; k < effort.deals; k++) {
    const double one = play_out(engine, view, c, deal[k], first + 2 * k, &out->nodes);
    const double two = play_out(engine, view, c, deal[k], first + 2 * k + 1, &out->nodes);
    add(&drawn, (one + two) / 2);
    add(&apart, (one - two) * (one - two) / 4);
  }
  out->d = mean_of(&real) - mean_of(&drawn);
  add(&drawn, mean_of(&real));
  const double wider = (1 + share) / (1 - share); /* the drawn deals stand for all that fit */
  out->v = variance_of(&drawn) * wider - mean_of(&apart) * (wider - 1. / effort.deals - 2. / effort.real);
  out->insight = variance_of(&drawn) > 0;
}

/* ---- what was lost ---- */

static void lose(const struct ddz_view *view, const struct choice *choice, struct ddz_fairness *out) {
  double best = 0;
  for (size_t i = 0; i < choice->n; i++) best = fmax(best, choice->win[i]);
  for (size_t i = 0; i < choice->n; i++) {
    const double behind = best - choice->win[i];
    out->random += behind / (double)choice->n;
    out->squares += behind * behind / (double)choice->n;
  }
  out->loss = fmax(0, best - choice->win[choice->chosen]);
  out->bomb = ddz_hand_at_least(view->hand, 4) != 0 || ddz_hand_contains(view->hand, DDZ_HAND_ROCKET);
}

/* ---- one decision ---- */

bool ddz_fairness_of(struct ddz_engine *engine, const struct ddz_fairness_ask *ask,
                     double habits[DDZ_OPPONENTS], struct ddz_fairness *out) {
  const struct ddz_view *view = ask->view;
  const struct ddz_net *net = ddz_net_player_net(engine, view->rules);
  struct choice choice;
  struct compared compared;
  struct ddz_sampler sampler;
  if (!ddz_net_player_knows(engine, view)) return false;
  choice.n = ddz_judge(net, engine->power, view, DDZ_OBJECTIVE_WIN, choice.judged);
  if (choice.n < 2) return false;
  for (choice.chosen = 0; choice.chosen < choice.n; choice.chosen++)
    if (choice.judged[choice.chosen].play.cards == ask->chosen->cards) break;
  ddz_judge_these(net, engine->power, view, DDZ_OBJECTIVE_WIN, ask->chosen, 1, &choice.judged[choice.n]);
  for (size_t i = 0; i <= choice.n; i++)
    choice.win[i] = ddz_calibrate_logit(net, view, DDZ_OBJECTIVE_WIN, choice.judged[i].value.win);
  *out = (struct ddz_fairness){0};
  lose(view, &choice, out);
  for (enum ddz_opponent type = 0; type < DDZ_OPPONENTS; type++)
    ddz_opponent_chances(engine, view, DDZ_OBJECTIVE_WIN, type, choice.judged, choice.n,
                         choice.by_type[type]);
  compare(habits, &choice, ask->chosen, &compared);
  learn(habits, &choice);
  ddz_sampler_init(&sampler, view);
  if (compared.n < 2 || sampler.hidden.assumed || !ddz_sampler_has_hidden(&sampler)) return true;
  if (engine->nets.belief != NULL) ddz_sampler_use_belief(&sampler, engine->nets.belief, view, engine->power);
  weigh(ask, engine, &compared, &sampler, out);
  return true;
}

/* ---- a call ---- */

enum { CALL_DEALS = 24 };
static const double CALL_TEMPERATURE = .3; /* of the softmax, in ddz_bid_unit */
static const double ANY_CALL = .1;         /* probability: any call, each as likely as another */
static const double CALL_LAMBDA = .8;      /* of the playouts */

/* What each choice brings against the mean of all: won or lost, by the logarithm of the stake, so that rare
 * great ones do not drown the rest. */
static void try_calls(struct ddz_engine *engine, const double weight[DDZ_BID_CHOICES],
                      const struct ddz_table *table, struct moments advantage[DDZ_BID_CHOICES],
                      uint64_t *nodes) {
  struct ddz_rollout played[DDZ_SEATS] = {0};
  double value[DDZ_BID_CHOICES] = {0}, mean = 0;
  for (int i = 0; i < DDZ_BID_CHOICES; i++) {
    struct ddz_table tried = *table;
    if (weight[i] <= 0) continue;
    const struct ddz_rollout *game = ddz_call_play_out(engine, &tried, i, CALL_LAMBDA, played, nodes);
    if (game != NULL)
      value[i] = (2 * game->value.win - 1) *
                 log1p((double)ddz_table_stake(&tried, table->turn) / (double)tried.base);
    mean += weight[i] * value[i];
  }
  for (int i = 0; i < DDZ_BID_CHOICES; i++) add(&advantage[i], value[i] - mean);
}

bool ddz_fairness_of_call(struct ddz_engine *engine, const struct ddz_table *asked, enum ddz_call said,
                          uint64_t seed, struct ddz_fairness *out) {
  struct moments real[DDZ_BID_CHOICES] = {{0}}, drawn[DDZ_BID_CHOICES] = {{0}};
  struct ddz_call_sampler sampler;
  struct ddz_bid_request ask;
  const struct ddz_limit none = {0};
  struct ddz_budget budget = {.limit = &none};
  struct ddz_rng rng;
  double spread = 0, weight[DDZ_BID_CHOICES];
  int chosen = 0;
  ddz_bid_question(asked, &ask);
  if (engine->nets.bids == NULL || asked->rules.dealing != DDZ_DEALING_SHUFFLED || !asked->whole ||
      ddz_call_chances(engine, &ask, CALL_TEMPERATURE, ANY_CALL, weight) < 2)
    return false;
  while (chosen < DDZ_BID_CHOICES && (weight[chosen] <= 0 || ddz_bid_call(&ask, chosen) != said)) chosen++;
  if (chosen == DDZ_BID_CHOICES || !ddz_call_sampler_init(&sampler, engine, &ask, asked)) return false;
  *out = (struct ddz_fairness){0};
  ddz_rng_seed_stream(&rng, seed, ask.hand);
  try_calls(engine, weight, asked, real, &budget.nodes);
  for (int i = 0; i < CALL_DEALS; i++) {
    struct ddz_table table;
    ddz_call_sampler_draw(&sampler, &rng, &budget, &table);
    try_calls(engine, weight, &table, drawn, &budget.nodes);
  }
  for (int i = 0; i < DDZ_BID_CHOICES; i++) spread += weight[i] * variance_of(&drawn[i]);
  out->nodes = budget.nodes;
  out->insight = spread > 0;
  if (!out->insight) return true;
  out->d = (mean_of(&real[chosen]) - mean_of(&drawn[chosen])) / sqrt(spread);
  out->v = variance_of(&drawn[chosen]) * (1 + 1. / CALL_DEALS) / spread;
  return true;
}
