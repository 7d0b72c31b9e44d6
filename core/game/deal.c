#include "core/game/deal.h"

#include <string.h>

#include "core/game/position.h"
#include "core/rules/movegen.h"

/* ---- the pack before it is dealt ---- */

/* Several platforms offer games without shuffling (不洗牌): cards that lay together in one game lie together
 * in the next, and bombs are two to three times as frequent. No platform publishes how it gathers the cards.
 * Ours is what people do at a table by hand. The random generator decides all of it:
 *
 *   1. The last game: a fairly shuffled deal, played by a simple policy under the rules `standard` (a flower
 *      stays in the hand). The leader plays as many cards as he can, the lowest first. A seat that can beat
 *      an enemy does so with its lowest play that is no bomb. Bombs are kept to the end.
 *   2. Gathered: the tricks in the order of play, the cards of each play in ascending order. On top of them
 *      the hands that were left, sorted, the landlord's first.
 *   3. Cut: into STRIPS strips at random places, put together in a random order. (Cutting a pack in
 *      two again and again does no more than cutting it once.)
 *
 * Or, with one number that says how many bombs come of it (`loose`): the four cards of each rank lie
 * together, and so do the jokers; these blocks, and the flower, lie in random order. Then so often two cards
 * at random places change places, and the pack is cut once.
 *
 * About 10 us gathered, 0.3 us shuffled. */

enum { PACK_MAX = 55, STRIPS = 4 };

/* The cards from the bottom to the top. */
struct pack {
  unsigned char card[PACK_MAX];
  int n; /* 54 or 55 */
};

/* All orders are equally likely. */
static void make_shuffled(const struct ddz_rules *rules, struct ddz_rng *rng, struct pack *pack) {
  pack->n = rules->deck;
  for (int i = 0; i < pack->n; i++) pack->card[i] = (unsigned char)i;
  ddz_rng_shuffle(rng, pack->card, (size_t)pack->n);
}

static ddz_cards deck_of(const struct ddz_rules *rules) { return ((ddz_cards)1 << rules->deck) - 1; }

/* `n` cards from place `from` on, as a set. */
static ddz_cards part_of(const struct pack *pack, int from, int n) {
  ddz_cards cards = 0;
  for (int i = from; i < from + n; i++) cards |= (ddz_cards)1 << pack->card[i];
  return cards;
}

/* ---- the last game: cards as they lie in the hands, and what has been put down already ---- */

struct last_game {
  struct ddz_rules rules;
  struct ddz_position now;
  ddz_cards held[DDZ_ROLES];
  struct pack *pile;
};

static void start(struct last_game *game, const struct ddz_rules *rules, struct ddz_rng *rng) {
  const int farmers = 2 * DDZ_HAND_DEALT;
  struct pack fair;
  make_shuffled(rules, rng, &fair);
  game->held[DDZ_LANDLORD_DOWN] = part_of(&fair, 0, DDZ_HAND_DEALT);
  game->held[DDZ_LANDLORD_UP] = part_of(&fair, DDZ_HAND_DEALT, DDZ_HAND_DEALT);
  game->held[DDZ_LANDLORD] = part_of(&fair, farmers, fair.n - farmers);
  for (int role = 0; role < DDZ_ROLES; role++) game->now.left[role] = __builtin_popcountll(game->held[role]);
}

/* What a seat plays then. No robot is asked: a deal must not change when one of them learns to play better.
 */

/* `n` kickers of so many cards: of ranks that have just as many, then of those that have more; low ones
 * first. */
static bool choose_kickers(ddz_hand hand, ddz_ranks run, int cards, int n, ddz_hand *kickers) {
  *kickers = 0;
  for (int held = cards; held <= 4; held++)
    for (int rank = 0; rank <= (cards == 1 ? DDZ_RANK_F : DDZ_RANK_2) && n > 0; rank++) {
      if ((run >> rank & 1) != 0 || ddz_hand_count(hand, rank) != held) continue;
      *kickers += ddz_hand_of(rank, cards);
      n--;
    }
  return n == 0 && !ddz_hand_contains(*kickers, DDZ_HAND_ROCKET);
}

