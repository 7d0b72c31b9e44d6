/* The generator against the naive one, against the classifier, and against the counts of the rules. */
#include <inttypes.h>

#include "core/rules/movegen.h"
#include "tests/support/naive_rules.h"
#include "tests/support/rule_cases.h"
#include "tests/support/test.h"

enum { DECK = 1, ANY_HAND = 2 };

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { CASES = 150, CLIMBS = 1, BRUTE = 6, PLAYS = 20000, DECKS = 6 }; /* two wild ranks: millions of plays */
#else
enum { CASES = 2000, CLIMBS = 4, BRUTE = 9, PLAYS = 300000, DECKS = RULE_VARIANTS };
#endif

/* All plays by the fast generator, as a list of the caller's. */
static void fast_moves(const struct ddz_rules *rules, ddz_hand hand, const struct ddz_play *last,
                       enum ddz_fill fill, struct naive_list *list) {
  size_t n = ddz_moves(rules, hand, last, fill, list->play, list->room);
  if (n > list->room) {
    list->room = n;
    list->play = realloc(list->play, list->room * sizeof *list->play);
    assert_non_null(list->play);
    assert_int_equal(ddz_moves(rules, hand, last, fill, list->play, list->room), n);
  }
  list->length = n;
}

static void sort_list(struct naive_list *list) {
  if (list->length > 1) qsort(list->play, list->length, sizeof *list->play, naive_compare);
}

static const char *text_of(ddz_hand hand) {
  static char text[4][DDZ_NAIVE_TEXT];
  static int next;
  next = (next + 1) % 4;
  return naive_text(hand, text[next]);
}

static void print_play(const char *who, const struct ddz_play *p) {
  print_error("%s: %s %s rank %d length %d size %d subs %d grade %d\n", who, text_of(p->cards),
              ddz_pattern_rows[p->kind].name, p->rank, p->length, p->size, p->subs, p->grade);
}

static void print_rules(const struct ddz_rules *rules) {
  print_error("rules %s wild %s bomb order %d forbidden %x switches %x\n", rules->name,
              text_of(ddz_hand_spread(rules->wild, 1)), (int)rules->bomb_order, rules->forbidden,
              rules->switches);
}

/* --- the whole deck ------------------------------------------------------------------------------------ */

/* Distinct sets of cards that are a play, at most 20 cards (21 of the 55-card deck). */
static const enum ddz_kind columns[] = {
    DDZ_SOLO,          DDZ_PAIR,          DDZ_TRIO,       DDZ_TRIO_SOLO,       DDZ_TRIO_PAIR,
    DDZ_SOLO_CHAIN,    DDZ_PAIR_CHAIN,    DDZ_TRIO_CHAIN, DDZ_TRIO_SOLO_CHAIN, DDZ_TRIO_PAIR_CHAIN,
    DDZ_FOUR_TWO_SOLO, DDZ_FOUR_TWO_PAIR, DDZ_FOUR_CHAIN, DDZ_FOUR_CHAIN_SOLO, DDZ_FOUR_CHAIN_PAIR,
    DDZ_BOMB,          DDZ_ROCKET};
enum { COLUMNS = sizeof columns / sizeof *columns };
static const struct count_line {
  int variant; /* of rule_variants */
  int sets;    /* in all: a set that is a play in two ways counts once */
  int count[COLUMNS];
} counts[] = {
#define COUNT(variant, sets, ...) {variant, sets, {__VA_ARGS__}},
#include "tests/data/play_counts.def"
#undef COUNT
};
_Static_assert(sizeof counts / sizeof *counts == RULE_VARIANTS, "a line for each variant");

/* Of a kind without a column there are none. */
static int count_of(const struct count_line *line, int kind) {
  int column = 0;
  while (column < COLUMNS && (int)columns[column] != kind) column++;
  return column < COLUMNS ? line->count[column] : 0;
}

static void drop_large(struct naive_list *list, int most) {
  size_t n = 0;
  for (size_t i = 0; i < list->length; i++)
    if (list->play[i].size <= most) list->play[n++] = list->play[i];
  list->length = n;
}

