#include "reason.h"

static const struct {
  const char *code, *text, *chinese;
} reasons[DDZ_REASONS] = {
#define PLAY_REASON(name, code, text, chinese) {code, text, chinese},
#define CALL_REASON(name, code, text, chinese) {code, text, chinese},
#include "reason.def"
};

const char *ddz_reason_code(enum ddz_reason reason) {
  return reason < DDZ_REASONS ? reasons[reason].code : "unknown";
}
const char *ddz_reason_text(enum ddz_reason reason) {
  return reason < DDZ_REASONS ? reasons[reason].text : "unknown";
}
const char *ddz_reason_chinese(enum ddz_reason reason) {
  return reason < DDZ_REASONS ? reasons[reason].chinese : "unknown";
}
