/* heap.h - the C library's memory: what threads keep for the next request, and what goes back to the system.
 *
 * A request is thousands of small blocks. By default glibc sweeps its lists and returns pages, which the next
 * request must fault in again: that was half of the work of a poller. So threads keep some free memory, and
 * what large answers took, which lies between small blocks, is given back now and then. */
#ifndef DDZ_SERVICE_HEAP_H
#define DDZ_SERVICE_HEAP_H

#include <stddef.h>

/* At the start of the program. */
void heap_tune(void);

/* So many bytes of a request and its answer are free again. Any thread. */
void heap_freed(size_t bytes);

/* Now and then, on a thread that nobody waits for: gives back what is free, if that can be much and has not
 * been done in the last second. */
void heap_settle(void);

#endif