static int distinct_sets(const struct naive_list *sorted, int kind) {
  ddz_hand before = 0;
  int n = 0;
  for (size_t i = 0; i < sorted->length; i++) {
    const struct ddz_play *p = &sorted->play[i];
    if ((kind != 0 && p->kind != kind) || p->cards == before) continue;
    before = p->cards;
    n++;
  }
  return n;
}

static int hand_limit(const struct ddz_rules *rules) { return rules->deck == 55 ? 21 : 20; }

/* All plays of at most as many cards as a hand has that the deck of a variant allows, sorted. Millions with
 * two wild ranks: the last ones are kept, and the tests of one deck follow each other. */
static const struct naive_list *deck_moves(int variant) {
  static struct naive_list list;
  static int made = -1;
  if (made != variant) {
    const struct ddz_rules rules = rule_case(&rule_variants[variant]);
    fast_moves(&rules, ddz_rules_deck(&rules), NULL, DDZ_FILL_ANY, &list);
    drop_large(&list, hand_limit(&rules));
    sort_list(&list);
    made = variant;
  }
  return &list;
}

/* The one that is tried. */
static const struct count_line *line;

TEST_IN(DECK, the_generator_finds_the_known_number_of_plays_in_a_deck) {
  const struct naive_list *list = deck_moves(line->variant);
  const char *name = rule_variants[line->variant].name;
  int wrong = distinct_sets(list, 0) != line->sets;
  for (int kind = 1; kind < DDZ_KINDS; kind++) {
    int n = distinct_sets(list, kind);
    if (n == count_of(line, kind)) continue;
    wrong++;
    print_error("%s: %d %s, not %d\n", name, n, ddz_pattern_rows[kind].name, count_of(line, kind));
  }
  if (wrong) print_error("%s: %d sets, not %d\n", name, distinct_sets(list, 0), line->sets);
  assert_int_equal(wrong, 0);
}

/* Two wild ranks make millions of plays: of long lists every so many-th is asked for. */
TEST_IN(DECK, every_play_of_a_deck_is_a_reading_of_its_cards) {
  const struct ddz_rules rules = rule_case(&rule_variants[line->variant]);
  const struct naive_list *list = deck_moves(line->variant);
  size_t step = 1 + list->length / PLAYS;
  for (size_t k = 0; k < list->length; k += step) {
    struct ddz_play reading[DDZ_READINGS_MAX];
    int n = ddz_readings(&rules, list->play[k].cards, reading), j = 0;
    while (j < n && !naive_same(&list->play[k], &reading[j])) j++;
    if (j < n) continue;
    print_rules(&rules);
    print_play("only the generator", &list->play[k]);
    fail();
  }
}

/* Every set of cards a deck holds, up to `most` cards, and how many of them, by size, are a play. */
struct brute {
  const struct ddz_rules *rules;
  ddz_hand deck;
  int most;
  uint64_t sets, plays[DDZ_HAND_MAX + 1];
};

static void brute_force(struct brute *b, int rank, ddz_hand cards, int size) {
  if (rank < DDZ_RANKS) {
    for (int n = 0; n <= ddz_hand_count(b->deck, rank) && size + n <= b->most; n++)
      brute_force(b, rank + 1, cards | ddz_hand_of(rank, n), size + n);
    return;
  }
  struct ddz_play reading[DDZ_READINGS_MAX];
  b->sets++;
  b->plays[size] += ddz_readings(b->rules, cards, reading) > 0;
}

/* The classifier asked about every set of up to nine cards. With DDZ_BRUTE=21, of any size: hundreds of
 * millions of sets and a few minutes for each line. */
TEST_IN(DECK, the_classifier_accepts_as_many_sets_of_each_size_as_the_generator_makes) {
  const struct ddz_rules rules = rule_case(&rule_variants[line->variant]);
  const struct naive_list *list = deck_moves(line->variant);
  struct brute b = {.rules = &rules, .deck = ddz_rules_deck(&rules), .most = hand_limit(&rules)};
  int most = (int)test_env("DDZ_BRUTE", BRUTE);
  uint64_t made[DDZ_HAND_MAX + 1] = {0}, accepted = 0;
  if (most < b.most) b.most = most;
  brute_force(&b, 0, 0, 0);
  for (size_t k = 0; k < list->length; k++)
    made[list->play[k].size] += k == 0 || list->play[k].cards != list->play[k - 1].cards;
  for (int size = 1; size <= b.most; size++) {
    if (made[size] != b.plays[size])
      print_error("%s, %d cards: classifier %" PRIu64 ", generator %" PRIu64 "\n",
                  rule_variants[line->variant].name, size, b.plays[size], made[size]);
    assert_int_equal(made[size], b.plays[size]);
    accepted += b.plays[size];
  }
  if (most > BRUTE)
    print_message("%s: %" PRIu64 " plays among %" PRIu64 " sets of at most %d cards\n",
                  rule_variants[line->variant].name, accepted, b.sets, b.most);
}

