#include "core/play/certain.h"

#include <math.h>
#include <string.h>

#include "core/play/deals.h"
#include "core/rules/movegen.h"
#include "core/solver/solver.h"
#include "core/value/partition.h"

/* The bounds of a proof. */
enum {
  MOST_PLAYS = 6,   /* in the best partition of the hand: with more no run is looked for */
  TRIES = 8,        /* answers that are tried with partitions of the rest */
  PARTITIONS = 3,   /* of the hand that are tried on the lead */
  FEW_CARDS = 9,    /* up to which all ways are tried */
  NODES = 400,      /* positions of the own hand, in all ways */
  MOVES = 256,      /* plays at most, of a hand of FEW_CARDS */
  CLOSE = 2,        /* cards, the partner's, or all but his: with more on both sides he is not looked at */
  PARTNERS = 64,    /* hands that the partner may hold: with more he is not looked at */
  DEALS_UNSEEN = 8, /* unseen cards at most where every deal is looked at */
  DEALS_NODES = 50000,
  ANY = -1 /* number of bombs: it does not matter */
};

static const struct ddz_play pass; /* as the last play: any may be led */

/* One enemy: what he may hold at most. */
struct enemy {
  ddz_hand cards;
  int most;
};

struct proof {
  const struct ddz_scene *scene;
  struct ddz_hidden hidden;       /* its pool with what the level has forgotten */
  struct enemy enemy[2];          /* of two that may hold the same cards only the one with more */
  int different;                  /* how many of these */
  bool without_bombs;             /* as if no enemy held one */
  int nodes;                      /* that may still be looked at */
  uint8_t raised[DDZ_RAISES];     /* by the own plays of the way that was found */
  ddz_hand partner[PARTNERS + 1]; /* all he may hold; none: there is no partner, or too many ways */
  int partners;
};

/* ---- every deal that fits ---- */

/* Near the end few deals fit. Each is solved with open hands (solver.h): where all are lost, the seat's side
 * has lost, whatever it does; where one play wins in all, that play wins as long as everybody on the side
 * plays on as if hands were open. Bounded by DEALS_*; beyond the bounds it says nothing.
 *
 * Mostly two solutions of small endings, one that is won and one that is lost, end the question. */

/* What is limited in time alone is to search, too: proofs get half of it. */
static struct ddz_stop half_of(const struct ddz_robot_request *ask) {
  struct ddz_stop stop = {0};
  if (!ask->limited || ask->limit.nodes != 0 || !ddz_limit_in_time(&ask->limit)) return stop;
  stop = *ask->limit.stop;
  const uint64_t now_us = stop.clock_us(stop.self);
  if (now_us < stop.until_us) stop.until_us = now_us + (stop.until_us - now_us) / 2;
  return stop;
}

/* A prompt, or behind them the pass. */
static const struct ddz_play *play_at(const struct proof *p, size_t i) {
  return i < p->scene->n ? &p->scene->prompts[i].play : &pass;
}

/* Does the seat's side win this deal after the play (NULL: as it stands)? `known` gets false where the limit
 * came first. */
static bool wins(const struct ddz_scene *scene, const ddz_hand hand[DDZ_ROLES], const struct ddz_play *play,
                 struct ddz_limit *limit, bool *known) {
  const double won =
      ddz_stop_asked(limit->stop) ? NAN : ddz_deal_won(scene->engine, scene->view, hand, play, limit);
  *known = !isnan(won) && limit->nodes > 0;
  return won == 1;
}

static bool are_few(const struct ddz_scene *scene) {
  return ddz_hand_size(scene->unseen) <= DEALS_UNSEEN && scene->unseen == ddz_view_unseen(scene->view) &&
         ddz_view_is_accounted(scene->view) && scene->view->hand != 0 && scene->n < DDZ_CERTAIN_PLAYS;
}

