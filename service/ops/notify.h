/* notify.h - telling the service manager our state (sd_notify's protocol, without its library).
 *
 * A datagram of lines to the socket that NOTIFY_SOCKET names; without it nothing is sent, and that is no
 * error. The socket is opened once, before a sandbox may forbid it. */
#ifndef DDZ_SERVICE_NOTIFY_H
#define DDZ_SERVICE_NOTIFY_H

/* A descriptor, or -1 when there is no service manager to tell. `path`: the value of NOTIFY_SOCKET or NULL.
 */
int notify_open(const char *path);

/* "READY=1", "RELOADING=1" until the next READY, "STOPPING=1"; with the time, which RELOADING needs. */
void notify_say(int fd, const char *state);

#endif
