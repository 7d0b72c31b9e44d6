#include "search.h"

#include <math.h>
#include <string.h>

#include "core/play/greedy.h"
#include "core/play/style.h"
#include "core/solver/solver.h"
#include "evidence.h"
#include "lookahead.h"
#include "rollout.h"
#include "sampler.h"

enum {
  ROOM = 16, /* candidates */
#define LIMIT(name, count, meaning) name = count,
#include "search.def"
#undef LIMIT
};

#define BOUND(name, value, meaning) static const double name = value;
#include "search.def"
#undef BOUND

/* How a candidate is tried. */
struct manner {
#define MANNER(field, type, by_rules, by_net, meaning) type field;
#include "search.def"
#undef MANNER
};

enum by { BY_RULES, BY_NET };
static const struct manner manners[] = {[BY_RULES] =
                                            {
#define MANNER(field, type, by_rules, by_net, meaning) .field = by_rules,
#include "search.def"
#undef MANNER
                                            },
                                        [BY_NET] = {
#define MANNER(field, type, by_rules, by_net, meaning) .field = by_net,
#include "search.def"
#undef MANNER
                                        }};

/* What is sought of a candidate in a round, as looking ahead has it (lookahead.h), which is steady and a
 * little wrong; and how much more the game came to in the end, which is right and noisy. */
struct seen {
  double ahead, more;
};

/* A candidate and how it did. */
struct entry {
  const struct ddz_prompt *prompt;
  bool alive;
  uint32_t n;
  double wins, points; /* sums over its rollouts; points in stakes of a farmer, positive when won */
  double prior_win, prior_points; /* what the net thinks of it, likewise */
  double liked;                   /* by the style, in the unit of the objective */
  struct seen sum;                /* of what is sought, over whole rounds */
  /* sums of its parts times those of each other candidate */
  double ahead_ahead[ROOM], ahead_more[ROOM], more_more[ROOM];
  int ahead; /* once dropped: who was the best then, and by how much a round */
  double behind;
};

/* A round, for those who join later. */
struct round {
  ddz_hand hand[DDZ_ROLES];
  struct ddz_others others; /* who plays on */
  struct seen value[ROOM];
};

struct search {
  struct ddz_scene *scene;
  enum by by;
  const struct manner *manner; /* of `by` */
  struct ddz_sampler sampler;
  struct ddz_evidence evidence;
  bool recalls; /* hands are drawn by the evidence */
  struct ddz_rng rng;
  struct entry entry[ROOM];
  struct entry late[ROOM]; /* candidates that have not joined yet */
  int late_count;
  struct round seen[JOIN];
  struct ddz_prompt judged[ROOM]; /* the net's candidates */
  struct ddz_prompt included;     /* what the request wants judged, and its entry; -1: nothing */
  int include;
  struct ddz_prompt hope, proposed, passing;
  int last_hope; /* the rules' choice where all is lost, its entry; -1: it is not, or there is no net */
  const struct ddz_verdict *verdict; /* of the rules engine */
  int count, alive, rounds, solved;  /* rounds of those, solved exactly */
  uint64_t nodes, most, ask_at;
};

static void set_manner(struct search *s, enum by by) {
  s->by = by;
  s->manner = &manners[by];
}

/* ---- playing candidates out ---- */

static bool for_points(const struct search *s) { return s->scene->ask->objective == DDZ_OBJECTIVE_POINTS; }

/* The first entry wins whoever holds what: only what is included is in question. */
static bool is_settled(const struct search *s) {
  return ddz_verdict_settles(s->verdict, s->scene->ask->objective);
}

/* How a game or a look ahead went for the seat's side: 0..1, and stakes of a farmer; and how much more the
 * end of the game came to. */
struct result {
  double win, points, more_win, more_points;
};

