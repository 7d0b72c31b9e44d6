#include "tools/train/play.h"

#include <math.h>
#include <string.h>

#include "core/base/role.h"
#include "core/net/judge.h"
#include "core/value/prompt.h"

enum { GAME_STREAM = 1 << 20, BOMBS_MAX = 4, BIAS_ROOM = 1 };

/* What a net chooses from; who cannot lead has one choice, to pass. */
static size_t choices(const struct ddz_view *view, struct ddz_play candidate[DDZ_FEATURE_CANDIDATES]) {
  const size_t n = ddz_feature_candidates(view->rules, view->hand, &view->now.last, candidate);
  if (n > 0) return n;
  candidate[0] = (struct ddz_play){0};
  return 1;
}

/* ---- the net's choice ---- */

static int without(const uint8_t *off, uint16_t *input, int n) {
  int kept = 0;
  for (int i = 0; i < n; i++)
    if (!off[input[i]]) input[kept++] = input[i];
  return kept;
}

static void begin(const struct player_tools *tools, struct ddz_inputs *position, const struct ddz_view *view,
                  bool points) {
  ddz_feature_begin(position, view, tools->power, points);
  if (tools->off != NULL) position->n = without(tools->off, position->input, position->n);
}

static void consider(const struct player_tools *tools, const struct ddz_inputs *position,
                     const struct ddz_play *play, struct ddz_change *change) {
  ddz_feature_play(position, play, change);
  if (tools->off == NULL) return;
  change->adds = without(tools->off, change->add, change->adds);
  change->drops = without(tools->off, change->drop, change->drops);
}

static void put_worths(const struct ddz_inputs *position, const struct ddz_play *candidate, size_t n,
                       const struct ddz_net_value *value, struct worth *worth) {
  for (size_t i = 0; i < n; i++) {
    const bool out = candidate[i].cards == position->view->hand; /* the end: known */
    worth[i] = (struct worth){value[i].win, value[i].points};
    if (out) worth[i] = (struct worth){1e3f, (float)(1 << ddz_judge_end(position->view, &candidate[i]))};
  }
}

/* Some candidates at a time: the net takes several faster than one by one. */
static void judge(const struct player_tools *tools, const struct ddz_net *net,
                  const struct ddz_inputs *position, const struct ddz_net_sum *base,
                  const struct ddz_play *candidate, size_t n, struct worth *worth) {
  struct ddz_net_sum sum[DDZ_NET_BATCH];
  struct ddz_net_value value[DDZ_NET_BATCH];
  for (size_t i = 0; i < n; i++) {
    struct ddz_change change;
    consider(tools, position, &candidate[i], &change);
    const struct ddz_net_change rows = {change.add, change.drop, (size_t)change.adds, (size_t)change.drops};
    ddz_net_extend(net, position->view->role, base, &rows, &sum[i]);
  }
  ddz_net_values_of(net, position->view->role, sum, n, value);
  put_worths(position, candidate, n, value, worth);
}

/* The same by nets with a trunk. */
static void judge_deep(const struct player_tools *tools, const struct model *model,
                       const struct ddz_inputs *position, const struct ddz_play *candidate, size_t n,
                       struct worth *worth) {
  uint16_t input[TRUNK_SAMPLES][DDZ_FEATURE_ACTIVE_MAX + BIAS_ROOM];
  struct input_list list[TRUNK_SAMPLES];
  struct ddz_net_value value[TRUNK_SAMPLES];
  for (size_t i = 0; i < n; i++) {
    struct ddz_change change;
    consider(tools, position, &candidate[i], &change);
    int length = ddz_feature_list(position, &change, input[i]);
    input[i][length++] = BIAS;
    list[i] = (struct input_list){input[i], length};
  }
  mind_values(model, list, (int)n, value);
  put_worths(position, candidate, n, value, worth);
}

static size_t choose(const struct player_tools *tools, const struct mind *mind,
                     const struct ddz_inputs *position, bool points, const struct ddz_play *candidate,
                     size_t n, struct worth *worth, struct worth *all) {
  struct ddz_net_sum base;
  const enum ddz_role role = position->view->role;
  const size_t batch = mind->deep != NULL ? TRUNK_SAMPLES : DDZ_NET_BATCH;
  size_t at = 0;
  if (mind->deep == NULL) ddz_net_begin(mind->net, role, position->input, (size_t)position->n, &base);
  for (size_t i = 0; i < n; i += batch) {
    const size_t some = n - i < batch ? n - i : batch;
    if (mind->deep != NULL)
      judge_deep(tools, mind->deep[role], position, candidate + i, some, all + i);
    else
      judge(tools, mind->net, position, &base, candidate + i, some, all + i);
  }
  for (size_t i = 1; i < n; i++)
    if (points ? all[i].points > all[at].points : all[i].win > all[at].win) at = i;
  *worth = (struct worth){1 / (1 + expf(-all[at].win)), all[at].points};
  return at;
}

