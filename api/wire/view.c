#include "api/wire/view.h"

#include "api/wire/game.h"

/* What is known so far of where the cards are. */
struct known {
  const struct ddz_field *body;
  const struct ddz_terms *terms;
  struct ddz_pile hand, kitty;
  struct ddz_pile played[DDZ_ROLES];
  bool has_history, has_left;
  struct ddz_record *record; /* NULL: not wanted */
};

static int start_cards(const struct known *known, enum ddz_role role) {
  return ddz_rules_start(&known->terms->rules, role == DDZ_LANDLORD);
}

/* History */

/* What the core says of an entry, with what lies, whose turn it is, or which cards are too many. */
static bool refuse(const struct ddz_field *entry, enum ddz_error error, const struct ddz_terms *terms,
                   const struct ddz_view *view, const struct ddz_pile *cards) {
  const struct ddz_field place = ddz_field_of(entry, error == DDZ_ERR_WRONG_TURN ? "role" : "cards");
  const struct ddz_pile unseen = {.hand = ddz_view_unseen(view)}, played = {.hand = cards->hand},
                        lies = {.hand = view->now.last.cards}, over = ddz_pile_lack(&unseen, &played);
  const struct ddz_terms ranks = {.rules = terms->rules}; /* counted, not one by one */
  if (error == DDZ_ERR_TOO_MANY_OF_RANK)
    return ddz_field_fail_more(&place, error, "%s too many, with the hand and what was played",
                               ddz_pile_text(&ranks, &over).text);
  if (error == DDZ_ERR_DOES_NOT_BEAT)
    return ddz_field_fail_more(&place, error, "%s put down %s, %s", ddz_role_name(view->now.owner),
                               ddz_pile_text(&ranks, &lies).text, ddz_pattern_rows[view->now.last.kind].name);
  return ddz_field_fail_more(&place, error, "it is the turn of %s", ddz_role_name(view->now.turn));
}

/* The reading named by the caller instead of the best one. */
static bool read_named(const struct ddz_field *entry, const struct known *known, const struct ddz_pile *pile,
                       const struct ddz_play *last, struct ddz_play *play) {
  struct ddz_field pattern = ddz_field_of(entry, "pattern"), id = ddz_told_id(entry, &pattern);
  struct ddz_play named;
  if (!ddz_field_given(&id)) return true;
  if (!ddz_read_reading(DDZ_AT(entry, "cards"), &id, known->terms, pile, &named)) return false;
  if (named.kind == DDZ_PASS) return true;
  if (!ddz_beats(&known->terms->rules, &named, last)) return ddz_field_fail_core(&id, DDZ_ERR_DOES_NOT_BEAT);
  *play = named;
  return true;
}

static bool read_entry(const struct ddz_field *entry, struct known *known, struct ddz_view *view) {
  static const char *const names[] = {"role", "cards", "id", NULL};
  if (!ddz_read_told(entry, names)) return false;
  struct ddz_field cards = ddz_field_of(entry, "cards");
  enum ddz_role role = view->now.turn;
  struct ddz_pile pile;
  struct ddz_play play;
  if (!ddz_read_role(entry, &role) || !ddz_read_required(&cards) ||
      !ddz_read_some(&cards, known->terms, start_cards(known, role), &pile))
    return false;
  for (int r = 0; r < DDZ_ROLES; r++)
    if (!ddz_check_apart(&cards, known->terms, &pile, &known->played[r], "played already")) return false;
  if (!ddz_check_apart(&cards, known->terms, &pile, &known->hand, "in the hand")) return false;
  enum ddz_error error = ddz_view_check(view, role, pile.hand, &play);
  if (error) return refuse(entry, error, known->terms, view, &pile);
  if (!read_named(entry, known, &pile, &view->now.last, &play) || !ddz_check_told(entry, &play)) return false;
  ddz_view_advance(view, &play);
  if (known->record != NULL) ddz_record_add(known->record, &play);
  ddz_pile_join(&known->played[role], &pile);
  return true;
}

/* After the history it must be this seat's turn, with the cards that a full deal leaves him. When `left` is
 * given the deal may have been a smaller one, never a bigger. */
