#include "score.h"

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
  return node_score(version, play->kind, play->rank);
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
