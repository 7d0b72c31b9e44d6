#include "service/http/strict.h"

#include <string.h>
#include <strings.h>

enum reason {
  FINE,
  BAD_VERSION,
  BAD_METHOD,
  BAD_TARGET,
  BAD_LAYOUT,
  BAD_NAME,
  BAD_VALUE,
  HOST_MISSING,
  HOST_TWICE,
  LENGTH_TWICE,
  LENGTH_WRONG,
  LENGTH_AND_ENCODING,
  ENCODING_UNKNOWN,
  ENCODING_IN_1_0,
  CONTENT_CODED,
  EXPECTATION,
  AUTHORIZATION_TWICE,
  HEAD_TOO_LARGE,
  TOO_MANY_ARGUMENTS,
  BODY_TOO_LARGE,
};

static const struct strict_refusal refusals[] = {
    [BAD_VERSION] = {"unsupported_http_version", "This service speaks HTTP/1.0 and HTTP/1.1."},
    [BAD_METHOD] = {"bad_request", "The method is not a token."},
    [BAD_TARGET] = {"bad_request", "The request target holds a blank, a control or a non-ASCII byte."},
    [BAD_LAYOUT] = {"bad_request",
                    "The request head holds a bare LF, a folded line, a NUL or superfluous blanks; end lines "
                    "with CRLF."},
    [BAD_NAME] = {"bad_request", "A header name is not a token; no blank may stand before the colon."},
    [BAD_VALUE] = {"bad_request", "A header value holds a control character."},
    [HOST_MISSING] = {"bad_request", "HTTP/1.1 wants a Host header."},
    [HOST_TWICE] = {"bad_request", "There is more than one Host header."},
    [LENGTH_TWICE] = {"bad_request", "There is more than one Content-Length header."},
    [LENGTH_WRONG] = {"bad_request", "Content-Length is not a decimal number."},
    [LENGTH_AND_ENCODING] = {"bad_request", "Content-Length and Transfer-Encoding exclude each other."},
    [ENCODING_UNKNOWN] = {"unsupported_transfer_encoding",
                          "The only Transfer-Encoding understood is chunked, once."},
    [ENCODING_IN_1_0] = {"bad_request", "HTTP/1.0 has no Transfer-Encoding."},
    [CONTENT_CODED] = {"unsupported_media_type", "Send the body plain; no Content-Encoding is understood."},
    [EXPECTATION] = {"unsupported_expectation", "The only expectation understood is 100-continue."},
    [AUTHORIZATION_TWICE] = {"bad_request", "There is more than one Authorization header."},
    [HEAD_TOO_LARGE] = {"headers_too_large", "The request head is larger than 8 KiB."},
    [TOO_MANY_ARGUMENTS] = {"headers_too_large", "The query holds more than 100 arguments."},
    [BODY_TOO_LARGE] = {"body_too_large", "The body is larger than this service accepts."},
};

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

static bool is_visible_ascii(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if ((unsigned char)text[i] <= 0x20 || (unsigned char)text[i] >= 0x7f) return false;
  return length > 0;
}

/* --- headers --- */

struct walk {
  struct strict_head *head;
  enum reason reason;
  unsigned hosts, lengths, encodings;
  bool http_1_0;
  const char *next; /* where the next field must start; NULL: not checked */
};

static void see_host(struct walk *walk, const char *value, size_t length) {
  (void)length;
  walk->head->host = value;
  if (++walk->hosts > 1) walk->reason = HOST_TWICE;
}

static void see_length(struct walk *walk, const char *value, size_t length) {
  if (++walk->lengths > 1)
    walk->reason = LENGTH_TWICE;
  else if (!is_decimal(value, length, &walk->head->content_length))
    walk->reason = LENGTH_WRONG;
}

static void see_encoding(struct walk *walk, const char *value, size_t length) {
  walk->head->chunked = true;
  if (++walk->encodings > 1 || length != 7 || strncasecmp(value, "chunked", 7) != 0)
    walk->reason = ENCODING_UNKNOWN;
}

static void see_coding(struct walk *walk, const char *value, size_t length) {
  if (length != 8 || strncasecmp(value, "identity", 8) != 0) walk->reason = CONTENT_CODED;
}

static void see_expect(struct walk *walk, const char *value, size_t length) {
  if (length != 12 || strncasecmp(value, "100-continue", 12) != 0) walk->reason = EXPECTATION;
}

static void see_type(struct walk *walk, const char *value, size_t length) {
  (void)length;
  walk->head->content_type = value;
}

static void see_id(struct walk *walk, const char *value, size_t length) {
  if (length <= 64 && is_token(value, length)) walk->head->request_id = value;
}

static void see_authorization(struct walk *walk, const char *value, size_t length) {
  (void)length;
  if (walk->head->authorization) walk->reason = AUTHORIZATION_TWICE;
  walk->head->authorization = value;
}

static void see_site(struct walk *walk, const char *value, size_t length) {
  (void)length;
  walk->head->site = value;
}

