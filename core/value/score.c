#include "score.h"

#include <string.h>

/* The ranks by the letters of score.def. */
enum { R3, R4, R5, R6, R7, R8, R9, RT, RJ, RQ, RK, RA, R2, RB, RR };

static const struct node {
  uint8_t kind, low, high;
  int16_t score[2]; /* by version */
} nodes[] = {
#define NODE(kind, low, high, v1, v2) {DDZ_##kind, R##low, R##high, {v1, v2}},
#include "score.def"
};

static const struct {
  const char *name;
  int from;
} tactics[] = {
#define TACTICS(name, from) {name, from},
#include "score.def"
};

static int node_score(enum ddz_score_version version, int kind, int rank) {
  for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
    if (nodes[i].kind == kind && nodes[i].low <= rank && rank <= nodes[i].high)
      return nodes[i].score[version == DDZ_SCORE_V2];
  return 0;
}

static int play_score(enum ddz_score_version version, const struct ddz_play *play) {
  enum { LONG_NODE = 6 };
  if (play->size >= LONG_NODE && !ddz_is_bomb(play)) return 0;
  const bool trio = ddz_pattern_rows[play->kind].body == 3;
  return node_score(version, trio ? DDZ_TRIO : play->kind, play->rank);
}

int ddz_partition_score(enum ddz_score_version version, const struct ddz_partition *partition) {
  int sum = 0;
  for (int i = 0; i < partition->plays; i++) sum += play_score(version, &partition->play[i]);
  return sum;
}

const char *ddz_tactics_of(int hand_score) {
  size_t i = sizeof tactics / sizeof *tactics - 1;
  while (i > 0 && hand_score < tactics[i].from) i--;
  return tactics[i].name;
}

/* Four of a rank, or any of the ranks from the ace on. */
ddz_hand ddz_big_cards(const struct ddz_rules *rules, ddz_hand hand) {
  const ddz_hand naturals = ddz_rules_naturals(rules, hand);
  ddz_hand big = ddz_rules_wilds(rules, hand);
  for (int rank = 0; rank <= DDZ_RANK_R; rank++) {
    const int count = ddz_hand_count(naturals, rank);
    if (count == 4 || rank >= DDZ_RANK_A) big += ddz_hand_of(rank, count);
  }
  return big;
}

int ddz_big_card_score(enum ddz_score_version version, const struct ddz_rules *rules, ddz_hand hand) {
  const ddz_hand wilds = ddz_rules_wilds(rules, hand), big = ddz_big_cards(rules, hand) - wilds;
  int sum = ddz_hand_size(wilds) * node_score(version, DDZ_SOLO, DDZ_RANK_2);
  for (int rank = 0; rank <= DDZ_RANK_R; rank++) {
    const int count = ddz_hand_count(big, rank);
    if (count > 0) sum += node_score(version, ddz_kind_of_equal(count), rank);
  }
  return sum;
}

/* ---- two plain looks at a hand ---- */

void ddz_scan_of(const struct ddz_rules *rules, ddz_hand hand, struct ddz_scan *out) {
  ddz_hand naturals = ddz_rules_naturals(rules, hand);
  memset(out, 0, sizeof *out);
  out->wilds = hand & ~naturals;
  for (int rank = 0; rank < DDZ_RANKS; rank++) {
    int count = ddz_hand_count(naturals, rank);
    out->count[rank] = (uint8_t)count;
    if (rank > DDZ_RANK_A) continue;
    for (int n = 1; n <= 4 && n <= count; n++)
      out->run[n][rank] = (uint8_t)(1 + (rank > 0 ? out->run[n][rank - 1] : 0));
  }
}

/* The chains S1 peels first. */
static const struct chain_step {
  const char *group;
  enum ddz_kind kind;
} chain_steps[] = {
    {"trio_chains", DDZ_TRIO_CHAIN}, {"pair_chains", DDZ_PAIR_CHAIN}, {"straights", DDZ_SOLO_CHAIN}};