/* The play of this kind and length whose rank is the lowest from `from` on. */
static bool lowest_run(const struct ddz_rules *rules, ddz_hand hand, enum ddz_kind kind, int length, int from,
                       struct ddz_play *play) {
  const struct ddz_rules_row *row = &rules->row[kind];
  ddz_ranks starts = ddz_run_starts(ddz_hand_at_least(hand, row->body), row->body, length);
  for (starts &= (ddz_ranks)(0x7FFF << from); starts != 0; starts &= (ddz_ranks)(starts - 1)) {
    const int rank = __builtin_ctz(starts);
    const ddz_ranks run = (ddz_ranks)(((1u << length) - 1) << rank);
    ddz_hand kickers = 0;
    if (row->kicker > 0 && !choose_kickers(hand, run, row->kicker, row->kickers * length, &kickers)) continue;
    *play = ddz_play_of(kind, rank, length, ddz_hand_spread(run, row->body) + kickers);
    return true;
  }
  return false;
}

/* As many cards as he can, the lowest first. Fours are kept. */
static struct ddz_play lead(const struct ddz_rules *rules, ddz_hand hand) {
  struct ddz_play best = {0}, play;
  for (int kind = DDZ_SOLO; kind <= DDZ_TRIO_PAIR_CHAIN; kind++)
    for (int length = rules->row[kind].min; length <= rules->row[kind].max; length++)
      if (lowest_run(rules, hand, (enum ddz_kind)kind, length, 0, &play) &&
          (play.size > best.size || (play.size == best.size && play.rank < best.rank)))
        best = play;
  return best;
}

/* With the lowest play that is no bomb. One with kickers of which there are not enough ranks is looked for
 * among all plays, by a seat without bombs. */
static struct ddz_play answer(const struct ddz_rules *rules, ddz_hand hand, const struct ddz_play *last) {
  enum { LISTED = 192 };
  struct ddz_play list[LISTED], best = {0};
  if (ddz_is_bomb(last) ||
      lowest_run(rules, hand, (enum ddz_kind)last->kind, last->length, last->rank + 1, &best))
    return best;
  const bool bombs = ddz_hand_at_least(hand, 4) != 0 || ddz_hand_contains(hand, DDZ_HAND_ROCKET);
  if (rules->row[last->kind].kickers == 0 || bombs) return best;
  const size_t n = ddz_moves(rules, hand, last, DDZ_FILL_LACK, list, LISTED);
  for (size_t i = 0; i < n && i < LISTED; i++)
    if (best.size == 0 || list[i].rank < best.rank) best = list[i];
  return best;
}

static struct ddz_play last_game_play(const struct last_game *game) {
  const struct ddz_position *now = &game->now;
  const bool leads = ddz_position_leads(now);
  const ddz_hand hand = ddz_cards_hand(game->held[now->turn]);
  struct ddz_play all;
  if (!leads && ddz_role_partners(now->turn, now->owner)) return (struct ddz_play){0};
  if (ddz_answer(&game->rules, hand, &now->last, &all) == DDZ_OK) return all; /* and he is out */
  return leads ? lead(&game->rules, hand) : answer(&game->rules, hand, &now->last);
}

/* Onto the pile, in ascending order. */
static void lay_down(struct pack *pile, ddz_cards cards) {
  unsigned char sorted[PACK_MAX];
  for (size_t i = ddz_cards_sorted(cards, sorted); i > 0; i--) pile->card[pile->n++] = sorted[i - 1];
}

static void play_out(struct last_game *game) {
  for (bool over = false; !over;) {
    const enum ddz_role turn = game->now.turn;
    const struct ddz_play play = last_game_play(game);
    ddz_cards picked = 0;
    (void)ddz_cards_pick(game->held[turn], play.cards, &picked); /* a play is of cards that are there */
    game->held[turn] &= ~picked;
    lay_down(game->pile, picked);
    over = ddz_position_play(&game->now, &play);
  }
}

