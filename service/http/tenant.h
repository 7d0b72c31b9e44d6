/* tenant.h - the account of a token: its name, what it may use, and what it has used.
 *
 * A line of the file of tokens is `TOKEN`, or `NAME TOKEN [rate=N] [workers=N] [ms=N] [scrape=1]`. Tokens of
 * one name have one account. A token without a name has an account of its own. */
#ifndef DDZ_SERVICE_TENANT_H
#define DDZ_SERVICE_TENANT_H

#include "service/work/queue.h"

#define TOKEN_BYTES_MIN 16u
#define TOKEN_BYTES_MAX 256u
#define TENANT_NAME_MAX 32u

struct tenant {
  struct client client; /* as the pool sees it; has the quota of workers */
  atomic_uint holders;  /* tokens in force and requests under way */
  char name[TENANT_NAME_MAX + 1];
  atomic_uint rate, ms;         /* requests a second; time for an answer; 0: any */
  atomic_uint scrape;           /* 1: /metrics shows it all; 0: its own figures */
  atomic_uint_fast64_t next_us; /* when the bucket of `rate` is full again */
  atomic_uint_fast64_t requests, limited, compute_us;
};

/* Read a line that is not empty. NULL: `token` is its token, NUL-terminated in the line, and `tenant` has
 * name and quotas. Else why it is refused, for the end of a sentence; nothing of the line is in it. */
const char *tenant_read(struct tenant *tenant, char *line, const char **token);

bool tenant_is_token(const char *text, size_t length); /* visible ASCII, as long as a token should be */

/* Take over the quotas; the counters stay. */
void tenant_allow(struct tenant *tenant, struct tenant *as);
bool tenant_same_quotas(struct tenant *a, struct tenant *b);

/* May it ask now? At most `rate` at once, then one every 1/rate seconds. False: `wait_us` until the next. */
bool tenant_admit(struct tenant *tenant, uint64_t now_us, uint64_t *wait_us);

void tenant_hold(struct tenant *tenant);
void tenant_release(struct tenant *tenant); /* the last one frees it; NULL is allowed */

#endif
