#include "service/http/strict.h"

#include "service/ops/file.h"

#include <ctype.h>
#include <stdlib.h>
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
    const unsigned char c = (unsigned char)text[i];
    if (!isalnum(c) && (c == 0 || !strchr(others, c))) return false;
  }
  return length > 0;
}

static bool is_clean(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (iscntrl((unsigned char)text[i]) && text[i] != '\t') return false;
  return true;
}

/* --- headers --- */

struct walk {
  struct strict_head *head;
  const struct strict_refusal *refusal; /* NULL: fine so far */
  const char *next;                     /* where the next field must start; NULL: not checked */
};

static void see_forwarded(struct strict_head *head, const char *value, size_t length) {
  if (head->forwarded_count == STRICT_FORWARDED_MAX)
    memmove(head->forwarded, head->forwarded + 1, (--head->forwarded_count) * sizeof head->forwarded[0]);
  head->forwarded[head->forwarded_count++] = (struct strict_list){value, length};
}

/* Whose value, which ends with a NUL, is kept; of several the last. */
#define FIELD(text, member, twice, only, other)                                                              \
  { text, sizeof text - 1, offsetof(struct strict_head, member), twice, only, other }
static const struct known {
  const char *name;
  size_t length, offset;
  const struct strict_refusal *twice; /* there may be one alone; NULL: several */
  const char *only;                   /* the value that it may have; NULL: any */
  const struct strict_refusal *other; /* it has another */
} known[] = {
    FIELD("Host", host, &host_twice, NULL, NULL),
    FIELD("Content-Length", length, &length_twice, NULL, NULL),
    FIELD("Content-Type", content_type, NULL, NULL, NULL),
    FIELD("Transfer-Encoding", encoding, &encoding_unknown, "chunked", &encoding_unknown),
    FIELD("Content-Encoding", coding, NULL, "identity", &content_coded),
    FIELD("Expect", expect, NULL, "100-continue", &expectation),
    FIELD("X-Request-Id", request_id, NULL, NULL, NULL),
    FIELD("traceparent", traceparent, NULL, NULL, NULL),
    FIELD("Authorization", authorization, &authorization_twice, NULL, NULL),
    FIELD("Origin", origin, NULL, NULL, NULL),
    FIELD("Sec-Fetch-Site", site, NULL, NULL, NULL),
    FIELD("Access-Control-Request-Method", preflight, NULL, NULL, NULL),
};

static void see(struct walk *walk, const char *name, size_t name_length, const char *value, size_t length) {
  static const char chain[] = "X-Forwarded-For";
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    const struct known *field = &known[i];
    if (field->length != name_length || strncasecmp(field->name, name, name_length) != 0) continue;
    const char **kept = (const char **)(void *)((char *)walk->head + field->offset);
    if (*kept && field->twice) walk->refusal = field->twice;
    if (field->only && strcasecmp(value, field->only) != 0) walk->refusal = field->other;
    *kept = value;
    return;
  }
  if (name_length == sizeof chain - 1 && strncasecmp(name, chain, name_length) == 0)
    see_forwarded(walk->head, value, length);
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
  if (!walk->refusal) see(walk, name, name_length, value, value_length);
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

/* Texts of the client that go back to it, or into the log. */
static void check_marks(struct strict_head *head) {
  const char *id = head->request_id, *trace = head->traceparent; /* version, trace, parent, flags */
  if (id && (strlen(id) > STRICT_ID_MAX || !is_token(id, strlen(id)))) head->request_id = NULL;
  if (trace && (strlen(trace) != 55 || !is_token(trace, 55))) head->traceparent = NULL;
}

static const struct strict_refusal *check_fields(struct strict_head *head,
                                                 struct MHD_Connection *connection) {
  const bool old = head->version[7] == '0';
  struct walk walk = {.head = head};
  if (strict_layout_known() && !(walk.next = first_field(head))) return &bad_layout;
  MHD_get_connection_values_n(connection, MHD_HEADER_KIND, see_field, &walk);
  check_marks(head);
  if (walk.refusal) return walk.refusal;
  if (head->length) head->content_length = strtoull(head->length, NULL, 10); /* the library has checked it */
  if (walk.next && walk.next + 2 != head->method + head->head_bytes) return &bad_layout;
  if (!head->host && !old) return &host_missing;
  if (head->encoding && head->length) return &length_and_encoding;
  return head->encoding && old ? &encoding_in_1_0 : NULL;
}

void strict_target(struct strict_head *head, const char *target) {
  head->target = target;
  head->target_length = strlen(target);
  head->path_length = strcspn(target, "?");
  head->target_clean = target[0] && file_is_visible(target, head->target_length);
  char *mark = strchr(target, '?'); /* in the connection's buffer, which the library writes to as well */
  head->arguments = mark && mark[1];
  for (const char *query = mark; query && *query; query++) head->arguments += *query == '&';
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