/* Played out to the end by the rules. */
static struct result play_out(struct search *s, const struct ddz_play *play, const ddz_hand hand[DDZ_ROLES]) {
  const struct ddz_view *view = s->scene->view;
  struct ddz_open open;
  s->nodes++;
  ddz_open_of(&open, view, hand);
  if (!ddz_open_play_bare(&open, play)) s->nodes += (uint64_t)ddz_rollout(s->scene->engine, &open);
  const double points = ddz_open_points(&open, view->role, view->now.bombs);
  return (struct result){.win = points > 0, .points = points};
}

static struct result look_ahead(struct search *s, const struct ddz_play *play, const struct round *round) {
  struct ddz_prospect out;
  ddz_lookahead(s->scene->engine, s->scene->view, round->hand, play, s->scene->ask->objective,
                s->manner->lambda, &round->others, &out);
  s->nodes += AHEAD_NODES * (uint64_t)out.plies + (uint64_t)out.quick;
  return (struct result){out.win, out.points, out.end_win - out.win, out.end_points - out.points};
}

/* One candidate on these hands; what is sought of it. */
static struct seen try_entry(struct search *s, struct entry *e, const struct round *round) {
  const struct ddz_play *play = &e->prompt->play;
  const struct result r = s->by == BY_NET ? look_ahead(s, play, round) : play_out(s, play, round->hand);
  e->n++;
  e->wins += r.win;
  e->points += r.points;
  return for_points(s) ? (struct seen){r.points, r.more_points} : (struct seen){r.win, r.more_win};
}

static bool out_of_limit(struct search *s) {
  const struct ddz_limit *limit = &s->scene->ask->limit;
  if (s->most != 0 && s->nodes >= s->most) return true;
  if (limit->expired == NULL || s->nodes < s->ask_at) return false;
  s->ask_at = s->nodes + (uint64_t)s->manner->ask;
  return limit->expired(limit->self);
}

/* An ending of few cards with open hands: who wins after each candidate, for certain. False where a limit of
 * the solver came first. */
static bool solve_entries(struct search *s, const ddz_hand hand[DDZ_ROLES], struct seen *value) {
  const struct ddz_view *view = s->scene->view;
  struct ddz_engine *engine = s->scene->engine;
  struct ddz_solution solution;
  int won[ROOM];
  struct ddz_solve_request ask = {.rules = view->rules,
                                  .players = DDZ_ROLES,
                                  .to_move = view->role,
                                  .last = view->now.last,
                                  .owner = view->now.owner,
                                  .solutions = DDZ_SOLUTIONS_ALL,
                                  .limit = s->scene->ask->limit};
  memcpy(ask.hand, hand, sizeof ask.hand);
  ask.limit.nodes = SOLVER_NODES;
  if (s->most != 0 && s->most - s->nodes < SOLVER_NODES) ask.limit.nodes = s->most - s->nodes;
  ddz_solver_reset(ddz_engine_solver(engine));
  s->nodes += SOLVE_LEAST;
  if (ddz_solve(ddz_engine_solver(engine), &ask, ddz_engine_solved(engine), DDZ_ENGINE_SOLVED, &solution) !=
      DDZ_OK)
    return false;
  s->nodes += solution.nodes;
  for (int i = 0; i < s->count; i++) {
    size_t k = 0;
    while (k < solution.count && ddz_engine_solved(engine)[k].play.cards != s->entry[i].prompt->play.cards)
      k++;
    if (k == solution.count || ddz_engine_solved(engine)[k].result == DDZ_RESULT_UNKNOWN) return false;
    won[i] = ddz_engine_solved(engine)[k].result == DDZ_RESULT_WIN;
  }
  for (int i = 0; i < s->count; i++) {
    struct entry *e = &s->entry[i];
    if (!e->alive) continue;
    e->n++;
    e->wins += won[i];
    e->points += 2 * won[i] - 1; /* without what bombs would double */
    value[i] = (struct seen){.ahead = for_points(s) ? 2 * won[i] - 1 : won[i]};
  }
  return true;
}

