/* GET /rules: the rule sets and what each switch means. */
#include "api/route.h"
#include "api/wire/terms.h"
#include "core/game/table.h"

#include <string.h>

/* ---- what is explained ---- */

/* Something by its name, the sentence that explains it, and the same in Chinese. */
struct explained {
  const char *name, *text, *chinese, *example; /* example NULL: none */
};

static void out_explained(struct ddz_writer *out, const struct explained *it) {
  ddz_write_open(out, NULL, '{');
  ddz_write_string(out, "name", it->name);
  ddz_write_string(out, "text", it->text);
  ddz_write_string(out, "chinese", it->chinese);
  if (it->example) ddz_write_string(out, "example", it->example);
  ddz_write_close(out, '}');
}

static void out_word_rows(struct ddz_writer *out, const char *key, const struct ddz_words *row, int n) {
  ddz_write_open(out, key, '[');
  for (int i = 0; i < n; i++)
    out_explained(out, &(struct explained){row[i].name, row[i].text, row[i].chinese, NULL});
  ddz_write_close(out, ']');
}

/* ---- options: stake, calls, bombs ---- */

/* Short names of what stands in values and has only a sentence elsewhere. */
static const struct ddz_words bomb_words[] = {{"soft", "soft bomb", "软炸"},
                                              {"hard", "hard bomb", "硬炸"},
                                              {"pure", "four wildcards", "四张癞子"},
                                              {"long", "five and more", "五张及以上"},
                                              {"rocket", "rocket", "王炸"}},
                              scope_words[] = {{"table", "stake of all", "全桌"},
                                               {"seat", "the kicker's alone", "只算踢的人"}},
                              turn_words[] = {{"landlord", "when the landlord is found", "定地主后"},
                                              {"deal", "with the deal", "发牌时"}};
#define WORDS(rows) rows, sizeof(rows) / sizeof *(rows)

/* The value that a preset has, but for the spring, and with it all that are usual. */
#define VALUES(usual, rest) usual, "[" usual "," rest "]"

static const struct option {
  const char *name, *text, *chinese, *usual, *values, *example;
  const struct ddz_words *words;
  size_t n;
} options[] = {
#define OPTION(name, text, chinese, values, example, matters, ...)                                           \
  {name, text, chinese, values, example, __VA_ARGS__},
#include "options.def"
};
enum { OPTIONS = sizeof options / sizeof *options, SPRING = 1 };

static void out_options(struct ddz_writer *out) {
  ddz_write_open(out, "options", '[');
  for (int i = 0; i < OPTIONS; i++) {
    ddz_write_open(out, NULL, '{');
    ddz_write_string(out, "name", options[i].name);
    ddz_write_string(out, "text", options[i].text);
    ddz_write_string(out, "chinese", options[i].chinese);
    ddz_write_raw(out, "values", options[i].values, strlen(options[i].values));
    out_word_rows(out, "words", options[i].words, (int)options[i].n);
    ddz_write_close(out, '}');
  }
  ddz_write_close(out, ']');
}

static void out_options_of(struct ddz_writer *out, const struct ddz_rules *rules) {
  const bool matter[OPTIONS] = {
#define OPTION(name, text, chinese, values, example, matters, ...) matters,
#include "options.def"
  };
  ddz_write_open(out, "options", '{');
  for (int i = 0; i < OPTIONS; i++) {
    const struct option *option = &options[i];
    if (!matter[i]) continue;
    if (i == SPRING)
      ddz_write_int(out, option->name, rules->factor[DDZ_RAISE_SPRING]);
    else
      ddz_write_raw(out, option->name, option->usual, strlen(option->usual));
  }
  ddz_write_close(out, '}');
}

/* ---- presets ---- */

static const struct explained wildcards[] = {
#define WILDCARD(id, ...) [DDZ_WILDCARD_##id] = {__VA_ARGS__},
#include "options.def"
};

/* The calls of a way of calling by what they do: the bid they set, or what they multiply. */
static void out_calls(struct ddz_writer *out, enum ddz_calling calling,
                      int (*does)(const struct ddz_call_row *)) {
  const ddz_call_set set = ddz_calling_calls(calling);
  for (int call = 0; call < DDZ_CALLS; call++)
    if ((set >> call & 1) != 0 && does(&ddz_call_rows[call]) > 0)
      ddz_write_int(out, ddz_call_rows[call].name, does(&ddz_call_rows[call]));
}

static int bid_of(const struct ddz_call_row *row) { return row->bid; }
static int times_of(const struct ddz_call_row *row) { return row->times > 1 ? row->times : 0; }
static int own_of(const struct ddz_call_row *row) { return row->own > 1 ? row->own : 0; }

/* Bombs are one thing where all kinds that can be met count alike. */
static void out_raises(struct ddz_writer *out, const struct ddz_rules *rules) {
  bool alike = true;
  for (int raise = 0; raise < DDZ_RAISE_ROCKET; raise++)
    alike = alike && (rules->factor[raise] == rules->factor[DDZ_RAISE_HARD] ||
                      !ddz_raise_is_met(rules, (enum ddz_raise)raise));
  if (alike) ddz_write_int(out, "bomb", rules->factor[DDZ_RAISE_HARD]);
  for (int raise = alike ? DDZ_RAISE_ROCKET : 0; raise < DDZ_RAISES; raise++)
    if (rules->factor[raise] > 1 && ddz_raise_is_met(rules, (enum ddz_raise)raise))
      ddz_write_int(out, ddz_raise_rows[raise].name, rules->factor[raise]);
}

