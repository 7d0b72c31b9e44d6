#include "core/play/rulebook.h"

#include <math.h>

#include "core/base/rng.h"
#include "core/play/certain.h"
#include "core/play/options.h"
#include "core/rules/movegen.h"

static const struct style {
  int give, bomb, cover, lead, blast, yield; /* robot.def */
} styles[DDZ_STYLES] = {
#define STYLE(id, name, give, bomb, cover, lead, blast, yield) {give, bomb, cover, lead, blast, yield},
#include "robot.def"
};

/* The numbers of the rule book; what costs and gives is in units of power.h, where a mean play costs about
 * 200. */
enum {
  GIVE_FARMER = 1000,             /* what an answer may cost a farmer; less passes too often */
  GIVE_LANDLORD = 600,            /* and the landlord, who need not stop everything */
  GIVE_EARLY = 40,                /* taken off for every card of the enemy who has fewest: there is time */
  GIVE_ALL = 3,                   /* cards: with no more an enemy is answered at any cost */
  LOW_ABOVE = 8,                  /* unseen cards above a single card from which on it is a burden */
  GIVE_GATE = 60,                 /* what the gatekeeper may cost */
  FEW = 2,                        /* cards: a seat with no more is about to go out */
  FEW_LANDLORD = 1,               /* the same in the landlord's eyes, who cannot stop everything */
  BOMB_PLAYS = 1,                 /* that may be left after a bomb */
  BOMB_CARDS = 4,                 /* of the landlord, from which on bombs are not kept */
  BOMB_CARDS_LANDLORD = 2,        /* the same in the landlord's eyes */
  QUICK_PLAYS = 6,                /* up to which rollouts look for an unbeatable play and a last one */
  CERTAIN_LEVEL = 6,              /* from which on what is certain (certain.c) is seen */
  BOMB_RISK = 20,                 /* percent at most: a run that only a bomb could stop is played */
  TAKE_OVER_PLAYS = 3,            /* S1: nearly out, the partner's lead may be taken */
  TAKE_OVER_RANK = DDZ_RANK_A - 2 /* S1: a partner's card below Q may be covered */
};

/* A rule's answer: a prompt, `passing`, or NULL: the rule has nothing to say. */
static const struct ddz_prompt passing;
typedef const struct ddz_prompt *pick;

static int left_of(const struct ddz_scene *scene, enum ddz_role role) { return scene->view->now.left[role]; }

static bool is_landlord(const struct ddz_scene *scene) { return scene->view->role == DDZ_LANDLORD; }

/* What it gains against leaving the hand as it is. */
static double gain(const struct ddz_scene *scene, pick p) {
  return ddz_scene_value(scene, p) - ddz_scene_value(scene, &passing);
}

typedef bool test(const struct ddz_scene *scene, pick p);

/* A level does not see plays of many cards, but for bombs and what goes out. */
static bool is_seen(const struct ddz_scene *scene, pick p) {
  return p->play.size <= scene->sees || ddz_is_bomb(&p->play) || p->play.cards == scene->view->hand;
}

typedef double worth(const struct ddz_scene *scene, pick p);

/* The first of the prompts that are seen, pass the test and are worth most; NULL when none does. */
static pick best_by(const struct ddz_scene *scene, worth *of, test *fits) {
  pick found = NULL;
  double most = 0;
  for (size_t i = 0; i < scene->n; i++) {
    pick p = &scene->prompts[i];
    if (!is_seen(scene, p) || !fits(scene, p)) continue;
    double w = of(scene, p);
    if (found == NULL || w > most) found = p, most = w;
  }
  return found;
}

static pick best(const struct ddz_scene *scene, test *fits) { return best_by(scene, ddz_scene_value, fits); }

static double rank_of(const struct ddz_scene *scene, pick p) { return (void)scene, p->play.rank; }
static double lowness_of(const struct ddz_scene *scene, pick p) { return -rank_of(scene, p); }

static bool any(const struct ddz_scene *scene, pick p) { return (void)scene, (void)p, true; }
static bool no_bomb(const struct ddz_scene *scene, pick p) { return (void)scene, !ddz_is_bomb(&p->play); }
static bool is_bomb(const struct ddz_scene *scene, pick p) { return (void)scene, ddz_is_bomb(&p->play); }

static const struct style *style_of(const struct ddz_scene *scene) { return &styles[scene->ask->style]; }