/* What each candidate still alive brings on these hands; false when a limit came before all were done. */
static bool play_entries(struct search *s, struct round *round) {
  for (int i = 0; i < s->count; i++) {
    if (!s->entry[i].alive) continue;
    if (out_of_limit(s)) return false;
    round->value[i] = try_entry(s, &s->entry[i], round);
  }
  return true;
}

/* Can anybody double the stake yet? The solver knows who wins, not for how much. */
static bool has_bomb(const struct ddz_rules *rules, ddz_hand hand) {
  return rules->stand != 0 || rules->spring || ddz_hand_at_least(hand, 4) != 0 ||
         ddz_hand_contains(hand, DDZ_HAND_ROCKET);
}

/* Few cards, and all there is to win is the game. */
static bool is_ending(const struct search *s, const ddz_hand hand[DDZ_ROLES]) {
  const struct ddz_rules *rules = s->scene->view->rules;
  int cards = 0;
  bool bombs = false;
  for (int i = 0; i < DDZ_ROLES; i++) {
    cards += ddz_hand_size(hand[i]);
    bombs = bombs || has_bomb(rules, hand[i]);
  }
  return cards <= s->manner->solved_cards && !(bombs && for_points(s));
}

static void enter_values(struct search *s, int i, const struct seen *value) {
  struct entry *e = &s->entry[i];
  e->sum.ahead += value[i].ahead;
  e->sum.more += value[i].more;
  for (int j = 0; j < s->count; j++) {
    if (!s->entry[j].alive) continue;
    e->ahead_ahead[j] += value[i].ahead * value[j].ahead;
    e->ahead_more[j] += value[i].ahead * value[j].more;
    e->more_more[j] += value[i].more * value[j].more;
  }
}

/* The guess to play a round on, after some more were weighed. */
static const struct ddz_guess *guess(struct search *s) {
  struct ddz_evidence *evidence = &s->evidence;
  const bool first = evidence->guesses == 0;
  const uint64_t from = evidence->asked, most = from + (first ? ASKS_FIRST : ASKS);
  for (int i = 0; i < (first ? DRAWS_FIRST : DRAWS) && evidence->asked < most; i++) {
    const uint64_t before = evidence->asked;
    if (evidence->guesses > 0 && out_of_limit(s)) break;
    ddz_evidence_draw(evidence, s->scene->engine, &s->sampler, &s->rng);
    s->nodes += DEED_NODES * (evidence->asked - before);
  }
  return ddz_evidence_pick(evidence);
}

/* Hidden hands, and which players the others are if they hold them. */
static void draw(struct search *s, struct round *round) {
  const struct ddz_guess *guessed = s->recalls ? guess(s) : NULL;
  if (guessed == NULL)
    ddz_sampler_draw(&s->sampler, &s->rng, round->hand);
  else
    memcpy(round->hand, guessed->hand, sizeof round->hand);
  if (s->by == BY_NET) ddz_others_draw(guessed != NULL ? guessed->share : NULL, &s->rng, &round->others);
}

/* All candidates on the same hands; false when a limit cut the round short, which then does not count. */
static bool play_round(struct search *s) {
  struct round round = {.value = {{0, 0}}};
  if (out_of_limit(s)) return false;
  draw(s, &round);
  if (out_of_limit(s)) return false;
  bool solved = is_ending(s, round.hand) && solve_entries(s, round.hand, round.value);
  if (!solved && !play_entries(s, &round)) return false;
  for (int i = 0; i < s->count; i++)
    if (s->entry[i].alive) enter_values(s, i, round.value);
  if (s->rounds < JOIN) s->seen[s->rounds] = round;
  s->solved += solved;
  s->rounds++;
  return true;
}

/* Those who were not tried yet, on the hands that were drawn so far. False when a limit came first: then who
 * is not done stays out. */
