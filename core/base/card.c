#include "card.h"

#include <string.h>

const char ddz_rank_letters[DDZ_RANKS + 1] = "3456789TJQKA2BRF";

const char *const ddz_notation_names[] = {"rank",   "cronly", "botzone", "douzero",
                                          "solver", "value",  "xd",      NULL};

/* How cards are written: as letters, as numbers of ranks, or as numbers of physical cards. */
static const struct {
  bool physical;
  const char *letters;      /* NULL: numbers */
  int8_t number[DDZ_RANKS]; /* of ranks; -1: none */
} schemes[DDZ_NOTATIONS] = {
    [DDZ_NOTATION_RANK] = {.letters = ddz_rank_letters},
    [DDZ_NOTATION_CRONLY] = {.physical = true},
    [DDZ_NOTATION_BOTZONE] = {.physical = true},
    [DDZ_NOTATION_DOUZERO] = {.number = {3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 20, 30, -1}},
    [DDZ_NOTATION_SOLVER] = {.number = {3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 18, 20, 30, -1}},
    [DDZ_NOTATION_VALUE] = {.number = {3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, -1}},
    [DDZ_NOTATION_XD] = {.letters = "3456789TJQKA2XDF"},
};

enum { SUITS = 4, SUIT_CARDS = 13, CARD_B = 52, CARD_R = 53, CARD_F = 54, CARDS = 55, BOTZONE_CARDS = 54 };

bool ddz_notation_is_physical(enum ddz_notation notation) {
  return (size_t)notation < DDZ_NOTATIONS && schemes[notation].physical;
}

const char *ddz_notation_letters(enum ddz_notation notation) {
  return (size_t)notation < DDZ_NOTATIONS ? schemes[notation].letters : NULL;
}

/* What a byte or a word of text is. Zero: no card. */
#define CARD(rank) ((rank) + 1)
enum {
  BLANK = 0x20,
  ONE, /* a card only together with a following 0 */
  AMBIGUOUS,
  SUIT_C,
  SUIT_D,
  SUIT_H,
  SUIT_S,
  ROCKET /* both jokers */
};

/* X is the small joker here and the big one there, D is the big joker and the small one, S the small joker
 * and a suit. */
static const unsigned char bytes[256] = {
    ['3'] = 1,         ['4'] = 2,         ['5'] = 3,         ['6'] = 4,         ['7'] = 5,
    ['8'] = 6,         ['9'] = 7,         ['T'] = 8,         ['t'] = 8,         ['J'] = 9,
    ['j'] = 9,         ['Q'] = 10,        ['q'] = 10,        ['K'] = 11,        ['k'] = 11,
    ['A'] = 12,        ['a'] = 12,        ['2'] = 13,        ['B'] = 14,        ['b'] = 14,
    ['R'] = 15,        ['r'] = 15,        ['F'] = 16,        ['f'] = 16,        [' '] = BLANK,
    [','] = BLANK,     ['\t'] = BLANK,    ['\n'] = BLANK,    ['\r'] = BLANK,    ['1'] = ONE,
    ['X'] = AMBIGUOUS, ['x'] = AMBIGUOUS, ['D'] = AMBIGUOUS, ['d'] = AMBIGUOUS, ['S'] = AMBIGUOUS,
    ['s'] = AMBIGUOUS, ['0'] = 8,         ['-'] = BLANK,     ['_'] = BLANK,     [';'] = BLANK,
    ['|'] = BLANK,     ['/'] = BLANK,     ['+'] = BLANK,     ['['] = BLANK,     [']'] = BLANK,
    ['"'] = BLANK,     ['\''] = BLANK};

static const struct word {
  const char *text;
  unsigned char token;
} words[] = {
#define WORD(text, token) {text, token},
#include "word.def"
};

