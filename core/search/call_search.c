#include "core/search/call_search.h"

#include <math.h>
#include <string.h>

#include "core/play/net_player.h"
#include "core/search/compare.h"

/* ---- the hidden cards, as the calls tell of them ---- */

enum { TRIES = 16, QUESTION_NODES = 8 /* what the nets' answer takes */ };
static const double TEMPERATURE = .1; /* of the softmax, in ddz_bid_unit */
static const double EPSILON = .05;

/* The seat to act makes this call, which must be legal. */
static void say(struct ddz_table *table, enum ddz_call call) {
  const struct ddz_action action = {.verb = DDZ_VERB_CALL, .seat = DDZ_SEAT_TURN, .call = (uint8_t)call};
  (void)ddz_table_apply(table, &action);
}

/* ---- cards ---- */

/* The kitty: known, or three or four of the landlord's own cards, or of those not seen. */
static ddz_hand draw_kitty(struct ddz_call_sampler *sampler, struct ddz_rng *rng) {
  struct ddz_pool own;
  if (sampler->kitty != 0) return sampler->kitty;
  if (ddz_hand_size(sampler->hand) <= DDZ_HAND_DEALT)
    return ddz_pool_draw(&sampler->unseen, rng, sampler->rules.kitty);
  ddz_pool_fill(&own, sampler->hand);
  return ddz_pool_draw(&own, rng, sampler->rules.kitty);
}

/* Did the game begin with a landlord who was not called for? Not where everybody passed and the rules name
 * him. */
static bool is_found(const struct ddz_table *asked) {
  const bool unwanted = ((asked->said[0] & asked->said[1] & asked->said[2]) >> DDZ_CALL_PASS & 1) != 0;
  return asked->landlord != DDZ_NO_SEAT && asked->caller == DDZ_NO_SEAT && !unwanted;
}

static void draw_deal(struct ddz_call_sampler *sampler, struct ddz_rng *rng, struct ddz_deal *deal) {
  const struct ddz_table *asked = sampler->asked;
  const int landlord = is_found(asked) ? asked->landlord : DDZ_NO_SEAT;
  const int own = asked->turn;
  ddz_hand hand[DDZ_SEATS];
  sampler->unseen.drawn = 0;
  const ddz_hand kitty = draw_kitty(sampler, rng);
  hand[own] = sampler->hand - (ddz_hand_size(sampler->hand) > DDZ_HAND_DEALT ? kitty : 0);
  for (int place = 1; place < DDZ_SEATS; place++) { /* whoever is first: only the order of the calls counts */
    const int seat = (own + place) % DDZ_SEATS;
    hand[seat] = sampler->shown[seat] != 0 ? sampler->shown[seat]
                                           : ddz_pool_draw(&sampler->unseen, rng, DDZ_HAND_DEALT);
  }
  if (landlord != DDZ_NO_SEAT) hand[landlord] += kitty;
  (void)ddz_deal_of_hands(&sampler->rules, hand, kitty, landlord, deal);
  deal->first = asked->first;
}

/* The wild ranks that are shown when the landlord is found: those, or any that are not wild yet. */
static void draw_late(const struct ddz_call_sampler *sampler, struct ddz_rng *rng, struct ddz_table *table) {
  const struct ddz_table *asked = sampler->asked;
  const int late = asked->draws_wild ? asked->rules.late : __builtin_popcount(asked->rules.hidden);
  const ddz_ranks known = sampler->rules.wild;
  table->drawn = late > 0 && asked->landlord != DDZ_NO_SEAT ? asked->drawn : 0;
  while (__builtin_popcount(table->drawn) < late)
    table->drawn |= ddz_table_draw_rank(known | table->drawn, rng);
  table->rules.wild = table->landlord != DDZ_NO_SEAT ? known | table->drawn : known;
}

/* A game at its first question. */
static void begin(struct ddz_call_sampler *sampler, struct ddz_rng *rng, struct ddz_table *table) {
  const struct ddz_table *asked = sampler->asked;
  struct ddz_deal deal;
  draw_deal(sampler, rng, &deal);
  (void)ddz_table_init(table, &sampler->rules, 0, &deal);
  table->cap = asked->cap;
  table->kitty_factor = asked->kitty_factor;
  table->shown = asked->shown;
  table->shown_factor = asked->shown_factor;
  if (sampler->rules.nobody_calls == DDZ_NOBODY_RANDOM)
    table->lot = asked->landlord != DDZ_NO_SEAT ? asked->landlord : (int)ddz_rng_below(rng, DDZ_SEATS);
  draw_late(sampler, rng, table);
}

