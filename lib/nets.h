/* nets.h - the files of a trained net: found, read, opened.
 *
 * A net to play with is one file; beside it may lie the nets for calling, for belief and for wildcards.
 * The service, libddz and the tools load nets here. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "api/api.h"
#include "lib/mapped.h"

/* Where nets come from: a path, or bytes. Bytes are the caller's until nets_open returns. */
struct nets_source {
  const char *model; /* path, "none", or NULL: the bytes, and without any the installed one */
  const void *code;  /* installed beside the shared library with this address; NULL: beside the program */
  struct nets_given {
    const void *bytes; /* NULL: there is none */
    size_t size;
  } given[DDZ_MODEL_PARTS]; /* by part */
};

struct nets {
  struct ddz_api_model *model;         /* NULL: there is none */
  struct mapped file[DDZ_MODEL_PARTS]; /* by part */
  char path[MAPPED_PATH];              /* of the net; empty: it is from no file */
};

/* Open what the source names: read once for all who want the same files at the same time; any thread. Without
 * a model when no net is named and none is installed. NULL: `error` says why. */
const struct nets *nets_open(const struct nets_source *source, char *error, size_t room);
void nets_close(const struct nets *nets); /* NULL is allowed */
