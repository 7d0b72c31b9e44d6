#include "tests/support/shapes.h"

#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>

#define HOST "Host: t\r\n"
#define SMUGGLED "GET /fixed HTTP/1.1\r\nHost: t\r\n\r\n"
#define BYTES(text) text, sizeof text - 1

const struct shape shapes[] = {
    {"length and chunked", 400,
     BYTES("POST /echo HTTP/1.1\r\n" HOST
           "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" SMUGGLED)},
    {"chunked and length", 400,
     BYTES("POST /echo HTTP/1.1\r\n" HOST
           "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n" SMUGGLED)},
    {"two lengths that differ", 400,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Content-Length: 0\r\nContent-Length: 33\r\n\r\n" SMUGGLED)},
    {"two lengths that agree", 400,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Content-Length: 0\r\nContent-Length: 0\r\n\r\n" SMUGGLED)},
    {"two lengths in one field", 400,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Content-Length: 0, 0\r\n\r\n" SMUGGLED)},
    {"length with a sign", 400, BYTES("POST /echo HTTP/1.1\r\n" HOST "Content-Length: +0\r\n\r\n" SMUGGLED)},
    {"length below zero", 400, BYTES("POST /echo HTTP/1.1\r\n" HOST "Content-Length: -1\r\n\r\n" SMUGGLED)},
    {"length in hex", 400, BYTES("POST /echo HTTP/1.1\r\n" HOST "Content-Length: 0x0\r\n\r\n" SMUGGLED)},
    {"length without digits", 400, BYTES("POST /echo HTTP/1.1\r\n" HOST "Content-Length:\r\n\r\n" SMUGGLED)},
    {"length that overflows", 413,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Content-Length: 99999999999999999999999\r\n\r\n" SMUGGLED)},
    {"blank before the colon", 400,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Content-Length : 33\r\n\r\n" SMUGGLED)},
    {"tab before the colon", 400,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Content-Length\t: 33\r\n\r\n" SMUGGLED)},
    {"blank before chunked's colon", 400,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" SMUGGLED)},
    {"encoding twice", 501,
     BYTES("POST /echo HTTP/1.1\r\n" HOST
           "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" SMUGGLED)},
    {"unknown encoding", 501,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding: xchunked\r\n\r\n" SMUGGLED)},
    {"encoding list", 501,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding: gzip, chunked\r\n\r\n" SMUGGLED)},
    {"encoding identity", 501,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding: identity\r\n\r\n" SMUGGLED)},
    {"encoding with a blank", 501,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked \r\n\r\n0\r\n\r\n" SMUGGLED)},
    {"chunked in HTTP/1.0", 400,
     BYTES("POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" SMUGGLED)},
    {"bare LF after the request line", 400, BYTES("GET /fixed HTTP/1.1\nHost: t\r\n\r\n" SMUGGLED)},
    {"bare LF after a field", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\nA: b\r\n\r\n" SMUGGLED)},
    {"bare LF after the last field", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\n\r\n" SMUGGLED)},
    {"bare LF at the end of the head", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\r\n\n" SMUGGLED)},
    {"bare LF throughout", 400, BYTES("GET /fixed HTTP/1.1\nHost: t\n\n" SMUGGLED)},
    {"bare LF hides a length", 400,
     BYTES("POST /echo HTTP/1.1\r\nHost: t\r\nX: y\nContent-Length: 33\r\n\r\n" SMUGGLED)},
    {"bare CR in a value", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\r\nX: a\rb\r\n\r\n" SMUGGLED)},
    {"folded field", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\r\nX: a\r\n b\r\n\r\n" SMUGGLED)},
    {"folded last field, tab", 400, BYTES("GET /fixed HTTP/1.1\r\nX: y\r\nHost: t\r\n\tb\r\n\r\n" SMUGGLED)},
    {"fold of blanks only", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\r\n \r\n\r\n" SMUGGLED)},
    {"fold before any field", 400, BYTES("GET /fixed HTTP/1.1\r\n Host: t\r\n\r\n" SMUGGLED)},
    {"NUL in a value", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\r\nX: a\0b\r\n\r\n" SMUGGLED)},
    {"NUL in a name", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\r\nX\0: a\r\n\r\n" SMUGGLED)},
    {"NUL at the end of the last value", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\0\r\n\r\n" SMUGGLED)},
    {"NUL in the target", 400, BYTES("GET /fixed\0x HTTP/1.1\r\nHost: t\r\n\r\n" SMUGGLED)},
    {"NUL in the method", 400, BYTES("GE\0T /fixed HTTP/1.1\r\nHost: t\r\n\r\n" SMUGGLED)},
    {"no host", 400, BYTES("GET /fixed HTTP/1.1\r\n\r\n" SMUGGLED)},
    {"two hosts", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\r\nHost: t\r\n\r\n" SMUGGLED)},
    {"empty field name", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\r\n: a\r\n\r\n" SMUGGLED)},
    {"field name with a slash", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\r\nA/B: a\r\n\r\n" SMUGGLED)},
    {"field without a colon", 400, BYTES("GET /fixed HTTP/1.1\r\nHost: t\r\nnonsense\r\n\r\n" SMUGGLED)},
    {"blank in the target", 400, BYTES("GET /fixed /x HTTP/1.1\r\nHost: t\r\n\r\n" SMUGGLED)},
    {"two blanks before the target", 400, BYTES("GET  /fixed HTTP/1.1\r\nHost: t\r\n\r\n" SMUGGLED)},
    {"two blanks after the target", 400, BYTES("GET /fixed  HTTP/1.1\r\nHost: t\r\n\r\n" SMUGGLED)},
    {"blank after the version", 400, BYTES("GET /fixed HTTP/1.1 \r\nHost: t\r\n\r\n" SMUGGLED)},
    {"tab in the request line", 400, BYTES("GET\t/fixed HTTP/1.1\r\nHost: t\r\n\r\n" SMUGGLED)},
    {"UTF-8 in the target", 400, BYTES("GET /f\xc3\xaf HTTP/1.1\r\nHost: t\r\n\r\n" SMUGGLED)},
    {"method that is no token", 400, BYTES("G(T /fixed HTTP/1.1\r\nHost: t\r\n\r\n" SMUGGLED)},
    {"HTTP/1.2", 505, BYTES("GET /fixed HTTP/1.2\r\nHost: t\r\n\r\n" SMUGGLED)},
    {"HTTP/2.0", 505, BYTES("GET /fixed HTTP/2.0\r\nHost: t\r\n\r\n" SMUGGLED)},
    {"HTTP/0.9", 400, BYTES("GET /fixed\r\n\r\n" SMUGGLED)},
    {"HTTP/2 preface", 505, BYTES("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")},
    {"packed body", 415,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Content-Encoding: gzip\r\nContent-Length: 33\r\n\r\n" SMUGGLED)},
    {"unknown expectation", 417,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Expect: wonders\r\nContent-Length: 33\r\n\r\n" SMUGGLED)},
    {"chunk size that is none", 400,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n" SMUGGLED)},
    {"chunk size with a sign", 400,
     BYTES("POST /echo HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n" SMUGGLED)},
    {"chunk longer than it says", 400,
     BYTES("POST /echo HTTP/1.1\r\n" HOST
           "Transfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n" SMUGGLED)},
    {"TLS hello", 0, BYTES("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n")},
};
const size_t shape_count = sizeof shapes / sizeof *shapes;

/* Seen with 1.0.1 and 1.0.10; `other` with 1.0.1 alone. */
static const struct newer {
  const char *name;
  int status, other;
} newer[] = {
    {"unknown encoding", 501, 400},
    {"encoding list", 501, 400},
    {"encoding identity", 501, 400},
    {"length that overflows", 400, 413},
    {"encoding twice", 400, 501},
    {"encoding with a blank", -1, -1}, /* blanks around a value are no part of it */
    {"NUL in the target", 0, 0},
    {"NUL in the method", 0, 0},
    {"tab in the request line", 0, 0},
};

static struct newer row_of(const struct shape *shape) {
  const bool is_newer = strtol(MHD_get_version(), NULL, 10) >= 1;
  for (size_t i = 0; is_newer && i < sizeof newer / sizeof *newer; i++)
    if (strcmp(newer[i].name, shape->name) == 0) return newer[i];
  return (struct newer){shape->name, shape->status, shape->status};
}

bool shape_counts(const struct shape *shape) { return row_of(shape).status >= 0; }

bool shape_has_status(const struct shape *shape, int status) {
  const struct newer row = row_of(shape);
  return status == row.status || status == row.other;
}
