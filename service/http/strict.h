/* strict.h - requests we refuse before reading them.
 *
 * The HTTP library is lenient where two parsers in a row could read different requests: it takes a
 * Content-Length beside a Transfer-Encoding, the first of two lengths, lines that end in a bare LF, folded
 * headers, blanks before the colon, NUL anywhere. A proxy in front of us may read them differently, so
 * each of these is refused and its connection closed.
 *
 * What the library no longer shows (line ends, NULs, folds) is found by arithmetic: it parses in place, so
 * method, target, version and header fields must follow one another at exactly the distance that their
 * lengths and CRLFs make. That holds for libmicrohttpd 0.9.75; other versions are told to be strict
 * themselves, and the arithmetic is left out. */
#pragma once

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Why a request is refused. */
struct strict_refusal {
  const char *code;   /* the api knows its status */
  const char *detail; /* a sentence */
};

#define STRICT_FORWARDED_MAX 4u
#define STRICT_ARGUMENTS_MAX 100u
#define STRICT_ID_MAX 64u

struct strict_head {
  const char *method, *version;
  const char *target;   /* by strict_target */
  size_t target_length; /* bytes, up to the first NUL; only the path survives the library's parser */
  size_t path_length;   /* bytes before the query */
  size_t arguments;     /* of the query */
  bool target_clean;    /* visible ASCII throughout */
  size_t body_limit;    /* bytes */
  /* found by strict_check */
  const char *content_type, *request_id, *traceparent; /* NULL when absent */
  const char *authorization, *origin;                  /* likewise */
  const char *host, *site;                             /* likewise; site: Sec-Fetch-Site */
  struct strict_list {                                 /* X-Forwarded-For, the last ones, in order */
    const char *text;
    size_t length;
  } forwarded[STRICT_FORWARDED_MAX];
  size_t forwarded_count;
  const char *length, *encoding, *coding; /* likewise; encoding: the body is chunked */
  const char *expect;                     /* likewise; 100-continue, before it sends the body */
  const char *preflight;                  /* likewise; Access-Control-Request-Method */
  uint64_t content_length;                /* 0 when absent or chunked */
  size_t head_bytes;
};

/* Is this the library whose parser the arithmetic is about? Asked of the one that is linked, not of its
 * header. */
bool strict_layout_known(void);

/* Look at the request target before the library takes its query apart. It must not: each argument would take
 * of the connection's memory, and with some 210 of them it drops the request without telling anybody. So
 * where the layout is known the query is cut off here, in the library's buffer. */
void strict_target(struct strict_head *head, const char *target);

/* NULL when the request may be read on. */
const struct strict_refusal *strict_check(struct strict_head *head, struct MHD_Connection *connection);

/* Did a web page send this that does not come from here? Browsers say so themselves. The origin is ours when
 * it names the host that is asked. */
bool strict_foreign(const struct strict_head *head);

/* The target without its query; in absolute form scheme and authority are cut off. Nothing is
 * percent-decoded: no path of ours needs it, and a proxy in front that shuts a path off goes by the bytes it
 * sees, as we do. A path that does not fit into `room` bytes is cut: more than any of ours, it is as unknown
 * as the whole. False: it is no path. */
bool strict_path(const struct strict_head *head, char *path, size_t room);