/* Could an enemy beat it, for all that is known? */
static bool beatable(const struct ddz_scene *scene, const struct ddz_play *play) {
  return ddz_threat_beats(scene->rules, scene->unseen, scene->enemy_most, play);
}

/* ---- who is about to go out ---- */

/* An enemy about to go out who has the last play, or could beat it: the third seat may while nobody has
 * passed. */
static bool threatens(const struct ddz_scene *scene, enum ddz_role role) {
  const struct ddz_view *view = scene->view;
  int left = left_of(scene, role);
  if (!ddz_role_enemies(view->role, role) || left == 0) return false;
  if (left > (view->role == DDZ_LANDLORD ? FEW_LANDLORD : FEW)) return false;
  if (scene->leads || role == view->now.owner) return true;
  return view->now.passes == 0 && ddz_threat_beats(scene->rules, scene->unseen, left, &view->now.last);
}

/* Can an enemy about to go out beat this, with some of his last cards or (`all`) with all of them? */
static bool is_answered(const struct ddz_scene *scene, pick p, bool all) {
  for (int i = 0; i < DDZ_ROLES; i++) {
    enum ddz_role role = (enum ddz_role)i;
    if (!threatens(scene, role) || (all && p->play.size != left_of(scene, role))) continue;
    if (ddz_threat_beats(scene->rules, scene->unseen, left_of(scene, role), &p->play)) return true;
  }
  return false;
}

static bool stops(const struct ddz_scene *scene, pick p) { return !is_answered(scene, p, false); }

/* ---- the rules ---- */

static bool always(const struct ddz_scene *scene) { return (void)scene, true; }
static bool leading(const struct ddz_scene *scene) { return scene->leads; }
static bool following(const struct ddz_scene *scene) { return !scene->leads; }
static bool after_partner(const struct ddz_scene *scene) { return scene->by_partner; }
static bool after_enemy(const struct ddz_scene *scene) { return !scene->leads && !scene->by_partner; }

/* S0 1. */
static pick finish(const struct ddz_scene *scene) { return ddz_scene_prompt(scene, scene->view->hand); }

static pick nothing_fits(const struct ddz_scene *scene) { return scene->n == 0 ? &passing : NULL; }

static pick nothing_seen(const struct ddz_scene *scene) {
  for (size_t i = 0; i < scene->n; i++)
    if (is_seen(scene, &scene->prompts[i])) return NULL;
  return &passing;
}

/* The quick way: an unbeatable play, and what is left goes out at once. The power of a hand counts plays that
 * the rules may not allow: a lone flower, forbidden patterns. */
static pick unbeatable_then_out(const struct ddz_scene *scene) {
  struct ddz_play last;
  if (ddz_sum_plays(scene->now) > QUICK_PLAYS) return NULL;
  for (size_t i = 0; i < scene->n; i++) {
    pick p = &scene->prompts[i];
    if (ddz_sum_plays(p->rest) > 1 || beatable(scene, &p->play)) continue;
    if (ddz_classify(scene->rules, scene->view->hand - p->play.cards, &last) == DDZ_OK) return p;
  }
  return NULL;
}

/* ---- what is certain (certain.c) ---- */

static const enum ddz_reason proof_reasons[] = {[DDZ_CERTAIN_OUT] = DDZ_REASON_FINISH,
                                                [DDZ_CERTAIN_PASS] = DDZ_REASON_PARTNER_GOES,
                                                [DDZ_CERTAIN_FEED] = DDZ_REASON_FEED_PARTNER,
                                                [DDZ_CERTAIN_RUN] = DDZ_REASON_UNBEATABLE,
                                                [DDZ_CERTAIN_DEALS] = DDZ_REASON_SOLVED};

/* S0 2 and 3, where they are certain. Levels play as they did before deals were looked at. */
static pick proved(const struct ddz_scene *scene) {
  const struct ddz_certain *certain = &scene->certain;
  if (certain->way == DDZ_CERTAIN_NOT) return NULL;
  if (certain->way == DDZ_CERTAIN_DEALS && ddz_robot_errs(scene->ask)) return NULL;
  return certain->cards == 0 ? &passing : ddz_scene_prompt(scene, certain->cards);
}

static bool in_rollout(const struct ddz_scene *scene) { return scene->quick; }
static bool not_in_rollout(const struct ddz_scene *scene) { return !scene->quick; }

