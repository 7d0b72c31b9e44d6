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

/* What sets the chosen play apart from another one; with {names} to be filled in. */
enum ddz_why {
#define WHY(name, ...) DDZ_WHY_##name,
#include "reason.def"
  DDZ_WHYS
};

extern const struct ddz_words ddz_why_rows[DDZ_WHYS];

#endif
