#include "lib/nets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef __wasm__
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

enum { PATH_ROOM = 1024, ALIGNMENT = 64 };

static bool say(char *error, size_t room, const char *subject, const char *wrong) {
  if (error && room) snprintf(error, room, "%s: %s", subject, wrong);
  return false;
}

/* --- bytes --- */

/* Nets are read as words: bytes on another boundary are copied. */
static bool take_bytes(struct nets_file *file, const struct nets_given *given) {
  file->size = given->size;
  file->bytes = aligned_alloc(ALIGNMENT, (given->size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
  if (file->bytes) memcpy(file->bytes, given->bytes, given->size);
  return file->bytes != NULL;
}

#ifndef __wasm__
static bool map_file(struct nets_file *file, const char *path, char *error, size_t room) {
  struct stat facts;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return say(error, room, path, "cannot be read");
  bool regular = fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > 0;
  void *bytes = regular ? mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
  close(fd);
  if (bytes == MAP_FAILED) return say(error, room, path, "is no file that can be read");
  *file = (struct nets_file){.bytes = bytes, .size = (size_t)facts.st_size, .mapped = true};
  return true;
}

static void file_close(struct nets_file *file) {
  if (file->mapped)
    munmap(file->bytes, file->size);
  else
    free(file->bytes);
}
#else
static void file_close(struct nets_file *file) { free(file->bytes); }
#endif

/* --- opening --- */

/* File 0 is the net, file 1 + part lies beside it. */
static bool adopt(struct nets *nets, int index, const char *subject, char *error, size_t room) {
  const struct nets_file *file = &nets->file[index];
  const char *wrong =
      index == 0 ? ddz_api_model_open(file->bytes, file->size, &nets->model)
                 : ddz_api_model_part(nets->model, (enum ddz_model_part)(index - 1), file->bytes, file->size);
  return wrong == NULL || say(error, room, subject, wrong);
}

static bool open_bytes(struct nets *nets, const struct nets_source *source, char *error, size_t room) {
  static const char *const names[NETS_MAX] = {"settings.net", "settings.bids", "settings.belief",
                                              "settings.wild"};
  for (int i = 0; i < NETS_MAX; i++) {
    if (source->given[i].bytes == NULL) continue;
    if (i > 0 && nets->model == NULL) return say(error, room, names[i], "needs settings.net beside it");
    if (!take_bytes(&nets->file[i], &source->given[i])) return say(error, room, names[i], "memory is short");
    if (!adopt(nets, i, names[i], error, room)) return false;
  }
  return true;
}

#ifndef __wasm__
/* x.net -> x-bids.net. False when it would be too long or is not there. */
static bool beside(const char *path, const char *mark, char *out) {
  const char *dot = strrchr(path, '.');
  if (dot == NULL || strchr(dot, '/')) dot = path + strlen(path);
  int n = snprintf(out, PATH_ROOM, "%.*s%s%s", (int)(dot - path), path, mark, dot);
  return n > 0 && n < PATH_ROOM && access(out, F_OK) == 0;
}

static bool open_paths(struct nets *nets, const char *path, char *error, size_t room) {
  char part[PATH_ROOM];
  if (!map_file(&nets->file[0], path, error, room) || !adopt(nets, 0, path, error, room)) return false;
  for (int i = 1; i < NETS_MAX; i++) {
    if (!beside(path, ddz_model_mark((enum ddz_model_part)(i - 1)), part)) continue;
    if (!map_file(&nets->file[i], part, error, room) || !adopt(nets, i, part, error, room)) return false;
  }
  return true;
}

/* Installed nets, seen from the folder this code was loaded from: lib/ or build/MODE/ or bin/. */
static bool find_installed(char *path) {
  static const char *const places[] = {"../share/ddz/ddz.net", "../../share/ddz/ddz.net",
                                       "../../models/ddz.net"};
  Dl_info facts;
  if (dladdr(places, &facts) == 0 || facts.dli_fname == NULL) return false;
  const char *slash = strrchr(facts.dli_fname, '/');
  int folder = slash ? (int)(slash - facts.dli_fname) : 1;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    int n = snprintf(path, PATH_ROOM, "%.*s/%s", folder, slash ? facts.dli_fname : ".", places[i]);
    if (n > 0 && n < PATH_ROOM && access(path, R_OK) == 0) return true;
  }
  return false;
}
#endif

static bool open_any(struct nets *nets, const struct nets_source *source, char *error, size_t room) {
  bool given = false;
  for (int i = 0; i < NETS_MAX; i++) given = given || source->given[i].bytes;
  if (source->model && strcmp(source->model, "none") == 0) return true;
  if (given && source->model == NULL) return open_bytes(nets, source, error, room);
#ifdef __wasm__
  return source->model == NULL || say(error, room, source->model, "there are no files here; give bytes");
#else
  char installed[PATH_ROOM];
  if (source->model) return open_paths(nets, source->model, error, room);
  return !find_installed(installed) || open_paths(nets, installed, error, room);
#endif
}

bool nets_open(struct nets *nets, const struct nets_source *source, char *error, size_t room) {
  *nets = (struct nets){0};
  if (open_any(nets, source, error, room)) return true;
  nets_close(nets);
  return false;
}

void nets_close(struct nets *nets) {
  ddz_api_model_close(nets->model);
  for (int i = 0; i < NETS_MAX; i++) file_close(&nets->file[i]);
  *nets = (struct nets){0};
}
