#include "service/http/strict.h"

#include "service/ops/file.h"

#include <string.h>
#include <strings.h>

#define HEAD_BYTES 8192u /* of a head; the library itself gives up at about poller.c's POOL_BYTES */
#define REFUSAL(name, code, detail) static const struct strict_refusal name = {code, detail}

REFUSAL(bad_version, "unsupported_http_version", "This service speaks HTTP/1.0 and HTTP/1.1.");
REFUSAL(bad_method, "bad_request", "The method is not a token.");
REFUSAL(bad_target, "bad_request", "The request target holds a blank, a control or a non-ASCII byte.");
REFUSAL(bad_layout, "bad_request",
        "The request head holds a bare LF, a folded line, a NUL or superfluous blanks; end lines with CRLF.");
REFUSAL(bad_name, "bad_request", "A header name is not a token; no blank may stand before the colon.");
REFUSAL(bad_value, "bad_request", "A header value holds a control character.");
REFUSAL(host_missing, "bad_request", "HTTP/1.1 wants a Host header.");
REFUSAL(host_twice, "bad_request", "There is more than one Host header.");
REFUSAL(length_twice, "bad_request", "There is more than one Content-Length header.");
REFUSAL(length_wrong, "bad_request", "Content-Length is not a decimal number.");
REFUSAL(length_and_encoding, "bad_request", "Content-Length and Transfer-Encoding exclude each other.");
REFUSAL(encoding_unknown, "unsupported_transfer_encoding",
        "The only Transfer-Encoding understood is chunked, once.");
REFUSAL(encoding_in_1_0, "bad_request", "HTTP/1.0 has no Transfer-Encoding.");
REFUSAL(content_coded, "unsupported_media_type", "Send the body plain; no Content-Encoding is understood.");
REFUSAL(expectation, "unsupported_expectation", "The only expectation understood is 100-continue.");
REFUSAL(authorization_twice, "bad_request", "There is more than one Authorization header.");
REFUSAL(head_too_large, "headers_too_large", "The request head is larger than 8 KiB.");
REFUSAL(too_many_arguments, "headers_too_large", "The query holds more than 100 arguments.");

/* --- bytes --- */

static bool is_token(const char *text, size_t length) {
  static const char others[] = "!#$%&'*+-.^_`|~";
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!letter && (c == 0 || !strchr(others, c))) return false;
  }
  return length > 0;
}

static bool is_clean(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    if ((c < 0x20 && c != '\t') || c == 0x7f) return false;
  }
  return true;
}

static bool is_decimal(const char *text, size_t length, uint64_t *out) {
  uint64_t value = 0;
  for (size_t i = 0; i < length; i++) {
    if (text[i] < '0' || text[i] > '9') return false;
    if (value < UINT64_MAX / 10 - 1) value = value * 10 + (uint64_t)(text[i] - '0');
  }
  *out = value;
  return length > 0;
}

/* --- headers --- */

struct walk {
  struct strict_head *head;
  const struct strict_refusal *refusal; /* NULL: fine so far */
  unsigned lengths, encodings;
  const char *next; /* where the next field must start; NULL: not checked */
};

static void see_length(struct walk *walk, const char *value, size_t length) {
  if (++walk->lengths > 1)
    walk->refusal = &length_twice;
  else if (!is_decimal(value, length, &walk->head->content_length))
    walk->refusal = &length_wrong;
}

static void see_encoding(struct walk *walk, const char *value, size_t length) {
  walk->head->chunked = true;
  if (++walk->encodings > 1 || length != 7 || strncasecmp(value, "chunked", 7) != 0)
    walk->refusal = &encoding_unknown;
}

static void see_coding(struct walk *walk, const char *value, size_t length) {
  if (length != 8 || strncasecmp(value, "identity", 8) != 0) walk->refusal = &content_coded;
}

static void see_expect(struct walk *walk, const char *value, size_t length) {
  walk->head->expects = true;
  if (length != 12 || strncasecmp(value, "100-continue", 12) != 0) walk->refusal = &expectation;
}

static void see_id(struct walk *walk, const char *value, size_t length) {
  if (length <= 64 && is_token(value, length)) walk->head->request_id = value;
}

/* As W3C Trace Context writes it: version, trace, parent, flags. */
static void see_trace(struct walk *walk, const char *value, size_t length) {
  if (length == 55 && is_token(value, length)) walk->head->traceparent = value;
}

static void see_forwarded(struct walk *walk, const char *value, size_t length) {
  struct strict_head *head = walk->head;
  if (head->forwarded_count == STRICT_FORWARDED_MAX)
    memmove(head->forwarded, head->forwarded + 1, (--head->forwarded_count) * sizeof head->forwarded[0]);
  head->forwarded[head->forwarded_count++] = (struct strict_list){value, length};
}

/* What is looked at: seen by a function, or the value, which ends with a NUL, is kept. */
#define SEEN(text, see)                                                                                      \
  { text, sizeof text - 1, see, 0, NULL }
#define KEPT(text, member, twice)                                                                            \
  { text, sizeof text - 1, NULL, offsetof(struct strict_head, member), twice }
