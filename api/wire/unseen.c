#include "api/wire/view.h"

#include "core/engine/engine.h"
#include "core/play/deals.h"
#include "core/play/net_player.h"

/* How many cards a seat holds, and the chances of 0, 1, 2, 3 and 4 of them for every rank of the deck. */
static void out_cards(struct ddz_writer *out, const struct ddz_rules *rules, int left,
                      ddz_unseen_marginals share) {
  const ddz_hand deck = ddz_rules_deck(rules);
  ddz_write_int(out, "left", left);
  ddz_write_open(out, "ranks", '{');
  for (int rank = 0; rank < DDZ_RANKS; rank++) {
    if (ddz_hand_count(deck, rank) == 0) continue;
    ddz_write_open(out, (char[]){ddz_rank_letters[rank], 0}, '[');
    for (int k = 0; k <= DDZ_UNSEEN_MOST; k++) ddz_write_real(out, NULL, share[rank][k]);
    ddz_write_close(out, ']');
  }
  ddz_write_close(out, '}');
}

static void open_unseen(struct ddz_writer *out, const struct ddz_net *belief, bool assumed) {
  ddz_write_open(out, "unseen", '{');
  ddz_write_string(out, "source", belief ? "belief" : "uniform");
  ddz_write_text(out, "net", belief ? belief->facts.name : NULL);
  ddz_write_bool(out, "assumed", assumed);
  ddz_write_open(out, "seats", '[');
}

static void close_unseen(struct ddz_writer *out) {
  ddz_write_close(out, ']');
  ddz_write_close(out, '}');
}

static void out_sampled(struct ddz_writer *out, const struct ddz_sampler *sampler,
                        const struct ddz_rules *rules, const struct ddz_net *belief) {
  open_unseen(out, belief, sampler->hidden.assumed);
  for (int n = 1; n < DDZ_ROLES; n++) {
    const enum ddz_role seat = (enum ddz_role)(((int)sampler->hidden.role + n) % DDZ_ROLES);
    ddz_unseen_marginals share;
    ddz_unseen_of(sampler, seat, share);
    ddz_write_open(out, NULL, '{');
    ddz_write_string(out, "role", ddz_role_name(seat));
    out_cards(out, rules, ddz_hand_size(sampler->hidden.known[seat]) + sampler->hidden.draw[seat], share);
    ddz_write_close(out, '}');
  }
  close_unseen(out);
}

void ddz_write_unseen(struct ddz_writer *out, struct ddz_engine *engine, const struct ddz_view *view) {
  const struct ddz_net *belief = engine->nets.belief;
  struct ddz_sampler sampler;
  ddz_sampler_init(&sampler, view);
  if (belief && ddz_net_player_knows(engine, view))
    ddz_sampler_use_belief(&sampler, belief, view, engine->power);
  out_sampled(out, &sampler, view->rules, sampler.use_belief ? belief : NULL);
}

/* Nobody has played: the landlord has the kitty, which all have seen. */
static void out_dealt(struct ddz_writer *out, const struct ddz_table *table) {
  struct ddz_view view;
  struct ddz_sampler sampler;
  ddz_view_init(&view, &table->rules, ddz_table_role(table, table->turn), table->hand[table->turn],
                ddz_cards_hand(table->kitty));
  ddz_table_show(table, &view);
  ddz_sampler_init(&sampler, &view);
  out_sampled(out, &sampler, &table->rules, NULL);
}

/* The hand, where all know it; else empty. */
static ddz_hand shown_of(const struct ddz_table *table, int seat) {
  return (table->shown >> seat & 1) != 0 ? table->hand[seat] : 0;
}

/* Nobody is the landlord yet: some of the unseen cards are the kitty. */
static void out_before(struct ddz_writer *out, const struct ddz_table *table) {
  ddz_hand unseen = ddz_rules_deck(&table->rules) - table->hand[table->turn];
  if (table->rules.kitty_open) unseen -= ddz_cards_hand(table->kitty);
  for (int n = 1; n < DDZ_SEATS; n++) unseen -= shown_of(table, (table->turn + n) % DDZ_SEATS);
  open_unseen(out, NULL, false);
  for (int n = 1; n < DDZ_SEATS; n++) {
    const int seat = (table->turn + n) % DDZ_SEATS, left = ddz_hand_size(table->hand[seat]);
    ddz_unseen_marginals share;
    ddz_unseen_hypergeometric(shown_of(table, seat) != 0 ? shown_of(table, seat) : unseen, left, share);
    ddz_write_open(out, NULL, '{');
    ddz_write_int(out, "seat", seat);
    out_cards(out, &table->rules, left, share);
    ddz_write_close(out, '}');
  }
  close_unseen(out);
}

void ddz_write_unseen_at(struct ddz_writer *out, struct ddz_engine *engine, const struct ddz_table *table) {
  struct ddz_view view;
  if (table->landlord == DDZ_NO_SEAT) return out_before(out, table);
  if (table->phase != DDZ_PHASE_PLAY) return out_dealt(out, table);
  ddz_table_view(table, &view);
  ddz_write_unseen(out, engine, &view);
}
