/* spare.h - the memory of the parser of requests, a thread's own while it is guarded.
 *
 * To parse a request takes many small pieces of memory, and all of them are freed together. While a thread is
 * guarded it gives them out one behind the other from memory of its own, and a free does nothing. What does
 * not fit there comes from malloc.
 *
 * jansson 2.14 is not safe when memory is short: it overlooks that the text of a token could not grow. The
 * token then lacks a byte, so that a hand lacks a card; and when the byte is the closing quote, it reads and
 * writes past the end of the buffer. While guarded, a thread is therefore never refused what may be such a
 * text - its sizes are powers of two, from 32 on - but gets it from memory set aside, and learns afterwards
 * that memory was short. Any other allocation can fail as malloc does. */
#ifndef DDZ_SERVICE_SPARE_H
#define DDZ_SERVICE_SPARE_H

#include <stdbool.h>
#include <stddef.h>

/* Per thread. OWN: a body of some KiB. The rest is touched only when memory is short: all the texts of a
 * token of 64 KiB on its way; bodies larger than that are on their own. */
enum { SPARE_OWN_BYTES = 64 * 1024, SPARE_BYTES = 384 * 1024 };

/* In place of malloc and free. What was allocated while guarded is released on the same thread, before it is
 * guarded again. */
void *spare_malloc(size_t size);
void spare_free(void *memory);

/* True before parsing, false after it; then it says whether an allocation of this thread failed in between,
 * and what was parsed is to be thrown away before the next true. */
bool spare_guard(bool on);

#endif
