/* recall.h - what the tables know of a position, and what a search adds.
 *
 *   two hands without wildcards    the transposition table and the dominance table (tuning.def: which keeps
 *                                  what). For two hands and a kind of play to answer one entry keeps the
 *                                  highest rank known to be won and the lowest known to be lost: who must
 *                                  answer from rank r on and wins would also win if lower ranks would do, and
 *                                  who loses would also lose if only higher ones did
 *   everything else                the wide transposition table
 *
 * Use: begin on the normal form (it fetches the line of the table), place with the attack sets, then get;
 * after a search, put. Full keys: there are no false hits. All inline: every node calls it. */
#ifndef DDZ_CORE_SOLVER_RECALL_H
#define DDZ_CORE_SOLVER_RECALL_H

#include "endgame.h"
#include "tuning.h"

/* One position on its way through the tables. */
struct ddz_recall {
  uint64_t key[DDZ_TT_LONG];
  unsigned known;  /* the entry in the transposition table, 0: none */
  bool duel;       /* the first two tables */
  bool keyed;      /* kept in the transposition table */
  bool comparable; /* kept in the dominance table */
  struct ddz_dominance_query query;
};

/* word 0: hand 0 (45 bits), links (11), kind and length (6); word 1: hand 1 (45), free for the table (19) */
static inline void ddz_recall_key(const struct ddz_prover *s, const struct ddz_endgame *p, uint64_t *key) {
  uint64_t type = (uint64_t)(s->caps.type[p->kind] + p->length);
  key[0] = ddz_squeezed(p->c.hand[0]) | (uint64_t)p->c.links << 45 | type << 56;
  key[1] = ddz_squeezed(p->c.hand[1]) << DDZ_TT_SHORT_FREE;
}

/* A table value: bits 5..9 highest rank won + 1, bits 0..4 16 - lowest rank lost, each 0 for none; bits
 * 10..13 `below` of the win. */
static inline enum ddz_outcome ddz_recall_outcome(unsigned value, int rank) {
  if ((int)(value >> 5 & 31) > rank) return DDZ_WON;
  if ((value & 31) != 0 && 16 - (int)(value & 31) <= rank) return DDZ_LOST;
  return DDZ_STOPPED;
}

/* An entry of the table after one more result: `known` with `outcome` from `rank` on. */
static inline unsigned ddz_recall_value(unsigned known, int rank, enum ddz_outcome outcome, unsigned below) {
  return outcome == DDZ_WON ? (known & 31) | (unsigned)(rank + 1) << 5 | below << 10
                            : (known & ~31u) | (unsigned)(16 - rank);
}

static inline void ddz_recall_fetch(const struct ddz_prover *s, const struct ddz_endgame *p,
                                    struct ddz_recall *r) {
  r->keyed = true;
  ddz_recall_key(s, p, r->key);
  ddz_tt_fetch(&s->table, r->key);
}

/* Which tables keep this position? Fetches the line of the transposition table. */
static inline void ddz_recall_begin(const struct ddz_prover *s, const struct ddz_endgame *p,
                                    struct ddz_recall *r) {
  r->duel = ddz_endgame_is_duel(p);
  r->keyed = r->comparable = false;
  if (!r->duel) {
    r->keyed = true;
    ddz_endgame_key(p, 0, r->key);
    ddz_tt_fetch(&s->wide, r->key);
    return;
  }
  int cards = ddz_hand_size(p->c.hand[0]) + ddz_hand_size(p->c.hand[1]);
  r->comparable = cards >= DDZ_SOLVER_DOMINANCE_CARDS && (s->dominance.used != 0 || s->nodes >= s->small);
  if (!r->comparable || cards >= DDZ_SOLVER_BOTH_CARDS) ddz_recall_fetch(s, p, r);
}

/* `attack`: of the hands in normal form; read for a duel only. */
static inline void ddz_recall_place(const struct ddz_prover *s, const struct ddz_endgame *p,
                                    const struct ddz_attack *attack, struct ddz_recall *r) {
  if (!r->comparable) return;
  struct ddz_dominance_task task = {.type = s->caps.type[p->kind] + p->length, .chain = p->length > 1};
  if (p->kind != 0) task.body = ddz_pattern_rows[p->kind].body;
  if (p->kind != 0) task.rank = p->rank;
  r->comparable = ddz_dominance_ask(&s->dominance, &attack[0], &attack[1], p->c.links, &task, &r->query);
  if (!r->comparable && !r->keyed) ddz_recall_fetch(s, p, r);
}

/* STOPPED when nothing is known. A win of a duel also sets `below` of the prover (refute.h). */
static inline enum ddz_outcome ddz_recall_get(struct ddz_prover *s, const struct ddz_endgame *p,
                                              struct ddz_recall *r) {
  if (!r->duel) {
    r->known = ddz_tt_get(&s->wide, r->key);
    return r->known == 0 ? DDZ_STOPPED : r->known == 1 ? DDZ_LOST : DDZ_WON;
  }
  if (r->keyed) {
    r->known = ddz_tt_get(&s->table, r->key);
    enum ddz_outcome outcome = ddz_recall_outcome(r->known, p->rank);
    s->below = (uint8_t)(r->known >> 10);
    if (outcome != DDZ_STOPPED) return outcome;
  }
  return r->comparable ? (enum ddz_outcome)ddz_dominance_get(&r->query, &s->below) : DDZ_STOPPED;
}

/* Store an outcome that took `nodes`; with `below` of the prover for a won duel. */
static inline void ddz_recall_put(struct ddz_prover *s, const struct ddz_endgame *p,
                                  const struct ddz_recall *r, enum ddz_outcome outcome, uint64_t nodes) {
  if (!r->duel) {
    ddz_tt_put(&s->wide, r->key, outcome == DDZ_WON ? 2 : 1, nodes);
    return;
  }
  if (r->comparable) ddz_dominance_put(&s->dominance, &r->query, outcome == DDZ_WON, s->below);
  if (r->keyed) ddz_tt_put(&s->table, r->key, ddz_recall_value(r->known, p->rank, outcome, s->below), nodes);
}

#endif
