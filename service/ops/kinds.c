#include "service/ops/kinds.h"

#include "service/ops/metric.h"

#include <string.h>

static const char *const labels[KINDS_LABELS] = {"level", "preset"}, *const counted[KINDS_COUNTED] = {
                                                                         "early", "proved", "busy"};

static const struct ddz_api_note *note_named(const struct ddz_answer *answer, const char *name) {
  for (size_t i = 0; i < answer->notes.count; i++)
    if (strcmp(answer->notes.note[i].name, name) == 0) return &answer->notes.note[i];
  return NULL;
}

static bool same_label(const struct ddz_api_note *a, const struct ddz_api_note *b) {
  if (!a->name || !b->name) return a->name == b->name;
  if (!a->text || !b->text) return a->text == b->text && a->number == b->number;
  return strcmp(a->text, b->text) == 0;
}

static bool same(const struct kind *a, const struct kind *b) {
  bool same = strcmp(a->engine, b->engine) == 0;
  for (size_t i = 0; same && i < KINDS_LABELS; i++) same = same_label(&a->label[i], &b->label[i]);
  return same;
}

/* The row of this kind, a new one if need be; the last one is for what finds no room. */
static struct kind *row_of(struct kinds *kinds, const struct kind *wanted) {
  const size_t count = atomic_load_explicit(&kinds->count, memory_order_relaxed);
  for (size_t i = 0; i < count; i++)
    if (same(&kinds->kind[i], wanted)) return &kinds->kind[i];
  if (count == KINDS_MAX) return &kinds->kind[KINDS_MAX - 1];
  struct kind *row = &kinds->kind[count];
  row->engine = count == KINDS_MAX - 1 ? "other" : wanted->engine;
  if (count < KINDS_MAX - 1) memcpy(row->label, wanted->label, sizeof row->label);
  atomic_store_explicit(&kinds->count, count + 1, memory_order_release);
  return row;
}

static void count_up(atomic_uint_fast64_t *at, uint64_t by) {
  atomic_fetch_add_explicit(at, by, memory_order_relaxed);
}

void kinds_add(struct kinds *kinds, const struct ddz_answer *answer, uint64_t compute_us) {
  struct kind wanted = {.engine = answer->engine};
  if (!answer->engine) return;
  for (size_t i = 0; i < KINDS_LABELS; i++) {
    const struct ddz_api_note *note = note_named(answer, labels[i]);
    if (note) wanted.label[i] = *note;
  }
  struct kind *row = row_of(kinds, &wanted);
  count_up(&row->answers, 1);
  count_up(&row->compute_us, compute_us);
  for (size_t i = 0; i < KINDS_COUNTED; i++) {
    const struct ddz_api_note *note = note_named(answer, counted[i]);
    count_up(&row->counted[i], note && note->number);
  }
}

void kinds_merge(struct kinds *total, const struct kinds *more) {
  const size_t rows = atomic_load_explicit(&more->count, memory_order_acquire);
  for (size_t i = 0; i < rows; i++) {
    const struct kind *from = &more->kind[i];
    struct kind *row = row_of(total, from);
    count_up(&row->answers, atomic_load(&from->answers));
    count_up(&row->compute_us, atomic_load(&from->compute_us));
    for (size_t k = 0; k < KINDS_COUNTED; k++) count_up(&row->counted[k], atomic_load(&from->counted[k]));
  }
}

/* --- printing --- */

static void print_labels(FILE *out, const struct kind *kind) {
  fprintf(out, "{engine=\"%s\"", kind->engine);
  for (size_t i = 0; i < KINDS_LABELS; i++)
    if (!kind->label[i].name)
      fprintf(out, ",%s=\"\"", labels[i]);
    else if (kind->label[i].text)
      fprintf(out, ",%s=\"%s\"", labels[i], kind->label[i].text);
    else
      fprintf(out, ",%s=\"%llu\"", labels[i], (unsigned long long)kind->label[i].number);
  fputc('}', out);
}

static void print_figure(FILE *out, const struct kinds *kinds, const struct metric_figure *figure) {
  metric_head(out, figure->name, "counter", figure->help);
  for (size_t i = 0; i < kinds->count; i++) {
    fputs(figure->name, out);
    print_labels(out, &kinds->kind[i]);
    fprintf(out, " %.15g\n", metric_read(figure, &kinds->kind[i]));
  }
}

void kinds_print(FILE *out, const struct kinds *kinds) {
  static const struct metric_figure figures[] = {
      {"ddz_engine_answers_total", "Answers by engine.", offsetof(struct kind, answers), 1},
      {"ddz_engine_compute_seconds_total", "Time spent on them.", offsetof(struct kind, compute_us), 1e-6}};
  for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) print_figure(out, kinds, &figures[i]);
  for (size_t i = 0; i < KINDS_COUNTED; i++) {
    char name[64];
    snprintf(name, sizeof name, "ddz_engine_%s_total", counted[i]);
    const struct metric_figure figure = {name, "Answers that have this note.",
                                         offsetof(struct kind, counted) + i * sizeof(atomic_uint_fast64_t),
                                         1};
    print_figure(out, kinds, &figure);
  }
}
