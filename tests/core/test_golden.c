/* The weights that ship say what they said when they were committed: games of the net against itself, each
 * decision with the bits of what it thought, and of how it believed the unseen cards to lie. Whoever trains
 * new weights writes the files anew (DDZ_GOLDEN=write) and sees in the diff how they play. Every kernel, on
 * every machine, must give these bits (net.h, belief.h). */
#include "core/base/card.h"
#include "core/game/table.h"
#include "core/net/judge.h"
#include "core/play/deals.h"
#include "lib/mapped.h"
#include "tests/support/cards.h"
#include "tests/support/engine.h"
#include "tests/support/test.h"

enum { GAMES = 3, LINE = 200 };

/* A net that ships and what it said; `tell` writes a decision's line, the newline included. */
struct golden {
  const char *path, *rules;
  void (*tell)(const struct golden *golden, char line[LINE], uint64_t game, const struct ddz_view *view,
               const struct ddz_judged *best);
  const struct ddz_net *net;
};

static uint32_t bits_of(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

/* A decision: the game, the seat and its hand, what it plays, the bits of the two heads. */
static void tell_play(const struct golden *golden, char line[LINE], uint64_t game,
                      const struct ddz_view *view, const struct ddz_judged *best) {
  char hand[DDZ_TEXT_MAX], cards[DDZ_TEXT_MAX];
  ddz_text_write(view->hand, hand);
  ddz_text_write(best->play.cards, cards);
  snprintf(line, LINE, "%d %s %s %s %08x %08x\n", (int)game, ddz_role_name(view->role), hand,
           cards[0] != '\0' ? cards : "pass", bits_of(best->value.win), bits_of(best->value.points));
}

/* A decision: the game, the seat, a digest of the weights' bits, the bits of all deals' sum, and what the
 * next seat holds in the first deal that is drawn. */
static void tell_belief(const struct golden *golden, char line[LINE], uint64_t game,
                        const struct ddz_view *view, const struct ddz_judged *best) {
  const enum ddz_role next = ddz_role_next(view->role);
  struct ddz_sampler sampler;
  struct ddz_rng rng;
  ddz_hand hand[DDZ_ROLES];
  float z[DDZ_BELIEF_WEIGHTS];
  char cards[DDZ_TEXT_MAX];
  uint32_t digest = 2166136261u;
  uint64_t sum;
  ddz_rng_seed(&rng, game);
  ddz_sampler_init(&sampler, view);
  ddz_sampler_use_belief(&sampler, golden->net, view, engine_here()->power);
  ddz_sampler_draw(&sampler, &rng, hand);
  ddz_belief_ask(golden->net, view, engine_here()->power, z);
  for (int i = 0; i < DDZ_BELIEF_WEIGHTS; i++) digest = (digest ^ bits_of(z[i])) * 16777619u;
  memcpy(&sum, &sampler.belief.tail[0][sampler.belief.draw], sizeof sum);
  ddz_text_write(hand[next], cards);
  snprintf(line, LINE, "%d %s %08x %016llx %s\n", (int)game, ddz_role_name(view->role), digest,
           (unsigned long long)sum, cards);
}

/* Play the games; each decision's line is written to `file`, or must be the file's next. Returns how many. */
static int play_games(const struct ddz_net *net, const struct golden *golden, FILE *file, bool write) {
  struct ddz_rules rules = cards_rules(golden->rules);
  char line[LINE], there[LINE];
  int decisions = 0;
  for (uint64_t game = 0; game < GAMES; game++) {
    struct ddz_table table;
    rules.calling = DDZ_CALLING_NONE;
    ddz_table_init(&table, &rules, game, NULL);
    while (table.phase == DDZ_PHASE_PLAY) {
      struct ddz_judged judged[DDZ_FEATURE_CANDIDATES];
      struct ddz_view view;
      const enum ddz_objective objective = game & 1 ? DDZ_OBJECTIVE_POINTS : DDZ_OBJECTIVE_WIN;
      ddz_table_view(&table, &view);
      const size_t n = ddz_judge(net, engine_here()->power, &view, objective, judged);
      const struct ddz_judged *best = &judged[ddz_judge_best(judged, n, objective)];
      const struct ddz_action action = {.seat = (uint8_t)table.turn,
                                        .cards = best->play.cards,
                                        .kind = best->play.kind,
                                        .rank = best->play.rank,
                                        .length = best->play.length};
      golden->tell(golden, line, game, &view, best);
      if (write)
        fputs(line, file);
      else if (fgets(there, LINE, file) == NULL || strcmp(there, line) != 0)
        fail_msg("decision %d is now %s", decisions + 1, line);
      decisions++;
      assert_int_equal(ddz_table_apply(&table, &action), DDZ_OK);
    }
  }
  return decisions;
}

/* By every kernel. */
static void hold(struct ddz_net *plays, struct ddz_net *told, const struct golden *golden) {
  const char *asked = getenv("DDZ_GOLDEN");
  const bool write = asked != NULL && strcmp(asked, "write") == 0;
  for (size_t k = 0; ddz_net_kernel_at(k) != NULL; k++) {
    FILE *file = fopen(golden->path, write ? "w" : "r");
    assert_non_null(file);
    plays->kernel = told->kernel = ddz_net_kernel_at(k);
    const int decisions = play_games(plays, golden, file, write);
    print_message("%s: %d decisions\n", told->kernel->name, decisions);
    fclose(file);
  }
}

static void hold_player(const char *model, const char *golden, const char *rules) {
  struct mapped file = {0};
  struct ddz_net net;
  char error[256];
  if (!mapped_open(&file, model, error, sizeof error)) skip();
  assert_int_equal(ddz_judge_open(&net, file.bytes, file.size), DDZ_NET_OK);
  hold(&net, &net, &(struct golden){golden, rules, tell_play, &net});
  mapped_close(&file);
}

TEST(the_shipped_weights_say_what_they_said) {
  hold_player("models/ddz.net", "tests/data/net_golden.txt", "douzero");
}

TEST(the_shipped_weights_for_wildcards_say_what_they_said) {
  hold_player("models/ddz-wild.net", "tests/data/wild_golden.txt", "laizi");
}

TEST(the_shipped_beliefs_are_what_they_were) {
  struct mapped file = {0}, beside = {0};
  struct ddz_net net, belief;
  char error[256];
  if (!mapped_open(&file, "models/ddz.net", error, sizeof error)) skip();
  if (!mapped_open(&beside, "models/ddz-belief.net", error, sizeof error)) skip();
  assert_int_equal(ddz_judge_open(&net, file.bytes, file.size), DDZ_NET_OK);
  assert_int_equal(ddz_belief_open(&belief, beside.bytes, beside.size), DDZ_NET_OK);
  hold(&net, &belief, &(struct golden){"tests/data/belief_golden.txt", "douzero", tell_belief, &belief});
  mapped_close(&file);
  mapped_close(&beside);
}

int main(void) { return test_run(NULL, NULL); }
