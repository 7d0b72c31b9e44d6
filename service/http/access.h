/* access.h - who may ask: bearer tokens, web pages of other origins, and by which names.
 *
 * Tokens come from a file, with lines `TOKEN` or `NAME TOKEN [rate=N] [workers=N] [ms=N] [scrape=1]`; empty
 * ones and those that begin with # say nothing. They can be read again at any time: requests under way keep
 * what they were granted, later ones go by the new file; accounts of the same name, or of the same token
 * without a name, keep what they have counted. How long a comparison takes depends on how many tokens there
 * are, not on what they or the presented one say.
 *
 * A page whose name is made to point here (DNS rebinding) is of the same origin as this service, to a
 * browser. It is known by its Host: an address or name of loopback is always ours, others are listed.
 *
 * Origins are what a browser sends as Origin (`https://example.org`), compared whole; `*` stands for any. */
#pragma once

#include <stdio.h>

#include "service/work/fair.h"

/* ---- accounts of tokens ---- */

#define TENANT_NAME_MAX 32u

/* What is counted of it: requests, those over its rate, microseconds of computing. */
enum tenant_figure { TENANT_REQUESTS, TENANT_LIMITED, TENANT_COMPUTE, TENANT_FIGURES };

/* As the file says, for all instances together: requests a second, workers at once; milliseconds for an
 * answer; 0: any. SCRAPE: 1, /metrics shows it all; 0, its own figures. */
enum tenant_quota { QUOTA_RATE, QUOTA_WORKERS, QUOTA_MS, QUOTA_SCRAPE, TENANT_QUOTAS };

/* Its name, what it may use, and what it has used. Tokens of one name have one account; a token without a
 * name has an account of its own. */
struct tenant {
  struct client client; /* as the pool sees it */
  atomic_uint holders;  /* tokens in force and requests under way */
  char name[TENANT_NAME_MAX + 1];
  atomic_uint quota[TENANT_QUOTAS];
  atomic_uint workers;          /* here; 0: any */
  atomic_uint_fast64_t step_us; /* between two requests here; 0: any */
  atomic_uint_fast64_t next_us; /* when the bucket of QUOTA_RATE is full again */
  atomic_uint_fast64_t used[TENANT_FIGURES];
};

/* May it ask now? As many at once as a second has steps, at least one, then one in each step. False:
 * `wait_us` until the next. */
bool tenant_admit(struct tenant *tenant, uint64_t now_us, uint64_t *wait_us);

void tenant_release(struct tenant *tenant); /* the last one frees it; NULL is allowed */

/* ---- who may ask ---- */

struct access;

/* `tokens`: path of the file, "" for none; `instances`: that share each rate and number of workers;
 * `origins`, `hosts`: separated by commas, "" for none, "*" for all. They stay the caller's and must outlive
 * this. NULL: `error` says why, in one sentence. */
struct access *access_new(const char *tokens, unsigned instances, const char *origins, const char *hosts,
                          char *error, size_t room);
void access_free(struct access *access); /* NULL is allowed */

/* Read the tokens again. False: `error` says why, and the old ones are in force. */
bool access_reload(struct access *access, unsigned instances, char *error, size_t room);

bool access_is_open(const struct access *access); /* no token is needed */

/* The account of the token in `authorization` (NULL allowed); tenant_release it. NULL: it holds none of the
 * tokens, or none is needed. Any thread. */
struct tenant *access_grants(struct access *access, const char *authorization);

/* What the names have used, and which file is in force, as lines of /metrics; of `only` alone, NULL: of all.
 */
void access_print(struct access *access, const struct tenant *only, FILE *out);

/* Is this one of our names? NULL, which no browser sends, is. */
bool access_host(const struct access *access, const char *host);

bool access_knows_origins(const struct access *access); /* answers differ by origin */

/* The value of Access-Control-Allow-Origin for `origin`; NULL: no such field. */
const char *access_origin(const struct access *access, const char *origin);
