/* feature.h - a position and a play as the inputs of a net.
 *
 * What a seat may know (view.h), and a play it considers, become a set of numbers: the inputs that are on.
 * feature.def names every group of them. Most describe the position and are the same for all candidates:
 *
 *   inputs of a candidate  =  list of the position  -  change.drop  +  change.add
 *
 * A dropped input is always one of the position's list and an added one never is, so nothing is on twice.
 * Nothing hidden is read: the view holds none of it. What is not known has no input.
 *
 * A position costs about 0.3 us, a candidate 0.2 us and the power of its rest. */
#pragma once

#include "core/game/view.h"
#include "core/value/power.h"

enum { DDZ_FEATURE_SLOTS = 48 }; /* for kinds of play */

/* Where each group begins. */
enum ddz_feature {
#define DDZ_FEATURE_GROUP(name, inputs)                                                                      \
  DDZ_FEATURE_##name, DDZ_FEATURE_##name##_LAST = DDZ_FEATURE_##name + (inputs)-1,
#define GROUP(name, a, b, c, text) DDZ_FEATURE_GROUP(name, (a) * (b) * (c))
#define LISTS(name, a, b, c, text) DDZ_FEATURE_GROUP(name, (a) + (b) + (c))
#define ROOM GROUP
#include "feature.def"
  DDZ_FEATURES
};

enum {
  DDZ_FEATURE_STATE_MAX = 124, /* inputs of a position; asserted, the most met is in test_feature */
  DDZ_FEATURE_ADD_MAX = 72,
  DDZ_FEATURE_DROP_MAX = 16,
  DDZ_FEATURE_ACTIVE_MAX = DDZ_FEATURE_STATE_MAX + DDZ_FEATURE_ADD_MAX,
  DDZ_FEATURE_ALL = 128,       /* so many plays and fewer are all candidates */
  DDZ_FEATURE_CANDIDATES = 193 /* the most there are */
};

/* A decision: the position's inputs, and what the candidates' need. */
struct ddz_inputs {
  const struct ddz_view *view;
  struct ddz_power *power;
  enum ddz_role seat[3]; /* own, next, previous */
  ddz_hand unseen;
  ddz_ranks own[5];   /* own[n]: ranks of which n and more are unseen */
  ddz_weight_sum now; /* power of the hand */
  int left[2];        /* cards of the next and the previous seat; 0: not known */
  int wilds;          /* wildcards unseen */
  int n;
  uint16_t input[DDZ_FEATURE_STATE_MAX];
};

struct ddz_change {
  int adds, drops;
  uint16_t add[DDZ_FEATURE_ADD_MAX], drop[DDZ_FEATURE_DROP_MAX];
};

/* The decision of view->role, whose turn it is.
 *
 * power   an evaluator of this thread
 * points  played for points, not for the win */
void ddz_feature_begin(struct ddz_inputs *position, const struct ddz_view *view, struct ddz_power *power,
                       bool points);

/* What a play (an empty one: pass) changes. It must be legal. */
void ddz_feature_play(const struct ddz_inputs *position, const struct ddz_play *play,
                      struct ddz_change *change);

/* The list of a candidate in full, as a trainer keeps it. Returns how many, at most
 * DDZ_FEATURE_ACTIVE_MAX. */
int ddz_feature_list(const struct ddz_inputs *position, const struct ddz_change *change, uint16_t *out);

/* What a net chooses from: a pass first unless the seat leads, then all plays when they are at most
 * DDZ_FEATURE_ALL, else the few of movegen.h. A trainer and a player must agree in this.
 *
 * out  room for DDZ_FEATURE_CANDIDATES. Returns how many; 0 when the seat leads and cannot. */
size_t ddz_feature_candidates(const struct ddz_rules *rules, ddz_hand hand, const struct ddz_play *last,
                              struct ddz_play *out);

/* The slot of a kind of play, 0..DDZ_FEATURE_SLOTS-1: by what the play looks like, whatever its number. */
int ddz_feature_slot(enum ddz_kind kind);

/* The table of groups. */
struct ddz_feature_group {
  const char *name, *text;
  uint16_t first, inputs;
  bool room; /* not part of the signature: older nets have rows of zeros there */
};
size_t ddz_feature_groups(const struct ddz_feature_group **out);

/* What the inputs mean, as one number, from the names and places of the groups but rooms: weights of another
 * table must not be used. `revision` is raised when a meaning changes and the table does not. */
uint32_t ddz_feature_sign(const struct ddz_feature_group *group, size_t n, uint32_t revision);

/* That of this table. */
uint32_t ddz_feature_signature(void);