/* The net's choice; `worth` of it. */
static size_t choose_alone(const struct player_tools *tools, const struct mind *mind,
                           const struct ddz_view *view, bool points, const struct ddz_play *candidate,
                           size_t n, struct worth *worth) {
  struct ddz_inputs position;
  struct worth all[DDZ_FEATURE_CANDIDATES];
  begin(tools, &position, view, points);
  return choose(tools, mind, &position, points, candidate, n, worth, all);
}

/* ---- others ---- */

static struct ddz_play by_rules(const struct player_tools *tools, const struct ddz_open *game) {
  struct ddz_robot_request ask;
  struct ddz_robot_move move;
  ddz_robot_defaults(&ask);
  ask.view = game->view;
  ask.player = DDZ_PLAYER_RULES;
  ddz_robot_choose(tools->engine, &ask, &move, NULL, 0);
  return move.play;
}

/* The weight-based robot: its first prompt, but it passes to its partner. */
static struct ddz_play by_prompt(const struct player_tools *tools, const struct ddz_open *game) {
  const struct ddz_view *v = &game->view;
  struct ddz_prompt prompt;
  const size_t n = ddz_prompts(ddz_engine_prompter(tools->engine), v->rules, v->hand, &v->now.last,
                               DDZ_ORDER_REST, &prompt, 1);
  const bool partner = v->now.last.kind != DDZ_PASS && ddz_role_partners(v->role, v->now.owner);
  return n == 0 || partner ? (struct ddz_play){0} : prompt.play;
}

/* ---- self-play ---- */

/* A decision of a game: what the net thought of its own choice, and whether that was played. */
struct thought {
  struct worth worth;
  int bombs;  /* before it */
  int sample; /* its sample, -1: none */
  enum ddz_role role;
  bool explored;
};

static void keep(struct episode *episode, const struct player_tools *tools, const struct ddz_inputs *position,
                 const struct ddz_play *play, struct thought *thought) {
  uint16_t list[DDZ_FEATURE_ACTIVE_MAX + BIAS_ROOM];
  struct ddz_change change;
  thought->sample = -1;
  if (play->cards == position->view->hand || episode->n == EPISODE_SAMPLES) return;
  consider(tools, position, play, &change);
  int n = ddz_feature_list(position, &change, list);
  list[n++] = BIAS;
  if (n > SAMPLE_INPUTS) return;
  struct sample *s = &episode->sample[episode->n];
  s->role = (uint8_t)position->view->role;
  s->n = (uint8_t)n;
  memcpy(s->input, list, (size_t)n * sizeof *list);
  thought->sample = episode->n++;
}

/* What each decision came to, from the last to the first: the outcome, mixed with what the net thought of the
 * seat's next decision. Behind a random play only the thought counts. */
static void settle(struct episode *episode, const struct thought *thought, int thoughts,
                   const struct ddz_open *end, float lambda) {
  const enum ddz_role winner = ddz_open_winner(end);
  const int doublings = ddz_position_doublings(&end->view.now, end->view.rules, winner);
  struct worth after[DDZ_ROLES];
  int at[DDZ_ROLES];
  for (int r = 0; r < DDZ_ROLES; r++) {
    const bool won = winner < DDZ_ROLES && !ddz_role_enemies(winner, (enum ddz_role)r);
    after[r] = (struct worth){won, won ? 1 : -1};
    at[r] = doublings;
  }
  for (int i = thoughts - 1; i >= 0; i--) {
    const struct thought *t = &thought[i];
    const struct worth came = {after[t->role].win, ldexpf(after[t->role].points, at[t->role] - t->bombs)};
    if (t->sample >= 0) {
      const float most = (float)(1 << BOMBS_MAX);
      episode->sample[t->sample].win = came.win;
      episode->sample[t->sample].points = fmaxf(-most, fminf(most, came.points)) / POINTS_UNIT;
    }
    const float trust = lambda < 1 && t->explored ? 0 : lambda;
    after[t->role] = (struct worth){trust * came.win + (1 - trust) * t->worth.win,
                                    trust * came.points + (1 - trust) * t->worth.points};
    at[t->role] = t->bombs;
  }
}

