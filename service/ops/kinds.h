/* kinds.h - counters by kind of answer: the engine that gave it, the level and the preset.
 *
 * The kinds are few, because their words come from the api's tables; what there is no row for is
 * counted as "other". One thread adds, any thread may print. */
#ifndef DDZ_SERVICE_KINDS_H
#define DDZ_SERVICE_KINDS_H

#include <stdio.h>

#include "api/api.h"

#define KINDS_MAX 256u
enum { KINDS_LABELS = 2, KINDS_COUNTED = 3 }; /* notes that tell kinds apart; that are counted */

struct kinds {
  atomic_size_t count;
  struct kind {
    const char *engine;
    struct ddz_api_note label[KINDS_LABELS];
    atomic_uint_fast64_t answers, compute_us, counted[KINDS_COUNTED];
  } kind[KINDS_MAX];
};

/* An answer that an engine gave; others are left out. */
void kinds_add(struct kinds *kinds, const struct ddz_answer *answer, uint64_t compute_us);

/* Add what `more` has counted to `total`, which one thread uses. */
void kinds_merge(struct kinds *total, const struct kinds *more);

/* As lines of /metrics. */
void kinds_print(FILE *out, const struct kinds *kinds);

#endif
