/* POST /review: a game in, and what the robot thinks of every play in it.
 *
 * The game is walked twice. The first time it is checked and its decisions are counted, so that an illegal
 * action costs nothing; the second time each decision of the seats in question is given to the robot, who
 * sees what the seat saw and no more. The limit is for the whole request: every decision gets an equal share
 * of what is left of it. */
#include <math.h>

#include "api/game.h"
#include "api/handler.h"
#include "api/thinker.h"

enum {
  LEVEL = DDZ_LEVEL_MAX,
  MS = 2000,                        /* when the caller sets no limit */
  MS_WITH_NODES = DDZ_THINK_MS_MAX, /* nodes alone decide, as far as a server can wait */
  TOP = 3,
  TOP_MAX = 20,
  TRIED_MAX = 32,      /* more than a search tries, so that what was played is among them */
  ENOUGH = 16,         /* playouts below which the robot does not say what a play was worth */
  COMPARED = 4,        /* playouts of the best below which a search has compared nothing */
  DECISIONS_MAX = 256, /* 54 plays with two passes each, less the end */
  TURNING_MAX = 10
};
static const double BLUNDER = 0.1;
static const double HALF_A_DIGIT = 5e-7; /* of what is told: a loss told as 0.1 is one of 0.1 */

/* What is kept of a decision for the sums at the end. */
struct decision {
  size_t action; /* its index */
  int seat;
  bool forced, blunder, same; /* same: the robot would have done it too */
  double best, played;        /* win probability of the robot's play and of this one; NAN: not known */
  double loss;                /* likewise */
};

struct question {
  struct ddz_game game;
  struct ddz_table start;
  struct ddz_robot_request robot;
  bool wanted[DDZ_ROLES];
  long long ms, nodes, top;
  double blunder;
  bool chinese;
};

struct review {
  struct ddz_task *task;
  struct question *q;
  struct ddz_clock clock; /* of the whole request */
  struct ddz_limit limit;
  size_t choices; /* decisions with a choice that are still to come */
  size_t count;
  struct decision decision[DECISIONS_MAX];
  bool complete;
  bool net; /* it was asked */
};

/* ---- the question ---- */

static bool read_roles(const struct ddz_field *body, struct question *q) {
  const char *names[DDZ_ROLES + 1] = {NULL};
  for (int role = 0; role < DDZ_ROLES; role++) names[role] = ddz_role_name((enum ddz_role)role);
  struct ddz_field roles = ddz_field_of(body, "roles");
  size_t n;
  for (int role = 0; role < DDZ_ROLES; role++) q->wanted[role] = !ddz_field_given(&roles);
  if (!ddz_field_given(&roles)) return true;
  if (!ddz_read_array(&roles, DDZ_ROLES, &n)) return false;
  for (size_t i = 0; i < n; i++) {
    struct ddz_field role = ddz_field_item(&roles, i);
    int index = 0;
    if (!ddz_read_choice(&role, names, &index)) return false;
    q->wanted[index] = true;
  }
  return true;
}

/* From which loss on a play is called a blunder. */
static bool read_blunder(const struct ddz_field *body, double *blunder) {
  struct ddz_field field = ddz_field_of(body, "blunder");
  if (!ddz_field_given(&field)) return true;
  if (!json_is_number(field.json))
    return ddz_field_fail(&field, DDZ_PROBLEM_WRONG_TYPE, "must be a number, a loss in win probability");
  double given = json_number_value(field.json);
  if (!(given > 0 && given <= 1))
    return ddz_field_fail(&field, DDZ_PROBLEM_OUT_OF_RANGE, "must be above 0 and at most 1");
  *blunder = given;
  return true;
}

static bool read_thinking(const struct ddz_field *body, struct question *q) {
  struct ddz_field level = ddz_field_of(body, "level"), top = ddz_field_of(body, "top");
  long long chosen = LEVEL;
  ddz_robot_defaults(&q->robot);
  if (!ddz_read_int(&level, DDZ_LEVEL_MIN, DDZ_LEVEL_MAX, &chosen) ||
      !ddz_read_int(&top, 0, TOP_MAX, &q->top) || !ddz_read_thinker(body, &q->robot.thinker) ||
      !ddz_read_limit(body, &q->ms, &q->nodes))
    return false;
  if (q->ms == 0) q->ms = q->nodes != 0 ? MS_WITH_NODES : MS;
  q->robot.level = (int)chosen;
  q->robot.limited = true;
  return true;
}

