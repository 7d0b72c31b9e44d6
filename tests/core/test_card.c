/* Cards as text and as numbers: every notation there and back, and what is refused. */
#include "core/base/card.h"
#include "core/base/rng.h"
#include "tests/support/test.h"

enum { CARDS = 55, CARD_B = 52, CARD_R = 53, CARD_F = 54, ROUNDS = 5000, UNTOUCHED = 77 };

static enum ddz_error read_text(const char *text, ddz_hand *hand, size_t *at) {
  return ddz_text_read(text, strlen(text), hand, at);
}

TEST(text_is_read_in_any_order_and_case) {
  static const struct {
    const char *in, *out;
  } lines[] = {
      {"", ""},
      {"    ", ""},
      {"3", "3"},
      {"3445TJQKA2BR", "3445TJQKA2BR"},
      {"rb2akqjt5443", "3445TJQKA2BR"},
      {"10", "T"},
      {"1010 10 10", "TTTT"},
      {"9 10 j Q k a", "9TJQKA"},
      {"310", "3T"},
      {"F3f", NULL}, /* one flower only */
      {"fRB", "BRF"},
      {"JB", "JB"},
      {"B J", "JB"},
      {"BRJ", "JBR"},
      {"R J", "JR"},
      {"2RJ", "J2R"},
      {"KBJ3Q", "3JQKB"}, /* shuffled: two cards */
      {"9BJT4", "49TJB"},
      {"3,3, 4\n4\t", "3344"},
      {"♠3♥3♦10♣A", "33TA"},
      {"♠️3 ♥ 4", "34"},
      {"黑桃3红桃3方块10梅花A", "33TA"},
      {"3大王小王", "3BR"},
      {"大鬼，小鬼、2　花牌", "2BRF"},
      {"big joker, Small_Joker", "BR"},
      {"3RedJoker black-joker", "3BR"},
      {"小王J", "JB"}, /* says what it is */
      {"3 33", "333"},
      {"B,J", "JB"},
      {"3-3_4;4|5/5+6", "3344556"},
      {"0, 100", "TTT"},
      {"３－１０，ｔＪ０", "3TTTJ"},
      {"王炸3", "3BR"},
      {"大小王", "BR"},
      {"Rocket 2", "2BR"},
      {"♠3♥3 3 3", "3333"},
      {"3333444455556666777788889999TTTTJJJJQQQQKKKKAAAA2222BRF",
       "3333444455556666777788889999TTTTJJJJQQQQKKKKAAAA2222BRF"},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    ddz_hand hand = UNTOUCHED;
    size_t at = UNTOUCHED;
    char text[DDZ_TEXT_MAX];
    enum ddz_error error = read_text(lines[i].in, &hand, &at);
    if (lines[i].out == NULL) {
      assert_int_not_equal(error, DDZ_OK);
      assert_int_equal(hand, UNTOUCHED);
      continue;
    }
    assert_int_equal(error, DDZ_OK);
    assert_int_equal(at, UNTOUCHED);
    assert_int_equal(ddz_text_write(hand, text), strlen(lines[i].out));
    assert_string_equal(text, lines[i].out);
  }
}

