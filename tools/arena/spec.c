#include "spec.h"

#include <string.h>

#include "tools/lib/engine.h"
#include "tools/lib/flags.h"

/* The place of a name in a list closed by NULL, which is the place of the NULL where it is not there. */
static int index_of(const char *const *names, const char *name) {
  int i = 0;
  while (names[i] != NULL && strcmp(name, names[i]) != 0) i++;
  return i;
}

static bool needs_net(const struct spec *spec) {
  return spec->nets.play == NULL && !spec->netless &&
         (spec->caller == CALLER_SEARCH ||
          (spec->manner == MANNER_ROBOT && ddz_robot_player(&spec->ask) != DDZ_PLAYER_RULES));
}

const char *spec_open(struct spec *spec, const char *model) {
  const struct ddz_nets nets = model_open(model);
  if (spec->nets.play == NULL && !spec->netless) spec->nets = nets;
  if (*model_error() != '\0') return model_error();
  if (model == NULL && needs_net(spec))
    return "this player needs nets, and none are installed; --model FILE names one, with --model none it "
           "plays without";
  return NULL;
}

/* ---- settings: each reads its value or refuses it ---- */

enum { BID_NODES = 20000 };

static bool set_level(struct spec *spec, const char *value) {
  uint64_t level;
  if (!flags_is_whole(value, DDZ_LEVEL_MIN, DDZ_LEVEL_MAX, &level)) return false;
  spec->ask.level = (int)level;
  return true;
}
static bool set_style(struct spec *spec, const char *value) {
  return (spec->ask.style = (enum ddz_style)index_of(ddz_style_names, value)) < DDZ_STYLES;
}
static bool set_objective(struct spec *spec, const char *value) {
  return (spec->ask.objective = (enum ddz_objective)index_of(ddz_objective_names, value)) < DDZ_OBJECTIVES;
}
static bool set_ms(struct spec *spec, const char *value) {
  return spec->ask.limited = flags_is_whole(value, 1, 3600000, &spec->ms);
}
static bool set_nodes(struct spec *spec, const char *value) {
  return spec->ask.limited = flags_is_whole(value, 1, UINT64_MAX, &spec->ask.limit.nodes);
}
static bool set_model(struct spec *spec, const char *value) {
  spec->netless = strcmp(value, "none") == 0;
  if (!spec->netless) spec->nets = model_open(value);
  return spec->netless || spec->nets.play != NULL;
}
static bool set_record(struct spec *spec, const char *value) {
  return spec->blind = strcmp(value, "last") == 0;
}
static bool set_bid(struct spec *spec, const char *value) {
  static const char *const names[CALLERS + 1] = {"model", "formula", "index", "search"};
  return (spec->caller = (enum caller)index_of(names, value)) < CALLERS;
}
static bool set_bid_nodes(struct spec *spec, const char *value) {
  return flags_is_whole(value, 1, UINT64_MAX, &spec->bid_nodes);
}

static const struct setting {
  const char *name, *takes;
  bool (*set)(struct spec *spec, const char *value);
  const char *help;
} settings[] = {
    {"level", "1..10", set_level,
     "strength of auto and rules (10); net and search always play their best; NAME:3 is short for "
     "NAME:level=3"},
    {"style", "steady|aggressive|cooperative", set_style, "(steady)"},
    {"objective", "win|points", set_objective, "what the engine plays for (win)"},
    {"ms", "1..3600000", set_ms, "computing time per move, for an engine that searches"},
    {"nodes", "N", set_nodes, "nodes per move, for an engine that searches; the same on every machine"},
    {"model", "FILE|none", set_model,
     "its net instead of the one of --model; with none, net is rules, and search plays games out by rules"},
    {"record", "last", set_record,
     "knows no more than the last play, the kitty and the cards left; without: all that was done"},
    {"bid", "model|formula|index|search", set_bid, "how it calls (model: the quick advice)"},
    {"bid_nodes", "N", set_bid_nodes, "nodes per call, with bid=search (20000)"},
};
enum { SETTINGS = sizeof settings / sizeof *settings };

/* "key=value", or a bare number, which is a level. */
static const char *read_setting(struct spec *spec, char *text) {
  static char wrong[80];
  char *value = strchr(text, '=');
  const char *name = text;
  if (value != NULL)
    *value++ = '\0';
  else if (*text >= '0' && *text <= '9')
    name = "level", value = text;
  else
    return "a setting is written key=value";
  for (size_t i = 0; i < SETTINGS; i++) {
    const struct setting *s = &settings[i];
    const bool has = spec->manner == MANNER_ROBOT || s->set == set_bid; /* `prompt` and `random` call, too */
    if (!has || strcmp(s->name, name) != 0) continue;
    snprintf(wrong, sizeof wrong, "%s is %s", s->name, s->takes);
    if (s->set(spec, value)) return NULL;
    return s->set == set_model ? model_error() : wrong;
  }
  return "this player has no such setting";
}

static bool read_name(struct spec *spec, const char *name) {
  if (strcmp(name, "random") == 0) return spec->manner = MANNER_RANDOM, true;
  if (strcmp(name, "prompt") == 0) return spec->manner = MANNER_PROMPT, true;
  spec->manner = MANNER_ROBOT;
  return (spec->ask.player = (enum ddz_player)index_of(ddz_player_names, name)) < DDZ_PLAYERS;
}

const char *spec_read(const char *text, struct spec *spec) {
  char copy[256], *at = copy;
  *spec = (struct spec){.text = text, .bid_nodes = BID_NODES};
  ddz_robot_defaults(&spec->ask);
  spec->ask.level = DDZ_LEVEL_MAX;
  if (strncmp(text, "cmd:", 4) == 0) {
    spec->manner = MANNER_OUTSIDE;
    spec->command = text + 4;
    return *spec->command != '\0' ? NULL : "cmd: takes the command line of a program";
  }
  if (strlen(text) >= sizeof copy) return "too long for a player";
  memcpy(copy, text, strlen(text) + 1);
  const char *name = strsep(&at, ":");
  if (!read_name(spec, name)) return "no such player";
  while (at != NULL) {
    const char *wrong = read_setting(spec, strsep(&at, ","));
    if (wrong != NULL) return wrong;
  }
  return NULL;
}

bool spec_is_slow(const struct spec *spec) {
  return spec->manner == MANNER_OUTSIDE || (spec->manner == MANNER_ROBOT && ddz_robot_is_long(&spec->ask));
}

void spec_print_settings(FILE *out) {
  for (size_t i = 0; i < SETTINGS; i++) {
    char left[48];
    snprintf(left, sizeof left, "%s=%s", settings[i].name, settings[i].takes);
    fprintf(out, "  %-20s  %s\n", left, settings[i].help);
  }
}
