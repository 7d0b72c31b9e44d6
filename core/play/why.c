#include "why.h"

static const struct {
  const char *code, *text, *chinese;
} whys[DDZ_WHYS] = {
#define WHY(name, code, text, chinese) {code, text, chinese},
#include "why.def"
};

const char *ddz_why_code(enum ddz_why why) { return whys[why].code; }

const char *ddz_why_text(enum ddz_why why, bool chinese) {
  return chinese ? whys[why].chinese : whys[why].text;
}
