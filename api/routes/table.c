/* POST /table: the referee. The whole game so far comes in, its state goes out; nothing is kept. */

#include "api/route.h"
#include "api/wire/game.h"
#include "api/wire/player.h"
#include "core/robot/actor.h"
#include "core/value/prompt.h"

enum { PLAYS_MAX = 1000 };
_Static_assert((int)PLAYS_MAX <= (int)DDZ_PROMPTS_MAX, "plays go to the prompter's own room");

/* `robot`, how the seat to act would be played, and `robots`, who plays which seat. Both name settings as
 * /robot-move does, or are `true` for the best quick move. */
struct robots {
  bool asked;                      /* is there `robot`? */
  struct ddz_robot_settings robot; /* of `robot` */
  bool sits[DDZ_SEATS];            /* is there a robot in this seat? */
  struct ddz_robot_settings seat[DDZ_SEATS];
};

struct question {
  struct ddz_game game;
  struct robots robots;
  long long plays; /* legal ones to list at most; 0: none */
  long long view;  /* the seat whose eyes the answer is for; DDZ_NO_SEAT: the referee's */
  unsigned views;  /* seats whose views come beside it */
};

/* ---- robots at the table ---- */

/* `true`, or an object of settings. False as value: there is no robot. */
static bool read_one(const struct ddz_field *field, struct ddz_robot_settings *robot, bool *there) {
  static const char *const names[] = {DDZ_ROBOT_FIELDS, "explain", NULL};
  *there = ddz_field_given(field) && !json_is_false(field->json);
  if (!*there) return true;
  if (json_is_true(field->json)) {
    struct ddz_field empty = {.problem = field->problem};
    return ddz_read_robot(&empty, robot);
  }
  if (!json_is_object(field->json)) return ddz_field_wrong_type(field, "true, or an object of settings");
  return ddz_read_object(field, names) && ddz_read_robot(field, robot) &&
         ddz_read_bool(DDZ_AT(field, "explain"), &robot->explain);
}

/* Both are optional. */
static bool read_robots(const struct ddz_field *body, struct robots *robots) {
  static const char *const seats[] = {"0", "1", "2", NULL};
  struct ddz_field robot = ddz_field_of(body, "robot"), all = ddz_field_of(body, "robots");
  if (!read_one(&robot, &robots->robot, &robots->asked)) return false;
  if (!ddz_field_given(&all)) return true;
  const bool listed = json_is_array(all.json); /* by seat; null or false: no robot */
  size_t n;
  if (listed ? !ddz_read_array(&all, DDZ_SEATS, &n) : !ddz_read_object(&all, seats)) return false;
  for (size_t seat = 0; seat < DDZ_SEATS; seat++) {
    struct ddz_field one = listed ? ddz_field_item(&all, seat) : ddz_field_of(&all, seats[seat]);
    if (json_is_null(one.json)) one.json = NULL;
    if (!read_one(&one, &robots->seat[seat], &robots->sits[seat])) return false;
  }
  return true;
}

static bool read_views(const struct ddz_field *body, struct question *q) {
  const struct ddz_field views = ddz_field_of(body, "views"), view = ddz_field_of(body, "view");
  size_t n;
  if (!ddz_field_given(&views)) return true;
  if (!ddz_read_array(&views, DDZ_SEATS, &n)) return false;
  for (size_t i = 0; i < n; i++) {
    long long seat = DDZ_NO_SEAT;
    if (!ddz_read_int(DDZ_ITEM(&views, i), 0, DDZ_SEATS - 1, &seat)) return false;
    q->views |= 1u << seat;
  }
  return !ddz_field_given(&view) ||
         ddz_field_fail(&views, DDZ_PROBLEM_CONFLICT, "send `view` or `views`, not both");
}

/* A seed that is drawn must be returned, and a view must not tell it. */
static bool check_told(const struct ddz_field *body, const struct question *q) {
  const struct ddz_field view = ddz_field_of(body, "view");
  return q->view == DDZ_NO_SEAT || !ddz_game_undealt(&q->game) ||
         ddz_field_fail(&view, DDZ_PROBLEM_CONFLICT,
                        "without `seed` the cards are dealt anew, and a view does not show the seed: send "
                        "`seed`, or `views`");
}

