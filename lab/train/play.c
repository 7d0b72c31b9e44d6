#include "lab/train/play.h"

#include <math.h>
#include <string.h>

#include "core/base/role.h"
#include "core/net/judge.h"
#include "core/value/prompt.h"

enum { GAME_STREAM = 1 << 20 };

/* ---- others ---- */

static struct ddz_play by_rules(const struct player_tools *tools, const struct ddz_open *game) {
  struct ddz_robot_request ask;
  struct ddz_robot_move move;
  ddz_robot_defaults(&ask);
  ask.view = game->view;
  ask.player = DDZ_PLAYER_RULES;
  ddz_decide(tools->engine, &ask, &move, NULL, 0);
  return move.chosen.play;
}

/* The weight-based robot: its first prompt, but it passes to its partner. */
static struct ddz_play by_prompt(const struct player_tools *tools, const struct ddz_open *game) {
  const struct ddz_view *v = &game->view;
  struct ddz_prompt prompt;
  const size_t n =
      ddz_prompts(tools->engine->prompter, v->rules, v->hand, &v->now.last, DDZ_ORDER_REST, &prompt, 1);
  const bool partner = v->now.last.kind != DDZ_PASS && ddz_role_partners(v->role, v->now.owner);
  return n == 0 || partner ? (struct ddz_play){0} : prompt.play;
}

/* ---- self-play ---- */

/* A decision of a game: what the net thought of its own choice, and whether that was played. */
struct thought {
  struct worth worth;
  float factor; /* of the stake, before it */
  int sample;   /* its sample, -1: none */
  enum ddz_role role;
  bool explored;
};

static void keep(struct episode *episode, const struct player_tools *tools, const struct ddz_inputs *position,
                 const struct ddz_play *play, struct thought *thought) {
  thought->sample = -1;
  if (play->cards == position->view->hand || episode->n == EPISODE_SAMPLES) return;
  if (choice_sample(tools, position, play, &episode->sample[episode->n])) thought->sample = episode->n++;
}

static void branch(struct episode *episode, const struct player_tools *tools, const struct fork_ask *ask) {
  if (episode->forks == EPISODE_FORKS) return;
  episode->forks += fork_follow(tools, ask, &episode->fork[episode->forks]);
}

/* What each decision came to, from the last to the first: the outcome, mixed with what the net thought of the
 * seat's next decision. Behind a random play only the thought counts. */
static void settle(struct episode *episode, const struct thought *thought, int thoughts,
                   const struct ddz_open *end, float lambda) {
  const enum ddz_role winner = ddz_open_winner(end);
  const float factor = (float)ddz_position_factor(&end->view.now, end->view.rules, winner, NULL);
  struct worth after[DDZ_ROLES];
  float at[DDZ_ROLES];
  for (int r = 0; r < DDZ_ROLES; r++) {
    const bool won = winner < DDZ_ROLES && !ddz_role_enemies(winner, (enum ddz_role)r);
    after[r] = (struct worth){won, won ? 1 : -1};
    at[r] = factor;
  }
  for (int i = thoughts - 1; i >= 0; i--) {
    const struct thought *t = &thought[i];
    const struct worth came = {after[t->role].win, after[t->role].points * at[t->role] / t->factor};
    if (t->sample >= 0) choice_came(&episode->sample[t->sample], &came);
    const float trust = lambda < 1 && t->explored ? 0 : lambda;
    after[t->role] = (struct worth){trust * came.win + (1 - trust) * t->worth.win,
                                    trust * came.points + (1 - trust) * t->worth.points};
    at[t->role] = t->factor;
  }
}

/* One of the candidates, the likelier the nearer its worth is to the best: exp(-behind / temperature). */
static size_t near_best(const struct worth *all, size_t n, size_t best, bool points, float temperature,
                        double unit) {
  float share[DDZ_FEATURE_CANDIDATES], sum = 0;
  if (temperature <= 0) return best;
  for (size_t i = 0; i < n; i++) {
    const float behind = points ? all[best].points - all[i].points : all[best].win - all[i].win;
    sum += share[i] = expf(-behind / temperature);
  }
  float left = (float)unit * sum;
  for (size_t i = 0; i < n; i++)
    if ((left -= share[i]) < 0) return i;
  return best;
}

/* Who plays which side of a game in the nets' place. */
struct pool_player {
  bool landlord, farmers, prompts; /* prompts: the weight-based robot, not the rules */
};

/* In some games one side is a opponent's: what the nets know of players unlike themselves. */
static struct pool_player draw_pool_player(struct ddz_rng *rng, float opponent_pool) {
  if (opponent_pool <= 0 || ddz_rng_unit(rng) >= opponent_pool) return (struct pool_player){0};
  const bool landlord = ddz_rng_below(rng, 2) == 0;
  return (struct pool_player){landlord, !landlord, ddz_rng_below(rng, 3) == 0};
}

static struct ddz_play by_pool_player(const struct player_tools *tools, const struct pool_player *opponent,
                                      const struct ddz_open *game) {
  return opponent->prompts ? by_prompt(tools, game) : by_rules(tools, game);
}

