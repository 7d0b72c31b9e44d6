/* reason.h - why the robot plays or calls as it does: stable codes and a sentence for people. */
#ifndef DDZ_CORE_REASON_H
#define DDZ_CORE_REASON_H

/* A code or a name, and a sentence or a word about it. */
struct ddz_words {
  const char *name, *text, *chinese;
};

enum ddz_reason {
#define PLAY_REASON(name, ...) DDZ_REASON_##name,
#define CALL_REASON(name, ...) DDZ_REASON_##name,
#include "reason.def"
  DDZ_REASONS
};

extern const struct ddz_words ddz_reason_rows[DDZ_REASONS];

#endif
