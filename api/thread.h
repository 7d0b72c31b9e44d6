/* thread.h - what one thread needs to answer: an engine, the trained nets, and what its host offers.
 *
 * Nothing in api knows sockets, threads or clocks. It asks the host for them through `struct ddz_host`.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/engine/engine.h"

struct ddz_api; /* one per thread */

#define DDZ_HOST_ENDS_US (UINT64_MAX / 2)

/* What the surroundings offer. Every callback may be called from the thread that runs a request. */
struct ddz_host {
  void *self;
  /* Monotonic microseconds; from DDZ_HOST_ENDS_US on all work is to end. NULL: timings read 0. */
  uint64_t (*now_us)(void *self);
  /* Random bytes that nobody can foresee, for the seed of a table that has none. NULL: its seed is 0.
   */
  void (*entropy)(void *self, void *bytes, size_t n);
  /* Told of the engine's tables before they are touched: they are read at random, which large pages make
   * cheaper. `memory` may lie on any boundary. NULL: nothing is done. */
  void (*advise)(void *self, void *memory, size_t bytes);
  /* Run item(arg, i, api) for i = 0..n-1, each once, in any order, perhaps on several threads, each with an
   * api of its own thread; return when all are done. NULL: the caller loops itself. */
  void (*spread)(void *self, size_t n, void (*item)(void *arg, size_t i, struct ddz_api *api), void *arg);
};

struct ddz_api_options {
  size_t memo_bytes;  /* power memo of the engine; 0: default */
  size_t table_bytes; /* solver table of the engine; 0: default */
  /* The longest answers, in bytes; 0: default. While it is written, an answer takes at most twice as much
   * memory, a batch at most three times (its items, and the whole). */
  size_t answer_bytes; /* of a single question, or of one item of a batch */
  size_t batch_bytes;
};

enum { DDZ_ANSWER_BYTES = 1 << 20, DDZ_BATCH_BYTES = 8 << 20, DDZ_ANSWER_BYTES_MIN = 64 << 10 };

/* For api/ and lib/; others know the name. */
struct ddz_api {
  struct ddz_host host;
  struct ddz_engine *engine; /* in the same memory */
  size_t answer_bytes, batch_bytes;
};

/* NULL when memory is short. The host is copied. */
struct ddz_api *ddz_api_new(const struct ddz_api_options *options, const struct ddz_host *host);
void ddz_api_free(struct ddz_api *api);

/* Of the memo; on the owner's thread. */
enum { DDZ_API_MEMO_HITS, DDZ_API_MEMO_MISSES, DDZ_API_MEMO_FILL, DDZ_API_MEMO_CAPACITY, DDZ_API_STATS };
void ddz_api_stats(const struct ddz_api *api, uint64_t stats[DDZ_API_STATS]);

/* Use the engine once, so that its first request is as fast as the next: the first use of memory costs a page
 * fault for each page. A few milliseconds; on the owner's thread or before it runs. Changes no answer. */
void ddz_api_warm(struct ddz_api *api);

/* The host's time; 0 when it has no clock. */
uint64_t ddz_api_now_us(const struct ddz_api *api);

/* ---- the trained nets, given by the host (service, library, tool) ---- */

/* Where a trained net is looked for by default, seen from the folder of the program: installed, in the source
 * tree. */
#define DDZ_MODEL_PLACES "../share/ddz/ddz.net", "../../share/ddz/ddz.net", "../../models/ddz.net"

/* Beside it may lie nets that were learned from its games, each with its mark before the end of the file's
 * name: ddz-bids.net, ddz-belief.net, ddz-wild.net. */
enum ddz_model_part {
  DDZ_MODEL_PLAY,   /* the net itself */
  DDZ_MODEL_BIDS,   /* for calling (question.h) */
  DDZ_MODEL_BELIEF, /* how the unseen cards lie (belief.h) */
  DDZ_MODEL_WILD,   /* plays where there are wildcards, in the place of the net itself */
  DDZ_MODEL_PARTS
};
const char *ddz_model_mark(enum ddz_model_part part); /* "", "-bids", "-belief", "-wild" */

/* A trained net with those that go with it. Shared by all apis, which only read it. */
struct ddz_api_model;

/* Open a net from bytes and add it to a model, which begins with the first: it is NULL before. NULL: opened.
 * Else what is wrong with the bytes, in a sentence that may follow a file's name and ": "; the model is as it
 * was.
 *
 * bytes  aligned to 64, the caller's, unchanged until the model is closed */
const char *ddz_api_model_add(struct ddz_api_model **model, enum ddz_model_part part, const void *bytes,
                              size_t size);
void ddz_api_model_close(struct ddz_api_model *model); /* NULL is allowed */
const char *ddz_api_model_name(const struct ddz_api_model *model);
uint64_t ddz_api_model_checksum(const struct ddz_api_model *model);

/* What it consists of, from the net of plays to that of wildcards; NULL for each that is missing. */
struct ddz_nets ddz_api_model_nets(const struct ddz_api_model *model); /* NULL is allowed */

/* From the next request on `api` plays with `model`, NULL: without one. On the owner's thread, between
 * requests; the model must stay open until the api has another or is freed. */
void ddz_api_use_model(struct ddz_api *api, const struct ddz_api_model *model);
