/* candidates.h - which plays are compared?
 *
 * With a net that knows the rules (ddz_net_player_guesses) the candidates are its best plays, whose rating is
 * within a margin of the best. The first few are admitted at once, the others are deferred: they join after
 * some rounds, for with little time a few plays tried well are better than many tried badly. The pass and the
 * choice of the rules become candidates whatever the net thinks of them. Near the end of a game nobody is
 * deferred.
 *
 * Without such a net the candidates are the choice of the rules, the pass, and other plays by what they leave
 * in hand.
 *
 * With few cards in the own hand, plays with a wildcard in the place of a card that the hand has come on top,
 * as far as there is room.
 *
 * With full effort nobody is deferred and none is left out for its rating: the best DDZ_CANDIDATES_BEST plays
 * are candidates. What the request includes always is.
 *
 * Candidate 0 is the play to beat: the choice of the net or of the rules. What the rules know of it:
 *
 *   settled   nothing is left to think about (options.h): candidate 0 is chosen
 *   fallback  the net sees every play lose: the rules' play is chosen where it is about as good
 *
 * Tens of microseconds with a net. */
#pragma once

#include "core/play/rulebook.h"
#include "core/search/rollout.h"

/* The best plays with full effort, those that come on top (the choice of the rules and the pass), and all. */
enum { DDZ_CANDIDATES_BEST = 16, DDZ_CANDIDATES_FORCED = 2 };
enum { DDZ_CANDIDATES_MAX = DDZ_CANDIDATES_BEST + DDZ_CANDIDATES_FORCED + DDZ_INCLUDE_MAX };

struct ddz_search_candidate {
  struct ddz_play play;
  struct ddz_expected prior; /* the net's estimate before any rollout; 0 without a net */
  double style;              /* what the style adds, in the unit of the objective (rulebook.h) */
};

struct ddz_candidates {
  bool by_net;   /* plays are rated by rollouts and estimates of the net, else by rollouts of the rules */
  bool calls;    /* these are calls, by their place (call_search.h) */
  double spread; /* of a call's round, in points, before there are some */
  enum ddz_objective objective;
  bool full;    /* effort */
  bool settled; /* candidate 0 is, see above */
  bool wild;    /* some ranks are wild: bombs are common */
  int cards;    /* in all three hands */
  int most;     /* candidates beside those that are admitted whatever they are worth */
  struct ddz_search_candidate admitted[DDZ_CANDIDATES_MAX], deferred[DDZ_CANDIDATES_MAX];
  int count, deferred_count;         /* how many of each; the last deferred one joins first */
  bool included[DDZ_CANDIDATES_MAX]; /* of the admitted: does the request want it tried to the end? */
  int fallback;                      /* its number; -1: the net does not see every play lose */
};

/* Gather the candidates of a scene; at least one is admitted. pick  what the rules choose */
void ddz_candidates_gather(struct ddz_candidates *candidates, const struct ddz_scene *scene,
                           const struct ddz_option *pick);

/* Admit the last deferred one. Returns its number. */
int ddz_candidates_admit(struct ddz_candidates *candidates);

/* Defer again all but the first `count`. */
void ddz_candidates_keep(struct ddz_candidates *candidates, int count);
