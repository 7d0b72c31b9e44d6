#include "service/http/access.h"
#include "service/http/peers.h"
#include "service/ops/file.h"
#include "service/ops/metrics.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- accounts of tokens ---- */

#define BLANKS " \t"
#define TOKEN_BYTES_MIN 16u
#define TOKEN_BYTES_MAX 256u
#define TOKENS_MAX 1024u
#define NAMES_MAX 128u /* of tokens: labels of the metrics */

static bool is_token(const char *text, size_t length) {
  return length >= TOKEN_BYTES_MIN && length <= TOKEN_BYTES_MAX && file_is_visible(text, length);
}

/* --- a line --- */

static const struct {
  const char *mark;
  long most;
} quotas[TENANT_QUOTAS] = {[QUOTA_RATE] = {"rate=", 1000000},
                           [QUOTA_WORKERS] = {"workers=", 1024},
                           [QUOTA_MS] = {"ms=", 3600000},
                           [QUOTA_SCRAPE] = {"scrape=", 1}};

/* TENANT_QUOTAS: it is none. */
static size_t quota_marked(const char *word) {
  size_t i = 0;
  while (i < TENANT_QUOTAS && strncmp(word, quotas[i].mark, strlen(quotas[i].mark)) != 0) i++;
  return i;
}

static const char *read_quota(struct tenant *tenant, const char *word) {
  const size_t i = quota_marked(word);
  if (i == TENANT_QUOTAS) return "after NAME and TOKEN only rate=N, workers=N, ms=N and scrape=1 may stand";
  const char *digits = word + strlen(quotas[i].mark);
  long value;
  if (!file_number(digits, strlen(digits), 1, quotas[i].most, &value))
    return "rate is 1 to 1000000, workers 1 to 1024, ms 1 to 3600000, scrape 1";
  if (tenant->quota[i]) return "a quota stands there twice";
  tenant->quota[i] = (unsigned)value;
  return NULL;
}

static bool is_name(const char *text) {
  static const char signs[] = "._-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  return !strchr("._-", text[0]) && text[strspn(text, signs)] == '\0' && strlen(text) <= TENANT_NAME_MAX;
}

/* Read a line that is not empty. NULL: `token` is its token, NUL-terminated in the line, and `tenant` has
 * name and quotas. Else why it is refused, for the end of a sentence; nothing of the line is in it. */
static const char *read_account(struct tenant *tenant, char *line, const char **token) {
  char *rest, *word = strtok_r(line, BLANKS, &rest), *second = strtok_r(NULL, BLANKS, &rest);
  *token = second ? second : word;
  if (second && !is_name(word))
    return "a name is 1 to 32 letters, digits, dots, - and _, and begins with a letter or digit";
  if (!is_token(*token, strlen(*token)) || (second && quota_marked(second) < TENANT_QUOTAS))
    return "a token is 16 to 256 visible ASCII characters, alone or after its name";
  if (strncasecmp(*token, "REPLACE", 7) == 0)
    return "the token is that of a sample; put one of your own there";
  if (second) memcpy(tenant->name, word, strlen(word) + 1);
  const char *why = NULL;
  while (!why && (word = strtok_r(NULL, BLANKS, &rest))) why = read_quota(tenant, word);
  return why;
}

/* --- what it may use --- */

static bool same_quotas(const struct tenant *a, const struct tenant *b) {
  bool same = true;
  for (size_t i = 0; i < TENANT_QUOTAS; i++) same &= a->quota[i] == b->quota[i];
  return same;
}

bool tenant_admit(struct tenant *tenant, uint64_t now_us, uint64_t *wait_us) {
  const uint64_t step_us = atomic_load(&tenant->step_us), burst_us = step_us > 1000000 ? step_us : 1000000;
  uint_fast64_t full_us = atomic_load(&tenant->next_us), next_us;
  *wait_us = 0;
  if (!step_us) return true;
  do {
    next_us = (full_us > now_us ? full_us : now_us) + step_us;
    if (next_us > now_us + burst_us) {
      *wait_us = next_us - now_us - burst_us;
      return false;
    }
  } while (!atomic_compare_exchange_weak(&tenant->next_us, &full_us, next_us));
  return true;
}

