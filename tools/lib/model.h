/* model.h - nets from files, for players.
 *
 * What is opened stays open until the program ends, so that any number of players may share it. Not for
 * several threads at a time. */
#ifndef DDZ_TOOLS_LIB_MODEL_H
#define DDZ_TOOLS_LIB_MODEL_H

#include "api/api.h"
#include "core/net/net.h"

/* NULL: model_error() says why, in a sentence that names the file. Opening the same file again costs nothing.
 */
const struct ddz_net *model_open(const char *path);
const char *model_error(void);

/* The nets that lie beside a net opened here (api.h); NULL: there are none. */
const struct ddz_net *model_part(const struct ddz_net *net, enum ddz_model_part part);

/* The net the service would find by itself (DDZ_MODEL_PLACES in api.h). NULL: there is none, or it is damaged
 * (then model_error() is not empty). */
const struct ddz_net *model_default(void);

#endif
