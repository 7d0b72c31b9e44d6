#include "service/http/access.h"

#include "service/ops/file.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Padded with zeros to one length, so that every comparison takes the same time. */
struct token {
  unsigned char bytes[TOKEN_BYTES_MAX];
};

struct tokens {
  size_t count;
  struct token token[];
};

struct access {
  const char *path, *origins;
  pthread_rwlock_t lock; /* guards `tokens`, the pointer and what it points to */
  struct tokens *tokens; /* NULL: none is wanted */
};

/* --- the file --- */

/* Visible ASCII, as long as a token should be. */
static bool is_token(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (text[i] <= 0x20 || text[i] >= 0x7f) return false;
  return length >= TOKEN_BYTES_MIN && length <= TOKEN_BYTES_MAX;
}

static const char *take_line(struct tokens *tokens, const char *line) {
  size_t length = strlen(line);
  if (length == 0 || line[0] == '#') return NULL;
  if (!is_token(line, length)) return "a token is 16 to 256 visible ASCII characters";
  if (tokens->count == TOKENS_MAX) return "there are more than 1024 tokens";
  memcpy(tokens->token[tokens->count++].bytes, line, length);
  return NULL;
}

/* NULL: `error` says why. The text is wiped before it is given back. */
static struct tokens *load(const char *path, char *error, size_t room) {
  char *text = file_read(path, error, room);
  if (!text) return NULL;
  size_t bytes = strlen(text), number = 0;
  struct tokens *tokens = calloc(1, sizeof *tokens + TOKENS_MAX * sizeof tokens->token[0]);
  const char *why = tokens ? NULL : "memory is short";
  for (char *line = text, *next; line && !why; line = next) {
    next = strchr(line, '\n');
    if (next) *next++ = '\0';
    number++;
    why = take_line(tokens, file_trim(line));
  }
  if (why) snprintf(error, room, "Line %zu of %s: %s.", number, path, why);
  if (!why && tokens->count == 0) snprintf(error, room, "%s holds no token.", path);
  explicit_bzero(text, bytes);
  free(text);
  if (!why && tokens->count) return tokens;
  free(tokens);
  return NULL;
}

static void discard(struct tokens *tokens) {
  if (tokens) explicit_bzero(tokens, sizeof *tokens + TOKENS_MAX * sizeof tokens->token[0]);
  free(tokens);
}

/* --- comparison --- */

/* 1 when equal, else 0; no branch depends on the bytes. */
static unsigned equal(const struct token *a, const struct token *b) {
  unsigned differ = 0;
  for (size_t i = 0; i < TOKEN_BYTES_MAX; i++) differ |= (unsigned)(a->bytes[i] ^ b->bytes[i]);
  return ((differ - 1u) >> 8) & 1u;
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

bool access_grants(struct access *access, const char *authorization) {
  struct token token;
  if (access_is_open(access)) return true;
  if (!presented(authorization, &token)) return false;
  unsigned found = 0;
  pthread_rwlock_rdlock(&access->lock);
  for (size_t i = 0; i < access->tokens->count; i++) found |= equal(&token, &access->tokens->token[i]);
  pthread_rwlock_unlock(&access->lock);
  return found != 0;
}

bool access_is_open(const struct access *access) { return access->path[0] == '\0'; }

/* --- origins --- */

bool access_knows_origins(const struct access *access) { return access->origins[0] != '\0'; }

const char *access_origin(const struct access *access, const char *origin) {
  size_t length = origin ? strlen(origin) : 0;
  for (const char *at = access->origins; length && *at;) {
    at += strspn(at, ", ");
    size_t here = strcspn(at, ", ");
    if (here == 1 && at[0] == '*') return "*";
    if (here == length && memcmp(at, origin, length) == 0) return origin;
    at += here;
  }
  return NULL;
}

/* --- life --- */

bool access_reload(struct access *access, char *error, size_t room) {
  if (access_is_open(access)) return true;
  struct tokens *fresh = load(access->path, error, room);
  if (!fresh) return false;
  pthread_rwlock_wrlock(&access->lock);
  struct tokens *old = access->tokens;
  access->tokens = fresh;
  pthread_rwlock_unlock(&access->lock);
  discard(old);
  return true;
}

struct access *access_new(const char *tokens, const char *origins, char *error, size_t room) {
  struct access *access = calloc(1, sizeof *access);
  snprintf(error, room, "There is not enough memory.");
  if (!access) return NULL;
  access->path = tokens;
  access->origins = origins;
  pthread_rwlock_init(&access->lock, NULL);
  if (access_reload(access, error, room)) return access;
  access_free(access);
  return NULL;
}

void access_free(struct access *access) {
  if (!access) return;
  discard(access->tokens);
  pthread_rwlock_destroy(&access->lock);
  free(access);
}