static void out_scoring(struct ddz_writer *out, const struct ddz_rules *rules) {
  ddz_write_open(out, "scoring", '{');
  ddz_write_open(out, "bids", '{');
  out_calls(out, rules->calling, bid_of);
  ddz_write_close(out, '}');
  ddz_write_open(out, "multiplier", '{');
  out_calls(out, rules->calling, times_of);
  out_raises(out, rules);
  ddz_write_close(out, '}');
  ddz_write_open(out, "factor", '{');
  out_calls(out, rules->calling, own_of);
  ddz_write_close(out, '}');
  ddz_write_close(out, '}');
}

static void out_preset(struct ddz_writer *out, const struct ddz_rules *rules, bool is_default) {
  ddz_write_open(out, NULL, '{');
  ddz_write_string(out, "name", rules->name);
  ddz_write_string(out, "chinese", rules->chinese);
  ddz_write_bool(out, "default", is_default);
  ddz_write_int(out, "deck", rules->deck);
  ddz_write_int(out, "kitty", rules->kitty);
  ddz_write_string(out, "wildcard", wildcards[rules->wildcard].name);
  ddz_write_string(out, "calling", ddz_calling_rows[rules->calling].name);
  ddz_write_bool(out, "spring", rules->spring);
  ddz_write_string(out, "dealing", ddz_dealing_rows[rules->dealing].name);
  ddz_write_known(out, "cap", rules->cap > 0, rules->cap);
  ddz_write_open(out, "switches", '{');
  for (int i = 0; i < DDZ_SWITCHES; i++)
    ddz_write_bool(out, ddz_switch_rows[i].name, (rules->switches & ddz_switch_rows[i].bit) != 0);
  ddz_write_close(out, '}');
  out_options_of(out, rules);
  out_scoring(out, rules);
  ddz_write_close(out, '}');
}

static void out_switch_rows(struct ddz_writer *out) {
  for (int i = 0; i < DDZ_SWITCHES; i++) {
    const struct ddz_switch_row *row = &ddz_switch_rows[i];
    out_explained(out, &(struct explained){row->name, row->text, row->chinese, row->example});
  }
}

static void out_switches(struct ddz_writer *out) {
  ddz_write_open(out, "switches", '[');
  out_switch_rows(out);
  ddz_write_close(out, ']');
  out_options(out);
  ddz_write_open(out, "wildcards", '[');
  for (size_t i = 0; i < sizeof wildcards / sizeof *wildcards; i++) out_explained(out, &wildcards[i]);
  ddz_write_close(out, ']');
  out_word_rows(out, "calling", ddz_calling_rows, DDZ_CALLINGS);
  out_word_rows(out, "dealing", ddz_dealing_rows, DDZ_DEALINGS);
}

/* What a `rules` object may say: the switches, too, each true or false. */
static void out_fields(struct ddz_writer *out) {
  static const struct explained fields[] = {
#define FIELD(...) {__VA_ARGS__},
#include "options.def"
  };
  ddz_write_open(out, "fields", '[');
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) out_explained(out, &fields[i]);
  for (const struct option *it = options; it < options + OPTIONS; it++)
    out_explained(out, &(struct explained){it->name, it->text, it->chinese, it->example});
  out_switch_rows(out);
  ddz_write_close(out, ']');
}

/* The words that answers have, and what people say for them, each in its list. */
static const struct {
  const char *list;
  struct explained it;
} words[] = {
#define PHASE(id, name, text, chinese) {"phases", {name, text, chinese, NULL}},
#define CALL(id, name, bid, times, own, text, chinese) {"calls", {name, text, chinese, NULL}},
#include "core/game/table.def"
#define SCORING(name, text, chinese) {"scoring", {name, text, chinese, NULL}},
#include "options.def"
#define RAISE(id, name, text, chinese) {"scoring", {name, text, chinese, NULL}},
#include "core/rules/rules.def"
#define PLAY_REASON(id, code, text, chinese) {"play_reasons", {code, text, chinese, NULL}},
#define CALL_REASON(id, code, text, chinese) {"call_reasons", {code, text, chinese, NULL}},
#include "core/base/reason.def"
#define VERDICT(id, name, loss, text, chinese) {"verdicts", {name, text, chinese, NULL}},
#define UNJUDGED(id, name, text, chinese) {"unjudged", {name, text, chinese, NULL}},
#include "review.def"
#define PROBLEM(id, status, code, text, chinese, ...) {"problems", {code, text, chinese, NULL}},
#include "api/wire/problem.def"
};

static void out_words(struct ddz_writer *out) {
  const char *list = NULL;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (list == NULL || strcmp(list, words[i].list) != 0) {
      if (list != NULL) ddz_write_close(out, ']');
      list = words[i].list;
      ddz_write_open(out, list, '[');
    }
    out_explained(out, &words[i].it);
  }
  ddz_write_close(out, ']');
}

/* What else people call a pattern. */
static void out_aliases(struct ddz_writer *out, int kind) {
  ddz_write_open(out, "aliases", '[');
  for (const struct ddz_alias *alias = ddz_aliases; alias->name; alias++)
    if (alias->kinds >> kind & 1) ddz_write_string(out, NULL, alias->name);
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
    out_aliases(out, kind);
    ddz_write_close(out, '}');
  }
  ddz_write_close(out, ']');
}

static void run(struct ddz_task *task, const void *question, struct ddz_writer *out) {
  (void)task;
  (void)question;
  ddz_write_open(out, NULL, '{');
  ddz_write_open(out, "presets", '[');
  for (size_t i = 0; i < ddz_rules_presets(); i++)
    out_preset(out, (const struct ddz_rules[]){ddz_rules_preset_at(i)}, i == 0);
  ddz_write_close(out, ']');
  out_switches(out);
  out_fields(out);
  out_patterns(out);
  out_words(out);
  ddz_write_close(out, '}');
}

const struct ddz_handler ddz_handle_rules = {.run = run};
