/* split.c - see split.h. */
#include "split.h"

static const struct {
  uint8_t least, most; /* cards */
  int8_t slots;
  uint8_t kind; /* of the play; kickers are none */
} forms[DDZ_FORMS] = {
    [DDZ_FORM_SOLO] = {1, 1, 0, DDZ_SOLO},         [DDZ_FORM_PAIR] = {2, 2, 0, DDZ_PAIR},
    [DDZ_FORM_TRIO] = {3, 3, 0, DDZ_TRIO},         [DDZ_FORM_TRIO_OPEN] = {3, 3, 1, DDZ_TRIO},
    [DDZ_FORM_BOMB] = {4, 12, 0, DDZ_BOMB},        [DDZ_FORM_KICKER_SOLO] = {1, 1, -1, DDZ_PASS},
    [DDZ_FORM_KICKER_PAIR] = {2, 2, -1, DDZ_PASS},
};

struct splitting {
  struct ddz_split split;
  bool flower;
  void *self;
  ddz_split_visitor *visit;
};

static bool allowed(const struct ddz_group *group, bool flower) {
  int cards = group->naturals + group->wilds;
  if (cards < forms[group->form].least || cards > forms[group->form].most) return false;
  if (!flower) return true;
  return cards <= 4 && (group->wilds == 0 || forms[group->form].kind != DDZ_PASS);
}

/* Groups are chosen in descending order of (form, naturals, wilds), so that no split comes twice. */
static int order(const struct ddz_group *group) {
  return (group->form << 3 | group->naturals) << 4 | group->wilds;
}

static void split_rest(struct splitting *s, int naturals, int wilds) {
  struct ddz_split *split = &s->split;
  if (naturals == 0) {
    if (wilds == 0) s->visit(s->self, split);
    return;
  }
  int last = split->count > 0 ? order(&split->group[split->count - 1]) : 1 << 30;
  for (int form = 0; form < DDZ_FORMS; form++)
    for (int own = 1; own <= naturals; own++)
      for (int wild = 0; wild <= wilds; wild++) {
        struct ddz_group group = {(uint8_t)form, (uint8_t)own, (uint8_t)wild};
        if (!allowed(&group, s->flower) || order(&group) > last) continue;
        split->group[split->count++] = group;
        split_rest(s, naturals - own, wilds - wild);
        split->count--;
      }
}

void ddz_each_split(int naturals, int wilds, bool flower, void *self, ddz_split_visitor *visit) {
  struct splitting s = {.flower = flower, .self = self, .visit = visit};
  split_rest(&s, naturals, wilds);
}

ddz_weight_sum ddz_group_weight(const struct ddz_group *group, int rank) {
  if (group->form == DDZ_FORM_KICKER_SOLO) return DDZ_WEIGHT_KICKER_SOLO;
  if (group->form == DDZ_FORM_KICKER_PAIR) return DDZ_WEIGHT_KICKER_PAIR;
  return ddz_weight((enum ddz_kind)forms[group->form].kind, rank, 1, group->naturals + group->wilds);
}

int ddz_group_slots(const struct ddz_group *group) { return forms[group->form].slots; }
