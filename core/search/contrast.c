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

/* Has it the first replies of `with`, so many, and one more at least? */
static bool goes_on(const struct ddz_trace *trace, const struct ddz_trace *with, int replies) {
  return trace->plies > replies &&
         memcmp(trace->reply, with->reply, (size_t)replies * sizeof *trace->reply) == 0;
}

/* What usually came next, step by step, as long as at least 3 in 10 of all rollouts kept went the same way.
 * Returns how many. */
static int usual_replies(const struct ddz_traces *traces, enum ddz_role seat,
                         struct ddz_step reply[DDZ_REPLIES_MAX]) {
  const int kept = traces->n < DDZ_TRACES_KEPT ? (int)traces->n : DDZ_TRACES_KEPT;
  const struct ddz_trace *all = traces->kept, *usual = all;
  enum ddz_role who = ddz_role_next(seat);
  for (int step = 0; step < DDZ_REPLIES_MAX; step++, who = ddz_role_next(who)) {
    const struct ddz_trace *best = NULL;
    int most = 0;
    for (int i = 0; i < kept; i++) {
      int n = 0;
      for (int k = 0; k < kept && goes_on(&all[i], usual, step); k++)
        n += goes_on(&all[k], usual, step) && all[k].reply[step] == all[i].reply[step];
      if (n > most) most = n, best = &all[i];
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

enum { MOST_CLAIMS = 16 }; /* two of each role and six of the cards at most */

/* The claims so far, what weighs most first. */
struct list {
  int n;
  struct weighed {
    double weight;
    struct ddz_claim claim;
  } one[MOST_CLAIMS];
};

static void put_claim(struct list *list, double weight, struct ddz_claim claim) {
  if (weight < LEAST) return;
  int at = list->n++;
  for (; at > 0 && list->one[at - 1].weight < weight; at--) list->one[at] = list->one[at - 1];
  list->one[at] = (struct weighed){weight, claim};
}

static void put_cards(struct list *list, double weight, enum ddz_why why, ddz_hand cards) {
  put_claim(list, weight, (struct ddz_claim){.why = why, .cards = cards});
}

/* The squared error of a share; one more of each is assumed, since few equal ones prove little. */
static double variance(uint32_t a, uint32_t n) {
  const double p = (a + 1.) / (n + 2.);
  return p * (1 - p) / n;
}

/* A share that is above another one, where that is no chance. */
static void put_share(struct list *list, double scale, enum ddz_why why, enum ddz_role who, uint32_t a,
                      uint32_t of_a, uint32_t b, uint32_t of_b) {
  const double share = (double)a / of_a, other = (double)b / of_b, above = share - other;
  if (above > CHANCE * sqrt(variance(a, of_a) + variance(b, of_b)))
    put_claim(list, scale * above, (struct ddz_claim){why, who, 0, share, other});
}

static void add_rollouts(struct list *list, enum ddz_role seat, const struct ddz_traces *best,
                         const struct ddz_traces *other) {
  for (enum ddz_role who = 0; who < DDZ_ROLES; who++) {
    const uint32_t out = best->wins_next_turn[who], others_out = other->wins_next_turn[who];
    if (ddz_role_enemies(seat, who)) {
      put_share(list, WEIGHT_OUT, DDZ_WHY_LETS_OUT, who, others_out, other->n, out, best->n);
      continue;
    }
    put_share(list, WEIGHT_OUT, DDZ_WHY_GOES_OUT, who, out, best->n, others_out, other->n);
    put_share(list, WEIGHT_LEADS, DDZ_WHY_LEADS, who, best->next_leader[who], best->n,
              other->next_leader[who], other->n);
  }
}

static int plays_left(const struct ddz_scene *scene, const struct ddz_play *play) {
  return ddz_sum_plays(ddz_power_of(scene->engine->power, scene->rules, scene->view->hand - play->cards));
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
    put_cards(list, WEIGHT_TAKES, DDZ_WHY_TAKES, rest);
  if (broken != 0 && broken_by(hand, best->cards) == 0 && ddz_rules_wilds(scene->rules, hand) == 0)
    put_cards(list, WEIGHT_BREAKS, DDZ_WHY_BREAKS, broken);
}

/* The big cards of a play that another one does not have. */
static ddz_hand big_of(const struct ddz_scene *scene, ddz_hand play, ddz_hand without) {
  const ddz_hand big = ddz_big_cards(scene->rules, scene->view->hand);
  return ddz_hand_without(ddz_hand_without(play, without), ddz_hand_without(play, big));
}

static void add_cards(struct list *list, const struct ddz_scene *scene, const struct ddz_play *best,
                      const struct ddz_play *other) {
  const ddz_hand kept = big_of(scene, other->cards, best->cards);
  const ddz_hand saved = saved_by(best->cards, other->cards), beaten = scene->view->now.last.cards;
  const int left = plays_left(scene, best), others = plays_left(scene, other);
  if (kept != 0 && big_of(scene, best->cards, other->cards) == 0)
    put_cards(list, WEIGHT_KEEPS, DDZ_WHY_KEEPS, kept);
  else if (saved != 0)
    put_cards(list, WEIGHT_HIGHER, DDZ_WHY_KEEPS, saved);
  if (scene->by_partner && best->cards == 0) put_cards(list, WEIGHT_PARTNER, DDZ_WHY_PARTNER, beaten);
  add_shape(list, scene, best, other);
  if (!scene->leads && !scene->by_partner && other->cards == 0)
    put_claim(list, WEIGHT_BEATS, (struct ddz_claim){DDZ_WHY_BEATS, scene->view->now.owner, beaten, 0, 0});
  if (best->cards != 0 && ddz_rules_wilds(scene->rules, scene->view->hand) == 0) /* counted well without */
    put_claim(list, WEIGHT_PLAYS * (others - left), (struct ddz_claim){DDZ_WHY_PLAYS, 0, 0, left, others});
}

struct ddz_contrast ddz_contrast_of(const struct ddz_scene *scene, const struct ddz_play *best,
                                    const struct ddz_traces *best_traces, const struct ddz_play *other,
                                    const struct ddz_traces *other_traces) {
  struct ddz_contrast out = {.other = other->cards};
  struct list list = {.n = 0};
  const bool enough = best_traces->n >= ENOUGH && other_traces->n >= ENOUGH;
  if (enough) add_rollouts(&list, scene->view->role, best_traces, other_traces);
  add_cards(&list, scene, best, other);
  for (; out.claims < list.n && out.claims < DDZ_CLAIMS_MAX; out.claims++)
    out.claim[out.claims] = list.one[out.claims].claim;
  if (other_traces->n >= ENOUGH_FOR_REPLIES)
    out.replies = usual_replies(other_traces, scene->view->role, out.reply);
  out.known = out.claims > 0 || out.replies > 0;
  return out;
}
