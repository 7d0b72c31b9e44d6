/* reason.h - why the robot plays what it plays: stable codes and a sentence for people. */
#ifndef DDZ_CORE_REASON_H
#define DDZ_CORE_REASON_H

enum ddz_reason {
#define REASON(name, ...) DDZ_REASON_##name,
#include "reason.def"
#undef REASON
  DDZ_REASONS
};

const char *ddz_reason_code(enum ddz_reason reason);
const char *ddz_reason_text(enum ddz_reason reason);    /* one English sentence */
const char *ddz_reason_chinese(enum ddz_reason reason); /* one Chinese sentence */

#endif