/* ---- calls ---- */

static bool is_same_question(const struct ddz_table *a, const struct ddz_table *b) {
  return a->phase == b->phase && a->turn == b->turn && a->pending == b->pending && a->holder == b->holder &&
         memcmp(a->asked, b->asked, sizeof a->asked) == 0 && memcmp(a->said, b->said, sizeof a->said) == 0;
}

/* Which calls lead from `table` to the question? A table knows what each seat said, not in which order. */
static bool retrace(struct ddz_call_sampler *sampler, const struct ddz_table *table) {
  const struct ddz_table *asked = sampler->asked;
  if (is_same_question(table, asked)) return true;
  if (sampler->calls == DDZ_CALL_SAMPLER_MAX || table->turn == DDZ_NO_SEAT) return false;
  for (ddz_call_set open = ddz_table_calls(table) & asked->said[table->turn]; open != 0; open &= open - 1u) {
    struct ddz_table next = *table;
    const enum ddz_call call = (enum ddz_call)__builtin_ctz(open);
    say(&next, call);
    sampler->call[sampler->calls++] = (uint8_t)call;
    if (retrace(sampler, &next)) return true;
    sampler->calls--;
  }
  return false;
}

int ddz_call_chances(struct ddz_engine *engine, const struct ddz_bid_request *ask, double temperature,
                     double any, double chance[DDZ_BID_CHOICES]) {
  struct ddz_bid_advice advice;
  const double *expected = advice.expected_points;
  double all = 0;
  int open = 0;
  ddz_bid_advise(engine, ask, false, &advice);
  const double width = ask->multiplier * ddz_bid_unit(ask, 0) * temperature;
  for (int i = 0; i < DDZ_BID_CHOICES; i++) {
    chance[i] = isnan(expected[i]) ? 0 : exp(fmin(0, (expected[i] - expected[advice.choice]) / width));
    all += chance[i];
    open += !isnan(expected[i]);
  }
  for (int i = 0; i < DDZ_BID_CHOICES; i++)
    if (!isnan(expected[i])) chance[i] = (1 - any) * chance[i] / all + any / open;
  return open;
}

/* How likely is it that the seat to act makes this call? */
static double likelihood(struct ddz_engine *engine, const struct ddz_table *table, enum ddz_call said) {
  struct ddz_bid_request ask;
  double chance[DDZ_BID_CHOICES];
  ddz_bid_question(table, &ask);
  const int open = ddz_call_chances(engine, &ask, TEMPERATURE, EPSILON, chance);
  for (int i = 0; i < DDZ_BID_CHOICES; i++)
    if (chance[i] > 0 && ddz_bid_call(&ask, i) == said) return chance[i];
  return EPSILON / open;
}

/* Hear the calls again. Returns how likely those of the others are. */
static double replay(struct ddz_call_sampler *sampler, struct ddz_budget *budget, struct ddz_table *table) {
  double likely = 1;
  for (int i = 0; i < sampler->calls; i++) {
    const enum ddz_call call = (enum ddz_call)sampler->call[i];
    if ((ddz_table_calls(table) >> call & 1) == 0) return 0; /* the hand drawn would have had to call */
    if (table->turn != sampler->asked->turn) {
      likely *= likelihood(sampler->engine, table, call);
      budget->nodes += QUESTION_NODES;
    }
    say(table, call);
  }
  table->multiplier = sampler->asked->multiplier;
  return likely;
}

/* ---- a draw ---- */

