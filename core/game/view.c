#include "core/game/view.h"

#include <string.h>

/* ---- the latest actions ---- */

void ddz_trail_add(struct ddz_trail *trail, const struct ddz_position *before, const struct ddz_play *play) {
  const struct ddz_play *last = &before->last;
  memmove(trail->recent + 1, trail->recent, sizeof trail->recent - sizeof *trail->recent);
  trail->recent[0] = *play;
  if (trail->count < DDZ_TRAIL) trail->count++;
  if (play->kind != DDZ_PASS || (last->kind != DDZ_SOLO && last->kind != DDZ_PAIR)) return;
  uint8_t *lowest = &trail->refused[before->turn][last->kind == DDZ_PAIR];
  if (ddz_role_enemies(before->turn, before->owner) && (*lowest == 0 || last->rank < *lowest))
    *lowest = last->rank + 1;
}

void ddz_view_bare(struct ddz_view *view, const struct ddz_rules *rules, enum ddz_role role, ddz_hand hand) {
  memset(view, 0, sizeof *view);
  view->rules = rules;
  view->role = view->now.turn = role;
  view->hand = hand;
  view->now.left[role] = ddz_hand_size(hand);
}

void ddz_view_init(struct ddz_view *view, const struct ddz_rules *rules, enum ddz_role role, ddz_hand hand,
                   ddz_hand kitty) {
  ddz_view_bare(view, rules, role, hand);
  view->now.turn = DDZ_LANDLORD;
  view->kitty = kitty;
  view->now.from_start = true;
  for (int seat = 0; seat < DDZ_ROLES; seat++)
    view->now.left[seat] = ddz_rules_start(rules, seat == DDZ_LANDLORD);
}

/* The hand and what was played have at most the deck's cards of a rank, so four such parts do not overflow a
 * nibble that is checked before it is added to. */
ddz_hand ddz_view_unseen(const struct ddz_view *view) {
  const ddz_hand *played = view->now.played;
  return ddz_rules_deck(view->rules) - (view->hand + played[0] + played[1] + played[2]);
}

bool ddz_view_is_accounted(const struct ddz_view *view) {
  const int next = view->now.left[ddz_role_next(view->role)],
            previous = view->now.left[ddz_role_before(view->role)];
  return next > 0 && previous > 0 && ddz_hand_size(ddz_view_unseen(view)) == next + previous;
}

ddz_hand ddz_view_kitty_left(const struct ddz_view *view) {
  return ddz_hand_without(view->kitty, view->now.played[DDZ_LANDLORD] - view->apart);
}

ddz_hand ddz_view_sure(const struct ddz_view *view, enum ddz_role role) {
  const ddz_hand third = view->shown[DDZ_LANDLORD + DDZ_LANDLORD_DOWN + DDZ_LANDLORD_UP - role - view->role];
  if (view->shown[role] != 0) return view->shown[role];
  if (third != 0 && ddz_view_is_accounted(view)) return ddz_view_unseen(view) - third;
  return role == DDZ_LANDLORD ? ddz_view_kitty_left(view) : 0;
}

/* Cards that `seat` gets of those nobody holds for certain, not yet limited by their number. */
static int wanted(struct ddz_hidden *hidden, const struct ddz_view *view, enum ddz_role seat) {
  const int left = view->now.left[seat] != 0 ? view->now.left[seat] : ddz_hand_size(view->hand);
  const int draw = left - ddz_hand_size(hidden->known[seat]);
  hidden->assumed = hidden->assumed || view->now.left[seat] == 0;
  return draw > 0 ? draw : 0;
}

void ddz_hidden_of(struct ddz_hidden *hidden, const struct ddz_view *view) {
  const enum ddz_role others[] = {ddz_role_next(view->role), ddz_role_before(view->role)};
  *hidden = (struct ddz_hidden){.role = view->role, .pool = ddz_view_unseen(view)};
  hidden->known[view->role] = view->hand;
  for (int i = 0; i < 2; i++) {
    const ddz_hand sure = ddz_view_sure(view, others[i]);
    const int left = view->now.left[others[i]];
    if (!ddz_hand_contains(hidden->pool, sure) || (left != 0 && ddz_hand_size(sure) > left)) continue;
    hidden->known[others[i]] = sure;
    hidden->pool -= sure;
  }
  int *next = &hidden->draw[others[0]], *before = &hidden->draw[others[1]];
  const int size = ddz_hand_size(hidden->pool);
  *next = wanted(hidden, view, others[0]);
  *before = wanted(hidden, view, others[1]);
  while (*next + *before > size) --*(*next > *before ? next : before);
  if (*next + *before < size) hidden->assumed = true;
}

void ddz_hidden_deal(const struct ddz_hidden *hidden, ddz_hand next, ddz_hand hand[DDZ_ROLES]) {
  memcpy(hand, hidden->known, sizeof hidden->known);
  hand[ddz_role_next(hidden->role)] += next;
  hand[ddz_role_before(hidden->role)] += hidden->pool - next;
}

bool ddz_view_advance(struct ddz_view *view, const struct ddz_play *play) {
  ddz_trail_add(&view->trail, &view->now, play);
  return ddz_position_play(&view->now, play);
}

/* May it be that the seat has nothing to lead? Whose last card can be the flower has not, and where single
 * cards are forbidden a hidden hand may be of that kind. */
