/* notify.h - telling the service manager our state (sd_notify's protocol, without its library).
 *
 * A datagram of lines to the socket that NOTIFY_SOCKET names; without it nothing is sent, and that is no
 * error. The socket is opened once, before a sandbox may forbid it. */
#ifndef DDZ_SERVICE_NOTIFY_H
#define DDZ_SERVICE_NOTIFY_H

/* A descriptor, or -1 when there is no service manager to tell. `path`: the value of NOTIFY_SOCKET or NULL.
 */
int notify_open(const char *path);

void notify_ready(int fd);
void notify_reloading(int fd); /* until the next notify_ready */
void notify_stopping(int fd);

#endif
