/* bid_feature.h - a question on calling as the inputs of a net.
 *
 * What a seat may know when it is asked whether to call becomes a set of inputs that are on;
 * bid_feature.def names every group of them. They go to nets of the same make as those that play (net.h), in
 * an image of its own; what net.h calls roles are here three questions:
 *
 *   LANDLORD  the seat is the landlord: does he win, and how many farmers' stakes come of it?
 *   FARMER    somebody else is: do the farmers win, and so on?
 *   CALLER    the seat makes this CHOICE: how many points does it win in the end?
 *
 * Nothing hidden is read. Well below a microsecond and the power of the hand. */
#ifndef DDZ_CORE_BID_FEATURE_H
#define DDZ_CORE_BID_FEATURE_H

#include "core/net/net.h"
#include "core/value/power.h"
#include "question.h"

enum ddz_bid_feature {
#define GROUP(name, inputs, text)                                                                            \
  DDZ_BID_IN_##name, DDZ_BID_IN_##name##_LAST = DDZ_BID_IN_##name + (inputs)-1,
#include "bid_feature.def"
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

#endif
