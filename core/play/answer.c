#include "answer.h"

void ddz_candidates_settle(struct ddz_candidate *out, size_t n) {
  double above = n > 1 ? out[1].score - out[0].score : 0;
  for (size_t i = 1; i < n && above > 0; i++) out[i].score -= above;
}