static bool read_question(const struct ddz_field *body, struct question *q) {
  static const char *const names[] = {DDZ_GAME_FIELDS, "level", "engine",  "limit", "top",
                                      "lang",          "roles", "blunder", NULL};
  struct ddz_field actions = ddz_field_of(body, "actions");
  if (!ddz_read_object(body, names) || !read_thinking(body, q) || !read_roles(body, q) ||
      !read_blunder(body, &q->blunder) || !ddz_read_lang(body, &q->chinese) || !ddz_read_required(&actions) ||
      !ddz_read_game(body, &q->game))
    return false;
  q->robot.seed = (uint64_t)q->game.seed;
  q->start = q->game.table;
  return true;
}

/* ---- walking through the game ---- */

/* Is a play of a seat in question asked for? */
static bool is_reviewed(const struct question *q, const struct ddz_table *table) {
  return table->phase == DDZ_PHASE_PLAY && q->wanted[ddz_table_role(table, table->turn)];
}

/* More than one thing to do: pass or play, or two different sets of cards. */
static bool has_choice(struct ddz_engine *engine, const struct ddz_table *table) {
  struct ddz_play *moves = engine->moves;
  size_t n = ddz_moves(&table->rules, table->hand[table->turn], &table->last, DDZ_FILL_LACK, moves,
                       DDZ_MOVES_MAX_WILD);
  if (table->owner != DDZ_NO_SEAT) return n > 0;
  for (size_t i = 1; i < n && i < DDZ_MOVES_MAX_WILD; i++)
    if (moves[i].cards != moves[0].cards) return true;
  return false;
}

/* The whole game once, checked; how many decisions there will be to think about. */
static bool check_game(struct review *r, const struct ddz_field *actions, size_t *n) {
  struct question *q = r->q;
  if (!ddz_read_array(actions, DDZ_ACTIONS_MAX, n)) return false;
  for (size_t i = 0; i < *n; i++) {
    struct ddz_field action = ddz_field_item(actions, i);
    bool choice = is_reviewed(q, &q->game.table) && has_choice(r->task->api->engine, &q->game.table);
    if (!ddz_game_next(&action, &q->game)) return false;
    r->choices += choice;
  }
  return true;
}

/* An equal share of what is left for the decisions still to come; false when nothing is left. Where the
 * caller counts nodes, time only ends the whole, so that it does not change an answer. */
static bool share_limit(struct review *r, struct ddz_clock *clock, struct ddz_limit *share) {
  const struct ddz_host *host = &r->task->api->host;
  *clock = r->clock;
  *share = r->limit;
  if (share->expired) {
    if (r->limit.expired(r->limit.self)) return false;
    uint64_t now = host->now_us(host->self);
    if (now < clock->until_us && r->q->nodes == 0)
      clock->until_us = now + (clock->until_us - now) / r->choices;
    share->self = clock;
  }
  if (r->limit.nodes == 0) return true;
  if (r->task->nodes >= r->limit.nodes) return false;
  share->nodes = (r->limit.nodes - r->task->nodes + r->choices - 1) / r->choices;
  return true;
}

/* ---- one decision ---- */

struct opinion {
  struct ddz_robot_move move;
  struct ddz_candidate tried[TRIED_MAX];
  size_t count; /* of them */
  uint64_t visits;
};

/* What the robot thinks of `played` where `table` stands; false when the limit is used up. */
static bool think(struct review *r, const struct ddz_table *table, const struct ddz_play *played,
                  struct opinion *opinion) {
  struct ddz_robot_request ask = r->q->robot;
  struct ddz_clock clock;
  if (!share_limit(r, &clock, &ask.limit)) return false;
  ddz_table_view(table, &ask.view);
  ask.include = played;
  ask.multiplier = (double)ddz_table_stake(table, table->turn) / (table->turn == table->landlord ? 2 : 1);
  ddz_robot_choose(r->task->api->engine, &ask, &opinion->move, opinion->tried, TRIED_MAX);
  opinion->count = opinion->move.candidates < TRIED_MAX ? opinion->move.candidates : TRIED_MAX;
  r->task->nodes += opinion->move.nodes;
  r->net = r->net || opinion->move.thinker == DDZ_THINKER_NET;
  r->choices--;
  return true;
}

