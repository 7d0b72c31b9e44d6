#include "code.h"

#include <stddef.h>

static const struct {
  const char *code;
  const char *text;
} errors[] = {
#define ERROR(name, code, text) {code, text},
#include "error.def"
};

const char *ddz_error_code(enum ddz_error error) {
  return (size_t)error < DDZ_ERR_COUNT ? errors[error].code : "unknown";
}

const char *ddz_error_text(enum ddz_error error) {
  return (size_t)error < DDZ_ERR_COUNT ? errors[error].text : "unknown";
}

const struct ddz_words ddz_reason_rows[DDZ_REASONS] = {
#define PLAY_REASON(name, code, text, chinese) {code, text, chinese},
#define CALL_REASON(name, code, text, chinese) {code, text, chinese},
#include "reason.def"
};

const struct ddz_words ddz_why_rows[DDZ_WHYS] = {
#define WHY(name, code, text, chinese) {code, text, chinese},
#include "reason.def"
};