/* out->wins says which plays win in every deal; out->cards is the first of them, 0: a pass. */
static void look_at_deals(const struct proof *p, struct ddz_certain *out) {
  const struct ddz_scene *scene = p->scene;
  const struct ddz_stop stop = half_of(scene->ask);
  struct ddz_limit limit = {.nodes = DEALS_NODES, .stop = &stop};
  bool known = true, lost = true;
  size_t first; /* play that wins in all deals so far; above scene->n: none */
  if (!are_few(scene)) return;
  for (size_t i = 0; i <= scene->n; i++) out->wins[i] = i < scene->n || !scene->leads;
  ddz_solver_reset(scene->engine->solver);
  const int draw = p->hidden.draw[ddz_role_next(scene->view->role)];
  ddz_hand next = ddz_hand_highest(p->hidden.pool, draw), hand[DDZ_ROLES];
  do {
    ddz_hidden_deal(&p->hidden, next, hand);
    lost = lost && !wins(scene, hand, NULL, &limit, &known);
    first = scene->n + 1;
    for (size_t i = 0; i <= scene->n && known; i++) {
      out->wins[i] = out->wins[i] && !lost && wins(scene, hand, play_at(p, i), &limit, &known);
      if (first > i && out->wins[i]) first = i;
    }
  } while (known && (lost || first <= scene->n) && ddz_hand_next(p->hidden.pool, &next));
  out->lost = known && lost;
  if (!known || first > scene->n) return;
  out->way = DDZ_CERTAIN_DEALS;
  out->cards = play_at(p, first)->cards;
}

/* ---- what the others may hold ---- */

/* Of the cards that are not with him for certain he holds at most `more`. */
static ddz_hand at_most(ddz_hand certain, ddz_hand free, int more) {
  ddz_hand cards = certain;
  for (int rank = 0; rank < DDZ_RANKS; rank++) {
    const int others = ddz_hand_count(free, rank);
    cards += ddz_hand_of(rank, ddz_least(others, more));
  }
  return cards;
}

static struct enemy enemy_of(const struct proof *p, enum ddz_role role) {
  const int left = p->scene->view->now.left[role];
  const ddz_hand certain = p->hidden.known[role];
  struct enemy enemy = {p->hidden.pool + certain, left > 0 ? left : DDZ_HAND_MAX};
  if (left > 0 && certain != 0) enemy.cards = at_most(certain, p->hidden.pool, left - ddz_hand_size(certain));
  return enemy;
}

/* Two farmers of whom nothing is certain may hold the same cards, and one may hold more of them: he alone
 * counts. */
static void look_at_enemy(struct proof *p) {
  for (enum ddz_role role = 0; role < DDZ_ROLES; role++)
    if (ddz_role_enemies(p->scene->view->role, role)) p->enemy[p->different++] = enemy_of(p, role);
  if (p->different < 2 || p->enemy[0].cards != p->enemy[1].cards) return;
  p->enemy[0].most = ddz_most(p->enemy[0].most, p->enemy[1].most);
  p->different = 1;
}

/* All hands that the seat may hold; none where they are too many, or not known. */
static void list_hands(struct proof *p, enum ddz_role role) {
  const int left = p->scene->view->now.left[role], wanted = left - ddz_hand_size(p->hidden.known[role]);
  p->partners = 0;
  if (left == 0 || wanted < 0 || wanted > ddz_hand_size(p->hidden.pool)) return;
  ddz_hand more = ddz_hand_highest(p->hidden.pool, wanted);
  do p->partner[p->partners++] = p->hidden.known[role] + more;
  while (ddz_hand_next(p->hidden.pool, &more) && p->partners <= PARTNERS);
  if (p->partners > PARTNERS) p->partners = 0;
}

/* Few enough hands to be looked at there are where he holds one or two cards, or almost all of them. */
static void look_at_partner(struct proof *p) {
  for (enum ddz_role role = 0; role < DDZ_ROLES; role++) {
    const int wanted = p->scene->view->now.left[role] - ddz_hand_size(p->hidden.known[role]);
    if (ddz_role_partners(p->scene->view->role, role) &&
        ddz_least(wanted, ddz_hand_size(p->hidden.pool) - wanted) <= CLOSE)
      list_hands(p, role);
  }
}