/* As certain as no enemy holds a bomb, which is not likely. Without it the rules win .0038 +-.0014 less
 * (standard, 10,000 mirrored deals). */
static pick likely_run(const struct ddz_scene *scene) {
  const ddz_hand cards = ddz_certain_but_bombs(scene, BOMB_RISK / 100.0);
  return cards != 0 ? ddz_scene_prompt(scene, cards) : NULL;
}

/* S0 5, when it is certain: the partner's last play stands, and then he leads his last card. */
static pick partner_wins(const struct ddz_scene *scene) {
  const struct ddz_view *view = scene->view;
  bool stands = view->now.passes != 0 ||
                !ddz_threat_beats(scene->rules, scene->unseen, scene->enemy_most, &view->now.last);
  return scene->partner_left == 1 && stands ? &passing : NULL;
}

/* S0 5. */
static pick partner_goes(const struct ddz_scene *scene) {
  return scene->partner_left != 0 && scene->partner_left <= FEW ? &passing : NULL;
}

/* S0 4 and 8: an enemy is about to go out. What he cannot beat, even if that breaks the hand; bombs only
 * where nothing else does. */
static bool stops_without_bomb(const struct ddz_scene *scene, pick p) {
  return no_bomb(scene, p) && stops(scene, p);
}

static bool in_danger(const struct ddz_scene *scene) {
  for (int i = 0; i < DDZ_ROLES; i++)
    if (threatens(scene, (enum ddz_role)i)) return true;
  return false;
}

static pick stop_enemy(const struct ddz_scene *scene) {
  pick p;
  if (!in_danger(scene)) return NULL;
  if ((p = best(scene, stops_without_bomb)) != NULL) return p;
  return best(scene, stops);
}

/* S0 3: the partner plays next and has one card: a solo that he can beat. */
static bool is_solo(const struct ddz_scene *scene, pick p) { return (void)scene, p->play.kind == DDZ_SOLO; }

static pick feed_partner(const struct ddz_scene *scene) {
  const struct ddz_view *view = scene->view;
  if (!ddz_role_partners(view->role, ddz_role_next(view->role)) || scene->partner_left != 1) return NULL;
  pick lowest = best_by(scene, lowness_of, is_solo);
  bool reachable = lowest != NULL && ddz_threat_beats(scene->rules, scene->unseen, 1, &lowest->play);
  return reachable ? lowest : NULL;
}

/* S0 4, on the lead: not what an enemy about to go out could answer with his last cards. */
static bool feeds_nobody(const struct ddz_scene *scene, pick p) {
  return no_bomb(scene, p) && !is_answered(scene, p, true);
}

static pick avoid_feeding(const struct ddz_scene *scene) {
  if (!in_danger(scene)) return NULL;
  return best(scene, feeds_nobody);
}

/* Where he may beat whatever there is: the highest, and hope. */
static pick last_stand(const struct ddz_scene *scene) {
  return in_danger(scene) && !scene->by_partner ? best_by(scene, rank_of, any) : NULL;
}

/* S0 7: the farmer before the landlord raises his partner's low card, to one the landlord will not pass for
 * free but without giving away the hand. */
static bool is_gate(const struct ddz_scene *scene, pick p) {
  return no_bomb(scene, p) && p->play.rank >= TAKE_OVER_RANK && p->play.rank <= DDZ_RANK_A &&
         gain(scene, p) >= -GIVE_GATE;
}

static pick gatekeeper(const struct ddz_scene *scene) {
  const struct ddz_view *view = scene->view;
  bool low = view->now.last.size <= 2 && view->now.last.rank < TAKE_OVER_RANK;
  if (view->role != DDZ_LANDLORD_UP || view->now.passes != 0 || !low) return NULL;
  return best(scene, is_gate);
}

/* S1: leave it to the partner, but for getting rid of a low card where his own is low, or when nearly out. */
static bool covers_partner(const struct ddz_scene *scene, pick p) {
  return no_bomb(scene, p) && gain(scene, p) > 0 && p->play.rank <= DDZ_RANK_A;
}

