#include "question.h"

#include <assert.h>
#include <math.h>

#include "core/net/feature.h"

const char *const ddz_bid_phase_names[] = {
#define PHASE(id, name, ...) name,
#include "bid.def"
    NULL};

const char *const ddz_bid_choice_names[DDZ_BID_PHASES][DDZ_BID_CHOICES + 1] = {
#define PHASE(id, name, ...) {__VA_ARGS__},
#include "bid.def"
};

int ddz_bid_choices(enum ddz_bid_phase phase) {
  int n = 0;
  while (ddz_bid_choice_names[phase][n] != NULL) n++;
  return n;
}

enum ddz_bid_phase ddz_bid_first_phase(enum ddz_calling calling) {
  return calling == DDZ_CALLING_SCORE ? DDZ_BID_SCORE : DDZ_BID_CALL;
}

double ddz_bid_unit(const struct ddz_bid_request *ask, int choice) {
  enum { OTHERS = 2, ROBBED = 5 };
  if (ask->phase == DDZ_BID_DOUBLE) return OTHERS * (1 << choice);
  return ask->rules->calling == DDZ_CALLING_ROB ? ROBBED : 1;
}

/* ---- what was said ---- */

/* Calls of the phase that is on; when doubling, the calls that found the landlord no longer count. */
static bool is_of_phase(const struct ddz_table *table, int seat) {
  const enum ddz_call call = (enum ddz_call)table->asked[seat];
  switch (table->phase) {
  case DDZ_PHASE_DOUBLE:
    return call == DDZ_CALL_NONE || call == DDZ_CALL_DOUBLE || call == DDZ_CALL_SUPER;
  case DDZ_PHASE_KICK:
    if (call == DDZ_CALL_PASS) return seat != table->landlord && (table->pending >> seat & 1) == 0;
    return call == DDZ_CALL_KICK || call == DDZ_CALL_FOLLOW || call == DDZ_CALL_KICK_BACK;
  default:
    return call < DDZ_CALLS;
  }
}

/* What is at stake for the seat to act, against each of those it plays against, without base. */
static double stake_of(const struct ddz_table *table) {
  if (!table->rules.kick_own || table->phase != DDZ_PHASE_KICK) return (double)table->multiplier;
  return (double)ddz_table_stake(table, table->turn) /
         ((double)table->base * ddz_role_stakes(ddz_table_role(table, table->turn)));
}

void ddz_bid_question(const struct ddz_table *table, struct ddz_bid_request *ask) {
  static const enum ddz_bid_phase phase_of[DDZ_PHASES] = {[DDZ_PHASE_CALL] = DDZ_BID_CALL,
                                                          [DDZ_PHASE_ROB] = DDZ_BID_ROB,
                                                          [DDZ_PHASE_KICK] = DDZ_BID_KICK,
                                                          [DDZ_PHASE_DOUBLE] = DDZ_BID_DOUBLE};
  const int turn = table->turn;
  const bool first = table->phase == DDZ_PHASE_CALL;
  *ask = (struct ddz_bid_request){
      .rules = &table->rules,
      .hand = table->hand[turn],
      .phase = first ? ddz_bid_first_phase(table->rules.calling) : phase_of[table->phase],
      .seat = (turn - table->first + DDZ_SEATS) % DDZ_SEATS,
      .highest = table->bid,
      .role = ddz_table_role(table, turn),
      .kitty = table->landlord == DDZ_NO_SEAT && !table->rules.kitty_open ? 0 : ddz_cards_hand(table->kitty),
      .multiplier = (first ? 1 : stake_of(table)) * ddz_table_agreed(table),
      .cap = (double)table->cap};
  for (int seat = 0; seat < DDZ_SEATS; seat++)
    if (is_of_phase(table, seat))
      ask->said[(seat - turn + DDZ_SEATS) % DDZ_SEATS] = (uint8_t)(table->asked[seat] + 1);
}

ddz_hand ddz_bid_hand(const struct ddz_bid_request *ask) {
  bool apart = ask->role == DDZ_LANDLORD && ddz_hand_size(ask->hand) <= DDZ_HAND_DEALT;
  return apart ? ask->hand + ask->kitty : ask->hand;
}

