/* POST /analyze: what a hand is made of, as four people would see it. */
#include "api/handler.h"
#include "core/value/scan.h"
#include "core/value/score.h"

enum { TOP_MAX = 16 };

struct question {
  struct ddz_terms terms;
  struct ddz_pile hand;
  long long top, version;
};

static bool read_question(const struct ddz_field *body, struct question *q) {
  static const char *const names[] = {"hand", "rules", "notation", "top", "score_version", NULL};
  if (!ddz_read_object(body, names) || !ddz_read_terms(body, &q->terms)) return false;
  struct ddz_field top = ddz_field_of(body, "top"), version = ddz_field_of(body, "score_version");
  return ddz_read_hand(body, &q->terms, &q->hand) && ddz_read_int(&top, 1, TOP_MAX, &q->top) &&
         ddz_read_int(&version, DDZ_SCORE_V1, DDZ_SCORE_V2, &q->version);
}

static void out_partition(struct ddz_out *out, const struct question *q,
                          const struct ddz_partition *partition) {
  ddz_out_open(out, NULL, '{');
  ddz_out_real(out, "power", partition->power);
  ddz_out_int(out, "score", ddz_partition_score((enum ddz_score_version)q->version, partition));
  ddz_out_split(out, "plays", &q->terms, partition->play, (size_t)partition->plays, &q->hand);
  ddz_out_close(out, '}');
}

/* S0's scan: for every rank in the hand, how long the runs of one to four copies ending there are. */
static void out_runs(struct ddz_out *out, const struct question *q) {
  struct ddz_scan scan;
  ddz_scan_of(&q->terms.rules, q->hand.hand, &scan);
  ddz_out_open(out, "runs", '[');
  for (int rank = 0; rank < DDZ_RANKS; rank++) {
    if (scan.count[rank] == 0) continue;
    ddz_out_open(out, NULL, '{');
    ddz_out_rank(out, "rank", rank);
    ddz_out_int(out, "count", scan.count[rank]);
    ddz_out_open(out, "runs", '[');
    for (int n = 1; n <= 4; n++) ddz_out_int(out, NULL, scan.run[n][rank]);
    ddz_out_close(out, ']');
    ddz_out_close(out, '}');
  }
  ddz_out_close(out, ']');
}

/* S1's peel: the groups in the order in which they came off. */
static void out_groups(struct ddz_out *out, const struct question *q) {
  struct ddz_peel peel;
  struct ddz_pile left = q->hand;
  ddz_peel_of(&q->terms.rules, q->hand.hand, &peel);
  ddz_out_open(out, "groups", '[');
  for (int i = 0; i < peel.items; i++) {
    ddz_out_open(out, NULL, '{');
    ddz_out_string(out, "group", ddz_group_name(peel.item[i].group));
    ddz_out_taken(out, "cards", &q->terms, peel.item[i].play.cards, &left);
    ddz_out_close(out, '}');
  }
  ddz_out_close(out, ']');
}

/* The cards that win leads, and what S2 makes of them. */
static void out_big_cards(struct ddz_out *out, const struct question *q) {
  const ddz_ranks big = 1u << DDZ_RANK_A | 1u << DDZ_RANK_2 | 1u << DDZ_RANK_B | 1u << DDZ_RANK_R;
  ddz_out_open(out, "big_cards", '{');
  ddz_out_cards(out, "cards", &q->terms, ddz_hand_only(q->hand.hand, big), &q->hand);
  ddz_out_int(out, "score",
              ddz_big_card_score((enum ddz_score_version)q->version, &q->terms.rules, q->hand.hand));
  ddz_out_close(out, '}');
}

bool ddz_handle_analyze(struct ddz_task *task, const struct ddz_field *body, struct ddz_out *out) {
  struct question q = {.top = 3, .version = DDZ_SCORE_V2};
  struct ddz_partition partitions[TOP_MAX];
  if (!read_question(body, &q)) return false;
  struct ddz_power *power = task->api->engine->power;
  struct ddz_value value = ddz_power_of(power, &q.terms.rules, q.hand.hand);
  int n = ddz_partitions(power, &q.terms.rules, q.hand.hand, (int)q.top, partitions);
  int score = n > 0 ? ddz_partition_score((enum ddz_score_version)q.version, &partitions[0]) : 0;

  ddz_out_open(out, NULL, '{');
  ddz_out_real(out, "power", value.power);
  ddz_out_int(out, "plays", value.plays);
  ddz_out_open(out, "partitions", '[');
  for (int i = 0; i < n; i++) out_partition(out, &q, &partitions[i]);
  ddz_out_close(out, ']');
  ddz_out_int(out, "score", score);
  ddz_out_string(out, "tactics", ddz_tactics_name(ddz_tactics_of(score)));
  out_runs(out, &q);
  out_groups(out, &q);
  out_big_cards(out, &q);
  ddz_task_close(task, out, "power");
  return true;
}
