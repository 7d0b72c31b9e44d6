#include "tools/botzone/seat.h"

#include <assert.h>
#include <string.h>

/* Numbers as a set of cards, each once. False: they are none. */
static bool read_cards(const json_t *array, ddz_cards *cards) {
  ddz_cards read = 0;
  if (!json_is_array(array)) return false;
  for (size_t i = 0; i < json_array_size(array); i++) {
    const json_t *item = json_array_get(array, i);
    int card;
    if (!json_is_integer(item) ||
        ddz_number_read(DDZ_NOTATION_BOTZONE, json_integer_value(item), &card) != DDZ_OK || read >> card & 1)
      return false;
    read |= (ddz_cards)1 << card;
  }
  *cards = read;
  return true;
}

static bool read_number(const json_t *object, const char *key, int least, int most, int *number) {
  const json_t *field = json_object_get(object, key);
  if (!field) return true;
  const json_int_t given = json_integer_value(field);
  if (!json_is_integer(field) || given < least || given > most) return false;
  *number = (int)given;
  return true;
}

static const char *act(struct seat *seat, ddz_cards cards) {
  if (seat->actions == DDZ_PLIES_MAX) return "there are more plays than a game can have";
  seat->action[seat->actions++] = ddz_cards_hand(cards);
  return NULL;
}

/* ---- calls ---- */

static const char *take_call(struct seat *seat, const json_t *request) {
  const json_t *bids = json_object_get(request, "bid");
  seat->asked = SEAT_CALL;
  seat->calls = json_array_size(bids);
  if (seat->calls >= DDZ_SEATS) {
    seat->calls = 0;
    return "`bid` has at most two calls";
  }
  for (size_t i = 0; i < seat->calls; i++) {
    const json_int_t bid = json_integer_value(json_array_get(bids, i));
    if (bid < 0 || bid > 3) return "`bid` has calls of 0 to 3";
    seat->call[i] = (int)bid;
  }
  if (!read_cards(json_object_get(request, "own"), &seat->cards)) return "`own` is no list of cards";
  return ddz_hand_size(ddz_cards_hand(seat->cards)) == DDZ_HAND_DEALT ? NULL : "`own` has 17 cards at a call";
}

void seat_call(const struct seat *seat, struct ddz_rules *rules, struct ddz_bid_request *ask) {
  (void)ddz_rules_preset("standard", rules); /* the calls of the game, and our nets have learned them */
  *ask = (struct ddz_bid_request){.rules = rules,
                                  .hand = ddz_cards_hand(seat->cards),
                                  .phase = DDZ_BID_SCORE,
                                  .seat = (int)seat->calls,
                                  .role = DDZ_ROLES};
  for (size_t i = 0; i < seat->calls; i++)
    if (seat->call[i] > ask->highest) ask->highest = seat->call[i];
  ddz_bid_calls(ask, seat->call, seat->calls);
}

/* ---- plays ---- */

/* Where nobody called: the landlord has 20 cards, and the farmer after him has seen one play. */
static enum ddz_role role_by_cards(ddz_cards own, const json_t *history) {
  if (ddz_hand_size(ddz_cards_hand(own)) > DDZ_HAND_DEALT) return DDZ_LANDLORD;
  return json_array_size(json_array_get(history, 0)) == 0 ? DDZ_LANDLORD_DOWN : DDZ_LANDLORD_UP;
}

static const char *begin(struct seat *seat, const json_t *request, const json_t *history) {
  const json_t *shown = json_object_get(request, "publiccard");
  int pos = -1;
  seat->bid = 1;
  seat->landlord = 0;
  if (!read_cards(json_object_get(request, "own"), &seat->cards)) return "`own` is no list of cards";
  if (shown && !read_cards(shown, &seat->kitty)) return "`publiccard` is no list of cards";
  if (!read_number(request, "landlord", 0, 2, &seat->landlord) || !read_number(request, "pos", 0, 2, &pos) ||
      !read_number(request, "finalbid", 0, 3, &seat->bid))
    return "`landlord`, `pos` or `finalbid` is out of range";
  seat->role = pos < 0 ? role_by_cards(seat->cards, history)
                       : (enum ddz_role)((pos - seat->landlord + DDZ_SEATS) % DDZ_SEATS);
  if (seat->role == DDZ_LANDLORD) seat->cards |= seat->kitty;
  const int held = ddz_hand_size(ddz_cards_hand(seat->cards)), due = seat->role == DDZ_LANDLORD ? 20 : 17;
  seat->plays = true;
  return held == due ? NULL : "`own` has 17 cards, and a landlord's 20 with `publiccard`";
}

static const char *take_play(struct seat *seat, const json_t *request, const json_t *history) {
  const char *wrong = NULL;
  const bool first = !seat->plays;
  if (json_array_size(history) != 2) return "`history` has two plays";
  if (first) wrong = begin(seat, request, history);
  seat->asked = SEAT_PLAY;
  /* At first only those have played who sit between the landlord and this seat. */
  for (size_t i = first ? 2u - (unsigned)seat->role : 0; i < 2 && !wrong; i++) {
    ddz_cards cards = 0;
    wrong =
        read_cards(json_array_get(history, i), &cards) ? act(seat, cards) : "`history` is no list of cards";
  }
  return wrong;
}

