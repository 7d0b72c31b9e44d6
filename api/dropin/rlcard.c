/* In place of the server of rlcard-showdown's page: POST /predict, POST /legal.
 *
 * Forms come in; whatever the answer, the status is 200, and its own `status` says what is wrong. */
#include "api/dropin/dropin.h"
#include "api/dropin/figure.h"
#include "api/dropin/state.h"
#include "api/wire/encode.h"
#include "core/engine/engine.h"
#include "core/value/prompt.h"

#include <stdio.h>
#include <stdlib.h>

enum { PLAYS_TOLD = 3, BOMBS_MAX = 14 };

/* What `status` is. */
enum verdict {
  SUCCESS = 0,
  WRONG_POSITION,
  WRONG_LANDLORD_HAND,
  WRONG_FARMER_HAND,
  LEFT_IS_NOT_THE_HAND,
  LEFT_OUT_OF_RANGE,
  TOO_MANY_LANDLORD_CARDS,
  WRONG_OTHERS,
  UNREADABLE,
  VERDICTS
};
static const struct {
  int status;
  const char *message;
} verdicts[VERDICTS] = {[SUCCESS] = {0, "success"},
                        [WRONG_POSITION] = {1, "player_position must be 0, 1 or 2"},
                        [WRONG_LANDLORD_HAND] = {2, "the landlord holds 1 to 20 cards"},
                        [WRONG_FARMER_HAND] = {3, "a farmer holds 1 to 17 cards"},
                        [LEFT_IS_NOT_THE_HAND] = {4, "the number of cards left is not that of the hand"},
                        [LEFT_OUT_OF_RANGE] = {5, "a number of cards left is out of range"},
                        [TOO_MANY_LANDLORD_CARDS] = {6, "there are at most 3 landlord cards"},
                        [WRONG_OTHERS] = {7, "the other hand cards are not as many as the others have left"},
                        [UNREADABLE] = {-1, "the request cannot be read"}};

static void open_answer(struct ddz_writer *out, int status, const char *message) {
  ddz_write_open(out, NULL, '{');
  ddz_write_int(out, "status", status);
  ddz_write_string(out, "message", message);
}

/* What goes wrong before the fields are looked at. A client that must ask in another way, or later, gets that
 * status. */
int ddz_refuse_rlcard(const struct ddz_problem *problem, struct ddz_writer *out) {
  const bool asked_wrongly = problem->status == 405 || problem->status >= 500;
  open_answer(out, verdicts[UNREADABLE].status, problem->detail);
  ddz_write_close(out, '}');
  return asked_wrongly ? problem->status : 200;
}

/* ---- fields ---- */

/* The text of a field; NULL: it is not there. */
static const char *text_of(const struct ddz_field *body, const char *name) {
  return json_string_value(json_object_get(body->json, name));
}

static bool read_cards(const char *text, size_t length, ddz_hand *hand) {
  size_t at;
  return text && ddz_letters_read(DDZ_NOTATION_XD, text, length, hand, &at) == DDZ_OK;
}

static bool read_hand(const struct ddz_field *body, const char *name, ddz_hand *hand) {
  const char *text = text_of(body, name);
  return text && read_cards(text, strlen(text), hand);
}

static bool read_number(const struct ddz_field *body, const char *name, long *number) {
  const char *text = text_of(body, name);
  char *end;
  if (!text || strlen(text) > 9) return false;
  *number = strtol(text, &end, 10);
  return *text != '\0' && *end == '\0';
}

/* "name_landlord" and so on. */
static const char *name_of(const char *name, int role, char full[48]) {
  snprintf(full, 48, "%s_%s", name, ddz_role_name((enum ddz_role)role));
  return full;
}

/* "33,,44": three actions. No text is no action. */
static bool read_actions(const char *text, struct ddz_state *state) {
  if (!text) return false;
  if (*text == '\0') return true;
  for (;; text++) {
    const size_t length = strcspn(text, ",");
    if (state->actions == DDZ_PLIES_MAX) return false;
    if (!read_cards(text, length, &state->action[state->actions])) return false;
    state->actions++;
    text += length;
    if (*text == '\0') return true;
  }
}

/* ---- /predict ---- */

struct prediction {
  enum verdict verdict;
  struct ddz_state state;
};

