/* ddz-net-convert - nets with the inputs of older programs as nets for this one.
 *
 *   ddz-net-convert OLD NEW
 *
 * Same decisions, no training (tools/convert/convert.h). Exit status 1 when OLD is no net with older inputs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/net/belief.h"
#include "core/net/judge.h"
#include "tools/convert/convert.h"

static void fail(const char *what, const char *why) {
  fprintf(stderr, "ddz-net-convert: %s: %s\n", what, why);
  exit(1);
}

static void *room_for(size_t size) {
  void *room = aligned_alloc(DDZ_NET_ALIGN, (size + DDZ_NET_ALIGN) / DDZ_NET_ALIGN * DDZ_NET_ALIGN);
  if (room == NULL) fail("memory", "there is not enough");
  return room;
}

static void *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) fail(path, "cannot be read");
  const long end = ftell(file);
  if (end < 0) fail(path, "cannot be read");
  rewind(file);
  void *bytes = room_for(*size = (size_t)end);
  if (fread(bytes, 1, *size, file) != *size) fail(path, "cannot be read");
  fclose(file);
  return bytes;
}

static void write_file(const char *path, const void *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  const bool good = file != NULL && fwrite(bytes, 1, size, file) == size;
  if (file == NULL || fclose(file) != 0 || !good) fail(path, "cannot be written");
}

int main(int argc, char **argv) {
  struct ddz_net old, now;
  enum net_purpose purpose;
  enum ddz_net_error error;
  size_t size;
  if (argc == 2 && strcmp(argv[1], "--help") == 0) {
    puts("usage: ddz-net-convert OLD NEW\n\nWrites a net of an older program (ddz-1 to ddz-3, and the nets "
         "that "
         "believe beside\nthem) with the inputs of this program. It decides as before.");
    return 0;
  }
  if (argc != 3) fail("usage", "ddz-net-convert OLD NEW");
  void *in = read_file(argv[1], &size);
  if (!convert_open(&old, &purpose, in, size, &error)) fail(argv[1], ddz_net_error_text(error));
  const size_t bytes = convert_size(&old, purpose);
  void *out = room_for(bytes);
  convert_write(&old, purpose, out);
  error = (purpose == NET_PLAYS ? ddz_judge_open : ddz_belief_open)(&now, out, bytes);
  if (error != DDZ_NET_OK) fail(argv[2], ddz_net_error_text(error));
  write_file(argv[2], out, bytes);
  printf("%s: %u inputs, %zu bytes\n", now.facts.name, (unsigned)now.shape.inputs, bytes);
  free(in);
  free(out);
  return 0;
}
