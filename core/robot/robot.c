#include "robot.h"

#include <math.h>
#include <string.h>

#include "greedy.h"
#include "playout.h"
#include "rulebook.h"
#include "search.h"

static const struct {
  const char *code, *text, *chinese;
} reasons[DDZ_REASONS] = {
#define REASON(name, code, text, chinese) {code, text, chinese},
#include "robot_reason.def"
#undef REASON
};

const char *ddz_reason_code(enum ddz_reason reason) {
  return reason < DDZ_REASONS ? reasons[reason].code : "unknown";
}
const char *ddz_reason_text(enum ddz_reason reason) {
  return reason < DDZ_REASONS ? reasons[reason].text : "unknown";
}
const char *ddz_reason_chinese(enum ddz_reason reason) {
  return reason < DDZ_REASONS ? reasons[reason].chinese : "unknown";
}

static const char *const thinkers[DDZ_THINKERS] = {
    "auto",
#define THINKER(id, name) name,
#include "robot.def"
#undef THINKER
};
static const char *const styles[DDZ_STYLES] = {
#define STYLE(id, name, ...) name,
#include "robot.def"
#undef STYLE
};

const char *ddz_thinker_name(enum ddz_thinker thinker) {
  return thinker < DDZ_THINKERS ? thinkers[thinker] : "unknown";
}
const char *ddz_style_name(enum ddz_style style) { return style < DDZ_STYLES ? styles[style] : "unknown"; }

bool ddz_thinker_of(const char *name, enum ddz_thinker *thinker) {
  for (int i = 0; i < DDZ_THINKERS; i++)
    if (strcmp(name, thinkers[i]) == 0) return *thinker = (enum ddz_thinker)i, true;
  return false;
}
bool ddz_style_of(const char *name, enum ddz_style *style) {
  for (int i = 0; i < DDZ_STYLES; i++)
    if (strcmp(name, styles[i]) == 0) return *style = (enum ddz_style)i, true;
  return false;
}

void ddz_robot_defaults(struct ddz_robot_request *request) {
  request->thinker = DDZ_THINKER_AUTO;
  request->style = DDZ_STYLE_STEADY;
  request->objective = DDZ_OBJECTIVE_WIN;
  request->level = DDZ_LEVEL_DEFAULT;
  request->multiplier = 1;
  request->seed = 0;
  request->limit = (struct ddz_limit){0};
  request->limited = false;
  request->include = NULL;
}

static struct ddz_candidate candidate(const struct ddz_scene *scene, const struct ddz_prompt *prompt) {
  return (struct ddz_candidate){.play = prompt->play,
                                .score = ddz_scene_worth(scene, prompt),
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

void ddz_candidates_settle(struct ddz_candidate *out, size_t n) {
  double above = n > 1 ? out[1].score - out[0].score : 0;
  for (size_t i = 1; i < n && above > 0; i++) out[i].score -= above;
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
  ddz_candidates_settle(out, n);
  return all;
}

static const struct {
  enum ddz_thinker thinker;
  uint64_t nodes;
  double doubt; /* logits */
} levels[] = {
#define LEVEL(thinker, nodes, noise, forgets, doubt) {DDZ_THINKER_##thinker, nodes, (doubt) / 100.0},
#include "robot.def"
#undef LEVEL
};
_Static_assert(sizeof levels / sizeof *levels == DDZ_LEVEL_MAX, "one row a level");

static enum ddz_thinker thinker_of(const struct ddz_robot_request *request) {
  if (request->thinker != DDZ_THINKER_AUTO) return request->thinker;
  bool limited = request->limited || request->limit.nodes != 0;
  return limited ? DDZ_THINKER_SEARCH : levels[request->level - 1].thinker;
}

bool ddz_robot_is_long(const struct ddz_robot_request *request) {
  return thinker_of(request) == DDZ_THINKER_SEARCH;
}

/* Nodes for a search: the caller's, or as long as he lets it, or the level's. */
static uint64_t nodes_of(const struct ddz_robot_request *request) {
  const struct ddz_limit *limit = &request->limit;
  if (limit->nodes != 0) return limit->nodes;
  return request->limited && limit->expired != NULL ? 0 : levels[request->level - 1].nodes;
}

/* What the seat gets that goes out with this play. NAN where it may be a spring and the view cannot tell. */
static double finish_points(const struct ddz_robot_request *request, const struct ddz_play *play) {
  const struct ddz_view *view = &request->view;
  struct ddz_playout end = {.view = *view};
  if (view->rules->spring && !view->from_start) return NAN;
  ddz_playout_play(&end, play);
  int doubled = ddz_is_bomb(play) + ddz_view_is_spring(&end.view, view->role);
  return request->multiplier * (view->role == DDZ_LANDLORD ? 2 : 1) * (double)(1u << doubled);
}

void ddz_robot_choose(struct ddz_engine *engine, const struct ddz_robot_request *request,
                      struct ddz_robot_move *move, struct ddz_candidate *out, size_t cap) {
  struct ddz_scene scene;
  ddz_scene_set(&scene, engine, request);
  struct ddz_verdict verdict = ddz_rulebook_decide(&scene);
  bool choice = !ddz_verdict_settles(&verdict, request->objective) && scene.n > 0;
  if (thinker_of(request) == DDZ_THINKER_NET && ddz_greedy_knows(engine, &request->view)) {
    const bool named = request->thinker == DDZ_THINKER_NET;
    ddz_greedy(&scene, &verdict, named ? 0 : levels[request->level - 1].doubt, move, out, cap);
    return;
  }
  bool other = request->include != NULL && request->include->cards != verdict.pick->play.cards;
  if (ddz_robot_is_long(request) && (choice || other)) {
    bool tried = ddz_search(&scene, &verdict, nodes_of(request), move, out, cap);
    if (!tried) list_candidates(&scene, verdict.pick, out, cap);
    return;
  }
  *move = (struct ddz_robot_move){.play = verdict.pick->play,
                                  .reason = verdict.reason,
                                  .thinker = DDZ_THINKER_RULES,
                                  .win_probability = verdict.certain ? 1 : NAN,
                                  .expected_points = NAN,
                                  .candidates = list_candidates(&scene, verdict.pick, out, cap)};
  if (verdict.reason == DDZ_REASON_FINISH) move->expected_points = finish_points(request, &move->play);
  if (cap == 0) return;
  out[0].win_probability = move->win_probability;
  out[0].expected_points = move->expected_points;
}