/* The larger natural sets: a run, and around it any cards at all, as many as could be its kickers. */
static void any_kickers(struct brute *b, int rank, ddz_hand run, ddz_hand cards, int left,
                        const struct naive_list *made) {
  if (left > 0) {
    if (rank == DDZ_RANKS) return;
    int room = ddz_hand_count(run, rank) > 0 ? 0 : ddz_hand_count(b->deck, rank);
    for (int n = 0; n <= room && n <= left; n++)
      any_kickers(b, rank + 1, run, cards | ddz_hand_of(rank, n), left - n, made);
    return;
  }
  struct ddz_play reading[DDZ_READINGS_MAX];
  b->sets++;
  int n = ddz_readings(b->rules, cards, reading);
  for (int i = 0; i < n; i++)
    if (bsearch(&reading[i], made->play, made->length, sizeof *made->play, naive_compare) == NULL) {
      print_rules(b->rules);
      print_play("only the classifier", &reading[i]);
      fail();
    }
}

TEST_IN(ANY_HAND, the_classifier_accepts_nothing_that_the_generator_does_not_make) {
  for (int i = 0; i < 4; i++) { /* the presets without wildcards */
    struct ddz_rules rules = rule_case(&rule_variants[i]);
    struct brute b = {.rules = &rules, .deck = ddz_rules_deck(&rules)};
    for (int body = 1; body <= 4; body++)
      for (int low = 0; low <= DDZ_RANK_R; low++)
        for (int length = 1; length * body <= 20 && low + length <= 15; length++)
          for (int kickers = 0; kickers <= 2 * length && length * body + kickers <= (BRUTE < 9 ? 12 : 20);
               kickers++) {
            ddz_hand run = ddz_hand_spread((ddz_ranks)(((1u << length) - 1) << low), body);
            if (!ddz_hand_contains(b.deck, run)) break;
            if (body <= 2 && kickers > 2) break; /* nothing hangs on solos and pairs: two are tried */
            any_kickers(&b, 0, run, run, kickers, deck_moves(i));
          }
  }
}

/* --- against the oracle -------------------------------------------------------------------------------- */

/* Plays seen, to be put before later hands: a few thousand of each preset, all kinds about equally. */
struct pool {
  struct ddz_play play[DDZ_KINDS][64];
  unsigned seen[DDZ_KINDS];
};

static void remember(struct pool *pool, struct ddz_rng *rng, const struct naive_list *list) {
  for (int i = 0; i < 8 && list->length > 0; i++) {
    const struct ddz_play *p = &list->play[ddz_rng_below(rng, (uint32_t)list->length)];
    pool->play[p->kind][pool->seen[p->kind]++ % 64] = *p;
  }
}

static struct ddz_play draw_last(const struct pool *pool, struct ddz_rng *rng,
                                 const struct naive_list *list) {
  if (list->length > 0 && ddz_rng_below(rng, 3) == 0)
    return list->play[ddz_rng_below(rng, (uint32_t)list->length)];
  int kind = 1 + (int)ddz_rng_below(rng, DDZ_KINDS - 1);
  while (kind > 0 && pool->seen[kind] == 0) kind--;
  if (kind == 0) return (struct ddz_play){0}; /* a pass */
  unsigned n = pool->seen[kind] < 64 ? pool->seen[kind] : 64;
  return pool->play[kind][ddz_rng_below(rng, n)];
}

