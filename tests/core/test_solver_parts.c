/* The solver's parts by themselves: generator, table, normal form. */
#include "core/rules/movegen.h"
#include "core/solver/dominance.h"
#include "core/solver/endgame.h"
#include "tests/support/cards.h"
#include "tests/support/naive_solver.h"
#include "tests/support/rule_cases.h"
#include "tests/support/test.h"

enum { MOVES = 1 << 14 };

static struct ddz_left_slot slots[DDZ_LEFT_SLOTS];
static struct ddz_move moves[MOVES];
static struct ddz_play plays[MOVES];

static int by_cards_and_reading(const void *a, const void *b) { return memcmp(a, b, sizeof(uint64_t[2])); }

/* Cards, and the reading in one word, so that lists compare as bytes. */
struct line {
  uint64_t cards, reading;
};

static struct line line_of(ddz_hand cards, int kind, int rank, int length, int size) {
  return (struct line){cards, (uint64_t)(kind << 24 | rank << 16 | length << 8 | size)};
}

/* A lead. There are two players; somebody else seems to hold every rank, so none are interchangeable. */
static struct ddz_endgame unthinned(ddz_hand hand, ddz_hand foe) {
  return (struct ddz_endgame){
      .hand = {hand, foe, DDZ_NIBBLE_ONES}, .links = DDZ_LINKS_ALL, .players = 2, .landlord = 1};
}

/* By the presets, and by any switches with hands around a run of trios. */
TEST(the_unthinned_generator_lists_what_movegen_lists) {
  static struct line ours[MOVES], theirs[MOVES];
  static const char *const presets[] = {"standard", "douzero", "botzone"};
  struct ddz_rng rng;
  ddz_rng_seed_stream(&rng, test_seed(), 6);
  for (int i = 0; i < 1800 / TEST_SLOWER; i++) {
    struct ddz_rules rules = cards_rules(presets[i % 3]);
    const bool any = i >= 600 / TEST_SLOWER;
    if (any) ddz_rules_set_switches(&rules, ddz_rng_below(&rng, 1u << DDZ_SWITCHES));
    ddz_hand deck = DDZ_HAND_DECK54;
    if (i % 2) deck &= ddz_hand_spread((ddz_ranks)(0x1FF << ddz_rng_below(&rng, 7)), 15);
    ddz_hand hand =
        any ? rule_case_run(&rng, &rules) : cards_draw(&rng, &deck, 3 + (int)ddz_rng_below(&rng, 14));
    ddz_hand foe = cards_draw(&rng, &deck, 3);
    struct ddz_solver_caps caps;
    struct ddz_attack attack[2];
    struct ddz_movelist list = {moves, moves, moves + MOVES, false};
    const struct ddz_endgame game = unthinned(hand, foe);
    ddz_solver_caps_init(&caps, &rules);
    caps.repeat = caps.free = false; /* no thinning */
    ddz_attack_of(&caps, hand, DDZ_LINKS_ALL, &attack[0]);
    ddz_attack_of(&caps, foe, DDZ_LINKS_ALL, &attack[1]);
    bool out = ddz_solver_moves(&caps, slots, &game, attack, &list);
    size_t n = (size_t)(list.top - list.base);
    assert_int_equal(n, ddz_moves(&rules, hand, NULL, DDZ_FILL_ANY, plays, MOVES));
    bool whole = false;
    for (size_t j = 0; j < n; j++) {
      ours[j] = line_of(moves[j].cards, moves[j].kind, moves[j].rank, moves[j].length, moves[j].size);
      theirs[j] = line_of(plays[j].cards, plays[j].kind, plays[j].rank, plays[j].length, plays[j].size);
      whole |= plays[j].cards == hand;
    }
    qsort(ours, n, sizeof *ours, by_cards_and_reading);
    qsort(theirs, n, sizeof *theirs, by_cards_and_reading);
    assert_memory_equal(ours, theirs, n * sizeof *ours);
    assert_int_equal(out, whole);
  }
}

