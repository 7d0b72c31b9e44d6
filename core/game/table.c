#include "core/game/table.h"

#include <assert.h>
#include <string.h>

#include "core/rules/movegen.h"

enum { DEAL_STREAM = 0x7AB1E, LOT_STREAM = 0x107 << 20 }; /* the table's own streams of a seed */

const struct ddz_words ddz_phase_rows[DDZ_PHASES] = {
#define PHASE(id, name, text, chinese) {name, text, chinese},
#include "table.def"
};

#define OPEN(name) (1u << DDZ_CALL_##name)
#define YES_NO(name) (OPEN(PASS) | OPEN(name))

/* How a landlord is found. */
static const struct scheme {
  ddz_call_set opening;   /* what may be said in CALL */
  ddz_call_set closes;    /* which of it ends CALL at once */
  enum ddz_phase contest; /* then the seats not asked yet go on here; CALL: nothing to contest */
  enum ddz_phase after;   /* the landlord is found */
} schemes[DDZ_CALLINGS] = {
    [DDZ_CALLING_NONE] = {0, 0, DDZ_PHASE_CALL, DDZ_PHASE_PLAY},
    [DDZ_CALLING_SCORE] = {OPEN(PASS) | OPEN(ONE) | OPEN(TWO) | OPEN(THREE), OPEN(THREE), DDZ_PHASE_CALL,
                           DDZ_PHASE_PLAY},
    [DDZ_CALLING_KICK] = {YES_NO(CALL), OPEN(CALL), DDZ_PHASE_CALL, DDZ_PHASE_KICK},
    [DDZ_CALLING_ROB] = {YES_NO(CALL), OPEN(CALL), DDZ_PHASE_ROB, DDZ_PHASE_DOUBLE},
};

/* What may be said in the phases after CALL, by whom depends on the phase. */
static const ddz_call_set later_calls[DDZ_PHASES] = {
    [DDZ_PHASE_ROB] = YES_NO(ROB),
    [DDZ_PHASE_KICK] = YES_NO(KICK) | OPEN(FOLLOW) | OPEN(KICK_BACK),
    [DDZ_PHASE_DOUBLE] = OPEN(NONE) | OPEN(DOUBLE) | OPEN(SUPER),
};

ddz_call_set ddz_calling_calls(enum ddz_calling calling) {
  const struct scheme *scheme = &schemes[calling];
  return scheme->opening | later_calls[scheme->contest] | later_calls[scheme->after];
}

static const struct scheme *scheme_of(const struct ddz_table *table) {
  return &schemes[table->rules.calling];
}

/* ---- seats and roles ---- */

enum ddz_role ddz_table_role(const struct ddz_table *table, int seat) {
  if (table->landlord == DDZ_NO_SEAT) return DDZ_ROLES;
  return (enum ddz_role)((seat - table->landlord + DDZ_SEATS) % DDZ_SEATS);
}

int ddz_table_seat(const struct ddz_table *table, enum ddz_role role) {
  return table->landlord == DDZ_NO_SEAT ? DDZ_NO_SEAT : (table->landlord + (int)role) % DDZ_SEATS;
}

int ddz_table_owner(const struct ddz_table *table) {
  return ddz_position_leads(&table->now) ? DDZ_NO_SEAT : ddz_table_seat(table, table->now.owner);
}

int ddz_table_plays(const struct ddz_table *table, int seat) {
  return table->landlord == DDZ_NO_SEAT ? 0 : table->now.plays[ddz_table_role(table, seat)];
}

/* The seat an action speaks of. */
static enum ddz_error acting_seat(const struct ddz_table *table, const struct ddz_action *action, int *seat) {
  if (action->seat >= DDZ_SEAT_ROLE) {
    if (table->landlord == DDZ_NO_SEAT) return DDZ_ERR_NO_LANDLORD;
    *seat = ddz_table_seat(table, (enum ddz_role)(action->seat - DDZ_SEAT_ROLE));
  } else {
    *seat = action->seat == DDZ_SEAT_TURN ? table->turn : action->seat;
  }
  return DDZ_OK;
}

