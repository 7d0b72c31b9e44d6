/* The trainer: right gradients, the same results whatever the number of threads, files that go on. */
#include <unistd.h>

#include "lab/train/trainer.h"
#include "tests/support/test.h"
#include "tests/support/toy_net.h"

/* The three roles share their code. */
enum { ROLES_MEASURED = TEST_SANITIZED ? 1 : DDZ_ROLES };

/* Some hundred frames a round, with steps in it from the second round on. */
static struct settings small(int threads) {
  struct settings s;
  settings_defaults(&s);
  s.threads = threads;
  s.width = 64;
  s.batch = 64;
  s.games = 64;
  s.ring = 20000;
  s.fill = 300;
  s.opponent_pool = 0.25;
  s.seed = test_seed();
  return s;
}

static struct trainer *after(int threads, int rounds) {
  const struct settings s = small(threads);
  struct trainer *t = trainer_new(&s);
  for (int i = 0; i < rounds; i++) trainer_round(t, i * 0.1);
  return t;
}

static void assert_same(const struct trainer *a, const struct trainer *b) {
  for (int r = 0; r < DDZ_ROLES; r++) {
    const struct model *x = a->role[r], *y = b->role[r];
    assert_true(x->steps == y->steps);
    assert_memory_equal(x->first.w, y->first.w, x->first.n * sizeof(float));
    assert_memory_equal(x->first.mean, y->first.mean, x->first.n * sizeof(float));
    assert_memory_equal(x->first.v, y->first.v, x->first.n * sizeof(float));
    assert_memory_equal(x->top.w, y->top.w, x->top.n * sizeof(float));
    assert_memory_equal(x->seen, y->seen, (size_t)x->rows);
  }
}

TEST(the_same_seed_gives_the_same_weights_with_one_two_and_five_threads) {
  static const int threads[] = {5, 2, 1};
  struct trainer *one = after(1, 3);
  assert_true(one->role[0]->steps > 5 && one->progress.frames > 1000);
  for (int i = 0; i < (TEST_SANITIZED ? 1 : 3); i++) {
    struct trainer *other = after(threads[i], 3);
    assert_true(one->progress.frames == other->progress.frames);
    assert_same(one, other);
    trainer_free(other);
  }
  trainer_free(one);
}

TEST(another_seed_gives_other_weights) {
  struct settings s = small(1);
  struct trainer *a = trainer_new(&s);
  s.seed++;
  struct trainer *b = trainer_new(&s);
  assert_memory_not_equal(a->role[0]->first.w, b->role[0]->first.w, a->role[0]->first.n * sizeof(float));
  trainer_free(a);
  trainer_free(b);
}

/* ---- gradients ---- */

static double loss_of(struct trainer *t, int role, const struct batch *batch, float *first, float *top) {
  struct loss loss;
  learner_gradient(t->learner, role, batch, first, top, &loss);
  const double levels = loss.win + (double)POINTS_SHARE * loss.points;
  const double apart = loss.apart_win + (double)POINTS_SHARE * loss.apart_points;
  return (levels + (double)DIFFER_SHARE * apart) / loss.samples;
}

/* The slope of the loss at a weight, measured. */
static double slope(struct trainer *t, int role, const struct batch *batch, float *w, float *first,
                    float *top) {
  const float keep = *w, step = 1e-2f;
  *w = keep + step;
  const double up = loss_of(t, role, batch, first, top);
  *w = keep - step;
  const double down = loss_of(t, role, batch, first, top);
  *w = keep;
  return (up - down) / (2 * (double)step);
}

/* Those with the largest gradients, where rounding drowns the least; kinks of the units make single ones
 * differ, so most must agree and all be near. */