/* Kicking has three words for yes. */
static enum ddz_call kick_of(const struct ddz_bid_request *ask) {
  if (ask->role == DDZ_LANDLORD) return DDZ_CALL_KICK_BACK;
  for (int place = 1; place < DDZ_ROLES; place++)
    if (ask->said[place] == DDZ_CALL_KICK + 1) return DDZ_CALL_FOLLOW;
  return DDZ_CALL_KICK;
}

enum ddz_call ddz_bid_call(const struct ddz_bid_request *ask, int choice) {
  static const enum ddz_call first[DDZ_BID_PHASES] = {[DDZ_BID_SCORE] = DDZ_CALL_ONE,
                                                      [DDZ_BID_CALL] = DDZ_CALL_CALL,
                                                      [DDZ_BID_ROB] = DDZ_CALL_ROB,
                                                      [DDZ_BID_DOUBLE] = DDZ_CALL_DOUBLE};
  if (choice == 0) return ask->phase == DDZ_BID_DOUBLE ? DDZ_CALL_NONE : DDZ_CALL_PASS;
  if (ask->phase == DDZ_BID_KICK) return kick_of(ask);
  return (enum ddz_call)(first[ask->phase] + choice - 1);
}

bool ddz_bid_is_asked(enum ddz_calling calling, enum ddz_bid_phase phase) {
  return ddz_calling_calls(calling) >> ddz_bid_call(&(struct ddz_bid_request){.phase = phase}, 1) & 1;
}

/* ---- as the inputs of a net ---- */

bool ddz_must_call(ddz_hand hand) {
  return ddz_hand_contains(hand, DDZ_HAND_ROCKET) || ddz_hand_count(hand, DDZ_RANK_2) == 4;
}

double ddz_landlord_index(const struct ddz_rules *rules, ddz_hand hand) {
  enum { BOTH = 8, BIG = 4, SMALL = 3, WILD = 3, TWO = 2, FOUR = 6, MOST = 30 };
  ddz_hand naturals = ddz_rules_naturals(rules, hand);
  bool big = ddz_hand_count(naturals, DDZ_RANK_R) > 0, small = ddz_hand_count(naturals, DDZ_RANK_B) > 0;
  int fours = __builtin_popcount(ddz_hand_at_least(naturals, 4) & DDZ_CHAIN_RANKS);
  int points = big && small ? BOTH : big ? BIG : small ? SMALL : 0;
  points += WILD * ddz_hand_size(ddz_rules_wilds(rules, hand));
  points += TWO * ddz_hand_count(naturals, DDZ_RANK_2) + FOUR * fours;
  return (double)(points < MOST ? points : MOST) / MOST;
}

static const struct ddz_feature_group groups[] = {
#define GROUP(name, inputs, text) {#name, text, DDZ_BID_IN_##name, (inputs), false},
#include "bid.def"
};

_Static_assert(DDZ_BID_PHASES == 5 && DDZ_CALLINGS == 4 && DDZ_CALLS == 12, "as bid.def says");

uint32_t ddz_bid_signature(void) {
  enum { REVISION = 1 };
  return ddz_feature_sign(groups, sizeof groups / sizeof *groups, REVISION);
}

enum ddz_net_error ddz_bid_open(struct ddz_net *net, const void *image, size_t size) {
  return ddz_net_open(net, image, size, DDZ_BID_INPUTS, ddz_bid_signature());
}

struct list {
  int n;
  uint16_t *input;
};

static void put(struct list *list, int input) {
  assert(list->n < DDZ_BID_ACTIVE_MAX - 1);
  list->input[list->n++] = (uint16_t)input;
}

static void put_cards(struct list *list, int first, ddz_hand cards) {
  while (cards != 0) {
    const int rank = ddz_hand_bottom(cards), count = ddz_hand_count(cards, rank);
    put(list, first + rank * 4 + ddz_clamp(count, 1, 4) - 1);
    cards &= ~ddz_hand_of(rank, 15);
  }
}

