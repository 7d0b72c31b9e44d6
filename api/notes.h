/* notes.h - what an answer adds to the log, beside engine and nodes.
 *
 * Static texts and numbers; never cards. No allocation, any thread. */
#ifndef DDZ_API_NOTES_H
#define DDZ_API_NOTES_H

#include <stddef.h>
#include <stdint.h>

struct ddz_api_notes {
  struct ddz_api_note {
    const char *name, *text; /* text NULL: the number */
    uint64_t number;
  } note[6];
  size_t count;
};

/* One more; what there is no room for is dropped. */
void ddz_note(struct ddz_api_notes *notes, const char *name, const char *text, uint64_t number);

#endif
