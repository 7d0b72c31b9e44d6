/* POST /analyze: what a hand is made of: power, partitions and runs, groups, scores, as the systems S0 to S2
 * of core/README.md see it. */
#include "api/route.h"
#include "api/wire/game.h"
#include "api/wire/view.h"
#include "core/value/score.h"

enum { TOP_MAX = 16 };

struct question {
  struct ddz_terms terms;
  struct ddz_pile hand;
  long long top, version;
  bool unseen, at_table;
  struct ddz_game game; /* of a question about a table */
  struct ddz_view view; /* of one about a seat, for `unseen` */
};

/* The fields that say what a seat knows are there for `unseen` alone. */
static bool check_seat(const struct ddz_field *body) {
  static const char *const names[] = {"role", "kitty",  "calls", "history", "last",
                                      "left", "played", "shown", NULL};
  for (size_t i = 0; names[i]; i++) {
    struct ddz_field field = ddz_field_of(body, names[i]);
    if (ddz_field_given(&field))
      return ddz_field_fail(&field, DDZ_PROBLEM_CONFLICT, "`%s` matters only with \"unseen\": true",
                            names[i]);
  }
  return true;
}

static bool read_cards(const struct ddz_field *body, struct question *q) {
  if (!ddz_read_terms(body, &q->terms)) return false;
  if (q->unseen) return ddz_read_view(body, &q->terms, &q->hand, &q->view, NULL);
  return check_seat(body) && ddz_read_hand(DDZ_AT(body, "hand"), &q->terms, &q->hand);
}

static bool read_question(const struct ddz_field *body, void *question) {
  struct question *q = question;
  q->top = 3;
  q->version = DDZ_SCORE_V2;
  static const char *const names[] = {"hand",   "rules",         "notation", "table", "top",    "role",
                                      "kitty",  "history",       "last",     "left",  "played", "calls",
                                      "unseen", "score_version", "lang",     "shown", NULL};
  q->at_table = ddz_has_table(body);
  return ddz_read_body(body, names) && ddz_read_bool(DDZ_AT(body, "unseen"), &q->unseen) &&
         (q->at_table ? ddz_read_table(body, false, &q->game, &q->terms, &q->hand, NULL)
                      : read_cards(body, q)) &&
         ddz_read_int(DDZ_AT(body, "top"), 1, TOP_MAX, &q->top) &&
         ddz_read_int(DDZ_AT(body, "score_version"), DDZ_SCORE_V1, DDZ_SCORE_V2, &q->version);
}

static void out_partition(struct ddz_writer *out, const struct question *q,
                          const struct ddz_partition *partition) {
  ddz_write_open(out, NULL, '{');
  ddz_write_real(out, "power", ddz_sum_power(partition->weight));
  ddz_write_int(out, "score", ddz_partition_score((enum ddz_score_version)q->version, partition));
  ddz_write_split(out, "plays", &q->terms, partition->play, (size_t)partition->plays, &q->hand);
  ddz_write_close(out, '}');
}

/* S0's scan: for every rank in the hand, how long the runs of one to four copies ending there are. */
static void out_runs(struct ddz_writer *out, const struct question *q) {
  struct ddz_scan scan;
  ddz_scan_of(&q->terms.rules, q->hand.hand, &scan);
  ddz_write_open(out, "runs", '[');
  for (int rank = 0; rank < DDZ_RANKS; rank++) {
    if (scan.count[rank] == 0) continue;
    ddz_write_open(out, NULL, '{');
    ddz_write_rank(out, "rank", rank);
    ddz_write_int(out, "count", scan.count[rank]);
    ddz_write_open(out, "runs", '[');
    for (int n = 1; n <= 4; n++) ddz_write_int(out, NULL, scan.run[n][rank]);
    ddz_write_close(out, ']');
    ddz_write_close(out, '}');
  }
  ddz_write_close(out, ']');
}

/* S1's peel: the groups in the order in which they came off. */
static void out_groups(struct ddz_writer *out, const struct question *q) {
  struct ddz_peel peel;
  struct ddz_pile left = q->hand;
  ddz_peel_of(&q->terms.rules, q->hand.hand, &peel);
  ddz_write_open(out, "groups", '[');
  for (int i = 0; i < peel.items; i++) {
    ddz_write_open(out, NULL, '{');
    ddz_write_string(out, "group", peel.item[i].group);
    ddz_write_taken(out, "cards", &q->terms, peel.item[i].play.cards, &left);
    ddz_write_close(out, '}');
  }
  ddz_write_close(out, ']');
}

/* The cards that win leads, bombs and wildcards among them, and what S2 makes of them. */
static void out_big_cards(struct ddz_writer *out, const struct question *q) {
  ddz_write_open(out, "big_cards", '{');
  ddz_write_cards(out, "cards", &q->terms, ddz_big_cards(&q->terms.rules, q->hand.hand), &q->hand);
  ddz_write_int(out, "score",
                ddz_big_card_score((enum ddz_score_version)q->version, &q->terms.rules, q->hand.hand));
  ddz_write_close(out, '}');
}

static struct ddz_cost cost_of(const void *question) {
  const struct question *q = question;
  return ddz_cost_of_plays(&q->terms.rules, q->hand.hand, 0);
}

static void run(struct ddz_task *task, const void *question, struct ddz_writer *out) {
  const struct question *q = question;
  struct ddz_partition partitions[TOP_MAX];
  struct ddz_power *power = task->api->engine->power;
  const ddz_weight_sum value = ddz_power_of(power, &q->terms.rules, q->hand.hand);
  int n = ddz_partitions(task->api->engine->prompter, &q->terms.rules, q->hand.hand, (int)q->top, partitions);
  int score = n > 0 ? ddz_partition_score((enum ddz_score_version)q->version, &partitions[0]) : 0;

  ddz_write_open(out, NULL, '{');
  ddz_write_real(out, "power", ddz_sum_power(value));
  ddz_write_int(out, "plays", ddz_sum_plays(value));
  ddz_write_open(out, "partitions", '[');
  for (int i = 0; i < n; i++) out_partition(out, q, &partitions[i]);
  ddz_write_close(out, ']');
  ddz_write_int(out, "score", score);
  ddz_write_string(out, "tactics", ddz_tactics_of(score));
  out_runs(out, q);
  out_groups(out, q);
  out_big_cards(out, q);
  if (q->unseen && q->at_table) ddz_write_unseen_at(out, task->api->engine, &q->game.table);
  if (q->unseen && !q->at_table) {
    ddz_write_unseen(out, task->api->engine, &q->view);
    ddz_write_lacks(out, &q->view);
  }
  ddz_task_close(task, out, "power", NULL, false);
}

const struct ddz_handler ddz_handle_analyze = {
    .size = sizeof(struct question), .read = read_question, .cost = cost_of, .run = run, .lower = "top"};
