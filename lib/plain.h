/* plain.h - open a regular file only. Opening or reading a pipe or a device can block, or can have side
 * effects. */
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A descriptor for reading, or -1: `why` is set, for the end of a sentence. Asked before it is opened,
 * because opening a device may do something, and after it, because it may have been replaced in between. */
static inline int plain_open(const char *path, const char **why) {
  struct stat about;
  *why = "it is not a regular file";
  if (stat(path, &about) != 0) {
    *why = strerror(errno);
    return -1;
  }
  if (!S_ISREG(about.st_mode)) return -1;
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (file < 0) {
    *why = strerror(errno);
    return -1;
  }
  if (fstat(file, &about) == 0 && S_ISREG(about.st_mode)) return file;
  close(file);
  return -1;
}
