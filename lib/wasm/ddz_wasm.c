/* ddz_wasm.c - libddz as a WebAssembly module: functions of numbers, for ddz-engine.js.
 *
 * Pointers are offsets into the module's memory. A host allocates with ddz_wasm_alloc, writes a text or a net
 * there, and frees it with ddz_wasm_free. One engine a module. */
#include <stdlib.h>
#include <string.h>

#include "lib/ddz.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

static struct ddz *engine;
static struct ddz_reply reply;
static char wrong[200];

void *EXPORT(ddz_wasm_alloc)(size_t bytes);
void EXPORT(ddz_wasm_free)(void *memory);
const char *EXPORT(ddz_wasm_open)(size_t memo_bytes, size_t table_bytes, const void *net, size_t net_size,
                                  const void *bids, size_t bids_size, const void *belief, size_t belief_size,
                                  const void *wild, size_t wild_size);
int EXPORT(ddz_wasm_ask)(const char *path, const char *body, size_t length);
const char *EXPORT(ddz_wasm_text)(void);
size_t EXPORT(ddz_wasm_length)(void);
const char *EXPORT(ddz_wasm_version)(void);

void *ddz_wasm_alloc(size_t bytes) { return malloc(bytes); }
void ddz_wasm_free(void *memory) { free(memory); }

/* Open the engine, or open it anew with other nets (size 0: none). NULL, or what is wrong. */
const char *ddz_wasm_open(size_t memo_bytes, size_t table_bytes, const void *net, size_t net_size,
                          const void *bids, size_t bids_size, const void *belief, size_t belief_size,
                          const void *wild, size_t wild_size) {
  struct ddz_settings settings = {
      .size = sizeof settings, .memo_bytes = memo_bytes, .table_bytes = table_bytes};
  if (net_size) settings.net = (struct ddz_bytes){net, net_size};
  if (bids_size) settings.bids = (struct ddz_bytes){bids, bids_size};
  if (belief_size) settings.belief = (struct ddz_bytes){belief, belief_size};
  if (wild_size) settings.wild = (struct ddz_bytes){wild, wild_size};
  struct ddz *opened = ddz_open(&settings, wrong, sizeof wrong);
  if (!opened) return wrong;
  ddz_close(engine);
  engine = opened;
  return NULL;
}

/* The status; text and length are read afterwards. `body` NULL: a GET. */
int ddz_wasm_ask(const char *path, const char *body, size_t length) {
  return ddz_ask_bytes(engine, path, body, length, &reply);
}
const char *ddz_wasm_text(void) { return reply.text; }
size_t ddz_wasm_length(void) { return reply.length; }
const char *ddz_wasm_version(void) { return ddz_version(); }
