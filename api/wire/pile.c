#include "api/wire/pile.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Add one card (a physical number 0..54 or a rank, as the notation has it) to the pile. */
static enum ddz_error add_card(struct ddz_pile *pile, bool physical, int card) {
  int rank = physical ? ddz_card_rank(card) : card;
  if (physical) {
    if (pile->cards >> card & 1) return DDZ_ERR_DUPLICATE_CARD;
    pile->cards |= (ddz_cards)1 << card;
  }
  if (ddz_hand_count(pile->hand, rank) >= ddz_hand_count(DDZ_HAND_DECK55, rank))
    return DDZ_ERR_TOO_MANY_OF_RANK;
  pile->hand += ddz_hand_of(rank, 1);
  return DDZ_OK;
}

static bool add_hand(const struct ddz_field *field, struct ddz_pile *pile, ddz_hand more) {
  for (int rank = 0; rank < DDZ_RANKS; rank++)
    for (int n = ddz_hand_count(more, rank); n > 0; n--)
      if (add_card(pile, false, rank) != DDZ_OK)
        return ddz_field_fail_core(field, DDZ_ERR_TOO_MANY_OF_RANK, (char[]){ddz_rank_letters[rank], 0});
  return true;
}

/* What a caller meant who wrote this, and how it is written here. */
static const char *hint_of(const char *text, char first) {
  static const char *const passes[] = {"pass", "过", "不要", "不出", NULL};
  for (size_t i = 0; passes[i]; i++)
    if (strcmp(text, passes[i]) == 0) return "; a pass is \"\" or []";
  if (first == '1') return "; 10 is read as T, but 11 to 14 are J, Q, K and A";
  if (strchr("HhCc", first))
    return "; a suit is one of ♠♥♦♣, or a letter in a list of single cards: [\"S3\",\"H10\"]";
  return "";
}

/* The offending part of a text, for the sentence: from the byte the reader stopped at. */
static bool text_problem(const struct ddz_field *field, enum ddz_error error, enum ddz_notation notation,
                         const char *text, size_t at) {
  char more[160], listed[48] = "";
  int n = 1; /* bytes of that character */
  while (((unsigned char)text[at + (size_t)n] & 0xC0) == 0x80) n++;
  if (error == DDZ_ERR_UNKNOWN_TOKEN)
    snprintf(listed, sizeof listed, "; cards are %s", ddz_notation_letters(notation));
  snprintf(more, sizeof more, "'%.*s' at byte %zu%s%s", n, text + at, at, listed,
           error == DDZ_ERR_UNKNOWN_TOKEN ? hint_of(text, text[at]) : "");
  return ddz_field_fail_core(field, error, more);
}

static bool read_letters(const struct ddz_field *field, enum ddz_notation notation, const char *text,
                         struct ddz_pile *pile) {
  ddz_hand hand;
  size_t at = 0;
  enum ddz_error error = ddz_letters_read(notation, text, strlen(text), &hand, &at);
  if (error) return text_problem(field, error, notation, text, at);
  return add_hand(field, pile, hand);
}

static bool read_text(const struct ddz_field *field, enum ddz_notation notation, struct ddz_pile *pile) {
  return read_letters(field, notation, json_string_value(field->json), pile);
}

static bool read_number(const struct ddz_field *field, enum ddz_notation notation, struct ddz_pile *pile) {
  long long number;
  int card;
  if (!ddz_integer_of(field->json, &number)) return ddz_field_wrong_type(field, "a card number");
  if (ddz_notation_letters(notation))
    return ddz_field_fail(field, DDZ_PROBLEM_NOTATION_MISSING,
                          "cards as numbers need \"notation\": cronly, botzone, douzero or solver");
  enum ddz_error error = ddz_number_read(notation, number, &card);
  char more[64];
  snprintf(more, sizeof more, "%lld in notation %s", number, ddz_notation_name(notation));
  if (!error) error = add_card(pile, ddz_notation_is_physical(notation), card);
  return error ? ddz_field_fail_core(field, error, more) : true;
}

static bool wrong_notation(const struct ddz_field *field, enum ddz_notation notation) {
  return ddz_field_fail(field, DDZ_PROBLEM_WRONG_NOTATION,
                        "the request says notation %s, so cards are arrays of its numbers, not rank letters",
                        ddz_notation_name(notation));
}

/* A suit letter and a rank, "S3" or "h10": the rank; NULL: it is something else. S and D are jokers of
 * others, so it is a suit only where one card is written a string. */
static const char *rank_of_suited(const char *text) {
  const size_t n = strlen(text);
  const bool suited =
      strchr("SHDC", toupper((unsigned char)text[0])) && (n == 2 || strcmp(text + 1, "10") == 0);
  return suited && strchr("3456789TJQKA21", toupper((unsigned char)text[1])) ? text + 1 : NULL;
}

