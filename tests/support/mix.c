#include "tests/support/mix.h"

#include "core/base/rng.h"
#include "tests/support/jsonl.h"
#include "tests/support/malformed.h"
#include "tests/support/shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VARIANTS = 256, BODY_ROOM = 8192, MALFORMED_MAX = 2048 };

/* --- bodies --- */

/* A shuffled pack; hands are cut from it in turn. */
struct pack {
  unsigned char cards[55];
};

static struct pack shuffled(struct ddz_rng *rng) {
  struct pack pack;
  memcpy(pack.cards, "33334444555566667777888899990000JJJJQQQQKKKKAAAA2222BR", 55);
  ddz_rng_shuffle(rng, pack.cards, 54);
  for (size_t i = 0; i < 54; i++)
    if (pack.cards[i] == '0') pack.cards[i] = 'T';
  return pack;
}

#define CARDS(pack, from, count) (int)(count), (const char *)(pack)->cards + (from)

/* One body of a kind, different each time. */
typedef void write_body(struct ddz_rng *rng, char *out, size_t room);

static void classify(struct ddz_rng *rng, char *out, size_t room) {
  static const char *const plays[] = {"3",      "44",          "555",      "5556",       "66677",  "34567",
                                      "334455", "333444",      "3334446T", "3334445566", "777788", "8888",
                                      "BR",     "3456789TJQK", "3346",     "5556667788"};
  static const char *const rules[] = {"standard", "douzero", "huanle", "botzone", "yuncheng"};
  snprintf(out, room, "{\"cards\":\"%s\",\"rules\":\"%s\"}", plays[ddz_rng_below(rng, 16)],
           rules[ddz_rng_below(rng, 5)]);
}

static void prompt(struct ddz_rng *rng, char *out, size_t room) {
  struct pack pack = shuffled(rng);
  snprintf(out, room, "{\"hand\":\"%.*s\",\"limit\":%u}", CARDS(&pack, 0, 10 + ddz_rng_below(rng, 11)),
           1 + ddz_rng_below(rng, 20));
}

static void analyze(struct ddz_rng *rng, char *out, size_t room) {
  struct pack pack = shuffled(rng);
  snprintf(out, room, "{\"hand\":\"%.*s\"}", CARDS(&pack, 0, 17));
}

static void robot_move(struct ddz_rng *rng, char *out, size_t room) {
  static const char *const roles[] = {"landlord", "landlord_down", "landlord_up"};
  struct pack pack = shuffled(rng);
  unsigned n = 5 + ddz_rng_below(rng, 13);
  snprintf(out, room,
           "{\"hand\":\"%.*s\",\"role\":\"%s\",\"left\":{\"landlord\":%u,\"landlord_down\":%u,"
           "\"landlord_up\":%u}}",
           CARDS(&pack, 0, n), roles[ddz_rng_below(rng, 3)], n, n, n);
}

static void bid_advice(struct ddz_rng *rng, char *out, size_t room) {
  static const char *const presets[] = {"standard", "huanle", "buxipai", "tiandi"};
  struct pack pack = shuffled(rng);
  snprintf(out, room, "{\"hand\":\"%.*s\",\"rules\":\"%s\"}", CARDS(&pack, 0, 17),
           presets[ddz_rng_below(rng, 4)]);
}

static void table(struct ddz_rng *rng, char *out, size_t room) {
  snprintf(out, room, "{\"seed\":%u,\"actions\":[{\"call\":3}]}", ddz_rng_below(rng, 1000000));
}

/* No engine is named: then a net may stand in where nothing is free, and says so, instead of a 503. */
static void search(struct ddz_rng *rng, char *out, size_t room) {
  struct pack pack = shuffled(rng);
  snprintf(out, room, "{\"hand\":\"%.*s\",\"role\":\"landlord\",\"limit\":{\"nodes\":3000},\"seed\":1}",
           CARDS(&pack, 0, 20));
}

static void solve(struct ddz_rng *rng, char *out, size_t room) {
  struct pack pack = shuffled(rng);
  snprintf(out, room, "{\"landlord\":\"%.*s\",\"farmer\":\"%.*s\",\"limit\":{\"nodes\":20000}}",
           CARDS(&pack, 0, 10), CARDS(&pack, 10, 10));
}

static void wild_prompt(struct ddz_rng *rng, char *out, size_t room) {
  struct pack pack = shuffled(rng);
  snprintf(out, room,
           "{\"hand\":\"%.*s7788\",\"limit\":5,\"rules\":{\"preset\":\"laizi\",\"wild\":[\"7\",\"8\"]}}",
           CARDS(&pack, 0, 1));
}

static void review(struct ddz_rng *rng, char *out, size_t room) {
  snprintf(out, room,
           "{\"hands\":{\"landlord\":\"34567R\",\"landlord_down\":\"89\",\"landlord_up\":\"TJ\"},"
           "\"actions\":[{\"cards\":\"3\"},{\"cards\":\"8\"},{\"cards\":\"\"},{\"cards\":\"R\"}],"
           "\"limit\":{\"nodes\":%u}}",
           300 + ddz_rng_below(rng, 600));
}