static bool check_after(const struct known *known, const struct ddz_view *view) {
  struct ddz_field role = ddz_field_of(known->body, "role");
  for (int r = 0; r < DDZ_ROLES; r++)
    if (view->now.left[r] == 0) return ddz_field_fail_core(&role, DDZ_ERR_GAME_OVER);
  if (view->now.turn != view->role)
    return ddz_field_fail(&role, DDZ_PROBLEM_WRONG_TURN, "after this history it is the turn of %s",
                          ddz_role_name(view->now.turn));
  int held = ddz_hand_size(known->hand.hand), due = view->now.left[view->role];
  if (held == due || (known->has_left && held < due)) return true;
  return ddz_field_fail(
      DDZ_AT(known->body, "hand"), DDZ_PROBLEM_WRONG_HAND_SIZE,
      "after this history %s holds %d cards, not %d (say `left` when the deal was a smaller one)",
      ddz_role_name(view->role), due, held);
}

static bool read_history(struct known *known, struct ddz_view *view) {
  const struct ddz_field history = ddz_field_of(known->body, "history");
  size_t n;
  if (!ddz_read_array(&history, DDZ_HISTORY_MAX, &n)) return false;
  for (size_t i = 0; i < n; i++)
    if (!read_entry(DDZ_ITEM(&history, i), known, view)) return false;
  return !known->has_history || check_after(known, view);
}

/* Last play and cards left */

/* Who put the last play down. Between enemies of the landlord it does not matter; a farmer must know. */
static bool read_owner(const struct ddz_field *field, const struct known *known, const struct ddz_view *view,
                       enum ddz_role *owner) {
  struct ddz_field role = ddz_field_of(field, "role");
  *owner = known->has_history ? view->now.owner : ddz_role_before(view->role);
  if (!known->has_history && !ddz_field_given(&role) && view->role != DDZ_LANDLORD)
    return ddz_field_fail(
        &role, DDZ_PROBLEM_MISSING_FIELD,
        "say who played it, {\"role\":...,\"cards\":...}: a farmer has a partner and an enemy");
  return ddz_read_role(field, owner);
}

static bool read_last(struct known *known, struct ddz_view *view) {
  struct ddz_field field = ddz_field_of(known->body, "last");
  struct ddz_last last;
  enum ddz_role owner;
  if (!ddz_field_given(&field)) return true;
  if (!ddz_read_last_play(known->body, known->terms, true, &last) || !ddz_read_role(&field, &owner))
    return false;
  if (last.play.kind == DDZ_PASS && !known->has_history) return true; /* nothing to beat */
  if (!read_owner(&field, known, view, &owner)) return false;
  if (known->has_history)
    return (last.play.cards == view->now.last.cards &&
            (last.play.kind == DDZ_PASS || owner == view->now.owner)) ||
           ddz_field_fail(&field, DDZ_PROBLEM_CONFLICT,
                          "this is not the play that the history leaves to be beaten");
  if (!ddz_check_deck(&field, known->terms, &known->hand, &last.pile)) return false;
  enum ddz_error error = ddz_view_last(view, owner, &last.play);
  if (error) return ddz_field_fail_core(&field, error);
  known->played[owner] = last.pile;
  return true;
}

/* The greater count of each rank: cards that may be the same ones. */
static struct ddz_pile overlay(const struct ddz_pile *a, const struct ddz_pile *b) {
  return (struct ddz_pile){.hand = a->hand + ddz_hand_without(b->hand, a->hand),
                           .cards = a->cards | b->cards,
                           .suited = a->suited | b->suited};
}

/* The play to beat may be among them, or not. */
static bool read_played_of(const struct ddz_field *played, enum ddz_role role, struct known *known,
                           struct ddz_view *view) {
  const struct ddz_field field = ddz_field_of(played, ddz_role_name(role));
  const int full = start_cards(known, role), held = role == view->role ? ddz_hand_size(known->hand.hand) : 1;
  struct ddz_pile gone = known->hand, pile = {0};
  if (!ddz_read_some(&field, known->terms, full, &pile)) return false;
  pile = overlay(&pile, &known->played[role]);
  const int left = full - ddz_hand_size(pile.hand);
  if (left < held)
    return ddz_field_fail(&field, DDZ_PROBLEM_CONFLICT,
                          "a seat that began with %d cards and played %d cannot have %d left", full,
                          full - left, held);
  for (int r = 0; r < DDZ_ROLES; r++)
    if (r != (int)role) ddz_pile_join(&gone, &known->played[r]);
  if (!ddz_check_deck(&field, known->terms, &gone, &pile)) return false;
  known->played[role] = pile;
  view->now.played[role] = pile.hand;
  view->now.left[role] = left;
  return true;
}