static bool join_late(struct search *s) {
  for (; s->late_count > 0; s->late_count--) {
    struct entry one = s->late[s->late_count - 1];
    struct seen value[JOIN] = {{0, 0}};
    for (int r = 0; r < s->rounds; r++) {
      if (out_of_limit(s)) return false;
      value[r] = try_entry(s, &one, &s->seen[r]);
    }
    const int i = s->count++;
    s->entry[i] = one;
    s->alive++;
    for (int r = 0; r < s->rounds; r++) {
      s->seen[r].value[i] = value[r];
      enter_values(s, i, s->seen[r].value);
    }
    for (int j = 0; j < i; j++) {
      struct entry *other = &s->entry[j];
      other->ahead_ahead[i] = s->entry[i].ahead_ahead[j];
      other->more_more[i] = s->entry[i].more_more[j];
      for (int r = 0; other->alive && r < s->rounds; r++)
        other->ahead_more[i] += s->seen[r].value[j].ahead * value[r].more;
    }
  }
  return true;
}

/* ---- judging them ---- */

static int cards_left(const struct search *s) {
  const int *left = s->scene->view->now.left;
  return left[0] + left[1] + left[2];
}

/* Rounds that the net's first thought counts as after so many played: where few cards are left, few. */
static double weight_of_prior(const struct search *s, double rounds) {
  const double early = (double)(cards_left(s) - TRUST_FROM) / (TRUST_TO - TRUST_FROM);
  return fmin(fmax(early, TRUST_LEAST), 1) * (s->manner->trust + s->manner->lean * rounds);
}

/* 0..1: how much of what the ends came to beyond looking ahead counts. After few rounds that is noise, after
 * many looking ahead is further off; and the further off the fewer cards are left. */
static double share_of_ends(const struct search *s) {
  const double even = exp(EVEN_AT_0 + EVEN_A_CARD * cards_left(s)), n = s->rounds;
  return s->manner->lambda > 0 ? fmax(0, (n - NOISY * even) / (n + even)) : 0;
}

/* The square of how far looking ahead is off in the difference of two candidates, as far as it counts. */
static double slant(const struct search *s) {
  const double off = (1 - share_of_ends(s)) * (for_points(s) ? SLANT_POINTS : 1);
  return s->manner->lambda > 0 ? off * off * exp(SLANT_AT_0 + SLANT_A_CARD * cards_left(s)) : 0;
}

static double sum_of(const struct search *s, const struct entry *e) {
  return e->sum.ahead + share_of_ends(s) * e->sum.more;
}

/* All a candidate brought, the net's first thought included. */
static double total(const struct search *s, int i) {
  const struct entry *e = &s->entry[i];
  const double weight = weight_of_prior(s, s->rounds);
  return sum_of(s, e) + weight * (for_points(s) ? e->prior_points : e->prior_win) +
         (s->rounds + weight) * e->liked;
}

/* A round of it, on average. */
static double mean_of(const struct search *s, double total) {
  return total / (s->rounds + weight_of_prior(s, s->rounds));
}

/* How much better `a` is than `b`, in standard errors of the difference on the same hands. One round more in
 * which they differed is thought of, so that a few equal ones are no certainty. */
static double lead_of(const struct search *s, int a, int b) {
  const struct entry *x = &s->entry[a], *y = &s->entry[b];
  const double n = s->rounds, mean = (sum_of(s, x) - sum_of(s, y)) / n, share = share_of_ends(s);
  const double squares = x->ahead_ahead[a] + y->ahead_ahead[b] - 2 * x->ahead_ahead[b];
  const double crossed = x->ahead_more[a] + y->ahead_more[b] - x->ahead_more[b] - y->ahead_more[a];
  const double more = x->more_more[a] + y->more_more[b] - 2 * x->more_more[b];
  const double both = squares + 2 * share * crossed + share * share * more;
  const double variance = (both + s->manner->doubt) / n - mean * mean;
  return (total(s, a) - total(s, b)) / sqrt(fmax(variance, 1e-9) * n + slant(s) * n * n);
}