/* ---- the deal ---- */

static void ask(struct ddz_table *table, enum ddz_phase phase, unsigned pending, int turn) {
  table->phase = phase;
  table->pending = (uint8_t)pending;
  table->turn = turn;
}

/* A stream of the seed for this deal; of a long seed all words count. */
static void seed_stream(const struct ddz_table *table, uint64_t stream, struct ddz_rng *rng) {
  ddz_rng_seed_stream(rng, table->seed, stream + (uint64_t)table->deals);
  for (int i = 0; i < DDZ_SEED_WORDS - 1; i++)
    if (table->more[i] != 0) {
      ddz_rng_widen(rng, table->more, DDZ_SEED_WORDS - 1);
      break;
    }
}

/* Whom the rules name where nobody calls, apart from the deal: that is the same under all rules. */
static int draw_lot(const struct ddz_table *table) {
  struct ddz_rng rng;
  seed_stream(table, LOT_STREAM, &rng);
  return (int)ddz_rng_below(&rng, DDZ_SEATS);
}

int64_t ddz_table_cap(const struct ddz_table *table) {
  return table->cap > 0 && table->cap < DDZ_CAP_MAX ? table->cap : DDZ_CAP_MAX;
}

/* A multiplier within the cap times what one action raises it by does not overflow. */
static int64_t capped(const struct ddz_table *table, int64_t multiplier) {
  const int64_t cap = ddz_table_cap(table);
  return multiplier > cap ? cap : multiplier;
}

static void multiply(struct ddz_table *table, int64_t times) {
  table->multiplier = capped(table, table->multiplier * times);
}

static int agreed_times(const struct ddz_table *table) {
  return table->shown_factor * ddz_kitty_times(&table->kitty_factor, table->kitty);
}

void ddz_table_agree(struct ddz_table *table, const struct ddz_kitty_factor *kitty, unsigned shown,
                     int factor) {
  table->kitty_factor = *kitty;
  table->shown = (uint8_t)shown;
  table->shown_factor = factor;
  if (table->landlord != DDZ_NO_SEAT) multiply(table, agreed_times(table));
}

int ddz_table_agreed(const struct ddz_table *table) {
  const bool known = table->rules.kitty_open;
  if (table->landlord != DDZ_NO_SEAT) return 1; /* in the multiplier */
  return known ? agreed_times(table)
               : table->shown_factor * (table->kitty_factor.any > 0 ? table->kitty_factor.any : 1);
}

/* The landlord is known and holds the kitty: what comes next. */
static void landlord_found(struct ddz_table *table, enum ddz_phase next) {
  const int down = ddz_table_seat(table, DDZ_LANDLORD_DOWN), up = ddz_table_seat(table, DDZ_LANDLORD_UP);
  table->now.from_start = table->whole;
  for (int role = 0; role < DDZ_ROLES; role++)
    table->now.left[role] = ddz_hand_size(table->hand[ddz_table_seat(table, (enum ddz_role)role)]);
  table->rules.wild |= table->drawn;
  multiply(table, agreed_times(table));
  if (next == DDZ_PHASE_KICK)
    ask(table, next, 1u << down | 1u << up, down);
  else
    ask(table, next, next == DDZ_PHASE_DOUBLE ? 7u : 0, table->landlord);
}

static void lay_out(struct ddz_table *table, const struct ddz_deal *deal) {
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    table->cards[seat] = deal->cards[seat];
    table->hand[seat] = ddz_cards_hand(deal->cards[seat]);
    table->asked[seat] = DDZ_CALLS;
    table->said[seat] = 0;
    table->factor[seat] = 1;
  }
  table->kitty = deal->kitty;
  table->first = deal->landlord == DDZ_NO_SEAT ? deal->first : deal->landlord;
  table->landlord = deal->landlord;
  table->whole = ddz_deal_whole(&table->rules, deal);
  table->caller = table->holder = table->winner = DDZ_NO_SEAT;
  table->lot = draw_lot(table);
  table->multiplier = 1;
  if (table->landlord == DDZ_NO_SEAT)
    ask(table, DDZ_PHASE_CALL, 7, table->first);
  else
    landlord_found(table, table->whole ? scheme_of(table)->after : DDZ_PHASE_PLAY);
}

