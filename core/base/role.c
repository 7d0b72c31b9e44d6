#include "role.h"

#include <string.h>

static const char *const names[DDZ_ROLES] = {"landlord", "landlord_down", "landlord_up"};

const char *ddz_role_name(enum ddz_role role) { return role < DDZ_ROLES ? names[role] : "unknown"; }

enum ddz_role ddz_role_of(const char *name) {
  int role = 0;
  while (role < DDZ_ROLES && strcmp(name, names[role]) != 0) role++;
  return (enum ddz_role)role;
}
