/* likeness.h - which player is another seat like?
 *
 * Who plays a game out on drawn hands must say how the others play: as the net, as the rules or as the first
 * prompt (rows LIKE of search.def). What another seat did is compared with what each of these would have done
 * there. His hand is not known, so this is a mean over some hands that are drawn:
 *
 *   share(like) ~ prior(like) * product over what he did of  mean over hands of
 *                                                            (1 - SLIP) * p(play | like, hand) + SLIP / plays
 *
 * p is 1 for the play of the rules or the prompt and 0 for others; for the net it is the play's share of
 * exp(-lost / EASE) over all plays (lost: as in evidence.h). SLIP is large because most hands drawn are not
 * his. The landlord takes both farmers for players of one kind. A player unlike all of them moves the shares
 * little.
 *
 * No allocation; 300 bytes, part of the caller's memory; one engine, one thread; some 15 microseconds for
 * what one player did once. */
#ifndef DDZ_CORE_LIKENESS_H
#define DDZ_CORE_LIKENESS_H

#include "evidence.h"

#define DDZ_LIKE_EASE 0.1 /* logits, or farmers' stakes: who is like the net loses about as much a play */
#define DDZ_LIKE_SLIP 0.4 /* probability: of another play, mostly because the hands are not the real ones */

enum ddz_like {
#define LIKE(name, prior, meaning) DDZ_LIKE_##name,
#include "search.def"
#undef LIKE
  DDZ_LIKES
};

struct ddz_likeness {
  int hands;                         /* looked at */
  double fits[DDZ_DEEDS][DDZ_LIKES]; /* of each deed, in the ring's order: sums over hands; 0: says nothing */
  double share[DDZ_ROLES][DDZ_LIKES]; /* probabilities, of the other seats */
};

/* Nothing is known but the priors. */
void ddz_likeness_init(struct ddz_likeness *likeness);

/* What the deeds say if all held these hands. Needs a net that knows the rules (ddz_greedy_knows).
 *
 * evidence  gathered, the same each time */
void ddz_likeness_study(struct ddz_likeness *likeness, struct ddz_evidence *evidence,
                        struct ddz_engine *engine, const ddz_hand hand[DDZ_ROLES]);

/* A likeness of a seat, drawn as likely as it is. */
enum ddz_like ddz_likeness_draw(const struct ddz_likeness *likeness, enum ddz_role role, struct ddz_rng *rng);

/* What a player plays with open hands (each on what he may know), who is like anything but the net. Quick: on
 * the plays of thin.h. */
void ddz_like_play(struct ddz_engine *engine, enum ddz_like like, const struct ddz_view *view,
                   ddz_hand unseen, struct ddz_play *play);

#endif
