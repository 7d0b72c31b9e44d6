/* GET /rules: the rule sets and what each switch means. */
#include "api/route.h"

static const char *const wildcards[] = {
    [DDZ_WILDCARD_NONE] = "none", [DDZ_WILDCARD_FLOWER] = "flower", [DDZ_WILDCARD_RANKS] = "ranks"};

static void out_preset(struct ddz_writer *out, const struct ddz_rules *rules, bool is_default) {
  ddz_write_open(out, NULL, '{');
  ddz_write_string(out, "name", rules->name);
  ddz_write_string(out, "chinese", rules->chinese);
  ddz_write_bool(out, "default", is_default);
  ddz_write_int(out, "deck", rules->deck);
  ddz_write_int(out, "kitty", rules->kitty);
  ddz_write_string(out, "wildcard", wildcards[rules->wildcard]);
  ddz_write_string(out, "calling", ddz_calling_rows[rules->calling].name);
  ddz_write_bool(out, "spring", rules->spring);
  ddz_write_open(out, "switches", '{');
  for (int i = 0; i < DDZ_SWITCHES; i++)
    ddz_write_bool(out, ddz_switch_rows[i].name, (rules->switches & ddz_switch_rows[i].bit) != 0);
  ddz_write_close(out, '}');
  ddz_write_close(out, '}');
}

static void out_presets(struct ddz_writer *out) {
  ddz_write_open(out, "presets", '[');
  for (size_t i = 0; i < ddz_rules_presets(); i++) {
    const struct ddz_rules rules = ddz_rules_preset_at(i);
    out_preset(out, &rules, i == 0);
  }
  ddz_write_close(out, ']');
}

/* A thing and the sentence that explains it. */
static void out_explained(struct ddz_writer *out, const char *name, const char *text, const char *example) {
  ddz_write_open(out, NULL, '{');
  ddz_write_string(out, "name", name);
  ddz_write_string(out, "text", text);
  if (example) ddz_write_string(out, "example", example);
  ddz_write_close(out, '}');
}

static void out_switches(struct ddz_writer *out) {
  static const char *const wildcard_texts[] = {
      [DDZ_WILDCARD_NONE] = "No card stands for another.",
      [DDZ_WILDCARD_FLOWER] = "One flower card F stands for any of 3 to A; never alone, never a kicker.",
      [DDZ_WILDCARD_RANKS] =
          "All cards of one or two ranks (rules.wild) stand for any of 3 to 2; alone they are themselves."};
  static const char *const wildcard_examples[] = {
      [DDZ_WILDCARD_FLOWER] = "345678F", [DDZ_WILDCARD_RANKS] = "3339"};
  ddz_write_open(out, "switches", '[');
  for (int i = 0; i < DDZ_SWITCHES; i++)
    out_explained(out, ddz_switch_rows[i].name, ddz_switch_rows[i].text, ddz_switch_rows[i].example);
  ddz_write_close(out, ']');
  ddz_write_open(out, "wildcards", '[');
  for (int i = 0; i <= DDZ_WILDCARD_RANKS; i++)
    out_explained(out, wildcards[i], wildcard_texts[i], i ? wildcard_examples[i] : NULL);
  ddz_write_close(out, ']');
  ddz_write_open(out, "calling", '[');
  for (int i = 0; i < DDZ_CALLINGS; i++)
    out_explained(out, ddz_calling_rows[i].name, ddz_calling_rows[i].text, NULL);
  ddz_write_close(out, ']');
  ddz_write_open(out, "dealing", '[');
  for (int i = 0; i < DDZ_DEALINGS; i++)
    out_explained(out, ddz_dealing_rows[i].name, ddz_dealing_rows[i].text, NULL);
  ddz_write_close(out, ']');
}

/* What a `rules` object may say beside the preset. */
static void out_fields(struct ddz_writer *out) {
  ddz_write_open(out, "fields", '[');
  out_explained(out, "preset", "One of the presets; standard when absent.", "laizi");
  out_explained(out, "wild", "The one or two wild ranks, for presets whose wildcard is ranks.", "7");
  out_explained(out, "bomb_order",
                "rocket_top: the rocket beats every bomb; long_top: bombs of five and more beat it.",
                "long_top");
  out_explained(out, "forbid", "Names of patterns that may not be played.", "trio_pair");
  ddz_write_close(out, ']');
}

static void out_patterns(struct ddz_writer *out) {
  ddz_write_open(out, "patterns", '[');
  for (int kind = DDZ_PASS + 1; kind < DDZ_KINDS; kind++) {
    const struct ddz_pattern_row *row = &ddz_pattern_rows[kind];
    ddz_write_open(out, NULL, '{');
    ddz_write_string(out, "type", row->name);
    ddz_write_string(out, "name", row->chinese);
    ddz_write_int(out, "main", row->body);
    ddz_write_int(out, "min_length", row->min);
    ddz_write_int(out, "max_length", row->max);
    ddz_write_int(out, "kicker", row->kicker);
    ddz_write_int(out, "kickers", row->kickers);
    ddz_write_close(out, '}');
  }
  ddz_write_close(out, ']');
}

static void run(struct ddz_task *task, const void *question, struct ddz_writer *out) {
  (void)task;
  (void)question;
  ddz_write_open(out, NULL, '{');
  out_presets(out);
  out_switches(out);
  out_fields(out);
  out_patterns(out);
  ddz_write_close(out, '}');
}

const struct ddz_handler ddz_handle_rules = {.run = run};
