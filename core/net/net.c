#include "net.h"

#include <math.h>
#include <string.h>

const char *ddz_net_error_text(enum ddz_net_error error) {
  static const char *const texts[DDZ_NET_ERRORS] = {
#define NET_ERROR(name, text) text,
#include "net.def"
  };
  return error < DDZ_NET_ERRORS ? texts[error] : "unknown error";
}

/* ---- the image ---- */

/* May this shape be run? Then nothing in lay_out overflows. */
bool ddz_net_shape_fits(const struct ddz_net_shape *shape, const uint32_t rows[DDZ_ROLES]) {
  if (shape->inputs == 0 || shape->inputs > DDZ_NET_INPUTS_MAX) return false;
  if (shape->width == 0 || shape->width > DDZ_NET_WIDTH_MAX || shape->width % 64 != 0) return false;
  for (int i = 0; i < 2; i++)
    if (shape->hidden[i] == 0 || shape->hidden[i] > DDZ_NET_HIDDEN_MAX || shape->hidden[i] % 16 != 0)
      return false;
  for (int i = 0; i < DDZ_ROLES; i++)
    if (rows[i] == 0 || rows[i] > shape->inputs + 1) return false;
  return true;
}

/* Offset of a part of `bytes`; moves the end behind it. */
static size_t place(size_t *end, size_t bytes) {
  size_t at = *end;
  *end = (at + bytes + DDZ_NET_ALIGN - 1) / DDZ_NET_ALIGN * DDZ_NET_ALIGN;
  return at;
}