/* What of `all` may follow `last` and be proposed. */
static void filter(const struct ddz_rules *rules, ddz_hand hand, const struct naive_list *all,
                   const struct ddz_play *last, enum ddz_fill fill, struct naive_list *out) {
  out->length = 0;
  out->play = realloc(out->play, (all->length + 1) * sizeof *out->play);
  assert_non_null(out->play);
  for (size_t i = 0; i < all->length; i++) {
    const struct ddz_play *p = &all->play[i];
    if (last != NULL && !naive_beats(rules, p, last)) continue;
    if (fill == DDZ_FILL_LACK && !naive_fills_lack(rules, hand, p)) continue;
    out->play[out->length++] = *p;
  }
}

static void agree(const struct ddz_rules *rules, ddz_hand hand, const struct ddz_play *last,
                  const struct naive_list *fast, const struct naive_list *naive) {
  size_t i = 0;
  while (i < fast->length && i < naive->length && naive_same(&fast->play[i], &naive->play[i])) i++;
  if (i == fast->length && i == naive->length) return;
  print_rules(rules);
  print_error("hand %s\n", text_of(hand));
  if (last != NULL) print_play("last", last);
  if (i < fast->length) print_play("fast", &fast->play[i]);
  if (i < naive->length) print_play("naive", &naive->play[i]);
  fail();
}

/* Mostly what the oracle does in a blink; now and then many wildcards or many cards. */
static ddz_hand case_hand(struct ddz_rng *rng, const struct ddz_rules *rules, unsigned i) {
  bool wild = rules->wildcard == DDZ_WILDCARD_RANKS;
  bool large = i % 64 < 6;
  int wilds = (int)ddz_rng_below(rng, wild && large ? 7 : 5);
  int most = !wild ? (large ? 18 : 12) : wilds > 4 ? 4 : 11 - wilds;
  return rule_case_hand(rng, rules, (int)ddz_rng_below(rng, (uint32_t)most + 1), wilds);
}

/* All plays of a hand, by the oracle; ours are those, leading and after `last`, proposed or all. */
static void compare_moves(const struct ddz_rules *rules, ddz_hand hand, const struct naive_list *all,
                          const struct ddz_play *last) {
  static struct naive_list some, fast;
  for (int follow = 0; follow < 2; follow++)
    for (int fill = DDZ_FILL_LACK; fill <= DDZ_FILL_ANY; fill++) {
      const struct ddz_play *before = follow ? last : NULL;
      filter(rules, hand, all, before, (enum ddz_fill)fill, &some);
      fast_moves(rules, hand, before, (enum ddz_fill)fill, &fast);
      sort_list(&fast);
      agree(rules, hand, before, &fast, &some);
    }
}

TEST_IN(ANY_HAND, the_generator_and_the_oracle_agree_on_random_hands) {
  static struct pool pools[8];
  struct naive_list all = {0};
  struct ddz_rng rng = test_rng(test_seed());
  unsigned cases = (unsigned)test_env("DDZ_CASES", CASES);
  for (unsigned i = 0; i < cases; i++) {
    struct ddz_rules rules = rule_case_any(&rng, i);
    struct pool *pool = &pools[i % 6];
    ddz_hand hand = case_hand(&rng, &rules, i / 6);
    naive_moves(&rules, hand, NULL, DDZ_FILL_ANY, &all);
    struct ddz_play last = draw_last(pool, &rng, &all);
    compare_moves(&rules, hand, &all, &last);
    remember(pool, &rng, &all);
  }
  if (cases > CASES) print_message("%u cases, seed %" PRIu64 "\n", cases, test_seed());
  naive_list_free(&all);
}

/* Rule sets of one's own: any switches. Hands lie around a run of trios. */
TEST_IN(ANY_HAND, random_rule_sets_agree_with_the_oracle) {
  enum { RULE_SETS = 200, HANDS = 3 };
  struct naive_list all = {0};
  struct ddz_rng rng = test_rng(test_seed() + 6);
  const unsigned sets = (unsigned)test_env("DDZ_RULE_SETS", RULE_SETS / TEST_SLOWER);
  size_t plays = 0;
  for (unsigned i = 0; i < sets * HANDS; i++) {
    struct ddz_rules rules = rule_case_own(&rng, i / HANDS);
    for (int k = 0; k < DDZ_KINDS; k++) assert_true(k == DDZ_PASS || rule_row_fits(&rules.row[k]));
    const ddz_hand hand = rule_case_run(&rng, &rules);
    naive_moves(&rules, hand, NULL, DDZ_FILL_ANY, &all);
    const struct ddz_play last =
        all.length > 0 ? all.play[ddz_rng_below(&rng, (uint32_t)all.length)] : (struct ddz_play){0};
    compare_moves(&rules, hand, &all, &last);
    plays += all.length;
  }
  print_message("%u random rule sets, %u hands, %zu plays, seed %" PRIu64 "\n", sets, sets * HANDS, plays,
                test_seed());
  naive_list_free(&all);
}