static int best_of(const struct search *s) {
  int best = 0;
  for (int i = 0; i < s->count; i++)
    if (s->entry[i].alive && (!s->entry[best].alive || total(s, i) > total(s, best))) best = i;
  return best;
}

static void drop_hopeless(struct search *s) {
  int best = best_of(s);
  for (int i = 0; i < s->count; i++) {
    struct entry *e = &s->entry[i];
    if (!e->alive || i == best || i == s->include || lead_of(s, best, i) < HOPELESS) continue;
    e->alive = false;
    e->ahead = best;
    e->behind = mean_of(s, total(s, best) - total(s, i));
    s->alive--;
  }
}

/* What decided: the rules or the net, rollouts, or the solver. */
static enum ddz_reason reason_of(const struct search *s, int chosen) {
  if (chosen == s->last_hope) return s->verdict->reason;
  if (chosen == 0) return s->by == BY_NET ? DDZ_REASON_NET_BEST : s->verdict->reason;
  return s->solved == s->rounds ? DDZ_REASON_SOLVED : DDZ_REASON_SEARCHED;
}

/* What was chosen, or the rules' choice where that is no worse. */
static int with_hope(const struct search *s, int chosen) {
  const int hope = s->last_hope;
  if (hope < 0 || s->rounds == 0 || !s->entry[hope].alive) return chosen;
  return mean_of(s, total(s, chosen) - total(s, hope)) <= LITTLE ? hope : chosen;
}

/* The net's hands are drawn as the belief says, and by what the others did where that is known. */
static void believe(struct search *s) {
  struct ddz_engine *engine = s->scene->engine;
  const struct ddz_robot_request *ask = s->scene->ask;
  if (s->by != BY_NET) return;
  if (ask->record != NULL && s->sampler.assumed == 0 && ddz_sampler_hides(&s->sampler))
    s->recalls = ddz_evidence_gather(&s->evidence, s->scene->view, ask->objective, ask->record);
  if (ddz_engine_nets(engine)->belief == NULL) return;
  ddz_sampler_believe(&s->sampler, ddz_engine_nets(engine)->belief, s->scene->view, ddz_engine_power(engine));
}

/* What the style adds to each of them. */
static void set_style(struct search *s) {
  const struct ddz_robot_request *ask = s->scene->ask;
  for (int i = 0; i < s->count; i++) s->entry[i].liked = ddz_style_bonus_of(ask, &s->entry[i].prompt->play);
  for (int i = 0; i < s->late_count; i++)
    s->late[i].liked = ddz_style_bonus_of(ask, &s->late[i].prompt->play);
}

static int decide(struct search *s) {
  int alone = s->by == BY_NET ? 0 : ROUNDS_ALONE; /* the net has said how the game stands */
  int rounds = s->count + s->late_count > 1 ? ROUNDS : alone, best;
  if (rounds > 0) believe(s);
  while (s->rounds < rounds && play_round(s)) {
    if (s->rounds >= FIRST_DROP) drop_hopeless(s);
    if ((s->rounds == JOIN || s->alive == 1) && !join_late(s)) break;
    if (s->alive == 1 && s->count > 1) break;
  }
  best = best_of(s);
  bool kept = s->rounds == 0 || is_settled(s) ||
              (s->entry[0].alive && best != 0 && lead_of(s, best, 0) < s->manner->clearly);
  return with_hope(s, kept ? 0 : best);
}

/* ---- choosing them ---- */

static bool same_body(const struct ddz_play *a, const struct ddz_play *b) {
  return a->kind == b->kind && a->rank == b->rank && a->length == b->length;
}

