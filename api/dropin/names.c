#include "api/dropin/names.h"

#include <string.h>

static const char *const names[DDZ_DROPINS] = {
#define DROPIN(NAME, name, form) #name,
#include "api/dropin/dropin.def"
#undef DROPIN
};

const char *ddz_api_dropin_name(size_t i) { return i < DDZ_DROPINS ? names[i] : NULL; }

static enum ddz_dropin dropin_of(const char *name, size_t length) {
  int i = 0;
  while (i < DDZ_DROPINS && (strlen(names[i]) != length || memcmp(names[i], name, length) != 0)) i++;
  return (enum ddz_dropin)i;
}

const char *ddz_api_dropins_of(const char *list, unsigned *set) {
  unsigned named = 0;
  while (*(list += strspn(list, ", ")) != '\0') {
    const size_t length = strcspn(list, ", ");
    const enum ddz_dropin dropin = dropin_of(list, length);
    if (dropin == DDZ_DROPINS) return list;
    named |= 1u << dropin;
    list += length;
  }
  *set = named;
  return NULL;
}