static enum verdict read_own(const struct ddz_field *body, struct ddz_state *state) {
  static const char *const positions[] = {"0", "1", "2"};
  const char *position = text_of(body, "player_position");
  int role = 0;
  while (role < DDZ_ROLES && !(position && strcmp(position, positions[role]) == 0)) role++;
  if (role == DDZ_ROLES) return WRONG_POSITION;
  state->role = (enum ddz_role)role;
  if (!read_hand(body, "player_hand_cards", &state->hand)) return UNREADABLE;
  const int held = ddz_hand_size(state->hand), most = role == DDZ_LANDLORD ? 20 : 17;
  if (held < 1 || held > most) return role == DDZ_LANDLORD ? WRONG_LANDLORD_HAND : WRONG_FARMER_HAND;
  return SUCCESS;
}

static enum verdict read_left(const struct ddz_field *body, struct ddz_state *state) {
  long left[DDZ_ROLES];
  char name[48];
  bool in_range = true;
  for (int role = 0; role < DDZ_ROLES; role++) {
    if (!read_number(body, name_of("num_cards_left", role, name), &left[role])) return UNREADABLE;
    in_range = in_range && left[role] >= 0 && left[role] <= (role == DDZ_LANDLORD ? 20 : 17);
  }
  if (left[state->role] != ddz_hand_size(state->hand)) return LEFT_IS_NOT_THE_HAND;
  for (int role = 0; in_range && role < DDZ_ROLES; role++) state->left[role] = (int)left[role];
  return in_range ? SUCCESS : LEFT_OUT_OF_RANGE;
}

static enum verdict read_table(const struct ddz_field *body, struct ddz_state *state) {
  if (!read_hand(body, "three_landlord_cards", &state->kitty)) return UNREADABLE;
  if (ddz_hand_size(state->kitty) > 3) return TOO_MANY_LANDLORD_CARDS;
  if (!read_actions(text_of(body, "card_play_action_seq"), state)) return UNREADABLE;
  if (!read_hand(body, "other_hand_cards", &state->others)) return UNREADABLE;
  const int next = state->left[ddz_role_next(state->role)],
            before = state->left[ddz_role_before(state->role)];
  return ddz_hand_size(state->others) == next + before ? SUCCESS : WRONG_OTHERS;
}

/* The play to beat is in the sequence; `last_move_...` say it again. */
static enum verdict read_past(const struct ddz_field *body, struct ddz_state *state) {
  ddz_hand again;
  long bombs;
  char name[48];
  for (int role = 0; role < DDZ_ROLES; role++)
    if (!read_hand(body, name_of("last_move", role, name), &again) ||
        !read_hand(body, name_of("played_cards", role, name), &state->played[role]))
      return UNREADABLE;
  if (!read_number(body, "bomb_num", &bombs) || bombs < 0) return UNREADABLE;
  state->bombs = bombs < BOMBS_MAX ? (int)bombs : BOMBS_MAX;
  const ddz_hand deck = ddz_rules_deck(&state->terms.rules);
  if (!ddz_state_last(state, state->action, state->actions) || !ddz_state_fits(state)) return UNREADABLE;
  return ddz_hand_contains(deck - state->hand, state->others) ? SUCCESS : UNREADABLE;
}

static bool read_prediction(const struct ddz_field *body, void *question) {
  static enum verdict (*const steps[])(const struct ddz_field *,
                                       struct ddz_state *) = {read_own, read_left, read_table, read_past};
  struct prediction *q = question;
  ddz_state_terms(&q->state, "douzero", DDZ_NOTATION_XD);
  for (size_t i = 0; i < sizeof steps / sizeof *steps && q->verdict == SUCCESS; i++)
    q->verdict = steps[i](body, &q->state);
  return true;
}

static void out_figures(struct ddz_writer *out, const char *key, const struct ddz_candidate *plays, size_t n,
                        const double *value, int digits) {
  ddz_write_open(out, key, '{');
  for (size_t i = 0; i < n; i++) {
    char cards[DDZ_TEXT_MAX], figure[DDZ_FIGURE];
    ddz_letters_write(DDZ_NOTATION_XD, plays[i].play.cards, cards);
    ddz_write_string(out, cards, ddz_figure(value[i], digits, figure));
  }
  ddz_write_close(out, '}');
}

/* The page plays what has the highest figure, the first of equal ones by its own order: the best one must be
 * the highest alone. A figure is a chance from -1 to 1. */
