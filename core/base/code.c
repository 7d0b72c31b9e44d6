#include "code.h"

#include <stddef.h>

const struct ddz_words ddz_error_rows[DDZ_ERR_COUNT] = {
#define ERROR(name, code, text) {code, text, NULL},
#include "error.def"
};

const struct ddz_words ddz_reason_rows[DDZ_REASONS] = {
#define PLAY_REASON(name, code, text, chinese) {code, text, chinese},
#define CALL_REASON(name, code, text, chinese) {code, text, chinese},
#include "reason.def"
};

const struct ddz_words ddz_why_rows[DDZ_WHYS] = {
#define WHY(name, code, text, chinese) {code, text, chinese},
#include "reason.def"
};
