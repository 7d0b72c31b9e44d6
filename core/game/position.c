#include "core/game/position.h"

#include <string.h>

/* ---- calls ---- */

const struct ddz_call_row ddz_call_rows[DDZ_CALLS] = {
#define CALL(id, name_, bid_, times_, own_, text_, chinese_) {name_, bid_, times_, own_},
#include "table.def"
};

enum ddz_call ddz_call_of(const char *name, size_t length) {
  int i = 0;
  while (i < DDZ_CALLS &&
         (strlen(ddz_call_rows[i].name) != length || memcmp(ddz_call_rows[i].name, name, length) != 0))
    i++;
  return (enum ddz_call)i;
}

/* ---- the state of play ---- */

/* The turn has moved on. */
static bool pass(struct ddz_position *p) {
  if (ddz_position_leads(p)) return ++p->skips == ddz_position_players(p);
  p->passes++;
  if (p->turn != p->owner) return false;
  p->last = (struct ddz_play){0}; /* back at who played last: he leads */
  p->passes = 0;
  return false;
}

bool ddz_position_play(struct ddz_position *p, const struct ddz_play *play) {
  const enum ddz_role role = p->turn;
  p->turn = p->duel ? (enum ddz_role)(DDZ_LANDLORD_DOWN - role) : ddz_role_next(role);
  if (play->kind == DDZ_PASS) return pass(p);
  p->last = *play;
  p->owner = role;
  p->passes = p->skips = 0;
  ddz_raise_count(p->raised, play);
  p->plays[role]++;
  p->played[role] += play->cards;
  p->left[role] -= play->size;
  return p->left[role] == 0;
}

enum ddz_error ddz_position_read(const struct ddz_position *p, const struct ddz_rules *rules, ddz_hand cards,
                                 const struct ddz_play *as, struct ddz_play *out) {
  if (as->kind == DDZ_PASS) return ddz_answer(rules, cards, &p->last, out);
  struct ddz_play reading[DDZ_READINGS_MAX];
  const int n = ddz_readings(rules, cards, reading);
  if (n == 0) return DDZ_ERR_NOT_A_PATTERN;
  for (int i = 0; i < n; i++) {
    const struct ddz_play *r = &reading[i];
    if (r->kind != as->kind || r->rank != as->rank || r->length != as->length) continue;
    if (!ddz_beats(rules, r, &p->last)) return DDZ_ERR_DOES_NOT_BEAT;
    *out = *r;
    return DDZ_OK;
  }
  return DDZ_ERR_NO_READING;
}

bool ddz_position_is_over(const struct ddz_position *p) {
  for (int role = 0; role < ddz_position_players(p); role++)
    if (p->left[role] == 0) return true;
  return p->skips == ddz_position_players(p);
}

bool ddz_position_is_spring(const struct ddz_position *p, enum ddz_role winner) {
  if (!p->from_start || winner == DDZ_ROLES) return false;
  if (winner != DDZ_LANDLORD) return p->plays[DDZ_LANDLORD] == 1;
  return p->plays[DDZ_LANDLORD_DOWN] + p->plays[DDZ_LANDLORD_UP] == 0;
}

void ddz_raise_count(uint8_t raised[DDZ_RAISES], const struct ddz_play *play) {
  if (!ddz_is_bomb(play)) return;
  if (play->kind == DDZ_ROCKET)
    raised[DDZ_RAISE_ROCKET]++;
  else
    raised[play->size > ddz_pattern_rows[DDZ_BOMB].body ? DDZ_RAISE_LONG : DDZ_RAISE_SOFT + play->grade]++;
}

int ddz_position_bombs(const struct ddz_position *p) {
  int bombs = 0;
  for (int row = 0; row < DDZ_RAISES; row++) bombs += p->raised[row];
  return bombs;
}

double ddz_position_factor(const struct ddz_position *p, const struct ddz_rules *rules, enum ddz_role winner,
                           const struct ddz_position *since) {
  double factor = 1;
  for (int row = 0; row < DDZ_RAISES; row++) {
    int times = p->raised[row] - (since != NULL ? since->raised[row] : 0);
    if (row == DDZ_RAISE_SPRING) times += rules->spring && ddz_position_is_spring(p, winner);
    for (; times > 0; times--) factor *= rules->factor[row];
  }
  return factor;
}
