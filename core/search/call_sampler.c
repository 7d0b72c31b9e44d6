#include "call_sampler.h"

#include <math.h>
#include <string.h>

enum { TRIES = 16, QUESTION_NODES = 8 /* what the nets' answer takes */ };
static const double TEMPERATURE = .1; /* of the softmax, in ddz_bid_unit */
static const double EPSILON = .05;

void ddz_call_sampler_say(struct ddz_table *table, enum ddz_call call) {
  const struct ddz_action action = {.verb = DDZ_VERB_CALL, .seat = DDZ_SEAT_TURN, .call = (uint8_t)call};
  (void)ddz_table_apply(table, &action);
}

void ddz_call_sampler_answer(struct ddz_engine *engine, struct ddz_budget *budget, struct ddz_table *table) {
  struct ddz_bid_request ask;
  double expected[DDZ_BID_CHOICES];
  ddz_bid_question(table, &ask);
  budget->nodes += QUESTION_NODES;
  ddz_call_sampler_say(table, ddz_table_call(table, ddz_bid_choose(engine, &ask, expected)));
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

/* Did the game begin with a landlord who was not called for? */
static bool is_found(const struct ddz_table *asked) {
  return asked->landlord != DDZ_NO_SEAT && asked->caller == DDZ_NO_SEAT;
}

static void draw_deal(struct ddz_call_sampler *sampler, struct ddz_rng *rng, struct ddz_deal *deal) {
  const struct ddz_table *asked = sampler->asked;
  const int landlord = is_found(asked) ? asked->landlord : DDZ_NO_SEAT;
  const int own = asked->turn;
  ddz_hand hand[DDZ_SEATS];
  sampler->unseen.drawn = 0;
  const ddz_hand kitty = draw_kitty(sampler, rng);
  hand[own] = sampler->hand - (ddz_hand_size(sampler->hand) > DDZ_HAND_DEALT ? kitty : 0);
  for (int place = 1; place < DDZ_SEATS; place++) /* whoever is first: only the order of the calls counts */
    hand[(own + place) % DDZ_SEATS] = ddz_pool_draw(&sampler->unseen, rng, DDZ_HAND_DEALT);
  if (landlord != DDZ_NO_SEAT) hand[landlord] += kitty;
  (void)ddz_deal_of_hands(&sampler->rules, hand, kitty, landlord, deal);
  deal->first = asked->first;
}

/* A game at its first question. */
static void begin(struct ddz_call_sampler *sampler, struct ddz_rng *rng, struct ddz_table *table) {
  const struct ddz_table *asked = sampler->asked;
  struct ddz_deal deal;
  draw_deal(sampler, rng, &deal);
  (void)ddz_table_init(table, &sampler->rules, 0, &deal);
  table->cap = asked->cap;
  if (!table->draws_wild) return;
  const bool shown = asked->landlord != DDZ_NO_SEAT;
  table->drawn = shown ? asked->rules.wild : (ddz_ranks)(1u << ddz_rng_below(rng, DDZ_RANK_2 + 1));
  if (table->landlord != DDZ_NO_SEAT) table->rules.wild = table->drawn;
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
    ddz_call_sampler_say(&next, call);
    sampler->call[sampler->calls++] = (uint8_t)call;
    if (retrace(sampler, &next)) return true;
    sampler->calls--;
  }
  return false;
}

/* How likely is it that the seat to act makes this call? */
static double likelihood(struct ddz_engine *engine, const struct ddz_table *table, enum ddz_call said) {
  struct ddz_bid_request ask;
  double expected[DDZ_BID_CHOICES], all = 0, wanted = 0;
  int open = 0;
  ddz_bid_question(table, &ask);
  const int best = ddz_bid_choose(engine, &ask, expected);
  const double width = ask.multiplier * ddz_bid_unit(&ask, 0) * TEMPERATURE;
  for (int choice = 0; choice < DDZ_BID_CHOICES; choice++) {
    if (isnan(expected[choice])) continue;
    const double weight = exp(fmin(0, (expected[choice] - expected[best]) / width));
    open++;
    all += weight;
    if (ddz_bid_call(&ask, choice) == said) wanted = weight;
  }
  return (1 - EPSILON) * wanted / all + EPSILON / open;
}

/* Hear the calls again. Returns how likely those of the others are. */
static double replay(struct ddz_call_sampler *sampler, struct ddz_budget *budget, struct ddz_table *table) {
  double likely = 1;
  for (int i = 0; i < sampler->calls; i++) {
    const enum ddz_call call = (enum ddz_call)sampler->call[i];
    if (table->turn != sampler->asked->turn) {
      likely *= likelihood(sampler->engine, table, call);
      budget->nodes += QUESTION_NODES;
    }
    ddz_call_sampler_say(table, call);
  }
  table->multiplier = sampler->asked->multiplier;
  return likely;
}

/* ---- all ---- */

bool ddz_call_sampler_init(struct ddz_call_sampler *sampler, struct ddz_engine *engine,
                           const struct ddz_bid_request *ask, const struct ddz_table *asked) {
  struct ddz_table first;
  struct ddz_rng rng;
  *sampler = (struct ddz_call_sampler){
      .engine = engine, .asked = asked, .rules = *ask->rules, .hand = ddz_bid_hand(ask), .kitty = ask->kitty};
  if (asked->draws_wild) sampler->rules.wild = 0;
  const ddz_hand apart = ddz_hand_size(sampler->hand) > DDZ_HAND_DEALT ? 0 : sampler->kitty;
  ddz_pool_fill(&sampler->unseen, ddz_rules_deck(&sampler->rules) - sampler->hand - apart);
  ddz_rng_seed(&rng, 0);
  begin(sampler, &rng, &first);
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
    if (kept || ddz_rng_unit(rng) * all < likely) *table = drawn;
    if (kept) return;
  }
}