struct ddz_net_layout ddz_net_lay_out(const struct ddz_net_shape *shape, const uint32_t rows[DDZ_ROLES],
                                      size_t record) {
  const size_t F = shape->inputs, W = shape->width, H1 = shape->hidden[0], H2 = shape->hidden[1];
  struct ddz_net_layout at;
  size_t end = DDZ_NET_HEADER;
  at.record = place(&end, record);
  for (int role = 0; role < DDZ_ROLES; role++) {
    const size_t R = rows[role];
#define NET_ARRAY(type, name, count)                                                                         \
  at.array[role][DDZ_NET_ARRAY_##name] = place(&end, sizeof(type) * (count));
#include "net.def"
  }
  at.size = end;
  return at;
}

/* The arrays of a role in an image. */
static struct ddz_net_role role_at(const struct ddz_net_layout *layout, const void *image,
                                   enum ddz_role role) {
  const char *base = image;
  struct ddz_net_role arrays;
#define NET_ARRAY(type, name, count)                                                                         \
  arrays.name = (const type *)(const void *)(base + layout->array[role][DDZ_NET_ARRAY_##name]);
#include "net.def"
  return arrays;
}

/* Each step is a bijection of the state for a given word and of the word for a given state, so a single word
 * that differs is never missed. Four lanes, because a multiplication takes its time. */
uint64_t ddz_net_checksum(const void *image, size_t size) {
  const char *bytes = image;
  uint64_t lane[4] = {1, 2, 3, 4}, sum = size;
  size_t at = offsetof(struct ddz_net_header, size);
  for (size_t i = 0; at + 8 <= size; i = (i + 1) % 4, at += 8) {
    uint64_t word;
    memcpy(&word, bytes + at, 8);
    lane[i] = (lane[i] ^ word) * 0x9E3779B97F4A7C15u;
    lane[i] ^= lane[i] >> 32;
  }
  for (int i = 0; i < 4; i++) {
    sum = (sum ^ lane[i]) * 0x9E3779B97F4A7C15u;
    sum ^= sum >> 29;
  }
  return sum;
}

/* ---- checks of what was opened ---- */

/* So small that no sum of the layers above can overflow a float. */
static const float NUMBER_MAX = 1e4f;

static bool is_number(float x) { return x >= -NUMBER_MAX && x <= NUMBER_MAX; } /* a NAN is not */

static bool are_numbers(const float *x, size_t n) {
  bool good = true;
  for (size_t i = 0; i < n; i++) good = good && is_number(x[i]);
  return good;
}

static bool are_within(const int16_t *x, size_t n, int least, int most) {
  bool good = true;
  for (size_t i = 0; i < n; i++) good = good && x[i] >= least && x[i] <= most;
  return good;
}

static bool are_rows(const uint16_t *row, size_t n, uint32_t rows) {
  bool good = true;
  for (size_t i = 0; i < n; i++) good = good && row[i] < rows;
  return good;
}

/* Any bytes are weights; of the rest everything is looked at. */
static bool is_sound(const struct ddz_net_shape *shape, uint32_t rows, const struct ddz_net_role *role) {
  const size_t W = shape->width, H1 = shape->hidden[0], H2 = shape->hidden[1];
  return are_rows(role->row, shape->inputs, rows) && are_numbers(role->step, W) &&
         are_within(role->b1, W, -DDZ_NET_BIAS_MAX, DDZ_NET_BIAS_MAX) &&
         are_within(role->gain, W, 0, INT16_MAX) && are_numbers(role->step2, H1) &&
         are_numbers(role->b2, H1) && are_numbers(role->w3, H1 * H2) && are_numbers(role->b3, H2) &&
         are_numbers(role->w4, DDZ_NET_HEADS * H2) && are_numbers(role->b4, DDZ_NET_HEADS);
}

static bool are_facts(const struct ddz_net_facts *facts) {
  bool good = facts->clip > 0 && is_number(facts->clip) && is_number(facts->points_unit);
  for (int deal = 0; deal < DDZ_NET_DEALS; deal++) {
    const struct ddz_net_curves *curves = &facts->curves[deal];
    good = good && are_numbers(&curves->slope[0][0], DDZ_ROLES * 2) &&
           are_numbers(&curves->offset[0][0], DDZ_ROLES * 2);
  }
  return good;
}

/* Printable ASCII and new lines: it goes into answers. */
static bool is_text(const char *text, size_t bytes) {
  if (bytes == 0 || text[bytes - 1] != '\0' || strlen(text) + 1 != bytes) return false;
  for (; *text != '\0'; text++)
    if ((*text < ' ' && *text != '\n') || *text > '~') return false;
  return true;
}

/* A word of it: it goes into metrics, too. */
static bool is_name(const char *name) {
  size_t n = 0;
  while (n < DDZ_NET_NAME && name[n] > ' ' && name[n] < 127 && name[n] != '"' && name[n] != '\\') n++;
  return n > 0 && n < DDZ_NET_NAME && name[n] == '\0';
}

/* The first thing wrong with a header. */
static enum ddz_net_error check_header(const struct ddz_net_header *header, size_t size, uint32_t inputs,
                                       uint32_t features) {
  if (memcmp(header->magic, DDZ_NET_MAGIC, sizeof header->magic) != 0) return DDZ_NET_BAD_MAGIC;
  if (header->format != DDZ_NET_FORMAT) return DDZ_NET_BAD_FORMAT;
  if (!ddz_net_shape_fits(&header->shape, header->rows)) return DDZ_NET_BAD_SHAPE;
  if (header->shape.inputs != inputs || header->shape.features != features) return DDZ_NET_OTHER_INPUTS;
  if (header->record == 0 || header->record > DDZ_NET_RECORD_MAX) return DDZ_NET_BAD_TEXT;
  if (header->size != size || ddz_net_lay_out(&header->shape, header->rows, header->record).size != size)
    return DDZ_NET_BAD_SIZE;
  return DDZ_NET_OK;
}

enum ddz_net_error ddz_net_open(struct ddz_net *net, const void *image, size_t size, uint32_t inputs,
                                uint32_t features) {
  if (size < DDZ_NET_HEADER) return DDZ_NET_TOO_SHORT;
  const struct ddz_net_header *header = image;
  const enum ddz_net_error error = check_header(header, size, inputs, features);
  if (error != DDZ_NET_OK) return error;
  if (header->checksum != ddz_net_checksum(image, size)) return DDZ_NET_BAD_CHECKSUM;
  const struct ddz_net_layout layout = ddz_net_lay_out(&header->shape, header->rows, header->record);
  struct ddz_net opened = {.shape = header->shape,
                           .facts = header->facts,
                           .record = (const char *)image + layout.record,
                           .checksum = header->checksum,
                           .image = image,
                           .size = size};
  if (!is_name(opened.facts.name) || !is_text(opened.record, header->record)) return DDZ_NET_BAD_TEXT;
  if (!are_facts(&opened.facts)) return DDZ_NET_BAD_NUMBER;
  for (int role = 0; role < DDZ_ROLES; role++) {
    opened.role[role] = role_at(&layout, image, (enum ddz_role)role);
    if (!is_sound(&opened.shape, header->rows[role], &opened.role[role])) return DDZ_NET_BAD_NUMBER;
  }
  for (size_t i = 0; ddz_net_kernel_at(i) != NULL; i++) opened.kernel = ddz_net_kernel_at(i);
  *net = opened;
  return DDZ_NET_OK;
}

/* ---- playing ---- */

void ddz_net_begin(const struct ddz_net *net, enum ddz_role role, const uint16_t *inputs, size_t n,
                   struct ddz_net_sum *sum) {
  const struct ddz_net_role *of = &net->role[role];
  const struct ddz_net_change all = {.add = inputs, .adds = n};
  net->kernel->add(of, net->shape.width, of->b1, &all, sum->unit);
}

void ddz_net_extend(const struct ddz_net *net, enum ddz_role role, const struct ddz_net_sum *base,
                    const struct ddz_net_change *change, struct ddz_net_sum *sum) {
  net->kernel->add(&net->role[role], net->shape.width, base->unit, change, sum->unit);
}

void ddz_net_values_of(const struct ddz_net *net, enum ddz_role role, const struct ddz_net_sum *sums,
                       size_t n, struct ddz_net_value *values) {
  float head[DDZ_NET_BATCH][DDZ_NET_HEADS];
  net->kernel->top(&net->shape, &net->role[role], sums, n, head);
  for (size_t i = 0; i < n; i++)
    values[i] = (struct ddz_net_value){.win = head[i][0], .points = head[i][1] * net->facts.points_unit};
}

const struct ddz_net_curves *ddz_net_curves_of(const struct ddz_net_facts *facts, enum ddz_net_deal deal) {
  return &facts->curves[facts->curves[deal].slope[0][0] > 0 ? deal : DDZ_NET_USUAL];
}

double ddz_logistic(double x) { return 1 / (1 + exp(-x)); }
double ddz_logit(double p) { return log(p / (1 - p)); }

double ddz_net_probability(const struct ddz_net *net, enum ddz_role role, enum ddz_net_deal deal,
                           enum ddz_objective objective, float logit) {
  const struct ddz_net_curves *curves = ddz_net_curves_of(&net->facts, deal);
  return ddz_logistic((double)curves->slope[role][objective] * logit + curves->offset[role][objective]);
}
