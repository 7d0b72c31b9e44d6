#include "cheat.h"

#include "core/bid/bid.h"
#include "core/net/calibrate.h"
#include "core/play/deals.h"
#include "core/play/net_player.h"
#include "core/search/rollout.h"

const char *const cheat_names[CHEATS] = {"not",   "all",   "sharp",  "bold",  "partner", "enemy",
                                         "third", "kitty", "passes", "bombs", "feeds"};

enum { LOOKS = 5 /* plays */, DRAWS = 8, SHARP_DRAWS = 64 };
static const double MARGIN = .15;

/* What the net thinks of all plays, the best first. */
static size_t rate(struct ddz_engine *engine, const struct ddz_view *view, struct ddz_judged *judged) {
  const size_t n =
      ddz_judge(ddz_net_player_net(engine, view->rules), engine->power, view, DDZ_OBJECTIVE_WIN, judged);
  for (size_t i = 1; i < n; i++) {
    const struct ddz_judged one = judged[i];
    size_t at = i;
    for (; at > 0 && judged[at - 1].value.win < one.value.win; at--) judged[at] = judged[at - 1];
    judged[at] = one;
  }
  return n;
}

/* ---- who sees ---- */

static bool sees(enum cheat cheat, enum ddz_role own, enum ddz_role other) {
  const enum ddz_role enemy = own == DDZ_LANDLORD ? DDZ_LANDLORD_DOWN : DDZ_LANDLORD;
  if (cheat == CHEAT_PARTNER) return ddz_role_partners(own, other);
  return cheat == CHEAT_ENEMY ? other == enemy : true;
}

static ddz_hand choose_seeing(enum cheat cheat, struct ddz_engine *engine, const struct game *game,
                              const struct ddz_view *view, const struct ddz_judged *judged, size_t n,
                              uint64_t seed) {
  const struct ddz_net *net = ddz_net_player_net(engine, view->rules);
  const double best = ddz_calibrate_logit(net, view, DDZ_OBJECTIVE_WIN, judged[0].value.win);
  struct ddz_view seen = *view;
  struct ddz_sampler sampler;
  struct ddz_rng rng;
  double won[LOOKS] = {0};
  size_t most = 0, looks = 0;
  const int draws = cheat == CHEAT_SHARP ? SHARP_DRAWS : DRAWS;
  for (; looks < n && looks < LOOKS; looks++) {
    const double win = ddz_calibrate_logit(net, view, DDZ_OBJECTIVE_WIN, judged[looks].value.win);
    if (cheat != CHEAT_BOLD && win < best - MARGIN) break;
  }
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    const enum ddz_role role = ddz_table_role(&game->table, seat);
    if (role != view->role && sees(cheat, view->role, role)) seen.shown[role] = game->table.hand[seat];
  }
  ddz_rng_seed(&rng, seed);
  ddz_sampler_init(&sampler, &seen);
  if (engine->nets.belief != NULL)
    ddz_sampler_use_belief(&sampler, engine->nets.belief, &seen, engine->power);
  for (int draw = 0; draw < draws && looks > 1; draw++) {
    ddz_hand hand[DDZ_ROLES];
    struct ddz_opponents others;
    ddz_sampler_draw(&sampler, &rng, hand);
    ddz_opponents_draw(NULL, &rng, &others);
    for (size_t i = 0; i < looks; i++) {
      struct ddz_rollout rollout;
      const struct ddz_rollout_way way = {.seat = view->role, .lambda = 1, .opponents = &others};
      ddz_roll_out(engine, view, hand, &judged[i].play, &way, &rollout);
      won[i] += rollout.outcome.win;
    }
  }
  for (size_t i = 1; i < looks; i++)
    if (won[i] > won[most]) most = i;
  return judged[most].play.cards;
}

/* ---- who loses ---- */

static bool breaks_bomb(ddz_hand hand, ddz_hand cards) {
  const ddz_ranks fours = ddz_hand_at_least(hand, 4);
  if (ddz_hand_contains(hand, DDZ_HAND_ROCKET) && (cards & DDZ_HAND_ROCKET) != 0 && cards != DDZ_HAND_ROCKET)
    return true;
  for (int rank = 0; rank < DDZ_RANKS; rank++)
    if ((fours >> rank & 1) && ddz_hand_count(cards, rank) % 4 != 0) return true;
  return false;
}

static ddz_hand choose_to_lose(enum cheat cheat, const struct ddz_view *view, const struct ddz_judged *judged,
                               size_t n) {
  const bool leads = ddz_position_leads(&view->now);
  if (cheat == CHEAT_PASSES && !leads) return 0;
  if (cheat == CHEAT_FEEDS && leads) return judged[n - 1].play.cards;
  for (size_t i = 0; i < n && cheat == CHEAT_BOMBS; i++)
    if (breaks_bomb(view->hand, judged[i].play.cards)) return judged[i].play.cards;
  return judged[0].play.cards;
}

static ddz_hand choose(enum cheat cheat, struct ddz_engine *engine, const struct game *game, uint64_t seed,
                       int friend_seat) {
  struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
  struct ddz_view view;
  ddz_table_view(&game->table, &view);
  const size_t n = rate(engine, &view, judged);
  const bool for_friend = ddz_role_enemies(view.role, ddz_table_role(&game->table, friend_seat));
  if (n == 0) return 0;
  if (cheat < CHEAT_KITTY) return choose_seeing(cheat, engine, game, &view, judged, n, seed);
  return for_friend ? choose_to_lose(cheat, &view, judged, n) : judged[0].play.cards;
}

/* ---- who knows the kitty ---- */

static void call(struct ddz_engine *engine, const struct ddz_table *table, struct ddz_action *action) {
  struct ddz_bid_request ask;
  struct ddz_bid_advice advice;
  ddz_bid_question(table, &ask);
  if (table->landlord == DDZ_NO_SEAT) ask.kitty = ddz_cards_hand(table->kitty);
  ddz_bid_advise(engine, &ask, false, &advice);
  action->verb = DDZ_VERB_CALL;
  action->call = (uint8_t)ddz_table_call(table, advice.choice);
}

bool cheat_acts(enum cheat cheat, struct ddz_engine *engine, struct game *game, bool third, int friend_seat) {
  const struct ddz_table *table = &game->table;
  const bool plays = table->phase == DDZ_PHASE_PLAY;
  struct ddz_action action = {.verb = DDZ_VERB_PLAY, .seat = (uint8_t)table->turn};
  if (plays == (cheat == CHEAT_KITTY) || (cheat == CHEAT_THIRD && !third)) return false;
  if (plays)
    action.cards = choose(cheat, engine, game, game_chance(game), friend_seat);
  else
    call(engine, table, &action);
  return game_apply(game, &action) == DDZ_OK;
}
