#include "api/wire/game.h"

#include <stdio.h>
#include <string.h>

/* The deal */

/* The hand of a seat in `hands`: a list by seat, or an object by role, where seat 0 is the landlord. */
static struct ddz_field hand_of(const struct ddz_field *hands, int seat) {
  return json_is_object(hands->json) ? ddz_field_of(hands, ddz_role_names[seat])
                                     : ddz_field_item(hands, (size_t)seat);
}

static bool read_each(const struct ddz_field *hands, struct ddz_game *game) {
  size_t n = DDZ_SEATS;
  if (!(json_is_object(hands->json) ? ddz_read_object(hands, ddz_role_names)
                                    : ddz_read_array(hands, DDZ_SEATS, &n)))
    return false;
  if (n < DDZ_SEATS) return ddz_field_fail_core(hands, DDZ_ERR_BAD_DEAL);
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    const struct ddz_field hand = hand_of(hands, seat);
    if (!ddz_read_required(&hand) || !ddz_read_cards(&hand, &game->terms, &game->hand[seat])) return false;
  }
  return true;
}

static bool read_hands(const struct ddz_field *body, struct ddz_game *game) {
  struct ddz_field hands = ddz_field_of(body, "hands"), kitty = ddz_field_of(body, "kitty"),
                   landlord = ddz_field_of(body, "landlord");
  long long named = json_is_object(hands.json) ? 0 : DDZ_NO_SEAT; /* the landlord is found by calling */
  game->has_hands = ddz_field_given(&hands);
  game->has_kitty = ddz_field_given(&kitty);
  if (game->has_hands && !read_each(&hands, game)) return false;
  const struct ddz_field *alone = ddz_field_given(&landlord) ? &landlord : game->has_kitty ? &kitty : NULL;
  if (!game->has_hands && alone)
    return ddz_field_fail(alone, DDZ_PROBLEM_CONFLICT, "without `hands` the cards are dealt from the seed");
  if (json_is_object(hands.json) && ddz_field_given(&landlord))
    return ddz_field_fail(&landlord, DDZ_PROBLEM_CONFLICT, "hands by role already say who is the landlord");
  if (!ddz_read_int(&landlord, 0, DDZ_SEATS - 1, &named)) return false;
  game->landlord = (int)named;
  return ddz_read_cards(&kitty, &game->terms, &game->kitty);
}

/* Each card once, and a landlord who is named holds the kitty; one that he played may be known one by one. */
static bool check_cards(const struct ddz_field *hands, const struct ddz_field *kitty,
                        const struct ddz_game *game) {
  const struct ddz_terms *terms = &game->terms;
  const int landlord = game->landlord;
  struct ddz_pile all = {0};
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    const struct ddz_field hand = hand_of(hands, seat);
    if (!ddz_check_deck(&hand, terms, &all, &game->hand[seat])) return false;
    if (landlord != DDZ_NO_SEAT && seat != landlord &&
        !ddz_check_apart(kitty, terms, &game->hand[seat], &game->kitty, "in the hand of a farmer"))
      return false;
    ddz_pile_join(&all, &game->hand[seat]);
  }
  if (landlord == DDZ_NO_SEAT) return ddz_check_deck(kitty, terms, &all, &game->kitty);
  return ddz_notation_is_physical(terms->notation) ||
         ddz_check_held(kitty, terms, ddz_phrase("the landlord's hand (seat %d)", landlord).text,
                        &game->hand[landlord], &game->kitty);
}

/* Before the landlord is found the kitty is what the hands leave of the deck. */
static void fill_kitty(struct ddz_game *game) {
  if (game->has_kitty || game->landlord != DDZ_NO_SEAT) return;
  game->kitty.hand =
      ddz_rules_deck(&game->terms.rules) - (game->hand[0].hand + game->hand[1].hand + game->hand[2].hand);
  game->kitty.cards = (((ddz_cards)1 << game->terms.rules.deck) - 1) &
                      ~(game->hand[0].cards | game->hand[1].cards | game->hand[2].cards);
}