/* ---- gathered and cut ---- */

/* Places to cut at: ascending, not necessarily apart; the ends are the first and the last. */
static void draw_places(int n, struct ddz_rng *rng, int place[STRIPS + 1]) {
  place[0] = 0;
  for (int i = 1; i < STRIPS; i++) {
    const int drawn = (int)ddz_rng_below(rng, (uint32_t)n + 1);
    int at = i;
    for (; at > 1 && place[at - 1] > drawn; at--) place[at] = place[at - 1];
    place[at] = drawn;
  }
  place[STRIPS] = n;
}

static void cut(struct pack *pack, struct ddz_rng *rng) {
  const struct pack whole = *pack;
  unsigned char order[STRIPS];
  int place[STRIPS + 1];
  for (int i = 0; i < STRIPS; i++) order[i] = (unsigned char)i;
  draw_places(pack->n, rng, place);
  ddz_rng_shuffle(rng, order, STRIPS);
  pack->n = 0;
  for (int i = 0; i < STRIPS; i++) {
    const int from = place[order[i]], n = place[order[i] + 1] - from;
    memcpy(pack->card + pack->n, whole.card + from, (size_t)n);
    pack->n += n;
  }
}

/* Put together from the last game. */
static void make_gathered(const struct ddz_rules *rules, struct ddz_rng *rng, struct pack *pack) {
  struct last_game game = {.pile = pack, .rules = ddz_rules_preset_at(0)};
  start(&game, rules, rng);
  pack->n = 0;
  play_out(&game);
  for (int role = 0; role < DDZ_ROLES; role++) lay_down(pack, game.held[role]);
  cut(pack, rng);
}

/* ---- blocks ---- */

static void lay_blocks(struct pack *pack, const struct ddz_rules *rules, struct ddz_rng *rng) {
  enum { FOURS = DDZ_RANK_2 + 1 };
  ddz_cards block[FOURS + 2];
  unsigned char order[FOURS + 2];
  const ddz_cards deck = deck_of(rules);
  int n = 0;
  for (int rank = 0; rank < FOURS; rank++) (void)ddz_cards_pick(deck, ddz_hand_of(rank, 4), &block[n++]);
  (void)ddz_cards_pick(deck, DDZ_HAND_ROCKET, &block[n++]);
  if (rules->deck == PACK_MAX) (void)ddz_cards_pick(deck, ddz_hand_of(DDZ_RANK_F, 1), &block[n++]);
  for (int i = 0; i < n; i++) order[i] = (unsigned char)i;
  ddz_rng_shuffle(rng, order, (size_t)n);
  pack->n = 0;
  for (int i = 0; i < n; i++) lay_down(pack, block[order[i]]);
}

static void swap_two(struct pack *pack, struct ddz_rng *rng) {
  const int a = (int)ddz_rng_below(rng, (uint32_t)pack->n), b = (int)ddz_rng_below(rng, (uint32_t)pack->n);
  const unsigned char card = pack->card[a];
  pack->card[a] = pack->card[b];
  pack->card[b] = card;
}

/* Blocks of equal cards, so many pairs of which change places. */
static void make_loose(const struct ddz_rules *rules, struct ddz_rng *rng, struct pack *pack) {
  lay_blocks(pack, rules, rng);
  for (int i = 0; i < rules->loose; i++) swap_two(pack, rng);
  const struct pack whole = *pack;
  const int at = (int)ddz_rng_below(rng, (uint32_t)pack->n);
  for (int i = 0; i < pack->n; i++) pack->card[i] = whole.card[(at + i) % pack->n];
}

/* ---- a deal ---- */

enum { ROUNDS = 3 }; /* rounds of dealing, at most */

/* How a pack is made and given out. */
static const struct dealing {
  void (*make)(const struct ddz_rules *rules, struct ddz_rng *rng, struct pack *pack);
  bool from_first;    /* the seat that is asked first gets the first packet, not seat 0 */
  int packet[ROUNDS]; /* cards each seat gets in a round */
} dealings[DDZ_DEALINGS] = {
    [DDZ_DEALING_SHUFFLED] = {make_shuffled, false, {DDZ_HAND_DEALT}},
    [DDZ_DEALING_UNSHUFFLED] = {make_gathered, true, {6, 6, 5}},
    [DDZ_DEALING_LOOSE] = {make_loose, true, {6, 6, 5}},
};

