#include "question.h"

static const struct {
  const char *name;
  const char *choice[DDZ_BID_CHOICES];
} phases[DDZ_BID_PHASES] = {
#define PHASE(id, name, ...) {name, {__VA_ARGS__}},
#include "bid.def"
};

const char *ddz_bid_phase_name(enum ddz_bid_phase phase) {
  return phase < DDZ_BID_PHASES ? phases[phase].name : "unknown";
}

int ddz_bid_choices(enum ddz_bid_phase phase) {
  int n = 0;
  while (n < DDZ_BID_CHOICES && phases[phase].choice[n] != NULL) n++;
  return n;
}

const char *ddz_bid_choice_name(enum ddz_bid_phase phase, int choice) { return phases[phase].choice[choice]; }

enum ddz_bid_phase ddz_bid_first_phase(enum ddz_calling calling) {
  return calling == DDZ_CALLING_SCORE ? DDZ_BID_SCORE : DDZ_BID_CALL;
}

double ddz_bid_unit(const struct ddz_bid_request *ask, int choice) {
  enum { OTHERS = 2, ROBBED = 5 };
  if (ask->phase == DDZ_BID_DOUBLE) return OTHERS * (1 << choice);
  return ask->rules->calling == DDZ_CALLING_ROB ? ROBBED : 1;
}

/* ---- what was said ---- */

static void say(struct ddz_bid_request *ask, int place, enum ddz_call call) {
  ask->said[(place % DDZ_ROLES + DDZ_ROLES) % DDZ_ROLES] = (uint8_t)(call + 1);
}

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

/* What is at stake for the seat to act, against each of those it settles with, without base. */
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
    if (is_of_phase(table, seat)) say(ask, seat - turn, (enum ddz_call)table->asked[seat]);
}

static void say_seats(struct ddz_bid_request *ask, const int *choice, size_t n) {
  int caller = DDZ_NO_SEAT;
  for (size_t i = 0; i < n && i <= DDZ_SEATS; i++) {
    const int seat = i < DDZ_SEATS ? (int)i : caller;
    enum ddz_call call = DDZ_CALL_PASS;
    if (choice[i] > 0 && ask->phase == DDZ_BID_SCORE)
      call = (enum ddz_call)(DDZ_CALL_ONE + choice[i] - 1);
    else if (choice[i] > 0)
      call = caller == DDZ_NO_SEAT ? DDZ_CALL_CALL : DDZ_CALL_ROB;
    if (call == DDZ_CALL_CALL) caller = seat;
    if (seat != DDZ_NO_SEAT) say(ask, seat - ask->seat, call);
  }
}

static void say_roles(struct ddz_bid_request *ask, const int *choice, size_t n) {
  const bool kick = ask->phase == DDZ_BID_KICK;
  const int mine =
      ((int)ask->role + (kick ? 2 : 0)) % DDZ_ROLES; /* the place in the order of the questions */
  bool kicked = false;
  if (n != (size_t)mine) return;
  for (int i = 0; i < mine; i++) {
    const enum ddz_call kicks = kicked ? DDZ_CALL_FOLLOW : DDZ_CALL_KICK;
    say(ask, i - mine,
        !kick           ? (enum ddz_call)(DDZ_CALL_NONE + choice[i])
        : choice[i] > 0 ? kicks
                        : DDZ_CALL_PASS);
    kicked = kicked || choice[i] > 0;
  }
}

void ddz_bid_calls(struct ddz_bid_request *ask, const int *choice, size_t n) {
  if (ask->phase != DDZ_BID_DOUBLE && ask->phase != DDZ_BID_KICK)
    say_seats(ask, choice, n);
  else if (ask->role < DDZ_ROLES)
    say_roles(ask, choice, n);
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
