/* handle.h - the engine of a handle, for the calls of ddz_core.h that take one. */
#ifndef DDZ_LIB_HANDLE_H
#define DDZ_LIB_HANDLE_H

struct ddz;
struct ddz_engine;

struct ddz_engine *handle_engine(struct ddz *handle);

#endif
