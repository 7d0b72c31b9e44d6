/* evidence.h - hidden hands that fit what the others did.
 *
 * A player who held the cards that the sampler gives him would have done this or that; what he did tells how
 * likely he holds them. The belief nets (belief.h) know it rank by rank; here whole hands are judged: each
 * thing another seat did is put to the net again, with the hand he would have had, and hands with which it
 * would have been a blunder become rare. A blunder is told by what the net thinks lost, so that a player who
 * differs from the net in a close choice is still believed.
 *
 *   weight(hands) = product over what the others did of  exp(-min(lost / EASE, MOST))
 *
 * `lost` in logits of winning, or in farmers' stakes where points are sought.
 *
 * Hands are drawn as a chain (Metropolis and Hastings, 1970): the sampler proposes, and what it proposes
 * takes the place of the last hands with probability min(1, weight / last weight). The latest deeds are
 * looked at first, and a proposal is given up as soon as it cannot be taken any more.
 *
 * No allocation; 4 KiB, part of the caller's memory; one engine, one thread; some 50 microseconds a
 * step, most of them the net's. */
#ifndef DDZ_CORE_EVIDENCE_H
#define DDZ_CORE_EVIDENCE_H

#include "core/engine/engine.h"
#include "core/game/record.h"
#include "core/net/judge.h"
#include "sampler.h"

enum { DDZ_DEEDS = 16 };      /* the latest that are kept */
enum { DDZ_DEED_PLAYS = 32 }; /* with more to choose from a deed is not looked at: it takes too long */
#define DDZ_EVIDENCE_EASE 0.7
#define DDZ_EVIDENCE_MOST 3.0 /* of one deed: anybody errs */

/* What another seat did, and what he saw; his hand is not in the view. */
struct ddz_deed {
  struct ddz_view view;
  struct ddz_play play;
};

struct ddz_evidence {
  const struct ddz_view *view; /* the seat that draws */
  enum ddz_objective objective;
  int all;                         /* deeds there were */
  struct ddz_deed deed[DDZ_DEEDS]; /* a ring: number i is at i % DDZ_DEEDS */
  bool begun;
  ddz_hand at[DDZ_ROLES]; /* of the chain, and the logarithm of its weight */
  double weight;
  uint64_t asked; /* of the net */
};

/* What the record says of the others. False where it says nothing of use: no other did anything, or it is not
 * the record of this view. view  is read by the draws as well */
bool ddz_evidence_gather(struct ddz_evidence *evidence, const struct ddz_view *view,
                         enum ddz_objective objective, const struct ddz_record *record);

/* The number of the oldest deed that is kept; the latest is evidence->all - 1. */
static inline int ddz_evidence_oldest(const struct ddz_evidence *evidence) {
  return evidence->all > DDZ_DEEDS ? evidence->all - DDZ_DEEDS : 0;
}

/* The deed of that number. */
static inline const struct ddz_deed *ddz_evidence_deed(const struct ddz_evidence *evidence, int i) {
  return &evidence->deed[i % DDZ_DEEDS];
}

/* What the seat of a deed saw then, if everybody holds these hands now. */
struct ddz_view ddz_evidence_view(const struct ddz_evidence *evidence, const struct ddz_deed *deed,
                                  const ddz_hand hand[DDZ_ROLES]);

/* What the net thinks of all that he could do; `done` is the place of what he did. Returns how many; 0 where
 * that tells nothing: he could do one thing only, or too many, or what he did is none of them.
 *
 * view  of ddz_evidence_view */
size_t ddz_evidence_ask(struct ddz_evidence *evidence, struct ddz_engine *engine, const struct ddz_deed *deed,
                        const struct ddz_view *view, struct ddz_judged judged[DDZ_DEED_PLAYS], size_t *done);

/* One proposal to the chain; the first is taken whatever it weighs. Its hands are evidence->at. Needs a net
 * that knows the rules (ddz_greedy_knows).
 *
 * sampler  of the same view */
void ddz_evidence_step(struct ddz_evidence *evidence, struct ddz_engine *engine, struct ddz_sampler *sampler,
                       struct ddz_rng *rng);

/* The logarithm of the weight of some hands, 0 or less; not looked at any further once it is below `enough`.
 */
double ddz_evidence_weigh(struct ddz_evidence *evidence, struct ddz_engine *engine,
                          const ddz_hand hand[DDZ_ROLES], double enough);

#endif
