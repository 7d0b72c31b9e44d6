#include "api/dropin/state.h"

#include <math.h>
#include <stdio.h>

#include "core/play/greedy.h"
#include "core/robot/robot.h"

enum { SEARCH_NODES = 2000 }; /* of a search where the net does not know the position: a few milliseconds */

void ddz_state_terms(struct ddz_state *state, const char *preset, enum ddz_notation notation) {
  (void)ddz_rules_preset(preset, &state->terms.rules);
  state->terms.notation = notation;
}

bool ddz_state_role(const struct ddz_field *field, enum ddz_role *role) {
  const char *names[DDZ_ROLES + 1] = {NULL};
  int index = (int)*role;
  for (int i = 0; i < DDZ_ROLES; i++) names[i] = ddz_role_name((enum ddz_role)i);
  if (!ddz_read_choice(field, names, &index)) return false;
  *role = (enum ddz_role)index;
  return true;
}

const char *ddz_state_trouble(const struct ddz_problem *problem, char text[DDZ_STATE_TROUBLE]) {
  const char *place = problem->field[0] ? problem->field + 1 : "";
  snprintf(text, DDZ_STATE_TROUBLE, "%s%s%s", place, *place ? ": " : "", problem->detail);
  return text;
}

bool ddz_state_cards(const struct ddz_field *field, const struct ddz_terms *terms, int max, ddz_hand *hand) {
  struct ddz_pile pile = {0};
  if (!ddz_read_cards(field, terms, max, &pile)) return false;
  *hand = pile.hand;
  return true;
}

bool ddz_state_last(struct ddz_state *state, const ddz_hand *cards, size_t n) {
  const bool passed = n > 0 && cards[n - 1] == 0;
  const ddz_hand beat = n > passed ? cards[n - 1 - passed] : 0;
  state->last = (struct ddz_play){0};
  state->owner = passed ? ddz_role_next(state->role) : ddz_role_before(state->role);
  return beat == 0 || ddz_classify(&state->terms.rules, beat, &state->last) == DDZ_OK;
}

bool ddz_state_fits(const struct ddz_state *state) {
  const ddz_hand deck = ddz_rules_deck(&state->terms.rules);
  return ddz_hand_contains(deck, state->hand) && ddz_hand_contains(deck - state->hand, state->last.cards);
}

/* ---- the view ---- */

/* The lower count of each rank. */
static ddz_hand common(ddz_hand a, ddz_hand b) {
  ddz_hand both = 0;
  for (int rank = 0; rank < DDZ_RANKS; rank++) {
    const int x = ddz_hand_count(a, rank), y = ddz_hand_count(b, rank);
    both += ddz_hand_of(rank, x < y ? x : y);
  }
  return both;
}

/* Is the replayed game the one that was told in other words as well? */
static bool agrees(const struct ddz_state *state, const struct ddz_view *view) {
  const struct ddz_position *now = &view->now;
  for (int role = 0; role < DDZ_ROLES; role++)
    if (now->left[role] == 0 || (state->left[role] != 0 && state->left[role] != now->left[role]))
      return false;
  return now->turn == state->role && now->left[state->role] == ddz_hand_size(state->hand) &&
         now->last.cards == state->last.cards &&
         (state->others == 0 || state->others == ddz_view_unseen(view));
}

static bool replay(const struct ddz_state *state, struct ddz_view *view, struct ddz_record *record) {
  record->n = 0;
  ddz_view_init(view, &state->terms.rules, state->role, state->hand, 0);
  for (size_t i = 0; i < state->actions; i++) {
    if (ddz_view_play(view, view->now.turn, state->action[i]) != DDZ_OK) return false;
    ddz_record_add(record, &view->trail.recent[0]);
  }
  return agrees(state, view);
}

/* The last play, then what else was played as far as the deck has it. Where the others' cards are told, all
 * other cards are gone: what nobody is said to have played is counted as the landlord's. */
