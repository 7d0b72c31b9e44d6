#include "api/wire/play.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool add_hand(const struct ddz_field *field, struct ddz_pile *pile, ddz_hand more) {
  const ddz_hand over = ddz_hand_without(pile->hand + more, DDZ_HAND_DECK55);
  if (over != 0)
    return ddz_field_fail_more(field, DDZ_ERR_TOO_MANY_OF_RANK, "%c",
                               ddz_rank_letters[ddz_hand_bottom(over)]);
  pile->hand += more;
  return true;
}

static int upper(char c) { return toupper((unsigned char)c); }

static bool is_pass(const char *text) {
  static const char *const passes[] = {"p", "pass", "过", "过牌", "不要", "不出", "要不起"};
  if (!text) return false;
  text += strspn(text, " ");
  const size_t n = strcspn(text, " ");
  bool is = false;
  for (size_t i = 0; i < sizeof passes / sizeof *passes; i++)
    is = is || (strlen(passes[i]) == n && strncasecmp(passes[i], text, n) == 0);
  return is && text[n + strspn(text + n, " ")] == 0;
}

static bool is_suit(char c) { return c != 0 && strchr("SHDC", upper(c)) != NULL; }

/* What a caller meant who wrote this, and how it is written here. */
static const char *hint_of(enum ddz_notation notation, const char *text, char first) {
  const size_t n = strlen(text);
  if (first == '1' || (is_suit(text[0]) && text[1] == '1'))
    return "; 10 is read as T, but 11 to 14 are J, Q, K and A, and 1 is A";
  if ((n == 2 || n == 3) && is_suit(text[n - 1])) return "; a suit stands before its rank: \"♠3\"";
  if (!strchr("HhCcSs", first)) return "";
  return notation == DDZ_NOTATION_RANK
             ? "; a suit is one of ♠♥♦♣, or a letter in a list of single cards: [\"S3\",\"H10\"]"
             : "; a suit is one of ♠♥♦♣";
}

/* Bytes of the card or the character at the beginning of a text. */
static int token_length(enum ddz_notation notation, const char *text) {
  const size_t length = strlen(text);
  ddz_cards suited = 0;
  ddz_hand hand;
  size_t at, n = 0;
  while (++n <= length)
    if (ddz_suited_read(notation, text, n, &suited, &hand, &at) == DDZ_OK && hand != 0) return (int)n;
  for (n = 1; ((unsigned char)text[n] & 0xC0) == 0x80;) n++;
  return (int)n;
}

/* The offending part of a text, for the sentence: from the byte the reader stopped at. */
static bool text_problem(const struct ddz_field *field, enum ddz_error error, enum ddz_notation notation,
                         const char *text, size_t at) {
  const bool unknown = error == DDZ_ERR_UNKNOWN_TOKEN, helps = unknown || error == DDZ_ERR_AMBIGUOUS_TOKEN;
  return ddz_field_fail_more(field, error, "'%.*s' at byte %zu%s%s%s", token_length(notation, text + at),
                             text + at, at, unknown ? "; cards are " : "",
                             unknown ? ddz_notation_letters(notation) : "",
                             helps ? hint_of(notation, text, text[at]) : "");
}

/* What a list of single cards tells of its strings. */
struct singles {
  bool are,       /* it has a card that only such a list has */
      black, red, /* RJ: a BJ beside it is the black joker */
      suits,      /* a suit before a rank, other than CJ, which may be a coloured joker */
      turned;     /* suits stand behind all ranks: "3S" is S3 */
};

/* One card of a list that writes suits as letters, "S3" or "h10", with a sign instead; RJ is the red joker
 * there. False: it is something else. S and D are jokers of others, and RJ is a joker and a jack, where more
 * than a card is written a string. */
static bool is_single(const char *text, const struct singles *singles, char with_sign[8]) {
  static const char *const signs[] = {[0] = "♣", ['D' - 'C'] = "♦", ['H' - 'C'] = "♥", ['S' - 'C'] = "♠"};
  const char *rank = text + (text[0] != 0);
  const bool is_ten = strcmp(rank, "10") == 0;
  const bool joker = upper(*rank) == 'J' && rank[1] == 0;
  if (upper(text[0]) == 'R' && joker) return strcpy(with_sign, "R");
  if (upper(text[0]) == 'B' && joker && singles->red) return strcpy(with_sign, "B");
  if (!is_suit(text[0]) || !(is_ten || (strlen(rank) == 1 && strchr("3456789TJQKA2", upper(*rank)))))
    return false;
  snprintf(with_sign, 8, "%s%s", signs[upper(text[0]) - 'C'], rank);
  return true;
}