static void check_gradients(struct trainer *t, int role, const struct batch *batch, float *w, const float *g,
                            size_t n, float *first, float *top) {
  enum { TRIES = 60 };
  int agree = 0;
  struct ddz_rng rng = test_rng(test_seed());
  for (int i = 0; i < TRIES; i++) {
    size_t at = ddz_rng_below(&rng, (uint32_t)n);
    for (int j = 0; j < 300; j++) {
      const size_t other = ddz_rng_below(&rng, (uint32_t)n);
      if (g[other] * g[other] > g[at] * g[at]) at = other;
    }
    const double told = (double)g[at], measured = slope(t, role, batch, w + at, first, top);
    const double off = told > measured ? told - measured : measured - told;
    const double size = told < 0 ? -told : told;
    agree += off < 0.03 * size + 1e-5;
    assert_true(off < 0.5 * size + 1e-4);
  }
  assert_true(agree > TRIES * 8 / 10);
}

/* Samples of games, or, where there are any, whole forks and then such samples. */
static void take_batch(const struct trainer *t, int role, struct sample sample[CHUNK],
                       struct input_list list[CHUNK]) {
  int n = 0;
  for (size_t f = 0; f < t->forks[role].count && n + FORK_PLAYS <= CHUNK - 4; f++)
    for (int i = 0; i < t->forks[role].fork[f].n; i++) sample[n++] = t->forks[role].fork[f].sample[i];
  for (int i = 0; n < CHUNK; i++) sample[n++] = t->ring[role].sample[i * 3];
  for (int i = 0; i < CHUNK; i++) list[i] = (struct input_list){sample[i].input, sample[i].n};
}

static void check_all_gradients(double forks) {
  struct settings s = small(1);
  s.forks = forks;
  struct trainer *t = trainer_new(&s);
  for (int i = 0; i < 2; i++) trainer_round(t, i * 0.1);
  const size_t first_n = t->role[0]->first.n, top_n = t->role[0]->top.n;
  float *first = malloc(first_n * sizeof *first), *top = malloc(top_n * sizeof *top);
  float *scrap_first = malloc(first_n * sizeof *first), *scrap_top = malloc(top_n * sizeof *top);
  struct sample sample[CHUNK];
  struct input_list list[CHUNK];
  const struct batch whole = {list, roles_judge, sample}, *batch = &whole;
  for (int r = 0; r < ROLES_MEASURED; r++) {
    take_batch(t, r, sample, list);
    loss_of(t, r, batch, first, top);
    check_gradients(t, r, batch, t->role[r]->first.w, first, first_n, scrap_first, scrap_top);
    check_gradients(t, r, batch, t->role[r]->top.w, top, top_n, scrap_first, scrap_top);
  }
  free(first);
  free(top);
  free(scrap_first);
  free(scrap_top);
  trainer_free(t);
}

TEST(the_gradients_are_those_of_finite_differences) { check_all_gradients(0); }

TEST(the_gradients_of_differences_are_those_of_finite_differences) { check_all_gradients(1); }

TEST(the_net_that_plays_computes_what_was_learned) {
  struct trainer *t = after(1, 3);
  trainer_refresh(t);
  double worst = 0;
  for (int r = 0; r < DDZ_ROLES; r++)
    for (int i = 0; i < 50; i++) {
      const struct sample *s = &t->ring[r].sample[i];
      const struct model *m = t->role[r];
      const struct top_layout at = top_layout_of(&m->shape);
      float hidden[64], one[ROLES_H1], two[ROLES_H2], head = m->top.mean[at.b4];
      struct ddz_net_sum sum;
      struct ddz_net_value value;
      for (int b = 0; b < m->blocks; b++)
        kernel_gather(model_block(m, m->first.mean, b), s->input, s->n, MODEL_CLIP, hidden + b * BLOCK);
      for (int j = 0; j < ROLES_H1; j++) {
        one[j] = m->top.mean[at.b2 + (size_t)j];
        for (int u = 0; u < m->shape.width; u++) one[j] += hidden[u] * m->top.mean[u * ROLES_H1 + j];
      }
      for (int j = 0; j < ROLES_H2; j++) {
        two[j] = m->top.mean[at.b3 + (size_t)j];
        for (int u = 0; u < ROLES_H1; u++)
          two[j] += (one[u] > 0 ? one[u] : 0) * m->top.mean[at.w3 + (size_t)(u * ROLES_H2 + j)];
        head += (two[j] > 0 ? two[j] : 0) * m->top.mean[at.w4 + (size_t)(j * HEADS)];
      }
      ddz_net_begin(&t->net, (enum ddz_role)r, s->input, (size_t)s->n - 1, &sum); /* the bias is the last */
      ddz_net_values_of(&t->net, (enum ddz_role)r, &sum, 1, &value);
      const double off = value.win > head ? (double)(value.win - head) : (double)(head - value.win);
      if (off > worst) worst = off;
    }
  print_message("rounding to bytes changes a logit by at most %.4f\n", worst);
  assert_true(worst < 0.25);
  trainer_free(t);
}