/* ---- what they can do ---- */

static bool is_beatable(const struct proof *p, const struct ddz_play *play) {
  for (const struct enemy *e = p->enemy; e < p->enemy + p->different; e++)
    if (p->without_bombs ? ddz_threat_matches(p->scene->rules, e->cards, e->most, play)
                         : ddz_threat_beats(p->scene->rules, e->cards, e->most, play))
      return true;
  return false;
}

/* Is whatever the partner holds one play that may be put on `last` (a pass: that may be led)? */
static bool partner_goes_out(const struct proof *p, const struct ddz_play *last) {
  struct ddz_play out;
  for (int i = 0; i < p->partners; i++)
    if (ddz_answer(p->scene->rules, p->partner[i], last, &out) != DDZ_OK) return false;
  return p->partners > 0;
}

static bool partner_is_next(const struct proof *p) {
  return ddz_role_partners(p->scene->view->role, ddz_role_next(p->scene->view->role));
}

static bool feeds(const struct proof *p, const struct ddz_play *play) {
  return partner_goes_out(p, play) && (partner_is_next(p) || !is_beatable(p, play));
}

static bool pass_wins(const struct proof *p) {
  const struct ddz_position *now = &p->scene->view->now;
  if (ddz_position_leads(now) || p->partners == 0) return false;
  if (!ddz_role_partners(p->scene->view->role, now->owner))
    return partner_is_next(p) && partner_goes_out(p, &now->last);
  const bool stands = now->passes > 0 || !is_beatable(p, &now->last);
  return stands && partner_goes_out(p, &pass);
}

/* ---- bombs ---- */

static bool has_wildcards(const struct proof *p) {
  return ddz_rules_wilds(p->scene->rules, p->scene->view->hand + p->scene->unseen) != 0;
}

/* The most that can be played out of a hand without wildcards. */
static int bombs_in(ddz_hand hand) {
  return __builtin_popcount(ddz_hand_at_least(hand, 4)) + ddz_hand_contains(hand, DDZ_HAND_ROCKET);
}

static int bombs_after(int bombs, const struct ddz_play *play) {
  return bombs == ANY ? ANY : bombs - ddz_is_bomb(play);
}

/* The stakes of an end that the way leads to, where the side that loses does not play again. */
static double stakes_of(const struct proof *p, enum ddz_role winner) {
  const struct ddz_position *now = &p->scene->view->now;
  struct ddz_position end = *now;
  if (p->scene->rules->spring && !now->from_start) return NAN;
  for (int row = 0; row < DDZ_RAISES; row++) end.raised[row] += p->raised[row];
  return ddz_position_factor(&end, p->scene->rules, winner, now);
}

/* ---- runs ---- */

/* Does a leader with these cards win, playing so many bombs? All ways are tried, as long as nodes last. */
static bool leader_wins(struct proof *p, ddz_hand hand, int bombs) {
  struct ddz_play play[MOVES];
  size_t n = ddz_moves(p->scene->rules, hand, NULL, DDZ_FILL_LACK, play, MOVES);
  if (n > MOVES) n = MOVES;
  for (size_t i = 0; i < n; i++)
    if (play[i].cards == hand && bombs_after(bombs, &play[i]) <= 0)
      return ddz_raise_count(p->raised, &play[i]), true;
  for (size_t i = 0; i < n && p->nodes > 0; i++) {
    const int left = bombs_after(bombs, &play[i]);
    if (play[i].cards == hand) continue;
    if (left <= 0 && p->partners > 0 && feeds(p, &play[i])) return ddz_raise_count(p->raised, &play[i]), true;
    if (is_beatable(p, &play[i])) continue;
    p->nodes--;
    if (leader_wins(p, hand - play[i].cards, left)) return ddz_raise_count(p->raised, &play[i]), true;
  }
  return false;
}

