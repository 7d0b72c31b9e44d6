#include "robot.h"

#include <math.h>
#include <string.h>

#include "core/net/judge.h"
#include "core/play/greedy.h"
#include "core/play/rulebook.h"
#include "core/search/search.h"

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

static const struct {
  enum ddz_player player;
  uint64_t nodes;
  double doubt; /* logits */
} levels[] = {
#define LEVEL(player, nodes, noise, forgets, sees, doubt) {DDZ_PLAYER_##player, nodes, (doubt) / 100.0},
#include "core/play/robot.def"
#undef LEVEL
};
_Static_assert(sizeof levels / sizeof *levels == DDZ_LEVEL_MAX + 1, "one row a level");

enum ddz_player ddz_robot_player(const struct ddz_robot_request *request) {
  if (request->player != DDZ_PLAYER_AUTO) return request->player;
  bool limited = request->limited || request->limit.nodes != 0 || request->effort == DDZ_EFFORT_FULL;
  return limited ? DDZ_PLAYER_SEARCH : levels[request->level].player;
}

bool ddz_robot_is_long(const struct ddz_robot_request *request) {
  return ddz_robot_player(request) == DDZ_PLAYER_SEARCH;
}

uint64_t ddz_robot_nodes(const struct ddz_robot_request *request) {
  const struct ddz_limit *limit = &request->limit;
  if (limit->nodes != 0) return limit->nodes;
  return request->limited && ddz_limit_in_time(limit) ? 0 : levels[request->level].nodes;
}

/* What the seat gets that goes out with this play. NAN where it may be a spring and the view cannot tell. */
static double finish_points(const struct ddz_robot_request *request, const struct ddz_play *play) {
  const struct ddz_view *view = &request->view;
  if (view->rules->spring && !view->now.from_start) return NAN;
  return request->multiplier * ddz_role_stakes(view->role) * ddz_judge_end(view, play);
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
  const size_t listed = list_candidates(&turn->scene, verdict->pick, turn->out, turn->cap);
  *move = (struct ddz_robot_move){.play = verdict->pick->play,
                                  .reason = verdict->reason,
                                  .player = DDZ_PLAYER_RULES,
                                  .win_probability = verdict->certain ? 1 : NAN,
                                  .expected_points = NAN,
                                  .candidates = listed};
}

static bool net_knows(struct turn *turn) { return ddz_greedy_knows(turn->scene.engine, turn->scene.view); }

static void net_chooses(struct turn *turn) {
  const bool named = turn->ask->player == DDZ_PLAYER_NET;
  const double doubt = named ? 0 : levels[turn->ask->level].doubt;
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

/* Sure to win (1) or lose (0), for these points; NAN: they are not known. */
static void settle(struct ddz_candidate *one, double win, double points, double stake) {
  one->proven = true;
  one->win_probability = win;
  one->win = (struct ddz_interval){win, win};
  if (isnan(points)) {
    one->expected_points = on_its_side(one->expected_points, win, stake);
    one->points.low = on_its_side(one->points.low, win, stake);
    one->points.high = on_its_side(one->points.high, win, stake);
    return;
  }
  one->expected_points = points;
  one->bounded = true;
  one->points = (struct ddz_interval){points, points};
}

/* What the seat wins or loses if nothing raises it any more. */
static double stake_now(const struct turn *turn) {
  return turn->ask->multiplier * ddz_role_stakes(turn->ask->view.role);
}

/* A play that goes out wins, and what it brings is known, too. */
static void settle_win(const struct turn *turn, struct ddz_candidate *one) {
  const bool out = one->play.cards == turn->ask->view.hand;
  settle(one, 1,
         out ? finish_points(turn->ask, &one->play) : ddz_verdict_points(&turn->scene, &turn->verdict),
         stake_now(turn));
}

static void settle_one(const struct turn *turn, struct ddz_candidate *one) {
  const struct ddz_verdict *verdict = &turn->verdict;
  if (one->play.cards != 0 && one->play.cards == turn->ask->view.hand)
    settle_win(turn, one);
  else if (verdict->certain && one->play.cards == verdict->pick->play.cards)
    settle_win(turn, one);
  else if (verdict->lost)
    settle(one, 0, -ddz_verdict_points(&turn->scene, verdict), stake_now(turn));
}

static void settle_all(struct turn *turn) {
  struct ddz_robot_move *move = turn->move;
  struct ddz_candidate one = {.play = move->play,
                              .win_probability = move->win_probability,
                              .expected_points = move->expected_points,
                              .proven = move->proven,
                              .bounded = move->bounded,
                              .win = move->win,
                              .points = move->points};
  settle_one(turn, &one);
  move->win_probability = one.win_probability;
  move->expected_points = one.expected_points;
  move->proven = one.proven;
  move->bounded = one.bounded;
  move->win = one.win;
  move->points = one.points;
  for (size_t i = 0; i < turn->cap && i < move->candidates; i++) settle_one(turn, &turn->out[i]);
}

static void cut_candidate(struct ddz_candidate *one, double least, double most) {
  one->expected_points = ddz_points_by_chance(one->expected_points, one->win_probability, least, most);
  if (one->bounded) one->points = ddz_interval_by_chance(one->points, one->win, least, most);
}

/* Nobody wins or loses more than the cap allows, or less than the game is worth now. */
static void cut_points(struct turn *turn) {
  const struct ddz_robot_request *ask = turn->ask;
  struct ddz_robot_move *move = turn->move;
  const double most = ask->cap * ddz_role_stakes(ask->view.role);
  const double least = fmin(ask->multiplier * ddz_role_stakes(ask->view.role), most);
  if (ask->cap <= 0) return;
  move->expected_points = ddz_points_by_chance(move->expected_points, move->win_probability, least, most);
  if (move->bounded) move->points = ddz_interval_by_chance(move->points, move->win, least, most);
  for (size_t i = 0; i < turn->cap && i < move->candidates; i++) cut_candidate(&turn->out[i], least, most);
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
  cut_points(&turn);
}
