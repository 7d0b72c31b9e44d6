/* typed.h - what the layers of ddz_core.h share: errors and structs of core under their public names. */
#pragma once

#include <stdio.h>

#include "core/bid/question.h"
#include "core/game/table.h"
#include "core/play/request.h"
#include "lib/ddz_core.h"
#include "lib/handle.h"

/* A public play is one of core, byte for byte (values.c asserts it). NULL stays NULL. */
static inline struct ddz_play *typed_play(struct ddzc_play *play) { return (struct ddz_play *)(void *)play; }
static inline const struct ddz_play *typed_last(const struct ddzc_play *play) {
  return (const struct ddz_play *)(const void *)play;
}

/* Put it where a caller wants to know what is wrong; `error` may be NULL. False. */
static inline bool typed_say(char *error, size_t room, const char *text) {
  if (error && room) snprintf(error, room, "%s", text);
  return false;
}

/* 0, or the public error. */
int typed_error(enum ddz_error error);

/* Cards of the rules' deck, 0 to DDZ_HAND_MAX of them. */
bool typed_fits(const struct ddz_rules *rules, ddz_hand hand);

/* False: a number is out of its range. NULL: all zero. */
bool typed_player(const struct ddzc_player *player, struct ddz_robot_request *how);

/* The rows of ddzc_table_plays; the first `cap` are written. */
size_t typed_list(const struct ddz_table *table, struct ddz_play *out, size_t cap);

/* The action that a row means; its seat is whose turn it is. */
struct ddz_action typed_action(const struct ddz_play *row);

/* Fill `said` of a question from what was chosen so far, in the order the questions were asked.
 *
 * SCORE, CALL, ROB: choices from the first question of the deal on, seat 0's first (the seat that called is
 * asked again last); `seat` is set. DOUBLE (landlord, down, up) and KICK (down, up, landlord): those of the
 * phase, all there were before `role`; otherwise nothing is known. */
void typed_said(struct ddz_bid_request *ask, const uint8_t *choice, size_t n);

/* What a seat sees. */
void typed_view(const struct ddz_table *table, int seat, struct ddzc_view *view);

/* A table as layer 2 keeps it. */
void typed_pack(struct ddzc_table *packed, const struct ddz_rules *rules, const struct ddz_table *table);