/* Does the partition go out, and play as many bombs: an enemy could beat one of its plays at most? A
 * partition splits cards, whatever the rules: its plays become what they are at the table. Not where one is
 * none, such as a lone flower, or forbidden. Returns the best to begin with, NULL where it does not: one that
 * nobody beats, bombs last, then the longest. */
static const struct ddz_play *first_of(const struct proof *p, struct ddz_partition *partition, int bombs) {
  const struct ddz_play *first = NULL, *beatable = NULL;
  for (int i = 0; i < partition->plays; i++) {
    struct ddz_play *play = &partition->play[i];
    if (ddz_classify(p->scene->rules, play->cards, play) != DDZ_OK) return NULL;
    bombs = bombs_after(bombs, play);
    if (is_beatable(p, play)) {
      if (beatable != NULL) return NULL;
      beatable = play;
    } else if (first == NULL || ddz_is_bomb(play) < ddz_is_bomb(first) ||
               (ddz_is_bomb(play) == ddz_is_bomb(first) && play->size > first->size)) {
      first = play;
    }
  }
  return bombs > 0 ? NULL : first != NULL ? first : beatable;
}

/* By the best partitions of these cards. */
static ddz_hand run_by_partition(struct proof *p, ddz_hand cards, int most, int bombs) {
  struct ddz_partition ways[PARTITIONS];
  const int n = ddz_partitions(p->scene->engine->prompter, p->scene->rules, cards, most, ways);
  for (int i = 0; i < n; i++) {
    const struct ddz_play *first = first_of(p, &ways[i], bombs);
    if (first == NULL) continue;
    for (int k = 0; k < ways[i].plays; k++) ddz_raise_count(p->raised, &ways[i].play[k]);
    return first->cards;
  }
  return 0;
}

static ddz_hand run_by_answer(struct proof *p, int bombs) {
  int tries = 0;
  for (size_t i = 0; i < p->scene->n && tries < TRIES; i++) {
    const struct ddz_play *play = &p->scene->prompts[i].play;
    const ddz_hand rest = p->scene->view->hand - play->cards;
    if (ddz_sum_plays(p->scene->prompts[i].rest) >= MOST_PLAYS || rest == 0 || is_beatable(p, play)) continue;
    tries++;
    if (run_by_partition(p, rest, 1, bombs_after(bombs, play)) == 0) continue;
    ddz_raise_count(p->raised, play);
    return play->cards;
  }
  return 0;
}

static ddz_hand run_of_few(struct proof *p, int bombs) {
  if (ddz_hand_size(p->scene->view->hand) > FEW_CARDS) return 0;
  for (size_t i = 0; i < p->scene->n; i++) {
    const struct ddz_play *play = &p->scene->prompts[i].play;
    if (play->cards == p->scene->view->hand || is_beatable(p, play)) continue;
    if (!leader_wins(p, p->scene->view->hand - play->cards, bombs_after(bombs, play))) continue;
    ddz_raise_count(p->raised, play);
    return play->cards;
  }
  return 0;
}

static ddz_hand find_run(struct proof *p, int bombs) {
  if (p->scene->n == 0 || ddz_sum_plays(p->scene->now) > MOST_PLAYS) return 0;
  const ddz_hand cards = p->scene->leads ? run_by_partition(p, p->scene->view->hand, PARTITIONS, bombs)
                                         : run_by_answer(p, bombs);
  return cards != 0 ? cards : run_of_few(p, bombs);
}

/* The fewest and lowest cards that will do. */
static bool is_less(const struct ddz_play *a, const struct ddz_play *b) {
  return a->size != b->size ? a->size < b->size : a->rank < b->rank;
}

static ddz_hand find_feed(struct proof *p, int bombs) {
  const struct ddz_play *least = NULL;
  for (size_t i = 0; i < p->scene->n && p->partners > 0; i++) {
    const struct ddz_play *play = &p->scene->prompts[i].play;
    if (bombs_after(bombs, play) > 0 || !feeds(p, play)) continue;
    if (least == NULL || is_less(play, least)) least = play;
  }
  if (least == NULL) return 0;
  ddz_raise_count(p->raised, least);
  return least->cards;
}