TEST(refused_text_names_the_offending_byte) {
  static const struct {
    const char *in;
    enum ddz_error error;
    size_t at;
  } lines[] = {
      {"1", DDZ_ERR_UNKNOWN_TOKEN, 0},
      {"33 1 0", DDZ_ERR_UNKNOWN_TOKEN, 3},
      {"3Z", DDZ_ERR_UNKNOWN_TOKEN, 1},
      {"L", DDZ_ERR_UNKNOWN_TOKEN, 0},
      {"33♠", DDZ_ERR_UNKNOWN_TOKEN, 2},
      {"3♠3♠", DDZ_ERR_UNKNOWN_TOKEN, 5},
      {"♠3♥", DDZ_ERR_UNKNOWN_TOKEN, 4},
      {"♠♠3", DDZ_ERR_UNKNOWN_TOKEN, 3},
      {"♠大王", DDZ_ERR_UNKNOWN_TOKEN, 3},
      {"♠3♠3", DDZ_ERR_DUPLICATE_CARD, 7},
      {"3 joker", DDZ_ERR_AMBIGUOUS_TOKEN, 2},
      {"S3H3", DDZ_ERR_AMBIGUOUS_TOKEN, 0},
      {"H3", DDZ_ERR_UNKNOWN_TOKEN, 0},
      {"王", DDZ_ERR_UNKNOWN_TOKEN, 0},
      {"\xE5\xA4\xA7", DDZ_ERR_UNKNOWN_TOKEN, 0},
      {"\xFF", DDZ_ERR_UNKNOWN_TOKEN, 0},
      {"3X", DDZ_ERR_AMBIGUOUS_TOKEN, 1},
      {"x", DDZ_ERR_AMBIGUOUS_TOKEN, 0},
      {"3 4D", DDZ_ERR_AMBIGUOUS_TOKEN, 3},
      {"d", DDZ_ERR_AMBIGUOUS_TOKEN, 0},
      {"SJ", DDZ_ERR_AMBIGUOUS_TOKEN, 0},
      {"s3", DDZ_ERR_AMBIGUOUS_TOKEN, 0},
      {"34BJ", DDZ_ERR_AMBIGUOUS_TOKEN, 2},
      {"34bj", DDZ_ERR_AMBIGUOUS_TOKEN, 2},
      {"BJ", DDZ_ERR_AMBIGUOUS_TOKEN, 0},
      {"BJ2AK", DDZ_ERR_AMBIGUOUS_TOKEN, 0},
      {"３４ＢＪ", DDZ_ERR_AMBIGUOUS_TOKEN, 6},
      {"34ｂj", DDZ_ERR_AMBIGUOUS_TOKEN, 2},
      {"34bＪ", DDZ_ERR_AMBIGUOUS_TOKEN, 2},
      {"3 J bj", DDZ_ERR_AMBIGUOUS_TOKEN, 4},
      {"LJ", DDZ_ERR_UNKNOWN_TOKEN, 0},
      {"33333", DDZ_ERR_TOO_MANY_OF_RANK, 4},
      {"101010 10 10", DDZ_ERR_TOO_MANY_OF_RANK, 10},
      {"BB", DDZ_ERR_TOO_MANY_OF_RANK, 1},
      {"RBR", DDZ_ERR_TOO_MANY_OF_RANK, 2},
      {"FF", DDZ_ERR_TOO_MANY_OF_RANK, 1},
      {"3333444455556666777788889999TTTTJJJJQQQQKKKKAAAA2222BRF3", DDZ_ERR_TOO_MANY_CARDS, 55},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    ddz_hand hand = UNTOUCHED;
    size_t at = UNTOUCHED;
    assert_int_equal(read_text(lines[i].in, &hand, &at), lines[i].error);
    assert_int_equal(at, lines[i].at);
    assert_int_equal(hand, UNTOUCHED);
  }
}

TEST(text_ends_where_its_length_says) {
  ddz_hand hand;
  size_t at;
  assert_int_equal(ddz_text_read("3344", 2, &hand, &at), DDZ_OK);
  assert_int_equal(hand, ddz_hand_of(0, 2));
  assert_int_equal(ddz_text_read("10", 1, &hand, &at), DDZ_ERR_UNKNOWN_TOKEN);
  assert_int_equal(ddz_text_read("BJ", 1, &hand, &at), DDZ_OK); /* the J is beyond the end */
  assert_int_equal(ddz_text_read("3\0004", 3, &hand, &at), DDZ_ERR_UNKNOWN_TOKEN);
  assert_int_equal(at, 1);
}

TEST(every_byte_is_a_card_a_space_or_refused) {
  const char *known = "03456789TJQKA2BRFtjqkabrf ,-_;|/+[]\"'\t\r\n", *ambiguous = "XDSxds";
  for (int byte = 0; byte < 256; byte++) {
    char text[2] = {(char)byte, 'Z'};
    ddz_hand hand = UNTOUCHED;
    size_t at = UNTOUCHED;
    enum ddz_error expected = byte != 0 && strchr(known, byte)       ? DDZ_OK
                              : byte != 0 && strchr(ambiguous, byte) ? DDZ_ERR_AMBIGUOUS_TOKEN
                                                                     : DDZ_ERR_UNKNOWN_TOKEN;
    assert_int_equal(ddz_text_read(text, 1, &hand, &at), expected);
    if (expected == DDZ_OK)
      assert_int_equal(ddz_hand_size(hand), strchr(" ,-_;|/+[]\"'\t\r\n", byte) ? 0 : 1);
  }
}