/* A candidate with these cards, or, for `body`, with the same body. */
static bool is_there(const struct search *s, const struct ddz_play *play, bool body) {
  for (int i = 0; i < s->count; i++) {
    const struct ddz_play *there = &s->entry[i].prompt->play;
    if (body ? same_body(there, play) : there->cards == play->cards) return true;
  }
  return false;
}

static void add(struct search *s, const struct ddz_prompt *prompt) {
  if (s->count < CANDIDATES) s->entry[s->count++] = (struct entry){.prompt = prompt, .alive = true};
}

/* What the net thinks of a play that it did not propose. */
static void think_of(const struct search *s, struct entry *e, const struct ddz_play *play) {
  const struct ddz_scene *scene = s->scene;
  const struct ddz_net *net = ddz_greedy_net(scene->engine, scene->view->rules);
  const struct ddz_net_value value =
      ddz_judge_play(net, ddz_engine_power(scene->engine), scene->view, scene->ask->objective, play);
  e->prior_points = (double)value.points;
  e->prior_win = ddz_judge_probability(net, scene->view, scene->ask->objective, value.win);
}

/* An entry with these cards from the first round on, if need be a further one; `as` is its prompt then. */
static int also(struct search *s, const struct ddz_play *play, struct ddz_prompt *as) {
  for (int i = 0; i < s->count; i++)
    if (s->entry[i].prompt->play.cards == play->cards) return i;
  for (int i = 0; i < s->late_count; i++) {
    if (s->late[i].prompt->play.cards != play->cards) continue;
    s->entry[s->count] = s->late[i];
    s->late[i] = s->late[--s->late_count];
    return s->count++;
  }
  as->play = *play;
  s->entry[s->count] = (struct entry){.prompt = as, .alive = true};
  if (s->by == BY_NET) think_of(s, &s->entry[s->count], play);
  return s->count++;
}

/* What is to be judged in any case stays to the last round, so that it is compared on the same hands. */
static void include(struct search *s, const struct ddz_play *play) {
  s->include = play == NULL ? -1 : also(s, play, &s->included);
}

/* The solver judges all at once. */
static bool is_short(const struct search *s) { return cards_left(s) <= s->manner->solved_cards; }

/* How much worse at most the net may think of a candidate: where few cards are left the search knows better.
 */
static double margin_of(const struct search *s) {
  if (cards_left(s) <= FEW_CARDS) return HUGE_VAL;
  return for_points(s) ? s->manner->margin_points : s->manner->margin_win;
}

/* What is looked at whatever the net thinks of it: the pass, and what the rules propose. They join late, and
 * even where the net sees one play only. */
static void put_in(struct search *s, const struct ddz_play *play, struct ddz_prompt *as) {
  struct entry *e = &s->late[s->late_count];
  if (is_there(s, play, false)) return;
  for (int i = 0; i < s->late_count; i++)
    if (s->late[i].prompt->play.cards == play->cards) return;
  as->play = *play;
  *e = (struct entry){.prompt = as, .alive = true};
  think_of(s, e, play);
  s->late_count++;
}

static void put_in_all(struct search *s) {
  static const struct ddz_play pass;
  put_in(s, &s->verdict->pick->play, &s->proposed);
  if (!s->scene->leads) put_in(s, &pass, &s->passing);
}

/* All but the first candidates, which begin at once; the last comes last. */
static void put_off(struct search *s) {
  while (s->count > s->manner->first) s->late[s->late_count++] = s->entry[--s->count];
}

/* The solver judges all at once: nobody joins late. */
static void take_in(struct search *s) {
  while (s->late_count > 0) s->entry[s->count++] = s->late[--s->late_count];
}

/* What the net would play, and after it what it thinks nearly as good of. False where there is no net that
 * knows these rules, or nothing for it to decide. */
