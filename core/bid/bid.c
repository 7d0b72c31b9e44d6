#include "bid.h"

#include <math.h>
#include <string.h>

#include "core/base/role.h"
#include "core/net/calibrate.h"
#include "core/value/score.h"
#include "question.h"

/* ---- chances ---- */

enum who { CALLER, LANDLORD, FARMER, WHO };
enum { WILDCARDS = DDZ_WILDCARD_RANKS + 1, OPPONENTS = 2 };

static const struct formula {
  double constant, index, big, power;
} formulas[WILDCARDS][WHO] = {
#define FORMULA(wildcard, who, ...) [DDZ_WILDCARD_##wildcard][who] = {__VA_ARGS__},
#include "bid.def"
};

static const double callers[WILDCARDS] = {
#define CALLERS(wildcard, share) [DDZ_WILDCARD_##wildcard] = share,
#include "bid.def"
};

/* Ours: how sure to be before doubling a stake that stands. S0's: the landlord index for it. */
static const double NEED_DOUBLE = .58, NEED_SUPER = .68, NEED_INDEX = .6;

static double chance(const struct ddz_bid_request *ask, enum who who, const struct ddz_bid_advice *facts,
                     double power) {
  const struct formula *f = &formulas[ask->rules->wildcard][who];
  double z = f->constant + f->index * facts->landlord_index + f->big * facts->big_card_score / 100 +
             f->power * power / 1000;
  return ddz_logistic(z);
}

/* ---- points, in units of the base stake ---- */

static bool is_farmer(const struct ddz_bid_request *ask) {
  return ask->role == DDZ_LANDLORD_DOWN || ask->role == DDZ_LANDLORD_UP;
}

/* What is expected of a stake: as the landlord, who plays for both farmers' stakes, and as a farmer. */
static double as_landlord(const struct ddz_bid_advice *a, double stake) {
  return OPPONENTS * stake * (2 * a->landlord_probability - 1);
}
static double as_farmer(const struct ddz_bid_advice *a, double stake) {
  return stake * (2 * a->farmer_probability - 1);
}

/* The chance that somebody after this seat still wants the landlord's place. */
static double wanted_later(const struct ddz_bid_request *ask) {
  int after = DDZ_ROLES - 1 - ask->seat;
  return 1 - pow(1 - callers[ask->rules->wildcard], after);
}

/* What a seat gets that passes where nobody calls: who is the landlord then the rules say. */
static double unwanted_points(const struct ddz_bid_request *ask, const struct ddz_bid_advice *a) {
  const double landlord = as_landlord(a, 1), farmer = as_farmer(a, 1);
  const double mean[DDZ_NOBODIES] = {[DDZ_NOBODY_REDEAL] = 0,
                                     [DDZ_NOBODY_FIRST] = ask->seat == 0 ? landlord : farmer,
                                     [DDZ_NOBODY_LAST] = ask->seat == DDZ_ROLES - 1 ? landlord : farmer,
                                     [DDZ_NOBODY_RANDOM] = (landlord + OPPONENTS * farmer) / DDZ_ROLES};
  return mean[ask->rules->nobody_calls];
}

/* The last to call makes the highest call: a hand that is good enough to call takes the highest stake. */
static double score_points(const struct ddz_bid_request *ask, const struct ddz_bid_advice *a, int bid) {
  enum { TOP = 3 };
  int stands = bid > 0 ? bid : ask->highest;
  double later = stands == TOP ? 0 : wanted_later(ask);
  double else_points = bid > 0            ? as_landlord(a, bid)
                       : ask->highest > 0 ? as_farmer(a, ask->highest)
                                          : unwanted_points(ask, a);
  return later * as_farmer(a, TOP) + (1 - later) * else_points;
}

/* Under KICK calling the first to call is the landlord; under ROB later seats may take it, doubling. */
static double call_points(const struct ddz_bid_request *ask, const struct ddz_bid_advice *a, int yes) {
  double later = wanted_later(ask);
  bool robbed = ask->rules->calling == DDZ_CALLING_ROB;
  if (!yes && ask->highest > 0) return as_farmer(a, 1);
  if (!yes) return later * as_farmer(a, 1) + (1 - later) * unwanted_points(ask, a);
  return robbed ? later * as_farmer(a, 2) + (1 - later) * as_landlord(a, 1) : as_landlord(a, 1);
}

