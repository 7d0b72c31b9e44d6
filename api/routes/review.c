/* POST /review: a game in, and what the robot thinks of every play in it.
 *
 * Reading walks the game once, to its end. Running first tells the story of the open
 * hands (core/search/chances.h), then walks the plays again: each decision of the seats in question is given
 * to the robot, who sees what the seat saw and no more. The limit is for the whole request: the story has a
 * third of its time, every decision an equal share of what is left; what one does not need the later ones
 * get. With `judge` each decision has those nodes. Its seed is made from the position. /robot-move returns
 * the same with `judge` of these nodes and this seed, and what was played as `include`. */
#include <math.h>

#include "api/route.h"
#include "api/routes/fairness.h"
#include "api/wire/game.h"
#include "api/wire/player.h"
#include "core/play/net_player.h"
#include "core/robot/actor.h"
#include "core/search/chances.h"
#include "core/value/prompt.h"

enum {
  LEVEL = DDZ_LEVEL_MAX,
  MS = 2000,                        /* when the caller sets no limit */
  MS_WITH_NODES = DDZ_THINK_MS_MAX, /* nodes alone decide, as far as a server can wait */
  TOP = 3,
  TOP_MAX = 20,
  TRIED_MAX = 200, /* more than a search or the net looks at, so that what was played is among them */
  ENOUGH = 16,     /* rollouts below which the robot does not say what a play was worth */
  COMPARED = 4     /* rollouts of the best below which a search has compared nothing */
};
static const double NINE_OF_TEN = 1.645; /* standard errors */
static const double HALF_A_DIGIT = 5e-7; /* of what is told: a loss told as 0.1 is one of 0.1 */

enum verdict {
#define VERDICT(name, ...) VERDICT_##name,
#include "review.def"
  VERDICTS /* none */
};
static const struct ddz_words verdicts[] = {
#define VERDICT(id, name, loss, text, chinese) {name, name, chinese},
#include "review.def"
    {NULL, NULL, NULL}};
static const double losses[] = {
#define VERDICT(id, name, loss, ...) loss,
#include "review.def"
};

enum unjudged {
#define UNJUDGED(name, ...) UNJUDGED_##name,
#include "review.def"
  UNJUDGED_NOT /* it is judged, or there was no choice */
};
static const struct ddz_words unjudgeds[] = {
#define UNJUDGED(id, code, text, chinese) {code, text, chinese},
#include "review.def"
    {NULL, NULL, NULL}};

/* What is kept of a decision for the sums at the end. */
struct decision {
  size_t action; /* its index */
  int seat;
  bool forced, same; /* same: the robot would have done it too */
  enum verdict verdict;
  enum unjudged unjudged;
  double best, played;      /* win probability of the robot's play and of this one; NAN: not known */
  double loss;              /* likewise */
  double points_loss;       /* in expected points, likewise */
  struct ddz_interval lies; /* of the loss; NAN: not known */
};

struct question {
  struct ddz_game game;   /* its table stands at the end of the actions */
  size_t plays;           /* of its record */
  struct ddz_table start; /* where the play begins, or the actions end without one */
  size_t first;           /* index of the first play among the actions, or how many there are */
  struct ddz_robot_settings robot;
  bool wanted[DDZ_ROLES];
  long long since; /* the first action in question */
  struct ddz_judge_limit judge;
  double blunder;
  size_t found;       /* actions before there was a landlord */
  long long playouts; /* of the story; 0: none */
  long long seen;     /* the seat whose view is told; DDZ_NO_SEAT: none */
  bool fairness;
  struct ddz_fairness_calls calls;
};

struct review {
  struct ddz_task *task;
  const struct question *q;
  struct ddz_stop stop; /* of the whole request */
  struct ddz_limit limit;
  struct ddz_table table;   /* where the walk stands */
  struct ddz_record record; /* of the plays before the one that is looked at */
  size_t left;              /* decisions that are still to come, this one included */
  size_t count;
  struct decision decision[DDZ_PLIES_MAX];
  double open[DDZ_PLIES_MAX + 1], seen[DDZ_PLIES_MAX + 1]; /* the landlord's chance before the first play and
                                                              after each; NAN: not known */
  size_t told;                                             /* chances in `open` */
  bool complete;
  bool net; /* it was asked */
};

