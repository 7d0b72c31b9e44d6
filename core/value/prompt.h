/* prompt.h - which play to propose first.
 *
 * All legal plays of a hand, in S0's order but without its accidents: a play that empties the hand comes
 * first; then what leaves the best rest. Every order here is total and depends on ranks alone, so the same
 * question has the same answer, byte for byte. Cost: one power value a play, most of them from the memo. */
#pragma once

#include "core/rules/movegen.h"
#include "power.h"

/* Room for all plays of a hand and their order: some 6 MiB, of which a hand without wildcards touches few
 * pages. Every call may overwrite what the last one left there. */
struct ddz_prompter;

/* Bytes that ddz_prompter_init needs. */
size_t ddz_prompter_size(void);

/* Lay a prompter out in 64-byte aligned `memory`. `power` values what plays leave; it is the caller's. */
struct ddz_prompter *ddz_prompter_init(void *memory, struct ddz_power *power);

enum ddz_order {
  DDZ_ORDER_REST, /* going out, then P(rest) falling, own power rising, fewer cards, rank string */
  DDZ_ORDER_TOTAL /* going out, own power + P(rest) falling, own power rising, fewer cards, rank string */
};

/* A play and what it leaves. */
struct ddz_prompt {
  struct ddz_play play; /* the best reading of these cards that beats the last play */
  ddz_weight_sum rest;  /* P of the cards that stay, and in how many plays; 0 when none do */
};

/* All plays of `hand` that may be put on `last` (NULL or a pass: a lead), one for each distinct set of cards,
 * best first. Wildcards fill only what the hand lacks (DDZ_FILL_LACK).
 *
 * Powers are compared as whole numbers of 0.005, their common unit, so "equal" is exact. Rank strings are
 * compared as text ("3A" before "3K"): fixed, and the same as sorting the answer's strings.
 *
 * Returns how many there are; the best `cap` are written to `out`. */
size_t ddz_prompts(struct ddz_prompter *prompter, const struct ddz_rules *rules, ddz_hand hand,
                   const struct ddz_play *last, enum ddz_order order, struct ddz_prompt *out, size_t cap);

/* Room for DDZ_PROMPTS_MAX prompts, for callers without any: `out` of one call, until the next uses it. */
enum { DDZ_PROMPTS_MAX = 1024 };
struct ddz_prompt *ddz_prompter_out(struct ddz_prompter *prompter);

/* Likewise for DDZ_MOVES_MAX_WILD plays; and the power it was given. */
struct ddz_play *ddz_prompter_room(struct ddz_prompter *prompter);
struct ddz_power *ddz_prompter_power(struct ddz_prompter *prompter);

/* How many there are, each set of cards once. */
size_t ddz_prompts_count(struct ddz_prompter *prompter, const struct ddz_rules *rules, ddz_hand hand,
                         const struct ddz_play *last);
