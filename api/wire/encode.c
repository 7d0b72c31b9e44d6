#include "api/wire/play.h"

void ddz_write_rank(struct ddz_writer *out, const char *key, int rank) {
  ddz_write_string(out, key, (char[]){ddz_rank_letters[rank], 0});
}

/* The physical cards that realise `cards`; 0 where the notation has only ranks. */
static ddz_cards picked_from(const struct ddz_pile *from, const struct ddz_terms *terms, ddz_hand cards) {
  ddz_cards picked = 0;
  if (ddz_notation_is_physical(terms->notation)) (void)ddz_cards_pick(from->cards, cards, &picked);
  return picked;
}

void ddz_write_cards(struct ddz_writer *out, const char *key, const struct ddz_terms *terms, ddz_hand cards,
                     const struct ddz_pile *from) {
  char text[DDZ_TEXT_MAX];
  unsigned char sorted[64];
  if (ddz_notation_letters(terms->notation)) {
    ddz_letters_write(terms->notation, cards, text);
    return ddz_write_string(out, key, text);
  }
  ddz_write_open(out, key, '[');
  for (size_t n = ddz_cards_sorted(picked_from(from, terms, cards), sorted); n-- > 0;)
    ddz_write_int(out, NULL, ddz_number_write(terms->notation, sorted[n]));
  for (int rank = 0; rank < DDZ_RANKS && !ddz_notation_is_physical(terms->notation); rank++)
    for (int n = ddz_hand_count(cards, rank); n > 0; n--)
      ddz_write_int(out, NULL, ddz_number_write(terms->notation, rank));
  ddz_write_close(out, ']');
}

/* A rank-sorted walk over a hand, one card at a time. */
static int take_lowest(ddz_hand *cards) {
  int rank = ddz_hand_bottom(*cards);
  *cards -= ddz_hand_of(rank, 1);
  return rank;
}

/* One wildcard: which card it is, in the notation of the request, and the rank it stands for. */
static void out_stand_in(struct ddz_writer *out, const struct ddz_terms *terms, int wild, int as,
                         ddz_cards *picked) {
  ddz_write_open(out, NULL, '{');
  if (ddz_notation_letters(terms->notation)) {
    ddz_write_rank(out, "card", wild);
  } else if (ddz_notation_is_physical(terms->notation)) {
    ddz_cards one = 0;
    (void)ddz_cards_pick(*picked, ddz_hand_of(wild, 1), &one);
    *picked &= ~one;
    ddz_write_int(out, "card", one ? ddz_number_write(terms->notation, __builtin_ctzll(one)) : -1);
  } else {
    ddz_write_int(out, "card", ddz_number_write(terms->notation, wild));
  }
  ddz_write_rank(out, "as", as);
  ddz_write_close(out, '}');
}

/* The wildcards that stand for another rank, lowest first. One that may stay itself does. */
static void out_stands_for(struct ddz_writer *out, const struct ddz_terms *terms, const struct ddz_play *play,
                           const struct ddz_pile *from) {
  const ddz_hand have = ddz_rules_wilds(&terms->rules, play->cards);
  const ddz_hand need = ddz_play_as(&terms->rules, play) - ddz_rules_naturals(&terms->rules, play->cards);
  ddz_hand wilds = ddz_hand_without(have, need), roles = ddz_hand_without(need, have);
  ddz_cards picked = picked_from(from, terms, play->cards);
  ddz_write_open(out, "stands_for", '[');
  while (wilds && roles) {
    int wild = take_lowest(&wilds);
    out_stand_in(out, terms, wild, take_lowest(&roles), &picked);
  }
  ddz_write_close(out, ']');
}

void ddz_write_play(struct ddz_writer *out, const char *key, const struct ddz_terms *terms,
                    const struct ddz_play *play, const struct ddz_pile *from) {
  if (play->kind == DDZ_PASS) return ddz_write_null(out, key);
  static const char *const bombs[] = {"软炸", "硬炸", "纯癞子炸"};
  const struct ddz_pattern_row *row = &ddz_pattern_rows[play->kind];
  const bool graded = play->kind == DDZ_BOMB && terms->rules.wild;
  char id[DDZ_READING_ID_MAX];
  ddz_reading_id(play, id);
  ddz_write_open(out, key, '{');
  ddz_write_string(out, "type", row->name);
  ddz_write_string(out, "name", graded ? bombs[play->grade] : row->chinese);
  ddz_write_rank(out, "rank", play->rank);
  ddz_write_int(out, "length", play->length);
  ddz_write_int(out, "main", play->kind == DDZ_BOMB ? play->size : row->body);
  ddz_write_int(out, "kicker", row->kicker);
  ddz_write_int(out, "size", play->size);
  ddz_write_cards(out, "cards", terms, play->cards, from);
  ddz_write_string(out, "id", id);
  if (play->subs > 0) out_stands_for(out, terms, play, from);
  ddz_write_close(out, '}');
}

void ddz_write_taken(struct ddz_writer *out, const char *key, const struct ddz_terms *terms, ddz_hand cards,
                     struct ddz_pile *from) {
  ddz_write_cards(out, key, terms, cards, from);
  from->cards &= ~picked_from(from, terms, cards);
}

void ddz_write_reason(struct ddz_writer *out, enum ddz_reason reason, bool chinese) {
  ddz_write_open(out, "reason", '{');
  ddz_write_string(out, "code", ddz_reason_rows[reason].name);
  ddz_write_string(out, "text", chinese ? ddz_reason_rows[reason].chinese : ddz_reason_rows[reason].text);
  ddz_write_close(out, '}');
}

void ddz_write_split(struct ddz_writer *out, const char *key, const struct ddz_terms *terms,
                     const struct ddz_play *plays, size_t count, const struct ddz_pile *from) {
  struct ddz_pile left = *from;
  ddz_write_open(out, key, '[');
  for (size_t i = 0; i < count; i++) {
    ddz_write_play(out, NULL, terms, &plays[i], &left);
    left.cards &= ~picked_from(&left, terms, plays[i].cards);
  }
  ddz_write_close(out, ']');
}