static void put_down(const struct ddz_state *state, struct ddz_view *view) {
  if (state->last.kind != DDZ_PASS) (void)ddz_view_last(view, state->owner, &state->last);
  ddz_hand *played = view->now.played;
  for (int role = 0; role < DDZ_ROLES; role++) {
    const ddz_hand told = state->played[role], counted = common(told, played[role]);
    const bool keeps = state->others != 0 && ddz_hand_contains(ddz_view_unseen(view), state->others);
    played[role] += common(told - counted, ddz_view_unseen(view) - (keeps ? state->others : 0));
  }
  if (state->others != 0 && ddz_hand_contains(ddz_view_unseen(view), state->others))
    played[DDZ_LANDLORD] += ddz_view_unseen(view) - state->others;
}

static void piece_together(const struct ddz_state *state, struct ddz_view *view) {
  ddz_view_bare(view, &state->terms.rules, state->role, state->hand);
  put_down(state, view);
  for (int role = 0; role < DDZ_ROLES; role++) {
    const int full = ddz_rules_start(&state->terms.rules, role == DDZ_LANDLORD),
              held = state->left[role] ? state->left[role] : full - ddz_hand_size(view->now.played[role]);
    view->now.left[role] = held > full ? full : held > 0 ? held : 1;
  }
  view->now.left[state->role] = ddz_hand_size(state->hand);
  const int missing = state->bombs - ddz_position_bombs(&view->now);
  if (missing > 0) view->now.raised[DDZ_RAISE_HARD] += (uint8_t)missing;
}

/* Where else the landlord's cards are hidden, what he must still hold of the kitty must be among them. */
static void show_kitty(const struct ddz_state *state, struct ddz_view *view) {
  view->kitty = ddz_hand_size(state->kitty) == state->terms.rules.kitty ? state->kitty : 0;
  const ddz_hand left = ddz_view_kitty_left(view);
  const ddz_hand place = state->role == DDZ_LANDLORD ? state->hand : ddz_view_unseen(view);
  if (!ddz_hand_contains(place, left) || ddz_hand_size(left) > view->now.left[DDZ_LANDLORD]) view->kitty = 0;
}

void ddz_state_view(const struct ddz_state *state, struct ddz_view *view, struct ddz_record *record) {
  if (!replay(state, view, record)) {
    piece_together(state, view);
    record->n = 0;
  }
  show_kitty(state, view);
}

/* ---- what the engine thinks ---- */

/* What the net thinks of the best play where nobody else said: only the forced is played without thinking. */
static void judge_best(struct ddz_engine *engine, const struct ddz_view *view, struct ddz_candidate *best) {
  const struct ddz_net *net = ddz_greedy_net(engine, view->rules);
  if (!net || !isnan(best->win_probability)) return;
  const struct ddz_net_value value =
      ddz_judge_play(net, ddz_engine_power(engine), view, DDZ_OBJECTIVE_WIN, &best->play);
  best->win_probability = ddz_judge_probability(net, view, DDZ_OBJECTIVE_WIN, value.win);
}

/* Chances for all, falling: what the engine was not asked about is not better than what it thought of least.
 * Nobody thought of anything: even. */
static void complete(struct ddz_candidate *out, size_t n) {
  double least = 1;
  bool known = false;
  for (size_t i = 0; i < n; i++) {
    const double told = out[i].win_probability;
    known = known || !isnan(told);
    if (!isnan(told) && told < least) least = told > 0 ? told : 0;
    out[i].win_probability = known ? least : 0.5;
  }
}

size_t ddz_state_think(struct ddz_task *task, const struct ddz_state *state, struct ddz_candidate *out,
                       size_t cap, size_t *all) {
  struct ddz_robot_request ask;
  struct ddz_robot_move move;
  struct ddz_record record;
  ddz_robot_defaults(&ask);
  ddz_state_view(state, &ask.view, &record);
  ask.record = &record;
  ask.level = DDZ_LEVEL_NONE;
  if (!ddz_greedy_knows(task->api->engine, &ask.view)) ask.limit.nodes = SEARCH_NODES;
  ddz_robot_choose(task->api->engine, &ask, &move, out, cap);
  judge_best(task->api->engine, &ask.view, &out[0]);
  const size_t n = move.candidates < cap ? move.candidates : cap;
  complete(out, n);
  task->engine = ddz_player_name(move.player);
  task->nodes = move.nodes;
  *all = move.candidates;
  return n;
}
