#include "core/search/contrast.h"

#include <math.h>
#include <string.h>

#include "core/value/score.h"

/* ---- how rollouts went on ---- */

static const double USUAL = .3; /* of the rollouts: a reply that is rarer is not told */

void ddz_trace_add(struct ddz_trace *trace, const struct ddz_open *after, ddz_hand play, bool tried,
                   bool over) {
  if (!tried) {
    if (trace->plies < DDZ_REPLIES_MAX) trace->reply[trace->plies] = play;
    trace->plies++;
  }
  if (over) trace->winner = (uint8_t)ddz_open_winner(after);
  if (trace->lead_known || (!over && !ddz_position_leads(&after->view.now))) return;
  trace->lead_known = true;
  trace->next_leader = over ? trace->winner : (uint8_t)after->view.role;
}

void ddz_traces_count(struct ddz_traces *traces, enum ddz_role seat, const struct ddz_trace *trace) {
  const int turns = (trace->winner - (int)seat + DDZ_ROLES) % DDZ_ROLES;
  /* Nothing to count: it was played by the rules, or nobody could lead any more. */
  if (!trace->lead_known || trace->winner == DDZ_ROLES) return;
  if (traces->n < DDZ_TRACES_KEPT) traces->kept[traces->n] = *trace;
  traces->n++;
  traces->next_leader[trace->next_leader]++;
  if (trace->plies > 0 && trace->plies == (turns == 0 ? DDZ_ROLES : turns))
    traces->wins_next_turn[trace->winner]++;
}

static bool begins_with(const struct ddz_trace *trace, const struct ddz_trace *with, int plies) {
  return trace->plies >= plies &&
         memcmp(trace->reply, with->reply, (size_t)plies * sizeof *trace->reply) == 0;
}

/* How many of those kept begin as this one does. */
static int count_matching(const struct ddz_traces *traces, int kept, const struct ddz_trace *with,
                          int plies) {
  int n = 0;
  for (int i = 0; i < kept; i++) n += begins_with(&traces->kept[i], with, plies);
  return n;
}

/* What usually came next, step by step, as long as at least 3 in 10 of all rollouts kept went the same way.
 * Returns how many. */
static int usual_replies(const struct ddz_traces *traces, enum ddz_role seat,
                         struct ddz_step reply[DDZ_REPLIES_MAX]) {
  const int kept = traces->n < DDZ_TRACES_KEPT ? (int)traces->n : DDZ_TRACES_KEPT;
  const struct ddz_trace *usual = &traces->kept[0];
  enum ddz_role who = ddz_role_next(seat);
  for (int step = 0; step < DDZ_REPLIES_MAX; step++, who = ddz_role_next(who)) {
    const struct ddz_trace *best = NULL;
    int most = 0;
    for (int i = 0; i < kept; i++) {
      const struct ddz_trace *one = &traces->kept[i];
      if (one->plies <= step || !begins_with(one, usual, step)) continue;
      const int n = count_matching(traces, kept, one, step + 1);
      if (n > most) most = n, best = one;
    }
    if (best == NULL || most < USUAL * kept) return step;
    reply[step] = (struct ddz_step){who, best->reply[step], (double)most / kept};
    usual = best;
  }
  return DDZ_REPLIES_MAX;
}

/* ---- two plays ---- */

enum { ENOUGH = 8, ENOUGH_FOR_REPLIES = 16 }; /* rollouts of each; of the other, to say what came next */

/* How much a claim weighs; below LEAST it is not made. */
static const double WEIGHT_LEADS = 1, WEIGHT_OUT = 2, WEIGHT_PLAYS = .1, WEIGHT_KEEPS = .25,
                    WEIGHT_PARTNER = .35, WEIGHT_TAKES = 1.5, WEIGHT_BREAKS = .3, WEIGHT_BEATS = .22,
                    WEIGHT_HIGHER = .21;
static const double LEAST = .2;
static const double CHANCE = 2.5; /* standard errors that a difference of shares has to be beyond 0 */

/* The claims so far, those that weigh most. */
struct list {
  struct ddz_contrast *out;
  double weight[DDZ_CLAIMS_MAX];
};

static void put_claim(struct list *list, double weight, struct ddz_claim claim) {
  int at = list->out->claims;
  if (weight < LEAST) return;
  while (at > 0 && list->weight[at - 1] < weight) at--;
  if (at == DDZ_CLAIMS_MAX) return;
  if (list->out->claims < DDZ_CLAIMS_MAX) list->out->claims++;
  for (int i = list->out->claims - 1; i > at; i--) {
    list->out->claim[i] = list->out->claim[i - 1];
    list->weight[i] = list->weight[i - 1];
  }
  list->out->claim[at] = claim;
  list->weight[at] = weight;
}

/* The squared error of a share; one more of each is assumed, since few equal ones prove little. */
static double variance(uint32_t a, uint32_t n) {
  const double p = (a + 1.) / (n + 2.);
  return p * (1 - p) / n;
}

/* By how much a share is above another, as far as that is no chance. */
static double above(uint32_t a, uint32_t of_a, uint32_t b, uint32_t of_b) {
  const double above_it = (double)a / of_a - (double)b / of_b;
  return above_it > CHANCE * sqrt(variance(a, of_a) + variance(b, of_b)) ? above_it : 0;
}

static void add_share(struct list *list, double scale, struct ddz_claim claim, uint32_t a, uint32_t of_a,
                      uint32_t b, uint32_t of_b) {
  claim.share = (double)a / of_a;
  claim.other_share = (double)b / of_b;
  put_claim(list, scale * above(a, of_a, b, of_b), claim);
}