static bool read_question(const struct ddz_field *body, void *question) {
  struct question *q = question;
  static const char *const names[] = {DDZ_GAME_FIELDS, "robot", "robots", "plays",
                                      "view",          "views", "lang",   NULL};
  q->view = DDZ_NO_SEAT;
  return ddz_read_body(body, names) && ddz_read_game(body, &q->game) && ddz_read_actions(body, &q->game) &&
         read_robots(body, &q->robots) && ddz_read_int(DDZ_AT(body, "plays"), 1, PLAYS_MAX, &q->plays) &&
         ddz_read_int(DDZ_AT(body, "view"), 0, DDZ_SEATS - 1, &q->view) && read_views(body, q) &&
         check_told(body, q);
}

/* Does a robot sit anywhere? */
static bool anybody_sits(const struct robots *robots) {
  return robots->sits[0] || robots->sits[1] || robots->sits[2];
}

/* Of those that search: any number of searches where robots sit. */
static struct ddz_cost cost_of_searches(const struct question *q) {
  const struct ddz_robot_settings *asked = &q->robots.robot;
  struct ddz_cost cost = {0};
  if (q->robots.asked && ddz_robot_is_long(&asked->ask))
    cost = ddz_cost_of_search(&q->game.table.rules, &asked->ask, asked->ms, asked->nodes);
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    const struct ddz_robot_settings *robot = &q->robots.seat[seat];
    if (!q->robots.sits[seat] || !ddz_robot_is_long(&robot->ask)) continue;
    cost = ddz_cost_long(0, 0, 0, 0);
  }
  cost.group = DDZ_COST_GROUPS - 1;
  return cost;
}

/* The referee counts the plays of whose turn it is and asks the robot what a time-out plays. With one wild
 * rank that is short; with two, and all eight wildcards in a hand of 20, 5 ms warm and 25 ms cold. Robots
 * that think quickly play a whole game in a few milliseconds. */
static struct ddz_cost cost_of(const void *question) {
  const struct question *q = question;
  const struct ddz_rules *rules = &q->game.table.rules;
  const bool two_wild = __builtin_popcount(rules->wild) >= 2;
  const struct ddz_cost searches = cost_of_searches(q);
  if (searches.kind == DDZ_COST_LONG) return searches;
  if (two_wild || (rules->wildcard == DDZ_WILDCARD_RANKS && (anybody_sits(&q->robots) || q->plays > 0)))
    return ddz_cost_counted(0, 50000);
  return ddz_cost_counted(0, 1000);
}

/* ---- what is told ---- */

/* Of which game, which goes on while robots act, and to whom. */
struct telling {
  struct ddz_task *task;
  const struct question *q;
  struct ddz_game *game;
  struct ddz_terms terms; /* of the game as it stands */
  long long view;
};

/* Does the view leave out what is this seat's alone? Nothing is nobody's. */
static bool hides(const struct telling *t, int seat) {
  return seat != DDZ_NO_SEAT && t->view != DDZ_NO_SEAT && t->view != seat;
}

/* Its hand, too, unless it is shown to all? */
static bool hides_hand(const struct telling *t, int seat) {
  return hides(t, seat) && (t->game->shown >> seat & 1) == 0;
}

static void out_role(struct ddz_writer *out, const struct ddz_table *table, int seat) {
  enum ddz_role role = seat == DDZ_NO_SEAT ? DDZ_ROLES : ddz_table_role(table, seat);
  ddz_write_text(out, "role", ddz_role_names[role]);
}

static void out_seat(struct ddz_writer *out, const char *key, int seat) {
  ddz_write_known(out, key, seat != DDZ_NO_SEAT, seat);
}

/* A play, with cards out of these. */
static void out_play(struct ddz_writer *out, const struct telling *t, const struct ddz_play *play,
                     ddz_cards from) {
  const struct ddz_pile pile = ddz_pile_of(from);
  ddz_write_cards(out, "cards", &t->terms, play->cards, &pile);
  ddz_write_play(out, "pattern", &t->terms, play, &pile);
}

/* ---- robots ---- */

/* Fields of an action, ready to be appended: who acts and `call`, `cards` with `pattern`, or `deal`. The
 * table is as it was before the action; `seat` is the one to act, DDZ_NO_SEAT when it deals again. */
