/* rulebook.h - the rules that the robot's engine `rules` tries in order.
 *
 * Each rule is a small function with a precondition, a reason and a level from which it is known: one row of
 * the table at the end of rulebook.c. It looks at a scene, gathered once a move, and either picks a prompt,
 * or passes, or has nothing to say; the first that picks decides. Sources: S0 section 6 (1 to 8), S1. */
#ifndef DDZ_CORE_RULEBOOK_H
#define DDZ_CORE_RULEBOOK_H

#include "core/base/reason.h"
#include "core/engine/engine.h"
#include "core/play/request.h"
#include "core/value/prompt.h"

/* ---- a position to decide ---- */

/* What is certain there, from what the seat knows, and how; certain.c says what each way is. */
enum ddz_certain_way {
  DDZ_CERTAIN_NOT,
  DDZ_CERTAIN_OUT,
  DDZ_CERTAIN_PASS,
  DDZ_CERTAIN_FEED,
  DDZ_CERTAIN_RUN,
  DDZ_CERTAIN_DEALS,
};

enum { DDZ_CERTAIN_PLAYS = 192 }; /* with more no deals are looked at */

struct ddz_certain {
  enum ddz_certain_way way;
  ddz_hand cards;               /* to put down now; none: pass */
  bool wins[DDZ_CERTAIN_PLAYS]; /* DEALS: does prompt i win in all of them? [n]: does a pass? */
  bool full;                    /* all own bombs are played on the way: an estimate of more is not believed */
  bool lost;                    /* whatever is done */
  double stakes;                /* of a farmer that are won (lost) then; NAN: not known */
};

struct ddz_scene {
  struct ddz_engine *engine;
  const struct ddz_robot_request *ask;
  const struct ddz_view *view;
  const struct ddz_rules *rules;
  const struct ddz_prompt *prompts; /* the legal plays, by the power of the rest; the engine's scratch */
  size_t n;
  struct ddz_value now; /* of the hand as it is */
  ddz_hand unseen;
  int noise;                  /* of the level, units of power */
  int sees;                   /* of the level: cards of the longest play it sees */
  bool leads, by_partner;     /* who put down the last play */
  bool in_time;               /* the limit was not over when it was set */
  bool quick;                 /* thinned plays, no partitions: for rollouts */
  int enemy_most;             /* most cards an enemy may hold */
  int enemy_least;            /* fewest; taken to be many where it is not known */
  int partner_left;           /* cards of the partner; 0: none, or not known */
  struct ddz_certain certain; /* as far as the level sees it; not in rollouts */
};

/* Gather the scene of a request. It stays valid until the engine is used for something else. */
void ddz_scene_set(struct ddz_scene *scene, struct ddz_engine *engine, const struct ddz_robot_request *ask);

/* Its prompt of these cards; NULL: there is none. */
const struct ddz_prompt *ddz_scene_prompt(const struct ddz_scene *scene, ddz_hand cards);

/* What a prompt leaves, in units of power as this seat weighs it; for a pass (an empty play) the hand as it
 * is. */
double ddz_scene_value(const struct ddz_scene *scene, const struct ddz_prompt *prompt);

/* What is certain, as far as it can be proved: microseconds, for deals up to some milliseconds. */
void ddz_certain_find(const struct ddz_scene *scene, struct ddz_certain *out);

/* The same RUN where only a bomb could stop it.
 *
 * most  how likely it may be at most that an enemy holds one, by counting the ways in which the unseen cards
 * may lie (an upper bound): 0..1. Where none can hold one there is no such run: it would be certain
 *
 * Returns the cards to put down now, 0: there is no such run. */
ddz_hand ddz_certain_but_bombs(const struct ddz_scene *scene, double most);

/* ---- what the rules do there ---- */

struct ddz_verdict {
  const struct ddz_prompt *pick; /* one of the scene's, or an empty one: pass */
  enum ddz_reason reason;
  bool certain;  /* the side wins with it, whoever holds what */
  bool full;     /* and plays all own bombs, so that its points are not given up for an estimate */
  bool lost;     /* whatever is played */
  double stakes; /* of a farmer that are won or lost then; NAN: not known */
};
struct ddz_verdict ddz_rulebook_decide(struct ddz_scene *scene);

/* Is nothing left to think about? A player for points does not give up points that are sure. */
static inline bool ddz_verdict_settles(const struct ddz_verdict *verdict, enum ddz_objective objective) {
  return verdict->certain &&
         (objective == DDZ_OBJECTIVE_WIN || (verdict->full && verdict->stakes == verdict->stakes));
}

/* What a certain verdict brings the seat, in units of the base stake; NAN: not known. */
double ddz_verdict_points(const struct ddz_scene *scene, const struct ddz_verdict *verdict);

/* The same rules at full level on the few plays of movegen.h, for rollouts: what the seat of `view` plays
 * when the cards `unseen` are with the others. */
void ddz_rulebook_quick(struct ddz_engine *engine, const struct ddz_view *view, ddz_hand unseen,
                        struct ddz_play *play);

/* A player without rules, who plays what leaves the best rest and passes on his partner's plays: as the first
 * prompt (core/value/prompt.h), but on the few plays of movegen.h. */
void ddz_rulebook_naive(struct ddz_engine *engine, const struct ddz_view *view, struct ddz_play *play);

/* ---- what a style likes ---- */

/* Where a net or a search rates a play. `aggressive` likes to take an enemy's lead and to bomb, `cooperative`
 * leaves the lead to the partner. A little is added to such plays, so that a style decides where plays are
 * close and costs little.
 *
 * What the style of a request adds to `play` (an empty one: pass), in logits of winning; 0 where it does not
 * care. */
double ddz_style_bonus(const struct ddz_robot_request *request, const struct ddz_play *play);

/* The same in the unit of the objective, about even chances: a probability, or a farmer's stakes. */
double ddz_style_bonus_of(const struct ddz_robot_request *request, const struct ddz_play *play);

#endif