/* --- hands too large for the oracle -------------------------------------------------------------------- */

TEST_IN(ANY_HAND, large_hands_propose_exactly_what_fills_a_lack) {
  struct naive_list all = {0}, lack = {0}, some = {0};
  struct ddz_rng rng = test_rng(test_seed() + 1);
  for (unsigned i = 0; i < CASES / 10; i++) {
    struct ddz_rules rules = rule_case_any(&rng, i);
    ddz_hand hand =
        rule_case_hand(&rng, &rules, 12 + (int)ddz_rng_below(&rng, 7), (int)ddz_rng_below(&rng, 9));
    while (ddz_hand_size(hand) > DDZ_HAND_MAX) hand &= hand - 1;
    fast_moves(&rules, hand, NULL, DDZ_FILL_ANY, &all);
    sort_list(&all);
    fast_moves(&rules, hand, NULL, DDZ_FILL_LACK, &lack);
    sort_list(&lack);
    filter(&rules, hand, &all, NULL, DDZ_FILL_LACK, &some);
    agree(&rules, hand, NULL, &lack, &some);
    if (all.length > 0) {
      struct ddz_play last = all.play[ddz_rng_below(&rng, (uint32_t)all.length)];
      filter(&rules, hand, &all, &last, DDZ_FILL_ANY, &some);
      fast_moves(&rules, hand, &last, DDZ_FILL_ANY, &lack);
      sort_list(&lack);
      agree(&rules, hand, &last, &lack, &some);
    }
  }
  free(some.play);
  naive_list_free(&all);
  naive_list_free(&lack);
}

TEST_IN(ANY_HAND, no_reading_of_a_part_of_a_large_hand_is_left_out) {
  struct naive_list all = {0};
  struct ddz_rng rng = test_rng(test_seed() + 2);
  for (unsigned i = 0; i < CASES / 10; i++) {
    struct ddz_rules rules = rule_case_any(&rng, i);
    ddz_hand hand = rule_case_hand(&rng, &rules, 13, 1 + (int)ddz_rng_below(&rng, 7));
    fast_moves(&rules, hand, NULL, DDZ_FILL_ANY, &all);
    sort_list(&all);
    for (int k = 0; k < 300; k++) {
      struct ddz_play reading[DDZ_READINGS_MAX];
      int n = ddz_readings(&rules, rule_case_part(&rng, hand), reading);
      for (int j = 0; j < n; j++)
        if (bsearch(&reading[j], all.play, all.length, sizeof *all.play, naive_compare) == NULL) {
          print_rules(&rules);
          print_error("hand %s\n", text_of(hand));
          print_play("only the classifier", &reading[j]);
          fail();
        }
    }
  }
  naive_list_free(&all);
}

/* --- contract ------------------------------------------------------------------------------------------ */

TEST_IN(ANY_HAND, the_list_is_cut_at_cap_and_comes_in_the_same_order_every_time) {
  struct ddz_rules rules = rule_case(&rule_variants[5]);
  ddz_hand hand = naive_hand("3334455677789TJQKBR");
  struct naive_list whole = {0};
  fast_moves(&rules, hand, NULL, DDZ_FILL_LACK, &whole);
  assert_true(whole.length > 100);
  struct ddz_play part[41];
  part[40].kind = 77;
  assert_int_equal(ddz_moves(&rules, hand, NULL, DDZ_FILL_LACK, part, 40), whole.length);
  for (int i = 0; i < 40; i++) assert_true(naive_same(&part[i], &whole.play[i]));
  assert_int_equal(part[40].kind, 77);
  assert_int_equal(ddz_moves(&rules, hand, NULL, DDZ_FILL_LACK, NULL, 0), whole.length);
  naive_list_free(&whole);
}

