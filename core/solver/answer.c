#include "answer.h"

#include <math.h>

#include "sort.h"

_Static_assert(sizeof(struct ddz_solved_play) <= DDZ_SORT_SIZE_MAX, "a play to be sorted");

enum ddz_result ddz_result_of(enum ddz_outcome outcome) {
  return outcome == DDZ_STOPPED ? DDZ_RESULT_UNKNOWN : outcome == DDZ_WON ? DDZ_RESULT_WIN : DDZ_RESULT_LOSS;
}

void ddz_answer_add(struct ddz_answer *answer, const struct ddz_solved_play *play) {
  if (answer->out->count < answer->cap) answer->plays[answer->out->count] = *play;
  answer->out->count++;
}

/* Better results have lower numbers. */
static int place_of(enum ddz_result result) {
  return result == DDZ_RESULT_WIN ? 0 : result == DDZ_RESULT_UNKNOWN ? 1 : 2;
}

/* Quick wins and slow losses come first; a length that is not known last. */
static bool better_length(const struct ddz_solved_play *a, const struct ddz_solved_play *b) {
  if (a->length == 0 || b->length == 0) return a->length != 0;
  return a->result == DDZ_RESULT_WIN ? a->length < b->length : a->length > b->length;
}

/* A total order, so that every sort gives the same list. */
static bool comes_before(const void *left, const void *right) {
  const struct ddz_solved_play *a = left, *b = right;
  const struct ddz_play *p = &a->play, *q = &b->play;
  bool known = !isnan(a->probability);
  if (known != !isnan(b->probability)) return known;
  if (known && (a->probability > b->probability || a->probability < b->probability))
    return a->probability > b->probability;
  if (a->result != b->result) return place_of(a->result) < place_of(b->result);
  if (a->length != b->length) return better_length(a, b);
  if (p->kind != q->kind) return q->kind == DDZ_PASS || (p->kind != DDZ_PASS && p->kind < q->kind);
  if (p->length != q->length) return p->length < q->length;
  if (p->rank != q->rank) return p->rank < q->rank;
  return p->cards < q->cards;
}

void ddz_answer_sort(struct ddz_answer *answer) {
  size_t kept = answer->out->count < answer->cap ? answer->out->count : answer->cap;
  ddz_sort(answer->plays, kept, sizeof *answer->plays, comes_before);
}