bool ddz_call_sampler_init(struct ddz_call_sampler *sampler, struct ddz_engine *engine,
                           const struct ddz_bid_request *ask, const struct ddz_table *asked) {
  struct ddz_table first;
  struct ddz_rng rng;
  *sampler = (struct ddz_call_sampler){
      .engine = engine, .asked = asked, .rules = *ask->rules, .hand = ddz_bid_hand(ask), .kitty = ask->kitty};
  if (asked->landlord != DDZ_NO_SEAT)
    sampler->rules.wild &= (ddz_ranks)~asked->drawn; /* shown after the calls */
  sampler->rules.hidden = 0;
  ddz_hand apart = ddz_hand_size(sampler->hand) > DDZ_HAND_DEALT ? 0 : sampler->kitty;
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    if (seat == asked->turn || (asked->shown >> seat & 1) == 0) continue;
    sampler->shown[seat] = asked->hand[seat] - (seat == asked->landlord ? sampler->kitty : 0);
    apart += sampler->shown[seat];
  }
  ddz_pool_fill(&sampler->unseen, ddz_rules_deck(&sampler->rules) - sampler->hand - apart);
  ddz_rng_seed(&rng, 0);
  begin(sampler, &rng, &first);
  first.rules.must_call = 0; /* other hands made the calls */
  return retrace(sampler, &first);
}

void ddz_call_sampler_draw(struct ddz_call_sampler *sampler, struct ddz_rng *rng, struct ddz_budget *budget,
                           struct ddz_table *table) {
  double all = 0;
  for (int i = 0; i < TRIES && (i == 0 || !ddz_budget_over(budget)); i++) {
    struct ddz_table drawn;
    begin(sampler, rng, &drawn);
    const double likely = replay(sampler, budget, &drawn);
    const bool kept = ddz_rng_unit(rng) < likely;
    all += likely;
    if (kept || ddz_rng_unit(rng) * all < likely || i == 0) *table = drawn;
    if (kept) return;
  }
}

/* ---- a choice, played out ---- */

/* The seat to act makes the call that the nets advise. */
static void answer_by_nets(struct ddz_engine *engine, struct ddz_table *table) {
  struct ddz_bid_request ask;
  struct ddz_bid_advice advice;
  ddz_bid_question(table, &ask);
  ddz_bid_advise(engine, &ask, false, &advice);
  say(table, ddz_table_call(table, advice.choice));
}

const struct ddz_rollout *ddz_call_play_out(struct ddz_engine *engine, struct ddz_table *table, int choice,
                                            double lambda, struct ddz_rollout played[DDZ_SEATS],
                                            uint64_t *nodes) {
  struct ddz_view view;
  ddz_hand hand[DDZ_ROLES];
  const int seat = table->turn;
  say(table, ddz_table_call(table, choice));
  for (; table->phase != DDZ_PHASE_PLAY && table->phase != DDZ_PHASE_REDEAL; *nodes += QUESTION_NODES)
    answer_by_nets(engine, table);
  if (table->landlord == DDZ_NO_SEAT) return NULL;
  struct ddz_rollout *game = &played[table->landlord];
  if (game->nodes > 0) return game;
  for (int role = 0; role < DDZ_ROLES; role++)
    hand[role] = table->hand[ddz_table_seat(table, (enum ddz_role)role)];
  ddz_table_view(table, &view);
  const struct ddz_rollout_way way = {.seat = ddz_table_role(table, seat),
                                      .by_rules = !ddz_net_player_knows(engine, &view),
                                      .objective = DDZ_OBJECTIVE_POINTS,
                                      .lambda = lambda};
  ddz_roll_out(engine, &view, hand, NULL, &way, game);
  *nodes += game->nodes;
  return game;
}

/* ---- the search ---- */

enum { ROUNDS_FIRST = 8, ROUNDS_MAX = 1 << 16 }; /* before the first elimination; in all */
static const double LAMBDA = 1;                  /* of rollouts: the outcome alone */
static const double SPREAD = 4;                  /* of a round, in ddz_bid_unit, before there are some */

struct calls {
  const struct ddz_bid_request *ask;
  struct ddz_budget budget;
  struct ddz_rng rng;
  struct ddz_call_sampler sampler;
  struct ddz_comparison comparison;
};

/* What a game of so many stakes of a farmer comes to, under the cap. */
static double points_of(const struct ddz_table *table, int seat, double stakes) {
  const double most = (double)table->cap * ddz_role_stakes(ddz_table_role(table, seat));
  const double points = stakes * (double)ddz_table_stake(table, seat);
  return most > 0 ? ddz_points_within(points, most) : points;
}

