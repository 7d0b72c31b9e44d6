#include "lib/nets.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef __wasm__
#include <pthread.h>
#include <sys/stat.h>
#endif

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

static bool open_files(struct nets *nets, char *error, size_t room) {
  return say(error, room, nets->path, "there are no files here; give bytes");
}

#else

bool nets_find(const struct nets_source *source, char *path) {
  static const char *const places[] = {DDZ_MODEL_PLACES, NULL};
  if (source->model == NULL) return mapped_find(places, source->code, path);
  snprintf(path, MAPPED_PATH, "%s", source->model);
  return strcmp(path, "none") != 0;
}

static bool open_files(struct nets *nets, char *error, size_t room) {
  char beside[MAPPED_PATH];
  for (int i = 0; i < NETS_MAX; i++) {
    const char *path = i == 0 ? nets->path : beside;
    if (i > 0 && !mapped_beside(nets->path, ddz_model_mark((enum ddz_model_part)(i - 1)), beside)) continue;
    if (!mapped_open(&nets->file[i], path, error, room)) return false;
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
  if (nets_find(source, nets->path)) return open_files(nets, error, room);
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

/* --- shared by the handles of a process --- */

struct shared {
  struct nets nets; /* first: what is lent */
  struct shared *next;
  uint64_t print; /* of the files as they were; 0: lent to one alone */
  unsigned users;
};

static struct shared *shared_new(const struct nets_source *source, uint64_t print, char *error, size_t room) {
  struct shared *fresh = calloc(1, sizeof *fresh);
  if (fresh == NULL) say(error, room, "the net", "memory is short");
  if (fresh != NULL && nets_open(&fresh->nets, source, error, room)) {
    fresh->print = print;
    fresh->users = 1;
    return fresh;
  }
  free(fresh);
  return NULL;
}

static void shared_free(struct shared *shared) {
  nets_close(&shared->nets);
  free(shared);
}

#ifdef __wasm__

const struct nets *nets_share(const struct nets_source *source, char *error, size_t room) {
  struct shared *fresh = shared_new(source, 0, error, room);
  return fresh == NULL ? NULL : &fresh->nets;
}

void nets_give_back(const struct nets *nets) {
  if (nets != NULL) shared_free((struct shared *)(uintptr_t)nets);
}

#else

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* guards the list */
static struct shared *list;

static uint64_t print_file(uint64_t print, const char *path) {
  struct stat about;
  if (stat(path, &about) != 0) return print * 1099511628211u;
  const uint64_t facts[] = {(uint64_t)about.st_dev, (uint64_t)about.st_ino, (uint64_t)about.st_size,
                            (uint64_t)about.st_mtim.tv_sec, (uint64_t)about.st_mtim.tv_nsec};
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) print = (print ^ facts[i]) * 1099511628211u;
  return print;
}

/* What the files are now: those that are replaced are others. 0: they come from no files. */
static uint64_t print_of(const struct nets_source *source) {
  char path[MAPPED_PATH], beside[MAPPED_PATH];
  if (source->model != NULL && strlen(source->model) >= MAPPED_PATH) return 0;
  for (int i = 0; i < NETS_MAX && source->model == NULL; i++)
    if (source->given[i].bytes != NULL) return 0;
  if (!nets_find(source, path)) return 0;
  uint64_t print = print_file(14695981039346656037u, path);
  for (int i = 0; i < DDZ_MODEL_PARTS; i++) {
    const bool there = mapped_beside(path, ddz_model_mark((enum ddz_model_part)i), beside);
    print = print_file(print, there ? beside : "");
  }
  return print;
}

/* The mutex is held while files are read: who wants the same waits for them. */
const struct nets *nets_share(const struct nets_source *source, char *error, size_t room) {
  const uint64_t print = print_of(source);
  pthread_mutex_lock(&mutex);
  struct shared *shared = print != 0 ? list : NULL;
  while (shared != NULL && shared->print != print) shared = shared->next;
  if (shared != NULL) {
    shared->users++;
  } else if ((shared = shared_new(source, print, error, room)) != NULL) {
    shared->next = list;
    list = shared;
  }
  pthread_mutex_unlock(&mutex);
  return shared == NULL ? NULL : &shared->nets;
}

void nets_give_back(const struct nets *nets) {
  if (nets == NULL) return;
  pthread_mutex_lock(&mutex);
  struct shared **link = &list;
  while (&(*link)->nets != nets) link = &(*link)->next;
  struct shared *shared = *link;
  const bool last = --shared->users == 0;
  if (last) *link = shared->next;
  pthread_mutex_unlock(&mutex);
  if (last) shared_free(shared);
}

#endif
