/* image.h - nets that a tool teaches or measures, as bytes and opened.
 *
 * For those that just play, model.h. Not for several threads at a time. */
#pragma once

#include <stdbool.h>

#include "core/net/net.h"
#include "lib/mapped.h"
#include "lib/net_pack.h"

struct image {
  struct ddz_net net; /* on one of the two: */
  struct mapped file;
  void *packed;
};

/* What opens them: ddz_judge_open, ddz_bid_open, ddz_belief_open. */
typedef enum ddz_net_error image_opener(struct ddz_net *net, const void *bytes, size_t size);

/* `image` is zeroed, or what it was before is let go; image_close is due in any case. */

/* False: `error` says why, and names the file. */
bool image_read(struct image *image, image_opener *open, const char *path, char *error, size_t room);

/* As ddz_net_pack. NULL, or what is wrong: static text. */
const char *image_pack(struct image *image, image_opener *open, const struct ddz_net_shape *shape,
                       const struct ddz_net_facts *facts, const struct ddz_net_floats floats[DDZ_ROLES],
                       const char *record, struct ddz_net_loss *loss);

/* An image to a file; false when it is not all there. */
bool image_write(const void *bytes, size_t size, const char *path);

void image_close(struct image *image);
