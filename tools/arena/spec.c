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

static void give(struct spec *spec, const struct ddz_net *net) {
  const struct ddz_nets nets = model_nets(net);
  spec->net = net;
  spec->wild = nets.wild;
  spec->bids = nets.bids;
  spec->belief = nets.belief;
}

void spec_give(struct spec *spec, const struct ddz_net *net) {
  if (spec->net == NULL && !spec->netless) give(spec, net);
}

static bool needs_net(const struct spec *spec) {
  struct ddz_robot_request request;
  if (spec->net != NULL || spec->netless) return false;
  spec_request(spec, &request);
  return spec->caller == CALLER_SEARCH ||
         (spec->manner == MANNER_ROBOT && ddz_robot_player(&request) != DDZ_PLAYER_RULES);
}

const char *spec_open(struct spec *spec, const char *model) {
  spec_give(spec, model_open(model));
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
  spec->level = (int)level;
  return true;
}
static bool set_style(struct spec *spec, const char *value) {
  return (spec->style = (enum ddz_style)index_of(ddz_style_names, value)) < DDZ_STYLES;
}
static bool set_objective(struct spec *spec, const char *value) {
  return (spec->objective = (enum ddz_objective)index_of(ddz_objective_names, value)) < DDZ_OBJECTIVES;
}
static bool set_ms(struct spec *spec, const char *value) {
  return flags_is_whole(value, 1, 3600000, &spec->ms);
}
static bool set_nodes(struct spec *spec, const char *value) {
  return flags_is_whole(value, 1, UINT64_MAX, &spec->nodes);
}
static bool set_bid_nodes(struct spec *spec, const char *value) {
  return flags_is_whole(value, 1, UINT64_MAX, &spec->bid_nodes);
}
static bool set_model(struct spec *spec, const char *value) {
  spec->netless = strcmp(value, "none") == 0;
  if (spec->netless) return true;
  give(spec, model_open(value));
  return spec->net != NULL;
}
static bool set_belief(struct spec *spec, const char *value) {
  spec->beliefless = strcmp(value, "none") == 0;
  return spec->beliefless || strcmp(value, "model") == 0;
}
static bool set_record(struct spec *spec, const char *value) {
  spec->blind = strcmp(value, "last") == 0;
  spec->forgets = spec->blind || strcmp(value, "none") == 0;
  return spec->forgets || strcmp(value, "game") == 0;
}
static bool set_bid(struct spec *spec, const char *value) {
  static const char *const names[CALLERS + 1] = {"model", "formula", "index", "search"};
  return (spec->caller = (enum caller)index_of(names, value)) < CALLERS;
}
static bool set_partner(struct spec *spec, const char *value) {
  spec->beats_partner = strcmp(value, "beat") == 0;
  return spec->beats_partner || strcmp(value, "pass") == 0;
}

static const struct setting {
  const char *name;
  enum manner of;
  bool (*set)(struct spec *spec, const char *value);
  const char *wrong;
} settings[] = {
    {"level", MANNER_ROBOT, set_level, "a level is 1 to 10"},
    {"style", MANNER_ROBOT, set_style, "no such style"},
    {"objective", MANNER_ROBOT, set_objective, "an objective is win or points"},
    {"ms", MANNER_ROBOT, set_ms, "ms is a number from 1 to 3600000"},
    {"nodes", MANNER_ROBOT, set_nodes, "nodes is a number from 1 on"},
    {"model", MANNER_ROBOT, set_model, "no net can be opened there"},
    {"belief", MANNER_ROBOT, set_belief, "belief is model or none"},
    {"record", MANNER_ROBOT, set_record, "record is game, none or last"},
    {"bid", MANNER_ROBOT, set_bid, "bid is model, formula, index or search"},
    {"bid_nodes", MANNER_ROBOT, set_bid_nodes, "bid_nodes is a number from 1 on"},
    {"bid", MANNER_PROMPT, set_bid, "bid is model, formula, index or search"},
    {"bid", MANNER_RANDOM, set_bid, "bid is model, formula, index or search"},
    {"partner", MANNER_PROMPT, set_partner, "partner is pass or beat"},
};

/* "key=value", or a bare number, which is a level. */
static const char *read_setting(struct spec *spec, char *text) {
  char *value = strchr(text, '=');
  if (value == NULL && *text >= '0' && *text <= '9' && spec->manner == MANNER_ROBOT)
    return set_level(spec, text) ? NULL : "a level is 1 to 10";
  if (value == NULL) return "a setting is written key=value";
  *value++ = '\0';
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
    if (settings[i].of == spec->manner && strcmp(settings[i].name, text) == 0)
      return settings[i].set(spec, value) ? NULL : settings[i].wrong;
  return "this player has no such setting";
}

static bool read_name(struct spec *spec, const char *name) {
  if (strcmp(name, "random") == 0) return spec->manner = MANNER_RANDOM, true;
  if (strcmp(name, "prompt") == 0) return spec->manner = MANNER_PROMPT, true;
  spec->manner = MANNER_ROBOT;
  return (spec->player = (enum ddz_player)index_of(ddz_player_names, name)) < DDZ_PLAYERS;
}

const char *spec_read(const char *text, struct spec *spec) {
  char copy[256], *at = copy;
  *spec = (struct spec){.text = text, .level = DDZ_LEVEL_MAX, .bid_nodes = BID_NODES};
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

void spec_request(const struct spec *spec, struct ddz_robot_request *request) {
  ddz_robot_defaults(request);
  request->player = spec->player;
  request->style = spec->style;
  request->objective = spec->objective;
  request->level = spec->level;
  request->limit.nodes = spec->nodes;
  request->limited = spec->ms != 0 || spec->nodes != 0;
}

bool spec_is_slow(const struct spec *spec) {
  struct ddz_robot_request request;
  spec_request(spec, &request);
  return spec->manner == MANNER_OUTSIDE || (spec->manner == MANNER_ROBOT && ddz_robot_is_long(&request));
}

void spec_print_settings(FILE *out) {
  fprintf(
      out,
      "  level=1..10           strength of auto and rules (10); net and search always play their best; "
      "NAME:3 is short for NAME:level=3\n"
      "  objective=win|points  what the engine plays for\n"
      "  ms=N                  computing time per move, for an engine that searches\n"
      "  nodes=N               nodes per move, for an engine that searches; the same on every machine\n"
      "  model=FILE|none       its net instead of the one of --model; with none, net is rules, and search "
      "plays games out by rules\n"
      "  belief=model|none     how hidden hands are drawn: by the belief nets (model), or all alike (none)\n"
      "  record=game|none|last does a search know all that was done (game), or only how the game stands "
      "(none);\n"
      "                        last: nobody knows more than the last play, the kitty and the cards left\n"
      "  bid=model|formula|index|search  with --calling: how it calls (model: the quick advice)\n"
      "  bid_nodes=N           nodes per call, with bid=search (20000)\n"
      "  partner=pass|beat     for prompt: pass to its partner, or beat it (pass)\n"
      "  style=");
  for (int i = 0; i < DDZ_STYLES; i++) fprintf(out, "%s%s", i == 0 ? "" : "|", ddz_style_names[i]);
  fprintf(out, "\n");
}
