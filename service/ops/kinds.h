/* kinds.h - counters by kind of answer: the engine that gave it, and what notes the application names.
 *
 * The kinds are few, because their words come from the application's tables; what there is no row for is
 * counted as "other". One thread adds, any thread may print. */
#ifndef DDZ_SERVICE_KINDS_H
#define DDZ_SERVICE_KINDS_H

#include "service/app.h"

#define KINDS_MAX 256u

struct kinds {
  atomic_size_t count;
  struct kind {
    const char *engine;
    struct app_note label[APP_LABELS];
    atomic_uint_fast64_t answers, compute_us, counted[APP_LABELS];
  } kind[KINDS_MAX];
};

/* An answer that an engine gave; others are left out. */
void kinds_add(struct kinds *kinds, const struct app *app, const struct app_answer *answer,
               uint64_t compute_us);

/* Add what `more` has counted to `total`, which one thread uses. */
void kinds_merge(struct kinds *total, const struct kinds *more);

/* As lines of /metrics. */
void kinds_print(FILE *out, const struct app *app, const struct kinds *kinds);

#endif