static double rob_points(const struct ddz_bid_request *ask, const struct ddz_bid_advice *a, int yes) {
  return (void)ask, yes ? as_landlord(a, 2) : as_farmer(a, 1);
}

static double raise_points(const struct ddz_bid_request *ask, const struct ddz_bid_advice *a, int times) {
  double stake = 1 << times; /* 1, 2, 4 */
  return is_farmer(ask) ? as_farmer(a, stake) : as_landlord(a, stake);
}

typedef double points_of(const struct ddz_bid_request *ask, const struct ddz_bid_advice *a, int choice);
static points_of *const points[DDZ_BID_PHASES] = {[DDZ_BID_SCORE] = score_points,
                                                  [DDZ_BID_CALL] = call_points,
                                                  [DDZ_BID_ROB] = rob_points,
                                                  [DDZ_BID_DOUBLE] = raise_points,
                                                  [DDZ_BID_KICK] = raise_points};

/* A strong hand may have to call while nobody has. */
static bool must_call(const struct ddz_bid_request *ask) {
  const bool first = ask->phase == DDZ_BID_CALL || ask->phase == DDZ_BID_SCORE;
  return first && ask->highest == 0 && ddz_rules_must_call(ask->rules, ask->hand);
}

static bool is_open(const struct ddz_bid_request *ask, int choice) {
  if (choice == 0) return !must_call(ask);
  return choice < ddz_bid_choices(ask->phase) && (ask->phase != DDZ_BID_SCORE || choice > ask->highest);
}

/* ---- the advice ---- */

static int highest_open(const struct ddz_bid_request *ask) {
  int choice = ddz_bid_choices(ask->phase) - 1;
  while (!is_open(ask, choice)) choice--;
  return choice;
}

static void decide_raise(const struct ddz_bid_request *ask, struct ddz_bid_advice *a) {
  double win = is_farmer(ask) ? a->farmer_probability : a->landlord_probability;
  a->choice = win >= NEED_SUPER ? highest_open(ask) : win >= NEED_DOUBLE;
  a->reason = a->choice > 0 ? DDZ_REASON_SURE : DDZ_REASON_UNSURE;
  if (a->choice > 0 || a->landlord_index < NEED_INDEX) return;
  a->choice = 1;
  a->reason = DDZ_REASON_STRONG;
}

/* Where the cap makes choices worth the same, the better one is what would be worth more without it. */
static bool is_better(const struct ddz_bid_advice *a, const double uncut[], int x, int y) {
  const double *mean = a->expected_points;
  return mean[x] > mean[y] || (mean[x] == mean[y] && uncut[x] > uncut[y]);
}

static void decide_by_points(const struct ddz_bid_request *ask, const double uncut[],
                             struct ddz_bid_advice *a) {
  const int top = highest_open(ask), least = must_call(ask);
  a->choice = least;
  for (int choice = least + 1; choice <= top; choice++)
    if (is_open(ask, choice) && is_better(a, uncut, choice, a->choice)) a->choice = choice;
  a->reason = top == 0                                     ? DDZ_REASON_CLOSED
              : least == 1 && !(a->expected_points[1] > 0) ? DDZ_REASON_MUST
              : a->choice == 0                             ? DDZ_REASON_WEAK
                                                           : DDZ_REASON_WORTH;
}

/* A hand that S0 says must call takes the highest. */
static void decide_call(const struct ddz_bid_request *ask, const double uncut[], struct ddz_bid_advice *a) {
  const int top = highest_open(ask);
  decide_by_points(ask, uncut, a);
  if (top == 0 || !a->must) return;
  a->choice = top;
  a->reason = DDZ_REASON_MUST;
}

/* Does the kitty lie open before anybody is the landlord? */
static bool is_kitty_open(const struct ddz_bid_request *ask) {
  return ask->role == DDZ_ROLES && ask->kitty != 0;
}