static bool read_played(struct known *known, struct ddz_view *view) {
  const struct ddz_field played = ddz_field_of(known->body, "played");
  if (!ddz_field_given(&played)) return true;
  if (known->has_history)
    return ddz_field_fail(&played, DDZ_PROBLEM_CONFLICT,
                          "the history says what was played; send one of them");
  if (!ddz_read_object(&played, ddz_role_names)) return false;
  for (int r = 0; r < DDZ_ROLES; r++)
    if (!read_played_of(&played, (enum ddz_role)r, known, view)) return false;
  return true;
}

static bool read_left_of(const struct ddz_field *left, const struct known *known, enum ddz_role role,
                         struct ddz_view *view) {
  struct ddz_field field = ddz_field_of(left, ddz_role_name(role));
  int held = ddz_hand_size(known->hand.hand), gone = ddz_hand_size(known->played[role].hand);
  long long cards = 0;
  if (!ddz_field_given(&field)) return true;
  if (!ddz_read_int(&field, 1, start_cards(known, role), &cards)) return false;
  if (role == view->role && cards != held)
    return ddz_field_fail(&field, DDZ_PROBLEM_CONFLICT, "the hand has %d cards, not %lld", held, cards);
  if (cards + gone > start_cards(known, role))
    return ddz_field_fail(&field, DDZ_PROBLEM_CONFLICT,
                          "a seat that began with %d cards and played %d cannot have %lld left",
                          start_cards(known, role), gone, cards);
  view->now.left[role] = (int)cards;
  return true;
}

static bool read_left(const struct known *known, struct ddz_view *view) {
  struct ddz_field left = ddz_field_of(known->body, "left");
  view->now.left[view->role] = ddz_hand_size(known->hand.hand);
  if (!ddz_field_given(&left)) return true;
  if (!ddz_read_object(&left, ddz_role_names)) return false;
  for (int r = 0; r < DDZ_ROLES; r++)
    if (!read_left_of(&left, known, (enum ddz_role)r, view)) return false;
  return true;
}

/* The landlord leads first, so when another's play lies there he has played, too: he cannot hold all his
 * cards. (Where solos are forbidden he may have had nothing to lead.) */
static bool check_lead(const struct known *known, const struct ddz_view *view) {
  struct ddz_field left = ddz_field_of(known->body, "left"), landlord = ddz_field_of(&left, "landlord");
  const int full = start_cards(known, DDZ_LANDLORD);
  bool nothing_lies = (known->played[0].hand | known->played[1].hand | known->played[2].hand) == 0;
  if (known->has_history || nothing_lies || view->now.left[DDZ_LANDLORD] != full ||
      !ddz_rules_play(view->rules, DDZ_SOLO))
    return true;
  return ddz_field_fail(
      view->role == DDZ_LANDLORD ? DDZ_AT(known->body, "last") : &landlord, DDZ_PROBLEM_CONFLICT,
      "the landlord leads first: when others have played he no longer holds %d cards", full);
}

/* Kitty */

/* Some cards of `from`, at most `due`: first those of ranks that are in `first`. */
static ddz_hand some_of(ddz_hand from, ddz_hand first, int due) {
  ddz_hand some = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int rank = 0; rank < DDZ_RANKS; rank++) {
      const int n = ddz_hand_count(from, rank);
      if ((ddz_hand_count(first, rank) > 0) != (pass == 0) || n == 0 || due == 0) continue;
      some += ddz_hand_of(rank, n < due ? n : due);
      due -= n < due ? n : due;
    }
  return some;
}

/* What the landlord has played and is not of the kitty. Told one by one, or by suit where all of the kitty's
 * cards of that rank are. */