static bool gather_by_net(struct search *s) {
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
  const struct ddz_scene *scene = s->scene;
  const struct ddz_net *net = ddz_greedy_net(scene->engine, scene->view->rules);
  const enum ddz_objective objective = scene->ask->objective;
  if (is_settled(s) || scene->n == 0 || !ddz_greedy_knows(scene->engine, scene->view)) return false;
  set_manner(s, BY_NET);
  const double margin = margin_of(s);
  size_t n = ddz_judge(net, ddz_engine_power(scene->engine), scene->view, objective, judged);
  while (n > 0 && s->count < CANDIDATES) {
    const size_t best = ddz_judge_best(judged, n, objective);
    const struct ddz_judged one = judged[best];
    judged[best] = judged[--n];
    if (is_there(s, &one.play, false)) continue;
    struct entry *e = &s->entry[s->count];
    s->judged[s->count].play = one.play;
    *e = (struct entry){
        .prompt = &s->judged[s->count], .alive = true, .prior_points = (double)one.value.points};
    e->prior_win = ddz_judge_probability(net, scene->view, objective, one.value.win);
    if (mean_of(s, total(s, 0) - total(s, s->count)) > margin) break;
    s->count++;
  }
  if (!is_short(s)) put_off(s);
  put_in_all(s);
  if (is_short(s)) take_in(s);
  if (objective == DDZ_OBJECTIVE_WIN && s->entry[0].prior_win < LOST)
    s->last_hope = also(s, &s->verdict->pick->play, &s->hope);
  return true;
}

/* The rules' choice, the pass, one play of each body by what it leaves, then the same with other kickers. */
static void gather(struct search *s) {
  static const struct ddz_prompt pass;
  const struct ddz_scene *scene = s->scene;
  add(s, s->verdict->pick);
  if (is_settled(s)) return;
  if (!scene->leads && !is_there(s, &pass.play, false)) add(s, &pass);
  for (int body = 1; body >= 0; body--)
    for (size_t i = 0; i < scene->n; i++)
      if (!is_there(s, &scene->prompts[i].play, body)) add(s, &scene->prompts[i]);
}

/* ---- telling ---- */

static double stake_of(const struct ddz_scene *scene) {
  return scene->ask->multiplier * (scene->view->role == DDZ_LANDLORD ? 2 : 1);
}

static bool is_certain(const struct search *s, const struct entry *e) {
  return s->verdict->certain && e->prompt->play.cards == s->verdict->pick->play.cards;
}

/* What came of such probabilities: farmers who search gain more by it than a landlord. */
static double corrected(const struct search *s, double p) {
  const double against = s->scene->view->role == DDZ_LANDLORD ? exp(LANDLORD_LESS) : 1;
  const double sure = fmin(fmax(p, ALMOST), 1 - ALMOST);
  return 1 / (1 + against * pow(1 / sure - 1, STRETCH));
}

/* The share of games won, with half a game more won and lost: a few games are no certainty; or with what the
 * net thinks. */
static double probability(const struct search *s, const struct entry *e) {
  const double trust = weight_of_prior(s, e->n);
  if (is_certain(s, e)) return 1;
  if (trust > 0 && e->n > 0) return corrected(s, (e->wins + trust * e->prior_win) / (e->n + trust));
  if (trust > 0) return e->prior_win;
  return e->n > 0 ? (e->wins + 0.5) / (e->n + 1) : NAN;
}

static double expected(const struct search *s, const struct entry *e) {
  const double trust = weight_of_prior(s, e->n), stake = stake_of(s->scene);
  if (is_settled(s) && is_certain(s, e)) return NAN; /* the rollouts do not see how it wins */
  if (trust > 0) return stake * (e->points + trust * e->prior_points) / (e->n + trust);
  return e->n > 0 ? stake * e->points / e->n : NAN;
}

/* What a round brings, as if all had seen the same hands: one that was dropped is as far behind who was the
 * best then as it was then. */
static double value_of(const struct search *s, int i) {
  const struct entry *e = &s->entry[i];
  return e->alive ? mean_of(s, total(s, i)) : value_of(s, e->ahead) - e->behind;
}