/* Every choice alive on the same cards. Dealt again: nothing won, nothing lost. */
static bool play_round(struct calls *c) {
  struct ddz_table table;
  struct ddz_rollout tried[DDZ_BID_CHOICES] = {0}, played[DDZ_SEATS] = {0};
  if (ddz_budget_over(&c->budget)) return false;
  ddz_call_sampler_draw(&c->sampler, &c->rng, &c->budget, &table);
  for (int choice = 0; choice < DDZ_BID_CHOICES; choice++) {
    struct ddz_table after = table;
    if (c->comparison.stats[choice].dropped) continue;
    const struct ddz_rollout *game =
        ddz_call_play_out(c->sampler.engine, &after, choice, LAMBDA, played, &c->budget.nodes);
    if (game == NULL) continue;
    const double points = points_of(&after, table.turn, game->value.points);
    tried[choice].value.points = tried[choice].outcome.points = points;
  }
  ddz_compare_round(&c->comparison, tried);
  return true;
}

/* Every choice that is open, with what the nets expect of it. False where there is nothing to play out. */
static bool start(struct calls *c, struct ddz_engine *engine, const struct ddz_table *table,
                  const struct ddz_bid_advice *advice) {
  struct ddz_comparison *choices = &c->comparison;
  *choices = (struct ddz_comparison){.spread = SPREAD * ddz_bid_unit(c->ask, 0) * c->ask->multiplier,
                                     .objective = DDZ_OBJECTIVE_POINTS,
                                     .count = DDZ_BID_CHOICES,
                                     .cards = DDZ_SEATS * DDZ_HAND_DEALT,
                                     .fallback = -1};
  for (int i = 0; i < DDZ_BID_CHOICES; i++) {
    const bool open = !isnan(advice->expected_points[i]);
    if (open) choices->candidate[i].prior.points = advice->expected_points[i];
    choices->stats[i].dropped = !open;
    choices->alive += open;
  }
  return choices->alive > 1 && ddz_call_sampler_init(&c->sampler, engine, c->ask, table);
}

static void report(const struct calls *c, struct ddz_bid_advice *advice) {
  for (int i = 0; i < DDZ_BID_CHOICES; i++) {
    if (isnan(advice->expected_points[i])) continue;
    const double most = ddz_bid_most(c->ask, i);
    const double points = ddz_compare_mean(&c->comparison, i);
    const double half = DDZ_Z_90 * ddz_compare_call_error(&c->comparison, i);
    advice->expected_points[i] = ddz_points_within(points, most);
    advice->points[i] =
        (struct ddz_interval){ddz_points_within(points - half, most), ddz_points_within(points + half, most)};
  }
  advice->choice = ddz_compare_choose(&c->comparison);
  advice->reason = DDZ_REASON_PLAYED_OUT;
  advice->source = "search";
}

void ddz_call_search(struct ddz_engine *engine, const struct ddz_bid_request *ask,
                     const struct ddz_table *table, uint64_t seed, const struct ddz_limit *limit,
                     struct ddz_bid_advice *advice) {
  struct calls c; /* large: what is not searched does not fill it */
  struct ddz_comparison *choices = &c.comparison;
  c.ask = ask;
  c.budget = (struct ddz_budget){.limit = limit, .node_limit = limit->nodes};
  ddz_bid_advise(engine, ask, true, advice);
  for (int i = 0; i < DDZ_BID_CHOICES; i++) advice->points[i] = (struct ddz_interval){NAN, NAN};
  if (table != NULL && start(&c, engine, table, advice)) {
    ddz_rng_seed_stream(&c.rng, seed, c.sampler.hand);
    while (choices->alive > 1 && choices->rounds < ROUNDS_MAX && play_round(&c))
      if (choices->rounds >= ROUNDS_FIRST) ddz_compare_eliminate(choices);
    if (choices->rounds > 0) report(&c, advice);
    advice->rounds = (uint64_t)choices->rounds;
    advice->nodes = c.budget.nodes;
  }
  /* The nets and the formula know games in which all doubles; a rollout is paid by the rules as they are. */
  for (int i = 0; i < DDZ_BID_CHOICES && advice->rounds == 0 && !ddz_rules_doubles(ask->rules); i++)
    advice->expected_points[i] = NAN;
}