static enum ddz_error make_deal(const struct ddz_game *game, struct ddz_deal *deal) {
  ddz_hand hands[DDZ_SEATS];
  *deal =
      (struct ddz_deal){.kitty = game->kitty.cards, .first = (int)game->first, .landlord = game->landlord};
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    deal->cards[seat] = game->hand[seat].cards;
    hands[seat] = game->hand[seat].hand;
  }
  if (ddz_notation_is_physical(game->terms.notation)) return DDZ_OK;
  enum ddz_error error = ddz_deal_of_hands(&game->terms.rules, hands, game->kitty.hand, game->landlord, deal);
  deal->first = (int)game->first;
  return error;
}

/* The table of the seed, or of given hands, with all that was agreed. */
static enum ddz_error set_table(struct ddz_game *game, const struct ddz_deal *given) {
  const enum ddz_error error = ddz_table_init_wide(&game->table, &game->terms.rules, game->words, given);
  if (error) return error;
  game->table.base = game->base;
  game->table.cap = game->cap;
  game->table.one_by_one = ddz_notation_is_physical(game->terms.notation);
  ddz_table_agree(&game->table, &game->kitty_factor, game->shown, game->shown_factor); /* cut to the cap */
  return DDZ_OK;
}

static bool open_table(const struct ddz_field *body, struct ddz_game *game) {
  struct ddz_field hands = ddz_field_of(body, "hands");
  struct ddz_deal deal;
  if (!game->has_hands) {
    (void)set_table(game, NULL); /* without given cards nothing is wrong */
    return true;
  }
  if (!check_cards(&hands, DDZ_AT(body, "kitty"), game)) return false;
  fill_kitty(game);
  enum ddz_error error = make_deal(game, &deal);
  if (!error) error = set_table(game, &deal);
  return !error || ddz_field_fail_core(&hands, error);
}

/* Seeds */

/* The digits of a seed into words, from the right. False: there are none, too many, or others. */
static bool read_digits(const char *text, uint64_t words[DDZ_SEED_WORDS]) {
  const size_t n = strlen(text);
  if (n == 0 || n > DDZ_SEED_TEXT - 1 || strspn(text, "0123456789abcdefABCDEF") != n) return false;
  for (size_t i = 0; i < n; i++) {
    const char c = text[n - 1 - i];
    const uint64_t digit = (uint64_t)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    words[i / 16] |= digit << i % 16 * 4;
  }
  return true;
}

/* A number, or a text that has room for every deal there is. */
static bool read_seed(const struct ddz_field *field, struct ddz_game *game) {
  const char *text = json_string_value(field->json);
  long long number = 0;
  if (text == NULL) {
    if (!ddz_read_int(field, 0, DDZ_SEED_MAX, &number)) return false;
    game->words[0] = (uint64_t)number;
    return true;
  }
  if (!read_digits(text, game->words))
    return ddz_field_fail(field, DDZ_PROBLEM_OUT_OF_RANGE,
                          "a seed is a number below 2^53, or a string of 1 to %d hexadecimal digits, not %s",
                          DDZ_SEED_TEXT - 1, ddz_quote(text).text);
  snprintf(game->seed, sizeof game->seed, "%s", text);
  return true;
}

bool ddz_check_dealt(const struct ddz_field *body, const struct ddz_game *game) {
  return !ddz_game_undealt(game) ||
         ddz_field_fail(DDZ_AT(body, "seed"), DDZ_PROBLEM_MISSING_FIELD,
                        "send the `seed` that /table returned with the deal, or the `hands`: without them "
                        "the cards are dealt anew");
}

void ddz_game_deal(struct ddz_game *game, const uint64_t drawn[2]) {
  game->words[0] = drawn[0];
  game->words[1] = drawn[1];
  snprintf(game->seed, sizeof game->seed, "%016llx%016llx", (unsigned long long)drawn[1],
           (unsigned long long)drawn[0]);
  game->has_seed = true;
  (void)set_table(game, NULL);
}

/* Actions */