/* A letter of xd as ours: its jokers are others, ours mean nothing there. */
static char ours(char letter) {
  static const char theirs[] = "XxDdBbRr", mine[] = "BBRR????";
  const char *at = letter ? strchr(theirs, letter) : NULL;
  return at ? mine[at - theirs] : letter;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/* Bytes of `text` that are this word; 0: it is another. */
static size_t word_length(const char *word, const char *text, size_t left) {
  size_t n = 0;
  for (; *word; word++)
    if (*word == ' ')
      n += n < left && text[n] != 0 && strchr(" -_", text[n]) != NULL;
    else if (n == left || lower(text[n++]) != *word)
      return 0;
  return n;
}

/* The first character, a full-width one (U+FF01 to U+FF5E) as its narrow one; `used` its bytes. */
static char narrow(const char *text, size_t left, size_t *used) {
  const unsigned char *c = (const unsigned char *)text;
  const bool wide =
      left > 2 && c[0] == 0xEF && (c[1] == 0xBC || c[1] == 0xBD) && c[2] >= 0x80 && c[2] <= 0xBF;
  const int point = wide ? (c[1] - 0xBC) * 64 + c[2] - 0x80 : 0; /* from U+FF00 on */
  *used = point >= 0x01 && point <= 0x5E ? 3 : 1;
  return *used == 3 ? (char)(point + 0x20) : *text;
}

/* What stands at the beginning of `text`, and its bytes. */
static unsigned char token_at(enum ddz_notation notation, const char *text, size_t left, size_t *used) {
  const char first = narrow(text, left, used), letter = notation == DDZ_NOTATION_XD ? ours(first) : first;
  const unsigned char token = bytes[(unsigned char)letter];
  size_t more;
  if (token == ONE && left > *used && narrow(text + *used, left - *used, &more) == '0') {
    *used += more;
    return bytes['T'];
  }
  if (*used == 3) return token;
  if (token != 0 && token != AMBIGUOUS && (left == 1 || bytes[(unsigned char)text[1]] != 0))
    return token; /* no word: the usual case */
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    const size_t n = word_length(words[i].text, text, left);
    if (n == 0) continue;
    *used = n;
    return words[i].token;
  }
  return token;
}

/* Ranks run 3..A, 2 = 0..12; pips run A, 2, 3..K = 0..12. */
static int pip_of_rank(int rank) { return (rank + 2) % SUIT_CARDS; }

/* The cards of a text in the order of writing. */
struct writing {
  ddz_hand sum;
  int cards;
  int joker;                /* where a B is right before a J; -1: nowhere */
  size_t joker_at, suit_at; /* places in the text */
  int8_t rank[CARDS];
  unsigned char suit; /* SUIT_x that waits for its rank; 0: none does */
  bool behind, waits; /* suits stand behind their ranks: the last rank waits for its suit */
  ddz_cards suited;   /* those written with their suits */
};

/* "BJ" is the big joker of some, the black (small) one of others, and a joker and a jack of ours. Who sorts
 * his cards hardly writes a jack behind the small joker, so it may be theirs; who shuffles them may. Do the
 * other cards rise all the way, or fall? */
static bool is_joker_of_others(const struct writing *w) {
  bool rises = true, falls = true;
  if (w->joker < 0) return false;
  for (int i = 0, before = -1; i < w->cards; i++) {
    if (i == w->joker || i == w->joker + 1) continue;
    if (before >= 0 && w->rank[i] < before) rises = false;
    if (before >= 0 && w->rank[i] > before) falls = false;
    before = w->rank[i];
  }
  return rises || falls;
}

/* The bytes of a letter B, narrow or full-width, right before `at`; 0: there is none. */
static size_t b_before(const char *text, size_t at) {
  size_t used;
  for (size_t n = 1; n <= 3 && n <= at; n += 2)
    if (lower(narrow(text + at - n, n, &used)) == 'b' && used == n) return n;
  return 0;
}

static enum ddz_error add_suited(struct writing *w, int rank) {
  if (w->suit == 0) return DDZ_OK;
  if (rank > DDZ_RANK_2) return DDZ_ERR_UNKNOWN_TOKEN;
  const ddz_cards card = 1ull << ((w->suit - SUIT_C) * SUIT_CARDS + pip_of_rank(rank));
  w->suit = 0;
  if (w->suited & card) return DDZ_ERR_DUPLICATE_CARD;
  w->suited |= card;
  return DDZ_OK;
}

