#include "api/answer.h"

/* ---- what an answer adds to the log ---- */

void ddz_note(struct ddz_api_notes *notes, const char *name, const char *text, uint64_t number) {
  if (notes->count == sizeof notes->note / sizeof *notes->note) return;
  notes->note[notes->count].name = name;
  notes->note[notes->count].text = text;
  notes->note[notes->count++].number = number;
}

/* ---- what a question will cost ---- */

static unsigned size_of(int size) { return size < DDZ_COST_SIZES ? (unsigned)size : DDZ_COST_SIZES - 1; }

struct ddz_cost ddz_cost_counted(int size, uint64_t us) {
  return (struct ddz_cost){.kind = us > DDZ_COST_HERE_US ? DDZ_COST_LONG : DDZ_COST_BOUNDED,
                           .size = size_of(size),
                           .at_most_us = us};
}

struct ddz_cost ddz_cost_long(int size, long long ms, long long nodes, unsigned node_us) {
  uint64_t time = (uint64_t)ms * 1000, count = (uint64_t)nodes * node_us;
  uint64_t us = count && (!time || count < time) ? count : time;
  return (struct ddz_cost){.kind = DDZ_COST_LONG, .size = size_of(size), .at_most_us = us, .own_us = time};
}

/* Measured and rounded up: 20,000 nodes without wildcards took 60 ms. */
enum { SEARCH_NODE_US = 5 };

struct ddz_cost ddz_cost_of_search(const struct ddz_rules *rules, const struct ddz_robot_request *ask,
                                   long long ms, long long nodes) {
  if (!ask->limited) nodes = (long long)ddz_robot_nodes(ask);
  return ddz_cost_long(ask->level, ms, nodes, rules->wild ? 0 : SEARCH_NODE_US);
}

/* Of 20 cards by the wildcards among them, the last row for more. Fewer cards take less, by their square. */
static const uint32_t plays_us[] = {500, 1000, 2000, 5000, 10000, 20000, 30000, 40000, 50000};
enum { ROWS = sizeof plays_us / sizeof *plays_us };

struct ddz_cost ddz_cost_of_plays(const struct ddz_rules *rules, ddz_hand hand, long long told) {
  int wilds = ddz_hand_size(ddz_rules_wilds(rules, hand));
  const uint64_t cards = (uint64_t)ddz_hand_size(hand), us = plays_us[wilds < ROWS ? wilds : ROWS - 1];
  return ddz_cost_counted(wilds, DDZ_COST_SMALL_US + us * cards * cards / 400 + (uint64_t)told);
}
