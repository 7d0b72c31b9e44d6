/* replay.c - main of a fuzz target outside the fuzzer: feed it every file of the folders given.
 *
 * usage: fuzz_NAME FOLDER...   Exit 1 when the folders hold nothing, so that a lost corpus is noticed. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_MAX = 1 << 20 };

/* Feed one file from a copy of exactly its size, so that a sanitizer sees a read past the end. */
static void replay_file(const char *path) {
  static uint8_t buffer[INPUT_MAX];
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(1);
  }
  size_t size = fread(buffer, 1, sizeof buffer, file);
  fclose(file);
  uint8_t *exact = malloc(size ? size : 1);
  if (!exact) exit(1);
  for (size_t i = 0; i < size; i++) exact[i] = buffer[i];
  LLVMFuzzerTestOneInput(exact, size);
  free(exact);
}

static size_t replay_folder(const char *folder) {
  DIR *dir = opendir(folder);
  size_t files = 0;
  if (!dir) {
    perror(folder);
    exit(1);
  }
  for (struct dirent *entry; (entry = readdir(dir));) {
    char path[4096];
    if (entry->d_name[0] == '.') continue;
    if (snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path) continue;
    replay_file(path);
    files++;
  }
  closedir(dir);
  return files;
}

int main(int argc, char **argv) {
  size_t files = 0;
  for (int i = 1; i < argc; i++) files += replay_folder(argv[i]);
  printf("replayed %zu files\n", files);
  return files ? 0 : 1;
}