/* What a play says about its answers is what the other hand can really do. */
TEST(a_play_knows_its_lowest_answer) {
  struct ddz_rng rng;
  ddz_rng_seed_stream(&rng, test_seed(), 7);
  for (int i = 0; i < 300 / TEST_SLOWER; i++) {
    struct ddz_rules rules = cards_rules(i % 2 ? "douzero" : "standard");
    ddz_hand deck = DDZ_HAND_DECK54, hand = cards_draw(&rng, &deck, 12), foe = cards_draw(&rng, &deck, 12);
    if (i % 4 > 1) { /* any switches: what is led and what answers it lies around runs of trios */
      ddz_rules_set_switches(&rules, ddz_rng_below(&rng, 1u << DDZ_SWITCHES));
      hand = rule_case_run(&rng, &rules), foe = rule_case_run(&rng, &rules);
    }
    struct ddz_solver_caps caps;
    struct ddz_attack attack[2];
    struct ddz_movelist list = {moves, moves, moves + MOVES, false};
    const struct ddz_endgame game = unthinned(hand, foe);
    ddz_solver_caps_init(&caps, &rules);
    ddz_attack_of(&caps, hand, DDZ_LINKS_ALL, &attack[0]);
    ddz_attack_of(&caps, foe, DDZ_LINKS_ALL, &attack[1]);
    ddz_solver_moves(&caps, slots, &game, attack, &list);
    for (const struct ddz_move *m = list.base; m < list.top; m++) {
      struct ddz_play last = {
          .cards = m->cards, .kind = m->kind, .rank = m->rank, .length = m->length, .size = m->size};
      last.grade = m->kind == DDZ_BOMB;
      size_t n = ddz_moves(&rules, foe, &last, DDZ_FILL_ANY, plays, MOVES);
      int lowest = 99, bomb = 99;
      for (size_t j = 0; j < n; j++) {
        int rank = plays[j].kind == DDZ_ROCKET ? DDZ_REPLY_ROCKET : plays[j].rank;
        if (ddz_is_bomb(&plays[j]) && rank < bomb) bomb = rank;
        if (!ddz_is_bomb(&plays[j]) && rank < lowest) lowest = rank;
      }
      int kind = lowest < 99 ? m->kind : bomb < 99 ? DDZ_BOMB : 0;
      assert_int_equal(m->reply_kind, kind);
      if (kind != 0) assert_int_equal(m->reply_rank, lowest < 99 ? lowest : bomb);
    }
  }
}

/* A table of one bucket or a few: entries are lost all the time, but what is found is what was put. */
TEST(the_table_never_answers_for_another_key) {
  enum { KEYS = 4000 };
  static uint64_t keys[KEYS][DDZ_TT_WORDS];
  static _Alignas(64) unsigned char memory[4096];
  struct ddz_rng rng;
  ddz_rng_seed_stream(&rng, test_seed(), 8);
  for (size_t bytes = 64; bytes <= sizeof memory; bytes *= 8) {
    struct ddz_tt table;
    int found = 0;
    ddz_tt_init(&table, memory, bytes, DDZ_TT_WORDS);
    for (int i = 0; i < KEYS; i++) {
      for (int w = 0; w < DDZ_TT_WORDS; w++)
        keys[i][w] = ddz_rng_next(&rng) & 3; /* that differ in few bits */
      keys[i][0] |= (uint64_t)i << 30;
      keys[i][DDZ_TT_WORDS - 1] = (keys[i][DDZ_TT_WORDS - 1] | (uint64_t)(i % 7) << 4) << DDZ_TT_FREE;
      ddz_tt_put(&table, keys[i], (unsigned)(i % 1023 + 1));
      assert_int_equal(ddz_tt_get(&table, keys[i]), i % 1023 + 1);
    }
    for (int i = 0; i < KEYS; i++) {
      unsigned value = ddz_tt_get(&table, keys[i]);
      assert_true(value == 0 || value == (unsigned)(i % 1023 + 1));
      found += value != 0;
    }
    assert_true(found > 0 && found < KEYS);
  }
}

