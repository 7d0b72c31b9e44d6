/* table.c - layer 2 of ddz_core.h: the referee's table as a struct that is copied.
 *
 * A table of core (core/game/table.h) without its rules, which all copies share; of those only the wild ranks
 * are a table's own. */
#include <stdlib.h>
#include <string.h>

#include "core/play/deals.h"
#include "core/robot/actor.h"
#include "core/rules/movegen.h"
#include "lib/typed.h"

enum { KEPT_AT = offsetof(struct ddz_table, seed), KEPT = sizeof(struct ddz_table) - KEPT_AT };
_Static_assert(sizeof(struct ddzc_table) == 512, "a table has 512 bytes");
_Static_assert(offsetof(struct ddz_table, rules) == 0 && KEPT <= 62 * 8, "a table of core fits");

void typed_pack(struct ddzc_table *packed, const struct ddz_rules *rules, const struct ddz_table *table) {
  packed->rules = rules;
  packed->space[0] = table->rules.wild;
  memcpy(packed->space + 1, (const char *)table + KEPT_AT, KEPT);
  memset((char *)(packed->space + 1) + KEPT, 0, sizeof packed->space - 8 - KEPT);
}

static void unpack(const struct ddzc_table *packed, struct ddz_table *table) {
  table->rules = *packed->rules;
  table->rules.wild = (ddz_ranks)packed->space[0];
  memcpy((char *)table + KEPT_AT, packed->space + 1, KEPT);
}

/* ---- the deal ---- */

int ddzc_table_init(struct ddzc_table *table, const struct ddz_rules *rules, uint64_t seed) {
  struct ddz_table made;
  const enum ddz_error error = ddz_table_init(&made, rules, seed, NULL);
  if (error != DDZ_OK) return typed_error(error);
  typed_pack(table, rules, &made);
  return 0;
}

int ddzc_table_deal(struct ddzc_table *table, const struct ddz_rules *rules, uint64_t seed,
                    const ddz_hand hand[3], ddz_hand kitty, int landlord) {
  struct ddz_table made;
  struct ddz_deal deal;
  if (landlord < 0 || landlord > DDZC_NOBODY) return DDZC_BAD_ARGUMENT;
  for (int seat = 0; seat < DDZ_SEATS; seat++)
    if (!typed_fits(rules, hand[seat])) return DDZC_BAD_CARDS;
  if (!typed_fits(rules, kitty)) return DDZC_BAD_CARDS;
  enum ddz_error error =
      ddz_deal_of_hands(rules, hand, kitty, landlord == DDZC_NOBODY ? DDZ_NO_SEAT : landlord, &deal);
  if (error == DDZ_OK) error = ddz_table_init(&made, rules, seed, &deal);
  if (error != DDZ_OK) return DDZC_BAD_CARDS;
  typed_pack(table, rules, &made);
  return 0;
}

/* ---- actions as rows ---- */

static struct ddz_play row_of_call(int call) {
  return (struct ddz_play){.kind = (uint8_t)(DDZC_CALL + call)};
}

size_t typed_list(const struct ddz_table *table, struct ddz_play *out, size_t cap) {
  size_t n = 0;
  if (table->phase == DDZ_PHASE_PLAY) {
    const size_t first = !ddz_position_leads(&table->now);
    n = ddz_moves(&table->rules, table->hand[table->turn], &table->now.last, DDZ_FILL_LACK, out + first,
                  cap > first ? cap - first : 0);
    const bool passes = first > 0 || n == 0; /* who can lead nothing passes, too */
    if (passes && cap > 0) out[0] = (struct ddz_play){0};
    return n + passes;
  }
  if (table->phase == DDZ_PHASE_REDEAL && cap > 0) out[0] = (struct ddz_play){.kind = DDZC_DEAL};
  if (table->phase == DDZ_PHASE_REDEAL) return 1;
  for (ddz_call_set open = ddz_table_calls(table); open != 0; open &= (ddz_call_set)(open - 1), n++)
    if (n < cap) out[n] = row_of_call(__builtin_ctz(open));
  return n;
}

struct ddz_action typed_action(const struct ddz_play *row) {
  struct ddz_action action = {.verb = DDZ_VERB_PLAY, .seat = DDZ_SEAT_TURN};
  if (row->kind == DDZC_DEAL) {
    action.verb = DDZ_VERB_DEAL;
  } else if (row->kind >= DDZC_CALL) {
    action.verb = DDZ_VERB_CALL;
    action.call = (uint8_t)(row->kind - DDZC_CALL);
  } else {
    action.kind = row->kind;
    action.rank = row->rank;
    action.length = row->length;
    action.cards = row->cards;
  }
  return action;
}

