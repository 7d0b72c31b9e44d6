#include "robot.h"

#include <math.h>
#include <string.h>

#include "core/net/judge.h"
#include "core/play/greedy.h"
#include "core/play/rulebook.h"
#include "core/search/search.h"
#include "line.h"

static struct ddz_candidate candidate(const struct ddz_scene *scene, const struct ddz_prompt *prompt) {
  return (struct ddz_candidate){.play = prompt->play,
                                .score = ddz_scene_value(scene, prompt),
                                .win_probability = NAN,
                                .expected_points = NAN};
}

/* Put a candidate in its place among the `n` best so far, behind the chosen one; returns the new n. */
static size_t insert(struct ddz_candidate *out, size_t n, size_t cap, const struct ddz_candidate *one) {
  size_t at = n < cap ? n : cap;
  while (at > 1 && out[at - 1].score < one->score) at--;
  if (at == cap) return n;
  size_t kept = n < cap ? n : cap - 1;
  memmove(out + at + 1, out + at, (kept - at) * sizeof *out);
  out[at] = *one;
  return n < cap ? n + 1 : cap;
}

/* The chosen play, then the others by what they leave. */
static size_t list_candidates(const struct ddz_scene *scene, const struct ddz_prompt *chosen,
                              struct ddz_candidate *out, size_t cap) {
  static const struct ddz_prompt pass;
  size_t all = scene->n + !scene->leads, n = 1;
  if (all == 0) all = 1; /* the flower alone: it can only be kept */
  if (cap == 0) return all;
  out[0] = candidate(scene, chosen);
  for (size_t i = 0; i < all; i++) {
    const struct ddz_prompt *p = i < scene->n ? &scene->prompts[i] : &pass;
    if (p->play.cards == chosen->play.cards) continue;
    struct ddz_candidate one = candidate(scene, p);
    n = insert(out, n, cap, &one);
  }
  ddz_candidates_lower_others(out, n);
  return all;
}

enum ddz_player ddz_robot_player(const struct ddz_robot_request *request) {
  if (request->player != DDZ_PLAYER_AUTO) return request->player;
  bool limited = request->limited || request->limit.nodes != 0 || request->effort == DDZ_EFFORT_FULL;
  return limited ? DDZ_PLAYER_SEARCH : ddz_levels[request->level].player;
}

bool ddz_robot_is_long(const struct ddz_robot_request *request) {
  return ddz_robot_player(request) == DDZ_PLAYER_SEARCH;
}

uint64_t ddz_robot_nodes(const struct ddz_robot_request *request) {
  const struct ddz_limit *limit = &request->limit;
  if (limit->nodes != 0) return limit->nodes;
  return request->limited && ddz_limit_in_time(limit) ? 0 : ddz_levels[request->level].nodes;
}

/* What the seat gets that goes out with this play. NAN where it may be a spring and the view cannot tell. */
static double finish_points(const struct ddz_robot_request *request, const struct ddz_play *play) {
  const struct ddz_view *view = &request->view;
  if (view->rules->spring && !view->now.from_start) return NAN;
  return ddz_robot_paid(request, ddz_judge_end(view, play));
}

/* ---- the players ---- */

/* A position to decide, with what the rules say of it, and where the answer goes. */
struct turn {
  struct ddz_scene scene;
  struct ddz_verdict verdict;
  const struct ddz_robot_request *ask;
  struct ddz_robot_move *move;
  struct ddz_candidate *out;
  size_t cap;
};

static bool rules_know(struct turn *turn) { return (void)turn, true; }

static void rules_choose(struct turn *turn) {
  const struct ddz_verdict *verdict = &turn->verdict;
  struct ddz_robot_move *move = turn->move;
  const size_t all = list_candidates(&turn->scene, verdict->pick, turn->out, turn->cap);
  *move = (struct ddz_robot_move){.chosen = {.play = verdict->pick->play,
                                             .win_probability = verdict->certain ? 1 : NAN,
                                             .expected_points = NAN},
                                  .reason = verdict->reason,
                                  .player = DDZ_PLAYER_RULES,
                                  .candidates = all};
}

static bool net_knows(struct turn *turn) { return ddz_greedy_guesses(turn->scene.engine, turn->scene.view); }

