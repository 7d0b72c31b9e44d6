#include "know.h"

#include <math.h>

#include "core/net/calibrate.h"
#include "core/rules/movegen.h"

/* ---- plans ---- */

enum {
  NODES = 300, /* leads of the own hand that are looked at */
  MOVES = 96   /* of one lead */
};

typedef uint64_t deal_set; /* one bit a deal */
_Static_assert(DDZ_FITS_MAX <= 64, "a bit a deal");

struct worth {
  double win, stakes;
};

struct search {
  const struct ddz_scene *scene;
  const struct ddz_fits *fits;
  enum ddz_role next, before; /* the two others, in turn order */
  int nodes;
};

static bool beats(const struct search *s, size_t deal, enum ddz_role who, const struct ddz_play *play) {
  const ddz_hand hand = s->fits->hand[deal][who];
  return ddz_role_enemies(s->scene->view->role, who) &&
         ddz_threat_beats(s->scene->rules, hand, ddz_hand_size(hand), play);
}

/* Does the partner, at `who`, empty his hand on it? */
static bool goes_out(const struct search *s, size_t deal, enum ddz_role who, const struct ddz_play *play,
                     struct ddz_play *out) {
  return ddz_role_partners(s->scene->view->role, who) &&
         ddz_answer(s->scene->rules, s->fits->hand[deal][who], play, out) == DDZ_OK;
}

enum fate { STOPPED, GOES_ON, PARTNER_OUT };

static enum fate fate_of(const struct search *s, size_t deal, const struct ddz_play *play,
                         struct ddz_play *out) {
  const enum ddz_role seat[] = {s->next, s->before};
  for (int i = 0; i < 2; i++) {
    if (goes_out(s, deal, seat[i], play, out)) return PARTNER_OUT;
    if (beats(s, deal, seat[i], play)) return STOPPED;
  }
  return GOES_ON;
}

static double factor(const struct search *s, const struct ddz_position *end, enum ddz_role winner) {
  return ddz_position_factor(end, s->scene->rules, winner, &s->scene->view->now);
}

/* At worst all bombs of the others are played, too. */
static double lost(const struct search *s, size_t deal, const struct ddz_position *now) {
  struct ddz_position end = *now;
  const enum ddz_role role = s->scene->view->role;
  for (int seat = 0; seat < DDZ_ROLES; seat++) {
    if (seat == (int)role) continue;
    end.raised[DDZ_RAISE_HARD] +=
        (uint8_t)__builtin_popcount(ddz_hand_at_least(s->fits->hand[deal][seat], 4));
    end.raised[DDZ_RAISE_ROCKET] += ddz_hand_contains(s->fits->hand[deal][seat], DDZ_HAND_ROCKET);
  }
  return -factor(s, &end, role == DDZ_LANDLORD ? s->next : DDZ_LANDLORD);
}

static void add_worth(struct worth *sum, double chance, double win, double stakes) {
  sum->win += chance * win;
  sum->stakes += chance * stakes;
}

/* After the play has gone round without an answer. */
static struct ddz_position round_of(const struct ddz_position *now, const struct ddz_play *play) {
  static const struct ddz_play pass;
  struct ddz_position after = *now;
  ddz_position_play(&after, play);
  if (!after.duel) ddz_position_play(&after, &pass);
  ddz_position_play(&after, &pass);
  return after;
}

static double partner_takes(const struct search *s, const struct ddz_position *after, enum ddz_role partner,
                            const struct ddz_play *out) {
  struct ddz_position end = *after;
  ddz_raise_count(end.raised, out);
  return factor(s, &end, partner);
}

static bool is_better_worth(const struct search *s, const struct worth *a, const struct worth *b) {
  return s->scene->ask->objective == DDZ_OBJECTIVE_POINTS ? a->stakes > b->stakes : a->win > b->win;
}

/* What a play comes to in the deals that are still alive. */
struct step {
  struct ddz_play play;
  deal_set on, partner, stopped; /* the plan goes on, the partner goes out, it ends */
  double lives;                  /* chance of the first two: no plan that begins with it wins more often */
};

static double chance_of(const struct search *s, deal_set deals) {
  double chance = 0;
  for (size_t d = 0; d < s->fits->n; d++)
    if (deals >> d & 1) chance += s->fits->chance[d];
  return chance;
}