/* What the formula looks at in a hand; returns its power. */
static double look_at(struct ddz_engine *engine, const struct ddz_bid_request *ask, ddz_hand hand,
                      struct ddz_bid_advice *facts) {
  facts->landlord_index = ddz_landlord_index(ask->rules, hand);
  facts->big_card_score = ddz_big_card_score(DDZ_SCORE_V2, ask->rules, hand);
  return ddz_sum_power(ddz_power_of(engine->power, ask->rules, hand));
}

/* The value of a hand under rules whose wildcards are known. The landlord's chance is that with the kitty
 * where it lies open. */
static void estimate(struct ddz_engine *engine, const struct ddz_bid_request *ask,
                     struct ddz_bid_advice *out) {
  const ddz_hand hand = ddz_bid_hand(ask);
  const double power = look_at(engine, ask, hand, out);
  out->landlord_probability =
      chance(ask, ddz_hand_size(hand) > DDZ_HAND_DEALT ? LANDLORD : CALLER, out, power);
  out->farmer_probability = chance(ask, FARMER, out, power);
  if (!is_kitty_open(ask)) return;
  struct ddz_bid_advice taken = {0};
  const double then = look_at(engine, ask, ask->hand + ask->kitty, &taken);
  out->landlord_probability = chance(ask, LANDLORD, &taken, then);
}

/* Seats are asked before the last wild rank is shown: the mean over the ranks it may be, each as likely. */
static void estimate_unshown(struct ddz_engine *engine, const struct ddz_bid_request *ask,
                             struct ddz_bid_advice *out) {
  enum { WILD_RANKS = DDZ_RANK_2 + 1 };
  const ddz_ranks known = ask->rules->wild;
  const int ranks = WILD_RANKS - __builtin_popcount(known);
  struct ddz_rules rules = *ask->rules;
  struct ddz_bid_request shown = *ask;
  double big = 0;
  shown.rules = &rules;
  for (int rank = 0; rank < WILD_RANKS; rank++) {
    struct ddz_bid_advice part = {0};
    if ((known >> rank & 1) != 0) continue;
    ddz_rules_set_wild(&rules, (ddz_ranks)(known | 1u << rank));
    estimate(engine, &shown, &part);
    out->landlord_index += part.landlord_index / ranks;
    out->landlord_probability += part.landlord_probability / ranks;
    out->farmer_probability += part.farmer_probability / ranks;
    big += part.big_card_score;
  }
  out->big_card_score = (int)lround(big / ranks);
}

/* ---- by nets ---- */

static const struct {
  const char *preset;
  enum ddz_calling calling;
} learned[] = {
#define LEARNED(preset, calling) {preset, DDZ_CALLING_##calling},
#include "bid.def"
};

/* Questions are asked of roles or of seats. */
static bool is_asked(const struct ddz_bid_request *ask) {
  return ddz_bid_is_asked(ask->rules->calling, ask->phase) &&
         ddz_bid_is_doubling(ask->phase) == (ask->role < DDZ_ROLES);
}

/* The nets learned from tables where wild ranks are shown when the landlord is found. */
static bool is_shown_early(const struct ddz_bid_request *ask) {
  return ask->rules->wildcard == DDZ_WILDCARD_RANKS && ask->rules->wild != 0 && ask->role == DDZ_ROLES;
}

/* They learned calls made without the kitty, after which the cards are dealt again, and kicks that raise the
 * stake of all. */
static bool is_called_alike(const struct ddz_bid_request *ask) {
  return !is_kitty_open(ask) && !ask->rules->kick_own &&
         (ask->role < DDZ_ROLES || ask->rules->nobody_calls == DDZ_NOBODY_REDEAL);
}

/* The same game, and called for in the same way. */
static bool knows(struct ddz_engine *engine, const struct ddz_bid_request *ask) {
  if (engine->nets.bids == NULL || !is_asked(ask) || is_shown_early(ask) || !is_called_alike(ask))
    return false;
  for (size_t i = 0; i < sizeof learned / sizeof *learned; i++)
    if (learned[i].calling == ask->rules->calling && ddz_rules_play_as(ask->rules, learned[i].preset))
      return true;
  return false;
}

/* The image of the calling nets has a net for each question, where net.h has one for each role. */
static struct ddz_net_value value_of(const struct ddz_net *net, enum ddz_bid_net question,
                                     const uint16_t *input, int n) {
  struct ddz_net_sum sum;
  struct ddz_net_value value;
  ddz_net_begin(net, (enum ddz_role)question, input, (size_t)n, &sum);
  ddz_net_values_of(net, (enum ddz_role)question, &sum, 1, &value);
  return value;
}