ddz_ranks ddz_table_draw_rank(ddz_ranks wild, struct ddz_rng *rng) {
  int rank = (int)ddz_rng_below(rng, (uint32_t)(DDZ_RANK_2 + 1 - __builtin_popcount(wild)));
  while ((wild & ((1u << (rank + 1)) - 1)) != 0) {
    wild &= (ddz_ranks)(wild - 1); /* the lowest is not counted */
    rank++;
  }
  return (ddz_ranks)(1u << rank);
}

/* The wild ranks of a deal: those given, the others drawn; what is hidden is shown when the landlord is
 * found. */
static void draw_wild(struct ddz_table *table, struct ddz_rng *rng) {
  const ddz_ranks shown = table->given & ~table->rules.hidden;
  table->rules.wild = shown;
  table->drawn = table->rules.hidden;
  if (!table->draws_wild) return;
  for (int n = __builtin_popcount(shown); n < table->rules.early; n++)
    table->rules.wild |= ddz_table_draw_rank(table->rules.wild, rng);
  for (int n = 0; n < table->rules.late; n++)
    table->drawn |= ddz_table_draw_rank(table->rules.wild | table->drawn, rng);
}

/* Deal number table->deals of the seed. Everything is drawn in the same order whatever the rules, so equal
 * seeds give equal cards wherever the deck is the same. */
static void draw(struct ddz_table *table, struct ddz_deal *deal) {
  struct ddz_rng rng;
  seed_stream(table, DEAL_STREAM, &rng);
  ddz_deal_random(&table->rules, &rng, deal);
  draw_wild(table, &rng);
  table->deals++;
}

enum ddz_error ddz_table_init(struct ddz_table *table, const struct ddz_rules *rules, uint64_t seed,
                              const struct ddz_deal *deal) {
  return ddz_table_init_wide(table, rules, (const uint64_t[DDZ_SEED_WORDS]){seed}, deal);
}

enum ddz_error ddz_table_init_wide(struct ddz_table *table, const struct ddz_rules *rules,
                                   const uint64_t seed[DDZ_SEED_WORDS], const struct ddz_deal *deal) {
  if (deal != NULL) {
    enum ddz_error error = ddz_deal_check(rules, deal);
    if (error != DDZ_OK) return error;
  }
  struct ddz_deal drawn;
  memset(table, 0, sizeof *table);
  table->rules = *rules;
  table->seed = seed[0];
  memcpy(table->more, seed + 1, sizeof table->more);
  table->base = 1;
  table->cap = rules->cap;
  table->shown_factor = 1;
  table->given = rules->wild;
  table->draws_wild = ddz_rules_draw(rules);
  draw(table, &drawn);
  if (deal != NULL) {
    const int first = drawn.first;
    drawn = *deal;
    if (rules->calling == DDZ_CALLING_NONE && drawn.landlord == DDZ_NO_SEAT) {
      drawn.landlord = first; /* of given hands where nobody is asked: the seat the seed names */
      drawn.cards[first] |= drawn.kitty;
    }
  }
  lay_out(table, &drawn);
  return DDZ_OK;
}

static enum ddz_error deal_again(struct ddz_table *table) {
  if (table->phase != DDZ_PHASE_REDEAL) return DDZ_ERR_WRONG_PHASE;
  struct ddz_deal deal;
  draw(table, &deal);
  lay_out(table, &deal);
  return DDZ_OK;
}

/* ---- calling ---- */

ddz_call_set ddz_table_calls(const struct ddz_table *table) {
  const ddz_call_set seen = ddz_table_calls_seen(table);
  const bool must = table->phase == DDZ_PHASE_CALL && table->bid == 0 &&
                    ddz_rules_must_call(&table->rules, table->hand[table->turn]);
  return must ? seen & (ddz_call_set)~OPEN(PASS) : seen;
}