/* --- life --- */

static void hold(struct tenant *tenant) { atomic_fetch_add(&tenant->holders, 1); }

void tenant_release(struct tenant *tenant) {
  if (tenant && atomic_fetch_sub(&tenant->holders, 1) == 1) free(tenant);
}

/* Padded with zeros to one length, so that every comparison takes the same time. */
struct token {
  unsigned char bytes[TOKEN_BYTES_MAX];
  struct tenant *account; /* held */
  bool again;             /* an earlier one has the same account */
};

struct tokens {
  size_t count, names;
  int64_t changed_s; /* the file, since 1970 */
  struct token token[TOKENS_MAX];
};

struct access {
  const char *path, *origins, *hosts;
  pthread_rwlock_t lock;         /* guards `tokens`, the pointer and what it points to */
  struct tokens *tokens;         /* NULL: none is wanted */
  uint64_t gone[TENANT_FIGURES]; /* used by tokens without a name that are no longer there */
};

/* --- comparison --- */

/* 1 when equal, else 0; no branch depends on the bytes. */
static unsigned equal(const struct token *a, const struct token *b) {
  unsigned differ = 0;
  for (size_t i = 0; i < TOKEN_BYTES_MAX; i++) differ |= (unsigned)(a->bytes[i] ^ b->bytes[i]);
  return ((differ - 1u) >> 8) & 1u;
}

/* All are looked at, wherever it stands. NULL: it is none of them. */
static struct tenant *find(const struct tokens *tokens, const struct token *token) {
  size_t place = tokens->count;
  for (size_t i = 0; i < tokens->count; i++)
    place ^= (place ^ i) & (0 - (size_t)equal(token, &tokens->token[i]));
  return place < tokens->count ? tokens->token[place].account : NULL;
}

/* NULL: none has the name. */
static struct tenant *find_name(const struct tokens *tokens, const char *name) {
  for (size_t i = 0; name[0] && i < tokens->count; i++)
    if (strcmp(tokens->token[i].account->name, name) == 0) return tokens->token[i].account;
  return NULL;
}

/* --- the file --- */

/* `tenant` is as the line says; it is held where it is kept, and not where its name has an account. */
static const char *keep(struct tokens *tokens, const struct token *token, struct tenant *tenant) {
  const struct tenant *known = find(tokens, token);
  struct tenant *named = find_name(tokens, tenant->name);
  if (known && strcmp(known->name, tenant->name) != 0) return "an earlier line gives the token another name";
  if (named && !same_quotas(named, tenant)) return "an earlier line gives the name other quotas";
  if (known) return NULL;
  if (tokens->count == TOKENS_MAX) return "there are more than 1024 tokens";
  if (!named && tenant->name[0] && tokens->names++ == NAMES_MAX) return "there are more than 128 names";
  struct token *mine = &tokens->token[tokens->count++];
  *mine = *token;
  mine->account = named ? named : tenant;
  mine->again = named != NULL;
  hold(mine->account);
  return NULL;
}

static const char *take_line(struct tokens *tokens, char *line) {
  if (line[0] == '\0' || line[0] == '#') return NULL;
  struct tenant *tenant = calloc(1, sizeof *tenant);
  struct token token = {.again = false};
  const char *text;
  if (!tenant) return "memory is short";
  tenant->client.workers = &tenant->workers;
  hold(tenant);
  const char *why = read_account(tenant, line, &text);
  if (!why) {
    memcpy(token.bytes, text, strlen(text));
    why = keep(tokens, &token, tenant);
  }
  explicit_bzero(&token, sizeof token);
  tenant_release(tenant);
  return why;
}

static void discard(struct tokens *tokens) {
  for (size_t i = 0; tokens && i < tokens->count; i++) tenant_release(tokens->token[i].account);
  if (tokens) explicit_bzero(tokens, sizeof *tokens);
  free(tokens);
}

