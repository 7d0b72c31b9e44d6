/* compare.h - which candidate is best, and is that certain?
 *
 * Every round gives one sample of each candidate still alive, all on the same determinization: a paired
 * comparison with common random numbers. The luck of the deal is the same for all and cancels in differences.
 *
 * A sample has two parts. The value (rollout.h) has little variance and some bias; the residual, the outcome
 * minus the value, is without bias and noisy. Both are summed with their products, for each candidate and for
 * the difference of each pair, so that for any weight s of the residual
 *
 *   estimate(i)  = sum of (value + s * residual)  +  prior weight * prior
 *   t(a, b)      = (estimate(a) - estimate(b)) / sqrt(n * variance of the difference  +  n^2 * bias^2)
 *
 * are known. Three ideas are at work:
 *
 *   shrinkage    The net's estimate before any rollout is a prior that counts as some visits, as in empirical
 *                Bayes (Efron and Morris, "Stein's estimation rule and its competitors", 1973). Likewise s
 *                starts at 0 and grows with the rounds: first the residual is noise, later the bias of the
 *                value is the larger error.
 *   bias term    The paired t statistic knows the variance only. The squared bias of the value is added, so
 *                that no number of rounds makes a small difference certain.
 *                A fixed bound, tested after every round, is a heuristic, and so is t itself: with the
 *                posterior one particle is played on again and again, and rounds are not independent.
 *   elimination  A candidate that is ELIMINATION_T standard errors behind the best is dropped, and the rounds
 *                go to the others: successive elimination (Even-Dar, Mannor and Mansour, 2006), or racing
 *                (Maron and Moore, "Hoeffding races", 1994).
 *
 * Calls are compared in the same way (call_search.h): value and outcome of a sample are its points, the prior
 * counts as more visits, and nothing is taken to be biased.
 *
 * A candidate that joins late is tried on the determinizations of all rounds before, so that every pair is
 * compared on the same ones.
 *
 * Ties: of equal candidates the one with the lower number comes first, wherever one is chosen, kept, tried
 * or listed; so the same samples give the same answer. */
#pragma once

#include "core/play/request.h"
#include "core/search/rollout.h"

enum { DDZ_DEFER_ROUNDS = 8 }; /* rounds after which those that wait join */
/* The best plays with full effort, those that come on top (the choice of the rules and the pass), and all. */
enum { DDZ_CANDIDATES_BEST = 16, DDZ_CANDIDATES_FORCED = 2 };
enum { DDZ_CANDIDATES_MAX = DDZ_CANDIDATES_BEST + DDZ_CANDIDATES_FORCED + DDZ_INCLUDE_MAX };

struct ddz_search_candidate {
  struct ddz_play play;
  struct ddz_expected prior; /* the net's estimate before any rollout; 0 without a net */
  double style;              /* what the style adds, in the unit of the objective (rulebook.h) */
  bool included;             /* the request wants it tried to the end */
};

/* Samples of one quantity, for the mean and the variance of value + s * residual with any s. */
struct ddz_sums {
  uint32_t n;
  double value, residual, value_value, value_residual, residual_residual;
};

/* What came of a candidate. */
struct ddz_candidate_stats {
  bool dropped;                        /* takes no part in the next round */
  uint32_t visits;                     /* rollouts, those of a round that was cut short among them */
  struct ddz_expected sum;             /* of their values */
  struct ddz_sums own[DDZ_OBJECTIVES]; /* over its whole rounds */
  /* itself minus one with a lower number, over the rounds of both */
  struct ddz_sums difference[DDZ_OBJECTIVES][DDZ_CANDIDATES_MAX];
  int leader;               /* set on elimination: the best candidate then, ... */
  double behind;            /* ... and the difference of the means then */
  struct ddz_traces traces; /* with full effort: of its rollouts */
};

