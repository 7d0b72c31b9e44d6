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
 * that memory was short. From the first refusal on all else is refused, so that the parser soon ends. */
#pragma once

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>

enum { SPARE_OWN_BYTES = 32 * 1024, SPARE_ASIDE_BYTES = 32 * 1024 };

/* Zeroed at first. Only what a parse uses is touched. */
struct spare {
  bool guarding, was_short;
  size_t own, used, room; /* bytes given out of `bytes` and of what is set aside; bytes set aside */
  char *aside;            /* behind SPARE_OWN_BYTES, or, for a large body, from malloc */
  alignas(16) char bytes[SPARE_OWN_BYTES + SPARE_ASIDE_BYTES];
};

/* jansson takes its memory here from now on, for threads that are not guarded as before: by the functions it
 * had. Once a process; calls after the first do nothing. */
void spare_install(void);

/* From now on this thread's parser uses `spare`; NULL: none. Nothing that was parsed with the one before is
 * left; its memory may be freed afterwards. */
void spare_use(struct spare *spare);

/* The length of a body, not 0, before it is parsed, and 0 after it. True: memory is short, or was short in
 * between: the body must not be parsed, or what was parsed is to be thrown away. It is released on the same
 * thread before the next body in any case. */
bool spare_guard(size_t length);