static void add_rollouts(struct list *list, enum ddz_role seat, const struct ddz_traces *best,
                         const struct ddz_traces *other) {
  for (int i = 0; i < DDZ_ROLES; i++) {
    const enum ddz_role who = (enum ddz_role)i;
    if (ddz_role_enemies(seat, who)) {
      add_share(list, WEIGHT_OUT, (struct ddz_claim){DDZ_WHY_LETS_OUT, who, 0, 0, 0},
                other->wins_next_turn[i], other->n, best->wins_next_turn[i], best->n);
      continue;
    }
    add_share(list, WEIGHT_OUT, (struct ddz_claim){DDZ_WHY_GOES_OUT, who, 0, 0, 0}, best->wins_next_turn[i],
              best->n, other->wins_next_turn[i], other->n);
    add_share(list, WEIGHT_LEADS, (struct ddz_claim){DDZ_WHY_LEADS, who, 0, 0, 0}, best->next_leader[i],
              best->n, other->next_leader[i], other->n);
  }
}

static int plays_left(const struct ddz_scene *scene, const struct ddz_play *play) {
  return ddz_power_of(scene->engine->power, scene->rules, scene->view->hand - play->cards).plays;
}

/* The groups of equal cards that a play takes a part of. */
static ddz_hand broken_by(ddz_hand hand, ddz_hand play) {
  ddz_hand broken = 0;
  for (int rank = 0; rank < DDZ_RANKS; rank++) {
    const int held = ddz_hand_count(hand, rank), taken = ddz_hand_count(play, rank);
    if (taken > 0 && held > taken) broken += ddz_hand_of(rank, held);
  }
  return broken;
}

enum { JACK = DDZ_RANK_A - 3 };

/* What the other play takes from the jack up, where the best one takes nothing as high. */
static ddz_hand saved_by(ddz_hand best, ddz_hand other) {
  ddz_hand saved = 0;
  for (int rank = JACK; rank < DDZ_RANKS; rank++)
    saved = ddz_hand_count(best, rank) > 0 ? 0 : saved + ddz_hand_of(rank, ddz_hand_count(other, rank));
  return saved;
}

/* What nobody can beat, with one play behind it; what the other play tears apart and this one does not. */
static void add_shape(struct list *list, const struct ddz_scene *scene, const struct ddz_play *best,
                      const struct ddz_play *other) {
  const ddz_hand hand = scene->view->hand, rest = hand - best->cards, broken = broken_by(hand, other->cards);
  if (best->cards != 0 && rest != 0 && plays_left(scene, best) == 1 &&
      !ddz_threat_beats(scene->rules, scene->unseen, scene->enemy_most, best) &&
      !ddz_threat_beats(scene->rules, scene->unseen, scene->partner_left, best))
    put_claim(list, WEIGHT_TAKES, (struct ddz_claim){.why = DDZ_WHY_TAKES, .cards = rest});
  if (broken != 0 && (broken_by(hand, best->cards) == 0) && ddz_rules_wilds(scene->rules, hand) == 0)
    put_claim(list, WEIGHT_BREAKS, (struct ddz_claim){.why = DDZ_WHY_BREAKS, .cards = broken});
}

static void add_cards(struct list *list, const struct ddz_scene *scene, const struct ddz_play *best,
                      const struct ddz_play *other) {
  const ddz_hand big = ddz_big_cards(scene->rules, scene->view->hand);
  const ddz_hand kept =
      ddz_hand_without(ddz_hand_without(other->cards, best->cards), ddz_hand_without(other->cards, big));
  const ddz_hand spent =
      ddz_hand_without(ddz_hand_without(best->cards, other->cards), ddz_hand_without(best->cards, big));
  const ddz_hand saved = saved_by(best->cards, other->cards);
  const int left = plays_left(scene, best), others = plays_left(scene, other);
  if (kept != 0 && spent == 0)
    put_claim(list, WEIGHT_KEEPS, (struct ddz_claim){.why = DDZ_WHY_KEEPS, .cards = kept});
  else if (saved != 0)
    put_claim(list, WEIGHT_HIGHER, (struct ddz_claim){.why = DDZ_WHY_KEEPS, .cards = saved});
  if (scene->by_partner && !scene->leads && best->cards == 0)
    put_claim(list, WEIGHT_PARTNER,
              (struct ddz_claim){.why = DDZ_WHY_PARTNER, .cards = scene->view->now.last.cards});
  add_shape(list, scene, best, other);
  if (!scene->leads && !scene->by_partner && other->cards == 0)
    put_claim(list, WEIGHT_BEATS,
              (struct ddz_claim){
                  .why = DDZ_WHY_BEATS, .who = scene->view->now.owner, .cards = scene->view->now.last.cards});
  if (best->cards != 0 && ddz_rules_wilds(scene->rules, scene->view->hand) == 0) /* counted well without */
    put_claim(list, WEIGHT_PLAYS * (others - left),
              (struct ddz_claim){.why = DDZ_WHY_PLAYS, .share = left, .other_share = others});
}

struct ddz_contrast ddz_contrast_of(const struct ddz_scene *scene, const struct ddz_play *best,
                                    const struct ddz_traces *best_traces, const struct ddz_play *other,
                                    const struct ddz_traces *other_traces) {
  struct ddz_contrast out = {.other = other->cards};
  struct list list = {.out = &out};
  const bool enough = best_traces->n >= ENOUGH && other_traces->n >= ENOUGH;
  if (enough) add_rollouts(&list, scene->view->role, best_traces, other_traces);
  add_cards(&list, scene, best, other);
  if (other_traces->n >= ENOUGH_FOR_REPLIES)
    out.replies = usual_replies(other_traces, scene->view->role, out.reply);
  out.known = out.claims > 0 || out.replies > 0;
  return out;
}
