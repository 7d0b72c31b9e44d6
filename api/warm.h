/* warm.h - uses an engine once, so that its first request is as fast as the next.
 *
 * The first use of memory costs a page fault for each page. A short game between robots uses what requests
 * use: the memo, the nets, the workspaces of the players. A few milliseconds; on the owner's thread or
 * before it runs. */
#ifndef DDZ_API_WARM_H
#define DDZ_API_WARM_H

#include "api/thread.h"

/* Never fails; changes no answer. */
void ddz_api_warm(struct ddz_api *api);

#endif
