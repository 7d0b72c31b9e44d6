/* How the unseen cards lie: the arithmetic against counting every deal, what is drawn against what was said,
 * and images that are not whole. The nets that ship are in test_golden. */
#include <math.h>

#include "core/game/table.h"
#include "core/net/belief.h"
#include "core/net/net.h"
#include "lab/net/net_float.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/test.h"
#include "tests/support/toy_net.h"

enum { CASES = 200, DRAWS = 20000 };
static const float none[DDZ_BELIEF_WEIGHTS];

static double choose(int n, int k) { return k == 0 ? 1 : choose(n - 1, k - 1) * n / k; }

static bool near(double a, double b) { return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b)); }

static void draw_weights(struct ddz_rng *rng, float z[DDZ_BELIEF_WEIGHTS], double most) {
  for (int i = 0; i < DDZ_BELIEF_WEIGHTS; i++) z[i] = (float)((2 * ddz_rng_unit(rng) - 1) * most);
}

/* ---- against counting ---- */

/* Every way the next seat may hold of the pool, from `rank` on: what it weighs, by the formula in belief.h.
 */
struct count {
  const float *z;
  ddz_hand pool;
  int draw;
  double all, share[DDZ_RANKS][DDZ_BELIEF_MOST + 1];
  const struct ddz_belief *belief; /* not NULL: its chances must be these */
  double chances;
};

static void count_deals(struct count *c, int rank, ddz_hand next, double weight) {
  if (rank < DDZ_RANKS) {
    const int n = ddz_hand_count(c->pool, rank);
    for (int k = 0; k <= n; k++)
      count_deals(c, rank + 1, next + ddz_hand_of(rank, k),
                  weight * choose(n, k) * (k == 0 ? 1 : exp((double)c->z[4 * rank + k - 1])));
    return;
  }
  if (ddz_hand_size(next) != c->draw) return;
  if (c->belief != NULL) {
    assert_true(near(ddz_belief_chance(c->belief, next), weight / c->all));
    c->chances += ddz_belief_chance(c->belief, next);
    return;
  }
  c->all += weight;
  for (int r = 0; r < DDZ_RANKS; r++) c->share[r][ddz_hand_count(next, r)] += weight;
}

TEST(chances_and_shares_are_those_of_counting_every_deal) {
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < CASES; i++) {
    ddz_hand deck = DDZ_HAND_DECK55;
    const int size = (int)ddz_rng_below(&rng, 11);
    float z[DDZ_BELIEF_WEIGHTS];
    struct ddz_belief belief;
    double share[DDZ_RANKS][DDZ_BELIEF_MOST + 1];
    draw_weights(&rng, z, 5);
    struct count count = {.z = z, .pool = cards_draw(&rng, &deck, size)};
    count.draw = (int)ddz_rng_below(&rng, (uint32_t)size + 1);
    count_deals(&count, 0, 0, 1);
    ddz_belief_set(&belief, z, count.pool, count.draw);
    ddz_belief_shares(&belief, share);
    for (int r = 0; r < DDZ_RANKS; r++)
      for (int k = 0; k <= DDZ_BELIEF_MOST; k++)
        assert_true(near(share[r][k], count.share[r][k] / count.all));
    count.belief = &belief;
    count_deals(&count, 0, 0, 1);
    assert_true(near(count.chances, 1));
  }
}

TEST(without_weights_all_ways_to_deal_are_alike) {
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < CASES; i++) {
    ddz_hand deck = DDZ_HAND_DECK54;
    const int size = (int)ddz_rng_below(&rng, 38), most = size < 20 ? size : 20;
    const ddz_hand pool = cards_draw(&rng, &deck, size);
    const int draw = (int)ddz_rng_below(&rng, (uint32_t)most + 1);
    ddz_hand left = pool;
    struct ddz_belief belief;
    ddz_belief_set(&belief, none, pool, draw);
    const ddz_hand next = cards_draw(&rng, &left, draw);
    double chance = 1 / choose(size, draw);
    for (int r = 0; r < DDZ_RANKS; r++) chance *= choose(ddz_hand_count(pool, r), ddz_hand_count(next, r));
    assert_true(near(ddz_belief_chance(&belief, next), chance));
  }
}

TEST(a_weight_counts_up_to_eight) {
  float z[DDZ_BELIEF_WEIGHTS], far[DDZ_BELIEF_WEIGHTS];
  double share[DDZ_RANKS][DDZ_BELIEF_MOST + 1], again[DDZ_RANKS][DDZ_BELIEF_MOST + 1];
  struct ddz_belief belief, same;
  struct ddz_rng rng = test_rng(test_seed());
  draw_weights(&rng, z, 1);
  for (int i = 0; i < DDZ_BELIEF_WEIGHTS; i++) z[i] = z[i] > 0 ? 8 : -8, far[i] = z[i] * 1e6f;
  ddz_belief_set(&belief, z, DDZ_HAND_DECK54 - cards_hand("3456789TJQKA22BR"), 17);
  ddz_belief_set(&same, far, DDZ_HAND_DECK54 - cards_hand("3456789TJQKA22BR"), 17);
  ddz_belief_shares(&belief, share);
  ddz_belief_shares(&same, again);
  assert_memory_equal(share, again, sizeof share);
  assert_true(isfinite(belief.tail[0][17]) && belief.tail[0][17] > 0);
}

