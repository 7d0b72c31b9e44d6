#include "api/thinker.h"

bool ddz_read_thinker(const struct ddz_field *body, enum ddz_thinker *thinker) {
  struct ddz_field field = ddz_field_of(body, "engine");
  const char *names[DDZ_THINKERS + 1] = {NULL};
  for (int i = 0; i < DDZ_THINKERS; i++) names[i] = ddz_thinker_name((enum ddz_thinker)i);
  int index = (int)*thinker;
  if (!ddz_read_choice_or(&field, names, DDZ_PROBLEM_UNSUPPORTED_ENGINE, &index)) return false;
  *thinker = (enum ddz_thinker)index;
  return true;
}

bool ddz_read_limit(const struct ddz_field *body, long long *ms, long long *nodes) {
  static const char *const names[] = {"ms", "nodes", NULL};
  struct ddz_field limit = ddz_field_of(body, "limit");
  if (!ddz_field_given(&limit)) return true;
  if (!ddz_read_object(&limit, names)) return false;
  struct ddz_field time = ddz_field_of(&limit, "ms"), count = ddz_field_of(&limit, "nodes");
  return ddz_read_int(&time, 1, DDZ_THINK_MS_MAX, ms) && ddz_read_int(&count, 1, 1000000000000, nodes);
}

void ddz_out_candidate(struct ddz_out *out, const struct ddz_terms *terms, const struct ddz_pile *hand,
                       const struct ddz_candidate *candidate) {
  ddz_out_open(out, NULL, '{');
  ddz_out_cards(out, "cards", terms, candidate->play.cards, hand);
  ddz_out_play(out, "pattern", terms, &candidate->play, hand);
  ddz_out_real(out, "score", candidate->score);
  ddz_out_real(out, "win_probability", candidate->win_probability);
  ddz_out_real(out, "expected_points", candidate->expected_points);
  ddz_out_int(out, "visits", (long long)candidate->visits);
  ddz_out_close(out, '}');
}