static void net_chooses(struct turn *turn) {
  const bool named = turn->ask->player == DDZ_PLAYER_NET;
  const double doubt = named ? 0 : ddz_levels[turn->ask->level].doubt;
  ddz_greedy(&turn->scene, &turn->verdict, doubt, turn->move, turn->out, turn->cap);
}

/* Something to choose, or a play to compare with; with full effort a forced pass has a value, too, and so
 * have the plays beside a certain win. */
static bool search_knows(struct turn *turn) {
  const struct ddz_robot_request *ask = turn->ask;
  const bool full = ask->effort == DDZ_EFFORT_FULL,
             settled = ddz_verdict_settles(&turn->verdict, ask->objective);
  const size_t options = turn->scene.n + (full && !turn->scene.leads);
  if (options > (settled ? 1 : 0) && (full || !settled)) return true;
  for (size_t i = 0; i < ask->includes; i++)
    if (!settled || ask->include[i].cards != turn->verdict.pick->play.cards) return true;
  return false;
}

static void search_chooses(struct turn *turn) {
  const struct ddz_prompt *pick = turn->verdict.pick;
  const uint64_t nodes = ddz_robot_nodes(turn->ask);
  if (!ddz_search(&turn->scene, &turn->verdict, nodes, turn->move, turn->out, turn->cap))
    list_candidates(&turn->scene, pick, turn->out, turn->cap);
}

/* Who decides, by enum ddz_player. Where one does not know the position the rules do. */
static const struct {
  bool (*knows)(struct turn *turn);
  void (*choose)(struct turn *turn);
} players[DDZ_PLAYERS] = {[DDZ_PLAYER_RULES] = {rules_know, rules_choose},
                          [DDZ_PLAYER_NET] = {net_knows, net_chooses},
                          [DDZ_PLAYER_SEARCH] = {search_knows, search_chooses}};

/* ---- what is certain, for all players ---- */

/* Points of a sure result are never on the other side of what is at stake now. */
static double on_its_side(double points, double win, double stake) {
  return isnan(points) ? points : win == 1 ? fmax(points, stake) : fmin(points, -stake);
}

/* Where the points of a sure result are not known nothing says that they are settled: one more bomb may be
 * played. */
static void leave_open(struct ddz_candidate *one, double win, double stake) {
  one->expected_points = on_its_side(one->expected_points, win, stake);
  one->points.low = on_its_side(one->points.low, win, stake);
  one->points.high = on_its_side(one->points.high, win, stake);
  if (one->points.low < one->points.high) return;
  if (win == 1)
    one->points.high = 2 * one->points.low;
  else
    one->points.low = 2 * one->points.high;
}

/* Sure to win (1) or lose (0), for these points; NAN: they are not known. */
static void settle(struct ddz_candidate *one, double win, double points, double stake) {
  one->proven = true;
  one->win_probability = win;
  one->win = (struct ddz_interval){win, win};
  if (isnan(points)) {
    leave_open(one, win, stake);
    return;
  }
  one->expected_points = points;
  one->bounded = true;
  one->points = (struct ddz_interval){points, points};
}

/* What the seat wins or loses if nothing raises it any more. */
static double stake_now(const struct turn *turn) { return ddz_robot_paid(turn->ask, 1); }

/* A play that goes out wins, and what it brings is known, too. */
static void settle_win(const struct turn *turn, struct ddz_candidate *one) {
  const bool out = one->play.cards == turn->ask->view.hand;
  settle(one, 1,
         out ? finish_points(turn->ask, &one->play) : ddz_verdict_points(&turn->scene, &turn->verdict),
         stake_now(turn));
}

/* Does it win in every deal that fits? */
static bool wins_all(const struct ddz_scene *scene, ddz_hand cards) {
  const struct ddz_prompt *prompt = ddz_scene_prompt(scene, cards);
  if (scene->certain.way != DDZ_CERTAIN_DEALS) return false;
  return cards == 0 ? scene->certain.wins[scene->n]
                    : prompt != NULL && scene->certain.wins[prompt - scene->prompts];
}

