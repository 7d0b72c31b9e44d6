/* nets.h - the files of a trained net, mapped into memory.
 *
 * A net to play with is one file; beside it may lie the nets for calling, for belief and for wildcards. Bytes
 * of a file are mapped read-only, so handles that use the same file share its memory. Replace a file by
 * renaming another over it, never by writing into it. */
#ifndef DDZ_LIB_NETS_H
#define DDZ_LIB_NETS_H

#include <stdbool.h>
#include <stddef.h>

#include "api/api.h"

enum { NETS_MAX = 1 + DDZ_MODEL_PARTS };

/* Where nets come from: a path, or bytes. Bytes are the caller's until nets_open returns. */
struct nets_source {
  const char *model; /* path, "none", or NULL: the bytes, and without any the installed one */
  struct nets_given {
    const void *bytes; /* NULL: there is none */
    size_t size;
  } given[NETS_MAX]; /* the net, then its parts */
};

struct nets {
  struct ddz_api_model *model; /* NULL: there is none */
  struct nets_file {
    void *bytes; /* owned: mapped, or a copy on a boundary of 64 */
    size_t size;
    bool mapped;
  } file[NETS_MAX]; /* the net, then its parts */
};

/* Open what the source names. True as well when no net is named and none is installed. False: `error` says
 * why, and nothing is left to close. */
bool nets_open(struct nets *nets, const struct nets_source *source, char *error, size_t room);
void nets_close(struct nets *nets);

#endif