static void put_question(struct list *list, const struct ddz_bid_request *ask) {
  const bool known = ask->role < DDZ_ROLES;
  const int highest = ask->phase == DDZ_BID_SCORE ? ddz_clamp(ask->highest, 0, 3) : ask->phase == DDZ_BID_ROB;
  put(list, DDZ_BID_IN_PHASE + (int)ask->phase);
  put(list, DDZ_BID_IN_SCHEME + (int)ask->rules->calling);
  put(list, known ? DDZ_BID_IN_ROLE + (int)ask->role : DDZ_BID_IN_ORDER + ddz_clamp(ask->seat, 0, 2));
  if (!known) put(list, DDZ_BID_IN_HIGHEST + highest);
  for (int i = 0; i < DDZ_ROLES; i++)
    if (ask->said[i] != 0) put(list, DDZ_BID_IN_SAID + i * DDZ_CALLS + ask->said[i] - 1);
  if (known) put(list, DDZ_BID_IN_STAKE + ddz_clamp((int)floor(log2(fmax(1, ask->multiplier))), 0, 5));
}

static void put_kitty(struct list *list, const struct ddz_bid_request *ask) {
  if (ask->role == DDZ_ROLES || ask->kitty == 0) return;
  put(list, DDZ_BID_IN_SHOWN);
  put_cards(list, DDZ_BID_IN_KITTY, ask->kitty);
}

static void put_power(struct list *list, ddz_weight_sum value) {
  enum { MEAN_PLAY = 200, LEAST = -180, STEP = 30 }; /* a mean play costs about 200 (power.h) */
  const int plays = ddz_clamp(ddz_sum_plays(value), 0, 11);
  const double power = ddz_sum_power(value), above = power + MEAN_PLAY * plays;
  put(list, DDZ_BID_IN_PLAYS + ddz_clamp(ddz_sum_plays(value), 0, 15));
  put(list, DDZ_BID_IN_POWER + ddz_clamp((int)floor((power + 2000) / 50), 0, 63));
  put(list, DDZ_BID_IN_QUALITY + plays * 24 + ddz_clamp((int)floor((above - LEAST) / STEP), 0, 23));
}

/* Wild ranks are shown when the landlord is found. */
static void put_wild(struct list *list, const struct ddz_rules *rules, ddz_hand hand) {
  put(list, DDZ_BID_IN_WILDCARD + (int)rules->wildcard);
  if (rules->wildcard != DDZ_WILDCARD_RANKS || rules->wild == 0) return;
  for (int wild = rules->wild; wild != 0; wild &= wild - 1)
    put(list, DDZ_BID_IN_WILD + __builtin_ctz((unsigned)wild));
  put(list, DDZ_BID_IN_WILD_HELD + ddz_clamp(ddz_hand_size(ddz_rules_wilds(rules, hand)), 0, 8));
}

int ddz_bid_list(const struct ddz_bid_request *ask, struct ddz_power *power, uint16_t *out) {
  struct list list = {0};
  const ddz_hand hand = ddz_bid_hand(ask);
  const int jokers = ddz_hand_count(hand, DDZ_RANK_B) + 2 * ddz_hand_count(hand, DDZ_RANK_R);
  const int fours = __builtin_popcount(ddz_hand_at_least(hand, 4));
  list.input = out;
  put_question(&list, ask);
  put_cards(&list, DDZ_BID_IN_HAND, hand);
  put_kitty(&list, ask);
  put(&list, DDZ_BID_IN_INDEX + (int)lround(30 * ddz_landlord_index(ask->rules, hand)));
  put(&list, DDZ_BID_IN_TOPS + ddz_clamp(ddz_hand_count(hand, DDZ_RANK_2), 0, 4) * 4 + jokers);
  put(&list, DDZ_BID_IN_FOURS + ddz_clamp(fours, 0, 4));
  put_power(&list, ddz_power_of(power, ask->rules, hand));
  put_wild(&list, ask->rules, hand);
  return list.n;
}

uint16_t ddz_bid_choice_input(enum ddz_bid_phase phase, int choice) {
  return (uint16_t)(DDZ_BID_IN_CHOICE + (int)phase * DDZ_BID_CHOICES + choice);
}