static ddz_hand apart_of(const struct known *known) {
  const struct ddz_pile *kitty = &known->kitty, *played = &known->played[DDZ_LANDLORD];
  const ddz_cards named = kitty->cards | kitty->suited;
  const ddz_hand own = ddz_cards_hand(named),
                 other = ddz_cards_hand((played->cards | played->suited) & ~named);
  ddz_hand apart = 0;
  for (int rank = 0; rank < DDZ_RANKS; rank++)
    if (ddz_hand_count(own, rank) == ddz_hand_count(kitty->hand, rank))
      apart += ddz_hand_of(rank, ddz_hand_count(other, rank));
  return apart;
}

/* What the landlord has played may be gone from the kitty: environments of others show what is left of it.
 * What is missing is then cards that he played; of which ranks is not known, and any will do. */
static bool complete_kitty(const struct ddz_field *field, const struct known *known, struct ddz_view *view) {
  const int size = ddz_hand_size(known->kitty.hand), due = known->terms->rules.kitty;
  const ddz_hand gone = some_of(known->played[DDZ_LANDLORD].hand, known->kitty.hand, due - size);
  view->kitty = known->kitty.hand + gone;
  view->apart = ddz_hand_without(apart_of(known), gone);
  if (size == 0) view->kitty = 0;
  if (size == 0 || size + ddz_hand_size(gone) == due) return true;
  return ddz_field_fail(field, DDZ_PROBLEM_WRONG_HAND_SIZE,
                        "the kitty has %d cards, not %d; fewer only where the landlord has played the others",
                        due, size);
}

/* The kitty went to the landlord: his hand and plays hold it (where all of them are known), nobody else's do.
 */
static bool check_kitty(const struct ddz_field *field, const struct known *known,
                        const struct ddz_view *view) {
  struct ddz_pile landlord = known->played[DDZ_LANDLORD], others = known->played[DDZ_LANDLORD_DOWN];
  if (known->kitty.hand == 0) return true;
  ddz_pile_join(&others, &known->played[DDZ_LANDLORD_UP]);
  ddz_pile_join(view->role == DDZ_LANDLORD ? &landlord : &others, &known->hand);
  if (ddz_hand_size(landlord.hand) == start_cards(known, DDZ_LANDLORD) &&
      (!ddz_hand_contains(landlord.hand, known->kitty.hand) || (known->kitty.cards & ~landlord.cards)))
    return ddz_field_fail(field, DDZ_PROBLEM_CONFLICT,
                          "the landlord neither holds nor has played these cards");
  const struct ddz_pile whole = {view->kitty, known->kitty.cards, known->kitty.suited},
                        his = overlay(&landlord, &whole);
  return ddz_check_deck(field, known->terms, &others, &his);
}

/* Hands that all know */

static bool read_shown_of(const struct ddz_field *shown, enum ddz_role role, const struct known *known,
                          struct ddz_pile *seen, struct ddz_view *view) {
  const struct ddz_field field = ddz_field_of(shown, ddz_role_name(role));
  const int left = view->now.left[role];
  struct ddz_pile pile;
  if (!ddz_field_given(&field)) return true;
  if (role == view->role)
    return ddz_field_fail(&field, DDZ_PROBLEM_CONFLICT, "this is the seat that plays: its cards are `hand`");
  if (!ddz_read_some(&field, known->terms, start_cards(known, role), &pile)) return false;
  if (ddz_hand_size(pile.hand) != left)
    return ddz_field_fail(&field, DDZ_PROBLEM_WRONG_HAND_SIZE, "%s has %d cards left, not %d",
                          ddz_role_name(role), left, ddz_hand_size(pile.hand));
  if (!ddz_check_deck(&field, known->terms, seen, &pile)) return false;
  ddz_pile_join(seen, &pile);
  view->shown[role] = pile.hand;
  return true;
}