/* NULL: `error` says why. The text is wiped before it is given back. */
static struct tokens *load(struct access *access, char *error, size_t room) {
  const char *path = access->path;
  int64_t changed_s = 0;
  char *text = file_read(path, &changed_s, error, room); /* its descriptor is counted by the server */
  if (!text) return NULL;
  size_t bytes = strlen(text), number = 0;
  struct tokens *tokens = calloc(1, sizeof *tokens);
  const char *why = tokens ? NULL : "memory is short";
  if (tokens) tokens->changed_s = changed_s;
  for (char *rest = text, *line; !why && (line = file_line(&rest)); number++) why = take_line(tokens, line);
  if (why) snprintf(error, room, "Line %zu of %s: %s.", number, path, why);
  if (!why && tokens->count == 0) snprintf(error, room, "%s holds no token.", path);
  explicit_bzero(text, bytes);
  free(text);
  if (!why && tokens->count) return tokens;
  discard(tokens);
  return NULL;
}

/* Accounts go on, with what they have counted: those of the same name, or of the same token. */
static void adopt(struct tokens *fresh, const struct tokens *old) {
  for (size_t i = 0; old && i < fresh->count; i++) {
    struct tenant **mine = &fresh->token[i].account, *named = find_name(old, (*mine)->name),
                  *before = named ? named : find(old, &fresh->token[i]);
    if (!before || before == *mine || strcmp(before->name, (*mine)->name) != 0) continue;
    for (size_t k = 0; k < TENANT_QUOTAS; k++)
      atomic_store(&before->quota[k], atomic_load(&(*mine)->quota[k]));
    hold(before);
    tenant_release(*mine);
    *mine = before;
  }
}

/* A counter must not fall: all tokens without a name are one client to /metrics. */
static void remember(struct access *access, const struct tokens *fresh, const struct tokens *old) {
  for (size_t k = 0; old && k < old->count; k++) {
    const struct tenant *tenant = old->token[k].account;
    if (tenant->name[0] || find(fresh, &old->token[k]) == tenant) continue;
    for (size_t i = 0; i < TENANT_FIGURES; i++) access->gone[i] += atomic_load(&tenant->used[i]);
  }
}

/* The token after "Bearer", padded; false when there is none. */
static bool presented(const char *authorization, struct token *token) {
  if (!authorization || strncasecmp(authorization, "Bearer ", 7) != 0) return false;
  const char *text = authorization + 7 + strspn(authorization + 7, " ");
  size_t length = strlen(text);
  if (!is_token(text, length)) return false;
  memset(token, 0, sizeof *token);
  memcpy(token->bytes, text, length);
  return true;
}

struct tenant *access_grants(struct access *access, const char *authorization) {
  struct token token;
  if (access_is_open(access) || !presented(authorization, &token)) return NULL;
  pthread_rwlock_rdlock(&access->lock);
  struct tenant *tenant = find(access->tokens, &token);
  if (tenant) hold(tenant);
  pthread_rwlock_unlock(&access->lock);
  return tenant;
}

bool access_is_open(const struct access *access) { return access->path[0] == '\0'; }

/* --- metrics --- */

static const struct metric_figure figures[TENANT_FIGURES] = {
    {"ddz_client_requests_total", "Requests, by the name of their token; client -: of tokens without a name.",
     1},
    {"ddz_client_limited_total",
     "Requests of a token's name that were rejected with 429 because of its rate.", 1},
    {"ddz_client_compute_seconds_total", "Seconds that computing responses for a token's name took.", 1e-6},
};

static void print_figure(FILE *out, size_t i, const struct access *access, const struct tenant *only) {
  const struct metric_figure *figure = &figures[i];
  const struct tokens *tokens = access->tokens;
  double unnamed = only ? 0 : (double)access->gone[i] * figure->unit;
  metric_head(out, figure->name, "counter", figure->help);
  for (size_t k = 0; tokens && k < tokens->count; k++) {
    const struct tenant *tenant = tokens->token[k].account;
    const double used = (double)atomic_load(&tenant->used[i]) * figure->unit;
    if (tokens->token[k].again || (only && tenant != only)) continue;
    if (tenant->name[0])
      fprintf(out, "%s{client=\"%s\"} %.15g\n", figure->name, tenant->name, used);
    else
      unnamed += used;
  }
  if (!only || !only->name[0]) fprintf(out, "%s{client=\"-\"} %.15g\n", figure->name, unnamed);
}

