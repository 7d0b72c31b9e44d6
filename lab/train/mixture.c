#include "lab/train/mixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/bids/calling.h"

struct mixture mixture_of(const struct ddz_rules *rules) {
  return (struct mixture){.n = 1, .rules[0] = *rules, .share[0] = 1};
}

bool mixture_add(struct mixture *m, const char *text) {
  const size_t length = strcspn(text, ":");
  const bool said = text[length] == ':';
  char name[32], *end = NULL;
  snprintf(name, sizeof name, "%.*s", (int)length, text);
  const double share = said ? strtod(text + length + 1, &end) : 1;
  if ((said && (end == text + length + 1 || *end != '\0')) || !(share > 0 && share < 1e6) ||
      m->n == MIXTURE_MAX)
    return false;
  if (ddz_rules_preset(name, &m->rules[m->n]) != DDZ_OK) return false;
  m->share[m->n++] = share;
  return true;
}

const char *mixture_text(const struct mixture *m, char *text, size_t room) {
  size_t n = 0;
  text[0] = '\0';
  for (int i = 0; i < m->n && n < room; i++)
    n += (size_t)snprintf(text + n, room - n, "%s%s:%g", i == 0 ? "" : " ", m->rules[i].name, m->share[i]);
  if (n < room) snprintf(text + n, room - n, ", unshuffled %g, called %g", m->unshuffled, m->called);
  return text;
}

static const struct ddz_rules *draw_rules(const struct mixture *m, struct ddz_rng *rng) {
  return &m->rules[m->n == 1 ? 0 : ddz_rng_pick(rng, m->share, (size_t)m->n)];
}

static void draw_wild(struct ddz_rules *rules, struct ddz_rng *rng) {
  enum { TWO_IN = 8 }; /* games */
  if (rules->wildcard != DDZ_WILDCARD_RANKS || rules->wild != 0) return;
  ddz_ranks wild = (ddz_ranks)(1u << ddz_rng_below(rng, DDZ_RANK_2 + 1));
  if (ddz_rng_below(rng, TWO_IN) == 0) wild |= (ddz_ranks)(1u << ddz_rng_below(rng, DDZ_RANK_2 + 1));
  if (ddz_rules_set_wild(rules, wild) != DDZ_OK) abort();
}

static void draw_landlord(struct ddz_rules *rules, struct ddz_rng *rng, struct ddz_open *open) {
  struct ddz_rules uncalled = *rules;
  struct ddz_deal deal;
  ddz_hand hand[DDZ_ROLES];
  draw_wild(rules, rng);
  uncalled.calling = DDZ_CALLING_NONE;
  ddz_deal_random(&uncalled, rng, &deal);
  for (int r = 0; r < DDZ_ROLES; r++) hand[r] = ddz_cards_hand(deal.cards[(deal.landlord + r) % DDZ_SEATS]);
  ddz_open_start(open, rules, hand, ddz_cards_hand(deal.kitty));
}

static void call_landlord(struct ddz_engine *engine, struct ddz_rules *rules, struct ddz_rng *rng,
                          struct ddz_open *open) {
  struct ddz_table table;
  ddz_hand hand[DDZ_ROLES];
  if (ddz_table_init(&table, rules, ddz_rng_next(rng), NULL) != DDZ_OK) abort();
  calling_advised(&table, engine);
  for (int r = 0; r < DDZ_ROLES; r++) hand[r] = table.hand[(table.landlord + r) % DDZ_SEATS];
  *rules = table.rules;
  ddz_open_start(open, rules, hand, ddz_cards_hand(table.kitty));
  memcpy(open->view.now.calls, table.now.calls, sizeof table.now.calls);
}

void mixture_deal(const struct mixture *m, struct ddz_engine *engine, struct ddz_rng *rng,
                  struct ddz_rules *rules, struct ddz_open *open) {
  *rules = *draw_rules(m, rng);
  if (m->unshuffled > 0 && ddz_rng_unit(rng) < m->unshuffled) rules->dealing = DDZ_DEALING_UNSHUFFLED;
  if (m->called > 0 && rules->calling != DDZ_CALLING_NONE && ddz_rng_unit(rng) < m->called)
    call_landlord(engine, rules, rng, open);
  else
    draw_landlord(rules, rng, open);
}