static struct step step_of(const struct search *s, ddz_hand hand, deal_set alive,
                           const struct ddz_play *play) {
  struct step step = {.play = *play};
  for (size_t d = 0; d < s->fits->n; d++) {
    struct ddz_play his;
    if ((alive >> d & 1) == 0) continue;
    const enum fate fate = play->cards == hand ? GOES_ON : fate_of(s, d, play, &his);
    *(fate == GOES_ON ? &step.on : fate == STOPPED ? &step.stopped : &step.partner) |= (deal_set)1 << d;
  }
  step.lives = chance_of(s, step.on | step.partner);
  return step;
}

static struct worth best_plan(struct search *s, const struct ddz_position *now, ddz_hand hand,
                              deal_set alive);

/* The best plan that begins with this play. */
static struct worth worth_of(struct search *s, const struct ddz_position *now, ddz_hand hand,
                             const struct step *step) {
  const enum ddz_role role = s->scene->view->role;
  const enum ddz_role partner = role == DDZ_LANDLORD_DOWN ? DDZ_LANDLORD_UP : DDZ_LANDLORD_DOWN;
  const struct ddz_play *play = &step->play;
  struct ddz_position after = *now;
  struct worth sum = {0, 0};
  ddz_position_play(&after, play);
  for (size_t d = 0; d < s->fits->n; d++) {
    struct ddz_play his;
    if (step->stopped >> d & 1) add_worth(&sum, s->fits->chance[d], 0, lost(s, d, &after));
    if ((step->partner >> d & 1) && fate_of(s, d, play, &his) == PARTNER_OUT)
      add_worth(&sum, s->fits->chance[d], 1, partner_takes(s, &after, partner, &his));
    if ((step->on >> d & 1) && play->cards == hand)
      add_worth(&sum, s->fits->chance[d], 1, factor(s, &after, role));
  }
  if (step->on == 0 || play->cards == hand) return sum;
  const struct ddz_position next = round_of(now, play);
  const struct worth rest = best_plan(s, &next, hand - play->cards, step->on);
  return (struct worth){sum.win + rest.win, sum.stakes + rest.stakes};
}

/* What lives longest is tried first, so of equal plans the one that may be stopped later is found.
 *
 * n      steps, more than none; they are put in another order
 * first  gets the play the best plan begins with */
static struct worth best_step(struct search *s, const struct ddz_position *now, ddz_hand hand,
                              struct step *step, size_t n, struct worth best, struct ddz_play *first) {
  const bool for_points = s->scene->ask->objective == DDZ_OBJECTIVE_POINTS;
  for (size_t i = 0; i < n && s->nodes > 0; i++) {
    size_t at = i;
    for (size_t j = i + 1; j < n; j++)
      if (step[j].lives > step[at].lives) at = j;
    const struct step one = step[at];
    step[at] = step[i];
    step[i] = one;
    if (!for_points && one.lives <= best.win) break;
    s->nodes--;
    const struct worth worth = worth_of(s, now, hand, &one);
    if (!is_better_worth(s, &worth, &best)) continue;
    best = worth;
    *first = one.play;
  }
  return best;
}

/* With no nodes left the plan is given up. */
static struct worth give_up(const struct search *s, const struct ddz_position *now, deal_set alive) {
  struct worth sum = {0, 0};
  for (size_t d = 0; d < s->fits->n; d++)
    if (alive >> d & 1) add_worth(&sum, s->fits->chance[d], 0, lost(s, d, now));
  return sum;
}

static struct worth best_plan(struct search *s, const struct ddz_position *now, ddz_hand hand,
                              deal_set alive) {
  struct ddz_play play[MOVES], first;
  struct step step[MOVES];
  size_t n = ddz_moves(s->scene->rules, hand, NULL, DDZ_FILL_LACK, play, MOVES);
  if (n > MOVES) n = MOVES;
  for (size_t i = 0; i < n; i++) step[i] = step_of(s, hand, alive, &play[i]);
  return best_step(s, now, hand, step, n, give_up(s, now, alive), &first);
}

bool ddz_plan_find(const struct ddz_scene *scene, const struct ddz_fits *fits, struct ddz_plan *plan) {
  const struct ddz_view *view = scene->view;
  struct search s = {.scene = scene,
                     .fits = fits,
                     .next = ddz_role_next(view->role),
                     .before = ddz_role_before(view->role),
                     .nodes = NODES};
  const struct worth none = {0, -HUGE_VAL};
  const deal_set all = fits->n == 64 ? ~(deal_set)0 : ((deal_set)1 << fits->n) - 1;
  struct step step[MOVES];
  size_t n = 0;
  if (ddz_hand_size(view->hand) > DDZ_PLAN_CARDS) return false;
  for (; n < scene->n && n < MOVES; n++) step[n] = step_of(&s, view->hand, all, &scene->prompts[n].play);
  const struct worth best = best_step(&s, &view->now, view->hand, step, n, none, &plan->play);
  if (best.win <= 0) return false;
  plan->win = fmin(best.win, 1);
  plan->stakes = scene->rules->spring && !view->now.from_start ? NAN : best.stakes;
  return true;
}