static double probability(const struct ddz_net *net, enum ddz_bid_net question, const uint16_t *input,
                          int n) {
  const struct ddz_net_value value = value_of(net, question, input, n);
  return ddz_net_probability(net, (enum ddz_role)question, DDZ_NET_USUAL, DDZ_OBJECTIVE_POINTS, value.win);
}

/* Points of each choice; `n` inputs and room for one more. */
static void ask_choices(const struct ddz_net *net, const struct ddz_bid_request *ask, uint16_t *input, int n,
                        double expected[DDZ_BID_CHOICES]) {
  for (int choice = 0; choice < ddz_bid_choices(ask->phase); choice++) {
    if (!is_open(ask, choice)) continue;
    input[n] = ddz_bid_choice_input(ask->phase, choice);
    expected[choice] = ask->multiplier * (double)value_of(net, DDZ_BID_NET_CALLER, input, n + 1).points *
                       ddz_bid_unit(ask, choice);
  }
}

static void ask_nets(struct ddz_engine *engine, const struct ddz_bid_request *ask,
                     struct ddz_bid_advice *out) {
  const struct ddz_net *net = engine->nets.bids;
  uint16_t input[DDZ_BID_ACTIVE_MAX];
  const int n = ddz_bid_list(ask, engine->power, input);
  if (!is_farmer(ask)) out->landlord_probability = probability(net, DDZ_BID_NET_LANDLORD, input, n);
  if (ask->role != DDZ_LANDLORD) out->farmer_probability = probability(net, DDZ_BID_NET_FARMER, input, n);
  ask_choices(net, ask, input, n, out->expected_points);
  out->source = "model";
}

/* ---- where more bombs are dealt than in what was learned ---- */

static const struct corrected {
  const char *source;
  double growth;
  struct ddz_bend landlord, farmer;
} corrections[DDZ_DEALS][DDZ_BID_PHASES] = {
#define CORRECTED(deals, phase, ...) [DDZ_DEALS_##deals][DDZ_BID_##phase] = {__VA_ARGS__},
#include "core/net/calibrate.def"
};

/* What is not shuffled has one row, whatever is wild. NULL: there is none for
 * an answer of this source. */
static const struct corrected *row_of(const struct ddz_bid_request *ask, const char *source) {
  const bool unshuffled = ask->rules->dealing == DDZ_DEALING_UNSHUFFLED;
  const enum ddz_deals deals = unshuffled ? DDZ_DEALS_UNSHUFFLED : ddz_deals_of(ask->rules);
  const struct corrected *row = &corrections[deals][ask->phase];
  return row->source != NULL && strcmp(row->source, source) == 0 ? row : NULL;
}

/* The points of the formula, of a stake that still grows by `growth`. */
static void expect(const struct ddz_bid_request *ask, double growth, struct ddz_bid_advice *out) {
  for (int choice = 0; choice < DDZ_BID_CHOICES; choice++)
    out->expected_points[choice] =
        is_open(ask, choice) ? growth * ask->multiplier * points[ask->phase](ask, out, choice) : NAN;
}

/* False where there is nothing to correct. */
static bool correct(const struct ddz_bid_request *ask, struct ddz_bid_advice *out) {
  const struct corrected *row = row_of(ask, out->source);
  if (row == NULL) return false;
  out->landlord_probability = ddz_bent(&row->landlord, out->landlord_probability);
  out->farmer_probability = ddz_bent(&row->farmer, out->farmer_probability);
  if (row->growth > 0) expect(ask, row->growth, out);
  return true;
}

/* Who declines before the landlord is found can only be a farmer, unless the rules then name him. */
static bool stays_farmer(const struct ddz_bid_request *ask, int choice) {
  return ask->role == DDZ_ROLES && choice == 0 && !ddz_bid_is_doubling(ask->phase) &&
         (ask->highest > 0 || ask->rules->nobody_calls == DDZ_NOBODY_REDEAL);
}