/* Who acts: `seat`, `role`, both if they agree, or nobody named: whose turn it is. */
static bool read_actor(const struct ddz_field *field, const struct ddz_table *table,
                       struct ddz_action *action) {
  long long number = DDZ_SEAT_TURN;
  enum ddz_role named = DDZ_ROLES;
  if (!ddz_read_int(DDZ_AT(field, "seat"), 0, DDZ_SEATS - 1, &number) || !ddz_read_role(field, &named))
    return false;
  if (number != DDZ_SEAT_TURN && named != DDZ_ROLES && ddz_table_seat(table, named) != (int)number)
    return ddz_field_fail(DDZ_AT(field, "role"), DDZ_PROBLEM_CONFLICT, "seat %lld is not %s", number,
                          ddz_role_name(named));
  if (number != DDZ_SEAT_TURN) named = DDZ_ROLES;
  action->seat = (uint8_t)(named == DDZ_ROLES ? number : DDZ_SEAT_ROLE + (int)named);
  return true;
}

static bool read_play(const struct ddz_field *field, const struct ddz_game *game, struct ddz_action *action) {
  struct ddz_field cards = ddz_field_of(field, "cards"), pattern = ddz_field_of(field, "pattern"),
                   id = ddz_told_id(field, &pattern);
  struct ddz_terms terms = ddz_table_terms(game);
  struct ddz_pile pile;
  struct ddz_play play;
  terms.suited = (game->hand[0].suited | game->hand[1].suited | game->hand[2].suited) != 0;
  action->verb = DDZ_VERB_PLAY;
  if (!ddz_read_cards(&cards, &terms, &pile)) return false;
  action->cards = pile.hand;
  action->picked = pile.cards;
  if (!ddz_field_given(&id)) return true;
  if (!ddz_read_reading(&cards, &id, &terms, &pile, &play)) return false;
  action->kind = play.kind;
  action->rank = play.rank;
  action->length = play.length;
  return true;
}

static bool read_deal(const struct ddz_field *field, const struct ddz_game *game, struct ddz_action *action) {
  bool deal = true;
  if (!ddz_read_bool(field, &deal)) return false;
  if (!deal) return ddz_field_fail(field, DDZ_PROBLEM_UNKNOWN_VALUE, "`deal` must be true, or be left out");
  if (!ddz_game_deals(game))
    return ddz_field_fail(field, DDZ_PROBLEM_CONFLICT,
                          "given hands are not dealt again: say a `seed`, or begin with other hands");
  action->verb = DDZ_VERB_DEAL;
  return true;
}

enum ddz_error ddz_game_apply(struct ddz_game *game, const struct ddz_action *action) {
  const int seat = game->table.turn;
  const ddz_cards held = seat == DDZ_NO_SEAT ? 0 : game->table.cards[seat];
  const enum ddz_error error = ddz_table_apply(&game->table, action);
  if (error != DDZ_OK) return error;
  ddz_record_add_action(&game->record, &game->table, action);
  if (action->verb == DDZ_VERB_PLAY) game->put[game->record.n - 1] = held & ~game->table.cards[seat];
  return DDZ_OK;
}

void ddz_game_again(const struct ddz_game *game, size_t i, struct ddz_table *table) {
  const struct ddz_play *play = &game->record.play[i];
  const struct ddz_action action = {.verb = DDZ_VERB_PLAY,
                                    .seat = DDZ_SEAT_TURN,
                                    .kind = play->kind,
                                    .rank = play->rank,
                                    .length = play->length,
                                    .picked = game->put[i]};
  (void)ddz_table_apply(table, &action); /* as it was when it was read */
}

/* Which part of an action an error is about. */
static const char *part_of(enum ddz_error error, const struct ddz_action *action) {
  if (error == DDZ_ERR_WRONG_TURN || error == DDZ_ERR_NO_LANDLORD)
    return action->seat >= DDZ_SEAT_ROLE ? "role" : "seat";
  return action->verb == DDZ_VERB_PLAY ? "cards" : action->verb == DDZ_VERB_CALL ? "call" : "deal";
}

