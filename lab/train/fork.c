#include "lab/train/fork.h"

#include <math.h>

#include "core/base/role.h"

/* Probability, farmers' stakes: a play that is further behind is not followed. */
static const float NEARLY_WIN = .15F, NEARLY_POINTS = .5F;
/* Times as far where a teacher tells: labels cost nothing then, and the net must not forget that a play is
 * bad. */
static const float DISTILLED = 3;

static float behind(const struct fork_ask *ask, size_t i) {
  const struct worth *best = &ask->all[ask->best], *other = &ask->all[i];
  return ask->points ? (best->points - other->points) / NEARLY_POINTS
                     : (mind_chance(best->win) - mind_chance(other->win)) / NEARLY_WIN;
}

/* The plays nearest to the best, it the first; how many. */
static size_t rivals(const struct fork_ask *ask, size_t pick[FORK_PLAYS]) {
  const float most = ask->distill ? DISTILLED : 1;
  size_t count = 1;
  pick[0] = ask->best;
  for (size_t i = 0; i < ask->n; i++) {
    if (i == ask->best || behind(ask, i) > most || ask->candidate[i].cards == ask->game->view.hand) continue;
    size_t at = count < FORK_PLAYS ? count++ : FORK_PLAYS;
    for (; at > 1 && behind(ask, i) < behind(ask, pick[at - 1]); at--)
      if (at < FORK_PLAYS) pick[at] = pick[at - 1];
    if (at < FORK_PLAYS) pick[at] = i;
  }
  return count;
}

/* The result for a seat, gathered on the way: `left` is the weight of what comes later. */
struct way {
  float win, points, left;
};

static void note(struct way *way, float weight, float win, float points) {
  way->win += weight * win;
  way->points += weight * points;
}

static void count_end(struct way *way, const struct ddz_open *game, enum ddz_role seat,
                      const struct ddz_position *since) {
  const enum ddz_role winner = ddz_open_winner(game);
  const bool won = winner < DDZ_ROLES && !ddz_role_enemies(winner, seat);
  const float factor = (float)ddz_position_factor(&game->view.now, game->view.rules, winner, since);
  note(way, way->left, won, won ? factor : -factor);
}

/* What `play` comes to; the net plays on for everybody. */
static struct way follow(const struct player_tools *tools, const struct fork_ask *ask,
                         const struct ddz_play *play) {
  struct ddz_open game = *ask->game;
  struct ddz_play candidate[DDZ_FEATURE_CANDIDATES], next = *play;
  const enum ddz_role seat = game.view.role;
  const struct ddz_position since = game.view.now;
  struct way way = {.left = 1};
  while (!ddz_open_play(&game, &next)) {
    struct ddz_inputs position;
    struct worth worth, all[DDZ_FEATURE_CANDIDATES];
    const size_t n = choice_plays(&game.view, candidate);
    const int end = ask->points ? -1 : choice_finishing(&game.view, candidate, n);
    next = candidate[end >= 0 ? end : 0];
    if (end >= 0 || n == 1) continue;
    choice_begin(tools, &position, &game.view, ask->points);
    next = candidate[choice_of(tools, ask->mind, &position, ask->points, candidate, n, &worth, all)];
    if (game.view.role != seat) continue;
    const double factor = ddz_position_factor(&game.view.now, game.view.rules, DDZ_ROLES, &since);
    note(&way, way.left * (1 - ask->lambda), worth.win, worth.points * (float)factor);
    way.left *= ask->lambda;
  }
  count_end(&way, &game, seat, &since);
  return way;
}

static struct worth distilled(const struct fork_ask *ask, size_t i) {
  return (struct worth){mind_chance(ask->all[i].win), ask->all[i].points};
}

static struct worth followed(const struct player_tools *tools, const struct fork_ask *ask, size_t i) {
  const struct way way = follow(tools, ask, &ask->candidate[i]);
  return (struct worth){way.win, way.points};
}

bool fork_follow(const struct player_tools *tools, const struct fork_ask *ask, struct fork *fork) {
  size_t pick[FORK_PLAYS];
  if (ask->candidate[ask->best].cards == ask->game->view.hand) return false;
  const size_t n = rivals(ask, pick);
  if (n < 2) return false;
  for (size_t i = 0; i < n; i++)
    if (!choice_sample(tools, ask->position, &ask->candidate[pick[i]], &fork->sample[i])) return false;
  for (size_t i = 0; i < n; i++) {
    const struct worth came = ask->distill ? distilled(ask, pick[i]) : followed(tools, ask, pick[i]);
    choice_came(&fork->sample[i], &came);
    fork->sample[i].follow = (uint8_t)(n - 1 - i);
  }
  fork->n = (int)n;
  return true;
}
