/* deals.h - is it decided in every deal that fits what a seat knows, with open hands?
 *
 * Near the end few deals fit. Each is solved with open hands (solver.h): where all are lost, the seat's side
 * has lost, whatever it does; where one play wins in all, that play wins as long as everybody on the side
 * plays on as if hands were open. Bounded by DEALS_* below; beyond the bounds it says nothing.
 *
 * No allocation; the engine's solver, one thread. Mostly two solutions of small endings: one that is won and
 * one that is lost end the question. */
#ifndef DDZ_CORE_PLAY_DEALS_H
#define DDZ_CORE_PLAY_DEALS_H

#include "core/engine/engine.h"
#include "core/game/view.h"
#include "core/value/prompt.h"

enum {
  DDZ_DEALS_UNSEEN = 8, /* unseen cards at most */
  DDZ_DEALS_CARDS = 22, /* and with the own hand */
  DDZ_DEALS_NODES = 4000
};

struct ddz_deals_ask {
  struct ddz_engine *engine;
  const struct ddz_view *view;
  ddz_hand unseen, landlords;       /* cards with the others; of them those that are surely the landlord's */
  const struct ddz_prompt *prompts; /* all legal plays */
  size_t n;
};

enum ddz_deals { DDZ_DEALS_OPEN, DDZ_DEALS_WON, DDZ_DEALS_LOST };

/* WON: `cards` gets a play that wins in every deal, 0: a pass; the first of the prompts that does. */
enum ddz_deals ddz_deals_judge(const struct ddz_deals_ask *ask, ddz_hand *cards);

#endif
