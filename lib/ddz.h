/* ddz.h - the Dou Dizhu engine in your process.
 *
 * What the HTTP service answers, without HTTP: a path and a JSON body in, a status and a JSON text out.
 * openapi.yaml describes every path, body and answer; they are the same here, byte for byte but for the
 * timing fields.
 *
 *   struct ddz *engine = ddz_open(NULL, NULL, 0);
 *   struct ddz_reply reply;
 *   ddz_ask(engine, "/classify", "{\"cards\":\"33344455\"}", &reply);
 *   printf("%d %s\n", reply.status, reply.text);
 *   ddz_close(engine);
 *
 * Threads: one handle per thread at a time. Handles share nothing, so any number of threads may work with a
 * handle each. Memory: about 50 MiB of address space a handle with the defaults. Resident after a
 * question to every route: 3 MiB beside the nets (11 MiB), which all handles of the same files share; a long
 * proof or many wildcards may touch the rest. Nets are read into memory of the process: their files may be
 * overwritten, cut short or removed at any time; a handle plays with what it has read, a later one with what
 * the files are then. Stack: 256 KiB of the thread that asks; 1 MiB where a body may hold lists
 * nested 2,000 deep.
 * Nothing is written to disk, no signal is used, no message is printed, and no thread is started but by a
 * batch of ddz_core.h, which has the same engine without JSON.
 *
 * The interface is stable: a program built against this header runs with every later library of the same
 * soname. */
#ifndef DDZ_H
#define DDZ_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define DDZ_PUBLIC __attribute__((visibility("default")))
#else
#define DDZ_PUBLIC
#endif

/* The most bytes that a setting may ask for, for a table and for a net. */
#define DDZ_TABLES_MAX ((size_t)1 << (sizeof(size_t) > 4 ? 36 : 29))
#define DDZ_NET_MAX ((size_t)64 << 20)

/* A net in memory. `bytes` NULL and `size` 0: there is none. The bytes stay the caller's and must not change
 * before ddz_close. */
struct ddz_bytes {
  const void *bytes;
  size_t size;
};

/* Settings of a handle. Begin with `struct ddz_settings s = {.size = sizeof s};`. Zero means the default. */
struct ddz_settings {
  size_t size;       /* sizeof(struct ddz_settings) as the program knows it: the struct may grow */
  const char *model; /* path of the net to play with; the nets beside it (x-bids.net, x-belief.net,
                        x-wild.net) are taken too. NULL: what `net` and its like give, else the installed one.
                        "none": play without a net */
  struct ddz_bytes net, bids, belief; /* the same files as bytes, for programs without a file system */
  size_t memo_bytes;                  /* remembered power values, at most DDZ_TABLES_MAX; 0: 1 MiB */
  size_t table_bytes;    /* the solver's transposition table, likewise; 0: 32 MiB, touched as a proof grows */
  unsigned answer_ms;    /* the longest an answer may take; 0: as long as the request's own limits allow */
  struct ddz_bytes wild; /* as `net`: x-wild.net, which plays where there are wildcards */
};

struct ddz; /* a handle */

/* A new handle, NULL on an error. `error` (may be NULL) receives at most `room` bytes of text that says why:
 * a file that cannot be read or is no net, or too little memory. settings NULL: all defaults. */
DDZ_PUBLIC struct ddz *ddz_open(const struct ddz_settings *settings, char *error, size_t room);

/* An answer. The text is NUL-terminated and belongs to the handle: it stays until the next ddz_ask or
 * ddz_close. */
struct ddz_reply {
  int status;       /* as over HTTP: 200, or 4xx with a problem object, or 503 when memory was too short */
  const char *text; /* JSON; "" when not even a problem could be written */
  size_t length;    /* bytes of text */
};

/* Send a request. `path` is one of openapi.yaml ("/robot-move"), but for those of the service itself, which
 * are 404 here: /health, /ready, /metrics, /openapi.yaml, /openapi.json. `body` is its JSON text, NULL for a
 * GET ("/rules"). Never fails otherwise: every error is a reply, and the handle can be used after it. Returns
 * reply->status. */
DDZ_PUBLIC int ddz_ask(struct ddz *handle, const char *path, const char *body, struct ddz_reply *reply);

/* The same with a body of `length` bytes that need not end with NUL. */
DDZ_PUBLIC int ddz_ask_bytes(struct ddz *handle, const char *path, const char *body, size_t length,
                             struct ddz_reply *reply);

/* Free a handle and its last reply. NULL is allowed. */
DDZ_PUBLIC void ddz_close(struct ddz *handle);

/* "0.3.0": of the library, not of the header. */
DDZ_PUBLIC const char *ddz_version(void);

#ifdef __cplusplus
}
#endif
#endif
