#include "search_games.h"

#include "core/game/table.h"
#include "tests/support/cards.h"
#include "tests/support/measure.h"
#include "tests/support/seed.h"

enum { GAMES = 12, NODES = 2000, LISTED = 1100 };

static const struct {
  const char *name;
  bool net, belief, record;
} rows[SEARCH_GAMES] = {
    [SEARCH_WITHOUT_NET] = {"search_without_net", false, false, false},
    [SEARCH_ON_NET] = {"search_on_net", true, false, false},
    [SEARCH_ON_NET_WITH_RECORD] = {"search_on_net_with_record", true, false, true},
    [SEARCH_THAT_BELIEVES] = {"search_that_believes", true, true, false},
    [SEARCH_THAT_BELIEVES_WITH_RECORD] = {"search_that_believes_with_record", true, true, true},
};

const char *search_games_name(enum search_games kind) { return rows[kind].name; }

static void play_game(struct ddz_engine *engine, const struct ddz_rules *rules, uint64_t game,
                      bool record_too, void (*told)(void *self, const struct search_decision *), void *self) {
  static const struct ddz_play pass;
  static struct ddz_candidate candidate[LISTED];
  struct ddz_record record = {.n = 0};
  struct ddz_table table;
  ddz_table_init(&table, rules, test_seed() + game, NULL);
  while (table.phase == DDZ_PHASE_PLAY) {
    struct ddz_robot_request ask;
    struct ddz_robot_move move;
    ddz_robot_defaults(&ask);
    ask.player = DDZ_PLAYER_SEARCH;
    ask.objective = (enum ddz_objective)(game % DDZ_OBJECTIVES);
    ask.seed = test_seed() + game;
    ask.limit.nodes = NODES;
    ddz_table_view(&table, &ask.view);
    if (record_too) {
      ask.record = &record;
      ask.style = (enum ddz_style)(record.n % DDZ_STYLES);
      if (ask.view.now.last.kind != DDZ_PASS) ask.include = &pass, ask.includes = 1;
    }
    const uint64_t start = measure_now();
    ddz_decide(engine, &ask, &move, candidate, LISTED);
    told(self, &(struct search_decision){&move, candidate, (double)(measure_now() - start)});
    const struct ddz_action action = {.seat = (uint8_t)table.turn, .cards = move.chosen.play.cards};
    ddz_table_apply(&table, &action);
    ddz_record_add_action(&record, &table, &action);
  }
}

void search_games_play(struct ddz_engine *engine, const struct ddz_nets *nets, enum search_games kind,
                       void (*told)(void *self, const struct search_decision *), void *self) {
  const struct ddz_rules rules = cards_rules("douzero");
  engine->nets = (struct ddz_nets){.play = rows[kind].net ? nets->play : NULL,
                                   .belief = rows[kind].belief ? nets->belief : NULL};
  for (uint64_t game = 0; game < GAMES; game++)
    play_game(engine, &rules, game, rows[kind].record, told, self);
}