ddz_call_set ddz_table_calls_seen(const struct ddz_table *table) {
  switch (table->phase) {
  case DDZ_PHASE_CALL: {
    ddz_call_set open = scheme_of(table)->opening;
    for (int c = DDZ_CALL_ONE; c <= DDZ_CALL_THREE; c++)
      if (ddz_call_rows[c].bid <= table->bid) open &= (ddz_call_set) ~(1u << c);
    return open;
  }
  case DDZ_PHASE_KICK:
    if (table->turn == table->landlord) return YES_NO(KICK_BACK);
    return table->raises > 0 ? YES_NO(FOLLOW) : YES_NO(KICK);
  default:
    return later_calls[table->phase];
  }
}

enum ddz_error ddz_table_choice(const struct ddz_table *table, int choice, enum ddz_call *call) {
  /* the bids too low count as well: choice 2 is two points whatever was bid */
  ddz_call_set set = table->phase == DDZ_PHASE_CALL ? scheme_of(table)->opening : ddz_table_calls(table);
  if (set == 0) return DDZ_ERR_WRONG_PHASE;
  for (int c = 0; c < DDZ_CALLS; c++)
    if (set >> c & 1 && choice-- == 0) {
      *call = (enum ddz_call)c;
      return DDZ_OK;
    }
  return DDZ_ERR_ILLEGAL_CALL;
}

enum ddz_call ddz_table_call(const struct ddz_table *table, int choice) {
  const ddz_call_set open = ddz_table_calls(table);
  enum ddz_call call;
  if (ddz_table_choice(table, choice, &call) == DDZ_OK && (open >> call & 1)) return call;
  return (enum ddz_call)__builtin_ctz(open);
}

static void find_landlord(struct ddz_table *table) {
  const int landlord = table->holder;
  table->landlord = landlord;
  table->cards[landlord] |= table->kitty;
  table->hand[landlord] += ddz_cards_hand(table->kitty);
  landlord_found(table, scheme_of(table)->after);
}

/* Everybody was asked. */
static void calls_end(struct ddz_table *table) {
  const int unwilling[DDZ_NOBODIES] = {[DDZ_NOBODY_REDEAL] = DDZ_NO_SEAT,
                                       [DDZ_NOBODY_FIRST] = table->first,
                                       [DDZ_NOBODY_LAST] = (table->first + DDZ_SEATS - 1) % DDZ_SEATS,
                                       [DDZ_NOBODY_RANDOM] = table->lot};
  if (table->landlord == DDZ_NO_SEAT && table->holder == DDZ_NO_SEAT)
    table->holder = unwilling[table->rules.nobody_calls];
  if (table->landlord != DDZ_NO_SEAT)
    ask(table, DDZ_PHASE_PLAY, 0, table->landlord);
  else if (table->holder != DDZ_NO_SEAT)
    find_landlord(table);
  else
    ask(table, DDZ_PHASE_REDEAL, 0, DDZ_NO_SEAT);
}

static void ask_next(struct ddz_table *table) {
  int seat = table->turn;
  do seat = (seat + 1) % DDZ_SEATS;
  while ((table->pending >> seat & 1) == 0);
  table->turn = seat;
}

/* A call that raises what is at stake, by the seat that makes it: who else must be asked for it. */
static void raised(struct ddz_table *table, int seat) {
  const int answers = table->phase == DDZ_PHASE_ROB ? table->caller : table->landlord;
  const bool answered = table->phase != DDZ_PHASE_ROB || !table->rules.no_rob_back;
  table->raises++;
  if (seat != answers && answered) table->pending |= (uint8_t)(1u << answers);
  if (table->phase == DDZ_PHASE_ROB) table->holder = seat;
}

static void opened(struct ddz_table *table, int seat, enum ddz_call call) {
  const struct scheme *scheme = scheme_of(table);
  table->bid = ddz_call_rows[call].bid;
  table->multiplier = table->bid;
  table->holder = seat;
  if (table->caller == DDZ_NO_SEAT) table->caller = seat;
  if ((scheme->closes >> call & 1) == 0) return;
  if (scheme->contest == DDZ_PHASE_CALL)
    table->pending = 0;
  else
    table->phase = scheme->contest;
}

