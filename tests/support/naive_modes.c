#include "naive_modes.h"

#include <string.h>

static int count(const char *cards, char letter) {
  int n = 0;
  for (; *cards; cards++) n += *cards == letter;
  return n;
}

static bool obliged(const struct naive_modes *m, const char *hand) {
  const int twos = count(hand, '2');
  if (m->both_jokers && strchr(hand, 'B') && strchr(hand, 'R')) return true;
  if (m->three_twos && twos >= 3) return true;
  return m->four_twos && twos == 4;
}

/* The list being heard. */
struct hearing {
  const struct naive_modes *m;
  const char *const *hand;
  const struct naive_call *calls;
  int n, at;
  struct naive_stand *s;
};

/* What did this seat say? NULL: it is asked now, and these are the words. */
static const char *hear(struct hearing *h, const char *phase, int seat, const char *const words[]) {
  if (h->at < h->n) return h->calls[h->at++].word;
  int n = 0;
  h->s->phase = phase;
  h->s->pending[seat] = true;
  h->s->turn = seat;
  for (; words[n]; n++) h->s->open[n] = words[n];
  return NULL;
}

static bool is(const char *a, const char *b) { return strcmp(a, b) == 0; }

/* False while somebody is asked. The seat that would be the landlord goes to *holder, -1: nobody. */
static bool hear_score(struct hearing *h, int first, int *holder) {
  static const char *const bids[] = {"1", "2", "3"};
  int highest = 0;
  for (int i = 0; i < 3 && highest < 3; i++) {
    const int seat = (first + i) % 3;
    const char *words[5] = {NULL};
    int n = 0;
    if (highest > 0 || !obliged(h->m, h->hand[seat])) words[n++] = "pass";
    for (int bid = highest + 1; bid <= 3; bid++) words[n++] = bids[bid - 1];
    const char *word = hear(h, "call", seat, words);
    if (!word) return false;
    if (is(word, "pass")) continue;
    highest = word[0] - '0';
    *holder = seat;
    h->s->multiplier = highest;
  }
  return true;
}

/* Until somebody calls; how many were asked. */
static bool hear_first(struct hearing *h, int first, int *holder, int *asked) {
  for (*asked = 0; *asked < 3 && *holder < 0; ++*asked) {
    const int seat = (first + *asked) % 3;
    const char *may[] = {"pass", "call", NULL}, *must[] = {"call", NULL};
    const char *word = hear(h, "call", seat, obliged(h->m, h->hand[seat]) ? must : may);
    if (!word) return false;
    if (is(word, "call")) *holder = seat;
  }
  return true;
}

static bool hear_rob(struct hearing *h, int first, int *holder) {
  static const char *const words[] = {"pass", "rob", NULL};
  int asked;
  if (!hear_first(h, first, holder, &asked)) return false;
  if (*holder < 0) return true;
  const int caller = *holder;
  int robs = 0;
  for (; asked <= 3; asked++) {
    const bool back = asked == 3; /* the caller, at last */
    const int seat = back ? caller : (first + asked) % 3;
    if (back && (robs == 0 || !h->m->rob_back)) continue;
    const char *word = hear(h, "rob", seat, words);
    if (!word) return false;
    if (!is(word, "rob")) continue;
    robs++;
    *holder = seat;
    h->s->multiplier *= 2;
  }
  return true;
}

/* Everybody once, in any order. */
static void hear_doubles(struct hearing *h, int landlord) {
  static const char *const words[] = {"none", "double", "super", NULL};
  bool said[3] = {false};
  for (; h->at < h->n; h->at++) {
    const struct naive_call *call = &h->calls[h->at];
    said[call->seat] = true;
    h->s->factor[call->seat] *= is(call->word, "super") ? 4 : is(call->word, "double") ? 2 : 1;
  }
  for (int i = 2; i >= 0; i--)
    if (!said[(landlord + i) % 3]) (void)hear(h, "double", (landlord + i) % 3, words);
}

static void hear_kicks(struct hearing *h, int landlord) {
  bool kicked = false;
  for (int i = 1; i <= 3; i++) {
    const int seat = (landlord + i) % 3;
    const char *yes = i == 3 ? "kick_back" : kicked ? "follow" : "kick", *words[] = {"pass", yes, NULL};
    if (i == 3 && !kicked) return;
    const char *word = hear(h, "kick", seat, words);
    if (!word) return;
    if (is(word, "pass")) continue;
    kicked = true;
    if (h->m->kick_seat)
      h->s->factor[seat] *= 2;
    else
      h->s->multiplier *= 2;
  }
}

struct naive_stand naive_calls(const struct naive_modes *m, const char *const hand[3], int first, int drawn,
                               const struct naive_call *calls, int n) {
  struct naive_stand s = {.turn = -1, .landlord = -1, .multiplier = 1, .factor = {1, 1, 1}};
  struct hearing h = {m, hand, calls, n, 0, &s};
  int holder = -1, asked;
  bool settled = true;
  if (is(m->calling, "score")) settled = hear_score(&h, first, &holder);
  if (is(m->calling, "rob")) settled = hear_rob(&h, first, &holder);
  if (is(m->calling, "kick")) settled = hear_first(&h, first, &holder, &asked);
  if (is(m->calling, "none")) holder = drawn < 0 ? -2 : drawn;
  if (!settled) return s;
  if (holder == -1 && is(m->nobody, "first")) holder = first;
  if (holder == -1 && is(m->nobody, "last")) holder = (first + 2) % 3;
  if (holder == -1 && is(m->nobody, "random")) holder = drawn < 0 ? -2 : drawn;
  s.phase = "redeal";
  if (holder == -1) return s;
  s.landlord = holder;
  s.multiplier *= m->extra;
  s.phase = "play";
  if (holder == -2) return s;
  if (is(m->calling, "rob")) hear_doubles(&h, holder);
  if (is(m->calling, "kick")) hear_kicks(&h, holder);
  if (is(s.phase, "play")) s.turn = holder;
  return s;
}

int naive_times(const struct naive_modes *m, const char *type, const char *cards, const char *wild) {
  int wilds = 0;
  if (is(type, "rocket")) return m->rocket;
  if (!is(type, "bomb")) return 1;
  if (strlen(cards) > 4) return m->longer;
  for (const char *card = cards; *card; card++) wilds += strchr(wild, *card) != NULL;
  return wilds == 4 ? m->pure : wilds > 0 ? m->soft : m->hard;
}

void naive_score(const struct naive_modes *m, long long multiplier, const long long factor[3], int landlord,
                 int winner, long long score[3]) {
  score[landlord] = 0;
  for (int i = 1; i <= 2; i++) {
    const int farmer = (landlord + i) % 3;
    long long stake = multiplier * factor[landlord] * factor[farmer];
    if (m->cap > 0 && stake > m->cap) stake = m->cap;
    stake *= m->base;
    if (winner != landlord) stake = -stake;
    score[farmer] = -stake;
    score[landlord] += stake;
  }
}
