#include "solution.h"

const char *ddz_result_name(enum ddz_result result) {
  static const char *const names[] = {"unknown", "win", "loss"};
  return names[result];
}