/* "seat 0, landlord": whose turn it is. */
static struct ddz_phrase turn_text(const struct ddz_table *table) {
  const enum ddz_role role = ddz_table_role(table, table->turn);
  return ddz_phrase("seat %d%s%s", table->turn, role == DDZ_ROLES ? "" : ", ",
                    role == DDZ_ROLES ? "" : ddz_role_name(role));
}

/* What to do instead of what was refused. */
static struct ddz_phrase help_text(enum ddz_error error, const struct ddz_action *action,
                                   const struct ddz_game *game) {
  const struct ddz_table *table = &game->table;
  const struct ddz_pile lies = ddz_pile_of(table->last_cards),
                        wanted = {.hand = action->cards, .cards = action->picked};
  if (error == DDZ_ERR_NOT_IN_HAND) {
    const struct ddz_pile held = ddz_pile_of(table->cards[table->turn]), lack = ddz_pile_lack(&held, &wanted);
    return ddz_phrase("the hand of %s lacks %s", turn_text(table).text,
                      ddz_pile_text(&game->terms, &lack).text);
  }
  if (error == DDZ_ERR_GAME_OVER) return ddz_phrase("append nothing");
  if (error == DDZ_ERR_WRONG_TURN) { /* only then it is somebody's turn for certain */
    const unsigned others = ddz_table_awaited(table) & ~(1u << table->turn);
    if (!others) return ddz_phrase("it is the turn of %s", turn_text(table).text);
    return ddz_phrase("still to decide are %s, and seat %d", turn_text(table).text, __builtin_ctz(others));
  }
  if (error == DDZ_ERR_DOES_NOT_BEAT)
    return ddz_phrase("seat %d put down %s, %s", ddz_table_owner(table),
                      ddz_pile_text(&game->terms, &lies).text, ddz_pattern_rows[table->now.last.kind].name);
  if (table->phase == DDZ_PHASE_REDEAL) return ddz_phrase("append {\"deal\":true}");
  if (table->phase != DDZ_PHASE_PLAY) return ddz_calls_text(table);
  return ddz_phrase("seat %d puts down `cards`%s", table->turn,
                    ddz_position_leads(&table->now) ? "" : ", none to pass");
}

/* What else an answer of ours told of it must be true of it. */
static bool check_told(const struct ddz_field *field, enum ddz_phase phase, const struct ddz_action *action,
                       const struct ddz_table *after) {
  static const struct ddz_play pass;
  struct ddz_field told = ddz_field_of(field, "phase");
  const char *name = json_string_value(told.json);
  if (action->verb == DDZ_VERB_PLAY)
    return ddz_check_told(field, action->cards == 0 && action->picked == 0 ? &pass : &after->now.last);
  if (action->verb != DDZ_VERB_CALL || !name || strcmp(name, ddz_phase_rows[phase].name) == 0 ||
      (phase == DDZ_PHASE_CALL && strcmp(name, "score") == 0))
    return true;
  return ddz_field_fail(&told, DDZ_PROBLEM_CONFLICT, "the table was in phase %s", ddz_phase_rows[phase].name);
}

bool ddz_game_next(const struct ddz_field *field, struct ddz_game *game) {
  static const char *const names[] = {"seat", "role", "call", "cards", "id", "deal", NULL};
  struct ddz_action action = {.seat = DDZ_SEAT_TURN};
  if (!ddz_read_told(field, names) || !read_actor(field, &game->table, &action)) return false;
  struct ddz_field call = ddz_field_of(field, "call"), cards = ddz_field_of(field, "cards"),
                   deal = ddz_field_of(field, "deal");
  int said = ddz_field_given(&call) + ddz_field_given(&cards) + ddz_field_given(&deal);
  if (said != 1)
    return ddz_field_fail(field, said ? DDZ_PROBLEM_CONFLICT : DDZ_PROBLEM_MISSING_FIELD,
                          "an action is one of `call`, `cards` (empty: pass) and `deal`");
  if (ddz_field_given(&call)    ? !ddz_read_call(&call, &game->table, &action)
      : ddz_field_given(&cards) ? !read_play(field, game, &action)
                                : !read_deal(&deal, game, &action))
    return false;
  const enum ddz_phase phase = game->table.phase;
  enum ddz_error error = ddz_game_apply(game, &action);
  if (error == DDZ_OK) return check_told(field, phase, &action, &game->table);
  return ddz_field_fail_more(DDZ_AT(field, part_of(error, &action)), error, "action %zu, phase %s: %s",
                             field->index, ddz_phase_rows[phase].name, help_text(error, &action, game).text);
}