static bool may_be_stuck(const struct ddz_view *view, enum ddz_role role) {
  const ddz_hand played = view->now.played[0] + view->now.played[1] + view->now.played[2];
  const bool holds = ddz_hand_count(view->hand, DDZ_RANK_F) > 0;
  if (!ddz_rules_play(view->rules, DDZ_SOLO)) return true;
  return view->rules->stand != 0 && !view->rules->wilds_alone && view->now.left[role] == 1 &&
         ddz_hand_count(played, DDZ_RANK_F) == 0 && holds == (role == view->role);
}

enum ddz_error ddz_view_check(const struct ddz_view *view, enum ddz_role role, ddz_hand cards,
                              struct ddz_play *play) {
  const struct ddz_position *now = &view->now;
  *play = (struct ddz_play){0};
  if (ddz_position_is_over(now)) return DDZ_ERR_GAME_OVER;
  if (role != now->turn) return DDZ_ERR_WRONG_TURN;
  if (cards == 0) return ddz_position_leads(now) && !may_be_stuck(view, role) ? DDZ_ERR_PASS_ON_LEAD : DDZ_OK;
  enum ddz_error error = ddz_answer(view->rules, cards, &now->last, play);
  if (error != DDZ_OK) return error;
  if (play->size > now->left[role]) return DDZ_ERR_TOO_MANY_CARDS;
  return ddz_hand_contains(ddz_view_unseen(view), cards) ? DDZ_OK : DDZ_ERR_TOO_MANY_OF_RANK;
}

enum ddz_error ddz_view_last(struct ddz_view *view, enum ddz_role owner, const struct ddz_play *play) {
  if (!ddz_hand_contains(ddz_view_unseen(view), play->cards)) return DDZ_ERR_TOO_MANY_OF_RANK;
  struct ddz_view put = *view;
  put.now.turn = owner;
  ddz_view_advance(&put, play);
  while (put.now.turn != view->role) ddz_view_advance(&put, &(struct ddz_play){0});
  memcpy(put.now.left, view->now.left, sizeof put.now.left); /* these are told as they are now */
  if (owner == view->role) put.trail = view->trail;
  *view = put;
  return DDZ_OK;
}

/* `n` cards taken out of the pool, or all there are: each as likely as another. */
static ddz_hand take(ddz_hand *pool, int n, struct ddz_rng *rng) {
  ddz_hand taken = 0;
  for (; n > 0 && *pool != 0; n--) {
    int at = (int)ddz_rng_below(rng, (uint32_t)ddz_hand_size(*pool)), rank = 0;
    while (at >= ddz_hand_count(*pool, rank)) at -= ddz_hand_count(*pool, rank++);
    *pool -= ddz_hand_of(rank, 1);
    taken += ddz_hand_of(rank, 1);
  }
  return taken;
}

/* Cards that each has put down and nobody names. */
static bool count_gone(const struct ddz_view *view, int gone[DDZ_ROLES]) {
  for (int role = 0; role < DDZ_ROLES; role++) {
    const int full = ddz_rules_start(view->rules, role == DDZ_LANDLORD);
    gone[role] = full - view->now.left[role] - ddz_hand_size(view->now.played[role]);
    if (view->now.left[role] == 0 || gone[role] < 0) return false;
  }
  return true;
}

/* Take out the hands that are shown; false where they are not there, or not of the told size. */
static bool keep_shown(const struct ddz_view *view, ddz_hand *pool) {
  for (int role = 0; role < DDZ_ROLES; role++) {
    const ddz_hand shown = role == (int)view->role ? 0 : view->shown[role];
    if (shown == 0) continue;
    if (ddz_hand_size(shown) != view->now.left[role] || !ddz_hand_contains(*pool, shown)) return false;
    *pool -= shown;
  }
  return true;
}

bool ddz_view_complete(struct ddz_view *view, struct ddz_rng *rng) {
  const ddz_hand held = view->role == DDZ_LANDLORD ? view->hand : view->shown[DDZ_LANDLORD];
  int gone[DDZ_ROLES];
  ddz_hand pool = ddz_view_unseen(view);
  if (!count_gone(view, gone) || !keep_shown(view, &pool)) return false;
  const ddz_hand kitty = ddz_hand_without(ddz_view_kitty_left(view), held);
  const int rest = gone[DDZ_LANDLORD] + (held != 0 ? 0 : view->now.left[DDZ_LANDLORD]) - ddz_hand_size(kitty);
  if (rest < 0 || !ddz_hand_contains(pool, kitty)) return false;
  pool -= kitty;
  ddz_hand landlord =
      kitty + take(&pool, rest, rng); /* all that is not known of him, in his hand or played */
  for (int role = 0; role < DDZ_ROLES; role++)
    view->now.played[role] += take(role == DDZ_LANDLORD ? &landlord : &pool, gone[role], rng);
  return true;
}

static uint64_t mixed(uint64_t so_far, uint64_t with) {
  struct ddz_rng rng;
  ddz_rng_seed_stream(&rng, so_far, with);
  return ddz_rng_next(&rng);
}

uint64_t ddz_view_seed(const struct ddz_view *view) {
  const struct ddz_position *now = &view->now;
  uint64_t seed = mixed(view->hand, view->role);
  seed = mixed(mixed(seed, now->last.cards), (uint64_t)now->passes);
  for (int role = 0; role < DDZ_ROLES; role++)
    seed = mixed(mixed(seed, now->played[role]), (uint64_t)now->left[role]);
  return seed >> 11;
}
