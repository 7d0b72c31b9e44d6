/* sandbox.h - giving up what a running service does not need.
 *
 * An attacker who gains code execution in here can compute and use the connections there are, and little
 * else. Two steps, each for good:
 *
 *   sandbox_files   before the first thread: from now on files are opened for reading only, beneath a few
 *                   folders only; no TCP port is bound, no connection made (Landlock, Linux 5.13; the ports
 *                   6.7). No core is written and no debugger attached
 *   sandbox_calls   when all threads run: no new socket, process or executable memory, no file opened for
 *                   writing, no signal to others (seccomp, x86-64 and arm64). These calls fail with EPERM;
 *                   those that only an attacker would make, such as execve and ptrace, end the process. What
 *                   may be called at all, a list of allowed calls, is for those that start us:
 * deploy/systemd, or a container's runtime
 *
 * What is open stays usable. A kernel that knows neither refuses, and then all is as before. Builds with
 * sanitizers, or for coverage, are UNCONFINED: their runtimes need what is given up here. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* `paths`: files that must stay readable, also when they are replaced: the folders they lie in are kept, and
 * those their links lead to; "" is passed over, NULL ends the list. The calling thread, and threads it starts
 * later. False: not in force. */
bool sandbox_files(const char *const *paths);

/* All threads. False: not in force. */
bool sandbox_calls(void);