/* ---- drawing ---- */

TEST(draws_are_as_frequent_as_they_are_likely) {
  static const struct {
    const char *pool;
    int draw;
    double most; /* of the weights */
  } lines[] = {{"3333", 2, 2},
               {"33445BR", 3, 3},
               {"3333444455556666777788889999TTTTJJJJQQ", 17, 1},
               {"3456789TJQKA2BR", 1, 4},
               {"34455566667788992R", 16, 8}};
  struct ddz_rng rng = test_rng(test_seed());
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    const ddz_hand pool = cards_hand(lines[i].pool);
    float z[DDZ_BELIEF_WEIGHTS];
    struct ddz_belief belief;
    double share[DDZ_RANKS][DDZ_BELIEF_MOST + 1];
    int met[DDZ_RANKS][DDZ_BELIEF_MOST + 1] = {{0}};
    draw_weights(&rng, z, lines[i].most);
    ddz_belief_set(&belief, z, pool, lines[i].draw);
    ddz_belief_shares(&belief, share);
    for (int d = 0; d < DRAWS; d++) {
      const ddz_hand next = ddz_belief_draw(&belief, &rng);
      assert_true(ddz_hand_contains(pool, next) && ddz_hand_size(next) == lines[i].draw);
      for (int r = 0; r < DDZ_RANKS; r++) met[r][ddz_hand_count(next, r)]++;
    }
    for (int r = 0; r < DDZ_RANKS; r++)
      for (int k = 0; k <= DDZ_BELIEF_MOST; k++) {
        const double p = share[r][k], sigma = sqrt(DRAWS * p * (1 - fmin(p, 1)));
        assert_true(fabs(met[r][k] - DRAWS * p) <= 5 * sigma + 3);
      }
  }
}

TEST(all_or_nothing_is_drawn_where_all_or_nothing_is_to_get) {
  struct ddz_belief belief;
  const ddz_hand pool = cards_hand("3344AAA2R");
  struct ddz_rng rng = test_rng(test_seed());
  ddz_belief_set(&belief, none, pool, 9);
  assert_true(ddz_belief_draw(&belief, &rng) == pool && ddz_belief_chance(&belief, pool) == 1);
  ddz_belief_set(&belief, none, pool, 0);
  assert_true(ddz_belief_draw(&belief, &rng) == 0 && ddz_belief_chance(&belief, 0) == 1);
  ddz_belief_set(&belief, none, 0, 0);
  assert_true(ddz_belief_draw(&belief, &rng) == 0);
  ddz_belief_set(&belief, none, pool, 2);
  assert_true(ddz_belief_chance(&belief, cards_hand("33")) > 0);
  assert_true(ddz_belief_chance(&belief, cards_hand("3")) == 0);
  assert_true(ddz_belief_chance(&belief, cards_hand("35")) == 0);
}

/* ---- nets ---- */

/* A game by chance; each seat in turn is asked with the hidden hands as they are and the other way round. */
TEST(hidden_cards_and_kernels_change_no_bit) {
  const struct ddz_rules rules = cards_rules("douzero");
  struct toy_net toy = toy_net_belief(test_seed());
  struct ddz_net net;
  int turns = 0;
  struct ddz_rng rng = test_rng(test_seed());
  assert_int_equal(ddz_belief_open(&net, toy.image, toy.size), DDZ_NET_OK);
  for (uint64_t game = 0; game < 10; game++) {
    struct ddz_table table;
    ddz_table_init(&table, &rules, game, NULL);
    for (; table.phase == DDZ_PHASE_PLAY; turns++) {
      struct ddz_play play[DDZ_FEATURE_CANDIDATES];
      struct ddz_table other = table;
      struct ddz_view view;
      float z[DDZ_BELIEF_WEIGHTS], again[DDZ_BELIEF_WEIGHTS];
      const int a = (table.turn + 1) % DDZ_SEATS, b = (table.turn + 2) % DDZ_SEATS;
      ddz_table_view(&table, &view);
      net.kernel = ddz_net_kernel_at(0);
      ddz_belief_ask(&net, &view, engine_here()->power, z);
      /* the same number of cards each, but others */
      ddz_hand pool = table.hand[a] + table.hand[b];
      other.hand[a] = cards_draw(&rng, &pool, ddz_hand_size(table.hand[a]));
      other.hand[b] = pool;
      struct ddz_view same;
      ddz_table_view(&other, &same);
      for (size_t k = 0; ddz_net_kernel_at(k) != NULL; k++) {
        net.kernel = ddz_net_kernel_at(k);
        ddz_belief_ask(&net, &same, engine_here()->power, again);
        assert_memory_equal(z, again, sizeof z);
      }
      const size_t n = ddz_feature_candidates(&rules, view.hand, &view.now.last, play);
      const struct ddz_action action = {.seat = (uint8_t)table.turn,
                                        .cards = play[ddz_rng_below(&rng, (uint32_t)n)].cards};
      assert_int_equal(ddz_table_apply(&table, &action), DDZ_OK);
    }
  }
  assert_true(turns > 200);
  toy_net_free(&toy);
}

