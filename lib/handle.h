/* handle.h - the engine of a handle, for the calls of ddz_core.h that take one. */
#pragma once

struct ddz;
struct ddz_engine;

struct ddz_engine *handle_engine(struct ddz *handle);
