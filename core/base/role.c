#include "role.h"

#include <string.h>

const char *const ddz_role_names[] = {"landlord", "landlord_down", "landlord_up", NULL};

const char *ddz_role_name(enum ddz_role role) { return role < DDZ_ROLES ? ddz_role_names[role] : "unknown"; }

enum ddz_role ddz_role_of(const char *name) {
  int role = 0;
  while (role < DDZ_ROLES && strcmp(name, ddz_role_names[role]) != 0) role++;
  return (enum ddz_role)role;
}