static void out_action(struct ddz_writer *out, const struct telling *t, const struct ddz_act *act) {
  const struct ddz_table *table = &t->game->table;
  if (act->action.verb == DDZ_VERB_DEAL) return ddz_write_bool(out, "deal", true);
  ddz_write_int(out, "seat", table->turn);
  if (table->landlord != DDZ_NO_SEAT) out_role(out, table, table->turn);
  if (act->action.verb == DDZ_VERB_CALL)
    ddz_write_string(out, "call", ddz_call_rows[act->action.call].name);
  else
    out_play(out, t, &act->move.chosen.play, table->cards[table->turn]);
}

/* Why it was done: `reason`, and of a play what /robot-move tells. */
static void out_act_thought(struct ddz_writer *out, const struct telling *t,
                            const struct ddz_robot_settings *robot, const struct ddz_act *act,
                            const struct ddz_candidate *candidates) {
  if (act->action.verb == DDZ_VERB_PLAY) {
    const struct ddz_pile pile = ddz_pile_of(t->game->table.cards[t->game->table.turn]);
    ddz_write_thought(out, &t->terms, &pile, robot, &act->move, candidates);
    ddz_write_string(out, "engine", ddz_player_names[act->move.player]);
  } else if (act->action.verb == DDZ_VERB_CALL) {
    const struct ddz_bid_advice *advice = &act->called;
    ddz_write_real(out, "landlord_probability", advice->landlord_probability);
    ddz_write_real(out, "expected_points", advice->expected_points[advice->choice]);
    if (act->called.rounds > 0)
      ddz_write_interval(out, "points_interval", true, act->called.points[advice->choice]);
    ddz_write_reason(out, advice->reason, robot->chinese);
    ddz_write_string(out, "engine", advice->source);
  }
}

/* What the robot does for the seat to act, which knows the record. Its limit counts from now on, the deadline
 * is that of the request. */
static void act(const struct telling *t, const struct ddz_robot_settings *robot, struct ddz_act *act,
                struct ddz_candidate *candidates) {
  struct ddz_task *task = t->task, now = *task;
  struct ddz_robot_request how = robot->ask;
  struct ddz_stop stop;
  now.arrived_us = ddz_api_now_us(task->api);
  how.record = &t->game->record;
  how.limit = ddz_task_limit(&now, robot->ms, robot->nodes, &stop);
  ddz_table_act(task->api->engine, &t->game->table, &how, act, candidates, (size_t)robot->top);
  now.nodes = act->move.nodes + act->called.nodes;
  task->nodes += now.nodes;
  if (!ddz_robot_is_long(&how) || act->action.verb == DDZ_VERB_DEAL) return;
  task->limited = now.limited = true;
  now.own_nodes = ddz_robot_nodes(&how);
  ddz_task_count(&now,
                 act->action.verb == DDZ_VERB_PLAY ? ddz_player_names[act->move.player] : act->called.source,
                 "search");
  task->searches = now.searches;
}

/* Is anything left to do? Given hands are not dealt again. */
static bool goes_on(const struct ddz_game *game) {
  if (game->table.phase == DDZ_PHASE_REDEAL) return ddz_game_deals(game);
  return game->table.phase != DDZ_PHASE_OVER;
}

/* `robot`: the action it advises, and why. Null where nobody is to act, or the seat is hidden from the view.
 */
static void out_robot(struct ddz_writer *out, const struct telling *t) {
  const struct robots *robots = &t->q->robots;
  struct ddz_candidate candidates[DDZ_TOP_MAX];
  struct ddz_act done;
  if (!robots->asked) return;
  if (!goes_on(t->game) || hides(t, t->game->table.turn)) return ddz_write_null(out, "robot");
  act(t, &robots->robot, &done, candidates);
  ddz_write_open(out, "robot", '{');
  ddz_write_open(out, "action", '{');
  out_action(out, t, &done);
  ddz_write_close(out, '}');
  out_act_thought(out, t, &robots->robot, &done, candidates);
  ddz_write_close(out, '}');
}

/* The robot that is to act; NULL when it is somebody else's turn, or the game is over. Any robot deals again.
 */