void play_episode(const struct player_tools *tools, const struct episode_options *o, uint64_t number,
                  struct episode *episode) {
  struct ddz_rng rng;
  struct ddz_rules rules;
  struct ddz_open game;
  struct ddz_play candidate[DDZ_FEATURE_CANDIDATES];
  struct thought thought[DDZ_PLIES_MAX];
  struct worth all[DDZ_FEATURE_CANDIDATES];
  int thoughts = 0;
  const bool points = number & 1;
  enum ddz_role role;
  ddz_rng_seed_stream(&rng, o->seed, GAME_STREAM + number);
  mixture_deal(o->mixture, tools->engine, &rng, &rules, &game);
  const struct pool_player opponent = draw_pool_player(&rng, o->opponent_pool);
  episode->n = episode->plies = episode->frames = episode->forks = 0;
  for (;;) {
    role = game.view.role;
    if (role == DDZ_LANDLORD ? opponent.landlord : opponent.farmers) {
      const struct ddz_play play = by_pool_player(tools, &opponent, &game);
      episode->plies++;
      if (ddz_open_play(&game, &play)) break;
      continue;
    }
    const size_t n = choice_plays(&game.view, candidate);
    size_t pick = 0;
    const int end = points ? -1 : choice_finishing(&game.view, candidate, n);
    if (end >= 0) {
      pick = (size_t)end;
    } else if (n > 1 && thoughts < DDZ_PLIES_MAX) {
      struct ddz_inputs position;
      struct thought *t = &thought[thoughts++];
      if (o->witness != NULL) o->witness->see(o->witness->self, &game.view, game.hand);
      choice_begin(tools, &position, &game.view, points);
      const size_t best = choice_of(tools, &o->mind, &position, points, candidate, n, &t->worth, all);
      t->factor = (float)ddz_position_factor(&game.view.now, game.view.rules, DDZ_ROLES, NULL);
      t->role = role;
      pick = ddz_rng_unit(&rng) < o->explore ? ddz_rng_below(&rng, (uint32_t)n)
                                             : near_best(all, n, best, points, o->temperature,
                                                         o->temperature > 0 ? ddz_rng_unit(&rng) : 0);
      t->explored = pick != best;
      if (o->forks > 0 && ddz_rng_unit(&rng) < o->forks)
        branch(episode, tools,
               &(struct fork_ask){&o->mind, &game, &position, candidate, all, n, best, points, o->distill,
                                  o->lambda});
      keep(episode, tools, &position, &candidate[pick], t);
      episode->frames++;
    }
    episode->plies++;
    if (ddz_open_play(&game, &candidate[pick])) break;
  }
  episode->bombs = ddz_position_bombs(&game.view.now);
  episode->landlord_won = role == DDZ_LANDLORD;
  settle(episode, thought, thoughts, &game, o->lambda);
}

/* ---- matches ---- */

static struct ddz_play by_net(const struct player_tools *tools, const struct mind *mind,
                              const struct ddz_open *game, bool points) {
  struct ddz_play candidate[DDZ_FEATURE_CANDIDATES];
  struct worth worth, all[DDZ_FEATURE_CANDIDATES];
  struct ddz_inputs position;
  const size_t n = choice_plays(&game->view, candidate);
  const int end = points ? -1 : choice_finishing(&game->view, candidate, n);
  if (end >= 0) return candidate[end];
  if (n == 1) return candidate[0];
  choice_begin(tools, &position, &game->view, points);
  return candidate[choice_of(tools, mind, &position, points, candidate, n, &worth, all)];
}

static struct ddz_play by_chance(const struct ddz_open *game, struct ddz_rng *rng) {
  struct ddz_play candidate[DDZ_FEATURE_CANDIDATES];
  const size_t n = choice_plays(&game->view, candidate);
  return candidate[ddz_rng_below(rng, (uint32_t)n)];
}

static struct ddz_play by_opponent(const struct player_tools *tools, const struct contest *c,
                                   const struct ddz_open *game, struct ddz_rng *rng) {
  switch (c->opponent) {
  case OPPONENT_NET:
    return by_net(tools, &c->other, game, c->points);
  case OPPONENT_RULES:
    return by_rules(tools, game);
  case OPPONENT_PROMPT:
    return by_prompt(tools, game);
  default:
    return by_chance(game, rng);
  }
}

/* Points of the net. */
static double play_game(const struct player_tools *tools, const struct contest *c, uint64_t number,
                        bool landlord, struct tally *tally) {
  struct ddz_rng rng;
  struct ddz_rules rules;
  struct ddz_open game;
  enum ddz_role role;
  struct ddz_play play;
  ddz_rng_seed_stream(&rng, c->seed, number);
  mixture_deal(c->mixture, tools->engine, &rng, &rules, &game);
  do {
    role = game.view.role;
    const bool ours = (role == DDZ_LANDLORD) == landlord;
    play = ours ? by_net(tools, &c->mind, &game, c->points) : by_opponent(tools, c, &game, &rng);
    tally->decisions += ours;
  } while (!ddz_open_play(&game, &play));
  const bool won = (role == DDZ_LANDLORD) == landlord;
  tally->games++;
  tally->won += won;
  return (won ? 2 : -2) * ddz_position_factor(&game.view.now, &rules, ddz_open_winner(&game), NULL);
}

void play_deal(const struct player_tools *tools, const struct contest *c, uint64_t number,
               struct tally *tally) {
  const double points = play_game(tools, c, number, true, tally) + play_game(tools, c, number, false, tally);
  tally->points += points;
  tally->square += points * points / 4;
}