void access_print(struct access *access, const struct tenant *only, FILE *out) {
  pthread_rwlock_rdlock(&access->lock);
  const struct tokens *tokens = access->tokens;
  for (size_t i = 0; i < TENANT_FIGURES; i++) print_figure(out, i, access, only);
  if (tokens && !only) {
    metric_print(out, "ddz_tokens", "gauge", "Tokens that are accepted now.", (double)tokens->count);
    metric_print(out, "ddz_tokens_changed_seconds", "gauge",
                 "When the file of tokens was last changed, in seconds since 1970.",
                 (double)tokens->changed_s);
  }
  pthread_rwlock_unlock(&access->lock);
}

/* --- origins and hosts --- */

/* 0: `list` has no such text; 1: it has; 2: it has all. */
static int listed(const char *list, const char *text, size_t length) {
  for (const char *at = list; length && *at;) {
    at += strspn(at, ", ");
    size_t here = strcspn(at, ", ");
    if (here == 1 && at[0] == '*') return 2;
    if (here == length && strncasecmp(at, text, length) == 0) return 1;
    at += here;
  }
  return 0;
}

/* An address that no name of elsewhere can have, or the name that means one. */
static bool is_loopback(const char *host, size_t length) {
  static const char name[] = "localhost";
  const size_t own = sizeof name - 1;
  struct in6_addr key;
  if (peer_read(host, strlen(host), &key)) return peer_is_loopback(&key);
  return length >= own && strncasecmp(host + length - own, name, own) == 0 &&
         (length == own || host[length - own - 1] == '.');
}

bool access_host(const struct access *access, const char *host) {
  if (!host || strcmp(access->hosts, "*") == 0) return true;
  const char *colon = strrchr(host, ':'), *bracket = strrchr(host, ']');
  size_t length = colon && (!bracket || colon > bracket) ? (size_t)(colon - host) : strlen(host);
  if (length && host[length - 1] == '.') length--;
  return is_loopback(host, length) || listed(access->hosts, host, length) > 0;
}

bool access_knows_origins(const struct access *access) { return access->origins[0] != '\0'; }

const char *access_origin(const struct access *access, const char *origin) {
  const int which = origin ? listed(access->origins, origin, strlen(origin)) : 0;
  return which == 2 ? "*" : which == 1 ? origin : NULL;
}

/* --- life --- */

bool access_reload(struct access *access, unsigned instances, char *error, size_t room) {
  if (access_is_open(access)) return true;
  struct tokens *fresh = load(access, error, room);
  if (!fresh) return false;
  pthread_rwlock_wrlock(&access->lock);
  struct tokens *old = access->tokens;
  adopt(fresh, old);
  remember(access, fresh, old);
  for (size_t i = 0; i < fresh->count; i++) { /* what is for one of so many: of the workers at least one */
    struct tenant *tenant = fresh->token[i].account;
    const unsigned rate = tenant->quota[QUOTA_RATE], workers = tenant->quota[QUOTA_WORKERS];
    atomic_store(&tenant->step_us, rate ? 1000000ull * instances / rate : 0);
    atomic_store(&tenant->workers, (workers + instances - 1) / instances);
  }
  access->tokens = fresh;
  pthread_rwlock_unlock(&access->lock);
  discard(old);
  return true;
}

struct access *access_new(const char *tokens, unsigned instances, const char *origins, const char *hosts,
                          char *error, size_t room) {
  struct access *access = calloc(1, sizeof *access);
  snprintf(error, room, "There is not enough memory.");
  if (!access) return NULL;
  access->path = tokens;
  access->origins = origins;
  access->hosts = hosts;
  pthread_rwlock_init(&access->lock, NULL);
  if (access_reload(access, instances, error, room)) return access;
  access_free(access);
  return NULL;
}

void access_free(struct access *access) {
  if (!access) return;
  discard(access->tokens);
  pthread_rwlock_destroy(&access->lock);
  free(access);
}
