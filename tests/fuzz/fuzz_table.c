/* Any list of actions at any table: refused or legal, never a card lost.
 *
 * Bytes: preset, seed, wild ranks, forbidden patterns, order of bombs and stake, then actions of six bytes
 * each: what, who, and four that choose the call, a play of the generator, or any cards of any deck. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/table.h"
#include "core/rules/movegen.h"
#include "tests/support/rule_cases.h"

enum { HEAD = 8, ACTION = 6, MOVES = 512 };

static uint32_t word(const uint8_t *bytes) {
  return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static struct ddz_rules rules_of(const uint8_t *head) {
  struct ddz_rules rules = ddz_rules_preset_at(head[0] % ddz_rules_presets());
  const ddz_ranks wild = (ddz_ranks)(head[2] | head[3] << 8);
  (void)ddz_rules_set_wild(&rules, wild); /* or drawn from the seed */
  ddz_rules_forbid(&rules, (uint32_t)(head[4] | head[5] << 8 | head[6] << 16) & DDZ_KINDS_ALL);
  ddz_rules_set_bomb_order(&rules, (enum ddz_bomb_order)(head[7] % DDZ_BOMB_ORDERS));
  if (head[7] >= DDZ_BOMB_ORDERS) { /* any stake, calls and switches */
    struct ddz_rng rng;
    ddz_rng_seed(&rng, head[7]);
    ddz_rules_set_switches(&rules, ddz_rng_below(&rng, 1u << DDZ_SWITCHES));
    rule_case_stake(&rng, &rules);
  }
  return rules;
}

/* What is put down: nothing, a legal play, some cards by rank, some physical cards. */
static void choose_cards(const struct ddz_table *table, const uint8_t *bytes, struct ddz_action *action) {
  static struct ddz_play moves[MOVES];
  const uint32_t pick = word(bytes);
  const ddz_cards some = ((ddz_cards)pick << 27 ^ pick) & (((ddz_cards)1 << 55) - 1);
  if ((action->verb >> 2 & 3) == 1) action->cards = ddz_cards_hand(some);
  if ((action->verb >> 2 & 3) == 2) action->picked = some;
  if ((action->verb >> 2 & 3) < 3 || table->turn == DDZ_NO_SEAT) return;
  const size_t n =
      ddz_moves(&table->rules, table->hand[table->turn], &table->now.last, DDZ_FILL_LACK, moves, MOVES);
  if (n == 0) return;
  const struct ddz_play *move = &moves[pick % (n < MOVES ? n : MOVES)];
  action->cards = move->cards;
  if ((pick >> 31) == 0) return;
  action->kind = move->kind;
  action->rank = move->rank;
  action->length = move->length;
}

static struct ddz_action action_of(const struct ddz_table *table, const uint8_t *bytes) {
  struct ddz_action action = {.verb = bytes[0], .seat = bytes[1], .call = bytes[2]};
  if ((bytes[1] & 0x80) == 0) action.seat = DDZ_SEAT_TURN; /* mostly whose turn it is */
  if (bytes[0] & 0x40) action.kind = bytes[3], action.rank = bytes[4], action.length = bytes[5];
  choose_cards(table, bytes + 2, &action);
  action.verb = bytes[0] & 3;
  return action;
}

static void check(bool holds) {
  if (!holds) abort();
}

static void check_table(const struct ddz_table *table) {
  const ddz_cards kitty = table->landlord == DDZ_NO_SEAT ? table->kitty : 0;
  int cards = __builtin_popcountll(kitty);
  int64_t score = 0;
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    check(table->hand[seat] == ddz_cards_hand(table->cards[seat]));
    cards += ddz_hand_size(table->hand[seat]) + ddz_hand_size(table->now.played[seat]);
    score += table->score[seat];
  }
  check(cards == table->rules.deck && score == 0);
  check((table->cards[0] & table->cards[1]) == 0 && (table->cards[1] & table->cards[2]) == 0);
  check((table->turn == DDZ_NO_SEAT) == (table->phase == DDZ_PHASE_OVER || table->phase == DDZ_PHASE_REDEAL));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < HEAD) return 0;
  const struct ddz_rules rules = rules_of(data);
  struct ddz_table table;
  check(ddz_table_init(&table, &rules, data[1], NULL) == DDZ_OK);
  check_table(&table);
  for (size_t i = HEAD; i + ACTION <= size; i += ACTION) {
    const struct ddz_action action = action_of(&table, data + i);
    const struct ddz_table before = table;
    const enum ddz_error error = ddz_table_apply(&table, &action);
    check(error < DDZ_ERR_COUNT);
    if (error != DDZ_OK) check(memcmp(&before, &table, sizeof table) == 0);
    check_table(&table);
  }
  return 0;
}