/* Once there are roles, what everybody said is known by role. */
static void tell_calls(struct ddz_table *table) {
  for (int role = 0; role < DDZ_ROLES && table->landlord != DDZ_NO_SEAT; role++)
    table->now.calls[role] = table->said[ddz_table_seat(table, (enum ddz_role)role)];
}

unsigned ddz_table_awaited(const struct ddz_table *table) {
  if (table->phase == DDZ_PHASE_DOUBLE) return table->pending;
  return table->turn == DDZ_NO_SEAT ? 0 : 1u << table->turn;
}

static enum ddz_error apply_call(struct ddz_table *table, int seat, enum ddz_call call) {
  const ddz_call_set open = ddz_table_calls(table);
  if (open == 0) return DDZ_ERR_WRONG_PHASE;
  if (seat == DDZ_NO_SEAT || (ddz_table_awaited(table) >> seat & 1) == 0) return DDZ_ERR_WRONG_TURN;
  if ((unsigned)call >= DDZ_CALLS || (open >> call & 1) == 0) return DDZ_ERR_ILLEGAL_CALL;
  table->asked[seat] = (uint8_t)call;
  table->said[seat] |= (ddz_call_set)(1u << call);
  table->pending &= (uint8_t) ~(1u << seat);
  const bool own = table->phase == DDZ_PHASE_KICK && table->rules.kick_own;
  multiply(table, own ? 1 : ddz_call_rows[call].times);
  table->factor[seat] *= own ? ddz_call_rows[call].times : ddz_call_rows[call].own;
  if (ddz_call_rows[call].bid > 0) opened(table, seat, call);
  if (ddz_call_rows[call].times > 1) raised(table, seat);
  if (table->pending == 0)
    calls_end(table);
  else if (seat == table->turn)
    ask_next(table);
  tell_calls(table);
  return DDZ_OK;
}

/* ---- play ---- */

/* The physical cards an action puts down. */
static enum ddz_error pick(const struct ddz_table *table, const struct ddz_action *action, int seat,
                           ddz_cards *picked) {
  if (action->picked == 0) return ddz_cards_pick(table->cards[seat], action->cards, picked);
  if ((action->picked & ~table->cards[seat]) != 0) return DDZ_ERR_NOT_IN_HAND;
  *picked = action->picked;
  return DDZ_OK;
}

int64_t ddz_table_stake(const struct ddz_table *table, int seat) {
  const int64_t landlords = table->multiplier * table->factor[table->landlord];
  int64_t stake = 0;
  for (int s = 0; s < DDZ_SEATS; s++)
    if (s != table->landlord && (s == seat || seat == table->landlord))
      stake += capped(table, landlords * table->factor[s]);
  return table->base * stake;
}

static void end_game(struct ddz_table *table, int winner) {
  ask(table, DDZ_PHASE_OVER, 0, DDZ_NO_SEAT);
  table->winner = winner;
  table->spring = table->rules.spring && ddz_position_is_spring(&table->now, ddz_table_role(table, winner));
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    const bool won = (seat == table->landlord) == (winner == table->landlord);
    table->score[seat] = won ? ddz_table_stake(table, seat) : -ddz_table_stake(table, seat);
  }
}

/* The player to act does this. True when the game is over. */
static bool go_on(struct ddz_table *table, const struct ddz_play *play, ddz_cards picked) {
  ddz_trail_add(&table->trail, &table->now, play);
  const bool over = ddz_position_play(&table->now, play);
  if (play->kind != DDZ_PASS || ddz_position_leads(&table->now)) table->last_cards = picked;
  table->turn = ddz_table_seat(table, table->now.turn);
  return over;
}