static void batch(struct ddz_rng *rng, char *out, size_t room) {
  size_t used = (size_t)snprintf(out, room, "[");
  for (int i = 0; i < 32; i++) {
    char body[256];
    (i % 2 ? prompt : robot_move)(rng, body, sizeof body);
    used += (size_t)snprintf(out + used, room - used, "%s{\"path\":\"%s\",\"body\":%s}", i ? "," : "",
                             i % 2 ? "/prompt" : "/robot-move", body);
  }
  snprintf(out + used, room - used, "]");
}

/* --- what is fine --- */

static bool is_200(int status) { return status == 200; }
static bool is_refusal_of_json(int status) { return status >= 400 && status < 500 && status != 429; }
/* 501 and 505 are what a shape asks for. */
static bool is_refusal_of_http(int status) {
  return is_refusal_of_json(status) || status == 501 || status == 505 || status == 0;
}

/* --- the table --- */

static const struct {
  const char *name, *path;
  write_body *write; /* NULL: GET */
  enum mix_group group;
  unsigned weight;
} rows[] = {
    {"classify", "/classify", classify, MIX_CHEAP, 290},
    {"prompt", "/prompt", prompt, MIX_CHEAP, 200},
    {"analyze", "/analyze", analyze, MIX_CHEAP, 100},
    {"robot-move", "/robot-move", robot_move, MIX_CHEAP, 210},
    {"bid-advice", "/bid-advice", bid_advice, MIX_CHEAP, 60},
    {"table", "/table", table, MIX_CHEAP, 60},
    {"rules", "/rules", NULL, MIX_CHEAP, 20},
    {"version", "/version", NULL, MIX_CHEAP, 20},
    {"health", "/health", NULL, MIX_CHEAP, 18},
    {"metrics", "/metrics", NULL, MIX_CHEAP, 2},
    {"search", "/robot-move", search, MIX_LONG, 2},
    {"solve", "/solve", solve, MIX_LONG, 3},
    {"batch", "/batch", batch, MIX_LONG, 3},
    {"wild prompt", "/prompt", wild_prompt, MIX_LONG, 1},
    {"review", "/review", review, MIX_LONG, 1},
};

static struct load_kind *add_kind(struct mix *mix, const char *name, enum mix_group group, unsigned weight,
                                  size_t count) {
  struct load_kind *kind = &mix->kinds[mix->count++];
  *kind = (struct load_kind){.name = name, .group = group, .weight = weight, .fine = is_200};
  kind->texts = calloc(count, sizeof *kind->texts);
  if (!kind->texts) abort();
  return kind;
}

static void add_row(struct mix *mix, size_t i, struct ddz_rng *rng) {
  char body[BODY_ROOM];
  struct load_kind *kind =
      add_kind(mix, rows[i].name, rows[i].group, rows[i].weight, rows[i].write ? VARIANTS : 1);
  for (; kind->count < (rows[i].write ? VARIANTS : 1u); kind->count++) {
    if (rows[i].write) rows[i].write(rng, body, sizeof body);
    kind->texts[kind->count] = load_request(rows[i].path, rows[i].write ? body : NULL, "");
  }
}

static void add_malformed(json_t *line, size_t number, void *self) {
  struct load_kind *kind = self;
  (void)number;
  if (jsonl_text(line, "method") || jsonl_text(line, "type")) return;
  struct malformed_body body = malformed_body(line);
  if (body.length < MALFORMED_MAX && !memchr(body.data, 0, body.length) && kind->count < VARIANTS) {
    char text[MALFORMED_MAX];
    snprintf(text, sizeof text, "%.*s", (int)body.length, body.data);
    kind->texts[kind->count++] = load_request(jsonl_text(line, "path"), text, "");
  }
  free(body.data);
}

static void add_shapes(struct load_kind *kind) {
  for (size_t i = 0; i < shape_count; i++) {
    if (!shape_counts(&shapes[i])) continue;
    struct load_text text = {.bytes = malloc(shapes[i].length), .length = shapes[i].length};
    if (!text.bytes) abort();
    memcpy(text.bytes, shapes[i].bytes, text.length);
    kind->texts[kind->count++] = text;
  }
}

void mix_make(struct mix *mix, uint64_t seed) {
  struct ddz_rng rng;
  ddz_rng_seed(&rng, seed);
  *mix = (struct mix){.count = 0};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) add_row(mix, i, &rng);
  struct load_kind *json = add_kind(mix, "malformed JSON", MIX_BAD, 5, VARIANTS);
  struct load_kind *http = add_kind(mix, "malformed HTTP", MIX_BAD, 5, shape_count);
  json->fine = is_refusal_of_json;
  http->fine = is_refusal_of_http;
  jsonl_each("malformed.jsonl", add_malformed, json);
  add_shapes(http);
}

void mix_free(struct mix *mix) {
  for (size_t k = 0; k < mix->count; k++) {
    for (size_t i = 0; i < mix->kinds[k].count; i++) free(mix->kinds[k].texts[i].bytes);
    free(mix->kinds[k].texts);
  }
  mix->count = 0;
}

void mix_weigh(struct mix *mix, enum mix_group group, unsigned factor) {
  for (size_t k = 0; k < mix->count; k++)
    if (mix->kinds[k].group == group) mix->kinds[k].weight *= factor;
}

void mix_sum(const struct mix *mix, struct load *load, enum mix_group group, struct load_tally *sum) {
  memset(sum, 0, sizeof *sum);
  for (size_t k = 0; k < mix->count; k++)
    if (mix->kinds[k].group == group) load_tally_add(sum, load_tally_of(load, k));
}
