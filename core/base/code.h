/* code.h - what is told by a code: a word for machines that stays, and a sentence for people. The rows are in
 * error.def and reason.def. */
#pragma once

/* ---- what can go wrong ----
 *
 * Core functions return a code and leave their outputs untouched unless it is DDZ_OK. `assert` is for our own
 * bugs, a code is for what the caller gave us. */

enum ddz_error {
#define ERROR(name, code, text) DDZ_ERR_##name,
#include "error.def"
  DDZ_ERR_COUNT,
  DDZ_OK = DDZ_ERR_OK
};

/* A code or a name for machines, which stays; and a sentence or a word about it for people. */
struct ddz_words {
  const char *name, *text, *chinese;
};

extern const struct ddz_words ddz_error_rows[DDZ_ERR_COUNT]; /* without Chinese */

/* ---- why the robot plays or calls as it does ---- */

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
