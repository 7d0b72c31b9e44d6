/* signals.h - signals to the process, one after the other, on the main thread.
 *
 *   SIGTERM, SIGINT   end in order; a second one ends the program at once, with status 1
 *   SIGHUP            read again what can be read again
 *   SIGPIPE, SIGXFSZ  ignored: writing says what is wrong
 *
 * Signals are blocked from the start and read when somebody asks; threads started after signals_hold never
 * see them. */
#ifndef DDZ_SERVICE_SIGNALS_H
#define DDZ_SERVICE_SIGNALS_H

/* On the main thread, before any other is started. */
void signals_hold(void);

/* Wait for the end, calling again(self) at each SIGHUP. */
void signals_await_end(void (*again)(void *self), void *self);

#endif
