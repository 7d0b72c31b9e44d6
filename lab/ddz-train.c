/* ddz-train - teach the nets by games against themselves.
 *
 * `ddz-train --help` is the manual; lab/train/ has the parts: trainer.h says what a round is. */
#include <getopt.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/net/judge.h"
#include "lab/train/image.h"
#include "lab/train/trainer.h"
#include "tools/lib/engine.h"
#include "tools/lib/flags.h"

enum { RIVALS_MAX = 32 };

/* Nets that think together, and where they lie in memory. */
struct ensemble {
  struct mind mind;
  struct image image[MIND_NETS];
};

struct task {
  struct settings settings;
  double minutes;     /* of this run; 0: not limited */
  double cpu_minutes; /* of computing time, all threads together; likewise */
  uint64_t frames;    /* likewise */
  const char *until;  /* HH:MM, UTC */
  double every, save; /* seconds between lines; between matches and files */
  int deals;          /* of a match */
  struct ensemble teachers;
  const char *out, *state, *resume, *log, *name;
  double part; /* where the schedules start, resumed from weights */
  uint8_t off[DDZ_FEATURES], only[DDZ_FEATURES + 1];
  double end; /* seconds of the clock */
  const char *rival[RIVALS_MAX];
  int rivals;
};

static volatile sig_atomic_t stopped;
static void stop(int signal) { stopped = signal; }

/* ---- options ---- */

static void mark_group(uint8_t *marks, const char *name) {
  const struct ddz_feature_group *group;
  const size_t groups = ddz_feature_groups(&group);
  size_t g = 0;
  while (g < groups && strcmp(group[g].name, name) != 0) g++;
  if (g == groups) tool_fail("no such group of features (core/net/feature.def)", name);
  memset(marks + group[g].first, 1, group[g].inputs);
}

static void leave_out(struct task *task, const char *name) {
  mark_group(task->off, name);
  task->settings.off = task->off;
}

static void set_only(struct task *task, const char *name) {
  mark_group(task->only, name);
  task->settings.only = task->only;
}

static void set_threads(struct task *t, const char *v) { t->settings.threads = (int)flags_number(v, 1, 256); }
static void set_minutes(struct task *t, const char *v) { t->minutes = flags_number(v, 0.001, 1e6); }
static void set_cpu_minutes(struct task *t, const char *v) { t->cpu_minutes = flags_number(v, 0.001, 1e6); }
static void set_match(struct task *t, const char *v) {
  if (t->rivals == RIVALS_MAX) tool_fail("too many", v);
  t->rival[t->rivals++] = v;
}
static void set_frames(struct task *t, const char *v) { t->frames = (uint64_t)flags_number(v, 1, 1e15); }
static void set_seed(struct task *t, const char *v) { t->settings.seed = (uint64_t)flags_number(v, 0, 1e15); }
static void set_width(struct task *t, const char *v) {
  t->settings.width = (int)flags_number(v, 64, DDZ_NET_WIDTH_MAX) / 64 * 64;
}

static void read_weights(struct image *image, const char *path) {
  char error[MAPPED_PATH + 200];
  if (!image_read(image, ddz_judge_open, path, error, sizeof error)) tool_fail("no weights", error);
}

/* One more: FILE or FILE:SHARE. */
static void ensemble_add(struct ensemble *ensemble, const char *text) {
  struct mind *mind = &ensemble->mind;
  char path[MAPPED_PATH];
  const char *colon = strrchr(text, ':');
  if (mind->nets == MIND_NETS) tool_fail("too many", text);
  struct image *image = &ensemble->image[mind->nets];
  snprintf(path, sizeof path, "%.*s", colon != NULL ? (int)(colon - text) : (int)strlen(text), text);
  read_weights(image, path);
  mind->share[mind->nets] = colon != NULL ? flags_number(colon + 1, 0.001, 1000) : 1;
  mind->net[mind->nets++] = &image->net;
}

static void ensemble_close(struct ensemble *ensemble) {
  for (int i = 0; i < ensemble->mind.nets; i++) image_close(&ensemble->image[i]);
}

