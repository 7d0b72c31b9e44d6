#include "api/routes/fairness.h"

#include <math.h>
#include <string.h>

#include "core/search/fairness.h"

/* Of decisions that say something of what a seat knew. */
struct insight {
  long long decisions;
  double d, v;
};

/* Of plays with a choice. */
struct losses {
  long long decisions;
  double sum, random, squares;
};

/* Of one seat. */
struct sums {
  double habits[DDZ_OPPONENTS];
  struct insight plays, calls;
  struct losses all, with_bombs;
};

void ddz_fairness_hear(struct ddz_fairness_calls *calls, const struct ddz_table *before,
                       const struct ddz_table *after, size_t action) {
  const int seat = before->turn;
  if (after->deals != before->deals) calls->n = 0;
  if (seat == DDZ_NO_SEAT || before->phase == DDZ_PHASE_PLAY || calls->n == DDZ_CALLS_MAX) return;
  const unsigned said = after->said[seat] & ~(unsigned)before->said[seat];
  if (said != 0 && after->deals == before->deals)
    calls->call[calls->n++] = (struct ddz_fairness_call){*before, (enum ddz_call)__builtin_ctz(said), action};
}

static void tell(struct ddz_task *task, const struct ddz_fairness *one, int seat, size_t action,
                 struct insight *sum, struct ddz_writer *out) {
  task->nodes += one->nodes;
  sum->decisions += one->insight;
  sum->d += one->d;
  sum->v += one->v;
  ddz_write_open(out, NULL, '{');
  ddz_write_int(out, "action", (long long)action);
  ddz_write_int(out, "seat", seat);
  ddz_write_real(out, "insight", one->insight ? one->d : NAN);
  ddz_write_real(out, "variance", one->insight ? one->v : NAN);
  ddz_write_real(out, "loss", one->loss);
  ddz_write_real(out, "random", one->random);
  ddz_write_close(out, '}');
}

static void lose(struct losses *losses, const struct ddz_fairness *one) {
  losses->decisions++;
  losses->sum += one->loss;
  losses->random += one->random;
  losses->squares += one->squares;
}

/* The play after those of `before`. */
static void judge(struct ddz_task *task, const struct ddz_table *table, const struct ddz_record *before,
                  struct sums *sums, size_t action, struct ddz_writer *out) {
  struct ddz_fairness one;
  struct ddz_view view;
  ddz_hand hand[DDZ_ROLES];
  ddz_table_view(table, &view);
  for (int role = 0; role < DDZ_ROLES; role++)
    hand[role] = table->hand[ddz_table_seat(table, (enum ddz_role)role)];
  const struct ddz_fairness_ask ask = {
      .view = &view, .hand = hand, .chosen = &before->play[before->n], .record = before};
  if (!ddz_fairness_of(task->api->engine, &ask, sums->habits, &one)) return;
  lose(&sums->all, &one);
  if (one.bomb) lose(&sums->with_bombs, &one);
  tell(task, &one, table->turn, action, &sums->plays, out);
}

static void out_insight(struct ddz_writer *out, const char *key, const struct insight *sum) {
  ddz_write_open(out, key, '{');
  ddz_write_int(out, "decisions", sum->decisions);
  ddz_write_real(out, "sum", sum->d);
  ddz_write_real(out, "variance", sum->v);
  ddz_write_close(out, '}');
}

/* The object is left open. */
static void out_losses(struct ddz_writer *out, const char *key, const struct losses *losses) {
  ddz_write_open(out, key, '{');
  ddz_write_int(out, "decisions", losses->decisions);
  ddz_write_real(out, "sum", losses->sum);
  ddz_write_real(out, "random", losses->random);
  ddz_write_real(out, "squares", losses->squares);
}

static void out_seat(struct ddz_writer *out, const struct ddz_table *table, int seat,
                     const struct sums *sums) {
  const enum ddz_role role = ddz_table_role(table, seat);
  ddz_write_open(out, NULL, '{');
  ddz_write_int(out, "seat", seat);
  ddz_write_string(out, "role", ddz_role_name(role));
  out_insight(out, "insight", &sums->plays);
  out_insight(out, "calls", &sums->calls);
  out_losses(out, "bombs", &sums->with_bombs);
  ddz_write_close(out, '}');
  out_losses(out, "loss", &sums->all);
  ddz_write_open(out, "gains", '[');
  for (int other = 0; other < DDZ_SEATS; other++)
    if (ddz_table_role(table, other) != DDZ_ROLES && ddz_role_enemies(role, ddz_table_role(table, other)))
      ddz_write_int(out, NULL, other);
  ddz_write_close(out, ']');
  ddz_write_close(out, '}');
  ddz_write_close(out, '}');
}

void ddz_write_fairness(struct ddz_task *task, const struct ddz_game *game, const struct ddz_table *start,
                        size_t first, const struct ddz_fairness_calls *calls, const struct ddz_stop *stop,
                        struct ddz_writer *out) {
  const int plays = game->record.n;
  struct ddz_record before = game->record;
  struct ddz_table table = *start;
  struct sums sums[DDZ_SEATS] = {0};
  before.n = 0;
  for (int seat = 0; seat < DDZ_SEATS; seat++)
    memcpy(sums[seat].habits, ddz_opponent_priors, sizeof ddz_opponent_priors);
  ddz_write_open(out, "fairness", '{');
  ddz_write_open(out, "decisions", '[');
  for (size_t c = 0; c < calls->n; c++) {
    const struct ddz_fairness_call *call = &calls->call[c];
    const int seat = call->asked.turn;
    struct ddz_fairness one;
    if (!ddz_fairness_of_call(task->api->engine, &call->asked, call->said, 0, &one)) continue;
    tell(task, &one, seat, call->action, &sums[seat].calls, out);
  }
  for (; before.n < plays && !ddz_task_is_over(task) && (stop == NULL || !ddz_stop_asked(stop)); before.n++) {
    judge(task, &table, &before, &sums[table.turn], first + (size_t)before.n, out);
    ddz_game_again(game, (size_t)before.n, &table);
  }
  ddz_write_close(out, ']');
  ddz_write_open(out, "seats", '[');
  for (int seat = 0; seat < DDZ_SEATS && start->landlord != DDZ_NO_SEAT; seat++)
    out_seat(out, start, seat, &sums[seat]);
  ddz_write_close(out, ']');
  ddz_write_bool(out, "complete", before.n == plays);
  ddz_write_close(out, '}');
}
