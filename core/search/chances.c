#include "chances.h"

#include <math.h>

#include "core/base/limit.h"
#include "core/base/rng.h"
#include "core/net/calibrate.h"
#include "core/play/deals.h"
#include "core/play/net_player.h"
#include "core/play/request.h"
#include "core/solver/solver.h"

enum {
  PROOF_NODES = 20000, /* of each position */
  GIVE_UP = 4,         /* positions in a row that were not proved */
  LEVEL = 9,
  NAIVE = 4 /* without a net one decision in so many is the first prompt */
};

static bool is_stopped(const struct ddz_chances_ask *ask) {
  return ask->stop != NULL && ddz_stop_asked(ask->stop);
}

/* ---- rollouts ---- */

static void choose_by_net(struct ddz_engine *engine, const struct ddz_view *view, uint64_t rollout,
                          struct ddz_play *play) {
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
  const double width = ddz_levels[LEVEL].doubt;
  double most = -HUGE_VAL;
  const size_t n =
      ddz_judge(ddz_net_player_net(engine, view->rules), engine->quick, view, DDZ_OBJECTIVE_WIN, judged);
  *play = (struct ddz_play){0}; /* nothing can be led */
  for (size_t i = 0; i < n; i++) {
    const double score =
        (double)judged[i].value.win + width * ddz_rng_of_play(rollout, view->hand, judged[i].play.cards);
    if (score > most) most = score, *play = judged[i].play;
  }
}

static void choose_play(struct ddz_engine *engine, const struct ddz_open *open, uint64_t rollout,
                        struct ddz_play *play) {
  if (ddz_net_player_knows(engine, &open->view))
    choose_by_net(engine, &open->view, rollout, play);
  else if (ddz_rng_of_play(rollout, open->view.hand, 0) * NAIVE < 1)
    ddz_rulebook_naive(engine, &open->view, play);
  else
    ddz_rulebook_quick(engine, &open->view, ddz_open_others(open), play);
}

/* How a rollout ends, and up to which position of the game it is the same. */
struct rollout {
  size_t follows;
  bool known, won;
};

/* Play on from position `at`. */
static void roll_out(struct ddz_engine *engine, const struct ddz_chances_ask *ask,
                     const struct ddz_open *from, size_t at, uint64_t number, struct rollout *out) {
  struct ddz_open open = *from;
  struct ddz_rng rng;
  struct ddz_play play;
  bool follows = true;
  ddz_rng_seed_stream(&rng, ask->seed, number);
  const uint64_t rollout = ddz_rng_next(&rng);
  *out = (struct rollout){.follows = at, .known = true};
  do {
    choose_play(engine, &open, rollout, &play);
    const size_t ply = out->follows;
    follows = follows && ply < ask->plays && play.cards == ask->play[ply].cards &&
              ddz_play_alike(&play, &ask->play[ply]);
    out->follows += follows;
  } while (!ddz_open_play(&open, &play));
  out->won = ddz_open_winner(&open) == DDZ_LANDLORD;
}

/* ---- proofs ---- */

static bool is_landlords(const struct ddz_open *open) { return open->view.now.turn == DDZ_LANDLORD; }

/* The landlord's chance, where the solver knows who wins; else NAN. */
static double prove(struct ddz_engine *engine, const struct ddz_chances_ask *ask,
                    const struct ddz_open *open) {
  struct ddz_limit limit = {.nodes = PROOF_NODES, .stop = ask->stop};
  ddz_solver_reset(engine->solver);
  const double won = ddz_deal_won(engine, &open->view, open->hand, NULL, &limit);
  return is_landlords(open) ? won : 1 - won;
}

/* The position after so many plays. */
static struct ddz_open at_position(const struct ddz_chances_ask *ask, size_t plays) {
  struct ddz_open open = *ask->start;
  for (size_t i = 0; i < plays; i++) (void)ddz_open_play(&open, &ask->play[i]);
  return open;
}

/* From the last position backwards, as far as it goes. */
static void prove_all(struct ddz_engine *engine, const struct ddz_chances_ask *ask, double *out) {
  int failed = 0;
  for (size_t i = ask->plays + 1; i-- > 0 && failed < GIVE_UP && !is_stopped(ask);) {
    const struct ddz_open open = at_position(ask, i);
    if (ddz_position_is_over(&open.view.now))
      out[i] = ddz_open_winner(&open) == DDZ_LANDLORD;
    else if (i < ask->plays && out[i + 1] == is_landlords(&open))
      out[i] = out[i + 1]; /* who acts here wins by what he did */
    else
      out[i] = prove(engine, ask, &open);
    failed = isnan(out[i]) ? failed + 1 : 0;
  }
}

/* ---- all ---- */

/* The rollouts of one position, those that follow the game to here as they are. */
static double share_of(struct ddz_engine *engine, const struct ddz_chances_ask *ask,
                       const struct ddz_open *open, size_t at, struct rollout *rollouts) {
  int won = 0;
  for (int i = 0; i < ask->rollouts; i++) {
    struct rollout *one = &rollouts[i];
    if (!one->known || one->follows < at) roll_out(engine, ask, open, at, (uint64_t)i, one);
    won += one->won;
  }
  return ddz_unproven((double)won / ask->rollouts);
}

size_t ddz_chances_of(struct ddz_engine *engine, const struct ddz_chances_ask *ask, double *out) {
  struct rollout rollouts[DDZ_CHANCES_ROLLOUTS_MAX];
  for (int i = 0; i < ask->rollouts; i++) rollouts[i].known = false;
  for (size_t i = 0; i <= ask->plays; i++) out[i] = NAN;
  prove_all(engine, ask, out);
  for (size_t i = 0; i <= ask->plays; i++) {
    if (!isnan(out[i])) continue;
    if (is_stopped(ask)) return i;
    const struct ddz_open open = at_position(ask, i);
    out[i] = share_of(engine, ask, &open, i, rollouts);
  }
  return ask->plays + 1;
}