/* Round by round from the bottom of the pack; what is left is the kitty. */
static void give_out(const struct dealing *dealing, const struct pack *pack, struct ddz_deal *deal) {
  const int first = dealing->from_first ? deal->first : 0;
  int at = 0;
  for (int seat = 0; seat < DDZ_SEATS; seat++) deal->cards[seat] = 0;
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i < DDZ_SEATS; i++, at += dealing->packet[round])
      deal->cards[(first + i) % DDZ_SEATS] |= part_of(pack, at, dealing->packet[round]);
  deal->kitty = part_of(pack, at, pack->n - at);
}

void ddz_deal_random(const struct ddz_rules *rules, struct ddz_rng *rng, struct ddz_deal *deal) {
  const struct dealing *dealing = &dealings[rules->dealing];
  struct pack pack;
  dealing->make(rules, rng, &pack);
  deal->first = (int)ddz_rng_below(rng, DDZ_SEATS);
  deal->landlord = DDZ_NO_SEAT;
  give_out(dealing, &pack, deal);
  if (rules->calling != DDZ_CALLING_NONE) return;
  deal->landlord = deal->first;
  deal->cards[deal->landlord] |= deal->kitty;
}

/* Move cards of these ranks out of the pack. */
static bool take(ddz_cards *pack, ddz_hand wanted, ddz_cards *taken) {
  *taken = 0;
  if (ddz_cards_pick(*pack, wanted, taken) != DDZ_OK) return false;
  *pack &= ~*taken;
  return true;
}

enum ddz_error ddz_deal_of_hands(const struct ddz_rules *rules, const ddz_hand hand[DDZ_SEATS],
                                 ddz_hand kitty, int landlord, struct ddz_deal *deal) {
  struct ddz_deal made = {.landlord = landlord};
  ddz_cards pack = deck_of(rules);
  ddz_hand rest[DDZ_SEATS] = {hand[0], hand[1], hand[2]};
  for (int seat = 0; seat < DDZ_SEATS; seat++)
    if (rules->deck < 55 && ddz_hand_count(hand[seat] | kitty, DDZ_RANK_F) > 0) return DDZ_ERR_NO_FLOWER;
  if (landlord != DDZ_NO_SEAT) {
    if (!ddz_hand_contains(rest[landlord], kitty)) return DDZ_ERR_NOT_IN_HAND;
    rest[landlord] -= kitty;
  }
  bool enough = take(&pack, kitty, &made.kitty);
  for (int seat = 0; seat < DDZ_SEATS; seat++) enough = enough && take(&pack, rest[seat], &made.cards[seat]);
  if (!enough) return DDZ_ERR_TOO_MANY_OF_RANK;
  if (landlord != DDZ_NO_SEAT) made.cards[landlord] |= made.kitty;
  *deal = made;
  return DDZ_OK;
}

static enum ddz_error sizes_check(const struct ddz_rules *rules, const struct ddz_deal *deal) {
  const bool known = deal->landlord != DDZ_NO_SEAT;
  const int kitty = __builtin_popcountll(deal->kitty);
  if (kitty != rules->kitty && !(known && kitty == 0)) return DDZ_ERR_BAD_DEAL;
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    int size = __builtin_popcountll(deal->cards[seat]);
    int most = ddz_rules_start(rules, seat == deal->landlord);
    if (size < 1 || size > most || (!known && size != most)) return DDZ_ERR_BAD_DEAL;
  }
  return DDZ_OK;
}