/* Every card must have its place then, and the landlord his kitty. */
static bool read_shown(const struct known *known, struct ddz_view *view) {
  const struct ddz_field shown = ddz_field_of(known->body, "shown");
  struct ddz_pile seen = known->hand;
  if (!ddz_field_given(&shown)) return true;
  if (!ddz_read_object(&shown, ddz_role_names)) return false;
  if (!ddz_view_is_accounted(view))
    return ddz_field_fail(&shown, DDZ_PROBLEM_MISSING_FIELD,
                          "beside hands that are shown, say all that was played: `history`, or `played` and "
                          "`left`");
  for (int r = 0; r < DDZ_ROLES; r++) ddz_pile_join(&seen, &known->played[r]);
  for (int r = 0; r < DDZ_ROLES; r++)
    if (!read_shown_of(&shown, (enum ddz_role)r, known, &seen, view)) return false;
  if (view->role == DDZ_LANDLORD ||
      ddz_hand_contains(ddz_view_sure(view, DDZ_LANDLORD), ddz_view_kitty_left(view)))
    return true;
  return ddz_field_fail(&shown, DDZ_PROBLEM_CONFLICT, "cards of the kitty would not be with the landlord");
}

/* A landlord with all his cards and nothing else said: nobody has played yet. */
static bool is_start(const struct ddz_field *body, const struct ddz_rules *rules, enum ddz_role role,
                     ddz_hand hand) {
  return role == DDZ_LANDLORD && !ddz_field_given(DDZ_AT(body, "played")) &&
         ddz_hand_size(hand) == 17 + rules->kitty && !ddz_field_given(DDZ_AT(body, "last")) &&
         !ddz_field_given(DDZ_AT(body, "left"));
}

/* All cards have their place, and at most the landlord's first play was made: a history would say no more. */
static bool shows_all(const struct ddz_view *view) {
  const struct ddz_position *now = &view->now;
  if (ddz_position_leads(now) && view->role != DDZ_LANDLORD) return false;
  return now->played[DDZ_LANDLORD] == now->last.cards && now->played[DDZ_LANDLORD_DOWN] == 0 &&
         now->played[DDZ_LANDLORD_UP] == 0 && ddz_view_is_accounted(view);
}

bool ddz_read_view(const struct ddz_field *body, const struct ddz_terms *terms, struct ddz_pile *hand,
                   struct ddz_view *view, struct ddz_record *record) {
  const struct ddz_field kitty = ddz_field_of(body, "kitty");
  struct known known = {.body = body,
                        .terms = terms,
                        .has_history = ddz_field_given(DDZ_AT(body, "history")),
                        .has_left = ddz_field_given(DDZ_AT(body, "left")),
                        .record = record};
  enum ddz_role role = DDZ_LANDLORD;
  if (!ddz_read_hand(DDZ_AT(body, "hand"), terms, &known.hand) || !ddz_read_required(DDZ_AT(body, "role")) ||
      !ddz_read_role(body, &role))
    return false;
  if (role != DDZ_LANDLORD && ddz_hand_size(known.hand.hand) > DDZ_HAND_DEALT)
    return ddz_field_fail(DDZ_AT(body, "hand"), DDZ_PROBLEM_WRONG_HAND_SIZE,
                          "a farmer never holds more than 17 cards");
  if (!ddz_read_some(&kitty, terms, terms->rules.kitty, &known.kitty)) return false;
  if (known.has_history || is_start(body, &terms->rules, role, known.hand.hand))
    ddz_view_init(view, &terms->rules, role, known.hand.hand, 0);
  else
    ddz_view_bare(view, &terms->rules, role, known.hand.hand);
  if (record != NULL) record->n = 0;
  if (!read_history(&known, view) || !read_last(&known, view) || !read_played(&known, view) ||
      !read_left(&known, view) || !check_lead(&known, view))
    return false;
  view->now.from_start |= shows_all(view);
  *hand = known.hand;
  return complete_kitty(&kitty, &known, view) && check_kitty(&kitty, &known, view) &&
         read_shown(&known, view) && ddz_read_calls(body, &terms->rules, view->now.calls);
}

/* What is lacking */

void ddz_write_lacks(struct ddz_writer *out, const struct ddz_view *view) {
  const int *left = view->now.left;
  if (view->now.from_start) return;
  ddz_write_open(out, "lacks", '[');
  if (left[ddz_role_next(view->role)] <= 0 || left[ddz_role_before(view->role)] <= 0)
    ddz_write_string(out, NULL, "left");
  if (!ddz_view_is_accounted(view)) ddz_write_string(out, NULL, "played");
  ddz_write_string(out, NULL, "history");
  ddz_write_close(out, ']');
}