const char *seat_request(struct seat *seat, const json_t *request) {
  const json_t *history = json_object_get(request, "history");
  seat->asked = SEAT_NOTHING;
  if (!json_is_object(request)) return "a request is an object";
  if (history) return take_play(seat, request, history);
  return json_object_get(request, "bid") ? take_call(seat, request) : "a request has `bid` or `history`";
}

void seat_answer(struct seat *seat, const json_t *response) {
  ddz_cards cards = 0;
  if (seat->asked == SEAT_CALL) {
    const json_int_t bid = json_integer_value(response);
    if (seat->calls < DDZ_SEATS) seat->call[seat->calls++] = bid > 0 && bid <= 3 ? (int)bid : 0;
    return;
  }
  if (seat->asked != SEAT_PLAY) return;
  if (!read_cards(response, &cards) || (cards & ~seat->cards)) cards = 0;
  seat->cards &= ~cards;
  (void)act(seat, cards); /* the next request says so when there are too many */
}

/* What a seat behind this one said. */
static ddz_call_set guessed(const struct seat *seat, int other) {
  if (other == seat->landlord) return (ddz_call_set)(1u << (DDZ_CALL_PASS + seat->bid));
  const bool asked = seat->bid < 3 || other < seat->landlord;
  return asked ? 1u << DDZ_CALL_PASS : 0;
}

void seat_calls(const struct seat *seat, ddz_call_set calls[DDZ_ROLES]) {
  static_assert(DDZ_CALL_THREE == DDZ_CALL_PASS + 3, "bids follow each other");
  const int known = (int)seat->calls;
  memset(calls, 0, DDZ_ROLES * sizeof *calls);
  if (known == 0 || (seat->landlord < known && seat->call[seat->landlord] != seat->bid)) return;
  for (int other = 0; other < DDZ_SEATS; other++)
    calls[(other - seat->landlord + DDZ_SEATS) % DDZ_SEATS] =
        other < known ? (ddz_call_set)(1u << (DDZ_CALL_PASS + seat->call[other])) : guessed(seat, other);
}

/* All that was played, where a play is none of these rules: the seat knows what lies, and who has how many.
 */
static const char *bare_view(const struct seat *seat, const ddz_hand *played, struct ddz_view *view) {
  const bool passed = seat->actions > 0 && seat->action[seat->actions - 1] == 0;
  const size_t shown = seat->actions > passed ? seat->actions - passed : 0;
  const enum ddz_role owner = passed ? ddz_role_next(seat->role) : ddz_role_before(seat->role);
  struct ddz_play last;
  ddz_view_bare(view, view->rules, seat->role, ddz_cards_hand(seat->cards));
  if (shown > 0 && seat->action[shown - 1] != 0) {
    if (ddz_classify(view->rules, seat->action[shown - 1], &last) != DDZ_OK)
      return "the last play is none of these rules";
    (void)ddz_view_last(view, owner, &last);
  }
  for (int role = 0; role < DDZ_ROLES; role++) {
    const int left = ddz_rules_start(view->rules, role == DDZ_LANDLORD) - ddz_hand_size(played[role]);
    view->now.played[role] = played[role];
    view->now.left[role] = left > 0 ? left : 1;
  }
  view->now.left[seat->role] = ddz_hand_size(view->hand);
  return NULL;
}

static bool replay(const struct seat *seat, struct ddz_view *view, struct ddz_record *record) {
  ddz_view_init(view, view->rules, seat->role, ddz_cards_hand(seat->cards), 0);
  for (size_t i = 0; i < seat->actions; i++) {
    if (ddz_view_play(view, view->now.turn, seat->action[i]) != DDZ_OK) return false;
    ddz_record_add(record, &view->trail.recent[0]);
  }
  for (int role = 0; role < DDZ_ROLES; role++)
    if (view->now.left[role] == 0) return false;
  return view->now.turn == seat->role && view->now.left[seat->role] == ddz_hand_size(view->hand);
}

const char *seat_view(const struct seat *seat, struct ddz_rules *rules, struct ddz_view *view,
                      struct ddz_record *record) {
  ddz_hand unseen, played[DDZ_ROLES] = {0};
  const char *wrong = NULL;
  (void)ddz_rules_preset("botzone", rules);
  view->rules = rules;
  record->n = 0;
  if (seat->cards == 0) return "no card is left";
  unseen = ddz_rules_deck(rules) - ddz_cards_hand(seat->cards);
  for (size_t i = 0; i < seat->actions; i++) {
    if (!ddz_hand_contains(unseen, seat->action[i])) return "there are cards that were played twice";
    unseen -= seat->action[i];
    played[i % DDZ_ROLES] += seat->action[i];
  }
  if (!replay(seat, view, record)) {
    record->n = 0;
    wrong = bare_view(seat, played, view);
  }
  view->kitty = ddz_cards_hand(seat->kitty);
  if (!ddz_hand_contains(seat->role == DDZ_LANDLORD ? view->hand : unseen, ddz_view_kitty_left(view)))
    view->kitty = 0;
  seat_calls(seat, view->now.calls);
  return wrong;
}