enum ddz_error ddz_deal_check(const struct ddz_rules *rules, const struct ddz_deal *deal) {
  if (deal->landlord < DDZ_NO_SEAT || deal->landlord >= DDZ_SEATS) return DDZ_ERR_BAD_DEAL;
  if (deal->landlord == DDZ_NO_SEAT && (deal->first < 0 || deal->first >= DDZ_SEATS)) return DDZ_ERR_BAD_DEAL;
  ddz_cards seen = deal->landlord == DDZ_NO_SEAT ? deal->kitty : 0, all = deal->kitty;
  for (int seat = 0; seat < DDZ_SEATS; seat++) {
    if ((seen & deal->cards[seat]) != 0) return DDZ_ERR_DUPLICATE_CARD;
    /* a kitty card may be played already, but only the landlord can have it */
    if (seat != deal->landlord && (deal->kitty & deal->cards[seat]) != 0) return DDZ_ERR_DUPLICATE_CARD;
    seen |= deal->cards[seat];
    all |= deal->cards[seat];
  }
  if ((all & ~deck_of(rules)) != 0) return all >> 55 ? DDZ_ERR_BAD_DEAL : DDZ_ERR_NO_FLOWER;
  return sizes_check(rules, deal);
}

bool ddz_deal_whole(const struct ddz_rules *rules, const struct ddz_deal *deal) {
  return (deal->cards[0] | deal->cards[1] | deal->cards[2] | deal->kitty) == deck_of(rules);
}

/* ---- the kitty ---- */

const char *const ddz_kitty_names[DDZ_KITTY_KINDS + 1] = {
#define KITTY(id, name, text, chinese) name,
#include "core/game/table.def"
    NULL};

/* All in one suit; a joker has none. */
static bool is_flush(ddz_cards kitty) {
  enum { SUITS = 4, SUIT_CARDS = 13 };
  const ddz_cards suit = ((ddz_cards)1 << SUIT_CARDS) - 1;
  for (int i = 0; i < SUITS; i++)
    if ((kitty & ~(suit << i * SUIT_CARDS)) == 0) return true;
  return false;
}

static bool is_straight(ddz_hand kitty) {
  const int lowest = ddz_hand_bottom(kitty);
  const ddz_ranks ranks = ddz_hand_at_least(kitty, 1);
  return lowest + 2 <= DDZ_RANK_A && ranks == (ddz_ranks)(7u << lowest);
}

/* The kinds that three cards are, bit k = kind k; a kitty of other size has none. */
static unsigned kinds_of(ddz_cards kitty) {
  enum { NINE = 6 };
  const ddz_hand hand = ddz_cards_hand(kitty);
  if (ddz_hand_size(hand) != 3) return 0;
  const int jokers = ddz_hand_count(hand, DDZ_RANK_B) + ddz_hand_count(hand, DDZ_RANK_R);
  const bool flush = is_flush(kitty), straight = is_straight(hand);
  const bool is[DDZ_KITTY_KINDS] = {[DDZ_KITTY_JOKER] = jokers == 1,
                                    [DDZ_KITTY_JOKERS] = jokers == 2,
                                    [DDZ_KITTY_TRIO] = ddz_hand_at_least(hand, 3) != 0,
                                    [DDZ_KITTY_STRAIGHT_FLUSH] = flush && straight,
                                    [DDZ_KITTY_FLUSH] = flush,
                                    [DDZ_KITTY_STRAIGHT] = straight,
                                    [DDZ_KITTY_PAIR_OF_TWOS] = ddz_hand_count(hand, DDZ_RANK_2) == 2,
                                    [DDZ_KITTY_LOW] = ddz_hand_top(hand) <= NINE};
  unsigned kinds = 0;
  for (int kind = 0; kind < DDZ_KITTY_KINDS; kind++) kinds |= (unsigned)is[kind] << kind;
  return kinds;
}

int ddz_kitty_times(const struct ddz_kitty_factor *factor, ddz_cards kitty) {
  const unsigned kinds = kinds_of(kitty);
  int times = factor->any > 0 ? factor->any : 1;
  for (int kind = 0; kind < DDZ_KITTY_KINDS; kind++)
    if ((kinds >> kind & 1) != 0 && factor->kind[kind] > times) times = factor->kind[kind];
  return times;
}