/* "3S" as "S3", a joker as it is. False: it is something else. */
static bool turn(const char *text, char turned[8]) {
  const size_t n = text ? strlen(text) : 0;
  if (n == 0 || n > 3) return false;
  const bool suited = n > 1 && is_suit(text[n - 1]), joker = strchr("BR", upper(text[0])) != NULL;
  snprintf(turned, 8, "%c%.*s", text[n - 1], (int)n - 1, text);
  if (suited) return is_single(turned, &(struct singles){0}, (char[8]){0});
  snprintf(turned, 8, "%s", text);
  return joker && (n == 1 || (n == 2 && upper(text[1]) == 'J'));
}

/* The text of an item, with its suit before its rank; NULL: it has none. */
static const char *text_of(const json_t *item, const struct singles *singles, char turned[8]) {
  const char *text = json_string_value(item);
  return singles->turned && turn(text, turned) ? turned : text;
}

/* Two single cards or more, their suits behind them? */
static bool are_turned(const json_t *list) {
  const size_t n = json_array_size(list);
  char turned[8];
  for (size_t i = 0; i < n; i++)
    if (!turn(json_string_value(json_array_get(list, i)), turned)) return false;
  return n > 1;
}

/* singles: it is of a list that is_single says more of */
static bool read_text(const struct ddz_field *field, enum ddz_notation notation,
                      const struct singles *singles, struct ddz_pile *pile) {
  char turned[8], with_sign[8];
  const char *text = text_of(field->json, singles, turned);
  const bool changed = singles->are && is_single(text, singles, with_sign);
  const char *written = changed ? with_sign : text;
  ddz_hand hand;
  size_t at = 0;
  enum ddz_error error = ddz_suited_read(notation, written, strlen(written), &pile->suited, &hand, &at);
  if (changed && !singles->suits && upper(text[0]) == 'C' && upper(text[1]) == 'J')
    return ddz_field_fail(field, DDZ_PROBLEM_AMBIGUOUS_CARD,
                          "CJ is the jack of clubs or a coloured joker: write ♣J or R");
  if (error && changed) return ddz_field_fail_more(field, error, "%s", text);
  if (error) return text_problem(field, error, notation, text, at);
  if (singles->are && ddz_hand_size(hand) != 1)
    return ddz_field_fail(field, DDZ_PROBLEM_UNKNOWN_CARD,
                          "beside \"S3\" or \"RJ\" each string of a list is one card, and %s is not",
                          ddz_quote(text).text);
  return add_hand(field, pile, hand);
}

static bool read_number(const struct ddz_field *field, enum ddz_notation notation, struct ddz_pile *pile) {
  long long number;
  int card;
  if (!ddz_integer_of(field->json, &number))
    return ddz_field_wrong_type(field, "a card: a string or a number");
  if (ddz_notation_letters(notation))
    return ddz_field_fail(field, DDZ_PROBLEM_NOTATION_MISSING,
                          "cards as numbers need \"notation\": cronly, botzone, douzero, solver or value");
  const bool physical = ddz_notation_is_physical(notation);
  enum ddz_error error = ddz_number_read(notation, number, &card);
  static const char *const numbers[DDZ_NOTATIONS] = {
      [DDZ_NOTATION_CRONLY] = "1 to 55",
      [DDZ_NOTATION_BOTZONE] = "0 to 53",
      [DDZ_NOTATION_DOUZERO] = "3 to 14, 17 (two), 20 and 30 (jokers)",
      [DDZ_NOTATION_SOLVER] = "3 to 14, 18 (two), 20 and 30 (jokers)",
      [DDZ_NOTATION_VALUE] = "3 to 14, 15 (two), 16 and 17 (jokers)"};
  if (!error && physical && (pile->cards >> card & 1)) error = DDZ_ERR_DUPLICATE_CARD;
  if (error)
    return ddz_field_fail_more(field, error, "%lld in notation %s, whose numbers are %s", number,
                               ddz_notation_names[notation], numbers[notation]);
  if (physical) pile->cards |= (ddz_cards)1 << card;
  return add_hand(field, pile, ddz_hand_of(physical ? ddz_card_rank(card) : card, 1));
}

