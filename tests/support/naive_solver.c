#include "naive_solver.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "naive_rules.h"

struct known {
  char *text;
  struct naive_outcome outcome;
};

struct naive_solver {
  const struct ddz_rules *rules;
  struct naive_list plays[3]; /* every play of each whole hand */
  struct known *known;        /* hash table, open addressing */
  size_t slots, used;
};

struct naive_solver *naive_solver_new(const struct ddz_rules *rules, int players, const ddz_hand *hands) {
  struct naive_solver *s = calloc(1, sizeof *s);
  if (s == NULL) abort();
  s->rules = rules;
  for (int i = 0; i < players; i++) naive_moves(rules, hands[i], NULL, DDZ_FILL_ANY, &s->plays[i]);
  s->slots = 1024;
  s->known = calloc(s->slots, sizeof *s->known);
  if (s->known == NULL) abort();
  return s;
}

void naive_solver_free(struct naive_solver *s) {
  for (int i = 0; i < 3; i++) naive_list_free(&s->plays[i]);
  for (size_t i = 0; i < s->slots; i++) free(s->known[i].text);
  free(s->known);
  free(s);
}

static size_t slot_of(const struct known *known, size_t slots, const char *text) {
  size_t hash = 5381;
  for (const char *c = text; *c != 0; c++) hash = hash * 33 + (unsigned char)*c;
  hash ^= hash >> 17;
  while (known[hash % slots].text != NULL && strcmp(known[hash % slots].text, text) != 0) hash++;
  return hash % slots;
}

static void grow(struct naive_solver *s) {
  size_t slots = s->slots * 2;
  struct known *known = calloc(slots, sizeof *known);
  if (known == NULL) abort();
  for (size_t i = 0; i < s->slots; i++)
    if (s->known[i].text != NULL) known[slot_of(known, slots, s->known[i].text)] = s->known[i];
  free(s->known);
  s->known = known;
  s->slots = slots;
}

static void remember(struct naive_solver *s, const char *text, struct naive_outcome outcome) {
  if (s->used * 2 > s->slots) grow(s);
  struct known *known = &s->known[slot_of(s->known, s->slots, text)];
  known->text = strdup(text);
  known->outcome = outcome;
  if (known->text == NULL) abort();
  s->used++;
}

struct naive_position naive_after(const struct naive_position *p, const struct ddz_play *play) {
  struct naive_position next = *p;
  next.to_move = (p->to_move + 1) % p->players;
  if (play->cards != 0) {
    next.hand[p->to_move] -= play->cards;
    next.last = *play;
    next.owner = p->to_move;
  } else if (p->last.cards != 0 && next.to_move == p->owner) {
    memset(&next.last, 0, sizeof next.last);
  }
  return next;
}

static bool one_side(int a, int b) { return (a == 0) == (b == 0); }

struct naive_outcome naive_solve_play(struct naive_solver *s, const struct naive_position *p,
                                      const struct ddz_play *play) {
  struct naive_position next = naive_after(p, play);
  if (next.hand[p->to_move] == 0) return (struct naive_outcome){true, 1};
  struct naive_outcome outcome = naive_solve(s, &next);
  if (!one_side(next.to_move, p->to_move)) outcome.win = !outcome.win;
  outcome.length += play->cards != 0;
  return outcome;
}

static bool is_better(struct naive_outcome a, struct naive_outcome b) {
  if (a.win != b.win) return a.win;
  return a.win ? a.length < b.length : a.length > b.length;
}

static bool somebody_leads(const struct naive_solver *s, const struct naive_position *p) {
  for (int who = 0; who < p->players; who++)
    for (size_t i = 0; i < s->plays[who].length; i++)
      if (ddz_hand_contains(p->hand[who], s->plays[who].play[i].cards)) return true;
  return false;
}

struct naive_outcome naive_solve(struct naive_solver *s, const struct naive_position *p) {
  char text[160];
  bool leads = p->last.cards == 0;
  snprintf(text, sizeof text, "%" PRIx64 " %" PRIx64 " %" PRIx64 " to %d last %d %d %d %d %d by %d",
           p->hand[0], p->hand[1], p->hand[2], p->to_move, p->last.kind, p->last.rank, p->last.length,
           p->last.size, p->last.grade, leads ? 0 : p->owner);
  size_t slot = slot_of(s->known, s->slots, text);
  if (s->known[slot].text != NULL) return s->known[slot].outcome;
  struct naive_outcome best = {false, -1};
  const struct naive_list *plays = &s->plays[p->to_move];
  for (size_t i = 0; i < plays->length; i++) {
    const struct ddz_play *play = &plays->play[i];
    if (!ddz_hand_contains(p->hand[p->to_move], play->cards)) continue;
    if (!leads && !naive_beats(s->rules, play, &p->last)) continue;
    struct naive_outcome outcome = naive_solve_play(s, p, play);
    if (best.length < 0 || is_better(outcome, best)) best = outcome;
  }
  if (!leads || (best.length < 0 && somebody_leads(s, p))) {
    struct naive_outcome outcome = naive_solve_play(s, p, &(struct ddz_play){0});
    if (best.length < 0 || is_better(outcome, best)) best = outcome;
  }
  if (best.length < 0) best.length = 0; /* nobody can lead: lost for who should */
  remember(s, text, best);
  return best;
}