/* ---- the question ---- */

static bool read_roles(const struct ddz_field *body, struct question *q) {
  struct ddz_field roles = ddz_field_of(body, "roles");
  size_t n;
  for (int role = 0; role < DDZ_ROLES; role++) q->wanted[role] = !ddz_field_given(&roles);
  if (!ddz_read_array(&roles, DDZ_ROLES, &n)) return false;
  for (size_t i = 0; i < n; i++) {
    int index = 0;
    if (!ddz_read_choice(DDZ_ITEM(&roles, i), ddz_role_names, &index)) return false;
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

/* Do nodes decide alone, so that the answer hangs on the request? */
static bool counts_nodes(const struct question *q) { return q->robot.nodes != 0 || q->judge.nodes != 0; }

static bool read_thinking(const struct ddz_field *body, struct question *q) {
  static const struct ddz_beside others[] = {
      {"level", NULL}, {"engine", "auto"}, {"limit", NULL}, {"effort", "full"}, {NULL, NULL}};
  struct ddz_robot_settings *robot = &q->robot;
  robot->top = TOP;
  ddz_robot_defaults(&robot->ask);
  robot->ask.effort = DDZ_EFFORT_FULL;
  robot->ask.level = LEVEL;
  if (!ddz_read_settings(body, TOP_MAX, robot) || !ddz_read_judge(body, others, &q->judge)) return false;
  if (robot->ms == 0) robot->ms = counts_nodes(q) ? MS_WITH_NODES : MS;
  robot->ask.limited = true;
  return true;
}

static bool read_actions(const struct ddz_field *body, struct question *q) {
  const struct ddz_field actions = ddz_field_of(body, "actions");
  const struct ddz_table *table = &q->game.table;
  size_t n;
  if (!ddz_read_array(&actions, DDZ_ACTIONS_MAX, &n)) return false;
  q->start = *table;
  for (size_t i = 0; i < n; i++) {
    const struct ddz_table before = *table;
    if (!ddz_game_next(DDZ_ITEM(&actions, i), &q->game)) return false;
    ddz_fairness_hear(&q->calls, &before, table, i);
    if (table->landlord == DDZ_NO_SEAT) q->found = i + 1;
    if (q->game.record.n > 0) continue;
    q->start = *table;
    q->first = i + 1;
  }
  q->plays = (size_t)q->game.record.n;
  return true;
}

/* What is told of the open hands, and of one seat's view. */
static bool read_story(const struct ddz_field *body, struct question *q) {
  struct ddz_field since = ddz_field_of(body, "since");
  q->playouts = ddz_field_given(&since) ? 0 : DDZ_CHANCES_ROLLOUTS;
  q->seen = DDZ_NO_SEAT;
  return ddz_read_int(DDZ_AT(body, "playouts"), 0, DDZ_CHANCES_ROLLOUTS_MAX, &q->playouts) &&
         ddz_read_int(DDZ_AT(body, "seen"), 0, DDZ_SEATS - 1, &q->seen) &&
         ddz_read_bool(DDZ_AT(body, "fairness"), &q->fairness) &&
         ddz_read_int(&since, 0, DDZ_ACTIONS_MAX, &q->since);
}

static bool read_question(const struct ddz_field *body, void *question) {
  static const char *const names[] = {DDZ_GAME_FIELDS, "level", "engine",   "objective", "limit", "top",
                                      "lang",          "roles", "blunder",  "effort",    "since", "judge",
                                      "playouts",      "seen",  "fairness", NULL};
  struct question *q = question;
  q->blunder = losses[VERDICT_BLUNDER];
  return ddz_read_object(body, names) && read_thinking(body, q) && read_roles(body, q) &&
         read_blunder(body, &q->blunder) && ddz_read_required(DDZ_AT(body, "actions")) &&
         read_story(body, q) && ddz_read_game(body, &q->game) && ddz_check_dealt(body, &q->game) &&
         read_actions(body, q);
}

static struct ddz_cost cost_of(const void *question) {
  const struct question *q = question;
  return ddz_cost_long((int)(q->plays / 12), q->robot.ms, q->robot.nodes, 0);
}

/* ---- walking through the game ---- */

/* Is the play with this number asked for? The landlord's is the first, and plays go round. */
static bool is_reviewed(const struct question *q, size_t play) {
  return q->wanted[play % DDZ_ROLES] && q->first + play >= (size_t)q->since;
}

/* An equal share of what is left for the decisions still to come; false when nothing is left. Where the
 * caller counts nodes, time only ends the whole, so that it does not change an answer. */
static bool share_limit(struct review *r, struct ddz_stop *stop, struct ddz_limit *share) {
  *stop = r->stop;
  *share = r->limit;
  if (share->stop) {
    if (ddz_stop_asked(share->stop)) return false;
    uint64_t now = ddz_api_now_us(r->task->api);
    if (now < stop->until_us && !counts_nodes(r->q)) stop->until_us = now + (stop->until_us - now) / r->left;
    share->stop = stop;
  }
  if (r->q->judge.nodes != 0) {
    share->nodes = (uint64_t)r->q->judge.nodes;
    return true;
  }
  if (r->limit.nodes == 0) return true;
  if (r->task->nodes >= r->limit.nodes) return false;
  share->nodes = (r->limit.nodes - r->task->nodes + r->left - 1) / r->left;
  return true;
}

/* ---- one decision ---- */

struct opinion {
  struct ddz_robot_move move;
  struct ddz_candidate tried[TRIED_MAX];
  size_t count; /* of them */
  uint64_t visits;
  bool by_net; /* the chances hold what the net thinks: they are good without rollouts */
  uint64_t seed;
  uint64_t share; /* nodes it may take; without such a limit those it took; 0: nothing was searched */
  bool in_time;   /* within the limit */
  const struct ddz_candidate *played; /* among `tried`; NULL: it cannot say what that is worth */
};

/* What the robot thinks of `played` where the walk stands. When the limit is used up it only glances: the
 * net, or the rules, which take microseconds. */
static void think(struct review *r, const struct ddz_play *played, struct opinion *opinion) {
  struct ddz_engine *engine = r->task->api->engine;
  struct ddz_robot_request ask = ddz_table_request(&r->table, &r->q->robot.ask);
  struct ddz_stop stop;
  ask.include = played;
  ask.includes = 1;
  ask.record = &r->record;
  ask.seed = ddz_view_seed(&ask.view);
  ddz_judge_request(&r->q->judge, &ask);
  opinion->seed = ask.seed;

  opinion->by_net = ask.player != DDZ_PLAYER_RULES && ddz_net_player_knows(engine, &ask.view);
  opinion->in_time = share_limit(r, &stop, &ask.limit);
  if (!opinion->in_time) {
    ask.player = opinion->by_net ? DDZ_PLAYER_NET : DDZ_PLAYER_RULES;
    ask.effort = DDZ_EFFORT_DECIDE;
  }
  ddz_decide(engine, &ask, &opinion->move, opinion->tried, TRIED_MAX);
  opinion->count = opinion->move.candidates < TRIED_MAX ? opinion->move.candidates : TRIED_MAX;
  r->task->nodes += opinion->move.nodes;
  opinion->share = opinion->move.nodes == 0 || ask.limit.nodes == 0 ? opinion->move.nodes : ask.limit.nodes;
  r->net = r->net || opinion->move.player == DDZ_PLAYER_NET;
}

/* What was played, among what the robot tried; NULL: he cannot say what it is worth. */
static const struct ddz_candidate *find_played(const struct ddz_play *played, struct opinion *opinion) {
  for (size_t i = 0; i < opinion->count; i++) {
    const struct ddz_candidate *c = &opinion->tried[i];
    if (c->play.cards != played->cards) continue;
    opinion->visits = c->visits;
    return opinion->by_net || c->proven || c->visits >= ENOUGH ? c : NULL;
  }
  return NULL;
}

/* Between what the loss lies. */
static struct ddz_interval loss_interval(const struct decision *d, const struct ddz_candidate *played) {
  const double half = d->same ? 0 : NINE_OF_TEN * played->behind_error;
  return (struct ddz_interval){fmax(0, d->loss - half), fmin(1, d->loss + half)};
}

/* Why nothing could be said; `told`: of the chances something was. */
static enum unjudged why_not(const struct question *q, const struct opinion *opinion, bool told) {
  if (q->robot.ask.player == DDZ_PLAYER_RULES) return UNJUDGED_NO_CHANCES;
  if (!opinion->in_time) return UNJUDGED_LIMIT_REACHED;
  if (ddz_robot_is_long(&q->robot.ask)) return UNJUDGED_FEW_PLAYOUTS;
  return told ? UNJUDGED_NO_ERRORS : UNJUDGED_NO_CHANCES;
}

/* The word that is true of the whole interval; of several the first of: blunder, mistake, inaccuracy, best,
 * good. A loss that is told as the threshold is one. */
static enum verdict verdict_of(struct ddz_interval loss, double blunder) {
  enum verdict verdict = VERDICT_MISTAKE;
  if (loss.low > blunder - HALF_A_DIGIT) return VERDICT_BLUNDER;
  for (; verdict >= VERDICT_INACCURACY; verdict--)
    if (loss.low > losses[verdict] - HALF_A_DIGIT) return verdict;
  if (loss.high < losses[VERDICT_GOOD] - HALF_A_DIGIT) return VERDICT_BEST;
  return loss.high < losses[VERDICT_INACCURACY] - HALF_A_DIGIT ? VERDICT_GOOD : VERDICT_CLOSE;
}

/* The win probabilities and what was lost, where the robot can tell. */
static void judge(const struct question *q, const struct ddz_play *played, struct opinion *opinion,
                  struct decision *d) {
  const struct ddz_robot_move *move = &opinion->move;
  const bool known = move->chosen.proven || opinion->by_net || opinion->tried[0].visits >= COMPARED;
  const struct ddz_candidate *tried = find_played(played, opinion);
  opinion->played = tried;
  d->same = played->cards == move->chosen.play.cards;
  d->best = known ? move->chosen.win_probability : NAN;
  d->played = d->same ? d->best : tried ? tried->win_probability : NAN;
  if (d->forced) {
    d->loss = d->points_loss = 0;
    return;
  }
  if ((tried == NULL && !d->same) || isnan(d->best) || isnan(d->played)) {
    d->unjudged = why_not(q, opinion, false);
    return;
  }
  d->loss = fmax(0, d->best - d->played);
  const double points = d->same ? 0 : move->chosen.expected_points - tried->expected_points;
  d->points_loss = isnan(points) ? NAN : fmax(0, points);
  const bool bounded = d->same || tried->bounded;
  if (bounded) d->lies = loss_interval(d, tried);
  if (!bounded || !(opinion->in_time || (d->same && move->chosen.proven))) {
    d->unjudged = why_not(q, opinion, true);
    return;
  }
  d->verdict = verdict_of(d->lies, q->blunder);
  if (d->verdict != VERDICT_CLOSE) return;
  d->unjudged = UNJUDGED_UNCLEAR;
  d->loss = d->points_loss = NAN;
}

/* ---- telling ---- */

/* How sure both chances are. */
static void out_intervals(struct ddz_writer *out, const struct decision *d, const struct opinion *opinion) {
  const struct ddz_robot_move *move = &opinion->move;
  const struct ddz_candidate *played = opinion->played;
  const struct ddz_interval sure = {d->best, d->best}, best = move->chosen.proven ? sure : move->chosen.win;
  const bool known = !isnan(d->best) && (move->chosen.proven || move->chosen.bounded);
  ddz_write_interval(out, "best_interval", known, best);
  if (d->same)
    ddz_write_interval(out, "interval", known, best);
  else
    ddz_write_interval(out, "interval", played && played->bounded, played ? played->win : sure);
  ddz_write_bool(out, "proven", move->chosen.proven);
}

static void out_decision(struct ddz_writer *out, const struct review *r, size_t play,
                         const struct decision *d, const struct opinion *opinion) {
  const struct question *q = r->q;
  const enum ddz_role role = ddz_table_role(&r->table, d->seat);
  const struct ddz_terms terms = ddz_table_terms(&q->game);
  const struct ddz_pile hand = ddz_pile_of(r->table.cards[d->seat]), put = ddz_pile_of(q->game.put[play]);
  const struct ddz_words *said = d->verdict != VERDICTS ? &verdicts[d->verdict] : &unjudgeds[d->unjudged];
  enum ddz_reason reason = opinion->move.reason;
  ddz_write_open(out, NULL, '{');
  ddz_write_int(out, "action", (long long)d->action);
  ddz_write_int(out, "seat", d->seat);
  ddz_write_string(out, "role", ddz_role_name(role));
  ddz_write_cards(out, "hand", &terms, hand.hand, &hand);
  ddz_write_cards(out, "cards", &terms, put.hand, &put);
  ddz_write_play(out, "pattern", &terms, &q->game.record.play[play], &put);
  ddz_write_bool(out, "forced", d->forced);
  ddz_write_cards(out, "best", &terms, opinion->move.chosen.play.cards, d->same ? &put : &hand);
  ddz_write_real(out, "best_win_probability", d->best);
  ddz_write_real(out, "win_probability", d->played);
  out_intervals(out, d, opinion);
  ddz_write_real(out, "loss", d->loss);
  ddz_write_interval(out, "loss_interval", true, d->lies);
  ddz_write_real(out, "points_loss", d->points_loss);
  ddz_write_text(out, "verdict", verdicts[d->verdict].name);
  ddz_write_text(out, "unjudged", unjudgeds[d->unjudged].name);
  ddz_write_text(out, "text", q->robot.chinese ? said->chinese : said->text);
  ddz_write_bool(out, "blunder", d->verdict == VERDICT_BLUNDER);
  ddz_write_int(out, "visits", (long long)opinion->visits);
  ddz_write_known(out, "nodes", opinion->share > 0, (long long)opinion->share);
  ddz_write_int(out, "seed", (long long)opinion->seed);
  ddz_write_open(out, "candidates", '[');
  for (size_t i = 0; i < opinion->count && i < (size_t)q->robot.top; i++)
    ddz_write_candidate(out, &terms, &hand, &opinion->tried[i]);
  ddz_write_close(out, ']');
  if (d->forced || reason == DDZ_REASON_NET_BEST || reason == DDZ_REASON_SEARCHED ||
      reason == DDZ_REASON_SOLVED)
    ddz_write_null(out, "reason"); /* it names no idea */
  else
    ddz_write_reason(out, reason, q->robot.chinese);
  ddz_write_why(out, role, &opinion->move, q->robot.chinese);
  ddz_write_close(out, '}');
}

/* What the seat saw before its play, and after it, as the landlord's chance. */
static void keep_seen(struct review *r, size_t play, const struct decision *d) {
  const bool landlord = ddz_table_role(&r->table, d->seat) == DDZ_LANDLORD;
  if (d->seat != r->q->seen) return;
  r->seen[play] = landlord ? d->best : 1 - d->best;
  r->seen[play + 1] = landlord ? d->played : 1 - d->played;
}

/* The decision that is made where the walk stands. */
static void review_one(struct review *r, struct ddz_writer *out, size_t play) {
  const struct ddz_play *played = &r->q->game.record.play[play];
  struct decision *d = &r->decision[r->count++];
  struct opinion opinion = {.move = {.chosen = {.play = *played}}};
  const struct ddz_table *table = &r->table;
  const size_t plays = ddz_prompts_count(r->task->api->engine->prompter, &table->rules,
                                         table->hand[table->turn], &table->now.last);
  *d = (struct decision){.action = r->q->first + play,
                         .seat = r->table.turn,
                         .forced = plays <= (size_t)ddz_position_leads(&table->now), /* or to pass */
                         .best = NAN,
                         .played = NAN,
                         .loss = NAN,
                         .points_loss = NAN,
                         .lies = {NAN, NAN},
                         .verdict = VERDICTS,
                         .unjudged = UNJUDGED_NOT};
  r->record.n = (int)play;
  think(r, played, &opinion);
  judge(r->q, played, &opinion, d);
  keep_seen(r, play, d);
  r->left--;
  r->complete = r->complete && (opinion.in_time || d->forced || d->verdict != VERDICTS);
  out_decision(out, r, play, d, &opinion);
}

/* ---- the story ---- */

/* The game with open hands from its first play on; false without a landlord. */
static bool open_start(const struct question *q, struct ddz_open *open) {
  const struct ddz_table *table = &q->start;
  ddz_hand hand[DDZ_ROLES];
  struct ddz_view view;
  if (table->landlord == DDZ_NO_SEAT) return false;
  for (int role = 0; role < DDZ_ROLES; role++)
    hand[role] = table->hand[ddz_table_seat(table, (enum ddz_role)role)];
  if (table->phase != DDZ_PHASE_PLAY) {
    ddz_open_start(open, &table->rules, hand, ddz_cards_hand(table->kitty));
    return true;
  }
  ddz_table_view(table, &view);
  ddz_open_of(open, &view, hand);
  return true;
}

/* In the first third of the time. */
static void tell_story(struct review *r) {
  const struct question *q = r->q;
  struct ddz_open start;
  struct ddz_stop stop = r->stop;
  const uint64_t now = ddz_api_now_us(r->task->api);
  if (!counts_nodes(q) && now < stop.until_us) stop.until_us = now + (stop.until_us - now) / 3;
  const struct ddz_chances_ask story = {.start = &start,
                                        .play = q->game.record.play,
                                        .plays = q->plays,
                                        .rollouts = (int)q->playouts,
                                        .stop = r->limit.stop ? &stop : NULL};
  for (size_t i = 0; i <= q->plays; i++) r->seen[i] = NAN;
  r->complete = true;
  if (q->playouts == 0 || !open_start(q, &start)) return;
  r->told = ddz_chances_of(r->task->api->engine, &story, r->open);
  r->complete = r->told == q->plays + 1;
}

/* One for the start and one after each action; null while there is no landlord. `n` of the play are known. */
static void out_chances(struct ddz_writer *out, const char *key, const struct question *q,
                        const double *chance, size_t n) {
  const bool called = q->game.table.landlord != DDZ_NO_SEAT;
  const size_t all = !called ? q->first + 1 : n > 0 ? q->first + n : q->found;
  ddz_write_open(out, key, '[');
  for (size_t i = 0; i < all; i++) {
    const double one = !called || i < q->found ? NAN : chance[i < q->first ? 0 : i - q->first];
    ddz_write_open(out, NULL, '{');
    ddz_write_real(out, "landlord", one);
    ddz_write_bool(out, "proven", one == 0 || one == 1);
    ddz_write_close(out, '}');
  }
  ddz_write_close(out, ']');
}

static void out_story(struct ddz_writer *out, const struct review *r) {
  const struct question *q = r->q;
  if (q->playouts == 0) {
    ddz_write_open(out, "open", '[');
    ddz_write_close(out, ']');
  } else {
    out_chances(out, "open", q, r->open, r->told);
  }
  if (q->seen == DDZ_NO_SEAT) return ddz_write_null(out, "seen");
  out_chances(out, "seen", q, r->seen, q->plays + 1);
}

/* Every decision, as long as the server waits. */
static void review_all(struct review *r, struct ddz_writer *out) {
  const struct question *q = r->q;
  r->table = q->start;
  r->record = q->game.record;
  ddz_write_open(out, "decisions", '[');
  for (size_t i = 0; i < q->plays; i++) {
    const bool asked = is_reviewed(q, i);
    if (asked && ddz_task_is_over(r->task)) {
      r->complete = false;
      break;
    }
    if (asked) review_one(r, out, i);
    ddz_game_again(&q->game, i, &r->table);
  }
  ddz_write_close(out, ']');
}

/* All mistakes and blunders, the worst first, equal ones in their order. */
static void out_turning_points(struct ddz_writer *out, const struct review *r) {
  const struct decision *worst[DDZ_PLIES_MAX];
  size_t n = 0;
  for (size_t i = 0; i < r->count; i++) {
    const struct decision *d = &r->decision[i];
    if (d->verdict != VERDICT_MISTAKE && d->verdict != VERDICT_BLUNDER) continue;
    size_t at = n++;
    for (; at > 0 && worst[at - 1]->loss < d->loss; at--) worst[at] = worst[at - 1];
    worst[at] = d;
  }
  ddz_write_open(out, "turning_points", '[');
  for (size_t i = 0; i < n; i++) {
    const struct decision *d = worst[i];
    ddz_write_open(out, NULL, '{');
    ddz_write_int(out, "action", (long long)d->action);
    ddz_write_int(out, "seat", d->seat);
    ddz_write_string(out, "role", ddz_role_name(ddz_table_role(&r->q->game.table, d->seat)));
    ddz_write_string(out, "verdict", verdicts[d->verdict].name);
    ddz_write_real(out, "loss", d->loss);
    /* from a game rather won to one rather lost */
    ddz_write_bool(out, "crosses_half", d->best >= 0.5 && d->played < 0.5);
    ddz_write_close(out, '}');
  }
  ddz_write_close(out, ']');
}

/* Sums of one seat, over its decisions with a choice. A close one counts as no loss. */
static void out_seat(struct ddz_writer *out, const struct review *r, int seat) {
  long long decisions = 0, forced = 0, judged = 0, same = 0, called[VERDICTS + 1] = {0};
  double loss = 0;
  for (size_t i = 0; i < r->count; i++) {
    const struct decision *d = &r->decision[i];
    if (d->seat != seat) continue;
    decisions++;
    forced += d->forced;
    same += d->same && !d->forced;
    called[d->verdict]++;
    if (d->forced) continue;
    judged += !isnan(d->loss) || d->verdict == VERDICT_CLOSE;
    if (!isnan(d->loss)) loss += d->loss;
  }
  ddz_write_open(out, NULL, '{');
  ddz_write_int(out, "seat", seat);
  ddz_write_string(out, "role", ddz_role_name(ddz_table_role(&r->q->game.table, seat)));
  ddz_write_int(out, "decisions", decisions);
  ddz_write_int(out, "forced", forced);
  ddz_write_int(out, "judged", judged);
  ddz_write_int(out, "same", same);
  ddz_write_real(out, "mean_loss", judged ? loss / (double)judged : NAN);
  ddz_write_real(out, "total_loss", loss);
  ddz_write_int(out, "blunders", called[VERDICT_BLUNDER]);
  ddz_write_open(out, "verdicts", '{');
  for (int i = 0; i < VERDICTS; i++) ddz_write_int(out, verdicts[i].name, called[i]);
  ddz_write_close(out, '}');
  ddz_write_close(out, '}');
}

static void run(struct ddz_task *task, const void *question, struct ddz_writer *out) {
  const struct question *q = question;
  const struct ddz_table *end = &q->game.table;
  struct review r = {.task = task, .q = q};
  for (size_t i = 0; i < q->plays; i++) r.left += is_reviewed(q, i);
  r.limit = ddz_task_limit(task, q->robot.ms, q->robot.nodes, &r.stop);

  ddz_write_open(out, NULL, '{');
  ddz_write_bool(out, "finished", end->phase == DDZ_PHASE_OVER);
  ddz_write_known(out, "winner", end->winner != DDZ_NO_SEAT, end->winner);
  if (q->fairness) ddz_write_fairness(task, &q->game, &q->start, q->first, &q->calls, r.limit.stop, out);
  tell_story(&r);
  review_all(&r, out);
  out_story(out, &r);
  ddz_write_bool(out, "complete", r.complete);
  out_turning_points(out, &r);
  ddz_write_open(out, "seats", '[');
  for (int seat = 0; seat < DDZ_SEATS && end->landlord != DDZ_NO_SEAT; seat++)
    if (q->wanted[ddz_table_role(end, seat)]) out_seat(out, &r, seat);
  ddz_write_close(out, ']');
  ddz_write_real(out, "blunder", q->blunder);
  ddz_write_int(out, "level", q->robot.ask.level);
  enum ddz_player player = ddz_robot_is_long(&q->robot.ask) ? DDZ_PLAYER_SEARCH
                           : r.net                          ? DDZ_PLAYER_NET
                                                            : DDZ_PLAYER_RULES;
  ddz_task_close(task, out, ddz_player_names[player], NULL, false);
}

const struct ddz_handler ddz_handle_review = {
    .size = sizeof(struct question), .read = read_question, .cost = cost_of, .run = run, .lower = "top"};
