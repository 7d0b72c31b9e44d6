#include "trained.h"

#include "core/net/judge.h"
#include "lib/mapped.h"
#include "tests/support/engine.h"

static struct mapped file;
static struct ddz_net net;

int trained_open(void **state) {
  char error[256];
  (void)state;
  if (!mapped_open(&file, "models/ddz.net", error, sizeof error)) return -1;
  if (ddz_judge_open(&net, file.bytes, file.size) != DDZ_NET_OK) return -1;
  engine_here()->nets.play = &net;
  return 0;
}

int trained_close(void **state) {
  (void)state;
  engine_here()->nets.play = NULL;
  mapped_close(&file);
  return 0;
}
