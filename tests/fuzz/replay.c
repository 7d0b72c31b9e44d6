/* replay.c - main of a fuzz target outside the fuzzer: feed it every file of the folders given, and then as
 * many as DDZ_MUTATIONS says with random faults in them.
 *
 * usage: fuzz_NAME FOLDER...   Exit 1 when the folders hold nothing, so that a lost corpus is noticed;
 * DDZ_SEED repeats the faults. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/rng.h"
#include "tests/support/seed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_MAX = 1 << 20, FILES_MAX = 4096, FAULTS = 4, SPAN = 48 };

struct input {
  uint8_t *bytes;
  size_t size;
};
static struct input files[FILES_MAX];
static size_t count;

/* From a copy of exactly its size, so that a sanitizer sees a read past the end. */
static void feed(const uint8_t *bytes, size_t size) {
  uint8_t *exact = malloc(size ? size : 1);
  if (!exact) exit(1);
  memcpy(exact, bytes, size);
  LLVMFuzzerTestOneInput(exact, size);
  free(exact);
}

static void read_file(const char *path) {
  struct input input = {malloc(INPUT_MAX), 0};
  FILE *file = fopen(path, "rb");
  if (!file || !input.bytes || count == FILES_MAX) {
    perror(path);
    exit(1);
  }
  input.size = fread(input.bytes, 1, INPUT_MAX, file);
  fclose(file);
  input.bytes = realloc(input.bytes, input.size ? input.size : 1);
  files[count++] = input;
}

static void read_folder(const char *folder) {
  DIR *dir = opendir(folder);
  if (!dir) {
    perror(folder);
    exit(1);
  }
  for (struct dirent *entry; (entry = readdir(dir));) {
    char path[4096];
    if (entry->d_name[0] == '.') continue;
    if (snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path) continue;
    read_file(path);
  }
  closedir(dir);
}

/* Put a piece of any input, or a word that means something to a parser, in the place of a few bytes. */
static size_t exchange(struct ddz_rng *rng, uint8_t *bytes, size_t size) {
  static const char *const words[] = {"\"",
                                      "{",
                                      "]",
                                      ",",
                                      ":",
                                      "null",
                                      "-1",
                                      "1e999",
                                      "\r\n",
                                      "\r\n\r\n",
                                      "\n",
                                      "\t",
                                      "\\ud800",
                                      "\xff",
                                      "3333344444",
                                      "%00",
                                      "HTTP/1.0",
                                      "\"rules\":",
                                      "BBRR",
                                      "Content-Length: 5\r\n",
                                      "0.5",
                                      "\\u0000",
                                      "Expect: 100-continue\r\n",
                                      "Transfer-Encoding: chunked\r\n",
                                      "9223372036854775807"};
  const struct input *other = &files[ddz_rng_below(rng, (uint32_t)count)];
  const char *word = words[ddz_rng_below(rng, sizeof words / sizeof *words)];
  const size_t at = ddz_rng_below(rng, (uint32_t)size + 1), cut = ddz_rng_below(rng, SPAN);
  const size_t gone = ddz_rng_below(rng, 2) ? 0 : cut < size - at ? cut : size - at;
  const void *piece = word;
  size_t length = strlen(word);
  if (other->size > 0 && ddz_rng_below(rng, 2)) {
    const size_t from = ddz_rng_below(rng, (uint32_t)other->size), most = 1 + ddz_rng_below(rng, SPAN);
    piece = other->bytes + from;
    length = most < other->size - from ? most : other->size - from;
  }
  memmove(bytes + at + length, bytes + at + gone, size - at - gone);
  memcpy(bytes + at, piece, length);
  return size - gone + length;
}

/* One to four faults: a bit, a byte, or a piece. */
static void feed_faulty(struct ddz_rng *rng) {
  static uint8_t bytes[INPUT_MAX + FAULTS * 2 * SPAN];
  const struct input *from = &files[ddz_rng_below(rng, (uint32_t)count)];
  size_t size = from->size;
  memcpy(bytes, from->bytes, size);
  for (uint32_t n = 1 + ddz_rng_below(rng, FAULTS); n > 0; n--) {
    const uint32_t kind = ddz_rng_below(rng, 4);
    const size_t at = ddz_rng_below(rng, (uint32_t)size + 1);
    if (kind == 0 && at < size) bytes[at] ^= (uint8_t)(1u << ddz_rng_below(rng, 8));
    if (kind == 1 && at < size) bytes[at] = (uint8_t) "3456789TJQKA2BRF0-.a"[ddz_rng_below(rng, 20)];
    if (kind > 1) size = exchange(rng, bytes, size);
  }
  feed(bytes, size);
}

int main(int argc, char **argv) {
  const uint64_t mutations = test_env("DDZ_MUTATIONS", 0);
  for (int i = 1; i < argc; i++) read_folder(argv[i]);
  for (size_t i = 0; i < count; i++) feed(files[i].bytes, files[i].size);
  printf("replayed %zu files\n", count);
  if (count == 0) return 1;
  struct ddz_rng rng = test_rng(mutations ? test_seed() : 1);
  for (uint64_t i = 0; i < mutations; i++) feed_faulty(&rng);
  if (mutations) printf("and %llu inputs with faults in them\n", (unsigned long long)mutations);
  return 0;
}