/* The row of an action that is legal here. */
static struct ddz_play row_of(const struct ddz_table *table, const struct ddz_action *action) {
  struct ddz_play play = {0};
  const struct ddz_play as = {.kind = action->kind, .rank = action->rank, .length = action->length};
  if (action->verb == DDZ_VERB_DEAL) return (struct ddz_play){.kind = DDZC_DEAL};
  if (action->verb == DDZ_VERB_CALL) return row_of_call(action->call);
  if (action->cards != 0) (void)ddz_position_read(&table->now, &table->rules, action->cards, &as, &play);
  return play;
}

int ddzc_table_plays(const struct ddzc_table *table, struct ddzc_play *out, size_t room) {
  struct ddz_table now;
  struct ddz_play few[256];
  const size_t cap = sizeof few / sizeof *few;
  unpack(table, &now);
  const size_t n = typed_list(&now, few, cap);
  if (n > room) return (int)n;
  if (n <= cap)
    memcpy(out, few, n * sizeof *few);
  else
    typed_list(&now, typed_play(out), room);
  return (int)n;
}

static int apply(struct ddzc_table *table, struct ddz_table *now, const struct ddz_play *row) {
  const struct ddz_action action = typed_action(row);
  const enum ddz_error error = ddz_table_apply(now, &action);
  if (error == DDZ_OK) typed_pack(table, table->rules, now);
  return typed_error(error);
}

int ddzc_table_do(struct ddzc_table *table, const struct ddzc_play *row) {
  struct ddz_table now;
  const bool plays = row->kind < DDZ_KINDS;
  if (!plays && row->kind < DDZC_CALL) return DDZC_BAD_ARGUMENT;
  if (plays && ((row->cards == 0) != (row->kind == DDZC_PASS) || !typed_fits(table->rules, row->cards)))
    return DDZC_BAD_ARGUMENT;
  unpack(table, &now);
  return apply(table, &now, typed_last(row));
}

int ddzc_table_act(struct ddzc_table *table, int i) {
  struct ddz_table now;
  struct ddz_play few[256], *list = few;
  const size_t cap = sizeof few / sizeof *few;
  unpack(table, &now);
  const size_t n = typed_list(&now, few, cap);
  if (n == 0) return DDZC_OVER;
  if (i < 0 || (size_t)i >= n) return DDZC_BAD_ARGUMENT;
  if ((size_t)i >= cap) {
    if ((list = malloc(n * sizeof *list)) == NULL) return DDZC_NO_MEMORY;
    typed_list(&now, list, n);
  }
  const int error = apply(table, &now, &list[i]);
  if (list != few) free(list);
  return error;
}

int ddzc_table_robot(struct ddz *handle, const struct ddzc_table *table, const struct ddzc_player *player,
                     struct ddzc_play *row) {
  struct ddz_robot_request how;
  struct ddz_table now;
  struct ddz_act act;
  if (!typed_player(player, &how)) return DDZC_BAD_ARGUMENT;
  unpack(table, &now);
  if (now.phase == DDZ_PHASE_OVER) return DDZC_OVER;
  ddz_table_act(handle_engine(handle), &now, &how, &act, NULL, 0);
  const struct ddz_play play = row_of(&now, &act.action);
  memcpy(row, &play, sizeof *row);
  return 0;
}

/* ---- what is seen ---- */

static uint8_t told(int seat) { return (uint8_t)(seat == DDZ_NO_SEAT ? DDZC_NOBODY : seat); }

/* Does everybody see the kitty? */
static bool kitty_seen(const struct ddz_table *t) {
  return t->landlord != DDZ_NO_SEAT || t->rules.kitty_open;
}

void typed_view(const struct ddz_table *t, int seat, struct ddzc_view *view) {
  *view = (struct ddzc_view){.hand = t->hand[seat],
                             .unseen = ddz_rules_deck(&t->rules) - t->hand[seat],
                             .phase = (uint8_t)t->phase,
                             .turn = told(t->turn),
                             .owner = told(ddz_table_owner(t)),
                             .landlord = told(t->landlord),
                             .winner = told(t->winner),
                             .role = (uint8_t)ddz_table_role(t, seat),
                             .bid = (uint8_t)t->bid,
                             .bombs = (uint8_t)ddz_position_bombs(&t->now),
                             .deals = (uint8_t)(t->deals < 255 ? t->deals : 255),
                             .passes = (uint8_t)t->now.passes,
                             .wild = t->rules.wild,
                             .multiplier = t->multiplier};
  memcpy(&view->last, &t->now.last, sizeof view->last);
  memset(view->last.spare, 0, sizeof view->last.spare);
  if (kitty_seen(t)) view->kitty = ddz_cards_hand(t->kitty);
  if (t->landlord == DDZ_NO_SEAT) view->unseen -= view->kitty;
  for (int s = 0; s < DDZ_SEATS; s++) {
    if (t->landlord != DDZ_NO_SEAT) view->played[s] = t->now.played[ddz_table_role(t, s)];
    view->unseen -= view->played[s];
    view->plies += (uint32_t)ddz_table_plays(t, s);
    view->left[s] = (uint8_t)ddz_hand_size(t->hand[s]);
    view->factor[s] = (uint8_t)t->factor[s];
    view->said[s] = t->said[s];
  }
}

