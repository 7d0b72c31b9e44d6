#include "lib/nets.h"

#include <stdio.h>
#include <string.h>

static bool say(char *error, size_t room, const char *subject, const char *wrong) {
  if (error && room) snprintf(error, room, "%s: %s", subject, wrong);
  return false;
}

/* File 0 is the net, file 1 + part lies beside it. */
static bool adopt(struct nets *nets, int index, const char *subject, char *error, size_t room) {
  const struct mapped *file = &nets->file[index];
  const char *wrong =
      index == 0 ? ddz_api_model_open(file->bytes, file->size, &nets->model)
                 : ddz_api_model_part(nets->model, (enum ddz_model_part)(index - 1), file->bytes, file->size);
  return wrong == NULL || say(error, room, subject, wrong);
}

static bool open_bytes(struct nets *nets, const struct nets_source *source, char *error, size_t room) {
  static const char *const names[NETS_MAX] = {"settings.net", "settings.bids", "settings.belief",
                                              "settings.wild"};
  for (int i = 0; i < NETS_MAX; i++) {
    const struct nets_given *given = &source->given[i];
    if (given->bytes == NULL) continue;
    if (i > 0 && nets->model == NULL) { // calling asks no other net
      if (i - 1 != DDZ_MODEL_BIDS) return say(error, room, names[i], "needs settings.net beside it");
      const char *wrong = ddz_api_model_open(NULL, 0, &nets->model);
      if (wrong) return say(error, room, names[i], wrong);
    }
    /* Nets are read as words: their bytes may lie on another boundary. */
    if (!mapped_copy(&nets->file[i], given->bytes, given->size))
      return say(error, room, names[i], "memory is short");
    if (!adopt(nets, i, names[i], error, room)) return false;
  }
  return true;
}

#ifdef __wasm__

bool nets_find(const struct nets_source *source, char *path) {
  const bool named = source->model != NULL && strcmp(source->model, "none") != 0;
  if (named) snprintf(path, MAPPED_PATH, "%s", source->model);
  return named;
}

static bool open_files(struct nets *nets, const struct nets_source *source, char *error, size_t room) {
  (void)source;
  return say(error, room, nets->path, "there are no files here; give bytes");
}

#else

bool nets_find(const struct nets_source *source, char *path) {
  static const char *const places[] = {DDZ_MODEL_PLACES, NULL};
  if (source->model == NULL) return mapped_find(places, source->code, path);
  snprintf(path, MAPPED_PATH, "%s", source->model);
  return strcmp(path, "none") != 0;
}

static bool open_files(struct nets *nets, const struct nets_source *source, char *error, size_t room) {
  char beside[MAPPED_PATH];
  for (int i = 0; i < NETS_MAX; i++) {
    const char *path = i == 0 ? nets->path : beside;
    if (i > 0 && !mapped_beside(nets->path, ddz_model_mark((enum ddz_model_part)(i - 1)), beside)) continue;
    if (!(source->shared ? mapped_share : mapped_open)(&nets->file[i], path, error, room)) return false;
    if (!adopt(nets, i, path, error, room)) return false;
  }
  return true;
}

#endif

static bool open_any(struct nets *nets, const struct nets_source *source, char *error, size_t room) {
  if (source->model != NULL && strlen(source->model) >= MAPPED_PATH)
    return say(error, room, "the net's path", "too long");
  for (int i = 0; i < NETS_MAX && source->model == NULL; i++)
    if (source->given[i].bytes != NULL) return open_bytes(nets, source, error, room);
  if (nets_find(source, nets->path)) return open_files(nets, source, error, room);
  nets->path[0] = '\0';
  return true;
}

bool nets_open(struct nets *nets, const struct nets_source *source, char *error, size_t room) {
  *nets = (struct nets){0};
  if (open_any(nets, source, error, room)) return true;
  nets_close(nets);
  return false;
}

void nets_close(struct nets *nets) {
  ddz_api_model_close(nets->model);
  for (int i = 0; i < NETS_MAX; i++) mapped_close(&nets->file[i]);
  *nets = (struct nets){0};
}