/* After few entries, and after many, with which the window has grown. */
TEST(a_cleared_table_is_empty) {
  enum { BYTES = 1 << 20 };
  static const uint64_t entries[] = {0, 1, 9, 64, 65, 128, 129, 4000, 20000};
  uint64_t *memory = aligned_alloc(64, BYTES);
  struct ddz_tt table;
  assert_non_null(memory);
  memset(memory, 0xFF, BYTES);
  ddz_tt_init(&table, memory, BYTES, DDZ_TT_WORDS);
  for (size_t k = 0; k < sizeof entries / sizeof *entries; k++) {
    uint64_t any = 0;
    for (uint64_t i = 0; i < entries[k]; i++)
      ddz_tt_put(&table, (uint64_t[]){(i + k) * 0x9E3779B97F4A7C15ull, 0, 0, i << DDZ_TT_FREE}, 1);
    ddz_tt_clear(&table);
    for (size_t i = 0; i < table.window * 2 * table.size; i++) any |= memory[i];
    assert_true(any == 0 && table.used == 0);
  }
  free(memory);
}

/* A table that grows moves its entries along; a few are lost where three meet in a bucket. */
TEST(a_growing_table_keeps_most_while_there_is_room) {
  enum { BYTES = 1 << 20, KEYS = 20000 };
  void *memory = aligned_alloc(64, BYTES);
  struct ddz_tt table;
  size_t kept = 0;
  assert_non_null(memory);
  ddz_tt_init(&table, memory, BYTES, DDZ_TT_WORDS);
  for (uint64_t i = 0; i < KEYS; i++)
    ddz_tt_put(&table, (uint64_t[]){i * 0x9E3779B97F4A7C15ull, 0, 0, i << DDZ_TT_FREE},
               (unsigned)(i % 1000 + 1));
  for (uint64_t i = 0; i < KEYS; i++)
    kept +=
        ddz_tt_get(&table, (uint64_t[]){i * 0x9E3779B97F4A7C15ull, 0, 0, i << DDZ_TT_FREE}) == i % 1000 + 1;
  assert_true(kept > KEYS * 8 / 10);
  free(memory);
}

/* A position of two small hands out of few ranks; hand[1] leads or hand[0] put something down. */
static struct naive_position small_position(struct ddz_rng *rng, const struct ddz_rules *rules) {
  struct naive_position p = {.players = 2, .to_move = 1};
  ddz_hand deck = DDZ_HAND_DECK54 & ddz_hand_spread((ddz_ranks)(0xFF << ddz_rng_below(rng, 8)), 15);
  for (int i = 0; i < 2; i++) p.hand[i] = cards_draw(rng, &deck, 2 + (int)ddz_rng_below(rng, 4));
  if (ddz_rng_below(rng, 2) == 0) return p;
  size_t n = ddz_moves(rules, p.hand[0], NULL, DDZ_FILL_ANY, plays, MOVES);
  struct ddz_play last = plays[ddz_rng_below(rng, (uint32_t)n)];
  if (last.cards == p.hand[0]) return p;
  p.last = last;
  p.hand[0] -= last.cards;
  return p;
}

/* As the dominance table sees it; false when who is to move cannot answer. */
static bool ask(struct ddz_prover *s, const struct naive_position *p, struct ddz_dominance_query *query) {
  struct ddz_endgame g = {.players = 2, .owner = 1, .hand = {p->hand[1], p->hand[0]}};
  struct ddz_attack attack[2];
  if (ddz_endgame_set(s, &g, &p->last) != 0) return false;
  ddz_endgame_look(s, &g, attack);
  ddz_dominance_ask(&g, attack, query);
  return query->groups > 0;
}