/* What is read is the float reference's layer three, up to rounding. */
TEST(weights_are_the_floats_up_to_rounding) {
  struct toy_net toy = toy_net_belief(test_seed());
  const size_t F = DDZ_BELIEF_INPUTS, W = toy.shape.width, N1 = toy.shape.hidden[0];
  struct ddz_net net;
  double squares = 0, difference = 0;
  struct ddz_rng rng = test_rng(test_seed());
  assert_int_equal(ddz_belief_open(&net, toy.image, toy.size), DDZ_NET_OK);
  for (int i = 0; i < CASES; i++) {
    const struct ddz_net_floats *f = &toy.floats[i % DDZ_ROLES];
    uint16_t input[60];
    float hidden[128], one[32], z[DDZ_BELIEF_WEIGHTS];
    struct ddz_net_sum sum;
    for (size_t k = 0; k < 60; k++) input[k] = (uint16_t)(k * (F / 60) + ddz_rng_below(&rng, F / 60));
    for (size_t j = 0; j < W; j++) {
      hidden[j] = f->b1[j];
      for (size_t k = 0; k < 60; k++) hidden[j] += f->w1[input[k] * W + j];
      hidden[j] = fminf(fmaxf(hidden[j], 0), toy.facts.clip);
    }
    for (size_t k = 0; k < N1; k++) {
      one[k] = f->b2[k];
      for (size_t j = 0; j < W; j++) one[k] += f->w2[k * W + j] * hidden[j];
      one[k] = fmaxf(one[k], 0);
    }
    ddz_net_begin(&net, (enum ddz_role)(i % DDZ_ROLES), input, 60, &sum);
    ddz_net_inner_of(&net, (enum ddz_role)(i % DDZ_ROLES), &sum, z);
    for (size_t q = 0; q < DDZ_BELIEF_WEIGHTS; q++) {
      double exact = (double)f->b3[q];
      for (size_t k = 0; k < N1; k++) exact += (double)(f->w3[q * N1 + k] * one[k]);
      squares += exact * exact;
      difference += (exact - (double)z[q]) * (exact - (double)z[q]);
    }
  }
  print_message("weights spread %.3f, rounding moves them %.4f\n", sqrt(squares / CASES / DDZ_BELIEF_WEIGHTS),
                sqrt(difference / CASES / DDZ_BELIEF_WEIGHTS));
  assert_true(difference < 0.03 * 0.03 * squares);
  toy_net_free(&toy);
}

TEST(other_nets_are_refused) {
  const struct ddz_net_shape narrow = {DDZ_BELIEF_INPUTS, 64, {16, 32}, ddz_belief_signature()};
  struct toy_net player = toy_net_player(1), few = toy_net_new(&narrow, 1, 60);
  struct ddz_net net;
  assert_int_equal(ddz_belief_open(&net, player.image, player.size), DDZ_NET_OTHER_INPUTS);
  assert_int_equal(ddz_belief_open(&net, few.image, few.size), DDZ_NET_BAD_SHAPE);
  toy_net_free(&player);
  toy_net_free(&few);
}

/* One bit in every part: all of the header, the record, and along each array of each role. */
TEST(a_flipped_bit_anywhere_is_refused) {
  enum { PLACES = 300 };
  struct toy_net toy = toy_net_belief(3);
  unsigned char *bytes = toy.image;
  struct ddz_net net;
  for (size_t i = 0; i < DDZ_NET_HEADER + PLACES; i++) {
    const size_t behind = (toy.size - DDZ_NET_HEADER) / PLACES;
    const size_t at = i < DDZ_NET_HEADER ? i : DDZ_NET_HEADER + (i - DDZ_NET_HEADER) * behind;
    bytes[at] ^= (unsigned char)(1u << i % 8);
    assert_int_not_equal(ddz_belief_open(&net, toy.image, toy.size), DDZ_NET_OK);
    bytes[at] ^= (unsigned char)(1u << i % 8);
  }
  for (size_t cut = 0; cut < toy.size; cut += toy.size / 7)
    assert_int_not_equal(ddz_belief_open(&net, toy.image, cut), DDZ_NET_OK);
  assert_int_equal(ddz_belief_open(&net, toy.image, toy.size), DDZ_NET_OK);
  toy_net_free(&toy);
}

int main(void) { return test_run(NULL, NULL); }