/* A teacher plays the games; who learns does not change them. */
TEST(games_of_a_teacher_do_not_depend_on_who_learns) {
  struct trainer *teacher = after(1, 1), *pupil[2];
  trainer_refresh(teacher);
  for (int i = 0; i < 2; i++) {
    struct settings s = small(1);
    s.width = 64 * (i + 1);
    s.teacher = mind_of(&teacher->net);
    pupil[i] = trainer_new(&s);
    for (int n = 0; n < 2; n++) trainer_round(pupil[i], n * 0.1);
    assert_true(pupil[i]->role[0]->steps > 0);
  }
  assert_true(pupil[0]->progress.frames == pupil[1]->progress.frames);
  for (int r = 0; r < DDZ_ROLES; r++) {
    assert_true(pupil[0]->ring[r].count == pupil[1]->ring[r].count && pupil[0]->ring[r].count > 100);
    for (size_t i = 0; i < pupil[0]->ring[r].count; i++) {
      const struct sample *a = &pupil[0]->ring[r].sample[i], *b = &pupil[1]->ring[r].sample[i];
      assert_true(a->win == b->win && a->points == b->points && a->n == b->n);
      assert_memory_equal(a->input, b->input, a->n * sizeof *a->input);
    }
  }
  trainer_free(pupil[0]);
  trainer_free(pupil[1]);
  trainer_free(teacher);
}

/* ---- forks ---- */

static bool same_inputs(const struct sample *a, const struct sample *b) {
  return a->role == b->role && a->n == b->n && memcmp(a->input, b->input, a->n * sizeof *a->input) == 0;
}

/* Where nobody tries anything the game itself follows the best play of each of its decisions, so both must
 * come to the same. */
TEST(the_best_play_of_a_fork_comes_to_what_the_game_came_to) {
  struct settings s = small(1);
  s.forks = 1;
  s.lambda = 1;
  s.opponent_pool = s.explore = s.explore_end = s.warm = 0;
  struct trainer *t = trainer_new(&s);
  int forks = 0, apart = 0;
  trainer_round(t, 0);
  for (int g = 0; g < s.games; g++) {
    const struct episode *e = &t->episode[g];
    for (int f = 0; f < e->forks; f++) {
      const struct fork *fork = &e->fork[f];
      int at = 0;
      while (at < e->n && !same_inputs(&e->sample[at], &fork->sample[0])) at++;
      assert_true(at < e->n && fork->n >= 2 && fork->n <= FORK_PLAYS);
      assert_true(fork->sample[0].win == e->sample[at].win && fork->sample[0].points == e->sample[at].points);
      for (int i = 0; i < fork->n; i++) {
        assert_int_equal(fork->sample[i].follow, fork->n - 1 - i);
        assert_true(i == 0 || !same_inputs(&fork->sample[i], &fork->sample[0]));
        apart += fork->sample[i].win != fork->sample[0].win;
      }
      forks++;
    }
  }
  assert_true(forks > 100 && apart > forks / 20);
  trainer_free(t);
}

