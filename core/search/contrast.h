/* contrast.h - how the rollouts of a play went on, and what sets the best play apart from another one.
 *
 * Claims come from the cards (what nobody can beat, what is kept or broken up, how many plays are left,
 * whose play is beaten) and from the rollouts (who leads next, who goes out on his next turn). A claim of
 * the rollouts is made where the two plays differ by much and by more than chance. */
#pragma once

#include "core/game/open.h"
#include "core/play/request.h"
#include "core/play/scene.h"

/* ---- how rollouts went on ---- */

/* Who led next, who went out, what came next. Rollouts of a candidate are counted together, so that two
 * candidates can be held against each other. Nothing here decides anything. */

enum { DDZ_TRACES_KEPT = 32 }; /* rollouts whose replies are kept: the first ones */

/* One rollout, after the play that is tried. */
struct ddz_trace {
  uint8_t plies;                   /* until the game is over */
  bool lead_known;                 /* is `next_leader` known? */
  uint8_t next_leader, winner;     /* roles: who leads the next trick, or wins before it; who wins */
  ddz_hand reply[DDZ_REPLIES_MAX]; /* of the next seats in turn, as many as there were plies */
};

/* Of one candidate. */
struct ddz_traces {
  uint32_t n, next_leader[DDZ_ROLES], wins_next_turn[DDZ_ROLES]; /* goes out on his next turn */
  struct ddz_trace kept[DDZ_TRACES_KEPT];
};

/* `play` was done, the first one in a trace of zeros; `over` as ddz_open_play says. tried  it was the play
 * that is tried */
void ddz_trace_add(struct ddz_trace *trace, const struct ddz_open *after, ddz_hand play, bool tried,
                   bool over);

/* Count a trace of a play of `seat`. */
void ddz_traces_count(struct ddz_traces *traces, enum ddz_role seat, const struct ddz_trace *trace);

/* ---- two plays ---- */

/* Hold `best` against `other`; of both, what came of their rollouts. From few rollouts the cards alone speak.
 * Of two claims that weigh alike the earlier row of the code goes first: rollouts, then the cards. */
struct ddz_contrast ddz_contrast_of(const struct ddz_scene *scene, const struct ddz_play *best,
                                    const struct ddz_traces *best_traces, const struct ddz_play *other,
                                    const struct ddz_traces *other_traces);