/* Every position is asked about before it is solved the slow way and told. */
TEST(what_the_dominance_table_tells_is_true) {
  static const char *const presets[] = {"standard", "douzero", "botzone"};
  enum { BYTES = 4 << 20 };
  void *memory = aligned_alloc(64, BYTES);
  struct ddz_rng rng;
  uint64_t cases = test_env("DDZ_CASES", 1500), told[3] = {0};
  assert_non_null(memory);
  ddz_rng_seed_stream(&rng, test_seed(), 9);
  for (int preset = 0; preset < 3; preset++) {
    struct ddz_rules rules = cards_rules(presets[preset]);
    struct ddz_prover s = {.left = slots, .limit = UINT64_MAX};
    ddz_solver_caps_init(&s.caps, &rules);
    ddz_tt_init(&s.dominance, memory, BYTES, DDZ_DOMINANCE_SIZE);
    for (uint64_t i = 0; i < cases; i++) {
      struct naive_position p = small_position(&rng, &rules);
      struct ddz_dominance_query query;
      uint8_t below = 0;
      if (!ask(&s, &p, &query)) continue;
      const enum ddz_result known = ddz_dominance_get(&s.dominance, &query, &below);
      struct naive_solver *naive = naive_solver_new(&rules, 2, p.hand);
      bool win = naive_solve(naive, &p).win;
      naive_solver_free(naive);
      if (known != DDZ_RESULT_UNKNOWN && (known == DDZ_RESULT_WIN) != win)
        fail_msg("%s: %s to move against %s, last %s: told %d", rules.name, cards_text(p.hand[1]),
                 cards_text(p.hand[0]), cards_text(p.last.cards), known);
      told[known]++;
      ddz_dominance_put(&s.dominance, &query, win, below);
    }
  }
  assert_true(told[DDZ_RESULT_WIN] > cases / 20 && told[DDZ_RESULT_LOSS] > cases / 20);
  free(memory);
}

/* Small searches do without that table; here so many nodes seem to be visited that it is used, and kept from
 * deal to deal. */
TEST(searches_with_the_dominance_table_agree_with_the_naive_solver) {
  enum { BYTES = 1 << 20, LEAST = 4, MOST = 6 };
  unsigned char *memory = aligned_alloc(64, 2 * BYTES);
  struct ddz_rules rules = cards_rules("douzero");
  struct ddz_prover s = {
      .left = slots, .list = {moves, moves, moves + MOVES, false}, .nodes = 1 << 20, .limit = UINT64_MAX};
  struct ddz_rng rng;
  assert_non_null(memory);
  ddz_rng_seed_stream(&rng, test_seed(), 10);
  ddz_solver_caps_init(&s.caps, &rules);
  ddz_tt_init(&s.table, memory, BYTES, DDZ_TT_WORDS);
  ddz_tt_init(&s.dominance, memory + BYTES, BYTES, DDZ_DOMINANCE_SIZE);
  for (uint64_t i = 0, cases = test_env("DDZ_CASES", 400 / TEST_SLOWER); i < cases; i++) {
    struct naive_position p = {.players = 2};
    ddz_hand deck = DDZ_HAND_DECK54 & ddz_hand_spread((ddz_ranks)(0xFF << ddz_rng_below(&rng, 8)), 15);
    for (int h = 0; h < 2; h++)
      p.hand[h] = cards_draw(&rng, &deck, LEAST + (int)ddz_rng_below(&rng, MOST - LEAST + 1));
    struct naive_solver *naive = naive_solver_new(&rules, 2, p.hand);
    struct ddz_endgame duel = {.players = 2, .hand = {p.hand[0], p.hand[1]}, .links = DDZ_LINKS_ALL};
    if ((ddz_negamax(&s, &duel) == DDZ_RESULT_WIN) != naive_solve(naive, &p).win)
      fail_msg("%s against %s", cards_text(p.hand[0]), cards_text(p.hand[1]));
    naive_solver_free(naive);
  }
  assert_true(s.dominance.used > 0);
  free(memory);
}

static struct ddz_endgame normal_form(const struct ddz_rules *rules, const char *a, const char *b) {
  struct ddz_endgame g = {.hand = {cards_hand(a), cards_hand(b)}, .links = DDZ_LINKS_ALL, .players = 2};
  struct ddz_prover s = {.left = slots};
  struct ddz_attack attack[2];
  ddz_solver_caps_init(&s.caps, rules);
  ddz_endgame_look(&s, &g, attack);
  ddz_endgame_normalise(&g, attack);
  return g;
}

