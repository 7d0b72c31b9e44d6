#include "service/http/tenant.h"

#include "service/ops/file.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define BLANKS " \t"

bool tenant_is_token(const char *text, size_t length) {
  return length >= TOKEN_BYTES_MIN && length <= TOKEN_BYTES_MAX && file_is_visible(text, length);
}

/* --- a line --- */

static const struct quota {
  const char *mark;
  size_t offset; /* of its atomic_uint */
  long most;
} quotas[] = {
    {"rate=", offsetof(struct tenant, rate), 1000000},
    {"workers=", offsetof(struct tenant, client.workers), 1024},
    {"ms=", offsetof(struct tenant, ms), 3600000},
    {"scrape=", offsetof(struct tenant, scrape), 1},
};
#define QUOTAS (sizeof quotas / sizeof quotas[0])

static atomic_uint *quota_of(struct tenant *tenant, const struct quota *quota) {
  return (atomic_uint *)(void *)((char *)tenant + quota->offset);
}

static const struct quota *quota_marked(const char *word) {
  for (size_t i = 0; i < QUOTAS; i++)
    if (strncmp(word, quotas[i].mark, strlen(quotas[i].mark)) == 0) return &quotas[i];
  return NULL;
}

static const char *read_quota(struct tenant *tenant, const char *word) {
  const struct quota *quota = quota_marked(word);
  if (!quota) return "after NAME and TOKEN only rate=N, workers=N, ms=N and scrape=1 may stand";
  const char *digits = word + strlen(quota->mark);
  long value;
  if (!file_number(digits, strlen(digits), 1, quota->most, &value))
    return "rate is 1 to 1000000, workers 1 to 1024, ms 1 to 3600000, scrape 1";
  if (*quota_of(tenant, quota)) return "a quota stands there twice";
  *quota_of(tenant, quota) = (unsigned)value;
  return NULL;
}

static bool is_name(const char *text) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  size_t length = strlen(text), first = strspn(text, letters);
  for (size_t i = first; i < length; i++)
    if (!strchr("._-", text[i]) && !strchr(letters, text[i])) return false;
  return first > 0 && length <= TENANT_NAME_MAX;
}

const char *tenant_read(struct tenant *tenant, char *line, const char **token) {
  char *rest, *word = strtok_r(line, BLANKS, &rest), *second = strtok_r(NULL, BLANKS, &rest);
  *token = second ? second : word;
  if (second && !is_name(word))
    return "a name is 1 to 32 letters, digits, dots, - and _, and begins with a letter or digit";
  if (!tenant_is_token(*token, strlen(*token)) || (second && quota_marked(second)))
    return "a token is 16 to 256 visible ASCII characters, alone or after its name";
  if (strncasecmp(*token, "REPLACE", 7) == 0)
    return "the token is that of a sample; put one of your own there";
  if (second) memcpy(tenant->name, word, strlen(word) + 1);
  const char *why = NULL;
  while (!why && (word = strtok_r(NULL, BLANKS, &rest))) why = read_quota(tenant, word);
  return why;
}

/* --- what it may use --- */

void tenant_allow(struct tenant *tenant, struct tenant *as) {
  for (size_t i = 0; i < QUOTAS; i++)
    atomic_store(quota_of(tenant, &quotas[i]), atomic_load(quota_of(as, &quotas[i])));
}

bool tenant_same_quotas(struct tenant *a, struct tenant *b) {
  bool same = true;
  for (size_t i = 0; i < QUOTAS; i++) same &= *quota_of(a, &quotas[i]) == *quota_of(b, &quotas[i]);
  return same;
}

bool tenant_admit(struct tenant *tenant, uint64_t now_us, uint64_t *wait_us) {
  const unsigned rate = atomic_load(&tenant->rate);
  uint_fast64_t full_us = atomic_load(&tenant->next_us), next_us;
  *wait_us = 0;
  if (!rate) return true;
  do {
    next_us = (full_us > now_us ? full_us : now_us) + 1000000 / rate;
    if (next_us > now_us + 1000000) {
      *wait_us = next_us - now_us - 1000000;
      return false;
    }
  } while (!atomic_compare_exchange_weak(&tenant->next_us, &full_us, next_us));
  return true;
}

/* --- life --- */

void tenant_hold(struct tenant *tenant) { atomic_fetch_add(&tenant->holders, 1); }

void tenant_release(struct tenant *tenant) {
  if (tenant && atomic_fetch_sub(&tenant->holders, 1) == 1) free(tenant);
}