static const struct ddz_robot_settings *robot_to_act(const struct robots *robots,
                                                     const struct ddz_game *game) {
  if (!goes_on(game)) return NULL;
  for (int seat = 0; seat < DDZ_SEATS; seat++)
    if (robots->sits[seat] && (game->table.phase == DDZ_PHASE_REDEAL || seat == game->table.turn))
      return &robots->seat[seat];
  return NULL;
}

/* `appended`: robots act until a seat without one is to act, the game is over, or the time is. */
static void out_appended(struct ddz_writer *out, struct telling *t) {
  const struct robots *robots = &t->q->robots;
  const struct ddz_robot_settings *robot;
  if (!anybody_sits(robots)) return;
  ddz_write_open(out, "appended", '[');
  for (int n = 0;
       n < DDZ_ACTIONS_MAX && (robot = robot_to_act(robots, t->game)) && !ddz_task_is_over(t->task); n++) {
    struct ddz_candidate candidates[DDZ_TOP_MAX];
    struct ddz_robot_settings how = *robot;
    struct ddz_act done;
    if (!how.explain) how.top = 0;
    act(t, &how, &done, candidates);
    ddz_write_open(out, NULL, '{');
    out_action(out, t, &done);
    if (!hides(t, t->game->table.turn)) out_act_thought(out, t, &how, &done, candidates);
    ddz_write_close(out, '}');
    if (ddz_game_apply(t->game, &done.action) != DDZ_OK) break; /* a robot's action is legal */
    t->terms = ddz_table_terms(t->game);                        /* wild ranks may be shown now */
  }
  const bool missed = ddz_task_is_busy(t->task) && robot_to_act(robots, t->game) != NULL;
  if (missed && ddz_robot_is_long(&robot_to_act(robots, t->game)->ask))
    t->task->searches.ended[DDZ_SEARCH_CUT]++;
  ddz_write_close(out, ']');
}

/* ---- the state ---- */

static void out_pile(struct ddz_writer *out, const char *key, const struct ddz_terms *terms,
                     ddz_cards cards) {
  const struct ddz_pile pile = ddz_pile_of(cards);
  ddz_write_cards(out, key, terms, pile.hand, &pile);
}

/* `last` of a seat: its last play or pass, or else its last call; null before. Plays go round. */
static void out_latest(struct ddz_writer *out, const struct telling *t, int seat) {
  const struct ddz_game *game = t->game;
  const enum ddz_call call = (enum ddz_call)game->table.asked[seat];
  int play = game->record.n - 1;
  while (play >= 0 && play % DDZ_ROLES != (int)ddz_table_role(&game->table, seat)) play--;
  if (play < 0 && call == DDZ_CALLS) return ddz_write_null(out, "last");
  ddz_write_open(out, "last", '{');
  if (play >= 0)
    out_play(out, t, &game->record.play[play], game->put[play]);
  else
    ddz_write_string(out, "call", ddz_call_rows[call].name);
  ddz_write_close(out, '}');
}

static void out_seats(struct ddz_writer *out, const struct telling *t) {
  const struct ddz_table *table = &t->game->table;
  ddz_write_open(out, "seats", '[');
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    const enum ddz_call call = (enum ddz_call)table->asked[seat];
    ddz_write_open(out, NULL, '{');
    ddz_write_int(out, "seat", seat);
    out_role(out, table, seat);
    if (!hides_hand(t, seat)) out_pile(out, "hand", &t->terms, table->cards[seat]);
    ddz_write_int(out, "left", ddz_hand_size(table->hand[seat]));
    ddz_write_text(out, "call", call == DDZ_CALLS ? NULL : ddz_call_rows[call].name);
    out_latest(out, t, seat);
    ddz_write_int(out, "factor", table->factor[seat]);
    ddz_write_int(out, "plays", ddz_table_plays(table, seat));
    ddz_write_int(out, "score", (long long)table->score[seat]);
    ddz_write_close(out, '}');
  }
  ddz_write_close(out, ']');
}

static void out_last(struct ddz_writer *out, const struct telling *t) {
  const struct ddz_table *table = &t->game->table;
  if (ddz_position_leads(&table->now)) return ddz_write_null(out, "last");
  ddz_write_open(out, "last", '{');
  ddz_write_int(out, "seat", ddz_table_owner(table));
  out_role(out, table, ddz_table_owner(table));
  out_play(out, t, &table->now.last, table->last_cards);
  ddz_write_close(out, '}');
}