TEST(positions_that_are_the_same_game_have_one_form) {
  static const struct {
    const char *a, *b, *c, *d;
    bool same;
  } lines[] = {
      {"35", "4", "79", "8", true},          /* ranks have no names */
      {"3566", "4", "3776", "4", true},      /* a single and a pair above the 4, whichever is higher */
      {"3566", "4", "3466", "5", false},     /* here the single lies below */
      {"446", "8", "466", "8", true},        /* the same without anything between */
      {"446", "5", "466", "5", false},       /* a card between them tells them apart */
      {"34567", "8", "45678", "9", true},    /* a chain is a chain */
      {"34567", "8", "34568", "9", false},   /* and five cards without one are none */
      {"34568", "9", "3456T", "J", true},    /* no chain: gaps vanish */
      {"3BR", "2", "3BR", "4", true},        /* the rocket stays where it is */
      {"3B", "R", "32", "B", true},          /* one joker is just a high card */
      {"333444", "5", "333555", "6", false}, /* neighbours in a chain stay neighbours */
  };
  struct ddz_rules rules = cards_rules("standard");
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    const struct ddz_endgame x = normal_form(&rules, lines[i].a, lines[i].b),
                             y = normal_form(&rules, lines[i].c, lines[i].d);
    bool same = x.hand[0] == y.hand[0] && x.hand[1] == y.hand[1] && x.links == y.links;
    if (same != lines[i].same) fail_msg("line %zu: %d", i, same);
  }
}

/* Set a field of a position, by its number, to a value; false past the last. */
static bool set_field(struct ddz_endgame *game, int *what, size_t field, unsigned value) {
  const struct {
    uint8_t *at;
    unsigned least, most;
  } bytes[] = {{&game->kind, 0, DDZ_KINDS - 1}, {&game->length, 0, 12}, {&game->rank, 0, DDZ_REPLY_ROCKET},
               {&game->size, 0, DDZ_HAND_MAX},  {&game->grade, 0, 2},   {&game->owner, 0, 2},
               {&game->landlord, 0, 2},         {&game->players, 2, 3}};
  const size_t n = sizeof bytes / sizeof *bytes;
  if (field < n) {
    *bytes[field].at = (uint8_t)(bytes[field].least + value);
    return *bytes[field].at <= bytes[field].most;
  }
  if (field == n) game->wild = value != 0;
  if (field == n + 1) *what = (int)value;
  if (field > n + 1) game->links = 1u << value;
  return value <= (field > n + 1 ? 10 : 1);
}

/* The last word of the key, which has all but the hands; the fields of `game` in turn take all their values.
 * The rank to answer is left out where one entry tells of all ranks. */
TEST(different_positions_have_different_keys) {
  enum { FIELDS = 11 };
  uint64_t bits[FIELDS] = {0};
  for (size_t field = 0; field < FIELDS; field++) {
    struct ddz_endgame game = {.players = 2};
    uint64_t base[DDZ_TT_WORDS], seen[32];
    int what = 1;
    ddz_endgame_key(&game, what, base);
    for (unsigned value = 0; set_field(&game, &what, field, value); value++) {
      uint64_t key[DDZ_TT_WORDS];
      ddz_endgame_key(&game, what, key);
      for (unsigned i = 0; i < value; i++)
        if (seen[i] == key[DDZ_TT_WORDS - 1]) fail_msg("field %zu: %u is %u", field, value, i);
      seen[value] = key[DDZ_TT_WORDS - 1];
      bits[field] |= key[DDZ_TT_WORDS - 1] ^ base[DDZ_TT_WORDS - 1];
    }
    assert_int_not_equal(bits[field], 0);
    assert_int_equal(bits[field] & ((1u << DDZ_TT_FREE) - 1), 0);
    for (size_t other = 0; other < field; other++)
      if ((bits[field] & bits[other]) != 0) fail_msg("fields %zu and %zu share bits", field, other);
  }
  for (uint8_t players = 2; players <= 3; players++) {
    const struct ddz_endgame low = {.players = players, .rank = 3}, high = {.players = players, .rank = 4};
    uint64_t a[DDZ_TT_WORDS], b[DDZ_TT_WORDS];
    ddz_endgame_key(&low, 0, a);
    ddz_endgame_key(&high, 0, b);
    assert_int_equal(a[DDZ_TT_WORDS - 1] == b[DDZ_TT_WORDS - 1], players == 2);
  }
}

int main(void) { return test_run(NULL, NULL); }