bool ddz_read_actions(const struct ddz_field *body, struct ddz_game *game) {
  struct ddz_field actions = ddz_field_of(body, "actions");
  size_t n;
  if (!ddz_read_array(&actions, DDZ_ACTIONS_MAX, &n)) return false;
  for (size_t i = 0; i < n; i++)
    if (!ddz_game_next(DDZ_ITEM(&actions, i), game)) return false;
  return n == 0 || ddz_check_dealt(body, game);
}

/* A notation that has no number for the flower cannot show a deck with one. */
static bool check_notation(const struct ddz_field *body, const struct ddz_terms *terms) {
  int flower = ddz_notation_is_physical(terms->notation) ? 54 : DDZ_RANK_F;
  if (terms->rules.deck < 55 || ddz_notation_letters(terms->notation) ||
      ddz_number_write(terms->notation, flower) >= 0)
    return true;
  return ddz_field_fail(DDZ_AT(body, "notation"), DDZ_PROBLEM_CONFLICT,
                        "notation %s has no number for the flower of these rules",
                        ddz_notation_names[terms->notation]);
}

/* How the cards of the seed are dealt: a name, or how often two cards change places. */
static bool read_dealing(const struct ddz_field *body, struct ddz_rules *rules) {
  static const char *const names_of_loose[] = {"loose", NULL};
  const struct ddz_field field = ddz_field_of(body, "dealing");
  long long loose = rules->loose;
  if (json_is_object(field.json)) {
    if (!ddz_read_object(&field, names_of_loose) ||
        !ddz_read_int(DDZ_AT(&field, "loose"), 0, DDZ_LOOSE_MAX, &loose))
      return false;
    rules->dealing = DDZ_DEALING_LOOSE;
    rules->loose = (uint8_t)loose;
    return true;
  }
  return ddz_read_word(&field, ddz_dealing_rows, DDZ_DEALINGS, DDZ_ENUM(&rules->dealing));
}

bool ddz_read_kitty_factor(const struct ddz_field *body, const struct ddz_terms *terms,
                           const struct ddz_pile *kitty, struct ddz_kitty_factor *factor) {
  const struct ddz_field field = ddz_field_of(body, "kitty_factor");
  long long times[DDZ_KITTY_KINDS] = {0};
  if (!ddz_field_given(&field)) return true;
  if (!ddz_read_factors(&field, ddz_kitty_names, "a number, or an object by kind of kitty", times))
    return false;
  if (json_is_number(field.json)) return factor->any = (uint8_t)times[0], true;
  for (int kind = 0; kind < DDZ_KITTY_KINDS; kind++) factor->kind[kind] = (uint8_t)times[kind];
  if (terms->rules.kitty != 3)
    return ddz_field_fail(&field, DDZ_PROBLEM_CONFLICT,
                          "kinds are those of three cards; these rules have %d: say a number",
                          terms->rules.kitty);
  if (kitty == NULL || ddz_notation_is_physical(terms->notation) || __builtin_popcountll(kitty->suited) == 3)
    return true;
  return ddz_field_fail(&field, DDZ_PROBLEM_CONFLICT,
                        "the kind of a kitty depends on its suits, which these cards do not have: write it "
                        "with suits, or say a number");
}