/* ---- sure ---- */

/* What the seat gets that goes out with this play. NAN where it may be a spring and the view cannot tell. */
static double finish_points(const struct ddz_robot_request *ask, const struct ddz_play *play) {
  const struct ddz_view *view = &ask->view;
  if (view->rules->spring && !view->now.from_start) return NAN;
  return ddz_robot_paid(ask, ddz_judge_end(view, play));
}

/* Levels that play by the rules do not count deals. */
static bool counts_deals(const struct ddz_robot_request *ask) {
  return !ddz_robot_errs(ask) || ddz_levels[ask->level].player != DDZ_PLAYER_RULES;
}

/* Does it win in every deal that fits? */
static bool wins_all(const struct ddz_scene *scene, ddz_hand cards) {
  if (scene->certain.way != DDZ_CERTAIN_DEALS || !counts_deals(scene->ask)) return false;
  const struct ddz_prompt *prompt = ddz_scene_prompt(scene, cards);
  return cards == 0 ? scene->certain.wins[scene->n]
                    : prompt != NULL && scene->certain.wins[prompt - scene->prompts];
}

static bool is_sure_pick(const struct ddz_verdict *verdict, ddz_hand cards) {
  return verdict->certain && cards == verdict->pick->play.cards;
}

static void know_sure(const struct ddz_scene *scene, const struct ddz_verdict *verdict,
                      struct ddz_option *option) {
  const struct ddz_certain *certain = &scene->certain;
  const ddz_hand cards = option->play.cards;
  const double points = isnan(certain->stakes) ? NAN : ddz_robot_paid(scene->ask, certain->stakes);
  if (cards != 0 && cards == scene->view->hand) {
    option->sure = 1;
    option->sure_points = finish_points(scene->ask, &option->play);
  } else if (is_sure_pick(verdict, cards)) {
    option->sure = 1;
    if (certain->way != DDZ_CERTAIN_NOT && cards == certain->cards) option->sure_points = points;
  } else if (certain->lost) {
    option->sure = 0;
    option->sure_points = -points;
  } else if (wins_all(scene, cards)) {
    option->sure = 1;
    option->sure_points = points;
  }
  /* a player for points does not give up points that are sure */
  option->settled = is_sure_pick(verdict, cards) && (scene->ask->objective == DDZ_OBJECTIVE_WIN ||
                                                     (certain->full && !isnan(certain->stakes)));
}

/* ---- over the deals that fit ---- */

static void know_least(const struct ddz_scene *scene, const struct ddz_fits *fits,
                       struct ddz_options *options) {
  struct ddz_plan plan;
  if (!ddz_plan_find(scene, fits, &plan)) return;
  struct ddz_option *option = ddz_options_find(options, plan.play.cards);
  if (!isnan(option->sure)) return;
  option->least = ddz_unproven(plan.win);
  option->least_points = plan.stakes * ddz_robot_paid(scene->ask, 1);
}

void ddz_know(const struct ddz_scene *scene, const struct ddz_verdict *verdict, struct ddz_options *options,
              struct ddz_fits *fits) {
  const bool won = verdict->certain && scene->ask->objective == DDZ_OBJECTIVE_WIN;
  for (size_t i = 0; i < options->n; i++) know_sure(scene, verdict, &options->option[i]);
  fits->n = 0;
  if (!counts_deals(scene->ask) || scene->n == 0 || scene->certain.lost || won) return;
  if (ddz_fits_list(scene->engine, scene->view, fits))
    know_least(scene, fits, options);
  else
    fits->n = 0;
}

bool ddz_know_most(const struct ddz_scene *scene, const struct ddz_fits *fits, struct ddz_option *option) {
  if (option->counted || fits->n == 0 || !isnan(option->sure) || isnan(option->win)) return false;
  option->counted = true;
  const double most = ddz_fits_won(scene->engine, scene->view, fits, &option->play);
  if (!isnan(most)) option->most = ddz_unproven(most);
  return option->most < option->win;
}
