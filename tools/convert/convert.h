/* convert.h - nets with older inputs as nets with those of this program.
 *
 * Nets up to ddz-3 named a kind of play by its number; now it is a slot (feature.h), and there is room for
 * inputs to come. Nothing is trained anew: an image keeps its rows of weights as they are, and only says anew
 * which row each input adds. Inputs that the old net did not have add the row of zeros. So a converted net
 * gives the same bits for every position and play. */
#ifndef DDZ_TOOLS_CONVERT_H
#define DDZ_TOOLS_CONVERT_H

#include <stdbool.h>
#include <stddef.h>

#include "core/net/net.h"

enum net_purpose { NET_PLAYS, NET_BELIEVES, NET_PURPOSES };

/* What the inputs of old nets were: how many, and their signature. */
uint32_t convert_old_inputs(enum net_purpose purpose);
uint32_t convert_old_signature(enum net_purpose purpose);

/* What the net is for, by its old signature; false when it is neither. `error` says why a file is refused. */
bool convert_open(struct ddz_net *net, enum net_purpose *purpose, const void *image, size_t size,
                  enum ddz_net_error *error);

/* Bytes of the converted image. */
size_t convert_size(const struct ddz_net *old, enum net_purpose purpose);

/* Write the converted image: `image` aligned to DDZ_NET_ALIGN, convert_size bytes. */
void convert_write(const struct ddz_net *old, enum net_purpose purpose, void *image);

#endif
