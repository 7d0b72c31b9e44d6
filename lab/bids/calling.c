#include "lab/bids/calling.h"

#include <stdlib.h>

#include "core/robot/actor.h"

void calling_table(const struct ddz_rules *rules, const struct dealt *dealt, struct ddz_table *table) {
  struct ddz_deal deal;
  if (ddz_deal_of_hands(rules, dealt->hand, dealt->kitty, DDZ_NO_SEAT, &deal) != DDZ_OK) abort();
  deal.first = 0;
  if (ddz_table_init(table, rules, 0, &deal) != DDZ_OK) abort();
  if (table->draws_wild) table->drawn = dealt->wild;
}

bool calling_on(const struct ddz_table *table) {
  return table->phase != DDZ_PHASE_REDEAL && table->phase != DDZ_PHASE_PLAY;
}

double calling_points(const struct ddz_table *table, const struct dealt *dealt, int seat) {
  if (table->landlord == DDZ_NO_SEAT) return 0; /* dealt again: nothing won, nothing lost */
  const double points = (double)ddz_table_stake(table, seat) *
                        outcome_points(&dealt->with[table->landlord], table->rules.spring);
  return seat == table->landlord ? points : -points;
}

static void say(struct ddz_table *table, enum ddz_call call) {
  const struct ddz_action action = {
      .verb = DDZ_VERB_CALL, .seat = (uint8_t)table->turn, .call = (uint8_t)call};
  if (ddz_table_apply(table, &action) != DDZ_OK) abort(); /* it is open */
}

void calling_advised(struct ddz_table *table, struct ddz_engine *engine) {
  struct ddz_robot_request quick;
  struct ddz_act act;
  ddz_robot_defaults(&quick);
  quick.player = DDZ_PLAYER_RULES;
  while (table->phase != DDZ_PHASE_PLAY) {
    ddz_table_act(engine, table, &quick, &act, NULL, 0);
    if (ddz_table_apply(table, &act.action) != DDZ_OK) abort(); /* it is open */
  }
}

static struct example *add(struct examples *examples) {
  if (examples->n == examples->room) {
    examples->room = examples->room == 0 ? 1 << 16 : 2 * examples->room;
    examples->at = realloc(examples->at, examples->room * sizeof *examples->at);
    if (examples->at == NULL) exit(1);
  }
  return &examples->at[examples->n++];
}

static void note(struct examples *examples, const struct example *known, enum ddz_bid_net net, double win,
                 double points) {
  struct example *e = add(examples);
  *e = *known;
  e->net = (uint8_t)net;
  e->win = (float)win;
  e->points = (float)points;
}

/* Somebody who made this the landlord: what it came to for him or for a farmer, in a farmer's stakes. */
static void note_outcome(struct examples *examples, const struct example *known, bool landlord,
                         const struct ddz_table *table, const struct outcome *outcome) {
  const double points = outcome_points(outcome, table->rules.spring);
  const bool won = outcome->landlord_won == landlord;
  note(examples, known, landlord ? DDZ_BID_NET_LANDLORD : DDZ_BID_NET_FARMER, won,
       landlord ? points : -points);
}

/* What a seat knows of the question, as inputs. */
static struct example known_of(struct calling *c, const struct ddz_table *table,
                               struct ddz_bid_request *ask) {
  struct example known = {.n = 0};
  ddz_bid_question(table, ask);
  struct ddz_bid_request told = *ask;
  if (ddz_rng_unit(&c->rng) < c->blind)
    for (int i = 0; i < DDZ_ROLES; i++) told.said[i] = 0;
  if (ddz_rng_unit(&c->rng) < c->blind) told.kitty = 0;
  known.n = (uint8_t)ddz_bid_list(&told, c->engine->power, known.input);
  return known;
}

/* Try every choice of the question. */
static void ask_all(struct calling *c, const struct dealt *dealt, const struct ddz_table *table,
                    struct examples *examples) {
  struct ddz_bid_request ask;
  const int seat = table->turn;
  const ddz_call_set open = ddz_table_calls(table);
  struct example known = known_of(c, table, &ask);
  const bool found = table->landlord != DDZ_NO_SEAT;
  if (found)
    note_outcome(examples, &known, seat == table->landlord, table, &dealt->with[table->landlord]);
  else
    note_outcome(examples, &known, true, table, &dealt->with[seat]);
  known.n++;
  for (int choice = 0; choice < ddz_bid_choices(ask.phase); choice++) {
    struct ddz_table tried = *table;
    enum ddz_call call;
    if (ddz_table_choice(table, choice, &call) != DDZ_OK || (open >> call & 1) == 0) continue;
    for (say(&tried, call); calling_on(&tried);) say(&tried, caller_call(c->caller, 0, &tried, c->engine));
    known.input[known.n - 1] = ddz_bid_choice_input(ask.phase, choice);
    note(examples, &known, DDZ_BID_NET_CALLER, -1,
         calling_points(&tried, dealt, seat) / ask.multiplier / ddz_bid_unit(&ask, choice));
    if (choice > 0 || found || tried.landlord == DDZ_NO_SEAT || tried.landlord == seat) continue;
    known.n--;
    note_outcome(examples, &known, false, table, &dealt->with[tried.landlord]);
    known.n++;
  }
}

static enum ddz_call random_call(struct ddz_rng *rng, ddz_call_set open) {
  uint32_t at = ddz_rng_below(rng, (uint32_t)__builtin_popcount(open));
  while (at-- > 0) open &= (ddz_call_set)(open - 1);
  return (enum ddz_call)__builtin_ctz(open);
}

void calling_examples(struct calling *c, const struct dealt *dealt, struct examples *examples) {
  struct ddz_table table;
  calling_table(c->rules, dealt, &table);
  while (calling_on(&table)) {
    ask_all(c, dealt, &table, examples);
    const bool astray = ddz_rng_unit(&c->rng) < c->explore;
    say(&table, astray ? random_call(&c->rng, ddz_table_calls(&table))
                       : caller_call(c->caller, 0, &table, c->engine));
  }
}
