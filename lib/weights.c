/* weights.c - the weights of a net, out of its file and back: the last part of ddz_core.h. */
#include <math.h>
#include <string.h>

#include "core/net/feature.h"
#include "lib/net_pack.h"
#include "lib/typed.h"

_Static_assert(sizeof((struct ddzc_net *)0)->slope == sizeof((struct ddz_net_facts *)0)->curves / 2 &&
                   sizeof((struct ddzc_net *)0)->name == DDZ_NET_NAME,
               "facts of a net have moved");

/* The part of one role. */
static struct ddz_net_floats floats_of(const struct ddz_net_shape *shape, const struct ddzc_weights *weights,
                                       size_t role) {
  const size_t F = shape->inputs, W = shape->width, H1 = shape->hidden[0], H2 = shape->hidden[1];
  return (struct ddz_net_floats){.w1 = weights->w1 + role * F * W,
                                 .b1 = weights->b1 + role * W,
                                 .w2 = weights->w2 + role * H1 * W,
                                 .b2 = weights->b2 + role * H1,
                                 .w3 = weights->w3 + role * H2 * H1,
                                 .b3 = weights->b3 + role * H2,
                                 .w4 = weights->w4 + role * DDZ_NET_HEADS * H2,
                                 .b4 = weights->b4 + role * DDZ_NET_HEADS};
}

static void tell(struct ddzc_net *net, const struct ddz_net_shape *shape, const struct ddz_net_facts *facts,
                 const char *record) {
  *net = (struct ddzc_net){.size = sizeof *net,
                           .inputs = shape->inputs,
                           .width = shape->width,
                           .hidden = {shape->hidden[0], shape->hidden[1]},
                           .features = shape->features,
                           .clip = facts->clip,
                           .points_unit = facts->points_unit,
                           .record = record};
  memcpy(net->name, facts->name, sizeof net->name);
  for (int deal = 0; deal < DDZ_NET_DEALS; deal++) {
    memcpy(net->slope[deal], facts->curves[deal].slope, sizeof net->slope[deal]);
    memcpy(net->offset[deal], facts->curves[deal].offset, sizeof net->offset[deal]);
  }
}

static void facts_of(const struct ddzc_net *net, struct ddz_net_facts *facts) {
  *facts = (struct ddz_net_facts){.clip = net->clip, .points_unit = net->points_unit};
  memcpy(facts->name, net->name, sizeof facts->name);
  for (int deal = 0; deal < DDZ_NET_DEALS; deal++) {
    memcpy(facts->curves[deal].slope, net->slope[deal], sizeof net->slope[deal]);
    memcpy(facts->curves[deal].offset, net->offset[deal], sizeof net->offset[deal]);
  }
}

static void fresh(struct ddzc_net *net) {
  struct ddz_net_facts facts = {.name = "fresh", .clip = 2, .points_unit = 2};
  for (int role = 0; role < DDZ_ROLES; role++)
    facts.curves->slope[role][0] = facts.curves->slope[role][1] = 1;
  tell(net, &(struct ddz_net_shape){.inputs = DDZ_FEATURES, .features = ddz_feature_signature()}, &facts,
       NULL);
}

int ddzc_net_read(const void *image, size_t size, struct ddzc_net *net, const struct ddzc_weights *weights) {
  struct ddz_net opened;
  if (image == NULL) return fresh(net), 0;
  if ((uintptr_t)image % DDZ_NET_ALIGN != 0) return DDZC_BAD_ARGUMENT;
  if (size < DDZ_NET_HEADER) return DDZC_NOT_A_NET;
  const struct ddz_net_shape *shape = &((const struct ddz_net_header *)image)->shape;
  if (ddz_net_open(&opened, image, size, shape->inputs, shape->features) != DDZ_NET_OK) return DDZC_NOT_A_NET;
  tell(net, &opened.shape, &opened.facts, opened.record);
  for (size_t role = 0; role < DDZ_ROLES && weights != NULL; role++) {
    const struct ddz_net_floats floats = floats_of(shape, weights, role);
    ddz_net_unpack(&opened, (enum ddz_role)role, &floats);
  }
  return 0;
}

static bool are_finite(const float *x, size_t n) {
  bool good = true;
  for (size_t i = 0; i < n; i++) good = good && isfinite(x[i]);
  return good;
}

/* What a packer relies on; ddz_net_open looks at the rest. */
static bool is_sound(const struct ddz_net_shape *shape, const struct ddzc_weights *weights) {
  const size_t F = shape->inputs, W = shape->width, H1 = shape->hidden[0];
  return ddz_net_shape_fits(shape, (const uint32_t[DDZ_ROLES]){1, 1, 1}) &&
         are_finite(weights->w1, 3 * F * W) && are_finite(weights->b1, 3 * W) &&
         are_finite(weights->w2, 3 * H1 * W);
}

int ddzc_net_write(const struct ddzc_net *net, const struct ddzc_weights *weights, void *image, size_t room) {
  const struct ddz_net_shape shape = {.inputs = net->inputs,
                                      .width = net->width,
                                      .hidden = {net->hidden[0], net->hidden[1]},
                                      .features = net->features};
  const char *record = net->record != NULL ? net->record : "";
  struct ddz_net_floats floats[DDZ_ROLES];
  struct ddz_net_facts facts;
  struct ddz_net opened;
  if (net->size != sizeof *net) return DDZC_BAD_ARGUMENT;
  if (strlen(record) >= DDZ_NET_RECORD_MAX || !(net->clip > 0) || !is_sound(&shape, weights))
    return DDZC_NOT_A_NET;
  for (size_t role = 0; role < DDZ_ROLES; role++) floats[role] = floats_of(&shape, weights, role);
  const size_t size = ddz_net_image_size(&shape, floats, strlen(record));
  if (size > room) return (int)size;
  if ((uintptr_t)image % DDZ_NET_ALIGN != 0) return DDZC_BAD_ARGUMENT;
  facts_of(net, &facts);
  ddz_net_pack(&shape, &facts, floats, record, image, NULL);
  const enum ddz_net_error wrong = ddz_net_open(&opened, image, size, shape.inputs, shape.features);
  return wrong == DDZ_NET_OK ? (int)size : DDZC_NOT_A_NET;
}