static pick partner_holds(const struct ddz_scene *scene) {
  const struct ddz_view *view = scene->view;
  bool low = view->now.last.rank < TAKE_OVER_RANK + style_of(scene)->cover && !ddz_is_bomb(&view->now.last) &&
             view->now.last.length == 1;
  bool nearly_out = ddz_sum_plays(scene->now) <= TAKE_OVER_PLAYS;
  pick p = low || nearly_out ? best(scene, covers_partner) : NULL;
  return p == NULL ? &passing : NULL;
}

static pick cover_partner(const struct ddz_scene *scene) { return best(scene, covers_partner); }

/* S0 6: bombs near the own end, or an enemy's. */
static pick bomb_pays(const struct ddz_scene *scene) {
  pick p = best(scene, is_bomb);
  if (p == NULL || best(scene, no_bomb) != NULL) return NULL;
  bool late = scene->enemy_least <= (is_landlord(scene) ? BOMB_CARDS_LANDLORD : BOMB_CARDS);
  return late || ddz_sum_plays(p->rest) <= BOMB_PLAYS + style_of(scene)->bomb ? p : NULL;
}

/* Nobody of any level bombs his partner, or does so without need. */
static pick keep_bombs(const struct ddz_scene *scene) {
  return best(scene, no_bomb) == NULL ? &passing : NULL;
}

/* A landlord has time as long as no farmer is near his end. */
static pick keep_shape(const struct ddz_scene *scene) {
  int give = is_landlord(scene) ? GIVE_LANDLORD - GIVE_EARLY * scene->enemy_least : GIVE_FARMER;
  pick p = best(scene, no_bomb);
  if (p == NULL || (is_landlord(scene) && scene->enemy_least <= GIVE_ALL)) return NULL;
  return gain(scene, p) < -(give + style_of(scene)->give) ? &passing : NULL;
}

/* In units of power: what a low single card in hand takes off for the role; and the value of a lead beside
 * what it leaves, measured: for every card; for every rank above 3; for every card of a straight beyond five;
 * and for the kind. A landlord does better to keep his straights, the long ones above all, and to get
 * rid of planes, pairs and trios. */
static const struct {
  double low, card, rank, chain_beyond;
  int8_t kind[DDZ_KINDS];
} lead_value[DDZ_ROLES] = {
    /*                     pass, solo, pair, trio, with a solo, with a pair, then chains of these */
    [DDZ_LANDLORD] = {2, 0, -.3, -3, {0, 0, 4, 4, 4, 4, -6, -3, 6, 6, 6}},
    [DDZ_LANDLORD_DOWN] = {1, -1, 0, 0, {0, 3, -9, 1, 1, 1, -6}},
    [DDZ_LANDLORD_UP] = {1, -1, 0, 0, {0, -6, -3, 6, 6, 6}},
};

static double value_of_lead(enum ddz_role role, const struct ddz_play *play) {
  double beyond = play->kind == DDZ_SOLO_CHAIN ? play->size - 5 : 0;
  return lead_value[role].kind[play->kind] + lead_value[role].card * play->size +
         lead_value[role].rank * play->rank + lead_value[role].chain_beyond * beyond;
}

/* Single cards that many unseen ones beat: they go when one has the lead, and hardly ever else. */
static int low_singles(const struct ddz_scene *scene, ddz_hand hand) {
  int low = 0, above = 0;
  for (int rank = DDZ_RANKS - 1; rank >= 0; rank--) {
    low += above >= LOW_ABOVE && ddz_hand_count(hand, rank) == 1;
    above += ddz_hand_count(scene->unseen, rank);
  }
  return low;
}

static double weighed(const struct ddz_scene *scene, pick p) {
  const enum ddz_role role = scene->view->role;
  const double w = ddz_scene_value(scene, p) -
                   lead_value[role].low * low_singles(scene, scene->view->hand - p->play.cards);
  return scene->leads ? w + value_of_lead(role, &p->play) : w;
}

static pick best_rest(const struct ddz_scene *scene) {
  pick p = best_by(scene, weighed, no_bomb);
  if (p == NULL) p = best(scene, any);
  return p != NULL ? p : &scene->prompts[0]; /* something must be led */
}