/* X and D are jokers there, B and R nothing; all else is as in ours. */
TEST(letters_of_xd_have_other_jokers) {
  const char *known = "03456789TJQKA2XDFtjqkaxdf ,-_;|/+[]\"'\t\r\n";
  for (int byte = 0; byte < 256; byte++) {
    char text[2] = {(char)byte, 'Z'};
    ddz_hand hand = UNTOUCHED;
    size_t at = UNTOUCHED;
    enum ddz_error expected = byte != 0 && strchr(known, byte) ? DDZ_OK : DDZ_ERR_UNKNOWN_TOKEN;
    assert_int_equal(ddz_suited_read(DDZ_NOTATION_XD, text, 1, &(ddz_cards){0}, &hand, &at), expected);
    if (expected == DDZ_OK)
      assert_int_equal(ddz_hand_size(hand), strchr(" ,-_;|/+[]\"'\t\r\n", byte) ? 0 : 1);
  }
  char text[DDZ_TEXT_MAX];
  ddz_hand hand = 0, all = DDZ_HAND_DECK55;
  size_t at, n = ddz_letters_write(DDZ_NOTATION_XD, all, text);
  assert_int_equal(n, CARDS);
  assert_string_equal(text + n - 4, "2XDF");
  assert_int_equal(ddz_suited_read(DDZ_NOTATION_XD, text, n, &(ddz_cards){0}, &hand, &at), DDZ_OK);
  assert_int_equal(hand, all);
  assert_int_equal(ddz_suited_read(DDZ_NOTATION_XD, "XJ", 2, &(ddz_cards){0}, &hand, &at), DDZ_OK);
}

/* Texts of one list: a card of one is not written again in another. */
TEST(suits_are_kept_from_text_to_text) {
  ddz_cards suited = 0;
  ddz_hand hand = 0;
  size_t at = UNTOUCHED;
  assert_int_equal(ddz_suited_read(DDZ_NOTATION_RANK, "♣A 3", 5, &suited, &hand, &at), DDZ_OK);
  assert_int_equal(suited, 1); /* the ace of clubs is card 0 */
  assert_int_equal(ddz_suited_read(DDZ_NOTATION_RANK, "♠2♣A", 8, &suited, &hand, &at),
                   DDZ_ERR_DUPLICATE_CARD);
  assert_int_equal(at, 7);
  assert_int_equal(suited, 1);
  assert_int_equal(ddz_suited_read(DDZ_NOTATION_XD, "♠2A", 5, &suited, &hand, &at), DDZ_OK);
  assert_true(ddz_cards_hand(suited) == ddz_hand_of(DDZ_RANK_A, 1) + ddz_hand_of(DDZ_RANK_2, 1));
}

static ddz_cards random_cards(struct ddz_rng *rng) {
  return ddz_rng_next(rng) & ddz_rng_next(rng) & ((1ull << CARDS) - 1);
}

TEST(text_written_reads_back_as_the_same_hand) {
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < ROUNDS; i++) {
    ddz_hand hand = ddz_cards_hand(random_cards(&rng)), back;
    char text[DDZ_TEXT_MAX];
    size_t length = ddz_text_write(hand, text), at;
    assert_int_equal(length, ddz_hand_size(hand));
    assert_int_equal(strlen(text), length);
    assert_int_equal(ddz_text_read(text, length, &back, &at), DDZ_OK);
    assert_int_equal(back, hand);
  }
}

TEST(two_notations_are_physical) {
  for (int i = 0; i < DDZ_NOTATIONS; i++)
    assert_int_equal(ddz_notation_is_physical((enum ddz_notation)i),
                     i == DDZ_NOTATION_CRONLY || i == DDZ_NOTATION_BOTZONE);
}

/* 1-13 clubs A 2 3..K, then diamonds, hearts, spades; 53, 54 the jokers; 55 the flower. */
TEST(cronly_numbers_name_the_cards_of_the_table) {
  static const char pips[] = "A23456789TJQK";
  for (int id = 1; id <= CARDS; id++) {
    int card = -1;
    assert_int_equal(ddz_number_read(DDZ_NOTATION_CRONLY, id, &card), DDZ_OK);
    char expected = id == 55 ? 'F' : id == 54 ? 'R' : id == 53 ? 'B' : pips[(id - 1) % 13];
    assert_int_equal(ddz_rank_letters[ddz_card_rank(card)], expected);
    assert_int_equal(ddz_number_write(DDZ_NOTATION_CRONLY, card), id);
  }
}

/* Rank = id div 4 + 3; 52 the small joker, 53 the big one. */
TEST(botzone_numbers_name_the_ranks_of_the_table) {
  ddz_cards seen = 0;
  for (int id = 0; id < 54; id++) {
    int card = -1;
    assert_int_equal(ddz_number_read(DDZ_NOTATION_BOTZONE, id, &card), DDZ_OK);
    assert_int_equal(ddz_card_rank(card), id < 52 ? id / 4 : id - 52 + DDZ_RANK_B);
    assert_int_equal(ddz_number_write(DDZ_NOTATION_BOTZONE, card), id);
    seen |= 1ull << card;
  }
  assert_int_equal(seen, (1ull << 54) - 1);
  assert_int_equal(ddz_number_write(DDZ_NOTATION_BOTZONE, CARD_F), -1);
}

