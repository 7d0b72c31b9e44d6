#include "lib/nets.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef __wasm__
#include <dlfcn.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

static bool say(char *error, size_t room, const char *subject, const char *wrong) {
  if (error && room) snprintf(error, room, "%s: %s", subject, wrong);
  return false;
}

static bool adopt(struct nets *nets, int part, const char *subject, char *error, size_t room) {
  const struct mapped *file = &nets->file[part];
  const char *wrong = ddz_api_model_add(&nets->model, (enum ddz_model_part)part, file->bytes, file->size);
  return wrong == NULL || say(error, room, subject, wrong);
}

static bool open_bytes(struct nets *nets, const struct nets_source *source, char *error, size_t room) {
  static const char *const names[DDZ_MODEL_PARTS] = {"settings.net", "settings.bids", "settings.belief",
                                                     "settings.wild"};
  for (int i = 0; i < DDZ_MODEL_PARTS; i++) {
    const struct nets_given *given = &source->given[i];
    if (given->bytes == NULL) continue;
    if (i > DDZ_MODEL_BIDS && nets->model == NULL) // calling asks no other net
      return say(error, room, names[i], "needs settings.net beside it");
    /* Nets are read as words: their bytes may lie on another boundary. */
    if (!mapped_copy(&nets->file[i], given->bytes, given->size))
      return say(error, room, names[i], "memory is short");
    if (!adopt(nets, i, names[i], error, room)) return false;
  }
  return true;
}

#ifndef __wasm__

/* The file that lies beside `path` under the same name with `mark` before its last dot: x.net, x-mark.net.
 * False when there is none; `beside` (MAPPED_PATH bytes) is its path. */
static bool find_beside(const char *path, const char *mark, char *beside) {
  const char *slash = strrchr(path, '/'), *dot = strrchr(slash != NULL ? slash : path, '.');
  const size_t stem = dot != NULL ? (size_t)(dot - path) : strlen(path);
  const int length = snprintf(beside, MAPPED_PATH, "%.*s%s%s", (int)stem, path, mark, path + stem);
  return length > 0 && length < MAPPED_PATH && access(beside, R_OK) == 0;
}

/* The file that holds the code; of the program itself the dynamic linker knows only what it was called. */
static bool find_code(const void *code, char *path) {
  Dl_info facts;
  if (code == NULL) {
    const ssize_t n = readlink("/proc/self/exe", path, MAPPED_PATH - 1);
    path[n > 0 ? n : 0] = '\0';
    return n > 0;
  }
  return dladdr(code, &facts) != 0 && facts.dli_fname != NULL && strlen(facts.dli_fname) < MAPPED_PATH &&
         strcpy(path, facts.dli_fname) != NULL;
}

/* Without "..". */
static void straighten(char *path) {
  char *straight = realpath(path, NULL);
  if (straight != NULL && strlen(straight) < MAPPED_PATH) strcpy(path, straight);
  free(straight);
}

/* The first file there is of those places, seen from the folder of the program or of the library with `code`.
 */
static bool find_installed(const void *code, char *path) {
  static const char *const places[] = {DDZ_MODEL_PLACES};
  char here[MAPPED_PATH];
  if (!find_code(code, here)) return false;
  char *slash = strrchr(here, '/');
  strcpy(slash != NULL ? slash : here, slash != NULL ? "" : ".");
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    const int length = snprintf(path, MAPPED_PATH, "%s/%s", here, places[i]);
    if (length <= 0 || length >= MAPPED_PATH || access(path, R_OK) != 0) continue;
    straighten(path);
    return true;
  }
  return false;
}

/* The path of the net; false: none is wanted, or none is installed. */
static bool find(const struct nets_source *source, char *path) {
  if (source->model == NULL) return find_installed(source->code, path);
  snprintf(path, MAPPED_PATH, "%s", source->model);
  return strcmp(path, "none") != 0;
}

static bool open_files(struct nets *nets, const struct nets_source *source, char *error, size_t room) {
  char beside[MAPPED_PATH];
  if (!find(source, nets->path)) {
    nets->path[0] = '\0';
    return true;
  }
  for (int i = 0; i < DDZ_MODEL_PARTS; i++) {
    const char *path = i == 0 ? nets->path : beside;
    if (i > 0 && !find_beside(nets->path, ddz_model_mark((enum ddz_model_part)i), beside)) continue;
    if (!mapped_open(&nets->file[i], path, error, room)) return false;
    if (!adopt(nets, i, path, error, room)) return false;
  }
  return true;
}

#else

static bool open_files(struct nets *nets, const struct nets_source *source, char *error, size_t room) {
  (void)nets;
  return source->model == NULL || strcmp(source->model, "none") == 0 ||
         say(error, room, source->model, "there are no files here; give bytes");
}

#endif

/* From bytes, where the source has some and names no file. */
static bool has_bytes(const struct nets_source *source) {
  bool has = false;
  for (int i = 0; i < DDZ_MODEL_PARTS; i++) has = has || source->given[i].bytes != NULL;
  return has && source->model == NULL;
}

/* ---- shared by all of a process who want the same ---- */

struct shared {
  struct nets nets; /* first: what is lent */
  struct shared *next;
  uint64_t print; /* of the files as they were; 0: lent to one alone */
  unsigned users;
};

static void shared_free(struct shared *shared) {
  ddz_api_model_close(shared->nets.model);
  for (int i = 0; i < DDZ_MODEL_PARTS; i++) mapped_close(&shared->nets.file[i]);
  free(shared);
}

static struct shared *shared_new(const struct nets_source *source, uint64_t print, char *error, size_t room) {
  struct shared *fresh = calloc(1, sizeof *fresh);
  if (fresh == NULL) {
    say(error, room, "the net", "memory is short");
    return NULL;
  }
  fresh->print = print;
  fresh->users = 1;
  if ((has_bytes(source) ? open_bytes : open_files)(&fresh->nets, source, error, room)) return fresh;
  shared_free(fresh);
  return NULL;
}

#ifdef __wasm__

const struct nets *nets_open(const struct nets_source *source, char *error, size_t room) {
  struct shared *fresh = shared_new(source, 0, error, room);
  return fresh == NULL ? NULL : &fresh->nets;
}

void nets_close(const struct nets *nets) {
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
  if (has_bytes(source) || !find(source, path)) return 0;
  uint64_t print = print_file(14695981039346656037u, path);
  for (int i = DDZ_MODEL_BIDS; i < DDZ_MODEL_PARTS; i++) {
    const bool there = find_beside(path, ddz_model_mark((enum ddz_model_part)i), beside);
    print = print_file(print, there ? beside : "");
  }
  return print;
}

/* The mutex is held while files are read: who wants the same waits for them. */
const struct nets *nets_open(const struct nets_source *source, char *error, size_t room) {
  if (source->model != NULL && strlen(source->model) >= MAPPED_PATH) {
    say(error, room, "the net's path", "too long");
    return NULL;
  }
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

void nets_close(const struct nets *nets) {
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