/* `plays`: those of them that were asked for, the best first. Null where the seat to act is hidden. */
static void out_plays(struct ddz_writer *out, const struct telling *t) {
  const struct ddz_table *table = &t->game->table;
  struct ddz_prompter *prompter = t->task->api->engine->prompter;
  struct ddz_prompt *prompts = ddz_prompter_out(prompter);
  const size_t cap = (size_t)t->q->plays;
  size_t count = 0;
  if (cap == 0) return;
  if (hides(t, table->turn)) return ddz_write_null(out, "plays");
  if (table->phase == DDZ_PHASE_PLAY)
    count = ddz_prompts(prompter, &table->rules, table->hand[table->turn], &table->now.last, DDZ_ORDER_REST,
                        prompts, cap);
  ddz_write_open(out, "plays", '[');
  for (size_t i = 0; i < count && i < cap; i++) {
    ddz_write_open(out, NULL, '{');
    out_play(out, t, &prompts[i].play, table->cards[table->turn]);
    ddz_write_close(out, '}');
  }
  ddz_write_close(out, ']');
}

/* What is done for a seat that does not answer in time; null where nobody is to act, or the seat is hidden.
 */
static void out_time_out(struct ddz_writer *out, const struct telling *t) {
  const struct ddz_table *table = &t->game->table;
  struct ddz_action action;
  if (table->turn == DDZ_NO_SEAT || hides(t, table->turn)) return ddz_write_null(out, "time_out");
  const struct ddz_pile pile = ddz_pile_of(table->cards[table->turn]);
  ddz_table_timeout(t->task->api->engine, table, &action);
  ddz_write_open(out, "time_out", '{');
  if (action.verb == DDZ_VERB_CALL)
    ddz_write_string(out, "call", ddz_call_rows[action.call].name);
  else
    ddz_write_cards(out, "cards", &t->terms, action.cards, &pile);
  ddz_write_close(out, '}');
}

/* What the seat whose turn it is may do. */
static void out_turn(struct ddz_writer *out, const struct telling *t) {
  const struct ddz_table *table = &t->game->table;
  const bool hidden = hides(t, table->turn), plays = table->phase == DDZ_PHASE_PLAY;
  /* that a seat must call tells of its hand */
  const ddz_call_set open = hidden ? ddz_table_calls_seen(table) : ddz_table_calls(table);
  size_t count = 0; /* different sets of cards that may be put down now */
  if (plays)
    count = ddz_prompts_count(t->task->api->engine->prompter, &table->rules, table->hand[table->turn],
                              &table->now.last);
  ddz_write_open(out, "legal_calls", '[');
  for (int call = 0; call < DDZ_CALLS; call++)
    if (open >> call & 1) ddz_write_string(out, NULL, ddz_call_rows[call].name);
  ddz_write_close(out, ']');
  ddz_write_known(out, "legal_plays", !hidden, (long long)count);
  out_plays(out, t);
  ddz_write_bool(out, "can_pass", plays && (!ddz_position_leads(&table->now) || count == 0));
  out_time_out(out, t);
}

static void out_outcome(struct ddz_writer *out, const struct ddz_table *table) {
  out_seat(out, "winner", table->winner);
  ddz_write_bool(out, "spring", table->spring);
  if (table->phase != DDZ_PHASE_OVER) return ddz_write_null(out, "score");
  ddz_write_open(out, "score", '[');
  for (int seat = 0; seat < DDZ_SEATS; seat++) ddz_write_int(out, NULL, (long long)table->score[seat]);
  ddz_write_close(out, ']');
}

/* `unseen` of a view: what the others hold together, and the kitty until it is shown. */
static void out_kitty(struct ddz_writer *out, const struct telling *t) {
  const struct ddz_table *table = &t->game->table;
  const bool viewed = t->view != DDZ_NO_SEAT,
             under = table->landlord == DDZ_NO_SEAT && !table->rules.kitty_open;
  ddz_cards unseen = under ? table->kitty : 0;
  for (int seat = 0; seat < DDZ_SEATS; seat++)
    if (hides_hand(t, seat)) unseen |= table->cards[seat];
  if (viewed) out_pile(out, "unseen", &t->terms, unseen);
  if (viewed && under) return ddz_write_null(out, "kitty");
  out_pile(out, "kitty", &t->terms, table->kitty);
}

