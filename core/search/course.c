#include "course.h"

#include <string.h>

static const double USUAL = .3; /* of the rollouts: a reply that is rarer is not told */

void ddz_course_add(struct ddz_course *course, const struct ddz_open *after, ddz_hand play, bool tried,
                    bool over) {
  if (!tried) {
    if (course->plies < DDZ_REPLIES_MAX) course->reply[course->plies] = play;
    course->plies++;
  }
  if (over) course->winner = (uint8_t)ddz_open_winner(after);
  if (course->lead_known || (!over && !ddz_position_leads(&after->view.now))) return;
  course->lead_known = true;
  course->next_leader = over ? course->winner : (uint8_t)after->view.role;
}

void ddz_courses_count(struct ddz_courses *courses, enum ddz_role seat, const struct ddz_course *course) {
  const int turns = (course->winner - (int)seat + DDZ_ROLES) % DDZ_ROLES;
  /* Nothing to count: it was proved or played by the rules, or nobody could lead any more. */
  if (!course->lead_known || course->winner == DDZ_ROLES) return;
  if (courses->n < DDZ_COURSES_KEPT) courses->kept[courses->n] = *course;
  courses->n++;
  courses->next_leader[course->next_leader]++;
  if (course->plies > 0 && course->plies == (turns == 0 ? DDZ_ROLES : turns))
    courses->wins_next_turn[course->winner]++;
}

static bool begins_with(const struct ddz_course *course, const struct ddz_course *with, int plies) {
  return course->plies >= plies &&
         memcmp(course->reply, with->reply, (size_t)plies * sizeof *course->reply) == 0;
}

/* How many of those kept begin as this one does. */
static int count_matching(const struct ddz_courses *courses, int kept, const struct ddz_course *with,
                          int plies) {
  int n = 0;
  for (int i = 0; i < kept; i++) n += begins_with(&courses->kept[i], with, plies);
  return n;
}

int ddz_courses_replies(const struct ddz_courses *courses, enum ddz_role seat,
                        struct ddz_step reply[DDZ_REPLIES_MAX]) {
  const int kept = courses->n < DDZ_COURSES_KEPT ? (int)courses->n : DDZ_COURSES_KEPT;
  const struct ddz_course *usual = &courses->kept[0];
  enum ddz_role who = ddz_role_next(seat);
  for (int step = 0; step < DDZ_REPLIES_MAX; step++, who = ddz_role_next(who)) {
    const struct ddz_course *best = NULL;
    int most = 0;
    for (int i = 0; i < kept; i++) {
      const struct ddz_course *one = &courses->kept[i];
      if (one->plies <= step || !begins_with(one, usual, step)) continue;
      const int n = count_matching(courses, kept, one, step + 1);
      if (n > most) most = n, best = one;
    }
    if (best == NULL || most < USUAL * kept) return step;
    reply[step] = (struct ddz_step){who, best->reply[step], (double)most / kept};
    usual = best;
  }
  return DDZ_REPLIES_MAX;
}
