#include "outline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct way {
  struct outline_leaf leaf;
  size_t indent[OUTLINE_DEPTH];
};

/* Copy a key without its quotes. */
static void put_key(char *out, const char *key, size_t length) {
  if (length >= 2 && (key[0] == '\'' || key[0] == '"')) {
    key++;
    length -= 2;
  }
  if (length >= OUTLINE_KEY) length = OUTLINE_KEY - 1;
  memcpy(out, key, length);
  out[length] = 0;
}

/* Where the key of `text` ends: at the first colon before a blank or the end of the line. 0: no key. */
static size_t key_length(const char *text) {
  for (size_t i = 0; text[i]; i++)
    if (text[i] == ':' && (text[i + 1] == ' ' || text[i + 1] == 0)) return i;
  return 0;
}

static int step(struct way *way, char *line) {
  size_t indent = strspn(line, " "), length;
  char *text = line + indent;
  text[strcspn(text, "\n")] = 0;
  if (*text == '#' || (length = key_length(text)) == 0) return 0;
  while (way->leaf.depth > 0 && way->indent[way->leaf.depth - 1] >= indent) way->leaf.depth--;
  if (way->leaf.depth == OUTLINE_DEPTH) return 0;
  way->indent[way->leaf.depth] = indent;
  put_key(way->leaf.key[way->leaf.depth++], text, length);
  text += length + 1;
  way->leaf.value = text + strspn(text, " ");
  return 1;
}

size_t outline_each(const char *path, void (*each)(const struct outline_leaf *leaf, void *self), void *self) {
  FILE *file = fopen(path, "r");
  struct way way = {.leaf = {.depth = 0}};
  char *line = NULL;
  size_t room = 0;
  if (!file) {
    perror(path);
    abort();
  }
  while (getline(&line, &room, file) > 0) {
    way.leaf.line++;
    if (step(&way, line)) each(&way.leaf, self);
  }
  free(line);
  fclose(file);
  return way.leaf.line;
}

int outline_under(const struct outline_leaf *leaf, const char *const *keys) {
  for (int i = 0; keys[i]; i++)
    if (i >= leaf->depth || (strcmp(keys[i], "*") != 0 && strcmp(keys[i], leaf->key[i]) != 0)) return 0;
  return 1;
}
