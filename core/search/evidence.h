/* evidence.h - hidden hands that fit what the others did.
 *
 * A player who held the cards that the sampler gives him would have done this or that; what he did tells how
 * likely he holds them. The belief nets (belief.h) know it rank by rank; here whole hands are weighed, and
 * the players together with them, for nobody knows beforehand how the others play (likeness.h):
 *
 *   weight(hands) = (product over the others of  sum over likes of
 *                    prior(like) * product over what he did of  p(play | like, hand)) ^ TEMPER
 *
 * With a TEMPER of 1 this is Bayes' rule. That trusts p too much: p is only a model of a player, and where it
 * is wrong, it is wrong in many deeds. The landlord takes both farmers for players of one kind, so that he
 * knows sooner.
 *
 * What was drawn is kept as a list of guesses, each with how often it was drawn, so that nothing is weighed
 * twice. The latest deeds are looked at first, and hands are given up that are hopeless beside the best ones.
 * For each round the guess is picked that is furthest behind its share of all weights.
 *
 * No allocation; 45 KiB, part of the caller's memory; one engine, one thread; to weigh hands takes some 15
 * microseconds for each deed. */
#ifndef DDZ_CORE_EVIDENCE_H
#define DDZ_CORE_EVIDENCE_H

#include "core/engine/engine.h"
#include "core/game/record.h"
#include "likeness.h"
#include "sampler.h"

enum { DDZ_DEEDS = 16 };    /* the latest that are kept */
enum { DDZ_GUESSES = 256 }; /* kept; then the one of least weight makes room */
#define DDZ_EVIDENCE_TEMPER 0.5
#define DDZ_EVIDENCE_HOPELESS 1e-5 /* of the best guess's weight, before TEMPER */

/* What another seat did, and what he saw; his hand is not in the view. */
struct ddz_deed {
  struct ddz_view view;
  struct ddz_play play;
};

/* Hands that were drawn, and what they weigh. */
struct ddz_guess {
  ddz_hand hand[DDZ_ROLES];
  int drawn, picked;                  /* how often */
  double weight;                      /* 0 to 1; of hopeless hands, at most so much */
  double share[DDZ_ROLES][DDZ_LIKES]; /* not summed to 1: of the other seats, if they hold these hands */
};

struct ddz_evidence {
  const struct ddz_view *view; /* the seat that draws */
  enum ddz_objective objective;
  int all;                         /* deeds there were */
  struct ddz_deed deed[DDZ_DEEDS]; /* a ring: number i is at i % DDZ_DEEDS */
  int guesses, picked;             /* how many; how often one was picked */
  double best;                     /* the largest weight before TEMPER */
  uint64_t asked;                  /* how often the net was asked what somebody did */
  struct ddz_guess guess[DDZ_GUESSES];
};

/* What the record says of the others. False where it says nothing of use: no other did anything, or it is not
 * the record of this view. view  is read by the draws as well */
bool ddz_evidence_gather(struct ddz_evidence *evidence, const struct ddz_view *view,
                         enum ddz_objective objective, const struct ddz_record *record);

/* What these hands weigh before TEMPER, and the shares of the others; not looked at any further once it is
 * below `enough`. Needs a net that knows the rules (ddz_greedy_knows). */
double ddz_evidence_weigh(struct ddz_evidence *evidence, struct ddz_engine *engine,
                          const ddz_hand hand[DDZ_ROLES], double enough, double share[DDZ_ROLES][DDZ_LIKES]);

/* Draw hands and note them. sampler  of the same view */
void ddz_evidence_draw(struct ddz_evidence *evidence, struct ddz_engine *engine, struct ddz_sampler *sampler,
                       struct ddz_rng *rng);

/* The guess whose turn it is, after at least one draw. It stays as it is until the next draw. */
const struct ddz_guess *ddz_evidence_pick(struct ddz_evidence *evidence);

#endif
