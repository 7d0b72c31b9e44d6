/* In place of the bot of a Go game server: POST /decide_play. Cards are the numbers of `douzero`. */
#include "api/dropin/dropin.h"
#include "api/dropin/state.h"
#include "api/wire/encode.h"

#include <stdio.h>

enum { HAND_MAX = 20 };

int ddz_refuse_decide_play(const struct ddz_problem *problem, struct ddz_writer *out) {
  char error[DDZ_STATE_TROUBLE];
  ddz_write_open(out, NULL, '{');
  ddz_write_open(out, "action", '[');
  ddz_write_close(out, ']');
  ddz_write_string(out, "error", ddz_state_trouble(problem, error));
  ddz_write_close(out, '}');
  return problem->status;
}

static bool read_cards(const struct ddz_field *body, const char *name, const struct ddz_terms *terms, int max,
                       ddz_hand *hand) {
  const struct ddz_field field = ddz_field_of(body, name);
  return ddz_state_cards(&field, terms, max, hand);
}

static bool read_own(const struct ddz_field *body, struct ddz_state *state) {
  const struct ddz_field position = ddz_field_of(body, "position"), hand = ddz_field_of(body, "hand");
  if (!ddz_read_required(&position) || !ddz_state_role(&position, &state->role)) return false;
  const int most = state->role == DDZ_LANDLORD ? HAND_MAX : DDZ_HAND_DEALT;
  if (!ddz_read_required(&hand) || !read_cards(body, "hand", &state->terms, most, &state->hand)) return false;
  return state->hand != 0 || ddz_field_fail_core(&hand, DDZ_ERR_EMPTY, NULL);
}

static bool read_others(const struct ddz_field *body, struct ddz_state *state) {
  const struct ddz_field left = ddz_field_of(body, "num_cards_left");
  char name[48];
  if (ddz_field_given(&left) && !json_is_object(left.json)) return ddz_field_wrong_type(&left, "an object");
  for (int role = 0; role < DDZ_ROLES; role++) {
    const char *seat = ddz_role_name((enum ddz_role)role);
    const struct ddz_field number = ddz_field_of(&left, seat);
    long long held = 0;
    snprintf(name, sizeof name, "played_cards_%s", seat);
    if (!read_cards(body, name, &state->terms, HAND_MAX, &state->played[role])) return false;
    if (!ddz_read_int(&number, 0, HAND_MAX, &held)) return false;
    state->left[role] = (int)held;
  }
  return read_cards(body, "bottom_cards", &state->terms, state->terms.rules.kitty, &state->kitty);
}

static bool read_actions(const struct ddz_field *body, struct ddz_state *state) {
  const struct ddz_field field = ddz_field_of(body, "card_play_action_seq");
  size_t n = 0;
  if (ddz_field_given(&field) && !ddz_read_array(&field, DDZ_PLIES_MAX, &n)) return false;
  for (size_t i = 0; i < n; i++) {
    const struct ddz_field item = ddz_field_item(&field, i);
    struct ddz_pile pile = {0};
    if (!json_is_null(item.json) && !ddz_read_cards(&item, &state->terms, HAND_MAX, &pile)) return false;
    state->action[state->actions++] = pile.hand;
  }
  return true;
}

/* `last_move` says it; where it is not there, the plays so far. */
static bool read_last(const struct ddz_field *body, struct ddz_state *state) {
  const struct ddz_field last = ddz_field_of(body, "last_move"),
                         owner = ddz_field_of(body, "last_move_position"),
                         must = ddz_field_of(body, "must_play");
  bool leads = false;
  ddz_hand beat = 0;
  if (!ddz_read_bool(&must, &leads) || !read_cards(body, "last_move", &state->terms, HAND_MAX, &beat))
    return false;
  const bool told = ddz_field_given(&last) || leads;
  if (leads) beat = 0;
  if (!(told ? ddz_state_last(state, &beat, 1) : ddz_state_last(state, state->action, state->actions)))
    return ddz_field_fail_core(&last, DDZ_ERR_NOT_A_PATTERN, NULL);
  if (beat != 0 && json_string_length(owner.json) > 0 && !ddz_state_role(&owner, &state->owner)) return false;
  return ddz_state_fits(state) ||
         ddz_field_fail_core(&last, DDZ_ERR_TOO_MANY_OF_RANK, "the hand counts, too");
}

static bool read_question(const struct ddz_field *body, void *question) {
  struct ddz_state *state = question;
  ddz_state_terms(state, "douzero", DDZ_NOTATION_DOUZERO);
  if (!json_is_object(body->json)) return ddz_field_wrong_type(body, "an object");
  return read_own(body, state) && read_others(body, state) && read_actions(body, state) &&
         read_last(body, state);
}

static void run(struct ddz_task *task, const void *question, struct ddz_writer *out) {
  const struct ddz_state *state = question;
  const struct ddz_pile hand = {.hand = state->hand};
  struct ddz_candidate best;
  size_t all;
  ddz_state_think(task, state, &best, 1, &all);
  ddz_write_open(out, NULL, '{');
  ddz_write_cards(out, "action", &state->terms, best.play.cards, &hand);
  ddz_write_null(out, "error");
  ddz_write_close(out, '}');
}

const struct ddz_handler ddz_drop_decide_play = {
    .size = sizeof(struct ddz_state), .read = read_question, .run = run};