static const struct known {
  const char *name;
  size_t length;
  void (*see)(struct walk *walk, const char *value, size_t length);
  size_t offset;
  const struct strict_refusal *twice; /* NULL: the last one counts */
} known[] = {
    KEPT("Host", host, &host_twice),
    SEEN("Content-Length", see_length),
    KEPT("Content-Type", content_type, NULL),
    SEEN("Transfer-Encoding", see_encoding),
    SEEN("Content-Encoding", see_coding),
    SEEN("Expect", see_expect),
    SEEN("X-Request-Id", see_id),
    SEEN("traceparent", see_trace),
    KEPT("Authorization", authorization, &authorization_twice),
    KEPT("Origin", origin, NULL),
    KEPT("Sec-Fetch-Site", site, NULL),
    KEPT("Access-Control-Request-Method", preflight, NULL),
    SEEN("X-Forwarded-For", see_forwarded),
};

static void see(struct walk *walk, const struct known *field, const char *value, size_t length) {
  const char **kept = (const char **)(void *)((char *)walk->head + field->offset);
  if (field->see) {
    field->see(walk, value, length);
    return;
  }
  if (*kept && field->twice) walk->refusal = field->twice;
  *kept = value;
}

static enum MHD_Result see_field(void *self, enum MHD_ValueKind kind, const char *name, size_t name_length,
                                 const char *value, size_t value_length) {
  struct walk *walk = self;
  (void)kind;
  if (!value) value = "", value_length = 0;
  if (walk->next && name != walk->next)
    walk->refusal = &bad_layout;
  else if (!is_token(name, name_length))
    walk->refusal = &bad_name;
  else if (!is_clean(value, value_length))
    walk->refusal = &bad_value;
  if (walk->next) walk->next = value + value_length + 2;
  for (size_t i = 0; !walk->refusal && i < sizeof known / sizeof known[0]; i++)
    if (known[i].length == name_length && strncasecmp(known[i].name, name, name_length) == 0)
      see(walk, &known[i], value, value_length);
  return walk->refusal ? MHD_NO : MHD_YES;
}

/* --- the arithmetic --- */

bool strict_layout_known(void) { return strcmp(MHD_get_version(), "0.9.75") == 0; }

/* Where the first field starts if the request line is as it should be, else NULL. */
static const char *first_field(const struct strict_head *head) {
  const char *target = head->method + strlen(head->method) + 1;
  const char *version = target + head->target_length + 1;
  return head->target == target && head->version == version ? version + 8 + 2 : NULL;
}

static const struct strict_refusal *check_line(const struct strict_head *head) {
  if (strcmp(head->version, "HTTP/1.1") != 0 && strcmp(head->version, "HTTP/1.0") != 0) return &bad_version;
  if (!is_token(head->method, strlen(head->method))) return &bad_method;
  return head->target_clean ? NULL : &bad_target;
}

static const struct strict_refusal *check_fields(struct strict_head *head,
                                                 struct MHD_Connection *connection) {
  const bool old = head->version[7] == '0';
  struct walk walk = {.head = head};
  if (strict_layout_known() && !(walk.next = first_field(head))) return &bad_layout;
  MHD_get_connection_values_n(connection, MHD_HEADER_KIND, see_field, &walk);
  if (walk.refusal) return walk.refusal;
  if (walk.next && walk.next + 2 != head->method + head->head_bytes) return &bad_layout;
  if (!head->host && !old) return &host_missing;
  if (walk.encodings && walk.lengths) return &length_and_encoding;
  return walk.encodings && old ? &encoding_in_1_0 : NULL;
}

static size_t count_arguments(const char *query) {
  size_t n = *query != '\0';
  for (; *query; query++) n += *query == '&';
  return n;
}

void strict_target(struct strict_head *head, const char *target) {
  head->target = target;
  head->target_length = strlen(target);
  head->path_length = strcspn(target, "?");
  head->target_clean = target[0] && file_is_visible(target, head->target_length);
  char *mark = strchr(target, '?'); /* in the connection's buffer, which the library writes to as well */
  head->arguments = mark ? count_arguments(mark + 1) : 0;
  if (mark && strict_layout_known()) mark[1] = '\0';
}

const struct strict_refusal *strict_check(struct strict_head *head, struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *size =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  head->head_bytes = size ? size->header_size : 0;
  const struct strict_refusal *refusal = check_line(head);
  if (!refusal) refusal = check_fields(head, connection);
  if (refusal) return refusal;
  if (head->head_bytes > HEAD_BYTES) return &head_too_large;
  return head->arguments > STRICT_ARGUMENTS_MAX ? &too_many_arguments : NULL;
}

bool strict_foreign(const struct strict_head *head) {
  if (head->site && strcasecmp(head->site, "same-origin") != 0 && strcasecmp(head->site, "none") != 0)
    return true;
  if (!head->origin) return false;
  const char *authority = strstr(head->origin, "://");
  return !authority || !head->host || strcasecmp(authority + 3, head->host) != 0;
}

/* --- path --- */

/* Start of the path in origin or absolute form, or NULL. Both schemes are ours: whether there was TLS on the
 * way, a proxy in front may know better. */
static const char *path_start(const char *target, const char *end) {
  static const char *const schemes[] = {"http://", "https://"};
  size_t length = (size_t)(end - target);
  if (length && (*target == '/' || *target == '*')) return target;
  for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
    size_t past = strlen(schemes[i]);
    if (length > past && strncasecmp(target, schemes[i], past) == 0)
      return memchr(target + past, '/', length - past);
  }
  return NULL;
}

bool strict_path(const struct strict_head *head, char *path, size_t room) {
  const char *end = head->target + head->path_length;
  const char *at = path_start(head->target, end);
  if (!at) return false;
  size_t length = (size_t)(end - at);
  if (length >= room) length = room - 1;
  memcpy(path, at, length);
  path[length] = '\0';
  return true;
}