int ddzc_table_view(const struct ddzc_table *table, int seat, struct ddzc_view *view) {
  struct ddz_table t;
  if (seat < 0 || seat >= DDZ_SEATS) return DDZC_BAD_ARGUMENT;
  unpack(table, &t);
  typed_view(&t, seat, view);
  return 0;
}

int ddzc_table_hands(const struct ddzc_table *table, ddz_hand hand[3], ddz_hand *kitty) {
  struct ddz_table t;
  unpack(table, &t);
  memcpy(hand, t.hand, sizeof t.hand);
  *kitty = ddz_cards_hand(t.kitty);
  return 0;
}

int ddzc_table_score(const struct ddzc_table *table, int64_t score[3]) {
  struct ddz_table t;
  unpack(table, &t);
  memcpy(score, t.score, sizeof t.score);
  return t.phase == DDZ_PHASE_OVER;
}

/* ---- hidden cards dealt anew ---- */

/* `n` of these cards by chance, taken away from them. */
static ddz_cards draw(ddz_cards *from, int n, struct ddz_rng *rng) {
  ddz_cards drawn = 0;
  for (; n > 0; n--) {
    ddz_cards rest = *from;
    for (uint32_t skip = ddz_rng_below(rng, (uint32_t)__builtin_popcountll(*from)); skip > 0; skip--)
      rest &= rest - 1;
    drawn |= rest & -rest;
    *from &= ~(rest & -rest);
  }
  return drawn;
}

/* Before the kitty is shown: the hands of the others, and the kitty. */
static void redraw_all(struct ddz_table *t, int seat, struct ddz_rng *rng) {
  const int a = (seat + 1) % DDZ_SEATS, b = (seat + 2) % DDZ_SEATS;
  const bool seen = kitty_seen(t);
  ddz_cards pool = t->cards[a] | t->cards[b] | (seen ? 0 : t->kitty);
  t->cards[a] = draw(&pool, __builtin_popcountll(t->cards[a]), rng);
  t->cards[b] = draw(&pool, __builtin_popcountll(t->cards[b]), rng);
  if (!seen) t->kitty = pool;
  if (!t->draws_wild) return;
  t->drawn = 0;
  for (int n = 0; n < t->rules.late; n++) t->drawn |= ddz_table_draw_rank(t->rules.wild | t->drawn, rng);
}

/* In play by what a search of this seat deals (deals.h); suits as they come. */
static void redraw_hands(struct ddz_table *t, int seat, struct ddz_rng *rng) {
  const int a = (seat + 1) % DDZ_SEATS, b = (seat + 2) % DDZ_SEATS;
  ddz_cards pool = t->cards[a] | t->cards[b];
  struct ddz_sampler sampler;
  struct ddz_view view;
  ddz_hand hand[DDZ_ROLES];
  ddz_table_view(t, &view);
  view.role = ddz_table_role(t, seat);
  view.hand = t->hand[seat];
  ddz_sampler_init(&sampler, &view);
  ddz_sampler_draw(&sampler, rng, hand);
  (void)ddz_cards_pick(pool, hand[ddz_table_role(t, a)], &t->cards[a]);
  t->cards[b] = pool & ~t->cards[a];
}

int ddzc_table_redraw(struct ddzc_table *table, int seat, uint64_t seed) {
  struct ddz_table t;
  struct ddz_rng rng;
  if (seat < 0 || seat >= DDZ_SEATS) return DDZC_BAD_ARGUMENT;
  unpack(table, &t);
  ddz_rng_seed(&rng, seed);
  t.seed = ddz_rng_next(&rng) >> 11;
  memset(t.more, 0, sizeof t.more);
  if (t.landlord == DDZ_NO_SEAT)
    redraw_all(&t, seat, &rng);
  else if (t.phase != DDZ_PHASE_OVER && t.whole)
    redraw_hands(&t, seat, &rng);
  for (int s = 0; s < DDZ_SEATS; s++) t.hand[s] = ddz_cards_hand(t.cards[s]);
  typed_pack(table, table->rules, &t);
  return 0;
}
