/* question.h - a question on calling: what is asked, of whom, and what was said before; as inputs of a net.
 *
 * The hand, the seat, the kitty once shown and the calls so far; nothing hidden. */
#pragma once

#include "core/base/role.h"
#include "core/game/table.h"
#include "core/net/net.h"
#include "core/value/power.h"

/* What is being decided. The choices of a phase are numbered from 0, which is always "no". */
enum ddz_bid_phase {
/* SCORE: 0..3 points; CALL: be landlord? (KICK and ROB calling); ROB: take it from the caller, doubles;
 * DOUBLE: x2 or, super, x4; KICK: kick, follow or kick back, doubles */
#define PHASE(name, ...) DDZ_BID_##name,
#include "bid.def"
  DDZ_BID_PHASES
};
enum { DDZ_BID_CHOICES = 4 };

/* The names of the phases, closed by NULL, and of their choices, likewise; how many those are. */
extern const char *const ddz_bid_phase_names[DDZ_BID_PHASES + 1];
extern const char *const ddz_bid_choice_names[DDZ_BID_PHASES][DDZ_BID_CHOICES + 1];
int ddz_bid_choices(enum ddz_bid_phase phase);

/* The landlord is known then, and what is asked is to raise the stake. */
static inline bool ddz_bid_is_doubling(enum ddz_bid_phase phase) {
  return phase == DDZ_BID_DOUBLE || phase == DDZ_BID_KICK;
}

/* The phase of a calling scheme's first question: SCORE or CALL (also where the landlord is drawn: "would you
 * want to be it"). */
enum ddz_bid_phase ddz_bid_first_phase(enum ddz_calling calling);

/* Is this asked where the landlord is found by such calls? */
bool ddz_bid_is_asked(enum ddz_calling calling, enum ddz_bid_phase phase);

struct ddz_bid_request {
  const struct ddz_rules *rules; /* wild ranks may be missing while they are not shown: all are thought of */
  ddz_hand hand;                 /* 17 cards, or what the seat holds once the kitty is taken */
  enum ddz_bid_phase phase;
  int seat;           /* 0..2 in calling order: who calls after it matters */
  int highest;        /* SCORE: the highest bid so far; else 1 when somebody has called, 0 when not */
  enum ddz_role role; /* DDZ_ROLES while the landlord is not known */
  ddz_hand kitty; /* once shown, or open while calling; empty: not known. The landlord's may be apart from his
                     17 cards or among 20 */
  double multiplier; /* of the stake so far, 1 or more */
  double cap;        /* highest multiplier (table.h); 0: none */
  /* The last call of this seat, the next and the previous in the order they are asked, enum ddz_call + 1
   * (table.h); 0: none yet, or not known. When doubling or kicking: calls of that phase only. */
  uint8_t said[DDZ_ROLES];
};

/* The cards the seat plays with: a landlord's kitty belongs to them. */
ddz_hand ddz_bid_hand(const struct ddz_bid_request *ask);

/* What is asked of table->turn in a calling phase, as far as this seat knows. */
void ddz_bid_question(const struct ddz_table *table, struct ddz_bid_request *ask);

/* The call a referee takes for choice number `choice` of this question ("rob", "follow", "2", "super"). */
enum ddz_call ddz_bid_call(const struct ddz_bid_request *ask, int choice);

/* The unit in which a net tells the points of a choice, in stakes: what doubling multiplies the own stake by,
 * and about what later robs and doublings come to, so that all numbers learned are of a size. */
double ddz_bid_unit(const struct ddz_bid_request *ask, int choice);

/* ---- as the inputs of a net ----
 *
 * What a seat may know when it is asked whether to call becomes a set of inputs that are on; bid.def names
 * every group of them. They go to nets of the same make as those that play (net.h), in an image of its
 * own; what net.h calls roles are here three questions:
 *
 *   LANDLORD  the seat is the landlord: does he win, and how many farmers' stakes come of it?
 *   FARMER    somebody else is: do the farmers win, and so on?
 *   CALLER    the seat makes this CHOICE: how many points does it win in the end?
 *
 * Well below a microsecond and the power of the hand. */

enum ddz_bid_feature {
#define GROUP(name, inputs, text)                                                                            \
  DDZ_BID_IN_##name, DDZ_BID_IN_##name##_LAST = DDZ_BID_IN_##name + (inputs)-1,
#include "bid.def"
  DDZ_BID_INPUTS
};

enum ddz_bid_net { DDZ_BID_NET_LANDLORD, DDZ_BID_NET_FARMER, DDZ_BID_NET_CALLER };

enum { DDZ_BID_ACTIVE_MAX = 48 /* inputs on at a time, the choice included; asserted */ };

/* What is on for a question, no choice considered. `out` holds DDZ_BID_ACTIVE_MAX. Returns how many. */
int ddz_bid_list(const struct ddz_bid_request *ask, struct ddz_power *power, uint16_t *out);

/* The input of a choice. */
uint16_t ddz_bid_choice_input(enum ddz_bid_phase phase, int choice);

/* Of the table of inputs: nets that were trained for another one are refused. */
uint32_t ddz_bid_signature(void);

/* ddz_net_open for these inputs. */
enum ddz_net_error ddz_bid_open(struct ddz_net *net, const void *image, size_t size);

/* ---- S0's points of big cards: how good a hand is to call with, in one number ---- */

/* S0's landlord index: min(30, points) / 30 with points: both jokers 8, big alone 4, small alone 3, flower 3,
 * 2 per two, 6 per four of a kind 3..A. Ours: a wild rank's card 3, like the flower, and it counts for
 * nothing else. */
double ddz_landlord_index(const struct ddz_rules *rules, ddz_hand hand);

/* S0's `bigEnough`: both jokers, or four 2s. */
bool ddz_must_call(ddz_hand hand);