/* The win probabilities and what was lost, where the robot can tell. */
static void judge(const struct question *q, const struct ddz_play *played, struct opinion *opinion,
                  struct decision *d) {
  const struct ddz_robot_move *move = &opinion->move;
  bool net = move->thinker == DDZ_THINKER_NET; /* its word is as good without playouts */
  bool known = move->win_probability == 1 || net || opinion->tried[0].visits >= COMPARED; /* 1: certain */
  d->same = played->cards == move->play.cards;
  d->best = known ? move->win_probability : NAN;
  d->played = d->same ? d->best : NAN;
  for (size_t i = 0; i < opinion->count; i++) {
    const struct ddz_candidate *c = &opinion->tried[i];
    if (c->play.cards != played->cards) continue;
    opinion->visits = c->visits;
    if (!d->same && (net || c->visits >= ENOUGH)) d->played = c->win_probability;
    break;
  }
  if (isnan(d->best) || isnan(d->played)) return;
  d->loss = fmax(0, d->best - d->played);
  d->blunder = d->loss > q->blunder - HALF_A_DIGIT;
}

/* ---- telling ---- */

static void out_decision(struct ddz_out *out, const struct question *q, const struct ddz_table *before,
                         const struct ddz_play *played, ddz_cards cards, const struct decision *d,
                         const struct opinion *opinion) {
  struct ddz_terms terms = {.rules = before->rules, .notation = q->game.terms.notation};
  struct ddz_pile hand = {before->hand[d->seat], before->cards[d->seat]}, put = {played->cards, cards};
  enum ddz_reason reason = opinion->move.reason;
  ddz_out_open(out, NULL, '{');
  ddz_out_int(out, "action", (long long)d->action);
  ddz_out_int(out, "seat", d->seat);
  ddz_out_string(out, "role", ddz_role_name(ddz_table_role(before, d->seat)));
  ddz_out_cards(out, "hand", &terms, hand.hand, &hand);
  ddz_out_cards(out, "cards", &terms, put.hand, &put);
  ddz_out_play(out, "pattern", &terms, played, &put);
  ddz_out_bool(out, "forced", d->forced);
  ddz_out_cards(out, "best", &terms, opinion->move.play.cards, d->same ? &put : &hand);
  ddz_out_real(out, "best_win_probability", d->best);
  ddz_out_real(out, "win_probability", d->played);
  ddz_out_real(out, "loss", d->loss);
  ddz_out_bool(out, "blunder", d->blunder);
  ddz_out_int(out, "visits", (long long)opinion->visits);
  ddz_out_open(out, "candidates", '[');
  for (size_t i = 0; i < opinion->count && i < (size_t)q->top; i++)
    ddz_out_candidate(out, &terms, &hand, &opinion->tried[i]);
  ddz_out_close(out, ']');
  if (d->forced)
    ddz_out_null(out, "reason");
  else
    ddz_out_reason(out, ddz_reason_code(reason),
                   q->chinese ? ddz_reason_chinese(reason) : ddz_reason_text(reason));
  ddz_out_close(out, '}');
}

/* A decision between the table before and after it; false when the limit is used up. */
static bool review_one(struct review *r, struct ddz_out *out, size_t action, const struct ddz_table *before) {
  const struct ddz_table *after = &r->q->game.table;
  int seat = before->turn;
  static const struct ddz_play pass;
  bool passed = after->plays[seat] == before->plays[seat];
  const struct ddz_play *played = passed ? &pass : &after->last;
  struct decision *d = &r->decision[r->count];
  struct opinion opinion = {.move = {.play = *played}};
  *d = (struct decision){.action = action, .seat = seat, .best = NAN, .played = NAN, .loss = NAN};
  d->forced = !has_choice(r->task->api->engine, before);
  if (d->forced) {
    d->same = true;
    d->loss = 0;
  } else {
    if (!think(r, before, played, &opinion)) return false;
    judge(r->q, played, &opinion, d);
  }
  r->count++;
  out_decision(out, r->q, before, played, before->cards[seat] & ~after->cards[seat], d, &opinion);
  return true;
}

static void review_all(struct review *r, struct ddz_out *out, const struct ddz_field *actions, size_t n) {
  struct question *q = r->q;
  q->game.table = q->start;
  r->complete = true;
  ddz_out_open(out, "decisions", '[');
  for (size_t i = 0; i < n && r->complete; i++) {
    struct ddz_field action = ddz_field_item(actions, i);
    struct ddz_table before = q->game.table;
    if (!ddz_game_next(&action, &q->game)) break; /* not after check_game */
    if (is_reviewed(q, &before) && r->count < DECISIONS_MAX) r->complete = review_one(r, out, i, &before);
  }
  ddz_out_close(out, ']');
}

/* From a game rather won to one rather lost. */
static bool crosses(const struct decision *d) { return d->best >= 0.5 && d->played < 0.5; }