static bool find_out(struct proof *p, int bombs) {
  const struct ddz_prompt *out = ddz_scene_prompt(p->scene, p->scene->view->hand);
  if (out == NULL || bombs_after(bombs, &out->play) > 0) return false;
  ddz_raise_count(p->raised, &out->play);
  return true;
}

static bool find_way(struct proof *p, int bombs, struct ddz_certain *out) {
  p->nodes = NODES;
  memset(p->raised, 0, sizeof p->raised);
  if (find_out(p, bombs))
    out->way = DDZ_CERTAIN_OUT, out->cards = p->scene->view->hand;
  else if (bombs <= 0 && pass_wins(p))
    out->way = DDZ_CERTAIN_PASS;
  else if ((out->cards = find_feed(p, bombs)) != 0)
    out->way = DDZ_CERTAIN_FEED;
  else if ((out->cards = find_run(p, bombs)) != 0)
    out->way = DDZ_CERTAIN_RUN;
  return out->way != DDZ_CERTAIN_NOT;
}

/* Are the stakes of the way those that will be paid? Not where the seat may go another way later, with more
 * bombs or fewer, or the partner, whose plays nobody can foresee, may still put down a bomb. */
static bool are_known(const struct proof *p, int bombs, const struct ddz_certain *way) {
  const bool partner = p->scene->view->role != DDZ_LANDLORD;
  if (way->way == DDZ_CERTAIN_OUT) return true;
  if (has_wildcards(p) || (partner && bombs_in(p->scene->unseen) > 0)) return false;
  return bombs != ANY || bombs_in(p->scene->view->hand - way->cards) == 0;
}

static bool find(struct proof *p, int bombs, struct ddz_certain *out) {
  if (!find_way(p, bombs, out)) return false;
  if (are_known(p, bombs, out)) out->stakes = stakes_of(p, p->scene->view->role);
  return true;
}

static void begin(struct proof *p, const struct ddz_scene *scene) {
  *p = (struct proof){.scene = scene, .nodes = NODES};
  ddz_hidden_of(&p->hidden, scene->view);
  p->hidden.pool += scene->unseen - ddz_view_unseen(scene->view);
  look_at_enemy(p);
}

/* The points of a win in which all own bombs are played are known. */
static bool find_with_points(struct proof *p, struct ddz_certain *out) {
  out->full = !has_wildcards(p) && find(p, bombs_in(p->scene->view->hand), out);
  return out->full;
}

/* Can none of those who act before the owner of the last play beat it? */
static bool last_stands(const struct proof *p) {
  const struct ddz_position *now = &p->scene->view->now;
  if (p->scene->n > 0) return false;
  for (enum ddz_role role = ddz_role_next(p->scene->view->role); role != now->owner;
       role = ddz_role_next(role)) {
    const struct enemy one = enemy_of(p, role);
    if (ddz_threat_beats(p->scene->rules, one.cards, one.most, &now->last)) return false;
  }
  return true;
}

/* An enemy's play stands, and whatever he holds is one play. Then the hands he may hold are listed where
 * those of the partner were. */
static bool enemy_goes_out(struct proof *p) {
  const struct ddz_position *now = &p->scene->view->now;
  if (ddz_position_leads(now) || ddz_role_partners(p->scene->view->role, now->owner) || !last_stands(p))
    return false;
  list_hands(p, now->owner);
  return partner_goes_out(p, &pass);
}

/* None of the hands that were listed may be a bomb: what is lost is known. */
static double lost_stakes(const struct proof *p) {
  for (int i = 0; i < p->partners; i++)
    if (bombs_in(p->partner[i]) > 0) return NAN;
  return has_wildcards(p) ? NAN : stakes_of(p, p->scene->view->now.owner);
}

