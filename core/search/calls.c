#include "calls.h"

#include <math.h>
#include <string.h>

#include "heard.h"
#include "rollout.h"

enum {
  ROUNDS_FIRST = 8, /* before a choice is given up */
  ROUNDS_MAX = 1 << 16,
  BUDGET_STEP = 16,
  PSEUDO = 8 /* rounds of the spread assumed */
};
static const double LAMBDA = 1;          /* of rollouts */
static const double PRIOR = 32;          /* rounds that the nets' own estimate counts as */
static const double SPREAD = 4;          /* of a round, in ddz_bid_unit, before there are some */
static const double HOPELESS = 2.5;      /* standard errors behind the best */
static const double NINE_OF_TEN = 1.645; /* standard errors */

/* Of one choice, or of the difference of two. */
struct sum {
  double n, total, squares;
};

struct trial {
  bool open, alive;
  double prior;
  struct sum points, ahead[DDZ_BID_CHOICES]; /* ahead of choice i */
  int leader;                                /* of one that is given up: which was best then, ... */
  double behind;                             /* ... and by how much */
};

struct calls {
  struct ddz_engine *engine;
  const struct ddz_calls_request *request;
  struct ddz_budget budget;
  struct ddz_rng rng;
  struct ddz_heard heard;
  struct trial trial[DDZ_BID_CHOICES];
  double spread;
  int rounds, alive;
};

/* ---- one round ---- */

/* What the game comes to for a seat, in stakes of a farmer. */
static double play_out(struct calls *c, const struct ddz_table *table, int seat) {
  struct ddz_view view;
  struct ddz_rollout rollout;
  ddz_hand hand[DDZ_ROLES];
  for (int role = 0; role < DDZ_ROLES; role++)
    hand[role] = table->hand[ddz_table_seat(table, (enum ddz_role)role)];
  ddz_table_view(table, &view);
  ddz_rollout_of(c->engine, &view, hand, ddz_table_role(table, seat), LAMBDA, &rollout);
  c->budget.nodes += ddz_rollout_nodes(&rollout);
  return rollout.value.points;
}

/* The same as points, under the cap. */
static double points_of(const struct ddz_table *table, int seat, double stakes) {
  const double most = (double)table->cap * ddz_role_stakes(ddz_table_role(table, seat));
  const double points = stakes * (double)ddz_table_stake(table, seat);
  return most > 0 ? fmax(-most, fmin(most, points)) : points;
}

/* Every choice alive on the same cards. Who becomes the landlord makes the game: it is played once for each,
 * and what was called changes the stake alone. */
static void try_all(struct calls *c, const struct ddz_table *table, double out[DDZ_BID_CHOICES]) {
  double played[DDZ_SEATS] = {NAN, NAN, NAN};
  const int seat = table->turn;
  for (int choice = 0; choice < DDZ_BID_CHOICES; choice++) {
    struct ddz_table tried = *table;
    if (!c->trial[choice].alive) continue;
    ddz_heard_say(&tried, ddz_table_call(&tried, choice));
    while (tried.phase != DDZ_PHASE_PLAY && tried.phase != DDZ_PHASE_REDEAL)
      ddz_heard_answer(c->engine, &c->budget, &tried);
    out[choice] = 0; /* dealt again: nothing won, nothing lost */
    if (tried.landlord == DDZ_NO_SEAT) continue;
    double *known = &played[tried.landlord];
    if (isnan(*known)) *known = play_out(c, &tried, seat);
    out[choice] = points_of(&tried, seat, *known);
  }
}

static void add(struct sum *sum, double x) {
  sum->n++;
  sum->total += x;
  sum->squares += x * x;
}

static bool play_round(struct calls *c) {
  struct ddz_table table;
  double points[DDZ_BID_CHOICES];
  if (ddz_budget_over(&c->budget)) return false;
  ddz_heard_draw(&c->heard, &c->rng, &c->budget, &table);
  try_all(c, &table, points);
  for (int i = 0; i < DDZ_BID_CHOICES; i++) {
    if (!c->trial[i].alive) continue;
    add(&c->trial[i].points, points[i]);
    for (int j = 0; j < DDZ_BID_CHOICES; j++)
      if (j != i && c->trial[j].alive) add(&c->trial[i].ahead[j], points[i] - points[j]);
  }
  c->rounds++;
  return true;
}