/* The rules as they are tried; the first with an answer decides. `from` is the level that knows it. */
static const struct rule {
  int from;
  bool (*when)(const struct ddz_scene *scene);
  pick (*choose)(const struct ddz_scene *scene);
  enum ddz_reason reason;
} rules[] = {
    {1, following, nothing_fits, DDZ_REASON_NOTHING_BEATS},
    {1, leading, nothing_fits, DDZ_REASON_CANNOT_LEAD},         /* the flower alone, or solos forbidden */
    {CERTAIN_LEVEL, not_in_rollout, proved, DDZ_REASON_SOLVED}, /* see proof_reasons */
    {1, always, finish, DDZ_REASON_FINISH},
    {1, following, nothing_seen, DDZ_REASON_LEVEL_SLIP},
    {2, after_partner, partner_wins, DDZ_REASON_PARTNER_GOES},
    {CERTAIN_LEVEL, in_rollout, unbeatable_then_out, DDZ_REASON_UNBEATABLE},
    {CERTAIN_LEVEL, not_in_rollout, likely_run, DDZ_REASON_LIKELY},
    {2, after_partner, partner_goes, DDZ_REASON_PARTNER_GOES},
    {4, following, stop_enemy, DDZ_REASON_STOP_ENEMY},
    {4, following, last_stand, DDZ_REASON_LAST_STAND},
    {7, leading, feed_partner, DDZ_REASON_FEED_PARTNER},
    {5, leading, avoid_feeding, DDZ_REASON_AVOID_FEEDING},
    {5, leading, last_stand, DDZ_REASON_LAST_STAND},
    {7, after_partner, gatekeeper, DDZ_REASON_GATEKEEPER},
    {3, after_partner, partner_holds, DDZ_REASON_PARTNER_HOLDS},
    {1, after_partner, keep_bombs, DDZ_REASON_PARTNER_HOLDS},
    {3, after_partner, cover_partner, DDZ_REASON_BEST_REST},
    {3, after_enemy, bomb_pays, DDZ_REASON_BOMB_PAYS},
    {3, after_enemy, keep_bombs, DDZ_REASON_KEEP_BOMBS},
    {5, after_enemy, keep_shape, DDZ_REASON_KEEP_SHAPE},
    {1, always, best_rest, DDZ_REASON_BEST_REST},
};

/* Does the level know what is known from `from` on? */
static bool knows(const struct ddz_scene *scene, int from) {
  return scene->ask->level == DDZ_LEVEL_NONE || scene->ask->level >= from;
}

static const struct rule *deciding(const struct ddz_scene *scene, pick *picked) {
  const struct rule *rule = rules;
  for (;; rule++) {
    if (!knows(scene, rule->from) || !rule->when(scene)) continue;
    if ((*picked = rule->choose(scene)) != NULL) return rule; /* the last rule always has an answer */
  }
}

/* What is certain is looked for once. */
static void look_for_certain(struct ddz_scene *scene) {
  scene->certain.way = DDZ_CERTAIN_NOT;
  scene->certain.lost = false;
  if (knows(scene, CERTAIN_LEVEL)) ddz_certain_find(scene, &scene->certain);
}

/* The same with a clear head. */
static const struct rule *deciding_clearly(struct ddz_scene *scene, pick *picked) {
  struct ddz_scene clear = *scene;
  clear.noise = 0;
  clear.sees = DDZ_HAND_MAX;
  clear.now = ddz_power_of(scene->engine->power, scene->rules, scene->view->hand);
  return deciding(&clear, picked);
}

void ddz_rulebook_decide(struct ddz_scene *scene) {
  pick clear;
  look_for_certain(scene);
  const struct rule *rule = deciding(scene, &scene->pick);
  const struct ddz_certain *certain = &scene->certain;
  const ddz_hand cards = scene->pick->play.cards;
  const bool unsure = scene->noise > 0 || scene->sees < DDZ_HAND_MAX;
  scene->reason = rule->choose == proved ? proof_reasons[certain->way] : rule->reason;
  scene->pick_wins =
      cards == scene->view->hand || (certain->way != DDZ_CERTAIN_NOT && cards == certain->cards);
  if (!unsure || (rule->reason != DDZ_REASON_BEST_REST && rule->reason != DDZ_REASON_LEVEL_SLIP)) return;
  rule = deciding_clearly(scene, &clear);
  scene->reason = clear->play.cards == cards ? rule->reason : DDZ_REASON_LEVEL_SLIP;
  scene->pick_wins = false;
}