/* May a part of these cards be a bomb? */
static bool may_bomb(const struct proof *p, ddz_hand cards) {
  const ddz_hand wilds = ddz_rules_wilds(p->scene->rules, cards);
  const int lack = 4 - ddz_hand_size(wilds);
  return lack <= 0 || ddz_hand_at_least(cards - wilds, lack) != 0 || bombs_in(cards) > 0;
}

/* The stakes where both sides may play on: known where nothing is left that raises them. */
static double open_stakes(const struct proof *p, bool lost) {
  const struct ddz_position *now = &p->scene->view->now;
  const enum ddz_role winner =
      lost == (p->scene->view->role == DDZ_LANDLORD) ? DDZ_LANDLORD_DOWN : DDZ_LANDLORD;
  const bool farmers = now->plays[DDZ_LANDLORD_DOWN] + now->plays[DDZ_LANDLORD_UP] > 0;
  const bool may_spring =
      p->scene->rules->spring && (winner == DDZ_LANDLORD ? !farmers : now->plays[DDZ_LANDLORD] < 2);
  return may_spring || may_bomb(p, p->scene->view->hand) || may_bomb(p, p->scene->unseen)
             ? NAN
             : stakes_of(p, winner);
}

/* A loss, or what only open hands decide. */
static void look_further(struct proof *p, struct ddz_certain *out) {
  if (enemy_goes_out(p)) {
    out->lost = true;
    out->stakes = lost_stakes(p);
  } else {
    look_at_deals(p, out);
  }
}

/* The levels with errors play as they did before certain wins were told with their points. Who plays for the
 * win takes the points of a sure one, too, where no partner waits to go out. */
static bool wants_points(const struct ddz_scene *scene) {
  const bool free = !ddz_robot_errs(scene->ask) && scene->view->role == DDZ_LANDLORD;
  return free || scene->ask->objective == DDZ_OBJECTIVE_POINTS;
}

void ddz_certain_find(const struct ddz_scene *scene, struct ddz_certain *out) {
  struct proof p;
  begin(&p, scene);
  look_at_partner(&p);
  *out = (struct ddz_certain){.stakes = NAN};
  const bool first = wants_points(scene) || bombs_in(scene->view->hand) == 0;
  if (!(first && find_with_points(&p, out)) && !find(&p, ANY, out)) look_further(&p, out);
  if ((out->lost || out->way != DDZ_CERTAIN_NOT) && isnan(out->stakes))
    out->stakes = open_stakes(&p, out->lost);
}

/* ---- how likely a bomb is ---- */

/* The chance that `held` cards drawn from `all` include `n` certain ones. */
static double chance_of(int n, int held, int all) {
  double chance = 1;
  for (int i = 0; i < n; i++) chance *= held > i ? (double)(held - i) / (all - i) : 0;
  return chance;
}

/* The sum over all bombs there may be: not less than the chance that there is one. */
static double risk_of(const struct proof *p) {
  double risk = 0;
  for (const struct enemy *e = p->enemy; e < p->enemy + p->different; e++) {
    const int may = ddz_hand_size(e->cards), held = e->most < may ? e->most : may;
    const int all = may == held ? may : ddz_hand_size(p->scene->unseen);
    for (ddz_ranks fours = ddz_hand_at_least(e->cards, 4); fours != 0; fours &= (ddz_ranks)(fours - 1))
      risk += chance_of(4, held, all);
    if (ddz_hand_contains(e->cards, DDZ_HAND_ROCKET)) risk += chance_of(2, held, all);
  }
  return fmin(1, risk * ddz_role_stakes(p->scene->view->role) / p->different); /* a stake an enemy */
}

ddz_hand ddz_certain_but_bombs(const struct ddz_scene *scene, double most) {
  struct proof p;
  if (scene->n == 0 || ddz_sum_plays(scene->now) > MOST_PLAYS) return 0;
  begin(&p, scene);
  const double risk = has_wildcards(&p) ? 1 : risk_of(&p);
  if (risk == 0 || risk > most) return 0;
  p.without_bombs = true;
  return find_run(&p, ANY);
}