/* `shown`: the seats whose hands all know, with the factor of each; the highest counts. */
static bool read_shown(const struct ddz_field *body, struct ddz_game *game) {
  static const char *const seats[] = {"0", "1", "2", NULL};
  const struct ddz_field field = ddz_field_of(body, "shown");
  game->shown_factor = 1;
  if (!ddz_field_given(&field)) return true;
  if (!ddz_read_object(&field, seats)) return false;
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    const struct ddz_field one = ddz_field_of(&field, seats[seat]);
    long long times = 1;
    if (!ddz_field_given(&one)) continue;
    if (!ddz_read_int(&one, 1, DDZ_FACTOR_MAX, &times)) return false;
    game->shown |= 1u << seat;
    if (times > game->shown_factor) game->shown_factor = (int)times;
  }
  return true;
}

bool ddz_read_game(const struct ddz_field *body, struct ddz_game *game) {
  game->base = 1;
  if (!ddz_read_terms_drawn(body, &game->terms)) return false;
  struct ddz_field seed = ddz_field_of(body, "seed"), first = ddz_field_of(body, "first");
  game->has_seed = ddz_field_given(&seed);
  if (!check_notation(body, &game->terms) || !read_dealing(body, &game->terms.rules) ||
      !read_seed(&seed, game) || !ddz_read_int(&first, 0, DDZ_SEATS - 1, &game->first) ||
      !ddz_read_int(DDZ_AT(body, "base"), 1, DDZ_BASE_MAX, &game->base) ||
      !ddz_read_cap(DDZ_AT(body, "cap"), &game->terms, &game->cap) || !read_hands(body, game) ||
      !ddz_read_kitty_factor(body, &game->terms, game->has_hands ? &game->kitty : NULL,
                             &game->kitty_factor) ||
      !read_shown(body, game))
    return false;
  if (ddz_field_given(&first) && !game->has_hands)
    return ddz_field_fail(&first, DDZ_PROBLEM_CONFLICT, "without `hands` the seed draws who may call first");
  return open_table(body, game);
}

/* A question about a table */

bool ddz_has_table(const struct ddz_field *body) { return ddz_field_given(DDZ_AT(body, "table")); }

bool ddz_read_table(const struct ddz_field *body, bool plays, struct ddz_game *game, struct ddz_terms *terms,
                    struct ddz_pile *hand, struct ddz_last *last) {
  static const char *const names[] = {DDZ_GAME_FIELDS, NULL};
  static const struct ddz_beside seat[] = {
      {"hand", NULL},         {"role", NULL}, {"rules", NULL}, {"notation", "rank"}, {"kitty", NULL},
      {"history", NULL},      {"last", NULL}, {"left", NULL},  {"played", NULL},     {"multiplier", "1"},
      {"cap", NULL},          {"seat", NULL}, {"calls", NULL}, {"phase", NULL},      {"shown", NULL},
      {"kitty_factor", NULL}, {NULL, NULL}};
  struct ddz_field table = ddz_field_of(body, "table");
  if (!ddz_check_alone(body, "`table` says this already;", seat) || !ddz_read_object(&table, names) ||
      !ddz_read_game(&table, game) || !ddz_read_actions(&table, game) || !ddz_check_dealt(&table, game))
    return false;
  const enum ddz_phase phase = game->table.phase;
  if (phase == DDZ_PHASE_OVER) return ddz_field_fail_more(&table, DDZ_ERR_GAME_OVER, "nobody is to act");
  if (phase == DDZ_PHASE_REDEAL)
    return ddz_field_fail_more(&table, DDZ_ERR_WRONG_PHASE, "nobody called; append {\"deal\":true}");
  if (plays && phase != DDZ_PHASE_PLAY)
    return ddz_field_fail(&table, DDZ_PROBLEM_WRONG_PHASE,
                          "the table is in phase %s, where nothing is played yet; use /bid-advice",
                          ddz_phase_rows[phase].name);
  *terms = ddz_table_terms(game);
  *hand = ddz_pile_of(game->table.cards[game->table.turn]);
  if (last == NULL) return true;
  *last = (struct ddz_last){0};
  if (ddz_position_leads(&game->table.now)) return true;
  last->play = game->table.now.last;
  last->pile = ddz_pile_of(game->table.last_cards);
  return true;
}