static enum ddz_error add_rank(struct writing *w, int rank, const char *text, size_t at) {
  if (w->cards == CARDS) return DDZ_ERR_TOO_MANY_CARDS;
  if (ddz_hand_count(w->sum, rank) == ddz_hand_count(DDZ_HAND_DECK55, rank)) return DDZ_ERR_TOO_MANY_OF_RANK;
  const size_t b = rank == DDZ_RANK_A - 3 ? b_before(text, at) : 0;
  if (b > 0) {
    w->joker = w->cards - 1;
    w->joker_at = at - b;
  }
  if (w->waits) return DDZ_ERR_UNKNOWN_TOKEN;
  w->waits = w->behind && rank <= DDZ_RANK_2;
  w->rank[w->cards++] = (signed char)rank;
  w->sum += ddz_hand_of(rank, 1);
  return add_suited(w, rank);
}

static enum ddz_error add_suit(struct writing *w, unsigned char suit, size_t at) {
  if (w->behind && !w->waits) return DDZ_ERR_UNKNOWN_TOKEN;
  w->suit = suit;
  w->suit_at = at;
  if (!w->behind) return DDZ_OK;
  w->waits = false;
  return add_suited(w, w->rank[w->cards - 1]);
}

/* A blank may stand anywhere, but a suit only beside its rank. */
static enum ddz_error add_token(struct writing *w, unsigned char token, const char *text, size_t at) {
  if (token == BLANK) return DDZ_OK;
  if (token == AMBIGUOUS) return DDZ_ERR_AMBIGUOUS_TOKEN;
  if (token == ROCKET && w->suit == 0) {
    const enum ddz_error error = add_rank(w, DDZ_RANK_B, text, 0);
    return error != DDZ_OK ? error : add_rank(w, DDZ_RANK_R, text, 0);
  }
  if (token >= SUIT_C && token <= SUIT_S && w->suit == 0) return add_suit(w, token, at);
  if (token == 0 || token > DDZ_RANKS) return DDZ_ERR_UNKNOWN_TOKEN;
  return add_rank(w, token - 1, text, at);
}

/* behind: "3♠ 10♥"; then each card has its suit, but a joker */
static enum ddz_error read_suited(enum ddz_notation notation, const char *text, size_t length, bool behind,
                                  ddz_cards *suited, ddz_hand *hand, size_t *at) {
  struct writing w = {.joker = -1, .suited = *suited, .behind = behind};
  for (size_t i = 0, used; i < length; i += used) {
    const unsigned char token = token_at(notation, text + i, length - i, &used);
    const enum ddz_error error = add_token(&w, token, text, i);
    if (error != DDZ_OK) {
      *at = i;
      return error == DDZ_ERR_AMBIGUOUS_TOKEN && notation == DDZ_NOTATION_XD ? DDZ_ERR_UNKNOWN_TOKEN : error;
    }
  }
  if (w.waits) return DDZ_ERR_UNKNOWN_TOKEN;
  if (w.suit != 0 || (notation == DDZ_NOTATION_RANK && is_joker_of_others(&w))) {
    *at = w.suit != 0 ? w.suit_at : w.joker_at;
    return w.suit != 0 ? DDZ_ERR_UNKNOWN_TOKEN : DDZ_ERR_AMBIGUOUS_TOKEN;
  }
  *hand = w.sum;
  *suited = w.suited;
  return DDZ_OK;
}

enum ddz_error ddz_suited_read(enum ddz_notation notation, const char *text, size_t length, ddz_cards *suited,
                               ddz_hand *hand, size_t *at) {
  size_t elsewhere;
  const enum ddz_error error = read_suited(notation, text, length, false, suited, hand, at);
  if (error != DDZ_ERR_UNKNOWN_TOKEN) return error;
  return read_suited(notation, text, length, true, suited, hand, &elsewhere) == DDZ_OK ? DDZ_OK : error;
}