/* Told by two teachers, a fork says what both think of its plays, in the middle; nothing is followed. */
TEST(distillation_teaches_the_mean_of_what_the_teachers_think) {
  struct trainer *teacher[2] = {after(1, 1), after(1, 3)};
  struct settings s = small(1);
  s.forks = 1;
  s.distill = true;
  s.opponent_pool = s.explore = s.explore_end = s.warm = 0;
  for (int i = 0; i < 2; i++) {
    trainer_refresh(teacher[i]);
    s.teacher.net[i] = &teacher[i]->net;
    s.teacher.share[i] = i + 1;
    s.teacher.nets++;
  }
  struct trainer *t = trainer_new(&s);
  int told = 0;
  trainer_round(t, 0);
  for (int g = 0; g < s.games; g++)
    for (int f = 0; f < t->episode[g].forks; f++)
      for (int i = 0; i < t->episode[g].fork[f].n; i++) {
        const struct sample *sample = &t->episode[g].fork[f].sample[i];
        double win = 0, points = 0;
        for (int k = 0; k < 2; k++) {
          const struct ddz_net *net = &teacher[k]->net;
          struct ddz_net_sum sum;
          struct ddz_net_value value;
          ddz_net_begin(net, sample->role, sample->input, sample->n - 1u,
                        &sum); /* the bias is the net's own */
          ddz_net_values_of(net, sample->role, &sum, 1, &value);
          win += (k + 1) / 3.0 * (double)value.win;
          points += (k + 1) / 3.0 * (double)value.points;
        }
        assert_float_equal(sample->win, 1 / (1 + exp(-win)), 1e-4);
        assert_float_equal(sample->points, points / (double)POINTS_UNIT, 1e-4);
        told++;
      }
  assert_true(told > 100);
  trainer_free(t);
  for (int i = 0; i < 2; i++) trainer_free(teacher[i]);
}

TEST(forks_are_the_same_with_one_and_three_threads) {
  struct trainer *t[2];
  for (int i = 0; i < 2; i++) {
    struct settings s = small(1 + 2 * i);
    s.forks = .5;
    t[i] = trainer_new(&s);
    for (int n = 0; n < 3; n++) trainer_round(t[i], n * 0.1);
  }
  assert_true(t[0]->role[0]->steps > 3 && t[0]->progress.forks == t[1]->progress.forks);
  assert_same(t[0], t[1]);
  trainer_free(t[0]);
  trainer_free(t[1]);
}

TEST(a_guest_plays_one_side_and_nothing_is_learned_from_it) {
  struct settings s = small(1);
  struct trainer *t;
  int landlords = 0, farmers = 0;
  s.opponent_pool = 1;
  t = trainer_new(&s);
  trainer_round(t, 0);
  for (int g = 0; g < s.games; g++) {
    const struct episode *e = &t->episode[g];
    int of[DDZ_ROLES] = {0};
    for (int i = 0; i < e->n; i++) of[e->sample[i].role]++;
    assert_true(of[DDZ_LANDLORD] == 0 || of[DDZ_LANDLORD_DOWN] + of[DDZ_LANDLORD_UP] == 0);
    landlords += of[DDZ_LANDLORD] > 0;
    farmers += of[DDZ_LANDLORD_DOWN] + of[DDZ_LANDLORD_UP] > 0;
  }
  assert_true(landlords > s.games / 4 && farmers > s.games / 4);
  trainer_free(t);
}

/* ---- files ---- */

TEST(going_on_from_a_state_is_the_same_each_time) {
  char path[] = "/tmp/ddz-train-XXXXXX";
  const int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  struct trainer *t = after(2, 3);
  assert_true(trainer_write(t, path));
  struct trainer *on[2];
  for (int i = 0; i < 2; i++) {
    const struct settings s = small(1 + i);
    on[i] = trainer_new(&s);
    assert_true(trainer_read(on[i], path));
    assert_same(on[i], t);
    assert_true(on[i]->progress.games == t->progress.games);
    for (int n = 0; n < 2; n++) trainer_round(on[i], 0.5);
  }
  assert_same(on[0], on[1]);
  assert_true(on[0]->role[0]->steps > t->role[0]->steps);
  trainer_free(on[0]);
  trainer_free(on[1]);
  trainer_free(t);
  unlink(path);
}

