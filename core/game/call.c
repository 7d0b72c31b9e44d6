#include "core/game/call.h"

#include <string.h>

const struct ddz_call_row ddz_call_rows[DDZ_CALLS] = {
#define CALL(id, name_, bid_, times_, own_, text_, chinese_) {name_, bid_, times_, own_},
#include "table.def"
};

const char *ddz_call_name(enum ddz_call call) { return ddz_call_rows[call].name; }

enum ddz_call ddz_call_of(const char *name, size_t length) {
  int i = 0;
  while (i < DDZ_CALLS &&
         (strlen(ddz_call_rows[i].name) != length || memcmp(ddz_call_rows[i].name, name, length) != 0))
    i++;
  return (enum ddz_call)i;
}