static void run_prediction(struct ddz_task *task, const void *question, struct ddz_writer *out) {
  const struct prediction *q = question;
  struct ddz_candidate plays[PLAYS_TOLD];
  double win[PLAYS_TOLD], figure[PLAYS_TOLD];
  open_answer(out, verdicts[q->verdict].status, verdicts[q->verdict].message);
  if (q->verdict == SUCCESS) {
    size_t all;
    const size_t n = ddz_state_think(task, &q->state, plays, PLAYS_TOLD, &all);
    for (size_t i = 0; i < n; i++) {
      win[i] = plays[i].win_probability;
      figure[i] = 2 * win[i] - 1;
      if (i > 0 && figure[i] > figure[0] - 2e-6) figure[i] = figure[0] - 2e-6;
    }
    out_figures(out, "result", plays, n, figure, 6);
    out_figures(out, "win_rates", plays, n, win, 4);
  }
  ddz_write_close(out, '}');
}

const struct ddz_handler ddz_drop_predict = {
    .size = sizeof(struct prediction), .read = read_prediction, .run = run_prediction};

/* ---- /legal ---- */

struct choice {
  enum verdict verdict;
  struct ddz_rules rules;
  ddz_hand hand;
  struct ddz_play rival;
  bool follows; /* something is to be beaten ... */
  bool unknown; /* ... and it is no play: bombs alone beat it */
};

static bool read_choice(const struct ddz_field *body, void *question) {
  struct choice *q = question;
  ddz_hand rival = 0;
  (void)ddz_rules_preset("douzero", &q->rules);
  if (!read_hand(body, "player_hand_cards", &q->hand) || !read_hand(body, "rival_move", &rival) ||
      ddz_hand_size(q->hand) > 20 || ddz_hand_size(rival) > 20)
    q->verdict = UNREADABLE;
  q->follows = rival != 0;
  q->unknown = q->follows && ddz_classify(&q->rules, rival, &q->rival) != DDZ_OK;
  return true;
}

/* As lists of ranks are compared, rank by rank from the lowest card. */
static int by_cards(const void *a, const void *b) {
  ddz_hand x = *(const ddz_hand *)a, y = *(const ddz_hand *)b;
  while (x != 0 && y != 0) {
    const int rank_x = ddz_hand_bottom(x), rank_y = ddz_hand_bottom(y);
    if (rank_x != rank_y) return rank_x - rank_y;
    x -= ddz_hand_of(rank_x, 1);
    y -= ddz_hand_of(rank_y, 1);
  }
  return (x != 0) - (y != 0);
}

/* All plays, each set of cards once, in that order. Returns how many. */
static size_t list_plays(struct ddz_task *task, const struct choice *q, ddz_hand *list) {
  size_t all, n = 0, kept = 0;
  const struct ddz_play *moves =
      ddz_prompter_moves(ddz_engine_prompter(task->api->engine), &q->rules, q->hand, &q->rival, &all);
  if (q->follows) list[n++] = 0;
  for (size_t i = 0; i < all; i++)
    if (!q->unknown || ddz_is_bomb(&moves[i])) list[n++] = moves[i].cards;
  qsort(list, n, sizeof *list, by_cards);
  for (size_t i = 0; i < n; i++)
    if (kept == 0 || list[i] != list[kept - 1]) list[kept++] = list[i];
  return kept;
}

static void out_plays(struct ddz_task *task, const struct choice *q, struct ddz_writer *out) {
  ddz_hand *list = malloc((DDZ_MOVES_MAX + 1) * sizeof *list);
  char *text = list ? malloc((DDZ_MOVES_MAX + 1) * (DDZ_HAND_MAX + 1)) : NULL;
  if (text) {
    const size_t n = list_plays(task, q, list);
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < n; i++) {
      if (i > 0) text[length++] = ',';
      length += ddz_letters_write(DDZ_NOTATION_XD, list[i], text + length);
    }
    ddz_write_string(out, "legal_action", text);
  } else {
    ddz_writer_fail(out);
  }
  free(text);
  free(list);
}

static void run_choice(struct ddz_task *task, const void *question, struct ddz_writer *out) {
  const struct choice *q = question;
  open_answer(out, verdicts[q->verdict].status, verdicts[q->verdict].message);
  if (q->verdict == SUCCESS) out_plays(task, q, out);
  ddz_write_close(out, '}');
  task->engine = "rules";
}

const struct ddz_handler ddz_drop_legal = {
    .size = sizeof(struct choice), .read = read_choice, .run = run_choice};