/* ---- which is best? ---- */

static double mean(const struct sum *sum, double prior) {
  return (sum->total + PRIOR * prior) / (sum->n + PRIOR);
}

/* The standard error of a mean. */
static double error_of(const struct calls *c, const struct sum *sum) {
  const double squares = sum->squares - (sum->n > 0 ? sum->total * sum->total / sum->n : 0);
  const double variance = (fmax(0, squares) + PSEUDO * c->spread * c->spread) / (sum->n + PSEUDO);
  return sqrt(variance / (sum->n + PRIOR));
}

static double ahead(const struct calls *c, int i, int j) {
  return mean(&c->trial[i].ahead[j], c->trial[i].prior - c->trial[j].prior);
}

/* Of equal ones the lower call. */
static int best_of(const struct calls *c) {
  int best = -1;
  for (int i = 0; i < DDZ_BID_CHOICES; i++)
    if (c->trial[i].alive && (best < 0 || ahead(c, i, best) > 0)) best = i;
  return best;
}

static void give_up_hopeless(struct calls *c) {
  const int best = best_of(c);
  for (int i = 0; i < DDZ_BID_CHOICES; i++) {
    struct trial *trial = &c->trial[i];
    const double behind = ahead(c, best, i);
    if (!trial->alive || i == best || behind < HOPELESS * error_of(c, &c->trial[best].ahead[i])) continue;
    trial->alive = false;
    trial->leader = best;
    trial->behind = behind;
    c->alive--;
  }
}

/* The points of a choice. An eliminated one keeps its distance to the leader of that time. */
static double told(const struct calls *c, int i) {
  double behind = 0;
  for (; !c->trial[i].alive; i = c->trial[i].leader) behind += c->trial[i].behind;
  return mean(&c->trial[i].points, c->trial[i].prior) - behind;
}

/* ---- all ---- */

static bool start(struct calls *c, const struct ddz_bid_advice *advice) {
  const struct ddz_bid_request *ask = &c->request->ask;
  for (int i = 0; i < DDZ_BID_CHOICES; i++) {
    struct trial *trial = &c->trial[i];
    *trial = (struct trial){.open = !isnan(advice->expected_points[i]), .prior = advice->expected_points[i]};
    trial->alive = trial->open;
    c->alive += trial->open;
  }
  if (c->request->table == NULL || c->alive < 2 ||
      !ddz_heard_init(&c->heard, c->engine, ask, c->request->table))
    return false;
  c->spread = SPREAD * ddz_bid_unit(ask, 0) * (ask->multiplier > 0 ? ask->multiplier : 1);
  c->budget =
      (struct ddz_budget){.limit = &c->request->limit, .most = c->request->limit.nodes, .step = BUDGET_STEP};
  ddz_rng_seed_stream(&c->rng, c->request->seed, c->heard.hand);
  return true;
}

static void report(const struct calls *c, struct ddz_calls_answer *answer) {
  struct ddz_bid_advice *advice = &answer->advice;
  for (int i = 0; i < DDZ_BID_CHOICES; i++) {
    if (!c->trial[i].open) continue;
    const double points = told(c, i), half = NINE_OF_TEN * error_of(c, &c->trial[i].points);
    advice->expected_points[i] = points;
    answer->points[i] = (struct ddz_interval){points - half, points + half};
  }
  advice->choice = best_of(c);
  advice->reason = DDZ_REASON_PLAYED_OUT;
  advice->source = "search";
}

void ddz_calls_search(struct ddz_engine *engine, const struct ddz_calls_request *request,
                      struct ddz_calls_answer *answer) {
  struct calls c = {.engine = engine, .request = request};
  *answer = (struct ddz_calls_answer){.rounds = 0};
  for (int i = 0; i < DDZ_BID_CHOICES; i++) answer->points[i] = (struct ddz_interval){NAN, NAN};
  ddz_bid_advise(engine, &request->ask, &answer->advice);
  if (!start(&c, &answer->advice)) return;
  while (c.alive > 1 && c.rounds < ROUNDS_MAX && play_round(&c))
    if (c.rounds >= ROUNDS_FIRST) give_up_hopeless(&c);
  if (c.rounds > 0) report(&c, answer);
  answer->rounds = (uint64_t)c.rounds;
  answer->nodes = c.budget.nodes;
}