bool ddz_rulebook_rate(const struct ddz_scene *scene, struct ddz_options *options,
                       struct ddz_rating *rating) {
  static const double EVEN = .4999; /* a run that wins in half of the deals is better */
  const ddz_hand cards = scene->pick->play.cards;
  for (size_t i = 0; i < options->n; i++) {
    struct ddz_option *option = &options->option[i];
    /* options begin with the prompts; one that a request includes may be another */
    pick prompt = i < scene->n ? &scene->prompts[i] : ddz_scene_prompt(scene, option->play.cards);
    option->score = ddz_scene_value(scene, prompt != NULL ? prompt : &passing);
    if (option->play.cards != cards) continue;
    option->liked = scene->ask->objective == DDZ_OBJECTIVE_POINTS ? HUGE_VAL : EVEN;
  }
  *rating = (struct ddz_rating){.player = DDZ_PLAYER_RULES,
                                .nodes = rating->nodes,
                                .picks = true,
                                .pick = cards,
                                .reason = scene->reason,
                                .swayed = scene->reason};
  return true;
}

/* The few plays of movegen.h as prompts. One that goes out is the only one. */
static void quick_prompts(struct ddz_scene *scene, struct ddz_prompt out[DDZ_THIN_MAX]) {
  struct ddz_play play[DDZ_THIN_MAX];
  struct ddz_power *power = scene->engine->quick;
  ddz_hand hand = scene->view->hand;
  scene->n = ddz_thin_moves(scene->rules, hand, &scene->view->now.last, play);
  scene->prompts = out;
  for (size_t i = 0; i < scene->n; i++) {
    out[i].play = play[i];
    if (play[i].cards == hand) {
      scene->n = 1;
      out[0] = out[i];
      return;
    }
    out[i].rest = ddz_power_of(power, scene->rules, hand - play[i].cards);
  }
  if (scene->n > 0) scene->now = ddz_power_of(power, scene->rules, hand);
}

void ddz_rulebook_quick(struct ddz_engine *engine, const struct ddz_view *view, ddz_hand unseen,
                        struct ddz_play *play) {
  struct ddz_prompt thinned[DDZ_THIN_MAX];
  struct ddz_robot_request ask; /* only level and style are read: without noise no seed */
  struct ddz_scene scene = {.engine = engine,
                            .ask = &ask,
                            .view = view,
                            .rules = view->rules,
                            .quick = true,
                            .sees = DDZ_HAND_MAX,
                            .unseen = unseen};
  pick p;
  ask.level = DDZ_LEVEL_MAX;
  ask.style = DDZ_STYLE_STEADY;
  ddz_scene_look(&scene);
  quick_prompts(&scene, thinned);
  if (scene.n == 0) {
    *play = (struct ddz_play){0};
    return;
  }
  deciding(&scene, &p);
  *play = p->play;
}

void ddz_rulebook_naive(struct ddz_engine *engine, const struct ddz_view *view, struct ddz_play *play) {
  struct ddz_prompt thinned[DDZ_THIN_MAX];
  struct ddz_scene scene = {.engine = engine, .view = view, .rules = view->rules};
  size_t most = 0;
  *play = (struct ddz_play){0};
  ddz_scene_look(&scene);
  if (scene.by_partner) return;
  quick_prompts(&scene, thinned);
  for (size_t i = 1; i < scene.n; i++)
    if (ddz_sum_units(thinned[i].rest) > ddz_sum_units(thinned[most].rest)) most = i;
  if (scene.n > 0) *play = thinned[most].play;
}

/* ---- what a style likes ---- */

double ddz_style_bonus(const struct ddz_robot_request *request, const struct ddz_play *play) {
  const struct ddz_view *view = &request->view;
  const bool follows = !ddz_position_leads(&view->now);
  const bool on_partner = follows && ddz_role_partners(view->role, view->now.owner);
  int bonus = 0;
  if (play->kind == DDZ_PASS) return on_partner ? styles[request->style].yield / 100.0 : 0;
  if (follows && !on_partner) bonus += styles[request->style].lead;
  if (ddz_is_bomb(play)) bonus += styles[request->style].blast;
  return bonus / 100.0;
}

double ddz_style_bonus_of(const struct ddz_robot_request *request, const struct ddz_play *play) {
  /* a logit is a quarter of a chance where chances are even, and half a stake */
  return ddz_style_bonus(request, play) / (request->objective == DDZ_OBJECTIVE_POINTS ? 2 : 4);
}
