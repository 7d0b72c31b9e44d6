/* mixture.h - which games are learned from: rule sets by shares, how cards are dealt, who is the landlord.
 *
 * The landlord is drawn, or found by calling as at a table: who calls holds better cards than one that is
 * drawn. Wild ranks are drawn: one, in some games two. The same random numbers give the same games. */
#pragma once

#include "core/engine/engine.h"
#include "core/game/open.h"

enum { MIXTURE_MAX = 16 };

struct mixture {
  int n; /* rule sets, one or more */
  struct ddz_rules rules[MIXTURE_MAX];
  double share[MIXTURE_MAX]; /* above 0; of their sum */
  double unshuffled;         /* share of the games whose cards are not shuffled (core/game/deal.h) */
  double called; /* share, of the games whose rules have calling, in which seats call; else one is drawn */
};

/* Games of one rule set, shuffled, the landlord drawn. */
struct mixture mixture_of(const struct ddz_rules *rules);

/* One rule set more, as a tool's options name it: PRESET or PRESET:SHARE, a share of 1 where none is said.
 * False where there is no such preset, no such share, or no room. */
bool mixture_add(struct mixture *mixture, const char *text);

/* In words, for the record of a net. Returns `text`. */
const char *mixture_text(const struct mixture *mixture, char *text, size_t room);

/* Deal a game.
 *
 * engine  advises who calls (by the formula, where it has no nets for calling); not read where nobody calls
 * rules   those of the game, which `open` points to: it lives as long */
void mixture_deal(const struct mixture *mixture, struct ddz_engine *engine, struct ddz_rng *rng,
                  struct ddz_rules *rules, struct ddz_open *open);
