#include "api/wire/near.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum {
  WORD_MAX = 40, /* longer words are nobody's slip */
  NAME_MIN = 3   /* every short word is near to a shorter name: `bid` is no slip for `id` */
};

static int letter(char c) { return c == '_' ? '-' : tolower((unsigned char)c); }

static int least(int a, int b) { return a < b ? a : b; }

/* Letters to put in, take out or change (Levenshtein), row by row. Neither word is longer than WORD_MAX. */
static int distance(const char *a, const char *b) {
  int row[WORD_MAX + 1];
  const int n = (int)strlen(b);
  for (int j = 0; j <= n; j++) row[j] = j;
  for (int i = 0; a[i]; i++) {
    int before = row[0]++;
    for (int j = 1; j <= n; j++) {
      const int changed = before + (letter(a[i]) != letter(b[j - 1]));
      before = row[j];
      row[j] = least(changed, least(row[j], row[j - 1]) + 1);
    }
  }
  return row[n];
}

const char *ddz_near(const char *word, const char *const *names) {
  const char *nearest = NULL;
  const size_t length = strlen(word);
  int most = (int)(length + 2) / 3;
  for (; length <= WORD_MAX && *names; names++) {
    const int n = strlen(*names) <= WORD_MAX ? distance(word, *names) : WORD_MAX;
    if (n > most || (size_t)n >= length || strlen(*names) < NAME_MIN) continue;
    nearest = *names;
    most = n - 1;
  }
  return nearest;
}

struct ddz_near_text ddz_near_text(const char *word, const char *const *names) {
  struct ddz_near_text near = {""};
  const char *name = ddz_near(word, names);
  if (name) snprintf(near.text, sizeof near.text, "; did you mean '%s'?", name);
  return near;
}

bool ddz_near_same(const char *a, const char *b) {
  while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) a++, b++;
  return *a == *b;
}
