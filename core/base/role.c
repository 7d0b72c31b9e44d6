#include "role.h"

const char *const ddz_role_names[] = {"landlord", "landlord_down", "landlord_up", NULL};

const char *ddz_role_name(enum ddz_role role) { return role < DDZ_ROLES ? ddz_role_names[role] : "unknown"; }