static bool wrong_notation(const struct ddz_field *field, enum ddz_notation notation) {
  return ddz_field_fail(field, DDZ_PROBLEM_WRONG_NOTATION,
                        "the request says notation %s, so cards are arrays of its numbers, not rank letters",
                        ddz_notation_names[notation]);
}

static void look_at(const char *text, struct singles *singles) {
  char with_sign[8];
  if (!text) return;
  singles->black = singles->black || (upper(text[0]) == 'B' && upper(text[1]) == 'J' && text[2] == 0);
  if (!is_single(text, singles, with_sign)) return;
  const bool red = upper(text[0]) == 'R', club_jack = upper(text[0]) == 'C' && upper(text[1]) == 'J';
  singles->are = true;
  singles->red = singles->red || red;
  singles->suits = singles->suits || !(red || club_jack);
}

static bool read_items(const struct ddz_field *field, const struct ddz_terms *terms, struct ddz_pile *pile) {
  const enum ddz_notation notation = terms->notation;
  size_t n = json_array_size(field->json);
  if (n > 55) return ddz_field_fail_core(field, DDZ_ERR_TOO_MANY_CARDS);
  struct singles singles = {.suits = terms->suited,
                            .turned = notation == DDZ_NOTATION_RANK && are_turned(field->json)};
  char word[8];
  if (n == 1 && is_pass(json_string_value(json_array_get(field->json, 0)))) return true;
  for (size_t i = 0; notation == DDZ_NOTATION_RANK && i < n; i++)
    look_at(text_of(json_array_get(field->json, i), &singles, word), &singles);
  for (size_t i = 0; i < n; i++) {
    struct ddz_field item = ddz_field_item(field, i);
    bool text = json_is_string(item.json);
    if (text && !ddz_notation_letters(notation)) return wrong_notation(&item, notation);
    if (!(text ? read_text(&item, notation, &singles, pile) : read_number(&item, notation, pile)))
      return false;
  }
  return true;
}

/* Bytes of "H3", "H10" or "3H" at the beginning of a text; 0: there is none. */
static size_t single_length(const char *text) {
  const size_t before = is_suit(text[0]), ten = strncmp(text + before, "10", 2) == 0;
  const char rank = text[before];
  if (!ten && (rank == 0 || !strchr("3456789TJQKA2", upper(rank)))) return 0;
  const size_t n = before + 1 + ten;
  return before ? n : is_suit(text[n]) ? n + 1 : 0;
}

/* "H3 S3 D3 D5", "3H 3S" or "H3S3": the words of a text as a list; NULL: it is no list of single cards with
 * their suits, which may be turned. Without blanks some suit is H or C, which are nobody's joker. */
static json_t *words_of(const char *text) {
  static const char blanks[] = " ,;|/+-_[]\"'\t\r\n";
  struct singles singles = {0};
  const bool parted = strpbrk(text, blanks) != NULL;
  bool good = parted || strpbrk(text, "HhCc") != NULL;
  if (!good) return NULL;
  json_t *list = json_array();
  for (; good && *text;) {
    const size_t n = parted ? strcspn(text, blanks) : single_length(text);
    char word[8];
    good = n < sizeof word && (parted || n > 0) && json_array_size(list) < 55;
    snprintf(word, sizeof word, "%.*s", good ? (int)n : 0, text);
    if (good && n > 0) {
      (void)json_array_append_new(list, json_string(word));
      look_at(word, &singles);
    }
    text += n + (parted && text[n] != 0);
  }
  const bool suited = singles.suits || (singles.red && singles.black) || are_turned(list);
  if (good && suited && json_array_size(list) > 1) return list;
  json_decref(list);
  return NULL;
}

static bool read_any_cards(const struct ddz_field *field, const struct ddz_terms *terms,
                           struct ddz_pile *pile) {
  static const struct singles none;
  if (!field->json) return true;
  if (json_is_array(field->json)) return read_items(field, terms, pile);
  if (!json_is_string(field->json))
    return ddz_field_wrong_type(field, "cards: a string of rank letters or an array");
  if (is_pass(json_string_value(field->json))) return true;
  if (!ddz_notation_letters(terms->notation))
    return json_string_length(field->json) == 0 || wrong_notation(field, terms->notation);
  json_t *words = terms->notation == DDZ_NOTATION_RANK ? words_of(json_string_value(field->json)) : NULL;
  if (!words) return read_text(field, terms->notation, &none, pile);
  struct ddz_field list = *field;
  list.json = words;
  const bool read = read_items(&list, terms, pile);
  json_decref(words);
  return read;
}