enum ddz_error ddz_text_read(const char *text, size_t length, ddz_hand *hand, size_t *at) {
  return ddz_suited_read(DDZ_NOTATION_RANK, text, length, &(ddz_cards){0}, hand, at);
}

size_t ddz_letters_write(enum ddz_notation notation, ddz_hand hand, char *text) {
  const char *letters = schemes[notation].letters;
  size_t n = 0;
  for (int rank = 0; rank < DDZ_RANKS; rank++)
    for (int count = ddz_hand_count(hand, rank); count > 0; count--) text[n++] = letters[rank];
  text[n] = '\0';
  return n;
}

size_t ddz_text_write(ddz_hand hand, char *text) { return ddz_letters_write(DDZ_NOTATION_RANK, hand, text); }

static int rank_of_pip(int pip) { return (pip + 11) % SUIT_CARDS; }

static int botzone_number(int card) {
  if (card >= CARD_B) return card < BOTZONE_CARDS ? card : -1;
  return ddz_card_rank(card) * SUITS + card / SUIT_CARDS;
}

int ddz_number_write(enum ddz_notation notation, int card_or_rank) {
  if (notation == DDZ_NOTATION_CRONLY) return card_or_rank + 1;
  if (notation == DDZ_NOTATION_BOTZONE) return botzone_number(card_or_rank);
  const bool known = schemes[notation].letters == NULL && card_or_rank >= 0 && card_or_rank < DDZ_RANKS;
  return known ? schemes[notation].number[card_or_rank] : -1;
}

enum ddz_error ddz_number_read(enum ddz_notation notation, long long number, int *card_or_rank) {
  const int all = schemes[notation].physical ? CARDS : DDZ_RANKS;
  for (int i = 0; i < all && number >= 0; i++)
    if (ddz_number_write(notation, i) == number) {
      *card_or_rank = i;
      return DDZ_OK;
    }
  return DDZ_ERR_UNKNOWN_TOKEN;
}

int ddz_card_rank(int card) {
  return card < CARD_B ? rank_of_pip(card % SUIT_CARDS) : card - CARD_B + DDZ_RANK_B;
}

/* The physical cards of a rank, one for each suit. */
static ddz_cards cards_of_rank(int rank) {
  const ddz_cards suits = 1ull | 1ull << SUIT_CARDS | 1ull << 2 * SUIT_CARDS | 1ull << 3 * SUIT_CARDS;
  return rank < DDZ_RANK_B ? suits << pip_of_rank(rank) : 1ull << (rank - DDZ_RANK_B + CARD_B);
}

ddz_hand ddz_cards_hand(ddz_cards cards) {
  ddz_hand hand = 0;
  for (; cards != 0; cards &= cards - 1) hand += ddz_hand_of(ddz_card_rank(__builtin_ctzll(cards)), 1);
  return hand;
}

enum ddz_error ddz_cards_pick(ddz_cards from, ddz_hand wanted, ddz_cards *picked) {
  ddz_cards sum = 0;
  for (int rank = 0; rank < DDZ_RANKS; rank++) {
    ddz_cards here = from & cards_of_rank(rank);
    for (int count = ddz_hand_count(wanted, rank); count > 0; count--) {
      if (here == 0) return DDZ_ERR_NOT_IN_HAND;
      sum |= here & -here;
      here &= here - 1;
    }
  }
  *picked = sum;
  return DDZ_OK;
}

size_t ddz_cards_sorted(ddz_cards cards, unsigned char *out) {
  size_t n = 0;
  for (int rank = DDZ_RANKS - 1; rank >= 0; rank--)
    for (ddz_cards here = cards & cards_of_rank(rank); here != 0;) {
      int card = 63 - __builtin_clzll(here);
      out[n++] = (unsigned char)card;
      here &= ~(1ull << card);
    }
  return n;
}