TEST(a_cut_state_is_refused) {
  char path[] = "/tmp/ddz-train-XXXXXX";
  const int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  struct trainer *t = after(1, 1);
  assert_true(trainer_write(t, path));
  assert_int_equal(truncate(path, 5000), 0);
  assert_false(trainer_read(t, path));
  assert_false(trainer_read(t, "/nonexistent/state"));
  trainer_free(t);
  unlink(path);
}

TEST(weights_alone_go_on_with_what_they_played) {
  struct trainer *t = after(1, 3);
  trainer_refresh(t);
  const struct settings s = small(1);
  struct trainer *on = trainer_new(&s);
  trainer_from_net(on, &t->net, 0.5);
  trainer_refresh(on);
  struct ddz_net_sum sum;
  struct ddz_net_value a, b;
  const struct sample *example = &t->ring[0].sample[0];
  ddz_net_begin(&t->net, DDZ_LANDLORD, example->input, (size_t)example->n - 1, &sum);
  ddz_net_values_of(&t->net, DDZ_LANDLORD, &sum, 1, &a);
  ddz_net_begin(&on->net, DDZ_LANDLORD, example->input, (size_t)example->n - 1, &sum);
  ddz_net_values_of(&on->net, DDZ_LANDLORD, &sum, 1, &b);
  assert_true(a.win - b.win < 0.01f && b.win - a.win < 0.01f);
  trainer_round(on, 0.5);
  trainer_round(on, 0.6);
  assert_true(on->role[0]->steps > 0);
  trainer_free(on);
  trainer_free(t);
}

/* Units may be added to weights that have reached what they can: at first they change nothing. */
TEST(a_smaller_net_grows_and_says_what_it_said) {
  struct trainer *t = after(1, 1);
  struct toy_net toy = toy_net_player(test_seed()); /* 16 and 16 units above the first layer */
  struct ddz_net small_net;
  assert_int_equal(ddz_net_open(&small_net, toy.image, toy.size, DDZ_FEATURES, ddz_feature_signature()),
                   DDZ_NET_OK);
  struct settings s = small(1);
  s.width = 128;
  struct trainer *grown = trainer_new(&s);
  assert_true(model_holds(&grown->role[0]->shape, &small_net.shape));
  trainer_from_net(grown, &small_net, 0.5);
  trainer_refresh(grown);
  assert_false(model_holds(&t->role[0]->shape, &grown->net.shape));
  for (int r = 0; r < DDZ_ROLES; r++)
    for (int i = 0; i < 50; i++) {
      const struct sample *sample = &t->ring[r].sample[i];
      const struct ddz_net *const nets[] = {&small_net, &grown->net};
      struct ddz_net_value value[2];
      for (int n = 0; n < 2; n++) {
        struct ddz_net_sum sum;
        ddz_net_begin(nets[n], (enum ddz_role)r, sample->input, (size_t)sample->n - 1, &sum);
        ddz_net_values_of(nets[n], (enum ddz_role)r, &sum, 1, &value[n]);
      }
      assert_float_equal(value[0].win, value[1].win, 0.001);
    }
  trainer_round(grown, 0.5);
  trainer_round(grown, 0.6);
  const struct model *model = grown->role[0];
  const struct top_layout at = top_layout_of(&model->shape);
  assert_true(model->top.w[at.w3 + 100 * ROLES_H2] != 0); /* a new unit has begun to tell */
  trainer_free(grown);
  trainer_free(t);
  toy_net_free(&toy);
}

TEST(learning_makes_it_stronger_than_chance) {
  if (TEST_SANITIZED) skip(); /* the steps and the games are those of the tests before */
  struct trainer *t = after(2, 10);
  struct tally tally;
  trainer_refresh(t);
  const struct contest contest = {trainer_mind(t), trainer_mind(t),      OPPONENT_RANDOM,
                                  false,           &t->settings.mixture, 1};
  trainer_match(t, &contest, 200, &tally);
  print_message("after %d games: %d of %d games won against chance\n", (int)t->progress.games, tally.won,
                tally.games);
  assert_int_equal(tally.games, 400);
  assert_true(tally.won > 200);
  trainer_free(t);
}

int main(void) { return test_run(NULL, NULL); }