TEST(rank_numbers_follow_the_table) {
  static const int douzero[] = {3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 20, 30, -1};
  static const int solver[] = {3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 18, 20, 30, -1};
  for (int rank = 0; rank < DDZ_RANKS; rank++) {
    int back = -1;
    assert_int_equal(ddz_number_write(DDZ_NOTATION_DOUZERO, rank), douzero[rank]);
    assert_int_equal(ddz_number_write(DDZ_NOTATION_SOLVER, rank), solver[rank]);
    if (rank == DDZ_RANK_F) continue;
    assert_int_equal(ddz_number_read(DDZ_NOTATION_DOUZERO, douzero[rank], &back), DDZ_OK);
    assert_int_equal(back, rank);
    assert_int_equal(ddz_number_read(DDZ_NOTATION_SOLVER, solver[rank], &back), DDZ_OK);
    assert_int_equal(back, rank);
  }
}

TEST(other_numbers_are_no_cards) {
  static const struct {
    enum ddz_notation notation;
    long long number;
  } lines[] = {
      {DDZ_NOTATION_CRONLY, 0},
      {DDZ_NOTATION_CRONLY, 56},
      {DDZ_NOTATION_CRONLY, -1},
      {DDZ_NOTATION_BOTZONE, -1},
      {DDZ_NOTATION_BOTZONE, 54},
      {DDZ_NOTATION_BOTZONE, 1ll << 40},
      {DDZ_NOTATION_DOUZERO, 2},
      {DDZ_NOTATION_DOUZERO, 15},
      {DDZ_NOTATION_DOUZERO, 18},
      {DDZ_NOTATION_DOUZERO, -1},
      {DDZ_NOTATION_DOUZERO, 0},
      {DDZ_NOTATION_SOLVER, 17},
      {DDZ_NOTATION_SOLVER, 31},
      {DDZ_NOTATION_SOLVER, -1},
      {DDZ_NOTATION_RANK, 3},
      {DDZ_NOTATION_CRONLY, 1ll << 32 | 5},
      {DDZ_NOTATION_DOUZERO, 1ll << 32 | 5},
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    int out = UNTOUCHED;
    assert_int_equal(ddz_number_read(lines[i].notation, lines[i].number, &out), DDZ_ERR_UNKNOWN_TOKEN);
    assert_int_equal(out, UNTOUCHED);
  }
}

TEST(the_whole_deck_is_four_of_each_rank_and_three_single_cards) {
  assert_int_equal(ddz_cards_hand((1ull << CARDS) - 1), DDZ_HAND_DECK55);
  assert_int_equal(ddz_cards_hand((1ull << 54) - 1), DDZ_HAND_DECK54);
}

TEST(picked_cards_are_mine_and_realise_the_ranks) {
  struct ddz_rng rng = test_rng(test_seed());
  int refused = 0;
  for (int i = 0; i < ROUNDS; i++) {
    ddz_cards from = random_cards(&rng), picked = UNTOUCHED;
    ddz_cards some = i % 2 ? random_cards(&rng) : from & ddz_rng_next(&rng);
    ddz_hand wanted = ddz_cards_hand(some);
    enum ddz_error error = ddz_cards_pick(from, wanted, &picked);
    if (!ddz_hand_contains(ddz_cards_hand(from), wanted)) {
      assert_int_equal(error, DDZ_ERR_NOT_IN_HAND);
      assert_int_equal(picked, UNTOUCHED);
      refused++;
      continue;
    }
    assert_int_equal(error, DDZ_OK);
    assert_int_equal(picked & ~from, 0);
    assert_int_equal(ddz_cards_hand(picked), wanted);
    /* lowest suit first: no unpicked card of a rank lies below a picked one */
    for (int card = 0; card < CARDS; card++)
      for (int other = 0; other < card; other++)
        if (picked >> card & 1 && from >> other & 1 && ddz_card_rank(card) == ddz_card_rank(other))
          assert_true(picked >> other & 1);
  }
  assert_in_range(refused, ROUNDS / 4, ROUNDS / 2);
}

TEST(display_order_is_rank_then_suit_descending) {
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < ROUNDS; i++) {
    ddz_cards cards = random_cards(&rng), back = 0;
    unsigned char out[CARDS];
    size_t n = ddz_cards_sorted(cards, out);
    for (size_t k = 0; k < n; k++) {
      back |= 1ull << out[k];
      if (k == 0) continue;
      int above = ddz_card_rank(out[k - 1]), below = ddz_card_rank(out[k]);
      assert_true(above > below || (above == below && out[k - 1] > out[k]));
    }
    assert_int_equal(back, cards);
    assert_int_equal(n, ddz_hand_size(ddz_cards_hand(cards)));
  }
}

int main(void) { return test_run(NULL, NULL); }
