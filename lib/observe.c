/* observe.c - a table of a batch as bytes: what ddz_core.h says of rows, v1, open and douzero. */
#include <string.h>

#include "core/net/feature.h"
#include "lib/batch.h"

/* Sixteen counts, a byte each. */
static void put(uint8_t out[16], ddz_hand hand) {
  uint64_t half[2] = {hand & 0xFFFFFFFFu, hand >> 32};
  for (int i = 0; i < 2; i++) {
    uint64_t t = half[i];
    t = (t | t << 16) & 0x0000FFFF0000FFFFu;
    t = (t | t << 8) & 0x00FF00FF00FF00FFu;
    t = (t | t << 4) & 0x0F0F0F0F0F0F0F0Fu;
    for (int k = 0; k < 8; k++) out[8 * i + k] = (uint8_t)(t >> 8 * k);
  }
}

/* Fifteen, and what else there is to say of these cards. */
static void put_row(uint8_t out[16], ddz_hand cards, uint8_t about) {
  put(out, cards);
  out[15] = (uint8_t)(about | out[15] << 7);
}

static void put16(uint8_t out[2], unsigned number) {
  out[0] = (uint8_t)number;
  out[1] = (uint8_t)(number >> 8);
}

/* ---- v1 ---- */

static void put_v1(uint8_t *out, const struct place *place) {
  struct ddzc_view seen;
  const int me = place->table.turn;
  typed_view(&place->table, me, &seen);
  memset(out, 0, 144);
  put(out, seen.hand);
  put(out + 16, seen.unseen);
  put(out + 32, seen.kitty);
  put(out + 48, seen.last.cards);
  for (int k = 0; k < DDZ_SEATS; k++) {
    const int seat = (me + k) % DDZ_SEATS;
    put(out + 64 + 16 * k, seen.played[seat]);
    out[116 + k] = seen.left[seat];
    out[128 + k] = seen.factor[seat];
    put16(out + 134 + 2 * k, seen.said[seat]);
  }
  out[112] = seen.last.kind;
  out[113] = seen.last.rank;
  out[114] = seen.last.length;
  out[115] = (uint8_t)(seen.owner == DDZC_NOBODY ? DDZC_NOBODY : (seen.owner - me + DDZ_SEATS) % DDZ_SEATS);
  out[119] = seen.role;
  out[120] = seen.phase;
  out[121] = seen.bid;
  out[122] = seen.bombs;
  out[123] = seen.passes;
  put16(out + 124, seen.multiplier < 65535 ? (unsigned)seen.multiplier : 65535);
  out[126] = (uint8_t)seen.plies;
  out[131] = seen.deals;
  put16(out + 132, seen.wild);
  out[140] = (uint8_t)place->pasts;
  out[141] = seen.turn;
  for (int k = 0; k < place->pasts; k++) put_row(out + 144 + 16 * k, place->past[k], (uint8_t)(2 - k % 3));
  memset(out + 144 + 16 * place->pasts, 255, (size_t)(DDZC_V1 - 144 - 16 * place->pasts));
}

static void put_open(uint8_t *out, const struct ddz_table *t) {
  for (int k = 0; k < DDZ_SEATS; k++) put(out + 16 * k, t->hand[(t->turn + k) % DDZ_SEATS]);
  put(out + 48, ddz_cards_hand(t->kitty));
}

/* ---- douzero ---- */

/* 54 bytes: as many ones as there are cards of each rank, four places a rank, one for each joker. */
static uint8_t *put54(uint8_t *out, ddz_hand cards) {
  for (int rank = 0; rank <= DDZ_RANK_2; rank++)
    for (int i = 0; i < 4; i++) out[4 * rank + i] = i < ddz_hand_count(cards, rank);
  out[52] = (uint8_t)ddz_hand_count(cards, DDZ_RANK_B);
  out[53] = (uint8_t)ddz_hand_count(cards, DDZ_RANK_R);
  return out + 54;
}

/* A number 1..n as a one among n places. */
static uint8_t *put_one(uint8_t *out, int number, int n) {
  memset(out, 0, (size_t)n);
  if (number >= 1 && number <= n) out[number - 1] = 1;
  return out + n;
}

/* The last move of a role; 0: none, or a pass. */
static ddz_hand last_move(const struct place *place, enum ddz_role role) {
  const int k = ((int)place->table.now.turn - 1 - (int)role + 2 * DDZ_ROLES) % DDZ_ROLES;
  return k < place->pasts ? place->past[k] : 0;
}