bool ddz_read_some(const struct ddz_field *field, const struct ddz_terms *terms, int max,
                   struct ddz_pile *pile) {
  struct ddz_pile read = {0};
  if (!read_any_cards(field, terms, &read)) return false;
  if (ddz_hand_count(read.hand, DDZ_RANK_F) > 0 && terms->rules.deck < 55)
    return ddz_field_fail_core(field, DDZ_ERR_NO_FLOWER);
  if (ddz_hand_size(read.hand) > max)
    return ddz_field_fail_more(field, DDZ_ERR_TOO_MANY_CARDS, "%d, at most %d here", ddz_hand_size(read.hand),
                               max);
  *pile = read;
  return true;
}

bool ddz_read_cards(const struct ddz_field *field, const struct ddz_terms *terms, struct ddz_pile *pile) {
  return ddz_read_some(field, terms, ddz_rules_start(&terms->rules, true), pile);
}

bool ddz_read_hand(const struct ddz_field *field, const struct ddz_terms *terms, struct ddz_pile *hand) {
  if (!ddz_read_required(field) || !ddz_read_cards(field, terms, hand)) return false;
  return hand->hand != 0 || ddz_field_fail_core(field, DDZ_ERR_EMPTY);
}

struct ddz_phrase ddz_pile_text(const struct ddz_terms *terms, const struct ddz_pile *pile) {
  enum { ROOM = 80 };
  const char *letters = ddz_notation_letters(terms->notation);
  const bool physical = ddz_notation_is_physical(terms->notation);
  struct ddz_phrase words = {""};
  size_t n = 0;
  for (int card = 0; card < (physical ? 55 : DDZ_RANKS); card++) {
    const int count = physical ? (int)(pile->cards >> card & 1) : ddz_hand_count(pile->hand, card);
    for (int i = 0; i < count && n + 5 < ROOM; i++)
      n += letters ? (size_t)snprintf(words.text + n, ROOM - n, "%c", letters[card])
                   : (size_t)snprintf(words.text + n, ROOM - n, "%s%d", n ? ", " : "",
                                      ddz_number_write(terms->notation, card));
  }
  return words;
}

struct ddz_pile ddz_pile_lack(const struct ddz_pile *held, const struct ddz_pile *wanted) {
  return (struct ddz_pile){.hand = ddz_hand_without(wanted->hand, held->hand),
                           .cards = wanted->cards & ~held->cards};
}

bool ddz_check_held(const struct ddz_field *field, const struct ddz_terms *terms, const char *who,
                    const struct ddz_pile *held, const struct ddz_pile *wanted) {
  const struct ddz_pile lack = ddz_pile_lack(held, wanted);
  return (lack.hand == 0 && lack.cards == 0) ||
         ddz_field_fail(field, DDZ_PROBLEM_NOT_IN_HAND, "these cards are not in the hand: %s lacks %s", who,
                        ddz_pile_text(terms, &lack).text);
}

bool ddz_check_apart(const struct ddz_field *field, const struct ddz_terms *terms, const struct ddz_pile *a,
                     const struct ddz_pile *b, const char *where) {
  static const char *const signs[] = {"♣", "♦", "♥", "♠"};
  const ddz_cards twice = (a->cards & b->cards) | (a->suited & b->suited);
  if (twice == 0) return true;
  const int card = __builtin_ctzll(twice);
  if (ddz_notation_is_physical(terms->notation))
    return ddz_field_fail_more(field, DDZ_ERR_DUPLICATE_CARD, "%d is %s",
                               ddz_number_write(terms->notation, card), where);
  return ddz_field_fail_more(field, DDZ_ERR_DUPLICATE_CARD, "%s%c is %s", signs[card / 13],
                             ddz_rank_letters[ddz_card_rank(card)], where);
}

bool ddz_check_deck(const struct ddz_field *field, const struct ddz_terms *terms, const struct ddz_pile *a,
                    const struct ddz_pile *b) {
  if (!ddz_check_apart(field, terms, a, b, "also somewhere else in this request")) return false;
  const ddz_hand over = ddz_hand_without(a->hand + b->hand, ddz_rules_deck(&terms->rules));
  return over == 0 || ddz_field_fail(field, DDZ_PROBLEM_TOO_MANY_KNOWN,
                                     "with these, the request has more cards of rank %c than the deck",
                                     ddz_rank_letters[ddz_hand_bottom(over)]);
}
