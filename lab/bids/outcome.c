#include "lab/bids/outcome.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "core/game/open.h"
#include "core/net/judge.h"

enum { WON = 1, SPRING = 2, BOMBS = 4, BOMBS_MOST = 7, FIRST_LETTER = '0' };

void outcome_deal(const struct ddz_rules *rules, uint64_t seed, uint64_t i, struct dealt *dealt) {
  struct ddz_rules called = *rules;
  struct ddz_rng rng;
  struct ddz_deal deal;
  called.calling = DDZ_CALLING_SCORE; /* nobody has the kitty yet */
  ddz_rng_seed_stream(&rng, seed, i);
  ddz_deal_random(&called, &rng, &deal);
  for (int seat = 0; seat < DDZ_SEATS; seat++) dealt->hand[seat] = ddz_cards_hand(deal.cards[seat]);
  dealt->kitty = ddz_cards_hand(deal.kitty);
  const bool draws = rules->wildcard == DDZ_WILDCARD_RANKS && rules->wild == 0;
  dealt->wild = draws ? (ddz_ranks)(1u << ddz_rng_below(&rng, DDZ_RANK_2 + 1)) : 0;
}

static struct ddz_play choose(const struct ddz_net *net, struct ddz_power *power,
                              const struct ddz_view *view) {
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
  struct ddz_play play[DDZ_FEATURE_CANDIDATES];
  play[0] = (struct ddz_play){0}; /* who cannot lead passes */
  if (ddz_feature_candidates(view->rules, view->hand, &view->now.last, play) < 2) return play[0];
  const size_t n = ddz_judge(net, power, view, DDZ_OBJECTIVE_POINTS, judged);
  return judged[ddz_judge_best(judged, n, DDZ_OBJECTIVE_POINTS)].play;
}

static struct outcome play_with(const struct ddz_rules *rules, const struct ddz_net *net,
                                struct ddz_power *power, const struct dealt *dealt, int landlord) {
  struct ddz_open open;
  struct ddz_play play;
  ddz_hand hand[DDZ_ROLES];
  for (int r = 0; r < DDZ_ROLES; r++) hand[r] = dealt->hand[(landlord + r) % DDZ_SEATS];
  hand[DDZ_LANDLORD] += dealt->kitty;
  ddz_open_start(&open, rules, hand, dealt->kitty);
  do play = choose(net, power, &open.view);
  while (!ddz_open_play(&open, &play));
  const enum ddz_role winner = ddz_open_winner(&open);
  const int bombs = ddz_position_bombs(&open.view.now);
  return (struct outcome){.landlord_won = winner == DDZ_LANDLORD,
                          .bombs = (uint8_t)(bombs < BOMBS_MOST ? bombs : BOMBS_MOST),
                          .spring = ddz_position_is_spring(&open.view.now, winner)};
}

void outcome_play(const struct ddz_rules *rules, const struct ddz_net *net, struct ddz_power *power,
                  struct dealt *dealt) {
  struct ddz_rules shown = *rules;
  if (dealt->wild != 0 && ddz_rules_set_wild(&shown, dealt->wild) != DDZ_OK) abort();
  for (int seat = 0; seat < DDZ_SEATS; seat++) dealt->with[seat] = play_with(&shown, net, power, dealt, seat);
}

double outcome_points(const struct outcome *outcome, bool spring_counts) {
  const int doublings = outcome->bombs + (spring_counts && outcome->spring);
  return ldexp(outcome->landlord_won ? 1 : -1, doublings);
}

/* ---- files ---- */

void outcome_write(FILE *file, uint64_t seed, uint64_t i, const struct dealt *dealt) {
  char letter[DDZ_SEATS + 1] = {0};
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    const struct outcome *with = &dealt->with[seat];
    letter[seat] =
        (char)(FIRST_LETTER + WON * with->landlord_won + SPRING * with->spring + BOMBS * with->bombs);
  }
  fprintf(file, "%" PRIu64 " %" PRIu64 " %s\n", seed, i, letter);
}

bool outcome_read(FILE *file, const struct ddz_rules *rules, struct dealt *dealt) {
  char seed[24], i[24], letter[DDZ_SEATS + 1];
  if (fscanf(file, "%23s %23s %3s", seed, i, letter) != 3) return false;
  outcome_deal(rules, strtoull(seed, NULL, 10), strtoull(i, NULL, 10), dealt);
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    const int bits = letter[seat] - FIRST_LETTER;
    if (bits < 0 || bits >= BOMBS * (BOMBS_MOST + 1)) return false;
    dealt->with[seat] = (struct outcome){
        .landlord_won = (bits & WON) != 0, .spring = (bits & SPRING) != 0, .bombs = (uint8_t)(bits / BOMBS)};
  }
  return true;
}