/* One of the candidates, the likelier the nearer its worth is to the best: exp(-behind / heat). */
static size_t near_best(const struct worth *all, size_t n, size_t best, bool points, float heat,
                        double unit) {
  float share[DDZ_FEATURE_CANDIDATES], sum = 0;
  if (heat <= 0) return best;
  for (size_t i = 0; i < n; i++) {
    const float behind = points ? all[best].points - all[i].points : all[best].win - all[i].win;
    sum += share[i] = expf(-behind / heat);
  }
  float left = (float)unit * sum;
  for (size_t i = 0; i < n; i++)
    if ((left -= share[i]) < 0) return i;
  return best;
}

/* In a game for the win who can go out does. */
static int finishing(const struct ddz_open *game, const struct ddz_play *candidate, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (candidate[i].cards == game->view.hand) return (int)i;
  return -1;
}

/* Who plays which side of a game in the nets' place. */
struct guest {
  bool landlord, farmers, prompts; /* prompts: the weight-based robot, not the rules */
};

/* In some games one side is a guest's: what the nets know of players unlike themselves. */
static struct guest invite(struct ddz_rng *rng, float guests) {
  if (guests <= 0 || ddz_rng_unit(rng) >= guests) return (struct guest){0};
  const bool landlord = ddz_rng_below(rng, 2) == 0;
  return (struct guest){landlord, !landlord, ddz_rng_below(rng, 3) == 0};
}

static struct ddz_play by_guest(const struct player_tools *tools, const struct guest *guest,
                                const struct ddz_open *game) {
  return guest->prompts ? by_prompt(tools, game) : by_rules(tools, game);
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
  const struct guest guest = invite(&rng, o->guests);
  episode->n = episode->plies = episode->frames = 0;
  for (;;) {
    role = game.view.role;
    if (role == DDZ_LANDLORD ? guest.landlord : guest.farmers) {
      const struct ddz_play play = by_guest(tools, &guest, &game);
      episode->plies++;
      if (ddz_open_play(&game, &play)) break;
      continue;
    }
    const size_t n = choices(&game.view, candidate);
    size_t pick = 0;
    const int end = points ? -1 : finishing(&game, candidate, n);
    if (end >= 0) {
      pick = (size_t)end;
    } else if (n > 1 && thoughts < DDZ_PLIES_MAX) {
      struct ddz_inputs position;
      struct thought *t = &thought[thoughts++];
      if (o->witness != NULL) o->witness->see(o->witness->self, &game.view, game.hand);
      begin(tools, &position, &game.view, points);
      const size_t best = choose(tools, &o->mind, &position, points, candidate, n, &t->worth, all);
      t->bombs = game.view.now.bombs;
      t->role = role;
      pick = ddz_rng_unit(&rng) < o->explore
                 ? ddz_rng_below(&rng, (uint32_t)n)
                 : near_best(all, n, best, points, o->heat, o->heat > 0 ? ddz_rng_unit(&rng) : 0);
      t->explored = pick != best;
      keep(episode, tools, &position, &candidate[pick], t);
      episode->frames++;
    }
    episode->plies++;
    if (ddz_open_play(&game, &candidate[pick])) break;
  }
  episode->bombs = game.view.now.bombs;
  episode->landlord_won = role == DDZ_LANDLORD;
  settle(episode, thought, thoughts, &game, o->lambda);
}

/* ---- matches ---- */

static struct ddz_play by_net(const struct player_tools *tools, const struct mind *mind,
                              const struct ddz_open *game, bool points) {
  struct ddz_play candidate[DDZ_FEATURE_CANDIDATES];
  struct worth worth;
  const size_t n = choices(&game->view, candidate);
  const int end = points ? -1 : finishing(game, candidate, n);
  if (end >= 0) return candidate[end];
  return candidate[n > 1 ? choose_alone(tools, mind, &game->view, points, candidate, n, &worth) : 0];
}

static struct ddz_play by_chance(const struct ddz_open *game, struct ddz_rng *rng) {
  struct ddz_play candidate[DDZ_FEATURE_CANDIDATES];
  const size_t n = choices(&game->view, candidate);
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
  return ldexp(won ? 2 : -2, ddz_position_doublings(&game.view.now, &rules, ddz_open_winner(&game)));
}

void play_deal(const struct player_tools *tools, const struct contest *c, uint64_t number,
               struct tally *tally) {
  const double points = play_game(tools, c, number, true, tally) + play_game(tools, c, number, false, tally);
  tally->points += points;
  tally->square += points * points / 4;
}
