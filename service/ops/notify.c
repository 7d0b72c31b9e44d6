#include "service/ops/notify.h"

#include "service/ops/clock.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int notify_open(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = path ? strlen(path) : 0;
  if (length < 2 || length >= sizeof address.sun_path || (path[0] != '/' && path[0] != '@')) return -1;
  memcpy(address.sun_path, path, length);
  if (path[0] == '@') address.sun_path[0] = '\0'; /* a name without a file */
  int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
  if (fd < 0 || connect(fd, (const struct sockaddr *)&address, size) == 0) return fd;
  close(fd);
  return -1;
}

void notify_say(int fd, const char *state) {
  char text[64];
  snprintf(text, sizeof text, "%s\nMONOTONIC_USEC=%llu\n", state, (unsigned long long)clock_us());
  if (fd >= 0) send(fd, text, strlen(text), MSG_NOSIGNAL | MSG_DONTWAIT);
}
