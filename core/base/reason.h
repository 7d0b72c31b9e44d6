/* reason.h - why the robot plays or calls as it does: stable codes and a sentence for people. */
#ifndef DDZ_CORE_REASON_H
#define DDZ_CORE_REASON_H

enum ddz_reason {
#define PLAY_REASON(name, ...) DDZ_REASON_##name,
#define CALL_REASON(name, ...) DDZ_REASON_##name,
#include "reason.def"
  DDZ_REASONS
};

const char *ddz_reason_code(enum ddz_reason reason);
const char *ddz_reason_text(enum ddz_reason reason);    /* one English sentence */
const char *ddz_reason_chinese(enum ddz_reason reason); /* one Chinese sentence */

#endif