static bool is_same_suited(const char *a, const char *b) {
  const int rank_a = toupper((unsigned char)a[1]), rank_b = toupper((unsigned char)b[1]);
  return toupper((unsigned char)a[0]) == toupper((unsigned char)b[0]) &&
         (rank_a == '1' ? 'T' : rank_a) == (rank_b == '1' ? 'T' : rank_b);
}

/* A list of single cards, at least one of them with its suit? */
static bool has_suits(const struct ddz_field *field, enum ddz_notation notation) {
  size_t suited = 0, n = json_array_size(field->json);
  if (notation != DDZ_NOTATION_RANK) return false;
  for (size_t i = 0; i < n; i++) {
    const char *text = json_string_value(json_array_get(field->json, i));
    ddz_hand hand;
    size_t at;
    if (!text) return false;
    if (rank_of_suited(text))
      suited++;
    else if (strcmp(text, "RJ") != 0 &&
             (ddz_text_read(text, strlen(text), &hand, &at) != DDZ_OK || ddz_hand_size(hand) != 1))
      return false;
  }
  return suited > 0;
}

/* Each a card. No two are the same one. */
static bool read_suited(const struct ddz_field *field, struct ddz_pile *pile) {
  for (size_t i = 0; i < json_array_size(field->json); i++) {
    struct ddz_field item = ddz_field_item(field, i);
    const char *text = json_string_value(item.json), *rank = rank_of_suited(text);
    for (size_t before = 0; rank && before < i; before++)
      if (is_same_suited(text, json_string_value(json_array_get(field->json, before))))
        return ddz_field_fail_core(&item, DDZ_ERR_DUPLICATE_CARD, text);
    if (!read_letters(&item, DDZ_NOTATION_RANK, rank ? rank : strcmp(text, "RJ") == 0 ? "R" : text, pile))
      return false;
  }
  return true;
}

static bool read_items(const struct ddz_field *field, enum ddz_notation notation, struct ddz_pile *pile) {
  size_t n = json_array_size(field->json);
  if (n > 55) return ddz_field_fail_core(field, DDZ_ERR_TOO_MANY_CARDS, NULL);
  if (has_suits(field, notation)) return read_suited(field, pile);
  for (size_t i = 0; i < n; i++) {
    struct ddz_field item = ddz_field_item(field, i);
    bool text = json_is_string(item.json);
    if (text && !ddz_notation_letters(notation)) return wrong_notation(&item, notation);
    if (!(text ? read_text(&item, notation, pile) : read_number(&item, notation, pile))) return false;
  }
  return true;
}

static bool read_any_cards(const struct ddz_field *field, enum ddz_notation notation, struct ddz_pile *pile) {
  if (!field->json) return true;
  if (json_is_array(field->json)) return read_items(field, notation, pile);
  if (!json_is_string(field->json))
    return ddz_field_wrong_type(field, "cards: a string of rank letters or an array");
  if (!ddz_notation_letters(notation))
    return json_string_length(field->json) == 0 || wrong_notation(field, notation);
  return read_text(field, notation, pile);
}

bool ddz_read_cards(const struct ddz_field *field, const struct ddz_terms *terms, int max,
                    struct ddz_pile *pile) {
  struct ddz_pile read = {0, 0};
  if (!read_any_cards(field, terms->notation, &read)) return false;
  if (ddz_hand_count(read.hand, DDZ_RANK_F) > 0 && terms->rules.deck < 55)
    return ddz_field_fail_core(field, DDZ_ERR_NO_FLOWER, NULL);
  if (ddz_hand_size(read.hand) > max) {
    char more[64];
    snprintf(more, sizeof more, "%d, at most %d here", ddz_hand_size(read.hand), max);
    return ddz_field_fail_core(field, DDZ_ERR_TOO_MANY_CARDS, more);
  }
  *pile = read;
  return true;
}

bool ddz_read_hand(const struct ddz_field *body, const struct ddz_terms *terms, struct ddz_pile *hand) {
  struct ddz_field field = ddz_field_of(body, "hand");
  struct ddz_pile read = {0, 0};
  if (!ddz_read_required(&field) || !ddz_read_cards(&field, terms, ddz_terms_hand_max(terms), &read))
    return false;
  if (read.hand == 0) return ddz_field_fail_core(&field, DDZ_ERR_EMPTY, NULL);
  *hand = read;
  return true;
}

bool ddz_check_deck(const struct ddz_field *field, const struct ddz_terms *terms, const struct ddz_pile *a,
                    const struct ddz_pile *b) {
  if (a->cards & b->cards)
    return ddz_field_fail_core(field, DDZ_ERR_DUPLICATE_CARD,
                               "a card here is also somewhere else in this request");
  ddz_hand deck = ddz_rules_deck(&terms->rules);
  for (int rank = 0; rank < DDZ_RANKS; rank++)
    if (ddz_hand_count(a->hand, rank) + ddz_hand_count(b->hand, rank) > ddz_hand_count(deck, rank))
      return ddz_field_fail(field, DDZ_PROBLEM_TOO_MANY_KNOWN,
                            "with these, the request has more cards of rank %c than the deck",
                            ddz_rank_letters[rank]);
  return true;
}
