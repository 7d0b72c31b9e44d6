#include "core/play/options.h"

#include <assert.h>
#include <math.h>

static struct ddz_option *add(struct ddz_options *options, const struct ddz_play *play) {
  assert(options->n < DDZ_OPTIONS_MAX);
  struct ddz_option *option = &options->option[options->n++];
  *option = (struct ddz_option){.play = *play,
                                .sure = NAN,
                                .sure_points = NAN,
                                .most = 1,
                                .least_points = NAN,
                                .win = NAN,
                                .points = NAN,
                                .liked = NAN};
  return option;
}

struct ddz_option *ddz_options_find(struct ddz_options *options, ddz_hand cards) {
  for (size_t i = 0; i < options->n; i++)
    if (options->option[i].play.cards == cards) return &options->option[i];
  return NULL;
}

struct ddz_option *ddz_options_of(struct ddz_options *options, const struct ddz_play *play) {
  struct ddz_option *found = ddz_options_find(options, play->cards);
  return found != NULL ? found : add(options, play);
}

void ddz_options_list(const struct ddz_scene *scene, struct ddz_options *options) {
  static const struct ddz_play pass;
  options->n = 0;
  for (size_t i = 0; i < scene->n; i++) add(options, &scene->prompts[i].play);
  if (!scene->leads || scene->n == 0) add(options, &pass);
  for (size_t i = 0; i < scene->ask->includes; i++) ddz_options_of(options, &scene->ask->include[i]);
}
