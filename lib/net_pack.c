#include "lib/net_pack.h"

#include <math.h>
#include <string.h>

/* An integer in -most..most; counts what did not fit. */
static int fit(float value, int most, struct ddz_net_loss *loss) {
  float nearest = roundf(value);
  if (nearest >= (float)-most && nearest <= (float)most) return (int)nearest;
  loss->clipped++;
  return nearest < 0 ? -most : most;
}

/* The arrays of a role, to be written. */
struct arrays {
#define NET_ARRAY(type, name, count) type *name;
#include "core/net/net.def"
};

static struct arrays arrays_at(const struct ddz_net_layout *layout, char *image, int role) {
  struct arrays to;
#define NET_ARRAY(type, name, count)                                                                         \
  to.name = (type *)(void *)(image + layout->array[role][DDZ_NET_ARRAY_##name]);
#include "core/net/net.def"
  return to;
}

static bool is_zero(const float *x, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (x[i] != 0) return false;
  return true;
}

/* The first layer: the gain is chosen first, as the integer it has to be, and the step follows from it. */
static void pack_unit(const struct ddz_net_shape *shape, float clip, const struct ddz_net_floats *from,
                      size_t j, const struct arrays *to, struct ddz_net_loss *loss) {
  const size_t W = shape->width;
  float most = fabsf(from->b1[j]) / 7000 * 127;
  for (size_t i = 0; i < shape->inputs; i++) most = fmaxf(most, fabsf(from->w1[i * W + j]));
  float gain = fminf(fmaxf(ceilf(32768 * most / clip - 1e-3f), 1), INT16_MAX);
  float step = gain * clip / (32768.0f * 127);
  to->gain[j] = (int16_t)gain;
  to->step[j] = step;
  to->b1[j] = (int16_t)fit(from->b1[j] / step, DDZ_NET_BIAS_MAX, loss);
  for (size_t i = 0; i < shape->inputs; i++) {
    float weight = from->w1[i * W + j];
    if (to->row[i] == 0) continue;
    int whole = fit(weight / step, 127, loss);
    to->w1[to->row[i] * W + j] = (int8_t)whole;
    loss->worst = fmaxf(loss->worst, fabsf(weight - (float)whole * step));
  }
}

static void pack_row(const struct ddz_net_shape *shape, float clip, const struct ddz_net_floats *from,
                     size_t k, const struct arrays *to, struct ddz_net_loss *loss) {
  const size_t W = shape->width, H1 = shape->hidden[0];
  float most = 0;
  for (size_t j = 0; j < W; j++) most = fmaxf(most, fabsf(from->w2[k * W + j]));
  float step = most > 0 ? most / 127 : 1;
  for (size_t j = 0; j < W; j++)
    to->w2[(j / 4 * H1 + k) * 4 + j % 4] = (int8_t)fit(from->w2[k * W + j] / step, 127, loss);
  to->step2[k] = step * clip / 127;
  to->b2[k] = from->b2[k];
}

static void pack_role(const struct ddz_net_shape *shape, float clip, const struct ddz_net_floats *from,
                      const struct arrays *to, struct ddz_net_loss *loss) {
  const size_t H1 = shape->hidden[0], H2 = shape->hidden[1];
  uint16_t rows = 0;
  for (size_t i = 0; i < shape->inputs; i++)
    to->row[i] = is_zero(from->w1 + i * shape->width, shape->width) ? 0 : ++rows;
  for (size_t j = 0; j < shape->width; j++) pack_unit(shape, clip, from, j, to, loss);
  for (size_t k = 0; k < H1; k++) pack_row(shape, clip, from, k, to, loss);
  for (size_t i = 0; i < H1; i++)
    for (size_t k = 0; k < H2; k++) to->w3[i * H2 + k] = from->w3[k * H1 + i];
  memcpy(to->b3, from->b3, H2 * sizeof(float));
  memcpy(to->w4, from->w4, DDZ_NET_HEADS * H2 * sizeof(float));
  memcpy(to->b4, from->b4, DDZ_NET_HEADS * sizeof(float));
}

/* Rows of each role's w1 in an image: one of zeros for all inputs that add nothing, and the others. */
static void count_rows(const struct ddz_net_shape *shape, const struct ddz_net_floats *floats,
                       uint32_t rows[DDZ_ROLES]) {
  for (int role = 0; role < DDZ_ROLES; role++) {
    rows[role] = 1;
    for (size_t i = 0; i < shape->inputs; i++)
      rows[role] += !is_zero(floats[role].w1 + i * shape->width, shape->width);
  }
}

size_t ddz_net_image_size(const struct ddz_net_shape *shape, const struct ddz_net_floats floats[DDZ_ROLES],
                          size_t record) {
  uint32_t rows[DDZ_ROLES];
  count_rows(shape, floats, rows);
  return ddz_net_lay_out(shape, rows, record + 1).size;
}

/* What lies behind the name's NUL must not change the checksum. */
void ddz_net_set_facts(void *image, const struct ddz_net_facts *facts) {
  struct ddz_net_header *header = image;
  size_t name = 0;
  while (name < DDZ_NET_NAME - 1 && facts->name[name] != '\0') name++;
  header->facts = *facts;
  memset(header->facts.name + name, 0, DDZ_NET_NAME - name);
  header->checksum = ddz_net_checksum(image, header->size);
}

void ddz_net_pack(const struct ddz_net_shape *shape, const struct ddz_net_facts *facts,
                  const struct ddz_net_floats floats[DDZ_ROLES], const char *record, void *image,
                  struct ddz_net_loss *loss) {
  struct ddz_net_loss ignored;
  if (loss == NULL) loss = &ignored;
  *loss = (struct ddz_net_loss){0};
  const size_t length = strlen(record) + 1;
  uint32_t rows[DDZ_ROLES];
  count_rows(shape, floats, rows);
  const struct ddz_net_layout layout = ddz_net_lay_out(shape, rows, length);
  memset(image, 0, layout.size);
  struct ddz_net_header *header = image;
  memcpy(header->magic, DDZ_NET_MAGIC, sizeof header->magic);
  header->size = layout.size;
  header->format = DDZ_NET_FORMAT;
  header->record = (uint32_t)length;
  header->shape = *shape;
  memcpy(header->rows, rows, sizeof rows);
  memcpy((char *)image + layout.record, record, length);
  for (int role = 0; role < DDZ_ROLES; role++) {
    const struct arrays to = arrays_at(&layout, image, role);
    pack_role(shape, facts->clip, &floats[role], &to, loss);
  }
  ddz_net_set_facts(image, facts);
}

void ddz_net_unpack(const struct ddz_net *net, enum ddz_role role, const struct ddz_net_floats *floats) {
  const struct ddz_net_role *from = &net->role[role];
  const size_t F = net->shape.inputs, W = net->shape.width, H1 = net->shape.hidden[0],
               H2 = net->shape.hidden[1];
  for (size_t i = 0; i < F; i++)
    for (size_t j = 0; j < W; j++)
      floats->w1[i * W + j] = (float)from->w1[from->row[i] * W + j] * from->step[j];
  for (size_t j = 0; j < W; j++) floats->b1[j] = (float)from->b1[j] * from->step[j];
  for (size_t k = 0; k < H1; k++)
    for (size_t j = 0; j < W; j++) {
      const size_t at = (j / 4 * H1 + k) * 4 + j % 4;
      floats->w2[k * W + j] = (float)from->w2[at] * (from->step2[k] * 127 / net->facts.clip);
    }
  memcpy(floats->b2, from->b2, H1 * sizeof(float));
  for (size_t i = 0; i < H1; i++)
    for (size_t k = 0; k < H2; k++) floats->w3[k * H1 + i] = from->w3[i * H2 + k];
  memcpy(floats->b3, from->b3, H2 * sizeof(float));
  memcpy(floats->w4, from->w4, DDZ_NET_HEADS * H2 * sizeof(float));
  memcpy(floats->b4, from->b4, DDZ_NET_HEADS * sizeof(float));
}