static void put_x(uint8_t *out, const struct place *place) {
  const struct ddz_table *t = &place->table;
  const struct ddz_position *now = &t->now;
  const enum ddz_role me = now->turn, mate = me == DDZ_LANDLORD_UP ? DDZ_LANDLORD_DOWN : DDZ_LANDLORD_UP;
  const ddz_hand played = now->played[0] + now->played[1] + now->played[2];
  const uint8_t *end = out + DDZC_DOUZERO_X;
  out = put54(out, t->hand[t->turn]);
  out = put54(out, ddz_rules_deck(&t->rules) - t->hand[t->turn] - played);
  if (me == DDZ_LANDLORD) {
    out = put54(out, now->last.cards);
    out = put54(out, now->played[DDZ_LANDLORD_UP]);
    out = put54(out, now->played[DDZ_LANDLORD_DOWN]);
    out = put_one(out, now->left[DDZ_LANDLORD_UP], 17);
    out = put_one(out, now->left[DDZ_LANDLORD_DOWN], 17);
  } else {
    out = put54(out, now->played[DDZ_LANDLORD]);
    out = put54(out, now->played[mate]);
    out = put54(out, now->last.cards);
    out = put54(out, last_move(place, DDZ_LANDLORD));
    out = put54(out, last_move(place, mate));
    out = put_one(out, now->left[DDZ_LANDLORD], 20);
    out = put_one(out, now->left[mate], 17);
  }
  out = put_one(out, ddz_position_bombs(now) + 1, 15);
  memset(out, 0, (size_t)(end - out));
}

static void put_z(uint8_t *out, const struct place *place) {
  for (int k = PLACE_PAST - 1; k >= 0; k--) out = put54(out, k < place->pasts ? place->past[k] : 0);
}

/* ---- engine ---- */

_Static_assert((int)DDZC_ENGINE == (int)DDZ_FEATURE_ACTIVE_MAX &&
                   (int)DDZC_ENGINE_INPUTS >= (int)DDZ_FEATURES &&
                   (int)DDZC_ENGINE_POINTS == (int)DDZ_FEATURE_MODE,
               "inputs have moved");

void observe_engine(uint16_t *out, const struct place *place, const struct ddz_play *row,
                    struct ddz_power *power) {
  struct ddz_inputs position;
  struct ddz_change change;
  struct ddz_view view;
  memset(out, 255, place->count * DDZC_ENGINE * sizeof *out);
  if (place->table.phase != DDZ_PHASE_PLAY) return;
  ddz_table_view(&place->table, &view);
  ddz_feature_begin(&position, &view, power, false);
  for (size_t i = 0; i < place->count; i++) {
    ddz_feature_play(&position, &row[i], &change);
    ddz_feature_list(&position, &change, out + DDZC_ENGINE * i);
  }
}

/* ---- the arrays ---- */

void observe_rows(const struct ddzc_arrays *arrays, size_t to, const struct ddz_play *row, size_t n) {
  for (size_t i = 0; i < n && arrays->rows != NULL; i++)
    put_row(arrays->rows + 16 * (to + i), row[i].cards, row[i].kind);
  for (size_t i = 0; i < n && arrays->ids != NULL; i++)
    arrays->ids[to + i] = row[i].kind < DDZ_KINDS ? ddzc_rlcard_id(row[i].cards) : -1;
  for (size_t i = 0; i < n && arrays->douzero_rows != NULL; i++)
    put54(arrays->douzero_rows + DDZC_DOUZERO_ROW * (to + i), row[i].cards);
}

void observe_table(const struct ddzc_arrays *arrays, size_t i, const struct place *place) {
  const bool plays = place->table.phase == DDZ_PHASE_PLAY;
  arrays->turn[i] = (uint8_t)place->table.turn;
  arrays->done[i] = (uint8_t)place->done;
  memcpy(arrays->reward + DDZ_SEATS * i, place->reward, sizeof place->reward);
  if (arrays->seed != NULL) arrays->seed[i] = place->table.seed;
  if (arrays->role != NULL) arrays->role[i] = (uint8_t)ddz_table_role(&place->table, place->table.turn);
  if (arrays->forced != NULL) arrays->forced[i] = (uint8_t)place->forced;
  if (arrays->stake != NULL)
    arrays->stake[i] =
        place->table.landlord == DDZ_NO_SEAT ? 0 : (float)ddz_table_stake(&place->table, place->table.turn);
  if (arrays->v1 != NULL) put_v1(arrays->v1 + DDZC_V1 * i, place);
  if (arrays->open != NULL) put_open(arrays->open + DDZC_OPEN * i, &place->table);
  if (arrays->douzero_x != NULL) {
    uint8_t *x = arrays->douzero_x + DDZC_DOUZERO_X * i;
    if (plays)
      put_x(x, place);
    else
      memset(x, 0, DDZC_DOUZERO_X);
  }
  if (arrays->douzero_z != NULL) put_z(arrays->douzero_z + DDZC_DOUZERO_Z * i, place);
}