/* Rows of pattern.def, shorter runs first, lower ranks first. Sets of wildcards only come last. */
TEST_IN(ANY_HAND, plays_come_by_row_then_length_then_rank) {
  struct naive_list list = {0};
  struct ddz_rng rng = test_rng(test_seed() + 3);
  for (unsigned i = 0; i < CASES / 10; i++) {
    struct ddz_rules rules = rule_case_any(&rng, i);
    ddz_hand hand = rule_case_hand(&rng, &rules, 14, 3);
    fast_moves(&rules, hand, NULL, DDZ_FILL_LACK, &list);
    for (size_t k = 1; k < list.length; k++) {
      const struct ddz_play *a = &list.play[k - 1], *b = &list.play[k];
      if (ddz_rules_naturals(&rules, b->cards) == 0) continue;
      bool in_order = a->kind != b->kind       ? a->kind < b->kind
                      : a->kind == DDZ_BOMB    ? a->size <= b->size
                      : a->length != b->length ? a->length < b->length
                                               : a->rank <= b->rank;
      if (!in_order) {
        print_play("first", a);
        print_play("then", b);
      }
      assert_true(in_order);
    }
  }
  naive_list_free(&list);
}

/* --- how long lists get -------------------------------------------------------------------------------- */

/* Climb from a random hand: exchange one card for another while the list does not get shorter. */
static size_t climb(struct ddz_rng *rng, const struct ddz_rules *rules, int naturals, int wilds, int steps,
                    ddz_hand *hand) {
  ddz_hand deck = ddz_rules_naturals(rules, ddz_rules_deck(rules));
  *hand = rule_case_hand(rng, rules, naturals, wilds);
  size_t best = ddz_moves(rules, *hand, NULL, DDZ_FILL_LACK, NULL, 0);
  for (int i = 0; i < steps; i++) {
    ddz_hand other = *hand;
    for (int swaps = 1 + (int)ddz_rng_below(rng, 2); swaps > 0; swaps--) {
      int out = (int)ddz_rng_below(rng, 15), in = (int)ddz_rng_below(rng, 15);
      ddz_hand own = ddz_rules_naturals(rules, other);
      if (ddz_hand_count(own, out) == 0 || ddz_hand_count(own, in) == ddz_hand_count(deck, in)) continue;
      other += ddz_hand_of(in, 1) - ddz_hand_of(out, 1);
    }
    size_t n = ddz_moves(rules, other, NULL, DDZ_FILL_LACK, NULL, 0);
    if (n < best) continue;
    best = n;
    *hand = other;
  }
  return best;
}

TEST_IN(ANY_HAND, no_hand_found_has_more_plays_than_the_bounds_say) {
  struct ddz_rng rng = test_rng(test_seed() + 5);
  int climbs = (int)test_env("DDZ_CLIMBS", CLIMBS);
  for (int i = 0; i < RULE_VARIANTS; i++) {
    struct ddz_rules rules = rule_case(&rule_variants[i]);
    int wilds = ddz_hand_size(ddz_rules_wilds(&rules, ddz_rules_deck(&rules)));
    bool wild = rules.wildcard == DDZ_WILDCARD_RANKS;
    size_t most = 0;
    ddz_hand at = 0, hand;
    for (int k = 0; k < climbs; k++) {
      size_t n = climb(&rng, &rules, DDZ_HAND_MAX - wilds, wilds, wild ? 300 : 2000, &hand);
      if (n <= most) continue;
      most = n;
      at = hand;
    }
    print_message("%s: %zu plays of %s\n", rule_variants[i].name, most, text_of(at));
    assert_true(most <= (wilds > 0 ? DDZ_MOVES_MAX_WILD : DDZ_MOVES_MAX));
  }
}

int main(void) {
  int failed = 0;
  for (line = counts; line < counts + DECKS; line++)
    failed += test_run_group(DECK, rule_variants[line->variant].name, NULL, NULL);
  return failed + test_run_group(ANY_HAND, "any hand", NULL, NULL);
}