static void set_teacher(struct task *t, const char *v) { ensemble_add(&t->teachers, v); }
static void set_batch(struct task *t, const char *v) {
  t->settings.batch = (int)flags_number(v, CHUNK, 65536) / CHUNK * CHUNK;
}
static void set_games(struct task *t, const char *v) { t->settings.games = (int)flags_number(v, 1, 1e6); }
static void set_ring(struct task *t, const char *v) { t->settings.ring = (size_t)flags_number(v, 1e4, 1e8); }
static void set_fill(struct task *t, const char *v) { t->settings.fill = (size_t)flags_number(v, 1, 1e8); }
static void set_rate(struct task *t, const char *v) { t->settings.rate = flags_number(v, 1e-9, 1); }
static void set_rate_end(struct task *t, const char *v) { t->settings.rate_end = flags_number(v, 1e-9, 1); }
static void set_hold(struct task *t, const char *v) { t->settings.hold = flags_number(v, 0, 0.99); }
static void set_explore(struct task *t, const char *v) { t->settings.explore = flags_number(v, 0, 1); }
static void set_explore_end(struct task *t, const char *v) {
  t->settings.explore_end = flags_number(v, 0, 1);
}
static void set_opponent_pool(struct task *t, const char *v) {
  t->settings.opponent_pool = flags_number(v, 0, 1);
}
static void set_unshuffled(struct task *t, const char *v) {
  t->settings.mixture.unshuffled = flags_number(v, 0, 1);
}
static void set_called(struct task *t, const char *v) { t->settings.mixture.called = flags_number(v, 0, 1); }
static void set_rules(struct task *t, const char *v) {
  if (!mixture_add(&t->settings.mixture, v)) tool_fail("no such rule set, or share", v);
}
static void set_temperature(struct task *t, const char *v) {
  t->settings.temperature = flags_number(v, 0, 10);
}
static void set_lambda(struct task *t, const char *v) { t->settings.lambda = flags_number(v, 0, 1); }
static void set_warm(struct task *t, const char *v) { t->settings.warm = flags_number(v, 0, 1); }
static void set_reuse(struct task *t, const char *v) { t->settings.reuse = flags_number(v, 0.1, 100); }
static void set_bound(struct task *t, const char *v) { t->settings.bound = flags_number(v, 0.01, 2); }
static void set_forks(struct task *t, const char *v) { t->settings.forks = flags_number(v, 0, 1); }
static void set_keep(struct task *t, const char *v) { t->settings.keep = flags_number(v, 0, 1); }
static void set_every(struct task *t, const char *v) { t->every = flags_number(v, 0, 1e6); }
static void set_save(struct task *t, const char *v) { t->save = flags_number(v, 0, 1e6); }
static void set_deals(struct task *t, const char *v) { t->deals = (int)flags_number(v, 0, 1e6); }
static void set_part(struct task *t, const char *v) { t->part = flags_number(v, 0, 1); }

