#include "service/ops/signals.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static sigset_t set_of(const int *signals, size_t count) {
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < count; i++) sigaddset(&set, signals[i]);
  return set;
}

static const int ends[] = {SIGTERM, SIGINT}, heard[] = {SIGTERM, SIGINT, SIGHUP};
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

void signals_hold(void) {
  sigset_t held = set_of(heard, COUNT(heard));
  pthread_sigmask(SIG_BLOCK, &held, NULL);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
}

static void leave_at_once(int signal) {
  (void)signal;
  _exit(1);
}

void signals_await_end(void (*again)(void *self), void *self) {
  sigset_t awaited = set_of(heard, COUNT(heard)), last = set_of(ends, COUNT(ends));
  for (int received = SIGHUP; received == SIGHUP;)
    if (sigwait(&awaited, &received) == 0 && received == SIGHUP) again(self);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = leave_at_once;
  for (size_t i = 0; i < COUNT(ends); i++) sigaction(ends[i], &action, NULL);
  pthread_sigmask(SIG_UNBLOCK, &last, NULL);
}