/* On the lead a seat may pass only if it cannot lead at all. */
static enum ddz_error apply_pass(struct ddz_table *table) {
  if (ddz_position_leads(&table->now) &&
      ddz_moves(&table->rules, table->hand[table->turn], NULL, DDZ_FILL_LACK, NULL, 0) > 0)
    return DDZ_ERR_PASS_ON_LEAD;
  if (go_on(table, &(struct ddz_play){0}, 0)) ask(table, DDZ_PHASE_OVER, 0, DDZ_NO_SEAT);
  return DDZ_OK;
}

static void put_down(struct ddz_table *table, int seat, const struct ddz_play *play, ddz_cards picked) {
  table->cards[seat] &= ~picked;
  table->hand[seat] -= play->cards;
  const struct ddz_position before = table->now;
  const bool over = go_on(table, play, picked);
  const enum ddz_role winner = over ? ddz_table_role(table, seat) : DDZ_ROLES;
  multiply(table, (int64_t)ddz_position_factor(&table->now, &table->rules, winner, &before));
  if (over) end_game(table, seat);
}

static enum ddz_error apply_play(struct ddz_table *table, int seat, const struct ddz_action *action) {
  if (table->phase != DDZ_PHASE_PLAY) return DDZ_ERR_WRONG_PHASE;
  if (seat != table->turn) return DDZ_ERR_WRONG_TURN;
  if (action->cards == 0 && action->picked == 0) return apply_pass(table);
  ddz_cards picked;
  enum ddz_error error = pick(table, action, seat, &picked);
  if (error != DDZ_OK) return error;
  const struct ddz_play as = {.kind = action->kind, .rank = action->rank, .length = action->length};
  struct ddz_play play;
  error = ddz_position_read(&table->now, &table->rules, ddz_cards_hand(picked), &as, &play);
  if (error != DDZ_OK) return error;
  put_down(table, seat, &play, picked);
  return DDZ_OK;
}

/* ---- the door ---- */

enum ddz_error ddz_table_apply(struct ddz_table *table, const struct ddz_action *action) {
  if (table->phase == DDZ_PHASE_OVER) return DDZ_ERR_GAME_OVER;
  if (action->verb == DDZ_VERB_DEAL) return deal_again(table);
  int seat;
  enum ddz_error error = acting_seat(table, action, &seat);
  if (error != DDZ_OK) return error;
  if (action->verb == DDZ_VERB_CALL) return apply_call(table, seat, (enum ddz_call)action->call);
  return apply_play(table, seat, action);
}

/* What the landlord has put down but for the kitty's own cards. */
static ddz_hand apart_of(const struct ddz_table *table) {
  if (!table->one_by_one || table->landlord == DDZ_NO_SEAT) return 0;
  const ddz_cards left = table->kitty & table->cards[table->landlord];
  return table->now.played[DDZ_LANDLORD] - ddz_cards_hand(table->kitty & ~left);
}

void ddz_table_view(const struct ddz_table *table, struct ddz_view *view) {
  *view = (struct ddz_view){.rules = &table->rules,
                            .role = table->now.turn,
                            .hand = table->hand[table->turn],
                            .kitty = ddz_cards_hand(table->kitty),
                            .apart = apart_of(table),
                            .now = table->now,
                            .trail = table->trail};
  ddz_table_show(table, view);
}

void ddz_table_show(const struct ddz_table *table, struct ddz_view *view) {
  for (int seat = 0; seat < DDZ_SEATS; seat++)
    if ((table->shown >> seat & 1) != 0) view->shown[ddz_table_role(table, seat)] = table->hand[seat];
}

/* ---- a record of the game ---- */

void ddz_record_add(struct ddz_record *record, const struct ddz_play *play) {
  assert(record->n < DDZ_PLIES_MAX);
  record->play[record->n++] = *play;
}

void ddz_record_add_action(struct ddz_record *record, const struct ddz_table *table,
                           const struct ddz_action *action) {
  static const struct ddz_play pass;
  if (action->verb != DDZ_VERB_PLAY) return;
  const bool passed = action->cards == 0 && action->picked == 0;
  ddz_record_add(record, passed ? &pass : &table->now.last);
}