double ddz_bid_most(const struct ddz_bid_request *ask, int choice) {
  const bool declines = stays_farmer(ask, choice);
  if (ask->cap <= 0) return HUGE_VAL;
  return declines || is_farmer(ask) ? ask->cap : OPPONENTS * ask->cap;
}

/* A mean cut to what the points of a choice can be. The choice leaves him the landlord, a farmer or either;
 * he wins with the chance of that role; the stake is at least what the choice makes it, at most the cap. */
static double within_chances(const struct ddz_bid_request *ask, const struct ddz_bid_advice *a, int choice,
                             double stake, double mean) {
  const bool open = ask->role == DDZ_ROLES && !ddz_bid_is_doubling(ask->phase),
             declines = stays_farmer(ask, choice);
  const bool first = ask->phase == DDZ_BID_CALL && ask->rules->calling == DDZ_CALLING_KICK;
  const bool top = ask->phase == DDZ_BID_SCORE && choice == ddz_bid_choices(DDZ_BID_SCORE) - 1;
  const bool landlord = !is_farmer(ask) && !declines;
  const bool farmer = is_farmer(ask) || (open && (choice == 0 || (!first && !top)));
  const double cap = ask->cap, least = fmin(stake, cap);
  struct ddz_interval can = {HUGE_VAL, -HUGE_VAL};
  if (declines) can.low = can.high = 0; /* dealt again where nobody calls */
  if (landlord) can = ddz_points_between(a->landlord_probability, OPPONENTS * least, OPPONENTS * cap);
  if (farmer) {
    const struct ddz_interval as = ddz_points_between(a->farmer_probability, least, cap);
    can = (struct ddz_interval){fmin(can.low, as.low), fmax(can.high, as.high)};
  }
  return fmin(fmax(mean, can.low), can.high);
}

/* Points under the cap: the stake that a choice makes now is cut to it, and nobody wins or loses more. */
static double capped(const struct ddz_bid_request *ask, const struct ddz_bid_advice *a, int choice) {
  const struct ddz_call_row *row = &ddz_call_rows[ddz_bid_call(ask, choice)];
  const double stake = ask->multiplier * fmax(1, row->bid) * row->times * row->own;
  return within_chances(ask, a, choice, stake, a->expected_points[choice] * fmin(1, ask->cap / stake));
}

static void cap_points(const struct ddz_bid_request *ask, struct ddz_bid_advice *a) {
  for (int choice = 0; choice < DDZ_BID_CHOICES && ask->cap > 0; choice++)
    if (!isnan(a->expected_points[choice])) a->expected_points[choice] = capped(ask, a, choice);
}

/* Nobody raises what is at the cap. */
static void drop_idle_raise(const struct ddz_bid_request *ask, struct ddz_bid_advice *a) {
  if (ask->cap <= 0 || a->choice == 0) return;
  while (a->choice > 0 && a->expected_points[a->choice] == a->expected_points[a->choice - 1]) a->choice--;
  if (a->choice == 0) a->reason = DDZ_REASON_CLOSED;
}

/* By the points expected of each choice, from nets or not. */
static void decide(const struct ddz_bid_request *ask, struct ddz_bid_advice *out, bool by_nets) {
  double uncut[DDZ_BID_CHOICES];
  memcpy(uncut, out->expected_points, sizeof uncut);
  cap_points(ask, out);
  if (by_nets)
    decide_by_points(ask, uncut, out);
  else if (ddz_bid_is_doubling(ask->phase))
    decide_raise(ask, out);
  else
    decide_call(ask, uncut, out);
  if (ddz_bid_is_doubling(ask->phase)) drop_idle_raise(ask, out);
}

void ddz_bid_advise(struct ddz_engine *engine, const struct ddz_bid_request *ask, bool facts,
                    struct ddz_bid_advice *out) {
  const bool known = knows(engine, ask), unshown = ddz_rules_draw(ask->rules);
  *out = (struct ddz_bid_advice){.must = must_call(ask) || ddz_must_call(ddz_bid_hand(ask)),
                                 .source = "formula"};
  if (facts || !known) (unshown ? estimate_unshown : estimate)(engine, ask, out);
  expect(ask, 1, out);
  if (known) ask_nets(engine, ask, out);
  const bool corrected = correct(ask, out);
  decide(ask, out, known || corrected);
}
