#include "api/routes/fairness.h"

#include <math.h>

#include "core/search/fairness.h"

/* Of one seat. */
struct sums {
  struct ddz_habits habits;
  long long insights, choices; /* decisions that say something of what it knew; with a choice */
  double d, v, loss, random, squares;
};

static void judge(struct ddz_task *task, const struct ddz_table *table, const struct ddz_play *chosen,
                  struct sums *sums, size_t action, struct ddz_writer *out) {
  struct ddz_fairness one;
  struct ddz_view view;
  ddz_hand hand[DDZ_ROLES];
  ddz_table_view(table, &view);
  for (int role = 0; role < DDZ_ROLES; role++)
    hand[role] = table->hand[ddz_table_seat(table, (enum ddz_role)role)];
  const struct ddz_fairness_ask ask = {.view = &view, .hand = hand, .chosen = chosen};
  if (!ddz_fairness_of(task->api->engine, &ask, &sums->habits, &one)) return;
  task->nodes += one.nodes;
  sums->insights += one.insight;
  sums->choices++;
  sums->d += one.d;
  sums->v += one.v;
  sums->loss += one.loss;
  sums->random += one.random;
  sums->squares += one.squares;
  ddz_write_open(out, NULL, '{');
  ddz_write_int(out, "action", (long long)action);
  ddz_write_int(out, "seat", table->turn);
  ddz_write_real(out, "insight", one.insight ? one.d : NAN);
  ddz_write_real(out, "variance", one.insight ? one.v : NAN);
  ddz_write_real(out, "loss", one.loss);
  ddz_write_real(out, "random", one.random);
  ddz_write_close(out, '}');
}

static void out_seat(struct ddz_writer *out, const struct ddz_table *table, int seat,
                     const struct sums *sums) {
  const enum ddz_role role = ddz_table_role(table, seat);
  ddz_write_open(out, NULL, '{');
  ddz_write_int(out, "seat", seat);
  ddz_write_string(out, "role", ddz_role_name(role));
  ddz_write_open(out, "insight", '{');
  ddz_write_int(out, "decisions", sums->insights);
  ddz_write_real(out, "sum", sums->d);
  ddz_write_real(out, "variance", sums->v);
  ddz_write_close(out, '}');
  ddz_write_open(out, "loss", '{');
  ddz_write_int(out, "decisions", sums->choices);
  ddz_write_real(out, "sum", sums->loss);
  ddz_write_real(out, "random", sums->random);
  ddz_write_real(out, "squares", sums->squares);
  ddz_write_open(out, "gains", '[');
  for (int other = 0; other < DDZ_SEATS; other++)
    if (ddz_table_role(table, other) != DDZ_ROLES && ddz_role_enemies(role, ddz_table_role(table, other)))
      ddz_write_int(out, NULL, other);
  ddz_write_close(out, ']');
  ddz_write_close(out, '}');
  ddz_write_close(out, '}');
}

void ddz_write_fairness(struct ddz_task *task, const struct ddz_game *game, const struct ddz_table *start,
                        size_t first, const struct ddz_stop *stop, struct ddz_writer *out) {
  const size_t plays = (size_t)game->record.n;
  struct ddz_table table = *start;
  struct sums sums[DDZ_SEATS] = {0};
  size_t i = 0;
  for (int seat = 0; seat < DDZ_SEATS; seat++) ddz_habits_init(&sums[seat].habits);
  ddz_write_open(out, "fairness", '{');
  ddz_write_open(out, "decisions", '[');
  for (; i < plays && !ddz_task_is_over(task) && (stop == NULL || !ddz_stop_asked(stop)); i++) {
    judge(task, &table, &game->record.play[i], &sums[table.turn], first + i, out);
    ddz_game_again(game, i, &table);
  }
  ddz_write_close(out, ']');
  ddz_write_open(out, "seats", '[');
  for (int seat = 0; seat < DDZ_SEATS && start->landlord != DDZ_NO_SEAT; seat++)
    out_seat(out, start, seat, &sums[seat]);
  ddz_write_close(out, ']');
  ddz_write_bool(out, "complete", i == plays);
  ddz_write_close(out, '}');
}