struct ddz_comparison {
  bool by_net;   /* plays are rated by rollouts and estimates of the net, else by rollouts of the rules */
  double spread; /* of a call's round, in points, before there are some; 0: these are plays */
  enum ddz_objective objective;
  bool full;    /* effort */
  bool settled; /* candidate 0 is (candidates.h) */
  bool wild;    /* some ranks are wild: bombs are common */
  int cards;    /* in all three hands */
  int most;     /* candidates beside those that are listed whatever they are worth */
  int fallback; /* its number (candidates.h); -1: there is none */
  int count;    /* the first of the list, which are admitted, ... */
  int listed;   /* ... and all: the others wait, the next one to join first */
  struct ddz_search_candidate candidate[DDZ_CANDIDATES_MAX];
  int rounds, alive; /* played so far; admitted and not dropped */
  struct ddz_candidate_stats stats[DDZ_CANDIDATES_MAX];
  struct ddz_rollout rollouts[DDZ_DEFER_ROUNDS]
                             [DDZ_CANDIDATES_MAX]; /* the first rounds, for those who join */
};

/* Count a visit of candidate i. */
void ddz_compare_visit(struct ddz_comparison *comparison, int i, const struct ddz_rollout *rollout);

/* Add a whole round. rollout  of each candidate alive, by its number; their visits are counted already */
void ddz_compare_round(struct ddz_comparison *comparison, const struct ddz_rollout *rollout);

/* Admit the next one that waits, with its visits and one rollout for each round so far, at most
 * DDZ_DEFER_ROUNDS. */
void ddz_compare_admit(struct ddz_comparison *comparison, const struct ddz_rollout *rollout);

/* Drop the candidates that are hopelessly behind, but never the best and never an included one. */
void ddz_compare_eliminate(struct ddz_comparison *comparison);

/* The choice: the best, unless candidate 0 is not clearly worse than it, or no round was played. */
int ddz_compare_choose(const struct ddz_comparison *comparison);

/* The mean by which `decide` chooses: the estimate of candidate i a round, prior and style included, in the
 * unit of the objective. For one that was dropped: as far behind its leader as it was then. */
double ddz_compare_mean(const struct ddz_comparison *comparison, int i);

/* The standard error of the mean of a call. */
double ddz_compare_call_error(const struct ddz_comparison *comparison, int i);

/* ---- estimates that are shown ---- */

/* What is a candidate worth, and how sure is that?
 *
 * The mean is that of the rollouts and of the prior, which counts as some visits. Its squared
 * error has two parts:
 *
 *   variance  of the samples and of the prior. Few samples may be equal by chance, so their variance is mixed
 *             with the one that a game of this chance has (shrinkage).
 *   bias      of the value, as far as the residual does not correct it yet.
 *
 * Full effort: the mean includes the residual, minus its mean over all candidates. Effort `decide`: the mean
 * uses the values only. Both stay on one scale, and more nodes do not shift all candidates together.
 *
 * This mean is shown, and with full effort it is chosen by, with the style (report.c). In `decide`
 * ddz_compare_mean chooses: it adds the residual and the style, as only the order counts there, and what is
 * common to all does not change that. */

/* Of the probability to win, or of the points in stakes of a farmer. The mean is NAN where it is not known;
 * the error is the standard error. */
double ddz_estimate_mean(const struct ddz_comparison *comparison, int i, enum ddz_objective of);
double ddz_estimate_error(const struct ddz_comparison *comparison, int i, enum ddz_objective of);

/* The standard error of the difference in probability between two candidates. */
double ddz_estimate_error_between(const struct ddz_comparison *comparison, int a, int b);

/* ---- rounds of full effort ---- */

/* Which candidates take part in the next round, with full effort?
 *
 * Sequential halving (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", 2013) in
 * short cycles, so that it may stop at any time (Sagers, Winands and Soemers, "Anytime sequential halving in
 * Monte-Carlo tree search", 2024). A cycle has 7 rounds: one of all candidates, two of the better half, four
 * of the best quarter. So the best one has at most 7 times the visits of the worst one, and whoever was
 * unlucky comes back in the next cycle. What the request includes takes part in every round. */

/* Set who takes part in the next round. score  of each, higher is better; of equal ones the
 * first takes part */
void ddz_allocate(struct ddz_comparison *comparison, const double score[DDZ_CANDIDATES_MAX]);
