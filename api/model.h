/* model.h - the trained net, given by the host (service, library, tool). */
#ifndef DDZ_API_MODEL_H
#define DDZ_API_MODEL_H

#include "api/thread.h"
#include "core/engine/engine.h"

/* Where a trained net is looked for by default, seen from the folder of the program: installed, in the source
 * tree. */
#define DDZ_MODEL_PLACES "../share/ddz/ddz.net", "../../share/ddz/ddz.net", "../../models/ddz.net"

/* Beside it may lie nets that were learned from its games, each with its mark before the end of the file's
 * name: ddz-bids.net, ddz-belief.net, ddz-wild.net. */
enum ddz_model_part {
  DDZ_MODEL_BIDS,   /* for calling (bid_feature.h) */
  DDZ_MODEL_BELIEF, /* how the unseen cards lie (belief.h) */
  DDZ_MODEL_WILD,   /* plays where there are wildcards, in the place of the net itself */
  DDZ_MODEL_PARTS
};
const char *ddz_model_mark(enum ddz_model_part part); /* "-bids", "-belief", "-wild" */

/* A trained net, from bytes the caller keeps. Shared by all apis, which only read it. */
struct ddz_api_model;

/* NULL: opened. Else what is wrong with the bytes, in a sentence that may follow a file's name and ": ".
 *
 * bytes  aligned to 64, unchanged until the model is closed; NULL: no net to play with, only parts */
const char *ddz_api_model_open(const void *bytes, size_t size, struct ddz_api_model **model);
/* Nets that lie beside it, likewise, to go with an opened model. On failure the model is unchanged. */
const char *ddz_api_model_part(struct ddz_api_model *model, enum ddz_model_part part, const void *bytes,
                               size_t size);
void ddz_api_model_close(struct ddz_api_model *model); /* NULL is allowed */
const char *ddz_api_model_name(const struct ddz_api_model *model);
uint64_t ddz_api_model_checksum(const struct ddz_api_model *model);

/* What it consists of, of the play to the wildcards; NULL for each that is missing. */
struct ddz_nets ddz_api_model_nets(const struct ddz_api_model *model); /* NULL is allowed */

/* From the next call on `api` plays with `model`, NULL: without one. On the owner's thread, between calls;
 * the model must stay open until the api has another or is freed. */
void ddz_api_use_model(struct ddz_api *api, const struct ddz_api_model *model);

#endif