/* Where the play chosen for certain is compared with one that is to be judged, it has all there is to win. */
static double score_of(const struct search *s, int i) {
  if (is_settled(s) && i == 0) return 1;
  return value_of(s, i) * (for_points(s) ? stake_of(s->scene) : 1);
}

static struct ddz_candidate told(const struct search *s, int i) {
  const struct entry *e = &s->entry[i];
  return (struct ddz_candidate){.play = e->prompt->play,
                                .score = score_of(s, i),
                                .win_probability = probability(s, e),
                                .expected_points = expected(s, e),
                                .visits = e->n};
}

/* The chosen one, then the others as they did; returns how many there are. */
static size_t list_tried(const struct search *s, int chosen, struct ddz_candidate *out, size_t cap) {
  int order[ROOM], n = 0;
  order[n++] = chosen;
  for (int i = 0; i < s->count; i++) {
    if (i == chosen) continue;
    int at = n++;
    for (; at > 1 && value_of(s, i) > value_of(s, order[at - 1]); at--) order[at] = order[at - 1];
    order[at] = i;
  }
  for (size_t i = 0; i < (size_t)n && i < cap; i++) out[i] = told(s, order[i]);
  return (size_t)n;
}

/* The chosen play, then what was tried, then what was not: the plays in the order of the prompts, the pass.
 * Returns how many there are. */
static size_t list_all(const struct search *s, int chosen, struct ddz_candidate *out, size_t cap) {
  static const struct ddz_prompt pass;
  const struct ddz_scene *scene = s->scene;
  const size_t all = scene->n + !scene->leads;
  size_t n = list_tried(s, chosen, out, cap);
  double least = n <= cap && n > 0 ? out[n - 1].score : 0;
  for (size_t i = 0; i < all; i++) {
    const struct ddz_play *play = i < scene->n ? &scene->prompts[i].play : &pass.play;
    if (is_there(s, play, false)) continue;
    least--;
    if (n < cap)
      out[n] = (struct ddz_candidate){
          .play = *play, .score = least, .win_probability = NAN, .expected_points = NAN};
    n++;
  }
  ddz_candidates_settle(out, n < cap ? n : cap);
  return n;
}

/* Without a round nothing was searched. */
static enum ddz_player decided_by(const struct search *s) {
  if (s->rounds > 0) return DDZ_PLAYER_SEARCH;
  return s->by == BY_NET ? DDZ_PLAYER_NET : DDZ_PLAYER_RULES;
}

bool ddz_search(struct ddz_scene *scene, const struct ddz_verdict *verdict, uint64_t nodes,
                struct ddz_robot_move *move, struct ddz_candidate *out, size_t cap) {
  struct search s;
  memset(&s, 0, sizeof s);
  s.scene = scene;
  s.verdict = verdict;
  set_manner(&s, BY_RULES);
  s.last_hope = -1;
  s.most = nodes;
  ddz_sampler_init(&s.sampler, scene->view);
  ddz_rng_seed_stream(&s.rng, scene->ask->seed, scene->view->hand);
  if (!gather_by_net(&s)) gather(&s);
  include(&s, scene->ask->include);
  s.alive = s.count;
  set_style(&s);
  int chosen = decide(&s);
  const struct entry *e = &s.entry[chosen];
  *move = (struct ddz_robot_move){.play = e->prompt->play,
                                  .reason = reason_of(&s, chosen),
                                  .player = decided_by(&s),
                                  .win_probability = probability(&s, e),
                                  .expected_points = expected(&s, e),
                                  .nodes = s.nodes,
                                  .candidates = scene->n + !scene->leads};
  const bool has_to_tell = s.rounds > 0 || s.by == BY_NET;
  if (has_to_tell) move->candidates = list_all(&s, chosen, out, cap);
  return has_to_tell;
}
