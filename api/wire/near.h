/* near.h - which of the known words did the caller mean?
 *
 * No allocation, no globals, any thread. */
#ifndef DDZ_API_NEAR_H
#define DDZ_API_NEAR_H

#include <stdbool.h>

/* The name that is nearest to `word`, where few letters differ (a third of them at most; case, "-" and "_" do
 * not count); NULL: none is near. The list is closed by NULL. */
const char *ddz_near(const char *word, const char *const *names);

/* "; did you mean 'b'?" for the end of a sentence; "" where none is near. */
struct ddz_near_text {
  char text[80];
};
struct ddz_near_text ddz_near_text(const char *word, const char *const *names);

/* Are they the same but for the case of letters? */
bool ddz_near_same(const char *a, const char *b);

#endif