/* What is won in every deal wins, whether the level looks for it or not. */
static void settle_deals(const struct turn *turn, struct ddz_candidate *one) {
  const struct ddz_verdict won = {.stakes = turn->scene.certain.stakes};
  if (wins_all(&turn->scene, one->play.cards))
    settle(one, 1, ddz_verdict_points(&turn->scene, &won), stake_now(turn));
}

static void settle_one(const struct turn *turn, struct ddz_candidate *one) {
  const struct ddz_verdict *verdict = &turn->verdict;
  if (one->play.cards != 0 && one->play.cards == turn->ask->view.hand)
    settle_win(turn, one);
  else if (verdict->certain && one->play.cards == verdict->pick->play.cards)
    settle_win(turn, one);
  else if (verdict->lost)
    settle(one, 0, -ddz_verdict_points(&turn->scene, verdict), stake_now(turn));
  else
    settle_deals(turn, one);
}

static size_t listed(const struct turn *turn) {
  return turn->cap < turn->move->candidates ? turn->cap : turn->move->candidates;
}

static void settle_all(struct turn *turn) {
  settle_one(turn, &turn->move->chosen);
  for (size_t i = 0; i < listed(turn); i++) settle_one(turn, &turn->out[i]);
}

/* ---- what is nearly certain, for all players ---- */

/* No less than a line of plays is worth (line.h). */
static void raise(const struct turn *turn, const struct ddz_line *line, struct ddz_candidate *one) {
  const double points = line->stakes * stake_now(turn);
  if (one->proven || one->play.cards != line->play.cards) return;
  one->win_probability = fmax(one->win_probability, ddz_unproven(line->win)); /* a number before NAN */
  one->expected_points = fmax(one->expected_points, points);
  one->win.low = fmax(one->win.low, ddz_unproven(line->win));
  one->win.high = fmax(one->win.high, one->win.low);
  one->points.low = fmax(one->points.low, points);
  one->points.high = fmax(one->points.high, one->points.low);
}

/* And no more than with open hands. What is then lost more often is lost for the stake, at least. */
static void lower(const struct turn *turn, const struct ddz_fits *fits, struct ddz_candidate *one) {
  if (one->proven || isnan(one->win_probability)) return;
  const double most = ddz_unproven(ddz_fits_won(&turn->scene, fits, &one->play));
  const double over = one->win_probability - most;
  if (!(over > 0)) return;
  one->win_probability = most;
  one->expected_points -= 2 * over * stake_now(turn);
  one->win.high = fmin(one->win.high, most);
  one->win.low = fmin(one->win.low, most);
  one->points.low = fmin(one->points.low, one->expected_points);
}

static double aim_of(const struct turn *turn, const struct ddz_candidate *one) {
  return turn->ask->objective == DDZ_OBJECTIVE_POINTS ? one->expected_points : one->win_probability;
}

/* Its score moves with what it is played for. */
static void bound(const struct turn *turn, const struct ddz_fits *fits, const struct ddz_line *line,
                  struct ddz_candidate *one) {
  const double before = aim_of(turn, one);
  lower(turn, fits, one);
  raise(turn, line, one);
  if (!isnan(before)) one->score += aim_of(turn, one) - before;
}

/* The others by falling score, equal ones in their order. */
static void sort_others(struct ddz_candidate *out, size_t n) {
  for (size_t i = 2; i < n; i++) {
    const struct ddz_candidate one = out[i];
    size_t at = i;
    for (; at > 1 && out[at - 1].score < one.score; at--) out[at] = out[at - 1];
    out[at] = one;
  }
}

/* Is the line worth more than what was chosen? A sure result is left only for more than it brings. */
static bool pays(const struct turn *turn, const struct ddz_line *line) {
  const struct ddz_robot_move *move = turn->move;
  const double now = move->chosen.win_probability, plain = .5;
  if (ddz_robot_errs(turn->ask) || line->play.cards == move->chosen.play.cards) return false;
  if (turn->ask->objective == DDZ_OBJECTIVE_WIN)
    return !move->chosen.proven && line->win > 0 && ddz_unproven(line->win) >= (isnan(now) ? plain : now);
  return (!move->chosen.proven || move->chosen.bounded) &&
         line->stakes * stake_now(turn) > move->chosen.expected_points;
}