/* Then what is left of 3..A, by how often a rank is left. The twos stand between the solos and the bombs. */
static const struct rank_step {
  const char *group;
  ddz_ranks ranks;
  int least, most;
} rank_steps[] = {{"trios", DDZ_CHAIN_RANKS, 3, 3},
                  {"pairs", DDZ_CHAIN_RANKS, 2, 2},
                  {"solos", DDZ_CHAIN_RANKS, 1, 1},
                  {"twos", 1u << DDZ_RANK_2, 1, 4},
                  {"bombs", DDZ_CHAIN_RANKS, 4, 4}};

static void append_item(struct ddz_peel *out, const char *group, enum ddz_kind kind, int rank, int length,
                        ddz_hand cards) {
  out->item[out->items++] =
      (struct ddz_peeled){.group = group, .play = ddz_play_of(kind, rank, length, cards)};
}

/* One item of a rank: its `count` cards together. */
static void add_rank(struct ddz_peel *out, const char *group, int rank, int count) {
  append_item(out, group, ddz_kind_of_equal(count), rank, 1, ddz_hand_of(rank, count));
}

/* The lowest run of at least `min` ranks in the set; 0 when there is none. */
static ddz_ranks lowest_run(ddz_ranks ranks, int min) {
  while (ranks != 0) {
    ddz_ranks from = ranks & (ddz_ranks)-ranks;
    ddz_ranks run = ranks & (ddz_ranks) ~(ranks + from);
    if (__builtin_popcount(run) >= min) return run;
    ranks &= (ddz_ranks)~run;
  }
  return 0;
}

static ddz_hand peel_chains(struct ddz_peel *out, const struct chain_step *step, ddz_hand hand) {
  const struct ddz_pattern_row *row = &ddz_pattern_rows[step->kind];
  ddz_ranks run;
  while ((run = lowest_run(ddz_hand_at_least(hand, row->body) & DDZ_CHAIN_RANKS, row->min)) != 0) {
    ddz_hand cards = ddz_hand_spread(run, row->body);
    append_item(out, step->group, step->kind, __builtin_ctz(run), __builtin_popcount(run), cards);
    hand -= cards;
  }
  return hand;
}

static ddz_hand peel_ranks(struct ddz_peel *out, const struct rank_step *step, ddz_hand hand) {
  for (int rank = 0; rank <= DDZ_RANK_2; rank++) {
    int count = ddz_hand_count(hand, rank);
    if ((step->ranks >> rank & 1) == 0 || count < step->least || count > step->most) continue;
    add_rank(out, step->group, rank, count);
    hand -= ddz_hand_of(rank, count);
  }
  return hand;
}

static void peel_jokers(struct ddz_peel *out, ddz_hand hand) {
  if (ddz_hand_contains(hand, DDZ_HAND_ROCKET)) {
    append_item(out, "jokers", DDZ_ROCKET, DDZ_RANK_B, 1, DDZ_HAND_ROCKET);
    return;
  }
  for (int rank = DDZ_RANK_B; rank <= DDZ_RANK_R; rank++)
    if (ddz_hand_count(hand, rank) > 0) add_rank(out, "jokers", rank, 1);
}

void ddz_peel_of(const struct ddz_rules *rules, ddz_hand hand, struct ddz_peel *out) {
  ddz_hand left = ddz_rules_naturals(rules, hand), wilds = ddz_rules_wilds(rules, hand);
  out->items = 0;
  for (size_t i = 0; i < sizeof chain_steps / sizeof *chain_steps; i++)
    left = peel_chains(out, &chain_steps[i], left);
  for (size_t i = 0; i < sizeof rank_steps / sizeof *rank_steps; i++)
    left = peel_ranks(out, &rank_steps[i], left);
  peel_jokers(out, left);
  for (; wilds != 0; wilds = ddz_hand_only(wilds, (ddz_ranks) ~(1u << ddz_hand_bottom(wilds))))
    add_rank(out, "wilds", ddz_hand_bottom(wilds), ddz_hand_count(wilds, ddz_hand_bottom(wilds)));
}
