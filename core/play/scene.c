#include "core/play/scene.h"

#include "core/base/rng.h"

/* In units of power. */
enum {
  STUCK = 100000,   /* a rest that can never be played out: the flower alone */
  FOLLOW_PLAY = 60, /* what a play counts less for a landlord who follows: tempo */
  COMBINATION = 5,  /* cards: who sees no play as long as this values each rank alone */
};

/* Played cards that a seat of this level does not remember and takes to be still out: whole ranks, the same
 * ones all through a game. */
static ddz_hand forgotten(const struct ddz_robot_request *ask) {
  const struct ddz_view *view = &ask->view;
  int forgets = ddz_levels[ask->level].forgets;
  ddz_ranks ranks = 0;
  if (forgets == 0) return 0;
  for (int rank = 0; rank < DDZ_RANKS; rank++) {
    struct ddz_rng rng;
    ddz_rng_seed_stream(&rng, ask->seed, (uint64_t)(rank * DDZ_ROLES) + view->role);
    if ((int)ddz_rng_below(&rng, 100) < forgets) ranks |= (ddz_ranks)(1u << rank);
  }
  return ddz_hand_only(view->now.played[0] + view->now.played[1] + view->now.played[2], ranks);
}

/* For a player who sees no combinations each rank is a play of its own. */
static ddz_weight_sum power_seen(const struct ddz_scene *scene, ddz_hand hand, ddz_weight_sum power) {
  ddz_weight_sum sum = 0;
  if (scene->sees >= COMBINATION) return power;
  for (int rank = 0; rank < DDZ_RANKS; rank++) {
    const int count = ddz_hand_count(hand, rank);
    if (count > 0) sum += ddz_weight(ddz_kind_of_equal(count), rank, 1, count);
  }
  return sum;
}

void ddz_scene_look(struct ddz_scene *scene) {
  const struct ddz_view *view = scene->view;
  scene->leads = ddz_position_leads(&view->now);
  scene->by_partner = !scene->leads && ddz_role_partners(view->role, view->now.owner);
  scene->enemy_most = scene->partner_left = 0;
  scene->enemy_least = DDZ_HAND_MAX;
  for (enum ddz_role role = 0; role < DDZ_ROLES; role++) {
    const int left = view->now.left[role], most = left != 0 ? left : DDZ_HAND_MAX;
    if (ddz_role_partners(view->role, role)) scene->partner_left = left;
    if (!ddz_role_enemies(view->role, role)) continue;
    scene->enemy_most = ddz_most(scene->enemy_most, most);
    scene->enemy_least = ddz_least(scene->enemy_least, most);
  }
}

void ddz_scene_set(struct ddz_scene *scene, struct ddz_engine *engine, const struct ddz_robot_request *ask) {
  const struct ddz_view *view = &ask->view;
  *scene = (struct ddz_scene){.engine = engine,
                              .ask = ask,
                              .view = view,
                              .rules = view->rules,
                              .in_time = !ask->limit.stop || !ddz_stop_asked(ask->limit.stop),
                              .noise = ddz_levels[ask->level].noise,
                              .sees = ddz_levels[ask->level].sees};
  ddz_scene_look(scene);
  scene->unseen = ddz_view_unseen(view) + forgotten(ask);
  struct ddz_prompter *prompter = engine->prompter;
  scene->prompts = ddz_prompter_out(prompter);
  scene->n = ddz_prompts(prompter, view->rules, view->hand, &view->now.last, DDZ_ORDER_REST,
                         ddz_prompter_out(prompter), DDZ_PROMPTS_MAX);
  if (scene->n > DDZ_PROMPTS_MAX) scene->n = DDZ_PROMPTS_MAX;
  scene->now = power_seen(scene, view->hand, ddz_power_of(engine->power, view->rules, view->hand));
}

const struct ddz_prompt *ddz_scene_prompt(const struct ddz_scene *scene, ddz_hand cards) {
  for (size_t i = 0; i < scene->n; i++)
    if (scene->prompts[i].play.cards == cards) return &scene->prompts[i];
  return NULL;
}

/* How this level misjudges a play: the same for the same request, the play and the seed. */
static double noise(const struct ddz_scene *scene, ddz_hand cards) {
  if (scene->noise == 0) return 0;
  return scene->noise * (ddz_rng_of_play(scene->ask->seed, scene->view->hand, cards) - 0.5);
}

double ddz_scene_value(const struct ddz_scene *scene, const struct ddz_prompt *p) {
  ddz_hand rest = scene->view->hand - p->play.cards;
  double a_play = scene->view->role == DDZ_LANDLORD && !scene->leads ? FOLLOW_PLAY : 0;
  bool pass = p->play.kind == DDZ_PASS;
  ddz_weight_sum left = pass ? scene->now : power_seen(scene, rest, p->rest);
  double value = ddz_sum_power(left) + a_play * ddz_sum_plays(left);
  if (pass) return value;
  double stuck = rest == ddz_hand_of(DDZ_RANK_F, 1) ? STUCK : 0;
  return value - stuck + noise(scene, p->play.cards);
}
