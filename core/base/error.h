/* error.h - the core's error codes.
 *
 * Core functions return a code and leave their outputs untouched unless it is DDZ_OK.
 * `assert` is for our own bugs, a code is for what the caller gave us. */
#ifndef DDZ_CORE_ERROR_H
#define DDZ_CORE_ERROR_H

enum ddz_error {
#define ERROR(name, code, text) DDZ_ERR_##name,
#include "error.def"
  DDZ_ERR_COUNT,
  DDZ_OK = DDZ_ERR_OK
};

/* Stable snake_case code, for machines. */
const char *ddz_error_code(enum ddz_error error);

/* One sentence the caller can act on, for people. */
const char *ddz_error_text(enum ddz_error error);

#endif