static void see_origin(struct walk *walk, const char *value, size_t length) {
  (void)length;
  walk->head->origin = value;
}

static void see_forwarded(struct walk *walk, const char *value, size_t length) {
  struct strict_head *head = walk->head;
  if (head->forwarded_count == STRICT_FORWARDED_MAX)
    memmove(head->forwarded, head->forwarded + 1, (--head->forwarded_count) * sizeof head->forwarded[0]);
  head->forwarded[head->forwarded_count++] = (struct strict_list){value, length};
}

static void see_preflight(struct walk *walk, const char *value, size_t length) {
  (void)value;
  (void)length;
  walk->head->preflight = true;
}

#define NAME(text) text, sizeof text - 1
static const struct {
  const char *name;
  size_t length;
  void (*see)(struct walk *walk, const char *value, size_t length);
} known[] = {
    {NAME("Host"), see_host},
    {NAME("Content-Length"), see_length},
    {NAME("Content-Type"), see_type},
    {NAME("Transfer-Encoding"), see_encoding},
    {NAME("Content-Encoding"), see_coding},
    {NAME("Expect"), see_expect},
    {NAME("X-Request-Id"), see_id},
    {NAME("Authorization"), see_authorization},
    {NAME("Origin"), see_origin},
    {NAME("Sec-Fetch-Site"), see_site},
    {NAME("Access-Control-Request-Method"), see_preflight},
    {NAME("X-Forwarded-For"), see_forwarded},
};

static enum MHD_Result see_field(void *self, enum MHD_ValueKind kind, const char *name, size_t name_length,
                                 const char *value, size_t value_length) {
  struct walk *walk = self;
  (void)kind;
  if (!value) value = "", value_length = 0;
  if (walk->next && name != walk->next) walk->reason = BAD_LAYOUT;
  if (walk->next) walk->next = value + value_length + 2;
  if (walk->reason == FINE && !is_token(name, name_length)) walk->reason = BAD_NAME;
  if (walk->reason == FINE && !is_clean(value, value_length)) walk->reason = BAD_VALUE;
  for (size_t i = 0; walk->reason == FINE && i < sizeof known / sizeof known[0]; i++)
    if (known[i].length == name_length && strncasecmp(known[i].name, name, name_length) == 0)
      known[i].see(walk, value, value_length);
  return walk->reason == FINE ? MHD_YES : MHD_NO;
}

/* --- the arithmetic --- */

bool strict_layout_known(void) { return strcmp(MHD_get_version(), "0.9.75") == 0; }

/* Where the first field starts if the request line is as it should be, else NULL. */
static const char *first_field(const struct strict_head *head) {
  const char *target = head->method + strlen(head->method) + 1;
  const char *version = target + head->target_length + 1;
  return head->target == target && head->version == version ? version + 8 + 2 : NULL;
}

static bool ends_right(const struct strict_head *head, const struct walk *walk) {
  return walk->next + 2 == head->method + head->head_bytes;
}

static enum reason check_line(const struct strict_head *head) {
  if (strcmp(head->version, "HTTP/1.1") != 0 && strcmp(head->version, "HTTP/1.0") != 0) return BAD_VERSION;
  if (!is_token(head->method, strlen(head->method))) return BAD_METHOD;
  if (!head->target_clean) return BAD_TARGET;
  return FINE;
}

static enum reason check_fields(struct strict_head *head, struct MHD_Connection *connection) {
  struct walk walk = {.head = head, .http_1_0 = head->version[7] == '0'};
  if (head->layout_known) walk.next = first_field(head);
  if (head->layout_known && !walk.next) return BAD_LAYOUT;
  MHD_get_connection_values_n(connection, MHD_HEADER_KIND, see_field, &walk);
  if (walk.reason != FINE) return walk.reason;
  if (walk.next && !ends_right(head, &walk)) return BAD_LAYOUT;
  if (walk.hosts == 0 && !walk.http_1_0) return HOST_MISSING;
  if (walk.encodings && walk.lengths) return LENGTH_AND_ENCODING;
  if (walk.encodings && walk.http_1_0) return ENCODING_IN_1_0;
  return FINE;
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
  head->target_clean = is_visible_ascii(target, head->target_length);
  char *mark = strchr(target, '?'); /* in the connection's buffer, which the library writes to as well */
  head->arguments = mark ? count_arguments(mark + 1) : 0;
  if (mark && head->layout_known) mark[1] = '\0';
}

const struct strict_refusal *strict_check(struct strict_head *head, struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *size =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  head->head_bytes = size ? size->header_size : 0;
  enum reason reason = check_line(head);
  if (reason == FINE) reason = check_fields(head, connection);
  if (reason == FINE && head->head_bytes > head->header_limit) reason = HEAD_TOO_LARGE;
  if (reason == FINE && head->arguments > STRICT_ARGUMENTS_MAX) reason = TOO_MANY_ARGUMENTS;
  if (reason == FINE && head->content_length > head->body_limit) reason = BODY_TOO_LARGE;
  return reason == FINE ? NULL : &refusals[reason];
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
