#include "view.h"

#include <string.h>

void ddz_view_bare(struct ddz_view *view, const struct ddz_rules *rules, enum ddz_role role, ddz_hand hand) {
  memset(view, 0, sizeof *view);
  view->rules = rules;
  view->role = view->turn = role;
  view->hand = hand;
  view->left[role] = ddz_hand_size(hand);
}

void ddz_view_init(struct ddz_view *view, const struct ddz_rules *rules, enum ddz_role role, ddz_hand hand,
                   ddz_hand kitty) {
  ddz_view_bare(view, rules, role, hand);
  view->turn = DDZ_LANDLORD;
  view->kitty = kitty;
  view->from_start = true;
  for (int seat = 0; seat < DDZ_ROLES; seat++) view->left[seat] = DDZ_HAND_DEALT;
  view->left[DDZ_LANDLORD] += rules->kitty;
}

/* Everything with a place of its own: the hand and what was played. Each part has at most the deck's cards of
 * a rank, so four such parts do not overflow a nibble that is checked before it is added to. */
static ddz_hand known(const struct ddz_view *view) {
  return view->hand + view->played[0] + view->played[1] + view->played[2];
}

ddz_hand ddz_view_unseen(const struct ddz_view *view) { return ddz_rules_deck(view->rules) - known(view); }

void ddz_trail_add(struct ddz_trail *trail, enum ddz_role role, const struct ddz_play *play,
                   const struct ddz_play *last, enum ddz_role owner) {
  memmove(trail->recent + 1, trail->recent, sizeof trail->recent - sizeof *trail->recent);
  trail->recent[0] = *play;
  if (trail->count < DDZ_TRAIL) trail->count++;
  if (play->kind != DDZ_PASS || last->kind < DDZ_SOLO || last->kind > DDZ_PAIR) return;
  uint8_t *lowest = &trail->refused[role][last->kind - DDZ_SOLO];
  if (ddz_role_enemies(role, owner) && (*lowest == 0 || last->rank < *lowest)) *lowest = last->rank + 1;
}

static void take_pass(struct ddz_view *view) {
  view->turn = ddz_role_next(view->turn);
  if (++view->passes < DDZ_ROLES - 1) return;
  view->last = (struct ddz_play){0};
  view->passes = 0;
}

static void take_play(struct ddz_view *view, const struct ddz_play *play) {
  view->last = *play;
  view->owner = view->turn;
  view->passes = 0;
  view->bombs += ddz_is_bomb(play);
  view->played[view->turn] += play->cards;
  view->plays[view->turn]++;
  view->left[view->turn] -= play->size;
  view->turn = ddz_role_next(view->turn);
}

void ddz_view_advance(struct ddz_view *view, const struct ddz_play *play) {
  ddz_trail_add(&view->trail, view->turn, play, &view->last, view->owner);
  if (play->kind != DDZ_PASS)
    take_play(view, play);
  else if (view->last.kind != DDZ_PASS)
    take_pass(view);
  else
    view->turn = ddz_role_next(view->turn);
}

bool ddz_view_is_spring(const struct ddz_view *view, enum ddz_role winner) {
  if (!view->rules->spring || !view->from_start) return false;
  if (winner != DDZ_LANDLORD) return view->plays[DDZ_LANDLORD] == 1;
  return view->plays[DDZ_LANDLORD_DOWN] + view->plays[DDZ_LANDLORD_UP] == 0;
}

static bool is_over(const struct ddz_view *view) {
  return view->left[0] == 0 || view->left[1] == 0 || view->left[2] == 0;
}

/* May it be that the seat has nothing to lead? Whose last card can be the flower has not, and where single
 * cards are forbidden a hidden hand may be of that kind. */
static bool may_be_stuck(const struct ddz_view *view, enum ddz_role role) {
  const ddz_hand played = view->played[0] + view->played[1] + view->played[2];
  const bool holds = ddz_hand_count(view->hand, DDZ_RANK_F) > 0;
  if (view->rules->forbidden >> DDZ_SOLO & 1) return true;
  return view->rules->wildcard == DDZ_WILDCARD_FLOWER && view->left[role] == 1 &&
         ddz_hand_count(played, DDZ_RANK_F) == 0 && holds == (role == view->role);
}

enum ddz_error ddz_view_play(struct ddz_view *view, enum ddz_role role, ddz_hand cards) {
  bool leads = view->last.kind == DDZ_PASS;
  struct ddz_play play;
  if (is_over(view)) return DDZ_ERR_GAME_OVER;
  if (role != view->turn) return DDZ_ERR_WRONG_TURN;
  if (cards == 0) {
    if (leads && !may_be_stuck(view, role)) return DDZ_ERR_PASS_ON_LEAD;
    ddz_view_advance(view, &(struct ddz_play){0});
    return DDZ_OK;
  }
  enum ddz_error error = ddz_answer(view->rules, cards, &view->last, &play);
  if (error != DDZ_OK) return error;
  if (play.size > view->left[role]) return DDZ_ERR_TOO_MANY_CARDS;
  if (!ddz_hand_contains(ddz_view_unseen(view), cards)) return DDZ_ERR_TOO_MANY_OF_RANK;
  ddz_view_advance(view, &play);
  return DDZ_OK;
}

enum ddz_error ddz_view_last(struct ddz_view *view, enum ddz_role owner, const struct ddz_play *play) {
  if (!ddz_hand_contains(ddz_view_unseen(view), play->cards)) return DDZ_ERR_TOO_MANY_OF_RANK;
  view->played[owner] += play->cards;
  view->plays[owner]++;
  view->bombs += ddz_is_bomb(play);
  if (owner == view->role) return DDZ_OK;
  view->last = *play;
  view->owner = owner;
  view->passes = owner == ddz_role_before(view->turn) ? 0 : 1;
  ddz_trail_add(&view->trail, owner, play, &(struct ddz_play){0}, owner);
  if (view->passes == 1)
    ddz_trail_add(&view->trail, ddz_role_next(owner), &(struct ddz_play){0}, play, owner);
  return DDZ_OK;
}
