/* sort.h - sort in place without more memory (qsort may ask for some).
 *
 * Comb sort: about n log n steps; lists of tens of thousands of plays come with wildcards. `before` must be a
 * total order, so that every sort gives the same list. */
#ifndef DDZ_CORE_SOLVER_SORT_H
#define DDZ_CORE_SOLVER_SORT_H

#include <stdbool.h>
#include <stddef.h>

enum { DDZ_SORT_SIZE_MAX = 64 }; /* bytes of an item */

/* Sort `n` items of `size` bytes, at most DDZ_SORT_SIZE_MAX. */
void ddz_sort(void *items, size_t n, size_t size, bool (*before)(const void *a, const void *b));

#endif
