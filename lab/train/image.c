#include "lab/train/image.h"
#include "lib/net_pack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool image_read(struct image *image, image_opener *open, const char *path, char *error, size_t room) {
  image_close(image);
  if (!mapped_open(&image->file, path, error, room)) return false;
  const enum ddz_net_error wrong = open(&image->net, image->file.bytes, image->file.size);
  if (wrong != DDZ_NET_OK) snprintf(error, room, "%s: %s", path, ddz_net_error_text(wrong));
  return wrong == DDZ_NET_OK;
}

const char *image_pack(struct image *image, image_opener *open, const struct ddz_net_shape *shape,
                       const struct ddz_net_facts *facts, const struct ddz_net_floats floats[DDZ_ROLES],
                       const char *record, struct ddz_net_loss *loss) {
  const size_t size = ddz_net_image_size(shape, floats, strlen(record));
  image_close(image);
  image->packed = aligned_alloc(DDZ_NET_ALIGN, (size + DDZ_NET_ALIGN - 1) / DDZ_NET_ALIGN * DDZ_NET_ALIGN);
  if (image->packed == NULL) return "out of memory";
  ddz_net_pack(shape, facts, floats, record, image->packed, loss);
  const enum ddz_net_error wrong = open(&image->net, image->packed, size);
  return wrong == DDZ_NET_OK ? NULL : ddz_net_error_text(wrong);
}

bool image_write(const void *bytes, size_t size, const char *path) {
  FILE *file = fopen(path, "wb");
  const bool good = file != NULL && fwrite(bytes, 1, size, file) == size;
  return file != NULL && fclose(file) == 0 && good;
}

void image_close(struct image *image) {
  mapped_close(&image->file);
  free(image->packed);
  *image = (struct image){0};
}
