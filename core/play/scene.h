/* scene.h - a position to decide, as a seat of some level sees it: gathered once a move. */
#pragma once

#include "core/engine/engine.h"
#include "core/play/request.h"
#include "core/value/prompt.h"

/* What is certain there, from what the seat knows, and how (certain.h). */
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
  ddz_weight_sum now; /* power of the hand as it is */
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
  /* what the rules play there (ddz_rulebook_decide) */
  const struct ddz_prompt *pick; /* one of the prompts, or an empty one: pass */
  enum ddz_reason reason;
  bool pick_wins; /* for certain, whoever holds what */
};

/* Gather the scene of a request. It stays valid until the engine is used for something else. */
void ddz_scene_set(struct ddz_scene *scene, struct ddz_engine *engine, const struct ddz_robot_request *ask);

/* Its prompt of these cards; NULL: there is none. */
const struct ddz_prompt *ddz_scene_prompt(const struct ddz_scene *scene, ddz_hand cards);

/* What a prompt leaves, in units of power as this seat weighs it; for a pass (an empty play) the hand as it
 * is. */
double ddz_scene_value(const struct ddz_scene *scene, const struct ddz_prompt *prompt);

/* The leader, and how many cards the others have: a part of that which reads the view alone. */
void ddz_scene_look(struct ddz_scene *scene);
