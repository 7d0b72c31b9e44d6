/* opponent.h - the opponent model: how does another player choose his plays?
 *
 * A player belongs to one of a few types: one who plays by the net, more or less
 * exactly, one who plays by the rules, or one who plays the first prompt. The model serves twice. It says how
 * likely a play is for a type with a given hand, which the posterior (posterior.h) needs. And it plays for
 * the other seats in rollouts (rollout.h).
 *
 *   p(play | type, hand) = (1 - EPSILON) * q + EPSILON / plays
 *
 * For a type that plays by the net q is a softmax: the share of exp(score / temperature) over all plays. The
 * score is in logits, or in farmers' stakes where points count. For the other types q is 1 for the play
 * they would choose and 0 for the rest. EPSILON is there because anybody may do anything.
 *
 * A likelihood takes some 15 microseconds. */
#pragma once

#include "core/base/rng.h"
#include "core/engine/engine.h"
#include "core/game/view.h"
#include "core/net/judge.h"

#define DDZ_OPPONENT_EPSILON 0.07 /* probability: any play, each as likely as another */
/* With more plays to choose from no likelihood is computed: it takes too long. */
enum { DDZ_OPPONENT_PLAYS_MAX = 32 };

enum ddz_opponent {
  DDZ_OPPONENT_NET,       /* the net */
  DDZ_OPPONENT_NET_CLOSE, /* about as good as the net, but differs from it in close choices */
  DDZ_OPPONENT_NET_NOISY, /* knows what is good and errs */
  DDZ_OPPONENT_RULES,     /* the fast policy of the rules (rulebook.h) */
  DDZ_OPPONENT_PROMPT,    /* plays the first prompt (ddz_rulebook_naive) */
  DDZ_OPPONENTS
};

/* The probability of each type before anything is known; they sum to 1. */
extern const double ddz_opponent_priors[DDZ_OPPONENTS];

/* The temperature of each; 0: does not play by the net. */
extern const double ddz_opponent_temperatures[DDZ_OPPONENTS];
static inline bool ddz_opponent_by_net(enum ddz_opponent type) { return ddz_opponent_temperatures[type] > 0; }

/* p(play | type, hand) of each of `n` plays, those of a net that knows the rules (ddz_net_player_knows); p[n]
 * is that of any other play. */
void ddz_opponent_chances(struct ddz_engine *engine, const struct ddz_view *view,
                          enum ddz_objective objective, enum ddz_opponent type,
                          const struct ddz_judged *judged, size_t n, double *p);

/* Of one play, for each type. False where it says nothing about the types: the player has one play only, or
 * too many, or `play` is none of them.
 *
 * view  what the player saw, with the hand that is assumed for him */
bool ddz_opponent_likelihood(struct ddz_engine *engine, const struct ddz_view *view,
                             enum ddz_objective objective, const struct ddz_play *play,
                             double p[DDZ_OPPONENTS]);

/* Choose one of `n` plays (at least 1) for a type that plays by the net: each with probability q. */
size_t ddz_opponent_choose(enum ddz_opponent type, const struct ddz_judged *judged, size_t n,
                           enum ddz_objective objective, struct ddz_rng *rng);

/* What a type that does not play by the net plays. Fast: it looks at the few plays of movegen.h only.
 *
 * unseen  the cards that are with the other two */
void ddz_opponent_play(struct ddz_engine *engine, enum ddz_opponent type, const struct ddz_view *view,
                       ddz_hand unseen, struct ddz_play *play);

/* Who plays the other seats in one determinization, and the random numbers of their errors. */
struct ddz_opponents {
  enum ddz_opponent type[DDZ_ROLES]; /* that of the own seat does not count */
  struct ddz_rng rng;
};

/* Draw a type for each seat.
 *
 * share  how likely each type is, seat by seat; need not sum to 1. NULL: ddz_opponent_priors */
void ddz_opponents_draw(const double share[DDZ_ROLES][DDZ_OPPONENTS], struct ddz_rng *rng,
                        struct ddz_opponents *opponents);
