#include "prompt.h"

#include <assert.h>
#include <string.h>

#include "core/base/card.h"

enum { SLOTS = 2 * DDZ_MOVES_MAX_WILD /* of the hash set of card sets; at most half full */ };

/* A play waiting to be sorted: the smaller key goes first. */
struct key {
  uint64_t key;
  ddz_weight_sum rest; /* power and plays of the rest */
  uint32_t move;       /* index into `moves` */
};

struct ddz_prompter {
  struct ddz_power *power;
  struct ddz_play moves[DDZ_MOVES_MAX_WILD];
  struct key keys[DDZ_MOVES_MAX_WILD];
  uint32_t slots[SLOTS];
  struct ddz_prompt out[DDZ_PROMPTS_MAX];
};

size_t ddz_prompter_size(void) { return sizeof(struct ddz_prompter); }

struct ddz_prompter *ddz_prompter_init(void *memory, struct ddz_power *power) {
  struct ddz_prompter *prompter = memory;
  prompter->power = power;
  return prompter;
}

struct ddz_prompt *ddz_prompter_out(struct ddz_prompter *prompter) {
  return prompter->out;
}
struct ddz_play *ddz_prompter_room(struct ddz_prompter *prompter) {
  return prompter->moves;
}
struct ddz_power *ddz_prompter_power(struct ddz_prompter *prompter) {
  return prompter->power;
}

/* A key holds powers in units of 0.005. Low to high, 54 bits:
 *
 *   [ size 5 ][ own power + OWN_ZERO 21 ][ MAIN_ZERO - what the order looks at 27 ][ does not go out 1 ]
 *
 * so that the smaller key is the better prompt. */
enum { SIZE_BITS = 5, OWN_BITS = 21, MAIN_BITS = 27, OWN_ZERO = 1 << 20, MAIN_ZERO = 1 << 26 };

static uint64_t key_of(enum ddz_order order, const struct ddz_play *play, ddz_weight_sum rest, bool out) {
  const int own = ddz_sum_units(ddz_play_weight(play));
  const int main = ddz_sum_units(rest) + (order == DDZ_ORDER_TOTAL ? own : 0);
  uint64_t key = !out;
  key = key << MAIN_BITS | (uint64_t)(MAIN_ZERO - main);
  key = key << OWN_BITS | (uint64_t)(OWN_ZERO + own);
  return key << SIZE_BITS | play->size;
}

/* Is the text of `a` before that of `b`? Both of one size. They agree up to the lowest rank of which they
 * hold different numbers; there one goes on with that rank and the other with its next higher one. */
static bool text_before(ddz_hand a, ddz_hand b) {
  if (a == b) return false;
  int rank = ddz_hand_bottom(a ^ b);
  bool a_stays = ddz_hand_count(a, rank) > ddz_hand_count(b, rank);
  ddz_hand other = (a_stays ? b : a) & ~(ddz_hand)0 << 4 * (rank + 1);
  bool stays_first = ddz_rank_letters[rank] < ddz_rank_letters[ddz_hand_bottom(other)];
  return a_stays == stays_first;
}

static bool before(const struct ddz_play *moves, const struct key *a, const struct key *b) {
  if (a->key != b->key) return a->key < b->key;
  return text_before(moves[a->move].cards, moves[b->move].cards);
}

/* The slot of a set of cards: its own or an empty one. */
static uint32_t *slot_of(struct ddz_prompter *prompter, size_t mask, ddz_hand cards) {
  size_t i = cards * 0x9E3779B97F4A7C15ull >> 40;
  while (prompter->slots[i & mask] != 0 && prompter->moves[prompter->slots[i & mask] - 1].cards != cards) i++;
  return &prompter->slots[i & mask];
}

/* List the plays, one for each set of cards, in its best reading. The generator has every set once for each
 * of its readings, so only sets met twice, and those with wildcards, are looked at again (a wildcard set may
 * have a better reading that the generator does not list, because the hand need not fill it so). */
size_t ddz_prompts_count(struct ddz_prompter *prompter, const struct ddz_rules *rules, ddz_hand hand,
                         const struct ddz_play *last) {
  static const struct ddz_play pass;
  if (last == NULL) last = &pass;
  const size_t n = ddz_moves(rules, hand, last, DDZ_FILL_LACK, prompter->moves, DDZ_MOVES_MAX_WILD);
  assert(n <= DDZ_MOVES_MAX_WILD);
  size_t slots = 16, kept = 0; /* a power of two */
  while (slots < 2 * n) slots *= 2;
  memset(prompter->slots, 0, slots * sizeof *prompter->slots);
  for (size_t i = 0; i < n; i++) {
    ddz_hand cards = prompter->moves[i].cards;
    bool wild = ddz_rules_wilds(rules, cards) != 0;
    uint32_t *slot = slot_of(prompter, slots - 1, cards);
    bool met = *slot != 0;
    if (!met) {
      prompter->moves[kept] = prompter->moves[i];
      *slot = (uint32_t)++kept;
    }
    if (met == wild) continue;
    enum ddz_error error = ddz_answer(rules, cards, last, &prompter->moves[*slot - 1]);
    assert(error == DDZ_OK);
    (void)error;
  }
  return kept;
}

static void sift_down(struct ddz_prompter *prompter, size_t n, size_t at) {
  struct key *keys = prompter->keys, moving = keys[at];
  for (size_t child; (child = 2 * at + 1) < n; at = child) {
    if (child + 1 < n && before(prompter->moves, &keys[child + 1], &keys[child])) child++;
    if (!before(prompter->moves, &keys[child], &moving)) break;
    keys[at] = keys[child];
  }
  keys[at] = moving;
}

/* Take the best `cap` of `n` keys off a heap: sorting all is not needed to show twenty. */
static void take_best(struct ddz_prompter *prompter, size_t n, struct ddz_prompt *out, size_t cap) {
  struct key *keys = prompter->keys;
  for (size_t i = n / 2; i-- > 0;) sift_down(prompter, n, i);
  for (size_t i = 0; i < cap; i++) {
    out[i] = (struct ddz_prompt){prompter->moves[keys[0].move], keys[0].rest};
    keys[0] = keys[--n];
    if (n > 0) sift_down(prompter, n, 0);
  }
}

size_t ddz_prompts(struct ddz_prompter *prompter, const struct ddz_rules *rules, ddz_hand hand,
                   const struct ddz_play *last, enum ddz_order order, struct ddz_prompt *out, size_t cap) {
  const size_t n = ddz_prompts_count(prompter, rules, hand, last);
  for (size_t i = 0; i < n; i++) {
    const struct ddz_play *play = &prompter->moves[i];
    const ddz_hand left = hand - play->cards;
    const ddz_weight_sum rest = ddz_power_of(prompter->power, rules, left);
    prompter->keys[i] = (struct key){key_of(order, play, rest, left == 0), rest, (uint32_t)i};
  }
  take_best(prompter, n, out, cap < n ? cap : n);
  return n;
}
