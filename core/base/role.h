/* role.h - the three roles at the table, what a seat plays for and what it gets.
 *
 * One landlord plays against two farmers; play goes landlord, landlord_down (after him), landlord_up (before
 * him), landlord ... If a backend swaps the two farmers, all advice is wrong; so roles have names, not
 * numbers. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum ddz_role {
  DDZ_LANDLORD,
  DDZ_LANDLORD_DOWN, /* the farmer who plays after the landlord */
  DDZ_LANDLORD_UP,   /* the farmer who plays before the landlord */
  DDZ_ROLES
};

/* "landlord", "landlord_down", "landlord_up". */
extern const char *const ddz_role_names[DDZ_ROLES + 1]; /* closed by NULL */
const char *ddz_role_name(enum ddz_role role);

/* Who plays after and before a role. */
static inline enum ddz_role ddz_role_next(enum ddz_role role) {
  return (enum ddz_role)(((int)role + 1) % DDZ_ROLES);
}
static inline enum ddz_role ddz_role_before(enum ddz_role role) {
  return (enum ddz_role)(((int)role + 2) % DDZ_ROLES);
}

/* Two different roles are partners when both are farmers, and enemies otherwise. */
static inline bool ddz_role_partners(enum ddz_role a, enum ddz_role b) {
  return a != b && a != DDZ_LANDLORD && b != DDZ_LANDLORD;
}
static inline bool ddz_role_enemies(enum ddz_role a, enum ddz_role b) {
  return a != b && (a == DDZ_LANDLORD || b == DDZ_LANDLORD);
}

/* Stakes a role plays for: the landlord for those of both farmers. */
static inline int ddz_role_stakes(enum ddz_role role) { return role == DDZ_LANDLORD ? 2 : 1; }

/* ---- what a seat plays for ---- */

enum ddz_objective {
  DDZ_OBJECTIVE_WIN,    /* win as often as possible */
  DDZ_OBJECTIVE_POINTS, /* win as many points as possible */
  DDZ_OBJECTIVES
};
extern const char *const ddz_objective_names[DDZ_OBJECTIVES + 1]; /* closed by NULL */

/* What is proven of a game, for a side. */
enum ddz_result { DDZ_RESULT_UNKNOWN, DDZ_RESULT_WIN, DDZ_RESULT_LOSS };
extern const char *const ddz_result_names[]; /* "unknown", "win", "loss"; closed by NULL */

/* Two bounds of a number, and how many standard errors lie between them and its mean: nine of ten true values
 * are within. */
struct ddz_interval {
  double low, high;
};
#define DDZ_Z_90 1.645

/* Points where nobody wins or loses more than `most`; NAN stays NAN. */
double ddz_points_within(double points, double most);

/* A game is won with this probability, and its stake lies between `least` and `most`: the least points are
 * where `least` is won and `most` lost, the most where `most` is won and `least` lost. */
struct ddz_interval ddz_points_between(double probability, double least, double most);

/* Points of such a game, cut to what lies between. Where the probability is NAN, as ddz_points_within. */
double ddz_points_by_chance(double points, double probability, double least, double most);
