#include "story.h"

#include <math.h>

#include "core/base/limit.h"
#include "core/base/rng.h"
#include "core/play/greedy.h"
#include "core/play/request.h"
#include "core/solver/solver.h"

enum {
  PROOF_NODES = 20000, /* of each position */
  GIVE_UP = 4,         /* positions in a row that were not proved */
  LEVEL = 9,
  NAIVE = 4 /* without a net one seat in so many plays the first prompt */
};

static bool is_stopped(const struct ddz_story *story) {
  return story->stop != NULL && ddz_stop_asked(story->stop);
}

/* ---- playouts ---- */

/* A random number that hangs on the playout, the hand of the seat to act, and a play. */
static double drawn(uint64_t playout, const struct ddz_view *view, ddz_hand cards) {
  struct ddz_rng rng;
  ddz_rng_seed_stream(&rng, playout ^ view->hand * 0x9E3779B97F4A7C15u, cards);
  return ddz_rng_unit(&rng);
}

static void choose_by_net(struct ddz_engine *engine, const struct ddz_view *view, uint64_t playout,
                          struct ddz_play *play) {
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
  const double width = ddz_levels[LEVEL].doubt;
  double most = -HUGE_VAL;
  const size_t n =
      ddz_judge(ddz_greedy_net(engine, view->rules), engine->quick, view, DDZ_OBJECTIVE_WIN, judged);
  *play = (struct ddz_play){0}; /* nothing can be led */
  for (size_t i = 0; i < n; i++) {
    const double score = (double)judged[i].value.win + width * drawn(playout, view, judged[i].play.cards);
    if (score > most) most = score, *play = judged[i].play;
  }
}

static void choose(struct ddz_engine *engine, const struct ddz_open *open, uint64_t playout,
                   struct ddz_play *play) {
  if (ddz_greedy_knows(engine, &open->view))
    choose_by_net(engine, &open->view, playout, play);
  else if (drawn(playout, &open->view, 0) * NAIVE < 1)
    ddz_rulebook_naive(engine, &open->view, play);
  else
    ddz_rulebook_quick(engine, &open->view, ddz_open_others(open), play);
}

/* How a playout ends, and up to which position of the game it is the same. */
struct playout {
  size_t follows;
  bool known, won;
};

/* Play on from position `at`. */
static void play_out(struct ddz_engine *engine, const struct ddz_story *story, const struct ddz_open *from,
                     size_t at, uint64_t number, struct playout *out) {
  struct ddz_open open = *from;
  struct ddz_rng rng;
  struct ddz_play play;
  bool follows = true;
  ddz_rng_seed_stream(&rng, story->seed, number);
  const uint64_t playout = ddz_rng_next(&rng);
  *out = (struct playout){.follows = at, .known = true};
  do {
    choose(engine, &open, playout, &play);
    const size_t ply = out->follows;
    follows = follows && ply < story->plays && play.cards == story->play[ply].cards &&
              ddz_play_alike(&play, &story->play[ply]);
    out->follows += follows;
  } while (!ddz_open_play(&open, &play));
  out->won = ddz_open_winner(&open) == DDZ_LANDLORD;
}

/* ---- proofs ---- */

static bool is_landlords(const struct ddz_open *open) { return open->view.now.turn == DDZ_LANDLORD; }

/* Does the solver know who wins? Then `chance` says it. */
static bool prove(struct ddz_engine *engine, const struct ddz_story *story, const struct ddz_open *open,
                  struct ddz_chance *chance) {
  struct ddz_solver *solver = engine->solver;
  struct ddz_solve_request ask = ddz_solve_request_of(open->view.rules, &open->view.now, open->hand);
  struct ddz_solution solution = {.result = DDZ_RESULT_UNKNOWN};
  ask.limit = (struct ddz_limit){.nodes = PROOF_NODES, .stop = story->stop};
  ddz_solver_reset(solver);
  (void)ddz_solve(solver, &ask, engine->solved, DDZ_ENGINE_SOLVED, &solution);
  if (solution.result == DDZ_RESULT_UNKNOWN) return false;
  *chance = (struct ddz_chance){(solution.result == DDZ_RESULT_WIN) == is_landlords(open), true};
  return true;
}

/* The position after so many plays. */
static struct ddz_open at_position(const struct ddz_story *story, size_t plays) {
  struct ddz_open open = *story->start;
  for (size_t i = 0; i < plays; i++) (void)ddz_open_play(&open, &story->play[i]);
  return open;
}

/* From the last position backwards, as far as it goes. */
static void prove_all(struct ddz_engine *engine, const struct ddz_story *story, struct ddz_chance *out) {
  int failed = 0;
  for (size_t i = story->plays + 1; i-- > 0 && failed < GIVE_UP && !is_stopped(story);) {
    const struct ddz_open open = at_position(story, i);
    const bool after = i < story->plays && out[i + 1].proven;
    if (ddz_position_is_over(&open.view.now))
      out[i] = (struct ddz_chance){ddz_open_winner(&open) == DDZ_LANDLORD, true};
    else if (after && (out[i + 1].landlord >= 1) == is_landlords(&open))
      out[i] = out[i + 1]; /* who acts here wins by what he did */
    else if (!prove(engine, story, &open, &out[i]))
      failed++;
    if (out[i].proven) failed = 0;
  }
}

/* ---- all ---- */

/* The playouts of one position, those that follow the game to here as they are. */
static double share_of(struct ddz_engine *engine, const struct ddz_story *story, const struct ddz_open *open,
                       size_t at, struct playout *playouts) {
  int won = 0;
  for (int i = 0; i < story->playouts; i++) {
    struct playout *one = &playouts[i];
    if (!one->known || one->follows < at) play_out(engine, story, open, at, (uint64_t)i, one);
    won += one->won;
  }
  return ddz_unproven((double)won / story->playouts);
}

size_t ddz_story_tell(struct ddz_engine *engine, const struct ddz_story *story, struct ddz_chance *out) {
  struct playout playouts[DDZ_STORY_PLAYOUTS_MAX];
  for (int i = 0; i < story->playouts; i++) playouts[i].known = false;
  for (size_t i = 0; i <= story->plays; i++) out[i] = (struct ddz_chance){0};
  prove_all(engine, story, out);
  for (size_t i = 0; i <= story->plays; i++) {
    if (out[i].proven) continue;
    if (is_stopped(story)) return i;
    const struct ddz_open open = at_position(story, i);
    out[i].landlord = share_of(engine, story, &open, i, playouts);
  }
  return story->plays + 1;
}