/* `one` is chosen instead: as it is listed, at the front; where it is not listed the last one makes room. */
static void prefer(struct turn *turn, struct ddz_candidate one, enum ddz_reason reason) {
  const size_t n = listed(turn);
  size_t at = 0;
  while (at + 1 < n && turn->out[at].play.cards != one.play.cards) at++;
  if (n > 0 && turn->out[at].play.cards == one.play.cards) one = turn->out[at];
  turn->move->reason = reason;
  turn->move->chosen = one;
  if (n == 0) return;
  memmove(turn->out + 1, turn->out, at * sizeof one);
  turn->out[0] = one;
}

/* Points that are sure are left only for an estimate that is above them as a whole. A net tells no interval:
 * what it prefers to points that may still grow is worth more on average (4,000 deals: +.024 +-.012). */
static void keep_sure(struct turn *turn) {
  const struct ddz_verdict *verdict = &turn->verdict;
  const struct ddz_robot_move *move = turn->move;
  const ddz_hand pick = verdict->pick->play.cards;
  const double points = ddz_verdict_points(&turn->scene, verdict);
  const double sure = isnan(points) ? stake_now(turn) : points;
  if (turn->ask->objective != DDZ_OBJECTIVE_POINTS || move->chosen.play.cards == pick) return;
  if (!verdict->certain || !move->chosen.bounded || move->chosen.points.low > sure) return;
  struct ddz_candidate one = {.play = verdict->pick->play, .score = move->chosen.win_probability};
  settle_win(turn, &one);
  prefer(turn, one, verdict->reason);
  ddz_candidates_lower_others(turn->out, listed(turn));
}

static void consider_line(struct turn *turn) {
  struct ddz_fits fits;
  struct ddz_line line = {.win = 0, .stakes = NAN};
  struct ddz_candidate *chosen = &turn->move->chosen;
  const bool settled = turn->verdict.certain && turn->ask->objective == DDZ_OBJECTIVE_WIN;
  if (turn->scene.n == 0 || turn->verdict.lost || settled || !ddz_fits_list(&turn->scene, &fits)) return;
  ddz_line_find(&turn->scene, &fits, &line);
  chosen->score = chosen->win_probability; /* of the line, too, where it is not listed */
  bound(turn, &fits, &line, chosen);
  for (size_t i = 0; i < listed(turn); i++) bound(turn, &fits, &line, &turn->out[i]);
  if (pays(turn, &line)) {
    struct ddz_candidate one = {
        .play = line.play, .score = chosen->score, .win_probability = NAN, .expected_points = NAN};
    raise(turn, &line, &one);
    prefer(turn, one, DDZ_REASON_LINE);
  }
  sort_others(turn->out, listed(turn));
  ddz_candidates_lower_others(turn->out, listed(turn));
}

static void cut_candidate(struct ddz_candidate *one, double least, double most) {
  one->expected_points = ddz_points_by_chance(one->expected_points, one->win_probability, least, most);
  if (one->bounded) one->points = ddz_interval_by_chance(one->points, one->win, least, most);
}

/* Nobody wins or loses more than the cap allows, or less than the game is worth now. */
static void cut_points(struct turn *turn) {
  const struct ddz_robot_request *ask = turn->ask;
  const double most = ask->cap * ddz_role_stakes(ask->view.role);
  const double least = stake_now(turn);
  if (ask->cap <= 0) return;
  cut_candidate(&turn->move->chosen, least, most);
  for (size_t i = 0; i < listed(turn); i++) cut_candidate(&turn->out[i], least, most);
}

void ddz_robot_choose(struct ddz_engine *engine, const struct ddz_robot_request *request,
                      struct ddz_robot_move *move, struct ddz_candidate *out, size_t cap) {
  struct turn turn = {.ask = request, .move = move, .out = out, .cap = cap};
  enum ddz_player player = ddz_robot_player(request);
  ddz_scene_set(&turn.scene, engine, request);
  turn.verdict = ddz_rulebook_decide(&turn.scene);
  if (!players[player].knows(&turn)) player = DDZ_PLAYER_RULES;
  players[player].choose(&turn);
  settle_all(&turn);
  keep_sure(&turn);
  consider_line(&turn);
  cut_points(&turn);
}
