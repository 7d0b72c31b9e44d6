/* GET /rules: the rule sets and what each switch means. */
#include "api/handler.h"

static const char *const wildcards[] = {
    [DDZ_WILDCARD_NONE] = "none", [DDZ_WILDCARD_FLOWER] = "flower", [DDZ_WILDCARD_RANKS] = "ranks"};

static void out_preset(struct ddz_out *out, const struct ddz_rules *rules, bool is_default) {
  ddz_out_open(out, NULL, '{');
  ddz_out_string(out, "name", rules->name);
  ddz_out_string(out, "chinese", rules->chinese);
  ddz_out_bool(out, "default", is_default);
  ddz_out_int(out, "deck", rules->deck);
  ddz_out_int(out, "kitty", rules->kitty);
  ddz_out_string(out, "wildcard", wildcards[rules->wildcard]);
  ddz_out_string(out, "calling", ddz_calling_rows[rules->calling].name);
  ddz_out_bool(out, "spring", rules->spring);
  ddz_out_open(out, "switches", '{');
  for (int i = 0; i < DDZ_SWITCHES; i++)
    ddz_out_bool(out, ddz_switch_rows[i].name, ddz_rules_has(rules, ddz_switch_rows[i].bit));
  ddz_out_close(out, '}');
  ddz_out_close(out, '}');
}

static void out_presets(struct ddz_out *out) {
  const struct ddz_rules *presets;
  size_t n = ddz_rules_presets(&presets);
  ddz_out_open(out, "presets", '[');
  for (size_t i = 0; i < n; i++) out_preset(out, &presets[i], i == 0);
  ddz_out_close(out, ']');
}

/* A thing and the sentence that explains it. */
static void out_explained(struct ddz_out *out, const char *name, const char *text, const char *example) {
  ddz_out_open(out, NULL, '{');
  ddz_out_string(out, "name", name);
  ddz_out_string(out, "text", text);
  if (example) ddz_out_string(out, "example", example);
  ddz_out_close(out, '}');
}

static void out_switches(struct ddz_out *out) {
  static const char *const wildcard_texts[] = {
      [DDZ_WILDCARD_NONE] = "No card stands for another.",
      [DDZ_WILDCARD_FLOWER] = "One flower card F stands for any of 3 to A; never alone, never a kicker.",
      [DDZ_WILDCARD_RANKS] =
          "All cards of one or two ranks (rules.wild) stand for any of 3 to 2; alone they are themselves."};
  static const char *const wildcard_examples[] = {
      [DDZ_WILDCARD_FLOWER] = "345678F", [DDZ_WILDCARD_RANKS] = "3339"};
  ddz_out_open(out, "switches", '[');
  for (int i = 0; i < DDZ_SWITCHES; i++)
    out_explained(out, ddz_switch_rows[i].name, ddz_switch_rows[i].text, ddz_switch_rows[i].example);
  ddz_out_close(out, ']');
  ddz_out_open(out, "wildcards", '[');
  for (int i = 0; i <= DDZ_WILDCARD_RANKS; i++)
    out_explained(out, wildcards[i], wildcard_texts[i], i ? wildcard_examples[i] : NULL);
  ddz_out_close(out, ']');
  ddz_out_open(out, "calling", '[');
  for (int i = 0; i < DDZ_CALLINGS; i++)
    out_explained(out, ddz_calling_rows[i].name, ddz_calling_rows[i].text, NULL);
  ddz_out_close(out, ']');
}

/* What a `rules` object may say beside the preset. */
static void out_fields(struct ddz_out *out) {
  ddz_out_open(out, "fields", '[');
  out_explained(out, "preset", "One of the presets; standard when absent.", "laizi");
  out_explained(out, "wild", "The one or two wild ranks, for presets whose wildcard is ranks.", "7");
  out_explained(out, "bomb_order",
                "rocket_top: the rocket beats every bomb; long_top: bombs of five and more beat it.",
                "long_top");
  out_explained(out, "forbid", "Names of patterns that may not be played.", "trio_pair");
  ddz_out_close(out, ']');
}

static void out_patterns(struct ddz_out *out) {
  ddz_out_open(out, "patterns", '[');
  for (int kind = 1; kind < DDZ_KINDS; kind++) {
    const struct ddz_pattern_row *row = &ddz_pattern_rows[kind];
    ddz_out_open(out, NULL, '{');
    ddz_out_string(out, "type", row->name);
    ddz_out_string(out, "name", row->chinese);
    ddz_out_int(out, "main", row->body);
    ddz_out_int(out, "min_length", row->min);
    ddz_out_int(out, "max_length", row->max);
    ddz_out_int(out, "kicker", row->wing);
    ddz_out_int(out, "kickers", row->wings);
    ddz_out_close(out, '}');
  }
  ddz_out_close(out, ']');
}

bool ddz_handle_rules(struct ddz_task *task, const struct ddz_field *body, struct ddz_out *out) {
  (void)task;
  (void)body;
  ddz_out_open(out, NULL, '{');
  out_presets(out);
  out_switches(out);
  out_fields(out);
  out_patterns(out);
  ddz_out_close(out, '}');
  return true;
}
