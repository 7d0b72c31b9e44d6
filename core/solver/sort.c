#include "sort.h"

#include <assert.h>
#include <string.h>

void ddz_sort(void *items, size_t n, size_t size, bool (*before)(const void *a, const void *b)) {
  _Alignas(max_align_t) unsigned char held[DDZ_SORT_SIZE_MAX];
  unsigned char *base = items;
  assert(size <= sizeof held);
  for (size_t gap = n / 2; gap > 0; gap = gap == 2 ? 1 : gap * 5 / 11)
    for (size_t i = gap; i < n; i++) {
      size_t j = i;
      memcpy(held, base + i * size, size);
      for (; j >= gap && before(held, base + (j - gap) * size); j -= gap)
        memcpy(base + j * size, base + (j - gap) * size, size);
      memcpy(base + j * size, held, size);
    }
}