/* The decisions that cost most, and those that turned the game, the worst first. */
static void out_turning_points(struct ddz_out *out, const struct review *r) {
  const struct decision *worst[TURNING_MAX];
  size_t n = 0;
  for (size_t i = 0; i < r->count; i++) {
    const struct decision *d = &r->decision[i];
    if (!d->blunder && !crosses(d)) continue;
    size_t at = n < TURNING_MAX ? n++ : TURNING_MAX;
    for (; at > 0 && worst[at - 1]->loss < d->loss; at--)
      if (at < TURNING_MAX) worst[at] = worst[at - 1];
    if (at < TURNING_MAX) worst[at] = d;
  }
  ddz_out_open(out, "turning_points", '[');
  for (size_t i = 0; i < n; i++) {
    ddz_out_open(out, NULL, '{');
    ddz_out_int(out, "action", (long long)worst[i]->action);
    ddz_out_int(out, "seat", worst[i]->seat);
    ddz_out_string(out, "role", ddz_role_name(ddz_table_role(&r->q->game.table, worst[i]->seat)));
    ddz_out_real(out, "loss", worst[i]->loss);
    ddz_out_bool(out, "crosses_half", crosses(worst[i]));
    ddz_out_close(out, '}');
  }
  ddz_out_close(out, ']');
}

/* Sums of one seat. Losses are over the decisions with a choice where they are known. */
static void out_seat(struct ddz_out *out, const struct review *r, int seat) {
  long long decisions = 0, forced = 0, judged = 0, same = 0, blunders = 0;
  double loss = 0;
  for (size_t i = 0; i < r->count; i++) {
    const struct decision *d = &r->decision[i];
    if (d->seat != seat) continue;
    decisions++;
    forced += d->forced;
    same += d->same && !d->forced;
    blunders += d->blunder;
    if (d->forced || isnan(d->loss)) continue;
    judged++;
    loss += d->loss;
  }
  ddz_out_open(out, NULL, '{');
  ddz_out_int(out, "seat", seat);
  ddz_out_string(out, "role", ddz_role_name(ddz_table_role(&r->q->game.table, seat)));
  ddz_out_int(out, "decisions", decisions);
  ddz_out_int(out, "forced", forced);
  ddz_out_int(out, "judged", judged);
  ddz_out_int(out, "same", same);
  ddz_out_real(out, "mean_loss", judged ? loss / (double)judged : NAN);
  ddz_out_real(out, "total_loss", loss);
  ddz_out_int(out, "blunders", blunders);
  ddz_out_close(out, '}');
}

static void out_seats(struct ddz_out *out, const struct review *r) {
  const struct ddz_table *table = &r->q->game.table;
  ddz_out_open(out, "seats", '[');
  for (int seat = 0; seat < DDZ_SEATS && table->landlord != DDZ_NO_SEAT; seat++)
    if (r->q->wanted[ddz_table_role(table, seat)]) out_seat(out, r, seat);
  ddz_out_close(out, ']');
}

static void out_end(struct ddz_out *out, const struct ddz_table *end) {
  ddz_out_bool(out, "finished", end->phase == DDZ_PHASE_OVER);
  if (end->winner == DDZ_NO_SEAT)
    ddz_out_null(out, "winner");
  else
    ddz_out_int(out, "winner", end->winner);
}

bool ddz_handle_review(struct ddz_task *task, const struct ddz_field *body, struct ddz_out *out) {
  struct question q = {.top = TOP, .blunder = BLUNDER};
  struct review r = {.task = task, .q = &q};
  struct ddz_field actions = ddz_field_of(body, "actions");
  size_t n;
  if (!read_question(body, &q) || !check_game(&r, &actions, &n)) return false;
  r.limit = ddz_task_limit(task, (uint64_t)q.ms, (uint64_t)q.nodes, &r.clock);

  ddz_out_open(out, NULL, '{');
  out_end(out, &q.game.table);
  review_all(&r, out, &actions, n);
  ddz_out_bool(out, "complete", r.complete);
  out_turning_points(out, &r);
  out_seats(out, &r);
  ddz_out_real(out, "blunder", q.blunder);
  ddz_out_int(out, "level", q.robot.level);
  enum ddz_thinker thinker = ddz_robot_is_long(&q.robot) ? DDZ_THINKER_SEARCH
                             : r.net                     ? DDZ_THINKER_NET
                                                         : DDZ_THINKER_RULES;
  ddz_task_close(task, out, ddz_thinker_name(thinker));
  return true;
}