static void out_awaited(struct ddz_writer *out, const struct ddz_table *table) {
  const unsigned awaited = ddz_table_awaited(table);
  ddz_write_open(out, "awaited", '[');
  for (int seat = 0; seat < DDZ_SEATS; seat++)
    if (awaited >> seat & 1) ddz_write_int(out, NULL, seat);
  ddz_write_close(out, ']');
}

/* As it was given, or drawn. Nothing where the hands were given without one. */
static void out_seed(struct ddz_writer *out, const struct ddz_game *game) {
  if (!game->has_seed) return;
  if (game->seed[0]) return ddz_write_string(out, "seed", game->seed);
  ddz_write_int(out, "seed", (long long)game->words[0]);
}

/* All that the eyes of the view may see. */
static void out_state(struct ddz_writer *out, const struct telling *t) {
  const struct ddz_table *table = &t->game->table;
  const bool chinese = t->task->span->chinese;
  ddz_write_string(out, "phase", ddz_phase_rows[table->phase].name);
  ddz_write_string(out, "text",
                   chinese ? ddz_phase_rows[table->phase].chinese : ddz_phase_rows[table->phase].text);
  out_seat(out, "turn", table->turn);
  out_role(out, table, table->turn);
  out_awaited(out, table);
  ddz_write_int(out, "first", table->first);
  out_seat(out, "landlord", table->landlord);
  out_seats(out, t);
  out_kitty(out, t);
  ddz_write_open(out, "wild", '[');
  for (int rank = 0; rank < DDZ_RANKS; rank++)
    if (table->rules.wild >> rank & 1) ddz_write_rank(out, NULL, rank);
  ddz_write_close(out, ']');
  out_last(out, t);
  out_turn(out, t);
  ddz_write_int(out, "bid", table->bid);
  ddz_write_int(out, "bombs", ddz_position_bombs(&table->now));
  ddz_write_int(out, "rockets", table->now.raised[DDZ_RAISE_ROCKET]);
  ddz_write_int(out, "multiplier", (long long)table->multiplier);
  ddz_write_int(out, "deals", table->deals);
  if (t->view == DDZ_NO_SEAT) out_seed(out, t->game); /* it tells all hands */
  out_outcome(out, table);
}

/* `views`: the state once for each of these seats. */
static void out_views(struct ddz_writer *out, const struct telling *t) {
  struct telling seen = *t;
  if (t->q->views == 0) return;
  ddz_write_open(out, "views", '[');
  for (seen.view = 0; seen.view < DDZ_SEATS; seen.view++) {
    if ((t->q->views >> seen.view & 1) == 0) continue;
    ddz_write_open(out, NULL, '{');
    ddz_write_int(out, "view", seen.view);
    out_state(out, &seen);
    ddz_write_close(out, '}');
  }
  ddz_write_close(out, ']');
}

/* From a seed that the host draws; a host that cannot has the seed 0. */
static void deal(struct ddz_task *task, struct ddz_game *game) {
  const struct ddz_host *host = &task->api->host;
  uint64_t drawn[2] = {0};
  if (host->entropy) host->entropy(host->self, drawn, sizeof drawn);
  ddz_game_deal(game, drawn);
}

static void run(struct ddz_task *task, const void *question, struct ddz_writer *out) {
  const struct question *q = question;
  struct ddz_game game = q->game;
  struct telling t = {.task = task, .q = q, .game = &game, .view = q->view};

  if (ddz_game_undealt(&game)) deal(task, &game);
  t.terms = ddz_table_terms(&game);
  ddz_write_open(out, NULL, '{');
  out_appended(out, &t);
  out_state(out, &t);
  out_views(out, &t);
  out_robot(out, &t);
  ddz_task_close(task, out, "referee", NULL, false);
}

const struct ddz_handler ddz_handle_table = {
    .size = sizeof(struct question), .read = read_question, .cost = cost_of, .run = run, .lower = "robots"};
