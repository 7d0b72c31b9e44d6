#include "reason.h"

const struct ddz_words ddz_reason_rows[DDZ_REASONS] = {
#define PLAY_REASON(name, code, text, chinese) {code, text, chinese},
#define CALL_REASON(name, code, text, chinese) {code, text, chinese},
#include "reason.def"
};