static const struct flag rows[] = {
    {"threads", "N", "number of threads (all cores)", .set = set_threads},
    {"minutes", "M", "stop after M minutes", .set = set_minutes},
    {"cpu-minutes", "M", "stop after M minutes of computing time", .set = set_cpu_minutes},
    {"until", "HH:MM", "stop at this time of day, UTC", FLAG_TEXT(until)},
    {"frames", "N", "stop after N decisions: the same result in every run", .set = set_frames},
    {"out", "FILE", "write the weights there, every --save seconds and at the end", FLAG_TEXT(out)},
    {"state", "FILE", "write the whole state there, to continue exactly; as often as --out",
     FLAG_TEXT(state)},
    {"resume", "FILE", "continue from a state, or from weights alone", FLAG_TEXT(resume)},
    {"part", "P", "with weights alone: the part of the schedules that is already over, 0..1 (0)",
     .set = set_part},
    {"log", "FILE", "append a line of tab-separated values for every line of progress", FLAG_TEXT(log)},
    {"name", "NAME", "name of the net", FLAG_TEXT(name)},
    {"seed", "S", "seed of all random numbers (1)", .set = set_seed},
    {"width", "W", "units of the first layer, a multiple of 64 (512)", .set = set_width},
    {"teacher", "FILE[:SHARE]",
     "weights that play the games, instead of those that learn; repeated: the average of what they think",
     .set = set_teacher},
    {"batch", "N", "samples per step (1024)", .set = set_batch},
    {"games", "N", "games per round (2048)", .set = set_games},
    {"ring", "N", "samples kept for each role (400000)", .set = set_ring},
    {"fill", "N", "samples needed before learning begins, after --resume too (50000)", .set = set_fill},
    {"rate", "R", "learning rate (1e-3)", .set = set_rate},
    {"rate-end", "R", "learning rate at the end (3e-5)", .set = set_rate_end},
    {"hold", "P", "part of the run after which the rate begins to fall (0.3)", .set = set_hold},
    {"explore", "P", "share of random plays at the beginning (0.1)", .set = set_explore},
    {"explore-end", "P", "share of random plays later (0.02)", .set = set_explore_end},
    {"rules", "PRESET[:SHARE]", "a rule set of the games; may be repeated (douzero alone)", .set = set_rules},
    {"called", "P", "share of games, where the rules have calling, in which seats call (0: one is drawn)",
     .set = set_called},
    {"unshuffled", "P", "share of games whose cards are not shuffled, but gathered and cut (0)",
     .set = set_unshuffled},
    {"temperature", "H", "also play what is about H worse (logit, or points) than the best (0: never)",
     .set = set_temperature},
    {"opponent-pool", "P", "share of games with one side played by rules or the weight-based robot (0)",
     .set = set_opponent_pool},
    {"distill", NULL, "with --forks: they are not followed, what the teachers think of them is learned",
     FLAG_ON(settings.distill)},
    {"lambda", "L", "weight of outcomes against the net's own estimates (0.85)", .set = set_lambda},
    {"warm", "P", "part of the run with --explore and lambda 1 (0.01)", .set = set_warm},
    {"reuse", "N", "times each sample is learned from (2)", .set = set_reuse},
    {"forks", "P",
     "share of decisions whose best plays are all followed to the end; then those are learned from (0)",
     .set = set_forks},
    {"keep", "K", "decay of the running averages per step (0.9995)", .set = set_keep},
    {"bound", "B", "weights of the first layer stay within +-B (1)", .set = set_bound},
    {"freeze", NULL, "do not change the first layer", FLAG_ON(settings.frozen)},
    {"only", "GROUP", "learn nothing but this group of features; may be repeated", .set = set_only},
    {"win-only", NULL, "all games are played to win", FLAG_ON(settings.one_mode)},
    {"off", "GROUP", "leave out a group of features; may be repeated", .set = leave_out},
    {"every", "S", "seconds between lines of progress (10)", .set = set_every},
    {"save", "S", "seconds between matches, and between files (300)", .set = set_save},
    {"deals", "N", "deals per match, two games each (1000)", .set = set_deals},
    {"match", "FILE",
     "do not train: let these weights (FILE:SHARE,FILE:SHARE: together) play against `rules` and each other; "
     "repeated",
     .set = set_match},
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

static void print_help(void) {
  printf(
      "usage: ddz-train [options]\n\n"
      "Teaches the three nets of the engine, one for each role, by games against themselves (douzero, or\n"
      "those of --rules). --minutes, --until or --frames says when to stop. Then, and on SIGINT or SIGTERM, "
      "it\n"
      "writes the files.\n\n");
  flags_print(rows, ROW_COUNT, 18);
}

static void read_options(struct task *task, int argc, char **argv) {
  flags_read(rows, ROW_COUNT, print_help, task, argc, argv);
  if (optind < argc) tool_fail("not an option", argv[optind]);
  if (task->settings.ring < task->settings.fill) tool_fail("it would never learn", "--ring below --fill");
}

/* ---- the run ---- */

static double clock_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double cpu_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The next time it is HH:MM. */
static double time_of_day(const char *text) {
  char *end;
  const long hour = strtol(text, &end, 10);
  const long minute = *end == ':' ? strtol(end + 1, &end, 10) : -1;
  if (*end != '\0' || hour < 0 || hour > 23 || minute < 0 || minute > 59)
    tool_fail("a time of day is HH:MM", text);
  const double today = floor(clock_now() / 86400) * 86400 + (double)hour * 3600 + (double)minute * 60;
  return today > clock_now() ? today : today + 86400;
}

/* What was measured between two lines. */
struct mark {
  double time;
  uint64_t frames, games;
};

struct report {
  FILE *log;
  struct mark mark;
  double next_line, next_save;
  void *old_image; /* of the last match */
  struct ddz_net old;
};

static double share(const struct tally *tally) {
  return tally->games > 0 ? (double)tally->won / tally->games : NAN;
}
static double mean_points(const struct tally *tally) {
  return tally->games > 0 ? tally->points / tally->games : NAN;
}

/* The line's fields, for people and for the log, in one table's order. */
static void print_line(struct task *task, struct trainer *t, struct report *report, double now) {
  const double seconds = now - report->mark.time;
  const double frames = (double)(t->progress.frames - report->mark.frames);
  double win = 0, points = 0, samples = 1e-9, apart_win = 0, apart_points = 0, apart = 1e-9;
  for (int r = 0; r < DDZ_ROLES; r++) {
    apart_win += t->loss[r].apart_win;
    apart_points += t->loss[r].apart_points;
    apart += t->loss[r].apart;
    win += t->loss[r].win;
    points += t->loss[r].points;
    samples += t->loss[r].samples;
  }
  printf(
      "%5.1f%% %7.0f s  %6.1f M frames  %6.1f k games  %5.1f k/s (%2.0f%% play)  loss win %.4f points %.4f "
      "apart %.5f %.5f\n",
      100 * t->progress.part, t->progress.seconds, (double)t->progress.frames / 1e6,
      (double)t->progress.games / 1e3, frames / seconds / 1e3, 100 * t->playing / (t->playing + t->learning),
      win / samples, points / samples, apart_win / apart, apart_points / apart);
  fflush(stdout);
  if (report->log != NULL) {
    fprintf(report->log, "round\t%.5f\t%.1f\t%llu\t%llu\t%.0f\t%.5f\t%.5f\n", t->progress.part,
            t->progress.seconds, (unsigned long long)t->progress.frames,
            (unsigned long long)t->progress.games, frames / seconds, win / samples, points / samples);
    fflush(report->log);
  }
  memset(t->loss, 0, sizeof t->loss);
  t->playing = t->learning = 0;
  report->mark = (struct mark){now, t->progress.frames, t->progress.games};
  report->next_line = now + task->every;
}

static void match_one(struct task *task, struct trainer *t, struct report *report, const char *name,
                      enum opponent opponent, bool points) {
  const struct contest contest = {trainer_mind(t), mind_of(&report->old), opponent,
                                  points,          &t->settings.mixture,  20260101};
  struct tally tally;
  if (opponent == OPPONENT_NET && report->old_image == NULL) return;
  trainer_match(t, &contest, task->deals, &tally);
  printf("        %-18s %-6s  wins %.4f +-%.4f  points %+.3f\n", name, points ? "points" : "win",
         share(&tally), 1.96 * sqrt(share(&tally) * (1 - share(&tally)) / tally.games), mean_points(&tally));
  fflush(stdout);
  if (report->log == NULL) return;
  fprintf(report->log, "match\t%.5f\t%.1f\t%llu\t%s\t%s\t%.5f\t%.4f\n", t->progress.part, t->progress.seconds,
          (unsigned long long)t->progress.frames, name, points ? "points" : "win", share(&tally),
          mean_points(&tally));
  fflush(report->log);
}

static void play_matches(struct task *task, struct trainer *t, struct report *report) {
  trainer_refresh(t);
  match_one(task, t, report, "rules", OPPONENT_RULES, false);
  match_one(task, t, report, "rules", OPPONENT_RULES, true);
  match_one(task, t, report, "prompt", OPPONENT_PROMPT, false);
  match_one(task, t, report, "random", OPPONENT_RANDOM, true);
  match_one(task, t, report, "last", OPPONENT_NET, false);
  free(report->old_image);
  report->old_image = aligned_alloc(DDZ_NET_ALIGN, (t->image_size + 63) / 64 * 64);
  if (report->old_image == NULL) tool_fail("out of memory", "matches");
  memcpy(report->old_image, t->image, t->image_size);
  ddz_net_open(&report->old, report->old_image, t->image_size, DDZ_FEATURES, ddz_feature_signature());
}

static void record_of(const struct task *task, const struct trainer *t, char *text, size_t size) {
  const struct settings *s = &t->settings;
  char games[300], told[MIND_NETS * (DDZ_NET_NAME + 16)] = "";
  size_t n = 0;
  for (int i = 0; s->distill && i < s->teacher.nets; i++)
    n += (size_t)snprintf(told + n, sizeof told - n, "%s %s:%g", i == 0 ? " told by" : "",
                          s->teacher.net[i]->facts.name, s->teacher.share[i]);
  snprintf(
      text, size,
      "ddz-train: %llu games, %llu frames, %llu samples, %.0f s; part %.4f; width %d batch %d rate %g..%g "
      "hold %g lambda %g reuse %g explore %g..%g opponent_pool %g forks %g (%llu)%s keep %g seed %llu; %s\n",
      (unsigned long long)t->progress.games, (unsigned long long)t->progress.frames,
      (unsigned long long)t->progress.samples, t->progress.seconds, t->progress.part, s->width, s->batch,
      s->rate, s->rate_end, s->hold, s->lambda, s->reuse, s->explore, s->explore_end, s->opponent_pool,
      s->forks, (unsigned long long)t->progress.forks, told, s->keep, (unsigned long long)s->seed,
      mixture_text(&s->mixture, games, sizeof games));
  (void)task;
}

static void write_weights(const struct task *task, const struct trainer *t) {
  char record[2048], partial[4096];
  size_t size;
  record_of(task, t, record, sizeof record);
  void *image = roles_image(t->role, task->name, record, &size);
  snprintf(partial, sizeof partial, "%s.part", task->out);
  if (!image_write(image, size, partial) || rename(partial, task->out) != 0)
    fprintf(stderr, "ddz-train: cannot write %s\n", task->out);
  free(image);
}

static void save(struct task *task, struct trainer *t, struct report *report, bool last) {
  if (task->out != NULL) write_weights(task, t);
  if (task->state != NULL && !trainer_write(t, task->state))
    fprintf(stderr, "ddz-train: cannot write %s\n", task->state);
  if (task->deals > 0 && (!last || !stopped)) play_matches(task, t, report);
  report->next_save = clock_now() + task->save;
}

static void resume(struct task *task, struct trainer *t) {
  struct image image = {0};
  if (trainer_read(t, task->resume)) return;
  read_weights(&image, task->resume);
  if (!model_holds(&t->role[0]->shape, &image.net.shape)) tool_fail("weights of a larger net", task->resume);
  trainer_from_net(t, &image.net, task->part);
  image_close(&image);
}

/* ---- weights against weights ---- */

static void print_contest(struct trainer *t, const char *a, const char *b, const struct contest *contest,
                          int deals) {
  struct tally tally;
  trainer_match(t, contest, deals, &tally);
  const double deal_mean = mean_points(&tally), n = tally.games / 2.0;
  printf("%-24s %-24s %-6s wins %.4f +-%.4f  points %+.3f +-%.3f\n", a, b, contest->points ? "points" : "win",
         share(&tally), 1.96 * sqrt(share(&tally) * (1 - share(&tally)) / tally.games), deal_mean,
         1.96 * sqrt(fmax(tally.square / n - deal_mean * deal_mean, 0) / n));
  fflush(stdout);
}

/* FILE, or FILE:SHARE,FILE:SHARE ... */
static void read_rival(struct ensemble *ensemble, const char *text) {
  char list[RIVALS_MAX * MAPPED_PATH], *at = list;
  if (snprintf(list, sizeof list, "%s", text) >= (int)sizeof list) tool_fail("too long", text);
  while (at != NULL) ensemble_add(ensemble, strsep(&at, ","));
}

static void play_rivals(const struct task *task, struct trainer *t) {
  static struct ensemble ensemble[RIVALS_MAX];
  struct mind mind[RIVALS_MAX];
  for (int i = 0; i < task->rivals; i++) {
    read_rival(&ensemble[i], task->rival[i]);
    mind[i] = ensemble[i].mind;
  }
  for (int i = 0; i < task->rivals; i++)
    for (int mode = 0; mode < 2; mode++) {
      struct contest contest = {mind[i], mind[i], OPPONENT_RULES, mode == 1, &t->settings.mixture, 20260202};
      print_contest(t, task->rival[i], "rules", &contest, task->deals);
      contest.opponent = OPPONENT_NET;
      for (int j = 0; j < i; j++) {
        contest.other = mind[j];
        print_contest(t, task->rival[i], task->rival[j], &contest, task->deals);
      }
    }
  for (int i = 0; i < task->rivals; i++) ensemble_close(&ensemble[i]);
}

/* How much of the run is over. */
static double part_at(const struct task *task, const struct trainer *t, double begun, double from,
                      uint64_t frames) {
  double over = 0;
  if (task->frames > 0) over = (double)(t->progress.frames - frames) / (double)task->frames;
  if (task->end > 0) over = fmax(over, (clock_now() - begun) / (task->end - begun));
  if (task->cpu_minutes > 0) over = fmax(over, cpu_now() / (60 * task->cpu_minutes));
  return from + (1 - from) * fmin(over, 1);
}

static void run(struct task *task, struct trainer *t) {
  const double begun = clock_now(), from = t->progress.part;
  const uint64_t frames = t->progress.frames;
  struct report report = {.mark = {begun, frames, t->progress.games}};
  if (task->log != NULL && (report.log = fopen(task->log, "a")) == NULL) tool_fail("cannot write", task->log);
  if (task->minutes > 0) task->end = begun + 60 * task->minutes;
  if (task->until != NULL) task->end = time_of_day(task->until);
  report.next_line = begun + task->every;
  report.next_save = begun + (task->save < 60 ? task->save : 60); /* an early look */
  for (;;) {
    const double part = part_at(task, t, begun, from, frames);
    if (stopped || part >= 1) break;
    trainer_round(t, part);
    const double time = clock_now();
    if (time >= report.next_line) print_line(task, t, &report, time);
    if (time >= report.next_save) save(task, t, &report, false);
  }
  if (!stopped) t->progress.part = 1;
  print_line(task, t, &report, clock_now());
  save(task, t, &report, true);
  free(report.old_image);
  if (report.log != NULL) fclose(report.log);
}

int main(int argc, char **argv) {
  static struct task task;
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  settings_defaults(&task.settings);
  task.settings.threads = cores > 0 ? (int)cores : 1;
  task.every = 10;
  task.save = 300;
  task.deals = 1000;
  task.name = "ddz-1";
  task.settings.mixture.n = 0; /* what is named takes the default's place */
  read_options(&task, argc, argv);
  if (task.settings.mixture.n == 0) (void)mixture_add(&task.settings.mixture, "douzero");
  if (task.minutes == 0 && task.frames == 0 && task.until == NULL && task.cpu_minutes == 0) task.minutes = 2;
  signal(SIGINT, stop);
  signal(SIGTERM, stop);
  if (task.settings.mixture.called > 0) {
    task.settings.bids = model_open(NULL).bids;
    if (task.settings.bids == NULL) fprintf(stderr, "ddz-train: no nets for calling: the formula calls\n");
  }
  task.settings.teacher = task.teachers.mind;
  if (task.settings.distill && (task.settings.forks <= 0 || task.teachers.mind.nets == 0))
    tool_fail("needs --forks and --teacher", "--distill");
  struct trainer *trainer = trainer_new(&task.settings);
  if (task.rivals > 0) {
    play_rivals(&task, trainer);
    trainer_free(trainer);
    return 0;
  }
  if (task.resume != NULL) resume(&task, trainer);
  run(&task, trainer);
  trainer_free(trainer);
  ensemble_close(&task.teachers);
  return 0;
}
